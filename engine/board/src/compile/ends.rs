//! Compiles the tracked variables of the board, and the conditions of endings.

use super::Compiler;
use crate::ending::{BoardCondition, FormationKind, WAYS};
use crate::entered::Entered;
use crate::material::Material;
use crate::superko::zobrist_keys;
use crate::{CELLS, CellSet, Followed, NOWHERE, PerCell, SquareSet};
use parlour_model::diagnostic::Code;
use parlour_model::layout::ZoneLayout;
use parlour_pack::pieces::{Area, EndSpec, Follows, Formation, Verdict, When};
use parlour_pack::spec::{Quantity, VarSpec};

impl Compiler<'_> {
    pub(super) fn followed(&mut self) {
        for (spec, var) in self.pack.vars.iter().zip(&self.layout.vars) {
            if let Some(follows) = spec.follows {
                if follows == Follows::GoesOn {
                    self.out.order.goes_on = Some(var.offset);
                }
                if follows == Follows::Material {
                    if var.count > 0 {
                        let material = self.material(spec, var.offset);
                        self.out.materials.push(material);
                    }
                    continue;
                }
                let stride = if matches!(follows, Follows::Score | Follows::Pieces | Follows::Area | Follows::Checks) {
                    4 * var.length
                } else {
                    0
                };
                self.out.followed.push(Followed { follows, offset: var.offset, stride });
            }
        }
    }

    /// The material at which a variable starts counting: its rows, whichever seat has which side of them.
    fn material(&self, spec: &VarSpec, at: usize) -> Material {
        let mut left = Vec::new();
        for row in &spec.left {
            for turned in 0..self.seats {
                let mut counts = PerCell::default();
                for (side, pieces) in row.iter().enumerate() {
                    let seat = (side + turned) % self.seats;
                    for &(piece, count) in pieces {
                        counts[self.cell(piece, seat)] = count;
                    }
                }
                left.push(counts);
            }
        }
        let sum = |counts: &PerCell<u8>| counts.0.iter().map(|&count| usize::from(count)).sum();
        Material { at, most: left.iter().map(sum).max().unwrap_or(0), left }
    }

    /// The conditions of endings on the board, by the rows of the pack.
    pub(super) fn conditions(&mut self, limit: &dyn Fn(&Quantity) -> i64) {
        let pack = self.pack;
        let is_there = |spec: &&EndSpec| spec.is_there(self.options);
        let is_repetition = |spec: &&EndSpec| matches!(spec.when, When::Repetition { .. });
        let specs: Vec<&EndSpec> = pack.moves.ends.iter().filter(is_there).collect();
        for &spec in specs.iter().filter(|spec| spec.verdict == Verdict::Forbidden) {
            self.out.superko_history = self.layout.history;
            if specs.iter().copied().filter(|spec| is_repetition(spec)).count() > 1 {
                let message = "repetition is either forbidden or ends the match".to_owned();
                self.fault(Code::BadMove, &spec.about, message);
            }
        }
        for spec in &pack.moves.ends {
            let condition = if is_there(&spec) { self.condition(spec, limit) } else { None };
            self.out.conditions.push(condition);
        }
        if self.out.superko_history.is_some() {
            self.out.zobrist_keys = zobrist_keys(self.grid.squares(), self.symbol_count() + 1);
        }
    }

    /// The condition of an ending on the board; `None` if it is about something else.
    fn condition(&mut self, spec: &EndSpec, limit: &dyn Fn(&Quantity) -> i64) -> Option<BoardCondition> {
        let pack = self.pack;
        let When::Formation(formation) = &spec.when else { return None };
        Some(match formation {
            Formation::Reach(pieces, area) => BoardCondition {
                areas: self.squares_in(area),
                masks: (0..self.seats).map(|seat| self.piece_mask(pieces, seat).into()).collect(),
                ..BoardCondition::new(FormationKind::Reach)
            },
            Formation::Joined { pieces, areas, corners } => {
                let mut joined = BoardCondition::new(FormationKind::Joined);
                let near = |square| self.grid.around(square).into_iter().map(|square| square as u16).collect();
                joined.around = corners.then(|| (0..self.grid.squares()).map(near).collect());
                let areas: Vec<_> = areas.iter().map(|area| self.squares_in(area)).collect();
                for seat in 0..self.seats {
                    joined.joins.push(areas.iter().map(|of| of[seat].clone()).collect());
                    joined.masks.push(self.piece_mask(pieces, seat).into());
                }
                joined
            }
            Formation::Bare { any_number, single, one_colour } => {
                let of =
                    |pieces: &[usize]| pieces.iter().fold(CellSet::EMPTY, |cells, &piece| cells | self.cells_of(piece));
                let masks = [self.royals() | of(any_number), of(single), of(one_colour)].map(PerCell::from).into();
                BoardCondition { masks, ..BoardCondition::new(FormationKind::Bare) }
            }
            Formation::Entered { to, others, worth, points } => {
                let mut of_cell = vec![0; CELLS];
                for (piece, _) in pack.moves.pieces.iter().enumerate() {
                    let named = worth.iter().find(|(named, _)| *named == piece);
                    for seat in 0..self.seats {
                        of_cell[usize::from(self.cell(piece, seat))] = named.map_or(1, |(_, points)| *points);
                    }
                }
                let needed = |seat: usize| points.get(seat).or(points.last()).map_or(0, |needed| limit(needed) as i32);
                let entered = Entered {
                    areas: self.squares_in(to),
                    others: *others,
                    worth: of_cell,
                    points: (0..self.seats).map(needed).collect(),
                };
                BoardCondition { entered: Some(entered), ..BoardCondition::new(FormationKind::Entered) }
            }
            Formation::Captured(pieces) => BoardCondition {
                masks: (0..self.seats).map(|seat| self.piece_mask(pieces, seat).into()).collect(),
                ..BoardCondition::new(FormationKind::Captured)
            },
            Formation::Line(length, pieces) => {
                let mut line = BoardCondition { length: *length as i32, ..BoardCondition::new(FormationKind::Line) };
                line.masks = (0..self.seats).map(|seat| self.piece_mask(pieces, seat).into()).collect();
                for square in 0..self.grid.squares() {
                    let sides = self.grid.lines_through(square).into_iter().flat_map(|(one, other)| [one, other]);
                    for side in sides.chain(std::iter::repeat(Vec::new())).take(WAYS) {
                        let side = side.into_iter().map(|n| n as u16);
                        line.lines.extend(side.chain(std::iter::repeat(NOWHERE)).take(length - 1));
                    }
                }
                line
            }
        })
    }

    /// The parts of a position: boards, cards, and the variables that aren't derived from the board or the turns and
    /// aren't passing.
    pub(super) fn lasting(&mut self) {
        let pack = self.pack;
        let cards = pack.card_types();
        let lasts = |spec: &VarSpec| match spec.follows {
            Some(follows) => {
                matches!(
                    follows,
                    Follows::GoesOn | Follows::Hand | Follows::Unmoved | Follows::Passed | Follows::Checks
                )
            }
            None => !spec.passing,
        };
        let vars = pack.vars.iter().zip(&self.layout.vars).filter(|(spec, _)| lasts(spec));
        self.out.lasting.extend(vars.map(|(_, var)| var.offset..var.offset + 4 * var.length * var.count));
        self.out.lasting.extend(self.layout.zones.iter().flatten().flat_map(|zone| match zone {
            ZoneLayout::Pile(pile) => [pile.size..pile.size + 2, pile.cards..pile.cards + pile.capacity * pile.width],
            ZoneLayout::Bag(bag) => [bag.size..bag.size + 2, bag.counts..bag.counts + cards],
        }));
        for board in &self.layout.boards {
            self.out.lasting.push(board.offset..board.offset + board.squares());
            self.out.lasting.extend(board.stacks.map(|stacks| stacks.offset..stacks.count(board.squares())));
        }
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            if spec.moves.iter().any(|rule| rule.unmoved && rule.only_if.holds(self.options)) {
                self.out.minds_touch |= self.cells_of(piece);
            }
        }
    }

    /// For each seat, the squares of an area, which mustn't be empty.
    fn squares_in(&mut self, area: &Area) -> Vec<SquareSet> {
        let zone = self.zone(area);
        let all = 0..self.grid.squares();
        let squares = |seat: usize| all.clone().filter(|&n| self.within(Some(&zone), seat, n)).collect();
        let sets: Vec<SquareSet> = (0..self.seats).map(squares).collect();
        if let Some(seat) = sets.iter().position(|set| *set == SquareSet::EMPTY) {
            let message = format!("there is no square in this area for {}", self.pack.seats.names[seat]);
            self.fault(Code::UnknownSquare, &area.span, message);
        }
        sets
    }

    /// The adjacency lists.
    pub(super) fn near(&mut self) {
        self.out.near_starts.push(0);
        for square in 0..self.grid.squares() {
            self.out.near.extend(self.grid.neighbours(square).into_iter().map(|square| square as u16));
            self.out.near_starts.push(self.out.near.len() as u32);
        }
    }
}
