//! Leagues: ratings over time, computed from a file of matches that anybody can replay.
//!
//! The file has a line of JSON for the terms of the league, one for each player, and one for each match with its save.
//! Ratings are the maximum likelihood of the Bradley-Terry model (Bradley and Terry, "Rank Analysis of Incomplete Block
//! Designs", 1952) by the MM algorithm (Hunter, "MM Algorithms for Generalized Bradley-Terry Models", 2004). A draw is half
//! a win. A match of n sides counts as its pairs by rank, each with the weight 2/n, since a ranking is n - 1 independent
//! comparisons. The next players are those whose match is expected to gain the most information (D-optimal designs:
//! Glickman and Jensen, "Adaptive Paired Comparison Design", 2005), which is where the interval of a difference is widest.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_engine::diagnostic::{Diagnostic, Faults};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::{Match, PlayedBy, Record};
use parlour_engine::rules::Rules;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::play::{Worker, hash};
use super::stats::{Fit, Rating, TablePoints, fit, inverse, rated};
use super::tally::GameTally;
use super::{Arena, GameNumber, Openings};
use crate::measure::runner;
use crate::players::RobotLibrary;
use crate::players::seated::is_endless;
use parlour_search::spec::command;

/// The version of the format.
const FORMAT: u32 = 1;
/// Rounds whose players are chosen together, from the rounds before; so the choice doesn't depend on the number of threads.
const BATCH: u64 = 4;
/// The precision of a player's log strength before its first match, in the choice of players.
const PRIOR: f64 = 0.25;
/// Points of the history of ratings.
const POINTS: usize = 10;

/// The terms of a league: everything but its players on which a match depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    format: u32,
    /// The game.
    pub game: String,
    /// A hash of its rules.
    rules: String,
    /// The variant.
    pub variant: Option<String>,
    /// Every option.
    pub options: Vec<(String, String)>,
    /// The side of each seat, from 0.
    sides: Vec<usize>,
    /// The seed of all chance.
    pub seed: u64,
    /// The identity of the openings.
    pub openings: String,
    /// The ply limit after which a match without an ending is broken off.
    pub most_plies: u64,
    /// Milliseconds per move, or nodes, for players without their own.
    pub limit: String,
}

impl Terms {
    /// The terms of a configuration.
    pub fn of(arena: &Arena) -> Self {
        let game = &arena.game;
        Self {
            format: FORMAT,
            game: game.name().to_owned(),
            rules: format!("{:016x}", game.pack().fingerprint),
            variant: game.variant().map(str::to_owned),
            options: game.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
            sides: game.seats().map(|seat| game.team_of(seat)).collect(),
            seed: arena.seed,
            openings: arena.openings.name(),
            most_plies: arena.most_plies,
            limit: arena.limit(),
        }
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.sides.len()
    }

    /// The number of sides: of matches in a round.
    pub fn side_count(&self) -> usize {
        self.sides.iter().max().map_or(0, |most| most + 1)
    }

    /// The openings, unless they are those of a file.
    pub fn plain_openings(&self) -> Option<Openings> {
        if self.openings == Openings::Start.name() {
            return Some(Openings::Start);
        }
        let plies = self.openings.split(' ').next()?.parse().ok().map(Openings::Plies)?;
        (plies.name() == self.openings).then_some(plies)
    }

    /// The budget of a move: time, or nodes instead.
    pub fn budget(&self) -> Option<(Duration, Option<u64>)> {
        let (number, unit) = self.limit.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        Some(match unit {
            "nodes" => (Duration::from_secs(60), Some(number)),
            _ => (Duration::from_millis(number), None),
        })
    }

    /// The first term that differs.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        [
            ("the game", self.game != other.game),
            ("the game's rules", self.rules != other.rules),
            ("the variant", self.variant != other.variant),
            ("an option", self.options != other.options),
            ("the number of seats", self.sides != other.sides),
            ("the seed", self.seed != other.seed),
            ("where games begin", self.openings != other.openings),
            ("the limit of plies", self.most_plies != other.most_plies),
            ("the budget for a move", self.limit != other.limit),
        ]
        .into_iter()
        .find_map(|(what, differs)| differs.then_some(what))
    }
}

