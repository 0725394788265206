//! A match: one playing of a game, with its history, undo and redo, and its verifiable record.

pub mod conclusion;
mod expect;
mod history;
pub mod line;
mod memory;
pub mod outcomes;
mod record;
mod standing;
pub mod trace;

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_64;

pub use crate::play::conclusion::Conclusion;
pub use crate::play::expect::{prove, prove_with};
use crate::play::history::{History, Replay};
use crate::play::memory::Memory;
pub use crate::play::record::{Changes, PlayedBy, Record, RecordError};
pub use crate::play::standing::Standing;
use crate::rules::{CheckError, Refusal, Rules};
use parlour_game::Game;
pub use parlour_game::step::Step;
use parlour_game::view::View;
use parlour_game::words::Words;
use parlour_game::words::action::ParseError;
use parlour_game::words::action::by_piece::action_by_piece;
use parlour_game::words::action::due::possible_usages;
use parlour_game::words::action::parse::{read_action, verbs_for};
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use parlour_model::event::Event;
use parlour_model::ids::{CardType, Seat, ZoneId};
use parlour_model::state::{Decision, State};
use parlour_pack::spec::{Per, Seen};
use parlour_script::processor_time;

/// The tags of a match with its result in a file, if that isn't a [`Conclusion`], and the reason.
pub const RESULT: &str = "Result";
/// See [`RESULT`].
pub const TERMINATION: &str = "Termination";

/// The reason that an action was not taken; nothing has changed.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum ActError {
    /// The text is not an action.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// One of several actions in a line isn't possible in its turn.
    #[error("`{text}`: {error}; nothing of the line was done")]
    InLine {
        /// The text of the action.
        text: String,
        /// The reason.
        error: Box<Self>,
    },
    /// A script failed.
    #[error("the rules failed: {0}")]
    Script(#[from] Diagnostic),
}

debug_as_display!(ActError);

impl From<CheckError> for ActError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Refused(refusal) => Self::Refused(refusal),
            CheckError::Script(fault) => Self::Script(fault),
        }
    }
}

/// Processor time, in nanoseconds, after which no more states within an action are computed.
const WITHIN: u64 = 250_000_000;

/// A match in progress or finished.
///
/// ```
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("connect-four")?.configure(&Config::default())?;
/// let mut played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// let action = played.parse("drop 4")?;
/// played.act(&action)?;
/// assert_eq!(played.steps().len(), 1);
/// played.undo(1)?;
/// assert!(played.steps().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Match {
    host: Rules,
    seed: u64,
    /// The player of each seat: `human`, or a robot's description.
    players: Vec<String>,
    state: State,
    opening: Vec<Event>,
    steps: Vec<Step>,
    /// The states before the steps.
    history: History,
    memory: Memory,
    /// Recomputes the states that aren't stored, created on demand.
    replay: RefCell<Option<Box<Replay>>>,
    undone: Vec<Action>,
    legal: ActionList,
    /// The players' conclusion, with the state before it.
    concluded: Option<(Conclusion, State)>,
    /// The players' conclusion after the last of the undone actions.
    concluded_later: Option<Conclusion>,
    /// True if hidden information was revealed to the players.
    revealed: bool,
    /// Tags of the match from a file, by name.
    tags: Vec<(String, String)>,
    /// The number of actions at which the tags were set.
    told_at: usize,
}

/// The suffix of a seat's move that has led to a state: `+` for check, `#` for mate, or empty.
fn sign_of(rules: &mut Rules, actor: Seat, after: &State) -> Result<&'static str, Diagnostic> {
    let game = rules.game().clone();
    for seat in game.seats().filter(|&seat| seat != actor) {
        if rules.endangered(after, seat)?.is_some() {
            return Ok(if after.is_over() && after.has_won(actor) { "#" } else { "+" });
        }
    }
    Ok("")
}

/// Parses an action in a state with its legal actions; in a game with a notation also piece notation.
fn read_at(game: &Game, state: &State, legal: &ActionList, text: &str) -> Result<Action, ParseError> {
    let read = read_action(game, text, Some(legal), &held(game, state));
    // An illegal text may be in another notation: castling by the king's own squares.
    let is_legal = |action: &Action| legal.position(game, action).is_some() || !legal.is_complete();
    match read {
        Ok(action) if is_legal(&action) => Ok(action),
        read => action_by_piece(game, state, text, legal).unwrap_or(read),
    }
}

