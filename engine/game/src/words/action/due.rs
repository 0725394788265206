//! The task of the seat to act, in words.

use crate::Game;
use parlour_model::action::ActionList;
use parlour_model::state::Decision;

/// The current task, as the phase tells it for the legal actions.
pub(crate) fn due_text<'a>(game: &'a Game, decision: Decision, legal: &ActionList) -> &'a str {
    let phase = &game.pack().phases[decision.phase.index()];
    if phase.moments.is_empty() {
        return &phase.text;
    }
    let possible = possible_verbs(game, legal);
    let moment = phase.moments.iter().find(|moment| {
        moment.can.iter().all(|&verb| possible[verb]) && !moment.cannot.iter().any(|&verb| possible[verb])
    });
    moment.map_or(&phase.text, |moment| &moment.text)
}

/// The usages of the possible actions, or all of the phase if the list is empty.
pub fn possible_usages(game: &Game, decision: Decision, legal: &ActionList) -> String {
    let possible = possible_verbs(game, legal);
    let pack = game.pack();
    let actions = &pack.phases[decision.phase.index()].actions;
    let is_listed = |verb: &&usize| legal.is_empty() || possible[**verb];
    let usages: Vec<String> = actions.iter().filter(is_listed).map(|&verb| pack.verbs[verb].usage()).collect();
    usages.join(", ")
}

/// For each verb, true if one of its actions is legal.
fn possible_verbs(game: &Game, legal: &ActionList) -> Vec<bool> {
    let mut possible = vec![false; game.pack().verbs.len()];
    legal.iter(game).for_each(|action| possible[action.verb().index()] = true);
    possible
}
