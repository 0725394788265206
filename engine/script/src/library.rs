//! Luau's own library, as the compiler asks it about values that are known at compile time.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use mlua::{Function, Lua, LuaOptions, MultiValue, StdLib, Table, VmState};
use parlour_lower::{Luau, Plain};

/// Safe points that a call may pass.
const PATIENCE: u32 = 100_000;

/// Memory of the machine in bytes.
const MEMORY: usize = 64 << 20;

/// Bytes of a result.
const MAX_TEXT: usize = 1 << 20;

/// A machine of Luau with nothing but the library.
#[derive(Default)]
pub(crate) struct Library {
    /// Made when it is asked for the first time.
    machine: OnceCell<Option<Machine>>,
}

struct Machine {
    lua: Lua,
    functions: RefCell<HashMap<&'static str, Function>>,
    /// Safe points left of a call.
    left: Rc<Cell<u32>>,
}

impl Library {
    fn machine(&self) -> Option<&Machine> {
        let machine = self.machine.get_or_init(|| {
            let lua =
                Lua::new_with(StdLib::STRING | StdLib::MATH | StdLib::BIT | StdLib::TABLE, LuaOptions::new()).ok()?;
            lua.set_memory_limit(MEMORY).ok()?;
            let left = Rc::new(Cell::new(PATIENCE));
            let counted = left.clone();
            lua.set_interrupt(move |_| match counted.get().checked_sub(1) {
                Some(left) => {
                    counted.set(left);
                    Ok(VmState::Continue)
                }
                None => Err(mlua::Error::runtime("it takes too long")),
            });
            Some(Machine { lua, left, functions: RefCell::default() })
        });
        machine.as_ref()
    }
}

impl Luau for Library {
    fn call(&self, name: &'static str, arguments: &[Plain]) -> Option<Vec<Plain>> {
        let machine = self.machine()?;
        let Machine { lua, left, .. } = machine;
        left.set(PATIENCE);
        let function = machine.function(name)?;
        let given: Option<MultiValue> = arguments.iter().map(|value| given(lua, value)).collect();
        let results: MultiValue = function.call(given?).ok()?;
        results.into_iter().map(answer).collect()
    }

    fn work(&self) -> usize {
        let left = self.machine.get().and_then(Option::as_ref).map_or(PATIENCE, |machine| machine.left.get());
        (PATIENCE - left) as usize
    }

    fn order(&self, keys: &[&str]) -> Option<Vec<usize>> {
        let Machine { lua, left, .. } = self.machine()?;
        left.set(PATIENCE);
        let escaped = |key: &&str| key.bytes().map(|byte| format!("\\{byte:03}")).collect::<String>();
        let fields = keys.iter().enumerate().map(|(n, key)| format!("[\"{}\"] = {n}, ", escaped(key)));
        let made = format!(
            "local out = {{}} for _, n in {{ {} }} do table.insert(out, n) end return out",
            fields.collect::<String>()
        );
        lua.load(made).call(()).ok()
    }
}

impl Machine {
    /// A function of the library.
    fn function(&self, name: &'static str) -> Option<Function> {
        if let Some(function) = self.functions.borrow().get(name) {
            return Some(function.clone());
        }
        let globals = self.lua.globals();
        let function: Function = match name.split_once('.') {
            Some((library, name)) => globals.get::<Table>(library).ok()?.get(name).ok()?,
            None => globals.get(name).ok()?,
        };
        self.functions.borrow_mut().insert(name, function.clone());
        Some(function)
    }
}

/// A plain value as an argument.
fn given(lua: &Lua, value: &Plain) -> Option<mlua::Value> {
    Some(match value {
        Plain::Nil => mlua::Value::Nil,
        Plain::Boolean(truth) => mlua::Value::Boolean(*truth),
        Plain::Number(number) => mlua::Value::Number(*number),
        Plain::Text(bytes) => mlua::Value::String(lua.create_string(bytes).ok()?),
        Plain::List(_) => return None,
    })
}

fn answer(result: mlua::Value) -> Option<Plain> {
    Some(match result {
        mlua::Value::Nil => Plain::Nil,
        mlua::Value::Boolean(truth) => Plain::Boolean(truth),
        mlua::Value::Integer(number) => Plain::Number(number as f64),
        mlua::Value::Number(number) => Plain::Number(number),
        mlua::Value::String(text) if text.as_bytes().len() <= MAX_TEXT => Plain::Text(text.as_bytes().to_vec()),
        mlua::Value::Table(list) => {
            let rows = list.sequence_values::<mlua::Value>().map(|row| answer(row.ok()?));
            Plain::List(rows.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Plain {
        Plain::Text(text.as_bytes().to_vec())
    }

    #[test]
    fn a_call_that_takes_too_long_or_too_much_is_given_up() {
        let library = Library::default();
        assert!(library.call("string.find", &[text(&"a".repeat(40)), text(&("a*".repeat(20) + "b"))]).is_none());
        assert_eq!(library.work(), PATIENCE as usize);
        assert!(library.call("string.rep", &[text("x"), Plain::Number(1e9)]).is_none());
        assert!(library.call("string.rep", &[text("x"), Plain::Number(MAX_TEXT as f64 + 1.0)]).is_none());
        assert_eq!(library.call("string.rep", &[text("x"), Plain::Number(3.0)]), Some(vec![text("xxx")]));
    }
}
