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

/// A number of actions in words.
pub(crate) fn actions(n: usize) -> String {
    if n == 1 { "1 action".to_owned() } else { format!("{n} actions") }
}
