//! Reading how zones and variables are painted.

use super::names::Names;
use crate::diagnostic::{Code, suggest};
use crate::kind::Kind;
use crate::pack::looks::{SetOf, VarLook, ZoneLook};
use crate::pack::spec::{Per, Values};
use crate::pack::tree::Section;

/// How the cards of a zone lie.
pub(super) fn read_zone_look(section: &Section<'_>) -> Option<ZoneLook> {
    const LOOKS: &[(&str, ZoneLook)] = &[
        ("fan", ZoneLook::Fan),
        ("pile", ZoneLook::Pile),
        ("row", ZoneLook::Row),
        ("stacks", ZoneLook::Stacks),
        ("count", ZoneLook::Count),
    ];
    section.word("look", LOOKS)
}

/// How a variable is painted.
pub(super) fn read_var_look(section: &Section<'_>, kind: Kind, per: &Per, values: &Values) -> Option<VarLook> {
    const LOOKS: &[(&str, VarLook)] = &[
        ("strip", VarLook::Strip),
        ("points", VarLook::Points),
        ("beside", VarLook::Beside),
        ("score", VarLook::Score),
        ("hidden", VarLook::Hidden),
    ];
    let look = section.word("look", LOOKS)?;
    let (of_seats, is_single) = (matches!(per, Per::Seat | Per::Team), *values == Values::One);
    let expected = match look {
        VarLook::Strip | VarLook::Points if kind != Kind::Number || *per != Per::Seat && is_single => {
            "expected a number for each seat, which is where it stands, or a list of numbers, which are how many stand there"
        }
        VarLook::Beside if kind != Kind::Number || *per != Per::Seat || !is_single => "expected a number for each seat",
        VarLook::Score if kind != Kind::Number || !of_seats || !is_single => "expected a number for each seat or team",
        _ => return Some(look),
    };
    section.fault_help("look", Code::WrongPer, "this variable can't be painted so", expected);
    None
}

/// What the bits of a variable's values stand for.
pub(super) fn read_set(section: &Section<'_>, names: &Names<'_>) -> Option<SetOf> {
    let name = section.string("set_of")?;
    if name == "numbers" {
        return Some(SetOf::Numbers);
    }
    let found = names.lists.iter().position(|list| list.name == name);
    if found.is_none() {
        let known = names.lists.iter().map(|list| list.name.as_str()).chain(["numbers"]);
        let message = format!("there is no list `{name}` of which values could be sets");
        section.fault_help("set_of", Code::UnknownWord, message, suggest(&name, known));
    }
    found.map(SetOf::List)
}
