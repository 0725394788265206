//! The choice between alpha-beta and a tree of simulations for a game of open information, by playing the one against the
//! other.
//!
//! Both play a few matches with the same work a move, counted in plies, so that every machine chooses the same. What the
//! author of a game has declared (scores of pieces, `worth`) is used by alpha-beta alone: where it misleads, the tree wins.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::rules::Playout;
use parlour_engine::state::State;

use super::{Ask, Budget, DeepOptions, Search, SearchError, TreeOptions, Unjudged};

/// The plies that all matches may take together, in games of tables alone and in others.
const PLIES: u64 = 1_000_000;
const PLIES_OF_SCRIPTS: u64 = 60_000;
/// Matches at most; half of them begin with each search.
const MATCHES: u32 = 8;
/// The lead at which the comparison ends.
const LEAD: i32 = 4;
/// Random plies before the searches play, different for each pair of matches.
const OPENING: u32 = 4;
/// Playouts that measure the length of a match, and those that judge a match that was cut off.
const PROBES: u32 = 8;
/// The longest playout of these.
const LONGEST: u32 = 2_000;
/// A match is cut off after this many times the mean length of a random one, within bounds.
const CUT: u32 = 2;
const SHORTEST_CUT: u32 = 40;
const LONGEST_CUT: u32 = 160;
/// The fewest simulations of a move.
const LEAST: u64 = 4;

/// A search for open information and two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    AlphaBeta,
    Tree,
}

/// The choices made so far in this process.
static CHOSEN: LazyLock<Mutex<HashMap<String, Fit>>> = LazyLock::new(Mutex::default);

/// The identity of a game with its variant and options.
fn identity(game: &Game) -> String {
    let pack = game.pack();
    let options: Vec<_> = game.options().collect();
    format!("{} {:016x} {:?} {} {options:?}", pack.name, pack.fingerprint, game.variant(), game.seat_count())
}

impl Search {
    /// The search that wins more matches against the other; alpha-beta if they are equal.
    ///
    /// # Errors
    /// Rules that fail, or a stop.
    pub(super) fn fit(&mut self, budget: &Budget, scale: f64) -> Result<Fit, SearchError> {
        let identity = identity(&self.game);
        let known = CHOSEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(&identity).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let stop = Budget { nodes: None, deadline: None, signal: budget.signal.clone(), enough: None };
        let fit = self.compare(&stop, scale)?;
        CHOSEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(identity, fit);
        Ok(fit)
    }

    fn compare(&mut self, stop: &Budget, scale: f64) -> Result<Fit, SearchError> {
        let mut generator = Generator::from_seed(1);
        let mut length = 0;
        for _ in 0..PROBES {
            let mut state = self.host.start(1, &mut Vec::new())?;
            length += self.host.playout(&mut state, &mut generator, Playout::ByVerb, LONGEST)?;
        }
        let length = (length / PROBES).max(1);
        let cut = (CUT * length).clamp(SHORTEST_CUT, LONGEST_CUT);
        let all = if self.host.has_tables() { PLIES } else { PLIES_OF_SCRIPTS };
        // Half of a random match is left in the mean.
        let simulation = u64::from(length.div_ceil(2));
        let simulations = (all / u64::from(MATCHES * cut.min(length)) / simulation).max(LEAST);
        let work = [simulations * simulation, simulations];
        let mut lead = 0;
        for number in 0..MATCHES {
            let first = (number % 2) as usize;
            lead += self.contest(first, work, (number / 2, cut), (stop, scale))?;
            if lead.abs() >= LEAD {
                break;
            }
        }
        Ok(if lead >= 0 { Fit::AlphaBeta } else { Fit::Tree })
    }

    /// One match: 1 if alpha-beta wins, which has the seat `first`, -1 if the tree does, else 0.
    fn contest(
        &mut self,
        first: usize,
        work: [u64; 2],
        (opening, cut): (u32, u32),
        (stop, scale): (&Budget, f64),
    ) -> Result<i32, SearchError> {
        let mut generator = Generator::from_seed(u64::from(opening));
        let mut state = self.host.start(u64::from(opening), &mut Vec::new())?;
        self.host.playout(&mut state, &mut generator, Playout::ByVerb, OPENING)?;
        let mut legal = ActionList::new();
        let game = self.game.clone();
        for _ in 0..cut {
            let Some(decision) = state.decision() else { break };
            self.host.legal(&state, &mut legal)?;
            let view = game.view(&state, Some(decision.seat));
            let among: Vec<usize> = (0..legal.len()).collect();
            let is_deep = decision.seat.index() == first;
            let nodes = Some(work[usize::from(!is_deep)]);
            let budget = Budget { nodes, ..stop.clone() };
            let options =
                if is_deep { TreeOptions { scale, ..TreeOptions::default() } } else { TreeOptions::of_positions() };
            let ask = Ask { view: &view, legal: &legal, among: &among, options, deep: DeepOptions::default(), budget };
            let found = match (among.len(), is_deep) {
                (1, _) => None,
                (_, true) => Some(self.alpha_beta(&ask, &mut Unjudged)?),
                (_, false) => Some(self.search_positions(&ask, &mut Unjudged, &mut generator)?),
            };
            let action = legal.get(&game, found.map_or(0, |found| found.best));
            self.host.apply(&mut state, &action, None)?;
        }
        let share = self.outlook(&state, first, &mut generator)?;
        Ok(if share > 0.6 {
            1
        } else if share < 0.4 {
            -1
        } else {
            0
        })
    }

    /// The share of a win that a seat gets, by random playouts where the match isn't over.
    fn outlook(&mut self, state: &State, seat: usize, generator: &mut Generator) -> Result<f64, SearchError> {
        let seat = parlour_engine::ids::Seat::from_index(seat);
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
