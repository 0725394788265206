//! Legal actions in a position, and their consequences.

use super::action::Action;
use super::hand::Hand;
use super::position::Position;
use super::tables::{Dig, Tables};
use super::trades::Trades;

/// A decision of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The main decision of a turn.
    Turn,
    /// The victim of a theft.
    Steal,
    /// The discards for a sandstorm dug by `digger`; the seats of `rest` are asked after it.
    Discard { digger: usize, rest: Vec<usize> },
}

/// The consequences of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) position: Position,
    pub(super) next: Next,
}

/// The next decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// This seat decides this.
    Choice(usize, Decision),
    /// None: the match is over.
    Over,
}

/// A random card that moves from one hand to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theft {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Decision {
    /// The name of the decision.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Decision::Turn => "turn",
            Decision::Steal => "steal",
            Decision::Discard { .. } => "discard",
        }
    }
}

/// A position with its pending decision.
pub(super) struct Moment<'a> {
    pub(super) tables: &'a Tables,
    pub(super) position: &'a Position,
    pub(super) seat: usize,
    pub(super) decision: &'a Decision,
}

impl Moment<'_> {
    fn hand(&self) -> &Hand {
        &self.position.hands[self.seat]
    }

    /// The number of cards to discard: half the hand, rounded down.
    fn half(&self) -> usize {
        self.hand().size() / 2
    }

    /// The number of ways to discard half the hand.
    pub(super) fn hand_choices(&self) -> u128 {
        self.hand().choices().get(self.half()).copied().unwrap_or(0)
    }

    pub(super) fn trades(&self) -> Trades<'_> {
        Trades { tables: self.tables, hand: self.hand(), market: &self.position.market }
    }

    /// True if the dig must precede all other actions of the turn.
    fn dig_is_due(&self) -> bool {
        self.tables.dig == Dig::Required && !self.position.dug && !self.position.dig_site.is_empty()
    }

    /// True if trades, explorations and sales are possible at this point of the turn.
    pub(super) fn trades_are_open(&self) -> bool {
        matches!(self.decision, Decision::Turn) && !self.dig_is_due()
    }

    /// The reason why an action isn't legal; `None` if it is.
    pub(super) fn refusal(&self, action: &Action) -> Option<&'static str> {
        let position = self.position;
        match (self.decision, action) {
            (Decision::Steal, Action::Steal(victim)) => {
                if *victim == self.seat {
                    Some("a seat does not rob itself")
                } else if position.hands[*victim].is_empty() {
                    Some("that seat has no cards")
                } else {
                    None
                }
            }
            (Decision::Discard { .. }, Action::Discard(cards)) => {
                if !self.hand().holds(cards) {
                    Some("the hand does not have all these cards")
                } else if cards.size() != self.half() {
                    Some("that is not half the hand")
                } else {
                    None
                }
            }
            (Decision::Turn, Action::Dig) => {
                if position.dig_site.is_empty() {
                    Some("there is nothing to dig")
                } else if position.dug {
                    Some("the turn has its dig")
                } else if position.acted {
                    Some("a dig comes before everything else")
                } else {
                    None
                }
            }
            (Decision::Turn, _) if self.dig_is_due() => Some("the dig comes first"),
            (Decision::Turn, Action::Trade { give, take }) => self.trades().refusal(give, take),
            (Decision::Turn, Action::Explore(chamber)) => {
                let maps = self.tables.map().map_or(0, |map| self.hand().0[map]);
                if position.chambers[*chamber].is_empty() {
                    Some("that chamber is open")
                } else if maps < self.tables.chambers[*chamber].price {
                    Some("the hand has too few maps")
                } else {
                    None
                }
            }
            (Decision::Turn, Action::Sell(count, kind)) => {
                if *count == 0 {
                    Some("a set has at least one card")
                } else if self.hand().0[*kind] < *count {
                    Some("the hand has too few of these cards")
                } else if self.tables.treasures[*kind].sets.len() < *count {
                    Some("there is no set of that size")
                } else {
                    None
                }
            }
            (Decision::Turn, Action::End) => position.must_sell.then_some("a sale is due before the end"),
            _ => Some("that is not what is asked now"),
        }
    }

    /// All legal actions except trades and discards.
    pub(super) fn plain_actions(&self) -> Vec<Action> {
        let mut all = vec![Action::Dig, Action::End];
        all.extend((0..self.position.hands.len()).map(Action::Steal));
        all.extend((0..self.tables.chambers.len()).map(Action::Explore));
        for (kind, treasure) in self.tables.treasures.iter().enumerate() {
            all.extend((1..=treasure.sets.len()).map(|count| Action::Sell(count, kind)));
        }
        all.retain(|action| self.refusal(action).is_none());
        all
    }

    /// The theft caused by a legal action.
    pub(super) fn theft(&self, action: &Action) -> Option<Theft> {
        let to = self.seat;
        match action {
            Action::Steal(from) => Some(Theft { from: *from, to }),
            Action::Dig if self.position.dig_site.last() == Some(&self.tables.thief()) => {
                match self.victims().as_slice() {
                    [from] => Some(Theft { from: *from, to }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The other seats that have cards.
    fn victims(&self) -> Vec<usize> {
        let hands = self.position.hands.iter().enumerate();
        hands.filter(|(seat, hand)| *seat != self.seat && !hand.is_empty()).map(|(seat, _)| seat).collect()
    }

    /// The consequences of a legal action; `stolen` is the card of its theft.
    pub(super) fn play(&self, action: &Action, stolen: Option<usize>) -> Outcome {
        let mut now = self.position.clone();
        let seat = self.seat;
        let tables = self.tables;
        match action {
            Action::Dig => return self.dig(now, stolen),
            Action::Steal(victim) => rob(&mut now, *victim, seat, stolen),
            Action::Discard(cards) => {
                now.hands[seat].take(cards);
                now.market.add(cards);
                if let Decision::Discard { digger, rest } = self.decision {
                    return storm(now, *digger, rest.clone());
                }
            }
            Action::Trade { give, take } => {
                now.hands[seat].take(give);
                now.hands[seat].add(take);
                now.market.take(take);
                now.market.add(give);
                busy(&mut now);
            }
            Action::Explore(chamber) => {
                let price = tables.chambers[*chamber].price;
                if let Some(map) = tables.map() {
                    now.hands[seat].0[map] -= price;
                    now.removed.extend(vec![map; price]);
                }
                for kind in now.chambers[*chamber].drain(..) {
                    now.hands[seat].0[kind] += 1;
                }
                busy(&mut now);
            }
            Action::Sell(count, kind) => {
                now.hands[seat].0[*kind] -= count;
                now.museums[seat].extend(vec![*kind; *count]);
                now.money[seat] += tables.treasures[*kind].sets[count - 1];
                now.sold[seat] += i64::try_from(*count).unwrap_or(i64::MAX);
                now.acted = true;
                now.passes = 0;
                now.must_sell = false;
            }
            Action::End => {
                // A turn without any action is a pass.
                if !now.dug && !now.acted {
                    pass(&mut now);
                }
                let next = (seat + 1) % now.hands.len();
                return begin_turn(now, next);
            }
        }
        go_on(now, seat)
    }

    fn dig(&self, mut now: Position, stolen: Option<usize>) -> Outcome {
        let seat = self.seat;
        let Some(card) = now.dig_site.pop() else {
            return go_on(now, seat);
        };
        now.passes = 0;
        now.must_sell = false;
        now.dug = true;
        if card == self.tables.sandstorm() {
            now.discard.push(card);
            now.dug = false;
            let seats = now.hands.len();
            let clockwise = (0..seats).map(|i| (seat + i) % seats);
            let asked = clockwise.filter(|s| now.hands[*s].size() > 1).collect();
            return storm(now, seat, asked);
        }
        if card == self.tables.thief() {
            now.discard.push(card);
            match self.victims().as_slice() {
                [] => {}
                [victim] => rob(&mut now, *victim, seat, stolen),
                _ => {
                    return Outcome { position: now, next: Next::Choice(seat, Decision::Steal) };
                }
            }
        } else {
            now.hands[seat].0[card] += 1;
        }
        go_on(now, seat)
    }
}

/// True if nothing is left to dig and all hands are empty.
pub(super) fn is_over(position: &Position) -> bool {
    position.dig_site.is_empty() && position.hands.iter().all(Hand::is_empty)
}

/// The turn of `seat` continues, unless the match is over.
fn go_on(position: Position, seat: usize) -> Outcome {
    let next = if is_over(&position) { Next::Over } else { Next::Choice(seat, Decision::Turn) };
    Outcome { position, next }
}

/// Begins the turn of `seat`, or of the next one that isn't skipped for an empty hand when nothing is left to dig.
fn begin_turn(mut position: Position, mut seat: usize) -> Outcome {
    position.dug = false;
    position.acted = false;
    if is_over(&position) {
        return go_on(position, seat);
    }
    while position.dig_site.is_empty() && position.hands[seat].is_empty() {
        pass(&mut position);
        seat = (seat + 1) % position.hands.len();
    }
    go_on(position, seat)
}

/// A sandstorm asks the next seat, or the digger's turn restarts.
fn storm(position: Position, digger: usize, mut asked: Vec<usize>) -> Outcome {
    if asked.is_empty() {
        return begin_turn(position, digger);
    }
    let seat = asked.remove(0);
    let decision = Decision::Discard { digger, rest: asked };
    Outcome { position, next: Next::Choice(seat, decision) }
}

/// Moves a stolen card.
fn rob(position: &mut Position, from: usize, to: usize, stolen: Option<usize>) {
    if let Some(kind) = stolen {
        position.hands[from].0[kind] -= 1;
        position.hands[to].0[kind] += 1;
    }
}

/// Records a trade or an exploration: the turn isn't a pass any more, but isn't a sale either.
fn busy(position: &mut Position) {
    position.acted = true;
    if !position.must_sell {
        position.passes = 0;
    }
}

/// Counts a consecutive pass; after a full round of them a sale is due.
fn pass(position: &mut Position) {
    let seats = i64::try_from(position.hands.len()).unwrap_or(i64::MAX);
    position.passes = (position.passes + 1).min(seats);
    position.must_sell |= position.passes == seats;
}
