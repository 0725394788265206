//! Stops scripts that run too long.
//!
//! Luau asks at every loop and call whether it is to be interrupted, by looking at one pointer. Asking Rust each
//! time would double the time of every script, so the pointer stays null until a script has overrun its budget (or
//! a person has pressed Ctrl-C); then a thread that watches all virtual machines sets it. Once set, every further
//! step fails, so a script that catches the error is stopped all the same.
#![allow(unsafe_code)]

use std::os::raw::c_int;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};

use mlua::{Lua, Value, ffi};

/// What scripts say when they are stopped; the host recognises it.
pub(crate) const STOPPED: &str = "stopped by the watchdog";

const TICK: Duration = Duration::from_millis(10);

/// What the watching thread knows of one virtual machine.
#[derive(Debug)]
struct Watched {
    /// The callbacks of the machine; null once it is gone.
    callbacks: Mutex<CallbackPointer>,
    /// Odd while a script runs; a new number for every run.
    run: AtomicU64,
    /// How many ticks a run may take.
    budget: AtomicU64,
    tripped: AtomicBool,
}

#[derive(Debug)]
struct CallbackPointer(AtomicPtr<ffi::lua_Callbacks>);

impl Watched {
    /// Makes the next step of a running script fail.
    fn interrupt(&self) {
        let Ok(pointer) = self.callbacks.lock() else {
            return;
        };
        let callbacks = pointer.0.load(Ordering::Acquire);
        if callbacks.is_null() || self.run.load(Ordering::Acquire).is_multiple_of(2) {
            return;
        }
        self.tripped.store(true, Ordering::Release);
        // SAFETY: the pointer was taken from a live machine and is nulled under this lock before the machine goes.
        // Luau documents this field as one that may be set from another thread or a signal handler: it is one
        // aligned word, which the machine reads afresh at every safe point.
        unsafe {
            std::ptr::write_volatile(&raw mut (*callbacks).interrupt, Some(stop));
        }
    }
}

/// Fails the running script. A script that is collecting garbage is left alone.
unsafe extern "C-unwind" fn stop(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        return;
    }
    // SAFETY: Luau calls this at a safe point, where raising an error is allowed; no Rust value is alive here.
    unsafe {
        ffi::lua_checkstack(state, 2);
        ffi::lua_pushlstring(state, STOPPED.as_ptr().cast(), STOPPED.len());
        ffi::lua_error(state)
    }
}

/// Watches one virtual machine. Dropping it stops the watching; it must go before the machine does.
#[derive(Debug)]
pub(crate) struct Watchdog {
    watched: Arc<Watched>,
    callbacks: *mut ffi::lua_Callbacks,
}

/// Stops whatever script a host is running, or other work that looks at a flag, from any thread.
#[derive(Clone, Debug)]
pub struct StopHandle(Target);

#[derive(Clone, Debug)]
enum Target {
    Script(Weak<Watched>),
    Flag(Weak<AtomicBool>),
}

impl StopHandle {
    /// A handle that stops nothing, for rules that are no script.
    pub(crate) fn idle() -> Self {
        Self(Target::Script(Weak::new()))
    }

    /// A handle that raises a flag, for work that is not a script; whoever does the work lowers it again.
    pub fn for_flag(flag: &Arc<AtomicBool>) -> Self {
        Self(Target::Flag(Arc::downgrade(flag)))
    }

