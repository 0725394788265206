//! The search that fits a game: the one that its pack names, else for two seats and open information the winner of a
//! few matches between the candidates ([`super::choose_plan`]), else the first candidate.
//!
//! Candidates are, for two seats and open information, alpha-beta (if pieces have scores or the rules define `worth`)
//! and trees of positions with three playout policies; for more seats and open information these trees and, if the rules
//! define `worth`, simulations that it evaluates; else information set MCTS and, if the rules define `worth`,
//! whole turns or a tree of limited depth. A search that relies on the author's declarations is never the only
//! candidate.

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic};
use parlour_engine::game::Game;
use parlour_engine::pack::plans::SearchPlan;
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::rules::Playout;
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;

use super::sampler::WorldSampler;
use super::{
    Ask, Budget, DeepOptions, Form, Found, Judge, OptionSpec, OptionsSpec, Policy, Rated, Search, SearchError,
    SearchSpec, TreeOptions, Unjudged, odds,
};

/// The share of the budget in which alpha-beta tries to prove a win or loss.
const PROOF: f64 = 0.15;
/// Positions of alpha-beta that count as one simulation.
const POSITIONS: u64 = 20;
/// Trial playouts of each policy, and the number of budgeted simulations per trial.
const TRIALS: u32 = 12;
const SPARED: u64 = 8;
/// The share of the budget for trials.
const TRYING: f64 = 0.2;
/// Plies of a trial that count as one position, and their maximum.
const CHEAP: u64 = 10;
const PLIES: u64 = 2_000;
/// The mean number of actions per turn from which whole turns are searched.
const LONG: f64 = 1.5;
/// The depth of a tree of simulations before the position is evaluated, for shorter turns.
const AHEAD: u32 = 12;
/// The ply limit of a trial.
const LONGEST: u32 = 5_000;
/// The factor by which the policy that prefers the first kind of action must shorten the game to be chosen.
const SHORTER: u32 = 2;
/// The weight of the score margin in the utility of an ending, if there are scores.
const MARGIN: f64 = 0.25;

/// The report if there is only one action.
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
        own: &[OptionSpec {
            name: "plan",
            kind: "string?",
            help: "The plan that is followed, one of those that a pack can name as its `search`; `fitting` leaves the choice.",
        }],
    },
    is_random: true,
    run: |search, ask, options, judge, generator| {
        let names: Vec<&str> = std::iter::once(FITTING).chain(SearchPlan::ALL.iter().map(|(name, _)| *name)).collect();
        let plan = options.word("plan", &names)?.and_then(|n| SearchPlan::named(names[n]));
        search.think(&ask, plan, judge, generator)
    },
};

/// The name of the plan that leaves the choice to the search.
const FITTING: &str = "fitting";

/// Statistics of trial playouts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    plies: u32,
    /// The mean difference between the best team's score and the next.
    lead: f64,
}

/// Statistics of trial playouts of games whose rules define `worth`.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    /// The mean difference between the best team's final value and the next.
    lead: f64,
    /// The mean change of a team's lead within a few plies.
    change: f64,
    /// The mean number of consecutive actions of a seat.
    turn: f64,
    /// The nodes used.
    nodes: u64,
}

/// True for two opposing seats.
pub(super) fn is_duel(game: &Game) -> bool {
    game.seat_count() == 2 && game.teams().len() == 2
}

/// True if alpha-beta can't enumerate the outcomes of an action.
fn is_unlisted(fault: &Diagnostic) -> bool {
    matches!(fault.code, Code::ManyOutcomes | Code::UnlistedChance)
}

/// The scores of the pieces that have one.
fn scores(game: &Game) -> impl Iterator<Item = i32> {
    game.pack().moves.pieces.iter().map(|piece| piece.score).filter(|score| *score != 0)
}

/// The plans that fit a game; the first is the default if no match decides between them.
pub fn candidates(game: &Game, has_worth: bool) -> Vec<SearchPlan> {
    let is_open = game.is_open() && !game.has_secrets() && !game.is_together();
    let is_deep = is_duel(game) && !game.has_secrets();
    let mut plans = Vec::new();
    if is_deep && (has_worth || !is_open && scores(game).next().is_some()) {
        plans.push(SearchPlan::AlphaBeta);
    }
    if is_open {
        // Alpha-beta is for two seats.
        if has_worth && !is_duel(game) {
            plans.push(SearchPlan::Worth);
        }
        plans.extend([SearchPlan::UctHistory, SearchPlan::UctMast, SearchPlan::Uct]);
        if is_deep && !has_worth && scores(game).next().is_some() {
            plans.push(SearchPlan::AlphaBeta);
        }
    } else {
        if has_worth {
            plans.push(SearchPlan::Worth);
        }
        plans.extend([SearchPlan::IsmctsMast, SearchPlan::Ismcts]);
    }
    plans
}

