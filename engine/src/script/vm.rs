//! A virtual machine for scripts: what is taken away, what is replaced, and how scripts are loaded and fail.

use std::cell::RefCell;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use mlua::chunk::Compiler;
use mlua::{Function, Lua, MultiValue, Table, Value, VmState};

use super::memory::SharedBuffer;
use super::prelude::{Prelude, SHARED, control};
use super::rewrite::{Names, bind};
use super::undeclared::{Surroundings, undeclared};
use super::watchdog::{STOPPED, Watchdog};
use crate::diagnostic::{Diagnostic, Faults, Place, SourceFile, suggest};
use crate::game::Game;
use crate::pack::PackFiles;

/// How scripts are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Inlined and native; the line of an error may be lost to inlining.
    Fast,
    /// As written, so that errors have their exact line.
    Exact,
}

/// Bytes of the buffers that a machine shares with Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// The block of state.
    pub(crate) state: usize,
    /// An action, the bunches to work with, and the list of actions.
    pub(crate) actions: usize,
    /// The events of an action.
    pub(crate) events: usize,
}

/// Memory that the scripts of one machine may use.
const MEMORY: usize = 96 << 20;

/// A virtual machine with the four buffers that it shares with Rust.
#[derive(Debug)]
pub(crate) struct Vm {
    // Dropped before the machine that it watches.
    pub(crate) watchdog: Watchdog,
    pub(crate) state: SharedBuffer,
    pub(crate) actions: SharedBuffer,
    pub(crate) control: SharedBuffer,
    pub(crate) events: SharedBuffer,
    /// What asks the board's rules whether a square is attacked.
    attacked: Function,
    /// The files that were required.
    required: Shelf,
    pub(crate) lua: Lua,
    pub(crate) prelude: Rc<Prelude>,
    pub(crate) output: Rc<RefCell<Vec<String>>>,
    mode: Mode,
    /// The global tables of the prelude are there.
    has_tables: Rc<RefCell<bool>>,
}

/// Files that were required.
type Shelf = Rc<RefCell<Vec<Shelved>>>;

/// A file that was required.
#[derive(Clone, Debug)]
struct Shelved {
    path: String,
    source: SourceFile,
    function: Function,
    /// How far it is; `None` if it has not been run since it was loaded or forgotten.
    required: Option<Required>,
}

/// How far a required file is.
#[derive(Clone, Debug)]
enum Required {
    /// It runs now.
    Running,
    /// It has run, and has returned this.
    Value(Value),
}

impl Vm {
    pub(crate) fn new(
        game: &Arc<Game>,
        prelude: Rc<Prelude>,
        room: Room,
        budget: Duration,
        mode: Mode,
    ) -> Result<Self, Diagnostic> {
        let lua = Lua::new();
        Self::furnish(lua, game, prelude, room, budget, mode)
            .map_err(|error| Diagnostic::new("script-host", format!("the script host can't start: {error}")))
    }

    fn furnish(
        lua: Lua,
        game: &Arc<Game>,
        prelude: Rc<Prelude>,
        room: Room,
        budget: Duration,
        mode: Mode,
    ) -> mlua::Result<Self> {
        lua.set_compiler(
            Compiler::new()
                .set_optimization_level(if mode == Mode::Fast { 2 } else { 0 })
                .set_debug_level(1)
                .set_type_info_level(1),
        );
        lua.enable_jit(mode == Mode::Fast);
        let output = Rc::new(RefCell::new(Vec::new()));
        restrict(&lua, &output)?;
        let state = SharedBuffer::new(&lua, room.state.max(8))?;
        let actions = SharedBuffer::new(&lua, room.actions)?;
        let control = SharedBuffer::new(&lua, control::LEN)?;
        let events = SharedBuffer::new(&lua, room.events)?;
        let attacked = attacked(&lua, game, state.handle())?;
        let watchdog = Watchdog::new(&lua, budget)?;
        lua.sandbox(true)?;
        guard_globals(&lua)?;
        lua.set_memory_limit(MEMORY)?;
        Ok(Self {
            watchdog,
            state,
            actions,
            control,
            events,
            attacked,
            lua,
            prelude,
            output,
            mode,
            has_tables: Rc::new(RefCell::new(false)),
            required: Rc::default(),
        })
    }

    fn loader(&self) -> Loader {
        Loader {
            prelude: self.prelude.clone(),
            shared: self.shared(),
            mode: self.mode,
            has_tables: self.has_tables.clone(),
        }
    }

