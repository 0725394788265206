//! Boards: squares, hexes and lines, with their contents.

mod joints;
mod stacks;

use parlour_table::scene::{Art, BoardLook, BoardScene, BoardShape, Figure, Form, Scene, SquareScene, Tokens, Trace};

use crate::hull::{self, Part};
use crate::names::seat_name;
use crate::panels;
use crate::signs::{figure as drawn, seat_class, seat_token};
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The wisps of fog, in a square of 50.
static MIST: std::sync::LazyLock<Art> = std::sync::LazyLock::new(|| {
    let wisp = |x: f64, y: f64, long: f64| format!("M{x} {y}q{0} -5 {1} 0t{1} 0", long / 2.0, long);
    let path = [wisp(4.0, 13.0, 9.0), wisp(20.0, 22.0, 12.0), wisp(6.0, 34.0, 10.0), wisp(27.0, 43.0, 9.0)].concat();
    let stroke = r##"fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="3" stroke-linecap="round""##;
    Art { side: 50.0, shapes: format!(r#"<path {stroke} d="{path}"/>"#) }
});

/// A board's layout in its room.
pub(crate) struct Laid<'a> {
    pub(crate) board: &'a BoardScene,
    /// Squares per row: a long row is folded.
    per_row: usize,
    /// True for hexes with the first on top, and rows that go down to the left.
    is_slanted: bool,
    /// The side of a square.
    pub(crate) side: f64,
    /// Of hexes: the top left of those that are there, in widths of a hex from the centre of the first one.
    first: (f64, f64),
    /// The top left of its squares.
    at: (f64, f64),
    /// The margins around the squares.
    pub(crate) edge: Edge,
    /// The frames of its panels, if it has some.
    pub(crate) frames: Vec<Rect>,
    /// The margins of its panels.
    pub(crate) edges: Vec<Edge>,
    /// True for plain squares with light stones, which are seen best on green.
    is_felted: bool,
    /// True if walls stand between the squares, which leave room for them.
    is_grooved: bool,
    /// True if it looks as if drawn by a pen, with lines on its edges.
    is_paper: bool,
    /// True if actions name its squares.
    is_target: bool,
}

/// The radius of the mark where a stone may be placed, relative to the side of a square.
const GHOST: f64 = 0.15;

/// The radius of a hole in a wall, relative to the side of a square.
const HOLE: f64 = 0.43;

/// The radius of a hole of a board of hexes, relative to their width.
const PEG_HOLE: f64 = 0.36;

/// True for the dark squares of a chequered board, of which the one at the bottom left is one.
fn is_dark(board: &BoardScene, place: usize) -> bool {
    let (column, row) = (place % board.width, place / board.width);
    (board.height - 1 - row + column).is_multiple_of(2)
}

/// True if a board has only every other square and none of the dark ones: then those that it has are dark.
fn are_light(board: &BoardScene) -> bool {
    let mut there = (0..board.squares.len()).filter(|&place| board.squares[place].is_some());
    there.all(|place| !is_dark(board, place))
}

/// True for plain squares on which there are light stones.
fn is_felted(scene: &Scene, board: &BoardScene) -> bool {
    let is_light = |figure: &Figure| {
        let class = figure.seat.map(|seat| seat_class(scene, seat));
        figure.form == Form::Stone && figure.art.is_none() && class == Some("t-white")
    };
    let figures = || board.squares.iter().flatten().filter_map(|square| square.figure.as_ref());
    board.look == BoardLook::Plain
        && board.shape == BoardShape::Squares
        && !board.is_upright
        && scene.boards.iter().all(|other| other.joints.is_none())
        && board.width.min(board.height) > 1
        && figures().any(is_light)
        && figures().all(|figure| figure.form == Form::Stone)
}

/// The margins of a board, for its frame and labels.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Edge {
    /// The margins at a width; minimal on a phone.
    fn of(board: &BoardScene, width: f64) -> Self {
        let is_small = width < SMALL;
        let even = |all: f64| Self { left: all, top: all, right: all, bottom: all };
        if board.shape == BoardShape::Hexes {
            return even(if is_small { 19.0 } else { 26.0 });
        }
        if !board.panels.is_empty() {
            let [left, top, right, bottom] = match is_small {
                true if width < UPRIGHT => PANEL_PHONE,
                true => PANEL_SMALL,
                false => PANEL,
            };
            return Self { left, top, right, bottom };
        }
        if is_row(board) {
            let (aside, ends) = if is_small { (13.0, 5.0) } else { (24.0, 12.0) };
            return Self { left: aside, top: ends, right: aside, bottom: ends };
        }
        // Tokens that aren't on the board yet are in its upper edge.
        if board.has_tokens {
            let (aside, rest) = if is_small { (15.0, 6.0) } else { (MARGIN, BARE) };
            return Self { left: aside, top: WAITING, right: rest, bottom: aside };
        }
        match (board.is_upright, is_small) {
            // What is drawn is in the middle of its sheet.
            (false, true) if is_drawn(board) => even(18.0),
            (false, false) if is_drawn(board) => even(MARGIN + 4.0),
            // Bands of goals are alike on both sides.
            (false, true) if has_goal_sides(board) => even(15.0),
            (false, false) if has_goal_sides(board) => even(MARGIN),
            // A wall with numbered columns.
            (true, true) => Self { bottom: 18.0, ..even(6.0) },
            (true, false) => Self { bottom: 26.0, ..even(14.0) },
            (false, true) => Self { left: 15.0, top: 6.0, right: 6.0, bottom: 15.0 },
            // Without labels they are narrower.
            (false, false) => Self { top: BARE, right: BARE, ..even(MARGIN) },
        }
    }

    pub(crate) fn across(self) -> f64 {
        self.left + self.right
    }

    pub(crate) fn down(self) -> f64 {
        self.top + self.bottom
    }
}

/// The fit of a board into a room.
struct Fit {
    per_row: usize,
    is_slanted: bool,
    /// Its width and height in squares.
    extent: (f64, f64),
    side: f64,
    edge: Edge,
    /// The room that it takes besides its squares.
    margins: (f64, f64),
    /// True if its panels are one above the other.
    is_stacked: bool,
}

impl Fit {
    fn of(board: &BoardScene, width: f64, most: f64) -> Self {
        let edge = Edge::of(board, width);
        if !board.panels.is_empty() {
            return Self::of_panels(board, (width, most));
        }
        let (w, h) = (width - edge.across(), most - edge.down());
        let per_row = per_row(board, (w, h));
        let of = |is_slanted: bool| {
            let extent = extent(board, per_row, is_slanted);
            let side = (w / extent.0).min(h / extent.1).min(largest(board, (width, most))).max(1.0);
            Self { per_row, is_slanted, extent, side, edge, margins: (edge.across(), edge.down()), is_stacked: false }
        };
        let upright = of(false);
        // A hexagon is as large in both ways, and stands with its rows level.
        let is_larger = |slanted: &Self| board.shape == BoardShape::Hexes && slanted.side > upright.side * 1.01;
        let slanted = Some(of(true)).filter(is_larger);
        slanted.unwrap_or(upright)
    }

    /// The fit of a board with panels: beside each other, or one above the other if they are much larger so.
    fn of_panels(board: &BoardScene, (width, most): (f64, f64)) -> Self {
        let of = |is_stacked: bool| {
            let edge = Edge::of(board, if is_stacked { width } else { width / board.panels.len() as f64 });
            let (extent, margins) = panels::measure(board, edge, is_stacked);
            let side = ((width - margins.0) / extent.0).min((most - margins.1) / extent.1);
            let side = side.min(largest(board, (width, most))).max(1.0);
            Self { per_row: board.width, is_slanted: false, extent, side, edge, margins, is_stacked }
        };
        let (beside, stacked) = (of(false), of(true));
        if stacked.side > beside.side * panels::MUCH { stacked } else { beside }
    }

    fn size(&self) -> (f64, f64) {
        (self.side * self.extent.0 + self.margins.0, self.side * self.extent.1 + self.margins.1)
    }
}

/// Narrower boards have minimal margins.
const SMALL: f64 = 480.0;
/// The margins of a panel, with its title above: left, top, right and bottom.
const PANEL: [f64; 4] = [24.0, 26.0, 10.0, 22.0];
const PANEL_SMALL: [f64; 4] = [17.0, 19.0, 5.0, 16.0];
pub(crate) const PANEL_PHONE: [f64; 4] = [16.0, 19.0, 4.0, 16.0];
/// Narrower boards of panels are those of an upright phone.
const UPRIGHT: f64 = 420.0;

/// True if goals lie along a side of a board, which bands in its frame tell.
fn has_goal_sides(board: &BoardScene) -> bool {
    let (width, squares) = (board.width, &board.squares);
    let is_goal = |place: usize| squares[place].as_ref().is_some_and(|square| square.is_goal);
    let is_side = |mut places: std::ops::Range<usize>| !places.is_empty() && places.all(is_goal);
    let is_framed = board.shape == BoardShape::Squares && board.look != BoardLook::Points && !is_row(board);
    is_framed && (is_side(0..width) || is_side(squares.len().saturating_sub(width)..squares.len()))
}

/// The row of a board that is the goal of a seat as it is shown, if all of one is.
pub(crate) fn goal_row(board: &BoardScene, seat: usize) -> Option<&'static str> {
    let is_goal = |square: &Option<SquareScene>| {
        square.as_ref().is_some_and(|square| square.is_goal && square.goal_of == Some(seat))
    };
    let places: Vec<usize> = (0..board.squares.len()).filter(|&place| is_goal(&board.squares[place])).collect();
    let (first, last) = (places.first()? / board.width, places.last()? / board.width);
    let is_row = first == last && places.len() == board.width && board.shape == BoardShape::Squares;
    match if board.is_turned { board.height - 1 - first } else { first } {
        0 if is_row => Some("top"),
        row if is_row && row + 1 == board.height => Some("bottom"),
        _ => None,
    }
}

/// A single row or column of squares, which can be folded where it would be too small.
fn is_row(board: &BoardScene) -> bool {
    board.shape == BoardShape::Squares && board.width.min(board.height) == 1 && board.squares.len() > SHORT
}

