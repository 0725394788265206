//! The referee of no-limit Texas hold'em, for 2 to 10 seats.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::json;

use super::cards::are_letters;
use super::judge::{Ending, Outcome, Rules};
use super::trace::{Event, Header, State};

const RANKS: &str = "23456789TJQKA";
const SUITS: &str = "cdhs";

/// The rules for one table.
pub(crate) struct Holdem {
    seats: Vec<String>,
    stack: i64,
    small_blind: i64,
    big_blind: i64,
    level: i64,
    hands: i64,
}

/// A card: its rank from 2 to 14, an ace; its suit an index into `SUITS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Card {
    rank: usize,
    suit: usize,
}

impl Card {
    fn parse(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let (rank, suit) = (letters.next()?, letters.next()?);
        let card = Card { rank: RANKS.find(rank)? + 2, suit: SUITS.find(suit)? };
        letters.next().is_none().then_some(card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (self.rank - 2, self.suit);
        write!(f, "{}{}", &RANKS[rank..=rank], &SUITS[suit..=suit])
    }
}

/// The rank of five cards: the category, from 0 for a high card to 8 for a straight flush, then the deciding card
/// ranks.
fn rank_of_five(cards: &[Card]) -> Vec<usize> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for rank in (2..=14).rev() {
        let copies = cards.iter().filter(|card| card.rank == rank).count();
        if copies > 0 {
            groups.push((copies, rank));
        }
    }
    groups.sort_by_key(|(copies, _)| std::cmp::Reverse(*copies));
    let copies: Vec<usize> = groups.iter().map(|(copies, _)| *copies).collect();
    let mut ranks: Vec<usize> = groups.iter().map(|(_, rank)| *rank).collect();
    let flush = cards.iter().all(|card| card.suit == cards[0].suit);
    if ranks == [14, 5, 4, 3, 2] {
        ranks = vec![5];
    } else if ranks.len() == 5 && ranks[0] - ranks[4] == 4 {
        ranks.truncate(1);
    }
    let straight = ranks.len() == 1;
    let kind = match copies[..] {
        _ if straight && flush => 8,
        [4, 1] => 7,
        [3, 2] => 6,
        _ if flush => 5,
        _ if straight => 4,
        [3, 1, 1] => 3,
        [2, 2, 1] => 2,
        [2, 1, 1, 1] => 1,
        _ => 0,
    };
    ranks.insert(0, kind);
    ranks
}

/// The best five of seven cards.
fn rank_of_seven(cards: &[Card]) -> Vec<usize> {
    let mut best = Vec::new();
    for first in 0..cards.len() {
        for second in first + 1..cards.len() {
            let left = cards.iter().enumerate().filter(|(n, _)| *n != first && *n != second);
            let five: Vec<Card> = left.map(|(_, card)| *card).collect();
            best = best.max(rank_of_five(&five));
        }
    }
    best
}

/// A seat at the table.
#[derive(Clone, Debug, PartialEq)]
struct Player {
    hand: Vec<Card>,
    stack: i64,
    /// Chips put in on this street.
    bet: i64,
    /// Chips put in during this hand.
    paid: i64,
    folded: bool,
    acted: bool,
}

/// A moment of a hand.
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    deck: Vec<Card>,
    board: Vec<Card>,
    players: Vec<Player>,
    bet_to: i64,
    raise_by: i64,
    button: usize,
    played: i64,
    to_act: usize,
    /// True if the deck was shuffled on the way here, so that its order is unknown.
    shuffled: bool,
}

impl Position {
    fn round_from(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.players.len();
        (1..=count).map(move |step| (seat + step) % count)
    }

    fn is_in(&self, seat: usize) -> bool {
        !self.players[seat].folded
    }

    fn pay(&mut self, seat: usize, chips: i64) {
        let player = &mut self.players[seat];
        let chips = chips.min(player.stack);
        player.stack -= chips;
        player.bet += chips;
        player.paid += chips;
    }

    /// The next seat to act on this street, if any.
    fn next_to_act(&self, from: usize) -> Option<usize> {
        let with_chips: Vec<usize> =
            self.round_from(from).filter(|seat| self.is_in(*seat) && self.players[*seat].stack > 0).collect();
        if let [alone] = with_chips[..] {
            let rivals = (0..self.players.len()).filter(|seat| *seat != alone && self.is_in(*seat));
            if rivals.map(|seat| self.players[seat].bet).all(|bet| bet <= self.players[alone].bet) {
                return None;
            }
        }
        with_chips.into_iter().find(|seat| {
            let player = &self.players[*seat];
            !player.acted || player.bet < self.bet_to
        })
    }

