//! What was counted: whole numbers only, so that shards merge exactly.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::stats::{ratings, wilson};

/// Points are counted in parts of this: a win shared by up to ten is a whole number of them.
pub(super) const WIN: u64 = 2520;

/// What one robot did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RobotTally {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) points: u64,
    pub(super) score: i64,
    pub(super) moves: u64,
    pub(super) micros: u64,
    pub(super) errors: u64,
    /// The first error.
    pub(super) error: Option<String>,
    /// How often it took each kind of action.
    pub(super) actions: BTreeMap<String, u64>,
}

/// The result of a run, or of a part of it. As JSON it has the figures, and what it takes to merge and resume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub(super) game: String,
    pub(super) variant: Option<String>,
    pub(super) options: Vec<(String, String)>,
    pub(super) seed: u64,
    pub(super) robots: Vec<String>,
    /// How many of the robots sit at a table.
    pub(super) table: usize,
    /// Games for each table of robots.
    pub(super) games: u64,
    /// Milliseconds for a move, or nodes.
    pub(super) limit: String,
    /// The rounds that were played, as ranges without their ends. A round is one deal with every rotation.
    pub(super) done: Vec<(u64, u64)>,
    pub(super) tallies: Vec<RobotTally>,
    /// Half points of each against each: 2 for coming out ahead, 1 for alike.
    pub(super) pairs: Vec<Vec<u64>>,
}

/// Why results can't be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there are no results to merge")]
    Nothing,
    /// They are of different runs.
    #[error("the results are of different runs: {what} differs")]
    Different {
        /// What differs.
        what: &'static str,
    },
    /// A round was counted twice.
    #[error("round {round} is in more than one of the results")]
    Overlap {
        /// The round, from 0.
        round: u64,
    },
}

/// A text that is no result of an arena.
#[derive(Debug, thiserror::Error)]
#[error("{file} is no result of an arena: {reason}")]
pub struct TallyError {
    file: String,
    reason: String,
}

impl Tally {
    /// Whether a round was played.
    pub(super) fn has(&self, round: u64) -> bool {
        self.done.iter().any(|&(from, to)| (from..to).contains(&round))
    }

    pub(super) fn mark(&mut self, round: u64) {
        self.done.push((round, round + 1));
        self.done.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for &(from, to) in &self.done {
            match joined.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => joined.push((from, to)),
            }
        }
        self.done = joined;
    }

    /// Adds counts without looking at what they are counts of.
    pub(super) fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.tallies.iter_mut().zip(&other.tallies) {
            mine.games += theirs.games;
            mine.wins += theirs.wins;
            mine.draws += theirs.draws;
            mine.losses += theirs.losses;
            mine.points += theirs.points;
            mine.score += theirs.score;
            mine.moves += theirs.moves;
            mine.micros += theirs.micros;
            mine.errors += theirs.errors;
            // The least, so that the order of merging does not matter.
            mine.error = match (mine.error.take(), theirs.error.clone()) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            for (verb, n) in &theirs.actions {
                *mine.actions.entry(verb.clone()).or_default() += n;
            }
        }
        for (mine, theirs) in self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()) {
            *mine += theirs;
        }
    }

    /// Puts the parts of a run together.
    ///
    /// # Errors
    /// Parts of different runs, and rounds that were counted twice.
    pub fn merge(parts: &[Self]) -> Result<Self, MergeError> {
        let (first, rest) = parts.split_first().ok_or(MergeError::Nothing)?;
        let mut out = first.clone();
        for part in rest {
            let different = [
                ("the game", out.game != part.game || out.variant != part.variant),
                ("the options", out.options != part.options),
                ("the seed", out.seed != part.seed),
                ("the list of robots", out.robots != part.robots || out.table != part.table),
                ("the number of games", out.games != part.games),
                ("the time for a move", out.limit != part.limit),
            ];
            if let Some((what, _)) = different.iter().find(|(_, differs)| *differs) {
                return Err(MergeError::Different { what });
            }
            for round in part.done.iter().flat_map(|&(from, to)| from..to) {
                if out.has(round) {
                    return Err(MergeError::Overlap { round });
                }
                out.mark(round);
            }
            out.add(part);
        }
        Ok(out)
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).sum::<u64>() / self.table.max(1) as u64
    }

    /// The figures, and under `run` what it takes to merge and resume.
    pub fn to_json(&self) -> Value {
        let halves: Vec<Vec<f64>> =
            self.pairs.iter().map(|row| row.iter().map(|&n| n as f64 / 2.0).collect()).collect();
        let ratings = ratings(&halves);
        let robots: Vec<Value> = self
            .robots
            .iter()
            .zip(&self.tallies)
            .zip(ratings)
            .map(|((name, tally), rating)| {
                let games = tally.games.max(1) as f64;
                let rate = tally.points as f64 / WIN as f64 / games;
                let [low, high] = wilson(rate, tally.games);
                json!({
                    "name": name,
                    "wins": tally.wins,
                    "draws": tally.draws,
                    "losses": tally.losses,
                    "rate": round(rate, 4),
                    "ci95": [round(low, 4), round(high, 4)],
                    "elo": round(rating.elo, 1),
                    "elo_ci95": [round(rating.interval[0], 1), round(rating.interval[1], 1)],
                    "mean_score": round(tally.score as f64 / games, 3),
                    "ms_per_move": round(tally.micros as f64 / 1000.0 / tally.moves.max(1) as f64, 3),
                    "errors": tally.errors,
                    "error": tally.error,
                    "actions": tally.actions,
                })
            })
            .collect();
        json!({
            "game": self.game,
            "variant": self.variant,
            "games": self.games(),
            "robots": robots,
            // A tally has only texts, numbers and lists, which always can be written.
            "run": serde_json::to_value(self).unwrap_or_default(),
        })
    }

    /// Reads a result back.
    ///
    /// # Errors
    /// A text that is no result.
    pub fn from_json(file: &str, text: &str) -> Result<Self, TallyError> {
        let error = |reason: String| TallyError { file: file.to_owned(), reason };
        let mut value: Value = serde_json::from_str(text).map_err(|e| error(e.to_string()))?;
        let run = value.get_mut("run").map(Value::take).ok_or_else(|| error("it has no key `run`".to_owned()))?;
        serde_json::from_value(run).map_err(|e| error(e.to_string()))
    }
}

/// Rounded to so many decimals; what is not finite is null in JSON.
fn round(x: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (x * factor).round() / factor
}
