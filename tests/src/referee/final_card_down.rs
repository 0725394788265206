//! The referee of Final Card Down, for 2 to 10 seats.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::json;

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const COLOURS: [&str; 5] = ["red", "blue", "green", "yellow", "purple"];
const SUITS: [&str; 5] = ["hearts", "diamonds", "clubs", "spades", "questions"];
const VALUES: usize = 16;

/// Matches every card.
const WILD: usize = 0x0;
const DRAW_TWO: usize = 0x2;
const SKIP: usize = 0xA;
const DECLARE: usize = 0xD;

/// The rules of Final Card Down for one table.
pub(crate) struct FinalCardDown {
    seats: Vec<String>,
    hand_size: usize,
    /// True if a seat that has drawn may still play or `end` its turn.
    play_after_draw: bool,
}

/// A card; colour and suit are indices into their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Card {
    value: usize,
    colour: usize,
    suit: usize,
}

/// All cards and the seat to move.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    /// Bottom first: the last one is drawn next.
    draw_pile: Vec<Card>,
    /// Bottom first: the last one is to be matched.
    discard: Vec<Card>,
    /// By seat, sorted, since hands are unordered.
    hands: Vec<Vec<Card>>,
    /// The 2s of a run that nobody has drawn for yet.
    live_twos: usize,
    /// The declared colour, an index into the list, which replaces that of the top card.
    declared: Option<usize>,
    /// Turns taken.
    turn: i64,
    /// True if the seat to move has drawn in this turn.
    drawn: bool,
    to_act: usize,
}

impl Card {
    fn parse(text: &str) -> Option<Card> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [value, colour, suit] = parts[..] else {
            return None;
        };
        let card = Card {
            value: "0123456789ABCDEF".find(value).filter(|_| value.len() == 1)?,
            colour: COLOURS.iter().position(|name| *name == colour)?,
            suit: SUITS.iter().position(|name| *name == suit)?,
        };
        Some(card)
    }

    /// The default deck: one card of each value in each colour.
    fn deck() -> Vec<Card> {
        let mut deck = Vec::new();
        for value in 0..VALUES {
            for colour in 0..COLOURS.len() {
                let suit = (value + colour) % SUITS.len();
                deck.push(Card { value, colour, suit });
            }
        }
        deck
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (colour, suit) = (COLOURS[self.colour], SUITS[self.suit]);
        write!(f, "{:X} {colour} {suit}", self.value)
    }
}

/// A typed action.
#[derive(Clone, Copy)]
enum Action {
    Play { card: Card, declares: Option<usize> },
    Draw,
    End,
}

impl Action {
    fn parse(text: &str) -> Option<Action> {
        let card = match text {
            "draw" => return Some(Action::Draw),
            "end" => return Some(Action::End),
            _ => text.strip_prefix("play ")?,
        };
        Some(match card.split_once(" as ") {
            None => Action::Play { card: Card::parse(card)?, declares: None },
            Some((card, colour)) => Action::Play {
                card: Card::parse(card)?,
                declares: Some(COLOURS.iter().position(|name| *name == colour)?),
            },
        })
    }
}

impl Position {
    /// True if a card may be played now.
    fn fits(&self, card: Card) -> bool {
        if self.live_twos > 0 {
            return card.value == DRAW_TWO;
        }
        let Some(top) = self.discard.last() else {
            return false;
        };
        let colour = match self.declared {
            Some(declared) if top.value == DECLARE => declared,
            _ => top.colour,
        };
        card.value == WILD || card.value == top.value || card.suit == top.suit || card.colour == colour
    }

    /// Draws a card for the seat to move, turning the discard pile over if needed; false if there is none.
    fn draw(&mut self) -> bool {
        if self.draw_pile.is_empty() {
            // All but the top, unshuffled; the first discard is drawn first.
            let top = self.discard.pop();
            self.draw_pile = std::mem::take(&mut self.discard);
            self.draw_pile.reverse();
            self.discard.extend(top);
        }
        let Some(card) = self.draw_pile.pop() else {
            return false;
        };
        let hand = &mut self.hands[self.to_act];
        hand.push(card);
        hand.sort_unstable();
        true
    }

