//! The offered trades: tight ones, which give no superfluous card, have no kind on both sides, and don't split into two
//! trades; with few cards, all legal ones.

use super::archaeology::{KINDS, TRADE};

/// Maximum number of cards on a side.
const MOST: usize = 4;
/// The number of combinations from hand and market up to which every trade is listed.
const FEW: u64 = 200;

/// The number of cards of each kind; the eighth is unused padding to a word.
pub(super) type Counts = [u8; 8];

/// A give, with its possible takes.
#[derive(Clone, Debug)]
struct Give {
    counts: Counts,
    /// The range of its takes.
    takes: (usize, usize),
}

/// All trades that are ever offered.
#[derive(Clone, Debug)]
pub(super) struct Trades {
    gives: Vec<Give>,
    /// For each kind, the range of the gives that begin with it.
    begins: [(usize, usize); KINDS],
    takes: Vec<Counts>,
}

/// True if one multiset contains the other.
fn covers(held: &Counts, wanted: &Counts) -> bool {
    held.iter().zip(wanted).fold(true, |fine, (h, w)| fine & (h >= w))
}

impl Default for Trades {
    fn default() -> Self {
        let mut all = Vec::new();
        multisets(0, &mut Vec::new(), &mut all);
        let (mut gives, mut takes) = (Vec::new(), Vec::new());
        let mut begins = [(0, 0); KINDS];
        for (first, range) in begins.iter_mut().enumerate() {
            range.0 = gives.len();
            for give in all.iter().filter(|give| give[0] == first) {
                let from = takes.len();
                takes.extend(all.iter().filter(|take| is_offered(give, take)).map(|take| counts(take)));
                if takes.len() > from {
                    gives.push(Give { counts: counts(give), takes: (from, takes.len()) });
                }
            }
            range.1 = gives.len();
        }
        Self { gives, begins, takes }
    }
}

impl Trades {
    /// Lists the trades for a hand and a market: gives and takes.
    pub(super) fn list(&self, hand: &Counts, market: &Counts, out: &mut Vec<(Counts, Counts)>) {
        if !can_trade(hand, market) {
            return;
        }
        if is_short(hand, market) {
            every_give(hand, market, 0, 0, &mut [0; 8], out);
            return;
        }
        for (c, &(from, to)) in self.begins.iter().enumerate() {
            if hand[c] == 0 {
                continue;
            }
            for give in &self.gives[from..to] {
                if covers(hand, &give.counts) {
                    let takes = &self.takes[give.takes.0..give.takes.1];
                    out.extend(takes.iter().filter(|take| covers(market, take)).map(|take| (give.counts, *take)));
                }
            }
        }
    }
}

/// True if the whole hand is worth at least the cheapest card of the market.
fn can_trade(hand: &Counts, market: &Counts) -> bool {
    let cheapest = (0..KINDS).filter(|&c| market[c] > 0).map(|c| TRADE[c]).min();
    let value: u32 = (0..KINDS).map(|c| u32::from(hand[c]) * TRADE[c]).sum();
    cheapest.is_some_and(|cheapest| value >= cheapest)
}

/// True if there are so few cards that every legal trade is listed.
fn is_short(hand: &Counts, market: &Counts) -> bool {
    let mut ways = 1;
    for c in 0..KINDS {
        ways *= (u64::from(hand[c]) + 1) * (u64::from(market[c]) + 1);
    }
    ways <= FEW
}

fn every_give(
    hand: &Counts,
    market: &Counts,
    c: usize,
    value: u32,
    give: &mut Counts,
    out: &mut Vec<(Counts, Counts)>,
) {
    if c == KINDS {
        every_take(market, 0, value, give, &mut [0; 8], out);
        return;
    }
    for n in 0..=hand[c] {
        give[c] = n;
        every_give(hand, market, c + 1, value + u32::from(n) * TRADE[c], give, out);
    }
    give[c] = 0;
}

fn every_take(market: &Counts, c: usize, left: u32, give: &Counts, take: &mut Counts, out: &mut Vec<(Counts, Counts)>) {
    if c == KINDS {
        if *take != [0; 8] {
            out.push((*give, *take));
        }
        return;
    }
    for n in 0..=u32::from(market[c]).min(left / TRADE[c]) {
        take[c] = n as u8;
        every_take(market, c + 1, left - n * TRADE[c], give, take, out);
    }
    take[c] = 0;
}

fn multisets(from: usize, cards: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    for c in from..KINDS {
        cards.push(c);
        all.push(cards.clone());
        if cards.len() < MOST {
            multisets(c, cards, all);
        }
        cards.pop();
    }
}

fn counts(cards: &[usize]) -> Counts {
    let mut out = [0; 8];
    for &c in cards {
        out[c] += 1;
    }
    out
}

fn value(cards: &[usize]) -> u32 {
    cards.iter().map(|&c| TRADE[c]).sum()
}

/// The values of the proper, nonempty submultisets.
fn parts(cards: &[usize]) -> Vec<u32> {
    let chosen = |mask: u32| cards.iter().enumerate().filter(move |(n, _)| mask >> n & 1 == 1);
    (1..(1_u32 << cards.len()) - 1).map(|mask| chosen(mask).map(|(_, &c)| TRADE[c]).sum()).collect()
}

fn is_offered(give: &[usize], take: &[usize]) -> bool {
    let (paid, price) = (value(give), value(take));
    let least = give.iter().map(|&c| TRADE[c]).min().unwrap_or(0);
    if paid < price || paid - least >= price || give.iter().any(|c| take.contains(c)) {
        return false;
    }
    let takes = parts(take);
    !parts(give).iter().any(|&g| takes.iter().any(|&t| g >= t && paid - g >= price - t))
}
