//! Calls that seats make in turn, such as the bids of an auction: a table with a column for each seat.

use parlour_table::scene::Scene;

use crate::court;
use crate::names::addressed;
use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg, width};

/// The word for the call that is due.
const NEXT: &str = "…";
/// The height of the heads, of a row on a phone and in a window, and the margin around.
const HEAD: f64 = 30.0;
const ROWS: (f64, f64) = (30.0, 38.0);
const EDGE: f64 = 8.0;
/// The gap above and below.
const GAP: f64 = 8.0;
/// The greatest width, and the one below which rows are low.
const WIDEST: f64 = 560.0;
const SLIM: f64 = 420.0;
/// The least and the most rows: of a longer auction the last ones.
const LEAST: usize = 3;
const MOST: usize = 6;

/// The calls so far, and the one that is due.
pub(crate) struct Calls<'a> {
    /// The seats of the columns, by index in the scene.
    columns: Vec<usize>,
    /// The calls, in rows of one for each column.
    rows: Vec<Vec<Option<&'a str>>>,
}

/// True if a line has calls: the first seat, a colon, and the calls, of which the last is due.
pub(crate) fn is_one(scene: &Scene, line: &str) -> bool {
    read(scene, line).is_some()
}

/// The first seat and the calls of a line.
fn read<'a>(scene: &Scene, line: &'a str) -> Option<(usize, Vec<&'a str>)> {
    let (first, calls) = line.split_once(": ")?;
    let first = scene.seats.iter().find(|seat| seat.seat == first)?.number;
    let calls: Vec<&str> = calls.split(", ").collect();
    (calls.last() == Some(&NEXT)).then_some((first, calls))
}

impl<'a> Calls<'a> {
    pub(crate) fn of(scene: &'a Scene) -> Option<Self> {
        let (first, calls) = scene.lines.iter().find_map(|line| read(scene, line))?;
        let count = scene.seats.len();
        // The viewer's column is the last one, as its cards are nearest.
        let columns: Vec<usize> = (1..=count).map(|n| n % count).collect();
        let blank = columns.iter().position(|&n| scene.seats[n].number == first)?;
        let cells = std::iter::repeat_n(None, blank).chain(calls.into_iter().map(Some));
        let cells: Vec<Option<&str>> = cells.collect();
        let mut rows: Vec<Vec<Option<&str>>> = cells.chunks(count).map(<[_]>::to_vec).collect();
        rows.drain(..rows.len().saturating_sub(MOST));
        rows.iter_mut().for_each(|row| row.resize(count, None));
        Some(Self { columns, rows })
    }

    fn row(wide: f64) -> f64 {
        if wide < SLIM { ROWS.0 } else { ROWS.1 }
    }

    pub(crate) fn height(&self, wide: f64) -> f64 {
        HEAD + self.rows.len().max(LEAST) as f64 * Self::row(wide) + EDGE + 2.0 * GAP
    }

    pub(crate) fn paint(&self, svg: &mut Svg, scene: &Scene, room: Rect) {
        let wide = room.w.min(WIDEST);
        let high = self.height(room.w).min(room.h) - 2.0 * GAP;
        let at = Rect::new(room.middle() - wide / 2.0, room.y + (room.h - high) / 2.0, wide, high);
        svg.rect("paper", at, 10.0);
        let step = (wide - 2.0 * EDGE) / self.columns.len() as f64;
        let row = (high - HEAD - EDGE) / self.rows.len().max(LEAST) as f64;
        for (n, &seat) in self.columns.iter().enumerate() {
            let seat = &scene.seats[seat];
            let column = Rect::new(at.x + EDGE + step * n as f64, at.y, step, high);
            if seat.is_own {
                svg.rect("own-column", Rect { y: at.y + 4.0, h: high - 8.0, ..column }, 6.0);
            }
            let name = addressed(seat);
            let name = name.as_str();
            let size = ((step - 24.0) / (width(name, 1.0) * 1.15)).clamp(11.0, 14.0);
            let whole = width(name, size) * 1.15 + 16.0;
            let x = column.middle() - whole / 2.0;
            svg.circle(&format!("token {}", seat_class(scene, seat.number)), (x + 5.0, at.y + HEAD / 2.0), 5.0);
            let base = (x + 15.0, at.y + HEAD / 2.0 + size * 0.36);
            svg.words("card-word strong", base, (size, step), Anchor::Start, name);
            for (k, cells) in self.rows.iter().enumerate() {
                let Some(word) = cells[n] else { continue };
                let cell = Rect::new(column.x, at.y + HEAD + row * k as f64, step, row);
                paint_word(svg, scene, word, cell);
            }
        }
        svg.line("card-rule", (at.x + EDGE, at.y + HEAD), (at.x + at.w - EDGE, at.y + HEAD));
    }
}

/// A sentence in which calls, such as `4C`, have the signs of their suits.
pub(crate) fn with_suits(scene: &Scene, text: &str) -> String {
    let signed = |word: &str| {
        let (number, letter) = parts(word);
        let (suit, _) = court::suit_named(scene, letter).filter(|_| !number.is_empty())?;
        let mut signs = scene.faces.values().filter_map(|face| face.sign.as_deref());
        signs.find(|sign| court::suit(sign) == Some(suit)).map(|sign| format!("{number}{sign}"))
    };
    text.split(' ').map(|word| signed(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
}

/// The digits that a call begins with, and the rest.
fn parts(word: &str) -> (&str, &str) {
    word.split_at(word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len()))
}

/// Paints a call: a number with the first letter of a suit as the sign of that.
fn paint_word(svg: &mut Svg, scene: &Scene, word: &str, cell: Rect) {
    let middle = cell.y + cell.h / 2.0;
    if word == NEXT {
        let wide = (cell.w * 0.6).min(56.0);
        let next = Rect::new(cell.middle() - wide / 2.0, cell.y + 4.0, wide, cell.h - 8.0);
        svg.rect("next-word", next, 6.0);
        return svg.words("card-word quiet", (cell.middle(), middle + 5.0), (14.0, wide), Anchor::Middle, "?");
    }
    let size = (cell.h * 0.5).min(18.0);
    let (number, letter) = parts(word);
    match court::suit_named(scene, letter).filter(|_| !number.is_empty()) {
        Some((suit, tint)) => {
            let side = size * 0.95;
            let whole = width(number, size) * 1.2 + side + 2.0;
            let x = cell.middle() - whole / 2.0;
            svg.letter_from("card-word strong", (x, middle + size * 0.36), (size, cell.w), number);
            let sign = Rect::new(x + whole - side, middle - side / 2.0, side, side);
            court::paint_suit(svg, &format!("sign {tint} {suit}"), suit, sign);
        }
        None => {
            let class = if number.is_empty() { "card-word quiet" } else { "card-word strong" };
            let size = if number.is_empty() { size * 0.82 } else { size };
            let size = size.min((cell.w - 6.0) / width(word, 1.0)).max(11.0);
            svg.words(class, (cell.middle(), middle + size * 0.36), (size, cell.w), Anchor::Middle, word);
        }
    }
}
