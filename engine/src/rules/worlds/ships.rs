//! Draws of pieces that lie on several squares in a line, such as ships, of which a viewer sees some parts or none.
//!
//! Each piece is drawn uniformly among the lines that its seen parts leave, independently of the others, and the draw is
//! repeated if two cross: for kinds of which a seat has one piece, all arrangements are equally likely. If that fails
//! too often, the pieces are laid one after the other where they fit.

use parlour_game::Game;
use parlour_game::unseen::Remembered;
use parlour_model::chance::Generator;
use parlour_model::ids::{BoardId, Seat};

/// Limit of independent draws, and of draws one after the other.
const TRIES: usize = 40;

/// The pieces of a kind of a seat.
#[derive(Clone, Debug)]
pub(super) struct Ships {
    pub(super) cell: u8,
    /// The number of pieces.
    count: usize,
    /// The squares of the parts that are seen.
    parts: Vec<usize>,
    /// The number of parts that aren't seen.
    pub(super) hidden: usize,
    /// The lines on which one can lie: on unseen squares and seen parts.
    lines: Vec<Vec<usize>>,
}

impl Ships {
    /// The pieces with a length of all seats on a board, some parts of which aren't seen; those with most seen parts come
    /// first. Kinds whose parts don't make whole pieces are left out.
    pub(super) fn all(game: &Game, cells: &[u8], known: &Remembered, may: &dyn Fn(usize) -> bool) -> Vec<Self> {
        let lengths = game.lengths(known.board);
        let long = lengths.iter().enumerate().filter(|(_, length)| **length > 1);
        let mut out: Vec<Self> = long
            .filter_map(|(n, &length)| {
                let cell = u8::try_from(n + 1).ok()?;
                let parts: Vec<usize> = (0..cells.len()).filter(|&square| cells[square] == cell).collect();
                let all = known.pool[n + 1] as usize;
                let hidden = all.checked_sub(parts.len()).filter(|&hidden| hidden > 0 && all.is_multiple_of(length))?;
                let lines =
                    Self::lines(game, known.board, (cell, length), |square| cells[square] == cell || may(square));
                Some(Self { cell, count: all / length, parts, hidden, lines })
            })
            .collect();
        out.sort_by_key(|ships| (std::cmp::Reverse(ships.parts.len()), ships.lines.len()));
        out
    }

    fn lines(game: &Game, board: BoardId, (cell, length): (u8, usize), may: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let seat = game.pack().boards[board.index()].seat_of(cell).map(Seat::from_index);
        let sides = game.sides(board);
        let is_of_side = |square: usize| sides.is_empty() || seat.is_some_and(|seat| sides[square] == seat.0 + 1);
        let mut lines = game.lines(board, length);
        lines.retain(|line| line.iter().all(|&square| may(square) && is_of_side(square)));
        lines
    }

    /// Draws the lines of all pieces, each with its cell; `None` if that fails.
    pub(super) fn draw(all: &[Self], squares: usize, generator: &mut Generator) -> Option<Vec<(Vec<usize>, u8)>> {
        (0..2 * TRIES).find_map(|n| {
            let mut taken = vec![false; squares];
            let mut out = Vec::new();
            let is_laid = all.iter().all(|ships| ships.lay(&mut taken, n < TRIES, &mut out, generator));
            is_laid.then_some(out)
        })
    }

    /// Lays the pieces of the kind; with `is_blind`, on lines that were chosen regardless of the pieces laid before.
    fn lay(
        &self,
        taken: &mut [bool],
        is_blind: bool,
        out: &mut Vec<(Vec<usize>, u8)>,
        generator: &mut Generator,
    ) -> bool {
        let mut open = self.parts.clone();
        for _ in 0..self.count {
            let part = match open.len() {
                0 => None,
                n => Some(open[generator.below(n as u32) as usize]),
            };
            let is_open = |square: &usize| open.contains(square);
            let fits = |line: &&Vec<usize>| {
                let is_covering = part.is_none_or(|part| line.contains(&part));
                let is_free = |square: &usize| is_open(square) || !self.parts.contains(square);
                is_covering && line.iter().all(|square| is_free(square) && (is_blind || !taken[*square]))
            };
            let lines: Vec<&Vec<usize>> = self.lines.iter().filter(fits).collect();
            let Some(n) = u32::try_from(lines.len()).ok().filter(|n| *n > 0) else { return false };
            let line = lines[generator.below(n) as usize].clone();
            if line.iter().any(|&square| taken[square]) {
                return false;
            }
            line.iter().for_each(|&square| taken[square] = true);
            open.retain(|square| !line.contains(square));
            out.push((line, self.cell));
        }
        open.is_empty()
    }
}
