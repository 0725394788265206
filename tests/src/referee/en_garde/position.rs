//! The state in terms of the game, and the actions.

use super::{LEFT, RIGHT, SEATS};
use crate::referee::line::State;
use crate::referee::reader::Reader;
use crate::referee::watch::Notes;

/// The state in terms of the game. Hands are sorted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Position {
    pub(super) deck: Vec<i64>,
    pub(super) hands: [Vec<i64>; 2],
    pub(super) discard: Vec<i64>,
    pub(super) at: [i64; 2],
    pub(super) attack: i64,
    pub(super) last_card: Option<usize>,
    pub(super) touches: [i64; 2],
}

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Action {
    Advance(i64),
    Retreat(i64),
    Attack(i64),
    Parry(i64),
    Pass,
}

impl Position {
    pub(super) fn read(state: &State, touches_to_win: i64, notes: &mut Notes) -> Option<Position> {
        let mut from = Reader::new(state);
        let mut hands = SEATS.map(|seat| from.zone(&format!("hand.{seat}"), card));
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        let position = Position {
            deck: from.zone("deck", card),
            hands,
            discard: from.zone("discard", card),
            at: SEATS.map(|seat| from.number(&format!("position.{seat}"))),
            attack: from.number("attack"),
            last_card: match from.text("last_card") {
                "" => None,
                name => {
                    let seat = SEATS.iter().position(|seat| *seat == name);
                    if seat.is_none() {
                        from.fault(format!("'{name}' drew the last card but is not a seat"));
                    }
                    seat
                }
            },
            // A single round needs no count of touches, but may have one.
            touches: SEATS.map(|seat| {
                let name = format!("touches.{seat}");
                if touches_to_win > 1 {
                    from.number(&name)
                } else if from.has_var(&name) {
                    from.number(&name);
                    0
                } else {
                    0
                }
            }),
        };
        for stranger in from.strangers() {
            notes.add_once(stranger);
        }
        let faults = from.into_faults();
        let sound = faults.is_empty();
        for fault in faults {
            notes.add(fault);
        }
        sound.then_some(position)
    }

    /// All cards over all zones, sorted.
    pub(super) fn cards(&self) -> Vec<i64> {
        let hands = self.hands.iter().flatten();
        let mut cards: Vec<i64> = hands.chain(&self.deck).chain(&self.discard).copied().collect();
        cards.sort_unstable();
        cards
    }

    pub(super) fn distance(&self) -> i64 {
        self.at[RIGHT] - self.at[LEFT]
    }

    pub(super) fn holds(&self, seat: usize, value: i64) -> bool {
        self.hands[seat].contains(&value)
    }

    /// Moves a card from the hand to the discards.
    pub(super) fn spend(&mut self, seat: usize, value: i64) {
        if let Some(place) = self.hands[seat].iter().position(|card| *card == value) {
            self.hands[seat].remove(place);
        }
        self.discard.push(value);
    }

    /// Draws the top card, if any, and records the seat that drew the last one.
    pub(super) fn draw(&mut self, seat: usize) {
        let Some(card) = self.deck.pop() else { return };
        self.hands[seat].push(card);
        self.hands[seat].sort_unstable();
        if self.deck.is_empty() {
            self.last_card = Some(seat);
        }
    }

    /// Moves a figure, forward if positive.
    pub(super) fn shift(&mut self, seat: usize, spaces: i64) {
        self.at[seat] += if seat == LEFT { spaces } else { -spaces };
    }

    /// The differences of the `found` position from this one, in words.
    pub(super) fn differences(&self, found: &Position) -> Vec<String> {
        let mut list = Vec::new();
        let mut compare = |name: String, due: String, is: String| {
            if due != is {
                list.push(format!("{name} should be {due}, is {is}"));
            }
        };
        compare("deck".into(), show(&self.deck), show(&found.deck));
        compare("discard".into(), show(&self.discard), show(&found.discard));
        let name = |seat: Option<usize>| seat.map_or("nobody".into(), |s| SEATS[s].to_owned());
        compare("last_card".into(), name(self.last_card), name(found.last_card));
        compare("attack".into(), self.attack.to_string(), found.attack.to_string());
        for (seat, word) in SEATS.iter().enumerate() {
            compare(format!("hand.{word}"), show(&self.hands[seat]), show(&found.hands[seat]));
            compare(format!("position.{word}"), self.at[seat].to_string(), found.at[seat].to_string());
            compare(format!("touches.{word}"), self.touches[seat].to_string(), found.touches[seat].to_string());
        }
        list
    }
}

impl Action {
    /// Parses the canonical text only.
    pub(super) fn parse(text: &str) -> Option<Action> {
        if text == "pass" {
            return Some(Action::Pass);
        }
        let (verb, value) = text.split_once(' ')?;
        let value = card(value)?;
        match verb {
            "advance" => Some(Action::Advance(value)),
            "retreat" => Some(Action::Retreat(value)),
            "attack" => Some(Action::Attack(value)),
            "parry" => Some(Action::Parry(value)),
            _ => None,
        }
    }
}

/// The value of a card: a positive integer in plain digits.
fn card(text: &str) -> Option<i64> {
    let value: i64 = text.parse().ok()?;
    (value > 0 && value.to_string() == text).then_some(value)
}

pub(super) fn show(cards: &[i64]) -> String {
    let texts: Vec<String> = cards.iter().map(i64::to_string).collect();
    format!("[{}]", texts.join(" "))
}
