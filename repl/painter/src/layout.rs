//! Where things are: the others on top, what is common in the middle, what is one's own below.

use parlour_table::scene::{At, Dice, Fact, Lies, Place, Scene, SeatScene, TrackLies};

use crate::card::{self, Size};
use crate::svg::{Anchor, Rect, Svg};
use crate::{Frame, board, plate, sheet, track};

/// Frames narrower than this are phones.
const PHONE: f64 = 560.0;
const GAP: f64 = 8.0;
/// Sizes of cards that are tried, the largest first, until all fit.
const SCALES: [f64; 10] = [1.25, 1.12, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35];
/// How large the cards at seats are beside those in hand, the largest first, until all fit.
const AT_SEATS: [f64; 3] = [0.75, 0.62, 0.5];
/// What boards need of the height, so that their squares can be tapped.
const BOARD: f64 = 0.46;

/// What lies in a row across the table.
enum Band<'a> {
    Seats(Vec<&'a SeatScene>),
    /// Places, each as large as a part of the usual size of cards; of those at seats the part depends on the room.
    Places(Vec<&'a Place>, Part),
    Facts,
    Board(usize),
    Track(usize),
    /// What the signs on a board stand for.
    Key(usize),
    /// The cards of a trick, each before the seat that has played it.
    Trick(&'a Place),
    Dice(&'a Dice),
    Sheet(usize),
}

/// How large cards are beside the usual size.
#[derive(Clone, Copy)]
enum Part {
    Of(f64),
    AtSeats,
}

/// The bands of a table.
struct Bands<'a> {
    above: Vec<Band<'a>>,
    middle: Vec<Band<'a>>,
    below: Vec<Band<'a>>,
}

/// How large things are.
#[derive(Clone, Copy)]
struct Sizes {
    is_phone: bool,
    scale: f64,
    /// How large cards at seats are.
    at_seats: f64,
}

impl Sizes {
    /// The size of a card that is so large a part of the usual one.
    fn card(self, part: Part) -> Size {
        let part = match part {
            Part::Of(part) => part,
            Part::AtSeats => self.at_seats,
        };
        Size::of_width(if self.is_phone { 56.0 } else { 88.0 } * self.scale * part)
    }
}

/// Lays out a scene and paints it.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, frame: Frame) {
    let is_phone = frame.width < PHONE;
    let room = Rect::new(0.0, 0.0, frame.width, frame.height).inset(if is_phone { 6.0 } else { 12.0 });
    let bands = bands(scene, is_phone);
    let has_board = !scene.boards.is_empty() || scene.tracks.iter().any(|track| track.lies == TrackLies::Points);
    let is_tall = scene.boards.iter().any(|board| board.height > 2);
    let is_tall = is_tall || scene.tracks.iter().any(|track| track.lies == TrackLies::Points);
    let is_beside = is_tall && !is_phone && room.w > room.h * 1.2 && !bands.middle.iter().all(is_soft);
    let firm = |sizes: Sizes| {
        let tall = |bands: &[Band<'_>]| bands.iter().map(|band| height(scene, band, room.w, sizes)).sum::<f64>();
        let between = if is_beside { 0.0 } else { tall(&bands.middle) };
        tall(&bands.above) + tall(&bands.below) + between
    };
    let strips = scene.tracks.iter().filter(|track| track.lies == TrackLies::Strip);
    let strips: f64 = strips.map(|track| track::least_height(track, room.w)).sum();
    let most = if has_board { room.h * (1.0 - BOARD) } else { room.h - strips };
    let sizes = |scale: f64, at_seats: f64| Sizes { is_phone, scale, at_seats };
    let fits = |sizes: &Sizes| firm(*sizes) <= most;
    let all = SCALES.into_iter().flat_map(|scale| {
        // Cards grow beyond the usual size only with those at seats.
        let at_seats = if scale > 1.0 { &AT_SEATS[..1] } else { &AT_SEATS[..] };
        at_seats.iter().map(move |&part| sizes(scale, part))
    });
    let chosen = all.into_iter().find(fits).unwrap_or(sizes(SCALES[SCALES.len() - 1], AT_SEATS[AT_SEATS.len() - 1]));
    place(svg, scene, &bands, (room, is_beside), chosen);
}

/// Paints what tells a game from others at a glance: its board, or else a hand, or the middle of its table.
pub(crate) fn paint_tile(svg: &mut Svg, scene: &Scene, frame: Frame) {
    let sizes = Sizes { is_phone: true, scale: 1.0, at_seats: 1.0 };
    let room = Rect::new(0.0, 0.0, frame.width, frame.height).inset(6.0);
    let held = |at: At| scene.places.iter().filter(move |place| place.at == at && place.count > 0);
    let hand: Vec<&Place> = held(At::Hand).take(1).collect();
    let band = match (scene.boards.is_empty(), scene.tracks.is_empty(), scene.dice.first()) {
        (false, ..) => Band::Board(0),
        (_, false, _) => Band::Track(0),
        (.., Some(dice)) if hand.is_empty() => Band::Dice(dice),
        _ if hand.is_empty() => Band::Places(held(At::Centre).chain(held(At::Supply)).take(2).collect(), Part::Of(1.0)),
        _ => Band::Places(hand, Part::Of(1.2)),
    };
    stack(svg, scene, &[band], room, sizes);
}

fn bands(scene: &Scene, is_phone: bool) -> Bands<'_> {
    let own = scene.seats.iter().find(|seat| seat.is_own);
    let others: Vec<&SeatScene> = scene.seats.iter().filter(|seat| !seat.is_own).collect();
    let with =
        |is_there: &dyn Fn(&Place) -> bool| scene.places.iter().filter(|place| is_there(place)).collect::<Vec<_>>();
    let of_others = with(&|place| {
        let is_theirs = others.iter().any(|seat| place.at == At::Seat(seat.number));
        is_theirs && place.count > 0 && !plate::is_covered(place)
    });
    let mut above = Vec::new();
    above.extend((!others.is_empty()).then_some(Band::Seats(others)));
    above.extend((!of_others.is_empty()).then_some(Band::Places(of_others, Part::AtSeats)));
    let mut below = Vec::new();
    let of_own = with(&|place| {
        let is_own = own.is_some_and(|seat| place.at == At::Seat(seat.number));
        is_own && place.count > 0 && !plate::is_covered(place)
    });
    below.extend((!of_own.is_empty()).then_some(Band::Places(of_own, Part::AtSeats)));
    below.extend(
        with(&|place| place.at == At::Hand && place.count > 0)
            .into_iter()
            .map(|hand| Band::Places(vec![hand], Part::Of(1.0))),
    );
    below.extend(own.map(|seat| Band::Seats(vec![seat])));
    Bands { above, middle: middle(scene, is_phone), below }
}

fn middle(scene: &Scene, is_phone: bool) -> Vec<Band<'_>> {
    let mut bands = Vec::new();
    bands.extend((!scene.facts.is_empty() || !scene.lines.is_empty()).then_some(Band::Facts));
    bands.extend((0..scene.boards.len()).map(Band::Board));
    bands.extend((0..scene.tracks.len()).map(Band::Track));
    let has_key = |&n: &usize| board::key(&scene.boards[n]).nth(1).is_some();
    bands.extend((0..scene.boards.len()).filter(has_key).map(Band::Key));
    let is_shown = |place: &&Place| place.count > 0 || place.of.is_some() || place.lies == Lies::Trick;
    let at = |wanted: At| scene.places.iter().filter(move |place| place.at == wanted).filter(is_shown);
    let (tricks, common): (Vec<&Place>, Vec<&Place>) =
        at(At::Supply).chain(at(At::Centre)).partition(|place| !is_phone && card::is_round(scene, place));
    bands.extend(tricks.into_iter().map(Band::Trick));
    bands.extend((!common.is_empty()).then_some(Band::Places(common, Part::Of(0.8))));
    bands.extend(scene.dice.iter().filter(|dice| !dice.shown.is_empty()).map(Band::Dice));
    bands.extend((0..scene.sheets.len()).map(Band::Sheet));
    bands
}

