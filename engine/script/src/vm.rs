//! A Luau VM, with the buffers that it shares with Rust.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use mlua::{Function, Lua, Table, Value, VmState};

use super::bind::{NOT_KEPT, is_teller};
use super::export::{Output, clipped};
use super::memory::SharedBuffer;
use super::prelude::{Prelude, SHARED, control};
use super::profile::Samples;
use super::watchdog::Watchdog;
use parlour_game::Game;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile, suggest};
use parlour_pack::PackFiles;

use compiled::Settings;
use confine::{GLOBAL, Guards, guard_globals, restrict};
use faults::{Ended, TOO_MUCH};
use loader::{Counted, Loader, Shared};
pub(super) use loader::{Source, Written};

pub(super) use alone::Solitude;
pub(super) use faults::stopped;
pub(crate) use faults::{OfOther, script_diagnostic};

mod alone;
mod compiled;
mod confine;
mod faults;
mod loader;

/// Bytes of the buffers that a VM shares with Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// The block of state.
    pub(crate) state: usize,
    /// An action, the scratch bunches, and the list of actions.
    pub(crate) actions: usize,
    /// The events of an action.
    pub(crate) events: usize,
}

/// Time budget of a second run that locates where memory ran out.
const TRACED: Duration = Duration::from_millis(300);

/// Memory limit of a VM.
const MEMORY: usize = 64 << 20;

/// Memory in use after a call beyond which garbage is collected, so that the next call has enough.
const MAX_LEFT: usize = MEMORY / 2;

/// The attack query: true if a seat's royal piece could be captured on a square, both from 0.
pub(crate) struct Ask(pub(crate) Box<dyn Fn(u16, usize) -> mlua::Result<bool>>);

impl fmt::Debug for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ask")
    }
}

/// A Luau VM with the four buffers that it shares with Rust.
#[derive(Debug)]
pub(crate) struct Vm {
    // Dropped before the VM that it watches.
    pub(crate) watchdog: Watchdog,
    pub(crate) state: SharedBuffer,
    pub(crate) actions: SharedBuffer,
    pub(crate) control: SharedBuffer,
    pub(crate) events: SharedBuffer,
    /// The attack query: the board's rules, and hooks where these matter.
    pub(crate) attacked: Function,
    guards: Guards,
    /// The attack query of the hooks.
    asked: Rc<RefCell<Option<Ask>>>,
    /// The required files.
    required: Shelf,
    pub(crate) lua: Lua,
    pub(crate) prelude: Rc<Prelude>,
    pub(crate) output: Rc<RefCell<Output>>,
    /// True if a script has tried to set a global variable.
    global: Rc<Cell<bool>>,
    /// The reason that the call ends, whatever its script catches.
    ended: Rc<Cell<Option<Ended>>>,
    /// The blanked state of scripts that run without a match.
    solitude: Solitude,
    /// The loaded scripts, in a VM that counts lines.
    counted: Option<Counted>,
    /// The loaded scripts, in a VM whose scripts are compiled to machine code.
    written: Option<Written>,
    /// The profiler's samples, if there is one.
    samples: Option<Rc<Samples>>,
}

/// Required files.
type Shelf = Rc<RefCell<Vec<Shelved>>>;

/// A required file.
#[derive(Clone, Debug)]
struct Shelved {
    path: String,
    source: SourceFile,
    function: Function,
    /// Its progress; `None` if it hasn't run since it was loaded or forgotten.
    required: Option<Required>,
}

/// Progress of a required file.
#[derive(Clone, Debug)]
enum Required {
    /// Running.
    Running,
    /// Done, with the value that it returned.
    Value(Value),
}

/// A trace of scripts at every step, for the first change.
#[derive(Debug)]
pub(crate) struct Trace {
    found: Rc<RefCell<Option<Change>>>,
    /// The regular budget of scripts.
    budget: Duration,
}

/// The place of a change by a script.
#[derive(Debug)]
pub(crate) struct Change {
    /// The file by its name.
    pub(crate) file: String,
    /// The line, from 1.
    pub(crate) line: u32,
    /// The functions on the stack, by their addresses.
    pub(crate) functions: Vec<*const std::ffi::c_void>,
}

