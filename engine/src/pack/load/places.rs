//! Reading what a state is made of: zones, variables, chance, the setup, scores, winners; and quantities.

use super::names::{Names, card_indices};
use crate::diagnostic::{Code, suggest};
use crate::ids::{VarId, ZoneId};
use crate::kind::{Kind, Use};
use crate::pack::pieces;
use crate::pack::pieces::Follows;
use crate::pack::spec::{
    ChanceSpec, Column, ColumnKind, DataTable, DealSpec, DiceSpec, Order, Per, PhaseSpec, Quantity, Resets, ScoreRule,
    Seen, SetupSpec, Span, TrickSpec, VarSpec, WinnerRule, ZoneKind, ZoneSpec,
};
use crate::pack::tree::{Section, Sink, Value};

pub(super) fn read_zones(top: &Section<'_>, names: &Names<'_>, seats: usize) -> Vec<ZoneSpec> {
    let mut zones = Vec::new();
    for (name, section) in top.named_sections("zones") {
        let kind = section.word("kind", &[("pile", ZoneKind::Pile), ("bag", ZoneKind::Bag)]);
        if kind.is_none() && section.node("kind").is_none() {
            section.missing("kind", "\"pile\" (in order) or \"bag\" (so many of each card)");
        }
        let per = names.per(&section);
        let seen = read_seen(&section, &name, "zone", &per);
        if seen.is_none() && section.node("seen").is_none() {
            section.missing("seen", "who sees the cards: \"all\", \"owner\", \"others\" or \"none\"");
        }
        let holds = names.holds(&section, &per, seats);
        let trick = read_trick(&section, names);
        if trick.is_some() && kind == Some(ZoneKind::Bag) {
            section.sink.fault_help(
                Code::WrongZone,
                &section.value_span("trick"),
                format!("`{name}` does not keep the order in which cards are played"),
                "expected `kind = \"pile\"` for a zone with `trick`",
            );
        }
        zones.push(ZoneSpec {
            title: section.string("title").unwrap_or_else(|| name.replace('_', " ")),
            label: section.string("label").unwrap_or_else(|| name.clone()),
            kind: kind.unwrap_or(ZoneKind::Pile),
            seen: seen.unwrap_or(Seen::All),
            per,
            holds,
            trick,
            span: section.span.clone(),
            name,
        });
        section.finish();
    }
    zones
}

/// The columns by which it is decided who takes a trick.
fn read_trick(section: &Section<'_>, names: &Names<'_>) -> Option<TrickSpec> {
    let trick = section.section("trick")?;
    let columns = names.tables.iter().find(|table| table.name == "card").map_or(&[][..], |table| &table.columns);
    let column = |key: &str, expected: &str| {
        let name = trick.required_string(key, expected)?;
        let counts = |column: &&Column| matches!(column.kind, ColumnKind::Int(..) | ColumnKind::Word(_));
        let found = columns.iter().position(|column| column.name == name && counts(&column));
        if found.is_none() {
            trick.sink.fault_help(
                Code::UnknownColumn,
                &trick.value_span(key),
                format!("the cards have no column `{name}` with words of a list or numbers"),
                suggest(&name, columns.iter().filter(counts).map(|column| column.name.as_str())),
            );
        }
        found
    };
    let suit = column("suit", "the column of the card table that is followed");
    let rank = column("rank", "the column of the card table by which the highest card is found");
    trick.finish();
    Some(TrickSpec { suit: suit?, rank: rank? })
}

/// The words for who sees something.
const SEEN: &[(&str, Seen)] =
    &[("all", Seen::All), ("owner", Seen::Owner), ("others", Seen::Others), ("none", Seen::None)];

/// Who sees what belongs to nobody, or to each of a family.
fn read_seen(section: &Section<'_>, name: &str, what: &str, per: &Per) -> Option<Seen> {
    let seen = section.word("seen", SEEN);
    if matches!(seen, Some(Seen::Owner | Seen::Others)) && *per != Per::Seat {
        section.sink.fault_help(
            Code::NoOwner,
            &section.value_span("seen"),
            format!("the {what} `{name}` has no owner"),
            format!("only a {what} with `per = \"seat\"` can be seen by its owner"),
        );
    }
    seen
}

