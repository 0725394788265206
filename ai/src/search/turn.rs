//! The best whole turn: everything that a seat can do until another one is to act, by what that leaves it with.
//!
//! Best-first search (Pearl, "Heuristics", 1984) in one of the worlds that fit the view, with positions that were
//! reached before left out. Then the best ways to go on after the most promising actions are gone in other worlds as
//! well, in which chance and hidden cards may have it otherwise, and the action counts that is best on average.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};
use std::hash::BuildHasherDefault;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::ids::Seat;
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;

use super::imagined::Draws;
use super::tree::{Passed, SCALE};
use super::{
    Ask, Form, Found, Judge, OptionSpec, OptionsSpec, Rated, Search, SearchError, SearchSpec, TreeOptions, lead, odds,
};

/// How a search of whole turns tells what it has found.
const FORM: Form = Form {
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

/// The part of the budget that goes into the first world.
const FIRST: f64 = 0.8;
/// Actions that are tried in other worlds, and how many of these; and of those where every turn is a single action, all.
const TRIED: usize = 6;
const WORLDS: usize = 16;
const MORE_WORLDS: usize = 256;
/// Positions that are kept to go on from.
const MOST_SPOTS: usize = 40_000;
/// Bytes of the states at the spots; where states are large there are fewer spots.
const SPOT_BYTES: usize = 256 << 20;
/// The longest turn in another world.
const LONGEST: usize = 40;
/// A match that is won counts as a lead of so many times the scale, and one that is lost the other way.
const DECIDED: f64 = 20.0;
/// What looks worse by less than this part of the scale may be gone on from first. Which it is chance decides: a search
/// that does not reach everything could go to and fro for ever between positions, from each of which it finds only what
/// the other one leads to.
const WHIM: f64 = 0.1;
/// Values are told apart so finely.
const GRAIN: f64 = 1e-6;

/// A position inside the turn.
#[derive(Debug)]
struct Spot {
    /// The spot before and the action that led from there; `None` at the root.
    before: Option<(usize, Action)>,
    /// The index of the action that the turn began with.
    first: usize,
    length: usize,
}

/// What is next to be gone on from: what looks best, and of that what is reached soonest.
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

/// The best turn that begins with an action.
#[derive(Clone, Debug)]
struct Turn {
    value: f64,
    /// Whether it goes on until another seat is to act.
    is_whole: bool,
    length: usize,
    /// The worlds that the value is the mean of.
    worlds: u64,
    line: Vec<Action>,
}

impl Turn {
    /// Which of two is better: the greater. Of those that are worth the same that is the shorter one.
    fn compare(&self, other: &Self) -> Ordering {
        let grains = |turn: &Self| (turn.value / GRAIN).round();
        let by_value = || grains(self).total_cmp(&grains(other));
        self.is_whole.cmp(&other.is_whole).then_with(by_value).then(other.length.cmp(&self.length))
    }
}

/// A search of a turn.
struct Walk<'a, 'b> {
    search: &'a mut Search,
    judge: &'a mut dyn Judge,
    ask: &'a Ask<'b>,
    seat: Seat,
    nodes: u64,
}

impl Search {
    /// The best of the legal actions by what the turn leaves the seat with, in worlds that fit the view. Values are the
    /// odds that go with its lead, or what the position is worth where nobody plays against anybody.
    ///
    /// # Errors
    /// Neither the robot nor the rules say what a position is worth, rules or a robot that fail, or a stop.
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
        let mut draws = Draws::of(worlds);
        let turns = loop {
            let state = walk.draw(&mut draws, generator)?;
            match walk.best_turns(state, generator) {
                Err(error) => draws.throw_away(walk.search, error, &ask.budget)?,
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
        // What was not tried elsewhere lies as far behind as it did in the first world.
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
    fn draw(&mut self, draws: &mut Draws<'_>, generator: &mut Generator) -> Result<State, SearchError> {
        let mut state = draws.draw(self.search, generator)?;
        self.search.game.ask_once_more(&mut state);
        Ok(state)
    }

    /// The best turn after each of the actions asked about, by their indices, as far as the budget reaches.
    fn best_turns(&mut self, state: State, generator: &mut Generator) -> Result<Vec<Option<Turn>>, SearchError> {
        let ask = self.ask;
        let budget = ask.budget.part(FIRST);
        let mut best: Vec<Option<Turn>> = vec![None; ask.legal.len()];
        let most_spots = (SPOT_BYTES / state.bytes().len().max(1)).min(MOST_SPOTS);
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

    /// Goes the best ways in other worlds as well, and makes their values the means there: in the first one they were
    /// found, so that they look better than they are.
    fn try_elsewhere(
        &mut self,
        ranked: &mut [(usize, Turn)],
        (worlds, most): (&Worlds, usize),
        generator: &mut Generator,
    ) -> Result<(), SearchError> {
        let mut sums = vec![0.0; ranked.len()];
        let mut count = 0;
        while count < most {
            let mut draws = Draws::of(worlds);
            let values = loop {
                let world = self.draw(&mut draws, generator)?;
                match self.values_in(&world, ranked) {
                    Err(error) => draws.throw_away(self.search, error, &self.ask.budget)?,
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

    /// What turns come to in another world, unless the budget ends before.
    fn values_in(&mut self, world: &State, turns: &[(usize, Turn)]) -> Result<Option<Vec<f64>>, SearchError> {
        let mut values = Vec::with_capacity(turns.len());
        for (_, turn) in turns {
            self.search.first.clear();
            // What chance has done there may ask for another way.
            let as_found = self.go(world.clone(), &turn.line)?;
            let anew = self.go(world.clone(), &turn.line[..1])?;
            let (Some(as_found), Some(anew)) = (as_found, anew) else { return Ok(None) };
            values.push(as_found.max(anew));
        }
        Ok(Some(values))
    }

    /// Notes the action with which a world is entered, if this is it.
    fn entered_by(&mut self, is_first: bool, action: &Action) {
        if is_first {
            self.search.first.clear();
            self.search.first.extend_from_slice(action.bytes());
        }
    }

    /// What a turn comes to in another world, unless the budget ends before. Where it can't go on as it did, it takes what
    /// is best at once.
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

    /// Whether the turn of the seat goes on.
    fn goes_on(&self, state: &State) -> bool {
        state.decision().is_some_and(|due| due.seat == self.seat)
    }

    /// How far the seat's team is ahead of the best of the others, or what the position is worth where nobody plays
    /// against anybody.
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

/// The actions that lead to what comes after a spot.
fn line(spots: &[Spot], mut at: usize, last: &Action) -> Vec<Action> {
    let mut line = vec![last.clone()];
    while let Some((before, action)) = &spots[at].before {
        line.push(action.clone());
        at = *before;
    }
    line.reverse();
    line
}
