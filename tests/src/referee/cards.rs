//! The standard deck of 52 cards, shared by several referees.

use std::fmt;

use super::trace::State;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// A card: its rank from 1, an ace, to 13, a king; its suit from 0 in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Card {
    pub(crate) rank: usize,
    pub(crate) suit: usize,
}

impl Card {
    /// Reads a card such as `10 hearts`.
    pub(crate) fn parse(text: &str) -> Option<Card> {
        let (rank, suit) = text.split_once(' ')?;
        let rank = RANKS.iter().position(|name| *name == rank)? + 1;
        Some(Card { rank, suit: suit_named(suit)? })
    }

    /// All cards of a number of decks, in order.
    pub(crate) fn decks(count: usize) -> Vec<Card> {
        let ranks = 1..=RANKS.len();
        let deck = ranks.flat_map(|rank| (0..SUITS.len()).map(move |suit| Card { rank, suit }));
        deck.flat_map(|card| std::iter::repeat_n(card, count)).collect()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", RANKS[self.rank - 1], SUITS[self.suit])
    }
}

/// The index of a suit in alphabetical order.
pub(crate) fn suit_named(name: &str) -> Option<usize> {
    SUITS.iter().position(|suit| *suit == name)
}

/// The name of a suit.
pub(crate) fn suit_name(suit: usize) -> &'static str {
    SUITS[suit]
}

/// The cards of a zone, bottom first; unknown ones are reported.
pub(crate) fn zone(state: &State, name: &str, faults: &mut Vec<String>) -> Option<Vec<Card>> {
    let card = |text: &String| {
        let card = Card::parse(text);
        if card.is_none() {
            faults.push(format!("zone `{name}` holds `{text}`, which is not a card"));
        }
        card
    };
    state.zones.get(name)?.iter().map(card).collect()
}

/// Sorts the cards of a zone whose order is irrelevant.
pub(crate) fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

/// The texts of cards.
pub(crate) fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

/// The letters that name seats.
pub(crate) fn are_letters(seats: &[String]) -> bool {
    seats.iter().cloned().eq(('a'..='z').map(String::from).take(seats.len()))
}
