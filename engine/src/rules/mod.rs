//! Runs a game's rules: those of tables over the bytes of the state, those of scripts in a virtual machine, and
//! both together where a pack has both.

use std::sync::Arc;
use std::time::Duration;

use crate::action::{Action, ActionList};
use crate::board::{BoardRules, Options, Scratch};
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic, Faults};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{VarId, Verb};
use crate::script::StopHandle;
use crate::script::host::ScriptHost;
use crate::script::prelude::Prelude;
use crate::state::{Decision, State};

/// Why an action is not allowed, in the player's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
pub enum Playout {
    /// First the verb, then one of its cases, each equally likely.
    ByVerb,
    /// Every legal action equally likely.
    ByAction,
    /// The cases of the first verb that has some, each equally likely; verbs as the rules list them.
    FirstVerb,
}

/// A game's rules, ready to be run; it stays on the thread that made it.
#[derive(Debug)]
pub struct Rules {
    game: Arc<Game>,
    /// `None` as long as nothing has needed a script: a game whose rules are all tables may never.
    scripts: Option<Box<ScriptHost>>,
    scratch: Scratch,
    /// How a match of tables alone begins, but for its generator.
    opening: Option<State>,
}

impl Rules {
    /// Loads the rules of a game.
    ///
    /// # Errors
    /// Everything that is wrong with the scripts.
    pub fn new(game: Arc<Game>) -> Result<Self, Faults> {
        let pack = game.pack();
        let only_tables = game.board_rules().is_some() && pack.rules.is_none() && pack.display.is_none();
        let scripts = if only_tables { None } else { Some(Box::new(ScriptHost::new(game.clone())?)) };
        Ok(Self { game, scripts, scratch: Scratch::default(), opening: None })
    }

    /// The scripts, loaded now if nothing has needed them so far.
    fn scripts(&mut self) -> Result<&mut ScriptHost, Faults> {
        let scripts = match self.scripts.take() {
            Some(scripts) => scripts,
            None => Box::new(ScriptHost::new(self.game.clone())?),
        };
        Ok(self.scripts.insert(scripts))
    }

    /// The scripts in the middle of a match, where they have long been loaded.
    fn running(&mut self) -> Result<&mut ScriptHost, Diagnostic> {
        self.scripts().map_err(|faults| {
            faults.0.into_iter().next().unwrap_or_else(|| Diagnostic::new(Code::ScriptHost, "the scripts don't load"))
        })
    }

    /// What the search for the legal actions of a board works with.
    pub(crate) fn scratch(&mut self) -> &mut Scratch {
        &mut self.scratch
    }

    /// The game whose rules these are.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// How long a single call into a script may take; two seconds unless set.
    pub fn set_budget(&self, budget: Duration) {
        if let Some(scripts) = &self.scripts {
            scripts.set_budget(budget);
        }
    }

