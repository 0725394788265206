//! What the engine writes into a script beside one of its functions, so that Luau inlines the function there.
//!
//! A call costs more than most of what is called. Luau inlines local functions of the same script, but not what it
//! finds in a table. So the loop that tries the cases of a verb stands right behind the verb's `allow`, which becomes a
//! local function there. Where a script doesn't say plainly what its `allow` is, it is called.

use super::bind::{Bound, Replacement};
use crate::base::luau::{Meaning, Script, Statement};

/// A loop to be written behind a function.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The verb whose `allow` it is.
    pub(crate) verb: String,
    /// The loop, in the words of the driver; what it calls is [`ALLOW`].
    pub(crate) text: String,
}

/// What stands in a loop for the name of the function.
pub(crate) const ALLOW: &str = "?allow?";

/// What the loops name besides words and their own locals. A script that has locals of these names keeps its calls.
const NAMES: &[&str] = &["ACTS", "CASES", "CTRL", "STATE", "bit32", "buffer"];

/// Writes loops into a script.
pub(crate) fn inline_loops(source: &str, script: &Script<'_>, loops: &[Loop], bound: &mut Bound) {
    if script.locals.iter().any(|local| NAMES.contains(&local.name)) {
        return;
    }
    let statement = |verb: &str| match script.resolve(script.hook(verb, "allow")?) {
        Meaning::Function(function) => {
            script.functions[function].statement.as_ref().filter(|statement| !statement.has_attributes)
        }
        _ => None,
    };
    // No name of a script or of a word begins with so many underscores.
    let own_local = format!("{}allow", "_".repeat(1 + bound.underscores.max(1)));
    let mut planted: Vec<(&Statement, String)> = Vec::new();
    for each in loops {
        let Some(statement) = statement(&each.verb) else { continue };
        let allow = if statement.is_local { &source[statement.name.clone()] } else { &own_local };
        let text = format!(" {}", each.text.replace(ALLOW, allow));
        match planted.iter_mut().find(|(known, _)| known.whole == statement.whole) {
            Some((_, loops)) => loops.push_str(&text),
            None => planted.push((statement, text)),
        }
    }
    for (Statement { whole, name, is_local, .. }, loops) in planted {
        let behind = whole.end..whole.end;
        if *is_local {
            bound.replace(behind, Replacement::Builtin(loops));
            continue;
        }
        let field = &source[name.clone()];
        bound.replace(whole.start..name.end, Replacement::Builtin(format!("do local function {own_local}")));
        bound.replace(behind, Replacement::Builtin(format!(" {field} = {own_local}{loops} end")));
    }
}
