//! Fuzz targets: what is done with texts that come from others.
//!
//! A [`Target`] takes any text and panics if something is not as it should be: it may refuse the text, in a message of a
//! reasonable length, but neither fail nor run on. [`mutate`] makes texts out of others. They run as tests
//! (`tests/fuzz.rs`), and for as long as one likes with what the compiler can tell of the way through the code
//! (`fuzz/README.md`).

// What is wrong is told by a panic, as fuzzers expect it.
#![allow(clippy::panic)]

mod mutate;
mod positions;
mod seeds;
mod targets;

pub use mutate::{Words, mutate};
pub use targets::TARGETS;

/// Something that is done with a text.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What it is called, and the folder of texts that are kept for it.
    pub name: &'static str,
    /// Texts to begin with.
    pub seeds: fn() -> Vec<String>,
    /// Does it.
    pub run: fn(&str),
}

impl Target {
    /// The target of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Does it with what is given as bytes.
    pub fn run_bytes(&self, bytes: &[u8]) {
        // What is not UTF-8 is refused where files and lines are read.
        (self.run)(&String::from_utf8_lossy(bytes));
    }

    /// The texts to begin with and those that are kept because something was wrong with them once.
    ///
    /// # Panics
    /// A kept text that can't be read.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let mut texts = (self.seeds)();
        texts.extend(self.kept());
        texts
    }

    /// The texts that are kept because something was wrong with them once.
    ///
    /// # Panics
    /// A text that can't be read.
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
