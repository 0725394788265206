//! Variables, and the things that they follow.

use super::looks::{bind_claim, bind_says, read_claim, read_says, read_set, read_value_names, read_var_look};
use super::names::Names;
use super::quantities::quantity;
use super::visibility::read_seen;
use crate::art::read_art;
use crate::looks::Claim;
use crate::notation::{Field, NotationSpec};
use crate::pieces;
use crate::pieces::{Follows, read_condition};
use crate::reader::{Entry, Node, Section, Sink, Value};
use crate::spec::{
    OptionSpec, Per, PhaseSpec, Quantity, Resets, ScoreRule, Seen, Values, VarSpec, WinnerRule, ZoneKind, ZoneSpec,
};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::ids::ZoneId;
use parlour_model::kind::{Kind, Use};

pub(super) fn read_vars(
    top: &Section<'_>,
    names: &Names<'_>,
    zones: &[ZoneSpec],
    phases: &[PhaseSpec],
    options: &[OptionSpec],
) -> Vec<VarSpec> {
    let mut vars = Vec::new();
    let mut written_says = Vec::new();
    let mut written_claims = Vec::new();
    for (name, section) in top.named_sections("vars") {
        let written = section.string("type");
        let found = written.as_deref().map_or(Ok(Kind::Number), |name| Kind::named(name, names.kinds(), Use::Variable));
        let kind = *found.as_ref().unwrap_or(&Kind::Number);
        let bound = |key: &str, otherwise: i32| {
            let bound = if kind == Kind::Number { quantity(&section, key) } else { None };
            bound.unwrap_or(Quantity::Fixed(otherwise.into()))
        };
        let mut range = (bound("min", 0), bound("max", i32::MAX));
        let least = match &range {
            (Quantity::Fixed(min), _) => (*min).max(0),
            _ => 0,
        };
        if let Err(help) = found {
            section.fault_help(
                "type",
                Code::UnknownType,
                format!("there is no type `{}` for a variable", written.unwrap_or_default()),
                format!("{help}, or `square of BOARD`"),
            );
            // Its values aren't checked.
            range = (Quantity::Fixed(i32::MIN.into()), Quantity::Fixed(i32::MAX.into()));
        }
        let (per, each) = names.pair(&section);
        let follows = read_follows(&section, per == Per::Seat && each.is_none());
        let length = quantity(&section, "length");
        if each.is_some() && section.node("length").is_some() {
            section.fault_help(
                "length",
                Code::WrongPer,
                "a variable for each pair has one value",
                "leave out `length`",
            );
        }
        let mut values = each.map_or_else(|| length.map_or(Values::One, Values::Count), Values::Each);
        if follows == Some(Follows::Hand) {
            let pieces = names.tables.iter().find(|table| table.name == "piece").map_or(1, |table| table.rows.len());
            if section.node("length").is_some() || section.node("start").is_some() || kind != Kind::Number {
                section.fault_help(
                    "follows",
                    Code::WrongPer,
                    "a hand has a number for each kind of piece",
                    "leave out `type`, `length` and `start`; how many of a piece are there at the start is its `stock`",
                );
            }
            values = if pieces == 1 { Values::One } else { Values::Count(Quantity::Fixed(pieces as i64)) };
        }
        let seen = read_seen(&section, &name, "variable", &per).unwrap_or(Seen::All);
        let is_bounded = matches!(&range, (Quantity::Fixed(0..), max) if *max != Quantity::Fixed(i32::MAX.into()));
        if seen != Seen::All && kind == Kind::Number && !is_bounded {
            section.fault_help(
                "seen",
                Code::OutOfRange,
                format!("what `{name}` can be is not known to those who don't see it"),
                "expected a `max`, and no `min` below 0",
            );
        }
        let label = section.string("label").unwrap_or_else(|| name.clone());
        let only_if = read_condition(&section, options);
        let is_one = values == Values::One;
        let is_plain = matches!(per, Per::One | Per::Seat) && is_one && seen == Seen::All;
        let can_be_left_out = matches!(follows, None | Some(Follows::Material));
        if section.node("if").is_some() && (!is_plain || !can_be_left_out || section.node("marks").is_some()) {
            section.fault_help(
                "if",
                Code::WrongPer,
                format!("`{name}` must be there with all options"),
                "only one value, or one for each seat, that everybody sees and that follows nothing but `material` can be \
                 left out",
            );
        }
        let look = read_var_look(&section, kind, &per, &values);
        written_claims.push(read_claim(&section, look));
        vars.push(VarSpec {
            only_if,
            at: read_at(&section, zones, &per, is_one),
            claim: Claim::default(),
            marks: read_marks(&section, zones, &per),
            idles: read_idles(&section, zones, &per, is_one),
            owns: read_owned(&section, zones, kind == Kind::Seat && per == Per::One && is_one),
            set_of: read_set(&section, names),
            names: read_value_names(&section, names, &values),
            look,
            art: read_art(&section),
            says: None,
            title: section.string("title").unwrap_or_else(|| label.replace('_', " ")),
            label,
            kind,
            range,
            per,
            values,
            start: quantity(&section, "start").unwrap_or(Quantity::Fixed(least)),
            clamp: section.bool("clamp").unwrap_or(false),
            resets: read_resets(top, &section, phases),
            area: read_squares(&section, follows),
            pieces: read_pieces(&section, follows, names),
            left: read_left(&section, follows, names),
            captures: read_captures(&section, follows),
            follows,
            internal: section.bool("internal").unwrap_or(false),
            passing: section.bool("passing").unwrap_or(false),
            seen,
            dice: None,
            span: section.span.clone(),
            name,
        });
        written_says.push(read_says(&section));
        section.finish();
    }
    for (n, claim) in written_claims.into_iter().enumerate() {
        vars[n].claim = bind_claim(top, claim, &vars);
    }
    for (n, says) in written_says.into_iter().enumerate() {
        vars[n].says = says.map(|says| bind_says(top, says, &vars[n].per, &vars, options));
    }
    vars
}

