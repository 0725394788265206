//! Single cards: their faces and backs at a size. Where several lie, and how far they overlap, is in `place`.

use std::collections::BTreeSet;

use parlour_table::scene::{Art, CardScene, Face, Fact, Lies, Place, Possible, Scene, symbol};

use crate::court::{self, paint_back};
use crate::names::title;
use crate::roles::is_played;
use crate::signs::tint_class;
use crate::svg::{Anchor, Rect, Svg, Thing, width, wrapped};

/// The size of a card.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) w: f64,
    pub(crate) h: f64,
    /// The distance of a hand's rows, relative to the height.
    pub(crate) fold: f64,
    /// True for cards beside the strip of their seat, which need no name.
    pub(crate) is_beside_seat: bool,
    /// True at a table with little height.
    pub(crate) is_low: bool,
    /// True for small cards whose pictures stand for their words.
    pub(crate) is_brief: bool,
}

/// The distance of rows for overlapping and separate rows of a hand.
pub(crate) const FOLD: f64 = 0.55;
pub(crate) const APART: f64 = 1.04;

impl Size {
    pub(crate) const fn of_width(w: f64) -> Self {
        Self { w, h: w * 1.4, fold: FOLD, is_beside_seat: false, is_low: false, is_brief: false }
    }

    /// The same size, with another distance of a hand's rows.
    pub(crate) const fn folded(self, fold: f64) -> Self {
        Self { fold, ..self }
    }

    /// The same size, at a table with little height or not.
    pub(crate) const fn low(self, is_low: bool) -> Self {
        Self { is_low, ..self }
    }

    /// The same size, for small cards whose pictures stand for their words.
    pub(crate) const fn brief(self) -> Self {
        Self { is_brief: true, ..self }
    }

    /// The same size, for cards beside the strip of their seat.
    pub(crate) const fn beside_seat(self) -> Self {
        Self { is_beside_seat: true, ..self }
    }

    /// The same, of another width.
    pub(crate) const fn scaled_to(self, w: f64) -> Self {
        Self { w, h: w * 1.4, ..self }
    }

    /// The same size, scaled down to a maximum height.
    pub(crate) fn within(self, high: f64) -> Self {
        if self.h <= high { self } else { self.scaled_to((high / 1.4).max(4.0)) }
    }
}

/// The height of annotations at the foot of a card.
const MARKS: f64 = 18.0;

/// A card in a layout.
pub(crate) struct Laid<'a> {
    pub(crate) card: &'a CardScene,
    pub(crate) at: Rect,
    /// Its index among identical ones.
    pub(crate) copy: usize,
    /// The number of cards it stands for.
    pub(crate) count: usize,
    /// The note of its place written on it.
    pub(crate) note: Option<&'a Fact>,
    /// The width of it that no other card covers.
    pub(crate) seen: f64,
    /// The height of it that no other card covers.
    pub(crate) shown: f64,
}

/// The number that an annotation begins with, or else the whole annotation.
fn number_of(mark: &str) -> &str {
    let first = mark.split(' ').next().unwrap_or_default();
    if first.parse::<i32>().is_ok() { first } else { mark }
}

