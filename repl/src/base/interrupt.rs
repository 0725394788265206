//! Ctrl-C outside the line editor: stops what runs, not the program. A request to end (SIGTERM) stops it and then ends
//! the program, with the match saved.

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

/// The program is to end.
static ENDS: AtomicBool = AtomicBool::new(false);

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;
/// The exit status of a program that was asked to end.
pub(crate) const TERMINATED: u8 = 143;
/// How long a program that is asked to end may take for it.
#[cfg(unix)]
const GRACE: Duration = Duration::from_millis(350);

/// How often a script is told to stop until it is not running any more: one that is only about to begin does not hear it.
const AGAIN: Duration = Duration::from_millis(10);

/// From now on writing beyond a limit on the size of files is an error like any other, not the end of the program.
///
/// No other thread may be running yet.
pub(crate) fn heed_limits() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        // Blocked it has no effect, and what was written too much fails.
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
}

/// From now on Ctrl-C is looked after here: it ends the program only where nobody watches for it, or if it is
/// pressed again before anybody has taken notice.
///
/// No other thread may be running yet.
pub(crate) fn install() {
    on_every_press(|| {
        if is_pressed() || !WATCHED.load(Ordering::Acquire) {
            leave(INTERRUPTED);
        }
        press();
    });
    spawn_stopper();
}

/// From now on Ctrl-C never ends the program: it is remembered until [`forget`], and stops what runs.
///
/// No other thread may be running yet.
pub(crate) fn install_at_keyboard() {
    STAYS.store(true, Ordering::Release);
    on_every_press(press);
    spawn_stopper();
}

/// The line editor puts handlers of its own in the place of ours and back. A signal that all threads block waits for the
/// one that fetches it.
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
    // A handler that can't be set leaves the usual one, which ends the program.
    let _ = ctrlc::set_handler(press);
}

/// Somebody wants the program to end: what runs is stopped, and whoever watches saves what there is and leaves; after
/// a while it ends all the same.
#[cfg(unix)]
fn end() {
    ENDS.store(true, Ordering::Release);
    press();
    let _ = std::thread::Builder::new().name("end".to_owned()).spawn(|| {
        std::thread::sleep(GRACE);
        leave(TERMINATED);
    });
}

/// Leaves the terminal as it was found, and the program.
fn leave(status: u8) -> ! {
    #[cfg(unix)]
    terminal::restore();
    std::process::exit(status.into());
}

/// The exit status of a program that was stopped.
pub(crate) fn status() -> u8 {
    if ends() { TERMINATED } else { INTERRUPTED }
}

/// Whether the program is to end.
pub(crate) fn ends() -> bool {
    ENDS.load(Ordering::Acquire)
}

/// What the line editor changes of the terminal, which nobody puts back when the program ends while a line is written.
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
        // The thread that draws may hold the terminal: nobody waits for it now.
        if let Some(modes) = FOUND.try_lock().ok().and_then(|mut found| found.take()) {
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, &modes);
            if stdin().is_terminal() && stdout().is_terminal() {
                // No more marks around what is pasted.
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
    if ends() {
        return;
    }
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
