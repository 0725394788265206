//! Places: the layout of a zone's cards, with the text below.

use parlour_table::scene::{At, CardScene, Lies, Place, Scene};

use crate::board::seat_name;
use crate::card::{self, Laid, Size};
use crate::svg::{Anchor, Rect, Svg, width, wrapped};

/// The font size below cards, and its line height.
const WORDS: f64 = 12.0;
const LINE: f64 = 15.0;
/// The margin above cards, for a stack's number, and below them, for a pile's edges.
const ABOVE: f64 = 8.0;
const BELOW: f64 = 8.0;
/// The gap between cards side by side.
const BETWEEN: f64 = 7.0;
/// The gap between places.
const APART: f64 = 12.0;
/// The minimum width of a tap target.
pub(crate) const TARGET: f64 = 40.0;
/// The maximum number of rows of a hand.
const MOST_ROWS: usize = 3;

/// The text below a place.
fn told(scene: &Scene, place: &Place) -> String {
    let title = title(scene, place);
    match place.count {
        // The cards of a trick have their players' names below them.
        _ if place.cards.iter().any(|card| card.by.is_some()) => String::new(),
        0 | 1 if place.lies != Lies::Pile => title,
        // A single stack has its number on it.
        _ if place.lies == Lies::Stacks && place.cards.len() == 1 => title,
        0 => title,
        count => format!("{title} · {count}"),
    }
}

/// The text below a place, wrapped to a width.
fn lines(scene: &Scene, place: &Place, wide: f64) -> Vec<String> {
    // A no-break space keeps a number with the dot before it.
    let told = told(scene, place).replace(" · ", " ·\u{a0}");
    wrapped(told.split(' '), (WORDS, 4.0), wide)
}

/// The title of a place, with its seat, row or word.
pub(crate) fn title(scene: &Scene, place: &Place) -> String {
    let Some(of) = place.of.as_ref().filter(|_| place.at != At::Hand) else {
        return place.title.clone();
    };
    match scene.seats.iter().find(|seat| seat.seat == *of) {
        Some(seat) if seat.is_own => format!("your {}", place.title),
        _ => format!("{} {}", place.title.strip_prefix("the ").unwrap_or(&place.title), of.replace('_', " ")),
    }
}

/// The preferred width of a place: its cards side by side, and its longest word.
pub(crate) fn wish(scene: &Scene, place: &Place, size: Size) -> f64 {
    let shown = shown(place).len().max(1);
    let cards = size.w + (shown - 1) as f64 * step(place, size) + if is_deep(place) { BELOW } else { 0.0 };
    let words = told(scene, place);
    let longest = words.split(' ').map(|word| width(word, WORDS)).fold(0.0, f64::max);
    // Two lines suffice for most titles.
    cards.max(longest).max(width(&words, WORDS) * 0.55) + APART
}

/// The preferred distance of cards: those of a trick have names below.
fn step(place: &Place, size: Size) -> f64 {
    let least = if place.lies == Lies::Trick { NAMED } else { 0.0 };
    size.w.max(least) + BETWEEN
}

/// The minimum width of a name below a trick's card.
const NAMED: f64 = 46.0;

/// True if the edges of cards below the top one are visible.
fn is_deep(place: &Place) -> bool {
    matches!(place.lies, Lies::Pile | Lies::Chips | Lies::Stacks)
}

/// The number of rows of a place at a width.
fn rows(place: &Place, wide: f64, size: Size) -> usize {
    let shown = shown(place).len();
    let is_folded = match place.lies {
        Lies::Fan => place.at == At::Hand,
        lies => matches!(lies, Lies::Row | Lies::Stacks),
    };
    if !is_folded || shown < 2 {
        return 1;
    }
    let least = match (place.at == At::Hand, place.lies) {
        (true, _) => TARGET.min(size.w + BETWEEN),
        // A stack's number is on its edge.
        (_, Lies::Stacks) => size.w + 1.0,
        _ => size.w * 0.5,
    };
    let fits = |rows: &usize| {
        let per_row = shown.div_ceil(*rows);
        per_row < 2 || (wide - APART - size.w) / (per_row - 1) as f64 >= least
    };
    (1..=MOST_ROWS).find(fits).unwrap_or(MOST_ROWS)
}

/// The height of a place at a width: its cards, and the text below.
pub(crate) fn height(scene: &Scene, place: &Place, wide: f64, size: Size) -> f64 {
    let rows = rows(place, wide, size);
    cards_height(place, rows, size) + ABOVE + BELOW + words_height(scene, place, wide)
}

/// The visible width of each card.
pub(crate) fn seen(place: &Place, wide: f64, size: Size) -> f64 {
    let per_row = shown(place).len().div_ceil(rows(place, wide, size));
    if per_row < 2 { size.w } else { ((wide - APART - size.w) / (per_row - 1) as f64).clamp(1.0, size.w) }
}

/// The distance of rows relative to a card's height: a hand may be folded into overlapping rows.
fn fold(place: &Place, size: Size) -> f64 {
    if place.at == At::Hand { size.fold } else { card::APART + if place.lies == Lies::Stacks { 0.1 } else { 0.0 } }
}

fn cards_height(place: &Place, rows: usize, size: Size) -> f64 {
    size.h * (1.0 + fold(place, size) * (rows - 1) as f64)
}

