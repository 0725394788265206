//! Archaeology with its default tables, `dig = "required"`.

use parlour_engine::chance::Generator;
use serde_json::{Map, Value, json};

use super::pick;
use super::trades::{Counts, Trades};

/// Kinds of cards that a hand can hold.
pub const KINDS: usize = 7;
/// The trade value of each kind.
pub const TRADE: [u32; KINDS] = [1, 1, 2, 3, 2, 3, 4];

const NAMES: [&str; 9] =
    ["pot_shard", "parchment_scrap", "coin", "talisman", "broken_cup", "map", "pharaohs_mask", "thief", "sandstorm"];
const COUNTS: [u8; KINDS] = [18, 16, 14, 8, 6, 6, 4];
/// The prices of the museum for 1, 2, 3 ... of a kind.
const SETS: [&[i32]; KINDS] =
    [&[1, 2, 3, 4, 15], &[1, 2, 3, 10], &[2, 5, 10, 18, 30], &[3, 7, 14, 24, 40], &[2, 15], &[3], &[4, 12, 26, 50]];
const MAP: usize = 5;
const THIEF: u8 = 7;
const SANDSTORM: u8 = 8;
const THIEVES: u8 = 8;
const CHAMBERS: [&str; 3] = ["small", "medium", "large"];
const CHAMBER_CARDS: [usize; 3] = [3, 5, 7];
const CHAMBER_PRICE: [u8; 3] = [1, 2, 3];
const START_HAND: usize = 4;
const START_MARKET: usize = 5;
const PLY_LIMIT: u32 = 10_000;

/// Maximum number of seats.
const SEATS: usize = 5;
const DECK: usize = 86;

/// An action; kinds, seats and chambers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draws the top card.
    Dig,
    /// Gives and takes cards.
    Trade(Counts, Counts),
    /// Opens a chamber.
    Explore(usize),
    /// Sells a number of cards of a kind.
    Sell(u8, usize),
    /// Ends the turn.
    End,
    /// Robs a seat.
    Steal(usize),
    /// Discards cards to a sandstorm.
    Discard(Counts),
}

impl Action {
    /// The text in records of matches.
    pub fn text(self) -> String {
        let cards = |counts: Counts| {
            let held = counts.iter().enumerate().filter(|(_, n)| **n > 0);
            held.map(|(c, n)| format!("{n} {}", NAMES[c])).collect::<Vec<_>>().join(", ")
        };
        match self {
            Action::Dig => "dig".to_owned(),
            Action::Trade(give, take) => format!("trade {} for {}", cards(give), cards(take)),
            Action::Explore(room) => format!("explore {}", CHAMBERS[room]),
            Action::Sell(n, c) => format!("sell {n} {}", NAMES[c]),
            Action::End => "end".to_owned(),
            Action::Steal(victim) => format!("steal {}", seat_name(victim)),
            Action::Discard(lost) => format!("discard {}", cards(lost)),
        }
    }
}

fn seat_name(seat: usize) -> char {
    char::from(b'a' + seat as u8)
}

/// A decision inside a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Thief(usize),
    Sandstorm(usize),
}

/// Reusable buffers for lists of actions.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    trades: Trades,
    trade: Vec<(Counts, Counts)>,
    explore: Vec<u8>,
    sell: Vec<(u8, u8)>,
    discard: Vec<Counts>,
}

/// Ordered cards.
#[derive(Clone, Debug)]
struct Pile<const N: usize> {
    cards: [u8; N],
    size: usize,
}

impl<const N: usize> Pile<N> {
    const EMPTY: Self = Self { cards: [0; N], size: 0 };

    fn push(&mut self, card: u8) {
        self.cards[self.size] = card;
        self.size += 1;
    }

    fn pop(&mut self) -> u8 {
        self.size -= 1;
        self.cards[self.size]
    }

    fn all(&self) -> &[u8] {
        &self.cards[..self.size]
    }

    fn names(&self) -> Value {
        self.all().iter().map(|&c| Value::from(NAMES[usize::from(c)])).collect()
    }
}

/// Cards by kind.
#[derive(Clone, Copy, Debug, Default)]
struct Bag {
    counts: Counts,
    size: u16,
}

impl Bag {
    fn add(&mut self, card: usize, n: u8) {
        self.counts[card] += n;
        self.size += u16::from(n);
    }

    fn remove(&mut self, card: usize, n: u8) {
        self.counts[card] -= n;
        self.size -= u16::from(n);
    }

