//! Compiles castling and en passant captures.

use super::Compiler;
use crate::special::{Castle, Overtake, Right};
use crate::{CellSet, Rule};
use parlour_model::diagnostic::Code;
use parlour_pack::pieces::{CastleSpec, Effect, Follows, MoveSpec, Offset};

impl Compiler<'_> {
    /// Compiles the moves that rays can't describe.
    pub(super) fn special(&mut self) {
        let pack = self.pack;
        let squares = self.grid.squares();
        for (var, layout) in pack.vars.iter().zip(&self.layout.vars) {
            match var.follows {
                Some(Follows::Passed) => self.out.special.passed = Some(layout.offset),
                Some(Follows::Quiet) => {
                    let cells = var.pieces.iter().fold(CellSet::EMPTY, |cells, &piece| cells | self.cells_of(piece));
                    self.out.special.loud = cells.into();
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
            // Its own first row, in its direction.
            let squares: Vec<usize> = (0..self.grid.squares()).filter(|&n| self.grid.rank(seat, n).0 == 0).collect();
            let columns = || spec.royal.iter().chain(&spec.other).copied();
            let all = columns().min().unwrap_or(1)..=columns().max().unwrap_or(0);
            let is_gap = |column: &usize| {
                squares.iter().any(|&n| self.grid.file(seat, n).0 + 1 == *column && !self.grid.exists(n))
            };
            if let Some(column) = all.into_iter().find(is_gap) {
                let name = &self.pack.seats.names[seat];
                let message = format!("there is no square in column {column} of the first row of {name}");
                self.fault(Code::OutOfRange, &spec.span, message);
                return;
            }
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
            let mut safe = on(&mut path(spec.royal[0], spec.royal[1]));
            if spec.royal[0] > spec.royal[1] {
                safe.reverse();
            }
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
}
