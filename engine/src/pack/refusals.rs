//! What can be said against an action: texts by name, with holes for what they are about.
//!
//! A hook returns `refusal.too_far(3, 5)`, which is a number and a few more in the control block. The text is put
//! together only when somebody asks for it.

use super::spec::{Per, Span, VarSpec, ZoneKind, ZoneSpec};
use crate::diagnostic::suggest;
use crate::game::Game;
use crate::ids::{CardType, Seat, VarId, ZoneId};
use crate::kind::{Kind, Value};
use crate::layout::ZoneLayout;
use crate::state::State;

/// A text against an action, from `[refusals]`.
#[derive(Clone, Debug)]
pub struct RefusalSpec {
    /// Its name, as in `refusal.too_far`.
    pub name: String,
    /// The text as the pack has it.
    pub text: String,
    /// The holes, in the order in which they stand in the text first: what a script gives.
    pub holes: Vec<Hole>,
    /// Where its name is written in `game.toml`.
    pub span: Span,
    /// The text in pieces.
    pub(crate) parts: Vec<Part>,
    /// How many holes all refusals before it have.
    pub(crate) first: usize,
}

/// A hole in the text of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Its name.
    pub name: String,
    /// What fills it.
    pub kind: Kind,
}

/// A piece of the text of a refusal; holes by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text as it stands.
    Text(String),
    /// `{card}`: what fills a hole.
    Hole(usize),
    /// `{number of card}`: so many of a card.
    Count { number: usize, card: usize },
    /// `{plural of card}`: what several of a card are called.
    Plural(usize),
    /// `{attack}`: a variable, of the seat that acts where each seat has one.
    Var(VarId),
    /// `{hand}` or `{names of hand}`: the cards of a bag, of the seat that acts where each seat has one.
    Zone { zone: ZoneId, by_name: bool },
    /// `[ or a {value}]`: what is left out where nothing fills its first hole.
    Optional(usize, Vec<Part>),
}

/// What holes can name besides types.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The variables.
    pub(crate) vars: &'a [VarSpec],
    /// The zones.
    pub(crate) zones: &'a [ZoneSpec],
}

impl Known<'_> {
    /// What the match itself fills a hole with: a variable, or the cards of a bag.
    fn part(&self, name: &str, by_name: bool) -> Option<Part> {
        let is_told = |var: &VarSpec| var.per.is_of_seats() && var.each().is_none();
        let var = self.vars.iter().position(|var| var.name == name && is_told(var));
        let fits = |zone: &&ZoneSpec| zone.kind == ZoneKind::Bag && zone.per.is_of_seats();
        let zone = self.zones.iter().position(|zone| zone.name == name && fits(&zone));
        match (var, zone) {
            (Some(var), _) if !by_name => Some(Part::Var(VarId::from_index(var))),
            (_, zone) => zone.map(|zone| Part::Zone { zone: ZoneId::from_index(zone), by_name }),
        }
    }
}

impl RefusalSpec {
    /// Reads a text with holes. `kind` gives the type that a name stands for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(
        name: String,
        text: String,
        span: Span,
        first: usize,
        known: Known<'_>,
        kind: impl Fn(&str) -> Result<Kind, String>,
    ) -> Result<Self, String> {
        let mut reader = Reader { kind, known, holes: Vec::new() };
        let parts = reader.parts(&text)?;
        Ok(Self { name, holes: reader.holes, span, parts, first, text })
    }
}

struct Reader<'a, K> {
    kind: K,
    known: Known<'a>,
    holes: Vec<Hole>,
}

impl<K: Fn(&str) -> Result<Kind, String>> Reader<'_, K> {
    fn parts(&mut self, text: &str) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '[', '}', ']']) {
            if at > 0 {
                parts.push(Part::Text(rest[..at].to_owned()));
            }
            let (mark, behind) = (&rest[at..=at], &rest[at + 1..]);
            match mark {
                "{" => {
                    let (inside, after) = behind.split_once('}').ok_or("a brace is not closed")?;
                    parts.push(self.hole(inside)?);
                    rest = after;
                }
                "[" => {
                    let (inside, after) = behind.split_once(']').ok_or("a square bracket is not closed")?;
                    let inner = self.parts(inside)?;
                    let first = inner.iter().find_map(|part| match part {
                        Part::Hole(hole) => Some(*hole),
                        _ => None,
                    });
                    let first = first.ok_or_else(|| {
                        format!("`[{inside}]` needs a hole such as `{{card}}`: it is left out where nothing fills that")
                    })?;
                    parts.push(Part::Optional(first, inner));
                    rest = after;
                }
                _ => return Err(format!("a `{mark}` that closes nothing")),
            }
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(parts)
    }

    /// What stands in braces.
    fn hole(&mut self, inside: &str) -> Result<Part, String> {
        let (before, behind) = inside.split_once(" of ").map_or((None, inside), |(a, b)| (Some(a), b));
        // `{from:square of main}` is one hole.
        if before.is_none_or(|before| before.contains(':') && !behind.contains(':') && self.is_type(inside)) {
            let is_new = !self.holes.iter().any(|hole| hole.name == inside.trim());
            return match self.known.part(inside.trim(), false).filter(|_| is_new) {
                Some(part) => Ok(part),
                None => self.named(inside, |_| true).map(Part::Hole),
            };
        }
        if before == Some("names") {
            let bag = self.known.part(behind.trim(), true);
            return bag.ok_or_else(|| {
                let bags = self.known.zones.iter().filter(|zone| zone.kind == ZoneKind::Bag);
                let help = suggest(behind, bags.map(|zone| zone.name.as_str()));
                format!("`{{{inside}}}` needs a bag whose cards are named; {help}")
            });
        }
        let number = match before {
            Some("plural") | None => None,
            Some(number) => Some(self.named(number, |kind| kind == Kind::Number)?),
        };
        let card = self.named(behind, |kind| kind == Kind::Card)?;
        Ok(number.map_or(Part::Plural(card), |number| Part::Count { number, card }))
    }

    fn is_type(&self, inside: &str) -> bool {
        inside.split_once(':').is_some_and(|(_, kind)| (self.kind)(kind.trim()).is_ok())
    }

    /// A hole by its name: one that was there before, or a new one with its type.
    fn named(&mut self, written: &str, fits: impl Fn(Kind) -> bool) -> Result<usize, String> {
        let (name, kind) = match written.split_once(':') {
            Some((name, kind)) => (name.trim(), Some(kind.trim())),
            None => (written.trim(), None),
        };
        let known = self.holes.iter().position(|hole| hole.name == name);
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
                self.holes.push(Hole { name: name.to_owned(), kind });
                self.holes.len() - 1
            }
        };
        if fits(self.holes[place].kind) {
            return Ok(place);
        }
        let fitting = self.holes.iter().filter(|hole| fits(hole.kind)).map(|hole| hole.name.as_str());
        Err(format!("`{name}` is not of the type that can stand here; {}", suggest(name, fitting)))
    }
}

