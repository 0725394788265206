//! Boards that consist of the sides of seats: panels with frames and labels of their own, beside each other, or one above
//! the other with that of the viewer below.

use parlour_table::scene::{BoardLook, BoardScene, Panel, Scene};

use crate::board::{Edge, Laid, PANEL_PHONE};
use crate::hull;
use crate::names::seat_or_you;
use crate::svg::{Anchor, Rect, Svg, width};

/// The distance of two panels.
const BETWEEN: f64 = 8.0;
/// The font size of titles.
const TITLE: f64 = 13.0;
/// Bold letters relative to the measured ones.
const BOLD: f64 = 1.15;
/// The least size of a part of a ship in a title.
const LEAST_SHIP: f64 = 4.0;
/// Rows of waves of a panel of water.
const WAVES: usize = 5;

/// The relative size of the squares of the viewer's own panel below another one in which it aims.
const OWN: f64 = 0.36;
/// Its margins on a phone, where its squares are too small for labels.
const OWN_EDGE: f64 = 5.0;

/// The margins of panels.
pub(crate) fn edges(board: &BoardScene, edge: Edge, is_stacked: bool) -> Vec<Edge> {
    let bare = Edge { left: OWN_EDGE, right: OWN_EDGE, bottom: OWN_EDGE, ..edge };
    let is_bare = |n: usize| edge.left <= PANEL_PHONE[0] && scale(board, n, is_stacked) < 1.0;
    (0..board.panels.len()).map(|n| if is_bare(n) { bare } else { edge }).collect()
}

/// The relative size of squares from which on panels are better one above the other, where they are hard to compare.
pub(crate) const MUCH: f64 = 1.25;

/// The size of a panel's squares relative to those of the largest one.
pub(crate) fn scale(board: &BoardScene, n: usize, is_stacked: bool) -> f64 {
    let is_shot_at = |n: usize| {
        let mut squares = board.squares.iter().enumerate().filter(|(place, _)| of(board, *place) == Some(n));
        squares
            .any(|(_, square)| square.as_ref().is_some_and(|square| square.figure.is_some() || square.under.is_some()))
    };
    let is_aiming = is_stacked && board.look == BoardLook::Water && (1..board.panels.len()).any(is_shot_at);
    if is_aiming && n == 0 { OWN } else { 1.0 }
}

/// The room that panels take besides their squares, and the columns and rows of squares side by side.
pub(crate) fn measure(board: &BoardScene, edge: Edge, is_stacked: bool) -> ((f64, f64), (f64, f64)) {
    let count = board.panels.len() as f64;
    let gaps = BETWEEN * (count - 1.0);
    let of = |size: fn(&Panel) -> usize| {
        let all = board.panels.iter().enumerate().map(|(n, panel)| size(panel) as f64 * scale(board, n, is_stacked));
        (all.clone().sum::<f64>(), all.fold(1.0, f64::max))
    };
    let ((columns, widest), (rows, highest)) = (of(|panel| panel.columns.1), of(|panel| panel.rows.1));
    match is_stacked {
        true => {
            let down = edges(board, edge, is_stacked).into_iter().map(Edge::down).sum::<f64>();
            ((widest, rows), (edge.across(), down + gaps))
        }
        false => ((columns, highest), (count * edge.across() + gaps, edge.down())),
    }
}

/// The frames of panels in the frame of their board.
pub(crate) fn frames(board: &BoardScene, edge: Edge, is_stacked: bool, (whole, side): (Rect, f64)) -> Vec<Rect> {
    let edges = edges(board, edge, is_stacked);
    let size = |n: usize, panel: &Panel| {
        let edge = edges[n];
        let side = side * scale(board, n, is_stacked);
        (panel.columns.1 as f64 * side + edge.across(), panel.rows.1 as f64 * side + edge.down())
    };
    let (mut x, mut y) = (whole.x, whole.y + whole.h);
    let place = |(n, panel): (usize, &Panel)| {
        let (w, h) = size(n, panel);
        if is_stacked {
            y -= h;
            let at = Rect::new(whole.middle() - w / 2.0, y, w, h);
            y -= BETWEEN;
            at
        } else {
            let at = Rect::new(x, whole.y, w, h);
            x += w + BETWEEN;
            at
        }
    };
    board.panels.iter().enumerate().map(place).collect()
}

