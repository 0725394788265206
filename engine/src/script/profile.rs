//! Which lines of scripts take the time: what runs is looked at some two thousand times a second.
//!
//! A thread counts ticks. At their steps, which are loops and calls, the machines that were made under a [`Profiler`]
//! look whether there was one since, and note the line that they are at: the engine's own words count for the line that
//! uses them, and time outside of scripts for none. Such machines run without native code, in which lines are not known.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use mlua::{Lua, VmState};

use super::watchdog::StopSignal;

/// How often is looked.
const TICK: Duration = Duration::from_micros(500);
/// How many functions inside each other are looked through for one of a script.
const DEEPEST: usize = 16;

thread_local! {
    /// The profiler of this thread.
    static ACTIVE: RefCell<Option<Rc<Samples>>> = const { RefCell::new(None) };
}

/// What was seen on a thread.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    ticks: Arc<AtomicU64>,
    /// The tick that was seen last.
    seen: Cell<u64>,
    lines: RefCell<BTreeMap<(String, u32), u64>>,
}

impl Samples {
    /// Those of this thread, if it has a profiler.
    pub(crate) fn active() -> Option<Rc<Self>> {
        ACTIVE.with_borrow(Clone::clone)
    }

    /// A script begins to run: what was done before is not its time.
    pub(crate) fn enter(&self) {
        self.seen.set(self.ticks.load(Ordering::Relaxed));
    }

    /// Has a machine note where it is; `stop` tells whether its script is to stop.
    pub(crate) fn watch(self: &Rc<Self>, lua: &Lua, stop: StopSignal) {
        let samples = self.clone();
        lua.set_interrupt(move |lua| {
            let now = samples.ticks.load(Ordering::Relaxed);
            if samples.seen.replace(now) != now
                && let Some(line) = line(lua)
            {
                *samples.lines.borrow_mut().entry(line).or_default() += 1;
            }
            match stop.is_raised() {
                true => Err(mlua::Error::runtime("stopped")),
                false => Ok(VmState::Continue),
            }
        });
    }
}

/// The innermost line of a script that runs. What the engine writes around a script is all on its first line.
fn line(lua: &Lua) -> Option<(String, u32)> {
    (0..DEEPEST).find_map(|level| {
        let place = lua.inspect_stack(level, |frame| {
            let name = frame.source().short_src.map(|name| name.into_owned());
            Some((name?, u32::try_from(frame.current_line()?).ok()?))
        });
        place.flatten().filter(|(name, line)| name.ends_with(".lua") && *line > 1)
    })
}

/// Looks at what the scripts do that are loaded on this thread while it lives.
#[derive(Debug)]
pub struct Profiler {
    samples: Rc<Samples>,
    ended: Arc<AtomicBool>,
}

impl Profiler {
    /// Begins to look; a thread has one at a time.
    pub fn begin() -> Self {
        let samples = Rc::new(Samples::default());
        let ended = Arc::new(AtomicBool::new(false));
        let (ticks, has_ended) = (samples.ticks.clone(), ended.clone());
        // Without the thread nothing is seen, and nothing else happens.
        let _ = std::thread::Builder::new().name("profiler".to_owned()).spawn(move || {
            while !has_ended.load(Ordering::Relaxed) {
                std::thread::sleep(TICK);
                ticks.fetch_add(1, Ordering::Relaxed);
            }
        });
        ACTIVE.set(Some(samples.clone()));
        Self { samples, ended }
    }

    /// How often each line was seen: file, line and number.
    pub fn lines(&self) -> Vec<(String, u32, u64)> {
        let lines = self.samples.lines.borrow();
        lines.iter().map(|((file, line), &n)| (file.clone(), *line, n)).collect()
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        ACTIVE.set(None);
    }
}