    /// What every script gets, in the order of [`SHARED`](super::prelude::SHARED).
    fn shared(&self) -> Shared {
        let buffers = [self.state.handle(), self.actions.handle(), self.control.handle(), self.events.handle()];
        let [state, actions, control, events] = buffers;
        (state, actions, control, events, self.attacked.clone())
    }

    /// Lets scripts `require` the other files of their pack, and nothing else.
    pub(crate) fn provide_require(&self, files: PackFiles) -> Result<(), Diagnostic> {
        let loader = self.loader();
        let shelf = self.required.clone();
        let require = self.lua.create_function(move |lua, name: String| {
            let path = format!("{}.lua", name.trim_start_matches("./").trim_end_matches(".lua"));
            let known = shelf.borrow().iter().find(|known| known.path == path).cloned();
            let function = match known {
                Some(Shelved { required: Some(Required::Value(value)), .. }) => return Ok(value),
                Some(Shelved { required: Some(Required::Running), .. }) => {
                    return Err(mlua::Error::runtime(format!("`{path}` requires itself")));
                }
                Some(Shelved { function, required: None, .. }) => function,
                None => {
                    let Some(source) = files.source(&path) else {
                        let known = files.texts.keys().filter_map(|path| path.strip_suffix(".lua"));
                        let help = suggest(path.trim_end_matches(".lua"), known);
                        return Err(mlua::Error::runtime(format!("there is no file `{path}` to require ({help})")));
                    };
                    let function =
                        loader.load(lua, &source).map_err(|faults| mlua::Error::runtime(faults.to_string()))?;
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
            let value = function.call::<Value>(())?;
            note(Required::Value(value.clone()));
            Ok(value)
        });
        let set = |require: Function| self.lua.globals().raw_set("require", require);
        require.and_then(set).map_err(|error| Diagnostic::new("script-host", error.to_string()))
    }

    /// Loads a script without running it.
    ///
    /// # Errors
    /// What the prelude doesn't have, and syntax errors.
    pub(crate) fn load(&self, source: &SourceFile) -> Result<Function, Faults> {
        self.loader().load(&self.lua, source)
    }

    /// Makes the next run of a file begin from nothing: what was required is run again, and garbage is swept out if
    /// there is much of it, so that how much memory is left does not depend on earlier runs.
    pub(crate) fn forget(&self) -> Result<(), Diagnostic> {
        self.required.borrow_mut().iter_mut().for_each(|file| file.required = None);
        self.output.borrow_mut().clear();
        if self.lua.used_memory() > MEMORY / 8 {
            self.lua.gc_collect().map_err(|error| Diagnostic::new("script-host", error.to_string()))?;
        }
        Ok(())
    }

    /// Loads a script and runs its top level, which returns a value.
    ///
    /// # Errors
    /// What the prelude doesn't have, syntax errors, and errors while the script runs.
    pub(crate) fn run_file(&self, source: &SourceFile) -> Result<Value, Faults> {
        let function = self.loader().load(&self.lua, source)?;
        self.call(&function, (), source).map_err(|fault| match fault.code {
            "script-memory" => self.at_last_line(fault, source).into(),
            _ => fault.into(),
        })
    }

    /// Says where a script was when its memory ran out, which Luau does not tell: it is run once more, and its lines are
    /// noted as it goes.
    fn at_last_line(&self, fault: Diagnostic, source: &SourceFile) -> Diagnostic {
        let last = Rc::new(RefCell::new(None));
        let noted = last.clone();
        let again = || -> Option<Place> {
            self.forget().ok()?;
            self.lua.enable_jit(false);
            let function = self.loader().load(&self.lua, source);
            self.lua.enable_jit(self.mode == Mode::Fast);
            self.lua.set_interrupt(move |lua| {
                let line = lua.inspect_stack(0, |frame| {
                    let name = frame.source().short_src.map(|name| name.into_owned());
                    Some((name?, u32::try_from(frame.current_line()?).ok()?))
                });
                if let Some(line) = line.flatten().filter(|(name, _)| name.ends_with(".lua")) {
                    noted.replace(Some(line));
                }
                Ok(VmState::Continue)
            });
            let _: Result<Value, Diagnostic> = self.call(&function.ok()?, (), source);
            let (name, line) = last.take()?;
            let place = Place { file: name.as_str().into(), line, column: 1 };
            if name == *source.name { Some(source.line_place(line)) } else { Some(place) }
        };
        let place = again();
        self.lua.remove_interrupt();
        match place {
            Some(place) => self.at_column(fault.at(place)),
            None => fault,
        }
    }

    /// As [`Vm::run_file`], for a script that is not worth turning into native code.
    pub(crate) fn run_cold(&self, source: &SourceFile) -> Result<Value, Faults> {
        self.lua.enable_jit(false);
        let value = self.run_file(source);
        self.lua.enable_jit(self.mode == Mode::Fast);
        value
    }

    /// Loads a script of the engine's own, which may use `core` as well, and has the table of rules and those of
    /// exchanges.
    pub(crate) fn run_own(
        &self,
        name: &str,
        text: &str,
        rules: &Value,
        exchanges: &Table,
    ) -> Result<Table, Diagnostic> {
        let source = SourceFile::new(name, text);
        let error = |message: String| Diagnostic::new("script-host", message);
        let bound = bind(&source, &WithCore(&self.prelude)).map_err(|faults| error(Faults(faults).to_string()))?;
        let prefix = self.prelude.prefix(&bound.used);
        let text = format!("{prefix}local rules, exchanges = select({}, ...) {}", 1 + SHARED.len(), bound.text);
        let load = || -> mlua::Result<Table> {
            let script = self.lua.load(text).set_name(format!("={name}")).into_function()?;
            script.bind(self.shared())?.call((rules.clone(), exchanges.clone()))
        };
        load().map_err(|e| error(e.to_string()))
    }

    /// Calls a function under the watch of the watchdog. `fallback` is the file named if the error names none.
    pub(crate) fn call<R: mlua::FromLuaMulti>(
        &self,
        function: &Function,
        arguments: impl mlua::IntoLuaMulti,
        fallback: &SourceFile,
    ) -> Result<R, Diagnostic> {
        let (result, stopped) = self.watchdog.run(|| function.call::<R>(arguments));
        match result {
            Ok(_) if stopped => {
                Err(Diagnostic::new("script-budget", "the script ran too long").at(fallback.line_place(1)))
            }
            Ok(value) => Ok(value),
            Err(error) => Err(self.at_column(script_diagnostic(&error, fallback))),
        }
    }

    /// The column of what is wrong in a file that was required: Luau tells no more than the line.
    fn at_column(&self, mut fault: Diagnostic) -> Diagnostic {
        if let Some(place) = fault.place.as_mut().filter(|place| place.column == 1)
            && let Some(known) = self.required.borrow().iter().find(|known| known.source.name == place.file)
        {
            *place = known.source.line_place(place.line);
        }
        fault
    }
}

/// The prelude with `core`, for the engine's own scripts.
struct WithCore<'a>(&'a Prelude);

impl super::rewrite::Names for WithCore<'_> {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        self.0.all_members(namespace)
    }

    fn allows_hiding(&self) -> bool {
        true
    }
}

