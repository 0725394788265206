//! What every command works with: the packs, the robots and the screen.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::progress::Progress;
use parlour_ai::{Outside, RobotLibrary};
use parlour_engine::diagnostic::suggest;
use parlour_engine::pack::Library;
use parlour_table::Saves;
use parlour_table::reading;
use parlour_table::visible;

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

/// Where packs and robots are looked for before the built-in ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folders {
    pub(crate) rules: Option<PathBuf>,
    /// The folder of rules was asked for, and is not just the one beside the current folder.
    pub(crate) names_rules: bool,
    pub(crate) robots: Option<PathBuf>,
}

impl Folders {
    /// The given folders, or those beside the current one.
    ///
    /// # Errors
    /// A given path that is not a folder.
    pub(crate) fn find(rules: Option<PathBuf>, robots: Option<PathBuf>) -> Result<Self, Failure> {
        let names_rules = rules.is_some();
        if let Some(pack) = rules.as_ref().filter(|path| path.join("game.toml").is_file()) {
            let above = pack.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let (pack, above) = (pack.display(), above.display());
            let message =
                format!("--rules: {pack} is the folder of one game; name the one that it lies in: --rules {above}");
            return Err(Failure::Input(message));
        }
        let (rules, robots) = (folder("--rules", rules, "rules")?, folder("--robots", robots, "ai/robots")?);
        Ok(Self { rules, names_rules, robots })
    }

    /// Where a new robot belongs.
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
        // Who types a command may run anything.
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

/// Passes on what an outside program has said.
fn tell_of_program(line: &str) {
    complain(&visible::shown(line));
}

/// Writes a line or several to standard error. A message that can't be written can't be told to anybody either.
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

/// What every command works with.
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
    /// The game that a name stands for: its own, its title or a synonym, or the beginning of just one game's.
    ///
    /// # Errors
    /// No game or several begin so.
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

    /// The games that a name can stand for: the one that has it, or those that begin so.
    pub(crate) fn games_named(&self, written: &str) -> Vec<String> {
        if self.library.has(written) {
            return vec![written.to_owned()];
        }
        self.library.catalogue().named(written)
    }

    /// The game one of whose names a slip is near to, as a message names it.
    pub(crate) fn game_near(&self, written: &str) -> Option<String> {
        self.library.catalogue().near(written).map(|(game, called)| match called == game {
            true => format!("`{game}`"),
            false => format!("`{called}`, which is the game `{game}`"),
        })
    }

    /// The game that words name which stand where one is expected.
    ///
    /// # Errors
    /// As for [`Context::game`]; words behind the name of a game.
    pub(crate) fn game_of_words(&self, words: &[String]) -> Result<String, Failure> {
        let named = self.game(&words.join(" "));
        let is_game = |end: &usize| self.game(&words[..*end].join(" ")).is_ok();
        match (1..words.len()).rev().find(is_game) {
            Some(end) if named.is_err() => {
                let rest = words[end..].join(" ");
                Err(Failure::Input(format!("there is no place for `{rest}`; `--help` lists what can be given")))
            }
            _ => named,
        }
    }
}

/// What was perhaps meant by a word that is neither a game nor a command: the game goes first.
pub(crate) fn game_or_command(game: &str, command: Option<&str>) -> String {
    match command {
        Some(command) => format!("did you mean {game}, or the command `{command}`?"),
        None => format!("did you mean {game}?"),
    }
}

/// How positions are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Columns to fill.
    pub(crate) width: usize,
    /// Words instead of drawings.
    pub(crate) is_plain: bool,
    /// Colours tell what signs would tell without them.
    pub(crate) has_color: bool,
    /// Boards are seen from their other side.
    pub(crate) is_flipped: bool,
}

/// How many lines were shown on standard output.
static SHOWN: AtomicUsize = AtomicUsize::new(0);

/// The most rows that are taken to be in sight.
const MOST_ROWS: usize = 100;

/// How often a bar is drawn anew, so that its clock goes on while nothing is done.
const TICK: Duration = Duration::from_millis(500);

/// Columns to fill where there is no terminal.
const WIDTH: usize = 80;

