//! Layout: the other seats on top, common things in the middle, the viewer's own at the bottom.
//!
//! A table is a list of bands. Several shapes of tables and sizes of cards are tried, and the plan with the best
//! visibility and tap targets is painted. Bands never overlap; cards of a place may ([`place`]).

use parlour_table::scene::{At, BoardScene, CardScene, Dice, Fact, FactLook, Lies, Place, Scene, SeatScene};

use crate::calls::{self, Calls};
use crate::card::{self, APART, FOLD, Size};
use crate::columns::Columns;
use crate::cups::Cups;
use crate::family::family_of;
use crate::names::with_captions;
use crate::pits::Pits;
use crate::roles::{is_common, is_face_down, is_of_dummy, is_only_counted, is_played, is_round, is_tucked};
use crate::suits::Suits;
use crate::svg::{Anchor, Rect, Svg, width};
use crate::{Frame, board, claim, items, place, plate, race, sheet, tile, track};

/// The limit of width and height below which a frame is a phone's.
pub(crate) const PHONE: f64 = 560.0;
const LOW: f64 = 420.0;
/// Below this height facts may be beside the table.
const VERY_LOW: f64 = 520.0;
const GAP: f64 = 8.0;
/// The candidate widths of a board beside all else on a phone, relative to the largest.
const PARTS_OF_BOARD: [f64; 4] = [1.0, 0.88, 0.76, 0.64];
/// The candidate widths of a hand's cards, in pixels.
const WIDTHS: [f64; 18] =
    [170.0, 154.0, 140.0, 128.0, 117.0, 107.0, 98.0, 90.0, 82.0, 75.0, 68.0, 62.0, 56.0, 50.0, 44.0, 38.0, 32.0, 26.0];
/// The candidate sizes of the cards in the middle and at seats, relative to those in hand.
const PARTS: [(f64, f64); 15] = [
    (1.0, 0.75),
    (0.7, 1.0),
    (1.0, 1.4),
    (0.85, 0.6),
    (0.75, 0.5),
    (0.7, 0.4),
    (0.6, 0.33),
    (0.6, 0.0),
    (1.15, 0.6),
    (1.3, 0.7),
    (1.3, 0.0),
    (1.6, 0.8),
    (2.1, 1.0),
    (2.1, 1.3),
    (2.7, 1.3),
];
/// The factor by which things of the best plan grow while there is room, and the most of such steps.
const STEP: f64 = 1.05;
const MAX_STEPS: usize = 24;

