//! The rules of a game as machine code: its driver and its scripts, lowered.
//!
//! The code does what the driver does in Luau, over blocks of its own. Whatever it does not cover gives the call up; then
//! Luau takes the action at which that happened, from the state before it, and the code goes on behind it.

use std::sync::{Arc, Mutex, OnceLock};

use mlua::{Table, Value};
use parlour_lower::{Gap, Given, Known, Lowering, Machine, Module, Parameter, Word};

use super::driver::Driver;
use super::hooks::WORTH;
use crate::game::Game;
use crate::script::prelude::{ACTION_BYTES, EVENT_BYTES, control};
use crate::script::vm::{Source, Vm};

/// The blocks, in the order in which scripts get them.
const STATE: usize = 0;
const ACTIONS: usize = 1;
const CONTROL: usize = 2;
const EVENTS: usize = 3;
const BLOCKS: usize = 4;

/// How much work a call may take, in rounds of loops and calls of functions. What takes longer is for Luau, whose time is
/// watched.
const WORK: u32 = 20_000_000;

/// How many actions one call takes at most: so often it is looked whether it is to stop.
const MOST_PLIES: u32 = 4_000;

/// How often the code may be given up before it is looked whether it is worth it.
const FEW_FAILURES: u64 = 32;

/// How much the code must do for each time that it is given up.
const LEAST_DONE: u64 = 16;

/// Bytes of the stack of a thread that lowers, which goes as deep as scripts are nested.
const STACK: usize = 128 << 20;

/// Games whose code is kept.
const MOST_KEPT: usize = 64;

/// What the code of a game is made of.
#[derive(Debug, PartialEq)]
struct Parts {
    sources: Vec<Source>,
    /// The name of the file with the rules, and what stands before the path of each file in it.
    rules: String,
    prefix: String,
    driver: String,
    exchanges: Row,
    /// Bytes of the state and of the control block.
    sizes: [usize; 2],
    seats: usize,
    /// How many arguments each verb has, and whether its actions are those of tables, whose hook `after` gets one more.
    verbs: Vec<(usize, bool)>,
    /// Playouts stay in the scripts.
    plays: bool,
}

/// A value of the tables of exchanges.
#[derive(Clone, Debug, PartialEq)]
enum Row {
    Number(f64),
    Table(Vec<Row>),
}

/// The code of a game, in a machine of its own.
#[derive(Debug)]
pub(super) struct Code {
    machine: Machine,
    playout: Option<Entry>,
    gather: Option<Entry>,
    /// How the rules weigh up a state for a seat.
    worth: Option<Entry>,
    /// What happens at the beginning of a match, by its stage.
    beginning: [Option<Entry>; 3],
    /// What the script of a verb does, and its hook `after`, by the number of the verb.
    apply: Vec<Option<Entry>>,
    after: Vec<Option<Entry>>,
    /// Bytes before the list of actions.
    list_start: usize,
    /// What the sets of cards to work with hold is to be forgotten.
    is_unsettled: bool,
    /// What gave calls up, and how often.
    given_up: Vec<(Gap, u64)>,
}

/// A function of the code.
#[derive(Clone, Copy, Debug)]
struct Entry {
    number: usize,
    /// How much was done: actions taken, or calls.
    done: u64,
    failures: u64,
}

impl Entry {
    fn named(module: &Module, name: &str) -> Option<Self> {
        module.entry(name).map(|number| Self { number, done: 0, failures: 0 })
    }

    /// Whether it is given up too often.
    fn is_worthless(&self) -> bool {
        self.failures > FEW_FAILURES && self.done < self.failures * LEAST_DONE
    }

    /// The same after a call.
    fn after(self, is_done: bool) -> Self {
        Self { done: self.done + u64::from(is_done), failures: self.failures + u64::from(!is_done), ..self }
    }
}

/// What happens at the beginning of a match, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Deal,
    SetUp,
    Opening,
}

/// How a part of a playout went.
pub(super) enum Went {
    /// So many actions were taken; then what the driver gives: 0, or 1 and a seat, or 2.
    On(u32, u8, Option<u8>),
    /// Luau has to take the next action; so many were taken before it.
    Stuck(u32),
}

