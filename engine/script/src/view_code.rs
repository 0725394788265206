//! Functions over views as machine code: those of robots that a search calls at every position.
//!
//! A function is identified by its file and line: the robot's files are parsed and run once more at compile time, and
//! the function at that place is compiled. A closure made at run time with captured variables of a call varies from
//! call to call, and stays in Luau.

use std::io::Read as _;
use std::sync::{Arc, Mutex};

use mlua::Buffer;
use parlour_lower::{Given, Lowering, Machine, Parameter, Unsupported};

use super::compiling::{self, ACTIONS, BLOCKS, Compiled, Entry, Kept, Parts as _, Read, WORK};
use super::in_luau::InLuau;
use super::prelude::control;
use super::values::Function;
use super::vm::{Source, Vm, Written};
use parlour_game::Game;
use parlour_model::ids::Seat;
use parlour_model::state::State;

/// Calls of a function before it is compiled.
const ASKED: u32 = 200;

/// The name of the entry.
const NUMBER: &str = "number";

/// Prefix of a file of the game that a robot requires.
const GAME: &str = "@game/";

/// The inputs of the compilation.
#[derive(Debug, PartialEq)]
struct Parts {
    sources: Vec<Source>,
    /// Bytes of the blocks.
    sizes: [usize; BLOCKS],
    seats: usize,
    /// The file of the function, and its line.
    place: (String, u32),
}

impl compiling::Parts for Parts {
    fn lower(&self) -> Result<Lowering, Unsupported> {
        let mut lowering = Lowering::new(crate::library::Library::default());
        let (file, line) = &self.place;
        let fault = |source: &Source, reason: &str| Unsupported {
            file: source.name.clone(),
            line: 1,
            reason: reason.to_owned(),
        };
        let is_of_game = |source: &&Source| source.required.as_ref().is_some_and(|name| name.starts_with(GAME));
        if let Some(source) = self.sources.iter().filter(is_of_game).find(|source| source.text.contains("require")) {
            return Err(fault(source, "a file of the game that a robot requires has another one required"));
        }
        let Read { scripts, files, .. } = compiling::read(&mut lowering, &self.sources, self.sizes)?;
        for (source, file) in self.sources.iter().zip(&files) {
            if source.required.is_none() {
                lowering.run(file, Vec::new())?;
            }
        }
        compiling::loaded(&mut lowering);
        let own = self.sources.iter().zip(&scripts).find(|(source, _)| *source.name == **file);
        let function = own.and_then(|(_, script)| lowering.function_at(script, *line));
        let Some(function) = function else {
            let reason = "the function uses variables of a call, or is not the only one of its line".to_owned();
            return Err(Unsupported { file: file.as_str().into(), line: *line, reason });
        };
        lowering.entry(NUMBER, &function, &[Parameter::Integer(1, self.seats as i64)])?;
        Ok(lowering)
    }

    fn kept() -> &'static Kept<Self> {
        static KEPT: Kept<Parts> = Mutex::new(Vec::new());
        &KEPT
    }

    fn sources(&self) -> &[Source] {
        &self.sources
    }

    fn place(&self) -> Option<(&str, u32)> {
        Some((&self.place.0, self.place.1))
    }
}

/// The functions of a VM's scripts that are called often.
#[derive(Debug)]
pub struct ViewCode {
    /// The scripts; `None` if they aren't compiled.
    written: Option<Written>,
    sizes: [usize; BLOCKS],
    seats: usize,
    actions: Buffer,
    control: Buffer,
    functions: Vec<Asked>,
}

/// A function that is called.
#[derive(Debug)]
struct Asked {
    place: (String, u32),
    stage: Stage,
}

/// Progress of compiling a function.
#[derive(Debug)]
enum Stage {
    /// Not compiled yet, with the number of calls.
    Interpreted(u32),
    /// Being compiled; until then Luau runs.
    Queued(Arc<Compiled<Parts>>),
    Compiled(Box<Code>),
    /// Rejected, with the reason if it is known.
    Rejected(Option<InLuau>),
}

/// The code of a function, with a machine of its own.
#[derive(Debug)]
struct Code {
    compiled: Arc<Compiled<Parts>>,
    machine: Machine,
    entry: Entry,
    /// Contents of the scratch card sets before a call.
    before: Vec<u8>,
}

impl ViewCode {
    pub(super) fn new(game: &Game, vm: &Vm) -> Self {
        let buffers = [&vm.state, &vm.actions, &vm.control, &vm.events];
        Self {
            written: vm.written(),
            sizes: buffers.map(|buffer| buffer.bytes().len()),
            seats: game.seat_count(),
            actions: vm.actions.handle(),
            control: vm.control.handle(),
            functions: Vec::new(),
        }
    }

    /// Keeps all functions in Luau, as a reference for machine code.
    pub fn keep_in_luau(&mut self) {
        self.written = None;
    }

