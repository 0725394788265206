//! The command line: subcommands, options and exit status.

mod headings;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use parlour_table::sanitize;

use crate::arguments;
use crate::commands::{
    analyse, arena, bench, check, completions, coverage, engine, games, guide, impact, learn, legal, man, new, perft,
    picture, play, profile, replay, review, robots, saves, schema, serve, trace, tune, verify,
};
use crate::context::{ColorChoice, Context, Folders, complain, error_width, game_or_command, help_width, shortened};
use crate::failure::Failure;
use crate::interrupt;
use crate::marks;

/// Plays card and board games, against robots or with friends at one keyboard, and shows how they work.
#[derive(Debug, Parser)]
#[command(name = "parlour", version, after_help = EXIT_STATUS)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    /// In the lobby, with piped input: ends with status 2 at the first line that is refused.
    #[arg(long)]
    strict: bool,
    /// In the lobby: starts programs (`exec:`) that a saved match names without asking.
    #[arg(long)]
    allow_exec: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_STATUS: &str = "Exit status: 0 done; 1 a negative answer; 2 bad usage or bad input.\n\
    Without a command the lobby opens, where games can be chosen; `parlour GAME` is short for `parlour play GAME`.";

#[derive(Debug, clap::Args)]
struct Shared {
    /// Looks for packs here first (default: the folder `rules`, if there is one).
    #[arg(long, global = true, value_name = "DIR")]
    rules: Option<PathBuf>,
    /// Looks for robots here first (default: the folder `ai/robots`, if there is one).
    #[arg(long, global = true, value_name = "DIR")]
    robots: Option<PathBuf>,
    /// When to use colour.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
    /// Tells results and errors only: no progress, no notes.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// For screen readers: positions in words instead of drawings, nothing redrawn, no colours.
    #[arg(long, global = true)]
    plain: bool,
}

/// The grammar of the whole command line, for derived output such as completions.
fn grammar() -> clap::Command {
    headings::grouped(Cli::command(), help_width())
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Games(games::Args),
    Robots(robots::Args),
    Guide(guide::Args),
    Check(check::Args),
    Trace(trace::Args),
    Analyse(Box<analyse::Args>),
    Engine(engine::Args),
    Arena(Box<arena::Args>),
    Tune(Box<tune::Args>),
    Learn(Box<learn::Args>),
    Bench(bench::Args),
    Legal(legal::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Review(review::Args),
    Picture(picture::Args),
    New(new::Args),
    Saves(saves::Args),
    Impact(Box<impact::Args>),
    Coverage(coverage::Args),
    Profile(profile::Args),
    Schema(schema::Args),
    Serve(serve::Args),
    Verify(verify::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the program.
pub fn main() -> ExitCode {
    interrupt::heed_limits();
    let cli = match read(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                complain(&format!("parlour: {}", sanitize::sanitized(&shortened(&arguments::fault(&error)))));
                return ExitCode::from(2);
            }
            // If this can't be written, there is no way to report it.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    match run(cli) {
        Ok(status) => ExitCode::from(status),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            blame("parlour: ", &failure);
            ExitCode::from(2)
        }
    }
}

/// Parses the command line. A game's name in place of a command begins a match of it.
fn read(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let arguments = with_whole_names(arguments);
    let read = |arguments: &[OsString]| {
        grammar().try_get_matches_from(arguments).and_then(|given| Cli::from_arg_matches(&given))
    };
    let error = match read(&arguments) {
        Err(error) if error.kind() == ErrorKind::InvalidSubcommand => error,
        read => return read,
    };
    let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidSubcommand) else { return Err(error) };
    let Some(at) = arguments.iter().skip(1).position(|argument| argument == written.as_str()) else {
        return Err(error);
    };
    let mut played = arguments.clone();
    played.insert(at + 1, "play".into());
    let context = Shared::folders_of(&arguments).map(|folders| Context::new(folders, ColorChoice::Never, true, true));
    let is_game = context.as_ref().is_some_and(|context| !context.games_named(written).is_empty());
    match read(&played) {
        // Missing folders are reported when the game is looked up.
        Ok(cli) if is_game || context.is_none() => Ok(cli),
        // Errors after a game's name are reported as for `play`.
        Err(fault) if is_game => Err(fault),
        _ => match context.and_then(|context| context.game_near(written)) {
            Some(game) => {
                let meant = game_or_command(&game, arguments::command_near(&error).as_deref());
                let message = format!("there is no game or command `{written}`; {meant}");
                Err(grammar().error(ErrorKind::Format, message))
            }
            None => Err(error),
        },
    }
}

