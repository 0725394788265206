//! Names that nothing declares: a slip in a script would otherwise only be noticed when its line runs.

use std::collections::{BTreeMap, BTreeSet};

use super::rewrite::{Token, declared, tokens};
use crate::diagnostic::{Code, Diagnostic, Place, SourceFile, did_you_mean, suggest};

/// The words of the language, of its types among them.
const LANGUAGE: &[&str] = &[
    "and", "any", "boolean", "break", "buffer", "continue", "do", "else", "elseif", "end", "export", "false", "for",
    "function", "if", "in", "local", "never", "nil", "not", "number", "or", "repeat", "return", "self", "string",
    "then", "thread", "true", "type", "typeof", "unknown", "until", "vector", "while",
];

/// What a script finds around it.
pub(super) trait Surroundings {
    /// Whether there is something of this name.
    fn has(&self, name: &str) -> bool;

    /// The members of a library; `None` if there is none of this name.
    fn members(&self, library: &str) -> Option<Vec<String>>;

    /// Names that may have been meant.
    fn names(&self) -> Vec<&str>;
}

/// The names in a script that are neither declared anywhere in it nor around it, each reported once, and members that
/// libraries have not. Where a declaration reaches is not looked at, nor are types, so that nothing sound is reported.
pub(super) fn undeclared(source: &SourceFile, around: &dyn Surroundings) -> Vec<Diagnostic> {
    let tokens = tokens(&source.text);
    let own = declarations(&tokens);
    let text = |n: Option<usize>| n.and_then(|n| tokens.get(n)).map_or("", |token| token.text);
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for (n, token) in tokens.iter().enumerate() {
        let (before, next, after) = (text(n.checked_sub(1)), text(Some(n + 1)), text(Some(n + 2)));
        let is_member = matches!(before, "." | ":" | "@");
        let is_given = next == "=" && after != "=";
        let is_typed = next == ":" && after != ":" && text(Some(n + 3)) != "(";
        if !token.is_name || is_member || is_given || is_typed || LANGUAGE.contains(&token.text) {
            continue;
        }
        if own.contains(token.text) {
            continue;
        }
        if around.has(token.text) {
            let member = tokens.get(n + 2).filter(|member| next == "." && member.is_name);
            let members = member.and_then(|_| around.members(token.text));
            if let (Some(member), Some(members)) = (member, members)
                && !members.iter().any(|known| known == member.text)
            {
                let fault =
                    Diagnostic::new(Code::UnknownMember, format!("there is no `{}.{}`", token.text, member.text));
                let members = members.iter().map(String::as_str);
                faults.push(fault.at(source.place(member.at)).help(suggest(member.text, members)));
            }
            continue;
        }
        if !seen.insert(token.text) {
            continue;
        }
        let known = around.names().into_iter().chain(own.iter().copied());
        let fault = Diagnostic::new(Code::UnknownName, format!("there is no `{}`", token.text));
        faults.push(fault.at(source.place(token.at)).help(near(token.text, known)));
    }
    faults
}

/// The members of a library that scripts read by name, each with the place where that is done first; `None` where a
/// script has the library as a whole, so that it may read any.
pub(crate) fn members_read(
    scripts: impl Iterator<Item = SourceFile>,
    library: &str,
) -> Option<BTreeMap<String, Place>> {
    let mut read = BTreeMap::new();
    for script in scripts {
        let tokens = tokens(&script.text);
        for (n, token) in tokens.iter().enumerate() {
            let is_member = n > 0 && matches!(tokens[n - 1].text, "." | ":");
            if token.text != library || is_member {
                continue;
            }
            match (tokens.get(n + 1).map(|mark| mark.text), tokens.get(n + 2).filter(|member| member.is_name)) {
                (Some("."), Some(member)) => {
                    read.entry(member.text.to_owned()).or_insert_with(|| script.place(member.at));
                }
                _ => return None,
            }
        }
    }
    Some(read)
}

/// A name that may have been meant, or else how to make one.
fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: BTreeSet<&str> = known.collect();
    match did_you_mean(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a name is the game's, Luau's, or declared with `local`".to_owned(),
    }
}

/// Every name that a script declares: locals, parameters, functions and types.
fn declarations<'a>(tokens: &[Token<'a>]) -> BTreeSet<&'a str> {
    let mut own = BTreeSet::new();
    for n in 0..tokens.len() {
        let word = tokens[n].text;
        if matches!(word, "function" | "local" | "for") {
            own.extend(declared(&tokens[n..]).iter().map(|token| token.text));
        }
        if matches!(word, "function" | "type") {
            // Its own name, and the types that it is made for.
            let head = tokens[n + 1..].iter().take_while(|token| !matches!(token.text, "(" | "="));
            own.extend(head.filter(|token| token.is_name).map(|token| token.text));
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Hand;

    impl Surroundings for Hand {
        fn has(&self, name: &str) -> bool {
            ["hand", "print", "math"].contains(&name)
        }

        fn members(&self, library: &str) -> Option<Vec<String>> {
            (library == "math").then(|| vec!["floor".to_owned(), "max".to_owned()])
        }

        fn names(&self) -> Vec<&str> {
            vec!["hand"]
        }
    }

    fn faults(text: &str) -> Vec<String> {
        undeclared(&SourceFile::new("x.lua", text), &Hand).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn members_that_a_library_has_not_are_reported() {
        assert_eq!(faults("return math.flor(1)"), ["x.lua:1:13: there is no `math.flor` (did you mean `floor`?)"]);
        assert_eq!(faults("local t = { math = 1 } return t.math.flor, hand.any, math.max(1, 2)"), [""; 0]);
    }

    #[test]
    fn a_name_that_nothing_declares_is_reported_once() {
        assert_eq!(
            faults("\nreturn hnad.count(1) + hnad.size(1)"),
            ["x.lua:2:8: there is no `hnad` (did you mean `hand`?)"]
        );
        assert_eq!(
            faults("local total = 1\nprint(`{totl}`)"),
            ["x.lua:2:9: there is no `totl` (did you mean `total`?)"]
        );
    }

    #[test]
    fn whatever_is_declared_anywhere_is_known() {
        for text in [
            "local a, b: number = 1, 2 print(a, b)",
            "local function f(a: number, ...: any): string return f(a) end",
            "for _, x in hand do print(x, _) end",
            "local robot = {} function robot.choose(me, legal) return me, legal, robot end",
            "return { choose = function(me, legal) return me.seat, legal end, hand = 1 }",
            "type Pair = { left: number, right: string? } local p: Pair = { left = 1 } print(p :: Pair)",
            "local x = if hand then 1 elseif print then 2 else 3 while true do x += 1 continue end",
            "local function g<T>(x: T): T return x end",
            "local function f(a) return a:map(function(b) return b end) end",
        ] {
            assert_eq!(faults(text), [""; 0], "{text}");
        }
    }
}
