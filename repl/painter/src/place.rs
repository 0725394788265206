//! Places: the layout of a zone's cards, such as a hand, in overlapping rows or fans, with the text below.

use std::ops::Range;

use parlour_table::scene::{At, CardScene, Fact, Lies, Place, Scene};

use crate::card::{self, Laid, Size};
use crate::family::family_of;
use crate::names::{addressed, captioned, seat_name, seat_or_you, title};
use crate::roles::{is_common, is_noted, is_of_dummy, is_played};
use crate::signs::seat_class;
use crate::small;
use crate::suits::Suits;
use crate::svg::{Anchor, Rect, Svg, width, wrapped};

/// The font size below cards, and its line height.
const WORDS: f64 = 12.0;
const LINE: f64 = 15.0;
/// The margin above the cards of a place: those of a hand are lifted when they may be played.
fn above(place: &Place) -> f64 {
    if is_played(place) { LIFTED } else { ABOVE }
}

const LIFTED: f64 = 14.0;

/// The margin above cards, for a stack's number, and below them, for a pile's edges.
const ABOVE: f64 = 8.0;
const BELOW: f64 = 8.0;
/// The gap between cards side by side, and the least one.
const BETWEEN: f64 = 7.0;
const CLOSE: f64 = 3.0;
/// The gap between places.
const APART: f64 = 12.0;
/// The minimum width of a tap target.
pub(crate) const TARGET: f64 = 40.0;
/// The maximum number of rows of a hand.
const MAX_ROWS: usize = 3;

/// The text below a place.
fn told(scene: &Scene, place: &Place, size: Size) -> String {
    if size.is_beside_seat {
        return String::new();
    }
    // The cards of a trick have their players' names below them.
    if place.cards.iter().any(|card| card.by.is_some()) || is_self_evident(scene, place, size.is_low) {
        return String::new();
    }
    let title = caption(scene, place);
    match place.count {
        0 | 1 => title,
        // What lies open is counted at a glance, and a pile has its number on it.
        _ if is_open(place) && !matches!(place.lies, Lies::Chips | Lies::Small) => title,
        // What is brief has a number on each of its cards.
        _ if size.is_brief && place.lies == Lies::Small => title,
        _ if is_counted(place, size) || place.lies == Lies::Stacks && place.cards.len() == 1 => title,
        count => format!("{title} · {count}"),
    }
}

/// True if a place is a pile with its number on it, which would cover a smaller one.
fn is_counted(place: &Place, size: Size) -> bool {
    size.w >= LEAST_BADGED && is_pile(place)
}

/// The least width of a slot with a word in it.
const LEAST_WORD: f64 = 36.0;

/// The least width of a card with a number on it.
pub(crate) const LEAST_BADGED: f64 = 44.0;

/// True if only the top of a place's cards is seen.
fn is_pile(place: &Place) -> bool {
    place.lies == Lies::Pile || place.lies == Lies::Chips && place.cards.len() == 1 && place.cards[0].card.is_none()
}

/// True if all cards of a place are seen side by side.
fn is_open(place: &Place) -> bool {
    place.lies != Lies::Pile && place.cards.iter().all(|card| card.card.is_some())
}

/// True if a place needs no name: the viewer's only hand above the seat's strip, or the only open row of the table.
fn is_self_evident(scene: &Scene, place: &Place, is_low: bool) -> bool {
    let others = |is_such: &dyn Fn(&Place) -> bool| {
        scene.places.iter().any(|other| other.name != place.name && other.count > 0 && is_such(other))
    };
    // Without much height what is small or only counted has its own name.
    let is_named = |place: &Place| is_low && matches!(place.lies, Lies::Small | Lies::Chips);
    let is_middle = |place: &Place| matches!(place.at, At::Centre | At::Supply) && !is_named(place);
    match place.at {
        At::Hand => place.room == 0 && place.count > 0 && !others(&|other| other.at == At::Hand && other.room == 0),
        // Two players' cards lie at their strips.
        At::Seat(_) => scene.seats.len() == 2 && place.lies == Lies::Fan && place.count > 0,
        At::Centre | At::Supply => {
            is_open(place) && matches!(place.lies, Lies::Row | Lies::Fan) && place.count > 1 && !others(&is_middle)
        }
        _ => false,
    }
}

/// The title below a place: its owner is named only where several seats lie side by side.
fn caption(scene: &Scene, place: &Place) -> String {
    let At::Seat(number) = place.at else { return title(scene, place) };
    let plain = place.title.strip_prefix("the ").unwrap_or(&place.title).to_owned();
    match scene.seats.iter().find(|seat| seat.number == number) {
        Some(seat) if is_common(scene, place) => addressed(seat),
        Some(seat) if !seat.is_own && scene.seats.len() > 2 => format!("{}’s {plain}", captioned(&seat.seat)),
        _ => plain,
    }
}

/// The text below a place, wrapped to a width.
fn lines(scene: &Scene, place: &Place, (wide, size): (f64, Size)) -> Vec<String> {
    // A no-break space keeps a number with the dot before it.
    let told = told(scene, place, size).replace(" · ", " ·\u{a0}");
    wrapped(told.split(' '), (WORDS, 4.0), wide)
}

/// The facts told at a place.
fn facts<'a>(scene: &'a Scene, place: &Place) -> Vec<&'a Fact> {
    let is_own = place.at == At::Hand;
    let of_table = scene.facts.iter().filter(|_| is_own || place.of.is_none());
    let seat = scene.seats.iter().find(|seat| place.of.as_deref() == Some(seat.seat.as_str()));
    let facts = seat.into_iter().flat_map(|seat| &seat.facts).chain(of_table);
    let is_there = place.count > 0 || place.room > 0;
    facts.filter(|fact| fact.at.as_ref() == Some(&place.zone) && !fact.value.is_empty() && is_there).collect()
}

