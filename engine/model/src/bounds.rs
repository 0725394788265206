//! Options bounded by other options: their ranges, and checks of combinations.

use std::collections::HashMap;

use super::spec::{Bound, OptionKind, OptionSpec, OptionValue};
use crate::diagnostic::{Code, Diagnostic};

/// The end of a range that a bound is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The lower end.
    Min,
    /// The upper end.
    Max,
}

impl End {
    pub(crate) const BOTH: [Self; 2] = [Self::Min, Self::Max];

    /// The key of the bound in `game.toml`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
        }
    }

    const fn at(self) -> &'static str {
        match self {
            Self::Min => "at least",
            Self::Max => "at most",
        }
    }
}

impl From<i64> for Bound {
    fn from(number: i64) -> Self {
        Self { number, option: None }
    }
}

impl Bound {
    /// The bound in a message: for an option, also its own limit.
    fn told(&self, end: End) -> String {
        match &self.option {
            Some(key) => format!("`{key}`, which is {} {}", end.at(), self.number),
            None => self.number.to_string(),
        }
    }
}

/// A range in a message: `1 to 9`, ``1 to `big_blind`, which is at most 100``.
pub fn told(min: &Bound, max: &Bound) -> String {
    let comma = if min.option.is_some() { "," } else { "" };
    format!("{}{comma} to {}", min.told(End::Min), max.told(End::Max))
}

impl OptionSpec {
    /// An end of its range, if it is a number.
    pub fn bound(&self, end: End) -> Option<&Bound> {
        match (&self.kind, end) {
            (OptionKind::Int { min, .. }, End::Min) => Some(min),
            (OptionKind::Int { max, .. }, End::Max) => Some(max),
            _ => None,
        }
    }

    /// An end of its range, mutable.
    pub fn bound_mut(&mut self, end: End) -> Option<&mut Bound> {
        match (&mut self.kind, end) {
            (OptionKind::Int { min, .. }, End::Min) => Some(min),
            (OptionKind::Int { max, .. }, End::Max) => Some(max),
            _ => None,
        }
    }

    /// The number of a value within the fixed part of the range.
    fn number(&self, value: &OptionValue) -> Option<i64> {
        match (&self.kind, value) {
            (OptionKind::Int { min, max }, OptionValue::Int(number)) => {
                (min.number..=max.number).contains(number).then_some(*number)
            }
            _ => None,
        }
    }
}

/// The value of an option that exceeds the value of the option that is its bound.
#[derive(Debug)]
pub struct Beyond<'a> {
    /// The index of the option in the pack's list.
    pub option: usize,
    /// The index of the bounding option.
    pub bound: usize,
    key: &'a str,
    value: i64,
    end: End,
    bound_key: &'a str,
    bound_value: i64,
}

impl<'a> Beyond<'a> {
    /// All violated bounds of these values, in the order of the options. Values that are invalid by themselves are
    /// reported elsewhere, and aren't compared.
    pub fn all(options: &'a [OptionSpec], values: &[OptionValue]) -> Vec<Self> {
        let number = |n: usize| options[n].number(&values[n]);
        let places: HashMap<&str, usize> =
            options.iter().enumerate().map(|(n, option)| (option.key.as_str(), n)).collect();
        let ends = (0..options.len()).flat_map(|n| End::BOTH.map(|end| (n, end)));
        let beyond = |(n, end)| {
            let option: &OptionSpec = &options[n];
            let bound_key = option.bound(end)?.option.as_deref()?;
            let bound = *places.get(bound_key)?;
            let (value, bound_value) = (number(n)?, number(bound)?);
            let fits = match end {
                End::Min => value >= bound_value,
                End::Max => value <= bound_value,
            };
            (!fits).then(|| Self { option: n, bound, key: &option.key, value, end, bound_key, bound_value })
        };
        ends.filter_map(beyond).collect()
    }

    /// The fault and the expectation, without a place: ``the option `small_blind` is 9``, ``expected at most
    /// `big_blind`, which is 2``.
    pub fn fault(&self) -> Diagnostic {
        Diagnostic::new(Code::OutOfRange, format!("the option `{}` is {}", self.key, self.value)).help(format!(
            "expected {} `{}`, which is {}",
            self.end.at(),
            self.bound_key,
            self.bound_value
        ))
    }
}
