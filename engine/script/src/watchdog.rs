//! The watchdog: stops scripts that exceed their time budget.
//!
//! Luau checks an interrupt callback at every loop and call, by reading one pointer. Calling Rust each time would
//! double the time of every script, so the pointer stays null. A thread watches all VMs, and occasionally sets the
//! pointer of one whose script keeps running: the script's own thread then checks how much processor time the script
//! has taken, and continues or fails. So wall time only decides when to check, and load on the machine never makes a
//! script fail. After a failure every further step fails, so that a script that catches the error is stopped all the
//! same. When no script has run for a while the thread sleeps, and the next script wakes it.
//! the next script wakes it.
//! Scripts nest: a robot's search runs the rules, on the same thread but in another VM. A check covers all scripts that
//! run on the thread. If one of them has to stop, so do those inside it; the innermost, which alone is at a step, fails
//! at once, and the others as soon as they continue.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::os::raw::c_int;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::thread::Thread;
use std::time::{Duration, Instant};

use mlua::{Lua, Value, ffi};

/// The error of a stopped script. [`Stop`] is the reliable reason, because a script can raise the same error.
const STOPPED: &str = "stopped by the watchdog";

const TICK: Duration = Duration::from_millis(10);

/// Ticks without a running script after which the watching thread sleeps.
const RESTS_AFTER: u32 = 20;

/// The reason that a script was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It has used up its budget.
    Budget,
    /// A user requested it, or the work around it was stopped.
    Wanted,
}

const RUNS: u8 = 0;
const OVER_BUDGET: u8 = 1;
const WANTED: u8 = 2;

/// The state of a VM that the watching thread sees.
#[derive(Debug)]
struct Watched {
    /// The callbacks of the VM; null once it is gone.
    callbacks: Mutex<CallbackPointer>,
    /// The thread of the VM.
    thread: u64,
    /// Odd while a script runs; a new number for every run.
    run: AtomicU64,
    /// The nesting depth of the run on this thread.
    depth: AtomicU32,
    /// Processor time that a run may take, in nanoseconds.
    budget: AtomicU64,
    /// The run that was checked last, the thread's processor time at the first check, and the time taken at the last
    /// check.
    seen: AtomicU64,
    since: AtomicU64,
    used: AtomicU64,
    /// True if a check was requested.
    asked: AtomicBool,
    /// [`RUNS`], or the reason to stop.
    stopped: AtomicU8,
    /// True if the VM's pointer is used by another callback, which checks by itself.
    is_traced: AtomicBool,
}

#[derive(Debug)]
struct CallbackPointer(AtomicPtr<ffi::lua_Callbacks>);

impl Watched {
    fn is_running(&self) -> bool {
        !self.run.load(Ordering::SeqCst).is_multiple_of(2)
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire) != RUNS
    }

    /// Makes the script's own thread check at its next step.
    fn ask(&self) {
        self.asked.store(true, Ordering::Release);
        if !self.is_traced.load(Ordering::Acquire) {
            self.set_interrupt(Some(step));
        }
    }

    fn set_interrupt(&self, interrupt: Option<unsafe extern "C-unwind" fn(*mut ffi::lua_State, c_int)>) {
        let Ok(pointer) = self.callbacks.lock() else {
            return;
        };
        let callbacks = pointer.0.load(Ordering::Acquire);
        if callbacks.is_null() {
            return;
        }
        // SAFETY: the pointer was taken from a live VM and is nulled under this lock before the VM is dropped. Luau
        // documents this field as one that may be set from another thread or a signal handler: it is one aligned word,
        // which the VM reads afresh at every safe point.
        unsafe {
            std::ptr::write_volatile(&raw mut (*callbacks).interrupt, interrupt);
        }
    }

    /// True if the script has to stop, given the processor time of its thread.
    fn is_over(&self, now: u64) -> bool {
        self.asked.store(false, Ordering::Release);
        let run = self.run.load(Ordering::Acquire);
        if self.seen.swap(run, Ordering::AcqRel) != run {
            self.since.store(now, Ordering::Release);
            self.used.store(0, Ordering::Release);
        } else {
            let used = now.saturating_sub(self.since.load(Ordering::Acquire));
            self.used.store(used, Ordering::Release);
            if used > self.budget.load(Ordering::Relaxed) {
                // A request of the user takes precedence.
                let _ = self.stopped.compare_exchange(RUNS, OVER_BUDGET, Ordering::AcqRel, Ordering::Acquire);
            }
        }
        self.is_stopped()
    }

    fn clear(&self) {
        self.set_interrupt(None);
        self.asked.store(false, Ordering::Release);
        self.stopped.store(RUNS, Ordering::Release);
    }
}

