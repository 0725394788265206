//! Compiles attack tables: attackers and protectors of each square.

use super::Compiler;
use crate::geometry::Track;
use crate::{ATTACKS, AttackStep, CellSet, Crossing, HURDLE, LETS_PASS};
use parlour_pack::pieces::{Effect, MoveSpec, Standing};

/// The cells and the verbs by which they attack from a square.
type Attacks = Vec<(u8, u8)>;
/// The squares of a ray, and the cells that an attack may pass.
type Line = (Vec<usize>, CellSet, Option<(CellSet, u8)>);

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
        let enemies = |seat: usize| self.mask(&[Standing::Enemy], seat);
        let harmless = pack.moves.pieces.iter().flat_map(|piece| &piece.moves).all(|spec| match spec.effect {
            _ if !spec.only_if.holds(self.options) => true,
            Effect::Jump => false,
            Effect::Swap => (0..self.seats).all(|seat| (self.targets(spec, seat, false) & enemies(seat)).is_empty()),
            Effect::Move | Effect::Capture | Effect::Shoot | Effect::Build | Effect::Convert | Effect::Place => true,
            Effect::Push | Effect::Overtake | Effect::Castle | Effect::Pass | Effect::TakeOver | Effect::Stop => true,
        });
        let leaves_nothing = self.out.rules.iter().all(|rule| rule.leaves == 0);
        self.out.quiet &= harmless && leaves_nothing;
    }

    pub(super) fn attacks_on(&mut self, seat: usize, target: usize) {
        let pack = self.pack;
        let royal = self.out.royal[seat];
        let everything = self.everything();
        // Grouped by the squares outwards from the target: the attackers on each.
        let mut lines: Vec<(Line, Vec<Attacks>)> = Vec::new();
        for other in (0..self.seats).filter(|&other| other != seat) {
            for (piece, spec) in pack.moves.pieces.iter().enumerate() {
                let is_there = |rule: &&MoveSpec| rule.effect.hits() && rule.only_if.holds(self.options);
                for rule in spec.moves.iter().filter(is_there) {
                    let to = rule.to.as_ref().map(|area| self.zone(area));
                    let from = rule.from.as_ref().map(|area| self.zone(area));
                    let hits = self.targets(rule, other, true).has(royal);
                    if !hits || !self.within(to.as_ref(), other, target) {
                        continue;
                    }
                    let is_step = rule.most == 1 && rule.leg.is_none() && rule.over.is_none();
                    let mask = if is_step { CellSet::VACANT } else { self.mask(&rule.way, other) };
                    let pass = if mask == everything { CellSet::ALL } else { mask };
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
        for ((squares, pass, over), attacks) in lines {
            let line = squares.into_iter().zip(attacks);
            if let Some((over, count)) = over {
                let mut table = |verbs: &Attacks| self.table_of_parts(verbs, pass, over);
                let (squares, verbs) = line.map(|(square, verbs)| ((square as u16, table(&verbs)), verbs)).unzip();
                self.out.crossings.push(Crossing { count, squares, verbs });
                continue;
            }
            let line: Vec<(usize, Attacks)> = line.collect();
            let next = (self.out.attacks.len() + line.len()) as u32;
            for (square, verbs) in line {
                let table = self.table_of_parts(&verbs, pass, CellSet::EMPTY);
                self.out.attack_verbs.push(verbs);
                self.out.attacks.push(AttackStep { square: square as u16, table, next });
            }
            self.out.quiet &= pass == CellSet::VACANT || pass == CellSet::ALL;
        }
    }

    /// The table of the parts that cells have in an attack.
    fn table_of_parts(&mut self, attackers: &Attacks, pass: CellSet, over: CellSet) -> u16 {
        let attackers: CellSet = attackers.iter().map(|(cell, _)| *cell).collect();
        let part = |cell: u8| {
            let bits = [(attackers, ATTACKS), (pass, LETS_PASS), (over, HURDLE)];
            bits.into_iter().filter(|(cells, _)| cells.has(cell)).fold(0, |part, (_, bit)| part | bit)
        };
        let asked = [attackers, pass, over];
        if let Some(known) = self.known_parts.get(&asked) {
            return *known;
        }
        let table: Vec<u8> = self.out.parts_in_attacks.cells().map(part).collect();
        let number = self.out.parts_in_attacks.push(&table);
        let number = self.room_for(number);
        self.known_parts.insert(asked, number);
        number
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
                                Some((_, by)) => *by |= CellSet::of(cell),
                                None => list.push((square as u16, CellSet::of(cell))),
                            }
                        }
                    }
                }
            }
        }
    }
}