/// Dice: variables that are rolled, each with the chance that rolls them.
pub(super) fn read_dice(top: &Section<'_>, names: &Names<'_>, vars: &mut Vec<VarSpec>, chances: &mut Vec<ChanceSpec>) {
    for (name, section) in top.named_sections("dice") {
        let faces = quantity(&section, "faces");
        if faces.is_none() && section.node("faces").is_none() {
            section.missing("faces", "how many faces each die has");
        }
        let per = names.per(&section);
        let seen = read_seen(&section, &name, "cup", &per).unwrap_or(Seen::All);
        let sorted = section.bool("sorted").unwrap_or(false);
        let faces = faces.unwrap_or(Quantity::Fixed(6));
        vars.push(VarSpec {
            marks: None,
            label: section.string("label").unwrap_or_else(|| name.clone()),
            kind: Kind::Number,
            range: (Quantity::Fixed(0), faces.clone()),
            per,
            length: quantity(&section, "count").unwrap_or(Quantity::Fixed(1)),
            start: Quantity::Fixed(0),
            area: None,
            pieces: Vec::new(),
            captures: false,
            clamp: false,
            resets: Resets::default(),
            follows: None,
            internal: false,
            passing: false,
            seen,
            dice: Some(DiceSpec { chance: chances.len(), sorted }),
            span: section.span.clone(),
            name: name.clone(),
        });
        let order = if sorted { Order::Sorted } else { Order::ByPlace };
        chances.push(ChanceSpec { name, kind: Kind::Number, sides: faces, dice: Some(order) });
        section.finish();
    }
}

pub(super) fn read_vars(
    top: &Section<'_>,
    names: &Names<'_>,
    zones: &[ZoneSpec],
    phases: &[PhaseSpec],
) -> Vec<VarSpec> {
    let mut vars = Vec::new();
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
            section.sink.fault_help(
                Code::UnknownType,
                &section.value_span("type"),
                format!("there is no type `{}` for a variable", written.unwrap_or_default()),
                format!("{help}, or `square of BOARD`"),
            );
            // Nothing is held against its values.
            range = (Quantity::Fixed(i32::MIN.into()), Quantity::Fixed(i32::MAX.into()));
        }
        let per = names.per(&section);
        let follows = read_follows(&section);
        let mut length = quantity(&section, "length").unwrap_or(Quantity::Fixed(1));
        if follows == Some(Follows::Hand) {
            let pieces = names.tables.iter().find(|table| table.name == "piece").map_or(1, |table| table.rows.len());
            if section.node("length").is_some() || section.node("start").is_some() || kind != Kind::Number {
                section.sink.fault_help(
                    Code::WrongPer,
                    &section.value_span("follows"),
                    "a hand has a number for each kind of piece",
                    "leave out `type`, `length` and `start`; how many of a piece are there at the start is its `stock`",
                );
            }
            length = Quantity::Fixed(pieces as i64);
        }
        let seen = read_seen(&section, &name, "variable", &per).unwrap_or(Seen::All);
        let is_bounded = matches!(&range, (Quantity::Fixed(0..), max) if *max != Quantity::Fixed(i32::MAX.into()));
        if seen != Seen::All && kind == Kind::Number && !is_bounded {
            section.sink.fault_help(
                Code::OutOfRange,
                &section.value_span("seen"),
                format!("what `{name}` can be is not known to those who don't see it"),
                "expected a `max`, and no `min` below 0",
            );
        }
        vars.push(VarSpec {
            marks: read_marks(&section, zones, &per),
            label: section.string("label").unwrap_or_else(|| name.clone()),
            kind,
            range,
            per,
            length,
            start: quantity(&section, "start").unwrap_or(Quantity::Fixed(least)),
            clamp: section.bool("clamp").unwrap_or(false),
            resets: read_resets(top, &section, phases),
            area: read_squares(&section, follows),
            pieces: read_pieces(&section, follows, names),
            captures: read_captures(&section, follows),
            follows,
            internal: section.bool("internal").unwrap_or(false),
            passing: section.bool("passing").unwrap_or(false),
            seen,
            dice: None,
            span: section.span.clone(),
            name,
        });
        section.finish();
    }
    vars
}