/// Reads when a variable is reset: `"deal"`, the name of a phase, or a list of these.
pub(super) fn read_resets(top: &Section<'_>, section: &Section<'_>, phases: &[PhaseSpec]) -> Resets {
    let mut resets = Resets::default();
    let has_deal = top.node("setup").is_some();
    for (name, span) in section.strings("resets").unwrap_or_default() {
        match phases.iter().position(|phase| phase.name == name) {
            _ if name == "deal" && has_deal => resets.at_deal = true,
            Some(phase) => resets.phases.push(phase),
            None => {
                let known = has_deal.then_some("deal").into_iter();
                let known = known.chain(phases.iter().map(|phase| phase.name.as_str()));
                let message = format!("there is no phase `{name}` at which a variable could fall back to its start");
                section.sink.fault_help(Code::UnknownWord, &span, message, suggest(&name, known));
            }
        }
    }
    if resets != Resets::default() && section.is_written("follows") {
        section.fault_help(
            "resets",
            Code::NothingToFollow,
            "a variable that follows something can't fall back to its start",
            "expected `follows` or `resets`, not both",
        );
    }
    resets
}

/// Reads the piles whose cards a variable marks; the marks of each are a list.
fn read_marks(section: &Section<'_>, zones: &[ZoneSpec], per: &Per) -> Option<ZoneId> {
    let is_list = section.node("length").is_some();
    let fits = |zone: &ZoneSpec| is_list && zone.kind == ZoneKind::Pile && zone.per == *per;
    let (what, expected) =
        ("be marked", "expected a pile, the same `per` as that has, and `length` for the most cards that it has");
    read_zone(section, "marks", zones, fits, (what, expected))
}

/// Reads the zones whose cards don't play while a variable isn't 0.
fn read_idles(section: &Section<'_>, zones: &[ZoneSpec], per: &Per, is_one: bool) -> Option<ZoneId> {
    let fits = |zone: &ZoneSpec| is_one && zone.per == *per;
    let expected = "expected a variable with the same `per` as the zone has, and without `length`";
    read_zone(section, "idles", zones, fits, ("be idle", expected))
}

/// Reads the zone that belongs to the seat that a variable holds.
fn read_owned(section: &Section<'_>, zones: &[ZoneSpec], is_seat: bool) -> Option<ZoneId> {
    let fits = |zone: &ZoneSpec| is_seat && zone.per == Per::One && zone.trick.is_none();
    let expected = "expected a single zone without `trick`, and a variable with `type = \"seat\"`, of the table and without `length`";
    read_zone(section, "owns", zones, fits, ("be owned", expected))
}

