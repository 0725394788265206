//! How boards look that are not of squares: hexes in slanted rows, and points with lines between them.

use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Square};
use parlour_engine::layout::BoardLayout;
use parlour_engine::pack::boards::{Naming, Shape};
use parlour_engine::state::State;

use crate::board::{MARGIN, Marks, SCREEN, cell_text, narrow_row, with_mark};

/// The lines of a board that is not of squares; `None` for one that is.
pub(crate) fn shaped(game: &Game, view: &State, board: usize, marks: &Marks) -> Option<Vec<String>> {
    let layout = game.layout().boards[board];
    let cells = &view.bytes()[layout.offset..layout.offset + layout.width * layout.height];
    let cell = |square: usize| cell_text(game, board, cells[square]);
    match &game.pack().boards[board].shape {
        Shape::Hexes => Some(hexes(game, board, &layout, &cell, marks)),
        Shape::Lines(lines) => Some(points(game, board, &layout, lines, &cell, marks)),
        _ => None,
    }
}

/// What stands beside a row and above or below a column, and whether the columns' names stand above.
fn heads(game: &Game, board: usize, layout: &BoardLayout) -> (Vec<String>, Vec<String>, bool) {
    let naming = game.pack().boards[board].naming.on(layout);
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8).to_string();
    let row = |n: usize| match naming {
        Naming::FromBelow => (layout.height - n).to_string(),
        Naming::Letters | Naming::FromRight => letter(n),
        _ => (n + 1).to_string(),
    };
    let column = |n: usize| match naming {
        Naming::Numbers => (n + 1).to_string(),
        Naming::FromRight => (layout.width - n).to_string(),
        _ => letter(n),
    };
    let rows = (0..layout.height).map(row).collect();
    (rows, (0..layout.width).map(column).collect(), naming != Naming::FromBelow)
}

/// Hexes: each row half a hex to the right of the one above.
fn hexes(
    game: &Game,
    board: usize,
    layout: &BoardLayout,
    cell: &dyn Fn(usize) -> String,
    marks: &Marks,
) -> Vec<String> {
    let (rows, columns, is_above) = heads(game, board, layout);
    let wide = MARGIN + 4 * layout.width + 2 * layout.height <= SCREEN;
    let (pitch, shift) = if wide { (4, 2) } else { (2, 1) };
    // Names of columns continue them: a line above the first row stands half a hex to its left, one below to its right.
    let names: String = columns.iter().map(|name| format!("{name:<pitch$}")).collect();
    let first = MARGIN + pitch - 3;
    let names = |indent: usize| format!("[dim]{:1$}{2}[/]", "", indent, names.trim_end());
    let mut lines: Vec<String> = (0..layout.height)
        .map(|row| {
            let squares = row * layout.width..(row + 1) * layout.width;
            let text = match pitch {
                2 => narrow_row(squares, cell, marks),
                _ => squares.map(|square| format!(" {}", with_mark(&cell(square), marks.get(&square), 3))).collect(),
            };
            format!("{:1$}[dim]{2:>3}[/]{3}", "", shift * row, rows[row], text.trim_end())
        })
        .collect();
    if is_above {
        lines.insert(0, names(first - shift));
    } else {
        lines.push(names(first + shift * layout.height));
    }
    lines
}

/// Points at their rows and columns, and the lines between them.
fn points(
    game: &Game,
    board: usize,
    layout: &BoardLayout,
    lines: &[Vec<(String, std::ops::Range<usize>)>],
    cell: &dyn Fn(usize) -> String,
    marks: &Marks,
) -> Vec<String> {
    let (rows, columns, is_above) = heads(game, board, layout);
    let across = if MARGIN + 4 * layout.width <= SCREEN { 4 } else { 2 };
    let (wide, high) = (across * layout.width + 1, 2 * layout.height - 1);
    let mut canvas = vec![vec![" ".to_owned(); wide]; high];
    let place = |square: usize| (across * (square % layout.width) + 1, 2 * (square / layout.width));
    let named = |name: &str| game.square_named(BoardId::from_index(board), name).map(Square::index);
    let squares = |line: &Vec<(String, _)>| line.iter().filter_map(|(name, _)| named(name)).collect::<Vec<usize>>();
    let lines: Vec<Vec<usize>> = lines.iter().map(squares).collect();
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let (from, to) = (place(pair[0].min(pair[1])), place(pair[0].max(pair[1])));
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