impl Change {
    /// The innermost running line of the pack's scripts. The engine's code around a script is on its first line.
    fn at(lua: &Lua) -> Option<Self> {
        let frame = |level: usize| {
            lua.inspect_stack(level, |frame| {
                let name = frame.source().short_src.map(|name| name.into_owned()).unwrap_or_default();
                let line = frame.current_line().and_then(|line| u32::try_from(line).ok()).unwrap_or_default();
                (name, line, frame.function().to_pointer())
            })
        };
        let frames: Vec<_> = (0..DEEPEST).map_while(frame).collect();
        let (file, line, _) = frames.iter().find(|(name, line, _)| name.ends_with(".lua") && *line > 1)?.clone();
        Some(Self { file, line, functions: frames.into_iter().map(|(.., function)| function).collect() })
    }
}

/// Limit of stack frames inspected.
const DEEPEST: usize = 64;

/// Prefix of a file of the game that a robot requires.
const GAME: &str = "@game/";

impl Vm {
    pub(crate) fn new(
        game: &Arc<Game>,
        prelude: Rc<Prelude>,
        room: Room,
        budget: Duration,
    ) -> Result<Self, Diagnostic> {
        let lua = Lua::new();
        Self::furnish(lua, game, prelude, room, budget)
            .map_err(|error| Diagnostic::new(Code::ScriptHost, format!("the script host can't start: {error}")))
    }

    fn furnish(lua: Lua, game: &Arc<Game>, prelude: Rc<Prelude>, room: Room, budget: Duration) -> mlua::Result<Self> {
        lua.set_compiler(Settings::default().compiler());
        let output = Rc::new(RefCell::new(Output::default()));
        let samples = Samples::active();
        let state = SharedBuffer::new(&lua, room.state.max(8))?;
        let actions = SharedBuffer::new(&lua, room.actions)?;
        let holes: usize = game.pack().refusals.iter().map(|refusal| refusal.arguments.len()).sum();
        let control = SharedBuffer::new(&lua, control::HOLES + 4 * holes)?;
        let events = SharedBuffer::new(&lua, room.events)?;
        let (state_of, actions_of, control_of) = (state.handle(), actions.handle(), control.handle());
        let solitude = Solitude { state: state_of, actions: actions_of, sets: prelude.list_start, control: control_of };
        lua.set_app_data(solitude.clone());
        let ended = Rc::default();
        let guards = restrict(&lua, &output, &ended, &solitude)?;
        let asked: Rc<RefCell<Option<Ask>>> = Rc::default();
        let attacked = attacked(&lua, game, state.handle(), asked.clone())?;
        let watchdog = Watchdog::new(&lua, budget)?;
        lua.sandbox(true)?;
        let global = Rc::default();
        guard_globals(&lua, &global)?;
        lua.set_memory_limit(MEMORY)?;
        if let Some(samples) = &samples {
            watchdog.set_traced(true);
            samples.watch(&lua, watchdog.signal());
        }
        Ok(Self {
            counted: None,
            written: samples.is_none().then(Written::default),
            samples,
            watchdog,
            state,
            actions,
            control,
            events,
            attacked,
            guards,
            asked,
            lua,
            prelude,
            output,
            global,
            ended,
            solitude,
            required: Rc::default(),
        })
    }

    /// Replaces the attack query of the tables alone.
    pub(crate) fn ask_of_attacks(&self, ask: Ask) {
        // Called when no script runs: when the rules are loaded or restarted.
        *self.asked.borrow_mut() = Some(ask);
    }

    /// Enables line counts for scripts loaded from now on, which aren't compiled then.
    pub(crate) fn count_lines(&mut self) {
        self.counted = Some(Counted::default());
        self.written = None;
    }

    fn settings(&self) -> Settings {
        Settings { counts_lines: self.counted.is_some() }
    }

    fn loader(&self) -> Loader {
        Loader {
            prelude: self.prelude.clone(),
            shared: self.shared(),
            settings: self.settings(),
            counted: self.counted.clone(),
            written: self.written.clone(),
        }
    }