pub(crate) fn one(svg: &mut Svg, scene: &Scene, place: &Place, laid: &Laid<'_>) {
    let card = laid.card;
    let face = card.card.as_ref().and_then(|name| scene.faces.get(name));
    // Numbers aren't the cards of the deck with that name.
    let mut number = face.filter(|_| place.has_numbers).cloned();
    if let Some(number) = &mut number {
        (number.art, number.tint) = (None, None);
    }
    let face = number.as_ref().or(face);
    open(svg, scene, place, (card, face), (laid.copy, laid.count));
    let at = laid.at;
    let deep = laid.count.saturating_sub(1).min(3) as f64 * 2.0;
    svg.drop_shadow(Rect { x: at.x + deep, y: at.y + deep, ..at }, 7.0);
    for edge in (1..=laid.count.saturating_sub(1).min(3)).rev() {
        let by = edge as f64 * 2.0;
        svg.rect("edge", Rect { x: at.x + by, y: at.y + by, ..at }, 7.0);
    }
    let is_known = !card.known.is_empty() && has_known(card, face, at);
    let (now, printed) = (with_corners(face, &card.corners), face);
    let face = now.as_ref().or(printed);
    let said: Vec<String> = card.marks.iter().filter(|_| !is_known).cloned().collect();
    let said = said.as_slice();
    let marks = said.iter().cloned().chain(laid.note.map(Fact::told)).collect::<Vec<_>>().join(" ");
    // Without room for its name, the value alone.
    let marks = match laid.note {
        Some(note) if said.is_empty() && width(&marks, 11.0) > at.w - 8.0 => note.value.clone(),
        _ => marks,
    };
    // On a card too narrow for them only its label has the annotations.
    let room = laid.seen.min(at.w) - 8.0;
    let numbers = said.iter().map(|mark| number_of(mark)).collect::<Vec<_>>().join(" ");
    let short = said.last().cloned().unwrap_or_default();
    let value = laid.note.filter(|_| said.is_empty()).map(|note| note.value.clone()).unwrap_or_default();
    // A price fills its tab, and what is known of a card has a margin.
    let margin = if said.is_empty() { 1.08 } else { 1.2 };
    let fits = |marks: &String| !marks.is_empty() && width(marks, 11.0) * margin <= room;
    let marks = [marks, numbers, short, value].into_iter().find(fits).unwrap_or_default();
    // Numbers in the lower corners have a line of their own.
    let corners = face.map_or(0.0, |face| corners_height(face, at));
    // Annotations have the foot of the card to themselves, below its name.
    let foot = match (is_known, marks.is_empty() || at.h < MARKS + corners + HEAD) {
        (true, _) => card.known.len() as f64 * KNOWN + 5.0,
        (false, true) => 0.0,
        (false, false) => MARKS,
    };
    // A card below another row has its name above the edge of that.
    let shown = if laid.shown < at.h * 0.9 && laid.seen > at.w * 0.6 { laid.shown + foot } else { at.h };
    match face {
        Some(face) => {
            svg.rect("card-paper", at, 7.0);
            let foot = foot + corners;
            match standard(face).filter(|_| laid.shown < at.h * 0.9 && laid.seen > at.w * 0.97) {
                Some(suit) => paint_edge(svg, face, suit, (at, laid.shown)),
                None => {
                    // The cards of a place have the words on their spines all or none.
                    let has_words = foot == 0.0 && faces(scene, place).all(|face| has_spine_word(face, at));
                    let spine = if has_words { laid.shown.min(at.h) } else { 0.0 };
                    // Half of its middle would be a crumb.
                    let is_corner = laid.shown < at.h * 0.9 && laid.seen < at.w * 0.97 && is_in_corner(face);
                    let seen = if is_corner { laid.seen.min(at.w * 0.75) } else { laid.seen };
                    paint_face(svg, face, Rect { h: at.h - foot, ..at }, (spine, (seen, shown - foot)));
                }
            }
        }
        None => paint_back(svg, at),
    }
    if let (Some(nth), None) = (card.nth, face) {
        let size = (at.w * 0.34).min(24.0);
        let y = at.y + (at.h - foot) * 0.5 + size * 0.36;
        svg.words("nth", (at.middle(), y), (size, at.w), Anchor::Middle, &nth.to_string());
    }
    if is_known {
        let tab = Rect::new(at.x + 1.0, at.y + at.h - foot, at.w - 2.0, foot - 1.0);
        svg.rect("known", tab, 5.0);
        known_rows(card, at, foot).for_each(|(list, row)| paint_known(svg, list, row, false));
    } else if foot > 0.0 {
        // On a back it fits into the pattern.
        let aside = if face.is_none() { court::back_edge(at) } else { 2.0 };
        let tab = Rect::new(at.x + aside, at.y + at.h - aside - MARKS + 2.0, at.w - 2.0 * aside, MARKS - 2.0);
        svg.rect("price", tab, 4.0);
        let room = tab.w - 4.0;
        let size = (room / width(&marks, 1.0)).clamp(11.0, 13.0);
        // To the left where another card lies over the rest of it.
        let (x, anchor) = match laid.seen < at.w {
            true => (tab.x + 2.0, Anchor::Start),
            false => (tab.middle(), Anchor::Middle),
        };
        svg.words("price-word", (x, tab.y + 12.5), (size, room), anchor, &marks);
    }
    svg.rect("foot", foot_of(laid), 2.5);
    svg.rect("ring", at, 7.0);
    svg.close();
    if is_known {
        known_rows(card, at, foot).for_each(|(list, row)| paint_known(svg, list, row, true));
    }
    if let Some(face) = face.filter(|_| corners > 0.0) {
        paint_corners(svg, face, Rect { h: at.h - foot, ..at });
    }
    let is_lapped = laid.seen < at.w * LAPPED;
    if let Some(face) = face.filter(|face| !is_titled(face, at.w) && at.w > 28.0 && !is_lapped) {
        let word = title_lines(&face.title, at.w - 5.0).concat();
        let y = at.y + shown - foot - corners - 8.0;
        if y - LEAST_TITLE > at.y {
            svg.letter("card-word", (at.middle(), y), (LEAST_TITLE, at.w - 4.0), &word);
        }
    }
    // Outside of the card's group, whose label says it in words.
    if laid.count > 1 && place.lies == Lies::Stacks {
        // In its upper right corner, clear of its own number, its name and the next card.
        let (wide, high, out) = if at.w < 44.0 { (20.0, 15.0, 8.0) } else { (27.0, 19.0, 7.0) };
        let badge = Rect::new(at.x + at.w - wide + 5.0, at.y - out, wide, high);
        svg.rect("badge", badge, high / 2.0);
        let words = format!("×{}", laid.count);
        svg.letter("badge-word", (badge.middle(), badge.y + high * 0.5 + 4.2), (12.0, wide + 6.0), &words);
    }
}

/// A face with the numbers in its lower corners as they are now.
fn with_corners(face: Option<&Face>, corners: &[i64]) -> Option<Face> {
    let mut now = face.filter(|_| !corners.is_empty())?.clone();
    now.corners.iter_mut().zip(corners).for_each(|((_, number), now)| *number = *now);
    Some(now)
}

/// The radius of a number in a lower corner of a card of a width.
fn corner_radius(w: f64) -> f64 {
    (w * 0.14).clamp(8.5, 15.0)
}

/// The height that the numbers in the lower corners of a card take.
fn corners_height(face: &Face, at: Rect) -> f64 {
    let r = corner_radius(at.w);
    if face.corners.is_empty() || at.w < 4.2 * r || at.h < 6.0 * r { 0.0 } else { 2.0 * r + 1.0 }
}

/// True if a card has room for the numbers in its lower corners.
pub(crate) fn has_corners(face: &Face, at: Rect) -> bool {
    face.corners.is_empty() || corners_height(face, at) > 0.0
}

/// Paints the numbers in the lower corners of a card; its label says them.
pub(crate) fn paint_corners(svg: &mut Svg, face: &Face, at: Rect) {
    let r = corner_radius(at.w);
    for (n, (_, number)) in face.corners.iter().enumerate() {
        let x = if n == 0 { at.x + r + 4.0 } else { at.x + at.w - r - 4.0 };
        paint_corner_number(svg, (n, *number), (x, at.y + at.h - r - 5.0), r);
    }
}

/// Paints the n-th number of a card's lower corners, counted from 0.
pub(crate) fn paint_corner_number(svg: &mut Svg, (n, number): (usize, i64), (x, y): (f64, f64), r: f64) {
    svg.circle(if n == 0 { "corner first" } else { "corner second" }, (x, y), r);
    let size = (r * 1.25).max(LEAST_TITLE);
    svg.letter("corner-word", (x, y + size * 0.36), (size, 2.4 * r), &number.to_string());
}

/// True if a card has room for what is known of it.
pub(crate) fn has_known(card: &CardScene, face: Option<&Face>, at: Rect) -> bool {
    let corners = face.map_or(0.0, |face| corners_height(face, at));
    let head = if corners > 0.0 { HEAD } else { 17.0 };
    at.w >= LEAST_KNOWN && at.h >= head + corners + 5.0 + card.known.len() as f64 * KNOWN
}

/// The height of a small card's number and name.
const HEAD: f64 = 30.0;