/// What the code works on.
pub(super) struct Blocks<'a> {
    pub(super) state: &'a [u8],
    pub(super) control: &'a mut [u8],
    /// What stands before the list of actions, as it is before anything is done.
    pub(super) blank: &'a [u8],
    pub(super) actions: &'a mut [u8],
}

impl Code {
    /// A machine for the code of a game, once it is there; `None` if nothing of its scripts becomes code.
    pub(super) fn new(compiled: &Compiled, vm: &Vm) -> Option<Self> {
        let module = compiled.now()?.clone();
        let of_verbs = |what: &str| -> Vec<Option<Entry>> {
            (1..=compiled.parts.verbs.len()).map(|n| Entry::named(&module, &format!("{what} {n}"))).collect()
        };
        let entry = |name: &str| Entry::named(&module, name);
        let (playout, gather, worth) = (entry("playout"), entry("gather"), entry(WORTH));
        let beginning = ["deal", "set_up", "opening"].map(entry);
        let (apply, after) = (of_verbs("apply"), of_verbs("after"));
        let mut machine = Machine::new(module).ok()?;
        let list_start = vm.prelude.list_start;
        machine.block_mut(ACTIONS)[..list_start].copy_from_slice(&vm.actions.bytes()[..list_start]);
        Some(Self {
            machine,
            playout,
            gather,
            worth,
            beginning,
            apply,
            after,
            list_start,
            is_unsettled: true,
            given_up: Vec::new(),
        })
    }

    /// What of the scripts stays in Luau, and what often gave calls up.
    pub(super) fn gaps(&self) -> Vec<Gap> {
        let mut gaps = self.machine.module().gaps().to_vec();
        let often = self.given_up.iter().filter(|(_, times)| *times > FEW_FAILURES).map(|(gap, _)| gap.clone());
        gaps.extend(often);
        gaps.sort_by(|a, b| (&a.file, a.line, &a.reason).cmp(&(&b.file, b.line, &b.reason)));
        gaps.dedup();
        gaps
    }

    /// Calls an entry; what gives it up is noted.
    fn call(&mut self, entry: Entry, arguments: &[i64]) -> bool {
        if self.machine.call(entry.number, arguments, WORK).is_ok() {
            return true;
        }
        if let Some(gap) = self.machine.last_gap() {
            match self.given_up.iter_mut().find(|(known, _)| known == gap) {
                Some((_, times)) => *times += 1,
                None => self.given_up.push((gap.clone(), 1)),
            }
        }
        false
    }

    /// Forgets what was put into sets of cards to work with.
    pub(super) fn settle(&mut self) {
        self.is_unsettled = true;
    }

    /// Plays on at random, as the driver does; `None` if that does not become code.
    pub(super) fn play(&mut self, blocks: &mut Blocks<'_>, most: u32, by_kind: bool, first_kind: bool) -> Option<Went> {
        let entry = self.playout.filter(|entry| !entry.is_worthless())?;
        let arguments = |most: u32| [i64::from(most), i64::from(by_kind), i64::from(first_kind)];
        self.is_unsettled = true;
        self.fill(blocks);
        let most = most.min(MOST_PLIES);
        let went = if !self.call(entry, &arguments(most)) {
            let plies = u32::from_le_bytes(self.four(control::PLIES)).min(most);
            // As far as it went, once more, without what it got stuck at.
            self.is_unsettled = true;
            self.fill(blocks);
            let is_stuck = plies > 0 && !self.call(entry, &arguments(plies));
            Went::Stuck(if is_stuck { 0 } else { plies })
        } else {
            let whole = |n: usize| match self.machine.given(entry.number, n) {
                Given::Whole(number) => u32::try_from(number).unwrap_or(0),
                _ => 0,
            };
            let then = whole(1) as u8;
            Went::On(whole(0), then, (then == 1).then_some(whole(2) as u8))
        };
        let (plies, failures) = match went {
            Went::On(plies, ..) => (plies, 0),
            Went::Stuck(plies) => (plies, 1),
        };
        if plies > 0 {
            let random = control::POLICY_RNG..control::POLICY_RNG + 16;
            blocks.control[random.clone()].copy_from_slice(&self.machine.block(CONTROL)[random]);
        }
        if matches!(went, Went::On(_, 2, _)) {
            let width = blocks.actions.len();
            blocks.actions.copy_from_slice(&self.machine.block(ACTIONS)[..width]);
        }
        self.playout =
            Some(Entry { done: entry.done + u64::from(plies), failures: entry.failures + failures, ..entry });
        Some(went)
    }

