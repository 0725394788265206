//! `[climbing]`: climbing that the engine plays.

use super::played::{Known, OwnRefusal, check_event, complete, optional_var, read_action, read_zone, required_var};
use crate::reader::Section;
use crate::refusals::RefusalSpec;
use crate::spec::{CLIMBING_REFUSALS, ClimbingSpec, Per, Seen, VarSpec, ZoneKind, ZoneSpec};
use parlour_model::combination::Combination;
use parlour_model::diagnostic::Code;
use parlour_model::event::EventSpec;
use parlour_model::grammar::{Arg, VerbSpec};
use parlour_model::ids::ZoneId;
use parlour_model::kind::{Domain, Kind};

/// Texts of [`CLIMBING_REFUSALS`] unless the pack has its own, with the kind of the value in each and its hole.
const TEXTS: [(&str, Option<(Kind, &str)>); 3] = [
    (
        "what is to be beaten has another number of cards, or is another combination: {n:number}",
        Some((Kind::Number, "{n:number}")),
    ),
    ("{cards:cards} can't beat what was played", Some((Kind::Cards, "{cards:cards}"))),
    ("you lead: play something", None),
];

/// Reads `[climbing]`, and adds the refusals that the pack doesn't have.
pub(super) fn read_climbing(
    top: &Section<'_>,
    known: &Known<'_>,
    combinations: &[Combination],
    refusals: &mut Vec<RefusalSpec>,
) -> Option<ClimbingSpec> {
    let section = top.section("climbing")?;
    let (vars, zones) = (known.state.vars, known.state.zones);
    let play = read_action(&section, known, "play");
    let from = play.and_then(|play| read_from(&section, &known.verbs[play]));
    let pass = read_action(&section, known, "pass");
    if let Some(verb) = pass.map(|pass| &known.verbs[pass]).filter(|verb| !verb.args.is_empty()) {
        section.fault("pass", Code::BadUsage, format!("`{}` passes and has no arguments", verb.name));
    }
    let is_open = |zone: &ZoneSpec| zone.kind == ZoneKind::Bag && zone.per == Per::One && zone.seen == Seen::All;
    let pile = read_zone(&section, "pile", zones, section.expected("pile"), |_, zone| is_open(zone));
    let is_other = |n: usize| pile.is_none_or(|pile| pile.index() != n);
    let to = read_zone(&section, "to", zones, section.expected("to"), |n, zone| zone.per == Per::One && is_other(n));
    let leader =
        required_var(&section, "leader", vars, |var| var.kind == Kind::Seat && var.per == Per::One && var.is_single());
    let passed = optional_var(&section, "passed", vars, "a number with `per = \"seat\"`", |var: &VarSpec| {
        var.kind == Kind::Number && var.per == Per::Seat && var.is_single()
    });
    let listed = |key: &str| -> Vec<usize> {
        let written = section.strings(key).unwrap_or_default();
        let names = || combinations.iter().map(|known| known.name.as_str());
        let find =
            |(name, span): &(String, _)| section.sink.find((Code::UnknownName, "combination"), name, span, names());
        written.iter().filter_map(find).collect()
    };
    let (bombs, order) = (listed("bombs"), listed("order"));
    for (name, (text, hole)) in CLIMBING_REFUSALS.into_iter().zip(TEXTS) {
        let holes: Vec<(Kind, String)> = hole.map(|(kind, hole)| (kind, hole.to_owned())).into_iter().collect();
        complete(&section, known, &OwnRefusal { name, text, holes: &holes }, refusals);
    }
    section.finish();
    let (play, pass) = (play?, pass?);
    Some(ClimbingSpec {
        play,
        from: from?,
        pass,
        phase: known.phases.iter().position(|phase| phase.actions.contains(&play))?,
        pile: pile?,
        to: to?,
        leader: leader?,
        passed,
        bombs,
        order,
    })
}

/// The bag of the only argument of the action that plays, whose combinations can be listed.
fn read_from(section: &Section<'_>, verb: &VerbSpec) -> Option<ZoneId> {
    match verb.args.as_slice() {
        // A usage that can't be read is reported by itself.
        [] if verb.pieces.is_empty() => None,
        [Arg { domain: Domain::Combinations(zones, _), optional: false, .. }] => zones.first().copied(),
        _ => {
            let message = format!("`{}` does not play a combination of cards", verb.name);
            let help = "expected one argument in its usage, such as `{cards:single or pair of hand}`";
            section.fault_help("play", Code::BadUsage, message, help);
            None
        }
    }
}

/// Checks that the engine can fill in the events of climbing, by the names of their fields.
pub(super) fn check_events(
    top: &Section<'_>,
    climbing: Option<&ClimbingSpec>,
    (zones, verbs): (&[ZoneSpec], &[VerbSpec]),
    events: &[EventSpec],
) {
    let Some(climbing) = climbing else { return };
    check_event(top, &verbs[climbing.play].name, Some(("cards", Kind::Cards)), events);
    check_event(top, &verbs[climbing.pass].name, None, events);
    check_event(top, &zones[climbing.pile.index()].name, None, events);
}
