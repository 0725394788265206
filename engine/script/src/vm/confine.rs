//! The sandbox: library functions that are removed or replaced.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{Function, Lua, MultiValue, Table, Value};

use super::alone::Solitude;
use super::faults::Ended;

/// The message for scripts that set a global variable, at run time as when they are bound.
pub(super) use crate::bind::GLOBAL;
use crate::export::{Output, plain_text};
use crate::prelude::control;

/// Guard functions inside the VM.
#[derive(Clone, Debug)]
pub(super) struct Guards {
    /// Seals the tables of a file that has run.
    pub(super) sealed: Function,
    /// Checks the iteration order of a loop's table.
    pub(super) ordered: Function,
    /// Collects what closures made while a file runs share.
    pub(super) lasting: Function,
    /// The level of the function that has called a word.
    pub(super) frame: Function,
    /// Checks the collected values once the file has run.
    pub(super) loaded: Function,
    /// Seals the result of a required file, and reports what can't be sealed.
    pub(super) shared: Function,
    /// Clears the cache of `memo`.
    pub(super) forget: Function,
}

/// Removes what breaks determinism or isolation, and replaces what has a harmless form.
pub(super) fn restrict(
    lua: &Lua,
    output: &Rc<RefCell<Output>>,
    ended: &Rc<Cell<Option<Ended>>>,
    solitude: &Solitude,
) -> mlua::Result<Guards> {
    let globals = lua.globals();
    // Addresses differ from run to run.
    let tostring = lua.create_function(|lua, value: Value| match value {
        text @ Value::String(_) => Ok(text),
        other => lua.create_string(plain_text(&other)).map(Value::String),
    })?;
    // Makes a table read-only, and returns its metatable, even if `__metatable` hides it.
    let settle = lua.create_function(|_, table: Table| {
        table.set_readonly(true);
        Ok(table.metatable())
    })?;
    let ended = ended.clone();
    let ends = lua.create_function(move |_, fault: Value| {
        ended.set(ended.get().or_else(|| Ended::by(&fault)));
        Ok(ended.get().is_some())
    })?;
    let bounded = lua.load(include_str!("confine.luau")).set_name("=prelude");
    let (pcall, xpcall, moves_on, weak, frame) =
        bounded.call::<(Function, Function, Function, Function, Function)>((tostring.clone(), ends, settle.clone()))?;
    let collect = lua.create_function(|lua, ()| lua.gc_collect())?;
    let alone = {
        let solitude = solitude.clone();
        lua.create_function(move |_, (compute, key): (Function, Value)| {
            let _left = solitude.enter();
            compute.call::<Value>(key)
        })?
    };
    let kept = lua.load(include_str!("kept.luau")).set_name("=prelude");
    let (sealed, memo, lasting, loaded, shared, forget) =
        kept.call::<(Function, Function, Function, Function, Function, Function)>((
            settle,
            moves_on,
            weak,
            collect,
            alone,
            solitude.control.clone(),
            control::ALONE,
        ))?;
    let iterator = lua.create_function(|_, table: Table| {
        let Some(metatable) = table.metatable() else { return Ok(Value::Nil) };
        metatable.raw_get::<Value>("__iter")
    })?;
    let order = lua.load(include_str!("order.luau")).set_name("=prelude").into_function()?;
    let (ordered, next, pairs) = order.call::<(Function, Function, Function)>(iterator)?;
    for (name, function) in [("next", next), ("pairs", pairs)] {
        globals.raw_set(name, function)?;
    }
    for (name, function) in [("tostring", tostring), ("pcall", pcall), ("xpcall", xpcall), ("memo", memo)] {
        globals.raw_set(name, function)?;
    }
    for name in [
        "os",
        "debug",
        "getfenv",
        "setfenv",
        "loadstring",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "require",
        "dofile",
        "loadfile",
        "load",
    ] {
        globals.raw_remove(name)?;
    }
    let math: Table = globals.get("math")?;
    math.raw_remove("random")?;
    math.raw_remove("randomseed")?;
    let lines = output.clone();
    globals.raw_set(
        "print",
        lua.create_function(move |_, values: MultiValue| {
            lines.borrow_mut().print(values.iter());
            Ok(())
        })?,
    )?;
    Ok(Guards { sealed, ordered, lasting, frame, loaded, shared, forget })
}

/// Forbids setting global variables: they would last from one call to the next, and states would depend on them.
/// Records an attempt.
pub(super) fn guard_globals(lua: &Lua, tried: &Rc<Cell<bool>>) -> mlua::Result<()> {
    let globals = lua.globals();
    let guarded = lua.create_table()?;
    if let Some(known) = globals.metatable() {
        guarded.raw_set("__index", known.raw_get::<Value>("__index")?)?;
    }
    let tried = tried.clone();
    let note = lua.create_function(move |_, ()| {
        tried.set(true);
        Ok(())
    })?;
    let refuse: Function = lua
        .load(format!("local note = ... return function(_, name) note() error(`{GLOBAL} \\`{{name}}\\``, 2) end"))
        .set_name("=prelude")
        .call(note)?;
    guarded.raw_set("__newindex", refuse)?;
    guarded.set_readonly(true);
    globals.set_metatable(Some(guarded))
}