/// Squares per row, such that they are as large as possible.
fn per_row(board: &BoardScene, (w, h): (f64, f64)) -> usize {
    if !is_row(board) {
        return board.width;
    }
    let (count, h) = (cells(board), h.min((w * FOLDED.0).max(FOLDED.1)));
    let side = |rows: &usize| (w / count.div_ceil(*rows) as f64).min(h / *rows as f64).min(LARGEST);
    let best = (1..=count).map(|rows| side(&rows)).fold(0.0, f64::max);
    // Among similar sizes, the fewest rows.
    let rows = (1..=count).find(|rows| side(rows) > best * SIMILAR).unwrap_or(1);
    count.div_ceil(rows)
}

/// The least size of squares in fewer rows, relative to that in more.
const SIMILAR: f64 = 0.82;

/// The height that a folded row takes of a width, and at least: with all the height that there is, its rows would change
/// as soon as something comes to lie below it.
const FOLDED: (f64, f64) = (0.5, 240.0);

/// The width and height of a board in squares, for a number of squares per row.
fn extent(board: &BoardScene, per_row: usize, is_slanted: bool) -> (f64, f64) {
    if board.shape == BoardShape::Hexes {
        let hexes = hexes(board, is_slanted);
        return (hexes.w, hexes.h);
    }
    (per_row as f64, cells(board).div_ceil(per_row.max(1)) as f64)
}

/// The number of cells before the first square: one for tokens that aren't on the board yet, if it is a path of tokens.
fn lead(board: &BoardScene) -> usize {
    usize::from(is_row(board) && board.has_tokens && !board.is_turned)
}

/// The number of cells of a board: its squares, and the start before them.
fn cells(board: &BoardScene) -> usize {
    board.squares.len() + lead(board)
}

/// The seats that have no token on a board yet, or none any more.
fn waiting(scene: &Scene, board: &BoardScene) -> Vec<usize> {
    let is_there = |seat: usize| board.squares.iter().flatten().any(|square| square.tokens.contains(&seat));
    scene.seats.iter().filter(|seat| seat.is_in && !is_there(seat.number)).map(|seat| seat.number).collect()
}

/// The column and row at which a square is shown.
fn shown(board: &BoardScene, per_row: usize, place: usize) -> (usize, usize) {
    let place = if board.is_turned { board.squares.len() - 1 - place } else { place + lead(board) };
    (place % per_row, place / per_row)
}

/// The centre of a hex relative to that of the first one, in widths of a hex.
fn hex(board: &BoardScene, is_slanted: bool, place: usize) -> (f64, f64) {
    let (column, row) = shown(board, board.width.max(1), place);
    let (column, row) = (column as f64, row as f64);
    if is_slanted { ((column - row) / 2.0, (column + row) * ROW) } else { (column + row / 2.0, row * ROW) }
}

