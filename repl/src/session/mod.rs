//! The session at the keyboard: the lobby, and a match with its commands.

mod command;
mod flow;
mod help;
mod input;
mod inspect;
mod keeping;
mod looks;
mod playing;
mod seating;
pub(crate) mod telling;
mod words;

use std::time::Duration;

use parlour_ai::table::Memories;
use parlour_ai::{Table, Thinking};
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

use crate::commands::play;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::saves;
use crate::script_file::Script;
use input::{Input, Line};
use inspect::PLAYERS;

/// Whether a session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// The session at the keyboard.
pub(crate) struct Session<'a> {
    context: &'a mut Context,
    strict: bool,
    table: Option<Table>,
    /// What the robots remembered after so many actions.
    memories: Vec<Memories>,
    script: Option<Script>,
    /// Robots wait until they are asked to play on.
    is_paused: bool,
    /// Hidden things are shown.
    reveals: bool,
    /// Every step is written as a line of JSON.
    traces: bool,
    /// For onlookers and then for each seat: 0, or 1 and how many steps it was told.
    told: Vec<usize>,
    /// Who sits at the keyboard; nobody while it is handed over.
    viewer: Option<Seat>,
    /// The number of steps and the viewer when the position was last shown.
    shown: Option<(usize, Option<Seat>)>,
    /// How long `watch` rests after each action.
    pace: Duration,
    /// Options for the next match of a game: game, key and value.
    options: Vec<(String, String, String)>,
    /// Why the robot that moved last did so.
    reason: Option<String>,
    /// How many actions the match had when a person saved it.
    saved: usize,
    /// The autosave has failed and that was said.
    cannot_save: bool,
    /// The name of the match's autosave.
    autosave: String,
    /// A long text that waits to be shown page by page.
    pages: Option<String>,
    /// The name of the autosave of a match that is left for another.
    left: Option<String>,
}

/// How long `watch` rests after each action unless `speed` says otherwise.
const PACE: Duration = Duration::from_millis(700);

impl<'a> Session<'a> {
    /// A session in the lobby.
    pub(crate) fn new(context: &'a mut Context, strict: bool) -> Self {
        if context.screen.is_interactive {
            interrupt::install_at_keyboard();
        } else {
            interrupt::install();
        }
        Self {
            context,
            strict,
            table: None,
            memories: Vec::new(),
            script: None,
            is_paused: false,
            reveals: false,
            traces: false,
            told: Vec::new(),
            viewer: None,
            shown: None,
            pace: PACE,
            options: Vec::new(),
            reason: None,
            saved: 0,
            cannot_save: false,
            autosave: String::new(),
            pages: None,
            left: None,
        }
    }

    /// Begins a match, or goes on with one.
    ///
    /// # Errors
    /// Everything that doesn't fit together.
    pub(crate) fn begin(&mut self, args: &play::Args) -> Result<(), Failure> {
        if args.resume {
            return self.resume(&args.game);
        }
        let mut args = args.clone();
        args.game = self.context.game(&args.game)?;
        let has_seats = args.setup.seats.is_some();
        let waiting = self.options.iter().filter(|(game, key, _)| *game == args.game && !(has_seats && key == PLAYERS));
        args.setup.set.splice(0..0, waiting.map(|(_, key, value)| (key.clone(), value.clone())));
        let setup = args.settle(self.context)?;
        let thinking = if args.setup.seed.is_some() { Thinking::REPRODUCIBLE } else { Thinking::AT_THE_KEYBOARD };
        let played = Match::new(setup.game, setup.seed, setup.players)?;
        let table = Table::new(played, &self.context.robots, thinking)?;
        self.options.retain(|(game, ..)| *game != args.game);
        self.script = setup.script;
        saves::prune(&args.game);
        self.autosave = saves::autosave_name(&args.game, table.played.seed());
        let first = table.humans().first().copied();
        self.open(table, first)
    }

    /// Sits down at a table; a viewer is at the keyboard.
    fn open(&mut self, table: Table, viewer: Option<Seat>) -> Result<(), Failure> {
        self.told = vec![0; table.played.game().seat_count() + 1];
        self.viewer = viewer;
        self.shown = None;
        self.reason = None;
        self.saved = table.played.steps().len();
        self.is_paused = table.humans().is_empty() && self.script.is_none();
        self.reveals = table.played.is_revealed();
        self.table = Some(table);
        self.memories.clear();
        self.remember();
        self.announce()?;
        self.tell_left()
    }
}

/// Runs a session to its end and returns the exit status.
///
/// # Errors
/// Output that can't be written, a script that is refused; with `--strict`, the first refusal.
pub(crate) fn run(mut session: Session<'_>) -> Result<u8, Failure> {
    let mut input = Input::new(&session.context.screen);
    if session.table.is_none() {
        session.welcome()?;
    }
    loop {
        match session.turn(&mut input) {
            Ok(Next::GoOn) => {}
            Ok(Next::Quit) => break,
            Err(failure) if failure.ends_session() => return Err(failure),
            Err(failure) if session.strict => {
                return Err(match input.line_number() {
                    Some(line) => Failure::Line { line, failure: Box::new(failure) },
                    None => failure,
                });
            }
            Err(failure) => session.context.screen.blame(&failure.told()),
        }
    }
    input.close();
    Ok(0)
}

impl Session<'_> {
    /// Lets robots move until a person is needed, reads a line and does what it says.
    fn turn(&mut self, input: &mut Input) -> Result<Next, Failure> {
        self.context.screen.measure();
        self.advance(input)?;
        input.know(self);
        match input.read(&self.prompt(), &self.context.screen)? {
            Line::Text(line) if line.trim().is_empty() && self.is_handed_over() => self.hand_over(),
            Line::Text(line) => {
                let next = self.obey(&line);
                if let Some(text) = self.pages.take() {
                    input.page(&text, &self.context.screen)?;
                }
                next
            }
            Line::Cancelled => Ok(Next::GoOn),
            Line::End => self.end_of_input(input),
        }
    }

    /// Shows a text that may be longer than the terminal.
    fn page(&mut self, text: String) -> Result<(), Failure> {
        if !self.context.screen.is_interactive {
            return self.context.screen.show(&text);
        }
        self.pages = Some(text);
        Ok(())
    }

    /// Ctrl-D, or the end of a pipe.
    fn end_of_input(&mut self, input: &mut Input) -> Result<Next, Failure> {
        let robots_only = self.table.as_ref().is_some_and(|table| table.humans().is_empty());
        if !input.is_terminal() {
            if robots_only && self.due().is_some() {
                self.auto("")?;
                self.advance(input)?;
            }
            return Ok(Next::Quit);
        }
        let Some(table) = &self.table else { return Ok(Next::Quit) };
        if table.played.decision().is_none() || table.played.steps().len() == self.saved {
            return Ok(Next::Quit);
        }
        let game = table.played.game().name();
        let screen = &self.context.screen;
        if self.cannot_save {
            screen.tell("The match could not be saved and will be lost.")?;
        } else {
            screen.tell(&format!("`parlour play {game} --resume` takes the match up again."))?;
        }
        match input.ask("Leave the match? [y/N] ", screen)? {
            Line::End => Ok(Next::Quit),
            Line::Text(answer) if answer.trim().to_lowercase().starts_with('y') => Ok(Next::Quit),
            Line::Text(_) | Line::Cancelled => Ok(Next::GoOn),
        }
    }
}
