//! Faults of rules and robots as people at a table see them: with places, but without the server's folders.

use std::path::Path;

use parlour_engine::Diagnostic;
use parlour_engine::diagnostic::{Code, Faults, Place};
use serde_json::{Value, json};

use crate::limits::Limits;
use crate::shared::Shared;

/// The message for people who don't see the fault itself.
pub(crate) const RULES_FAIL: &str = "the rules of this game fail here; whoever made the table can see where";

/// Removes folders from a text: paths inside become relative.
pub(crate) fn without<'a>(folders: impl Iterator<Item = &'a Path>, text: &str) -> String {
    let mut prefixes: Vec<String> = Vec::new();
    for folder in folders {
        let whole = folder.canonicalize().ok();
        let written = [Some(folder), whole.as_deref()].into_iter().flatten().map(|path| path.display().to_string());
        prefixes.extend(written.filter(|path| !path.is_empty() && path != ".").map(|path| format!("{path}/")));
    }
    // Longest first, since folders may be nested.
    prefixes.sort_by_key(|prefix| std::cmp::Reverse(prefix.len()));
    prefixes.iter().fold(text.to_owned(), |text, prefix| strip(&text, prefix))
}

/// Removes a prefix at the beginnings of paths.
fn strip(text: &str, prefix: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(prefix) {
        let (before, behind) = (&rest[..at], &rest[at + prefix.len()..]);
        out.push_str(before);
        // Otherwise it may be part of another path.
        let begins = out.chars().next_back().is_none_or(|c| !(c.is_alphanumeric() || "/._-".contains(c)));
        if !begins {
            out.push_str(prefix);
        }
        rest = behind;
    }
    out + rest
}

/// True if a script exceeded its time limit.
pub(crate) fn is_endless(faults: &Faults) -> bool {
    faults.0.iter().any(|fault| fault.code == Code::ScriptBudget)
}

/// Faults for the page, with places.
pub(crate) fn told(shared: &Shared, faults: &Faults) -> Vec<Value> {
    let one = |fault: &Diagnostic| {
        let place = fault.place.as_ref();
        json!({
            "file": place.map(|place| shared.without_folders(&place.file)),
            "line": place.map(|place| place.line),
            "column": place.map(|place| place.column),
            "text": shared.without_folders(&fault.message),
            "help": fault.help.as_deref().map(|help| shared.without_folders(help)),
            "source": place.and_then(Place::text),
        })
    };
    faults.0.iter().take(Limits::FAULTS).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Folders of the server are removed from any position in a text; other paths stay.
    #[test]
    fn folders_are_left_out() {
        let folders = [Path::new("/srv/games/rules"), Path::new("rules"), Path::new("/srv/games"), Path::new(".")];
        for (text, expected) in [
            ("/srv/games/rules/boom/rules.lua:5:3: fails", "boom/rules.lua:5:3: fails"),
            ("rules/boom/rules.lua:5", "boom/rules.lua:5"),
            ("fails (in `/srv/games/rules/a.lua`, /srv/games/b)", "fails (in `a.lua`, b)"),
            ("boom/rules/x.lua", "boom/rules/x.lua"),
            ("", ""),
        ] {
            assert_eq!(without(folders.into_iter(), text), expected);
        }
    }
}
