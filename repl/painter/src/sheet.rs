//! Tables of numbers, and dice.

use parlour_table::scene::{Dice, Sheet};

use crate::signs::pips;
use crate::svg::{Anchor, Rect, Svg, Thing};

/// The height of a sheet.
pub(crate) fn height(sheet: &Sheet) -> f64 {
    sheet.rows.len() as f64 * ROW + 30.0
}

const ROW: f64 = 25.0;

/// Paints a sheet, its rows so high that it fits.
pub(crate) fn paint(svg: &mut Svg, sheet: &Sheet, room: Rect) {
    let columns = sheet.columns.len().max(1);
    let wide = room.w.min(200.0 + 70.0 * columns as f64);
    let at = Rect::new(room.middle() - wide / 2.0, room.y, wide, room.h.min(height(sheet)));
    svg.rect("paper", at, 8.0);
    let head = if sheet.columns.is_empty() { 22.0 } else { 24.0 };
    let row_height = ((at.h - head - 4.0) / sheet.rows.len().max(1) as f64).min(ROW);
    let size = (row_height * 0.6).clamp(8.0, 14.0);
    let column = |n: usize| at.x + wide * 0.48 + (n as f64 + 0.5) * (wide * 0.5 / columns as f64);
    svg.words("card-word", (at.x + 12.0, at.y + 16.0), (13.0, wide * 0.45), Anchor::Start, &sheet.title);
    for (n, name) in sheet.columns.iter().enumerate() {
        svg.words("card-word", (column(n), at.y + 16.0), (13.0, wide * 0.5 / columns as f64), Anchor::Middle, name);
    }
    for (n, row) in sheet.rows.iter().enumerate() {
        let line = Rect::new(at.x + 4.0, at.y + head + n as f64 * row_height, wide - 8.0, row_height);
        svg.open(&Thing {
            kind: "row",
            of: &sheet.name,
            value: &row.name,
            nth: None,
            copy: 0,
            count: 1,
            label: format!(
                "{}: {}",
                row.title,
                row.values.iter().map(|v| v.as_deref().unwrap_or("open")).collect::<Vec<_>>().join(", ")
            ),
            class: "",
        });
        svg.rect("sheet-row", line, 4.0);
        let y = line.y + row_height / 2.0 + size * 0.36;
        svg.words("card-word", (line.x + 8.0, y), (size, wide * 0.45), Anchor::Start, &row.title);
        for (k, value) in row.values.iter().enumerate() {
            let text = value.as_deref().unwrap_or("·");
            svg.words("card-word strong", (column(k), y), (size, wide * 0.5 / columns as f64), Anchor::Middle, text);
        }
        svg.close();
    }
}

/// Paints dice in a row.
pub(crate) fn paint_dice(svg: &mut Svg, dice: &Dice, room: Rect) {
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
