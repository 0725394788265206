//! How far something is that takes long: a bar on a terminal, and a line from time to time elsewhere.

use std::cell::Cell;
use std::io::{Write as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long nothing is said in a pipe.
const SILENCE: Duration = Duration::from_secs(10);

/// How far something is that takes long, on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When something was said last, where there is no bar, and how.
    said: Option<Said>,
}

/// Lines in place of a bar.
struct Said {
    last: Cell<Instant>,
    begun: Instant,
    /// What is counted, as in `{pos} of {len} games`.
    words: String,
}

impl Progress {
    /// Lines instead of a bar, with what is said behind one up to its first comma.
    pub(super) fn in_lines(length: u64, behind: &str) -> Self {
        let now = Instant::now();
        let words = behind.split(',').next().unwrap_or_default().to_owned();
        let bar = ProgressBar::hidden();
        bar.set_length(length);
        Self { bar, said: Some(Said { last: Cell::new(now), begun: now, words }) }
    }

    /// A bar that is drawn.
    pub(super) fn drawn(length: u64, behind: &str, tick: Duration) -> Self {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template(&format!("{{wide_bar}} {behind}")) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(tick);
        Self { bar, said: None }
    }

    /// Nothing is said.
    pub(super) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), said: None }
    }

    pub(crate) fn set_length(&self, length: u64) {
        self.bar.set_length(length);
    }

    /// What was done so far says nothing of how long the rest takes.
    pub(crate) fn reset_eta(&self) {
        self.bar.reset_eta();
    }

    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    pub(crate) fn set_position(&self, done: u64) {
        self.bar.set_position(done);
        let Some(said) = &self.said else { return };
        if said.last.get().elapsed() < SILENCE {
            return;
        }
        said.last.set(Instant::now());
        let length = self.bar.length().unwrap_or_default().to_string();
        let words = said.words.replace("{pos}", &done.to_string()).replace("{len}", &length);
        // What can't be told is nobody's loss.
        let _ = writeln!(stderr().lock(), "{words}, {} s", said.begun.elapsed().as_secs());
    }

    /// Does something that writes to the terminal while no bar is there.
    pub(crate) fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    pub(crate) fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}
