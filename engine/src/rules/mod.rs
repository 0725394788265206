//! A game's rules, ready to be run, whatever they are written in.
//!
//! Rules are asked and obeyed through one interface, [`Way`], with three implementations: tables alone ([`tables`]),
//! scripts alone ([`scripts`]), and both together, verb by verb ([`verbs`]). What everyone does alike is written once
//! over it: steps, playouts and counts of the tree of actions; an implementation may have a faster version of these,
//! which tests hold equal to the general one. What happens when an action is taken, and in which order, is in
//! [`verbs`] and [`ends`].

mod branches;
mod domains;
mod ends;
mod opening;
mod perft;
mod reached;
mod scripts;
mod tables;
mod targets;
mod verbs;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use crate::action::{Action, ActionList};
use crate::board::Scratch;
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic, Faults, Place};
use crate::event::Event;
use crate::game::Game;
use crate::ids::Seat;
use crate::script::host::ScriptHost;
use crate::script::prelude::Prelude;
use crate::script::{Mode, StopHandle};
use crate::state::State;

pub use branches::{Branch, Branches};
pub use perft::Perft;
pub use reached::{Reached, Rows};
pub use targets::Target;

use scripts::Scripts;
use tables::Tables;
use verbs::Both;

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

/// How a playout chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Playout {
    /// First the verb, then one of its cases, each equally likely.
    ByVerb,
    /// Every legal action equally likely.
    ByAction,
    /// The cases of the first verb that has some, each equally likely; verbs as the rules list them.
    FirstVerb,
}

/// The interface of a game's rules.
///
/// The state that is given is one in which the match goes on, unless a method says otherwise. If a method fails, the
/// state is as it was.
trait Way: Debug {
    /// A fresh match: set up, dealt and ready for the first action.
    fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic>;

    /// Works out who decides what in a state that a scenario has set up; `seat` is to act.
    fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic>;

    /// The legal actions, by verb; none is for the caller to judge.
    fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic>;

    /// What is against an action of a verb of this phase; `None` if it is legal.
    fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic>;

    /// Applies a legal action, with all that follows from it.
    fn apply(&mut self, state: &mut State, record: &[u8], events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic>;

    /// Applies a legal action and lists what is legal then; the list is empty when the match is over.
    fn step(&mut self, state: &mut State, record: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        let mut after = state.clone();
        self.apply(&mut after, record, None)?;
        list.clear();
        if !after.is_over() {
            self.legal(&after, list)?;
        }
        state.copy_from(&after);
        Ok(())
    }

    /// Plays at random until the match is over or `most` plies were played; returns the number of plies.
    fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        let mut played = state.clone();
        let mut list = ActionList::new();
        let mut record = Vec::new();
        let mut plies = 0;
        while plies < most && !played.is_over() {
            self.legal(&played, &mut list)?;
            if list.is_empty() {
                return Err(self.no_action(&played));
            }
            record.clear();
            record.extend_from_slice(list.record(choose(&list, generator, policy)));
            self.apply(&mut played, &record, None)?;
            plies += 1;
        }
        state.copy_from(&played);
        Ok(plies)
    }

    /// The number of sequences of so many legal actions, at least one.
    fn leaves(&mut self, state: &State, depth: u32) -> Result<u64, Diagnostic> {
        if state.is_over() {
            return Ok(0);
        }
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        if depth <= 1 {
            return Ok(list.len() as u64);
        }
        let mut nodes = 0;
        let mut child = state.clone();
        for n in 0..list.len() {
            child.copy_from(state);
            self.apply(&mut child, list.record(n), None)?;
            nodes += self.leaves(&child, depth - 1)?;
        }
        Ok(nodes)
    }

    /// That nothing is legal though the match goes on.
    fn no_action(&self, _state: &State) -> Diagnostic {
        Diagnostic::new(Code::NoAction, "no legal action is offered, and the match is not over")
    }

    /// The tables, where these alone rule, for what a search can do with them.
    fn tables(&mut self) -> Option<&mut Tables> {
        None
    }

    /// The squares of the board that the last action has changed, with what stood there before; `None` if not known.
    fn changes(&self) -> Option<&[(u16, u8)]> {
        None
    }

    /// Whether a seat's royal piece could be captured where it stands.
    fn is_endangered(&mut self, _state: &State, _seat: Seat) -> Result<bool, Diagnostic> {
        Ok(false)
    }

    /// The scripts, where there are some.
    fn scripts(&self) -> Option<&ScriptHost> {
        None
    }

    /// The same, to be run.
    fn scripts_mut(&mut self) -> Option<&mut ScriptHost> {
        None
    }
}

