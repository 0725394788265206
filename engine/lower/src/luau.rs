//! Luau's own library, asked about values that are known at compile time.

use crate::value::{MADE, Value};

/// A value that the library takes or returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain {
    /// Nil.
    Nil,
    /// True or false.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A text, as bytes.
    Text(Vec<u8>),
    /// A list, as that of `string.split`.
    List(Vec<Plain>),
}

/// A machine of Luau with nothing but the library. `()` knows nothing.
pub trait Luau {
    /// The results of a function of the library, such as `string.sub`; `None` if they aren't plain or are too long, or if the
    /// call fails or takes too long.
    fn call(&self, name: &'static str, arguments: &[Plain]) -> Option<Vec<Plain>>;

    /// The safe points that the last call has passed.
    fn work(&self) -> usize;

    /// The order in which Luau iterates over a table that a constructor has made with these keys, all different, as indices.
    fn order(&self, keys: &[&str]) -> Option<Vec<usize>>;
}

impl Default for Box<dyn Luau> {
    fn default() -> Self {
        Box::new(())
    }
}

impl Luau for () {
    fn call(&self, _name: &'static str, _arguments: &[Plain]) -> Option<Vec<Plain>> {
        None
    }

    fn work(&self) -> usize {
        0
    }

    fn order(&self, _keys: &[&str]) -> Option<Vec<usize>> {
        None
    }
}

/// A value as the library takes it; `None` if it isn't known or isn't plain.
pub(crate) fn plain(value: &Value) -> Option<Plain> {
    Some(match value {
        Value::Nil => Plain::Nil,
        Value::Boolean(truth) => Plain::Boolean(*truth),
        Value::Number(number) => Plain::Number(*number),
        Value::Text(text) if &**text != MADE => Plain::Text(text.as_bytes().to_vec()),
        Value::Bytes(bytes) => Plain::Text(bytes.to_vec()),
        _ => return None,
    })
}
