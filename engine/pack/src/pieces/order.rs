//! Consistency of the precedence of actions with the moves.

use super::line_captures::{check_line_capture, read_line_capture};
use crate::load::quantities::quantity;
use crate::reader::Section;
use crate::spec::{OptionSpec, PhaseSpec, VarSpec};
use parlour_model::diagnostic::Code;
use parlour_model::grammar::{Flag, VerbSpec};
use parlour_model::pieces::{BareSpec, Effect, Follows, MovesSpec, ThenSpec};

/// Effects of actions without a square.
pub(crate) const DOES: &[(&str, Effect)] =
    &[("nothing", Effect::Pass), ("take_over", Effect::TakeOver), ("stop", Effect::Stop)];

/// Records the actions that pass, and reports contradictions.
pub(super) fn check_order(
    top: &Section<'_>,
    spec: &mut MovesSpec,
    verbs: &[VerbSpec],
    vars: &[VarSpec],
    phases: &[PhaseSpec],
    options: &[OptionSpec],
) {
    let goes =
        |n: usize| spec.pieces.iter().flat_map(|piece| &piece.moves).any(|rule| rule.verbs().any(|verb| verb == n));
    // Passes are read here, and aren't in a table yet.
    let is_by_tables = |n: usize| spec.verbs().any(|verb| verb == n);
    let is_told = |n: usize, name: &str| verbs[n].args.iter().any(|arg| arg.name == name && arg.kind.is_square());
    let (mut passes, mut bare, mut line_captures) = (Vec::new(), Vec::new(), Vec::new());
    let has_going = vars.iter().any(|var| var.follows == Some(Follows::GoesOn));
    let mut thens = Vec::new();
    let goes_again = verbs.iter().any(|verb| verb.order.again.is_some());
    for (name, section) in top.named_sections("actions") {
        let Some(n) = verbs.iter().position(|verb| verb.name == name) else {
            continue;
        };
        let order = verbs[n].order;
        let given = quantity(&section, "given");
        if let Some(taking) = read_line_capture(&section, n, verbs, options) {
            check_line_capture(&section, spec, &taking);
            line_captures.push(taking);
        }
        if let Some(effect) = section.word("does", DOES) {
            if is_by_tables(n) || !verbs[n].args.is_empty() || order.pass || spec.has_no_pieces() {
                section.fault_help(
                    "does",
                    Code::WrongAction,
                    format!("`{name}` is something else already, or there are no pieces"),
                    "`does` is for an action without arguments, in a game with `[[piece]]` or `[[place]]`",
                );
            } else if effect == Effect::Stop && !goes_again {
                let help = "`does = \"stop\"` is for a game with an action that has `again`";
                section.fault_help("does", Code::WrongAction, "no piece ever goes on", help);
            } else {
                bare.push(BareSpec { verb: n, effect, given });
            }
        }
        // Faults of an unreadable usage are reported at its place.
        let is_read = !verbs[n].pieces.is_empty();
        if order.must != Flag::No && order.pass {
            section.fault_help(
                "must",
                Code::WrongAction,
                format!("`{name}` is a pass, and nothing else is legal beside it anyway"),
                "leave out `must` or `pass`",
            );
        }
        let is_told = goes(n) || (!is_by_tables(n) && is_told(n, "from") && is_told(n, "to"));
        if order.again.is_some() && is_read && !is_told {
            section.fault_help(
                "again",
                Code::WrongAction,
                format!("`{name}` doesn't say which piece goes on, and from where"),
                "`again` is for an action with the arguments `{from:square}` and `{to:square}`",
            );
        } else if order.again.is_some() && !has_going {
            section.fault_help("again", Code::MissingVar, NO_GOING, GOING);
        }
        let has_chains = || spec.pieces.iter().flat_map(|piece| &piece.moves).any(|rule| rule.chains && rule.verb == n);
        if order.again.is_some() && has_chains() {
            let message = format!("the chains of `{name}` are one action each already");
            section.fault_help("again", Code::WrongAction, message, "leave out `again`, or `chains` in `moves`");
        }
        if let Some(phase) = read_then(&section, n, phases) {
            if is_read && (!goes(n) || order.again.is_some()) {
                let help = "`then` is for an action of `moves` without `again`";
                let message = format!("`{name}` isn't an action of a piece that can act once more");
                section.fault_help("then", Code::WrongAction, message, help);
            } else if is_read && !phases[phase].actions.iter().any(|&action| is_by_tables(action)) {
                let message =
                    format!("nothing in the phase `{}` is done by tables, so it never comes", phases[phase].name);
                let help = "expected a phase with an action of `moves`; a script gives the turn by `turn.PHASE(seat)` in `after`";
                section.fault_help("then", Code::WrongAction, message, help);
            } else if !has_going {
                section.fault_help("then", Code::MissingVar, NO_GOING, GOING);
            }
            thens.push(ThenSpec { verb: n, phase });
        }
        if order.longest != Flag::No && section.node("again").is_none() {
            section.fault_help(
                "longest",
                Code::WrongAction,
                format!("`{name}` makes no chains"),
                "`longest` is for an action with `again`",
            );
        }
        if verbs[n].captures.is_some() && is_by_tables(n) {
            section.fault_help(
                "captures",
                Code::WrongAction,
                format!("the tables say already what `{name}` captures"),
                "`captures` is for an action that no `moves` and no `[[place]]` names",
            );
        }
        if order.pass && (is_by_tables(n) || !verbs[n].args.is_empty()) {
            section.fault_help(
                "pass",
                Code::WrongAction,
                format!("`{name}` does something, so it is not a pass"),
                "`pass` is for an action without arguments that nothing else names",
            );
        } else if order.pass && spec.has_no_pieces() {
            section.fault_help(
                "pass",
                Code::WrongAction,
                "nothing is known of what else could be done",
                "`pass` is for a game with `[[piece]]` or `[[place]]`; elsewhere a script offers it",
            );
        } else if order.pass {
            passes.push(n);
        }
    }
    spec.passes = passes;
    spec.bare = bare;
    spec.line_captures = line_captures;
    spec.thens = thens;
}

/// The fault of chains without the variable that they need.
const NO_GOING: &str = "no variable holds the piece that goes on";

/// The variable that chains need.
const GOING: &str = "expected a variable with `type = \"square of BOARD\"` and `follows = \"goes_on\"`";

/// Reads the phase in which the piece of an action acts once more: its actions are in no other phase.
fn read_then(section: &Section<'_>, verb: usize, phases: &[PhaseSpec]) -> Option<usize> {
    let name = section.string("then")?;
    let span = section.value_span("then");
    let known = phases.iter().map(|phase| phase.name.as_str());
    let found = section.sink.find((Code::UnknownName, "phase"), &name, &span, known)?;
    let is_shared = |action: &usize| {
        *action == verb || phases.iter().enumerate().any(|(n, phase)| n != found && phase.actions.contains(action))
    };
    if phases[found].actions.iter().any(is_shared) {
        let message = format!("the actions of `{name}` can be done in another phase as well");
        section.fault_help("then", Code::WrongAction, message, "expected a phase with actions of its own");
        return None;
    }
    Some(found)
}
