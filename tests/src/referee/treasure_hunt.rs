//! The referee of Treasure Hunt, in both variants. The line is treated as a grid with one row.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

mod turn;

use turn::{Turn, TurnEnd};

/// The player goes first.
const SEATS: [&str; 2] = ["P", "C"];

const NOTHING: char = '.';
const TREASURE: char = 'T';
const LINE_EFFECTS: &str = "@#►◄*LXN";
const GRID_EFFECTS: &str = "@#►◄▼▲*LXN";

/// Row and column, counted from 1; a displacement counts down and right up.
type Square = (i64, i64);

/// Off the board; counts as square 0 in either direction.
const LOUNGE: Square = (0, 0);

/// The rules of Treasure Hunt with their numbers.
pub(crate) struct TreasureHunt {
    grid: bool,
    rows: i64,
    columns: i64,
    sides: i64,
    /// Of each player at the start.
    lives: i64,
    /// Effects of a kind on a fresh board.
    sets: i64,
    /// Effects in any row and any column of a fresh grid.
    max_per_line: i64,
    /// Effects in one turn.
    max_chain: i64,
}

/// The board and where both players are on it; players are counted as in [`SEATS`].
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    board: Vec<Vec<char>>,
    squares: [Square; 2],
    lives: [i64; 2],
    /// Turns to skip.
    wait: [i64; 2],
    round: i64,
    to_act: usize,
}

impl Position {
    /// The contents of a square of the board.
    fn glyph(&self, (row, column): Square) -> char {
        self.board[row as usize - 1][column as usize - 1]
    }

    /// All squares of the board with their contents.
    fn glyphs(&self) -> impl Iterator<Item = (Square, char)> {
        let rows = (1..).zip(&self.board);
        rows.flat_map(|(row, glyphs)| (1..).zip(glyphs).map(move |(column, glyph)| ((row, column), *glyph)))
    }

    /// Passes the turn to the next player who needn't wait; counts rounds and skipped turns.
    fn pass_on(&mut self, happenings: &mut usize) {
        loop {
            // A round ends after the second player's turn, skipped or not.
            self.round += i64::from(self.to_act == 1);
            self.to_act = 1 - self.to_act;
            if self.wait[self.to_act] == 0 {
                return;
            }
            self.wait[self.to_act] -= 1;
            *happenings += 1;
        }
    }
}

impl TreasureHunt {
    fn effects(&self) -> &'static str {
        if self.grid { GRID_EFFECTS } else { LINE_EFFECTS }
    }

    fn treasure(&self) -> Square {
        (self.rows, self.columns)
    }

    fn is_on_board(&self, (row, column): Square) -> bool {
        (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column)
    }

    /// Reads the rows of the board.
    fn read_board(&self, rows: &[String], faults: &mut Vec<String>) -> Option<Vec<Vec<char>>> {
        let board: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let columns = board.iter().map(|row| row.len() as i64);
        if board.len() as i64 != self.rows || columns.clone().any(|n| n != self.columns) {
            let lengths: Vec<i64> = columns.collect();
            faults.push(format!(
                "board `main` should have {} rows of {}, not rows of {lengths:?}",
                self.rows, self.columns
            ));
            return None;
        }
        for (number, row) in rows.iter().enumerate() {
            for glyph in row.chars() {
                let known = [NOTHING, TREASURE].contains(&glyph) || self.effects().contains(glyph);
                if !known {
                    faults.push(format!("row {} of the board has `{glyph}`", number + 1));
                }
            }
        }
        Some(board)
    }

    /// Parses the square of a player.
    fn read_square(&self, name: &str, state: &State, faults: &mut Vec<String>) -> Option<Square> {
        let square = if self.grid {
            let text = state.text(name, faults)?;
            let parts = text.split_once(',');
            let square = parts.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
            // Only the canonical form is accepted.
            square.filter(|square| show_grid_square(*square) == text)
        } else {
            let column = state.number(name, faults)?;
            Some(if column == 0 { LOUNGE } else { (1, column) })
        };
        let square = square.filter(|square| *square == LOUNGE || self.is_on_board(*square));
        if square.is_none() {
            faults.push(format!("var `{name}` names no square: {}", state.vars[name]));
        }
        square
    }

    fn over(&self, position: Position, winner: usize) -> Outcome<Position> {
        let scores = [0, 1].map(|seat| (SEATS[seat].to_owned(), f64::from(u8::from(seat == winner))));
        Outcome::Over(Ending {
            winners: vec![SEATS[winner].to_owned()],
            scores: vec![BTreeMap::from(scores)],
            positions: vec![position],
        })
    }

    /// The displacement given by the die, and in a grid by the direction.
    fn rolled(&self, events: &[Event], faults: &mut Vec<String>) -> Option<Square> {
        let die = outcome(events, "roll", "die", faults)?;
        let Some(n) = die.as_i64().filter(|n| (1..=self.sides).contains(n)) else {
            faults.push(format!("a die can't show {die}"));
            return None;
        };
        if !self.grid {
            if events.iter().any(|event| event.kind == "direction") {
                faults.push("on a line no direction is drawn".to_owned());
            }
            return Some((0, n));
        }
        let direction = outcome(events, "direction", "direction", faults)?;
        match direction.as_str() {
            Some("right") => Some((0, n)),
            Some("down") => Some((n, 0)),
            _ => {
                faults.push(format!("there is no direction {direction}"));
                None
            }
        }
    }
}

