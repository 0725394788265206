//! Cards: faces, backs, and how the cards of a place lie.

use parlour_table::scene::{CardScene, Face, Lies, Place, Scene};

use crate::board::seat_name;
use crate::signs::tint_class;
use crate::svg::{Anchor, Rect, Svg, Thing};

/// The size of a card.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) w: f64,
    pub(crate) h: f64,
}

impl Size {
    pub(crate) const fn of_width(w: f64) -> Self {
        Self { w, h: w * 1.4 }
    }
}

/// A card as it is laid out.
struct Laid<'a> {
    card: &'a CardScene,
    at: Rect,
    /// Which of several that look alike it is.
    copy: usize,
    /// How many it stands for.
    count: usize,
}

/// Paints a place in a room: its cards in the middle, its title below them if it is asked for.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect, size: Size, is_titled: bool) {
    let (below, above) = room.split_bottom(if is_titled { 20.0 } else { 0.0 });
    if is_titled {
        let text = match place.count {
            _ if place.lies == Lies::Trick => title(scene, place),
            0 => title(scene, place),
            1 => format!("{} · 1", title(scene, place)),
            count => format!("{} · {count}", title(scene, place)),
        };
        svg.words("place-title", (room.middle(), below.y + 15.0), (13.0, room.w), Anchor::Middle, &text);
    }
    if place.cards.is_empty() {
        let w = size.w.min(above.w);
        svg.rect("empty", Rect::new(room.middle() - w / 2.0, above.y + 2.0, w, size.h.min(above.h - 4.0)), 7.0);
        return;
    }
    let is_pile = matches!(place.lies, Lies::Pile | Lies::Chips);
    if is_pile && place.count > 1 {
        for edge in (1..=3.min(place.count - 1)).rev() {
            let by = edge as f64 * 2.0;
            svg.rect("edge", Rect::new(room.middle() - size.w / 2.0 + by, above.y + 2.0 + by, size.w, size.h), 7.0);
        }
    }
    for laid in lay(place, above, size) {
        one(svg, scene, place, &laid);
    }
}

/// What a place is called: with the row or word that it is for.
pub(crate) fn title(scene: &Scene, place: &Place) -> String {
    let is_seat = |name: &str| scene.seats.iter().any(|seat| seat.seat == name);
    match &place.of {
        Some(of) if !is_seat(of) => format!("{} {}", place.title, of.replace('_', " ")),
        _ => place.title.clone(),
    }
}

/// How wide the cards of a place would like to lie.
pub(crate) fn wish(place: &Place, size: Size) -> f64 {
    let shown: usize = shown(place).len().max(1);
    match place.lies {
        Lies::Pile | Lies::Chips => size.w + 8.0,
        Lies::Fan => size.w + (shown - 1) as f64 * (size.w * 0.62),
        _ => shown as f64 * (size.w + 8.0),
    }
}

/// The cards that are painted one by one.
fn shown(place: &Place) -> Vec<(&CardScene, usize, usize)> {
    let each = |card: &'_ CardScene| match place.lies {
        Lies::Fan | Lies::Row | Lies::Trick => (0..card.count.max(1)).map(|copy| (copy, 1)).collect::<Vec<_>>(),
        _ => vec![(0, card.count)],
    };
    let limit = if matches!(place.lies, Lies::Pile | Lies::Chips) { 1 } else { usize::MAX };
    place
        .cards
        .iter()
        .take(limit)
        .flat_map(|card| each(card).into_iter().map(move |(copy, n)| (card, copy, n)))
        .collect()
}

fn lay(place: &Place, room: Rect, size: Size) -> Vec<Laid<'_>> {
    let shown = shown(place);
    let gap = if place.lies == Lies::Fan { size.w * 0.62 } else { size.w + 8.0 };
    let step = |count: usize| {
        let free = (room.w - size.w - 4.0).max(0.0);
        if count < 2 { 0.0 } else { (free / (count - 1) as f64).min(gap) }
    };
    let is_tight = step(shown.len()) < 24.0 && shown.len() > 10;
    let rows = if is_tight && room.h >= size.h * 1.45 { 2 } else { 1 };
    let per_row = shown.len().div_ceil(rows);
    let mut out = Vec::new();
    for (n, (card, copy, count)) in shown.into_iter().enumerate() {
        let (row, column, of_row) = (n / per_row, n % per_row, per_row);
        let step = step(of_row);
        let wide = size.w + step * (of_row - 1) as f64;
        let x = room.middle() - wide / 2.0 + step * column as f64;
        let y = room.y + 2.0 + row as f64 * (room.h - size.h - 4.0).min(size.h * 0.6);
        out.push(Laid { card, at: Rect::new(x, y, size.w, size.h), copy, count });
    }
    out
}

