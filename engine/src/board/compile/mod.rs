//! From declared moves to tables for each square.

mod attacks;
mod moves;

use std::collections::HashMap;

use super::ending::{End, WAYS};
use super::file::square_named;
use super::geometry::Grid;
use super::net::net;
use super::special::{Castle, Overtake, Right, Special};
use super::turning::Turning;
use super::{Arguments, BoardRules, CELLS, Emission, Followed, Hands, NONE, NOWHERE, Rule};
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::{Again, Order};
use crate::kind::Kind;
use crate::layout::{Layout, ZoneLayout};
use crate::pack::Pack;
use crate::pack::pieces::{Area, CastleSpec, Effect, EndSpec, Follows, MoveSpec, Offset, Standing, Verdict, When};
use crate::pack::spec::{OptionValue, Per, Quantity, ScoreRule, VarSpec};

/// An area with its squares looked up.
struct Zone<'a> {
    area: &'a Area,
    named: Vec<usize>,
    /// So many rows at the seat's own side, and so many at the far side.
    ends: (Option<usize>, Option<usize>),
}

/// What a gate is for: rules with their targets, what may be passed, the seat and the cell.
type Asked = (Vec<(u64, u16)>, u64, usize, usize);

/// What the tables are made from.
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
    emission_ids: HashMap<(Vec<u16>, u16), u16>,
    faults: Vec<Diagnostic>,
}

/// What has been chosen of what a pack leaves open.
pub(crate) struct Settled<'a> {
    pub(crate) variant: Option<&'a str>,
    /// The values of the options, in the order of the pack.
    pub(crate) options: &'a [OptionValue],
    /// The value of a quantity.
    pub(crate) limit: &'a dyn Fn(&Quantity) -> i64,
}

impl BoardRules {
    /// Compiles the moves of a pack for a board of a settled size and settled options.
    pub(crate) fn compile(
        pack: &Pack,
        layout: &Layout,
        teams: &[u16],
        settled: &Settled<'_>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let &Settled { variant, options, limit } = settled;
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
            emission_ids: HashMap::new(),
            faults: Vec::new(),
        };
        let team_of = |seat: usize| teams.iter().position(|team| team >> seat & 1 != 0).unwrap_or(0);
        compiler.out.teams = (0..seats).map(|seat| teams[team_of(seat)]).collect();
        if let ScoreRule::Var(n) = pack.scores {
            let member = |seat: usize| match pack.vars[n.index()].per {
                Per::Seat => seat,
                Per::Team => team_of(seat),
                Per::One | Per::Table(_) => 0,
            };
            let offset = layout.vars[n.index()].offset;
            compiler.out.score_vars = (0..seats).map(|seat| offset + 4 * member(seat)).collect();
        }
        compiler.hands();
        compiler.symbols();
        compiler.start(variant);
        compiler.moves();
        compiler.placings();
        compiler.passes();
        compiler.bare(&limit);
        compiler.special();
        compiler.attacks();
        compiler.shields();
        compiler.shortcuts();
        compiler.verbs();
        compiler.followed();
        compiler.near();
        compiler.ends(&limit);
        compiler.lasting();
        faults.append(&mut compiler.faults);
        Some(compiler.out)
    }
}

