//! Instrumentation that enforces statelessness: no variable that functions could change outlasts a call.
//!
//! The file's captured locals are reported when it has run, and their tables are sealed. Closures made while a file
//! runs can capture the locals of the functions that made them. Those are reported as well, and a closure that sets one
//! of them is reported by itself, because it must not survive the load.

use std::collections::{BTreeMap, BTreeSet};

use super::{Bound, Replacement};
use parlour_luau::{FunctionId, Key, Local, LocalId, Meaning, Reach, Root, Script};
use parlour_model::diagnostic::SourceFile;

/// Suffix of the names of inserted functions that return locals.
const TELLS: &str = "kept_tells";

/// True if a function is one of those inserted, by its name.
pub(crate) fn is_teller(name: &str) -> bool {
    name.strip_suffix(TELLS).is_some_and(|before| before.starts_with("__"))
}

/// The text of a function that returns locals, and its name. The name excludes it from line counts, because it is on
/// lines of the script.
fn teller(underscores: &str, names: &[&str]) -> (String, String) {
    let name = format!("{underscores}{TELLS}");
    (format!("local function {name}() return {} end", names.join(", ")), name)
}

/// True if a local is captured and holds more than a function as written.
fn may_hold(local: &Local<'_>) -> bool {
    local.is_captured && (local.is_set || !matches!(local.value, Meaning::Function(_)))
}

/// Inserts code that reports the captured locals of the file at its end.
pub(super) fn tell_kept(script: &Script<'_>, bound: &mut Bound) {
    let is_told = |id: LocalId| {
        let local = &script.locals[id];
        local.function == 0 && may_hold(local)
    };
    // The later one of two locals with the same name is visible.
    let visible = |reach: &Reach| -> BTreeMap<&str, LocalId> {
        reach.locals.iter().map(|&id| (script.locals[id].name, id)).filter(|(_, id)| is_told(*id)).collect()
    };
    let at_end: BTreeSet<LocalId> = script.ends.last().map(visible).into_iter().flatten().map(|(_, id)| id).collect();
    let hidden = script.declared.iter().map(|reach| {
        let locals = reach.locals.iter().copied().filter(|id| is_told(*id) && !at_end.contains(id)).collect();
        Reach { at: reach.at, locals }
    });
    let ends = script.ends.iter().map(|reach| Reach { at: reach.at, locals: visible(reach).into_values().collect() });
    let list = bound.kept.clone();
    for Reach { at, locals } in hidden.chain(ends).filter(|reach| !reach.locals.is_empty()) {
        let names: Vec<&str> = locals.iter().map(|&id| script.locals[id].name).collect();
        let (teller, tells) = teller(&bound.underscores_of_own(), &names);
        let text = format!(" do {teller} {list}[#{list} + 1] = {tells} end ");
        bound.replace(at..at, Replacement::Text(text));
    }
}

/// Inserts code that reports shared locals while a file runs: locals of a function that closures capture, and closures
/// that set them.
pub(super) fn tell_lasting(source: &SourceFile, script: &Script<'_>, bound: &mut Bound) {
    let kept = bound.kept.clone();
    for Reach { at, locals } in &script.declared_within {
        let held = locals.iter().map(|&id| &script.locals[id]).filter(|local| may_hold(local));
        let names: Vec<&str> = held.map(|local| local.name).collect();
        if !names.is_empty() {
            let (teller, tells) = teller(&bound.underscores_of_own(), &names);
            let text = format!(" if {kept}_loads() then {teller} LASTING({tells}) end ");
            bound.replace(*at..*at, Replacement::Text(text));
            bound.shares = true;
        }
    }
    for (function, (at, name)) in setters(script) {
        let function = &script.functions[function];
        let (line, start, end) = (source.place(at).line, function.span.start, function.span.end);
        if let Some(made) = &function.name {
            let made = source.text[made.clone()].replace(':', ".");
            bound.replace(end..end, Replacement::Text(format!(" do {kept}_made({made}, {line}, \"{name}\") end ")));
        } else {
            bound.replace_behind(start..start, Replacement::Text(format!("{kept}_made(")));
            bound.replace(end..end, Replacement::Text(format!(", {line}, \"{name}\")")));
        }
    }
}

/// The functions that set a local of an enclosing function, or call one that does: offset and name. Luau inlines local
/// functions into their callers, so those set it too.
fn setters<'a>(script: &Script<'a>) -> BTreeMap<FunctionId, (usize, &'a str)> {
    let mut setters = BTreeMap::new();
    let mut known = usize::MAX;
    while known != setters.len() {
        known = setters.len();
        for used in &script.uses {
            let Root::Local(local) = used.root else { continue };
            let set = match script.value(local) {
                _ if used.is_set && used.key == Key::None => Some((used.at, used.name)),
                Meaning::Function(called) => setters.get(&called).copied(),
                _ => None,
            };
            let (Some(set), home) = (set, script.locals[local].function) else { continue };
            let mut function = used.function;
            while home != 0 && function != home {
                setters.entry(function).or_insert(set);
                let Some(parent) = script.functions[function].parent else { break };
                function = parent;
            }
        }
    }
    setters
}
