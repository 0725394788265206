//! Common part of the referees: replays a match and compares it with the rules.

use std::collections::BTreeMap;

use serde_json::Value;

use super::trace::{End, Event, Header, State, Step};
use super::{Start, Violation};

/// The rules of a game for a referee. Faults are reported as texts for people.
pub(crate) trait Rules: Sized {
    /// A moment of the game, with the seat to move; equal ones have equal states.
    type Position: PartialEq;

    /// The rules for this table; `None` if its matches can't be judged.
    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Self>;

    /// Parses a state, reporting malformed parts; `None` if it is unusable.
    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Self::Position>;

    /// The state of a position as in a trace, with unordered parts normalized.
    fn show(&self, position: &Self::Position) -> State;

    /// The seat to act.
    fn to_act<'a>(&'a self, position: &'a Self::Position) -> &'a str;

    /// Reports differences of a position from those of a fresh match.
    fn check_fresh(&self, position: &Self::Position, faults: &mut Vec<String>);

    /// Takes random results, such as a new deal, over from the found position, and reports impossible ones.
    fn settle(&self, _expected: &mut Self::Position, _found: &Self::Position, _faults: &mut Vec<String>) {}

    /// The canonical texts of all legal actions.
    fn legal(&self, position: &Self::Position) -> Vec<String>;

    /// The consequences of a legal action, with its random results among the events.
    fn play(
        &self,
        position: &Self::Position,
        action: &str,
        events: &[Event],
        faults: &mut Vec<String>,
    ) -> Option<Outcome<Self::Position>>;
}

/// The consequences of an action.
#[derive(Clone)]
pub(crate) enum Outcome<P> {
    /// The match goes on with this position.
    Next(P),
    /// The match is over.
    Over(Ending<P>),
}

/// The required ending of a match, or several possible ones where the rules are silent.
#[derive(Clone)]
pub(crate) struct Ending<P> {
    pub(crate) winners: Vec<String>,
    pub(crate) scores: Vec<BTreeMap<String, f64>>,
    pub(crate) positions: Vec<P>,
}

/// Checks a trace of matches of `game` with the rules `R`; a trace without a match is a fault.
pub(crate) fn referee<R: Rules>(game: &str, start: Start, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    let mut report = Report::default();
    // The lines of the current match; they are checked once the next one begins.
    let mut current: Vec<Value> = Vec::new();
    for (index, text) in lines.enumerate() {
        let number = index + 1;
        let line = serde_json::from_str::<Value>(&text).unwrap_or_else(|error| {
            report.add(None, vec![format!("line {number} of the trace is not JSON: {error}")]);
            Value::Null
        });
        if kind(&line) == Some("game") {
            if !current.is_empty() {
                check_match::<R>(game, start, &current, &mut report);
                report.match_index += 1;
                current.clear();
            }
            current.push(line);
        } else if current.is_empty() {
            report.add(None, vec![format!("line {number} stands before any `game` line")]);
        } else {
            current.push(line);
        }
    }
    if current.is_empty() {
        report.add(None, vec!["the trace holds no match".to_owned()]);
    } else {
        check_match::<R>(game, start, &current, &mut report);
    }
    report.violations
}

/// The type of a line.
fn kind(line: &Value) -> Option<&str> {
    line.get("type").and_then(Value::as_str)
}

/// Checks one match; `lines` begins with its `game` line.
fn check_match<R: Rules>(game: &str, start: Start, lines: &[Value], report: &mut Report) {
    let played = lines[0].get("game").and_then(Value::as_str).unwrap_or_default();
    if played != game {
        report.add(None, vec![format!("this is a match of `{played}`, not of `{game}`")]);
        return;
    }
    let mut faults = Vec::new();
    let header = Header::read(&lines[0], &mut faults);
    let rules = header.as_ref().and_then(|header| R::new(header, &mut faults));
    report.add(None, faults);
    let (Some(header), Some(rules)) = (header, rules) else {
        return;
    };

    let mut judge = Judge { rules, header, start, expected: Expected::Start };
    let mut closed = false;
    for (index, line) in lines[1..].iter().enumerate() {
        let mut faults = Vec::new();
        if closed {
            faults.push("a line after the last one of the match".to_owned());
        }
        match kind(line) {
            Some("step") => {
                let step = Step::read(line, &mut faults);
                judge.step(index, step, &mut faults);
            }
            Some("stop") => {
                let step = Step::read_stop(line, &mut faults);
                judge.step(index, step, &mut faults);
                closed = true;
            }
            Some("end") => {
                let end = End::read(line, &mut faults);
                judge.end(end, &mut faults);
                closed = true;
            }
            other => {
                faults.push(format!("a line of the unknown type {other:?}"));
                judge.expected = Expected::Unknown;
            }
        }
        report.add(Some(index), faults);
    }
    if !closed {
        let unclosed = "the match neither ends nor is stopped".to_owned();
        report.add(Some(lines.len() - 1), vec![unclosed]);
    }
}

