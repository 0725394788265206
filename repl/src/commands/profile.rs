//! `parlour profile`: the lines of scripts that take the most time.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parlour_ai::RANDOM;
use parlour_ai::seated::{Chosen, Director, MAX_PLIES, Next, is_endless};
use parlour_ai::{Pool, SeatedMatch, Thinking};
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::play::ActError;
use parlour_engine::rules::Rules;
use parlour_engine::script::Profiler;
use serde_json::{Value, json};

use crate::arguments::{MAX_GAMES, MAX_NODES, up_to};
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::setup::key_value;

/// Plays matches and tells which lines of the scripts take the time: of the rules, and of a robot with its search.
///
/// Scripts are looked at two thousand times a second while they run, without native code: the lines keep their order, but
/// all are slower than in a match. What the engine does for a line counts for that line.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    /// How many matches (default: as many as there is time for in five seconds).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_GAMES>)]
    games: Option<u64>,
    /// Who plays on all seats.
    #[arg(long, value_name = "R", default_value = RANDOM)]
    robot: String,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// Another seed plays other matches.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: u64,
    /// How many nodes the robot's search may visit for a move.
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    nodes: u64,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

/// The default duration without a number of matches.
const TIME: Duration = Duration::from_secs(5);
/// The number of listed lines.
const TOLD: usize = 25;
/// Time limit of a move with a node budget.
const LONGEST: Duration = Duration::from_secs(60);

/// A line of a script, with its time.
struct Line {
    file: String,
    line: u32,
    samples: u64,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        interrupt::install();
        let pack = context.library.load(&context.game(&self.game)?)?;
        let (variant, set) = (self.variant.clone(), self.set.clone());
        let game = pack.configure(&Config { variant, set, ..Config::default() })?;
        let watch = Watch::begin();
        let bar = context.screen.bar_of_games();
        bar.set_length(self.games.unwrap_or(1));
        let until = Instant::now() + TIME;
        let profiler = Profiler::begin();
        let (mut played, mut pool) = (0, Pool::with_rules(Rules::new(game.clone())?));
        let goes_on =
            |played: u64| self.games.map_or_else(|| played == 0 || Instant::now() < until, |most| played < most);
        while goes_on(played) && !watch.is_pressed() {
            let players = vec![self.robot.clone(); game.seat_count()];
            let fresh = pool.begin(self.seed.wrapping_add(played), players)?;
            let thinking = Thinking { time: LONGEST, nodes: Some(self.nodes) };
            let mut seated = pool.seat(fresh, &context.robots, thinking)?;
            seated.play(&mut Onlooker)?;
            pool.clear(seated);
            played += 1;
            bar.set_length(self.games.unwrap_or(played + 1));
            bar.set_position(played);
        }
        bar.finish_and_clear();
        let mut lines: Vec<Line> =
            profiler.lines().into_iter().map(|(file, line, samples)| Line { file, line, samples }).collect();
        lines.sort_by(|a, b| b.samples.cmp(&a.samples).then_with(|| (&a.file, a.line).cmp(&(&b.file, b.line))));
        let texts = self.texts(context, &lines)?;
        // Code that the engine appends to a script isn't on any of its lines.
        let is_own = |line: &Line| texts.get(&line.file).is_some_and(|text| line.line as usize <= text.lines().count());
        lines.retain(is_own);
        if self.json {
            let line = |line: &Line| json!({ "file": line.file, "line": line.line, "samples": line.samples });
            let lines: Vec<Value> = lines.iter().map(line).collect();
            context.screen.json(&json!({ "game": game.name(), "games": played, "lines": lines }))?;
        } else {
            show(context, &lines, &texts)?;
        }
        Ok(if watch.is_pressed() { interrupt::status() } else { 0 })
    }

    /// The texts of the scripts, by the names of their files.
    fn texts(&self, context: &Context, lines: &[Line]) -> Result<BTreeMap<String, String>, Failure> {
        let name = context.game(&self.game)?;
        let files = context.library.files(&name)?;
        let mut texts = BTreeMap::new();
        for file in lines.iter().map(|line| &line.file) {
            let of_pack = files.text_of(file);
            let text = of_pack.map(|text| text.to_string()).or_else(|| context.robots.script(&name, file));
            texts.insert(file.clone(), text.unwrap_or_default());
        }
        Ok(texts)
    }
}

/// The columns before a line of code.
const BEFORE: usize = 14;

fn show(context: &Context, lines: &[Line], texts: &BTreeMap<String, String>) -> Result<(), Failure> {
    let screen = &context.screen;
    let all: u64 = lines.iter().map(|line| line.samples).sum();
    if all == 0 {
        return screen
            .tell("No script took any time: the rules are tables, or there were too few matches (`--games N`).");
    }
    let percent = |n: u64| 100.0 * n as f64 / all as f64;
    for (file, text) in texts {
        let of_file = lines.iter().filter(|line| line.file == *file).map(|line| line.samples).sum();
        screen.show(&format!("[bold]{:5.1}%  {}[/]", percent(of_file), escape(file)))?;
        let mut most: Vec<&Line> = lines.iter().filter(|line| line.file == *file).take(TOLD).collect();
        most.sort_by_key(|line| line.line);
        for line in most {
            let code = text.lines().nth(line.line.saturating_sub(1) as usize).unwrap_or_default();
            let code = code.trim_end().replace('\t', "  ");
            // On a terminal the beginning of a line suffices.
            let code: String = code.chars().take(screen.widest().saturating_sub(BEFORE)).collect();
            screen.show(&escape(&format!("{:5.1}%  {:4}  {code}", percent(line.samples), line.line)))?;
        }
    }
    Ok(())
}

/// Director that runs a match to its end.
struct Onlooker;

impl Director for Onlooker {
    type Error = Failure;

    fn next(&mut self, seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Failure> {
        Ok(Next::ask_unless(interrupt::is_pressed() || is_endless(&seated.played, MAX_PLIES)))
    }

    fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Failure> {
        seated.get_over(chosen)?;
        Ok(ControlFlow::Continue(()))
    }

    fn refused(&mut self, error: ActError) -> Failure {
        error.into()
    }
}