/// True if a fact is a badge on the top card: the sign of a suit.
fn is_badge(scene: &Scene, place: &Place, fact: &Fact) -> bool {
    place.lies == Lies::Pile && family_of(scene, fact).is_some()
}

/// The signs of a place: the facts told at it that aren't badges on its top card, and at the viewer's hand what the
/// pack notes about it.
pub(crate) fn signs(scene: &Scene, place: &Place) -> Vec<String> {
    let facts = facts(scene, place).into_iter().filter(|fact| !is_badge(scene, place, fact));
    let own = scene.seats.iter().find(|seat| seat.is_own).filter(|_| is_noted(scene, place));
    own.and_then(|seat| seat.note.clone()).into_iter().chain(facts.map(Fact::told)).collect()
}

/// The signs of a place in rows.
fn sign_rows(scene: &Scene, place: &Place, wide: f64) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut left = 0.0;
    for sign in signs(scene, place) {
        let needs = sign_width(&sign) + BETWEEN;
        if needs > left || rows.is_empty() {
            rows.push(Vec::new());
            left = wide;
        }
        left -= needs;
        rows.last_mut().into_iter().for_each(|row| row.push(sign.clone()));
    }
    rows
}

/// The font size of a sign, and the height of its line.
const SIGN: f64 = 15.0;
const SIGN_LINE: f64 = 30.0;

fn sign_width(sign: &str) -> f64 {
    width(sign, SIGN) * 1.12 + 20.0
}

/// Paints the signs of a place.
fn paint_signs(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect) {
    for (n, row) in sign_rows(scene, place, room.w).into_iter().enumerate() {
        let whole: f64 = row.iter().map(|sign| sign_width(sign) + BETWEEN).sum::<f64>() - BETWEEN;
        let mut x = room.middle() - whole / 2.0;
        for sign in row {
            let at = Rect::new(x, room.y + n as f64 * SIGN_LINE, sign_width(&sign), SIGN_LINE - 5.0);
            // Without a board, which would look like a button.
            svg.words("sign-value", (at.middle(), at.y + 18.0), (SIGN, at.w - 8.0), Anchor::Middle, &sign);
            x += at.w + BETWEEN;
        }
    }
}

/// Paints the suit that counts on the top card of a pile.
fn paint_badges(svg: &mut Svg, scene: &Scene, place: &Place, top: Rect) {
    for fact in facts(scene, place).into_iter().filter(|fact| is_badge(scene, place, fact)) {
        let Some(family) = family_of(scene, fact) else { continue };
        let on_top = place.cards.last().and_then(|card| scene.faces.get(card.card.as_ref()?));
        if on_top.is_some_and(|top| family.has(top)) {
            continue;
        }
        let side = (top.w * 0.58).max(24.0);
        let at = Rect::new(top.x + top.w - side - 3.0, top.y + top.h - side - 5.0, side, side);
        family.paint(svg, at);
    }
}

/// The number of places in which cards of a zone are shown: those that it has room for, at least.
fn places(place: &Place) -> usize {
    shown(place).len().max(place.room)
}

/// The preferred width of a place: its cards side by side, and its longest word.
pub(crate) fn wish(scene: &Scene, place: &Place, size: Size) -> f64 {
    let size = scaled(scene, place, size);
    if place.lies == Lies::Small {
        return small::wish(scene, place, &told(scene, place, size), size) + APART;
    }
    if let Some(suits) = Suits::of(scene, place, size) {
        return suits.width(size).max(width(&told(scene, place, size), WORDS)) + APART;
    }
    let shown = places(place).max(1);
    let copies = copies(scene, place, size);
    let saved = copies.len() as f64 * (step(place, size) - lapped(size)).max(0.0);
    let cards = size.w + (shown - 1) as f64 * step(place, size) - saved + if is_deep(place) { BELOW } else { 0.0 };
    let cards = cards + group_ends(place).len() as f64 * GROUPS_APART;
    let words = told(scene, place, size);
    let longest = words.split(' ').map(|word| width(word, WORDS)).fold(0.0, f64::max);
    let apart = if is_common(scene, place) { APART + OWNERS_APART } else { APART };
    // Two lines suffice for most titles.
    let signs = signs(scene, place).iter().map(|sign| sign_width(sign)).fold(0.0, f64::max);
    cards.max(longest).max(width(&words, WORDS) * 0.55).max(signs) + apart
}

/// The additional gap between the cards of two seats in the middle of the table.
const OWNERS_APART: f64 = 28.0;

/// The preferred distance of cards: those of a trick have names below.
fn step(place: &Place, size: Size) -> f64 {
    let is_numbered = place.cards.iter().any(|card| card.by.is_some() && card.nth.is_none());
    let least = match place.lies {
        Lies::Trick if is_numbered => NAMED + width(&place.title, WORDS),
        Lies::Trick => NAMED,
        _ => 0.0,
    };
    size.w.max(least) + BETWEEN
}

/// The minimum width of a name below a trick's card.
const NAMED: f64 = 46.0;

/// True if the edges of cards below the top one are visible.
fn is_deep(place: &Place) -> bool {
    matches!(place.lies, Lies::Pile | Lies::Chips | Lies::Stacks)
}

/// The relative size of piles beside what is played, and the least width of one that can be tapped.
const MINOR: f64 = 0.62;
const PRICED: f64 = 0.85;
const LEAST_MINOR: f64 = 42.0;
const LEAST_PRICED: f64 = 58.0;

