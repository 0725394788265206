//! Robots written in Luau: a file that returns a table with `choose`, run in its own machine over views.

mod chance;
mod clock;
mod knowledge;
mod search;
mod types;
mod weights;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile, suggest};
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::kind;
use parlour_engine::pack::PackFiles;
use parlour_engine::script::{
    self, Bytes, Function, Limits, Machine, StopHandle, Table, Text, Value, ViewScripts, clipped,
};
use parlour_engine::state::State;
use parlour_engine::view::View;

use chance::SeatChance;
use parlour_engine::Words;
use parlour_search::params::ParamValue;
use parlour_search::player::Thinking;
use parlour_search::player::{Choice, Player, RESIGN, Request, RobotError, saved_generator};
use parlour_search::report::Report;
use parlour_search::spec::RobotSpec;
use parlour_search::{SEARCHES, definitions as definitions_of_searches};
use search::{Asked, Searcher};

/// The hooks of a robot.
const HOOKS: &[&str] = &["choose", "on_event", "params"];
/// The fields of `me`.
const FIELDS: &[&str] = &["seat", "params", "memory", "time", "nodes"];
/// The error for a robot's memory that can't be saved.
const PLAIN: &str = "expected numbers, texts, true or false, and tables of these";
/// The maximum number of keys of a robot's table.
const MAX_KEYS: usize = 100;
/// The time limit for loading a robot's file, and for handling an event.
const LOADING: Duration = Duration::from_secs(2);
/// The time limit of a robot with a node budget.
const COUNTED: Duration = Duration::from_secs(30);

/// A robot written in Luau.
pub(crate) struct LuaPlayer {
    game: Arc<Game>,
    seat: Seat,
    /// Its specification.
    spec: RobotSpec,
    file: SourceFile,
    values: Vec<(String, ParamValue)>,
    chance: Rc<RefCell<SeatChance>>,
    /// An error while an event was handled; reported at the next choice.
    failed: Option<Diagnostic>,
    script: Script,
}

/// The machine and the functions that the host calls in it.
struct Script {
    /// The compiled file, a function that returns the robot's table.
    run: Function,
    hooks: Hooks,
    list: Function,
    guard: Function,
    /// The first argument of its functions, and the fields that it must have.
    me: Table,
    params: Table,
    fields: Table,
    asked: Rc<RefCell<Option<Asked>>>,
    searcher: Rc<Searcher>,
    /// The memory as a save would hold it after the last call.
    kept: serde_json::Value,
    // Dropped after the functions, since it owns the machine.
    scripts: ViewScripts,
}

/// The hooks of a robot's table.
struct Hooks {
    choose: Function,
    on_event: Option<Function>,
}

/// The result of a call of `choose`.
struct Answer {
    answer: Value,
    reason: Value,
    /// The list of actions that it was given.
    actions: Table,
}

/// Type definitions shared by the robots of all games; $OPTIONS and $SEARCHES stand for those of the searches.
const ROBOT: &str = include_str!("robot.d.luau");

/// Type definitions for the robots of a game, for editors.
///
/// # Errors
/// A machine that can't start.
pub(crate) fn definitions(game: &Arc<Game>) -> Result<String, Faults> {
    let words = ViewScripts::new(game, LOADING)?.definitions();
    let (options, searches) = definitions_of_searches(&SEARCHES);
    let robot = ROBOT.replace("$OPTIONS\n", &options).replace("$SEARCHES\n", &searches);
    Ok(words + &robot + &types::of(game))
}

/// The function `predict` of robots.
const PREDICT: &str = include_str!("predict.luau");

/// The result of evaluating a Lua expression.
#[derive(Debug)]
pub struct Said {
    /// Its value as text.
    pub value: Result<String, Faults>,
    /// The printed lines.
    pub printed: Vec<String>,
}