    /// Ends the turn; a number of seats are skipped.
    fn pass_on(&mut self, skipped: usize) {
        self.turn += 1;
        self.drawn = false;
        self.to_act = (self.to_act + 1 + skipped) % self.hands.len();
    }
}

impl FinalCardDown {
    /// The ending of a match. `before` and `after` are the positions around the last action: its effects on the
    /// variables are unspecified.
    fn over(&self, before: &Position, after: &Position, winner: Option<usize>) -> Outcome<Position> {
        let points = |hand: &Vec<Card>| hand.iter().map(|card| card.value).sum::<usize>() as f64;
        let seats = self.seats.iter().cloned();
        let mut positions = Vec::new();
        for turn in [before.turn, before.turn + 1] {
            for live_twos in [before.live_twos, after.live_twos] {
                for declared in [before.declared, after.declared, None] {
                    for drawn in [before.drawn, false] {
                        positions.push(Position { turn, live_twos, declared, drawn, ..after.clone() });
                    }
                }
            }
        }
        Outcome::Over(Ending {
            winners: winner.into_iter().map(|seat| self.seats[seat].clone()).collect(),
            scores: vec![seats.zip(after.hands.iter().map(points)).collect()],
            positions,
        })
    }

    fn play_card(&self, position: &Position, card: Card, declares: Option<usize>) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        let hand = &mut next.hands[position.to_act];
        let place = hand.iter().position(|held| *held == card)?;
        hand.remove(place);
        let is_last = hand.is_empty();
        next.discard.push(card);
        next.declared = declares;
        if card.value == DRAW_TWO {
            next.live_twos += 1;
        }
        next.pass_on(usize::from(card.value == SKIP));
        Some(if is_last { self.over(position, &next, Some(position.to_act)) } else { Outcome::Next(next) })
    }

    /// Draws, by choice or for a run of 2s.
    fn draw(&self, position: &Position) -> Outcome<Position> {
        let mut next = position.clone();
        let forced = position.live_twos > 0;
        let wanted = if forced { 2 * position.live_twos } else { 1 };
        next.live_twos = 0;
        if !(0..wanted).all(|_| next.draw()) {
            return self.over(position, &next, None);
        }
        if self.play_after_draw && !forced {
            next.drawn = true;
        } else {
            next.pass_on(0);
        }
        Outcome::Next(next)
    }

    fn hand_zones(&self) -> Vec<String> {
        self.seats.iter().map(|seat| format!("hand.{seat}")).collect()
    }
}

