//! Refusals of a script's action: `needs`, the domains of its arguments, and `allow`, in this order.

use parlour_game::Game;
use parlour_game::words::Words;
use parlour_model::action::Action;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::kind::{Kind, Value};
use parlour_model::state::State;
use parlour_script::host::ScriptHost;

/// The refusal of an action: an empty text without a reason, `None` if it is allowed.
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

/// The first argument outside of its domain for the seat to act, as a refusal; `None` if there is none.
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
