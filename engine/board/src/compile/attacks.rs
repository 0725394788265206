//! Compiles attack tables: attackers and protectors of each square.

use super::Compiler;
use crate::geometry::Track;
use crate::{AttackStep, Crossing};
use parlour_pack::pieces::{Effect, MoveSpec, Standing};

/// The cells and the verbs by which they attack from a square.
type Attacks = Vec<(u8, u8)>;
/// The squares of a ray, and the cells that an attack may pass.
type Line = (Vec<usize>, u64, Option<(u64, u8)>);

impl Compiler<'_> {
    /// For each seat and square, the rays of attack: capturing moves seen from the target.
    pub(super) fn attacks(&mut self) {
        let pack = self.pack;
        let squares = self.grid.squares();
        for seat in 0..self.seats {
            for target in 0..squares {
                self.out.attack_starts.push(self.out.attacks.len() as u32);
                self.out.crossing_starts.push(self.out.crossings.len() as u32);
                if self.out.royal[seat] != 0 {
                    self.attacks_on(seat, target);
                }
            }
        }
        self.out.attack_starts.push(self.out.attacks.len() as u32);
        self.out.crossing_starts.push(self.out.crossings.len() as u32);
        if self.out.crossings.is_empty() {
            self.out.crossing_starts.clear();
        }
        // The only other effect of an action is to open a ray.
        let all = u64::MAX;
        let enemies = |seat: usize| self.mask(&[Standing::Enemy], seat);
        let straight = self.out.attacks.iter().all(|step| step.pass == 1 || step.pass == all);
        let harmless = pack.moves.pieces.iter().flat_map(|piece| &piece.moves).all(|spec| match spec.effect {
            _ if !spec.only_if.holds(self.options) => true,
            Effect::Jump => false,
            Effect::Swap => (0..self.seats).all(|seat| self.targets(spec, seat, false) & enemies(seat) == 0),
            _ => true,
        });
        let leaves_nothing = self.out.rules.iter().all(|rule| rule.leaves == 0);
        self.out.quiet &= straight && harmless && leaves_nothing;
    }

    pub(super) fn attacks_on(&mut self, seat: usize, target: usize) {
        let pack = self.pack;
        let royal = self.out.royal[seat];
        let symbols = pack.boards[pack.moves.board].symbols.len();
        let everything = (0..=symbols as u32).fold(0, |mask, n| mask | 1_u64 << n);
        // Grouped by the squares outwards from the target: the attackers on each.
        let mut lines: Vec<(Line, Vec<Attacks>)> = Vec::new();
        for other in (0..self.seats).filter(|&other| other != seat) {
            for (piece, spec) in pack.moves.pieces.iter().enumerate() {
                let is_there = |rule: &&MoveSpec| rule.effect.hits() && rule.only_if.holds(self.options);
                for rule in spec.moves.iter().filter(is_there) {
                    let to = rule.to.as_ref().map(|area| self.zone(area));
                    let from = rule.from.as_ref().map(|area| self.zone(area));
                    let hits = self.targets(rule, other, true) >> royal & 1 != 0;
                    if !hits || !self.within(to.as_ref(), other, target) {
                        continue;
                    }
                    let is_step = rule.most == 1 && rule.leg.is_none() && rule.over.is_none();
                    let mask = if is_step { 1 } else { self.mask(&rule.way, other) };
                    let pass = if mask == everything { u64::MAX } else { mask };
                    let over = rule.over.map(|over| (self.mask(&[over.on], other) & !pass, over.count));
                    let attack = (self.cell(piece, other), rule.verb as u8 + 1);
                    for &offset in &rule.offsets {
                        let (right, down) = self.grid.way(other, offset);
                        for mut squares in self.grid.rays(target, (-right, -down)) {
                            for distance in rule.least..=rule.most {
                                let Some(&square) = squares.get(distance - 1) else {
                                    break;
                                };
                                if !self.within(from.as_ref(), other, square) {
                                    continue;
                                }
                                let mut place = distance - 1;
                                if let Some(leg) = rule.leg {
                                    // It passes through different squares from each distance, so each is a ray of its
                                    // own.
                                    let legs = offset.legs(leg);
                                    let legs = legs.into_iter().map(|leg| self.grid.way(other, leg)).collect();
                                    let track = Track { way: (right, down), legs, pass, over };
                                    let track = self.grid.tracks(square, &track, distance).swap_remove(0);
                                    if track.last().map(|&(last, _)| last) != Some(target) {
                                        continue;
                                    }
                                    squares = track.into_iter().rev().skip(1).map(|(n, _)| n).chain([square]).collect();
                                    place = squares.len() - 1;
                                }
                                let key = (squares.clone(), pass, over);
                                let n = match lines.iter().position(|(known, _)| *known == key) {
                                    Some(n) => n,
                                    None => {
                                        lines.push((key, Vec::new()));
                                        lines.len() - 1
                                    }
                                };
                                let attacks = &mut lines[n].1;
                                attacks.resize(attacks.len().max(place + 1), Vec::new());
                                if !attacks[place].contains(&attack) {
                                    attacks[place].push(attack);
                                }
                                if rule.leg.is_some() {
                                    squares = self.grid.ray(target, (-right, -down));
                                }
                            }
                        }
                    }
                }
            }
        }
        let mask = |verbs: &Attacks| verbs.iter().fold(0, |mask, (cell, _)| mask | 1 << cell);
        for ((squares, pass, over), attacks) in lines {
            let line = squares.into_iter().zip(attacks);
            if let Some((over, count)) = over {
                let (squares, verbs) = line.map(|(square, verbs)| ((square as u16, mask(&verbs)), verbs)).unzip();
                self.out.crossings.push(Crossing { pass, over, count, squares, verbs });
                continue;
            }
            let line: Vec<(usize, Attacks)> = line.collect();
            let next = (self.out.attacks.len() + line.len()) as u32;
            for (square, verbs) in line {
                let attackers = mask(&verbs);
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
