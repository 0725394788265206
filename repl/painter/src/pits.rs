//! Pits: two facing rows of counts in which seats sow, as in games of the mancala family, with a store at each end.

use std::fmt::Write as _;

use parlour_table::scene::{Scene, SeatScene, Space, Trace, Track, TrackLies};

use crate::names::addressed;
use crate::svg::{Anchor, Rect, Svg, Thing, escaped, width};

/// A board of pits: the row of the viewer or of the first seat below, the other one above.
#[derive(Clone, Copy)]
pub(crate) struct Pits<'a> {
    below: (&'a Track, &'a SeatScene),
    above: (&'a Track, &'a SeatScene),
}

/// The margin around the pits, with their numbers, and the width of a store relative to that of a pit.
const EDGE: f64 = 24.0;
const STORE: f64 = 1.1;
/// The gap between pits, relative to their width.
const GAP: f64 = 0.12;
/// The maximum width of a pit, and the greatest and the preferred height relative to it.
const WIDEST: f64 = 128.0;
const TALL: (f64, f64) = (1.75, 1.5);
/// The factor by which targets must be larger for rows that go down.
const UPRIGHT: f64 = 1.1;
/// The most seeds that are painted one by one.
const SEEDS: usize = 24;

/// The layout of the pits in a room.
struct Laid {
    count: f64,
    /// The extent of a pit along its row, and across it.
    side: f64,
    high: f64,
    /// True if rows go down: that of the viewer on the left, with its store at the bottom.
    is_upright: bool,
    /// The top left of the first store.
    at: (f64, f64),
}

impl Laid {
    fn of(count: f64, is_upright: bool, room: Rect) -> Self {
        let (long, across) = if is_upright { (room.h, room.w) } else { (room.w, room.h) };
        let wide = count + 2.0 * STORE;
        let side = ((long - EDGE) / wide).min((across - 2.0 * EDGE) / (2.0 * 0.9)).clamp(6.0, WIDEST);
        let high = ((across - 2.0 * EDGE) / 2.0).clamp(4.0, side * TALL.0);
        let at = match is_upright {
            true => (room.middle() - high, room.y + (room.h - side * wide) / 2.0),
            false => (room.middle() - side * wide / 2.0, room.y + (room.h - 2.0 * high) / 2.0),
        };
        Self { count, side, high, is_upright, at }
    }

    /// The size of the tap targets.
    fn target(&self) -> f64 {
        self.side.min(self.high)
    }

    /// A rectangle from its place along the rows, in pits, and from row to row.
    fn rect(&self, (from, long): (f64, f64), (row, rows): (f64, f64)) -> Rect {
        let (x, y) = self.at;
        let (along, wide, across, deep) = (self.side * from, self.side * long, self.high * row, self.high * rows);
        match self.is_upright {
            // The lower row is on the left.
            true => Rect::new(x + self.high * 2.0 - across - deep, y + along, deep, wide),
            false => Rect::new(x + along, y + across, wide, deep),
        }
    }
}

impl<'a> Pits<'a> {
    /// The pits of a scene, if it has two rows of them.
    pub(crate) fn of(scene: &'a Scene) -> Option<Self> {
        let rows = scene.tracks.iter().filter(|track| track.lies == TrackLies::Pits);
        let owner = |track: &Track| scene.seats.iter().find(|seat| Some(seat.number) == track.seat);
        let mut rows: Vec<_> = rows.filter_map(|track| Some((track, owner(track)?))).collect();
        let first = scene.seats.first()?.number;
        rows.sort_by_key(|(_, seat)| seat.number != first);
        match rows[..] {
            [below, above] => Some(Self { below, above }),
            _ => None,
        }
    }

    /// The layout in a room: upright if targets are clearly larger so.
    fn laid(&self, room: Rect) -> Laid {
        let count = self.below.0.spaces.len().max(1) as f64;
        let (level, upright) = (Laid::of(count, false, room), Laid::of(count, true, room));
        if upright.target() > level.target() * UPRIGHT { upright } else { level }
    }

    /// The width and height taken of a room.
    pub(crate) fn size(&self, wide: f64, most: f64) -> (f64, f64) {
        let Laid { count, side, high, is_upright, .. } = self.laid(Rect::new(0.0, 0.0, wide, most));
        let long = side * (count + 2.0 * STORE) + EDGE;
        match is_upright {
            true => (2.0 * high + 2.0 * EDGE, long.min(most)),
            false => (long, (2.0 * high.min(side * TALL.1) + 2.0 * EDGE).min(most)),
        }
    }