/// The cards that the seat to act holds and alone may see.
fn held(game: &Game, state: &State) -> Vec<CardType> {
    let Some(seat) = state.decision().map(|decision| decision.seat) else { return Vec::new() };
    let zones = game.pack().zones.iter().enumerate();
    let own = zones.filter(|(_, zone)| zone.per == Per::Seat && zone.seen == Seen::Owner);
    let cards = own.flat_map(|(zone, _)| game.zone_cards(state, ZoneId::from_index(zone), seat.index()));
    cards.flatten().collect()
}

impl Match {
    /// Begins a match whose actions come one by one; its scripts aren't compiled. Loading the rules takes most of the
    /// time: to play many matches of a game, [`Match::again`] keeps them.
    ///
    /// # Errors
    /// A pack whose scripts fail, a scenario that doesn't fit, or players for another number of seats.
    pub fn new(game: Arc<Game>, seed: u64, players: Vec<String>) -> Result<Self, Faults> {
        Self::with_host(Rules::new(game)?, seed, players)
    }

    /// Begins a match with an existing host. Its scripts are restarted, so that matches are independent.
    ///
    /// # Errors
    /// As for [`Match::new`].
    pub fn with_host(mut host: Rules, seed: u64, players: Vec<String>) -> Result<Self, Faults> {
        let seats = host.game().seat_count();
        if players.len() != seats {
            let message = format!("{} players are named for {seats} seats", players.len());
            return Err(Diagnostic::new(Code::WrongSeats, message)
                .help("expected one for each seat, as `human`")
                .into());
        }
        host.renew()?;
        let mut opening = Vec::new();
        let state = host.begin(seed, &mut opening)?;
        host.game().blank_events(None, [&state, &state], &mut opening);
        let mut legal = ActionList::new();
        let notes = host.take_notes();
        let memory = Memory::new(host.game(), &state, notes);
        host.legal(&state, &mut legal)?;
        Ok(Self {
            host,
            seed,
            players,
            state,
            opening,
            steps: Vec::new(),
            history: History::default(),
            memory,
            replay: RefCell::default(),
            undone: Vec::new(),
            legal,
            concluded: None,
            concluded_later: None,
            revealed: false,
            tags: Vec::new(),
            told_at: 0,
        })
    }

    /// Restarts the match with another seed: the same game and players, and the loaded rules, in a fraction of the time
    /// of [`Match::new`]. Nothing else is kept.
    ///
    /// ```
    /// use parlour_engine::{Config, Library, Match};
    ///
    /// # let mut library = Library::default();
    /// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    /// let game = library.load("goofspiel")?.configure(&Config::default())?;
    /// let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); game.seat_count()])?;
    /// for seed in 2..10 {
    ///     played = played.again(seed)?;
    ///     assert!(played.steps().is_empty() && played.seed() == seed);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Match::new`].
    pub fn again(self, seed: u64) -> Result<Self, Faults> {
        Self::with_host(self.host, seed, self.players)
    }

    /// Returns the host, for the next match.
    pub fn into_host(self) -> Rules {
        self.host
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.host.game()
    }

    /// The host that runs the rules.
    pub fn host(&mut self) -> &mut Rules {
        &mut self.host
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The player of each seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Replaces the player of a seat.
    pub fn set_player(&mut self, seat: Seat, player: String) {
        if let Some(slot) = self.players.get_mut(seat.index()) {
            *slot = player;
        }
    }

    /// The full state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The current decision; `None` when the match is over.
    pub fn decision(&self) -> Option<Decision> {
        self.state.decision()
    }

    /// The view of a seat, or of a spectator.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        let game = self.game();
        let is_asked = |decision: Decision| Some(decision.seat) == viewer && self.legal.is_complete();
        let legal =
            self.decision().filter(|due| game.has_secrets() && is_asked(*due)).map(|_| Arc::new(self.legal.clone()));
        let view = game.view(&self.state, viewer).with_kinds(game, self.memory.kinds(game, viewer));
        let view = view.with_unseen(self.memory.unseen(game, viewer));
        let state = |n: usize| self.state_before(n).ok();
        let observed = self.memory.observed(game, viewer, &self.steps, state);
        view.with_knowledge(self.memory.knowledge(game, viewer)).with_legal(legal).with_observed(observed)
    }

