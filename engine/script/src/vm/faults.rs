//! Errors of the VM as diagnostics with their places.

use std::fmt;

use mlua::Value;

use crate::export::clipped;
use crate::watchdog::Stop;
use parlour_model::diagnostic::{Call, Code, Diagnostic, Place, SourceFile};

/// Luau's message when memory runs out.
const NO_MEMORY: &str = "not enough memory";
/// Luau's message when calls nest too deeply; the limit depends on how scripts are compiled.
const TOO_DEEP: &str = "stack overflow";

/// The message for both.
pub(super) const TOO_MUCH: &str = "the script needs too much memory";

/// The reason that a call ends although a script catches the error: its limits must not be observable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Memory,
    Depth,
    /// A script in another VM, called by this one, ran out of something.
    Within,
}

impl Ended {
    /// The reason if an error ends the call.
    pub(super) fn by(fault: &Value) -> Option<Self> {
        match fault {
            Value::String(text) => Self::by_text(&text.to_string_lossy()),
            Value::Error(error) => Self::by_error(error),
            _ => None,
        }
    }

    fn by_error(error: &mlua::Error) -> Option<Self> {
        match error {
            mlua::Error::MemoryError(_) => Some(Self::Memory),
            mlua::Error::CallbackError { cause, .. } => Self::by_error(cause),
            mlua::Error::RuntimeError(text) => Self::by_text(text),
            error => error.downcast_ref::<OfOther>().and_then(|fault| fault.is_final().then_some(Self::Within)),
        }
    }

    fn by_text(text: &str) -> Option<Self> {
        let first = text.lines().next().unwrap_or_default();
        match first {
            NO_MEMORY => Some(Self::Memory),
            deep if deep.contains(TOO_DEEP) => Some(Self::Depth),
            _ => None,
        }
    }
}

/// The fault of scripts in another VM, as their caller gets it.
#[derive(Debug)]
pub(crate) struct OfOther {
    code: Code,
    text: String,
}

impl OfOther {
    pub(crate) fn new(code: Code, text: String) -> Self {
        Self { code, text }
    }

    /// True if it is one of memory or time.
    fn is_final(&self) -> bool {
        matches!(self.code, Code::ScriptMemory | Code::ScriptBudget | Code::ScriptStopped)
    }
}

impl fmt::Display for OfOther {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for OfOther {}

/// Converts an error of the VM into a diagnostic with its place.
pub(crate) fn script_diagnostic(error: &mlua::Error, fallback: &SourceFile) -> Diagnostic {
    match error {
        mlua::Error::MemoryError(_) => Diagnostic::new(Code::ScriptMemory, TOO_MUCH).at(fallback.line_place(1)),
        mlua::Error::CallbackError { cause, traceback } => match cause.as_ref() {
            // An error from Rust has no place of its own: it is at the script's call.
            mlua::Error::RuntimeError(message) if !message.contains(".lua:") => {
                located(Code::ScriptError, &format!("{message}\n{traceback}"), fallback)
            }
            cause => script_diagnostic(cause, fallback),
        },
        mlua::Error::SyntaxError { message, .. } => located(Code::ScriptSyntax, message, fallback),
        mlua::Error::RuntimeError(message) => {
            // Luau's message has no place in front, unlike those of scripts.
            if message.lines().next() == Some(NO_MEMORY) {
                let mut out = located(Code::ScriptMemory, message, fallback);
                out.message = TOO_MUCH.to_owned();
                return out;
            }
            located(Code::ScriptError, message, fallback)
        }
        other => {
            let code = other.downcast_ref::<OfOther>().filter(|fault| fault.is_final()).map(|fault| fault.code);
            located(code.unwrap_or(Code::ScriptError), &other.to_string(), fallback)
        }
    }
}

/// The diagnostic of a script that was stopped, with its place if its error has one.
pub(crate) fn stopped(stop: Stop, error: Option<&mlua::Error>, fallback: &SourceFile) -> Diagnostic {
    let (code, message) = match stop {
        Stop::Budget => (Code::ScriptBudget, "the script ran too long and was stopped"),
        Stop::Wanted => (Code::ScriptStopped, "the script was stopped"),
    };
    let place = error.and_then(|error| script_diagnostic(error, fallback).place);
    Diagnostic::new(code, message).at(place.unwrap_or_else(|| fallback.line_place(1)))
}

/// A message without the place inside the prelude, or in the caller of a script, that it comes from.
fn without_prelude(message: &str) -> &str {
    let message = message.trim_start_matches("runtime error: ");
    let inside = ["prelude:", "__mlua_bind:"].iter().find_map(|place| message.strip_prefix(place));
    let inside = inside.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    inside.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message)
}

