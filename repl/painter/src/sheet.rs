//! Score sheets, and dice.

use parlour_table::scene::{Dice, Scene, SeatScene, Sheet, SheetRow};

use crate::dice;
use crate::items;
use crate::names::{captioned, seat_name};
use crate::signs::{seat_class, tint_class};
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The preferred and the minimum height of a row.
const ROW: f64 = 58.0;
const ROW_BESIDE: f64 = 84.0;
const SINGLE: f64 = 30.0;
const LEAST_ROW: f64 = 19.0;
/// The height of a room in which a sheet has high rows.
const TALL_ROOM: f64 = 640.0;
/// The height of column heads.
const HEAD: f64 = 26.0;
/// The margin around the rows.
const EDGE: f64 = 6.0;
/// The gap above and below a sheet.
const GAP: f64 = 8.0;
/// Sheets with more rows are split into two halves side by side.
const LONG: usize = 8;
/// Font sizes.
const WORDS: f64 = 12.5;
/// The minimum width of a value, and the maximum of a half.
const VALUE: f64 = 28.0;
const WIDEST: f64 = 520.0;
/// Narrower sheets are those of a phone, with smaller words and margins.
const SLIM: f64 = 480.0;
/// The side of a picture before a row's title, relative to the row.
const SIGN: f64 = 0.5;

/// Letters of browsers relative to the measured ones.
const TITLE_SLACK: f64 = 1.06;

/// The layout of a sheet's rows in a width.
struct Halves {
    /// The number of columns of rows.
    count: usize,
    per_half: usize,
    /// The width of a half.
    wide: f64,
    /// The width of the row titles.
    titles: f64,
    /// True for a narrow sheet.
    is_slim: bool,
}

impl Halves {
    fn of(sheet: &Sheet, wide: f64) -> Self {
        let rows = sheet.rows.len().max(1);
        let is_slim = wide < SLIM;
        let (size, around, slack) = if is_slim { (11.0, 18.0, 1.0) } else { (WORDS, 26.0, TITLE_SLACK) };
        let of = |row: &SheetRow| width(&row.title, size) + if row.art.is_some() && !is_slim { 30.0 } else { 0.0 };
        let titles = sheet.rows.iter().map(of).fold(0.0, f64::max) * slack + around;
        let column = sheet.columns.iter().map(|name| width(name, 12.0) + 10.0).fold(VALUE, f64::max).min(80.0);
        let columns = sheet.columns.len().max(1) as f64;
        let needs = titles + column * columns + 8.0;
        let most = match rows {
            // Single numbers need little room.
            _ if sheet.columns.is_empty() => rows.min(5),
            rows if rows >= LONG => 2,
            _ => 1,
        };
        let fits = |count: &usize| {
            let narrow = titles + VALUE * columns + if is_slim { 4.0 } else { 8.0 };
            narrow * *count as f64 <= wide
        };
        let count = (1..=most).rev().find(fits).unwrap_or(1);
        let widest = if sheet.columns.is_empty() { needs.max(120.0) } else { (needs * 2.2).min(WIDEST).max(needs) };
        let wide = (wide / count as f64).min(widest);
        Self { count, per_half: rows.div_ceil(count), wide, titles: titles.min(wide * 0.66), is_slim }
    }

    fn height(&self, row: f64) -> f64 {
        self.per_half as f64 * row + HEAD + EDGE
    }

    /// The height of a row, for a maximum height of the sheet.
    fn row(&self, most: f64) -> f64 {
        let highest = if self.is_slim { ROW } else { ROW_BESIDE };
        ((most - HEAD - EDGE) / self.per_half as f64).min(highest)
    }
}

/// The least number of rows of a sheet with a row for the scores.
const TOTALLED: usize = 5;

