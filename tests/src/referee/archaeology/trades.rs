//! Counts trades without listing them, to check lists of thousands: if every listed trade is legal and distinct, the
//! right count means that none is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::hand::Hand;
use super::tables::Tables;

/// Trades searched for one that is missing from a list.
const SEARCH_LIMIT: usize = 200_000;

/// The cards of a seat and the market for a trade.
pub(super) struct Trades<'a> {
    pub(super) tables: &'a Tables,
    pub(super) hand: &'a Hand,
    pub(super) market: &'a Hand,
}

/// A partial trade over the kinds processed so far.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Partial {
    /// Value given minus value taken.
    surplus: i64,
    /// Cards given, capped at two.
    given: u8,
    /// True if any card is taken.
    taken: bool,
    /// The minimum value of a given card.
    least_given: i64,
    /// The minimum value of a further card in the market that could be taken.
    least_left: i64,
}

impl Trades<'_> {
    /// The reason why these cards can't be traded; `None` if they can.
    pub(super) fn refusal(&self, give: &Hand, take: &Hand) -> Option<&'static str> {
        if give.is_empty() || take.is_empty() {
            Some("a side of the trade is empty")
        } else if !self.hand.holds(give) {
            Some("the hand does not have all the cards given")
        } else if !self.market.holds(take) {
            Some("the market does not have all the cards taken")
        } else if take.trade_value(self.tables) > give.trade_value(self.tables) {
            Some("the cards taken are worth more than those given")
        } else {
            None
        }
    }

    /// The number of legal trades.
    pub(super) fn count(&self) -> u128 {
        let gives = self.by_value(self.hand);
        let takes = self.by_value(self.market);
        gives.iter().map(|(value, n)| n * takes.range(..=value).map(|(_, m)| m).sum::<u128>()).sum()
    }

    /// The nonempty submultisets, counted by value.
    fn by_value(&self, cards: &Hand) -> BTreeMap<i64, u128> {
        let mut ways = BTreeMap::from([(0i64, 1u128)]);
        for (kind, &count) in cards.0.iter().enumerate() {
            let mut more = BTreeMap::new();
            for (value, n) in &ways {
                let mut sum = *value;
                for _ in 0..=count {
                    *more.entry(sum).or_default() += n;
                    sum += self.tables.treasures[kind].trade;
                }
            }
            ways = more;
        }
        if let Some(nothing) = ways.get_mut(&0) {
            *nothing -= 1;
        }
        ways
    }

    /// True if no given card could be kept, no further one taken, and no kind is on both sides. Only for legal trades.
    pub(super) fn is_tight(&self, give: &Hand, take: &Hand) -> bool {
        let value = |kind: usize| self.tables.treasures[kind].trade;
        let surplus = give.trade_value(self.tables) - take.trade_value(self.tables);
        let apart = give.kinds().all(|kind| take.0[kind] == 0);
        let all_needed = give.size() == 1 || give.kinds().all(|kind| value(kind) > surplus);
        let mut left = self.market.clone();
        left.take(take);
        let none_to_add = left.kinds().filter(|kind| give.0[*kind] == 0).all(|kind| value(kind) > surplus);
        apart && all_needed && none_to_add
    }

    /// The number of tight legal trades.
    pub(super) fn count_tight(&self) -> u128 {
        let start = Partial { surplus: 0, given: 0, taken: false, least_given: i64::MAX, least_left: i64::MAX };
        let mut ways = BTreeMap::from([(start, 1u128)]);
        for (kind, treasure) in self.tables.treasures.iter().enumerate() {
            let (have, there) = (self.hand.0[kind], self.market.0[kind]);
            let mut more = BTreeMap::new();
            for (partial, n) in &ways {
                for k in 1..=have {
                    *more.entry(partial.give(k, treasure.trade)).or_default() += n;
                }
                for k in 0..=there {
                    let next = partial.take(k, there, treasure.trade);
                    *more.entry(next).or_default() += n;
                }
            }
            ways = more;
        }
        ways.iter().filter(|(partial, _)| partial.is_tight()).map(|(_, n)| n).sum()
    }

    /// A legal trade, optionally a tight one, that isn't in the list.
    pub(super) fn missing(&self, listed: &BTreeSet<(Hand, Hand)>, tight: bool) -> Option<(Hand, Hand)> {
        let mut found = None;
        let mut looked_at = 0;
        let _ = self.hand.each_part(&mut |give| {
            self.market.each_part(&mut |take| {
                looked_at += 1;
                if looked_at > SEARCH_LIMIT {
                    return ControlFlow::Break(());
                }
                if self.refusal(give, take).is_some() || (tight && !self.is_tight(give, take)) {
                    return ControlFlow::Continue(());
                }
                let trade = (give.clone(), take.clone());
                if listed.contains(&trade) {
                    return ControlFlow::Continue(());
                }
                found = Some(trade);
                ControlFlow::Break(())
            })
        });
        found
    }
}

impl Partial {
    fn give(&self, count: usize, value: i64) -> Partial {
        let mut next = self.clone();
        for _ in 0..count {
            next.surplus += value;
            next.given = (next.given + 1).min(2);
        }
        next.least_given = next.least_given.min(value);
        next
    }

    fn take(&self, count: usize, there: usize, value: i64) -> Partial {
        let mut next = self.clone();
        for _ in 0..count {
            next.surplus -= value;
        }
        next.taken |= count > 0;
        if count < there {
            next.least_left = next.least_left.min(value);
        }
        next
    }

    /// For a complete trade that is legal: true if it is tight.
    fn is_tight(&self) -> bool {
        self.given > 0
            && self.taken
            && self.surplus >= 0
            && (self.given == 1 || self.least_given > self.surplus)
            && self.least_left > self.surplus
    }
}