    fn add_all(&mut self, counts: &Counts) {
        for (c, &n) in counts.iter().enumerate() {
            self.add(c, n);
        }
    }

    fn remove_all(&mut self, counts: &Counts) {
        for (c, &n) in counts.iter().enumerate() {
            self.remove(c, n);
        }
    }

    fn random(&self, generator: &mut Generator) -> usize {
        let mut k = generator.below(u32::from(self.size)) as i32;
        for (c, &n) in self.counts.iter().enumerate() {
            k -= i32::from(n);
            if k < 0 {
                return c;
            }
        }
        0
    }

    fn names(&self) -> Value {
        let counts = self.counts.iter().enumerate();
        counts.flat_map(|(c, &n)| vec![Value::from(NAMES[c.min(8)]); usize::from(n)]).collect()
    }
}

/// A match; seats are counted from 0.
#[derive(Clone, Debug)]
pub struct Archaeology {
    generator: Generator,
    seats: usize,
    ply: u32,
    over: bool,
    /// The seat whose turn it is.
    turn: usize,
    /// The decision stack; the pending decision is last.
    pending: [Pending; SEATS],
    depth: usize,
    dig_site: Pile<DECK>,
    discard: Pile<14>,
    removed: Pile<6>,
    market: Bag,
    chambers: [Bag; 3],
    hands: [Bag; SEATS],
    museums: [Pile<72>; SEATS],
    money: [i32; SEATS],
    sold: [i32; SEATS],
    passes: usize,
    must_sell: bool,
    dug: bool,
    acted: bool,
    winners: u16,
}

impl Archaeology {
    /// A shuffled and dealt match, with 2 to 5 seats.
    pub fn start(seed: u64, seats: usize) -> Self {
        let mut game = Self {
            generator: Generator::from_seed(seed),
            seats,
            ply: 0,
            over: false,
            turn: 0,
            pending: [Pending::Thief(0); SEATS],
            depth: 0,
            dig_site: Pile::EMPTY,
            discard: Pile::EMPTY,
            removed: Pile::EMPTY,
            market: Bag::default(),
            chambers: [Bag::default(); 3],
            hands: [Bag::default(); SEATS],
            museums: [const { Pile::EMPTY }; SEATS],
            money: [0; SEATS],
            sold: [0; SEATS],
            passes: 0,
            must_sell: false,
            dug: false,
            acted: false,
            winners: 0,
        };
        game.deal();
        let seat = game.generator.below(seats as u32) as usize;
        game.turn = seat;
        if !game.check_over() {
            game.begin_turn(seat);
        }
        game
    }

    fn deal(&mut self) {
        let site = &mut self.dig_site;
        for c in (0..KINDS).filter(|&c| c != MAP) {
            for _ in 0..COUNTS[c] {
                site.push(c as u8);
            }
        }
        self.generator.shuffle(&mut site.cards[..site.size]);
        for _ in 0..START_HAND {
            for hand in &mut self.hands[..self.seats] {
                hand.add(usize::from(site.pop()), 1);
            }
        }
        for _ in 0..START_MARKET {
            self.market.add(usize::from(site.pop()), 1);
        }
        for (chamber, cards) in self.chambers.iter_mut().zip(CHAMBER_CARDS) {
            for _ in 0..cards {
                chamber.add(usize::from(site.pop()), 1);
            }
        }
        let storms = 8 - self.seats as u8;
        for (card, n) in [(MAP as u8, COUNTS[MAP]), (THIEF, THIEVES), (SANDSTORM, storms)] {
            for _ in 0..n {
                site.push(card);
            }
        }
        self.generator.shuffle(&mut site.cards[..site.size]);
    }

    /// True if the match has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The winning seats, as a mask.
    pub fn winners(&self) -> u16 {
        self.winners
    }

    /// The match's own generator.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// Plays to the end; returns the number of plies.
    pub fn playout(&mut self, work: &mut Workspace, policy: &mut Generator) -> u32 {
        let mut plies = 0;
        while !self.over {
            self.step(work, policy);
            plies += 1;
        }
        plies
    }

    /// Plays a random action and returns it.
    pub fn step(&mut self, work: &mut Workspace, policy: &mut Generator) -> Action {
        let action = self.choose(work, policy);
        if self.depth > 0 {
            self.depth -= 1;
        }
        self.ply += 1;
        self.apply(action);
        if !self.over && self.ply >= PLY_LIMIT {
            self.win_by_money();
        }
        action
    }

