//! Compiles declared moves to tables for each square.

mod attacks;
mod custody;
mod ends;
mod line_captures;
mod moves;
mod special;
mod verbs;
mod walls;

use std::collections::HashMap;

use super::areas::{Plot, Zone};
use super::custody::Custody;
use super::geometry::Grid;
use super::net::net;
use super::precedence::ActionOrder;
use super::special::Special;
use super::walls::Walls;
use super::{BoardRules, CELLS, CellSet, CellTables, Emission, NONE, PerCell, Rule};
use crate::start::BoardStart;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::english::with_article;
use parlour_model::layout::Layout;
use parlour_pack::Pack;
use parlour_pack::boards::Chosen;
use parlour_pack::pieces::{Area, Standing};
use parlour_pack::spec::{OptionValue, Quantity};

/// The inputs of a gate: rules with their targets, the cells to pass, the seat and the cell.
type Asked = (Vec<(CellSet, u16)>, CellSet, usize, usize);

/// The compiler's state.
pub(crate) struct Compiler<'a> {
    pack: &'a Pack,
    layout: &'a Layout,
    options: &'a [OptionValue],
    limit: &'a dyn Fn(&Quantity) -> i64,
    seats: usize,
    grid: Grid,
    out: BoardRules,
    rule_ids: HashMap<Rule, u16>,
    gate_ids: HashMap<Vec<u16>, u16>,
    known_gates: HashMap<Asked, (u16, bool)>,
    /// The cells of each seat.
    own: Vec<CellSet>,
    known_parts: HashMap<[CellSet; 3], u16>,
    emission_ids: HashMap<(Vec<u16>, u16), u16>,
    faults: Vec<Diagnostic>,
}

/// The configuration of a pack.
pub struct Settled<'a> {
    /// The configuration.
    pub chosen: Chosen<'a>,
    /// The values of the options, in the order of the pack.
    pub options: &'a [OptionValue],
    /// The initial layout of each board.
    pub starts: &'a [BoardStart],
}

impl BoardRules {
    /// Compiles the moves of a pack for a board of a settled size and settled options.
    pub fn compile(
        pack: &Pack,
        layout: &Layout,
        teams: &[u16],
        settled: &Settled<'_>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let Settled { chosen, options, starts } = settled;
        let limit = chosen.value;
        if pack.moves.is_empty() {
            return None;
        }
        let seats = teams.iter().map(|team| team.count_ones() as usize).sum();
        let board = pack.moves.board;
        let place = layout.boards[board];
        let grid = Grid {
            width: place.width,
            height: place.height,
            forward: (0..seats).map(|seat| pack.boards[board].forward(seat)).collect(),
            net: net(pack, board, &place, &mut Vec::new()),
            there: starts[board].there.clone(),
        };
        let mut compiler = Compiler {
            pack,
            layout,
            options,
            limit,
            seats,
            out: empty(pack, layout, seats, grid.clone()),
            grid,
            rule_ids: HashMap::new(),
            gate_ids: HashMap::new(),
            known_gates: HashMap::new(),
            own: vec![CellSet::EMPTY; seats],
            known_parts: HashMap::new(),
            emission_ids: HashMap::new(),
            faults: Vec::new(),
        };
        compiler.out.first = Some(pack.seats.first_of(chosen.variant)).filter(|&seat| seat < seats).unwrap_or(0);
        compiler.hands();
        compiler.symbols();
        compiler.start(chosen);
        compiler.line_captures();
        compiler.walls();
        compiler.moves();
        compiler.placings();
        compiler.passes();
        compiler.bare(&limit);
        compiler.special();
        compiler.custody();
        compiler.attacks();
        compiler.shields();
        compiler.shortcuts();
        compiler.takers();
        compiler.verbs();
        compiler.followed();
        compiler.near();
        compiler.conditions(&limit);
        compiler.lasting();
        faults.append(&mut compiler.faults);
        Some(compiler.out)
    }
}

