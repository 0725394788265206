//! What a piece can do, square by square, for a display.

use super::Rules;
use crate::action::{Action, ActionList};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::ids::{BoardId, Seat, Square, Verb};
use crate::pack::pieces::When;
use crate::state::{Decision, State};

/// A square that a piece can do something with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Target {
    /// The square.
    pub square: Square,
    /// What the piece can do with it.
    pub verb: Verb,
}

impl Rules {
    /// What the piece on a square of the board that has pieces can legally do when its seat is to act, by squares,
    /// whoever's turn it is.
    ///
    /// # Errors
    /// A script that fails.
    pub fn targets(&mut self, state: &State, square: Square) -> Result<Vec<Target>, Diagnostic> {
        let game = self.game().clone();
        let (Some(rules), Some(decision)) = (game.board_rules(), state.decision()) else {
            return Ok(Vec::new());
        };
        let cell = rules.cells(&state.bytes).get(square.index()).copied().unwrap_or(0);
        let Some(seat) = usize::from(rules.owner[usize::from(cell) & 63]).checked_sub(1) else {
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

    /// The square of a seat's royal piece if it could be captured there, by what its enemies can really do.
    ///
    /// # Errors
    /// A script that fails.
    pub fn endangered(&mut self, state: &State, seat: Seat) -> Result<Option<Square>, Diagnostic> {
        self.pipeline.endangered(state, seat)
    }
}

impl Game {
    /// The board that the engine's own moves are on, if the game has such.
    pub fn piece_board(&self) -> Option<BoardId> {
        self.board_rules().map(|rules| BoardId::from_index(rules.board))
    }

    /// The square of a seat's royal piece if that is in danger, as tables alone judge it: for evaluations. What is shown
    /// is what [`Rules::endangered`] says.
    pub fn endangered(&self, state: &State, seat: Seat) -> Option<Square> {
        let rules = self.board_rules()?;
        let cells = rules.cells(&state.bytes);
        let square = rules.royal_square(cells, seat.index())?;
        rules.is_attacked(cells, seat.index(), square).then_some(Square(square))
    }

    /// After how many full turns the match ends, if it does.
    pub fn turn_limit(&self) -> Option<i32> {
        let ends = self.pack().moves.ends.iter().enumerate();
        let mut ends = ends.filter(|(_, end)| end.only_if.holds(self.option_values()));
        let (n, _) = ends.find(|(_, end)| matches!(end.when, When::Turns(_)))?;
        i32::try_from(self.end_limit(n)).ok()
    }

    /// Whether something protects the pieces of a seat on a square from being captured.
    pub fn is_shielded(&self, state: &State, seat: Seat, square: Square) -> bool {
        self.board_rules().is_some_and(|rules| rules.is_protected(rules.cells(&state.bytes), seat.index(), square.0))
    }

    /// The squares that an action of a board game goes from and to.
    pub fn action_squares(&self, action: &Action) -> (Option<Square>, Option<Square>) {
        let verb = &self.pack().verbs[action.verb().index()];
        let square = |name: &str| {
            let arg = verb.args.iter().find(|arg| arg.name == name)?;
            Square::from_number(action.number(arg))
        };
        (square("from"), square("to"))
    }
}