/// The maximum number of words of an unquoted name on the command line.
const MAX_WORDS: usize = 6;

/// Joins arguments that form a game's whole name, as in `guide en garde`, into one.
fn with_whole_names(arguments: Vec<OsString>) -> Vec<OsString> {
    // A folder such as `..` is no part of a name.
    let is_word = |word: &&str| !word.starts_with('-') && word.contains(char::is_alphanumeric);
    let word = |n: usize| arguments.get(n).and_then(|argument| argument.to_str()).filter(is_word);
    let has_several = (1..arguments.len()).any(|n| word(n).is_some() && word(n + 1).is_some());
    let Some(folders) = Some(()).filter(|()| has_several).and_then(|()| Shared::folders_of(&arguments)) else {
        return arguments;
    };
    let catalogue = folders.library().catalogue();
    let joined =
        |from: usize, to: usize| (from..to).map(word).collect::<Option<Vec<&str>>>().map(|words| words.join(" "));
    let (mut out, mut at) = (Vec::new(), 0);
    while at < arguments.len() {
        let ends = (at + 2..=(at + MAX_WORDS).min(arguments.len())).rev();
        let name =
            ends.filter(|_| at > 0).find_map(|end| Some((end, joined(at, end).filter(|name| catalogue.has(name))?)));
        match name {
            Some((end, name)) => {
                out.push(name.into());
                at = end;
            }
            None => {
                out.push(arguments[at].clone());
                at += 1;
            }
        }
    }
    out
}

impl Shared {
    /// The folders of packs and robots named by a command line, before full parsing.
    fn folders_of(arguments: &[OsString]) -> Option<Folders> {
        let value = |option: &str| {
            let mut rest = arguments.iter().filter_map(|argument| argument.to_str());
            let begins = format!("{option}=");
            let found = rest.find(|argument| *argument == option || argument.starts_with(&begins))?;
            found.strip_prefix(&begins).or_else(|| rest.next()).map(PathBuf::from)
        };
        Folders::find(value("--rules"), value("--robots")).ok()
    }
}

/// Reports on standard error why a command fails, with source excerpts.
fn blame(before: &str, failure: &Failure) {
    let width = error_width();
    for (n, told) in failure.told().iter().enumerate() {
        let excerpt = marks::render(&told.excerpt(width), false);
        let message = format!("{}{}", if n == 0 { before } else { "" }, told.message.trim_end());
        let message = message.lines().map(shortened).collect::<Vec<_>>().join("\n");
        let message = marks::wrap(&marks::escape(&sanitize::sanitized(&message)), width, 2);
        complain(format!("{}\n{excerpt}", marks::render(&message, false)).trim_end_matches('\n'));
    }
}

fn run(cli: Cli) -> Result<u8, Failure> {
    let folders = Folders::find(cli.shared.rules, cli.shared.robots)?;
    let context = Context::new(folders, cli.shared.color, cli.shared.quiet, cli.shared.plain);
    match cli.command {
        None => play::lobby(context, cli.strict, cli.allow_exec),
        Some(Command::Play(args)) => play::run(&args, context),
        Some(Command::Games(args)) => args.run(&context),
        Some(Command::Robots(args)) => args.run(&context),
        Some(Command::Guide(args)) => args.run(&context),
        Some(Command::Check(args)) => args.run(&context),
        Some(Command::Trace(args)) => args.run(&context),
        Some(Command::Tune(args)) => args.run(&context),
        Some(Command::Analyse(args)) => args.run(&context),
        Some(Command::Engine(args)) => args.run(&context),
        Some(Command::Arena(args)) => args.run(&context),
        Some(Command::Bench(args)) => args.run(&context),
        Some(Command::Learn(args)) => args.run(&context),
        Some(Command::Legal(args)) => args.run(&context),
        Some(Command::Perft(args)) => args.run(&context),
        Some(Command::Replay(args)) => args.run(context),
        Some(Command::Review(args)) => args.run(&context),
        Some(Command::Picture(args)) => args.run(&context),
        Some(Command::New(args)) => args.run(&context),
        Some(Command::Saves(args)) => args.run(&context),
        Some(Command::Impact(args)) => args.run(&context),
        Some(Command::Coverage(args)) => args.run(&context),
        Some(Command::Profile(args)) => args.run(&context),
        Some(Command::Schema(args)) => args.run(&context),
        Some(Command::Serve(args)) => args.run(&context),
        Some(Command::Verify(args)) => args.run(&context),
        Some(Command::Completions(args)) => args.run(grammar()),
        Some(Command::Man(args)) => args.run(&context, grammar()),
    }
}
