//! Values as text and as JSON.

use serde_json::{Value as Json, json};

use crate::Game;
use parlour_model::english::listed;
use parlour_model::ids::{CardType, Square};
use parlour_model::kind::{Kind, Numbers, Value};

/// A value as in records, traces and scripts; empty for none.
pub(crate) fn value_text(game: &Game, kind: Kind, value: Value<'_>) -> String {
    let number = match value {
        Value::Cards(counts) => return cards_text(game, counts),
        Value::Numbers(numbers) => return numbers_text(numbers),
        Value::Number(number) => number,
    };
    if kind == Kind::Number {
        return number.to_string();
    }
    let Some(n) = index(number) else {
        return String::new();
    };
    match kind {
        Kind::Number | Kind::Numbers | Kind::Cards => String::new(),
        Kind::Square(board) => game.square_name(board, Square::from_index(n)),
        Kind::Symbol(board) | Kind::Glyph(board) => {
            let symbols = &game.pack().boards[board.index()].symbols;
            symbols.get(n).map_or_else(String::new, |symbol| symbol.glyph.to_string())
        }
        Kind::Card => game.card_name(CardType::from_index(n)).to_owned(),
        Kind::Seat => game.pack().seats.names.get(n).map_or("?", String::as_str).to_owned(),
        Kind::Word(list) => {
            let sign = game.pack().piece_sign(list, n);
            let word = || game.pack().lists[list].words.get(n).map_or("", String::as_str);
            sign.unwrap_or_else(word).to_owned()
        }
    }
}

/// A value in a sentence: with the titles of cards, of a table's rows and of pieces.
pub(crate) fn value_title(game: &Game, kind: Kind, value: Value<'_>) -> String {
    let pack = game.pack();
    let number = match value {
        Value::Cards(counts) => return cards_phrase(game, counts),
        Value::Numbers(numbers) => return numbers_text(numbers),
        Value::Number(number) => number,
    };
    let title = index(number).and_then(|n| match kind {
        Kind::Card => Some(pack.card_rows().get(n).map_or_else(String::new, |row| row.title.clone())),
        Kind::Word(list) => {
            let table = pack.tables.iter().find(|table| table.name == pack.lists[list].name);
            Some(table?.rows.get(n)?.title.clone())
        }
        Kind::Symbol(board) => Some(game.symbol_title(board, n)),
        Kind::Square(board) => Some(game.square_title(board, Square::from_index(n))),
        _ => None,
    });
    title.unwrap_or_else(|| value_text(game, kind, value))
}

/// A value in JSON: numbers as numbers, cards with counts as a list, everything else by its name. A square is a number
/// on a board of one row; off the board it is `0`, `0,0` if squares are named by row and column, otherwise empty.
pub(crate) fn value_json(game: &Game, kind: Kind, value: Value<'_>) -> Json {
    match (kind, value) {
        (_, Value::Cards(counts)) => {
            let cards = counts.iter().enumerate();
            cards
                .flat_map(|(n, &k)| std::iter::repeat_n(CardType::from_index(n), usize::from(k)))
                .map(|card| Json::from(game.card_name(card)))
                .collect()
        }
        (_, Value::Numbers(numbers)) => numbers.iter().map(Json::from).collect(),
        (Kind::Number, Value::Number(number)) => json!(number),
        (Kind::Square(board), Value::Number(number)) => match index(number) {
            square if game.layout().boards[board.index()].height == 1 => json!(square.map_or(0, |n| n + 1)),
            None if game.pack().boards[board.index()].naming == parlour_pack::boards::Naming::Numbers => {
                json!("0,0")
            }
            _ => json!(value_text(game, kind, value)),
        },
        _ => json!(value_text(game, kind, value)),
    }
}

/// Cards with counts in the order of the card table: `2 coin, 1 map`. A unique card has no count.
pub(crate) fn cards_text(game: &Game, counts: &[u8]) -> String {
    let parts: Vec<String> = counts
        .iter()
        .enumerate()
        .filter(|(_, n)| **n > 0)
        .map(|(card, &n)| counted(game, card, n, game.card_name(CardType::from_index(card))))
        .collect();
    parts.join(", ")
}

/// A number of cards of a type, by a name; a unique card by the name alone.
fn counted(game: &Game, card: usize, n: u8, name: &str) -> String {
    if n == 1 && game.card_counts().get(card) == Some(&1) { name.to_owned() } else { format!("{n} {name}") }
}

/// Cards in words: `2 coins and a map`; a unique card, such as `QS`, by its name alone.
pub(crate) fn cards_phrase(game: &Game, counts: &[u8]) -> String {
    let rows = game.pack().card_rows();
    let parts: Vec<String> = counts
        .iter()
        .zip(rows)
        .enumerate()
        .filter(|(_, (n, _))| **n > 0)
        .map(|(card, (&n, row))| if n == 1 { row.with_article() } else { counted(game, card, n, &row.plural) })
        .collect();
    if parts.is_empty() { "nothing".to_owned() } else { listed(&parts, "and") }
}

/// A number of cards in words: `3 coins`, `a map`.
pub(crate) fn count_phrase(game: &Game, number: Value<'_>, card: Value<'_>) -> String {
    let row = match card {
        Value::Number(card) => index(card).and_then(|card| game.pack().card_rows().get(card)),
        _ => None,
    };
    match (number, row) {
        (Value::Number(1), Some(row)) => row.with_article(),
        (Value::Number(n), Some(row)) => format!("{n} {}", row.plural),
        _ => String::new(),
    }
}

/// The index, from 0, of a number from 1; `None` for none.
fn index(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

/// A list in words: `3, 3 and 5`.
fn numbers_text(numbers: Numbers<'_>) -> String {
    let texts: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
    if texts.is_empty() { "nothing".to_owned() } else { listed(&texts, "and") }
}
