//! Ctrl-C outside the line editor: interrupts the running work, not the program. A termination request (SIGTERM)
//! interrupts it and then ends the program, with the match saved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlour_engine::script::StopHandle;

static PRESSED: AtomicBool = AtomicBool::new(false);
static WATCHED: AtomicBool = AtomicBool::new(false);
/// True with a person at the keyboard: Ctrl-C ends nothing but the running work.
static STAYS: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Option<StopHandle>> = Mutex::new(None);
/// Notified when Ctrl-C is pressed, or other work runs.
static CHANGED: Condvar = Condvar::new();

/// True if the program is being terminated.
static ENDS: AtomicBool = AtomicBool::new(false);

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;
/// The exit status of a terminated program.
pub(crate) const TERMINATED: u8 = 143;
/// The grace period for termination.
#[cfg(unix)]
const GRACE: Duration = Duration::from_millis(350);

/// The interval of repeated stop requests to a running script: one that is about to begin misses a single request.
const AGAIN: Duration = Duration::from_millis(10);

/// Makes writes beyond the file size limit fail with an error instead of a fatal signal.
///
/// Must be called before any other thread is started.
pub(crate) fn heed_limits() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        // A blocked signal has no effect, and the write fails.
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
}

/// Installs the Ctrl-C handler: it ends the program only if nothing watches for it, or if it is pressed again before it
/// was noticed.
///
/// Must be called before any other thread is started.
pub(crate) fn install() {
    on_every_press(|| {
        if is_pressed() || !WATCHED.load(Ordering::Acquire) {
            leave(INTERRUPTED);
        }
        press();
    });
    spawn_stopper();
}

/// Installs the Ctrl-C handler of a session: it never ends the program, but is remembered until [`forget`], and
/// interrupts the running work.
///
/// Must be called before any other thread is started.
pub(crate) fn install_at_keyboard() {
    STAYS.store(true, Ordering::Release);
    on_every_press(press);
    spawn_stopper();
}

/// Handles the signal by a dedicated thread, since the line editor replaces and restores signal handlers: a signal
/// blocked by all threads waits for `sigwait`.
#[cfg(unix)]
fn on_every_press(press: fn()) {
    use nix::sys::signal::{SigSet, Signal};
    terminal::remember();
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().collect();
    if signals.thread_block().is_ok() {
        // Without the thread Ctrl-C does nothing outside the line editor.
        let _ = std::thread::Builder::new().name("ctrl-c".to_owned()).spawn(move || {
            while let Ok(signal) = signals.wait() {
                if signal == Signal::SIGTERM {
                    end();
                } else {
                    press();
                }
            }
        });
    }
}

#[cfg(not(unix))]
fn on_every_press(press: fn()) {
    // If the handler can't be set, the default one ends the program.
    let _ = ctrlc::set_handler(press);
}

/// Begins termination: interrupts the running work, so that its owner can save and exit; after the grace period the
/// program exits in any case.
#[cfg(unix)]
fn end() {
    ENDS.store(true, Ordering::Release);
    press();
    let _ = std::thread::Builder::new().name("end".to_owned()).spawn(|| {
        std::thread::sleep(GRACE);
        leave(TERMINATED);
    });
}

/// Restores the terminal, and exits.
fn leave(status: u8) -> ! {
    #[cfg(unix)]
    terminal::restore();
    std::process::exit(status.into());
}

/// The exit status of an interrupted or terminated program.
pub(crate) fn status() -> u8 {
    if ends() { TERMINATED } else { INTERRUPTED }
}

/// True if the program is being terminated.
pub(crate) fn ends() -> bool {
    ENDS.load(Ordering::Acquire)
}

/// The terminal modes changed by the line editor, which must be restored at exit.
#[cfg(unix)]
mod terminal {
    use std::io::{IsTerminal, Write, stdin, stdout};
    use std::sync::Mutex;

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    static FOUND: Mutex<Option<Termios>> = Mutex::new(None);

    pub(super) fn remember() {
        if let (Ok(mut found), Ok(modes)) = (FOUND.lock(), tcgetattr(stdin())) {
            *found = Some(modes);
        }
    }

    pub(super) fn restore() {
        // The drawing thread may hold the lock: don't wait for it.
        if let Some(modes) = FOUND.try_lock().ok().and_then(|mut found| found.take()) {
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, &modes);
            if stdin().is_terminal() && stdout().is_terminal() {
                // Disables bracketed paste.
                let _ = write!(stdout(), "\u{1b}[?2004l\r\n").and_then(|()| stdout().flush());
            }
        }
    }
}

fn press() {
    let _running = running();
    PRESSED.store(true, Ordering::Release);
    CHANGED.notify_all();
}

fn running() -> MutexGuard<'static, Option<StopHandle>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread that repeats stop requests while Ctrl-C is pending.
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

/// True if Ctrl-C is pending.
pub(crate) fn is_pressed() -> bool {
    PRESSED.load(Ordering::Acquire)
}

/// Clears a pending Ctrl-C, since a line was entered after it.
pub(crate) fn forget() {
    if ends() {
        return;
    }
    PRESSED.store(false, Ordering::Release);
}

/// Watches for Ctrl-C until dropped.
#[derive(Debug)]
pub(crate) struct Watch(());

impl Watch {
    /// Begins to watch. An earlier Ctrl-C counts only in a session, whose line it was meant for.
    pub(crate) fn begin() -> Self {
        if !STAYS.load(Ordering::Acquire) {
            forget();
        }
        WATCHED.store(true, Ordering::Release);
        Self(())
    }

    /// Registers the script to be stopped.
    pub(crate) fn stops(&self, handle: Option<StopHandle>) {
        *running() = handle;
        CHANGED.notify_all();
    }

    /// True if Ctrl-C was pressed.
    pub(crate) fn is_pressed(&self) -> bool {
        is_pressed()
    }

    /// The flag that Ctrl-C sets, for work on other threads.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        &PRESSED
    }

    /// Sleeps, but wakes up at Ctrl-C.
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
