//! A transient status line for slow operations.

use std::io::{Write, stdout};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::context::Screen;
use crate::marks;

/// The delay before the line is shown.
const DELAY: Duration = Duration::from_millis(200);

/// A line at the cursor, erased on drop.
#[must_use]
pub(crate) struct Notice(Option<(Sender<()>, JoinHandle<()>)>);

impl Notice {
    /// Shows marked text after the delay, if the terminal can erase it.
    pub(crate) fn begin(screen: &Screen, text: &str) -> Self {
        if !screen.has_cursor() || screen.is_quiet {
            return Self(None);
        }
        let text = marks::render(&format!("[dim]{text}[/]"), screen.has_color());
        let (over, is_over) = channel();
        let speaker = std::thread::Builder::new().name("notice".to_owned()).spawn(move || {
            if is_over.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                // A failed write is harmless here.
                let _ = write!(stdout(), "\r{text}").and_then(|()| stdout().flush());
                let _ = is_over.recv();
                let _ = write!(stdout(), "\r\u{1b}[2K").and_then(|()| stdout().flush());
            }
        });
        Self(speaker.ok().map(|speaker| (over, speaker)))
    }
}

impl Drop for Notice {
    fn drop(&mut self) {
        if let Some((over, speaker)) = self.0.take() {
            drop(over);
            // A panicked thread has nothing on the screen.
            let _ = speaker.join();
        }
    }
}
