//! Rendering of a position: its boards, and the table below them.

use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, CardType, Seat, Square, ZoneId};
use parlour_engine::pack::spec::ZoneKind;
use parlour_engine::rules::Shown;
use parlour_table::{Look, SeatView};

use super::{spoken, table};
use crate::board;
use crate::context::Style;
use crate::marks::{self, escape, wrap};

/// The rendering of a view, in marked text.
pub(crate) struct Picture {
    /// The whole position, wrapped to the screen.
    pub(crate) text: String,
    /// The parts that may change between actions, an unwrapped line each; `is_brief` gives their origin.
    pub(crate) parts: Vec<String>,
    /// True if the parts are sentences of the pack's display script, rather than lines of the picture.
    pub(crate) is_brief: bool,
    /// The pending decision as described by the pack's display script.
    pub(crate) due: Option<String>,
}

/// Renders a position.
///
/// # Errors
/// A display script that fails.
pub(crate) fn of(look: &mut Look<'_>, style: Style) -> Result<Picture, Diagnostic> {
    let danger = look.endangered()?;
    let shown = look.shown()?;
    Ok(plain(look, (&danger, shown), style))
}

/// The parts of a picture that aren't in another one, with their context. A line that begins with a name stands alone.
/// A line that depends on one above it, as clues on a hand, or on a table head, is shown with its whole paragraph.
pub(crate) fn changed<'a>(picture: &'a Picture, before: &[String]) -> Vec<&'a str> {
    // Ignores changes of column widths.
    let is_same = |known: &String, part: &str| known.split_whitespace().eq(part.split_whitespace());
    let is_new = |part: &&str| !part.is_empty() && !before.iter().any(|known| is_same(known, part));
    if picture.is_brief {
        return picture.parts.iter().map(String::as_str).filter(is_new).collect();
    }
    let mut out = Vec::new();
    for paragraph in picture.parts.split(String::is_empty) {
        let lines: Vec<&str> = paragraph.iter().map(String::as_str).collect();
        let begins: Vec<Option<(usize, char)>> = lines.iter().map(|line| beginning(line)).collect();
        let columns = || begins.iter().flatten().map(|&(column, _)| column);
        let has_head = matches!(columns().collect::<Vec<_>>()[..], [first, second, ..] if first > second);
        // A line under a head that ends in a colon has its name at its beginning.
        let is_under_colon = |line: usize, column: usize| {
            let head = (0..line).rev().find(|&above| begins[above].is_some_and(|(of, _)| of < column));
            head.is_some_and(|head| marks::render(lines[head], false).ends_with(':'))
        };
        let is_named = |line: &usize| {
            begins[*line].is_none_or(|(column, first)| {
                first.is_alphabetic() && (Some(column) == columns().min() || is_under_colon(*line, column))
            })
        };
        let new: Vec<usize> = (0..lines.len()).filter(|&line| is_new(&lines[line])).collect();
        match !has_head && new.iter().all(is_named) {
            true => out.extend(new.iter().map(|&line| lines[line])),
            false if new.is_empty() => {}
            false => out.extend(lines),
        }
    }
    out
}

/// The column and the first character of a line's text, after the mark of the seat to move.
fn beginning(line: &str) -> Option<(usize, char)> {
    marks::render(line, false).chars().enumerate().find(|&(column, c)| c != ' ' && !(column == 0 && c == '>'))
}

/// Lines, wrapped to a width.
pub(crate) fn fitted<'a>(lines: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    lines.into_iter().map(|line| wrap(line, width, hanging(line)) + "\n").collect()
}

