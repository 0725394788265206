//! Reachability: the squares that each piece can ever reach, by the tables alone.

use super::{BoardRules, DIRECT, Effect, Move, NUMBER, Step};

/// The squares that pieces can reach: from the start, by placings, and by promotions.
#[derive(Clone, Debug)]
pub struct Reachable {
    squares: usize,
    /// `cell * squares + square`
    is: Vec<bool>,
}

impl Reachable {
    /// True if a cell can come to a square.
    pub fn has(&self, cell: u8, square: usize) -> bool {
        self.is.get(usize::from(cell) * self.squares + square).copied().unwrap_or(true)
    }
}

impl BoardRules {
    /// The starts of the steps of all moves, those of chains link by link.
    fn all_starts(&self) -> impl Iterator<Item = &[u32]> {
        let gaits = self.gaits.iter().map(|gait| gait.starts.as_slice());
        let chains = self.chains.iter().map(|chains| chains.starts.as_slice());
        std::iter::once(self.starts.as_slice()).chain(gaits).chain(chains)
    }

    /// True if each move of a piece, by its cell, satisfies a predicate of its origin and target.
    pub fn keeps_to(&self, cell: u8, test: impl Fn(usize, usize) -> bool) -> bool {
        let squares = self.squares();
        (0..squares).all(|from| {
            let place = usize::from(cell) * squares + from;
            self.all_starts().all(|starts| {
                let steps = starts[place] as usize..starts[place + 1] as usize;
                let mut targets = self.steps[steps].iter().map(|step| usize::from(step.square));
                targets.all(|square| square >= squares || test(square, from))
            })
        })
    }

    /// True if a piece, by its cell, goes from one square to another one on some board.
    pub fn goes(&self, cell: u8, from: usize, to: usize) -> bool {
        let place = usize::from(cell) * self.squares() + from;
        let Some([first, last]) = self.starts.get(place..place + 2) else { return false };
        let is_there = |step: &Step| usize::from(step.square) == to;
        self.steps[*first as usize..*last as usize].iter().any(is_there) || self.chains_lead(cell, from, to)
    }

    /// Follows all moves of pieces on boards that are otherwise empty or full, whichever lets them pass; `None` if
    /// pieces can reach squares by other means.
    pub fn reachable(&self) -> Option<Reachable> {
        let is_followed = |effect: Effect| {
            matches!(
                effect,
                Effect::Move
                    | Effect::Capture
                    | Effect::Jump
                    | Effect::Shoot
                    | Effect::Overtake
                    | Effect::Castle
                    | Effect::Pass
                    | Effect::Stop
                    | Effect::Place
            )
        };
        let is_plain = self.rules.iter().all(|rule| is_followed(rule.effect))
            && self.placings.iter().all(|placing| placing.rays.is_none() && placing.lanes.is_empty());
        if !is_plain {
            return None;
        }
        let squares = self.squares();
        let mut out = Reachable { squares, is: vec![false; self.starts.len() - 1] };
        let mut open: Vec<(u8, u16)> = Vec::new();
        let mut add = |open: &mut Vec<(u8, u16)>, cell: u8, square: u16| {
            let is = &mut out.is[usize::from(cell) * squares + usize::from(square)];
            if !*is {
                *is = true;
                open.push((cell, square));
            }
        };
        let start = self.start.iter().zip(0..).filter(|(cell, _)| **cell != 0);
        start.for_each(|(&cell, square)| add(&mut open, cell, square));
        for placing in &self.placings {
            let stuck = placing.drop.as_ref().map_or(&[][..], |drop| drop.stuck.as_slice());
            let cell = self.rules[usize::from(placing.rule)].puts;
            placing.squares.iter().filter(|square| !stuck.contains(square)).for_each(|&square| {
                add(&mut open, cell, square);
            });
        }
        for castle in &self.special.castles {
            for [from, to] in [castle.royal, castle.other] {
                add(&mut open, self.start[usize::from(from)], to);
            }
        }
        while let Some((cell, from)) = open.pop() {
            let place = usize::from(cell) * squares + usize::from(from);
            if let Some(&late) = self.late.get(place).filter(|late| **late != 0) {
                add(&mut open, late, from);
            }
            for starts in self.all_starts() {
                let steps = starts[place] as usize..starts[place + 1] as usize;
                for step in &self.steps[steps] {
                    for (there, entry) in self.gates.table(step.gate).iter().copied().enumerate() {
                        // A royal piece is never captured, so nothing moves to its square.
                        let is_royal = there != 0 && self.royal.iter().any(|&royal| usize::from(royal) == there);
                        if is_royal || entry & (DIRECT | NUMBER) == 0 {
                            continue;
                        }
                        for rule in self.listed_in(entry) {
                            let taken = Move { rule, from, to: step.square };
                            if self.rules[usize::from(rule)].effect.goes() {
                                add(&mut open, self.becomes(taken, cell), step.square);
                            }
                        }
                    }
                }
            }
            for (seat, ways) in self.special.overtakes.chunks(squares).enumerate() {
                for (to, ways) in ways.iter().enumerate() {
                    let is_it = |way: &&super::special::Overtake| way.cell == cell && way.from == from;
                    if usize::from(self.owner[cell]) == seat + 1 && ways.iter().any(|way| is_it(&way)) {
                        add(&mut open, cell, to as u16);
                    }
                }
            }
        }
        Some(out)
    }
}
