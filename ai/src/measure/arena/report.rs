//! Statistics computed from the counts of a run.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::independent::Independent;
use super::stats::{Rating, TablePoints, ratings};
use super::tally::{TableTally, Tally, WIN};

/// Below this number of distinct deals, repeated games deserve a warning.
const FEW: u64 = 10;

/// The statistics of one robot of the list.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The specification as listed.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Sole wins.
    pub wins: u64,
    /// Games without a winner, or shared wins.
    pub draws: u64,
    /// Games that others won.
    pub losses: u64,
    /// Wins per game, with fractions for shared wins. Identical games, action by action, count once.
    pub rate: f64,
    /// The 95% confidence interval of the rate, clustered by deal.
    pub rate_interval: [f64; 2],
    /// The rate on each seat, over all games; `None` for seats it never had.
    pub rate_by_seat: Vec<Option<f64>>,
    /// The mean rank, from 1.
    pub mean_rank: f64,
    /// Counts of errors by place.
    pub errors_by_place: BTreeMap<String, u64>,
    /// The Elo rating; robots with the same specification share one.
    pub elo: f64,
    /// Its 95% confidence interval.
    pub elo_interval: [f64; 2],
    /// The mean final score.
    pub mean_score: f64,
    /// The 95% confidence interval of the mean score.
    pub score_interval: [f64; 2],
    /// Milliseconds per move.
    pub ms_per_move: f64,
    /// Moves replaced because of errors.
    pub errors: u64,
    /// Mean count per game of each kind of action.
    pub actions: BTreeMap<String, f64>,
    /// Mean count per game of each kind of event that its actions caused.
    pub events: BTreeMap<String, f64>,
    /// Mean count per game of each value of the counted fields of events.
    pub counts: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Paired comparison of two robots over the same deals with the same partners.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The two, as indices into the list of robots.
    pub robots: [usize; 2],
    /// The rate of the first minus the rate of the second.
    pub difference: f64,
    /// The 95% confidence interval of the difference.
    pub interval: [f64; 2],
    /// Deals that both have played.
    pub deals: u64,
    /// Deals among them with different results.
    pub differing: u64,
}

/// Estimates of a run from its independent observations.
#[derive(Debug)]
pub struct Standings<'a> {
    tally: &'a Tally,
    independent: Independent,
}

impl Standings<'_> {
    /// The statistics of each robot, in the order of the list.
    pub fn figures(&self) -> Vec<Figures> {
        let ratings = self.tally.ratings(&self.independent.shares);
        let robots = self.tally.run.robots.iter().zip(&self.tally.robots);
        let mut out = Vec::new();
        for (n, ((name, tally), rating)) in robots.zip(ratings).enumerate() {
            let games = tally.games.max(1) as f64;
            let known = self.independent.rate(n);
            let seat = |&(games, points): &(u64, u64)| (games > 0).then(|| points as f64 / WIN as f64 / games as f64);
            let mean = |counts: &BTreeMap<String, u64>| {
                counts.iter().map(|(key, n)| (key.clone(), *n as f64 / games)).collect::<BTreeMap<_, _>>()
            };
            out.push(Figures {
                name: name.clone(),
                games: tally.games,
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                rate: known.rate,
                rate_interval: known.interval,
                rate_by_seat: tally.by_seat.iter().map(seat).collect(),
                mean_rank: tally.ranks as f64 / games,
                errors_by_place: tally.errors_by_place.clone(),
                elo: rating.elo,
                elo_interval: rating.interval,
                mean_score: tally.score as f64 / games,
                score_interval: mean_interval(tally.score as f64, tally.squares as f64, games),
                ms_per_move: tally.micros as f64 / 1000.0 / tally.moves.max(1) as f64,
                errors: tally.errors,
                actions: mean(&tally.actions),
                events: mean(&tally.events),
                counts: tally.counts.iter().map(|(key, counts)| (key.clone(), mean(counts))).collect(),
            });
        }
        out
    }

    /// Distinct games.
    pub fn distinct_games(&self) -> u64 {
        self.independent.distinct
    }

    /// Distinct initial positions.
    pub fn openings(&self) -> u64 {
        self.independent.openings
    }

    /// The paired comparison, if two robots played with the same partners: the difference of their rates over the deals
    /// that both have played.
    pub fn comparison(&self) -> Option<Comparison> {
        let compared: Vec<usize> = (0..self.tally.run.robots.len()).filter(|&n| !self.tally.partners()[n]).collect();
        let [first, second] = compared[..] else { return None };
        if self.tally.run.tables.len() != 2 || self.tally.run.together {
            return None;
        }
        Some(self.independent.difference(first, second))
    }

    /// Warnings where the statistics are weaker than they look.
    pub fn warnings(&self) -> Vec<String> {
        let (played, distinct) = (self.tally.played(), self.independent.distinct);
        let mut out = Vec::new();
        let repeats = self.independent.shares.iter().any(|&share| share < 1.0);
        if repeats {
            out.push(format!(
                "of {played} games {distinct} are different: the others repeat them, action by action, and don't count in \
                 rates and intervals; `--openings N` begins each deal with N actions at random"
            ));
        }
        let deals = (0..self.tally.run.robots.len()).map(|robot| self.independent.rate(robot).deals).max().unwrap_or(0);
        if repeats && deals < FEW {
            out.push(format!(
                "only {} with games of {} own, which says little: play more, or from more openings",
                parlour_engine::english::count(deals, "deal"),
                if deals == 1 { "its" } else { "their" }
            ));
        }
        let cut = self.tally.limit_games();
        if cut > 0 {
            out.push(format!("{cut} of {played} games were ended by the limit of plies"));
        }
        let endless = self.tally.endless_games();
        if endless > 0 {
            let most = self.tally.run.most_plies;
            out.push(format!(
                "{endless} of {played} games had no ending after {most} actions and were broken off, which nobody wins; \
                 `--ply-limit N` lets them go on for longer or shorter, a `ply_limit` of the game, or a smaller one, ends them by \
                 its rules"
            ));
        }
        out
    }
}

