//! Refusals.

use super::MOST;
use super::names::Names;
use crate::reader::Section;
use crate::refusals::{RefusalSpec, StateNames};
use parlour_model::diagnostic::Code;
use parlour_model::identifiers::is_member;
use parlour_model::kind::{Kind, Use};

pub(super) fn read_refusals(top: &Section<'_>, names: &Names<'_>, known: StateNames<'_>) -> Vec<RefusalSpec> {
    let mut refusals: Vec<RefusalSpec> = Vec::new();
    let Some(section) = top.section("refusals") else {
        return refusals;
    };
    for entry in section.entries() {
        let Some(text) = section.string(&entry.key) else { continue };
        if !is_member(&entry.key) {
            let message = format!("a refusal can't be called `{}`", entry.key);
            let help = "expected a name of letters, digits and `_` that is not a word of Luau";
            section.sink.fault_help(Code::BadName, &entry.key_span, message, help);
            continue;
        }
        let first = refusals.last().map_or(0, |last| last.first + last.arguments.len());
        let kind = |name: &str| Kind::named(name, names.kinds(), Use::Hole).map_err(String::from);
        match RefusalSpec::read(entry.key.clone(), text, entry.key_span.clone(), first, known, kind) {
            Ok(spec) => refusals.push(spec),
            Err(message) => section.sink.fault(Code::BadSentence, &entry.node.span, message),
        }
    }
    if refusals.len() > MOST {
        section.sink.fault(Code::TooMany, &top.value_span("refusals"), format!("more than {MOST} refusals"));
    }
    refusals
}
