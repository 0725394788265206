//! The dice of the other seats on the table: a cup for hidden ones, with the dice before it, and the claim between them.

use parlour_table::scene::{Dice, Fact, Scene, SeatScene};

use crate::claim;
use crate::dice;
use crate::names::{captioned, seat_name};
use crate::svg::{Anchor, Rect, Svg, width};

/// The least width of a table with cups at its sides.
const ROUND: f64 = 420.0;
/// The height of the name below a cup.
const NAME: f64 = 18.0;
/// The greatest widths of a cup at a side of a table and in a row.
const WIDEST: (f64, f64) = (230.0, 170.0);
/// The height of a cup with its dice relative to its width.
const HIGH: f64 = 0.86;
/// The least height of a row of cups.
const LEAST: f64 = 58.0;
/// The most cups of a row.
const IN_ROW: usize = 3;
/// The largest die of a claim between cups.
const CLAIMED: f64 = 92.0;
const GAP: f64 = 8.0;

/// The dice of the other seats, if they are all that lies on the table.
pub(crate) struct Cups<'a> {
    seats: Vec<(&'a SeatScene, &'a Dice)>,
    claim: Option<&'a Fact>,
}

impl<'a> Cups<'a> {
    pub(crate) fn of(scene: &'a Scene) -> Option<Self> {
        let is_bare = scene.boards.is_empty() && scene.sheets.is_empty() && scene.tracks.is_empty();
        let has_cards = scene.places.iter().any(|place| place.count > 0);
        if !is_bare || has_cards || !scene.uncovered.is_empty() {
            return None;
        }
        let dice = |seat: &'a SeatScene| {
            let dice = scene.dice.iter().find(|dice| dice.seat == Some(seat.number) && dice.most > 0)?;
            Some((seat, dice)).filter(|_| !dice.shown.is_empty())
        };
        let seats: Vec<_> = scene.seats.iter().filter(|seat| !seat.is_own).filter_map(dice).collect();
        (!seats.is_empty()).then(|| Self { seats, claim: claim::of(scene) })
    }

    /// True if the dice of seats lie on the table.
    pub(crate) fn are_on_table(scene: &Scene) -> bool {
        Cups::of(scene).is_some()
    }

    pub(crate) fn has_claim(&self) -> bool {
        self.claim.is_some()
    }

    fn rows(&self) -> usize {
        self.seats.len().div_ceil(IN_ROW)
    }

    /// The height that the table needs.
    pub(crate) fn least_height(&self, wide: f64) -> f64 {
        let claim = self.claim.map_or(0.0, |fact| claim::height(fact, wide.min(ROUND - 1.0)));
        if wide < ROUND { claim + self.rows() as f64 * LEAST } else { claim.max(2.0 * LEAST) }
    }

    /// The width of the cup that is painted smallest.
    pub(crate) fn side(&self, scene: &Scene, room: Rect) -> f64 {
        self.cells(scene, room).0.iter().map(|(_, cell)| cup_width(*cell)).fold(f64::MAX, f64::min)
    }

    /// The rectangles of the cups, each at its seat's side, and that of the claim.
    fn cells(&self, scene: &Scene, room: Rect) -> (Vec<(usize, Rect)>, Rect) {
        if room.w < ROUND {
            return self.in_rows(room);
        }
        // The seats around the table, as their strips are.
        let others: Vec<usize> = scene.seats.iter().filter(|seat| !seat.is_own).map(|seat| seat.number).collect();
        let beside = match others.len() {
            1 => 0,
            2..=4 => 1,
            _ => 2,
        };
        let wide = (room.w * 0.26).min(WIDEST.0);
        let high = (wide * HIGH + NAME).min(room.h);
        let last = others.len() - beside;
        let of = |n: usize| {
            let number = others[n];
            let has_left = n < beside;
            let x = if has_left { room.x } else { room.x + room.w - wide };
            // The left side goes upwards, the right one downwards.
            let k = if has_left { beside - 1 - n } else { n.saturating_sub(last) } as f64;
            let each = room.h / beside.max(1) as f64;
            let at = if has_left || n >= last {
                let high = high.min(each);
                Rect::new(x, room.y + each * (k + 0.5) - high / 2.0, wide, high)
            } else {
                let (k, count) = ((n - beside) as f64, (last - beside) as f64);
                let free = room.w - if beside > 0 { 2.0 * wide } else { 0.0 };
                let each = free / count;
                let (wide, high) = (wide.min(each), high.min(room.h * 0.42));
                let left = room.middle() - free / 2.0;
                Rect::new(left + each * (k + 0.5) - wide / 2.0, room.y, wide, high)
            };
            (number, at)
        };
        let cells: Vec<(usize, Rect)> = (0..others.len()).map(of).collect();
        let top = if last > beside { high.min(room.h * 0.42) } else { 0.0 };
        let aside = if beside > 0 { wide + GAP } else { 0.0 };
        let middle = Rect::new(room.x + aside, room.y + top, room.w - 2.0 * aside, room.h - top);
        (cells, middle)
    }

    /// The same in rows below the claim.
    fn in_rows(&self, room: Rect) -> (Vec<(usize, Rect)>, Rect) {
        let most = self.rows() as f64 * (WIDEST.1 * HIGH + NAME);
        let claim = self.claim.map_or(0.0, |fact| claim::height(fact, room.w).max((room.h - most).min(room.h * 0.5)));
        let (claim, rest) = room.split_top(claim);
        let (rows, in_row) = (self.rows(), self.seats.len().div_ceil(self.rows()));
        let (high, wide) = (rest.h / rows as f64, rest.w / in_row as f64);
        let of = |(n, (seat, _)): (usize, &(&SeatScene, &Dice))| {
            let (row, column) = (n / in_row, n % in_row);
            let here = in_row.min(self.seats.len() - row * in_row) as f64;
            let x = rest.middle() + (column as f64 - here / 2.0) * wide;
            (seat.number, Rect::new(x + 3.0, rest.y + row as f64 * high, wide - 6.0, high))
        };
        (self.seats.iter().enumerate().map(of).collect(), claim)
    }

    pub(crate) fn paint(&self, svg: &mut Svg, scene: &Scene, room: Rect) {
        let (cells, middle) = self.cells(scene, room);
        for (number, cell) in &cells {
            if let Some((_, dice)) = self.seats.iter().find(|(seat, _)| seat.number == *number) {
                paint_cup(svg, scene, dice, *cell);
            }
        }
        let Some(claim) = self.claim else { return };
        let by = claim.claim.and_then(|claim| claim.by);
        let own = scene.seats.iter().find(|seat| seat.is_own).map(|seat| seat.number);
        // The claim points to its claimer: a cup, or the viewer's own dice below.
        let cell = cells.iter().find(|(number, _)| Some(*number) == by).map(|(_, cell)| *cell);
        let to = match cell {
            // From above it can't point past a cup at another one.
            Some(_) if room.w < ROUND && self.rows() > 1 => None,
            Some(cell) => Some((cell.middle(), cell.y + cell.h / 2.0)),
            None if by.is_some() && by == own => Some((room.middle(), room.y + room.h + 40.0)),
            None => None,
        };
        // The viewer's own claim is on its side of the table.
        let middle = match cell.is_none() && to.is_some() && room.w >= ROUND {
            true => Rect { y: middle.y + middle.h * 0.36, h: middle.h * 0.64, ..middle },
            false => middle,
        };
        claim::paint_large(svg, scene, claim, (middle, CLAIMED), to);
    }
}