/// True if a place is a pile that only waits beside what is played: one face down beside open cards, or one that
/// shows its top beside cards that are laid out.
fn is_minor(scene: &Scene, place: &Place) -> bool {
    let is_hidden = is_hidden(place);
    let is_aside = is_hidden || place.at == At::Supply && !scene.tracks.is_empty();
    let is_pile = place.lies == Lies::Pile || is_aside && matches!(place.lies, Lies::Stacks | Lies::Chips);
    if !is_pile || !matches!(place.at, At::Centre | At::Supply) {
        return false;
    }
    let is_laid = |other: &Place| matches!(other.lies, Lies::Row | Lies::Stacks | Lies::Fan | Lies::Trick);
    let others = || scene.places.iter().filter(|other| other.name != place.name);
    let common = || others().filter(|other| matches!(other.at, At::Centre | At::Supply));
    let is_seen = |other: &Place| other.cards.iter().any(|card| card.card.is_some());
    let is_played = common().any(|other| other.lies == Lies::Trick || is_laid(other) && is_seen(other))
        || others().any(|other| matches!(other.at, At::Seat(_)) && other.lies == Lies::Row && is_seen(other))
        || !scene.tracks.is_empty();
    // The prices of open piles say that they are what is chosen from.
    (place.note.is_none() || is_hidden) && is_played
}

/// True for a pile of the supply that is face down, or whose cards are gone.
fn is_hidden(place: &Place) -> bool {
    let is_gone = place.cards.is_empty() && place.room == 0;
    place.at == At::Supply && (is_gone || place.cards.iter().any(|card| card.card.is_none()))
}

/// The size of the cards of a place among others of a size.
fn scaled(scene: &Scene, place: &Place, size: Size) -> Size {
    // Cards that are settled only tell what happened.
    let is_settled = place.is_idle && matches!(place.at, At::Centre | At::Supply);
    if !is_minor(scene, place) && !is_settled {
        return size;
    }
    // Prices need some room, and piles side by side have one size.
    let has_prices = is_hidden(place) && scene.places.iter().any(|other| is_hidden(other) && other.note.is_some());
    let part = if has_prices { PRICED } else { MINOR };
    let least = if has_prices { LEAST_PRICED } else { LEAST_MINOR };
    size.scaled_to((size.w * part).max(least.min(size.w)))
}

/// True if the corners of the cards of the viewer's hand identify them, so that they lie over each other.
fn is_fanned(scene: &Scene, place: &Place) -> bool {
    is_played(place)
        && place.room == 0
        && place.lies == Lies::Fan
        && place.cards.iter().all(|card| {
            let face = card.card.as_ref().and_then(|name| scene.faces.get(name));
            card.known.is_empty() && card.marks.is_empty() && face.is_some_and(card::is_in_corner)
        })
}

/// True if the corners of all open cards of a place identify them.
fn is_in_corners(scene: &Scene, place: &Place) -> bool {
    card::faces(scene, place).all(card::is_in_corner)
}

/// The number of rows of a place at a width.
fn rows(scene: &Scene, place: &Place, wide: f64, size: Size) -> usize {
    let shown = places(place);
    let is_folded = match place.lies {
        Lies::Fan => is_played(place) || is_of_dummy(place) || is_laid_open(scene, place),
        lies => matches!(lies, Lies::Row | Lies::Stacks),
    };
    if !is_folded || shown < 2 {
        return 1;
    }
    let least = match (is_played(place), place.lies) {
        // Rows apart leave nothing covered.
        (true, _) if is_fanned(scene, place) && size.fold >= 1.0 => size.w + CLOSE,
        (true, _) if is_fanned(scene, place) => TARGET.max(size.w * 0.4).min(size.w + BETWEEN),
        // What is written on a card is below as well as above.
        (true, _) if !is_in_corners(scene, place) => TARGET.max(size.w + CLOSE),
        // Large cards lie in several rows rather than over each other.
        (true, _) => TARGET.min(size.w + BETWEEN).max(size.w * 0.88),
        // Many cards in an open hand of others still show their corners.
        (_, Lies::Fan) if !is_of_dummy(place) => card::corner_width(size.w).min(size.w),
        // A stack's number is on its edge.
        (_, Lies::Stacks) => size.w + 1.0,
        _ if place.room > 0 => size.w + 2.0,
        // A name that is covered in part can't be read.
        _ if !is_in_corners(scene, place) => size.w + 1.0,
        _ => size.w * 0.5,
    };
    let copies = copies(scene, place, size);
    let fits = |rows: &usize| {
        let per_row = shown.div_ceil(*rows);
        let gaps = group_ends(place).len().min(per_row) as f64 * GROUPS_APART;
        let saved = fewest(&copies, per_row, shown) as f64 * (least - lapped(size)).max(0.0);
        per_row < 2 || (wide - APART - size.w - gaps + saved) / (per_row - 1) as f64 >= least
    };
    (1..=MAX_ROWS).find(fits).unwrap_or(MAX_ROWS)
}

/// The indices of the cards of a hand before which its rows may break: where another suit, or another kind of card,
/// begins.
fn breaks(scene: &Scene, place: &Place) -> Vec<usize> {
    let shown = shown(place);
    if !place.groups.is_empty() {
        // Not within a group.
        let ends = group_ends(place);
        let all: usize = place.groups.iter().sum();
        return (1..shown.len()).filter(|n| *n >= all || ends.contains(n)).collect();
    }
    let face = |n: usize| scene.faces.get(shown[n].0.card.as_ref()?);
    let is_fan = is_fanned(scene, place);
    let kind = |n: usize| match is_fan {
        true => face(n).and_then(|face| face.family.clone()),
        false => shown[n].0.card.clone(),
    };
    (1..shown.len()).filter(|&n| kind(n).is_none() || kind(n) != kind(n - 1)).collect()
}

