//! The search that fits a game, by what the game declares of itself and by a few playouts that are made to see how long
//! they are and how far the scores lie apart.
//!
//! Two seats that see everything, with pieces that have scores or rules that say what a position is worth: alpha-beta,
//! unless a tree of positions wins against it ([`super::fit`]). Two seats that see everything without these: alpha-beta
//! for a part of the budget, in case the game is decided soon, then a tree of positions. Everything else, and where more
//! can come of an action than can be listed: whole turns,
//! where the rules say what a position is worth and turns are long; a tree of simulations a few plies deep where they say
//! it and turns are short; else a tree of simulations to the end.

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Code;
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::rules::Playout;
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;

use super::fit::Fit;
use super::imagined::Draws;
use super::{
    Ask, Budget, DeepOptions, Form, Found, Judge, OptionsSpec, Policy, Rated, Search, SearchError, SearchSpec,
    TreeOptions, Unjudged, odds,
};

/// The part of the budget in which alpha-beta looks for a decided game.
const PROOF: f64 = 0.15;
/// Positions of alpha-beta that are counted as one simulation.
const POSITIONS: u64 = 20;
/// Trial playouts of each policy, of which there are fewer where a simulation would be one of fewer than so many.
const TRIALS: u32 = 12;
const SPARED: u64 = 8;
/// The part of the budget that trials may take.
const TRYING: f64 = 0.2;
/// So many plies of a trial are counted as one position, and there are so many at most.
const CHEAP: u64 = 10;
const PLIES: u64 = 2_000;
/// Turns of so many actions, in the mean, are searched as a whole.
const LONG: f64 = 1.5;
/// Where turns are shorter, a tree of simulations looks so many plies ahead before it asks what the position is worth.
const AHEAD: u32 = 12;
/// The longest playout that is played in a trial.
const LONGEST: u32 = 5_000;
/// The first kind of action that there is must end the game in so many times fewer plies than any kind to be preferred.
const SHORTER: u32 = 2;
/// The part of an ending's worth that is the margin of the scores, where there are scores.
const MARGIN: f64 = 0.25;

/// The search that is made where there is one action.
const ONLY: Form =
    Form { name: "only", has_leads: false, heading: "tried", effort: |found| format!("{} simulations", found.nodes) };

/// `search.think`
pub(super) const THINK: SearchSpec = SearchSpec {
    name: "think",
    help: "The search that fits the game, by what the game declares of itself.",
    options: &OptionsSpec {
        name: "ThinkOptions",
        help: "What the search that fits the game takes.",
        nodes: "Simulations or positions",
        own: &[],
    },
    is_random: true,
    run: |search, ask, _, judge, generator| search.think(&ask, judge, generator),
};

/// What trial playouts told.
#[derive(Clone, Copy, Debug)]
struct Trial {
    plies: u32,
    /// The mean distance between the best score of a team and the next.
    lead: f64,
}

/// What trial playouts told of games whose rules say what a position is worth.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    /// The mean distance between what the best team has at the end and the next.
    lead: f64,
    /// By how much a team's lead changes in a few plies, in the mean.
    change: f64,
    /// How many actions of one seat follow each other soon, in the mean.
    turn: f64,
    /// How many nodes it took.
    nodes: u64,
}