    /// Asks something, which must neither change the state nor tell of anything; whether that was so.
    fn ask(&mut self, entry: Entry, blocks: &Blocks<'_>, arguments: &[i64], list: &[u8]) -> bool {
        self.fill(blocks);
        self.listen();
        let start = self.list_start;
        self.machine.block_mut(ACTIONS)[start..start + list.len()].copy_from_slice(list);
        // Luau says what is wrong where something is changed or told.
        self.call(entry, arguments)
            && self.machine.block(STATE)[..blocks.state.len()] == *blocks.state
            && self.four(control::EVENTS_END) == [0; 4]
    }

    /// Does what `gather` of the driver does with a list of actions; `None` if Luau has to.
    pub(super) fn gather(&mut self, blocks: &Blocks<'_>, arguments: [u32; 6], list: &mut Vec<u8>) -> Option<bool> {
        let entry = self.gather.filter(|entry| !entry.is_worthless())?;
        let is_done = self.ask(entry, blocks, &arguments.map(i64::from), list);
        self.gather = Some(entry.after(is_done));
        if !is_done {
            return None;
        }
        let end = u32::from_le_bytes(self.four(control::LIST_END)) as usize;
        list.clear();
        list.extend_from_slice(&self.machine.block(ACTIONS)[self.list_start..end.max(self.list_start)]);
        Some(self.machine.block(CONTROL)[control::INCOMPLETE] != 0)
    }

    /// How the rules weigh up a state for a seat; `None` if Luau has to say.
    pub(super) fn worth(&mut self, blocks: &Blocks<'_>, seat: u8) -> Option<f64> {
        let entry = self.worth.filter(|entry| !entry.is_worthless())?;
        let is_done = self.ask(entry, blocks, &[i64::from(seat)], &[]);
        self.worth = Some(entry.after(is_done));
        match self.machine.given(entry.number, 0) {
            Given::Whole(number) if is_done => Some(number as f64),
            Given::Float(number) if is_done && number.is_finite() => Some(number),
            _ => None,
        }
    }

    /// Does what the script of a verb does for a seat, or its hook `after`; `None` if Luau has to.
    pub(super) fn change(
        &mut self,
        is_after: bool,
        verb: usize,
        blocks: &Blocks<'_>,
        arguments: &[i64],
        record: &[u8],
    ) -> Option<()> {
        let entries = if is_after { &mut self.after } else { &mut self.apply };
        let entry = (*entries.get(verb)?).filter(|entry| !entry.is_worthless())?;
        self.fill(blocks);
        self.machine.block_mut(CONTROL)[control::EVENTS_ON] = 0;
        self.machine.block_mut(ACTIONS)[..record.len()].copy_from_slice(record);
        let is_done = self.call(entry, arguments);
        let entries = if is_after { &mut self.after } else { &mut self.apply };
        entries[verb] = Some(entry.after(is_done));
        is_done.then_some(())
    }

    /// Deals and lets the rules give the first turn, as far as they do each; or does what happens at the start of a match.
    /// What is told is in [`Code::events`] then. `None` if Luau has to do it.
    pub(super) fn begin(&mut self, blocks: &Blocks<'_>, stages: &[Stage]) -> Option<()> {
        // All of them become code, or none is begun with.
        if stages.iter().any(|stage| self.beginning[*stage as usize].is_none_or(|entry| entry.is_worthless())) {
            return None;
        }
        self.fill(blocks);
        self.listen();
        for stage in stages {
            let entry = self.beginning[*stage as usize]?;
            let is_done = self.call(entry, &[]);
            self.beginning[*stage as usize] = Some(entry.after(is_done));
            if !is_done {
                return None;
            }
        }
        Some(())
    }

    /// What was told, one event behind the other.
    pub(super) fn events(&self) -> &[u8] {
        let end = u32::from_le_bytes(self.four(control::EVENTS_END)) as usize;
        self.machine.block(EVENTS).get(..end).unwrap_or_default()
    }