/// A row across the table.
enum Band<'a> {
    Seats(Vec<&'a SeatScene>),
    /// A seat with what it holds beside its strip.
    Held(&'a SeatScene, Vec<&'a Place>),
    /// Seats side by side, each with what it holds below its strip.
    Pair(Vec<(&'a SeatScene, Vec<&'a Place>)>),
    /// Places, with a relative size of cards.
    Places(Vec<&'a Place>, Part),
    /// Piles as named tiles.
    Tiles(&'a Place),
    /// Columns of overlapping cards.
    Columns(Columns<'a>),
    Facts,
    /// Boards: one, or several side by side or stacked.
    Boards(Vec<usize>),
    Track(usize),
    Pits(Pits<'a>),
    /// The legend of a board.
    Key(usize),
    /// The cards of a trick, each in front of its player.
    Trick(&'a Place),
    /// The calls of an auction.
    Calls(Calls<'a>),
    Dice(Vec<&'a Dice>),
    /// A claim in dice.
    Claim(&'a Fact),
    /// The dice of the other seats, with the claim.
    Cups(Cups<'a>),
    Sheet(usize),
    /// A race of scores to a target, and true in a low room.
    Race(bool),
}

/// The group of cards that determines their size.
#[derive(Clone, Copy)]
enum Part {
    Hand,
    Middle,
    AtSeats,
    /// An empty hand, which only has its place.
    Empty,
}

/// The bands of a table.
struct Bands<'a> {
    above: Vec<Band<'a>>,
    /// The same with a row for each of the other seats, if what they hold can be seen.
    in_rows: Option<Vec<Band<'a>>>,
    /// The same with two of the other seats in a row.
    in_pairs: Option<Vec<Band<'a>>>,
    middle: Vec<Band<'a>>,
    below: Vec<Band<'a>>,
    /// The other seats, if they can be around the middle: those on the left, above and on the right.
    around: Option<[Band<'a>; 3]>,
    /// Of the seats around, the group at which the first band of the middle lies, as the open hand of a dummy.
    dummy: Option<usize>,
}

/// The candidate sizes of things.
#[derive(Clone, Copy)]
struct Sizes {
    is_phone: bool,
    /// The width of a card in hand.
    hand: f64,
    middle: f64,
    at_seats: f64,
    /// True if cards at seats are only counted.
    is_terse: bool,
    /// The distance of a hand's rows.
    fold: f64,
    /// True if legends are shown.
    has_key: bool,
    /// The enlargement of legends, and on a phone of the strips of seats above and below a board.
    strip: f64,
    /// True if the seats are beside a board in a window.
    is_rail: bool,
    /// True if the cards of a trick lie in a row.
    is_flat: bool,
    /// True for a phone whose table has little height.
    is_low: bool,
    /// True if what has happened is told where there is room.
    is_told: bool,
}

impl Sizes {
    /// The height of a row of things in the middle.
    fn items(self, scene: &Scene) -> f64 {
        match self.is_phone {
            true => items::SMALL + 2.0,
            // Beside nothing but dice they are large.
            false if sheet::are_alone(scene) && scene.dice.iter().any(|dice| dice.seat.is_none()) => items::LARGEST,
            false => items::LARGE,
        }
    }

    /// The size of a card.
    fn card(self, part: Part) -> Size {
        let part = match part {
            Part::Hand => 1.0,
            Part::Middle => self.middle,
            Part::AtSeats => self.at_seats,
            Part::Empty => return Size::of_width(if self.is_phone { 34.0 } else { 44.0 }).folded(self.fold),
        };
        Size::of_width((self.hand * part).max(LEAST_CARD)).folded(self.fold).low(self.is_low)
    }
}

/// The minimum width of a card, with a readable corner.
const LEAST_CARD: f64 = 24.0;
/// The least and the greatest width of the strip of a seat that is alone in its row.
const LEAST_STRIP: f64 = 340.0;
const PLATE: f64 = 720.0;
/// The widths of strips at a table without a board.
const STRIPS: [f64; 3] = [380.0, 460.0, 560.0];

/// The arrangement of bands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// All stacked.
    Stacked,
    /// All stacked, with a row for each of the other seats.
    Rows,
    /// All stacked, with two of the other seats in a row, each above what it holds.
    Pairs,
    /// Stacked, with some bands beside a board.
    Beside,
    /// A board in the full height, and all else beside it.
    Columns,
    /// For low rooms: seats and facts beside all else.
    Aside,
    /// The same, but with the facts on the table.
    AsideSeats,
    /// A board on its tip, with the seats in the free corners.
    Corners,
    /// The other seats to the left, above and to the right of the middle.
    Round,
}

/// The rectangles of the bands.
struct Plan<'p, 'a> {
    shape: Shape,
    sizes: Sizes,
    rooms: Vec<(&'p Band<'a>, Rect)>,
    worth: f64,
}

/// Lays out a scene and paints it. Returns the room beside a board in which nothing lies.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, frame: Frame) -> Option<Rect> {
    let scene = &sheet::totalled(scene);
    let is_phone = frame.width < PHONE || frame.height < LOW;
    let edge = match (is_phone, scene.boards.is_empty()) {
        (true, true) => 6.0,
        // A board reaches from edge to edge.
        (true, false) => 3.0,
        (false, _) => 12.0,
    };
    let room = Rect::new(0.0, 0.0, frame.width, frame.height).inset(edge);
    let bands = bands(scene, frame);
    let shapes = [
        Shape::Stacked,
        Shape::Rows,
        Shape::Pairs,
        Shape::Beside,
        Shape::Columns,
        Shape::Aside,
        Shape::AsideSeats,
        Shape::Corners,
        Shape::Round,
    ];
    let has_keys = bands.middle.iter().any(|band| matches!(band, Band::Key(_)));
    // A trick lies in a row where there is little height.
    let has_trick = bands.middle.iter().any(|band| matches!(band, Band::Trick(_)));
    let flats: &[bool] = match (is_phone, room.w > room.h, has_trick && room.h < FACING) {
        (true, true, _) => &[true],
        (true, false, true) => &[false, true],
        _ => &[false],
    };
    let tried = shapes.into_iter().flat_map(|shape| {
        let sizes = WIDTHS.into_iter().flat_map(|hand| {
            PARTS.into_iter().flat_map(move |(middle, at_seats)| {
                let is_terse = at_seats == 0.0;
                let of = move |fold: f64, has_key, is_flat: bool| Sizes {
                    is_phone,
                    hand,
                    middle,
                    at_seats,
                    is_terse,
                    fold,
                    has_key,
                    strip: 1.0,
                    is_rail: false,
                    is_flat,
                    is_low: is_phone && room.h < FACING,
                    is_told: frame.is_told,
                };
                let folds = move |has_key| {
                    flats.iter().flat_map(move |&is_flat| [APART, FOLD].map(|fold| of(fold, has_key, is_flat)))
                };
                // Without hands there is nothing to fold, and without legends none to omit.
                [true, false].into_iter().take(1 + usize::from(has_keys)).flat_map(folds)
            })
        });
        sizes.map(move |sizes| (shape, sizes))
    });
    let mut best: Option<Plan<'_, '_>> = None;
    for (shape, sizes) in tried {
        let Some(plan) = plan(scene, &bands, room, shape, sizes) else { continue };
        if best.as_ref().is_none_or(|best| plan.worth > best.worth + 1e-9) {
            best = Some(plan);
        }
    }
    let best = best?;
    let Plan { shape, sizes, rooms, .. } = grown(scene, &bands, room, best);
    legend_aside(svg, scene, &bands, &rooms);
    let board = board_at(scene, &rooms);
    if let Some(panel) = legend_panel((shape, !is_phone || shape == Shape::Beside), &bands, &rooms) {
        svg.rect("legend-panel", panel, 9.0);
    }
    // Only seats around a table give it a rim, and dice that are all that lies on it.
    let rim = match shape {
        Shape::Round => rim(&bands, &rooms).map(|rim| roomy(rim, &rooms)),
        Shape::Stacked if sheet::are_alone(scene) => dice_rim(scene, &bands, &rooms, room),
        // Beside a sheet the dice have a table of their own.
        Shape::Columns if !scene.sheets.is_empty() => {
            let dice = rooms.iter().find(|(band, _)| matches!(band, Band::Dice(_)));
            dice.and_then(|(_, at)| dice_rim(scene, &bands, &rooms, Rect { x: at.x, w: at.w, ..room }))
        }
        _ => None,
    };
    if let Some(rim) = rim {
        svg.ground("rim", rim, (rim.h / 2.0).min(rim.w * RIM));
        // Between seats a table is for what is played; around dice there is room within its rim.
        let edge = if shape == Shape::Round { rim.h } else { WITHIN_SIDES };
        for at in [rim.split_top(edge).0, rim.split_bottom(edge).0] {
            svg.take(at);
        }
        for x in [rim.x, rim.x + rim.w - WITHIN_SIDES] {
            svg.take(Rect { x, w: WITHIN_SIDES, ..rim });
        }
        // The seats are in the order of play; a trick shows it by its cards.
        if shape == Shape::Round && !rooms.iter().any(|(band, _)| matches!(band, Band::Trick(_))) {
            onward(svg, (rim.middle(), rim.y), 1.0);
            onward(svg, (rim.middle(), rim.y + rim.h), -1.0);
        }
    }
    for &(band, at) in &rooms {
        let at = match band {
            Band::Seats(seats) if seats.len() == 1 && at.w >= room.w - 1.0 => match board {
                Some(_) => on_board(scene, seats[0], at, board, sizes),
                None => narrow(scene, seats[0], at, sizes),
            },
            _ => at,
        };
        one(svg, scene, band, at, sizes);
    }
    match sizes.is_phone {
        true => below_all(&rooms, room).filter(|_| shape == Shape::Stacked),
        false => beside_rail(&bands, &rooms).filter(|_| sizes.is_rail),
    }
}

/// The free room below all bands.
fn below_all(rooms: &[(&Band<'_>, Rect)], room: Rect) -> Option<Rect> {
    let top = rooms.iter().map(|(_, at)| at.y + at.h).fold(room.y, f64::max) + GAP;
    let free = Rect { y: top, h: room.y + room.h - top, ..room };
    (free.h >= LEAST_TOLD).then_some(free)
}

/// The least height of a room in which it is told what has happened.
const LEAST_TOLD: f64 = 64.0;

/// The free room in the column of seats beside a board, between what is at its top and what is at its bottom.
fn beside_rail(bands: &Bands<'_>, rooms: &[(&Band<'_>, Rect)]) -> Option<Rect> {
    let is_below = |band: &Band<'_>| bands.below.iter().any(|other| std::ptr::eq(other, band));
    let column = rooms.iter().filter(|(band, _)| !is_soft(band));
    let (lower, upper): (Vec<Rect>, Vec<Rect>) = (
        column.clone().filter(|(band, _)| is_below(band)).map(|(_, at)| *at).collect(),
        column.filter(|(band, _)| !is_below(band)).map(|(_, at)| *at).collect(),
    );
    let first = upper.first().or(lower.first())?;
    let top = upper.iter().map(|at| at.y + at.h).fold(0.0, f64::max) + ABOVE_PANEL + GAP;
    let bottom = lower.iter().map(|at| at.y).reduce(f64::min)? - GAP;
    Some(Rect::new(first.x, top, first.w, bottom - top))
}

/// The panel behind what is said beside a board: its legend, the facts of the table, and dice.
fn legend_panel((shape, is_window): (Shape, bool), bands: &Bands<'_>, rooms: &[(&Band<'_>, Rect)]) -> Option<Rect> {
    let is_said = |band: &Band<'_>| matches!(band, Band::Facts | Band::Key(_) | Band::Dice(_));
    let is_firm = |band: &&Band<'_>| !is_soft(band);
    let is_bare = bands.middle.iter().filter(is_firm).all(is_said);
    let mut said = rooms.iter().filter(|(band, at)| is_said(band) && at.h > 0.0).map(|(_, at)| *at);
    let is_beside = matches!(shape, Shape::Beside | Shape::Columns);
    let first = said.next().filter(|_| is_beside && is_bare && is_window)?;
    let bottom = said.fold(first.y + first.h, |bottom, at| bottom.max(at.y + at.h));
    // At the top of a board it begins with that.
    let above = if shape == Shape::Columns { ABOVE_PANEL } else { 0.0 };
    Some(Rect::new(first.x, first.y + PANEL - above, first.w, bottom - first.y + 2.0 + 2.0 * above))
}

/// The distance of the panel of a legend from the top of what it stands beside.
const PANEL: f64 = 1.0;
const ABOVE_PANEL: f64 = 8.0;

/// The width of a legend that is shown on request.
const LEGEND: f64 = 260.0;

/// Keeps the legends for which there is no room, for a page that shows them on request.
fn legend_aside(svg: &mut Svg, scene: &Scene, bands: &Bands<'_>, rooms: &[(&Band<'_>, Rect)]) {
    let is_shown = |n: usize| rooms.iter().any(|(band, _)| matches!(band, Band::Key(shown) if *shown == n));
    for band in &bands.middle {
        let Band::Key(n) = band else { continue };
        if !is_shown(*n) {
            let board = &scene.boards[*n];
            let size = (LEGEND, board::key_height(board, LEGEND));
            svg.aside("legend-sheet", size, |svg| {
                board::paint_key(svg, scene, board, Rect::new(0.0, 0.0, size.0, size.1));
            });
        }
    }
}

/// Enlarges the things of a plan step by step, as long as it fits and gets better.
fn grown<'p, 'a>(scene: &Scene, bands: &'p Bands<'a>, room: Rect, mut best: Plan<'p, 'a>) -> Plan<'p, 'a> {
    let steps: [fn(Sizes) -> Sizes; 4] = [
        |sizes| Sizes { strip: (sizes.strip * STEP).min(MAX_STRIP), ..sizes },
        |sizes| Sizes { middle: sizes.middle * STEP, ..sizes },
        |sizes| Sizes {
            hand: sizes.hand * STEP,
            middle: sizes.middle / STEP,
            at_seats: sizes.at_seats / STEP,
            ..sizes
        },
        |sizes| Sizes { at_seats: sizes.at_seats * STEP, ..sizes },
    ];
    // A forced plan has no room.
    for _ in 0..if best.worth < FORCED / 2.0 { 0 } else { MAX_STEPS } {
        let tried = steps.iter().filter_map(|step| plan(scene, bands, room, best.shape, step(best.sizes)));
        let better = tried.filter(|plan| plan.worth > best.worth + 1e-9);
        let Some(plan) = better.max_by(|a, b| a.worth.total_cmp(&b.worth)) else { break };
        best = plan;
    }
    best
}

/// The most that the strips of seats at a board grow on a phone, and legends in a window.
const MAX_STRIP: f64 = 1.25;
const MAX_KEY: f64 = 1.12;

/// The score of a plan that is squeezed into its room because nothing fits.
const FORCED: f64 = -100.0;

/// True if a strip of a width has all that a wide one has, without a line more.
fn is_close(scene: &Scene, seat: &SeatScene, wide: f64, sizes: Sizes) -> bool {
    let high = |wide: f64| strip_height(scene, seat, wide, sizes);
    high(wide) <= high(PLATE) + 0.1
}

/// The widths of strips that are only as wide as their contents.
const CLOSE_STRIPS: [f64; 5] = [240.0, 290.0, 340.0, 420.0, 520.0];

/// The strip of a seat at a table without a board, only as wide as its contents need.
fn narrow(scene: &Scene, seat: &SeatScene, at: Rect, sizes: Sizes) -> Rect {
    let is_fitting = |wide: &f64| is_close(scene, seat, *wide, sizes);
    let strips = CLOSE_STRIPS.into_iter().filter(|_| !sizes.is_phone).chain(STRIPS);
    let wide = strips.filter(|wide| *wide < at.w).find(is_fitting).unwrap_or(at.w);
    Rect { x: at.middle() - wide / 2.0, w: wide, ..at }
}

/// Marks the direction of play at a point: to the right, or to the left.
fn onward(svg: &mut Svg, (x, y): (f64, f64), way: f64) {
    for n in [-1.0, 0.0, 1.0] {
        let x = x + way * n * 12.0;
        svg.polygon("rim-way", &[(x - way * 4.0, y - 6.0), (x + way * 4.0, y), (x - way * 4.0, y + 6.0)]);
    }
}

/// The distance of a rim from what lies in it.
const WITHIN: f64 = 14.0;
/// The same at its left and right, for its round corners.
const WITHIN_SIDES: f64 = 44.0;

/// The radius of the corners of the rim around the middle of a table, relative to its width.
const RIM: f64 = 0.11;

/// The rim around what lies in the middle of a table of cards or dice; `None` for boards and columns.
fn rim(bands: &Bands<'_>, rooms: &[(&Band<'_>, Rect)]) -> Option<Rect> {
    let is_laid = |band: &Band<'_>| !is_soft(band) || matches!(band, Band::Sheet(_) | Band::Cups(_));
    if bands.middle.is_empty() || !bands.middle.iter().all(is_laid) {
        return None;
    }
    let is_middle = |band: &Band<'_>| bands.middle.iter().any(|middle| std::ptr::eq(middle, band));
    let middle = rooms.iter().filter(|(band, room)| is_middle(band) && room.h > 0.0);
    // Facts that are told beside the table are outside of it, and so is an open hand at its seat.
    let is_aside = |band: &Band<'_>| match band {
        Band::Facts => true,
        Band::Places(places, _) => places.iter().all(|place| is_of_dummy(place)),
        _ => false,
    };
    let (x, wide) = middle.clone().find(|(band, _)| !is_aside(band)).map(|(_, room)| (room.x, room.w))?;
    let is_outside = |(band, room): &(&Band<'_>, Rect)| (room.x != x || room.w != wide) && !is_aside(band);
    if middle.clone().any(is_outside) {
        return None;
    }
    let mut middle = middle.map(|(_, room)| *room).filter(|room| room.x == x && room.w == wide);
    let first = middle.next()?;
    let union = |all: Rect, one: Rect| {
        let (x, y) = (all.x.min(one.x), all.y.min(one.y));
        Rect::new(x, y, (all.x + all.w).max(one.x + one.w) - x, (all.y + all.h).max(one.y + one.h) - y)
    };
    let all = middle.fold(first, union);
    let (x, wide) = (all.x - WITHIN_SIDES + 3.0, all.w + 2.0 * WITHIN_SIDES - 6.0);
    (all.h > 90.0).then(|| Rect::new(x, all.y - WITHIN + 2.0, wide, all.h + 2.0 * WITHIN - 4.0))
}

/// A rim that takes of the free room above and below it as much as on either side.
fn roomy(rim: Rect, rooms: &[(&Band<'_>, Rect)]) -> Rect {
    let across = rooms.iter().map(|(_, at)| *at).filter(|at| at.x < rim.x + rim.w && at.x + at.w > rim.x && at.h > 0.0);
    let top = across.clone().filter(|at| at.y + at.h <= rim.y + 1.0).map(|at| at.y + at.h).fold(0.0, f64::max);
    let bottom = across.filter(|at| at.y >= rim.y + rim.h - 1.0).map(|at| at.y).reduce(f64::min);
    let below = bottom.map_or(0.0, |bottom| bottom - rim.y - rim.h);
    let more = ((rim.y - top).min(below) - WITHIN).clamp(0.0, MORE_FELT);
    Rect { y: rim.y - more, h: rim.h + 2.0 * more, ..rim }
}

/// The most that a rim is farther from what lies in it than needed.
const MORE_FELT: f64 = 56.0;

/// The rim of the table that dice are rolled on: all that is free between the seats.
fn dice_rim(scene: &Scene, bands: &Bands<'_>, rooms: &[(&Band<'_>, Rect)], room: Rect) -> Option<Rect> {
    if !bands.middle.iter().any(|band| matches!(band, Band::Dice(_) | Band::Cups(_))) {
        return None;
    }
    let of = |group: &[Band<'_>]| {
        let is_in = |band: &Band<'_>| group.iter().any(|other| std::ptr::eq(other, band));
        let rooms = rooms.iter().filter(|(band, room)| is_in(band) && room.h > 0.0).map(|(_, room)| *room);
        rooms.collect::<Vec<Rect>>()
    };
    let top = of(&bands.above).iter().map(|room| room.y + room.h).fold(room.y, f64::max);
    let bottom = of(&bands.below).iter().map(|room| room.y).fold(room.y + room.h, f64::min);
    let (wide, high) = (room.w.min(DICE_TABLE), bottom - top - GAP);
    // It leaves its corners free, or it isn't painted.
    let across = |(band, room): &(&Band<'_>, Rect)| match band {
        Band::Dice(dice) => sheet::dice_width(scene, dice, *room),
        _ => 0.0,
    };
    let needs = rooms.iter().map(across).fold(0.0, f64::max) + 2.0 * DICE_SIDES;
    (high > 160.0 && needs <= wide).then(|| Rect::new(room.middle() - wide / 2.0 + 3.0, top + 1.0, wide - 6.0, high))
}

/// The least distance of dice from the left and right rim of their table.
const DICE_SIDES: f64 = 4.0;

/// The greatest width of a table that dice are rolled on.
const DICE_TABLE: f64 = 1180.0;

/// The middle and the width of the boards of a plan.
fn board_at(scene: &Scene, rooms: &[(&Band<'_>, Rect)]) -> Option<(f64, f64)> {
    let wide = |(band, room): &(&Band<'_>, Rect)| match band {
        Band::Boards(boards) => Some((room.middle(), boards_size(scene, boards, room.w, room.h).0)),
        Band::Track(n) => Some((room.middle(), track::wide(&scene.tracks[*n], room.w, room.h))),
        Band::Pits(pits) => Some((room.middle(), pits.size(room.w, room.h).0)),
        _ => None,
    };
    rooms.iter().find_map(wide)
}

/// A strip above or below a board, as wide as that if its contents fit.
fn on_board(scene: &Scene, seat: &SeatScene, at: Rect, board: Option<(f64, f64)>, sizes: Sizes) -> Rect {
    let Some((middle, wide)) = board else { return at };
    let left = (middle - wide / 2.0).max(at.x);
    let wide = wide.clamp(LEAST_STRIP, PLATE).min(at.w);
    let fits = |wide: f64| plate::height(scene, seat, wide, sizes.is_terse) <= at.h - GAP + 0.1;
    let x = (middle - wide / 2.0).clamp(at.x, at.x + at.w - wide);
    // Only as wide as its contents, at the left edge of the board.
    let close = if sizes.is_phone {
        None
    } else {
        CLOSE_STRIPS.into_iter().find(|close| *close <= wide && is_close(scene, seat, *close, sizes))
    };
    match close {
        // A seat whose thing is at the right end of a track has its strip there.
        Some(close) if track::is_right(scene, seat.number) => {
            Rect { x: at.x + at.w - close - (left - at.x), w: close, ..at }
        }
        Some(close) => Rect { x: left.min(at.x + at.w - close), w: close, ..at },
        None if fits(wide) => Rect { x, w: wide, ..at },
        None => at,
    }
}

/// Paints the most characteristic part of a game: its board, or else a hand, or the middle of its table.
pub(crate) fn paint_tile(svg: &mut Svg, scene: &Scene, frame: Frame) -> Option<Rect> {
    let sizes = Sizes {
        is_phone: true,
        hand: 64.0,
        middle: 0.9,
        at_seats: 0.9,
        is_terse: false,
        fold: FOLD,
        has_key: true,
        strip: 1.0,
        is_rail: false,
        is_flat: true,
        is_low: true,
        is_told: false,
    };
    let room = Rect::new(0.0, 0.0, frame.width, frame.height).inset(4.0);
    let held = |at: At| scene.places.iter().filter(move |place| place.at == at && place.count > 0);
    let hand: Vec<&Place> = held(At::Hand).take(1).collect();
    let band = match (scene.boards.is_empty(), scene.tracks.is_empty(), scene.dice.first()) {
        (false, ..) => Band::Boards(vec![0]),
        (_, false, _) => Band::Track(0),
        (.., Some(dice)) if hand.is_empty() => Band::Dice(vec![dice]),
        _ if hand.is_empty() => Band::Places(held(At::Centre).chain(held(At::Supply)).take(2).collect(), Part::Middle),
        _ => Band::Places(hand, Part::Hand),
    };
    let high = if is_soft(&band) { soft(scene, &band, room.w, room.h).1 } else { height(scene, &band, room.w, sizes) };
    let y = room.y + ((room.h - high) / 2.0).max(0.0);
    one(svg, scene, &band, Rect::new(room.x, y, room.w, high.min(room.h)), sizes);
    None
}

fn bands<'a>(scene: &'a Scene, frame: Frame) -> Bands<'a> {
    let own = scene.seats.iter().find(|seat| seat.is_own);
    let others: Vec<&SeatScene> = scene.seats.iter().filter(|seat| !seat.is_own).collect();
    let with =
        |is_there: &dyn Fn(&Place) -> bool| scene.places.iter().filter(|place| is_there(place)).collect::<Vec<_>>();
    let of_others = with(&|place| {
        let is_theirs = others.iter().any(|seat| place.at == At::Seat(seat.number));
        let is_apart = is_of_dummy(place) || is_common(scene, place);
        is_theirs && place.count > 0 && !is_tucked(place) && !is_apart
    });
    let is_around = of_others.is_empty() && scene.boards.is_empty() && scene.tracks.is_empty();
    let around = Some(&others).filter(|others| is_around && (2..=7).contains(&others.len())).map(|others| {
        // Up to four beside the middle, the others above it.
        let beside = if others.len() > 4 { 2 } else { 1 };
        let (left, rest) = others.split_at(beside);
        let (top, right) = rest.split_at(rest.len() - beside);
        let upwards = left.iter().rev().copied().collect();
        [Band::Seats(upwards), Band::Seats(top.to_vec()), Band::Seats(right.to_vec())]
    });
    let held = |seat: &&'a SeatScene| {
        let held = of_others.iter().copied().filter(|place| place.at == At::Seat(seat.number));
        (*seat, held.collect::<Vec<&Place>>())
    };
    let is_seen = !of_others.is_empty() && of_others.iter().all(|place| place.lies == Lies::Fan);
    let in_rows = (is_seen && (2..=4).contains(&others.len())).then(|| {
        // Seats without anything to be seen share a row.
        let is_holding = |seat: &&SeatScene| of_others.iter().any(|place| place.at == At::Seat(seat.number));
        let (holding, bare): (Vec<&SeatScene>, Vec<&SeatScene>) = others.iter().partition(|seat| is_holding(seat));
        let bare = (!bare.is_empty()).then_some(Band::Seats(bare));
        bare.into_iter().chain(holding.iter().map(held).map(|(seat, places)| Band::Held(seat, places))).collect()
    });
    let all_hold = others.iter().all(|seat| of_others.iter().any(|place| place.at == At::Seat(seat.number)));
    let in_pairs = (in_rows.is_some() && all_hold)
        .then(|| others.chunks(2).map(|pair| Band::Pair(pair.iter().map(held).collect())).collect());
    let dummy = scene.places.iter().find(|place| is_of_dummy(place) && place.count > 0);
    let is_at = |seats: &Band<'_>| match (seats, dummy) {
        (Band::Seats(seats), Some(dummy)) => seats.iter().any(|seat| dummy.at == At::Seat(seat.number)),
        _ => false,
    };
    let dummy = around.as_ref().and_then(|around| around.iter().position(is_at)).filter(|side| *side != 1);
    let mut above = Vec::new();
    above.extend((!others.is_empty()).then_some(Band::Seats(others)));
    above.extend((!of_others.is_empty()).then_some(Band::Places(of_others, Part::AtSeats)));
    let mut below = Vec::new();
    let of_own = with(&|place| {
        let is_own = own.is_some_and(|seat| place.at == At::Seat(seat.number));
        is_own && place.count > 0 && !is_only_counted(place) && !is_common(scene, place)
    });
    let is_going = scene.seats.iter().any(|seat| seat.is_due);
    let is_own_die = |dice: &&Dice| dice.seat.is_some() && dice.seat == own.map(|seat| seat.number);
    let dice: Vec<&Dice> = scene.dice.iter().filter(is_own_die).filter(|dice| !dice.shown.is_empty()).collect();
    let dice = Some(dice).filter(|dice| !dice.is_empty() && (scene.uncovered.is_empty() || is_going));
    below.extend(dice.map(Band::Dice));
    below.extend((!of_own.is_empty()).then_some(Band::Places(of_own, Part::AtSeats)));
    let hands = with(&|place| place.at == At::Hand && place.count > 0 && !is_tray(place));
    // An empty hand has its place as well, as long as its owner has something to do.
    let empty = with(&|place| place.at == At::Hand && place.lies == Lies::Fan);
    let empty =
        empty.into_iter().take(1).filter(|_| hands.is_empty() && own.is_some_and(|seat| seat.is_in && seat.is_due));
    below.extend(empty.map(|hand| Band::Places(vec![hand], Part::Empty)));
    let is_phone = frame.width < PHONE && frame.height >= LEAST_TILED;
    below.extend(hands.into_iter().map(|hand| match is_phone && tile::is_told(scene, hand) {
        true => Band::Tiles(hand),
        false => Band::Places(vec![hand], Part::Hand),
    }));
    below.extend(own.map(|seat| Band::Seats(vec![seat])));
    Bands { above, in_rows, in_pairs, middle: middle(scene, frame), below, around, dummy }
}