    /// The scripts as loaded, with the words that they use, if they are to be compiled.
    pub(super) fn sources(&self) -> Option<Vec<Source>> {
        self.written.as_ref().map(|written| written.borrow().clone())
    }

    /// The same, shared, so that it includes those loaded later.
    pub(super) fn written(&self) -> Option<Written> {
        self.written.clone()
    }

    /// A script of the engine behind the words that it uses, a table that names them as scripts do.
    pub(super) fn own_text(&self, words: &str, text: &str) -> String {
        let words = self.prelude.before(&format!("return {words}"));
        let shared = SHARED.join(", ");
        format!("local {shared}, rules = ... local words = (function(...) {words} end)(...) {text}")
    }

    /// The arguments of every script, in the order of [`SHARED`](super::prelude::SHARED), except its own tables of
    /// words.
    fn shared(&self) -> Shared {
        let buffers = [self.state.handle(), self.actions.handle(), self.control.handle(), self.events.handle()];
        let [state, actions, control, events] = buffers;
        let Guards { sealed, ordered, lasting, frame, .. } = self.guards.clone();
        (state, actions, control, events, self.attacked.clone(), sealed, ordered, lasting, frame)
    }

    /// Lets scripts `require` the other files of their pack, those of a game as `@game/NAME`, and nothing else.
    pub(crate) fn provide_require(&self, files: PackFiles, game: Option<PackFiles>) -> Result<(), Diagnostic> {
        let loader = self.loader();
        let shelf = self.required.clone();
        let (control, solitude) = (self.control.handle(), self.solitude.clone());
        let (loaded, shared) = (self.guards.loaded.clone(), self.guards.shared.clone());
        // True while a file of the game runs: its `require` refers to the game's files.
        let in_game = Cell::new(false);
        let require = self.lua.create_function(move |lua, name: String| {
            let name = clipped(&name);
            let name = name.trim_start_matches("./").trim_end_matches(".lua");
            let is_beside = in_game.get() && !name.starts_with(GAME);
            let name = if is_beside { format!("{GAME}{name}") } else { name.to_owned() };
            let path = format!("{name}.lua");
            let known = shelf.borrow().iter().find(|known| known.path == path).cloned();
            let of_game = game.as_ref().zip(name.strip_prefix(GAME));
            let function = match known {
                Some(Shelved { required: Some(Required::Value(value)), .. }) => return Ok(value),
                Some(Shelved { required: Some(Required::Running), .. }) => {
                    return Err(mlua::Error::runtime(format!("`{path}` requires itself")));
                }
                Some(Shelved { function, required: None, .. }) => function,
                None => {
                    let (files, name) = of_game.unwrap_or((&files, &name));
                    let Some(source) = files.source(&format!("{name}.lua")) else {
                        let known = files.texts.keys().filter_map(|path| path.strip_suffix(".lua"));
                        let help = suggest(name, known);
                        return Err(mlua::Error::runtime(format!("there is no file `{path}` to require ({help})")));
                    };
                    let function =
                        loader.load(lua, &source).map_err(|faults| mlua::Error::runtime(faults.to_string()))?;
                    if let Some(written) = &loader.written
                        && let Some(last) = written.borrow_mut().last_mut()
                    {
                        last.required = path.strip_suffix(".lua").map(Into::into);
                    }
                    let shelved = Shelved { path: path.clone(), source, function: function.clone(), required: None };
                    shelf.borrow_mut().push(shelved);
                    function
                }
            };
            let note = |required: Required| {
                if let Some(entry) = shelf.borrow_mut().iter_mut().find(|known| known.path == path) {
                    entry.required = Some(required);
                }
            };
            note(Required::Running);
            let before = in_game.replace(of_game.is_some());
            let is_first = control.read_bytes::<1>(control::LOADS) == [0];
            // The value of a file must not depend on when it is first required.
            let with_match = is_first.then(|| solitude.enter());
            control.write_bytes(control::LOADS, &[1]);
            let value = function.call::<Value>(());
            in_game.set(before);
            if is_first {
                control.write_bytes(control::LOADS, &[0]);
                loaded.call::<()>(value.is_err())?;
            }
            drop(with_match);
            let value = value?;
            if let Some(unsealed) = shared.call::<Option<String>>(&value)? {
                let message = format!("`{path}` returns {unsealed}, which functions could change");
                return Err(mlua::Error::runtime(message));
            }
            note(Required::Value(value.clone()));
            Ok(value)
        });
        let set = |require: Function| self.lua.globals().raw_set("require", require);
        require.and_then(set).map_err(|error| Diagnostic::new(Code::ScriptHost, error.to_string()))
    }

