//! `parlour learn`: learns a robot's weights from matches.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_ai::Evaluation;
use parlour_ai::learn::{Learning, Learnt, MOST_UNITS, Outcome, Part, Placed, Progress, Unit};
use parlour_ai::self_play::SelfPlay;
use parlour_engine::game::Config;
use parlour_table::fresh_seed;
use parlour_table::whole_file::{WholeFile, write_whole};
use serde_json::json;

use crate::arguments::{MOST_GAMES, number, up_to};
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::partners::{self, Seated, Setting};

/// Lets a robot learn weights from matches: whether its seat won, by how much, or what it chose, is explained by the numbers
/// with which the `features` of its file describe its moments. The weights are written to the file that it names.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// A game, whose positions are learnt by self-play; or a robot that learns weights of its own: GAME/NAME, with
    /// parameters if they aren't the defaults, as in `en-garde/pupil(curious=0.2)`.
    robot: String,
    /// For a game: how long it learns.
    #[arg(long, value_name = "M", default_value_t = MINUTES, allow_negative_numbers = true, value_parser = minutes)]
    minutes: f64,
    /// For a game: the file of the evaluation; an earlier one is learnt further [default: learnt.eval in the game's folder
    /// of robots].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// For a game: so many seats [default: the fewest].
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// With whom it plays at one table, separated by commas (default: itself on every seat).
    #[arg(long, value_name = "LIST")]
    against: Option<String>,
    /// Matches; a fifth of them is only there to see what was learnt.
    #[arg(long, value_name = "N", default_value_t = 2_000, allow_negative_numbers = true, value_parser = up_to::<u64, MOST_GAMES>)]
    games: u64,
    #[command(flatten)]
    setting: Setting,
    /// How strongly weights are kept near 0: as so many moments would that say so.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = up_to::<u64, MOST_GAMES>)]
    ridge: u64,
    /// How much more how a match came out counts than what is predicted for the moments that came next in it, 0 to 1.
    /// Below 1 less is left to chance, but errors of the description are passed on.
    #[arg(long, value_name = "P", default_value_t = 1.0, allow_negative_numbers = true, value_parser = part)]
    lambda: f64,
    /// Adds a hidden layer of so many units, which finds out as well what numbers mean together.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<usize, { MOST_UNITS as u64 }>)]
    hidden: Option<usize>,
    /// How often the hidden layer goes through all moments.
    #[arg(long, value_name = "N", default_value_t = PASSES, requires = "hidden", allow_negative_numbers = true, value_parser = up_to::<u32, MOST_PASSES>)]
    passes: u32,
    /// Prints the weights instead of writing them to the file.
    #[arg(long)]
    print: bool,
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

/// The default number of epochs; a few suffice for many examples.
const PASSES: u32 = 10;
const MOST_PASSES: u64 = 10_000;

const NOTES: &str = "\
Who wins is learnt by logistic regression, the margin of the scores by least squares, what the robot chooses by logistic \
regression over all that it could have chosen, each with a ridge. A hidden layer of rectified units learns by Adam. Of each five deals \
the last is held out, and what was learnt is measured there.

Exit status: 0 done; 2 bad usage or bad input; 130 stopped by Ctrl-C, with nothing written.";