/// The rows of a hand that break between suits or kinds, if none of them gets much longer by that.
fn broken(scene: &Scene, place: &Place, (count, rows): (usize, usize), most: usize) -> Option<Vec<Range<usize>>> {
    let breaks = breaks(scene, place);
    let most = most.min(count.div_ceil(rows) + LONGER);
    let longest = |ends: &[usize]| ends.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
    let ways: Vec<Vec<usize>> = match rows {
        2 => breaks.iter().map(|&n| vec![0, n, count]).collect(),
        3 => breaks
            .iter()
            .flat_map(|&a| breaks.iter().filter(move |b| **b > a).map(move |&b| vec![0, a, b, count]))
            .collect(),
        _ => Vec::new(),
    };
    let best = ways.into_iter().min_by_key(|ends| longest(ends)).filter(|ends| longest(ends) <= most)?;
    Some(best.windows(2).map(|pair| pair[0]..pair[1]).collect())
}

/// The most cards that a row that ends between suits has more than an even one.
const LONGER: usize = 2;

/// True for the open hand of another seat, whose cards their corners identify.
fn is_laid_open(scene: &Scene, place: &Place) -> bool {
    let is_seen = place.cards.iter().all(|card| card.card.is_some() && card.known.is_empty() && card.marks.is_empty());
    matches!(place.at, At::Seat(_)) && is_seen && is_in_corners(scene, place)
}

/// The height of a place at a width: its cards, and the text below.
pub(crate) fn height(scene: &Scene, place: &Place, wide: f64, size: Size) -> f64 {
    if place.lies == Lies::Small {
        return small::height(scene, place, (&told(scene, place, size), wide - APART), size) + BELOW;
    }
    if let Some(suits) = Suits::of(scene, place, size) {
        let size = suits.fitted(Rect::new(0.0, 0.0, wide - APART, f64::MAX), size);
        return suits.height(size) + above(place) + BELOW + words_height(scene, place, (wide, size));
    }
    let size = scaled(scene, place, size);
    let rows = rows(scene, place, wide, size);
    let signs = sign_rows(scene, place, wide).len() as f64 * SIGN_LINE;
    cards_height(place, rows, size) + above(place) + BELOW + words_height(scene, place, (wide, size)) + signs
}

/// The visible width of each card.
pub(crate) fn seen(scene: &Scene, place: &Place, wide: f64, size: Size) -> f64 {
    if let Some(suits) = Suits::of(scene, place, size) {
        return suits.fitted(Rect::new(0.0, 0.0, wide - APART, f64::MAX), size).w;
    }
    if place.lies == Lies::Small || is_fanned(scene, place) {
        return size.w;
    }
    let per_row = places(place).div_ceil(rows(scene, place, wide, size));
    let copies = copies(scene, place, size);
    if !copies.is_empty() {
        let saved = fewest(&copies, per_row, places(place)) as f64 * (size.w - lapped(size)).max(0.0);
        return ((wide - APART - size.w + saved) / (per_row.max(2) - 1) as f64).clamp(1.0, size.w);
    }
    if per_row < 2 { size.w } else { ((wide - APART - size.w) / (per_row - 1) as f64).clamp(1.0, size.w) }
}

/// The visible part of each card's width, of the viewer's hand above all.
fn apart(place: &Place, rows: usize, wide: f64, size: Size) -> f64 {
    let per_row = places(place).div_ceil(rows);
    if per_row < 2 { 1.0 } else { ((wide - APART - size.w) / (per_row - 1) as f64 / size.w).min(1.0) }
}

/// True if cards of a fan only just overlap, which looks like a lack of care.
pub(crate) fn is_crowded(scene: &Scene, place: &Place, wide: f64, size: Size) -> bool {
    Suits::of(scene, place, size).is_none()
        && is_fanned(scene, place)
        && (0.62..0.999).contains(&apart(place, rows(scene, place, wide, size), wide, size))
}

/// The distance of rows relative to a card's height: a hand may be folded into overlapping rows.
fn fold(place: &Place, size: Size) -> f64 {
    if is_played(place) { size.fold } else { card::APART + if place.lies == Lies::Stacks { 0.1 } else { 0.0 } }
}

fn cards_height(place: &Place, rows: usize, size: Size) -> f64 {
    size.h * (1.0 + fold(place, size) * (rows - 1) as f64)
}

/// The readability of a place's cards: full if their titles fit, no rows overlap, and a zone that is laid out for a
/// number of cards is one row.
pub(crate) fn clear(scene: &Scene, place: &Place, (wide, is_phone): (f64, bool), size: Size) -> f64 {
    if Suits::of(scene, place, size).is_some() {
        return 1.0;
    }
    let titled = if card::faces(scene, place).all(|face| card::is_titled(face, size.w)) { 1.0 } else { 0.72 };
    let rows = rows(scene, place, wide, size);
    let is_folded = size.fold < 1.0 && is_played(place) && rows > 1;
    let folded = match is_fanned(scene, place) {
        // All of a card is seen as long as there is room.
        true if is_covering(scene, place, wide, size) => {
            // On a phone a hand is a fan.
            let (covering, row) = if is_phone { (COVERING.0, FAN_ROW) } else { (COVERING.1, 0.94) };
            let covering = if is_phone && rows == 1 { SINGLE_FAN } else { covering };
            let torn = if is_phone && is_torn(scene, place, rows, (wide, size)) { TORN } else { 1.0 };
            covering * torn * row.powi(rows as i32 - 1)
        }
        true if is_phone => FULL_ROW.powi(rows as i32 - 1),
        // One row of a hand is better than several.
        true => 0.8_f64.powi(rows as i32 - 1),
        false if is_folded && !is_in_corners(scene, place) => HALF_READ,
        false if is_folded => 0.84,
        false if place.room > 0 && place.lies == Lies::Row => LAID_OUT.powi(rows as i32 - 1),
        false if is_played(place) => WHOLE_ROW.powi(rows as i32 - 1),
        false => 1.0,
    };
    let at = Rect::new(0.0, 0.0, size.w, size.h);
    let face = |card: &CardScene| card.card.as_ref().and_then(|name| scene.faces.get(name));
    let is_known = place.cards.iter().all(|card| card.known.is_empty() || card::has_known(card, face(card), at));
    let is_numbered = card::faces(scene, place).all(|face| card::has_corners(face, at));
    titled * folded * if is_known && is_numbered { 1.0 } else { UNKNOWN }
}