/// The scene with the scores of the seats as the last row of a sheet that has a column for each of them.
pub(crate) fn totalled(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    let score = |name: &String| {
        let seat = scene.seats.iter().find(|seat| seat.seat == *name)?;
        seat.score.as_ref().map(|score| score.value.clone())
    };
    let totals: Vec<Option<Vec<Option<String>>>> =
        scene.sheets.iter().map(|sheet| sheet.columns.iter().map(|name| score(name).map(Some)).collect()).collect();
    for (sheet, totals) in scene.sheets.iter_mut().zip(totals) {
        let is_whole = sheet.columns.len() > 1 && sheet.rows.len() >= TOTALLED;
        let (Some(values), Some(last), true) = (totals, sheet.rows.last(), is_whole) else { continue };
        let sum = |name: &str, title: String, values: Vec<Option<String>>| {
            let mut row = last.clone();
            (row.name, row.title) = (name.to_owned(), title);
            (row.tint, row.art) = (None, None);
            row.would = vec![None; values.len()];
            row.values = values;
            row
        };
        let total = sum("", "total".to_owned(), values);
        let part = part_summed(&scene.seats, sheet).map(|(n, title, values)| (n, sum(PART, title, values)));
        sheet.rows.push(total);
        if let Some((n, part)) = part {
            sheet.rows.insert(n, part);
        }
    }
    scene
}

/// The name of the row with the sum of the first rows of a sheet.
const PART: &str = "sum of the first";

/// The sum of the first rows of a sheet, as the seats' notes tell it by the first and the last of them, such as
/// "ones to sixes 26 of 63": the number of rows, its title and its values.
fn part_summed(seats: &[SeatScene], sheet: &Sheet) -> Option<(usize, String, Vec<Option<String>>)> {
    let of = |name: &String| items::progress(seats.iter().find(|seat| seat.seat == *name)?);
    let told: Vec<(&str, i32, i32)> = sheet.columns.iter().map(of).collect::<Option<_>>()?;
    let (title, _, most) = *told.first()?;
    let (from, to) = title.split_once(" to ")?;
    let last = sheet.rows.iter().position(|row| row.title == to).filter(|_| sheet.rows[0].title == from)?;
    let values = told.iter().map(|(_, number, _)| Some(number.to_string()));
    Some((last + 1, format!("sum, of {most}"), values.collect()))
}

/// The rows of each half of a sheet: a sum of the first rows ends the first one.
fn halves_of<'a>(sheet: &'a Sheet, halves: &Halves) -> Vec<&'a [SheetRow]> {
    let sum = sheet.rows.iter().position(|row| row.name == PART).map_or(0, |n| n + 1);
    let is_end = halves.count == 2 && sum <= halves.per_half && sheet.rows.len() - sum <= halves.per_half;
    if sum > 0 && sum < sheet.rows.len() && is_end {
        let (first, second) = sheet.rows.split_at(sum);
        return vec![first, second];
    }
    sheet.rows.chunks(halves.per_half.max(1)).collect()
}

/// True if a sheet's rows are shown as tiles: a few single numbers named after colours.
fn is_tiles(sheet: &Sheet) -> bool {
    sheet.columns.is_empty() && (2..=8).contains(&sheet.rows.len()) && sheet.rows.iter().all(|row| row.tint.is_some())
}

/// The minimum and maximum width of a tile, its relative height, and the height of the title above.
const TILES: (f64, f64) = (30.0, 88.0);
const TALL: f64 = 1.3;
const TITLE: f64 = 22.0;

/// The width of the tiles of a sheet in a room.
fn tile(sheet: &Sheet, wide: f64, most: f64) -> f64 {
    let count = sheet.rows.len().max(1) as f64;
    ((wide - BETWEEN * (count - 1.0)) / count).min((most - TITLE) / TALL).min(TILES.1).max(8.0)
}

/// A row of a sheet as a tap target, with its values in words.
fn thing<'a>(sheet: &'a Sheet, row: &'a SheetRow, values: &str) -> Thing<'a> {
    let label = format!("{}: {values}", row.title);
    Thing { kind: "row", of: &sheet.name, value: &row.name, nth: None, copy: 0, count: 1, label, class: "" }
}

