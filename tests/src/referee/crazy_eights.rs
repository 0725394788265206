//! The referee of Crazy Eights, for 2 to 7 seats.

use std::collections::BTreeMap;

use serde_json::json;

use super::cards::{Card, are_letters, sorted, suit_name, suit_named, texts, zone};
use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const ACE: usize = 1;
const TWO: usize = 2;
const EIGHT: usize = 8;
const QUEEN: usize = 12;

/// The rules for one table.
pub(crate) struct CrazyEights {
    seats: Vec<String>,
    target: i64,
    draws: i64,
    must_play: bool,
    reshuffle: bool,
    draw_two: bool,
    skip: bool,
    reverse: bool,
}

/// The random event on the way to a position, whose result can't be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Chance {
    Nothing,
    /// A shuffle of the stock.
    Shuffled,
    /// A new deal.
    Dealt,
}

/// All cards, the seat to move, and the state of the deal.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    stock: Vec<Card>,
    discard: Vec<Card>,
    hands: Vec<Vec<Card>>,
    /// The suit to be matched.
    suit: Option<usize>,
    /// The cards demanded by twos.
    due: i64,
    drawn: i64,
    passes: i64,
    reversed: bool,
    dealer: usize,
    points: Vec<i64>,
    to_act: usize,
    chance: Chance,
}

/// The penalty of a card in hand.
fn worth(card: &Card) -> i64 {
    match card.rank {
        EIGHT => 50,
        rank => rank.min(10) as i64,
    }
}

fn worths(hand: &[Card]) -> i64 {
    hand.iter().map(worth).sum()
}

impl Position {
    /// The seat after the seat to move, or a number of seats later.
    fn after(&self, seats: usize) -> usize {
        let count = self.hands.len();
        let step = if self.reversed { count - 1 } else { 1 };
        (self.to_act + seats * step) % count
    }

    fn can_draw(&self, rules: &CrazyEights) -> bool {
        !self.stock.is_empty() || rules.reshuffle && self.discard.len() > 1
    }

    fn fits(&self, card: Card) -> bool {
        if self.due > 0 {
            return card.rank == TWO;
        }
        let top = self.discard.last().map(|top| top.rank);
        card.rank == EIGHT || Some(card.rank) == top || Some(card.suit) == self.suit
    }
}

impl CrazyEights {
    /// Reports cards that don't fit a fresh deal.
    fn check_deal(&self, position: &Position, faults: &mut Vec<String>) {
        let size = if self.seats.len() == 2 { 7 } else { 5 };
        for (seat, hand) in self.seats.iter().zip(&position.hands) {
            if hand.len() != size {
                faults.push(format!("{} cards are dealt to `{seat}`, not {size}", hand.len()));
            }
        }
        let mut cards = position.hands.concat();
        cards.extend(position.stock.iter().chain(&position.discard));
        if sorted(cards) != Card::decks(if self.seats.len() > 5 { 2 } else { 1 }) {
            faults.push("the cards are not those of the game".to_owned());
        }
        match position.discard[..] {
            [first] if first.rank == EIGHT => faults.push("an eight is turned up first".to_owned()),
            [first] if position.suit == Some(first.suit) => {}
            _ => faults.push("a deal begins with one card turned up, whose suit is to be matched".to_owned()),
        }
    }

    /// The next deal, or the end of the match. `winner` scores, if anybody; `winners` have won a single deal.
    fn end_deal(
        &self,
        before: &Position,
        after: Position,
        winner: Option<usize>,
        winners: &[usize],
    ) -> Outcome<Position> {
        let mut next = after;
        let least = winner.map_or(0, |seat| worths(&next.hands[seat]));
        if let Some(seat) = winner {
            next.points[seat] += next.hands.iter().map(|hand| worths(hand) - least).sum::<i64>();
        }
        let reached = winner.filter(|seat| next.points[*seat] >= self.target);
        if self.target > 0 && reached.is_none() {
            next.dealer = (next.dealer + 1) % self.seats.len();
            next.to_act = (next.dealer + 1) % self.seats.len();
            (next.due, next.drawn, next.passes, next.reversed) = (0, 0, 0, false);
            next.chance = Chance::Dealt;
            return Outcome::Next(next);
        }
        let winners = if self.target > 0 { reached.iter().copied().collect() } else { winners.to_vec() };
        let names = self.seats.iter().cloned();
        // The effect of the last card, and the counting of its turn, are unspecified.
        let mut positions = Vec::new();
        for due in [before.due, next.due] {
            for drawn in [before.drawn, 0] {
                for reversed in [before.reversed, next.reversed] {
                    positions.push(Position { due, drawn, reversed, ..next.clone() });
                }
            }
        }
        Outcome::Over(Ending {
            winners: winners.iter().map(|seat| self.seats[*seat].clone()).collect(),
            scores: vec![names.zip(next.points.iter().map(|points| *points as f64)).collect()],
            positions,
        })
    }

