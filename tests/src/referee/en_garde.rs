//! The referee of En Garde: two fencers on a strip, whose cards both move and
//! strike.
//!
//! The legal actions follow from the state alone: a pending attack, a drawn last card, or an ordinary turn.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::line::{End, Header, Step};
use super::watch::{MatchReferee, Notes, Phases, watch};
use super::{Start, Violation};

mod position;
#[cfg(test)]
mod selfplay;
#[cfg(test)]
mod tests;

use position::{Action, Position, show};

/// The seats by the place of their fencers.
const SEATS: [&str; 2] = ["left", "right"];
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// The game's configurable numbers.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The spaces of the mat, numbered from 1.
    pub spaces: i64,
    /// The values of all cards.
    pub cards: Vec<i64>,
    /// Cards dealt to each seat, and the hand size after a parry.
    pub hand_size: usize,
    /// Touches needed to win the match, unless the options set it.
    pub touches_to_win: i64,
}

impl Default for Tables {
    fn default() -> Self {
        Tables { spaces: 23, cards: (1..=5).flat_map(|value| [value; 5]).collect(), hand_size: 5, touches_to_win: 1 }
    }
}

/// Checks a trace of matches with these tables and returns every violation.
pub fn referee(tables: &Tables, start: Start, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    watch("en-garde", lines, |header, notes| {
        Match::open(tables.clone(), start, header).map_err(|message| notes.add(message)).ok()
    })
}

/// The expectation for the next line of the trace.
#[derive(Debug)]
enum Due {
    /// A newly dealt round, with the touches so far.
    Deal { touches: [i64; 2] },
    /// A position, with the seat to move.
    Choice { position: Position, seat: usize },
    /// The end of the match in a position.
    Over { position: Position, winner: Option<usize> },
    /// No expectation: the first state of a scenario, or after an illegal action.
    Anything,
}

/// A match in progress.
struct Match {
    tables: Tables,
    standard: bool,
    phases: Phases,
    due: Due,
}

impl Match {
    fn open(mut tables: Tables, start: Start, header: &Header) -> Result<Match, String> {
        if header.seats != SEATS {
            return Err(format!("the seats are {:?}, not left, right", header.seats));
        }
        let standard = match header.variant.as_deref() {
            Some("basic") => false,
            Some("standard") => true,
            other => return Err(format!("{other:?} is not a variant of the game")),
        };
        if let Some(spaces) = header.number_option("mat.spaces")? {
            tables.spaces = spaces;
        }
        if let Some(size) = header.number_option("hand_size")? {
            tables.hand_size = usize::try_from(size).map_err(|_| "a hand size below 0")?;
        }
        if let Some(touches) = header.number_option("touches_to_win")? {
            tables.touches_to_win = touches;
        }
        if tables.touches_to_win < 1 {
            return Err("a match of less than one touch".into());
        }
        tables.cards.sort_unstable();
        let due = match start {
            Start::Fresh => Due::Deal { touches: [0, 0] },
            Start::Composed => Due::Anything,
        };
        Ok(Match { tables, standard, phases: Phases::default(), due })
    }

    /// The legal actions of `seat`. If there are none in a turn, it has lost.
    fn legal(&self, position: &Position, seat: usize) -> BTreeSet<Action> {
        let distance = position.distance();
        let strike = position.holds(seat, distance);
        if position.attack != 0 {
            let parry = position.holds(seat, position.attack);
            return parry.then_some(Action::Parry(position.attack)).into_iter().collect();
        }
        let mut legal = BTreeSet::new();
        if strike {
            legal.insert(Action::Attack(distance));
        }
        if position.last_card.is_some() {
            legal.insert(Action::Pass);
            return legal;
        }
        let room = match seat {
            LEFT => position.at[LEFT] - 1,
            _ => self.tables.spaces - position.at[RIGHT],
        };
        for &value in &position.hands[seat] {
            if value < distance {
                legal.insert(Action::Advance(value));
            }
            if value <= room {
                legal.insert(Action::Retreat(value));
            }
        }
        legal
    }

