//! A supply: each kind of card as a tile with its name, corner number, text, and remaining count. A text that a tile has
//! no room for isn't shown: its beginning says nothing, and the picture that takes its place tells cards apart.

use parlour_table::scene::{At, CardScene, Face, Lies, Place, Scene};

use crate::card;
use crate::names::title;
use crate::signs::tint_class;
use crate::svg::{Anchor, LEAST_WORDS, Rect, Svg, width, wrapped};

/// A supply of more kinds than this is laid out in tiles.
const MANY: usize = 8;
/// The minimum and the maximum size of a tile.
const LEAST: (f64, f64) = (80.0, 42.0);
const LARGEST: (f64, f64) = (170.0, 104.0);
const GAP: f64 = 6.0;
/// The font size of a text.
const WORDS: f64 = 11.5;
/// The usual height of its lines.
const LINE: f64 = 14.0;
/// The least height of its lines.
const CLOSE_LINE: f64 = 12.5;
/// The least side of a picture.
const LEAST_SIGN: f64 = 16.0;
/// The width of bold letters as a multiple of that of others.
const BOLD: f64 = 1.12;
/// The height of the title of a supply.
const TITLE: f64 = 18.0;

/// True if a place is laid out in tiles.
pub(crate) fn is_one(place: &Place) -> bool {
    let is_common = matches!(place.at, At::Centre | At::Supply);
    let has_many = place.cards.len() > MANY && place.cards.iter().any(|card| card.count > 1);
    place.lies == Lies::Grid || is_common && matches!(place.lies, Lies::Stacks | Lies::Fan) && has_many
}

/// True if the cards of a hand are laid out in tiles on a phone, since cards of this table have text that small ones have
/// no room for.
pub(crate) fn is_told(scene: &Scene, place: &Place) -> bool {
    let long = |face: &Face| face.words.iter().map(|text| text.chars().count()).sum::<usize>() > LONG;
    let is_written = |face: &Face| long(face) && !card::is_in_corner(face);
    place.at == At::Hand
        && place.lies == Lies::Fan
        && place.room == 0
        && place.cards.iter().all(|card| card.known.is_empty() && card.marks.is_empty())
        && place.cards.iter().any(|card| card.card.is_some())
        && scene.faces.values().any(is_written)
}

/// The greatest height of a tile in hand.
const HIGHEST: f64 = 93.0;

/// Longer texts don't fit on a small card.
const LONG: usize = 14;

/// The height of the title of a place: a hand, and all that lies in the middle, need none.
fn title_height(scene: &Scene, place: &Place) -> f64 {
    let is_other = |other: &Place| matches!(other.at, At::Centre | At::Supply) && other.name != place.name;
    let is_named = place.at != At::Hand && scene.places.iter().any(|other| is_other(other) && other.count > 0);
    if is_named { TITLE } else { UNTITLED }
}

/// The margin above tiles without a title.
const UNTITLED: f64 = 6.0;

/// The number of columns and rows, and the size of a tile, in a width and a height.
fn grid(scene: &Scene, place: &Place, wide: f64, high: f64) -> (usize, usize, (f64, f64)) {
    let count = place.cards.len();
    let most = (((wide + GAP) / (LEAST.0 + GAP)).floor() as usize).clamp(1, count.max(1));
    let of = |columns: usize| {
        let rows = count.div_ceil(columns).max(1);
        let each = |room: f64, number: usize| (room + GAP) / number as f64 - GAP;
        let highest = if place.at == At::Hand { HIGHEST } else { LARGEST.1 };
        (columns, rows, (each(wide, columns).min(LARGEST.0), each(high, rows).min(highest)))
    };
    // The most readable tile: high enough first, then as wide as possible.
    let part = |size: f64, of: f64| (size / of).clamp(0.0, 1.0);
    let worth = |&(_, _, (w, h)): &(usize, usize, (f64, f64))| {
        let sizes = part(w, LEAST.0) * part(h, LEAST.1) * 8.0 + part(w, 140.0) + 2.0 * part(h, 84.0);
        sizes + 2.0 * legible(scene, place, (w, h))
    };
    let all = (1..=most).map(of);
    let best = all.max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or((1, 1, LEAST));
    // Rows of the same length.
    let balanced = of(count.div_ceil(best.1));
    if balanced.1 == best.1 { balanced } else { best }
}

/// The part of the texts of a place that fit tiles of a size, by their area.
fn legible(scene: &Scene, place: &Place, (w, h): (f64, f64)) -> f64 {
    let faces = || place.cards.iter().filter_map(|card| scene.faces.get(card.card.as_ref()?));
    let fits = |face: &&Face| {
        let long: f64 = face.words.iter().map(|text| width(text, LEAST_WORDS)).sum();
        (long * RAGGED / (w - 12.0).max(1.0)).ceil() * CLOSE_LINE <= h - FOOT - 18.0
    };
    faces().filter(fits).count() as f64 / faces().count().max(1) as f64
}

