//! The referee of Goofspiel, for 2 to 5 seats. Bids are sealed until all seats have bid.

use std::collections::BTreeMap;

use serde_json::json;

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

/// The cards of a hand, and of the prizes.
const CARDS: usize = 13;

/// The rules for one table.
pub(crate) struct Goofspiel {
    seats: Vec<String>,
    ties: Ties,
}

/// The rule for tied highest bids.
#[derive(Clone, Copy, PartialEq)]
enum Ties {
    Discard,
    Carry,
    Next,
}

/// A moment; cards are numbers.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    /// Bottom first.
    prizes: Vec<usize>,
    prize: Vec<usize>,
    won: Vec<Vec<usize>>,
    discard: Vec<usize>,
    /// For each seat, true for each card in its hand.
    hands: Vec<Vec<bool>>,
    /// The last bid of each seat, 0 for none.
    bids: Vec<usize>,
    /// The sealed bids for this prize.
    decided: Vec<usize>,
}

impl Position {
    fn points(&self, seat: usize) -> usize {
        self.won[seat].iter().sum()
    }

    /// Reveals the bids, awards the prize and turns up the next; false if there is none.
    fn reveal(&mut self, ties: Ties) -> bool {
        self.bids = std::mem::take(&mut self.decided);
        for (hand, bid) in self.hands.iter_mut().zip(&self.bids) {
            hand[bid - 1] = false;
        }
        let alone = |bid: &usize| self.bids.iter().filter(|other| *other == bid).count() == 1;
        let best = match ties {
            Ties::Next => self.bids.iter().copied().filter(|bid| alone(bid)).max(),
            _ => self.bids.iter().copied().max().filter(|bid| alone(bid)),
        };
        let prize = std::mem::take(&mut self.prize);
        let goal = match best.and_then(|best| self.bids.iter().position(|bid| *bid == best)) {
            Some(winner) => &mut self.won[winner],
            None if ties == Ties::Carry => &mut self.prize,
            None => &mut self.discard,
        };
        goal.extend(prize);
        goal.sort_unstable();
        let next = self.prizes.pop();
        self.prize.extend(next);
        self.prize.sort_unstable();
        next.is_some()
    }
}

impl Rules for Goofspiel {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Self> {
        let seats = header.seats.clone();
        if !(2..=5).contains(&seats.len()) {
            faults.push(format!("2 to 5 can play, not {}", seats.len()));
            return None;
        }
        let ties = match header.word("ties") {
            Some("discard") => Ties::Discard,
            Some("carry") => Ties::Carry,
            Some("next") => Ties::Next,
            other => {
                faults.push(format!("the option `ties` can't be {other:?}"));
                return None;
            }
        };
        Some(Self { seats, ties })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let per_seat = |name: &str| self.seats.iter().map(|seat| format!("{name}.{seat}")).collect::<Vec<_>>();
        let won = per_seat("won");
        let mut zones = vec!["prizes", "prize", "discard"];
        zones.extend(won.iter().map(String::as_str));
        let vars: Vec<String> = ["hand", "bid", "points", "decided"].iter().flat_map(|name| per_seat(name)).collect();
        state.check_names(&zones, &[], &vars.iter().map(String::as_str).collect::<Vec<_>>(), faults);
        let mut zone = |name: &str| -> Option<Vec<usize>> {
            let cards: Option<Vec<usize>> = state.zones.get(name)?.iter().map(|card| card.parse().ok()).collect();
            if cards.is_none() {
                faults.push(format!("zone `{name}` has what is not a prize"));
            }
            cards
        };
        let (prizes, mut prize, mut discard) = (zone("prizes")?, zone("prize")?, zone("discard")?);
        let mut won: Vec<Vec<usize>> = won.iter().map(|name| zone(name)).collect::<Option<_>>()?;
        won.iter_mut().chain([&mut prize, &mut discard]).for_each(|cards| cards.sort_unstable());
        let mut hands = Vec::new();
        let mut bids = Vec::new();
        let mut decided = Vec::new();
        for seat in &self.seats {
            let hand = state.vars.get(&format!("hand.{seat}"))?.as_array()?;
            hands.push(hand.iter().map(|has| has.as_i64() == Some(1)).collect());
            bids.push(usize::try_from(state.number(&format!("bid.{seat}"), faults)?).ok()?);
            let text = state.text(&format!("decided.{seat}"), faults)?;
            if let Some(bid) = text.strip_prefix("bid ") {
                decided.push(bid.parse().ok()?);
            }
        }
        if self.seats.get(decided.len()).is_none_or(|seat| seat != to_act) {
            faults.push(format!("{to_act} is to act when {} have bid", decided.len()));
        }
        let position = Position { prizes, prize, won, discard, hands, bids, decided };
        for (n, seat) in self.seats.iter().enumerate() {
            if state.number(&format!("points.{seat}"), faults)? != position.points(n) as i64 {
                faults.push(format!("{seat} has won {} points", position.points(n)));
            }
        }
        Some(position)
    }

    fn show(&self, position: &Position) -> State {
        let texts = |cards: &[usize]| cards.iter().map(usize::to_string).collect::<Vec<_>>();
        let mut state = State::default();
        state.zones.insert("prizes".to_owned(), texts(&position.prizes));
        state.zones.insert("prize".to_owned(), texts(&position.prize));
        state.zones.insert("discard".to_owned(), texts(&position.discard));
        for (n, seat) in self.seats.iter().enumerate() {
            state.zones.insert(format!("won.{seat}"), texts(&position.won[n]));
            let hand: Vec<i32> = position.hands[n].iter().map(|&has| i32::from(has)).collect();
            let decided = position.decided.get(n).map_or(String::new(), |bid| format!("bid {bid}"));
            state.vars.insert(format!("hand.{seat}"), json!(hand));
            state.vars.insert(format!("bid.{seat}"), json!(position.bids[n]));
            state.vars.insert(format!("points.{seat}"), json!(position.points(n)));
            state.vars.insert(format!("decided.{seat}"), json!(decided));
        }
        state
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.decided.len().min(self.seats.len() - 1)]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let mut prizes = [position.prizes.clone(), position.prize.clone()].concat();
        prizes.sort_unstable();
        if !prizes.iter().copied().eq(1..=CARDS) || position.prize.len() != 1 {
            faults.push("the prizes are 1 to 13, and one of them lies open".to_owned());
        }
        if position.hands.iter().any(|hand| *hand != [true; CARDS]) || !position.decided.is_empty() {
            faults.push("everybody begins with all cards".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let hand = &position.hands[position.decided.len()];
        (1..=CARDS).filter(|n| hand[n - 1]).map(|n| format!("bid {n}")).collect()
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        events: &[Event],
        faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        next.decided.push(action.strip_prefix("bid ")?.parse().ok()?);
        if next.decided.len() < self.seats.len() {
            if !events.is_empty() {
                faults.push("something is told of a bid that is not shown yet".to_owned());
            }
            return Some(Outcome::Next(next));
        }
        if next.reveal(self.ties) {
            return Some(Outcome::Next(next));
        }
        let points: Vec<usize> = (0..self.seats.len()).map(|seat| next.points(seat)).collect();
        let most = points.iter().copied().max().unwrap_or(0);
        let best = self.seats.iter().zip(&points).filter(|(_, n)| **n == most);
        let scores: BTreeMap<String, f64> = self.seats.iter().cloned().zip(points.iter().map(|&n| n as f64)).collect();
        let winners = best.map(|(seat, _)| seat.clone()).collect();
        Some(Outcome::Over(Ending { winners, scores: vec![scores], positions: vec![next] }))
    }
}
