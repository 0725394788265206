//! Static check of functions cached by `memo`: their own text, nested functions, and functions of the file that they
//! call.

use std::collections::BTreeSet;

use super::Words;
use crate::base::luau::{FunctionId, Key, Meaning, Root, Script, Use};

/// The namespaces with which robots draw and search.
const OF_ROBOTS: &[&str] = &["random", "search"];

/// A use that isn't allowed in a cached function.
pub(super) struct Misused {
    pub(super) at: usize,
    pub(super) word: String,
    /// True if it reads the match; otherwise it draws, searches or changes something.
    pub(super) reads: bool,
}

/// The uses of the match in functions passed to `memo`, in the order of the text.
pub(super) fn misused(text: &str, script: &Script<'_>, words: &dyn Words) -> Vec<Misused> {
    let mut seen = BTreeSet::new();
    let mut queue: Vec<FunctionId> = script.uses.iter().filter_map(|used| given(text, script, used)).collect();
    while let Some(function) = queue.pop() {
        if !seen.insert(function) {
            continue;
        }
        let within = script.functions.iter().enumerate();
        queue.extend(within.filter(|(_, inner)| inner.parent == Some(function)).map(|(n, _)| n));
        let calls = script.calls.iter().filter(|(caller, _)| *caller == function);
        queue.extend(calls.filter_map(|&(_, called)| function_of(script, called)));
    }
    script
        .uses
        .iter()
        .filter(|used| seen.contains(&used.function))
        .filter_map(|used| misuse(script, used, words))
        .collect()
}

fn function_of(script: &Script<'_>, known: Meaning) -> Option<FunctionId> {
    match script.resolve(known) {
        Meaning::Function(function) => Some(function),
        _ => None,
    }
}

/// The function passed to a use of `memo`.
fn given(text: &str, script: &Script<'_>, memo: &Use<'_>) -> Option<FunctionId> {
    if (memo.root, memo.name, memo.key) != (Root::Free, "memo", Key::None) || memo.call.is_none() {
        return None;
    }
    let argument = text[memo.end..].trim_start().strip_prefix('(')?.trim_start();
    let at = text.len() - argument.len();
    let is_written =
        |function: &crate::base::luau::Function| function.expression.as_ref().is_some_and(|range| range.start == at);
    if let Some(function) = script.functions.iter().position(is_written) {
        return Some(function);
    }
    let named = script.uses.iter().position(|used| used.at == at && used.call.is_none())?;
    function_of(script, Meaning::Use(named))
}

fn misuse(script: &Script<'_>, used: &Use<'_>, words: &dyn Words) -> Option<Misused> {
    // A local may alias a word, or a namespace.
    let (name, key) = match used.root {
        Root::Free => (used.name, used.key),
        Root::Local(local) => match script.value(local) {
            Meaning::Use(n) if script.uses[n].root == Root::Free && script.uses[n].call.is_none() => {
                let meant = &script.uses[n];
                (meant.name, if meant.key == Key::None { used.key } else { meant.key })
            }
            _ => return None,
        },
    };
    let (Key::Field(member, _) | Key::Quoted(member, _)) = key else { return None };
    let reads = words.has_member(name, member) && words.is_of_match(name, member);
    let is_of_robots = OF_ROBOTS.contains(&name) && !words.has(name) && words.has_global(name);
    (reads || is_of_robots).then(|| Misused { at: used.at, word: format!("{name}.{member}"), reads })
}
