//! Progress of slow operations: a bar on a terminal, and an occasional line elsewhere.

use std::cell::Cell;
use std::io::{Write as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The minimum interval of lines in a pipe.
const SILENCE: Duration = Duration::from_secs(10);

/// Progress of a slow operation, on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Without a bar, the state of progress lines.
    said: Option<Said>,
}

/// Progress lines in place of a bar.
struct Said {
    last: Cell<Instant>,
    begun: Instant,
    /// The text after a bar, as in `{pos} of {len} games, {eta} left`.
    template: String,
}

/// The text after a bar in words. Times are omitted, since every line ends with the elapsed time.
fn in_words(template: &str, done: u64, length: u64, message: &str) -> String {
    let without_times = template.replace("{elapsed} gone", "").replace("{eta} left", "");
    let filled = without_times.replace("{pos}", &done.to_string()).replace("{len}", &length.to_string());
    let mut words = String::new();
    let mut left = filled.as_str();
    while let Some((before, rest)) = left.split_once('{') {
        let (name, behind) = rest.split_once('}').unwrap_or((rest, ""));
        words.push_str(before);
        words.push_str(if name == "msg" { message } else { "" });
        left = behind;
    }
    words.push_str(left);
    let parts = words.split(',').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

impl Progress {
    /// Progress lines, with the text after a bar in words.
    pub(super) fn in_lines(length: u64, behind: &str) -> Self {
        let now = Instant::now();
        let template = behind.to_owned();
        let bar = ProgressBar::hidden();
        bar.set_length(length);
        Self { bar, said: Some(Said { last: Cell::new(now), begun: now, template }) }
    }

    /// A progress bar.
    pub(super) fn drawn(length: u64, behind: &str, tick: Duration) -> Self {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template(&format!("{{wide_bar}} {behind}")) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(tick);
        Self { bar, said: None }
    }

    /// Hidden progress.
    pub(super) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), said: None }
    }

    pub(crate) fn set_length(&self, length: u64) {
        self.bar.set_length(length);
    }

    /// Resets the estimate of the remaining time.
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
        let words = in_words(&said.template, done, self.bar.length().unwrap_or_default(), &self.bar.message());
        // A failed write is harmless here.
        let _ = writeln!(stderr().lock(), "{words}, {} s", said.begun.elapsed().as_secs());
    }

    /// Writes to the terminal with the bar hidden.
    pub(crate) fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    pub(crate) fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_words_in_place_of_every_hole() {
        let told = |template: &str, message: &str| in_words(template, 3, 10, message);
        assert_eq!(told("{pos} of {len} steps {msg}, {elapsed} gone", "of chess"), "3 of 10 steps of chess");
        assert_eq!(told("{pos} of {len} steps {msg}, {elapsed} gone", ""), "3 of 10 steps");
        assert_eq!(told("{pos} of {len} matches, {eta} left {msg}", "2 of 5 passes"), "3 of 10 matches, 2 of 5 passes");
        assert_eq!(told("{pos} of {len} games, {elapsed} gone, {eta} left", ""), "3 of 10 games");
        // A message is shown as it is, and unknown values aren't.
        assert_eq!(told("{spinner} {msg} {percent}%", "{pos}"), "{pos} %");
    }
}
