//! The referee of Gin Rummy.

use std::collections::BTreeMap;

use serde_json::json;

use super::cards::{Card, sorted, texts, zone};
use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

/// The rules for one table.
pub(crate) struct GinRummy {
    seats: Vec<String>,
    target: i64,
    knock: i64,
    oklahoma: bool,
    gin: i64,
    undercut: i64,
    big_gin: bool,
    game: i64,
    line: i64,
}

/// The pending decision.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Upcard,
    Draw,
    Discard,
}

/// A moment of a deal.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    stock: Vec<Card>,
    discard: Vec<Card>,
    hands: [Vec<Card>; 2],
    limit: i64,
    /// The number of seats that have refused the first card; 3 once a card was drawn or taken.
    refused: i64,
    taken: Option<Card>,
    dealer: usize,
    points: [i64; 2],
    won: [i64; 2],
    to_act: usize,
    /// True if all cards were dealt anew on the way here.
    dealt: bool,
}

fn worth(card: &Card) -> i64 {
    card.rank.min(10) as i64
}

fn worths(cards: &[Card]) -> i64 {
    cards.iter().map(worth).sum()
}

/// A layout of a hand: melds, and the remaining cards.
#[derive(Clone, Default)]
struct Layout {
    melds: Vec<Vec<Card>>,
    left: Vec<Card>,
}

/// Every partition of cards into melds and a rest; the first card is in the rest, or in a meld with later ones.
fn layouts(cards: &[Card]) -> Vec<Layout> {
    let Some((first, rest)) = cards.split_first() else {
        return vec![Layout::default()];
    };
    let mut all = layouts(rest);
    for layout in &mut all {
        layout.left.push(*first);
    }
    let mut meld_with = |meld: Vec<Card>| {
        let others: Vec<Card> = rest.iter().copied().filter(|card| !meld.contains(card)).collect();
        for mut layout in layouts(&others) {
            layout.melds.push(meld.clone());
            all.push(layout);
        }
    };
    let mut run = vec![*first];
    for rank in first.rank + 1..=13 {
        let next = Card { rank, suit: first.suit };
        if !rest.contains(&next) {
            break;
        }
        run.push(next);
        if run.len() >= 3 {
            meld_with(run.clone());
        }
    }
    let same: Vec<Card> = rest.iter().copied().filter(|card| card.rank == first.rank).collect();
    for without in 0..same.len() {
        let set: Vec<Card> = same.iter().copied().filter(|card| same.len() == 2 || *card != same[without]).collect();
        if set.len() == 2 && (same.len() == 3 || without == 0) {
            meld_with([vec![*first], set].concat());
        }
    }
    if same.len() == 3 {
        meld_with([vec![*first], same].concat());
    }
    all
}

fn deadwood(cards: &[Card]) -> i64 {
    layouts(&sorted(cards.to_vec())).iter().map(|layout| worths(&layout.left)).min().unwrap_or(0)
}

/// The minimum deadwood after laying off on melds.
fn lay_off(left: &[Card], melds: &[Vec<Card>]) -> i64 {
    let mut best = worths(left);
    for (n, card) in left.iter().enumerate() {
        for (m, meld) in melds.iter().enumerate() {
            let is_set = meld[0].rank == meld[1].rank;
            let ranks = || meld.iter().map(|card| card.rank);
            let fits = if is_set {
                card.rank == meld[0].rank
            } else {
                let ends = [ranks().min().map(|rank| rank - 1), ranks().max().map(|rank| rank + 1)];
                card.suit == meld[0].suit && ends.contains(&Some(card.rank))
            };
            if fits {
                let mut fewer = left.to_vec();
                fewer.remove(n);
                let mut more = melds.to_vec();
                more[m].push(*card);
                best = best.min(lay_off(&fewer, &more));
            }
        }
    }
    best
}

