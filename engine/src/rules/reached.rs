//! Coverage of a pack by matches: the lines of its scripts, its refusals, and the rows of its tables that actions come
//! from.

use std::sync::Arc;

use super::Rules;
use parlour_board::{BoardRules, Scratch, Settled};
use parlour_game::Game;
use parlour_model::action::Action;
use parlour_model::diagnostic::Faults;
pub use parlour_model::reached::Reached;
use parlour_model::state::State;
use parlour_pack::Pack;
use parlour_pack::boards::Chosen;
use parlour_pack::pieces::{Condition, MoveSpec};
use parlour_pack::spec::OptionValue;

impl Rules {
    /// Loads the rules of a game with coverage counts of their scripts. They are slower than others.
    ///
    /// # Errors
    /// All faults of the scripts.
    pub fn counted(game: Arc<Game>) -> Result<Self, Faults> {
        Self::counting(game, true)
    }

    /// The coverage of the scripts, if the rules count it.
    pub fn reached(&self) -> Reached {
        self.loaded().map_or_else(Reached::default, |scripts| scripts.reached())
    }
}

/// The rows of moves and placings of a game, each with rules in which it is the only one, which determine the rows of
/// an action.
#[derive(Debug)]
pub struct Rows {
    rows: Vec<BoardRules>,
    scratch: Scratch,
}

impl Rows {
    /// The rows that a game has with its options.
    pub fn of(game: &Game) -> Self {
        let pack = game.pack();
        let count = rules(&mut Pack::clone(pack)).len();
        let row = |n: usize| -> Option<BoardRules> {
            let mut alone = Pack::clone(pack);
            let mut rows = rules(&mut alone);
            // No option has this index.
            let never = Condition(vec![(usize::MAX, OptionValue::Bool(true))]);
            rows.iter_mut()
                .enumerate()
                .filter(|(other, _)| *other != n)
                .for_each(|(_, row)| row.only_if = never.clone());
            alone.moves.ends.clear();
            let chosen = Chosen { variant: game.variant(), seats: game.seat_count(), value: &|_| 0 };
            let settled = Settled { chosen, options: game.option_values(), starts: game.board_starts() };
            BoardRules::compile(&alone, game.layout(), game.teams(), &settled, &mut Vec::new())
        };
        Self { rows: (0..count).filter_map(row).collect(), scratch: Scratch::default() }
    }

    /// The rows that allow an action in a state, by number.
    pub fn of_action(&mut self, state: &State, action: &Action) -> Vec<usize> {
        let Self { rows, scratch } = self;
        let can = |board: &BoardRules| board.is_row(scratch, state, action.bytes());
        rows.iter().map(can).enumerate().filter(|(_, can)| *can).map(|(n, _)| n).collect()
    }
}

/// All rows of moves and placings.
fn rules(pack: &mut Pack) -> Vec<&mut MoveSpec> {
    pack.moves.pieces.iter_mut().flat_map(|piece| &mut piece.moves).chain(&mut pack.moves.places).collect()
}