/// The rectangle around the hexes that are there, in widths of a hex from the centre of the first one.
fn hexes(board: &BoardScene, is_slanted: bool) -> Rect {
    let there = (0..board.squares.len()).filter(|&place| board.squares[place].is_some());
    let span = there.map(|place| hex(board, is_slanted, place)).fold(None, |span: Option<[f64; 4]>, (x, y)| {
        let [left, top, right, bottom] = span.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let [left, top, right, bottom] = span.unwrap_or_default();
    Rect::new(left - 0.5, top - HEX / 2.0, right - left + 1.0, bottom - top + HEX)
}

/// The height of a hex, and the distance of rows, relative to its width.
const HEX: f64 = 1.155;
const ROW: f64 = 0.866;

/// The size of a board in a room.
pub(crate) fn size(board: &BoardScene, width: f64, most: f64) -> (f64, f64) {
    let (w, h) = Fit::of(board, width, most).size();
    (w, h.min(most))
}

/// The side of a square of a board in a room; of panels of several sizes the mean, but for phones, where one is a thumbnail.
pub(crate) fn side(board: &BoardScene, room: Rect) -> f64 {
    let fit = Fit::of(board, room.w, room.h);
    let scales: f64 = (0..board.panels.len()).map(|n| panels::scale(board, n, fit.is_stacked)).sum();
    if board.panels.is_empty() || room.w < SMALL { fit.side } else { fit.side * scales / board.panels.len() as f64 }
}

/// True if a board of hexes stands on its tip in a room.
pub(crate) fn is_on_tip(board: &BoardScene, room: Rect) -> bool {
    Fit::of(board, room.w, room.h).is_slanted
}

/// The width and height of two free corners of a room around a board of hexes, for a part of its height: on the left if
/// it stands on its tip, and else the upper right and the lower left one.
pub(crate) fn corner(board: &BoardScene, room: Rect, part: f64) -> Option<(f64, f64)> {
    let fit = Fit::of(board, room.w, room.h);
    let is_whole = board.squares.iter().all(Option::is_some);
    if board.shape != BoardShape::Hexes || !is_whole || fit.extent.0 < 3.0 || fit.extent.1 < 3.0 {
        return None;
    }
    let (w, h) = fit.size();
    let high = room.h * part;
    if !fit.is_slanted {
        let rows = (fit.extent.1 - HEX) / ROW;
        // Rows below the upper edge of the corner, each half a hex further to the right.
        let within = ((high - (room.h - h) / 2.0 - fit.edge.bottom) / (fit.side * ROW)).max(0.0) + 1.0;
        let free = (room.w - w) / 2.0 + (rows - within).max(0.0) * fit.side / 2.0 - LABEL;
        return Some((free, high));
    }
    // The edge of the board runs from the middle of its side to its tip.
    let down = (room.h / 2.0 - high) / (h / 2.0 + fit.side);
    Some((room.w / 2.0 - (w / 2.0 + fit.side) * (1.0 - down) - 4.0, high))
}

/// The room for labels of rows beside a free corner.
const LABEL: f64 = 8.0;
/// The word at the place of tokens that aren't on the board yet, and the edge above a board for them.
const START: &str = "start";
const WAITING: f64 = 24.0;
/// The columns and rows of a finishing line.
const FINISH: (usize, usize) = (2, 12);
/// The margin for labels of rows and columns.
const MARGIN: f64 = 22.0;
const BARE: f64 = 12.0;
/// The maximum side of a square in most rooms, and for small boards.
const LARGE: f64 = 84.0;
const LARGEST: f64 = 130.0;
/// The maximum number of squares of a row that is never folded.
const SHORT: usize = 12;

fn largest(board: &BoardScene, (w, h): (f64, f64)) -> f64 {
    let is_long = board.shape == BoardShape::Hexes && board.width.min(board.height) < 6;
    let is_large = board.width.max(board.height) < 6 || is_row(board) || is_long;
    let usual = if is_large { LARGEST } else { LARGE };
    // In a large window squares grow as well.
    usual.max(w.min(h) * (1.05 / board.width.max(board.height) as f64).clamp(0.13, 0.29))
}

/// True if a piece that may have left is shown on a square that the viewer doesn't see.
pub(crate) fn has_guesses(scene: &Scene) -> bool {
    let squares = || scene.boards.iter().flat_map(|board| board.squares.iter().flatten());
    squares()
        .any(|square| square.remembered.is_some() && square.caption.as_ref().is_some_and(|said| said.ends_with('?')))
}

/// The minimum side of squares with readable labels.
const LEAST_NAMED: f64 = 12.0;

/// Paints a board in the middle of a room.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, board: &BoardScene, room: Rect) {
    let fit = Fit::of(board, room.w, room.h);
    let (Fit { per_row, is_slanted, side, edge, .. }, (wide, high)) = (&fit, fit.size());
    let frame = Rect::new(room.middle() - wide / 2.0, room.y + (room.h - high) / 2.0, wide, high);
    let at = (frame.x + edge.left, frame.y + edge.top);
    let mut laid = Laid {
        board,
        per_row: *per_row,
        is_slanted: *is_slanted,
        side: *side,
        first: hexes(board, *is_slanted).corner(),
        at,
        edge: *edge,
        frames: panels::frames(board, *edge, fit.is_stacked, (frame, *side)),
        edges: panels::edges(board, *edge, fit.is_stacked),
        is_felted: is_felted(scene, board),
        is_grooved: !is_drawn(board) && !joints::on(scene, board).is_empty(),
        is_paper: is_drawn(board),
        is_target: board.is_target,
    };
    let inner = Rect::new(at.0, at.1, wide - edge.across(), high - edge.down());
    if board.shape == BoardShape::Hexes {
        laid.hex_board(svg);
        laid.sides(svg, scene);
    } else if !board.panels.is_empty() {
        laid.panels(svg, scene);
    } else {
        let class = match board.is_upright {
            true => "board-frame wall",
            false if is_drawn(board) => "sheet-of-paper",
            false => "board-frame",
        };
        let round = match (board.is_upright, room.w < SMALL) {
            (true, _) => side * 0.28,
            (false, true) => 4.0,
            (false, false) => 8.0,
        };
        // The frame of a path ends with its last square.
        let (rows, last) = (cells(board).div_ceil((*per_row).max(1)), cells(board) % (*per_row).max(1));
        if is_row(board) && rows > 1 && last > 0 {
            let wide = edge.across() + last as f64 * side;
            svg.rect(class, Rect { h: frame.h - side, ..frame }, round);
            svg.rect(class, Rect { w: wide, ..frame }, round);
        } else {
            svg.drop_shadow(frame, round);
            svg.rect(class, frame, round);
        }
    }
    if board.look == BoardLook::Points || board.shape == BoardShape::Lines {
        let wood = inner.inset(if room.w < SMALL { -2.0 } else { -4.0 });
        svg.rect("wood", wood, 4.0);
        grain(svg, wood);
        laid.lines(svg);
    }
    if laid.is_grooved {
        svg.rect("wood", inner, 2.0);
    }
    laid.bands(svg, scene);
    // Squares too small for labels have them only in their accessible names.
    if laid.side >= LEAST_NAMED && !is_row(board) && board.panels.is_empty() {
        laid.heads(svg, scene, frame);
    }
    // Contents are painted above all squares, so that nothing hides them while they move.
    let mut standing = Svg::default();
    for n in 0..board.panels.len().max(1) {
        // The squares of panels may have sizes of their own.
        let is_on = |place: usize| board.panels.is_empty() || panels::of(board, place) == Some(n);
        laid.side = side * panels::scale(board, n, fit.is_stacked);
        if laid.side >= LEAST_NAMED {
            laid.panel_heads(svg, n);
        }
        for (place, square) in board.squares.iter().enumerate().filter(|(place, _)| is_on(*place)) {
            if let Some(square) = square {
                let is_marked = laid.square(svg, scene, place, square);
                laid.things(&mut standing, scene, place, square);
                if is_marked && !is_built(board, square) {
                    laid.man_foot(&mut standing, place);
                }
            }
        }
    }
    if is_drawn(board) && joints::on(scene, board).is_empty() {
        laid.pen(svg);
    }
    laid.joints(svg, scene);
    if is_row(board) {
        laid.turns(svg);
    }
    if board.has_tokens && !board.is_turned {
        laid.start(&mut standing, scene);
    }
    laid.waves(svg);
    svg.append(standing);
    laid.won(svg);
}

/// The number of veins of a wooden board.
const VEINS: usize = 13;

/// Paints the grain of a wooden board.
fn grain(svg: &mut Svg, wood: Rect) {
    for n in 0..VEINS {
        let part = (n as f64 + 0.5) / VEINS as f64;
        // Almost straight, and not evenly apart.
        let (tilt, aside) = (wood.h * 0.004 * ((n * 7 % 5) as f64 - 2.0), wood.h * 0.012 * ((n * 5 % 3) as f64 - 1.0));
        let y = wood.y + wood.h * part + aside;
        svg.line("grain", (wood.x + 2.0, y - tilt), (wood.x + wood.w - 2.0, y + tilt));
    }
}

/// The gap between the squares and a band in the frame, and that to its outer edge.
const BAND: (f64, f64) = (1.0, 2.0);

/// The opacity of a piece that the viewer remembers on a square that it doesn't see.
const REMEMBERED: f64 = 0.75;
/// The same of a piece that may have left since it was seen.
const GUESSED: f64 = 0.48;

/// The font size of captions, and the least side of squares that have them.
const CAPTION: f64 = 11.0;
const LEAST_CAPTION: f64 = 38.0;
/// The most lines of a caption.
const MAX_CAPTION: usize = 3;

/// The most that a square of a line may be off it, relative to the side of a square.
const OFF_LINE: f64 = 0.2;

/// The radius of the dot on a square to which something can go, relative to its side.
const DOT: f64 = 0.15;

/// True if what stands on a square is built there: it belongs to nobody, and isn't captured.
fn is_built(board: &BoardScene, square: &SquareScene) -> bool {
    board.has_stacks && square.figure.as_ref().is_some_and(|figure| figure.seat.is_none())
}

/// True for plain squares with pictures alone: those look as if drawn by a pen, with lines between the squares.
fn is_drawn(board: &BoardScene) -> bool {
    board.look == BoardLook::Plain
        && board.shape == BoardShape::Squares
        && board.tokens == Tokens::Figures
        && !board.is_upright
        && !is_row(board)
}

impl Laid<'_> {
    /// The lines between squares, as a pen draws them.
    fn pen(&self, svg: &mut Svg) {
        let (width, height, side) = (self.board.width as f64, self.board.height as f64, self.side);
        let over = side * 0.04;
        let wide = (side * 0.035).clamp(1.5, 4.0);
        let (left, top) = self.at;
        for n in 1..self.board.width {
            let x = left + n as f64 * side;
            svg.stroke("pen", ((x, top + over), (x, top + height * side - over)), wide);
        }
        for n in 1..self.board.height {
            let y = top + n as f64 * side;
            svg.stroke("pen", ((left + over, y), (left + width * side - over, y)), wide);
        }
    }

    /// The place of tokens that aren't on the board yet: the cell before a path, or the edge above the first square.
    fn start(&self, svg: &mut Svg, scene: &Scene) {
        let waiting = waiting(scene, self.board);
        let start = self.board.start.as_deref().unwrap_or(START);
        let (left, top) = self.at;
        let count = waiting.len() as f64;
        let (first, step, r) = match lead(self.board) {
            0 => {
                let r = WAITING * 0.42;
                let word = width(start, CAPTION) + 8.0;
                if !waiting.is_empty() && self.side * self.board.width as f64 > word + count * r * 2.4 {
                    let base = (left + 2.0, top - WAITING / 2.0 + 4.0);
                    svg.words("coordinate", base, (CAPTION, word), Anchor::Start, start);
                }
                ((left + word + r, top - WAITING / 2.0), r * 2.4, r)
            }
            _ => {
                let cell = Rect::new(left, top, self.side, self.side);
                svg.rect("start-cell", cell, 2.0);
                let size = (self.side * 0.17).clamp(CAPTION, 17.0);
                if width(start, size) * 1.15 < self.side - 4.0 {
                    let base = (cell.middle(), top + size * 1.25);
                    svg.words("coordinate", base, (size, self.side), Anchor::Middle, start);
                }
                let r = (self.side * 0.33).min(self.side * 0.44 / count.max(1.0));
                let step = r * 2.1;
                ((cell.middle() - step * (count - 1.0).max(0.0) / 2.0, top + self.side * 0.6), step, r)
            }
        };
        for (n, &seat) in waiting.iter().enumerate() {
            svg.open_figure(&self.board.name, START, seat_name(scene, Some(seat)));
            seat_token(svg, scene, seat, (first.0 + n as f64 * step, first.1), r);
            svg.close();
        }
    }

    /// The finishing line along the end of a path of tokens.
    fn finish(&self, svg: &mut Svg, room: Rect) {
        let each = room.h / FINISH.1 as f64;
        for n in 0..FINISH.0 * FINISH.1 {
            let (column, row) = (n % FINISH.0, n / FINISH.0);
            let x = room.x + room.w - each * (FINISH.0 - column) as f64;
            let class = if (column + row) % 2 == 0 { "finish dark" } else { "finish light" };
            svg.rect(class, Rect::new(x, room.y + row as f64 * each, each, each), 0.0);
        }
    }

    /// Signs between the squares of a row, and at the ends of a folded one: it goes on at the beginning of the next.
    fn turns(&self, svg: &mut Svg) {
        let rows = cells(self.board).div_ceil(self.per_row.max(1));
        let wide = self.edge.left.min(self.edge.right) * 0.6;
        if self.board.has_tokens {
            let (small, all) = (self.side * 0.045, lead(self.board) + 1..cells(self.board));
            for cell in all.filter(|cell| cell % self.per_row != 0) {
                let x = self.at.0 + (cell % self.per_row) as f64 * self.side;
                let y = self.at.1 + ((cell / self.per_row) as f64 + 0.5) * self.side;
                svg.polygon("onward", &[(x - small, y - small * 1.6), (x + small, y), (x - small, y + small * 1.6)]);
            }
        }
        for row in 0..rows.saturating_sub(1) {
            let right = self.at.0 + self.per_row as f64 * self.side + self.edge.right / 2.0;
            for (x, row) in [(right, row), (self.at.0 - self.edge.left / 2.0, row + 1)] {
                let y = self.at.1 + (row as f64 + 0.5) * self.side;
                svg.polygon("turn", &[(x - wide / 2.0, y - wide), (x + wide / 2.0, y), (x - wide / 2.0, y + wide)]);
            }
        }
    }

    /// The column and row at which a square is shown.
    fn shown(&self, place: usize) -> (usize, usize) {
        shown(self.board, self.per_row, place)
    }

    /// The centre of a square.
    pub(crate) fn middle(&self, place: usize) -> (f64, f64) {
        if let Some(n) = panels::of(self.board, place) {
            let (panel, frame, edge) = (&self.board.panels[n], self.frames[n], self.edges[n]);
            let column = (place % self.board.width - panel.columns.0) as f64 + 0.5;
            let row = (place / self.board.width - panel.rows.0) as f64 + 0.5;
            return (frame.x + edge.left + column * self.side, frame.y + edge.top + row * self.side);
        }
        let (x, y) = if self.board.shape == BoardShape::Hexes {
            let (x, y) = hex(self.board, self.is_slanted, place);
            (x - self.first.0, y - self.first.1)
        } else {
            let (column, row) = self.shown(place);
            (column as f64 + 0.5, row as f64 + 0.5)
        };
        (self.at.0 + x * self.side, self.at.1 + y * self.side)
    }

    /// The grid of a board with pieces on crossings.
    fn lines(&self, svg: &mut Svg) {
        if self.board.shape == BoardShape::Lines {
            for line in &self.board.lines {
                for pair in line.windows(2) {
                    svg.line("board-line strong", self.middle(pair[0]), self.middle(pair[1]));
                }
            }
            return;
        }
        let (width, height) = (self.board.width, self.board.height);
        for row in 0..height {
            svg.line("board-line", self.middle(row * width), self.middle(row * width + width - 1));
        }
        let bank = self.board.river.map_or(0, |rows| height.saturating_sub(rows));
        for column in 0..width {
            let is_open = bank == 0 || column == 0 || column + 1 == width;
            let parts = if is_open { vec![(0, height - 1)] } else { vec![(0, bank - 1), (bank, height - 1)] };
            for (from, to) in parts {
                svg.line("board-line", self.middle(from * width + column), self.middle(to * width + column));
            }
        }
        if bank > 0 {
            self.river(svg, bank);
        }
        if let Some(size) = self.board.palace {
            let (left, last) = ((width - size) / 2, size - 1);
            for top in [0, height - size] {
                let at = |row: usize, column: usize| self.middle((top + row) * width + left + column);
                svg.line("board-line", at(0, 0), at(last, last));
                svg.line("board-line", at(0, last), at(last, 0));
            }
        }
    }

    /// Marks what has won: a straight line is struck through, and the members of a chain have dots.
    fn won(&self, svg: &mut Svg) {
        let is_winning = |square: &Option<SquareScene>| square.as_ref().is_some_and(|square| square.is_winning);
        let places = self.board.squares.iter().enumerate().filter(|(_, square)| is_winning(square));
        let all: Vec<(f64, f64)> = places.map(|(place, _)| self.middle(place)).collect();
        let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
        let pairs = all.iter().enumerate().flat_map(|(n, a)| all[n + 1..].iter().map(move |b| (*a, *b)));
        let Some((from, to)) = pairs.max_by(|a, b| far(a.0, a.1).total_cmp(&far(b.0, b.1))) else { return };
        let long = far(from, to).max(1.0);
        let (dx, dy) = ((to.0 - from.0) / long, (to.1 - from.1) / long);
        let is_straight =
            all.iter().all(|at| ((at.0 - from.0) * dy - (at.1 - from.1) * dx).abs() < self.side * OFF_LINE);
        // Stones in a line have rings, and drawn signs are struck through.
        let is_stone = |square: &SquareScene| {
            let figure = square.figure.as_ref().filter(|_| square.is_winning);
            figure.is_some_and(|figure| figure.form == Form::Stone && figure.art.is_none())
        };
        if is_straight && self.board.squares.iter().flatten().any(is_stone) {
            for at in all {
                svg.circle("won-ring-edge", at, self.side * 0.4);
                svg.circle("won-ring", at, self.side * 0.4);
            }
            return;
        }
        if is_straight {
            let by = self.side * 0.28;
            let ends = ((from.0 - dx * by, from.1 - dy * by), (to.0 + dx * by, to.1 + dy * by));
            for (class, wide) in [("strike-edge", 9.0), ("strike", 5.0)] {
                svg.stroke(class, ends, wide * (self.side / 60.0).clamp(0.8, 1.5));
            }
            return;
        }
        for at in all {
            svg.circle("winning", at, (self.side * 0.16).max(3.0));
        }
    }

    /// The water between the two rows of a river.
    fn river(&self, svg: &mut Svg, bank: usize) {
        let width = self.board.width;
        let ends = [(bank - 1) * width, bank * width + width - 1].map(|place| self.middle(place));
        let (left, right) = (ends[0].0.min(ends[1].0), ends[0].0.max(ends[1].0));
        let (top, bottom) = (ends[0].1.min(ends[1].1), ends[0].1.max(ends[1].1));
        let water = Rect::new(left, top, right - left, bottom - top).inset(self.side * 0.06);
        svg.rect("river", water, 2.0);
        // Three lines of ripples along it.
        for n in 0..3 {
            let y = water.y + water.h * (0.26 + 0.24 * f64::from(n));
            svg.ripples("river-wave", (water.x + water.h * 0.2, y), (water.w - water.h * 0.4, water.h * 0.09));
        }
    }

    /// The sides of a board of hexes, in the colours of the seats that own them: a rim along the outer edges of the
    /// hexes. An edge that belongs to two sides is shared by both.
    fn sides(&self, svg: &mut Svg, scene: &Scene) {
        let (count, width) = (self.board.squares.len(), self.per_row);
        if count == 0 || self.board.squares.iter().any(Option::is_none) {
            return;
        }
        let (rows, outer) = (count / width.max(1), 1.0 / 3.0_f64.sqrt() + self.rim() / self.side);
        let turn = if self.is_slanted { 60.0 } else { 0.0 };
        for shown in 0..count {
            let (column, row) = (shown % width, shown / width);
            let place = if self.board.is_turned { count - 1 - shown } else { shown };
            let (x, y) = self.middle(place);
            // Corner n of a hex lies at 60n - 90 degrees from its centre, clockwise from the top.
            let corner = |n: f64, r: f64| {
                let angle = (60.0 * n - 90.0 + turn).to_radians();
                (x + r * self.side * angle.cos(), y + r * self.side * angle.sin())
            };
            // The edges of the top, right, bottom and left side: each between a corner and the next.
            let is_out = [row == 0, column + 1 == width, row + 1 == rows, column == 0];
            let edges: [(usize, f64, f64); 8] = [
                (0, 5.0, 6.0),
                (0, 6.0, if is_out[1] { 6.5 } else { 7.0 }),
                (1, if is_out[0] { 6.5 } else { 6.0 }, 7.0),
                (1, 7.0, 8.0),
                (2, 8.0, 9.0),
                (2, 9.0, if is_out[3] { 9.5 } else { 10.0 }),
                (3, if is_out[2] { 9.5 } else { 9.0 }, 10.0),
                (3, 10.0, 11.0),
            ];
            for (n, from, to) in edges.into_iter().filter(|(n, ..)| is_out[*n]) {
                let owner = if self.board.is_turned { (n + 2) % 4 } else { n };
                let Some(seat) = self.board.sides.get(owner) else { continue };
                let class = seat.map_or("board-frame", |seat| seat_class(scene, seat));
                let at = |n: f64, r: f64| match n.fract() == 0.0 {
                    true => corner(n, r),
                    // The middle of an edge is nearer than its ends.
                    false => corner(n, r * 0.866),
                };
                let inner = 1.0 / 3.0_f64.sqrt() - 0.02;
                svg.polygon(
                    &format!("side {class}"),
                    &[at(from, inner), at(from, outer), at(to, outer), at(to, inner)],
                );
            }
        }
    }

    /// Paints the board that lies under hexes without sides.
    fn hex_board(&self, svg: &mut Svg) {
        if !self.board.sides.is_empty() {
            return;
        }
        let there = (0..self.board.squares.len()).filter(|&place| self.board.squares[place].is_some());
        let there: Vec<(f64, f64)> = there.map(|place| self.middle(place)).collect();
        // The wood in its frame.
        for (class, around) in [("hex-board", self.around()), ("wood", self.around() * 0.3)] {
            let r = self.side / 3.0_f64.sqrt() + around;
            for &(x, y) in &there {
                let corner = |n: usize| {
                    let angle = (60.0 * n as f64 + 30.0).to_radians();
                    (x + r * angle.cos(), y + r * angle.sin())
                };
                svg.polygon(class, &(0..6).map(corner).collect::<Vec<_>>());
            }
        }
    }

    /// The width by which the board under hexes without sides stands out.
    fn around(&self) -> f64 {
        (self.side * 0.18).min(self.edge.top * 0.4)
    }

    /// True if a point lies on a hex.
    fn is_on_hex(&self, (x, y): (f64, f64)) -> bool {
        let r = self.side * 0.56;
        let there = (0..self.board.squares.len()).filter(|&place| self.board.squares[place].is_some());
        there.map(|place| self.middle(place)).any(|at| (at.0 - x).hypot(at.1 - y) < r)
    }

    /// The thickness of the rim of a board of hexes.
    fn rim(&self) -> f64 {
        (self.side * 0.22).clamp(4.0, self.edge.top * 0.42)
    }

    /// The last, or the first, of some squares: of hexes only of those that are there.
    fn end_of(&self, mut squares: impl DoubleEndedIterator<Item = usize>, is_last: bool) -> Option<usize> {
        let is_there = |place: &usize| self.board.shape != BoardShape::Hexes || self.board.squares[*place].is_some();
        if is_last { squares.rfind(is_there) } else { squares.find(is_there) }
    }

    /// Labels of rows and columns.
    fn heads(&self, svg: &mut Svg, scene: &Scene, frame: Rect) {
        let (width, height) = (self.board.width, self.board.height);
        let size = (self.side * 0.34).clamp(11.0, 13.0);
        let is_hex = self.board.shape == BoardShape::Hexes;
        let class = match (is_hex, self.is_paper) {
            (true, _) => "coordinate on-felt",
            (false, true) => "coordinate on-wood",
            (false, false) => "coordinate",
        };
        // Beside hexes they are beyond the rim.
        let has_sides = is_hex && !self.board.sides.is_empty();
        let rim = match (has_sides, is_hex) {
            (true, _) => self.rim(),
            (false, true) => self.around(),
            (false, false) => 0.0,
        };
        let out = self.side * 0.53 + rim + size * 0.62;
        let mut placed = Vec::new();
        for (row, name) in
            self.board.rows.iter().enumerate().take(height).filter(|_| height > 1 && !self.board.is_upright)
        {
            let of_row = row * width..(row + 1) * width;
            let Some(first) = self.end_of(of_row, self.board.is_turned) else { continue };
            let (x, y) = self.middle(first);
            let (x, y) = match (is_hex, self.is_slanted) {
                (true, true) => (x - out * 0.866, y - out * 0.5),
                (true, false) => (x - out, y),
                _ => (frame.x + self.edge.left / 2.0, y),
            };
            // In a corner between the points of a star there is no room.
            if is_hex && self.is_on_hex((x, y)) {
                continue;
            }
            let class = self.label_class(scene, class, (first, 3));
            svg.words(class, (x, y + size * 0.36), (size, self.edge.left.max(18.0)), Anchor::Middle, name);
            placed.push((x, y + size * 0.36, crate::svg::width(name, size)));
        }
        for (column, name) in self.board.columns.iter().enumerate().take(width) {
            // Where pieces fall actions name the number of a column.
            let number = (column + 1).to_string();
            let name = if self.board.is_upright { &number } else { name };
            let of_column = (column..width * height).step_by(width);
            let Some(end) = self.end_of(of_column, self.board.is_turned == self.is_slanted) else { continue };
            let (x, y) = self.middle(end);
            let (x, y) = match (is_hex, self.is_slanted) {
                (true, true) => (x + out * 0.866, y - out * 0.5 + size * 0.36),
                (true, false) => (x + out * 0.5, y + out * 0.866 + size * 0.36),
                _ => (x, frame.y + frame.h - self.edge.bottom / 2.0 + size * 0.36),
            };
            // Between the points of a small star there is no room for both.
            let is_over = |(left, top, wide): &(f64, f64, f64)| {
                (left - x).abs() < (wide + crate::svg::width(name, size)) / 2.0 && (top - y).abs() < size
            };
            let is_hidden = is_hex && self.is_on_hex((x, y - size * 0.36));
            if !is_hex || !is_hidden && !placed.iter().any(is_over) {
                let class = self.label_class(scene, class, (end, 2));
                svg.words(class, (x, y), (size, self.side.max(18.0)), Anchor::Middle, name);
            }
        }
    }

    /// Paints a square without its contents. Returns true if a piece on it may be moved.
    fn square(&self, svg: &mut Svg, scene: &Scene, place: usize, square: &SquareScene) -> bool {
        let (x, y) = self.middle(place);
        let board = self.board;
        let last = match square.trace.filter(|_| square.is_last && !square.is_winning) {
            Some(Trace::To) => "last to",
            Some(Trace::Changed) => "last changed",
            Some(_) => "last from",
            None => "",
        };
        let danger = if square.is_danger { " danger" } else { "" };
        let taken = if square.figure.is_some() && !is_built(board, square) { " taken" } else { "" };
        let unseen = if square.is_unseen { " fogged" } else { "" };
        let class = format!("{last}{danger}{taken}{unseen}");
        let thing = Thing {
            kind: "square",
            of: &board.name,
            value: &square.name,
            nth: None,
            copy: 0,
            count: 1,
            label: label(scene, square),
            class: &class,
        };
        // A column is marked where a piece would fall.
        let is_marked = svg.may(&thing) && (!board.is_upright || self.is_next(place));
        svg.open_as(&thing, is_marked);
        let room = Rect::new(x - self.side / 2.0, y - self.side / 2.0, self.side, self.side);
        self.ground(svg, scene, place, room);
        if square.is_unseen && board.look != BoardLook::Water {
            self.fog(svg, (x, y), room);
        }
        if square.is_goal && board.look != BoardLook::Points {
            self.goal(svg, scene, place, square);
        }
        if lead(board) > 0 && place + 1 == board.squares.len() {
            self.finish(svg, room);
        }
        if is_row(board) {
            let size = (self.side * 0.2).clamp(11.0, 17.0);
            let at = (x - self.side * 0.43, y - self.side * 0.43 + size * 0.86);
            svg.words("square-name", at, (size, self.side), Anchor::Start, &square.name);
        }
        match square.is_noted {
            true if board.shape == BoardShape::Squares && board.look != BoardLook::Points => {
                svg.rect("noted", room.inset(self.side * 0.1), self.side * 0.12);
            }
            true => svg.circle("noted", (x, y), self.side * 0.4),
            false => {}
        }
        match square.is_star && square.figure.is_none() {
            true if board.river.is_some() => self.post(svg, place),
            true => svg.circle("star", (x, y), (self.side * 0.09).max(2.0)),
            false => {}
        }
        // The mark of an area that was counted: a small square of its seat's colour.
        if let Some(seat) = square.territory_of.filter(|_| square.figure.is_none()) {
            let half = (self.side * 0.17).max(3.0);
            let at = Rect::new(x - half, y - half, 2.0 * half, 2.0 * half);
            svg.rect(&format!("territory {}", seat_class(scene, seat)), at, half * 0.35);
        }
        match square.trace.filter(|_| square.is_last && !square.is_winning && square.figure.is_none()) {
            // An empty place that a piece has left, or where it was captured.
            Some(trace) if trace == Trace::Taken || self.is_pointed() => {
                svg.circle("left-place", (x, y), self.side * 0.3);
            }
            _ => {}
        }
        if board.has_stacks {
            self.under(svg, scene, square, room);
        }
        if let Some(under) = &square.under {
            paint_figure(svg, scene, under, (board.tokens, false), room);
        }
        // Discs fall to the lowest free square of a column, and those that lie there aren't moved.
        if !board.is_upright {
            self.foot(svg, (x, y));
        }
        if !board.is_upright || self.is_next(place) {
            let own = scene.seats.iter().find(|seat| seat.is_own && has_stones(board));
            let class = own.map_or(String::new(), |own| format!(" stone {}", seat_class(scene, own.number)));
            svg.circle(&format!("mark-dot{class}"), (x, y), self.side * DOT);
            if let Some(own) = own.filter(|_| is_marked) {
                svg.circle(&format!("ghost {}", seat_class(scene, own.number)), (x, y), self.side * GHOST);
            }
        }
        svg.circle("mark-ring", (x, y), self.side * 0.45);
        svg.close();
        is_marked && square.figure.is_some()
    }

    /// Paints the mark below a piece that may be moved, above its foot so that it is seen below any of them.
    fn man_foot(&self, svg: &mut Svg, place: usize) {
        let (x, y) = self.middle(place);
        let (wide, high) = (self.side * 0.46, (self.side * 0.07).clamp(4.0, 6.5));
        svg.rect("man-foot", Rect::new(x - wide / 2.0, y + self.side * 0.49 - high, wide, high), high / 2.0);
    }

    /// True for each neighbour of a goal that is a goal of the same seat: to the left, to the right, before and after it.
    fn goals_beside(&self, place: usize) -> [bool; 4] {
        let goal = |place: usize| self.board.squares.get(place)?.as_ref().filter(|square| square.is_goal);
        let own = goal(place).map(|square| square.goal_of);
        self.neighbours(place).map(|other| own.is_some() && other.and_then(goal).map(|square| square.goal_of) == own)
    }

    /// The neighbours of a place on the board: to its left, to its right, before and after it.
    fn neighbours(&self, place: usize) -> [Option<usize>; 4] {
        let width = self.board.width;
        let column = place % width;
        [
            (column > 0).then(|| place - 1),
            (column + 1 < width).then_some(place + 1),
            place.checked_sub(width),
            Some(place + width),
        ]
    }

    /// Paints a square of a shape that was laid: its edge and its seam are around the whole shape.
    fn patch(&self, svg: &mut Svg, class: &str, place: usize) {
        let seat = |place: usize| self.board.squares.get(place)?.as_ref()?.figure.as_ref()?.seat;
        let mut joined = self.neighbours(place).map(|other| other.and_then(seat) == seat(place));
        if self.board.is_turned {
            joined = [joined[1], joined[0], joined[3], joined[2]];
        }
        let ((x, y), half) = (self.middle(place), self.side / 2.0);
        // The distance of a line to each side from the middle of the square: over its edge where the shape goes on.
        let at = |within: f64| joined.map(|is_joined| if is_joined { half + 0.3 } else { half - within });
        let [left, right, top, bottom] = at(half * 0.07);
        svg.rect(&format!("patch {class}"), Rect::new(x - left, y - top, left + right, top + bottom), 0.0);
        let is_last = self.board.squares[place].as_ref().is_some_and(|square| square.is_last);
        let edge = if is_last { "patch-edge last" } else { "patch-edge" };
        for (name, within) in [(edge, half * 0.07), ("patch-seam", half * 0.3)] {
            let [left, right, top, bottom] = at(within);
            let lines = [
                ((x - left, y - top), (x - left, y + bottom)),
                ((x + right, y - top), (x + right, y + bottom)),
                ((x - left, y - top), (x + right, y - top)),
                ((x - left, y + bottom), (x + right, y + bottom)),
            ];
            for ((from, to), _) in lines.into_iter().zip(joined).filter(|(_, is_joined)| !is_joined) {
                svg.line(name, from, to);
            }
        }
    }

    /// The side of the board along which a goal lies, if it is one of a row of them: 0 for the top, and clockwise.
    fn goal_side(&self, place: usize) -> Option<usize> {
        let [left, right, before, after] = self.goals_beside(place);
        let (column, row) = self.shown(place);
        let sides = [
            (0, row == 0 && (left || right)),
            (1, column + 1 == self.board.width && (before || after)),
            (2, row + 1 == self.board.height && (left || right)),
            (3, column == 0 && (before || after)),
        ];
        let is_framed = self.board.shape == BoardShape::Squares && self.board.panels.is_empty() && !is_row(self.board);
        sides.into_iter().find(|(_, is_there)| *is_there && is_framed).map(|(side, _)| side)
    }

    /// Marks goals along a side of the board as a band in its frame, in the colour of the seat that they are of.
    fn bands(&self, svg: &mut Svg, scene: &Scene) {
        let mut bands: Vec<(String, Rect)> = Vec::new();
        for (place, square) in self.board.squares.iter().enumerate() {
            let (Some(side), Some(square)) = (self.goal_side(place), square) else { continue };
            let class = square.goal_of.map_or("brass", |seat| seat_class(scene, seat));
            let ((x, y), half) = (self.middle(place), self.side / 2.0);
            let Edge { left, top, right, bottom } = self.edge;
            let deep = |margin: f64| (margin - BAND.0 - BAND.1).max(2.0);
            let band = match side {
                0 => Rect::new(x - half, y - half - BAND.0 - deep(top), self.side, deep(top)),
                1 => Rect::new(x + half + BAND.0, y - half, deep(right), self.side),
                2 => Rect::new(x - half, y + half + BAND.0, self.side, deep(bottom)),
                _ => Rect::new(x - half - BAND.0 - deep(left), y - half, deep(left), self.side),
            };
            let class = format!("goal-band {class}");
            // Neighbours are one band, without a seam.
            match bands.last_mut() {
                Some((last, before))
                    if *last == class && before.y == band.y && (before.x + before.w - band.x).abs() < 0.1 =>
                {
                    before.w += band.w;
                }
                Some((last, before))
                    if *last == class && before.y == band.y && (band.x + band.w - before.x).abs() < 0.1 =>
                {
                    (before.x, before.w) = (band.x, before.w + band.w);
                }
                _ => bands.push((class, band)),
            }
        }
        for (class, band) in bands {
            svg.rect(&class, band, 0.0);
        }
    }

    /// The class of a label beside a square, which may stand on a band.
    fn label_class(&self, scene: &Scene, class: &'static str, (place, side): (usize, usize)) -> &'static str {
        let square = self.board.squares.get(place).and_then(Option::as_ref);
        let on_band = square.filter(|_| self.goal_side(place) == Some(side));
        match on_band.map(|square| square.goal_of.map_or("t-yellow", |seat| seat_class(scene, seat))) {
            Some("t-white" | "t-yellow" | "t-cyan") => "coordinate on-wood",
            Some(_) => "coordinate",
            None => class,
        }
    }

    /// Marks a goal away from the sides: its corners, in the colour of the seat that it is of.
    fn goal(&self, svg: &mut Svg, scene: &Scene, place: usize, square: &SquareScene) {
        if self.goal_side(place).is_some() {
            return;
        }
        let class = square.goal_of.map_or("brass", |seat| seat_class(scene, seat));
        let ((x, y), [left, right, before, after]) = (self.middle(place), self.goals_beside(place));
        let turn = if self.board.is_turned { -1.0 } else { 1.0 };
        let wide = (self.side * 0.07).clamp(2.0, 5.0);
        let (out, long) = ((self.side - wide) / 2.0 - 1.0, self.side * 0.24);
        let free = |goes_on: [bool; 2]| [-1.0, 1.0].into_iter().zip(goes_on).filter(|(_, goes_on)| !goes_on);
        for (dx, _) in free([left, right]) {
            for (dy, _) in free([before, after]) {
                let (cx, cy) = (x + turn * dx * out, y + turn * dy * out);
                for end in [(cx - turn * dx * long, cy), (cx, cy - turn * dy * long)] {
                    svg.stroke(&format!("goal-edge {class}"), ((cx, cy), end), wide);
                }
            }
        }
    }

    /// Paints the fog over a square that the viewer doesn't see.
    fn fog(&self, svg: &mut Svg, (x, y): (f64, f64), room: Rect) {
        if self.is_pointed() {
            svg.circle("fog", (x, y), self.side * 0.4);
        } else {
            svg.rect("fog", room, 0.0);
            svg.stretched("", &MIST, room);
        }
    }

    /// The angles around a crossing at which a piece begins.
    fn post(&self, svg: &mut Svg, place: usize) {
        let (x, y) = self.middle(place);
        let (near, far) = (self.side * 0.09, self.side * 0.22);
        let column = self.shown(place).0;
        for way in [-1.0, 1.0] {
            if column == 0 && way < 0.0 || column + 1 == self.board.width && way > 0.0 {
                continue;
            }
            for up in [-1.0, 1.0] {
                let corner = (x + way * near, y + up * near);
                svg.line("board-line", corner, (x + way * far, corner.1));
                svg.line("board-line", corner, (corner.0, y + up * far));
            }
        }
    }

    /// True for the square of a column to which a piece would fall.
    fn is_next(&self, place: usize) -> bool {
        let is_free = |place: usize| self.board.squares[place].as_ref().is_some_and(|square| square.figure.is_none());
        let below = place + self.board.width;
        is_free(place) && (below >= self.board.squares.len() || !is_free(below))
    }

    /// True if pieces stand on points, whose squares aren't seen.
    fn is_pointed(&self) -> bool {
        self.board.look == BoardLook::Points || self.board.shape != BoardShape::Squares
    }

    /// Paints the mark of a piece that may be moved: a ring around it, with a dark edge that shows on any ground; around
    /// a tile its outline.
    fn foot(&self, svg: &mut Svg, (x, y): (f64, f64)) {
        if self.board.tokens == Tokens::Tiles {
            let outline = TILE.map(|(dx, dy)| (x + dx * self.side * OUTLINE, y + dy * self.side * OUTLINE));
            svg.polygon("foot-edge", &outline);
            return svg.polygon("foot", &outline);
        }
        let wide = (self.side * 0.045).clamp(2.4, 3.4);
        let r = self.side * 0.5 - wide / 2.0 - 1.0;
        svg.ring("foot-edge", (x, y), r, wide + 1.8);
        svg.ring("foot", (x, y), r, wide);
    }

    /// Paints the contents of a square.
    fn things(&self, svg: &mut Svg, scene: &Scene, place: usize, square: &SquareScene) {
        let (board, (x, y)) = (self.board, self.middle(place));
        let room = Rect::new(x - self.side / 2.0, y - self.side / 2.0, self.side, self.side);
        let whole = room;
        // A sign of a goal isn't a piece.
        if let Some((figure, art)) = square.figure.as_ref().and_then(|figure| Some((figure, figure.art.as_ref()?)))
            && square.is_goal
            && figure.seat.is_none()
        {
            svg.art("ground-sign goal-sign", art, room.inset(self.side * 0.2));
        } else if let Some(figure) = &square.figure {
            svg.open_figure(&board.name, &square.name, &format!("{} {}", seat_name(scene, figure.seat), figure.name));
            let room = match figure.seat {
                _ if board.has_stacks => self.on_top(square, figure, room),
                None => self.sign_room(square, room),
                Some(_) if self.is_grooved => room.inset(self.side * joints::BAR * 0.6),
                Some(_) => room,
            };
            match figure.seat.filter(|_| figure.form == Form::Stone && figure.art.is_none()) {
                Some(seat) if board.is_upright => self.in_slot(svg, seat_class(scene, seat), (x, y)),
                // Stones on crossings are plain.
                Some(seat) if self.board.look == BoardLook::Points => {
                    plain_stone(svg, seat_class(scene, seat), (x, y), self.side * 0.46);
                }
                _ => match (figure.seat, Part::of(board, place)) {
                    (Some(seat), _) if board.is_joined => self.patch(svg, seat_class(scene, seat), place),
                    (Some(seat), Some(part)) => part.paint(svg, seat_class(scene, seat), (x, y), self.side),
                    _ => paint_figure(svg, scene, figure, (board.tokens, figure.is_down != board.is_turned), room),
                },
            }
            // What is built hides a dot on the square below it.
            if is_built(board, square) {
                svg.circle("mark-dot", room.centre(), self.side * DOT);
            }
            if board.has_stacks {
                self.height(svg, scene, (square, figure), whole);
            }
            if square.is_open && figure.length > 1 {
                match Part::is_sunk(board, place) {
                    true => hull::cross(svg, (x, y), self.side),
                    false => hull::flames(svg, (x, y), self.side),
                }
            }
            svg.close();
            if square.is_last && square.trace == Some(Trace::To) && board.is_upright {
                svg.ring("last-disc", (x, y), self.side * HOLE * 0.66, (self.side * 0.05).max(2.0));
            }
            let is_stone = figure.form == Form::Stone && has_stones(board);
            let is_dotted = !board.is_upright && (self.is_pointed() || is_stone);
            if square.is_last && square.trace == Some(Trace::To) && is_dotted {
                let at = if board.has_stacks { self.on_top(square, figure, room) } else { room };
                let r = at.w * if board.tokens == Tokens::Rings { 0.455 } else { 0.34 };
                svg.arrived(at.centre(), r);
            }
        }
        match (&square.remembered, &square.caption) {
            (Some(figure), _) => {
                // Outside of the group of figures, as it doesn't move.
                let is_guess = square.caption.as_ref().is_some_and(|caption| caption.ends_with('?'));
                svg.faded(if is_guess { GUESSED } else { REMEMBERED }, |svg| {
                    paint_figure(svg, scene, figure, (board.tokens, figure.is_down != board.is_turned), room);
                });
            }
            (None, Some(caption)) => self.caption(svg, caption, (x, y)),
            _ => {}
        }
        let count = square.tokens.len();
        for (n, &seat) in square.tokens.iter().enumerate() {
            let is_shared = count > 1 || square.figure.is_some();
            let r = self.side * if is_shared { 0.27 } else { 0.33 };
            // A token leaves a sign on the same square in sight.
            let x = match (count, is_shared) {
                (1, true) => x - self.side * 0.17,
                _ => x + (n as f64 - (count - 1) as f64 / 2.0) * self.side * 0.42,
            };
            let y = match (is_shared, is_row(board)) {
                (true, _) => y + self.side * 0.18,
                (false, true) => y + self.side * 0.08,
                (false, false) => y,
            };
            svg.open_figure(&board.name, &square.name, seat_name(scene, Some(seat)));
            seat_token(svg, scene, seat, (x, y), r);
            svg.close();
        }
    }

    /// Paints what is known of the hidden contents of a square, if it fits; its label has all of it.
    fn caption(&self, svg: &mut Svg, caption: &str, (x, y): (f64, f64)) {
        let wide = |lines: &[&str]| lines.iter().map(|line| width(line, CAPTION)).fold(0.0, f64::max) * 1.15 + 8.0;
        // On one line, a line for each possibility, or for each word.
        let words = caption.split(' ').filter(|word| *word != "or");
        let ways = [vec![caption], caption.split(" or ").collect(), words.collect()];
        let fits = |lines: &Vec<&str>| wide(lines) <= self.side - 4.0 && lines.len() <= MAX_CAPTION;
        let is_known = caption != "?" && self.side >= LEAST_CAPTION;
        let Some(lines) = ways.into_iter().find(fits).filter(|_| is_known) else {
            let size = (self.side * 0.5).max(11.0);
            return svg.letter("known-word", (x, y + size * 0.36), (size, self.side), "?");
        };
        let wide = wide(&lines);
        let high = CAPTION * 1.15 * lines.len() as f64 + 3.0;
        let at = Rect::new(x - wide / 2.0, y + self.side / 2.0 - high - 1.0, wide, high);
        svg.rect("known-tab", at, 4.0);
        for (n, line) in lines.iter().enumerate() {
            svg.letter("known-word", (x, at.y + CAPTION * (1.15 * n as f64 + 1.0) + 0.5), (CAPTION, wide), line);
        }
    }

    /// Paints a disc behind the wall in which it stands.
    fn in_slot(&self, svg: &mut Svg, class: &str, (x, y): (f64, f64)) {
        let r = self.side * HOLE;
        svg.circle(&format!("slot-disc {class}"), (x, y), r);
        svg.ring("slot-shade", (x, y), r * 0.94, r * 0.12);
        svg.ring("slot-rim", (x, y), r, (self.side * 0.03).max(1.5));
    }

    /// The room of a sign on the ground: below the square's number, and in a corner while a token is on the square.
    fn sign_room(&self, square: &SquareScene, room: Rect) -> Rect {
        let side = self.side;
        match (square.tokens.is_empty(), is_row(self.board)) {
            (false, _) => Rect::new(room.x + side * 0.42, room.y, side * 0.58, side * 0.58),
            (true, true) => Rect::new(room.x + side * 0.14, room.y + side * 0.2, side * 0.76, side * 0.76),
            (true, false) => room,
        }
    }

    /// Paints the ground below the contents of a square.
    fn ground(&self, svg: &mut Svg, scene: &Scene, place: usize, room: Rect) {
        let board = self.board;
        match board.shape {
            BoardShape::Hexes => {
                let r = self.side / 3.0_f64.sqrt() - 0.7;
                let corner = |n: usize| {
                    let angle = (60.0 * n as f64 + 30.0).to_radians();
                    (room.middle() + r * angle.cos(), room.y + room.h / 2.0 + r * angle.sin())
                };
                let corners: Vec<(f64, f64)> = (0..6).map(corner).collect();
                if !self.board.sides.is_empty() {
                    return svg.polygon("ground hex", &corners);
                }
                // A board of holes, those from which the men of a seat set out in its colour.
                svg.polygon("ground clear", &corners);
                let home = self.board.squares[place].as_ref().and_then(|square| square.home_of);
                let r = self.side * PEG_HOLE;
                if let Some(seat) = home {
                    svg.polygon(&format!("home {}", seat_class(scene, seat)), &corners);
                }
                svg.circle("ground hex peg", room.centre(), r);
            }
            BoardShape::Lines => {
                // The whole square is a tap target, not only its point.
                svg.rect("ground clear", room, 0.0);
                svg.circle("ground point", (room.middle(), room.y + room.h / 2.0), self.side * 0.075);
            }
            _ if board.look == BoardLook::Points => svg.rect("ground clear", room, 0.0),
            _ if board.look == BoardLook::Water => {
                let deep = self.board.squares[place].as_ref().is_some_and(|square| square.is_unseen);
                let class = if deep { "ground water deep" } else { "ground water" };
                svg.rect(class, room.inset(0.5), 2.0);
            }
            // A wall with holes, in which discs stand.
            _ if board.is_upright => {
                svg.rect("ground wall", room.inset(-0.3), 0.0);
                svg.circle("hole", (room.middle(), room.y + room.h / 2.0), self.side * HOLE);
            }
            _ => {
                let is_dark = is_dark(board, place) || are_light(board);
                let is_chequered = board.look == BoardLook::Chequered;
                let class = match (is_chequered && is_dark, board.tokens) {
                    (true, _) => "ground dark",
                    _ if self.is_felted => "ground felted",
                    _ if self.is_paper => "ground sheet",
                    (false, Tokens::Tiles) => "ground wood",
                    _ => "ground light",
                };
                let gap = match (self.is_grooved, is_chequered || self.is_paper) {
                    (true, _) => self.side * joints::BAR / 2.0,
                    // A tint doesn't reach the lines.
                    _ if self.is_paper => self.side * 0.06,
                    (false, true) => 0.0,
                    (false, false) => 0.6,
                };
                svg.rect(class, room.inset(gap), if self.is_grooved { 3.0 } else { 0.0 });
            }
        }
    }
}

/// The accessible name of a square's contents.
fn label(scene: &Scene, square: &SquareScene) -> String {
    let mut words = vec![square.title.as_ref().unwrap_or(&square.name).clone()];
    if let Some(figure) = &square.figure {
        let seat = seat_name(scene, figure.seat);
        let is_told = figure.title.contains(seat) || seat.is_empty();
        words.push(if is_told { figure.title.clone() } else { format!("{seat} {}", figure.title) });
    }
    if !square.stack.is_empty() {
        let told =
            |figure: &Figure| format!("{} {}", seat_name(scene, figure.seat), figure.title).trim_start().to_owned();
        let under: Vec<String> = square.stack.iter().rev().map(told).collect();
        words.push(format!("on {}", under.join(", ")));
    }
    words.extend(square.tokens.iter().map(|&seat| seat_name(scene, Some(seat)).to_owned()));
    words.extend(square.territory_of.map(|seat| format!("territory of {}", seat_name(scene, Some(seat)))));
    words.extend(square.is_danger.then(|| "in danger".to_owned()));
    words.extend(square.is_unseen.then(|| "not seen".to_owned()));
    words.extend(square.is_noted.then(|| "framed".to_owned()));
    words.extend(square.known.clone());
    words.join(", ")
}

/// Paints a figure in a square, in its board's style; a tile can point down.
pub(crate) fn paint_figure(
    svg: &mut Svg,
    scene: &Scene,
    figure: &Figure,
    (tokens, is_down): (Tokens, bool),
    room: Rect,
) {
    let (x, y, side) = (room.middle(), room.y + room.h / 2.0, room.w);
    let Some(seat) = figure.seat else {
        if let Some(art) = &figure.art {
            // A picture that fills its whole side fills the square as well.
            let inset = if fills(art) { 0.0 } else { side * 0.12 };
            return svg.art("ground-sign", art, room.inset(inset));
        }
        svg.words("ground-sign", (x, y + side * 0.19), (side * 0.52, side), Anchor::Middle, &figure.glyph);
        return;
    };
    let class = seat_class(scene, seat);
    let is_stone = figure.form == Form::Stone || matches!(figure.glyph.as_str(), "●" | "○");
    match (&figure.art, drawn(&figure.glyph)) {
        (Some(art), _) if figure.form == Form::Figure || tokens == Tokens::Figures => {
            svg.art(&format!("man {class}"), art, room.inset(side * 0.06));
        }
        (None, Some(art)) => {
            svg.art(&format!("man {class}"), art, room.inset(side * 0.07));
        }
        // A promoted figure among others has a dot.
        (Some(art), None) if figure.is_promoted && tokens == Tokens::Discs && has_figures(scene) => {
            svg.art(&format!("man {class}"), art, room.inset(side * 0.07));
            svg.circle("promoted-dot", (x + side * 0.34, y - side * 0.34), (side * 0.1).max(3.0));
        }
        (None, None) if is_stone => {
            stone(svg, class, (x, y), side * 0.42);
        }
        _ => token(svg, figure, (tokens, is_down), class, room),
    }
}

/// True for a picture whose first shape is a rectangle as large as the picture.
fn fills(art: &Art) -> bool {
    let shapes = art.shapes.trim_start_matches("<g>");
    let first = shapes.split('>').next().unwrap_or_default();
    let has = |name: &str| first.contains(&format!(" {name}=\"{}\"", art.side));
    first.starts_with("<rect") && has("width") && has("height")
}

/// True if pieces of only one kind, without pictures, are on a board.
fn has_stones(board: &BoardScene) -> bool {
    let mut figures = board.squares.iter().flatten().filter_map(|square| square.figure.as_ref());
    figures.all(|figure| figure.seat.is_none() || figure.form == Form::Stone && figure.art.is_none())
        && board.tokens != Tokens::Figures
}

/// True if pieces that stand free, without a token, are on a board.
fn has_figures(scene: &Scene) -> bool {
    let mut squares = scene.boards.iter().flat_map(|board| board.squares.iter().flatten());
    squares.any(|square| square.figure.as_ref().is_some_and(|figure| figure.form == Form::Figure))
}

/// A stone of a radius, with shadow and highlight.
pub(crate) fn stone(svg: &mut Svg, class: &str, (x, y): (f64, f64), r: f64) {
    svg.circle("shade", (x, y + r * 0.1), r);
    svg.circle(&format!("token stone {class}"), (x, y), r);
    round(svg, class, (x, y), r);
    svg.circle("stone-ring", (x, y), r * 0.74);
    svg.ellipse("gloss", (x - r * 0.3, y - r * 0.45), (r * 0.36, r * 0.21));
}

/// The shade at the lower edge of a white stone, on which no gloss is seen.
fn round(svg: &mut Svg, class: &str, (x, y): (f64, f64), r: f64) {
    if class.split(' ').any(|word| word == "t-white") {
        svg.circle("stone-dusk", (x, y), r - 0.5);
        svg.circle("stone-bright", (x - r * 0.07, y - r * 0.1), r * 0.85);
    }
}

/// A stone without a ring, of a radius.
fn plain_stone(svg: &mut Svg, class: &str, (x, y): (f64, f64), r: f64) {
    svg.circle("shade", (x + r * 0.05, y + r * 0.1), r);
    svg.circle(&format!("token stone {class}"), (x, y), r);
    round(svg, class, (x, y), r);
    svg.ellipse("gloss", (x - r * 0.32, y - r * 0.42), (r * 0.3, r * 0.2));
}

/// A disc in a square, with shadow.
fn disc(svg: &mut Svg, kind: &str, class: &str, room: Rect) {
    let (x, y, side) = (room.middle(), room.y + room.h / 2.0, room.w);
    svg.circle("shade", (x, y + side * 0.05), side * 0.42);
    svg.circle(&format!("{kind} {class}"), (x, y), side * 0.42);
    svg.circle("stone-ring", (x, y), side * 0.36);
}

/// The outline around a tile, relative to the tile.
const OUTLINE: f64 = 1.04;

/// The corners of a tile that points up, relative to the centre and size of its square.
const TILE: [(f64, f64); 5] = [(0.0, -0.47), (0.34, -0.3), (0.42, 0.41), (-0.42, 0.41), (-0.34, -0.3)];

/// A token with a picture or a letter.
fn token(svg: &mut Svg, figure: &Figure, (tokens, is_down): (Tokens, bool), class: &str, room: Rect) {
    let (x, y, side) = (room.middle(), room.y + room.h / 2.0, room.w);
    let (ink, middle, size) = match tokens {
        Tokens::Rings => {
            disc(svg, "token", "ivory", room);
            svg.circle(class, (x, y), side * 0.375);
            svg.circle("ivory", (x, y), side * 0.35);
            (class.to_owned(), y, 0.52)
        }
        Tokens::Tiles => {
            let way = if is_down { -side } else { side };
            svg.polygon(&format!("token tile {class}"), &TILE.map(|(dx, dy)| (x + dx * way, y + dy * way)));
            (format!("on-{class}"), y + way * 0.045, 0.58)
        }
        _ => {
            disc(svg, "token", class, room);
            if figure.is_royal {
                svg.ring(&format!("royal-ring on-{class}"), (x, y), side * 0.365, (side * 0.03).max(1.2));
            }
            (format!("on-{class}"), y, if figure.is_royal { 0.48 } else { 0.56 })
        }
    };
    let ink = if figure.is_promoted { format!("{ink} promoted") } else { ink };
    let size = side * size;
    let room = Rect::new(x - size / 2.0, middle - size / 2.0, size, size);
    match &figure.art {
        // A tile is turned with its sign, which stands on its broad edge.
        Some(art) if tokens == Tokens::Tiles && is_down => svg.art_upside_down(&ink, art, room),
        Some(art) => svg.art(&ink, art, room),
        None => {
            let glyph = figure.glyph.to_uppercase();
            svg.letter(&format!("token-word {ink}"), (x, middle + side * 0.166), (side * 0.46, side), &glyph);
        }
    }
}

/// The height of a line of the legend, and the side of its signs beside small letters.
const KEY: f64 = 28.0;
const SMALL_KEY: f64 = 23.0;
const KEY_WORD: f64 = 13.0;
/// A legend in a narrower room is beside a board.
const BESIDE_KEY: f64 = 240.0;

/// The width of the sign of a legend's entry: that of ships is that of the longest one.
fn key_sign(board: &BoardScene, size: f64, wide: f64) -> f64 {
    let longest = key(board).map(|figure| figure.length).max().unwrap_or(1);
    match longest > 1 {
        true => SHIP * longest as f64,
        // Beside small letters it is smaller.
        false => {
            let one = if size < KEY_WORD { SMALL_KEY } else { KEY };
            one * if has_twins(board, wide) { 2.0 } else { 1.0 }
        }
    }
}

/// True if a legend of a width has the pieces of other seats beside its entries: where its titles have room.
fn has_twins(board: &BoardScene, wide: f64) -> bool {
    wide > 0.0 && board.twins.iter().any(Option::is_some) && wide >= key_width(board) + KEY
}

/// The same piece of another seat, if a legend has it beside an entry.
fn twin<'a>(board: &'a BoardScene, figure: &Figure) -> Option<&'a Figure> {
    let place = board.key.iter().position(|entry| entry.name == figure.name)?;
    board.twins.get(place)?.as_ref()
}

