//! Where things are: the others on top, what is common in the middle, what is one's own below.

use parlour_table::scene::{At, Dice, Lies, Place, Scene, SeatScene};

use crate::card::{self, Size};
use crate::svg::{Anchor, Rect, Svg};
use crate::{Frame, board, plate, sheet, track};

/// Frames narrower than this are phones.
const PHONE: f64 = 560.0;
const GAP: f64 = 10.0;

/// What is in the middle of the table, one below the other.
enum Band<'a> {
    Facts,
    Board(usize),
    Track(usize),
    Places(Vec<&'a Place>),
    Dice(&'a Dice),
    Sheet(usize),
}

/// Lays out a scene and paints it.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, frame: Frame) {
    let is_phone = frame.width < PHONE;
    let pad = if is_phone { 6.0 } else { 14.0 };
    let mut room = Rect::new(0.0, 0.0, frame.width, frame.height).inset(pad);
    let own = scene.seats.iter().find(|seat| seat.is_own);
    let others: Vec<&SeatScene> = scene.seats.iter().filter(|seat| !seat.is_own).collect();
    room = top(svg, scene, &others, room, is_phone);
    if let Some(seat) = own {
        room = below(svg, scene, seat, room, is_phone);
    }
    middle(svg, scene, room, is_phone);
}

/// The others' strips, side by side; what is left of the room.
fn top(svg: &mut Svg, scene: &Scene, others: &[&SeatScene], room: Rect, is_phone: bool) -> Rect {
    if others.is_empty() {
        return room;
    }
    let per_row = others.len().min(if is_phone { 2 } else { 4 });
    let rows = others.len().div_ceil(per_row);
    let holds = others.iter().any(|seat| !plate::places(scene, seat).is_empty());
    let high = match (holds, is_phone || rows > 1) {
        (true, true) => 76.0,
        (true, false) => 104.0,
        (false, true) => 44.0,
        (false, false) => 46.0,
    };
    let wide =
        ((room.w - GAP * (per_row - 1) as f64) / per_row as f64).min(if others.len() == 1 { 560.0 } else { 440.0 });
    let left = room.middle() - (wide * per_row as f64 + GAP * (per_row - 1) as f64) / 2.0;
    for (n, seat) in others.iter().enumerate() {
        let (row, column) = ((n / per_row) as f64, (n % per_row) as f64);
        let at = Rect::new(left + column * (wide + GAP), room.y + row * (high + 6.0), wide, high);
        plate::paint(svg, scene, seat, at);
    }
    room.split_top(rows as f64 * (high + 6.0) + 4.0).1
}

/// The viewer's own strip and hand; what is left of the room.
fn below(svg: &mut Svg, scene: &Scene, seat: &SeatScene, room: Rect, is_phone: bool) -> Rect {
    let holds = !plate::places(scene, seat).is_empty();
    let high = if holds { 78.0 } else { 44.0 };
    let (strip, mut room) = room.split_bottom(high);
    let wide = strip.w.min(760.0);
    plate::paint(svg, scene, seat, Rect::new(strip.middle() - wide / 2.0, strip.y, wide, strip.h));
    let hands: Vec<&Place> = scene.places.iter().filter(|place| place.at == At::Hand && place.count > 0).collect();
    for hand in hands {
        let size = hand_size(hand, room, is_phone);
        let is_two = card::wish(hand, size) > room.w * 1.25 && hand.count > 10;
        let (at, rest) = room.split_bottom(size.h * if is_two { 1.6 } else { 1.0 } + 14.0);
        card::paint(svg, scene, hand, at, size, false);
        room = rest;
    }
    room.split_bottom(4.0).1
}

fn hand_size(hand: &Place, room: Rect, is_phone: bool) -> Size {
    let usual = if is_phone { 58.0 } else { 92.0 };
    let high = room.h * 0.36;
    let usual = if hand.count > 20 { usual * 0.8 } else { usual };
    Size::of_width((high / 1.4).min(usual).max(34.0))
}

/// Boards, piles, rows, dice and sheets.
fn middle(svg: &mut Svg, scene: &Scene, room: Rect, is_phone: bool) {
    let bands = bands(scene);
    let has_board = !scene.boards.is_empty();
    let is_beside = has_board && !is_phone && room.w > room.h * 1.25 && bands.len() > 1;
    if !is_beside {
        stack(svg, scene, &bands, room, is_phone);
        return;
    }
    let side = (room.w - room.h).clamp(190.0, 280.0);
    let (main, rest): (Vec<Band<'_>>, Vec<Band<'_>>) =
        bands.into_iter().partition(|band| matches!(band, Band::Board(_) | Band::Track(_)));
    stack(svg, scene, &main, Rect { w: room.w - side, ..room }, is_phone);
    stack(svg, scene, &rest, Rect::new(room.x + room.w - side, room.y, side, room.h), is_phone);
}

fn bands(scene: &Scene) -> Vec<Band<'_>> {
    let mut bands = Vec::new();
    if !scene.facts.is_empty() || scene.boards.iter().any(|board| !board.key.is_empty()) {
        bands.push(Band::Facts);
    }
    bands.extend((0..scene.boards.len()).map(Band::Board));
    bands.extend((0..scene.tracks.len()).map(Band::Track));
    let at = |wanted: At| scene.places.iter().filter(move |place| place.at == wanted);
    let supply: Vec<&Place> = at(At::Supply).collect();
    if !supply.is_empty() {
        bands.push(Band::Places(supply));
    }
    let is_seen = |place: &&Place| place.count > 0 || matches!(place.lies, Lies::Row | Lies::Trick);
    bands.extend(at(At::Centre).filter(is_seen).map(|place| Band::Places(vec![place])));
    bands.extend(scene.dice.iter().filter(|dice| !dice.shown.is_empty()).map(Band::Dice));
    bands.extend((0..scene.sheets.len()).map(Band::Sheet));
    bands
}