/// What a script finds around it: the prelude's names and the machine's.
struct Around<'a> {
    prelude: &'a Prelude,
    globals: Table,
}

impl Surroundings for Around<'_> {
    fn has(&self, name: &str) -> bool {
        self.prelude.members(name).is_some()
            || SHARED.contains(&name)
            || self.globals.contains_key(name).unwrap_or(true)
    }

    fn members(&self, library: &str) -> Option<Vec<String>> {
        if self.prelude.members(library).is_some() {
            return None;
        }
        let table = self.globals.get::<Table>(library).ok()?;
        let mut members: Vec<String> =
            table.pairs::<String, Value>().filter_map(Result::ok).map(|(name, _)| name).collect();
        members.sort();
        Some(members)
    }

    fn names(&self) -> Vec<&str> {
        self.prelude.namespaces().collect()
    }
}

/// What it takes to load a script. It holds no machine: a function inside the machine holds it, and neither would
/// ever be dropped.
struct Loader {
    prelude: Rc<Prelude>,
    shared: Shared,
    mode: Mode,
    has_tables: Rc<RefCell<bool>>,
}

impl Loader {
    fn load(&self, lua: &Lua, source: &SourceFile) -> Result<Function, Faults> {
        let load = |text: &str| lua.load(text).set_name(format!("={}", source.name)).into_function();
        let bound = bind(source, &*self.prelude);
        let mut faults = bound.as_ref().err().cloned().unwrap_or_default();
        // In what is no Luau at all, nothing is known about names.
        if load(&source.text).is_ok() {
            // What was said of a line says enough about it.
            let line = |fault: &Diagnostic| fault.place.as_ref().map(|place| place.line);
            let told: Vec<Option<u32>> = faults.iter().map(line).collect();
            faults.extend(self.undeclared(lua, source).into_iter().filter(|fault| !told.contains(&line(fault))));
        }
        if !faults.is_empty() {
            return Err(Faults(faults).sorted());
        }
        let bound = bound.unwrap_or_default();
        let text = if self.mode == Mode::Exact || bound.used.len() > 120 {
            self.need_tables(lua)?;
            source.text.to_string()
        } else {
            if bound.needs_tables {
                self.need_tables(lua)?;
            }
            self.prelude.prefix(&bound.used) + &bound.text
        };
        // What is wrong with the syntax is told by the text as it was written.
        let function = load(&text)
            .map_err(|error| load(&source.text).err().unwrap_or(error))
            .map_err(|error| script_diagnostic(&error, source))?;
        function.bind(self.shared.clone()).map_err(|error| Diagnostic::new("script-host", error.to_string()).into())
    }

