//! Compilation of scripts to machine code on a background thread, with a cache shared by users of the same scripts.

use std::sync::{Arc, Mutex, OnceLock};

use parlour_lower::{Known, Lowering, Module, Unsupported, Word};

use super::in_luau::InLuau;
use super::prelude::control;
use super::vm::Source;

/// The blocks, in the order in which scripts get them.
pub(super) const STATE: usize = 0;
pub(super) const ACTIONS: usize = 1;
pub(super) const CONTROL: usize = 2;
pub(super) const EVENTS: usize = 3;
pub(super) const BLOCKS: usize = 4;

/// Work budget of a call, in units of some sixteen instructions: some tens of milliseconds, after which the stop flag
/// is checked. Longer calls run in Luau, under the watchdog.
pub(super) const WORK: u32 = 20_000_000;

/// Number of bail-outs before the code's worth is judged.
pub(super) const FEW_FAILURES: u64 = 32;

/// Calls that must complete for each bail-out.
const LEAST_DONE: u64 = 16;

/// Stack size of a compiling thread, in bytes; its recursion is as deep as the scripts' nesting.
const STACK: usize = 128 << 20;

/// Limit of cached modules of a kind.
const MAX_KEPT: usize = 64;

/// The inputs of a compilation.
pub(super) trait Parts: PartialEq + Send + Sync + Sized + 'static {
    /// Compiles the scripts.
    fn lower(&self) -> Result<Lowering, Unsupported>;

    /// The cache for this kind of code.
    fn kept() -> &'static Kept<Self>;

    /// The scripts.
    fn sources(&self) -> &[Source];

    /// True if any script uses scratch card sets: otherwise they are never written.
    fn has_sets(&self) -> bool {
        let asks = |text: &Arc<str>| text.contains("scratch");
        self.sources().iter().any(|source| asks(&source.text) || source.words.as_ref().is_some_and(asks))
    }

    /// The file and line that stand for unsupported parts outside of the scripts; `None` if [`InLuau::at_code`] finds it.
    fn place(&self) -> Option<(&str, u32)>;

    /// An unsupported part at a place that an author knows.
    fn in_luau(&self, unsupported: &Unsupported) -> InLuau {
        let own = InLuau::of(unsupported);
        let is_known = self.sources().iter().any(|source| source.name == unsupported.file);
        match self.place().filter(|_| !is_known) {
            Some((file, line)) => InLuau { file: file.to_owned(), line, ..own },
            None => own,
        }
    }

    /// The same for one at the top level of a file, which keeps all scripts in Luau.
    fn whole_in_luau(&self, unsupported: &Unsupported) -> InLuau {
        let own = self.in_luau(unsupported);
        InLuau { reason: format!("{}; and so does everything else of the scripts", own.reason), ..own }
    }
}

/// The cache of compiled code and code being compiled.
pub(super) type Kept<P> = Mutex<Vec<Arc<Compiled<P>>>>;

/// Compiled code, or its inputs while it is compiled.
#[derive(Debug)]
pub(super) struct Compiled<P> {
    pub(super) parts: P,
    /// The code, or the reason that there is none if it is one of the scripts.
    code: OnceLock<Result<Arc<Module>, Option<InLuau>>>,
}

impl<P: Parts> Compiled<P> {
    /// Starts to compile, on a thread of its own, unless that was done before.
    pub(super) fn begin(parts: P) -> Option<Arc<Self>> {
        let mut kept = P::kept().lock().ok()?;
        if let Some(known) = kept.iter().find(|known| known.parts == parts) {
            return Some(known.clone());
        }
        if kept.len() >= MAX_KEPT {
            kept.remove(0);
        }
        let compiled = Arc::new(Self { parts, code: OnceLock::new() });
        kept.push(compiled.clone());
        let own = compiled.clone();
        let compile = move || own.code.set(own.compile()).is_ok();
        if std::thread::Builder::new().name("lowering".to_owned()).stack_size(STACK).spawn(compile).is_err() {
            // Then Luau runs everything.
            let _ = compiled.code.set(Err(None));
        }
        Some(compiled)
    }

