//! Runs a game's scripts.

mod driver;
mod exchange;
mod hooks;
mod scripts;

use std::sync::Arc;
use std::time::Duration;

use mlua::{Function, Table, Value};
use scripts::Scripts;
use smallvec::SmallVec;

use super::prelude::control;
use super::view_scripts::{Lines, ViewScripts};
use super::vm::Mode;
use super::watchdog::StopHandle;
use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{EventKind, Seat, Verb};
use crate::rules::{Playout, Refusal};
use crate::state::State;

/// How long a call into the rules may take.
const BUDGET: Duration = Duration::from_millis(2_000);

/// A game's scripts in a virtual machine of their own; it stays on the thread that made it.
#[derive(Debug)]
pub(crate) struct ScriptHost {
    game: Arc<Game>,
    scripts: Scripts,
    mode: Mode,
    /// What happens only at the start of a match is left out.
    is_composed: bool,
    /// What evaluates expressions over views, once that has been asked for.
    looking: Option<ViewScripts>,
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

    fn with_mode(game: Arc<Game>, mode: Mode) -> Result<Self, Faults> {
        let scripts = Scripts::load(&game, mode)?;
        Ok(Self { game, scripts, mode, is_composed: false, looking: None })
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
        let mut output = std::mem::take(&mut *self.scripts.vm.output.borrow_mut());
        output.extend(self.looking.iter().flat_map(ViewScripts::take_output));
        output
    }

