//! A game's rules, ready to be run, whether they are tables or scripts.
//!
//! Listing, checking and applying actions is implemented once, in [`pipeline`] and [`ends`], over a board and scripts
//! of which a game has either or both. Derived operations are built on it: steps, playouts, counts of the action tree,
//! and queries of searches ([`branches`]). Two fast paths do the same, as tests verify: that of games of tables alone
//! ([`tables`]), chosen when a game's [`Rules`] are loaded, and the turns of compiled scripts in playouts ([`playout`]).

mod agreement;
mod beginning;
mod branches;
mod deductions;
mod domains;
mod ends;
mod lanes;
#[cfg(test)]
mod liberties_tests;
mod perft;
mod pipeline;
mod playout;
mod queries;
mod reached;
mod repetition;
mod rounds;
mod scenario;
pub(crate) mod tables;
mod targets;
pub mod worlds;

use std::sync::Arc;

use parlour_game::Game;
use parlour_game::words::Words;
use parlour_game::words::action::due::possible_usages;
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use parlour_model::event::Event;
use parlour_model::state::State;
use parlour_model::state::notes::Note;
use parlour_script::expressions::Expressions;
use parlour_script::host::{ScriptHost, SharedHost};

pub use branches::{Branch, Branches};
pub use perft::Perft;
pub use playout::{ActionMeans, Playout, Taken};
pub use reached::{Reached, Rows};
pub use targets::Target;

pub use parlour_script::InLuau;
pub use parlour_script::host::Shown;

use ends::Endings;
use pipeline::Pipeline;
use tables::Tables;

/// The reason that an action is not allowed, in the player's words.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// Another kind of action is due.
    #[error("`{action}` is not possible now: {due}; possible: {possible}")]
    NotNow {
        /// The action that was given.
        action: String,
        /// The task of the seat.
        due: String,
        /// The possible verbs.
        possible: String,
    },
    /// The rules forbid it.
    #[error("{0}")]
    Rules(String),
    /// It isn't a legal action, and the rules give no closer reason.
    #[error("`{0}` is not allowed now")]
    NotLegal(String),
}

debug_as_display!(Refusal);

/// The reason that an action can't be applied: the rules refuse it, or they failed themselves.
///
/// ```
/// use parlour_engine::{CheckError, Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let mut played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// let action = played.parse("b2")?;
/// played.check(&action)?;
/// played.act(&action)?;
/// assert!(matches!(played.check(&action), Err(CheckError::Refused(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A script failed.
    #[error("the rules failed: {0}")]
    Script(#[from] Diagnostic),
}

debug_as_display!(CheckError);

impl CheckError {
    /// The refusal, for a caller that reports it and continues.
    ///
    /// # Errors
    /// The fault of a script.
    pub fn refusal(self) -> Result<Refusal, Diagnostic> {
        match self {
            Self::Refused(refusal) => Ok(refusal),
            Self::Script(fault) => Err(fault),
        }
    }
}

/// A game's rules, ready to be run; they stay on the thread that made them.
///
/// ```
/// use parlour_engine::{ActionList, Config, Library, Rules, Words};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("chess")?.configure(&Config::default())?;
/// let mut rules = Rules::new(game.clone())?;
/// let mut state = rules.start(7, &mut Vec::new())?;
/// let mut legal = ActionList::new();
/// rules.legal(&state, &mut legal)?;
/// assert_eq!(legal.len(), 20);
/// let action = game.parse_action("e2-e4", Some(&legal))?;
/// rules.apply(&mut state, &action, None)?;
/// assert_eq!(state.ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    game: Arc<Game>,
    pipeline: Pipeline,
    /// The fast path of a game of tables alone.
    tables: Option<Tables>,
    /// The game's scripts, which the pipeline runs if it has some; otherwise they only answer queries, and are loaded
    /// on demand.
    host: Option<SharedHost>,
    /// The evaluator of expressions over views, created on demand.
    expressions: Option<Expressions>,
}

impl Rules {
    /// Loads the rules of a game.
    ///
    /// # Errors
    /// All faults of the scripts.
    pub fn new(game: Arc<Game>) -> Result<Self, Faults> {
        Self::counting(game, false)
    }

    fn counting(game: Arc<Game>, counts_lines: bool) -> Result<Self, Faults> {
        let pack = game.pack();
        let board = game.board_rules().cloned();
        let needs_host = pack.rules.is_some() || board.is_none();
        let host = if needs_host { Some(ScriptHost::counting(game.clone(), counts_lines)?.shared()) } else { None };
        if !pack.unread.is_empty() {
            return Err(Faults(pack.unread.clone()).sorted());
        }
        if board.is_none() && host.is_none() {
            return Err(Diagnostic::new(Code::NoRules, "the game has no rules").into());
        }
        let ends = Arc::new(Endings::of(&game));
        let takes_part = |host: &&SharedHost| board.is_none() || host.borrow().has_hooks();
        let hooks = host.as_ref().filter(takes_part).cloned();
        // If seats can be out, the turn skips them after everything else, which the fast path doesn't support.
        let is_fast = hooks.is_none() && game.ply_limit().is_none() && game.layout().alive.is_none();
        let tables = board.filter(|_| is_fast).map(|board| Tables::new(game.clone(), board, ends.clone()));
        let pipeline = Pipeline::new(game.clone(), hooks, ends);
        pipeline.demand_limit()?;
        let mut rules = Self { game, pipeline, tables, host, expressions: None };
        if rules.game.pack().display.is_some() {
            // Faults of the display are reported now, not at its first use.
            rules.scripts()?;
        }
        Ok(rules)
    }