/// The mark of a card that may be played: along its lower edge, below what is written there, or above the edge of the
/// next row. Where little of it is seen, along its side.
fn foot_of(laid: &Laid<'_>) -> Rect {
    let at = laid.at;
    match laid.shown {
        shown if shown < LEAST_FOOTED => Rect::new(at.x - 2.0, at.y + 4.0, 4.5, shown - 6.0),
        shown if shown < at.h * 0.9 => Rect::new(at.x + 1.0, at.y + shown - FOOT - 1.0, at.w - 2.0, FOOT),
        _ => Rect::new(at.x + 1.0, at.y + at.h - FOOT / 2.0, at.w - 2.0, FOOT),
    }
}

/// The height of the mark along the foot of a card that may be played, and the least height of what is seen of one.
const FOOT: f64 = 6.0;
const LEAST_FOOTED: f64 = 40.0;

/// The height of a list of possibilities, and the minimum width of a card that shows one.
const KNOWN: f64 = 17.0;
const LEAST_KNOWN: f64 = 36.0;

/// Paints a list of possibilities: remaining ones normal, excluded ones faint, a single remaining one as a pill. Words
/// are painted separately.
fn paint_known(svg: &mut Svg, list: &[Possible], at: Rect, is_words: bool) {
    let middle = at.y + at.h / 2.0;
    let mut open = list.iter().filter(|one| one.is_open);
    if let (Some(one), None) = (open.next(), open.next()) {
        let tint = one.tint.map_or("t-black", tint_class);
        let pill = Rect::new(at.x + 1.0, at.y + 1.0, at.w - 2.0, at.h - 2.0);
        if !is_words {
            svg.rect(&format!("pill {tint}"), pill, 6.0);
        }
        let class = format!("token-word on-{tint}");
        if is_words && width(&one.word, 11.0) <= pill.w - 2.0 {
            svg.letter(&class, (pill.middle(), middle + 4.0), (11.0, pill.w), &one.word);
        }
        return;
    }
    let step = at.w / list.len().max(1) as f64;
    // Colours have their letters, by which all can tell them apart.
    let letter = |one: &Possible| one.word.chars().next().map(|first| first.to_uppercase().to_string());
    let letters: BTreeSet<Option<String>> = list.iter().map(letter).collect();
    let is_lettered = letters.len() == list.len() && step >= LEAST_LETTER;
    for (n, one) in list.iter().enumerate() {
        let x = at.x + step * (n as f64 + 0.5);
        match (one.tint, is_words) {
            (Some(tint), false) if one.is_open => {
                let tint = tint_class(tint);
                let cell = Rect::new(x - step / 2.0 + 0.4, at.y + 1.5, step - 0.8, at.h - 3.0);
                svg.rect(&format!("possible {tint}"), cell, 3.0);
            }
            (Some(_), false) => svg.circle("excluded", (x, middle), (step * 0.2).min(2.5)),
            (Some(tint), true) if one.is_open && is_lettered => {
                let class = format!("token-word on-{}", tint_class(tint));
                svg.letter(&class, (x, middle + 4.0), (11.0, step + 6.0), &letter(one).unwrap_or_default());
            }
            (None, true) => {
                let class = if one.is_open { "clue-word" } else { "clue-gone" };
                svg.letter(class, (x, middle + 4.0), (11.0, step.max(8.0)), &one.word);
            }
            _ => {}
        }
    }
}

/// The least width of a possibility with its letter.
const LEAST_LETTER: f64 = 8.4;

/// The lists of possibilities, with their rectangles at the foot of the card.
fn known_rows(card: &CardScene, at: Rect, foot: f64) -> impl Iterator<Item = (&[Possible], Rect)> {
    let row = move |n: usize| Rect::new(at.x + 2.0, at.y + at.h - foot + 1.0 + n as f64 * KNOWN, at.w - 4.0, KNOWN);
    card.known.iter().enumerate().map(move |(n, list)| (list.as_slice(), row(n)))
}

/// Opens the group of a card: one copy of a number of identical ones.
pub(crate) fn open(
    svg: &mut Svg,
    scene: &Scene,
    place: &Place,
    (card, face): (&CardScene, Option<&Face>),
    (copy, count): (usize, usize),
) {
    let is_pile = matches!(place.lies, Lies::Pile | Lies::Chips);
    let place_in_zone = card.nth.unwrap_or(0);
    // Of a hand the cards that can't be played are duller, as long as another one can be.
    let may = |card: &CardScene| svg.may(&in_place(place, card));
    let held = match is_played(place) {
        true if !may(card) && place.cards.iter().any(may) => " held wont",
        true => " held",
        false => "",
    };
    let class = match (place.is_idle && place.lies != Lies::Trick, card.is_deciding, card.is_last) {
        (true, ..) => "idle",
        (_, true, _) => "deciding",
        // What decides stands out from the rest of its kind.
        _ if decides(scene, place) => "idle",
        // In a trick the card that came last isn't the one that wins.
        (.., true) if place.lies != Lies::Trick => "last",
        _ => "",
    };
    svg.open(&Thing {
        kind: "card",
        of: &place.name,
        value: card.card.as_deref().unwrap_or(""),
        nth: card.nth,
        copy: place_in_zone * 100 + copy,
        count: if is_pile { 1 } else { count },
        label: label(scene, place, card, face),
        class: &format!("{class}{held}"),
    });
}

/// A card of a place as a tap target, without its label.
fn in_place<'a>(place: &'a Place, card: &'a CardScene) -> Thing<'a> {
    let value = card.card.as_deref().unwrap_or("");
    Thing { kind: "card", of: &place.name, value, nth: card.nth, copy: 0, count: 1, label: String::new(), class: "" }
}

/// True if some cards of a zone's family decide.
fn decides(scene: &Scene, place: &Place) -> bool {
    let family = scene.places.iter().filter(|other| other.zone == place.zone);
    family.flat_map(|place| &place.cards).any(|card| card.is_deciding)
}

/// An empty place for a card.
pub(crate) fn empty(svg: &mut Svg, place: &Place, copy: usize, label: String, at: Rect) {
    svg.open(&Thing { kind: "card", of: &place.name, value: "", nth: None, copy, count: 1, label, class: "" });
    svg.rect(if place.lies == Lies::Trick { "empty faint" } else { "empty" }, at, 7.0);
    svg.rect("ring", at, 7.0);
    svg.close();
}

