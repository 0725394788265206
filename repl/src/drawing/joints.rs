//! Boards with edges and corners as places: walls between the squares.

use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Square};
use parlour_engine::pack::boards::Places;
use parlour_table::SeatView;

use crate::board::{MARGIN, Marks, colour, square_text, turned, with_mark};
use crate::context::Style;

use super::shapes::heads;

/// The columns of the screen that a square takes.
const CELL: usize = 3;

/// The boards of edges and of corners on a board, by index.
struct Joints {
    edges: Option<usize>,
    corners: Option<usize>,
    has_rim: bool,
}

fn on(game: &Game, board: usize) -> Option<Joints> {
    let all = game.pack().boards.iter().enumerate().filter_map(|(n, spec)| Some((n, spec.joints?)));
    let (mut edges, mut corners, mut has_rim) = (None, None, false);
    for (n, joints) in all.filter(|(_, joints)| joints.board == board) {
        has_rim |= joints.places.has_rim();
        match joints.places {
            Places::Edges { .. } => edges = edges.or(Some(n)),
            _ => corners = corners.or(Some(n)),
        }
    }
    (edges.is_some() || corners.is_some()).then_some(Joints { edges, corners, has_rim })
}

/// The lines of a board of squares with what stands between them; `None` for others.
pub(crate) fn walled(game: &Game, view: &SeatView, board: usize, marks: &Marks, style: Style) -> Option<Vec<String>> {
    let joints = on(game, board)?;
    let layout = game.board(BoardId::from_index(board));
    let (width, height) = (layout.width, layout.height);
    let naming = game.pack().boards[board].naming.on(width, height);
    let (rows, columns, is_above) = heads(&layout, naming, style.is_flipped);
    let cells = view.cells(BoardId::from_index(board));
    // Squares are at odd rows and columns, edges and corners around them.
    let joint = |row: usize, column: usize, text: &str| {
        let (row, column) = if style.is_flipped { (2 * height - row, 2 * width - column) } else { (row, column) };
        let is_corner = row % 2 == 0 && column % 2 == 0;
        let on = if is_corner { joints.corners } else { joints.edges };
        let content = on.and_then(|on| {
            let id = BoardId::from_index(on);
            let of = game.board(id);
            let part = if is_corner { 2 } else { 1 };
            let lost = usize::from(!game.pack().boards[on].joints?.places.has_rim());
            let row = (row / part).checked_sub(lost).filter(|&row| row < of.height)?;
            let column = (column / part).checked_sub(lost).filter(|&column| column < of.width)?;
            view.symbol(id, Square::from_index(row * of.width + column)).map(|symbol| (on, symbol))
        });
        match content {
            Some((on, symbol)) => {
                let owner = game.pack().boards[on].symbols[symbol].piece.map(|(_, seat)| seat);
                let style = owner.map_or("yellow", |seat| colour(game, seat));
                format!("[bold {style}]{text}[/]")
            }
            None if is_corner => format!("[dim]{text}[/]"),
            None => " ".repeat(text.len()),
        }
    };
    let shown = if joints.has_rim { 0..2 * height + 1 } else { 1..2 * height };
    let across = if joints.has_rim { 0..2 * width + 1 } else { 1..2 * width };
    let mut out = Vec::new();
    for row in shown {
        let text: String = across
            .clone()
            .map(|column| match (row % 2, column % 2) {
                (1, 1) => {
                    let square = turned((row / 2) * width + column / 2, &layout, style);
                    with_mark(&square_text(game, board, cells, square), marks.get(&square), CELL)
                }
                (1, _) => joint(row, column, "|"),
                (_, 1) => joint(row, column, "---"),
                _ => joint(row, column, "+"),
            })
            .collect();
        let label = if row % 2 == 1 { rows[row / 2].as_str() } else { "" };
        out.push(format!("[dim]{label:>3}[/] {text}"));
    }
    let begin = MARGIN + usize::from(joints.has_rim);
    let names: Vec<String> = columns.iter().map(|name| format!("{name:^CELL$}")).collect();
    let names = format!("[dim]{:begin$}{}[/]", "", names.join(" ").trim_end());
    out.insert(if is_above { 0 } else { out.len() }, names);
    Some(out)
}
