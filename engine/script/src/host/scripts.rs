//! A game's scripts, loaded into a Luau VM.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{FromLuaMulti, Function, IntoLuaMulti, Table, Value};

use super::BUDGET;
use super::attacked::{self, Attacks};
use super::hooks::{FITS, Hooks, IMAGINE, WORTH, return_place};
use crate::prelude::{ACTION_BYTES, EVENT_BYTES, NOTE_BYTES, Prelude};
use crate::vm::{Room, Vm};
use parlour_game::Game;
use parlour_luau::Script;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use parlour_model::ids::Verb;
use parlour_pack::Pack;
use parlour_pack::spec::PhaseSpec;

/// The functions of the driver.
#[derive(Debug)]
pub(super) struct Calls {
    pub(super) gather: Function,
    pub(super) takes: Function,
    /// Runs the steps on top of the stack of decisions, in a game that has steps.
    pub(super) run_steps: Option<Function>,
    pub(super) possible: Function,
    /// Calls the hook `range` of a verb.
    pub(super) range: Function,
    /// Deals, if the pack has something to deal.
    pub(super) deal: Option<Function>,
    /// Gives the first turn, unless the tables do.
    pub(super) set_up: Option<Function>,
    /// Works out the pending decisions of a scenario: by the rules' hook, or else by tricks and climbing.
    pub(super) resume: Option<Function>,
    verbs: Vec<VerbCalls>,
}

/// The functions of a verb: its hooks.
#[derive(Debug)]
pub(super) struct VerbCalls {
    pub(super) needs: Option<Function>,
    pub(super) allow: Option<Function>,
    pub(super) apply: Option<Function>,
    pub(super) after: Option<Function>,
}

impl Calls {
    /// Reads them from the table that the driver returns, for `verbs` verbs.
    fn of(driver: &Table, verbs: usize) -> mlua::Result<Self> {
        let of_verbs = driver.raw_get::<Table>("verbs")?;
        let verb = |n: usize| -> mlua::Result<VerbCalls> {
            let verb = of_verbs.raw_get::<Table>(n)?;
            let function = |name: &str| Ok::<_, mlua::Error>(verb.raw_get::<Value>(name)?.as_function().cloned());
            Ok(VerbCalls {
                needs: function("needs")?,
                allow: function("allow")?,
                apply: function("apply")?,
                after: function("after")?,
            })
        };
        Ok(Self {
            gather: driver.raw_get("gather")?,
            takes: driver.raw_get("takes")?,
            run_steps: driver.raw_get("run_steps")?,
            possible: driver.raw_get("possible")?,
            range: driver.raw_get("range")?,
            deal: driver.raw_get("deal")?,
            set_up: driver.raw_get("set_up")?,
            resume: driver.raw_get("resume")?,
            verbs: (1..=verbs).map(verb).collect::<mlua::Result<_>>()?,
        })
    }
}

/// The loaded functions, which can be run again.
#[derive(Debug)]
struct Loaded {
    rules: Function,
    display: Option<Function>,
    driver: Function,
}

/// The results of running the loaded functions.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) calls: Calls,
    pub(super) opening: Option<Function>,
    pub(super) scores: Option<Function>,
    pub(super) on_limit: Option<Function>,
    pub(super) fits: Option<Function>,
    pub(super) imagine: Option<Function>,
    pub(super) worth: Option<Function>,
    /// For each phase, the hook that runs once all seats have decided in it.
    pub(super) decided: Vec<Option<Function>>,
    pub(super) display: Option<Function>,
    pub(super) rules: Table,
    /// Contents of the scratch card sets once the files have run.
    pub(super) blank: Vec<u8>,
}

/// A game's scripts, loaded and running.
#[derive(Debug)]
pub(super) struct Scripts {
    pub(super) running: Running,
    pub(super) hooks: Hooks,
    pub(super) attacks: Attacks,
    pub(super) rules_file: SourceFile,
    pub(super) list_start: usize,
    loaded: Loaded,
    // After the functions, so that they are dropped before the VM.
    pub(super) vm: Vm,
}

/// The faults of symbols with the name of a function, which scripts can't refer to.
fn clashes(game: &Game, prelude: &Prelude) -> Vec<Diagnostic> {
    let pack = game.pack();
    let mut faults = Vec::new();
    for board in &pack.boards {
        let on = &board.name;
        for name in board.symbols.iter().map(|symbol| &symbol.name).filter(|name| prelude.is_function(on, name)) {
            let message = format!("scripts can't name the symbol `{name}`: `{on}.{name}` is a function");
            let fault = Diagnostic::new(Code::BadName, message).in_file(&pack.table_file, &board.span);
            faults.push(fault.help("expected another name for the symbol"));
        }
    }
    faults
}