/// Whether a band takes the room that is left.
fn is_soft(band: &Band<'_>) -> bool {
    matches!(band, Band::Board(_) | Band::Track(_))
}

/// How high a band is; of one that takes what is left nothing.
fn height(scene: &Scene, band: &Band<'_>, width: f64, sizes: Sizes) -> f64 {
    match band {
        Band::Seats(seats) => {
            let (side, rows) = rows_of_seats(seats.len(), width);
            rows as f64 * (plate_height(scene, seats, plate_width(side, width)) + GAP)
        }
        Band::Places(places, part) => {
            let size = sizes.card(*part);
            rows(scene, places, width, size).iter().map(|row| row_height(row, width, size)).sum()
        }
        Band::Trick(_) => card::trick_height(sizes.card(Part::Of(0.9))),
        Band::Key(n) => board::key_height(&scene.boards[*n], width),
        Band::Facts => fact_lines(scene, width).len() as f64 * LINE + 4.0,
        Band::Board(_) | Band::Track(_) => 0.0,
        Band::Dice(dice) => {
            let side = if sizes.is_phone { 52.0 } else { 66.0 };
            side + if sheet::is_named(scene, dice) { sheet::DICE_NAME } else { 0.0 }
        }
        Band::Sheet(n) => sheet::height(&scene.sheets[*n]) + GAP,
    }
}

