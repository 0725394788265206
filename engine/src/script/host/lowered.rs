//! Playouts as machine code: the driver of a game and its scripts, lowered.
//!
//! The code does what the driver does in Luau, over blocks of its own. Whatever it does not cover gives the call up; then
//! Luau takes the action at which that happened, from the state before it, and the code goes on behind it.

use std::sync::{Arc, Mutex};

use mlua::{Table, Value};
use parlour_lower::{Gap, Given, Known, Lowering, Machine, Module, Parameter, Word};

use crate::game::Game;
use crate::script::prelude::{ACTION_BYTES, EVENT_BYTES, control};
use crate::script::vm::{Source, Vm};

/// The blocks, in the order in which scripts get them.
const STATE: usize = 0;
const ACTIONS: usize = 1;
const CONTROL: usize = 2;
const BLOCKS: usize = 4;

/// How much work a call may take, in rounds of loops and calls of functions. What takes longer is for Luau, whose time is
/// watched.
const WORK: u32 = 20_000_000;

/// How many actions one call takes at most: so often it is looked whether it is to stop.
const MOST_PLIES: u32 = 4_000;

/// How often the code may be given up before it is looked whether it is worth it.
const FEW_FAILURES: u64 = 32;

/// How many actions the code must take for each at which it is given up.
const LEAST_PLIES: u64 = 3;

/// Games whose code is kept.
const MOST_KEPT: usize = 64;

/// What the code of a game is made of.
#[derive(Debug, PartialEq)]
struct Parts {
    sources: Vec<Source>,
    driver: String,
    exchanges: Row,
    /// Bytes of the state and of the control block.
    sizes: [usize; 2],
}

/// A value of the tables of exchanges.
#[derive(Clone, Debug, PartialEq)]
enum Row {
    Number(f64),
    Table(Vec<Row>),
}

/// The code of a game's playouts, in a machine of its own.
#[derive(Debug)]
pub(super) struct Playouts {
    machine: Machine,
    entry: usize,
    plies: u64,
    failures: u64,
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
    pub(super) state: &'a mut [u8],
    pub(super) control: &'a mut [u8],
    /// What stands before the list of actions, as it is before anything is done.
    pub(super) blank: &'a [u8],
    pub(super) actions: &'a mut [u8],
}

impl Playouts {
    /// The code of a game whose scripts are loaded; `None` if its driver does not become code.
    pub(super) fn new(game: &Arc<Game>, vm: &Vm, rules: &str, driver: &str, exchanges: &Table) -> Option<Self> {
        let sources = vm.sources()?;
        let exchanges = row(&Value::Table(exchanges.clone()))?;
        let sizes = [&vm.state, &vm.control].map(|buffer| buffer.bytes().len());
        let parts = Parts { sources, driver: vm.own_text(driver), exchanges, sizes };
        let module = module(parts, rules, &game.pack().files.prefix)?;
        let entry = module.entry("playout")?;
        let mut machine = Machine::new(module).ok()?;
        let list_start = vm.prelude.list_start;
        machine.block_mut(ACTIONS)[..list_start].copy_from_slice(&vm.actions.bytes()[..list_start]);
        Some(Self { machine, entry, plies: 0, failures: 0 })
    }

    /// Whether the code takes too few actions between those at which it is given up.
    pub(super) fn are_worthless(&self) -> bool {
        self.failures > FEW_FAILURES && self.plies < self.failures * LEAST_PLIES
    }

