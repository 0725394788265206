//! `[expect]`: the expected result of a scenario, which makes it a test.

use std::ops::Range;

use super::Named;
use super::read::entries;
use parlour_model::diagnostic::Code;
use parlour_pack::Pack;
use parlour_pack::reader::Section;

/// A text and its place.
pub(crate) type Written = (String, Range<usize>);

/// The contents of `[expect]`.
#[derive(Debug)]
pub struct Expected {
    /// Actions to take first.
    pub play: Vec<Written>,
    /// Actions that must be allowed then.
    pub allowed: Vec<Written>,
    /// Actions that must be refused then, each with a part of the reason.
    pub refused: Vec<Named>,
    /// The seat to act after them.
    pub to_act: Option<Written>,
    /// The winners, with the place of the list.
    pub winners: Option<(Vec<Written>, Range<usize>)>,
    /// The ending.
    pub ending: Option<Written>,
    /// The contents of zones.
    pub zones: Vec<Named>,
    /// The values of variables.
    pub vars: Vec<Named>,
    /// The contents of boards.
    pub boards: Vec<Named>,
}

/// Reads `[expect]`; its names are resolved when the scenario is played.
pub(super) fn read(top: &Section<'_>, pack: &Pack) -> Option<Expected> {
    let section = top.section("expect")?;
    let text = |key: &str| section.string(key).map(|text| (text, section.value_span(key)));
    let ending = text("ending");
    if let Some((name, span)) = &ending {
        let known = pack.endings.iter().map(|ending| ending.name.as_str());
        top.sink.find((Code::UnknownEnding, "ending"), name, span, known);
    }
    let expected = Expected {
        play: section.strings("play").unwrap_or_default(),
        allowed: section.strings("allowed").unwrap_or_default(),
        refused: entries(section.section("refused")),
        to_act: text("to_act"),
        winners: section.strings("winners").map(|winners| (winners, section.value_span("winners"))),
        ending,
        zones: entries(section.section("zones")),
        vars: entries(section.section("vars")),
        boards: entries(section.section("boards")),
    };
    section.finish();
    Some(expected)
}
