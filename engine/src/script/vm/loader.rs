//! Loading scripts: their names are bound to the prelude, and what they misname is told.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value};

use super::Mode;
use super::faults::script_diagnostic;
use crate::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use crate::script::prelude::{Prelude, SHARED};
use crate::script::rewrite::{Names, bind};
use crate::script::undeclared::{Surroundings, undeclared};

/// What every script gets from the machine.
pub(super) type Shared = (mlua::Buffer, mlua::Buffer, mlua::Buffer, mlua::Buffer, Function);

/// The prelude with `core`, for the engine's own scripts.
pub(super) struct WithCore<'a>(pub(super) &'a Prelude);

impl Names for WithCore<'_> {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        self.0.all_members(namespace)
    }

    fn allows_hiding(&self) -> bool {
        true
    }
}

/// What a script finds around it: the prelude's names and the machine's.
struct Around<'a> {
    prelude: &'a Prelude,
    globals: Table,
}

impl Surroundings for Around<'_> {
    fn has(&self, name: &str) -> bool {
        self.prelude.members(name).is_some()
            || SHARED.contains(&name)
            || self.globals.contains_key(name).unwrap_or(true)
    }

    fn members(&self, library: &str) -> Option<Vec<String>> {
        if self.prelude.members(library).is_some() {
            return None;
        }
        let table = self.globals.get::<Table>(library).ok()?;
        let mut members: Vec<String> =
            table.pairs::<String, Value>().filter_map(Result::ok).map(|(name, _)| name).collect();
        members.sort();
        Some(members)
    }

    fn names(&self) -> Vec<&str> {
        self.prelude.namespaces().collect()
    }
}

/// What it takes to load a script. It holds no machine: a function inside the machine holds it, and neither would
/// ever be dropped.
pub(super) struct Loader {
    pub(super) prelude: Rc<Prelude>,
    pub(super) shared: Shared,
    pub(super) mode: Mode,
    pub(super) has_tables: Rc<RefCell<bool>>,
}

impl Loader {
    pub(super) fn load(&self, lua: &Lua, source: &SourceFile) -> Result<Function, Faults> {
        let load = |text: &str| lua.load(text).set_name(format!("={}", source.name)).into_function();
        let bound = bind(source, &*self.prelude);
        let mut faults = bound.as_ref().err().cloned().unwrap_or_default();
        // In what is no Luau at all, nothing is known about names.
        if load(&source.text).is_ok() {
            // What was said of a line says enough about it.
            let line = |fault: &Diagnostic| fault.place.as_ref().map(|place| place.line);
            let told: Vec<Option<u32>> = faults.iter().map(line).collect();
            faults.extend(self.undeclared(lua, source).into_iter().filter(|fault| !told.contains(&line(fault))));
        }
        if !faults.is_empty() {
            return Err(Faults(faults).sorted());
        }
        let bound = bound.unwrap_or_default();
        let text = if self.mode == Mode::Exact || bound.used.len() > 120 {
            self.need_tables(lua)?;
            source.text.to_string()
        } else {
            if bound.needs_tables {
                self.need_tables(lua)?;
            }
            self.prelude.prefix(&bound.used) + &bound.text
        };
        // What is wrong with the syntax is told by the text as it was written.
        let function = load(&text)
            .map_err(|error| load(&source.text).err().unwrap_or(error))
            .map_err(|error| script_diagnostic(&error, source))?;
        function.bind(self.shared.clone()).map_err(|error| Diagnostic::new(Code::ScriptHost, error.to_string()).into())
    }

    /// Names in a script that neither it nor the prelude nor the machine has.
    fn undeclared(&self, lua: &Lua, source: &SourceFile) -> Vec<Diagnostic> {
        undeclared(source, &Around { prelude: &self.prelude, globals: lua.globals() })
    }

    fn need_tables(&self, lua: &Lua) -> Result<(), Diagnostic> {
        if std::mem::replace(&mut *self.has_tables.borrow_mut(), true) {
            return Ok(());
        }
        let fail = |error: mlua::Error| Diagnostic::new(Code::ScriptHost, format!("prelude: {error}"));
        let tables = lua.load(self.prelude.tables()).set_name("=prelude").call::<Table>(self.shared.clone());
        let tables = tables.map_err(fail)?;
        for pair in tables.pairs::<String, Value>() {
            let (name, table) = pair.map_err(fail)?;
            lua.globals().raw_set(name, table).map_err(fail)?;
        }
        Ok(())
    }
}
