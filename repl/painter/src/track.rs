//! Tracks: strips, and the points of backgammon.

use parlour_table::scene::{Art, Dice, Scene, Space, Stands, Trace, Track, TrackLies};

use crate::board::stone;
use crate::dice;
use crate::names::seat_name;
use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The height that a track takes of a width.
pub(crate) fn height(track: &Track, width: f64, most: f64) -> f64 {
    match track.lies {
        TrackLies::Points => points_height(points_side(track, width, most)).min(most),
        _ if is_faced(track) && rows(track, width) == 1 => {
            let side = strip_side(track, Rect::new(0.0, 0.0, width, most)).0;
            let tall = fighter_height(side, strip_height(track));
            let high = tall * 1.75 + if side < NARROW_SPACE { LEADS } else { 0.0 };
            high.clamp(strip_height(track) * 0.56, strip_height(track)).min(most)
        }
        _ => (rows(track, width) as f64 * strip_height(track)).min(most),
    }
}

/// True if figures face each other: pictures of which each seat has one.
fn is_faced(track: &Track) -> bool {
    let mut seats: Vec<usize> = Vec::new();
    let mut stands = track.spaces.iter().flat_map(|space| &space.stands);
    let is_only = |stands: &Stands| {
        let is_new = !seats.contains(&stands.seat);
        seats.push(stands.seat);
        is_new && stands.count == 1
    };
    track.art.is_some() && stands.all(is_only)
}

/// True if the figure of a seat is to the right of the other ones on a track.
pub(crate) fn is_right(scene: &Scene, seat: usize) -> bool {
    let place = |track: &Track, is_one: &dyn Fn(usize) -> bool| {
        track.spaces.iter().position(|space| space.stands.iter().any(|stands| is_one(stands.seat)))
    };
    scene.tracks.iter().filter(|track| is_faced(track)).any(|track| {
        let own = place(track, &|number| number == seat);
        own.zip(place(track, &|number| number != seat)).is_some_and(|(own, other)| own > other)
    })
}

/// True for a row of spaces, which takes the whole width.
pub(crate) fn is_strip(track: &Track) -> bool {
    track.lies == TrackLies::Strip
}

/// The width that a track takes.
pub(crate) fn wide(track: &Track, width: f64, most: f64) -> f64 {
    match track.lies {
        TrackLies::Points => points_side(track, width, most) * points_columns(track) + RIM * 2.0,
        _ => width,
    }
}

/// The height of a strip's row: more if figures are on it.
fn strip_height(track: &Track) -> f64 {
    if is_faced(track) { 230.0 } else { 108.0 }
}

/// The size of a track's tap targets in a room.
pub(crate) fn side(track: &Track, room: Rect) -> f64 {
    match track.lies {
        TrackLies::Points => points_side(track, room.w, room.h),
        _ if is_faced(track) => {
            let rows = rows(track, room.w);
            fighter_height(strip_side(track, room).0, (room.h / rows as f64).min(strip_height(track)) - 6.0) * 0.6
        }
        _ => ((room.h / rows(track, room.w) as f64).min(108.0) * 0.6).min(60.0),
    }
}

/// The minimum height at which a strip's things are distinguishable.
pub(crate) fn least_height(track: &Track, width: f64) -> f64 {
    match rows(track, width) {
        1 if track.lies == TrackLies::Strip && is_faced(track) => FACED,
        rows => rows as f64 * 64.0,
    }
}

/// The least height of a strip on which figures face each other, so that they are seen.
const FACED: f64 = 108.0;

/// The frame above and below the points, with their numbers, and at the sides.
const EDGES: f64 = 44.0;
const RIM: f64 = 7.0;
/// The least and the greatest height of a field, relative to the width of a point.
const SIDES: (f64, f64) = (10.8, 12.4);

/// The greatest height of a field of narrow points, relative to their width, and the width of these.
const TALL_SIDE: f64 = 14.6;
const NARROW_POINT: f64 = 30.0;

