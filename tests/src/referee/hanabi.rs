//! The referee of Hanabi, for 2 to 5 seats.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const COLOURS: [&str; 5] = ["red", "yellow", "green", "blue", "white"];

/// The number of copies of each number in a colour.
const COPIES: [usize; 5] = [3, 2, 2, 2, 1];

/// The rules of Hanabi for one table.
pub(crate) struct Hanabi {
    seats: Vec<String>,
    tokens: i64,
    fuses: i64,
    all_or_nothing: bool,
}

/// Colour and number are indices into their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Card {
    number: usize,
    colour: usize,
}

/// A card in a hand, with its clues.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    card: Card,
    colours: [bool; 5],
    numbers: [bool; 5],
}

#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    /// Bottom first: the last one is drawn next.
    deck: Vec<Card>,
    /// By seat, the oldest card first.
    hands: Vec<Vec<Held>>,
    played: Vec<Card>,
    discards: Vec<Card>,
    clues: i64,
    mistakes: i64,
    points: i64,
    /// With an empty deck: the remaining turns, including this one.
    turns_left: i64,
    to_act: usize,
}

impl Card {
    fn parse(text: &str) -> Option<Card> {
        let (colour, number) = text.split_once(' ')?;
        let number = "12345".find(number).filter(|_| number.len() == 1)?;
        Some(Card { number, colour: COLOURS.iter().position(|name| *name == colour)? })
    }

    fn text(&self) -> String {
        format!("{} {}", COLOURS[self.colour], self.number + 1)
    }
}

/// The bits of a mark.
fn bits(left: [bool; 5]) -> i64 {
    left.iter().enumerate().map(|(n, is_left)| i64::from(*is_left) << n).sum()
}

impl Position {
    fn heights(&self) -> [usize; 5] {
        [0, 1, 2, 3, 4].map(|colour| self.height(colour))
    }

    fn height(&self, colour: usize) -> usize {
        self.played.iter().filter(|card| card.colour == colour).count()
    }
}

impl Hanabi {
    fn hand_size(&self) -> usize {
        if self.seats.len() < 4 { 5 } else { 4 }
    }

    fn names(&self, what: &str) -> Vec<String> {
        self.seats.iter().map(|seat| format!("{what}.{seat}")).collect()
    }

    /// Ends a turn in which a card may have been drawn.
    fn end_turn(&self, mut next: Position, was_last: bool) -> Outcome<Position> {
        let everybody = self.seats.clone();
        let over = |next: Position, winners: Vec<String>| {
            let scores = self.seats.iter().map(|seat| (seat.clone(), next.points as f64)).collect();
            // The counter of the last round is unspecified if nobody comes to it.
            let counted = Position { turns_left: self.seats.len() as i64 + 1, ..next.clone() };
            let positions = if was_last { vec![counted, next] } else { vec![next] };
            Outcome::Over(Ending { winners, scores: vec![scores], positions })
        };
        if next.points == 25 {
            return over(next, everybody);
        }
        if next.mistakes == self.fuses {
            if self.all_or_nothing {
                next.points = 0;
            }
            return over(next, Vec::new());
        }
        if next.turns_left == 1 {
            next.turns_left = 0;
            return over(next, Vec::new());
        }
        // The turn in which the last card is drawn isn't part of the last round.
        if was_last {
            next.turns_left = self.seats.len() as i64;
        } else if next.turns_left > 0 {
            next.turns_left -= 1;
        }
        next.to_act = (next.to_act + 1) % self.seats.len();
        Outcome::Next(next)
    }

    /// Takes a card from the hand of the seat to move and draws another; true if that was the last one.
    fn replace(next: &mut Position, place: usize) -> Option<(Card, bool)> {
        let hand = &mut next.hands[next.to_act];
        if place >= hand.len() {
            return None;
        }
        let card = hand.remove(place).card;
        let drawn = next.deck.pop();
        hand.extend(drawn.map(|card| Held { card, colours: [true; 5], numbers: [true; 5] }));
        Some((card, drawn.is_some() && next.deck.is_empty()))
    }
}