    /// The expectation after a legal action.
    fn play(&self, before: &Position, seat: usize, action: Action) -> Due {
        let foe = 1 - seat;
        let mut now = before.clone();
        match action {
            Action::Pass => self.measure(now),
            Action::Advance(value) | Action::Retreat(value) => {
                now.spend(seat, value);
                let forward = matches!(action, Action::Advance(_));
                now.shift(seat, if forward { value } else { -value });
                now.draw(seat);
                self.choice(now, foe)
            }
            Action::Attack(value) => {
                now.spend(seat, value);
                if !self.standard {
                    return self.round_over(now, Some(seat));
                }
                now.draw(seat);
                if !now.holds(foe, value) {
                    return self.round_over(now, Some(seat));
                }
                now.attack = value;
                self.choice(now, foe)
            }
            Action::Parry(value) => {
                now.spend(seat, value);
                now.attack = 0;
                match before.last_card {
                    // The attack was at the last chance.
                    Some(drawer) if drawer == seat => self.measure(now),
                    // The attacker drew the last card with the attack.
                    Some(_) => self.choice(now, seat),
                    None => {
                        while now.hands[seat].len() < self.tables.hand_size && !now.deck.is_empty() {
                            now.draw(seat);
                        }
                        let next = if now.last_card.is_some() { foe } else { seat };
                        self.choice(now, next)
                    }
                }
            }
        }
    }

    /// `seat` is to move; without a legal action it loses.
    fn choice(&self, position: Position, seat: usize) -> Due {
        if self.legal(&position, seat).is_empty() {
            return self.round_over(position, Some(1 - seat));
        }
        Due::Choice { position, seat }
    }

    /// No touch: the fencer that has advanced further from its start wins.
    fn measure(&self, position: Position) -> Due {
        let left = position.at[LEFT] - 1;
        let right = self.tables.spaces - position.at[RIGHT];
        let winner = match left.cmp(&right) {
            std::cmp::Ordering::Greater => Some(LEFT),
            std::cmp::Ordering::Less => Some(RIGHT),
            std::cmp::Ordering::Equal => None,
        };
        self.round_over(position, winner)
    }

    /// A round is won or drawn: the match is over or the next round is dealt.
    fn round_over(&self, mut position: Position, winner: Option<usize>) -> Due {
        let target = self.tables.touches_to_win;
        if target == 1 {
            return Due::Over { position, winner };
        }
        if let Some(seat) = winner {
            position.touches[seat] += 1;
            if position.touches[seat] >= target {
                return Due::Over { position, winner };
            }
        }
        Due::Deal { touches: position.touches }
    }

    /// Checks the invariants of positions.
    fn check_position(&self, position: &Position, notes: &mut Notes) {
        if position.cards() != self.tables.cards {
            notes.add(format!(
                "the cards of the match are {}, not {}",
                show(&position.cards()),
                show(&self.tables.cards)
            ));
        }
        let [left, right] = position.at;
        if left < 1 || right > self.tables.spaces || left >= right {
            notes.add(format!("the figures stand on {left} and {right}"));
        }
        if !self.standard && position.attack != 0 {
            notes.add("an attack waits for a parry, which the variant does not have");
        }
        if position.last_card.is_some() && !position.deck.is_empty() {
            notes.add("the last card is drawn, the deck is not empty");
        }
    }

    /// True if a dealt hand may have no card that fits on the mat: left then loses the round before it has begun.
    fn is_short(&self) -> bool {
        self.tables.cards.iter().filter(|&&value| value >= self.tables.spaces).count() >= self.tables.hand_size
    }

    /// Checks a new round: hands dealt, figures on their starts, left to move. Rounds that left has lost without a play
    /// appear only in the touches.
    fn check_deal(&self, found: &Position, mut touches: [i64; 2], seat: usize, notes: &mut Notes) {
        if self.is_short() {
            touches[RIGHT] = touches[RIGHT].max(found.touches[RIGHT]);
        }
        let dealt = Position {
            deck: found.deck.clone(),
            hands: found.hands.clone(),
            discard: Vec::new(),
            at: [1, self.tables.spaces],
            attack: 0,
            last_card: None,
            touches,
        };
        for difference in dealt.differences(found) {
            notes.add(format!("a new round: {difference}"));
        }
        for (hand, word) in found.hands.iter().zip(SEATS) {
            if hand.len() != self.tables.hand_size {
                notes.add(format!("{} cards are dealt to {word}", hand.len()));
            }
        }
        if seat != LEFT {
            notes.add("right is to act first in a round");
        }
    }

