//! Builds the arena's configuration from the command line.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::THINKER;
use parlour_ai::arena::{Arena, Openings, OpeningsError, StopRule, one_table, round_robin, with_partners};
use parlour_ai::{HUMAN, RANDOM};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::Pack;
use parlour_table::fresh_seed;
use parlour_table::seats;

use super::Args;
use crate::context::{Context, read_text};
use crate::failure::Failure;

/// Maximum plies of an opening; more are probably a slip.
const LONGEST_OPENING: u32 = 1000;
/// Maximum number of tables; more are probably a slip.
const MAX_TABLES: u128 = 100_000;

impl Args {
    /// The configuration. `seed` is that of an interrupted run.
    ///
    /// # Errors
    /// Inconsistent arguments.
    pub(super) fn arena(&self, context: &Context, seed: Option<u64>) -> Result<Arena, Failure> {
        let name = self.game.as_deref().ok_or_else(|| {
            Failure::Input("arena: name a game, as in `parlour arena en-garde --seats fencer,random`".to_owned())
        })?;
        self.compares_robots(name)?;
        let pack = context.library.load(&context.game(name)?)?;
        let compared = (!self.compare.is_empty()).then(|| self.compare.join(","));
        let read = |list: &str| -> Result<Vec<String>, Failure> {
            let named = seats::parse(list)?;
            Ok(named.iter().map(|text| seats::settled(text, &pack, &context.robots, 1)).collect())
        };
        let mut listed = self.seats.as_deref().or(compared.as_deref()).map(read).transpose()?;
        if self.agreement && listed.is_none() {
            let own = |robot: &String| robot != RANDOM && robot != THINKER;
            listed = Some(context.robots.names(&pack.name).into_iter().filter(own).collect());
        }
        if self.agreement && listed.as_ref().is_none_or(|listed| listed.len() < 2) {
            return Err(Failure::Input("--agreement: it takes two robots; name them with --seats".to_owned()));
        }
        let partners = self.against.as_deref().map(read).transpose()?.unwrap_or_default();
        let is_robin = self.is_robin(&pack, listed.as_ref().map_or(0, Vec::len), partners.is_empty());
        let at_table = match &listed {
            _ if self.agreement => self.table,
            _ if !partners.is_empty() => Some(partners.len() + 1),
            Some(listed) if self.are_teams(&pack, listed.len()) => Some(pack.seats.default),
            _ if is_robin => Some(self.table.unwrap_or(pack.seats.min)),
            listed => listed.as_ref().map(|listed| seats::seats_for(&pack, listed.len())),
        };
        let config =
            Config { variant: self.variant.clone(), seats: at_table, set: self.set.clone(), ..Config::default() };
        let game = pack.configure(&config)?;
        let seats = game.seat_count();
        let mut listed = listed.unwrap_or_else(|| vec![RANDOM.to_owned(); seats]);
        if !self.agreement && game.has_teams() && listed.len() == game.teams().len() && partners.is_empty() {
            // A team's robot sits on all of its seats.
            listed = game.seats().map(|seat| listed[game.team_of(seat)].clone()).collect();
        } else if !self.agreement && !is_robin && partners.is_empty() {
            listed = seats::filled(&game, &context.robots, &listed, |_| RANDOM.to_owned())?;
        }
        if listed.iter().chain(&partners).any(|robot| robot == HUMAN) {
            return Err(Failure::Input("--seats: nobody can be asked in an arena; name robots only".to_owned()));
        }
        let tables = if self.agreement {
            Vec::new()
        } else if !partners.is_empty() {
            with_partners(listed.len(), partners.len())
        } else if is_robin {
            if listed.len() < seats {
                let message = format!("--seats: {} robots can't fill a table of {seats}", listed.len());
                return Err(Failure::Input(message));
            }
            if combinations(listed.len(), seats) > MAX_TABLES {
                return Err(Failure::Input(format!("--seats: more than {MAX_TABLES} tables could be formed")));
            }
            round_robin(listed.len(), seats)
        } else {
            one_table(listed.len())
        };
        let openings = self.openings(&game, &listed, &partners, &tables)?;
        let stop = if self.stop { Some(self.stop_rule((seats, game.teams().len()), tables.len())?) } else { None };
        Ok(Arena {
            robots: listed.into_iter().chain(partners).collect(),
            tables,
            games: self.games,
            openings,
            most_plies: self.ply_limit,
            seed: self.seed.or(seed).unwrap_or_else(fresh_seed),
            time: Duration::from_millis(self.time.unwrap_or(60_000)),
            nodes: if self.time.is_some() { None } else { Some(self.nodes) },
            shard: self.shard,
            jobs: self.jobs(),
            count: self.count.clone(),
            stop,
            ..Arena::new(game, Vec::new())
        })
    }

