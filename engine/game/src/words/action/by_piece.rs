//! Parsing of moves in piece notation: `e4`, `Nf3`, `exd6`, `R1e2`, `e8=Q+`.

use super::ParseError;
use crate::Game;
use crate::words::Words;
use crate::words::board::reason::reason_between;
use parlour_model::action::{Action, ActionList};
use parlour_model::grammar::{Arg, Piece};
use parlour_model::ids::{BoardId, Square, Verb};
use parlour_model::kind::Kind;
use parlour_model::state::State;

/// Limit of suggested actions.
const MAX_NAMED: usize = 8;

/// Limit of pieces whose obstacle is explained.
const MAX_REASONS: usize = 2;

/// A move as written.
#[derive(Clone, Copy)]
struct Written<'a> {
    /// The kind of piece, by index.
    piece: usize,
    /// The origin as written: a square, or a part of its name.
    from: &'a str,
    to: Square,
    /// The promotion, by index of the piece.
    becomes: Option<usize>,
    /// True if a `+` is at its end, in games whose actions have one.
    plus: Option<bool>,
}

/// The legal action in piece notation, in a game with a notation; `None` if the text isn't of this form.
///
/// # Errors
/// Several actions fit.
pub fn action_by_piece(
    game: &Game,
    state: &State,
    text: &str,
    legal: &ActionList,
) -> Option<Result<Action, ParseError>> {
    if game.pack().notation.is_none() || text.len() > ParseError::LONGEST {
        return None;
    }
    let board = game.piece_board()?;
    let text = without_remark(text);
    if let Some(written) = read_by_squares(game, board, text) {
        return by_squares(game, board, text, &written, legal);
    }
    let written = read_by_piece(game, board, text)?;
    let mut found: Vec<Action> =
        legal.iter(game).filter(|action| is_written(game, board, state, action, &written)).collect();
    if found.is_empty() && written.becomes.is_none() {
        let pieces = 0..game.pack().moves.pieces.len();
        let becomes = pieces.map(|piece| Written { becomes: Some(piece), ..written });
        let choices: Vec<Action> = becomes
            .flat_map(|written| legal.iter(game).filter(move |action| is_written(game, board, state, action, &written)))
            .collect();
        if !choices.is_empty() {
            return Some(Err(which_piece(game, text, &choices)));
        }
    }
    match found.len() {
        0 => Some(Err(no_such_piece(game, board, state, legal, &written))),
        1 => found.pop().map(Ok),
        _ => {
            let candidates = found.iter().take(6).map(|action| format!("`{}`", game.action_text(action))).collect();
            Some(Err(ParseError::Ambiguous { text: text.to_owned(), candidates }))
        }
    }
}

/// A text without the remark of an en passant capture: `exf6ep`, `exf6 e.p.`.
fn without_remark(text: &str) -> &str {
    let text = text.trim();
    let rest = ["e.p.", "e.p", "ep"].into_iter().find_map(|end| text.strip_suffix(end)).map(str::trim_end);
    rest.filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}

/// The error of a promotion without the piece.
fn which_piece(game: &Game, text: &str, choices: &[Action]) -> ParseError {
    let candidates = choices.iter().map(|action| format!("`{}`", game.action_text(action))).collect();
    ParseError::WhichPiece { text: text.to_owned(), candidates }
}

/// A move by its two squares, and the promotion, by index: `g1f3`, `e7e8q`, `e7-e8=Q`.
struct BySquares {
    from: Square,
    to: Square,
    becomes: Option<usize>,
    /// True if a `+` is at its end, in games whose actions have one.
    plus: Option<bool>,
}

/// True if actions of a game end in a `+`.
fn has_plus(game: &Game) -> bool {
    let mut literals = game.pack().verbs.iter().flat_map(|verb| &verb.pieces).filter_map(Piece::sign);
    literals.any(|sign| sign.ends_with('+'))
}