    fn choose(&self, work: &mut Workspace, policy: &mut Generator) -> Action {
        match self.depth.checked_sub(1).map(|top| self.pending[top]) {
            None => self.choose_in_turn(work, policy),
            Some(Pending::Thief(seat)) => {
                let mut victims = [0; SEATS];
                let mut n = 0;
                for other in 0..self.seats {
                    if other != seat && self.hands[other].size > 0 {
                        victims[n] = other;
                        n += 1;
                    }
                }
                Action::Steal(victims[pick(&[n], policy)])
            }
            Some(Pending::Sandstorm(seat)) => {
                let hand = &self.hands[seat];
                work.discard.clear();
                let (half, size) = ((hand.size / 2) as u8, hand.size as u8);
                list_parts(&hand.counts, 0, half, size, &mut [0; 8], &mut work.discard);
                Action::Discard(work.discard[pick(&[work.discard.len()], policy)])
            }
        }
    }

    fn choose_in_turn(&self, work: &mut Workspace, policy: &mut Generator) -> Action {
        if !self.dug && self.dig_site.size > 0 {
            // A dig is required, and nothing else is legal before it.
            return Action::Dig;
        }
        let hand = &self.hands[self.turn];
        let Workspace { trades, trade, explore, sell, .. } = work;
        trade.clear();
        trades.list(&hand.counts, &self.market.counts, trade);
        explore.clear();
        for (room, (chamber, price)) in self.chambers.iter().zip(CHAMBER_PRICE).enumerate() {
            if chamber.size > 0 && price <= hand.counts[MAP] {
                explore.push(room as u8);
            }
        }
        sell.clear();
        for (c, sets) in SETS.iter().enumerate() {
            for n in 1..=hand.counts[c].min(sets.len() as u8) {
                sell.push((n, c as u8));
            }
        }
        let may_end = !(self.must_sell && (hand.size > 0 || self.dig_site.size > 0));
        let traded = trade.len();
        let explored = traded + explore.len();
        let sold = explored + sell.len();
        let at = pick(&[traded, explored, sold, sold + usize::from(may_end)], policy);
        if at < traded {
            let (give, take) = trade[at];
            Action::Trade(give, take)
        } else if at < explored {
            Action::Explore(usize::from(explore[at - traded]))
        } else if at < sold {
            let (n, c) = sell[at - explored];
            Action::Sell(n, usize::from(c))
        } else {
            Action::End
        }
    }

    fn apply(&mut self, action: Action) {
        let seat = self.turn;
        match action {
            Action::Dig => self.dig(seat),
            Action::Trade(give, take) => {
                self.acted = true;
                self.break_passes();
                self.hands[seat].remove_all(&give);
                self.market.add_all(&give);
                self.market.remove_all(&take);
                self.hands[seat].add_all(&take);
            }
            Action::Explore(room) => {
                self.acted = true;
                self.break_passes();
                self.hands[seat].remove(MAP, CHAMBER_PRICE[room]);
                for _ in 0..CHAMBER_PRICE[room] {
                    self.removed.push(MAP as u8);
                }
                let found = std::mem::take(&mut self.chambers[room]);
                self.hands[seat].add_all(&found.counts);
            }
            Action::Sell(n, c) => {
                self.acted = true;
                self.passes = 0;
                self.must_sell = false;
                self.money[seat] += SETS[c][usize::from(n) - 1];
                self.sold[seat] += i32::from(n);
                self.hands[seat].remove(c, n);
                for _ in 0..n {
                    self.museums[seat].push(c as u8);
                }
                self.check_over();
            }
            Action::End => {
                if !self.dug && !self.acted {
                    self.passes = (self.passes + 1).min(self.seats);
                }
                self.begin_turn((seat + 1) % self.seats);
            }
            // The thief is always the seat whose turn it is.
            Action::Steal(victim) => self.rob(seat, victim),
            Action::Discard(lost) => {
                // The popped decision is still in the array.
                let loser = match self.pending[self.depth] {
                    Pending::Sandstorm(loser) | Pending::Thief(loser) => loser,
                };
                self.hands[loser].remove_all(&lost);
                self.market.add_all(&lost);
                if self.depth == 0 {
                    self.begin_turn(seat);
                }
            }
        }
    }

