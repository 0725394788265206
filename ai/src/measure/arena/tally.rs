//! Counts of a run: integers only, so that shards merge exactly.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::GameNumber;
use super::sequential::{Rounds, StopRule, Verdict};
use crate::players::seated::MAX_PLIES;

/// Points of a win: divisible by up to ten, so that shared wins are integers.
pub(super) const WIN: u64 = 2520;
/// Errors kept of each robot.
const KEPT: usize = 3;

/// Counts of one robot of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RobotTally {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) points: u64,
    pub(super) score: i64,
    /// The sum of the scores' squares.
    #[serde(default)]
    pub(super) squares: u128,
    pub(super) moves: u64,
    pub(super) micros: u64,
    pub(super) errors: u64,
    /// Games that it resigned.
    #[serde(default)]
    pub(super) resignations: u64,
    /// The first errors, with their games.
    pub(super) first_errors: Vec<(u64, String)>,
    /// Counts of errors by place and message.
    pub(super) errors_by_place: BTreeMap<String, u64>,
    /// Games and points on each seat.
    pub(super) by_seat: Vec<(u64, u64)>,
    /// The sum of its ranks, from 1.
    pub(super) ranks: u64,
    /// Counts of its actions by kind.
    pub(super) actions: BTreeMap<String, u64>,
    /// Counts of the events of its actions by kind.
    pub(super) events: BTreeMap<String, u64>,
    /// Counts of each value of the counted fields of events.
    pub(super) counts: BTreeMap<String, BTreeMap<String, u64>>,
}

impl RobotTally {
    pub(super) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.points += other.points;
        self.score += other.score;
        self.squares += other.squares;
        self.moves += other.moves;
        self.micros += other.micros;
        self.errors += other.errors;
        self.resignations += other.resignations;
        self.first_errors.extend(other.first_errors.iter().cloned());
        self.first_errors.sort();
        self.first_errors.truncate(KEPT);
        add_counts(&mut self.errors_by_place, &other.errors_by_place);
        for (seat, &(games, points)) in other.by_seat.iter().enumerate() {
            if self.by_seat.len() <= seat {
                self.by_seat.resize(seat + 1, (0, 0));
            }
            self.by_seat[seat].0 += games;
            self.by_seat[seat].1 += points;
        }
        self.ranks += other.ranks;
        add_counts(&mut self.actions, &other.actions);
        add_counts(&mut self.events, &other.events);
        for (key, counts) in &other.counts {
            add_counts(self.counts.entry(key.clone()).or_default(), counts);
        }
    }

    pub(super) fn note_error(&mut self, game: u64, error: String) {
        self.errors += 1;
        *self.errors_by_place.entry(place_of(&error)).or_default() += 1;
        if self.first_errors.len() < KEPT {
            self.first_errors.push((game, error));
        }
    }
}

/// The constant part of an error: its place in a file, or else its first words.
fn place_of(error: &str) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let place = error.split([' ', '(', ')']).find(|word| {
        let mut parts = word.trim_end_matches(':').rsplit(':');
        parts.next().is_some_and(is_number) && parts.next().is_some()
    });
    place.map_or_else(
        || error.split(['`', '"']).next().unwrap_or(error).trim().to_owned(),
        |place| place.trim_end_matches(':').to_owned(),
    )
}

fn add_counts(mine: &mut BTreeMap<String, u64>, other: &BTreeMap<String, u64>) {
    for (key, n) in other {
        match mine.get_mut(key) {
            Some(count) => *count += n,
            None => drop(mine.insert(key.clone(), *n)),
        }
    }
}

/// Counts of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableTally {
    pub(super) games: u64,
    pub(super) plies: u64,
    /// Points of each entry.
    pub(super) points: Vec<u64>,
    /// Games ended by the game's ply limit.
    pub(super) cut: u64,
    /// Games broken off without an ending.
    #[serde(default)]
    pub(super) endless: u64,
    /// For each entry and each other one: twice the games in which it ranked ahead, plus once the ties.
    pub(super) ahead: Vec<Vec<u64>>,
}

/// The record of a game by which identical games and games of one deal are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Plain", into = "Plain")]
pub(super) struct Kept {
    /// A hash of the initial position.
    pub(super) start: u64,
    /// A hash of its whole course.
    pub(super) hash: u64,
    /// The points of each entry.
    pub(super) points: Vec<u64>,
}

/// A game in the compact form of files.
type Plain = (u64, u64, Vec<u64>);

