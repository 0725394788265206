//! The prompt of a seat at its turn, below the table, with the actions that can't be tapped in the picture.

use parlour_table::scene::Scene;

use crate::Asked;
use crate::names::captioned;
use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg, width, wrapped};

/// The font sizes of the sentence and of an offer.
const WORDS: f64 = 15.0;
const OFFER: f64 = 14.0;
/// The height of a line of the sentence and of a row of offers, and the margin around them.
const LINE: f64 = 20.0;
const ROW: f64 = 40.0;
const AROUND: f64 = 8.0;
/// The gap between offers, and the room around the words of one.
const GAP: f64 = 8.0;
const WITHIN: f64 = 28.0;
/// Bold letters relative to the measured ones.
const BOLD: f64 = 1.15;
/// Below this width the offers are below the sentence if they have no room beside it.
const NARROW: f64 = 560.0;

/// The part of a narrow room that offers beside the sentence take at most if it has several lines.
const FEW: f64 = 0.44;

fn offer_width(offer: &str) -> f64 {
    width(offer, OFFER) * BOLD + WITHIN
}

/// The offers in rows of a width.
fn rows(asked: &Asked, wide: f64) -> Vec<Vec<&str>> {
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let mut left = 0.0;
    for offer in &asked.offers {
        let needs = offer_width(offer) + GAP;
        if needs > left || rows.is_empty() {
            rows.push(Vec::new());
            left = wide + GAP;
        }
        left -= needs;
        rows.last_mut().into_iter().for_each(|row| row.push(offer));
    }
    rows
}

/// The sentence in lines of a width.
fn lines(asked: &Asked, wide: f64) -> Vec<String> {
    wrapped(asked.text.split(' '), (WORDS * BOLD, WORDS * 0.34), wide)
}

/// The widths of the sentence and of the offers.
fn parts(asked: &Asked, wide: f64) -> (f64, f64) {
    let inner = (wide - 4.0 * AROUND).max(1.0);
    if is_stacked(asked, wide) {
        return (inner, inner);
    }
    let offers = asked.offers.iter().map(|offer| offer_width(offer) + GAP).sum::<f64>().min(inner * 0.62);
    ((inner - offers - 2.0 * AROUND).max(1.0), offers)
}

/// True if the offers are below the sentence: in a narrow room in which both don't fit into a line.
fn is_stacked(asked: &Asked, wide: f64) -> bool {
    let offers: f64 = asked.offers.iter().map(|offer| offer_width(offer) + GAP).sum();
    let words = width(&asked.text, WORDS) * BOLD;
    wide < NARROW && offers > wide * FEW && words + offers + 6.0 * AROUND > wide
}

/// The height that it takes at a width.
pub(crate) fn height(asked: &Asked, wide: f64) -> f64 {
    let (words, offers) = parts(asked, wide);
    let (words, offers) =
        (lines(asked, words).len() as f64 * LINE, rows(asked, offers).len() as f64 * (ROW + GAP) - GAP);
    let inside = if is_stacked(asked, wide) { words + (offers + GAP).max(0.0) } else { words.max(offers) };
    inside + 3.0 * AROUND
}

/// Paints it.
pub(crate) fn paint(svg: &mut Svg, asked: &Asked, room: Rect) {
    svg.rect("asked", Rect { y: room.y + 2.0, h: room.h - 2.0, ..room }, 10.0);
    let (words, offers) = parts(asked, room.w);
    let (left, is_stacked) = (room.x + 2.0 * AROUND, is_stacked(asked, room.w));
    let lines = lines(asked, words);
    let high = lines.len() as f64 * LINE;
    let top = if is_stacked { room.y + AROUND * 1.4 } else { room.y + (room.h - high) / 2.0 + 1.0 };
    for (n, line) in lines.iter().enumerate() {
        let base = (left, top + n as f64 * LINE + 15.0);
        svg.words("asked-word", base, (WORDS, words.max(width(line, WORDS))), Anchor::Start, line);
    }
    let rows = rows(asked, offers);
    let all = rows.len() as f64 * (ROW + GAP) - GAP;
    let mut y = if is_stacked { top + high + GAP } else { room.y + (room.h - all) / 2.0 + 1.0 };
    for row in rows {
        let wide: f64 = row.iter().map(|offer| offer_width(offer) + GAP).sum::<f64>() - GAP;
        let mut x = if is_stacked { left } else { room.x + room.w - 2.0 * AROUND - wide };
        for offer in row {
            let at = Rect::new(x, y, offer_width(offer), ROW);
            svg.rect("offer", at, 9.0);
            svg.words("offer-word", (at.middle(), at.y + ROW / 2.0 + 5.0), (OFFER, at.w), Anchor::Middle, offer);
            x += at.w + GAP;
        }
        y += ROW + GAP;
    }
}

/// The title of what has happened, and the font sizes of it and of the sentences.
const LOG: &str = "What has happened";
const LOG_TITLE: f64 = 15.0;
const LOG_WORDS: f64 = 13.5;
/// The height of the title and of a line, and the gap between sentences.
const LOG_TOP: f64 = 34.0;
const LOG_LINE: f64 = 18.0;
const BETWEEN: f64 = 5.0;
/// The left edge of sentences, after the dot of the seat that acted.
const LOG_LEFT: f64 = 28.0;

/// Paints the last sentences of what has happened that a room has space for.
pub(crate) fn paint_log(svg: &mut Svg, scene: &Scene, log: &[(usize, String)], room: Rect) {
    let wide = room.w - LOG_LEFT - 12.0;
    // A seat that is a letter begins a sentence as on its plate.
    let begun = |text: &String| match text.split_once(|c: char| !c.is_alphanumeric()) {
        Some((first, _)) if first.len() == 1 => captioned(first) + &text[1..],
        _ => text.clone(),
    };
    let entry =
        |(seat, text): &(usize, String)| (*seat, wrapped(begun(text).split(' '), (LOG_WORDS * 1.06, 4.2), wide));
    let high = |lines: &[String]| lines.len() as f64 * LOG_LINE + BETWEEN;
    let mut left = room.h - LOG_TOP - BETWEEN;
    let mut told: Vec<(usize, Vec<String>)> = Vec::new();
    for (seat, lines) in log.iter().rev().map(entry) {
        left -= high(&lines);
        if left < 0.0 {
            break;
        }
        told.push((seat, lines));
    }
    if told.is_empty() {
        return;
    }
    let all = told.iter().map(|(_, lines)| high(lines)).sum::<f64>() + LOG_TOP + BETWEEN;
    svg.rect("legend-panel", Rect { h: all, ..room }, 9.0);
    svg.words("log-title", (room.x + 14.0, room.y + 23.0), (LOG_TITLE, room.w), Anchor::Start, LOG);
    let mut y = room.y + LOG_TOP;
    for (n, (seat, lines)) in told.iter().rev().enumerate() {
        if n + 1 == told.len() {
            svg.rect("log-last", Rect::new(room.x + 6.0, y - 1.0, room.w - 12.0, high(lines) - BETWEEN + 4.0), 5.0);
        }
        svg.circle(&format!("token {}", seat_class(scene, *seat)), (room.x + 17.0, y + 9.5), 4.5);
        for (k, line) in lines.iter().enumerate() {
            let base = (room.x + LOG_LEFT, y + 14.0 + k as f64 * LOG_LINE);
            svg.words("table-fact", base, (LOG_WORDS, wide.max(width(line, LOG_WORDS))), Anchor::Start, line);
        }
        y += high(lines);
    }
}
