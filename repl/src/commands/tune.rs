//! `parlour tune`: tunes a robot's parameters by playing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use parlour_ai::{PlanTuning, Tuning, TuningResult, TuningState};
use parlour_engine::game::Config;
use parlour_table::fresh_seed;
use parlour_table::whole_file::{WholeFile, write_whole};
use serde_json::json;

use crate::arguments::{MAX_GAMES, MAX_TIME, up_to};
use crate::context::{Context, read_results};
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::partners::{self, Seated, Setting};
use crate::proof;

/// Milliseconds for a move in comparisons of searches.
const TIME: u64 = 50;
/// Columns of the curve.
const COLUMNS: usize = 48;

/// Finds better parameters of a robot by playing: each step moves all of them a little, both ways, and goes where more is
/// won in the same deals. In the end an arena over other deals says whether it helped.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// The robot: GAME/NAME, with the parameters that it begins with if they aren't the defaults, as in
    /// `archaeology/hoarder(patience=6)`. With --search a game.
    robot: String,
    /// With whom it plays at one table, separated by commas: a robot for each of the other seats.
    #[arg(long, value_name = "LIST", required_unless_present = "search", default_value = "")]
    against: String,
    /// Compares the searches by which `thinker` can play the game, and prints the row for the pack: each plays against the
    /// best so far, at most --games games.
    #[arg(long, conflicts_with_all = ["against", "param", "out", "nodes"])]
    search: bool,
    /// With --search: milliseconds for a move [default: 50].
    #[arg(long, value_name = "MS", requires = "search", value_parser = up_to::<u64, MAX_TIME>)]
    time: Option<u64>,
    /// With --search: for so many seats [default: the fewest].
    #[arg(long, value_name = "N", requires = "search")]
    players: Option<usize>,
    /// A parameter to tune; may be given again [default: all that are numbers].
    #[arg(long, value_name = "NAME")]
    param: Vec<String>,
    /// Games in all; the last quarter says whether it helped.
    #[arg(long, value_name = "N", default_value_t = 2_000, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_GAMES>)]
    games: u64,
    #[command(flatten)]
    setting: Setting,
    /// Keeps the steps in a file; the same command goes on with it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
Simultaneous perturbation (Spall, 1998): a step costs the same however many parameters there are. Parameters move inside \
the ranges that the robot declares; one without a range, as far as its own size. The mean of the second half of the way is \
what is found.

