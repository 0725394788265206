//! Chooses among the searches that fit a game of two seats and open information, by matches between them.
//!
//! The first candidate plays a few matches against the second, the winner against the third, and so on, all with the
//! same work per move, counted in plies, so that every machine chooses the same. It doesn't trust the declarations of a
//! game's author (scores of pieces, `worth`): if they mislead, a search without them wins.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::plans::SearchPlan;
use parlour_engine::rules::Playout;
use parlour_engine::state::State;

use super::{Ask, Budget, DeepOptions, Search, SearchError, TreeOptions, Unjudged};

/// The ply limit of all matches together, in games of tables alone and in others.
const PLIES: u64 = 1_000_000;
const PLIES_OF_SCRIPTS: u64 = 20_000;
/// The maximum number of matches of a comparison; each side begins half of them.
const MATCHES: u64 = 8;
/// The lead in wins at which a comparison ends early.
const LEAD: i32 = 4;
/// Random plies before the searches play, different for each pair of matches.
const OPENING: u32 = 4;
/// Playouts that measure the length of a match, and those that evaluate a match that was cut off.
const PROBES: u32 = 8;
/// The ply limit of these playouts.
const LONGEST: u32 = 2_000;
/// A match is cut off after this multiple of the mean length of a random one, within bounds.
const CUT: u32 = 2;
const SHORTEST_CUT: u32 = 40;
const LONGEST_CUT: u32 = 160;
/// The fewest simulations of a move.
const LEAST: u64 = 8;
/// The time limit of a comparison on a background thread.
const ASIDE: Duration = Duration::from_secs(1);
/// The cost of a guided playout's ply in random ones.
const GUIDED: u64 = 2;

/// The choices made in this process; `None` for one in progress.
static CHOSEN: LazyLock<Mutex<HashMap<String, Option<SearchPlan>>>> = LazyLock::new(Mutex::default);

/// The identity of a game with its variant and options.
fn identity(game: &Game) -> String {
    let pack = game.pack();
    let options: Vec<_> = game.options().collect();
    format!("{} {:016x} {:?} {} {options:?}", pack.name, pack.fingerprint, game.variant(), game.seat_count())
}

/// Stores a choice, or clears it with `None`.
fn note(identity: String, plan: Option<SearchPlan>) {
    let mut chosen = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    match plan {
        Some(plan) => chosen.insert(identity, Some(plan)),
        None => chosen.remove(&identity),
    };
}

impl Search {
    /// Returns the candidate that wins its matches against the others. With a node budget it waits for the comparison,
    /// so that the result is reproducible; with a time budget the first candidate plays until the comparison is done.
    ///
    /// # Errors
    /// Rules that fail, or a stop.
    pub(super) fn choose_plan(
        &mut self,
        candidates: &[SearchPlan],
        budget: &Budget,
    ) -> Result<SearchPlan, SearchError> {
        let is_compared = super::think::is_duel(&self.game) && self.is_open();
        let (&[first, ..], true) = (candidates, is_compared) else {
            return Ok(candidates.first().copied().unwrap_or(SearchPlan::Ismcts));
        };
        if candidates.len() == 1 {
            return Ok(first);
        }
        let identity = identity(&self.game);
        let is_timed = budget.nodes.is_none();
        {
            let mut chosen = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
            match chosen.get(&identity).copied() {
                Some(Some(plan)) => return Ok(plan),
                Some(None) if is_timed => return Ok(first),
                Some(None) => {}
                None if is_timed => {
                    chosen.insert(identity.clone(), None);
                    drop(chosen);
                    find_aside(self.game.clone(), candidates.to_vec(), identity);
                    return Ok(first);
                }
                None => {}
            }
        }
        let stop = Budget { nodes: None, deadline: None, signal: budget.signal.clone(), enough: None };
        let plan = self.best_of(candidates, &stop)?;
        note(identity, Some(plan));
        Ok(plan)
    }

