//! Scripts that read a view: robots.
//!
//! They run in a VM of their own and have the words of the rules, without those that change the match.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use mlua::Buffer;

use super::host::ScriptHost;
use super::prelude::Prelude;
use super::values::{FromValues, Function, IntoValue, IntoValues, Machine, Value};
use super::view_code::ViewCode;
use super::vm::{Ask, OfOther, Room, Vm};
use super::watchdog::{StopHandle, StopSignal};
use parlour_game::Game;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use parlour_model::ids::{Seat, Square};
use parlour_model::state::State;
use parlour_pack::PackFiles;

/// A VM for scripts that read a view.
#[derive(Debug)]
pub struct ViewScripts {
    block: Block,
    game: Arc<Game>,
    // After the block, so that the block is dropped before the VM.
    vm: Vm,
}

/// The block that the scripts' words read.
#[derive(Clone, Debug)]
pub struct Block(Buffer);

impl Block {
    /// Sets the state that the words read from now on.
    pub fn show(&self, state: &State) {
        self.0.write_bytes(0, state.bytes());
    }
}

/// The attack query of a view: asks a game's rules, in a VM of their own that is created at the first query.
fn ask_rules(game: &Arc<Game>, state: Buffer) -> Ask {
    let game = game.clone();
    let rules: RefCell<Option<ScriptHost>> = RefCell::default();
    Ask(Box::new(move |square, seat| {
        let mut rules = rules.borrow_mut();
        let host = match &mut *rules {
            Some(host) => host,
            none => {
                none.insert(ScriptHost::new(game.clone()).map_err(|fault| mlua::Error::runtime(fault.to_string()))?)
            }
        };
        let mut shown = State::blank(game.layout().size);
        let len = shown.bytes.len();
        shown.bytes.copy_from_slice(&state.to_vec()[..len]);
        let answer = host.is_attacked(&shown, Seat::from_index(seat), Square(square));
        answer.map_err(|fault| mlua::Error::external(OfOther::new(fault.code, fault.message)))
    }))
}

impl ViewScripts {
    /// Creates a VM for a game's views. `budget` is the time budget of a call.
    ///
    /// # Errors
    /// The VM can't be created.
    pub fn new(game: &Arc<Game>, budget: Duration) -> Result<Self, Faults> {
        let prelude = Rc::new(Prelude::new(game, true));
        let room = Room { state: game.layout().size, actions: prelude.list_start.max(8), events: 8 };
        let vm = Vm::new(game, prelude, room, budget)?;
        if game.pack().rules.is_some() && game.board_rules().is_some_and(|rules| rules.has_royal()) {
            vm.ask_of_attacks(ask_rules(game, vm.state.handle()));
        }
        Ok(Self { block: Block(vm.state.handle()), game: game.clone(), vm })
    }

    /// The VM, for making values and functions.
    pub fn machine(&self) -> Machine {
        Machine(self.vm.lua.clone())
    }

    /// A handle to the block that the words read.
    pub fn block(&self) -> Block {
        self.block.clone()
    }

    /// The compiled code of the scripts' functions that are called often.
    pub fn code(&self) -> ViewCode {
        ViewCode::new(&self.game, &self.vm)
    }

    /// Sets a global value of the scripts.
    ///
    /// # Errors
    /// Out of memory.
    pub fn provide(&self, name: &str, value: impl IntoValue) -> Result<(), Diagnostic> {
        self.vm
            .lua
            .globals()
            .raw_set(name, value)
            .map_err(|error| Diagnostic::new(Code::ScriptHost, format!("{name}: {error}")))
    }

    /// Lets scripts `require` these files, and those of a game as `@game/NAME`, and nothing else. The files of the game
    /// have the words of a view as well: one that changes the match can't be loaded.
    ///
    /// # Errors
    /// Out of memory.
    pub fn provide_require(&self, files: PackFiles, game: Option<PackFiles>) -> Result<(), Diagnostic> {
        self.vm.provide_require(files, game)
    }

    /// Loads a file as a function that runs it anew each time, except for required files.
    ///
    /// # Errors
    /// Unknown words, and syntax errors.
    pub fn load(&self, source: &SourceFile) -> Result<Function, Faults> {
        self.vm.load(source).map(Function)
    }

    /// Drops required files and printed lines, so that the next run of a file is as in a new VM.
    ///
    /// # Errors
    /// Out of memory.
    pub fn forget(&self) -> Result<(), Diagnostic> {
        self.empty_bunches();
        self.vm.forget()
    }

    /// Empties the scratch card sets.
    pub fn empty_bunches(&self) {
        let bunches = self.vm.actions.handle();
        bunches.write_bytes(0, &vec![0; bunches.len()]);
    }

    /// Runs a loaded file and returns its result.
    ///
    /// # Errors
    /// A script that fails or is stopped.
    pub fn run(&self, function: &Function, source: &SourceFile) -> Result<Value, Diagnostic> {
        self.vm.run(&function.0, source).map(Value::of)
    }

    /// Calls a function under the watchdog. `fallback` is the file named if an error names none.
    ///
    /// # Errors
    /// A script that fails or is stopped.
    pub fn call<R: FromValues>(
        &self,
        function: &Function,
        arguments: impl IntoValues,
        fallback: &SourceFile,
    ) -> Result<R, Diagnostic> {
        self.vm.call(&function.0, arguments, fallback)
    }

    /// Sets the time budget of a call.
    pub fn set_budget(&self, budget: Duration) {
        self.vm.watchdog.set_budget(budget);
    }

    /// A handle that stops the running script, from any thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.vm.watchdog.handle()
    }

    /// A signal that tells functions called by scripts to stop.
    pub fn stop_signal(&self) -> StopSignal {
        self.vm.watchdog.signal()
    }

    /// Takes the lines printed since the last call.
    pub fn take_output(&self) -> Vec<String> {
        self.vm.output.borrow_mut().take()
    }

    /// The words that the scripts can use, each with a line of description.
    pub fn words(&self) -> Vec<(String, String)> {
        self.vm.prelude.describe()
    }

    /// Type definitions of those words for editors.
    pub fn definitions(&self) -> String {
        self.vm.prelude.definitions()
    }
}