impl From<Plain> for Kept {
    fn from((start, hash, points): Plain) -> Self {
        Self { start, hash, points }
    }
}

impl From<Kept> for Plain {
    fn from(kept: Kept) -> Self {
        (kept.start, kept.hash, kept.points)
    }
}

/// Counts of one game.
#[derive(Clone, Debug)]
pub(super) struct GameTally {
    /// Its number in the whole run.
    pub(super) game: u64,
    pub(super) table: usize,
    pub(super) plies: u64,
    /// True if the game's ply limit ended it.
    pub(super) is_cut: bool,
    /// True if it was broken off without an ending.
    pub(super) is_endless: bool,
    pub(super) start: u64,
    pub(super) hash: u64,
    /// The rank of each entry of the table, from 1.
    pub(super) ranks: Vec<u32>,
    /// The seat of each entry of the table.
    pub(super) seats: Vec<usize>,
    /// One for each entry of the table.
    pub(super) places: Vec<RobotTally>,
}

impl GameTally {
    /// The same game with the robots rotated, for a rotation that seats the same ones.
    pub(super) fn turned(&self, by: usize) -> Self {
        let mut game = self.clone();
        game.game += by as u64;
        game.ranks.rotate_right(by);
        game.seats.rotate_right(by);
        game.places.rotate_right(by);
        let errors = game.places.iter_mut().flat_map(|place| &mut place.first_errors);
        errors.for_each(|(number, _)| *number = game.game);
        game
    }

    /// A game ended by a panic of the engine: nobody has won it, and every robot gets the error.
    pub(super) fn broken_off(number: GameNumber, seats: usize, panic: &str) -> Self {
        let mut place = RobotTally { games: 1, draws: 1, points: WIN / seats.max(1) as u64, ..RobotTally::default() };
        place.note_error(number.game, format!("the match broke off: {panic}"));
        Self {
            game: number.game,
            table: number.table,
            plies: 0,
            is_cut: false,
            is_endless: false,
            // Distinct from every other game.
            start: number.deal,
            hash: number.game,
            ranks: vec![1; seats],
            seats: (0..seats).map(|place| (place + seats - number.rotation % seats.max(1)) % seats.max(1)).collect(),
            places: vec![place; seats],
        }
    }
}

/// The default for results that don't store it.
const fn most_plies() -> u64 {
    MAX_PLIES
}

/// The header of a run: everything on which its result depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The game.
    pub game: String,
    /// A hash of its rules.
    pub(super) rules: String,
    /// The variant.
    pub variant: Option<String>,
    pub(super) options: Vec<(String, String)>,
    /// The seed of all chance.
    pub seed: u64,
    /// The robots as listed.
    pub robots: Vec<String>,
    /// Hashes of their files.
    pub(super) files: Vec<String>,
    /// The tables, as indices into the list of robots.
    pub(super) tables: Vec<Vec<usize>>,
    /// True for cooperative and single-player games, in which scores rate the robots.
    #[serde(default)]
    pub together: bool,
    /// Games for each table.
    pub games: u64,
    /// The identity of the openings.
    pub openings: String,
    /// The ply limit after which a game without an ending is broken off.
    #[serde(default = "most_plies")]
    pub most_plies: u64,
    /// Milliseconds per move, or nodes.
    pub limit: String,
    /// The counted events and fields of events.
    pub count: Vec<String>,
    /// The stopping rule.
    pub stop: Option<StopRule>,
    /// The shard and the number of shards; `None` if the run is whole or merged.
    pub shard: Option<(u64, u64)>,
}

/// The result of a run, or of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The header.
    pub run: Run,
    /// The games that were played.
    pub(super) games: BTreeMap<u64, Kept>,
    pub(super) robots: Vec<RobotTally>,
    pub(super) tables: Vec<TableTally>,
    /// With a stopping rule: the counts of the first robot's points per round; identical rounds count once.
    pub(super) rounds: BTreeMap<u64, u64>,
    /// With a stopping rule: the hashes of its games.
    pub(super) known: BTreeSet<u64>,
}

/// The reason why results can't be merged, or a run not resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there are no results to merge")]
    Nothing,
    /// They are of different runs.
    #[error("the results are of different runs: {what} differs")]
    Different {
        /// The field that differs.
        what: &'static str,
    },
    /// A game was counted twice.
    #[error("game {game} is in more than one of the results")]
    Overlap {
        /// The game, from 1.
        game: u64,
    },
}

