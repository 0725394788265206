//! Names of things in a game, and their numbers.

use super::Game;
use parlour_model::ids::{BoardId, CardType, Square, VarId, ZoneId};
use parlour_model::kind::Kind;
use parlour_model::layout::{BoardLayout, ZoneLayout};
use parlour_model::state::State;
use parlour_model::state::squares::{edge_title, square_named, square_text};
use parlour_pack::boards::Naming;
use parlour_pack::pieces::{Follows, PieceSpec};

impl Game {
    /// The number of values of a kind, counted from 1; `None` for numbers and cards with counts.
    pub fn value_count(&self, kind: Kind) -> Option<usize> {
        match kind {
            Kind::Number | Kind::Numbers | Kind::Cards => None,
            Kind::Card => Some(self.pack().card_types()),
            Kind::Seat => Some(self.seat_count()),
            Kind::Word(list) => Some(self.pack().lists[list].words.len()),
            Kind::Square(board) => {
                let layout = self.layout().boards[board.index()];
                Some(layout.width * layout.height)
            }
            Kind::Symbol(board) | Kind::Glyph(board) => Some(self.pack().boards[board.index()].symbols.len()),
        }
    }

    /// The names of the values of a kind in this game, the first that of 1.
    pub(crate) fn value_names(&self, kind: Kind) -> Vec<&str> {
        let mut names = self.pack().value_names(kind);
        names.truncate(self.value_count(kind).unwrap_or(0));
        names
    }

    /// The name of a square: `a1` is the lower left; squares of a single row have numbers.
    pub fn square_name(&self, board: BoardId, square: Square) -> String {
        let naming = self.pack().boards[board.index()].naming;
        square_text(&self.layout().boards[board.index()], naming, square.index())
    }

    /// The side of a seat on which a square is, as a board of its own, and the number of the square there; `None` unless
    /// the board consists of sides.
    fn on_side(&self, board: BoardId, square: Square) -> Option<(BoardLayout, usize)> {
        let (layout, seat) = (self.board(board), self.side_of(board, square)?);
        if self.squares(board).any(|other| self.side_of(board, other).is_none()) {
            return None;
        }
        let mut own = self.squares(board).filter(|&other| self.side_of(board, other) == Some(seat)).map(Square::index);
        let first = own.next()?;
        let (last, row, column) = (own.last().unwrap_or(first), first / layout.width, first % layout.width);
        let side =
            BoardLayout { width: last % layout.width - column + 1, height: last / layout.width - row + 1, ..layout };
        let at = (square.index() / layout.width - row) * side.width + square.index() % layout.width - column;
        Some((side, at))
    }

    /// The labels of the columns of a board, counted anew on each side of a board that consists of sides.
    pub fn column_titles(&self, board: BoardId, naming: Naming) -> Vec<String> {
        let layout = self.board(board);
        let title = |column: usize| {
            let squares = (0..layout.height).map(|row| Square::from_index(row * layout.width + column));
            let on_side = squares.filter_map(|square| self.on_side(board, square)).next();
            on_side.map_or_else(
                || naming.column(column, layout.width),
                |(side, at)| naming.column(at % side.width, side.width),
            )
        };
        (0..layout.width).map(title).collect()
    }

    /// The name of a square on its own side, if the board consists of sides.
    pub fn title_on_side(&self, board: BoardId, square: Square) -> Option<String> {
        let (side, at) = self.on_side(board, square)?;
        Some(square_text(&side, self.pack().boards[board.index()].naming, at))
    }

    /// A square in a sentence: its name, or that on its side, and its alternative name; an edge as `between a1 and a2`.
    pub fn square_title(&self, board: BoardId, square: Square) -> String {
        let naming = self.pack().boards[board.index()].naming;
        let edge = || edge_title(&self.layout().boards[board.index()], naming, square.index());
        if let Some(title) = self.title_on_side(board, square).or_else(edge) {
            return title;
        }
        let name = self.square_name(board, square);
        match self.pack().boards[board.index()].also {
            Some(also) => {
                format!("{name} ({})", square_text(&self.layout().boards[board.index()], also, square.index()))
            }
            None => name,
        }
    }

    /// The square with a name, or with an alternative one.
    pub fn square_named(&self, board: BoardId, name: &str) -> Option<Square> {
        let spec = &self.pack().boards[board.index()];
        let layout = &self.layout().boards[board.index()];
        let also = || square_named(layout, spec.also?, name);
        let square = square_named(layout, spec.naming, name).or_else(also).map(Square::from_index)?;
        self.has_square(board, square).then_some(square)
    }

    /// The cards of a zone, the bottom one first (those of a bag in the order of the card table); `None` for a hidden
    /// card.
    pub fn zone_cards(&self, state: &State, zone: ZoneId, member: usize) -> Vec<Option<CardType>> {
        match &self.layout().zones[zone.index()][member] {
            ZoneLayout::Pile(pile) => state.cards(pile).map(CardType::from_number).collect(),
            ZoneLayout::Bag(bag) => {
                let size = state.u16(bag.size) as usize;
                let counts = &state.bytes[bag.counts..bag.counts + self.pack().card_types()];
                let mut cards: Vec<_> = counts
                    .iter()
                    .enumerate()
                    .flat_map(|(n, &k)| std::iter::repeat_n(Some(CardType::from_index(n)), usize::from(k)))
                    .collect();
                cards.resize(size.max(cards.len()), None);
                cards
            }
        }
    }

    /// The dice that no variable keeps: the name of each, and its number of faces.
    pub fn rolls(&self) -> impl Iterator<Item = (&str, i32)> {
        let rolls = self.pack().chances.iter().zip(&self.rolls);
        let rolls = rolls.filter(|(chance, _)| chance.kind == Kind::Number && chance.dice.is_none());
        rolls.map(|(chance, &faces)| (chance.name.as_str(), i32::try_from(faces).unwrap_or(i32::MAX)))
    }

    /// The kinds of piece of a hand variable with a number for each, if there are several.
    pub fn hand_kinds(&self, var: VarId) -> Option<&[PieceSpec]> {
        let pieces = &self.pack().moves.pieces;
        let is_hand = self.pack().vars[var.index()].follows == Some(Follows::Hand);
        (is_hand && pieces.len() > 1).then_some(pieces.as_slice())
    }

    /// True if a variable counts the shapes that each seat has left to put on the board.
    pub fn counts_shapes(&self, var: VarId) -> bool {
        let mut fits = self.pack().moves.places.iter().filter_map(|place| place.fit.as_ref());
        fits.any(|fit| fit.uses == Some(var.index()))
    }

    /// The names of the values of a variable that has several named ones: the kinds of piece in a hand, or the entries
    /// of a second table.
    pub fn part_names(&self, var: VarId) -> Option<Vec<String>> {
        if let Some(kinds) = self.hand_kinds(var) {
            return Some(kinds.iter().map(|kind| kind.name.clone()).collect());
        }
        let each = self.pack().vars[var.index()].each()?;
        let entries = 0..self.layout().vars[var.index()].length;
        Some(entries.filter_map(|entry| self.entry_name(each, entry)).collect())
    }

    /// The title of a symbol of a board, by index.
    pub fn symbol_title(&self, board: BoardId, symbol: usize) -> String {
        let pack = self.pack();
        let Some(symbol) = pack.boards[board.index()].symbols.get(symbol) else {
            return String::new();
        };
        let table = pack.tables.iter().find(|table| table.name == "piece");
        match symbol.piece.and_then(|(piece, _)| table?.rows.get(piece)) {
            Some(row) => row.title.clone(),
            None => symbol.name.replace('_', " "),
        }
    }
}
