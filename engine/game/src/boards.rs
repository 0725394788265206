//! Queries of a game and of positions about the tables of pieces.

use super::Game;
use parlour_board::{CLOCKWISE, HEX_CLOCKWISE, Net, neighbours, net};
use parlour_model::action::Action;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::ids::{BoardId, Seat, Square, Verb};
use parlour_model::layout::BoardLayout;
use parlour_model::state::State;
use parlour_pack::engines::Protocol;
use parlour_pack::pieces::When;

impl Game {
    /// The board of the engine's own moves, if there is one.
    pub fn piece_board(&self) -> Option<BoardId> {
        self.board_rules().map(|rules| BoardId::from_index(rules.board))
    }

    /// The game's name in an engine protocol.
    ///
    /// # Errors
    /// A game that isn't played by engines of the protocol, with the protocols that fit it.
    pub fn engine_name(&self, protocol: Protocol) -> Result<&str, Diagnostic> {
        let engines = &self.pack().engines;
        let declared = engines.iter().find(|engine| engine.protocol == protocol);
        declared.and_then(|engine| engine.game(self.variant())).ok_or_else(|| {
            let known: Vec<&str> = engines.iter().map(|engine| engine.protocol.name()).collect();
            let message = format!("{} isn't played by engines of the protocol `{protocol}`", self.pack().title);
            let help = match known.is_empty() {
                true => "its pack has no `[engines]`; `exec:COMMAND` seats any program".to_owned(),
                false => format!("expected one of {}", known.join(", ")),
            };
            Diagnostic::new(Code::BadSeat, message).help(help)
        })
    }

    /// The number of columns and rows of the board of pieces.
    pub fn board_size(&self) -> Option<(usize, usize)> {
        let layout = self.layout().boards[self.piece_board()?.index()];
        Some((layout.width, layout.height))
    }

    /// The squares of the lines and chains in a state that fulfil endings of the tables, on the board of pieces.
    pub fn formed(&self, state: &State) -> Vec<Square> {
        self.board_rules().map_or_else(Vec::new, |rules| rules.formed(state).into_iter().map(Square).collect())
    }

    /// The empty squares of the board of pieces that a seat alone surrounds, each with that seat, in a game that counts
    /// areas.
    pub fn territory(&self, state: &State) -> Vec<(Square, Seat)> {
        let all = self.board_rules().map_or_else(Vec::new, |rules| rules.territory(state));
        all.into_iter().map(|(square, seat)| (Square(square), Seat::from_index(seat))).collect()
    }

    /// True if a square of the board of pieces is in the n-th of the areas that a seat must connect.
    pub fn is_to_join(&self, seat: Seat, area: usize, square: Square) -> bool {
        let areas = self.board_rules().and_then(|rules| rules.joined_areas());
        areas.and_then(|areas| areas.get(seat.index())?.get(area)).is_some_and(|area| area.contains(square.0))
    }

    /// True if a piece of a seat that reaches a square of the board of pieces ends the match.
    pub fn is_goal(&self, seat: Seat, square: Square) -> bool {
        self.board_rules().is_some_and(|rules| rules.is_goal(seat.index(), square.0))
    }

    /// The side of the board to which placed pieces fall, if they do.
    pub fn falls(&self) -> Option<parlour_pack::boards::Heading> {
        self.pack().moves.places.iter().find_map(|place| place.falls)
    }

    /// Origin and target of a seat's royal piece when castling by a verb.
    pub fn castling(&self, seat: Seat, verb: Verb) -> Option<(Square, Square)> {
        let rules = self.board_rules()?;
        let castle = rules.special.castle(rules, seat.index(), verb.index() as u8 + 1)?;
        Some((Square(castle.royal[0]), Square(castle.royal[1])))
    }

    /// The square of a seat's royal piece if it is attacked by the tables alone, for evaluations. Displays use the
    /// rules' answer (`Rules::endangered`).
    pub fn endangered(&self, state: &State, seat: Seat) -> Option<Square> {
        let rules = self.board_rules()?;
        let cells = rules.cells(&state.bytes);
        let square = rules.royal_square(cells, seat.index())?;
        rules.is_attacked(cells, seat.index(), square).then_some(Square(square))
    }

    /// The number of full turns after which the match ends, if there is one.
    pub fn turn_limit(&self) -> Option<i32> {
        let ends = self.pack().moves.ends.iter().enumerate();
        let mut ends = ends.filter(|(_, end)| end.is_there(self.option_values()));
        let (n, _) = ends.find(|(_, end)| matches!(end.when, When::Turns(_)))?;
        i32::try_from(self.end_limit(n)).ok()
    }

    /// True if the pieces of a seat on a square are protected from capture.
    pub fn is_shielded(&self, state: &State, seat: Seat, square: Square) -> bool {
        self.board_rules().is_some_and(|rules| rules.is_protected(rules.cells(&state.bytes), seat.index(), square.0))
    }

    /// Origin and target of an action of a board game.
    pub fn action_squares(&self, action: &Action) -> (Option<Square>, Option<Square>) {
        let verb = &self.pack().verbs[action.verb().index()];
        let square = |name: &str| {
            let arg = verb.args.iter().find(|arg| arg.name == name)?;
            Square::from_number(action.number(arg))
        };
        (square("from"), square("to"))
    }

