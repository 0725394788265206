//! Syntax errors of TOML, each reported once.
//!
//! The parser continues after an error, and most later errors are consequences: an unclosed bracket makes errors of all
//! lines up to the end of the file. So this module locates the unclosed bracket or quote.

use toml::de::Error;

use super::reader::Sink;
use parlour_model::diagnostic::Code;

/// Reports the first error of the parser, or the unclosed bracket or quote before it.
pub(super) fn tell(sink: &Sink, errors: &[Error]) {
    let place = |error: &Error| error.span().unwrap_or(0..0);
    let Some(first) = errors.iter().min_by_key(|error| place(error).start) else {
        return;
    };
    if let Some((span, word)) = bare_word(&sink.file.text, place(first).start) {
        let message = format!("`{word}` is not a number, `true`, `false` or a text in quotes");
        sink.fault_help(Code::TomlSyntax, &span, message, format!("write `\"{word}\"` if a text is meant"));
        return;
    }
    if let Some((span, [one, two], is_list)) = two_values(&sink.file.text, place(first).start) {
        let message = format!("`{one} {two}` is two values, and one was expected");
        let help = match is_list {
            true => format!("write a comma between them: `{one}, {two}`"),
            false => format!("write a list: `[{one}, {two}]`"),
        };
        sink.fault_help(Code::TomlSyntax, &span, message, help);
        return;
    }
    if let Some((second, earlier)) = twice(&sink.file.text, first) {
        let key = sink.file.text.get(second.clone()).unwrap_or_default();
        let at = sink.file.place(earlier);
        let message = format!("the key `{key}` stands twice in its table");
        sink.fault_help(Code::TomlSyntax, &second, message, format!("the other one stands at {at}"));
        return;
    }
    let Some(Open { at, mark, noticed }) = unclosed(&sink.file.text).filter(|open| open.at <= place(first).start)
    else {
        sink.fault(Code::TomlSyntax, &place(first), first.message().trim().replace('\n', ", "));
        return;
    };
    let other = match mark {
        "[" => "]",
        "{" => "}",
        quotes => quotes,
    };
    let line = |at: usize| sink.file.place(at).line;
    let before = match line(noticed) {
        _ if noticed == sink.file.text.len() => "before the end of the file".to_owned(),
        later if later > line(at) => format!("before line {later}"),
        _ => "on this line".to_owned(),
    };
    let help = format!("expected its `{other}` {before}");
    sink.fault_help(Code::TomlSyntax, &(at..at + mark.len()), format!("`{mark}` is never closed"), help);
}

/// The parser's message for a duplicate key.
const TWICE: &str = "duplicate key";

/// The duplicate key of an error, and its first place.
fn twice(text: &str, error: &Error) -> Option<(std::ops::Range<usize>, usize)> {
    let second = error.span().filter(|_| error.message().trim() == TWICE)?;
    let key = text.get(second.clone())?;
    let line = text[..second.start].rfind('\n').map_or(0, |at| at + 1);
    let lead = text[line..second.start].trim_start();
    // True if the rest of a line begins with the key.
    let is_key = |rest: &str| {
        let behind = rest.strip_prefix(key).map(str::trim_start);
        behind.is_some_and(|behind| behind.starts_with(['=', '.', ']']))
    };
    let lines = || {
        let ends = text[..line].match_indices('\n').map(|(at, _)| at + 1);
        std::iter::once(0).chain(ends).filter(|&at| at < line)
    };
    let first = if lead.starts_with('[') {
        // The name of a table, its last part or all of it.
        lines().find_map(|at| {
            let (start, rest) = (text[at..].len() - text[at..].trim_start().len(), text[at..].trim_start());
            let is_same = rest.starts_with(lead) && is_key(&rest[lead.len()..]);
            is_same.then_some(at + start + lead.len())
        })
    } else if let Some(open) = lead.rfind('{') {
        let from = second.start - lead.len() + open;
        let mut places = text[from..second.start].match_indices(key).map(|(at, _)| from + at);
        places.find(|&at| is_key(&text[at..]) && text[..at].ends_with(['{', ',', ' ', '\n']))
    } else {
        let table = lines().rfind(|&at| text[at..].trim_start().starts_with('[')).unwrap_or(0);
        let lines = lines().filter(|&at| at >= table);
        lines
            .map(|at| at + text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len())
            .find(|&at| text[at..].strip_prefix(lead).is_some_and(is_key))
            .map(|at| at + lead.len())
    };
    Some((second, first?))
}

