//! A claim in dice: the dice that are claimed, with whose claim it is, and the sentence about it.

use parlour_table::scene::{Fact, FactLook, Scene};

use crate::dice;
use crate::names::{capitalized, seat_name};
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

/// The sentence about a claim, which names the viewer as such.
fn told(scene: &Scene, fact: &Fact) -> String {
    let by = fact.claim.and_then(|claim| claim.by);
    let own = scene.seats.iter().find(|seat| seat.is_own && Some(seat.number) == by);
    let told = fact.told();
    let rest = own.and_then(|own| told.strip_prefix(&format!("{} ", own.seat)));
    match (rest, is_settled(fact)) {
        (Some(rest), true) => format!("Last round: you {rest}"),
        (None, true) => format!("Last round: {}", capitalized(&told)),
        (Some(rest), false) => format!("You {rest}"),
        (None, false) => capitalized(&told),
    }
}

/// The side of dice in a width.
fn side(wide: f64) -> f64 {
    match wide {
        ..420.0 => 44.0,
        ..700.0 => 52.0,
        _ => 72.0,
    }
}

/// True if a claim was settled by the last action.
pub(crate) fn is_settled(fact: &Fact) -> bool {
    fact.claim.is_some_and(|claim| claim.is_settled)
}

/// The height of a claim at a width, with the gap below.
pub(crate) fn height(fact: &Fact, wide: f64) -> f64 {
    if is_settled(fact) {
        return TOKEN + 2.0 * GAP;
    }
    side(wide) + 2.0 * AROUND + words_size(side(wide)) + 14.0 + ABOVE
}

/// The font size of the sentence below dice.
fn words_size(side: f64) -> f64 {
    (side * 0.3).clamp(WORDS, 24.0)
}

/// Paints a claim.
pub(crate) fn paint(svg: &mut Svg, scene: &Scene, fact: &Fact, room: Rect) {
    if is_settled(fact) {
        paint_settled(svg, scene, fact, room);
    } else {
        paint_large(svg, scene, fact, (room, side(room.w)), None);
    }
}

/// Paints a claim that was settled: a line on the felt, not a card that can be answered.
fn paint_settled(svg: &mut Svg, scene: &Scene, fact: &Fact, room: Rect) {
    let said = told(scene, fact);
    let by = fact.claim.and_then(|claim| claim.by);
    let token = by.map_or(0.0, |_| TOKEN + GAP);
    let words = (width(&said, WORDS) * 1.12).min(room.w - token);
    let (x, y) = (room.middle() - (token + words) / 2.0, room.y + room.h / 2.0);
    if let Some(seat) = by {
        paint_token(svg, scene, seat, (x + TOKEN / 2.0, y), TOKEN);
    }
    svg.words("table-fact sentence", (x + token, y + WORDS * 0.36), (WORDS, words), Anchor::Start, &said);
}

/// Paints the token of a seat with its initial.
fn paint_token(svg: &mut Svg, scene: &Scene, seat: usize, (x, y): (f64, f64), round: f64) {
    let class = seat_class(scene, seat);
    svg.circle(&format!("token {class}"), (x, y), round / 2.0);
    let initial: String = seat_name(scene, Some(seat)).chars().take(1).flat_map(char::to_uppercase).collect();
    svg.letter(&format!("token-word on-{class}"), (x, y + round * 0.2), (round * 0.56, round), &initial);
}

