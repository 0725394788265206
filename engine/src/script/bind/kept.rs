//! What is written into a script so that nothing which functions could change lasts from one call to the next.
//!
//! The locals of the file are told when it has run, and what they hold is sealed. Functions that are made while a file
//! runs can hold more: the locals of the functions that made them. These are told as well, and a function that sets one
//! of them is told by itself, for it must not be there any more when the file has run.

use std::collections::{BTreeMap, BTreeSet};

use super::{Bound, Replacement};
use crate::base::luau::{FunctionId, Key, Local, LocalId, Meaning, Reach, Root, Script};
use crate::diagnostic::SourceFile;

/// What the names of the functions end with that tell what locals hold.
const TELLS: &str = "kept_tells";

/// Whether a function of a script, by its name, is not written there but tells what the script's locals hold.
pub(crate) fn is_teller(name: &str) -> bool {
    name.strip_suffix(TELLS).is_some_and(|before| before.starts_with("__"))
}

/// The text of a function that tells what locals hold, and its name. It has a name so that what counts the lines that
/// are reached leaves it out: it stands on lines of the script.
fn teller(underscores: &str, names: &[&str]) -> (String, String) {
    let name = format!("{underscores}{TELLS}");
    (format!("local function {name}() return {} end", names.join(", ")), name)
}

/// Whether a local holds more than a function as it was written, and functions use it.
fn may_hold(local: &Local<'_>) -> bool {
    local.is_captured && (local.is_set || !matches!(local.value, Meaning::Function(_)))
}

/// Writes into a script what tells, when it has run, what its locals hold that its functions use.
pub(super) fn tell_kept(script: &Script<'_>, bound: &mut Bound) {
    let is_told = |id: LocalId| {
        let local = &script.locals[id];
        local.function == 0 && may_hold(local)
    };
    // Of two locals with one name the later is meant.
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

/// Writes into a script what tells, while a file runs, of what its functions share: the locals of one that others use,
/// and those others that set them.
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
        let line = source.place(at).line;
        if let Some(range) = &function.expression {
            bound.replace_behind(range.start..range.start, Replacement::Text(format!("{kept}_made(")));
            bound.replace(range.end..range.end, Replacement::Text(format!(", {line}, \"{name}\")")));
        } else if let Some(statement) = &function.statement {
            let made = source.text[statement.name.clone()].replace(':', ".");
            let end = statement.whole.end;
            bound.replace(end..end, Replacement::Text(format!(" do {kept}_made({made}, {line}, \"{name}\") end ")));
        }
    }
}

/// The functions that set a local of a function that they are in, or that hold one which does: where, and its name. Luau
/// writes a function that has a name into those that call it, so that these set what it sets.
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
