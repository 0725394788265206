//! Room on the felt where nothing has been painted.

use crate::svg::Rect;

/// The side of a cell of the grid that is searched, and the distance from what has been painted.
const CELL: f64 = 8.0;
const APART: f64 = 8.0;
/// The greatest sides that are of use.
const MOST: (f64, f64) = (340.0, 220.0);

/// The largest rectangle of a room that none of some others comes close to, and that has least sides. Of a larger one
/// it is the part at the nearer side of the room.
pub(crate) fn largest(room: Rect, taken: &[Rect], least: (f64, f64)) -> Option<Rect> {
    let (columns, rows) = ((room.w / CELL) as usize, (room.h / CELL) as usize);
    let mut is_taken = vec![false; columns * rows];
    for at in taken {
        let cells = |from: f64, to: f64, count: usize| {
            let cell = |end: f64| (end / CELL).clamp(0.0, count as f64);
            cell(from - APART).floor() as usize..cell(to + APART).ceil() as usize
        };
        for row in cells(at.y - room.y, at.y + at.h - room.y, rows) {
            let across = cells(at.x - room.x, at.x + at.w - room.x, columns);
            is_taken[row * columns + across.start..row * columns + across.end].fill(true);
        }
    }
    // The free cells of each column down to a row.
    let mut high = vec![0usize; columns];
    let mut best: Option<(f64, Rect)> = None;
    for row in 0..rows {
        for (column, high) in high.iter_mut().enumerate() {
            *high = if is_taken[row * columns + column] { 0 } else { *high + 1 };
        }
        for first in 0..columns {
            let mut lowest = usize::MAX;
            for (last, high) in high.iter().enumerate().skip(first) {
                lowest = lowest.min(*high);
                if lowest as f64 * CELL < least.1 {
                    break;
                }
                let (w, h) = ((last - first + 1) as f64 * CELL, lowest as f64 * CELL);
                let of_use = w.min(MOST.0) * h.min(MOST.1);
                if w >= least.0 && best.is_none_or(|(most, _)| of_use > most) {
                    let y = room.y + (row + 1 - lowest) as f64 * CELL;
                    best = Some((of_use, Rect::new(room.x + first as f64 * CELL, y, w, h)));
                }
            }
        }
    }
    best.map(|(_, at)| {
        let w = at.w.min(MOST.0);
        let x = if at.middle() > room.middle() { at.x + at.w - w } else { at.x };
        Rect { x, w, h: at.h.min(MOST.1), ..at }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_in_the_largest_free_room() {
        let room = Rect::new(10.0, 10.0, 600.0, 400.0);
        let taken = [Rect::new(200.0, 0.0, 250.0, 410.0), Rect::new(460.0, 120.0, 20.0, 20.0)];
        let free = largest(room, &taken, (120.0, 100.0)).unwrap();
        assert!(free.x + free.w <= 200.0 - APART && free.h >= 200.0, "{free:?}");
        assert_eq!(largest(room, &taken, (220.0, 100.0)), None);
        assert_eq!(largest(room, &[room], (20.0, 20.0)), None);
    }
}