/// Picks an action of a list that is not empty; the actions of one verb stand together.
fn choose(list: &ActionList, generator: &mut Generator, policy: Playout) -> usize {
    let mut range = 0..list.len();
    if policy != Playout::ByAction {
        let verb = |n: usize| list.record(n)[0];
        let starts: Vec<usize> =
            range.clone().filter(|&n| n == 0 || verb(n) != verb(n - 1)).chain([range.end]).collect();
        let kind = match policy {
            Playout::FirstVerb => 0,
            _ => generator.below(starts.len() as u32 - 1) as usize,
        };
        range = starts[kind]..starts[kind + 1];
    }
    range.start + generator.below(range.len() as u32) as usize
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
    /// What looking at the tables works with, whatever the rules are.
    scratch: Scratch,
    /// Scripts that only look, for a game whose rules need none; loaded when first asked for.
    looking: Option<Box<ScriptHost>>,
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
        let pack = game.pack().clone();
        let is_limited = game.ply_limit().is_some();
        let needs_host = pack.rules.is_some() || game.board_rules().is_none() || is_limited;
        let scripts = if needs_host { Some(ScriptHost::with_mode(game.clone(), mode)?) } else { None };
        if !pack.unread.is_empty() {
            return Err(Faults(pack.unread.clone()).sorted());
        }
        let (way, looking): (Box<dyn Way>, _) = match (game.board_rules().cloned(), scripts) {
            (None, Some(scripts)) => (Box::new(Scripts::new(game.clone(), scripts)), None),
            (Some(board), Some(scripts)) if scripts.has_hooks() || is_limited => {
                (Box::new(Both::new(game.clone(), board, scripts)), None)
            }
            (Some(board), scripts) => (Box::new(Tables::new(game.clone(), board)), scripts.map(Box::new)),
            (None, None) => return Err(Diagnostic::new(Code::NoRules, "the game has no rules").into()),
        };
        let mut rules = Self { game, way, scratch: Scratch::default(), looking };
        if rules.game.pack().display.is_some() {
            // What is wrong with the display is told now, not when it is first looked at.
            rules.scripts()?;
        }
        Ok(rules)
    }

    /// The scripts, loaded now if the rules need none and nothing has asked for them so far.
    fn scripts(&mut self) -> Result<&mut ScriptHost, Faults> {
        match self.way.scripts_mut() {
            Some(scripts) => Ok(scripts),
            None => {
                let scripts = match self.looking.take() {
                    Some(scripts) => scripts,
                    None => Box::new(ScriptHost::with_mode(self.game.clone(), Mode::Quick)?),
                };
                Ok(self.looking.insert(scripts))
            }
        }
    }

    /// The scripts that are loaded.
    fn loaded(&self) -> Option<&ScriptHost> {
        self.way.scripts().or(self.looking.as_deref())
    }

    /// The game whose rules these are.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Makes the scripts begin from nothing, as in rules that were just loaded: another match begins. It costs the time
    /// that their top levels take, and no more.
    ///
    /// # Errors
    /// Scripts that fail.
    pub fn renew(&mut self) -> Result<(), Faults> {
        match (self.way.scripts_mut(), &mut self.looking) {
            (Some(scripts), _) => scripts.renew(),
            (None, Some(looking)) => looking.renew(),
            (None, None) => Ok(()),
        }
    }

    /// Forgets what scripts have put into sets of cards to work with since they were loaded.
    pub(crate) fn settle(&mut self) {
        if let Some(scripts) = self.way.scripts_mut() {
            scripts.settle();
        }
    }

    /// How long a single call into a script may take; two seconds unless set.
    pub fn set_budget(&self, budget: Duration) {
        if let Some(scripts) = self.loaded() {
            scripts.set_budget(budget);
        }
    }

    /// Stops the script that is running, from any thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.loaded().map_or_else(StopHandle::idle, ScriptHost::stop_handle)
    }

    /// What scripts have printed since the last call.
    pub fn take_output(&self) -> Vec<String> {
        self.loaded().map_or_else(Vec::new, ScriptHost::take_output)
    }

    /// The words that the scripts of this game can use, each with a line of description.
    pub fn words(&self) -> Vec<(String, String)> {
        Prelude::new(&self.game, false).describe()
    }

    /// A fresh match: set up, dealt and ready for the first action.
    ///
    /// # Errors
    /// A script that fails.
    pub fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        self.way.start(seed, events)
    }

    /// The state that a scenario with cards of its own goes out from.
    pub(crate) fn start_without_cards(&mut self, seed: u64) -> Result<State, Faults> {
        self.scripts()?.start_without_cards(seed)
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
        fault.place = self.way.scripts().and_then(|host| host.place_of_cases(action.verb()));
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
            let possible: Vec<String> = phase.actions.iter().map(|&verb| pack.verbs[verb].usage()).collect();
            return Ok(Err(Refusal::NotNow {
                action: self.game.action_text(action),
                due: phase.text.clone(),
                possible: possible.join(", "),
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

    /// Whether the rules say which cards can be in a zone, as of those that a view does not show.
    pub(crate) fn asks_possible(&self, zone: usize) -> bool {
        self.loaded().is_some_and(|scripts| scripts.asks_possible(zone))
    }

    /// For each of some types of card whether the rules allow it at a place of a zone in a view.
    pub(crate) fn possible(
        &mut self,
        view: &State,
        zone: usize,
        member: usize,
        place: Option<usize>,
        cards: &[usize],
    ) -> Result<Vec<bool>, Diagnostic> {
        self.scripts().map_err(first)?.possible(view, zone, member, place, cards)
    }

    /// Where the hook `possible` of a zone is written.
    pub(crate) fn place_of_possible(&self, zone: usize) -> Option<Place> {
        self.loaded().and_then(|scripts| scripts.place_of_possible(zone))
    }

    /// The pack's own picture of a view: lines with marks for colour; `None` if the pack has no display script.
    ///
    /// # Errors
    /// A script that fails.
    pub fn display(&mut self, view: &State, viewer: u8) -> Result<Option<String>, Diagnostic> {
        if self.game.pack().display.is_none() {
            return Ok(None);
        }
        self.scripts().map_err(first)?.display(view, viewer)
    }

    /// Evaluates an expression over a view, for inspection: it reads and changes nothing that lasts.
    ///
    /// # Errors
    /// An expression that can't be read or fails.
    pub fn evaluate(&mut self, view: &State, expression: &str) -> Result<String, Faults> {
        self.scripts()?.evaluate(view, expression)
    }
}

/// The first of some faults.
fn first(faults: Faults) -> Diagnostic {
    let unknown = || Diagnostic::new(Code::ScriptHost, "the scripts don't load");
    faults.0.into_iter().next().unwrap_or_else(unknown)
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
