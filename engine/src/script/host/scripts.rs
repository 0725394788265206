//! A game's scripts, loaded into a virtual machine.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Table, Value};

use super::attacked::{self, Attacks};
use super::exchange;
use super::hooks::{Hooks, return_place};
use super::{BUDGET, ONCE_MORE};
use crate::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use crate::game::Game;
use crate::script::prelude::{ACTION_BYTES, EVENT_BYTES, Prelude};
use crate::script::vm::{Mode, Room, Vm};

/// The functions that the host calls.
#[derive(Debug)]
pub(super) struct Scripts {
    pub(super) list: Function,
    pub(super) apply: Function,
    pub(super) step: Function,
    pub(super) playout: Function,
    pub(super) start: Function,
    pub(super) against_needs: Function,
    pub(super) against_allow: Function,
    pub(super) effect: Function,
    pub(super) after: Function,
    pub(super) gather: Function,
    pub(super) limit: Function,
    pub(super) finish: Function,
    pub(super) hooks: Hooks,
    pub(super) attacks: Attacks,
    pub(super) resume: Option<Function>,
    pub(super) display: Option<Function>,
    pub(super) rules: Table,
    pub(super) rules_file: SourceFile,
    pub(super) list_start: usize,
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
        vm.provide_require(pack.files.clone())?;
        let rules = vm.run_file(&rules_file)?;
        let Value::Table(table) = &rules else {
            return Err(Diagnostic::new(Code::NoTable, "the script must return a table of rules")
                .at(return_place(&rules_file))
                .help("end the file with `return { setup = ..., actions = { ... } }`")
                .into());
        };
        let mut hooks = Hooks::read(game, table, &rules_file)?;
        hooks.look_for_changes(game, &vm.prelude, &rules_file);
        let display = match &pack.display {
            Some(file) => match vm.run_cold(file)? {
                Value::Function(display) => Some(display),
                _ => {
                    return Err(Diagnostic::new(Code::NoFunction, "the script must return a function of the viewer")
                        .at(file.line_place(1))
                        .into());
                }
            },
            None => None,
        };
        let prelude = vm.prelude.clone();
        let fail = |error: mlua::Error| Diagnostic::new(Code::ScriptHost, error.to_string());
        let exchanges = exchange::tables(&vm.lua, game, &prelude, vm.actions.bytes_mut()).map_err(fail)?;
        let driver = vm.run_own("driver", &hooks.driver(game, &prelude, mode), &rules, &exchanges)?;
        let get = |name: &str| {
            driver.get::<Function>(name).map_err(|error| Diagnostic::new(Code::ScriptHost, error.to_string()))
        };
        let attacks = Attacks::of(game, &hooks);
        if let Some(ask) = attacked::ask(game, &vm, get("takes")?, attacks.clone()) {
            vm.ask_of_attacks(ask);
        }
        Ok(Self {
            attacks,
            list: get("list")?,
            apply: get("apply")?,
            step: get("step")?,
            playout: get("playout")?,
            start: get("start")?,
            against_needs: get("against_needs")?,
            against_allow: get("against_allow")?,
            effect: get("effect")?,
            after: get("after")?,
            gather: get("gather")?,
            limit: get("limit")?,
            finish: get("finish")?,
            hooks,
            resume: table.raw_get::<Option<Function>>("resume").ok().flatten(),
            display,
            rules: table.clone(),
            rules_file,
            list_start,
            vm,
        })
    }
}