    /// Compiles the scripts. A fault of the compiler leaves them to Luau.
    fn compile(&self) -> Result<Arc<Module>, Option<InLuau>> {
        let compile = || {
            let lowering = self.parts.lower().map_err(|unsupported| Some(self.parts.whole_in_luau(&unsupported)))?;
            Module::in_place_of(lowering).map(Arc::new).map_err(|_| None)
        };
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(compile)).unwrap_or(Err(None))
    }

    /// Waits for the code; `None` if nothing of the scripts is compiled.
    pub(super) fn now(&self) -> Option<&Arc<Module>> {
        self.code.wait().as_ref().ok()
    }

    /// True if compilation has ended.
    pub(super) fn is_ready(&self) -> bool {
        self.code.get().is_some()
    }

    /// The reason that nothing of the scripts is compiled, if known.
    pub(super) fn fault(&self) -> Option<&InLuau> {
        self.code.get()?.as_ref().err()?.as_ref()
    }
}

/// An entry of the code, with its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) number: usize,
    /// Completed actions or calls.
    pub(super) done: u64,
    pub(super) failures: u64,
}

impl Entry {
    pub(super) fn named(module: &Module, name: &str) -> Option<Self> {
        module.entry(name).map(|number| Self { number, done: 0, failures: 0 })
    }

    /// True if it bails out too often.
    pub(super) fn is_worthless(&self) -> bool {
        self.failures > FEW_FAILURES && self.done < self.failures * LEAST_DONE
    }

    /// The statistics after a call.
    pub(super) fn after(self, is_done: bool) -> Self {
        Self { done: self.done + u64::from(is_done), failures: self.failures + u64::from(!is_done), ..self }
    }
}

/// Parsed scripts, whose files can be required.
pub(super) struct Read {
    /// The arguments of scripts, without their tables of words.
    pub(super) shared: Vec<Known>,
    /// The scripts with the text around them, and the functions that run them.
    pub(super) scripts: Vec<Known>,
    pub(super) files: Vec<Known>,
}

/// Parses scripts over blocks of the given sizes. Their files haven't run yet: `LOADS` is set for them.
///
/// # Errors
/// Unsupported syntax.
pub(super) fn read(lowering: &mut Lowering, sources: &[Source], sizes: [usize; BLOCKS]) -> Result<Read, Unsupported> {
    let blocks: [Known; BLOCKS] = sizes.map(|size| lowering.add_block(size));
    let mut shared = blocks.to_vec();
    // In the order of [`SHARED`](super::prelude::SHARED).
    shared.extend([Word::Other, Word::Sealed, Word::Ordered, Word::Lasting, Word::Other].map(Known::word));
    lowering.set_byte(CONTROL, control::LOADS, 1);
    let (mut scripts, mut files) = (Vec::new(), Vec::new());
    for source in sources {
        let mut given = shared.clone();
        if let Some(words) = &source.words {
            let words = lowering.load_own("prelude", words)?;
            given.extend(lowering.run(&words, shared.clone())?.into_iter().take(1));
        }
        let script = lowering.load(&source.name, &source.text)?;
        let file = lowering.run(&script, given)?.into_iter().next().unwrap_or(Known::nil());
        if let Some(name) = &source.required {
            lowering.file(name, file.clone());
        }
        scripts.push(script);
        files.push(file);
    }
    Ok(Read { shared, scripts, files })
}

/// Ends compile-time evaluation: no file is loaded from now on.
pub(super) fn loaded(lowering: &mut Lowering) {
    lowering.set_byte(CONTROL, control::LOADS, 0);
    for byte in [control::LOADS, control::ALONE] {
        lowering.assume(CONTROL, byte, 0.0);
    }
}
