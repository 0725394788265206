//! A race of scores to a target: a board with streets of holes in fives, a lane for each seat, and two pegs in each lane, of
//! which the one behind stands at the score before the last points.

use parlour_table::scene::{Scene, SeatScene};

use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg};

/// The targets that have a hole for each point.
const GOALS: std::ops::RangeInclusive<i32> = 20..=200;
/// The height of a lane, and of the numbers below the lanes.
const LANE: f64 = 17.0;
const NUMBERS: f64 = 15.0;
/// The margin around the lanes.
const AROUND: f64 = 8.0;
/// The widest board.
const WIDEST: f64 = 1100.0;
/// The width of a room from which a board grows, and the most that it does.
const GROWS: (f64, f64) = (480.0, 1.6);
/// The least distance of holes, and the room between two fives of them, relative to that.
const LEAST_STEP: f64 = 4.2;
const FIVES: f64 = 0.7;
/// The holes of a street of a board that has several.
const STREETS: [i32; 4] = [100, 60, 50, 30];

/// The seats that race to a common target, with their scores and the target; nothing unless all of several do.
pub(crate) fn of(scene: &Scene) -> Option<Vec<(&SeatScene, i32, i32)>> {
    // A board or a track is what is looked at.
    if !scene.boards.is_empty() || !scene.tracks.is_empty() {
        return None;
    }
    let lane = |seat| -> Option<(&SeatScene, i32, i32)> {
        let seat: &SeatScene = seat;
        let score = seat.score.as_ref()?;
        Some((seat, score.value.parse().ok()?, score.goal.filter(|goal| GOALS.contains(goal))?))
    };
    let lanes: Vec<_> = scene.seats.iter().map(lane).collect::<Option<_>>()?;
    let is_common = lanes.iter().all(|(.., goal)| *goal == lanes[0].2);
    ((2..=4).contains(&lanes.len()) && is_common).then_some(lanes)
}

/// The streets of a board in a room of a width.
struct Streets {
    /// The holes of each; the last one may have one more.
    each: i32,
    count: i32,
    /// The distance of two holes, and the height of a lane.
    step: f64,
    lane: f64,
}

impl Streets {
    /// In a low room there is a single street.
    fn of(goal: i32, (wide, is_low): (f64, bool)) -> Self {
        let inner = wide.min(WIDEST) - 8.0 - 2.0 * AROUND - 24.0;
        let step = |each: i32| inner / (f64::from(each) + 1.0 + f64::from(each / 5) * FIVES);
        let most = std::iter::once(goal).chain(STREETS.into_iter().filter(|each| *each < goal));
        let each = most.clone().find(|each| is_low || step(*each) >= LEAST_STEP).or(most.last()).unwrap_or(goal);
        let count = if each == goal { 1 } else { ((goal - 1) / each).max(1) + i32::from((goal - 1) % each > 0) };
        let lane = LANE * (wide / GROWS.0).clamp(if count > 1 { CLOSE } else { 1.0 }, GROWS.1);
        Self { each, count, step: step(each), lane }
    }

    /// The street of a point, and its distance from the left end: a score of 0 is before the first hole.
    fn at(&self, point: i32) -> (i32, f64) {
        let street = ((point - 1).max(0) / self.each).min(self.count - 1);
        let n = point - street * self.each;
        (street, self.step * (f64::from(n) + f64::from((n - 1).max(0) / 5) * FIVES))
    }

    /// The height of a street with its numbers.
    fn high(&self, lanes: usize) -> f64 {
        lanes as f64 * self.lane + NUMBERS
    }
}

/// The height of a lane of a board with several streets, relative to that of a single one.
const CLOSE: f64 = 0.8;

/// The height of the board at a width.
pub(crate) fn height(scene: &Scene, (wide, is_low): (f64, bool)) -> f64 {
    let of_lanes = |lanes: Vec<(&SeatScene, i32, i32)>| {
        let streets = Streets::of(lanes.first()?.2, (wide, is_low));
        Some(f64::from(streets.count) * streets.high(lanes.len()) + 2.0 * AROUND)
    };
    of(scene).and_then(of_lanes).unwrap_or(0.0)
}

/// Paints the board.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, (room, is_low): (Rect, bool)) {
    let Some(lanes) = of(scene) else { return };
    let Some(&(.., goal)) = lanes.first() else { return };
    let streets = Streets::of(goal, (room.w, is_low));
    // Holes that are too close stand for five points each.
    let fives = if streets.step < LEAST_STEP { 5 } else { 1 };
    let wide = room.w.min(WIDEST) - 8.0;
    let high = (height(scene, (room.w, is_low)) - 4.0).min(room.h);
    let board = Rect::new(room.middle() - wide / 2.0, room.y + (room.h - high) / 2.0, wide, high);
    svg.rect("wood", board, 8.0);
    let left = board.x + AROUND + 8.0;
    let top = |street: i32| board.y + AROUND + f64::from(street) * streets.high(lanes.len());
    let hole = (streets.step * 0.26).clamp(1.2, 3.4);
    for (n, (seat, score, _)) in lanes.iter().enumerate() {
        let at = |point: i32| {
            let (street, x) = streets.at(point);
            (left + x, top(street) + streets.lane * (n as f64 + 0.5))
        };
        for point in (0..=goal).filter(|point| point % fives == 0 || *point == goal) {
            svg.circle("peg-hole", at(point), hole);
        }
        let peg = at((*score).clamp(0, goal));
        for street in 0..streets.count {
            let first = street * streets.each + i32::from(street > 0);
            let last = (*score).min(if street + 1 == streets.count { goal } else { (street + 1) * streets.each });
            if last > first {
                svg.stroke("peg-way", (at(first), at(last)), streets.lane * 0.24);
            }
        }
        let class = seat_class(scene, seat.number);
        // The peg behind stands where the score was before, and is the next to go.
        if let Some(before) = seat.score.as_ref().and_then(|score| score.before) {
            svg.circle(&format!("token {class}"), at(before.clamp(0, goal)), streets.lane * BEHIND);
        }
        svg.circle("shade", (peg.0 + 1.0, peg.1 + 1.5), streets.lane * 0.36);
        svg.circle(&format!("token {class}"), peg, streets.lane * 0.36);
    }
    let part = if streets.step * 10.0 > NUMBERED { 10 } else { 30 };
    for point in (0..=goal).filter(|point| *point == goal || point % part == 0 && goal - point > part / 3) {
        let (street, x) = streets.at(point);
        let at = (left + x, top(street) + streets.lane * lanes.len() as f64 + 11.0);
        svg.words("coordinate on-wood", at, (11.0, 30.0), Anchor::Middle, &point.to_string());
    }
}

/// The radius of the peg behind, relative to the height of a lane.
const BEHIND: f64 = 0.25;
/// The least distance of two numbers.
const NUMBERED: f64 = 40.0;