    fn play_card(&self, position: &Position, card: Card, named: Option<usize>) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        let seat = position.to_act;
        let place = next.hands[seat].iter().position(|held| *held == card)?;
        next.hands[seat].remove(place);
        next.discard.push(card);
        next.suit = Some(named.unwrap_or(card.suit));
        next.passes = 0;
        next.drawn = 0;
        if self.draw_two && card.rank == TWO {
            next.due += 2;
        }
        if self.reverse && card.rank == ACE {
            next.reversed = !next.reversed;
        }
        next.to_act = next.after(if self.skip && card.rank == QUEEN { 2 } else { 1 });
        if next.hands[seat].is_empty() {
            return Some(self.end_deal(position, next, Some(seat), &[seat]));
        }
        Some(Outcome::Next(next))
    }

    fn draw(&self, position: &Position, events: &[Event], faults: &mut Vec<String>) -> Outcome<Position> {
        let mut next = position.clone();
        let forced = position.due > 0;
        let mut told = events.iter().filter(|event| event.kind == "draw");
        for _ in 0..position.due.max(1) {
            if !next.can_draw(self) {
                break;
            }
            if next.stock.is_empty() {
                let top = next.discard.pop();
                next.stock = std::mem::take(&mut next.discard);
                next.discard.extend(top);
                next.chance = Chance::Shuffled;
            }
            let card = told.next().and_then(|event| Card::parse(event.facts.get("card")?.as_str()?));
            let place = match next.chance {
                Chance::Nothing => next.stock.len() - 1,
                _ => next.stock.iter().position(|held| Some(*held) == card).unwrap_or(0),
            };
            let drawn = next.stock.remove(place);
            if Some(drawn) != card {
                faults.push(format!("{drawn} is drawn, but {card:?} is told"));
            }
            next.hands[position.to_act].push(drawn);
            next.hands[position.to_act].sort_unstable();
        }
        next.passes = 0;
        next.due = 0;
        if forced {
            next.drawn = 0;
            next.to_act = next.after(1);
        } else if self.draws > 0 {
            next.drawn += 1;
        }
        Outcome::Next(next)
    }

    fn pass(&self, position: &Position) -> Outcome<Position> {
        let mut next = position.clone();
        next.passes += 1;
        next.drawn = 0;
        next.to_act = next.after(1);
        if next.passes < self.seats.len() as i64 {
            return Outcome::Next(next);
        }
        let held: Vec<i64> = next.hands.iter().map(|hand| worths(hand)).collect();
        let least = held.iter().min().copied().unwrap_or(0);
        let lowest: Vec<usize> = (0..held.len()).filter(|seat| held[*seat] == least).collect();
        let winner = lowest.first().copied().filter(|_| lowest.len() == 1);
        self.end_deal(position, next, winner, &lowest)
    }

    fn hand_zones(&self) -> Vec<String> {
        self.seats.iter().map(|seat| format!("hand.{seat}")).collect()
    }
}

