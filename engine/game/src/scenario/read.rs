//! Reading of a scenario's file: every name in it must exist in the pack.

use std::ops::Range;

use super::{Named, Scenario, chances, expect};
use parlour_model::diagnostic::{Code, SourceFile};
use parlour_model::ids::CardType;
use parlour_pack::Pack;
use parlour_pack::reader::{Entry, Section, Sink, Value};

/// Limit of actions before a position.
pub(crate) const MAX_PLIES: i64 = 1 << 30;

/// The whole file.
pub(super) fn read_top(top: Section<'_>, file: SourceFile, pack: &Pack) -> Scenario {
    let game = top.required_string("game", "the name of the game");
    if let Some(game) = game.as_ref().filter(|game| **game != pack.name) {
        top.fault("game", Code::WrongGame, format!("this scenario is for `{game}`, not for `{}`", pack.name));
    }
    let to_act = top.string("to_act").map(|seat| (seat, top.value_span("to_act")));
    let phase = read_phase(&top, pack);
    let deck = top.strings("deck").map(|names| read_deck(&top, &names, pack));
    let names_zones = top.node("zones").is_some();
    let zones = entries(top.section("zones"));
    let vars = entries(top.section("vars"));
    let boards = entries(top.section("boards"));
    let (chance, chance_spans) = chances::read(&top, pack);
    let options = entries(top.section("options")).into_iter().filter_map(|entry| {
        let span = entry.node.span.clone();
        read_option(top.sink, entry, pack).map(|option| (option, span))
    });
    let (options, option_spans) = options.unzip();
    let seats = pack.seats.min as i64..=pack.seats.max as i64;
    let said = top.int_within("players", seats).map(|n| n as usize);
    if said.is_some_and(|said| !pack.seats.takes(said)) {
        let message = format!("`players` must be {}", pack.seats.counts_text());
        top.fault("players", Code::OutOfRange, message);
    }
    let said_players = said.map(|n| (n, top.value_span("players")));
    let players = said.or_else(|| implied_players(pack, &zones, &vars, to_act.as_ref().map(|(seat, _)| seat.as_str())));
    let variant = top.string("variant");
    let ply = top.int_within("ply", 0..=MAX_PLIES).map(|ply| ply as u32);
    if let Some(Err(fault)) = variant.as_deref().map(|name| pack.variant_index(name)) {
        top.sink.push(fault.in_file(&top.sink.file, &top.value_span("variant")));
    }
    let deck_span = top.value_span("deck");
    let expected = expect::read(&top, pack);
    top.finish();
    Scenario {
        file,
        game: game.unwrap_or_default(),
        variant,
        options,
        option_spans,
        players,
        said_players,
        to_act,
        phase,
        ply,
        is_strict: false,
        deck,
        deck_span,
        chance,
        chance_spans,
        zones,
        vars,
        boards,
        names_zones,
        expected,
    }
}

/// The phase in which the seat to act decides, by index.
fn read_phase(top: &Section<'_>, pack: &Pack) -> Option<usize> {
    let (name, span) = (top.string("phase")?, top.value_span("phase"));
    let known = pack.phases.iter().map(|phase| phase.name.as_str());
    let phase = top.sink.find((Code::UnknownName, "phase"), &name, &span, known)?;
    if pack.phases[phase].simultaneous {
        let message = format!("seats decide in `{name}` at the same time, and a scenario asks only one");
        let help = "expected no `phase`: the rules ask these seats";
        top.sink.fault_help(Code::BadScenario, &span, message, help);
        return None;
    }
    Some(phase)
}

/// The entries of a table of a scenario, by names.
pub(super) fn entries(section: Option<Section<'_>>) -> Vec<Named> {
    let mut named = Vec::new();
    section.iter().flat_map(Section::entries).for_each(|entry| flatten("", entry, &mut named));
    named
}

/// Adds an entry by its name. A table stands for dotted names: `hand.a = []` is the same as `"hand.a" = []`.
fn flatten(before: &str, entry: &Entry, out: &mut Vec<Named>) {
    let name = format!("{before}{}", entry.key);
    match &entry.node.value {
        Value::Table(table) if !table.0.is_empty() => {
            let before = format!("{name}.");
            table.0.iter().for_each(|entry| flatten(&before, entry, out));
        }
        _ => out.push(Named { name, key_span: entry.key_span.clone(), node: entry.node.clone() }),
    }
}

/// An option with its value as text; unknown ones are reported.
fn read_option(sink: &Sink, entry: Named, pack: &Pack) -> Option<(String, String)> {
    let text = match &entry.node.value {
        Value::Str(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => {
            let message = format!("the option `{}` can't be {}", entry.name, entry.node.kind());
            sink.fault(Code::WrongType, &entry.node.span, message);
            return None;
        }
    };
    if let Err(fault) = pack.option_value(&entry.name, &text) {
        let is_known = pack.options.iter().any(|option| option.key == entry.name);
        if !is_known && entry.name == "players" {
            sink.fault_help(
                Code::UnknownOption,
                &entry.key_span,
                "how many seats there are is not an option",
                format!("expected `players = {text}` at the top of the file, before all tables"),
            );
            return None;
        }
        let span = if is_known { &entry.node.span } else { &entry.key_span };
        sink.push(fault.in_file(&sink.file, span));
        return None;
    }
    Some((entry.name, text))
}

fn read_deck(top: &Section<'_>, names: &[(String, Range<usize>)], pack: &Pack) -> Vec<CardType> {
    names.iter().filter_map(|(name, span)| find_card(top.sink, name, span, pack)).collect()
}

/// A card by its name; an unknown one is reported.
pub fn find_card(sink: &Sink, name: &str, span: &Range<usize>, pack: &Pack) -> Option<CardType> {
    let known = pack.card_rows().iter().map(|row| row.name.as_str());
    sink.find((Code::UnknownCard, "card"), name, span, known).map(CardType::from_index)
}

/// The number of seats of a scenario that doesn't declare it: the first seats if it has an entry for each of them,
/// otherwise the default, or up to the last seat that it names.
fn implied_players(pack: &Pack, zones: &[Named], vars: &[Named], to_act: Option<&str>) -> Option<usize> {
    let members = || zones.iter().chain(vars).filter_map(|entry| Some(entry.name.split_once('.')?.1));
    let names = &pack.seats.names;
    let last = names.iter().rposition(|name| to_act == Some(name) || members().any(|member| member == name))?;
    let all_are_named = names[..=last].iter().all(|name| members().any(|member| member == name));
    let needed = last + 1;
    Some(if all_are_named && pack.seats.takes(needed) { needed } else { needed.max(pack.seats.default) })
}
