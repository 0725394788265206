//! The open hand of a dummy: a column for each suit, the cards of which overlap from the top down.

use parlour_table::scene::{CardScene, Place, Scene};

use crate::card::{self, Laid, Size};
use crate::roles::is_of_dummy;
use crate::svg::Rect;

/// The gap between columns.
const GAP: f64 = 6.0;
/// The offset of cards relative to their height: the preferred one and the least.
const STEPS: (f64, f64) = (0.34, 0.28);
/// The longest column whose cards have the preferred offset.
const LONG: usize = 5;
/// Fewer cards lie in a row.
const FEW: usize = 5;

/// The columns of a place: its cards by suit, in their order.
pub(crate) struct Suits<'a> {
    columns: Vec<Vec<&'a CardScene>>,
}

impl<'a> Suits<'a> {
    /// The columns of a dummy's hand; `None` for any other place, for a few cards, and where rows are folded at a table
    /// with little height.
    pub(crate) fn of(scene: &'a Scene, place: &'a Place, size: Size) -> Option<Self> {
        let is_one = is_of_dummy(place)
            && (size.fold >= 1.0 || !size.is_low)
            && place.count >= FEW
            && place.cards.iter().all(|card| card.card.is_some() && card.count == 1 && card.marks.is_empty())
            && card::is_standard(scene, place);
        if !is_one {
            return None;
        }
        let family = |card: &CardScene| scene.faces.get(card.card.as_ref()?)?.family.as_deref();
        let mut columns: Vec<Vec<&CardScene>> = Vec::new();
        for card in &place.cards {
            match columns.iter_mut().find(|column| family(column[0]) == family(card)) {
                Some(column) => column.push(card),
                None => columns.push(vec![card]),
            }
        }
        (columns.len() > 1).then_some(Self { columns })
    }

    /// The offset of cards, which is closer where a column is long.
    fn step(&self, size: Size) -> f64 {
        let longest = self.columns.iter().map(Vec::len).max().unwrap_or(1);
        let part = STEPS.0 * ((LONG - 1) as f64 / longest.saturating_sub(1).max(1) as f64).min(1.0);
        size.h * part.max(STEPS.1)
    }

    /// The width of the columns.
    pub(crate) fn width(&self, size: Size) -> f64 {
        self.columns.len() as f64 * (size.w + GAP) - GAP
    }

    /// The height of the longest column.
    pub(crate) fn height(&self, size: Size) -> f64 {
        let longest = self.columns.iter().map(Vec::len).max().unwrap_or(1);
        size.h + (longest - 1) as f64 * self.step(size)
    }

    /// The largest cards, up to a size, with which the columns fit into a room.
    pub(crate) fn fitted(&self, room: Rect, size: Size) -> Size {
        let scale = (room.w / self.width(size)).min(room.h / self.height(size)).min(1.0);
        size.scaled_to(size.w * scale)
    }

    /// The cards with their rectangles, column by column.
    pub(crate) fn lay(&self, room: Rect, size: Size) -> Vec<Laid<'a>> {
        let (left, step) = (room.middle() - self.width(size) / 2.0, self.step(size));
        let mut laid = Vec::new();
        for (n, column) in self.columns.iter().enumerate() {
            for (k, card) in column.iter().enumerate() {
                let (x, y) = (left + n as f64 * (size.w + GAP), room.y + k as f64 * step);
                let at = Rect::new(x, y, size.w, size.h);
                let shown = if k + 1 < column.len() { step } else { size.h };
                laid.push(Laid { card, at, copy: 0, count: 1, note: None, seen: at.w, shown });
            }
        }
        laid
    }
}
