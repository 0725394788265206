//! Loading of scripts: binds their names to the prelude, and reports unknown ones.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Lua, Table, Value};

use super::compiled::{Settings, load_text};
use super::faults::script_diagnostic;
use crate::bind::{Takes, Unbound, Words, bind};
use crate::prelude::Prelude;
use parlour_luau::{DEEPEST, SyntaxError};
use parlour_model::diagnostic::{Code, Diagnostic, Faults, SourceFile};

/// The arguments of scripts: the buffers of the state, the actions, the control and the events, the attack query, the
/// function that seals the tables of a file, the order check of tables, and the function that collects lasting locals.
pub(super) type Shared =
    (mlua::Buffer, mlua::Buffer, mlua::Buffer, mlua::Buffer, Function, Function, Function, Function, Function);

/// The environment of a script: the prelude's words and the VM's globals.
struct Around<'a> {
    prelude: &'a Prelude,
    globals: Table,
}

impl Words for Around<'_> {
    fn has(&self, namespace: &str) -> bool {
        self.prelude.has(namespace)
    }

    fn has_member(&self, namespace: &str, name: &str) -> bool {
        self.prelude.has_member(namespace, name)
    }

    fn members(&self, namespace: &str) -> Vec<&str> {
        self.prelude.members(namespace).unwrap_or_default()
    }

    fn keys(&self, namespace: &str) -> Vec<&str> {
        self.prelude.keys(namespace)
    }

    fn takes(&self, namespace: &str, member: &str) -> Option<Takes> {
        self.prelude.parameters(namespace, member)
    }

    fn gives(&self, namespace: &str, member: &str) -> Option<String> {
        self.prelude.gives(namespace, member)
    }

    fn is_of_match(&self, namespace: &str, member: &str) -> bool {
        self.prelude.is_of_match(namespace, member)
    }

    fn namespaces(&self) -> Vec<&str> {
        self.prelude.namespaces().collect()
    }

    fn has_global(&self, name: &str) -> bool {
        name != "..." && self.globals.contains_key(name).unwrap_or(true)
    }

    fn library(&self, name: &str) -> Option<Vec<String>> {
        let table = self.globals.get::<Table>(name).ok()?;
        let mut members: Vec<String> =
            table.pairs::<String, Value>().filter_map(Result::ok).map(|(name, _)| name).collect();
        members.sort();
        Some(members)
    }
}

/// Limit of a script's length in bytes. Nothing interrupts Luau while it compiles.
const LONGEST: usize = 512 << 10;

/// Limit of faults of a script that are reported together.
const MAX_FAULTS: usize = 200;

/// The state of loading. It doesn't hold the VM: a function inside the VM holds it, and neither would ever be dropped.
pub(super) struct Loader {
    pub(super) prelude: Rc<Prelude>,
    pub(super) shared: Shared,
    pub(super) settings: Settings,
    pub(super) counted: Option<Counted>,
    /// The loaded scripts, in a VM whose scripts are compiled to machine code.
    pub(super) written: Option<Written>,
}

/// Scripts as loaded.
pub(crate) type Written = Rc<RefCell<Vec<Source>>>;

/// A script as loaded: with the words that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub name: Arc<str>,
    pub(crate) text: Arc<str>,
    /// The script that builds the namespaces that it uses as values.
    pub(crate) words: Option<Arc<str>>,
    /// The name by which it was required, if it was.
    pub(crate) required: Option<Arc<str>>,
}

/// Scripts with the text around them, whose lines are counted.
pub(super) type Counted = Rc<RefCell<Vec<(SourceFile, Function)>>>;

impl Loader {
    /// Loads a script.
    pub(super) fn load(&self, lua: &Lua, source: &SourceFile) -> Result<Function, Faults> {
        if source.text.len() > LONGEST {
            let message = format!("the script has {} bytes; at most {LONGEST} are read", source.text.len());
            return Err(Diagnostic::new(Code::TooMany, message).at(source.line_place(1)).into());
        }
        let around = Around { prelude: &self.prelude, globals: lua.globals() };
        // Luau reports syntax errors of the text as written.
        let own = || load_text(lua, &source.name, &source.text);
        let fault = |error: mlua::Error| script_diagnostic(&error, source);
        let bound = match bind(source, &around) {
            Ok(bound) => bound,
            Err(Unbound::Faults(faults)) => {
                let mut faults = Faults(faults).sorted();
                faults.0.truncate(MAX_FAULTS);
                return Err(faults);
            }
            Err(Unbound::Syntax(error)) => {
                let at = if let SyntaxError::At(at) = error { at } else { 0 };
                let message = format!("this can't be read, or is nested more than {DEEPEST} deep");
                let unknown = || Diagnostic::new(Code::ScriptSyntax, message).at(source.place(at));
                return Err(own().err().map_or_else(unknown, fault).into());
            }
        };
        let text = self.prelude.around(&source.text, &bound);
        let function = self.settings.load(lua, &source.name, &text);
        let function = function.map_err(|error| fault(own().err().unwrap_or(error)))?;
        if let Some(counted) = &self.counted {
            counted.borrow_mut().push((source.clone(), function.clone()));
        }
        let fail = |error: mlua::Error| Diagnostic::new(Code::ScriptHost, error.to_string());
        let (state, actions, control, events, attacked, sealed, ordered, lasting, frame) = self.shared.clone();
        let namespaces = bound.namespaces();
        // The namespaces that the script uses as values.
        let tables = (!namespaces.is_empty()).then(|| self.prelude.tables(&namespaces));
        let load = |tables: &String| self.settings.load(lua, "prelude", tables)?.call::<Table>(self.shared.clone());
        let words = tables.as_ref().map(load).transpose().map_err(fail)?;
        if let Some(written) = &self.written {
            written.borrow_mut().push(Source {
                name: (*source.name).into(),
                text: self.settings.shared_text(&text),
                words: tables.map(|tables| self.settings.shared_text(&tables)),
                required: None,
            });
        }
        let shared = (state, actions, control, events, attacked, sealed, ordered, lasting, frame, words);
        Ok(function.call(shared).map_err(fail)?)
    }
}
