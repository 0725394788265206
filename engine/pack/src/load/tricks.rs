//! `[trick]`: tricks that the engine plays.

use super::names::Names;
use super::played::{Known, OwnRefusal, check_event, complete, optional_var, read_zone, required_var};
use crate::reader::Section;
use crate::refusals::RefusalSpec;
use crate::spec::{
    ColumnKind, DummySpec, Per, Quantity, Seen, TRICK_REFUSALS, TrickSpec, TrickVerb, TricksSpec, Trump, Values,
    VarSpec, ZoneKind, ZoneSpec,
};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::event::EventSpec;
use parlour_model::grammar::VerbSpec;
use parlour_model::ids::{VarId, ZoneId};
use parlour_model::kind::Kind;

/// The list of suits: its index, its name, and its words.
struct Suits<'a> {
    list: usize,
    name: &'a str,
    words: &'a [String],
}

/// Texts of [`TRICK_REFUSALS`] unless the pack has its own, and the key of `[trick]` that each is about.
const TEXTS: [(&str, Option<&str>); 3] = [
    ("you hold {suit:SUIT} and must follow suit", None),
    ("no {suit:SUIT} is led before one was played", Some("unbroken")),
    ("{card} is led first", Some("opens")),
];

/// Reads `[trick]`, and adds the refusals that the pack doesn't have.
pub(super) fn read_tricks(top: &Section<'_>, known: &Known<'_>, refusals: &mut Vec<RefusalSpec>) -> Option<TricksSpec> {
    let section = top.section("trick")?;
    let (vars, zones) = (known.state.vars, known.state.zones);
    let pile = read_pile(&section, zones);
    let columns = pile.and_then(|pile| zones[pile].trick);
    let suits = columns.and_then(|columns| suits_of(&section, known.names, columns));
    let verbs = read_actions(&section, known, pile);
    let leader =
        required_var(&section, "leader", vars, |var| var.kind == Kind::Seat && var.per == Per::One && var.is_single());
    let to = read_to(&section, zones, pile);
    let is_count =
        |var: &VarSpec| var.kind == Kind::Number && matches!(var.per, Per::Seat | Per::Team) && var.is_single();
    let won = optional_var(&section, "won", vars, "a number with `per = \"seat\"` or `per = \"team\"`", is_count);
    let is_flag = |var: &VarSpec| var.kind == Kind::Number && var.per == Per::Seat && var.is_single();
    let out = optional_var(&section, "out", vars, "a number with `per = \"seat\"`", is_flag);
    let opens = section.string("opens").and_then(|name| {
        let cards = known.names.tables.iter().filter(|table| table.name == "card").flat_map(|table| &table.rows);
        let cards = cards.map(|card| card.name.as_str());
        section.sink.find((Code::UnknownCard, "card"), &name, &section.value_span("opens"), cards)
    });
    let suits = suits.as_ref();
    let trump = read_trump(&section, vars, suits);
    let unbroken = section.string("unbroken").map(|word| suit_named(&section, "unbroken", &word, suits));
    let is_plain = |var: &VarSpec| var.kind == Kind::Number && var.per == Per::One && var.is_single();
    let broken = optional_var(&section, "broken", vars, "a number that is 1 once the suit was played", is_plain);
    if section.is_written("unbroken") != section.is_written("broken") {
        let (given, lacking) =
            if section.is_written("broken") { ("broken", "unbroken") } else { ("unbroken", "broken") };
        let help = "`unbroken` is a suit that isn't led before one was played, `broken` the variable that is 1 then";
        section.fault_help(given, Code::MissingKey, format!("`{given}` needs `{lacking}` beside it"), help);
    }
    let voids = optional_var(&section, "voids", vars, "numbers with `per = \"seat\"`, one for each suit", |var| {
        var.kind == Kind::Number && var.per == Per::Seat && suits.is_none_or(|suits| has_each(var, suits, known.names))
    });
    let dummy = read_dummy(&section, known, verbs.as_deref().unwrap_or_default());
    add_refusals(&section, known, suits, refusals);
    section.finish();
    let suits = suits?.list;
    let verbs = verbs?;
    Some(TricksSpec {
        phase: known.phases.iter().position(|phase| verbs.iter().any(|play| phase.actions.contains(&play.verb)))?,
        pile: ZoneId::from_index(pile?),
        columns: columns?,
        suits,
        verbs,
        leader: leader?,
        to: to?,
        won,
        trump,
        opens,
        unbroken: unbroken.flatten().zip(broken),
        voids,
        out,
        dummy,
    })
}