    fn dig(&mut self, seat: usize) {
        let card = self.dig_site.pop();
        self.dug = true;
        self.passes = 0;
        self.must_sell = false;
        match card {
            THIEF => {
                self.discard.push(card);
                let (mut victims, mut victim) = (0, 0);
                for other in 0..self.seats {
                    if other != seat && self.hands[other].size > 0 {
                        victims += 1;
                        victim = other;
                    }
                }
                match victims {
                    0 => {
                        self.check_over();
                    }
                    1 => self.rob(seat, victim),
                    _ => self.ask(Pending::Thief(seat)),
                }
            }
            SANDSTORM => {
                self.discard.push(card);
                self.dug = false;
                if self.check_over() {
                    return;
                }
                let mut other = seat;
                for _ in 0..self.seats {
                    other = (other + self.seats - 1) % self.seats;
                    if self.hands[other].size > 1 {
                        self.ask(Pending::Sandstorm(other));
                    }
                }
                if self.depth == 0 {
                    self.begin_turn(seat);
                }
            }
            treasure => self.hands[seat].add(usize::from(treasure), 1),
        }
    }

    fn ask(&mut self, pending: Pending) {
        self.pending[self.depth] = pending;
        self.depth += 1;
    }

    fn rob(&mut self, seat: usize, victim: usize) {
        let card = self.hands[victim].random(&mut self.generator);
        self.hands[victim].remove(card, 1);
        self.hands[seat].add(card, 1);
    }

    fn break_passes(&mut self) {
        if !self.must_sell {
            self.passes = 0;
        }
    }

    fn begin_turn(&mut self, mut seat: usize) {
        self.dug = false;
        self.acted = false;
        if self.dig_site.size == 0 {
            while self.hands[seat].size == 0 {
                self.passes = (self.passes + 1).min(self.seats);
                seat = (seat + 1) % self.seats;
            }
        }
        if self.passes >= self.seats {
            self.must_sell = true;
        }
        self.turn = seat;
    }

    /// Ends the match if nothing is left to dig and no card in any hand.
    fn check_over(&mut self) -> bool {
        let over = self.dig_site.size == 0 && self.hands[..self.seats].iter().all(|hand| hand.size == 0);
        if over {
            self.win_by_money();
        }
        over
    }

    fn win_by_money(&mut self) {
        let best = (0..self.seats).map(|seat| (-self.money[seat], self.sold[seat])).min();
        for seat in 0..self.seats {
            if Some((-self.money[seat], self.sold[seat])) == best {
                self.winners |= 1 << seat;
            }
        }
        self.over = true;
    }

    /// Zones and variables as the engine shows them.
    pub fn state(&self) -> Value {
        let mut zones = Map::new();
        zones.insert("dig_site".to_owned(), self.dig_site.names());
        zones.insert("market".to_owned(), self.market.names());
        for (room, chamber) in CHAMBERS.iter().zip(&self.chambers) {
            zones.insert(format!("chamber.{room}"), chamber.names());
        }
        for seat in 0..self.seats {
            zones.insert(format!("hand.{}", seat_name(seat)), self.hands[seat].names());
            zones.insert(format!("museum.{}", seat_name(seat)), self.museums[seat].names());
        }
        zones.insert("discard".to_owned(), self.discard.names());
        zones.insert("removed".to_owned(), self.removed.names());
        let mut vars = Map::new();
        for seat in 0..self.seats {
            vars.insert(format!("money.{}", seat_name(seat)), self.money[seat].into());
            vars.insert(format!("sold.{}", seat_name(seat)), self.sold[seat].into());
        }
        vars.insert("passes".to_owned(), self.passes.into());
        for (name, flag) in [("must_sell", self.must_sell), ("dug", self.dug), ("acted", self.acted)] {
            vars.insert(name.to_owned(), u8::from(flag).into());
        }
        json!({ "zones": zones, "boards": {}, "vars": vars })
    }
}

/// Lists all discards of the right size, in descending lexicographic order of counts.
fn list_parts(hand: &Counts, c: usize, left: u8, rest: u8, lost: &mut Counts, out: &mut Vec<Counts>) {
    if left == 0 {
        out.push(*lost);
        return;
    }
    let held = hand[c];
    let rest = rest - held;
    for n in (left.saturating_sub(rest)..=held.min(left)).rev() {
        lost[c] = n;
        list_parts(hand, c + 1, left - n, rest, lost, out);
    }
    lost[c] = 0;
}
