//! Which lines of scripts take the time: what runs is looked at some two thousand times a second.
//!
//! Ticks are counted in the time that the thread has had of a processor, so that what else the machine does changes
//! nothing. At some of their steps, which are loops and calls, the machines that were made under a [`Profiler`] look
//! whether there was a tick since, and note the line that they are at: the engine's own words count for the line that
//! uses them, and time outside of scripts for none. Scripts in such machines are not lowered.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Lua, VmState};

use super::watchdog::{StopSignal, processor_time};

/// Nanoseconds from tick to tick.
const TICK: u64 = 500_000;
/// The clock is read at one of so many steps.
const STEPS: u32 = 4;
/// How many functions inside each other are looked through for one of a script.
const DEEPEST: usize = 16;

thread_local! {
    /// The profiler of this thread.
    static ACTIVE: RefCell<Option<Rc<Samples>>> = const { RefCell::new(None) };
}

/// What was seen on a thread.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    /// The tick that was seen last.
    seen: Cell<u64>,
    /// Steps until the clock is read.
    steps: Cell<u32>,
    lines: RefCell<BTreeMap<(String, u32), u64>>,
}

impl Samples {
    /// Those of this thread, if it has a profiler.
    pub(crate) fn active() -> Option<Rc<Self>> {
        ACTIVE.with_borrow(Clone::clone)
    }

    /// A script begins to run: what was done before is not its time.
    pub(crate) fn enter(&self) {
        self.seen.set(tick());
    }

    /// Whether there was a tick since this was last asked, or since a script began; looks at some of the steps only.
    fn has_ticked(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.checked_sub(1).unwrap_or(STEPS - 1));
        left == 0 && {
            let now = tick();
            self.seen.replace(now) != now
        }
    }

    /// Has a machine note where it is; `stop` tells whether its script is to stop.
    pub(crate) fn watch(self: &Rc<Self>, lua: &Lua, stop: StopSignal) {
        let samples = self.clone();
        lua.set_interrupt(move |lua| {
            if samples.has_ticked()
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

/// The tick that this thread is in.
fn tick() -> u64 {
    processor_time() / TICK
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
}

impl Profiler {
    /// Begins to look; a thread has one at a time.
    pub fn begin() -> Self {
        let samples = Rc::new(Samples::default());
        ACTIVE.set(Some(samples.clone()));
        Self { samples }
    }

    /// How often each line was seen: file, line and number.
    pub fn lines(&self) -> Vec<(String, u32, u64)> {
        let lines = self.samples.lines.borrow();
        lines.iter().map(|((file, line), &n)| (file.clone(), *line, n)).collect()
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        ACTIVE.set(None);
    }
}