    /// Loads a script without running it.
    ///
    /// # Errors
    /// Unknown words, and syntax errors.
    pub(crate) fn load(&self, source: &SourceFile) -> Result<Function, Faults> {
        self.loader().load(&self.lua, source)
    }

    /// Counts of executed lines of all scripts loaded into a VM that counts, by file.
    pub(crate) fn reached(&self) -> BTreeMap<String, BTreeMap<u32, u64>> {
        let counted = self.counted.iter().flat_map(|counted| counted.borrow().clone());
        counted.map(|(file, script)| (file.name.to_string(), lines_reached(&script, &file.text))).collect()
    }

    /// Resets the required files for the next run, and collects garbage if there is much of it, so that the memory left
    /// doesn't depend on earlier runs.
    pub(crate) fn forget(&self) -> Result<(), Diagnostic> {
        self.required.borrow_mut().iter_mut().for_each(|file| file.required = None);
        self.output.borrow_mut().take();
        self.sweep();
        Ok(())
    }

    /// Collects garbage if there is much of it.
    pub(crate) fn sweep(&self) {
        if self.lua.used_memory() > MEMORY / 8 {
            self.clear();
        }
    }

    /// Collects all garbage, and clears the cache of `memo`.
    fn clear(&self) {
        // A failure leaves the rest to Luau's collector.
        let _ = self.guards.forget.call::<()>(());
        let _ = self.lua.gc_collect();
    }

    /// Loads a script and runs its top level, which returns a value.
    ///
    /// # Errors
    /// Unknown words, syntax errors, and errors while the script runs.
    #[cfg(test)]
    pub(crate) fn run_file(&self, source: &SourceFile) -> Result<Value, Faults> {
        Ok(self.run(&self.load(source)?, source)?)
    }

    /// Runs the top level of a loaded script.
    ///
    /// # Errors
    /// Errors while it runs.
    pub(crate) fn run(&self, function: &Function, source: &SourceFile) -> Result<Value, Diagnostic> {
        let control = self.control.handle();
        control.write_bytes(control::LOADS, &[1]);
        let with_match = self.solitude.leave_match();
        let value = self.call(function, (), source);
        drop(with_match);
        control.write_bytes(control::LOADS, &[0]);
        let left = self.call::<()>(&self.guards.loaded, value.is_err(), source);
        let value = value.map_err(|fault| match fault.code {
            Code::ScriptMemory => self.at_last_line(fault, source),
            _ => fault,
        })?;
        left.map_err(|fault| Diagnostic { code: Code::KeptState, ..fault.help(NOT_KEPT) })?;
        Ok(value)
    }

    /// Locates where a script ran out of memory, which Luau doesn't report: it runs once more with its lines recorded.
    fn at_last_line(&self, fault: Diagnostic, source: &SourceFile) -> Diagnostic {
        let last = Rc::new(RefCell::new(None));
        let noted = last.clone();
        let signal = self.watchdog.signal();
        let again = || -> Option<Place> {
            self.forget().ok()?;
            let function = self.loader().load(&self.lua, source);
            self.lua.set_interrupt(move |lua| {
                let line = lua.inspect_stack(0, |frame| {
                    let name = frame.source().short_src.map(|name| name.into_owned());
                    Some((name?, u32::try_from(frame.current_line()?).ok()?))
                });
                if let Some(line) = line.flatten().filter(|(name, _)| name.ends_with(".lua")) {
                    noted.replace(Some(line));
                }
                match signal.is_raised() {
                    true => Err(mlua::Error::runtime("stopped")),
                    false => Ok(VmState::Continue),
                }
            });
            let _: Result<Value, Diagnostic> = self.call(&function.ok()?, (), source);
            let (name, line) = last.take()?;
            let place = Place::new(name.as_str(), line, 1);
            if name == *source.name { Some(source.line_place(line)) } else { Some(place) }
        };
        self.watchdog.set_traced(true);
        let budget = self.watchdog.set_budget(TRACED);
        let place = again();
        self.watchdog.set_budget(budget);
        self.lua.remove_interrupt();
        self.watchdog.set_traced(self.samples.is_some());
        if let Some(samples) = &self.samples {
            samples.watch(&self.lua, self.watchdog.signal());
        }
        match place {
            Some(place) => self.at_column(fault.at(place)),
            None => fault,
        }
    }

