//! Symbols on the boards of a fresh match.

use super::Game;
use parlour_model::ids::{BoardId, Square};
use parlour_model::state::State;

impl Game {
    /// Adds fixed symbols that a written board omits; returns conflicting ones, each by its square with the fault.
    pub fn put_what_stays(&self, board: BoardId, cells: &mut [u8]) -> Vec<(usize, String)> {
        let symbols = &self.pack().boards[board.index()].symbols;
        let stays = |cell: u8| usize::from(cell).checked_sub(1).filter(|&n| symbols[n].stays);
        let mut faults = Vec::new();
        for (square, &start) in self.board_starts()[board.index()].cells.iter().enumerate() {
            let (wanted, found) = (stays(start), stays(cells[square]));
            match (wanted, found) {
                (Some(_), _) if cells[square] == 0 => cells[square] = start,
                (Some(n), _) if cells[square] != start => {
                    let name = self.square_name(board, Square::from_index(square));
                    faults.push((square, format!("`{}` always lies on {name}", symbols[n].glyph)));
                }
                (None, Some(n)) => {
                    let name = self.square_name(board, Square::from_index(square));
                    faults.push((square, format!("`{}` never lies on {name}", symbols[n].glyph)));
                }
                _ => {}
            }
        }
        faults
    }

    /// Scatters the loose symbols over the boards of a fresh match, with the state's own generator.
    pub fn scatter_symbols(&self, state: &mut State) {
        for (board, start) in self.layout().boards.iter().zip(self.board_starts()) {
            if start.loose.is_empty() {
                continue;
            }
            let mut generator = state.generator();
            for (square, symbol) in start.squares(board, &mut generator).into_iter().zip(&start.loose) {
                state.bytes[board.offset + square] = *symbol;
            }
            state.set_generator(&generator);
        }
    }
}