/// The greatest height of a board of points of a width.
fn points_height(side: f64) -> f64 {
    side * if side < NARROW_POINT { TALL_SIDE } else { SIDES.1 } + EDGES
}

/// The columns of a side: points, the bar, and the places for borne-off checkers.
fn points_columns(track: &Track) -> f64 {
    track.spaces.len().div_ceil(2) as f64 + BAR + TRAY * track.beside.len().saturating_sub(1) as f64
}

/// The width of a point.
fn points_side(track: &Track, width: f64, most: f64) -> f64 {
    ((width - RIM * 2.0) / points_columns(track)).min((most - EDGES) / SIDES.0).clamp(6.0, 96.0)
}

/// The number of rows of a strip.
fn rows(track: &Track, width: f64) -> usize {
    let per_row = ((width - 20.0) / LEAST).floor().max(1.0) as usize;
    track.spaces.len().div_ceil(per_row)
}

/// The mark on a space to which actions lead: at the feet of figures, or on narrow spaces below them.
fn lead_at(track: &Track, (space, ground): (Rect, Rect)) -> Rect {
    let is_narrow = space.w < NARROW_SPACE;
    let (x, side) = (space.middle(), (space.w * 0.52).clamp(10.0, 22.0));
    let (wide, high) = if is_narrow { ((space.w - 1.0).clamp(10.0, 16.0), LEADS - 4.0) } else { (side, side) };
    let y = match (is_faced(track), is_narrow) {
        (true, false) => foot_of(space),
        (true, true) => foot_of(space) + LEADS / 2.0 + 5.0,
        (false, _) => ground.y + ground.h - 12.0,
    };
    Rect::new(x - wide / 2.0, y - high / 2.0, wide, high)
}

/// Narrower spaces have the marks of actions that lead there in a row of a height below the figures.
const NARROW_SPACE: f64 = 18.0;
const LEADS: f64 = 24.0;

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
    let (side, apron) = strip_side(track, room);
    let high = (room.h / rows as f64).min(strip_height(track));
    let left = room.middle() - side * per_row as f64 / 2.0;
    // Figures stand with their heads above the strip.
    let above = if is_faced(track) { (high - 6.0) * ABOVE } else { 0.0 };
    let longest = track.spaces.iter().map(|space| width(&space.name, 1.0)).fold(0.0, f64::max);
    for (n, space) in track.spaces.iter().enumerate() {
        let at = Rect::new(left + (n % per_row) as f64 * side, room.y + (n / per_row) as f64 * high, side, high - 6.0);
        if n % per_row == 0 {
            let in_row = per_row.min(track.spaces.len() - n) as f64;
            let wide = side * in_row + 2.0 * apron;
            let frame = Rect::new(at.x - apron - 6.0, at.y + above, wide + 12.0, at.h - above);
            svg.rect("board-frame", frame, 6.0);
            if apron > 0.0 {
                // Behind the last spaces there is room for who stands there.
                let ground = Rect::new(frame.x + 6.0, at.y + above + 6.0, wide, at.h - above - 26.0);
                svg.rect("apron", ground, 0.0);
            }
        }
        open(svg, scene, track, space);
        let ground = Rect::new(at.x, at.y + above + 6.0, side, at.h - above - 26.0);
        svg.rect(if n % 2 == 0 { "ground light" } else { "ground dark" }, ground, 0.0);
        let lead = lead_at(track, (at, ground));
        if !space.leads.is_empty() {
            svg.lead(&space.leads.join("|"), lead);
        }
        if is_faced(track) {
            svg.circle("mark-dot", lead.centre(), (side * 0.26).clamp(5.0, 11.0));
        } else {
            svg.circle("mark-dot", (at.middle(), ground.y + ground.h - 8.0), 4.0);
        }
        let size = (side * 0.42).clamp(11.0, 13.0);
        // If numbers would touch, only some are shown.
        let is_last = n + 1 == track.spaces.len();
        let is_named =
            side >= longest * size + 4.0 || n == 0 || is_last || (n + 1) % 5 == 0 && track.spaces.len() - n > 3;
        if is_named {
            let at = (at.middle(), at.y + at.h - 6.0);
            svg.words("coordinate", at, (size, side.max(18.0)), Anchor::Middle, &space.name);
        }
        svg.close();
        // Outside of the group, whose label is that of the space.
        let [action] = &space.leads[..] else { continue };
        let value = action.rsplit(' ').next().unwrap_or_default();
        if width(value, 12.0) <= lead.w.max(lead.h * 0.6) - 2.0 {
            svg.letter("lead-word", (at.middle(), lead.centre().1 + 4.3), (12.0, 24.0), value);
        }
    }
    // Figures are above all spaces, since they may be wider than one.
    for (n, space) in track.spaces.iter().enumerate() {
        let at = Rect::new(left + (n % per_row) as f64 * side, room.y + (n / per_row) as f64 * high, side, high - 6.0);
        let size = (side * 0.9).max(FIGURE).min(at.h - 30.0);
        for (k, stands) in space.stands.iter().enumerate() {
            let y = at.y + at.h - 22.0 - size * 0.87 - k as f64 * 16.0;
            match track.art.as_ref().filter(|_| is_faced(track)) {
                Some(art) => {
                    let tall = fighter_height(side, at.h);
                    // A figure may be wider than its space, but not than the board.
                    let far = tall * REACH - apron;
                    let (first, last) = (left + far, left + side * per_row as f64 - far);
                    let aside = at.middle() + aside(track, n, (side, tall));
                    let foot = (aside.clamp(first, last.max(first)), foot_of(at));
                    fighter(svg, scene, (track, n), stands, (art, foot, tall));
                }
                None => stand(svg, scene, (track, space), stands, (at.middle(), y), size),
            }
        }
    }
    if rows == 1 && is_faced(track) {
        distance(svg, track, (left, side), room.y + high - 6.0 - 20.0 - 12.0);
    }
}