/// The watching thread.
static WATCHING: OnceLock<Thread> = OnceLock::new();

/// True if that thread sleeps until a script runs.
static RESTS: AtomicBool = AtomicBool::new(false);

/// Sends the watching thread to sleep until a script runs.
fn rest() {
    RESTS.store(true, Ordering::SeqCst);
    // Detects a script that began before it could see the flag.
    let is_any_running =
        registry().lock().is_ok_and(|all| all.iter().filter_map(Weak::upgrade).any(|w| w.is_running()));
    while !is_any_running && RESTS.load(Ordering::SeqCst) {
        std::thread::park();
    }
    RESTS.store(false, Ordering::SeqCst);
}

/// Wakes the watching thread, if it sleeps.
fn wake() {
    if RESTS.load(Ordering::SeqCst)
        && let Some(watching) = WATCHING.get()
    {
        RESTS.store(false, Ordering::SeqCst);
        watching.unpark();
    }
}

/// All VMs; the watching thread removes dropped ones.
fn registry() -> &'static Mutex<Vec<Weak<Watched>>> {
    static REGISTRY: OnceLock<Mutex<Vec<Weak<Watched>>>> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        // Without the thread scripts still run, unwatched: budgets are a safety net.
        if let Ok(watching) = std::thread::Builder::new().name("watchdog".to_owned()).spawn(watch) {
            let _ = WATCHING.set(watching.thread().clone());
        }
        Mutex::default()
    })
}

/// The VMs of a thread.
fn machines_on(thread: u64) -> Vec<Arc<Watched>> {
    let Ok(all) = registry().lock() else {
        return Vec::new();
    };
    all.iter().filter_map(Weak::upgrade).filter(|watched| watched.thread == thread).collect()
}

thread_local! {
    /// A number for each thread.
    static THREAD: u64 = {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    };
    /// The nesting depth of scripts on this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Checks all scripts that run on this thread; true if the innermost has to stop.
fn look() -> bool {
    let machines = machines_on(THREAD.with(|thread| *thread));
    let running: Vec<&Arc<Watched>> = machines.iter().filter(|watched| watched.is_running()).collect();
    let now = processor_time();
    let depth = |watched: &Watched| watched.depth.load(Ordering::Acquire);
    let over = running.iter().filter(|watched| watched.is_over(now)).map(|watched| depth(watched)).min();
    let Some(over) = over else { return false };
    for watched in running.into_iter().filter(|watched| depth(watched) >= over) {
        let _ = watched.stopped.compare_exchange(RUNS, WANTED, Ordering::AcqRel, Ordering::Acquire);
        watched.ask();
    }
    true
}

/// The interrupt callback.
unsafe extern "C-unwind" fn step(state: *mut ffi::lua_State, gc: c_int) {
    // A script that is collecting garbage isn't interrupted.
    if gc >= 0 || is_to_go_on() {
        return;
    }
    // SAFETY: Luau calls this at a safe point, where raising an error is allowed; no Rust value is alive here.
    unsafe {
        ffi::lua_checkstack(state, 2);
        ffi::lua_pushlstring(state, STOPPED.as_ptr().cast(), STOPPED.len());
        ffi::lua_error(state)
    }
}

/// Checks, and clears the interrupt if no script has to stop; true if the script goes on.
fn is_to_go_on() -> bool {
    if look() {
        return false;
    }
    let machines = machines_on(THREAD.with(|thread| *thread));
    for watched in machines.iter().filter(|watched| !watched.is_traced.load(Ordering::Acquire)) {
        watched.set_interrupt(None);
        // A check or a stop may have been requested since.
        if watched.asked.load(Ordering::Acquire) || watched.is_stopped() {
            watched.ask();
        }
    }
    true
}

/// Processor time of this thread, in nanoseconds.
#[cfg(unix)]
pub fn processor_time() -> u64 {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from);
    time.map_or_else(|_| wall_time(), nanoseconds)
}

