//! The referee of Hearts, for 4 seats.

use std::collections::BTreeMap;

use serde_json::json;

use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const SEATS: [&str; 4] = ["north", "east", "south", "west"];
const DIRECTIONS: [&str; 4] = ["left", "right", "across", "hold"];
const RANKS: &str = "23456789TJQKA";
const SUITS: &str = "CDSH";
const HEARTS: usize = 3;

/// The rules of Hearts for one table.
pub(crate) struct Hearts {
    limit: i64,
    subtracts: bool,
    jack: bool,
    queen_breaks: bool,
    points_first: bool,
    passes: bool,
}

/// Suit and rank are indices into their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Card {
    suit: usize,
    rank: usize,
}

const JACK_OF_DIAMONDS: Card = Card { suit: 1, rank: 9 };
const TWO_OF_CLUBS: Card = Card { suit: 0, rank: 0 };
const QUEEN_OF_SPADES: Card = Card { suit: 2, rank: 10 };

/// All cards and the seat to move; unordered zones are sorted.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    hands: [Vec<Card>; 4],
    passed: [Vec<Card>; 4],
    /// In the order of play.
    trick: Vec<Card>,
    taken: [Vec<Card>; 4],
    points: [i64; 4],
    deal: i64,
    leader: Option<usize>,
    broken: bool,
    void: [[bool; 4]; 4],
    /// The sealed cards in this round of passing.
    decided: Vec<Card>,
    to_act: usize,
    /// True if the cards were dealt anew: their distribution is unknown.
    is_dealt: bool,
}

impl Card {
    fn parse(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let (rank, suit) = (letters.next()?, letters.next()?);
        let card = Card { suit: SUITS.find(suit)?, rank: RANKS.find(rank)? };
        letters.next().is_none().then_some(card)
    }

    fn text(&self) -> String {
        [RANKS.as_bytes()[self.rank], SUITS.as_bytes()[self.suit]].map(char::from).iter().collect()
    }

    fn worth(&self) -> i64 {
        match *self {
            QUEEN_OF_SPADES => 13,
            Card { suit: HEARTS, .. } => 1,
            _ => 0,
        }
    }
}

fn remove(cards: &mut Vec<Card>, card: Card) -> Option<()> {
    let place = cards.iter().position(|held| *held == card)?;
    cards.remove(place);
    Some(())
}

fn insert(cards: &mut Vec<Card>, card: Card) {
    cards.push(card);
    cards.sort_unstable();
}

impl Position {
    /// The first seat to play: the holder of the two of clubs.
    fn begin_play(&mut self) {
        let holder = self.hands.iter().position(|hand| hand.contains(&TWO_OF_CLUBS));
        self.leader = holder;
        self.to_act = holder.unwrap_or(0);
    }
}

impl Hearts {
    /// The direction of passing, by index.
    fn direction(&self, position: &Position) -> usize {
        if self.passes { (position.deal as usize + 3) % 4 } else { 3 }
    }

    fn allows(&self, position: &Position, card: Card) -> bool {
        let hand = &position.hands[position.to_act];
        let Some(led) = position.trick.first() else {
            return match hand.len() {
                13 => card == TWO_OF_CLUBS,
                _ => card.suit != HEARTS || position.broken || hand.iter().all(|card| card.suit == HEARTS),
            };
        };
        if hand.iter().any(|held| held.suit == led.suit) {
            return card.suit == led.suit;
        }
        self.points_first || hand.len() < 13 || card.worth() == 0 || hand.iter().all(|card| card.worth() > 0)
    }

    fn check_deal(&self, position: &Position, faults: &mut Vec<String>) {
        let mut cards = position.hands.concat();
        cards.sort_unstable();
        let deck = (0..4).flat_map(|suit| (0..13).map(move |rank| Card { suit, rank }));
        if !deck.eq(cards) || position.hands.iter().any(|hand| hand.len() != 13) {
            faults.push("a deal gives each seat thirteen of the 52 cards".to_owned());
        }
        let mut begun = Position {
            broken: false,
            leader: None,
            void: [[false; 4]; 4],
            decided: Vec::new(),
            to_act: 0,
            ..position.clone()
        };
        if self.direction(position) == 3 {
            begun.begin_play();
        }
        if begun != *position {
            faults.push("a deal doesn't begin like this".to_owned());
        }
    }