/// The readability of a place's cards: full if their titles fit and no rows overlap.
pub(crate) fn clear(scene: &Scene, place: &Place, wide: f64, size: Size) -> f64 {
    let faces = place.cards.iter().filter_map(|card| scene.faces.get(card.card.as_ref()?));
    let titled = if faces.into_iter().all(|face| card::is_titled(face, size.w)) { 1.0 } else { 0.72 };
    let is_folded = size.fold < 1.0 && place.at == At::Hand && rows(place, wide, size) > 1;
    titled * if is_folded { 0.84 } else { 1.0 }
}

fn words_height(scene: &Scene, place: &Place, wide: f64) -> f64 {
    let lines = lines(scene, place, wide - 4.0).len();
    let of_trick = usize::from(place.cards.iter().any(|card| card.by.is_some()));
    (lines + of_trick) as f64 * LINE
}

/// Paints a place in a room, with cards as large as possible: its cards, and its title below.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect, size: Size) {
    let rows = rows(place, room.w, size);
    let words = words_height(scene, place, room.w);
    let free = room.h - words - ABOVE - BELOW;
    let size = size.within(free / (1.0 + fold(place, size) * (rows - 1) as f64));
    let cards = Rect::new(room.x, room.y + ABOVE, room.w, cards_height(place, rows, size));
    let below = cards.y + cards.h + BELOW;
    for (n, line) in lines(scene, place, room.w - 4.0).iter().enumerate() {
        let y = below + LINE * n as f64 + 10.0;
        svg.words("place-title", (room.middle(), y), (WORDS, room.w), Anchor::Middle, line);
    }
    if place.cards.is_empty() {
        let at = Rect::new(room.middle() - size.w / 2.0, cards.y, size.w, size.h);
        let label = format!("{}, empty", title(scene, place));
        return card::empty(svg, place, 0, label, at);
    }
    for laid in lay(place, cards, rows, size) {
        card::one(svg, scene, place, &laid);
        let (at, by) = (laid.at, seat_name(scene, laid.card.by));
        if !by.is_empty() {
            svg.words(
                "place-title",
                (at.middle(), at.y + at.h + 16.0),
                (WORDS, at.w.max(NAMED) + BETWEEN),
                Anchor::Middle,
                by,
            );
        }
    }
}

/// The cards that are painted individually.
fn shown(place: &Place) -> Vec<(&CardScene, usize, usize)> {
    let each = |card: &'_ CardScene| match place.lies {
        Lies::Fan | Lies::Row | Lies::Trick | Lies::Cascade => {
            (0..card.count.max(1)).map(|copy| (copy, 1)).collect::<Vec<_>>()
        }
        _ => vec![(0, card.count)],
    };
    place.cards.iter().flat_map(|card| each(card).into_iter().map(move |(copy, n)| (card, copy, n))).collect()
}

/// Lays out cards in rows; they overlap only if space is short.
fn lay(place: &Place, room: Rect, rows: usize, size: Size) -> Vec<Laid<'_>> {
    let shown = shown(place);
    let per_row = shown.len().div_ceil(rows).max(1);
    let deep = if is_deep(place) { BELOW - 2.0 } else { 0.0 };
    let free = (room.w - size.w - deep).max(0.0);
    let step = if per_row < 2 { 0.0 } else { step(place, size).min(free / (per_row - 1) as f64) };
    let mut out = Vec::new();
    for (n, (card, copy, count)) in shown.into_iter().enumerate() {
        let (row, column) = (n / per_row, n % per_row);
        let wide = size.w + step * (per_row - 1) as f64;
        let x = room.middle() - (wide + deep) / 2.0 + step * column as f64;
        let y = room.y + row as f64 * size.h * fold(place, size);
        let note = place.note.as_ref().filter(|_| n == 0);
        out.push(Laid { card, at: Rect::new(x, y, size.w, size.h), copy, count, note });
    }
    out
}

/// True if the cards of a trick lie around its middle, each in front of its seat.
pub(crate) fn is_round(scene: &Scene, place: &Place) -> bool {
    place.lies == Lies::Trick
        && (3..=5).contains(&scene.seats.len())
        && place.cards.len() <= scene.seats.len()
        && place.cards.iter().all(|card| card.by.is_some())
}

/// The height of a trick laid out around its middle.
pub(crate) fn trick_height(size: Size) -> f64 {
    (size.h + ABOVE + LINE) * 2.0
}

/// Paints a trick, a card or an empty place in front of each seat: the viewer's own below, the others clockwise.
pub(crate) fn paint_trick(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect, size: Size) {
    let count = scene.seats.len() as f64;
    let size = size.within(room.h / 2.0 - ABOVE - LINE);
    let high = size.h + ABOVE + LINE;
    // Cards at different heights may be above each other.
    let aside = (size.w * 1.35).min((room.w - size.w) / 2.0);
    for (n, seat) in scene.seats.iter().enumerate() {
        let angle = std::f64::consts::TAU * n as f64 / count;
        let x = room.middle() - angle.sin() * aside;
        let y = room.y + room.h / 2.0 + angle.cos() * high / 2.0 - (ABOVE + LINE) / 2.0;
        let at = Rect::new(x - size.w / 2.0, y - size.h / 2.0, size.w, size.h);
        let whose = if seat.is_own { "you" } else { seat.seat.as_str() };
        match place.cards.iter().find(|card| card.by == Some(seat.number)) {
            Some(card) => card::one(svg, scene, place, &Laid { card, at, copy: 0, count: 1, note: None }),
            None => card::empty(svg, place, n, format!("{}, nothing of {whose}", place.title), at),
        }
        svg.words("place-title", (x, at.y + at.h + 15.0), (WORDS, (size.w * 1.5).max(64.0)), Anchor::Middle, whose);
    }
}