/// Evaluates an expression with everything that robots have, including `me` and `legal`. Words read the given state;
/// searches use the view of the request. Of several values the first two are returned.
pub fn evaluate(game: &Arc<Game>, shown: &State, request: &Request<'_>, expression: &str, seed: u64) -> Said {
    let text = format!("return {{ choose = function(me, legal) return {expression} end }}");
    let file = SourceFile::new("expression.lua", text);
    // Places within the one-line expression tell the reader nothing.
    let without_place = |fault| Diagnostic { place: None, calls: Box::default(), ..fault };
    let failed = |faults: Faults| Faults(faults.0.into_iter().map(without_place).collect());
    let seat = request.view.viewer().unwrap_or(Seat(0));
    let chance = Rc::new(RefCell::new(SeatChance::new(game, seat, seed)));
    let files = PackFiles::default();
    let script = match Script::load(game, seat, &file, &files, &[], &chance) {
        Ok(script) => script,
        Err(faults) => return Said { value: Err(failed(faults)), printed: Vec::new() },
    };
    script.scripts.set_budget(COUNTED);
    let value = match script.ask_over(shown, request, &file) {
        Ok(Answer { answer, reason: Value::Nil, .. }) => Ok(answer.render()),
        Ok(Answer { answer, reason, .. }) => Ok(format!("{}, {}", answer.render(), reason.render())),
        Err(fault) => Err(failed(fault.into())),
    };
    Said { value, printed: script.scripts.take_output() }
}

impl LuaPlayer {
    /// Loads a robot for a seat in a match with the given seed.
    ///
    /// # Errors
    /// All faults of its file.
    pub(crate) fn new(
        game: Arc<Game>,
        (seat, seed): (Seat, u64),
        spec: RobotSpec,
        file: SourceFile,
        files: PackFiles,
        values: Vec<(String, ParamValue)>,
    ) -> Result<Self, Faults> {
        let chance = Rc::new(RefCell::new(SeatChance::new(&game, seat, seed)));
        let script = Script::load(&game, seat, &file, &files, &values, &chance)?;
        Ok(Self { game, seat, spec, file, values, chance, failed: None, script })
    }

    /// The place of the function `choose`.
    fn choose_place(&self) -> Place {
        self.file.line_place(line_of(&self.file, "choose"))
    }

    /// Finds the chosen action in a list.
    fn read_answer(&self, answer: &Value, actions: &Table, request: &Request<'_>) -> Result<Action, RobotError> {
        let nonsense = |answer: String| {
            let place = self.choose_place();
            RobotError::Nonsense {
                robot: self.spec.name.clone(),
                place: format!("{}:{}", place.file, place.line),
                answer,
                expected: "an action of the list `legal`, its index, the text of an action, or \"resign\"".to_owned(),
            }
        };
        let legal = request.legal;
        let by_index = |n: f64| {
            let fits = n.fract() == 0.0 && n >= 1.0 && n <= legal.len() as f64;
            fits.then(|| legal.get(&self.game, n as usize - 1))
        };
        match answer {
            Value::Table(action) => {
                let index = action.get::<Option<f64>>("index").ok().flatten();
                let is_listed = |n: &f64| actions.get::<Value>(*n).is_ok_and(|listed| listed == *answer);
                let chosen = index.filter(is_listed).and_then(by_index);
                chosen.ok_or_else(|| nonsense("a table that is not an action of the list".to_owned()))
            }
            Value::Number(n) => by_index(*n).ok_or_else(|| nonsense(format!("the index {n} of {}", legal.len()))),
            Value::Text(_) => {
                let text = answer.text(Limits::TEXT).map_err(|refused| nonsense(refused.to_string()))?;
                let text = text.unwrap_or_default();
                let action = self.game.parse_action(&text, Some(legal)).map_err(|error| match text.trim() {
                    RESIGN => RobotError::Resigned { robot: self.spec.name.clone() },
                    text => nonsense(format!("\"{text}\" ({error})")),
                })?;
                if legal.is_complete() && legal.position(&self.game, &action).is_none() {
                    return Err(nonsense(format!("\"{text}\", which is not legal")));
                }
                Ok(action)
            }
            Value::Nil => Err(nonsense("nothing".to_owned())),
            other => Err(nonsense(format!("a {}", other.kind()))),
        }
    }

    /// An event as a table, with the fields that the seat may see.
    fn event_table(&self, event: &Event) -> Result<Table, script::Error> {
        let spec = &self.game.pack().events[event.kind.index()];
        let table = self.script.scripts.machine().table()?;
        table.set("kind", spec.name.as_str())?;
        for field in spec.fields.iter().filter(|field| spec.may_see(event, field, Some(self.seat))) {
            match event.value(field, self.game.pack().card_types()) {
                kind::Value::Cards(counts) => {
                    let counts: Vec<u32> = counts.iter().map(|count| u32::from(*count)).collect();
                    table.set(field.name.as_str(), counts)?;
                }
                kind::Value::Numbers(numbers) => table.set(field.name.as_str(), numbers.iter().collect::<Vec<_>>())?,
                kind::Value::Number(number) => table.set(field.name.as_str(), number)?,
            }
        }
        Ok(table)
    }
}

