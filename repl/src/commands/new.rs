//! `parlour new`: templates of robots and games.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use parlour_ai::{HUMAN, RANDOM};
use parlour_engine::diagnostic::Faults;
use parlour_engine::english::capitalized;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_table::whole_file::write_in_folder;

use crate::answers::editor;
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// Writes the beginning of a robot or of a game, to be changed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A robot: a Lua file in the folder of robots.
    Robot {
        /// The game and the robot's name, as in `en-garde/mine`.
        #[arg(value_name = "GAME/NAME")]
        name: String,
        /// Takes the first legal action: to be written from nothing. It is so unless another beginning is asked for.
        #[arg(long, group = "robot")]
        simple: bool,
        /// Plays the moment on at random, with what it can't see dealt anew (`search.ismcts`).
        #[arg(long, group = "robot")]
        search: bool,
        /// Looks at every answer (`search.alphabeta`): for two seats and nothing hidden.
        #[arg(long, group = "robot")]
        alphabeta: bool,
    },
    /// A game: a folder with tables, rules, a guide and a test in the folder of packs, a robot in that of robots, and
    /// what an editor needs beside both.
    Game {
        /// The game's name, as in `my-game`.
        name: String,
        /// A game of cards that hands hide. It is so unless another beginning is asked for.
        #[arg(long, group = "game")]
        cards: bool,
        /// A game of pieces on a board, of tables alone.
        #[arg(long, group = "game")]
        board: bool,
        /// A game of dice.
        #[arg(long, group = "game")]
        dice: bool,
    },
}

/// The template of a game.
struct Beginning {
    /// The files of the pack.
    files: &'static [(&'static str, &'static str)],
    /// The robot, the default player of the tables.
    robot: &'static str,
}

const SIMPLE: &str = include_str!("../../templates/robot-simple.lua");
const SEARCH: &str = include_str!("../../templates/robot-search.lua");
const ALPHABETA: &str = include_str!("../../templates/robot-alphabeta.lua");
/// The name of the robot of a new game.
const ROBOT: &str = "careful";
const CARDS: &[(&str, &str)] = &[
    ("game.toml", include_str!("../../templates/cards/game.toml")),
    ("rules.lua", include_str!("../../templates/cards/rules.lua")),
    ("guide.md", include_str!("../../templates/cards/guide.md")),
    ("scenarios/above.toml", include_str!("../../templates/cards/scenarios/above.toml")),
];
const BOARD: &[(&str, &str)] = &[
    ("game.toml", include_str!("../../templates/board/game.toml")),
    ("guide.md", include_str!("../../templates/board/guide.md")),
    ("scenarios/across.toml", include_str!("../../templates/board/scenarios/across.toml")),
];
const DICE: &[(&str, &str)] = &[
    ("game.toml", include_str!("../../templates/dice/game.toml")),
    ("rules.lua", include_str!("../../templates/dice/rules.lua")),
    ("guide.md", include_str!("../../templates/dice/guide.md")),
    ("scenarios/one.toml", include_str!("../../templates/dice/scenarios/one.toml")),
];

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        match &self.what {
            What::Robot { name, search, alphabeta, .. } => {
                let beginning = match (search, alphabeta) {
                    (true, _) => SEARCH,
                    (_, true) => ALPHABETA,
                    _ => SIMPLE,
                };
                robot(context, name, beginning)?;
            }
            What::Game { name, board, dice, .. } => {
                let beginning = match (board, dice) {
                    (true, _) => Beginning { files: BOARD, robot: include_str!("../../templates/board/robot.lua") },
                    (_, true) => Beginning { files: DICE, robot: include_str!("../../templates/dice/robot.lua") },
                    _ => Beginning { files: CARDS, robot: include_str!("../../templates/cards/robot.lua") },
                };
                game(context, name, &beginning)?;
            }
        }
        Ok(0)
    }
}

fn robot(context: &Context, name: &str, beginning: &str) -> Result<(), Failure> {
    let Some((game, robot)) = name.split_once('/') else {
        return Err(Failure::Input(format!("`{name}`: expected GAME/NAME, as in `en-garde/mine`")));
    };
    let game = &context.game(game)?;
    demand_name(robot)?;
    if [RANDOM, HUMAN].contains(&robot) {
        return Err(Failure::Input(format!("`{robot}` is a player of every game already; choose another name")));
    }
    let path = context.folders.own_robots().join(game).join(format!("{robot}.lua"));
    create(&path, &beginning.replace("$ROBOT", robot).replace("$GAME", game))?;
    let told = format!(
        "{}: `parlour play {game} --seats human,{robot}` plays against it, `parlour arena {game} --seats {robot},random` \
         measures it.",
        path.display()
    );
    context.screen.show_filled(&escape(&told))
}

fn game(context: &Context, name: &str, beginning: &Beginning) -> Result<(), Failure> {
    demand_name(name)?;
    if context.library.names().iter().any(|known| known == name) {
        return Err(Failure::Input(format!("there is a game `{name}` already")));
    }
    let folder = context.folders.rules.clone().unwrap_or_else(|| PathBuf::from("rules")).join(name);
    let robots = context.folders.own_robots().join(name);
    if let Some(there) = [&folder, &robots].into_iter().find(|folder| folder.exists()) {
        return Err(Failure::Input(format!("{} is there already", there.display())));
    }
    let named = |text: &str| text.replace("$GAME", name).replace("$TITLE", &title(name));
    for (file, text) in beginning.files {
        create(&folder.join(file), &named(text))?;
    }
    create(&robots.join(ROBOT).with_extension("lua"), &named(beginning.robot))?;
    let pack = PackFiles::read(&folder).map_err(Faults::from).and_then(Pack::load)?.into_shared();
    editor::furnish(context, &pack)?;
    let told = format!(
        "{folder}: tables, rules, a guide and a test; {robots}: a robot. Each can be opened in an editor.\n\
         `parlour play {name}` plays it, `parlour check {name}` tests it, `parlour arena {name} --seats \
         {ROBOT},random` measures the robot.",
        folder = folder.display(),
        robots = robots.display(),
    );
    context.screen.show(&wrap(&escape(&told), context.screen.width, 0))
}

/// # Errors
/// An invalid file name.
fn demand_name(name: &str) -> Result<(), Failure> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_plain) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(Failure::Input(format!(
            "`{name}` can't be a name; expected small letters, digits and dashes, a letter first"
        )));
    }
    Ok(())
}

/// # Errors
/// A file that exists, or can't be written.
fn create(path: &Path, text: &str) -> Result<(), Failure> {
    if path.exists() {
        return Err(Failure::Input(format!("{} is there already", path.display())));
    }
    Ok(write_in_folder(path, text)?)
}

/// Formats `my-game` as `My Game`.
fn title(name: &str) -> String {
    name.split(['-', '_']).map(capitalized).collect::<Vec<String>>().join(" ")
}
