//! Compiling what attacks a square, and what shields it.

use super::{Compiler, takes};
use crate::board::AttackStep;
use crate::pack::pieces::{Effect, Standing};

/// The cells and the verbs by which they attack from one square.
type Attacks = Vec<(u8, u8)>;
/// Squares one after the other, and what lets an attack pass over them.
type Line = (Vec<usize>, u64);

impl Compiler<'_> {
    /// For each seat and square, from where it could be attacked: the moves that take, seen from the target.
    pub(super) fn attacks(&mut self) {
        let pack = self.pack;
        let squares = self.grid.squares();
        for seat in 0..self.seats {
            for target in 0..squares {
                self.out.attack_starts.push(self.out.attacks.len() as u32);
                if self.out.royal[seat] != 0 {
                    self.attacks_on(seat, target);
                }
            }
        }
        self.out.attack_starts.push(self.out.attacks.len() as u32);
        // An action can bring nothing else about than that it opens a way.
        let all = u64::MAX;
        let enemies = |seat: usize| self.mask(&[Standing::Enemy], seat);
        let straight = self.out.attacks.iter().all(|step| step.pass == 1 || step.pass == all);
        let harmless = pack.moves.pieces.iter().flat_map(|piece| &piece.moves).all(|spec| match spec.effect {
            Effect::Jump => false,
            Effect::Swap => (0..self.seats).all(|seat| self.targets(spec, seat, false) & enemies(seat) == 0),
            _ => true,
        });
        self.out.quiet &= straight && harmless;
    }

    pub(super) fn attacks_on(&mut self, seat: usize, target: usize) {
        let pack = self.pack;
        let royal = self.out.royal[seat];
        // By the squares outwards from the target: the attackers at each distance.
        let mut ways: Vec<(Line, Vec<Attacks>)> = Vec::new();
        for other in (0..self.seats).filter(|&other| other != seat) {
            for (piece, spec) in pack.moves.pieces.iter().enumerate() {
                for rule in spec.moves.iter().filter(|rule| takes(rule.effect)) {
                    let to = rule.to.as_ref().map(|area| self.zone(area));
                    let from = rule.from.as_ref().map(|area| self.zone(area));
                    let hits = self.targets(rule, other, true) >> royal & 1 != 0;
                    if !hits || !self.within(to.as_ref(), other, target) {
                        continue;
                    }
                    let symbols = pack.boards[pack.moves.board].symbols.len();
                    let everything = (0..=symbols as u32).fold(0, |mask, n| mask | 1_u64 << n);
                    let mask = if rule.most == 1 { 1 } else { self.mask(&rule.way, other) };
                    let pass = if mask == everything { u64::MAX } else { mask };
                    for &offset in &rule.offsets {
                        let (right, down) = self.grid.way(other, offset);
                        for ray in self.grid.rays(target, (-right, -down)) {
                            for distance in rule.least..=rule.most {
                                let Some(&square) = ray.get(distance - 1) else {
                                    break;
                                };
                                if !self.within(from.as_ref(), other, square) {
                                    continue;
                                }
                                let n = match ways.iter().position(|((known, also), _)| (known, *also) == (&ray, pass))
                                {
                                    Some(n) => n,
                                    None => {
                                        ways.push(((ray.clone(), pass), Vec::new()));
                                        ways.len() - 1
                                    }
                                };
                                let masks = &mut ways[n].1;
                                masks.resize(masks.len().max(distance), Vec::new());
                                let attack = (self.cell(piece, other), rule.verb as u8 + 1);
                                if !masks[distance - 1].contains(&attack) {
                                    masks[distance - 1].push(attack);
                                }
                            }
                        }
                    }
                }
            }
        }
        for ((ray, pass), masks) in ways {
            let first = self.out.attacks.len();
            let next = (first + masks.len()) as u32;
            for (verbs, square) in masks.into_iter().zip(ray) {
                let attackers = verbs.iter().fold(0, |mask, (cell, _)| mask | 1 << cell);
                self.out.attack_verbs.push(verbs);
                self.out.attacks.push(AttackStep { attackers, pass, square: square as u16, next });
            }
        }
    }

    pub(super) fn shields(&mut self) {
        let squares = self.grid.squares();
        for (piece, spec) in self.pack.moves.pieces.iter().enumerate() {
            for seat in 0..self.seats {
                let cell = self.cell(piece, seat);
                for &offset in &spec.protects {
                    let way = self.grid.way(seat, offset);
                    for square in 0..squares {
                        for protected in self.grid.rays(square, way).iter().filter_map(|ray| ray.first()) {
                            let list = &mut self.out.shields[seat * squares + protected];
                            self.out.has_shields = true;
                            match list.iter_mut().find(|(known, _)| *known == square as u16) {
                                Some((_, mask)) => *mask |= 1 << cell,
                                None => list.push((square as u16, 1 << cell)),
                            }
                        }
                    }
                }
            }
        }
    }
}