/// The first line that contains a word, or the first line if none does.
fn line_of(file: &SourceFile, word: &str) -> u32 {
    file.text.lines().position(|line| line.contains(word)).map_or(1, |n| n as u32 + 1)
}

impl Player for LuaPlayer {
    fn thinking(&self) -> Option<Thinking> {
        self.spec.thinking
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        let script_error = |fault| RobotError::Script { robot: self.spec.name.clone(), fault: Box::new(fault) };
        if let Some(fault) = self.failed.take() {
            return Err(script_error(fault));
        }
        // A robot that ignores the clock is late after twice its time plus two seconds of CPU time: a busy machine must
        // not make it late.
        let budget = if request.nodes.is_some() { COUNTED } else { 2 * request.time + Duration::from_secs(2) };
        self.script.scripts.set_budget(budget);
        let answer = self.script.ask(request, &self.file);
        self.script.scripts.set_budget(LOADING);
        let settled = self.script.settle(self.seat, &self.file);
        let Answer { answer, reason, actions } = match answer.and_then(|answer| settled.map(|()| answer)) {
            Ok(answer) => answer,
            Err(fault) if fault.code == Code::ScriptStopped => {
                return Err(RobotError::Stopped { robot: self.spec.name.clone() });
            }
            Err(fault) => return Err(script_error(fault)),
        };
        let action = self.read_answer(&answer, &actions, request)?;
        let reason = match reason {
            Value::Text(_) => reason.text(Limits::TEXT).map_err(|refused| {
                let fault = Diagnostic::new(Code::ScriptOutput, format!("the reason holds {refused}"));
                script_error(fault.at(self.choose_place()))
            })?,
            _ => None,
        };
        Ok(Choice { action, reason })
    }

    fn observe(&mut self, events: &[Event], after: &dyn Fn() -> View) {
        let Some(on_event) = self.script.hooks.on_event.as_ref().filter(|_| !events.is_empty()) else { return };
        self.script.scripts.block().show(after().state());
        for event in events.iter().filter(|event| !event.is_unseen(Some(self.seat))) {
            let told = match self.event_table(event) {
                Ok(table) => self.script.scripts.call::<()>(on_event, (&self.script.me, table), &self.file),
                Err(error) => Err(error.diagnostic(&self.file)),
            };
            if let Err(fault) = told {
                self.failed.get_or_insert(fault);
            }
        }
        if let Err(fault) = self.script.settle(self.seat, &self.file) {
            self.failed.get_or_insert(fault);
        }
    }

    fn begin(&mut self, seat: Seat, seed: u64) -> Result<bool, Faults> {
        self.seat = seat;
        self.chance.borrow_mut().begin(seat, seed);
        self.failed = None;
        self.script.renew(seat, &self.file, &self.values)?;
        Ok(true)
    }

    fn stop_handle(&self) -> Option<StopHandle> {
        Some(self.script.scripts.stop_handle())
    }

    fn take_output(&self) -> Vec<String> {
        self.script.scripts.take_output()
    }

    fn judge_each(&mut self) {
        self.script.searcher.judge_each();
    }

    fn thought(&self, legal: &ActionList) -> Option<Report> {
        self.script.searcher.thought(legal)
    }

    fn memory(&self) -> Option<serde_json::Value> {
        let generator = self.chance.borrow_mut().generator().to_bytes();
        let mut memory = serde_json::json!({ "generator": generator, "memory": self.script.kept });
        // Reported at the next choice, even if the match was saved before it.
        if let Some(fault) = &self.failed {
            memory["failed"] = serde_json::json!({ "code": fault.code, "message": fault.to_string() });
        }
        Some(memory)
    }