    /// Stops the script that this host is running, from any thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.scripts.as_ref().map_or_else(StopHandle::idle, |scripts| scripts.stop_handle())
    }

    /// What scripts have printed since the last call.
    pub fn take_output(&self) -> Vec<String> {
        self.scripts.as_ref().map_or_else(Vec::new, |scripts| scripts.take_output())
    }

    /// The words that the scripts of this game can use, each with a line of description.
    pub fn words(&self) -> Vec<(String, String)> {
        Prelude::new(&self.game, false).describe()
    }

    /// Type definitions of those words for editors.
    pub fn definitions(&self) -> String {
        Prelude::new(&self.game, false).definitions()
    }

    /// A fresh match: set up, dealt and ready for the first action.
    ///
    /// # Errors
    /// A script that fails.
    pub fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        let game = self.game.clone();
        if let Some(rules) = game.tables() {
            let mut state = match &self.opening {
                Some(opening) => opening.clone(),
                None => {
                    let mut state = game.blank_state();
                    rules.settle(&mut self.scratch, &mut state, rules.seats - 1, None, Options::Unknown);
                    self.opening = Some(state.clone());
                    state
                }
            };
            state.set_generator(&Generator::from_seed(seed));
            return Ok(state);
        }
        let mut state = self.running()?.start(seed, events)?;
        if let Some(rules) = game.board_rules() {
            let options = self.options(rules, &state)?;
            rules.settle(&mut self.scratch, &mut state, rules.seats - 1, None, options);
        }
        Ok(state)
    }

    /// The state that a scenario with cards of its own goes out from.
    pub(crate) fn start_without_cards(&mut self, seed: u64) -> Result<State, Faults> {
        self.scripts()?.start_without_cards(seed)
    }

    /// Lets the rules work out who decides what in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        let game = self.game.clone();
        if let Some(rules) = game.board_rules() {
            rules.resume(state, seat);
        }
        if game.tables().is_none() {
            self.running()?.resume(state, seat, events)?;
        }
        if let Some(rules) = game.board_rules() {
            let options = self.options(rules, state)?;
            let before = (usize::from(seat) + rules.seats - 2) % rules.seats;
            rules.settle(&mut self.scratch, state, before, None, options);
        }
        Ok(())
    }

    /// The legal actions, by verb.
    ///
    /// # Errors
    /// A script that fails, or that offers nothing though the match goes on.
    pub fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        let game = self.game.clone();
        let Some(rules) = game.board_rules() else {
            return self.running()?.legal(state, list);
        };
        self.all_legal(rules, state, list)?;
        if list.is_empty() && !state.is_over() {
            return match &self.scripts {
                Some(scripts) => Err(scripts.no_action(state)),
                None => Err(Diagnostic::new(Code::NoAction, "no legal action is offered, and the match is not over")),
            };
        }
        Ok(())
    }

    /// The legal actions of tables and scripts; none is no error here.
    fn all_legal(&mut self, rules: &BoardRules, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        list.bytes.clear();
        list.width = self.game.action_width();
        list.incomplete = false;
        if state.is_over() {
            return Ok(());
        }
        let Some(decision) = state.decision().filter(|_| self.game.pack().rules.is_some()) else {
            rules.list(&mut self.scratch, state, list);
            return Ok(());
        };
        for tier in rules.tiers(&state.bytes, decision.seat.index(), decision.phase.index()) {
            rules.list_tier(&mut self.scratch, state, tier, list);
            let scripts = self.running()?;
            scripts.narrow(state, list)?;
            if tier.is_usual {
                let first = list.len();
                scripts.widen(state, list)?;
                self.keep_safe(rules, state, list, first)?;
            }
            if !list.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Drops the actions of scripts, from a place of the list on, that leave the royal piece of their seat in danger.
    fn keep_safe(
        &mut self,
        rules: &BoardRules,
        state: &State,
        list: &mut ActionList,
        first: usize,
    ) -> Result<(), Diagnostic> {
        if !rules.has_royal() {
            return Ok(());
        }
        let width = list.width;
        let mut kept = first;
        for n in first..list.len() {
            let action = list.get(&self.game, n);
            if !self.exposes(rules, state, &action)? {
                list.bytes.copy_within(n * width..(n + 1) * width, kept * width);
                kept += 1;
            }
        }
        list.bytes.truncate(kept * width);
        Ok(())
    }

    /// Whether an action of a script leaves the royal piece of the seat that acts in danger.
    fn exposes(&mut self, rules: &BoardRules, state: &State, action: &Action) -> Result<bool, Diagnostic> {
        let Some(decision) = state.decision().filter(|_| rules.has_royal()) else {
            return Ok(false);
        };
        let mut after = state.clone();
        self.running()?.apply(&mut after, action, None)?;
        Ok(rules.in_danger(rules.cells(&after.bytes), decision.seat.index()))
    }

    /// Whether the seat to act has anything to do, as far as the board's rules can't see it themselves.
    fn options(&mut self, rules: &BoardRules, state: &State) -> Result<Options, Diagnostic> {
        if self.game.pack().rules.is_none() || state.is_over() {
            return Ok(Options::Unknown);
        }
        let mut list = ActionList::new();
        self.all_legal(rules, state, &mut list)?;
        if list.is_empty() || !rules.is_pass(list.record(0)) {
            return Ok(if list.is_empty() { Options::None } else { Options::Some });
        }
        // A pass is something to do only as long as another seat can do more.
        let mut asked = state.clone();
        for seat in self.game.clone().seats() {
            let Some(decision) = state.decision().filter(|decision| decision.seat != seat) else {
                continue;
            };
            asked.set_decision(Decision { seat, ..decision });
            self.all_legal(rules, &asked, &mut list)?;
            if !list.is_empty() && !rules.is_pass(list.record(0)) {
                return Ok(Options::Some);
            }
        }
        Ok(Options::None)
    }

    /// Whether an action is allowed, and if not, why. Nothing changes.
    ///
    /// # Errors
    /// A script that fails.
    pub fn check(&mut self, state: &State, action: &Action) -> Result<Result<(), Refusal>, Diagnostic> {
        let game = self.game.clone();
        let Some(decision) = state.decision() else {
            return Ok(Err(Refusal::Over));
        };
        let phase = &game.pack().phases[decision.phase.index()];
        if !phase.actions.contains(&action.verb().index()) {
            let possible: Vec<String> = phase.actions.iter().map(|&verb| game.pack().verbs[verb].usage()).collect();
            return Ok(Err(Refusal::NotNow {
                action: game.action_text(action),
                due: phase.text.clone(),
                possible: possible.join(", "),
            }));
        }
        let Some(rules) = game.board_rules().filter(|rules| rules.has_verb(action.verb())) else {
            let answer = self.running()?.check(state, action)?;
            if let (Ok(()), Some(rules)) = (&answer, game.board_rules())
                && self.exposes(rules, state, action)?
            {
                let text = game.action_text(action);
                return Ok(Err(Refusal::Rules(format!(
                    "`{text}` is not allowed: {}",
                    rules.exposed(&game, decision.seat.index())
                ))));
            }
            return Ok(answer);
        };
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        if list.position(&game, action).is_some() {
            return Ok(Ok(()));
        }
        if game.pack().rules.is_some() {
            list.bytes.clear();
            rules.list(&mut self.scratch, state, &mut list);
            if list.position(&game, action).is_some()
                && let Some(reason) = self.running()?.refusal(state, action)?
            {
                return Ok(Err(Refusal::Rules(reason)));
            }
        }
        let text = game.action_text(action);
        Ok(Err(match rules.reason(&game, &mut self.scratch, state, action) {
            Some(reason) => Refusal::Rules(format!("`{text}` is not allowed: {reason}")),
            None => Refusal::NotLegal(text),
        }))
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
        let game = self.game.clone();
        let Some(rules) = game.board_rules() else {
            return self.running()?.apply(state, action, events);
        };
        if game.pack().rules.is_some() {
            let mut after = state.clone();
            self.apply_mixed(rules, &mut after, action, events)?;
            state.bytes.copy_from_slice(&after.bytes);
            return Ok(());
        }
        let actor = rules.apply(&game, &mut self.scratch, state, action.bytes(), events);
        let actor = actor.ok_or_else(|| impossible(&game, action))?;
        rules.conclude(&mut self.scratch, state, actor, Options::Unknown);
        Ok(())
    }

    /// Applies an action of tables, then what a script adds to it, or one of a script; then the endings.
    fn apply_mixed(
        &mut self,
        rules: &BoardRules,
        state: &mut State,
        action: &Action,
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let game = self.game.clone();
        let mut changes = None;
        let Some(decision) = state.decision() else {
            return Err(impossible(&game, action));
        };
        if rules.has_verb(action.verb()) {
            let actor = rules.apply(&game, &mut self.scratch, state, action.bytes(), events.as_deref_mut());
            actor.ok_or_else(|| impossible(&game, action))?;
            changes = Some(self.scratch.changes.clone());
            self.running()?.react(state, decision.seat, action, events)?;
        } else {
            self.running()?.apply(state, action, events)?;
        }
        rules.refresh_numbers(state);
        self.end_row(rules, state)?;
        if !state.is_over() {
            let options = self.options(rules, state)?;
            rules.settle(&mut self.scratch, state, decision.seat.index(), changes.as_ref(), options);
        }
        Ok(())
    }

    /// Gives the turn on where the piece that has to go on may not, because scripts forbid all that it could do.
    fn end_row(&mut self, rules: &BoardRules, state: &mut State) -> Result<(), Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(());
        };
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        let row = rules.tiers(&state.bytes, seat, phase).find(|tier| tier.only.is_some());
        if let Some(tier) = row {
            let mut list = ActionList::new();
            list.width = self.game.action_width();
            rules.list_tier(&mut self.scratch, state, tier, &mut list);
            self.running()?.narrow(state, &mut list)?;
            if list.is_empty() {
                rules.stop_going_on(state, seat);
            }
        }
        Ok(())
    }

    /// Applies a legal action and lists what is legal then: the step of a search.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub fn step(&mut self, state: &mut State, action: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        let game = self.game.clone();
        match (game.board_rules(), game.tables()) {
            (_, Some(rules)) => {
                if rules.step(&game, &mut self.scratch, state, action, list) {
                    Ok(())
                } else {
                    Err(impossible(&game, &Action::from_record(&game, action)))
                }
            }
            (Some(_), None) => {
                self.apply(state, &Action::from_record(&game, action), None)?;
                self.legal(state, list)
            }
            (None, None) => self.running()?.step(state, action, list),
        }
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
        let game = self.game.clone();
        match (game.board_rules(), game.tables()) {
            (_, Some(rules)) => Ok(rules.playout(&mut self.scratch, state, generator, policy, most)),
            (Some(_), None) => self.mixed_playout(state, generator, policy, most),
            (None, None) => self.running()?.playout(state, generator, policy, most),
        }
    }

    fn mixed_playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        let mut played = state.clone();
        let mut list = ActionList::new();
        let mut plies = 0;
        while plies < most && !played.is_over() {
            self.legal(&played, &mut list)?;
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
            let n = range.start + generator.below(range.len() as u32) as usize;
            let action = list.get(&self.game, n);
            self.apply(&mut played, &action, None)?;
            plies += 1;
        }
        state.bytes.copy_from_slice(&played.bytes);
        Ok(plies)
    }

    /// The pack's own picture of a view: lines with marks for colour; `None` if the pack has no display script.
    ///
    /// # Errors
    /// A script that fails.
    pub fn display(&mut self, view: &State, viewer: u8) -> Result<Option<String>, Diagnostic> {
        if self.game.pack().display.is_none() {
            return Ok(None);
        }
        self.running()?.display(view, viewer)
    }

    /// Evaluates an expression over a view, for inspection: it reads and changes nothing that lasts.
    ///
    /// # Errors
    /// An expression that can't be read or fails.
    pub fn evaluate(&mut self, view: &State, expression: &str) -> Result<String, Faults> {
        self.scripts()?.evaluate(view, expression)
    }
}