    /// The size of the tap targets in a room.
    pub(crate) fn side(&self, room: Rect) -> f64 {
        self.laid(room).target()
    }

    pub(crate) fn paint(&self, svg: &mut Svg, room: Rect) {
        let laid = self.laid(room);
        let inner = laid.rect((0.0, laid.count + 2.0 * STORE), (0.0, 2.0));
        let (aside, ends) = if laid.is_upright { (EDGE, EDGE / 2.0) } else { (EDGE / 2.0, EDGE) };
        let frame = Rect::new(inner.x - aside, inner.y - ends, inner.w + 2.0 * aside, inner.h + 2.0 * ends);
        svg.rect("board-frame", frame, 22.0);
        svg.rect("wood", frame.inset(5.0), 18.0);
        for ((track, seat), is_below) in [(self.above, false), (self.below, true)] {
            let row = if is_below { 1.0 } else { 0.0 };
            for shown in 0..track.spaces.len() {
                // South's rows are seen from the other side by north.
                let n = if self.below.1.number == 0 { shown } else { track.spaces.len() - 1 - shown };
                let space = &track.spaces[n];
                let at = laid.rect((STORE + shown as f64, 1.0), (row, 1.0));
                pit(svg, (track, seat), space, (at, is_below, laid.is_upright));
            }
            let from = if is_below { STORE + laid.count } else { 0.0 };
            store(svg, seat, laid.rect((from, STORE), (0.0, 2.0)).inset(laid.side * GAP / 2.0));
        }
    }
}

