//! One-line notations of positions, as in FEN.

use super::boards::BoardSpec;
use super::reader::{Section, Sink};
use super::spec::{DataTable, Per, VarSpec};
use crate::pieces::{Follows, PieceSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::kind::Kind;
use parlour_model::spec::Span;

/// The notation of a pack's positions.
#[derive(Clone, Debug)]
pub struct NotationSpec {
    /// Its name.
    pub name: String,
    /// Its fields, in order, separated by blanks.
    pub fields: Vec<Field>,
    /// The letters of the seats.
    pub seats: Vec<String>,
    /// The piece, by index, whose letter is left out in move notation.
    pub plain: Option<usize>,
    /// The name of the notation of whole matches, if there is one. The readers and writers of it know its meaning.
    pub games: Option<(String, Span)>,
    /// The options, key and value as text, for reading matches that were played on after an ending.
    pub unclaimed: Vec<(String, String)>,
    /// The variant's name in such matches, if it isn't the regular game.
    pub variant: Option<String>,
    /// The options for reading matches that were played on beyond those as well, from before such endings existed.
    pub older: Vec<(String, String)>,
}

/// A field of a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// The rows of the board, separated by `/`, numbers for empty squares.
    Board,
    /// The letter of the seat to act.
    Seat,
    /// The hands of the seats, `-` if empty.
    Hands,
    /// The same in brackets, directly behind the previous field: `[]` if empty.
    Pocket,
    /// Letters, each present if a variable, by index, of a seat is 1; `-` for none.
    Flags(Vec<(char, usize, usize)>),
    /// The square in a variable, `-` for none.
    Square(usize),
    /// The number in a variable.
    Number(usize),
    /// A constant `-`.
    Nothing,
    /// Full turns, from 1.
    Turn,
    /// Actions, from 1.
    Ply,
}

/// Reads the notation of a pack.
pub(super) fn read_notation(
    top: &Section<'_>,
    seats: &[String],
    boards: &[BoardSpec],
    vars: &[VarSpec],
    tables: &[DataTable],
    unclaimed_of: impl Fn(&Section<'_>) -> Vec<(String, String)>,
) -> Option<NotationSpec> {
    let section = top.section("notation")?;
    let name = section.string("name");
    let first = |name: &String| name.chars().take(1).collect();
    let letters = match section.strings("seats") {
        Some(written) => written.into_iter().map(|(letter, _)| letter).collect(),
        None => seats.iter().map(first).collect::<Vec<String>>(),
    };
    if letters.len() != seats.len() {
        let message = format!("{} letters for {} seats", letters.len(), seats.len());
        section.fault("seats", Code::WrongCount, message);
    }
    let mut fields = Vec::new();
    for (text, span) in section.strings("fields").unwrap_or_default() {
        match read_field(&text, seats, vars) {
            Ok(field) => fields.push(field),
            Err(help) => section.sink.fault_help(
                Code::UnknownField,
                &span,
                format!("`{text}` can't stand in the notation of a position"),
                help,
            ),
        }
    }
    if boards.is_empty() {
        section.sink.fault(Code::NoBoard, &section.span, "a notation is for positions on a board");
    }
    let plain = section.string("plain").and_then(|name| {
        let pieces = tables.iter().find(|table| table.name == "piece").map_or(&[][..], |table| table.rows.as_slice());
        let known = pieces.iter().map(|row| row.name.as_str());
        section.sink.find((Code::UnknownPiece, "piece"), &name, &section.value_span("plain"), known)
    });
    let games = section.string("games").map(|name| (name, section.value_span("games")));
    let unclaimed = section.section("unclaimed").map_or_else(Vec::new, |inner| unclaimed_of(&inner));
    let older = section.section("older").map_or_else(Vec::new, |inner| unclaimed_of(&inner));
    let variant = section.string("variant");
    section.finish();
    Some(NotationSpec { name: name?, fields, seats: letters, plain, games, unclaimed, older, variant })
}

/// Rejects signs of pieces that can't be told apart in a row of a board, as `GB` beside `G` and `B`.
pub(super) fn check_signs(sink: &Sink, notation: Option<&NotationSpec>, pieces: &[PieceSpec]) {
    if !notation.is_some_and(|notation| notation.fields.contains(&Field::Board)) {
        return;
    }
    let mut signs: Vec<(String, &Span)> = Vec::new();
    for piece in pieces {
        let written = |seat: usize| match &piece.sign {
            Some(sign) if seat == 0 => Some(sign.to_uppercase()),
            Some(sign) => Some(sign.to_lowercase()),
            None => piece.glyphs.get(seat).map(char::to_string),
        };
        signs.extend((0..2).filter_map(written).map(|sign| (sign, &piece.span)));
    }
    let all: Vec<&str> = signs.iter().map(|(sign, _)| sign.as_str()).collect();
    for (sign, span) in &signs {
        let Some((first, next)) = misread(sign, &all) else { continue };
        let message = format!(
            "`{sign}` stands for a piece, and so do `{first}` and `{next}`: in a row of a board it is not clear which"
        );
        sink.fault_help(
            Code::BadGlyph,
            span,
            message,
            "expected a `sign` that no others begin, such as `+` and a letter",
        );
        return;
    }
}

/// Two signs that a reader who takes the longest sign that fits takes for another one, or for its beginning.
fn misread<'s>(sign: &str, all: &[&'s str]) -> Option<(&'s str, &'s str)> {
    let next = |rest: &str| continued(rest, all);
    all.iter()
        .filter(|first| first.len() < sign.len())
        .find_map(|first| Some((*first, next(sign.strip_prefix(first)?)?)))
}