/// The width of a part of a ship in a legend.
const SHIP: f64 = 9.0;

/// An entry of a legend.
#[derive(Clone, Copy)]
enum Entry<'a> {
    Figure(&'a Figure),
    /// A part of a ship that was hit, or has sunk.
    Hit,
    Sunk,
}

impl Entry<'_> {
    fn title(&self) -> &str {
        match self {
            Self::Figure(figure) => &figure.title,
            Self::Hit => "hit",
            Self::Sunk => "sunk",
        }
    }
}

/// The entries of a legend: the symbols, and the marks of ships that were hit.
fn entries(board: &BoardScene) -> impl Iterator<Item = Entry<'_>> {
    let ships = key(board).any(|figure| figure.length > 1);
    key(board).map(Entry::Figure).chain([Entry::Hit, Entry::Sunk].into_iter().filter(move |_| ships))
}

/// The symbols of a legend: those that aren't drawn in a conventional way.
pub(crate) fn key(board: &BoardScene) -> impl Iterator<Item = &Figure> {
    let figures = || board.squares.iter().flatten().filter_map(|square| square.figure.as_ref());
    let is_there = move |key: &&Figure| {
        !key.is_promoted || figures().any(|figure| figure.title == key.title && figure.art == key.art)
    };
    board
        .key
        .iter()
        .filter(is_there)
        .filter(|figure| drawn(&figure.glyph).is_none() && !matches!(figure.glyph.as_str(), "●" | "○"))
}