const LINE: f64 = 19.0;

/// Puts the bands where they belong: from the top, from the bottom, and in the room between.
fn place(svg: &mut Svg, scene: &Scene, bands: &Bands<'_>, (room, is_beside): (Rect, bool), sizes: Sizes) {
    let tall = |bands: &[Band<'_>]| bands.iter().map(|band| height(scene, band, room.w, sizes)).sum::<f64>();
    let (above, rest) = room.split_top(tall(&bands.above));
    let (below, between) = rest.split_bottom(tall(&bands.below));
    stack(svg, scene, &bands.above, above, sizes);
    if is_beside {
        let (soft, firm): (Vec<&Band<'_>>, Vec<&Band<'_>>) = bands.middle.iter().partition(|band| is_soft(band));
        let (main, beside) = beside(scene, (&soft, &firm), between);
        stack_of(svg, scene, &soft, main, sizes);
        stack_of(svg, scene, &firm, beside, sizes);
    } else {
        stack(svg, scene, &bands.middle, between, sizes);
    }
    stack(svg, scene, &bands.below, below, sizes);
}

/// The rooms of a board and of what is beside it. The board stays in the middle where what is beside it is narrow.
fn beside(scene: &Scene, (soft, firm): (&[&Band<'_>], &[&Band<'_>]), room: Rect) -> (Rect, Rect) {
    let of = |band: &&Band<'_>| match band {
        Band::Board(n) => board::size(&scene.boards[*n], room.w, room.h / soft.len() as f64).0,
        Band::Track(n) => track::wide(&scene.tracks[*n], room.w, room.h / soft.len() as f64),
        _ => room.w,
    };
    let free = (room.w - soft.iter().map(of).fold(0.0, f64::max)) / 2.0;
    let is_narrow = firm.iter().all(|band| matches!(band, Band::Facts | Band::Key(_) | Band::Dice(_)));
    let (side, main) = match is_narrow && free >= NARROW {
        true => (free - GAP / 2.0, room),
        false => {
            let side = (room.w - room.h).clamp(200.0, 300.0);
            (side, Rect { w: room.w - side, ..room })
        }
    };
    (main, Rect { x: room.x + room.w - side, w: side, ..room })
}

/// What a key of signs needs at least.
const NARROW: f64 = 116.0;

