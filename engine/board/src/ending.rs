//! Conditions of endings on the board: lines, areas reached, connected groups, captured pieces.

use super::change::Changes;
use super::entered::Entered;
use super::geometry::SquareSet;
use super::sink::Any;
use super::{BoardRules, PerCell, Scratch};
use parlour_model::state::State;

/// A condition of an ending on the board.
#[derive(Clone, Debug)]
pub struct BoardCondition {
    /// The kind.
    pub kind: FormationKind,
    /// The number of pieces of a line.
    pub length: i32,
    /// For each seat, the relevant cells.
    pub masks: Vec<PerCell<bool>>,
    /// For each seat, the relevant squares.
    pub areas: Vec<SquareSet>,
    /// For each square and each line through it, the squares on one side and on the other, the nearest first: on each
    /// side one less than the length of a line, with [`NOWHERE`](super::NOWHERE) for those off the board.
    pub(crate) lines: Vec<u16>,
    /// For each seat, the areas that one group must reach; without areas, all pieces must be one group.
    pub joins: Vec<Vec<SquareSet>>,
    /// For each square, the squares around it, if pieces that touch at a corner are connected.
    pub around: Option<Vec<Vec<u16>>>,
    /// The condition of having entered.
    pub(crate) entered: Option<Entered>,
}

/// The kind of a condition, one for each [`Formation`](parlour_pack::pieces::Formation).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormationKind {
    /// A piece is in an area.
    Reach,
    /// Pieces stand in a line.
    Line,
    /// Pieces are connected.
    Joined,
    /// A seat has none of some pieces left.
    Captured,
    /// The material is insufficient.
    Bare,
    /// Pieces have entered an area.
    Entered,
}

/// True if a predicate holds on a changed square; on any square if the changes aren't known.
#[inline]
fn any_changed(changes: Option<&Changes>, cells: &[u8], test: impl Fn(u16) -> bool) -> bool {
    match changes {
        Some(changes) => changes.as_slice().iter().any(|&(square, _)| test(square)),
        None => (0..cells.len() as u16).any(test),
    }
}

impl BoardCondition {
    pub(crate) fn new(kind: FormationKind) -> Self {
        Self {
            kind,
            length: 0,
            masks: Vec::new(),
            areas: Vec::new(),
            lines: Vec::new(),
            joins: Vec::new(),
            around: None,
            entered: None,
        }
    }

    /// True if a full line of some cells goes through a square that has one of them.
    #[inline]
    fn is_in_line(&self, cells: &[u8], own: &PerCell<bool>, square: usize) -> bool {
        match self.length {
            ..=1 => true,
            3 => self.is_in_line_of::<2>(cells, own, square),
            4 => self.is_in_line_of::<3>(cells, own, square),
            5 => self.is_in_line_of::<4>(cells, own, square),
            _ => {
                let beside = self.length as usize - 1;
                let lines = &self.lines[square * WAYS * beside..(square + 1) * WAYS * beside];
                lines.chunks_exact(2 * beside).any(|line| {
                    let (one, other) = line.split_at(beside);
                    run(one, cells, own) + run(other, cells, own) >= beside
                })
            }
        }
    }

    /// The same for the usual lengths, with the loop unrolled.
    #[inline]
    fn is_in_line_of<const BESIDE: usize>(&self, cells: &[u8], own: &PerCell<bool>, square: usize) -> bool {
        let (sides, _) = self.lines.as_chunks::<BESIDE>();
        let (through, _) = sides.as_chunks::<WAYS>();
        let (lines, _) = through[square].as_chunks::<2>();
        lines.iter().any(|[one, other]| run(one, cells, own) + run(other, cells, own) >= BESIDE)
    }
}

/// Number of directions of lines through a square.
pub(super) const WAYS: usize = 8;

/// The length of the run of some cells at the start of a sequence of squares.
#[inline]
fn run(squares: &[u16], cells: &[u8], own: &PerCell<bool>) -> usize {
    let is_own = |square: &&u16| cells.get(usize::from(**square)).is_some_and(|&cell| own[cell]);
    squares.iter().take_while(is_own).count()
}

