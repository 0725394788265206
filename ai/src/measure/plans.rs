//! Chooses the strongest search for a game by matches between all that fit it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::pack::plans::SearchPlan;
use parlour_engine::rules::Rules;

use crate::measure::arena::{Arena, Openings, StopRule};
use crate::players::RobotLibrary;
use parlour_search::candidates;
use parlour_search::spec::THINKER;

/// The error probability of a comparison that stops early.
const ERROR: f64 = 0.05;

/// A comparison of the searches that fit a game: the first plays against the second, the better of the two against the
/// third, and so on, each comparison until it is settled or all its games are played.
#[derive(Clone, Debug)]
pub struct PlanTuning {
    /// The game.
    pub game: Arc<Game>,
    /// Maximum number of games of a comparison.
    pub games: u64,
    /// The seed of all matches.
    pub seed: u64,
    /// The time for a move.
    pub time: Duration,
    /// The number of threads.
    pub jobs: usize,
}

/// One comparison: a candidate plan against the best one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanComparison {
    /// The candidate.
    pub tried: SearchPlan,
    /// The best plan before it, which sat on all other seats.
    pub best: SearchPlan,
    /// The candidate's rate, and its 95% confidence interval.
    pub rate: f64,
    /// See `rate`.
    pub interval: [f64; 2],
    /// Games played.
    pub games: u64,
    /// True if the candidate is the best plan now.
    pub is_better: bool,
}

impl PlanTuning {
    /// The plans that fit the game, in the order of comparison.
    ///
    /// # Errors
    /// Rules that don't load.
    pub fn candidates(&self) -> Result<Vec<SearchPlan>, Faults> {
        Ok(candidates(&self.game, Rules::new(self.game.clone())?.has_worth()))
    }

    /// Compares the plans that fit the game, reports each comparison and returns the best plan. `None` if `stop` was
    /// set or there is no plan.
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
