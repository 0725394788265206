//! Small cards: a sign and a number each, in rows by family.

use parlour_table::scene::{CardScene, Face, Place, Scene};

use crate::card::{self, Size};
use crate::court;
use crate::signs::tint_class;
use crate::svg::{Anchor, Rect, Svg, width};

/// The least and the greatest height of a small card.
const HIGH: (f64, f64) = (24.0, 29.0);
/// The gap between small cards.
const GAP: f64 = 5.0;
/// The preferred width of a place of small cards.
const WISH: f64 = 560.0;

/// The height of small cards beside cards of a size.
fn high(size: Size) -> f64 {
    (size.w * 0.36).clamp(HIGH.0, HIGH.1)
}

/// The cards of a place, those of a family side by side, in the order of their numbers.
fn sorted<'a>(scene: &'a Scene, place: &'a Place) -> Vec<(&'a CardScene, Option<&'a Face>)> {
    let face = |card: &CardScene| scene.faces.get(card.card.as_ref()?);
    let mut cards: Vec<_> = place.cards.iter().map(|card| (card, face(card))).collect();
    let family = |face: Option<&'a Face>| face.and_then(|face| face.family.as_deref());
    let mut families: Vec<Option<&str>> = Vec::new();
    for (_, face) in &cards {
        if !families.contains(&family(*face)) {
            families.push(family(*face));
        }
    }
    cards.sort_by_key(|(_, face)| families.iter().position(|known| *known == family(*face)));
    cards
}

/// The height of small cards, and true if their pictures stand for their words.
#[derive(Clone, Copy)]
struct Look {
    high: f64,
    is_brief: bool,
}

impl Look {
    fn of(size: Size) -> Self {
        Self { high: high(size), is_brief: size.is_brief }
    }
}

/// The words of a small card: its number, or else its title, and its count.
fn words(card: &CardScene, face: Option<&Face>, is_brief: bool) -> String {
    // The number of cards face down is in the title.
    if face.is_none() {
        return String::new();
    }
    if is_brief && face.is_some_and(|face| face.art.is_some()) {
        return if card.count > 1 { format!("×{}", card.count) } else { String::new() };
    }
    let index = face.map_or("", |face| if face.index.is_empty() { face.title.as_str() } else { face.index.as_str() });
    if card.count > 1 { format!("{index} ×{}", card.count) } else { index.to_owned() }
}

fn has_sign(face: Option<&Face>) -> bool {
    face.is_some_and(|face| face.art.is_some() || suit(face).is_some())
}

fn suit(face: &Face) -> Option<&'static str> {
    court::suit(face.sign.as_deref()?)
}

fn wide(card: &CardScene, face: Option<&Face>, Look { high, is_brief }: Look) -> f64 {
    let sign = if has_sign(face) { high * 0.72 } else { 0.0 };
    (width(&words(card, face, is_brief), high * 0.56) * 1.15 + sign + 11.0).max(high)
}

/// The font size of the title before the cards.
const TITLE: f64 = 12.0;

fn title_width(title: &str) -> f64 {
    width(title, TITLE) * 1.08 + 7.0
}

/// The preferred width of a place with a title.
pub(crate) fn wish(scene: &Scene, place: &Place, title: &str, size: Size) -> f64 {
    let look = Look::of(size);
    let whole: f64 = sorted(scene, place).iter().map(|(card, face)| wide(card, *face, look) + GAP).sum();
    (whole + title_width(title)).min(WISH)
}

/// A small card, its face, and its width.
type Chip<'a> = (&'a CardScene, Option<&'a Face>, f64);

/// The small cards in rows of about the same length, after the title.
fn rows<'a>(scene: &'a Scene, place: &'a Place, (title, room): (&str, f64), look: Look) -> Vec<Vec<Chip<'a>>> {
    let rows = filled_rows(scene, place, (title, room), look);
    let narrower = (1..16).map(|n| room * (1.0 - f64::from(n) * 0.03));
    let fits = |wide: f64| Some(filled_rows(scene, place, (title, wide), look)).filter(|each| each.len() == rows.len());
    narrower.map_while(fits).last().unwrap_or(rows)
}

