//! `parlour arena`: robots play each other many times, and the statistics rate them.

mod agreement;
mod league;
mod levels;
mod log;
mod plan;
mod results;
mod table;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use log::Log;
use parlour_ai::arena::{Arena, Progress, Tally};
use parlour_ai::seated::MAX_PLIES;
use results::{Results, read};

use crate::arguments::{MAX_GAMES, MAX_JOBS, MAX_NODES, MAX_TIME, from_one, number, up_to};
use crate::context::{Context, complain};
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::setup::key_value;

/// Lets robots play each other many times: win rates and Elo with intervals of 95%, time for a move, errors.
///
/// A deal is played once with every rotation of the robots round the seats. Everything follows from the seed; the
/// number of threads changes nothing. Robots listed more than once have a line for each place in the list.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// The game.
    game: Option<String>,
    /// The robots, separated by commas, such as `hoarder(patience=3)`, `warlord@100ms` or `exec:COMMAND`; one for each seat.
    /// More than the game has seats: a round robin. Without it, `random` everywhere.
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// Every table that the robots can form, instead of all of them at one.
    #[arg(long)]
    round_robin: bool,
    /// How many sit at a table of a round robin (default: the game's least number of seats).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = from_one::<usize>)]
    table: Option<usize>,
    /// Each robot of --seats at a table with these.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["round_robin", "table"])]
    against: Option<String>,
    /// Begins games after N plies at random, the same for each deal, or at the openings of a file: scenarios separated by
    /// lines of `---` (`.toml`), or a line of actions separated by semicolons for each. Without it 4 plies where neither the
    /// game nor `random` leaves anything to chance, and 0 elsewhere.
    #[arg(long, value_name = "N|FILE")]
    openings: Option<String>,
    /// Breaks a game off that has no ending after N actions: nobody wins it.
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, allow_negative_numbers = true, value_parser = from_one::<u64>)]
    ply_limit: u64,
    /// Two robots or versions of one in the same deals, each at a table with those of --against: by how much the rate of
    /// the first is above that of the second. Rules are compared by `parlour impact`.
    #[arg(long, value_names = ["A", "B"], num_args = 2, conflicts_with_all = ["seats", "round_robin", "table", "stop"])]
    compare: Vec<String>,
    /// Games for each table.
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_GAMES>)]
    games: u64,
    /// Makes everything reproducible; without it a fresh seed is taken.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: Option<u64>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// How many nodes a robot's search may visit for a move.
    #[arg(long, value_name = "N", default_value_t = NODES, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    nodes: u64,
    /// Milliseconds for a move instead of nodes; then the machine has a say in the result.
    #[arg(long, value_name = "MS", conflicts_with = "nodes", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_TIME>)]
    time: Option<u64>,
    /// How many games are played at a time (default: as many as there are cores).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<usize, MAX_JOBS>)]
    jobs: Option<usize>,
    /// Plays one of N parts of the run, by deals; `--merge` puts them together.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Keeps the results in a file while the games are played; the same command goes on with it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes what robots print and how they fail to a file, game by game.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Puts results of shards together, instead of playing.
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = PLAYING)]
    merge: Vec<PathBuf>,
    /// Stops as soon as it is settled whether the first robot's rate is above or below its fair share.
    #[arg(long)]
    stop: bool,
    /// With --stop: stops when it is settled that the rate is above LOW, or that it is below HIGH.
    #[arg(long, value_name = "LOW,HIGH", requires = "stop", value_parser = rates)]
    stop_rates: Option<(f64, f64)>,
    /// With --stop: how probable a wrong verdict may be.
    #[arg(long, value_name = "P", requires = "stop", default_value_t = 0.05, value_parser = number)]
    stop_error: f64,
    /// Shows how often any two of the robots choose alike in the same moments, those of matches among them. Without --seats
    /// all robots of the game, but `random`.
    #[arg(long, conflicts_with_all = AGREEING)]
    agreement: bool,
    /// Plays each level of the game, or of all games, against the one below, and shows the rates as a table in Markdown;
    /// `--games` counts for each pair.
    #[arg(long, conflicts_with_all = LEVELLING)]
    levels: bool,
    /// Plays `--games` matches of a league and shows the ratings of all that were played in it. The file of `--out` keeps the
    /// league, or else one in the user's data; the same command goes on with it. The players are those of `--seats`, of the
    /// file, or all robots. Instead of a game, the file of a league: its matches are replayed, and the ratings are computed from
    /// them again.
    #[arg(long, conflicts_with_all = LEAGUING)]
    league: bool,
    /// Has --statistics show an event, such as `skip`, or the values of its field, such as `sell.number`, by the robot
    /// that acted; may be given again.
    #[arg(long, value_name = "EVENT[.FIELD]")]
    count: Vec<String>,
    /// Shows what the robots do in a game, in the mean, as a table in Markdown.
    #[arg(long)]
    statistics: bool,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