fn paint_tiles(svg: &mut Svg, sheet: &Sheet, room: Rect) {
    let wide = tile(sheet, room.w, room.h);
    let count = sheet.rows.len() as f64;
    let left = room.middle() - (wide * count + BETWEEN * (count - 1.0)) / 2.0;
    svg.words("place-title", (room.middle(), room.y + 15.0), (12.0, room.w), Anchor::Middle, &sheet.title);
    for (n, row) in sheet.rows.iter().enumerate() {
        let at = Rect::new(left + n as f64 * (wide + BETWEEN), room.y + TITLE, wide, wide * TALL);
        let tint = row.tint.map_or("t-black", tint_class);
        let value = row.values.first().and_then(Option::as_deref).unwrap_or("0");
        svg.open(&thing(sheet, row, value));
        let is_begun = value != "0";
        svg.rect("card-paper", at, 7.0);
        svg.rect(&format!("sheet-row {}", if is_begun { format!("pill {tint}") } else { "wash".to_owned() }), at, 7.0);
        let ink = if is_begun { format!("sign on-{tint}") } else { format!("sign {tint}") };
        let name = if width(&row.title, 11.0) <= wide - 4.0 && at.h >= 48.0 { 14.0 } else { 0.0 };
        let size = (wide * 0.44).max(14.0);
        let side = (at.h - size - name - 4.0).min(wide * 0.7).max(6.0);
        if let Some(art) = &row.art {
            svg.art(&ink, art, Rect::new(at.middle() - side / 2.0, at.y + size + 1.0, side, side));
        }
        svg.close();
        // Outside of the tile's group, whose label says them in words.
        svg.letter(&ink, (at.middle(), at.y + size * 0.95), (size, wide), value);
        if name > 0.0 {
            svg.letter(&format!("{ink} tile-name"), (at.middle(), at.y + at.h - 5.0), (11.0, wide), &row.title);
        }
    }
}

/// The width and height of a sheet.
pub(crate) fn size(sheet: &Sheet, wide: f64, most: f64) -> (f64, f64) {
    if is_tiles(sheet) {
        let side = tile(sheet, wide, most);
        return (wide, (side * TALL + TITLE + 4.0).min(most));
    }
    let halves = Halves::of(sheet, wide);
    let row = match (sheet.columns.is_empty(), halves.is_slim || most < TALL_ROOM) {
        (true, _) => SINGLE,
        (false, true) => ROW,
        (false, false) => ROW_BESIDE,
    };
    (halves.wide * halves.count as f64, (halves.height(row) + GAP).min(most))
}

/// The minimum height of a sheet.
pub(crate) fn least_height(sheet: &Sheet, wide: f64) -> f64 {
    if is_tiles(sheet) {
        return TILES.0 * TALL + TITLE;
    }
    Halves::of(sheet, wide).height(LEAST_ROW) + GAP
}

/// The height of a row of a sheet in a room.
pub(crate) fn side(sheet: &Sheet, room: Rect) -> f64 {
    if is_tiles(sheet) {
        return tile(sheet, room.w, room.h) * 0.6;
    }
    Halves::of(sheet, room.w).row(room.h - GAP)
}