/// Paints a claim as large as there is room, with dice of a side at most, with a tip towards a point.
pub(crate) fn paint_large(
    svg: &mut Svg,
    scene: &Scene,
    fact: &Fact,
    (room, most): (Rect, f64),
    to: Option<(f64, f64)>,
) {
    let (claim, said) = (fact.claim, told(scene, fact));
    let count = fact.number.unwrap_or(0).max(1);
    let by = claim.and_then(|claim| claim.by);
    let round = |side: f64| (side * 0.5).max(TOKEN);
    let token = |side: f64| if by.is_some() { round(side) + GAP } else { 0.0 };
    let in_full = |side: f64| f64::from(count) * (side + GAP) - GAP;
    let number = |side: f64| width(&format!("{count} ×"), (side * 0.6).max(COUNT)) * 1.15 + GAP;
    let is_full = |side: f64| count <= MOST && token(side) + in_full(side) + 2.0 * AROUND <= room.w;
    let dice = |side: f64| if is_full(side) { in_full(side) } else { number(side) + side };
    let words = |side: f64| width(&said, words_size(side)) * 1.12;
    let mut sides = (0..40).map(|n| most * (1.0 - f64::from(n) * 0.022));
    let fits = |side: &f64| {
        let high = side + 2.0 * AROUND + words_size(*side) + 4.0 + ABOVE;
        high <= room.h && words(*side).max(token(*side) + dice(*side)) + 2.0 * AROUND <= room.w
    };
    let side = sides.find(fits).unwrap_or(LEAST);
    let (size, big, round, token) = (words_size(side), (side * 0.6).max(COUNT), round(side), token(side));
    let (is_full, number, dice, words) = (is_full(side), number(side), dice(side), words(side));
    let wide = ((token + dice).max(words) + 2.0 * AROUND + 8.0).min(room.w);
    let high = side + 2.0 * AROUND + size + 4.0;
    let y = room.y + ABOVE.max((room.h - high) / 2.0);
    let at = Rect::new(room.middle() - wide / 2.0, y, wide, high);
    // A tip that would point beside it is left out.
    let is_beside = |to: &(f64, f64)| is_upright(at, *to) && !(at.x + TIP.0..at.x + at.w - TIP.0).contains(&to.0);
    if let Some(to) = to.filter(|to| !is_beside(to)) {
        tip(svg, at, to);
    }
    svg.drop_shadow(at, 10.0);
    svg.rect("paper", at, 10.0);
    let mut x = at.middle() - (token + dice) / 2.0;
    let y = at.y + AROUND;
    if let Some(seat) = by {
        paint_token(svg, scene, seat, (x + round / 2.0, y + side / 2.0), round);
        x += token;
    }
    let face = claim.and_then(|claim| claim.face).unwrap_or(0);
    if !is_full {
        let base = (x, y + side / 2.0 + big * 0.36);
        svg.words("card-word strong", base, (big, number), Anchor::Start, &format!("{count} ×"));
        x += number;
    }
    for n in 0..if is_full { count } else { 1 } {
        dice::face(svg, face, Rect::new(x + f64::from(n) * (side + GAP), y, side, side));
    }
    let base = (at.middle(), at.y + at.h - 10.0);
    svg.words("card-word strong", base, (size, at.w - 12.0), Anchor::Middle, &said);
}

/// The least side of a claimed die.
const LEAST: f64 = 12.0;
/// The half width and the length of the tip of a claim.
const TIP: (f64, f64) = (13.0, 20.0);

/// True if the tip of a claim towards a point is at its upper or lower side.
fn is_upright(at: Rect, (x, y): (f64, f64)) -> bool {
    (x - at.middle()).abs() * at.h <= (y - (at.y + at.h / 2.0)).abs() * at.w
}

/// Paints the tip of a claim at the side that is nearest to a point.
fn tip(svg: &mut Svg, at: Rect, (x, y): (f64, f64)) {
    let (dx, dy) = (x - at.middle(), y - (at.y + at.h / 2.0));
    let (half, long) = TIP;
    let points = if !is_upright(at, (x, y)) {
        let edge = if dx < 0.0 { at.x } else { at.x + at.w };
        let middle = at.y + at.h / 2.0;
        [(edge, middle - half), (edge, middle + half), (edge + long * dx.signum(), middle)]
    } else {
        let edge = if dy < 0.0 { at.y } else { at.y + at.h };
        let middle = x.clamp(at.x + 2.0 * half, at.x + at.w - 2.0 * half);
        [(middle - half, edge), (middle + half, edge), (middle, edge + long * dy.signum())]
    };
    svg.polygon("paper", &points);
}