impl Search {
    /// The best of the legal actions by the search that fits the game. The options of the ask are not looked at.
    ///
    /// # Errors
    /// Rules that fail, or a stop.
    pub(crate) fn think(
        &mut self,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        if let [only] = *ask.among
            && !ask.deep.every
        {
            let all = vec![Rated { index: only, value: 0.5, odds: 0.5, ..Rated::default() }];
            return Ok(Found { form: &ONLY, best: only, value: 0.5, nodes: 0, visits: 0, all });
        }
        let worlds = self.worlds(ask.view)?;
        let mut used = 0;
        let mut usual = plain(ask);
        let prospect = if self.host.has_worth() { Some(self.prospect(ask, &worlds)?) } else { None };
        if let Some(prospect) = &prospect {
            used = prospect.nodes;
            usual.options.scale = prospect.lead;
            usual.budget = less(&ask.budget, used);
        }
        let is_duel = self.game.seat_count() == 2 && self.game.teams().len() == 2;
        let is_open = is_duel && self.is_open();
        if is_duel && !self.game.has_secrets() {
            let scores = self.game.pack().moves.pieces.iter().map(|piece| piece.score).filter(|score| *score != 0);
            let least = scores.map(i32::abs).min();
            if let (Some(least), None) = (least, &prospect) {
                usual.options.scale = f64::from(least);
            }
            let is_judged = (least.is_some() || prospect.is_some())
                && (!is_open || self.fit(&ask.budget, usual.options.scale)? == Fit::AlphaBeta);
            let budget = if is_judged {
                usual.budget.clone()
            } else {
                Budget { nodes: ask.budget.nodes.map(|n| n.saturating_mul(POSITIONS)), ..ask.budget.clone() }
                    .part(PROOF)
            };
            match self.alpha_beta(&Ask { budget, ..usual.clone() }, judge) {
                Ok(found) if is_judged => return Ok(Found { nodes: found.nodes + used, ..found }),
                Ok(found) => {
                    used = found.nodes.div_ceil(POSITIONS);
                    if found.is_decided() {
                        return Ok(Found { nodes: used, ..found });
                    }
                }
                // More than can be listed comes of an action: only a tree of simulations takes it as it comes.
                Err(SearchError::Rules(fault)) if matches!(fault.code, Code::ManyOutcomes | Code::UnlistedChance) => {}
                Err(error) => return Err(error),
            }
        }
        // Where all play together, a line of play that chance has chosen says little of the partners.
        let prospect = prospect.filter(|_| !is_open);
        if prospect.as_ref().is_some_and(|prospect| prospect.turn >= LONG || self.game.is_together()) {
            let found = self.turn(&worlds, &usual, judge, generator)?;
            return Ok(Found { nodes: found.nodes + used, ..found });
        }
        if let Some(prospect) = prospect {
            let options = TreeOptions { depth: AHEAD, scale: prospect.change, ..TreeOptions::default() };
            let mut found = self.monte_carlo(&worlds, &Ask { options, ..usual }, judge, generator)?;
            // What changes in a few plies decides little of a match.
            for rated in &mut found.all {
                let lead = prospect.change * (rated.odds / (1.0 - rated.odds)).ln();
                rated.odds = odds(lead, prospect.lead);
            }
            found.nodes += used;
            return Ok(found);
        }
        let trials = ask.budget.nodes.map_or(TRIALS, |nodes| TRIALS.min((nodes / SPARED) as u32).max(1));
        let any = self.trial(ask, &worlds, Playout::ByVerb, trials)?;
        let quick = self.trial(ask, &worlds, Playout::FirstVerb, trials)?;
        // Where chance alone leads nowhere, what it learns leads there no sooner.
        let (policy, lead) = if quick.plies.saturating_mul(SHORTER) < any.plies {
            (Policy::Random(Playout::FirstVerb), quick.lead)
        } else {
            (Policy::Learnt, any.lead)
        };
        used += u64::from(2 * trials);
        let margin = if matches!(self.game.pack().scores, ScoreRule::Wins) { 0.0 } else { MARGIN };
        let usual_options =
            if is_open && policy == Policy::Learnt { TreeOptions::of_positions() } else { TreeOptions::default() };
        let options = TreeOptions { policy, margin, scale: lead.max(1e-6), ..usual_options };
        let ask = Ask { options, budget: less(&ask.budget, used), ..usual };
        let mut found = if is_open {
            self.search_positions(&ask, judge, generator)?
        } else {
            self.monte_carlo(&worlds, &ask, judge, generator)?
        };
        found.nodes += used;
        Ok(found)
    }

    /// A few playouts from the position, by one policy. They are the same for whoever asks in a moment, and so odds that
    /// are reckoned from how far scores lie apart can be compared.
    fn trial(&mut self, ask: &Ask<'_>, worlds: &Worlds, policy: Playout, trials: u32) -> Result<Trial, SearchError> {
        let budget = ask.budget.part(TRYING);
        let mut generator = Generator::from_seed(ask.view.state().position_hash());
        let (mut plies, mut lead, mut played) = (0, 0.0, 0);
        while played < trials && (played == 0 || budget.allows(0)?) {
            let mut draws = Draws::of(worlds);
            let (state, taken) = loop {
                let mut state = draws.draw(self, &mut generator)?;
                match self.host.playout(&mut state, &mut generator, policy, LONGEST) {
                    Ok(taken) => break (state, taken),
                    Err(fault) => draws.throw_away(self, fault.into(), &budget)?,
                }
            };
            plies += taken;
            lead += distance(self.scores(&state));
            played += 1;
        }
        Ok(Trial { plies: plies * trials / played, lead: lead / f64::from(played) })
    }

