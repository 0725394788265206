//! Parsing of values: leniently, as a person writes them in an action, and exactly, as scenarios name them.

use crate::Game;
use crate::words::value::cards::{cards_matching, cards_named, no_such_card, several_cards};
use parlour_model::diagnostic::suggest;
use parlour_model::ids::{CardType, Square};
use parlour_model::kind::Kind;
use parlour_pack::boards::Naming;
use parlour_pack::reader;
use parlour_pack::values::listed;

/// A parsed argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A number of any kind except cards with counts.
    Number(u16),
    /// The count of each card type.
    Cards(Vec<u8>),
}

/// The reason that a text isn't a value of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// The fault.
    pub(crate) message: String,
    /// True if it is ambiguous: several values are equally near.
    pub(crate) is_ambiguous: bool,
    /// True if it names a value that is near.
    pub(crate) is_near: bool,
    /// True if the possible values would help behind the message.
    pub(crate) asks_for_choices: bool,
}

impl From<String> for Unreadable {
    fn from(message: String) -> Self {
        Self { message, ..Self::default() }
    }
}

impl Unreadable {
    pub(super) fn with_near(message: String) -> Self {
        Self { message, is_near: true, ..Self::default() }
    }

    pub(super) fn with_choices(message: String) -> Self {
        Self { message, asks_for_choices: true, ..Self::default() }
    }
}

/// Parses a value typed by a person: case-insensitive, with unambiguous abbreviations. Among several possible cards,
/// those with the highest `preference` win; 0 is for all others.
///
/// # Errors
/// The fault of the text.
pub(crate) fn read_value(
    game: &Game,
    kind: Kind,
    name: &str,
    text: &str,
    preference: impl Fn(CardType) -> u8,
) -> Result<Reading, Unreadable> {
    let missing = |what: &str| Err(Unreadable::with_choices(format!("{what} missing")));
    let what = match kind {
        Kind::Card if text.is_empty() => return missing("a card is"),
        Kind::Cards if text.is_empty() => return missing("cards are"),
        Kind::Square(_) if text.is_empty() => return missing("a square is"),
        Kind::Number if text.is_empty() => return missing(&format!("{name} is")),
        Kind::Cards => {
            let near = |message: String| Unreadable { is_near: message.ends_with('?'), ..message.into() };
            return cards_named(game, text).map(Reading::Cards).map_err(near);
        }
        Kind::Card => return preferred_card(game, text, preference).map(|card| Reading::Number(card.number())),
        Kind::Number => {
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let is_one = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let wrong = if is_one { "is out of range" } else { "is not a number" };
            let fault = |_| Unreadable::with_choices(format!("`{text}` {wrong}"));
            return text.parse().map(Reading::Number).map_err(fault);
        }
        Kind::Square(board) => {
            let square = game.square_named(board, text);
            let fault = || Unreadable::with_choices(format!("`{text}` is not a square"));
            return square.map(|square| Reading::Number(square.number())).ok_or_else(fault);
        }
        Kind::Numbers => return missing("one number is"),
        Kind::Seat => "seat",
        Kind::Word(list) => &game.pack().lists[list].name,
        Kind::Symbol(_) | Kind::Glyph(_) => "symbol",
    };
    let names = game.value_names(kind);
    let wanted = text.to_lowercase();
    let glyphs = || value_glyphs(game, kind).position(|glyph| text.chars().eq([glyph]));
    let signs = || match kind {
        Kind::Word(list) => {
            let is_sign =
                |n: &usize| game.pack().piece_sign(list, *n).is_some_and(|sign| sign.to_lowercase() == wanted);
            (0..names.len()).find(is_sign)
        }
        _ => None,
    };
    let also = || match kind {
        Kind::Word(list) => {
            let is_also = |also: &Vec<String>| also.iter().any(|word| word.to_lowercase() == wanted);
            game.pack().lists[list].also.iter().position(is_also)
        }
        _ => None,
    };
    let exact = names.iter().position(|name| name.to_lowercase() == wanted);
    let exact = exact.or_else(glyphs).or_else(signs).or_else(also);
    let begun: Vec<usize> = names
        .iter()
        .enumerate()
        .filter(|(_, name)| !wanted.is_empty() && name.to_lowercase().starts_with(&wanted))
        .map(|(n, _)| n)
        .collect();
    match (exact, begun.as_slice()) {
        (Some(n), _) | (None, &[n]) => Ok(Reading::Number(n as u16 + 1)),
        _ if text.is_empty() => Err(format!("{what} is missing: {}", names.join(", ")).into()),
        _ => {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            Err(format!("`{text}` is not {article} {what}: {}", suggest(text, names.iter().copied())).into())
        }
    }
}