    /// A fresh match: dealt and ready for the first action.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        let mut state = self.game.blank_state();
        state.set_generator(&Generator::from_seed(seed));
        self.game.scatter_symbols(&mut state);
        let scenario = self.game.scenario();
        let unshuffled = scenario.is_some_and(|scenario| scenario.deck.is_some());
        let composed = self.is_composed || scenario.is_some_and(|scenario| scenario.names_zones());
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = u8::from(unshuffled);
        self.scripts.vm.control.bytes_mut()[control::COMPOSED] = u8::from(composed);
        let before = state.clone();
        self.enter(&state, true);
        self.call_raw(|s| &s.start)
            .map_err(|error| self.exact_error(error, &before, None, &[(Hook::Rules("setup"), |s| &s.start)]))?;
        // Only the first deal takes the cards as they lie: what comes later may be run by another host.
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = 0;
        self.leave(&mut state);
        self.collect(events);
        self.demand_decision(&state)?;
        Ok(state)
    }

    /// The state that a scenario with cards of its own goes out from: everything but the cards as in a fresh match
    /// with the pack's own.
    pub(crate) fn start_without_cards(&mut self, seed: u64) -> Result<State, Faults> {
        let layout = self.game.layout();
        let plain = self.game.pack().configure(&self.game.config_without_scenario())?;
        let mut host = Self::new(plain.clone())?;
        host.is_composed = true;
        let fresh = host.start(seed, &mut Vec::new())?;
        let mut state = self.game.blank_state();
        // Up to the zones the two layouts are the same, and the boards behind them have the same sizes.
        let common = layout.vars.last().map_or(layout.scores, |var| var.offset + 4 * var.length * var.count);
        state.bytes[..common].copy_from_slice(&fresh.bytes[..common]);
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
        if self.scripts.resume.is_some() {
            self.enter(&before, true);
            let scripts = &self.scripts;
            if let Some(resume) = &scripts.resume {
                type Refusal = (Option<String>, Option<String>);
                let refusal = scripts.vm.call::<Refusal>(resume, seat, &scripts.rules_file);
                let (reason, about) = refusal.map_err(|error| self.named(error, Hook::Rules("resume")))?;
                if let (Some(reason), Some(scenario)) = (reason, self.game.scenario()) {
                    let place = scenario.place_about(&about.unwrap_or_default());
                    return Err(Diagnostic::new(Code::BadScenario, reason).at(place));
                }
            }
            self.leave(state);
            if state.is_over() {
                let before = state.clone();
                self.enter(&before, true);
                self.call_raw(|s| &s.finish).map_err(|error| self.named(error, Hook::Rules("scores")))?;
                self.leave(state);
            }
            self.collect(events);
        }
        self.demand_decision(state)
    }

    fn demand_decision(&self, state: &State) -> Result<(), Diagnostic> {
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
    /// A script that fails, or that offers nothing though the match goes on.
    pub(crate) fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        list.bytes.clear();
        list.width = self.game.action_width();
        list.incomplete = false;
        if state.is_over() {
            return Ok(());
        }
        self.enter(state, true);
        self.list(state)?;
        self.demand_unchanged(state, Hook::Legal).or_else(|fault| self.who_changes(state, fault))?;
        self.read_list(list);
        if list.is_empty() {
            return Err(self.no_action(state));
        }
        Ok(())
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
        Err(self.named(fault, hook).help("`legal`, `check` and `allow` only ask; `apply` and `after` do"))
    }

    /// Asks the verbs of the phase one by one, to name the one that changes something.
    fn who_changes(&mut self, state: &State, fault: Diagnostic) -> Result<(), Diagnostic> {
        let game = self.game.clone();
        let Some(decision) = state.decision() else { return Err(fault) };
        let actions = self.scripts.rules.get::<Table>("actions").ok();
        for &verb in &game.pack().phases[decision.phase.index()].actions {
            let name = game.pack().verbs[verb].name.as_str();
            let hooks = actions.as_ref().and_then(|actions| actions.get::<Table>(name).ok());
            let Some(legal) = hooks.and_then(|hooks| hooks.get::<Function>("legal").ok()) else { continue };
            self.enter(state, true);
            self.scripts.vm.call::<()>(&legal, decision.seat.number(), &self.scripts.rules_file)?;
            self.demand_unchanged(state, Hook::Action("legal", Verb::from_index(verb)))?;
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
        let hook = verb.map_or(Hook::Rules("setup"), |verb| Hook::Action("legal", verb));
        Diagnostic::new(Code::NoAction, format!("no legal action is offered{what}, and the match is not over"))
            .at(self.hook_place(hook))
            .help("a state without a legal action must be an ending")
    }

    /// Whether an action of a verb of this phase is allowed, and if not, why. Nothing changes.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn check(&mut self, state: &State, action: &Action) -> Result<Result<(), Refusal>, Diagnostic> {
        let game = self.game.clone();
        self.enter(state, true);
        self.write_action(action);
        let scripts = &self.scripts;
        let reason = scripts.vm.call::<Option<String>>(&scripts.check, (), &scripts.rules_file);
        let hook = Hook::Action("check", action.verb());
        let reason = reason.map_err(|error| self.exact_error(error, state, Some(action), &[(hook, |s| &s.check)]))?;
        self.demand_unchanged(state, hook)?;
        if let Some(reason) = reason {
            return Ok(Err(Refusal::Rules(reason)));
        }
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        if list.position(&game, action).is_some() {
            return Ok(Ok(()));
        }
        // A list that is not complete leaves the last word to the rules' own check.
        let checked = self.scripts.vm.control.bytes()[control::INCOMPLETE] != 0;
        Ok(if checked { Ok(()) } else { Err(Refusal::NotLegal(game.action_text(action))) })
    }

    /// Applies a legal action. If the script fails, the state is as it was.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn apply(
        &mut self,
        state: &mut State,
        action: &Action,
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        self.enter(state, events.is_some());
        self.write_action(action);
        if let Err(error) = self.call_raw(|s| &s.apply) {
            let hook = Hook::Action("apply", action.verb());
            return Err(self.exact_error(error, state, Some(action), &[(hook, |s| &s.apply)]));
        }
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
        self.scripts.vm.actions.bytes_mut()[..action.len()].copy_from_slice(action);
        if let Err(error) = self.call_raw(|s| &s.step) {
            let action = Action::from_record(&self.game, action);
            let apply = Hook::Action("apply", action.verb());
            let calls: &[Call] = &[(apply, |s| &s.apply), (Hook::Legal, |s| &s.list)];
            return Err(self.exact_error(error, state, Some(&action), calls));
        }
        self.leave(state);
        if state.is_over() {
            list.bytes.clear();
            list.incomplete = false;
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
        let plies = scripts.vm.call::<u32>(
            &scripts.playout,
            (most, policy != Playout::ByAction, policy == Playout::FirstVerb),
            &scripts.rules_file,
        )?;
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
        scripts.vm.call::<String>(display, viewer, &file).map(Some)
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
        let evaluate = || -> Result<Value, Faults> {
            let function = looking.load(&source)?;
            Ok(looking.call::<Value>(&function, (), &source)?)
        };
        // Places in the one line that was just written tell nothing.
        let without_place = |fault| Diagnostic { place: None, ..fault };
        let value = evaluate().map_err(|faults| Faults(faults.0.into_iter().map(without_place).collect()))?;
        Ok(render(&value, 0))
    }

    fn machine_for_looking(game: &Arc<Game>) -> Result<ViewScripts, Faults> {
        let looking = ViewScripts::new(game, BUDGET, Lines::Exact)?;
        looking.provide_require(game.pack().files.clone())?;
        Ok(looking)
    }

    /// Drops the actions of tables that the hook `allow` of their verb forbids.
    pub(crate) fn narrow(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        let Some(allow) = self.scripts.allow.clone() else {
            return Ok(());
        };
        self.enter(state, true);
        let width = list.width;
        let mut kept = 0;
        let mut asked = None;
        for n in 0..list.len() {
            self.scripts.vm.actions.bytes_mut()[..width].copy_from_slice(list.record(n));
            let scripts = &self.scripts;
            let refusal = scripts.vm.call::<Option<String>>(&allow, (), &scripts.rules_file);
            let verb = Action::from_record(&self.game, list.record(n)).verb();
            if refusal.map_err(|error| self.named(error, Hook::Action("allow", verb)))?.is_none() {
                list.bytes.copy_within(n * width..(n + 1) * width, kept * width);
                kept += 1;
            }
            asked = Some(Hook::Action("allow", verb));
        }
        list.bytes.truncate(kept * width);
        asked.map_or(Ok(()), |hook| self.demand_unchanged(state, hook))
    }

    /// Why the hook `allow` of its verb forbids an action of tables; `None` if it does not, or does not say why.
    pub(crate) fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        let Some(allow) = self.scripts.allow.clone() else {
            return Ok(None);
        };
        self.enter(state, false);
        self.write_action(action);
        let scripts = &self.scripts;
        let refusal = scripts.vm.call::<Option<String>>(&allow, (), &scripts.rules_file);
        let refusal = refusal.map_err(|error| self.named(error, Hook::Action("allow", action.verb())))?;
        Ok(refusal.filter(|reason| !reason.is_empty()))
    }

    /// Adds the actions of the script's own verbs.
    pub(crate) fn widen(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.enter(state, true);
        self.list(state)?;
        self.demand_unchanged(state, Hook::Legal).or_else(|fault| self.who_changes(state, fault))?;
        let scripts = &self.scripts;
        let end = scripts.vm.control.u32(control::LIST_END) as usize;
        list.bytes.extend_from_slice(&scripts.vm.actions.bytes()[scripts.list_start..end.max(scripts.list_start)]);
        list.incomplete = scripts.vm.control.bytes()[control::INCOMPLETE] != 0;
        Ok(())
    }

    /// Runs the hook `after` of an action of tables that has just been applied.
    pub(crate) fn react(
        &mut self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        self.enter(state, events.is_some());
        self.write_action(action);
        let scripts = &self.scripts;
        scripts
            .vm
            .call::<()>(&scripts.after, seat.number(), &scripts.rules_file)
            .map_err(|error| self.named(error, Hook::Action("after", action.verb())))?;
        if let Some(events) = events {
            self.collect(events);
        }
        self.leave(state);
        Ok(())
    }

    fn enter(&mut self, state: &State, events: bool) {
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
        let bytes = action.bytes();
        self.scripts.vm.actions.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
    }

    fn call_raw(&self, which: impl Fn(&Scripts) -> &Function) -> Result<(), Diagnostic> {
        let scripts = &self.scripts;
        scripts.vm.call::<()>(which(scripts), (), &scripts.rules_file)
    }

    /// Makes the list of legal actions.
    fn list(&self, state: &State) -> Result<(), Diagnostic> {
        self.call_raw(|s| &s.list).map_err(|error| self.exact_error(error, state, None, &[(Hook::Legal, |s| &s.list)]))
    }

    /// Makes calls of which one has failed once more as written, without inlining, to learn the exact line and hook.
    fn exact_error(&self, error: Diagnostic, state: &State, action: Option<&Action>, calls: &[Call]) -> Diagnostic {
        let first = calls.first().map_or(Hook::Legal, |(hook, _)| *hook);
        if self.mode == Mode::Exact {
            return error;
        }
        // What ran too long is not run again; its line is known.
        if error.code == Code::ScriptBudget {
            return self.named(error, first);
        }
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
                let verb = Verb::from_number(exact.scripts.vm.control.bytes()[control::VERB]);
                let hook = match (hook, verb) {
                    (Hook::Legal, Some(verb)) => Hook::Action("legal", verb),
                    _ => *hook,
                };
                return self.named(again, hook);
            }
        }
        self.named(error, first)
    }

    /// Says in which hook a script failed, and where that is if nothing closer is known.
    fn named(&self, mut error: Diagnostic, hook: Hook) -> Diagnostic {
        let name = match hook {
            Hook::Rules(name) => format!("`{name}`"),
            Hook::Legal => "`legal`".to_owned(),
            Hook::Action(name, verb) => format!("`{name}` of `{}`", self.game.pack().verbs[verb.index()].name),
        };
        error.message = format!("{}, in {name}", error.message);
        if error.code == Code::ScriptMemory {
            error.place = Some(self.hook_place(hook));
        }
        error
    }

    /// Where a hook is written.
    fn hook_place(&self, hook: Hook) -> Place {
        let scripts = &self.scripts;
        let function = match hook {
            Hook::Rules(name) => scripts.rules.get::<Function>(name),
            Hook::Legal => return scripts.rules_file.line_place(1),
            Hook::Action(name, verb) => {
                let verb = self.game.pack().verbs[verb.index()].name.as_str();
                let actions = scripts.rules.get::<Table>("actions");
                actions.and_then(|actions| actions.get::<Table>(verb)).and_then(|hooks| hooks.get::<Function>(name))
            }
        };
        let line = function.ok().and_then(|function| function.info().line_defined);
        scripts.rules_file.line_place(line.and_then(|line| u32::try_from(line).ok()).unwrap_or(1))
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

/// A Lua value for inspection.
fn render(value: &Value, depth: usize) -> String {
    match value {
        Value::Table(table) if depth < 3 => {
            let mut parts = Vec::new();
            for (key, value) in table.pairs::<Value, Value>().filter_map(Result::ok).take(64) {
                let value = render(&value, depth + 1);
                parts.push(match key {
                    Value::Integer(_) | Value::Number(_) => value,
                    key => format!("{} = {value}", key.to_string().unwrap_or_default()),
                });
            }
            format!("{{{}}}", parts.join(", "))
        }
        Value::Table(_) => "{...}".to_owned(),
        Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
        Value::Function(_) => "function".to_owned(),
        other => other.to_string().unwrap_or_default(),
    }
}