/// The next sign of a row that begins with a text; `None` if no row does.
fn continued<'s>(rest: &str, all: &[&'s str]) -> Option<&'s str> {
    let goes_on = |sign: &&&str| {
        sign.starts_with(rest) || rest.strip_prefix(**sign).is_some_and(|rest| continued(rest, all).is_some())
    };
    all.iter().find(goes_on).copied()
}

fn read_field(text: &str, seats: &[String], vars: &[VarSpec]) -> Result<Field, String> {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let var = |name: &str, fits: &dyn Fn(&VarSpec) -> bool| {
        let known = || vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str());
        vars.iter().position(|var| var.name == name && fits(var)).ok_or_else(|| suggest(name, known()))
    };
    let is_kept = |var: &VarSpec| matches!(var.follows, None | Some(Follows::Passed | Follows::Quiet));
    let is_alone = |var: &VarSpec| var.per == Per::One && is_kept(var);
    match (word, rest.as_slice()) {
        ("board", []) => Ok(Field::Board),
        ("seat", []) => Ok(Field::Seat),
        ("-", []) => Ok(Field::Nothing),
        ("turn", []) => Ok(Field::Turn),
        ("ply", []) => Ok(Field::Ply),
        ("hands", []) if vars.iter().any(|var| var.follows == Some(Follows::Hand)) => Ok(Field::Hands),
        ("[hands]", []) if vars.iter().any(|var| var.follows == Some(Follows::Hand)) => Ok(Field::Pocket),
        ("hands" | "[hands]", []) => Err("expected a variable with `follows = \"hand\"`".to_owned()),
        ("square", [name]) => var(name, &|var| is_alone(var) && var.kind.is_square()).map(Field::Square),
        ("number", [name]) => var(name, &|var| is_alone(var) && var.kind == Kind::Number).map(Field::Number),
        ("flags", [_, ..]) => {
            let flag = |text: &&str| {
                let mut letter = text.chars();
                let (letter, rest) = (letter.next(), letter.as_str());
                let (name, seat) = rest.strip_prefix(':').and_then(|rest| rest.split_once('.')).unwrap_or_default();
                let found = var(name, &|var| var.per == Per::Seat && var.kind == Kind::Number && var.is_single())?;
                let seat = seats.iter().position(|known| known == seat);
                let expected = || "expected such as `K:short.white`".to_owned();
                Ok((letter.filter(|c| c.is_alphabetic()).ok_or_else(expected)?, found, seat.ok_or_else(expected)?))
            };
            rest.iter().map(flag).collect::<Result<Vec<_>, String>>().map(Field::Flags)
        }
        _ => {
            Err("expected `board`, `seat`, `hands`, `[hands]`, `flags LETTER:VAR.SEAT ...`, `square VAR`, `number VAR`, `turn`, \
                  `ply` or `-`"
                .to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_are_taken_for_others_are_found() {
        assert_eq!(misread("GB", &["G", "B", "GB"]), Some(("G", "B")));
        // `A`, `BC`: read as `AB` and an unknown `C`.
        assert_eq!(misread("AB", &["A", "AB", "BC"]), Some(("A", "BC")));
        assert_eq!(misread("ABC", &["A", "B", "C", "ABC"]), Some(("A", "B")));
        assert_eq!(misread("+P", &["P", "+P", "R", "+R"]), None);
        assert_eq!(misread("B~", &["B", "B~", "N", "N~"]), None);
        assert_eq!(misread("GB", &["G", "GB"]), None);
    }
}
