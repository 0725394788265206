//! A sampling profiler of scripts, by line, at some two thousand samples a second.
//!
//! Ticks count the thread's processor time, so that other load on the machine has no effect. At some of their steps,
//! which are loops and calls, the VMs that were made under a [`Profiler`] check for a new tick, and record their
//! current line: the engine's own words count for the line that uses them, and time outside of scripts isn't counted.
//! Scripts in these VMs aren't compiled.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Lua, VmState};

use super::watchdog::{StopSignal, processor_time};

/// Nanoseconds per tick.
const TICK: u64 = 500_000;
/// The clock is read at one of this many steps.
const STEPS: u32 = 4;
/// Limit of stack frames searched for one of a script.
const DEEPEST: usize = 16;

thread_local! {
    /// The profiler of this thread.
    static ACTIVE: RefCell<Option<Rc<Samples>>> = const { RefCell::new(None) };
}

/// The samples of a thread.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    /// The last tick seen.
    seen: Cell<u64>,
    /// Steps until the clock is read.
    steps: Cell<u32>,
    lines: RefCell<BTreeMap<(String, u32), u64>>,
}

impl Samples {
    /// The samples of this thread, if it has a profiler.
    pub(crate) fn active() -> Option<Rc<Self>> {
        ACTIVE.with_borrow(Clone::clone)
    }

    /// Marks the start of a script: earlier time isn't its own.
    pub(crate) fn enter(&self) {
        self.seen.set(tick());
    }

    /// True if there was a tick since the last call or the start of a script; checks at some of the steps only.
    fn has_ticked(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.checked_sub(1).unwrap_or(STEPS - 1));
        left == 0 && {
            let now = tick();
            self.seen.replace(now) != now
        }
    }

    /// Makes a VM record samples; `stop` tells if its script has to stop.
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

/// The current tick of this thread.
fn tick() -> u64 {
    processor_time() / TICK
}

/// The innermost line of a running script. The engine's code around a script is all on its first line.
fn line(lua: &Lua) -> Option<(String, u32)> {
    (0..DEEPEST).find_map(|level| {
        let place = lua.inspect_stack(level, |frame| {
            let name = frame.source().short_src.map(|name| name.into_owned());
            Some((name?, u32::try_from(frame.current_line()?).ok()?))
        });
        place.flatten().filter(|(name, line)| name.ends_with(".lua") && *line > 1)
    })
}

/// Profiles the scripts loaded on this thread while it lives.
#[derive(Debug)]
pub struct Profiler {
    samples: Rc<Samples>,
}

impl Profiler {
    /// Starts profiling; a thread has one profiler at a time.
    pub fn begin() -> Self {
        let samples = Rc::new(Samples::default());
        ACTIVE.set(Some(samples.clone()));
        Self { samples }
    }

    /// Sample counts: file, line and count.
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