impl Search {
    /// Finds the best of the legal actions by a plan, or by the search that fits the game. The options of the request
    /// are ignored.
    ///
    /// # Errors
    /// Rules that fail, a stop, or a plan that doesn't fit the game.
    pub(crate) fn think(
        &mut self,
        ask: &Ask<'_>,
        plan: Option<SearchPlan>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        if let [only] = *ask.among
            && !ask.deep.every
        {
            let all = vec![Rated { index: only, value: 0.5, odds: 0.5, ..Rated::default() }];
            return Ok(Found { form: &ONLY, best: only, value: 0.5, nodes: 0, visits: 0, all });
        }
        let mut candidates = candidates(&self.game, self.host.has_worth());
        // Only where the pack or a robot asks for it.
        let named = plan.or(self.game.pack().search);
        if named == Some(SearchPlan::WorthNow) && candidates.contains(&SearchPlan::Worth) {
            candidates.push(SearchPlan::WorthNow);
        }
        if let Some(plan) = plan.filter(|plan| !candidates.contains(plan)) {
            let known: Vec<&str> = candidates.iter().map(|plan| plan.name()).collect();
            let reason =
                format!("the plan `{}` doesn't fit the game; expected one of {}", plan.name(), known.join(", "));
            return Err(SearchError::Unfit(reason));
        }
        let plan = match plan.or(self.game.pack().search.filter(|plan| candidates.contains(plan))) {
            Some(plan) => plan,
            None => self.choose_plan(&candidates, &ask.budget)?,
        };
        self.follow_plan(plan, ask, judge, generator)
    }

    /// Finds the best of the legal actions by a plan that fits the game.
    ///
    /// # Errors
    /// Rules that fail, or a stop.
    pub(super) fn follow_plan(
        &mut self,
        plan: SearchPlan,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        let worlds = self.worlds(ask.view)?;
        let (mut plain, mut plan) = (plain(ask), plan);
        let (mut used, mut can_deepen) = (0, is_duel(&self.game) && !self.game.has_secrets());
        if plan == SearchPlan::AlphaBeta {
            match self.deepen(&plain, &worlds, judge) {
                // Only simulations handle chance with too many outcomes to enumerate: they sample.
                Err(SearchError::Rules(fault)) if is_unlisted(&fault) => {
                    can_deepen = false;
                    plan = if self.host.has_worth() { SearchPlan::Worth } else { SearchPlan::IsmctsMast };
                }
                found => return found,
            }
        }
        if plan == SearchPlan::WorthNow {
            let options = TreeOptions { depth: 0, ..TreeOptions::default() };
            return self.monte_carlo(&worlds, &Ask { options, ..plain }, judge, generator);
        }
        if plan == SearchPlan::Worth {
            return self.by_worth(plain, &worlds, judge, generator);
        }
        if can_deepen && (!plan.is_open() || ask.deep.every) {
            // With dice, or where every action is evaluated, alpha-beta first tries to prove a win or loss, and its
            // distance.
            let nodes = ask.budget.nodes.map(|n| n.saturating_mul(POSITIONS));
            let budget = Budget { nodes, ..ask.budget.clone() }.part(PROOF);
            match self.alpha_beta(&Ask { budget, ..plain.clone() }, judge) {
                Ok(found) => {
                    used = found.nodes.div_ceil(POSITIONS);
                    if found.is_decided() {
                        return Ok(Found { nodes: used, ..found });
                    }
                }
                Err(SearchError::Rules(fault)) if is_unlisted(&fault) => {}
                Err(error) => return Err(error),
            }
        }
        let trials = ask.budget.nodes.map_or(TRIALS, |nodes| TRIALS.min((nodes / SPARED) as u32).max(1));
        let any = self.trial(ask, &worlds, Playout::ByVerb, trials)?;
        let quick = self.trial(ask, &worlds, Playout::FirstVerb, trials)?;
        used += u64::from(2 * trials);
        let usual = match plan {
            SearchPlan::Uct => TreeOptions::uniform(),
            SearchPlan::UctHistory => TreeOptions::with_history(),
            SearchPlan::UctMast => TreeOptions::guided(),
            SearchPlan::Ismcts => TreeOptions::default(),
            _ => TreeOptions { policy: Policy::Learnt, ..TreeOptions::default() },
        };
        // If random playouts don't end, learned ones don't end any sooner.
        let (policy, lead) = if quick.plies.saturating_mul(SHORTER) < any.plies {
            (Policy::Random(Playout::FirstVerb), quick.lead)
        } else {
            (usual.policy, any.lead)
        };
        let margin = if matches!(self.game.pack().scores, ScoreRule::Wins) { 0.0 } else { MARGIN };
        plain.options = TreeOptions { policy, margin, scale: lead.max(1e-6), ..usual };
        plain.budget = less(&ask.budget, used);
        let mut found = if plan.is_open() {
            self.search_positions(&plain, judge, generator)?
        } else {
            self.monte_carlo(&worlds, &plain, judge, generator)?
        };
        found.nodes += used;
        Ok(found)
    }

