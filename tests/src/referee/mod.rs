//! Referees: each reads the trace of a game and reports every violation of its rules.
//!
//! They know the rules from the rule texts alone and share no code with the engine or the packs.
//! A referee believes nothing that it can work out: from the state before a step, its action and
//! its random outcomes it works out the legal actions and the state after it, and compares.
//! A fault found is reported once; the check then goes on from what the trace says.

use std::fmt;

use serde_json::Value;

mod advance;
pub mod advance_moves;
mod final_card_down;
mod judge;
#[cfg(test)]
mod testing;
mod trace;
mod treasure_hunt;

/// One departure from the rules, or from the form of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The match, counted from 0 in the order of the trace.
    pub match_index: usize,
    /// The line of the match after its `game` line, counted from 0, so that it is the `n` of a
    /// step; none for the `game` line itself.
    pub step: Option<usize>,
    /// What is wrong, for people.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "match {}, step {step}: ", self.match_index)?,
            None => write!(f, "match {}: ", self.match_index)?,
        }
        f.write_str(&self.message)
    }
}

/// How the matches of a trace begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// As the rules say; the first state is checked against them.
    Fresh,
    /// With a composed position (a scenario): the first state may be any that is well formed.
    Composed,
}

/// Checks a trace of freshly started matches of `game`.
///
/// `lines` are the lines of the trace, one JSON object each; a trace without lines is a violation.
pub fn referee(game: &str, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    referee_from(Start::Fresh, game, lines)
}

/// Checks a trace of matches of `game` that begin as `start` says.
pub fn referee_from(
    start: Start,
    game: &str,
    lines: impl Iterator<Item = String>,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut matches = 0;
    let mut current: Vec<Value> = Vec::new();
    for (number, text) in lines.enumerate() {
        let line = match serde_json::from_str::<Value>(&text) {
            Ok(line) => line,
            Err(error) => {
                violations.push(Violation {
                    match_index: usize::saturating_sub(matches, 1),
                    step: None,
                    message: format!("line {} of the trace is no JSON: {error}", number + 1),
                });
                Value::Null
            }
        };
        let opens = line.get("type").and_then(Value::as_str) == Some("game");
        if opens {
            if matches > 0 {
                violations.extend(check_match(start, game, matches - 1, &current));
            }
            matches += 1;
            current.clear();
        } else if matches == 0 {
            violations.push(Violation {
                match_index: 0,
                step: None,
                message: format!("line {} stands before any `game` line", number + 1),
            });
            continue;
        }
        current.push(line);
    }
    if matches > 0 {
        violations.extend(check_match(start, game, matches - 1, &current));
    } else {
        violations.push(Violation {
            match_index: 0,
            step: None,
            message: "the trace holds no match".to_owned(),
        });
    }
    violations
}

/// Checks one match; `lines` begins with its `game` line.
fn check_match(start: Start, game: &str, match_index: usize, lines: &[Value]) -> Vec<Violation> {
    let played = lines[0].get("game").and_then(Value::as_str).unwrap_or("");
    if played != game {
        return vec![Violation {
            match_index,
            step: None,
            message: format!("this is a match of `{played}`, not of `{game}`"),
        }];
    }
    // One arm a game, in the order of the alphabet.
    match game {
        "advance" => judge::check::<advance::Advance>(start, match_index, lines),
        "final-card-down" => {
            judge::check::<final_card_down::FinalCardDown>(start, match_index, lines)
        }
        "treasure-hunt" => judge::check::<treasure_hunt::TreasureHunt>(start, match_index, lines),
        _ => vec![Violation {
            match_index,
            step: None,
            message: format!("no referee knows `{game}`"),
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_trace_is_no_clean_one() {
        let found = referee("advance", std::iter::empty());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].to_string(), "match 0: the trace holds no match");
    }

    #[test]
    fn another_game_and_an_unknown_game_are_reported() {
        let line = r#"{"type":"game","game":"chess"}"#.to_owned();
        let found = referee("advance", std::iter::once(line.clone()));
        assert_eq!(
            found[0].message,
            "this is a match of `chess`, not of `advance`"
        );
        let found = referee("chess", std::iter::once(line));
        assert_eq!(found[0].message, "no referee knows `chess`");
    }

    #[test]
    fn broken_and_stray_lines_are_reported() {
        let lines = ["nonsense", r#"{"type":"step"}"#, ""];
        let found = referee("advance", lines.iter().map(|line| (*line).to_owned()));
        assert!(
            found[0]
                .message
                .starts_with("line 1 of the trace is no JSON")
        );
        assert!(
            found
                .iter()
                .any(|v| v.message == "line 2 stands before any `game` line")
        );
    }
}
