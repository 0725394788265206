//! Notes of what happens to cards: moves, shuffles, and shows. Words write them while events are enabled, and the
//! knowledge of a seat is folded from them. They contain hidden information, so no seat gets them.

use crate::ids::Seat;

/// The numbers of the kinds of note.
pub mod kind {
    /// [`Note::Move`](super::Note::Move).
    pub const MOVE: u16 = 1;
    /// [`Note::Shuffle`](super::Note::Shuffle).
    pub const SHUFFLE: u16 = 2;
    /// [`Note::Show`](super::Note::Show).
    pub const SHOW: u16 = 3;
    /// [`Note::Clear`](super::Note::Clear).
    pub const CLEAR: u16 = 4;
    /// [`Note::Lay`](super::Note::Lay).
    pub const LAY: u16 = 5;
    /// [`Note::Piece`](super::Note::Piece).
    pub const PIECE: u16 = 6;
    /// [`Note::Set`](super::Note::Set).
    pub const SET: u16 = 7;
    /// [`Note::Lack`](super::Note::Lack).
    pub const LACK: u16 = 8;
}

/// A position in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The zone, from 0.
    pub zone: u16,
    /// The member of its family, from 0.
    pub member: u16,
    /// The place in a pile, from 1 at the bottom; 0 in a bag.
    pub place: u16,
}

/// Something that has happened to cards. Card types count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A card has moved from one place to another one.
    Move {
        /// The card type.
        card: u16,
        /// Its old place.
        from: Spot,
        /// Its new place.
        to: Spot,
    },
    /// A pile was shuffled.
    Shuffle(Spot),
    /// A card was shown to a seat, or to everyone.
    Show {
        /// The card type.
        card: u16,
        /// Its place.
        at: Spot,
        /// The seat; everyone if `None`.
        whom: Option<Seat>,
    },
    /// All zones were emptied.
    Clear,
    /// A card has come to a pile from the box, at an unknown place in it.
    Lay {
        /// The card type.
        card: u16,
        /// The pile.
        at: Spot,
    },
    /// The piece on a square, from 0, was shown to a seat, or to everyone.
    Piece {
        /// The content of the square.
        cell: u8,
        /// The square.
        square: u16,
        /// The seat; everyone if `None`.
        whom: Option<Seat>,
    },
    /// A script has put something on a square, from 0.
    Set {
        /// The square.
        square: u16,
    },
    /// An action has told everyone that a zone has no card of a type.
    Lack {
        /// The card type.
        card: u16,
        /// The zone.
        at: Spot,
    },
    /// Some notes are lost.
    Lost,
}

impl Note {
    /// Bytes of a note.
    pub const BYTES: usize = 16;

    /// A note as a word has written it.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let number = |n: usize| Some(u16::from_le_bytes([*bytes.get(2 * n)?, *bytes.get(2 * n + 1)?]));
        let at = Spot { zone: number(1)?, member: number(2)?, place: number(3)? };
        let card = number(7)?.checked_sub(1);
        Some(match number(0)? {
            kind::MOVE => {
                let to = Spot { zone: number(4)?, member: number(5)?, place: number(6)? };
                Self::Move { card: card?, from: at, to }
            }
            kind::SHUFFLE => Self::Shuffle(at),
            kind::SHOW => Self::Show { card: card?, at, whom: Seat::from_number(number(4)? as u8) },
            kind::CLEAR => Self::Clear,
            kind::LAY => Self::Lay { card: card?, at },
            kind::PIECE => Self::Piece {
                cell: number(7)? as u8,
                square: at.place.checked_sub(1)?,
                whom: Seat::from_number(number(4)? as u8),
            },
            kind::LACK => Self::Lack { card: card?, at },
            kind::SET => Self::Set { square: at.place.checked_sub(1)? },
            _ => return None,
        })
    }
}
