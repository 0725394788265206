//! Matches between adjacent levels of a game.

use parlour_ai::arena::{Arena, Figures, Openings, Tally, wilson};
use parlour_ai::{HUMAN, RANDOM};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::Pack;
use parlour_table::{Level, fresh_seed, seats};
use std::sync::Arc;
use std::time::Duration;

use super::Args;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;

/// The columns of the table, with widths.
const COLUMNS: [(&str, usize); 6] =
    [("game", 17), ("level", 6), ("robot", 26), ("ms", 6), ("against the one below", 21), ("95%", 11)];

/// The results of a level.
struct Shown {
    /// Milliseconds per move.
    ms: f64,
    /// The rate against the level below, or the score in cooperative and single-player games.
    result: Option<(String, String)>,
}

impl Args {
    /// Plays each level of a game, or of all, against the one below, and writes a Markdown table row by row.
    pub(super) fn levels(&self, context: &Context) -> Result<u8, Failure> {
        let screen = &context.screen;
        let games = match &self.game {
            Some(game) => vec![context.game(game)?],
            None => context.library.names(),
        };
        let seed = self.seed.unwrap_or_else(fresh_seed);
        if self.seed.is_none() {
            screen.say(&format!("Seed {seed}."));
        }
        let watch = Watch::begin();
        screen.show(&row(COLUMNS.map(|(name, _)| name.to_owned())))?;
        screen.show(&row(COLUMNS.map(|(_, width)| "-".repeat(width))))?;
        for name in games {
            let pack = context.library.load(&name)?;
            for (level, robot, shown) in self.of_game(context, &pack, seed, &watch)? {
                let (ms, (result, interval)) = shown.map_or_else(Default::default, |shown| {
                    (format!("{:.1}", shown.ms), shown.result.unwrap_or_default())
                });
                screen.show(&row([name.clone(), level.name().to_owned(), robot, ms, result, interval]))?;
            }
            if watch.is_pressed() {
                return Ok(interrupt::status());
            }
        }
        Ok(0)
    }

    /// The levels of a game with their robots and results; empty if all are the same.
    fn of_game(
        &self,
        context: &Context,
        pack: &Arc<Pack>,
        seed: u64,
        watch: &Watch,
    ) -> Result<Vec<(Level, String, Option<Shown>)>, Failure> {
        let seats =
            if pack.seats.is_together() { pack.seats.default } else { pack.seats.min.max(2).min(pack.seats.max) };
        let config =
            Config { variant: self.variant.clone(), seats: Some(seats), set: self.set.clone(), ..Config::default() };
        let game = pack.configure(&config)?;
        let levels = Level::ALL.map(|level| (level, level.robot(pack, &context.robots, 1)));
        let has_levels = seats::has_levels(pack, &context.robots);
        let mut out: Vec<(Level, String, Option<Shown>)> = Vec::new();
        for (level, robot) in levels {
            let below = out.last().map(|(_, below, _)| below.clone());
            if !has_levels || watch.is_pressed() {
                out.push((level, robot, None));
                continue;
            }
            let shown = if game.is_together() {
                let tally = self.table_of(context, &game, vec![robot.clone(); seats], seed, watch)?;
                tally
                    .standings()
                    .figures()
                    .first()
                    .map(|figures| Shown { ms: figures.ms_per_move, result: Some(score(figures)) })
            } else if let Some(below) = below {
                let robots = std::iter::once(robot.clone()).chain(vec![below; seats - 1]).collect();
                let tally = self.table_of(context, &game, robots, seed, watch)?;
                let figures = tally.standings().figures();
                if let (Some(figures), Some((_, _, easiest @ None))) = (figures.get(1), out.last_mut()) {
                    *easiest = Some(Shown { ms: figures.ms_per_move, result: None });
                }
                figures.first().map(|figures| Shown { ms: figures.ms_per_move, result: Some(rate(&tally, figures)) })
            } else {
                None
            };
            out.push((level, robot, shown));
        }
        Ok(out)
    }

    /// Plays the games of one table.
    fn table_of(
        &self,
        context: &Context,
        game: &Arc<Game>,
        robots: Vec<String>,
        seed: u64,
        watch: &Watch,
    ) -> Result<Tally, Failure> {
        if robots.iter().any(|robot| robot == HUMAN) {
            return Err(Failure::Input("--levels: nobody can be asked in an arena".to_owned()));
        }
        let openings = Openings::fitting(game, robots.iter().any(|robot| robot == RANDOM))?;
        let arena = Arena {
            games: self.games,
            openings,
            most_plies: self.ply_limit,
            seed,
            time: Duration::from_millis(self.time.unwrap_or(60_000)),
            nodes: if self.time.is_some() { None } else { Some(self.nodes) },
            jobs: self.jobs(),
            ..Arena::new(game.clone(), robots)
        };
        let bar = context.screen.bar_of_games();
        let tally = arena.run(&context.robots, None, watch.flag(), &mut |progress, _| {
            bar.set_length(progress.total);
            bar.set_position(progress.done);
        })?;
        bar.finish_and_clear();
        for (robot, error) in tally.first_errors() {
            context.screen.fault(format!("{}: {error}; it is moved at random", arena.robots[robot]));
        }
        Ok(tally)
    }
}

/// The rate at which the first robot ranked ahead of one of the others, with its interval.
fn rate(tally: &Tally, figures: &Figures) -> (String, String) {
    let (rate, interval) = if tally.run.seats() == 2 {
        (figures.rate, figures.rate_interval)
    } else {
        // Against several opponents all pairs count; the games of one deal are one cluster.
        let pairs = tally.pairs().into_iter().next().unwrap_or_default();
        let met: Vec<f64> = pairs.into_iter().flatten().collect();
        let rate = met.iter().sum::<f64>() / met.len().max(1) as f64;
        (rate, wilson(rate, tally.played() as f64 / tally.run.seats() as f64))
    };
    let [low, high] = interval.map(|x| 100.0 * x);
    (format!("{:.0}%", 100.0 * rate), format!("{low:.0}-{high:.0}"))
}

/// The score in cooperative and single-player games, with its interval.
fn score(figures: &Figures) -> (String, String) {
    let [low, high] = figures.score_interval;
    (format!("scores {:.1}", figures.mean_score), format!("{low:.1}-{high:.1}"))
}

/// A row of the table: text left-aligned, numbers right-aligned.
fn row(cells: [String; 6]) -> String {
    let cell = |(n, text): (usize, String)| {
        let width = COLUMNS[n].1;
        if n < 3 { format!("| {text:width$} ") } else { format!("| {text:>width$} ") }
    };
    escape(&(cells.into_iter().enumerate().map(cell).collect::<String>() + "|"))
}