fn empty(pack: &Pack, layout: &Layout, seats: usize, grid: Grid) -> BoardRules {
    let squares = grid.squares();
    BoardRules {
        board: pack.moves.board,
        offset: layout.boards[pack.moves.board].offset,
        seats,
        owner: [0; CELLS],
        score: [0; CELLS],
        worth: [0; CELLS],
        own: Vec::new(),
        converted: vec![[0; CELLS]; seats],
        rules: Vec::new(),
        verb_of: Vec::new(),
        rule_of: vec![vec![NONE; pack.verbs.len() + 1]; CELLS],
        // Gate and emission 0 are those for nothing.
        gates: Vec::new(),
        emissions: vec![Emission { start: 0, len: 0, guarded: 0, plain: true }],
        listed: Vec::new(),
        steps: Vec::new(),
        starts: Vec::new(),
        placings: Vec::new(),
        placings_of: vec![Vec::new(); seats],
        sets: std::sync::OnceLock::new(),
        royal: vec![0; seats],
        attacks: Vec::new(),
        attack_starts: Vec::new(),
        crossings: Vec::new(),
        crossing_starts: Vec::new(),
        forks: false,
        left: 0,
        late: Vec::new(),
        quiet: true,
        shields: vec![Vec::new(); seats * squares],
        has_shields: false,
        repeats: false,
        phase_verbs: Vec::new(),
        verbs: 0,
        taking: 0,
        attack_verbs: Vec::new(),
        turning: Turning::default(),
        arguments: Vec::new(),
        action_width: pack.verbs.iter().map(|verb| verb.width).max().unwrap_or(1),
        followed: Vec::new(),
        hands: None,
        special: Special::default(),
        events: Vec::new(),
        touched: layout.touched,
        minds_touch: 0,
        lasting: Vec::new(),
        ends: Vec::new(),
        rows: 0,
        marks_danger: false,
        simple_ends: false,
        bare: Vec::new(),
        near: Vec::new(),
        near_starts: Vec::new(),
        forbidden: None,
        start: vec![0; squares],
        most: Vec::new(),
        scores: layout.scores,
        score_rule: pack.scores,
        score_vars: Vec::new(),
        teams: Vec::new(),
        grid,
    }
}

/// A seat has no more of a kind of piece in hand.
const MOST_IN_HAND: i64 = 1024;

/// Whether an effect takes what it meets, so that a royal piece is in danger from it and protection helps.
fn takes(effect: Effect) -> bool {
    matches!(effect, Effect::Capture | Effect::Shoot)
}