/// The area of text with the free ends of its lines, relative to that of its words.
const RAGGED: f64 = 1.15;

/// The minimum height of tiles at a width.
pub(crate) fn least_height(scene: &Scene, place: &Place, wide: f64) -> f64 {
    let columns = (((wide + GAP) / (LEAST.0 + GAP)).floor() as usize).max(1);
    place.cards.len().div_ceil(columns) as f64 * (LEAST.1 + GAP) + title_height(scene, place)
}

/// The size that the tiles of a place take.
pub(crate) fn size(scene: &Scene, place: &Place, wide: f64, most: f64) -> (f64, f64) {
    let (columns, rows, (w, h)) = grid(scene, place, wide, most - title_height(scene, place));
    (columns as f64 * (w + GAP), (rows as f64 * (h + GAP) + title_height(scene, place)).min(most))
}

/// The area of a tile in a room, as the side of a square.
pub(crate) fn side(scene: &Scene, place: &Place, room: Rect) -> f64 {
    let (_, _, (w, h)) = grid(scene, place, room.w, room.h - title_height(scene, place));
    (w.max(0.0) * h.max(0.0)).sqrt()
}

/// The part of the texts of a place that fit its tiles in a room.
pub(crate) fn told(scene: &Scene, place: &Place, room: Rect) -> f64 {
    legible(scene, place, grid(scene, place, room.w, room.h - title_height(scene, place)).2)
}

pub(crate) fn paint(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect) {
    let title = title(scene, place);
    let (top, room) = room.split_top(title_height(scene, place));
    if top.h >= TITLE {
        svg.words("place-title", (top.middle(), top.y + 12.0), (12.0, top.w), Anchor::Middle, &title);
    }
    let (columns, _, (w, h)) = grid(scene, place, room.w, room.h);
    let is_small = is_small(scene, place, (w, h));
    for (n, card) in place.cards.iter().enumerate() {
        let (row, column) = (n / columns, n % columns);
        // The last row is in the middle as well.
        let in_row = columns.min(place.cards.len() - row * columns) as f64;
        let left = room.middle() - (in_row * (w + GAP) - GAP) / 2.0;
        let at = Rect::new(left + column as f64 * (w + GAP), room.y + row as f64 * (h + GAP), w, h);
        tile(svg, scene, place, card, (at, is_small));
    }
}

/// True for tiles of a size that all have their number and their picture at the foot: narrow ones, unless more of their
/// texts fit beside these.
fn is_small(scene: &Scene, place: &Place, (w, h): (f64, f64)) -> bool {
    let at = Rect::new(0.0, 0.0, w, h);
    let told = |is_told: &dyn Fn(&CardScene, &Face) -> bool| {
        let faces = place.cards.iter().filter_map(|card| Some((card, scene.faces.get(card.card.as_ref()?)?)));
        faces.filter(|(card, face)| is_told(card, face)).count()
    };
    let small = || told(&|_, face| face.words.is_empty() || !small_lines(face, (w, h)).2.is_empty());
    let large = || told(&|card, face| Inside::of(face, card.count, at).is_whole());
    w < SMALL && h >= 2.0 * FOOT && small() >= large()
}

fn tile(svg: &mut Svg, scene: &Scene, place: &Place, card: &CardScene, (at, is_small): (Rect, bool)) {
    let face = card.card.as_ref().and_then(|name| scene.faces.get(name));
    card::open(svg, scene, place, (card, face), (0, card.count));
    svg.drop_shadow(at, 6.0);
    svg.rect("card-paper", at, 6.0);
    if let Some(face) = face {
        match is_small {
            true => inside_small(svg, face, card.count, at),
            false => Inside::of(face, card.count, at).paint(svg, face, at),
        }
    }
    svg.rect("foot", Rect::new(at.x + 1.0, at.y + at.h - 2.5, at.w - 2.0, 5.0), 2.0);
    svg.rect("ring", at, 6.0);
    svg.close();
    let words = format!("×{}", card.count);
    let wide = if card.count > 1 { width(&words, 12.0) + 10.0 } else { 0.0 };
    for (n, (_, number)) in face.iter().flat_map(|face| face.corners.iter().enumerate()) {
        let x = at.x + at.w - CORNER * (if n == 0 { 3.3 } else { 1.1 }) - 3.0 - wide;
        card::paint_corner_number(svg, (n, *number), (x, at.y + at.h - CORNER - 5.0), CORNER);
    }
    if card.count < 2 {
        return;
    }
    // Outside of the card's group, whose label says it in words.
    let badge = Rect::new(at.x + at.w - wide - 4.0, at.y + at.h - 23.0, wide, 18.0);
    svg.rect("badge", badge, 9.0);
    svg.letter("badge-word", (badge.middle(), badge.y + 13.5), (12.0, wide), &words);
}

