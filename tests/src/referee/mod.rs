//! Referees: the rules of each game a second time, written from the rule book
//! alone and not from the packs, which read what `parlour trace` writes and
//! report everything in it that breaks a rule.
//!
//! A referee follows a match state by state: it works out what may be done and
//! what must come of it, and compares. It depends on no crate of the workspace.

use std::fmt;

mod advance;
pub mod advance_moves;
mod final_card_down;
mod judge;
#[cfg(test)]
mod testing;
mod trace;
mod treasure_hunt;

/// A place in a trace where something is not as the rules have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which match of the trace, from 0.
    pub match_index: usize,
    /// Which line of the match after its first, from 0, so that it is the
    /// number of a step; `None` for the line of type `game` itself.
    pub step: Option<usize>,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}", self.match_index)?;
        if let Some(step) = self.step {
            write!(f, ", step {step}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// How the matches of a trace begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// As the rules say; the first state is held against them.
    Fresh,
    /// Anywhere, as with a scenario: the first state is taken as it is, its
    /// cards for those of the match.
    Composed,
}

/// Reads a trace of freshly dealt matches of `game`, with the game's own
/// tables, and reports every violation.
pub fn referee(game: &str, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    referee_from(Start::Fresh, game, lines)
}

/// Reads a trace of matches of `game` that begin as `start` says, with the
/// game's own tables, and reports every violation.
pub fn referee_from(
    start: Start,
    game: &str,
    lines: impl Iterator<Item = String>,
) -> Vec<Violation> {
    match game {
        // One arm for each game, in the order of the alphabet.
        "advance" => judge::referee::<advance::Advance>(game, start, lines),
        "final-card-down" => judge::referee::<final_card_down::FinalCardDown>(game, start, lines),
        "treasure-hunt" => judge::referee::<treasure_hunt::TreasureHunt>(game, start, lines),
        _ => vec![Violation {
            match_index: 0,
            step: None,
            message: format!("no referee knows the game '{game}'"),
        }],
    }
}