    /// Names in a script that neither it nor the prelude nor the machine has.
    fn undeclared(&self, lua: &Lua, source: &SourceFile) -> Vec<Diagnostic> {
        undeclared(source, &Around { prelude: &self.prelude, globals: lua.globals() })
    }

    fn need_tables(&self, lua: &Lua) -> Result<(), Diagnostic> {
        if std::mem::replace(&mut *self.has_tables.borrow_mut(), true) {
            return Ok(());
        }
        let fail = |error: mlua::Error| Diagnostic::new("script-host", format!("prelude: {error}"));
        let tables = lua.load(self.prelude.tables()).set_name("=prelude").call::<Table>(self.shared.clone());
        let tables = tables.map_err(fail)?;
        for pair in tables.pairs::<String, Value>() {
            let (name, table) = pair.map_err(fail)?;
            lua.globals().raw_set(name, table).map_err(fail)?;
        }
        Ok(())
    }
}

/// What every script gets from the machine.
type Shared = (mlua::Buffer, mlua::Buffer, mlua::Buffer, mlua::Buffer, Function);

/// A function of a square and a seat, both from 1: whether the seat's royal piece could be captured there, as the board
/// in the state lies.
fn attacked(lua: &Lua, game: &Arc<Game>, state: mlua::Buffer) -> mlua::Result<Function> {
    let game = game.clone();
    lua.create_function(move |_, (square, seat): (usize, usize)| {
        let Some(rules) = game.board_rules() else { return Ok(false) };
        let is_known = (1..=rules.squares()).contains(&square) && (1..=game.seat_count()).contains(&seat);
        let mut cells = vec![0; rules.squares()];
        let mut cursor = state.clone().cursor();
        cursor.seek(SeekFrom::Start(rules.offset() as u64)).and_then(|_| cursor.read_exact(&mut cells))?;
        Ok(is_known && rules.is_attacked(&cells, seat - 1, square as u16 - 1))
    })
}

/// Takes away what breaks determinism or isolation, and replaces what has a harmless form.
fn restrict(lua: &Lua, output: &Rc<RefCell<Vec<String>>>) -> mlua::Result<()> {
    let globals = lua.globals();
    for name in [
        "os",
        "debug",
        "getfenv",
        "setfenv",
        "loadstring",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "require",
        "dofile",
        "loadfile",
        "load",
    ] {
        globals.raw_remove(name)?;
    }
    let math: Table = globals.get("math")?;
    math.raw_remove("random")?;
    math.raw_remove("randomseed")?;
    let lines = output.clone();
    globals.raw_set(
        "print",
        lua.create_function(move |_, values: MultiValue| {
            let words: Vec<String> = values.iter().map(plain_text).collect();
            let mut lines = lines.borrow_mut();
            // A script that floods the session is cut off where nobody reads any more.
            if lines.len() < 10_000 {
                lines.push(words.join("\t"));
            }
            Ok(())
        })?,
    )?;
    // Addresses differ from run to run.
    globals.raw_set("tostring", lua.create_function(|_, value: Value| Ok(plain_text(&value)))?)?;
    Ok(())
}

/// What scripts that set a global variable are told; the host recognises it.
const GLOBAL: &str = "the script sets the global variable";

