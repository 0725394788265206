//! Rules as machine code: the driver and the scripts of a game, compiled.
//!
//! The code does the same as the driver in Luau, on blocks of its own. Unsupported operations bail out; then Luau takes
//! that action from the state before it, and the code continues after it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use parlour_lower::{Given, Known, Lowering, Machine, Parameter, Unsupported};

use super::driver::Driver;
use super::hooks::WORTH;
use crate::compiling::{
    self, ACTIONS, CONTROL, Compiled, EVENTS, Entry, FEW_FAILURES, Kept, Parts as _, Read, STATE, WORK,
};
use crate::in_luau::InLuau;
use crate::prelude::{ACTION_BYTES, EVENT_BYTES, NOTE_BYTES, control};
use crate::vm::{Source, Vm};
use parlour_game::Game;

/// The inputs of the compilation of a game.
#[derive(Debug, PartialEq)]
pub(super) struct Parts {
    sources: Vec<Source>,
    /// The name of the file with the rules.
    rules: String,
    driver: String,
    /// Bytes of the state and of the control block.
    sizes: [usize; 2],
    seats: usize,
    /// For each verb, its number of arguments, and true if its actions are those of tables, whose hook `after` takes
    /// one more.
    verbs: Vec<(usize, bool)>,
    phases: Vec<String>,
    /// True if all actions are those of scripts, whose turns are compiled as a whole.
    has_turns: bool,
}

/// The code of a game, with a machine of its own.
#[derive(Debug)]
pub(super) struct Code {
    compiled: Arc<Compiled<Parts>>,
    pub(super) machine: Machine,
    /// Takes an action and lists the next ones.
    pub(super) turn: Option<Entry>,
    gather: Option<Entry>,
    /// The evaluation hook `worth`.
    worth: Option<Entry>,
    /// The stages of the start of a match.
    beginning: [Option<Entry>; 3],
    /// The entries that change the match.
    changes: BTreeMap<Change, Entry>,
    /// Bytes before the list of actions.
    pub(super) list_start: usize,
    /// True if a script uses scratch card sets.
    has_sets: bool,
    /// True if their contents must be reset.
    is_unsettled: bool,
    /// Bail-outs with their counts.
    bail_outs: Vec<(Unsupported, u64)>,
}

/// An entry that changes a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// The script of a verb, or its hook `after`, by the verb's index.
    Apply(usize),
    After(usize),
    /// The hook that runs once all seats have decided in a phase, by its index.
    Decided(usize),
    Steps,
    Scores,
    OnLimit,
}

impl Change {
    /// The changes that are compiled, under [`Change::name`].
    fn all(parts: &Parts) -> impl Iterator<Item = Self> {
        let verbs = (0..parts.verbs.len()).flat_map(|verb| [Self::Apply(verb), Self::After(verb)]);
        verbs.chain((0..parts.phases.len()).map(Self::Decided)).chain([Self::Steps, Self::Scores, Self::OnLimit])
    }

    fn name(self) -> String {
        format!("{self:?}")
    }
}

/// The stages of the start of a match, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Deal,
    SetUp,
    Opening,
}

/// The blocks that the code works on.
pub(super) struct Blocks<'a> {
    pub(super) state: &'a [u8],
    pub(super) control: &'a mut [u8],
    /// The initial bytes before the list of actions.
    pub(super) blank: &'a [u8],
    pub(super) actions: &'a mut [u8],
}

impl Code {
    /// Instantiates the code of a game; `None` if nothing of its scripts is compiled.
    pub(super) fn new(compiled: &Arc<Compiled<Parts>>, vm: &Vm) -> Option<Self> {
        let module = compiled.now()?.clone();
        let entry = |name: &str| Entry::named(&module, name);
        let (turn, gather, worth) = (entry("turn"), entry("gather"), entry(WORTH));
        let beginning = ["deal", "set_up", "opening"].map(entry);
        let changes =
            Change::all(&compiled.parts).filter_map(|change| Some((change, entry(&change.name())?))).collect();
        let mut machine = Machine::new(module).ok()?;
        let list_start = vm.prelude.list_start;
        machine.block_mut(ACTIONS)[..list_start].copy_from_slice(&vm.actions.bytes()[..list_start]);
        Some(Self {
            compiled: compiled.clone(),
            machine,
            turn,
            gather,
            worth,
            beginning,
            changes,
            list_start,
            has_sets: compiled.parts.has_sets(),
            is_unsettled: true,
            bail_outs: Vec::new(),
        })
    }

