//! Consistency of scripts: the hooks `legal` and `allow` of an action must agree on every case.

use super::Rules;
use super::domains::against;
use parlour_game::words::Words;
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::ids::Verb;
use parlour_model::kind::Kind;
use parlour_model::state::{Decision, State};

/// Limit of a verb's listed actions that are checked.
const MAX_LISTED: usize = 8;

/// Limit of a verb's cases; a verb with more is checked only on those that it lists.
const MAX_CASES: usize = 200;

impl Rules {
    /// The first inconsistency among some cases of a state: a listed action that is refused, or an allowed one that a
    /// complete list lacks. Checks verbs with both hooks, `legal` and `allow`.
    ///
    /// # Errors
    /// A script that fails.
    pub fn disagreement(&mut self, state: &State, legal: &ActionList) -> Result<Option<Diagnostic>, Diagnostic> {
        let game = self.game.clone();
        let (Some(decision), Some(host)) = (state.decision(), self.host.clone()) else {
            return Ok(None);
        };
        let verbs = || game.pack().phases[decision.phase.index()].actions.iter().map(|&n| Verb::from_index(n));
        // With precedence, a list may lack an allowed action.
        let has_order = verbs().any(|verb| {
            let order = game.pack().verbs[verb.index()].order;
            order.pass || order.must.is_set(game.option_values())
        });
        let lists_all = legal.is_complete() && !has_order && game.board_rules().is_none();
        for verb in verbs().filter(|&verb| host.borrow().lists_and_allows(verb)) {
            let listed: Vec<Action> = legal.iter(&game).filter(|action| action.verb() == verb).collect();
            for action in listed.iter().step_by(listed.len().div_ceil(MAX_LISTED).max(1)) {
                let Err(error) = self.check(state, action) else { continue };
                let refusal = error.refusal()?;
                let message = format!("`legal` offers `{}`, but it is refused: {refusal}", game.action_text(action));
                let fault = Diagnostic::new(Code::Refused, message).at(host.borrow().place_of("allow", verb));
                return Ok(Some(fault.help("`allow` returns true for what `legal` offers")));
            }
            if !lists_all {
                continue;
            }
            for action in self.cases(state, decision, verb) {
                if legal.position(&game, &action).is_none()
                    && against(&game, &mut host.borrow_mut(), state, &action)?.is_none()
                {
                    let text = game.action_text(&action);
                    let message = format!("`allow` has nothing against `{text}`, but `legal` doesn't offer it");
                    let fault = Diagnostic::new(Code::NotOffered, message).at(host.borrow().place_of("legal", verb));
                    let help = "it is refused without a reason; `offers.incomplete()` says that `allow` alone decides";
                    return Ok(Some(fault.help(help)));
                }
            }
        }
        Ok(None)
    }

    /// All cases of a verb within the domains of its arguments; empty if they are too many.
    fn cases(&self, state: &State, decision: Decision, verb: Verb) -> Vec<Action> {
        let args = &self.game.pack().verbs[verb.index()].args;
        let mut cases = vec![Action::new(&self.game, verb)];
        for (n, arg) in args.iter().enumerate() {
            let values = match arg.kind {
                Kind::Cards | Kind::Numbers => None,
                _ => self.game.domain_values(state, decision.seat, verb, n),
            };
            let mut values = values.unwrap_or_default();
            values.extend(arg.optional.then_some(0));
            if values.len() * cases.len() > MAX_CASES {
                return Vec::new();
            }
            let with = |case: &Action, value: u16| {
                let mut case = case.clone();
                case.set_number(arg, value);
                case
            };
            cases = cases.iter().flat_map(|case| values.iter().map(|&value| with(case, value))).collect();
            if let Some(before) = arg.behind {
                cases.retain(|case| case.number(arg) == 0 || case.number(&args[before]) != 0);
            }
        }
        cases
    }
}
