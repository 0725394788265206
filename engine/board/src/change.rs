//! Making and unmaking moves on the cells.

use smallvec::{SmallVec, smallvec};

use super::geometry::{ALONG, Net};
use super::liberties::Groups;
use super::{BoardRules, Move, Rule};
use parlour_pack::pieces::Effect;

/// Changed cells: the square and its previous cell.
#[derive(Clone, Debug, Default)]
pub struct Changes(SmallVec<[(u16, u8); 8]>);

impl Changes {
    /// Forgets all changes.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The changes in order.
    #[inline]
    pub fn as_slice(&self) -> &[(u16, u8)] {
        &self.0
    }

    /// Records a square with its previous cell.
    #[inline]
    pub fn note(&mut self, square: u16, before: u8) {
        self.0.push((square, before));
    }

    /// Replaces the recorded changes: squares and their previous cells.
    pub(crate) fn replace(&mut self, changes: impl Iterator<Item = (u16, u8)>) {
        self.0.clear();
        self.0.extend(changes);
    }

    /// Writes a cell on a square.
    #[inline]
    pub(super) fn put(&mut self, cells: &mut [u8], square: u16, cell: u8) {
        let place = &mut cells[usize::from(square)];
        self.0.push((square, *place));
        *place = cell;
    }

    /// Undoes all changes.
    #[inline]
    pub(crate) fn undo(&mut self, cells: &mut [u8]) {
        while let Some((square, cell)) = self.0.pop() {
            cells[usize::from(square)] = cell;
        }
    }
}

impl BoardRules {
    /// Makes a move on the cells; a falling piece must have its landing square as target. The previous cells are
    /// recorded.
    #[inline]
    pub fn change(&self, cells: &mut [u8], seat: usize, taken: Move, changes: &mut Changes) {
        self.change_with(None, cells, seat, taken, changes);
    }

    /// The same with the groups of the cells, if they are known.
    #[inline]
    pub(super) fn change_with(
        &self,
        groups: Option<&Groups>,
        cells: &mut [u8],
        seat: usize,
        taken: Move,
        changes: &mut Changes,
    ) {
        self.shift(groups, cells, seat, taken, changes);
        if self.custody.is_any() {
            self.settle(cells, seat, taken, changes);
        }
    }

    /// The same without custodial captures, and without what lies under pieces.
    #[inline]
    pub(super) fn shift(
        &self,
        groups: Option<&Groups>,
        cells: &mut [u8],
        seat: usize,
        taken: Move,
        changes: &mut Changes,
    ) {
        let rule = &self.rules[usize::from(taken.rule)];
        let Move { from, to, .. } = taken;
        if let Some(square) = rule.takes.checked_sub(1) {
            changes.put(cells, square, 0);
        }
        match rule.effect {
            Effect::Move | Effect::Capture => {
                let piece = moved(rule, cells[usize::from(from)]);
                changes.put(cells, from, 0);
                changes.put(cells, to, piece);
            }
            Effect::Pass | Effect::Stop => {}
            Effect::TakeOver => {
                let other = if seat == 0 { 1 } else { 0 };
                let before = cells.to_vec();
                let (width, is_turned) = (self.grid.width, self.grid.is_turnable());
                for (square, &there) in before.iter().enumerate() {
                    let turned = if is_turned { square % width * width + square / width } else { square };
                    let to = if usize::from(self.owner[there]) == seat + 1 { other } else { seat };
                    let cell = self.converted[to][there];
                    if cell != before[turned] {
                        changes.put(cells, turned as u16, cell);
                    }
                }
            }
            Effect::Overtake => {
                let piece = moved(rule, cells[usize::from(from)]);
                changes.put(cells, from, 0);
                changes.put(cells, to, piece);
                if let Some(victim) = self.overtaken(seat, taken) {
                    changes.put(cells, victim, 0);
                }
            }
            Effect::Castle => {
                let castles = self.special.castles.iter();
                if let Some(castle) = castles.into_iter().find(|it| it.seat == seat && it.rule == taken.rule) {
                    let [one, other] = [castle.royal, castle.other].map(|[from, _]| cells[usize::from(from)]);
                    changes.put(cells, castle.royal[0], 0);
                    changes.put(cells, castle.other[0], 0);
                    changes.put(cells, castle.royal[1], one);
                    changes.put(cells, castle.other[1], other);
                }
            }
            Effect::Shoot => changes.put(cells, to, 0),
            Effect::Build => changes.put(cells, to, rule.puts),
            Effect::Swap => {
                let (piece, other) = (moved(rule, cells[usize::from(from)]), cells[usize::from(to)]);
                changes.put(cells, from, other);
                changes.put(cells, to, piece);
            }
            Effect::Convert => {
                let cell = self.converted[seat][cells[usize::from(to)]];
                changes.put(cells, to, cell);
            }
            Effect::Jump => {
                let piece = moved(rule, cells[usize::from(from)]);
                changes.put(cells, from, 0);
                for square in self.between(from, to) {
                    let left = if cells[usize::from(square)] == 0 { 0 } else { rule.leaves };
                    changes.put(cells, square, left);
                }
                changes.put(cells, to, piece);
            }
            Effect::Push => {
                let Ok(pushed) = self.pushed(cells, seat, taken) else { return };
                let mut arriving = moved(rule, cells[usize::from(from)]);
                changes.put(cells, from, 0);
                for square in pushed.squares.into_iter().chain(pushed.end) {
                    let leaving = cells[usize::from(square)];
                    changes.put(cells, square, arriving);
                    arriving = leaving;
                }
            }
            Effect::Place => {
                let placing = self.placing_of(rule);
                let covered = placing.map_or_else(|| Some(smallvec![to]), |placing| self.covered(placing, to));
                covered.into_iter().flatten().for_each(|square| changes.put(cells, square, rule.puts));
                if placing.is_some_and(|placing| placing.surrounds.is_some()) {
                    self.remove_surrounded(groups, cells, to, changes);
                }
                if let Some(rays) = self.rays(rule) {
                    let sides = self.sides(seat);
                    for ray in rays.of(to) {
                        for &square in sides.enclosed(cells, ray) {
                            let cell = self.converted[seat][cells[usize::from(square)]];
                            changes.put(cells, square, cell);
                        }
                    }
                }
            }
        }
    }