    /// The legal actions now; empty when the match is over.
    pub fn legal(&self) -> &ActionList {
        &self.legal
    }

    /// The current task, as the phase tells it; `None` when the match is over.
    pub fn due_text(&self) -> Option<String> {
        Some(self.game().due_text(&self.state, self.decision()?, &self.legal))
    }

    /// The fault of rules that currently offer an action twice, if they do.
    pub fn offered_twice(&self) -> Option<Diagnostic> {
        self.host.offered_twice(&self.legal)
    }

    /// The fault of rules that currently list an action that they refuse, or allow one that they don't list, if they
    /// do.
    ///
    /// # Errors
    /// A script that fails.
    pub fn disagreement(&mut self) -> Result<Option<Diagnostic>, Diagnostic> {
        self.host.disagreement(&self.state, &self.legal)
    }

    /// The events of the setup.
    pub fn opening(&self) -> &[Event] {
        &self.opening
    }

    /// All steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The state before an action, by its index; the present state for the next index. Of a long match with large
    /// states not every one is stored: the others are computed by replaying the actions.
    ///
    /// # Errors
    /// Rules that fail although they didn't when the action was taken.
    pub fn state_before(&self, n: usize) -> Result<Cow<'_, State>, Diagnostic> {
        if n >= self.steps.len() {
            return Ok(Cow::Borrowed(&self.state));
        }
        if let Some(state) = self.history.get(n) {
            return Ok(Cow::Borrowed(state));
        }
        let mut replay = self.replay.borrow_mut();
        if replay.is_none() {
            *replay = Some(Box::new(Replay::new(self.game().clone(), &self.history)?));
        }
        match replay.as_mut() {
            Some(replay) => Ok(Cow::Owned(replay.state_before(n, &self.history, &self.steps)?.clone())),
            None => Ok(Cow::Borrowed(&self.state)),
        }
    }

    /// The state before the last action, which is always stored; `None` before the first.
    pub fn previous(&self) -> Option<&State> {
        self.history.get(self.steps.len().checked_sub(1)?)
    }

    /// The states in the middle of the last action, at each of its events, with how many events had been emitted; without
    /// those that no script has emitted, and only the first ones of a slow action.
    pub fn within_last(&mut self) -> Vec<(usize, State)> {
        let Some((before, step)) = self.previous().cloned().zip(self.steps.last().cloned()) else { return Vec::new() };
        let begun = processor_time();
        let told = (1..=step.events.len()).take_while(|_| processor_time().saturating_sub(begun) < WITHIN);
        told.filter_map(|n| Some((n, self.host.at_event(&before, &step.action, &step.events[..n])?))).collect()
    }

    /// True if hidden information was revealed.
    pub fn is_revealed(&self) -> bool {
        self.revealed
    }

    /// Records that hidden information was revealed.
    pub fn mark_revealed(&mut self) {
        self.revealed = true;
    }

    /// Parses an action typed by a person, for the seat to act; in a game with a notation also piece notation, such as
    /// `Nf3`.
    ///
    /// # Errors
    /// A text that isn't an action.
    pub fn parse(&self, text: &str) -> Result<Action, ParseError> {
        let read = read_at(self.game(), &self.state, &self.legal, text);
        read.map_err(|error| self.not_now(text, error))
    }

    /// Prefers the error that an action isn't possible now to one about its notation.
    fn not_now(&self, text: &str, error: ParseError) -> ParseError {
        let Some(decision) = self.decision().filter(|_| matches!(error, ParseError::Malformed { .. })) else {
            return error;
        };
        let pack = self.game().pack();
        let actions = &pack.phases[decision.phase.index()].actions;
        let meant = verbs_for(self.game(), text);
        if meant.is_empty() || meant.iter().any(|verb| actions.contains(&verb.index())) {
            return error;
        }
        ParseError::NotNow {
            word: text.split_whitespace().next().unwrap_or_default().to_owned(),
            due: self.due_text().unwrap_or_default(),
            possible: possible_usages(self.game(), decision, &self.legal),
        }
    }

    /// Checks that an action is allowed now.
    ///
    /// # Errors
    /// The refusal, or a script that fails.
    pub fn check(&mut self, action: &Action) -> Result<(), CheckError> {
        if self.legal.position(self.host.game(), action).is_some() {
            return Ok(());
        }
        self.host.reset_sets();
        self.host.check(&self.state, action)
    }

    /// Takes an action; undone actions can't be redone afterwards.
    ///
    /// # Errors
    /// A refusal or a failing script; nothing has changed then.
    pub fn act(&mut self, action: &Action) -> Result<&Step, ActError> {
        self.take(action)?;
        self.undone.clear();
        self.concluded_later = None;
        self.steps.last().ok_or(ActError::Refused(Refusal::Over))
    }

    fn take(&mut self, action: &Action) -> Result<(), ActError> {
        self.check(action)?;
        let Some(decision) = self.state.decision() else {
            return Err(Refusal::Over.into());
        };
        let mut after = self.state.clone();
        let mut events = Vec::new();
        self.host.reset_sets();
        let mut notes = self.host.lacking(&self.state, action)?;
        self.host.reset_sets();
        self.host.apply(&mut after, action, Some(&mut events))?;
        notes.append(&mut self.host.take_notes());
        self.host.reset_sets();
        let game = self.host.game().clone();
        game.blank_events(Some(action), [&self.state, &after], &mut events);
        let blanks = game.blanks_of(action, [&self.state, &after]);
        let written = self.written(action, decision.seat, &after)?;
        let mut legal = std::mem::take(&mut self.legal);
        if let Err(error) = self.host.legal(&after, &mut legal) {
            self.host.reset_sets();
            self.host.legal(&self.state, &mut legal)?;
            self.legal = legal;
            return Err(error.into());
        }
        self.legal = legal;
        self.history.push(std::mem::replace(&mut self.state, after));
        self.memory.push(self.host.game(), action.verb(), (&self.state, &self.legal), notes);
        self.steps.push(Step { decision, action: action.clone(), events, sealed: false, written, blanks });
        self.seal();
        Ok(())
    }

    /// A legal action with its resulting state in piece notation, if the game has one: with `+` for check and `#` for
    /// mate.
    fn written(&mut self, action: &Action, seat: Seat, after: &State) -> Result<Option<String>, Diagnostic> {
        if !self.game().writes_moves() || !self.game().is_open() {
            return Ok(None);
        }
        let game = self.game().clone();
        let text = game.written_by_piece(&self.state, action, &self.legal);
        Ok(Some(text + sign_of(&mut self.host, seat, after)?))
    }

    /// A legal action for people: in piece notation if matches are written so, otherwise with titles.
    pub fn told(&self, action: &Action) -> String {
        self.game().action_told(&self.state, action, &self.legal)
    }

    /// Consecutive actions from the current state, for people.
    pub fn told_line(&mut self, line: &[Action]) -> Vec<String> {
        let game = self.game().clone();
        if !game.writes_moves() || !game.is_open() {
            return line.iter().map(|action| game.action_phrase(action)).collect();
        }
        let (mut state, mut legal) = (self.state.clone(), self.legal.clone());
        let mut told = Vec::new();
        for action in line {
            let mut text = game.action_told(&state, action, &legal);
            let seat = state.decision().map(|decision| decision.seat);
            self.host.reset_sets();
            // An expected action may be impossible in this world: then its text is used unchanged.
            let is_done =
                self.host.apply(&mut state, action, None).is_ok() && self.host.legal(&state, &mut legal).is_ok();
            if let Some(seat) = seat.filter(|_| is_done) {
                text += sign_of(&mut self.host, seat, &state).unwrap_or_default();
            }
            told.push(text);
        }
        self.host.reset_sets();
        told
    }

    /// Undoes up to `n` actions; returns their number.
    ///
    /// # Errors
    /// A script that fails.
    pub fn undo(&mut self, n: usize) -> Result<usize, Diagnostic> {
        if n > 0
            && !self.steps.is_empty()
            && let Some((conclusion, before)) = self.concluded.take()
        {
            self.state = before;
            self.concluded_later = Some(conclusion);
        }
        let count = n.min(self.steps.len());
        let left = self.steps.len() - count;
        let state = self.state_before(left)?.into_owned();
        let previous = match left.checked_sub(1) {
            Some(last) => Some(self.state_before(last)?.into_owned()),
            None => None,
        };
        self.state = state;
        while self.steps.len() > left {
            self.history.pop();
            self.undone.extend(self.steps.pop().map(|step| step.action));
        }
        self.memory.truncate(left);
        if let Some(previous) = previous {
            self.history.keep_last(previous);
        }
        let replay = self.replay.get_mut();
        if replay.as_ref().is_some_and(|replay| replay.at() > left) {
            *replay = None;
        }
        self.seal();
        self.host.reset_sets();
        self.host.legal(&self.state, &mut self.legal)?;
        Ok(count)
    }

    /// Marks the last actions that wait for simultaneous decisions of others.
    fn seal(&mut self) {
        let game = self.host.game();
        let waiting = self.steps.len() - game.decided(&self.state).len().min(self.steps.len());
        let last = self.steps.len().saturating_sub(2 * game.seat_count());
        for (n, step) in self.steps.iter_mut().enumerate().skip(last) {
            step.sealed = n >= waiting;
        }
    }

    /// Redoes up to `n` undone actions; returns their number.
    ///
    /// # Errors
    /// An action that is no longer possible, which only a change of rules can cause.
    pub fn redo(&mut self, n: usize) -> Result<usize, ActError> {
        let mut count = 0;
        while count < n {
            let Some(action) = self.undone.pop() else {
                break;
            };
            self.take(&action)?;
            count += 1;
            if self.undone.is_empty()
                && let Some(conclusion) = self.concluded_later
            {
                self.conclude(conclusion)?;
            }
        }
        Ok(count)
    }

    /// Ends the match by decision of its players; undone actions can't be redone afterwards. The scores are the current
    /// ones.
    ///
    /// # Errors
    /// The match is over; nothing has changed then.
    pub fn conclude(&mut self, conclusion: Conclusion) -> Result<(), ActError> {
        if self.decision().is_none() {
            return Err(Refusal::Over.into());
        }
        let mut after = self.state.clone();
        let winners = conclusion.winners(self.host.game(), &self.state);
        self.host.reset_sets();
        self.host.conclude(&mut after, winners);
        self.host.reset_sets();
        self.host.legal(&after, &mut self.legal)?;
        let before = std::mem::replace(&mut self.state, after);
        self.concluded = Some((conclusion, before));
        self.concluded_later = None;
        self.undone.clear();
        self.seal();
        Ok(())
    }

    /// The players' conclusion of the match, if there is one.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.concluded.as_ref().map(|(conclusion, _)| *conclusion)
    }

    /// Undoes the players' conclusion; returns true if there was one.
    ///
    /// # Errors
    /// A script that fails.
    pub fn reopen(&mut self) -> Result<bool, Diagnostic> {
        let Some((_, before)) = self.concluded.take() else { return Ok(false) };
        self.state = before;
        self.seal();
        self.host.reset_sets();
        self.host.legal(&self.state, &mut self.legal)?;
        Ok(true)
    }

    /// The ending of the match, in words; `None` if it isn't over.
    pub fn ending_text(&self) -> Option<String> {
        let game = self.game();
        match &self.concluded {
            Some((conclusion, _)) => Some(conclusion.sentence(game, &self.state)),
            None => game.ending_text(&self.state),
        }
    }

    /// A hash of the state.
    pub fn hash(&self) -> u64 {
        xxh3_64(self.state.bytes())
    }

    /// The record of the match so far.
    pub fn record(&self) -> Record {
        let game = self.game();
        Record {
            parlour: Record::VERSION,
            game: game.name().to_owned(),
            fingerprint: format!("{:016x}", game.pack().fingerprint),
            rules: PlayedBy::of(game.pack()),
            variant: game.variant().map(str::to_owned),
            seed: self.seed,
            players: self.players.clone(),
            options: game.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
            scenario: game.scenario().map(|scenario| scenario.file.text.to_string()),
            revealed: self.revealed,
            actions: self.steps.iter().map(|step| game.action_text(&step.action)).collect(),
            hash: format!("{:016x}", self.hash()),
            at: None,
            ended: self.conclusion().and_then(|end| end.with_seats(|seat| Some(game.seat_name(*seat).to_owned()))),
            tags: self.tags().to_vec(),
            memory: Map::new(),
        }
    }

    /// The value of a tag of the match. The result tags are valid as long as no action follows.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The tags of the match from a file: its players, its date, and its result if not by the rules.
    pub fn tags(&self) -> &[(String, String)] {
        // The result tags come last, and are valid at one state only.
        let is_end = |(name, _): &(String, String)| [RESULT, TERMINATION].contains(&name.as_str());
        let end = self.tags.iter().position(is_end).filter(|_| self.steps.len() != self.told_at);
        &self.tags[..end.unwrap_or(self.tags.len())]
    }

    /// Sets the tags of the match from a file, at a number of actions.
    pub fn set_tags(&mut self, tags: Vec<(String, String)>, told_at: usize) {
        (self.tags, self.told_at) = (tags, told_at);
    }

    /// The scores and winners, as the last line of a trace.
    pub fn end_json(&self) -> Value {
        let game = self.game();
        let winners: Vec<&str> =
            game.seats().filter(|&seat| self.state.has_won(seat)).map(|seat| game.seat_name(seat)).collect();
        let scores: Map<String, Value> =
            game.seats().map(|seat| (game.seat_name(seat).to_owned(), json!(game.score(&self.state, seat)))).collect();
        json!({
            "type": "end",
            "winners": winners,
            "scores": scores,
            "reason": self.ending_text().unwrap_or_default(),
            "state": game.state_json(&self.state),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_game::Config;
    use parlour_model::chance::Generator;
    use parlour_pack::Library;

    /// A random match with a memory limit of its states.
    fn played(name: &str, plies: usize, states: usize) -> Match {
        let mut library = Library::default();
        library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
        let game = library.load(name).unwrap().configure(&Config::default()).unwrap();
        let mut played = Match::new(game.clone(), 7, vec!["random".to_owned(); game.seat_count()]).unwrap();
        played.history.set_budget(states * game.state_bytes());
        let mut rng = Generator::from_seed(3);
        while played.decision().is_some() && played.steps().len() < plies {
            let action = played.legal.get(&game, rng.below(played.legal.len() as u32) as usize);
            played.act(&action).unwrap();
        }
        played
    }

    #[test]
    fn few_states_are_kept_and_all_can_be_asked_for() {
        for name in ["chess", "gin-rummy", "final-card-down"] {
            let all = played(name, 120, 1000);
            let few = played(name, 120, 12);
            let steps = all.steps().len();
            assert_eq!(all.history.kept(), steps);
            assert!(few.history.kept() <= 13, "{} of {steps} states are kept", few.history.kept());
            let states: Vec<State> = (0..=steps).map(|n| all.state_before(n).unwrap().into_owned()).collect();
            let order = (0..=steps).chain((0..=steps).rev()).chain([steps / 2, 3, steps - 1, 0]);
            order.for_each(|n| assert_eq!(*few.state_before(n).unwrap(), states[n], "{name}, after {n} actions"));
            assert_eq!(few.previous(), Some(&states[steps - 1]));
        }
    }

    #[test]
    fn a_match_with_few_states_goes_back_and_forth() {
        let all = played("gin-rummy", 90, 1000);
        let mut few = played("gin-rummy", 90, 6);
        let steps = all.steps().len();
        for to in [steps - 1, steps / 2, steps, 1, steps, 0, steps] {
            let now = few.steps().len();
            if to < now {
                assert_eq!(few.undo(now - to).unwrap(), now - to);
            } else {
                few.redo(to - now).unwrap();
            }
            assert_eq!(few.state(), &*all.state_before(to).unwrap());
            let previous = to.checked_sub(1).map(|last| all.state_before(last).unwrap().into_owned());
            assert_eq!(few.previous(), previous.as_ref());
        }
        let copy = few.standing().take_up(None).unwrap();
        assert_eq!(*copy.state_before(steps / 3).unwrap(), *all.state_before(steps / 3).unwrap());
    }
}
