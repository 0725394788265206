//! Abstract values: static ones, and dynamic ones that are known only at run time.

use std::collections::HashMap;
use std::rc::Rc;

use crate::kind::{Class, EXACT, Kind};
use parlour_luau::tree::Function;

/// Stands for any text made at run time; its contents aren't known.
pub(crate) const MADE: &str = "\u{0}a text made at run time";

/// An abstract value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nil,
    Boolean(bool),
    Number(f64),
    Text(Rc<str>),
    /// A text that isn't UTF-8: Luau's strings are bytes.
    Bytes(Rc<[u8]>),
    /// A table, by its index among those of the compiler.
    Table(usize),
    Function(Rc<Closure>),
    /// A function that isn't a script's.
    Library(&'static str),
    /// A block of bytes, by its index among the regions.
    Region(usize),
    /// A dynamic value, known only at run time.
    Dynamic(Dynamic),
    /// A value that can't be computed at compile time, with the reason.
    Unknown(Rc<str>),
    /// One of several results that may be absent; as a single value it is nil then.
    Perhaps(Rc<Value>),
}

/// A function with its captured variables, by their cells.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) function: Rc<Function>,
    pub(crate) captures: Vec<usize>,
    /// True if it was made at run time.
    pub(crate) is_made: bool,
}

impl Closure {
    /// True if it is the same function with the same captures. With other captures it is another closure, of which
    /// there are finitely many.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.function, &other.function) && self.captures == other.captures
    }
}

/// A dynamic value: a local with its payload, and one with its class tag if its kind has several classes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dynamic {
    pub(crate) kind: Kind,
    pub(crate) payload: u32,
    pub(crate) class: Option<u32>,
}

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Key {
    Integer(i64),
    /// A number that isn't an integer, by its bits.
    Other(u64),
    Boolean(bool),
    Text(Rc<str>),
    /// A table, a function or a block, by its number.
    Atom(u32),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) fields: HashMap<Key, Value>,
    /// True if it is frozen, `None` otherwise.
    pub(crate) frozen: Option<Value>,
    /// True if its rows were not written in order, so that iteration order is Luau's own.
    pub(crate) is_scattered: bool,
    /// Its keys in Luau's iteration order, if it was written with text keys alone; empty if that order isn't known.
    pub(crate) order: Vec<Key>,
    /// True if reading an absent field is an error.
    pub(crate) is_strict: bool,
    /// The number of consecutive rows from 1.
    length: usize,
    /// All rows, including those behind empty ones.
    rows: usize,
    /// The number of integer keys whose value may be nil.
    open: usize,
    /// The number of insertions of absent keys.
    pub(crate) grown: usize,
}

impl Table {
    /// Inserts a value; returns the old value and the work done.
    pub(crate) fn put(&mut self, key: Key, value: Value) -> (Option<Value>, usize) {
        let number = if let Key::Integer(n) = key { Some(n) } else { None };
        let is_open = may_be_nil(&value);
        let old = self.fields.insert(key, value);
        self.grown += usize::from(old.is_none());
        let Some(n) = number else { return (old, 1) };
        self.open = self.open + usize::from(is_open) - usize::from(old.as_ref().is_some_and(may_be_nil));
        if n < 1 || old.is_some() {
            return (old, 1);
        }
        self.rows += 1;
        let before = self.length;
        if n == before as i64 + 1 {
            self.length = (before + 1..)
                .take_while(|n| self.fields.contains_key(&Key::Integer(*n as i64)))
                .last()
                .unwrap_or(before);
        }
        (old, 1 + self.length - before)
    }

    /// Removes a value.
    pub(crate) fn take(&mut self, key: &Key) -> Option<Value> {
        let old = self.fields.remove(key)?;
        if let Key::Integer(n) = key {
            self.open -= usize::from(may_be_nil(&old));
            if let Ok(n @ 1..) = usize::try_from(*n) {
                self.rows -= 1;
                self.length = self.length.min(n - 1);
            }
        }
        Some(old)
    }

    /// The number of consecutive rows from 1.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// True if there are rows behind an empty one.
    pub(crate) fn has_gaps(&self) -> bool {
        self.rows > self.length
    }

    /// True if the presence of some row is unknown.
    pub(crate) fn is_open(&self) -> bool {
        self.open > 0
    }
}

fn may_be_nil(value: &Value) -> bool {
    matches!(value, Value::Dynamic(dynamic) if dynamic.kind.nil)
}

/// The integer that a number is, if it is whole and exact.
pub(crate) fn as_integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= EXACT as f64).then_some(number as i64)
}

impl Value {
    /// The value of a result that may be absent.
    pub(crate) fn bare(&self) -> &Self {
        match self {
            Self::Perhaps(value) => value.as_ref(),
            value => value,
        }
    }

    /// Marks a result as possibly absent.
    pub(crate) fn perhaps(self) -> Self {
        match self {
            Self::Perhaps(_) => self,
            value => Self::Perhaps(Rc::new(value)),
        }
    }

    /// The first of several results, as a single value.
    pub(crate) fn first_of(values: &[Self]) -> Self {
        values.first().map_or(Self::Nil, |value| value.bare().clone())
    }

    /// Its truthiness, if known.
    pub(crate) fn truthy(&self) -> Option<bool> {
        match self {
            Self::Nil | Self::Boolean(false) => Some(false),
            Self::Dynamic(dynamic) => dynamic.kind.truthy(),
            Self::Perhaps(value) => value.truthy(),
            Self::Unknown(_) => None,
            _ => Some(true),
        }
    }

    /// True if it is a text.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Bytes(_))
    }

    /// True if two values are known to be the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nil, Self::Nil) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a.to_bits() == b.to_bits(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Table(a), Self::Table(b)) | (Self::Region(a), Self::Region(b)) => a == b,
            (Self::Function(a), Self::Function(b)) => Rc::ptr_eq(a, b),
            (Self::Library(a), Self::Library(b)) => a == b,
            (Self::Dynamic(a), Self::Dynamic(b)) => a == b,
            (Self::Unknown(_), Self::Unknown(_)) => true,
            (Self::Perhaps(a), Self::Perhaps(b)) => a.is_same(b),
            _ => false,
        }
    }

    /// The name of its type, for messages.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Nil => "nil",
            Self::Boolean(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) | Self::Bytes(_) => "string",
            Self::Table(_) => "table",
            Self::Function(_) | Self::Library(_) => "function",
            Self::Region(_) => "buffer",
            Self::Dynamic(dynamic) => match dynamic.kind.class() {
                Some(Class::Nil) => "nil",
                Some(Class::Boolean) => "boolean",
                Some(Class::Integer | Class::Float) => "number",
                Some(Class::Record) => "table",
                _ => "value known only at run time",
            },
            Self::Unknown(_) => "value that is not known",
            Self::Perhaps(value) => value.type_name(),
        }
    }
}
