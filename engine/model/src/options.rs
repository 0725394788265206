//! Options of a match: their types and values, and ranges that are bounded by other options.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, debug_as_display};
use crate::quantity::Span;

/// The type and range of an option's value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptionKind {
    /// An integer within a range, both ends included.
    Int {
        /// Least value.
        min: Bound,
        /// Greatest value.
        max: Bound,
    },
    /// True or false.
    Bool,
    /// One of a few words.
    Word(Vec<String>),
    /// One of a few integers.
    Numbers(Vec<i64>),
}

/// An end of an option's range. As text it is the number, or the key of the option that is the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number; if another option is the bound, the same end of its range, which limits every value.
    pub number: i64,
    /// The key of the option whose value is the bound.
    pub option: Option<String>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// An integer.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word.
    Word(String),
}

/// The expected values of an option, when a text was none of them: `a whole number from 1 to 9`.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Expected(pub(crate) String);

debug_as_display!(Expected);

impl OptionSpec {
    /// Parses a value typed by a person or written in a table. Bounds that are other options are checked later, when
    /// those have their values.
    ///
    /// # Errors
    /// The expectation.
    pub fn parse(&self, text: &str) -> Result<OptionValue, Expected> {
        match &self.kind {
            OptionKind::Int { min, max } => match text.trim().parse::<i64>() {
                Ok(number) if (min.number..=max.number).contains(&number) => Ok(OptionValue::Int(number)),
                _ => Err(Expected(format!("a whole number from {}", told(min, max)))),
            },
            OptionKind::Bool => match text.trim() {
                "true" | "yes" | "on" => Ok(OptionValue::Bool(true)),
                "false" | "no" | "off" => Ok(OptionValue::Bool(false)),
                _ => Err(Expected("true or false".to_owned())),
            },
            OptionKind::Word(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text.trim()))
                .map(|word| OptionValue::Word(word.clone()))
                .ok_or_else(|| Expected(format!("one of {}", words.join(", ")))),
            OptionKind::Numbers(numbers) => match text.trim().parse::<i64>() {
                Ok(number) if numbers.contains(&number) => Ok(OptionValue::Int(number)),
                _ => Err(Expected(format!("one of {}", listed(numbers)))),
            },
        }
    }
}

/// Numbers in a message: `6, 8, 10`.
fn listed(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.option {
            Some(key) => f.write_str(key),
            None => write!(f, "{}", self.number),
        }
    }
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A setting of a match that a player may choose: `--set hand_size=6`.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// The key; groups are joined by dots, as in `mat.spaces`.
    pub key: String,
    /// Type and range.
    pub kind: OptionKind,
    /// The default value.
    pub default: OptionValue,
    /// One sentence.
    pub help: String,
    /// The place of its declaration.
    pub span: Span,
}

/// A named set of options.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    /// The name, as in `--variant standard`.
    pub name: String,
    /// One sentence.
    pub help: String,
    /// Its settings, by the options' indices in the pack's list.
    pub set: Vec<(usize, OptionValue)>,
}

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
