//! Ctrl-C outside the line editor: stops what runs, not the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlour_engine::script::StopHandle;

static PRESSED: AtomicBool = AtomicBool::new(false);
static WATCHED: AtomicBool = AtomicBool::new(false);
/// Somebody sits at the keyboard: nothing is ended by Ctrl-C but what runs.
static STAYS: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Option<StopHandle>> = Mutex::new(None);
/// Ctrl-C was pressed, or something else runs.
static CHANGED: Condvar = Condvar::new();

/// The exit status of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// How often a script is told to stop until it is not running any more: one that is only about to begin does not hear it.
const AGAIN: Duration = Duration::from_millis(10);

/// From now on Ctrl-C is looked after here: it ends the program only where nobody watches for it, or if it is
/// pressed again before anybody has taken notice.
pub(crate) fn install() {
    spawn_stopper();
    // A handler that can't be set leaves the usual one, which ends the program.
    let _ = ctrlc::set_handler(|| {
        if is_pressed() || !WATCHED.load(Ordering::Acquire) {
            std::process::exit(INTERRUPTED.into());
        }
        press();
    });
}

/// From now on Ctrl-C never ends the program: it is remembered until [`forget`], and stops what runs.
///
/// No other thread may be running yet.
pub(crate) fn install_at_keyboard() {
    STAYS.store(true, Ordering::Release);
    on_every_press(press);
    spawn_stopper();
}

/// Other signals still end the program: the line editor puts handlers of its own in the place of ours and back, and
/// `ctrlc` can't tell Ctrl-C from a request to end. A signal that all threads block waits for the one that fetches it.
#[cfg(unix)]
fn on_every_press(press: fn()) {
    use nix::sys::signal::{SigSet, Signal};
    let signals = SigSet::from(Signal::SIGINT);
    if signals.thread_block().is_ok() {
        // Without the thread Ctrl-C does nothing outside the line editor.
        let _ = std::thread::Builder::new().name("ctrl-c".to_owned()).spawn(move || {
            while signals.wait().is_ok() {
                press();
            }
        });
    }
}

#[cfg(not(unix))]
fn on_every_press(press: fn()) {
    // A handler that can't be set leaves the usual one, which ends the program.
    let _ = ctrlc::set_handler(press);
}

fn press() {
    let _running = running();
    PRESSED.store(true, Ordering::Release);
    CHANGED.notify_all();
}

fn running() -> MutexGuard<'static, Option<StopHandle>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a thread that stops whatever runs while Ctrl-C counts.
fn spawn_stopper() {
    // Without it Ctrl-C is only noticed between two actions.
    let _ = std::thread::Builder::new().name("stopper".to_owned()).spawn(|| {
        let mut running = running();
        loop {
            let stopped = running.as_ref().filter(|_| is_pressed()).map(StopHandle::stop);
            running = match stopped {
                Some(()) => {
                    CHANGED.wait_timeout(running, AGAIN).map_or_else(|error| error.into_inner().0, |(lock, _)| lock)
                }
                None => CHANGED.wait(running).unwrap_or_else(PoisonError::into_inner),
            };
        }
    });
}

/// Whether Ctrl-C was pressed and counts still.
pub(crate) fn is_pressed() -> bool {
    PRESSED.load(Ordering::Acquire)
}

/// A Ctrl-C from before doesn't count any more: a line was written since.
pub(crate) fn forget() {
    PRESSED.store(false, Ordering::Release);
}

/// Watches for Ctrl-C as long as it lives.
#[derive(Debug)]
pub(crate) struct Watch(());

impl Watch {
    /// Begins to watch. A Ctrl-C from before counts only for somebody at the keyboard, whose line it is meant for.
    pub(crate) fn begin() -> Self {
        if !STAYS.load(Ordering::Acquire) {
            forget();
        }
        WATCHED.store(true, Ordering::Release);
        Self(())
    }

    /// Says which script is to be stopped.
    pub(crate) fn stops(&self, handle: Option<StopHandle>) {
        *running() = handle;
        CHANGED.notify_all();
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_pressed(&self) -> bool {
        is_pressed()
    }

    /// What is set when Ctrl-C is pressed, for work on other threads.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        &PRESSED
    }

    /// Waits, but not beyond Ctrl-C.
    pub(crate) fn sleep(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.is_pressed() {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return;
            }
            std::thread::sleep(rest.min(Duration::from_millis(20)));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.store(false, Ordering::Release);
        self.stops(None);
    }
}
