//! Board files: the rows of a game's only board as text, one line each.

use std::sync::Arc;

use crate::scenario::Scenario;
use crate::words::Words;
use crate::{Config, Game};
use parlour_model::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile, suggest};
use parlour_model::ids::{BoardId, Square};
use parlour_model::state::State;
use parlour_pack::Pack;

/// Reads a file of the rows of the pack's first board as a scenario for a configuration.
///
/// # Errors
/// Rows that don't fit the board, with their line.
pub fn scenario_of_board(file: SourceFile, pack: &Arc<Pack>, config: &Config, seat: &str) -> Result<Scenario, Faults> {
    let Some(board) = pack.boards.first() else {
        let fault = Diagnostic::new(Code::NoBoard, format!("{}: {} has no board", file.name, pack.title));
        return Err(fault.help(format!("expected a scenario with `game = \"{}\"`", pack.name)).into());
    };
    read_board(&*pack.configure(config)?, &file)?;
    // Every row has a line of its own, so that faults name it.
    let mut out = format!("boards.{} = [", board.name);
    for line in file.text.lines() {
        let row = line.trim_end_matches('\r').replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("\"{row}\",\n"));
    }
    out.push_str(&format!("]\ngame = \"{}\"\nto_act = \"{seat}\"\n", pack.name));
    Scenario::read(SourceFile::new(file.name, out), pack)
}

/// Reads a board file: as many lines as the game's board has rows, each with as many characters as it has columns; a
/// final line break and carriage returns are accepted. A blank or `.` is a missing square, and can be omitted at the
/// end of a line. Returns the cells, row by row.
///
/// # Errors
/// The first fault, with its line.
pub(crate) fn read_board(game: &Game, file: &SourceFile) -> Result<Vec<u8>, Diagnostic> {
    let Some(board) = game.position_board() else {
        let message = format!("{} has no board that a file could show", game.pack().title);
        return Err(Diagnostic::new(Code::NoBoard, message));
    };
    let layout = game.layout().boards[board.index()];
    let spec = &game.pack().boards[board.index()];
    let text = file.text.strip_suffix('\n').unwrap_or(&file.text);
    let rows: Vec<&str> = text.split('\n').map(|row| row.strip_suffix('\r').unwrap_or(row)).collect();
    if rows.len() != layout.height {
        let found = if file.text.is_empty() { 0 } else { rows.len() };
        let line = if found < layout.height { rows.len() } else { layout.height + 1 };
        let message =
            format!("the board has {}; expected {}", parlour_model::english::count(found, "line"), layout.height);
        return Err(Diagnostic::new(Code::WrongLength, message).at(file.line_place(line as u32)));
    }
    let place = |x: usize, y: usize| Place { column: x as u32 + 1, ..file.line_place(y as u32 + 1) };
    let mut cells = Vec::with_capacity(layout.width * layout.height);
    for (y, row) in rows.into_iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let square = y * layout.width + x;
            let cell = match x < layout.width {
                true => read_cell(game, board, square, glyph).map_err(|fault| fault.at(place(x, y)))?,
                false => spec.cell(glyph),
            };
            let Some(cell) = cell else {
                let known = spec.symbols.iter().map(|symbol| symbol.glyph.to_string());
                let known: Vec<String> = known.chain([".".to_owned()]).collect();
                return Err(Diagnostic::new(
                    Code::UnknownSymbol,
                    format!("`{}` doesn't stand for anything on a board", glyph.escape_default()),
                )
                .at(place(x, y))
                .help(suggest(&glyph.to_string(), known.iter().map(String::as_str))));
            };
            cells.push(cell);
        }
        // Many editors strip blanks at the end of a line.
        while cells.len() < (y + 1) * layout.width && !game.has_square(board, Square::from_index(cells.len())) {
            cells.push(0);
        }
        if cells.len() != (y + 1) * layout.width {
            let found = cells.len() - y * layout.width;
            let message = format!("a line of the board has {found} characters; expected {}", layout.width);
            return Err(Diagnostic::new(Code::WrongLength, message).at(place(0, y)));
        }
    }
    if let Some((square, message)) = game.surplus(board, &cells) {
        let place = place(square % layout.width, square / layout.width);
        return Err(Diagnostic::new(Code::TooMany, message).at(place));
    }
    Ok(cells)
}

/// The cell of a character at a square of a board, from 0; `None` for a missing square.
///
/// # Errors
/// A symbol on a missing square, a blank on a square, or a piece of a seat that doesn't play; without a place.
pub fn read_cell(game: &Game, board: BoardId, square: usize, glyph: char) -> Result<Option<u8>, Diagnostic> {
    let spec = &game.pack().boards[board.index()];
    let name = || game.square_name(board, Square::from_index(square));
    let fault = |message: String| Err(Diagnostic::new(Code::UnknownSquare, message));
    match (spec.cell(glyph), game.has_square(board, Square::from_index(square))) {
        (None, is_there) if glyph == ' ' && is_there => {
            fault(format!("a blank stands where there is no square, but `{}` has a square {}", spec.name, name()))
                .map_err(|fault| fault.help("expected `.` for an empty square"))
        }
        (None, _) if glyph == ' ' => Ok(Some(0)),
        (Some(cell), false) if cell != 0 => {
            fault(format!("`{glyph}` can't stand on {}: `{}` has no square there", name(), spec.name))
                .map_err(|fault| fault.help("expected a blank or `.`"))
        }
        (Some(cell), true) if spec.seat_of(cell).is_some_and(|seat| seat >= game.seat_count()) => {
            let owner = spec.seat_of(cell).map_or("?", |seat| game.pack().seats.names[seat].as_str());
            let playing: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
            let fault =
                Diagnostic::new(Code::UnknownSymbol, format!("`{glyph}` is of the seat {owner}, which doesn't play"));
            Err(fault.help(format!("expected pieces of {}", playing.join(", "))))
        }
        (cell, _) => Ok(cell),
    }
}

/// The text of a board file.
pub(crate) fn write_board(game: &Game, state: &State) -> String {
    let Some(board) = game.position_board() else {
        return String::new();
    };
    game.board_rows(state, board).into_iter().map(|row| row + "\n").collect()
}
