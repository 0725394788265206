//! Values, of which some are known before play.

use std::collections::HashMap;
use std::rc::Rc;

use crate::kind::{Class, EXACT, Kind};
use crate::syntax::Function;

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nil,
    Truth(bool),
    Number(f64),
    Text(Rc<str>),
    /// A text that is no UTF-8: Luau's are bytes.
    Bytes(Rc<[u8]>),
    /// A table, by its place among those of the lowering.
    Table(usize),
    Function(Rc<Closure>),
    /// A function that is not a script's.
    Library(&'static str),
    /// A block of bytes, by its place among the regions.
    Region(usize),
    /// A value known only in play.
    Dynamic(Dynamic),
    /// Something that can't be worked out before play, and why.
    Unknown(Rc<str>),
    /// One of several values, as a call gives them, that may be missing; as a single value it is nil then.
    Perhaps(Rc<Value>),
}

/// A function with the variables that it has captured, by their places among the cells.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) function: Rc<Function>,
    pub(crate) captures: Vec<usize>,
    /// True if it was made in play.
    pub(crate) is_made: bool,
}

impl Closure {
    /// Whether it is the same function with the same variables around it. With others it is another one, of which there
    /// are only so many.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.function, &other.function) && self.captures == other.captures
    }
}

/// A value known only in play: in a local of the code, with another that tells its class if there are several.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dynamic {
    pub(crate) kind: Kind,
    pub(crate) payload: u32,
    pub(crate) class: Option<u32>,
}

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Key {
    Whole(i64),
    /// A number that is not whole, by its bits.
    Other(u64),
    Truth(bool),
    Text(Rc<str>),
    /// A table, a function or a block, by its number.
    Atom(u32),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) fields: HashMap<Key, Value>,
    /// True if it can't be changed any more, and nothing otherwise.
    pub(crate) frozen: Option<Value>,
    /// Its rows were not written one after the other, so that their order is Luau's own.
    pub(crate) is_scattered: bool,
    /// Its keys in the order in which Luau goes over them, as it was written with texts alone as keys; empty if that isn't
    /// known.
    pub(crate) order: Vec<Key>,
    /// What it doesn't have can't be asked for.
    pub(crate) is_strict: bool,
    /// As many rows as there are one after the other from 1.
    length: usize,
    /// All rows, those behind others that are empty too.
    rows: usize,
    /// Whole numbers as keys of what may be nil.
    open: usize,
    /// Times at which a key was put in that was not there.
    pub(crate) grown: usize,
}

impl Table {
    /// Puts a value in; returns the value that was there before, and how much work it was.
    pub(crate) fn put(&mut self, key: Key, value: Value) -> (Option<Value>, usize) {
        let number = if let Key::Whole(n) = key { Some(n) } else { None };
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
                .take_while(|n| self.fields.contains_key(&Key::Whole(*n as i64)))
                .last()
                .unwrap_or(before);
        }
        (old, 1 + self.length - before)
    }

    /// Takes a value out.
    pub(crate) fn take(&mut self, key: &Key) -> Option<Value> {
        let old = self.fields.remove(key)?;
        if let Key::Whole(n) = key {
            self.open -= usize::from(may_be_nil(&old));
            if let Ok(n @ 1..) = usize::try_from(*n) {
                self.rows -= 1;
                self.length = self.length.min(n - 1);
            }
        }
        Some(old)
    }

    /// As many as there are one after the other from 1.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Whether there are rows behind one that is empty.
    pub(crate) fn has_gaps(&self) -> bool {
        self.rows > self.length
    }

    /// Whether there may be a row or not.
    pub(crate) fn is_open(&self) -> bool {
        self.open > 0
    }
}

fn may_be_nil(value: &Value) -> bool {
    matches!(value, Value::Dynamic(dynamic) if dynamic.kind.nil)
}

/// A number that is whole and exact.
pub(crate) fn as_whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= EXACT as f64).then_some(number as i64)
}

impl Value {
    /// The single value that one of several stands for.
    pub(crate) fn bare(&self) -> &Self {
        match self {
            Self::Perhaps(value) => value.as_ref(),
            value => value,
        }
    }

    /// The same, which may be missing.
    pub(crate) fn perhaps(self) -> Self {
        match self {
            Self::Perhaps(_) => self,
            value => Self::Perhaps(Rc::new(value)),
        }
    }

    /// The first of several values, as a single one.
    pub(crate) fn first_of(values: &[Self]) -> Self {
        values.first().map_or(Self::Nil, |value| value.bare().clone())
    }

    /// Whether it counts as true, if that is known.
    pub(crate) fn truthy(&self) -> Option<bool> {
        match self {
            Self::Nil | Self::Truth(false) => Some(false),
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

    /// Whether two values are the same and known to be.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nil, Self::Nil) => true,
            (Self::Truth(a), Self::Truth(b)) => a == b,
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

    /// The kind of its type, for messages.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Nil => "nil",
            Self::Truth(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) | Self::Bytes(_) => "string",
            Self::Table(_) => "table",
            Self::Function(_) | Self::Library(_) => "function",
            Self::Region(_) => "buffer",
            Self::Dynamic(dynamic) => match dynamic.kind.class() {
                Some(Class::Nil) => "nil",
                Some(Class::Truth) => "boolean",
                Some(Class::Whole | Class::Float) => "number",
                Some(Class::Record) => "table",
                _ => "value known only in play",
            },
            Self::Unknown(_) => "value that is not known",
            Self::Perhaps(value) => value.type_name(),
        }
    }
}
