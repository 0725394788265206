//! A game's scripts, loaded into a virtual machine.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{FromLuaMulti, Function, Lua, MultiValue, Table, Value};

use super::attacked::{self, Attacks};
use super::cases::loops;
use super::exchange;
use super::hooks::{Hooks, return_place};
use super::{BUDGET, ONCE_MORE};
use crate::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use crate::game::Game;
use crate::pack::Pack;
use crate::script::prelude::{ACTION_BYTES, EVENT_BYTES, Prelude};
use crate::script::vm::{Mode, Room, Vm};

/// The functions of the driver.
#[derive(Debug)]
pub(super) struct Calls {
    pub(super) list: Function,
    pub(super) apply: Function,
    pub(super) step: Function,
    pub(super) playout: Function,
    pub(super) possible: Function,
    pub(super) settle: Function,
    pub(super) start: Function,
    pub(super) against_needs: Function,
    pub(super) against_allow: Function,
    pub(super) effect: Function,
    pub(super) after: Function,
    pub(super) gather: Function,
    pub(super) limit: Function,
    pub(super) finish: Function,
    takes: Function,
}

impl FromLuaMulti for Calls {
    /// In the order in which the driver returns them.
    fn from_lua_multi(values: MultiValue, lua: &Lua) -> mlua::Result<Self> {
        let (
            after,
            against_allow,
            against_needs,
            apply,
            effect,
            finish,
            gather,
            limit,
            list,
            playout,
            possible,
            settle,
            start,
            step,
            takes,
        ) = FromLuaMulti::from_lua_multi(values, lua)?;
        Ok(Self {
            after,
            against_allow,
            against_needs,
            apply,
            effect,
            finish,
            gather,
            limit,
            list,
            playout,
            possible,
            settle,
            start,
            step,
            takes,
        })
    }
}

/// What was loaded, to be run again from nothing.
#[derive(Debug)]
struct Loaded {
    rules: Function,
    display: Option<Function>,
    driver: Function,
    exchanges: Table,
}

/// The functions that the host calls.
#[derive(Debug)]
pub(super) struct Scripts {
    pub(super) calls: Calls,
    pub(super) hooks: Hooks,
    pub(super) attacks: Attacks,
    pub(super) resume: Option<Function>,
    pub(super) display: Option<Function>,
    pub(super) rules: Table,
    pub(super) rules_file: SourceFile,
    pub(super) list_start: usize,
    /// What the sets of cards to work with hold once the files have run.
    blank: Vec<u8>,
    loaded: Loaded,
    // After the functions, so that they are dropped before the machine.
    pub(super) vm: Vm,
}

impl Scripts {
    pub(super) fn load(game: &Arc<Game>, mode: Mode) -> Result<Self, Faults> {
        let pack = game.pack();
        let rules_file = match &pack.rules {
            Some(file) => file.clone(),
            None if game.board_rules().is_some() => SourceFile::new(pack.table_file.name.clone(), "return {}"),
            None => {
                let message = format!("{}rules.lua is missing", pack.files.prefix);
                return Err(Diagnostic::new(Code::NoRules, message).into());
            }
        };
        let prelude = Rc::new(Prelude::new(game, false));
        let list_start = prelude.list_start;
        let room = Room { state: game.layout().size, actions: ACTION_BYTES, events: EVENT_BYTES };
        let budget = if mode == Mode::Exact { ONCE_MORE } else { BUDGET };
        let mut vm = Vm::new(game, prelude, room, budget, mode)?;
        vm.provide_require(pack.files.clone(), None)?;
        let loops = if mode.is_plain() { Vec::new() } else { loops(game) };
        let loaded_rules = vm.load_with(&rules_file, &loops)?;
        let table = rules_table(&vm, &loaded_rules, &rules_file)?;
        let mut hooks = Hooks::read(game, &table, &rules_file)?;
        hooks.look_for_changes(game, &vm.prelude, &rules_file);
        let loaded_display = pack.display.as_ref().map(|file| vm.load_cold(file)).transpose()?;
        let display = display_of(&vm, pack, loaded_display.as_ref())?;
        let prelude = vm.prelude.clone();
        let fail = |error: mlua::Error| Diagnostic::new(Code::ScriptHost, error.to_string());
        let exchanges = exchange::tables(&vm.lua, game, &prelude, vm.actions.bytes_mut()).map_err(fail)?;
        let driver = vm.load_own("driver", &hooks.driver(game, &prelude, mode))?;
        let calls = vm.run_own::<Calls>(&driver, &table, &exchanges)?;
        let attacks = Attacks::of(game, &hooks);
        if let Some(ask) = attacked::ask(game, &vm, calls.takes.clone(), attacks.clone()) {
            vm.ask_of_attacks(ask);
        }
        let blank = vm.actions.bytes()[..prelude.own_bunch(game, 0, 0)].to_vec();
        Ok(Self {
            attacks,
            blank,
            calls,
            hooks,
            resume: table.raw_get::<Option<Function>>("resume").ok().flatten(),
            display,
            rules: table,
            rules_file,
            list_start,
            loaded: Loaded { rules: loaded_rules, display: loaded_display, driver, exchanges },
            vm,
        })
    }

    /// Runs everything again from nothing, so that no variable of a script is left of an earlier match.
    ///
    /// # Errors
    /// A script that fails.
    pub(super) fn renew(&mut self, game: &Arc<Game>) -> Result<(), Faults> {
        self.vm.forget()?;
        // What the sets of cards that scripts work with held.
        let scratch = self.vm.prelude.own_bunch(game, 0, 0);
        self.vm.actions.bytes_mut()[..scratch].fill(0);
        self.rules = rules_table(&self.vm, &self.loaded.rules, &self.rules_file)?;
        self.display = display_of(&self.vm, game.pack(), self.loaded.display.as_ref())?;
        self.calls = self.vm.run_own(&self.loaded.driver, &self.rules, &self.loaded.exchanges)?;
        if let Some(ask) = attacked::ask(game, &self.vm, self.calls.takes.clone(), self.attacks.clone()) {
            self.vm.ask_of_attacks(ask);
        }
        self.resume = self.rules.raw_get::<Option<Function>>("resume").ok().flatten();
        self.blank = self.vm.actions.bytes()[..scratch].to_vec();
        Ok(())
    }

    /// Leaves in the sets of cards to work with only what the files have put there.
    pub(super) fn settle(&mut self) {
        self.vm.actions.bytes_mut()[..self.blank.len()].copy_from_slice(&self.blank);
    }
}

/// Runs the rules' top level.
fn rules_table(vm: &Vm, loaded: &Function, file: &SourceFile) -> Result<Table, Faults> {
    match vm.run(loaded, file)? {
        Value::Table(table) => Ok(table),
        _ => Err(Diagnostic::new(Code::NoTable, "the script must return a table of rules")
            .at(return_place(file))
            .help("end the file with `return { setup = ..., actions = { ... } }`")
            .into()),
    }
}

/// Runs the top level of the display, if there is one.
fn display_of(vm: &Vm, pack: &Pack, loaded: Option<&Function>) -> Result<Option<Function>, Diagnostic> {
    let Some((file, loaded)) = pack.display.as_ref().zip(loaded) else { return Ok(None) };
    match vm.run(loaded, file)? {
        Value::Function(display) => Ok(Some(display)),
        _ => {
            Err(Diagnostic::new(Code::NoFunction, "the script must return a function of the viewer")
                .at(file.line_place(1)))
        }
    }
}
