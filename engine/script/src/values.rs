//! Luau values for embedders, as opaque types of the engine.

use std::fmt;

use super::export::{self, Limits, Refused};
use super::vm::{OfOther, Solitude, script_diagnostic};
use parlour_model::diagnostic::{Diagnostic, SourceFile, debug_as_display};

/// An error that a script raises, or a function that scripts call.
#[derive(Clone)]
pub struct Error(pub(super) mlua::Error);

debug_as_display!(Error);

impl Error {
    /// An error with a message, for a function that scripts call.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(mlua::Error::runtime(message))
    }

    /// The fault of scripts that a function has called in another VM. If they ran out of memory or time, the calling
    /// script ends as well, whatever it catches.
    pub fn of(fault: &Diagnostic) -> Self {
        Self(mlua::Error::external(OfOther::new(fault.code, fault.to_string())))
    }

    /// The error as a diagnostic. `fallback` is the file named if the error names none.
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

/// A single value that can be passed to a VM: numbers, texts, flags, [`Value`] and its variants, lists of these.
pub trait IntoValue: mlua::IntoLua {}

/// A single value that can be read from a VM.
pub trait FromValue: mlua::FromLua {}

/// Arguments of a call or its results, passed to a VM: a value, or a tuple of them.
pub trait IntoValues: mlua::IntoLuaMulti {}

/// Results of a call or its arguments, read from a VM: a value, or a tuple of them.
pub trait FromValues: mlua::FromLuaMulti {}

/// A Luau VM, in which values are made.
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
    /// A VM without any words, for plain values. `memory` is its limit in bytes.
    ///
    /// # Errors
    /// The VM can't be created.
    pub fn bare(memory: usize) -> Result<Self, Error> {
        let lua = mlua::Lua::new_with(mlua::StdLib::NONE, mlua::LuaOptions::default()).map_err(Error)?;
        lua.set_memory_limit(memory).map_err(Error)?;
        Ok(Self(lua))
    }

    /// Evaluates a table constructor such as `{ patience = 3 }`. A text that calls a function or has a loop is refused.
    ///
    /// # Errors
    /// A text that isn't a table constructor.
    pub fn plain_table(&self, text: &str) -> Result<Table, Error> {
        // A plain table calls nothing and has no loops, so it is only interrupted when it returns.
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

    /// True while code runs whose result is cached, such as that of `memo`: a function that draws, searches or counts
    /// must refuse then.
    pub fn is_alone(&self) -> bool {
        Solitude::is_of(&self.0)
    }

    /// An empty table.
    ///
    /// # Errors
    /// Out of memory.
    pub fn table(&self) -> Result<Table, Error> {
        self.0.create_table().map(Table).map_err(Error)
    }

    /// Bytes, which scripts have as a buffer.
    ///
    /// # Errors
    /// Out of memory.
    pub fn bytes(&self, bytes: &[u8]) -> Result<Bytes, Error> {
        self.0.create_buffer(bytes).map(Bytes).map_err(Error)
    }

    /// A function that scripts can call.
    ///
    /// # Errors
    /// Out of memory.
    pub fn function<A: FromValues, R: IntoValues>(
        &self,
        called: impl Fn(&Self, A) -> Result<R, Error> + 'static,
    ) -> Result<Function, Error> {
        let function = self
            .0
            .create_function(move |lua, arguments: A| called(&Self(lua.clone()), arguments).map_err(|error| error.0));
        function.map(Function).map_err(Error)
    }

    /// Runs a text of the host and returns its results. `name` is its name in errors.
    ///
    /// # Errors
    /// A syntax error, or a text that fails.
    pub fn run<R: FromValues>(&self, name: &str, text: &str, arguments: impl IntoValues) -> Result<R, Error> {
        self.0.load(text).set_name(format!("={name}")).call(arguments).map_err(Error)
    }

    /// JSON as a value, as [`Value::json`] writes it.
    ///
    /// # Errors
    /// Out of memory.
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
                // The order of insertion may determine the order of iteration.
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

/// A Luau value. It belongs to its VM, and can't be used when that is dropped.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Nil.
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
    /// Any other value.
    Other(Other),
}

impl Value {
    /// Its type, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            other => other.to_lua().type_name(),
        }
    }

    /// The value as JSON, if it is plain.
    ///
    /// # Errors
    /// A value that isn't plain, or exceeds the limits.
    pub fn json(&self, limits: Limits) -> Result<serde_json::Value, Refused> {
        export::json(&self.to_lua(), limits)
    }

    /// A text or a number as text; `None` for nil.
    ///
    /// # Errors
    /// A text that is too long, or a value of another type.
    pub fn text(&self, limits: Limits) -> Result<Option<String>, Refused> {
        export::text(&self.to_lua(), limits)
    }

    /// The value as text, truncated, without addresses and without calling `__tostring`.
    pub fn shown(&self) -> String {
        export::shown(&self.to_lua())
    }

    /// The value for display, tables with their contents; the excess is left out.
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

/// A Luau string, which may be any bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Text(mlua::LuaString);

impl Text {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.as_bytes().to_vec()
    }

    /// The text, with replacement characters for invalid UTF-8.
    pub fn lossy(&self) -> String {
        self.0.to_string_lossy()
    }
}

/// A Luau buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Bytes(mlua::Buffer);

/// A value that the host can only pass on.
#[derive(Clone, Debug, PartialEq)]
pub struct Other(mlua::Value);

/// A Luau table. It is read and written raw: no metamethod is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Table(mlua::Table);

impl Table {
    /// Reads the value at a key.
    ///
    /// # Errors
    /// A value of another type.
    pub fn get<T: FromValue>(&self, key: impl IntoValue) -> Result<T, Error> {
        self.0.raw_get(key).map_err(Error)
    }

    /// Writes a value at a key.
    ///
    /// # Errors
    /// A read-only table, or out of memory.
    pub fn set(&self, key: impl IntoValue, value: impl IntoValue) -> Result<(), Error> {
        self.0.raw_set(key, value).map_err(Error)
    }

    /// The length of its list.
    pub fn len(&self) -> usize {
        self.0.raw_len()
    }

    /// True if its list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its keys and values.
    pub fn pairs(&self) -> impl Iterator<Item = Result<(Value, Value), Error>> {
        let pairs = self.0.pairs::<mlua::Value, mlua::Value>();
        pairs.map(|pair| pair.map(|(key, value)| (Value::of(key), Value::of(value))).map_err(Error))
    }

    /// Removes all values.
    ///
    /// # Errors
    /// A read-only table.
    pub fn clear(&self) -> Result<(), Error> {
        self.0.clear().map_err(Error)
    }

    /// True if it has a metatable.
    pub fn has_metatable(&self) -> bool {
        self.0.metatable().is_some()
    }

    /// Sets its metatable.
    ///
    /// # Errors
    /// A read-only table.
    pub fn set_metatable(&self, metatable: &Self) -> Result<(), Error> {
        self.0.set_metatable(Some(metatable.0.clone())).map_err(Error)
    }

    /// Makes it read-only.
    pub fn freeze(&self) {
        self.0.set_readonly(true);
    }
}

/// A function of a script, or one that scripts call.
#[derive(Clone, Debug, PartialEq)]
pub struct Function(pub(super) mlua::Function);

impl Function {
    /// Calls it from inside of a watched call, such as [`ViewScripts::call`](super::ViewScripts::call).
    ///
    /// # Errors
    /// An error that it raises, or results of other types.
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

// Only types named here cross the border: a map, for example, would be copied unmeasured.
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
