//! Referees: an independent second implementation of each game's rules, written from the rule book alone and not from
//! the packs. They check the output of `parlour trace` and report every violation of a rule.
//!
//! A referee follows a match state by state: it computes the legal actions and their consequences, and compares. It
//! depends on no crate of the workspace.

use std::fmt;

mod advance;
pub mod advance_moves;
pub mod archaeology;
mod backgammon;
mod cards;
mod crazy_eights;
pub mod en_garde;
#[cfg(test)]
mod faults;
mod final_card_down;
mod gin_rummy;
mod goofspiel;
mod hanabi;
mod hearts;
mod holdem;
mod judge;
mod liars_dice;
mod line;
mod nine_mens_morris;
pub mod placed;
mod reader;
#[cfg(test)]
mod testing;
mod trace;
mod treasure_hunt;
mod watch;
mod yahtzee;

/// A violation of the rules, with its place in the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The index of the match in the trace, from 0.
    pub match_index: usize,
    /// The index of the line in the match after its first, from 0, which is the number of a step; `None` for the line
    /// of type `game` itself.
    pub step: Option<usize>,
    /// The violation, in words.
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

/// The beginning of a trace's matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// By the rules; the first state is checked against them.
    Fresh,
    /// At any state, as with a scenario: the first state is accepted, and defines the cards of the match.
    Composed,
}

/// Checks a trace of freshly dealt matches of `game`, with the game's own tables, and returns every violation.
pub fn referee(game: &str, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    referee_from(Start::Fresh, game, lines)
}

/// Checks a trace of matches of `game` that begin as given by `start`, with the game's own tables, and returns every
/// violation.
pub fn referee_from(start: Start, game: &str, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    match game {
        // One arm for each game, in alphabetical order.
        "advance" => judge::referee::<advance::Advance>(game, start, lines),
        "backgammon" => judge::referee::<backgammon::Backgammon>(game, start, lines),
        "crazy-eights" => judge::referee::<crazy_eights::CrazyEights>(game, start, lines),
        "final-card-down" => judge::referee::<final_card_down::FinalCardDown>(game, start, lines),
        "gin-rummy" => judge::referee::<gin_rummy::GinRummy>(game, start, lines),
        "hearts" => judge::referee::<hearts::Hearts>(game, start, lines),
        "holdem" => judge::referee::<holdem::Holdem>(game, start, lines),
        "hanabi" => judge::referee::<hanabi::Hanabi>(game, start, lines),
        "goofspiel" => judge::referee::<goofspiel::Goofspiel>(game, start, lines),
        "liars-dice" => judge::referee::<liars_dice::LiarsDice>(game, start, lines),
        "nine-mens-morris" => judge::referee::<nine_mens_morris::Morris>(game, start, lines),
        "yahtzee" => judge::referee::<yahtzee::Yahtzee>(game, start, lines),
        "treasure-hunt" => judge::referee::<treasure_hunt::TreasureHunt>(game, start, lines),
        "archaeology" => archaeology::referee(&archaeology::Tables::default(), start, lines),
        "en-garde" => en_garde::referee(&en_garde::Tables::default(), start, lines),
        _ => vec![Violation { match_index: 0, step: None, message: format!("no referee knows the game '{game}'") }],
    }
}

#[cfg(test)]
mod tests {
    use super::{Violation, referee};

    fn judge(game: &str, lines: &[&str]) -> Vec<String> {
        let lines = lines.iter().map(|line| (*line).to_owned());
        let violations = referee(game, lines);
        violations.iter().map(Violation::to_string).collect()
    }

    const GAME: &str = r#"{"type":"game","game":"en-garde","variant":"basic","seed":1,
        "seats":["left","right"],"robots":["x","y"],"options":{}}"#;

    #[test]
    fn a_game_without_a_referee_is_reported() {
        assert_eq!(judge("whist", &[GAME]), ["match 0: no referee knows the game 'whist'"]);
        assert_eq!(judge("archaeology", &[GAME]), ["match 0: a match of 'en-garde'"]);
    }

    #[test]
    fn a_trace_without_a_match_is_reported() {
        assert_eq!(judge("en-garde", &[]), ["match 0: the trace holds no match"]);
    }

    #[test]
    fn a_match_without_an_end_is_reported() {
        let unfinished = "step 0: the match has neither an end nor a stop";
        assert_eq!(
            judge("en-garde", &[GAME, GAME]),
            [format!("match 0, {unfinished}"), format!("match 1, {unfinished}")]
        );
    }

    #[test]
    fn lines_of_another_form_are_reported() {
        for (line, message) in [
            ("nonsense", "no JSON"),
            ("[]", "the line is not an object"),
            (r#"{"type":"pause"}"#, "a line of unknown type 'pause'"),
            (r#"{"type":"step","n":-1}"#, "'n' is not a whole number"),
            (r#"{"type":"stop","action":"pass"}"#, "a stop with 'action'"),
            (r#"{"type":"end","scores":{"left":"1"}}"#, "is not a number"),
        ] {
            let found = judge("en-garde", &[GAME, line]);
            assert!(found.len() == 1 && found[0].contains(message), "{found:?}");
        }
    }
}