    fn play_card(&self, position: &Position, card: Card) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        let seat = position.to_act;
        remove(&mut next.hands[seat], card)?;
        next.trick.push(card);
        let led = next.trick[0].suit;
        next.void[seat][led] |= card.suit != led;
        if position.trick.is_empty() && card.suit == HEARTS && !position.broken {
            next.void[seat] = [true, true, true, false];
        }
        next.broken |= card.suit == HEARTS || self.queen_breaks && card == QUEEN_OF_SPADES;
        next.to_act = (seat + 1) % 4;
        if next.trick.len() < 4 {
            return Some(Outcome::Next(next));
        }
        let leader = position.leader?;
        let follows = next.trick.iter().enumerate().filter(|(_, card)| card.suit == led);
        let winner = (leader + follows.max_by_key(|(_, card)| card.rank)?.0) % 4;
        for card in std::mem::take(&mut next.trick) {
            insert(&mut next.taken[winner], card);
        }
        (next.leader, next.to_act) = (Some(winner), winner);
        if !next.hands[winner].is_empty() {
            return Some(Outcome::Next(next));
        }
        let worth = |seat: usize| next.taken[seat].iter().map(Card::worth).sum::<i64>();
        let mut won = [0, 1, 2, 3].map(worth);
        if let Some(shooter) = won.iter().position(|worth| *worth == 26) {
            won = [if self.subtracts { 0 } else { 26 }; 4];
            won[shooter] = if self.subtracts { -26 } else { 0 };
        }
        for (seat, won) in won.into_iter().enumerate() {
            let has_jack = self.jack && next.taken[seat].contains(&JACK_OF_DIAMONDS);
            next.points[seat] += won - if has_jack { 10 } else { 0 };
        }
        if next.points.iter().all(|points| *points < self.limit) {
            next.deal += 1;
            next.is_dealt = true;
            return Some(Outcome::Next(next));
        }
        let least = next.points.iter().min().copied();
        let seats = || SEATS.iter().zip(next.points);
        Some(Outcome::Over(Ending {
            winners: seats().filter(|(_, points)| Some(*points) == least).map(|(seat, _)| (*seat).to_owned()).collect(),
            scores: vec![seats().map(|(seat, points)| ((*seat).to_owned(), -points as f64)).collect()],
            positions: vec![next.clone()],
        }))
    }

    fn pass(&self, position: &Position, card: Card) -> Option<Outcome<Position>> {
        let mut next = position.clone();
        next.decided.push(card);
        next.to_act = next.decided.len() % 4;
        if next.to_act > 0 {
            return Some(Outcome::Next(next));
        }
        for (seat, card) in std::mem::take(&mut next.decided).into_iter().enumerate() {
            remove(&mut next.hands[seat], card)?;
            insert(&mut next.passed[seat], card);
        }
        if next.passed[0].len() == 3 {
            for from in 0..4 {
                let to = (from + [1, 3, 2][self.direction(position)]) % 4;
                for card in std::mem::take(&mut next.passed[from]) {
                    insert(&mut next.hands[to], card);
                }
            }
            next.begin_play();
        }
        Some(Outcome::Next(next))
    }
}

