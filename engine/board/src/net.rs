//! Compiles declared lines to adjacency.

use super::ending::WAYS;
use super::geometry::{Grid, Net};
use crate::start::BoardStart;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::layout::BoardLayout;
use parlour_model::state::squares::square_named;
use parlour_pack::Pack;
use parlour_pack::boards::Shape;

/// Limit of lines through a square.
const MAX_LINES: usize = WAYS / 2;

/// The neighbours of each square of a board.
pub fn neighbours(pack: &Pack, board: usize, place: &BoardLayout, start: &BoardStart) -> Vec<Vec<usize>> {
    let net = net(pack, board, place, &mut Vec::new());
    let there = start.there.clone();
    let grid = Grid { width: place.width, height: place.height, forward: Vec::new(), net, there };
    (0..grid.squares()).map(|square| grid.neighbours(square)).collect()
}

/// The number of squares of the longest line of a board.
pub fn longest_line(pack: &Pack, board: usize, place: &BoardLayout, start: &BoardStart) -> usize {
    let net = net(pack, board, place, &mut Vec::new());
    let grid = Grid { width: place.width, height: place.height, forward: Vec::new(), net, there: start.there.clone() };
    let lines = (0..grid.squares()).flat_map(|square| grid.lines_through(square));
    // On a ring both sides are the same squares.
    let length = |(one, other): (Vec<usize>, Vec<usize>)| {
        1 + one.len() + other.iter().filter(|square| !one.contains(square)).count()
    };
    lines.map(length).max().unwrap_or(0)
}

/// The adjacency of a board of a settled size.
pub fn net(pack: &Pack, board: usize, place: &BoardLayout, faults: &mut Vec<Diagnostic>) -> Net {
    let board = &pack.boards[board];
    let lines = match &board.shape {
        Shape::Squares => return Net::Squares,
        Shape::Hexes => return Net::Hexes,
        Shape::Lines(lines) => lines,
    };
    let mut fault = |code: Code, message: String, span: &std::ops::Range<usize>| {
        faults.push(Diagnostic::new(code, message).in_file(&pack.table_file, span));
    };
    let mut out: Vec<Vec<usize>> = Vec::new();
    let mut through = vec![0; place.width * place.height];
    for line in lines {
        let mut squares = Vec::new();
        for (n, (name, span)) in line.iter().enumerate() {
            let Some(square) = square_named(place, board.naming, name) else {
                let message = format!("a board of {} x {} doesn't have a square `{name}`", place.width, place.height);
                fault(Code::UnknownSquare, message, span);
                continue;
            };
            let closes = n > 1 && n + 1 == line.len() && squares.first() == Some(&square);
            if squares.contains(&square) && !closes {
                fault(Code::Duplicate, format!("`{name}` stands twice on one line"), span);
            } else if !closes {
                through[square] += 1;
                if through[square] == MAX_LINES + 1 {
                    let message = format!("more than {MAX_LINES} lines go through `{name}`");
                    fault(Code::TooMany, message, span);
                }
            }
            squares.push(square);
        }
        out.push(squares);
    }
    Net::Lines(out)
}
