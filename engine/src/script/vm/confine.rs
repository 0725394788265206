//! What is taken away from scripts, and what is replaced.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua, MultiValue, Table, Value};

/// What scripts that set a global variable are told, in play as when they are bound; the host recognises it.
pub(super) use crate::script::bind::GLOBAL;

/// Takes away what breaks determinism or isolation, and replaces what has a harmless form.
pub(super) fn restrict(lua: &Lua, output: &Rc<RefCell<Vec<String>>>) -> mlua::Result<()> {
    let globals = lua.globals();
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
            let words: Vec<String> = values.iter().map(plain_text).collect();
            let mut lines = lines.borrow_mut();
            // A script that floods the session is cut off where nobody reads any more.
            if lines.len() < 10_000 {
                lines.push(words.join("\t"));
            }
            Ok(())
        })?,
    )?;
    // Addresses differ from run to run.
    globals.raw_set("tostring", lua.create_function(|_, value: Value| Ok(plain_text(&value)))?)?;
    Ok(())
}

/// Lets no script set a global variable: it would last from one call to the next, and states would depend on it.
pub(super) fn guard_globals(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    let guarded = lua.create_table()?;
    if let Some(known) = globals.metatable() {
        guarded.raw_set("__index", known.raw_get::<Value>("__index")?)?;
    }
    let refuse: Function = lua
        .load(format!("return function(_, name) error(`{GLOBAL} \\`{{name}}\\``, 2) end"))
        .set_name("=prelude")
        .eval()?;
    guarded.raw_set("__newindex", refuse)?;
    guarded.set_readonly(true);
    globals.set_metatable(Some(guarded))
}

/// A value as text, without addresses.
fn plain_text(value: &Value) -> String {
    match value {
        Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::UserData(_) | Value::LightUserData(_) => {
            value.type_name().to_owned()
        }
        Value::Buffer(_) => "buffer".to_owned(),
        other => other.to_string().unwrap_or_default(),
    }
}
