//! The set-up of a match from the command line.

use std::path::PathBuf;
use std::sync::Arc;

use parlour_ai::RANDOM;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::scenario::Scenario;
use parlour_table::{Level, fresh_seed, seats};

use crate::context::{Context, read_text};
use crate::failure::Failure;
use crate::script_file::Script;

/// The options that settle a match.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SetupArgs {
    /// Who plays, seat by seat, separated by commas: `human`, a robot such as `hoarder(patience=3)`, which thinks for as long
    /// or as many nodes as it is given (`regent@2s`, `regent@3000`), a level (`easy`, `medium`, `hard`), or
    /// `exec:COMMAND`, in which a comma is quoted for the shell.
    #[arg(long, value_name = "LIST")]
    pub(crate) seats: Option<String>,
    /// The same as a list that is there already, which nothing is read from again.
    #[arg(skip = None::<Vec<String>>)]
    pub(crate) players: Option<Vec<String>>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) set: Vec<(String, String)>,
    /// Makes everything reproducible; without it a fresh seed is taken.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    pub(crate) seed: Option<u64>,
    /// Begins at the moment that a scenario file describes, or at a position in the game's own notation, such as FEN.
    #[arg(long, value_name = "FILE")]
    pub(crate) scenario: Option<PathBuf>,
    /// Takes the actions, one a line, from a file until its lines are used up.
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
}

pub(crate) fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected KEY=VALUE, as in `hand_size=6`".to_owned()),
    }
}

/// The default players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Default {
    /// A human, and robots of a level, or the pack's defaults.
    People(Option<Level>),
    /// `random` on all seats.
    Random,
}

impl Default {
    /// The robot for a seat without a named player.
    fn robot(self, game: &Game, context: &Context, seat: usize) -> String {
        match self {
            Self::People(level) => seats::robot_of(level, game.pack(), &context.robots, seat),
            Self::Random => RANDOM.to_owned(),
        }
    }
}

/// A resolved set-up.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) game: Arc<Game>,
    pub(crate) players: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) script: Option<Script>,
}

impl SetupArgs {
    /// Loads the pack and resolves the set-up.
    ///
    /// # Errors
    /// Faults of the pack or the scenario, and inconsistent arguments.
    pub(crate) fn settle(&self, context: &Context, name: &str, default: Default) -> Result<Setup, Failure> {
        let pack = context.library.load(&context.game(name)?)?;
        let players = match &self.players {
            Some(players) => Some(players.clone()),
            None => self.seats.as_deref().map(seats::parse).transpose()?,
        };
        let scenario = match &self.scenario {
            Some(path) => {
                let config = Config { variant: self.variant.clone(), set: self.set.clone(), ..Config::default() };
                let written = crate::position::in_notation(path, &pack, &config)?;
                Some(Arc::new(match written {
                    Some(scenario) => scenario,
                    None => {
                        let text = read_text(path)?;
                        match crate::position::written_in(&text, &pack, &config)? {
                            Some(scenario) => scenario,
                            None => Scenario::read(SourceFile::new(path.display().to_string(), text), &pack)?,
                        }
                    }
                }))
            }
            None => None,
        };
        let from_scenario = scenario.as_deref();
        let mut set = from_scenario.map_or_else(Vec::new, |scenario| scenario.options.clone());
        set.extend(self.set.iter().cloned());
        let count = players.as_ref().map(|players| seats::seats_for(&pack, players.len()));
        let says_players = self.set.iter().any(|(key, _)| key == "players");
        let config = Config {
            variant: self.variant.clone().or_else(|| from_scenario.and_then(|scenario| scenario.variant.clone())),
            seats: count.or_else(|| from_scenario.filter(|_| !says_players).and_then(|scenario| scenario.players)),
            set,
            scenario: scenario.clone(),
        };
        let game = pack.configure(&config)?;
        if let (None, Default::People(None)) = (&players, default) {
            for missing in seats::missing_robots(&pack, &context.robots) {
                context.screen.fault(missing);
            }
        }
        let players = match players {
            Some(named) => seats::filled(&game, &context.robots, &named, |seat| default.robot(&game, context, seat))?,
            None => match default {
                Default::People(level) => seats::default_players(&game, &context.robots, level),
                Default::Random => vec![RANDOM.to_owned(); game.seat_count()],
            },
        };
        let script = self.script.as_deref().map(Script::read).transpose()?;
        Ok(Setup { game, players, seed: self.seed.unwrap_or_else(fresh_seed), script })
    }
}

/// The seat named by `--seat`.
///
/// # Errors
/// An unknown seat.
pub(crate) fn seat_named(game: &Game, name: &str) -> Result<Seat, Failure> {
    game.seat_named(name).ok_or_else(|| {
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        Failure::Input(format!("--seat: there is no seat `{name}` (known here: {})", names.join(", ")))
    })
}
