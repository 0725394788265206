//! The environment of every command: packs, robots and screen.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::progress::Progress;
use parlour_ai::{Outside, RobotLibrary};
use parlour_engine::diagnostic::suggest;
use parlour_engine::pack::Library;
use parlour_table::Level;
use parlour_table::Saves;
use parlour_table::reading;
use parlour_table::sanitize;

use crate::excerpt::Told;
use crate::failure::Failure;
use crate::marks;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Folders of packs and robots, which precede the built-in ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folders {
    pub(crate) rules: Option<PathBuf>,
    /// True if the folder of rules was given, and isn't just the one in the current folder.
    pub(crate) names_rules: bool,
    pub(crate) robots: Option<PathBuf>,
    /// True if the folder of robots was given.
    pub(crate) names_robots: bool,
}

impl Folders {
    /// The given folders, or those in the current folder.
    ///
    /// # Errors
    /// A given path that isn't a folder.
    pub(crate) fn find(rules: Option<PathBuf>, robots: Option<PathBuf>) -> Result<Self, Failure> {
        let (names_rules, names_robots) = (rules.is_some(), robots.is_some());
        if let Some(pack) = rules.as_ref().filter(|path| path.join("game.toml").is_file()) {
            let above = pack.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let (pack, above) = (pack.display(), above.display());
            let message =
                format!("--rules: {pack} is the folder of one game; name the one that it lies in: --rules {above}");
            return Err(Failure::Input(message));
        }
        let (rules, robots) = (folder("--rules", rules, "rules")?, folder("--robots", robots, "ai/robots")?);
        Ok(Self { rules, names_rules, robots, names_robots })
    }

    /// True if the robots of a game may be for another pack of the same name: packs come from a folder that was given, robots
    /// from elsewhere.
    pub(crate) fn mixes_games(&self) -> bool {
        let whole = |folder: &Path| folder.canonicalize().ok();
        let is_usual = self.rules.as_deref().is_some_and(|rules| whole(rules) == whole(Path::new("rules")));
        self.names_rules && !self.names_robots && !is_usual
    }

    /// The folder for new robots.
    pub(crate) fn own_robots(&self) -> PathBuf {
        self.robots.clone().unwrap_or_else(|| PathBuf::from("ai/robots"))
    }

    /// The packs.
    pub(crate) fn library(&self) -> Library {
        let mut library = crate::embedded::library();
        if let Some(folder) = &self.rules {
            library.add_folder(folder);
        }
        library
    }

    /// The robots.
    pub(crate) fn robots(&self) -> RobotLibrary {
        let mut robots = RobotLibrary::new();
        // A person who types commands may run anything.
        robots.allow_exec();
        robots.run_outside(Outside {
            errors: Some(tell_of_program),
            hidden: Saves::of_user().folder().map(Path::to_owned).into_iter().collect(),
        });
        if let Some(folder) = &self.robots {
            robots.add_folder(folder);
        }
        robots
    }
}

/// Forwards a program's error output.
fn tell_of_program(line: &str) {
    complain(&sanitize::sanitized(line));
}

/// Writes lines to standard error; failures are ignored, since they can't be reported.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

fn folder(option: &str, given: Option<PathBuf>, beside: &str) -> Result<Option<PathBuf>, Failure> {
    match given {
        Some(path) if !path.is_dir() => Err(Failure::Input(format!("{option}: there is no folder {}", path.display()))),
        Some(path) => Ok(Some(path)),
        None => Ok(Some(PathBuf::from(beside)).filter(|path| path.is_dir())),
    }
}

/// The environment of every command.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) folders: Folders,
    pub(crate) library: Library,
    pub(crate) robots: RobotLibrary,
    pub(crate) saves: Saves,
    pub(crate) screen: Screen,
}

impl Context {
    pub(crate) fn new(folders: Folders, color: ColorChoice, is_quiet: bool, is_plain: bool) -> Self {
        let mut screen = Screen { is_quiet, ..Screen::new(color) };
        if is_plain {
            screen = Screen { is_plain, color: false, error_color: false, has_cursor: false, ..screen };
        }
        Self { library: folders.library(), robots: folders.robots(), saves: Saves::of_user(), screen, folders }
    }
}