/// The width of a strip's spaces, and of the ground behind the last ones, on which figures that face each other have
/// their rear feet.
fn strip_side(track: &Track, room: Rect) -> (f64, f64) {
    let rows = rows(track, room.w);
    let per_row = track.spaces.len().div_ceil(rows).max(1) as f64;
    let side = |apron: f64| ((room.w - 20.0 - 2.0 * apron) / per_row).min(SPACE);
    if !is_faced(track) || rows > 1 {
        return (side(0.0), 0.0);
    }
    let high = room.h.min(strip_height(track)) - 6.0;
    let tall = fighter_height(side(0.0), high);
    let apron = (tall * REACH - side(0.0) / 2.0).max(0.0);
    (side(apron), apron)
}

/// The reach of a figure to each side, relative to its height.
const REACH: f64 = 0.47;

/// The offset by which a figure stands away from the other one, such that both can be told apart.
fn aside(track: &Track, place: usize, (side, tall): (f64, f64)) -> f64 {
    let stands = track.spaces.iter().enumerate().filter(|(n, space)| *n != place && !space.stands.is_empty());
    let others: Vec<usize> = stands.map(|(n, _)| n).collect();
    let [other] = others[..] else { return 0.0 };
    let near = (tall * CLINCH - side * place.abs_diff(other) as f64).max(0.0) / 2.0;
    if place < other { -near } else { near }
}

/// The least distance of two figures, relative to their height.
const CLINCH: f64 = 0.34;
/// The part of a strip's height that figures have above it.
const ABOVE: f64 = 0.34;
/// The least and the greatest height of a figure that faces others.
const TALLEST: (f64, f64) = (62.0, 180.0);
/// The height up to which figures on narrow spaces grow.
const NARROW: f64 = 104.0;

