//! What is told of a match on a screen: how it ended, and counts in words.

use parlour_table::Table;

use crate::context::Screen;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// How the match ended.
pub(crate) fn show_ending(table: &Table, screen: &Screen) -> Result<(), Failure> {
    let Some(ending) = table.ending() else { return Ok(()) };
    let text = escape(&ending.reason);
    screen.show(&wrap(&format!("[bold]The match is over: {text}.[/]"), screen.width, 2))?;
    if let Some(ranking) = &ending.ranking {
        screen.show(&wrap(&escape(ranking), screen.width, 2))?;
    }
    let has_won = |seat| ending.winners.iter().any(|name| name == table.game().seat_name(seat));
    match table.humans().as_slice() {
        [one] if has_won(*one) => screen.show("[green bold]You have won.[/]"),
        [_] if !ending.winners.is_empty() => screen.show("You have lost."),
        _ => Ok(()),
    }
}

/// What can be done after the end, for somebody at a keyboard.
pub(crate) fn show_next_steps(table: &Table, screen: &Screen) -> Result<(), Failure> {
    if !screen.is_interactive {
        return Ok(());
    }
    let game = table.game();
    let is_verb = |word: &str| game.pack().verbs.iter().any(|verb| verb.first_word() == Some(word));
    let colon = |word: &'static str| if is_verb(word) { format!("`:{word}`") } else { format!("`{word}`") };
    let (review, again, lobby) = (colon("review"), colon("again"), colon("lobby"));
    let other = match table.humans().as_slice() {
        [one] if game.seat_count() > 1 => {
            let next = game.seats().nth((one.index() + 1) % game.seat_count());
            next.map(|seat| format!("{} {}` on another seat, ", again.trim_end_matches('`'), game.seat_name(seat)))
        }
        _ => None,
    };
    screen.tell(&escape(&format!("Next: {review}, {again}, {}or the {lobby}.", other.unwrap_or_default())))
}

/// A number of actions in words.
pub(crate) fn actions(n: usize) -> String {
    if n == 1 { "1 action".to_owned() } else { format!("{n} actions") }
}