/// True if a legend explains enough to be shown: two kinds of things are told apart without it.
pub(crate) fn has_key(board: &BoardScene) -> bool {
    key(board).nth(2).is_some()
}

/// True if several kinds of signs on the ground are to be explained.
pub(crate) fn has_effects(board: &BoardScene) -> bool {
    key(board).filter(|figure| figure.seat.is_none()).nth(1).is_some()
}

/// The positions of a legend's entries in a width: in columns as wide as the longest title, or packed.
fn key_places(board: &BoardScene, wide: f64) -> (Vec<(f64, f64)>, f64) {
    let (columns, size) = key_columns(board, wide);
    let widths = key_widths(board, columns, (size, wide));
    let rows = entries(board).count().div_ceil(columns.max(1));
    // Beside a board it is close to it.
    let free = key_room(wide) - widths.iter().sum::<f64>();
    let left = if wide < BESIDE_KEY { KEY_LEFT } else { free.max(0.0) / 2.0 };
    let place = |n: usize| (left + widths[..n / rows].iter().sum::<f64>(), (n % rows) as f64 * KEY);
    ((0..entries(board).count()).map(place).collect(), rows as f64 * KEY)
}

/// The width that the columns of a legend may have: nothing is after the last one.
fn key_room(wide: f64) -> f64 {
    wide + KEY_GAP - 3.0 - if wide < BESIDE_KEY { KEY_LEFT } else { 0.0 }
}