/// Below this width all tiles have the same places: the name, the text, and at the foot the number and the picture.
const SMALL: f64 = 120.0;
const FOOT: f64 = 23.0;
/// The height of the name of a small tile.
const NAME: f64 = 19.0;
/// The side of the picture at the foot of a small tile.
const SIGN: f64 = 19.0;
/// The radius of the numbers in the lower right corner.
const CORNER: f64 = 9.0;

/// The width of the numbers at the lower right of a tile.
fn badge_width(face: &Face, count: usize) -> f64 {
    let badge = if count > 1 { width(&format!("×{count}"), 12.0) + 18.0 } else { 0.0 };
    badge + if face.corners.is_empty() { 0.0 } else { 4.4 * CORNER + 6.0 }
}

/// Paints the contents of a small tile.
fn inside_small(svg: &mut Svg, face: &Face, count: usize, at: Rect) {
    let tint = face.tint.map_or("t-black", tint_class);
    let size = ((at.w - 12.0) / width(&face.title, BOLD)).clamp(11.0, 14.0);
    let foot = at.y + at.h - FOOT;
    let index = if face.index.is_empty() { 0.0 } else { width(&face.index, 15.0) * BOLD + 6.0 };
    if index > 0.0 {
        svg.words(&format!("sign {tint}"), (at.x + 6.0, foot + 14.0), (15.0, index), Anchor::Start, &face.index);
    }
    svg.words("card-word strong", (at.x + 6.0, at.y + 15.0), (size, at.w - 9.0), Anchor::Start, &face.title);
    let (size, line_high, lines) = small_lines(face, (at.w, at.h));
    if let Some(art) = &face.art {
        // Without a text it takes the room of that, beside or above the numbers at the foot.
        let beside = (at.h - NAME - 6.0).min(at.w - 12.0 - index - badge_width(face, count));
        let above = (at.h - FOOT - NAME).min(at.w - 12.0);
        let left = at.x + 6.0 + index;
        let at = match lines.is_empty() {
            true if beside > SIGN && beside >= above => Rect::new(left, at.y + at.h - beside - 4.0, beside, beside),
            true if above > SIGN => Rect::new(at.middle() - above / 2.0, at.y + NAME, above, above),
            _ => Rect::new(left, foot - 1.0, SIGN, SIGN),
        };
        svg.art(tint, art, at);
    }
    for (n, line) in lines.iter().enumerate() {
        let y = at.y + NAME + line_high * (n as f64 + 1.0) - 3.0;
        svg.words("card-word", (at.x + 6.0, y), (size, at.w - 10.0), Anchor::Start, line);
    }
}

/// The font sizes of a text and the heights of its lines.
const TEXTS: [(f64, f64); 2] = [(WORDS, LINE), (LEAST_WORDS, CLOSE_LINE)];

/// The font size, the height of a line and the lines of the text of a small tile of a size: all of it, or none.
fn small_lines(face: &Face, (w, h): (f64, f64)) -> (f64, f64, Vec<String>) {
    let room = h - FOOT - NAME;
    let laid = |size: f64| wrapped(face.words.iter().flat_map(|text| text.split(' ')), (size, 0.3 * size), w - 12.0);
    let whole = TEXTS.into_iter().find_map(|(size, line_high)| {
        let lines = laid(size);
        let fits =
            lines.len() as f64 * line_high <= room + 1.0 && lines.iter().all(|line| width(line, size) <= w - 10.0);
        fits.then_some((size, line_high, lines))
    });
    whole.unwrap_or((WORDS, LINE, Vec::new()))
}

/// The contents of a tile.
struct Inside {
    /// The width of the number, and true if it is in the upper corner.
    index: (f64, bool),
    /// The room below the name.
    below: Rect,
    /// The side of the picture; 0 if there is no room for it.
    sign: f64,
    told: Told,
    has_words: bool,
}

/// The distance of a name and a number from the edge of a tile: narrow ones have less.
fn edge_of(at: Rect) -> f64 {
    if at.w < NARROW { 4.0 } else { 6.0 }
}

/// The width below which a tile is narrow.
const NARROW: f64 = 96.0;

/// The lines of a text, with the left and the top of the first, the font size and the height of a line.
#[derive(Default)]
struct Told {
    lines: Vec<String>,
    at: (f64, f64),
    size: (f64, f64),
}

