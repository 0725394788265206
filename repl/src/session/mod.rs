//! The session at the keyboard: the lobby, and a match with its commands.

mod command;
mod flow;
mod input;
mod looks;
mod playing;
mod telling;

use std::time::Duration;

use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

use crate::commands::play;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::script_file::Script;
use crate::table::{Table, Thinking};
use input::{Input, Line};

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
    script: Option<Script>,
    /// Robots wait until they are asked to play on.
    is_paused: bool,
    /// Hidden things are shown.
    reveals: bool,
    /// How many steps each seat has been told, onlookers first.
    told: Vec<usize>,
    /// Who sits at the keyboard.
    viewer: Option<Seat>,
    /// The number of steps and the viewer when the position was last shown.
    shown: Option<(usize, Option<Seat>)>,
    /// How long a move of a robot stays on the screen before the next one, when all are robots.
    pause: Duration,
}

impl<'a> Session<'a> {
    /// A session in the lobby.
    pub(crate) fn new(context: &'a mut Context, strict: bool) -> Self {
        Self {
            context,
            strict,
            table: None,
            script: None,
            is_paused: false,
            reveals: false,
            told: Vec::new(),
            viewer: None,
            shown: None,
            pause: Duration::ZERO,
        }
    }

    /// Begins a match.
    ///
    /// # Errors
    /// Everything that doesn't fit together.
    pub(crate) fn begin(&mut self, args: &play::Args) -> Result<(), Failure> {
        let setup = args.settle(self.context)?;
        let thinking = if args.setup.seed.is_some() { Thinking::REPRODUCIBLE } else { Thinking::AT_THE_KEYBOARD };
        let played = Match::new(setup.game, setup.seed, setup.players)?;
        let table = Table::new(played, &self.context.robots, thinking)?;
        self.script = setup.script;
        self.open(table)
    }

    /// Sits down at a table.
    fn open(&mut self, table: Table) -> Result<(), Failure> {
        self.told = vec![0; table.played.game().seat_count() + 1];
        self.viewer = table.humans().first().copied();
        self.shown = None;
        self.is_paused = false;
        self.reveals = table.played.is_revealed();
        self.table = Some(table);
        self.announce()
    }
}

/// Runs a session to its end and returns the exit status.
///
/// # Errors
/// Output that can't be written; with `--strict`, the first refusal.
pub(crate) fn run(mut session: Session<'_>) -> Result<u8, Failure> {
    interrupt::install();
    let mut input = Input::new(&session.context.screen);
    if session.table.is_none() {
        session.welcome()?;
    }
    loop {
        let result = session.turn(&mut input);
        match result {
            Ok(Next::GoOn) => {}
            Ok(Next::Quit) => break,
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) if session.strict => {
                return Err(match input.line_number() {
                    Some(line) => Failure::Input(format!("line {line}: {failure}")),
                    None => failure,
                });
            }
            Err(failure) => session.context.screen.fault(failure),
        }
    }
    Ok(0)
}

impl Session<'_> {
    /// Lets robots move until a person is needed, reads a line and does what it says.
    fn turn(&mut self, input: &mut Input) -> Result<Next, Failure> {
        self.advance(input)?;
        match input.read(&self.prompt())? {
            Line::Text(line) => self.obey(&line),
            Line::Cancelled => Ok(Next::GoOn),
            Line::End => Ok(Next::Quit),
        }
    }
}