impl BoardRules {
    /// The squares of the lines and chains that fulfil conditions of endings, in order.
    pub fn formed(&self, state: &State) -> Vec<u16> {
        let cells = self.cells(&state.bytes);
        let mut squares = std::collections::BTreeSet::new();
        for asked in self.conditions.iter().flatten() {
            for (seat, own) in asked.masks.iter().enumerate() {
                let is_own = |square: u16| own[cells[usize::from(square)]];
                let all = (0..cells.len() as u16).filter(|&square| is_own(square));
                match asked.kind {
                    FormationKind::Line => {
                        squares.extend(all.filter(|&square| asked.is_in_line(cells, own, usize::from(square))));
                    }
                    FormationKind::Joined if asked.joins[seat].is_empty() => {
                        squares.extend(all.filter(|_| self.are_joined(asked, cells, seat)));
                    }
                    FormationKind::Joined => squares.extend(self.chain(asked, seat, is_own)),
                    FormationKind::Reach | FormationKind::Captured | FormationKind::Bare | FormationKind::Entered => {}
                }
            }
        }
        squares.into_iter().collect()
    }

    /// The shortest chain of own squares between the first area and the last; empty if there is none.
    fn chain(&self, asked: &BoardCondition, seat: usize, is_own: impl Fn(u16) -> bool) -> Vec<u16> {
        let [first, .., last] = asked.joins[seat].as_slice() else { return Vec::new() };
        let squares = self.near_starts.len().saturating_sub(1) as u16;
        let mut found: Vec<(u16, usize)> = (0..squares)
            .filter(|&square| first.contains(square) && is_own(square))
            .map(|at| (at, usize::MAX))
            .collect();
        let mut seen: std::collections::BTreeSet<u16> = found.iter().map(|&(square, _)| square).collect();
        let mut at = 0;
        while let Some(&(square, _)) = found.get(at) {
            if last.contains(square) {
                let mut chain = Vec::new();
                let mut step = Some(&found[at]);
                while let Some(&(square, before)) = step {
                    chain.push(square);
                    step = found.get(before);
                }
                return chain;
            }
            for &next in self.connected(asked, square) {
                if is_own(next) && seen.insert(next) {
                    found.push((next, at));
                }
            }
            at += 1;
        }
        Vec::new()
    }

    /// For each seat, the areas that a group of its pieces must connect to end the match.
    pub fn joined_areas(&self) -> Option<&[Vec<SquareSet>]> {
        let mut conditions = self.conditions.iter().flatten();
        let asked =
            conditions.find(|asked| asked.kind == FormationKind::Joined && asked.joins.iter().any(|of| !of.is_empty()));
        asked.map(|asked| asked.joins.as_slice())
    }

    /// True if a seat ends the match by reaching a square.
    pub fn is_goal(&self, seat: usize, square: u16) -> bool {
        let mut reached = self.conditions.iter().flatten().filter(|asked| asked.kind == FormationKind::Reach);
        reached.any(|asked| asked.areas.get(seat).is_some_and(|area| area.contains(square)))
    }

    /// True if the seat to act has an action; a pass counts only while another seat has more than that.
    pub fn has_options(&self, scratch: &mut Scratch, state: &State) -> bool {
        let Some(decision) = state.decision() else {
            return false;
        };
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        let mut any = Any::default();
        self.search(scratch, &state.bytes, seat, phase, &mut any);
        if !any.0 || !self.order.has_passes() {
            return any.0;
        }
        (0..self.seats).any(|n| self.can_act(scratch, &state.bytes, (seat + n) % self.seats, phase))
    }

