//! The referee of Yahtzee.

use serde_json::{Value, json};

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const BOXES: [&str; 13] = [
    "ones", "twos", "threes", "fours", "fives", "sixes", "three", "four", "house", "small", "large", "yahtzee",
    "chance",
];
const YAHTZEE: usize = 11;

#[derive(Clone, Copy, PartialEq)]
enum Joker {
    Forced,
    Free,
    None,
}

/// The rules of Yahtzee for one table.
pub(crate) struct Yahtzee {
    seats: Vec<String>,
    joker: Joker,
    bonus: i64,
}

/// The sheets, the dice and the seat to move.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    sheets: Vec<[Option<i64>; 13]>,
    bonuses: Vec<i64>,
    points: Vec<i64>,
    dice: Vec<u8>,
    rolls: i64,
    to_act: usize,
    /// The dice that are kept while the others are rolled.
    kept: Option<Vec<u8>>,
}

fn counts(dice: &[u8]) -> [usize; 7] {
    let mut counts = [0; 7];
    dice.iter().for_each(|die| counts[usize::from(*die)] += 1);
    counts
}

fn has_run(dice: &[u8], length: u8) -> bool {
    (1..=7 - length).any(|first| (first..first + length).all(|face| dice.contains(&face)))
}

impl Yahtzee {
    /// The face of a further Yahtzee, with the box for Yahtzees already filled.
    fn surplus(&self, position: &Position) -> Option<usize> {
        let first = position.dice[0];
        let is_full = position.sheets[position.to_act][YAHTZEE].is_some();
        (is_full && position.dice.iter().all(|die| *die == first)).then_some(usize::from(first))
    }

    fn boxes(&self, position: &Position) -> Vec<usize> {
        let sheet = &position.sheets[position.to_act];
        let open: Vec<usize> = (0..13).filter(|n| sheet[*n].is_none()).collect();
        let Some(face) = self.surplus(position).filter(|_| self.joker == Joker::Forced) else { return open };
        if sheet[face - 1].is_none() {
            return vec![face - 1];
        }
        let lower: Vec<usize> = open.iter().copied().filter(|n| *n >= 6).collect();
        if lower.is_empty() { open } else { lower }
    }

    fn worth(&self, position: &Position, n: usize) -> i64 {
        let dice = &position.dice;
        let sum: i64 = dice.iter().map(|die| i64::from(*die)).sum();
        let mut alike = counts(dice);
        alike.sort_unstable_by(|a, b| b.cmp(a));
        let sheet = &position.sheets[position.to_act];
        let joker = self.joker != Joker::None && self.surplus(position).is_some_and(|face| sheet[face - 1].is_some());
        let given = |is: bool, worth: i64| if is { worth } else { 0 };
        match n {
            0..6 => (n as i64 + 1) * counts(dice)[n + 1] as i64,
            6 => given(alike[0] >= 3, sum),
            7 => given(alike[0] >= 4, sum),
            8 => given(joker || alike[..2] == [3, 2], 25),
            9 => given(joker || has_run(dice, 4), 30),
            10 => given(joker || has_run(dice, 5), 40),
            11 => given(alike[0] == 5, 50),
            _ => sum,
        }
    }

    fn total(&self, position: &Position, seat: usize) -> i64 {
        let sheet = &position.sheets[seat];
        let upper: i64 = sheet[..6].iter().flatten().sum();
        let all: i64 = sheet.iter().flatten().sum();
        all + if upper >= 63 { 35 } else { 0 } + self.bonus * position.bonuses[seat]
    }
}