/// The characters of the symbols of a board, if that is the kind.
fn value_glyphs(game: &Game, kind: Kind) -> impl Iterator<Item = char> + '_ {
    let board = match kind {
        Kind::Symbol(board) | Kind::Glyph(board) => Some(&game.pack().boards[board.index()]),
        _ => None,
    };
    board.into_iter().flat_map(|board| &board.symbols).map(|symbol| symbol.glyph)
}

/// The card that a text means: of several, the only one with the highest preference.
fn preferred_card(game: &Game, text: &str, preference: impl Fn(CardType) -> u8) -> Result<CardType, Unreadable> {
    let matching = cards_matching(game, text);
    match matching.as_slice() {
        [one] => return Ok(*one),
        [] => return Err(no_such_card(game, text)),
        _ => {}
    }
    let most = matching.iter().map(|&card| preference(card)).max().unwrap_or(0);
    let preferred: Vec<CardType> = matching.iter().copied().filter(|&card| preference(card) == most).collect();
    match preferred.as_slice() {
        [one] => Ok(*one),
        several => Err(several_cards(game, text, several)),
    }
}

/// The value in a scenario; 0 for none. `None` if it isn't a value of the kind.
pub fn exact_value(game: &Game, kind: Kind, value: &reader::Value) -> Option<i64> {
    let is_line = |board: usize| game.layout().boards[board].height == 1;
    match (kind, value) {
        (Kind::Number, reader::Value::Int(n)) => Some(*n),
        (Kind::Number, reader::Value::Bool(flag)) => Some(i64::from(*flag)),
        (Kind::Square(board), reader::Value::Int(n)) if is_line(board.index()) => {
            let is_gap = |square: Square| {
                square.index() < game.layout().boards[board.index()].width && !game.has_square(board, square)
            };
            let square = u16::try_from(*n).ok().and_then(Square::from_number);
            if square.is_some_and(is_gap) { None } else { Some(*n) }
        }
        (Kind::Square(board), reader::Value::Str(text)) if !is_line(board.index()) => {
            match text.replace(' ', "").as_str() {
                "" | "0,0" => Some(0),
                name => game.square_named(board, name).map(|square| square.number().into()),
            }
        }
        (Kind::Number | Kind::Numbers | Kind::Cards | Kind::Square(_), _) => None,
        (_, reader::Value::Str(text)) if text.is_empty() => Some(0),
        (_, reader::Value::Str(text)) => {
            let named = game.value_names(kind).iter().position(|name| name == text);
            let place = named.or_else(|| value_glyphs(game, kind).position(|glyph| text.chars().eq([glyph])));
            place.and_then(|n| i64::try_from(n + 1).ok())
        }
        _ => None,
    }
}

/// The form of a value of a kind in a scenario, for messages.
pub fn expected_value(game: &Game, kind: Kind) -> String {
    match kind {
        Kind::Number => "expected a whole number".to_owned(),
        Kind::Square(board) if game.layout().boards[board.index()].height == 1 => {
            "expected the number of a square, 0 for off the board".to_owned()
        }
        Kind::Square(board) if game.pack().boards[board.index()].naming == Naming::Numbers => {
            "expected \"row,column\", \"0,0\" for off the board".to_owned()
        }
        Kind::Square(board) => {
            let first = game.squares(board).next().unwrap_or(Square(0));
            format!("expected a square such as \"{}\", \"\" for off the board", game.square_name(board, first))
        }
        _ => format!("expected \"\" or one of {}", listed(&game.value_names(kind))),
    }
}