/// Paints a sheet, with rows as high as fit.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, sheet: &Sheet, room: Rect) {
    if is_tiles(sheet) {
        return paint_tiles(svg, sheet, room);
    }
    let halves = Halves::of(sheet, room.w);
    let row_height = halves.row(room.h - GAP).max(4.0);
    let (wide, high) = (halves.wide * halves.count as f64, halves.height(row_height));
    let at = Rect::new(room.middle() - wide / 2.0, room.y + (room.h - high).max(0.0) / 2.0, wide, high);
    svg.drop_shadow(at, 8.0);
    svg.rect("paper", at, 8.0);
    // Rows of seats say themselves what they are.
    if sheet.columns.is_empty() {
        svg.words("card-word strong", (at.x + 10.0, at.y + 17.5), (13.0, wide - 20.0), Anchor::Start, &sheet.title);
    }
    for (half, rows) in halves_of(sheet, &halves).into_iter().enumerate() {
        let part = Rect::new(at.x + half as f64 * halves.wide, at.y, halves.wide, high);
        heads(svg, scene, sheet, (&halves, part));
        for (n, row) in rows.iter().enumerate() {
            let y = at.y + HEAD + n as f64 * row_height;
            let line = Rect::new(part.x + 4.0, y, halves.wide - 8.0, row_height);
            paint_row(svg, scene, (sheet, row), &halves, line);
        }
    }
}

/// The centre and width of a column.
fn column(sheet: &Sheet, (halves, part): (&Halves, Rect), n: usize) -> (f64, f64) {
    let wide = (halves.wide - halves.titles - 8.0).max(1.0) / sheet.columns.len().max(1) as f64;
    (part.x + halves.titles + (n as f64 + 0.5) * wide, wide)
}

fn is_own(scene: &Scene, name: &str) -> bool {
    scene.seats.iter().any(|seat| seat.is_own && seat.seat == name)
}

fn heads(svg: &mut Svg, scene: &Scene, sheet: &Sheet, (halves, part): (&Halves, Rect)) {
    for (n, name) in sheet.columns.iter().enumerate() {
        let (x, wide) = column(sheet, (halves, part), n);
        if is_own(scene, name) {
            svg.rect("own-column", Rect::new(x - wide / 2.0 + 1.0, part.y, wide - 2.0, part.h), 4.0);
        }
        let seat = scene.seats.iter().find(|seat| seat.seat == *name);
        let words = if is_own(scene, name) { "you".to_owned() } else { captioned(name) };
        let words = words.as_str();
        let r = seat.filter(|_| width(words, 12.0) + 22.0 <= wide).map_or(0.0, |_| 6.0);
        let x = x + if r > 0.0 { r + 2.0 } else { 0.0 };
        if let Some(seat) = seat.filter(|_| r > 0.0) {
            let class = format!("token {}", seat_class(scene, seat.number));
            svg.circle(&class, (x - width(words, 12.0) / 2.0 - r - 4.0, part.y + 13.0), r);
        }
        svg.words("card-word strong", (x, part.y + 17.0), (12.0, wide - 2.0), Anchor::Middle, words);
    }
}