/// A player of a league. A robot whose files have changed is another player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The specification of the robot, program or engine.
    pub name: String,
    /// A hash of its files.
    files: String,
}

impl Entrant {
    /// True for an outside program or an engine.
    pub fn is_program(&self) -> bool {
        command(&self.name).is_some()
    }
}

/// A match of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LeagueMatch {
    /// The round, from 0: one deal, played once with every rotation of the players round the sides.
    round: u64,
    /// The rotation, from 0.
    turn: usize,
    /// The player of each seat, by its number in the file, from 0.
    players: Vec<usize>,
    /// The rank of each seat, from 1.
    ranks: Vec<usize>,
    /// Actions of each seat that were replaced because of errors.
    errors: Vec<u64>,
    /// True if it was broken off without an ending.
    #[serde(default)]
    endless: bool,
    /// A hash of its course, by which identical matches are found.
    course: String,
    /// The save of the match, by which it is replayed.
    save: Record,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    League(Terms),
    Player(Entrant),
    Match(Box<LeagueMatch>),
}

impl Line {
    /// The text, with its line break.
    fn text(&self) -> String {
        // Texts, numbers and lists can always be written.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// The error of a league.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// A file that isn't a league.
    #[error("{file}:{line}: {what}")]
    Malformed {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The fault.
        what: String,
    },
    /// A match that doesn't come out as its line says.
    #[error("{file}:{line}: the match doesn't come out so when it is replayed: {what}")]
    Differs {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The part that differs.
        what: String,
    },
    /// The file can't be written.
    #[error("{0}")]
    Write(#[from] std::io::Error),
    /// Rules or robots that fail.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl From<Diagnostic> for LeagueError {
    fn from(fault: Diagnostic) -> Self {
        Self::Faults(fault.into())
    }
}

/// The standing of a player.
#[derive(Clone, Debug)]
pub struct LeagueStanding {
    /// Its name; with the beginning of the hash of its files where another player has the same name.
    pub name: String,
    /// The rating; the mean of the players is 0, and 400 points are odds of 10 to 1.
    pub rating: f64,
    /// The 95% interval; unbounded for players that met nobody.
    pub interval: [f64; 2],
    /// Matches.
    pub matches: u64,
    /// The share of the points of its pairs, a draw being half a point; `None` if it met nobody.
    pub rate: Option<f64>,
    /// Replaced actions.
    pub errors: u64,
}

/// A league as its file has it.
#[derive(Clone, Debug)]
pub struct League {
    /// The terms.
    pub terms: Terms,
    /// The players, in the order in which they entered.
    pub players: Vec<Entrant>,
    matches: Vec<LeagueMatch>,
    /// The line of each match.
    lines: Vec<usize>,
}

/// A match to be played.
struct Due {
    round: u64,
    turn: usize,
    /// The player of each seat.
    players: Vec<usize>,
}

impl League {
    /// A league without players, and the line with which its file begins.
    pub fn new(terms: Terms) -> (Self, String) {
        let line = Line::League(terms.clone()).text();
        (Self { terms, players: Vec::new(), matches: Vec::new(), lines: Vec::new() }, line)
    }

    /// Reads a file. The last line is ignored if it has no line break: its writer was killed.
    ///
    /// # Errors
    /// A text that isn't a league, with the line at fault.
    pub fn read(file: &str, text: &str) -> Result<Self, LeagueError> {
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut league: Option<Self> = None;
        let mut seen = BTreeSet::new();
        for (n, line) in whole.lines().enumerate() {
            let fault = |what: String| LeagueError::Malformed { file: file.to_owned(), line: n + 1, what };
            let not_one = |what: &dyn std::fmt::Display| fault(format!("this is not a line of a league: {what}"));
            let line: Line = serde_json::from_str(line).map_err(|error| not_one(&error))?;
            match (line, &mut league) {
                (Line::League(terms), none @ None) => {
                    if terms.format != FORMAT {
                        return Err(fault(format!("the league has the format {}; expected {FORMAT}", terms.format)));
                    }
                    let sides = terms.side_count();
                    if sides < 2 || sides > terms.seats() || (0..sides).any(|side| !terms.sides.contains(&side)) {
                        return Err(fault("the sides of the seats are not two or more, numbered from 0".to_owned()));
                    }
                    *none = Some(Self::new(terms).0);
                }
                (Line::League(_), Some(_)) => return Err(fault("the league begins a second time".to_owned())),
                (_, None) => return Err(fault("the first line is not that of a league".to_owned())),
                (Line::Player(player), Some(league)) => league.players.push(player),
                (Line::Match(found), Some(league)) => {
                    let seats = league.terms.seats();
                    let is_fitting = found.players.len() == seats
                        && found.ranks.len() == seats
                        && found.errors.len() == seats
                        && found.turn < league.terms.side_count()
                        && found.players.iter().all(|&player| player < league.players.len());
                    if !is_fitting {
                        return Err(fault("the match doesn't fit the seats and players of the league".to_owned()));
                    }
                    // The same match may have been played by two processes.
                    if seen.insert((found.round, found.turn)) {
                        league.matches.push(*found);
                        league.lines.push(n + 1);
                    }
                }
            }
        }
        league.ok_or_else(|| LeagueError::Malformed {
            file: file.to_owned(),
            line: 1,
            what: "the file is empty; a league begins with a line of its terms".to_owned(),
        })
    }

    /// The number of matches.
    pub fn len(&self) -> usize {
        self.matches.len()
    }

    /// True if there are no matches.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Enters players; returns their numbers, and the lines of those that are new.
    ///
    /// # Errors
    /// Robots that can't be seated.
    pub fn enter(
        &mut self,
        names: &[String],
        game: &Arc<Game>,
        library: &RobotLibrary,
    ) -> Result<(Vec<usize>, String), Faults> {
        let (mut numbers, mut lines) = (Vec::new(), String::new());
        for name in names {
            let files = format!("{:016x}", library.fingerprint(game, name)?);
            let entrant = Entrant { name: name.clone(), files };
            let number = self.players.iter().position(|known| *known == entrant).unwrap_or_else(|| {
                lines.push_str(&Line::Player(entrant.clone()).text());
                self.players.push(entrant);
                self.players.len() - 1
            });
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        Ok((numbers, lines))
    }

    /// Plays matches of the players with these numbers. `write` gets the line of each match as it ends, and `progress` the
    /// number of matches played. Once `stop` is set, matches in progress are dropped.
    ///
    /// # Errors
    /// Rules that fail, and lines that can't be written.
    pub fn play(
        &mut self,
        arena: &Arena,
        library: &RobotLibrary,
        (entered, games): (&[usize], u64),
        stop: &AtomicBool,
        write: &mut dyn FnMut(&str) -> std::io::Result<()>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), LeagueError> {
        let mut played = 0;
        while played < games && !stop.load(Ordering::Acquire) {
            let mut due = self.due(entered);
            due.truncate(usize::try_from(games - played).unwrap_or(usize::MAX));
            let robots = self.players.iter().map(|player| player.name.clone()).collect();
            let arena = Arena { robots, tables: due.iter().map(|due| due.players.clone()).collect(), ..arena.clone() };
            let (arena, due) = (&arena, &due);
            let mut failed = None;
            runner::run(
                (arena.jobs, due.len() as u64),
                &|| stop.load(Ordering::Acquire),
                |end| {
                    let mut worker = Worker::new(arena, library, &[], None, end);
                    move |n| {
                        let table = n as usize;
                        let number = GameNumber { game: n, table, deal: due[table].round, rotation: 0 };
                        let kept = worker.record(number, |played, tally| due[table].record(played, tally))?;
                        Ok(kept.map(|(_, found)| found))
                    }
                },
                &mut |_, found: LeagueMatch| {
                    let line = Line::Match(Box::new(found.clone())).text();
                    self.matches.push(found);
                    self.lines.push(0);
                    played += 1;
                    progress(played);
                    match write(&line) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(error) => {
                            failed = Some(error);
                            ControlFlow::Break(())
                        }
                    }
                },
            )?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// The matches of the first batch of rounds that isn't complete. The players of new rounds are chosen by the batches
    /// before.
    fn due(&self, entered: &[usize]) -> Vec<Due> {
        let sides = self.terms.side_count();
        let mut rounds: BTreeMap<u64, (Vec<usize>, BTreeSet<usize>)> = BTreeMap::new();
        for found in &self.matches {
            let (_, turns) = rounds.entry(found.round).or_insert_with(|| (self.sides_of(found), BTreeSet::new()));
            turns.insert(found.turn);
        }
        // A round whose players don't take part any more stays as it is.
        let is_complete = |round: u64| {
            rounds.get(&round).is_some_and(|(players, turns)| {
                turns.len() == sides || players.iter().any(|player| !entered.contains(player))
            })
        };
        let first = (0..).find(|&round| !is_complete(round)).unwrap_or(0) / BATCH * BATCH;
        let before = self.matches.iter().filter(|found| found.round < first);
        let mut tables = self.tables(before);
        let mut out = Vec::new();
        for round in first..first + BATCH {
            let known = rounds.get(&round);
            let players = known.map_or_else(|| self.next(entered, &tables), |(players, _)| players.clone());
            self.plan(&players, &mut tables);
            for turn in (0..sides).filter(|_| !is_complete(round)) {
                if known.is_some_and(|(_, turns)| turns.contains(&turn)) {
                    continue;
                }
                let at = |&side: &usize| players[(side + turn) % sides];
                out.push(Due { round, turn, players: self.terms.sides.iter().map(at).collect() });
            }
        }
        out
    }

    /// The players of a match by side, as they sit at the first rotation.
    fn sides_of(&self, found: &LeagueMatch) -> Vec<usize> {
        let sides = self.terms.side_count();
        let of_side = |side| self.terms.sides.iter().position(|&other| other == side).map(|seat| found.players[seat]);
        let mut players: Vec<usize> = (0..sides).filter_map(of_side).collect();
        players.rotate_right(found.turn % sides);
        players
    }

    /// The players of a new round by side.
    fn next(&self, entered: &[usize], tables: &[TablePoints]) -> Vec<usize> {
        let sides = self.terms.side_count();
        let Fit { strength, mut information } = fit(self.players.len(), tables, shared(tables, self.players.len()));
        for (n, row) in information.iter_mut().enumerate() {
            row[n] += PRIOR;
        }
        let Some(covariance) = inverse(information) else { return vec![0; sides] };
        let gain = |i: usize, j: usize| {
            let p = strength[i] / (strength[i] + strength[j]);
            p * (1.0 - p) * (covariance[i][i] + covariance[j][j] - 2.0 * covariance[i][j])
        };
        // Of equal gains the first counts.
        let best = |candidates: &mut dyn Iterator<Item = (f64, Vec<usize>)>| {
            candidates.reduce(|best, next| if next.0 > best.0 + 1e-9 { next } else { best }).map(|(_, players)| players)
        };
        let pairs = entered.iter().enumerate().flat_map(|(n, &i)| entered[n + 1..].iter().map(move |&j| (i, j)));
        let mut chosen = best(&mut pairs.map(|(i, j)| (gain(i, j), vec![i, j]))).unwrap_or_else(|| entered.to_vec());
        while chosen.len() < sides.min(entered.len()) {
            let others = entered.iter().filter(|player| !chosen.contains(player));
            let sum = |&player: &usize| chosen.iter().map(|&other| gain(player, other)).sum::<f64>();
            let Some(next) = best(&mut others.map(|player| (sum(player), vec![*player]))) else { break };
            chosen.extend(next);
        }
        // Too few players take several sides each.
        (0..sides).map(|side| chosen[side % chosen.len().max(1)]).collect()
    }

    /// Adds the expected points of a round, so that the next one of its batch is among others.
    fn plan(&self, players: &[usize], tables: &mut Vec<TablePoints>) {
        let turns = players.len() as f64;
        for (n, &i) in players.iter().enumerate() {
            for &j in players[n + 1..].iter().filter(|&&j| j != i) {
                let games = turns * 2.0 / players.len() as f64;
                tables.push(TablePoints { robots: vec![i, j], games, points: vec![games / 2.0; 2] });
            }
        }
    }

    /// Distinct matches, in the order of rounds; of those with the same course the first.
    fn distinct<'a>(&self, matches: impl Iterator<Item = &'a LeagueMatch>) -> Vec<&'a LeagueMatch> {
        let mut matches: Vec<&LeagueMatch> = matches.collect();
        matches.sort_by_key(|found| (found.round, found.turn));
        let mut seen = BTreeSet::new();
        matches.retain(|found| seen.insert((&found.players, &found.course)));
        matches
    }

    /// The points of each pair of players.
    fn tables<'a>(&self, matches: impl Iterator<Item = &'a LeagueMatch>) -> Vec<TablePoints> {
        let mut pairs: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
        let sides = self.terms.side_count();
        let first = |side: usize| self.terms.sides.iter().position(|&other| other == side).unwrap_or(0);
        for found in self.distinct(matches) {
            for (a, b) in (0..sides).flat_map(|a| (a + 1..sides).map(move |b| (first(a), first(b)))) {
                let (i, j) = (found.players[a], found.players[b]);
                if i == j {
                    continue;
                }
                let (a, b, i, j) = if i < j { (a, b, i, j) } else { (b, a, j, i) };
                let won = match found.ranks[a].cmp(&found.ranks[b]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                let weight = 2.0 / sides as f64;
                let pair = pairs.entry((i, j)).or_default();
                *pair = (pair.0 + weight, pair.1 + weight * won);
            }
        }
        let table = |((i, j), (games, won)): ((usize, usize), (f64, f64))| TablePoints {
            robots: vec![i, j],
            games,
            points: vec![won, games - won],
        };
        pairs.into_iter().map(table).collect()
    }

    /// The standings of the players, the best first.
    pub fn standings(&self) -> Vec<LeagueStanding> {
        let mut out = self.standings_of(&self.matches);
        out.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        out
    }

    /// The standings after some matches, in the order of the players.
    fn standings_of(&self, matches: &[LeagueMatch]) -> Vec<LeagueStanding> {
        let tables = self.tables(matches.iter());
        let count = self.players.len();
        let ratings = rated(&fit(count, &tables, shared(&tables, count)));
        let standing = |(n, (player, Rating { elo, interval })): (usize, (&Entrant, Rating))| {
            let is_named_twice = self.players.iter().filter(|other| other.name == player.name).count() > 1;
            let mine = matches.iter().filter(|found| found.players.contains(&n));
            let (mut games, mut won) = (0.0, 0.0);
            for table in &tables {
                for (_, points) in table.robots.iter().zip(&table.points).filter(|(robot, _)| **robot == n) {
                    (games, won) = (games + table.games, won + points);
                }
            }
            let has_met = games > 0.0;
            LeagueStanding {
                name: match is_named_twice {
                    true => format!("{} [{}]", player.name, player.files.get(..4).unwrap_or_default()),
                    false => player.name.clone(),
                },
                rating: elo,
                interval: if has_met { interval } else { [f64::NEG_INFINITY, f64::INFINITY] },
                matches: mine.clone().count() as u64,
                rate: has_met.then(|| won / games),
                errors: mine
                    .flat_map(|found| found.players.iter().zip(&found.errors))
                    .filter_map(|(&player, errors)| (player == n).then_some(errors))
                    .sum(),
            }
        };
        self.players.iter().zip(ratings).enumerate().map(standing).collect()
    }

    /// The standings, and the ratings over time.
    pub fn to_json(&self) -> Value {
        let number = |x: f64| if x.is_finite() { json!(x) } else { Value::Null };
        let standing = |standing: &LeagueStanding| {
            json!({
                "name": standing.name,
                "rating": standing.rating,
                "ci95": standing.interval.map(number),
                "matches": standing.matches,
                "rate": standing.rate,
                "errors": standing.errors,
            })
        };
        let mut matches = self.matches.clone();
        matches.sort_by_key(|found| (found.round, found.turn));
        let mut counts: Vec<usize> = (1..=POINTS).map(|n| matches.len() * n / POINTS).filter(|&n| n > 0).collect();
        counts.dedup();
        let moment = |count: usize| {
            let ratings: Vec<f64> = self.standings_of(&matches[..count]).iter().map(|one| one.rating).collect();
            json!({ "matches": count, "ratings": ratings })
        };
        json!({
            "game": self.terms.game,
            "variant": self.terms.variant,
            "seats": self.terms.seats(),
            "seed": self.terms.seed,
            "limit": self.terms.limit,
            "matches": self.len(),
            "distinct": self.distinct(self.matches.iter()).len(),
            "standings": self.standings().iter().map(standing).collect::<Vec<_>>(),
            "entered": self.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
            "over_time": counts.into_iter().map(moment).collect::<Vec<_>>(),
        })
    }

    /// Distinct matches.
    pub fn distinct_count(&self) -> usize {
        self.distinct(self.matches.iter()).len()
    }

    /// Replays every match by the rules of a library, and checks that it comes out as its line says.
    ///
    /// # Errors
    /// A match that comes out otherwise, or that the rules don't allow.
    pub fn replay(
        &self,
        file: &str,
        library: &Library,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), LeagueError> {
        let pack = library.load(&self.terms.game)?;
        let mut host: Option<Rules> = None;
        for (n, (found, &line)) in self.matches.iter().zip(&self.lines).enumerate() {
            let differs = |what: String| LeagueError::Differs { file: file.to_owned(), line, what };
            let save = &found.save;
            let names: Vec<&String> = found.players.iter().map(|&player| &self.players[player].name).collect();
            if !save.players.iter().eq(names) {
                return Err(differs("the save names other players".to_owned()));
            }
            let rules = match host.take().filter(|_| save.scenario.is_none()) {
                Some(rules) => rules,
                None => Rules::new(pack.configure(&save.config(&pack)?)?)?,
            };
            let terms = (rules.game().name(), rules.game().variant(), &save.options);
            if terms != (self.terms.game.as_str(), self.terms.variant.as_deref(), &self.terms.options) {
                return Err(differs("the save is of another game, variant or option".to_owned()));
            }
            let played = save.replay_by(rules, None).map_err(|error| differs(error.to_string()))?;
            if format!("{:016x}", hash(&played)?) != found.course {
                return Err(differs("its course is another".to_owned()));
            }
            if found.endless != is_endless(&played, self.terms.most_plies)
                || ranks(&played, found.endless) != found.ranks
            {
                return Err(differs("the ranks are others".to_owned()));
            }
            if save.scenario.is_none() {
                host = Some(played.into_host());
            }
            if !progress(n + 1) {
                break;
            }
        }
        Ok(())
    }
}

impl Due {
    /// The line of a match that is over.
    fn record(&self, played: &Match, tally: &GameTally) -> LeagueMatch {
        LeagueMatch {
            round: self.round,
            turn: self.turn,
            players: self.players.clone(),
            ranks: ranks(played, tally.is_endless),
            errors: tally.places.iter().map(|place| place.errors).collect(),
            endless: tally.is_endless,
            course: format!("{:016x}", tally.hash),
            // The rules stand in the terms.
            save: Record { rules: PlayedBy::default(), ..played.record() },
        }
    }
}

/// The rank of each seat, from 1: a match that nobody wins is drawn by all.
fn ranks(played: &Match, is_endless: bool) -> Vec<usize> {
    let (game, state) = (played.game(), played.state());
    let mut ranks = vec![1; game.seat_count()];
    if !is_endless && game.seats().any(|seat| state.has_won(seat)) {
        game.ranking(state).into_iter().for_each(|(seat, rank): (Seat, usize)| ranks[seat.index()] = rank);
    }
    ranks
}

/// Shared games of each pair that met, as a prior: one for each player in all, and at most one for a pair.
fn shared(tables: &[TablePoints], players: usize) -> f64 {
    let met: BTreeSet<&Vec<usize>> = tables.iter().map(|table| &table.robots).collect();
    (players as f64 / met.len().max(1) as f64).min(1.0)
}