/// Standard output and standard error, with or without colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    color: bool,
    error_color: bool,
    /// Only results and errors are told.
    pub(crate) is_quiet: bool,
    /// A person sits before it: both standard input and standard output are a terminal.
    pub(crate) is_interactive: bool,
    /// The cursor can be moved, and what was written erased.
    has_cursor: bool,
    /// Words instead of drawings, for those who hear the screen.
    pub(crate) is_plain: bool,
    /// Boards are shown from their other side.
    pub(crate) is_flipped: bool,
    /// Columns to fill.
    pub(crate) width: usize,
    /// Rows that are in sight at once.
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

    /// Looks how large the terminal is now.
    pub(crate) fn measure(&mut self) {
        let size = if self.is_interactive { terminal_size::terminal_size() } else { None };
        self.width = size.map_or(WIDTH, |(width, _)| usable(width.0));
        self.height = size.map_or(usize::MAX, |(_, height)| usize::from(height.0));
    }

    /// Whether what can be written is shown behind the cursor, and can be told from what was.
    pub(crate) fn has_ghosts(&self) -> bool {
        self.has_cursor && self.color
    }

    /// Whether the cursor can be moved, and what was written erased.
    pub(crate) fn has_cursor(&self) -> bool {
        self.has_cursor
    }

    /// Whether a menu can be moved through with the arrow keys.
    pub(crate) fn has_menus(&self) -> bool {
        self.has_cursor && stderr().is_terminal()
    }

    /// How positions are shown.
    pub(crate) fn style(&self) -> Style {
        let Self { width, is_plain, color: has_color, is_flipped, .. } = *self;
        Style { width, is_plain, has_color, is_flipped }
    }

    /// A bar on standard error with something said behind it, if that is a terminal and progress is to be drawn.
    pub(crate) fn progress_bar(&self, length: u64, behind: &str) -> Progress {
        match stderr().is_terminal() && !self.is_plain {
            _ if self.is_quiet => Progress::hidden(),
            true => Progress::drawn(length, behind, TICK),
            false => Progress::in_lines(length, behind),
        }
    }

    /// A bar for games that are played.
    pub(crate) fn bar_of_games(&self) -> Progress {
        self.progress_bar(0, "{pos} of {len} games, {elapsed} gone, {eta} left")
    }

    /// Whether standard output has colour.
    pub(crate) fn has_color(&self) -> bool {
        self.color
    }

    /// Shows a line or several of marked text on standard output.
    pub(crate) fn show(&self, text: &str) -> Result<(), Failure> {
        let text = marks::render(text, self.color);
        let text = text.trim_end_matches('\n');
        SHOWN.fetch_add(text.split('\n').count(), Ordering::Relaxed);
        let mut out = stdout().lock();
        writeln!(out, "{text}")?;
        Ok(())
    }

    /// The same, with what is too long broken.
    pub(crate) fn show_filled(&self, text: &str) -> Result<(), Failure> {
        self.show(&marks::wrap(text, self.widest(), 2))
    }

    /// The longest line that is shown whole: as long as a terminal is wide; what goes to a file or a pipe keeps its
    /// lines.
    pub(crate) fn widest(&self) -> usize {
        if self.is_interactive { self.width } else { usize::MAX }
    }

    /// How many lines were shown so far.
    pub(crate) fn lines_shown(&self) -> usize {
        SHOWN.load(Ordering::Relaxed)
    }

    /// A line was typed behind a prompt.
    pub(crate) fn note_typed(&self) {
        SHOWN.fetch_add(1, Ordering::Relaxed);
    }

    /// Shows a value on standard output, as a line of JSON.
    pub(crate) fn json(&self, value: &serde_json::Value) -> Result<(), Failure> {
        writeln!(stdout().lock(), "{}", visible::json(value))?;
        Ok(())
    }

    /// Shows a sentence or several on standard output, filled to the width.
    pub(crate) fn tell(&self, text: &str) -> Result<(), Failure> {
        self.show(&marks::wrap(text, self.width, 0))
    }

    /// Shows an empty line on standard output.
    pub(crate) fn gap(&self) -> Result<(), Failure> {
        self.show("")
    }

    /// Begins the screen anew, where the terminal can; what has scrolled away stays.
    pub(crate) fn restart(&self) -> Result<(), Failure> {
        self.steer("\u{1b}[H\u{1b}[2J")
    }

    /// Shows what is asked, in bold; the answer stands behind it.
    pub(crate) fn ask(&self, question: &str) -> Result<(), Failure> {
        let mut out = stdout().lock();
        write!(out, "{}", marks::render(&format!("[bold]{}[/]", marks::escape(question)), self.color))?;
        out.flush()?;
        Ok(())
    }

    /// Takes away what was asked, now that a key has answered it.
    pub(crate) fn erase_question(&self) -> Result<(), Failure> {
        self.steer("\r\u{1b}[2K")
    }

    /// Sends a code to the terminal, or an empty line to one that knows no codes.
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

    /// Empties the screen, with what has scrolled away; what is in sight of a terminal that knows no codes scrolls away.
    pub(crate) fn clear(&self) -> Result<(), Failure> {
        let mut out = stdout().lock();
        if self.has_cursor {
            write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
        } else {
            write!(out, "{}", "\n".repeat(self.height.min(MOST_ROWS)))?;
        }
        out.flush()?;
        Ok(())
    }

    /// Says something in marked text on standard error, unless only errors are to be told.
    pub(crate) fn say(&self, text: &str) {
        if !self.is_quiet {
            self.warn(text);
        }
    }

    /// Says on standard error, in marked text, what is wrong.
    pub(crate) fn warn(&self, text: &str) {
        complain(marks::render(text, self.error_color).trim_end_matches('\n'));
    }

    /// Says what is wrong on standard error, with the lines that it is about.
    pub(crate) fn blame(&self, told: &[Told<'_>]) {
        for told in told {
            self.fault(&told.message);
            let excerpt = told.excerpt(error_width());
            if !excerpt.is_empty() {
                self.warn(&excerpt);
            }
        }
    }

    /// Says what is wrong on standard error.
    pub(crate) fn fault(&self, text: impl std::fmt::Display) {
        let text: Vec<String> = text.to_string().lines().map(shortened).collect();
        let text = marks::escape(&text.join("\n"));
        self.warn(&format!("[red]{}[/]", marks::wrap(&text, error_width(), 2)));
    }
}

