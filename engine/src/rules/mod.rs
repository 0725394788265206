//! A game's rules, ready to be run, whatever they are written in.
//!
//! What happens when an action is listed, checked and taken is written once, in [`pipeline`] and [`ends`], over a board
//! and scripts of which a game has either or both. What everyone asks besides stands over it: steps, playouts, counts of
//! the tree of actions, and what a search asks ([`branches`]). Two ways are faster than the pipeline and do the same, as
//! tests hold: that of games of tables alone ([`tables`]), and the playouts of games of scripts alone ([`playout`]).
//! Which games have one is decided when their [`Rules`] are loaded.

mod agreement;
mod beginning;
mod branches;
mod domains;
mod ends;
mod perft;
mod pipeline;
mod playout;
mod queries;
mod reached;
mod repetition;
mod rounds;
mod scenario;
pub(crate) mod sets;
pub(crate) mod tables;
mod targets;
pub mod worlds;

use std::sync::Arc;

use crate::action::{Action, ActionList};
use crate::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use crate::event::Event;
use crate::game::Game;
use crate::script::expressions::Expressions;
use crate::script::host::{ScriptHost, SharedHost};
use crate::state::State;
use crate::state::notes::Note;
use crate::words::Words;
use crate::words::action::due::possible_usages;

pub use branches::{Branch, Branches};
pub use perft::Perft;
pub use playout::{ActionMeans, Playout, Taken};
pub use reached::{Reached, Rows};
pub use targets::Target;

pub use crate::script::InLuau;
pub use crate::script::host::Shown;

use ends::Endings;
use pipeline::Pipeline;
use tables::Tables;

/// Why an action is not allowed, in the player's words.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// Another kind of action is due.
    #[error("`{action}` is not possible now: {due}; possible: {possible}")]
    NotNow {
        /// What was asked for.
        action: String,
        /// What the seat has to do.
        due: String,
        /// The verbs that are possible.
        possible: String,
    },
    /// The rules forbid it.
    #[error("{0}")]
    Rules(String),
    /// It is not among the legal actions, and the rules give no closer reason.
    #[error("`{0}` is not allowed now")]
    NotLegal(String),
}

debug_as_display!(Refusal);

/// Why an action can't be taken: the rules refuse it, or they failed themselves.
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
    /// The refusal, for who tells it and goes on.
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
    /// The fast way, in a game of tables alone.
    tables: Option<Tables>,
    /// The game's scripts, which the pipeline runs if it has some; else they only look, and may not be loaded so far.
    host: Option<SharedHost>,
    /// What evaluates expressions over views, once that has been asked for.
    expressions: Option<Expressions>,
}

impl Rules {
    /// Loads the rules of a game.
    ///
    /// # Errors
    /// Everything that is wrong with the scripts.
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
        // Where seats can be out the turn passes them over after all else, which is not the tables' fast way.
        let is_fast = hooks.is_none() && game.ply_limit().is_none() && game.layout().alive.is_none();
        let tables = board.filter(|_| is_fast).map(|board| Tables::new(game.clone(), board, ends.clone()));
        let pipeline = Pipeline::new(game.clone(), hooks, ends);
        pipeline.demand_limit()?;
        let mut rules = Self { game, pipeline, tables, host, expressions: None };
        if rules.game.pack().display.is_some() {
            // What is wrong with the display is told now, not when it is first looked at.
            rules.scripts()?;
        }
        Ok(rules)
    }

    /// The game whose rules these are.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// A fresh match: set up, dealt and ready for the first action.
    ///
    /// # Errors
    /// A script that fails.
    pub fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        self.pipeline.start(seed, events)
    }

    /// Ends a match as its players have made it end.
    pub(crate) fn conclude(&mut self, state: &mut State, winners: u16) {
        self.pipeline.end_by_players(state, winners);
    }

    /// Lets the rules work out who decides what in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.pipeline.resume(state, seat, events)
    }

    /// The legal actions, by verb.
    ///
    /// # Errors
    /// A script that fails, or that offers nothing though the match goes on.
    pub fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        list.clear();
        list.width = self.game.action_width();
        if state.is_over() {
            return Ok(());
        }
        self.pipeline.legal(state, list)?;
        if list.is_empty() { Err(self.pipeline.no_action(state)) } else { Ok(()) }
    }

    /// The fault of rules that offer an action twice at the same moment, if a list of legal actions has one.
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

    /// Makes sure that an action is allowed. Nothing changes.
    ///
    /// # Errors
    /// Why it isn't, or a script that fails.
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
                due: self.game.due_text(decision, &legal).to_owned(),
                possible: possible_usages(&self.game, decision, &legal),
            };
            return Err(refusal.into());
        }
        match self.pipeline.refusal(state, action)? {
            Some(refusal) => Err(refusal.into()),
            None => Ok(()),
        }
    }

    /// Applies a legal action. If a script fails, the state is as it was.
    ///
    /// # Errors
    /// A script that fails, or an action that can't be.
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

    /// Has what happens to cards noted from now on, from nothing, or not any more.
    pub(crate) fn note_cards(&mut self, on: bool) {
        if on {
            self.take_notes();
        }
        if let Some(host) = &self.pipeline.host {
            host.borrow_mut().note_cards(on);
        }
    }

    /// What has happened to cards since this was last asked, as far as events were told.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        self.pipeline.host.as_ref().map_or_else(Vec::new, |host| host.borrow_mut().take_notes())
    }

    /// The state in the middle of an action: as it is when the last of these events is told, which are the first ones of
    /// those that the action tells. `None` where no script tells it.
    pub(crate) fn at_event(&mut self, state: &State, action: &Action, events: &[Event]) -> Option<State> {
        let host = self.pipeline.host.clone()?;
        host.borrow_mut().stop_before(events.iter().map(|event| event.record.len()).collect());
        // It fails, and leaves the state as it was, where it is stopped.
        let _ = self.pipeline.apply(&mut state.clone(), action.bytes(), Some(&mut Vec::new()));
        let mut reached = host.borrow_mut().take_stopped()?;
        if let Some(due) = state.decision().filter(|_| reached.decision().is_none() && !reached.is_over()) {
            reached.set_decision(due);
        }
        Some(reached)
    }

    /// Applies a legal action and lists what is legal then: the step of a search.
    ///
    /// # Errors
    /// A script that fails, or that offers nothing though the match goes on; the state is as it was.
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

/// That an action can't be taken in a state.
fn impossible(game: &Game, record: &[u8]) -> Diagnostic {
    let text = game.action_text(&Action::from_record(game, record));
    Diagnostic::new(Code::ImpossibleAction, format!("`{text}` can't be done here"))
}

/// A refusal that names the action before the reason.
fn forbidden(game: &Game, action: &Action, reason: &str) -> Refusal {
    Refusal::Rules(format!("`{}` is not allowed: {reason}", game.action_phrase(action)))
}
