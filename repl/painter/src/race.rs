//! A race of scores to a target: a board with a lane of holes for each seat, and a peg in each lane.

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
/// Closer holes stand for five points each.
const LEAST_STEP: f64 = 4.4;

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

/// The height of a lane in a room of a width.
fn lane(wide: f64) -> f64 {
    LANE * (wide / GROWS.0).clamp(1.0, GROWS.1)
}

/// The height of the board at a width.
pub(crate) fn height(scene: &Scene, wide: f64) -> f64 {
    of(scene).map_or(0.0, |lanes| lanes.len() as f64 * lane(wide) + NUMBERS + 2.0 * AROUND)
}

/// Paints the board.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, room: Rect) {
    let Some(lanes) = of(scene) else { return };
    let Some(&(.., goal)) = lanes.first() else { return };
    let wide = room.w.min(WIDEST) - 8.0;
    let (high, lane) = ((height(scene, room.w) - 4.0).min(room.h), lane(room.w));
    let board = Rect::new(room.middle() - wide / 2.0, room.y + (room.h - high) / 2.0, wide, high);
    svg.rect("wood", board, 8.0);
    let left = board.x + AROUND + 8.0;
    let step = (board.w - 2.0 * AROUND - 16.0) / f64::from(goal);
    let each = if step < LEAST_STEP { 5 } else { 1 };
    for (n, (seat, score, _)) in lanes.iter().enumerate() {
        let y = board.y + AROUND + lane * (n as f64 + 0.5);
        for point in (0..=goal).filter(|point| point % each == 0 || *point == goal) {
            let r = (step * f64::from(each) * 0.24).clamp(1.3, 3.2) * if point % 5 == 0 { 1.0 } else { 0.72 };
            svg.circle("peg-hole", (left + step * f64::from(point), y), r);
        }
        let peg = (left + step * f64::from((*score).clamp(0, goal)), y);
        svg.stroke("peg-way", ((left, y), peg), lane * 0.2);
        svg.circle(&format!("token {}", seat_class(scene, seat.number)), peg, lane * 0.4);
    }
    let y = board.y + AROUND + lane * lanes.len() as f64 + 11.0;
    let part = if goal > 60 { 30 } else { 10 };
    for point in (0..=goal).filter(|point| *point == goal || point % part == 0 && goal - point > part / 3) {
        let at = (left + step * f64::from(point), y);
        svg.words("coordinate on-wood", at, (11.0, 30.0), Anchor::Middle, &point.to_string());
    }
}
