//! Columns of a solitaire: cards that overlap from the top down with visible corners.

use parlour_table::scene::{At, Lies, Place, Scene};

use crate::card::{self, Laid, Size};
use crate::svg::{Anchor, Rect, Svg};

/// Columns side by side.
pub(crate) struct Columns<'a> {
    columns: Vec<Column<'a>>,
}

struct Column<'a> {
    /// The covered zones under the open cards.
    under: Vec<&'a Place>,
    open: &'a Place,
}

/// The minimum number of rows of a family that are laid out as columns.
const FEW: usize = 3;
/// The height of the name of a column.
const NAME: f64 = 16.0;
const GAP: f64 = 8.0;
/// The offset of overlapping cards relative to their height, for covered and open ones; and the minimum in pixels.
const STEPS: (f64, f64) = (0.09, 0.3);
const LEAST_STEPS: (f64, f64) = (4.0, 17.0);
/// The maximum and the minimum width of a card.
const WIDTHS: (f64, f64) = (124.0, 24.0);

impl<'a> Columns<'a> {
    /// Separates the places that are columns from all others.
    pub(crate) fn of(places: Vec<&'a Place>) -> (Option<Self>, Vec<&'a Place>) {
        let is_common = |place: &Place| matches!(place.at, At::Centre | At::Supply) && place.of.is_some();
        let family = |zone: &str| places.iter().filter(|place| place.zone == zone).count();
        let is_open = |place: &&&'a Place| {
            is_common(place) && (place.lies == Lies::Cascade || place.lies == Lies::Row && family(&place.zone) >= FEW)
        };
        let Some(first) = places.iter().find(is_open) else { return (None, places) };
        let zone = first.zone.clone();
        let open: Vec<&'a Place> = places.iter().copied().filter(|place| place.zone == zone).collect();
        let is_over = |place: &Place| open.iter().any(|column| column.of == place.of);
        let is_covered = |place: &Place| place.cards.iter().all(|card| card.card.is_none());
        // A family with the same members and only hidden cards lies under them.
        let is_under = |place: &Place| {
            place.zone != zone
                && is_common(place)
                && is_over(place)
                && places.iter().filter(|other| other.zone == place.zone).all(|other| is_covered(other))
        };
        let (under, rest): (Vec<&'a Place>, Vec<&'a Place>) =
            places.iter().copied().filter(|place| place.zone != zone).partition(|place| is_under(place));
        let column = |open: &'a Place| {
            let under = under.iter().copied().filter(|place| place.of == open.of && place.count > 0).collect();
            Column { under, open }
        };
        (Some(Self { columns: open.into_iter().map(column).collect() }), rest)
    }

    /// The height that shows all cards, with the given offsets.
    fn needs(&self, size: Size, steps: (f64, f64)) -> f64 {
        let of = |column: &Column<'_>| {
            column.covered() as f64 * steps.0 + column.open.count.saturating_sub(1) as f64 * steps.1 + size.h
        };
        self.columns.iter().map(of).fold(size.h, f64::max) + NAME + GAP
    }

    /// The largest cards that fit into a width and a height.
    fn card(&self, wide: f64, high: f64) -> Size {
        let count = self.columns.len().max(1) as f64;
        let widest = ((wide - GAP * (count - 1.0)) / count).clamp(4.0, WIDTHS.0);
        let free = high - (self.needs(Size::of_width(0.0), LEAST_STEPS));
        Size::of_width(widest.min(free / 1.4).max(WIDTHS.1.min(widest)))
    }

    /// The minimum height.
    pub(crate) fn least_height(&self) -> f64 {
        self.needs(Size::of_width(WIDTHS.1 * 1.5), LEAST_STEPS)
    }

    /// The width and height used.
    pub(crate) fn size(&self, wide: f64, most: f64) -> (f64, f64) {
        let size = self.card(wide, most);
        let high = self.needs(size, (STEPS.0 * size.h, STEPS.1 * size.h));
        ((size.w + GAP) * self.columns.len() as f64, high.min(most))
    }

    /// The width of a card in a room, less where its cards lie closer than they should.
    pub(crate) fn side(&self, room: Rect) -> f64 {
        let size = self.card(room.w, room.h);
        let wish = self.needs(size, (STEPS.0 * size.h, STEPS.1 * size.h));
        size.w * (0.5 + 0.5 * (room.h / wish).min(1.0))
    }

    pub(crate) fn paint(&self, svg: &mut Svg, scene: &Scene, room: Rect) {
        let size = self.card(room.w, room.h);
        let free = (room.h - NAME - GAP - size.h).max(0.0);
        let count = self.columns.len() as f64;
        let gap = if count > 1.0 { ((room.w - size.w * count) / (count - 1.0)).clamp(0.0, 3.0 * GAP) } else { 0.0 };
        let left = room.middle() - (size.w * count + gap * (count - 1.0)) / 2.0;
        for (n, column) in self.columns.iter().enumerate() {
            let x = left + (size.w + gap) * n as f64;
            let name = column.open.of.clone().unwrap_or_default().replace('_', " ");
            svg.words("place-title", (x + size.w / 2.0, room.y + 11.0), (11.0, size.w), Anchor::Middle, &name);
            // All columns have the offsets of the longest one.
            let (covered, open) = (column.covered() as f64, column.open.count.saturating_sub(1) as f64);
            let wish = (STEPS.0 * size.h * covered, STEPS.1 * size.h * open);
            let scale = (free / (wish.0 + wish.1).max(1.0)).min(1.0);
            let under = (STEPS.0 * size.h * scale).max(LEAST_STEPS.0.min(free / (covered + open * 4.0).max(1.0)));
            let over = if open > 0.0 { (STEPS.1 * size.h).min((free - under * covered).max(0.0) / open) } else { 0.0 };
            column.paint(svg, scene, Rect::new(x, room.y + NAME, size.w, size.h), (under, over));
        }
    }
}

impl Column<'_> {
    fn covered(&self) -> usize {
        self.under.iter().map(|place| place.count).sum()
    }

    fn paint(&self, svg: &mut Svg, scene: &Scene, first: Rect, steps: (f64, f64)) {
        let mut at = first;
        for place in &self.under {
            let Some(card) = place.cards.last() else { continue };
            for copy in 0..place.count {
                card::one(svg, scene, place, &Laid { card, at, copy, count: 1, note: None, seen: at.w });
                at.y += steps.0;
            }
        }
        if self.open.cards.is_empty() && self.under.is_empty() {
            let label = format!("{}, empty", crate::place::title(scene, self.open));
            return card::empty(svg, self.open, 0, label, at);
        }
        let each = self.open.cards.iter().flat_map(|card| (0..card.count.max(1)).map(move |copy| (card, copy)));
        for (card, copy) in each {
            card::one(svg, scene, self.open, &Laid { card, at, copy, count: 1, note: None, seen: at.w });
            at.y += steps.1;
        }
    }
}