/// Reads the variable with the seat of the open hand, which needs an action for a bag of seats and one for a single bag.
fn read_dummy(section: &Section<'_>, known: &Known<'_>, verbs: &[TrickVerb]) -> Option<DummySpec> {
    let seat = optional_var(section, "dummy", known.state.vars, "a variable with `type = \"seat\"`", |var| {
        var.kind == Kind::Seat && var.per == Per::One && var.is_single()
    })?;
    let of = |per: Per| verbs.iter().find(|play| known.state.zones[play.from.index()].per == per);
    let phase_of = |play: &TrickVerb| known.phases.iter().position(|phase| phase.actions.contains(&play.verb));
    let (hand, open) = (of(Per::Seat), of(Per::One));
    if hand.is_none() || open.is_none() {
        section.fault_help(
            "dummy",
            Code::MissingKey,
            "`dummy` needs an action that plays a card of an open hand",
            "expected two `actions`: a card of a bag for each seat, and one of a single bag, in which the open hand lies",
        );
    }
    let open = open?;
    Some(DummySpec { seat, hand: hand?.from, open: open.from, phase: phase_of(open)? })
}

/// The pile of the tricks, by index: the one that is named, or the only one with `trick`.
fn read_pile(section: &Section<'_>, zones: &[ZoneSpec]) -> Option<usize> {
    let fits = |zone: &ZoneSpec| zone.trick.is_some() && zone.per == Per::One && zone.seen == Seen::All;
    let all = || zones.iter().enumerate().filter(|(_, zone)| fits(zone));
    const HELP: &str = "a pile for tricks has `seen = \"all\"` and `trick = { suit = COLUMN, rank = COLUMN }`";
    match section.string("pile") {
        Some(name) => {
            let found = all().find(|(_, zone)| zone.name == name);
            if found.is_none() {
                let help = match all().next() {
                    Some(_) => suggest(&name, all().map(|(_, zone)| zone.name.as_str())),
                    None => HELP.to_owned(),
                };
                section.fault_help("pile", Code::WrongZone, format!("`{name}` is not a pile for tricks"), help);
            }
            found.map(|(n, _)| n)
        }
        None => {
            let (first, second) = (all().next(), all().nth(1));
            match (first, second) {
                (Some((n, _)), None) => return Some(n),
                (None, _) => section.sink.fault_help(
                    Code::WrongZone,
                    &section.span,
                    "there is no pile in which tricks are played",
                    HELP,
                ),
                _ => section.missing("pile", "the pile in which tricks are played"),
            }
            None
        }
    }
}

/// The list of suits of a pile, whose column must have words.
fn suits_of<'a>(section: &Section<'_>, names: &Names<'a>, columns: TrickSpec) -> Option<Suits<'a>> {
    let cards = names.tables.iter().find(|table| table.name == "card")?;
    let column = &cards.columns[columns.suit];
    let ColumnKind::Word(name) = &column.kind else {
        section.sink.fault_help(
            Code::UnknownColumn,
            &section.span,
            format!("the suits in the column `{}` aren't words of a list", column.name),
            "expected a column such as `suit = { type = \"suit\" }`",
        );
        return None;
    };
    let list = names.lists.iter().position(|list| list.name == *name)?;
    Some(Suits { list, name: &names.lists[list].name, words: &names.lists[list].words })
}

/// Reads the actions that play cards: each has one argument, a card of a bag.
fn read_actions(section: &Section<'_>, known: &Known<'_>, pile: Option<usize>) -> Option<Vec<TrickVerb>> {
    let written = section.strings("actions").unwrap_or_default();
    if written.is_empty() {
        if section.is_written("actions") {
            let message = "no action plays a card";
            section.fault_help(
                "actions",
                Code::WrongCount,
                message,
                format!("expected {}", section.expected("actions")),
            );
        }
        return None;
    }
    let mut verbs = Vec::new();
    for (name, span) in &written {
        let all = known.verbs.iter().map(|verb| verb.name.as_str());
        let Some(verb) = section.sink.find((Code::UnknownAction, "action"), name, span, all) else { continue };
        let spec = &known.verbs[verb];
        let is_bag = |from: &ZoneId| {
            let zone = &known.state.zones[from.index()];
            zone.kind == ZoneKind::Bag && matches!(zone.per, Per::One | Per::Seat)
        };
        let Some(from) = spec.zone_of_card().filter(is_bag) else {
            section.sink.fault_help(
                Code::BadUsage,
                span,
                format!("`{name}` does not play a card of one bag"),
                "expected one argument in its usage, such as `{c:card of hand}`, of a bag for each seat or a single one",
            );
            continue;
        };
        if let Some(phase) = known.phases.iter().find(|phase| phase.simultaneous && phase.actions.contains(&verb)) {
            let message = format!("`{name}` plays to tricks, but seats decide in `{}` at the same time", phase.name);
            section.sink.fault(Code::WrongAction, span, message);
        }
        if pile != Some(from.index()) {
            verbs.push(TrickVerb { verb, from });
        }
    }
    (verbs.len() == written.len()).then_some(verbs)
}