/// The height at which figures have their feet, above the sign of their distance.
fn foot_of(at: Rect) -> f64 {
    let leads = if at.w < NARROW_SPACE { LEADS } else { 0.0 };
    at.y + at.h - 20.0 - (at.h * 0.17).clamp(22.0, 28.0) - leads
}

/// The height of a figure on spaces of a width, in a strip of a height.
fn fighter_height(side: f64, high: f64) -> f64 {
    (side * 3.6).max((side * 7.0).min(NARROW)).clamp(TALLEST.0, TALLEST.1).min(foot_of(Rect::new(0.0, 0.0, side, high)))
}

/// The maximum width of a space.
const SPACE: f64 = 56.0;

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
    if let Some(art) = &track.art {
        svg.art(class, art, Rect::new(x - size / 2.0, y, size, size));
        if stands.count > 1 {
            let text = stands.count.to_string();
            let badge = Rect::new(x + size * 0.1, y - 4.0, width(&text, 12.0) + 12.0, 18.0);
            svg.rect("badge", badge, 9.0);
            svg.letter("badge-word", (badge.middle(), badge.y + 13.4), (12.0, badge.w), &text);
        }
        return svg.close();
    }
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
    let class = match (space.stands.is_empty(), space.is_last) {
        (true, false) => "",
        (true, true) => "last",
        (false, false) => "taken",
        (false, true) => "taken last",
    };
    let label = format!("{}{}", space.name, stands.collect::<String>());
    let (of, value) = (track.name.as_str(), space.name.as_str());
    let thing = Thing { kind: "space", of, value, nth: None, copy: 0, count: 1, label, class };
    let class = if svg.goes(&thing) { format!("{class} goes") } else { class.to_owned() };
    svg.open(&Thing { class: class.trim_start(), ..thing });
}

/// The layout of a board of points.
struct Points {
    half: usize,
    /// The width of a point.
    side: f64,
    /// The playing field, with the bar and without the frame.
    field: Rect,
    bar: Rect,
    /// The tray of the checkers that have been borne off; empty if there are none.
    tray: Rect,
}

impl Points {
    fn of(track: &Track, room: Rect) -> Self {
        let half = track.spaces.len().div_ceil(2).max(1);
        let side = points_side(track, room.w, room.h);
        let high = points_height(side).min(room.h);
        let wide = side * points_columns(track);
        let left = room.middle() - wide / 2.0;
        let field =
            Rect::new(left, room.y + (room.h - high) / 2.0 + EDGES / 2.0, side * (half as f64 + BAR), high - EDGES);
        let bar = Rect { x: left + side * (half / 2) as f64, w: side * BAR, ..field };
        let tray = Rect { x: field.x + field.w, w: wide - field.w, ..field };
        Self { half, side, field, bar, tray }
    }

    /// The radius of a checker.
    fn checker(&self) -> f64 {
        (self.side * 0.46).min(self.field.h / 2.0 * 0.19)
    }

    /// The half in which the dice of the viewer lie, and the half of the others' dice.
    fn halves(&self) -> [Rect; 2] {
        let right = self.bar.x + self.bar.w;
        [
            Rect { x: right, w: self.field.x + self.field.w - right, ..self.field },
            Rect { w: self.bar.x - self.field.x, ..self.field },
        ]
    }
}

/// The width of the bar, and of the tray of a collection beside, relative to that of a point.
const BAR: f64 = 0.9;
const TRAY: f64 = 1.0;
/// The length of a point, relative to the height of the field.
const POINT: f64 = 0.41;

/// True if the dice of a scene lie on the track.
pub(crate) fn has_dice(scene: &Scene) -> bool {
    let count = |dice: &Dice| dice.shown.len() + dice.spent.len();
    let count: usize = scene.dice.iter().chain(&scene.rolled).map(count).sum();
    count <= MAX_DICE && scene.tracks.iter().any(|track| track.lies == TrackLies::Points)
}

