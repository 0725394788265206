//! Refusals: named reasons against actions.
//!
//! A hook returns `refusal.too_far(3, 5)`: a number, and the arguments in the control block. The text is formatted only
//! on demand.

use super::spec::{Span, VarSpec, ZoneKind, ZoneSpec};
use parlour_model::diagnostic::suggest;
use parlour_model::ids::{VarId, ZoneId};
use parlour_model::kind::Kind;
use parlour_model::text::{self, Names, Part, Use};

/// A reason to refuse an action, from `[refusals]`.
#[derive(Clone, Debug)]
pub struct RefusalSpec {
    /// Its name, as in `refusal.too_far`.
    pub name: String,
    /// The text as written in the pack.
    pub text: String,
    /// The arguments that a script gives, in the order of their first occurrence in the text.
    pub arguments: Vec<Argument>,
    /// The place of its name in `game.toml`.
    pub span: Span,
    /// The parts of the text.
    pub parts: Vec<Part<Filling>>,
    /// The number of arguments of all refusals before it.
    pub first: usize,
}

/// An argument of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
}

/// The source of a hole's value in a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// An argument, by index.
    Argument(usize),
    /// A variable, that of the acting seat if each seat has one.
    Var(VarId),
    /// The cards of a bag, that of the acting seat if each seat has one.
    Zone(ZoneId),
}

/// The state that holes can name.
#[derive(Clone, Copy)]
pub(crate) struct StateNames<'a> {
    /// The variables.
    pub(crate) vars: &'a [VarSpec],
    /// The zones.
    pub(crate) zones: &'a [ZoneSpec],
}

impl StateNames<'_> {
    /// A variable that holes can name.
    fn var(&self, name: &str) -> Option<Filling> {
        let is_told = |var: &VarSpec| var.per.is_of_seats() && var.each().is_none();
        let var = self.vars.iter().position(|var| var.name == name && is_told(var));
        var.map(|var| Filling::Var(VarId::from_index(var)))
    }

    /// A bag that holes can name.
    fn bag(&self, name: &str) -> Option<Filling> {
        let fits = |zone: &&ZoneSpec| zone.kind == ZoneKind::Bag && zone.per.is_of_seats();
        let zone = self.zones.iter().position(|zone| zone.name == name && fits(&zone));
        zone.map(|zone| Filling::Zone(ZoneId::from_index(zone)))
    }
}

impl RefusalSpec {
    /// Reads a text with holes. `kind` resolves the type of a name.
    ///
    /// # Errors
    /// A fault of the text.
    pub(crate) fn read(
        name: String,
        text: String,
        span: Span,
        first: usize,
        known: StateNames<'_>,
        kind: impl Fn(&str) -> Result<Kind, String>,
    ) -> Result<Self, String> {
        let mut reader = Reader { kind, known, arguments: Vec::new() };
        let parts = text::read(&text, &mut reader)?;
        Ok(Self { name, arguments: reader.arguments, span, parts, first, text })
    }
}

struct Reader<'a, K> {
    kind: K,
    known: StateNames<'a>,
    arguments: Vec<Argument>,
}

impl<K: Fn(&str) -> Result<Kind, String>> Names for Reader<'_, K> {
    type Hole = Filling;

    fn find(&mut self, name: &str, of: Use) -> Result<Filling, String> {
        let argument = match of {
            Use::Value => {
                let is_new = !self.arguments.iter().any(|argument| argument.name == name.trim());
                let state = self.known.var(name.trim()).or_else(|| self.known.bag(name.trim()));
                if let Some(state) = state.filter(|_| is_new) {
                    return Ok(state);
                }
                self.argument(name, None)
            }
            Use::Number => self.argument(name, Some((Kind::Number, "number"))),
            Use::Card => self.argument(name, Some((Kind::Card, "card"))),
            Use::Cards => {
                return self.known.bag(name.trim()).ok_or_else(|| {
                    let bags = self.known.zones.iter().filter(|zone| zone.kind == ZoneKind::Bag);
                    let help = suggest(name, bags.map(|zone| zone.name.as_str()));
                    format!("`{{names of {name}}}` needs a bag whose cards are named; {help}")
                });
            }
        };
        argument.map(Filling::Argument)
    }

    /// `{from:square of main}` is one name.
    fn is_name(&self, text: &str) -> bool {
        let is_type = |text: &str| text.split_once(':').is_some_and(|(_, kind)| (self.kind)(kind.trim()).is_ok());
        text.split_once(" of ").is_some_and(|(before, after)| before.contains(':') && !after.contains(':'))
            && is_type(text)
    }
}