impl Compiler<'_> {
    fn fault(&mut self, code: Code, span: &std::ops::Range<usize>, message: String) -> &mut Diagnostic {
        let fault = Diagnostic::new(code, message).in_file(&self.pack.table_file, span);
        // The same table is looked at for every square; one complaint is enough.
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
        for (n, symbol) in symbols.iter().enumerate().take(CELLS - 1) {
            for seat in 0..self.seats {
                self.out.converted[seat][n + 1] = n as u8 + 1;
            }
            let Some((piece, seat)) = symbol.piece.filter(|(_, seat)| *seat < self.seats) else {
                continue;
            };
            self.out.owner[n + 1] = seat as u8 + 1;
            self.out.score[n + 1] = moves.pieces[piece].score;
            for other in 0..self.seats {
                self.out.converted[other][n + 1] = self.cell(piece, other);
            }
            if moves.pieces[piece].royal {
                self.out.royal[seat] = n as u8 + 1;
            }
            if let Some(most) = moves.pieces[piece].most {
                self.out.most.push((n as u8 + 1, most));
            }
        }
        self.out.worth = BoardRules::worths(&self.out.score, &self.out.owner);
    }

    /// The squares of an area, with a fault for what is not on the board.
    fn zone<'z>(&mut self, area: &'z Area) -> Zone<'z> {
        let (width, height) = (self.grid.width as i64, self.grid.height as i64);
        let far = |numbers: &[i64], most: usize| numbers.iter().find(|n| n.abs() > most as i64).copied();
        let rows = (0..self.seats).map(|seat| self.grid.rank(seat, 0).1).max().unwrap_or(0);
        let columns = (0..self.seats).map(|seat| self.grid.file(seat, 0).1).max().unwrap_or(0);
        if let Some(n) = far(&area.rows, rows).or(far(&area.columns, columns)) {
            let message = format!("a board of {width} x {height} doesn't have a row or column {n}");
            self.fault(Code::OutOfRange, &area.span, message);
        }
        let mut named = Vec::new();
        for name in &area.squares {
            let naming = self.pack.boards[self.pack.moves.board].naming;
            match square_named(&self.layout.boards[self.pack.moves.board], naming, name) {
                Some(square) if self.grid.exists(square) => named.push(square),
                _ => {
                    let message = format!("a board of {width} x {height} doesn't have a square `{name}`");
                    self.fault(Code::UnknownSquare, &area.span, message);
                }
            }
        }
        let rows_of = |quantity: &Option<Quantity>| quantity.as_ref().map(|quantity| (self.limit)(quantity));
        let ends = [rows_of(&area.first), rows_of(&area.last)];
        if let Some(n) = ends.into_iter().flatten().find(|n| !(1..=rows as i64).contains(n)) {
            let message = format!("a board of {width} x {height} doesn't have {n} rows");
            self.fault(Code::OutOfRange, &area.span, message);
        }
        let [first, last] = ends.map(|n| n.map(|n| n.clamp(1, 250) as usize));
        Zone { area, named, ends: (first, last) }
    }

    fn within(&self, zone: Option<&Zone<'_>>, seat: usize, square: usize) -> bool {
        let is_at_end = |zone: &Zone<'_>| {
            let (rank, ranks) = self.grid.rank(seat, square);
            let (first, last) = zone.ends;
            (first.is_none() && last.is_none())
                || first.is_some_and(|rows| rank < rows)
                || last.is_some_and(|rows| rank + rows >= ranks)
        };
        let is_in = |zone: &Zone<'_>| self.grid.is_in(zone.area, &zone.named, seat, square) && is_at_end(zone);
        self.grid.exists(square) && zone.is_none_or(is_in)
    }

    /// The cells that a list of standings means to a seat.
    fn mask(&self, standings: &[Standing], seat: usize) -> u64 {
        let count = self.pack.boards[self.pack.moves.board].symbols.len().min(CELLS - 1);
        let all = |test: &dyn Fn(u8) -> bool| {
            (1..=count).filter(|&n| test(self.out.owner[n])).fold(0, |mask, n| mask | 1_u64 << n)
        };
        standings.iter().fold(0, |mask, standing| {
            mask | match standing {
                Standing::Empty => 1,
                Standing::Any => 1 | all(&|_| true),
                Standing::Own => all(&|owner| usize::from(owner) == seat + 1),
                Standing::Enemy => all(&|owner| owner != 0 && usize::from(owner) != seat + 1),
                Standing::Piece(piece) => (0..self.seats).fold(0, |mask, s| mask | 1 << self.cell(*piece, s)),
                Standing::Symbol(cell) => 1 << cell,
            }
        })
    }

    fn royals(&self) -> u64 {
        self.out.royal.iter().filter(|cell| **cell > 0).fold(0, |mask, cell| mask | 1 << cell)
    }

    fn verbs(&mut self) {
        let pack = self.pack;
        for verb in pack.moves.verbs() {
            self.out.verbs |= 1 << (verb + 1);
        }
        let named = |test: &dyn Fn(&Order) -> bool| {
            let verbs = pack.verbs.iter().enumerate().filter(|(_, verb)| test(&verb.order));
            verbs.fold(0, |mask, (n, _)| mask | 1_u64 << (n + 1))
        };
        let turning = &mut self.out.turning;
        let options = self.options;
        turning.must = named(&|order| order.must.is_set(options));
        turning.longest = named(&|order| order.longest.is_set(options));
        turning.pass = named(&|order| order.pass);
        turning.again = named(&|order| order.again.is_some());
        turning.unchanged = named(&|order| order.again == Some(Again::Unchanged));
        let is_there = |spec: &&MoveSpec| spec.only_if.holds(self.options);
        let rows = pack.moves.pieces.iter().flat_map(|piece| &piece.moves).filter(is_there);
        for verb in rows.filter(|rule| takes(rule.effect)).flat_map(MoveSpec::verbs) {
            self.out.taking |= 1 << (verb + 1);
        }
        for phase in &pack.phases {
            let mask = phase.actions.iter().fold(0, |mask, verb| mask | 1_u64 << (verb + 1));
            self.out.phase_verbs.push(mask & self.out.verbs);
        }
        self.out.arguments.push(Arguments::default());
        self.out.events.push(None);
        let pieces = pack.lists.iter().position(|list| list.name == "piece").map(Kind::Word);
        for verb in &pack.verbs {
            let choice = verb.args.iter().find(|arg| Some(arg.kind) == pieces);
            let at = |name: &str| verb.args.iter().find(|arg| arg.name == name).map_or(0, |arg| arg.offset);
            let number = verb.args.iter().any(|arg| arg.name == "column" && arg.kind == Kind::Number);
            self.out.arguments.push(Arguments {
                from: at("from"),
                to: at("to"),
                choice: choice.map_or(0, |arg| arg.offset),
                column: if number { at("column") } else { 0 },
            });
            let n = self.out.events.len() - 1;
            let otherwise = pack.moves.castles.iter().find(|castle| castle.verb == n);
            let event = otherwise.and_then(|castle| castle.event.as_ref()).unwrap_or(&verb.name);
            self.out.events.push(pack.events.iter().position(|known| known.name == *event));
        }
    }

    fn followed(&mut self) {
        for (spec, var) in self.pack.vars.iter().zip(&self.layout.vars) {
            if let Some(follows) = spec.follows {
                if follows == Follows::GoesOn {
                    self.out.turning.goes_on = Some(var.offset);
                }
                let stride = if matches!(follows, Follows::Score | Follows::Pieces | Follows::Area) {
                    4 * var.length
                } else {
                    0
                };
                self.out.followed.push(Followed { follows, offset: var.offset, stride });
            }
        }
    }

    /// What seats have in hand.
    fn hands(&mut self) {
        let pack = self.pack;
        let Some(var) = pack.vars.iter().position(|var| var.follows == Some(Follows::Hand)) else {
            return;
        };
        let pieces = &pack.moves.pieces;
        let mut kind_of = [0; CELLS];
        for (piece, spec) in pieces.iter().enumerate() {
            for seat in 0..self.seats {
                kind_of[usize::from(self.cell(piece, seat)) & 63] = spec.demotes.unwrap_or(piece) as u8 + 1;
            }
        }
        kind_of[0] = 0;
        let cells = (0..self.seats).map(|seat| (0..pieces.len()).map(|piece| self.cell(piece, seat)).collect());
        let cells: Vec<Vec<u8>> = cells.collect();
        let mut stock = Vec::new();
        for piece in pieces {
            let count = (self.limit)(&piece.stock);
            if !(0..=MOST_IN_HAND).contains(&count) {
                let message = format!("a seat can't have {count} of `{}` in hand", piece.name);
                self.fault(Code::OutOfRange, &piece.span, message).help = Some(format!("expected 0 to {MOST_IN_HAND}"));
            }
            stock.push(count.clamp(0, MOST_IN_HAND) as i32);
        }
        self.out.hands = Some(Hands {
            offset: self.layout.vars[var].offset,
            kinds: pieces.len(),
            captures: pack.vars[var].captures,
            kind_of,
            cells,
            stock,
        });
    }

    /// The rules of actions that name no square.
    fn bare(&mut self, limit: &dyn Fn(&Quantity) -> i64) {
        let pack = self.pack;
        for spec in &pack.moves.bare {
            if spec.given.as_ref().is_some_and(|given| limit(given) <= 0) {
                continue;
            }
            let (verb, effect) = (spec.verb as u8 + 1, spec.effect);
            let rule = Rule { verb, effect, ..Rule::NOTHING };
            self.out.quiet &= effect != Effect::TakeOver;
            let number = self.rule(rule);
            self.out.bare.push(number);
        }
    }

    /// What no way of a piece tells.
    fn special(&mut self) {
        let pack = self.pack;
        let squares = self.grid.squares();
        for (var, layout) in pack.vars.iter().zip(&self.layout.vars) {
            match var.follows {
                Some(Follows::Passed) => self.out.special.passed = Some(layout.offset),
                Some(Follows::Quiet) => {
                    let cells = var.pieces.iter().flat_map(|&piece| (0..self.seats).map(move |seat| (piece, seat)));
                    self.out.special.loud = cells.fold(0, |mask, (piece, seat)| mask | 1 << self.cell(piece, seat));
                }
                Some(Follows::Unmoved) => {
                    let Some(area) = &var.area else { continue };
                    let zone = self.zone(area);
                    for seat in 0..self.seats {
                        let of = (0..squares).filter(|&square| self.within(Some(&zone), seat, square));
                        let of = of.map(|square| square as u16).collect();
                        self.out
                            .special
                            .rights
                            .push(Right { at: layout.offset + 4 * layout.length * seat, squares: of });
                    }
                }
                _ => {}
            }
        }
        for spec in &pack.moves.castles {
            self.castle(spec);
        }
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            let is_there = |rule: &&MoveSpec| rule.effect == Effect::Overtake && rule.only_if.holds(self.options);
            let rows: Vec<&MoveSpec> = spec.moves.iter().filter(is_there).collect();
            for rule in rows {
                self.overtake(piece, rule);
            }
        }
    }

    fn castle(&mut self, spec: &CastleSpec) {
        let width = self.grid.width;
        if spec.royal.iter().chain(&spec.other).any(|&column| column > width) {
            let message = format!("the board has {width} columns");
            self.fault(Code::OutOfRange, &spec.span, message);
            return;
        }
        for seat in 0..self.seats {
            // Its own first row, as it looks.
            let squares: Vec<usize> = (0..self.grid.squares()).filter(|&n| self.grid.rank(seat, n).0 == 0).collect();
            let square = |column: usize| squares.iter().copied().find(|&n| self.grid.file(seat, n).0 + 1 == column);
            let path = |from: usize, to: usize| from.min(to)..=from.max(to);
            let on = |columns: &mut dyn Iterator<Item = usize>| -> Vec<u16> {
                columns.filter_map(square).map(|square| square as u16).collect()
            };
            let of = |[from, to]: [usize; 2]| Some([square(from)? as u16, square(to)? as u16]);
            let (Some(royal), Some(other)) = (of(spec.royal), of(spec.other)) else { continue };
            let all = path(spec.royal[0], spec.royal[1]).chain(path(spec.other[0], spec.other[1]));
            let between = all.chain(path(spec.royal[0], spec.other[0]));
            let mut empty = on(&mut between.filter(|&column| column != spec.royal[0] && column != spec.other[0]));
            empty.sort_unstable();
            empty.dedup();
            let safe = on(&mut path(spec.royal[0], spec.royal[1]));
            let right = self.layout.vars[spec.right];
            let rule = self.rule(Rule { verb: spec.verb as u8 + 1, effect: Effect::Castle, ..Rule::NOTHING });
            let right = right.offset + 4 * right.length * seat;
            self.out.special.castles.push(Castle { rule, seat, right, royal, other, empty, safe });
        }
    }

    fn overtake(&mut self, piece: usize, spec: &MoveSpec) {
        let squares = self.grid.squares();
        self.out.special.overtakes.resize(self.seats * squares, Vec::new());
        let (start, to) = (spec.from.as_ref(), spec.to.as_ref());
        let start = start.map(|area| self.zone(area));
        let to = to.map(|area| self.zone(area));
        for seat in 0..self.seats {
            let cell = self.cell(piece, seat);
            let rule = self.rule(Rule { verb: spec.verb as u8 + 1, effect: Effect::Overtake, ..Rule::NOTHING });
            self.out.rule_of[usize::from(cell)][spec.verb + 1] = rule;
            let back = self.grid.way(seat, Offset { right: 0, forward: -1 });
            for from in 0..squares {
                if !self.within(start.as_ref(), seat, from) {
                    continue;
                }
                for &offset in &spec.offsets {
                    let Some(target) = self.grid.ray(from, self.grid.way(seat, offset)).first().copied() else {
                        continue;
                    };
                    let Some(victim) = self.grid.ray(target, back).first().copied() else { continue };
                    if self.within(to.as_ref(), seat, target) {
                        let way = Overtake { rule, cell, from: from as u16, victim: victim as u16 };
                        self.out.special.overtakes[seat * squares + target].push(way);
                    }
                }
            }
        }
    }

    /// What is next to what.
    fn near(&mut self) {
        self.out.near_starts.push(0);
        for square in 0..self.grid.squares() {
            self.out.near.extend(self.grid.neighbours(square).into_iter().map(|square| square as u16));
            self.out.near_starts.push(self.out.near.len() as u32);
        }
    }

    /// For each seat, the squares of an area.
    fn squares_in(&mut self, area: &Area) -> Vec<super::SquareSet> {
        let zone = self.zone(area);
        let set = |seat: usize| {
            let mut set = super::SquareSet::EMPTY;
            let squares = (0..self.grid.squares()).filter(|&n| self.within(Some(&zone), seat, n));
            squares.for_each(|square| set.insert(square as u16));
            set
        };
        (0..self.seats).map(set).collect()
    }

    fn ends(&mut self, limit: &dyn Fn(&Quantity) -> i64) {
        let pack = self.pack;
        let is_there = |spec: &&EndSpec| spec.only_if.holds(self.options);
        let specs: Vec<&EndSpec> = pack.moves.ends.iter().filter(is_there).collect();
        for &spec in &specs {
            if spec.verdict == Verdict::Forbidden {
                self.out.forbidden = self.layout.history;
                if specs.iter().filter(|other| matches!(other.when, When::Repetition { .. })).count() > 1 {
                    let message = "repetition is either forbidden or ends the match".to_owned();
                    self.fault(Code::BadMove, &spec.about, message);
                }
                continue;
            }
            let mut end = End::new(spec, &pack.vars);
            end.bonus = spec.bonus.iter().map(|bonus| limit(bonus) as i32).collect();
            match &spec.when {
                When::Turns(most) => end.limit = limit(most).clamp(1, i64::from(i32::MAX)) as i32,
                When::Reach(pieces, area) => {
                    let zone = self.zone(area);
                    for seat in 0..self.seats {
                        let mut set = super::SquareSet::EMPTY;
                        for square in (0..self.grid.squares()).filter(|&n| self.within(Some(&zone), seat, n)) {
                            set.insert(square as u16);
                        }
                        end.areas.push(set);
                        end.masks.push(self.piece_mask(pieces, seat));
                    }
                }
                When::Joined(areas) => {
                    let areas: Vec<_> = areas.iter().map(|area| self.squares_in(area)).collect();
                    for seat in 0..self.seats {
                        end.joins.push(areas.iter().map(|of| of[seat].clone()).collect());
                        end.masks.push(self.mask(&[Standing::Own], seat));
                    }
                }
                When::Bare { single, one_colour } => {
                    let of = |pieces: &[usize]| {
                        let cells = pieces.iter().flat_map(|&piece| (0..self.seats).map(move |seat| (piece, seat)));
                        cells.fold(0, |mask, (piece, seat)| mask | 1_u64 << self.cell(piece, seat))
                    };
                    end.masks = vec![self.royals(), of(single), of(one_colour)];
                }
                When::Captured(pieces) => {
                    end.masks = (0..self.seats).map(|seat| self.piece_mask(pieces, seat)).collect();
                }
                When::Line(length) => {
                    end.limit = *length as i32;
                    end.masks = (0..self.seats).map(|seat| self.mask(&[Standing::Own], seat)).collect();
                    for square in 0..self.grid.squares() {
                        let sides = self.grid.lines_through(square).into_iter().flat_map(|(one, other)| [one, other]);
                        for side in sides.chain(std::iter::repeat(Vec::new())).take(WAYS) {
                            let side = side.into_iter().map(|n| n as u16);
                            end.lines.extend(side.chain(std::iter::repeat(NOWHERE)).take(length - 1));
                        }
                    }
                }
                When::Repetition { times, danger, .. } => {
                    self.out.marks_danger |= danger;
                    end.limit = *times as i32;
                    end.history = self.layout.history;
                }
                When::Counter { var, limit: reached, .. } => {
                    end.limit = limit(reached).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
                    end.counter = self.layout.vars[*var].offset;
                }
                When::Empty { zones, .. } => end.sizes = self.layout.sizes(zones),
                When::NoMove(_) => {}
            }
            self.out.ends.push(end);
        }
        // Repetition is looked at when nothing else has ended the match.
        self.out.ends.sort_by_key(|end| end.history.is_some());
        self.out.rows = self.out.ends.iter().filter(|end| end.history.is_none()).count();
        self.out.simple_ends = BoardRules::are_simple(&self.out.ends) && !self.out.turning.has_passes();
    }

    /// What makes a position: boards, cards, and the variables that neither follow the board or the turns nor are passing.
    fn lasting(&mut self) {
        let pack = self.pack;
        let cards = pack.card_types();
        let lasts = |spec: &VarSpec| match spec.follows {
            Some(follows) => {
                matches!(follows, Follows::GoesOn | Follows::Hand | Follows::Unmoved | Follows::Passed)
            }
            None => !spec.passing,
        };
        let vars = pack.vars.iter().zip(&self.layout.vars).filter(|(spec, _)| lasts(spec));
        self.out.lasting.extend(vars.map(|(_, var)| var.offset..var.offset + 4 * var.length * var.count));
        self.out.lasting.extend(self.layout.zones.iter().flatten().flat_map(|zone| match zone {
            ZoneLayout::Pile(pile) => [pile.size..pile.size + 2, pile.cards..pile.cards + pile.capacity],
            ZoneLayout::Bag(bag) => [bag.size..bag.size + 2, bag.counts..bag.counts + cards],
        }));
        let boards = self.layout.boards.iter();
        self.out.lasting.extend(boards.map(|board| board.offset..board.offset + board.width * board.height));
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            if spec.moves.iter().any(|rule| rule.unmoved && rule.only_if.holds(self.options)) {
                self.out.minds_touch |= (0..self.seats).fold(0, |mask, seat| mask | 1 << self.cell(piece, seat));
            }
        }
    }

    /// The cells of a seat's pieces of some kinds; of all kinds if none are listed.
    fn piece_mask(&self, pieces: &[usize], seat: usize) -> u64 {
        if pieces.is_empty() {
            return self.mask(&[Standing::Own], seat);
        }
        pieces.iter().fold(0, |mask, &piece| mask | 1 << self.cell(piece, seat))
    }

    /// The board at the start: the rows as written, then the pieces that say where they stand.
    fn start(&mut self, variant: Option<&str>) {
        let pack = self.pack;
        let board = &pack.boards[pack.moves.board];
        // What is wrong with the rows is told once, when the game settles the starts of all its boards.
        let place = &self.layout.boards[pack.moves.board];
        self.out.start = board.start_cells(variant, place, &pack.table_file, &mut Vec::new());
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            let Some(area) = &spec.start else { continue };
            let zone = self.zone(area);
            for seat in 0..self.seats {
                let cell = self.cell(piece, seat);
                let squares = (0..self.grid.squares()).filter(|&square| self.within(Some(&zone), seat, square));
                let squares: Vec<usize> = squares.collect();
                if let Some(&square) = squares.iter().find(|&&square| self.out.start[square] != 0) {
                    let place = &self.layout.boards[pack.moves.board];
                    let message = format!(
                        "a {} would stand on {} at the start, where something stands already",
                        spec.name,
                        crate::board::file::square_text(place, board.naming, square)
                    );
                    self.fault(Code::TwoOnASquare, &spec.span, message);
                }
                for square in squares {
                    self.out.start[square] = cell;
                }
            }
        }
        if let Some((square, message)) = self.out.too_many(&self.out.start, pack) {
            let rows = board.start_rows(variant);
            let row = rows.get(square / self.grid.width).or(rows.first());
            let span = row.map_or(board.span.clone(), |(_, span)| span.clone());
            self.fault(Code::TooMany, &span, message);
        }
    }
}
