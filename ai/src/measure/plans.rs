//! Finds the search that plays a game best, by matches between all that fit it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::pack::plans::SearchPlan;
use parlour_engine::rules::Rules;

use crate::base::spec::THINKER;
use crate::measure::arena::{Arena, Openings, StopRule};
use crate::players::RobotLibrary;
use crate::search::candidates;

/// The probability of a wrong verdict of a comparison that ends early.
const ERROR: f64 = 0.05;

/// A comparison of the searches that fit a game: the first plays against the second, the better of the two against the
/// third, and so on, each until it is settled which is better or all games are played.
#[derive(Clone, Debug)]
pub struct PlanTuning {
    /// The game.
    pub game: Arc<Game>,
    /// Games of each comparison at most.
    pub games: u64,
    /// The seed of all matches.
    pub seed: u64,
    /// The time for a move.
    pub time: Duration,
    /// The number of threads.
    pub jobs: usize,
}

/// One comparison: a plan at tables with the best so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanComparison {
    /// The plan that was tried.
    pub tried: SearchPlan,
    /// The best so far, which sat on all other seats.
    pub best: SearchPlan,
    /// The rate of the plan that was tried, and its interval of 95%.
    pub rate: f64,
    /// See `rate`.
    pub interval: [f64; 2],
    /// Games that were played.
    pub games: u64,
    /// True if the plan that was tried is the best now.
    pub is_better: bool,
}

impl PlanTuning {
    /// The plans that fit the game, in the order in which they are compared.
    ///
    /// # Errors
    /// Rules that don't load.
    pub fn candidates(&self) -> Result<Vec<SearchPlan>, Faults> {
        Ok(candidates(&self.game, Rules::new(self.game.clone())?.has_worth()))
    }

    /// Compares plans that fit the game, tells of each comparison and returns the best. `None` if `stop` was set or there is
    /// no plan.
    ///
    /// # Errors
    /// As for [`Arena::run`].
    pub fn run(
        &self,
        candidates: &[SearchPlan],
        library: &RobotLibrary,
        stop: &AtomicBool,
        told: &mut dyn FnMut(PlanComparison),
    ) -> Result<Option<SearchPlan>, Faults> {
        let Some((&first, others)) = candidates.split_first() else { return Ok(None) };
        let seats = self.game.seat_count();
        let fair = 1.0 / seats.max(2) as f64;
        let mut best = first;
        for &tried in others {
            let name = |plan: SearchPlan| format!("{THINKER}(plan={})", plan.name());
            let robots = std::iter::once(name(tried)).chain(std::iter::repeat_n(name(best), seats - 1)).collect();
            let arena = Arena {
                games: self.games,
                openings: Openings::fitting(&self.game, false)?,
                seed: self.seed,
                time: self.time,
                nodes: None,
                jobs: self.jobs,
                stop: StopRule::new(fair, fair, ERROR),
                ..Arena::new(self.game.clone(), robots)
            };
            let tally = arena.run(library, None, stop, &mut |_, _| {})?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Some(figures) = tally.standings().figures().into_iter().next() else { continue };
            let is_better = figures.rate > fair;
            let (rate, interval, games) = (figures.rate, figures.rate_interval, tally.played());
            told(PlanComparison { tried, best, rate, interval, games, is_better });
            if is_better {
                best = tried;
            }
        }
        Ok(Some(best))
    }
}
