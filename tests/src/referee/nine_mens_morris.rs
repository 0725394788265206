//! The referee of nine men's morris. Points are numbered on three rings, eight on each from the top left corner; lines
//! follow from that.

use std::cell::RefCell;

use serde_json::json;

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const POINTS: usize = 24;

/// The rules of nine men's morris for one table.
pub(crate) struct Morris {
    seats: Vec<String>,
    men: i64,
    flying: i64,
    spared: bool,
    quiet_limit: i64,
    /// Earlier positions.
    seen: RefCell<Vec<Position>>,
}

/// The men on the points, those in hand, and the seat to move.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    points: [Option<usize>; POINTS],
    hand: [i64; 2],
    quiet: i64,
    to_act: usize,
}

/// The column and the row of a point, from 0 at the lower left.
fn place(point: usize) -> (usize, usize) {
    let far = 3 - point / 8;
    let (low, high) = (3 - far, 3 + far);
    [(low, high), (3, high), (high, high), (high, 3), (high, low), (3, low), (low, low), (low, 3)][point % 8]
}

fn name(point: usize) -> String {
    let (column, row) = place(point);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn point(name: &str) -> Option<usize> {
    (0..POINTS).find(|&point| self::name(point) == name)
}

/// The mills through a point.
fn mills(point: usize) -> [[usize; 3]; 2] {
    let (ring, at) = (point / 8, point % 8);
    let side = |first: usize| [0, 1, 2].map(|n| 8 * ring + (first + n) % 8);
    if at.is_multiple_of(2) { [side(at), side((at + 6) % 8)] } else { [side(at - 1), [at, 8 + at, 16 + at]] }
}

fn are_next(one: usize, other: usize) -> bool {
    let mill = mills(one).into_iter().find(|mill| mill.contains(&other));
    mill.is_some_and(|mill| mill[1] == one || mill[1] == other)
}

impl Position {
    fn count(&self, seat: usize) -> i64 {
        self.points.iter().filter(|man| **man == Some(seat)).count() as i64 + self.hand[seat]
    }

    fn has_mill(&self, point: usize) -> bool {
        let own = self.points[point];
        own.is_some() && mills(point).iter().any(|mill| mill.iter().all(|&other| self.points[other] == own))
    }
}

impl Morris {
    /// The captures of a seat after one of its men has come to a point.
    fn taken(&self, after: &Position, to: usize) -> Vec<Option<usize>> {
        if !after.has_mill(to) {
            return vec![None];
        }
        let enemies = (0..POINTS).filter(|&n| after.points[n].is_some_and(|seat| seat != after.to_act));
        let (inside, outside): (Vec<usize>, Vec<usize>) = enemies.partition(|&n| after.has_mill(n));
        let all = match (self.spared, outside.is_empty()) {
            (true, false) => outside,
            _ => [outside, inside].concat(),
        };
        if all.is_empty() { vec![None] } else { all.into_iter().map(Some).collect() }
    }

    /// Origins and targets of men; the origin `None` is the hand.
    fn moves(&self, position: &Position) -> Vec<(Option<usize>, usize)> {
        let seat = position.to_act;
        let empty: Vec<usize> = (0..POINTS).filter(|&n| position.points[n].is_none()).collect();
        if position.hand[seat] > 0 {
            return empty.into_iter().map(|to| (None, to)).collect();
        }
        let flies = position.count(seat) <= self.flying;
        let own = (0..POINTS).filter(|&n| position.points[n] == Some(seat));
        let to = |from: usize| empty.iter().copied().filter(move |&to| flies || are_next(from, to));
        own.flat_map(|from| to(from).map(move |to| (Some(from), to))).collect()
    }

    fn after(position: &Position, from: Option<usize>, to: usize) -> Position {
        let mut after = position.clone();
        match from {
            Some(from) => after.points[from] = None,
            None => after.hand[position.to_act] -= 1,
        }
        after.points[to] = Some(position.to_act);
        after
    }

    fn over(&self, position: Position, winner: Option<usize>) -> Outcome<Position> {
        let score = |seat: usize| if winner == Some(seat) { 1.0 } else { 0.0 };
        Outcome::Over(Ending {
            winners: winner.map(|seat| self.seats[seat].clone()).into_iter().collect(),
            scores: vec![(0..2).map(|seat| (self.seats[seat].clone(), score(seat))).collect()],
            positions: vec![position],
        })
    }
}

impl Rules for Morris {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Morris> {
        Some(Morris {
            seats: header.seats.clone(),
            men: header.number("men", 9, faults),
            flying: header.number("flying", 3, faults),
            spared: header.flag("spared", true, faults),
            quiet_limit: header.number("quiet_limit", 50, faults),
            seen: RefCell::default(),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let names = |what: &str| [0, 1].map(|seat| format!("{what}.{}", self.seats[seat]));
        let ([hand_0, hand_1], [men_0, men_1]) = (names("hand"), names("men"));
        state.check_names(&[], &["main"], &[&hand_0, &hand_1, &men_0, &men_1, "quiet_for"], faults);
        let rows = state.boards.get("main")?;
        let mut points = [None; POINTS];
        for (n, man) in points.iter_mut().enumerate() {
            let (column, row) = place(n);
            *man = match rows.get(6 - row)?.as_bytes().get(column)? {
                b'X' => Some(0),
                b'O' => Some(1),
                _ => None,
            };
        }
        let men = rows.iter().flat_map(|row| row.chars()).filter(|c| *c != '.').count();
        if men != points.iter().flatten().count() {
            faults.push("a man stands beside the points".to_owned());
        }
        let position = Position {
            points,
            hand: [state.number(&hand_0, faults)?, state.number(&hand_1, faults)?],
            quiet: state.number("quiet_for", faults)?,
            to_act: self.seats.iter().position(|seat| seat == to_act)?,
        };
        for (seat, name) in [men_0, men_1].iter().enumerate() {
            if state.number(name, faults) != Some(position.count(seat)) {
                faults.push(format!("`{name}` is not the number of men"));
            }
        }
        Some(position)
    }

    fn show(&self, position: &Position) -> State {
        let mut state = State::default();
        let mut rows = vec![vec!['.'; 7]; 7];
        for (n, man) in position.points.iter().enumerate() {
            let (column, row) = place(n);
            rows[6 - row][column] = man.map_or('.', |seat| ['X', 'O'][seat]);
        }
        state.boards.insert("main".to_owned(), rows.iter().map(|row| row.iter().collect()).collect());
        for (seat, name) in self.seats.iter().enumerate() {
            state.vars.insert(format!("hand.{name}"), json!(position.hand[seat]));
            state.vars.insert(format!("men.{name}"), json!(position.count(seat)));
        }
        state.vars.insert("quiet_for".to_owned(), json!(position.quiet));
        state
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let fresh = Position { points: [None; POINTS], hand: [self.men; 2], quiet: 0, to_act: 0 };
        if *position != fresh {
            faults.push("a match begins with an empty board".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let texts = |(from, to): (Option<usize>, usize)| {
            let start = from.map_or_else(String::new, |from| format!("{}-", name(from)));
            let taken = self.taken(&Self::after(position, from, to), to).into_iter();
            let text = move |take: Option<usize>| {
                format!("{start}{}{}", name(to), take.map_or_else(String::new, |take| format!("x{}", name(take))))
            };
            taken.map(text)
        };
        self.moves(position).into_iter().flat_map(texts).collect()
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let mut seen = self.seen.borrow_mut();
        if seen.is_empty() {
            seen.push(Position { quiet: 0, ..position.clone() });
        }
        let (going, take) = action.split_once('x').map_or((action, None), |(going, take)| (going, Some(take)));
        let (from, to) = going.split_once('-').map_or((None, going), |(from, to)| (Some(from), to));
        let from = match from {
            Some(from) => Some(point(from)?),
            None => None,
        };
        let mut next = Self::after(position, from, point(to)?);
        if let Some(take) = take {
            next.points[point(take)?] = None;
        }
        next.quiet = if from.is_none() || take.is_some() { 0 } else { position.quiet + 1 };
        let (seat, other) = (position.to_act, 1 - position.to_act);
        let bare = Position { quiet: 0, to_act: other, ..next.clone() };
        seen.push(bare.clone());
        let times = seen.iter().filter(|earlier| **earlier == bare).count();
        next.to_act = other;
        Some(if next.count(other) <= 2 || self.moves(&next).is_empty() {
            self.over(next, Some(seat))
        } else if next.quiet >= self.quiet_limit || times >= 3 {
            self.over(next, None)
        } else {
            Outcome::Next(next)
        })
    }
}
