//! Notes for people of a viewer's knowledge of hidden places, beyond its view: cards that certainly lie in a
//! zone, and what can stand on a square, or was last seen there.

use std::collections::BTreeMap;

use parlour_engine::english::{listed, number_in_words, with_article};
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, CardType, Square, ZoneId};
use parlour_engine::view::View;

/// The number of kinds of card in a note, beyond which the rest is counted.
const MAX_KINDS: usize = 8;

/// Notes of a viewer's knowledge of hidden places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// By zone and member.
    zones: BTreeMap<(usize, usize), String>,
    /// By board and name of a square.
    squares: BTreeMap<(usize, String), String>,
    /// By board and name of a square, the same in a word or two.
    captions: BTreeMap<(usize, String), String>,
}

impl Notes {
    /// The notes of a view with its viewer's observations.
    pub(crate) fn of(game: &Game, view: &View) -> Self {
        let (squares, captions) = squares(game, view);
        Self { zones: zones(game, view), squares, captions }
    }

    /// The note of a zone.
    pub(crate) fn of_zone(&self, zone: ZoneId, member: usize) -> Option<&str> {
        self.zones.get(&(zone.index(), member)).map(String::as_str)
    }

    /// The caption of a square.
    pub(crate) fn caption_of(&self, board: BoardId, square: &str) -> Option<&str> {
        self.captions.get(&(board.index(), square.to_owned())).map(String::as_str)
    }

    /// The note of a square.
    pub(crate) fn of_square(&self, board: BoardId, square: &str) -> Option<&str> {
        self.squares.get(&(board.index(), square.to_owned())).map(String::as_str)
    }
}

/// A note in a word or two; `None` if more can stand on the square.
fn caption(names: &[String]) -> Option<String> {
    (names.len() <= MAX_CAPTION).then(|| names.join(" or "))
}

/// The most kinds that a caption names.
const MAX_CAPTION: usize = 2;

fn zones(game: &Game, view: &View) -> BTreeMap<(usize, usize), String> {
    let mut out = BTreeMap::new();
    let Some(knowledge) = view.knowledge() else { return out };
    for zone in (0..game.pack().zones.len()).map(ZoneId::from_index) {
        for member in 0..game.zone_count(zone) {
            let cards = game.zone_cards(view.state(), zone, member);
            let hidden = cards.iter().filter(|card| card.is_none()).count();
            if hidden == 0 {
                continue;
            }
            let shown = |card: CardType| cards.iter().filter(|other| **other == Some(card)).count();
            let known = knowledge.at_least(zone, member).into_iter();
            let known = known.map(|(card, n)| (card, (n as usize).saturating_sub(shown(card))));
            let known: Vec<(CardType, usize)> = known.filter(|(_, n)| *n > 0).collect();
            if !known.is_empty() {
                out.insert((zone.index(), member), lying(game, &known, hidden));
            }
        }
    }
    out
}

/// The cards that certainly lie among some hidden ones: `two coppers, an estate and a silver lie here`.
fn lying(game: &Game, known: &[(CardType, usize)], hidden: usize) -> String {
    let mut parts: Vec<String> = known.iter().take(MAX_KINDS).map(|&(card, n)| counted(game, card, n)).collect();
    let rest: usize = known.iter().skip(MAX_KINDS).map(|(_, n)| n).sum();
    if rest > 0 {
        parts.push(format!("{} more", number_in_words(rest as i32)));
    }
    let all: usize = known.iter().map(|(_, n)| n).sum();
    let verb = if all == 1 { "lies" } else { "lie" };
    let among = if all < hidden { ", among others" } else { "" };
    format!("{} {verb} here{among}", listed(&parts, "and"))
}

/// A number of cards of a type, by what people call them.
fn counted(game: &Game, card: CardType, n: usize) -> String {
    let row =
        game.pack().tables.iter().find(|table| table.name == "card").and_then(|table| table.rows.get(card.index()));
    let (title, plural) = row.map_or_else(
        || (game.card_name(card).to_owned(), format!("{}s", game.card_name(card))),
        |row| (row.title.clone(), row.plural.clone()),
    );
    if n == 1 { with_article(&title) } else { format!("{} {plural}", number_in_words(n as i32)) }
}

/// Notes by board and name of a square.
type OfSquares = BTreeMap<(usize, String), String>;

/// The notes of squares, and their captions.
fn squares(game: &Game, view: &View) -> (OfSquares, OfSquares) {
    let (mut out, mut captions) = (BTreeMap::new(), BTreeMap::new());
    let boards = || game.pack().boards.iter().enumerate();
    if let (Some(kinds), Some(board)) = (view.kinds(), boards().position(|(_, board)| board.kinds.is_some())) {
        let id = BoardId::from_index(board);
        for square in 0..game.board(id).squares() {
            let names = kinds.possible(game, square);
            if names.len() > 1 {
                let names: Vec<String> = names.into_iter().map(|name| name.replace('_', " ")).collect();
                let name = game.square_name(id, Square::from_index(square));
                captions.extend(caption(&names).map(|text| ((board, name.clone()), text)));
                let names: Vec<String> = names.iter().map(|name| with_article(name)).collect();
                out.insert((board, name), listed(&names, "or"));
            }
        }
    }
    if let (Some(unseen), Some(board)) = (view.unseen(), boards().position(|(_, board)| board.sight.is_some())) {
        for (square, what, age) in unseen.remembered(game) {
            // Of a piece nobody knows what it is.
            let is_kind = !what.starts_with("a ");
            let short = match (is_kind, age) {
                (false, _) => "?".to_owned(),
                (true, 0) => what.clone(),
                (true, _) => format!("{what}?"),
            };
            captions.insert((board, square.clone()), short);
            let what = if is_kind { with_article(&what) } else { what };
            let note = match age {
                0 => format!("{what} stands here"),
                1 => format!("{what} stood here before the last action"),
                n => format!("{what} stood here {} unseen actions ago", number_in_words(n as i32)),
            };
            out.insert((board, square), note);
        }
    }
    (out, captions)
}