fn read_by_squares(game: &Game, board: BoardId, text: &str) -> Option<BySquares> {
    let text = text.trim_end_matches(['#', '!', '?']);
    let bare = text.trim_end_matches('+');
    let plus = has_plus(game).then_some(bare.len() < text.len());
    let text = bare;
    let ends = || text.char_indices().map(|(at, _)| at).skip(1);
    let read = |at: usize| -> Option<BySquares> {
        let from = game.square_named(board, &text[..at])?;
        let rest = text[at..].trim_start_matches(['-', 'x', ':', ' ']);
        if let Some(to) = game.square_named(board, rest) {
            return Some(BySquares { from, to, becomes: None, plus });
        }
        let (last, letter) = rest.char_indices().next_back()?;
        let upper: String = letter.to_uppercase().collect();
        let (piece, _) = piece_of(game, &upper).filter(|(_, rest)| rest.is_empty())?;
        let to = game.square_named(board, rest[..last].trim_end_matches(['=', '/']))?;
        Some(BySquares { from, to, becomes: Some(piece), plus })
    };
    ends().find_map(read)
}

/// The legal action between two squares; a castling king moves by its own squares, or to the rook's square. `None` if
/// there is none.
fn by_squares(
    game: &Game,
    board: BoardId,
    text: &str,
    written: &BySquares,
    legal: &ActionList,
) -> Option<Result<Action, ParseError>> {
    let rules = game.board_rules()?;
    let pieces = game.pack().lists.iter().position(|list| list.name == "piece").map(Kind::Word);
    let squares = |action: &Action| {
        let verb = &game.pack().verbs[action.verb().index()];
        let arg = |name: &str| verb.args.iter().find(|arg| arg.name == name && arg.kind == Kind::Square(board));
        let square = |name: &str| Square::from_number(action.number(arg(name)?));
        Some((square("from")?, square("to")?))
    };
    let castles = |action: &Action| {
        let castles = rules.special.castles.iter();
        let is_its = |castle: &&parlour_board::Castle| {
            rules.rules[usize::from(castle.rule)].verb == action.verb().number()
                && usize::from(castle.royal[0]) == written.from.index()
                && [castle.royal[1], castle.other[0]].contains(&written.to.0)
        };
        castles.into_iter().any(|castle| is_its(&castle))
    };
    let is_plus = |action: &Action| {
        let last = game.pack().verbs[action.verb().index()].pieces.last().and_then(Piece::sign);
        written.plus.is_none_or(|plus| plus == last.is_some_and(|sign| sign.ends_with('+')))
    };
    let fits = |action: &Action| match squares(action) {
        Some(found) => found == (written.from, written.to) && is_plus(action),
        None => castles(action),
    };
    let chosen = |action: &Action| {
        let verb = &game.pack().verbs[action.verb().index()];
        let choice = verb.args.iter().find(|arg| Some(arg.kind) == pieces);
        choice.and_then(|arg| usize::from(action.number(arg)).checked_sub(1))
    };
    let all: Vec<Action> = legal.iter(game).filter(fits).collect();
    let mut found: Vec<Action> =
        all.iter().filter(|action| is_meant(game, chosen(action), written.becomes)).cloned().collect();
    match found.len() {
        0 if written.becomes.is_none() && !all.is_empty() => Some(Err(which_piece(game, text, &all))),
        // An illegal move is refused with its reason when it is read as an action.
        0 => None,
        1 => found.pop().map(Ok),
        _ => {
            let candidates = found.iter().take(6).map(|action| format!("`{}`", game.action_text(action))).collect();
            Some(Err(ParseError::Ambiguous { text: text.to_owned(), candidates }))
        }
    }
}

