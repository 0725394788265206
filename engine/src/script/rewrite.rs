//! Binds a script to the prelude.
//!
//! A script writes `hand.count(seat, card)`. Luau inlines local functions but not fields of tables, and inlining
//! is what makes reading the block cheap, so before a script is compiled each `hand.count` becomes
//! `hand__count`, and the local functions that it needs are put in front of its first line, without a line break,
//! so that line numbers stay as they are. What is not there is reported with its place before anything runs.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, SourceFile, suggest};

/// A name or a mark of a script; comments, blanks and texts are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) is_name: bool,
}

/// Splits a script into names and marks. It is lenient: what is no Luau is for the compiler to report.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut out = Vec::new();
    // For each `{` that is open: whether it began a hole in an interpolated text.
    let mut braces: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let b = bytes[at];
        if let Some(comment) = rest.strip_prefix("--") {
            at += match long_bracket(comment) {
                Some(len) => 2 + len,
                None => rest.find('\n').unwrap_or(rest.len()),
            };
        } else if b == b'['
            && let Some(len) = long_bracket(rest)
        {
            at += len;
        } else if b == b'"' || b == b'\'' {
            at += quoted(rest, b);
        } else if b == b'`' {
            at += interpolated(rest, 1, &mut braces);
        } else if b == b'{' {
            braces.push(false);
            out.push(Token { text: &rest[..1], at, is_name: false });
            at += 1;
        } else if b == b'}' {
            if braces.pop() == Some(true) {
                at += interpolated(rest, 1, &mut braces);
            } else {
                out.push(Token { text: &rest[..1], at, is_name: false });
                at += 1;
            }
        } else if b.is_ascii_alphabetic() || b == b'_' {
            let len = rest.bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_').count();
            out.push(Token { text: &rest[..len], at, is_name: true });
            at += len;
        } else if b.is_ascii_digit() {
            at += rest.bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_' || *c == b'.').count();
        } else {
            let len = rest.chars().next().map_or(1, char::len_utf8);
            // `..` and `...` are not the dot of a field.
            let dots = rest.bytes().take_while(|c| *c == b'.').count();
            let len = if dots > 1 { dots } else { len };
            if !b.is_ascii_whitespace() {
                out.push(Token { text: &rest[..len], at, is_name: false });
            }
            at += len;
        }
    }
    out
}