/// The most dice that lie on a board.
const MAX_DICE: usize = 4;

/// Two rows of points, the first half below from right to left, with a bar between the quarters.
fn points(svg: &mut Svg, scene: &Scene, track: &Track, room: Rect) {
    let laid = Points::of(track, room);
    let Points { half, side, field, bar, .. } = laid;
    let frame =
        Rect::new(field.x - RIM, field.y - EDGES / 2.0, side * points_columns(track) + RIM * 2.0, field.h + EDGES);
    svg.rect("board-frame", frame, 8.0);
    for part in laid.halves() {
        svg.rect("wood", part, 3.0);
    }
    svg.line("hinge", (bar.middle(), field.y), (bar.middle(), field.y + field.h));
    for n in 0..track.spaces.len() {
        let shown = if track.is_turned { track.spaces.len() - 1 - n } else { n };
        let space = &track.spaces[shown];
        let is_below = n < half;
        let column = if is_below { half - 1 - n } else { n - half };
        let past_bar = if column >= half / 2 { bar.w } else { 0.0 };
        let x = field.x + column as f64 * side + past_bar;
        let at = Rect { x, w: side, ..field };
        point(svg, scene, (track, space), at, (is_below, (column % 2 == 0) == is_below, laid.checker()));
    }
    let dice: Vec<&Dice> = scene.dice.iter().chain(&scene.rolled).collect();
    if has_dice(scene) {
        on_field(svg, scene, &dice, &laid);
    }
    beside(svg, scene, track, &laid);
}

/// Paints dice in the middle of the half of the seat that has rolled them, those that are spent dimmed.
fn on_field(svg: &mut Svg, scene: &Scene, all: &[&Dice], laid: &Points) {
    let is_others = scene.seats.iter().any(|seat| seat.is_due && !seat.is_own);
    let half = laid.halves()[usize::from(is_others)];
    let count: usize = all.iter().map(|dice| dice.shown.len() + dice.spent.len()).sum();
    let free = half.h * (1.0 - 2.0 * POINT);
    let gap = free * 0.16;
    let side = (free * 0.82).min((half.w - gap) / count.max(1) as f64 - gap);
    // Not much larger than checkers.
    let side = side.min(64.0).min((laid.checker() * 3.2).max(34.0));
    let left = half.middle() - (side * count as f64 + gap * (count.max(1) - 1) as f64) / 2.0;
    let mut n = 0;
    let roller = all.iter().find_map(|dice| dice.seat);
    let roller = roller.or_else(|| scene.seats.iter().find(|seat| seat.is_due).map(|seat| seat.number));
    svg.open_dice(roller.map_or("t-white", |seat| seat_class(scene, seat)));
    for dice in all {
        let shown = dice.shown.iter().enumerate().map(|(k, face)| (Some(k), *face));
        for (place, face) in shown.chain(dice.spent.iter().map(|face| (None, Some(*face)))) {
            let at = Rect::new(left + n as f64 * (side + gap), half.y + (half.h - side) / 2.0, side, side);
            match place {
                Some(place) => dice::die(svg, dice, (place, face), at),
                None => dice::spent_die(svg, face.unwrap_or(0), at),
            }
            n += 1;
        }
    }
    svg.close();
}