impl Rules for TreasureHunt {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<TreasureHunt> {
        if header.seats != SEATS {
            let seats = &header.seats;
            faults.push(format!("the seats should be {SEATS:?}, not {seats:?}"));
            return None;
        }
        let grid = match header.variant.as_deref() {
            Some("line") => false,
            Some("grid") => true,
            other => {
                faults.push(format!("there is no variant {other:?}"));
                return None;
            }
        };
        let mut number = |key, line, in_grid| header.number(key, if grid { in_grid } else { line }, faults);
        Some(TreasureHunt {
            grid,
            rows: if grid { number("board.height", 1, 12) } else { 1 },
            columns: if grid { number("board.width", 1, 12) } else { number("board.length", 25, 1) },
            sides: number("die.sides", 6, 6),
            lives: number("lives", 1, 1),
            sets: number("sets", 1, 4),
            max_per_line: number("max_per_line", i64::MAX, 4),
            max_chain: number("max_chain", 20, 20),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let names = ["square", "lives", "wait"].map(|var| SEATS.map(|seat| format!("{var}.{seat}")));
        let mut vars: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
        vars.push("round");
        state.check_names(&[], &["main"], &vars, faults);

        let [squares, lives, wait] = &names;
        let squares = [0, 1].map(|seat| self.read_square(&squares[seat], state, faults));
        let lives = [0, 1].map(|seat| state.number(&lives[seat], faults));
        let wait = [0, 1].map(|seat| state.number(&wait[seat], faults));
        let round = state.number("round", faults);
        let board = self.read_board(state.boards.get("main")?, faults)?;
        let position = Position {
            board,
            squares: [squares[0]?, squares[1]?],
            lives: [lives[0]?, lives[1]?],
            wait: [wait[0]?, wait[1]?],
            round: round?,
            to_act: SEATS.iter().position(|seat| *seat == to_act)?,
        };
        if position.squares[0] == position.squares[1] && position.squares[0] != LOUNGE {
            faults.push("both players stand on one square".to_owned());
        }
        let treasures = position.glyphs().filter(|(_, glyph)| *glyph == TREASURE);
        let treasures: Vec<Square> = treasures.map(|(square, _)| square).collect();
        if treasures != [self.treasure()] {
            faults.push(format!("the treasure lies on {treasures:?}"));
        }
        Some(position)
    }

    fn show(&self, position: &Position) -> State {
        let mut vars = BTreeMap::from([("round".to_owned(), json!(position.round))]);
        for (index, seat) in SEATS.iter().enumerate() {
            let square = position.squares[index];
            let square = if self.grid { json!(show_grid_square(square)) } else { json!(square.1) };
            vars.insert(format!("square.{seat}"), square);
            vars.insert(format!("lives.{seat}"), json!(position.lives[index]));
            vars.insert(format!("wait.{seat}"), json!(position.wait[index]));
        }
        let rows = position.board.iter().map(|row| row.iter().collect());
        let boards = BTreeMap::from([("main".to_owned(), rows.collect())]);
        State { boards, vars, ..State::default() }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        SEATS[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        if position.to_act != 0 {
            faults.push("P plays first".to_owned());
        }
        if position.squares != [LOUNGE; 2] || position.lives != [self.lives; 2] {
            faults.push(format!("both start in the lounge with {} lives", self.lives));
        }
        if position.wait != [0; 2] || position.round != 0 {
            faults.push("a match starts in round 0 with nobody waiting".to_owned());
        }
        for effect in self.effects().chars() {
            let count = position.glyphs().filter(|(_, glyph)| *glyph == effect).count() as i64;
            if count != self.sets {
                faults.push(format!("`{effect}` lies on {count} squares, not on {}", self.sets));
            }
        }
        let effects = position.glyphs().filter(|(_, glyph)| self.effects().contains(*glyph));
        let effects: Vec<Square> = effects.map(|(square, _)| square).collect();
        let crowded = |count: usize| count as i64 > self.max_per_line;
        for row in 1..=self.rows {
            if crowded(effects.iter().filter(|square| square.0 == row).count()) {
                faults.push(format!("row {row} has more than {} effects", self.max_per_line));
            }
        }
        for column in 1..=self.columns {
            if crowded(effects.iter().filter(|square| square.1 == column).count()) {
                faults.push(format!("column {column} has more than {} effects", self.max_per_line));
            }
        }
    }

    fn legal(&self, _position: &Position) -> Vec<String> {
        vec!["roll".to_owned()]
    }

    fn play(
        &self,
        position: &Position,
        _action: &str,
        events: &[Event],
        faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let rolled = self.rolled(events, faults)?;
        let mut turn = Turn::new(self, position.clone());
        let end = turn.play(rolled);
        let (mut next, mut happenings) = (turn.position, turn.happenings);
        let outcome = match end {
            TurnEnd::Stands => {
                next.pass_on(&mut happenings);
                Outcome::Next(next)
            }
            TurnEnd::Wins(winner) => self.over(next, winner),
        };
        // The roll, in a grid the direction, and each landing, effect, meeting and skipped turn.
        let least = 1 + usize::from(self.grid) + happenings;
        if events.len() < least {
            faults.push(format!("{} events where {least} things happened", events.len()));
        }
        Some(outcome)
    }
}

/// The single random result of a kind among the events.
fn outcome<'a>(events: &'a [Event], kind: &str, key: &str, faults: &mut Vec<String>) -> Option<&'a Value> {
    let found: Vec<&Event> = events.iter().filter(|event| event.kind == kind).collect();
    let [event] = found[..] else {
        faults.push(format!("{} events of the kind `{kind}`, not one", found.len()));
        return None;
    };
    let value = event.facts.get(key);
    if value.is_none() {
        faults.push(format!("the event of the kind `{kind}` has no `{key}`"));
    }
    value
}

fn show_grid_square((row, column): Square) -> String {
    format!("{row},{column}")
}

#[cfg(test)]
mod tests;
