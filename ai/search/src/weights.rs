//! A linear evaluation of boards: piece-square tables, updated incrementally, and a few terms that depend on the whole
//! board.

use parlour_engine::cells::PerCell;
use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, Square, VarId};
use parlour_engine::layout::{BoardLayout, VarLayout};
use parlour_engine::pack::boards::Heading;
use parlour_engine::pack::pieces::{Follows, PieceSpec};
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

/// The weights of a robot's evaluation, in its own unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationWeights {
    /// Factor of the pack's scores.
    pub score: f64,
    /// Per legal action of the seat.
    pub mobility: f64,
    /// Penalty for a royal piece in danger.
    pub danger: f64,
    /// For each piece of the pack, in its order.
    pub pieces: Vec<PieceWeights>,
}

/// The weights of a piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceWeights {
    /// Added to its score.
    pub worth: f64,
    /// Per row advanced.
    pub forward: f64,
    /// Per step nearer to the centre.
    pub centre: f64,
    /// Per step nearer to the enemy's royal piece.
    pub near: f64,
    /// Per step nearer to its own royal piece.
    pub close: f64,
    /// Bonus if it is protected.
    pub shielded: f64,
    /// In hand, added to its score and worth.
    pub hand: f64,
    /// Piece-square table as its seat sees the board, the farthest row first.
    pub squares: Option<Vec<f64>>,
}

/// The compiled evaluation. All values are the first seat's lead.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// The variable of the seats' scores, if they count.
    lead: Option<VarLayout>,
    /// The board of the pieces, if they count.
    board: Option<BoardLayout>,
    squares: usize,
    width: usize,
    /// Piece-square table by cell byte and square.
    table: Vec<i32>,
    /// The hands, with the value of each kind of piece in hand, if there are hands.
    hand: Option<(VarLayout, Vec<i32>)>,
    /// The value of a point of the pack's scores.
    point: i32,
    mobility: i32,
    danger: i32,
    near: PerCell<i32>,
    close: PerCell<i32>,
    shielded: PerCell<i32>,
    /// The seat of a cell from 1, 0 for none.
    owner: PerCell<u8>,
    royal: [u8; 2],
    looks_around: bool,
}

impl EvaluationWeights {
    /// Compiles the weights for a game; a value of 1 becomes `unit`. `None` unless the game has two seats, and pieces
    /// on a board.
    pub(crate) fn compile(&self, game: &Game, unit: f64) -> Option<Weights> {
        let board = game.piece_board().filter(|_| game.seat_count() == 2)?;
        let layout = game.board(board);
        let (width, height) = (layout.width, layout.height);
        let spec = &game.pack().boards[board.index()];
        let round = |value: f64| (value * unit).round().clamp(-1e8, 1e8) as i32;
        let pieces = &game.pack().moves.pieces;
        let in_hand = |(n, piece): (usize, &PieceSpec)| {
            let weights = self.pieces.get(n).cloned().unwrap_or_default();
            round(self.score * f64::from(piece.score) + weights.worth + weights.hand)
        };
        let hand = game.pack().vars.iter().position(|var| var.follows == Some(Follows::Hand));
        let mut out = Weights {
            lead: None,
            hand: hand.map(|n| (game.var(VarId::from_index(n)), pieces.iter().enumerate().map(in_hand).collect())),
            board: Some(layout),
            squares: width * height,
            width,
            table: vec![0; (spec.symbols.len() + 1) * width * height],
            point: round(self.score),
            mobility: round(self.mobility),
            danger: round(self.danger),
            near: PerCell::default(),
            close: PerCell::default(),
            shielded: PerCell::default(),
            owner: PerCell::default(),
            royal: [0; 2],
            looks_around: false,
        };
        for (cell, symbol) in (1..=u8::MAX).zip(&spec.symbols) {
            let Some((piece, seat)) = symbol.piece.filter(|(_, seat)| *seat < 2) else { continue };
            let rules = &pieces[piece];
            let sign = if seat == 0 { 1 } else { -1 };
            out.owner[cell] = seat as u8 + 1;
            if rules.royal {
                out.royal[seat] = cell;
            }
            let weights = self.pieces.get(piece).cloned().unwrap_or_default();
            for square in 0..width * height {
                let (column, row) = (square % width, square / width);
                let (rank, seen) = as_seen(spec.forward(seat), (column, row), (width, height));
                let away = |at: usize, size: usize| (2 * at).abs_diff(size - 1);
                let off_centre = away(column, width).max(away(row, height)) as f64 / 2.0;
                let at = weights.squares.as_ref().and_then(|squares| squares.get(seen)).copied().unwrap_or(0.0);
                let value = self.score * f64::from(rules.score)
                    + weights.worth
                    + weights.forward * rank as f64
                    + weights.centre * (width.max(height) as f64 / 2.0 - off_centre)
                    + at;
                out.table[usize::from(cell) * out.squares + square] = sign * round(value);
            }
            out.near[cell] = sign * round(weights.near);
            out.close[cell] = sign * round(weights.close);
            out.shielded[cell] = sign * round(weights.shielded);
            out.looks_around |= weights.near != 0.0 || weights.close != 0.0 || weights.shielded != 0.0;
        }
        Some(out)
    }
}

