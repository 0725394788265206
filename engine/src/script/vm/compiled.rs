//! Bytecode of scripts that were compiled before: the machines of a session, of robots and of an arena load the same.
//!
//! Luau trusts bytecode. What is loaded as such comes from the compiler here and nowhere else; texts are always read as
//! text, whatever their first bytes are.

use std::sync::{Arc, Mutex};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua};

/// Bytes of texts and bytecode that are kept.
const MOST_KEPT: usize = 16 << 20;

/// What was compiled before.
static KEPT: Mutex<Vec<Compiled>> = Mutex::new(Vec::new());

/// A text that was compiled.
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

/// How a text is compiled: nothing is inlined, so that every error has its line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    /// How often each line is reached is counted.
    pub(super) counts_lines: bool,
}

impl Settings {
    pub(super) fn compiler(self) -> Compiler {
        Compiler::new()
            .set_optimization_level(1)
            .set_coverage_level(u8::from(self.counts_lines))
            .set_debug_level(1)
            .set_type_info_level(1)
            // What scripts get in its place must be called.
            .add_disabled_builtin("setmetatable")
    }

    /// Loads a text that the engine has put together, compiled as soon as another machine has done so.
    ///
    /// # Errors
    /// Syntax errors.
    pub(super) fn load(self, lua: &Lua, name: &str, text: &str) -> mlua::Result<Function> {
        match self.bytecode(text) {
            Some(bytecode) => {
                lua.load(&bytecode[..]).set_mode(ChunkMode::Binary).set_name(format!("={name}")).into_function()
            }
            // The machine tells with the name what is wrong.
            None => load_text(lua, name, text),
        }
    }

    /// A text as it is kept beside what it was compiled to, which all machines share.
    pub(super) fn shared_text(self, text: &str) -> Arc<str> {
        let kept = KEPT.lock().ok();
        let known =
            kept.as_ref().and_then(|kept| kept.iter().find(|kept| kept.settings == self && *kept.text == *text));
        known.map_or_else(|| text.into(), |known| known.text.clone())
    }

    /// What a text is compiled to; `None` if it can't be.
    fn bytecode(self, text: &str) -> Option<Arc<[u8]>> {
        let is_meant = |kept: &&Compiled| kept.settings == self && *kept.text == *text;
        if let Some(known) = KEPT.lock().ok()?.iter().find(is_meant) {
            return Some(known.bytecode.clone());
        }
        let bytecode: Arc<[u8]> = self.compiler().compile(text).ok()?.into();
        let compiled = Compiled { settings: self, text: text.into(), bytecode: bytecode.clone() };
        let mut kept = KEPT.lock().ok()?;
        let mut size = compiled.size() + kept.iter().map(Compiled::size).sum::<usize>();
        // What was kept first goes first.
        let gone = kept.iter().take_while(|old| {
            let is_over = size > MOST_KEPT;
            size -= if is_over { old.size() } else { 0 };
            is_over
        });
        let gone = gone.count();
        kept.drain(..gone);
        kept.push(compiled);
        Some(bytecode)
    }
}

/// Loads a text as it is.
///
/// # Errors
/// Syntax errors.
pub(super) fn load_text(lua: &Lua, name: &str, text: &str) -> mlua::Result<Function> {
    lua.load(text).set_mode(ChunkMode::Text).set_name(format!("={name}")).into_function()
}
