//! The files of words.

use std::sync::OnceLock;

use super::{Word, parse};

/// The files.
macro_rules! files {
    ($($(#[$doc:meta])* $file:ident = $path:literal,)*) => {
        /// A file of words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum File {
            $($(#[$doc])* $file,)*
        }

        impl File {
            /// All files.
            pub(crate) const ALL: &[File] = &[$(File::$file,)*];

            /// The file's name and text.
            pub(crate) const fn text(self) -> (&'static str, &'static str) {
                match self {
                    $(File::$file => ($path, include_str!(concat!("../", $path))),)*
                }
            }
        }
    };
}

files! {
    /// Helpers of the words themselves.
    Core = "prelude/core.luau",
    /// The seats.
    Seats = "prelude/seats.luau",
    /// The teams.
    Teams = "prelude/teams.luau",
    /// A table of the pack.
    Table = "prelude/table.luau",
    /// A column of a table.
    Column = "prelude/column.luau",
    /// The card table, beyond the words of every table.
    Cards = "prelude/cards.luau",
    /// A list of words.
    List = "prelude/list.luau",
    /// Bunches of cards.
    Bunch = "prelude/bunch.luau",
    CardText = "prelude/card_text.luau",
    /// Combinations of cards.
    Combination = "prelude/combination.luau",
    /// Helpers of the words over many cards at once.
    CardsAtOnce = "prelude/cards_at_once.luau",
    /// Cards by the value of a column.
    ByColumn = "prelude/by_column.luau",
    /// A variable.
    Var = "prelude/var.luau",
    /// A variable that the options of the match leave out.
    LeftOut = "prelude/left_out.luau",
    /// Dice.
    Dice = "prelude/dice.luau",
    /// A pile.
    Pile = "prelude/pile.luau",
    /// A pile in which tricks are played.
    Trick = "prelude/trick.luau",
    /// The turn in a trick that the engine plays.
    TrickTurn = "prelude/trick_turn.luau",
    /// A bag.
    Bag = "prelude/bag.luau",
    /// The cards of a bag by the value of a column.
    BagByColumn = "prelude/bag_by_column.luau",
    /// All zones of a family together.
    Family = "prelude/family.luau",
    /// A board.
    Board = "prelude/board.luau",
    /// A board of stacks, beyond the words of every board.
    Stacks = "prelude/stacks.luau",
    /// A board of edges or corners, beyond the words of every board.
    Joints = "prelude/joints.luau",
    /// A named area of a board.
    Area = "prelude/area.luau",
    /// Moving cards from one zone to another.
    Transfer = "prelude/transfer.luau",
    /// A phase: its turns and decisions.
    Phase = "prelude/phase.luau",
    /// The match as a whole.
    Match = "prelude/match.luau",
    /// An ending.
    Ending = "prelude/ending.luau",
    /// A chance.
    Chance = "prelude/chance.luau",
    /// The list of legal actions as a whole.
    Offers = "prelude/offers.luau",
    /// Dealing.
    Setup = "prelude/setup.luau",
}

impl File {
    /// The words of the file, in order, and statements that aren't words.
    pub(super) fn parsed(self) -> &'static (Vec<Word>, Vec<&'static str>) {
        static PARSED: [OnceLock<(Vec<Word>, Vec<&'static str>)>; File::ALL.len()] =
            [const { OnceLock::new() }; File::ALL.len()];
        PARSED[self as usize].get_or_init(|| {
            let (name, text) = self.text();
            parse(name, text)
        })
    }

    /// The words of the file, in order.
    pub(crate) fn words(self) -> &'static [Word] {
        &self.parsed().0
    }
}