#[cfg(not(unix))]
pub fn processor_time() -> u64 {
    wall_time()
}

/// Nanoseconds since the first call: the fallback where processor time isn't available.
fn wall_time() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    nanoseconds(START.get_or_init(Instant::now).elapsed())
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The watching thread's record of a VM.
struct Seen {
    machine: Weak<Watched>,
    run: u64,
    /// The time when the run was first seen, or last asked to check.
    at: Instant,
    is_asked: bool,
}

fn watch() {
    let mut seen: Vec<Seen> = Vec::new();
    let mut quiet = 0;
    loop {
        if quiet < RESTS_AFTER {
            std::thread::sleep(TICK);
            quiet += 1;
        } else {
            rest();
            quiet = 0;
        }
        let Ok(mut all) = registry().lock() else {
            return;
        };
        all.retain(|weak| weak.strong_count() > 0);
        let current: Vec<Arc<Watched>> = all.iter().filter_map(Weak::upgrade).collect();
        drop(all);
        seen.retain(|seen| seen.machine.strong_count() > 0);
        for watched in &current {
            let run = watched.run.load(Ordering::Acquire);
            let known = seen.iter_mut().find(|seen| std::ptr::eq(seen.machine.as_ptr(), Arc::as_ptr(watched)));
            let Some(known) = known else {
                seen.push(Seen { machine: Arc::downgrade(watched), run, at: Instant::now(), is_asked: false });
                continue;
            };
            if known.run != run {
                (known.run, known.at, known.is_asked) = (run, Instant::now(), false);
                quiet = 0;
                continue;
            }
            if !run.is_multiple_of(2) {
                quiet = 0;
            }
            // Processor time never exceeds wall time: until then no budget is used up.
            let budget = watched.budget.load(Ordering::Relaxed);
            let left = Duration::from_nanos(budget.saturating_sub(watched.used.load(Ordering::Acquire)));
            let wait = if known.is_asked { left.max(TICK) } else { TICK };
            if !run.is_multiple_of(2) && known.at.elapsed() >= wait {
                (known.at, known.is_asked) = (Instant::now(), true);
                current
                    .iter()
                    .filter(|other| other.thread == watched.thread && other.is_running())
                    .for_each(|w| w.ask());
            }
        }
    }
}

/// Stops the running scripts of a host, or other work that polls a flag, from any thread.
#[derive(Clone, Debug)]
pub struct StopHandle(Target);

#[derive(Clone, Debug)]
enum Target {
    Script(Weak<Watched>),
    Flag(Weak<AtomicBool>),
}

impl StopHandle {
    /// A handle that stops nothing, for rules without scripts.
    pub fn idle() -> Self {
        Self(Target::Script(Weak::new()))
    }

    /// A handle that raises a flag, for work other than scripts; the worker lowers it again.
    pub fn for_flag(flag: &Arc<AtomicBool>) -> Self {
        Self(Target::Flag(Arc::downgrade(flag)))
    }

    /// Makes the scripts that run on the host's thread fail at their next step; has no effect if none is running.
    pub fn stop(&self) {
        match &self.0 {
            Target::Script(watched) => {
                let Some(watched) = watched.upgrade() else { return };
                for running in machines_on(watched.thread).iter().filter(|watched| watched.is_running()) {
                    running.stopped.store(WANTED, Ordering::Release);
                    running.ask();
                }
            }
            Target::Flag(flag) => {
                if let Some(flag) = flag.upgrade() {
                    flag.store(true, Ordering::Release);
                }
            }
        }
    }
}

