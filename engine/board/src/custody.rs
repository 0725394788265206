//! Custodial captures: a piece that has moved takes what stands between it and something hostile, or what is surrounded;
//! and symbols that lie under pieces.

use smallvec::SmallVec;

use super::change::Changes;
use super::{BoardRules, Move, NOWHERE, PerCell, SquareSet};
use parlour_model::event::{Blanks, Event};
use parlour_model::ids::EventKind;
use parlour_model::state::State;
use parlour_pack::Pack;

/// A row of captures; of several that fit a piece on its square the first decides.
#[derive(Clone, Debug)]
pub(crate) struct CustodyRow {
    /// The verbs after which it is looked for, by number.
    pub(super) verbs: u64,
    /// For each seat that takes, the cells that it takes.
    pub(super) taken: Vec<PerCell<bool>>,
    /// For each seat that takes, the cells that hold a piece in custody.
    pub(super) hostile: Vec<PerCell<bool>>,
    /// For each seat that takes, the squares where it takes.
    pub(super) squares: Vec<SquareSet>,
    /// True if all squares next to it must be hostile, and not two opposite ones.
    pub(super) surrounds: bool,
    /// True if the piece stays on its square.
    pub(super) stays: bool,
    /// The offset and the stride of the variable that counts, and the greatest value.
    pub(super) counts: Option<(usize, usize, i32)>,
    /// The event, by index.
    pub(super) event: Option<usize>,
}

/// The custodial captures of a game, and what lies under its pieces.
#[derive(Clone, Debug, Default)]
pub struct Custody {
    pub(super) rows: Vec<CustodyRow>,
    /// For each square the ones next to it, each with the one behind, or none there.
    pub(super) sides: Vec<Vec<(u16, u16)>>,
    /// The symbol that lies on each square when nothing stands there; empty if there is none at all.
    pub(super) ground: Vec<u8>,
    /// The verbs with rows.
    pub(super) verbs: u64,
    pub(super) has_counts: bool,
}

/// Pieces in custody: their squares, each with its row.
type Captives = SmallVec<[(u16, usize); 4]>;

impl Custody {
    /// True if moves have such consequences.
    #[inline]
    pub fn is_any(&self) -> bool {
        self.verbs != 0 || !self.ground.is_empty()
    }

    /// The symbol under a piece on a square; 0 for none.
    pub(crate) fn under(&self, square: u16) -> u8 {
        self.ground.get(usize::from(square)).copied().unwrap_or(0)
    }
}

impl BoardRules {
    /// The pieces that a piece of a seat on a square holds in custody, by a verb.
    pub(super) fn captives(&self, cells: &[u8], seat: usize, verb: u8, to: u16) -> Captives {
        let custody = &self.custody;
        let mut captives = Captives::new();
        if custody.verbs >> verb & 1 == 0 {
            return captives;
        }
        let Some(sides) = custody.sides.get(usize::from(to)) else { return captives };
        let is_of = |mask: &PerCell<bool>, square: u16| square != NOWHERE && mask[cells[usize::from(square)]];
        for &(square, behind) in sides {
            let fits = |row: &CustodyRow| {
                row.verbs >> verb & 1 != 0 && is_of(&row.taken[seat], square) && row.squares[seat].contains(square)
            };
            let Some(n) = custody.rows.iter().position(fits) else { continue };
            let hostile = &custody.rows[n].hostile[seat];
            let is_held = match custody.rows[n].surrounds {
                true => custody.sides[usize::from(square)].iter().all(|&(next, _)| is_of(hostile, next)),
                false => is_of(hostile, behind),
            };
            if is_held {
                captives.push((square, n));
            }
        }
        captives
    }

    /// Lays bare what lies under pieces that have left, and removes what a move has captured.
    #[inline(never)]
    pub(super) fn settle(&self, cells: &mut [u8], seat: usize, taken: Move, changes: &mut Changes) {
        self.lay_bare(cells, changes);
        let rule = &self.rules[usize::from(taken.rule)];
        if !rule.effect.goes() {
            return;
        }
        for (square, row) in self.captives(cells, seat, rule.verb, taken.to) {
            if !self.custody.rows[row].stays {
                changes.put(cells, square, self.custody.under(square));
            }
        }
    }

