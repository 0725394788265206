//! Stacks: storeys of nobody as blocks seen from above, each on the one under it, and pieces on each other.

use parlour_table::scene::{BoardShape, Figure, Scene, SquareScene};

use super::{Laid, paint_figure};
use crate::signs::seat_class;
use crate::svg::{Rect, Svg};

/// The distance between the edges of two storeys, and the height of each, relative to the side of a square.
const STEP: f64 = 0.095;
const HIGH: f64 = 0.115;
/// The side of a piece on the ground and on a storey, and the most and the usual distance between pieces on each other.
const PIECE: f64 = 0.86;
const ON_STOREY: f64 = 0.72;
const RISE: (f64, f64) = (0.28, 0.085);
/// The least height of a window in a wall.
const LEAST_WINDOW: f64 = 3.0;
/// The most pieces of a stack that are painted; of a higher one those on top.
const SHOWN: usize = 7;

/// The room of the n-th storey, counted from 0: its upper side.
fn storey(room: Rect, n: usize) -> Rect {
    let n = n as f64;
    let inset = room.inset(room.w * (0.025 + STEP * n));
    Rect { y: inset.y - room.h * HIGH * (n + 0.9), ..inset }
}

/// Makes the upper side of the n-th storey, counted from 0, the darker the higher it is.
fn tone(svg: &mut Svg, top: Rect, n: usize) {
    if let Some(class) = n.checked_sub(1).map(|n| TONES[n.min(TONES.len() - 1)]) {
        svg.rect(class, top.inset(top.w * 0.05), top.w * 0.05);
    }
}

/// The classes of the tones of the upper storeys.
const TONES: [&str; 3] = ["storey-tone low", "storey-tone", "storey-tone high"];