    /// The minimum and maximum bet or raise of the seat to move, if it can raise.
    fn stakes(&self) -> Option<(i64, i64)> {
        let player = &self.players[self.to_act];
        let most = player.bet + player.stack;
        let due = self.bet_to - player.bet;
        let others = (0..self.players.len()).filter(|seat| *seat != self.to_act && self.is_in(*seat));
        let anybody = others.into_iter().any(|seat| self.players[seat].stack > 0);
        let reopened = !player.acted || due >= self.raise_by;
        (most > self.bet_to && anybody && reopened).then_some((most.min(self.bet_to + self.raise_by), most))
    }
}

/// The events of an action that reveal dealt cards, in order.
struct Dealt<'a> {
    deals: Vec<&'a Event>,
    boards: Vec<&'a Event>,
}

fn card_in(event: &Event, field: &str) -> Option<Card> {
    Card::parse(event.facts.get(field)?.as_str()?)
}

impl Holdem {
    /// The small and the big blind.
    fn blinds(&self, played: i64) -> (i64, i64) {
        let doubled = if self.level == 0 { 0 } else { (played / self.level).min(10) };
        (self.small_blind << doubled, self.big_blind << doubled)
    }

    fn turn_up(&self, position: &mut Position, dealt: &mut Dealt<'_>, faults: &mut Vec<String>) {
        for _ in 0..if position.board.is_empty() { 3 } else { 1 } {
            if dealt.boards.is_empty() {
                faults.push("a card of the board is not told".to_owned());
                return;
            }
            let Some(card) = card_in(dealt.boards.remove(0), "card") else { return };
            if !position.shuffled && position.deck.pop() != Some(card) {
                faults.push(format!("{card} is not the card on top of the deck"));
            }
            position.board.push(card);
        }
    }

    /// Awards the pots of a hand.
    fn settle_hand(&self, position: &mut Position) {
        let mut paid: Vec<i64> = position.players.iter().map(|player| player.paid).collect();
        paid.sort_unstable();
        let called = paid[paid.len() - 2];
        for player in &mut position.players {
            if player.paid > called {
                player.stack += player.paid - called;
                player.paid = called;
            }
        }
        let inside: Vec<usize> = (0..position.players.len()).filter(|seat| position.is_in(*seat)).collect();
        if let [winner] = inside[..] {
            position.players[winner].stack += position.players.iter().map(|player| player.paid).sum::<i64>();
            return;
        }
        let value = |seat: &usize| {
            let mut cards = position.players[*seat].hand.clone();
            cards.extend(&position.board);
            rank_of_seven(&cards)
        };
        let values: BTreeMap<usize, Vec<usize>> = inside.iter().map(|seat| (*seat, value(seat))).collect();
        // Each distinct contribution of a seat at the showdown closes a pot.
        let levels: BTreeSet<i64> = inside.iter().map(|seat| position.players[*seat].paid).collect();
        let mut below = 0;
        for level in levels {
            let pot: i64 = position.players.iter().map(|player| player.paid.clamp(below, level) - below).sum();
            let order = position.round_from(position.button);
            let able: Vec<usize> =
                order.filter(|seat| values.contains_key(seat) && position.players[*seat].paid >= level).collect();
            let best = able.iter().map(|seat| &values[seat]).max();
            let winners: Vec<usize> = able.iter().copied().filter(|seat| Some(&values[seat]) == best).collect();
            let count = winners.len() as i64;
            for (n, seat) in winners.into_iter().enumerate() {
                position.players[seat].stack += pot / count + i64::from((n as i64) < pot % count);
            }
            below = level;
        }
    }

    /// Deals a hand and posts the blinds.
    fn begin_hand(&self, position: &mut Position, dealt: &mut Dealt<'_>, faults: &mut Vec<String>) -> Option<()> {
        for player in &mut position.players {
            (player.bet, player.paid, player.acted) = (0, 0, false);
            player.folded = player.stack == 0;
            player.hand.clear();
        }
        position.board.clear();
        position.shuffled = true;
        let live: Vec<usize> = position.round_from(position.button).filter(|seat| position.is_in(*seat)).collect();
        position.button = live[0];
        for step in 1..=live.len() {
            let seat = live[step % live.len()];
            if dealt.deals.is_empty() {
                faults.push("the cards of a hand are not told".to_owned());
                return None;
            }
            let event = dealt.deals.remove(0);
            if event.facts.get("seat").and_then(|name| name.as_str()) != Some(self.seats[seat].as_str()) {
                faults.push(format!("`{}` should be dealt cards", self.seats[seat]));
            }
            let mut hand = vec![card_in(event, "first")?, card_in(event, "second")?];
            hand.sort_unstable();
            position.players[seat].hand = hand;
        }
        let (small, big) = if live.len() == 2 { (live[0], live[1]) } else { (live[1], live[2]) };
        let (small_blind, big_blind) = self.blinds(position.played);
        position.pay(small, small_blind);
        position.pay(big, big_blind);
        position.bet_to = big_blind;
        position.raise_by = big_blind;
        position.to_act = big;
        Some(())
    }