/// The text of a refusal in the making.
struct Filling<'a> {
    game: &'a Game,
    refusal: &'a RefusalSpec,
    values: &'a [Value<'a>],
    state: &'a State,
    seat: Seat,
    out: String,
}

impl Game {
    /// The text of a refusal with its holes filled, for a seat that acts.
    pub(crate) fn refusal_text(
        &self,
        refusal: &RefusalSpec,
        values: &[Value<'_>],
        state: &State,
        seat: Option<Seat>,
    ) -> String {
        let seat = seat.unwrap_or(Seat::from_index(0));
        let mut filling = Filling { game: self, refusal, values, state, seat, out: String::new() };
        filling.write(&refusal.parts);
        filling.out
    }
}

impl Filling<'_> {
    fn number(&self, hole: usize) -> i32 {
        match self.values.get(hole) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    /// What one of a card is called, and several; of what is not a card, these words.
    fn names(&self, hole: usize) -> [&str; 2] {
        let row = usize::try_from(self.number(hole)).ok().and_then(|row| row.checked_sub(1));
        let row = row.and_then(|row| self.game.pack().card_rows().get(row));
        row.map_or(["card", "cards"], |row| [&row.title, &row.plural])
    }

    fn write(&mut self, parts: &[Part]) {
        for part in parts {
            let text = match part {
                Part::Text(text) => text.clone(),
                Part::Hole(hole) => {
                    let value = self.values.get(*hole).copied().unwrap_or(Value::Number(0));
                    self.game.value_title(self.refusal.holes[*hole].kind, value)
                }
                Part::Plural(card) => self.names(*card)[1].to_owned(),
                Part::Count { number, card } => {
                    let (n, [one, several]) = (self.number(*number), self.names(*card));
                    match n {
                        0 => format!("no {several}"),
                        1 => format!("1 {one}"),
                        n => format!("{n} {several}"),
                    }
                }
                Part::Var(var) => self.variable(*var),
                Part::Zone { zone, by_name } => self.zone(*zone, *by_name),
                Part::Optional(hole, inner) => {
                    if self.values.get(*hole).is_some_and(|value| *value != Value::Number(0)) {
                        self.write(inner);
                    }
                    continue;
                }
            };
            self.out.push_str(&text);
        }
    }

    fn variable(&self, var: VarId) -> String {
        let spec = &self.game.pack().vars[var.index()];
        let number = self.state.i32(self.game.offset_for(var, self.seat));
        self.game.value_title(spec.kind, Value::Number(number))
    }

    fn zone(&self, zone: ZoneId, by_name: bool) -> String {
        let member = match self.game.pack().zones[zone.index()].per {
            Per::Seat => self.seat.index(),
            Per::Team => self.game.team_of(self.seat),
            Per::One | Per::Table(_) | Per::List(_) => 0,
        };
        let Some(ZoneLayout::Bag(bag)) = self.game.layout().zones[zone.index()].get(member) else {
            return String::new();
        };
        let counts = &self.state.bytes[bag.counts..bag.counts + self.game.pack().card_types()];
        if !by_name {
            return self.game.cards_phrase(counts);
        }
        let each = counts.iter().enumerate().flat_map(|(n, &k)| std::iter::repeat_n(n, usize::from(k)));
        let names: Vec<&str> = each.map(|n| self.game.card_name(CardType::from_index(n))).collect();
        names.join(" ")
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
        let known = Known { vars: &[], zones: &[] };
        RefusalSpec::read("x".to_owned(), text.to_owned(), 0..0, 0, known, kind)
    }

    #[test]
    fn holes_come_in_the_order_of_the_text_and_once_each() {
        let names = |text: &str| -> Vec<String> { read(text).unwrap().holes.into_iter().map(|h| h.name).collect() };
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
            ("{card} {seat of card}", "`seat` is not of the type that can stand here; none is known here"),
        ] {
            assert_eq!(read(text).map(|spec| spec.parts).unwrap_err(), expected, "{text}");
        }
    }
}
