//! Playing cards: suits, pips, court cards, numerals and backs.

use std::sync::LazyLock;

use parlour_table::scene::{Art, Scene, symbol};

use crate::svg::{Rect, Svg};

/// The upper halves of the court cards, each in a square of 64.
static COURTS: LazyLock<[(&str, Art); 3]> = LazyLock::new(|| {
    [
        ("K", half(include_str!("../court/king.svg"))),
        ("Q", half(include_str!("../court/queen.svg"))),
        ("J", half(include_str!("../court/jack.svg"))),
    ]
});

/// The pattern of a back, in a square of 50 that is stretched.
static LATTICE: LazyLock<Art> = LazyLock::new(|| {
    let diamond = |n: usize| {
        let (row, column) = (n / 7, n % 7);
        let shift = if row.is_multiple_of(2) { 0.0 } else { 3.8 };
        format!("M{:.1} {:.1}l2.4 2.4-2.4 2.4-2.4-2.4z", 2.4 + column as f64 * 7.5 + shift, row as f64 * 3.8)
    };
    let path: String = (0..91).filter(|n| (n / 7) % 2 == 0 || n % 7 < 6).map(diamond).collect();
    Art { side: 50.0, shapes: format!(r##"<path fill="#fff" fill-opacity=".28" d="{path}"/>"##) }
});

/// Parses a drawing of this crate, as a group with its common attributes.
fn half(text: &str) -> Art {
    let inside =
        text.split_once("<svg").and_then(|(_, rest)| rest.rsplit_once("</svg>")).map_or("", |(inside, _)| inside);
    let lines = inside.lines().map(str::trim).collect::<String>();
    let (head, shapes) = lines.split_once('>').unwrap_or(("", ""));
    let said = head.split_once(r#"viewBox="0 0 64 64""#).map_or("", |(_, said)| said);
    Art { side: 64.0, shapes: format!("<g{said}>{shapes}</g>") }
}

/// The symbol of a suit's sign.
pub(crate) fn suit(sign: &str) -> Option<&'static str> {
    [("♣", "club"), ("♦", "diamond"), ("♥", "heart"), ("♠", "spade")]
        .into_iter()
        .find(|(of, _)| *of == sign)
        .map(|(_, suit)| suit)
}

/// The picture of a suit's sign: one of the four, or a question mark.
pub(crate) fn suit_art(sign: &str) -> Option<&'static Art> {
    suit(sign).or((sign == "?").then_some("query")).and_then(symbol).map(|art| &**art)
}

/// The symbol that is called like a word of a special card, such as `draw two`.
pub(crate) fn deed(word: &str) -> Option<&'static Art> {
    symbol(&word.replace([' ', '_'], "-")).map(|art| &**art)
}

/// The suit that a word or its first letter names, with the class of its colour, if cards have suits.
pub(crate) fn suit_named(scene: &Scene, word: &str) -> Option<(&'static str, &'static str)> {
    let suits = scene.faces.values().filter_map(|face| suit(face.sign.as_deref()?));
    let is_named = |suit: &&str| word.eq_ignore_ascii_case(&suit[..1]) || word.trim_end_matches('s') == *suit;
    let tint = |suit: &str| if suit == "diamond" || suit == "heart" { "t-red" } else { "t-black" };
    suits.into_iter().find(is_named).map(|suit| (suit, tint(suit)))
}

/// Paints the sign of a suit in a square.
pub(crate) fn paint_suit(svg: &mut Svg, class: &str, suit: &str, at: Rect) {
    if let Some(art) = symbol(suit) {
        svg.art(class, art, at);
    }
}