/// The least height of a phone's table on which the cards of a hand with text are tiles.
const LEAST_TILED: f64 = 500.0;

/// True if a place is a tray that cards of the viewer's hand are laid into.
fn is_tray(place: &Place) -> bool {
    place.at == At::Hand && place.room > 0
}

/// The width of cards at which all that lies in the middle has to fit into one row.
const WORTH_A_ROW: f64 = 104.0;

/// The height from which rows face each other although all would fit into one.
const TWO_ROWS: f64 = 690.0;

/// The least height of a table on which two rows of cards face each other.
const FACING: f64 = 620.0;

/// The least height of a table on which a race has several streets.
const LEAST_STREETS: f64 = 540.0;

fn middle<'a>(scene: &'a Scene, frame: Frame) -> Vec<Band<'a>> {
    let mut bands = Vec::new();
    let dummies = scene.places.iter().filter(|place| is_of_dummy(place) && place.count > 0);
    bands.extend(dummies.map(|place| {
        // On a phone its cards are as large as those in hand, to be tapped.
        let is_phone = frame.width < PHONE || frame.height < LOW;
        let part = if is_played(place) && is_phone { Part::Hand } else { Part::AtSeats };
        Band::Places(vec![place], part)
    }));
    let cups = Cups::of(scene);
    bands.extend(claim::of(scene).filter(|_| cups.is_none()).map(Band::Claim));
    let is_told = |fact: &Fact| {
        let is_elsewhere = items::is_button(scene, fact) || items::is_at_place(scene, fact);
        !fact.is_minor && !is_elsewhere && fact.look != FactLook::Dice
    };
    let is_line = |line: &String| !calls::is_one(scene, line);
    let has_facts =
        scene.facts.iter().any(is_told) || scene.lines.iter().any(is_line) || items::counted(scene).next().is_some();
    let has_facts = has_facts || scene.places.iter().any(|place| !place.to_come.is_empty());
    let has_facts = has_facts || board::has_guesses(scene) || items::told_cards(scene).next().is_some();
    bands.extend(has_facts.then_some(Band::Facts));
    bands.extend(race::of(scene).is_some().then_some(Band::Race(frame.height < LEAST_STREETS)));
    // Boards of edges and corners are painted on those of the squares.
    let boards = || (0..scene.boards.len()).filter(|&n| scene.boards[n].joints.is_none());
    bands.extend((!scene.boards.is_empty()).then(|| Band::Boards(boards().collect())));
    let pits = Pits::of(scene);
    let tracks = if pits.is_some() { 0..0 } else { 0..scene.tracks.len() };
    bands.extend(pits.map(Band::Pits));
    bands.extend(tracks.map(Band::Track));
    let has_key = |&n: &usize| board::has_key(&scene.boards[n]);
    bands.extend(boards().filter(has_key).map(Band::Key));
    let is_shown = |place: &&Place| {
        place.count > 0 || place.of.is_some() || place.room > 0 || matches!(place.lies, Lies::Trick | Lies::Cascade)
    };
    let at = |wanted: At| scene.places.iter().filter(move |place| place.at == wanted).filter(is_shown);
    let (tricks, common): (Vec<&Place>, Vec<&Place>) =
        at(At::Supply).chain(at(At::Centre)).partition(|place| is_round(scene, place));
    // What the other of two has laid out is above or on the left, and what the viewer has below or on the right.
    let is_own = |place: &&Place| scene.seats.first().is_some_and(|seat| place.at == At::Seat(seat.number));
    let (right, left): (Vec<&Place>, Vec<&Place>) =
        scene.places.iter().filter(|place| is_common(scene, place)).partition(is_own);
    let is_item = |place: &Place| {
        let items = items::counted(scene).chain(items::told_cards(scene));
        items.into_iter().any(|item| item.name == place.name)
    };
    let common = common.into_iter().filter(|place| !is_item(place));
    // Small cards are below all others, so that these can share a row.
    let (small, large): (Vec<&Place>, Vec<&Place>) = common.partition(|place| place.lies == Lies::Small);
    let common: Vec<&Place> = large.into_iter().chain(small).collect();
    // As rows that face each other if there is height for two.
    // On a phone only for cards with numbers in their lower corners, which have to be read.
    let has_height = match frame.width >= PHONE {
        true => frame.height >= FACING,
        false => frame.height >= LEAST_TILED && left.iter().chain(&right).all(|place| is_numbered(scene, place)),
    };
    let is_facing = has_height && left.len() == 1 && right.len() == 1;
    let supply: Vec<&Place> = common.iter().copied().filter(|place| !tile::is_one(place)).collect();
    let across = |places: &[&Place]| row_width(scene, places, Size::of_width(WORTH_A_ROW));
    let is_one_row = is_facing
        && frame.height < TWO_ROWS
        && !supply.is_empty()
        && supply
            .iter()
            .all(|place| matches!(place.lies, Lies::Pile | Lies::Row | Lies::Fan | Lies::Chips | Lies::Stacks))
        && across(&left) + across(&supply) + across(&right) <= frame.width - 40.0;
    // A few cards at both ends of one row, with what belongs to both between them.
    let (laid, common): ([Vec<&Place>; 2], Vec<&Place>) = match (is_one_row, is_facing) {
        (true, _) => ([left.into_iter().chain(common).chain(right).collect(), Vec::new()], Vec::new()),
        (false, true) => ([left, right], common),
        (false, false) => ([left.into_iter().chain(right).collect(), Vec::new()], common),
    };
    let trays: Vec<&Place> = scene.places.iter().filter(|place| is_tray(place)).collect();
    // Nothing is played to a trick as long as a card lies open for a choice.
    let is_chosen = !trays.is_empty() || common.iter().any(|place| card::faces(scene, place).next().is_some());
    let tricks = tricks.into_iter().filter(|trick| trick.count > 0 || !is_chosen);
    let (mut columns, mut common) = (Vec::new(), common);
    while let (Some(family), rest) = Columns::of(scene, common.clone()) {
        columns.push(family);
        common = rest;
    }
    let (tiles, common): (Vec<&Place>, Vec<&Place>) = common.into_iter().partition(|place| tile::is_one(place));
    // During an auction nothing is played.
    let calls = Calls::of(scene);
    bands.extend(tricks.filter(|trick| trick.count > 0 || calls.is_none()).map(Band::Trick));
    bands.extend(calls.map(Band::Calls));
    bands.extend((!trays.is_empty()).then_some(Band::Places(trays, Part::Middle)));
    let [mut first, second] = laid;
    // What belongs to both lies beside the first of two rows if there is room.
    let mut common = common;
    if is_facing && !is_one_row && across(&first) + across(&common) <= frame.width - 40.0 && tiles.is_empty() {
        // At both of its sides, so that it is above the other one.
        let after = common.split_off(common.len().div_ceil(2));
        first = common.into_iter().chain(first).chain(after).collect();
        common = Vec::new();
    }
    // Above a hand that has to be read rows are few.
    let is_told = scene.places.iter().any(|place| tile::is_told(scene, place));
    if frame.width < PHONE && is_told && !first.is_empty() {
        first.append(&mut common);
    }
    let row = |row: Vec<&'a Place>| (!row.is_empty()).then_some(Band::Places(row, Part::Middle));
    bands.extend(row(first));
    bands.extend(tiles.into_iter().map(Band::Tiles));
    bands.extend((!common.is_empty()).then_some(Band::Places(common, Part::Middle)));
    // What belongs to both lies between the rows.
    bands.extend(row(second));
    bands.extend(columns.into_iter().map(Band::Columns));
    let common = scene.dice.iter().filter(|dice| dice.seat.is_none());
    let dice = common.chain(&scene.rolled).chain(&scene.uncovered).filter(|dice| !dice.shown.is_empty());
    let dice: Vec<&Dice> = dice.collect();
    bands.extend((!dice.is_empty() && !track::has_dice(scene)).then_some(Band::Dice(dice)));
    bands.extend((0..scene.sheets.len()).map(Band::Sheet));
    bands.extend(cups.map(Band::Cups));
    bands
}