/// The error that no piece of the kind can go there, with its possible actions.
fn no_such_piece(game: &Game, board: BoardId, state: &State, legal: &ActionList, written: &Written<'_>) -> ParseError {
    let is_such = |action: &Action| {
        let verb = &game.pack().verbs[action.verb().index()];
        let to = verb.args.iter().find(|arg| arg.name == "to" && arg.kind == Kind::Square(board));
        let to = to.and_then(|arg| Square::from_number(action.number(arg)));
        to.is_some_and(|to| is_written(game, board, state, action, &Written { to, becomes: None, ..*written }))
    };
    let actions = legal.iter(game).filter(is_such).take(MAX_NAMED);
    ParseError::NoPiece {
        piece: game.pack().moves.pieces[written.piece].name.replace('_', " "),
        square: game.square_name(board, written.to),
        reasons: reasons(game, board, state, written),
        candidates: actions.map(|action| format!("`{}`", game.action_text(&action))).collect(),
    }
}

/// The obstacles that keep the meant pieces from a square.
fn reasons(game: &Game, board: BoardId, state: &State, written: &Written<'_>) -> Vec<String> {
    let (Some(rules), Some(decision)) = (game.board_rules(), state.decision()) else { return Vec::new() };
    let own = (written.piece, decision.seat.index());
    let layout = game.layout().boards[board.index()];
    let cells = &state.bytes()[layout.offset..layout.offset + layout.width * layout.height];
    let symbols = &game.pack().boards[board.index()].symbols;
    let piece = |cell: u8| usize::from(cell).checked_sub(1).and_then(|n| symbols.get(n)?.piece);
    let takes = piece(cells[written.to.index()]).is_some_and(|(_, seat)| seat != own.1);
    let moves = &game.pack().moves.pieces[written.piece].moves;
    let is_meant = |verb: usize| moves.iter().any(|rule| rule.verb == verb && rule.effect.takes() == takes);
    let actions = game.pack().phases[decision.phase.index()].actions.iter().copied();
    let verbs: Vec<usize> = actions.filter(|&verb| is_meant(verb)).collect();
    let mut reasons = Vec::new();
    for from in (0..cells.len()).filter(|&square| piece(cells[square]) == Some(own)).map(Square::from_index) {
        let name = game.square_name(board, from);
        if !(name.starts_with(written.from) || name.ends_with(written.from)) {
            continue;
        }
        for verb in verbs.iter().map(|&verb| Verb::from_index(verb)) {
            let reason = reason_between(rules, game, state, verb, from, written.to);
            reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
        }
    }
    reasons.truncate(MAX_REASONS);
    reasons
}

/// A move in words: `knight to f3`, `pawn e2 to e4`.
fn read_in_words<'a>(game: &Game, board: BoardId, text: &'a str) -> Option<Written<'a>> {
    const BETWEEN: [&str; 8] = ["to", "on", "at", "from", "takes", "captures", "moves", "x"];
    let (name, rest) = text.trim().split_once(' ')?;
    let mut pieces = game.pack().moves.pieces.iter();
    let piece = pieces.position(|piece| piece.name.eq_ignore_ascii_case(name))?;
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !BETWEEN.contains(word)).collect();
    let (from, to) = match words[..] {
        [to] => ("", to),
        [from, to] => (from, to),
        _ => return None,
    };
    Some(Written { piece, from, to: game.square_named(board, to)?, becomes: None, plus: None })
}

