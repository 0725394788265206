//! `parlour replay`: a saved match from the beginning, to walk through at a terminal.

use std::path::PathBuf;

use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Record};
use parlour_engine::state::State;

use crate::board;
use crate::context::{Context, Screen, Style};
use crate::failure::Failure;
use crate::judge::go;
use crate::marks::{escape, wrap};
use crate::picture;
use crate::session::Session;
use crate::session::telling::{actions, has_secrets, sentences, step_sentences};
use crate::setup::seat_named;
use parlour_ai::HUMAN;

/// Goes through a saved match: at a terminal with keys, forward, back, to an action, to the next mistake; elsewhere every
/// action is told with the position after it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file, or the name under which the match was saved.
    file: String,
    /// Which match of a file with several, from 1.
    number: Option<usize>,
    /// Writes the match in the notation of its game's matches, PGN in chess.
    #[arg(long, conflicts_with_all = ["step", "seat", "open", "actions"])]
    notation: bool,
    #[command(flatten)]
    look: Look,
}

/// How a match is looked at.
#[derive(Debug, clap::Args)]
pub(crate) struct Look {
    /// Begins at, or shows only, the position after so many actions.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::whole::<usize>)]
    step: Option<usize>,
    /// Shows what this seat saw.
    #[arg(long, value_name = "SEAT", conflicts_with = "open")]
    seat: Option<String>,
    /// Shows everything.
    #[arg(long)]
    open: bool,
    /// Tells the actions without the positions.
    #[arg(long, conflicts_with = "step")]
    actions: bool,
}

impl Args {
    pub(crate) fn run(&self, context: Context) -> Result<u8, Failure> {
        if self.notation {
            let (_, _, played) = load(&context, &numbered(&self.file, self.number))?;
            let title = &played.game().pack().title;
            let none = || Failure::Input(format!("--notation: matches of {title} are not written in PGN"));
            let text = played.pgn()?.ok_or_else(none)?;
            context.screen.show(&escape(text.trim_end()))?;
            return Ok(0);
        }
        if context.screen.is_interactive && self.look.is_walk() {
            return Session::new(context, false, false).study(&numbered(&self.file, self.number), &self.look);
        }
        let (_, record, mut played) = load(&context, &numbered(&self.file, self.number))?;
        let sight = self.look.sight(&played, Sight::of(&played, &record))?;
        self.look.tell(&context.screen, &mut played, sight)?;
        Ok(0)
    }
}

/// A file with the number of a match in it, as [`parlour_table::Saves::load`] takes it.
pub(crate) fn numbered(file: &str, number: Option<usize>) -> String {
    number.map_or_else(|| file.to_owned(), |number| format!("{file} {number}"))
}

/// A saved match, played again.
///
/// # Errors
/// A file that is not a saved match or can't be played again.
pub(crate) fn load(context: &Context, file: &str) -> Result<(PathBuf, Record, Match), Failure> {
    let (path, record) = context.saves.load(&context.library, file)?;
    let played = record.replay(&context.library, None);
    let played = played.map_err(|error| Failure::Replay { path: path.clone(), error })?;
    Ok((path, record, played))
}

impl Look {
    /// Whether a terminal shows it moment by moment.
    pub(crate) fn is_walk(&self) -> bool {
        !self.actions
    }

    /// The moment at which it begins, if one is named.
    pub(crate) fn step(&self) -> Option<usize> {
        self.step
    }

    /// Tells a match, or shows a moment of it.
    ///
    /// # Errors
    /// Rules that fail, output that can't be written.
    pub(crate) fn tell(&self, screen: &Screen, played: &mut Match, sight: Sight) -> Result<(), Failure> {
        match self.step {
            Some(step) => show(screen, played, sight, step),
            None => tell_all(screen, played, sight, !self.actions),
        }
    }

    /// How the match is looked at, if it would otherwise be looked at in another way.
    ///
    /// # Errors
    /// A step, a seat or a view that isn't to be had.
    pub(crate) fn sight(&self, played: &Match, mut sight: Sight) -> Result<Sight, Failure> {
        let count = played.steps().len();
        if let Some(step) = self.step.filter(|&step| step > count) {
            return Err(Failure::Input(format!("--step {step}: the match has {}", actions(count))));
        }
        if self.open {
            sight.open().map_err(|why| Failure::Input(format!("--open: {why}")))?;
        }
        if let Some(name) = &self.seat {
            let seat = seat_named(played.game(), name)?;
            sight.look_as(seat).map_err(|why| Failure::Input(format!("--seat: {why}")))?;
        }
        Ok(sight)
    }
}

/// How a match is looked at afterwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// Whose view is shown.
    pub(crate) viewer: Option<Seat>,
    /// All that is hidden is shown.
    pub(crate) everything: bool,
    /// Any view may be chosen: the match is over, was revealed, or hides nothing.
    pub(crate) is_free: bool,
}

/// Why no other view can be chosen.
const NOT_FREE: &str = "the match is not over, so only what its person saw is shown";

