//! Boards: squares, hexes and lines, with what stands on them.

use parlour_table::scene::{BoardLook, BoardScene, BoardShape, Figure, Form, Scene, SquareScene};

use crate::signs::{figure as drawn, seat_class};
use crate::svg::{Anchor, Rect, Svg, Thing};

/// How a board lies in the room that it has.
struct Laid<'a> {
    board: &'a BoardScene,
    /// The side of a square.
    side: f64,
    /// The top left of its first square.
    at: (f64, f64),
}

/// How wide and high a board is in squares.
fn extent(board: &BoardScene) -> (f64, f64) {
    let (w, h) = (board.width as f64, board.height as f64);
    match board.shape {
        BoardShape::Hexes => (w + (h - 1.0) / 2.0, h * 0.87 + 0.15),
        _ => (w, h),
    }
}

/// The height that a board takes of a width, at most so much.
pub(crate) fn height(board: &BoardScene, width: f64, most: f64) -> f64 {
    let (w, h) = extent(board);
    (((width - 2.0 * MARGIN) / w).min(LARGEST) * h + 2.0 * MARGIN).min(most)
}

/// The room for what is written beside rows and columns.
const MARGIN: f64 = 22.0;
/// The largest side of a square.
const LARGEST: f64 = 84.0;

/// Paints a board in the middle of a room.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, board: &BoardScene, room: Rect) {
    let (w, h) = extent(board);
    let side = ((room.w - 2.0 * MARGIN) / w).min((room.h - 2.0 * MARGIN) / h).clamp(4.0, LARGEST);
    let at = (room.middle() - side * w / 2.0, room.y + (room.h - side * h) / 2.0);
    let laid = Laid { board, side, at };
    let frame = Rect::new(at.0, at.1, side * w, side * h).inset(-MARGIN);
    svg.rect("board-frame", frame, 8.0);
    if board.look == BoardLook::Points || board.shape == BoardShape::Lines {
        svg.rect("wood", frame.inset(MARGIN - 4.0), 4.0);
        laid.lines(svg);
    }
    laid.heads(svg, frame);
    // What stands on the board is above all squares, so that nothing hides it on its way.
    let mut standing = Svg::default();
    for (place, square) in board.squares.iter().enumerate() {
        if let Some(square) = square {
            laid.square(svg, scene, place, square);
            laid.things(&mut standing, scene, place, square);
        }
    }
    svg.text.push_str(&standing.text);
}

