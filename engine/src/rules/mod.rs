//! A game's rules, ready to be run, whatever they are written in.
//!
//! Rules are asked and obeyed through one interface, [`Way`], with three implementations: tables alone ([`tables`]),
//! scripts alone ([`scripts`]), and both together, verb by verb ([`verbs`]). Which one a game has is decided when its
//! [`Rules`] are loaded, and asked nowhere else. What everyone does alike is written once over the interface: steps,
//! playouts, counts of the tree of actions, and what a search asks ([`branches`]); an implementation may have a faster
//! version of these, which tests hold equal to the general one. What happens when an action is taken, and in which
//! order, is in [`verbs`] and [`ends`].
//!
//! Scripts themselves are run by one type, [`ScriptHost`]; [`Scripts`] and [`Both`] know no more of how than its
//! methods: `start`, `resume`, `legal`, `gather`, `against_needs`, `against_allow`, `apply`, `effect`, `after`, `finish`
//! and `limit`. Another way to run them, compiled say, has its place there: a second type with these methods, which
//! would become a trait, chosen where [`Rules`] load their host. It needs no further `Way`. Only where it could do the
//! whole step of a game of scripts faster than through these would it be one beside [`Scripts`].

mod agreement;
mod branches;
mod domains;
mod ends;
mod looks;
mod opening;
mod perft;
mod reached;
mod scripts;
mod tables;
mod targets;
mod verbs;
mod way;
pub mod worlds;

use std::sync::Arc;

use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic, Faults};
use crate::event::Event;
use crate::game::Game;
use crate::script::Mode;
use crate::script::expressions::Expressions;
use crate::script::host::{ScriptHost, SharedHost};
use crate::state::State;

pub use branches::{Branch, Branches};
pub use perft::Perft;
pub use reached::{Reached, Rows};
pub use targets::Target;
pub use way::Playout;

pub use crate::script::host::Drawn;

use scripts::Scripts;
use tables::Tables;
use verbs::Both;
use way::Way;

/// Why an action is not allowed, in the player's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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

/// A game's rules, ready to be run; they stay on the thread that made them.
///
/// ```
/// use parlour_engine::{ActionList, Config, Library, Rules};
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
    way: Box<dyn Way>,
    /// The game's scripts, which the way runs if it takes some; else they only look, and may not be loaded so far.
    host: Option<SharedHost>,
    /// What evaluates expressions over views, once that has been asked for.
    expressions: Option<Expressions>,
}

impl Rules {
    /// Loads the rules of a game, to be run many times: scripts are turned into native code.
    ///
    /// # Errors
    /// Everything that is wrong with the scripts.
    pub fn new(game: Arc<Game>) -> Result<Self, Faults> {
        Self::with_mode(game, Mode::Fast)
    }

    /// Loads the rules of a game for a match or two. Scripts are ready in half the time that [`Rules::new`] takes, and
    /// run some three times as slowly; what they do is the same, but that loops over tables in an order that differs
    /// from run to run are refused.
    ///
    /// # Errors
    /// Everything that is wrong with the scripts.
    pub fn quick(game: Arc<Game>) -> Result<Self, Faults> {
        Self::with_mode(game, Mode::Quick)
    }

    fn with_mode(game: Arc<Game>, mode: Mode) -> Result<Self, Faults> {
        let pack = game.pack();
        let board = game.board_rules().cloned();
        let is_limited = game.ply_limit().is_some();
        // Where seats can be out the turn passes them over after all else, which is not the tables' fast way.
        let is_general = is_limited || game.layout().alive.is_some();
        let needs_host = pack.rules.is_some() || board.is_none() || is_general;
        let host = if needs_host { Some(ScriptHost::with_mode(game.clone(), mode)?.shared()) } else { None };
        if !pack.unread.is_empty() {
            return Err(Faults(pack.unread.clone()).sorted());
        }
        let only_looks = |host: &SharedHost| !is_general && !host.borrow().has_hooks();
        let way: Box<dyn Way> = match (board, &host) {
            (Some(board), Some(host)) if !only_looks(host) => Box::new(Both::new(game.clone(), board, host.clone())),
            (Some(board), _) => Box::new(Tables::new(game.clone(), board)),
            (None, Some(host)) => Box::new(Scripts::new(game.clone(), host.clone())),
            (None, None) => return Err(Diagnostic::new(Code::NoRules, "the game has no rules").into()),
        };
        let mut rules = Self { game, way, host, expressions: None };
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
        self.way.start(seed, events)
    }

    /// Lets the rules work out who decides what in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.way.resume(state, seat, events)
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
        self.way.legal(state, list)?;
        if list.is_empty() { Err(self.way.no_action(state)) } else { Ok(()) }
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

    /// Whether an action is allowed, and if not, why. Nothing changes.
    ///
    /// # Errors
    /// A script that fails.
    pub fn check(&mut self, state: &State, action: &Action) -> Result<Result<(), Refusal>, Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(Err(Refusal::Over));
        };
        let pack = self.game.pack();
        let phase = &pack.phases[decision.phase.index()];
        if !phase.actions.contains(&action.verb().index()) {
            let mut legal = ActionList::new();
            self.legal(state, &mut legal)?;
            return Ok(Err(Refusal::NotNow {
                action: self.game.action_text(action),
                due: self.game.due_text(decision, &legal).to_owned(),
                possible: self.game.possible_usages(decision, &legal),
            }));
        }
        Ok(self.way.refusal(state, action)?.map_or(Ok(()), Err))
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
        self.way.apply(state, action.bytes(), events)
    }

    /// Applies a legal action and lists what is legal then: the step of a search.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub fn step(&mut self, state: &mut State, action: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        list.width = self.game.action_width();
        self.way.step(state, action, list)
    }

    /// Plays at random until the match is over or `most` plies were played; returns the number of plies.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        if state.is_over() {
            return Ok(0);
        }
        self.way.playout(state, generator, policy, most)
    }
}

/// That an action can't be taken in a state.
fn impossible(game: &Game, record: &[u8]) -> Diagnostic {
    let text = game.action_text(&Action::from_record(game, record));
    Diagnostic::new(Code::ImpossibleAction, format!("`{text}` can't be done here"))
}

/// A refusal that names the action before the reason.
fn forbidden(game: &Game, action: &Action, reason: &str) -> Refusal {
    Refusal::Rules(format!("`{}` is not allowed: {reason}", game.action_text(action)))
}