    /// The best of the legal actions by a learnt evaluation.
    ///
    /// # Errors
    /// Rules that fail, or a stop.
    pub fn by_evaluation(
        &mut self,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        if is_duel(&self.game) && !self.game.has_secrets() {
            match self.alpha_beta(ask, judge) {
                Err(SearchError::Rules(fault)) if is_unlisted(&fault) => {}
                found => return found,
            }
        }
        let worlds = self.worlds(ask.view)?;
        // The lead of one of two seats is twice its log odds.
        let options = TreeOptions { depth: 0, scale: 2.0, ..TreeOptions::default() };
        self.monte_carlo(&worlds, &Ask { options, ..ask.clone() }, judge, generator)
    }

    /// Alpha-beta, with values in units of the cheapest piece or of the rules' `worth`.
    fn deepen(&mut self, ask: &Ask<'_>, worlds: &Worlds, judge: &mut dyn Judge) -> Result<Found, SearchError> {
        let mut ask = ask.clone();
        let mut used = 0;
        if self.host.has_worth() {
            let prospect = self.prospect(&ask, worlds)?;
            used = prospect.nodes;
            ask.options.scale = prospect.lead;
            ask.budget = less(&ask.budget, used);
        } else if let Some(least) = scores(&self.game).map(i32::abs).min() {
            ask.options.scale = f64::from(least);
        }
        let found = self.alpha_beta(&ask, judge)?;
        Ok(Found { nodes: found.nodes + used, ..found })
    }

    /// Whole turns if turns are long, else simulations of a few plies, evaluated by the rules' `worth`.
    fn by_worth(
        &mut self,
        mut ask: Ask<'_>,
        worlds: &Worlds,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        let prospect = self.prospect(&ask, worlds)?;
        ask.budget = less(&ask.budget, prospect.nodes);
        ask.options.scale = prospect.lead;
        // In cooperative games a randomly chosen line says little about the partners.
        if prospect.turn >= LONG || self.game.is_together() {
            let found = self.turn(worlds, &ask, judge, generator)?;
            return Ok(Found { nodes: found.nodes + prospect.nodes, ..found });
        }
        ask.options = TreeOptions { depth: AHEAD, scale: prospect.change, ..TreeOptions::default() };
        let mut found = self.monte_carlo(worlds, &ask, judge, generator)?;
        // A change within a few plies decides little of a match.
        for rated in &mut found.all {
            let lead = prospect.change * (rated.odds / (1.0 - rated.odds)).ln();
            rated.odds = odds(lead, prospect.lead);
        }
        found.nodes += prospect.nodes;
        Ok(found)
    }

    /// A few playouts from the position, by one policy. They depend only on the position, so that odds scaled by the
    /// spread of scores are comparable.
    fn trial(&mut self, ask: &Ask<'_>, worlds: &Worlds, policy: Playout, trials: u32) -> Result<Trial, SearchError> {
        let budget = ask.budget.part(TRYING);
        let mut generator = Generator::from_seed(ask.view.state().position_hash());
        let (mut plies, mut lead, mut played) = (0, 0.0, 0);
        while played < trials && (played == 0 || budget.allows(0)?) {
            let mut sampler = WorldSampler::of(worlds);
            let (state, taken) = loop {
                let mut state = sampler.draw(self, &mut generator)?;
                match self.host.playout(&mut state, &mut generator, policy, LONGEST) {
                    Ok(taken) => break (state, taken),
                    Err(fault) => sampler.reject(self, fault.into(), &budget)?,
                }
            };
            plies += taken;
            lead += distance(self.scores(&state));
            played += 1;
        }
        Ok(Trial { plies: plies * trials / played, lead: lead / f64::from(played) })
    }

    /// Random playouts that measure the rules' `worth`. The lead is in the unit of final scores if there are any, and
    /// otherwise, or if a playout is too long, the last position's `worth`.
    fn prospect(&mut self, ask: &Ask<'_>, worlds: &Worlds) -> Result<Prospect, SearchError> {
        let has_scores = !matches!(self.game.pack().scores, ScoreRule::Wins);
        let team = ask.view.state().decision().map_or(0, |due| self.game.team_of(due.seat));
        let budget = ask.budget.part(TRYING);
        let most = budget.nodes.map_or(PLIES, |nodes| PLIES.min(nodes.saturating_mul(CHEAP)));
        let mut generator = Generator::from_seed(ask.view.state().position_hash());
        let (mut plies, mut lead, mut played) = (0, 0.0, 0_u32);
        let (mut turns, mut actions) = (0_u32, 0_u32);
        let (mut change, mut changes) = (0.0, 0_u32);
        let mut sampler = WorldSampler::of(worlds);
        'trials: while played < TRIALS && plies < most && (played == 0 || budget.allows(0)?) {
            let mut state = sampler.draw(self, &mut generator)?;
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
                    sampler.reject(self, fault.into(), &budget)?;
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

/// The difference between the greatest and the second greatest value.
fn distance(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    if let [first, second, ..] = values[..] { first - second } else { 0.0 }
}

/// The budget minus used nodes.
fn less(budget: &Budget, used: u64) -> Budget {
    Budget { nodes: budget.nodes.map(|nodes| nodes.saturating_sub(used).max(1)), ..budget.clone() }
}

/// The same request with the default options, except `every`.
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