    /// The consequences of an action: the next decision, in this hand or the next one, or the end.
    fn follow(&self, mut position: Position, events: &[Event], faults: &mut Vec<String>) -> Option<Outcome<Position>> {
        let of_kind = |kind: &str| events.iter().filter(|event| event.kind == kind).collect();
        let mut dealt = Dealt { deals: of_kind("deal"), boards: of_kind("board") };
        let mut from = position.to_act;
        loop {
            let inside = (0..position.players.len()).filter(|seat| position.is_in(*seat)).count();
            let next = if inside > 1 { position.next_to_act(from) } else { None };
            if let Some(seat) = next {
                position.to_act = seat;
                return Some(Outcome::Next(position));
            }
            if inside > 1 && position.board.len() < 5 {
                self.turn_up(&mut position, &mut dealt, faults);
                if position.board.len() < 3 {
                    return None;
                }
                for player in &mut position.players {
                    (player.bet, player.acted) = (0, false);
                }
                position.bet_to = 0;
                position.raise_by = self.blinds(position.played).1;
                from = position.button;
                continue;
            }
            self.settle_hand(&mut position);
            position.played += 1;
            let left = position.players.iter().filter(|player| player.stack > 0).count();
            if left == 1 || self.hands > 0 && position.played >= self.hands {
                return Some(self.over(position));
            }
            self.begin_hand(&mut position, &mut dealt, faults)?;
            from = position.to_act;
        }
    }

    fn over(&self, position: Position) -> Outcome<Position> {
        let most = position.players.iter().map(|player| player.stack).max();
        let stacks = self.seats.iter().cloned().zip(position.players.iter().map(|player| player.stack));
        let winners = stacks.clone().filter(|(_, stack)| Some(*stack) == most).map(|(seat, _)| seat);
        Outcome::Over(Ending {
            winners: winners.collect(),
            scores: vec![stacks.map(|(seat, stack)| (seat, stack as f64)).collect()],
            positions: vec![position],
        })
    }

    fn vars_of(&self, name: &str) -> Vec<String> {
        self.seats.iter().map(|seat| format!("{name}.{seat}")).collect()
    }
}

const PER_SEAT: [&str; 5] = ["stack", "bet", "paid", "folded", "acted"];

fn cards(state: &State, zone: &str, faults: &mut Vec<String>) -> Option<Vec<Card>> {
    let read = state.zones.get(zone)?.iter().map(|text| Card::parse(text)).collect::<Option<Vec<Card>>>();
    if read.is_none() {
        faults.push(format!("zone `{zone}` holds what is not a card"));
    }
    read
}

impl Rules for Holdem {
    type Position = Position;

    fn new(header: &Header, faults: &mut Vec<String>) -> Option<Holdem> {
        let seats = header.seats.clone();
        if !(2..=10).contains(&seats.len()) || !are_letters(&seats) {
            faults.push(format!("the seats should be 2 to 10 letters from a, not {seats:?}"));
            return None;
        }
        Some(Holdem {
            stack: header.number("stack", 100, faults),
            small_blind: header.number("small_blind", 1, faults),
            big_blind: header.number("big_blind", 2, faults),
            level: header.number("level", 20, faults),
            hands: header.number("hands", 0, faults),
            seats,
        })
    }

    fn read(&self, state: &State, to_act: &str, faults: &mut Vec<String>) -> Option<Position> {
        let hands = self.vars_of("hand");
        let per_seat: Vec<String> = PER_SEAT.iter().flat_map(|name| self.vars_of(name)).collect();
        let mut zones = vec!["deck", "board"];
        zones.extend(hands.iter().map(String::as_str));
        let mut vars = vec!["bet_to", "raise_by", "button", "played"];
        vars.extend(per_seat.iter().map(String::as_str));
        state.check_names(&zones, &[], &vars, faults);
        let mut players = Vec::new();
        for seat in &self.seats {
            let mut hand = cards(state, &format!("hand.{seat}"), faults)?;
            hand.sort_unstable();
            let [stack, bet, paid, folded, acted] =
                PER_SEAT.map(|name| state.number(&format!("{name}.{seat}"), faults));
            players.push(Player {
                hand,
                stack: stack?,
                bet: bet?,
                paid: paid?,
                folded: folded? == 1,
                acted: acted? == 1,
            });
        }
        let button = state.text("button", faults)?;
        Some(Position {
            deck: cards(state, "deck", faults)?,
            board: cards(state, "board", faults)?,
            players,
            bet_to: state.number("bet_to", faults)?,
            raise_by: state.number("raise_by", faults)?,
            button: self.seats.iter().position(|seat| seat == button)?,
            played: state.number("played", faults)?,
            to_act: self.seats.iter().position(|seat| seat == to_act)?,
            shuffled: false,
        })
    }

