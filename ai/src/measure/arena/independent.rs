//! Independent observations of a run: identical games count once, and the games of one deal are one cluster.

use std::collections::{BTreeMap, BTreeSet};

use super::report::Comparison;
use super::stats::{difference_interval, rate_interval};
use super::tally::{Tally, WIN};

/// The rates of a run over its independent observations.
#[derive(Clone, Debug)]
pub(super) struct Independent {
    /// For each robot of the list, its games by deal.
    robots: Vec<BTreeMap<u64, Part>>,
    /// Distinct games.
    pub(super) distinct: u64,
    /// Distinct initial positions.
    pub(super) openings: u64,
    /// For each table, the share of its games that are distinct.
    pub(super) shares: Vec<f64>,
}

/// The games of a robot in one deal.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    games: u64,
    points: u64,
}

impl Part {
    fn rate(self) -> f64 {
        self.points as f64 / WIN as f64 / self.games.max(1) as f64
    }
}

/// Estimate of a robot's rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct RateEstimate {
    pub(super) rate: f64,
    pub(super) interval: [f64; 2],
    /// Deals with games of their own.
    pub(super) deals: u64,
}

impl Independent {
    pub(super) fn of(tally: &Tally) -> Self {
        let (seats, tables) = (tally.run.seats().max(1) as u64, tally.run.tables.len().max(1) as u64);
        let mut robots = vec![BTreeMap::<u64, Part>::new(); tally.run.robots.len()];
        let (mut hashes, mut seen, mut starts) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut new = vec![0_u64; tally.tables.len()];
        for (game, kept) in &tally.games {
            starts.insert(kept.start);
            let round = game / seats;
            let (table, deal) = ((round % tables) as usize, round / tables);
            hashes.insert(kept.hash);
            // In self-play a robot plays the same game once from each seat.
            if !seen.insert((table, game % seats, kept.hash)) {
                continue;
            }
            new[table] += 1;
            for (&robot, points) in tally.run.tables[table].iter().zip(&kept.points) {
                let part = robots[robot].entry(deal).or_default();
                part.games += 1;
                part.points += points;
            }
        }
        let shares =
            new.iter().zip(&tally.tables).map(|(new, table)| *new as f64 / table.games.max(1) as f64).collect();
        Self { robots, distinct: hashes.len() as u64, openings: starts.len() as u64, shares }
    }

    /// The rate of a robot of the list.
    pub(super) fn rate(&self, robot: usize) -> RateEstimate {
        let deals = &self.robots[robot];
        let all = deals.values().fold(Part::default(), |sum, part| Part {
            games: sum.games + part.games,
            points: sum.points + part.points,
        });
        let rates: Vec<f64> = deals.values().map(|part| part.rate()).collect();
        RateEstimate {
            rate: all.rate(),
            interval: rate_interval(all.rate(), &rates, all.games),
            deals: deals.len() as u64,
        }
    }

    /// The difference of two robots' rates in the same deals, and its 95% confidence interval.
    pub(super) fn difference(&self, one: usize, other: usize) -> Comparison {
        let both: Vec<f64> = self.robots[one]
            .iter()
            .filter_map(|(deal, part)| Some(part.rate() - self.robots[other].get(deal)?.rate()))
            .collect();
        let (difference, interval) = difference_interval(&both);
        let differing = both.iter().filter(|&&difference| difference != 0.0).count() as u64;
        Comparison { robots: [one, other], difference, interval, deals: both.len() as u64, differing }
    }
}
