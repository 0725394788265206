//! Chains of moves in one action: every square that a piece reaches by repeating its moves.

use super::{BoardRules, PASSES};

/// The moves of a verb that are repeated in one action.
#[derive(Debug)]
pub(crate) struct Chains {
    /// The verb's number.
    pub(crate) verb: u8,
    /// The start of the steps of each cell on each square, as in [`BoardRules::starts`].
    pub(crate) starts: Vec<u32>,
}

/// The squares that a piece reaches, a buffer.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// Each with the rule that leads to it first, in the order in which they are found.
    pub(crate) found: Vec<(u16, u16)>,
    /// A bit for each square that is found or is the origin.
    seen: Vec<u64>,
}

impl BoardRules {
    /// True if some moves are repeated in one action.
    pub fn has_chains(&self) -> bool {
        !self.chains.is_empty()
    }

    /// True if the piece on a square can make chains of a verb in one action.
    pub fn chains_from(&self, bytes: &[u8], from: u16, verb: u8) -> bool {
        let cells = self.cells(bytes);
        let place = usize::from(cells[usize::from(from)]) * cells.len() + usize::from(from);
        self.chains.iter().any(|chains| chains.verb == verb && chains.starts[place] < chains.starts[place + 1])
    }

    /// Finds the squares that the piece on a square reaches; its own square is left meanwhile.
    pub(crate) fn follow_chains(
        &self,
        chains: &Chains,
        (cells, bytes): (&[u8], &[u8]),
        from: u16,
        reached: &mut Reached,
    ) {
        let Reached { found, seen } = reached;
        found.clear();
        seen.clear();
        seen.resize(cells.len().div_ceil(64), 0);
        seen[usize::from(from) / 64] |= 1 << (from % 64);
        let piece = usize::from(cells[usize::from(from)]) * cells.len();
        let left = self.custody.under(from);
        let (mut square, mut next) = (from, 0);
        loop {
            let place = piece + usize::from(square);
            let (mut at, end) = (chains.starts[place] as usize, chains.starts[place + 1] as usize);
            let steps = &self.steps[..end];
            while let Some(step) = steps.get(at) {
                let target = if step.square == from { left } else { self.cell_at(cells, bytes, step.square) };
                let entry = self.gates.get(step.gate, target);
                at = if entry & PASSES != 0 { at + 1 } else { step.next as usize };
                let Some(rule) = self.listed_in(entry).next() else { continue };
                let (word, bit) = (usize::from(step.square) / 64, 1 << (step.square % 64));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    found.push((step.square, rule));
                }
            }
            let Some(&(more, _)) = found.get(next) else { return };
            (square, next) = (more, next + 1);
        }
    }

    /// True if a piece, by its cell, goes from one square to another one by a chain on some board.
    pub(crate) fn chains_lead(&self, cell: u8, from: usize, to: usize) -> bool {
        let squares = self.squares();
        self.chains.iter().any(|chains| {
            let (mut seen, mut open) = (vec![false; squares], vec![from]);
            while let Some(square) = open.pop() {
                let place = usize::from(cell) * squares + square;
                let steps = &self.steps[chains.starts[place] as usize..chains.starts[place + 1] as usize];
                for step in steps.iter().filter(|step| usize::from(step.square) < squares) {
                    if !std::mem::replace(&mut seen[usize::from(step.square)], true) {
                        open.push(usize::from(step.square));
                    }
                }
            }
            seen[to]
        })
    }

    /// The rule of a chain in one action between two squares.
    pub(crate) fn rule_chained(&self, bytes: &[u8], from: u16, to: u16, verb: u8) -> Option<u16> {
        let chains = self.chains.iter().find(|chains| chains.verb == verb)?;
        let mut reached = Reached::default();
        self.follow_chains(chains, (self.cells(bytes), bytes), from, &mut reached);
        reached.found.iter().find(|(square, _)| *square == to).map(|&(_, rule)| rule)
    }
}
