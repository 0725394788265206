//! Fuzz targets: processing of untrusted texts.
//!
//! A [`Target`] takes any text and panics if an invariant fails: it may refuse the text, with a message of limited
//! length, but neither crash nor hang. [`mutate`] generates texts from others. They run as tests (`tests/fuzz.rs`), and
//! under coverage guidance for any time (`fuzz/README.md`).

// Failures are panics, as fuzzers expect.
#![allow(clippy::panic)]

mod mutate;
mod positions;
mod seeds;
mod targets;

pub use mutate::{Words, mutate};
pub use targets::TARGETS;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of the folder of its regression corpus.
    pub name: &'static str,
    /// The seed corpus.
    pub seeds: fn() -> Vec<String>,
    /// Processes a text.
    pub run: fn(&str),
}

impl Target {
    /// Finds a target by name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Processes bytes.
    pub fn run_bytes(&self, bytes: &[u8]) {
        // Invalid UTF-8 is refused earlier, when files and lines are read.
        (self.run)(&String::from_utf8_lossy(bytes));
    }

    /// The seed corpus and the regression corpus.
    ///
    /// # Panics
    /// An unreadable file of the corpus.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let mut texts = (self.seeds)();
        texts.extend(self.kept());
        texts
    }

    /// The regression corpus: texts that once failed.
    ///
    /// # Panics
    /// An unreadable file.
    #[must_use]
    pub fn kept(&self) -> Vec<String> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/kept").join(self.name);
        let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
        let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            String::from_utf8_lossy(&bytes).into_owned()
        };
        paths.iter().map(read).collect()
    }
}