    fn show(&self, position: &Position) -> State {
        let texts = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<String>>();
        let mut zones =
            BTreeMap::from([("deck".to_owned(), texts(&position.deck)), ("board".to_owned(), texts(&position.board))]);
        let mut vars = BTreeMap::from([
            ("bet_to".to_owned(), json!(position.bet_to)),
            ("raise_by".to_owned(), json!(position.raise_by)),
            ("button".to_owned(), json!(self.seats[position.button])),
            ("played".to_owned(), json!(position.played)),
        ]);
        for (seat, player) in self.seats.iter().zip(&position.players) {
            zones.insert(format!("hand.{seat}"), texts(&player.hand));
            let numbers = [player.stack, player.bet, player.paid, i64::from(player.folded), i64::from(player.acted)];
            for (name, number) in PER_SEAT.iter().zip(numbers) {
                vars.insert(format!("{name}.{seat}"), json!(number));
            }
        }
        State { zones, vars, ..State::default() }
    }

    fn to_act<'a>(&'a self, position: &'a Position) -> &'a str {
        &self.seats[position.to_act]
    }

    fn check_fresh(&self, position: &Position, faults: &mut Vec<String>) {
        let chips: i64 = position.players.iter().map(|player| player.stack + player.paid).sum();
        if chips != self.stack * self.seats.len() as i64 || position.played == 0 && position.button != 0 {
            faults.push("a match begins with the first seat at the button and equal stacks".to_owned());
        }
    }

    fn settle(&self, expected: &mut Position, found: &Position, faults: &mut Vec<String>) {
        if !expected.shuffled {
            return;
        }
        let dealt = found.players.iter().flat_map(|player| &player.hand);
        let all: BTreeSet<Card> = found.deck.iter().chain(&found.board).chain(dealt).copied().collect();
        let count = found.deck.len() + found.board.len() + found.players.iter().map(|p| p.hand.len()).sum::<usize>();
        if all.len() != 52 || count != 52 {
            faults.push("the cards are not the deck".to_owned());
        }
        expected.deck.clone_from(&found.deck);
        expected.shuffled = false;
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        let player = &position.players[position.to_act];
        let mut legal: Vec<String> = Vec::new();
        if player.bet < position.bet_to {
            legal.extend(["fold".to_owned(), "call".to_owned()]);
        } else {
            legal.push("check".to_owned());
        }
        let form = if position.bet_to > 0 { "raise to" } else { "bet" };
        if let Some((least, most)) = position.stakes() {
            legal.extend((least..=most).map(|chips| format!("{form} {chips}")));
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
        let mut next = position.clone();
        let seat = position.to_act;
        let due = position.bet_to - position.players[seat].bet;
        match action {
            "fold" => next.players[seat].folded = true,
            "check" => {}
            "call" => next.pay(seat, due),
            _ => {
                let chips: i64 = action.rsplit_once(' ')?.1.parse().ok()?;
                next.pay(seat, chips - position.players[seat].bet);
                // A full raise is the minimum of the next one.
                next.raise_by = position.raise_by.max(chips - position.bet_to);
                next.bet_to = chips;
            }
        }
        next.players[seat].acted = true;
        self.follow(next, events, faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn five(ranks: [usize; 5], flush: bool) -> Vec<Card> {
        let card = |n: usize| {
            let copies = ranks[..n].iter().filter(|rank| **rank == ranks[n]).count();
            Card {
                rank: ranks[n],
                suit: if flush {
                    0
                } else if n == 4 {
                    copies.max(1)
                } else {
                    copies
                },
            }
        };
        (0..5).map(card).collect()
    }

    /// The number of hands of each category over all hands of five cards: the well-known table of poker. Hands equal up
    /// to suits are evaluated once and counted with their multiplicity.
    #[test]
    fn every_kind_of_hand_occurs_as_often_as_is_known() {
        let mut counts = [0; 9];
        let choices = [1, 4, 6, 4, 1];
        for code in 0..13_usize.pow(5) {
            let ranks: [usize; 5] = std::array::from_fn(|n| code / 13_usize.pow(n as u32) % 13 + 2);
            if !ranks.is_sorted() || ranks.iter().all(|rank| *rank == ranks[0]) {
                continue;
            }
            let copies = |rank: usize| ranks.iter().filter(|other| **other == rank).count();
            let ways: usize = (2..=14).map(|rank| choices[copies(rank)]).product();
            let distinct = ranks.is_sorted_by(|a, b| a < b);
            let flushes = if distinct { 4 } else { 0 };
            counts[rank_of_five(&five(ranks, false))[0]] += ways - flushes;
            if distinct {
                counts[rank_of_five(&five(ranks, true))[0]] += flushes;
            }
        }
        assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
    }
}
