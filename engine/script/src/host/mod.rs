//! The script host: runs a game's scripts.

mod attacked;
mod auction;
mod cases;
mod climbing;
mod compiled;
mod driver;
mod faults;
mod functions;
mod hooks;
mod scripts;
mod start;
mod tricks;
mod turns;
mod views;

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub use attacked::Attacks;
use compiled::{Blocks, Change, Code as LoweredCode, Parts};
use faults::Hook;
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Value, Variadic};
use scripts::{Running, Scripts, VerbCalls};
use smallvec::SmallVec;
pub use turns::{Listed, Turns};
pub use views::Shown;

use super::compiling::Compiled;
use super::export::{self, Limits};
use super::in_luau::InLuau;
use super::prelude::{EVENT_BYTES, FIRST_REFUSAL, NOTE_BYTES, control};
use super::values;
use super::vm::stopped;
use super::watchdog::StopHandle;
#[cfg(test)]
pub(super) use hooks::{ACTION_HOOKS, HOOKS};
use parlour_game::Game;
use parlour_game::words::refusals::refusal_text;
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile};
use parlour_model::event::{Blanks, Event};
use parlour_model::grammar::Arg;
use parlour_model::ids::{EventKind, Phase, Seat, Square, Verb};
use parlour_model::kind::{Kind, Value as ValueOf};
use parlour_model::reached::Reached;
use parlour_model::state::Decision;
use parlour_model::state::State;
use parlour_model::state::notes::Note;

/// Time budget of a call into the rules.
pub(super) const BUDGET: Duration = Duration::from_millis(2_000);

/// The message for a hook that changes something in a query.
const ASKING_CHANGES: &str = "the match is changed, or something told, where only asking is allowed";

/// The values that `needs` and `allow` can return.
const VERDICTS: &str = "expected true, false, `refusal.NAME`, or a text";

/// A game's scripts, shared by its rules and other users.
pub type SharedHost = Rc<StaysOnItsThread>;

/// The Luau VM that runs the scripts of a game. It stays on the thread that made it, and so do
/// `Rules`, `Match` and everything that holds one of them, such as a table.
///
/// If the compiler reports that `Rc<StaysOnItsThread>` cannot be sent between threads safely, one of them was moved to
/// another thread. Make it on the thread that uses it, from values that can be sent (`Arc<Game>`, the players, the
/// seed), and send requests and answers, which are plain data. A match that has begun moves to another thread as
/// `Match::standing` and is resumed there.
///
/// ```compile_fail,E0277
/// fn goes_anywhere<T: Send>() {}
/// goes_anywhere::<parlour_engine::Match>();
/// ```
///
/// ```
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// let standing = played.standing();
/// let thread = std::thread::spawn(move || standing.take_up(None).map(|played| played.legal().len()));
/// assert_eq!(thread.join().ok().and_then(Result::ok), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StaysOnItsThread(RefCell<ScriptHost>);

impl StaysOnItsThread {
    /// The scripts, to be read.
    pub fn borrow(&self) -> Ref<'_, ScriptHost> {
        self.0.borrow()
    }

    /// The scripts, to be run.
    pub fn borrow_mut(&self) -> RefMut<'_, ScriptHost> {
        self.0.borrow_mut()
    }
}

/// A game's scripts in a VM of their own; it stays on the thread that made it.
#[derive(Debug)]
pub struct ScriptHost {
    game: Arc<Game>,
    scripts: Scripts,
    /// True if scripts have run since they were loaded or renewed.
    is_used: bool,
    /// Counts of the refusals of the pack.
    said: RefCell<Vec<u64>>,
    lowered: Lowered,
    /// Notes of what happened to cards since they were last taken.
    notes: Vec<Note>,
    /// The event at which a call ends, to inspect the state in the middle of an action.
    stop: Option<Stop>,
}

/// The event before which an action is stopped.
#[derive(Debug)]
struct Stop {
    /// The bytes of each event of the action, up to and including the one before which it stops.
    widths: Vec<usize>,
    /// The state at that event, once it is reached.
    state: Option<State>,
}

/// Progress of compiling the scripts.
#[derive(Debug)]
enum Lowered {
    /// Not compiled yet, with the number of queries for legal actions.
    Interpreted(u32),
    /// Being compiled; until then Luau runs.
    Queued(Arc<Compiled<Parts>>),
    Compiled(Box<LoweredCode>),
    /// The reason if it is known.
    Rejected(Option<InLuau>),
}

/// Queries for legal actions before the scripts are compiled: a match by hand takes fewer.
const ASKED: u32 = 200;