/// The small cards in rows, after the title, as many as fit in each.
fn filled_rows<'a>(scene: &'a Scene, place: &'a Place, (title, room): (&str, f64), look: Look) -> Vec<Vec<Chip<'a>>> {
    let mut rows: Vec<Vec<Chip<'a>>> = vec![Vec::new()];
    let mut left = room - title_width(title);
    for (card, face) in sorted(scene, place) {
        let wide = wide(card, face, look).min(room);
        if wide > left + 0.01 {
            rows.push(Vec::new());
            left = room;
        }
        rows.last_mut().into_iter().for_each(|row| row.push((card, face, wide)));
        left -= wide + GAP;
    }
    rows
}

/// The height of a place's small cards at a width.
pub(crate) fn height(scene: &Scene, place: &Place, told: (&str, f64), size: Size) -> f64 {
    let look = Look::of(size);
    rows(scene, place, told, look).len() as f64 * (look.high + GAP) + GAP
}

/// Paints a place's title and its small cards.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, place: &Place, title: &str, (room, size): (Rect, Size)) {
    let look = Look::of(size);
    let rows = rows(scene, place, (title, room.w), look);
    let step = (look.high + GAP).min(room.h / rows.len().max(1) as f64);
    let look = Look { high: step - GAP, ..look };
    for (n, row) in rows.into_iter().enumerate() {
        let before = if n == 0 { title_width(title) } else { 0.0 };
        let whole: f64 = before + row.iter().map(|(.., wide)| wide + GAP).sum::<f64>() - GAP;
        let mut x = room.middle() - whole / 2.0;
        let y = room.y + n as f64 * step;
        if n == 0 {
            let base = (x, y + look.high / 2.0 + 4.4);
            svg.words("place-title", base, (TITLE, before.max(room.w - whole)), Anchor::Start, title);
            x += before;
        }
        for (copy, (card, face, wide)) in row.into_iter().enumerate() {
            one(svg, scene, place, (card, face, copy), (Rect::new(x, y, wide, look.high), look.is_brief));
            x += wide + GAP;
        }
    }
}

fn one(
    svg: &mut Svg,
    scene: &Scene,
    place: &Place,
    (card, face, copy): (&CardScene, Option<&Face>, usize),
    (at, is_brief): (Rect, bool),
) {
    card::open(svg, scene, place, (card, face), (copy, 1));
    svg.rect("card-paper", at, 5.0);
    if face.is_none() {
        svg.rect("back", at.inset(2.0), 4.0);
    }
    let plain = if face.is_some_and(|face| face.art.is_some()) { "t-blue" } else { "t-black" };
    let tint = face.and_then(|face| face.tint).map_or(plain, tint_class);
    // Cards named after a colour have it.
    let is_coloured = face.is_some_and(|face| face.family.is_some() && suit(face).is_none() && face.tint.is_some());
    let ink = if is_coloured { format!("sign on-{tint}") } else { format!("sign {tint}") };
    if is_coloured {
        svg.rect(&format!("pill {tint}"), at, 5.0);
    }
    let side = at.h * 0.66;
    let text = words(card, face, is_brief);
    // Without words the picture is in the middle.
    let x = if text.is_empty() { at.middle() - side / 2.0 } else { at.x + 4.0 };
    let sign = Rect::new(x, at.y + (at.h - side) / 2.0, side, side);
    let left = if has_sign(face) { side + 3.0 } else { 0.0 };
    if let Some(face) = face {
        match (suit(face), &face.art) {
            (Some(suit), _) => court::paint_suit(svg, &format!("{ink} {suit}"), suit, sign.inset(side * 0.08)),
            (None, Some(art)) => svg.art(&ink, art, sign),
            (None, None) => {}
        }
    }
    svg.rect("ring", at, 5.0);
    svg.close();
    // Outside of the group, whose label says it in words.
    let size = (at.h * 0.56).max(11.0);
    svg.letter(
        &format!("{ink} tile-name"),
        (at.x + left + (at.w - left) / 2.0, at.y + at.h * 0.5 + size * 0.36),
        (size, at.w),
        &text,
    );
}