impl Laid<'_> {
    /// Column and row at which a square is shown.
    fn shown(&self, place: usize) -> (usize, usize) {
        let place = if self.board.is_turned { self.board.squares.len() - 1 - place } else { place };
        (place % self.board.width, place / self.board.width)
    }

    /// The middle of a square.
    fn middle(&self, place: usize) -> (f64, f64) {
        let (column, row) = self.shown(place);
        let (column, row) = (column as f64, row as f64);
        match self.board.shape {
            BoardShape::Hexes => {
                (self.at.0 + (column + row / 2.0 + 0.5) * self.side, self.at.1 + (row * 0.87 + 0.58) * self.side)
            }
            _ => (self.at.0 + (column + 0.5) * self.side, self.at.1 + (row + 0.5) * self.side),
        }
    }

    /// Lines of a board on whose points things stand.
    fn lines(&self, svg: &mut Svg) {
        if self.board.shape == BoardShape::Lines {
            for line in &self.board.lines {
                for pair in line.windows(2) {
                    svg.line("board-line", self.middle(pair[0]), self.middle(pair[1]));
                }
            }
            return;
        }
        let (width, height) = (self.board.width, self.board.height);
        for row in 0..height {
            svg.line("board-line", self.middle(row * width), self.middle(row * width + width - 1));
        }
        for column in 0..width {
            svg.line("board-line", self.middle(column), self.middle((height - 1) * width + column));
        }
    }

    /// Names of rows and columns.
    fn heads(&self, svg: &mut Svg, frame: Rect) {
        let (width, height) = (self.board.width, self.board.height);
        let size = (self.side * 0.34).clamp(7.0, 13.0);
        for (row, name) in self.board.rows.iter().enumerate().take(height).filter(|_| height > 1) {
            let (x, y) = self.middle(if self.board.is_turned { (row + 1) * width - 1 } else { row * width });
            let x =
                if self.board.shape == BoardShape::Hexes { x - self.side * 0.5 - 8.0 } else { frame.x + MARGIN / 2.0 };
            svg.words("coordinate", (x, y + size * 0.36), (size, MARGIN), Anchor::Middle, name);
        }
        let last = if self.board.is_turned { 0 } else { height - 1 };
        for (column, name) in self.board.columns.iter().enumerate().take(width) {
            let (x, _) = self.middle(last * width + column);
            let shift = if self.board.shape == BoardShape::Hexes { self.side * 0.25 } else { 0.0 };
            let y = frame.y + frame.h - MARGIN * 0.32;
            svg.words("coordinate", (x + shift, y), (size, self.side.max(14.0)), Anchor::Middle, name);
        }
    }

    fn square(&self, svg: &mut Svg, scene: &Scene, place: usize, square: &SquareScene) {
        let (x, y) = self.middle(place);
        let board = self.board;
        let last = if square.is_last { "last" } else { "" };
        let danger = if square.is_danger { " danger" } else { "" };
        let taken = if square.figure.is_some() { " taken" } else { "" };
        svg.open(&Thing {
            kind: "square",
            of: &board.name,
            value: &square.name,
            nth: None,
            copy: 0,
            count: 1,
            label: label(scene, square),
            class: &format!("{last}{danger}{taken}"),
        });
        let room = Rect::new(x - self.side / 2.0, y - self.side / 2.0, self.side, self.side);
        self.ground(svg, place, room);
        if square.is_star && square.figure.is_none() {
            svg.circle("star", (x, y), (self.side * 0.09).max(2.0));
        }
        svg.circle("mark-dot", (x, y), self.side * 0.15);
        svg.circle("mark-ring", (x, y), self.side * 0.45);
        svg.close();
    }

    /// What stands on a square.
    fn things(&self, svg: &mut Svg, scene: &Scene, place: usize, square: &SquareScene) {
        let (board, (x, y)) = (self.board, self.middle(place));
        let room = Rect::new(x - self.side / 2.0, y - self.side / 2.0, self.side, self.side);
        if let Some(figure) = &square.figure {
            svg.open_figure(&board.name, &square.name, &format!("{} {}", seat_name(scene, figure.seat), figure.name));
            paint_figure(svg, scene, figure, room);
            svg.close();
        }
        for (n, &seat) in square.tokens.iter().enumerate() {
            let x = x + (n as f64 - (square.tokens.len() - 1) as f64 / 2.0) * self.side * 0.34;
            svg.open_figure(&board.name, &square.name, seat_name(scene, Some(seat)));
            svg.circle(&format!("token {}", seat_class(scene, seat)), (x, y), self.side * 0.3);
            let initial: String = seat_name(scene, Some(seat)).chars().take(1).collect();
            let class = format!("token-word on-{}", seat_class(scene, seat));
            svg.letter(&class, (x, y + self.side * 0.12), (self.side * 0.34, self.side), &initial);
            svg.close();
        }
    }

    /// What is below the things on a square.
    fn ground(&self, svg: &mut Svg, place: usize, room: Rect) {
        let board = self.board;
        match board.shape {
            BoardShape::Hexes => {
                let r = self.side / 3.0_f64.sqrt() - 0.7;
                let corner = |n: usize| {
                    let angle = (60.0 * n as f64 + 30.0).to_radians();
                    (room.middle() + r * angle.cos(), room.y + room.h / 2.0 + r * angle.sin())
                };
                let corners: Vec<(f64, f64)> = (0..6).map(corner).collect();
                svg.polygon("ground hex", &corners);
            }
            BoardShape::Lines => svg.circle("ground point", (room.middle(), room.y + room.h / 2.0), self.side * 0.12),
            _ if board.look == BoardLook::Points => svg.rect("ground clear", room, 0.0),
            _ => {
                let (column, row) = (place % board.width, place / board.width);
                let is_dark = (board.height - 1 - row + column).is_multiple_of(2);
                let is_chequered = board.look == BoardLook::Chequered;
                let class = if is_chequered && is_dark { "ground dark" } else { "ground light" };
                let gap = if is_chequered { 0.0 } else { 0.7 };
                svg.rect(class, room.inset(gap), if is_chequered { 0.0 } else { 3.0 });
            }
        }
    }
}

/// What stands on a square, in words.
fn label(scene: &Scene, square: &SquareScene) -> String {
    let mut words = vec![square.name.clone()];
    if let Some(figure) = &square.figure {
        let seat = seat_name(scene, figure.seat);
        let is_told = figure.title.contains(seat) || seat.is_empty();
        words.push(if is_told { figure.title.clone() } else { format!("{seat} {}", figure.title) });
    }
    words.extend(square.tokens.iter().map(|&seat| seat_name(scene, Some(seat)).to_owned()));
    words.extend(square.is_danger.then(|| "in danger".to_owned()));
    words.join(", ")
}

pub(crate) fn seat_name(scene: &Scene, seat: Option<usize>) -> &str {
    let of = |seat: usize| scene.seats.iter().find(|other| other.number == seat);
    seat.and_then(of).map_or("", |seat| seat.seat.as_str())
}

/// A figure in a square.
pub(crate) fn paint_figure(svg: &mut Svg, scene: &Scene, figure: &Figure, room: Rect) {
    let (x, y, side) = (room.middle(), room.y + room.h / 2.0, room.w);
    let Some(seat) = figure.seat else {
        if figure.glyph == "#" && figure.title.contains("wall") {
            svg.rect("wall", room.inset(side * 0.08), 3.0);
            return;
        }
        svg.words("ground-sign", (x, y + side * 0.19), (side * 0.52, side), Anchor::Middle, &figure.glyph);
        return;
    };
    let class = seat_class(scene, seat);
    match (figure.form, drawn(&figure.glyph)) {
        (_, Some(path)) => {
            svg.path(&format!("man {class}"), path, (room.x + side * 0.06, room.y + side * 0.04), side * 0.88)
        }
        (Form::Stone, _) => {
            svg.circle("shade", (x, y + side * 0.04), side * 0.42);
            svg.circle(&format!("token stone {class}"), (x, y), side * 0.42);
        }
        _ => {
            svg.circle("shade", (x, y + side * 0.04), side * 0.42);
            svg.circle(&format!("token {class}"), (x, y), side * 0.42);
            let size = side * 0.46;
            let glyph = figure.glyph.to_uppercase();
            svg.letter(&format!("token-word on-{class}"), (x, y + size * 0.36), (size, side), &glyph);
        }
    }
}