/// The relative worth of a hand whose cards cover each other, on a phone and in a window.
const COVERING: (f64, f64) = (0.85, 0.74);
/// On a phone the relative worth of a fan in a single row, where fewer cards have room side by side.
const SINGLE_FAN: f64 = 0.72;
/// On a phone the relative worth of each further row of a fan and of one of whole cards, and of a suit on two rows.
const FAN_ROW: f64 = 0.9;
const FULL_ROW: f64 = 0.86;
const TORN: f64 = 0.95;

/// The relative worth of cards that are too small for what is known of them.
const UNKNOWN: f64 = 0.6;
/// The relative worth of each further row of a hand of whole cards with words on them.
const WHOLE_ROW: f64 = 0.94;
/// The relative worth of a hand whose rows cover what is written on its cards.
const HALF_READ: f64 = 0.55;

/// True if the rows of a hand tear a suit apart.
fn is_torn(scene: &Scene, place: &Place, rows: usize, (wide, size): (f64, Size)) -> bool {
    let breaks = breaks(scene, place);
    let ranges = ranges(scene, place, (places(place), rows), (wide, size));
    ranges.iter().skip(1).any(|row| !breaks.contains(&row.start))
}

/// True if cards of the viewer's hand lie over each other, side by side or by rows.
fn is_covering(scene: &Scene, place: &Place, wide: f64, size: Size) -> bool {
    let rows = rows(scene, place, wide, size);
    apart(place, rows, wide, size) < 0.999 || rows > 1 && size.fold < 1.0
}

/// What each further row takes from a zone that is laid out for a number of cards.
const LAID_OUT: f64 = 0.62;

fn words_height(scene: &Scene, place: &Place, (wide, size): (f64, Size)) -> f64 {
    let lines = lines(scene, place, (wide - 4.0, size)).len();
    let of_trick = usize::from(place.cards.iter().any(|card| card.by.is_some()));
    (lines + of_trick) as f64 * LINE
}

/// Paints a place in a room, with cards as large as possible: its cards, and its title below.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect, size: Size) {
    if place.lies == Lies::Small {
        let at = Rect::new(room.x + APART / 2.0, room.y + BELOW / 2.0, room.w - APART, room.h - BELOW / 2.0);
        return small::paint(svg, scene, place, &told(scene, place, size), (at, size));
    }
    if let Some(suits) = Suits::of(scene, place, size) {
        return paint_suits(svg, scene, place, &suits, (room, size));
    }
    let full = size;
    let size = scaled(scene, place, size);
    let rows = rows(scene, place, room.w, size);
    let words = words_height(scene, place, (room.w, size));
    let signs = sign_rows(scene, place, room.w).len() as f64 * SIGN_LINE;
    let above = above(place);
    let free = room.h - words - signs - above - BELOW;
    let size = size.within(free / (1.0 + fold(place, size) * (rows - 1) as f64));
    let high = cards_height(place, rows, size);
    // A smaller pile stands at the middle of the others.
    let down = if size.w < full.w { ((free - high) / 2.0).max(0.0) } else { 0.0 };
    let cards = Rect::new(room.x, room.y + above + down, room.w, high);
    let below = cards.y + cards.h + BELOW;
    for (n, line) in lines(scene, place, (room.w - 4.0, size)).iter().enumerate() {
        let y = below + LINE * n as f64 + 10.0;
        svg.words("place-title", (room.middle(), y), (WORDS, room.w), Anchor::Middle, line);
        // The token of a seat stands before its name.
        if let (0, At::Seat(seat), true) = (n, &place.at, is_common(scene, place)) {
            let x = room.middle() - width(line, WORDS) / 2.0 - 12.0;
            svg.circle(&format!("token {}", seat_class(scene, *seat)), (x, y - 4.0), 6.0);
        }
    }
    paint_signs(svg, scene, place, Rect { y: below + words + 1.0, h: signs, ..room });
    if place.cards.is_empty() && place.room == 0 {
        let at = Rect::new(room.middle() - size.w / 2.0, cards.y, size.w, size.h);
        let label = format!("{}, empty", title(scene, place));
        card::empty(svg, place, 0, label, at);
        // One of several piles that are used up.
        if place.of.is_some() && is_hidden(place) && size.w >= LEAST_WORD {
            let base = (at.middle(), at.y + at.h / 2.0 + 4.0);
            svg.words("place-title", base, (WORDS, at.w), Anchor::Middle, "empty");
        }
        return;
    }
    for (n, at) in
        rects(scene, place, cards, rows, size).into_iter().enumerate().skip(place.cards.len()).take(place.room)
    {
        card::empty(svg, place, n, format!("{}, place {}", title(scene, place), n + 1), at);
    }
    for laid in lay(scene, place, cards, rows, size) {
        card::one(svg, scene, place, &laid);
        let (at, by) = (laid.at, by_whom(scene, &place.title, laid.card));
        if !by.is_empty() {
            // Without room for both, the last word of the title, or the name alone; what is past says so above all.
            let is_past = place.title.starts_with("last ");
            let word = if is_past { Some("last") } else { place.title.rsplit(' ').next() };
            let short = by_whom(scene, word.unwrap_or_default(), laid.card);
            let fits = |by: &String| width(by, WORDS) <= at.w + 4.0;
            let by = [by, short].into_iter().find(fits).unwrap_or_else(|| seat_or_you(scene, laid.card.by));
            svg.words(
                "place-title",
                (at.middle(), at.y + at.h + 16.0),
                (WORDS, step(place, size)),
                Anchor::Middle,
                &by,
            );
        }
    }
    paint_groups(svg, place, &rects(scene, place, cards, rows, size));
    let laid = lay(scene, place, cards, rows, size);
    if let Some(top) = laid.last() {
        paint_badges(svg, scene, place, top.at);
        if is_counted(place, size) && place.count > 1 {
            paint_count(svg, place.count, top.at);
        }
    }
    if let (Some(note), Some(first)) = (&place.known, laid.first()) {
        svg.note((first.at.x + 10.0, first.at.y + 10.0), note);
    }
}