    /// The parts of the scripts that stay in Luau, and frequent bail-outs.
    pub(super) fn in_luau(&self) -> Vec<InLuau> {
        let often =
            self.bail_outs.iter().filter(|(_, times)| *times > FEW_FAILURES).map(|(unsupported, _)| unsupported);
        let unsupported = self.machine.module().all_unsupported().iter().chain(often);
        let mut unsupported: Vec<InLuau> =
            unsupported.map(|unsupported| self.compiled.parts.in_luau(unsupported)).collect();
        unsupported.sort();
        unsupported.dedup();
        unsupported
    }

    /// Calls an entry; returns false and records the site if it bails out.
    fn call(&mut self, entry: Entry, arguments: &[i64]) -> bool {
        self.call_on(entry, arguments, WORK, |_| {})
    }

    /// The same with a budget, after `fill` has written into the memory.
    #[inline]
    pub(super) fn call_on(&mut self, entry: Entry, arguments: &[i64], work: u32, fill: impl FnOnce(&mut [u8])) -> bool {
        let is_done = self.machine.call_on(entry.number, arguments, work, fill).is_ok();
        if !is_done {
            self.note_bail_out();
        }
        is_done
    }

    /// Counts the site at which the last call bailed out.
    #[cold]
    fn note_bail_out(&mut self) {
        if let Some(unsupported) = self.machine.last_unsupported() {
            match self.bail_outs.iter_mut().find(|(known, _)| known == unsupported) {
                Some((_, times)) => *times += 1,
                None => self.bail_outs.push((unsupported.clone(), 1)),
            }
        }
    }

    /// Schedules a reset of the scratch card sets.
    pub(super) fn reset_sets(&mut self) {
        self.is_unsettled = true;
    }

    /// Calls a query; returns true if it completed without changing the state or emitting events.
    fn ask(&mut self, entry: Entry, blocks: &Blocks<'_>, arguments: &[i64], list: &[u8]) -> bool {
        let start = self.list_start;
        let [_, actions, control_block] = self.fill(blocks);
        actions[start..start + list.len()].copy_from_slice(list);
        listen(control_block);
        if !self.call(entry, arguments) {
            return false;
        }
        // Luau reports the fault if something was changed or emitted.
        let [state, _, control_block] = self.machine.blocks();
        state[..blocks.state.len()] == *blocks.state && four(control_block, control::EVENTS_END) == [0; 4]
    }

    /// Does the same as the driver's `gather` on a list of actions; `None` if Luau has to.
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

    /// The evaluation of a state for a seat; `None` if Luau has to compute it.
    pub(super) fn worth(&mut self, blocks: &Blocks<'_>, seat: u8) -> Option<f64> {
        let entry = self.worth.filter(|entry| !entry.is_worthless())?;
        let is_done = self.ask(entry, blocks, &[i64::from(seat)], &[]);
        self.worth = Some(entry.after(is_done));
        match self.machine.given(entry.number, 0) {
            Given::Integer(number) if is_done => Some(number as f64),
            Given::Float(number) if is_done && number.is_finite() => Some(number),
            _ => None,
        }
    }

    /// Changes the match without events, for an action of a record or none; `None` if Luau has to do it.
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