/// Paints a point: a triangle with its number in the frame, and the checkers on it.
fn point(
    svg: &mut Svg,
    scene: &Scene,
    (track, space): (&Track, &Space),
    at: Rect,
    (is_below, is_dark, r): (bool, bool, f64),
) {
    let (base, tip, way) = match is_below {
        true => (at.y + at.h, at.y + at.h * (1.0 - POINT), -1.0),
        false => (at.y, at.y + at.h * POINT, 1.0),
    };
    open(svg, scene, track, space);
    // The target has the whole height of its half, and the number.
    let edge = EDGES / 2.0;
    let top = if is_below { at.y + at.h / 2.0 } else { at.y - edge };
    svg.rect("reach", Rect { y: top, h: at.h / 2.0 + edge, ..at }, 0.0);
    svg.polygon(
        if is_dark { "ground dark point" } else { "ground light point" },
        &[(at.x + 1.0, base), (at.x + at.w - 1.0, base), (at.middle(), tip)],
    );
    let size = (at.w * 0.34).clamp(11.0, 14.0);
    let y = if is_below { base + edge / 2.0 } else { base - edge / 2.0 };
    svg.words("coordinate", (at.middle(), y + size * 0.36), (size, at.w + 4.0), Anchor::Middle, &space.name);
    for stands in &space.stands {
        stack(svg, scene, (&track.name, &space.name), stands, ((at.middle(), base), way, r));
    }
    ring_and_dot(svg, scene, &space.stands, ((at.middle(), base), way, r));
    if let Some(trace) = space.trace {
        moved(svg, &space.stands, trace, ((at.middle(), base), way, r));
    }
    svg.close();
}

/// The most checkers of a stack that are painted.
const MAX_CHECKERS: usize = 5;

/// The marks of a stack: a ring around its last checker, and a dot where the viewer's next one would be put.
fn ring_and_dot(svg: &mut Svg, scene: &Scene, all: &[Stands], ((x, y), way, r): ((f64, f64), f64, f64)) {
    let is_own = |stands: &&Stands| scene.seats.first().is_some_and(|seat| seat.number == stands.seat);
    let own = all.iter().find(is_own).map_or(0, |stands| stands.count);
    let at = |place: usize| y + way * r * (1.0 + 2.0 * place.min(MAX_CHECKERS - 1) as f64);
    if let Some(stands) = all.first() {
        svg.circle("top-ring", (x, at(stands.count.max(1) - 1)), r);
    }
    svg.circle("mark-dot", (x, at(own)), (r * 0.55).max(5.0));
}

/// Marks what the last action moved: a ring on the checker that came, and a broken one where one was.
fn moved(svg: &mut Svg, all: &[Stands], trace: Trace, ((x, y), way, r): ((f64, f64), f64, f64)) {
    let count = all.first().map_or(0, |stands| stands.count);
    let at = |place: usize| y + way * r * (1.0 + 2.0 * place.min(MAX_CHECKERS - 1) as f64);
    match trace {
        Trace::To => svg.arrived((x, at(count.max(1) - 1)), r * 0.66),
        _ if count < MAX_CHECKERS => svg.circle("left-place", (x, at(count)), r * 0.8),
        _ => {}
    }
}

/// A stack of checkers, at most five visible, with a count if there are more.
fn stack(
    svg: &mut Svg,
    scene: &Scene,
    (track, space): (&str, &str),
    stands: &Stands,
    ((x, y), way, r): ((f64, f64), f64, f64),
) {
    let class = seat_class(scene, stands.seat);
    let shown = stands.count.min(MAX_CHECKERS);
    for n in 0..shown {
        let y = y + way * r * (1.0 + 2.0 * n as f64);
        let is_last = n + 1 == shown;
        if is_last {
            svg.open_figure(track, space, seat_name(scene, Some(stands.seat)));
        }
        stone(svg, class, (x, y), r * 0.97);
        if is_last && stands.count > MAX_CHECKERS {
            let (text, size) = (stands.count.to_string(), (r * 1.1).max(11.0));
            svg.letter(&format!("token-word on-{class}"), (x, y + size * 0.36), (size, r * 2.0), &text);
        }
        if is_last {
            svg.close();
        }
    }
}

