//! Runs a game's scripts.

mod attacked;
mod cases;
mod driver;
mod exchange;
mod hooks;
mod scripts;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use attacked::Attacks;
use mlua::{Function, Table, Value};
use scripts::Scripts;
use smallvec::SmallVec;

use super::outside::{self, Limits};
use super::prelude::{FIRST_REFUSAL, control};
use super::values;
use super::view_scripts::{Lines, ViewScripts};
use super::vm::Mode;
use super::watchdog::StopHandle;
use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{EventKind, Seat, Square, Verb};
use crate::kind::{Kind, Value as ValueOf};
use crate::pack::spec::Per;
use crate::rules::{Playout, Reached};
use crate::state::Decision;
use crate::state::State;
use driver::{NO_ACTION, NOBODY};
use hooks::return_place;
#[cfg(test)]
pub(super) use hooks::{ACTION_HOOKS, HOOKS};

/// How long a call into the rules may take.
const BUDGET: Duration = Duration::from_millis(2_000);

/// How long a script may be loaded, and then run, once more to learn the line at which it failed.
const ONCE_MORE: Duration = Duration::from_millis(200);

/// A game's scripts in a virtual machine of their own; it stays on the thread that made it.
#[derive(Debug)]
pub(crate) struct ScriptHost {
    game: Arc<Game>,
    scripts: Scripts,
    mode: Mode,
    /// What happens only at the start of a match is left out.
    is_composed: bool,
    /// Scripts have run since they were loaded or renewed.
    is_used: bool,
    /// What evaluates expressions over views, once that has been asked for.
    looking: Option<ViewScripts>,
    /// How often each refusal of the pack was said.
    said: RefCell<Vec<u64>>,
}

/// A hook of the rules.
#[derive(Clone, Copy, Debug)]
enum Hook {
    /// One of the table of rules.
    Rules(&'static str),
    /// The `legal` of whatever verb the phase has.
    Legal,
    /// One of an action.
    Action(&'static str, Verb),
    /// What says which cards can be in a zone.
    Possible(usize),
    /// What follows when all seats have decided in a phase.
    Decided(usize),
}

/// A call into the rules, and the hook that it ends up in.
type Call = (Hook, fn(&Scripts) -> &Function);

impl ScriptHost {
    /// Loads the scripts of a game.
    ///
    /// # Errors
    /// Everything that is wrong with the scripts.
    pub(crate) fn new(game: Arc<Game>) -> Result<Self, Faults> {
        Self::with_mode(game, Mode::Fast)
    }

    /// Loads the scripts of a game in one of the ways to compile them.
    ///
    /// # Errors
    /// Everything that is wrong with the scripts.
    pub(crate) fn with_mode(game: Arc<Game>, mode: Mode) -> Result<Self, Faults> {
        let scripts = Scripts::load(&game, mode)?;
        let said = RefCell::new(vec![0; game.pack().refusals.len()]);
        Ok(Self { game, scripts, mode, is_composed: false, is_used: false, looking: None, said })
    }

    /// Makes scripts begin from nothing: no variable of theirs is left of what was done before.
    ///
    /// # Errors
    /// Scripts that fail.
    pub(crate) fn renew(&mut self) -> Result<(), Faults> {
        if std::mem::take(&mut self.is_used) {
            self.scripts.renew(&self.game)?;
        }
        Ok(())
    }

    /// Forgets what scripts have put into sets of cards to work with: a match that is saved would not find it.
    pub(crate) fn settle(&mut self) {
        self.scripts.settle();
    }

    /// What of the scripts was reached since they were loaded: lines, if the machine counts them, and refusals.
    pub(crate) fn reached(&self) -> Reached {
        Reached { lines: self.scripts.vm.reached(), refusals: self.said.borrow().clone() }
    }

    /// How long a single call into the rules may take; two seconds unless set.
    pub(crate) fn set_budget(&self, budget: Duration) {
        self.scripts.vm.watchdog.set_budget(budget);
    }

    /// Stops the script that this host is running, from any thread.
    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.scripts.vm.watchdog.handle()
    }

    /// What scripts have printed since the last call.
    pub(crate) fn take_output(&self) -> Vec<String> {
        let mut output = self.scripts.vm.output.borrow_mut().take();
        output.extend(self.looking.iter().flat_map(ViewScripts::take_output));
        output
    }

    /// Whether the scripts have any hook at all.
    pub(crate) fn has_hooks(&self) -> bool {
        self.scripts.hooks.is_any
    }

    /// What can be against the captures of tables, and what captures besides.
    pub(crate) fn attacks(&self) -> &Attacks {
        &self.scripts.attacks
    }

    /// Whether a seat's royal piece could be captured on a square, as `main.attacked` tells it.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn is_attacked(&mut self, state: &State, seat: Seat, square: Square) -> Result<bool, Diagnostic> {
        let ask = |host: &mut Self| {
            let vm = &host.scripts.vm;
            vm.call::<bool>(&vm.attacked, (square.number(), seat.number()), &host.scripts.rules_file)
        };
        self.enter(state, true);
        ask(self).map_err(|error| self.once_more(error, state, Hook::Legal, |host| ask(host).map(drop)))
    }