/// The error of a text that isn't a result of an arena.
#[derive(Debug, thiserror::Error)]
#[error("{file} is not a result of an arena: {reason}")]
pub struct TallyError {
    file: String,
    reason: String,
}

impl Run {
    /// The first field that differs from another run, ignoring the shard.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        [
            ("the game", self.game != other.game),
            ("the variant", self.variant != other.variant),
            ("the list of robots", self.robots != other.robots || self.tables != other.tables),
            ("an option", self.options != other.options),
            ("the game's rules", self.rules != other.rules),
            ("a robot's file", self.files != other.files),
            ("the seed", self.seed != other.seed),
            ("the number of games", self.games != other.games),
            ("where games begin", self.openings != other.openings),
            ("the limit of plies", self.most_plies != other.most_plies),
            ("the budget for a move", self.limit != other.limit),
            ("what is counted", self.count != other.count),
            ("the rule for stopping", self.stop != other.stop),
        ]
        .into_iter()
        .find_map(|(what, differs)| differs.then_some(what))
    }

    /// The seats of a table.
    pub fn seats(&self) -> usize {
        self.tables.first().map_or(0, Vec::len)
    }

    /// The games of this run or shard, in order. A game's number is `(deal * tables + table) * seats + rotation`.
    pub(super) fn own_games(&self) -> impl Iterator<Item = u64> + use<> {
        let (tables, seats, games) = (self.tables.len() as u64, self.seats().max(1) as u64, self.games);
        let (part, parts) = self.shard.unwrap_or((1, 1));
        let deals = (0..games.div_ceil(seats)).filter(move |deal| deal % parts.max(1) == part.saturating_sub(1));
        deals.flat_map(move |deal| {
            let rotations = seats.min(games - deal * seats);
            (0..tables).flat_map(move |table| (0..rotations).map(move |turn| (deal * tables + table) * seats + turn))
        })
    }
}

impl Tally {
    /// An empty result.
    pub(super) fn blank(run: Run) -> Self {
        let table = |table: &Vec<usize>| TableTally {
            games: 0,
            plies: 0,
            points: vec![0; table.len()],
            cut: 0,
            endless: 0,
            ahead: vec![vec![0; table.len()]; table.len()],
        };
        Self {
            games: BTreeMap::new(),
            robots: vec![RobotTally::default(); run.robots.len()],
            tables: run.tables.iter().map(table).collect(),
            rounds: BTreeMap::new(),
            known: BTreeSet::new(),
            run,
        }
    }

    /// True if a game was played.
    pub(super) fn has(&self, game: u64) -> bool {
        self.games.contains_key(&game)
    }

    /// Counts a game.
    pub(super) fn count(&mut self, game: &GameTally) {
        let table = &mut self.tables[game.table];
        table.games += 1;
        table.plies += game.plies;
        table.cut += u64::from(game.is_cut);
        table.endless += u64::from(game.is_endless);
        for (place, tally) in game.places.iter().enumerate() {
            table.points[place] += tally.points;
            for (other, rank) in game.ranks.iter().enumerate().filter(|&(other, _)| other != place) {
                table.ahead[place][other] += match game.ranks[place].cmp(rank) {
                    Ordering::Less => 2,
                    Ordering::Equal => 1,
                    Ordering::Greater => 0,
                };
            }
            let robot = &mut self.robots[self.run.tables[game.table][place]];
            robot.add(tally);
            robot.ranks += u64::from(game.ranks[place]);
            let seat = game.seats[place];
            if robot.by_seat.len() <= seat {
                robot.by_seat.resize(seat + 1, (0, 0));
            }
            robot.by_seat[seat].0 += 1;
            robot.by_seat[seat].1 += tally.points;
        }
        let points = game.places.iter().map(|place| place.points).collect();
        self.games.insert(game.game, Kept { start: game.start, hash: game.hash, points });
    }

    /// Counts a round of a run with a stopping rule, and returns the verdict, if any. A round identical to an earlier
    /// one adds nothing.
    pub(super) fn count_round(&mut self, games: &[GameTally]) -> Option<Verdict> {
        let points = games.iter().filter_map(|game| game.places.first()).map(|place| place.points).sum();
        let hashes: BTreeSet<u64> = games.iter().map(|game| game.hash).collect();
        let is_new = self.known.is_empty() || hashes.iter().any(|hash| !self.known.contains(hash));
        games.iter().for_each(|game| self.count(game));
        self.known.extend(hashes);
        if is_new {
            *self.rounds.entry(points).or_default() += 1;
        }
        self.verdict()
    }