fn paint_row(svg: &mut Svg, scene: &Scene, (sheet, row): (&Sheet, &SheetRow), halves: &Halves, line: Rect) {
    let would = |n: usize| row.would.get(n).and_then(Option::as_deref);
    let told = |(n, value): (usize, &Option<String>)| match (value, would(n)) {
        (Some(value), _) => value.clone(),
        (None, Some(would)) => format!("open, would be {would}"),
        (None, None) => "open".to_owned(),
    };
    let values: Vec<String> = row.values.iter().enumerate().map(told).collect();
    // A cell that shows what it would be is the mark of its row.
    let is_shown = (0..row.values.len()).any(|n| would(n).is_some());
    svg.open(&Thing { class: if is_shown { "told" } else { "" }, ..thing(sheet, row, &values.join(", ")) });
    svg.rect("sheet-row", line.inset(1.0), 4.0);
    let size = (line.h * 0.42).clamp(11.0, 19.0);
    let y = line.y + line.h / 2.0 + size * 0.36;
    let pad = if halves.is_slim { 3.0 } else { 8.0 };
    let sign = match &row.art {
        Some(art) if !halves.is_slim => {
            let side = (line.h * SIGN).clamp(12.0, 26.0);
            svg.art("t-black", art, Rect::new(line.x + pad, line.y + (line.h - side) / 2.0, side, side));
            side + 8.0
        }
        _ => 0.0,
    };
    let room = (halves.titles - pad - sign - 4.0).max(1.0);
    // All titles have one size.
    let longest = sheet.rows.iter().map(|row| width(&row.title, 1.0)).fold(1.0, f64::max) * TITLE_SLACK;
    let words = (room / longest).clamp(11.0, 17.0).min(size.max(11.0));
    let base = (line.x + pad + sign, line.y + line.h / 2.0 + words * 0.36);
    svg.words("card-word", base, (words, room), Anchor::Start, &row.title);
    svg.close();
    // Outside of the row's group, whose label says them in words.
    let part = Rect { x: line.x - 4.0, ..line };
    for (n, value) in row.values.iter().enumerate() {
        let (x, wide) = column(sheet, (halves, part), n);
        match (value, would(n)) {
            (Some(value), _) => {
                let most = row.title.rsplit(' ').next().filter(|_| row.name == PART);
                let part = most.and_then(|most| Some(value.parse::<f64>().ok()? / most.parse::<f64>().ok()?));
                let lift = if part.is_some() { size * 0.24 } else { 0.0 };
                svg.letter("card-word strong", (x, y - lift), (size, wide), value);
                if let Some(part) = part {
                    let bar = Rect::new(x - wide * 0.36, y + size * 0.16, wide * 0.72, (line.h * 0.12).clamp(4.0, 6.0));
                    svg.rect("sum-bar", bar, bar.h / 2.0);
                    svg.rect("sum-bar full", Rect { w: bar.w * part.clamp(0.0, 1.0), ..bar }, bar.h / 2.0);
                }
            }
            (None, Some(would)) => {
                let (wide, high) = ((wide - 6.0).min(74.0), (line.h - 5.0).min(40.0));
                let box_ = Rect::new(x - wide / 2.0, line.y + (line.h - high) / 2.0, wide, high);
                let is_own = sheet.columns.get(n).is_none_or(|name| is_own(scene, name));
                let class = match (is_own, would) {
                    (false, _) => "would-not",
                    (true, "0") => "would nothing",
                    (true, _) => "would",
                };
                svg.rect(class, box_, 6.0);
                svg.letter("would-word", (x, y), (size, wide), would);
            }
            (None, None) => svg.letter("card-word quiet", (x, y), (size, wide), "·"),
        }
    }
}

/// The height of the name below dice.
const DICE_NAME: f64 = 18.0;
/// The gap between dice, and the padding of a tray.
const BETWEEN: f64 = 10.0;
const AROUND: f64 = 12.0;
/// The minimum and maximum side of dice.
const DIE: (f64, f64) = (20.0, 112.0);
/// The maximum side of dice that are all that lies on a table.
const LARGEST: f64 = 156.0;

/// The relative size of hidden dice.
const HIDDEN: f64 = 0.55;

/// True if dice are labelled with their owner.
fn is_named(scene: &Scene, dice: &Dice) -> bool {
    let is_titled = |dice: &Dice| dice.seat.is_none() && !dice.shown.is_empty();
    scene.dice.len() > 1 && (dice.seat.is_some() || scene.dice.iter().filter(|dice| is_titled(dice)).count() > 1)
}

/// True if dice are all that lies on a table.
pub(crate) fn are_alone(scene: &Scene) -> bool {
    let is_bare = scene.boards.is_empty() && scene.sheets.is_empty() && scene.tracks.is_empty();
    is_bare && scene.uncovered.is_empty() && scene.places.iter().all(|place| place.count == 0)
}

/// The maximum side of dice.
fn most(scene: &Scene) -> f64 {
    if are_alone(scene) && scene.dice.iter().all(|dice| dice.seat.is_none()) { LARGEST } else { DIE.1 }
}