impl ScriptHost {
    /// Loads the scripts of a game.
    ///
    /// # Errors
    /// All faults of the scripts.
    pub fn new(game: Arc<Game>) -> Result<Self, Faults> {
        Self::counting(game, false)
    }

    /// As [`ScriptHost::new`], optionally with counts of executed lines.
    ///
    /// # Errors
    /// All faults of the scripts.
    pub fn counting(game: Arc<Game>, counts_lines: bool) -> Result<Self, Faults> {
        let scripts = Scripts::load(&game, counts_lines)?;
        let said = RefCell::new(vec![0; game.pack().refusals.len()]);
        Ok(Self {
            game,
            scripts,
            is_used: false,
            said,
            lowered: Lowered::Interpreted(0),
            notes: Vec::new(),
            stop: None,
        })
    }

    /// Wraps the host for sharing.
    pub fn shared(self) -> SharedHost {
        Rc::new(StaysOnItsThread(RefCell::new(self)))
    }

    /// Restarts the scripts, so that none of their variables depends on earlier calls.
    ///
    /// # Errors
    /// Scripts that fail.
    pub fn renew(&mut self) -> Result<(), Faults> {
        if std::mem::take(&mut self.is_used) {
            self.scripts.renew(&self.game)?;
        }
        Ok(())
    }

    /// Resets the scratch card sets: a saved match wouldn't have them.
    pub fn reset_sets(&mut self) {
        self.scripts.reset_sets();
        if let Lowered::Compiled(code) = &mut self.lowered {
            code.reset_sets();
        }
    }

    /// Coverage of the scripts since they were loaded: lines, if the VM counts them, and refusals.
    pub fn reached(&self) -> Reached {
        Reached { lines: self.scripts.vm.reached(), refusals: self.said.borrow().clone() }
    }

    /// Sets the time budget of a call into the rules; two seconds unless set.
    pub fn set_budget(&self, budget: Duration) {
        self.scripts.vm.watchdog.set_budget(budget);
    }