    /// The verdict of the stopping rule.
    pub fn verdict(&self) -> Option<Verdict> {
        self.run.stop?.verdict(&self.outcomes())
    }

    pub(super) fn outcomes(&self) -> Rounds<'_> {
        Rounds { counts: &self.rounds, most: WIN * self.run.seats().max(1) as u64 }
    }

    /// True if no game is left to be played.
    pub fn is_complete(&self) -> bool {
        self.verdict().is_some() || self.played() == self.run.own_games().count() as u64
    }

    /// Games of this run or shard.
    pub fn wanted(&self) -> u64 {
        self.run.own_games().count() as u64
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.tables.iter().map(|table| table.games).sum()
    }

    /// The first error of each robot: its index and the message.
    pub fn first_errors(&self) -> Vec<(usize, &str)> {
        self.robots
            .iter()
            .enumerate()
            .filter_map(|(n, robot)| Some((n, robot.first_errors.first()?.1.as_str())))
            .collect()
    }

    /// Merges the shards of a run.
    ///
    /// # Errors
    /// Parts of different runs, and games that were counted twice.
    pub fn merge(parts: &[Self]) -> Result<Self, MergeError> {
        let (first, rest) = parts.split_first().ok_or(MergeError::Nothing)?;
        let mut out = first.clone();
        for part in rest {
            if let Some(what) = out.run.difference(&part.run) {
                return Err(MergeError::Different { what });
            }
            out.run.shard = None;
            if let Some(game) = part.games.keys().find(|&&game| out.has(game)) {
                return Err(MergeError::Overlap { game: game + 1 });
            }
            out.games.extend(part.games.iter().map(|(game, kept)| (*game, kept.clone())));
            for (mine, theirs) in out.robots.iter_mut().zip(&part.robots) {
                mine.add(theirs);
            }
            for (mine, theirs) in out.tables.iter_mut().zip(&part.tables) {
                mine.games += theirs.games;
                mine.plies += theirs.plies;
                mine.points.iter_mut().zip(&theirs.points).for_each(|(mine, theirs)| *mine += theirs);
                mine.cut += theirs.cut;
                mine.endless += theirs.endless;
                let ahead = mine.ahead.iter_mut().flatten().zip(theirs.ahead.iter().flatten());
                ahead.for_each(|(mine, theirs)| *mine += theirs);
            }
        }
        Ok(out)
    }

    /// Parses a result.
    ///
    /// # Errors
    /// A text that isn't a result, or one that contradicts itself.
    pub fn from_json(file: &str, text: &str) -> Result<Self, TallyError> {
        let error = |reason: String| TallyError { file: file.to_owned(), reason };
        let mut value: serde_json::Value = serde_json::from_str(text).map_err(|e| error(e.to_string()))?;
        let counted = value
            .get_mut("counted")
            .map(serde_json::Value::take)
            .ok_or_else(|| error("it has no key `counted`".to_owned()))?;
        let tally: Self = serde_json::from_value(counted).map_err(|e| error(e.to_string()))?;
        tally.faults().map_or(Ok(()), |reason| Err(error(reason.to_owned())))?;
        Ok(tally)
    }

    /// The first inconsistency of a parsed result.
    fn faults(&self) -> Option<&'static str> {
        let (run, seats) = (&self.run, self.run.seats());
        let fits = |table: &Vec<usize>| table.len() == seats && table.iter().all(|&robot| robot < run.robots.len());
        let fitting = |(table, tally): (&Vec<usize>, &TableTally)| {
            tally.points.len() == table.len()
                && tally.ahead.len() == table.len()
                && tally.ahead.iter().all(|row| row.len() == table.len())
        };
        let sizes = run.tables.iter().zip(&self.tables).all(fitting)
            && self.games.values().all(|kept| kept.points.len() == seats);
        let played = self.games.len() as u64;
        [
            ("its tables don't fit its robots", seats == 0 || !run.tables.iter().all(fits)),
            (
                "it lacks figures",
                self.robots.len() != run.robots.len() || self.tables.len() != run.tables.len() || !sizes,
            ),
            ("its figures are not of the games that it lists", played != self.played()),
        ]
        .into_iter()
        .find_map(|(what, wrong)| wrong.then_some(what))
    }
}