impl Context {
    /// The game with a name, title or synonym, or with a unique prefix.
    ///
    /// # Errors
    /// No game or several match.
    pub(crate) fn game(&self, written: &str) -> Result<String, Failure> {
        match self.games_named(written).as_slice() {
            [one] => Ok(one.clone()),
            [] => {
                let names = || self.library.names();
                let near = self.game_near(written).map(|near| format!("did you mean {near}?"));
                let near = near.unwrap_or_else(|| suggest(written, names().iter().map(String::as_str)));
                Err(Failure::Input(format!("there is no game `{written}` ({near})")))
            }
            several => {
                let several: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
                Err(Failure::Input(format!("`{written}` can be the game {}", several.join(" or "))))
            }
        }
    }

    /// The games that match a name: exactly, or by prefix.
    pub(crate) fn games_named(&self, written: &str) -> Vec<String> {
        if self.library.has(written) {
            return vec![written.to_owned()];
        }
        self.library.catalogue().named(written)
    }

    /// The game most similar to a misspelled name, for a message.
    pub(crate) fn game_near(&self, written: &str) -> Option<String> {
        self.library.catalogue().near(written).map(|(game, called)| match called == game {
            true => format!("`{game}`"),
            false => format!("`{called}`, which is the game `{game}`"),
        })
    }

    /// The game named by several words.
    ///
    /// # Errors
    /// As for [`Context::game`]; words after the name of a game.
    pub(crate) fn game_of_words(&self, words: &[String]) -> Result<String, Failure> {
        let named = self.game(&words.join(" "));
        let is_game = |end: &usize| self.game(&words[..*end].join(" ")).is_ok();
        match (1..words.len()).rev().find(is_game) {
            Some(end) if named.is_err() => {
                let rest = words[end..].join(" ");
                let more = match Level::named(&rest) {
                    Some(level) => format!("did you mean `--level {level}`?"),
                    None => "`help play` lists what can be given".to_owned(),
                };
                Err(Failure::Input(format!("there is no place for `{rest}`; {more}")))
            }
            _ => named,
        }
    }
}

/// The suggestion for a word that is neither a game nor a command: a game takes precedence.
pub(crate) fn game_or_command(game: &str, command: Option<&str>) -> String {
    match command {
        Some(command) => format!("did you mean {game}, or the command `{command}`?"),
        None => format!("did you mean {game}?"),
    }
}

/// The style of positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Available columns.
    pub(crate) width: usize,
    /// True for words instead of drawings.
    pub(crate) is_plain: bool,
    /// True if colours replace signs.
    pub(crate) has_color: bool,
    /// True if boards are turned round.
    pub(crate) is_flipped: bool,
}

/// The number of lines shown on standard output.
static SHOWN: AtomicUsize = AtomicUsize::new(0);

/// Maximum number of rows assumed visible.
const MAX_ROWS: usize = 100;

/// The refresh interval of a progress bar's clock.
const TICK: Duration = Duration::from_millis(500);

/// Columns without a terminal.
const WIDTH: usize = 80;

/// Standard output and standard error, with or without colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    color: bool,
    error_color: bool,
    /// True if only results and errors are shown.
    pub(crate) is_quiet: bool,
    /// True if both standard input and standard output are a terminal.
    pub(crate) is_interactive: bool,
    /// True if the terminal supports cursor movement and erasing.
    has_cursor: bool,
    /// True for words instead of drawings, for screen readers.
    pub(crate) is_plain: bool,
    /// True if boards are turned round.
    pub(crate) is_flipped: bool,
    /// Available columns.
    pub(crate) width: usize,
    /// Visible rows.
    pub(crate) height: usize,
}