    /// Removes the enemy groups around a square that have no liberties, all at once; if there are none, the group on it
    /// if it has no liberties.
    fn remove_surrounded(&self, groups: Option<&Groups>, cells: &mut [u8], placed: u16, changes: &mut Changes) {
        let owner = self.owner_on(cells, placed);
        let (mut squares, mut removed) = (Vec::new(), Vec::new());
        for &next in self.near(placed) {
            let other = self.owner_on(cells, next);
            if other == 0 || other == owner || removed.contains(&next) {
                continue;
            }
            // Groups known to have another liberty are skipped.
            let is_last = |groups: &Groups| groups.is_breathless_without(next, placed);
            if groups.is_none_or(is_last) && self.is_surrounded(cells, next, &mut squares) {
                removed.extend_from_slice(&squares);
            }
        }
        if removed.is_empty() && self.is_surrounded(cells, placed, &mut squares) {
            removed = squares;
        }
        removed.into_iter().for_each(|square| changes.put(cells, square, 0));
    }

    /// The squares between two on a line.
    pub fn between(&self, from: u16, to: u16) -> Vec<u16> {
        let (from, to) = (usize::from(from), usize::from(to));
        if let Net::Lines(_) = self.grid.net {
            let rays = self.grid.rays(from, ALONG);
            let passed = rays.iter().find_map(|ray| Some(&ray[..ray.iter().position(|&square| square == to)?]));
            return passed.unwrap_or_default().iter().map(|&square| square as u16).collect();
        }
        let (right, down) = self.grid.apart(from, to);
        let steps = gcd(right.abs(), down.abs()).max(1);
        (1..steps)
            .filter_map(|n| self.grid.step(from, (right / steps, down / steps), n))
            .map(|square| square as u16)
            .collect()
    }

    /// The landing square of a falling piece: the last empty one of its lane.
    #[inline]
    pub fn landing(&self, cells: &[u8], taken: Move) -> Move {
        let rule = &self.rules[usize::from(taken.rule)];
        let Some(placing) = self.placing_of(rule) else {
            return taken;
        };
        let Some(lane) = placing.lane_of.get(usize::from(taken.to)).and_then(|&n| placing.lanes.get(usize::from(n)))
        else {
            return taken;
        };
        let empty = lane.iter().take_while(|square| cells[usize::from(**square)] == 0).count();
        Move { to: lane[empty.saturating_sub(1)], ..taken }
    }
}

impl BoardRules {
    /// The piece after a move.
    pub(super) fn becomes(&self, taken: Move, piece: u8) -> u8 {
        moved(&self.rules[usize::from(taken.rule)], piece)
    }
}

#[inline]
fn moved(rule: &Rule, piece: u8) -> u8 {
    if rule.becomes == 0 || rule.stopping { piece } else { rule.becomes }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