    /// The number of parallel games.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Refuses folders of rules as players, and robots without opponents.
    fn compares_robots(&self, game: &str) -> Result<(), Failure> {
        let [first, second] = &self.compare[..] else { return Ok(()) };
        let help = if Path::new(first).is_dir() && Path::new(second).is_dir() {
            format!("folders of rules are compared by `parlour --rules {second} impact {game} --against {first}`")
        } else if self.against.is_none() {
            "name those that both play with, as in `--against counter`".to_owned()
        } else {
            return Ok(());
        };
        Err(Failure::Input(format!("--compare: {help}")))
    }

    /// The openings of games.
    pub(super) fn openings(
        &self,
        game: &Arc<Game>,
        listed: &[String],
        partners: &[String],
        tables: &[Vec<usize>],
    ) -> Result<Openings, Failure> {
        let Some(text) = &self.openings else {
            let robots: Vec<&String> = listed.iter().chain(partners).collect();
            let is_random = |table: &Vec<usize>| table.iter().any(|&robot| robots[robot] == RANDOM);
            return Ok(Openings::fitting(game, !tables.is_empty() && tables.iter().all(is_random))?);
        };
        match text.parse::<u32>() {
            Ok(0) => Ok(Openings::Start),
            Ok(plies) if plies <= LONGEST_OPENING => Ok(Openings::Plies(plies)),
            Ok(_) => Err(Failure::Input(format!("--openings: more than {LONGEST_OPENING} plies are no opening"))),
            Err(_) => {
                let path = Path::new(text);
                let openings = Openings::read(text, &read_text(path)?, game);
                openings.map_err(|error| match error {
                    OpeningsError::Faults(faults) => faults.into(),
                    error => Failure::Input(format!("--openings: {error}")),
                })
            }
        }
    }

    /// True if the number of robots is one for each team at the default table.
    fn are_teams(&self, pack: &Pack, listed: usize) -> bool {
        let usual = pack.seats.teams.iter().find(|(seats, _)| *seats == pack.seats.default);
        self.against.is_none() && !self.round_robin && usual.is_some_and(|(_, teams)| teams.len() == listed)
    }

    fn is_robin(&self, pack: &Pack, listed: usize, is_alone: bool) -> bool {
        is_alone && (self.round_robin || self.table.is_some() || listed > pack.seats.max)
    }

    fn stop_rule(&self, (seats, sides): (usize, usize), tables: usize) -> Result<StopRule, Failure> {
        let refuse = |message: String| Err(Failure::Input(format!("--stop: {message}")));
        if tables > 1 {
            return refuse("only the rate of one robot at one table can be settled; there are more tables".to_owned());
        }
        if sides < 2 {
            return refuse(
                "the players of this game don't play against each other, so there is no rate of wins".to_owned(),
            );
        }
        if self.shard.is_some() {
            return refuse("a shard can't know what the others have found; leave out --shard".to_owned());
        }
        if !self.games.is_multiple_of(seats as u64) {
            return refuse(format!("it judges whole rounds; make --games a multiple of {seats}"));
        }
        let fair = 1.0 / sides as f64;
        let (low, high) = self.stop_rates.unwrap_or((fair, fair));
        match StopRule::new(low, high, self.stop_error) {
            Some(rule) => Ok(rule),
            None => refuse("rates and error must be between 0 and 1, and LOW not above HIGH".to_owned()),
        }
    }
}

/// The binomial coefficient: `k`-subsets of `n`.
fn combinations(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1, |all, i| all.saturating_mul(n as u128 - i) / (i + 1))
}