/// When a variable falls back to its start: `"deal"`, the name of a phase, or a list of these.
fn read_resets(top: &Section<'_>, section: &Section<'_>, phases: &[PhaseSpec]) -> Resets {
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
    if resets != Resets::default() && section.node("follows").is_some() {
        section.sink.fault_help(
            Code::NothingToFollow,
            &section.value_span("resets"),
            "a variable that follows something can't fall back to its start",
            "expected `follows` or `resets`, not both",
        );
    }
    resets
}

/// The piles whose cards a variable marks: there is a list for each.
fn read_marks(section: &Section<'_>, zones: &[ZoneSpec], per: &Per) -> Option<ZoneId> {
    let name = section.string("marks")?;
    let span = section.value_span("marks");
    let fits = |zone: &&ZoneSpec| zone.kind == ZoneKind::Pile && zone.per == *per;
    match zones.iter().position(|zone| zone.name == name) {
        Some(n) if fits(&&zones[n]) && section.node("length").is_some() => Some(ZoneId::from_index(n)),
        Some(_) => {
            section.sink.fault_help(
                Code::WrongZone,
                &span,
                format!("the cards of `{name}` can't be marked by this variable"),
                "expected a pile, the same `per` as that has, and `length` for the most cards that it has",
            );
            None
        }
        None => {
            let known = zones.iter().filter(fits).map(|zone| zone.name.as_str());
            section.sink.fault_help(
                Code::UnknownZone,
                &span,
                format!("there is no zone `{name}`"),
                suggest(&name, known),
            );
            None
        }
    }
}

/// The squares of a variable that follows what has not moved.
fn read_squares(section: &Section<'_>, follows: Option<Follows>) -> Option<pieces::Area> {
    let area = section.node("of").and_then(|node| pieces::read_area(section, "of", node));
    match (follows == Some(Follows::Unmoved), section.node("of").is_some()) {
        (true, false) => section.missing("of", "an area, such as `{ rows = [1], columns = [5, 8] }`"),
        (false, true) => section.sink.fault_help(
            Code::WrongPer,
            &section.value_span("of"),
            "only a variable that follows what has not moved is about squares",
            "expected `follows = \"unmoved\"`",
        ),
        _ => {}
    }
    area
}

/// The pieces whose moves begin the count of quiet actions anew.
fn read_pieces(section: &Section<'_>, follows: Option<Follows>, names: &Names<'_>) -> Vec<usize> {
    let rows = names.tables.iter().find(|table| table.name == "piece").map_or(&[][..], |table| table.rows.as_slice());
    let mut out = Vec::new();
    for (name, span) in section.strings("but").unwrap_or_default() {
        match rows.iter().position(|row| row.name == name) {
            Some(n) if follows == Some(Follows::Quiet) => out.push(n),
            Some(_) => section.sink.fault_help(
                Code::WrongPer,
                &span,
                "only a count of quiet actions begins anew with a piece's move",
                "expected `follows = \"quiet\"`",
            ),
            None => {
                let help = suggest(&name, rows.iter().map(|row| row.name.as_str()));
                section.sink.fault_help(Code::UnknownPiece, &span, format!("there is no piece `{name}`"), help);
            }
        }
    }
    out
}

/// Whether a hand takes what its seat captures.
fn read_captures(section: &Section<'_>, follows: Option<Follows>) -> bool {
    let captures = section.bool("captures");
    if captures.is_some() && follows != Some(Follows::Hand) {
        section.sink.fault_help(
            Code::WrongPer,
            &section.value_span("captures"),
            "only a hand takes what is captured",
            "expected `follows = \"hand\"` and `per = \"seat\"`",
        );
    }
    captures.unwrap_or(false)
}

/// What a variable follows; it must have the shape for it.
fn read_follows(section: &Section<'_>) -> Option<Follows> {
    let follows = section.word("follows", pieces::FOLLOWS)?;
    let per_seat =
        matches!(follows, Follows::Score | Follows::Pieces | Follows::Area | Follows::Hand | Follows::Unmoved);
    if per_seat != (section.string("per").as_deref() == Some("seat")) {
        let message = if per_seat { "this is a number for each seat" } else { "this is one number for all" };
        section.sink.fault_help(
            Code::WrongPer,
            &section.value_span("follows"),
            message,
            "expected `per = \"seat\"` for what belongs to a seat, and no `per` for what does not",
        );
        return None;
    }
    Some(follows)
}

