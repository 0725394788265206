//! Moves in the notation of engine protocols: `e2e4`, `e7e8q`, `P*5e`, `h2e2`, `D4`.

use crate::Game;
use parlour_model::action::{Action, ActionList};
use parlour_model::grammar::Piece;
use parlour_model::ids::{Seat, Square};
use parlour_model::kind::Kind;
use parlour_model::state::State;
use parlour_pack::engines::Protocol;

/// The columns of the Go Text Protocol, which leaves out the I.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The effect of an action on the board of pieces.
struct Moved {
    /// The origin of the piece; `None` if it comes from a hand or from beside the board.
    from: Option<Square>,
    to: Square,
    /// The kind of piece that is dropped, or that the moved piece promotes to, by choice or without one, by index.
    piece: Option<usize>,
    /// True if a piece is promoted by the action's own word.
    is_promoted: bool,
}

/// An action of a seat in a state, in a protocol's notation; `None` for one that moves nothing on a board, or that it has
/// no form for.
pub(crate) fn protocol_text(
    game: &Game,
    protocol: Protocol,
    state: &State,
    seat: Seat,
    action: &Action,
) -> Option<String> {
    let verb = &game.pack().verbs[action.verb().index()];
    let Some(moved) = moved(game, state, seat, action) else {
        return (protocol == Protocol::Gtp && verb.args.is_empty() && verb.name == "pass").then(|| "pass".to_owned());
    };
    let square = |square: Square| square_text(game, protocol, square);
    let sign = |piece: usize| {
        let piece = game.pack().moves.pieces.get(piece)?;
        piece.sign.clone().or_else(|| piece.glyphs.first().map(char::to_string))
    };
    let to = square(moved.to)?;
    let plus = if moved.is_promoted { "+" } else { "" };
    match (protocol, moved.from, moved.piece) {
        (Protocol::Gtp, None, _) => Some(to),
        (Protocol::Gtp, Some(from), _) => Some(square(from)? + &to),
        (Protocol::Usi, None, Some(piece)) => Some(format!("{}*{to}", sign(piece)?)),
        (_, None, Some(piece)) => Some(format!("{}@{to}", sign(piece)?)),
        (_, None, None) => Some(format!("@{to}")),
        (_, Some(from), None) => Some(format!("{}{to}{plus}", square(from)?)),
        (Protocol::Usi, Some(from), Some(_)) => Some(format!("{}{to}+", square(from)?)),
        (_, Some(from), Some(piece)) => Some(format!("{}{to}{}", square(from)?, sign(piece)?.to_lowercase())),
    }
}

/// The legal action of a seat in a state with a text in a protocol's notation; `None` if there is none.
pub(crate) fn protocol_action(
    game: &Game,
    protocol: Protocol,
    state: &State,
    seat: Seat,
    legal: &ActionList,
    text: &str,
) -> Option<Action> {
    let is_it = |action: &Action| {
        let written = protocol_text(game, protocol, state, seat, action);
        written.is_some_and(|written| match protocol {
            Protocol::Gtp => written.eq_ignore_ascii_case(text),
            Protocol::Uci | Protocol::Usi | Protocol::Ucci => written == text,
        })
    };
    legal.iter(game).find(is_it)
}

/// A square in a protocol's notation; `None` if the board is too large for it.
fn square_text(game: &Game, protocol: Protocol, square: Square) -> Option<String> {
    let board = game.piece_board()?;
    let layout = game.layout().boards[board.index()];
    let (x, y) = (square.index() % layout.width, square.index() / layout.width);
    let letter = |n: usize| u8::try_from(n).ok().filter(|n| *n < 26).map(|n| char::from(b'a' + n));
    Some(match protocol {
        Protocol::Uci => format!("{}{}", letter(x)?, layout.height - y),
        Protocol::Ucci => format!("{}{}", letter(x)?, layout.height - 1 - y),
        Protocol::Usi => format!("{}{}", layout.width - x, letter(y)?),
        Protocol::Gtp => format!("{}{}", char::from(*COLUMNS.get(x)?), layout.height - y),
    })
}

fn moved(game: &Game, state: &State, seat: Seat, action: &Action) -> Option<Moved> {
    let board = game.piece_board()?;
    let verb = &game.pack().verbs[action.verb().index()];
    let square = |arg| Square::from_number(action.number(arg));
    let squares: Vec<_> = verb.args.iter().filter(|arg| arg.kind == Kind::Square(board)).collect();
    let pieces = game.pack().lists.iter().position(|list| list.name == "piece").map(Kind::Word);
    let piece = verb.args.iter().find(|arg| Some(arg.kind) == pieces);
    let piece = piece.and_then(|arg| usize::from(action.number(arg)).checked_sub(1));
    let is_promoted = verb.pieces.last().and_then(Piece::sign).is_some_and(|sign| sign.ends_with('+'));
    match squares[..] {
        [from, to] => {
            let (from, to) = (square(from)?, square(to)?);
            let piece = piece.or_else(|| super::written::forced_promotion(game, state, action, (from, to)));
            Some(Moved { from: Some(from), to, piece, is_promoted })
        }
        [to] => Some(Moved { from: None, to: square(to)?, piece, is_promoted }),
        [] => {
            // Castling is written by the squares of the king.
            let (from, to) = game.castling(seat, action.verb())?;
            Some(Moved { from: Some(from), to, piece: None, is_promoted })
        }
        _ => None,
    }
}
