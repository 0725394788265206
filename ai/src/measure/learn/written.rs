//! Weights as the text of a Luau file that a robot requires.

use std::fmt::Write as _;

use super::{Learnt, Outcome, Part, Placed};

/// Maximum width of a line.
const WIDTH: usize = 120;
/// Maximum number of missing entries of a list, which are filled with 0.
const GAPS: usize = 2;

/// A table of weights as it is written.
#[derive(Debug)]
enum Node<'a> {
    Weight(f64),
    Table(Vec<(&'a Part, Node<'a>)>),
}

impl Learnt {
    /// The text of the file: a table with `outcome`, `bias` and `weights`, shaped like the result of `features`, and
    /// with the units of the `hidden` layer, if any, whose weights have the same shape. `command` is the command that
    /// produced it.
    pub fn text(&self, command: &str) -> String {
        let mut out = String::new();
        let mut what = match self.lesson.outcome {
            Outcome::Won => "How likely its seat wins, by logistic regression",
            Outcome::Margin => "How far its seat comes out ahead, by least squares",
            Outcome::Chosen => "How likely an action is chosen, by logistic regression over all that could have been",
        }
        .to_owned();
        if !self.hidden.is_empty() {
            let _ = write!(what, " with a hidden layer of {}", self.hidden.len());
        }
        let proof = &self.proof;
        let error = match self.lesson.outcome {
            Outcome::Won => {
                format!("logarithmic loss {:.4}, of who knows only the rate {:.4}", proof.error, proof.blind)
            }
            Outcome::Margin => format!(
                "usual error {:.2}, of who knows only the mean {:.2}; {:.1}% of the variance are explained",
                proof.error,
                proof.blind,
                100.0 * proof.explained()
            ),
            Outcome::Chosen => format!(
                "logarithmic loss {:.4}, of who takes all for as likely {:.4}; {:.1}% of the choices are foreseen",
                proof.error,
                proof.blind,
                100.0 * proof.hits.unwrap_or_default()
            ),
        };
        let text = format!(
            "{what}, learnt from {} moments of {} matches. In {} other matches: {error}. Made by the command below; don't \
             change it by hand.",
            self.moments, self.games, proof.games
        );
        comment(&mut out, &text);
        // A command is never wrapped, so that it can be copied.
        let _ = write!(out, "--\n--     {command}\n\n-- stylua: ignore\nreturn {{\n\toutcome = ");
        let _ = write!(out, "\"{}\",\n\tbias = {},\n\tweights = ", self.lesson.outcome.name(), number(self.bias));
        write_weights(&mut out, &self.weights, 1);
        if !self.hidden.is_empty() {
            out.push_str(",\n\thidden = {");
            for unit in &self.hidden {
                let _ = write!(out, "\n\t\t{{\n\t\t\tbias = {},\n\t\t\tout = ", number(unit.bias));
                let _ = write!(out, "{},\n\t\t\tweights = ", number(unit.out));
                write_weights(&mut out, &unit.weights, 3);
                out.push_str(",\n\t\t},");
            }
            out.push_str("\n\t}");
        }
        out.push_str(",\n}\n");
        out
    }
}

/// Writes weights in the shape of `features`.
fn write_weights(out: &mut String, weights: &Placed, depth: usize) {
    let entries: Vec<(&[Part], f64)> = weights.iter().map(|(path, weight)| (&path[..], *weight)).collect();
    write_node(out, &tree(&entries), depth);
}

/// Writes a comment, wrapped into lines.
fn comment(out: &mut String, text: &str) {
    let mut column = WIDTH;
    for word in text.split(' ') {
        if column + 1 + word.chars().count() > WIDTH {
            let begin = if out.is_empty() { "--" } else { "\n--" };
            out.push_str(begin);
            column = 2;
        }
        // Writing to a `String` doesn't fail.
        let _ = write!(out, " {word}");
        column += 1 + word.chars().count();
    }
    out.push('\n');
}

/// Formats a weight with the significant digits that matches can resolve.
fn number(weight: f64) -> String {
    if weight == 0.0 {
        return "0".to_owned();
    }
    let digits = (3.0 - weight.abs().log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{weight:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The tree of sorted entries.
fn tree<'a>(entries: &[(&'a [Part], f64)]) -> Node<'a> {
    let mut table = Vec::new();
    let mut rest = entries;
    while let Some(&(path, weight)) = rest.first() {
        let Some(part) = path.first() else { return Node::Weight(weight) };
        let count = rest.iter().take_while(|(path, _)| path.first() == Some(part)).count();
        let inner: Vec<(&[Part], f64)> = rest[..count].iter().map(|(path, weight)| (&path[1..], *weight)).collect();
        table.push((part, tree(&inner)));
        rest = &rest[count..];
    }
    Node::Table(table)
}

/// The numbers of a table that is a list, with its gaps filled with 0.
fn list(table: &[(&Part, Node<'_>)]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for (part, node) in table {
        let (Part::Number(n), Node::Weight(weight)) = (part, node) else { return None };
        let place = usize::try_from(*n).ok().filter(|&n| n > out.len() && n <= GAPS * table.len())?;
        out.resize(place - 1, "0".to_owned());
        out.push(number(*weight));
    }
    Some(out)
}

fn write_node(out: &mut String, node: &Node<'_>, depth: usize) {
    let table = match node {
        Node::Weight(weight) => return out.push_str(&number(*weight)),
        Node::Table(table) => table,
    };
    let indent = "\t".repeat(depth);
    if let Some(list) = list(table) {
        // A line holds ten, so that a reader can count.
        let line = format!("{{ {} }}", list.join(", "));
        if list.len() <= 10 {
            return out.push_str(&line);
        }
        out.push_str("{\n");
        for ten in list.chunks(10) {
            let _ = writeln!(out, "{indent}\t{},", ten.join(", "));
        }
        let _ = write!(out, "{indent}}}");
        return;
    }
    out.push_str("{\n");
    for (part, node) in table {
        let _ = write!(out, "{indent}\t{} = ", key(part));
        write_node(out, node, depth + 1);
        out.push_str(",\n");
    }
    let _ = write!(out, "{indent}}}");
}

/// A key of a table.
fn key(part: &Part) -> String {
    match part {
        Part::Number(n) => format!("[{n}]"),
        Part::Name(name) if is_name(name) => name.clone(),
        Part::Name(name) => format!("[{name:?}]"),
    }
}

fn is_name(name: &str) -> bool {
    let keyword = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not",
        "or", "repeat", "return", "then", "true", "until", "while",
    ];
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !keyword.contains(&name)
}