/// What follows the board is never filled where the pack leaves neither pieces nor moves to the engine.
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

/// Reads a list of quantities: numbers, or names of options.
pub(in crate::pack) fn quantities(section: &Section<'_>, key: &str) -> Vec<Quantity> {
    let Some(node) = section.node(key) else {
        return Vec::new();
    };
    let items = match &node.value {
        Value::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    items
        .iter()
        .filter_map(|item| match &item.value {
            Value::Int(number) if i32::try_from(*number).is_ok() => Some(Quantity::Fixed(*number)),
            Value::Str(name) => Some(Quantity::Named(name.clone(), item.span.clone())),
            _ => {
                section.wrong_type(key, item, "a list of whole numbers or names of options");
                None
            }
        })
        .collect()
}

/// A number, the name of an option or column, or a table from numbers of seats or from variants to such.
pub(in crate::pack) fn quantity(section: &Section<'_>, key: &str) -> Option<Quantity> {
    let node = section.node(key)?;
    // What is out of range is told, and taken for what it is.
    let fits = |span: &Span, number: i64| {
        if i32::try_from(number).is_err() {
            section.sink.fault_help(
                Code::OutOfRange,
                span,
                format!("`{}` is {number}", section.name(key)),
                format!("expected {} to {}", i32::MIN, i32::MAX),
            );
        }
    };
    match &node.value {
        Value::Int(number) => {
            fits(&node.span, *number);
            Some(Quantity::Fixed(*number))
        }
        Value::Str(name) => Some(Quantity::Named(name.clone(), node.span.clone())),
        Value::Table(table) if table.0.iter().any(|entry| entry.key.parse::<usize>().is_err()) => {
            let inner = section.section(key)?;
            let by = inner.entries().filter_map(|entry| Some((entry.key.clone(), quantity(&inner, &entry.key)?)));
            Some(Quantity::ByName(by.collect(), node.span.clone()))
        }
        Value::Table(table) => {
            let mut by = Vec::new();
            for entry in &table.0 {
                match (entry.key.parse::<usize>(), &entry.node.value) {
                    (Ok(seats), Value::Int(number)) if seats > 0 => {
                        fits(&entry.node.span, *number);
                        by.push((seats, *number));
                    }
                    _ => section.sink.fault_help(
                        Code::WrongType,
                        &entry.key_span,
                        format!("`{}` goes from a number of seats to a whole number", section.name(key)),
                        "expected something like `{ 2 = 6, 3 = 5 }`",
                    ),
                }
            }
            Some(Quantity::BySeats(by))
        }
        _ => {
            section.sink.fault(
                Code::WrongType,
                &node.span,
                format!(
                    "`{}` must be a whole number, the name of an option, or a table by seats, but is {}",
                    section.name(key),
                    node.kind()
                ),
            );
            None
        }
    }
}

pub(super) fn read_chances(top: &Section<'_>, names: &Names<'_>) -> Vec<ChanceSpec> {
    let mut chances = Vec::new();
    for (name, section) in top.named_sections("chance") {
        if section.node("roll").is_some() {
            if let Some(sides) = quantity(&section, "roll") {
                chances.push(ChanceSpec { name, kind: Kind::Number, sides, dice: None });
            }
        } else if let Some(of) =
            section.required_string("of", "\"seat\", \"card\", or the name of a list; or `roll = N`")
        {
            match Kind::named(&of, names.kinds(), Use::Chance) {
                Ok(kind) => chances.push(ChanceSpec { name, kind, sides: Quantity::Fixed(1), dice: None }),
                Err(help) => {
                    let message = format!("there is no list `{of}`");
                    section.sink.fault_help(Code::UnknownList, &section.value_span("of"), message, help);
                }
            }
        }
        section.finish();
    }
    chances
}

pub(super) fn read_setup(top: &Section<'_>, zones: &[ZoneSpec], tables: &[DataTable]) -> SetupSpec {
    let Some(section) = top.section("setup") else {
        return SetupSpec::default();
    };
    let zone = |name: &str, span: &Span| {
        let found = zones.iter().position(|zone| zone.name == name);
        if found.is_none() {
            section.sink.fault_help(
                Code::UnknownZone,
                span,
                format!("there is no zone `{name}`"),
                suggest(name, zones.iter().map(|zone| zone.name.as_str())),
            );
        }
        found.map(ZoneId::from_index)
    };
    let mut setup = SetupSpec::default();
    if let Some(name) = section.required_string("source", "the pile that the cards are dealt from") {
        let span = section.value_span("source");
        setup.source = zone(&name, &span);
        if setup
            .source
            .map(|n| &zones[n.index()])
            .is_some_and(|zone| zone.kind != ZoneKind::Pile || zone.per != Per::One)
        {
            section.sink.fault(Code::WrongZone, &span, format!("`{name}` must be a single pile to deal from"));
        }
    }
    setup.hold_back = card_indices(&section, "hold_back", tables.iter().find(|table| table.name == "card"));
    for deal in section.rows("deal") {
        let to = deal.required_string("to", "the zone that is dealt to");
        let count = quantity(&deal, "count");
        if count.is_none() && deal.node("count").is_none() {
            deal.missing("count", "how many cards");
        }
        if let (Some(to), Some(count)) = (to, count)
            && let Some(to) = zone(&to, &deal.value_span("to"))
        {
            setup.deals.push(DealSpec { to, count, span: deal.value_span("count") });
        }
        deal.finish();
    }
    setup.rest =
        section.strings("rest").unwrap_or_default().into_iter().filter_map(|(name, span)| zone(&name, &span)).collect();
    section.finish();
    setup
}

pub(super) fn read_scores(top: &Section<'_>, vars: &[VarSpec], zones: &[ZoneSpec], tables: &[DataTable]) -> ScoreRule {
    let scores = |var: &VarSpec| !matches!(var.per, Per::Table(_)) && var.length == Quantity::Fixed(1);
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
                top.sink.fault_help(
                    Code::UnknownVar,
                    &top.value_span("scores"),
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
    let is_number = |column: &Column| matches!(column.kind, ColumnKind::Int(..) | ColumnKind::Unread);
    let cards = tables.iter().find(|table| table.name == "card");
    let columns = cards.map_or(&[][..], |table| &table.columns);
    let found = columns.iter().position(|known| known.name == column && is_number(known));
    // Cards that can't be read are told of.
    if found.is_none() && (cards.is_some() || top.node("card").is_none()) {
        let known = columns.iter().filter(|known| is_number(known)).map(|known| known.name.as_str());
        let message = format!("the cards have no column of numbers `{column}`");
        top.sink.fault_help(Code::UnknownColumn, &span, message, suggest(column, known));
    }
    let is_bag = |zone: &&ZoneSpec| zone.kind == ZoneKind::Bag && zone.per == Per::Seat;
    let bag = zones.iter().position(|known| known.name == zone && is_bag(&known));
    if bag.is_none() {
        let known = zones.iter().filter(is_bag).map(|known| known.name.as_str());
        let message = format!("there is no bag for each seat that is called `{zone}`");
        top.sink.fault_help(Code::UnknownZone, &span, message, suggest(zone, known));
    }
    Some(ScoreRule::Held { zone: ZoneId::from_index(bag?), column: found? })
}

/// Reads `winners = ["most MONEY", "least SOLD"]`: what decides who wins where an ending names nobody.
pub(super) fn read_winners(top: &Section<'_>, vars: &[VarSpec], has_moves: bool) -> Vec<WinnerRule> {
    let written = top.strings("winners").unwrap_or_default();
    if has_moves && !written.is_empty() {
        top.sink.fault_help(
            Code::UnknownKey,
            &top.value_span("winners"),
            "`winners` is not for a game whose pieces move by tables",
            "say who wins in `[[end]]`",
        );
    }
    let per = |var: &VarSpec| matches!(var.per, Per::Seat | Per::Team);
    let counts = |var: &VarSpec| per(var) && var.kind == Kind::Number && var.length == Quantity::Fixed(1);
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