/// Parses a fraction.
fn part(text: &str) -> Result<f64, String> {
    number(text)
        .ok()
        .filter(|part| (0.0..=1.0).contains(part))
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        interrupt::install();
        if !self.robot.contains('/') {
            return self.by_self_play(context);
        }
        let against = self.against.as_deref().map(partners::named).transpose()?;
        let seated = Seated::new(context, &self.robot, against, &self.setting)?;
        let learning = Learning {
            openings: seated.openings()?,
            game: seated.game,
            robot: seated.robot,
            against: seated.against,
            games: self.games,
            seed: self.setting.seed.unwrap_or_else(fresh_seed),
            ridge: self.ridge as f64,
            lambda: self.lambda,
            hidden: self.hidden.unwrap_or_default(),
            passes: self.passes,
            nodes: self.setting.nodes,
            jobs: self.setting.jobs(),
        };
        let lesson = learning.lesson(&context.robots)?;
        let file = self.file(context, &learning, &lesson.file)?;
        if self.setting.seed.is_none() && !self.json {
            context.screen.say(&format!("Seed {}.", learning.seed));
        }
        file.as_deref().map(WholeFile::open).transpose()?;
        let watch = Watch::begin();
        let bar = context.screen.progress_bar(self.games, "{pos} of {len} matches, {eta} left {msg}");
        let learnt = learning.run(&context.robots, watch.flag(), &mut |progress| match progress {
            Progress::Matches(done) => bar.set_position(done),
            Progress::Passes(done) => bar.set_message(format!("{done} of {} passes", self.passes)),
        })?;
        bar.finish_and_clear();
        let Some(learnt) = learnt else {
            context.screen.say("Stopped; nothing was learnt.");
            return Ok(interrupt::status());
        };
        let text = learnt.text(&self.command(learning.seed));
        if let Some(path) = &file {
            write_whole(path, &text)?;
        }
        self.show(context, &learning, &learnt, (&text, file.as_deref()))?;
        Ok(0)
    }

    /// Learns an evaluation of a game.
    fn by_self_play(&self, context: &Context) -> Result<u8, Failure> {
        let setting = &self.setting;
        let pack = context.library.load(&context.game(&self.robot)?)?;
        let config = Config {
            variant: setting.variant.clone(),
            seats: Some(self.players.unwrap_or(pack.seats.min)),
            set: setting.set.clone(),
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
        let seed = setting.seed.unwrap_or_else(fresh_seed);
        let screen = &context.screen;
        let is_together = game.is_together();
        if !self.json {
            let begun = from.as_ref().map_or(String::new(), |from| {
                format!(" It goes on from {}.", parlour_engine::english::count(from.games, "match"))
            });
            let fresh = if setting.seed.is_none() { format!(" Seed {seed}.") } else { String::new() };
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

    /// The output file of the weights; `None` if they are printed.
    fn file(&self, context: &Context, learning: &Learning, file: &str) -> Result<Option<PathBuf>, Failure> {
        if self.print {
            return Ok(None);
        }
        let name = parlour_ai::spec::read_robot(&learning.robot)?.name;
        let Some(folder) = context.robots.folder(learning.game.name(), &name)? else {
            let message =
                format!("the robot `{name}` is built in, and its weights can't be written; `--print` shows them");
            return Err(Failure::Input(message));
        };
        Ok(Some(folder.join(file)))
    }

    /// The command that reproduces the weights.
    fn command(&self, seed: u64) -> String {
        let quoted = |text: &str| {
            let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./,=@".contains(c));
            if is_plain { text.to_owned() } else { format!("\"{text}\"") }
        };
        let mut out = format!("parlour learn {}", quoted(&self.robot));
        let mut add = |option: &str, value: &str| out.push_str(&format!(" --{option} {}", quoted(value)));
        self.against.iter().for_each(|list| add("against", list));
        self.setting.variant.iter().for_each(|variant| add("variant", variant));
        self.setting.set.iter().for_each(|(key, value)| add("set", &format!("{key}={value}")));
        for (option, value) in
            [("games", self.games), ("nodes", self.setting.nodes), ("ridge", self.ridge), ("seed", seed)]
        {
            add(option, &value.to_string());
        }
        if self.lambda < 1.0 {
            add("lambda", &self.lambda.to_string());
        }
        if let Some(hidden) = self.hidden {
            add("hidden", &hidden.to_string());
            if self.passes != PASSES {
                add("passes", &self.passes.to_string());
            }
        }
        out
    }

    fn show(
        &self,
        context: &Context,
        learning: &Learning,
        learnt: &Learnt,
        (text, file): (&str, Option<&Path>),
    ) -> Result<(), Failure> {
        let (screen, proof, outcome) = (&context.screen, &learnt.proof, learnt.lesson.outcome);
        if self.json {
            let by_path = |weights: &Placed| {
                let named = weights.iter().map(|(path, weight)| (Part::path(path), json!(weight)));
                named.collect::<serde_json::Map<_, _>>()
            };
            let unit =
                |unit: &Unit<Placed>| json!({ "bias": unit.bias, "out": unit.out, "weights": by_path(&unit.weights) });
            let groups = proof
                .groups
                .iter()
                .map(|group| json!({ "moments": group.moments, "predicted": group.predicted, "came": group.came }));
            return screen.json(&json!({
                "game": learning.game.name(),
                "robot": learning.robot,
                "outcome": outcome.name(),
                "seed": learning.seed,
                "games": learnt.games,
                "moments": learnt.moments,
                "held_out": {
                    "games": proof.games,
                    "moments": proof.moments,
                    "error": proof.error,
                    "blind": proof.blind,
                    "hits": proof.hits,
                    "groups": groups.collect::<Vec<_>>(),
                },
                "bias": learnt.bias,
                "weights": by_path(&learnt.weights),
                "hidden": learnt.hidden.iter().map(unit).collect::<Vec<_>>(),
                "file": file.map(|file| file.display().to_string()),
            }));
        }
        let Learnt { games, moments, weights, .. } = learnt;
        let layer = match learnt.hidden.len() {
            0 => String::new(),
            units => format!(" and a hidden layer of {units}"),
        };
        screen.show_filled(&format!(
            "{}{layer} from {} of {}.",
            parlour_engine::english::count(weights.len(), "weight"),
            parlour_engine::english::count(moments, "moment"),
            parlour_engine::english::count(games, "match")
        ))?;
        let error = match outcome {
            Outcome::Won => format!(
                "the logarithmic loss is {:.4}, where who knows only the rate has {:.4}",
                proof.error, proof.blind
            ),
            Outcome::Margin => format!(
                "the usual error is {:.2}, where who knows only the mean has {:.2}: R2 is {:.3}",
                proof.error,
                proof.blind,
                proof.explained()
            ),
            Outcome::Chosen => format!(
                "the logarithmic loss is {:.4}, where who takes all actions for as likely has {:.4}, and {:.0}% of the \
                 choices are foreseen",
                proof.error,
                proof.blind,
                100.0 * proof.hits.unwrap_or_default()
            ),
        };
        screen.show_filled(&format!(
            "In {} other matches, with {} moments, {error}. There came, where was predicted:",
            proof.games, proof.moments
        ))?;
        let shown = |value: f64| match outcome {
            Outcome::Won | Outcome::Chosen => format!("{:.0}%", 100.0 * value),
            Outcome::Margin => format!("{value:+.1}"),
        };
        let things = if outcome == Outcome::Chosen { "actions" } else { "moments" };
        for group in &proof.groups {
            let (came, predicted) = (shown(group.came), shown(group.predicted));
            screen.show(&format!("{came:>8} {predicted:>8}   in {} {things}", group.moments))?;
        }
        match file {
            Some(file) => screen.show(&escape(&format!("Written to {}.", file.display()))),
            None => screen.show(&escape(text.trim_end())),
        }
    }
}
