//! Formatting of moves in piece notation: `e4`, `Nf3`, `exd6`, `R1e2`, `e8=Q`.

use crate::Game;
use crate::words::Words;
use parlour_model::action::{Action, ActionList};
use parlour_model::grammar::{Arg, Piece};
use parlour_model::ids::{BoardId, Square};
use parlour_model::kind::Kind;
use parlour_model::state::State;

/// A move of a piece, as needed for its notation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moved {
    /// The kind of piece, by index.
    piece: usize,
    from: usize,
    to: usize,
    /// The promotion, by index of the piece.
    becomes: Option<usize>,
}

/// A legal action of a state in piece notation, in a game with a notation: as short as is unambiguous among the legal
/// actions. Actions that move no piece are unchanged.
pub(crate) fn written_by_piece(game: &Game, state: &State, action: &Action, legal: &ActionList) -> String {
    let Some((board, moved)) =
        game.piece_board().and_then(|board| Some((board, moved_piece(game, board, state, action)?)))
    else {
        return game.action_text(action);
    };
    let name = |square: usize| game.square_name(board, Square::from_index(square));
    let file = |square: usize| name(square).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let rank = |square: usize| name(square).trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let capture = sign_between(game, action).filter(|&sign| sign != "-").unwrap_or_default();
    let is_plain = game.pack().notation.as_ref().is_some_and(|spec| spec.plain == Some(moved.piece));
    let from = if is_plain {
        if capture.is_empty() { String::new() } else { file(moved.from) }
    } else {
        let others: Vec<usize> = legal
            .iter(game)
            .filter_map(|other| moved_piece(game, board, state, &other))
            .filter(|other| other.from != moved.from && Moved { from: moved.from, ..*other } == moved)
            .map(|other| other.from)
            .collect();
        let is_alone = |part: &dyn Fn(usize) -> String| others.iter().all(|&n| part(n) != part(moved.from));
        match others.as_slice() {
            [] => String::new(),
            _ if is_alone(&file) => file(moved.from),
            _ if is_alone(&rank) => rank(moved.from),
            _ => name(moved.from),
        }
    };
    let letter = if is_plain { String::new() } else { piece_letter(game, moved.piece) };
    let becomes = moved.becomes.map_or_else(String::new, |piece| format!("={}", piece_letter(game, piece)));
    format!("{letter}{from}{capture}{}{becomes}", name(moved.to))
}

/// The letter of a piece: its sign or its first glyph.
fn piece_letter(game: &Game, piece: usize) -> String {
    let spec = &game.pack().moves.pieces[piece];
    let glyph = || spec.glyphs.first().map(char::to_string);
    spec.sign.clone().or_else(glyph).unwrap_or_default()
}

/// The literal between the squares of an action.
fn sign_between<'a>(game: &'a Game, action: &Action) -> Option<&'a str> {
    let verb = &game.pack().verbs[action.verb().index()];
    let from = verb.pieces.iter().position(|piece| matches!(piece, Piece::Arg(n) if verb.args[*n].name == "from"))?;
    verb.pieces.get(from + 1).and_then(Piece::sign)
}

fn moved_piece(game: &Game, board: BoardId, state: &State, action: &Action) -> Option<Moved> {
    let verb = &game.pack().verbs[action.verb().index()];
    let square = |name: &str| {
        let arg = verb.args.iter().find(|arg| arg.name == name && arg.kind == Kind::Square(board))?;
        usize::from(action.number(arg)).checked_sub(1)
    };
    let (from, to) = (square("from")?, square("to")?);
    let (piece, _) = piece_on(game, board, state, from)?;
    let pieces = game.pack().lists.iter().position(|list| list.name == "piece").map(Kind::Word);
    let choice: Option<&Arg> = verb.args.iter().find(|arg| Some(arg.kind) == pieces);
    let squares = (Square::from_index(from), Square::from_index(to));
    let chosen = choice.and_then(|arg| usize::from(action.number(arg)).checked_sub(1));
    let becomes = chosen.or_else(|| forced_promotion(game, state, action, squares));
    Some(Moved { piece, from, to, becomes })
}

/// The kind, by index, that a move between two squares promotes its piece to without a choice: the rows of the piece
/// name one kind and an area that includes the target.
pub(super) fn forced_promotion(
    game: &Game,
    state: &State,
    action: &Action,
    (from, to): (Square, Square),
) -> Option<usize> {
    let board = game.piece_board()?;
    let ((piece, owner), rules) = (piece_on(game, board, state, from.index())?, game.board_rules()?);
    let areas = &game.pack().boards[board.index()].areas;
    let rows = game.pack().moves.pieces[piece].moves.iter().filter(|row| row.verb == action.verb().index());
    rows.filter_map(|row| row.becomes.as_ref()).find_map(|becomes| {
        // Areas of named squares and of rows that options set belong to promotions by choice.
        let area = becomes.area.as_ref()?;
        let is_forced = !becomes.optional && !becomes.stopping && becomes.verb.is_none();
        let [only] = becomes.pieces[..] else { return None };
        (is_forced && rules.grid.is_in_fixed(area, areas, owner, to.index())).then_some(only)
    })
}

/// The piece on a square, by index, and its owner.
fn piece_on(game: &Game, board: BoardId, state: &State, square: usize) -> Option<(usize, usize)> {
    let cell = state.bytes().get(game.layout().boards[board.index()].offset + square)?;
    game.pack().boards[board.index()].symbols.get(usize::from(*cell).checked_sub(1)?)?.piece
}
