//! A robot in training with the other players of its table.

use std::sync::Arc;

use parlour_ai::arena::Openings;
use parlour_ai::{HUMAN, RANDOM};
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_table::seats;

use crate::arguments::{MAX_JOBS, MAX_NODES, up_to};
use crate::context::Context;
use crate::failure::Failure;
use crate::setup::key_value;

/// What it plays, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Setting {
    /// Makes everything reproducible; without it a fresh seed is taken.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    pub(crate) seed: Option<u64>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) set: Vec<(String, String)>,
    /// How many nodes a robot's search may visit for a move.
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    pub(crate) nodes: u64,
    /// How many games are played at a time (default: as many as there are cores).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<usize, MAX_JOBS>)]
    jobs: Option<usize>,
}

impl Setting {
    /// The number of parallel games.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// A robot at a table.
pub(crate) struct Seated {
    /// The game, with a seat for each.
    pub(crate) game: Arc<Game>,
    /// The robot, with optional parameters.
    pub(crate) robot: String,
    /// The players of the other seats.
    pub(crate) against: Vec<String>,
}

/// The robots named by `--against`.
///
/// # Errors
/// An invalid list, or one with a person.
pub(crate) fn named(list: &str) -> Result<Vec<String>, Failure> {
    let against = seats::parse(list)?;
    if against.iter().any(|robot| robot == HUMAN) {
        return Err(Failure::Input("--against: nobody can be asked; name robots only".to_owned()));
    }
    Ok(against)
}

impl Seated {
    /// The table of a robot named as GAME/NAME.
    ///
    /// # Errors
    /// An invalid name or setting, or more robots than seats.
    pub(crate) fn new(
        context: &Context,
        robot: &str,
        against: Vec<String>,
        setting: &Setting,
    ) -> Result<Self, Failure> {
        let Some((game, robot)) = robot.split_once('/') else {
            let message = format!("`{robot}`: expected GAME/NAME, as in `archaeology/hoarder`");
            return Err(Failure::Input(message));
        };
        let pack = context.library.load(&context.game(game)?)?;
        if against.len() >= pack.seats.max {
            let (title, most) = (&pack.title, pack.seats.max - 1);
            let seats = if most == 1 { "one other seat".to_owned() } else { format!("{most} other seats at most") };
            let message = format!("--against: these sit at one table with it; {title} has {seats}");
            return Err(Failure::Input(message));
        }
        let config = Config {
            variant: setting.variant.clone(),
            seats: Some(against.len() + 1),
            set: setting.set.clone(),
            ..Config::default()
        };
        Ok(Self { game: pack.configure(&config)?, robot: robot.to_owned(), against })
    }

    /// The openings of its games.
    ///
    /// # Errors
    /// As for [`Openings::fitting`].
    pub(crate) fn openings(&self) -> Result<Openings, Faults> {
        Openings::fitting(&self.game, self.against.iter().all(|robot| robot == RANDOM))
    }
}