/// Reads the zone at which a variable is shown.
fn read_at(section: &Section<'_>, zones: &[ZoneSpec], per: &Per, is_one: bool) -> Option<ZoneId> {
    let fits = |zone: &ZoneSpec| is_one && (zone.per == *per || *per == Per::One);
    let expected = "expected a variable without `length`, of the table or with the same `per` as the zone has";
    read_zone(section, "at", zones, fits, ("be told about", expected))
}

/// Reads the zone that a key names, which must fit; otherwise reports the operation that isn't possible on its cards,
/// and the expectation.
fn read_zone(
    section: &Section<'_>,
    key: &str,
    zones: &[ZoneSpec],
    fits: impl Fn(&ZoneSpec) -> bool,
    (what, expected): (&str, &str),
) -> Option<ZoneId> {
    let name = section.string(key)?;
    match zones.iter().position(|zone| zone.name == name) {
        Some(n) if fits(&zones[n]) => return Some(ZoneId::from_index(n)),
        Some(_) => {
            let message = format!("the cards of `{name}` can't {what} by this variable");
            section.fault_help(key, Code::WrongZone, message, expected);
        }
        None => {
            let known = zones.iter().filter(|zone| fits(zone)).map(|zone| zone.name.as_str());
            section.fault_help(key, Code::UnknownZone, format!("there is no zone `{name}`"), suggest(&name, known));
        }
    }
    None
}

/// Reads the squares of a variable that tracks unmoved pieces.
fn read_squares(section: &Section<'_>, follows: Option<Follows>) -> Option<pieces::Area> {
    let area = section.node("of").and_then(|node| pieces::read_area(section, "of", node));
    match (follows == Some(Follows::Unmoved), section.node("of").is_some()) {
        (true, false) => section.missing("of", "an area, such as `{ rows = [1], columns = [5, 8] }`"),
        (false, true) => section.fault_help(
            "of",
            Code::WrongPer,
            "only a variable that follows what has not moved is about squares",
            "expected `follows = \"unmoved\"`",
        ),
        _ => {}
    }
    area
}

/// Reads the pieces whose moves reset the count of quiet actions.
fn read_pieces(section: &Section<'_>, follows: Option<Follows>, names: &Names<'_>) -> Vec<usize> {
    let rows = names.tables.iter().find(|table| table.name == "piece").map_or(&[][..], |table| table.rows.as_slice());
    let mut out = Vec::new();
    for (name, span) in section.strings("but").unwrap_or_default() {
        let known = rows.iter().map(|row| row.name.as_str());
        let found = section.sink.find((Code::UnknownPiece, "piece"), &name, &span, known);
        if found.is_some() && follows != Some(Follows::Quiet) {
            let message = "only a count of quiet actions begins anew with a piece's move";
            section.sink.fault_help(Code::WrongPer, &span, message, "expected `follows = \"quiet\"`");
        }
        out.extend(found);
    }
    out
}