    /// Has events written down from now on.
    fn listen(&mut self) {
        let control_block = self.machine.block_mut(CONTROL);
        control_block[control::EVENTS_ON] = 1;
        control_block[control::EVENTS_END..control::EVENTS_END + 4].fill(0);
    }

    fn fill(&mut self, blocks: &Blocks<'_>) {
        self.machine.block_mut(STATE)[..blocks.state.len()].copy_from_slice(blocks.state);
        self.machine.block_mut(CONTROL)[..control::FOUND].copy_from_slice(&blocks.control[..control::FOUND]);
        if std::mem::take(&mut self.is_unsettled) {
            self.machine.block_mut(ACTIONS)[..blocks.blank.len()].copy_from_slice(blocks.blank);
        }
    }

    /// Takes the state that the last call has left.
    pub(super) fn leave(&self, state: &mut [u8]) {
        state.copy_from_slice(&self.machine.block(STATE)[..state.len()]);
    }

    fn four(&self, at: usize) -> [u8; 4] {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.machine.block(CONTROL)[at..at + 4]);
        bytes
    }
}

/// A value of the tables of exchanges.
fn row(value: &Value) -> Option<Row> {
    match value {
        Value::Integer(number) => Some(Row::Number(*number as f64)),
        Value::Number(number) => Some(Row::Number(*number)),
        Value::Table(table) => {
            let rows = table.sequence_values::<Value>().map(|value| row(&value.ok()?));
            rows.collect::<Option<Vec<Row>>>().map(Row::Table)
        }
        _ => None,
    }
}

/// Compiles a game's code unless it was done before, and keeps it.
fn compiling(parts: Parts) -> Option<Arc<Compiled>> {
    static KEPT: Mutex<Vec<Arc<Compiled>>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().ok()?;
    if let Some(known) = kept.iter().find(|known| known.parts == parts) {
        return Some(known.clone());
    }
    if kept.len() >= MOST_KEPT {
        kept.remove(0);
    }
    let compiled = Arc::new(Compiled { parts, module: OnceLock::new() });
    kept.push(compiled.clone());
    let own = compiled.clone();
    let compile = move || own.module.set(own.compile()).is_ok();
    if std::thread::Builder::new().name("lowering".to_owned()).stack_size(STACK).spawn(compile).is_err() {
        // Then Luau does it all.
        let _ = compiled.module.set(None);
    }
    Some(compiled)
}

/// The code of a game, or what it is made of while it is compiled.
#[derive(Debug)]
pub(super) struct Compiled {
    parts: Parts,
    module: OnceLock<Option<Arc<Module>>>,
}

impl Compiled {
    /// Lowers the scripts and compiles what that gives. A fault of the lowering leaves them to Luau.
    fn compile(&self) -> Option<Arc<Module>> {
        let compile = || {
            let lowering = lower(&self.parts).ok()?;
            Module::new(&lowering).ok().map(Arc::new)
        };
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(compile)).ok().flatten()
    }

    /// The code, which is waited for; `None` if nothing of the scripts becomes code.
    fn now(&self) -> Option<&Arc<Module>> {
        self.module.wait().as_ref()
    }

    /// Whether it is known what becomes of the scripts.
    pub(super) fn is_ready(&self) -> bool {
        self.module.get().is_some()
    }
}

/// Begins to compile the code of a game whose scripts are loaded, on a thread of its own.
pub(super) fn begin(
    game: &Arc<Game>,
    vm: &Vm,
    rules: &str,
    driver: &Driver,
    exchanges: &Table,
) -> Option<Arc<Compiled>> {
    let numbered = game.pack().verbs.iter().enumerate();
    compiling(Parts {
        sources: vm.sources()?,
        rules: rules.to_owned(),
        prefix: game.pack().files.prefix.clone(),
        driver: vm.own_text(&driver.words, &driver.text),
        exchanges: row(&Value::Table(exchanges.clone()))?,
        sizes: [&vm.state, &vm.control].map(|buffer| buffer.bytes().len()),
        seats: game.seat_count(),
        verbs: numbered.map(|(n, verb)| (verb.args.len(), game.is_by_tables(n))).collect(),
        plays: game.board_rules().is_none(),
    })
}