/// Paints the open hand of a dummy by suits, with its title below.
fn paint_suits(svg: &mut Svg, scene: &Scene, place: &Place, suits: &Suits<'_>, (room, size): (Rect, Size)) {
    let words = words_height(scene, place, (room.w, size));
    let free = Rect::new(room.x, room.y + above(place), room.w - APART, room.h - words - above(place) - BELOW);
    let size = suits.fitted(free, size);
    for laid in suits.lay(Rect { x: room.x, w: room.w, ..free }, size) {
        card::one(svg, scene, place, &laid);
    }
    let below = free.y + suits.height(size) + BELOW;
    for (n, line) in lines(scene, place, (room.w - 4.0, size)).iter().enumerate() {
        let y = below + LINE * n as f64 + 10.0;
        svg.words("place-title", (room.middle(), y), (WORDS, room.w), Anchor::Middle, line);
    }
}

/// Paints the number of a pile's cards at its upper right corner.
pub(crate) fn paint_count(svg: &mut Svg, count: usize, top: Rect) {
    let words = count.to_string();
    let wide = (width(&words, 12.0) * 1.15 + 12.0).max(20.0);
    let badge = Rect::new(top.x + top.w - wide + 7.0, top.y - 7.0, wide, 19.0);
    svg.rect("badge", badge, 9.5);
    svg.letter("badge-word", (badge.middle(), badge.y + 13.7), (12.0, wide), &words);
}

/// Paints a brace above the cards of each group, one for each row that it is in.
fn paint_groups(svg: &mut Svg, place: &Place, rects: &[Rect]) {
    let mut from = 0;
    for &count in &place.groups {
        let group: Vec<usize> = (from..from + count).filter(|&n| n < rects.len()).collect();
        for row in group.chunk_by(|&a, &b| rects[a].y == rects[b].y) {
            let (Some(&first), Some(&last)) = (row.first(), row.last()) else { continue };
            // The next card may lie over the last one.
            let next = rects.get(last + 1).filter(|next| next.y == rects[last].y).map_or(f64::MAX, |next| next.x - 3.0);
            let (x, right) = (rects[first].x + 2.0, (rects[last].x + rects[last].w).min(next) - 2.0);
            svg.rect("meld", Rect::new(x, rects[last].y - 6.0, (right - x).max(4.0), 4.0), 2.0);
        }
        from += count;
    }
}

/// The words below a card of a trick: its player, and for a card that the rules know by its number what it is.
fn by_whom(scene: &Scene, title: &str, card: &CardScene) -> String {
    let name = captioned(seat_name(scene, card.by));
    let is_own = scene.seats.iter().any(|seat| seat.is_own && Some(seat.number) == card.by);
    match (card.by.is_some() && card.nth.is_none(), is_own) {
        (true, true) => format!("your {title}"),
        (true, false) => format!("{name}’s {title}"),
        _ => name,
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

/// Lays out cards in rows.
fn lay<'a>(scene: &Scene, place: &'a Place, room: Rect, rows: usize, size: Size) -> Vec<Laid<'a>> {
    let rects = rects(scene, place, room, rows, size);
    let next = |n: usize| rects.get(n + 1).filter(|next: &&Rect| next.y == rects[n].y);
    let each = shown(place).into_iter().zip(&rects).enumerate();
    // In a fan the last card of a covered row is like those before it.
    let is_fan = is_fanned(scene, place) && size.fold < 1.0 && rows > 1;
    let step = |n: usize| {
        let before = n.checked_sub(1).map(|before| rects[before]).filter(|before| before.y == rects[n].y);
        let is_covered = rects[n + 1..].iter().any(|next| next.y > rects[n].y);
        before.filter(|_| is_fan && is_covered).map_or(rects[n].w, |before| (rects[n].x - before.x).min(rects[n].w))
    };
    each.map(|(n, ((card, copy, count), &at))| Laid {
        card,
        at,
        copy,
        count,
        seen: next(n).map_or(step(n), |next| (next.x - at.x).min(at.w)),
        shown: rects[n + 1..].iter().find(|next| next.y > at.y).map_or(at.h, |next| (next.y - at.y).min(at.h)),
        note: place.note.as_ref().filter(|_| n == 0),
    })
    .collect()
}

/// The cards of the viewer's hand that lie over the card before them, by index: copies of that, which its corner shows.
fn copies(scene: &Scene, place: &Place, size: Size) -> Vec<usize> {
    // Of small cards hardly less than all is seen.
    if lapped(size) >= size.w * card::LAPPED
        || !is_played(place)
        || place.lies != Lies::Fan
        || place.room > 0
        || is_fanned(scene, place)
    {
        return Vec::new();
    }
    let shown = shown(place);
    let shows_corner = |card: &CardScene| {
        let face = card.card.as_ref().and_then(|name| scene.faces.get(name));
        card.known.is_empty() && card.marks.is_empty() && face.is_some_and(card::has_corner)
    };
    let is_copy = |n: &usize| shown[n - 1].0.card == shown[*n].0.card && shows_corner(shown[*n].0);
    (1..shown.len()).filter(is_copy).collect()
}