impl Screen {
    fn new(choice: ColorChoice) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let on = |is_terminal: bool| match choice {
            ColorChoice::Auto => wanted && is_terminal,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let is_interactive = stdin().is_terminal() && stdout().is_terminal();
        let (color, error_color) = (on(is_interactive && !is_dumb), on(stderr().is_terminal() && !is_dumb));
        let has_cursor = is_interactive && !is_dumb;
        let (width, height) = (WIDTH, usize::MAX);
        let mut screen = Self {
            color,
            error_color,
            is_quiet: false,
            is_interactive,
            has_cursor,
            is_plain: false,
            is_flipped: false,
            width,
            height,
        };
        screen.measure();
        screen
    }

    /// Updates the size of the terminal.
    pub(crate) fn measure(&mut self) {
        let size = if self.is_interactive { terminal_size::terminal_size() } else { None };
        self.width = size.map_or(WIDTH, |(width, _)| usable(width.0));
        self.height = size.map_or(usize::MAX, |(_, height)| usize::from(height.0));
    }

    /// True if suggestions can be shown behind the cursor, in a distinguishable colour.
    pub(crate) fn has_ghosts(&self) -> bool {
        self.has_cursor && self.color
    }

    /// True if the terminal supports cursor movement and erasing.
    pub(crate) fn has_cursor(&self) -> bool {
        self.has_cursor
    }

    /// True if the terminal supports menus with arrow keys.
    pub(crate) fn has_menus(&self) -> bool {
        self.has_cursor && stderr().is_terminal()
    }

    /// The style of positions.
    pub(crate) fn style(&self) -> Style {
        let Self { width, is_plain, color: has_color, is_flipped, .. } = *self;
        Style { width, is_plain, has_color, is_flipped }
    }

    /// A progress bar on standard error with a text after it, if that is a terminal and progress is shown.
    pub(crate) fn progress_bar(&self, length: u64, behind: &str) -> Progress {
        match stderr().is_terminal() && !self.is_plain {
            _ if self.is_quiet => Progress::hidden(),
            true => Progress::drawn(length, behind, TICK),
            false => Progress::in_lines(length, behind),
        }
    }

    /// A progress bar for games.
    pub(crate) fn bar_of_games(&self) -> Progress {
        self.progress_bar(0, "{pos} of {len} games, {elapsed} gone, {eta} left")
    }

    /// True if standard output is coloured.
    pub(crate) fn has_color(&self) -> bool {
        self.color
    }

    /// Prints marked text on standard output.
    pub(crate) fn show(&self, text: &str) -> Result<(), Failure> {
        let text = marks::render(text, self.color);
        let text = text.trim_end_matches('\n');
        SHOWN.fetch_add(text.split('\n').count(), Ordering::Relaxed);
        let mut out = stdout().lock();
        writeln!(out, "{text}")?;
        Ok(())
    }

    /// Prints marked text with long lines wrapped.
    pub(crate) fn show_filled(&self, text: &str) -> Result<(), Failure> {
        self.show(&marks::wrap(text, self.widest(), 2))
    }

    /// The maximum unwrapped line length: the terminal's width; unlimited for files and pipes.
    pub(crate) fn widest(&self) -> usize {
        if self.is_interactive { self.width } else { usize::MAX }
    }

    /// The number of lines shown so far.
    pub(crate) fn lines_shown(&self) -> usize {
        SHOWN.load(Ordering::Relaxed)
    }

