//! A supply: each kind of card as a tile with its name, corner number, text, and remaining count.

use parlour_table::scene::{At, CardScene, Face, Lies, Place, Scene};

use crate::card;
use crate::signs::tint_class;
use crate::svg::{Anchor, Rect, Svg, width, wrapped};

/// A supply of more kinds than this is laid out in tiles.
const MANY: usize = 8;
/// The minimum and the maximum size of a tile.
const LEAST: (f64, f64) = (80.0, 42.0);
const LARGEST: (f64, f64) = (170.0, 104.0);
const GAP: f64 = 6.0;
/// The height of the title of a supply.
const TITLE: f64 = 18.0;

/// True if a place is laid out in tiles.
pub(crate) fn is_one(place: &Place) -> bool {
    let is_common = matches!(place.at, At::Centre | At::Supply);
    let has_many = place.cards.len() > MANY && place.cards.iter().any(|card| card.count > 1);
    place.lies == Lies::Grid || is_common && matches!(place.lies, Lies::Stacks | Lies::Fan) && has_many
}

/// The number of columns and rows, and the size of a tile, in a width and a height.
fn grid(count: usize, wide: f64, high: f64) -> (usize, usize, (f64, f64)) {
    let most = (((wide + GAP) / (LEAST.0 + GAP)).floor() as usize).clamp(1, count.max(1));
    let of = |columns: usize| {
        let rows = count.div_ceil(columns).max(1);
        let each = |room: f64, number: usize| (room + GAP) / number as f64 - GAP;
        (columns, rows, (each(wide, columns).min(LARGEST.0), each(high, rows).min(LARGEST.1)))
    };
    // The most readable tile: high enough first, then as wide as possible.
    let part = |size: f64, of: f64| (size / of).clamp(0.0, 1.0);
    let worth = |&(_, _, (w, h)): &(usize, usize, (f64, f64))| {
        part(w, LEAST.0) * part(h, LEAST.1) * 8.0 + part(w, 140.0) + 2.0 * part(h, 84.0)
    };
    let all = (1..=most).map(of);
    all.max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or((1, 1, LEAST))
}

/// The minimum height of tiles at a width.
pub(crate) fn least_height(place: &Place, wide: f64) -> f64 {
    let columns = (((wide + GAP) / (LEAST.0 + GAP)).floor() as usize).max(1);
    place.cards.len().div_ceil(columns) as f64 * (LEAST.1 + GAP) + TITLE
}

/// The size that the tiles of a place take.
pub(crate) fn size(place: &Place, wide: f64, most: f64) -> (f64, f64) {
    let (columns, rows, (w, h)) = grid(place.cards.len(), wide, most - TITLE);
    (columns as f64 * (w + GAP), (rows as f64 * (h + GAP) + TITLE).min(most))
}

/// The area of a tile in a room, as the side of a square.
pub(crate) fn side(place: &Place, room: Rect) -> f64 {
    let (_, _, (w, h)) = grid(place.cards.len(), room.w, room.h - TITLE);
    (w.max(0.0) * h.max(0.0)).sqrt()
}

pub(crate) fn paint(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect) {
    let title = crate::place::title(scene, place);
    let (top, room) = room.split_top(TITLE);
    svg.words("place-title", (top.middle(), top.y + 12.0), (12.0, top.w), Anchor::Middle, &title);
    let (columns, _, (w, h)) = grid(place.cards.len(), room.w, room.h);
    let left = room.middle() - (columns as f64 * (w + GAP) - GAP) / 2.0;
    for (n, card) in place.cards.iter().enumerate() {
        let (row, column) = ((n / columns) as f64, (n % columns) as f64);
        let at = Rect::new(left + column * (w + GAP), room.y + row * (h + GAP), w, h);
        tile(svg, scene, place, card, at);
    }
}

fn tile(svg: &mut Svg, scene: &Scene, place: &Place, card: &CardScene, at: Rect) {
    let face = card.card.as_ref().and_then(|name| scene.faces.get(name));
    card::open(svg, scene, place, (card, face), (0, card.count));
    svg.rect("card-paper", at, 6.0);
    if let Some(face) = face {
        inside(svg, face, card.count, at);
    }
    svg.rect("foot", Rect::new(at.x + 1.0, at.y + at.h - 4.0, at.w - 2.0, 3.5), 2.0);
    svg.rect("ring", at, 6.0);
    svg.close();
    if card.count < 2 {
        return;
    }
    // Outside of the card's group, whose label says it in words.
    let words = format!("×{}", card.count);
    let wide = width(&words, 12.0) + 10.0;
    let badge = Rect::new(at.x + at.w - wide - 4.0, at.y + at.h - 23.0, wide, 18.0);
    svg.rect("badge", badge, 9.0);
    svg.letter("badge-word", (badge.middle(), badge.y + 13.5), (12.0, wide), &words);
}

fn inside(svg: &mut Svg, face: &Face, count: usize, at: Rect) {
    let tint = face.tint.map_or("t-black", tint_class);
    let index = if face.index.is_empty() { 0.0 } else { width(&face.index, 14.0) + 8.0 };
    // The number is in the corner, or at the foot if the name needs its whole line.
    let is_above = width(&face.title, 11.0) <= at.w - 12.0 - index;
    let room = if is_above { at.w - 12.0 - index } else { at.w - 9.0 };
    let size = (room / width(&face.title, 1.0)).clamp(11.0, 14.0);
    svg.words("card-word strong", (at.x + 6.0, at.y + 15.0), (size, room), Anchor::Start, &face.title);
    if index > 0.0 {
        let (x, y, anchor) = match is_above {
            true => (at.x + at.w - 6.0, at.y + 16.0, Anchor::End),
            false => (at.x + 6.0, at.y + at.h - 8.0, Anchor::Start),
        };
        svg.words(&format!("sign {tint}"), (x, y), (14.0, index), anchor, &face.index);
    }
    let badge = width(&format!("×{count}"), 12.0) + 18.0;
    let foot = if is_above || index == 0.0 { 26.0 } else { 42.0 };
    let below = Rect::new(at.x + 6.0, at.y + 20.0, at.w - 12.0, (at.h - foot).max(0.0));
    let sign = below.h.min(34.0);
    let lines = wrapped(face.words.iter().flat_map(|text| text.split(' ')), (11.5, 0.3 * 11.5), below.w);
    let text = lines.len() as f64 * 14.0;
    let is_tall = below.h >= 24.0 + text.max(14.0);
    if let Some(art) = face.art.as_ref().filter(|_| sign >= 16.0 && (lines.is_empty() || is_tall)) {
        let high = if lines.is_empty() { sign } else { sign.min(below.h - text) };
        svg.art(tint, art, Rect::new(below.x, below.y, high, high));
    } else if lines.is_empty() && sign >= 14.0 {
        svg.circle(&format!("medal {tint}"), (below.x + sign * 0.36, below.y + sign * 0.5), sign * 0.26);
    }
    let first = if is_tall { below.y + below.h - 2.0 - text } else { below.y };
    let fit = ((below.y + below.h + 1.0 - first) / 14.0).floor().max(0.0) as usize;
    for (n, line) in lines.iter().take(fit).enumerate() {
        let y = first + 14.0 * (n as f64 + 1.0) - 3.0;
        // The last line leaves room for the number.
        let room = if y > at.y + at.h - 26.0 { below.w - badge } else { below.w };
        if width(line, 11.5) <= room {
            svg.words("card-word", (below.x, y), (11.5, room), Anchor::Start, line);
        }
    }
}
