//! Exchanges: actions that trade cards of a hand for cards of a market.

use crate::spec::{ColumnKind, DataTable, ExchangeSpec, Per, ZoneKind, ZoneSpec};
use crate::tree::Section;
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::event::EventSpec;
use parlour_model::grammar::{Arg, USAGE, VerbSpec};
use parlour_model::ids::ZoneId;
use parlour_model::kind::Kind;

/// Reads `exchange = { give = ZONE, take = ZONE, value = COLUMN }` of an action.
pub(super) fn read_exchange(
    action: &Section<'_>,
    args: &[Arg],
    zones: &[ZoneSpec],
    tables: &[DataTable],
) -> Option<ExchangeSpec> {
    let section = action.section("exchange")?;
    let give = read_zone(&section, "give", zones, "one bag for each seat", |zone| zone.per == Per::Seat);
    let take = read_zone(&section, "take", zones, "a single bag", |zone| zone.per == Per::One);
    let value = read_value(&section, tables);
    let fits = |arg: Option<&Arg>, name: &str| arg.is_some_and(|arg| arg.name == name && arg.kind == Kind::Cards);
    if args.len() != 2 || !fits(args.first(), "give") || !fits(args.get(1), "take") {
        section.sink.fault_help(
            Code::BadUsage,
            &section.span,
            "the usage of an exchange needs `{give:cards}` and then `{take:cards}`, and nothing else",
            USAGE,
        );
    }
    section.finish();
    Some(ExchangeSpec { give: give?, take: take?, value: value? })
}

fn read_zone(
    section: &Section<'_>,
    key: &str,
    zones: &[ZoneSpec],
    expected: &str,
    fits: impl Fn(&ZoneSpec) -> bool,
) -> Option<ZoneId> {
    let name = section.required_string(key, &format!("the zone, {expected}"))?;
    let fits = |zone: &ZoneSpec| zone.kind == ZoneKind::Bag && fits(zone);
    let found = zones.iter().position(|zone| zone.name == name && fits(zone));
    if found.is_none() {
        let known = zones.iter().filter(|zone| fits(zone)).map(|zone| zone.name.as_str());
        section.fault_help(
            key,
            Code::WrongZone,
            format!("`{name}` is not a zone that is {expected}"),
            suggest(&name, known),
        );
    }
    found.map(ZoneId::from_index)
}

/// The column of the card table with the value of a card.
fn read_value(section: &Section<'_>, tables: &[DataTable]) -> Option<String> {
    let name = section.required_string("value", "the column of what a card is worth")?;
    let columns = || {
        let all = tables.iter().filter(|table| table.name == "card").flat_map(|table| &table.columns);
        all.filter(|column| matches!(column.kind, ColumnKind::Int(1.., _) | ColumnKind::Unread))
    };
    if !columns().any(|column| column.name == name) {
        section.fault_help(
            "value",
            Code::UnknownColumn,
            format!("`{name}` is not a column of numbers from 1 on in the table of cards"),
            suggest(&name, columns().map(|column| column.name.as_str())),
        );
        return None;
    }
    Some(name)
}

/// Checks that the engine can fill in the events of exchanges, by the names of their fields.
pub(super) fn check_events(top: &Section<'_>, verbs: &[VerbSpec], events: &[EventSpec]) {
    for verb in verbs.iter().filter(|verb| verb.exchange.is_some()) {
        let fields = events.iter().filter(|event| event.name == verb.name).flat_map(|event| &event.fields);
        for field in fields {
            let fits = match field.name.as_str() {
                "seat" => field.kind == Kind::Seat,
                "give" | "take" => field.kind == Kind::Cards,
                _ => false,
            };
            if !fits {
                top.fault_help(
                    "events",
                    Code::UnknownField,
                    format!("the event `{}` can't fill its field `{}`", verb.name, field.name),
                    "expected `seat: seat`, `give: cards` or `take: cards`",
                );
            }
        }
    }
}
