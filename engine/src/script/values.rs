//! Values of scripts for those who embed the engine: what is behind them stays the engine's own.

use std::fmt;

use super::export::{self, Limits, Refused};
use super::vm::{OfOther, Solitude, script_diagnostic};
use crate::diagnostic::{Diagnostic, SourceFile, debug_as_display};

/// An error that a script raises, or a function that scripts call.
#[derive(Clone)]
pub struct Error(pub(super) mlua::Error);

debug_as_display!(Error);

impl Error {
    /// An error with a message, for a function that scripts call.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(mlua::Error::runtime(message))
    }

    /// The fault of scripts that a function has called for, which run in a machine of their own. If they ran out of memory
    /// or time, the script that called the function ends as well, whatever it catches.
    pub fn of(fault: &Diagnostic) -> Self {
        Self(mlua::Error::external(OfOther::new(fault.code, fault.to_string())))
    }

    /// The error as a message with its place. `fallback` is the file named if the error names none.
    pub fn diagnostic(&self, fallback: &SourceFile) -> Diagnostic {
        script_diagnostic(&self.0, fallback)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

/// What goes into a machine as one value: numbers, texts, flags, [`Value`] and its parts, lists of these.
pub trait IntoValue: mlua::IntoLua {}

/// What comes out of a machine as one value.
pub trait FromValue: mlua::FromLua {}

/// What goes into a machine as the arguments of a call or its results: a value, or a tuple of them.
pub trait IntoValues: mlua::IntoLuaMulti {}

/// What comes out of a machine as the results of a call or its arguments: a value, or a tuple of them.
pub trait FromValues: mlua::FromLuaMulti {}

/// A machine, in which values are made.
///
/// ```
/// use parlour_engine::script::{Error, Machine, Value};
///
/// let machine = Machine::bare(1 << 20)?;
/// let half = machine.function(|_, n: f64| match n {
///     0.0 => Err(Error::new("there is nothing to halve")),
///     n => Ok(n / 2.0),
/// })?;
/// assert_eq!(half.call::<f64>(5)?, 2.5);
/// assert!(half.call::<f64>(0).is_err());
/// let table = machine.plain_table("{ patience = 3, name = 'bold' }")?;
/// assert_eq!(table.get::<Value>("patience")?, Value::Number(3.0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine(pub(super) mlua::Lua);

impl Machine {
    /// A machine without any words, for plain values. `memory` is the bytes that they may take.
    ///
    /// # Errors
    /// A machine that can't start.
    pub fn bare(memory: usize) -> Result<Self, Error> {
        let lua = mlua::Lua::new_with(mlua::StdLib::NONE, mlua::LuaOptions::default()).map_err(Error)?;
        lua.set_memory_limit(memory).map_err(Error)?;
        Ok(Self(lua))
    }

    /// The table that a text such as `{ patience = 3 }` describes. A text that calls a function or has a loop is refused.
    ///
    /// # Errors
    /// A text that does not describe a table.
    pub fn plain_table(&self, text: &str) -> Result<Table, Error> {
        // A plain table calls nothing and has no loops, and so it is never interrupted but when it returns.
        let interrupts = std::cell::Cell::new(0);
        self.0.set_interrupt(move |_| {
            interrupts.set(interrupts.get() + 1);
            match interrupts.get() > 1 {
                true => Err(mlua::Error::runtime("it calls a function or has a loop")),
                false => Ok(mlua::VmState::Continue),
            }
        });
        let nothing = self.table()?.0;
        let table = self.0.load(format!("return {text}")).set_name("=params").set_environment(nothing).eval();
        self.0.remove_interrupt();
        table.map(Table).map_err(Error)
    }

    /// Whether what runs is to be kept from one call to the next, as what `memo` remembers is: a function that draws,
    /// searches or counts is to refuse then.
    pub fn is_alone(&self) -> bool {
        Solitude::is_of(&self.0)
    }

    /// An empty table.
    ///
    /// # Errors
    /// A machine without memory.
    pub fn table(&self) -> Result<Table, Error> {
        self.0.create_table().map(Table).map_err(Error)
    }

    /// Bytes, which scripts have as a buffer.
    ///
    /// # Errors
    /// A machine without memory.
    pub fn bytes(&self, bytes: &[u8]) -> Result<Bytes, Error> {
        self.0.create_buffer(bytes).map(Bytes).map_err(Error)
    }

    /// A function that scripts can call.
    ///
    /// # Errors
    /// A machine without memory.
    pub fn function<A: FromValues, R: IntoValues>(
        &self,
        called: impl Fn(&Self, A) -> Result<R, Error> + 'static,
    ) -> Result<Function, Error> {
        let function = self
            .0
            .create_function(move |lua, arguments: A| called(&Self(lua.clone()), arguments).map_err(|error| error.0));
        function.map(Function).map_err(Error)
    }

    /// Runs a text of the host's own and gives what it returns. `name` is what errors call it.
    ///
    /// # Errors
    /// A text that is not Luau, or fails.
    pub fn run<R: FromValues>(&self, name: &str, text: &str, arguments: impl IntoValues) -> Result<R, Error> {
        self.0.load(text).set_name(format!("={name}")).call(arguments).map_err(Error)
    }

    /// JSON as a value, as [`Value::json`] writes it.
    ///
    /// # Errors
    /// A machine without memory.
    pub fn value(&self, json: &serde_json::Value) -> Result<Value, Error> {
        Ok(match json {
            serde_json::Value::Null => Value::Nil,
            serde_json::Value::Bool(flag) => Value::Flag(*flag),
            serde_json::Value::Number(n) => Value::Number(n.as_f64().unwrap_or_default()),
            serde_json::Value::String(text) => Value::Text(Text(self.0.create_string(text).map_err(Error)?)),
            serde_json::Value::Array(list) => {
                let table = self.table()?;
                for (n, value) in list.iter().enumerate() {
                    table.set(n + 1, self.value(value)?)?;
                }
                Value::Table(table)
            }
            serde_json::Value::Object(map) => {
                let table = self.table()?;
                // The order in which keys are set may be that in which a script meets them.
                let mut pairs: Vec<_> = map.iter().collect();
                pairs.sort_unstable_by_key(|(key, _)| *key);
                for (key, value) in pairs {
                    let value = self.value(value)?;
                    match key.strip_prefix('#').and_then(|n| n.parse::<f64>().ok()) {
                        Some(n) => table.set(n, value)?,
                        None => table.set(key.as_str(), value)?,
                    }
                }
                Value::Table(table)
            }
        })
    }
}

/// A value of a script. It is of the machine that it was made in, and can't be used when that is gone.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Nothing.
    Nil,
    /// True or false.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(Text),
    /// A table.
    Table(Table),
    /// A function.
    Function(Function),
    /// Anything else.
    Other(Other),
}

