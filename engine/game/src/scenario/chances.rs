//! Prescribed outcomes of chance in a scenario.

use std::ops::Range;

use parlour_model::diagnostic::Code;
use parlour_pack::Pack;
use parlour_pack::reader::{Section, Value};

/// The places of the prescribed outcomes, for each chance of the pack.
pub type Places = Vec<Vec<Range<usize>>>;

/// Reads the prescribed outcomes for each chance of the pack, as numbers from 1, with their places.
pub(super) fn read(top: &Section<'_>, pack: &Pack) -> (Vec<Vec<u16>>, Places) {
    let mut out = vec![Vec::new(); pack.chances.len()];
    let mut places = vec![Vec::new(); pack.chances.len()];
    let Some(section) = top.section("chance") else {
        return (out, places);
    };
    for entry in section.entries() {
        let known = pack.chances.iter().map(|chance| chance.name.as_str());
        let Some(n) = top.sink.find((Code::UnknownChance, "chance"), &entry.key, &entry.key_span, known) else {
            continue;
        };
        let Value::Array(items) = &entry.node.value else {
            top.sink.fault(Code::WrongType, &entry.node.span, format!("`chance.{}` must be a list", entry.key));
            continue;
        };
        for item in items {
            match pack.exact_outcome(pack.chances[n].kind, &item.value) {
                Ok(value) => {
                    out[n].push(value);
                    places[n].push(item.span.clone());
                }
                Err(expected) => top.sink.fault_help(
                    Code::BadOutcome,
                    &item.span,
                    format!("this is not an outcome of `{}`", entry.key),
                    format!("expected {expected}"),
                ),
            }
        }
    }
    (out, places)
}
