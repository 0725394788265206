//! The events of actions that the engine applies.

use crate::reader::Section;
use crate::spec::WordList;
use parlour_model::diagnostic::Code;
use parlour_model::event::EventSpec;
use parlour_model::grammar::{Arg, VerbSpec};
use parlour_model::ids::BoardId;
use parlour_model::kind::Kind;
use parlour_model::pieces::MovesSpec;

/// Adds an event for each verb that the engine applies and that has none, and checks existing ones: the engine fills in
/// fields by their names.
pub(crate) fn complete_events(
    top: &Section<'_>,
    spec: &MovesSpec,
    (verbs, lists): (&[VerbSpec], &[WordList]),
    events: &mut Vec<EventSpec>,
) {
    let is_orientation = |kind: Kind| matches!(kind, Kind::Word(n) if lists[n].name == "orientation");
    let told_otherwise = |verb: &usize| spec.castles.iter().any(|it| it.verb == *verb && it.event.is_some());
    let mut wanted: Vec<usize> = spec.verbs().filter(|verb| !told_otherwise(verb)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    for verb in wanted.into_iter().map(|n| &verbs[n]) {
        if let Some(event) = events.iter().find(|event| event.name == verb.name) {
            for field in &event.fields {
                // What is chosen: a shape and how it lies.
                let is_choice = |arg: &Arg| arg.name == field.name && arg.kind == field.kind;
                let is_told = is_orientation(field.kind) && verb.args.iter().any(is_choice);
                if !is_told && !EVENT_FIELDS.iter().any(|(name, fits)| *name == field.name && fits(field.kind)) {
                    let sections = top.section("events");
                    let own = sections.as_ref().and_then(|events| events.section(&event.name));
                    own.as_ref().unwrap_or(top).fault_help(
                        if own.is_some() { "fields" } else { "events" },
                        Code::UnknownField,
                        format!("the event `{}` can't fill its field `{}`", event.name, field.name),
                        "expected `seat: seat`, `from: square`, `to: square`, `piece: symbol`, `target: symbol`, `take: square`, `off: symbol`, `column: number`, or an argument of type `orientation`",
                    );
                }
            }
            continue;
        }
        let mut event = EventSpec { name: verb.name.clone(), width: 1, ..EventSpec::default() };
        let has = |name: &str| verb.args.iter().any(|arg| arg.name == name);
        let is_pass = verb.order.pass
            || spec.bare.iter().any(|bare| verbs[bare.verb].name == verb.name)
            || spec.castles.iter().any(|castle| verbs[castle.verb].name == verb.name);
        let board = BoardId::from_index(spec.board);
        let fields = [
            ("seat", Kind::Seat),
            ("piece", Kind::Symbol(board)),
            ("from", Kind::Square(board)),
            ("to", Kind::Square(board)),
            ("target", Kind::Symbol(board)),
            ("take", Kind::Square(board)),
        ];
        let is_told = |name: &str| match name {
            "seat" => true,
            "from" | "take" => !is_pass && has(name),
            _ => !is_pass,
        };
        for (name, kind) in fields.into_iter().filter(|(name, _)| is_told(name)) {
            event.add_field(name, kind, 4);
        }
        let told = match (is_pass, has("from"), has("take")) {
            (true, ..) => "",
            (_, true, false) => " {from} {to}",
            (_, true, true) => " {from} {to}[, takes {take}]",
            (_, false, false) => " {to}",
            (_, false, true) => " {to}[, takes {take}]",
        };
        if let Ok(sentence) = event.sentence(&format!("{{seat}}: {}{told}.", verb.name)) {
            event.texts.push(("all".to_owned(), sentence));
        }
        events.push(event);
    }
}

type Fits = fn(Kind) -> bool;

/// The fields that the engine can fill in.
const EVENT_FIELDS: [(&str, Fits); 8] = [
    ("seat", |kind| kind == Kind::Seat),
    ("from", |kind| matches!(kind, Kind::Square(_))),
    ("to", |kind| matches!(kind, Kind::Square(_))),
    ("piece", |kind| matches!(kind, Kind::Symbol(_))),
    ("target", |kind| matches!(kind, Kind::Symbol(_))),
    ("column", |kind| kind == Kind::Number),
    ("take", |kind| matches!(kind, Kind::Square(_))),
    ("off", |kind| matches!(kind, Kind::Symbol(_))),
];