    /// Makes the script that is running fail at its next step; nothing happens if none is running.
    pub fn stop(&self) {
        match &self.0 {
            Target::Script(watched) => {
                if let Some(watched) = watched.upgrade() {
                    watched.interrupt();
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

/// Tells work that a script has called for whether that script is to stop.
#[derive(Clone, Debug)]
pub struct StopSignal(Weak<Watched>);

impl StopSignal {
    /// Whether the script that is running has been stopped.
    pub fn is_raised(&self) -> bool {
        self.0.upgrade().is_none_or(|watched| watched.tripped.load(Ordering::Acquire))
    }
}

fn registry() -> &'static Mutex<Vec<Weak<Watched>>> {
    static REGISTRY: OnceLock<Mutex<Vec<Weak<Watched>>>> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        // Without the thread scripts would run unwatched, but they would still run: budgets are a safety net.
        let _ = std::thread::Builder::new().name("watchdog".to_owned()).spawn(watch);
        Mutex::default()
    })
}

fn watch() {
    let mut started: Vec<(Weak<Watched>, u64, Instant)> = Vec::new();
    loop {
        std::thread::sleep(TICK);
        let Ok(mut all) = registry().lock() else {
            return;
        };
        all.retain(|weak| weak.strong_count() > 0);
        let current: Vec<Arc<Watched>> = all.iter().filter_map(Weak::upgrade).collect();
        drop(all);
        started.retain(|(weak, _, _)| weak.strong_count() > 0);
        for watched in current {
            let run = watched.run.load(Ordering::Acquire);
            let known = started.iter_mut().find(|(weak, _, _)| std::ptr::eq(weak.as_ptr(), Arc::as_ptr(&watched)));
            match known {
                Some((_, known_run, since)) if *known_run == run => {
                    let budget = Duration::from_millis(watched.budget.load(Ordering::Relaxed));
                    if run % 2 == 1 && since.elapsed() > budget {
                        watched.interrupt();
                    }
                }
                Some(entry) => (entry.1, entry.2) = (run, Instant::now()),
                None => started.push((Arc::downgrade(&watched), run, Instant::now())),
            }
        }
    }
}

impl Watchdog {
    pub(crate) fn new(lua: &Lua, budget: Duration) -> mlua::Result<Self> {
        let mut callbacks = std::ptr::null_mut();
        let out = &raw mut callbacks;
        // SAFETY: `lua_callbacks` only reads the address of a struct inside the machine.
        unsafe {
            lua.exec_raw::<Value>((), |state| {
                *out = ffi::lua_callbacks(state);
                ffi::lua_pushnil(state);
            })?;
        }
        let watched = Arc::new(Watched {
            callbacks: Mutex::new(CallbackPointer(AtomicPtr::new(callbacks))),
            run: AtomicU64::new(0),
            budget: AtomicU64::new(u64::try_from(budget.as_millis()).unwrap_or(u64::MAX)),
            tripped: AtomicBool::new(false),
        });
        if let Ok(mut all) = registry().lock() {
            all.push(Arc::downgrade(&watched));
        }
        Ok(Self { watched, callbacks })
    }

    pub(crate) fn handle(&self) -> StopHandle {
        StopHandle(Target::Script(Arc::downgrade(&self.watched)))
    }

    pub(crate) fn signal(&self) -> StopSignal {
        StopSignal(Arc::downgrade(&self.watched))
    }

    pub(crate) fn set_budget(&self, budget: Duration) {
        self.watched.budget.store(u64::try_from(budget.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Runs a script under watch; says whether it was stopped.
    pub(crate) fn run<T>(&self, script: impl FnOnce() -> T) -> (T, bool) {
        if self.watched.tripped.load(Ordering::Acquire) {
            // The last script ended just as it was to be stopped.
            self.clear();
        }
        self.watched.run.fetch_add(1, Ordering::AcqRel);
        let out = script();
        self.watched.run.fetch_add(1, Ordering::AcqRel);
        let tripped = self.watched.tripped.load(Ordering::Acquire);
        if tripped {
            self.clear();
        }
        (out, tripped)
    }

    fn clear(&self) {
        let Ok(_pointer) = self.watched.callbacks.lock() else {
            return;
        };
        // SAFETY: the machine is alive, as its owner drops this value first, and no script is running.
        unsafe {
            std::ptr::write_volatile(&raw mut (*self.callbacks).interrupt, None);
        }
        self.watched.tripped.store(false, Ordering::Release);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        if let Ok(pointer) = self.watched.callbacks.lock() {
            pointer.0.store(std::ptr::null_mut(), Ordering::Release);
        }
    }
}