/// Tells work that a script has called, on the script's own thread, if that script has to stop.
#[derive(Clone, Debug)]
pub struct StopSignal(Weak<Watched>);

impl StopSignal {
    /// True if the running script has been stopped.
    pub fn is_raised(&self) -> bool {
        self.0.upgrade().is_none_or(|watched| {
            if watched.asked.load(Ordering::Acquire) {
                look();
            }
            watched.is_stopped()
        })
    }
}

/// Watches one VM. Dropping it stops the watching; it must be dropped before the VM.
#[derive(Debug)]
pub(crate) struct Watchdog {
    watched: Arc<Watched>,
}

impl Watchdog {
    pub(crate) fn new(lua: &Lua, budget: Duration) -> mlua::Result<Self> {
        let mut callbacks = std::ptr::null_mut();
        let out = &raw mut callbacks;
        // SAFETY: `lua_callbacks` only reads the address of a struct inside the VM.
        unsafe {
            lua.exec_raw::<Value>((), |state| {
                *out = ffi::lua_callbacks(state);
                ffi::lua_pushnil(state);
            })?;
        }
        let watched = Arc::new(Watched {
            callbacks: Mutex::new(CallbackPointer(AtomicPtr::new(callbacks))),
            thread: THREAD.with(|thread| *thread),
            run: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            budget: AtomicU64::new(nanoseconds(budget)),
            seen: AtomicU64::new(0),
            since: AtomicU64::new(0),
            used: AtomicU64::new(0),
            asked: AtomicBool::new(false),
            stopped: AtomicU8::new(RUNS),
            is_traced: AtomicBool::new(false),
        });
        if let Ok(mut all) = registry().lock() {
            all.push(Arc::downgrade(&watched));
        }
        Ok(Self { watched })
    }

    pub(crate) fn handle(&self) -> StopHandle {
        StopHandle(Target::Script(Arc::downgrade(&self.watched)))
    }

    pub(crate) fn signal(&self) -> StopSignal {
        StopSignal(Arc::downgrade(&self.watched))
    }

    /// Sets the processor time that a run may take; returns the previous one.
    pub(crate) fn set_budget(&self, budget: Duration) -> Duration {
        Duration::from_nanos(self.watched.budget.swap(nanoseconds(budget), Ordering::Relaxed))
    }

    /// Sets if another callback runs at the steps of scripts, which must check the [`StopSignal`].
    pub(crate) fn set_traced(&self, is_traced: bool) {
        self.watched.is_traced.store(is_traced, Ordering::Release);
    }

    /// Runs a script under watch; returns the reason if it was stopped.
    pub(crate) fn run<T>(&self, script: impl FnOnce() -> T) -> (T, Option<Stop>) {
        let watched = &*self.watched;
        if watched.is_stopped() {
            // The last script ended just as it was to be stopped.
            watched.clear();
        }
        let depth = DEPTH.get();
        DEPTH.set(depth + 1);
        watched.depth.store(depth, Ordering::Relaxed);
        watched.run.fetch_add(1, Ordering::SeqCst);
        wake();
        let out = script();
        watched.run.fetch_add(1, Ordering::AcqRel);
        DEPTH.set(depth);
        let stop = match watched.stopped.load(Ordering::Acquire) {
            RUNS => return (out, None),
            OVER_BUDGET => Stop::Budget,
            _ => Stop::Wanted,
        };
        watched.clear();
        (out, Some(stop))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        if let Ok(pointer) = self.watched.callbacks.lock() {
            pointer.0.store(std::ptr::null_mut(), Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_script_is_stopped_after_a_rest() {
        let lua = Lua::new();
        let watchdog = Watchdog::new(&lua, Duration::from_millis(1)).unwrap();
        let endless = lua.load("while true do end").into_function().unwrap();
        for _ in 0..2 {
            // Other tests may keep it awake.
            (0..30).take_while(|_| !RESTS.load(Ordering::SeqCst)).for_each(|_| std::thread::sleep(TICK));
            assert_eq!(watchdog.run(|| endless.call::<()>(())).1, Some(Stop::Budget));
        }
    }
}