impl Rules for CrazyEights {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<CrazyEights> {
        let seats = header.seats.clone();
        if !(2..=7).contains(&seats.len()) || !are_letters(&seats) {
            faults.push(format!("the seats should be 2 to 7 letters from a, not {seats:?}"));
            return None;
        }
        let action = match header.variant.as_deref() {
            Some("plain") => false,
            Some("action") => true,
            other => {
                faults.push(format!("there is no variant {other:?}"));
                return None;
            }
        };
        Some(CrazyEights {
            target: header.number("target", 0, faults),
            draws: header.number("draws", i64::from(action), faults),
            must_play: header.flag("must_play", false, faults),
            reshuffle: header.flag("reshuffle", action, faults),
            draw_two: header.flag("draw_two", action, faults),
            skip: header.flag("skip", action, faults),
            reverse: header.flag("reverse", action, faults),
            seats,
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let hands = self.hand_zones();
        let points: Vec<String> = self.seats.iter().map(|seat| format!("points.{seat}")).collect();
        let mut zones = vec!["stock", "discard"];
        zones.extend(hands.iter().map(String::as_str));
        let mut vars = vec!["wanted", "due", "drawn", "passes", "reversed", "dealer"];
        vars.extend(points.iter().map(String::as_str));
        state.check_names(&zones, &[], &vars, faults);
        let suit = suit_named(state.text("wanted", faults)?);
        let dealer = state.text("dealer", faults)?.to_owned();
        let read_hands: Option<Vec<Vec<Card>>> =
            hands.iter().map(|name| zone(state, name, faults).map(sorted)).collect();
        let read_points: Option<Vec<i64>> = points.iter().map(|name| state.number(name, faults)).collect();
        Some(Position {
            stock: zone(state, "stock", faults)?,
            discard: zone(state, "discard", faults)?,
            hands: read_hands?,
            suit,
            due: state.number("due", faults)?,
            drawn: state.number("drawn", faults)?,
            passes: state.number("passes", faults)?,
            reversed: state.number("reversed", faults)? == 1,
            dealer: self.seats.iter().position(|seat| *seat == dealer)?,
            points: read_points?,
            to_act: self.seats.iter().position(|seat| seat == to_act)?,
            chance: Chance::Nothing,
        })
    }

    fn show(&self, position: &Position) -> State {
        let mut zones = BTreeMap::from([
            ("stock".to_owned(), texts(&position.stock)),
            ("discard".to_owned(), texts(&position.discard)),
        ]);
        zones.extend(self.hand_zones().into_iter().zip(position.hands.iter().map(|hand| texts(hand))));
        let mut vars = BTreeMap::from([
            ("wanted".to_owned(), json!(position.suit.map_or("", suit_name))),
            ("due".to_owned(), json!(position.due)),
            ("drawn".to_owned(), json!(position.drawn)),
            ("passes".to_owned(), json!(position.passes)),
            ("reversed".to_owned(), json!(i64::from(position.reversed))),
            ("dealer".to_owned(), json!(self.seats[position.dealer])),
        ]);
        for (seat, points) in self.seats.iter().zip(&position.points) {
            vars.insert(format!("points.{seat}"), json!(points));
        }
        State { zones, vars, ..State::default() }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        self.check_deal(position, faults);
        if position.dealer + 1 != self.seats.len() || position.to_act != 0 {
            faults.push("the last seat deals first, and the first one begins".to_owned());
        }
        let numbers = [position.due, position.drawn, position.passes, i64::from(position.reversed)];
        if numbers.iter().chain(&position.points).any(|number| *number != 0) {
            faults.push("a match begins with all numbers at 0".to_owned());
        }
    }

    fn settle(&self, expected: &mut Position, found: &Position, faults: &mut Vec<String>) {
        match expected.chance {
            Chance::Nothing => {}
            Chance::Shuffled => {
                if sorted(expected.stock.clone()) == sorted(found.stock.clone()) {
                    expected.stock.clone_from(&found.stock);
                }
            }
            Chance::Dealt => {
                self.check_deal(found, faults);
                expected.stock.clone_from(&found.stock);
                expected.discard.clone_from(&found.discard);
                expected.hands.clone_from(&found.hands);
                expected.suit = found.suit;
            }
        }
        expected.chance = Chance::Nothing;
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let mut hand = position.hands[position.to_act].clone();
        hand.dedup();
        let mut legal = Vec::new();
        for card in hand.into_iter().filter(|card| position.fits(*card)) {
            if card.rank == EIGHT {
                legal.extend((0..4).map(|suit| format!("play {card} as {}", suit_name(suit))));
            } else {
                legal.push(format!("play {card}"));
            }
        }
        let can_play = !legal.is_empty();
        let may_draw_more = self.draws == 0 || position.drawn < self.draws;
        if position.due > 0 {
            legal.push("draw".to_owned());
        } else if may_draw_more && position.can_draw(self) {
            if !(self.must_play && can_play) {
                legal.push("draw".to_owned());
            }
        } else if !can_play || !may_draw_more {
            // A seat that has drawn the maximum may keep its cards; one that can't draw must play if it can.
            legal.push("pass".to_owned());
        }
        legal
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        events: &[Event],
        faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        match action {
            "draw" => Some(self.draw(position, events, faults)),
            "pass" => Some(self.pass(position)),
            _ => {
                let card = action.strip_prefix("play ")?;
                match card.split_once(" as ") {
                    None => self.play_card(position, Card::parse(card)?, None),
                    Some((card, suit)) => self.play_card(position, Card::parse(card)?, Some(suit_named(suit)?)),
                }
            }
        }
    }
}
