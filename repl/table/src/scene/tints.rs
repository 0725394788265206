//! Colours of seats and of words.

use parlour_engine::game::Game;
use parlour_engine::ids::Seat;

use super::Tint;

const NAMES: [(&str, Tint); 22] = [
    ("black", Tint::Black),
    ("white", Tint::White),
    ("red", Tint::Red),
    ("blue", Tint::Blue),
    ("green", Tint::Green),
    ("yellow", Tint::Yellow),
    ("purple", Tint::Purple),
    ("violet", Tint::Purple),
    ("magenta", Tint::Purple),
    ("orange", Tint::Orange),
    ("brown", Tint::Brown),
    ("grey", Tint::Grey),
    ("gray", Tint::Grey),
    ("cyan", Tint::Cyan),
    ("gold", Tint::Yellow),
    ("silver", Tint::Grey),
    ("pink", Tint::Red),
    ("sente", Tint::Black),
    ("gote", Tint::White),
    ("dark", Tint::Black),
    ("light", Tint::White),
    ("rainbow", Tint::Orange),
];

/// Colours of kinds of cards without a colour column, assigned cyclically.
const KINDS: [Tint; 8] =
    [Tint::Red, Tint::Brown, Tint::Orange, Tint::Green, Tint::Grey, Tint::Blue, Tint::Purple, Tint::Black];

/// The colour named by a word.
pub fn named(word: &str) -> Option<Tint> {
    NAMES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|&(_, tint)| tint)
}

/// The colour of a kind of card by its index in the table.
pub(super) fn of_kind(place: usize) -> Tint {
    KINDS[place % KINDS.len()]
}

/// The colour named by a seat, or declared by the pack.
pub(super) fn of_seat(game: &Game, seat: Seat) -> Option<Tint> {
    let given = game.pack().seats.colours.get(seat.index()).and_then(|colour| named(colour));
    named(game.seat_name(seat)).or(given)
}
