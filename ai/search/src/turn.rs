//! Search of whole turns: the sequence of a seat's actions with the best final position.
//!
//! Best-first search (Pearl, "Heuristics", 1984) in one world that fits the view, with duplicate detection. Then the
//! best lines of the most promising actions are replayed in other worlds, with other chance and hidden cards, and the
//! action with the best mean is chosen.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};
use std::hash::BuildHasherDefault;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::ids::Seat;
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;

use super::ismcts::Passed;
use super::sampler::WorldSampler;
use super::tree_searches::SCALE;
use super::{
    Ask, Form, Found, Judge, OptionSpec, OptionsSpec, Rated, Search, SearchError, SearchSpec, TreeOptions, lead, odds,
};

/// The report of a search of whole turns.
pub(crate) const FORM: Form = Form {
    name: "turn",
    has_leads: false,
    heading: "worlds",
    effort: |found| format!("whole turns, {} positions", found.nodes),
};

/// `search.turn`
pub(super) const TURN: SearchSpec = SearchSpec {
    name: "turn",
    help: "The best of all that you can do until another seat is to act, by what that leaves you with.",
    options: &OptionsSpec {
        name: "TurnOptions",
        help: "What a search of whole turns takes.",
        nodes: "Positions",
        own: &[
            OptionSpec {
                name: "evaluate",
                kind: "Evaluate?",
                help: "How good the moment is at the end of the turn; without it, what the rules say that it is worth.",
            },
            OptionSpec { name: "scale", kind: "number?", help: SCALE },
        ],
    },
    is_random: true,
    run: |search, ask, options, judge, generator| {
        let usual = TreeOptions::default();
        let scale = options.number("scale", 1e-9, 1e9)?.unwrap_or(usual.scale);
        let worlds = search.worlds(ask.view)?;
        search.turn(&worlds, &Ask { options: TreeOptions { scale, ..usual }, ..ask }, judge, generator)
    },
};

/// The share of the budget for the first world.
const FIRST: f64 = 0.8;
/// The number of actions tried in other worlds, and of these worlds; with single-action turns all actions are tried.
const TRIED: usize = 6;
const WORLDS: usize = 16;
const MORE_WORLDS: usize = 256;
/// The maximum number of positions kept for expansion.
const MAX_SPOTS: usize = 40_000;
/// Memory for the states of these positions, in bytes; large states reduce their number.
const SPOT_BYTES: usize = 256 << 20;
/// The action limit of a turn in another world.
const LONGEST: usize = 40;
/// The value of a won match as a lead, in units of the scale; negative for a lost one.
const DECIDED: f64 = 20.0;
/// The random perturbation of values in the expansion order, as a share of the scale. Without it a search that can't
/// reach everything could oscillate between positions, each of which finds only what the other one leads to.
const WHIM: f64 = 0.1;
/// Resolution at which values are compared.
const GRAIN: f64 = 1e-6;

/// A position within the turn.
#[derive(Debug)]
struct Spot {
    /// The parent and the action from it; `None` at the root.
    before: Option<(usize, Action)>,
    /// The index of the turn's first action.
    first: usize,
    length: usize,
}

/// An entry of the expansion queue: best value first, then shortest path.
#[derive(Debug)]
struct Next {
    value: f64,
    length: usize,
    spot: usize,
    state: State,
}

impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        let soonest = || other.length.cmp(&self.length).then(other.spot.cmp(&self.spot));
        self.value.total_cmp(&other.value).then_with(soonest)
    }
}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Next {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Next {}

/// The best turn after a first action.
#[derive(Clone, Debug)]
struct Turn {
    value: f64,
    /// True if it extends until another seat is to act.
    is_whole: bool,
    length: usize,
    /// The number of worlds in the mean value.
    worlds: u64,
    line: Vec<Action>,
}

impl Turn {
    /// Compares by value; ties go to the shorter turn.
    fn compare(&self, other: &Self) -> Ordering {
        let grains = |turn: &Self| (turn.value / GRAIN).round();
        let by_value = || grains(self).total_cmp(&grains(other));
        self.is_whole.cmp(&other.is_whole).then_with(by_value).then(other.length.cmp(&self.length))
    }
}

/// The search of a turn.
struct Walk<'a, 'b> {
    search: &'a mut Search,
    judge: &'a mut dyn Judge,
    ask: &'a Ask<'b>,
    seat: Seat,
    nodes: u64,
}

impl Search {
    /// Finds the best of the legal actions by the final positions of turns, in worlds that fit the view. Values are the
    /// odds of the lead, or the position's value in cooperative and single-player games.
    ///
    /// # Errors
    /// Neither the robot nor the rules evaluate positions, rules or a robot that fail, or a stop.
    pub(crate) fn turn(
        &mut self,
        worlds: &Worlds,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        if !judge.has_evaluate() && !self.host.has_worth() {
            let reason = "it needs an `evaluate`, or rules with the hook `worth`";
            return Err(SearchError::Unfit(reason.to_owned()));
        }
        let Some(decision) = ask.view.state().decision() else {
            return Err(SearchError::Unfit("the match is over".to_owned()));
        };
        let mut walk = Walk { search: self, judge, ask, seat: decision.seat, nodes: 0 };
        let mut sampler = WorldSampler::of(worlds);
        let turns = loop {
            let state = walk.draw(&mut sampler, generator)?;
            match walk.best_turns(state, generator) {
                Err(error) => sampler.reject(walk.search, error, &ask.budget)?,
                turns => break turns?,
            }
        };
        let mut ranked: Vec<(usize, Turn)> =
            turns.into_iter().zip(0..).filter_map(|(turn, n)| Some((n, turn?))).collect();
        ranked.sort_by(|(_, a), (_, b)| b.compare(a));
        let is_short = ranked.iter().all(|(_, turn)| turn.length == 1);
        let (tried, most) = if is_short { (ranked.len(), MORE_WORLDS) } else { (ranked.len().min(TRIED), WORLDS) };
        let best_first = ranked.first().map_or(0.0, |(_, turn)| turn.value);
        if tried > 1 {
            walk.try_elsewhere(&mut ranked[..tried], (worlds, most), generator)?;
            ranked[..tried].sort_by(|(_, a), (_, b)| b.compare(a));
        }
        // Actions not tried in other worlds keep their distance from the first world.
        let shift = ranked.first().map_or(0.0, |(_, turn)| turn.value) - best_first;
        ranked[tried..].iter_mut().for_each(|(_, turn)| turn.value += shift);
        let nodes = walk.nodes;
        let is_together = self.game.is_together();
        let rated = |(index, turn): (usize, Turn)| {
            let value = if is_together { turn.value } else { odds(turn.value, ask.options.scale) };
            let line = turn.line.iter().map(|action| action.bytes().to_vec()).collect();
            Rated { index, visits: turn.worlds, value, odds: value, is_bound: false, line }
        };
        let all: Vec<Rated> = ranked.into_iter().map(rated).collect();
        let (best, visits, value) =
            all.first().map_or((ask.among[0], 0, 0.5), |first| (first.index, first.visits, first.value));
        Ok(Found { form: &FORM, best, value, nodes, visits, all })
    }
}

impl Walk<'_, '_> {
    fn draw(&mut self, sampler: &mut WorldSampler<'_>, generator: &mut Generator) -> Result<State, SearchError> {
        let mut state = sampler.draw(self.search, generator)?;
        self.search.game.ask_once_more(&mut state);
        Ok(state)
    }

    /// The best turn after each of the requested actions, by index, within the budget.
    fn best_turns(&mut self, state: State, generator: &mut Generator) -> Result<Vec<Option<Turn>>, SearchError> {
        let ask = self.ask;
        let budget = ask.budget.part(FIRST);
        let mut best: Vec<Option<Turn>> = vec![None; ask.legal.len()];
        let most_spots = (SPOT_BYTES / state.bytes().len().max(1)).min(MAX_SPOTS);
        let mut seen: HashSet<u64, BuildHasherDefault<Passed>> = HashSet::default();
        seen.insert(state.position_hash());
        let mut spots = vec![Spot { before: None, first: 0, length: 0 }];
        let mut open = BinaryHeap::from([Next { value: 0.0, length: 0, spot: 0, state }]);
        let mut list = ask.legal.clone();
        'all: while let Some(Next { spot: at, state, .. }) = open.pop() {
            if at > 0 {
                self.search.host.legal(&state, &mut list)?;
            }
            let count = if at == 0 { ask.among.len() } else { list.len() };
            for n in 0..count {
                if self.nodes > 0 && !budget.allows(self.nodes)? {
                    break 'all;
                }
                let n = if at == 0 { ask.among[n] } else { n };
                let first = if at == 0 { n } else { spots[at].first };
                let action = list.get(&self.search.game, n);
                self.entered_by(at == 0, &action);
                let after = self.after(&state, &action)?;
                let value = self.lead(&after)?;
                let is_whole = !self.goes_on(&after);
                if !is_whole && !seen.insert(after.position_hash()) {
                    continue;
                }
                let length = spots[at].length + 1;
                let found = Turn { value, is_whole, length, worlds: 1, line: Vec::new() };
                if best[first].as_ref().is_none_or(|known| found.compare(known).is_gt()) {
                    best[first] = Some(Turn { line: line(&spots, at, &action), ..found });
                }
                if !is_whole && spots.len() < most_spots {
                    let whim = WHIM * ask.options.scale * f64::from(generator.below(1 << 16)) / f64::from(1 << 16);
                    open.push(Next { value: value + whim, length, spot: spots.len(), state: after });
                    spots.push(Spot { before: Some((at, action)), first, length });
                }
            }
        }
        Ok(best)
    }

    /// Replays the best lines in other worlds, and replaces their values by the means there: the values of the first
    /// world, where they were maximized, are biased upwards.
    fn try_elsewhere(
        &mut self,
        ranked: &mut [(usize, Turn)],
        (worlds, most): (&Worlds, usize),
        generator: &mut Generator,
    ) -> Result<(), SearchError> {
        let mut sums = vec![0.0; ranked.len()];
        let mut count = 0;
        while count < most {
            let mut sampler = WorldSampler::of(worlds);
            let values = loop {
                let world = self.draw(&mut sampler, generator)?;
                match self.values_in(&world, ranked) {
                    Err(error) => sampler.reject(self.search, error, &self.ask.budget)?,
                    values => break values?,
                }
            };
            let Some(values) = values else { break };
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            count += 1;
        }
        for (sum, (_, turn)) in sums.into_iter().zip(ranked).filter(|_| count > 0) {
            turn.value = sum / count as f64;
            turn.worlds = count as u64;
        }
        Ok(())
    }

    /// The values of turns in another world; `None` if the budget ends first.
    fn values_in(&mut self, world: &State, turns: &[(usize, Turn)]) -> Result<Option<Vec<f64>>, SearchError> {
        let mut values = Vec::with_capacity(turns.len());
        for (_, turn) in turns {
            self.search.first.clear();
            // Chance may require another line there.
            let as_found = self.go(world.clone(), &turn.line)?;
            let anew = self.go(world.clone(), &turn.line[..1])?;
            let (Some(as_found), Some(anew)) = (as_found, anew) else { return Ok(None) };
            values.push(as_found.max(anew));
        }
        Ok(Some(values))
    }

    /// Records the action by which a world is entered, if this is the first.
    fn entered_by(&mut self, is_first: bool, action: &Action) {
        if is_first {
            self.search.first.clear();
            self.search.first.extend_from_slice(action.bytes());
        }
    }

    /// The value of a turn in another world; `None` if the budget ends first. Where the line isn't legal, the greedy
    /// action is taken.
    fn go(&mut self, mut state: State, line: &[Action]) -> Result<Option<f64>, SearchError> {
        let mut list = ActionList::new();
        let mut planned = line.iter();
        for _ in 0..LONGEST {
            if !self.goes_on(&state) {
                break;
            }
            self.search.host.legal(&state, &mut list)?;
            let is_legal = |action: &&Action| list.position(&self.search.game, action).is_some();
            if let Some(action) = planned.next().filter(is_legal) {
                if !self.ask.budget.allows(self.nodes)? {
                    return Ok(None);
                }
                let is_first = self.search.first.is_empty();
                self.entered_by(is_first, action);
                state = self.after(&state, action)?;
                continue;
            }
            planned = [].iter();
            let mut best: Option<((bool, f64), State)> = None;
            for n in 0..list.len() {
                if !self.ask.budget.allows(self.nodes)? {
                    return Ok(None);
                }
                let after = self.after(&state, &list.get(&self.search.game, n))?;
                let value = (!self.goes_on(&after), self.lead(&after)?);
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, after));
                }
            }
            let Some((_, after)) = best else { break };
            state = after;
        }
        self.lead(&state).map(Some)
    }

    /// The state after an action.
    fn after(&mut self, state: &State, action: &Action) -> Result<State, SearchError> {
        let mut after = state.clone();
        self.search.host.apply(&mut after, action, None)?;
        self.nodes += 1;
        Ok(after)
    }

    /// True if the turn of the seat continues.
    fn goes_on(&self, state: &State) -> bool {
        state.decision().is_some_and(|due| due.seat == self.seat)
    }

    /// The lead of the seat's team over the best other one, or the position's value in cooperative and single-player
    /// games.
    fn lead(&mut self, state: &State) -> Result<f64, SearchError> {
        let game = self.search.game.clone();
        let teams = 0..game.teams().len();
        let values = if state.is_over() {
            let decided = if game.is_together() { 0.0 } else { DECIDED * self.ask.options.scale };
            let has_won = |team: usize| game.members(team).any(|seat| state.has_won(seat));
            let value = |team| game.team_score(state, team) + if has_won(team) { decided } else { 0.0 };
            teams.map(value).collect()
        } else {
            self.search.values(state, self.judge)?.unwrap_or_else(|| vec![0.0; teams.len()])
        };
        Ok(lead(&values, game.team_of(self.seat)))
    }
}

/// The actions on the path to the successor of a position.
fn line(spots: &[Spot], mut at: usize, last: &Action) -> Vec<Action> {
    let mut line = vec![last.clone()];
    while let Some((before, action)) = &spots[at].before {
        line.push(action.clone());
        at = *before;
    }
    line.reverse();
    line
}