impl Scripts {
    pub(super) fn load(game: &Arc<Game>, counts_lines: bool) -> Result<Self, Faults> {
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
        let clashes = clashes(game, &prelude);
        if !clashes.is_empty() {
            return Err(Faults(clashes));
        }
        let room = Room { state: game.layout().size, actions: ACTION_BYTES, events: EVENT_BYTES + NOTE_BYTES };
        let mut vm = Vm::new(game, prelude, room, BUDGET)?;
        if counts_lines {
            vm.count_lines();
        }
        vm.provide_require(pack.files.clone(), None)?;
        let loaded_rules = vm.load(&rules_file)?;
        let rules = rules_table(&vm, &loaded_rules, &rules_file)?;
        let names = Script::parse(&rules_file.text).ok();
        let mut hooks = Hooks::read(game, &rules, &rules_file, names.as_ref())?;
        hooks.look_for_changes(game, &vm.prelude, names.as_ref());
        hooks.look_for_secrets(game, names.as_ref());
        let loaded_display = pack.display.as_ref().map(|file| vm.load_beside(file)).transpose()?;
        let prelude = vm.prelude.clone();
        let driver = hooks.driver(game, &prelude);
        let driver = vm.load_own("driver", &driver.words, &driver.text)?;
        let attacks = Attacks::of(game, &hooks);
        let loaded = Loaded { rules: loaded_rules, display: loaded_display, driver };
        let running = loaded.run(game, &vm, rules, &attacks)?;
        Ok(Self { running, hooks, attacks, rules_file, list_start, loaded, vm })
    }

    /// Runs everything anew, so that no variable of a script depends on an earlier match.
    ///
    /// # Errors
    /// A script that fails.
    pub(super) fn renew(&mut self, game: &Arc<Game>) -> Result<(), Faults> {
        self.vm.forget()?;
        self.vm.actions.bytes_mut()[..self.running.blank.len()].fill(0);
        let rules = rules_table(&self.vm, &self.loaded.rules, &self.rules_file)?;
        self.running = self.loaded.run(game, &self.vm, rules, &self.attacks)?;
        Ok(())
    }

    /// Resets the scratch card sets to what the files have put there.
    pub(super) fn reset_sets(&mut self) {
        let blank = &self.running.blank;
        let sets = &mut self.vm.actions.bytes_mut()[..blank.len()];
        // Few actions leave something there, and comparing costs less than writing.
        if *sets != blank[..] {
            sets.copy_from_slice(blank);
        }
    }

    /// The functions of a verb.
    pub(super) fn verb(&self, verb: Verb) -> &VerbCalls {
        &self.running.calls.verbs[verb.index()]
    }

    /// Calls a function of the driver.
    ///
    /// # Errors
    /// A script that fails.
    pub(super) fn call<R: FromLuaMulti>(
        &self,
        which: impl Fn(&Calls) -> &Function,
        arguments: impl IntoLuaMulti,
    ) -> Result<R, Diagnostic> {
        self.vm.call(which(&self.running.calls), arguments, &self.rules_file)
    }
}

impl Loaded {
    /// Runs the driver once the top level of the rules has returned its table.
    fn run(&self, game: &Arc<Game>, vm: &Vm, rules: Table, attacks: &Attacks) -> Result<Running, Faults> {
        let display = display_of(vm, game.pack(), self.display.as_ref())?;
        let driver = vm.run_own::<Table>(&self.driver, &rules)?;
        let fail = |error: mlua::Error| Diagnostic::new(Code::ScriptHost, error.to_string());
        let calls = Calls::of(&driver, game.pack().verbs.len()).map_err(fail)?;
        if let Some(ask) = attacked::ask(game, vm, calls.takes.clone(), attacks.clone()) {
            vm.ask_of_attacks(ask);
        }
        let blank = vm.actions.bytes()[..Prelude::end_of_scratch(game)].to_vec();
        let hook = |name: &str| rules.raw_get::<Option<Function>>(name).ok().flatten();
        let decided = rules.raw_get::<Option<Table>>("decided").ok().flatten();
        let of_phase = |phase: &PhaseSpec| decided.as_ref()?.raw_get::<Option<Function>>(phase.name.as_str()).ok()?;
        Ok(Running {
            calls,
            opening: hook("opening"),
            scores: hook("scores"),
            on_limit: hook("on_limit"),
            fits: hook(FITS),
            imagine: hook(IMAGINE),
            worth: hook(WORTH),
            decided: game.pack().phases.iter().map(of_phase).collect(),
            display,
            rules,
            blank,
        })
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
