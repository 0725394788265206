//! What is to be done at a moment, in words.

use crate::action::ActionList;
use crate::game::Game;
use crate::state::Decision;

impl Game {
    /// What is to be done now, as the phase tells it of what is legal.
    pub fn due_text(&self, decision: Decision, legal: &ActionList) -> &str {
        let phase = &self.pack().phases[decision.phase.index()];
        if phase.moments.is_empty() {
            return &phase.text;
        }
        let possible = self.possible_verbs(legal);
        let moment = phase.moments.iter().find(|moment| {
            moment.can.iter().all(|&verb| possible[verb]) && !moment.cannot.iter().any(|&verb| possible[verb])
        });
        moment.map_or(&phase.text, |moment| &moment.text)
    }

    /// The forms of the actions of a moment that are possible, or all of its phase where none is listed.
    pub(crate) fn possible_usages(&self, decision: Decision, legal: &ActionList) -> String {
        let possible = self.possible_verbs(legal);
        let pack = self.pack();
        let actions = &pack.phases[decision.phase.index()].actions;
        let is_listed = |verb: &&usize| legal.is_empty() || possible[**verb];
        let usages: Vec<String> = actions.iter().filter(is_listed).map(|&verb| pack.verbs[verb].usage()).collect();
        usages.join(", ")
    }

    /// Of each verb whether one of its actions is legal.
    fn possible_verbs(&self, legal: &ActionList) -> Vec<bool> {
        let mut possible = vec![false; self.pack().verbs.len()];
        legal.iter(self).for_each(|action| possible[action.verb().index()] = true);
        possible
    }
}