/// The side of a die; hidden ones are smaller.
fn side_of(scene: &Scene, dice: &Dice, side: f64) -> f64 {
    let side = side.min(most(scene));
    if dice.shown.iter().all(Option::is_none) { side * HIDDEN } else { side }
}

/// The dice of a row of a tray: on a phone without a sheet many dice are large in two rows.
fn per_row(scene: &Scene, dice: &Dice, wide: f64) -> usize {
    let count = cells(scene, dice);
    if dice.shown.len() >= MANY_DICE && wide < SLIM && scene.sheets.is_empty() && scene.boards.is_empty() {
        count.div_ceil(2)
    } else {
        count
    }
}

const MANY_DICE: usize = 5;

/// The number of places for dice in a tray: in the viewer's own those of lost dice as well.
fn cells(scene: &Scene, dice: &Dice) -> usize {
    let is_own = scene.seats.iter().any(|seat| seat.is_own && Some(seat.number) == dice.seat);
    let most = if is_own && dice.most <= MANY_DICE { dice.most } else { 0 };
    dice.shown.len().max(most).max(1)
}

/// The size of a tray of dice.
fn tray(scene: &Scene, dice: &Dice, (wide, side): (f64, f64)) -> (f64, f64) {
    let (count, side) = (per_row(scene, dice, wide), side_of(scene, dice, side));
    let rows = cells(scene, dice).div_ceil(count) as f64;
    let name = if is_named(scene, dice) { DICE_NAME } else { 0.0 };
    let across = count as f64 * (side + BETWEEN) - BETWEEN + 2.0 * AROUND;
    (across, rows * (side + BETWEEN) - BETWEEN + 2.0 * AROUND + name)
}

/// The rows of trays at a width.
fn trays<'a>(scene: &Scene, all: &[&'a Dice], wide: f64, side: f64) -> Vec<Vec<&'a Dice>> {
    let mut rows: Vec<Vec<&Dice>> = Vec::new();
    let mut left = 0.0;
    for dice in all {
        let (w, _) = tray(scene, dice, (wide, side));
        match rows.last_mut().filter(|_| w <= left) {
            Some(row) => row.push(dice),
            None => {
                rows.push(vec![dice]);
                left = wide;
            }
        }
        left -= w + AROUND;
    }
    rows
}

/// The side at which dice fit into a width.
fn fitting(scene: &Scene, all: &[&Dice], wide: f64, side: f64) -> f64 {
    let of = |dice: &&Dice| {
        let count = per_row(scene, dice, wide) as f64;
        let most = ((wide - 2.0 * AROUND + BETWEEN) / count - BETWEEN).max(4.0);
        if dice.shown.iter().all(Option::is_none) { most / HIDDEN } else { most }
    };
    all.iter().map(of).fold(side, f64::min)
}

/// The height of dice of approximately this side at a width.
pub(crate) fn dice_height(scene: &Scene, all: &[&Dice], wide: f64, side: f64) -> f64 {
    let side = fitting(scene, all, wide, side);
    let row = |row: &Vec<&Dice>| row.iter().map(|dice| tray(scene, dice, (wide, side)).1).fold(0.0, f64::max) + 4.0;
    trays(scene, all, wide, side).iter().map(row).sum()
}

/// The maximum side of dice in a room.
pub(crate) fn dice_side(scene: &Scene, all: &[&Dice], room: Rect) -> f64 {
    let most = most(scene);
    let mut sides = (0..=24).map(|n| most - f64::from(n) * (most - DIE.0) / 24.0);
    let fits = |side: &f64| dice_height(scene, all, room.w, *side) <= room.h + 0.1;
    fitting(scene, all, room.w, sides.find(fits).unwrap_or(DIE.0))
}

/// The width of dice in a room, with their trays.
pub(crate) fn dice_width(scene: &Scene, all: &[&Dice], room: Rect) -> f64 {
    let side = dice_side(scene, all, room);
    let row = |row: &Vec<&Dice>| row.iter().map(|dice| tray(scene, dice, (room.w, side)).0 + AROUND).sum::<f64>();
    trays(scene, all, room.w, side).iter().map(row).fold(0.0, f64::max) - AROUND
}

