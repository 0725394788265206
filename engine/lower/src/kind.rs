//! Kinds: abstract values of the analysis, a lattice of types with integer ranges.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::rc::Rc;

/// The largest integer up to which floats are exact.
pub(crate) const EXACT: i64 = 1 << 53;

/// The largest unsigned 32-bit number.
const WORD: i64 = u32::MAX as i64;

/// Bounds of an integer, inclusive.
pub(crate) type Range = (i64, i64);

/// The set of values that a value may have: the union of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Kind {
    pub(crate) nil: bool,
    pub(crate) no: bool,
    pub(crate) yes: bool,
    pub(crate) integer: Option<Range>,
    /// Any number. A kind with it has no separate integers.
    pub(crate) float: bool,
    /// Texts, functions and tables, by their run-time number.
    pub(crate) atoms: Atoms,
    /// Records, by their heap class.
    pub(crate) records: BTreeSet<usize>,
}

/// A set of atoms, shared between copies: it may have thousands.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Atoms(Option<Rc<BTreeSet<u32>>>);

impl Deref for Atoms {
    type Target = BTreeSet<u32>;

    fn deref(&self) -> &BTreeSet<u32> {
        static NONE: BTreeSet<u32> = BTreeSet::new();
        self.0.as_deref().unwrap_or(&NONE)
    }
}

impl FromIterator<u32> for Atoms {
    fn from_iter<T: IntoIterator<Item = u32>>(atoms: T) -> Self {
        let atoms: BTreeSet<u32> = atoms.into_iter().collect();
        Self((!atoms.is_empty()).then(|| Rc::new(atoms)))
    }
}

impl Atoms {
    /// The union of two sets.
    fn union(&self, other: &Self) -> Self {
        let (few, many) = if self.len() < other.len() { (self, other) } else { (other, self) };
        if few.is_subset(many) {
            return many.clone();
        }
        few.iter().chain(many.iter()).copied().collect()
    }
}

/// The class tag of a value at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Nil = 0,
    Boolean = 1,
    Integer = 2,
    Float = 3,
    Atom = 4,
    Record = 5,
}

impl Kind {
    pub(crate) fn integer(least: i64, most: i64) -> Self {
        Self { integer: Some((least, most)), ..Self::default() }
    }

    pub(crate) fn boolean() -> Self {
        Self { no: true, yes: true, ..Self::default() }
    }

    pub(crate) fn float() -> Self {
        Self { float: true, ..Self::default() }
    }

    pub(crate) fn is_boolean(&self) -> bool {
        self.no || self.yes
    }

    /// True if it may be a text, a function or a table.
    pub(crate) fn is_reference(&self) -> bool {
        !self.atoms.is_empty() || !self.records.is_empty()
    }

    /// Its part that is texts, functions and tables.
    pub(crate) fn references(&self) -> Self {
        Self { atoms: self.atoms.clone(), records: self.records.clone(), ..Self::default() }
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = Class> {
        [
            (self.nil, Class::Nil),
            (self.is_boolean(), Class::Boolean),
            (self.integer.is_some(), Class::Integer),
            (self.float, Class::Float),
            (!self.atoms.is_empty(), Class::Atom),
            (!self.records.is_empty(), Class::Record),
        ]
        .into_iter()
        .filter_map(|(is, class)| is.then_some(class))
    }

    /// Its only class, if it has one.
    pub(crate) fn class(&self) -> Option<Class> {
        let mut classes = self.classes();
        let first = classes.next();
        if classes.next().is_some() { None } else { first }
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let integer = match (self.integer, other.integer) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        let float = self.float || other.float;
        Self {
            nil: self.nil || other.nil,
            no: self.no || other.no,
            yes: self.yes || other.yes,
            integer: integer.filter(|_| !float),
            float,
            atoms: self.atoms.union(&other.atoms),
            records: self.records.union(&other.records).copied().collect(),
        }
    }

    /// The union of kinds.
    pub(crate) fn union_of(kinds: impl Iterator<Item = Self>) -> Self {
        let (mut all, mut atoms) = (Self::default(), Vec::new());
        for kind in kinds {
            atoms.extend(kind.atoms.iter().copied());
            all = all.union(&Self { atoms: Atoms::default(), ..kind });
        }
        Self { atoms: atoms.into_iter().collect(), ..all }
    }

    /// Widens the range to one of a few steps, so that the fixpoint of a loop is reached.
    pub(crate) fn widened(&self) -> Self {
        let widen = |(least, most): Range| {
            const STEPS: [i64; 6] = [0, 255, 65535, (1 << 32) - 1, 1 << 42, EXACT];
            let most = STEPS.into_iter().find(|step| most <= *step).unwrap_or(EXACT);
            let least = if least >= 0 { 0 } else { -STEPS.into_iter().find(|step| -least <= *step).unwrap_or(EXACT) };
            (least, most)
        };
        Self { integer: self.integer.map(widen), ..self.clone() }
    }

    /// Widens the range to the coarsest steps, so that few kinds differ.
    pub(crate) fn widest(&self) -> Self {
        let widen = |(least, most): Range| {
            let bound = if least >= -WORD && most <= WORD { WORD } else { EXACT };
            (if least >= 0 { 0 } else { -bound }, bound)
        };
        Self { integer: self.integer.map(widen), ..self.clone() }
    }

    /// Truthiness of its values, if all agree.
    pub(crate) fn truthy(&self) -> Option<bool> {
        let is_true = self.yes || self.integer.is_some() || self.float || self.is_reference();
        let is_false = self.nil || self.no;
        if is_true == is_false { None } else { Some(is_true) }
    }

    /// The kind narrowed to values that are truthy, or falsy.
    pub(crate) fn given(&self, truth: bool) -> Self {
        match truth {
            true => Self { nil: false, no: false, ..self.clone() },
            false => Self { nil: self.nil, no: self.no, ..Self::default() },
        }
    }
}