/// How high a band would like to be.
fn wish(scene: &Scene, band: &Band<'_>, room: Rect, is_phone: bool) -> f64 {
    match band {
        Band::Facts => fact_lines(scene, room).len() as f64 * 19.0 + 6.0,
        Band::Board(n) => board::height(&scene.boards[*n], room.w, room.h),
        Band::Track(n) => track::height(&scene.tracks[*n], room.w, room.h),
        Band::Places(places) => {
            let size = card_size(is_phone);
            let wide: f64 = places.iter().map(|place| card::wish(place, size).max(84.0) + 12.0).sum();
            let is_row = places.len() == 1;
            let rows = if is_row { 1.0 } else { (wide / room.w).ceil().max(1.0) };
            rows * (size.h + 34.0)
        }
        Band::Dice(_) => 66.0,
        Band::Sheet(n) => sheet::height(&scene.sheets[*n]) + 6.0,
    }
}

fn card_size(is_phone: bool) -> Size {
    Size::of_width(if is_phone { 46.0 } else { 70.0 })
}

/// Paints bands one below the other; where there isn't room for all as they like, boards and sheets give way first.
fn stack(svg: &mut Svg, scene: &Scene, bands: &[Band<'_>], room: Rect, is_phone: bool) {
    let wishes: Vec<f64> = bands.iter().map(|band| wish(scene, band, room, is_phone)).collect();
    let is_soft = |band: &Band<'_>| matches!(band, Band::Board(_) | Band::Track(_) | Band::Sheet(_));
    let soft: f64 = bands.iter().zip(&wishes).filter(|(band, _)| is_soft(band)).map(|(_, wish)| wish).sum();
    let firm: f64 = wishes.iter().sum::<f64>() - soft;
    let over = (soft + firm - room.h).max(0.0);
    let gives = if soft > 0.0 { (over / soft).min(0.62) } else { 0.0 };
    let left = (over - gives * soft).max(0.0);
    let shrinks = if firm > 0.0 { 1.0 - (left / firm).min(0.7) } else { 1.0 };
    let given = |band: &Band<'_>, wish: f64| if is_soft(band) { wish * (1.0 - gives) } else { wish * shrinks };
    let total: f64 = bands.iter().zip(&wishes).map(|(band, &wish)| given(band, wish)).sum();
    let mut y = room.y + ((room.h - total) / 2.0).max(0.0);
    for (band, &wish) in bands.iter().zip(&wishes) {
        let high = given(band, wish);
        one(svg, scene, band, Rect::new(room.x, y, room.w, high), is_phone);
        y += high;
    }
}

fn one(svg: &mut Svg, scene: &Scene, band: &Band<'_>, room: Rect, is_phone: bool) {
    match band {
        Band::Facts => {
            for (n, line) in fact_lines(scene, room).iter().enumerate() {
                let y = room.y + 15.0 + n as f64 * 19.0;
                svg.words("table-fact", (room.middle(), y), (13.0, room.w), Anchor::Middle, line);
            }
        }
        Band::Board(n) => board::paint(svg, scene, &scene.boards[*n], room),
        Band::Track(n) => track::paint(svg, scene, &scene.tracks[*n], room),
        Band::Places(places) => row(svg, scene, places, room, is_phone),
        Band::Dice(dice) => sheet::paint_dice(svg, dice, room),
        Band::Sheet(n) => sheet::paint(svg, &scene.sheets[*n], room),
    }
}

/// Places side by side, in as many rows as they need.
fn row(svg: &mut Svg, scene: &Scene, places: &[&Place], room: Rect, is_phone: bool) {
    let usual = card_size(is_phone);
    let wish = |place: &Place, size: Size| card::wish(place, size).max(84.0) + 12.0;
    let wide: f64 = places.iter().map(|place| wish(place, usual)).sum();
    let rows = if places.len() == 1 { 1 } else { (wide / room.w).ceil().max(1.0) as usize };
    let high = room.h / rows as f64;
    let size = Size::of_width(((high - 34.0) / 1.4).clamp(18.0, usual.w));
    let per_row = places.len().div_ceil(rows);
    for (n, places) in places.chunks(per_row).enumerate() {
        let wishes: Vec<f64> = places.iter().map(|place| wish(place, size)).collect();
        let total: f64 = wishes.iter().sum();
        let scale = (room.w / total).min(1.0);
        let mut x = room.middle() - total * scale / 2.0;
        for (place, wish) in places.iter().zip(wishes) {
            let at = Rect::new(x + 4.0, room.y + n as f64 * high + 4.0, wish * scale - 8.0, high - 8.0);
            card::paint(svg, scene, place, at, size, true);
            x += wish * scale;
        }
    }
}

/// What is told of the table, and what the signs on its boards stand for, in lines that fit.
fn fact_lines(scene: &Scene, room: Rect) -> Vec<String> {
    let facts = scene.facts.iter().map(|fact| format!("{} {}", fact.title, fact.value));
    let keys =
        scene.boards.iter().flat_map(|board| &board.key).filter(|figure| crate::signs::figure(&figure.glyph).is_none());
    let keys = keys.map(|figure| format!("{} {}", figure.glyph, figure.title));
    let mut lines: Vec<String> = Vec::new();
    for part in facts.chain(keys).chain(scene.lines.iter().cloned()) {
        match lines.last_mut() {
            Some(line) if crate::svg::width(line, 13.0) + crate::svg::width(&part, 13.0) + 24.0 < room.w => {
                line.push_str(" · ");
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines
}