    /// Traces the first change of the state or event in a query, with the functions on the stack, innermost first.
    /// Inspects every step from now on until [`Vm::traced_change`].
    pub(crate) fn trace_change(&self) -> Trace {
        let found = Rc::new(RefCell::new(None));
        let (noted, signal) = (found.clone(), self.watchdog.signal());
        let (state, control) = (self.state.handle(), self.control.handle());
        let before = state.to_vec();
        self.lua.set_interrupt(move |lua| {
            let is_changed = || state.to_vec() != before || control.read_bytes::<4>(control::EVENTS_END) != [0; 4];
            if noted.borrow().is_none() && is_changed() {
                noted.replace(Change::at(lua));
            }
            match signal.is_raised() {
                true => Err(mlua::Error::runtime("stopped")),
                false => Ok(VmState::Continue),
            }
        });
        self.watchdog.set_traced(true);
        Trace { found, budget: self.watchdog.set_budget(TRACED) }
    }

    /// The change found since [`Vm::trace_change`].
    pub(crate) fn traced_change(&self, trace: Trace) -> Option<Change> {
        self.watchdog.set_budget(trace.budget);
        self.lua.remove_interrupt();
        self.watchdog.set_traced(self.samples.is_some());
        if let Some(samples) = &self.samples {
            samples.watch(&self.lua, self.watchdog.signal());
        }
        trace.found.take()
    }

    /// As [`Vm::load`], for a script that isn't part of the rules.
    pub(crate) fn load_beside(&self, source: &SourceFile) -> Result<Function, Faults> {
        Loader { written: None, ..self.loader() }.load(&self.lua, source)
    }

    /// Loads a script of the engine, with a table of the words that it uses, including those of `core`.
    pub(crate) fn load_own(&self, name: &str, words: &str, text: &str) -> Result<Function, Diagnostic> {
        let text = self.own_text(words, text);
        let load = || self.settings().load(&self.lua, name, &text)?.bind(self.shared());
        load().map_err(|e| Diagnostic::new(Code::ScriptHost, e.to_string()))
    }

    /// Runs a script of the engine, which gets the table of rules.
    pub(crate) fn run_own<R: mlua::FromLuaMulti>(&self, own: &Function, rules: &Table) -> Result<R, Diagnostic> {
        own.call((Value::Nil, rules)).map_err(|e| Diagnostic::new(Code::ScriptHost, e.to_string()))
    }

    /// Calls a function under the watchdog. `fallback` is the file named if the error names none.
    pub(crate) fn call<R: mlua::FromLuaMulti>(
        &self,
        function: &Function,
        arguments: impl mlua::IntoLuaMulti,
        fallback: &SourceFile,
    ) -> Result<R, Diagnostic> {
        self.global.set(false);
        self.ended.set(None);
        if let Some(samples) = &self.samples {
            samples.enter();
        }
        let (result, stop) = self.watchdog.run(|| function.call::<R>(arguments));
        let mut fault = match (result, stop) {
            (Ok(value), None) if self.ended.get().is_none() => {
                if self.lua.used_memory() > MAX_LEFT {
                    self.clear();
                }
                return Ok(value);
            }
            (Ok(_), None) => {
                Diagnostic::new(Code::ScriptError, "the script goes on though it was ended").at(fallback.line_place(1))
            }
            (Err(error), None) => script_diagnostic(&error, fallback),
            (result, Some(stop)) => stopped(stop, result.err().as_ref(), fallback),
        };
        if self.ended.get() == Some(Ended::Memory) {
            (fault.code, fault.message) = (Code::ScriptMemory, TOO_MUCH.to_owned());
        }
        if fault.code == Code::ScriptMemory {
            // The script's garbage must not count for the next one.
            self.clear();
        }
        if self.global.take() && fault.message.contains(GLOBAL) {
            fault.code = Code::Global;
            fault.help =
                Some("write `local` in front of it: all that lasts belongs into the game's variables".to_owned());
        }
        Err(self.at_column(at_function(fault, function, fallback)))
    }

