//! Follows a trace match by match, and checks the rules common to all games.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::Violation;
use super::line::{End, Header, Line, Step};

/// A referee of a single match.
pub(crate) trait MatchReferee {
    /// Checks a moment, and its action unless the match `stopped` here. Breaks if the rest can't be judged.
    fn step(&mut self, step: &Step, stopped: bool, notes: &mut Notes) -> ControlFlow<()>;

    /// Checks the last state and the result.
    fn end(&mut self, end: &End, notes: &mut Notes);
}

/// The violations so far, with the current place in the trace.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    match_index: usize,
    step: Option<usize>,
    violations: Vec<Violation>,
    said: BTreeSet<String>,
}

impl Notes {
    /// Reports a violation at the current place.
    pub(crate) fn add(&mut self, message: impl Into<String>) {
        self.violations.push(Violation { match_index: self.match_index, step: self.step, message: message.into() });
    }

    /// Reports a violation that would recur at every step, once per match.
    pub(crate) fn add_once(&mut self, message: impl Into<String>) {
        let message = message.into();
        if self.said.insert(message.clone()) {
            self.add(message);
        }
    }
}

/// Checks that a phase names only one kind of decision.
#[derive(Debug, Default)]
pub(crate) struct Phases(BTreeMap<String, &'static str>);

impl Phases {
    /// Reports a phase that named another kind of decision before.
    pub(crate) fn check(&mut self, phase: &str, decision: &'static str, notes: &mut Notes) {
        let before = *self.0.entry(phase.to_owned()).or_insert(decision);
        if before != decision {
            notes.add(format!("phase '{phase}' is the name of a {decision} and of a {before}"));
        }
    }
}

/// Checks a trace of `game`; `open` makes the referee of each match from its header, or `None` for an invalid one.
pub(crate) fn watch<M: MatchReferee>(
    game: &str,
    lines: impl Iterator<Item = String>,
    open: impl Fn(&Header, &mut Notes) -> Option<M>,
) -> Vec<Violation> {
    let mut watch = Watch { game, open, notes: Notes::default(), matches: 0, current: Current::Outside };
    for line in lines {
        watch.line(&line);
    }
    watch.close();
    if watch.matches == 0 {
        watch.notes.add("the trace holds no match");
    }
    watch.notes.violations
}

/// The current place in the trace.
enum Current<M> {
    /// Before the first match or after the end of one.
    Outside,
    /// In a match, with the number of steps.
    In(M, Header, usize),
    /// In a match that can't be judged any more.
    GivenUp,
}

struct Watch<'a, M, F> {
    game: &'a str,
    open: F,
    notes: Notes,
    matches: usize,
    current: Current<M>,
}

impl<M: MatchReferee, F: Fn(&Header, &mut Notes) -> Option<M>> Watch<'_, M, F> {
    fn line(&mut self, text: &str) {
        match Line::parse(text) {
            Ok(Line::Game(header)) => {
                self.close();
                self.begin(header);
            }
            Ok(Line::Step(step)) => self.step(&step, false),
            Ok(Line::Stop(step)) => self.step(&step, true),
            Ok(Line::End(end)) => self.end(&end),
            Err(message) => {
                self.notes.step = match &self.current {
                    Current::In(_, _, read) => Some(*read),
                    Current::Outside | Current::GivenUp => None,
                };
                self.notes.add(message);
                self.current = Current::GivenUp;
            }
        }
    }

    fn begin(&mut self, header: Header) {
        self.notes.match_index = self.matches;
        self.matches += 1;
        self.notes.step = None;
        self.notes.said.clear();
        if header.game != self.game {
            self.notes.add(format!("a match of '{}'", header.game));
            self.current = Current::GivenUp;
            return;
        }
        if header.seats.iter().collect::<BTreeSet<_>>().len() != header.seats.len() {
            self.notes.add("two seats have the same name");
        }
        if header.robots.len() != header.seats.len() {
            self.notes.add("there is not one robot for each seat");
        }
        self.current = match (self.open)(&header, &mut self.notes) {
            Some(referee) => Current::In(referee, header, 0),
            None => Current::GivenUp,
        };
    }

    fn step(&mut self, step: &Step, stopped: bool) {
        let Current::In(referee, header, read) = &mut self.current else {
            if matches!(self.current, Current::Outside) {
                self.notes.step = None;
                self.notes.add("a step outside any match");
            }
            return;
        };
        let notes = &mut self.notes;
        notes.step = Some(*read);
        if usize::try_from(step.n) != Ok(*read) {
            notes.add(format!("step {} is numbered {}", *read, step.n));
        }
        *read += 1;
        check_choice(step, stopped, notes);
        let flow = if header.seat(&step.to_act).is_none() {
            notes.add(format!("'{}' is to act but no seat", step.to_act));
            ControlFlow::Break(())
        } else {
            referee.step(step, stopped, notes)
        };
        if stopped {
            self.current = Current::Outside;
        } else if flow.is_break() {
            self.current = Current::GivenUp;
        }
    }

    fn end(&mut self, end: &End) {
        let current = std::mem::replace(&mut self.current, Current::Outside);
        match current {
            Current::Outside => {
                self.notes.step = None;
                self.notes.add("an end outside any match");
            }
            Current::GivenUp => {}
            Current::In(mut referee, header, read) => {
                self.notes.step = Some(read);
                check_result(end, &header, &mut self.notes);
                referee.end(end, &mut self.notes);
            }
        }
    }

    /// At a new match or the end of the trace: checks that the last match has ended.
    fn close(&mut self) {
        if let Current::In(_, _, read) = self.current {
            self.notes.step = Some(read);
            self.notes.add("the match has neither an end nor a stop");
        }
        self.current = Current::Outside;
    }
}

/// Checks a decision by the rules common to all games.
fn check_choice(step: &Step, stopped: bool, notes: &mut Notes) {
    if step.phase.trim().is_empty() {
        notes.add("the phase has no name");
    }
    if step.legal.is_empty() {
        notes.add("a seat is to act without a legal action");
    }
    let mut seen = BTreeSet::new();
    for text in &step.legal {
        if text.trim().is_empty() {
            notes.add("an empty text among the legal actions");
        }
        if !seen.insert(text) {
            notes.add(format!("'{text}' is listed twice"));
        }
    }
    if step.legal_complete && !stopped && !seen.contains(&step.action) {
        notes.add(format!("'{}' was taken but is not listed", step.action));
    }
}

/// Checks a result by the rules common to all games.
fn check_result(end: &End, header: &Header, notes: &mut Notes) {
    if end.reason.trim().is_empty() {
        notes.add("the end has no reason");
    }
    let winners: BTreeSet<_> = end.winners.iter().collect();
    if winners.len() != end.winners.len() {
        notes.add("a winner is named twice");
    }
    for winner in winners {
        if header.seat(winner).is_none() {
            notes.add(format!("the winner '{winner}' is not a seat"));
        }
    }
    let seats: BTreeSet<_> = header.seats.iter().collect();
    if !end.scores.keys().eq(seats) {
        notes.add("the scores are not one for each seat");
    }
}