/// The panel of a square.
pub(crate) fn of(board: &BoardScene, place: usize) -> Option<usize> {
    let within = |(first, count): (usize, usize), n: usize| (first..first + count).contains(&n);
    let is_in = |panel: &Panel| within(panel.columns, place % board.width) && within(panel.rows, place / board.width);
    board.panels.iter().position(is_in)
}

impl Laid<'_> {
    /// Paints the frames of panels, with whose they are.
    pub(crate) fn panels(&self, svg: &mut Svg, scene: &Scene) {
        let water = if self.board.look == BoardLook::Water { " sea" } else { "" };
        for ((panel, frame), edge) in self.board.panels.iter().zip(&self.frames).zip(&self.edges) {
            svg.rect(&format!("board-frame{water}"), *frame, 6.0);
            let title = seat_or_you(scene, Some(panel.seat));
            let middle = frame.y + edge.top * 0.5;
            let fleet = hull::fleet(self.board, panel.seat);
            let (left, gap) = (frame.x + edge.left, (edge.top * 0.3).max(6.0));
            let parts: usize = fleet.iter().map(|(figure, _)| figure.length).sum();
            let room = frame.w - edge.across() - width(&title, TITLE) * BOLD - gap * fleet.len() as f64;
            let side = (room / parts.max(1) as f64).min(edge.top * 0.42);
            if side < LEAST_SHIP || fleet.is_empty() {
                svg.words(
                    "panel-title",
                    (frame.middle(), middle + TITLE * 0.36),
                    (TITLE, frame.w),
                    Anchor::Middle,
                    &title,
                );
                continue;
            }
            svg.words("panel-title", (left, middle + TITLE * 0.36), (TITLE, frame.w), Anchor::Start, &title);
            let mut right = frame.x + frame.w - edge.right;
            for (figure, has_sunk) in fleet.iter().rev() {
                let wide = side * figure.length as f64;
                let at = Rect::new(right - wide, middle - side / 2.0, wide, side);
                hull::tally(svg, figure, *has_sunk, at);
                right -= wide + gap;
            }
        }
    }

    /// Paints the labels of rows and columns of a panel.
    pub(crate) fn panel_heads(&self, svg: &mut Svg, n: usize) {
        let (board, size) = (self.board, (self.side * 0.34).clamp(11.0, 13.0));
        // Bare margins have no room for them.
        if self.edges.get(n).is_none_or(|edge| edge.bottom < self.edge.bottom) {
            return;
        }
        for (panel, frame) in board.panels.iter().zip(&self.frames).skip(n).take(1) {
            for row in panel.rows.0..panel.rows.0 + panel.rows.1 {
                let y = self.middle(row * board.width + panel.columns.0).1 + size * 0.36;
                let room = (size, self.edge.left.max(18.0));
                svg.words("coordinate", (frame.x + self.edge.left / 2.0, y), room, Anchor::Middle, &board.rows[row]);
            }
            for column in panel.columns.0..panel.columns.0 + panel.columns.1 {
                let x = self.middle(panel.rows.0 * board.width + column).0;
                let y = frame.y + frame.h - self.edge.bottom / 2.0 + size * 0.36;
                svg.words("coordinate", (x, y), (size, self.side.max(18.0)), Anchor::Middle, &board.columns[column]);
            }
        }
    }

    /// Paints waves over panels of water.
    pub(crate) fn waves(&self, svg: &mut Svg) {
        let panels = self.frames.iter().zip(&self.edges);
        for (frame, edge) in panels.filter(|_| self.board.look == BoardLook::Water) {
            let (left, top) = (frame.x + edge.left, frame.y + edge.top);
            let (wide, high) = (frame.w - edge.across(), frame.h - edge.down());
            for n in 0..WAVES {
                let y = top + high * (n as f64 + 0.62) / WAVES as f64;
                svg.ripples("sea-wave", (left, y), (wide, high * 0.018));
            }
        }
    }
}