    fn restore(&mut self, memory: &serde_json::Value) {
        if let Some(generator) = saved_generator(memory) {
            self.chance.borrow_mut().go_on(generator);
        }
        // An error that recurs during replay was already reported when it was first saved.
        self.failed = memory.get("failed").map(saved_fault);
        let Some(memory) = memory.get("memory") else { return };
        if let Err(error) = self.script.remember(self.seat, memory.clone()) {
            self.failed = Some(error.diagnostic(&self.file));
        }
    }
}

/// Restores a saved error.
fn saved_fault(saved: &serde_json::Value) -> Diagnostic {
    let text = |key: &str| saved.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
    let code = Code::ALL.iter().find(|code| code.as_str() == text("code"));
    Diagnostic::new(code.copied().unwrap_or(Code::Robot), clipped(text("message")))
}

impl Script {
    fn load(
        game: &Arc<Game>,
        seat: Seat,
        file: &SourceFile,
        files: &PackFiles,
        values: &[(String, ParamValue)],
        chance: &Rc<RefCell<SeatChance>>,
    ) -> Result<Self, Faults> {
        let scripts = ViewScripts::new(game, LOADING)?;
        let host = |error: script::Error| Diagnostic::new(Code::ScriptHost, format!("{}: {error}", file.name));
        let asked = Rc::default();
        let searcher = Rc::new(Searcher::new(&scripts, game.clone(), chance.clone(), Rc::clone(&asked)));
        let tools = tools(&scripts, game, chance, &searcher).map_err(host)?;
        for name in ["knowledge", "predict", "random", "search"] {
            scripts.provide(name, tools.get::<Value>(name).map_err(host)?)?;
        }
        scripts.provide_require(files.clone(), Some(game.pack().files.clone()))?;
        let run = scripts.load(file)?;
        let hooks = hooks(&scripts, &run, file, values)?;
        let list = tools.get("list").map_err(host)?;
        let guard: Function = tools.get("guard").map_err(host)?;
        let fields = guard.call(("`me`", FIELDS.to_vec(), true)).map_err(host)?;
        let params = params(&scripts, &guard, values).map_err(host)?;
        let me = scripts.machine().table().map_err(host)?;
        let kept = serde_json::Value::Null;
        let mut script = Self { run, hooks, list, guard, me, params, fields, asked, searcher, kept, scripts };
        script.remember(seat, serde_json::Value::Null).map_err(host)?;
        Ok(script)
    }

    /// Runs the file again, so that nothing of the last match remains.
    fn renew(&mut self, seat: Seat, file: &SourceFile, values: &[(String, ParamValue)]) -> Result<(), Faults> {
        self.searcher.forget();
        self.scripts.forget()?;
        self.hooks = hooks(&self.scripts, &self.run, file, values)?;
        let host = |error: script::Error| Diagnostic::new(Code::ScriptHost, format!("{}: {error}", file.name));
        self.params = params(&self.scripts, &self.guard, values).map_err(host)?;
        Ok(self.remember(seat, serde_json::Value::Null).map_err(host)?)
    }

    /// Resets `me` for a new match, with its memory read as from a save; null is an empty table.
    fn remember(&mut self, seat: Seat, kept: serde_json::Value) -> Result<(), script::Error> {
        let memory = match self.scripts.machine().value(&kept)? {
            Value::Table(table) => table,
            _ => self.scripts.machine().table()?,
        };
        self.kept = kept;
        // A table that once had more keys iterates in another order.
        self.me = self.scripts.machine().table()?;
        self.me.set_metatable(&self.fields)?;
        self.me.set("seat", seat.number())?;
        self.me.set("params", &self.params)?;
        self.me.set("memory", memory)
    }

    /// The memory as a save would hold it.
    ///
    /// # Errors
    /// A memory that isn't plain, or too large.
    fn saved(&self, file: &SourceFile) -> Result<serde_json::Value, Diagnostic> {
        let memory = self.me.get::<Value>("memory").unwrap_or(Value::Nil);
        let fault = |message: String| {
            Diagnostic::new(Code::Memory, message).at(file.line_place(line_of(file, "memory"))).help(PLAIN)
        };
        if !matches!(memory, Value::Table(_) | Value::Nil) {
            return Err(fault(format!("`me.memory` is a {}; expected a table", memory.kind())));
        }
        memory
            .json(Limits::MEMORY)
            .map_err(|refused| fault(format!("{}, which can't be saved", refused.of("me.memory"))))
    }

