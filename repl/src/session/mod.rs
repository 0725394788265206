//! The interactive session: a lobby, and optionally a match.
//!
//! [`command`] has the table of all commands. A match is a [`sitting`]: the table with its players and the flow of the
//! match ([`playing`]), and its viewers ([`audience`]).

mod audience;
mod beginning;
mod branches;
mod clock;
mod command;
mod completing;
mod ending;
mod help;
mod input;
mod inspect;
mod line;
mod line_editor;
mod lobby;
mod menu;
mod options;
mod playing;
mod records;
mod show;
mod sitting;
mod stepping;
mod walk;

use input::Input;
use line::Line;
use lobby::Lobby;
use menu::Chosen;
use sitting::Sitting;

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::marks::escape;
use crate::quiet::Quiet;

/// Continuation of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// The interactive session.
pub(crate) struct Session {
    lobby: Lobby,
    sitting: Option<Sitting>,
    /// True if the first refused line ends the session.
    is_strict: bool,
}

impl Session {
    /// A session in the lobby; `allows_programs` lets saved matches start programs without asking.
    pub(crate) fn new(context: Context, is_strict: bool, allows_programs: bool) -> Self {
        if context.screen.is_interactive {
            interrupt::install_at_keyboard();
        } else {
            interrupt::install();
        }
        Self { lobby: Lobby::new(context, allows_programs), sitting: None, is_strict }
    }

    /// True if there is an unfinished match.
    fn is_under_way(&self) -> bool {
        self.sitting.as_ref().is_some_and(|sitting| sitting.table.due().is_some())
    }

    /// Leaves the session, and reports how to resume an unfinished match.
    fn quit(&mut self, _: &str) -> Result<Next, Failure> {
        if let Some(sitting) = &self.sitting
            && sitting.table.due().is_some()
            && sitting.table.step_count() > 0
        {
            let screen = &self.lobby.context.screen;
            if let Some(source) = sitting.table.source() {
                screen.tell(&format!("The match stays as it was saved: `load {}` goes on with it.", escape(source)))?;
            } else if let Some(name) = sitting.table.saved_name().filter(|_| sitting.table.is_kept_over()) {
                let name = escape(name);
                let text = format!("The match is kept as it ended: `load {name}` and `undo` come back here.");
                screen.tell(&text)?;
            } else if let Some(name) = sitting.table.saved_name() {
                let (name, game) = (escape(name), escape(sitting.game().name()));
                let text = format!("The match is kept as `{name}`: `parlour play {game} --resume` goes on with it.");
                screen.tell(&text)?;
            }
        }
        Ok(Next::Quit)
    }

    /// Runs the session to its end and returns the exit status.
    ///
    /// # Errors
    /// Output that can't be written, a script that is refused; in a strict session, the first refusal.
    pub(crate) fn run(mut self) -> Result<u8, Failure> {
        let mut input = Input::new(&self.lobby.context.screen);
        if self.sitting.is_none() {
            self.lobby.welcome()?;
        }
        loop {
            let turn = self.turn(&mut input);
            if interrupt::ends() {
                self.leave();
                input.close();
                return Ok(interrupt::TERMINATED);
            }
            match turn {
                Ok(Next::GoOn) => {}
                Ok(Next::Quit) => break,
                Err(failure) if failure.ends_session() => return Err(failure),
                Err(failure) if self.is_strict => {
                    return Err(match input.line_number() {
                        Some(line) => Failure::Line { line, failure: Box::new(failure) },
                        None => failure,
                    });
                }
                Err(failure) => self.lobby.context.screen.blame(&failure.told()),
            }
        }
        input.close();
        Ok(0)
    }

    /// Lets robots move until a person is needed, then reads and executes a line.
    fn turn(&mut self, input: &mut Input) -> Result<Next, Failure> {
        self.lobby.context.screen.measure();
        let quiet = Quiet::begin(&self.lobby.context.screen);
        self.settle(input)?;
        input.know(self);
        drop(quiet);
        match self.line(input)? {
            Line::Text(line) => {
                // The terminal may have been resized since the prompt.
                self.lobby.context.screen.measure();
                if let Some(sitting) = &mut self.sitting
                    && sitting.is_flagged()?
                {
                    return Ok(Next::GoOn);
                }
                let quiet = Quiet::begin(&self.lobby.context.screen);
                let next = self.obey(&line);
                if let Some(text) = self.lobby.pages.take() {
                    input.page(&text, &self.lobby.context.screen)?;
                }
                drop(quiet);
                match next {
                    Ok(Next::Quit) if input.is_terminal() && self.is_under_way() => self.ask_to_leave(input),
                    next => next,
                }
            }
            Line::Cancelled => Ok(Next::GoOn),
            Line::End => self.end_of_input(input),
        }
    }

    /// The next line: in the lobby from the menu, if it is shown.
    fn line(&mut self, input: &mut Input) -> Result<Line, Failure> {
        let screen = self.lobby.context.screen;
        if self.sitting.is_none() && std::mem::take(&mut self.lobby.wants_menu) {
            let quiet = Quiet::begin(&screen);
            let chosen = menu::choose(&self.lobby.context);
            drop(quiet);
            match chosen {
                Chosen::Line(line) => return Ok(Line::Text(line)),
                Chosen::Prompt(begun) => input.begin_with(begun),
            }
        }
        let prompt = self.sitting.as_ref().map_or_else(|| "parlour> ".to_owned(), Sitting::prompt);
        input.read(&prompt, &screen)
    }

    /// Advances the match until a line is needed, and shows its changes.
    fn settle(&mut self, input: &Input) -> Result<(), Failure> {
        match &mut self.sitting {
            Some(sitting) => sitting.settle(&self.lobby, input.is_terminal()),
            None => Ok(()),
        }
    }

    /// Handles Ctrl-D, or the end of a pipe.
    fn end_of_input(&mut self, input: &mut Input) -> Result<Next, Failure> {
        let Some(sitting) = &mut self.sitting else { return Ok(Next::Quit) };
        if !input.is_terminal() {
            if sitting.table.humans().is_empty() && sitting.table.due().is_some() {
                sitting.auto(&mut self.lobby, "")?;
                self.settle(input)?;
            }
            return Ok(Next::Quit);
        }
        if sitting.table.due().is_none() || sitting.table.is_saved() {
            return Ok(Next::Quit);
        }
        let screen = &self.lobby.context.screen;
        if sitting.table.saved_name().is_some() {
            screen.tell(&format!("`parlour play {} --resume` takes the match up again.", sitting.game().name()))?;
        } else {
            screen.tell("The match could not be saved and will be lost.")?;
        }
        self.ask_to_leave(input)
    }

    /// Asks for confirmation before leaving the match.
    fn ask_to_leave(&mut self, input: &mut Input) -> Result<Next, Failure> {
        match input.ask("Leave the match? [y/N] ", &self.lobby.context.screen)? {
            Line::End => Ok(Next::Quit),
            Line::Text(answer) if answer.trim().to_lowercase().starts_with('y') => Ok(Next::Quit),
            Line::Text(_) | Line::Cancelled => Ok(Next::GoOn),
        }
    }
}