impl Rules for Hearts {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Hearts> {
        if header.seats != SEATS {
            faults.push(format!("the seats should be {SEATS:?}, not {:?}", header.seats));
            return None;
        }
        Some(Hearts {
            limit: header.number("limit", 100, faults),
            subtracts: header.word("moon") == Some("subtracts"),
            jack: header.flag("jack", false, faults),
            queen_breaks: header.flag("queen_breaks", false, faults),
            points_first: header.flag("points_first", false, faults),
            passes: header.flag("passes", true, faults),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let names = |what: &str| SEATS.map(|seat| format!("{what}.{seat}"));
        let [hands, passed, taken, points, void, decided] =
            ["hand", "passed", "taken", "points", "void", "decided"].map(names);
        let zones: Vec<&str> = ["deck", "trick"]
            .into_iter()
            .chain([&hands, &passed, &taken].into_iter().flatten().map(String::as_str))
            .collect();
        let vars = ["deal", "passing", "leader", "broken"].into_iter();
        let vars: Vec<&str> = vars.chain(points.iter().chain(&void).chain(&decided).map(String::as_str)).collect();
        state.check_names(&zones, &[], &vars, faults);
        let mut zone = |name: &String| -> Vec<Card> {
            let texts = state.zones.get(name).map(Vec::as_slice).unwrap_or_default();
            let cards: Vec<Card> = texts.iter().filter_map(|text| Card::parse(text)).collect();
            if cards.len() != texts.len() {
                faults.push(format!("zone `{name}` holds what is not a card"));
            }
            cards
        };
        let sorted = |mut cards: Vec<Card>| {
            cards.sort_unstable();
            cards
        };
        if !zone(&"deck".to_owned()).is_empty() {
            return None;
        }
        let mut all = |names: &[String; 4]| [0, 1, 2, 3].map(|seat| sorted(zone(&names[seat])));
        let (hands, passed, taken) = (all(&hands), all(&passed), all(&taken));
        let trick = zone(&"trick".to_owned());
        let number = |name: &str| state.vars.get(name).and_then(serde_json::Value::as_i64).unwrap_or(-1);
        let is_void =
            |seat: usize, suit: usize| state.vars.get(&void[seat]).and_then(|void| void.get(suit)) == Some(&json!(1));
        let leader = state.vars.get("leader").and_then(serde_json::Value::as_str).unwrap_or_default();
        let laid = |name: &String| Card::parse(state.vars.get(name)?.as_str()?.strip_prefix("pass ")?);
        let laid = decided.each_ref().map(laid);
        let count = laid.iter().flatten().count();
        if laid[..count].contains(&None) {
            faults.push("the seats do not decide in order".to_owned());
        }
        let position = Position {
            hands,
            passed,
            trick,
            taken,
            points: [0, 1, 2, 3].map(|seat| number(&points[seat])),
            deal: number("deal"),
            leader: SEATS.iter().position(|seat| *seat == leader),
            broken: number("broken") == 1,
            void: [0, 1, 2, 3].map(|seat| [0, 1, 2, 3].map(|suit| is_void(seat, suit))),
            decided: laid.into_iter().flatten().collect(),
            to_act: SEATS.iter().position(|seat| *seat == to_act).unwrap_or(0),
            is_dealt: false,
        };
        if state.vars.get("passing") != Some(&json!(DIRECTIONS[self.direction(&position)])) {
            faults.push(format!("deal {} does not pass there", position.deal));
        }
        Some(position)
    }

    fn settle(&self, expected: &mut Position, found: &Position, faults: &mut Vec<String>) {
        if expected.is_dealt {
            self.check_deal(found, faults);
            *expected = Position { points: expected.points, deal: expected.deal, ..found.clone() };
        }
    }

    fn show(&self, position: &Position) -> State {
        let texts = |cards: &Vec<Card>| -> Vec<String> { cards.iter().map(Card::text).collect() };
        let mut zones = BTreeMap::from([("trick".to_owned(), texts(&position.trick))]);
        let mut vars = BTreeMap::from([
            ("deal".to_owned(), json!(position.deal)),
            ("leader".to_owned(), json!(position.leader.map_or("", |seat| SEATS[seat]))),
            ("broken".to_owned(), json!(u8::from(position.broken))),
        ]);
        for (seat, name) in SEATS.iter().enumerate() {
            zones.insert(format!("hand.{name}"), texts(&position.hands[seat]));
            zones.insert(format!("passed.{name}"), texts(&position.passed[seat]));
            zones.insert(format!("taken.{name}"), texts(&position.taken[seat]));
            vars.insert(format!("points.{name}"), json!(position.points[seat]));
            vars.insert(format!("void.{name}"), json!(position.void[seat].map(u8::from)));
            let laid = position.decided.get(seat).map_or(String::new(), |card| format!("pass {}", card.text()));
            vars.insert(format!("decided.{name}"), json!(laid));
        }
        State { zones, vars, ..State::default() }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        SEATS[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        self.check_deal(position, faults);
        if position.points != [0; 4] || position.deal != 1 {
            faults.push("a match begins with the first deal, and nobody has points".to_owned());
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let hand = position.hands[position.to_act].iter();
        match position.leader {
            None => hand.map(|card| format!("pass {}", card.text())).collect(),
            Some(_) => {
                let hand = hand.filter(|card| self.allows(position, **card));
                hand.map(|card| format!("play {}", card.text())).collect()
            }
        }
    }

    fn play(
        &self,
        position: &Position,
        action: &str,
        _events: &[Event],
        _faults: &mut Vec<String>,
    ) -> Option<Outcome<Position>> {
        let (verb, card) = action.split_once(' ')?;
        let card = Card::parse(card)?;
        if verb == "pass" { self.pass(position, card) } else { self.play_card(position, card) }
    }
}
