//! Scores, and the rules of winning.

use crate::reader::Section;
use crate::spec::{Column, ColumnKind, DataTable, Per, ScoreRule, Span, VarSpec, WinnerRule, ZoneKind, ZoneSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::ids::{VarId, ZoneId};
use parlour_model::kind::Kind;

pub(super) fn read_scores(top: &Section<'_>, vars: &[VarSpec], zones: &[ZoneSpec], tables: &[DataTable]) -> ScoreRule {
    let scores = |var: &VarSpec| var.per.is_of_seats() && var.is_single();
    match top.string("scores").as_deref() {
        None | Some("wins") => ScoreRule::Wins,
        Some("script") => ScoreRule::Script,
        Some(text) if text.contains(" of ") => held(top, text, zones, tables).unwrap_or(ScoreRule::Wins),
        Some(name) => match vars.iter().position(|var| var.name == name && scores(var)) {
            Some(n) => ScoreRule::Var(VarId::from_index(n)),
            None => {
                let known = ["wins", "script"]
                    .into_iter()
                    .chain(vars.iter().filter(|var| scores(var)).map(|var| var.name.as_str()));
                top.fault_help(
                    "scores",
                    Code::UnknownVar,
                    format!("the scores can't be `{name}`"),
                    suggest(name, known),
                );
                ScoreRule::Wins
            }
        },
    }
}

/// Reads `scores = "POINTS of HAND"`.
fn held(top: &Section<'_>, text: &str, zones: &[ZoneSpec], tables: &[DataTable]) -> Option<ScoreRule> {
    let (column, zone) = text.split_once(" of ")?;
    let span = top.value_span("scores");
    let found = number_column(top, column, &span, tables);
    let is_bag = |zone: &&ZoneSpec| zone.kind == ZoneKind::Bag && zone.per == Per::Seat;
    let bag = zones.iter().position(|known| known.name == zone && is_bag(&known));
    if bag.is_none() {
        let known = zones.iter().filter(is_bag).map(|known| known.name.as_str());
        let message = format!("there is no bag for each seat that is called `{zone}`");
        top.sink.fault_help(Code::UnknownZone, &span, message, suggest(zone, known));
    }
    Some(ScoreRule::Held { zone: ZoneId::from_index(bag?), column: found? })
}

/// The index of a numeric column of the cards.
pub(super) fn number_column(top: &Section<'_>, column: &str, span: &Span, tables: &[DataTable]) -> Option<usize> {
    let is_number = |column: &Column| matches!(column.kind, ColumnKind::Int(..) | ColumnKind::Unread);
    let cards = tables.iter().find(|table| table.name == "card");
    let columns = cards.map_or(&[][..], |table| &table.columns);
    let found = columns.iter().position(|known| known.name == column && is_number(known));
    // Unreadable cards are reported.
    if found.is_none() && (cards.is_some() || top.node("card").is_none()) {
        let known = columns.iter().filter(|known| is_number(known)).map(|known| known.name.as_str());
        let message = format!("the cards have no column of numbers `{column}`");
        top.sink.fault_help(Code::UnknownColumn, span, message, suggest(column, known));
    }
    found
}

/// Reads `winners = ["most MONEY", "least SOLD"]`: the ranking when an ending names no winner.
pub(super) fn read_winners(top: &Section<'_>, vars: &[VarSpec]) -> Vec<WinnerRule> {
    let written = top.strings("winners").unwrap_or_default();
    let per = |var: &VarSpec| matches!(var.per, Per::Seat | Per::Team);
    let counts = |var: &VarSpec| per(var) && var.kind == Kind::Number && var.is_single();
    let mut rules = Vec::new();
    for (text, span) in written {
        let (word, name) = text.split_once(' ').unwrap_or(("", &text));
        let most = match word {
            "most" => true,
            "least" => false,
            _ => {
                top.sink.fault_help(
                    Code::BadWinners,
                    &span,
                    format!("`{text}` does not say who wins"),
                    "expected `most` or `least` and the name of a number per seat, as in `most money`",
                );
                continue;
            }
        };
        match vars.iter().position(|var| var.name == name && counts(var)) {
            Some(n) => rules.push(WinnerRule { var: VarId::from_index(n), most }),
            None => {
                let known = vars.iter().filter(|var| counts(var)).map(|var| var.name.as_str());
                let message = format!("there is no number per seat that is called `{name}`");
                top.sink.fault_help(Code::UnknownVar, &span, message, suggest(name, known));
            }
        }
    }
    rules
}