fn parts(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The hanging indent of a wrapped line: a little more than that of its text.
fn hanging(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len() + 4
}

/// The picture of a scene: its boards, and the table below them. The squares of the last action are highlighted, and
/// `danger`: seats with the squares of their attacked royal pieces.
pub(crate) fn plain(look: &mut Look<'_>, (danger, shown): (&[(Seat, Square)], Shown), style: Style) -> Picture {
    let scene = look.scene(danger, &shown);
    let (view, last) = (look.view(), look.last_squares());
    let (game, width) = (view.game(), style.width);
    let mut out = String::new();
    for board in 0..game.pack().boards.len() {
        if style.is_plain {
            let lines = spoken::board(game, view, BoardId::from_index(board), danger);
            out.push_str(&fitted(lines.iter().map(String::as_str), width));
            continue;
        }
        // Edges and corners are drawn between their squares.
        if game.pack().boards[board].joints.is_some() {
            continue;
        }
        let last = last.get(board).map_or(&[][..], Vec::as_slice);
        out.push_str(&board::picture(game, view, &scene.boards[board], board, (last, danger), style));
    }
    // The panel of a board with pieces has the variables already.
    let is_beside = game.piece_board().is_some();
    let blocks = table::blocks(&scene, is_beside, style);
    if !out.is_empty() && !blocks.is_empty() && !style.is_plain {
        out.push('\n');
    }
    let mut drawn = parts(&out);
    for block in &blocks {
        drawn.extend(table::lines(block, style));
        drawn.push(String::new());
    }
    let is_brief = scene.key.is_some() && !style.is_plain;
    let parts = if is_brief { blocks.iter().flat_map(|block| block.words.clone()).collect() } else { drawn };
    out.push_str(&table::text(&blocks, style));
    Picture { parts, text: out, is_brief, due: shown.due }
}

/// The number of a pile's cards shown in order; `inspect` shows the rest.
const MAX_IN_ORDER: usize = 12;

/// The cards of a zone, those of a pile in order and others by kind, with their number.
pub(crate) fn zone_text(game: &Game, view: &SeatView, zone: usize, member: usize) -> String {
    let cards = view.cards(ZoneId::from_index(zone), member);
    let rows = game.pack().card_rows();
    let title = |card: CardType| rows.get(card.index()).map_or("?", |row| row.title.as_str());
    let known: Vec<CardType> = cards.iter().copied().flatten().collect();
    let unknown = cards.len() - known.len();
    if cards.is_empty() {
        return "[dim]empty[/]".to_owned();
    }
    let count = match cards.len() {
        1 => "1 card".to_owned(),
        n => format!("{n} cards"),
    };
    if known.is_empty() {
        return count;
    }
    let is_pile = game.pack().zones[zone].kind == ZoneKind::Pile;
    let text = if is_pile { in_order(&cards, &title) } else { by_kind(&known, unknown, rows.len(), &title) };
    if cards.len() > 1 { format!("{text} [dim]({count})[/]") } else { text }
}

/// The cards of a pile from its top down; runs of identical ones are counted.
fn in_order<'a>(cards: &[Option<CardType>], title: &impl Fn(CardType) -> &'a str) -> String {
    let from_top: Vec<Option<CardType>> = cards.iter().rev().copied().collect();
    let told = |run: &[Option<CardType>]| match (run[0], run.len()) {
        (Some(card), 1) => escape(title(card)),
        (Some(card), n) => format!("{} ×{n}", escape(title(card))),
        (None, n) => format!("{n} unknown"),
    };
    let mut runs: Vec<String> = from_top.chunk_by(|a, b| a == b).map(told).collect();
    let more = runs.len().saturating_sub(MAX_IN_ORDER);
    runs.truncate(MAX_IN_ORDER);
    let on_top = if cards.len() > 1 { "from the top: " } else { "" };
    let below = if more > 0 { ", ..." } else { "" };
    format!("{on_top}{}{below}", runs.join(", "))
}

/// Unordered cards, by kind.
fn by_kind<'a>(known: &[CardType], unknown: usize, kinds: usize, title: &impl Fn(CardType) -> &'a str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for card in (0..kinds).map(CardType::from_index) {
        match known.iter().filter(|&&other| other == card).count() {
            0 => {}
            1 => parts.push(escape(title(card))),
            k => parts.push(format!("{} ×{k}", escape(title(card)))),
        }
    }
    if unknown > 0 {
        parts.push(format!("and {unknown} unknown"));
    }
    parts.join(", ")
}
