//! Drawn signs: chess figures, dice pips, seat colours.

use std::sync::Arc;

use parlour_table::scene::{Art, Scene, Tint, symbol};

use crate::names::seat_name;
use crate::svg::Svg;

/// The drawing of a chess figure, by its character.
pub(crate) fn figure(glyph: &str) -> Option<&'static Arc<Art>> {
    symbol(match glyph {
        "♙" | "♟" => "pawn",
        "♖" | "♜" => "rook",
        "♗" | "♝" => "bishop",
        "♘" | "♞" => "knight",
        "♕" | "♛" => "queen",
        "♔" | "♚" => "king",
        _ => return None,
    })
}

/// The CSS class of a seat's colour.
pub(crate) fn seat_class(scene: &Scene, seat: usize) -> &'static str {
    const OTHERS: [Tint; 8] =
        [Tint::Blue, Tint::Red, Tint::Green, Tint::Yellow, Tint::Purple, Tint::Orange, Tint::Brown, Tint::Grey];
    let named = scene.seats.iter().find(|other| other.number == seat).and_then(|seat| seat.tint);
    tint_class(named.unwrap_or(OTHERS[seat % OTHERS.len()]))
}

/// The CSS class of a colour.
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
        Tint::Cyan => "t-cyan",
        _ => "t-black",
    }
}

/// The positions of a die's pips, in thirds of its width from its centre.
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

/// The token of a seat: a disc with its initial.
pub(crate) fn seat_token(svg: &mut Svg, scene: &Scene, seat: usize, (x, y): (f64, f64), r: f64) {
    let class = seat_class(scene, seat);
    svg.circle("shade", (x, y + r * 0.12), r);
    svg.circle(&format!("token {class}"), (x, y), r);
    svg.circle("stone-ring", (x, y), r * 0.8);
    let initial: String = seat_name(scene, Some(seat)).chars().take(1).collect();
    svg.letter(&format!("token-word on-{class}"), (x, y + r * 0.4), (r * 1.14, r * 3.0), &initial);
}
