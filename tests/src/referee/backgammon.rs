//! The referee of backgammon. Legal plays are found by exhaustive search over all ways to use the dice.

use serde_json::json;

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const BAR: usize = 25;
const OFF: usize = 0;

/// The rules of backgammon for one table.
pub(crate) struct Backgammon {
    seats: Vec<String>,
    length: i64,
    gammons: bool,
}

/// The checkers of a side by its own points: 0 is borne off, 25 the bar.
type Side = [i64; 26];

/// The checkers of both sides, the remaining dice, and the seat to move.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    sides: [Side; 2],
    won: [i64; 2],
    dice: Vec<usize>,
    to_act: usize,
}

/// Both sides, the side to move first.
type Board = (Side, Side);

/// The ways to play one die, with the resulting boards.
fn steps((own, other): &Board, die: usize) -> Vec<(usize, usize, Board)> {
    let farthest = (1..=BAR).rev().find(|&n| own[n] > 0).unwrap_or(0);
    let mut out = Vec::new();
    for from in (1..=BAR).filter(|&from| own[from] > 0 && (own[BAR] == 0 || from == BAR)) {
        let to = from.saturating_sub(die);
        let is_free = to == OFF || other[25 - to] < 2;
        let may_go_off = to != OFF || (farthest <= 6 && (from == die || from == farthest));
        if is_free && may_go_off {
            let (mut own, mut other) = (*own, *other);
            own[from] -= 1;
            own[to] += 1;
            if to != OFF && other[25 - to] == 1 {
                other[25 - to] = 0;
                other[BAR] += 1;
            }
            out.push((from, to, (own, other)));
        }
    }
    out
}

/// Removes one of the dice.
fn without(dice: &[usize], die: usize) -> Vec<usize> {
    let mut rest = dice.to_vec();
    if let Some(place) = rest.iter().position(|&other| other == die) {
        rest.remove(place);
    }
    rest
}

/// The maximum number of dice that can be played.
fn most(board: &Board, dice: &[usize]) -> usize {
    let mut kinds = dice.to_vec();
    kinds.dedup();
    let after = |die: usize| {
        let rest = without(dice, die);
        steps(board, die).into_iter().map(|(_, _, after)| 1 + most(&after, &rest)).max().unwrap_or(0)
    };
    kinds.into_iter().map(after).max().unwrap_or(0)
}

fn text(from: usize, to: usize) -> String {
    let from = if from == BAR { "bar".to_owned() } else { from.to_string() };
    let to = if to == OFF { "off".to_owned() } else { to.to_string() };
    format!("{from}/{to}")
}

impl Backgammon {
    fn board(position: &Position) -> Board {
        (position.sides[position.to_act], position.sides[1 - position.to_act])
    }

    /// The dice of an event.
    fn dice(event: &Event) -> Option<Vec<usize>> {
        let value = event.facts.get("dice")?;
        let numbers = value.as_array()?.iter();
        Some(numbers.filter_map(|die| die.as_u64()?.try_into().ok()).collect())
    }

    /// The consequences of a roll: a side that can't play any die passes.
    fn follow(
        position: &mut Position,
        first: Option<usize>,
        events: &[Event],
        faults: &mut Vec<String>,
        seats: &[String],
    ) {
        let mut expected = first;
        let rolls: Vec<&Event> = events.iter().filter(|event| event.kind == "roll").collect();
        for (n, roll) in rolls.iter().enumerate() {
            let seat = roll
                .facts
                .get("seat")
                .and_then(|name| seats.iter().position(|seat| Some(seat.as_str()) == name.as_str()));
            let dice = Self::dice(roll).unwrap_or_default();
            let is_roll = match dice.as_slice() {
                [one, other] => one < other,
                [one, rest @ ..] => rest.len() == 3 && rest.iter().all(|die| die == one),
                [] => false,
            };
            if !is_roll || dice.iter().any(|die| !(1..=6).contains(die)) || expected.is_some() && seat != expected {
                faults.push(format!("{seat:?} rolls {dice:?}"));
            }
            position.to_act = seat.unwrap_or(0);
            position.dice = dice;
            expected = Some(1 - position.to_act);
            let is_stuck = most(&Self::board(position), &position.dice) == 0;
            if is_stuck != (n + 1 < rolls.len()) {
                faults.push("who can play must, and nobody else can".to_owned());
            }
        }
    }
}

fn fresh() -> Side {
    let mut side = [0; 26];
    (side[24], side[13], side[8], side[6]) = (2, 5, 3, 5);
    side
}

