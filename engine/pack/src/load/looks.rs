//! Appearance of zones and variables.

use super::names::Names;
use super::scores::number_column;
use crate::looks::{Claim, Said, Says, SetOf, VarLook, ZoneLook};
use crate::reader::Section;
use crate::spec::{Column, ColumnKind, OptionSpec, Per, Quantity, Span, Values, VarSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::kind::Kind;
use parlour_model::text::{self, Use};

/// The words for layouts of the cards of a zone.
pub(crate) const ZONE_LOOKS: &[(&str, ZoneLook)] = &[
    ("fan", ZoneLook::Fan),
    ("pile", ZoneLook::Pile),
    ("row", ZoneLook::Row),
    ("stacks", ZoneLook::Stacks),
    ("grid", ZoneLook::Grid),
    ("cascade", ZoneLook::Cascade),
    ("small", ZoneLook::Small),
    ("count", ZoneLook::Count),
    ("hidden", ZoneLook::Hidden),
];

/// The words for appearances of a variable.
pub(crate) const VAR_LOOKS: &[(&str, VarLook)] = &[
    ("strip", VarLook::Strip),
    ("points", VarLook::Points),
    ("beside", VarLook::Beside),
    ("score", VarLook::Score),
    ("stack", VarLook::Stack),
    ("pot", VarLook::Pot),
    ("tokens", VarLook::Tokens),
    ("bar", VarLook::Bar),
    ("button", VarLook::Button),
    ("sign", VarLook::Sign),
    ("dice", VarLook::Dice),
    ("cards", VarLook::Cards),
    ("hidden", VarLook::Hidden),
];

/// The layout of the cards of a zone.
pub(super) fn read_zone_look(section: &Section<'_>) -> Option<ZoneLook> {
    section.word("look", ZONE_LOOKS)
}

/// The appearance of a variable.
pub(super) fn read_var_look(section: &Section<'_>, kind: Kind, per: &Per, values: &Values) -> Option<VarLook> {
    let look = section.word("look", VAR_LOOKS)?;
    let (of_seats, is_single) = (matches!(per, Per::Seat | Per::Team), *values == Values::One);
    let expected = match look {
        VarLook::Strip | VarLook::Points if kind != Kind::Number || *per != Per::Seat && is_single => {
            "expected a number for each seat, which is where it stands, or a list of numbers, which are how many stand there"
        }
        VarLook::Beside if kind != Kind::Number || *per != Per::Seat || !is_single => "expected a number for each seat",
        VarLook::Score if kind != Kind::Number || !of_seats || !is_single => "expected a number for each seat or team",
        VarLook::Pot if kind != Kind::Number || *per != Per::Seat || !is_single => "expected a number for each seat",
        VarLook::Stack | VarLook::Tokens | VarLook::Bar
            if kind != Kind::Number || !(of_seats || *per == Per::One) || !is_single =>
        {
            "expected a number, or a number for each seat or team"
        }
        VarLook::Dice if kind != Kind::Number || *per != Per::One || !is_single => "expected a number",
        VarLook::Cards if kind != Kind::Number || *per != Per::Seat => {
            "expected a number for each seat, or a list of 0 and 1 for each seat"
        }
        VarLook::Button if kind != Kind::Seat || *per != Per::One || !is_single => "expected a seat: `type = \"seat\"`",
        _ => return Some(look),
    };
    section.fault_help("look", Code::WrongPer, "this variable can't be painted so", expected);
    None
}

/// The column whose sum is shown with the zone.
pub(super) fn read_sum(top: &Section<'_>, section: &Section<'_>, names: &Names<'_>) -> Option<usize> {
    number_column(top, &section.string("sum")?, &section.value_span("sum"), names.tables)
}

/// The variables that a claim names as written: of the face of its dice and of the seat that makes it.
pub(super) struct WrittenClaim {
    face: Option<(String, Span)>,
    by: Option<(String, Span)>,
}

/// Reads the variables of a claim.
pub(super) fn read_claim(section: &Section<'_>, look: Option<VarLook>) -> WrittenClaim {
    let named = |key: &str| Some((section.string(key)?, section.value_span(key)));
    let claim = WrittenClaim { face: named("face"), by: named("by") };
    for (key, _) in [("face", &claim.face), ("by", &claim.by)].iter().filter(|(_, found)| found.is_some()) {
        if look != Some(VarLook::Dice) {
            let message = format!("`{key}` is of a claim in dice");
            section.fault_help(key, Code::WrongPer, message, "expected `look = \"dice\"`");
        }
    }
    claim
}

/// Resolves the variables of a claim.
pub(super) fn bind_claim(top: &Section<'_>, claim: WrittenClaim, vars: &[VarSpec]) -> Claim {
    let find = |written: Option<(String, Span)>, kind: Kind, what: &str| {
        let (name, span) = written?;
        let fits = |spec: &&VarSpec| spec.per == Per::One && spec.kind == kind && spec.values == Values::One;
        let found = vars.iter().position(|spec| spec.name == name && fits(&spec));
        if found.is_none() {
            let known = vars.iter().filter(fits).map(|spec| spec.name.as_str());
            let message = format!("`{name}` is not a variable with {what}");
            top.sink.fault_help(Code::UnknownWord, &span, message, suggest(&name, known));
        }
        found
    };
    Claim { face: find(claim.face, Kind::Number, "a number"), by: find(claim.by, Kind::Seat, "a seat") }
}

/// The column, of the table over which a zone is laid out, that is shown with it.
pub(super) fn read_note(section: &Section<'_>, names: &Names<'_>, per: &Per) -> Option<usize> {
    let name = section.string("note")?;
    let Per::Table(table) = per else {
        let expected = "expected the name of a table: `per = \"TABLE\"`";
        section.fault_help("note", Code::WrongPer, "the zone is not laid out over a table", expected);
        return None;
    };
    let columns = names.tables.get(*table).map_or(&[][..], |table| &table.columns);
    let fits = |column: &&Column| !matches!(column.kind, ColumnKind::Ints(..));
    let found = columns.iter().position(|column| column.name == name && fits(&column));
    if found.is_none() {
        let known = columns.iter().filter(fits).map(|column| column.name.as_str());
        let message = format!("the table has no column `{name}` with one value");
        section.fault_help("note", Code::UnknownColumn, message, suggest(&name, known));
    }
    found
}

/// The sentences of a variable as written: its texts with their places, and true if there is just one.
pub(super) struct WrittenSays {
    texts: Vec<(String, Span)>,
    is_single: bool,
}

/// Reads the sentences that replace a variable's name and value.
pub(super) fn read_says(section: &Section<'_>) -> Option<WrittenSays> {
    let is_single = section.node("says")?.kind() == "a text";
    Some(WrittenSays { texts: section.strings("says")?, is_single })
}

/// Resolves the variables and options in the sentences of a variable with this `per`.
pub(super) fn bind_says(
    top: &Section<'_>,
    says: WrittenSays,
    per: &Per,
    vars: &[VarSpec],
    options: &[OptionSpec],
) -> Says {
    let bound = |(text, span): (String, Span)| {
        text::read(&text, &mut Sayable { per, vars, options }).unwrap_or_else(|reason| {
            top.sink.fault(Code::BadSentence, &span, reason.0);
            Vec::new()
        })
    };
    Says { texts: says.texts.into_iter().map(bound).collect(), is_single: says.is_single }
}

/// The variables and options for the sentences of a variable with this `per`.
struct Sayable<'a> {
    per: &'a Per,
    vars: &'a [VarSpec],
    options: &'a [OptionSpec],
}