    /// What playouts at random tell of the rules' `worth`. The lead is in the unit of scores where there are any at the
    /// end, and otherwise, or where a playout would be too long, what the last position before is worth.
    fn prospect(&mut self, ask: &Ask<'_>, worlds: &Worlds) -> Result<Prospect, SearchError> {
        let has_scores = !matches!(self.game.pack().scores, ScoreRule::Wins);
        let team = ask.view.state().decision().map_or(0, |due| self.game.team_of(due.seat));
        let budget = ask.budget.part(TRYING);
        let most = budget.nodes.map_or(PLIES, |nodes| PLIES.min(nodes.saturating_mul(CHEAP)));
        let mut generator = Generator::from_seed(ask.view.state().position_hash());
        let (mut plies, mut lead, mut played) = (0, 0.0, 0_u32);
        let (mut turns, mut actions) = (0_u32, 0_u32);
        let (mut change, mut changes) = (0.0, 0_u32);
        let mut draws = Draws::of(worlds);
        'trials: while played < TRIALS && plies < most && (played == 0 || budget.allows(0)?) {
            let mut state = draws.draw(self, &mut generator)?;
            let mut before = state.clone();
            let (mut last, mut ply, mut at_first) = (None, 0, 0.0);
            while !state.is_over() && plies < most && (ply == 0 || budget.allows(0)?) {
                let due = state.decision().map(|due| due.seat);
                if ply < AHEAD {
                    turns += u32::from(due != last);
                    actions += 1;
                }
                last = due;
                if ply == 0 || ply == AHEAD {
                    let now = self.values(&state, &mut Unjudged)?.map_or(0.0, |values| super::lead(&values, team));
                    change += if ply == 0 { 0.0 } else { f64::abs(now - at_first) };
                    changes += u32::from(ply > 0);
                    at_first = now;
                }
                before.copy_from(&state);
                if let Err(fault) = self.host.playout(&mut state, &mut generator, Playout::ByVerb, 1) {
                    draws.throw_away(self, fault.into(), &budget)?;
                    continue 'trials;
                }
                plies += 1;
                ply += 1;
            }
            let values = if state.is_over() && has_scores {
                self.scores(&state)
            } else {
                let last = if state.is_over() { &before } else { &state };
                self.values(last, &mut Unjudged)?.unwrap_or_default()
            };
            lead += distance(values);
            played += 1;
        }
        let lead = if lead > 0.0 { lead / f64::from(played) } else { 1.0 };
        let change = if change > 0.0 { change / f64::from(changes) } else { lead };
        let turn = f64::from(actions) / f64::from(turns.max(1));
        Ok(Prospect { lead, change, turn, nodes: plies.div_ceil(CHEAP) })
    }

    /// The scores of the teams.
    fn scores(&self, state: &State) -> Vec<f64> {
        (0..self.game.teams().len()).map(|team| self.game.team_score(state, team)).collect()
    }
}

/// How far the best of some values lies above the next.
fn distance(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    if let [first, second, ..] = values[..] { first - second } else { 0.0 }
}

/// A budget without nodes that were used.
fn less(budget: &Budget, used: u64) -> Budget {
    Budget { nodes: budget.nodes.map(|nodes| nodes.saturating_sub(used).max(1)), ..budget.clone() }
}

/// The same question with the usual options, but as whole a report.
fn plain<'a>(ask: &Ask<'a>) -> Ask<'a> {
    Ask {
        view: ask.view,
        legal: ask.legal,
        among: ask.among,
        options: TreeOptions::default(),
        deep: DeepOptions { every: ask.deep.every, ..DeepOptions::default() },
        budget: ask.budget.clone(),
    }
}
