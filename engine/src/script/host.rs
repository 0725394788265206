//! Runs a game's scripts.

use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use mlua::{Function, Table, Value};
use smallvec::SmallVec;

use super::prelude::{ACTION_BYTES, EVENT_BYTES, Prelude, below, control, copy};
use super::rules::{Playout, Refusal};
use super::vm::{Mode, Room, Vm};
use super::watchdog::StopHandle;
use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::{Diagnostic, Faults, Place, SourceFile, suggest};
use crate::event::Event;
use crate::game::Game;
use crate::grammar::{Arg, ArgKind, VerbSpec};
use crate::ids::{EventKind, Seat, Verb};
use crate::layout::{DEPTH, OVER, PLY, STACK, WINNERS};
use crate::pack::spec::{Per, ScoreRule};
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
}

/// The functions that the host calls.
#[derive(Debug)]
struct Scripts {
    list: Function,
    apply: Function,
    step: Function,
    playout: Function,
    start: Function,
    check: Function,
    finish: Function,
    /// Asks the hooks `allow` of the verbs that the engine has from tables, if there is such a hook.
    allow: Option<Function>,
    after: Function,
    resume: Option<Function>,
    display: Option<Function>,
    rules: Table,
    rules_file: SourceFile,
    list_start: usize,
    // After the functions, so that they are dropped before the machine.
    vm: Vm,
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

/// The hooks that `rules.lua` may have.
const HOOKS: &[&str] = &["setup", "opening", "resume", "scores", "on_limit", "actions"];
/// The hooks of an action.
const ACTION_HOOKS: &[&str] = &["legal", "check", "apply"];
/// The hooks of an action that tables list and apply.
const TABLE_HOOKS: &[&str] = &["allow", "after"];

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
        Ok(Self { game, scripts, mode, is_composed: false })
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
        std::mem::take(&mut *self.scripts.vm.output.borrow_mut())
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
                let reason = scripts.vm.call::<Option<String>>(resume, seat, &scripts.rules_file);
                let reason = reason.map_err(|error| self.named(error, Hook::Rules("resume")))?;
                if let (Some(reason), Some(scenario)) = (reason, self.game.scenario()) {
                    return Err(Diagnostic::new("bad-scenario", reason).at(scenario.file.line_place(1)));
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
        Err(Diagnostic::new("no-decision", "after the setup nobody is to act and the match is not over")
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
        self.enter(state, false);
        self.list(state)?;
        self.read_list(list);
        if list.is_empty() {
            return Err(self.no_action(state));
        }
        Ok(())
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
        Diagnostic::new("no-action", format!("no legal action is offered{what}, and the match is not over"))
            .at(self.hook_place(hook))
            .help("a state without a legal action must be an ending")
    }

    /// Whether an action of a verb of this phase is allowed, and if not, why. Nothing changes.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn check(&mut self, state: &State, action: &Action) -> Result<Result<(), Refusal>, Diagnostic> {
        let game = self.game.clone();
        self.enter(state, false);
        self.write_action(action);
        let scripts = &self.scripts;
        let reason = scripts.vm.call::<Option<String>>(&scripts.check, (), &scripts.rules_file);
        let hook = Hook::Action("check", action.verb());
        let reason = reason.map_err(|error| self.exact_error(error, state, Some(action), &[(hook, |s| &s.check)]))?;
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

    /// Evaluates an expression over a view, for inspection: it reads and changes nothing that lasts.
    ///
    /// # Errors
    /// An expression that can't be read or fails.
    pub(crate) fn evaluate(&mut self, view: &State, expression: &str) -> Result<String, Faults> {
        self.enter(view, false);
        let source = SourceFile::new("expression.lua", format!("return {expression}"));
        let value = self.scripts.vm.run_file(&source)?;
        Ok(render(&value, 0))
    }

    /// Drops the actions of tables that the hook `allow` of their verb forbids.
    pub(crate) fn narrow(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        let Some(allow) = self.scripts.allow.clone() else {
            return Ok(());
        };
        self.enter(state, false);
        let width = list.width;
        let mut kept = 0;
        for n in 0..list.len() {
            self.scripts.vm.actions.bytes_mut()[..width].copy_from_slice(list.record(n));
            let scripts = &self.scripts;
            let allowed = scripts.vm.call::<bool>(&allow, (), &scripts.rules_file);
            let verb = Action::from_record(&self.game, list.record(n)).verb();
            if allowed.map_err(|error| self.named(error, Hook::Action("allow", verb)))? {
                list.bytes.copy_within(n * width..(n + 1) * width, kept * width);
                kept += 1;
            }
        }
        list.bytes.truncate(kept * width);
        Ok(())
    }

    /// Adds the actions of the script's own verbs.
    pub(crate) fn widen(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.enter(state, false);
        self.list(state)?;
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
        if error.code == "script-budget" {
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
        if error.code == "script-memory" {
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

/// Whether a verb's actions are listed and applied from tables.
fn is_by_tables(game: &Game, verb: usize) -> bool {
    game.board_rules().is_some_and(|rules| rules.verbs >> (verb + 1) & 1 != 0)
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

impl Scripts {
    fn load(game: &Arc<Game>, mode: Mode) -> Result<Self, Faults> {
        let pack = game.pack();
        let rules_file = match &pack.rules {
            Some(file) => file.clone(),
            None if game.board_rules().is_some() => SourceFile::new(pack.table_file.name.clone(), "return {}"),
            None => {
                let message = format!("{}rules.lua is missing", pack.files.prefix);
                return Err(Diagnostic::new("no-rules", message).into());
            }
        };
        let prelude = Rc::new(Prelude::new(game, false));
        let list_start = prelude.list_start;
        let room = Room { state: game.layout().size, actions: ACTION_BYTES, events: EVENT_BYTES };
        let vm = Vm::new(prelude, room, BUDGET, mode)?;
        vm.provide_require(pack.files.clone())?;
        let rules = vm.run_file(&rules_file)?;
        let Value::Table(table) = &rules else {
            return Err(Diagnostic::new("no-table", "the script must return a table of rules")
                .at(return_place(&rules_file))
                .help("end the file with `return { setup = ..., actions = { ... } }`")
                .into());
        };
        let hooks = Hooks::read(game, table, &rules_file)?;
        let display = match &pack.display {
            Some(file) => match vm.run_cold(file)? {
                Value::Function(display) => Some(display),
                _ => {
                    return Err(Diagnostic::new("no-function", "the script must return a function of the viewer")
                        .at(file.line_place(1))
                        .into());
                }
            },
            None => None,
        };
        let driver = vm.run_own("driver", &hooks.driver(game, list_start, mode), &rules)?;
        let get = |name: &str| {
            driver.get::<Function>(name).map_err(|error| Diagnostic::new("script-host", error.to_string()))
        };
        Ok(Self {
            list: get("list")?,
            apply: get("apply")?,
            step: get("step")?,
            playout: get("playout")?,
            start: get("start")?,
            check: get("check")?,
            finish: get("finish")?,
            allow: if hooks.allows { Some(get("allow")?) } else { None },
            after: get("after")?,
            resume: table.get::<Option<Function>>("resume").ok().flatten(),
            display,
            rules: table.clone(),
            rules_file,
            list_start,
            vm,
        })
    }
}

/// Where a script returns its table: the last line that begins with `return`, or the last line at all.
fn return_place(file: &SourceFile) -> Place {
    let lines = || file.text.lines().enumerate();
    let line = lines().filter(|(_, line)| line.starts_with("return")).last().or(lines().last());
    file.line_place(line.map_or(1, |(n, _)| n as u32 + 1))
}

/// A chain of `if` that picks a text by a number, counted from 1.
fn choice(number: &str, texts: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for (n, text) in texts.enumerate() {
        let word = if n == 0 { "if" } else { "elseif" };
        let _ = write!(out, "{word} {number} == {} then {text} ", n + 1);
    }
    if out.is_empty() { out } else { out + "end" }
}

/// Which hooks a script has.
struct Hooks {
    setup: bool,
    opening: bool,
    scores: bool,
    on_limit: bool,
    /// Whether a verb of tables has a hook `allow`.
    allows: bool,
}

impl Hooks {
    /// Looks for what must be there and for what can't be meant.
    fn read(game: &Game, table: &Table, file: &SourceFile) -> Result<Self, Faults> {
        let pack = game.pack();
        let mut faults = Vec::new();
        // A key's line, as well as it can be told from the text.
        let place = |key: &str| {
            let line = file.text.lines().position(|line| {
                line.match_indices(key).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    let after = line[at + key.len()..].trim_start();
                    !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && after.starts_with(['=', '(', '.'])
                })
            });
            file.line_place(line.map_or(1, |n| n as u32 + 1))
        };
        let mut unknown = |table: &Table, known: &[&str], what: &str| {
            for (key, _) in table.pairs::<Value, Value>().filter_map(Result::ok) {
                let key = key.to_string().unwrap_or_default();
                if !known.contains(&key.as_str()) {
                    faults.push(
                        Diagnostic::new("unknown-hook", format!("{what} has no hook `{key}`"))
                            .at(place(&key))
                            .help(suggest(&key, known.iter().copied())),
                    );
                }
            }
        };
        unknown(table, HOOKS, "a table of rules");
        let verbs: Vec<&str> = pack.verbs.iter().map(|verb| verb.name.as_str()).collect();
        let actions = table.get::<Option<Table>>("actions").ok().flatten();
        if let Some(actions) = &actions {
            unknown(actions, &verbs, "`actions`");
        }
        let mut allows = false;
        let mut missing = Vec::new();
        for (n, verb) in verbs.iter().enumerate() {
            let by_tables = is_by_tables(game, n);
            let hooks = actions.as_ref().and_then(|actions| actions.get::<Option<Table>>(*verb).ok().flatten());
            if let Some(hooks) = &hooks {
                let known = if by_tables { TABLE_HOOKS } else { ACTION_HOOKS };
                unknown(hooks, known, &format!("the action `{verb}`"));
            }
            let has = |hook: &str| {
                hooks.as_ref().is_some_and(|hooks| matches!(hooks.get::<Value>(hook), Ok(Value::Function(_))))
            };
            allows |= by_tables && has("allow");
            for hook in ["legal", "apply"] {
                if !has(hook) && !by_tables {
                    missing.push(
                        Diagnostic::new("missing-hook", format!("the action `{verb}` has no function `{hook}`"))
                            .at(place(verb))
                            .help(format!(
                                "write `actions = {{ {verb} = {{ {hook} = function(seat, ...) ... end }} }}`"
                            )),
                    );
                }
            }
        }
        faults.extend(missing);
        let has = |hook: &str| matches!(table.get::<Value>(hook), Ok(Value::Function(_)));
        if !has("setup") && game.board_rules().is_none() {
            faults.push(
                Diagnostic::new("missing-hook", "the rules have no function `setup`")
                    .at(return_place(file))
                    .help("it gives the turn to the first seat, as in `turn.PHASE(1)`"),
            );
        }
        if game.ply_limit().is_some() && !has("on_limit") {
            faults.push(
                Diagnostic::new("missing-hook", "there is a `ply_limit`, but no function `on_limit`")
                    .at(return_place(file))
                    .help("it ends the match, as in `ending.limit()`"),
            );
        }
        if faults.is_empty() {
            Ok(Self {
                setup: has("setup"),
                opening: has("opening"),
                scores: has("scores"),
                on_limit: has("on_limit"),
                allows,
            })
        } else {
            Err(Faults(faults).sorted())
        }
    }

    /// The driver with this game's numbers filled in.
    fn driver(&self, game: &Game, list_start: usize, mode: Mode) -> String {
        let pack = game.pack();
        let mut head = String::from("local hooks = rules.actions or {} ");
        if self.setup {
            head.push_str("local set_up = rules.setup ");
        } else {
            head.push_str("local set_up = nil ");
        }
        head.push_str(if self.opening { "local opening = rules.opening " } else { "local opening = nil " });
        if self.on_limit {
            head.push_str("local on_limit = rules.on_limit ");
        } else {
            head.push_str("local on_limit = function() end ");
        }
        let of_verb = |hook: &str| -> String {
            pack.verbs.iter().map(|verb| format!("(hooks[\"{}\"] or none).{hook} or false, ", verb.name)).collect()
        };
        head.push_str("local none = {} ");
        for hook in ["legal", "apply", "check", "allow", "after"] {
            let _ = write!(head, "local {hook}_of = {{{}}} ", of_verb(hook));
        }
        let numbers_of = |verb: &VerbSpec| -> String {
            let number = |arg: &Arg| match arg.kind {
                ArgKind::Cards => format!(", {}", arg.offset),
                _ => format!(", buffer.readu16(ACTS, {})", arg.offset),
            };
            verb.args.iter().map(number).collect()
        };
        // What calls a hook with the arguments of whatever verb the action has.
        let calls = |start: &str, hook: &str| -> String {
            let call = |(n, verb)| format!("{start} {hook}_of[{}](seat{})", n + 1, numbers_of(verb));
            choice("verb", pack.verbs.iter().enumerate().map(call))
        };
        let by_phase = |tail: &str| {
            let offer = |verb: &usize| {
                let by_tables = is_by_tables(game, *verb);
                // What goes wrong can be told by its verb.
                let note = match mode {
                    Mode::Fast => String::new(),
                    Mode::Exact => format!("buffer.writeu8(CTRL, {}, {}) ", control::VERB, verb + 1),
                };
                if by_tables { String::new() } else { format!("{note}legal_of[{}](seat) {tail}", verb + 1) }
            };
            choice("phase", pack.phases.iter().map(|phase| phase.actions.iter().map(offer).collect()))
        };
        let note = format!(
            "do local new = buffer.readu32(CTRL, {}) if new > at then kinds += 1 starts[kinds] = at at = new end end ",
            control::LIST_END
        );
        let deal = if pack.setup.source.is_some() { "setup.deal()" } else { "" };
        let text = head
            + &include_str!("driver.luau")
                .replace("$FINISH", &self.finish(game))
                .replace("$DEAL", deal)
                .replace("$OFFER_ALL", &by_phase(""))
                .replace("$OFFER_BY_KIND", &by_phase(&note))
                .replace("$APPLY", &calls("", "apply"))
                .replace("$CHECK", &calls("return", "check"))
                .replace("$ALLOW", &calls("allowed =", "allow"))
                .replace("$AFTER", &calls("", "after"))
                .replace("$PICK_KIND", &below("CTRL", control::POLICY_RNG, "kinds", "core.policy_again"))
                .replace("$PICK_CASE", &below("CTRL", control::POLICY_RNG, "n", "core.policy_again"))
                .replace("$COPY", &copy(("ACTS", "0", 0), ("ACTS", "first"), game.action_width()))
                .replace("$PLY_LIMIT", &game.ply_limit().map_or("math.huge".to_owned(), |limit| limit.to_string()));
        let numbers = [
            ("$LIST_END", control::LIST_END),
            ("$INCOMPLETE", control::INCOMPLETE),
            ("$COMPOSED", control::COMPOSED),
            ("$LIST", list_start),
            ("$STACK", STACK),
            ("$DEPTH", DEPTH),
            ("$OVER", OVER),
            ("$PLY", PLY),
            ("$WIDTH", game.action_width()),
        ];
        numbers.iter().fold(text, |text, (name, number)| text.replace(name, &number.to_string()))
    }

    /// How the scores come about at the end.
    fn finish(&self, game: &Game) -> String {
        let scores = game.layout().scores;
        let seats = game.seat_count();
        let mut out = match game.pack().scores {
            ScoreRule::Wins => format!(
                "for s = 0, {} do buffer.writei32(STATE, {scores} + 4 * s, bit32.extract(buffer.readu16(STATE, {WINNERS}), s)) end",
                seats - 1
            ),
            ScoreRule::Var(n) => {
                let var = game.layout().vars[n];
                debug_assert_eq!(game.pack().vars[n].per, Per::Seat);
                format!("buffer.copy(STATE, {scores}, STATE, {}, {})", var.offset, 4 * seats)
            }
            ScoreRule::Script => String::new(),
        };
        if self.scores {
            out.push_str(" rules.scores()");
        }
        out
    }
}
