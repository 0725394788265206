//! How a position looks: as the pack draws it, or else zones, boards and variables one below the other.

use std::fmt::Write;

use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, CardType, Seat, Square, VarId, ZoneId};
use parlour_engine::pack::spec::{Per, ZoneKind};
use parlour_engine::rules::Drawn;
use parlour_table::{Look, SeatView};

use super::spoken;
use crate::board::{self, SCREEN};
use crate::context::Style;
use crate::marks::{self, columns, escape, wrap};

/// How a view looks, in marked text.
pub(crate) struct Picture {
    /// The whole position, broken into lines that fit the screen.
    pub(crate) text: String,
    /// What may change from one action to the next, each in a line however long; `is_brief` tells where it comes from.
    pub(crate) parts: Vec<String>,
    /// The parts are sentences of the pack's own, rather than lines of the picture.
    pub(crate) is_brief: bool,
    /// What is to be done now, if the pack's display says so.
    pub(crate) due: Option<String>,
}

/// How a position looks.
///
/// # Errors
/// A display script that fails.
pub(crate) fn of(look: &mut Look<'_>, style: Style) -> Result<Picture, Diagnostic> {
    let mut drawn = look.display(style.is_plain)?;
    // Packs draw for a usual screen; on a narrower one words are broken where a picture can't be.
    let is_wide = |drawn: &Drawn| drawn.picture.lines().any(|line| columns(line) > style.width);
    if style.width < SCREEN && !style.is_plain && drawn.as_ref().is_some_and(is_wide) {
        drawn = look.display(true)?;
    }
    if let Some(drawn) = drawn {
        // Marks and margins of lines say nothing to those who hear them; who is to act is told below.
        let bare = |line| if style.is_plain { bare(line) } else { line };
        let text = fitted(drawn.picture.lines().map(bare), style.width);
        let is_brief = drawn.brief.is_some();
        let parts = parts(drawn.brief.as_deref().unwrap_or(&drawn.picture));
        return Ok(Picture { text, parts, is_brief, due: drawn.due });
    }
    let danger = look.endangered()?;
    Ok(plain(look.view(), (&look.last_squares(), &danger), style))
}

