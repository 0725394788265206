//! What was counted: whole numbers only, so that shards merge exactly.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::GameNumber;
use super::sequential::{Rounds, StopRule, Verdict};
use crate::players::seated::MOST_PLIES;

/// Points are counted in parts of this: a win shared by up to ten is a whole number of them.
pub(super) const WIN: u64 = 2520;
/// How many errors of each robot are kept.
const KEPT: usize = 3;

/// What one robot of the list did.
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
    /// Games that it has given up.
    #[serde(default)]
    pub(super) resignations: u64,
    /// The first errors and the games in which they were made.
    pub(super) first_errors: Vec<(u64, String)>,
    /// How often each error was made, by its place and what was wrong.
    pub(super) errors_by_place: BTreeMap<String, u64>,
    /// Games and points on each seat.
    pub(super) by_seat: Vec<(u64, u64)>,
    /// The sum of the places in which it came in, from 1.
    pub(super) ranks: u64,
    /// How often it took each kind of action.
    pub(super) actions: BTreeMap<String, u64>,
    /// How often each kind of event came of its actions.
    pub(super) events: BTreeMap<String, u64>,
    /// How often each value came in the fields of events that were to be counted.
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

/// The part of an error that is the same each time it is made: its place in a file, or else its first words.
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

/// What came out at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableTally {
    pub(super) games: u64,
    pub(super) plies: u64,
    /// Points of each place.
    pub(super) points: Vec<u64>,
    /// Games that the limit of plies ended.
    pub(super) cut: u64,
    /// Games that had no ending and were broken off.
    #[serde(default)]
    pub(super) endless: u64,
    /// For each place and each other one: twice the games in which it came in before the other, and once those in which
    /// they came in together.
    pub(super) ahead: Vec<Vec<u64>>,
}

/// What is kept of a game, to know games that are the same and to see which of them belong to one deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Plain", into = "Plain")]
pub(super) struct Kept {
    /// A hash of the position in which it began.
    pub(super) start: u64,
    /// A hash of all that happened in it.
    pub(super) hash: u64,
    /// The points of each place.
    pub(super) points: Vec<u64>,
}

/// A game as files hold it, which list many.
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

/// One game.
#[derive(Clone, Debug)]
pub(super) struct GameTally {
    /// Its number in the whole run.
    pub(super) game: u64,
    pub(super) table: usize,
    pub(super) plies: u64,
    /// Whether the limit of plies has ended it.
    pub(super) is_cut: bool,
    /// Whether it was broken off without an ending.
    pub(super) is_endless: bool,
    pub(super) start: u64,
    pub(super) hash: u64,
    /// In which place each place of the table came in, from 1.
    pub(super) ranks: Vec<u32>,
    /// The seat of each place of the table.
    pub(super) seats: Vec<usize>,
    /// By the places of the table.
    pub(super) places: Vec<RobotTally>,
}

impl GameTally {
    /// The same game with every robot so many places further on, where the same ones sit there.
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

    /// A game that a fault of the engine has ended: nobody has won it, and everybody is told why.
    pub(super) fn broken_off(number: GameNumber, seats: usize, panic: &str) -> Self {
        let mut place = RobotTally { games: 1, draws: 1, points: WIN / seats.max(1) as u64, ..RobotTally::default() };
        place.note_error(number.game, format!("the match broke off: {panic}"));
        Self {
            game: number.game,
            table: number.table,
            plies: 0,
            is_cut: false,
            is_endless: false,
            // Like no other game.
            start: number.deal,
            hash: number.game,
            ranks: vec![1; seats],
            seats: (0..seats).map(|place| (place + seats - number.rotation % seats.max(1)) % seats.max(1)).collect(),
            places: vec![place; seats],
        }
    }
}

/// That of results which don't tell it.
const fn most_plies() -> u64 {
    MOST_PLIES
}

/// What a run is: everything on which its outcome depends.
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
    /// The robots as they were listed.
    pub robots: Vec<String>,
    /// Hashes of their files.
    pub(super) files: Vec<String>,
    /// Who sits together, as places in the list of robots.
    pub(super) tables: Vec<Vec<usize>>,
    /// Whether nobody plays against anybody, so that the scores say how good robots are.
    #[serde(default)]
    pub together: bool,
    /// Games for each table.
    pub games: u64,
    /// Where games begin.
    pub openings: String,
    /// After how many actions a game without an ending is broken off.
    #[serde(default = "most_plies")]
    pub most_plies: u64,
    /// Milliseconds for a move, or nodes.
    pub limit: String,
    /// The events and fields of events that were to be counted.
    pub count: Vec<String>,
    /// When it may stop early.
    pub stop: Option<StopRule>,
    /// The part of the run and the number of parts; none if it is whole or was put together.
    pub shard: Option<(u64, u64)>,
}

/// The result of a run, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// What was run.
    pub run: Run,
    /// The games that were played.
    pub(super) games: BTreeMap<u64, Kept>,
    pub(super) robots: Vec<RobotTally>,
    pub(super) tables: Vec<TableTally>,
    /// For a run that may stop early: how often the first robot has made so many points in a round; rounds that are the
    /// same are one.
    pub(super) rounds: BTreeMap<u64, u64>,
    /// For a run that may stop early: the hashes of its games.
    pub(super) known: BTreeSet<u64>,
}

/// Why results can't be merged, or a run not be gone on with.
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
    /// A game was counted twice.
    #[error("game {game} is in more than one of the results")]
    Overlap {
        /// The game, from 1.
        game: u64,
    },
}

/// A text that is not a result of an arena.
#[derive(Debug, thiserror::Error)]
#[error("{file} is not a result of an arena: {reason}")]
pub struct TallyError {
    file: String,
    reason: String,
}

impl Run {
    /// What of another run is not the same, the shard aside.
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

    /// How many sit at a table.
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
    /// A result of which nothing has been played.
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

    /// Whether a game was played.
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

    /// Counts a round of a run that may stop early; says what is settled with it. A round that was played before, action
    /// by action, says nothing new.
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

    /// What a run that may stop early has settled.
    pub fn verdict(&self) -> Option<Verdict> {
        self.run.stop?.verdict(&self.outcomes())
    }

    pub(super) fn outcomes(&self) -> Rounds<'_> {
        Rounds { counts: &self.rounds, most: WIN * self.run.seats().max(1) as u64 }
    }

    /// Whether nothing is left to be played.
    pub fn is_complete(&self) -> bool {
        self.verdict().is_some() || self.played() == self.run.own_games().count() as u64
    }

    /// Games that this run or shard is to play.
    pub fn wanted(&self) -> u64 {
        self.run.own_games().count() as u64
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.tables.iter().map(|table| table.games).sum()
    }

    /// The first error that each robot has made: its name and what happened.
    pub fn first_errors(&self) -> Vec<(usize, &str)> {
        self.robots
            .iter()
            .enumerate()
            .filter_map(|(n, robot)| Some((n, robot.first_errors.first()?.1.as_str())))
            .collect()
    }

    /// Puts the parts of a run together.
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

    /// Reads a result back.
    ///
    /// # Errors
    /// A text that is not a result, or one that contradicts itself.
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

    /// What can't be so in a file that an arena has written.
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
