//! Readers of actions, zones, variables, refusals and events for `[trick]`, `[climbing]` and `[auction]`.

use super::names::Names;
use crate::reader::Section;
use crate::refusals::{RefusalSpec, StateNames};
use crate::spec::{PhaseSpec, Span, VarSpec, ZoneSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::event::EventSpec;
use parlour_model::grammar::VerbSpec;
use parlour_model::ids::{VarId, ZoneId};
use parlour_model::kind::{Kind, Use};

/// The declarations that these tables refer to.
pub(super) struct Known<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) state: StateNames<'a>,
    pub(super) verbs: &'a [VerbSpec],
    pub(super) phases: &'a [PhaseSpec],
}

/// Reads the name of an action that one seat at a time takes, by index.
pub(super) fn read_action(section: &Section<'_>, known: &Known<'_>, key: &str) -> Option<usize> {
    let name = section.string(key)?;
    find_action(section, known, &name, &section.value_span(key))
}

/// Finds an action that one seat at a time takes, by index.
pub(super) fn find_action(section: &Section<'_>, known: &Known<'_>, name: &str, span: &Span) -> Option<usize> {
    let all = known.verbs.iter().map(|verb| verb.name.as_str());
    let found = section.sink.find((Code::UnknownAction, "action"), name, span, all)?;
    if let Some(phase) = known.phases.iter().find(|phase| phase.simultaneous && phase.actions.contains(&found)) {
        let message =
            format!("`{name}` is for one seat at a time, but seats decide in `{}` at the same time", phase.name);
        section.sink.fault(Code::WrongAction, span, message);
    }
    Some(found)
}

/// Reads a zone that must fit; `noun` is what it must be, in a sentence.
pub(super) fn read_zone(
    section: &Section<'_>,
    key: &str,
    zones: &[ZoneSpec],
    noun: &str,
    fits: impl Fn(usize, &ZoneSpec) -> bool,
) -> Option<ZoneId> {
    let name = section.string(key)?;
    let fitting = || zones.iter().enumerate().filter(|(n, zone)| fits(*n, zone));
    let found = fitting().find(|(_, zone)| zone.name == name);
    if found.is_none() {
        let help = suggest(&name, fitting().map(|(_, zone)| zone.name.as_str()));
        section.fault_help(key, Code::WrongZone, format!("`{name}` is not {noun}"), help);
    }
    found.map(|(n, _)| ZoneId::from_index(n))
}

/// Reads the variable of a required key.
pub(super) fn required_var(
    section: &Section<'_>,
    key: &str,
    vars: &[VarSpec],
    fits: impl Fn(&VarSpec) -> bool,
) -> Option<VarId> {
    optional_var(section, key, vars, section.expected(key), fits)
}

pub(super) fn optional_var(
    section: &Section<'_>,
    key: &str,
    vars: &[VarSpec],
    expected: &str,
    fits: impl Fn(&VarSpec) -> bool,
) -> Option<VarId> {
    let name = section.string(key)?;
    let fits = |var: &VarSpec| fits(var) && var.follows.is_none() && var.dice.is_none();
    let found = vars.iter().position(|var| var.name == name && fits(var));
    if found.is_none() {
        let near = vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str());
        let message = match vars.iter().any(|var| var.name == name) {
            true => format!("`{}` needs {expected}, which `{name}` is not", section.name(key)),
            false => format!("there is no variable `{name}`: `{}` needs {expected}", section.name(key)),
        };
        section.fault_help(key, Code::UnknownVar, message, suggest(&name, near));
    }
    found.map(VarId::from_index)
}

/// A refusal that the engine gives.
pub(super) struct OwnRefusal<'a> {
    pub(super) name: &'a str,
    /// The text unless the pack has another.
    pub(super) text: &'a str,
    /// The kinds of its values, and the holes for them.
    pub(super) holes: &'a [(Kind, String)],
}

/// Adds a refusal that the engine gives, unless the pack has it: then its holes must be those that can be filled.
pub(super) fn complete(
    section: &Section<'_>,
    known: &Known<'_>,
    wanted: &OwnRefusal<'_>,
    refusals: &mut Vec<RefusalSpec>,
) {
    if let Some(own) = refusals.iter().find(|refusal| refusal.name == wanted.name) {
        let kinds = wanted.holes.iter().map(|(kind, _)| *kind);
        if !own.arguments.is_empty() && !own.arguments.iter().map(|argument| argument.kind).eq(kinds) {
            let name = wanted.name;
            let message =
                format!("the holes of the refusal `{name}` can't be filled, which `[{}]` gives", section.path);
            let holes: Vec<&str> = wanted.holes.iter().map(|(_, hole)| hole.as_str()).collect();
            let help = match holes.as_slice() {
                [] => "expected no hole".to_owned(),
                holes => format!("expected `{}`, or no hole", holes.join(" ")),
            };
            section.sink.fault_help(Code::BadSentence, &own.span, message, help);
        }
        return;
    }
    let first = refusals.last().map_or(0, |last| last.first + last.arguments.len());
    let kind = |name: &str| Kind::named(name, known.names.kinds(), Use::Hole).map_err(String::from);
    let (name, text, span) = (wanted.name.to_owned(), wanted.text.to_owned(), section.span.clone());
    if let Ok(spec) = RefusalSpec::read(name, text, span, first, known.state, kind) {
        refusals.push(spec);
    }
}

/// Checks that the engine can fill in the event of a name: with a seat, and what it has played, if anything.
pub(super) fn check_event(top: &Section<'_>, name: &str, played: Option<(&str, Kind)>, events: &[EventSpec]) {
    for field in events.iter().filter(|event| event.name == name).flat_map(|event| &event.fields) {
        let is_seat = field.name == "seat" && field.kind == Kind::Seat;
        if !is_seat && played != Some((field.name.as_str(), field.kind)) {
            let message = format!("the event `{name}` can't fill its field `{}`", field.name);
            let help = match played {
                Some((played, _)) => format!("expected `seat: seat` or `{played}: {played}`"),
                None => "expected `seat: seat`".to_owned(),
            };
            top.fault_help("events", Code::UnknownField, message, help);
        }
    }
}
