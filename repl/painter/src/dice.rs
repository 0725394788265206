//! Dice: their faces, as things that can be tapped and as pictures.

use parlour_table::scene::{Dice, symbol};

use crate::signs::pips;
use crate::svg::{Anchor, Rect, Svg, Thing};

/// The pips of larger dice are hollows, which the light reaches at their lower edge.
const LEAST_HOLLOW: f64 = 30.0;

/// Paints the face of a die that can't be tapped.
pub(crate) fn face(svg: &mut Svg, face: i32, at: Rect) {
    let side = at.w;
    body(svg, at);
    pips_of(svg, face, at, "pip");
    if face > 6 {
        let base = (at.middle(), at.y + side * 0.66);
        svg.letter("card-word strong", base, ((side * 0.44).max(11.0), side), &face.to_string());
    }
}

/// Paints a die that can be tapped: the n-th of its group, with the face that is shown.
pub(crate) fn die(svg: &mut Svg, dice: &Dice, (n, shown): (usize, Option<i32>), at: Rect) {
    let side = at.w;
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
    match shown {
        Some(_) => body(svg, at),
        None => svg.rect("back", at, side * 0.18),
    }
    if let (None, Some(art)) = (shown, symbol("question")) {
        svg.art("on-t-blue hidden-die", art, at.inset(side * 0.24));
    }
    let face = shown.unwrap_or(0);
    let (x, y) = (at.middle(), at.y + side / 2.0);
    pips_of(svg, face, at, "pip");
    if face > 6 {
        svg.words("card-word strong", (x, y + side * 0.16), (side * 0.44, side), Anchor::Middle, &value);
    }
    svg.rect("ring", at, side * 0.18);
    svg.rect("foot", Rect::new(at.x + side * 0.2, at.y + side + 3.0, side * 0.6, 4.0), 2.0);
    svg.close();
}

/// Paints a die that has been used and can't be tapped.
pub(crate) fn spent_die(svg: &mut Svg, face: i32, at: Rect) {
    svg.rect("die-face spent", at, at.w * 0.18);
    pips_of(svg, face, at, "pip spent");
}

/// Paints the body of a die: its shadow, its edge, and its face, which is a little hollow.
fn body(svg: &mut Svg, at: Rect) {
    let side = at.w;
    svg.drop_shadow(at, side * 0.18);
    svg.rect("die-face", at, side * 0.18);
    let top = Rect::new(at.x + side * 0.035, at.y + side * 0.02, side * 0.93, side * 0.91);
    svg.rect("die-top", top, side * 0.16);
}

/// Paints the pips of a face of up to six.
fn pips_of(svg: &mut Svg, face: i32, at: Rect, class: &str) {
    for (dx, dy) in pips(face) {
        let (x, y) = (at.middle() + dx * at.w, at.y + at.h / 2.0 + dy * at.w);
        svg.circle(class, (x, y), at.w * 0.09);
        if at.w >= LEAST_HOLLOW {
            svg.circle("pip-light", (x + at.w * 0.014, y + at.w * 0.024), at.w * 0.066);
        }
    }
}