impl Sight {
    /// How a saved match is looked at: as its first person saw it, one that is over with everything.
    pub(crate) fn of(played: &Match, record: &Record) -> Self {
        let everything = played.decision().is_none() || record.revealed;
        let mut seats = played.game().seats();
        let viewer = seats.find(|seat| record.players.get(seat.index()).is_some_and(|who| who == HUMAN));
        Self { viewer, everything, is_free: everything || !has_secrets(played.game()) }
    }

    /// Shows everything.
    ///
    /// # Errors
    /// Something is hidden still; the text says why.
    pub(crate) fn open(&mut self) -> Result<(), &'static str> {
        if !self.is_free {
            return Err(NOT_FREE);
        }
        self.everything = true;
        Ok(())
    }

    /// Shows what a seat saw.
    ///
    /// # Errors
    /// It may not be shown; the text says why.
    pub(crate) fn look_as(&mut self, seat: Seat) -> Result<(), &'static str> {
        if !self.is_free && self.viewer != Some(seat) {
            return Err(NOT_FREE);
        }
        (self.viewer, self.everything) = (Some(seat), false);
        Ok(())
    }

    /// Whether what a seat could do may be told.
    pub(crate) fn may_look(&self, game: &Game, seat: Seat) -> bool {
        self.everything || !has_secrets(game) || self.viewer == Some(seat)
    }

    /// The state of a match as it is shown.
    fn view(&self, played: &Match) -> State {
        if self.everything { played.state().clone() } else { played.view(self.viewer).state().clone() }
    }

    /// The picture of a match as it stands.
    ///
    /// # Errors
    /// A display script that fails.
    pub(crate) fn picture(&self, played: &mut Match, style: Style) -> Result<String, Failure> {
        let view = self.view(played);
        let last = board::last_squares(played, self.viewer, self.everything);
        Ok(picture::of(played.host(), &view, self.viewer, &last, style)?.text)
    }

    /// What the last action was and what it brought about, line by line; at the beginning, the opening.
    pub(crate) fn last_action(&self, played: &Match, width: usize) -> Vec<String> {
        let (game, steps) = (played.game(), played.steps());
        let Some(step) = steps.last() else {
            let told = sentences(game, played.opening(), self.viewer, self.everything);
            return told.iter().map(|line| wrap(line, width, 2)).collect();
        };
        let seat = escape(game.seat_name(step.decision.seat));
        let action = escape(&game.step_text(step, self.viewer, self.everything));
        let mut lines = vec![wrap(&format!("[bold]{}. {seat}: {action}[/]", steps.len()), width, 4)];
        if !step.events.is_empty() {
            let told = step_sentences(game, step, self.viewer, self.everything);
            lines.extend(told.iter().map(|line| wrap(&format!("   {line}"), width, 5)));
        }
        lines
    }
}

/// Shows the position after so many actions, and what was done then.
///
/// # Errors
/// Rules that fail, output that can't be written.
fn show(screen: &Screen, played: &mut Match, sight: Sight, step: usize) -> Result<(), Failure> {
    go(played, step)?;
    screen.show(&wrap(&header(played, sight), screen.width, 2))?;
    let text = sight.picture(played, screen.style())?;
    screen.show(&text)?;
    if played.redo(1)? == 1
        && let Some(next) = played.steps().last()
    {
        let seat = played.game().seat_name(next.decision.seat);
        let action = played.game().step_text(next, sight.viewer, sight.everything);
        screen.show(&escape(&format!("Then {seat}: {action}")))?;
    }
    Ok(())
}

/// Tells a match from the beginning, with the position after each action if that is wanted.
///
/// # Errors
/// Rules that fail, output that can't be written.
fn tell_all(screen: &Screen, played: &mut Match, sight: Sight, has_positions: bool) -> Result<(), Failure> {
    let total = played.steps().len();
    screen.show(&wrap(&header(played, sight), screen.width, 2))?;
    for step in 0..=total {
        go(played, step)?;
        for line in sight.last_action(played, screen.width) {
            screen.show(&line)?;
        }
        if has_positions {
            let text = sight.picture(played, screen.style())?;
            screen.show(&format!("\n{}\n", text.trim_end_matches('\n')))?;
            screen.gap()?;
        }
    }
    if let Some(told) = played.told_end() {
        screen.show(&wrap(&format!("[bold]{}[/]", escape(&told)), screen.width, 2))?;
    }
    match played.game().ending_text(played.state()) {
        Some(text) => screen.show(&format!("[bold]The match is over: {}.[/]", escape(&text))),
        None if played.told_end().is_some() => Ok(()),
        None => screen.show("The match is not over."),
    }
}

/// What is played, by whom, and how far it has come, in marked text.
fn header(played: &Match, sight: Sight) -> String {
    let game = played.game();
    let variant = game.variant().map_or_else(String::new, |variant| format!(", {variant}"));
    let seed = if sight.is_free { format!(" Seed {}.", played.seed()) } else { String::new() };
    let players: Vec<&str> = game.seats().map(|seat| played.who(seat)).collect();
    let (players, done) = (players.join(" - "), actions(played.steps().len()));
    escape(&format!("{}{variant}: {players}.{seed} After {done}.", game.pack().title))
}