fn empty(pack: &Pack, layout: &Layout, seats: usize, grid: Grid) -> BoardRules {
    let squares = grid.squares();
    // The cells of boards of walls are among those of gates.
    let boards = pack.boards[pack.moves.board].walls.iter().chain([&pack.moves.board]);
    let cells = boards.map(|&board| pack.boards[board].symbols.len() + 1).max().unwrap_or(1).min(CELLS);
    BoardRules {
        board: pack.moves.board,
        offset: layout.boards[pack.moves.board].offset,
        stacks: layout.boards[pack.moves.board].stacks,
        walls: Walls::default(),
        seats,
        owner: PerCell::default(),
        score: PerCell::default(),
        worth: PerCell::default(),
        own: Vec::new(),
        few: Vec::new(),
        converted: vec![PerCell::default(); seats],
        rules: Vec::new(),
        pushes: false,
        verb_of: Vec::new(),
        rule_of: vec![vec![NONE; pack.verbs.len() + 1]; CELLS],
        // Gate and emission 0 are empty.
        gates: CellTables::new(cells),
        emissions: vec![Emission { start: 0, len: 0, guarded: 0, plain: true }],
        listed: Vec::new(),
        steps: Vec::new(),
        starts: Vec::new(),
        gaits: Vec::new(),
        chains: Vec::new(),
        step_verbs: 0,
        line_captures: Vec::new(),
        takers: Vec::new(),
        placings: Vec::new(),
        fits: Vec::new(),
        pad: 0,
        shifts: vec![0],
        stocks: Vec::new(),
        placings_of: vec![Vec::new(); seats],
        royal: vec![0; seats],
        attacks: Vec::new(),
        parts_in_attacks: CellTables::new(cells),
        attack_starts: Vec::new(),
        crossings: Vec::new(),
        crossing_starts: Vec::new(),
        forks: false,
        custody: Custody::default(),
        left: CellSet::EMPTY,
        late: Vec::new(),
        quiet: true,
        shields: vec![Vec::new(); seats * squares],
        has_shields: false,
        repeats: false,
        phase_verbs: Vec::new(),
        verbs: 0,
        taking: 0,
        attack_verbs: Vec::new(),
        order: ActionOrder::default(),
        arguments: Vec::new(),
        first: 0,
        action_width: pack.verbs.iter().map(|verb| verb.width).max().unwrap_or(1),
        followed: Vec::new(),
        materials: Vec::new(),
        hands: None,
        special: Special::default(),
        events: Vec::new(),
        touched: layout.touched,
        minds_touch: CellSet::EMPTY,
        lasting: Vec::new(),
        conditions: Vec::new(),
        bare: Vec::new(),
        near: Vec::new(),
        near_starts: Vec::new(),
        zobrist_keys: Vec::new(),
        superko_history: None,
        start: vec![0; squares],
        most: Vec::new(),
        alive: layout.alive,
        grid,
    }
}

impl<'a> Compiler<'a> {
    fn fault(&mut self, code: Code, span: &std::ops::Range<usize>, message: String) -> &mut Diagnostic {
        self.report(Diagnostic::new(code, message).in_file(&self.pack.table_file, span))
    }

    fn report(&mut self, fault: Diagnostic) -> &mut Diagnostic {
        // The same table is compiled for every square; a fault is reported once.
        let known = self.faults.iter().position(|earlier| *earlier == fault);
        let at = known.unwrap_or(self.faults.len());
        if known.is_none() {
            self.faults.push(fault);
        }
        &mut self.faults[at]
    }

    /// The cell of a seat's piece.
    fn cell(&self, piece: usize, seat: usize) -> u8 {
        let symbols = &self.pack.boards[self.pack.moves.board].symbols;
        symbols.iter().position(|symbol| symbol.piece == Some((piece, seat))).map_or(0, |n| n as u8 + 1)
    }

    fn symbols(&mut self) {
        let moves = &self.pack.moves;
        let symbols = &self.pack.boards[moves.board].symbols;
        for (cell, symbol) in (1..=u8::MAX).zip(symbols) {
            for seat in 0..self.seats {
                self.out.converted[seat][cell] = cell;
            }
            let Some((piece, seat)) = symbol.piece.filter(|(_, seat)| *seat < self.seats) else {
                continue;
            };
            self.out.owner[cell] = seat as u8 + 1;
            self.own[seat] |= CellSet::of(cell);
            self.out.score[cell] = moves.pieces[piece].score;
            for other in 0..self.seats {
                self.out.converted[other][cell] = self.cell(piece, other);
            }
            if moves.pieces[piece].royal {
                self.out.royal[seat] = cell;
            }
            if let Some(most) = moves.pieces[piece].most {
                self.out.most.push((cell, most));
            }
        }
        self.out.worth = BoardRules::worths(&self.out.score, &self.out.owner);
    }