    /// A handle that stops the script that this host is running, from any thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.scripts.vm.watchdog.handle()
    }

    /// Takes the lines printed since the last call.
    pub fn take_output(&self) -> Vec<String> {
        self.scripts.vm.output.borrow_mut().take()
    }

    /// True if the scripts have any hook.
    pub fn has_hooks(&self) -> bool {
        self.scripts.hooks.is_any
    }

    /// Guards on captures of tables, and captures by scripts.
    pub fn attacks(&self) -> &Attacks {
        &self.scripts.attacks
    }

    /// True if a seat's royal piece could be captured on a square, as `main.attacked` tells it.
    ///
    /// # Errors
    /// A script that fails.
    pub fn is_attacked(&mut self, state: &State, seat: Seat, square: Square) -> Result<bool, Diagnostic> {
        let ask = |host: &mut Self| {
            let vm = &host.scripts.vm;
            vm.call::<bool>(&vm.attacked, (square.number(), seat.number()), &host.scripts.rules_file)
        };
        self.answer(state, true, Hook::Legal, ask)
    }

    /// True if any case of a verb, listed or not, can be refused by `allow`.
    pub fn has_last_word(&self, verb: Verb) -> bool {
        self.scripts.hooks.allow[verb.index()]
    }

    /// True if a verb of scripts has both hooks of legality: `legal`, which lists, and `allow`.
    pub fn lists_and_allows(&self, verb: Verb) -> bool {
        let hooks = &self.scripts.hooks;
        hooks.legal[verb.index()] && hooks.allow[verb.index()] && !self.game.is_by_tables(verb.index())
    }

    /// True if a verb has the hook `after`.
    pub fn has_after(&self, verb: usize) -> bool {
        self.scripts.hooks.after[verb]
    }

    /// True if everyone sees what the hooks `needs` and `allow` of a verb go by, and no other hook lists it.
    pub fn is_public(&self, verb: usize) -> bool {
        self.scripts.hooks.public[verb]
    }

    /// True if the hook `after` of a verb may change a board.
    pub fn changes_board(&self, verb: usize) -> bool {
        self.scripts.hooks.changing[verb]
    }

    /// Drops the actions of a list that `needs` or `allow` of their verb refuses, and adds the cases of script verbs in
    /// `verbs`, all for a seat in a phase. Verbs are bits by number.
    ///
    /// # Errors
    /// A script that fails.
    pub fn gather(
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
        if self.gather_lowered(state, (seat, phase), [rows, list.len() - rows], (few, more), list)? {
            return Ok(());
        }
        let arguments = (seat, phase, rows, list.len() - rows, few, more);
        let gather = |host: &mut Self| {
            let scripts = &mut host.scripts;
            let start = scripts.list_start;
            scripts.vm.actions.bytes_mut()[start..start + list.bytes.len()].copy_from_slice(&list.bytes);
            scripts.call::<()>(|calls| &calls.gather, arguments)
        };
        self.answer(state, true, Hook::Legal, gather)?;
        if let Err(fault) = self.demand_unchanged(state, Hook::Legal) {
            let asked = list.bytes.clone();
            return Err(self.who_changes(state, fault, |host| {
                let scripts = &mut host.scripts;
                let start = scripts.list_start;
                scripts.vm.actions.bytes_mut()[start..start + asked.len()].copy_from_slice(&asked);
                // Only its changes matter here.
                let _ = scripts.call::<()>(|calls| &calls.gather, arguments);
            }));
        }
        self.read_list(list);
        Ok(())
    }

    /// As [`ScriptHost::gather`] by machine code; false if Luau has to do it.
    fn gather_lowered(
        &mut self,
        state: &State,
        (seat, phase): (u8, u8),
        [rows, kept]: [usize; 2],
        (few, more): (u32, u32),
        list: &mut ActionList,
    ) -> Result<bool, Diagnostic> {
        match &mut self.lowered {
            Lowered::Interpreted(asked) if *asked < ASKED => *asked += 1,
            Lowered::Interpreted(_) | Lowered::Queued(_) => self.lower_soon(),
            _ => {}
        }
        let arguments = [u32::from(seat), u32::from(phase), rows as u32, kept as u32, few, more];
        let gathered =
            self.run_lowered(&state.bytes, |code, blocks| code.gather(blocks, arguments, &mut list.bytes))?;
        let Some(incomplete) = gathered else { return Ok(false) };
        list.width = self.game.action_width();
        list.incomplete = incomplete;
        list.blank_rests(&*self.game);
        Ok(true)
    }

    /// Applies the script of an action by machine code; false if Luau has to do it.
    fn act_lowered(
        &mut self,
        is_after: bool,
        state: &mut State,
        (seat, target): (Seat, Option<u8>),
        record: &[u8],
    ) -> Result<bool, Diagnostic> {
        let verb = verb_of(record).index();
        // The hook takes what an action of tables has captured or met.
        let is_told = is_after && self.game.is_by_tables(verb);
        if !matches!(self.lowered, Lowered::Compiled(_)) || is_told != target.is_some() {
            return Ok(false);
        }
        let arguments: SmallVec<[i64; 8]> = std::iter::once(i64::from(seat.number()))
            .chain(self.numbers(record).map(i64::from))
            .chain(target.map(i64::from))
            .collect();
        let change = if is_after { Change::After(verb) } else { Change::Apply(verb) };
        self.change_lowered(change, state, &arguments, record)
    }

    /// Changes a state by machine code; false if Luau has to do it.
    fn change_lowered(
        &mut self,
        change: Change,
        state: &mut State,
        arguments: &[i64],
        record: &[u8],
    ) -> Result<bool, Diagnostic> {
        let done = self.run_lowered(&state.bytes, |code, blocks| code.change(change, blocks, arguments, record))?;
        if done.is_some() {
            self.leave_lowered(state);
        }
        Ok(done.is_some())
    }

    /// Fails if a query has changed the match or emitted events.
    fn demand_unchanged(&self, state: &State, hook: Hook) -> Result<(), Diagnostic> {
        let vm = &self.scripts.vm;
        let is_same = vm.state.bytes()[..state.bytes.len()] == *state.bytes;
        if is_same && vm.control.u32(control::EVENTS_END) == 0 {
            return Ok(());
        }
        let fault = Diagnostic::new(Code::AskingChanges, ASKING_CHANGES).at(self.hook_place(hook));
        Err(self.named(fault, hook).help("`needs`, `allow` and `legal` only ask; `apply` and `after` do"))
    }

    /// The fault of a query that changes something, at the line that does, with its hook: the call is repeated and
    /// traced at each step.
    fn who_changes(&mut self, state: &State, fault: Diagnostic, call: impl FnOnce(&mut Self)) -> Diagnostic {
        self.enter(state, true);
        let trace = self.scripts.vm.trace_change();
        call(self);
        let Some(change) = self.scripts.vm.traced_change(trace) else { return fault };
        let hooks = ["needs", "range", "legal", "allow"];
        let verbs = (0..self.game.pack().verbs.len()).map(Verb::from_index);
        let mut all = verbs.flat_map(|verb| hooks.map(|hook| Hook::Action(hook, verb)));
        let is_running = |hook: &Hook| {
            let function = self.hook_function(*hook);
            function.is_some_and(|function| change.functions.contains(&function.to_pointer()))
        };
        let hook = all.find(is_running).unwrap_or(Hook::Legal);
        let file = &self.scripts.rules_file;
        let place = match change.file == *file.name {
            true => file.line_place(change.line),
            false => Place::new(change.file.as_str(), change.line, 1),
        };
        let own = Diagnostic::new(fault.code, ASKING_CHANGES).at(place);
        Diagnostic { help: fault.help, ..self.named(own, hook) }
    }

    fn read_list(&self, list: &mut ActionList) {
        let scripts = &self.scripts;
        let end = scripts.vm.control.u32(control::LIST_END) as usize;
        list.bytes.clear();
        list.width = self.game.action_width();
        list.bytes.extend_from_slice(&scripts.vm.actions.bytes()[scripts.list_start..end.max(scripts.list_start)]);
        list.blank_rests(&*self.game);
        list.incomplete = scripts.vm.control.bytes()[control::INCOMPLETE] != 0;
    }

    /// The refusal of an action by the hook `needs` of its verb: an empty text if it gives no reason, `None` if it is
    /// allowed.
    ///
    /// # Errors
    /// A script that fails.
    pub fn against_needs(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        if self.verb(action.verb()).needs.is_none() {
            return Ok(None);
        }
        self.ask(state, action, "needs", |host, seat| {
            let Some(needs) = &host.verb(action.verb()).needs else { return Ok(None) };
            let why = host.call::<Value>(needs, seat)?;
            host.explained(why, seat, Variadic::new())
        })
    }

    /// The same for the hooks `range` and `allow`.
    ///
    /// # Errors
    /// A script that fails.
    pub fn against_allow(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        let verb = action.verb();
        if self.verb(verb).allow.is_none() && self.scripts.hooks.range[verb.index()].is_none() {
            return Ok(None);
        }
        self.ask(state, action, "allow", |host, seat| {
            let arguments = host.arguments(action.bytes());
            if let Some(why) = host.outside_range(seat, action)? {
                return Ok(Some(host.new_text(&why)?));
            }
            let Some(allow) = &host.verb(verb).allow else { return Ok(None) };
            let why = host.call::<Value>(allow, (seat, arguments.clone()))?;
            host.explained(why, seat, arguments)
        })
    }

    fn ask(
        &mut self,
        state: &State,
        action: &Action,
        hook: &'static str,
        ask: impl Fn(&Self, u8) -> Result<Option<Value>, Diagnostic>,
    ) -> Result<Option<String>, Diagnostic> {
        let Some(decision) = state.decision() else { return Ok(None) };
        let hook = Hook::Action(hook, action.verb());
        let asked = |host: &mut Self| {
            host.write_record(action.bytes());
            ask(host, decision.seat.number())
        };
        let reason = self.answer(state, true, hook, asked)?;
        if let Err(fault) = self.demand_unchanged(state, hook) {
            return Err(self.who_changes(state, fault, |host| _ = asked(host)));
        }
        match reason {
            None => Ok(None),
            Some(reason @ (Value::Integer(_) | Value::Number(_) | Value::String(_))) => {
                self.reason(&reason, hook, state)
            }
            Some(other) => {
                let fault = Diagnostic::new(Code::ScriptOutput, format!("the script returned a {}", other.type_name()));
                Err(self.named(fault.at(self.hook_place(hook)).help(VERDICTS), hook))
            }
        }
    }

    /// The refusal in a hook's result: `None` for `true`, otherwise the reason: an empty text for `false` or nil, a
    /// text, a refusal, or the result of a function that returns one of these.
    fn explained(&self, why: Value, seat: u8, arguments: Variadic<u32>) -> Result<Option<Value>, Diagnostic> {
        if why.as_boolean() == Some(true) {
            return Ok(None);
        }
        let why = match why {
            Value::Function(why) => self.call::<Value>(&why, (seat, arguments))?,
            why => why,
        };
        match why {
            Value::Nil | Value::Boolean(false) => self.new_text("").map(Some),
            why => Ok(Some(why)),
        }
    }

    fn new_text(&self, text: &str) -> Result<Value, Diagnostic> {
        let made = self.scripts.vm.lua.create_string(text);
        made.map(Value::String).map_err(|error| Diagnostic::new(Code::ScriptHost, error.to_string()))
    }

    /// The refusal of an action whose number is outside those of the hook `range`.
    fn outside_range(&self, seat: u8, action: &Action) -> Result<Option<String>, Diagnostic> {
        let verb = action.verb();
        let Some(place) = self.scripts.hooks.range[verb.index()] else { return Ok(None) };
        let range = &self.scripts.running.calls.range;
        let arg = &self.game.pack().verbs[verb.index()].args[place];
        let number = i64::from(action.number(arg));
        if arg.optional && number == 0 {
            return Ok(None);
        }
        let before: Variadic<u32> = self.arguments(action.bytes()).into_iter().take(place).collect();
        let (least, most, step) = self.call::<(i64, i64, i64)>(range, (verb.number(), seat, before))?;
        if least > most {
            return Ok(Some("no number is possible now".to_owned()));
        }
        if (least..=most).contains(&number) && (number - least) % step == 0 {
            return Ok(None);
        }
        let last = most - (most - least) % step;
        let all = if least == last { least.to_string() } else { format!("{least} to {last}") };
        let steps = if step > 1 && least < last { format!(" in steps of {step}") } else { String::new() };
        Ok(Some(format!("{number} is not possible: expected {all}{steps}")))
    }

    /// Applies the script of an action's verb for a seat, and nothing else.
    ///
    /// # Errors
    /// A script that fails.
    pub fn effect(
        &mut self,
        state: &mut State,
        seat: Seat,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let verb = verb_of(record);
        if events.is_none() && self.act_lowered(false, state, (seat, None), record)? {
            return Ok(());
        }
        self.change(state, events, Hook::Action("apply", verb), |host| {
            host.write_record(record);
            let Some(apply) = &host.verb(verb).apply else { return Ok(()) };
            host.call::<()>(apply, (seat.number(), host.arguments(record)))
        })
    }

    /// Runs the hook `after` of an action just taken, with the piece it met if it is one of tables.
    ///
    /// # Errors
    /// A script that fails.
    pub fn after(
        &mut self,
        state: &mut State,
        (seat, target): (Seat, Option<u8>),
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let verb = verb_of(record);
        if events.is_none() && self.act_lowered(true, state, (seat, target), record)? {
            return Ok(());
        }
        self.change(state, events, Hook::Action("after", verb), |host| {
            host.write_record(record);
            let mut arguments = host.arguments(record);
            arguments.extend(target.map(u32::from));
            let Some(after) = &host.verb(verb).after else { return Ok(()) };
            host.call::<()>(after, (seat.number(), arguments))
        })
    }

    /// Runs the hook for the end of a phase in which all seats have decided, if there is one.
    ///
    /// # Errors
    /// A script that fails.
    pub fn decided(
        &mut self,
        state: &mut State,
        phase: Phase,
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let hook = Hook::Decided(phase.index());
        self.run_hook(state, events, hook, |running| running.decided[phase.index()].as_ref())
    }

    /// Runs the steps on top of the stack of decisions, and those that they put there.
    ///
    /// # Errors
    /// A script that fails.
    pub fn run_steps(&mut self, state: &mut State, events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        let due = state.decision().filter(|_| !state.is_over());
        match due.filter(|due| self.game.pack().phases[due.phase.index()].is_step) {
            Some(due) => {
                self.run_hook(state, events, Hook::Step(due.phase.index()), |running| running.calls.run_steps.as_ref())
            }
            None => Ok(()),
        }
    }

    /// Runs a change of the match.
    fn change(
        &mut self,
        state: &mut State,
        events: Option<&mut Vec<Event>>,
        hook: Hook,
        call: impl FnOnce(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let so_far = events.as_ref().map(|events| events.len());
        let begins = so_far.map_or(0, |so_far| self.events_begin(so_far));
        self.enter(state, so_far.is_some());
        self.scripts.vm.control.set_u32(control::EVENTS_END, begins);
        self.scripts.vm.control.bytes_mut()[control::VERB] = 0;
        if let Err(error) = call(self) {
            self.note_stop(state, so_far, begins);
            return Err(self.named(error, self.closer(hook)));
        }
        if let Some(events) = events {
            self.collect(begins, events);
            let vm = &self.scripts.vm;
            read_notes(&mut self.notes, vm.events.bytes(), vm.control.u32(control::NOTES_END));
        }
        self.leave(state);
        Ok(())
    }

    /// The offset in the buffer at which a call's events begin, after `so_far` events of its action: chosen so that the
    /// event at which it stops doesn't fit.
    fn events_begin(&self, so_far: usize) -> u32 {
        let Some(stop) = self.stop.as_ref().filter(|stop| so_far < stop.widths.len()) else { return 0 };
        let sum: usize = stop.widths[so_far..].iter().sum();
        u32::try_from((EVENT_BYTES + 1).saturating_sub(sum)).unwrap_or(0)
    }

    /// Keeps the state that a failed call has left, if it failed at the event at which it was to stop.
    fn note_stop(&mut self, state: &State, so_far: Option<usize>, begins: u32) {
        let Some((so_far, mut stop)) = so_far.zip(self.stop.take()) else { return };
        let told =
            stop.widths.get(so_far..).and_then(<[usize]>::split_last).map(|(_, told)| told.iter().sum::<usize>());
        let end = self.scripts.vm.control.u32(control::EVENTS_END).saturating_sub(begins) as usize;
        if begins > 0 && told == Some(end) {
            let mut reached = state.clone();
            self.leave(&mut reached);
            stop.state = Some(reached);
        }
        self.stop = Some(stop);
    }

    /// Makes the next action fail before the last of some events of its own, given the bytes of each.
    pub fn stop_before(&mut self, widths: Vec<usize>) {
        self.stop = Some(Stop { widths, state: None });
    }

    /// Ends stopping of actions; returns the state at the event before which the last one stopped.
    pub fn take_stopped(&mut self) -> Option<State> {
        self.stop.take()?.state
    }

    /// Takes the notes of what happened to cards since the last call or the start of a match, if they were enabled.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// Enables or disables notes of what happens to cards.
    pub fn note_cards(&mut self, on: bool) {
        self.scripts.vm.control.bytes_mut()[control::NOTES_ON] = u8::from(on);
    }

    /// The functions of a verb.
    fn verb(&self, verb: Verb) -> &VerbCalls {
        self.scripts.verb(verb)
    }

    /// The arguments of an action at the beginning of the buffer, as hooks take them after the seat.
    fn arguments(&self, record: &[u8]) -> Variadic<u32> {
        self.numbers(record).collect()
    }

    fn numbers<'a>(&'a self, record: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        let verb = &self.game.pack().verbs[verb_of(record).index()];
        let value = move |arg: &Arg| match arg.kind {
            // The offset of its bunch.
            Kind::Cards => arg.offset as u32,
            _ => u32::from(u16::from_le_bytes([record[arg.offset], record[arg.offset + 1]])),
        };
        verb.args.iter().map(value)
    }

    /// Evaluates an expression with the words of the rules, including those that change the match, and `rules`, the
    /// table that `rules.lua` returns. The state keeps the changes of the expression.
    /// # Errors
    /// A syntax error, or a script that fails.
    pub fn evaluate_on(&mut self, state: &mut State, expression: &str) -> Result<String, Faults> {
        let own = if self.game.pack().rules.is_some() { "local rules = require(\"rules\") " } else { "" };
        let file = SourceFile::new("expression.lua", format!("{own}return function() return {expression} end"));
        let vm = &self.scripts.vm;
        let made = vm.load_beside(&file)?;
        let made: Function = match vm.run(&made, &file)? {
            Value::Function(made) => made,
            // The generated text returns a function, unless the expression closes it.
            _ => return Err(Diagnostic::new(Code::ScriptSyntax, "this is not one expression").into()),
        };
        self.enter(state, true);
        let value: Value = self.scripts.vm.call(&made, (), &file)?;
        self.leave(state);
        // A hook returns a refusal as a number.
        if let Some(refusal) = self.refusal_of(&value) {
            let name = &self.game.pack().refusals[refusal].name;
            return Ok(format!("refusal.{name}: {}", self.refused(refusal, state)));
        }
        Ok(values::Value::of(value).render())
    }

    /// Sets if actions from now on are only tried.
    pub fn set_tried(&mut self, tried: bool) {
        self.scripts.vm.control.bytes_mut()[control::TRIED] = u8::from(tried);
    }

    /// Sets if a scenario is resumed.
    fn set_resumed(&mut self, resumed: bool) {
        self.scripts.vm.control.bytes_mut()[control::RESUMED] = u8::from(resumed);
    }

    /// Runs the hook for the scores of a match that has ended, if there is one.
    ///
    /// # Errors
    /// A script that fails.
    pub fn scores(&mut self, state: &mut State) -> Result<(), Diagnostic> {
        self.run_hook(state, None, Hook::Rules("scores"), |running| running.scores.as_ref())
    }

    /// True if the rules have a hook for the limit of actions.
    pub fn has_on_limit(&self) -> bool {
        self.scripts.running.on_limit.is_some()
    }

    /// Runs the rules' hook for a match that has reached its limit of actions.
    ///
    /// # Errors
    /// A script that fails.
    pub fn on_limit(&mut self, state: &mut State, events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        self.run_hook(state, events, Hook::Rules("on_limit"), |running| running.on_limit.as_ref())
    }

    /// Runs a hook without arguments, if there is one.
    fn run_hook(
        &mut self,
        state: &mut State,
        events: Option<&mut Vec<Event>>,
        hook: Hook,
        which: impl Fn(&Running) -> Option<&Function>,
    ) -> Result<(), Diagnostic> {
        if which(&self.scripts.running).is_none() {
            return Ok(());
        }
        let change = match hook {
            Hook::Decided(phase) => Some(Change::Decided(phase)),
            Hook::Step(_) => Some(Change::Steps),
            Hook::Rules("scores") => Some(Change::Scores),
            Hook::Rules("on_limit") => Some(Change::OnLimit),
            _ => None,
        };
        if let Some(change) = change.filter(|_| events.is_none())
            && self.change_lowered(change, state, &[], &[])?
        {
            return Ok(());
        }
        self.change(state, events, hook, |host| match which(&host.scripts.running) {
            Some(function) => host.call::<()>(function, ()),
            None => Ok(()),
        })
    }

    /// Runs machine code on a state, if there is any; `None` if Luau has to do it.
    ///
    /// # Errors
    /// The call was stopped.
    fn run_lowered<T>(
        &mut self,
        state: &[u8],
        run: impl FnOnce(&mut LoweredCode, &mut Blocks<'_>) -> Option<T>,
    ) -> Result<Option<T>, Diagnostic> {
        let Lowered::Compiled(code) = &mut self.lowered else { return Ok(None) };
        let width = self.game.action_width();
        let Scripts { vm, running, rules_file, .. } = &mut self.scripts;
        let mut blocks = Blocks {
            state,
            control: vm.control.bytes_mut(),
            blank: &running.blank,
            actions: &mut vm.actions.bytes_mut()[..width],
        };
        let (done, stop) = vm.watchdog.run(|| run(code, &mut blocks));
        match stop {
            Some(stop) => Err(stopped(stop, None, rules_file)),
            None => Ok(done),
        }
    }

    /// Copies out the state that machine code has left.
    fn leave_lowered(&self, state: &mut State) {
        if let Lowered::Compiled(code) = &self.lowered {
            code.leave(&mut state.bytes);
        }
    }

    /// The parts of the scripts that stay in Luau.
    pub fn in_luau(&mut self) -> Vec<InLuau> {
        self.lower_now();
        let all: Vec<InLuau> = match &self.lowered {
            Lowered::Compiled(code) => code.in_luau(),
            Lowered::Rejected(fault) => fault.iter().cloned().collect(),
            _ => Vec::new(),
        };
        let rules = hooks::return_place(&self.scripts.rules_file);
        let files = &self.game.pack().files;
        let mut told: Vec<InLuau> = Vec::new();
        for note in all.into_iter().map(|note| note.at_code(files, &rules)) {
            if !told.contains(&note) {
                told.push(note);
            }
        }
        told
    }

    /// Starts to compile the scripts on another thread, if that hasn't begun; takes the code when it is ready.
    fn lower_soon(&mut self) {
        let Scripts { vm, hooks, rules_file, .. } = &self.scripts;
        if matches!(self.lowered, Lowered::Interpreted(_)) {
            let driver = hooks.driver(&self.game, &vm.prelude);
            let begun = compiled::begin(&self.game, vm, &rules_file.name, &driver);
            self.lowered = begun.map_or(Lowered::Rejected(None), Lowered::Queued);
        }
        if let Lowered::Queued(compiled) = &self.lowered
            && compiled.is_ready()
        {
            self.lowered = self.take_code(compiled);
        }
    }

    /// Disables compilation of the scripts.
    pub fn keep_in_luau(&mut self) {
        self.lowered = Lowered::Rejected(None);
    }

    /// Compiles the scripts, if that hasn't been done, and waits for the code.
    pub fn lower_now(&mut self) {
        self.lower_soon();
        if let Lowered::Queued(compiled) = &self.lowered {
            self.lowered = self.take_code(compiled);
        }
    }

    fn take_code(&self, compiled: &Arc<Compiled<Parts>>) -> Lowered {
        match LoweredCode::new(compiled, &self.scripts.vm) {
            Some(code) => Lowered::Compiled(Box::new(code)),
            None => Lowered::Rejected(compiled.fault().cloned()),
        }
    }

    /// Calls a hook in a state.
    fn answer<T>(
        &mut self,
        state: &State,
        events: bool,
        hook: Hook,
        call: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        self.enter(state, events);
        self.scripts.vm.control.bytes_mut()[control::VERB] = 0;
        call(self).map_err(|error| self.named(error, self.closer(hook)))
    }

    fn enter(&mut self, state: &State, events: bool) {
        self.is_used = true;
        let vm = &mut self.scripts.vm;
        vm.state.bytes_mut()[..state.bytes.len()].copy_from_slice(&state.bytes);
        vm.control.bytes_mut()[control::EVENTS_ON] = u8::from(events);
        vm.control.set_u32(control::EVENTS_END, 0);
        vm.control.set_u32(control::NOTES_END, 0);
    }

    fn leave(&self, state: &mut State) {
        let len = state.bytes.len();
        state.bytes.copy_from_slice(&self.scripts.vm.state.bytes()[..len]);
    }

    fn write_record(&mut self, record: &[u8]) {
        self.scripts.vm.actions.bytes_mut()[..record.len()].copy_from_slice(record);
    }

    /// Calls a function of the rules under the watchdog.
    fn call<R: FromLuaMulti>(&self, function: &Function, arguments: impl IntoLuaMulti) -> Result<R, Diagnostic> {
        self.scripts.vm.call(function, arguments, &self.scripts.rules_file)
    }

    /// The refusal in a hook's result, with the values that it stored for its holes.
    fn reason(&self, reason: &Value, hook: Hook, state: &State) -> Result<Option<String>, Diagnostic> {
        let Some(refusal) = self.refusal_of(reason) else {
            let number = match *reason {
                Value::Integer(number) => number.to_string(),
                Value::Number(number) => number.to_string(),
                _ => return self.text(reason, hook),
            };
            let fault = Diagnostic::new(Code::ScriptOutput, format!("the script returned the number {number}"));
            return Err(self.named(fault.at(self.hook_place(hook)).help(VERDICTS), hook));
        };
        if let Some(said) = self.said.borrow_mut().get_mut(refusal) {
            *said += 1;
        }
        Ok(Some(self.refused(refusal, state)))
    }

    /// The refusal of the pack, by index, that a value stands for.
    fn refusal_of(&self, value: &Value) -> Option<usize> {
        let number = match *value {
            Value::Integer(number) => number,
            Value::Number(number) => number as i64,
            _ => return None,
        };
        let place = number.checked_sub(FIRST_REFUSAL).and_then(|n| usize::try_from(n).ok())?;
        (place < self.game.pack().refusals.len()).then_some(place)
    }

    /// The text of a refusal, with the values that a hook stored for its holes.
    fn refused(&self, refusal: usize, state: &State) -> String {
        let refusal = &self.game.pack().refusals[refusal];
        let (vm, types) = (&self.scripts.vm, self.game.pack().card_types());
        let values = refusal.arguments.iter().zip(refusal.first..).map(|(hole, place)| {
            let number = vm.control.u32(control::HOLES + 4 * place) as i32;
            if hole.kind != Kind::Cards {
                return ValueOf::Number(number);
            }
            // A script may pass any number in place of a bunch.
            let bunch = usize::try_from(number).ok().and_then(|at| vm.actions.bytes().get(at..at + types));
            ValueOf::Cards(bunch.unwrap_or_default())
        });
        let values: Vec<ValueOf<'_>> = values.collect();
        let seat = state.decision().map(|decision| decision.seat);
        refusal_text(&self.game, refusal, &values, state, seat)
    }

    /// A text that a hook has returned.
    fn text(&self, value: &Value, hook: Hook) -> Result<Option<String>, Diagnostic> {
        export::text(value, Limits::TEXT).map_err(|refused| {
            let fault = Diagnostic::new(Code::ScriptOutput, format!("the script returned {refused}"));
            self.named(fault.at(self.hook_place(hook)).help("expected a text"), hook)
        })
    }

    /// Reads the events of a call, from their start in the buffer.
    fn collect(&self, begins: u32, events: &mut Vec<Event>) {
        let vm = &self.scripts.vm;
        let end = vm.control.u32(control::EVENTS_END) as usize;
        self.read_events(&vm.events.bytes()[begins as usize..end], events);
    }

    /// Reads concatenated events.
    fn read_events(&self, bytes: &[u8], events: &mut Vec<Event>) {
        let mut at = 0;
        while at < bytes.len() {
            let Some(kind) = EventKind::from_number(bytes[at]) else {
                return;
            };
            let Some(spec) = self.game.pack().events.get(kind.index()) else {
                return;
            };
            let record = SmallVec::from_slice(&bytes[at..at + spec.width]);
            events.push(Event { kind, record, blanks: Blanks::default() });
            at += spec.width;
        }
    }
}

/// Reads the notes of a call from behind its events.
fn read_notes(notes: &mut Vec<Note>, events: &[u8], end: u32) {
    let all = events.get(EVENT_BYTES..).unwrap_or_default();
    notes.extend(all.chunks_exact(Note::BYTES).take(end as usize / Note::BYTES).filter_map(Note::read));
    if end as usize > NOTE_BYTES {
        notes.push(Note::Lost);
    }
}

/// The verb of an action's record.
fn verb_of(record: &[u8]) -> Verb {
    Verb(record[0].saturating_sub(1))
}