/// The parts of a picture that were not in another, with those that tell what they are about. A line alone is told where it
/// begins with its name. One that belongs to a line above it, as clues do to a hand, or to the head of a table, is told
/// with all that stands with it between empty lines.
pub(crate) fn changed<'a>(picture: &'a Picture, before: &[String]) -> Vec<&'a str> {
    let is_new = |part: &&str| !part.is_empty() && !before.iter().any(|known| known == part);
    if picture.is_brief {
        return picture.parts.iter().map(String::as_str).filter(is_new).collect();
    }
    let mut out = Vec::new();
    for paragraph in picture.parts.split(String::is_empty) {
        let lines: Vec<&str> = paragraph.iter().map(String::as_str).collect();
        let begins: Vec<Option<(usize, char)>> = lines.iter().map(|line| beginning(line)).collect();
        let columns = || begins.iter().flatten().map(|&(column, _)| column);
        let has_head = matches!(columns().collect::<Vec<_>>()[..], [first, second, ..] if first > second);
        let is_named = |line: &usize| {
            begins[*line].is_none_or(|(column, first)| Some(column) == columns().min() && first.is_alphabetic())
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

/// At which column the text of a line begins, behind the mark of whoever is to act, and with what.
fn beginning(line: &str) -> Option<(usize, char)> {
    marks::render(line, false).chars().enumerate().find(|&(column, c)| c != ' ' && !(column == 0 && c == '>'))
}

/// Lines with those that are too long broken.
pub(crate) fn fitted<'a>(lines: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    lines.into_iter().map(|line| wrap(line, width, hanging(line)) + "\n").collect()
}

/// A line without its margin and the mark of whoever is to act.
fn bare(line: &str) -> &str {
    line.strip_prefix('>').unwrap_or(line).trim_start()
}

fn parts(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// How far the rest of a line that is too long is set in: to where its text begins, and some more.
fn hanging(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len() + 4
}

/// The picture of a game that draws none itself. Marked are the squares of the last action, and `danger`: seats with the
/// squares of their royal pieces that could be captured.
pub(crate) fn plain(view: &SeatView, (last, danger): (&[Vec<usize>], &[(Seat, Square)]), style: Style) -> Picture {
    let (game, viewer, width) = (view.game(), view.seat(), style.width);
    let mut out = String::new();
    for board in 0..game.pack().boards.len() {
        if style.is_plain {
            let lines = spoken::board(game, view, BoardId::from_index(board), danger);
            out.push_str(&fitted(lines.iter().map(String::as_str), width));
            continue;
        }
        let last = last.get(board).map_or(&[][..], Vec::as_slice);
        out.push_str(&board::picture(game, view, viewer, board, (last, danger), style));
    }
    let mut lines = zone_lines(game, view, viewer);
    // Beside a board with pieces they stand already.
    if game.piece_board().is_none() {
        lines.extend(var_lines(game, view));
    }
    let label = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (name, text) in lines {
        let line = format!("[dim]{name:label$}[/]  {text}");
        let _ = writeln!(out, "{}", wrap(&line, width, label + 2));
    }
    Picture { parts: parts(&out), text: out, is_brief: false, due: None }
}

fn zone_lines(game: &Game, view: &SeatView, viewer: Option<Seat>) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for (zone, spec) in game.pack().zones.iter().enumerate() {
        for member in 0..game.zone_count(ZoneId::from_index(zone)) {
            let mine = spec.per == Per::Seat && viewer.is_some_and(|seat| seat.index() == member);
            let name = game.member_name(&spec.title, &spec.per, member);
            let mut name = if mine { format!("{name} (you)") } else { name };
            if spec.per == Per::Seat {
                name += board::out_mark(view, Seat::from_index(member));
            }
            lines.push((escape(&name), zone_text(game, view, zone, member)));
        }
    }
    lines
}

/// So much of a pile is told in order; `inspect` tells the rest.
const MOST_IN_ORDER: usize = 12;

/// The cards of a zone, those of a pile in their order and others by kind, and how many there are.
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

/// The cards of a pile from its top down; the same ones one behind the other are counted.
fn in_order<'a>(cards: &[Option<CardType>], title: &impl Fn(CardType) -> &'a str) -> String {
    let from_top: Vec<Option<CardType>> = cards.iter().rev().copied().collect();
    let told = |run: &[Option<CardType>]| match (run[0], run.len()) {
        (Some(card), 1) => escape(title(card)),
        (Some(card), n) => format!("{} ×{n}", escape(title(card))),
        (None, n) => format!("{n} unknown"),
    };
    let mut runs: Vec<String> = from_top.chunk_by(|a, b| a == b).map(told).collect();
    let more = runs.len().saturating_sub(MOST_IN_ORDER);
    runs.truncate(MOST_IN_ORDER);
    let on_top = if cards.len() > 1 { "from the top: " } else { "" };
    let below = if more > 0 { ", ..." } else { "" };
    format!("{on_top}{}{below}", runs.join(", "))
}

/// Cards that lie in no order, by kind.
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

fn var_lines(game: &Game, view: &SeatView) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for (var, spec) in game.pack().vars.iter().enumerate() {
        if spec.internal {
            continue;
        }
        let text = |member: usize| board::value_text(game, view, var, member);
        let values: Vec<String> = (0..game.var(VarId::from_index(var)).count)
            .map(|member| match &spec.per {
                Per::One => escape(&text(member)),
                per => {
                    let name = game.member_name("", per, member);
                    let is_seat = *per == Per::Seat;
                    let mark = if is_seat { board::out_mark(view, Seat::from_index(member)) } else { "" };
                    format!("{}{mark} {}", escape(name.trim_start_matches('.')), escape(&text(member)))
                }
            })
            .collect();
        lines.push((escape(&spec.title), values.join(", ")));
    }
    lines
}