Exit status: 0 done; 2 bad usage or bad input; 130 stopped by Ctrl-C, with the steps so far kept in --out.";

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        interrupt::install();
        if self.search {
            return self.compare_searches(context);
        }
        let so_far = self.out.as_deref().map(earlier).transpose()?.flatten();
        self.out.as_deref().map(WholeFile::open).transpose()?;
        let tuning = self.tuning(context, so_far.as_ref())?;
        let fresh = tuning.begin(&context.robots)?;
        let mut state = match so_far {
            Some(state) if state.run == fresh.run && state.params == fresh.params => state,
            Some(state) => {
                let path = self.out.as_deref().unwrap_or(Path::new("")).display();
                let message = format!("--out {path}: the file holds another run: {}", state.run);
                return Err(Failure::Input(message));
            }
            None => fresh,
        };
        if self.setting.seed.is_none() && !self.json {
            context.screen.say(&format!("Seed {}.", tuning.seed));
        }
        let watch = Watch::begin();
        let bar = context.screen.progress_bar(tuning.steps(), "{pos} of {len} steps, {eta} left {msg}");
        bar.set_position(state.steps.len() as u64);
        let mut failed = Ok(());
        let is_whole = tuning.go_on(&context.robots, &mut state, watch.flag(), &mut |state| {
            bar.set_position(state.steps.len() as u64);
            if let Some(path) = &self.out {
                failed = keep(path, state);
            }
        })?;
        failed?;
        let found = if is_whole { tuning.finish(&context.robots, &state, watch.flag())? } else { None };
        bar.finish_and_clear();
        self.show(context, &tuning, &state, found.as_ref())?;
        if found.is_none() {
            let more = if self.out.is_some() {
                "The same command goes on from here."
            } else {
                "With `--out FILE` it could be gone on with."
            };
            context.screen.say(&format!("Stopped. {more}"));
            return Ok(interrupt::status());
        }
        Ok(0)
    }

    /// Compares the searches that fit a game.
    fn compare_searches(&self, context: &Context) -> Result<u8, Failure> {
        let setting = &self.setting;
        let pack = context.library.load(&context.game(&self.robot)?)?;
        let config = Config {
            variant: setting.variant.clone(),
            seats: Some(self.players.unwrap_or(pack.seats.min)),
            set: setting.set.clone(),
            ..Config::default()
        };
        let game = pack.configure(&config)?;
        if game.is_together() {
            let message = format!(
                "--search: searches are compared by matches, but in {} nobody plays against anybody",
                pack.title
            );
            return Err(Failure::Input(message));
        }
        let tuning = PlanTuning {
            game,
            games: self.games,
            seed: setting.seed.unwrap_or_else(fresh_seed),
            time: Duration::from_millis(self.time.unwrap_or(TIME)),
            jobs: setting.jobs(),
        };
        let screen = &context.screen;
        let candidates = tuning.candidates()?;
        if !self.json {
            let names: Vec<&str> = candidates.iter().map(|plan| plan.name()).collect();
            screen.say(&format!("Seed {}. Searches that fit: {}.", tuning.seed, names.join(", ")));
        }
        let watch = Watch::begin();
        let mut compared = Vec::new();
        let best = tuning.run(&candidates, &context.robots, watch.flag(), &mut |found| {
            if !self.json {
                let [low, high] = found.interval.map(|x| 100.0 * x);
                screen.say(&format!(
                    "{} against {}: {:.1}% of {} games, 95%: {low:.1}..{high:.1}",
                    found.tried.name(),
                    found.best.name(),
                    100.0 * found.rate,
                    found.games
                ));
            }
            compared.push(found);
        })?;
        let Some(best) = best else {
            screen.say("Stopped.");
            return Ok(interrupt::status());
        };
        if self.json {
            let compared: Vec<_> = compared
                .iter()
                .map(|found| json!({ "tried": found.tried.name(), "best": found.best.name(), "rate": found.rate, "ci95": found.interval, "games": found.games }))
                .collect();
            screen.json(&json!({ "game": tuning.game.name(), "seed": tuning.seed, "search": best.name(), "comparisons": compared }))?;
        } else {
            screen.show_filled("The row for `[game]` in game.toml:")?;
            screen.show(&escape(&format!("search = \"{}\"", best.name())))?;
        }
        Ok(0)
    }

    fn tuning(&self, context: &Context, so_far: Option<&TuningState>) -> Result<Tuning, Failure> {
        let against = partners::named(&self.against)?;
        let seated = Seated::new(context, &self.robot, against, &self.setting)?;
        let earlier = so_far.and_then(|state| state.run.split("; seed ").nth(1)?.split(',').next()?.parse().ok());
        Ok(Tuning {
            openings: seated.openings()?,
            game: seated.game,
            robot: seated.robot,
            params: self.param.clone(),
            against: seated.against,
            games: self.games,
            seed: self.setting.seed.or(earlier).unwrap_or_else(fresh_seed),
            time: Duration::from_secs(60),
            nodes: Some(self.setting.nodes),
            jobs: self.setting.jobs(),
        })
    }

    fn show(
        &self,
        context: &Context,
        tuning: &Tuning,
        state: &TuningState,
        found: Option<&TuningResult>,
    ) -> Result<(), Failure> {
        let (screen, curve) = (&context.screen, tuning.curve(&context.robots, state)?);
        if self.json {
            let params: Vec<_> =
                state.params.iter().zip(&curve).map(|(name, curve)| json!({ "name": name, "curve": curve })).collect();
            let comparison = found
                .and_then(|found| found.comparison)
                .map(|found| json!({ "difference": found.difference, "ci95": found.interval, "deals": found.deals, "differing": found.differing }));
            let values = found.map(|found| {
                found
                    .params
                    .iter()
                    .map(|(name, before, after)| json!({ "name": name, "before": before, "after": after }))
                    .collect::<Vec<_>>()
            });
            return screen.json(&json!({
                "game": tuning.game.name(),
                "robot": found.map(|found| found.robot.as_str()),
                "seed": tuning.seed,
                "steps": state.steps.len(),
                "games": state.steps.iter().map(|step| step.games).sum::<u64>(),
                "params": params,
                "values": values,
                "comparison": comparison,
                "better": found.map(TuningResult::is_better),
            }));
        }
        let wide = state.params.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (name, curve) in state.params.iter().zip(&curve) {
            let last = curve.last().map_or_else(String::new, f64::to_string);
            screen.show(&format!("{:wide$} {} {last}", escape(name), line(curve)))?;
        }
        let Some(found) = found else { return Ok(()) };
        match found.comparison {
            None => return screen.show("Nothing better was found: the parameters stay as they are."),
            Some(compared) => {
                let [low, high] = compared.interval.map(|x| 100.0 * x);
                let verdict = match (low > 0.0, high < 0.0) {
                    _ if compared.differing == 0 => "no deal came out differently; play more games or others",
                    (true, _) => "it helped",
                    (_, true) => "it made it worse",
                    _ => "whether it helped is not certain; play more games",
                };
                screen.show_filled(&format!(
                    "Over {} other deals its rate is {:+.1}% above that of before, 95%: {low:+.1}..{high:+.1}: {verdict}.",
                    compared.deals,
                    100.0 * compared.difference
                ))?;
            }
        }
        // Only an improvement is shown ready for adoption.
        if !found.is_better() {
            let tried = found.params.iter().map(|(name, before, after)| format!("{name} = {before} (tried {after})"));
            let kept: Vec<String> = tried.collect();
            return screen.show_filled(&escape(&format!("The values stay as they were: {}.", kept.join(", "))));
        }
        for (name, before, after) in &found.params {
            screen.show(&escape(&format!("\t{name} = {after}, -- was {before}")))?;
        }
        screen.show(&escape(&found.robot))
    }
}

/// A curve as a line of bars between its minimum and its maximum.
fn line(curve: &[f64]) -> String {
    let bars = ['\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];
    let least = curve.iter().copied().fold(f64::INFINITY, f64::min);
    let most = curve.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let columns = curve.len().min(COLUMNS);
    let column = |n: usize| {
        let value = curve[n * curve.len() / columns];
        let part = if most > least { (value - least) / (most - least) } else { 0.5 };
        bars[(part * 7.0).round().clamp(0.0, 7.0) as usize]
    };
    (0..columns).map(column).collect()
}

/// The state of an interrupted run, if the file exists.
fn earlier(path: &Path) -> Result<Option<TuningState>, Failure> {
    if !path.try_exists().map_err(|error| Failure::file(path, error))? {
        return Ok(None);
    }
    let text = proof::checked(&path.display().to_string(), read_results(path)?)?;
    let state = serde_json::from_str(&text);
    state.map(Some).map_err(|error| Failure::Input(format!("{} holds no steps of a tuning: {error}", path.display())))
}

fn keep(path: &Path, state: &TuningState) -> Result<(), Failure> {
    let value = serde_json::to_value(state).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(write_whole(path, proof::with_proof(&value))?)
}