/// The options that determine the games.
const PLAYING: [&str; 20] = [
    "game",
    "seats",
    "round_robin",
    "table",
    "against",
    "games",
    "openings",
    "ply_limit",
    "compare",
    "seed",
    "variant",
    "set",
    "nodes",
    "time",
    "jobs",
    "shard",
    "log",
    "stop",
    "count",
    "stop_rates",
];

/// The options without meaning for `--agreement`.
const AGREEING: [&str; 10] =
    ["round_robin", "against", "compare", "shard", "out", "merge", "stop", "count", "statistics", "stop_rates"];

/// The options without meaning for `--levels`.
const LEVELLING: [&str; 13] = [
    "seats",
    "round_robin",
    "table",
    "against",
    "openings",
    "compare",
    "shard",
    "out",
    "merge",
    "stop",
    "agreement",
    "statistics",
    "json",
];

/// The options without meaning for `--league`.
const LEAGUING: [&str; 12] = [
    "round_robin",
    "against",
    "compare",
    "shard",
    "merge",
    "stop",
    "stop_rates",
    "agreement",
    "levels",
    "statistics",
    "count",
    "log",
];

/// Nodes for a move.
const NODES: u64 = 20_000;

const NOTES: &str = "\
The rate is the share of games won; a win that is shared counts in parts, a game that nobody wins is shared by all. Games \
that are the same, action by action, count once. Its interval is Wilson's over deals: the games of one deal, one from each \
seat, are one observation. 400 points of Elo are odds of 10 to 1 of winning where both sit at the table (Luce's model; with two \
seats, that of Bradley and Terry); robots of the same name are rated together.

A league chooses each round's players so that their match is expected to tell most, which is where the interval of a \
difference of ratings is widest. Ratings are those of Bradley and Terry's model; a draw is half a win, and with more than two \
sides each pair counts by rank. Each match of the file has its save: `parlour replay` shows one that is cut out.

Two folders of rules are compared over the same deals, with the same robots on the same seats, by \
`parlour --rules NEW impact GAME --against OLD`.

--stop bets against the hypotheses, which is right however often one looks (Waudby-Smith and Ramdas, \"Estimating means of \
bounded random variables by betting\", 2024): each verdict is wrong with a probability of at most --stop-error.

Exit status: 0 done; 2 bad usage or bad input; 130 stopped by Ctrl-C, with what there is so far shown and saved.";

/// The interval at which the file of results is written.
const SAVING: Duration = Duration::from_secs(1);

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok((part, parts)),
        _ => Err("expected I/N with I from 1 to N, as in `2/8`".to_owned()),
    }
}

