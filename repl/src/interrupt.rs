//! Ctrl-C outside the line editor: stops what runs, not the program.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_engine::script::StopHandle;

static PRESSED: AtomicBool = AtomicBool::new(false);
static WATCHED: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Option<StopHandle>> = Mutex::new(None);

/// The exit status of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// From now on Ctrl-C is looked after here: it ends the program only where nobody watches for it, or if it is
/// pressed again before anybody has taken notice.
pub(crate) fn install() {
    // A handler that can't be set leaves the usual one, which ends the program.
    let _ = ctrlc::set_handler(|| {
        let again = PRESSED.swap(true, Ordering::AcqRel);
        if again || !WATCHED.load(Ordering::Acquire) {
            std::process::exit(INTERRUPTED.into());
        }
        if let Ok(running) = RUNNING.lock()
            && let Some(handle) = running.as_ref()
        {
            handle.stop();
        }
    });
}

/// Watches for Ctrl-C as long as it lives.
#[derive(Debug)]
pub(crate) struct Watch(());

impl Watch {
    /// Begins to watch; a Ctrl-C from before doesn't count.
    pub(crate) fn begin() -> Self {
        PRESSED.store(false, Ordering::Release);
        WATCHED.store(true, Ordering::Release);
        Self(())
    }

    /// Says which script is to be stopped.
    pub(crate) fn stops(&self, handle: Option<StopHandle>) {
        if let Ok(mut running) = RUNNING.lock() {
            *running = handle;
        }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_pressed(&self) -> bool {
        PRESSED.load(Ordering::Acquire)
    }

    /// What is set when Ctrl-C is pressed, for work on other threads.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        &PRESSED
    }

    /// Waits, but not beyond Ctrl-C.
    pub(crate) fn sleep(&self, time: std::time::Duration) {
        let until = std::time::Instant::now() + time;
        while !self.is_pressed() {
            let rest = until.saturating_duration_since(std::time::Instant::now());
            if rest.is_zero() {
                return;
            }
            std::thread::sleep(rest.min(std::time::Duration::from_millis(20)));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.store(false, Ordering::Release);
        self.stops(None);
    }
}
