//! Zones, dice and chance.

use super::looks::{read_note, read_sum, read_zone_look};
use super::names::Names;
use super::quantities::quantity;
use super::vars::read_resets;
use super::visibility::read_seen;
use crate::looks::Claim;
use crate::pieces::Condition;
use crate::reader::Section;
use crate::spec::{
    ChanceSpec, Column, ColumnKind, DiceSpec, Order, PhaseSpec, Quantity, Seen, TrickSpec, Values, VarSpec, ZoneKind,
    ZoneSpec,
};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::kind::{Kind, Use};

/// The words for kinds of zone.
pub(crate) const ZONE_KINDS: &[(&str, ZoneKind)] = &[("pile", ZoneKind::Pile), ("bag", ZoneKind::Bag)];

pub(super) fn read_zones(top: &Section<'_>, names: &Names<'_>, seats: usize) -> Vec<ZoneSpec> {
    let mut zones = Vec::new();
    for (name, section) in top.named_sections("zones") {
        let kind = section.word("kind", ZONE_KINDS);
        let per = names.per(&section);
        let seen = read_seen(&section, &name, "zone", &per);
        let holds = names.holds(&section, &per, seats);
        let note = read_note(&section, names, &per);
        let trick = read_trick(&section, names);
        if trick.is_some() && kind == Some(ZoneKind::Bag) {
            section.fault_help(
                "trick",
                Code::WrongZone,
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
            look: read_zone_look(&section),
            sum: read_sum(top, &section, names),
            note,
            room: section.int_within("room", 1..=40).map_or(0, |room| room as usize),
            span: section.span.clone(),
            name,
        });
        section.finish();
    }
    zones
}

/// The columns that decide who takes a trick.
fn read_trick(section: &Section<'_>, names: &Names<'_>) -> Option<TrickSpec> {
    let trick = section.section("trick")?;
    let columns = names.tables.iter().find(|table| table.name == "card").map_or(&[][..], |table| &table.columns);
    let column = |key: &str| {
        let name = trick.string(key)?;
        let counts = |column: &&Column| matches!(column.kind, ColumnKind::Int(..) | ColumnKind::Word(_));
        let found = columns.iter().position(|column| column.name == name && counts(&column));
        if found.is_none() {
            trick.fault_help(
                key,
                Code::UnknownColumn,
                format!("the cards have no column `{name}` with words of a list or numbers"),
                suggest(&name, columns.iter().filter(counts).map(|column| column.name.as_str())),
            );
        }
        found
    };
    let suit = column("suit");
    let rank = column("rank");
    trick.finish();
    Some(TrickSpec { suit: suit?, rank: rank? })
}

/// Reads dice: variables that are rolled, each with the chance that rolls them.
pub(super) fn read_dice(
    top: &Section<'_>,
    (names, phases): (&Names<'_>, &[PhaseSpec]),
    vars: &mut Vec<VarSpec>,
    chances: &mut Vec<ChanceSpec>,
) {
    for (name, section) in top.named_sections("dice") {
        let faces = quantity(&section, "faces");
        let per = names.per(&section);
        let seen = read_seen(&section, &name, "cup", &per).unwrap_or(Seen::All);
        let sorted = section.bool("sorted").unwrap_or(false);
        let faces = faces.unwrap_or(Quantity::Fixed(6));
        let label = section.string("label").unwrap_or_else(|| name.clone());
        vars.push(VarSpec {
            only_if: Condition::default(),
            at: None,
            claim: Claim::default(),
            marks: None,
            idles: None,
            owns: None,
            set_of: None,
            names: None,
            art: None,
            look: None,
            says: None,
            title: section.string("title").unwrap_or_else(|| label.replace('_', " ")),
            label,
            kind: Kind::Number,
            range: (Quantity::Fixed(0), faces.clone()),
            per,
            values: match quantity(&section, "count") {
                None | Some(Quantity::Fixed(1)) => Values::One,
                Some(count) => Values::Count(count),
            },
            start: Quantity::Fixed(0),
            area: None,
            pieces: Vec::new(),
            left: Vec::new(),
            captures: false,
            clamp: false,
            resets: read_resets(top, &section, phases),
            follows: None,
            internal: false,
            passing: false,
            seen,
            dice: Some(DiceSpec { chance: chances.len(), sorted }),
            span: section.span.clone(),
            name: name.clone(),
        });
        let order = if sorted { Order::Sorted } else { Order::ByPlace };
        let span = section.value_span("faces");
        chances.push(ChanceSpec { name, kind: Kind::Number, sides: faces, span, dice: Some(order) });
        section.finish();
    }
}

pub(super) fn read_chances(top: &Section<'_>, names: &Names<'_>) -> Vec<ChanceSpec> {
    let mut chances = Vec::new();
    for (name, section) in top.named_sections("chance") {
        if section.node("roll").is_some() {
            if let Some(sides) = quantity(&section, "roll") {
                let span = section.value_span("roll");
                chances.push(ChanceSpec { name, kind: Kind::Number, sides, span, dice: None });
            }
        } else if let Some(of) =
            section.required_string("of", "\"seat\", \"card\", or the name of a list; or `roll = N`")
        {
            match Kind::named(&of, names.kinds(), Use::Chance) {
                Ok(kind) => {
                    let span = section.value_span("of");
                    chances.push(ChanceSpec { name, kind, sides: Quantity::Fixed(1), span, dice: None });
                }
                Err(help) => {
                    let message = format!("there is no list `{of}`");
                    section.fault_help("of", Code::UnknownList, message, help);
                }
            }
        }
        section.finish();
    }
    chances
}