/// Two numbers or words separated by blanks only where a value is expected, and true if they are in a list.
fn two_values(text: &str, at: usize) -> Option<(std::ops::Range<usize>, [&str; 2], bool)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
    let from = text.get(..at)?.trim_end_matches([' ', '\t']).trim_end_matches(is_part).len();
    // The error may be at the first or the second.
    let from = [from, at].into_iter().find(|&from| text[..from].trim_end().ends_with(['=', '[', ',']))?;
    let rest = text[from..].trim_start_matches([' ', '\t']);
    let begin = text.len() - rest.len();
    let word = |rest: &'_ str| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let one = &rest[..word(rest)];
    let behind = rest[one.len()..].trim_start_matches([' ', '\t']);
    let two = &behind[..word(behind)];
    let is_value = |word: &str| word.parse::<f64>().is_ok() || matches!(word, "true" | "false");
    let is_apart = rest[one.len()..].starts_with([' ', '\t']);
    let end = text.len() - behind.len() + two.len();
    let is_list = !text[..begin].trim_end().ends_with('=');
    (is_apart && is_value(one) && is_value(two)).then_some((begin..end, [one, two], is_list))
}

/// An unquoted word as a value at a place: letters that begin neither a number nor `true` or `false`.
fn bare_word(text: &str, at: usize) -> Option<(std::ops::Range<usize>, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let before = text.get(..at)?.trim_end_matches(is_part);
    if !before.trim_end().ends_with(['=', '[', ',']) {
        return None;
    }
    let rest = &text[before.len()..];
    let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let after = rest[word.len()..].trim_start_matches([' ', '\t']);
    let is_whole = after.is_empty() || after.starts_with(['\r', '\n', ',', ']', '}', '#']);
    let is_value =
        is_whole && word.starts_with(char::is_alphabetic) && !matches!(word, "true" | "false" | "inf" | "nan");
    // A bracket at the beginning of a line belongs to a table's header.
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let is_header = line.trim().trim_matches('[').is_empty() && !line.trim().is_empty();
    (is_value && !is_header).then(|| (before.len()..before.len() + word.len(), word))
}

/// An unclosed bracket or quote.
#[derive(Debug, PartialEq, Eq)]
struct Open {
    at: usize,
    mark: &'static str,
    /// The place of something that can only follow after it is closed.
    noticed: usize,
}

/// A token: a string, a punctuation mark, or a run of other characters.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    text: &'a str,
    at: usize,
}

/// The first unclosed bracket or quote of a value.
fn unclosed(text: &str) -> Option<Open> {
    let mut open: Vec<(&'static str, usize)> = Vec::new();
    let mut line_start = 0;
    let mut is_blank = true; // so far on this line
    let mut previous = "";
    // A string on this line followed by something invalid: it ended where the next one was meant to begin.
    let mut cut_short = None;
    let mut last_text = None;
    let mut at = 0;
    while at < text.len() {
        if open.is_empty() && is_blank && text[at..].starts_with('[') {
            // A table header: the parser reports its errors.
            at += line_length(&text[at..]);
            is_blank = false;
            continue;
        }
        let piece = match next_piece(text, at) {
            Ok(piece) => piece,
            Err(mark) => {
                let begins = cut_short.unwrap_or(at);
                return Some(Open { at: begins, mark: mark_at(text, begins).unwrap_or(mark), noticed: at });
            }
        };
        at = piece.at + piece.text.len();
        is_blank = piece.text == "\n" || is_blank && piece.text.trim().is_empty();
        let is_text = piece.text.starts_with(['"', '\'']);
        let follows_a_text = last_text.is_some_and(|end| end == piece.at);
        let can_follow = piece.text.starts_with([',', ']', '}', '=', '.', ' ', '\t', '\r', '\n', '#']);
        if cut_short.is_none() && follows_a_text && !can_follow {
            cut_short = text_start(text, line_start, piece.at);
        }
        if is_text {
            last_text = Some(at);
        }
        match piece.text {
            "\n" => {
                (line_start, last_text, cut_short) = (at, None, None);
                if let Some(&(mark, begins)) = open.last()
                    && is_next_statement(&text[at..], mark, previous)
                {
                    // An entry that closes a table lacks the opening bracket.
                    let line = &text[at..at + line_length(&text[at..])];
                    let has_lost = line.matches('}').count() > line.matches('{').count();
                    return (!has_lost).then_some(Open { at: begins, mark, noticed: at });
                }
            }
            "[" => open.push(("[", piece.at)),
            "{" => open.push(("{", piece.at)),
            close @ ("]" | "}") => match open.pop() {
                Some((mark, begins)) if (mark == "[") != (close == "]") => {
                    return Some(Open { at: begins, mark, noticed: piece.at });
                }
                _ => {}
            },
            _ => {}
        }
        if !piece.text.trim().is_empty() && !piece.text.starts_with('#') {
            previous = piece.text;
        }
    }
    open.first().map(|&(mark, at)| Open { at, mark, noticed: text.len() })
}

/// The token at a place; its opening quote as an error if a string doesn't end.
fn next_piece(text: &str, at: usize) -> Result<Piece<'_>, &'static str> {
    let rest = &text[at..];
    let length = match mark_at(text, at) {
        Some(mark @ ("\"\"\"" | "'''")) => {
            let is_literal = mark == "'''";
            text_length(&rest[3..], mark, is_literal, true).map(|length| 3 + length).ok_or(mark)?
        }
        Some(mark) => text_length(&rest[1..], mark, mark == "'", false).map(|length| 1 + length).ok_or(mark)?,
        None if rest.starts_with('#') => line_length(rest),
        None => rest.chars().next().map_or(1, char::len_utf8),
    };
    Ok(Piece { text: &rest[..length], at })
}

/// The quotes that begin a string here.
fn mark_at(text: &str, at: usize) -> Option<&'static str> {
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|mark| text[at..].starts_with(mark))
}

