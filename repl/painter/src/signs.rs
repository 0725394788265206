//! Signs that are drawn: figures of chess, pips of dice, colours of seats.

use parlour_table::scene::{Scene, Tint};

/// The path of a figure in a square of 45, by the character that stands for it.
pub(crate) fn figure(glyph: &str) -> Option<&'static str> {
    Some(match glyph {
        "♙" | "♟" => {
            "M22.5 9a5 5 0 0 1 3.2 8.8c3 1.6 4.8 4.4 4.8 7.4 0 2-.8 3.9-2.2 5.3 3.4 1.5 6.2 4.5 6.2 8.5h-24c0-4 2.8-7 6.2-8.5a7.7 7.7 0 0 1-2.2-5.3c0-3 1.8-5.8 4.8-7.4A5 5 0 0 1 22.5 9z"
        }
        "♖" | "♜" => "M10 39h25v-4h-3l-2-17h3v-9h-5v3h-3v-3h-5v3h-3v-3h-5v9h3l-2 17h-3z",
        "♗" | "♝" => {
            "M22.5 6a2.8 2.8 0 0 1 1.7 5c5 3 7.4 8.6 5.3 14.6l-2.5 3.4 1.5 4h7v6h-26v-6h7l1.5-4-2.5-3.4c-2.1-6 .3-11.6 5.3-14.6a2.8 2.8 0 0 1 1.7-5z"
        }
        "♘" | "♞" => {
            "M12 39h23c1-14-1-25-12-29l-3-4-2 5c-3 1-5 4-6 8l-4.5 6 2 4 3.5 1 4-4c2 0 4-1 5-3 1 5-4 7-7 10-2 2-3 4-3 6z"
        }
        "♕" | "♛" => "M8 13l5.5 10 2-13 4 12 3-14 3 14 4-12 2 13 5.5-10-4 18v3h-21v-3zM11 35.5h23v3.5h-23z",
        "♔" | "♚" => {
            "M21 4h3v3h3v3h-3v4.5c6-2 13 1 11 8-1 3-3 5-4 8.5v3h-17v-3c-1-3.5-3-5.5-4-8.5-2-7 5-10 11-8v-4.5h-3v-3h3zM12 35.5h21v3.5h-21z"
        }
        _ => return None,
    })
}

/// The class of the colour of a seat.
pub(crate) fn seat_class(scene: &Scene, seat: usize) -> &'static str {
    const OTHERS: [Tint; 8] =
        [Tint::Blue, Tint::Red, Tint::Green, Tint::Yellow, Tint::Purple, Tint::Orange, Tint::Brown, Tint::Grey];
    let named = scene.seats.iter().find(|other| other.number == seat).and_then(|seat| seat.tint);
    tint_class(named.unwrap_or(OTHERS[seat % OTHERS.len()]))
}

/// The class of a colour.
pub(crate) fn tint_class(tint: Tint) -> &'static str {
    match tint {
        Tint::White => "t-white",
        Tint::Red => "t-red",
        Tint::Blue => "t-blue",
        Tint::Green => "t-green",
        Tint::Yellow => "t-yellow",
        Tint::Purple => "t-purple",
        Tint::Orange => "t-orange",
        Tint::Brown => "t-brown",
        Tint::Grey => "t-grey",
        _ => "t-black",
    }
}

/// Where the pips of a die lie, in thirds of its width from its middle.
pub(crate) fn pips(face: i32) -> &'static [(f64, f64)] {
    const A: f64 = 0.26;
    match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-A, -A), (A, A)],
        3 => &[(-A, -A), (0.0, 0.0), (A, A)],
        4 => &[(-A, -A), (A, -A), (-A, A), (A, A)],
        5 => &[(-A, -A), (A, -A), (0.0, 0.0), (-A, A), (A, A)],
        6 => &[(-A, -A), (A, -A), (-A, 0.0), (A, 0.0), (-A, A), (A, A)],
        _ => &[],
    }
}
