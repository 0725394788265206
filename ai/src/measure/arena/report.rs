//! The figures that follow from what was counted.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::independent::Independent;
use super::stats::{Rating, TablePoints, ratings};
use super::tally::{TableTally, Tally, WIN};

/// Where games repeat others, fewer deals than this are worth a word of their own.
const FEW: u64 = 10;

/// How good one robot of the list is.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The robot as it was listed.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games that it won alone.
    pub wins: u64,
    /// Games that nobody won, or that it won with others.
    pub draws: u64,
    /// Games that others won.
    pub losses: u64,
    /// Wins for each game, a shared one counting its share. Games that are the same, action by action, are one.
    pub rate: f64,
    /// The interval of 95% for the rate. It is over deals: the games of one are one observation.
    pub rate_interval: [f64; 2],
    /// The same for each seat, over all games; nothing where it never sat.
    pub rate_by_seat: Vec<Option<f64>>,
    /// In which place it came in, from 1, in the mean.
    pub mean_rank: f64,
    /// How often each error was made, by its place.
    pub errors_by_place: BTreeMap<String, u64>,
    /// The rating; robots of the same name have one together.
    pub elo: f64,
    /// Its interval of 95%.
    pub elo_interval: [f64; 2],
    /// The score at the end, in the mean.
    pub mean_score: f64,
    /// The interval of 95% for it.
    pub score_interval: [f64; 2],
    /// Milliseconds for a move.
    pub ms_per_move: f64,
    /// How often somebody else had to move for it.
    pub errors: u64,
    /// How often it took each kind of action in a game, in the mean.
    pub actions: BTreeMap<String, f64>,
    /// How often each kind of event came of its actions in a game, in the mean.
    pub events: BTreeMap<String, f64>,
    /// The fields of events that were counted: how often each value came in a game, in the mean.
    pub counts: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Two robots held against each other by the same deals with the same partners.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The two, as places in the list of robots.
    pub robots: [usize; 2],
    /// By how much the rate of the first is above that of the second.
    pub difference: f64,
    /// The interval of 95% for the difference.
    pub interval: [f64; 2],
    /// Deals that both have played.
    pub deals: u64,
    /// Those of them that came out differently.
    pub differing: u64,
}

/// What is known of the robots of a run: of it, only what is independent counts.
#[derive(Debug)]
pub struct Standings<'a> {
    tally: &'a Tally,
    independent: Independent,
}

impl Standings<'_> {
    /// The figures of each robot, in the order of the list.
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

    /// Games that differ from each other.
    pub fn distinct_games(&self) -> u64 {
        self.independent.distinct
    }

    /// Positions in which games began.
    pub fn openings(&self) -> u64 {
        self.independent.openings
    }

    /// Where two robots were held against the same partners: by how much the rate of the first is above that of the
    /// second, over the deals that both have played.
    pub fn comparison(&self) -> Option<Comparison> {
        let compared: Vec<usize> = (0..self.tally.run.robots.len()).filter(|&n| !self.tally.partners()[n]).collect();
        let [first, second] = compared[..] else { return None };
        if self.tally.run.tables.len() != 2 || self.tally.run.together {
            return None;
        }
        Some(self.independent.difference(first, second))
    }

    /// Where the figures say less than they seem to.
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
    /// What is known of the robots. It goes over all games, once.
    pub fn standings(&self) -> Standings<'_> {
        Standings { tally: self, independent: Independent::of(self) }
    }

    /// Which robots of the list are partners: those at every table, if there are several.
    pub fn partners(&self) -> Vec<bool> {
        let tables = &self.run.tables;
        (0..self.run.robots.len()).map(|n| tables.len() > 1 && tables.iter().all(|table| table.contains(&n))).collect()
    }

    /// A rating for each robot of the list; the same robot listed twice has one. Of each table the games that differ
    /// from each other count.
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

    /// Games that the limit of plies has ended.
    pub fn limit_games(&self) -> u64 {
        self.tables.iter().map(|table| table.cut).sum()
    }

    /// Games that had no ending and were broken off.
    pub fn endless_games(&self) -> u64 {
        self.tables.iter().map(|table| table.endless).sum()
    }

    /// For each robot of the list and each other one: how often it came in before the other where both sat at a table,
    /// coming in together counting half. Nothing where they never met.
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

    /// The interval of 95% for the rate of the first robot in a run that may stop early, which holds however often
    /// one has looked.
    pub fn any_time_interval(&self) -> Option<[f64; 2]> {
        self.run.stop.map(|_| self.outcomes().interval())
    }

    /// The figures, and under `counted` what it takes to merge and to go on.
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
            // A tally has only texts, numbers and lists, which always can be written.
            "counted": serde_json::to_value(self).unwrap_or_default(),
        })
    }
}

/// The points of a table's places. Where seats play together each has the whole win of its team; then these are shares
/// of it, so that there is one win for each game.
fn shares(tally: &TableTally) -> Vec<f64> {
    let points: Vec<f64> = tally.points.iter().map(|&points| points as f64 / WIN as f64).collect();
    let all: u64 = tally.points.iter().sum();
    let games = tally.games * WIN;
    if all <= games {
        return points;
    }
    points.iter().map(|points| points * games as f64 / all as f64).collect()
}

/// The interval of 95% for a mean, by the sum of so many values and of their squares.
fn mean_interval(sum: f64, squares: f64, n: f64) -> [f64; 2] {
    let mean = sum / n;
    let variance = ((squares - sum * mean) / (n - 1.0).max(1.0)).max(0.0);
    let half = 1.96 * (variance / n).sqrt();
    [mean - half, mean + half]
}

fn both(interval: [f64; 2], decimals: i32) -> [f64; 2] {
    interval.map(|x| round(x, decimals))
}

/// Rounded to so many decimals; what is not finite is null in JSON.
fn round(x: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (x * factor).round() / factor
}
