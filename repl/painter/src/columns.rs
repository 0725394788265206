//! Columns of a solitaire: cards that overlap from the top down with visible corners.

use parlour_table::scene::{At, Lies, Place, Scene};

use crate::card::{self, Laid, SMALL, Size};
use crate::court;
use crate::names::title;
use crate::place::{LEAST_BADGED, paint_count, signs as signs_of};
use crate::roles::is_face_down;
use crate::svg::{Anchor, Rect, Svg, width};

/// Columns side by side, and above them the piles that fill them and are filled from them.
pub(crate) struct Columns<'a> {
    columns: Vec<Column<'a>>,
    /// The pile above each column, if there are any.
    heads: Vec<Option<&'a Place>>,
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
/// The gap between columns on a phone, and the width up to which it is one.
const CLOSE: f64 = 4.0;
const PHONE: f64 = 420.0;
/// The gap below the piles above columns.
const BELOW: f64 = 32.0;
/// The font size of the name of a pile.
const PILE: f64 = 11.0;
/// The offset of overlapping cards relative to their height, for covered and open ones: the preferred and the greatest
/// one; and the minimum in pixels.
const STEPS: (f64, f64) = (0.09, 0.28);
const MAX_STEPS: (f64, f64) = (0.13, 0.4);
/// The greatest offset of open cards on a phone, whose corners are large.
const MAX_SMALL: f64 = 0.86;
const MAX_SMALL_COVERED: f64 = 0.5;
/// The greatest heights of small cards relative to their width, and the open cards of a column that have room then.
const TALL: [f64; 4] = [1.9, 1.75, 1.6, 1.5];
const ROOM_FOR: f64 = 6.0;
const LEAST_STEPS: (f64, f64) = (4.0, 17.0);
/// The maximum and the minimum width of a card.
const WIDTHS: (f64, f64) = (124.0, 24.0);

