//! Ships: pieces that lie on several squares, with a part of the hull on each.

use std::fmt::Write;

use parlour_table::scene::{BoardScene, Figure};

use crate::svg::{Rect, Svg, escaped};

/// Half of the width of a hull, relative to the side of a square.
const HALF: f64 = 0.35;
/// How far a part reaches over the edge of its square, so that no seam is seen.
const OVER: f64 = 0.52;
/// The outlines of parts, as steps along the ship from its bow and aside.
const BOW: [(f64, f64); 7] =
    [(-0.46, 0.0), (-0.34, -0.17), (-0.08, -HALF), (OVER, -HALF), (OVER, HALF), (-0.08, HALF), (-0.34, 0.17)];
const STERN: [(f64, f64); 6] = [(-OVER, -HALF), (0.26, -HALF), (0.42, -0.2), (0.42, 0.2), (0.26, HALF), (-OVER, HALF)];
const MIDDLE: [(f64, f64); 4] = [(-OVER, -HALF), (OVER, -HALF), (OVER, HALF), (-OVER, HALF)];
const SINGLE: [(f64, f64); 8] =
    [(-0.4, -0.2), (-0.24, -HALF), (0.24, -HALF), (0.4, -0.2), (0.4, 0.2), (0.24, HALF), (-0.24, HALF), (-0.4, 0.2)];

/// The part of a ship on a square, by what is seen of the ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// True if the ship lies in a column.
    is_down: bool,
    /// Its place from the bow, and the number of parts in sight.
    place: usize,
    count: usize,
    /// True if all parts are in sight.
    is_whole: bool,
}

impl Part {
    /// The part on a square of a board, if a piece with a length is there.
    pub(crate) fn of(board: &BoardScene, place: usize) -> Option<Self> {
        let figure = |place: usize| board.squares[place].as_ref()?.figure.as_ref();
        let own = figure(place).filter(|figure| figure.length > 1)?;
        let is_same = |other: &Figure| (other.seat, &other.name) == (own.seat, &own.name);
        let (column, row) = (place % board.width, place / board.width);
        let run = |is_down: bool| {
            let (at, step, end) = if is_down { (row, board.width, board.height) } else { (column, 1, board.width) };
            let has = |n: usize| figure(place + n * step - at * step).is_some_and(is_same);
            let before = (0..at).rev().take_while(|&n| has(n)).count();
            let after = (at + 1..end).take_while(|&n| has(n)).count();
            (before, before + 1 + after)
        };
        let (across, down) = (run(false), run(true));
        let is_down = down.1 > across.1;
        let (place, count) = if is_down { down } else { across };
        Some(Self { is_down, place, count, is_whole: count == own.length })
    }

    /// True if all parts of the ship on a square are in sight and hit.
    pub(crate) fn is_sunk(board: &BoardScene, place: usize) -> bool {
        let Some(part) = Self::of(board, place).filter(|part| part.is_whole) else { return false };
        let step = if part.is_down { board.width } else { 1 };
        let first = place - part.place * step;
        let is_hit = |n: usize| board.squares[first + n * step].as_ref().is_some_and(|square| square.is_open);
        (0..part.count).all(is_hit)
    }

    fn outline(self) -> Vec<(f64, f64)> {
        let mirrored = |points: &[(f64, f64)]| points.iter().rev().map(|(along, aside)| (-along, *aside)).collect();
        match (self.place, self.count) {
            (_, 1) => SINGLE.to_vec(),
            (0, _) if self.is_whole => BOW.to_vec(),
            (0, _) => mirrored(&STERN),
            (place, count) if place + 1 == count => STERN.to_vec(),
            _ => MIDDLE.to_vec(),
        }
    }

