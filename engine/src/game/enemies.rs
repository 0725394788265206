//! What tables say of who could take the royal piece of a seat, for whoever asks the hooks of scripts about it.

use std::sync::Arc;

use super::Game;
use crate::board::{Attacker, BoardRules, Threat};

/// The enemies of each seat, in a game whose pieces move by tables.
#[derive(Clone, Debug)]
pub(crate) struct Enemies(Arc<BoardRules>);

/// What rows take a royal piece.
pub(crate) enum Against {
    /// None does.
    Nothing,
    /// One does that no guard can be against.
    Certain,
    /// Some do if their guards allow it.
    Guarded(Vec<Capture>),
}

/// A row by which a royal piece could be taken.
pub(crate) struct Capture {
    /// The number of its verb.
    pub(crate) verb: u8,
    /// Whose it is, from 0.
    pub(crate) seat: usize,
    /// The record of the action.
    pub(crate) record: Vec<u8>,
}

impl Enemies {
    /// Those of a game; `None` if no pieces move by tables.
    pub(crate) fn of(game: &Game) -> Option<Self> {
        game.board_rules().cloned().map(Self)
    }

    /// The verbs of tables, as bits by number.
    pub(crate) fn verbs(&self) -> u64 {
        self.0.verbs
    }

    /// Those of them that can take a piece where it stands.
    pub(crate) fn taking(&self) -> u64 {
        self.0.taking
    }

    /// How many seats there are.
    pub(crate) fn seats(&self) -> usize {
        self.0.seats
    }

    /// The rows that could take the royal piece of a seat on a square, where some verbs have a guard.
    pub(crate) fn against(&self, bytes: &[u8], seat: usize, square: u16, guarded: u64) -> Against {
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

    /// Whether a square is protected for the pieces of a seat.
    pub(crate) fn is_protected(&self, bytes: &[u8], seat: usize, square: u16) -> bool {
        self.0.is_protected(self.0.cells(bytes), seat, square)
    }

    /// Puts the royal piece of a seat on a square as well.
    pub(crate) fn suppose_royal(&self, bytes: &mut [u8], seat: usize, square: u16) {
        self.0.cells_mut(bytes)[usize::from(square)] = self.0.royal[seat];
    }
}
