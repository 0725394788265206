//! The initial state before anything has happened.

use super::Game;
use parlour_model::state::State;

impl Game {
    /// A state before the deal: variables and boards at their initial values, everything else zero; in a game with
    /// tables of moves the first seat is to act.
    pub fn blank_state(&self) -> State {
        let layout = self.layout();
        let mut state = State::blank(layout.size);
        self.starts_of(|_| true).iter().for_each(|start| start.put(&mut state));
        for (board, start) in layout.boards.iter().zip(self.board_starts()) {
            state.bytes[board.offset..board.offset + start.cells.len()].copy_from_slice(&start.cells);
        }
        if let Some(scenario) = self.scenario() {
            for (chance, outcomes) in layout.chances.iter().zip(&scenario.chance) {
                if chance.capacity > 0 {
                    state.set_u16(chance.cursor + 2, outcomes.len() as u16);
                    for (n, &outcome) in outcomes.iter().enumerate() {
                        state.set_narrow(chance.outcome(n), chance.width, outcome);
                    }
                }
            }
        }
        if let Some(rules) = self.board_rules() {
            rules.start(&mut state);
        }
        state
    }
}