/// The length of a string after its opening quotes, the closing ones included.
fn text_length(rest: &str, mark: &str, is_literal: bool, many_lines: bool) -> Option<usize> {
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with(mark) {
            return Some(at + mark.len());
        }
        let mut chars = rest[at..].chars();
        let next = chars.next()?;
        if next == '\n' && !many_lines {
            return None;
        }
        at += next.len_utf8();
        if next == '\\' && !is_literal {
            at += chars.next().filter(|next| *next != '\n' || many_lines).map_or(0, char::len_utf8);
        }
    }
    None
}

/// The start of the last string that ends at a place of a line.
fn text_start(text: &str, line_start: usize, end: usize) -> Option<usize> {
    let mut at = line_start;
    while at < end {
        let piece = next_piece(text, at).ok()?;
        if piece.at + piece.text.len() == end {
            return Some(piece.at);
        }
        at += piece.text.len();
    }
    None
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// True if a line can't belong to the value with the open bracket.
fn is_next_statement(rest: &str, mark: &str, previous: &str) -> bool {
    let line = rest[..line_length(rest)].trim();
    let line = line.split(" #").next().unwrap_or_default().trim_end();
    let is_key = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | ' '))
    };
    // A word in brackets is a header; numbers and strings may be a nested list.
    let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    let inside = inside.map(|inside| inside.strip_prefix('[').and_then(|i| i.strip_suffix(']')).unwrap_or(inside));
    if inside.is_some_and(|name| is_key(name) && name.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return true;
    }
    let is_entry = line.split_once('=').is_some_and(|(key, _)| is_key(key.trim()));
    is_entry && (mark == "[" || !matches!(previous, "," | "{"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the mark, and its line and column.
    #[track_caller]
    fn opens(text: &str, expected: Option<(&str, u32, u32)>) {
        let file = parlour_model::diagnostic::SourceFile::new("x.toml", text);
        let found = unclosed(text).map(|open| {
            let place = file.place(open.at);
            (open.mark, place.line, place.column)
        });
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn what_is_closed_is_not_found() {
        for text in [
            "[a]\nb = { c = 1, d = [1, 2] } # {\n",
            "a = \"[\" # \"\nb = '{' \nc = \"\\\"[\"\n",
            "a = \"\"\"\n[ { \"\n\"\"\"\nb = '''\n'\n'''\n",
            "a = [\n  { b = 1 }, # c = [\n  [\"x\"],\n  [1, 2]\n]\n[[b]]\n",
            "\"a.b\" = [\n]\n",
        ] {
            opens(text, None);
        }
    }

    #[test]
    fn the_bracket_that_is_left_open_is_found() {
        opens("a = { b = 1\nc = { d = 2 }\n[e]\n", Some(("{", 1, 5)));
        opens("a = 1\nb = [{ c = 1 }\n\n[[d]]\n", Some(("[", 2, 5)));
        opens("a = [1, 2\nb = 3\n", Some(("[", 1, 5)));
        opens("a = [{ b = [1, 2 }]\n", Some(("[", 1, 12)));
        opens("a = [\n  { b = 1 },\n  { b = 1,\n  { b = 2 },\n]\n", Some(("{", 3, 3)));
        opens("a = { b = 1,\n", Some(("{", 1, 5)));
    }

    #[test]
    fn the_quote_that_is_left_open_is_found() {
        opens("a = \"b\nc = 1\n", Some(("\"", 1, 5)));
        opens("a = [\"b, \"c\"]\n", Some(("\"", 1, 6)));
        opens("a = [\"b\", \"c]\n", Some(("\"", 1, 11)));
        opens("a = \"\"\"b\nc = 1\n", Some(("\"\"\"", 1, 5)));
    }
}