/// True if a band is flexible: it takes the remaining room.
fn is_soft(band: &Band<'_>) -> bool {
    matches!(
        band,
        Band::Boards(_)
            | Band::Track(_)
            | Band::Pits(_)
            | Band::Tiles(_)
            | Band::Columns(_)
            | Band::Cups(_)
            | Band::Sheet(_)
    )
}

/// The width and height of a flexible band.
fn soft(scene: &Scene, band: &Band<'_>, width: f64, most: f64) -> (f64, f64) {
    match band {
        Band::Boards(boards) => boards_size(scene, boards, width, most),
        Band::Track(n) => (track::wide(&scene.tracks[*n], width, most), track::height(&scene.tracks[*n], width, most)),
        Band::Pits(pits) => pits.size(width, most),
        Band::Tiles(place) => tile::size(scene, place, width, most),
        Band::Columns(columns) => columns.size(width, most),
        Band::Sheet(n) => sheet::size(&scene.sheets[*n], width, most),
        Band::Cups(_) => (width, most),
        _ => (width, 0.0),
    }
}

/// The rectangles of boards in a room: side by side or stacked, whichever gives larger squares.
fn boards_in(scene: &Scene, boards: &[usize], room: Rect) -> Vec<(usize, Rect)> {
    let count = boards.len() as f64;
    let least = |wide: f64, high: f64| {
        let sides = boards.iter().map(|&n| board::side(&scene.boards[n], Rect::new(0.0, 0.0, wide, high)));
        sides.fold(f64::MAX, f64::min)
    };
    let (wide, high) = ((room.w - GAP * (count - 1.0)) / count, (room.h - GAP * (count - 1.0)) / count);
    let is_row = count > 1.0 && least(wide, room.h) > least(room.w, high);
    if !is_row {
        let at = |n: usize| Rect::new(room.x, room.y + n as f64 * (high + GAP), room.w, high);
        return boards.iter().enumerate().map(|(n, &board)| (board, at(n))).collect();
    }
    let widths: Vec<f64> = boards.iter().map(|&n| board::size(&scene.boards[n], wide, room.h).0).collect();
    let mut x = room.middle() - (widths.iter().sum::<f64>() + GAP * (count - 1.0)) / 2.0;
    let mut rooms = Vec::new();
    for (&n, wide) in boards.iter().zip(widths) {
        rooms.push((n, Rect::new(x, room.y, wide, room.h)));
        x += wide + GAP;
    }
    rooms
}

/// The width and height of boards.
fn boards_size(scene: &Scene, boards: &[usize], width: f64, most: f64) -> (f64, f64) {
    let rooms = boards_in(scene, boards, Rect::new(0.0, 0.0, width, most));
    let is_row = rooms.windows(2).any(|pair| pair[0].1.y == pair[1].1.y);
    let sizes: Vec<(f64, f64)> = rooms.iter().map(|(n, room)| board::size(&scene.boards[*n], room.w, room.h)).collect();
    let gaps = GAP * (sizes.len().max(1) - 1) as f64;
    let (sum, most) = match is_row {
        true => (sizes.iter().map(|(w, _)| w).sum::<f64>() + gaps, sizes.iter().map(|(_, h)| *h).fold(0.0, f64::max)),
        false => (sizes.iter().map(|(w, _)| *w).fold(0.0, f64::max), sizes.iter().map(|(_, h)| h).sum::<f64>() + gaps),
    };
    (sum, most)
}

/// The height of a band; 0 for a flexible one.
fn height(scene: &Scene, band: &Band<'_>, width: f64, sizes: Sizes) -> f64 {
    match band {
        Band::Seats(seats) => {
            let (side, rows) = rows_of_seats(seats, width, sizes);
            if is_column(seats, side, sizes) {
                return column_heights(scene, seats, plate_width(1, width), sizes).map(|high| high + CLOSE).sum();
            }
            let k = strip_scale(scene, seats, width, sizes);
            rows as f64 * (plate_height(scene, seats, plate_width(side, width) / k, sizes) * k + GAP)
        }
        Band::Held(seat, places) => {
            let (wide, beside) = held_widths(scene, places, width, sizes);
            let size = sizes.card(Part::AtSeats).beside_seat();
            let free = beside.unwrap_or(width);
            let rows = rows(scene, places, free, size);
            let cards: f64 = rows.iter().map(|row| row_height(scene, row, free, size)).sum();
            let strip = strip_height(scene, seat, wide, sizes);
            if beside.is_some() { cards.max(strip + GAP) } else { cards + strip + 2.0 }
        }
        Band::Pair(pair) => {
            let wide = plate_width(2, width);
            let size = sizes.card(Part::AtSeats).beside_seat();
            let cards = |places: &[&Place]| -> f64 {
                rows(scene, places, wide, size).iter().map(|row| row_height(scene, row, wide, size)).sum()
            };
            let strips = paired_height(scene, pair, wide, sizes);
            strips + 2.0 + pair.iter().map(|(_, places)| cards(places)).fold(0.0, f64::max)
        }
        Band::Places(_, Part::AtSeats | Part::Empty) if sizes.is_terse => 0.0,
        Band::Places(places, part) => {
            let size = briefed(scene, places, width, sizes.card(*part));
            rows(scene, places, width, size).iter().map(|row| row_height(scene, row, width, size)).sum()
        }
        Band::Calls(calls) => calls.height(width),
        Band::Trick(_) => place::trick_height(sizes.card(Part::Middle), sizes.is_flat),
        Band::Key(n) => {
            let k = key_scale(&scene.boards[*n], width, sizes);
            board::key_height(&scene.boards[*n], width / k) * k
        }
        Band::Facts => {
            let items = items::of_table(scene);
            let rows = items::rows(scene, &items, width, sizes.items(scene)).len() as f64;
            let edge = fact_edge(sizes);
            rows * sizes.items(scene) + fact_lines(scene, width - 2.0 * edge).len() as f64 * LINE + 6.0 + edge * 1.5
        }
        // The last roll only tells.
        Band::Dice(dice) if scene.dice.is_empty() && sizes.is_phone => {
            sheet::dice_height(scene, dice, width, (sizes.hand * 0.72).min(ROLLED))
        }
        Band::Dice(dice) => {
            let part = if sheet::are_alone(scene) && sizes.is_phone { 0.92 } else { 0.72 };
            sheet::dice_height(scene, dice, width, sizes.hand * part)
        }
        Band::Claim(fact) => claim::height(fact, width),
        Band::Race(is_low) => race::height(scene, (width, *is_low)),
        Band::Boards(_)
        | Band::Track(_)
        | Band::Pits(_)
        | Band::Tiles(_)
        | Band::Columns(_)
        | Band::Cups(_)
        | Band::Sheet(_) => 0.0,
    }
}

const LINE: f64 = 19.0;
/// The side of the dice of the last roll on a phone.
const ROLLED: f64 = 48.0;

/// The heights of the corners beside a board on its tip, relative to the room, and their least width.
const CORNERS: [f64; 4] = [0.26, 0.2, 0.15, 0.11];
const LEAST_CORNER: f64 = 100.0;
/// The minimum width of a legend beside a board, and of the rest of a table.
const NARROW: f64 = 116.0;
const BESIDE: f64 = 190.0;
/// The minimum width of seats beside a table, and the candidates relative to that of the room.
const ASIDE: f64 = 128.0;
const ASIDE_BOARD: f64 = 104.0;
const WIDTHS_ASIDE: [f64; 6] = [0.2, 0.24, 0.3, 0.36, 0.42, 0.5];