impl Rules for Backgammon {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Backgammon> {
        Some(Backgammon {
            seats: header.seats.clone(),
            length: header.number("length", 1, faults),
            gammons: header.flag("gammons", true, faults),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let names = |what: &str| [0, 1].map(|seat| format!("{what}.{}", self.seats[seat]));
        let [bar, off, won] = ["bar", "off", "won"].map(names);
        let all = bar.iter().chain(&off).chain(&won).map(String::as_str);
        state.check_names(&[], &[], &all.chain(["cup", "points"]).collect::<Vec<_>>(), faults);
        let numbers = |name: &str| -> Option<Vec<i64>> {
            Some(state.vars.get(name)?.as_array()?.iter().filter_map(serde_json::Value::as_i64).collect())
        };
        let points = numbers("points").filter(|points| points.len() == 24)?;
        let mut sides = [[0; 26]; 2];
        for (n, count) in points.iter().enumerate() {
            sides[0][n + 1] = (*count).max(0);
            sides[1][24 - n] = (-count).max(0);
        }
        for seat in 0..2 {
            sides[seat][BAR] = state.number(&bar[seat], faults)?;
            sides[seat][OFF] = state.number(&off[seat], faults)?;
            if sides[seat].iter().sum::<i64>() != 15 {
                faults.push(format!("{} does not have fifteen checkers", self.seats[seat]));
            }
        }
        Some(Position {
            sides,
            won: [state.number(&won[0], faults)?, state.number(&won[1], faults)?],
            dice: numbers("cup")?.into_iter().map(|die| die as usize).collect(),
            to_act: self.seats.iter().position(|seat| seat == to_act)?,
        })
    }

    fn show(&self, position: &Position) -> State {
        let mut state = State::default();
        let point = |n: usize| position.sides[0][n + 1] - position.sides[1][24 - n];
        state.vars.insert("points".to_owned(), json!((0..24).map(point).collect::<Vec<_>>()));
        state.vars.insert("cup".to_owned(), json!(position.dice));
        for (seat, name) in self.seats.iter().enumerate() {
            state.vars.insert(format!("bar.{name}"), json!(position.sides[seat][BAR]));
            state.vars.insert(format!("off.{name}"), json!(position.sides[seat][OFF]));
            state.vars.insert(format!("won.{name}"), json!(position.won[seat]));
        }
        state
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let is_first_roll = matches!(position.dice.as_slice(), [one, other] if one < other);
        if position.sides != [fresh(); 2] || position.won != [0; 2] || !is_first_roll {
            faults.push("a match begins with the usual set-up and two different dice".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let (board, dice) = (Self::board(position), &position.dice);
        let goal = most(&board, dice);
        let mut kinds = dice.clone();
        kinds.dedup();
        let higher = kinds.last().copied().filter(|&die| goal == 1 && !steps(&board, die).is_empty());
        let mut out = Vec::new();
        for die in kinds.into_iter().filter(|&die| higher.is_none_or(|higher| die == higher)) {
            for (from, to, after) in steps(&board, die) {
                if 1 + most(&after, &without(dice, die)) == goal && !out.contains(&text(from, to)) {
                    out.push(text(from, to));
                }
            }
        }
        out
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        events: &[Event],
        faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let (seat, board) = (position.to_act, Self::board(position));
        let (die, after) = position.dice.iter().find_map(|&die| {
            let step = steps(&board, die).into_iter().find(|&(from, to, _)| text(from, to) == action)?;
            Some((die, step.2))
        })?;
        let mut next = position.clone();
        (next.sides[seat], next.sides[1 - seat]) = after;
        next.dice = without(&position.dice, die);
        let (own, other) = after;
        if own[OFF] < 15 {
            if most(&after, &next.dice) == 0 {
                Self::follow(&mut next, Some(1 - seat), events, faults, &self.seats);
            }
            return Some(Outcome::Next(next));
        }
        let is_behind = (19..=BAR).any(|n| other[n] > 0);
        next.won[seat] += match other[OFF] {
            0 if self.gammons => 2 + i64::from(is_behind),
            _ => 1,
        };
        if next.won[seat] < self.length {
            next.sides = [fresh(); 2];
            Self::follow(&mut next, None, events, faults, &self.seats);
            return Some(Outcome::Next(next));
        }
        let scores = self.seats.iter().zip(next.won).map(|(seat, won)| (seat.clone(), won as f64)).collect();
        Some(Outcome::Over(Ending {
            winners: vec![self.seats[seat].clone()],
            scores: vec![scores],
            positions: vec![next],
        }))
    }
}
