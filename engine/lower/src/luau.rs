//! Luau's own library, asked about values that are known at compile time.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use mlua::{Function, Lua, LuaOptions, MultiValue, StdLib, Table, VmState};

use crate::expressions::{MADE, MAX_TEXT};
use crate::value::Value;

/// Safe points that a call may pass.
const PATIENCE: u32 = 100_000;

/// Memory of the machine in bytes.
const MEMORY: usize = 64 << 20;

/// A machine of Luau with nothing but the library.
#[derive(Default)]
pub(crate) struct Luau {
    /// Made when it is asked for the first time.
    machine: OnceCell<Option<Machine>>,
}

struct Machine {
    lua: Lua,
    functions: RefCell<HashMap<&'static str, Function>>,
    /// Safe points left of a call.
    left: Rc<Cell<u32>>,
}

/// A result of a call.
pub(crate) enum Answer {
    One(Value),
    /// A list, as that of `string.split`.
    List(Vec<Value>),
}

impl Luau {
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

    /// Calls a function of the library, such as `string.sub`; `None` if an argument or a result isn't a plain value or is too
    /// long, or if the call fails.
    pub(crate) fn call(&self, name: &'static str, arguments: &[Value]) -> Option<Vec<Answer>> {
        let machine = self.machine()?;
        let Machine { lua, left, .. } = machine;
        left.set(PATIENCE);
        let function = machine.function(name)?;
        let given: Option<MultiValue> = arguments.iter().map(|value| given(lua, value)).collect();
        let results: MultiValue = function.call(given?).ok()?;
        results.into_iter().map(answer).collect()
    }

    /// The safe points that the last call has passed.
    pub(crate) fn work(&self) -> usize {
        let left = self.machine.get().and_then(Option::as_ref).map_or(PATIENCE, |machine| machine.left.get());
        (PATIENCE - left) as usize
    }

    /// The order in which Luau iterates over a table that a constructor has made with these keys, all different, as indices.
    pub(crate) fn order(&self, keys: &[&str]) -> Option<Vec<usize>> {
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
fn given(lua: &Lua, value: &Value) -> Option<mlua::Value> {
    Some(match value {
        Value::Nil => mlua::Value::Nil,
        Value::Boolean(truth) => mlua::Value::Boolean(*truth),
        Value::Number(number) => mlua::Value::Number(*number),
        Value::Text(text) if &**text != MADE => mlua::Value::String(lua.create_string(&**text).ok()?),
        Value::Bytes(bytes) => mlua::Value::String(lua.create_string(&**bytes).ok()?),
        _ => return None,
    })
}

fn answer(result: mlua::Value) -> Option<Answer> {
    Some(match result {
        mlua::Value::Table(list) => {
            let rows: Vec<Value> =
                list.sequence_values::<mlua::Value>().map(|row| plain(row.ok()?)).collect::<Option<_>>()?;
            Answer::List(rows)
        }
        result => Answer::One(plain(result)?),
    })
}

fn plain(result: mlua::Value) -> Option<Value> {
    Some(match result {
        mlua::Value::Nil => Value::Nil,
        mlua::Value::Boolean(truth) => Value::Boolean(truth),
        mlua::Value::Integer(number) => Value::Number(number as f64),
        mlua::Value::Number(number) => Value::Number(number),
        mlua::Value::String(text) => {
            let bytes = text.as_bytes();
            if bytes.len() > MAX_TEXT {
                return None;
            }
            match std::str::from_utf8(&bytes) {
                Ok(text) => Value::Text(text.into()),
                Err(_) => Value::Bytes(bytes.as_ref().into()),
            }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    #[test]
    fn a_call_that_takes_too_long_or_too_much_is_given_up() {
        let luau = Luau::default();
        assert!(luau.call("string.find", &[text(&"a".repeat(40)), text(&("a*".repeat(20) + "b"))]).is_none());
        assert_eq!(luau.work(), PATIENCE as usize);
        assert!(luau.call("string.rep", &[text("x"), Value::Number(1e9)]).is_none());
        assert!(luau.call("string.rep", &[text("x"), Value::Number(MAX_TEXT as f64 + 1.0)]).is_none());
        let short = luau.call("string.rep", &[text("x"), Value::Number(3.0)]).unwrap();
        assert!(matches!(&short[..], [Answer::One(Value::Text(made))] if &**made == "xxx"));
    }

    #[test]
    fn texts_that_are_not_known_are_not_asked_about() {
        assert!(Luau::default().call("string.upper", &[text(MADE)]).is_none());
    }
}