/// The longest line of a message, in characters.
const LONGEST_LINE: usize = 600;

/// A line of a message without the middle if it is very long: it may repeat what somebody has written.
pub(crate) fn shortened(line: &str) -> String {
    let count = line.chars().count();
    if count <= LONGEST_LINE {
        return line.to_owned();
    }
    let half = LONGEST_LINE / 2;
    let (begin, end): (String, String) = (line.chars().take(half).collect(), line.chars().skip(count - half).collect());
    format!("{begin} ... {end}")
}

/// Columns to fill on standard error: those of a terminal; what goes to a file or a pipe keeps its lines.
pub(crate) fn error_width() -> usize {
    let size = if stderr().is_terminal() { terminal_size::terminal_size() } else { None };
    size.map_or(usize::MAX, |(width, _)| usable(width.0))
}

/// Columns that the help fills.
pub(crate) fn help_width() -> usize {
    terminal_size::terminal_size().map_or(usable(u16::MAX), |(width, _)| usable(width.0))
}

/// How much of so many columns is used. Very wide lines are hard to read.
fn usable(columns: u16) -> usize {
    usize::from(columns).clamp(40, 100)
}

/// Texts that people write for a command are no longer than this, in bytes, and what commands have written themselves.
const LONGEST_TEXT: u64 = 4 << 20;
const LONGEST_RESULTS: u64 = 256 << 20;

/// Reads a text file that was given on the command line.
///
/// # Errors
/// What isn't a file, can't be read, is too long or isn't text.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    Ok(reading::read_text(path, LONGEST_TEXT)?)
}

/// Reads a file that a command has written to go on from.
///
/// # Errors
/// As for [`read_text`].
pub(crate) fn read_results(path: &Path) -> Result<String, Failure> {
    Ok(reading::read_text(path, LONGEST_RESULTS)?)
}