/// The deadwood of both when the knocker lays down the hand, with a limit on its own, in the layout that maximizes
/// `score` for the knocker.
fn laid_down(knocker: &[Card], cards: &[Card], limit: i64, score: impl Fn(i64, i64) -> i64) -> (i64, i64) {
    let theirs = layouts(&sorted(cards.to_vec()));
    let after = |melds: &[Vec<Card>]| theirs.iter().map(|layout| lay_off(&layout.left, melds)).min().unwrap_or(0);
    let ways = layouts(&sorted(knocker.to_vec()));
    let ways = ways.iter().map(|way| (worths(&way.left), way)).filter(|(own, _)| *own <= limit);
    let sums = ways.map(|(own, way)| (own, after(&way.melds)));
    sums.max_by_key(|&(own, against)| score(own, against)).unwrap_or_default()
}

impl GinRummy {
    fn stage(position: &Position) -> Stage {
        if position.hands[position.to_act].len() == 11 {
            Stage::Discard
        } else if position.refused < 2 {
            Stage::Upcard
        } else {
            Stage::Draw
        }
    }

    fn check_deal(&self, position: &Position, faults: &mut Vec<String>) {
        let hands = position.hands.iter().map(Vec::len);
        if !hands.eq([10, 10]) || position.discard.len() != 1 {
            faults.push("a deal gives ten cards to each and turns one up".to_owned());
        }
        let mut cards = position.hands.concat();
        cards.extend(position.stock.iter().chain(&position.discard));
        if sorted(cards) != Card::decks(1) {
            faults.push("the cards are not the deck".to_owned());
        }
        let first = position.discard.first().map_or(0, worth);
        let limit = if self.oklahoma { first } else { self.knock };
        if position.limit != limit {
            faults.push(format!("deadwood of {limit} is what one can knock with, not {}", position.limit));
        }
    }

    fn deal_again(mut position: Position, dealer: usize) -> Outcome<Position> {
        position.dealer = dealer;
        position.to_act = 1 - dealer;
        position.refused = 0;
        position.taken = None;
        position.dealt = true;
        Outcome::Next(position)
    }

    /// The result of laying down a seat's hand.
    fn go_out(&self, mut position: Position, bonus: i64) -> Outcome<Position> {
        let (seat, other) = (position.to_act, 1 - position.to_act);
        position.taken = None;
        let [own, theirs] = [seat, other].map(|seat| &position.hands[seat]);
        let (winner, gain) = if deadwood(own) == 0 {
            (seat, deadwood(theirs) + bonus)
        } else {
            let score = |own: i64, against: i64| against - own - if against > own { 0 } else { self.undercut };
            let (own, against) = laid_down(own, theirs, position.limit, score);
            let gain = score(own, against);
            if against > own { (seat, gain) } else { (other, -gain) }
        };
        position.points[winner] += gain;
        position.won[winner] += 1;
        if position.points[winner] < self.target {
            return GinRummy::deal_again(position, 1 - winner);
        }
        let mut scores = BTreeMap::new();
        for (seat, name) in self.seats.iter().enumerate() {
            let mut score = position.points[seat] + position.won[seat] * self.line;
            // A single deal doesn't win a match.
            if seat == winner && self.target > 0 {
                score += self.game * if position.won[1 - seat] == 0 { 2 } else { 1 };
            }
            scores.insert(name.clone(), score as f64);
        }
        let winners = vec![self.seats[winner].clone()];
        Outcome::Over(Ending { winners, scores: vec![scores], positions: vec![position] })
    }
}

