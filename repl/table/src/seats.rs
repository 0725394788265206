//! Players of the seats: `human,hoarder(patience=3),exec:./mine.py`, levels, and defaults.

use std::fmt;
use std::time::Duration;

use parlour_ai::spec::{self, RobotSpec, read_robot};
use parlour_ai::{HUMAN, RobotLibrary, THINKER, Thinking};
use parlour_engine::diagnostic::{Diagnostic, debug_as_display, did_you_mean};
use parlour_engine::game::Game;
use parlour_engine::pack::Pack;

/// The time limit where nodes are counted.
pub(crate) const HOUR: Duration = Duration::from_secs(3600);

/// The player of a seat.
///
/// ```
/// use parlour_table::{Level, Player};
///
/// assert_eq!(Player::read("human"), Player::Human);
/// assert_eq!(Player::read("easy"), Player::Level(Level::Easy));
/// assert_eq!(Player::read("exec: ./mine.py"), Player::Program("./mine.py".to_owned()));
/// assert_eq!(Player::read("regent@2s").to_string(), "regent@2s");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Player {
    /// A person.
    Human,
    /// A robot's specification: its name, parameters and thinking budget.
    Robot(String),
    /// The game's robot at this level.
    Level(Level),
    /// The command of an outside program.
    Program(String),
    /// An engine's specification: protocol, command, options and thinking budget.
    Engine(String),
}

impl Player {
    /// Parses a player. Any text that isn't a person, a program or a level is a robot, which may not exist.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        match spec::program(text) {
            Some(command) => Self::Program(command.to_owned()),
            None if spec::command(text).is_some() => Self::Engine(text.to_owned()),
            None if text == HUMAN => Self::Human,
            None => Level::named(text).map_or_else(|| Self::Robot(text.to_owned()), Self::Level),
        }
    }

    /// The robot's specification, if it is a robot.
    ///
    /// # Errors
    /// Invalid syntax of a robot with parameters.
    pub fn robot(&self) -> Option<Result<RobotSpec, Diagnostic>> {
        match self {
            Self::Robot(text) => Some(spec::read_robot(text)),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str(HUMAN),
            Self::Robot(text) | Self::Engine(text) => f.write_str(text),
            Self::Level(level) => f.write_str(level.name()),
            Self::Program(command) => write!(f, "exec:{command}"),
        }
    }
}

/// Strength of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For beginners.
    Easy,
    /// For people who know the game.
    Medium,
    /// The best robot of the game.
    Hard,
}

impl Level {
    /// The level used for hints, reviews and analyses.
    pub const BEST: Self = Self::Hard;