/// Reads the remaining material at which a variable starts counting: a list of rows, each with a table of pieces for
/// each seat.
fn read_left(section: &Section<'_>, follows: Option<Follows>, names: &Names<'_>) -> Vec<Vec<Vec<(usize, u8)>>> {
    const FORM: &str = "expected rows with a table for each seat, such as `[[{ king = 2 }, { king = 1 }]]`";
    let node = section.node("left");
    match (follows == Some(Follows::Material), node) {
        (true, None) => {
            section.missing("left", "rows with a table for each seat, such as `[[{ king = 2 }, { king = 1 }]]`")
        }
        (false, Some(_)) => {
            let message = "only a variable that follows the material is about what is left";
            section.fault_help("left", Code::WrongPer, message, "expected `follows = \"material\"`");
        }
        _ => {}
    }
    let rows = names.tables.iter().find(|table| table.name == "piece").map_or(&[][..], |table| table.rows.as_slice());
    let wrong = |node: &Node| section.sink.fault_help(Code::WrongType, &node.span, "this is not what is left", FORM);
    let side = |node: &Node| -> Vec<(usize, u8)> {
        let Value::Table(table) = &node.value else {
            wrong(node);
            return Vec::new();
        };
        let piece = |entry: &Entry| {
            let known = rows.iter().map(|row| row.name.as_str());
            let found = section.sink.find((Code::UnknownPiece, "piece"), &entry.key, &entry.key_span, known)?;
            match entry.node.value {
                Value::Int(count @ 0..=200) => return Some((found, count as u8)),
                Value::Int(count) => {
                    let message = format!("`{}` is {count}", entry.key);
                    section.sink.fault_help(Code::OutOfRange, &entry.node.span, message, "expected 0 to 200");
                }
                _ => wrong(&entry.node),
            }
            None
        };
        table.0.iter().filter_map(piece).collect()
    };
    let row = |node: &Node| -> Vec<Vec<(usize, u8)>> {
        match &node.value {
            Value::Array(sides) => sides.iter().map(side).collect(),
            _ => {
                wrong(node);
                Vec::new()
            }
        }
    };
    match node.map(|node| (node, &node.value)) {
        Some((_, Value::Array(written))) => written.iter().map(row).collect(),
        Some((node, _)) => {
            wrong(node);
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// Reads true if a hand gets the pieces that its seat captures.
fn read_captures(section: &Section<'_>, follows: Option<Follows>) -> bool {
    let captures = section.bool("captures");
    if captures.is_some() && follows != Some(Follows::Hand) {
        section.fault_help(
            "captures",
            Code::WrongPer,
            "only a hand takes what is captured",
            "expected `follows = \"hand\"` and `per = \"seat\"`",
        );
    }
    captures.unwrap_or(false)
}

/// Reads the thing that a variable follows; the variable must have the shape for it.
fn read_follows(section: &Section<'_>, is_per_seat: bool) -> Option<Follows> {
    let follows = section.word("follows", pieces::FOLLOWS)?;
    let per_seat = matches!(
        follows,
        Follows::Score | Follows::Pieces | Follows::Area | Follows::Hand | Follows::Unmoved | Follows::Checks
    );
    if per_seat != is_per_seat || !is_per_seat && section.node("per").is_some() {
        let message = if per_seat { "this is a number for each seat" } else { "this is one number for all" };
        section.fault_help(
            "follows",
            Code::WrongPer,
            message,
            "expected `per = \"seat\"` for what belongs to a seat, and no `per` for what does not",
        );
        return None;
    }
    Some(follows)
}

/// Checks that variables used under all options exist under all of them.
pub(super) fn check_left_out(
    sink: &Sink,
    vars: &[VarSpec],
    scores: &ScoreRule,
    winners: &[WinnerRule],
    moves: &pieces::MovesSpec,
    notation: Option<&NotationSpec>,
) {
    let mut used: Vec<usize> = winners.iter().map(|rule| rule.var.index()).collect();
    if let ScoreRule::Var(var) = scores {
        used.push(var.index());
    }
    used.extend(moves.castles.iter().map(|castle| castle.right));
    used.extend(moves.ends.iter().filter_map(|end| match end.when {
        // An ending can be left out together with its variable.
        pieces::When::Counter { var, .. } => {
            let is_covered = vars[var].only_if.0.iter().all(|asked| end.only_if.0.contains(asked));
            (!is_covered).then_some(var)
        }
        _ => None,
    }));
    for field in notation.iter().flat_map(|spec| &spec.fields) {
        match field {
            Field::Flags(flags) => used.extend(flags.iter().map(|(_, var, _)| *var)),
            Field::Square(var) | Field::Number(var) => used.push(*var),
            _ => {}
        }
    }
    used.sort_unstable();
    used.dedup();
    for var in used.into_iter().map(|n| &vars[n]).filter(|var| !var.only_if.0.is_empty()) {
        sink.fault_help(
            Code::WrongPer,
            &var.span,
            format!("`{}` must be there with all options", var.name),
            "scores, winners, endings, castling and notations look at it: leave out `if`",
        );
    }
}

/// Reports variables that follow the board in a pack without pieces or moves of tables.
pub(super) fn check_follows(sink: &Sink, vars: &[VarSpec], moves: &pieces::MovesSpec) {
    for var in vars.iter().filter(|var| var.follows.is_some() && moves.is_empty()) {
        sink.fault_help(
            Code::NothingToFollow,
            &var.span,
            format!("`{}` follows what is done on a board, and this pack has no pieces", var.name),
            "declare `[[piece]]` with their moves, or leave `follows` out and set the variable in `rules.lua`",
        );
    }
}