    /// Counts a typed line.
    pub(crate) fn note_typed(&self) {
        SHOWN.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints a value as a line of JSON.
    pub(crate) fn json(&self, value: &serde_json::Value) -> Result<(), Failure> {
        writeln!(stdout().lock(), "{}", sanitize::json(value))?;
        Ok(())
    }

    /// Prints sentences, filled to the width.
    pub(crate) fn tell(&self, text: &str) -> Result<(), Failure> {
        self.show(&marks::wrap(text, self.width, 0))
    }

    /// Prints an empty line.
    pub(crate) fn gap(&self) -> Result<(), Failure> {
        self.show("")
    }

    /// Clears the visible screen, if the terminal can; the scrollback stays.
    pub(crate) fn restart(&self) -> Result<(), Failure> {
        self.steer("\u{1b}[H\u{1b}[2J")
    }

    /// Prints a question in bold, without a newline.
    pub(crate) fn ask(&self, question: &str) -> Result<(), Failure> {
        let mut out = stdout().lock();
        write!(out, "{}", marks::render(&format!("[bold]{}[/]", marks::escape(question)), self.color))?;
        out.flush()?;
        Ok(())
    }

    /// Erases an answered question.
    pub(crate) fn erase_question(&self) -> Result<(), Failure> {
        self.steer("\r\u{1b}[2K")
    }

    /// Sends a control sequence, or an empty line to a terminal that doesn't support them.
    fn steer(&self, code: &str) -> Result<(), Failure> {
        let mut out = stdout().lock();
        if self.has_cursor {
            write!(out, "{code}")?;
        } else {
            writeln!(out)?;
        }
        out.flush()?;
        Ok(())
    }

    /// Clears the screen and the scrollback; a terminal without control sequences scrolls instead.
    pub(crate) fn clear(&self) -> Result<(), Failure> {
        let mut out = stdout().lock();
        if self.has_cursor {
            write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
        } else {
            write!(out, "{}", "\n".repeat(self.height.min(MAX_ROWS)))?;
        }
        out.flush()?;
        Ok(())
    }

    /// Prints marked text on standard error, unless only errors are shown.
    pub(crate) fn say(&self, text: &str) {
        if !self.is_quiet {
            self.warn(text);
        }
    }

    /// Prints a warning in marked text on standard error.
    pub(crate) fn warn(&self, text: &str) {
        complain(marks::render(text, self.error_color).trim_end_matches('\n'));
    }

    /// Prints errors on standard error, with source excerpts.
    pub(crate) fn blame(&self, told: &[Told<'_>]) {
        for told in told {
            self.fault(&told.message);
            let excerpt = told.excerpt(error_width());
            if !excerpt.is_empty() {
                self.warn(&excerpt);
            }
        }
    }

    /// Prints an error on standard error.
    pub(crate) fn fault(&self, text: impl std::fmt::Display) {
        let text: Vec<String> = text.to_string().lines().map(shortened).collect();
        let text = marks::escape(&text.join("\n"));
        self.warn(&format!("[red]{}[/]", marks::wrap(&text, error_width(), 2)));
    }
}

/// Maximum length of a message's line, in characters.
const LONGEST_LINE: usize = 600;

/// Shortens a very long line in the middle: it may repeat user input.
pub(crate) fn shortened(line: &str) -> String {
    let count = line.chars().count();
    if count <= LONGEST_LINE {
        return line.to_owned();
    }
    let half = LONGEST_LINE / 2;
    let (begin, end): (String, String) = (line.chars().take(half).collect(), line.chars().skip(count - half).collect());
    format!("{begin} ... {end}")
}

/// Available columns of standard error: the terminal's width; unlimited for files and pipes.
pub(crate) fn error_width() -> usize {
    let size = if stderr().is_terminal() { terminal_size::terminal_size() } else { None };
    size.map_or(usize::MAX, |(width, _)| usable(width.0))
}

/// Columns of help texts.
pub(crate) fn help_width() -> usize {
    terminal_size::terminal_size().map_or(usable(u16::MAX), |(width, _)| usable(width.0))
}

/// The used part of a number of columns. Very wide lines are hard to read.
fn usable(columns: u16) -> usize {
    usize::from(columns).clamp(40, 100)
}

/// Maximum size of a text file, in bytes: of one written by people, and of one written by commands.
const LONGEST_TEXT: u64 = 4 << 20;
const LONGEST_RESULTS: u64 = 256 << 20;

/// Reads a text file that was given on the command line.
///
/// # Errors
/// A path that isn't a regular file, can't be read, is too long or isn't text.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    Ok(reading::read_text(path, LONGEST_TEXT)?)
}

/// Reads a file of results to be resumed.
///
/// # Errors
/// As for [`read_text`].
pub(crate) fn read_results(path: &Path) -> Result<String, Failure> {
    Ok(reading::read_text(path, LONGEST_RESULTS)?)
}
