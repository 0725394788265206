//! Rows `[[custody]]`: custodial captures.

use super::condition::read_condition;
use super::moves::Reader;
use super::squares::read_area;
use crate::reader::Section;
use crate::spec::{Per, VarSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::event::EventSpec;
use parlour_model::kind::Kind;
use parlour_model::pieces::{CustodySpec, MovesSpec, Standing};

/// The words for hostile squares: true if all neighbours of an enemy are.
pub(crate) const HOSTILE_SIDES: &[(&str, bool)] = &[("two", false), ("all", true)];

impl Reader<'_> {
    /// Reads a row of captures.
    pub(super) fn custody(&self, row: &Section<'_>, spec: &MovesSpec, vars: &[VarSpec]) -> Option<CustodySpec> {
        row.pass_texts(&["id", "after"]);
        let pieces = self.piece_list(row, "piece");
        let hostile = if row.is_written("with") { self.standings(row, "with") } else { vec![Standing::Own] };
        let surrounds = row.word("sides", HOSTILE_SIDES).unwrap_or(false);
        let area = row.node("in").and_then(|node| read_area(row, "in", node));
        let stays = row.bool("stays").unwrap_or(false);
        let counts = row.string("counts").and_then(|name| {
            let fits = |var: &VarSpec| {
                var.per == Per::Seat && var.kind == Kind::Number && var.is_single() && var.follows.is_none()
            };
            let found = vars.iter().position(|var| var.name == name && fits(var));
            if found.is_none() {
                let help = suggest(&name, vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str()));
                let message = format!("there is no number per seat that is called `{name}`");
                row.fault_help("counts", Code::UnknownVar, message, help);
            }
            found
        });
        let event = row.string("event");
        let only_if = read_condition(row, self.options);
        let royal = pieces.iter().find(|&&piece| spec.pieces[piece].royal);
        if let Some(&piece) = royal {
            let message = format!("`{}` is royal, so it is never captured", spec.pieces[piece].name);
            row.fault_help("piece", Code::BadMove, message, "leave out `royal`, and end the match by what `counts`");
        } else if spec.pieces.iter().any(|piece| piece.royal) {
            let message = "what is taken by custody could put a royal piece in danger, which isn't looked at";
            row.sink.fault_help(
                Code::BadMove,
                &row.span,
                message,
                "leave out `royal`, and end the match by what `counts`",
            );
        }
        if stays && counts.is_none() {
            row.fault_help(
                "stays",
                Code::MissingKey,
                "nothing comes of a piece that stays",
                "expected `counts` as well",
            );
        }
        let name = row.string("verb")?;
        let known = self.verbs.iter().map(|verb| verb.name.as_str());
        let span = row.value_span("verb");
        let verb = row.sink.find((Code::UnknownAction, "action"), &name, &span, known)?;
        let mut moves = spec.pieces.iter().flat_map(|piece| &piece.moves).filter(|rule| rule.effect.goes());
        if !moves.any(|rule| rule.verbs().any(|of| of == verb)) {
            let message = format!("no piece goes to another square by `{name}`");
            row.fault_help("verb", Code::WrongAction, message, "expected an action of `moves` such as `move`");
            return None;
        }
        Some(CustodySpec { verb, pieces, hostile, surrounds, area, stays, counts, event, only_if })
    }
}

/// Checks the events of captures: they are there, and the engine can fill in their fields.
pub(crate) fn check_custody_events(top: &Section<'_>, spec: &MovesSpec, events: &[EventSpec]) {
    for name in spec.custody.iter().filter_map(|row| row.event.as_ref()) {
        let Some(event) = events.iter().find(|event| event.name == *name) else {
            let help = suggest(name, events.iter().map(|event| event.name.as_str()));
            top.fault_help("custody", Code::UnknownName, format!("there is no event `{name}`"), help);
            continue;
        };
        for field in &event.fields {
            let fits = match field.name.as_str() {
                "seat" => field.kind == Kind::Seat,
                "piece" => matches!(field.kind, Kind::Symbol(_)),
                "square" => matches!(field.kind, Kind::Square(_)),
                _ => false,
            };
            if !fits {
                let message = format!("the event `{name}` can't fill its field `{}`", field.name);
                let help = "expected `seat: seat`, `piece: symbol` or `square: square`";
                top.fault_help("events", Code::UnknownField, message, help);
            }
        }
    }
}
