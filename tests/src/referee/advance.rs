//! The referee of Advance: the moves come from [`advance_moves`](super::advance_moves).

use std::collections::BTreeMap;

use serde_json::json;

use super::advance_moves::{Board, START, can_move, legal_moves};
use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

/// White moves first.
const SEATS: [&str; 2] = ["white", "black"];

/// The rules of Advance with their limit of turns.
pub(crate) struct Advance {
    /// The turn limit, after which material decides.
    turn_limit: i64,
}

/// A board with the side to move.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    board: Board,
    white_to_move: bool,
    /// Full turns completed.
    turn: i64,
}

impl Advance {
    /// The ending of a match; drawn if nobody has won.
    fn over(&self, position: Position, white_wins: Option<bool>) -> Outcome<Position> {
        let winner = white_wins.map(seat);
        let scores =
            |white: f64, black: f64| BTreeMap::from([("white".to_owned(), white), ("black".to_owned(), black)]);
        // The rules define no scores for this game. Material, or a point for the winner, is accepted; nothing else.
        let [white, black] = [true, false].map(|white| position.board.material(white) as f64);
        let points = match white_wins {
            Some(true) => vec![scores(1.0, 0.0)],
            Some(false) => vec![scores(0.0, 1.0)],
            None => vec![scores(0.0, 0.0), scores(0.5, 0.5)],
        };
        Outcome::Over(Ending {
            winners: winner.into_iter().map(str::to_owned).collect(),
            scores: points.into_iter().chain([scores(white, black)]).collect(),
            positions: vec![position],
        })
    }
}

impl Rules for Advance {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Advance> {
        if header.seats != SEATS {
            let seats = &header.seats;
            faults.push(format!("the seats should be {SEATS:?}, not {seats:?}"));
            return None;
        }
        if let Some(variant) = &header.variant {
            faults.push(format!("there is no variant `{variant}`"));
        }
        let turn_limit = header.number("turn_limit", 100, faults);
        Some(Advance { turn_limit })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let vars = ["turn", "material.white", "material.black"];
        state.check_names(&[], &["main"], &vars, faults);
        let turn = state.number("turn", faults);
        let materials = [true, false].map(|white| {
            let name = format!("material.{}", seat(white));
            (state.number(&name, faults), name, white)
        });
        let board = match Board::parse(state.boards.get("main")?) {
            Ok(board) => board,
            Err(error) => {
                faults.push(format!("board `main`: {error}"));
                return None;
            }
        };
        for (found, name, white) in materials {
            let right = board.material(white);
            if let Some(found) = found.filter(|found| *found != right) {
                faults.push(format!("`{name}` should be {right}, it is {found}"));
            }
        }
        Some(Position { board, white_to_move: to_act == "white", turn: turn? })
    }

    fn show(&self, position: &Position) -> State {
        let board = &position.board;
        State {
            boards: BTreeMap::from([("main".to_owned(), board.rows())]),
            vars: BTreeMap::from([
                ("turn".to_owned(), json!(position.turn)),
                ("material.white".to_owned(), json!(board.material(true))),
                ("material.black".to_owned(), json!(board.material(false))),
            ]),
            ..State::default()
        }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        seat(position.white_to_move)
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let rows = position.board.rows();
        if rows != START {
            faults.push(format!("a match does not start with the board {rows:?}"));
        }
        if !position.white_to_move {
            faults.push("white goes first".to_owned());
        }
        if position.turn != 0 {
            let turn = position.turn;
            faults.push(format!("a match starts with turn 0, not {turn}"));
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let moves = legal_moves(&position.board, position.white_to_move);
        moves.into_iter().map(|mv| mv.text).collect()
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let white = position.white_to_move;
        let played = legal_moves(&position.board, white);
        let board = played.into_iter().find(|mv| mv.text == action)?.after;
        let next = Position { board, white_to_move: !white, turn: position.turn + i64::from(!white) };
        // A side without a move loses before material is counted.
        Some(if !can_move(&board, !white) {
            self.over(next, Some(white))
        } else if !white && next.turn >= self.turn_limit {
            let [white, black] = [true, false].map(|white| board.material(white));
            self.over(next, (white != black).then_some(white > black))
        } else {
            Outcome::Next(next)
        })
    }
}

fn seat(white: bool) -> &'static str {
    if white { SEATS[0] } else { SEATS[1] }
}

#[cfg(test)]
mod tests;
