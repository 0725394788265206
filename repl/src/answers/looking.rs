//! Looking back at a match: a single moment, or the whole course.

use std::path::PathBuf;

use parlour_engine::play::Record;
use parlour_table::{Note, Past, Table};

use crate::answers::ending::actions;
use crate::context::{Context, Screen};
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::picture;
use crate::setup::seat_named;

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

/// A file name with a match number, as accepted by [`parlour_table::Saves::load`].
pub(crate) fn numbered(file: &str, number: Option<usize>) -> String {
    number.map_or_else(|| file.to_owned(), |number| format!("{file} {number}"))
}

/// A replayed saved match, for looking back.
pub(crate) struct Studied {
    pub(crate) path: PathBuf,
    pub(crate) record: Record,
    pub(crate) table: Table,
    /// The notice of changed rules, in marked text.
    pub(crate) changes: Option<String>,
}

/// Replays a saved match.
///
/// # Errors
/// A file that isn't a saved match or can't be replayed.
pub(crate) fn study(context: &Context, file: &str) -> Result<Studied, Failure> {
    let (path, record) = context.saves.load(&context.library, file)?;
    let mut table = Table::study(&context.library, &context.saves, &path, &record)?;
    let changes = record.changes(table.game().pack());
    let is_marked = table.take_notes().iter().any(|note| matches!(note, Note::Marked(_)));
    let more = if is_marked { ", which may show more: the match is marked, as by `reveal on`" } else { "" };
    let changes = (!changes.is_empty()).then(|| escape(&format!("{changes}; it is shown by the new ones{more}.")));
    Ok(Studied { path, record, table, changes })
}

/// Replays a saved match, and reports changed rules at once.
///
/// # Errors
/// As for [`study`].
pub(crate) fn load(context: &Context, file: &str) -> Result<Table, Failure> {
    let Studied { table, changes, .. } = study(context, file)?;
    changes.iter().for_each(|changes| context.screen.say(changes));
    Ok(table)
}

/// A replay cursor over a saved match: from its only person's view, or with hidden information if it is over.
pub(crate) fn past_of(table: &mut Table) -> Past<'_> {
    let reader = table.reader();
    table.past(reader)
}

impl Look {
    /// True for an interactive walk through the match.
    pub(crate) fn is_walk(&self) -> bool {
        !self.actions
    }

    /// The initial moment, if one is named.
    pub(crate) fn step(&self) -> Option<usize> {
        self.step
    }

    /// Prints a match, or a moment of it.
    ///
    /// # Errors
    /// Rules that fail, output that can't be written.
    pub(crate) fn tell(&self, screen: &Screen, past: &mut Past<'_>) -> Result<(), Failure> {
        match self.step {
            Some(step) => show(screen, past, step),
            None => tell_all(screen, past, !self.actions),
        }
    }

    /// Applies the options for moment and view.
    ///
    /// # Errors
    /// An unavailable moment, seat or view.
    pub(crate) fn settle(&self, past: &mut Past<'_>) -> Result<(), Failure> {
        if let Some(step) = self.step.filter(|&step| step > past.total()) {
            return Err(Failure::Input(format!("--step {step}: the match has {}", actions(past.total()))));
        }
        if self.open {
            past.open().map_err(|why| Failure::Input(format!("--open: {why}")))?;
        }
        if let Some(name) = &self.seat {
            let seat = seat_named(past.game(), name)?;
            past.look_as(seat).map_err(|why| Failure::Input(format!("--seat: {why}")))?;
        }
        Ok(())
    }
}

/// The last action and its events, line by line; at the start those of the set-up.
pub(crate) fn last_action(past: &Past<'_>, width: usize) -> Vec<String> {
    let Some(step) = past.last() else {
        let told = parlour_table::sentences(&past.opening());
        return told.iter().map(|line| wrap(&escape(line), width, 2)).collect();
    };
    let mut lines = vec![wrap(&format!("[bold]{}[/]", escape(&step.heading())), width, 4)];
    if !step.events.is_empty() {
        lines.extend(step.lines.iter().map(|line| wrap(&format!("   {}", escape(line)), width, 5)));
    }
    lines
}

/// Shows the position after a number of actions, with the last action.
///
/// # Errors
/// Rules that fail, output that can't be written.
fn show(screen: &Screen, past: &mut Past<'_>, step: usize) -> Result<(), Failure> {
    past.go(step)?;
    screen.show(&wrap(&header(past), screen.width, 2))?;
    let text = picture::of(&mut past.look(), screen.style())?.text;
    screen.show(&text)?;
    if let Some(next) = past.following()? {
        screen.show(&escape(&format!("Then {}", next.heading())))?;
    }
    Ok(())
}

/// Prints a match from the beginning, optionally with all positions.
///
/// # Errors
/// Rules that fail, output that can't be written.
fn tell_all(screen: &Screen, past: &mut Past<'_>, has_positions: bool) -> Result<(), Failure> {
    screen.show(&wrap(&header(past), screen.width, 2))?;
    for step in 0..=past.total() {
        past.go(step)?;
        for line in last_action(past, screen.width) {
            screen.show(&line)?;
        }
        if has_positions {
            let text = picture::of(&mut past.look(), screen.style())?.text;
            screen.show(&format!("\n{}\n", text.trim_end_matches('\n')))?;
            screen.gap()?;
        }
    }
    if let Some(told) = past.told_end() {
        screen.show(&wrap(&format!("[bold]{}[/]", escape(&told)), screen.width, 2))?;
    }
    match past.ending() {
        Some(ending) => screen.show(&format!("[bold]The match is over: {}.[/]", escape(&ending.reason))),
        None if past.told_end().is_some() => Ok(()),
        None => screen.show("The match is not over."),
    }
}

/// The game, the players and the length of the match, in marked text.
fn header(past: &Past<'_>) -> String {
    let game = past.game();
    let variant = game.variant().map_or_else(String::new, |variant| format!(", {variant}"));
    let seed = past.seed().map_or_else(String::new, |seed| format!(" Seed {seed}."));
    let players: Vec<&str> = game.seats().map(|seat| past.who(seat)).collect();
    let (players, done) = (players.join(" - "), actions(past.now()));
    escape(&format!("{}{variant}: {players}.{seed} After {done}.", game.pack().title))
}