impl text::Names for Sayable<'_> {
    type Hole = Said;

    fn find(&mut self, name: &str, of: Use) -> Result<Said, String> {
        let is_number = of != Use::Value;
        let fits = |spec: &&VarSpec| {
            (spec.per == Per::One || spec.per == *self.per) && (!is_number || spec.kind == Kind::Number)
        };
        if matches!(of, Use::Card | Use::Cards) {
            return Err(format!("`{name}` is not of the type that can stand here; expected a variable with a number"));
        }
        if let Some(var) = self.vars.iter().position(|spec| spec.name == name && fits(&spec)) {
            return Ok(Said::Var(var));
        }
        let known = self.vars.iter().filter(fits).map(|spec| spec.name.as_str());
        if is_number {
            return Err(format!("`{{{name}}}` is not a variable with a number; {}", suggest(name, known)));
        }
        if self.options.iter().any(|option| option.key == name) {
            return Ok(Said::Option(name.to_owned()));
        }
        let known = known.chain(self.options.iter().map(|option| option.key.as_str()));
        Err(format!("`{{{name}}}` is neither a variable nor an option; {}", suggest(name, known)))
    }
}

/// The names of the values of a list: the index of a list of words.
pub(super) fn read_value_names(section: &Section<'_>, names: &Names<'_>, values: &Values) -> Option<usize> {
    let name = section.string("names")?;
    let list = find_list(section, ("names", &name), names, &[])?;
    let count = names.lists[list].words.len();
    if *values == Values::Count(Quantity::Fixed(count as i64)) {
        return Some(list);
    }
    let expected = format!("expected a list of as many values: `length = {count}`");
    section.fault_help("names", Code::WrongCount, format!("`{name}` has {count} words"), expected);
    None
}

/// The meaning of the bits of a variable's values.
pub(super) fn read_set(section: &Section<'_>, names: &Names<'_>) -> Option<SetOf> {
    match section.string("set_of")?.as_str() {
        "numbers" => Some(SetOf::Numbers),
        name => find_list(section, ("set_of", name), names, &["numbers"]).map(SetOf::List),
    }
}

/// The index of the list that a key names; `others` are further names that it could have.
fn find_list(section: &Section<'_>, (key, name): (&str, &str), names: &Names<'_>, others: &[&str]) -> Option<usize> {
    let found = names.lists.iter().position(|list| list.name == name);
    if found.is_none() {
        let known = names.lists.iter().map(|list| list.name.as_str()).chain(others.iter().copied());
        section.fault_help(key, Code::UnknownWord, format!("there is no list `{name}`"), suggest(name, known));
    }
    found
}