impl Tally {
    /// The estimates, computed in one pass over all games.
    pub fn standings(&self) -> Standings<'_> {
        Standings { tally: self, independent: Independent::of(self) }
    }

    /// For each robot of the list, true if it is a partner: it sits at every table, and there are several.
    pub fn partners(&self) -> Vec<bool> {
        let tables = &self.run.tables;
        (0..self.run.robots.len()).map(|n| tables.len() > 1 && tables.iter().all(|table| table.contains(&n))).collect()
    }

    /// The rating of each robot of the list; the same robot listed twice has one. Of each table its distinct games
    /// count.
    fn ratings(&self, shares_of_games: &[f64]) -> Vec<Rating> {
        let robots = &self.run.robots;
        let first = |n: usize| robots.iter().position(|name| *name == robots[n]).unwrap_or(n);
        let mut distinct: Vec<usize> = (0..robots.len()).map(first).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let index = |n: usize| distinct.binary_search(&first(n)).unwrap_or(0);
        let tables: Vec<TablePoints> = self
            .run
            .tables
            .iter()
            .zip(&self.tables)
            .zip(shares_of_games)
            .map(|((table, tally), part)| TablePoints {
                robots: table.iter().map(|&robot| index(robot)).collect(),
                games: tally.games as f64 * part,
                points: shares(tally).iter().map(|points| points * part).collect(),
            })
            .collect();
        let found = ratings(distinct.len(), &tables);
        (0..robots.len()).map(|n| found[index(n)]).collect()
    }

    /// The mean length of a game in actions.
    pub fn plies(&self) -> f64 {
        let plies: u64 = self.tables.iter().map(|table| table.plies).sum();
        plies as f64 / self.played().max(1) as f64
    }

    /// Games ended by the game's ply limit.
    pub fn limit_games(&self) -> u64 {
        self.tables.iter().map(|table| table.cut).sum()
    }

    /// Games broken off without an ending.
    pub fn endless_games(&self) -> u64 {
        self.tables.iter().map(|table| table.endless).sum()
    }

    /// For each robot of the list and each other one: the share of games in which it ranked ahead of the other, ties
    /// counting half. `None` if they never met.
    pub fn pairs(&self) -> Vec<Vec<Option<f64>>> {
        let n = self.run.robots.len();
        let (mut ahead, mut games) = (vec![vec![0; n]; n], vec![vec![0; n]; n]);
        for (table, tally) in self.run.tables.iter().zip(&self.tables) {
            for (place, &robot) in table.iter().enumerate() {
                for (other, &met) in table.iter().enumerate().filter(|&(other, _)| other != place) {
                    ahead[robot][met] += tally.ahead[place][other];
                    games[robot][met] += tally.games;
                }
            }
        }
        let rate = |ahead: &u64, games: &u64| (*games > 0).then(|| *ahead as f64 / 2.0 / *games as f64);
        ahead
            .iter()
            .zip(&games)
            .map(|(ahead, games)| ahead.iter().zip(games).map(|(a, g)| rate(a, g)).collect())
            .collect()
    }

    /// The 95% confidence sequence for the rate of the first robot in a run with a stopping rule, valid at any time.
    pub fn any_time_interval(&self) -> Option<[f64; 2]> {
        self.run.stop.map(|_| self.outcomes().interval())
    }

    /// The statistics as JSON, with the counts that merging and resuming need under `counted`.
    pub fn to_json(&self) -> Value {
        let standings = self.standings();
        let robots: Vec<Value> = standings
            .figures()
            .iter()
            .zip(&self.robots)
            .map(|(figures, tally)| {
                let errors: Vec<&str> = tally.first_errors.iter().map(|(_, error)| error.as_str()).collect();
                json!({
                    "name": figures.name,
                    "wins": figures.wins,
                    "draws": figures.draws,
                    "losses": figures.losses,
                    "rate": round(figures.rate, 4),
                    "ci95": both(figures.rate_interval, 4),
                    "elo": round(figures.elo, 1),
                    "elo_ci95": both(figures.elo_interval, 1),
                    "mean_score": round(figures.mean_score, 3),
                    "score_ci95": both(figures.score_interval, 3),
                    "ms_per_move": round(figures.ms_per_move, 3),
                    "errors": figures.errors,
                    "resignations": tally.resignations,
                    "errors_by_place": figures.errors_by_place,
                    "rate_by_seat": figures.rate_by_seat.iter().map(|x| x.map(|x| round(x, 4))).collect::<Vec<_>>(),
                    "mean_rank": round(figures.mean_rank, 3),
                    "first_errors": errors,
                    "games": figures.games,
                    "moves": tally.moves,
                    "actions": tally.actions,
                    "events": tally.events,
                    "counts": tally.counts,
                })
            })
            .collect();
        let tables: Vec<Value> = self
            .run
            .tables
            .iter()
            .zip(&self.tables)
            .map(|(table, tally)| {
                let names: Vec<&str> = table.iter().map(|&robot| self.run.robots[robot].as_str()).collect();
                let rate = |points: u64| round(points as f64 / WIN as f64 / tally.games.max(1) as f64, 4);
                let rates: Vec<f64> = tally.points.iter().map(|&points| rate(points)).collect();
                json!({ "robots": names, "games": tally.games, "rates": rates })
            })
            .collect();
        let pairs: Vec<Vec<Option<f64>>> =
            self.pairs().into_iter().map(|row| row.into_iter().map(|x| x.map(|x| round(x, 4))).collect()).collect();
        let comparison = standings.comparison().map(|found| {
            json!({
                "robots": found.robots.map(|robot| self.run.robots[robot].as_str()),
                "difference": round(found.difference, 4),
                "ci95": both(found.interval, 4),
                "deals": found.deals,
                "differing": found.differing,
            })
        });
        let stop = self.run.stop.map(|rule| {
            json!({
                "rates": both(rule.rates(), 6),
                "error": round(rule.error(), 6),
                "verdict": self.verdict(),
                "any_time_ci95": self.any_time_interval().map(|interval| both(interval, 4)),
            })
        });
        json!({
            "game": self.run.game,
            "games": self.played(),
            "robots": robots,
            "distinct_games": standings.distinct_games(),
            "openings": standings.openings(),
            "limit_games": self.limit_games(),
            "endless_games": self.endless_games(),
            "pairs": pairs,
            "warnings": standings.warnings(),
            "comparison": comparison,
            "begins": self.run.openings,
            "variant": self.run.variant,
            "seats": self.run.seats(),
            "seed": self.run.seed,
            "limit": self.run.limit,
            "together": self.run.together,
            "complete": self.is_complete(),
            "mean_plies": round(self.plies(), 2),
            "tables": tables,
            "stop": stop,
            // A tally holds only texts, numbers and lists, which always serialize.
            "counted": serde_json::to_value(self).unwrap_or_default(),
        })
    }
}

/// The points of a table's entries. In teams each seat has its team's whole win; then these are divided so that each
/// game has one win in total.
fn shares(tally: &TableTally) -> Vec<f64> {
    let points: Vec<f64> = tally.points.iter().map(|&points| points as f64 / WIN as f64).collect();
    let all: u64 = tally.points.iter().sum();
    let games = tally.games * WIN;
    if all <= games {
        return points;
    }
    points.iter().map(|points| points * games as f64 / all as f64).collect()
}

/// The 95% confidence interval of a mean, from the sums of `n` values and of their squares.
fn mean_interval(sum: f64, squares: f64, n: f64) -> [f64; 2] {
    let mean = sum / n;
    let variance = ((squares - sum * mean) / (n - 1.0).max(1.0)).max(0.0);
    let half = 1.96 * (variance / n).sqrt();
    [mean - half, mean + half]
}

fn both(interval: [f64; 2], decimals: i32) -> [f64; 2] {
    interval.map(|x| round(x, decimals))
}

/// Rounds to a number of decimals; non-finite values are null in JSON.
fn round(x: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (x * factor).round() / factor
}