impl Value {
    /// What kind of value it is, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            other => other.to_lua().type_name(),
        }
    }

    /// The value as JSON, if it is plain.
    ///
    /// # Errors
    /// What is not plain or too much.
    pub fn json(&self, limits: Limits) -> Result<serde_json::Value, Refused> {
        export::json(&self.to_lua(), limits)
    }

    /// A text or a number as text; `None` for nil.
    ///
    /// # Errors
    /// A text that is too long, or a value of another kind.
    pub fn text(&self, limits: Limits) -> Result<Option<String>, Refused> {
        export::text(&self.to_lua(), limits)
    }

    /// The value as text, without addresses and without calling a `__tostring`; a long one is cut off.
    pub fn shown(&self) -> String {
        export::shown(&self.to_lua())
    }

    /// As far as it goes, for a person to look at.
    /// The value written out, tables with what is in them.
    pub fn render(&self) -> String {
        export::render(&self.to_lua())
    }

    pub(super) fn of(lua: mlua::Value) -> Self {
        match lua {
            mlua::Value::Nil => Self::Nil,
            mlua::Value::Boolean(flag) => Self::Flag(flag),
            mlua::Value::Integer(n) => Self::Number(n as f64),
            mlua::Value::Number(n) => Self::Number(n),
            mlua::Value::String(text) => Self::Text(Text(text)),
            mlua::Value::Table(table) => Self::Table(Table(table)),
            mlua::Value::Function(function) => Self::Function(Function(function)),
            other => Self::Other(Other(other)),
        }
    }

    fn to_lua(&self) -> mlua::Value {
        match self.clone() {
            Self::Nil => mlua::Value::Nil,
            Self::Flag(flag) => mlua::Value::Boolean(flag),
            Self::Number(n) => mlua::Value::Number(n),
            Self::Text(text) => mlua::Value::String(text.0),
            Self::Table(table) => mlua::Value::Table(table.0),
            Self::Function(function) => mlua::Value::Function(function.0),
            Self::Other(other) => other.0,
        }
    }
}

/// A text of a script, which may be any bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Text(mlua::LuaString);

impl Text {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.as_bytes().to_vec()
    }

    /// The text, with marks in place of what is not Unicode.
    pub fn lossy(&self) -> String {
        self.0.to_string_lossy()
    }
}

/// A buffer of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Bytes(mlua::Buffer);

/// A value that the host can only pass on.
#[derive(Clone, Debug, PartialEq)]
pub struct Other(mlua::Value);

/// A table of a script. It is read and written as it lies there: nothing of its metatable is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Table(mlua::Table);

impl Table {
    /// What is at a key.
    ///
    /// # Errors
    /// A value of another type.
    pub fn get<T: FromValue>(&self, key: impl IntoValue) -> Result<T, Error> {
        self.0.raw_get(key).map_err(Error)
    }

    /// Puts a value at a key.
    ///
    /// # Errors
    /// A table that can't be written, or a machine without memory.
    pub fn set(&self, key: impl IntoValue, value: impl IntoValue) -> Result<(), Error> {
        self.0.raw_set(key, value).map_err(Error)
    }

