//! Names of values.

use super::Pack;
use super::reader;
use parlour_model::chance::MAX_OUTCOMES;
use parlour_model::diagnostic::Unplaced;
use parlour_model::kind::Kind;

impl Pack {
    /// The names of all values of a kind, the first that of 1; empty for numbers, cards with counts and squares.
    pub fn value_names(&self, kind: Kind) -> Vec<&str> {
        match kind {
            Kind::Number | Kind::Numbers | Kind::Cards | Kind::Square(_) => Vec::new(),
            Kind::Card => self.card_rows().iter().map(|row| row.name.as_str()).collect(),
            Kind::Seat => self.seats.names.iter().map(String::as_str).collect(),
            Kind::Word(list) => self.lists[list].words.iter().map(String::as_str).collect(),
            Kind::Symbol(board) | Kind::Glyph(board) => {
                self.boards[board.index()].symbols.iter().map(|symbol| symbol.name.as_str()).collect()
            }
        }
    }

    /// The outcome of a chance that a scenario prescribes, before the game's sizes are settled.
    ///
    /// # Errors
    /// The expectation that the value doesn't meet.
    pub fn exact_outcome(&self, kind: Kind, value: &reader::Value) -> Result<u16, Unplaced> {
        match (kind, value) {
            (Kind::Number, reader::Value::Int(number)) if (1..=i64::from(MAX_OUTCOMES)).contains(number) => {
                Ok(*number as u16)
            }
            (Kind::Number, _) => Err(format!("a whole number from 1 to {MAX_OUTCOMES}").into()),
            _ => {
                let names = self.value_names(kind);
                let found = match value {
                    reader::Value::Str(word) => names.iter().position(|name| name == word),
                    _ => None,
                };
                found.map(|n| n as u16 + 1).ok_or_else(|| format!("one of {}", listed(&names)).into())
            }
        }
    }
}

/// Names joined for a message; a long list is truncated.
pub fn listed(names: &[&str]) -> String {
    const MOST: usize = 60;
    match names.split_at_checked(MOST) {
        Some((first, more)) if !more.is_empty() => format!("{}, and {} more", first.join(", "), more.len()),
        _ => names.join(", "),
    }
}