/// The widths of a legend's columns, each filled from its top, with titles in a font size.
fn key_widths(board: &BoardScene, columns: usize, (size, wide): (f64, f64)) -> Vec<f64> {
    let (slack, gap) = if size < KEY_WORD { (SMALL_SLACK, SMALL_GAP) } else { (KEY_SLACK, KEY_GAP) };
    let wishes: Vec<f64> =
        entries(board).map(|entry| width(entry.title(), size) * slack + key_sign(board, size, wide) + gap).collect();
    let rows = wishes.len().div_ceil(columns.max(1)).max(1);
    let own: Vec<f64> = wishes.chunks(rows).map(|column| column.iter().copied().fold(1.0, f64::max)).collect();
    // Columns are alike where there is room.
    let widest = own.iter().copied().fold(1.0, f64::max);
    if widest * own.len() as f64 <= key_room(wide) { vec![widest; own.len()] } else { own }
}

/// The number of columns of a legend in a width, and the font size of its titles: as many columns as fit, with smaller
/// letters only if there would be a single one on a phone.
pub(crate) fn key_columns(board: &BoardScene, wide: f64) -> (usize, f64) {
    let fits = |(columns, size): &(usize, f64)| {
        let widths = key_widths(board, *columns, (*size, wide));
        // Without an empty column at its end.
        widths.len() == *columns && widths.iter().sum::<f64>() <= key_room(wide)
    };
    let most = entries(board).count().min(MAX_COLUMNS);
    let large = (2..=most).rev().map(|columns| (columns, KEY_WORD));
    let small = SMALL_KEY_WORDS.into_iter().filter(|_| wide >= BESIDE_KEY).map(|size| (2, size));
    large.chain(small).find(fits).unwrap_or((1, KEY_WORD))
}

