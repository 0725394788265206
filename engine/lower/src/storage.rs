//! Storage of tables made at run time: lists, and records by heap class.

use std::collections::{BTreeMap, HashMap};

use crate::kind::Kind;
use crate::value::Key;

/// Bytes of a record before its fields, if it has rows: the header of a list, then the address of the rows and their
/// capacity.
const ROWS: usize = 16;

/// A list.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// The address of its header: number of the last value, flag for holes.
    pub(crate) address: Address,
    pub(crate) of: Of,
}

/// The storage of a list.
#[derive(Clone, Debug)]
pub(crate) enum Of {
    /// A table made at run time, by its allocation site: the values follow the header, with a fixed capacity.
    Site(usize),
    /// The rows of a record, by its heap class: they lie elsewhere and can be moved.
    HeapClass(usize),
    /// A table made at compile time: kind of its values, and maximum length.
    Known(Kind, usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Address {
    Local(u32),
    /// A payload local that holds the address.
    Payload(u32),
    Known(u32),
}

impl List {
    /// The rows of a record, whose address is a payload.
    pub(crate) fn of_record(payload: u32, heap_class: usize) -> Self {
        Self { address: Address::Payload(payload), of: Of::HeapClass(heap_class) }
    }

    /// Its allocation site, if it was made at run time.
    pub(crate) fn site(&self) -> Option<usize> {
        match self.of {
            Of::Site(site) => Some(site),
            _ => None,
        }
    }

    pub(crate) fn is_known(&self) -> bool {
        matches!(self.of, Of::Known(..))
    }

    /// Maximum rounds of a loop over it, if known, including the last one that only finds the end.
    pub(crate) fn rounds(&self) -> Option<u64> {
        match self.of {
            Of::Known(_, length) => Some(length as u64 + 1),
            _ => None,
        }
    }
}

/// A heap class: tables that may stand for each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeapClass {
    pub(crate) fields: BTreeMap<Key, Kind>,
    /// The kind of its rows, if there are any.
    pub(crate) rows: Option<Kind>,
}

/// All heap classes, and their allocation sites.
#[derive(Debug, Default)]
pub(crate) struct HeapClasses {
    all: Vec<HeapClass>,
    /// Union-find: the class that each was merged into, or itself.
    part_of: Vec<usize>,
    of_sites: HashMap<usize, usize>,
}

impl HeapClasses {
    pub(crate) fn find(&self, mut heap_class: usize) -> usize {
        while self.part_of[heap_class] != heap_class {
            heap_class = self.part_of[heap_class];
        }
        heap_class
    }

    pub(crate) fn of_site(&mut self, site: usize) -> usize {
        let next = self.all.len();
        let heap_class = *self.of_sites.entry(site).or_insert(next);
        if heap_class == next {
            self.all.push(HeapClass::default());
            self.part_of.push(next);
        }
        self.find(heap_class)
    }

    pub(crate) fn get(&self, heap_class: usize) -> &HeapClass {
        &self.all[self.find(heap_class)]
    }

    pub(crate) fn get_mut(&mut self, heap_class: usize) -> &mut HeapClass {
        let heap_class = self.find(heap_class);
        &mut self.all[heap_class]
    }

    /// Makes a class part of another, and returns what it was.
    pub(crate) fn merge(&mut self, heap_class: usize, into: usize) -> HeapClass {
        self.part_of[heap_class] = into;
        std::mem::take(&mut self.all[heap_class])
    }

    /// A kind with its heap classes resolved.
    pub(crate) fn current(&self, kind: &Kind) -> Kind {
        Kind { records: kind.records.iter().map(|heap_class| self.find(*heap_class)).collect(), ..kind.clone() }
    }
}

impl HeapClass {
    pub(crate) fn bytes(&self) -> usize {
        // Even an empty record needs an address of its own.
        (self.start() + 8 * self.fields.len()).max(8)
    }

    pub(crate) fn start(&self) -> usize {
        if self.rows.is_some() { ROWS } else { 0 }
    }

    /// The offset of a field.
    pub(crate) fn offset(&self, key: &Key) -> Option<usize> {
        Some(self.start() + 8 * self.fields.keys().position(|known| known == key)?)
    }
}