    /// Whether something decides about any case of a verb, be it listed or not: `allow`, or the rules of an exchange.
    pub(crate) fn has_last_word(&self, verb: Verb) -> bool {
        self.scripts.hooks.allow[verb.index()] || self.game.pack().verbs[verb.index()].exchange.is_some()
    }

    /// Whether a verb has the hook `after`.
    pub(crate) fn has_after(&self, verb: usize) -> bool {
        self.scripts.hooks.after[verb]
    }

    /// Whether the hook `after` of a verb may change what lies on a board.
    pub(crate) fn changes_board(&self, verb: usize) -> bool {
        self.scripts.hooks.changing[verb]
    }

    /// Sets up a match in a blank state: deals and lets the rules give the first turn.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn start(&mut self, state: &mut State, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.game.scatter_symbols(state);
        let scenario = self.game.scenario();
        let unshuffled = scenario.is_some_and(|scenario| scenario.deck.is_some());
        let composed = self.is_composed || scenario.is_some_and(|scenario| scenario.names_zones());
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = u8::from(unshuffled);
        self.scripts.vm.control.bytes_mut()[control::COMPOSED] = u8::from(composed);
        let before = state.clone();
        self.enter(state, true);
        self.call_raw(|s| &s.calls.start)
            .map_err(|error| self.exact_error(error, &before, None, &[(Hook::Rules("setup"), |s| &s.calls.start)]))?;
        // Only the first deal takes the cards as they lie: what comes later may be run by another host.
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = 0;
        self.leave(state);
        self.collect(events);
        Ok(())
    }

    /// The state that a scenario with cards of its own goes out from: everything but the cards as in a fresh match
    /// with the pack's own.
    pub(crate) fn start_without_cards(&mut self, seed: u64) -> Result<State, Faults> {
        let layout = self.game.layout();
        let plain = self.game.pack().configure(&self.game.config_without_scenario())?;
        let mut host = Self::with_mode(plain.clone(), Mode::Quick)?;
        host.is_composed = true;
        let mut fresh = plain.blank_state();
        fresh.set_generator(&Generator::from_seed(seed));
        host.start(&mut fresh, &mut Vec::new())?;
        let mut state = self.game.blank_state();
        // Up to the zones the two layouts are the same, and the boards behind them have the same sizes.
        let common = layout.vars.last().map_or(layout.scores, |var| var.offset + 4 * var.length * var.count);
        state.bytes[..common].copy_from_slice(&fresh.bytes[..common]);
        if let Some((to, from)) = layout.round.zip(plain.layout().round) {
            let size = to.slot(self.game.seat_count()) - to.offset;
            state.bytes[to.offset..to.offset + size].copy_from_slice(&fresh.bytes[from.offset..from.offset + size]);
        }
        for (to, from) in layout.boards.iter().zip(&plain.layout().boards) {
            let squares = to.width * to.height;
            state.bytes[to.offset..to.offset + squares]
                .copy_from_slice(&fresh.bytes[from.offset..from.offset + squares]);
        }
        Ok(state)
    }

    /// Lets the rules work out who decides what in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        let before = state.clone();
        if let Some(resume) = self.scripts.resume.clone() {
            self.enter(&before, true);
            self.set_resumed(true);
            let hook = Hook::Rules("resume");
            let refusal = self.scripts.vm.call::<(Value, Value)>(&resume, seat, &self.scripts.rules_file);
            self.set_resumed(false);
            let (reason, about) = refusal.map_err(|error| self.named(error, hook))?;
            let (reason, about) = (self.reason(&reason, hook, &before)?, self.text(&about, hook)?);
            if let (Some(reason), Some(scenario)) = (reason, self.game.scenario()) {
                let place = scenario.place_about(&about.unwrap_or_default());
                return Err(Diagnostic::new(Code::BadScenario, reason).at(place));
            }
            self.leave(state);
            self.collect(events);
        }
        let before = state.clone();
        self.enter(&before, true);
        let (vm, last) = (&self.scripts.vm, if seat > 1 { seat - 1 } else { self.game.seat_count() as u8 });
        let settled = vm.call::<()>(&self.scripts.calls.settle, last, &self.scripts.rules_file);
        settled.map_err(|error| self.named(error, Hook::Rules("scores")))?;
        self.leave(state);
        self.collect(events);
        Ok(())
    }

    /// That somebody is to act, or the match is over.
    pub(crate) fn demand_decision(&self, state: &State) -> Result<(), Diagnostic> {
        if state.is_over() || state.decision().is_some() {
            return Ok(());
        }
        Err(Diagnostic::new(Code::NoDecision, "after the setup nobody is to act and the match is not over")
            .at(self.hook_place(Hook::Rules("setup")))
            .help("`setup` must give the turn to a seat, as in `turn.PHASE(1)`"))
    }

    /// The legal actions, in the order of the phase's verbs.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        list.clear();
        list.width = self.game.action_width();
        if state.is_over() {
            return Ok(());
        }
        self.enter(state, true);
        self.list(state)?;
        self.demand_unchanged(state, Hook::Legal).or_else(|fault| self.who_changes(state, fault))?;
        self.read_list(list);
        Ok(())
    }

    /// Drops the actions of a list that `needs` or `allow` of their verb is against, and adds the cases of the verbs of
    /// scripts among some, all for a seat in a phase. Verbs are bits by number.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn gather(
        &mut self,
        state: &State,
        decision: Decision,
        scripted: u64,
        guarded: u64,
        list: &mut ActionList,
    ) -> Result<(), Diagnostic> {
        let halves = |verbs: u64| (verbs as u32, (verbs >> 32) as u32);
        let (few, more) = halves(scripted);
        let (seat, phase) = (decision.seat.number(), decision.phase.number());
        let rows = if guarded != 0 { list.len() } else { 0 };
        let arguments = (seat, phase, rows, list.len() - rows, few, more);
        let gather = |host: &mut Self| {
            let scripts = &mut host.scripts;
            let start = scripts.list_start;
            scripts.vm.actions.bytes_mut()[start..start + list.bytes.len()].copy_from_slice(&list.bytes);
            scripts.vm.call::<()>(&scripts.calls.gather, arguments, &scripts.rules_file)
        };
        self.enter(state, true);
        gather(self).map_err(|error| self.once_more(error, state, Hook::Legal, gather))?;
        self.demand_unchanged(state, Hook::Legal).or_else(|fault| self.who_changes(state, fault))?;
        self.read_list(list);
        Ok(())
    }

    /// The hook of a verb that is asked for its cases.
    fn asking_hook(&self, verb: Verb) -> &'static str {
        let hooks = &self.scripts.hooks;
        if hooks.legal[verb.index()] {
            "legal"
        } else if hooks.allow[verb.index()] {
            "allow"
        } else {
            "needs"
        }
    }

    /// What only asks must neither change the match nor tell of anything.
    fn demand_unchanged(&self, state: &State, hook: Hook) -> Result<(), Diagnostic> {
        let vm = &self.scripts.vm;
        let is_same = vm.state.bytes()[..state.bytes.len()] == *state.bytes;
        if is_same && vm.control.u32(control::EVENTS_END) == 0 {
            return Ok(());
        }
        let fault = Diagnostic::new(
            Code::AskingChanges,
            "the match is changed, or something told, where only asking is allowed",
        )
        .at(self.hook_place(hook));
        Err(self.named(fault, hook).help("`needs`, `allow` and `legal` only ask; `apply` and `after` do"))
    }

    /// Asks the verbs of the phase one by one, to name the one that changes something.
    fn who_changes(&mut self, state: &State, fault: Diagnostic) -> Result<(), Diagnostic> {
        let game = self.game.clone();
        let Some(decision) = state.decision() else { return Err(fault) };
        for &verb in &game.pack().phases[decision.phase.index()].actions {
            for hook in ["needs", "legal", "allow"] {
                let verb = Verb::from_index(verb);
                let Some(function) = self.hook_function(Hook::Action(hook, verb)) else { continue };
                self.enter(state, true);
                // What a hook does with arguments that it was not asked about may fail; then it is not this one.
                let _ = self.scripts.vm.call::<()>(&function, decision.seat.number(), &self.scripts.rules_file);
                self.demand_unchanged(state, Hook::Action(hook, verb))?;
            }
        }
        Err(fault)
    }

    fn read_list(&self, list: &mut ActionList) {
        let scripts = &self.scripts;
        let end = scripts.vm.control.u32(control::LIST_END) as usize;
        list.bytes.clear();
        list.width = self.game.action_width();
        list.bytes.extend_from_slice(&scripts.vm.actions.bytes()[scripts.list_start..end.max(scripts.list_start)]);
        list.incomplete = scripts.vm.control.bytes()[control::INCOMPLETE] != 0;
    }

    pub(crate) fn no_action(&self, state: &State) -> Diagnostic {
        let what = state.decision().map_or_else(String::new, |decision| {
            let phase = &self.game.pack().phases[decision.phase.index()].name;
            format!(" in phase `{phase}` for seat `{}`", self.game.seat_name(decision.seat))
        });
        let phase = state.decision().map(|decision| &self.game.pack().phases[decision.phase.index()]);
        let verb = phase.and_then(|phase| phase.actions.first()).map(|&verb| Verb::from_index(verb));
        let hook = verb.map_or(Hook::Rules("setup"), |verb| Hook::Action(self.asking_hook(verb), verb));
        Diagnostic::new(Code::NoAction, format!("no legal action is offered{what}, and the match is not over"))
            .at(self.hook_place(hook))
            .help("a state without a legal action must be an ending")
    }

    /// What the hook `needs` of its verb has against an action: an empty text if it gives no reason, `None` if nothing.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn against_needs(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        self.ask(|s| &s.calls.against_needs, state, action, "needs")
    }

    /// The same for the hook `allow`, or for what the engine itself has against an exchange.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn against_allow(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        self.ask(|s| &s.calls.against_allow, state, action, "allow")
    }

    fn ask(
        &mut self,
        which: fn(&Scripts) -> &Function,
        state: &State,
        action: &Action,
        hook: &'static str,
    ) -> Result<Option<String>, Diagnostic> {
        self.enter(state, true);
        self.write_action(action);
        let scripts = &self.scripts;
        let hook = Hook::Action(hook, action.verb());
        let reason = scripts.vm.call::<Value>(which(scripts), (), &scripts.rules_file);
        let reason = reason.map_err(|error| self.exact_error(error, state, Some(action), &[(hook, which)]))?;
        self.demand_unchanged(state, hook)?;
        self.reason(&reason, hook, state)
    }

    /// Applies a legal action, with all that follows from it.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn apply(
        &mut self,
        state: &mut State,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        self.run(state, record, events, |s| &s.calls.apply)
    }

    /// Does what the script of an action's verb says, and no more.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn effect(
        &mut self,
        state: &mut State,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        self.run(state, record, events, |s| &s.calls.effect)
    }

    fn run(
        &mut self,
        state: &mut State,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
        which: fn(&Scripts) -> &Function,
    ) -> Result<(), Diagnostic> {
        self.enter(state, events.is_some());
        self.write_record(record);
        if let Err(error) = self.call_raw(which) {
            let action = Action::from_record(&self.game, record);
            let hook = Hook::Action("apply", action.verb());
            return Err(self.exact_error(error, state, Some(&action), &[(hook, which)]));
        }
        if let Some(events) = events {
            self.collect(events);
        }
        self.leave(state);
        Ok(())
    }

    /// Says whether what is done from now on is only tried.
    pub(crate) fn set_tried(&mut self, tried: bool) {
        self.scripts.vm.control.bytes_mut()[control::TRIED] = u8::from(tried);
    }

    /// Says whether a scenario is resumed.
    fn set_resumed(&mut self, resumed: bool) {
        self.scripts.vm.control.bytes_mut()[control::RESUMED] = u8::from(resumed);
    }

    /// Runs the hook `after` of an action of a seat that has just been taken.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn after(
        &mut self,
        state: &mut State,
        seat: Seat,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let after = |host: &mut Self| {
            host.write_record(record);
            let scripts = &host.scripts;
            scripts.vm.call::<()>(&scripts.calls.after, seat.number(), &scripts.rules_file)
        };
        let hook = Hook::Action("after", Verb(record[0].saturating_sub(1)));
        self.enter(state, events.is_some());
        after(self).map_err(|error| self.once_more(error, state, hook, after))?;
        if let Some(events) = events {
            self.collect(events);
        }
        self.leave(state);
        Ok(())
    }

    /// Works out winners and scores of a match that has ended.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn finish(&mut self, state: &mut State) -> Result<(), Diagnostic> {
        self.enter(state, false);
        self.call_raw(|s| &s.calls.finish).map_err(|error| self.named(error, Hook::Rules("scores")))?;
        self.leave(state);
        Ok(())
    }

    /// Ends a match that has reached its limit of actions.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn limit(&mut self, state: &mut State, events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        self.enter(state, events.is_some());
        self.call_raw(|s| &s.calls.limit).map_err(|error| self.named(error, Hook::Rules("on_limit")))?;
        if let Some(events) = events {
            self.collect(events);
        }
        self.leave(state);
        Ok(())
    }

    /// Applies a legal action and lists what is legal then, in one crossing of the border: the step of a search.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub(crate) fn step(&mut self, state: &mut State, action: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        self.enter(state, false);
        self.write_record(action);
        if let Err(error) = self.call_raw(|s| &s.calls.step) {
            let action = Action::from_record(&self.game, action);
            let apply = Hook::Action("apply", action.verb());
            let calls: &[Call] = &[(apply, |s| &s.calls.apply), (Hook::Legal, |s| &s.calls.list)];
            return Err(self.exact_error(error, state, Some(&action), calls));
        }
        self.leave(state);
        if state.is_over() {
            list.clear();
        } else {
            self.read_list(list);
        }
        Ok(())
    }

    /// Plays at random until the match is over or `most` plies were played; returns the number of plies.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub(crate) fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        if state.is_over() {
            return Ok(0);
        }
        self.enter(state, false);
        let rng = control::POLICY_RNG;
        self.scripts.vm.control.bytes_mut()[rng..rng + 16].copy_from_slice(&generator.to_bytes());
        let scripts = &self.scripts;
        let arguments = (most, policy != Playout::ByAction, policy == Playout::FirstVerb);
        let plies = scripts.vm.call::<u32>(&scripts.calls.playout, arguments, &scripts.rules_file);
        let plies = plies.map_err(|error| self.of_driver(&error.message).unwrap_or(error))?;
        self.leave(state);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.scripts.vm.control.bytes()[rng..rng + 16]);
        *generator = Generator::from_bytes(&bytes);
        Ok(plies)
    }

    /// The pack's own picture of a view: lines with marks for colour; `None` if the pack has no display script.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn display(&mut self, view: &State, viewer: u8) -> Result<Option<String>, Diagnostic> {
        self.enter(view, false);
        let scripts = &self.scripts;
        let Some(display) = &scripts.display else {
            return Ok(None);
        };
        let file = self.game.pack().display.clone().unwrap_or_else(|| scripts.rules_file.clone());
        let picture = scripts.vm.call::<Value>(display, viewer, &file)?;
        let line = display.info().line_defined.and_then(|line| u32::try_from(line).ok()).unwrap_or(1);
        let fault = |reason: String| {
            let message = format!("the display returned {reason}");
            Diagnostic::new(Code::ScriptOutput, message).at(file.line_place(line)).help("expected a text")
        };
        match outside::text(&picture, Limits::PICTURE) {
            Ok(Some(picture)) => Ok(Some(picture)),
            Ok(None) => Err(fault("nothing".to_owned())),
            Err(refused) => Err(fault(refused.to_string())),
        }
    }

    /// Evaluates an expression over a view, for inspection. That is done in a machine of its own, which knows nothing
    /// but the view: the rules' own has seen everybody's cards.
    ///
    /// # Errors
    /// An expression that can't be read or fails.
    pub(crate) fn evaluate(&mut self, view: &State, expression: &str) -> Result<String, Faults> {
        let source = SourceFile::new("expression.lua", format!("return {expression}"));
        let looking = match &mut self.looking {
            Some(looking) => looking,
            none => none.insert(Self::machine_for_looking(&self.game)?),
        };
        looking.forget()?;
        looking.block().show(view);
        let evaluate = || -> Result<values::Value, Faults> {
            let function = looking.load(&source)?;
            Ok(looking.call::<values::Value>(&function, (), &source)?)
        };
        // Places in the one line that was just written tell nothing.
        let without_place = |fault| Diagnostic { place: None, ..fault };
        let value = evaluate().map_err(|faults| Faults(faults.0.into_iter().map(without_place).collect()))?;
        Ok(value.render())
    }

    fn machine_for_looking(game: &Arc<Game>) -> Result<ViewScripts, Faults> {
        let looking = ViewScripts::new(game, BUDGET, Lines::Exact)?;
        looking.provide_require(game.pack().files.clone(), None)?;
        Ok(looking)
    }

    /// Whether the rules say which cards can be in a zone.
    pub(crate) fn asks_possible(&self, zone: usize) -> bool {
        self.scripts.hooks.possible[zone]
    }

    /// For each of some types of card whether the rules' hook `possible` allows it at a place of a zone in a view.
    ///
    /// # Errors
    /// A script that fails, or that does anything but ask.
    pub(crate) fn possible(
        &mut self,
        view: &State,
        zone: usize,
        member: usize,
        place: Option<usize>,
        cards: &[usize],
    ) -> Result<Vec<bool>, Diagnostic> {
        let game = self.game.clone();
        let spec = &game.pack().zones[zone];
        let index = if spec.per == Per::One { 0 } else { member + 1 };
        let cards: Vec<usize> = cards.iter().map(|card| card + 1).collect();
        let ask = |host: &mut Self| {
            let arguments = (spec.name.as_str(), index, place.map_or(0, |place| place + 1), cards.as_slice());
            let scripts = &host.scripts;
            scripts.vm.call::<String>(&scripts.calls.possible, arguments, &scripts.rules_file)
        };
        let hook = Hook::Possible(zone);
        self.enter(view, true);
        let answer = ask(self).map_err(|error| self.once_more(error, view, hook, |host| ask(host).map(drop)))?;
        self.demand_unchanged(view, hook)?;
        Ok(answer.bytes().map(|digit| digit == b'1').collect())
    }

    /// Where the hook `possible` of a zone is written.
    pub(crate) fn place_of_possible(&self, zone: usize) -> Option<Place> {
        self.asks_possible(zone).then(|| self.hook_place(Hook::Possible(zone)))
    }

    fn enter(&mut self, state: &State, events: bool) {
        self.is_used = true;
        let vm = &mut self.scripts.vm;
        vm.state.bytes_mut()[..state.bytes.len()].copy_from_slice(&state.bytes);
        vm.control.bytes_mut()[control::EVENTS_ON] = u8::from(events);
        vm.control.set_u32(control::EVENTS_END, 0);
    }

    fn leave(&self, state: &mut State) {
        let len = state.bytes.len();
        state.bytes.copy_from_slice(&self.scripts.vm.state.bytes()[..len]);
    }

    fn write_action(&mut self, action: &Action) {
        self.write_record(action.bytes());
    }

    fn write_record(&mut self, record: &[u8]) {
        self.scripts.vm.actions.bytes_mut()[..record.len()].copy_from_slice(record);
    }

    fn call_raw(&self, which: impl Fn(&Scripts) -> &Function) -> Result<(), Diagnostic> {
        let scripts = &self.scripts;
        scripts.vm.call::<()>(which(scripts), (), &scripts.rules_file)
    }

    /// Makes the list of legal actions.
    fn list(&self, state: &State) -> Result<(), Diagnostic> {
        self.call_raw(|s| &s.calls.list)
            .map_err(|error| self.exact_error(error, state, None, &[(Hook::Legal, |s| &s.calls.list)]))
    }

    /// Makes calls of which one has failed once more as written, without inlining, to learn the exact line and hook.
    fn exact_error(&self, error: Diagnostic, state: &State, action: Option<&Action>, calls: &[Call]) -> Diagnostic {
        let first = calls.first().map_or(Hook::Legal, |(hook, _)| *hook);
        if self.mode == Mode::Exact {
            return error;
        }
        // What was stopped is not run again; its line is known.
        if was_stopped(&error) {
            return self.named(error, first);
        }
        self.scripts.vm.sweep();
        let Ok(mut exact) = Self::with_mode(self.game.clone(), Mode::Exact) else {
            return self.named(error, first);
        };
        exact.enter(state, true);
        for flag in [control::UNSHUFFLED, control::COMPOSED] {
            exact.scripts.vm.control.bytes_mut()[flag] = self.scripts.vm.control.bytes()[flag];
        }
        for (hook, which) in calls {
            if let Some(action) = action {
                exact.write_action(action);
            }
            if let Err(again) = exact.call_raw(which) {
                if was_stopped(&again) {
                    break;
                }
                return self.named(again, exact.closer(*hook));
            }
        }
        self.named(error, first)
    }

    /// Does what has failed in a hook once more as written, without inlining, to learn the exact line and hook. What was
    /// stopped is not run again; its line is known.
    fn once_more(
        &self,
        error: Diagnostic,
        state: &State,
        hook: Hook,
        run: impl FnOnce(&mut Self) -> Result<(), Diagnostic>,
    ) -> Diagnostic {
        if self.mode == Mode::Exact || was_stopped(&error) {
            return self.named(error, hook);
        }
        self.scripts.vm.sweep();
        let Ok(mut exact) = Self::with_mode(self.game.clone(), Mode::Exact) else {
            return self.named(error, hook);
        };
        exact.enter(state, true);
        let again = run(&mut exact).err().filter(|again| !was_stopped(again)).unwrap_or(error);
        self.named(again, exact.closer(hook))
    }

    /// The hook that has failed in a machine that runs scripts as written, when a call was to end up in this one.
    fn closer(&self, hook: Hook) -> Hook {
        let control = self.scripts.vm.control.bytes();
        match (hook, Verb::from_number(control[control::VERB]), control[control::DECIDED]) {
            (Hook::Legal, Some(verb), _) => Hook::Action(self.asking_hook(verb), verb),
            (Hook::Action("apply", _), _, phase @ 1..) => Hook::Decided(usize::from(phase) - 1),
            _ => hook,
        }
    }

    /// What the driver itself says of a match that can't go on.
    fn of_driver(&self, message: &str) -> Option<Diagnostic> {
        if message == NO_ACTION {
            let mut state = self.game.blank_state();
            self.leave(&mut state);
            return Some(self.no_action(&state));
        }
        let phase = message.strip_prefix(NOBODY)?.parse::<usize>().ok()?.checked_sub(1)?;
        let name = &self.game.pack().phases.get(phase)?.name;
        let fault = format!("all seats have decided in phase `{name}`, and nobody is to act then");
        let fault = Diagnostic::new(Code::NoDecision, fault).at(self.hook_place(Hook::Decided(phase)));
        Some(fault.help("`turn.PHASE(seat)` gives somebody the turn"))
    }

    /// Says in which hook a script failed, and where that is if nothing closer is known.
    fn named(&self, mut error: Diagnostic, hook: Hook) -> Diagnostic {
        if let Some(fault) = self.of_driver(&error.message) {
            return fault;
        }
        let name = match hook {
            Hook::Decided(phase) => format!("`decided.{}`", self.game.pack().phases[phase].name),
            Hook::Rules(name) => format!("`{name}`"),
            Hook::Legal => "`legal`".to_owned(),
            Hook::Possible(zone) => format!("`possible` of `{}`", self.game.pack().zones[zone].name),
            Hook::Action(name, verb) => format!("`{name}` of `{}`", self.game.pack().verbs[verb.index()].name),
        };
        error.message = format!("{}, in {name}", error.message);
        if error.code == Code::ScriptMemory {
            error.place = Some(self.hook_place(hook));
        }
        error
    }

    /// What a hook says against something, with what it wrote down for the holes of a refusal.
    fn reason(&self, reason: &Value, hook: Hook, state: &State) -> Result<Option<String>, Diagnostic> {
        let number = match *reason {
            Value::Integer(number) => number,
            Value::Number(number) => number as i64,
            _ => return self.text(reason, hook),
        };
        let refusal = number.checked_sub(FIRST_REFUSAL).and_then(|n| usize::try_from(n).ok());
        let of_pack = |n: usize| {
            if let Some(said) = self.said.borrow_mut().get_mut(n) {
                *said += 1;
            }
            self.game.pack().refusals.get(n)
        };
        let Some(refusal) = refusal.and_then(of_pack) else {
            let fault = Diagnostic::new(Code::ScriptOutput, format!("the script returned the number {number}"));
            let help = "expected true, `refusal.NAME`, or a text";
            return Err(self.named(fault.at(self.hook_place(hook)).help(help), hook));
        };
        let (vm, types) = (&self.scripts.vm, self.game.pack().card_types());
        let values = refusal.holes.iter().zip(refusal.first..).map(|(hole, place)| {
            let number = vm.control.u32(control::HOLES + 4 * place) as i32;
            if hole.kind != Kind::Cards {
                return ValueOf::Number(number);
            }
            // Whatever number a script gives in the place of a bunch.
            let bunch = usize::try_from(number).ok().and_then(|at| vm.actions.bytes().get(at..at + types));
            ValueOf::Cards(bunch.unwrap_or_default())
        });
        let values: Vec<ValueOf<'_>> = values.collect();
        let seat = state.decision().map(|decision| decision.seat);
        Ok(Some(self.game.refusal_text(refusal, &values, state, seat)))
    }

    /// A text that a hook has returned.
    fn text(&self, value: &Value, hook: Hook) -> Result<Option<String>, Diagnostic> {
        outside::text(value, Limits::TEXT).map_err(|refused| {
            let fault = Diagnostic::new(Code::ScriptOutput, format!("the script returned {refused}"));
            self.named(fault.at(self.hook_place(hook)).help("expected a text"), hook)
        })
    }

    /// A hook as the scripts have it.
    fn hook_function(&self, hook: Hook) -> Option<Function> {
        let rules = &self.scripts.rules;
        match hook {
            Hook::Rules(name) => rules.raw_get::<Option<Function>>(name).ok().flatten(),
            Hook::Legal => None,
            Hook::Possible(zone) => {
                let hooks = rules.raw_get::<Option<Table>>("possible").ok().flatten()?;
                let zone = self.game.pack().zones[zone].name.as_str();
                hooks.raw_get::<Option<Function>>(zone).ok().flatten()
            }
            Hook::Decided(phase) => {
                let hooks = rules.raw_get::<Option<Table>>("decided").ok().flatten()?;
                let phase = self.game.pack().phases[phase].name.as_str();
                hooks.raw_get::<Option<Function>>(phase).ok().flatten()
            }
            Hook::Action(name, verb) => {
                let verb = self.game.pack().verbs[verb.index()].name.as_str();
                let hooks = rules.raw_get::<Option<Table>>("actions").ok().flatten()?;
                let hooks = hooks.raw_get::<Option<Table>>(verb).ok().flatten()?;
                hooks.raw_get::<Option<Function>>(name).ok().flatten()
            }
        }
    }

    /// Where the cases of a verb are listed; `None` for the cases of tables.
    pub(crate) fn place_of_cases(&self, verb: Verb) -> Option<Place> {
        let hook = Hook::Action(self.asking_hook(verb), verb);
        (!self.scripts.hooks.by_tables[verb.index()]).then(|| self.hook_place(hook))
    }

    /// Where a hook is written.
    fn hook_place(&self, hook: Hook) -> Place {
        let scripts = &self.scripts;
        let line = self.hook_function(hook).and_then(|function| function.info().line_defined);
        match line.and_then(|line| u32::try_from(line).ok()) {
            Some(line) => scripts.rules_file.line_place(line),
            None => return_place(&scripts.rules_file),
        }
    }

    fn collect(&self, events: &mut Vec<Event>) {
        let vm = &self.scripts.vm;
        let end = vm.control.u32(control::EVENTS_END) as usize;
        let bytes = &vm.events.bytes()[..end];
        let mut at = 0;
        while at < end {
            let Some(kind) = EventKind::from_number(bytes[at]) else {
                return;
            };
            let Some(spec) = self.game.pack().events.get(kind.index()) else {
                return;
            };
            events.push(Event { kind, record: SmallVec::from_slice(&bytes[at..at + spec.width]) });
            at += spec.width;
        }
    }
}

/// Whether a script was stopped: it had run too long, or a person wanted it.
fn was_stopped(error: &Diagnostic) -> bool {
    matches!(error.code, Code::ScriptBudget | Code::ScriptStopped)
}