/// Paints a pit with its seeds, and their number towards the edge of the board. That of the row below can be tapped.
fn pit(
    svg: &mut Svg,
    (track, seat): (&Track, &SeatScene),
    space: &Space,
    (room, is_below, is_upright): (Rect, bool, bool),
) {
    let count: usize = space.stands.iter().map(|stands| stands.count).sum();
    let class = match (space.stands.is_empty(), space.is_last) {
        (true, false) => "",
        (true, true) => "last",
        (false, false) => "taken",
        (false, true) => "taken last",
    };
    let label = format!("{}, {count} of {}", space.name, seat.seat);
    if is_below {
        let (of, value) = (track.name.as_str(), space.name.as_str());
        svg.open(&Thing { kind: "space", of, value, nth: None, copy: 0, count: 1, label, class });
    } else {
        let _ = write!(svg.text, r#"<g class="space {class}" role="img" aria-label="{}">"#, escaped(&label));
    }
    let least = room.w.min(room.h);
    let pit = room.inset(least * GAP / 2.0);
    let (number, round) = (18.0_f64.min(pit.h * 0.3), pit.w.min(pit.h) * 0.46);
    svg.rect("ground pit", pit, round);
    hollow(svg, pit, round);
    let inside = match is_upright {
        // The number is at the outer end.
        true => Rect { x: pit.x + if is_below { UPRIGHT_NUMBER } else { 0.0 }, w: pit.w - UPRIGHT_NUMBER, ..pit },
        false => {
            let number = number + pit.w.min(pit.h) * 0.14;
            Rect { y: pit.y + if is_below { 0.0 } else { number }, h: pit.h - number, ..pit }
        }
    };
    let nth: usize = space.name.bytes().map(usize::from).sum::<usize>() + usize::from(is_below) * 5;
    seeds(svg, (count, nth), inside.inset(least * 0.1));
    svg.circle("mark-dot", (pit.middle(), pit.y + pit.h / 2.0), least * 0.13);
    // The floors of those that have changed are tinted; that from which it was sown has a mark besides.
    if space.is_last && space.trace == Some(Trace::From) {
        svg.rect("last-pit", pit.inset(1.0), round);
    }
    svg.rect("top-ring", pit, round);
    svg.close();
    // Outside of the group, whose label says them in words.
    let size = (least * 0.3).clamp(12.0, 18.0);
    let (number, name) = match (is_upright, is_below) {
        (true, true) => (
            (pit.x + UPRIGHT_NUMBER * 0.66, pit.y + pit.h / 2.0 + size * 0.36),
            (room.x - 9.0, pit.y + pit.h / 2.0 + 4.0),
        ),
        (true, false) => (
            (pit.x + pit.w - UPRIGHT_NUMBER * 0.66, pit.y + pit.h / 2.0 + size * 0.36),
            (room.x + room.w + 9.0, pit.y + pit.h / 2.0 + 4.0),
        ),
        (false, true) => {
            ((pit.middle(), pit.y + pit.h - pit.w.min(pit.h) * 0.17), (pit.middle(), room.y + room.h + 15.0))
        }
        (false, false) => ((pit.middle(), pit.y + number + pit.w.min(pit.h) * 0.1), (pit.middle(), room.y - 6.0)),
    };
    svg.letter("seed-count", number, (size, pit.w), &count.to_string());
    svg.words("coordinate on-wood", name, (11.0, 24.0_f64.max(pit.w.min(60.0))), Anchor::Middle, &space.name);
}

/// Paints the depth of a pit: the shade of its upper edge, and the light on its lower one.
fn hollow(svg: &mut Svg, pit: Rect, round: f64) {
    let by = (pit.w.min(pit.h) * 0.05).max(2.0);
    svg.rect("pit-shade", Rect { y: pit.y + by / 2.0, h: pit.h - by, ..pit }.inset(by / 2.0), round - by / 2.0);
    svg.rect("pit-floor", Rect { y: pit.y + by * 1.4, h: pit.h - by * 1.9, ..pit }.inset(by), round - by);
}

/// The width of the number of seeds in a pit of a row that goes down.
const UPRIGHT_NUMBER: f64 = 28.0;

/// Paints the store of a seat, with its name and its number of seeds.
fn store(svg: &mut Svg, seat: &SeatScene, room: Rect) {
    svg.rect("ground pit", room, room.w.min(room.h) * 0.42);
    hollow(svg, room, room.w.min(room.h) * 0.42);
    let value = seat.score.as_ref().map_or("0", |score| score.value.as_str());
    let count = value.parse().unwrap_or(0);
    let name = addressed(seat);
    let name = name.as_str();
    if room.w > room.h * 1.5 {
        let (size, y) = ((room.h * 0.45).clamp(14.0, 26.0), room.y + room.h / 2.0);
        seeds(
            svg,
            (count, seat.number),
            Rect { x: room.x + room.w * 0.22, w: room.w * 0.56, ..room }.inset(room.h * 0.14),
        );
        svg.letter("seed-count strong", (room.x + room.w * 0.12, y + size * 0.36), (size, room.w * 0.22), value);
        if width(name, 11.0) <= room.w * 0.22 {
            svg.letter("coordinate on-wood", (room.x + room.w * 0.88, y + 4.0), (11.0, room.w * 0.22), name);
        }
        return;
    }
    let (top, below) = room.split_top(38.0_f64.min(room.h * 0.25));
    seeds(svg, (count, seat.number), Rect { h: below.h - 26.0, ..below }.inset(room.w * 0.14));
    let size = (room.w * 0.4).clamp(14.0, 26.0);
    svg.letter("seed-count strong", (room.middle(), top.y + size + 10.0), (size, room.w), value);
    if width(name, 11.0) <= room.w - 4.0 {
        let base = (room.middle(), room.y + room.h - 12.0);
        svg.letter("coordinate on-wood", base, (11.0, room.w), name);
    }
}

/// Paints seeds around the middle of a room, in the spiral of a sunflower, which each pit turns in its own way.
fn seeds(svg: &mut Svg, (count, nth): (usize, usize), room: Rect) {
    const TURN: f64 = 2.399_963;
    let shown = count.min(SEEDS);
    let (rx, ry) = (room.w / 2.0, room.h / 2.0);
    if rx <= 3.0 || ry <= 3.0 {
        return;
    }
    let r =
        (rx.min(ry) * 0.32).clamp(2.5, 11.0).min(rx * 0.9 / (shown.max(1) as f64).sqrt() * (ry / rx).max(1.0).sqrt());
    for n in 0..shown {
        let part = ((n as f64 + 0.5) / shown as f64).sqrt() * if shown == 1 { 0.0 } else { 1.0 };
        let angle = n as f64 * TURN + count as f64 + nth as f64 * 1.9;
        let at = (room.middle() + part * (rx - r) * angle.cos(), room.y + ry + part * (ry - r) * angle.sin());
        svg.circle("shade", (at.0 + r * 0.12, at.1 + r * 0.22), r);
        svg.circle(["seed one", "seed two", "seed three"][(n * 5 + nth) % 3], at, r);
        svg.ellipse("gloss", (at.0 - r * 0.28, at.1 - r * 0.38), (r * 0.34, r * 0.22));
    }
}