/// A square's rows forward for a seat, and its index on the board as the seat sees it.
fn as_seen(forward: Heading, (column, row): (usize, usize), (width, height): (usize, usize)) -> (usize, usize) {
    // Rows forward and columns to the right, from the seat's perspective.
    let (rank, file, rows, columns) = match forward {
        Heading::Up => (height - 1 - row, column, height, width),
        Heading::Down => (row, width - 1 - column, height, width),
        Heading::Right => (column, row, width, height),
        Heading::Left => (width - 1 - column, height - 1 - row, width, height),
    };
    (rank, (rows - 1 - rank) * columns + file)
}

impl Weights {
    /// The default evaluation of a game: the scores of pieces, else the variable with the seats' scores. `None` if it
    /// has neither, or more than two seats.
    pub(crate) fn of_game(game: &Game, unit: f64) -> Option<Self> {
        let described = EvaluationWeights { score: 1.0, ..EvaluationWeights::default() };
        let pieces = described.compile(game, unit);
        let scores = match game.pack().scores {
            ScoreRule::Var(var) if game.seat_count() == 2 => Some(game.var(var)),
            _ => None,
        };
        let has_scores = game.pack().moves.pieces.iter().any(|piece| piece.score != 0);
        match (pieces, scores) {
            (Some(pieces), Some(lead)) if !has_scores => {
                Some(Self { table: vec![0; pieces.table.len()], lead: Some(lead), ..pieces })
            }
            (Some(pieces), _) => Some(pieces),
            (None, Some(lead)) => Some(Self::of_scores(lead, unit)),
            (None, None) => None,
        }
    }

    fn of_scores(lead: VarLayout, unit: f64) -> Self {
        Self {
            lead: Some(lead),
            hand: None,
            board: None,
            squares: 0,
            width: 1,
            table: Vec::new(),
            point: unit.round().clamp(1.0, 1e8) as i32,
            mobility: 0,
            danger: 0,
            near: PerCell::default(),
            close: PerCell::default(),
            shielded: PerCell::default(),
            owner: PerCell::default(),
            royal: [0; 2],
            looks_around: false,
        }
    }

    fn cells<'a>(&self, state: &'a State) -> &'a [u8] {
        self.board.map_or(&[], |board| state.cells(board))
    }

    /// The value of a point of the pack's scores.
    pub(super) fn point(&self) -> i32 {
        self.point
    }

    /// The piece-square sum of a state.
    pub(super) fn pieces(&self, state: &State) -> i32 {
        let cells = self.cells(state);
        cells.iter().enumerate().map(|(square, &cell)| self.table[usize::from(cell) * self.squares + square]).sum()
    }

    /// The change of that sum by changed squares; the state is the one after the change.
    pub(super) fn change(&self, state: &State, changes: &[(u16, u8)]) -> i32 {
        let cells = self.cells(state);
        let worth = |cell: u8, square: usize| self.table[usize::from(cell) * self.squares + square];
        changes
            .iter()
            .map(|&(square, before)| worth(cells[usize::from(square)], square.into()) - worth(before, square.into()))
            .sum()
    }

    /// The terms that aren't updated incrementally.
    ///
    /// # Errors
    /// Rules that fail.
    pub(super) fn around(&self, host: &mut Rules, game: &Game, state: &State) -> Result<i32, Diagnostic> {
        let mut sum = 0;
        if let Some(var) = self.lead {
            let lead = state.value(var, 0).saturating_sub(state.value(var, 1));
            sum += lead.saturating_mul(self.point);
        }
        if let Some((hand, worth)) = &self.hand {
            let held = |(n, worth): (usize, &i32)| {
                let lead = state.value_in(*hand, 0, n).saturating_sub(state.value_in(*hand, 1, n));
                lead.saturating_mul(*worth)
            };
            sum = worth.iter().enumerate().map(held).fold(sum, i32::saturating_add);
        }
        if self.looks_around {
            sum += self.look_around(game, state);
        }
        if self.mobility != 0 {
            let mut count = |n| host.mobility(state, Seat::from_index(n)).map(|n| n as i32);
            sum += self.mobility * (count(0)? - count(1)?);
        }
        if self.danger != 0 {
            let danger = |n| i32::from(game.endangered(state, Seat::from_index(n)).is_some());
            sum += self.danger * (danger(1) - danger(0));
        }
        Ok(sum)
    }

    fn look_around(&self, game: &Game, state: &State) -> i32 {
        let cells = self.cells(state);
        let place = |cell: u8| cells.iter().position(|&c| cell != 0 && c == cell);
        let royals = [place(self.royal[0]), place(self.royal[1])];
        let far = |from: usize, to: usize| {
            let columns = (from % self.width).abs_diff(to % self.width);
            columns.max((from / self.width).abs_diff(to / self.width)) as i32
        };
        let mut sum = 0;
        for (square, &cell) in cells.iter().enumerate() {
            let Some(seat) = usize::from(self.owner[cell]).checked_sub(1) else { continue };
            for (weight, royal) in [(self.near[cell], royals[1 - seat]), (self.close[cell], royals[seat])] {
                if let Some(royal) = royal.filter(|_| weight != 0) {
                    sum -= weight * far(square, royal);
                }
            }
            if self.shielded[cell] != 0 && game.is_shielded(state, Seat::from_index(seat), Square::from_index(square)) {
                sum += self.shielded[cell];
            }
        }
        sum
    }
}