    /// The seat for which a condition has become true after an action of a seat. `changes` are those of the action;
    /// with `None` the whole board is examined.
    pub fn condition_met_by(
        &self,
        asked: &BoardCondition,
        state: &State,
        actor: usize,
        changes: Option<&Changes>,
    ) -> Option<usize> {
        let cells = self.cells(&state.bytes);
        // An action may change other seats' conditions as well; the seat that acted comes first.
        let from_actor = || (0..self.seats).map(|n| (actor + n) % self.seats);
        match asked.kind {
            FormationKind::Reach => from_actor().find(|&seat| {
                let (mask, area) = (&asked.masks[seat], &asked.areas[seat]);
                let reached = |square: u16| area.contains(square) && mask[cells[usize::from(square)]];
                any_changed(changes, cells, reached)
            }),
            FormationKind::Line => from_actor().find(|&seat| {
                let own = &asked.masks[seat];
                any_changed(changes, cells, |square| {
                    own[cells[usize::from(square)]] && asked.is_in_line(cells, own, usize::from(square))
                })
            }),
            FormationKind::Joined => from_actor().find(|&seat| {
                if asked.joins[seat].is_empty() {
                    return self.are_joined(asked, cells, seat);
                }
                let own = &asked.masks[seat];
                any_changed(changes, cells, |square| {
                    own[cells[usize::from(square)]] && self.joins(asked, cells, seat, square)
                })
            }),
            FormationKind::Captured => (0..self.seats).map(|n| (actor + 1 + n) % self.seats).find(|&seat| {
                let mask = &asked.masks[seat];
                let lost = changes.is_none_or(|changes| {
                    changes.as_slice().iter().any(|&(square, before)| mask[before] && !mask[cells[usize::from(square)]])
                });
                let mut held = self.hands.iter().flat_map(|hands| hands.held(&state.bytes, seat));
                lost && !cells.iter().any(|&cell| mask[cell]) && !held.any(|(cell, _)| mask[cell])
            }),
            FormationKind::Bare => {
                let can_be = changes.is_none_or(|changes| self.takes_or_turns(cells, changes, actor));
                (can_be && self.is_bare(asked, &state.bytes)).then_some(actor)
            }
            FormationKind::Entered => {
                let due = state.decision()?.seat.index();
                asked.entered.as_ref().is_some_and(|entered| self.has_entered(entered, state, due)).then_some(due)
            }
        }
    }

    /// True if changes captured a piece of another seat, or promoted an own one.
    fn takes_or_turns(&self, cells: &[u8], changes: &Changes, actor: usize) -> bool {
        let changed = changes.as_slice();
        changed.iter().any(|&(_, before)| {
            let owner = usize::from(self.owner[before]);
            owner != 0 && (owner != actor + 1 || !changed.iter().any(|&(to, _)| cells[usize::from(to)] == before))
        })
    }

    /// True if the material is insufficient: only royal pieces and ignored ones are left, and a single other piece, or
    /// some all on squares of one colour. False for an empty board, and with pieces in hand.
    fn is_bare(&self, asked: &BoardCondition, bytes: &[u8]) -> bool {
        let [ignored, single, one_colour] = asked.masks.as_slice() else {
            return false;
        };
        let cells = self.cells(bytes);
        let holds = |seat| self.hands.as_ref().is_some_and(|hands| hands.held(bytes, seat).next().is_some());
        if cells.iter().all(|&cell| self.owner[cell] == 0) || (0..self.seats).any(holds) {
            return false;
        }
        let (mut singles, mut colours) = (0, [0; 2]);
        for (square, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            let is_of = |mask: &PerCell<bool>| mask[cell];
            if is_of(single) {
                singles += 1;
            } else if is_of(one_colour) {
                colours[(square / self.grid.width + square % self.grid.width) % 2] += 1;
            } else if !is_of(ignored) {
                return false;
            }
        }
        if singles > 0 { singles + colours[0] + colours[1] == 1 } else { colours.contains(&0) }
    }

    /// The sum of the scores of a seat's pieces.
    pub fn material(&self, bytes: &[u8], seat: usize) -> i32 {
        let own = seat as u8 + 1;
        let standing: i32 =
            self.cells(bytes).iter().map(|&cell| if self.owner[cell] == own { self.score[cell] } else { 0 }).sum();
        standing + self.sum_in_hand(bytes, seat, |cell| self.score[cell])
    }
}
