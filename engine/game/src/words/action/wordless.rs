//! Errors of texts for actions whose usage begins without a word, such as `FROM-TO`.

use super::ParseError;
use crate::Game;
use crate::words::Words;
use crate::words::action::parse::{ambiguous, read_verb, unknown_action};
use parlour_model::action::{Action, ActionList};
use parlour_model::grammar::Piece;
use parlour_model::ids::Verb;
use parlour_pack::boards::Naming;

/// The reason that a text isn't an action whose usage begins without a word, such as `FROM-TO`.
pub(crate) fn no_action_by_squares(
    game: &Game,
    text: &str,
    legal: Option<&ActionList>,
    error: ParseError,
) -> Result<Action, ParseError> {
    if let Some(read) = squares_alone(game, text, legal).filter(Result::is_ok) {
        return read;
    }
    Err(why_by_squares(game, text, legal, error))
}

/// The error of a text that isn't an action.
fn why_by_squares(game: &Game, text: &str, legal: Option<&ActionList>, error: ParseError) -> ParseError {
    let lower = text.to_lowercase();
    let legal_texts = || legal.into_iter().flat_map(|legal| legal.iter(game)).map(|action| game.action_text(&action));
    let candidates: Vec<String> = legal_texts()
        .filter(|candidate| candidate.to_lowercase().starts_with(&lower))
        .map(|candidate| format!("`{candidate}`"))
        .take(6)
        .collect();
    if !candidates.is_empty() {
        return ParseError::Unfinished { text: text.to_owned(), candidates };
    }
    let wordless = || game.pack().verbs.iter().filter(|verb| verb.first_word().is_none());
    let signs = || wordless().flat_map(|verb| &verb.pieces).filter_map(Piece::sign);
    if signs().any(|sign| lower.contains(&sign.to_lowercase())) {
        return error;
    }
    if let Some(Err(error)) = squares_alone(game, text, legal) {
        return error;
    }
    let is_named = |name: &str| lower.chars().count() > 2 && name.starts_with(&lower.replace(' ', "_"));
    let named: Vec<String> = game
        .pack()
        .verbs
        .iter()
        .filter(|verb| is_named(&verb.name))
        .map(|verb| format!("`{}`", verb.usage()))
        .collect();
    if !named.is_empty() {
        return ParseError::WrittenOtherwise { name: text.to_owned(), usages: named };
    }
    // One example of each kind.
    let mut seen = Vec::new();
    let kinds = legal.into_iter().flat_map(|legal| legal.iter(game)).filter(|action| {
        let is_new = !seen.contains(&action.verb());
        seen.push(action.verb());
        is_new
    });
    let examples: Vec<String> = kinds.map(|action| format!("`{}`", game.action_text(&action))).collect();
    match unknown_action(game, text) {
        ParseError::UnknownAction { .. } if !examples.is_empty() => ParseError::UnknownAction {
            word: text.to_owned(),
            help: format!("actions look like {}{}", examples.join(", "), squares_told(game)),
        },
        other => other,
    }
}

/// Interprets a text of squares alone: an error with the legal actions that have these squares and more, such as a
/// card; otherwise the action from one to the other, whose refusal gives the reason. `None` for any other text.
pub(super) fn squares_alone(game: &Game, text: &str, legal: Option<&ActionList>) -> Option<Result<Action, ParseError>> {
    let lower = text.to_lowercase();
    let mut words: Vec<&str> = lower.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    let is_square = |word: &str| game.boards().any(|board| game.square_named(board, word).is_some());
    if let [both] = words[..]
        && !both.bytes().all(|byte| byte.is_ascii_digit())
    {
        // Two squares without a separator: `e2e5`.
        let mut parts = both.char_indices().skip(1).map(|(at, _)| both.split_at(at));
        words = parts.find(|(from, to)| is_square(from) && is_square(to)).map_or(words, |(from, to)| vec![from, to]);
    }
    if words.len() < 2 || !words.iter().all(|word| is_square(word)) {
        return None;
    }
    let has_more = |action: &Action| {
        let args = &game.pack().verbs[action.verb().index()].args;
        let squares = args.iter().filter(|arg| arg.kind.is_square()).map(|arg| game.argument_text(action, arg));
        squares.map(|square| square.to_lowercase()).eq(words.iter().copied())
    };
    let found: Vec<Action> = legal.into_iter().flat_map(|legal| legal.iter(game)).filter(has_more).collect();
    if !found.is_empty() {
        return Some(Err(ambiguous(game, text, &found)));
    }
    if let [from, to] = words[..] {
        let verbs = game.pack().verbs.iter().enumerate();
        let between = verbs.filter_map(|(n, verb)| match verb.pieces.as_slice() {
            [Piece::Arg(0), sign @ Piece::Literal(_), Piece::Arg(1), ..] => Some((Verb::from_index(n), sign.sign()?)),
            _ => None,
        });
        let mut read =
            between.filter_map(|(verb, sign)| read_verb(game, verb, &format!("{from}{sign}{to}"), legal, &[]).ok());
        if let Some(action) = read.next() {
            return Some(Ok(action));
        }
    }
    Some(Err(ParseError::NothingWith { squares: words.into_iter().map(str::to_owned).collect() }))
}

/// The naming of squares, for a message, if people may expect another one; otherwise empty.
fn squares_told(game: &Game) -> &'static str {
    let naming = game.boards().next().map(|board| {
        let layout = &game.layout().boards[board.index()];
        game.pack().boards[board.index()].naming.on(layout.width, layout.height)
    });
    match naming {
        Some(Naming::Letters) => "; squares are two letters, the column first and the row from the top",
        Some(Naming::FromRight) => "; squares are a number from the right and a letter from the top",
        Some(Naming::Numbers) => "; squares are two numbers, the row from the top first",
        Some(Naming::FromBelow | Naming::FromAbove | Naming::WithoutI) | None => "",
    }
}