/// The distance of a copy from the card below it.
fn lapped(size: Size) -> f64 {
    TARGET.max(size.w * 0.4).min(size.w + BETWEEN)
}

/// The fewest copies in any full row.
fn fewest(copies: &[usize], per_row: usize, count: usize) -> usize {
    let rows = 0..(count / per_row.max(1)).max(1);
    let within = |row: usize| copies.iter().filter(|n| **n / per_row == row && **n % per_row > 0).count();
    rows.map(within).min().unwrap_or(0)
}

/// The gap between groups of cards that belong together.
const GROUPS_APART: f64 = 9.0;

/// The indices of the cards before which a group ends.
fn group_ends(place: &Place) -> Vec<usize> {
    let sums = place.groups.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    sums.filter(|end| *end < places(place)).collect()
}

/// The indices of the cards before which there is a gap: where a group ends, or a suit of a hand in which each lies
/// together, if its cards have room for that.
fn ends(scene: &Scene, place: &Place, (ranges, wide, size): (&[Range<usize>], f64, Size)) -> Vec<usize> {
    let suits = breaks(scene, place);
    if !place.groups.is_empty() || !is_fanned(scene, place) || suits.len() >= SUITS {
        return group_ends(place);
    }
    let has_room = |row: &Range<usize>| {
        let gaps = suits.iter().filter(|end| **end > row.start && row.contains(end)).count() as f64 * GROUPS_APART;
        let free = (wide - APART - size.w) / row.len().saturating_sub(1).max(1) as f64;
        let after = (wide - APART - size.w - gaps) / row.len().saturating_sub(1).max(1) as f64;
        after >= if free < size.w { TARGET } else { size.w + CLOSE }
    };
    if ranges.iter().all(has_room) { suits } else { Vec::new() }
}

/// The number of suits.
const SUITS: usize = 4;

/// The rectangles of a place's cards in rows; they overlap only if space is short.
fn rects(scene: &Scene, place: &Place, room: Rect, rows: usize, size: Size) -> Vec<Rect> {
    let count = places(place);
    let ranges = ranges(scene, place, (count, rows), (room.w, size));
    let per_row = ranges.iter().map(Range::len).max().unwrap_or(1).max(1);
    let deep = if is_deep(place) { BELOW - 2.0 } else { 0.0 };
    // Cards that belong together lie apart from the others.
    let ends = ends(scene, place, (&ranges, room.w, size));
    let apart =
        |first: usize, n: usize| ends.iter().filter(|end| (first + 1..=n).contains(*end)).count() as f64 * GROUPS_APART;
    let most = ranges.iter().map(|row| apart(row.start, row.end.saturating_sub(1)));
    let free = (room.w - size.w - deep - most.fold(0.0, f64::max)).max(0.0);
    let copies = copies(scene, place, size);
    // Copies lie over each other where that gives the other cards their full distance.
    let least = ranges.iter().filter(|row| row.len() > 1).map(|row| {
        let far = copies.iter().filter(|n| **n > row.start && row.contains(*n)).count();
        let rest = (row.len() - 1 - far) as f64;
        if rest > 0.0 { (free - far as f64 * lapped(size)).max(0.0) / rest } else { free }
    });
    let least = least.fold(free.max(1.0), f64::min);
    let step = if per_row < 2 { 0.0 } else { step(place, size).min(least).max(free / (per_row - 1) as f64 * 0.5) };
    let step = if copies.is_empty() && per_row > 1 { step.min(free / (per_row - 1) as f64) } else { step };
    let by = lapped(size).min(step) - step;
    let apart = |first: usize, n: usize| {
        apart(first, n) + copies.iter().filter(|copy| (first + 1..=n).contains(*copy)).count() as f64 * by
    };
    let mut out = Vec::new();
    for (row, cards) in ranges.into_iter().enumerate() {
        // The last row is in the middle as well.
        let (first, last) = (cards.start, cards.end.saturating_sub(1));
        let wide = size.w + step * (cards.len().max(1) - 1) as f64 + apart(first, last);
        let y = room.y + row as f64 * size.h * fold(place, size);
        for n in cards {
            let x = room.middle() - (wide + deep) / 2.0 + step * (n - first) as f64 + apart(first, n);
            out.push(Rect::new(x, y, size.w, size.h));
        }
    }
    out
}

/// The cards of each row of a place. A group stays together where that needs no more rows, and a hand breaks between
/// suits or kinds where its cards keep their size.
fn ranges(scene: &Scene, place: &Place, (count, rows): (usize, usize), (wide, size): (f64, Size)) -> Vec<Range<usize>> {
    let per_row = count.div_ceil(rows).max(1);
    let plain = || (0..count).step_by(per_row).map(|from| from..(from + per_row).min(count)).collect();
    if rows > 1 && is_played(place) && place.room == 0 {
        // As many as can be told apart and tapped.
        let least = if is_fanned(scene, place) { TARGET } else { lapped(size) };
        let gaps = place.groups.len() as f64 * GROUPS_APART;
        let most = ((wide - APART - size.w - gaps).max(0.0) / least).floor() as usize + 1;
        if let Some(ranges) = broken(scene, place, (count, rows), most) {
            return ranges;
        }
    }
    if place.groups.is_empty() || rows < 2 {
        return plain();
    }
    let starts: Vec<usize> = std::iter::once(0).chain(group_ends(place)).collect();
    let (mut ranges, mut from) = (Vec::new(), 0);
    while from < count {
        let end = (from + per_row).min(count);
        // The group at the end of the row begins the next one, unless it is longer than a row.
        let begin = starts.iter().copied().filter(|start| *start < end).max().unwrap_or(0);
        let whole = starts.iter().copied().find(|start| *start >= end).unwrap_or(count);
        let is_grouped = begin < place.groups.iter().sum();
        let end = if is_grouped && whole > end && begin > from { begin } else { end };
        ranges.push(from..end);
        from = end;
    }
    if ranges.len() == rows { ranges } else { plain() }
}

