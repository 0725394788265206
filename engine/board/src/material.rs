//! Material counters: actions since at most certain pieces are left, for endings.

use smallvec::SmallVec;

use super::change::Changes;
use super::{BoardRules, PerCell};
use parlour_model::state::State;

/// A variable that counts actions since certain pieces are all that is left.
#[derive(Clone, Debug)]
pub struct Material {
    /// The offset of the variable.
    pub(crate) at: usize,
    /// Number of each cell: alternatives.
    pub(crate) left: Vec<PerCell<u8>>,
    /// The largest total number of pieces of an alternative.
    pub(crate) most: usize,
}

impl Material {
    /// True if the pieces on a board are those of one of the alternatives.
    fn is_there(&self, rules: &BoardRules, cells: &[u8]) -> bool {
        let pieces = || cells.iter().copied().filter(|&cell| rules.owner[cell] != 0);
        if pieces().nth(self.most).is_some() {
            return false;
        }
        let mut counts = PerCell::<u8>::default();
        pieces().for_each(|cell| counts[cell] = counts[cell].saturating_add(1));
        self.left.contains(&counts)
    }
}

impl BoardRules {
    /// Counts an action, or resets if the material was larger before the changes, or is now.
    #[inline]
    pub(super) fn keep_material(&self, changes: &Changes, state: &mut State, more: i32) {
        for material in &self.materials {
            let cells = self.cells(&state.bytes);
            let goes_on = material.is_there(self, cells) && {
                let mut before: SmallVec<[u8; 128]> = SmallVec::from_slice(cells);
                changes.clone().undo(&mut before);
                material.is_there(self, &before)
            };
            let count = if goes_on { state.i32(material.at).saturating_add(more) } else { 0 };
            state.set_i32(material.at, count);
        }
    }
}
