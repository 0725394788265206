//! A program that plays one move: it reads a board from a file, lets a robot act for a side, and writes the board.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, FromArgMatches, Parser};
use parlour_ai::{HUMAN, RANDOM};
use parlour_ai::{SeatedMatch, Thinking};
use parlour_engine::Words;
use parlour_engine::diagnostic::suggest;
use parlour_table::fresh_seed;
use parlour_table::sanitize;
use parlour_table::seats::base_name;
use parlour_table::whole_file::WholeFile;

use crate::arguments;
use crate::context::{ColorChoice, Context, Folders, complain, shortened};
use crate::failure::Failure;
use crate::interrupt;
use crate::marks::escape;
use crate::position;

/// Reads a board, plays one legal move for a side and writes the board; `name` prints the robot's name.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_STATUS)]
struct Args {
    /// Whose move it is, or `name`.
    #[arg(value_name = "COLOUR|name")]
    task: String,
    /// The file with the board: a line for each row.
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,
    /// The file that the board is written to, whole or not at all; it may be the same.
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
    /// Which robot plays.
    #[arg(long, value_name = "R")]
    robot: Option<String>,
    /// How long it may think, in milliseconds [default: 800].
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds)]
    time: Option<u64>,
    /// Makes the move reproducible; robots that search then count positions instead of time, unless --time is given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = arguments::seed)]
    seed: Option<u64>,
    /// Looks for the pack here first (default: the folder `rules`, if there is one).
    #[arg(long, value_name = "DIR")]
    rules: Option<PathBuf>,
    /// Looks for robots here first (default: the folder `ai/robots`, if there is one).
    #[arg(long, value_name = "DIR")]
    robots: Option<PathBuf>,
    /// When to use colour.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
}

/// Maximum thinking time of a robot, in milliseconds.
const LONGEST: u64 = 3_600_000;

fn milliseconds(text: &str) -> Result<u64, String> {
    match arguments::from_one(text)? {
        ms if ms > LONGEST => Err(format!("expected {LONGEST} or less")),
        ms => Ok(ms),
    }
}

const EXIT_STATUS: &str =
    "Exit status: 0 done; 1 there is no legal move; 2 bad usage or bad input. OUT is written only with status 0.";

/// The task that prints the name.
const NAME: &str = "name";

/// Runs the program for a game. It has the game's name, and the first existing robot of `preferred` plays.
pub fn main(game: &'static str, preferred: &[&str]) -> ExitCode {
    interrupt::heed_limits();
    match parse(game).and_then(|args| run(&args, game, preferred)) {
        Ok(status) => ExitCode::from(status),
        Err(Stop::Shown(text)) => {
            // If this can't be written, there is no way to report it.
            let _ = text.print();
            ExitCode::SUCCESS
        }
        Err(Stop::Failure(failure)) => {
            // Errors are reported in one line.
            let lines: Vec<String> = failure.to_string().lines().map(str::to_owned).collect();
            complain(&format!("{game}: {}", sanitize::sanitized(&shortened(&lines.join("; ")))));
            ExitCode::from(2)
        }
    }
}

/// The reason why the program ends without a move.
enum Stop {
    /// Help or version was requested.
    Shown(clap::Error),
    Failure(Failure),
}

impl<T: Into<Failure>> From<T> for Stop {
    fn from(failure: T) -> Self {
        Self::Failure(failure.into())
    }
}

/// The command line grammar of a game's program.
pub(crate) fn grammar(game: &'static str) -> clap::Command {
    Args::command().name(game)
}

fn parse(game: &'static str) -> Result<Args, Stop> {
    let parsed = grammar(game).try_get_matches().and_then(|matches| Args::from_arg_matches(&matches));
    parsed.map_err(|error| {
        if !error.use_stderr() {
            return Stop::Shown(error);
        }
        Stop::Failure(Failure::Input(arguments::fault(&error)))
    })
}

fn run(args: &Args, game: &str, preferred: &[&str]) -> Result<u8, Stop> {
    let context = Context::new(Folders::find(args.rules.clone(), args.robots.clone())?, args.color, false, false);
    let robot = robot(args, &context, game, preferred)?;
    if args.task == NAME {
        if args.input.is_some() {
            return Err(Failure::Input(format!("`{NAME}` stands alone")).into());
        }
        context.screen.show(&escape(base_name(&robot)))?;
        return Ok(0);
    }
    let seats = &context.library.load(game)?.seats.names;
    if !seats.contains(&args.task) {
        let known = suggest(&args.task, seats.iter().map(String::as_str).chain([NAME]));
        return Err(Failure::Input(format!("there is no colour `{}`; {known}", args.task)).into());
    }
    let (Some(input), Some(output)) = (&args.input, &args.output) else {
        let usage = format!("{game} {} IN OUT", args.task);
        return Err(Failure::Input(format!("the files are missing; expected `{usage}`")).into());
    };
    Ok(play(args, &context, game, &robot, (input, output))?)
}

/// The robot that plays: the requested one, or the first existing one of the preferred.
fn robot(args: &Args, context: &Context, game: &str, preferred: &[&str]) -> Result<String, Failure> {
    let known = context.robots.names(game);
    match &args.robot {
        Some(robot) if args.task == NAME && !known.iter().any(|name| name == base_name(robot)) => {
            let near = suggest(base_name(robot), known.iter().map(String::as_str));
            Err(Failure::Input(format!("--robot: {game} has no robot `{robot}`; {near}")))
        }
        Some(robot) if robot == HUMAN => {
            Err(Failure::Input(format!("--robot {HUMAN}: nobody can be asked here; expected a robot")))
        }
        Some(robot) => Ok(robot.clone()),
        None => {
            let there = preferred.iter().find(|name| known.iter().any(|robot| robot == *name));
            Ok(there.map_or_else(|| RANDOM.to_owned(), |name| (*name).to_owned()))
        }
    }
}

/// Reads the board, lets the robot move and writes the board.
fn play(
    args: &Args,
    context: &Context,
    game: &str,
    robot: &str,
    (input, output): (&Path, &Path),
) -> Result<u8, Failure> {
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let mut played = position::on_board(context, game, input, &args.task, seed)?;
    let output = WholeFile::open(output)?;
    let Some(decision) = played.decision() else {
        context.screen.warn(&escape(&format!("{game}: {} has no legal move", args.task)));
        return Ok(1);
    };
    played.set_player(decision.seat, robot.to_owned());
    let mut seated = SeatedMatch::new(played, &context.robots, thinking(args))?;
    let Some(chosen) = seated.choose() else {
        return Ok(1);
    };
    if let Some(fault) = &chosen.fault {
        context.screen.fault(format!("{game}: {fault}; `{RANDOM}` moves instead"));
    }
    let Some(action) = &chosen.action else {
        context.screen.warn(&escape(&format!("{game}: {} resigns", args.task)));
        return Ok(1);
    };
    seated.act(action)?;
    output.write(seated.played.game().write_board(seated.played.state()))?;
    Ok(0)
}

fn thinking(args: &Args) -> Thinking {
    match (args.time, args.seed) {
        (Some(ms), _) => Thinking { time: Duration::from_millis(ms), nodes: None },
        (None, Some(_)) => Thinking::REPRODUCIBLE,
        (None, None) => Thinking::AT_THE_KEYBOARD,
    }
}