    /// The column and the text of a syntax error in a required file: Luau reports only the line.
    fn at_column(&self, mut fault: Diagnostic) -> Diagnostic {
        if let Some(place) = fault.place.as_mut().filter(|place| place.source.is_none() || place.column == 1)
            && let Some(known) = self.required.borrow().iter().find(|known| known.source.name == place.file)
        {
            match place.column {
                1 => *place = known.source.line_place(place.line),
                _ => place.source = Some(known.source.text.clone()),
            }
        }
        fault
    }
}

/// Counts of executed lines of a script, with the text around it on its first and behind its last line. Where functions
/// nest on a line, the innermost one of the script counts.
fn lines_reached(script: &Function, text: &str) -> BTreeMap<u32, u64> {
    let count = text.lines().count();
    let mut lines: BTreeMap<u32, (i32, u64)> = BTreeMap::new();
    script.coverage(|part| {
        // A line without code has -1; functions of the prelude have the first line only.
        let is_written = !part.function.as_deref().is_some_and(is_teller);
        let is_own = is_written && part.depth > 0 && part.hits.iter().skip(2).any(|&hits| hits >= 0);
        for (line, &hits) in (0..).zip(&part.hits).take(count + 1).filter(|_| is_own) {
            let Ok(hits) = u64::try_from(hits) else { continue };
            let known = lines.entry(line).or_insert((part.depth, 0));
            if part.depth > known.0 {
                *known = (part.depth, hits);
            } else if part.depth == known.0 {
                known.1 = known.1.max(hits);
            }
        }
    });
    lines.into_iter().map(|(line, (_, hits))| (line, hits)).collect()
}

/// Places a fault without a place at the function that was called.
fn at_function(fault: Diagnostic, function: &Function, file: &SourceFile) -> Diagnostic {
    let is_known = |place: &Place| (place.line, place.column) != (1, 1);
    if fault.code == Code::ScriptError || fault.place.as_ref().is_some_and(is_known) {
        return fault;
    }
    let info = function.info();
    let line = info.line_defined.and_then(|line| u32::try_from(line).ok());
    match line.filter(|line| *line > 1 && info.short_src.as_deref() == Some(&*file.name)) {
        Some(line) => fault.at(file.line_place(line)),
        None => fault,
    }
}

/// The function of a square and a seat, both from 1, that is true if the seat's royal piece could be captured there,
/// with the board of the state. The tables alone answer unless another query is `asked`.
fn attacked(
    lua: &Lua,
    game: &Arc<Game>,
    state: mlua::Buffer,
    asked: Rc<RefCell<Option<Ask>>>,
) -> mlua::Result<Function> {
    let game = game.clone();
    lua.create_function(move |_, (square, seat): (usize, usize)| {
        let Some(rules) = game.board_rules() else { return Ok(false) };
        let is_known = (1..=rules.squares()).contains(&square) && (1..=game.seat_count()).contains(&seat);
        if let Some(Ask(ask)) = asked.borrow().as_ref().filter(|_| is_known) {
            return ask(square as u16 - 1, seat - 1);
        }
        let mut cells = vec![0; rules.squares()];
        let mut cursor = state.clone().cursor();
        cursor.seek(SeekFrom::Start(rules.offset() as u64)).and_then(|_| cursor.read_exact(&mut cells))?;
        Ok(is_known && rules.is_attacked(&cells, seat - 1, square as u16 - 1))
    })
}