fn label(scene: &Scene, place: &Place, card: &CardScene, face: Option<&Face>) -> String {
    let what = face.map_or_else(|| "a card face down".to_owned(), spoken);
    let mut words = vec![match card.nth {
        Some(nth) if face.is_none() => format!("card {nth}"),
        _ => what,
    }];
    let told = (!card.marks.is_empty()).then(|| format!("{} told", card.marks.join(" ")));
    let now = face.filter(|_| !card.corners.is_empty()).map(|face| {
        let each = face.corners.iter().zip(&card.corners).map(|((title, _), now)| format!("{title} {now}"));
        format!("now {}", each.collect::<Vec<_>>().join(", "))
    });
    match face.filter(|face| told.is_some() && colour(face).is_some()) {
        // Its text is on it beside its number.
        Some(face) => {
            let rest = words.remove(0).split_off(face.index.len()).trim().to_owned();
            words.extend([face.index.clone(), told.unwrap_or_default(), rest]);
        }
        None => words.extend(now.into_iter().chain(told)),
    }
    if card.count > 1 && place.lies != Lies::Pile {
        words.insert(1, format!("{} of them", card.count));
    }
    words.push(title(scene, place));
    words.extend(place.note.as_ref().map(Fact::told));
    words.join(", ")
}

/// The accessible name of a card.
fn spoken(face: &Face) -> String {
    match standard(face) {
        Some(suit) => format!("{} of {suit}s", face.index),
        None if colour(face).is_some() => {
            let colour = colour(face).unwrap_or_default();
            let rest = face.title.split(' ').filter(|word| *word != face.index && *word != colour);
            let special = face.words.iter().map(String::as_str);
            [face.index.as_str(), colour].into_iter().chain(special).chain(rest).collect::<Vec<_>>().join(" ")
        }
        None => {
            let index = Some(face.index.clone()).filter(|index| !index.is_empty() && *index != face.title);
            let corners = face.corners.iter().map(|(title, number)| format!("{title} {number}"));
            let parts = index.into_iter().chain([face.title.clone(), ladder(face)]);
            let parts = parts.chain(face.words.iter().cloned()).chain(corners);
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The suit of a card with a rank and one of the four suits, and no other colour.
fn standard(face: &Face) -> Option<&'static str> {
    let suit = face.sign.as_deref().and_then(court::suit)?;
    let is_suit = face.family.as_deref().and_then(|family| family.strip_suffix('s')) == Some(suit);
    (is_suit && !face.index.is_empty()).then_some(suit)
}

/// The faces of the open cards of a place.
pub(crate) fn faces<'a>(scene: &'a Scene, place: &'a Place) -> impl Iterator<Item = &'a Face> {
    place.cards.iter().filter_map(|card| scene.faces.get(card.card.as_ref()?))
}

/// True if all open cards of a place have a rank and one of the four suits.
pub(crate) fn is_standard(scene: &Scene, place: &Place) -> bool {
    faces(scene, place).all(|face| standard(face).is_some())
}

/// The colour in a card's name, if any.
fn colour(face: &Face) -> Option<&str> {
    let family = face.family.as_deref()?;
    let is_suit = face.sign.as_deref().and_then(court::suit).is_some_and(|suit| family.strip_suffix('s') == Some(suit));
    (face.tint.is_some() && !is_suit && !face.index.is_empty()).then_some(family)
}

/// The numbers along a card's foot.
fn ladder(face: &Face) -> String {
    face.ladder.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// Paints the uncovered part of a face on its paper; with text along its spine if it fits into a height.
fn paint_face(svg: &mut Svg, face: &Face, at: Rect, (spine, (seen, shown)): (f64, (f64, f64))) {
    match (standard(face), colour(face)) {
        (Some(suit), _) => paint_standard(svg, face, suit, (at, seen)),
        (None, Some(colour)) => paint_coloured(svg, face, (colour, spine, seen), (at, shown)),
        (None, None) if seen < at.w * LAPPED && has_corner(face) => paint_corner(svg, face, at),
        (None, None) => {
            let seen = if is_in_corner(face) { seen } else { at.w };
            paint_titled(svg, face, Rect { h: shown, ..at }, seen);
        }
    }
}

/// Paints a card of one of the four suits.
fn paint_standard(svg: &mut Svg, face: &Face, suit: &str, (at, seen): (Rect, f64)) {
    let (class, w) = (format!("sign {} {suit}", face.tint.map_or("t-black", tint_class)), at.w);
    if w < SMALL && seen > w * 0.8 {
        return paint_large_print(svg, face, (&class, suit), at);
    }
    let is_whole = seen > w * 0.8;
    if is_whole {
        court::paint_middle(svg, &class, (&face.index, suit), at);
    }
    // The corner of an overlapped card is all that is seen of it.
    let corner = if is_whole && w >= LEAST_CORNERS { w * 0.23 } else { w * 0.29 }.clamp(12.0, 34.0);
    let (tight, size) = match face.index.len() {
        1 => (class.clone(), corner),
        _ => (format!("{class} tight"), corner * 0.76),
    };
    let middle = at.x + w * 0.05 + corner * if face.index.len() > 1 { 0.43 } else { 0.4 };
    let base = (middle, at.y + corner * 0.98);
    svg.letter(&tight, base, (size, w), &face.index);
    let middle = at.x + w * 0.05 + corner * 0.4;
    let sign = Rect::new(middle - corner * 0.36, at.y + corner * 1.12, corner * 0.72, corner * 0.72);
    court::paint_suit(svg, &class, suit, sign);
    if seen > w * 0.97 && w >= LEAST_CORNERS {
        let centre = (at.middle(), at.y + at.h / 2.0);
        let high = size * 0.76;
        let right = at.x + at.w - w * 0.05;
        let foot = 2.0 * centre.1 - base.1;
        court::paint_index_turned(svg, &class, &face.index, Rect::new(at.x, foot, right - at.x, high));
        let far = Rect { x: 2.0 * centre.0 - sign.x - sign.w, y: 2.0 * centre.1 - sign.y - sign.h, ..sign };
        if let Some(art) = symbol(suit) {
            svg.art_upside_down(&class, art, far);
        }
    }
}

/// Paints a small card of one of the four suits in large print: its index and its suit along its upper edge, and the
/// suit below.
fn paint_large_print(svg: &mut Svg, face: &Face, (class, suit): (&str, &str), at: Rect) {
    let size = (at.w * 0.44).max(12.0);
    paint_top(svg, face, (class, suit), (at, size));
    let side = at.w * 0.52;
    let top = at.y + size * 1.3;
    let sign = Rect::new(at.middle() - side / 2.0, top + (at.y + at.h - top - side) / 2.0, side, side);
    let figure = Rect::new(at.x + 3.0, at.y + at.h - at.w + 3.0, at.w - 6.0, at.w - 6.0);
    if !court::paint_half(svg, class, &face.index, figure) {
        court::paint_suit(svg, class, suit, sign);
    }
}

/// Paints an index and a suit on a line along the upper edge of a card.
fn paint_top(svg: &mut Svg, face: &Face, (class, suit): (&str, &str), (at, size): (Rect, f64)) {
    let tight = if face.index.len() > 1 { " tight" } else { "" };
    let middle = at.y + size * 0.66;
    let wide = width(&face.index, size) * if tight.is_empty() { 1.2 } else { 1.0 };
    svg.letter_from(&format!("{class}{tight}"), (at.x + at.w * 0.07, middle + size * 0.36), (size, at.w), &face.index);
    let side = size * 0.74;
    let x = (at.x + at.w * 0.07 + wide + size * 0.1).max(at.x + at.w * 0.93 - side);
    court::paint_suit(svg, class, suit, Rect::new(x, middle - side / 2.0, side, side));
}

/// Paints a card of one of the four suits that shows only its upper edge: its index and its suit on one line.
fn paint_edge(svg: &mut Svg, face: &Face, suit: &str, (at, shown): (Rect, f64)) {
    let class = format!("sign {} {suit}", face.tint.map_or("t-black", tint_class));
    if at.w < SMALL {
        return paint_top(svg, face, (&class, suit), (at, (at.w * 0.44).min(shown * 0.8).max(12.0)));
    }
    // The tails of J and Q stay above the next card.
    let size = (at.w * 0.34).min(shown * 0.76).clamp(12.0, 34.0);
    let middle = at.y + (shown / 2.0).min(size * 0.66);
    let wide = width(&face.index, size) * 1.2;
    svg.letter_from(&class, (at.x + at.w * 0.07, middle + size * 0.36), (size, at.w), &face.index);
    let side = size * 0.74;
    let sign = Rect::new(at.x + at.w * 0.07 + wide + size * 0.1, middle - side / 2.0, side, side);
    court::paint_suit(svg, &class, suit, sign);
}

/// Cards below this width are in large print.
pub(crate) const SMALL: f64 = 56.0;

/// The minimum width of a card with its index in two corners.
const LEAST_CORNERS: f64 = 52.0;

/// The width of the corner of a card of a width, with its index and its sign.
pub(crate) fn corner_width(w: f64) -> f64 {
    spine_of(w).0 + 1.0
}

/// True if the corner of a card identifies it, so that the next card may lie over the rest.
pub(crate) fn is_in_corner(face: &Face) -> bool {
    standard(face).is_some() || colour(face).is_some() || !face.index.is_empty() && face.title == face.index
}

/// The width of a coloured spine on a card of a width, and the size of its number.
fn spine_of(w: f64) -> (f64, f64) {
    ((w * 0.34).max(17.0).min(w), (w * 0.27).clamp(12.0, 32.0))
}

/// The font size of the word on a spine, and the height that is left for it of a card that is seen to a height.
fn spine_word((w, told): (f64, f64)) -> (f64, f64) {
    ((w * 0.15).clamp(11.0, 15.0), told - spine_of(w).1 * 2.2 - SPINE_END)
}

/// The least distance of a spine's word from the foot of its card.
const SPINE_END: f64 = 9.0;

/// True if the word on the spine of a card that nothing covers fits, or if it has none.
fn has_spine_word(face: &Face, at: Rect) -> bool {
    let (size, room) = spine_word((at.w, at.h));
    colour(face).is_none_or(|colour| width(colour, size) * BOLD_WORD <= room)
}

/// Bold letters relative to the measured ones.
const BOLD_WORD: f64 = 1.12;

/// Paints a card named after a colour: its spine has that colour, with its number, its suit and its text.
fn paint_coloured(svg: &mut Svg, face: &Face, (colour, told, seen): (&str, f64, f64), (at, shown): (Rect, f64)) {
    let is_whole = seen > at.w * 0.8;
    let (tint, w, h) = (face.tint.map_or("t-black", tint_class), at.w, at.h);
    let (broad, size) = spine_of(w);
    let spine = Rect::new(at.x + 0.5, at.y + 0.5, broad, h - 1.0);
    let body = Rect::new(spine.x + spine.w, at.y + 1.0, (w - spine.w - 1.5).max(0.0), h - 2.0);
    svg.rect(&format!("wash {tint}"), body, 0.0);
    svg.spine(&format!("spine {tint}"), spine, 6.5);
    let ink = format!("sign on-{tint}");
    svg.words(&ink, (spine.middle(), at.y + size), (size, spine.w + 4.0), Anchor::Middle, &face.index);
    let sign = face.sign.as_deref().unwrap_or("");
    let small = Rect::new(spine.middle() - size * 0.35, at.y + size * 1.25, size * 0.7, size * 0.7);
    // What is special about it is below its picture, after the word on its spine.
    let (word, room) = spine_word((w, told));
    let is_spelled = width(colour, word) <= room / BOLD_WORD;
    let special = special_lines(face, body.w, is_spelled && seen > w - 1.0 && shown > h * 0.8);
    let shown = shown - special.len() as f64 * special_size(w);
    // Below the next row its picture is in the middle of what is seen of it.
    let large = body.w.min(shown * 0.6) * 0.82;
    let large = Rect::new(body.middle() - large / 2.0, at.y + (shown - large) / 2.0, large, large);
    let class = format!("sign {tint}");
    // Half a picture would be a crumb.
    let middle = |svg: &mut Svg, art: &Art| {
        if is_whole {
            svg.art(&class, art, large);
        }
    };
    match (court::suit_art(sign), &face.art) {
        (Some(suit), art) => {
            svg.art(&ink, suit, small);
            let own = face.words.iter().find_map(|word| court::deed(word));
            let pips = if w >= LEAST_CORNERS { court::pips(&face.index) } else { &[] };
            match (art.as_deref().or(own), face.index.parse::<u32>()) {
                (None, Ok(_)) if is_whole && pips.len() > 1 => {
                    // As many of its suit as its number.
                    let side = (body.w * 0.3).min(shown * 0.16);
                    for (dx, dy) in pips {
                        let (x, y) = (body.middle() + body.w * 0.26 * dx, at.y + shown * (0.16 + 0.68 * dy));
                        svg.art(&class, suit, Rect::new(x - side / 2.0, y - side / 2.0, side, side));
                    }
                }
                (art, _) => middle(svg, art.unwrap_or(suit)),
            }
        }
        (None, Some(art)) => {
            svg.art(&ink, art, small);
            middle(svg, art);
        }
        (None, None) if !court::paint_number(svg, &class, &face.index, large) => {
            svg.circle(&format!("medal {tint}"), (large.middle(), large.y + large.h / 2.0), large.w * 0.4);
        }
        (None, None) => {}
    }
    let end = (spine.middle() + word * 0.36, at.y + size * 2.2);
    svg.words_up(&format!("on-{tint} spine-word"), end, (word, room / BOLD_WORD), colour);
    for (n, line) in special.iter().enumerate() {
        let y = at.y + h - 9.0 - (special.len() - 1 - n) as f64 * special_size(w) * 1.15;
        svg.letter("card-word strong", (body.middle(), y), (special_size(w), body.w), line);
    }
}

/// The font size of what is special about a coloured card of a width.
fn special_size(w: f64) -> f64 {
    (w * 0.115).clamp(LEAST_TITLE, 16.0)
}

/// The maximum number of lines of what is special about a coloured card.
const MAX_SPECIAL: usize = 3;

/// What is special about a coloured card, in lines that fit into a width.
fn special_lines(face: &Face, wide: f64, is_seen: bool) -> Vec<String> {
    let size = special_size(wide / 0.64);
    // A word with a picture of its own is told by that.
    let is_told = |word: &&String| face.words.len() == 1 || court::deed(word).is_none();
    let room = (wide - 3.0) / BOLD_WORD;
    let texts = face.words.iter().filter(is_told);
    let lines: Vec<String> = texts.flat_map(|text| wrapped(text.split(' '), (size, 0.3 * size), room)).collect();
    let fits = lines.iter().all(|line| width(line, size) <= room);
    if is_seen && fits && lines.len() <= MAX_SPECIAL { lines } else { Vec::new() }
}

/// Of a card below a copy of it no more is seen than this part of its width.
pub(crate) const LAPPED: f64 = 0.6;

/// True if a card has its number and its picture in its corner, which tells it from others.
pub(crate) fn has_corner(face: &Face) -> bool {
    !face.index.is_empty() && face.art.is_some() && face.sign.as_deref().unwrap_or("").is_empty()
}

/// Paints the corner of a card below a copy of it: its number and its picture.
fn paint_corner(svg: &mut Svg, face: &Face, at: Rect) {
    let text = format!("sign {}", face.tint.map_or("t-blue", tint_class));
    let corner = (at.w * 0.27).clamp(12.0, 32.0);
    let x = at.x + at.w * 0.07;
    svg.letter_from(&text, (x, at.y + corner), (corner, at.w), &face.index);
    if let Some(art) = &face.art {
        svg.art(&text, art, Rect::new(x, at.y + corner * 1.18, corner * 0.72, corner * 0.72));
    }
}

/// Paints any other card: a number or sign in its corner, its picture, its title, and numbers along its foot.
/// Of one that its corner identifies the rest is only painted if it is seen, except for a large number.
fn paint_titled(svg: &mut Svg, face: &Face, at: Rect, seen: f64) {
    let is_seen = seen > at.w * 0.8;
    let tint = face.tint.map_or(if face.art.is_some() { "t-blue" } else { "t-black" }, tint_class);
    let (w, h) = (at.w, at.h);
    let corner = (w * 0.27).clamp(12.0, 32.0);
    let sign = face.sign.as_deref().unwrap_or("");
    let text = format!("sign {tint}");
    let is_told = !face.title.is_empty() && (sign.is_empty() || face.index.is_empty()) && w > 28.0;
    let is_told = is_told && face.title != face.index;
    let ladder = if h > 90.0 && w > 60.0 { ladder_lines(face, w) } else { Vec::new() };
    // Of a small card the picture says more.
    let has_room = face.art.is_none() || w > LEAST_TOLD;
    let titled = if face.title == face.index { 0.0 } else { title_lines(&face.title, w - 5.0).len() as f64 };
    let head = if face.index.is_empty() { 0.0 } else { corner } + titled * (w * 0.15).clamp(11.0, 15.0) * 1.08 + 8.0;
    // It doesn't reach up to the corner.
    let has_room = has_room && text_lines(face, (w, h)).len() as f64 * TEXT_LINE + head <= h;
    let told = if has_room { text_lines(face, (w, h)) } else { Vec::new() };
    let text_high = told.len() as f64 * TEXT_LINE + if told.is_empty() { 0.0 } else { 4.0 };
    let steps = ladder.len() as f64 * LADDER_LINE;
    let foot = 6.0 + if ladder.is_empty() { 0.0 } else { steps + 5.0 } + text_high;
    let lines = if is_told { title_lines(&face.title, w - 5.0) } else { Vec::new() };
    // A partial title is outside of the group, whose label has all of it.
    let is_whole = lines.join(" ") == face.title;
    let size = (w * 0.15).clamp(11.0, 15.0);
    let bottom = foot + lines.len() as f64 * size * 1.08;
    // On a crumb of a card its name says more than its number.
    let is_numbered = !face.index.is_empty() && (!is_whole || lines.is_empty() || h - bottom + 2.0 >= corner);
    if is_numbered {
        let x = at.x + w * 0.07;
        svg.letter_from(&text, (x, at.y + corner), (corner, w), &face.index);
        if !sign.is_empty() {
            svg.words(&text, (x, at.y + corner * 1.85), (corner * 0.8, w * 0.4), Anchor::Start, sign);
        }
    }
    // Of a card that is a number its picture is there as many times.
    let is_number = face.title == face.index;
    let counted = if is_number && w > LEAST_CORNERS { court::pips(&face.index) } else { &[] };
    let is_signed = sign.is_empty() && !face.index.is_empty() && (counted.is_empty() || !is_seen);
    if let (Some(art), true, true) = (&face.art, w > 52.0, is_signed) {
        // The corner identifies overlapping cards, unless the title is there: then the sign is in the other one.
        let side = corner * 0.72;
        let is_below = h - bottom - 2.0 >= corner * 1.9;
        let has_picture = h - corner * 0.62 - bottom - 4.0 >= LEAST_PICTURE || told.is_empty();
        if is_below {
            svg.art(&text, art, Rect::new(at.x + w * 0.07, at.y + corner * 1.18, side, side));
        } else if !has_picture {
            let side = side.max(LEAST_SIGN).min(h - bottom - 4.0);
            svg.art(&text, art, Rect::new(at.x + w * 0.93 - side, at.y + 4.0, side, side));
        }
    }
    let above = if face.index.is_empty() { 6.0 } else { corner * 0.62 };
    let room = Rect::new(at.x + 4.0, at.y + above, w - 8.0, h - above - bottom - 4.0);
    // Under the text there is no picture: its sign is in the corner.
    let is_covered = room.h < LEAST_PICTURE && !told.is_empty();
    let numeral = Rect::new(at.x + w * 0.2, at.y + h * 0.3, w * 0.6, h * 0.4);
    if is_seen && !is_covered {
        if let Some(art) = face.art.as_ref().filter(|_| !counted.is_empty()) {
            // Few of them are larger.
            let large = match counted.len() {
                1 => 2.6,
                2..=3 => 1.7,
                4..=6 => 1.35,
                _ => 1.0,
            };
            let side = (w * 0.18).min(h * 0.14) * large;
            // Below the number in the corner.
            let top = if counted.len() > 3 { (corner + side * 0.5 + 2.0) / h } else { 0.19 };
            for (dx, dy) in counted {
                let (x, y) = (at.middle() + w * (0.13 + 0.032 * large) * dx, at.y + h * (top + (1.0 - 2.0 * top) * dy));
                svg.art(tint, art, Rect::new(x - side / 2.0, y - side / 2.0, side, side));
            }
        } else if face.art.is_some() && is_number && court::paint_number(svg, &text, &face.index, numeral) {
        } else if let Some(art) = &face.art {
            let side = (room.h).min(room.w * if face.index.is_empty() { 0.8 } else { 0.64 });
            let left = if face.index.is_empty() { room.middle() - side / 2.0 } else { at.x + w * 0.55 - side / 2.0 };
            // A picture too small for the middle stands in the upper right corner.
            let beside = (h - bottom - 2.0).min(corner * 1.2).min(w * 0.5);
            match side < LEAST_SIGN && beside > side && !face.index.is_empty() {
                true => svg.art(tint, art, Rect::new(at.x + w * 0.93 - beside, at.y + 3.0, beside, beside)),
                false => svg.art(tint, art, Rect::new(left, room.y + (room.h - side) / 2.0, side, side)),
            }
        } else if !sign.is_empty() {
            let size = (w * 0.5).min(room.h);
            svg.words(&text, (room.middle(), room.y + room.h * 0.5 + size * 0.36), (size, w), Anchor::Middle, sign);
        } else {
            emblem(svg, face, &text, room);
        }
    }
    if is_number && !is_seen && face.art.is_none() && seen > w * LEAST_NUMBERED {
        let inner = Rect::new(at.x + w * 0.12, room.y, seen - w * 0.12, room.h);
        court::paint_number(svg, &text, &face.index, inner.inset(inner.w.min(inner.h) * 0.12));
    }
    // A card that is a number has it in two corners.
    if is_number && is_seen && w >= LEAST_CORNERS {
        let (high, right) = (corner * 0.76, at.x + w * 0.93);
        let turned = Rect::new(at.x, at.y + h - corner, right - at.x, high);
        court::paint_index_turned(svg, &text, &face.index, turned);
    }
    for (n, line) in lines.iter().enumerate() {
        let y = at.y + h - foot - 2.0 - (lines.len() - 1 - n) as f64 * size * 1.08;
        let size = size.min((w - 5.0) / width(line, 1.0)).max(LEAST_TITLE);
        match is_whole {
            true if width(line, size) > w - 5.0 => svg.squeezed("card-word", (at.middle(), y), (size, w - 6.0), line),
            true => svg.words("card-word", (at.middle(), y), (size, w - 4.0), Anchor::Middle, line),
            false => {}
        }
    }
    let first = at.y + h - foot + 10.0;
    for (n, line) in told.iter().enumerate() {
        let base = (at.middle(), first + n as f64 * TEXT_LINE);
        svg.words("card-word", base, (LEAST_TITLE, w - 6.0), Anchor::Middle, line);
    }
    if !ladder.is_empty() {
        let y = at.y + h - 10.0 - steps;
        svg.line("card-rule", (at.x + 6.0, y), (at.x + w - 6.0, y));
    }
    for (n, line) in ladder.iter().enumerate() {
        let y = at.y + h - 8.5 - (ladder.len() - 1 - n) as f64 * LADDER_LINE;
        svg.words("card-ladder", (at.middle(), y), (11.0, w - 4.0), Anchor::Middle, line);
    }
}

/// The least part of a card's width that is seen of one with a large number.
const LEAST_NUMBERED: f64 = 0.5;

/// The height of a line of the numbers along a card's foot, and their least distance from its edges.
const LADDER_LINE: f64 = 12.0;
const LADDER_EDGE: f64 = 6.0;

/// The numbers along a card's foot within its edges: in one line or in two, or none.
fn ladder_lines(face: &Face, w: f64) -> Vec<String> {
    let fits = |line: &String| width(line, 11.0) * 1.06 <= w - 2.0 * LADDER_EDGE;
    let numbers: Vec<String> = face.ladder.iter().map(i64::to_string).collect();
    let (first, second) = numbers.split_at(numbers.len().div_ceil(2));
    let ways = [vec![numbers.join(" ")], vec![first.join(" "), second.join(" ")]];
    ways.into_iter().find(|lines| lines.iter().all(fits)).filter(|_| !numbers.is_empty()).unwrap_or_default()
}

/// A card with a picture has text if it is wider.
const LEAST_TOLD: f64 = 56.0;

/// The least height of the picture of a card with text.
const LEAST_PICTURE: f64 = 12.0;

/// The least side of the sign of a card whose text leaves no room for its picture.
const LEAST_SIGN: f64 = 20.0;

/// The height of a line of a card's text.
const TEXT_LINE: f64 = 13.0;

/// The most of the height of a card that its text takes, where its sign is in the corner.
const MAX_TEXT: f64 = 0.6;

/// The text of a card in lines, if all of it fits below its corner.
fn text_lines(face: &Face, (w, h): (f64, f64)) -> Vec<String> {
    let words = face.words.iter().flat_map(|text| text.split(' '));
    let lines = wrapped(words, (LEAST_TITLE, 0.3 * LEAST_TITLE), w - 10.0);
    let fits =
        lines.len() as f64 * TEXT_LINE <= h * MAX_TEXT && lines.iter().all(|line| width(line, LEAST_TITLE) <= w - 8.0);
    if fits { lines } else { Vec::new() }
}

/// The minimum font size of a title.
const LEAST_TITLE: f64 = 11.0;

/// The least width of a title that is narrowed to its card, relative to its own.
const SQUEEZED: f64 = 0.82;

/// A title in one line or, if it is too long, in two; if these don't fit either, its last word, which says most, or
/// nothing: never a part of a word.
fn title_lines(title: &str, room: f64) -> Vec<String> {
    let size = (room * 0.15).clamp(LEAST_TITLE, 15.0);
    let words: Vec<&str> = title.split(' ').collect();
    let fits = |words: &str| width(words, LEAST_TITLE) <= room / SQUEEZED;
    if width(title, size) <= room || words.len() < 2 {
        return if fits(title) { vec![title.to_owned()] } else { Vec::new() };
    }
    let cut = |n: usize| (words[..n].join(" "), words[n..].join(" "));
    let wide = |n: &usize| {
        let (first, second) = cut(*n);
        (width(&first, 1.0).max(width(&second, 1.0)) * 100.0) as usize
    };
    let (first, second) = cut((1..words.len()).min_by_key(wide).unwrap_or(1));
    if fits(&first) && fits(&second) {
        return vec![first, second];
    }
    words.last().filter(|last| width(last, LEAST_TITLE) <= room).map(|last| (*last).to_owned()).into_iter().collect()
}

/// True if a card is wide enough for its whole title.
pub(crate) fn is_titled(face: &Face, w: f64) -> bool {
    let is_told = standard(face).is_none() && colour(face).is_none() && face.title != face.index;
    let sign = face.sign.as_deref().unwrap_or("");
    let is_shown = is_told && !face.title.is_empty() && (sign.is_empty() || face.index.is_empty());
    !is_shown || title_lines(&face.title, w - 5.0).join(" ") == face.title
}

/// Paints what identifies a card without its paper: its picture, its suit or its number.
pub(crate) fn paint_sign(svg: &mut Svg, face: &Face, at: Rect) {
    let tint = face.tint.map_or("t-black", tint_class);
    match (&face.art, standard(face)) {
        (Some(art), _) => svg.art(tint, art, at),
        (None, Some(suit)) => court::paint_suit(svg, &format!("sign {tint} {suit}"), suit, at.inset(at.w * 0.12)),
        (None, None) => {
            let word = if face.index.is_empty() { &face.title } else { &face.index };
            let first: String = word.chars().take(2).collect();
            svg.letter(&format!("sign {tint}"), (at.middle(), at.y + at.h * 0.7), (12.0, at.w), &first);
        }
    }
}

/// Paints a small card, with only its picture.
pub(crate) fn paint_small(svg: &mut Svg, face: &Face, at: Rect) {
    if colour(face).is_some() && at.h >= LEAST_SPINE {
        return paint_small_coloured(svg, face, at);
    }
    svg.rect("small-card", at, 3.0);
    let tint = face.tint.map_or("t-black", tint_class);
    match (&face.art, standard(face)) {
        // A number says more than a picture shared by all cards.
        (Some(art), _) if face.index.is_empty() || face.index != face.title => {
            svg.art(tint, art, Rect::new(at.x + 1.0, at.y + (at.h - at.w) / 2.0 + 1.0, at.w - 2.0, at.w - 2.0))
        }
        (None, Some(suit)) => {
            let class = format!("sign {tint} {suit}");
            svg.letter(&class, (at.middle(), at.y + at.h * 0.5), (11.0, at.w), &face.index);
            court::paint_suit(svg, &class, suit, Rect::new(at.middle() - 4.0, at.y + at.h * 0.56, 8.0, 8.0));
        }
        _ if !face.index.is_empty() => {
            svg.letter(&format!("sign {tint}"), (at.middle(), at.y + at.h * 0.7), (12.0, at.w), &face.index);
        }
        _ => svg.circle(&format!("medal {tint}"), (at.middle(), at.y + at.h / 2.0), at.w * 0.3),
    }
}

/// The least height of a small card in its colour, with its number and its suit.
const LEAST_SPINE: f64 = 22.0;

/// Paints a small card named after a colour as its spine: that colour with its number and its suit.
fn paint_small_coloured(svg: &mut Svg, face: &Face, at: Rect) {
    let tint = face.tint.map_or("t-black", tint_class);
    let ink = format!("sign on-{tint}");
    svg.rect(&format!("small-card {tint}"), at, 3.0);
    let size = (at.h * 0.46).max(LEAST_TITLE);
    let sign = face.sign.as_deref().unwrap_or("");
    let Some(art) = court::suit_art(sign).or(face.art.as_deref()) else {
        return svg.letter(&ink, (at.middle(), at.y + at.h * 0.5 + size * 0.36), (size, at.w), &face.index);
    };
    svg.letter(&ink, (at.middle(), at.y + at.h * 0.27 + size * 0.36), (size, at.w), &face.index);
    let side = (at.h * 0.42).min(at.w - 4.0);
    svg.art(&ink, art, Rect::new(at.middle() - side / 2.0, at.y + at.h * 0.75 - side / 2.0, side, side));
}

/// The emblem in the middle of a card without a picture: its number, or else a medal.
fn emblem(svg: &mut Svg, face: &Face, class: &str, room: Rect) {
    let numeral = Rect::new(room.x, room.y + room.h * 0.12, room.w, (room.h * 0.76).min(room.w * 0.8));
    let is_number = face.title == face.index || face.title.is_empty();
    if !is_number || !court::paint_number(svg, class, &face.index, numeral) {
        let middle = (room.middle(), room.y + room.h / 2.0);
        svg.circle(&format!("medal {class}"), middle, room.w * 0.22);
        svg.circle("medal-ring", middle, room.w * 0.16);
    }
}