    /// The game whose rules these are.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Starts a match: set up, dealt and ready for the first action.
    ///
    /// # Errors
    /// A script that fails.
    pub fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        self.pipeline.start(seed, events)
    }

    /// Ends a match by decision of its players.
    pub(crate) fn conclude(&mut self, state: &mut State, winners: u16) {
        self.pipeline.end_by_players(state, winners);
    }

    /// Lets the rules determine the pending decisions in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.pipeline.resume(state, seat, events)
    }

    /// Lists the legal actions, by verb.
    ///
    /// # Errors
    /// A script that fails, or that offers no action though the match isn't over.
    pub fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        list.clear();
        list.width = self.game.action_width();
        if state.is_over() {
            return Ok(());
        }
        self.pipeline.legal(state, list)?;
        if list.is_empty() { Err(self.pipeline.no_action(state)) } else { Ok(()) }
    }

    /// The fault of rules that offer an action twice, if a list of legal actions has a duplicate.
    pub fn offered_twice(&self, legal: &ActionList) -> Option<Diagnostic> {
        let mut records: Vec<&[u8]> = (0..legal.len()).map(|n| legal.record(n)).collect();
        records.sort_unstable();
        let pair = records.windows(2).find(|pair| pair[0] == pair[1])?;
        let action = Action::from_record(&self.game, pair[0]);
        let text = self.game.action_text(&action);
        let mut fault = Diagnostic::new(Code::OfferedTwice, format!("`{text}` is offered twice at the same moment"))
            .help("each action is offered once");
        fault.place = self.loaded().and_then(|host| host.place_of_cases(action.verb()));
        Some(fault)
    }

    /// Checks that an action is allowed, without changing anything.
    ///
    /// # Errors
    /// The refusal, or a script that fails.
    pub fn check(&mut self, state: &State, action: &Action) -> Result<(), CheckError> {
        let Some(decision) = state.decision() else {
            return Err(Refusal::Over.into());
        };
        let pack = self.game.pack();
        let phase = &pack.phases[decision.phase.index()];
        if !phase.actions.contains(&action.verb().index()) {
            let mut legal = ActionList::new();
            self.legal(state, &mut legal)?;
            let refusal = Refusal::NotNow {
                action: self.game.action_phrase(action),
                due: self.game.due_text(state, decision, &legal),
                possible: possible_usages(&self.game, decision, &legal),
            };
            return Err(refusal.into());
        }
        match self.pipeline.refusal(state, action)? {
            Some(refusal) => Err(refusal.into()),
            None => Ok(()),
        }
    }

    /// Applies a legal action. If a script fails, the state is unchanged.
    ///
    /// # Errors
    /// A script that fails, or an impossible action.
    pub fn apply(
        &mut self,
        state: &mut State,
        action: &Action,
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        if events.is_none() {
            return self.pipeline.apply(state, action.bytes(), None);
        }
        self.note_cards(true);
        let applied = self.pipeline.apply(state, action.bytes(), events);
        self.note_cards(false);
        applied
    }

    /// Enables notes of what happens to cards, starting empty, or disables them.
    pub(crate) fn note_cards(&mut self, on: bool) {
        if on {
            self.take_notes();
        }
        if let Some(host) = &self.pipeline.host {
            host.borrow_mut().note_cards(on);
        }
    }

    /// Takes the notes of what happened to cards since the last call, while events were enabled.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        self.pipeline.host.as_ref().map_or_else(Vec::new, |host| host.borrow_mut().take_notes())
    }

    /// The state in the middle of an action, when the last of these events is emitted; they are the first events of the
    /// action. `None` if no script emits it.
    pub(crate) fn at_event(&mut self, state: &State, action: &Action, events: &[Event]) -> Option<State> {
        let host = self.pipeline.host.clone()?;
        host.borrow_mut().stop_before(events.iter().map(|event| event.record.len()).collect());
        // It fails at the stop, and leaves the state unchanged.
        let _ = self.pipeline.apply(&mut state.clone(), action.bytes(), Some(&mut Vec::new()));
        let mut reached = host.borrow_mut().take_stopped()?;
        if let Some(due) = state.decision().filter(|_| reached.decision().is_none() && !reached.is_over()) {
            reached.set_decision(due);
        }
        Some(reached)
    }

    /// Applies a legal action and lists the legal actions of the next state: a step of a search.
    ///
    /// # Errors
    /// A script that fails, or that offers no action though the match isn't over; the state is unchanged.
    pub fn step(&mut self, state: &mut State, action: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        list.width = self.game.action_width();
        if let Some(tables) = &self.tables {
            let done = tables.step(&mut self.pipeline.scratch, state, action, list);
            return if done { Ok(()) } else { Err(impossible(&self.game, action)) };
        }
        self.pipeline.apply(state, action, None)?;
        list.clear();
        if state.is_over() {
            return Ok(());
        }
        let listed = match self.pipeline.legal(state, list) {
            Ok(()) if list.is_empty() => Err(self.pipeline.no_action(state)),
            listed => listed,
        };
        listed.inspect_err(|_| self.pipeline.take_back(state))
    }
}

/// The fault of an impossible action.
fn impossible(game: &Game, record: &[u8]) -> Diagnostic {
    let text = game.action_text(&Action::from_record(game, record));
    Diagnostic::new(Code::ImpossibleAction, format!("`{text}` can't be done here"))
}

/// A refusal that names the action before the reason.
fn forbidden(game: &Game, action: &Action, reason: &str) -> Refusal {
    Refusal::Rules(format!("`{}` is not allowed: {reason}", game.action_phrase(action)))
}
