//! Things that visualize numbers: stacks of chips, tokens, bars, pieces off the board, small cards, remaining numbers.

use std::collections::BTreeMap;

use parlour_table::scene::{At, CardSet, Dice, Fact, FactLook, Held, Lies, Place, Scene, SeatScene, Tokens, symbol};

use crate::board::paint_figure;
use crate::card::{paint_sign, paint_small};
use crate::cups::Cups;
use crate::dice;
use crate::family::{Family, family_of};
use crate::names::capitalized;
use crate::roles::{MAX_KINDS, is_face_down, is_in_small, is_round, is_tucked, kinds};
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The height of a row of things on a seat's strip, and in the middle of the table.
pub(crate) const SMALL: f64 = 28.0;
pub(crate) const LARGE: f64 = 44.0;
pub(crate) const LARGEST: f64 = 70.0;
/// The font size of the labels beside them.
const WORDS: f64 = 12.0;
/// The height of a row with pieces of a hand, which are tapped, on a phone and in a window.
const HELD: f64 = 44.0;
const HELD_WIDE: f64 = 54.0;
/// The same on a narrow strip with many kinds.
const HELD_CLOSE: f64 = 38.0;
/// The least number of kinds of a large hand, and the width of strips below which its rows are close.
const MANY: usize = 9;
const NARROW: f64 = 260.0;
/// The height of a row of captured pieces in a window.
const TAKEN: f64 = 38.0;
/// Narrower strips are those of a phone.
const PHONE: f64 = 420.0;
/// The gap between things.
const GAP: f64 = 9.0;
/// The gap between cards of a hand.
const CLOSE: f64 = 4.0;
/// The maximum number of tokens; more are shown as a number.
const MAX_TOKENS: i32 = 12;
/// The length of a bar.
const BAR: f64 = 64.0;

