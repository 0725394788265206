//! A cache of bytecode: the VMs of a session, of robots and of an arena load the same scripts.
//!
//! Luau trusts bytecode. Only the compiler here provides it; texts are always parsed as text, whatever their first
//! bytes are.

use std::sync::{Arc, Mutex};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua};

/// Bytes of texts and bytecode in the cache.
const MAX_KEPT: usize = 16 << 20;

/// The cache.
static KEPT: Mutex<Vec<Compiled>> = Mutex::new(Vec::new());

/// A compiled text.
#[derive(Clone, Debug)]
struct Compiled {
    settings: Settings,
    text: Arc<str>,
    bytecode: Arc<[u8]>,
}

impl Compiled {
    fn size(&self) -> usize {
        self.text.len() + self.bytecode.len()
    }
}

/// Compiler settings: nothing is inlined, so that every error has its line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    /// True if executed lines are counted.
    pub(super) counts_lines: bool,
}

impl Settings {
    pub(super) fn compiler(self) -> Compiler {
        Compiler::new()
            .set_optimization_level(1)
            .set_coverage_level(u8::from(self.counts_lines))
            .set_debug_level(1)
            .set_type_info_level(1)
            // The replacement that scripts get must be called.
            .add_disabled_builtin("setmetatable")
    }

    /// Loads a text of the engine, from the cache if another VM has compiled it.
    ///
    /// # Errors
    /// Syntax errors.
    pub(super) fn load(self, lua: &Lua, name: &str, text: &str) -> mlua::Result<Function> {
        match self.bytecode(text) {
            Some(bytecode) => {
                lua.load(&bytecode[..]).set_mode(ChunkMode::Binary).set_name(format!("={name}")).into_function()
            }
            // The VM reports the error with the name.
            None => load_text(lua, name, text),
        }
    }

    /// The cached copy of a text, which all VMs share.
    pub(super) fn shared_text(self, text: &str) -> Arc<str> {
        let kept = KEPT.lock().ok();
        let known =
            kept.as_ref().and_then(|kept| kept.iter().find(|kept| kept.settings == self && *kept.text == *text));
        known.map_or_else(|| text.into(), |known| known.text.clone())
    }

    /// The bytecode of a text; `None` if it can't be compiled.
    fn bytecode(self, text: &str) -> Option<Arc<[u8]>> {
        let is_meant = |kept: &&Compiled| kept.settings == self && *kept.text == *text;
        if let Some(known) = KEPT.lock().ok()?.iter().find(is_meant) {
            return Some(known.bytecode.clone());
        }
        let bytecode: Arc<[u8]> = self.compiler().compile(text).ok()?.into();
        let compiled = Compiled { settings: self, text: text.into(), bytecode: bytecode.clone() };
        let mut kept = KEPT.lock().ok()?;
        let mut size = compiled.size() + kept.iter().map(Compiled::size).sum::<usize>();
        // First in, first out.
        let gone = kept.iter().take_while(|old| {
            let is_over = size > MAX_KEPT;
            size -= if is_over { old.size() } else { 0 };
            is_over
        });
        let gone = gone.count();
        kept.drain(..gone);
        kept.push(compiled);
        Some(bytecode)
    }
}

/// Loads a text without the cache.
///
/// # Errors
/// Syntax errors.
pub(super) fn load_text(lua: &Lua, name: &str, text: &str) -> mlua::Result<Function> {
    lua.load(text).set_mode(ChunkMode::Text).set_name(format!("={name}")).into_function()
}