/// Lays out the bands in an arrangement with given sizes; `None` if that doesn't fit.
fn plan<'p, 'a>(scene: &Scene, bands: &'p Bands<'a>, room: Rect, shape: Shape, sizes: Sizes) -> Option<Plan<'p, 'a>> {
    let is_last = sizes.hand == WIDTHS[WIDTHS.len() - 1] && sizes.is_terse && sizes.fold < 1.0 && sizes.middle < 1.0;
    let all = |bands: &'p [Band<'a>]| bands.iter().collect::<Vec<_>>();
    let (above, below) = (all(&bands.above), all(&bands.below));
    let middle = bands.middle.iter().filter(|band| sizes.has_key || !matches!(band, Band::Key(_)));
    let (softs, firm): (Vec<_>, Vec<_>) = middle.clone().partition(|band| is_soft(band));
    let is_rail = shape == Shape::Columns && is_board(&softs) && !sizes.is_phone;
    let sizes = Sizes { is_rail, ..sizes };
    let mut rooms = Vec::new();
    match shape {
        Shape::Rows | Shape::Pairs => {
            let rows = if shape == Shape::Rows { &bands.in_rows } else { &bands.in_pairs };
            let rows = rows.as_ref().filter(|_| !sizes.is_terse)?;
            let has_room = |(_, places): &(&SeatScene, Vec<&Place>)| {
                let needs = row_width(scene, places, sizes.card(Part::AtSeats).beside_seat());
                needs <= LAPPED * plate_width(2, room.w)
            };
            if rows.iter().any(|band| matches!(band, Band::Pair(pair) if !pair.iter().all(has_room))) {
                return None;
            }
            let whole: Vec<_> = rows.iter().chain(middle).chain(below.iter().copied()).collect();
            stack(scene, &whole, room, (sizes, (rows.len(), below.len())), is_last, &mut rooms)?;
        }
        Shape::Stacked => {
            let whole: Vec<_> = above.iter().copied().chain(middle).chain(below.iter().copied()).collect();
            let spread = (above.len(), below.len());
            stack(scene, &whole, room, (sizes, spread), is_last, &mut rooms)?;
        }
        Shape::Beside => {
            let is_wide = |band: &&Band<'_>| matches!(band, Band::Track(n) if track::is_strip(&scene.tracks[*n]));
            let is_around = |band: &&Band<'_>| is_wide(band) || matches!(band, Band::Cups(_));
            if softs.is_empty() || firm.is_empty() || room.w < PHONE && room.h > LOW || softs.iter().any(is_around) {
                return None;
            }
            let tall = |bands: &[&Band<'_>]| bands.iter().map(|band| height(scene, band, room.w, sizes)).sum::<f64>();
            let (top, rest) = room.split_top(tall(&above));
            let (bottom, between) = rest.split_bottom(tall(&below));
            if between.h < 80.0 {
                return None;
            }
            let (main, side) = beside(scene, (&softs, &firm), between);
            stack(scene, &above, top, (sizes, (above.len(), 0)), false, &mut rooms)?;
            stack(scene, &softs, main, (sizes, (0, 0)), false, &mut rooms)?;
            // What stands beside a board begins at its top.
            let is_said = |band: &&Band<'_>| matches!(band, Band::Facts | Band::Key(_) | Band::Dice(_));
            let top = if firm.iter().all(is_said) { firm.len() } else { 0 };
            stack(scene, &firm, side, (sizes, (top, 0)), false, &mut rooms)?;
            stack(scene, &below, bottom, (sizes, (below.len(), 0)), false, &mut rooms)?;
        }
        Shape::Columns => {
            if softs.is_empty() || room.w < room.h || softs.iter().any(|band| matches!(band, Band::Cups(_))) {
                return None;
            }
            let each = room.h / softs.len() as f64;
            let columns = |part: f64| {
                let most = (room.w - BESIDE - GAP) * part;
                let wide = softs.iter().map(|band| soft(scene, band, most, each).0).fold(0.0, f64::max);
                match is_rail {
                    // The board and its seats are in the middle together.
                    true => {
                        let side = (room.w - wide - RAIL_GAP).min(RAIL.1);
                        let x = room.x + (room.w - wide - RAIL_GAP - side) / 2.0;
                        (Rect { x, w: wide, ..room }, Rect { x: x + wide + RAIL_GAP, w: side, ..room })
                    }
                    false => {
                        let x = room.x + wide + GAP;
                        (Rect { w: wide, ..room }, Rect { x, w: room.x + room.w - x, ..room })
                    }
                }
            };
            let rest: Vec<_> = above.iter().chain(&firm).chain(&below).copied().collect();
            // What is said in a rail is below the seats at its top.
            let is_said = |band: &&Band<'_>| matches!(band, Band::Facts | Band::Key(_));
            let top = above.len() + if is_rail && firm.iter().all(is_said) { firm.len() } else { 0 };
            let is_fitting = |(_, right): &(Rect, Rect)| {
                stack(scene, &rest, *right, (sizes, (top, below.len())), false, &mut Vec::new()).is_some()
            };
            // On a phone a board leaves a large hand of pieces the width that it needs.
            let parts: &[f64] = if sizes.is_phone { &PARTS_OF_BOARD } else { &[1.0] };
            let (left, right) = parts.iter().map(|part| columns(*part)).find(is_fitting)?;
            stack(scene, &softs, left, (sizes, (0, 0)), false, &mut rooms)?;
            stack(scene, &rest, right, (sizes, (top, below.len())), false, &mut rooms)?;
        }
        Shape::Aside | Shape::AsideSeats => {
            // What was found lies beside the claim that it is about.
            let is_claimed = shape == Shape::Aside
                && bands.middle.iter().any(|band| match band {
                    Band::Claim(fact) => !claim::is_settled(fact),
                    Band::Cups(cups) => cups.has_claim(),
                    _ => false,
                });
            if room.h > VERY_LOW || room.w < room.h || is_claimed {
                return None;
            }
            let is_told = |band: &&&Band<'_>| match band {
                Band::Facts => shape == Shape::Aside,
                band => matches!(band, Band::Seats(_) | Band::Key(_)),
            };
            let whole: Vec<_> = above.iter().copied().chain(middle).chain(below.iter().copied()).collect();
            let (told, rest): (Vec<_>, Vec<_>) = whole.iter().partition(is_told);
            if told.is_empty() || rest.is_empty() {
                return None;
            }
            let is_seats = |bands: &[Band<'_>]| usize::from(bands.iter().any(|band| matches!(band, Band::Seats(_))));
            let ends = (is_seats(&bands.above), is_seats(&bands.below));
            // As narrow as what is told there allows.
            let longest = scene.seats.iter().map(plate::least_width).fold(0.0, f64::max);
            let least = if scene.boards.is_empty() { ASIDE } else { ASIDE_BOARD.max(longest).min(ASIDE) };
            let wide = WIDTHS_ASIDE.map(|part| (room.w * part).clamp(least, 240.0)).into_iter().find(|wide| {
                let left = Rect { w: *wide, ..room };
                stack(scene, &told, left, (sizes, ends), is_last, &mut Vec::new()).is_some()
            })?;
            let left = Rect { w: wide, ..room };
            let right = Rect::new(room.x + wide + GAP, room.y, room.w - wide - GAP, room.h);
            stack(scene, &told, left, (sizes, ends), is_last, &mut rooms)?;
            stack(scene, &rest, right, (sizes, (0, 0)), is_last, &mut rooms)?;
        }
        Shape::Round => {
            let around @ [_, top, _] = bands.around.as_ref().filter(|_| !sizes.is_phone && room.w >= LEAST_ROUND)?;
            let tall =
                |bands: &[&'p Band<'a>]| bands.iter().map(|band| height(scene, band, room.w, sizes)).sum::<f64>();
            let is_empty = matches!(top, Band::Seats(seats) if seats.is_empty());
            let above: Vec<_> = Some(top).filter(|_| !is_empty).into_iter().collect();
            let (head, rest) = room.split_top(tall(&above));
            let (foot, between) = rest.split_bottom(tall(&below));
            let side = |n: usize| match bands.dummy == Some(n) {
                true => (room.w * 0.31).clamp(BESIDE, 340.0),
                false => (room.w * 0.22).clamp(BESIDE, 240.0),
            };
            // The rim needs room around what lies in it.
            let centre = Rect {
                x: between.x + side(0) + GAP + WITHIN_SIDES,
                y: between.y + WITHIN,
                w: between.w - side(0) - side(2) - 2.0 * (GAP + WITHIN_SIDES),
                h: between.h - 2.0 * WITHIN,
            };
            let whole: Vec<_> = middle.skip(usize::from(bands.dummy.is_some())).collect();
            stack(scene, &above, head, (sizes, (above.len(), 0)), false, &mut rooms)?;
            stack(scene, &whole, centre, (sizes, (0, 0)), false, &mut rooms)?;
            stack(scene, &below, foot, (sizes, (below.len(), 0)), false, &mut rooms)?;
            for (n, x) in [(0, between.x), (2, between.x + between.w - side(2))] {
                let side = side(n);
                let dummy = bands.middle.first().filter(|_| bands.dummy == Some(n));
                let column: Vec<_> = std::iter::once(&around[n]).chain(dummy).collect();
                let heights: Vec<f64> = column.iter().map(|band| height(scene, band, side, sizes)).collect();
                let high: f64 = heights.iter().sum();
                if high > between.h {
                    return None;
                }
                let mut y = between.y + (between.h - high) / 2.0;
                for (band, high) in column.into_iter().zip(heights) {
                    rooms.push((band, Rect::new(x, y, side, high)));
                    y += high;
                }
            }
        }
        Shape::Corners => {
            let [Band::Boards(boards)] = softs.as_slice() else { return None };
            let [n] = boards.as_slice() else { return None };
            let ([Band::Seats(others)], [Band::Seats(_)], [] | [Band::Facts]) =
                (above.as_slice(), below.as_slice(), firm.as_slice())
            else {
                return None;
            };
            if others.len() != 1 {
                return None;
            }
            let is_tip = board::is_on_tip(&scene.boards[*n], room);
            if !is_tip && !firm.is_empty() {
                return None;
            }
            // The lower a corner, the wider it is.
            let fits = |corner: &(f64, f64)| {
                let tall = |band: &Band<'_>| height(scene, band, corner.0, sizes) <= corner.1;
                corner.0 >= LEAST_CORNER && tall(above[0]) && tall(below[0])
            };
            let corners = CORNERS.into_iter().filter_map(|part| board::corner(&scene.boards[*n], room, part));
            let corner = corners.into_iter().find(fits)?;
            rooms.push((softs[0], room));
            for (band, is_top) in [(above[0], true), (below[0], false)] {
                let high = height(scene, band, corner.0, sizes);
                let y = if is_top { room.y } else { room.y + room.h - high };
                // Rows that go to the right leave the upper right and the lower left corner.
                let x = if is_top && !is_tip { room.x + room.w - corner.0 } else { room.x };
                rooms.push((band, Rect::new(x, y, corner.0, high)));
            }
            for band in firm {
                let high = height(scene, band, corner.0, sizes);
                rooms.push((band, Rect::new(room.x + room.w - corner.0, room.y, corner.0, high)));
            }
        }
    }
    // In a window a board has the seats beside it only if they have room there.
    let is_narrow = || rooms.iter().any(|(band, room)| matches!(band, Band::Seats(_)) && room.w < RAIL.0);
    let is_aside = match softs.as_slice() {
        _ if is_rail => is_narrow(),
        [Band::Track(_) | Band::Columns(_)] => shape == Shape::Columns && !sizes.is_phone,
        // Dice are above their sheet.
        [Band::Sheet(_)] => shape == Shape::Columns && !sizes.is_phone && room.h >= FACING,
        _ => false,
    };
    let round = match shape {
        Shape::Round => 0.5,
        // Hands lie at their seats.
        Shape::Rows | Shape::Pairs => 0.3,
        _ => 0.0,
    };
    let worth = worth(scene, &rooms, sizes, is_last) + round - if is_aside { 0.6 } else { 0.0 };
    Some(Plan { shape, sizes, rooms, worth })
}

