//! Tracks: strips, and the points of backgammon.

use parlour_table::scene::{Art, Scene, Space, Stands, Track, TrackLies};

use crate::board::{seat_name, stone};
use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The height that a track takes of a width.
pub(crate) fn height(track: &Track, width: f64, most: f64) -> f64 {
    match track.lies {
        TrackLies::Points => (points_side(track, width, most) * 11.0 + EDGES).min(most),
        _ => (rows(track, width) as f64 * strip_height(track)).min(most),
    }
}

/// The width that a track takes.
pub(crate) fn wide(track: &Track, width: f64, most: f64) -> f64 {
    match track.lies {
        TrackLies::Points => points_side(track, width, most) * points_columns(track) + 16.0,
        _ => width,
    }
}

/// The height of a strip's row: more if figures are on it.
fn strip_height(track: &Track) -> f64 {
    if track.art.is_some() { 156.0 } else { 108.0 }
}

/// The size of a track's tap targets in a room.
pub(crate) fn side(track: &Track, room: Rect) -> f64 {
    match track.lies {
        TrackLies::Points => points_side(track, room.w, room.h),
        _ => ((room.h / rows(track, room.w) as f64).min(108.0) * 0.6).min(60.0),
    }
}

/// The minimum height at which a strip's things are distinguishable.
pub(crate) fn least_height(track: &Track, width: f64) -> f64 {
    rows(track, width) as f64 * 64.0
}

/// The height above and below the points: their numbers, and the frame.
const EDGES: f64 = 52.0;

/// The columns of a side: points, the bar, and the place for borne-off checkers.
fn points_columns(track: &Track) -> f64 {
    track.spaces.len().div_ceil(2) as f64 + track.beside.len().max(1) as f64
}

/// The width of a point.
fn points_side(track: &Track, width: f64, most: f64) -> f64 {
    ((width - 16.0) / points_columns(track)).min((most - EDGES) / 11.0).clamp(6.0, 96.0)
}

/// The number of rows of a strip.
fn rows(track: &Track, width: f64) -> usize {
    let per_row = ((width - 20.0) / LEAST).floor().max(1.0) as usize;
    track.spaces.len().div_ceil(per_row)
}

/// The minimum width of a space.
const LEAST: f64 = 11.0;
/// The minimum size of a figure, which may be wider than its space.
const FIGURE: f64 = 40.0;

pub(crate) fn paint(svg: &mut Svg, scene: &Scene, track: &Track, room: Rect) {
    match track.lies {
        TrackLies::Points => points(svg, scene, track, room),
        _ => strip(svg, scene, track, room),
    }
}

fn strip(svg: &mut Svg, scene: &Scene, track: &Track, room: Rect) {
    let rows = rows(track, room.w);
    let per_row = track.spaces.len().div_ceil(rows).max(1);
    let side = ((room.w - 20.0) / per_row as f64).min(56.0);
    let high = (room.h / rows as f64).min(strip_height(track));
    let left = room.middle() - side * per_row as f64 / 2.0;
    for (n, space) in track.spaces.iter().enumerate() {
        let at = Rect::new(left + (n % per_row) as f64 * side, room.y + (n / per_row) as f64 * high, side, high - 6.0);
        if n % per_row == 0 {
            let in_row = per_row.min(track.spaces.len() - n) as f64;
            svg.rect("board-frame", Rect::new(at.x - 6.0, at.y, side * in_row + 12.0, at.h), 6.0);
        }
        open(svg, scene, track, space);
        let ground = Rect::new(at.x, at.y + 6.0, side, at.h - 26.0);
        svg.rect(if n % 2 == 0 { "ground light" } else { "ground dark" }, ground, 0.0);
        svg.circle("mark-dot", (at.middle(), ground.y + ground.h - 8.0), 4.0);
        let size = (side * 0.42).clamp(11.0, 13.0);
        // If numbers would touch, only some are shown.
        let is_last = n + 1 == track.spaces.len();
        let is_named = side >= width(&space.name, size) + 4.0
            || n == 0
            || is_last
            || (n + 1) % 5 == 0 && track.spaces.len() - n > 3;
        if is_named {
            let at = (at.middle(), at.y + at.h - 6.0);
            svg.words("coordinate", at, (size, side.max(18.0)), Anchor::Middle, &space.name);
        }
        svg.close();
    }
    // Figures are above all spaces, since they may be wider than one.
    for (n, space) in track.spaces.iter().enumerate() {
        let at = Rect::new(left + (n % per_row) as f64 * side, room.y + (n / per_row) as f64 * high, side, high - 6.0);
        let size = (side * 0.9).max(FIGURE).min(at.h - 30.0);
        for (k, stands) in space.stands.iter().enumerate() {
            let y = at.y + at.h - 22.0 - size * 0.87 - k as f64 * 16.0;
            match &track.art {
                Some(art) => {
                    let tall = (side * 3.0).clamp(FIGURE * 1.2, 112.0).min(at.h - 30.0);
                    // A figure may be wider than its space, but not than the board.
                    let (first, last) = (left - 6.0 + tall * 0.42, left + side * per_row as f64 + 6.0 - tall * 0.42);
                    let foot = (at.middle().clamp(first, last.max(first)), at.y + at.h - 34.0);
                    fighter(svg, scene, (track, n), stands, (art, foot, tall));
                }
                None => stand(svg, scene, (track, space), stands, (at.middle(), y), size),
            }
        }
    }
    if rows == 1 && track.art.is_some() {
        distance(svg, track, (left, side), room.y + high - 40.0);
    }
}