/// The width of a cup in a cell.
fn cup_width(cell: Rect) -> f64 {
    cell.w.min(WIDEST.0).min((cell.h - NAME) / HIGH).max(10.0)
}

/// Paints a cup with the dice of its seat before it, and hollow ones for those that it has lost.
fn paint_cup(svg: &mut Svg, scene: &Scene, dice: &Dice, cell: Rect) {
    let wide = cup_width(cell);
    let (middle, high) = (cell.middle(), wide * HIGH);
    let top = cell.y + (cell.h - NAME - high).max(0.0) / 2.0;
    let bottom = top + high;
    let die = ((wide + 4.0) / dice.most.max(1) as f64 - 4.0).min(wide * 0.2);
    let foot = bottom - die * 0.45;
    let (low, up) = (wide * 0.44, wide * 0.29);
    let from = top + wide * 0.05;
    svg.ellipse("shade", (middle, foot), (wide * 0.52, wide * 0.11));
    svg.ellipse("cup-mouth", (middle, foot), (low, wide * 0.09));
    let side = |part: f64| up + (low - up) * part;
    svg.polygon("cup", &[(middle - up, from), (middle + up, from), (middle + low, foot), (middle - low, foot)]);
    svg.polygon(
        "cup-shade",
        &[(middle + up * 0.3, from), (middle + up, from), (middle + low, foot), (middle + low * 0.3, foot)],
    );
    for part in [0.16, 0.3] {
        let y = from + (foot - from) * part;
        svg.stroke("cup-band", ((middle - side(part), y), (middle + side(part), y)), (wide * 0.018).max(1.0));
    }
    svg.ellipse("cup-top", (middle, from), (up, wide * 0.05));
    // Open dice lie before it, and hidden ones are counted on it.
    let is_open = dice.shown.iter().any(Option::is_some);
    let die = if is_open { die } else { (wide * 0.66 / dice.most.max(1) as f64 - 3.0).min(wide * 0.13) };
    let gap = if is_open { 4.0 } else { 3.0 };
    let down = if is_open { bottom - die } else { from + (foot - from) * 0.64 - die / 2.0 };
    let whole = dice.most as f64 * (die + gap) - gap;
    for n in 0..dice.most {
        let at = Rect::new(middle - whole / 2.0 + n as f64 * (die + gap), down, die, die);
        match dice.shown.get(n) {
            Some(Some(face)) => dice::face(svg, *face, at),
            Some(None) => svg.rect("small-die", at, die * 0.2),
            None => svg.rect("lost-die", at, die * 0.2),
        }
    }
    let count = dice.shown.len();
    let words =
        format!("{} · {count} {}", captioned(seat_name(scene, dice.seat)), if count == 1 { "die" } else { "dice" });
    let size = (cell.w / width(&words, 1.0)).clamp(11.0, 13.0);
    svg.words("place-title", (middle, bottom + 14.0), (size, cell.w), Anchor::Middle, &words);
}
