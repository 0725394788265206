//! How a position looks: as the pack draws it, or else zones, boards and variables one below the other.

use std::fmt::Write;

use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::game::Game;
use parlour_engine::ids::{CardType, Seat};
use parlour_engine::layout::ZoneLayout;
use parlour_engine::pack::spec::{Per, ZoneKind};
use parlour_engine::script::Host;
use parlour_engine::state::State;

use crate::marks::{escape, wrap};

/// The picture of a view, in marked text.
///
/// # Errors
/// A display script that fails.
pub(crate) fn of(host: &mut Host, view: &State, viewer: Option<Seat>, width: usize) -> Result<String, Diagnostic> {
    let own = host.display(view, viewer.map_or(0, |seat| seat.number()))?;
    Ok(own.unwrap_or_else(|| plain(host.game(), view, viewer, width)))
}

/// The picture of a game that draws none itself.
pub(crate) fn plain(game: &Game, view: &State, viewer: Option<Seat>, width: usize) -> String {
    let mut out = String::new();
    for board in 0..game.pack().boards.len() {
        out.push_str(&board_text(game, view, board, &[]));
    }
    let mut lines = zone_lines(game, view, viewer);
    lines.extend(var_lines(game, view));
    let label = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (name, text) in lines {
        let line = format!("[dim]{name:label$}[/]  {text}");
        let _ = writeln!(out, "{}", wrap(&line, width, label + 2));
    }
    out
}

/// A board with its coordinates; the squares in `marked` stand out.
pub(crate) fn board_text(game: &Game, view: &State, board: usize, marked: &[usize]) -> String {
    let rows = game.board_rows(view, board);
    let layout = game.layout().boards[board];
    let mut out = String::new();
    let edge = rows.len().to_string().len();
    let row_name = |row: usize| if layout.width <= 26 { layout.height - row } else { row + 1 };
    let columns = |out: &mut String| {
        if layout.height > 1 && layout.width <= 26 {
            let letters: Vec<String> = (0..layout.width).map(|n| char::from(b'a' + n as u8).to_string()).collect();
            let _ = writeln!(out, "[dim]{:edge$} {}[/]", "", letters.join(" "));
        } else {
            let _ = writeln!(out, "[dim]{:edge$} {}[/]", "", numbers(layout.width));
        }
    };
    columns(&mut out);
    for (y, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .chars()
            .enumerate()
            .map(|(x, c)| {
                let cell = escape(&c.to_string());
                if marked.contains(&(y * layout.width + x)) { format!("[reverse]{cell}[/]") } else { cell }
            })
            .collect();
        let between = if layout.width <= 26 { " " } else { "" };
        let name = if layout.height > 1 { row_name(y).to_string() } else { String::new() };
        let _ = writeln!(out, "[dim]{name:>edge$}[/] {}", cells.join(between));
    }
    out
}

/// The last digits of the numbers from 1, set as wide as the squares are.
fn numbers(width: usize) -> String {
    let digits: Vec<String> = (1..=width).map(|n| (n % 10).to_string()).collect();
    digits.join(if width <= 26 { " " } else { "" })
}

fn zone_lines(game: &Game, view: &State, viewer: Option<Seat>) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for (zone, spec) in game.pack().zones.iter().enumerate() {
        for member in 0..game.layout().zones[zone].len() {
            let mine = spec.per == Per::Seat && viewer.is_some_and(|seat| seat.index() == member);
            let name = game.member_name(&spec.label, &spec.per, member);
            let name = if mine { format!("{name} (you)") } else { name };
            lines.push((escape(&name), zone_text(game, view, zone, member)));
        }
    }
    lines
}

/// The cards of a zone by kind, and how many there are.
pub(crate) fn zone_text(game: &Game, view: &State, zone: usize, member: usize) -> String {
    let cards = game.zone_cards(view, zone, member);
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
    let mut parts: Vec<String> = Vec::new();
    for n in 0..rows.len() {
        let card = CardType::from_index(n);
        match known.iter().filter(|&&other| other == card).count() {
            0 => {}
            1 => parts.push(escape(title(card))),
            k => parts.push(format!("{} ×{k}", escape(title(card)))),
        }
    }
    let mut text = parts.join(", ");
    if unknown > 0 {
        let _ = write!(text, ", and {unknown} unknown");
    }
    let pile = game.pack().zones[zone].kind == ZoneKind::Pile
        && matches!(game.layout().zones[zone][member], ZoneLayout::Pile(_));
    match cards.last().copied().flatten() {
        Some(top) if pile && cards.len() > 1 => {
            let _ = write!(text, " [dim]({count}, {} on top)[/]", escape(title(top)));
        }
        _ if cards.len() > 1 => {
            let _ = write!(text, " [dim]({count})[/]");
        }
        _ => {}
    }
    text
}

fn var_lines(game: &Game, view: &State) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for (var, spec) in game.pack().vars.iter().enumerate() {
        if spec.internal {
            continue;
        }
        let text = |member: usize| match game.var_json(view, var, member) {
            serde_json::Value::String(text) if text.is_empty() => "-".to_owned(),
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        let values: Vec<String> = (0..game.layout().vars[var].count)
            .map(|member| match &spec.per {
                Per::One => escape(&text(member)),
                per => {
                    let name = game.member_name("", per, member);
                    format!("{} {}", escape(name.trim_start_matches('.')), escape(&text(member)))
                }
            })
            .collect();
        lines.push((escape(&spec.label), values.join(", ")));
    }
    lines
}
