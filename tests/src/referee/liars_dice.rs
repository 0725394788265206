//! The referee of Liar's Dice.

use serde_json::{Value, json};

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

/// The rules of Liar's Dice for one table.
pub(crate) struct LiarsDice {
    seats: Vec<String>,
    dice: usize,
    wild: bool,
    difference: bool,
}

/// All dice, the last bid and the seat to move.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    cups: Vec<Vec<u64>>,
    /// Count, face and bidder.
    bid: Option<(u64, u64, usize)>,
    to_act: usize,
    /// The number of dice that each seat is to roll; their values are unknown then.
    rolls: Option<Vec<usize>>,
}

impl Position {
    fn all(&self) -> u64 {
        self.cups.iter().map(|cup| cup.len() as u64).sum()
    }

    /// The next seat after one that has dice.
    fn next_with_dice(&self, seat: usize) -> usize {
        let n = self.cups.len();
        (1..=n).map(|step| (seat + step) % n).find(|&seat| !self.cups[seat].is_empty()).unwrap_or(seat)
    }
}

impl LiarsDice {
    fn seat(&self, name: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat == name)
    }

    fn call(&self, position: &Position) -> Option<Outcome<Position>> {
        let (count, face, bidder) = position.bid?;
        let counts = |die: &&u64| **die == face || self.wild && face > 1 && **die == 1;
        let found = position.cups.iter().flatten().filter(counts).count() as u64;
        let loser = if found < count { bidder } else { position.to_act };
        let lost = if self.difference { found.abs_diff(count).max(1) as usize } else { 1 };
        let mut next = position.clone();
        // The rules don't determine which dice are lost: the others are rolled again, or it is the end.
        let left = next.cups[loser].len().saturating_sub(lost);
        next.cups[loser].drain(..position.cups[loser].len() - left);
        next.bid = None;
        next.to_act = if left > 0 { loser } else { next.next_with_dice(loser) };
        let alone = next.next_with_dice(next.to_act) == next.to_act;
        if alone {
            let score = |(seat, name): (usize, &String)| (name.clone(), f64::from(u8::from(seat == next.to_act)));
            let scores = self.seats.iter().enumerate().map(score).collect();
            let end = Position { bid: position.bid, to_act: position.to_act, ..next.clone() };
            let winners = vec![self.seats[next.to_act].clone()];
            return Some(Outcome::Over(Ending { winners, scores: vec![scores], positions: vec![end] }));
        }
        next.rolls = Some(next.cups.iter().map(Vec::len).collect());
        Some(Outcome::Next(next))
    }
}

impl Rules for LiarsDice {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<LiarsDice> {
        if !(2..=6).contains(&header.seats.len()) {
            faults.push(format!("{} seats can't play", header.seats.len()));
            return None;
        }
        Some(LiarsDice {
            seats: header.seats.clone(),
            dice: usize::try_from(header.number("dice", 5, faults)).ok()?,
            wild: header.flag("wild", true, faults),
            difference: header.word("loss") == Some("difference"),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let cups: Vec<String> = self.seats.iter().map(|seat| format!("cup.{seat}")).collect();
        let vars: Vec<&str> = ["count", "face", "bidder"].into_iter().chain(cups.iter().map(String::as_str)).collect();
        state.check_names(&[], &[], &vars, faults);
        let mut read = Vec::new();
        for name in &cups {
            // A single die is a plain number if no seat can have two.
            let dice: Vec<u64> = match state.vars.get(name)? {
                Value::Array(dice) => dice.iter().filter_map(Value::as_u64).collect(),
                die => die.as_u64().filter(|die| *die > 0).into_iter().collect(),
            };
            if dice.iter().any(|die| !(1..=6).contains(die)) || !dice.is_sorted() || dice.len() > self.dice {
                faults.push(format!("`{name}` can't be {dice:?}"));
            }
            read.push(dice);
        }
        let (count, face) = (state.number("count", faults)? as u64, state.number("face", faults)? as u64);
        let bidder = self.seat(state.text("bidder", faults)?);
        if (count == 0) != (face == 0) || (face == 0) != bidder.is_none() {
            faults.push("half a bid".to_owned());
        }
        let bid = bidder.map(|bidder| (count, face, bidder));
        Some(Position { cups: read, bid, to_act: self.seat(to_act)?, rolls: None })
    }

    fn settle(&self, expected: &mut Position, found: &Position, faults: &mut Vec<String>) {
        if let Some(rolls) = expected.rolls.take() {
            if !found.cups.iter().map(Vec::len).eq(rolls) {
                faults.push("everybody rolls the dice that they have left".to_owned());
            }
            expected.cups.clone_from(&found.cups);
        }
    }

    fn show(&self, position: &Position) -> State {
        let mut state = State::default();
        let (count, face, bidder) = position.bid.map_or((0, 0, ""), |(n, face, seat)| (n, face, &self.seats[seat]));
        state.vars.insert("count".to_owned(), json!(count));
        state.vars.insert("face".to_owned(), json!(face));
        state.vars.insert("bidder".to_owned(), json!(bidder));
        for (seat, cup) in self.seats.iter().zip(&position.cups) {
            let shown = if self.dice > 1 { json!(cup) } else { json!(cup.first().copied().unwrap_or(0)) };
            state.vars.insert(format!("cup.{seat}"), shown);
        }
        state
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        if position.bid.is_some() || position.to_act != 0 || position.cups.iter().any(|cup| cup.len() != self.dice) {
            faults.push("a match begins with all dice, and the first seat bids".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let bids = (1..=position.all()).flat_map(|count| (1..=6).map(move |face| (count, face)));
        let is_higher = |bid: &(u64, u64)| position.bid.is_none_or(|(count, face, _)| *bid > (count, face));
        let bids = bids.filter(is_higher).map(|(count, face)| format!("bid {count}x{face}"));
        bids.chain(position.bid.map(|_| "call".to_owned())).collect()
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        if action == "call" {
            return self.call(position);
        }
        let (count, face) = action.strip_prefix("bid ")?.split_once('x')?;
        let mut next = position.clone();
        next.bid = Some((count.parse().ok()?, face.parse().ok()?, position.to_act));
        next.to_act = position.next_with_dice(position.to_act);
        Some(Outcome::Next(next))
    }
}
