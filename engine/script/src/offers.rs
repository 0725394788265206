//! Static check of offers: `legal` of an action offers that action.

use std::collections::{BTreeMap, BTreeSet};

use parlour_luau::{FunctionId, Key, Meaning, Root, Script, Use};
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile};
use parlour_model::identifiers::member_name;

/// Reports offers of another action than the one whose `legal` is asked, and offers where none are asked for. A
/// function that several hooks call may offer what any of them may.
pub(super) fn misplaced(source: &SourceFile, script: &Script<'_>) -> Vec<Diagnostic> {
    let hooks = hooks(script);
    if hooks.is_empty() {
        return Vec::new();
    }
    let reached = reached(script, &hooks);
    let mut faults: Vec<Diagnostic> = Vec::new();
    for used in &script.uses {
        let Some(offered) = offered(script, used) else { continue };
        let Some(hooks) = reached.get(&used.function) else { continue };
        // An action named like a keyword of Luau is offered with an underscore behind its name; without it, that is
        // reported.
        let is_offer_of = |verb: &str| verb == offered || member_name(verb) == offered;
        if hooks.iter().any(|(verb, hook)| *hook == "legal" && is_offer_of(verb)) {
            continue;
        }
        let Some((verb, hook)) = hooks.first() else { continue };
        let message = format!("`offer.{offered}` in `{hook}` of `{verb}`");
        let help = match hooks.iter().find(|(_, hook)| *hook == "legal") {
            Some((verb, _)) => format!("`legal` of `{verb}` offers `{verb}` and nothing else"),
            None => "only `legal` offers actions".to_owned(),
        };
        // An alias local is reported with it.
        if !faults.iter().any(|fault| fault.message == message) {
            faults.push(Diagnostic::new(Code::WrongOffer, message).at(source.place(used.at)).help(help));
        }
    }
    faults
}

/// The action that a name offers, perhaps through a local that aliases `offer` or one of its functions.
fn offered<'a>(script: &Script<'a>, used: &Use<'a>) -> Option<&'a str> {
    let offer = match used.root {
        Root::Free => used,
        Root::Local(local) => match script.resolve(script.value(local)) {
            Meaning::Use(meant) if script.uses[meant].root == Root::Free => &script.uses[meant],
            _ => return None,
        },
    };
    match (offer.name, offer.key, used.key) {
        ("offer", Key::Field(offered, _) | Key::Quoted(offered, _), key) => {
            (used.at == offer.at || key == Key::None).then_some(offered)
        }
        ("offer", Key::None, Key::Field(offered, _) | Key::Quoted(offered, _)) => Some(offered),
        _ => None,
    }
}

/// The hooks of actions.
const HOOKS: &[&str] = &["legal", "needs", "range", "check", "allow", "apply", "after"];

/// The functions that are hooks of actions, each with the action and the hook's name.
fn hooks<'a>(script: &Script<'a>) -> Vec<(FunctionId, (&'a str, &'a str))> {
    let table = |known: Meaning| match script.resolve(known) {
        Meaning::Table(table) => Some(table),
        _ => None,
    };
    let mut out = Vec::new();
    let Some(actions) = table(script.returned).and_then(|rules| table(script.field(rules, "actions"))) else {
        return out;
    };
    for (verb, known) in &script.tables[actions].fields {
        let Some(hooks) = table(*known) else { continue };
        for (hook, known) in &script.tables[hooks].fields {
            if let Meaning::Function(function) = script.resolve(*known)
                && HOOKS.contains(hook)
            {
                out.push((function, (*verb, *hook)));
            }
        }
    }
    out
}

/// For each function, the hooks that reach it.
fn reached<'a>(
    script: &Script<'a>,
    hooks: &[(FunctionId, (&'a str, &'a str))],
) -> BTreeMap<FunctionId, Vec<(&'a str, &'a str)>> {
    let mut runs: BTreeMap<FunctionId, BTreeSet<FunctionId>> = BTreeMap::new();
    for (function, parent) in script.functions.iter().enumerate().filter_map(|(n, f)| Some((n, f.parent?))) {
        let is_named = script.locals.iter().any(|local| local.value == Meaning::Function(function));
        let is_field = script.tables.iter().any(|t| t.fields.iter().any(|(_, f)| *f == Meaning::Function(function)));
        if parent != 0 && !is_named && !is_field {
            runs.entry(parent).or_default().insert(function);
        }
    }
    for used in &script.uses {
        let Root::Local(local) = used.root else { continue };
        let value = if used.key == Key::None { script.value(local) } else { Meaning::Nothing };
        if let Meaning::Function(function) = script.resolve(value) {
            runs.entry(used.function).or_default().insert(function);
        }
    }
    let mut reached: BTreeMap<FunctionId, Vec<(&str, &str)>> = BTreeMap::new();
    for (function, hook) in hooks {
        let (mut queue, mut seen) = (vec![*function], BTreeSet::new());
        while let Some(function) = queue.pop() {
            if seen.insert(function) {
                reached.entry(function).or_default().push(*hook);
                queue.extend(runs.get(&function).into_iter().flatten());
            }
        }
    }
    reached
}
