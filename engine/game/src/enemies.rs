//! Threats to royal pieces by the tables, for the attack queries of scripts.

use std::sync::Arc;

use super::Game;
use parlour_board::{Attacker, BoardRules, Threat};

/// The enemies of each seat, in a game whose pieces move by tables.
#[derive(Clone, Debug)]
pub struct Enemies(Arc<BoardRules>);

/// The rows that capture a royal piece.
pub enum Against {
    /// None.
    Nothing,
    /// An unguarded one.
    Certain,
    /// Guarded ones, if their guards allow it.
    Guarded(Vec<Capture>),
}

/// A row that could capture a royal piece.
pub struct Capture {
    /// The number of its verb.
    pub verb: u8,
    /// Its owner, from 0.
    pub seat: usize,
    /// The record of the action.
    pub record: Vec<u8>,
}

impl Enemies {
    /// The enemies of a game; `None` if no pieces move by tables.
    pub fn of(game: &Game) -> Option<Self> {
        game.board_rules().cloned().map(Self)
    }

    /// The verbs of tables, as bits by number.
    pub fn verbs(&self) -> u64 {
        self.0.verbs
    }

    /// Those of them that can capture a piece in place.
    pub fn taking(&self) -> u64 {
        self.0.taking
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.seats
    }

    /// The rows that could capture the royal piece of a seat on a square, if some verbs have a guard.
    pub fn against(&self, bytes: &[u8], seat: usize, square: u16, guarded: u64) -> Against {
        let capture = |attacker: &Attacker| {
            let mut record = Vec::new();
            self.0.write_attack(attacker, square, &mut record);
            Capture { verb: attacker.verb, seat: attacker.seat.into(), record }
        };
        match self.0.threat(self.0.cells(bytes), seat, square, guarded) {
            Threat::None => Against::Nothing,
            Threat::Certain => Against::Certain,
            Threat::Guarded(attackers) => Against::Guarded(attackers.iter().map(capture).collect()),
        }
    }

    /// True if a square is protected for the pieces of a seat.
    pub fn is_protected(&self, bytes: &[u8], seat: usize, square: u16) -> bool {
        self.0.is_protected(self.0.cells(bytes), seat, square)
    }

    /// Adds the royal piece of a seat on a square.
    pub fn suppose_royal(&self, bytes: &mut [u8], seat: usize, square: u16) {
        self.0.cells_mut(bytes)[usize::from(square)] = self.0.royal[seat];
    }
}
