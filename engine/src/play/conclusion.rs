//! Conclusions of a match by its players: resignation, a draw by agreement, a lapsed clock.
//!
//! The rules of a game don't include them. A match that has ended this way is over like any other: its state has the
//! winners and the current scores, and its record keeps the conclusion.

use serde::{Deserialize, Serialize};

use parlour_game::Game;
use parlour_game::words::as_sentence;
use parlour_model::english::listed;
use parlour_model::ids::Seat;
use parlour_model::state::State;

/// The conclusion of a match by its players. Records name seats, other code uses their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase", deny_unknown_fields)]
pub enum Conclusion<S = Seat> {
    /// A seat has resigned: its side has lost.
    Resignation {
        /// The seat.
        seat: S,
    },
    /// All have agreed to a draw.
    Agreement,
    /// A seat has run out of time: its side has lost.
    Time {
        /// The seat.
        seat: S,
    },
}

impl<S> Conclusion<S> {
    /// The seat whose side has lost.
    pub fn loser(&self) -> Option<&S> {
        match self {
            Self::Resignation { seat } | Self::Time { seat } => Some(seat),
            Self::Agreement => None,
        }
    }

    /// The same with another type of seat; `None` if the seat can't be converted.
    pub fn with_seats<T>(&self, convert: impl FnOnce(&S) -> Option<T>) -> Option<Conclusion<T>> {
        Some(match self {
            Self::Resignation { seat } => Conclusion::Resignation { seat: convert(seat)? },
            Self::Agreement => Conclusion::Agreement,
            Self::Time { seat } => Conclusion::Time { seat: convert(seat)? },
        })
    }
}

impl Conclusion {
    /// The reason, without the winner: `white resigned`.
    pub fn reason(&self, game: &Game) -> String {
        match self {
            Self::Resignation { seat } => format!("{} resigned", game.seat_name(*seat)),
            Self::Agreement => "a draw by agreement".to_owned(),
            Self::Time { seat } => format!("{} ran out of time", game.seat_name(*seat)),
        }
    }

    /// The ending of the match, with the winner: `black wins: white resigned`.
    pub fn sentence(&self, game: &Game, state: &State) -> String {
        let names: Vec<&str> =
            game.seats().filter(|&seat| state.has_won(seat)).map(|seat| game.seat_name(seat)).collect();
        let reason = self.reason(game);
        match (self, names.as_slice()) {
            (Self::Agreement, _) => reason,
            (_, []) => format!("nobody wins: {reason}"),
            (_, [one]) => format!("{one} wins: {reason}"),
            (_, several) => format!("{} win: {reason}", listed(several, "and")),
        }
    }

    /// The sentence in a log: `White resigns.`
    pub fn told(&self, game: &Game) -> String {
        match self {
            Self::Resignation { seat } => as_sentence(format!("{} resigns.", game.seat_name(*seat))),
            Self::Agreement => "The players agree to a draw.".to_owned(),
            Self::Time { seat } => as_sentence(format!("{} has run out of time.", game.seat_name(*seat))),
        }
    }

    /// The winners as a mask, the first seat lowest: all that are still in the match and not on the loser's side.
    pub(crate) fn winners(&self, game: &Game, state: &State) -> u16 {
        let Some(&loser) = self.loser() else { return 0 };
        let side = game.team_of(loser);
        let others = game.seats().filter(|&seat| game.team_of(seat) != side && game.is_alive(state, seat));
        others.fold(0, |mask, seat| mask | 1 << seat.0)
    }
}