    /// The excess number of a piece on a board as a message, and the square, from 0, of the first one too many.
    pub fn surplus(&self, board: BoardId, cells: &[u8]) -> Option<(usize, String)> {
        self.board_rules().filter(|rules| rules.board == board.index())?.too_many(cells, self.pack())
    }

    /// The board of a file of rows: the only one, or the one with the pieces.
    pub fn position_board(&self) -> Option<BoardId> {
        self.piece_board().or_else(|| (self.pack().boards.len() == 1).then_some(BoardId(0)))
    }

    /// For each square of a board, its neighbours, from 0.
    pub fn neighbours(&self, board: BoardId) -> Vec<Vec<usize>> {
        let n = board.index();
        neighbours(self.pack(), n, &self.layout().boards[n], &self.board_starts()[n])
    }

    /// The single steps on a board.
    pub fn steps(&self, board: BoardId) -> Steps {
        let place = &self.layout().boards[board.index()];
        let lines = match net(self.pack(), board.index(), place, &mut Vec::new()) {
            Net::Squares => return Steps::Ways(&CLOCKWISE),
            Net::Hexes => return Steps::Ways(&HEX_CLOCKWISE),
            Net::Lines(lines) => lines,
        };
        let next = |pairs: &mut dyn Iterator<Item = (usize, usize)>| {
            let mut next = vec![0; place.width * place.height];
            pairs.for_each(|(from, to)| next[from] = to + 1);
            next
        };
        let both = lines.iter().flat_map(|line| {
            let on = || line.windows(2).map(|pair| (pair[0], pair[1]));
            [next(&mut on()), next(&mut on().map(|(from, to)| (to, from)))]
        });
        Steps::Lines(both.collect())
    }

    /// The fewest single steps from a square of a board, counted from 0, to each of its squares; -1 where none lead.
    pub fn distances(&self, board: BoardId, from: usize) -> Vec<i64> {
        let layout = self.layout().boards[board.index()];
        let steps = self.steps(board);
        let mut found = vec![-1; layout.squares()];
        let is_there = |square: usize| self.has_square(board, Square::from_index(square));
        if !is_there(from) {
            return found;
        }
        found[from] = 0;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(square) = queue.pop_front() {
            for next in steps.from(&layout, square).filter(|&next| is_there(next)) {
                if found[next] < 0 {
                    found[next] = found[square] + 1;
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// The directions, counted from 0, in which pieces with a length lie: to the right and down, on hexes and on boards of
    /// lines one of each pair.
    pub fn along(&self, board: BoardId) -> Vec<usize> {
        match self.steps(board) {
            Steps::Ways(ways) if ways.len() == CLOCKWISE.len() => vec![2, 4],
            Steps::Ways(_) => vec![2, 3, 4],
            Steps::Lines(next) => (0..next.len()).step_by(2).collect(),
        }
    }

    /// For each symbol of a board, the number of squares that it lies on.
    pub fn lengths(&self, board: BoardId) -> Vec<usize> {
        let length = |piece: usize| self.pack().moves.pieces.get(piece).map_or(1, |piece| piece.length);
        let symbols = &self.pack().boards[board.index()].symbols;
        symbols.iter().map(|symbol| symbol.piece.map_or(1, |(piece, _)| length(piece))).collect()
    }

    /// The lines of squares that pieces of a length can lie on.
    pub fn lines(&self, board: BoardId, length: usize) -> Vec<Vec<usize>> {
        let (layout, steps) = (self.layout().boards[board.index()], self.steps(board));
        let next = |square: usize, way: usize| steps.next(&layout, square, way);
        let is_there = |square: &usize| self.has_square(board, Square::from_index(*square));
        let line = |from: usize, way: usize| {
            let squares = std::iter::successors(Some(from), |&square| next(square, way)).take(length);
            let squares: Vec<usize> = squares.take_while(is_there).collect();
            (squares.len() == length).then_some(squares)
        };
        let along = self.along(board);
        (0..layout.squares()).flat_map(|from| along.iter().filter_map(move |&way| line(from, way))).collect()
    }
}

/// The single steps on a board.
pub enum Steps {
    /// Directions, as columns to the right and rows down, clockwise from the top (on hexes from the upper left).
    Ways(&'static [(i32, i32)]),
    /// For each line there and back: the number of the next square from each square, from 1; 0 for none.
    Lines(Vec<Vec<usize>>),
}

impl Steps {
    /// The square that a step in a direction leads to, all counted from 0, be there a square or not.
    fn next(&self, layout: &BoardLayout, square: usize, way: usize) -> Option<usize> {
        match self {
            Self::Ways(ways) => {
                let (right, down) = ways[way];
                let row = (square / layout.width).checked_add_signed(down as isize)?;
                let column = (square % layout.width).checked_add_signed(right as isize)?;
                (row < layout.height && column < layout.width).then_some(row * layout.width + column)
            }
            Self::Lines(next) => next[way][square].checked_sub(1),
        }
    }

    /// The squares that steps from a square lead to.
    fn from<'a>(&'a self, layout: &'a BoardLayout, square: usize) -> impl Iterator<Item = usize> + 'a {
        let ways = match self {
            Self::Ways(ways) => ways.len(),
            Self::Lines(next) => next.len(),
        };
        (0..ways).filter_map(move |way| self.next(layout, square, way))
    }
}
