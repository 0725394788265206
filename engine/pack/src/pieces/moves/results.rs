//! Effects of a move besides its target: pieces put on the board, promotions, captures of groups, and moves of two
//! pieces at once.

use super::Reader;
use crate::load::quantities::quantities;
use crate::pieces::squares::read_area;
use crate::reader::{Section, Value};
use crate::spec::{Per, Quantity, Span, VarSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::grammar::VerbSpec;
use parlour_model::kind::Kind;
use parlour_model::pieces::{Becomes, CastleSpec, Drop, Effect, Line, PushSpec, PushedOff, Standing, Surrounds};

/// The most pieces of a kind in a line that is pushed.
const LONGEST_PUSH: i64 = 31;

/// The words for what can be pushed off the board.
pub(crate) const PUSHED_OFF: &[(&str, PushedOff)] =
    &[("others", PushedOff::Others), ("any", PushedOff::Any), ("none", PushedOff::None)];
/// The words for lines on which no other such piece of a seat stands.
pub(crate) const LINES: &[(&str, Line)] = &[("row", Line::Row), ("column", Line::Column)];
/// The words for captures of groups.
pub(crate) const CAPTURES: &[(&str, ())] = &[("surrounded", ())];

impl Reader<'_> {
    /// Reads the line that a push moves.
    pub(super) fn push(&self, row: &Section<'_>) -> PushSpec {
        let mut push = PushSpec { own: 0, others: Some(LONGEST_PUSH as u8), off: PushedOff::Others };
        let Some(section) = row.section("pushes") else { return push };
        push.own = section.int_within("own", 0..=LONGEST_PUSH).unwrap_or(0) as u8;
        if let Some(node) = section.node("others") {
            push.others = match &node.value {
                Value::Str(word) if word == "fewer" => None,
                Value::Int(most @ 0..=LONGEST_PUSH) => Some(*most as u8),
                _ => {
                    section.fault_help(
                        "others",
                        Code::BadMove,
                        "`others` says how many pieces of others are pushed at most",
                        format!("expected a number from 0 to {LONGEST_PUSH}, or \"fewer\" than own ones push"),
                    );
                    push.others
                }
            };
        }
        push.off = section.word("off", PUSHED_OFF).unwrap_or(push.off);
        section.finish();
        push
    }

    /// Reads the symbols to put on the square: one, or pieces to choose from.
    pub(super) fn puts(&self, row: &Section<'_>, effects: &[(&str, Effect, Span)]) -> Vec<Standing> {
        let wanted = effects.iter().any(|(_, effect, _)| matches!(effect, Effect::Build | Effect::Place));
        if !wanted {
            return Vec::new();
        }
        row.demand("puts", "what is put on the square: a piece or a symbol of the board");
        let words = row.strings("puts").unwrap_or_default();
        let several = words.len() > 1;
        let standings = words.iter().filter_map(|(word, span)| match self.standing(row, word, span)? {
            standing @ Standing::Piece(_) => Some(standing),
            standing @ Standing::Symbol(_) if !several => Some(standing),
            _ => {
                row.sink.fault(Code::UnknownWord, span, format!("`{word}` can't be put on a square"));
                None
            }
        });
        standings.collect()
    }

    /// Reads the restrictions of drops from the seat's hand.
    pub(super) fn drop(&self, row: &Section<'_>, puts: &[Standing]) -> Option<Drop> {
        let is_drop = row.bool("hand").unwrap_or(false);
        let drop = Drop {
            once: row.word("once", LINES),
            mobile: row.bool("mobile").unwrap_or(false),
            mates: row.bool("mates").unwrap_or(true),
        };
        if is_drop && puts.iter().any(|standing| matches!(standing, Standing::Symbol(_))) {
            let message = "only pieces come from a hand";
            row.fault("puts", Code::UnknownWord, message);
        }
        for key in ["once", "mobile", "mates"].into_iter().filter(|key| !is_drop && row.node(key).is_some()) {
            let message = format!("`{}` is about what comes from a hand", row.name(key));
            row.fault_help(key, Code::BadMove, message, "expected `hand = true` beside it");
        }
        is_drop.then_some(drop)
    }

    pub(super) fn becomes(&self, row: &Section<'_>) -> Option<Becomes> {
        let node = row.node("becomes")?;
        let (section, key);
        let (owner, key) = if matches!(node.value, Value::Table(_)) {
            section = row.section("becomes")?;
            key = "piece";
            (&section, key)
        } else {
            (row, "becomes")
        };
        let pieces = self.piece_list(owner, key);
        if pieces.is_empty() {
            owner.missing(key, "the piece, or the list of pieces to choose from");
        }
        let mut area = None;
        let (mut stopping, mut leaving, mut optional, mut verb) = (false, false, false, None);
        if let Value::Table(_) = &node.value {
            stopping = owner.bool("stopping").unwrap_or(false);
            leaving = owner.bool("leaving").unwrap_or(false);
            optional = owner.bool("optional").unwrap_or(false);
            verb =
                owner.string("verb").and_then(|name| self.verb(owner, &name, &owner.value_span("verb"), Effect::Move));
            area = owner.node("in").and_then(|node| read_area(owner, "in", node));
            // Other keys of the table are reported with the rest.
            const KEYS: [&str; 6] = ["piece", "in", "stopping", "leaving", "optional", "verb"];
            if let Value::Table(table) = &node.value {
                for entry in table.0.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
                    owner.sink.fault_help(
                        Code::UnknownKey,
                        &entry.key_span,
                        format!("there is no key `{}`", owner.name(&entry.key)),
                        suggest(&entry.key, KEYS),
                    );
                }
            }
        }
        Some(Becomes { pieces, area, stopping, leaving, optional, verb })
    }

    /// Reports an action that lacks the argument for a choice of promotions or placings.
    pub(super) fn check_choice(&self, row: &Section<'_>, key: &str, verb: usize) {
        let VerbSpec { name, args, pieces, .. } = &self.verbs[verb];
        let (kind, wanted) = match key {
            "shapes" => ("orientation", self.orientation_kind),
            _ => ("piece", self.piece_kind),
        };
        if pieces.is_empty() || args.iter().any(|arg| Some(arg.kind) == wanted) {
            return;
        }
        let (what, example) = match key {
            "puts" => ("which of several pieces is put", "{piece:piece}*{to:square}"),
            "shapes" => ("which shape is put and how it lies", "{shape:orientation} {to:square}"),
            _ => ("which of several pieces it becomes", "{from:square}-{to:square}[={as:piece}]"),
        };
        row.fault_help(
            key,
            Code::BadUsage,
            format!("the usage of `{name}` doesn't say {what}"),
            format!("expected an argument of type `{kind}`, as in `{example}`"),
        );
    }

    /// Reads a move of two pieces at once.
    pub(super) fn castle(&self, row: &Section<'_>, vars: &[VarSpec]) -> Option<CastleSpec> {
        let columns = |key: &str| {
            let numbers = quantities(row, key);
            match numbers.as_slice() {
                [Quantity::Fixed(from @ 1..=250), Quantity::Fixed(to @ 1..=250)] => {
                    Some([*from as usize, *to as usize])
                }
                _ if !row.is_written(key) => None,
                _ => {
                    let message = format!("`{}` says from which column to which", row.name(key));
                    row.fault_help(key, Code::BadMove, message, "expected such as `[5, 7]`");
                    None
                }
            }
        };
        let (royal, other) = (columns("royal"), columns("other"));
        let event = row.string("event");
        let named = row.string("right");
        let right = named.and_then(|name| {
            let fits = |var: &VarSpec| var.per == Per::Seat && var.kind == Kind::Number && var.is_single();
            let found = vars.iter().position(|var| var.name == name && fits(var));
            if found.is_none() {
                let help = suggest(&name, vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str()));
                let message = format!("there is no number per seat that is called `{name}`");
                row.fault_help("right", Code::UnknownVar, message, help);
            }
            found
        });
        let verb = row.string("verb")?;
        let known = self.verbs.iter().map(|verb| verb.name.as_str());
        let verb = row.sink.find((Code::UnknownAction, "action"), &verb, &row.value_span("verb"), known)?;
        if !self.verbs[verb].args.is_empty() {
            let message = format!("the usage of `{}` has arguments, and nothing is to be said", self.verbs[verb].name);
            row.fault_help("verb", Code::BadUsage, message, "expected such as `usage = \"O-O\"`");
        }
        Some(CastleSpec { verb, right: right?, royal: royal?, other: other?, event, span: row.span.clone() })
    }
}

/// Reads the effect on groups without liberties.
pub(super) fn surrounds(row: &Section<'_>) -> Option<Surrounds> {
    let surrounds = row.word("captures", CAPTURES);
    let suicide = row.bool("suicide");
    if surrounds.is_none() && suicide.is_some() {
        let message = "without captures of groups nothing is left without liberties";
        row.fault_help("suicide", Code::BadMove, message, "expected `captures = \"surrounded\"`");
    }
    surrounds.map(|()| Surrounds { suicide: suicide.unwrap_or(false) })
}