fn rates(text: &str) -> Result<(f64, f64), String> {
    let parts =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    parts.ok_or_else(|| "expected LOW,HIGH, as in `0.5,0.55`".to_owned())
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        if !self.merge.is_empty() {
            return self.merge(context);
        }
        // Must precede the first threads, which robots' machines start.
        interrupt::install();
        if self.agreement {
            return self.agree(context);
        }
        if self.levels {
            return self.levels(context);
        }
        if self.league {
            return self.league(context);
        }
        let results = self.out.as_deref().map(Results::open).transpose()?;
        let earlier = results.as_ref().and_then(|results| results.earlier.clone());
        let arena = self.arena(context, earlier.as_ref().map(|tally| tally.run.seed))?;
        let header = arena.header(&context.robots)?;
        if let (Some(results), Some(earlier)) = (&results, &earlier) {
            results.continues(earlier, &header)?;
        }
        let (tally, is_stopped) = self.play(context, &arena, earlier, results.as_ref())?;
        self.show(context, &tally)?;
        if is_stopped && self.out.is_none() {
            context.screen.say("Stopped. With `--out FILE` a stopped run can be gone on with.");
        } else if is_stopped {
            context.screen.say("Stopped. The same command goes on from here.");
        }
        Ok(if is_stopped { interrupt::status() } else { 0 })
    }

    /// Runs the arena; returns true if Ctrl-C has ended it.
    fn play(
        &self,
        context: &Context,
        arena: &Arena,
        earlier: Option<Tally>,
        results: Option<&Results>,
    ) -> Result<(Tally, bool), Failure> {
        let screen = &context.screen;
        if self.seed.is_none() && !self.json {
            screen.say(&format!("Seed {}.", arena.seed));
        }
        let seats = arena.game.seat_count() as u64;
        if !arena.games.is_multiple_of(seats) {
            screen
                .say(&format!("{} games are not whole rounds of {seats}: not every seat comes up alike.", arena.games));
        }
        let watch = Watch::begin();
        let bar = screen.bar_of_games();
        let mut saved = Instant::now();
        let mut failed = None;
        let mut told = vec![false; arena.robots.len()];
        let mut begun = false;
        let mut progress = |progress: Progress, tally: &Tally| {
            bar.set_length(progress.total);
            bar.set_position(progress.done);
            if !std::mem::replace(&mut begun, true) {
                // Earlier games would distort the estimate of the remaining time.
                bar.reset_eta();
            }
            for (robot, error) in tally.first_errors() {
                if !std::mem::replace(&mut told[robot], true) {
                    bar.suspend(|| screen.fault(format!("{}: {error}; it is moved at random", arena.robots[robot])));
                }
            }
            if let Some(results) = results
                && saved.elapsed() >= SAVING
            {
                // A temporarily full disk must not end hours of games; only the last write has to succeed.
                failed = results.write(tally).err();
                saved = Instant::now();
            }
        };
        if let Some(results) = results.filter(|_| earlier.is_none()) {
            // Reports an unwritable file before any game.
            results.check()?;
        }
        let log = self.log.as_deref().map(Log::create).transpose()?;
        let note = |lines: &str| log.iter().for_each(|log| log.write(lines));
        let note: Option<&(dyn Fn(&str) + Sync)> = if log.is_some() { Some(&note) } else { None };
        let tally = arena.run_with_log(&context.robots, earlier, watch.flag(), &mut progress, note)?;
        if let Some(log) = log {
            log.end()?;
        }
        bar.finish_and_clear();
        let written = results.map_or(Ok(()), |results| results.write(&tally));
        if let Err(failure) = written {
            // The statistics are shown in any case.
            self.show(context, &tally)?;
            return Err(failed.unwrap_or(failure));
        }
        let is_stopped = watch.is_pressed() && !tally.is_complete();
        Ok((tally, is_stopped))
    }

    fn merge(&self, context: &Context) -> Result<u8, Failure> {
        let parts = self.merge.iter().map(|path| read(path)).collect::<Result<Vec<Tally>, _>>()?;
        let missing = missing_games(&parts);
        // Pairwise, so that the message names the file that doesn't fit.
        let mut merged: Option<Tally> = None;
        for (path, part) in self.merge.iter().zip(parts) {
            merged = Some(match merged {
                None => part,
                Some(sum) => Tally::merge(&[sum, part])
                    .map_err(|error| Failure::Input(format!("--merge {}: {error}", path.display())))?,
            });
        }
        let Some(tally) = merged else { return Ok(0) };
        if let Some(path) = &self.out {
            Results::open(path)?.write(&tally)?;
        }
        self.show(context, &tally)?;
        for what in &missing {
            complain(&format!("--merge: {what}."));
        }
        Ok(u8::from(!missing.is_empty()))
    }

    fn show(&self, context: &Context, tally: &Tally) -> Result<(), Failure> {
        let screen = &context.screen;
        if self.json {
            return screen.json(&tally.to_json());
        }
        let standings = tally.standings();
        screen.show_filled(&table::figures(tally, &standings))?;
        for warning in standings.warnings() {
            screen.say(&format!("Warning: {warning}."));
        }
        if self.statistics {
            screen.show(&escape(&table::statistics(tally, &standings)))?;
        }
        Ok(())
    }
}

/// The missing parts of a run, in words: shards without a file, and missing games of the others.
fn missing_games(parts: &[Tally]) -> Vec<String> {
    let mut missing = Vec::new();
    let shards: Vec<(u64, u64)> = parts.iter().filter_map(|part| part.run.shard).collect();
    let is_whole = parts.iter().any(|part| part.run.shard.is_none());
    if let Some(&(_, of)) = shards.first().filter(|_| !is_whole) {
        let is_there = |shard: u64| shards.iter().any(|&(n, all)| n == shard && all == of);
        let absent: Vec<String> =
            (1..=of).filter(|&shard| !is_there(shard)).map(|shard| format!("{shard}/{of}")).collect();
        match absent.as_slice() {
            [] => {}
            [one] => missing.push(format!("shard {one} is missing")),
            several => missing.push(format!("shards {} are missing", several.join(", "))),
        }
    }
    for part in parts.iter().filter(|part| !part.is_complete()) {
        let (played, all) = (part.played(), part.wanted());
        let what = part.run.shard.map_or_else(|| "the run".to_owned(), |(n, of)| format!("shard {n}/{of}"));
        missing.push(format!("{what} is not complete: {played} of {all} games were played"));
    }
    missing
}