fn read_by_piece<'a>(game: &Game, board: BoardId, text: &'a str) -> Option<Written<'a>> {
    if let Some(written) = read_in_words(game, board, text) {
        return Some(written);
    }
    let notation = game.pack().notation.as_ref()?;
    let text = text.trim().trim_end_matches(['#', '!', '?']);
    let bare = text.strip_suffix('+');
    let plus = has_plus(game).then_some(bare.is_some());
    let text = bare.unwrap_or(text);
    let (text, becomes) = match text.split_once('=') {
        Some((text, letters)) => (text, Some(piece_of(game, letters).filter(|(_, rest)| rest.is_empty())?.0)),
        None => {
            let last = text.char_indices().last().filter(|(at, c)| *at > 0 && c.is_uppercase());
            let piece = last.and_then(|(at, _)| Some((at, piece_of(game, &text[at..])?.0)));
            // `e8Q`, but not `eQ`.
            let follows_digit = |at: usize| text[..at].ends_with(|c: char| c.is_ascii_digit());
            match piece.filter(|(at, _)| follows_digit(*at)) {
                Some((at, piece)) => (&text[..at], Some(piece)),
                None => (text, None),
            }
        }
    };
    let (piece, rest) = match piece_of(game, text) {
        Some(found) => found,
        None => (notation.plain?, text),
    };
    let starts = rest.char_indices().map(|(at, _)| at);
    let (at, to) = starts.filter_map(|at| Some((at, game.square_named(board, &rest[at..])?))).next()?;
    let from = rest[..at].trim_end_matches(['x', '-', ':']);
    Some(Written { piece, from, to, becomes, plus })
}

/// True if a piece is the one written, or a variant of it: for a promoted queen `Q~`, `Q` suffices.
fn is_meant(game: &Game, piece: Option<usize>, written: Option<usize>) -> bool {
    let pieces = &game.pack().moves.pieces;
    let letters = |piece: usize| {
        let spec = pieces.get(piece)?;
        spec.sign.clone().or_else(|| spec.glyphs.first().map(char::to_string))
    };
    match (piece, written) {
        (Some(piece), Some(written)) if piece != written => {
            let marked = letters(piece).zip(letters(written)).and_then(|(piece, written)| {
                piece
                    .strip_prefix(written.as_str())
                    .map(|mark| !mark.is_empty() && !mark.contains(char::is_alphanumeric))
            });
            marked == Some(true)
        }
        _ => piece == written,
    }
}

/// The piece whose letters begin a text, and the rest of the text.
fn piece_of<'a>(game: &Game, text: &'a str) -> Option<(usize, &'a str)> {
    let pieces = game.pack().moves.pieces.iter().enumerate();
    let letters = pieces.flat_map(|(n, piece)| {
        let glyph = piece.glyphs.first().map(char::to_string);
        piece.sign.clone().into_iter().chain(glyph).map(move |letters| (n, letters))
    });
    let begun = letters.filter(|(_, letters)| text.starts_with(letters.as_str()));
    let longest = begun.max_by_key(|(_, letters)| letters.len())?;
    Some((longest.0, &text[longest.1.len()..]))
}

fn is_written(game: &Game, board: BoardId, state: &State, action: &Action, written: &Written<'_>) -> bool {
    let verb = &game.pack().verbs[action.verb().index()];
    let arg = |name: &str| verb.args.iter().find(|arg| arg.name == name && arg.kind == Kind::Square(board));
    let square = |arg: &Arg| usize::from(action.number(arg)).checked_sub(1);
    let (Some(from), Some(to)) = (arg("from").and_then(square), arg("to").and_then(square)) else {
        return false;
    };
    let layout = game.layout().boards[board.index()];
    let cell = state.bytes()[layout.offset + from];
    let symbols = &game.pack().boards[board.index()].symbols;
    let piece = usize::from(cell).checked_sub(1).and_then(|n| symbols.get(n)?.piece);
    let name = game.square_name(board, Square::from_index(from));
    let pieces = game.pack().lists.iter().position(|list| list.name == "piece").map(Kind::Word);
    let choice = verb.args.iter().find(|arg| Some(arg.kind) == pieces);
    let chosen = choice.and_then(|arg| usize::from(action.number(arg)).checked_sub(1));
    let ends_in_plus = verb.pieces.last().and_then(Piece::sign).is_some_and(|sign| sign.ends_with('+'));
    to == written.to.index()
        && piece.is_some_and(|(piece, _)| is_meant(game, Some(piece), Some(written.piece)))
        && (name.starts_with(written.from) || name.ends_with(written.from))
        && is_meant(game, chosen, written.becomes)
        && written.plus.is_none_or(|plus| plus == ends_in_plus)
}