    /// How many values its list has.
    pub fn len(&self) -> usize {
        self.0.raw_len()
    }

    /// Whether its list has no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its keys and values.
    pub fn pairs(&self) -> impl Iterator<Item = Result<(Value, Value), Error>> {
        let pairs = self.0.pairs::<mlua::Value, mlua::Value>();
        pairs.map(|pair| pair.map(|(key, value)| (Value::of(key), Value::of(value))).map_err(Error))
    }

    /// Takes all values out.
    ///
    /// # Errors
    /// A table that can't be written.
    pub fn clear(&self) -> Result<(), Error> {
        self.0.clear().map_err(Error)
    }

    /// Whether it has a metatable.
    pub fn has_metatable(&self) -> bool {
        self.0.metatable().is_some()
    }

    /// Gives it a metatable.
    ///
    /// # Errors
    /// A table that can't be written.
    pub fn set_metatable(&self, metatable: &Self) -> Result<(), Error> {
        self.0.set_metatable(Some(metatable.0.clone())).map_err(Error)
    }

    /// From now on it can't be written.
    pub fn freeze(&self) {
        self.0.set_readonly(true);
    }
}

/// A function of a script, or one that scripts call.
#[derive(Clone, Debug, PartialEq)]
pub struct Function(pub(super) mlua::Function);

impl Function {
    /// Calls it from inside of a call that is watched, as [`ViewScripts::call`](super::ViewScripts::call) is.
    ///
    /// # Errors
    /// What it raises, and results of other types.
    pub fn call<R: FromValues>(&self, arguments: impl IntoValues) -> Result<R, Error> {
        self.0.call(arguments).map_err(Error)
    }
}

macro_rules! handles {
    ($($handle:ident: $lua:ty),*) => { $(
        impl mlua::IntoLua for $handle {
            fn into_lua(self, lua: &mlua::Lua) -> mlua::Result<mlua::Value> {
                self.0.into_lua(lua)
            }
        }
        impl mlua::IntoLua for &$handle {
            fn into_lua(self, lua: &mlua::Lua) -> mlua::Result<mlua::Value> {
                self.0.clone().into_lua(lua)
            }
        }
        impl mlua::FromLua for $handle {
            fn from_lua(value: mlua::Value, lua: &mlua::Lua) -> mlua::Result<Self> {
                <$lua>::from_lua(value, lua).map(Self)
            }
        }
        impl IntoValue for &$handle {}
    )* };
}
handles!(Text: mlua::LuaString, Table: mlua::Table, Function: mlua::Function, Bytes: mlua::Buffer);

impl mlua::IntoLua for Value {
    fn into_lua(self, _: &mlua::Lua) -> mlua::Result<mlua::Value> {
        Ok(self.to_lua())
    }
}

impl mlua::FromLua for Value {
    fn from_lua(value: mlua::Value, _: &mlua::Lua) -> mlua::Result<Self> {
        Ok(Self::of(value))
    }
}

// What crosses is named here, and nothing else does: a map, say, would be copied unmeasured.
macro_rules! values {
    ($($value:ty),*) => { $(
        impl IntoValue for $value {}
        impl FromValue for $value {}
    )* };
}
values!(bool, f64, i32, u8, u32, u64, usize, String, Text, Table, Function, Bytes, Value);
impl IntoValue for &str {}
impl<T: IntoValue> IntoValue for Option<T> {}
impl<T: FromValue> FromValue for Option<T> {}
impl<T: IntoValue> IntoValue for Vec<T> {}
impl<T: FromValue> FromValue for Vec<T> {}

macro_rules! tuples {
    ($(($($part:ident),*)),*) => { $(
        impl<$($part: IntoValue),*> IntoValues for ($($part,)*) {}
        impl<$($part: FromValue),*> FromValues for ($($part,)*) {}
    )* };
}
tuples!((), (A, B), (A, B, C), (A, B, C, D));
impl<T: IntoValue> IntoValues for T {}
impl<T: FromValue> FromValues for T {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_comes_back() {
        let machine = Machine::bare(1 << 20).unwrap();
        let text = "{ seen = { [3] = 2, [7] = 1 }, list = { 1, 2.5, 'x' }, flag = true }";
        let value = Value::Table(machine.plain_table(text).unwrap());
        let found = value.json(Limits::MEMORY).unwrap();
        assert_eq!(machine.value(&found).unwrap().json(Limits::MEMORY).unwrap(), found);
        assert_eq!(found["list"], serde_json::json!([1, 2.5, "x"]));
    }

    #[test]
    fn a_plain_table_calls_nothing() {
        let machine = Machine::bare(1 << 20).unwrap();
        for text in ["{ (function() while true do end end)() }", "{ f() }", "1", "{"] {
            assert!(machine.plain_table(text).is_err(), "{text}");
        }
        assert!(machine.plain_table("{ 1 }").is_ok());
    }
}