/// The length of a long bracket `[[...]]` or `[=[...]=]` at the start of a text.
fn long_bracket(text: &str) -> Option<usize> {
    let level = text.strip_prefix('[')?.bytes().take_while(|c| *c == b'=').count();
    text[1 + level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    Some(text.find(&close).map_or(text.len(), |at| at + close.len()))
}

fn quoted(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            b if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Skips the text of an interpolated string up to its end or to the next hole.
fn interpolated(text: &str, from: usize, braces: &mut Vec<bool>) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => return at + 1,
            b'{' => {
                braces.push(true);
                return at + 1;
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

/// What the prelude has: namespaces and their members.
pub(crate) trait Names {
    /// The members of a namespace; `None` if there is no such namespace.
    fn members(&self, namespace: &str) -> Option<Vec<&str>>;

    /// What a member takes when it is called; `None` if that is not known.
    fn takes(&self, _namespace: &str, _member: &str) -> Option<Takes> {
        None
    }

    /// Whether a local may have the name of a namespace.
    fn allows_hiding(&self) -> bool {
        false
    }
}

/// The parameters of a function.
#[derive(Debug)]
pub(crate) struct Takes {
    /// Their names.
    pub(crate) names: Vec<String>,
    /// How many must be given.
    pub(crate) least: usize,
}

/// A script bound to the prelude.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    /// The text with `a.b` turned into `a__b` where that is the prelude's.
    pub(crate) text: String,
    /// The members that it uses.
    pub(crate) used: BTreeSet<(String, String)>,
    /// Whether it uses a namespace as a value, which takes the tables.
    pub(crate) needs_tables: bool,
}

/// What Luau has and scripts have not: it would make a match depend on more than its seed and its actions.
const TAKEN_AWAY: &[(&str, Option<&str>)] = &[
    ("os", None),
    ("debug", None),
    ("collectgarbage", None),
    ("getfenv", None),
    ("setfenv", None),
    ("loadstring", None),
    ("newproxy", None),
    ("math", Some("random")),
    ("math", Some("randomseed")),
];

/// The name of something that was taken away, if the tokens begin with it.
fn taken_away(tokens: &[Token<'_>]) -> Option<String> {
    let text = |n: usize| tokens.get(n).map_or("", |token| token.text);
    TAKEN_AWAY.iter().filter(|(name, _)| *name == text(0)).find_map(|(name, field)| match field {
        None => matches!(text(1), "." | "(").then(|| (*name).to_owned()),
        Some(field) => (text(1) == "." && text(2) == *field).then(|| format!("{name}.{field}")),
    })
}

const ONLY_THE_MATCH: &str =
    "a script knows the match and nothing else; random numbers come from its generator, which the game declares";
const SHADOWING: &str = "this name is the game's; call the local something else";

/// Binds a script.
///
/// # Errors
/// Members that the prelude doesn't have, and locals that hide a namespace.
pub(crate) fn bind(source: &SourceFile, names: &dyn Names) -> Result<Bound, Vec<Diagnostic>> {
    let text: &str = &source.text;
    let tokens = tokens(text);
    let mut bound = Bound::default();
    let mut faults = Vec::new();
    let mut copied = 0;
    let mut n = 0;
    while n < tokens.len() {
        let token = tokens[n];
        let previous = n.checked_sub(1).map(|p| tokens[p].text);
        let is_field = matches!(previous, Some("." | ":"));
        if token.text == "function" || token.text == "local" || token.text == "for" {
            for hidden in declared(&tokens[n..]) {
                if !names.allows_hiding() && names.members(hidden.text).is_some() {
                    let fault = Diagnostic::new(Code::HiddenName, format!("a local called `{}`", hidden.text));
                    faults.push(fault.at(source.place(hidden.at)).help(SHADOWING));
                }
            }
        }
        if !token.is_name || is_field {
            n += 1;
            continue;
        }
        let Some(members) = names.members(token.text) else {
            if let Some(name) = taken_away(&tokens[n..])
                && !is_declared(&tokens, token.text)
            {
                let fault = Diagnostic::new(Code::TakenAway, format!("scripts have no `{name}`"));
                faults.push(fault.at(source.place(token.at)).help(ONLY_THE_MATCH));
            }
            n += 1;
            continue;
        };
        match (tokens.get(n + 1), tokens.get(n + 2)) {
            (Some(dot), Some(member)) if dot.text == "." && member.is_name => {
                if members.contains(&member.text) {
                    bound.text.push_str(&text[copied..token.at]);
                    bound.text.push_str(token.text);
                    bound.text.push_str("__");
                    bound.text.push_str(member.text);
                    copied = member.at + member.text.len();
                    bound.used.insert((token.text.to_owned(), member.text.to_owned()));
                    let takes = names.takes(token.text, member.text).filter(|_| previous != Some("function"));
                    let given = given(text, &tokens[n + 3..]);
                    if let Some((takes, given)) = takes.zip(given)
                        && !(takes.least..=takes.names.len()).contains(&given)
                    {
                        let message = format!("`{}.{}` {}", token.text, member.text, takes.but(given));
                        faults.push(Diagnostic::new(Code::WrongArguments, message).at(source.place(token.at)));
                    }
                } else {
                    let fault =
                        Diagnostic::new(Code::UnknownMember, format!("there is no `{}.{}`", token.text, member.text));
                    faults.push(fault.at(source.place(member.at)).help(suggest(member.text, members)));
                }
                n += 3;
            }
            // A key of a table, as in `{ hand = 1 }`, is no use of the namespace.
            (Some(next), _) if next.text == "=" && tokens.get(n + 2).is_none_or(|t| t.text != "=") => n += 1,
            _ => {
                bound.needs_tables = true;
                n += 1;
            }
        }
    }
    bound.text.push_str(&text[copied..]);
    if faults.is_empty() { Ok(bound) } else { Err(faults) }
}

impl Takes {
    /// What is wrong with a number of arguments.
    fn but(&self, given: usize) -> String {
        let most = self.names.len();
        let takes = match (self.least, most) {
            (_, 0) => "takes no argument".to_owned(),
            (least, most) if least == most => format!("takes {most} ({})", self.names.join(", ")),
            (least, most) => format!("takes {least} to {most} ({})", self.names.join(", ")),
        };
        let given = match given {
            0 => "none is".to_owned(),
            1 => "1 is".to_owned(),
            n => format!("{n} are"),
        };
        format!("{takes}, but {given} given")
    }
}

/// How many arguments are given in the parentheses that the tokens begin with; `None` if there are none, or if it
/// can't be told: where the last can be several values, as a call or `...`, or something holds commas of its own.
fn given(text: &str, tokens: &[Token<'_>]) -> Option<usize> {
    let open = tokens.first().filter(|token| token.text == "(")?;
    let (mut depth, mut commas, mut end) = (0_usize, 0, 0);
    for (n, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 1 => commas += 1,
            "function" => return None,
            ":" if tokens[n - 1].text == ":" => return None,
            _ => {}
        }
        if depth == 0 {
            end = n;
            break;
        }
    }
    let close = tokens.get(end).filter(|_| end > 0)?;
    let last = tokens[end - 1];
    let is_blank = |from: usize| text[from..close.at].trim().is_empty();
    if end == 1 {
        // Nothing, or a number or text alone.
        let inside = text[open.at + 1..close.at].trim();
        return (!inside.contains("--")).then_some(usize::from(!inside.is_empty()));
    }
    let may_be_several =
        matches!(last.text, ")" | "}" | "...") || (last.is_name && !is_blank(last.at + last.text.len()));
    (!may_be_several).then_some(commas + 1)
}

/// Whether a script has a local of this name anywhere.
fn is_declared(tokens: &[Token<'_>], name: &str) -> bool {
    let declares = |token: &Token<'_>| matches!(token.text, "function" | "local" | "for");
    (0..tokens.len()).any(|n| declares(&tokens[n]) && declared(&tokens[n..]).iter().any(|found| found.text == name))
}

/// The names that `local`, `for` or the parameters of a `function` declare.
pub(super) fn declared<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out = Vec::new();
    let mut rest = &tokens[1..];
    if tokens[0].text == "function" {
        while rest.first().is_some_and(|t| t.text != "(") {
            rest = &rest[1..];
            if rest.is_empty() {
                return out;
            }
        }
        rest = rest.get(1..).unwrap_or_default();
    } else if rest.first().is_some_and(|t| t.text == "function") {
        return rest.get(1).copied().into_iter().collect();
    }
    // Names parted by commas; a type after a colon is passed over up to the next comma at the same depth.
    let mut depth = 0;
    let mut in_type = false;
    for token in rest {
        match token.text {
            "(" | "{" | "<" | "[" => depth += 1,
            ")" | "}" | ">" | "]" if depth > 0 => depth -= 1,
            ")" | "=" | "in" => break,
            "," if depth == 0 => in_type = false,
            ":" if depth == 0 => in_type = true,
            _ if token.is_name && depth == 0 && !in_type => {
                out.push(*token);
                // Without a comma or a colon the list is over.
                in_type = true;
            }
            _ => {}
        }
        if token.is_name && matches!(token.text, "do" | "then" | "end" | "return" | "local" | "function") {
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Faults;

    struct Hand;

    impl Names for Hand {
        fn members(&self, namespace: &str) -> Option<Vec<&str>> {
            (namespace == "hand").then(|| vec!["count", "size"])
        }

        fn takes(&self, _: &str, member: &str) -> Option<Takes> {
            let names = if member == "count" { ["seat", "card"] } else { ["seat", "from"] };
            Some(Takes { names: names.map(str::to_owned).to_vec(), least: if member == "count" { 2 } else { 1 } })
        }
    }

    fn bound(text: &str) -> String {
        bind(&SourceFile::new("x.lua", text), &Hand).unwrap().text
    }

    #[test]
    fn members_become_locals() {
        assert_eq!(bound("return hand.count(1, 2)"), "return hand__count(1, 2)");
        assert_eq!(bound("x = `n {hand.size(1)} m` .. hand.size(2)"), "x = `n {hand__size(1)} m` .. hand__size(2)");
    }

    #[test]
    fn texts_comments_and_other_fields_stay() {
        for text in ["-- hand.foo", "x = 'hand.foo'", "[[hand.foo]]", "a.hand.foo", "--[==[ hand.x ]==]", "`hand.x`"] {
            assert_eq!(bound(text), text);
        }
    }

    #[test]
    fn what_is_not_there_is_reported_with_its_place() {
        let faults = bind(&SourceFile::new("x.lua", "\n  hand.cuont(1)"), &Hand).unwrap_err();
        assert_eq!(faults[0].to_string(), "x.lua:2:8: there is no `hand.cuont` (did you mean `count`?)");
    }

    #[test]
    fn arguments_are_counted_where_they_can_be() {
        let said = |text: &str| match bind(&SourceFile::new("x.lua", text), &Hand) {
            Ok(_) => String::new(),
            Err(faults) => Faults(faults).to_string(),
        };
        for (text, given) in [
            ("hand.count()", "none is"),
            ("hand.count(1)", "1 is"),
            ("hand.count(\"a, b\")", "1 is"),
            ("hand.count(a[{ 1, 2 }])", "1 is"),
            ("hand.count(f(1, 2) + 1)", "1 is"),
            ("hand.count(f(1, 2), 1, 2)", "3 are"),
            ("hand.count(`{a}`, b, c)", "3 are"),
        ] {
            assert_eq!(
                said(text),
                format!("x.lua:1:1: `hand.count` takes 2 (seat, card), but {given} given"),
                "{text}"
            );
        }
        assert_eq!(said("\n hand.size()"), "x.lua:2:2: `hand.size` takes 1 to 2 (seat, from), but none is given");
        for text in [
            "hand.count(1, 2)",
            "hand.count(...)",
            "hand.count(f())",
            "hand.count(f \"x\")",
            "hand.count({ 1 })",
            "hand.count(function() return 1, 2 end)",
            "hand.count(a :: { number }, b)",
            "hand.count",
            "pcall(hand.count, 1)",
            "hand.size(1)",
            "hand.size(1, `{2}`)",
            "hand.count(-- none\n)",
            "hand.count(a",
        ] {
            assert_eq!(said(text), "", "{text}");
        }
    }

    #[test]
    fn a_local_that_hides_a_namespace_is_refused() {
        for text in ["local hand = 1", "local a, hand = 1", "function f(a, hand) end", "for hand = 1, 2 do end"] {
            assert!(bind(&SourceFile::new("x.lua", text), &Hand).is_err(), "{text}");
        }
        assert!(bind(&SourceFile::new("x.lua", "local a: number, b = 1, hand.size(1)"), &Hand).is_ok());
    }
}
