//! Why an action of a script's verb is refused: what it needs, the domains of its arguments, and what `allow` says, in
//! this order.

use crate::action::Action;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::kind::{Kind, Value};
use crate::script::host::ScriptHost;
use crate::state::State;
use crate::words::Words;

/// Why an action is refused: an empty text if no reason is given, `None` if it is not.
pub(super) fn against(
    game: &Game,
    host: &mut ScriptHost,
    state: &State,
    action: &Action,
) -> Result<Option<String>, Diagnostic> {
    if let Some(reason) = host.against_needs(state, action)? {
        return Ok(Some(reason));
    }
    if let Some(reason) = outside(game, state, action) {
        return Ok(Some(reason));
    }
    host.against_allow(state, action)
}

/// Why an argument of an action is outside of its domain for the seat that is to act; `None` if none is.
fn outside(game: &Game, state: &State, action: &Action) -> Option<String> {
    let seat = state.decision()?.seat;
    let verb = action.verb();
    let args = &game.pack().verbs[verb.index()].args;
    args.iter()
        .enumerate()
        .filter_map(|(n, arg)| {
            if let Some(before) = arg.behind.filter(|_| action.number(arg) != 0).map(|before| &args[before])
                && action.number(before) == 0
            {
                return Some(format!("{} is given before {}, which is written like it", before.name, arg.name));
            }
            let value = match arg.kind {
                Kind::Cards => Value::Cards(action.cards(arg, game.pack().card_types())),
                _ => Value::Number(action.number(arg).into()),
            };
            game.domain_fault(state, seat, verb, n, value)
        })
        .next()
}