/// The positions of a rank's pips: horizontally from the middle, and vertically from 0 at the top to 1.
pub(crate) fn pips(index: &str) -> &'static [(f64, f64)] {
    const A: f64 = 1.0 / 3.0;
    match index {
        "A" | "1" => &[(0.0, 0.5)],
        "2" => &[(0.0, 0.0), (0.0, 1.0)],
        "3" => &[(0.0, 0.0), (0.0, 0.5), (0.0, 1.0)],
        "4" => &[(-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        "5" => &[(-1.0, 0.0), (1.0, 0.0), (0.0, 0.5), (-1.0, 1.0), (1.0, 1.0)],
        "6" => &[(-1.0, 0.0), (1.0, 0.0), (-1.0, 0.5), (1.0, 0.5), (-1.0, 1.0), (1.0, 1.0)],
        "7" => &[(-1.0, 0.0), (1.0, 0.0), (0.0, 0.25), (-1.0, 0.5), (1.0, 0.5), (-1.0, 1.0), (1.0, 1.0)],
        "8" => &[(-1.0, 0.0), (1.0, 0.0), (0.0, 0.25), (-1.0, 0.5), (1.0, 0.5), (0.0, 0.75), (-1.0, 1.0), (1.0, 1.0)],
        "9" => &[
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, A),
            (1.0, A),
            (0.0, 0.5),
            (-1.0, 2.0 * A),
            (1.0, 2.0 * A),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        "10" => &[
            (-1.0, 0.0),
            (1.0, 0.0),
            (0.0, A / 2.0),
            (-1.0, A),
            (1.0, A),
            (-1.0, 2.0 * A),
            (1.0, 2.0 * A),
            (0.0, 1.0 - A / 2.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[],
    }
}

/// Paints the middle of a suited card: a court, as many pips as its rank, or one large suit.
pub(crate) fn paint_middle(svg: &mut Svg, class: &str, (index, suit): (&str, &str), at: Rect) {
    if let Some((_, court)) = COURTS.iter().find(|(rank, _)| *rank == index).filter(|_| at.h > at.w * 1.35) {
        return paint_court(svg, class, (court, suit), at);
    }
    let spots = if at.w >= LEAST_PIPS { pips(index) } else { &[] };
    let side = if index == "A" || spots.is_empty() { at.w * 0.5 } else { at.w * 0.16 };
    if spots.is_empty() {
        let middle = at.x + at.w * 0.6;
        return paint_suit(svg, class, suit, Rect::new(middle - side / 2.0, at.y + at.h * 0.9 - side, side, side));
    }
    for (dx, dy) in spots {
        // Those in two columns begin below the corners.
        let y = at.y + at.h * (0.17 + 0.66 * dy);
        let spot = Rect::new(at.middle() + dx * at.w * 0.162 - side / 2.0, y - side / 2.0, side, side);
        match symbol(suit) {
            Some(art) if *dy > 0.5 => svg.art_upside_down(class, art, spot),
            Some(art) => svg.art(class, art, spot),
            None => {}
        }
    }
}

/// Paints the upper half of a court, its feet at the lower edge of a square; false for any other card.
pub(crate) fn paint_half(svg: &mut Svg, class: &str, index: &str, at: Rect) -> bool {
    let Some((_, court)) = COURTS.iter().find(|(rank, _)| *rank == index) else { return false };
    svg.art(class, court, at);
    true
}

/// The minimum width of a card with pips.
const LEAST_PIPS: f64 = 54.0;

/// Paints a court: its half, and the same rotated.
fn paint_court(svg: &mut Svg, class: &str, (court, suit): (&Art, &str), at: Rect) {
    // The corners stay clear.
    let side = at.w * if at.w >= LEAST_PIPS { 0.53 } else { 0.58 };
    let left = if at.w >= LEAST_PIPS { at.middle() - side / 2.0 } else { at.x + at.w * 0.96 - side };
    let panel = Rect::new(left, at.y + at.h / 2.0 - side, side, side * 2.0);
    svg.rect(&format!("wash {class}"), panel, 3.0);
    svg.art(class, court, Rect { h: side, ..panel });
    svg.art_upside_down(class, court, Rect { y: panel.y + side, h: side, ..panel });
    svg.rect(&format!("panel {class}"), panel, 3.0);
    let sign = side * 0.2;
    let inner = panel.inset(side * 0.03);
    if let (Some(art), true) = (symbol(suit), at.w > 60.0) {
        svg.art(class, art, Rect::new(inner.x, inner.y, sign, sign));
        let far = Rect::new(inner.x + inner.w - sign, inner.y + inner.h - sign, sign, sign);
        svg.art_upside_down(class, art, far);
    }
}

/// The numerals, as paths in a box 40 wide and 60 high.
const NUMERALS: [&str; 10] = [
    "M20 6C9 6 6 18 6 30s3 24 14 24 14-12 14-24S31 6 20 6z",
    "M10 16L22 6v48",
    "M7 18C7 10 13 6 20 6s13 4 13 12c0 12-18 20-26 36h27",
    "M8 12c3-4 7-6 12-6 7 0 12 4 12 11s-5 12-12 12c8 0 14 4 14 12s-6 13-14 13c-6 0-10-2-13-6",
    "M27 54V6L5 40h30",
    "M31 6H11L9 27c3-2 6-3 10-3 9 0 14 6 14 14s-5 16-14 16c-5 0-9-2-12-6",
    "M29 7C15 9 7 21 7 36c0 11 5 18 13 18s13-6 13-15-5-14-13-14c-6 0-11 4-13 11",
    "M6 6h28L16 54",
    "M20 28c-7 0-11-4-11-11S13 6 20 6s11 4 11 11-4 11-11 11c-8 0-14 5-14 13s6 13 14 13 14-5 14-13-6-13-14-13z",
    "M11 53c14-2 22-14 22-29 0-11-5-18-13-18S7 12 7 21s5 14 13 14c6 0 11-4 13-11",
];

/// Paints a large number in the middle of a room; false unless it has one to three digits.
pub(crate) fn paint_number(svg: &mut Svg, class: &str, number: &str, room: Rect) -> bool {
    let digits: Option<Vec<u32>> = number.chars().map(|c| c.to_digit(10)).collect();
    let Some(digits) = digits.filter(|digits| (1..=3).contains(&digits.len())) else { return false };
    let high = (room.h * 0.9).min(room.w * 0.86 * 1.5 / digits.len() as f64);
    let wide = high / 1.5;
    let left = room.middle() - wide * digits.len() as f64 / 2.0;
    for (n, digit) in digits.iter().enumerate() {
        let shapes = format!(
            r#"<path transform="translate(10 0)" fill="none" stroke="currentColor" stroke-width="9" stroke-linejoin="round" d="{}"/>"#,
            NUMERALS[*digit as usize % NUMERALS.len()]
        );
        let art = Art { side: 60.0, shapes };
        let x = left + n as f64 * wide - (high - wide) / 2.0;
        svg.art(class, &art, Rect::new(x, room.y + (room.h - high) / 2.0, high, high));
    }
    true
}

/// The letters of courts and aces, as paths in the same box.
const LETTERS: [(char, &str); 4] = [
    ('A', "M5 54L20 6l15 48M10 39h20"),
    ('J', "M28 6v34c0 9-4 14-11 14-6 0-10-4-11-11"),
    ('Q', "M20 6C9 6 6 18 6 30s3 24 14 24 14-12 14-24S31 6 20 6zM24 42l12 14"),
    ('K', "M8 6v48M33 6L9 34M17 26l18 28"),
];

/// Paints an index upside down, its first character at the right end of a room: as shapes, since it repeats the text of
/// the other corner.
pub(crate) fn paint_index_turned(svg: &mut Svg, class: &str, index: &str, room: Rect) {
    let (high, wide) = (room.h, room.h / 1.45);
    for (n, character) in index.chars().enumerate() {
        let letter = LETTERS.iter().find(|(letter, _)| *letter == character).map(|(_, path)| *path);
        let digit = character.to_digit(10).and_then(|digit| NUMERALS.get(digit as usize).copied());
        let Some(path) = letter.or(digit) else { return };
        let shapes = format!(
            r#"<path transform="translate(10 0)" fill="none" stroke="currentColor" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" d="{path}"/>"#
        );
        let art = Art { side: 60.0, shapes };
        let x = room.x + room.w - wide * (n as f64 + 1.0) - (high - wide) / 2.0;
        svg.art_upside_down(class, &art, Rect::new(x, room.y, high, high));
    }
}

/// The white edge around the back of a card.
pub(crate) fn back_edge(at: Rect) -> f64 {
    (at.w * 0.06).max(2.0)
}

/// Paints the back of a hidden card.
pub(crate) fn paint_back(svg: &mut Svg, at: Rect) {
    svg.rect("card-paper", at, 7.0);
    let inner = at.inset(back_edge(at));
    svg.rect("back", inner, 5.0);
    svg.stretched("", &LATTICE, inner.inset(at.w * 0.07));
    svg.rect("back-line", inner.inset(at.w * 0.045), 3.0);
}
