//! Boards that aren't square grids: hexes in slanted rows, and points joined by lines.

use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Square};
use parlour_engine::layout::BoardLayout;
use parlour_engine::pack::boards::{Naming, Shape};
use parlour_table::SeatView;

use crate::board::{MARGIN, Marks, SCREEN, cell_text, narrow_row, turned, with_mark};
use crate::context::Style;
use crate::marks::columns;

use super::joints::walled;

/// The lines of a board that isn't a plain square grid; `None` for others.
pub(crate) fn shaped(game: &Game, view: &SeatView, board: usize, marks: &Marks, style: Style) -> Option<Vec<String>> {
    let layout = game.board(BoardId::from_index(board));
    let cells = view.cells(BoardId::from_index(board));
    let cell = |square: usize| cell_text(game, board, cells[square]);
    match &game.pack().boards[board].shape {
        Shape::Squares => walled(game, view, board, marks, style),
        Shape::Hexes => Some(hexes(game, board, &layout, &cell, marks, style)),
        Shape::Lines(lines) => Some(points(game, board, &layout, lines, &cell, marks, style)),
    }
}

/// The labels of rows and columns; true if those of columns are above.
pub(crate) fn heads(layout: &BoardLayout, naming: Naming, is_flipped: bool) -> (Vec<String>, Vec<String>, bool) {
    let mut rows: Vec<String> = (0..layout.height).map(|row| naming.row(row, layout.height)).collect();
    let mut columns: Vec<String> = (0..layout.width).map(|column| naming.column(column, layout.width)).collect();
    if is_flipped {
        rows.reverse();
        columns.reverse();
    }
    (rows, columns, !matches!(naming, Naming::FromBelow | Naming::WithoutI))
}

/// The distance of hexes in a row, and the shift of each row to the right.
struct Pitch {
    across: usize,
    shift: usize,
}

impl Pitch {
    const WIDE: Self = Self { across: 4, shift: 2 };
    const NARROW: Self = Self { across: 2, shift: 1 };

    /// The screen column of a hex. Rows count from 1 here, so that there is one above the first.
    fn at(&self, row: usize, column: usize) -> usize {
        self.shift * row + self.across * column
    }
}

/// The columns of the screen for the label of a row.
const LABEL: usize = MARGIN - 1;

/// A part of a line: its column, and the text.
type Part = (usize, String);

/// Hexes: each row half a hex to the right of the one above. A row's label is before its first hex, and that of a
/// column where its next hex would be.
fn hexes(
    game: &Game,
    board: usize,
    layout: &BoardLayout,
    cell: &dyn Fn(usize) -> String,
    marks: &Marks,
    style: Style,
) -> Vec<String> {
    let (width, height) = (layout.width, layout.height);
    let naming = game.pack().boards[board].naming.on(width, height);
    let (rows, columns, is_above) = heads(layout, naming, style.is_flipped);
    let at = |row: usize, column: usize| turned(row * width + column, layout, style);
    let is_there =
        |row: usize, column: usize| game.has_square(BoardId::from_index(board), Square::from_index(at(row, column)));
    let there = |row: usize| (0..width).filter(move |&column| is_there(row, column));
    let wide = Pitch::WIDE;
    let left = (0..height).filter_map(|row| there(row).next().map(|column| wide.at(row, column))).min().unwrap_or(0);
    let right = (0..height).filter_map(|row| there(row).next_back().map(|column| wide.at(row + 1, column + 1))).max();
    let pitch = if MARGIN + right.unwrap_or(0) - left <= SCREEN { wide } else { Pitch::NARROW };
    let mut lines: Vec<Vec<Part>> = vec![Vec::new(); height + 2];
    // The labels of columns continue their slant, except for one column of the screen if that is narrow.
    let narrow_by = |line: usize| usize::from(pitch.across == 2 && (line == 0 || line == height + 1));
    for (column, name) in columns.iter().enumerate() {
        let mut has_square = (0..height).filter(|&row| is_there(row, column));
        let line = if is_above { has_square.next() } else { has_square.next_back().map(|row| row + 2) };
        if let Some(line) = line {
            let hex = pitch.at(line, column) + LABEL - pitch.shift;
            lines[line].push((hex + pitch.across / 2 - narrow_by(line), format!("[dim]{name}[/]")));
        }
    }
    for row in 0..height {
        let begin = |column: usize| pitch.at(row + 1, column) + LABEL - pitch.shift;
        let line = &mut lines[row + 1];
        let Some(first) = there(row).next() else { continue };
        // Hexes begin with a space, but labels of columns before them don't.
        let names = line.iter().map(|(at, _)| at.saturating_sub(1));
        let label = names.chain([begin(first)]).min().unwrap_or(0).saturating_sub(LABEL);
        let mut column = first;
        while column < width {
            let count = (column..width).take_while(|&column| is_there(row, column)).count();
            let squares: Vec<usize> = (column..column + count).map(|column| at(row, column)).collect();
            let text: String = match pitch.across {
                2 => narrow_row(&squares, cell, marks),
                _ => squares
                    .iter()
                    .map(|&square| format!(" {}", with_mark(&cell(square), marks.get(&square), 3)))
                    .collect(),
            };
            if count > 0 {
                line.push((begin(column), text));
            }
            column += count.max(1);
        }
        line.push((label, format!("[dim]{:>LABEL$}[/]", rows[row])));
    }
    let indent = lines.iter().flatten().map(|(at, _)| *at).min().unwrap_or(0);
    let is_drawn = |n: usize, line: &[Part]| !line.is_empty() || (1..=height).contains(&n);
    let drawn = lines.into_iter().enumerate().filter(|(n, line)| is_drawn(*n, line));
    drawn.map(|(_, line)| joined(line, indent)).collect()
}