    /// The plan that remains after matches of each candidate against the best one before it.
    fn best_of(&mut self, candidates: &[SearchPlan], stop: &Budget) -> Result<SearchPlan, SearchError> {
        let mut generator = Generator::from_seed(1);
        let mut length = 0;
        for _ in 0..PROBES {
            let mut state = self.host.start(1, &mut Vec::new())?;
            length += self.host.playout(&mut state, &mut generator, Playout::ByVerb, LONGEST)?;
        }
        let length = (length / PROBES).max(1);
        let cut = (CUT * length).clamp(SHORTEST_CUT, LONGEST_CUT);
        let all = if self.host.has_tables() { PLIES } else { PLIES_OF_SCRIPTS };
        let moves = all / (candidates.len() as u64 - 1).max(1) / u64::from(cut.min(length));
        // Long simulations allow fewer matches.
        let matches = (moves / (LEAST * u64::from(length.div_ceil(2)))).min(MATCHES) & !1;
        let of_a_move = moves / matches.max(1);
        let mut best = candidates.first().copied().unwrap_or(SearchPlan::Ismcts);
        for &other in candidates.iter().skip(1) {
            let mut lead = 0;
            if !stop.allows(0)? {
                break;
            }
            for number in 0..matches {
                let plans = if number % 2 == 0 { [best, other] } else { [other, best] };
                let won = self.contest(plans, (of_a_move, length), (number / 2, cut), stop)?;
                lead += if number % 2 == 0 { won } else { -won };
                if lead.abs() >= LEAD || !stop.allows(0)? {
                    break;
                }
            }
            if lead < 0 {
                best = other;
            }
        }
        Ok(best)
    }

    /// The node budget of a plan that costs as much as the given number of random plies, in matches of a given length.
    fn nodes_for(&self, plan: SearchPlan, plies: u64, length: u32) -> u64 {
        // Half of a random match is left on average.
        let simulation = u64::from(length.div_ceil(2));
        match plan {
            SearchPlan::AlphaBeta => plies,
            SearchPlan::UctMast => plies / (simulation * GUIDED),
            _ => plies / simulation,
        }
        .max(LEAST)
    }

    /// One match: 1 if the first plan wins, -1 if the second does, else 0.
    fn contest(
        &mut self,
        plans: [SearchPlan; 2],
        (plies, length): (u64, u32),
        (opening, cut): (u64, u32),
        stop: &Budget,
    ) -> Result<i32, SearchError> {
        let mut generator = Generator::from_seed(opening);
        let mut state = self.host.start(opening, &mut Vec::new())?;
        self.host.playout(&mut state, &mut generator, Playout::ByVerb, OPENING)?;
        let mut legal = ActionList::new();
        let game = self.game.clone();
        for _ in 0..cut {
            let Some(decision) = state.decision() else { break };
            self.host.legal(&state, &mut legal)?;
            let among: Vec<usize> = (0..legal.len()).collect();
            let mut best = 0;
            if among.len() > 1 {
                let view = game.view(&state, Some(decision.seat));
                let plan = plans[decision.seat.index()];
                let budget = Budget { nodes: Some(self.nodes_for(plan, plies, length)), ..stop.clone() };
                let (options, deep) = (TreeOptions::default(), DeepOptions::default());
                let ask = Ask { view: &view, legal: &legal, among: &among, options, deep, budget };
                best = self.follow_plan(plan, &ask, &mut Unjudged, &mut generator)?.best;
            }
            let action = legal.get(&game, best);
            self.host.apply(&mut state, &action, None)?;
        }
        let share = self.outlook(&state, Seat::from_index(0), &mut generator)?;
        Ok(if share > 0.6 {
            1
        } else if share < 0.4 {
            -1
        } else {
            0
        })
    }

    /// A seat's share of the win, by random playouts if the match isn't over.
    fn outlook(&mut self, state: &State, seat: Seat, generator: &mut Generator) -> Result<f64, SearchError> {
        if state.is_over() {
            return Ok(self.shares(state)(seat));
        }
        let mut sum = 0.0;
        for _ in 0..PROBES {
            let mut end = state.clone();
            self.host.playout(&mut end, generator, Playout::ByVerb, LONGEST)?;
            sum += if end.is_over() { self.shares(&end)(seat) } else { 0.5 };
        }
        Ok(sum / f64::from(PROBES))
    }
}

/// Finds the best plan on a background thread, or, if that takes too long, the best one at that time.
fn find_aside(game: Arc<Game>, candidates: Vec<SearchPlan>, identity: String) {
    let key = identity.clone();
    let find = move || {
        let deadline = Instant::now() + ASIDE;
        let stop = Budget { nodes: None, deadline: Some(deadline), signal: None, enough: None };
        let plan = Search::new(game).ok().and_then(|mut search| search.best_of(&candidates, &stop).ok());
        // If no match can be finished, all candidates are equal.
        note(identity, Some(plan.unwrap_or(candidates[0])));
    };
    if std::thread::Builder::new().name("choose-plan".to_owned()).spawn(find).is_err() {
        note(key, None);
    }
}