    /// Plays on at random, as the driver does.
    pub(super) fn play(&mut self, blocks: &mut Blocks<'_>, most: u32, by_kind: bool, first_kind: bool) -> Went {
        let arguments = |most: u32| [i64::from(most), i64::from(by_kind), i64::from(first_kind)];
        self.fill(blocks);
        let most = most.min(MOST_PLIES);
        if self.machine.call(self.entry, &arguments(most), WORK).is_err() {
            self.failures += 1;
            if std::env::var("LOWTRACE").is_ok() { eprintln!("STUCK {:?}", self.machine.last_site()); }
            let plies = u32::from_le_bytes(self.four(control::PLIES)).min(most);
            // As far as it went, once more, without what it got stuck at.
            self.fill(blocks);
            if plies > 0 && self.machine.call(self.entry, &arguments(plies), WORK).is_err() {
                return Went::Stuck(0);
            }
            self.leave(blocks);
            self.plies += u64::from(plies);
            return Went::Stuck(plies);
        }
        let whole = |n: usize| match self.machine.given(self.entry, n) {
            Given::Whole(number) => u32::try_from(number).unwrap_or(0),
            _ => 0,
        };
        let (plies, then, seat) = (whole(0), whole(1) as u8, whole(2) as u8);
        self.plies += u64::from(plies);
        self.leave(blocks);
        if then == 2 {
            let width = blocks.actions.len();
            blocks.actions.copy_from_slice(&self.machine.block(ACTIONS)[..width]);
        }
        Went::On(plies, then, (then == 1).then_some(seat))
    }

    fn fill(&mut self, blocks: &Blocks<'_>) {
        self.machine.block_mut(STATE)[..blocks.state.len()].copy_from_slice(blocks.state);
        self.machine.block_mut(CONTROL)[..control::FOUND].copy_from_slice(&blocks.control[..control::FOUND]);
        self.machine.block_mut(ACTIONS)[..blocks.blank.len()].copy_from_slice(blocks.blank);
    }

    fn leave(&self, blocks: &mut Blocks<'_>) {
        let length = blocks.state.len();
        blocks.state.copy_from_slice(&self.machine.block(STATE)[..length]);
        let random = control::POLICY_RNG..control::POLICY_RNG + 16;
        blocks.control[random.clone()].copy_from_slice(&self.machine.block(CONTROL)[random]);
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

/// The code of a game, from what was compiled before if it was.
fn module(parts: Parts, rules: &str, prefix: &str) -> Option<Arc<Module>> {
    static KEPT: Mutex<Vec<(Parts, Option<Arc<Module>>)>> = Mutex::new(Vec::new());
    // One thread compiles; others that want the same wait for it.
    let mut kept = KEPT.lock().ok()?;
    if let Some((_, module)) = kept.iter().find(|(known, _)| *known == parts) {
        return module.clone();
    }
    let lowered = lower(&parts, rules, prefix);
    if std::env::var("LOWTRACE").is_ok() { match &lowered { Err(gap) => eprintln!("NOT LOWERED {gap}"), Ok(l) => eprintln!("LOWERED {rules}, {} sites, {:?}", l.gaps().len(), Module::new(l).map(|_| ())) } }
    let module = lowered.ok().and_then(|lowering| Module::new(&lowering).ok()).map(Arc::new);
    if kept.len() >= MOST_KEPT {
        kept.remove(0);
    }
    kept.push((parts, module.clone()));
    module
}

/// Lowers a game's driver with its scripts.
fn lower(parts: &Parts, rules: &str, prefix: &str) -> Result<Lowering, Gap> {
    let mut lowering = Lowering::new();
    let [state, control_block] = parts.sizes;
    let sizes = [state, ACTION_BYTES, control_block, EVENT_BYTES];
    let blocks: [Known; BLOCKS] = sizes.map(|size| lowering.add_block(size));
    let cases = lowering.new_known_table();
    let mut shared = blocks.to_vec();
    // In the order of [`SHARED`](crate::script::prelude::SHARED).
    shared.extend([Known::word(Word::Other), cases]);
    shared.extend([Word::Sealed, Word::Ordered, Word::Lasting].map(Known::word));
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
        let path = source.name.strip_prefix(prefix).unwrap_or(&source.name);
        lowering.file(path.trim_end_matches(".lua"), script.clone());
        if *source.name == *rules {
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
    given.extend([Known::nil(), returned, exchanges]);
    let driver = lowering.run(&driver, given)?.into_iter().next().unwrap_or(Known::nil());
    // Nobody listens to a playout, and no file is loaded in it.
    for byte in [control::EVENTS_ON, control::LOADS, control::ALONE] {
        lowering.assume(CONTROL, byte, 0.0);
    }
    let playout = lowering.field(&driver, "playout");
    let most = i64::from(MOST_PLIES);
    lowering.entry("playout", &playout, &[Parameter::Whole(0, most), Parameter::Truth, Parameter::Truth])?;
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