    /// All levels.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// Finds a level by name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The robot of this level on a seat: that of the pack's `[levels]`; by default `thinker` with few nodes is easy,
    /// the pack's default player is medium, and the medium one with more time is hard.
    pub fn robot(self, pack: &Pack, robots: &RobotLibrary, seat: usize) -> String {
        if let Some(level) = pack.levels.iter().find(|level| level.name == self.name()) {
            return level.robot.clone();
        }
        match self {
            Self::Easy => format!("{THINKER}@30"),
            Self::Medium => default_robot(pack, robots, seat),
            Self::Hard => {
                let medium = Self::Medium.robot(pack, robots, seat);
                // A robot with its own budget keeps it.
                if medium.contains('@') { medium } else { format!("{medium}@3s") }
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = Self::ALL.into_iter().map(Self::name).collect();
        Self::named(text).ok_or_else(|| format!("expected {}", names.join(", ")))
    }
}

/// Replaces a level by its robot on the seat. A robot may have the name of a level.
pub fn settled(text: &str, pack: &Pack, robots: &RobotLibrary, seat: usize) -> String {
    match Level::named(text.trim()) {
        Some(level) if !robots.names(&pack.name).iter().any(|name| name == level.name()) => {
            level.robot(pack, robots, seat)
        }
        _ => text.to_owned(),
    }
}

/// True if the level of the opponents makes a difference.
pub fn has_levels(pack: &Pack, robots: &RobotLibrary) -> bool {
    let [easy, others @ ..] = Level::ALL.map(|level| level.robot(pack, robots, 1));
    pack.seats.max > 1 && others.iter().any(|robot| *robot != easy)
}

/// The best player of a game, for hints, reviews and analyses.
pub fn best(pack: &Pack, robots: &RobotLibrary, seat: usize) -> String {
    settled(Level::BEST.name(), pack, robots, seat)
}

/// Gives a robot a node budget for each move: the given count, else its own, else the usual one, so that its answers
/// are reproducible.
pub(crate) fn counted(spec: &str, nodes: Option<u64>, usual: u64) -> String {
    let Ok(mut robot) = read_robot(spec) else { return spec.to_owned() };
    let own = robot.thinking.map(|thinking| thinking.nodes.unwrap_or(usual));
    robot.thinking = nodes.or(own).map(|nodes| Thinking { time: HOUR, nodes: Some(nodes) });
    robot.to_string()
}

/// The robot without its own budget.
pub fn without_budget(spec: &str) -> String {
    let Ok(mut robot) = read_robot(spec) else { return spec.to_owned() };
    robot.thinking = None;
    robot.to_string()
}

/// The fault of a list of players.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeatsError {
    /// Invalid syntax.
    #[error("the list of players `{list}` can't be read: {what}")]
    List {
        /// The list.
        list: String,
        /// The fault.
        what: &'static str,
    },
    /// There are more players than seats.
    #[error("{title} has {seats} seats, and {players} players are named")]
    TooMany {
        /// The game's title.
        title: String,
        /// Seats.
        seats: usize,
        /// Players.
        players: usize,
    },
}

debug_as_display!(SeatsError);

/// Splits a list at its commas.
///
/// A robot's entry extends to the next comma outside of parentheses. A command, after `exec:`, extends to the next
/// comma that isn't quoted or escaped in shell syntax; parentheses mean nothing in it. After `uci:` and the like commas
/// in square brackets separate options.
///
/// # Errors
/// An empty entry, or an unbalanced bracket or quote.
pub fn parse(list: &str) -> Result<Vec<String>, SeatsError> {
    let fault = |what| SeatsError::List { list: list.to_owned(), what };
    let mut seats = Vec::new();
    let mut rest = Some(list);
    while let Some(text) = rest {
        let end = match spec::command(text).is_some() {
            true => end_of_command(text, spec::program(text).is_none()),
            false => end_of_robot(text),
        };
        let end = end.map_err(fault)?;
        seats.push(text[..end].trim().to_owned());
        rest = text.get(end + 1..);
    }
    if seats.iter().any(String::is_empty) {
        return Err(fault(
            "an entry is empty; expected `human`, a robot, `exec:COMMAND` or `uci:COMMAND`, separated by commas",
        ));
    }
    Ok(seats)
}

/// The offset of the comma after a robot's entry, or the end of the text.
fn end_of_robot(text: &str) -> Result<usize, &'static str> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("`)` without its `(`")?,
            ',' if depth == 0 => return Ok(at),
            _ => {}
        }
    }
    if depth > 0 { Err("`(` without its `)`") } else { Ok(text.len()) }
}

/// The offset of the comma after a command, or the end of the text.
fn end_of_command(text: &str, has_options: bool) -> Result<usize, &'static str> {
    let (mut quote, mut depth) = (None, 0_usize);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => {
                chars.next();
            }
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('[', None) if has_options => depth += 1,
            (']', None) if has_options => depth = depth.saturating_sub(1),
            (',', None) if depth == 0 => return Ok(at),
            _ => {}
        }
    }
    if depth > 0 {
        return Err("`[` without its `]`");
    }
    if quote.is_some() { Err("a quote without its other half in a command") } else { Ok(text.len()) }
}

/// The number of seats for a number of named players: the least of the game's that has a seat for each.
pub fn seats_for(pack: &Pack, players: usize) -> usize {
    pack.seats.counts.iter().copied().find(|&count| count >= players).unwrap_or(players)
}

/// The players of all seats: the named ones in order, with levels replaced by their robots. The remaining seats get the
/// robots of `fill`, or the pack's defaults.
///
/// # Errors
/// More players than seats.
pub fn filled(
    game: &Game,
    robots: &RobotLibrary,
    named: &[String],
    fill: impl Fn(usize) -> String,
) -> Result<Vec<String>, SeatsError> {
    let (seats, players) = (game.seat_count(), named.len());
    if players > seats {
        return Err(SeatsError::TooMany { title: game.pack().title.clone(), seats, players });
    }
    let named = named.iter().enumerate().map(|(seat, text)| settled(text, game.pack(), robots, seat));
    Ok(named.chain((players..seats).map(fill)).collect())
}

/// A human, and on the other seats robots of a level, or the pack's defaults.
pub fn default_players(game: &Game, robots: &RobotLibrary, level: Option<Level>) -> Vec<String> {
    let others = (1..game.seat_count()).map(|seat| robot_of(level, game.pack(), robots, seat));
    std::iter::once(HUMAN.to_owned()).chain(others).collect()
}

/// The robot of a level on a seat, or the default one.
pub fn robot_of(level: Option<Level>, pack: &Pack, robots: &RobotLibrary, seat: usize) -> String {
    level.map_or_else(|| default_robot(pack, robots, seat), |level| level.robot(pack, robots, seat))
}