/// The violations found, with the current match.
#[derive(Default)]
struct Report {
    match_index: usize,
    violations: Vec<Violation>,
}

impl Report {
    fn add(&mut self, step: Option<usize>, faults: Vec<String>) {
        let match_index = self.match_index;
        let violations = faults.into_iter();
        self.violations.extend(violations.map(|message| Violation { match_index, step, message }));
    }
}

/// The expectation for the next line.
enum Expected<P> {
    /// The beginning of a match.
    Start,
    /// None: the line before was too faulty.
    Unknown,
    /// The consequences of the last action.
    Outcome(Outcome<P>),
}

struct Judge<R: Rules> {
    rules: R,
    header: Header,
    start: Start,
    expected: Expected<R::Position>,
}

impl<R: Rules> Judge<R> {
    /// Checks a step and computes the expectation for the next one.
    fn step(&mut self, index: usize, step: Option<Step>, faults: &mut Vec<String>) {
        let expected = std::mem::replace(&mut self.expected, Expected::Unknown);
        if let Expected::Outcome(Outcome::Over(_)) = expected {
            faults.push("the match goes on although it is over".to_owned());
        }
        let Some(step) = step else {
            return;
        };
        if step.n != index {
            faults.push(format!("`n` should be {index}, it is {}", step.n));
        }
        if !self.header.seats.contains(&step.to_act) {
            faults.push(format!("`{}` is to act, but is not a seat", step.to_act));
            return;
        }
        let Some(position) = self.rules.read(&step.state, &step.to_act, faults) else {
            return;
        };
        match expected {
            Expected::Start if self.start == Start::Fresh => {
                self.rules.check_fresh(&position, faults);
            }
            Expected::Outcome(Outcome::Next(mut expected)) => {
                self.rules.settle(&mut expected, &position, faults);
                self.compare(&expected, &position, faults);
            }
            _ => {}
        }
        let legal = self.rules.legal(&position);
        check_legal(&legal, &step, faults);
        let Some(played) = step.played else {
            return;
        };
        if !legal.contains(&played.action) {
            faults.push(format!("`{}` is not legal", played.action));
            return;
        }
        let outcome = self.rules.play(&position, &played.action, &played.events, faults);
        if let Some(outcome) = outcome {
            self.expected = Expected::Outcome(outcome);
        }
    }

    fn compare(&self, expected: &R::Position, found: &R::Position, faults: &mut Vec<String>) {
        if expected == found {
            return;
        }
        let (should_act, acts) = (self.rules.to_act(expected), self.rules.to_act(found));
        if should_act != acts {
            faults.push(format!("`{should_act}` should be to act, not `{acts}`"));
        }
        faults.extend(self.rules.show(expected).differences(&self.rules.show(found)));
    }

    /// Checks the end of the match.
    fn end(&mut self, end: Option<End>, faults: &mut Vec<String>) {
        let expected = std::mem::replace(&mut self.expected, Expected::Unknown);
        match expected {
            Expected::Start if self.start == Start::Fresh => {
                faults.push("the match ends before it has begun".to_owned());
            }
            Expected::Outcome(Outcome::Next(_)) => {
                faults.push("the match ends although it is not over".to_owned());
            }
            _ => {}
        }
        let Some(end) = end else {
            return;
        };
        if end.reason.trim().is_empty() {
            faults.push("the end has no reason".to_owned());
        }
        self.check_seats(&end, faults);
        // No seat is to move; the seat is only needed to parse the state.
        let position = self.rules.read(&end.state, &self.header.seats[0], faults);
        let Expected::Outcome(Outcome::Over(mut ending)) = expected else {
            return;
        };
        if sorted(&end.winners) != sorted(&ending.winners) {
            let (right, wrong) = (&ending.winners, &end.winners);
            faults.push(format!("the winners should be {right:?}, not {wrong:?}"));
        }
        if !ending.scores.contains(&end.scores) {
            let (right, wrong) = (&ending.scores, &end.scores);
            faults.push(format!("the scores should be one of {right:?}, not {wrong:?}"));
        }
        let Some(position) = position else {
            return;
        };
        for expected in &mut ending.positions {
            self.rules.settle(expected, &position, faults);
        }
        let found = self.rules.show(&position);
        let possible = ending.positions.iter().map(|position| self.rules.show(position));
        let nearest = possible.map(|state| state.differences(&found)).min_by_key(Vec::len);
        faults.extend(nearest.unwrap_or_default());
    }