    /// Normalizes the memory after a call to its saved form (plain values, in the order in which they would be read
    /// back), so that a match continues in the same way whether it was saved or not.
    ///
    /// # Errors
    /// A memory that can't be saved; it is reset to its value before the call.
    fn settle(&mut self, seat: Seat, file: &SourceFile) -> Result<(), Diagnostic> {
        self.scripts.empty_bunches();
        let saved = self.saved(file);
        let before = std::mem::take(&mut self.kept);
        let (kept, settled) = match saved {
            Ok(kept) => (kept, Ok(())),
            Err(fault) => (before, Err(fault)),
        };
        let host = |error: script::Error| Diagnostic::new(Code::ScriptHost, format!("{}: {error}", file.name));
        settled.and(self.remember(seat, kept).map_err(host))
    }

    /// Calls `choose`.
    fn ask(&self, request: &Request<'_>, file: &SourceFile) -> Result<Answer, Diagnostic> {
        self.ask_over(request.view.state(), request, file)
    }

    /// Calls `choose` while words read the given state.
    fn ask_over(&self, shown: &State, request: &Request<'_>, file: &SourceFile) -> Result<Answer, Diagnostic> {
        let scripts = &self.scripts;
        scripts.block().show(shown);
        self.searcher.begin();
        let host = |error: script::Error| error.diagnostic(file);
        let prepare = || {
            self.me.set("time", request.time.as_secs_f64())?;
            self.me.set("nodes", request.nodes)?;
            let (records, n) = records(&scripts.machine(), request.legal)?;
            self.list.call::<(Table, Table)>((records, n))
        };
        let (legal, actions) = prepare().map_err(host)?;
        *self.asked.borrow_mut() = Some(Asked::new(request, actions.clone()));
        let answer = scripts.call(&self.hooks.choose, (&self.me, legal), file);
        *self.asked.borrow_mut() = None;
        self.searcher.end();
        let (answer, reason): (Value, Value) = answer?;
        Ok(Answer { answer, reason, actions })
    }
}

/// The packed records of a list of actions and their count, from which scripts make their list.
fn records(machine: &Machine, legal: &ActionList) -> Result<(Bytes, usize), script::Error> {
    let mut records = Vec::new();
    for n in 0..legal.len() {
        records.extend_from_slice(legal.record(n));
    }
    Ok((machine.bytes(&records)?, legal.len()))
}

/// The table of a robot's parameters. Reading an unknown one is an error.
fn params(scripts: &ViewScripts, guard: &Function, values: &[(String, ParamValue)]) -> Result<Table, script::Error> {
    let params = scripts.machine().table()?;
    for (name, value) in values {
        match value {
            ParamValue::Number(n) => params.set(name.as_str(), *n)?,
            ParamValue::Flag(flag) => params.set(name.as_str(), *flag)?,
            ParamValue::Word(word) => params.set(name.as_str(), word.as_str())?,
        }
    }
    let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
    params.set_metatable(&guard.call(("`me.params`", names))?)?;
    params.freeze();
    Ok(params)
}

/// Runs the robots' prelude: lists of actions, and the generator.
fn tools(
    scripts: &ViewScripts,
    game: &Arc<Game>,
    chance: &Rc<RefCell<SeatChance>>,
    searcher: &Rc<Searcher>,
) -> Result<Table, script::Error> {
    let machine = scripts.machine();
    let core = machine.table()?;
    let shared = chance.clone();
    let below = machine.function(move |machine, n: f64| {
        demand_match(machine)?;
        Ok(shared.borrow_mut().generator().below(n as u32))
    })?;
    core.set("below", below)?;
    let owned = game.clone();
    let text = machine
        .function(move |_, record: Text| Ok(owned.action_text(&Action::from_record(&owned, &record.bytes()))))?;
    core.set("text", text)?;
    let unknown = machine.function(|_, (what, name, known): (String, String, Vec<String>)| {
        let help = suggest(&name, known.iter().map(String::as_str));
        Ok(format!("{what} has no `{}` ({help})", clipped(&name)))
    })?;
    core.set("unknown", unknown)?;
    let prediction = machine.function(|machine, ()| {
        // Analyses of weights are cached by weak keys.
        let (known, weak) = (machine.table()?, machine.table()?);
        weak.set("__mode", "k")?;
        known.set_metatable(&weak)?;
        machine.run::<Function>("predict", PREDICT, &known)
    })?;
    core.set("prediction", prediction)?;
    searcher.provide(&machine, &core)?;
    let asked = searcher.clone();
    knowledge::provide(&machine, &core, move |machine, see| asked.with_view(machine, see))?;
    let source = include_str!("robot.luau")
        .replace("$VERBS", &script::records(game))
        .replace("$SEARCHES", &SEARCHES.map(|search| format!("{:?}", search.name)).join(", "))
        .replace("$WIDTH", &game.action_width().to_string())
        .replace("$TYPES", &game.pack().card_types().to_string());
    machine.run("robot", &source, core)
}