    /// Paints the part in the colour of its seat, around the centre of its square.
    pub(crate) fn paint(self, svg: &mut Svg, class: &str, (x, y): (f64, f64), side: f64) {
        let at = |(along, aside): (f64, f64)| match self.is_down {
            true => (x + aside * side, y + along * side),
            false => (x + along * side, y + aside * side),
        };
        let outline = self.outline();
        let shape = |narrow: f64| outline.iter().map(|(along, aside)| at((*along, aside * narrow))).collect::<Vec<_>>();
        svg.polygon(&format!("hull {class}"), &shape(1.0));
        svg.polygon(&format!("deck on-{class}"), &shape(0.62));
        svg.circle(&format!("hull {class}"), (x, y), side * 0.15);
        svg.circle(&format!("deck on-{class}"), (x, y), side * 0.09);
    }
}

/// The ships of a seat, and whether all of their parts are in sight and hit.
pub(crate) fn fleet(board: &BoardScene, seat: usize) -> Vec<(&Figure, bool)> {
    let is_of = |place: usize, kind: &Figure| {
        let figure = board.squares[place].as_ref().and_then(|square| square.figure.as_ref());
        figure.is_some_and(|figure| figure.seat == Some(seat) && figure.title == kind.title)
    };
    let has_sunk =
        |kind: &Figure| (0..board.squares.len()).any(|place| is_of(place, kind) && Part::is_sunk(board, place));
    let ships = board.key.iter().filter(|figure| figure.length > 1);
    ships.map(|kind| (kind, has_sunk(kind))).collect()
}

/// Paints a ship as one of those of a fleet, pale on the frame of its sea, struck through if it has sunk.
pub(crate) fn tally(svg: &mut Svg, figure: &Figure, has_sunk: bool, room: Rect) {
    let state = if has_sunk { "sunk" } else { "afloat" };
    let _ = write!(svg.text, r#"<g role="img" aria-label="{}">"#, escaped(&format!("{}: {state}", figure.title)));
    svg.faded(if has_sunk { SUNK } else { 1.0 }, |svg| parts(svg, "t-white", figure.length, room, room.h));
    if has_sunk {
        let middle = room.y + room.h / 2.0;
        svg.stroke("sunk-cross", ((room.x - 1.0, middle), (room.x + room.w + 1.0, middle)), 2.0);
    }
    svg.close();
}

/// The opacity of a ship that has sunk, in the row of its fleet.
const SUNK: f64 = 0.45;

/// Paints a ship of a length as a whole, from left to right in a room.
pub(crate) fn silhouette(svg: &mut Svg, class: &str, length: usize, room: Rect) {
    parts(svg, class, length, room, room.w / LONGEST.max(length as f64));
}

/// Paints the parts of a ship, each of a size, in the middle of a room.
fn parts(svg: &mut Svg, class: &str, length: usize, room: Rect, side: f64) {
    let left = room.x + (room.w - side * length as f64) / 2.0;
    for place in 0..length {
        let part = Part { is_down: false, place, count: length, is_whole: true };
        part.paint(svg, class, (left + side * (place as f64 + 0.5), room.y + room.h / 2.0), side);
    }
}

/// The length of a ship that fills the sign of a legend.
const LONGEST: f64 = 5.0;

/// The number of points of a star, and its outer and inner radius.
const POINTS: usize = 9;
const STAR: (f64, f64) = (0.38, 0.2);

/// Paints the cross over a part of a ship that has sunk.
pub(crate) fn cross(svg: &mut Svg, (x, y): (f64, f64), side: f64) {
    let r = side * 0.24;
    for (class, wide) in [("sunk-cross edge", 0.17), ("sunk-cross", 0.1)] {
        svg.stroke(class, ((x - r, y - r), (x + r, y + r)), side * wide);
        svg.stroke(class, ((x - r, y + r), (x + r, y - r)), side * wide);
    }
}

/// Paints the flames of a part that was hit.
pub(crate) fn flames(svg: &mut Svg, (x, y): (f64, f64), side: f64) {
    for (class, part) in [("blast", 1.0), ("blast-core", 0.55)] {
        let corner = |n: usize| {
            let angle = std::f64::consts::PI * n as f64 / POINTS as f64;
            let r = side * part * if n.is_multiple_of(2) { STAR.0 } else { STAR.1 };
            (x + r * angle.sin(), y - r * angle.cos())
        };
        svg.polygon(class, &(0..2 * POINTS).map(corner).collect::<Vec<_>>());
    }
}