/// The most columns of a legend, and the smaller font sizes of its titles.
const MAX_COLUMNS: usize = 5;
const SMALL_KEY_WORDS: [f64; 2] = [12.0, 11.0];
/// Letters of browsers relative to the measured ones.
const KEY_SLACK: f64 = 1.12;
/// The same of small ones, and the gap between their columns.
const SMALL_SLACK: f64 = 1.07;
const SMALL_GAP: f64 = 6.0;
/// The left edge of a legend beside a board.
const KEY_LEFT: f64 = 8.0;
/// The gap between columns.
const KEY_GAP: f64 = 11.0;

/// The least width of a board's legend: that of its longest title.
pub(crate) fn key_width(board: &BoardScene) -> f64 {
    entries(board).map(|entry| width(entry.title(), 11.0)).fold(0.0, f64::max) + key_sign(board, KEY_WORD, 0.0) + 14.0
}

/// The height of a board's legend.
pub(crate) fn key_height(board: &BoardScene, width: f64) -> f64 {
    key_places(board, width).1 + 6.0
}

/// Paints a board's legend: each symbol with its title.
pub(crate) fn paint_key(svg: &mut Svg, scene: &Scene, board: &BoardScene, room: Rect) {
    let most = key_columns(board, room.w).1;
    for (entry, (x, y)) in entries(board).zip(key_places(board, room.w).0) {
        let sign = key_sign(board, most, room.w);
        let at = Rect::new(room.x + x, room.y + 2.0 + y, sign - 3.0, (KEY - 3.0).min(sign.max(SMALL_KEY)));
        let wide = room.w - x - sign - 3.0;
        let twin = match entry {
            Entry::Figure(figure) if has_twins(board, room.w) => twin(board, figure),
            _ => None,
        };
        let square = Rect { x: at.middle() - at.h / 2.0, w: at.h, ..at };
        let square = if twin.is_some() { Rect { x: at.x, ..square } } else { square };
        if let Some(twin) = twin {
            paint_figure(svg, scene, twin, (board.tokens, false), Rect { x: at.x + at.w - at.h, ..square });
        }
        if !matches!(entry, Entry::Figure(figure) if figure.seat.is_some()) {
            let ground = if board.look == BoardLook::Water { "ground water" } else { "ground light" };
            svg.rect(ground, square, 3.0);
        }
        match entry {
            Entry::Hit => hull::flames(svg, square.centre(), square.h),
            Entry::Sunk => hull::cross(svg, square.centre(), square.h),
            Entry::Figure(figure) => match figure.seat.filter(|_| figure.length > 1) {
                Some(seat) => hull::silhouette(svg, seat_class(scene, seat), figure.length, at),
                None => paint_figure(svg, scene, figure, (board.tokens, false), square),
            },
        }
        let title = (at.x + sign + 3.0, at.y + KEY * 0.62);
        let size = (wide / width(entry.title(), 1.0)).clamp(11.0, most);
        svg.words("table-fact", title, (size, wide), Anchor::Start, entry.title());
    }
}