/// Refuses to draw, search or count where the result would be cached beyond the call.
fn demand_match(machine: &Machine) -> Result<(), script::Error> {
    match machine.is_alone() {
        true => Err(script::Error::new(
            "what `memo` remembers, and what a file gives that is required in a call, can't draw, search or count: it \
             must be the same at any moment",
        )),
        false => Ok(()),
    }
}

/// Runs a robot's file. `values` has a value for each declared parameter.
fn hooks(
    scripts: &ViewScripts,
    run: &Function,
    file: &SourceFile,
    values: &[(String, ParamValue)],
) -> Result<Hooks, Faults> {
    let Value::Table(table) = scripts.run(run, file)? else {
        return Err(Diagnostic::new(Code::NoTable, "the file must return a table with a function `choose`")
            .at(file.line_place(1))
            .help("end the file with `return { choose = choose }`")
            .into());
    };
    check_hooks(&table, file, values)?;
    let host = |error: script::Error| Diagnostic::new(Code::ScriptHost, format!("{}: {error}", file.name));
    Ok(Hooks { choose: table.get("choose").map_err(host)?, on_event: table.get("on_event").map_err(host)? })
}

fn check_hooks(table: &Table, file: &SourceFile, values: &[(String, ParamValue)]) -> Result<(), Faults> {
    let mut faults = Vec::new();
    let place = |key: &str| {
        let line = file.text.lines().position(|line| line.contains(key));
        file.line_place(line.map_or(1, |n| n as u32 + 1))
    };
    // The set of hooks must not depend on a metatable.
    if table.has_metatable() {
        let fault = Diagnostic::new(Code::NoTable, "the robot's table has a metatable").at(file.line_place(1));
        faults.push(fault.help("expected a plain table"));
    }
    for (key, value) in table.pairs().filter_map(Result::ok).take(MAX_KEYS) {
        let key = key.shown();
        if !HOOKS.contains(&key.as_str()) {
            faults.push(
                Diagnostic::new(Code::UnknownHook, format!("a robot has no hook `{key}`")).at(place(&key)).help(
                    match key.as_str() {
                        "learn" => {
                            "weights are no longer fitted to features; `parlour learn GAME` learns an evaluation"
                                .to_owned()
                        }
                        _ => suggest(&key, HOOKS.iter().copied()),
                    },
                ),
            );
        } else if key != "params" && !matches!(value, Value::Function(_)) {
            faults.push(
                Diagnostic::new(Code::NoFunction, format!("`{key}` is a {}", value.kind()))
                    .at(place(&key))
                    .help("expected a function"),
            );
        }
    }
    // Parameters are parsed from the text, so that they are known before anything runs.
    let plain = "write it as a plain table in the robot's own file, such as `params = { patience = 3 }`";
    let undeclared = match table.get::<Value>("params") {
        Ok(Value::Table(given)) => given
            .pairs()
            .filter_map(Result::ok)
            .map(|(key, _)| key.shown())
            .find(|key| values.iter().all(|(name, _)| name != key))
            .map(|key| format!("`params` has `{key}`, which its text does not declare")),
        Ok(Value::Nil) | Err(_) => None,
        Ok(other) => Some(format!("`params` is a {}", other.kind())),
    };
    faults.extend(undeclared.map(|text| Diagnostic::new(Code::BadParameter, text).at(place("params")).help(plain)));
    if matches!(table.get::<Value>("choose"), Ok(Value::Nil)) {
        faults.push(
            Diagnostic::new(Code::MissingHook, "the robot has no function `choose`")
                .at(file.line_place(1))
                .help("it is called as `choose(me, legal)` and returns one of the actions"),
        );
    }
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults).sorted()) }
}
