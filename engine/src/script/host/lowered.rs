//! The rules of a game as machine code: its driver and its scripts, lowered.
//!
//! The code does what the driver does in Luau, over blocks of its own. Whatever it does not cover gives the call up; then
//! Luau takes the action at which that happened, from the state before it, and the code goes on behind it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use mlua::{Table, Value};
use parlour_lower::{Gap, Given, Known, Lowering, Machine, Parameter};

use super::driver::Driver;
use super::hooks::WORTH;
use crate::game::Game;
use crate::script::lowering::{
    self, ACTIONS, CONTROL, Compiled, EVENTS, Entry, FEW_FAILURES, InLuau, Kept, Parts as _, Read, STATE, WORK,
};
use crate::script::prelude::{ACTION_BYTES, EVENT_BYTES, NOTE_BYTES, control};
use crate::script::vm::{Source, Vm};

/// How many actions one call takes at most: so often it is looked whether it is to stop. Where they use up the work of a
/// call, fewer are taken.
const MOST_PLIES: u32 = 4_000;

/// What the code of a game is made of.
#[derive(Debug, PartialEq)]
pub(super) struct Parts {
    sources: Vec<Source>,
    /// The name of the file with the rules.
    rules: String,
    driver: String,
    exchanges: Row,
    /// Bytes of the state and of the control block.
    sizes: [usize; 2],
    seats: usize,
    /// How many arguments each verb has, and whether its actions are those of tables, whose hook `after` gets one more.
    verbs: Vec<(usize, bool)>,
    phases: Vec<String>,
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
    compiled: Arc<Compiled<Parts>>,
    machine: Machine,
    playout: Option<Entry>,
    gather: Option<Entry>,
    /// How the rules weigh up a state for a seat.
    worth: Option<Entry>,
    /// What happens at the beginning of a match, by its stage.
    beginning: [Option<Entry>; 3],
    /// What changes the match in play.
    changes: BTreeMap<Change, Entry>,
    /// Bytes before the list of actions.
    list_start: usize,
    /// Some script uses sets of cards to work with.
    has_sets: bool,
    /// What these hold is to be forgotten.
    is_unsettled: bool,
    /// What gave calls up, and how often.
    given_up: Vec<(Gap, u64)>,
    /// How many actions a call takes at most.
    most_plies: u32,
}

/// What changes a match in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// What the script of a verb does, and its hook `after`, by the place of the verb.
    Apply(usize),
    After(usize),
    /// What follows once all seats have decided in a phase, by its place.
    Decided(usize),
    Scores,
    OnLimit,
}

impl Change {
    /// What becomes code under the name of [`Change::name`].
    fn all(parts: &Parts) -> impl Iterator<Item = Self> {
        let verbs = (0..parts.verbs.len()).flat_map(|verb| [Self::Apply(verb), Self::After(verb)]);
        verbs.chain((0..parts.phases.len()).map(Self::Decided)).chain([Self::Scores, Self::OnLimit])
    }