impl<K: Fn(&str) -> Result<Kind, String>> Reader<'_, K> {
    /// An argument by its name: an earlier one, or a new one with its type, which may have to be a certain one.
    fn argument(&mut self, written: &str, wanted: Option<(Kind, &str)>) -> Result<usize, String> {
        let (name, kind) = match written.split_once(':') {
            Some((name, kind)) => (name.trim(), Some(kind.trim())),
            None => (written.trim(), None),
        };
        let known = self.arguments.iter().position(|argument| argument.name == name);
        let place = match (known, kind) {
            (Some(_), Some(_)) => return Err(format!("`{{{written}}}` has its type already where it stands first")),
            (Some(known), None) => known,
            (None, kind) => {
                let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
                if !is_name || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                    return Err(format!("`{{{written}}}` needs a name of small letters, as in `{{by:number}}`"));
                }
                let kind = (self.kind)(kind.unwrap_or(name)).map_err(|help| match kind {
                    Some(kind) => format!("there is no type `{kind}`: {help}"),
                    None => format!("`{{{name}}}` needs a type, as in `{{{name}:number}}`"),
                })?;
                self.arguments.push(Argument { name: name.to_owned(), kind });
                self.arguments.len() - 1
            }
        };
        let Some((kind, type_name)) = wanted.filter(|(kind, _)| *kind != self.arguments[place].kind) else {
            return Ok(place);
        };
        let fitting = self.arguments.iter().filter(|argument| argument.kind == kind);
        let help = suggest(name, fitting.map(|argument| argument.name.as_str()));
        Err(format!("`{name}` must be a {type_name} here, as in `{{by:{type_name}}}`; {help}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RefusalSpec, String> {
        let kind = |name: &str| match name {
            "card" => Ok(Kind::Card),
            "seat" => Ok(Kind::Seat),
            "number" => Ok(Kind::Number),
            "square of main" => Ok(Kind::Word(0)),
            _ => Err("expected another".to_owned()),
        };
        let known = StateNames { vars: &[], zones: &[] };
        RefusalSpec::read("x".to_owned(), text.to_owned(), 0..0, 0, known, kind)
    }

    #[test]
    fn holes_come_in_the_order_of_the_text_and_once_each() {
        let names =
            |text: &str| -> Vec<String> { read(text).unwrap().arguments.into_iter().map(|it| it.name).collect() };
        assert!(names("no hole").is_empty());
        assert_eq!(names("{seat} has {n:number of card}, not {most:number of card}"), ["seat", "n", "card", "most"]);
        assert_eq!(names("{by:number} and {by} on {to:square of main}[ or {seat}]"), ["by", "to", "seat"]);
        assert_eq!(names("{plural of card:card}"), ["card"]);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_told() {
        for (text, expected) in [
            ("{card", "a brace is not closed"),
            ("[ or {card}", "a square bracket is not closed"),
            ("card}", "a `}` that closes nothing"),
            ("[ or]", "`[ or]` needs a hole such as `{card}`: it is left out where nothing fills that"),
            ("{by}", "`{by}` needs a type, as in `{by:number}`"),
            ("{by:numbr}", "there is no type `numbr`: expected another"),
            ("{by:number} {by:number}", "`{by:number}` has its type already where it stands first"),
            ("{By:number}", "`{By:number}` needs a name of small letters, as in `{by:number}`"),
            ("{}", "`{}` needs a name of small letters, as in `{by:number}`"),
            ("{names of hand}", "`{names of hand}` needs a bag whose cards are named; none is known here"),
            ("{card} {seat of card}", "`seat` must be a number here, as in `{by:number}`; none is known here"),
        ] {
            assert_eq!(read(text).map(|spec| spec.parts).unwrap_err(), expected, "{text}");
        }
    }
}
