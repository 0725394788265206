//! The actions of a piece by target square, for a display.

use super::Rules;
use parlour_model::action::ActionList;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::{Seat, Square, Verb};
use parlour_model::state::{Decision, State};

/// A target square of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Target {
    /// The square.
    pub square: Square,
    /// The verb of the action on it.
    pub verb: Verb,
}

impl Rules {
    /// The legal actions of the piece on a square when its seat is to act, by target square, whoever's turn it is.
    ///
    /// # Errors
    /// A script that fails.
    pub fn targets(&mut self, state: &State, square: Square) -> Result<Vec<Target>, Diagnostic> {
        let game = self.game().clone();
        let (Some(rules), Some(decision)) = (game.board_rules(), state.decision()) else {
            return Ok(Vec::new());
        };
        let cell = rules.cells(&state.bytes).get(square.index()).copied().unwrap_or(0);
        let Some(seat) = usize::from(rules.owner[cell]).checked_sub(1) else {
            return Ok(Vec::new());
        };
        let mut asked = state.clone();
        asked.set_decision(Decision { seat: Seat::from_index(seat), ..decision });
        let mut legal = ActionList::new();
        legal.width = game.action_width();
        self.pipeline.legal(&asked, &mut legal)?;
        let records = (0..legal.len()).map(|n| legal.record(n)).filter(|record| rules.origin(record) == Some(square.0));
        let target = |record: &[u8]| {
            let verb = Verb(record[0] - 1);
            rules.target_of(record).map(|to| Target { square: Square(to), verb })
        };
        let mut targets: Vec<Target> = records.filter_map(target).collect();
        targets.sort_unstable();
        targets.dedup();
        Ok(targets)
    }

    /// The square of a seat's royal piece if it is attacked, by the legal actions of its enemies.
    ///
    /// # Errors
    /// A script that fails.
    pub fn endangered(&mut self, state: &State, seat: Seat) -> Result<Option<Square>, Diagnostic> {
        self.pipeline.endangered(state, seat)
    }
}