/// True if a board is all that takes what room is left.
fn is_board(softs: &[&Band<'_>]) -> bool {
    matches!(softs, [Band::Boards(_)])
}

/// The least and the greatest width of the column of seats beside a board in a window, and its distance from that.
const RAIL: (f64, f64) = (250.0, 400.0);
const RAIL_GAP: f64 = 22.0;
/// The enlargement of seats and legends in it, and the least number of columns of these.
const RAIL_SCALES: [f64; 4] = [1.3, 1.22, 1.14, 1.07];
const RAIL_KEYS: usize = 3;

/// The least width of a table with seats at its sides.
const LEAST_ROUND: f64 = 700.0;

/// Stacks bands in a room; boards share the room that the others leave. The first `top` bands are aligned to its top
/// and the last `bottom` to its bottom, the others are centred between. `None` if they are too high, unless a fit is
/// forced.
fn stack<'p, 'a>(
    scene: &Scene,
    bands: &[&'p Band<'a>],
    room: Rect,
    (sizes, (first, last)): (Sizes, (usize, usize)),
    anyhow: bool,
    rooms: &mut Vec<(&'p Band<'a>, Rect)>,
) -> Option<()> {
    if bands.is_empty() {
        return Some(());
    }
    let firm: f64 = bands.iter().map(|band| height(scene, band, room.w, sizes)).sum();
    let least: f64 = bands.iter().map(|band| least_height(scene, band, room.w)).sum();
    if !anyhow && firm + least > room.h + 0.01 {
        return None;
    }
    let given = shares(scene, bands, (room, firm), sizes);
    let total: f64 = given.iter().sum();
    // If forced, bands are squeezed and shrink their contents.
    let squeeze = (room.h / total).min(1.0);
    let spare = (room.h - total).max(0.0);
    let middle = bands.len() - first - last;
    let between = (spare / (middle + 1) as f64).min(28.0);
    let mut y = room.y;
    // On a phone the seats are close to their board.
    if sizes.is_phone && first > 0 && last > 0 && is_board_alone(bands) {
        // What has happened is told below them.
        let is_told = sizes.is_told && spare > LEAST_TOLD + 2.0 * GAP;
        let gap = if is_told { 4.0 } else { (spare / (bands.len() + 1) as f64).min(CLOSE_TO_BOARD) };
        y += if is_told { 0.0 } else { (spare - gap * (bands.len() - 1) as f64) / 2.0 };
        for (band, given) in bands.iter().zip(given) {
            rooms.push((band, Rect::new(room.x, y, room.w, given * squeeze)));
            y += given * squeeze + gap;
        }
        return Some(());
    }
    for (n, band) in bands.iter().enumerate() {
        if n == first && middle > 0 {
            y += (spare - between * (middle - 1) as f64) / 2.0;
        } else if n > first && n < first + middle {
            y += between;
        } else if n == first + middle {
            y = y.max(room.y + room.h - given[n..].iter().sum::<f64>() * squeeze);
        }
        let high = given[n] * squeeze;
        rooms.push((band, Rect::new(room.x, y, room.w, high)));
        y += high;
    }
    Some(())
}

/// The greatest gap between a board and its seats on a phone.
const CLOSE_TO_BOARD: f64 = 36.0;

/// True if there is only a board between seats, with what is said about it.
fn is_board_alone(bands: &[&Band<'_>]) -> bool {
    let is_board = |band: &Band<'_>| matches!(band, Band::Boards(_) | Band::Pits(_) | Band::Track(_));
    let is_said = |band: &Band<'_>| matches!(band, Band::Seats(_) | Band::Facts | Band::Key(_) | Band::Dice(_));
    bands.iter().any(|band| is_board(band)) && bands.iter().all(|band| is_board(band) || is_said(band))
}

/// The heights of bands: flexible ones get at least their minimum and at most what they can use.
fn shares(scene: &Scene, bands: &[&Band<'_>], (room, firm): (Rect, f64), sizes: Sizes) -> Vec<f64> {
    let mut given: Vec<f64> = bands.iter().map(|band| height(scene, band, room.w, sizes)).collect();
    let mut softs: Vec<usize> = (0..bands.len()).filter(|&n| is_soft(bands[n])).collect();
    let least = |n: usize| least_height(scene, bands[n], room.w);
    let spare = room.h - firm - softs.iter().map(|&n| least(n)).sum::<f64>();
    let mut left = spare.max(0.0);
    // In ascending order of usable height.
    let wish = |n: usize| soft(scene, bands[n], room.w, room.h).1 - least(n);
    softs.sort_by(|&a, &b| wish(a).total_cmp(&wish(b)));
    for (k, &n) in softs.iter().enumerate() {
        let most = least(n) + left / (softs.len() - k) as f64;
        given[n] = soft(scene, bands[n], room.w, most).1;
        left -= (given[n] - least(n)).max(0.0);
    }
    given
}

/// The minimum height of a flexible band.
fn least_height(scene: &Scene, band: &Band<'_>, width: f64) -> f64 {
    match band {
        Band::Boards(_) | Band::Pits(_) => 70.0,
        Band::Track(n) => track::least_height(&scene.tracks[*n], width),
        Band::Tiles(place) => tile::least_height(scene, place, width),
        Band::Columns(columns) => columns.least_height(),
        Band::Sheet(n) => sheet::least_height(&scene.sheets[*n], width),
        Band::Cups(cups) => cups.least_height(width),
        _ => 0.0,
    }
}

/// The score of a plan: visibility and tap target sizes of its boards and cards.
fn worth(scene: &Scene, rooms: &[(&Band<'_>, Rect)], sizes: Sizes, is_last: bool) -> f64 {
    let mut worth = if is_last { FORCED } else { 0.0 };
    // The accessible names of squares say the same as the legend, which gives way to the board on a phone, unless it
    // explains what squares do.
    worth -= match (sizes.has_key, sizes.is_phone) {
        (true, _) => 0.0,
        (false, _) if scene.boards.iter().any(board::has_effects) => 0.85,
        (false, true) => 0.1,
        (false, false) => 0.3,
    };
    // Where the width of a board limits it, its seats grow.
    if rooms.iter().any(|(band, _)| matches!(band, Band::Boards(_) | Band::Pits(_) | Band::Track(_))) {
        worth += 0.12 * (sizes.strip - 1.0);
        // A row more isn't worth larger letters.
        let single = rooms.iter().filter_map(|(band, room)| match band {
            Band::Seats(seats) if seats.len() == 1 => Some((seats[0], room.w)),
            _ => None,
        });
        let more = |(seat, wide): (&SeatScene, f64)| {
            let high = |wide: f64| plate::height(scene, seat, wide, sizes.is_terse);
            high(wide / strip_scale(scene, &[seat], wide, sizes)) - high(wide)
        };
        worth -= 0.003 * single.map(more).fold(0.0, f64::max);
    }
    let has_columns = rooms.iter().any(|(band, _)| matches!(band, Band::Columns(_)));
    let held: usize = rooms
        .iter()
        .map(|(band, _)| match band {
            Band::Held(..) => 1,
            Band::Pair(pair) => pair.len(),
            _ => 0,
        })
        .sum();
    let rows = rooms.iter().filter(|(band, _)| matches!(band, Band::Places(_, Part::Middle))).count();
    // Texts that have to be read need the room of piles, of which only the top card is seen.
    let has_tiles = rooms.iter().any(|(band, _)| matches!(band, Band::Tiles(_)));
    let is_crammed = |places: &[&Place]| has_tiles && places.iter().all(|place| place.lies == Lies::Pile);
    // An open hand of another seat isn't larger than the viewer's own.
    let own = || scene.places.iter().filter(|place| place.at == At::Hand && place.count > 0);
    let is_open = own().next().is_some() && own().all(|place| !is_face_down(place));
    let excess = if is_open { sizes.hand * (sizes.at_seats - 1.0).max(0.0) } else { 0.0 };
    let held_worth = |places: &[&Place], wide: f64| {
        let worth = places_worth(scene, (places, Part::AtSeats), (wide, sizes), has_columns);
        worth - excess * 0.02 * held.max(1) as f64
    };
    for (band, room) in rooms {
        worth += match band {
            Band::Boards(boards) => {
                let sides =
                    boards_in(scene, boards, *room).into_iter().map(|(n, room)| board::side(&scene.boards[n], room));
                3.0 * grows(sides.fold(f64::MAX, f64::min), 40.0, 150.0)
            }
            Band::Track(n) if is_blind(scene) => 2.6 * grows(track::side(&scene.tracks[*n], *room), 40.0, 90.0),
            Band::Track(n) => 2.0 * grows(track::side(&scene.tracks[*n], *room), 40.0, 90.0),
            Band::Pits(pits) => 3.0 * grows(pits.side(*room), 40.0, 110.0),
            // Invisible cards are worse than small ones.
            Band::Places(places, Part::AtSeats) if sizes.is_terse => {
                let cards: Vec<&CardScene> = places.iter().flat_map(|place| &place.cards).collect();
                let open = cards.iter().filter(|card| card.card.is_some()).count();
                match is_crammed(places) {
                    true => 0.05,
                    false => -0.4 - 3.0 * open as f64 / cards.len().max(1) as f64,
                }
            }
            Band::Places(places, Part::AtSeats) if is_crammed(places) => 0.0,
            Band::Places(places, part) => {
                // Cards that have been played aren't larger than those in hand.
                let has_hand = scene.places.iter().any(|place| place.at == At::Hand && place.count > 0);
                let is_laid = places.iter().any(|place| is_common(scene, place)) && has_hand;
                let part_of_hand = match part {
                    Part::Middle if is_laid || has_hand && sizes.is_phone => sizes.middle,
                    // Nor are those at other seats.
                    Part::AtSeats if has_hand => sizes.at_seats,
                    _ => 0.0,
                };
                let excess = sizes.hand * (part_of_hand - 1.0).max(0.0);
                // A few piles may use what room a hand of small cards leaves.
                let is_pile = |place: &&Place| match place.lies {
                    Lies::Pile => true,
                    Lies::Stacks => place.cards.len() <= 1,
                    _ => false,
                };
                let is_of_piles = sizes.is_phone && places.iter().all(is_pile);
                let cost = if is_of_piles { 0.004 } else { 0.02 };
                let worth = places_worth(scene, (places, *part), (room.w, sizes), has_columns);
                // Several rows in the middle don't outweigh a hand.
                let is_shared = matches!(part, Part::Middle) && has_hand && (sizes.is_phone || rows > 2);
                let shared = if is_shared { rows } else { 1 };
                // In a window what lies in the middle stays in one row.
                let broken = match part {
                    Part::Middle if !sizes.is_phone => {
                        self::rows(scene, places, room.w, sizes.card(*part)).len().saturating_sub(1)
                    }
                    _ => 0,
                };
                worth / shared.max(1) as f64 - excess * cost - broken as f64 * BROKEN
            }
            Band::Held(_, places) => {
                let wide = held_widths(scene, places, room.w, sizes).1.unwrap_or(room.w);
                held_worth(places, wide) / held.max(1) as f64
            }
            Band::Pair(pair) => {
                let wide = plate_width(2, room.w);
                pair.iter().map(|(_, places)| held_worth(places, wide)).sum::<f64>() / held.max(1) as f64
            }
            // The cards that are played are as large as those in hand.
            Band::Trick(_) => {
                let size = place::trick_size(scene, *room, (sizes.card(Part::Middle), sizes.is_flat)).w;
                // In a row their number limits them.
                let smaller = if sizes.is_flat { 0.003 } else { 0.012 };
                // Nor are they larger, or than those of a dummy that the viewer chooses from; in a window not much.
                let is_dummy = |place: &&Place| is_of_dummy(place) && place.is_ours && place.count > 0;
                let most = match (sizes.is_phone, scene.places.iter().any(|place| is_dummy(&place))) {
                    (true, _) => sizes.hand,
                    (false, true) => sizes.card(Part::AtSeats).w,
                    (false, false) if has_own(scene) => sizes.hand * 1.15,
                    (false, false) => f64::MAX,
                };
                let excess = (size - most).max(0.0) * 0.03;
                // Only where nothing else has room.
                let has_dummy = scene.places.iter().any(|place| is_of_dummy(place) && place.count > 0);
                let flat = match (sizes.is_flat, has_dummy) {
                    (true, true) => BESIDE_DUMMY,
                    (true, false) => IN_A_ROW,
                    (false, _) => 0.0,
                };
                2.2 * grows(size, 50.0, 120.0) - (sizes.hand.min(120.0) - size).max(0.0) * smaller - excess - flat
            }
            Band::Tiles(place) => {
                // What one holds has to be read above all.
                let told = if place.at == At::Hand { 2.4 } else { 0.9 };
                2.0 * grows(tile::side(scene, place, *room), 60.0, 120.0) + told * tile::told(scene, place, *room)
            }
            Band::Columns(columns) => 3.0 * grows(columns.side(*room), 50.0, 120.0),
            Band::Cups(cups) => 1.5 * grows(cups.side(scene, *room), 60.0, 230.0),
            Band::Sheet(n) => grows(sheet::side(&scene.sheets[*n], *room), 25.0, 40.0),
            Band::Dice(dice) => {
                let most = if sheet::are_alone(scene) { 116.0 } else { 104.0 };
                let side = sheet::dice_side(scene, dice, *room);
                0.8 * grows(side, 40.0, most) - (side - most).max(0.0) * 0.004
            }
            _ => 0.0,
        };
    }
    worth
}

/// The cost in a window of each row but the first of places side by side in the middle.
const BROKEN: f64 = 0.4;

/// True if the viewer holds cards.
fn has_own(scene: &Scene) -> bool {
    scene.places.iter().any(|place| place.at == At::Hand && place.count > 0)
}

/// The cost of a trick in a row, and where it leaves its height to the open hand of a dummy.
const IN_A_ROW: f64 = 2.0;
const BESIDE_DUMMY: f64 = 0.2;

/// What a size is worth, with diminishing returns up to a maximum.
fn grows(size: f64, good: f64, most: f64) -> f64 {
    (size.min(most) / good).sqrt()
}

/// The score of the cards of some places in a width.
fn places_worth(
    scene: &Scene,
    (places, part): (&[&Place], Part),
    (wide, sizes): (f64, Sizes),
    has_columns: bool,
) -> f64 {
    let size = sizes.card(part);
    let is_open = |place: &&Place| place.lies == Lies::Fan && place.cards.iter().all(|card| card.card.is_some());
    let (share, good, most) = match part {
        // In a window few cards are as large as their table allows.
        // What one's own cards are only the others see.
        Part::Hand if places.iter().all(|place| is_face_down(place) && place.lies == Lies::Fan) => {
            (1.5, 44.0, if sizes.is_phone { 66.0 } else { 100.0 })
        }
        // A few cards aren't larger than those on the table, nor are any where piles have texts.
        Part::Hand if !sizes.is_phone && (has_tiles(scene) || has_table(scene) && is_short(places)) => {
            (2.0, 60.0, 116.0)
        }
        Part::Hand if sizes.is_phone => (2.8, 60.0, PHONE_CARD),
        Part::Hand => (2.0, 60.0, 150.0),
        Part::AtSeats if places.iter().all(is_open) && is_blind(scene) => (3.4, 50.0, 100.0),
        Part::AtSeats if places.iter().all(|place| place.is_ours) => (3.0, 60.0, 100.0),
        Part::AtSeats if places.iter().all(is_open) => (1.7, 50.0, 110.0),
        // Piles beside columns are small.
        Part::Middle if has_columns => (0.4, 40.0, 70.0),
        // What lies beside a track tells less than the hand.
        Part::Middle if !scene.tracks.is_empty() && places.iter().all(|place| place.at != At::Centre) => {
            (0.6, 40.0, 64.0)
        }
        Part::Middle if places.iter().any(|place| is_laid_out(place)) => {
            (3.0, 50.0, if sizes.is_phone { 120.0 } else { 140.0 })
        }
        // Piles that are face down only tell how many cards are left.
        Part::Middle if places.iter().all(|place| is_face_down(place)) => (0.6, 40.0, 70.0),
        Part::Middle => (1.0, 50.0, if sizes.is_phone { 120.0 } else { 140.0 }),
        Part::AtSeats => (0.5, 40.0, 80.0),
        Part::Empty => (0.0, 40.0, 80.0),
    };
    let seen = places.iter().map(|place| place::seen(scene, place, wide, size)).fold(f64::MAX, f64::min);
    let clear = places.iter().map(|place| place::clear(scene, place, (wide, sizes.is_phone), size)).fold(1.0, f64::min);
    let is_crowded = places.iter().any(|place| place::is_crowded(scene, place, wide, size));
    // Untappable own cards are worse than invisible cards of others.
    let is_small = sizes.is_phone && matches!(part, Part::Hand) && size.w < place::TARGET;
    // Cards side by side are better than larger ones that overlap.
    let seen = match (is_crowded && !sizes.is_phone, seen < size.w - 1.0) {
        (true, _) => seen * CROWDED,
        (false, true) => seen * 0.84,
        (false, false) => size.w,
    };
    // Cards that are larger than needed crowd the others.
    let excess = (size.w - most).max(0.0) * if sizes.is_phone && matches!(part, Part::Hand) { 0.02 } else { 0.004 };
    let is_empty = places.iter().all(|place| place.count == 0 && place.room == 0);
    let seen = if is_empty { LEAST_CARD } else { seen };
    // A dummy lies by suits where there is room.
    let by_suits = places.iter().filter(|place| Suits::of(scene, place, size).is_some()).count() as f64;
    share * grows(seen, good, most) * clear + 0.6 * by_suits
        - excess
        - if is_empty { size.w * 0.002 } else { 0.0 }
        - if is_small { 4.0 } else { 0.0 }
}

/// The most cards of a hand that has only a few.
const FEW_HELD: usize = 3;

fn is_short(places: &[&Place]) -> bool {
    places.iter().all(|place| place.count <= FEW_HELD)
}

/// True if piles lie as tiles in the middle of a table.
fn has_tiles(scene: &Scene) -> bool {
    scene.places.iter().any(tile::is_one)
}

/// True if cards lie open in a row in the middle of a table.
fn has_table(scene: &Scene) -> bool {
    scene.places.iter().any(|place| matches!(place.at, At::Centre | At::Supply) && place.lies == Lies::Row)
}

/// The width up to which cards of a hand grow on a phone.
const PHONE_CARD: f64 = 88.0;

/// The relative worth of the size of cards that only just overlap.
const CROWDED: f64 = 0.68;

/// True if the viewer doesn't see what is in hand: then the hands that only the others see are what a game is about.
fn is_blind(scene: &Scene) -> bool {
    scene.places.iter().any(|place| place.at == At::Hand && place.count > 0 && is_face_down(place))
}

/// True if open cards of a place lie side by side, such as those of a market.
fn is_laid_out(place: &Place) -> bool {
    matches!(place.lies, Lies::Row | Lies::Stacks | Lies::Fan | Lies::Trick)
        && place.cards.iter().any(|card| card.card.is_some())
}

/// The distance of what stands beside a board.
const BESIDE_BOARD: f64 = 14.0;

/// The rectangles of a board and of the bands beside it. The board stays centred if these are narrow.
fn beside(scene: &Scene, (softs, firm): (&[&Band<'_>], &[&Band<'_>]), room: Rect) -> (Rect, Rect) {
    let each = room.h / softs.len() as f64;
    let of = |band: &&Band<'_>| soft(scene, band, room.w, each).0;
    let free = (room.w - softs.iter().map(of).fold(0.0, f64::max)) / 2.0;
    let is_narrow = firm.iter().all(|band| matches!(band, Band::Facts | Band::Key(_) | Band::Dice(_)));
    let needs = firm.iter().map(|band| match band {
        Band::Key(n) => board::key_width(&scene.boards[*n]) + GAP,
        _ => NARROW,
    });
    let (side, main) = match is_narrow && free >= needs.fold(NARROW, f64::max) {
        true => (free - BESIDE_BOARD, room),
        false => {
            let side = (room.w - room.h).clamp(BESIDE, 420.0).min(room.w * 0.6);
            (side, Rect { w: room.w - side, ..room })
        }
    };
    (main, Rect { x: room.x + room.w - side, w: side, ..room })
}

fn one(svg: &mut Svg, scene: &Scene, band: &Band<'_>, room: Rect, sizes: Sizes) {
    match band {
        Band::Seats(seats) => plates(svg, scene, seats, room, sizes),
        Band::Held(seat, places) => {
            let (wide, beside) = held_widths(scene, places, room.w, sizes);
            let size = sizes.card(Part::AtSeats).beside_seat();
            let high = strip_height(scene, seat, wide, sizes);
            let Some(beside) = beside else {
                let (top, below) = room.split_top(high + 2.0);
                let top = Rect::new(room.middle() - wide / 2.0, top.y + 2.0, wide, high.min(top.h));
                plate::paint(svg, scene, seat, top, sizes.is_terse);
                return cards(svg, scene, places, below, size);
            };
            // The strips of all seats are below each other, and the longest hand with its strip is in the middle.
            let longest = |other: &SeatScene| {
                let theirs: Vec<&Place> = plate::held(scene, other).filter(|place| !is_tucked(place)).collect();
                row_width(scene, &theirs, size)
            };
            let others = scene.seats.iter().filter(|other| !other.is_own);
            let needs = others.map(longest).fold(0.0, f64::max).min(beside);
            // The cards are in the middle, above those of the viewer, if that leaves room for the strip.
            let x = (room.middle() - needs / 2.0 - wide - GAP).max(room.x);
            let x = if sizes.is_phone { room.x + (beside - needs) / 2.0 } else { x };
            let at = Rect::new(x, room.y + (room.h - high).max(0.0) / 2.0, wide, high.min(room.h));
            plate::paint(svg, scene, seat, at, sizes.is_terse);
            let own = row_width(scene, places, size).min(needs);
            cards(svg, scene, places, Rect { x: x + wide + GAP, w: own, ..room }, size);
        }
        Band::Pair(pair) => {
            let wide = plate_width(2, room.w);
            let size = sizes.card(Part::AtSeats).beside_seat();
            let high = paired_height(scene, pair, wide, sizes);
            let left = room.middle() - (pair.len() as f64 * (wide + GAP) - GAP) / 2.0;
            for (n, (seat, places)) in pair.iter().enumerate() {
                let at = Rect { x: left + n as f64 * (wide + GAP), w: wide, ..room };
                let (top, below) = at.split_top(high + 2.0);
                // In a window it is only as wide as its cards.
                let strip =
                    if sizes.is_phone { wide } else { row_width(scene, places, size).clamp(PAIRED.min(wide), wide) };
                let top = Rect::new(top.middle() - strip / 2.0, top.y + 2.0, strip, high.min(top.h));
                plate::paint(svg, scene, seat, top, sizes.is_terse);
                cards(svg, scene, places, below, size);
            }
        }
        Band::Places(_, Part::AtSeats | Part::Empty) if sizes.is_terse => {}
        Band::Places(places, Part::AtSeats) if sizes.is_phone => {
            let size = sizes.card(Part::AtSeats);
            match below_seats(scene, places, (room, size), sizes) {
                Some(rooms) => {
                    for (place, room) in rooms {
                        place::paint(svg, scene, place, room, size);
                    }
                }
                None => cards(svg, scene, places, room, size),
            }
        }
        Band::Places(places, part) => cards(svg, scene, places, room, sizes.card(*part)),
        Band::Tiles(place) => tile::paint(svg, scene, place, room),
        Band::Columns(columns) => columns.paint(svg, scene, room),
        Band::Trick(place) => place::paint_trick(svg, scene, place, room, (sizes.card(Part::Middle), sizes.is_flat)),
        Band::Calls(calls) => calls.paint(svg, scene, room),
        Band::Key(n) => {
            let k = key_scale(&scene.boards[*n], room.w, sizes);
            let inside = Rect::new(0.0, 0.0, room.w / k, room.h / k);
            svg.zoomed(k, room.corner(), |svg| board::paint_key(svg, scene, &scene.boards[*n], inside));
        }
        Band::Facts => {
            let items = items::of_table(scene);
            let high = items::rows(scene, &items, room.w, sizes.items(scene)).len() as f64 * sizes.items(scene);
            items::paint(svg, scene, &items, Rect { y: room.y + 2.0, h: high, ..room }, (sizes.items(scene), true));
            let edge = fact_edge(sizes);
            let room = Rect::new(room.x + edge, room.y + high + edge * 0.75, room.w - 2.0 * edge, room.h - high);
            for (n, (size, line)) in fact_lines(scene, room.w).iter().enumerate() {
                let y = room.y + 15.0 + n as f64 * LINE;
                let class = match *size {
                    DRAWN => "table-fact drawn",
                    size if size > FACT => "table-fact sentence",
                    _ => "table-fact",
                };
                svg.words(class, (room.middle(), y), (*size, room.w), Anchor::Middle, line);
            }
        }
        Band::Boards(boards) => {
            for (n, room) in boards_in(scene, boards, room) {
                board::paint(svg, scene, &scene.boards[n], room);
            }
        }
        Band::Track(n) => track::paint(svg, scene, &scene.tracks[*n], room),
        Band::Pits(pits) => pits.paint(svg, room),
        Band::Dice(dice) => sheet::paint_dice(svg, scene, dice, room),
        Band::Claim(fact) => claim::paint(svg, scene, fact, room),
        Band::Race(is_low) => race::paint(svg, scene, (room, *is_low)),
        Band::Cups(cups) => cups.paint(svg, scene, room),
        Band::Sheet(n) => sheet::paint(svg, scene, &scene.sheets[*n], room),
    }
}

/// The rooms of what other seats hold below the columns of their strips, if these are in one row and each has room.
fn below_seats<'a>(
    scene: &Scene,
    places: &[&'a Place],
    (room, size): (Rect, Size),
    sizes: Sizes,
) -> Option<Vec<(&'a Place, Rect)>> {
    let others: Vec<&SeatScene> = scene.seats.iter().filter(|seat| !seat.is_own).collect();
    let (side, rows) = rows_of_seats(&others, room.w, sizes);
    let wide = plate_width(side, room.w);
    let column = |place: &Place| others.iter().position(|seat| place.at == At::Seat(seat.number));
    let columns: Option<Vec<usize>> = places.iter().map(|place| column(place)).collect();
    let columns =
        columns.filter(|columns| rows == 1 && side > 1 && columns.windows(2).all(|pair| pair[0] != pair[1]))?;
    let fits = |place: &&Place| place::wish(scene, place, size) <= wide;
    let left = room.middle() - (wide * side as f64 + GAP * (side - 1) as f64) / 2.0;
    let at = |column: usize| Rect { x: left + column as f64 * (wide + GAP), w: wide, ..room };
    // Beside a column of strips it lies in rows.
    (room.x < LEAST_CORNER && places.iter().all(fits))
        .then(|| places.iter().zip(columns).map(|(place, column)| (*place, at(column))).collect())
}

/// Seats per row, and the number of rows.
fn rows_of_seats(seats: &[&SeatScene], width: f64, sizes: Sizes) -> (usize, usize) {
    let count = seats.len();
    // Many seats on a phone are placed closer, four side by side if they have short names.
    let is_short = || seats.iter().all(|seat| plate::least_width(seat) <= SLIMMEST);
    let least = match sizes.is_phone {
        true if count == 4 && is_short() => SLIMMEST,
        true if count > 2 => 108.0,
        _ => 150.0,
    };
    let side = (((width + GAP) / (least + GAP)).floor() as usize).clamp(1, count.max(1));
    // Rows are balanced.
    let rows = count.div_ceil(side);
    (count.div_ceil(rows.max(1)).max(1), rows)
}

/// The least width of a strip on a phone, and of one beside the cards of a seat with a short name.
const SLIMMEST: f64 = 78.0;
const SLIM: f64 = 46.0;

/// The width of a strip, for a number of them side by side.
fn plate_width(side: usize, width: f64) -> f64 {
    ((width - GAP * (side - 1) as f64) / side as f64).min(if side == 1 { PLATE } else { 400.0 })
}

/// The width of a strip with what its seat holds beside it.
fn strip_width(scene: &Scene, sizes: Sizes) -> f64 {
    let has_score = scene.seats.iter().any(|seat| plate::score_of(scene, seat).is_some());
    match (sizes.is_phone, has_score) {
        (true, true) => SCORED,
        // As wide as the longest name, if there is nothing else in it.
        (true, false) => {
            let others = scene.seats.iter().filter(|seat| !seat.is_own);
            others.map(plate::least_width).fold(0.0, f64::max).clamp(SLIM, SLIMMEST)
        }
        (false, _) => 190.0,
    }
}

/// The width of a seat's strip with what it holds, and that of the cards beside it; `None` if these are below the strip
/// because they are as large as a phone is wide.
fn held_widths(scene: &Scene, places: &[&Place], width: f64, sizes: Sizes) -> (f64, Option<f64>) {
    let strip = strip_width(scene, sizes);
    let beside = width - strip - GAP;
    let needs = row_width(scene, places, sizes.card(Part::AtSeats).beside_seat());
    if sizes.is_phone && needs > beside && needs <= width { (width, None) } else { (strip, Some(beside)) }
}

/// The width that the cards of a hand in a pair may need, as a part of their room: more would lie on each other.
const LAPPED: f64 = 1.5;

/// The least width of a strip above what its seat holds.
const PAIRED: f64 = 240.0;

/// The height of the strips of seats side by side above what they hold: one line, if that has all of each.
fn paired_height(scene: &Scene, pair: &[(&SeatScene, Vec<&Place>)], wide: f64, sizes: Sizes) -> f64 {
    let high = |seat: &SeatScene| match plate::is_line(scene, seat, wide.min(PAIRED), sizes.is_terse) {
        true => plate::ONE_LINE + plate::bets_height(seat),
        false => plate::height(scene, seat, wide.min(PAIRED), sizes.is_terse),
    };
    pair.iter().map(|(seat, _)| high(seat)).fold(0.0, f64::max)
}

/// The width of a strip on a phone that has a score beside its name.
const SCORED: f64 = 108.0;

/// The height of the strips of some seats.
fn plate_height(scene: &Scene, seats: &[&SeatScene], wide: f64, sizes: Sizes) -> f64 {
    seats.iter().map(|seat| strip_height(scene, seat, wide, sizes)).fold(0.0, f64::max)
}

/// The height of the strip of a seat: on a phone one line, if that has all.
fn strip_height(scene: &Scene, seat: &SeatScene, wide: f64, sizes: Sizes) -> f64 {
    match sizes.is_phone && plate::is_line(scene, seat, wide, sizes.is_terse) {
        true => plate::ONE_LINE + plate::bets_height(seat),
        false => plate::height(scene, seat, wide, sizes.is_terse),
    }
}

/// The enlargement of the strip of a seat that is alone in its row.
fn strip_scale(scene: &Scene, seats: &[&SeatScene], wide: f64, sizes: Sizes) -> f64 {
    match seats.len() == 1 {
        true if sizes.is_rail => {
            // A row more isn't worth larger letters.
            let high = |k: &f64| plate::height(scene, seats[0], wide / k, sizes.is_terse);
            let fits = |k: &f64| *k <= wide / LEAST_GROWN && high(k) <= high(&1.0) + 0.1;
            RAIL_SCALES.into_iter().find(fits).unwrap_or(1.0)
        }
        true if sizes.is_phone => sizes.strip.min(wide / LEAST_GROWN).max(1.0),
        _ => 1.0,
    }
}

/// The enlargement of a legend, whose longest title has room.
fn key_scale(board: &BoardScene, wide: f64, sizes: Sizes) -> f64 {
    if sizes.is_rail {
        let columns = |k: f64| board::key_columns(board, wide / k).0;
        let fits = |k: &f64| board::key_width(board) + GAP <= wide / k && columns(*k) >= columns(1.0).min(RAIL_KEYS);
        return RAIL_SCALES.into_iter().find(fits).unwrap_or(1.0);
    }
    let most = if sizes.is_phone { MAX_STRIP } else { MAX_KEY };
    let scale = sizes.strip.min(most).min(wide / (board::key_width(board) + GAP)).max(1.0);
    // More columns are better than larger letters.
    let columns = |wide: f64| board::key_columns(board, wide).0;
    if columns(wide / scale) < columns(wide) { 1.0 } else { scale }
}

/// The least width of the contents of a strip that grows.
const LEAST_GROWN: f64 = 240.0;

/// True if seats are below each other on a phone, each as high as it needs.
fn is_column(seats: &[&SeatScene], side: usize, sizes: Sizes) -> bool {
    sizes.is_phone && side == 1 && seats.len() > 1
}

/// The heights of the strips of a column.
fn column_heights(scene: &Scene, seats: &[&SeatScene], wide: f64, sizes: Sizes) -> impl Iterator<Item = f64> {
    seats.iter().map(move |seat| plate::height(scene, seat, wide, sizes.is_terse))
}

/// The gap between the strips of a column.
const CLOSE: f64 = 5.0;

fn plates(svg: &mut Svg, scene: &Scene, seats: &[&SeatScene], room: Rect, sizes: Sizes) {
    let (side, rows) = rows_of_seats(seats, room.w, sizes);
    let wide = plate_width(side, room.w);
    if is_column(seats, side, sizes) {
        let heights: Vec<f64> = column_heights(scene, seats, wide, sizes).collect();
        let squeeze = (room.h / heights.iter().map(|high| high + CLOSE).sum::<f64>()).min(1.0);
        let mut y = room.y;
        for (seat, high) in seats.iter().zip(heights) {
            let at = Rect::new(room.middle() - wide / 2.0, y + CLOSE / 2.0, wide, high * squeeze);
            plate::paint(svg, scene, seat, at, sizes.is_terse);
            y += (high + CLOSE) * squeeze;
        }
        return;
    }
    let high = (room.h / rows as f64 - GAP).max(0.0);
    // Strips side by side are alike, whoever has put in chips.
    let front = seats.iter().map(|seat| plate::bets_height(seat)).fold(0.0, f64::max);
    for (n, seat) in seats.iter().enumerate() {
        let (row, column) = (n / side, n % side);
        let in_row = side.min(seats.len() - row * side) as f64;
        let left = room.middle() - (wide * in_row + GAP * (in_row - 1.0)) / 2.0;
        let x = left + column as f64 * (wide + GAP);
        let bare = front - plate::bets_height(seat);
        let at = Rect::new(x, room.y + row as f64 * (high + GAP) + GAP / 2.0, wide, high - bare);
        if sizes.is_phone && rows == 1 && n > 0 && !scene.places.iter().any(|place| place.lies == Lies::Trick) {
            let (x, y) = (at.x - GAP / 2.0, at.y + at.h / 2.0);
            svg.polygon("rim-way", &[(x - 2.5, y - 5.0), (x + 2.5, y), (x - 2.5, y + 5.0)]);
        }
        let k = strip_scale(scene, seats, at.w, sizes);
        if k > 1.0 {
            let inside = Rect::new(0.0, 0.0, at.w / k, at.h / k);
            svg.zoomed(k, at.corner(), |svg| plate::paint(svg, scene, seat, inside, sizes.is_terse));
            continue;
        }
        plate::paint(svg, scene, seat, at, sizes.is_terse);
    }
}

/// The size of the cards of some places: small ones on a phone show only their pictures where that saves a row.
fn briefed(scene: &Scene, places: &[&Place], width: f64, size: Size) -> Size {
    // Of two rows that face each other the upper one is the other seat's: small cards need their room more than a name.
    if let [place] = places
        && size.w < NAMELESS
        && is_common(scene, place)
        && is_numbered(scene, place)
    {
        return size.beside_seat();
    }
    let small: Vec<&Place> = places.iter().copied().filter(|place| place.lies == Lies::Small).collect();
    let saves = || row_width(scene, &small, size) > width && row_width(scene, &small, size.brief()) <= width;
    if size.is_low && small.len() > 1 && saves() { size.brief() } else { size }
}

/// The width of cards below which a row that faces another has no name.
const NAMELESS: f64 = 64.0;

/// True if cards of a place have numbers in their lower corners.
fn is_numbered(scene: &Scene, place: &Place) -> bool {
    card::faces(scene, place).any(|face| !face.corners.is_empty())
}

/// Places in rows, each with the width available.
fn rows<'a>(scene: &Scene, places: &[&'a Place], width: f64, size: Size) -> Vec<Vec<&'a Place>> {
    let mut rows: Vec<Vec<&Place>> = Vec::new();
    let mut left = 0.0;
    for place in places {
        let wide = place::wish(scene, place, size);
        // Small cards have rows of their own.
        let is_small = place.lies == Lies::Small;
        let is_alike = |row: &Vec<&Place>| row.iter().all(|other| (other.lies == Lies::Small) == is_small);
        match rows.last_mut().filter(|row| wide <= left + 0.01 && is_alike(row)) {
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

/// The widths of a row's places: as preferred, or scaled down uniformly.
fn widths(scene: &Scene, row: &[&Place], width: f64, size: Size) -> Vec<f64> {
    let wishes: Vec<f64> = row.iter().map(|place| place::wish(scene, place, size)).collect();
    let scale = (width / wishes.iter().sum::<f64>()).min(1.0);
    wishes.into_iter().map(|wish| wish * scale).collect()
}

/// The preferred width of a row of places.
fn row_width(scene: &Scene, row: &[&Place], size: Size) -> f64 {
    row.iter().map(|place| place::wish(scene, place, size)).sum()
}

/// The height of a row of places.
fn row_height(scene: &Scene, row: &[&Place], width: f64, size: Size) -> f64 {
    let of = |(place, wide): (&&Place, f64)| place::height(scene, place, wide, size);
    row.iter().zip(widths(scene, row, width, size)).map(of).fold(0.0, f64::max)
}

fn cards(svg: &mut Svg, scene: &Scene, places: &[&Place], room: Rect, size: Size) {
    let size = briefed(scene, places, room.w, size);
    let rows = rows(scene, places, room.w, size);
    let total: f64 = rows.iter().map(|row| row_height(scene, row, room.w, size)).sum();
    let scale = (room.h / total).min(1.0);
    let mut y = room.y;
    for row in rows {
        let high = row_height(scene, &row, room.w, size) * scale;
        let widths = widths(scene, &row, room.w, size);
        let mut x = room.middle() - widths.iter().sum::<f64>() / 2.0;
        for (place, wide) in row.iter().zip(widths) {
            place::paint(svg, scene, place, Rect::new(x, y, wide, high), size);
            x += wide;
        }
        y += high;
    }
}

/// The distance of the facts of the table from the edges of their room: in a window they may have a panel.
fn fact_edge(sizes: Sizes) -> f64 {
    if sizes.is_phone { 0.0 } else { 8.0 }
}

/// The facts of the table, wrapped into lines: sentences, and smaller below them numbers with their names.
fn fact_lines(scene: &Scene, wide: f64) -> Vec<(f64, String)> {
    let in_words = scene
        .facts
        .iter()
        .filter(|fact| !items::is_thing(fact) && !fact.is_minor && family_of(scene, fact).is_none())
        .filter(|fact| !items::is_at_place(scene, fact));
    let (sentences, numbers): (Vec<&Fact>, Vec<&Fact>) = in_words.partition(|fact| fact.title.is_empty());
    let sentences = sentences.into_iter().map(Fact::told);
    let lines: Vec<&String> = scene.lines.iter().filter(|line| !calls::is_one(scene, line)).collect();
    let (drawn, lines) = if is_drawn(&lines) { (lines, Vec::new()) } else { (Vec::new(), lines) };
    let drawn = drawn.into_iter().map(|line| (DRAWN, line.replace(' ', "\u{a0}"))).collect();
    let guess = board::has_guesses(scene).then(|| GUESSES.to_owned());
    let sentences = sentences.chain(lines.into_iter().cloned());
    let sentences = sentences.map(|text| calls::with_suits(scene, &with_captions(scene, &text)));
    let sentences: Vec<String> = sentences.collect();
    let numbers = numbers.into_iter().map(Fact::told).chain(guess).map(|text| with_captions(scene, &text));
    let numbers: Vec<String> = numbers.collect();
    let lines = |size: f64, parts: &[String]| {
        let lines = joined(parts, (size, wide)).into_iter();
        lines.map(|line| (size, line)).collect::<Vec<_>>()
    };
    let large = lines(SENTENCE, &sentences);
    // Long sentences are smaller.
    let told = if large.len() > MAX_LARGE { shortened(joined(&sentences, (FACT, wide - ELLIPSIS))) } else { large };
    [told, lines(FACT, &numbers), drawn].concat()
}

/// True if lines draw something in characters, such as a board: several of the same length.
fn is_drawn(lines: &[&String]) -> bool {
    let mut lengths = lines.iter().map(|line| line.chars().count());
    let first = lengths.next();
    lines.len() >= LEAST_DRAWN && lengths.all(|length| Some(length) == first)
}

/// The font size of lines that draw something, and their least number.
const DRAWN: f64 = 12.9;
const LEAST_DRAWN: usize = 4;

/// Small lines, of many the first and the last ones: what has been said last matters most.
fn shortened(mut lines: Vec<String>) -> Vec<(f64, String)> {
    let ends = MAX_LARGE / 2;
    if lines.len() > MAX_LARGE {
        lines.drain(ends..lines.len() - ends);
        if let Some(next) = lines.get_mut(ends) {
            next.insert_str(0, "… ");
        }
    }
    lines.into_iter().map(|line| (FACT, line)).collect()
}

/// The legend of pieces that may have left the squares that they are shown on.
const GUESSES: &str = "faint pieces: where they were last seen";

/// The width of an ellipsis before a line.
const ELLIPSIS: f64 = 16.0;

/// Texts side by side, separated by dots, wrapped into lines.
fn joined(parts: &[String], (size, wide): (f64, f64)) -> Vec<String> {
    // Short lines have no slack to lose.
    let bold = if wide < NARROW_TEXT { LIGHTLY_BOLD } else { BOLD };
    let wide = if size > FACT { wide / bold } else { wide };
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(part, size) + width(" · ", size) < wide => {
                line.push_str(" · ");
                line.push_str(part);
                continue;
            }
            _ => lines.push(String::new()),
        }
        for word in part.split(' ') {
            match lines.last_mut() {
                Some(line) if line.is_empty() => line.push_str(word),
                Some(line) if width(line, size) + width(word, size) + 5.0 < wide => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
    }
    lines
}

/// Bold letters relative to the measured ones.
const BOLD: f64 = 1.17;
const LIGHTLY_BOLD: f64 = 1.14;
const NARROW_TEXT: f64 = 200.0;
/// The font sizes of the table's facts: of numbers, and of sentences.
const FACT: f64 = 13.0;
const SENTENCE: f64 = 15.0;
/// The most lines of large sentences.
const MAX_LARGE: usize = 4;

#[cfg(test)]
mod tests {
    use super::is_drawn;

    /// Lines of the same length draw a board, and sentences don't.
    #[test]
    fn a_board_in_characters_is_drawn() {
        let board = ["2 .?.", "1 P..", "0 ...", "  abc"].map(str::to_owned);
        assert!(is_drawn(&board.iter().collect::<Vec<_>>()));
        assert!(!is_drawn(&board[..3].iter().collect::<Vec<_>>()));
        let sentences = ["a", "bids one", "and then", "passes"].map(str::to_owned);
        assert!(!is_drawn(&sentences.iter().collect::<Vec<_>>()));
    }
}
