//! `parlour new`: the beginning of a robot or of a game.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::saves::write_in_folder;
use crate::seats::{HUMAN, RANDOM};

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
    },
    /// A game: a folder with tables, rules and a guide in the folder of packs.
    Game {
        /// The game's name, as in `my-game`.
        name: String,
    },
}

const ROBOT: &str = include_str!("../../templates/robot.lua");
const GAME: [(&str, &str); 3] = [
    ("game.toml", include_str!("../../templates/game.toml")),
    ("rules.lua", include_str!("../../templates/rules.lua")),
    ("guide.md", include_str!("../../templates/guide.md")),
];

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        match &self.what {
            What::Robot { name } => robot(context, name)?,
            What::Game { name } => game(context, name)?,
        }
        Ok(0)
    }
}

fn robot(context: &Context, name: &str) -> Result<(), Failure> {
    let Some((game, robot)) = name.split_once('/') else {
        return Err(Failure::Input(format!("`{name}`: expected GAME/NAME, as in `en-garde/mine`")));
    };
    let game = &context.game(game)?;
    demand_name(robot)?;
    if [RANDOM, HUMAN].contains(&robot) {
        return Err(Failure::Input(format!("`{robot}` is a player of every game already; choose another name")));
    }
    let folder = context.folders.robots.clone().unwrap_or_else(|| PathBuf::from("ai/robots"));
    let path = folder.join(game).join(format!("{robot}.lua"));
    create(&path, &ROBOT.replace("$ROBOT", robot).replace("$GAME", game))?;
    context
        .screen
        .show(&escape(&format!("{}: `parlour play {game} --seats human,{robot}` plays against it.", path.display())))
}

fn game(context: &Context, name: &str) -> Result<(), Failure> {
    demand_name(name)?;
    if context.library.names().iter().any(|known| known == name) {
        return Err(Failure::Input(format!("there is a game `{name}` already")));
    }
    let folder = context.folders.rules.clone().unwrap_or_else(|| PathBuf::from("rules")).join(name);
    if folder.exists() {
        return Err(Failure::Input(format!("{} is there already", folder.display())));
    }
    for (file, text) in GAME {
        create(&folder.join(file), &text.replace("$GAME", name).replace("$TITLE", &title(name)))?;
    }
    context.screen.show(&escape(&format!("{}: `parlour play {name}` plays it.", folder.display())))
}

/// # Errors
/// A name that can't be that of a file.
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
/// A file that is there already, or can't be written.
fn create(path: &Path, text: &str) -> Result<(), Failure> {
    if path.exists() {
        return Err(Failure::Input(format!("{} is there already", path.display())));
    }
    write_in_folder(path, text)
}

/// `my-game` as `My Game`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
    };
    name.split(['-', '_']).map(word).collect::<Vec<String>>().join(" ")
}
