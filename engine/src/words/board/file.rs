//! Board files: the rows of a game's one board as text, one line each.

use crate::diagnostic::{Code, Diagnostic, Place, SourceFile, suggest};
use crate::game::Game;
use crate::ids::{BoardId, Square};
use crate::state::State;

impl Game {
    /// Reads a board file: as many lines as the game's board has rows, each with as many characters as it has
    /// columns; a last line break and carriage returns are fine. A blank or `.` stands for a place where there is no
    /// square, and at the end of a line these can be left out. Gives the cells, row by row.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn read_board(&self, file: &SourceFile) -> Result<Vec<u8>, Diagnostic> {
        let Some(board) = self.position_board() else {
            let message = format!("{} has no board that a file could show", self.pack().title);
            return Err(Diagnostic::new(Code::NoBoard, message));
        };
        let layout = self.layout().boards[board.index()];
        let spec = &self.pack().boards[board.index()];
        let text = file.text.strip_suffix('\n').unwrap_or(&file.text);
        let rows: Vec<&str> = text.split('\n').map(|row| row.strip_suffix('\r').unwrap_or(row)).collect();
        if rows.len() != layout.height {
            let found = if file.text.is_empty() { 0 } else { rows.len() };
            let line = if found < layout.height { rows.len() } else { layout.height + 1 };
            let message = format!("the board has {found} lines; expected {}", layout.height);
            return Err(Diagnostic::new(Code::WrongLength, message).at(file.line_place(line as u32)));
        }
        let place = |x: usize, y: usize| Place { column: x as u32 + 1, ..file.line_place(y as u32 + 1) };
        let mut cells = Vec::with_capacity(layout.width * layout.height);
        for (y, row) in rows.into_iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                let square = y * layout.width + x;
                let cell = match x < layout.width {
                    true => self.read_cell(board, square, glyph).map_err(|fault| fault.at(place(x, y)))?,
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
            // Blanks at the end of a line are lost in many an editor.
            while cells.len() < (y + 1) * layout.width && !self.has_square(board, Square::from_index(cells.len())) {
                cells.push(0);
            }
            if cells.len() != (y + 1) * layout.width {
                let found = cells.len() - y * layout.width;
                let message = format!("a line of the board has {found} characters; expected {}", layout.width);
                return Err(Diagnostic::new(Code::WrongLength, message).at(place(0, y)));
            }
        }
        if let Some((square, message)) = self.surplus(board, &cells) {
            let place = place(square % layout.width, square / layout.width);
            return Err(Diagnostic::new(Code::TooMany, message).at(place));
        }
        Ok(cells)
    }

    /// The cell that a character stands for at a place of a board, from 0; `None` for a character that stands for nothing.
    ///
    /// # Errors
    /// Something where no square is, a blank where one is, or a piece of a seat that doesn't play; the place is not told.
    pub(crate) fn read_cell(&self, board: BoardId, square: usize, glyph: char) -> Result<Option<u8>, Diagnostic> {
        let spec = &self.pack().boards[board.index()];
        let name = || self.square_name(board, Square::from_index(square));
        let fault = |message: String| Err(Diagnostic::new(Code::UnknownSquare, message));
        match (spec.cell(glyph), self.has_square(board, Square::from_index(square))) {
            (None, is_there) if glyph == ' ' && is_there => {
                fault(format!("a blank stands where there is no square, but `{}` has a square {}", spec.name, name()))
                    .map_err(|fault| fault.help("expected `.` for an empty square"))
            }
            (None, _) if glyph == ' ' => Ok(Some(0)),
            (Some(cell), false) if cell != 0 => {
                fault(format!("`{glyph}` can't stand on {}: `{}` has no square there", name(), spec.name))
                    .map_err(|fault| fault.help("expected a blank or `.`"))
            }
            (Some(cell), true) if spec.seat_of(cell).is_some_and(|seat| seat >= self.seat_count()) => {
                let owner = spec.seat_of(cell).map_or("?", |seat| self.pack().seats.names[seat].as_str());
                let playing: Vec<&str> = self.seats().map(|seat| self.seat_name(seat)).collect();
                let fault = Diagnostic::new(
                    Code::UnknownSymbol,
                    format!("`{glyph}` is of the seat {owner}, which doesn't play"),
                );
                Err(fault.help(format!("expected pieces of {}", playing.join(", "))))
            }
            (cell, _) => Ok(cell),
        }
    }

    /// What there is too much of on a board, and the square, from 0, on which the first piece too many stands.
    pub(crate) fn surplus(&self, board: BoardId, cells: &[u8]) -> Option<(usize, String)> {
        self.board_rules().filter(|rules| rules.board == board.index())?.too_many(cells, self.pack())
    }

    /// The board that a file of rows shows: the only one, or the one with the pieces.
    pub(crate) fn position_board(&self) -> Option<BoardId> {
        self.piece_board().or_else(|| (self.pack().boards.len() == 1).then_some(BoardId(0)))
    }

    /// The text of a board file.
    pub fn write_board(&self, state: &State) -> String {
        let Some(board) = self.position_board() else {
            return String::new();
        };
        self.board_rows(state, board).into_iter().map(|row| row + "\n").collect()
    }
}
