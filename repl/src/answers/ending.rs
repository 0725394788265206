//! Texts about the end of a match.

use parlour_engine::english;
use parlour_engine::ids::Seat;
use parlour_table::{Ending, Table};

use crate::context::Screen;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// Shows the ending.
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
        [one] if !ending.winners.is_empty() => screen.show(&place_told(table, &ending, *one)),
        _ => Ok(()),
    }
}

/// The result of a seat that hasn't won: its rank if ranks differ, or else a loss.
fn place_told(table: &Table, ending: &Ending, seat: Seat) -> String {
    const PLACES: [&str; 16] = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
    ];
    let game = table.game();
    let count = game.seat_count();
    let place = ending.places.get(seat.index()).copied().unwrap_or(count);
    let is_shared = ending.places.iter().filter(|&&other| other == place).count() > 1;
    let is_last = ending.places.iter().all(|&other| other <= place);
    let has_teams = (0..count).any(|n| n != seat.index() && game.team_of(Seat::from_index(n)) == game.team_of(seat));
    // Without distinct ranks, only the winner is named.
    let is_ranked = ending.places.iter().any(|&other| other > 1 && other != place);
    match PLACES.get(place.saturating_sub(1)) {
        Some(told) if count > 2 && !has_teams && is_ranked => match (is_shared, is_last) {
            (true, _) => format!("You share {told} place of {count}."),
            (false, true) => format!("You came last of {count}."),
            (false, false) => format!("You came {told} of {count}."),
        },
        _ => "You have lost.".to_owned(),
    }
}

/// Shows the options after the end, for a person at the keyboard.
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
    english::count(n, "action")
}