/// Paints dice, those of each seat in a tray.
pub(crate) fn paint_dice(svg: &mut Svg, scene: &Scene, all: &[&Dice], room: Rect) {
    let side = dice_side(scene, all, room);
    let mut y = room.y;
    for row in trays(scene, all, room.w, side) {
        let sizes: Vec<(f64, f64)> = row.iter().map(|dice| tray(scene, dice, (room.w, side))).collect();
        let wide: f64 = sizes.iter().map(|(w, _)| w + AROUND).sum::<f64>() - AROUND;
        let high = sizes.iter().map(|(_, h)| *h).fold(0.0, f64::max);
        let mut x = room.middle() - wide / 2.0;
        for (dice, (w, h)) in row.iter().zip(sizes) {
            let count = per_row(scene, dice, room.w);
            paint_tray(svg, scene, dice, Rect::new(x, y + (high - h), w, h), (count, side_of(scene, dice, side)));
            x += w + AROUND;
        }
        y += high + 4.0;
    }
}

fn paint_tray(svg: &mut Svg, scene: &Scene, dice: &Dice, room: Rect, (in_row, side): (usize, f64)) {
    let mut tray = room;
    if is_named(scene, dice) {
        let (below, above) = room.split_bottom(DICE_NAME);
        let is_own = scene.seats.iter().any(|seat| seat.is_own && Some(seat.number) == dice.seat);
        let whose = if is_own { "yours".to_owned() } else { captioned(seat_name(scene, dice.seat)) };
        let is_past = scene.uncovered.iter().any(|shown| std::ptr::eq(shown, dice));
        let words = match (is_past, is_own) {
            (true, true) => "you showed".to_owned(),
            (true, false) => format!("{whose} showed"),
            _ if dice.seat.is_none() => dice.title.clone(),
            _ => format!("{whose} · {}", dice.shown.len()),
        };
        // Of a single die the number is seen.
        let words = if width(&words, 12.0) > room.w && dice.shown.len() == 1 { whose } else { words };
        svg.words("place-title", (room.middle(), below.y + 13.0), (12.0, room.w), Anchor::Middle, &words);
        tray = above;
    }
    svg.rect("tray", tray, 10.0);
    // A tray may be narrower than preferred.
    let step = ((tray.w - 2.0 * AROUND + BETWEEN) / in_row as f64).min(side + BETWEEN);
    let side = side.min(step - 2.0).max(4.0);
    let left = tray.middle() - (step * in_row as f64 - (step - side)) / 2.0;
    let all = cells(scene, dice);
    let rows = all.div_ceil(in_row) as f64;
    let top = tray.y + (tray.h - (rows * (side + BETWEEN) - BETWEEN)) / 2.0;
    let place = |n: usize| {
        Rect::new(left + (n % in_row) as f64 * step, top + (n / in_row) as f64 * (side + BETWEEN), side, side)
    };
    for n in dice.shown.len()..all {
        svg.rect("lost-die", place(n).inset(side * 0.1), side * 0.16);
    }
    for (n, shown) in dice.shown.iter().enumerate() {
        let at = place(n);
        dice::die(svg, dice, (n, *shown), at);
        match shown.map(|face| dice.counted.contains(&face)) {
            // Within its edge, clear of the ring of the next one.
            Some(true) => svg.rect("counted", at.inset(COUNTED), side * 0.15),
            // Those of a seat that are shown only tell; those of the table stay what is chosen from.
            Some(false) if !dice.counted.is_empty() && dice.seat.is_some() => svg.rect("uncounted", at, side * 0.18),
            _ => {}
        }
    }
}

/// The distance of the ring of a die that counts from its edge.
const COUNTED: f64 = 2.5;
