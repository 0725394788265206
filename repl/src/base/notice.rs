//! A line that says what takes its time, while it does.

use std::io::{Write, stdout};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::context::Screen;
use crate::marks;

/// What is over sooner needs no words.
const DELAY: Duration = Duration::from_millis(200);

/// A line at the cursor, which is gone when it is dropped.
#[must_use]
pub(crate) struct Notice(Option<(Sender<()>, JoinHandle<()>)>);

impl Notice {
    /// Says something, in marked text, once it has lasted for a while, where a line can be taken away again.
    pub(crate) fn begin(screen: &Screen, text: &str) -> Self {
        if !screen.has_cursor() || screen.is_quiet {
            return Self(None);
        }
        let text = marks::render(&format!("[dim]{text}[/]"), screen.has_color());
        let (over, is_over) = channel();
        let speaker = std::thread::Builder::new().name("notice".to_owned()).spawn(move || {
            if is_over.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                // What can't be told now is told by what comes of it.
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
            // A thread that has failed has nothing on the screen.
            let _ = speaker.join();
        }
    }
}