/// Reads the zone of cards that are taken.
fn read_to(section: &Section<'_>, zones: &[ZoneSpec], pile: Option<usize>) -> Option<ZoneId> {
    read_zone(section, "to", zones, "a zone that tricks can go to", |n, zone| Some(n) != pile && zone.per.is_of_seats())
}

/// Reads the trump suit: a word, or a variable that holds one.
fn read_trump(section: &Section<'_>, vars: &[VarSpec], suits: Option<&Suits<'_>>) -> Option<Trump> {
    let name = section.string("trump")?;
    let suits = suits?;
    if let Some(word) = suits.words.iter().position(|word| *word == name) {
        return Some(Trump::Word(word + 1));
    }
    let fits = |var: &VarSpec| var.kind == Kind::Word(suits.list) && var.per == Per::One && var.is_single();
    let found = vars.iter().position(|var| var.name == name && fits(var));
    if found.is_none() {
        let known = suits.words.iter().map(String::as_str);
        let known = known.chain(vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str()));
        let message = format!("`{name}` is neither a word of `{}` nor a variable of that type", suits.name);
        section.fault_help("trump", Code::UnknownWord, message, suggest(&name, known));
    }
    found.map(|var| Trump::Var(VarId::from_index(var)))
}

/// The number of a suit, from 1.
fn suit_named(section: &Section<'_>, key: &str, word: &str, suits: Option<&Suits<'_>>) -> Option<usize> {
    let suits = suits?;
    let span = section.value_span(key);
    let what = format!("word of `{}`", suits.name);
    let found = section.sink.find((Code::UnknownWord, &what), word, &span, suits.words.iter().map(String::as_str));
    found.map(|n| n + 1)
}

/// True if a variable has a number for each suit.
fn has_each(var: &VarSpec, suits: &Suits<'_>, names: &Names<'_>) -> bool {
    match &var.values {
        Values::One => false,
        Values::Count(count) => *count == Quantity::Fixed(suits.words.len() as i64),
        Values::Each(Per::List(list)) => *list == suits.list,
        Values::Each(Per::Table(table)) => names.tables[*table].name == suits.name,
        Values::Each(_) => false,
    }
}

/// Adds the refusals of cards that the pack doesn't have, and checks those that it has.
fn add_refusals(section: &Section<'_>, known: &Known<'_>, suits: Option<&Suits<'_>>, refusals: &mut Vec<RefusalSpec>) {
    let Some(suits) = suits else { return };
    for (name, (text, key)) in TRICK_REFUSALS.into_iter().zip(TEXTS) {
        if key.is_some_and(|key| !section.is_written(key)) {
            continue;
        }
        let is_card = key == Some("opens");
        let hole = if is_card { "{card}".to_owned() } else { format!("{{suit:{}}}", suits.name) };
        let wanted = if is_card { Kind::Card } else { Kind::Word(suits.list) };
        let own = OwnRefusal { name, text: &text.replace("SUIT", suits.name), holes: &[(wanted, hole)] };
        complete(section, known, &own, refusals);
    }
}

/// Checks that the engine can fill in the events of tricks, by the names of their fields.
pub(super) fn check_events(
    top: &Section<'_>,
    tricks: Option<&TricksSpec>,
    (zones, verbs): (&[ZoneSpec], &[VerbSpec]),
    events: &[EventSpec],
) {
    let Some(tricks) = tricks else { return };
    let plays = tricks.verbs.iter().map(|play| (verbs[play.verb].name.as_str(), Some(("card", Kind::Card))));
    let laid = tricks.dummy.map(|dummy| (zones[dummy.open.index()].name.as_str(), Some(("cards", Kind::Cards))));
    let names = plays.chain([(zones[tricks.pile.index()].name.as_str(), None)]).chain(laid);
    names.for_each(|(name, played)| check_event(top, name, played, events));
}
