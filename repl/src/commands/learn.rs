//! `parlour learn`: learns an evaluation of a game by self-play.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_ai::Evaluation;
use parlour_ai::self_play::SelfPlay;
use parlour_engine::game::Config;
use parlour_table::fresh_seed;
use parlour_table::whole_file::{WholeFile, write_whole};
use serde_json::json;

use crate::arguments::number;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::setup::key_value;

/// Learns an evaluation of a game by self-play, by temporal differences. Its file is a robot of the game.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// The game.
    game: String,
    /// The minutes of self-play.
    #[arg(long, value_name = "M", default_value_t = MINUTES, allow_negative_numbers = true, value_parser = minutes)]
    minutes: f64,
    /// The file of the evaluation; an earlier one is learnt further [default: learnt.eval in the game's folder of robots].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The number of seats [default: the fewest].
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The seed of the matches; without it a fresh one is taken.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: Option<u64>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

/// Minutes for which a game is learnt.
const MINUTES: f64 = 10.0;

/// Reads minutes.
fn minutes(text: &str) -> Result<f64, String> {
    let found = number(text).ok().filter(|minutes| (0.001..=100_000.0).contains(minutes));
    found.ok_or_else(|| "expected minutes, such as 10 or 0.5".to_owned())
}

const NOTES: &str = "\
Ctrl-C ends it, and the file is written; the same command goes on from there.

Exit status: 0 done; 2 bad usage or bad input; 130 stopped by Ctrl-C.";

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        interrupt::install();
        let pack = context.library.load(&context.game(&self.game)?)?;
        let config = Config {
            variant: self.variant.clone(),
            seats: Some(self.players.unwrap_or(pack.seats.min)),
            set: self.set.clone(),
            ..Config::default()
        };
        let game = pack.configure(&config)?;
        let path = self.out.clone().unwrap_or_else(|| match context.robots.folders() {
            [folder, ..] => folder.join(game.name()).join("learnt.eval"),
            [] => Path::new(game.name()).join("learnt.eval"),
        });
        let unreadable = |error: std::io::Error| Failure::Input(format!("{}: {error}", path.display()));
        let from = if path.exists() {
            let bytes = std::fs::read(&path).map_err(unreadable)?;
            Some(Evaluation::from_bytes(&bytes, &path.display().to_string(), &game)?)
        } else {
            None
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(unreadable)?;
        }
        WholeFile::open(&path)?;
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let screen = &context.screen;
        let is_together = game.is_together();
        if !self.json {
            let begun = from.as_ref().map_or(String::new(), |from| {
                format!(" It goes on from {}.", parlour_engine::english::count(from.games, "match"))
            });
            let fresh = if self.seed.is_none() { format!(" Seed {seed}.") } else { String::new() };
            screen.say(&format!("Learning {} for {} minutes.{fresh}{begun}", pack.title, self.minutes));
            let strength = if is_together { "mean score" } else { "won against random" };
            screen.say(&format!("{:>12}  {strength}, looking one action ahead", "matches"));
        }
        let learning = SelfPlay {
            game: game.clone(),
            seed,
            time: Duration::from_secs_f64(60.0 * self.minutes),
            games: None,
            from,
        };
        let watch = Watch::begin();
        let mut curve = Vec::new();
        let learnt = learning.run(watch.flag(), &mut |point| {
            if !self.json {
                let strength = if is_together {
                    format!("{:.1}", point.strength)
                } else {
                    format!("{:.0}%", 100.0 * point.strength)
                };
                screen.say(&format!("{:>12}  {strength}", point.games));
            }
            curve.push(json!({ "games": point.games, "strength": point.strength, "trials": point.trials }));
        })?;
        let bytes = learnt.to_bytes(&game).map_err(unreadable)?;
        write_whole(&path, &bytes)?;
        let is_stopped = watch.flag().load(Ordering::Relaxed);
        if self.json {
            screen.json(&json!({
                "game": game.name(),
                "variant": game.variant(),
                "seats": game.seat_count(),
                "seed": seed,
                "games": learnt.games,
                "plies": learnt.plies,
                "curve": curve,
                "file": path.display().to_string(),
                "bytes": bytes.len(),
            }))?;
        } else {
            let matches = parlour_engine::english::count(learnt.games, "match");
            let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            screen.show_filled(&escape(&format!(
                "{} with {} plies. Written to {} ({} KB). In a folder ROBOTS/{} it is the robot `{name}`: `parlour arena {} \
                 --robots ROBOTS --seats {name},thinker`.",
                matches,
                learnt.plies,
                path.display(),
                bytes.len().div_ceil(1024),
                game.name(),
                game.name()
            )))?;
        }
        Ok(if is_stopped { interrupt::status() } else { 0 })
    }
}
