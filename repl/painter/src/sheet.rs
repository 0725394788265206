//! Tables of numbers, and dice.

use parlour_table::scene::{Dice, Scene, Sheet, SheetRow};

use crate::board::seat_name;
use crate::signs::pips;
use crate::svg::{Anchor, Rect, Svg, Thing};

/// The height of a row.
const ROW: f64 = 25.0;
/// The height of the heads of the columns.
const HEAD: f64 = 24.0;

/// In how many columns the rows of a sheet lie side by side.
fn halves(sheet: &Sheet) -> usize {
    match sheet.rows.len() {
        // Single numbers need little room.
        rows if sheet.columns.is_empty() => rows.clamp(1, 3),
        8.. => 2,
        _ => 1,
    }
}

/// How wide each of these columns is at most.
fn widest(sheet: &Sheet) -> f64 {
    if sheet.columns.is_empty() { 140.0 } else { 300.0 }
}

/// The height of a sheet.
pub(crate) fn height(sheet: &Sheet) -> f64 {
    sheet.rows.len().div_ceil(halves(sheet)) as f64 * ROW + HEAD + 6.0
}

/// Paints a sheet, its rows so high that it fits.
pub(crate) fn paint(svg: &mut Svg, sheet: &Sheet, room: Rect) {
    let halves = halves(sheet);
    let (wide, high) = (room.w.min(widest(sheet) * halves as f64), room.h.min(height(sheet)));
    let at = Rect::new(room.middle() - wide / 2.0, room.y, wide, high);
    svg.rect("paper", at, 8.0);
    svg.words("card-word", (at.x + 12.0, at.y + 16.0), (13.0, wide * 0.4), Anchor::Start, &sheet.title);
    let per_half = sheet.rows.len().div_ceil(halves).max(1);
    let row_height = ((high - HEAD - 4.0) / per_half as f64).min(ROW);
    for (half, rows) in sheet.rows.chunks(per_half).enumerate() {
        let half_wide = wide / halves as f64;
        let part = Rect::new(at.x + half as f64 * half_wide, at.y, half_wide, high);
        heads(svg, sheet, part);
        for (n, row) in rows.iter().enumerate() {
            let line = Rect::new(part.x + 4.0, at.y + HEAD + n as f64 * row_height, half_wide - 8.0, row_height);
            paint_row(svg, sheet, row, line);
        }
    }
}

/// Where the middle of a column is, and how wide it is.
fn column(sheet: &Sheet, part: Rect, n: usize) -> (f64, f64) {
    let wide = part.w * 0.42 / sheet.columns.len().max(1) as f64;
    (part.x + part.w * 0.56 + (n as f64 + 0.5) * wide, wide)
}

fn heads(svg: &mut Svg, sheet: &Sheet, part: Rect) {
    for (n, name) in sheet.columns.iter().enumerate() {
        let (x, wide) = column(sheet, part, n);
        svg.words("card-word", (x, part.y + 16.0), (12.0, wide), Anchor::Middle, name);
    }
}

fn paint_row(svg: &mut Svg, sheet: &Sheet, row: &SheetRow, line: Rect) {
    let values: Vec<&str> = row.values.iter().map(|value| value.as_deref().unwrap_or("open")).collect();
    svg.open(&Thing {
        kind: "row",
        of: &sheet.name,
        value: &row.name,
        nth: None,
        copy: 0,
        count: 1,
        label: format!("{}: {}", row.title, values.join(", ")),
        class: "",
    });
    svg.rect("sheet-row", line.inset(1.0), 4.0);
    let size = (line.h * 0.58).clamp(8.0, 14.0);
    let y = line.y + line.h / 2.0 + size * 0.36;
    svg.words("card-word", (line.x + 8.0, y), (size, line.w * 0.53), Anchor::Start, &row.title);
    svg.close();
    // Beside the row, whose label tells them in words.
    for (n, value) in row.values.iter().enumerate() {
        let (x, wide) = column(sheet, line, n);
        svg.letter("card-word strong", (x, y), (size, wide), value.as_deref().unwrap_or("·"));
    }
}

/// The height of the name below dice.
pub(crate) const DICE_NAME: f64 = 16.0;

/// Whether it is written below dice whose they are.
pub(crate) fn is_named(scene: &Scene, dice: &Dice) -> bool {
    dice.seat.is_some() && scene.dice.len() > 1
}

/// Paints dice in a row.
pub(crate) fn paint_dice(svg: &mut Svg, scene: &Scene, dice: &Dice, room: Rect) {
    let is_own = scene.seats.iter().any(|seat| seat.is_own && Some(seat.number) == dice.seat);
    let room = if is_named(scene, dice) {
        let (below, above) = room.split_bottom(DICE_NAME);
        let whose = if is_own { "yours" } else { seat_name(scene, dice.seat) };
        let words = format!("{whose} · {}", dice.shown.len());
        svg.words("place-title", (room.middle(), below.y + 11.0), (12.0, room.w), Anchor::Middle, &words);
        above
    } else {
        room
    };
    let count = dice.shown.len().max(1) as f64;
    let side = (room.h - 8.0).min((room.w - 8.0) / count - 8.0).clamp(8.0, 54.0);
    let left = room.middle() - (count * (side + 10.0) - 10.0) / 2.0;
    for (n, shown) in dice.shown.iter().enumerate() {
        let at = Rect::new(left + n as f64 * (side + 10.0), room.y + (room.h - side) / 2.0, side, side);
        let value = shown.map_or_else(String::new, |face| face.to_string());
        svg.open(&Thing {
            kind: "die",
            of: &dice.name,
            value: &value,
            nth: Some(n + 1),
            copy: n,
            count: 1,
            label: if value.is_empty() { "a die that is hidden".to_owned() } else { format!("a die: {value}") },
            class: "",
        });
        svg.rect(if shown.is_some() { "die-face" } else { "back" }, at, side * 0.18);
        let face = shown.unwrap_or(0);
        let (x, y) = (at.middle(), at.y + side / 2.0);
        for (dx, dy) in pips(face) {
            svg.circle("pip", (x + dx * side, y + dy * side), side * 0.09);
        }
        if face > 6 {
            svg.words("card-word strong", (x, y + side * 0.16), (side * 0.44, side), Anchor::Middle, &value);
        }
        svg.rect("ring", at, side * 0.18);
        svg.close();
    }
}