impl Inside {
    fn of(face: &Face, count: usize, at: Rect) -> Self {
        let index = if face.index.is_empty() { 0.0 } else { width(&face.index, 14.0) + 5.0 };
        let edge = edge_of(at);
        // The number is in the corner, or at the foot if the name needs its whole line.
        let is_above = width(&face.title, 11.0) * BOLD <= at.w - 2.0 * edge - index;
        // What is below the name is beside a number at the foot.
        let left = if is_above { 6.0 } else { 6.0 + index };
        let below = Rect::new(at.x + left, at.y + 20.0, at.w - left - 6.0, (at.h - 26.0).max(0.0));
        let most = below.h.min(34.0);
        let text = Text { words: &face.words, foot: at.y + at.h - 26.0, badge: badge_width(face, count) };
        let has_art = face.art.is_some() && most >= LEAST_SIGN;
        let laid = TEXTS.into_iter().find_map(|size| {
            let with_art = has_art.then(|| text.with_art(below, most, size)).flatten();
            // The whole text is better than the picture alone.
            let alone = || Some((0.0, text.fitted(below, |_| below.y, size)?));
            with_art.or_else(alone).filter(|(_, told)| !told.lines.is_empty())
        });
        let (sign, told) = laid.unwrap_or((most, Told::default()));
        Self { index: (index, is_above), below, sign, told, has_words: !face.words.is_empty() }
    }

    /// True if the text is told, if there is one.
    fn is_whole(&self) -> bool {
        !self.has_words || !self.told.lines.is_empty()
    }

    fn paint(&self, svg: &mut Svg, face: &Face, at: Rect) {
        let tint = face.tint.map_or("t-black", tint_class);
        let Self { index: (index, is_above), below, sign, told, .. } = self;
        let edge = edge_of(at);
        let room = at.w - 2.0 * edge - if *is_above { *index } else { 0.0 };
        let size = (room / width(&face.title, BOLD) - 0.5).clamp(11.0, 14.0);
        if *index > 0.0 {
            let (x, y, anchor) = match is_above {
                true => (at.x + at.w - edge, at.y + 16.0, Anchor::End),
                false => (at.x + edge, at.y + at.h - 8.0, Anchor::Start),
            };
            svg.words(&format!("sign {tint}"), (x, y), (14.0, *index), anchor, &face.index);
        }
        svg.words("card-word strong", (at.x + edge, at.y + 15.0), (size, room), Anchor::Start, &face.title);
        match face.art.as_ref().filter(|_| *sign >= LEAST_SIGN) {
            Some(art) => svg.art(tint, art, Rect::new(below.x, below.y, *sign, *sign)),
            None if told.lines.is_empty() && *sign >= 14.0 => {
                svg.circle(&format!("medal {tint}"), (below.x + sign * 0.36, below.y + sign * 0.5), sign * 0.26);
            }
            None => {}
        }
        let ((x, y), (size, line_high)) = (told.at, told.size);
        for (n, line) in told.lines.iter().enumerate() {
            let y = y + line_high * (n as f64 + 1.0) - 3.0;
            svg.words("card-word", (x, y), (size, below.x + below.w - x), Anchor::Start, line);
        }
    }
}

/// The text of a tile, and the number at its lower right that it leaves room for: the top of that, and its width.
struct Text<'a> {
    words: &'a [String],
    foot: f64,
    badge: f64,
}

impl Text<'_> {
    /// The whole text in a room, with the top of its first line, which depends on their number.
    fn fitted(&self, room: Rect, top: impl Fn(f64) -> f64, (size, line_high): (f64, f64)) -> Option<Told> {
        [room.w, room.w - self.badge].into_iter().find_map(|wide| {
            let lines = wrapped(self.words.iter().flat_map(|text| text.split(' ')), (size, 0.3 * size), wide);
            let high = line_high * lines.len() as f64;
            let y = top(high);
            let bottom = |n: usize| y + line_high * (n as f64 + 1.0);
            let free = |n: usize| if bottom(n) > self.foot { room.w - self.badge } else { room.w };
            let is_high = y >= room.y && y + high <= room.y + room.h + 1.0;
            let is_wide = lines.iter().enumerate().all(|(n, line)| width(line, size) <= free(n));
            (is_high && is_wide).then_some(Told { lines, at: (room.x, y), size: (size, line_high) })
        })
    }

    /// The side of the picture with the text below it, or else beside it.
    fn with_art(&self, room: Rect, sign: f64, size: (f64, f64)) -> Option<(f64, Told)> {
        let bottom = room.y + room.h - 2.0;
        let below = self.fitted(room, |high| bottom - high, size);
        if let Some(told) = below.filter(|told| told.at.1 >= room.y + LEAST_SIGN) {
            return Some((sign.min(told.at.1 - room.y), told));
        }
        let side = Rect { x: room.x + sign + 5.0, w: room.w - sign - 5.0, ..room };
        Some((sign, self.fitted(side, |_| room.y, size)?))
    }
}