/// Paints the checkers on the bar, and those borne off, which lie on their edges in a tray.
fn beside(svg: &mut Svg, scene: &Scene, track: &Track, laid: &Points) {
    let is_own = |stands: &Stands| scene.seats.first().is_some_and(|seat| seat.number == stands.seat);
    let trays = (track.beside.len().max(2) - 1) as f64;
    for (n, beside) in track.beside.iter().enumerate() {
        let at = match n {
            0 => laid.bar,
            n => Rect { x: laid.tray.x + laid.tray.w / trays * (n - 1) as f64, w: laid.tray.w / trays, ..laid.tray },
        };
        let told =
            beside.stands.iter().map(|stands| format!(", {} {}", stands.count, seat_name(scene, Some(stands.seat))));
        svg.open(&Thing {
            kind: "space",
            of: &track.name,
            value: &beside.name,
            nth: None,
            copy: 0,
            count: 1,
            label: format!("{}{}", beside.title, told.collect::<String>()),
            class: if n == 0 && beside.stands.iter().any(is_own) { "taken" } else { "" },
        });
        let (middle, size) = (at.y + at.h / 2.0, 11.0);
        let class = if n == 0 { "reach" } else { "slot" };
        svg.rect(class, Rect::new(at.x + 3.0, at.y, at.w - 6.0, at.h), 4.0);
        let below = (at.middle(), at.y + at.h + EDGES / 4.0 + size * 0.36);
        svg.words("coordinate", below, (size, at.w + 8.0), Anchor::Middle, &beside.title);
        for stands in &beside.stands {
            let way = if is_own(stands) { 1.0 } else { -1.0 };
            match n {
                0 => {
                    let r = laid.checker().min(at.w * 0.47);
                    let from = (at.middle(), middle + way * 2.0);
                    stack(svg, scene, (&track.name, &beside.name), stands, (from, way, r));
                    if is_own(stands) {
                        let y = from.1 + way * r * (1.0 + 2.0 * (stands.count.clamp(1, MAX_CHECKERS) - 1) as f64);
                        svg.circle("top-ring", (at.middle(), y), r);
                    }
                }
                _ => borne_off(svg, scene, (&track.name, &beside.name), stands, at.inset(4.0)),
            }
        }
        svg.rect("tray-ring", Rect::new(at.x + 2.0, at.y, at.w - 4.0, at.h), 4.0);
        svg.close();
        // Outside of the group, whose label says them in words.
        for stands in beside.stands.iter().filter(|_| n > 0) {
            borne_off_count(svg, scene, stands, at.inset(4.0));
        }
    }
}

/// The thickness of a checker on its edge in a tray.
fn edge_height(stands: &Stands, tray: Rect) -> f64 {
    ((tray.h / 2.0 - 22.0) / stands.count.max(15) as f64).min(tray.w * 0.4)
}

/// Paints checkers on their edges from an end of a tray.
fn borne_off(svg: &mut Svg, scene: &Scene, (track, space): (&str, &str), stands: &Stands, tray: Rect) {
    let is_own = scene.seats.first().is_some_and(|seat| seat.number == stands.seat);
    let class = seat_class(scene, stands.seat);
    let step = edge_height(stands, tray);
    for n in 0..stands.count {
        let y = if is_own { tray.y + tray.h - step * (n + 1) as f64 } else { tray.y + step * n as f64 };
        let is_last = n + 1 == stands.count;
        if is_last {
            svg.open_figure(track, space, seat_name(scene, Some(stands.seat)));
        }
        svg.rect(&format!("token {class}"), Rect::new(tray.x, y, tray.w, (step - 1.0).max(1.0)), 2.0);
        if is_last {
            svg.close();
        }
    }
}

/// Paints the number of the checkers in a tray beside them.
fn borne_off_count(svg: &mut Svg, scene: &Scene, stands: &Stands, tray: Rect) {
    let is_own = scene.seats.first().is_some_and(|seat| seat.number == stands.seat);
    let far = edge_height(stands, tray) * stands.count as f64;
    let y = if is_own { tray.y + tray.h - far - 6.0 } else { tray.y + far + 14.0 };
    svg.letter("coordinate strong", (tray.middle(), y), (13.0, tray.w + 6.0), &stands.count.to_string());
}