/// The default robot of a seat.
pub fn default_robot(pack: &Pack, robots: &RobotLibrary, seat: usize) -> String {
    let known = robots.names(&pack.name);
    let named = pack.seats.robots.iter().map(|(spec, _)| spec);
    let wanted: Vec<&String> = named.filter(|spec| known.iter().any(|name| name == base_name(spec))).collect();
    match wanted.len() {
        0 => THINKER.to_owned(),
        n => wanted[seat.saturating_sub(1) % n].clone(),
    }
}

/// A default robot of a pack that doesn't exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The game.
    pub game: String,
    /// The name of the robot.
    pub robot: String,
    /// A similarly named robot.
    pub near: Option<String>,
    /// True if the pack's other defaults replace it; else `thinker` does.
    pub others: bool,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, robot, near, others } = self;
        write!(f, "{game} has no robot `{robot}`, which its `[seats]` name")?;
        if let Some(near) = near {
            write!(f, " (did you mean `{near}`?)")?;
        }
        write!(f, "; {} instead", if *others { "others play" } else { "`thinker` plays" })
    }
}

/// The default robots of a pack that don't exist.
pub fn missing_robots(pack: &Pack, robots: &RobotLibrary) -> Vec<Missing> {
    let known = robots.names(&pack.name);
    let is_there = |spec: &str| known.iter().any(|name| name == base_name(spec));
    let others = pack.seats.robots.iter().any(|(spec, _)| is_there(spec));
    let missing = pack.seats.robots.iter().map(|(spec, _)| base_name(spec)).filter(|spec| !is_there(spec));
    let told = |robot: &str| {
        let near = did_you_mean(robot, known.iter().map(String::as_str)).map(str::to_owned);
        Missing { game: pack.name.clone(), robot: robot.to_owned(), near, others }
    };
    missing.map(told).collect()
}

/// A robot's name without parameters.
pub fn base_name(spec: &str) -> &str {
    spec.split(['(', '@']).next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use parlour_engine::{Config, Library};

    use super::*;

    #[test]
    fn commas_in_the_brackets_of_a_robot_part_no_seats() {
        assert_eq!(
            parse("human, hoarder(patience=3,bold=true) ,random").unwrap(),
            ["human", "hoarder(patience=3,bold=true)", "random"]
        );
    }

    #[test]
    fn a_match_has_a_player_on_every_seat_or_does_not_begin() {
        let mut library = Library::default();
        library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
        let hearts = library.load("hearts").unwrap();
        let game = hearts.configure(&Config { seats: Some(seats_for(&hearts, 2)), ..Config::default() }).unwrap();
        let robots = RobotLibrary::new();
        let named = |list: &str| filled(&game, &robots, &parse(list).unwrap(), |_| "random".to_owned());
        assert_eq!(named("human,human").unwrap(), ["human", "human", "random", "random"]);
        let level = |level: Level| level.robot(&hearts, &robots, 1);
        let filled = ["human".to_owned(), level(Level::Easy), level(Level::Hard), "random".to_owned()];
        assert_eq!(named("human,easy,hard").unwrap(), filled);
        assert_eq!(named("a,b,c,d,e").unwrap_err().to_string(), "Hearts has 4 seats, and 5 players are named");
    }

    #[test]
    fn a_command_ends_where_the_shell_would_see_a_comma() {
        for (list, entries) in [
            (r"exec:./p 'a,b',human", ["exec:./p 'a,b'", "human"]),
            (r#"exec:./p "a,\",b",human"#, [r#"exec:./p "a,\",b""#, "human"]),
            (r"exec:./p a\,b \',human", [r"exec:./p a\,b \'", "human"]),
            // Parentheses belong to the command, balanced or not.
            ("exec:./p :),hoarder(patience=3)", ["exec:./p :)", "hoarder(patience=3)"]),
            ("exec:(./p a,human", ["exec:(./p a", "human"]),
            ("human, exec:./p (a", ["human", "exec:./p (a"]),
        ] {
            assert_eq!(parse(list).unwrap(), entries, "{list}");
        }
    }

    #[test]
    fn a_list_that_is_none_is_refused() {
        for (list, reason) in [
            ("", "an entry is empty"),
            ("human,,random", "an entry is empty"),
            ("human,", "an entry is empty"),
            ("hoarder(3", "`(` without its `)`"),
            ("a)", "`)` without its `(`"),
            ("exec:./p it's,human", "a quote without its other half in a command"),
        ] {
            let message = parse(list).unwrap_err().to_string();
            assert!(message.contains(reason), "{list}: {message}");
        }
    }
}