fn stack(svg: &mut Svg, scene: &Scene, bands: &[Band<'_>], room: Rect, sizes: Sizes) {
    stack_of(svg, scene, &bands.iter().collect::<Vec<_>>(), room, sizes);
}

/// Paints bands one below the other, in the middle of a room; boards share what the others leave.
fn stack_of(svg: &mut Svg, scene: &Scene, bands: &[&Band<'_>], room: Rect, sizes: Sizes) {
    let firm: f64 = bands.iter().map(|band| height(scene, band, room.w, sizes)).sum();
    let soft = bands.iter().filter(|band| is_soft(band)).count().max(1) as f64;
    let left = ((room.h - firm) / soft).max(40.0);
    let given = |band: &Band<'_>| match band {
        Band::Board(n) => board::size(&scene.boards[*n], room.w, left).1,
        Band::Track(n) => track::height(&scene.tracks[*n], room.w, left),
        _ => height(scene, band, room.w, sizes),
    };
    let total: f64 = bands.iter().map(|band| given(band)).sum();
    // What is still too high is laid closer.
    let squeeze = (room.h / total).min(1.0);
    let mut y = room.y + ((room.h - total) / 2.0).max(0.0);
    for band in bands {
        let high = given(band) * squeeze;
        one(svg, scene, band, Rect::new(room.x, y, room.w, high), sizes);
        y += high;
    }
}

fn one(svg: &mut Svg, scene: &Scene, band: &Band<'_>, room: Rect, sizes: Sizes) {
    match band {
        Band::Seats(seats) => plates(svg, scene, seats, room),
        Band::Places(places, part) => cards(svg, scene, places, room, sizes.card(*part)),
        Band::Trick(place) => card::paint_trick(svg, scene, place, room, sizes.card(Part::Of(0.9))),
        Band::Key(n) => board::paint_key(svg, scene, &scene.boards[*n], room),
        Band::Facts => {
            for (n, line) in fact_lines(scene, room.w).iter().enumerate() {
                let y = room.y + 14.0 + n as f64 * LINE;
                svg.words("table-fact", (room.middle(), y), (13.0, room.w), Anchor::Middle, line);
            }
        }
        Band::Board(n) => board::paint(svg, scene, &scene.boards[*n], room),
        Band::Track(n) => track::paint(svg, scene, &scene.tracks[*n], room),
        Band::Dice(dice) => sheet::paint_dice(svg, scene, dice, room),
        Band::Sheet(n) => sheet::paint(svg, &scene.sheets[*n], room),
    }
}

/// How many seats stand side by side, and in how many rows.
fn rows_of_seats(count: usize, width: f64) -> (usize, usize) {
    let side = ((width / 150.0).floor() as usize).clamp(1, count.max(1));
    (side, count.div_ceil(side))
}

/// How wide a strip is of which so many stand side by side.
fn plate_width(side: usize, width: f64) -> f64 {
    ((width - GAP * (side - 1) as f64) / side as f64).min(if side == 1 { 520.0 } else { 360.0 })
}

/// How high the strips of some seats are.
fn plate_height(scene: &Scene, seats: &[&SeatScene], wide: f64) -> f64 {
    seats.iter().map(|seat| plate::height(scene, seat, wide)).fold(0.0, f64::max)
}

fn plates(svg: &mut Svg, scene: &Scene, seats: &[&SeatScene], room: Rect) {
    let (side, _) = rows_of_seats(seats.len(), room.w);
    let wide = plate_width(side, room.w);
    let high = plate_height(scene, seats, wide);
    let left = room.middle() - (wide * side as f64 + GAP * (side - 1) as f64) / 2.0;
    for (n, seat) in seats.iter().enumerate() {
        let (row, column) = ((n / side) as f64, (n % side) as f64);
        let at = Rect::new(left + column * (wide + GAP), room.y + row * (high + GAP) + GAP / 2.0, wide, high);
        plate::paint(svg, scene, seat, at);
    }
}

/// Places in rows, each as wide as there is room.
fn rows<'a>(scene: &Scene, places: &[&'a Place], width: f64, size: Size) -> Vec<Vec<&'a Place>> {
    let mut rows: Vec<Vec<&Place>> = Vec::new();
    let mut left = 0.0;
    for place in places {
        let wide = card::wish(scene, place, size);
        match rows.last_mut().filter(|_| wide <= left) {
            Some(row) => row.push(place),
            None => {
                rows.push(vec![place]);
                left = width;
            }
        }
        left -= wide;
    }
    rows
}

/// The height of a row of places: that of a card and of what is written below it, more for a hand in two rows.
fn row_height(row: &[&Place], width: f64, size: Size) -> f64 {
    let is_double = matches!(row, [only] if card::is_double(only, width, size));
    size.h * if is_double { 1.6 } else { 1.0 } + card::LABEL + 14.0
}

fn cards(svg: &mut Svg, scene: &Scene, places: &[&Place], room: Rect, size: Size) {
    let rows = rows(scene, places, room.w, size);
    let total: f64 = rows.iter().map(|row| row_height(row, room.w, size)).sum();
    let mut y = room.y;
    for row in rows {
        let high = row_height(&row, room.w, size) * (room.h / total).min(1.0);
        let wishes: Vec<f64> = row.iter().map(|place| card::wish(scene, place, size)).collect();
        let sum: f64 = wishes.iter().sum();
        let scale = (room.w / sum).min(1.0);
        let mut x = room.middle() - sum * scale / 2.0;
        for (place, wish) in row.iter().zip(wishes) {
            card::paint(svg, scene, place, Rect::new(x + 3.0, y + 6.0, wish * scale - 6.0, high - 8.0), size);
            x += wish * scale;
        }
        y += high;
    }
}

/// What is told of the table, in lines that fit.
fn fact_lines(scene: &Scene, width: f64) -> Vec<String> {
    let facts = scene.facts.iter().map(Fact::told);
    let mut lines: Vec<String> = Vec::new();
    for part in facts.chain(scene.lines.iter().cloned()) {
        match lines.last_mut() {
            Some(line) if crate::svg::width(line, 13.0) + crate::svg::width(&part, 13.0) + 24.0 < width => {
                line.push_str(" · ");
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines
}