impl Rules for Hanabi {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Hanabi> {
        let seats = header.seats.clone();
        let letters = ('a'..='e').map(String::from);
        if !(2..=5).contains(&seats.len()) || !seats.iter().cloned().eq(letters.take(seats.len())) {
            faults.push(format!("the seats should be 2 to 5 letters from a, not {seats:?}"));
            return None;
        }
        Some(Hanabi {
            seats,
            tokens: header.number("tokens", 8, faults),
            fuses: header.number("fuses", 3, faults),
            all_or_nothing: header.flag("all_or_nothing", true, faults),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let (hands, colours, numbers) = (self.names("hand"), self.names("colours"), self.names("numbers"));
        let zones = ["deck", "played", "discards"].into_iter().chain(hands.iter().map(String::as_str));
        let marks = colours.iter().chain(&numbers).map(String::as_str);
        let vars: Vec<&str> =
            ["points", "clues", "mistakes", "turns_left", "height"].into_iter().chain(marks).collect();
        state.check_names(&zones.collect::<Vec<_>>(), &[], &vars, faults);
        let mut zone = |name: &str| -> Option<Vec<Card>> {
            let cards = state.zones.get(name)?.iter();
            let cards: Option<Vec<Card>> = cards.map(|text| Card::parse(text)).collect();
            if cards.is_none() {
                faults.push(format!("zone `{name}` holds what is not a card"));
            }
            cards
        };
        let mark = |name: &str, place: usize| -> Option<[bool; 5]> {
            let bits = state.vars.get(name)?.get(place).and_then(Value::as_i64)?;
            Some([0, 1, 2, 3, 4].map(|n| bits >> n & 1 != 0))
        };
        let mut held = Vec::new();
        for seat in 0..self.seats.len() {
            let cards = zone(&hands[seat])?;
            let hand: Option<Vec<Held>> = cards
                .into_iter()
                .enumerate()
                .map(|(place, card)| {
                    let (colours, numbers) = (mark(&colours[seat], place)?, mark(&numbers[seat], place)?);
                    Some(Held { card, colours, numbers })
                })
                .collect();
            held.push(hand?);
        }
        let (deck, mut played, mut discards) = (zone("deck")?, zone("played")?, zone("discards")?);
        played.sort_unstable();
        discards.sort_unstable();
        let number = |name: &str, faults: &mut Vec<String>| state.number(name, faults);
        let position = Position {
            deck,
            hands: held,
            played,
            discards,
            clues: number("clues", faults)?,
            mistakes: number("mistakes", faults)?,
            points: number("points", faults)?,
            turns_left: number("turns_left", faults)?,
            to_act: self.seats.iter().position(|seat| seat == to_act).unwrap_or(0),
        };
        if state.vars.get("height") != Some(&json!(position.heights())) {
            faults.push("var `height` does not say how high the fireworks are".to_owned());
        }
        // Clues are true of their cards.
        for (seat, hand) in position.hands.iter().enumerate() {
            if hand.iter().any(|held| !held.colours[held.card.colour] || !held.numbers[held.card.number]) {
                faults.push(format!("the clues to `{}` are not true", self.seats[seat]));
            }
        }
        Some(position)
    }

    fn show(&self, position: &Position) -> State {
        let texts = |cards: &[Card]| -> Vec<String> { cards.iter().map(Card::text).collect() };
        let mut zones = BTreeMap::from([
            ("deck".to_owned(), texts(&position.deck)),
            ("played".to_owned(), texts(&position.played)),
            ("discards".to_owned(), texts(&position.discards)),
        ]);
        let mut vars = BTreeMap::from([
            ("clues".to_owned(), json!(position.clues)),
            ("mistakes".to_owned(), json!(position.mistakes)),
            ("points".to_owned(), json!(position.points)),
            ("turns_left".to_owned(), json!(position.turns_left)),
        ]);
        vars.insert("height".to_owned(), json!(position.heights()));
        for (seat, hand) in self.seats.iter().zip(&position.hands) {
            zones.insert(format!("hand.{seat}"), hand.iter().map(|held| held.card.text()).collect());
            // Indices without a card have no clue.
            let marks = |of: fn(&Held) -> [bool; 5]| -> Vec<i64> {
                let empty = std::iter::repeat_n(31, self.hand_size().saturating_sub(hand.len()));
                hand.iter().map(|held| bits(of(held))).chain(empty).collect()
            };
            vars.insert(format!("colours.{seat}"), json!(marks(|held| held.colours)));
            vars.insert(format!("numbers.{seat}"), json!(marks(|held| held.numbers)));
        }
        State { zones, vars, ..State::default() }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let mut cards: Vec<Card> = position.hands.iter().flatten().map(|held| held.card).collect();
        cards.extend(&position.deck);
        cards.sort_unstable();
        let copies = |(number, copies): (usize, &usize)| {
            let copies = *copies;
            (0..5).flat_map(move |colour| std::iter::repeat_n(Card { number, colour }, copies))
        };
        if !COPIES.iter().enumerate().flat_map(copies).eq(cards.iter().copied()) {
            faults.push(format!("the {} cards are not the deck", cards.len()));
        }
        let is_told = |held: &Held| held.colours != [true; 5] || held.numbers != [true; 5];
        if position.hands.iter().any(|hand| hand.len() != self.hand_size() || hand.iter().any(is_told)) {
            faults.push(format!("each seat begins with {} cards of which nothing was said", self.hand_size()));
        }
        let numbers = (position.clues, position.mistakes, position.points, position.turns_left, position.to_act);
        if numbers != (self.tokens, 0, 0, 0, 0) {
            faults.push(format!("a match doesn't begin with {numbers:?}"));
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let places = 1..=position.hands[position.to_act].len();
        let mut texts: Vec<String> = places.clone().map(|place| format!("play {place}")).collect();
        if position.clues < self.tokens {
            texts.extend(places.map(|place| format!("discard {place}")));
        }
        let others = self.seats.iter().zip(&position.hands).enumerate();
        for (_, (name, hand)) in others.filter(|(seat, _)| position.clues > 0 && *seat != position.to_act) {
            for (colour, word) in COLOURS.iter().enumerate() {
                if hand.iter().any(|held| held.card.colour == colour) {
                    texts.push(format!("tell {name} {word}"));
                }
            }
            for number in 0..5 {
                if hand.iter().any(|held| held.card.number == number) {
                    texts.push(format!("tell {name} {}", number + 1));
                }
            }
        }
        texts
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        let words: Vec<&str> = action.split(' ').collect();
        let was_last = match words[..] {
            ["tell", to, what] => {
                next.clues -= 1;
                let seat = self.seats.iter().position(|seat| seat == to)?;
                let colour = COLOURS.iter().position(|name| *name == what);
                for held in &mut next.hands[seat] {
                    let (left, of, is) = match colour {
                        Some(colour) => (&mut held.colours, colour, held.card.colour),
                        None => (&mut held.numbers, "12345".find(what)?, held.card.number),
                    };
                    // Touched cards match the clue, the others don't.
                    for (n, left) in left.iter_mut().enumerate() {
                        *left &= (is == of) == (n == of);
                    }
                }
                false
            }
            ["discard", place] => {
                next.clues += 1;
                let (card, was_last) = Self::replace(&mut next, place.parse::<usize>().ok()?.checked_sub(1)?)?;
                next.discards.push(card);
                next.discards.sort_unstable();
                was_last
            }
            ["play", place] => {
                let (card, was_last) = Self::replace(&mut next, place.parse::<usize>().ok()?.checked_sub(1)?)?;
                if card.number == position.height(card.colour) {
                    next.played.push(card);
                    next.played.sort_unstable();
                    next.points += 1;
                    if card.number == 4 {
                        next.clues = (next.clues + 1).min(self.tokens);
                    }
                } else {
                    next.mistakes += 1;
                    next.discards.push(card);
                    next.discards.sort_unstable();
                }
                was_last
            }
            _ => return None,
        };
        Some(self.end_turn(next, was_last))
    }
}