fn impossible(game: &Game, action: &Action) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleAction, format!("`{}` can't be done here", game.action_text(action)))
}

impl Game {
    /// The board's rules, if nothing but these decides what happens.
    pub(crate) fn tables(&self) -> Option<&BoardRules> {
        self.board_rules().filter(|_| self.pack().rules.is_none())
    }

    /// A state before anything is dealt: variables and boards at their starts, all else zero; in a game of tables the
    /// first seat is to act.
    pub(crate) fn blank_state(&self) -> State {
        let layout = self.layout();
        let mut state = State::blank(layout.size);
        for (n, var) in layout.vars.iter().enumerate() {
            for member in 0..var.count {
                let start = self.var_range(VarId::from_index(n), member).start;
                for slot in 0..var.length {
                    state.set_i32(var.offset + 4 * (member * var.length + slot), start);
                }
            }
        }
        for (board, start) in layout.boards.iter().zip(self.board_starts()) {
            state.bytes[board.offset..board.offset + start.cells.len()].copy_from_slice(&start.cells);
        }
        if let Some(scenario) = self.scenario() {
            for (chance, outcomes) in layout.chances.iter().zip(&scenario.chance) {
                if chance.capacity > 0 {
                    state.set_u16(chance.cursor + 2, outcomes.len() as u16);
                    state.bytes[chance.cursor + 4..chance.cursor + 4 + outcomes.len()].copy_from_slice(outcomes);
                }
            }
        }
        if let Some(rules) = self.board_rules() {
            rules.start(&mut state);
        }
        state
    }
}

impl BoardRules {
    /// Whether a verb is the engine's own.
    fn has_verb(&self, verb: Verb) -> bool {
        self.verbs >> verb.number() & 1 != 0
    }

    /// Whether a record is that of a pass.
    fn is_pass(&self, record: &[u8]) -> bool {
        self.turning.pass >> record[0] & 1 != 0
    }
}