/// The height of a trick: laid out around its middle, or flat in a row.
pub(crate) fn trick_height(size: Size, is_flat: bool) -> f64 {
    (size.h + ABOVE + LINE) * if is_flat { 1.0 } else { 2.0 }
}

/// The least and the usual distance of the cards of a trick from its middle, relative to their width.
const ASIDE: (f64, f64) = (1.06, 1.35);

/// The size of the cards of a trick in a room.
pub(crate) fn trick_size(scene: &Scene, room: Rect, (size, is_flat): (Size, bool)) -> Size {
    if !is_flat {
        // No card lies over another.
        return size.within((room.h / 2.0 - ABOVE - LINE).min(room.w / (1.0 + 2.0 * ASIDE.0) * 1.4));
    }
    let count = scene.seats.iter().filter(|seat| !sits_out(scene, seat.number)).count().max(1) as f64;
    let widest = (room.w - BETWEEN) / count - BETWEEN;
    size.within((room.h - ABOVE - LINE).min(widest * 1.4))
}

/// True if the hand of a seat is out of play.
fn sits_out(scene: &Scene, seat: usize) -> bool {
    let hands = scene.places.iter().filter(|place| place.lies == Lies::Fan && place.count > 0);
    let own = scene.seats.iter().find(|other| other.number == seat).is_some_and(|seat| seat.is_own);
    let is_there = |place: &&Place| place.at == At::Seat(seat) || own && place.at == At::Hand;
    hands.filter(is_there).any(|place| place.is_idle)
}

/// The size of the places of a trick without cards relative to a card.
const BARE_SLOT: f64 = 0.75;

/// The seat that led to a trick that isn't complete: the one before it hasn't played.
fn leader(place: &Place, playing: &[usize]) -> Option<usize> {
    let has_played = |seat: usize| place.cards.iter().any(|card| card.by == Some(seat));
    let before = |n: usize| playing[(n + playing.len() - 1) % playing.len()];
    (0..playing.len()).find(|&n| has_played(playing[n]) && !has_played(before(n))).map(|n| playing[n])
}

/// Paints a trick, a card or an empty place in front of each seat: the viewer's own below, the others clockwise.
/// In a low room all lie in a row, larger than they would be around a table, with the viewer's own card last.
pub(crate) fn paint_trick(svg: &mut Svg, scene: &Scene, place: &Place, room: Rect, (size, is_flat): (Size, bool)) {
    let playing: Vec<usize> =
        scene.seats.iter().map(|seat| seat.number).filter(|seat| !sits_out(scene, *seat)).collect();
    let count = if is_flat { playing.len() } else { scene.seats.len() } as f64;
    let size = trick_size(scene, room, (size, is_flat));
    let high = size.h + ABOVE + LINE;
    let leader = leader(place, &playing);
    // Cards at different heights may be above each other.
    let aside = (size.w * ASIDE.1).min((room.w - size.w) / 2.0);
    for (n, seat) in scene.seats.iter().enumerate() {
        let angle = std::f64::consts::TAU * n as f64 / count;
        let (x, y) = if is_flat {
            let step = (size.w + 2.0 * BETWEEN).min((room.w - size.w) / (count - 1.0).max(1.0));
            let nth = playing.iter().position(|number| *number == seat.number).unwrap_or(0);
            let column = (nth + playing.len().max(1) - 1) % playing.len().max(1);
            (room.middle() + (column as f64 - (count - 1.0) / 2.0) * step, room.y + (room.h - LINE) / 2.0)
        } else {
            let y = room.y + room.h / 2.0 + angle.cos() * high / 2.0 - (ABOVE + LINE) / 2.0;
            (room.middle() - angle.sin() * aside, y)
        };
        let mut at = Rect::new(x - size.w / 2.0, y - size.h / 2.0, size.w, size.h);
        let whose = addressed(seat);
        match place.cards.iter().find(|card| card.by == Some(seat.number)) {
            Some(card) => {
                let laid = Laid { card, at, copy: 0, count: 1, note: None, seen: at.w, shown: at.h };
                card::one(svg, scene, place, &laid);
            }
            None if sits_out(scene, seat.number) => continue,
            // A trick that hasn't begun is only hinted at.
            None => {
                let part = if place.cards.is_empty() { BARE_SLOT } else { 1.0 };
                let slot = Rect::new(x - size.w * part / 2.0, y - size.h * part / 2.0, size.w * part, size.h * part);
                card::empty(svg, place, n, format!("{}, nothing of {whose}", place.title), slot);
                at = slot;
            }
        }
        let wide = (size.w * 1.5).max(if is_flat { size.w + 10.0 } else { 64.0 });
        let led = format!("{whose} led");
        // Between two cards there is less room.
        let room_for_led = if is_flat { wide } else { wide.min(2.0 * aside - size.w) };
        let is_leader = leader == Some(seat.number) && width(&led, WORDS) * 1.1 <= room_for_led;
        let whose = if is_leader { &led } else { &whose };
        svg.words("place-title", (x, at.y + at.h + 15.0), (WORDS, wide), Anchor::Middle, whose);
    }
}
