//! Checks of the whole pack: names in quantities exist, and no two names clash.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::names::{IDENTIFIER, is_identifier};
use crate::SeatSpec;
use crate::boards::BoardSpec;
use crate::pieces;
use crate::reader::Sink;
use crate::spec::{
    Column, ColumnKind, ConstantTable, DataTable, OptionKind, OptionSpec, Per, Quantity, SetupSpec, Span, Values,
    VarSpec, VariantSpec, WordList, ZoneSpec,
};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::grammar::{Flag, VerbSpec};
use parlour_model::identifiers::meaning;

/// Reports a name that should be that of an integer option.
pub(super) fn report_no_number<'a>(sink: &Sink, name: &str, span: &Span, known: impl IntoIterator<Item = &'a str>) {
    let message = format!("there is no option `{name}` that holds a whole number");
    sink.fault_help(Code::UnknownOption, span, message, suggest(name, known));
}

/// Checks that every name in a quantity is an option, or a column of the table that the thing is laid out over; returns
/// the names.
pub(super) fn check_quantities(
    sink: &Sink,
    (options, variants, tables): (&[OptionSpec], &[VariantSpec], &[DataTable]),
    seats: &SeatSpec,
    (zones, vars, boards): (&[ZoneSpec], &[VarSpec], &[BoardSpec]),
    setup: &SetupSpec,
    (moves, verbs): (&pieces::MovesSpec, &[VerbSpec]),
    single: &[&Quantity],
) -> HashSet<String> {
    let used = RefCell::new(HashSet::new());
    let check_name = |name: &str, span: &Span, over: &[&Per]| {
        let tables = over.iter().filter_map(|per| match per {
            Per::Table(n) => Some(&tables[*n]),
            _ => None,
        });
        let is_number = |column: &&Column| matches!(column.kind, ColumnKind::Int(..) | ColumnKind::Unread);
        let columns = tables.flat_map(|table| table.columns.iter().filter(is_number));
        let columns = columns.map(|column| column.name.as_str());
        let is_number = |option: &&OptionSpec| matches!(option.kind, OptionKind::Int { .. } | OptionKind::Numbers(_));
        let ints = options.iter().filter(is_number).map(|option| option.key.as_str());
        let known: Vec<&str> = columns.chain(ints).collect();
        used.borrow_mut().insert(name.to_owned());
        if !known.contains(&name) {
            report_no_number(sink, name, span, known.iter().copied());
        }
    };
    let check = |quantity: &Quantity, over: &[&Per]| match quantity {
        Quantity::Named(name, span) => check_name(name, span, over),
        Quantity::ByName(by, span) => {
            let named = |variant: &VariantSpec| by.iter().any(|(name, _)| *name == variant.name);
            let by_variants = by.len() == variants.len() && variants.iter().all(named);
            let has_seats = over.contains(&&Per::Seat);
            let by_seats = has_seats
                && by.len() == seats.names.len()
                && seats.names.iter().all(|seat| by.iter().any(|(name, _)| name == seat));
            if !by_variants && !by_seats {
                let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
                let expected = match (names.is_empty(), has_seats) {
                    (true, true) => seats.names.join(", "),
                    (true, false) => "no such table: there are no variants".to_owned(),
                    (false, true) => format!("{}; or {}", names.join(", "), seats.names.join(", ")),
                    (false, false) => names.join(", "),
                };
                let message = match (names.is_empty(), has_seats) {
                    (true, true) => "a number by seats needs one for each seat",
                    (false, true) => "a number by variants or seats needs one for each of them",
                    _ => "a number by variants needs one for each variant",
                };
                sink.fault_help(Code::UnknownVariant, span, message, format!("expected {expected}"));
            }
            for (_, inner) in by {
                if let Quantity::Named(name, span) = inner {
                    check_name(name, span, over);
                }
            }
        }
        Quantity::BySeats(by, span) => {
            if let Some((count, _)) = by.iter().find(|(count, _)| *count > seats.max) {
                seats.refuse(sink, span, count);
            }
        }
        Quantity::Fixed(_) => {}
    };
    for quantity in single {
        check(quantity, &[]);
    }
    for board in boards {
        check(&board.width, &[]);
        check(&board.height, &[]);
        if let Some(sizes) = &board.sizes {
            check(&sizes.option, &[]);
        }
        for (row, column) in board.symbols.iter().filter_map(|symbol| symbol.place.as_ref()) {
            check(row, &[]);
            check(column, &[]);
        }
        if let Some(scatter) = &board.scatter {
            check(&scatter.count, &[&Per::Table(scatter.table)]);
            check(&scatter.sets, &[]);
            scatter.most_per_line.iter().for_each(|most| check(most, &[]));
        }
    }
    for var in vars {
        let over: Vec<&Per> = std::iter::once(&var.per).chain(var.each()).collect();
        check(&var.range.0, &over);
        check(&var.range.1, &over);
        check(&var.start, &over);
        if let Values::Count(count) = &var.values {
            check(count, &over);
        }
    }
    for deal in &setup.deals {
        check(&deal.count, &[&zones[deal.to.index()].per]);
    }
    for bare in &moves.bare {
        bare.given.iter().for_each(|given| check(given, &[]));
    }
    moves.quantities().for_each(|quantity| check(quantity, &[]));
    moves.ends.iter().flat_map(pieces::EndSpec::quantities).for_each(|quantity| check(quantity, &[]));
    let mut used = used.into_inner();
    let flags = verbs.iter().flat_map(|verb| [verb.order.must, verb.order.longest]);
    let flags = flags.chain(moves.line_captures.iter().map(|taking| taking.spares));
    used.extend(flags.filter_map(|flag| match flag {
        Flag::Option(n) => Some(options[n].key.clone()),
        _ => None,
    }));
    let conditions = moves.conditions().chain(vars.iter().map(|var| &var.only_if));
    used.extend(conditions.flat_map(|condition| &condition.0).map(|(n, _)| options[*n].key.clone()));
    used
}

