//! Parses an evaluation given as a table of weights: `{ score = 1, centre = { sentinel = 0.1 } }`.

use parlour_engine::diagnostic::suggest;
use parlour_engine::game::Game;
use parlour_engine::script::{Table, Value};

use parlour_search::{EvaluationWeights, PieceWeights};

/// The weights of the whole board.
pub(super) const WHOLE: &[&str] = &["score", "mobility", "danger"];
/// The weights of each piece.
pub(super) const BY_PIECE: &[&str] = &["worth", "forward", "centre", "near", "close", "shielded", "hand", "squares"];

/// More keys than there are weights or pieces.
const MAX_KEYS: usize = 500;

/// Parses a table of weights.
///
/// # Errors
/// The fault, in words.
pub(super) fn read(table: &Table, game: &Game) -> Result<EvaluationWeights, String> {
    let pieces = &game.pack().moves.pieces;
    let mut out =
        EvaluationWeights { pieces: vec![PieceWeights::default(); pieces.len()], ..EvaluationWeights::default() };
    for (key, value) in pairs(table)? {
        match key.as_str() {
            "score" => out.score = number(&value, "evaluate.score")?,
            "mobility" => out.mobility = number(&value, "evaluate.mobility")?,
            "danger" => out.danger = number(&value, "evaluate.danger")?,
            term if BY_PIECE.contains(&term) => {
                let Value::Table(by_piece) = &value else {
                    return Err(format!("`evaluate.{term}` is a {}; expected a table by piece", value.kind()));
                };
                for (name, value) in pairs(by_piece)? {
                    let Some(n) = pieces.iter().position(|piece| piece.name == name) else {
                        let known = suggest(&name, pieces.iter().map(|piece| piece.name.as_str()));
                        return Err(format!("`evaluate.{term}`: there is no piece `{name}` ({known})"));
                    };
                    set(&mut out.pieces[n], term, &value, &format!("evaluate.{term}.{name}"), game)?;
                }
            }
            _ => {
                let known = suggest(&key, WHOLE.iter().chain(BY_PIECE).copied());
                return Err(format!("`evaluate` has no weight `{key}` ({known})"));
            }
        }
    }
    Ok(out)
}

fn set(out: &mut PieceWeights, term: &str, value: &Value, place: &str, game: &Game) -> Result<(), String> {
    let target = match term {
        "worth" => &mut out.worth,
        "forward" => &mut out.forward,
        "centre" => &mut out.centre,
        "near" => &mut out.near,
        "close" => &mut out.close,
        "shielded" => &mut out.shielded,
        "hand" => &mut out.hand,
        _ => {
            out.squares = Some(squares(value, place, game)?);
            return Ok(());
        }
    };
    *target = number(value, place)?;
    Ok(())
}

/// A number for each square, the farthest row first.
fn squares(value: &Value, place: &str, game: &Game) -> Result<Vec<f64>, String> {
    let size = game.piece_board().map_or(0, |board| game.board(board).squares());
    let Value::Table(list) = value else {
        return Err(format!("`{place}` is a {}; expected a list of {size} numbers", value.kind()));
    };
    if list.len() != size {
        return Err(format!("`{place}` has {} numbers; the board has {size} squares", list.len()));
    }
    (1..=size).map(|n| number(&list.get(n).map_err(|error| error.to_string())?, &format!("{place}[{n}]"))).collect()
}

fn pairs(table: &Table) -> Result<Vec<(String, Value)>, String> {
    let mut out = Vec::new();
    for pair in table.pairs() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        if out.len() == MAX_KEYS {
            return Err(format!("`evaluate` has a table of more than {MAX_KEYS} keys"));
        }
        out.push((key.shown(), value));
    }
    Ok(out)
}

fn number(value: &Value, place: &str) -> Result<f64, String> {
    match value {
        Value::Number(n) if n.is_finite() => Ok(*n),
        other => Err(format!(
            "`{place}` is {}; expected a number",
            match other {
                Value::Number(n) => n.to_string(),
                other => format!("a {}", other.kind()),
            }
        )),
    }
}