impl Rules for FinalCardDown {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<FinalCardDown> {
        let seats = header.seats.clone();
        let letters = ('a'..='j').map(String::from);
        if !(2..=10).contains(&seats.len()) || !seats.iter().cloned().eq(letters.take(seats.len())) {
            faults.push(format!("the seats should be 2 to 10 letters from a, not {seats:?}"));
            return None;
        }
        if let Some(variant) = &header.variant {
            faults.push(format!("there is no variant `{variant}`"));
        }
        let hand_size = header.number("hand_size", 7, faults);
        Some(FinalCardDown {
            seats,
            hand_size: usize::try_from(hand_size).unwrap_or(0),
            play_after_draw: header.flag("play_after_draw", false, faults),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let hands = self.hand_zones();
        let mut zones = vec!["draw_pile", "discard"];
        zones.extend(hands.iter().map(String::as_str));
        let vars = ["live_twos", "declared", "turn", "drawn"];
        state.check_names(&zones, &[], &vars, faults);

        let mut zone = |name: &str| cards(state, name, faults);
        let draw_pile = zone("draw_pile");
        let discard = zone("discard");
        let hands: Option<Vec<Vec<Card>>> = hands.iter().map(|name| zone(name)).collect();
        let live_twos = state.number("live_twos", faults);
        let turn = state.number("turn", faults);
        let drawn = state.number("drawn", faults);
        if let Some(odd) = drawn.filter(|drawn| *drawn > i64::from(self.play_after_draw)) {
            faults.push(format!("var `drawn` can't be {odd} here"));
        }
        let declared = match state.text("declared", faults)? {
            "" => None,
            name => {
                let colour = COLOURS.iter().position(|colour| *colour == name);
                if colour.is_none() {
                    faults.push(format!("var `declared` names no colour: `{name}`"));
                }
                Some(colour?)
            }
        };
        let discard = discard?;
        if discard.is_empty() {
            faults.push("the discard pile has no top card".to_owned());
        }
        let mut hands = hands?;
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        Some(Position {
            draw_pile: draw_pile?,
            discard,
            hands,
            live_twos: usize::try_from(live_twos?).ok()?,
            declared,
            turn: turn?,
            drawn: drawn? == 1,
            to_act: self.seats.iter().position(|seat| seat == to_act)?,
        })
    }

    fn show(&self, position: &Position) -> State {
        let texts = |cards: &Vec<Card>| cards.iter().map(Card::to_string).collect();
        let mut zones = BTreeMap::from([
            ("draw_pile".to_owned(), texts(&position.draw_pile)),
            ("discard".to_owned(), texts(&position.discard)),
        ]);
        zones.extend(self.hand_zones().into_iter().zip(position.hands.iter().map(texts)));
        let declared = position.declared.map_or("", |colour| COLOURS[colour]);
        let vars = BTreeMap::from([
            ("live_twos".to_owned(), json!(position.live_twos)),
            ("declared".to_owned(), json!(declared)),
            ("turn".to_owned(), json!(position.turn)),
            ("drawn".to_owned(), json!(u8::from(position.drawn))),
        ]);
        State { zones, vars, ..State::default() }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        for (seat, hand) in self.seats.iter().zip(&position.hands) {
            if hand.len() != self.hand_size {
                let (dealt, right) = (hand.len(), self.hand_size);
                faults.push(format!("{dealt} cards are dealt to `{seat}`, not {right}"));
            }
        }
        let mut cards: Vec<Card> = position.hands.concat();
        cards.extend(position.draw_pile.iter().chain(&position.discard));
        cards.sort_unstable();
        if cards != Card::deck() {
            faults.push(format!("the {} cards are not the deck", cards.len()));
        }
        let [first] = position.discard[..] else {
            faults.push("a match starts with one card on the discard pile".to_owned());
            return;
        };
        // A first 2 applies to the first seat, a first A skips it, a first D has no effect.
        let live_twos = usize::from(first.value == DRAW_TWO);
        let seat = usize::from(first.value == SKIP);
        if position.live_twos != live_twos {
            faults.push(format!("`live_twos` should be {live_twos} on a first {first}"));
        }
        if position.to_act != seat {
            let seat = &self.seats[seat];
            faults.push(format!("`{seat}` should be to act on a first {first}"));
        }
        if position.declared.is_some() || position.drawn || position.turn != 0 {
            faults.push("a match starts with `declared`, `drawn` and `turn` unset".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let mut hand = position.hands[position.to_act].clone();
        hand.dedup();
        let mut texts = Vec::new();
        for card in hand.into_iter().filter(|card| position.fits(*card)) {
            if card.value == DECLARE {
                texts.extend(COLOURS.map(|colour| format!("play {card} as {colour}")));
            } else {
                texts.push(format!("play {card}"));
            }
        }
        let other = if position.drawn { "end" } else { "draw" };
        texts.push(other.to_owned());
        texts
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        match Action::parse(action)? {
            Action::Play { card, declares } => self.play_card(position, card, declares),
            Action::Draw => Some(self.draw(position)),
            Action::End => {
                let mut next = position.clone();
                next.pass_on(0);
                Some(Outcome::Next(next))
            }
        }
    }
}

/// The cards of a zone; unknown ones are reported.
fn cards(state: &State, zone: &str, faults: &mut Vec<String>) -> Option<Vec<Card>> {
    let card = |text: &String| {
        let card = Card::parse(text);
        if card.is_none() {
            faults.push(format!("zone `{zone}` holds `{text}`, which is not a card"));
        }
        card
    };
    state.zones.get(zone)?.iter().map(card).collect()
}

#[cfg(test)]
mod tests;