    /// The number of a function, by which it is called; `None` if it stays in Luau.
    pub fn number_of(&mut self, function: &Function) -> Option<usize> {
        let written = self.written.as_ref()?;
        let info = function.0.info();
        let (file, line) = (info.short_src?, u32::try_from(info.line_defined?).ok()?);
        if !written.borrow().iter().any(|source| *source.name == *file) {
            return None;
        }
        let is_it = |asked: &Asked| *asked.place.0 == *file && asked.place.1 == line;
        Some(self.functions.iter().position(is_it).unwrap_or_else(|| {
            self.functions.push(Asked { place: (file, line), stage: Stage::Interpreted(0) });
            self.functions.len() - 1
        }))
    }

    /// The result of a function for a seat in a state, a number; `None` if Luau has to compute it.
    pub fn ask(&mut self, function: usize, state: &State, seat: Seat) -> Option<f64> {
        let Asked { stage, .. } = self.functions.get_mut(function)?;
        match stage {
            Stage::Interpreted(asked) if *asked < ASKED => *asked += 1,
            Stage::Interpreted(_) => self.begin(function),
            Stage::Queued(compiled) if compiled.is_ready() => *stage = taken(compiled),
            _ => {}
        }
        let Stage::Compiled(code) = &mut self.functions.get_mut(function)?.stage else { return None };
        code.ask(&self.actions, &self.control, state, seat)
    }

    /// The number of calls that machine code has answered.
    pub fn answered(&self) -> u64 {
        let of = |asked: &Asked| if let Stage::Compiled(code) = &asked.stage { code.entry.done } else { 0 };
        self.functions.iter().map(of).sum()
    }

    /// The parts of the called functions that stay in Luau. Waits for the compilation.
    pub fn in_luau(&mut self) -> Vec<InLuau> {
        for function in 0..self.functions.len() {
            if matches!(self.functions[function].stage, Stage::Interpreted(_)) {
                self.begin(function);
            }
        }
        let mut all = Vec::new();
        for Asked { stage, .. } in &mut self.functions {
            if let Stage::Queued(compiled) = stage {
                *stage = taken(compiled);
            }
            match stage {
                Stage::Compiled(code) => {
                    let unsupported = code.machine.module().all_unsupported().iter();
                    all.extend(unsupported.map(|unsupported| code.compiled.parts.in_luau(unsupported)));
                }
                Stage::Rejected(fault) => all.extend(fault.clone()),
                _ => {}
            }
        }
        all
    }

    fn begin(&mut self, function: usize) {
        let sources = self.written.as_ref().map(|written| written.borrow().clone()).unwrap_or_default();
        let Asked { place, stage } = &mut self.functions[function];
        let parts = Parts { sources, sizes: self.sizes, seats: self.seats, place: place.clone() };
        *stage = Compiled::begin(parts).map_or(Stage::Rejected(None), Stage::Queued);
    }
}

/// Waits for the compilation of a function.
fn taken(compiled: &Arc<Compiled<Parts>>) -> Stage {
    let code = || {
        let module = compiled.now()?.clone();
        let entry = Entry::named(&module, NUMBER)?;
        let machine = Machine::new(module).ok()?;
        // Unused sets aren't compared.
        let before = vec![0; if compiled.parts.has_sets() { compiled.parts.sizes[ACTIONS] } else { 0 }];
        Some(Code { compiled: compiled.clone(), machine, entry, before })
    };
    code().map_or_else(|| Stage::Rejected(compiled.fault().cloned()), |code| Stage::Compiled(Box::new(code)))
}

impl Code {
    /// Calls the function. The scratch card sets, which last as long as a robot thinks, are copied in and out.
    fn ask(&mut self, actions: &Buffer, control: &Buffer, state: &State, seat: Seat) -> Option<f64> {
        if self.entry.is_worthless() {
            return None;
        }
        actions.clone().cursor().read_exact(&mut self.before).ok()?;
        let [shown, sets, found] = self.machine.blocks_mut();
        shown[..state.bytes.len()].copy_from_slice(&state.bytes);
        sets[..self.before.len()].copy_from_slice(&self.before);
        found[..control::FOUND].copy_from_slice(&control.read_bytes::<{ control::FOUND }>(0));
        let is_done = self.machine.call(self.entry.number, &[i64::from(seat.number())], WORK).is_ok();
        let number = match self.machine.given(self.entry.number, 0) {
            Given::Integer(number) if is_done => Some(number as f64),
            Given::Float(number) if is_done && !number.is_nan() => Some(number),
            _ => None,
        };
        self.entry = self.entry.after(number.is_some());
        let after = &self.machine.block(ACTIONS)[..self.before.len()];
        if number.is_some() && after != self.before {
            actions.write_bytes(0, after);
        }
        number
    }
}