    /// The squares of an area, with a fault for those that aren't on the board.
    fn zone<'z>(&mut self, area: &'z Area) -> Zone<'z>
    where
        'a: 'z,
    {
        let (pack, board) = (self.pack, self.pack.moves.board);
        let spec = &pack.boards[board];
        let place = &self.layout.boards[board];
        let file = &pack.table_file;
        let plot = Plot { grid: &self.grid, board: place, spec, file, seats: self.seats, limit: self.limit };
        let mut faults = Vec::new();
        let zone = plot.zone(area, &mut faults);
        for fault in faults {
            self.report(fault);
        }
        zone
    }

    /// True if a square is there and, as a seat sees it, in an area.
    fn within(&self, zone: Option<&Zone<'_>>, seat: usize, square: usize) -> bool {
        self.grid.exists(square) && zone.is_none_or(|zone| zone.has(&self.grid, seat, square))
    }

    /// Number of symbols of the board.
    fn symbol_count(&self) -> usize {
        self.pack.boards[self.pack.moves.board].symbols.len().min(CELLS - 1)
    }

    /// The cells of the board.
    fn everything(&self) -> CellSet {
        (0..=self.symbol_count() as u8).collect()
    }

    /// The cells of a kind of piece, of all seats.
    fn cells_of(&self, piece: usize) -> CellSet {
        (0..self.seats).map(|seat| self.cell(piece, seat)).collect()
    }

    /// The cells that a list of standings means to a seat.
    fn mask(&self, standings: &[Standing], seat: usize) -> CellSet {
        standings.iter().fold(CellSet::EMPTY, |cells, standing| {
            cells
                | match standing {
                    Standing::Empty => CellSet::VACANT,
                    Standing::Any => self.everything(),
                    Standing::Own => self.own[seat],
                    Standing::Enemy => self.own.iter().fold(CellSet::EMPTY, |all, own| all | *own) & !self.own[seat],
                    Standing::Piece(piece) => self.cells_of(*piece),
                    Standing::Symbol(cell) => CellSet::of(*cell),
                }
        })
    }

    /// The same for captures by a seat: named pieces are those of others.
    fn mask_of_taken(&self, standings: &[Standing], seat: usize) -> CellSet {
        let is_piece = |standing: &&Standing| matches!(standing, Standing::Piece(_));
        let (pieces, others): (Vec<&Standing>, Vec<&Standing>) = standings.iter().partition(is_piece);
        let mask = |standings: Vec<&Standing>| self.mask(&standings.into_iter().copied().collect::<Vec<_>>(), seat);
        mask(pieces) & !self.mask(&[Standing::Own], seat) | mask(others)
    }

    fn royals(&self) -> CellSet {
        self.out.royal.iter().copied().filter(|cell| *cell > 0).collect()
    }

    /// The cells of a seat's pieces of some kinds; of all kinds if none are listed.
    fn piece_mask(&self, pieces: &[usize], seat: usize) -> CellSet {
        if pieces.is_empty() {
            return self.mask(&[Standing::Own], seat);
        }
        pieces.iter().map(|&piece| self.cell(piece, seat)).collect()
    }

    /// The initial board: the rows as written, then the pieces with initial squares.
    fn start(&mut self, chosen: &Chosen<'_>) {
        let pack = self.pack;
        let board = &pack.boards[pack.moves.board];
        // Faults of the rows are reported once, when the game settles the initial layouts of all its boards.
        let place = &self.layout.boards[pack.moves.board];
        self.out.start = board.laid_out(chosen, place, &pack.table_file, &mut Vec::new()).cells;
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            let Some(area) = &spec.start else { continue };
            let zone = self.zone(area);
            for seat in 0..self.seats {
                let cell = self.cell(piece, seat);
                let squares = (0..self.grid.squares()).filter(|&square| self.within(Some(&zone), seat, square));
                let squares: Vec<usize> = squares.collect();
                if squares.is_empty() {
                    let name = &pack.seats.names[seat];
                    let message =
                        format!("there is no square on which {} of {name} could stand here", with_article(&spec.name));
                    self.fault(Code::UnknownSquare, &area.span, message);
                }
                if let Some(&square) = squares.iter().find(|&&square| self.out.start[square] != 0) {
                    let place = &self.layout.boards[pack.moves.board];
                    let message = format!(
                        "{} would stand on {} at the start, where something stands already",
                        with_article(&spec.name),
                        parlour_model::state::squares::square_text(place, board.naming, square)
                    );
                    self.fault(Code::TwoOnASquare, &spec.span, message);
                }
                for square in squares {
                    self.out.start[square] = cell;
                }
            }
        }
        if let Some((square, message)) = self.out.too_many(&self.out.start, pack) {
            let rows = board.start_rows(chosen);
            let row = rows.get(square / self.grid.width).or(rows.first());
            let span = row.map_or(board.span.clone(), |(_, span)| span.clone());
            self.fault(Code::TooMany, &span, message);
        }
    }
}