/// A figure that faces the others, with its feet at a point.
fn fighter(
    svg: &mut Svg,
    scene: &Scene,
    (track, place): (&Track, usize),
    stands: &Stands,
    (art, (x, y), tall): (&Art, (f64, f64), f64),
) {
    let class = seat_class(scene, stands.seat);
    let others = track.spaces.iter().enumerate().flat_map(|(n, space)| space.stands.iter().map(move |of| (n, of.seat)));
    let others: Vec<usize> = others.filter(|(_, seat)| *seat != stands.seat).map(|(n, _)| n).collect();
    let before = others.iter().filter(|n| **n < place).count();
    svg.open_figure(&track.name, &track.spaces[place].name, seat_name(scene, Some(stands.seat)));
    svg.ellipse("shade", (x, y - 2.0), (tall * 0.34, tall * 0.07));
    let at = Rect::new(x - tall / 2.0, y - tall * 0.93, tall, tall);
    match before * 2 > others.len() {
        true => svg.art_mirrored(class, art, at),
        false => svg.art(class, art, at),
    }
    svg.close();
}

/// The distance of two figures in spaces, below them.
fn distance(svg: &mut Svg, track: &Track, (left, side): (f64, f64), y: f64) {
    let stands: Vec<usize> =
        track.spaces.iter().enumerate().filter(|(_, space)| !space.stands.is_empty()).map(|(n, _)| n).collect();
    let [first, second] = stands[..] else { return };
    let middle = |n: usize| left + (n as f64 + 0.5) * side;
    let (from, to) = (middle(first), middle(second));
    let words = format!("{} apart", second - first);
    let wide = width(&words, 12.0) + 12.0;
    for (x, end) in [(from, from + (to - from - wide) / 2.0), (to, to - (to - from - wide) / 2.0)] {
        svg.line("span", (x, y - 4.0), (x, y + 4.0));
        if to - from > wide {
            svg.line("span", (x, y), (end, y));
        }
    }
    let tab = Rect::new((from + to - wide) / 2.0, y - 9.0, wide, 18.0);
    svg.rect("span-tab", tab, 5.0);
    svg.words("span-word", (tab.middle(), y + 4.2), (12.0, wide), Anchor::Middle, &words);
}

/// A figure on a space.
fn stand(
    svg: &mut Svg,
    scene: &Scene,
    (track, space): (&Track, &Space),
    stands: &Stands,
    (x, y): (f64, f64),
    size: f64,
) {
    let class = seat_class(scene, stands.seat);
    svg.open_figure(&track.name, &space.name, seat_name(scene, Some(stands.seat)));
    let body = "M22.5 4a6.5 6.5 0 0 1 3.5 12c6 2 9 8 9 16v7H10v-7c0-8 3-14 9-16A6.5 6.5 0 0 1 22.5 4z";
    svg.path(&format!("man {class}"), body, (x - size / 2.0, y), size);
    if stands.count > 1 {
        let text = stands.count.to_string();
        svg.letter(&format!("token-word on-{class}"), (x, y + size * 0.75), (size * 0.34, size), &text);
    }
    svg.close();
}

fn open(svg: &mut Svg, scene: &Scene, track: &Track, space: &Space) {
    let stands =
        space.stands.iter().map(|stands| format!(", {} {}", stands.count, seat_name(scene, Some(stands.seat))));
    svg.open(&Thing {
        kind: "space",
        of: &track.name,
        value: &space.name,
        nth: None,
        copy: 0,
        count: 1,
        label: format!("{}{}", space.name, stands.collect::<String>()),
        class: match (space.stands.is_empty(), space.is_last) {
            (true, false) => "",
            (true, true) => "last",
            (false, false) => "taken",
            (false, true) => "taken last",
        },
    });
}