fn one(svg: &mut Svg, scene: &Scene, place: &Place, laid: &Laid<'_>) {
    let card = laid.card;
    let face = card.card.as_ref().and_then(|name| scene.faces.get(name));
    let by = seat_name(scene, card.by);
    let place_in_zone = card.nth.unwrap_or(0);
    svg.open(&Thing {
        kind: "card",
        of: &place.name,
        value: card.card.as_deref().unwrap_or(""),
        nth: card.nth,
        copy: place_in_zone * 100 + laid.copy,
        count: card.count,
        label: label(scene, place, card, face),
        class: "",
    });
    let at = laid.at;
    match face {
        Some(face) => paint_face(svg, face, at),
        None => paint_back(svg, at),
    }
    if laid.count > 1 && place.lies == Lies::Stacks {
        let badge = Rect::new(at.x + at.w - 20.0, at.y - 6.0, 26.0, 20.0);
        svg.rect("badge", badge, 10.0);
        svg.words(
            "badge-word",
            (badge.middle(), badge.y + 14.5),
            (12.0, 26.0),
            Anchor::Middle,
            &format!("×{}", laid.count),
        );
    }
    let marks = card.marks.join(" ");
    if !marks.is_empty() {
        let tab = Rect::new(at.x + 2.0, at.y + at.h - 18.0, at.w - 4.0, 16.0);
        svg.rect("clue", tab, 4.0);
        svg.words("clue-word", (tab.middle(), tab.y + 12.0), (11.0, tab.w), Anchor::Middle, &marks);
    }
    if !by.is_empty() {
        svg.words("place-title", (at.middle(), at.y + at.h + 13.0), (12.0, at.w + 10.0), Anchor::Middle, by);
    }
    svg.rect("foot", Rect::new(at.x + 1.0, at.y + at.h - 5.0, at.w - 2.0, 4.0), 2.0);
    svg.rect("ring", at, 7.0);
    svg.close();
}

fn label(scene: &Scene, place: &Place, card: &CardScene, face: Option<&Face>) -> String {
    let what = face.map_or("a card face down", |face| face.title.as_str());
    let mut words = vec![match card.nth {
        Some(nth) if face.is_none() => format!("card {nth}"),
        _ => what.to_owned(),
    }];
    if card.count > 1 && place.lies != Lies::Pile {
        words.push(format!("{} of them", card.count));
    }
    words.extend(card.marks.iter().map(|mark| format!("told {mark}")));
    words.push(title(scene, place));
    words.join(", ")
}

/// A back: what is hidden from the viewer.
pub(crate) fn paint_back(svg: &mut Svg, at: Rect) {
    svg.rect("card-paper", at, 7.0);
    svg.rect("back", at.inset((at.w * 0.06).max(2.0)), 5.0);
    let inner = at.inset(at.w * 0.16);
    svg.rect("back-line", inner, 4.0);
}

fn paint_face(svg: &mut Svg, face: &Face, at: Rect) {
    let tint = face.tint.map_or("t-black", tint_class);
    let (w, h) = (at.w, at.h);
    svg.rect("card-paper", at, 7.0);
    let corner = (w * 0.3).clamp(11.0, 26.0);
    let text = format!("sign {tint}");
    let sign = face.sign.as_deref().unwrap_or("");
    if !face.index.is_empty() {
        let x = at.x + w * 0.07;
        svg.words(&text, (x, at.y + corner * 1.02), (corner, w * 0.5), Anchor::Start, &face.index);
        svg.words(&text, (x, at.y + corner * 1.85), (corner * 0.8, w * 0.4), Anchor::Start, sign);
    }
    let is_plain = face.index.is_empty() && sign.is_empty();
    let is_told = !face.title.is_empty() && (sign.is_empty() || face.index.is_empty()) && w > 40.0;
    let ladder = !face.ladder.is_empty() && w > 60.0 && h > 90.0;
    let foot = if ladder { 18.0 } else { 0.0 };
    let middle = at.y + h * 0.58;
    if is_plain {
        let initial: String = face.title.chars().take(1).flat_map(char::to_uppercase).collect();
        svg.words(&text, (at.middle(), middle), (w * 0.44, w), Anchor::Middle, &initial);
    } else if !sign.is_empty() {
        svg.words(&text, (at.middle() + w * 0.06, middle + h * 0.12), (w * 0.5, w), Anchor::Middle, sign);
    } else if !is_told || face.title == face.index {
        svg.words(&text, (at.middle(), middle + h * 0.06), (w * 0.42, w), Anchor::Middle, &face.index);
    } else {
        svg.circle(&format!("medal {tint}"), (at.middle(), at.y + h * 0.52), w * 0.2);
        let initial: String = face.title.chars().take(1).flat_map(char::to_uppercase).collect();
        svg.words(
            &format!("token-word on-{tint}"),
            (at.middle(), at.y + h * 0.52 + w * 0.08),
            (w * 0.24, w),
            Anchor::Middle,
            &initial,
        );
    }
    if is_told && face.title != face.index {
        let size = (w * 0.16).clamp(8.5, 13.0);
        svg.words("card-word", (at.middle(), at.y + h - 9.0 - foot), (size, w - 6.0), Anchor::Middle, &face.title);
    }
    if ladder {
        let steps: Vec<String> = face.ladder.iter().map(i64::to_string).collect();
        svg.words("card-ladder", (at.middle(), at.y + h - 9.0), (11.0, w - 6.0), Anchor::Middle, &steps.join(" "));
    }
}
