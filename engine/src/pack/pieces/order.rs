//! What actions say about their place among others: it must fit the moves that there are.

use super::spec::{Follows, MovesSpec};
use crate::diagnostic::Code;
use crate::grammar::VerbSpec;
use crate::pack::spec::VarSpec;
use crate::pack::tree::Section;

/// Notes the actions that pass, and reports what can't be meant.
pub(super) fn check_order(top: &Section<'_>, spec: &mut MovesSpec, verbs: &[VerbSpec], vars: &[VarSpec]) {
    let goes = |n: usize| spec.pieces.iter().flat_map(|piece| &piece.moves).any(|rule| rule.verb == n);
    let is_by_tables = |n: usize| goes(n) || spec.places.iter().any(|rule| rule.verb == n);
    let mut passes = Vec::new();
    for (name, section) in top.named_sections("actions") {
        let Some(n) = verbs.iter().position(|verb| verb.name == name) else {
            continue;
        };
        let order = verbs[n].order;
        if order.must && !is_by_tables(n) {
            let message = format!("`{name}` is no action of pieces or placings");
            section.sink.fault_help(
                Code::WrongAction,
                &section.value_span("must"),
                message,
                "`must` is for an action that a row of `moves` or a `[[place]]` names",
            );
        }
        if order.again.is_some() && !goes(n) {
            section.sink.fault_help(
                Code::WrongAction,
                &section.value_span("again"),
                format!("`{name}` is no action of pieces"),
                "`again` is for an action that a row of `moves` names",
            );
        } else if order.again.is_some() && !vars.iter().any(|var| var.follows == Some(Follows::GoesOn)) {
            section.sink.fault_help(
                Code::MissingVar,
                &section.value_span("again"),
                "no variable holds the piece that goes on",
                "expected a variable with `type = \"square of BOARD\"` and `follows = \"goes_on\"`",
            );
        }
        if order.pass && (is_by_tables(n) || !verbs[n].args.is_empty() || verbs[n].exchange.is_some()) {
            section.sink.fault_help(
                Code::WrongAction,
                &section.value_span("pass"),
                format!("`{name}` does something, and so it is no pass"),
                "`pass` is for an action without arguments that nothing else names",
            );
        } else if order.pass && spec.is_empty() {
            section.sink.fault_help(
                Code::WrongAction,
                &section.value_span("pass"),
                "nothing is known of what else could be done",
                "`pass` is for a game with `[[piece]]` or `[[place]]`; elsewhere a script offers it",
            );
        } else if order.pass {
            passes.push(n);
        }
    }
    spec.passes = passes;
}