impl Laid<'_> {
    /// The things of nobody at the bottom of a stack, on squares, and the pieces on them.
    fn parted<'s>(&self, square: &'s SquareScene) -> (&'s [Figure], &'s [Figure]) {
        let are_squares = self.board.shape == BoardShape::Squares;
        let storeys = square.stack.iter().take_while(|figure| are_squares && figure.seat.is_none()).count();
        square.stack.split_at(storeys)
    }

    /// True for a thing of nobody that is a storey: what stands alone on a square or has the same under it.
    fn is_storey(&self, square: &SquareScene, top: &Figure) -> bool {
        let is_same = square.stack.last().is_none_or(|under| under.name == top.name);
        self.board.shape == BoardShape::Squares && top.seat.is_none() && is_same
    }

    /// The room of the piece at a place of a stack of pieces on some storeys, both counted from 0.
    fn piece(&self, room: Rect, storeys: usize, (n, pieces): (usize, usize)) -> Rect {
        let side = room.h * if storeys > 0 { ON_STOREY } else { PIECE };
        let steps = pieces.saturating_sub(1) as f64;
        let rise = if steps > 0.0 { (RISE.0 / steps).min(RISE.1) } else { 0.0 } * room.h;
        let lift = HIGH * (storeys as f64 - 0.1).max(0.0) * room.h + rise * (n as f64 - steps / 2.0);
        Rect::new(room.middle() - side / 2.0, room.y + (room.h - side) / 2.0 - lift, side, side)
    }

    /// The room of what stands on top of a square.
    pub(super) fn on_top(&self, square: &SquareScene, top: &Figure, room: Rect) -> Rect {
        let (storeys, pieces) = self.parted(square);
        if self.is_storey(square, top) {
            return storey(room, storeys.len());
        }
        let shown = pieces.len().min(SHOWN) + 1;
        self.piece(room, storeys.len(), (shown - 1, shown))
    }

    /// Paints what stands under the top piece of a square.
    pub(super) fn under(&self, svg: &mut Svg, scene: &Scene, square: &SquareScene, room: Rect) {
        let (storeys, pieces) = self.parted(square);
        let walls = match &square.figure {
            Some(top) if pieces.is_empty() && self.is_storey(square, top) => storeys.len() + 1,
            _ => storeys.len(),
        };
        for n in 0..walls {
            let top = storey(room, n);
            self.wall(svg, top, room.w);
            if let Some(figure) = storeys.get(n) {
                paint_figure(svg, scene, figure, (self.board.tokens, false), top);
            }
            tone(svg, top, n);
        }
        let hidden = pieces.len().saturating_sub(SHOWN);
        let shown = pieces.len() - hidden + 1;
        for (n, figure) in pieces.iter().skip(hidden).enumerate() {
            let at = self.piece(room, storeys.len(), (n, shown));
            paint_figure(svg, scene, figure, (self.board.tokens, figure.is_down != self.board.is_turned), at);
        }
    }

    /// Paints the front wall below the top of a storey, in the shade of its edge, with a row of windows where these can be
    /// seen, and its shadow on what it stands on.
    fn wall(&self, svg: &mut Svg, top: Rect, side: f64) {
        let inner = top.inset(side * 0.03);
        let high = side * HIGH;
        svg.rect("storey-shade", Rect { y: inner.y + high, x: inner.x + side * 0.08, ..inner }, side * 0.03);
        svg.rect("storey-wall", Rect { h: inner.h + high, ..inner }, side * 0.02);
        svg.rect("storey-shade", Rect { y: top.y + top.h, h: high * 0.2, ..inner }, 0.0);
        let (wide, tall) = (side * 0.05, high * 0.42);
        if tall < LEAST_WINDOW {
            return;
        }
        let count = (inner.w / (wide * 2.6)).floor().max(1.0);
        for n in 0..count as usize {
            let x = inner.x + inner.w * (n as f64 + 0.5) / count - wide / 2.0;
            svg.rect("storey-window", Rect::new(x, inner.y + inner.h + high * 0.46, wide, tall), 1.0);
        }
    }

    /// Writes how high a stack is: on a disc, or in the corner of a square.
    pub(super) fn height(&self, svg: &mut Svg, scene: &Scene, (square, top): (&SquareScene, &Figure), room: Rect) {
        let storeys = self.parted(square).0.len() + usize::from(self.is_storey(square, top));
        let high = if storeys > 0 { storeys } else { square.stack.len() + 1 };
        if high < 2 && storeys == 0 {
            return;
        }
        // What closes a stack covers the place of the height, which is on it then.
        let is_closed = storeys > 0 && top.seat.is_none() && !self.is_storey(square, top);
        let is_square = self.board.shape == BoardShape::Squares;
        let size = (self.side * if is_square { 0.19 } else { 0.32 }).clamp(11.0, 19.0);
        if is_closed {
            let (x, y) = self.on_top(square, top, room).centre();
            svg.letter("stack-height on-t-black", (x, y + size * 0.5), (size, self.side), &storeys.to_string());
        } else if storeys > 0 {
            // In the corner of the upper side, clear of who stands on it.
            let at = storey(room, storeys - 1);
            if self.is_storey(square, top) {
                tone(svg, at, storeys - 1);
            }
            let r = size * 0.72;
            let middle = (at.x + at.w - r * 1.2, at.y + at.h - r * 1.2);
            svg.circle("badge", middle, r);
            svg.letter("badge-word", (middle.0, middle.1 + size * 0.36), (size, self.side), &high.to_string());
        } else if is_square {
            // On the top piece.
            let at = self.on_top(square, top, room);
            let r = size * 0.72;
            let middle = (at.x + at.w - r * 1.1, at.y + at.h - r * 1.25);
            svg.circle("badge", middle, r);
            svg.letter("badge-word", (middle.0, middle.1 + size * 0.36), (size, self.side), &high.to_string());
        } else {
            let class = top.seat.map_or("brass", |seat| seat_class(scene, seat));
            let at = self.on_top(square, top, room);
            let middle = (at.middle(), at.y + at.h / 2.0 + size * 0.36);
            svg.letter(&format!("stack-height on-{class}"), middle, (size, self.side), &high.to_string());
        }
    }
}