/// Lets no script set a global variable: it would last from one call to the next, and states would depend on it.
fn guard_globals(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    let guarded = lua.create_table()?;
    if let Some(known) = globals.metatable() {
        guarded.raw_set("__index", known.raw_get::<Value>("__index")?)?;
    }
    let refuse: Function = lua
        .load(format!("return function(_, name) error(`{GLOBAL} \\`{{name}}\\``, 2) end"))
        .set_name("=prelude")
        .eval()?;
    guarded.raw_set("__newindex", refuse)?;
    globals.set_metatable(Some(guarded))
}

/// A value as text, without addresses.
fn plain_text(value: &Value) -> String {
    match value {
        Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::UserData(_) | Value::LightUserData(_) => {
            value.type_name().to_owned()
        }
        Value::Buffer(_) => "buffer".to_owned(),
        other => other.to_string().unwrap_or_default(),
    }
}

/// Turns an error of the virtual machine into a message with its place.
pub(crate) fn script_diagnostic(error: &mlua::Error, fallback: &SourceFile) -> Diagnostic {
    match error {
        mlua::Error::MemoryError(_) => {
            Diagnostic::new("script-memory", "the script needs too much memory").at(fallback.line_place(1))
        }
        mlua::Error::CallbackError { cause, traceback } => match cause.as_ref() {
            // What Rust reports has no place of its own: it is where the script called.
            mlua::Error::RuntimeError(message) if !message.contains(".lua:") => {
                located("script-error", &format!("{message}\n{traceback}"), fallback)
            }
            cause => script_diagnostic(cause, fallback),
        },
        mlua::Error::SyntaxError { message, .. } => located("script-syntax", message, fallback),
        mlua::Error::RuntimeError(message) => {
            if message.contains(STOPPED) {
                let mut out = located("script-budget", message, fallback);
                out.message = "the script ran too long and was stopped".to_owned();
                return out;
            }
            if message.contains("not enough memory") {
                let mut out = located("script-memory", message, fallback);
                out.message = "the script needs too much memory".to_owned();
                return out;
            }
            if message.contains(GLOBAL) {
                return located("global", message, fallback)
                    .help("write `local` in front of it: all that lasts belongs into the game's variables");
            }
            located("script-error", message, fallback)
        }
        other => located("script-error", &other.to_string(), fallback),
    }
}

/// A message without the place inside the prelude, or in what calls a script, that it comes from.
fn without_prelude(message: &str) -> &str {
    let message = message.trim_start_matches("runtime error: ");
    let inside = ["prelude:", "__mlua_bind:"].iter().find_map(|place| message.strip_prefix(place));
    let inside = inside.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    inside.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message)
}

/// Splits `file:line: message`; without that, looks for the file in the traceback.
fn located(code: &'static str, text: &str, file: &SourceFile) -> Diagnostic {
    let first = text.lines().next().unwrap_or_default().trim();
    let first = match first.split_once(": 0x") {
        Some((kind, _)) if !kind.contains(' ') => "an error was raised that is no text",
        _ => without_prelude(first),
    };
    let number = |text: &str| -> Option<(u32, usize)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text[..digits].parse().ok()?, digits))
    };
    // `file.lua:line: message`, or `file.lua:line:column: message` from a script that was required.
    let place_in = |line: &str| -> Option<(String, u32, Option<u32>, String)> {
        let at = line.find(".lua:")? + 4;
        let name = line[..at].trim().trim_start_matches("runtime error: ").trim_start_matches("syntax error: ");
        let (row, digits) = number(&line[at + 1..])?;
        let rest = line[at + 1 + digits..].strip_prefix(':').unwrap_or_default();
        let column = number(rest).filter(|(_, digits)| rest[*digits..].starts_with(':'));
        let message = column.map_or(rest, |(_, digits)| &rest[digits + 1..]);
        Some((name.to_owned(), row, column.map(|(column, _)| column), message.trim().to_owned()))
    };
    let place = |name: String, line: u32, column: Option<u32>| match column {
        None if *name == *file.name => file.line_place(line),
        column => Place { file: name.into(), line, column: column.unwrap_or(1) },
    };
    if let Some((name, line, column, message)) = place_in(first) {
        return Diagnostic::new(code, without_prelude(&message)).at(place(name, line, column));
    }
    let traced = text.lines().skip(1).find_map(|line| place_in(line).filter(|(_, line, _, _)| *line > 1));
    let place = traced.map_or_else(|| file.line_place(1), |(name, line, column, _)| place(name, line, column));
    Diagnostic::new(code, first).at(place)
}
