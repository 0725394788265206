//! Compiles custodial captures, and symbols that lie under pieces.

use super::Compiler;
use crate::custody::{Custody, CustodyRow};
use crate::geometry::ALONG;
use crate::{CLOCKWISE, HEX_CLOCKWISE, NOWHERE, Net, SquareSet};
use parlour_model::diagnostic::Code;
use parlour_model::state::squares::square_named;
use parlour_pack::pieces::Standing;

impl Compiler<'_> {
    pub(super) fn custody(&mut self) {
        let pack = self.pack;
        let ground = self.ground();
        let mut rows = Vec::new();
        for spec in &pack.moves.custody {
            if !spec.only_if.holds(self.options) {
                continue;
            }
            let zone = spec.area.as_ref().map(|area| self.zone(area));
            let pieces: Vec<Standing> = spec.pieces.iter().map(|&piece| Standing::Piece(piece)).collect();
            let pieces = if pieces.is_empty() { vec![Standing::Enemy] } else { pieces };
            let squares = |seat: usize| {
                let all = (0..self.grid.squares()).filter(|&square| self.within(zone.as_ref(), seat, square));
                all.collect::<SquareSet>()
            };
            let counts = spec.counts.map(|var| {
                let layout = self.layout.vars[var];
                let most = (self.limit)(&pack.vars[var].range.1);
                (layout.offset, 4 * layout.length, i32::try_from(most).unwrap_or(i32::MAX))
            });
            rows.push(CustodyRow {
                verbs: 1 << (spec.verb + 1),
                taken: (0..self.seats).map(|seat| self.mask_of_taken(&pieces, seat).into()).collect(),
                hostile: (0..self.seats).map(|seat| self.mask(&spec.hostile, seat).into()).collect(),
                squares: (0..self.seats).map(squares).collect(),
                surrounds: spec.surrounds,
                stays: spec.stays,
                counts,
                event: spec.event.as_ref().and_then(|name| pack.events.iter().position(|event| event.name == *name)),
            });
        }
        let mut start = std::mem::take(&mut self.out.start);
        for (cell, &symbol) in start.iter_mut().zip(&ground).filter(|(cell, _)| **cell == 0) {
            *cell = symbol;
        }
        self.out.start = start;
        self.out.custody = Custody {
            verbs: rows.iter().fold(0, |verbs, row| verbs | row.verbs),
            has_counts: rows.iter().any(|row| row.counts.is_some()),
            sides: if rows.is_empty() { Vec::new() } else { self.sides() },
            rows,
            ground,
        };
    }

    /// The squares next to each square, clockwise from the one above, each with the one behind it.
    fn sides(&self) -> Vec<Vec<(u16, u16)>> {
        let number = |square: Option<usize>| square.map_or(NOWHERE, |square| square as u16);
        let straight = |ways: &mut dyn Iterator<Item = (i32, i32)>, square: usize| {
            let side = |way| Some((self.grid.step(square, way, 1)?, self.grid.step(square, way, 2)));
            ways.filter_map(side).map(|(next, behind)| (next as u16, number(behind))).collect::<Vec<_>>()
        };
        let of_square = |square: usize| match &self.grid.net {
            _ if !self.grid.exists(square) => Vec::new(),
            Net::Lines(_) => {
                let rays = self.grid.rays(square, ALONG);
                let rays = rays.iter().filter_map(|ray| Some((*ray.first()? as u16, number(ray.get(1).copied()))));
                rays.collect()
            }
            Net::Hexes => straight(&mut HEX_CLOCKWISE.into_iter(), square),
            _ => straight(&mut CLOCKWISE.into_iter().step_by(2), square),
        };
        (0..self.grid.squares()).map(of_square).collect()
    }

    /// The symbol under the pieces on each square; empty if there is none.
    fn ground(&mut self) -> Vec<u8> {
        let pack = self.pack;
        let board = &pack.boards[pack.moves.board];
        let mut ground = Vec::new();
        for (n, symbol) in board.symbols.iter().enumerate() {
            for (name, span) in &symbol.under {
                match square_named(&self.layout.boards[pack.moves.board], board.naming, name) {
                    Some(square) if self.grid.exists(square) => {
                        ground.resize(self.grid.squares(), 0);
                        ground[square] = n as u8 + 1;
                    }
                    _ => {
                        let message = format!("the board doesn't have a square `{name}`");
                        self.fault(Code::UnknownSquare, span, message);
                    }
                }
            }
        }
        ground
    }
}