    fn lay_bare(&self, cells: &mut [u8], changes: &mut Changes) {
        if self.custody.ground.is_empty() {
            return;
        }
        for n in 0..changes.as_slice().len() {
            let (square, _) = changes.as_slice()[n];
            let symbol = self.custody.under(square);
            if symbol != 0 && cells[usize::from(square)] == 0 {
                changes.put(cells, square, symbol);
            }
        }
    }

    /// Puts what lies under pieces onto empty squares.
    pub(super) fn cover_ground(&self, cells: &mut [u8]) {
        for (cell, &symbol) in cells.iter_mut().zip(&self.custody.ground) {
            if *cell == 0 {
                *cell = symbol;
            }
        }
    }

    /// The pieces that a move will capture by custody, with their cells.
    fn captives_of(&self, cells: &[u8], seat: usize, taken: Move) -> SmallVec<[(u16, u8, usize); 4]> {
        let rule = &self.rules[usize::from(taken.rule)];
        if !rule.effect.goes() || self.custody.verbs >> rule.verb & 1 == 0 {
            return SmallVec::new();
        }
        let (mut after, mut changes) = (cells.to_vec(), Changes::default());
        self.shift(None, &mut after, seat, taken, &mut changes);
        self.lay_bare(&mut after, &mut changes);
        let captives = self.captives(&after, seat, rule.verb, taken.to);
        captives.into_iter().map(|(square, row)| (square, after[usize::from(square)], row)).collect()
    }

    /// Counts the captures of a move, before it is made.
    #[cold]
    pub(super) fn count_captives(&self, state: &mut State, seat: usize, taken: Move) {
        for (.., row) in self.captives_of(self.cells(&state.bytes), seat, taken) {
            if let Some((offset, stride, most)) = self.custody.rows[row].counts {
                let at = offset + stride * seat;
                state.set_i32(at, state.i32(at).saturating_add(1).min(most));
            }
        }
    }

    /// True if a move counts captures.
    #[inline]
    pub(super) fn counts_captives(&self) -> bool {
        self.custody.has_counts
    }

    /// True if a move may capture by custody; some that capture only by what it lays bare are left out.
    #[inline]
    pub(super) fn may_hold(&self, cells: &[u8], taken: Move) -> bool {
        let rule = &self.rules[usize::from(taken.rule)];
        if self.custody.verbs >> rule.verb & 1 == 0 || taken.from == NOWHERE {
            return false;
        }
        let owner = usize::from(self.owner[cells[usize::from(taken.from)]]);
        owner > 0 && !self.captives(cells, owner - 1, rule.verb, taken.to).is_empty()
    }

    /// The events of the pieces that a move captures by custody; `state` is the one before it.
    pub(super) fn events_of_custody<'a>(
        &'a self,
        pack: &'a Pack,
        state: &State,
        seat: usize,
        taken: Move,
    ) -> impl Iterator<Item = Event> + 'a {
        let captives = if self.custody.verbs == 0 {
            SmallVec::new()
        } else {
            self.captives_of(self.cells(&state.bytes), seat, taken)
        };
        captives.into_iter().filter_map(move |(square, cell, row)| {
            let n = self.custody.rows[row].event?;
            let spec = &pack.events[n];
            let mut record = smallvec::smallvec![0_u8; spec.width];
            record[0] = EventKind::from_index(n).number();
            for field in &spec.fields {
                let value = match field.name.as_str() {
                    "seat" => seat as i32 + 1,
                    "piece" => i32::from(cell),
                    "square" => i32::from(square) + 1,
                    _ => 0,
                };
                record[field.offset..field.offset + 4].copy_from_slice(&value.to_le_bytes());
            }
            Some(Event { kind: EventKind::from_index(n), record, blanks: Blanks::default() })
        })
    }
}