/// Joins the parts of a line, without an indent and trailing spaces.
fn joined(mut parts: Vec<Part>, indent: usize) -> String {
    parts.sort_by_key(|(at, _)| *at);
    let mut out = String::new();
    for (at, text) in parts {
        let gap = (at - indent).saturating_sub(columns(&out));
        out.push_str(&format!("{:gap$}{text}", ""));
    }
    out.trim_end().to_owned()
}

/// Points at their rows and columns, with lines between them.
fn points(
    game: &Game,
    board: usize,
    layout: &BoardLayout,
    lines: &[Vec<(String, std::ops::Range<usize>)>],
    cell: &dyn Fn(usize) -> String,
    marks: &Marks,
    style: Style,
) -> Vec<String> {
    let naming = game.pack().boards[board].naming.on(layout.width, layout.height);
    let (rows, columns, is_above) = heads(layout, naming, style.is_flipped);
    let across = if MARGIN + 4 * layout.width <= SCREEN { 4 } else { 2 };
    let (wide, high) = (across * layout.width + 1, 2 * layout.height - 1);
    let mut canvas = vec![vec![" ".to_owned(); wide]; high];
    let place = |square: usize| {
        let square = turned(square, layout, style);
        (across * (square % layout.width) + 1, 2 * (square / layout.width))
    };
    let named = |name: &str| game.square_named(BoardId::from_index(board), name).map(Square::index);
    let squares = |line: &Vec<(String, _)>| line.iter().filter_map(|(name, _)| named(name)).collect::<Vec<usize>>();
    let lines: Vec<Vec<usize>> = lines.iter().map(squares).collect();
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let ends = [place(pair[0]), place(pair[1])];
        let (from, to) =
            if (ends[0].1, ends[0].0) <= (ends[1].1, ends[1].0) { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
        if from.1 == to.1 {
            canvas[from.1][from.0 + 1..to.0].fill("[dim]-[/]".to_owned());
        }
        let sign = match from.0.cmp(&to.0) {
            std::cmp::Ordering::Less => "\\",
            std::cmp::Ordering::Equal => "|",
            std::cmp::Ordering::Greater => "/",
        };
        let between = canvas.iter_mut().enumerate().take(to.1).skip(from.1 + 1);
        for (y, line) in between {
            let (part, whole) = (y - from.1, to.1 - from.1);
            let x = (from.0 * (whole - part) + to.0 * part) / whole;
            line[x] = format!("[dim]{sign}[/]");
        }
    }
    for &square in lines.iter().flatten() {
        let (x, y) = place(square);
        canvas[y][x] = cell(square);
        if let Some(mark) = marks.get(&square) {
            canvas[y][x - 1] = mark.left_side();
            canvas[y][x + 1] = mark.right_side();
        }
    }
    let mut out: Vec<String> = canvas
        .into_iter()
        .enumerate()
        .map(|(y, line)| {
            let number = if y % 2 == 0 { rows[y / 2].as_str() } else { "" };
            format!("[dim]{number:>3}[/] {}", line.concat().trim_end())
        })
        .collect();
    let names: String = columns.iter().map(|name| format!("{name:<across$}")).collect();
    out.insert(if is_above { 0 } else { out.len() }, format!("[dim]{:1$}{2}[/]", "", MARGIN + 1, names.trim_end()));
    out
}
