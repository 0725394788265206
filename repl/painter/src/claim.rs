//! A claim in dice: the dice that are claimed, with whose claim it is, and the sentence about it.

use parlour_table::scene::{Fact, FactLook, Scene};

use crate::sheet;
use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg, width};

/// The side of a claimed die, the gap between dice, and the padding of the panel.
const GAP: f64 = 8.0;
const AROUND: f64 = 12.0;
/// The gap above the panel, to the rim of the table.
const ABOVE: f64 = 10.0;
/// The font sizes of the sentence and of a number of dice.
const WORDS: f64 = 15.0;
const COUNT: f64 = 30.0;
/// The diameter of the token of the seat that makes the claim.
const TOKEN: f64 = 26.0;
/// More dice are a number and one die.
const MOST: i32 = 6;

/// The claim of a table, if there is one.
pub(crate) fn of(scene: &Scene) -> Option<&Fact> {
    scene.facts.iter().find(|fact| fact.look == FactLook::Dice)
}

/// The side of dice in a width.
fn side(wide: f64) -> f64 {
    if wide < 420.0 { 40.0 } else { 52.0 }
}

/// The height of a claim at a width, with the gap below.
pub(crate) fn height(wide: f64) -> f64 {
    side(wide) + 2.0 * AROUND + WORDS + 14.0 + ABOVE
}

/// Paints a claim.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, fact: &Fact, room: Rect) {
    let (side, claim) = (side(room.w).min(room.h - 2.0 * AROUND - WORDS - 8.0 - ABOVE).max(12.0), fact.claim);
    let count = fact.number.unwrap_or(0).max(1);
    let by = claim.and_then(|claim| claim.by);
    let token = if by.is_some() { TOKEN + GAP } else { 0.0 };
    let in_full = f64::from(count) * (side + GAP) - GAP;
    let number = width(&format!("{count} ×"), COUNT) * 1.15 + GAP;
    let is_full = count <= MOST && token + in_full + 2.0 * AROUND <= room.w;
    let dice = if is_full { in_full } else { number + side };
    let words = width(&fact.told(), WORDS) * 1.12;
    let wide = ((token + dice).max(words) + 2.0 * AROUND + 8.0).min(room.w);
    let at = Rect::new(room.middle() - wide / 2.0, room.y + ABOVE, wide, side + 2.0 * AROUND + WORDS + 4.0);
    svg.rect("paper", at, 10.0);
    let mut x = at.middle() - (token + dice) / 2.0;
    let y = at.y + AROUND;
    if let Some(seat) = by {
        let class = format!("token {}", seat_class(scene, seat));
        svg.circle(&class, (x + TOKEN / 2.0, y + side / 2.0), TOKEN / 2.0);
        x += token;
    }
    let face = claim.and_then(|claim| claim.face).unwrap_or(0);
    if !is_full {
        let base = (x, y + side / 2.0 + COUNT * 0.36);
        svg.words("card-word strong", base, (COUNT, number), Anchor::Start, &format!("{count} ×"));
        x += number;
    }
    for n in 0..if is_full { count } else { 1 } {
        sheet::face(svg, face, Rect::new(x + f64::from(n) * (side + GAP), y, side, side));
    }
    let base = (at.middle(), at.y + at.h - 10.0);
    svg.words("card-word strong", base, (WORDS, at.w - 12.0), Anchor::Middle, &fact.told());
}