impl Rules for Yahtzee {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Yahtzee> {
        let joker = match header.word("joker") {
            None | Some("forced") => Joker::Forced,
            Some("free") => Joker::Free,
            Some("none") => Joker::None,
            Some(other) => {
                faults.push(format!("there is no joker rule {other}"));
                return None;
            }
        };
        Some(Yahtzee { seats: header.seats.clone(), joker, bonus: header.number("bonus", 100, faults) })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let names = |what: &str| -> Vec<String> { self.seats.iter().map(|seat| format!("{what}.{seat}")).collect() };
        let [sheets, bonuses, points] = ["sheet", "bonuses", "points"].map(names);
        let all = sheets.iter().chain(&bonuses).chain(&points).map(String::as_str);
        state.check_names(&[], &[], &all.chain(["cup", "rolls"]).collect::<Vec<_>>(), faults);
        let mut read = Vec::new();
        for name in &sheets {
            let mut sheet = [None; 13];
            for (n, value) in state.vars.get(name)?.as_array()?.iter().enumerate().take(13) {
                sheet[n] = value.as_i64().filter(|n| *n >= 0);
            }
            read.push(sheet);
        }
        let numbers = |names: &[String]| -> Option<Vec<i64>> {
            names.iter().map(|name| state.vars.get(name)?.as_i64()).collect()
        };
        let dice: Vec<u8> =
            state.vars.get("cup")?.as_array()?.iter().filter_map(|die| die.as_u64()?.try_into().ok()).collect();
        if dice.len() != 5 || !dice.is_sorted() || dice.iter().any(|die| !(1..=6).contains(die)) {
            faults.push(format!("the dice can't be {dice:?}"));
            return None;
        }
        Some(Position {
            sheets: read,
            bonuses: numbers(&bonuses)?,
            points: numbers(&points)?,
            dice,
            rolls: state.vars.get("rolls")?.as_i64()?,
            to_act: self.seats.iter().position(|seat| seat == to_act)?,
            kept: None,
        })
    }

    fn settle(&self, expected: &mut Position, found: &Position, faults: &mut Vec<String>) {
        if let Some(kept) = expected.kept.take() {
            if counts(&kept).iter().zip(counts(&found.dice)).any(|(kept, found)| *kept > found) {
                faults.push(format!("{kept:?} were kept of {:?}", found.dice));
            }
            expected.dice.clone_from(&found.dice);
        }
    }

    fn show(&self, position: &Position) -> State {
        let mut state = State::default();
        for (n, seat) in self.seats.iter().enumerate() {
            let sheet: Vec<Value> = position.sheets[n].iter().map(|got| json!(got.unwrap_or(-1))).collect();
            state.vars.insert(format!("sheet.{seat}"), json!(sheet));
            state.vars.insert(format!("bonuses.{seat}"), json!(position.bonuses[n]));
            state.vars.insert(format!("points.{seat}"), json!(position.points[n]));
        }
        state.vars.insert("cup".to_owned(), json!(position.dice));
        state.vars.insert("rolls".to_owned(), json!(position.rolls));
        state
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let none = |numbers: &[i64]| numbers.iter().all(|n| *n == 0);
        let is_open = position.sheets.iter().flatten().all(Option::is_none);
        if !is_open
            || !none(&position.points)
            || !none(&position.bonuses)
            || position.rolls != 2
            || position.to_act != 0
        {
            faults.push("a match begins with open boxes and the first roll".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let mut out: Vec<String> = self.boxes(position).into_iter().map(|n| format!("score {}", BOXES[n])).collect();
        if position.rolls > 0 {
            out.push("roll".to_owned());
            let part = |mask: u32| -> String {
                let kept = position.dice.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1);
                kept.map(|(_, die)| char::from(b'0' + die)).collect()
            };
            let mut parts: Vec<String> = (1..31).map(part).collect();
            parts.sort_unstable();
            parts.dedup();
            out.extend(parts.into_iter().map(|part| format!("keep {part}")));
        }
        out
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        let Some(name) = action.strip_prefix("score ") else {
            next.kept = Some(action.strip_prefix("keep ").unwrap_or("").bytes().map(|byte| byte - b'0').collect());
            next.rolls -= 1;
            return Some(Outcome::Next(next));
        };
        let (n, seat) = (BOXES.iter().position(|known| *known == name)?, position.to_act);
        let alike = counts(&position.dice).contains(&5);
        if alike && position.sheets[seat][YAHTZEE] == Some(50) && self.bonus > 0 {
            next.bonuses[seat] += 1;
        }
        next.sheets[seat][n] = Some(self.worth(position, n));
        next.points[seat] = self.total(&next, seat);
        next.to_act = (seat + 1) % self.seats.len();
        if next.sheets.iter().flatten().all(Option::is_some) {
            let most = next.points.iter().max().copied();
            let named = || self.seats.iter().cloned().zip(next.points.iter().copied());
            return Some(Outcome::Over(Ending {
                winners: named().filter(|(_, points)| Some(*points) == most).map(|(seat, _)| seat).collect(),
                scores: vec![named().map(|(seat, points)| (seat, points as f64)).collect()],
                positions: vec![Position { to_act: seat, ..next.clone() }],
            }));
        }
        (next.rolls, next.kept) = (2, Some(Vec::new()));
        Some(Outcome::Next(next))
    }
}