    fn check_seats(&self, end: &End, faults: &mut Vec<String>) {
        let seats = &self.header.seats;
        for winner in &end.winners {
            if !seats.contains(winner) {
                faults.push(format!("the winner `{winner}` is not a seat"));
            }
        }
        if let Some(twice) = repeated(&end.winners) {
            faults.push(format!("`{twice}` wins twice"));
        }
        if end.scores.len() != seats.len() || seats.iter().any(|s| !end.scores.contains_key(s)) {
            faults.push(format!("the scores are not those of the seats: {:?}", end.scores));
        }
    }
}

/// Compares the list of legal actions of a step with the right one.
fn check_legal(right: &[String], step: &Step, faults: &mut Vec<String>) {
    if !step.legal_complete {
        faults.push("the legal actions are few enough to be complete".to_owned());
    }
    if step.legal.is_empty() {
        faults.push("a step without a legal action".to_owned());
    }
    if let Some(twice) = repeated(&step.legal) {
        faults.push(format!("`{twice}` stands twice among the legal actions"));
    }
    for action in right {
        if !step.legal.contains(action) {
            faults.push(format!("`{action}` is legal, but not listed"));
        }
    }
    for action in &step.legal {
        if !right.contains(action) {
            faults.push(format!("`{action}` is listed, but not legal"));
        }
    }
}

fn sorted(texts: &[String]) -> Vec<&str> {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.sort_unstable();
    texts
}

fn repeated(texts: &[String]) -> Option<&str> {
    sorted(texts).windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::referee;
    use crate::referee::Start;
    use crate::referee::advance::Advance;

    fn judge(lines: &[&str]) -> Vec<String> {
        let lines = lines.iter().map(|line| (*line).to_owned());
        let found = referee::<Advance>("advance", Start::Fresh, lines);
        found.iter().map(ToString::to_string).collect()
    }

    const GAME: &str = r#"{"type":"game","game":"advance","variant":null,"seed":1,
        "seats":["white","black"],"robots":["x","y"],"options":{}}"#;

    #[test]
    fn a_game_that_no_referee_knows_is_reported() {
        let found = crate::referee::referee("whist", std::iter::empty());
        assert_eq!(found[0].to_string(), "match 0: no referee knows the game 'whist'");
    }

    #[test]
    fn an_empty_trace_is_no_clean_one() {
        assert_eq!(judge(&[]), ["match 0: the trace holds no match"]);
    }

    #[test]
    fn a_match_of_another_game_is_reported() {
        let chess = r#"{"type":"game","game":"chess"}"#;
        assert_eq!(judge(&[chess]), ["match 0: this is a match of `chess`, not of `advance`"]);
    }

    #[test]
    fn every_match_must_be_closed() {
        let unclosed = "step 0: the match neither ends nor is stopped";
        assert_eq!(judge(&[GAME, GAME]), [format!("match 0, {unclosed}"), format!("match 1, {unclosed}")]);
    }

    #[test]
    fn broken_and_stray_lines_are_reported() {
        let found = judge(&["nonsense", r#"{"type":"step"}"#, GAME, "", "[]"]);
        for message in [
            "match 0: line 1 of the trace is not JSON",
            "match 0: line 2 stands before any `game` line",
            "match 0: line 4 of the trace is not JSON",
            "match 0, step 1: a line of the unknown type None",
        ] {
            assert!(found.iter().any(|fault| fault.starts_with(message)), "{found:#?}");
        }
    }
}