impl Rules for GinRummy {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<GinRummy> {
        if header.seats != ["a", "b"] {
            faults.push(format!("the seats should be a and b, not {:?}", header.seats));
            return None;
        }
        Some(GinRummy {
            seats: header.seats.clone(),
            target: header.number("target", 100, faults),
            knock: header.number("knock", 10, faults),
            oklahoma: header.flag("oklahoma", false, faults),
            gin: header.number("gin", 25, faults),
            undercut: header.number("undercut", 25, faults),
            big_gin: header.flag("big_gin", false, faults),
            game: header.number("game", 100, faults),
            line: header.number("box", 25, faults),
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let vars = ["limit", "refused", "taken", "dealer", "points.a", "points.b", "won.a", "won.b"];
        state.check_names(&["stock", "discard", "hand.a", "hand.b"], &[], &vars, faults);
        let mut cards = |name: &str| zone(state, name, faults);
        let (stock, discard) = (cards("stock")?, cards("discard")?);
        let hands = [sorted(cards("hand.a")?), sorted(cards("hand.b")?)];
        let seat = |name: &str| self.seats.iter().position(|seat| seat == name);
        let taken = state.text("taken", faults)?;
        let mut number = |name: &str| state.number(name, faults);
        Some(Position {
            stock,
            discard,
            hands,
            limit: number("limit")?,
            refused: number("refused")?,
            points: [number("points.a")?, number("points.b")?],
            won: [number("won.a")?, number("won.b")?],
            taken: if taken.is_empty() { None } else { Some(Card::parse(taken)?) },
            dealer: seat(state.text("dealer", faults)?)?,
            to_act: seat(to_act)?,
            dealt: false,
        })
    }

    fn show(&self, position: &Position) -> State {
        let zones = [
            ("stock", &position.stock),
            ("discard", &position.discard),
            ("hand.a", &position.hands[0]),
            ("hand.b", &position.hands[1]),
        ];
        let vars = [
            ("limit", json!(position.limit)),
            ("refused", json!(position.refused)),
            ("taken", json!(position.taken.map_or(String::new(), |card| card.to_string()))),
            ("dealer", json!(self.seats[position.dealer])),
            ("points.a", json!(position.points[0])),
            ("points.b", json!(position.points[1])),
            ("won.a", json!(position.won[0])),
            ("won.b", json!(position.won[1])),
        ];
        State {
            zones: zones.into_iter().map(|(name, cards)| (name.to_owned(), texts(cards))).collect(),
            vars: vars.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..State::default()
        }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        self.check_deal(position, faults);
        if position.dealer != 1 || position.to_act != 0 || position.points != [0, 0] || position.won != [0, 0] {
            faults.push("the last seat deals first, and nobody has points".to_owned());
        }
        if position.refused != 0 || position.taken.is_some() {
            faults.push("a match begins with nothing taken and nothing refused".to_owned());
        }
    }

    fn settle(&self, expected: &mut Position, found: &Position, faults: &mut Vec<String>) {
        if expected.dealt {
            self.check_deal(found, faults);
            expected.stock.clone_from(&found.stock);
            expected.discard.clone_from(&found.discard);
            expected.hands.clone_from(&found.hands);
            expected.limit = found.limit;
            expected.dealt = false;
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let hand = &position.hands[position.to_act];
        match GinRummy::stage(position) {
            Stage::Upcard => vec!["take".to_owned(), "pass".to_owned()],
            Stage::Draw if position.refused == 2 => vec!["draw".to_owned()],
            Stage::Draw => vec!["draw".to_owned(), "take".to_owned()],
            Stage::Discard => {
                let mut legal = Vec::new();
                for card in hand.iter().filter(|card| Some(**card) != position.taken) {
                    legal.push(format!("discard {card}"));
                    let rest: Vec<Card> = hand.iter().copied().filter(|other| other != card).collect();
                    if deadwood(&rest) <= position.limit {
                        legal.push(format!("knock {card}"));
                    }
                }
                if self.big_gin && deadwood(hand) == 0 {
                    legal.push("gin".to_owned());
                }
                legal
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
        let mut next = position.clone();
        let seat = position.to_act;
        match action {
            "take" => {
                let card = next.discard.pop()?;
                next.hands[seat].push(card);
                next.hands[seat].sort_unstable();
                next.taken = Some(card);
                next.refused = 3;
            }
            "draw" => {
                next.hands[seat].push(next.stock.pop()?);
                next.hands[seat].sort_unstable();
                next.refused = 3;
            }
            "pass" => {
                next.refused += 1;
                next.to_act = 1 - seat;
            }
            // Six more than an ordinary gin.
            "gin" => return Some(self.go_out(next, self.gin + 6)),
            _ => {
                let (verb, card) = action.split_once(' ')?;
                let card = Card::parse(card)?;
                next.hands[seat].retain(|held| *held != card);
                next.discard.push(card);
                if verb == "knock" {
                    return Some(self.go_out(next, self.gin));
                }
                next.taken = None;
                next.to_act = 1 - seat;
                if next.stock.len() <= 2 {
                    let dealer = next.dealer;
                    return Some(GinRummy::deal_again(next, dealer));
                }
            }
        }
        Some(Outcome::Next(next))
    }
}