    /// Runs stages of the start of a match: deals, sets up and gives the first turn. The events are in [`Code::events`]
    /// then. `None` if Luau has to do it.
    pub(super) fn begin(&mut self, blocks: &Blocks<'_>, stages: &[Stage]) -> Option<()> {
        // Either all stages run as code, or none.
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

    /// The events emitted, concatenated.
    pub(super) fn events(&self) -> &[u8] {
        let end = u32::from_le_bytes(four(self.machine.block(CONTROL), control::EVENTS_END)) as usize;
        self.machine.block(EVENTS).get(..end).unwrap_or_default()
    }

    /// The notes of what happened to cards, with their end.
    pub(super) fn notes(&self) -> (&[u8], u32) {
        let end = u32::from_le_bytes(four(self.machine.block(CONTROL), control::NOTES_END));
        (self.machine.block(EVENTS), end)
    }

    /// Fills the blocks for a call; returns those of state, actions and control.
    pub(super) fn fill(&mut self, blocks: &Blocks<'_>) -> [&mut [u8]; 3] {
        let [state, actions, control_block] = self.machine.blocks_mut();
        state[..blocks.state.len()].copy_from_slice(blocks.state);
        control_block[..control::FOUND].copy_from_slice(&blocks.control[..control::FOUND]);
        if std::mem::take(&mut self.is_unsettled) {
            // With thousands of card types they take megabytes.
            let end = if self.has_sets { blocks.blank.len() } else { blocks.actions.len().min(blocks.blank.len()) };
            actions[..end].copy_from_slice(&blocks.blank[..end]);
        }
        [state, actions, control_block]
    }

    /// Copies out the state that the last call has left.
    pub(super) fn leave(&self, state: &mut [u8]) {
        state.copy_from_slice(&self.machine.block(STATE)[..state.len()]);
    }
}

/// Enables events.
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

/// Starts to compile a game whose scripts are loaded, on a background thread.
pub(super) fn begin(game: &Arc<Game>, vm: &Vm, rules: &str, driver: &Driver) -> Option<Arc<Compiled<Parts>>> {
    let numbered = game.pack().verbs.iter().enumerate();
    Compiled::begin(Parts {
        sources: vm.sources()?,
        rules: rules.to_owned(),
        driver: vm.own_text(&driver.words, &driver.text),
        sizes: [&vm.state, &vm.control].map(|buffer| buffer.bytes().len()),
        seats: game.seat_count(),
        verbs: numbered.map(|(n, verb)| (verb.args.len(), game.is_by_tables(n))).collect(),
        phases: game.pack().phases.iter().map(|phase| phase.name.clone()).collect(),
        has_turns: game.board_rules().is_none(),
    })
}

impl compiling::Parts for Parts {
    fn lower(&self) -> Result<Lowering, Unsupported> {
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

/// Compiles a game's driver with its scripts.
fn lower(parts: &Parts) -> Result<Lowering, Unsupported> {
    let mut lowering = Lowering::new(crate::library::Library::default());
    let [state, control_block] = parts.sizes;
    let Read { shared, files, .. } =
        compiling::read(&mut lowering, &parts.sources, [state, ACTION_BYTES, control_block, EVENT_BYTES + NOTE_BYTES])?;
    let rules = parts.sources.iter().zip(files).find(|(source, _)| *source.name == *parts.rules);
    let returned = match rules {
        Some((_, rules)) => lowering.run(&rules, Vec::new())?.into_iter().next().unwrap_or(Known::nil()),
        None => lowering.new_known_table(),
    };
    let driver = lowering.load_own("driver", &parts.driver)?;
    let mut given = shared;
    given.extend([Known::nil(), returned.clone()]);
    compiling::loaded(&mut lowering);
    let driver = lowering.run(&driver, given)?.into_iter().next().unwrap_or(Known::nil());
    let (seat, any) = (Parameter::Integer(1, parts.seats as i64), Parameter::Integer(0, i64::from(u32::MAX)));
    let gather = lowering.field(&driver, "gather");
    // Unsupported parts are left out: Luau runs them.
    let rows = Parameter::Integer(0, i64::from(u16::MAX));
    let _ = lowering.entry("gather", &gather, &[seat, Parameter::Integer(0, 255), rows, rows, any, any]);
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
    // Searches and playouts need no events.
    lowering.assume(CONTROL, control::EVENTS_ON, 0.0);
    lowering.assume(CONTROL, control::NOTES_ON, 0.0);
    let (verbs, decided) = (lowering.field(&driver, "verbs"), lowering.field(&returned, "decided"));
    for change in Change::all(parts) {
        let of_verb = |verb: usize, hook: &str| lowering.field(&lowering.row(&verbs, verb as i64 + 1), hook);
        let function = match change {
            Change::Apply(verb) => of_verb(verb, "apply"),
            Change::After(verb) => of_verb(verb, "after"),
            Change::Decided(phase) => lowering.field(&decided, &parts.phases[phase]),
            Change::Steps => lowering.field(&driver, "run_steps"),
            Change::Scores => lowering.field(&returned, "scores"),
            Change::OnLimit => lowering.field(&returned, "on_limit"),
        };
        let argument = Parameter::Integer(0, i64::from(u16::MAX));
        let of_action = |verb: usize, more: usize| -> Vec<Parameter> {
            std::iter::once(seat).chain(std::iter::repeat_n(argument, parts.verbs[verb].0 + more)).collect()
        };
        let parameters = match change {
            Change::Apply(verb) => of_action(verb, 0),
            Change::After(verb) => of_action(verb, usize::from(parts.verbs[verb].1)),
            Change::Decided(_) | Change::Steps | Change::Scores | Change::OnLimit => Vec::new(),
        };
        if function.is_function() {
            let _ = lowering.entry(&change.name(), &function, &parameters);
        }
    }
    if parts.has_turns {
        let turn = lowering.field(&driver, "turn");
        let _ = lowering.entry("turn", &turn, &[seat, Parameter::Integer(0, ACTION_BYTES as i64), Parameter::Boolean]);
    }
    Ok(lowering)
}