/// Luau's message for a sealed table.
const SEALED: &str = "attempt to modify a readonly table";
const NOT_CHANGED: &str = "what a file's locals hold, and the libraries, stay as they are once the file is loaded: what \
                           lasts belongs into the game's `vars`, or for a robot into `me.memory`; `memo` remembers what \
                           a function returns";

/// A message with its place, and help.
fn located(code: Code, text: &str, file: &SourceFile) -> Diagnostic {
    let mut fault = found(code, text, file);
    fault.calls = fault.place.as_ref().map_or_else(Box::default, |place| calls(text, place, file));
    if fault.message.ends_with(SEALED) { fault.help(NOT_CHANGED) } else { fault }
}

/// The calls in scripts that led to a place, from the traceback: `file.lua:7: in function 'outer'` for each.
fn calls(text: &str, fault: &Place, file: &SourceFile) -> Box<[Call]> {
    let call = |line: &str| {
        let (name, rest) = line.trim().split_once(".lua:")?;
        let (row, what) = rest.split_once(':')?;
        let function = what.trim().strip_prefix("in function '").and_then(|name| name.strip_suffix('\''));
        let (name, row) = (format!("{name}.lua"), row.parse::<u32>().ok()?);
        // On line 1 are the words of the game and the caller of the script; both have names with two underscores.
        let is_own = row == 1 && function.is_some_and(|name| name.contains("__"));
        let place = if *name == *file.name { file.line_place(row) } else { Place::new(name, row, 1) };
        (!is_own).then(|| Call { place, function: function.map(str::to_owned) })
    };
    let traced = text.lines().skip_while(|line| line.trim() != "stack traceback:").filter_map(call);
    let is_fault = |call: &Call| call.place.file == fault.file && call.place.line == fault.line;
    traced.skip_while(|call| !is_fault(call)).skip(1).collect()
}

/// Splits `file:line: message`; otherwise finds the file in the traceback.
fn found(code: Code, text: &str, file: &SourceFile) -> Diagnostic {
    let first = clipped(text.lines().next().unwrap_or_default().trim());
    let first = match first.split_once(": 0x") {
        Some((kind, _)) if !kind.contains(' ') => "an error was raised that is not a text",
        _ => without_prelude(&first),
    };
    let number = |text: &str| -> Option<(u32, usize)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text[..digits].parse().ok()?, digits))
    };
    // `file.lua:line: message`, or `file.lua:line:column: message` from a required script.
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
        column => {
            let source = (*name == *file.name).then(|| file.text.clone());
            Place { source, ..Place::new(name, line, column.unwrap_or(1)) }
        }
    };
    // A word of the game is on line 1 of its script, and its name has two underscores, as in `in function
    // 'match__seat'`: the fault is at the script's call.
    let is_word = |line: &&str| line.contains(":1: in function '") && line.contains("__");
    let caller =
        || text.lines().skip_while(|line| !is_word(line)).find(|line| !is_word(line) && line.contains(".lua:"));
    if let Some((name, line, column, message)) = place_in(first) {
        let caller = caller().filter(|_| line == 1 && column.is_none()).and_then(place_in);
        let (name, line) = caller.map_or((name, line), |(name, line, _, _)| (name, line));
        return Diagnostic::new(code, without_prelude(&message)).at(place(name, line, column));
    }
    let traced = text.lines().skip(1).find_map(|line| place_in(line).filter(|(_, line, _, _)| *line > 1));
    let place = traced.map_or_else(|| file.line_place(1), |(name, line, column, _)| place(name, line, column));
    Diagnostic::new(code, first).at(place)
}
