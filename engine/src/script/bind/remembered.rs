//! What a function uses that `memo` remembers the results of, as far as the text tells: its own text, the functions that
//! are written in it, and those of the file that it calls.

use std::collections::BTreeSet;

use super::Words;
use crate::base::luau::{FunctionId, Key, Meaning, Root, Script, Use};

/// What robots draw and search with.
const OF_ROBOTS: &[&str] = &["random", "search"];

/// Something that must not be used there.
pub(super) struct Misused {
    pub(super) at: usize,
    pub(super) word: String,
    /// It reads the match; otherwise it draws, searches or changes something.
    pub(super) reads: bool,
}

/// What the functions that are given to `memo` use of the match, in the order of the text.
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

/// The function that a use of `memo` is given.
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
    // A local may stand for a word, or for all the words of something.
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