    /// Checks a moment against the expectation.
    fn check_moment(&self, found: &Position, seat: usize, notes: &mut Notes) {
        match &self.due {
            Due::Anything => {}
            Due::Deal { touches } => self.check_deal(found, *touches, seat, notes),
            Due::Choice { position, seat: due } => {
                for difference in position.differences(found) {
                    notes.add(difference);
                }
                if seat != *due {
                    notes.add(format!("{} should be to act", SEATS[*due]));
                }
            }
            Due::Over { winner, .. } => notes
                .add(format!("the match goes on though it is over: {}", winner.map_or("a draw", |seat| SEATS[seat]))),
        }
    }

    fn check_legal(&self, step: &Step, legal: &BTreeSet<Action>, notes: &mut Notes) {
        if !step.legal_complete {
            notes.add("the legal actions are said to be incomplete");
        }
        let mut listed = BTreeSet::new();
        for text in &step.legal {
            match Action::parse(text) {
                None => notes.add(format!("'{text}' is not an action of the game")),
                Some(action) => {
                    listed.insert(action);
                    if !legal.contains(&action) {
                        notes.add(format!("'{text}' is listed but not legal"));
                    }
                }
            }
        }
        for action in legal.difference(&listed) {
            notes.add(format!("{action:?} is legal but not listed"));
        }
    }
}

impl MatchReferee for Match {
    fn step(&mut self, step: &Step, stopped: bool, notes: &mut Notes) -> ControlFlow<()> {
        let Some(position) = Position::read(&step.state, self.tables.touches_to_win, notes) else {
            return ControlFlow::Break(());
        };
        let seat = usize::from(step.to_act != SEATS[LEFT]);
        if matches!(self.due, Due::Anything) && step.n == 0 {
            self.tables.cards = position.cards();
        }
        self.check_position(&position, notes);
        self.check_moment(&position, seat, notes);
        let decision = if position.attack != 0 { "parry" } else { "turn" };
        self.phases.check(&step.phase, decision, notes);
        let legal = self.legal(&position, seat);
        self.check_legal(step, &legal, notes);
        if stopped {
            return ControlFlow::Continue(());
        }
        self.due = match Action::parse(&step.action) {
            Some(action) if legal.contains(&action) => self.play(&position, seat, action),
            _ => {
                notes.add(format!("'{}' was taken but is not legal", step.action));
                Due::Anything
            }
        };
        ControlFlow::Continue(())
    }

    fn end(&mut self, end: &End, notes: &mut Notes) {
        let Some(found) = Position::read(&end.state, self.tables.touches_to_win, notes) else {
            return;
        };
        self.check_position(&found, notes);
        let winner = match &self.due {
            Due::Over { position, winner } => {
                for difference in position.differences(&found) {
                    notes.add(difference);
                }
                *winner
            }
            Due::Anything => return,
            Due::Deal { touches } if self.is_short() => {
                self.check_deal(&found, *touches, LEFT, notes);
                let target = self.tables.touches_to_win;
                if !self.legal(&found, LEFT).is_empty() || (target > 1 && found.touches[RIGHT] != target) {
                    notes.add("the match ends though it is not over");
                }
                Some(RIGHT)
            }
            Due::Deal { .. } | Due::Choice { .. } => {
                notes.add("the match ends though it is not over");
                return;
            }
        };
        let winners: BTreeSet<&str> = end.winners.iter().map(String::as_str).collect();
        let due: BTreeSet<&str> = winner.map(|seat| SEATS[seat]).into_iter().collect();
        if winners != due {
            notes.add(format!("{winners:?} won, it should be {due:?}"));
        }
        let scores: BTreeMap<String, f64> =
            SEATS.iter().enumerate().map(|(seat, word)| (word.to_string(), f64::from(winner == Some(seat)))).collect();
        if end.scores != scores {
            notes.add(format!("the scores are {:?}, not {scores:?}", end.scores));
        }
    }
}