/// A thing on a strip or in the middle of the table.
pub(crate) enum Item<'a> {
    /// A number as a stack, tokens or a bar.
    Fact(&'a Fact),
    /// Pieces of a kind, with the variable or `None` for captured ones.
    Pieces(&'a Held, Option<&'a str>),
    /// A number out of another, by name: a bar.
    Progress(&'a str, i32, i32),
    /// The excess of the scores of pieces.
    Ahead(i32),
    /// A number of cards of a kind, by name.
    Cards(&'a str, usize),
    /// A set of equal cards, and true for `for` between its count and its worth, where there is room.
    Set(&'a CardSet, bool),
    /// The name of what is beside it.
    Title(&'a str),
    /// A number, and true if it remains.
    Number(usize, bool),
    /// A number of cards face down, as a fan of this many at most.
    Backs(usize, usize),
    /// The dice of a seat in small, hidden or open, and as many hollow as it has lost.
    Dice(&'a Dice),
    /// A fact as a large sign.
    Sign(&'a Fact),
    /// A fact about a suit, with its sign.
    Suit(&'a Fact, Family),
}

/// The hands of a seat that are shown as a fan on its strip: all or most of their cards are face down.
pub(crate) fn backs<'a>(scene: &'a Scene, seat: &SeatScene) -> impl Iterator<Item = &'a Place> {
    let number = seat.number;
    let places = scene.places.iter().filter(move |place| place.at == At::Seat(number) && place.count > 0);
    places.filter(|place| place.lies == Lies::Fan && !place.is_idle && is_tucked(place))
}

/// Narrower strips have a closer fan.
const LEAST_FAN: f64 = 200.0;
/// The most cards of a fan, and of a close one.
const MAX_BACKS: (usize, usize) = (10, 3);

/// The number of a place's cards that are face down.
fn covered(place: &Place) -> usize {
    place.cards.iter().filter(|card| card.card.is_none()).map(|card| card.count).sum()
}

/// The things on the strip of a seat.
pub(crate) fn of_seat<'a>(scene: &'a Scene, seat: &'a SeatScene, wide: f64) -> Vec<Item<'a>> {
    let most = if wide >= LEAST_FAN { MAX_BACKS.0 } else { MAX_BACKS.1 };
    let mut items: Vec<Item<'a>> = Vec::new();
    for place in backs(scene, seat) {
        let known = kinds(place).into_iter().filter(|(card, _)| !card.is_empty());
        items.extend(known.map(|(card, count)| Item::Cards(card, count)));
        items.push(Item::Backs(covered(place), most));
    }
    let is_cup = |dice: &&Dice| is_cup(seat, dice) && !Cups::are_on_table(scene);
    items.extend(scene.dice.iter().filter(is_cup).map(Item::Dice));
    // What is held as cards is below.
    let is_here = |fact: &&Fact| !is_laid(scene, fact) && !is_at_place(scene, fact) && !is_bet(fact);
    for fact in seat.facts.iter().filter(is_here) {
        if !is_counted(seat, fact, wide) {
            items.extend(fact.held.iter().map(|held| Item::Pieces(held, Some(fact.name.as_str()))));
        }
        items.extend(fact.flags.iter().enumerate().map(|(n, &is_left)| Item::Number(n + 1, is_left)));
        let is_one = !fact.look.is_words()
            && fact.number.is_some_and(|number| {
                number > 0 || fact.look == FactLook::Sign || fact.most.is_some_and(|most| most > 1)
            });
        let item = if fact.look == FactLook::Sign { Item::Sign(fact) } else { Item::Fact(fact) };
        items.extend(is_one.then_some(item));
    }
    items.extend(seat.taken.iter().map(|held| Item::Pieces(held, None)));
    items.extend(seat.ahead.map(Item::Ahead));
    // A sheet has it among its rows.
    let progress = progress(seat).filter(|_| scene.sheets.is_empty());
    items.extend(progress.map(|(title, number, most)| Item::Progress(title, number, most)));
    let open = scene.places.iter().filter(|place| place.at == At::Seat(seat.number) && is_in_small(scene, place));
    for place in open.filter(|_| !has_tokens_alone(seat, wide)) {
        items.extend((!is_titled_elsewhere(scene, seat, place, wide)).then_some(Item::Title(&place.title)));
        // Sets that need a second row are counted by kind instead.
        let wide_sets =
            |is_told: bool| -> f64 { seat.sets.iter().map(|set| set_width(set, SMALL - 6.0, is_told) + GAP).sum() };
        let fits = [true, false].into_iter().find(|&is_told| wide_sets(is_told) <= wide * 0.75);
        if let Some(is_told) = fits.filter(|_| sets_are(seat, place)) {
            items.extend(seat.sets.iter().map(|set| Item::Set(set, is_told)));
            continue;
        }
        items.extend(kinds(place).into_iter().map(|(card, count)| Item::Cards(card, count)));
    }
    items
}

/// True for a phone's strip whose row of things belongs to tokens: cards that lie in small elsewhere are told by their
/// number.
pub(crate) fn has_tokens_alone(seat: &SeatScene, wide: f64) -> bool {
    let is_token = |fact: &Fact| fact.look == FactLook::Tokens;
    FLAT.contains(&wide) && seat.sets.is_empty() && seat.facts.iter().any(is_token)
}

/// The widths of strips that aren't side by side and lack height.
pub(crate) const FLAT: std::ops::Range<f64> = 260.0..400.0;

/// True if the small cards of another seat on a narrow strip need no title: the viewer's own strip has it.
fn is_titled_elsewhere(scene: &Scene, seat: &SeatScene, place: &Place, wide: f64) -> bool {
    let is_own = |other: &Place| scene.seats.iter().any(|own| own.is_own && other.at == At::Seat(own.number));
    let is_told = |other: &Place| other.zone == place.zone && is_own(other) && is_in_small(scene, other);
    !seat.is_own && wide < CAPTIONED && scene.places.iter().any(is_told)
}

/// The width of a strip from which on its small cards have their title.
const CAPTIONED: f64 = 180.0;

/// A seat's note that is a number out of another, such as "upper boxes 22 of 63": its name and both numbers.
pub(crate) fn progress(seat: &SeatScene) -> Option<(&str, i32, i32)> {
    let (told, most) = seat.note.as_deref()?.rsplit_once(" of ")?;
    let (title, number) = told.rsplit_once(' ')?;
    let (number, most) = (number.parse().ok()?, most.parse().ok()?);
    ((0..=most).contains(&number) && most > 1).then_some((title, number, most))
}

/// True if the sets of a seat are the cards of a place.
fn sets_are(seat: &SeatScene, place: &Place) -> bool {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for set in &seat.sets {
        *counts.entry(set.card.as_str()).or_default() += set.count;
    }
    counts == kinds(place).into_iter().collect()
}

/// The font size of the numbers of a set.
const SET: f64 = 13.0;

/// The count of a set, and what it is worth.
fn set_words(set: &CardSet, is_told: bool) -> (String, String) {
    let worth = set.worth.map(|worth| if is_told { format!("for {worth}") } else { worth.to_string() });
    (set.count.to_string(), worth.unwrap_or_default())
}

fn set_width(set: &CardSet, side: f64, is_told: bool) -> f64 {
    let (count, worth) = set_words(set, is_told);
    let between = if worth.is_empty() { 0.0 } else { 5.0 };
    side * 0.86 + bold(&count, SET) + between + width(&worth, SET) + 9.0
}

/// Paints a set: its card, its count, and what it is worth.
fn set(svg: &mut Svg, scene: &Scene, (set, is_told): (&CardSet, bool), at: Rect) {
    svg.rect("small-card", at, 5.0);
    let side = at.h * 0.86;
    if let Some(face) = scene.faces.get(&set.card) {
        let picture = Rect::new(at.x + 2.0, at.y + (at.h - side) / 2.0, side, side);
        paint_sign(svg, face, picture);
    }
    let (count, worth) = set_words(set, is_told);
    let y = at.y + at.h / 2.0 + SET * 0.36;
    svg.letter_from("card-word strong", (at.x + side + 3.0, y), (SET, 40.0), &count);
    let x = at.x + side + 3.0 + bold(&count, SET) + 5.0;
    svg.letter_from("card-ladder", (x, y), (SET, 60.0), &worth);
}

/// The height of a row of a seat's things on a strip. A hand of many kinds is smaller where it isn't tapped, and where
/// there is little room.
pub(crate) fn row_height(items: &[Item<'_>], is_own: bool, wide: f64) -> f64 {
    let kinds = items.iter().filter(|item| matches!(item, Item::Pieces(_, Some(_)))).count();
    match kinds {
        0 if wide >= PHONE && items.iter().any(|item| matches!(item, Item::Pieces(..))) => TAKEN,
        0 => SMALL,
        MANY.. if !is_own => SMALL,
        MANY.. if wide < NARROW => HELD_CLOSE,
        _ if wide < PHONE => HELD,
        _ => HELD_WIDE,
    }
}

/// True if the dice of a seat are on its strip: those of others, and none of the viewer's own, which are larger.
fn is_cup(seat: &SeatScene, dice: &Dice) -> bool {
    dice.seat == Some(seat.number) && !seat.is_own && dice.most > 0
}

/// True if a number lies on the table as a card: in the viewer's hand, or in front of its seat.
pub(crate) fn is_laid(scene: &Scene, fact: &Fact) -> bool {
    let family = fact.name.split('.').next().unwrap_or_default();
    scene.places.iter().any(|place| place.name == fact.name || place.lies == Lies::Trick && place.name == family)
}

/// True if a fact is shown at a place that has cards.
pub(crate) fn is_at_place(scene: &Scene, fact: &Fact) -> bool {
    let is_there = |place: &Place| place.count > 0 || place.room > 0;
    fact.at.as_ref().is_some_and(|at| scene.places.iter().any(|place| place.zone == *at && is_there(place)))
}

/// True if a fact of a seat is a stack of chips that it has put in.
pub(crate) fn is_bet(fact: &Fact) -> bool {
    fact.look == FactLook::Stack
}

/// True if the pieces in another seat's large hand are only counted, as on a phone, where they have no room.
pub(crate) fn is_counted(seat: &SeatScene, fact: &Fact, wide: f64) -> bool {
    !seat.is_own && fact.held.len() >= MANY && wide < PHONE
}

/// True if a fact is shown as a thing, not in words.
pub(crate) fn is_thing(fact: &Fact) -> bool {
    !fact.look.is_words() || !fact.held.is_empty() || !fact.flags.is_empty()
}

/// The things in the middle of the table.
pub(crate) fn of_table(scene: &Scene) -> Vec<Item<'_>> {
    let here = || scene.facts.iter().filter(|fact| !is_at_place(scene, fact));
    let is_told = |fact: &&Fact| is_thing(fact) && !is_button(scene, fact) && fact.look != FactLook::Dice;
    let things = here().filter(is_told).map(|fact| match fact.look {
        FactLook::Sign => Item::Sign(fact),
        _ => Item::Fact(fact),
    });
    let suits = here().filter(|fact| !fact.is_minor && fact.look.is_words());
    let suits = suits.filter_map(|fact| family_of(scene, fact).map(|family| Item::Suit(fact, family)));
    // Piles that are only counted need no place of their own.
    let piles = counted(scene).flat_map(|place| [Item::Title(&place.title), Item::Backs(place.count, MAX_BACKS.1)]);
    let cards = told_cards(scene).filter_map(|place| {
        let card = place.cards.first()?.card.as_deref()?;
        Some([Item::Title(&place.title), Item::Cards(card, 1)])
    });
    things.chain(suits).chain(cards.flatten()).chain(piles).chain(to_come(scene)).collect()
}

/// The numbers that are still to come from a pile, among those that are gone.
fn to_come(scene: &Scene) -> impl Iterator<Item = Item<'_>> {
    let pile = scene.places.iter().find(|place| !place.to_come.is_empty());
    let each = |place: &'_ Place| place.to_come.clone().into_iter().enumerate();
    let numbers = pile.into_iter().flat_map(each).map(|(n, is_left)| Item::Number(n + 1, is_left));
    pile.map(|place| Item::Title(&place.title)).into_iter().chain(numbers)
}

/// The common places with a single open card beside a trick that has begun, or whose trumps are known: the card only
/// tells what has been.
pub(crate) fn told_cards(scene: &Scene) -> impl Iterator<Item = &Place> {
    let tricks = || scene.places.iter().filter(|place| is_round(scene, place));
    let has_trumps = scene.facts.iter().any(|fact| matches!(family_of(scene, fact), Some(Family::Suit(..))));
    let is_played = tricks().any(|trick| trick.count > 0) || has_trumps && tricks().next().is_some();
    let is_common = |place: &&Place| matches!(place.at, At::Centre | At::Supply) && place.lies != Lies::Trick;
    let is_single = |place: &&Place| place.count == 1 && place.cards.iter().all(|card| card.card.is_some());
    scene.places.iter().filter(move |_| is_played).filter(is_common).filter(is_single)
}

/// The common places that are only counted: piles face down, and open cards of more kinds than are shown as cards.
pub(crate) fn counted(scene: &Scene) -> impl Iterator<Item = &Place> {
    let is_common =
        |place: &&Place| matches!(place.at, At::Centre | At::Supply) && matches!(place.lies, Lies::Chips | Lies::Small);
    let is_much = |place: &Place| place.lies == Lies::Chips && kinds(place).len() > MAX_KINDS;
    scene
        .places
        .iter()
        .filter(|place| place.count > 0)
        .filter(is_common)
        .filter(move |place| is_face_down(place) || is_much(place))
}

/// True if a fact is a token at a seat.
pub(crate) fn is_button(scene: &Scene, fact: &Fact) -> bool {
    fact.look == FactLook::Button && scene.seats.iter().any(|seat| seat.seat == fact.value)
}

/// A thing with its width, and true if a single token stands for all.
pub(crate) type Placed<'i, 'a> = (&'i Item<'a>, f64, bool);

/// The layout of things in rows; if tokens don't fit side by side, one stands for all. What has a title never stands
/// before it, and a title begins a row if all that it names has room only there.
pub(crate) fn rows<'a, 'i>(scene: &Scene, items: &'i [Item<'a>], wide: f64, high: f64) -> Vec<Vec<Placed<'i, 'a>>> {
    let mut rows: Vec<Vec<Placed<'i, 'a>>> = Vec::new();
    let mut left: Vec<f64> = Vec::new();
    // The row of the last title.
    let mut titled = 0;
    for (n, item) in items.iter().enumerate() {
        let whole = wide_of(scene, item, high, false);
        let is_short = whole > wide;
        let needs = if is_short { wide_of(scene, item, high, true).min(wide) } else { whole };
        let is_title = matches!(item, Item::Title(_));
        // Numbers keep their order; all else fills the first row with room.
        let from = if matches!(item, Item::Number(..)) { rows.len().saturating_sub(1) } else { titled };
        let group =
            if is_title { Some(group_width(scene, &items[n..], high)).filter(|group| *group <= wide) } else { None };
        let after = |row: &Vec<Placed<'i, 'a>>| row.last().map_or(0.0, |(last, ..)| gap(last, Some(item)));
        let is_room = |row: usize| after(&rows[row]) + group.unwrap_or(needs) <= left[row];
        let row = (from..rows.len()).find(|&row| is_room(row)).unwrap_or(rows.len());
        if is_title {
            titled = row;
        }
        if row == rows.len() {
            rows.push(Vec::new());
            left.push(wide);
        }
        left[row] -= needs + rows[row].last().map_or(0.0, |(last, ..)| gap(last, Some(item)));
        rows[row].push((item, needs, is_short));
    }
    rows
}

/// The width of a title with all that it names.
fn group_width(scene: &Scene, items: &[Item<'_>], high: f64) -> f64 {
    let named = 1 + items.iter().skip(1).take_while(|item| !matches!(item, Item::Title(_))).count();
    whole_width(scene, &items[..named], high)
}

/// The width of things in one row.
pub(crate) fn whole_width(scene: &Scene, items: &[Item<'_>], high: f64) -> f64 {
    let gaps = items.iter().enumerate().map(|(n, item)| gap(item, items.get(n + 1)));
    items.iter().map(|item| wide_of(scene, item, high, false)).sum::<f64>() + gaps.sum::<f64>()
}

/// The gap after a thing: numbers of a track, and cards of a hand, stand close to each other.
fn gap(item: &Item<'_>, next: Option<&Item<'_>>) -> f64 {
    match (item, next) {
        (Item::Number(..), Some(Item::Number(..))) => 2.0,
        // Cards of a hand lie together.
        (Item::Cards(_, 1), Some(Item::Cards(..) | Item::Backs(..))) => CLOSE,
        (Item::Pieces(_, Some(_)), Some(Item::Pieces(_, Some(_)))) => CLOSE,
        _ => GAP,
    }
}

/// Paints things in rows, left-aligned or centred.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, items: &[Item<'_>], room: Rect, (high, is_centred): (f64, bool)) {
    for (n, row) in rows(scene, items, room.w, high).into_iter().enumerate() {
        let gaps: Vec<f64> =
            (0..row.len()).map(|n| row.get(n + 1).map_or(0.0, |next| gap(row[n].0, Some(next.0)))).collect();
        let whole: f64 = row.iter().zip(&gaps).map(|((_, wide, _), gap)| wide + gap).sum();
        let mut x = if is_centred { room.middle() - whole / 2.0 } else { room.x };
        for ((item, wide, is_short), gap) in row.into_iter().zip(gaps) {
            one(svg, scene, (item, is_short), Rect::new(x, room.y + n as f64 * high, wide, high - 2.0));
            x += wide + gap;
        }
    }
}

fn wide_of(scene: &Scene, item: &Item<'_>, high: f64, is_short: bool) -> f64 {
    let side = high - 4.0;
    match item {
        Item::Fact(fact) => picture_width(fact, side, is_short) + words_width(fact, high) + 6.0,
        Item::Pieces(held, None) if held.count > 1 => side + width(&times(held.count), WORDS) + 1.0,
        Item::Pieces(..) => side,
        Item::Progress(title, number, most) => {
            BAR + 6.0 + bold(&format!("{number} of {most}"), WORDS) + 5.0 + width(title, WORDS)
        }
        Item::Ahead(more) => bold(&format!("+{more}"), 14.0),
        Item::Cards(card, count) => {
            let has_face = scene.faces.contains_key(*card);
            let number = if *count > 1 { 3.0 + width(&times(*count), WORDS) } else { 0.0 };
            side * if has_face { 0.84 } else { 0.0 } + number
        }
        Item::Set(set, is_told) => set_width(set, high - 6.0, *is_told),
        Item::Backs(count, most) => fan_width(*count, *most, side) + width(&count.to_string(), 14.0) * 1.2 + 5.0,
        Item::Dice(dice) => {
            let side = small_die(dice, side);
            dice.most as f64 * (side + 3.0) + width(&dice.shown.len().to_string(), 14.0) * 1.2 + 4.0
        }
        Item::Sign(fact) if high <= SMALL => bold(&fact.told(), SMALL_SIGN) + 4.0,
        Item::Sign(fact) => sign_width(fact) * grown(high),
        Item::Suit(fact, ..) => side + 10.0 + width(&fact.told(), 15.0) * 1.1,
        Item::Title(title) => width(title, WORDS),
        Item::Number(n, _) => (width(&n.to_string(), 11.0) + 6.0).max(15.0),
    }
}

/// The width of a fan of cards face down: closer where there are many.
fn fan_width(count: usize, most: usize, side: f64) -> f64 {
    side * 0.72 + (count.clamp(1, most) - 1) as f64 * side * 0.26
}

/// The side of a small die: hidden ones are smaller.
fn small_die(dice: &Dice, side: f64) -> f64 {
    if dice.shown.iter().all(Option::is_none) { side * 0.62 } else { side }
}

/// Paints the dice of a seat in small: open or hidden ones, and hollow ones that it has lost.
fn cup(svg: &mut Svg, dice: &Dice, at: Rect) {
    let number = width(&dice.shown.len().to_string(), 14.0) * 1.2 + 4.0;
    let side = small_die(dice, at.h - 2.0).min((at.w - number) / dice.most.max(1) as f64 - 3.0);
    let y = at.y + (at.h - side) / 2.0;
    for n in 0..dice.most {
        let die = Rect::new(at.x + n as f64 * (side + 3.0), y, side, side);
        match dice.shown.get(n) {
            Some(Some(face)) => dice::face(svg, *face, die),
            Some(None) => svg.rect("small-die", die, side * 0.22),
            None => svg.rect("lost-die", die, side * 0.22),
        }
    }
    let from = (at.x + dice.most as f64 * (side + 3.0) + 2.0, at.y + at.h / 2.0 + 5.0);
    svg.letter_from("amount", from, (14.0, 40.0), &dice.shown.len().to_string());
}

/// The font sizes of a large sign: of its value, and of its title.
const SIGN: (f64, f64) = (20.0, 13.0);

/// The font size of a sign on a strip.
const SMALL_SIGN: f64 = 14.0;

/// The scale of a large sign in a row of a height.
fn grown(high: f64) -> f64 {
    (high / LARGE).max(1.0)
}

/// The width of a large sign.
fn sign_width(fact: &Fact) -> f64 {
    let title = if fact.title.is_empty() { 0.0 } else { width(&fact.title, SIGN.1) + 7.0 };
    bold(&fact.value, SIGN.0) + title + 26.0
}

/// Paints a fact as a large sign.
fn sign(svg: &mut Svg, fact: &Fact, at: Rect) {
    let high = at.h.min(32.0);
    svg.rect("sign-board", Rect { y: at.y + (at.h - high) / 2.0, h: high, ..at }, 8.0);
    // A narrow strip has it smaller.
    let shrunk = ((at.w - 26.0).max(1.0) / (sign_width(fact) - 26.0).max(1.0)).min(1.0);
    let value_size = (SIGN.0 * shrunk * if high < 30.0 { 0.8 } else { 1.0 }).max(11.0);
    let y = at.y + at.h / 2.0;
    let has_title = !fact.title.is_empty() && shrunk > 0.75;
    let title = if has_title { width(&fact.title, SIGN.1) + 7.0 } else { 0.0 };
    if !has_title {
        return svg.words(
            "sign-value",
            (at.middle(), y + value_size * 0.36),
            (value_size, at.w),
            Anchor::Middle,
            &fact.value,
        );
    }
    // Without room for both the value is told alone.
    let mut x = at.x + ((at.w - title - width(&fact.value, value_size) * 1.1) / 2.0).max(8.0);
    svg.words("sign-title", (x, y + 4.8), (SIGN.1, at.w), Anchor::Start, &fact.title);
    x += title;
    svg.words("sign-value", (x, y + value_size * 0.36), (value_size, at.x + at.w - x), Anchor::Start, &fact.value);
}

/// Paints cards face down as a fan, with their number.
fn fan(svg: &mut Svg, (count, most): (usize, usize), at: Rect) {
    let side = at.h - 2.0;
    for n in 0..count.min(most) {
        let back = Rect::new(at.x + n as f64 * side * 0.26, at.y + 1.0, side * 0.72, side);
        svg.rect("small-back", back, 3.0);
    }
    let from = (at.x + fan_width(count, most, side) + 5.0, at.y + at.h / 2.0 + 5.0);
    svg.letter_from("amount", from, (14.0, 40.0), &count.to_string());
}

fn times(count: usize) -> String {
    format!("×{count}")
}

/// The label beside the things of a fact.
fn words(fact: &Fact) -> (String, String) {
    match (fact.most.filter(|_| fact.look != FactLook::Stack), fact.title.is_empty()) {
        (_, true) => (String::new(), fact.value.clone()),
        (Some(most), _) => (format!("{} of {most}", fact.value), fact.title.clone()),
        _ => (fact.value.clone(), fact.noun()),
    }
}

fn amount_size(fact: &Fact, high: f64) -> f64 {
    match fact.look {
        FactLook::Stack => (high * 0.5).clamp(13.0, 22.0),
        // In the middle of the table numbers are large.
        _ if high > SMALL + 4.0 => 18.0,
        _ => WORDS,
    }
}

fn words_width(fact: &Fact, high: f64) -> f64 {
    let (amount, title) = words(fact);
    let between = if amount.is_empty() || title.is_empty() { 0.0 } else { 5.0 };
    bold(&amount, amount_size(fact, high)) + between + width(&title, WORDS)
}

/// The width of a bold amount.
fn bold(words: &str, size: f64) -> f64 {
    width(words, size) * 1.2
}

/// The width of the things of a fact.
fn picture_width(fact: &Fact, side: f64, is_short: bool) -> f64 {
    let number = fact.number.unwrap_or(0).max(0);
    match fact.look {
        FactLook::Stack if fact.art.is_some() => side * (0.6 + 0.4 * f64::from(number.min(3))),
        FactLook::Stack => stack_columns(number, is_short) as f64 * side * 0.86,
        FactLook::Tokens => match tokens(fact).filter(|_| !is_short) {
            Some((_, all)) => f64::from(all) * token(side, all) + 2.0,
            None => token(side, 1),
        },
        FactLook::Bar => bar(is_short),
        _ => side,
    }
}

/// The length of a bar.
fn bar(is_short: bool) -> f64 {
    if is_short { BAR * 0.4 } else { BAR }
}

/// The side of a token: smaller where there can be many.
fn token(side: f64, all: i32) -> f64 {
    side.min(if all > 5 { 17.0 } else { 24.0 })
}

/// The number of tokens, and their maximum; `None` if there are too many to be shown.
fn tokens(fact: &Fact) -> Option<(i32, i32)> {
    let number = fact.number?.max(0);
    match fact.most {
        Some(most) if (1..=MAX_TOKENS).contains(&most) => Some((number.min(most), most)),
        _ => (1..=MAX_TOKENS / 2).contains(&number).then_some((number, number)),
    }
}

/// The values of chips with their colours.
const CHIPS: [(i32, &str); 6] =
    [(500, "t-purple"), (100, "t-black"), (25, "t-green"), (10, "t-blue"), (5, "t-red"), (1, "t-white")];
/// The maximum number of chips of a column, and of columns.
const COLUMN: i32 = 5;
const COLUMNS: usize = 5;

/// The chips of an amount, the most valuable first: colours and counts.
fn chips(amount: i32) -> Vec<(&'static str, i32)> {
    let mut left = amount;
    let mut columns = Vec::new();
    for (value, tint) in CHIPS {
        let count = left / value;
        left -= count * value;
        if count > 0 && columns.len() < COLUMNS {
            columns.push((tint, count.min(COLUMN)));
        }
    }
    columns
}

fn one(svg: &mut Svg, scene: &Scene, (item, is_short): (&Item<'_>, bool), at: Rect) {
    let side = at.h - 2.0;
    let box_ = Rect::new(at.x, at.y + 1.0, side, side);
    match item {
        Item::Fact(fact) => paint_fact(svg, (fact, is_short), at),
        Item::Pieces(held, var) => pieces(svg, scene, (held, *var), box_),
        Item::Progress(title, number, most) => {
            let y = at.y + at.h / 2.0 + 4.4;
            let amount = format!("{number} of {most}");
            let short = bar(is_short);
            // Without room for its words the bar alone tells it: the number is the score.
            let is_told = short + 6.0 + bold(&amount, WORDS) <= at.w + 2.0;
            let (amount, wide) = if is_told { (amount, short) } else { (String::new(), at.w) };
            paint_bar(svg, (*number, *most), Rect { w: wide, ..box_ });
            svg.letter_from("amount", (at.x + wide + 6.0, y), (WORDS, at.w), &amount);
            let x = at.x + wide + 11.0 + bold(&amount, WORDS);
            if x + width(title, WORDS) <= at.x + at.w + 2.0 {
                svg.letter_from("seat-fact", (x, y), (WORDS, at.w), title);
            }
        }
        Item::Ahead(more) => {
            svg.letter_from("amount", (at.x, at.y + at.h / 2.0 + 5.0), (14.0, 40.0), &format!("+{more}"));
        }
        Item::Cards(card, count) => {
            let small = Rect { w: side * 0.8, ..box_ };
            if let Some(face) = scene.faces.get(*card) {
                paint_small(svg, face, small);
            }
            if *count > 1 {
                let x = small.x + small.w + 3.0;
                svg.letter_from("seat-fact", (x, at.y + at.h / 2.0 + 4.5), (WORDS, 40.0), &times(*count));
            }
        }
        Item::Title(title) => {
            let from = (at.x, at.y + at.h / 2.0 + 4.4);
            svg.words("seat-fact", from, (WORDS, at.w + 2.0), Anchor::Start, title);
        }
        Item::Set(one, is_told) => set(svg, scene, (one, *is_told), Rect::new(at.x, at.y + 1.0, at.w, side)),
        Item::Backs(count, most) => fan(svg, (*count, *most), at),
        Item::Dice(dice) => cup(svg, dice, at),
        // On a strip it is plain.
        Item::Sign(fact) if at.h + 2.0 <= SMALL => {
            let told = if bold(&fact.told(), SMALL_SIGN) > at.w { fact.value.clone() } else { fact.told() };
            let size = (at.w / bold(&told, 1.0)).clamp(11.0, SMALL_SIGN);
            let from = (at.x, at.y + at.h / 2.0 + size * 0.36);
            svg.words("sign-value", from, (size, at.w + 2.0), Anchor::Start, &told);
        }
        Item::Sign(fact) => {
            let k = grown(at.h + 2.0);
            svg.zoomed(k, at.corner(), |svg| sign(svg, fact, Rect::new(0.0, 0.0, at.w / k, at.h / k)));
        }
        Item::Suit(fact, family) => {
            family.paint(svg, box_);
            let from = (box_.x + side + 7.0, at.y + at.h / 2.0 + 5.0);
            if width(&fact.told(), 15.0) <= at.w - side {
                svg.words("table-fact sentence", from, (15.0, at.w - side), Anchor::Start, &fact.told());
            }
        }
        Item::Number(n, is_left) => {
            let tile = Rect::new(at.x, at.y + (at.h - 19.0) / 2.0, at.w, 19.0);
            svg.rect(if *is_left { "left-number" } else { "gone-number" }, tile, 3.0);
            let class = if *is_left { "left-word" } else { "gone-word" };
            svg.letter(class, (tile.middle(), tile.y + 13.5), (11.0, tile.w), &n.to_string());
        }
    }
}

/// Paints pieces of a kind; those of a hand can be tapped.
fn pieces(svg: &mut Svg, scene: &Scene, (held, var): (&Held, Option<&str>), at: Rect) {
    let tokens = scene.boards.first().map_or(Tokens::Discs, |board| board.tokens);
    if let Some(var) = var {
        svg.open(&Thing {
            kind: "piece",
            of: var,
            value: &held.piece,
            nth: None,
            copy: 0,
            count: 1,
            label: format!("{} {} in hand", held.count, held.figure.title),
            class: "",
        });
    }
    let is_turned = scene.boards.first().is_some_and(|board| board.is_turned);
    let room = Rect::new(at.x - 1.0, at.y - 1.0, at.w + 2.0, at.h + 2.0);
    // A tray with contrast to dark and light pieces.
    svg.rect(if var.is_none() { "taken-tray" } else { "hand-tray" }, at, 5.0);
    paint_figure(svg, scene, &held.figure, (tokens, held.figure.is_down != is_turned), room);
    if var.is_some() {
        svg.rect("ring", at, 5.0);
        svg.close();
        if held.count > 1 {
            let badge = Rect::new(at.x + at.w - 15.0, at.y - 3.0, 20.0, 17.0);
            svg.rect("badge", badge, 8.5);
            let text = held.count.to_string();
            svg.letter("badge-word", (badge.middle(), badge.y + 12.8), (12.0, 24.0), &text);
        }
    } else if held.count > 1 {
        let x = at.x + at.w + 1.0;
        svg.letter_from("seat-fact", (x, at.y + at.h / 2.0 + 4.5), (WORDS, 40.0), &times(held.count));
    }
}

fn paint_fact(svg: &mut Svg, (fact, is_short): (&Fact, bool), at: Rect) {
    let side = at.h - 2.0;
    let middle = at.y + at.h / 2.0;
    picture(svg, (fact, is_short), Rect::new(at.x, at.y + 1.0, side, side));
    let (amount, title) = words(fact);
    let size = amount_size(fact, at.h + 2.0);
    let x = at.x + picture_width(fact, side, is_short) + 5.0;
    // Without room for what it is of, the amount alone: a bar or tokens beside it show the rest.
    let is_long = !amount.is_empty() && x + bold(&amount, size) > at.x + at.w + 2.0;
    let amount = if is_long { fact.value.clone() } else { amount };
    let wide = bold(&amount, size);
    svg.words("amount", (x, middle + size * 0.36), (size, wide.max(1.0)), Anchor::Start, &amount);
    let x = if amount.is_empty() { x } else { x + wide + 5.0 };
    let room = at.x + at.w - x + 2.0;
    // Without room for it, only the label has it.
    if width(&title, WORDS) <= room {
        svg.words("seat-fact", (x, middle + 4.4), (WORDS, room), Anchor::Start, &title);
    }
}

/// Paints the things of a fact, in the height of a room.
fn picture(svg: &mut Svg, (fact, is_short): (&Fact, bool), at: Rect) {
    let number = fact.number.unwrap_or(0).max(0);
    let art = fact.art.as_deref();
    match fact.look {
        FactLook::Stack => match art {
            Some(art) => {
                for n in 0..number.clamp(1, 3) {
                    let x = at.x + at.w * 0.4 * f64::from(n);
                    svg.art("t-yellow", art, Rect { x, ..at });
                }
            }
            None => stack(svg, number, stack_columns(number, is_short), at),
        },
        FactLook::Tokens => {
            let art = art.or_else(|| symbol("token").map(|art| &**art));
            let (there, all) = tokens(fact).filter(|_| !is_short).unwrap_or((number.min(1), 1));
            let side = token(at.w, all);
            for n in 0..all {
                let token = Rect::new(at.x + side * f64::from(n), at.y + (at.h - side) / 2.0, side, side);
                let class = if n < there { "t-white counter" } else { "t-white counter spent" };
                if let Some(art) = art {
                    svg.art(class, art, token.inset(side * 0.06));
                }
            }
        }
        FactLook::Bar => {
            paint_bar(svg, (number, fact.most.unwrap_or(1)), Rect { w: bar(is_short), ..at });
        }
        FactLook::Button => button(svg, &[], fact, (at.x + at.w / 2.0, at.y + at.h / 2.0), at.w / 2.0),
        _ => {}
    }
}

/// Paints a bar in the middle of a room.
fn paint_bar(svg: &mut Svg, (number, most): (i32, i32), at: Rect) {
    let bar = Rect { y: at.y + at.h / 2.0 - 5.0, h: 10.0, ..at };
    svg.rect("bar", bar, 5.0);
    let part = f64::from(number) / f64::from(most.max(1));
    if part > 0.0 {
        svg.rect("bar-full", Rect { w: (bar.w * part.min(1.0)).max(10.0), ..bar }, 5.0);
    }
}

/// Paints chips in columns by value.
fn stack(svg: &mut Svg, amount: i32, columns: usize, at: Rect) {
    let step = at.w * 0.86;
    let (rx, ry) = (step * 0.46, at.h * 0.15);
    let thick = at.h * 0.125;
    for (n, (tint, count)) in chips(amount).into_iter().take(columns).enumerate() {
        let x = at.x + step * (n as f64 + 0.5);
        for level in 0..count {
            let y = at.y + at.h - ry - thick * f64::from(level) - thick;
            svg.ellipse("chip-edge", (x, y + thick), (rx, ry));
            svg.rect(&format!("chip-side {tint}"), Rect::new(x - rx, y, rx * 2.0, thick), 0.0);
            svg.ellipse(&format!("chip-side {tint}"), (x, y + thick), (rx, ry));
            svg.ellipse(&format!("chip-top {tint}"), (x, y), (rx, ry));
            svg.ellipse("chip-ring", (x, y), (rx * 0.62, ry * 0.62));
        }
    }
}

/// Paints the stack beside a score, if it is shown as one; returns its width.
pub(crate) fn score_stack(svg: &mut Svg, amount: i32, at: Rect) {
    stack(svg, amount, COLUMNS, at);
}

/// The columns of an amount: only the most valuable chips where there is little room.
fn stack_columns(amount: i32, is_short: bool) -> usize {
    chips(amount).len().min(if is_short { 1 } else { COLUMNS })
}

/// The columns of a stack.
pub(crate) fn stack_width(amount: i32, side: f64) -> f64 {
    chips(amount).len() as f64 * side * 0.86
}

/// The least radius of a button with a picture in place of a letter.
const PICTURED: f64 = 14.0;

/// The width of the token of a seat with its title.
pub(crate) fn button_width(fact: &Fact) -> f64 {
    width(&fact.title, 11.0) * 1.15 + 16.0
}

/// The token of a seat with its title.
pub(crate) fn button_word(svg: &mut Svg, fact: &Fact, at: Rect) {
    let round = at.h / 2.0;
    svg.rect("shade", Rect { y: at.y + 1.0, ..at }, round);
    svg.rect("token ivory", at, round);
    svg.letter("token-word on-t-white", (at.middle(), at.y + at.h * 0.5 + 4.0), (11.0, at.w), &fact.title);
}

/// The token of a seat: its picture, or the first letter of its title.
pub(crate) fn button(svg: &mut Svg, seats: &[SeatScene], fact: &Fact, (x, y): (f64, f64), r: f64) {
    // A seat may be called by the same letter: then two are told.
    let initial = |text: &str| text.chars().next().map(|letter| letter.to_ascii_uppercase());
    let is_name = |seat: &SeatScene| seat.seat.len() == 1 && initial(&seat.seat) == initial(&fact.title);
    let count = if seats.iter().any(is_name) { 2 } else { 1 };
    let wide = if count > 1 { r * 1.35 } else { r };
    let at = Rect::new(x - wide, y - r, 2.0 * wide, 2.0 * r);
    svg.rect("shade", Rect { y: at.y + 1.0, ..at }, r);
    svg.rect("token ivory", at, r);
    // A picture needs more room than a letter to be recognized.
    match fact.art.as_ref().filter(|_| r >= PICTURED) {
        Some(art) => svg.art("t-black", art, Rect::new(x - r * 0.7, y - r * 0.7, r * 1.4, r * 1.4)),
        None => {
            let letters = capitalized(&fact.title.chars().take(count).collect::<String>());
            svg.letter("token-word on-t-white", (x, y + r * 0.45), ((r * 1.25).max(11.0), wide * 2.0), &letters);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHIPS, COLUMN, chips};

    /// The chips that are shown are worth the amount beside them, as long as their columns aren't full.
    #[test]
    fn chips_add_up() {
        for amount in 1..500 {
            let shown = chips(amount);
            let worth = |tint: &str| CHIPS.iter().find(|(_, of)| *of == tint).map_or(0, |(value, _)| *value);
            let sum: i32 = shown.iter().map(|(tint, count)| worth(tint) * count).sum();
            let is_full = shown.iter().any(|(_, count)| *count == COLUMN);
            assert!(sum == amount || is_full, "{amount}: {shown:?}");
        }
    }
}