    fn name(self) -> String {
        format!("{self:?}")
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
    pub(super) fn new(compiled: &Arc<Compiled<Parts>>, vm: &Vm) -> Option<Self> {
        let module = compiled.now()?.clone();
        let entry = |name: &str| Entry::named(&module, name);
        let (playout, gather, worth) = (entry("playout"), entry("gather"), entry(WORTH));
        let beginning = ["deal", "set_up", "opening"].map(entry);
        let changes =
            Change::all(&compiled.parts).filter_map(|change| Some((change, entry(&change.name())?))).collect();
        let mut machine = Machine::new(module).ok()?;
        let list_start = vm.prelude.list_start;
        machine.block_mut(ACTIONS)[..list_start].copy_from_slice(&vm.actions.bytes()[..list_start]);
        Some(Self {
            compiled: compiled.clone(),
            machine,
            playout,
            gather,
            worth,
            beginning,
            changes,
            list_start,
            has_sets: compiled.parts.has_sets(),
            is_unsettled: true,
            given_up: Vec::new(),
            most_plies: MOST_PLIES,
        })
    }

    /// What of the scripts stays in Luau, and what often gave calls up.
    pub(super) fn in_luau(&self) -> Vec<InLuau> {
        let often = self.given_up.iter().filter(|(_, times)| *times > FEW_FAILURES).map(|(gap, _)| gap);
        let gaps = self.machine.module().gaps().iter().chain(often);
        let mut gaps: Vec<InLuau> = gaps.map(|gap| self.compiled.parts.in_luau(gap)).collect();
        gaps.sort();
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
        let most = most.min(self.most_plies);
        let went = if !self.call(entry, &arguments(most)) {
            let is_of_work = self.machine.last_gap().is_some_and(Gap::is_of_work);
            let plies = u32::from_le_bytes(four(self.machine.block(CONTROL), control::PLIES)).min(most);
            // As far as it went, once more, without what it got stuck at.
            self.is_unsettled = true;
            self.fill(blocks);
            let is_stuck = plies > 0 && !self.call(entry, &arguments(plies));
            if is_of_work && plies > 0 && !is_stuck {
                // Many actions together were too much, which says nothing of the next one.
                self.most_plies = (plies / 2).max(1);
                Went::On(plies, 0, None)
            } else {
                Went::Stuck(if is_stuck { 0 } else { plies })
            }
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
        let start = self.list_start;
        let [_, actions, control_block] = self.fill(blocks);
        actions[start..start + list.len()].copy_from_slice(list);
        listen(control_block);
        if !self.call(entry, arguments) {
            return false;
        }
        // Luau says what is wrong where something is changed or told.
        let [state, _, control_block] = self.machine.blocks();
        state[..blocks.state.len()] == *blocks.state && four(control_block, control::EVENTS_END) == [0; 4]
    }

    /// Does what `gather` of the driver does with a list of actions; `None` if Luau has to.
    pub(super) fn gather(&mut self, blocks: &Blocks<'_>, arguments: [u32; 6], list: &mut Vec<u8>) -> Option<bool> {
        let entry = self.gather.filter(|entry| !entry.is_worthless())?;
        let is_done = self.ask(entry, blocks, &arguments.map(i64::from), list);
        self.gather = Some(entry.after(is_done));
        if !is_done {
            return None;
        }
        let [_, actions, control_block] = self.machine.blocks();
        let end = u32::from_le_bytes(four(control_block, control::LIST_END)) as usize;
        list.clear();
        list.extend_from_slice(&actions[self.list_start..end.max(self.list_start)]);
        Some(control_block[control::INCOMPLETE] != 0)
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

    /// Changes the match, of which nothing is told, for an action of a record or none; `None` if Luau has to.
    pub(super) fn change(
        &mut self,
        change: Change,
        blocks: &Blocks<'_>,
        arguments: &[i64],
        record: &[u8],
    ) -> Option<()> {
        let entry = self.changes.get(&change).copied().filter(|entry| !entry.is_worthless())?;
        let [_, actions, control_block] = self.fill(blocks);
        control_block[control::EVENTS_ON] = 0;
        control_block[control::NOTES_ON] = 0;
        actions[..record.len()].copy_from_slice(record);
        let is_done = self.call(entry, arguments);
        self.changes.insert(change, entry.after(is_done));
        is_done.then_some(())
    }

    /// Deals and lets the rules give the first turn, as far as they do each; or does what happens at the start of a match.
    /// What is told is in [`Code::events`] then. `None` if Luau has to do it.
    pub(super) fn begin(&mut self, blocks: &Blocks<'_>, stages: &[Stage]) -> Option<()> {
        // All of them become code, or none is begun with.
        if stages.iter().any(|stage| self.beginning[*stage as usize].is_none_or(|entry| entry.is_worthless())) {
            return None;
        }
        let [_, _, control_block] = self.fill(blocks);
        listen(control_block);
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
        let end = u32::from_le_bytes(four(self.machine.block(CONTROL), control::EVENTS_END)) as usize;
        self.machine.block(EVENTS).get(..end).unwrap_or_default()
    }

    /// The notes of what happened to cards, with their end.
    pub(super) fn notes(&self) -> (&[u8], u32) {
        let end = u32::from_le_bytes(four(self.machine.block(CONTROL), control::NOTES_END));
        (self.machine.block(EVENTS), end)
    }

    /// Puts in place what a call finds; gives the blocks of the state, the actions and the control.
    fn fill(&mut self, blocks: &Blocks<'_>) -> [&mut [u8]; 3] {
        let [state, actions, control_block] = self.machine.blocks_mut();
        state[..blocks.state.len()].copy_from_slice(blocks.state);
        control_block[..control::FOUND].copy_from_slice(&blocks.control[..control::FOUND]);
        if std::mem::take(&mut self.is_unsettled) {
            // With thousands of kinds of card they are megabytes.
            let end = if self.has_sets { blocks.blank.len() } else { blocks.actions.len().min(blocks.blank.len()) };
            actions[..end].copy_from_slice(&blocks.blank[..end]);
        }
        [state, actions, control_block]
    }

    /// Takes the state that the last call has left.
    pub(super) fn leave(&self, state: &mut [u8]) {
        state.copy_from_slice(&self.machine.block(STATE)[..state.len()]);
    }
}

/// Has events written down from now on.
fn listen(control_block: &mut [u8]) {
    control_block[control::EVENTS_ON] = 1;
    control_block[control::EVENTS_END..control::EVENTS_END + 4].fill(0);
    control_block[control::NOTES_END..control::NOTES_END + 4].fill(0);
}

fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    four
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

/// Begins to compile the code of a game whose scripts are loaded, on a thread of its own.
pub(super) fn begin(
    game: &Arc<Game>,
    vm: &Vm,
    rules: &str,
    driver: &Driver,
    exchanges: &Table,
) -> Option<Arc<Compiled<Parts>>> {
    let numbered = game.pack().verbs.iter().enumerate();
    Compiled::begin(Parts {
        sources: vm.sources()?,
        rules: rules.to_owned(),
        driver: vm.own_text(&driver.words, &driver.text),
        exchanges: row(&Value::Table(exchanges.clone()))?,
        sizes: [&vm.state, &vm.control].map(|buffer| buffer.bytes().len()),
        seats: game.seat_count(),
        verbs: numbered.map(|(n, verb)| (verb.args.len(), game.is_by_tables(n))).collect(),
        phases: game.pack().phases.iter().map(|phase| phase.name.clone()).collect(),
        plays: game.board_rules().is_none(),
    })
}

impl lowering::Parts for Parts {
    fn lower(&self) -> Result<Lowering, Gap> {
        lower(self)
    }

    fn kept() -> &'static Kept<Self> {
        static KEPT: Kept<Parts> = Mutex::new(Vec::new());
        &KEPT
    }

    fn sources(&self) -> &[Source] {
        &self.sources
    }

    fn place(&self) -> Option<(&str, u32)> {
        None
    }
}

/// Lowers a game's driver with its scripts.
fn lower(parts: &Parts) -> Result<Lowering, Gap> {
    let mut lowering = Lowering::new();
    let [state, control_block] = parts.sizes;
    let Read { shared, files, .. } =
        lowering::read(&mut lowering, &parts.sources, [state, ACTION_BYTES, control_block, EVENT_BYTES + NOTE_BYTES])?;
    let rules = parts.sources.iter().zip(files).find(|(source, _)| *source.name == *parts.rules);
    let returned = match rules {
        Some((_, rules)) => lowering.run(&rules, Vec::new())?.into_iter().next().unwrap_or(Known::nil()),
        None => lowering.new_known_table(),
    };
    let driver = lowering.load_own("driver", &parts.driver)?;
    let exchanges = known(&mut lowering, &parts.exchanges);
    let mut given = shared;
    given.extend([Known::nil(), returned.clone(), exchanges]);
    lowering::loaded(&mut lowering);
    let driver = lowering.run(&driver, given)?.into_iter().next().unwrap_or(Known::nil());
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
    lowering.assume(CONTROL, control::NOTES_ON, 0.0);
    let (verbs, decided) = (lowering.field(&driver, "verbs"), lowering.field(&returned, "decided"));
    for change in Change::all(parts) {
        let of_verb = |verb: usize, hook: &str| lowering.field(&lowering.row(&verbs, verb as i64 + 1), hook);
        let function = match change {
            Change::Apply(verb) => of_verb(verb, "apply"),
            Change::After(verb) => of_verb(verb, "after"),
            Change::Decided(phase) => lowering.field(&decided, &parts.phases[phase]),
            Change::Scores => lowering.field(&returned, "scores"),
            Change::OnLimit => lowering.field(&returned, "on_limit"),
        };
        let argument = Parameter::Whole(0, i64::from(u16::MAX));
        let of_action = |verb: usize, more: usize| -> Vec<Parameter> {
            std::iter::once(seat).chain(std::iter::repeat_n(argument, parts.verbs[verb].0 + more)).collect()
        };
        let parameters = match change {
            Change::Apply(verb) => of_action(verb, 0),
            Change::After(verb) => of_action(verb, usize::from(parts.verbs[verb].1)),
            Change::Decided(_) | Change::Scores | Change::OnLimit => Vec::new(),
        };
        if function.is_function() {
            let _ = lowering.entry(&change.name(), &function, &parameters);
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