/// Members of variables and dice in scripts.
const VAR_MEMBERS: [&str; 13] =
    ["get", "set", "add", "length", "roll", "roll_more", "take", "put", "at", "count", "size", "sum", "list"];

/// Allows a variable with the name of a list, unless its members hide words of the list.
pub(super) fn check_shared_names(sink: &Sink, vars: &[VarSpec], lists: &[WordList]) {
    for var in vars {
        let Some(list) = lists.iter().find(|list| list.name == var.name) else { continue };
        let hidden = list.words.iter().map(String::as_str).filter(|word| VAR_MEMBERS.contains(word));
        let hidden: Vec<String> = hidden.map(|word| format!("`{word}`")).collect();
        if !hidden.is_empty() {
            let message =
                format!("the variable `{}` hides {} of the list of the same name", var.name, hidden.join(", "));
            sink.fault_help(Code::BadName, &var.span, message, "expected another name for one of them");
        }
    }
}

/// Checks the names of zones, variables, tables of constants and boards, which share one namespace in scripts with the
/// prelude.
pub(super) fn check_names(
    sink: &Sink,
    zones: &[ZoneSpec],
    vars: &[VarSpec],
    constants: &[ConstantTable],
    boards: &[(String, Span)],
) {
    let mut seen: HashMap<&str, (&str, &Span)> = HashMap::new();
    let all = zones
        .iter()
        .map(|zone| (zone.name.as_str(), &zone.span, "zone"))
        .chain(vars.iter().map(|var| (var.name.as_str(), &var.span, "variable")))
        .chain(constants.iter().map(|table| (table.name.as_str(), &table.span, "table of constants")))
        .chain(boards.iter().map(|(name, span)| (name.as_str(), span, "board")));
    for (name, span, what) in all {
        let help = match meaning(name) {
            Some(meaning) => format!("`{name}` is {meaning} in scripts: expected another name"),
            None => IDENTIFIER.to_owned(),
        };
        if !is_identifier(name) || meaning(name).is_some() {
            sink.fault_help(Code::BadName, span, format!("a {what} can't be called `{name}`"), help);
        }
        if let Some((other, first)) = seen.insert(name, (what, span)) {
            sink.twice(span, first, format!("`{name}` is the name of a {other} already"));
        }
    }
}