/// Two rows of points, the first half below from right to left, with a bar between the quarters.
fn points(svg: &mut Svg, scene: &Scene, track: &Track, room: Rect) {
    let half = track.spaces.len().div_ceil(2).max(1);
    let side = points_side(track, room.w, room.h);
    let high = (side * 11.0 + EDGES).min(room.h);
    let wide = side * points_columns(track);
    let board = Rect::new(room.middle() - wide / 2.0, room.y + (room.h - high) / 2.0, side * (half as f64 + 1.0), high);
    svg.rect("board-frame", Rect::new(board.x - 8.0, board.y, wide + 16.0, board.h), 8.0);
    svg.rect("wood", Rect::new(board.x, board.y + 6.0, board.w, board.h - 12.0), 3.0);
    let bar = Rect::new(board.x + side * (half as f64 / 2.0).floor(), board.y, side, board.h);
    svg.rect("board-frame", bar, 0.0);
    for n in 0..track.spaces.len() {
        let shown = if track.is_turned { track.spaces.len() - 1 - n } else { n };
        let space = &track.spaces[shown];
        let is_below = n < half;
        let column = if is_below { half - 1 - n } else { n - half };
        let past_bar = usize::from(column >= half / 2);
        let x = board.x + (column + past_bar) as f64 * side;
        point(svg, scene, (track, space), Rect::new(x, board.y, side, board.h), is_below, column % 2 == 0);
    }
    beside(svg, scene, track, (board, bar, side));
}

fn point(svg: &mut Svg, scene: &Scene, (track, space): (&Track, &Space), at: Rect, is_below: bool, is_dark: bool) {
    let (base, tip) = match is_below {
        true => (at.y + at.h - 24.0, at.y + at.h * 0.56),
        false => (at.y + 24.0, at.y + at.h * 0.44),
    };
    open(svg, scene, track, space);
    let ends = if is_below { (tip, base) } else { (base, tip) };
    svg.rect("ground clear", Rect::new(at.x, ends.0, at.w, ends.1 - ends.0), 0.0);
    svg.polygon(
        if is_dark { "ground dark" } else { "ground light" },
        &[(at.x + 1.0, base), (at.x + at.w - 1.0, base), (at.middle(), tip)],
    );
    svg.words(
        "coordinate on-wood",
        (at.middle(), if is_below { base + 13.0 } else { base - 5.0 }),
        (11.0, at.w + 4.0),
        Anchor::Middle,
        &space.name,
    );
    for stands in &space.stands {
        stack(
            svg,
            scene,
            (&track.name, &space.name),
            stands,
            (at.middle(), base),
            if is_below { -1.0 } else { 1.0 },
            at.w * 0.46,
        );
    }
    let end = if is_below { tip + 6.0 } else { tip - 6.0 };
    svg.circle("mark-dot", (at.middle(), end), (at.w * 0.14).max(3.0));
    svg.close();
}

/// A stack of checkers, at most five visible, with a count if there are more.
fn stack(
    svg: &mut Svg,
    scene: &Scene,
    (track, space): (&str, &str),
    stands: &Stands,
    (x, y): (f64, f64),
    way: f64,
    r: f64,
) {
    let class = seat_class(scene, stands.seat);
    for n in 0..stands.count.min(5) {
        let y = y + way * r * (1.0 + 2.0 * n as f64);
        let is_last = n + 1 == stands.count.min(5);
        if is_last {
            svg.open_figure(track, space, seat_name(scene, Some(stands.seat)));
        }
        stone(svg, class, (x, y), r * 0.98);
        if is_last && stands.count > 5 {
            let text = stands.count.to_string();
            svg.letter(&format!("token-word on-{class}"), (x, y + r * 0.4), (r * 1.1, r * 2.0), &text);
        }
        if is_last {
            svg.close();
        }
    }
}

/// Paints the checkers on the bar, and those borne off, to the right.
fn beside(svg: &mut Svg, scene: &Scene, track: &Track, (board, bar, side): (Rect, Rect, f64)) {
    for (n, beside) in track.beside.iter().enumerate() {
        let x = if n == 0 { bar.middle() } else { board.x + board.w + (n as f64 - 0.5) * side };
        svg.open(&Thing {
            kind: "space",
            of: &track.name,
            value: &beside.name,
            nth: None,
            copy: 0,
            count: 1,
            label: beside.title.clone(),
            class: "",
        });
        let middle = board.y + board.h / 2.0;
        svg.rect("ground clear", Rect::new(x - side / 2.0, board.y + 4.0, side, board.h - 8.0), 4.0);
        svg.words("coordinate", (x, middle + 4.0), (11.0, side + 8.0), Anchor::Middle, &beside.title);
        for stands in &beside.stands {
            let is_own = scene.seats.first().is_some_and(|seat| seat.number == stands.seat);
            let way = if is_own { 1.0 } else { -1.0 };
            stack(svg, scene, (&track.name, &beside.name), stands, (x, middle + way * 10.0), way, side * 0.4);
        }
        svg.circle("mark-ring", (x, middle), side * 0.46);
        svg.close();
    }
}