impl<'a> Columns<'a> {
    /// Separates the places that are columns from all others.
    pub(crate) fn of(scene: &Scene, places: Vec<&'a Place>) -> (Option<Self>, Vec<&'a Place>) {
        let is_common = |place: &Place| matches!(place.at, At::Centre | At::Supply) && place.of.is_some();
        let family = |zone: &str| places.iter().filter(|place| place.zone == zone).count();
        let is_open = |place: &&&'a Place| {
            is_common(place) && (place.lies == Lies::Cascade || place.lies == Lies::Row && family(&place.zone) >= FEW)
        };
        let Some(first) = places.iter().find(is_open) else { return (None, places) };
        let zone = first.zone.clone();
        let open: Vec<&'a Place> = places.iter().copied().filter(|place| place.zone == zone).collect();
        let is_over = |place: &Place| open.iter().any(|column| column.of == place.of);
        // A family with the same members and only hidden cards lies under them.
        let is_under = |place: &Place| {
            place.zone != zone
                && is_common(place)
                && is_over(place)
                && places.iter().filter(|other| other.zone == place.zone).all(|other| is_face_down(other))
        };
        let (under, rest): (Vec<&'a Place>, Vec<&'a Place>) =
            places.iter().copied().filter(|place| place.zone != zone).partition(|place| is_under(place));
        let column = |open: &'a Place| {
            let under = under.iter().copied().filter(|place| place.of == open.of && place.count > 0).collect();
            Column { under, open }
        };
        let columns: Vec<Column<'a>> = open.into_iter().map(column).collect();
        // All piles have the grid of the columns: single ones on the left, families on the right.
        let is_head = |place: &&'a Place| place.lies == Lies::Pile && signs_of(scene, place).is_empty();
        if rest.is_empty() || rest.len() > columns.len() || !rest.iter().all(is_head) {
            return (Some(Self { columns, heads: Vec::new() }), rest);
        }
        let (family, single): (Vec<&'a Place>, Vec<&'a Place>) = rest.into_iter().partition(|place| place.of.is_some());
        let blank = columns.len() - family.len() - single.len();
        let heads = single.into_iter().map(Some).chain((0..blank).map(|_| None)).chain(family.into_iter().map(Some));
        (Some(Self { columns, heads: heads.collect() }), Vec::new())
    }

    /// The height that shows all cards, with the given offsets.
    fn needs(&self, size: Size, steps: (f64, f64)) -> f64 {
        let of = |column: &Column<'_>| {
            column.covered() as f64 * steps.0 + column.open.count.saturating_sub(1) as f64 * steps.1 + size.h
        };
        let above = if self.heads.is_empty() { 0.0 } else { size.h + BELOW };
        self.columns.iter().map(of).fold(size.h, f64::max) + NAME + GAP + above
    }

    /// The rows of whole cards.
    fn rows(&self) -> f64 {
        if self.heads.is_empty() { 1.0 } else { 2.0 }
    }

    /// The largest cards that fit into a width and a height.
    fn card(&self, wide: f64, high: f64) -> Size {
        let count = self.columns.len().max(1) as f64;
        let gap = if wide < PHONE { CLOSE } else { GAP };
        let widest = ((wide - gap * (count - 1.0)) / count).clamp(4.0, WIDTHS.0);
        let free = high - (self.needs(Size::of_width(0.0), LEAST_STEPS));
        let size = Size::of_width(widest.min(free / 1.4 / self.rows()).max(WIDTHS.1.min(widest)));
        // Small cards are higher where there is room.
        let taller = TALL.into_iter().map(|part| Size { h: size.w * part, ..size });
        let fits = |size: &Size| {
            let steps = (MAX_SMALL_COVERED * size.h * 0.34, MAX_SMALL * size.h * 0.5);
            self.needs(*size, steps).max(size.h * self.rows() + ROOM_FOR * steps.1) <= high
        };
        taller.filter(|_| size.w < SMALL).find(fits).unwrap_or(size)
    }

    /// The minimum height.
    pub(crate) fn least_height(&self) -> f64 {
        self.needs(Size::of_width(WIDTHS.1 * 1.5), LEAST_STEPS)
    }

    /// The width and height used.
    pub(crate) fn size(&self, wide: f64, most: f64) -> (f64, f64) {
        // Columns begin at the top, and grow downwards.
        ((self.card(wide, most).w + GAP) * self.columns.len() as f64, most)
    }

    /// The width of a card in a room, less where its cards lie closer than they should.
    pub(crate) fn side(&self, room: Rect) -> f64 {
        let size = self.card(room.w, room.h);
        let wish = self.needs(size, (STEPS.0 * size.h, STEPS.1 * size.h));
        size.w * (0.5 + 0.5 * (room.h / wish).min(1.0))
    }

    /// The offsets of covered and open cards, those of the longest column for all, if so much is free below the first
    /// cards.
    fn steps(&self, size: Size, free: f64) -> (f64, f64) {
        let greatest = if size.w < SMALL { MAX_SMALL } else { MAX_STEPS.1 };
        let under = if size.w < SMALL { MAX_SMALL_COVERED } else { MAX_STEPS.0 };
        let of = |column: &Column<'_>| {
            let (covered, open) = (column.covered() as f64, column.open.count.saturating_sub(1) as f64);
            let most = (under * size.h * covered, greatest * size.h * open);
            let scale = (free / (most.0 + most.1).max(1.0)).min(1.0);
            let least = LEAST_STEPS.0.min(free / (covered + open * 4.0).max(1.0));
            let under = (under * size.h * scale).max(least);
            let over = greatest * size.h;
            let over = if open > 0.0 { over.min((free - under * covered).max(0.0) / open) } else { over };
            (under, over)
        };
        let all = self.columns.iter().map(of);
        all.fold((f64::MAX, f64::MAX), |least, one| (least.0.min(one.0), least.1.min(one.1)))
    }

    pub(crate) fn paint(&self, svg: &mut Svg, scene: &Scene, room: Rect) {
        let size = self.card(room.w, room.h);
        let above = if self.heads.is_empty() { 0.0 } else { size.h + BELOW };
        let free = (room.h - NAME - GAP - size.h - above).max(0.0);
        let count = self.columns.len() as f64;
        let gap = if count > 1.0 { ((room.w - size.w * count) / (count - 1.0)).clamp(0.0, 3.0 * GAP) } else { 0.0 };
        let left = room.middle() - (size.w * count + gap * (count - 1.0)) / 2.0;
        for (n, head) in self.heads.iter().enumerate() {
            let at = Rect::new(left + (size.w + gap) * n as f64, room.y + NAME / 2.0, size.w, size.h);
            if let Some(place) = head {
                paint_head(svg, scene, place, at);
                let name = place.title.strip_prefix("the ").unwrap_or(&place.title);
                // On a small card a number would cover what it shows.
                let name = match place.count {
                    1.. if size.w < LEAST_BADGED => format!("{name} {}", place.count),
                    _ => name.to_owned(),
                };
                if place.of.is_none() && width(&name, PILE) < size.w + gap + 4.0 {
                    let base = (at.middle(), at.y + at.h + 14.0);
                    svg.words("place-title", base, (PILE, size.w + gap + 4.0), Anchor::Middle, &name);
                }
            }
        }
        let room = Rect { y: room.y + above, ..room };
        let steps = self.steps(size, free);
        for (n, column) in self.columns.iter().enumerate() {
            let x = left + (size.w + gap) * n as f64;
            let name = column.open.of.clone().unwrap_or_default().replace('_', " ");
            svg.words("place-title", (x + size.w / 2.0, room.y + 11.0), (11.0, size.w), Anchor::Middle, &name);
            column.paint(svg, scene, Rect::new(x, room.y + NAME, size.w, size.h), steps);
        }
    }
}

/// Paints a pile above the columns; an empty one has the sign of its suit.
fn paint_head(svg: &mut Svg, scene: &Scene, place: &Place, at: Rect) {
    let Some(card) = place.cards.last() else {
        card::empty(svg, place, 0, format!("{}, empty", title(scene, place)), at);
        let suit = place.of.as_deref().and_then(|of| court::suit_named(scene, of));
        if let Some((suit, _)) = suit {
            let side = at.w * 0.44;
            let sign = Rect::new(at.middle() - side / 2.0, at.y + (at.h - side) / 2.0, side, side);
            court::paint_suit(svg, "empty-sign", suit, sign);
        }
        return;
    };
    let count = place.count.min(2);
    card::one(svg, scene, place, &Laid { card, at, copy: 0, count, note: None, seen: at.w, shown: at.h });
    if at.w >= LEAST_BADGED && (card.card.is_none() || place.of.is_none()) {
        paint_count(svg, place.count, at);
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
                let laid = Laid { card, at, copy, count: 1, note: None, seen: at.w, shown: at.h };
                card::one(svg, scene, place, &laid);
                at.y += steps.0;
            }
        }
        if self.open.cards.is_empty() && self.under.is_empty() {
            let label = format!("{}, empty", title(scene, self.open));
            return card::empty(svg, self.open, 0, label, at);
        }
        let each = self.open.cards.iter().flat_map(|card| (0..card.count.max(1)).map(move |copy| (card, copy)));
        let last = self.open.count.max(1);
        for (n, (card, copy)) in each.enumerate() {
            let shown = if n + 1 < last { steps.1.min(at.h) } else { at.h };
            card::one(svg, scene, self.open, &Laid { card, at, copy, count: 1, note: None, seen: at.w, shown });
            at.y += steps.1;
        }
    }
}