/// Lowers a game's driver with its scripts.
fn lower(parts: &Parts) -> Result<Lowering, Gap> {
    let mut lowering = Lowering::new();
    let [state, control_block] = parts.sizes;
    let sizes = [state, ACTION_BYTES, control_block, EVENT_BYTES];
    let blocks: [Known; BLOCKS] = sizes.map(|size| lowering.add_block(size));
    let mut shared = blocks.to_vec();
    // In the order of [`SHARED`](crate::script::prelude::SHARED).
    shared.extend([Word::Other, Word::Sealed, Word::Ordered, Word::Lasting].map(Known::word));
    lowering.set_byte(CONTROL, control::LOADS, 1);
    let mut whole = None;
    for source in &parts.sources {
        let mut given = shared.clone();
        if let Some(words) = &source.words {
            let words = lowering.load("prelude", words)?;
            given.extend(lowering.run(&words, shared.clone())?.into_iter().take(1));
        }
        let script = lowering.load(&source.name, &source.text)?;
        let script = lowering.run(&script, given)?.into_iter().next().unwrap_or(Known::nil());
        let path = source.name.strip_prefix(&*parts.prefix).unwrap_or(&source.name);
        lowering.file(path.trim_end_matches(".lua"), script.clone());
        if *source.name == *parts.rules {
            whole = Some(script);
        }
    }
    let returned = match whole {
        Some(rules) => lowering.run(&rules, Vec::new())?.into_iter().next().unwrap_or(Known::nil()),
        None => lowering.new_known_table(),
    };
    lowering.set_byte(CONTROL, control::LOADS, 0);
    let driver = lowering.load("driver", &parts.driver)?;
    let exchanges = known(&mut lowering, &parts.exchanges);
    let mut given = shared;
    given.extend([Known::nil(), returned.clone(), exchanges]);
    let driver = lowering.run(&driver, given)?.into_iter().next().unwrap_or(Known::nil());
    // No file is loaded in play.
    for byte in [control::LOADS, control::ALONE] {
        lowering.assume(CONTROL, byte, 0.0);
    }
    let (seat, any) = (Parameter::Whole(1, parts.seats as i64), Parameter::Whole(0, i64::from(u32::MAX)));
    let gather = lowering.field(&driver, "gather");
    // What does not become code is left out: Luau does it.
    let rows = Parameter::Whole(0, i64::from(u16::MAX));
    let _ = lowering.entry("gather", &gather, &[seat, Parameter::Whole(0, 255), rows, rows, any, any]);
    let beginning = [("deal", &driver), ("set_up", &driver), ("opening", &returned)];
    for (name, table) in beginning {
        let function = lowering.field(table, name);
        if function.is_function() {
            let _ = lowering.entry(name, &function, &[]);
        }
    }
    let worth = lowering.field(&returned, WORTH);
    if worth.is_function() {
        let _ = lowering.entry(WORTH, &worth, &[seat]);
    }
    // Nobody listens to what a search or a playout does.
    lowering.assume(CONTROL, control::EVENTS_ON, 0.0);
    let verbs = lowering.field(&driver, "verbs");
    for what in ["apply", "after"] {
        for (n, (arguments, by_tables)) in (1..).zip(&parts.verbs) {
            let verb = lowering.row(&verbs, n);
            let function = lowering.field(&verb, what);
            if function.is_function() {
                let more = usize::from(what == "after" && *by_tables);
                let argument = Parameter::Whole(0, i64::from(u16::MAX));
                let parameters: Vec<Parameter> =
                    std::iter::once(seat).chain(std::iter::repeat_n(argument, arguments + more)).collect();
                let _ = lowering.entry(&format!("{what} {n}"), &function, &parameters);
            }
        }
    }
    if parts.plays {
        let playout = lowering.field(&driver, "playout");
        let most = Parameter::Whole(0, i64::from(MOST_PLIES));
        let _ = lowering.entry("playout", &playout, &[most, Parameter::Truth, Parameter::Truth]);
    }
    Ok(lowering)
}

fn known(lowering: &mut Lowering, row: &Row) -> Known {
    match row {
        Row::Number(number) => Known::number(*number),
        Row::Table(rows) => {
            let table = lowering.new_known_table();
            for (n, row) in (1..).zip(rows) {
                let value = known(lowering, row);
                lowering.set_row(&table, n, value);
            }
            table
        }
    }
}
