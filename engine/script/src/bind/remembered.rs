//! Static check of functions cached by `memo`: their own text, nested functions, and functions of the file that they
//! call.

use std::collections::BTreeSet;

use super::Words;
use parlour_luau::{FunctionId, Key, Meaning, Passed, Root, Script, Use};

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
pub(super) fn misused(script: &Script<'_>, words: &dyn Words) -> Vec<Misused> {
    let mut seen = BTreeSet::new();
    let mut queue: Vec<FunctionId> = script.passed.iter().filter_map(|passed| given(script, passed)).collect();
    while let Some(function) = queue.pop() {
        if !seen.insert(function) {
            continue;
        }
        queue.extend(script.within(function));
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

/// The function of an argument, if it is passed to `memo`.
fn given(script: &Script<'_>, passed: &Passed) -> Option<FunctionId> {
    let memo = &script.uses[passed.called];
    let is_memo = (memo.root, memo.name, memo.key, passed.place) == (Root::Free, "memo", Key::None, 0);
    if is_memo { function_of(script, passed.argument) } else { None }
}

fn misuse(script: &Script<'_>, used: &Use<'_>, words: &dyn Words) -> Option<Misused> {
    let (name, key) = script.free_name(used)?;
    let (Key::Field(member, _) | Key::Quoted(member, _)) = key else { return None };
    let reads = words.has_member(name, member) && words.is_of_match(name, member);
    let is_of_robots = OF_ROBOTS.contains(&name) && !words.has(name) && words.has_global(name);
    (reads || is_of_robots).then(|| Misused { at: used.at, word: format!("{name}.{member}"), reads })
}
