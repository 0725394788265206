//! Observation vectors: what a seat can see of a state, as small whole numbers at fixed places, for evaluations that are
//! learnt (compare the observation tensors of OpenSpiel: Lanctot et al., "OpenSpiel: A Framework for Reinforcement
//! Learning in Games", 2019).

use std::fmt::Write as _;
use std::sync::Arc;

use crate::Game;
use parlour_board::{BoardCondition, BoardRules, FormationKind};
use parlour_model::ids::{BoardId, Seat, Square, VarId, ZoneId};
use parlour_model::kind::Kind;
use parlour_model::layout::{PileLayout, ZoneLayout};
use parlour_model::state::State;
use parlour_pack::boards::SquaresSeen;
use parlour_pack::spec::{Cell, ColumnKind, Per, Trump};

/// Ranges of up to this many values are observed value by value; wider ones in as many classes, narrow near 0 or the least.
const CLASSES: u16 = 32;
/// Wider ranges are observed a second time in finer classes: each doubling of the distance from 0 has this many (a power of
/// two). Below twice this every value has its own.
const FINER: i64 = 16;
/// Lists of at least this many numbers are observed as tracks as well, whose neighbouring places belong together.
const SHORTEST_TRACK: usize = 3;
/// Numbers on a track are observed up to this, and down to its negative.
const MAX_ON_A_TRACK: i64 = 3;
/// A pile or bag is observed by type where the pack has at most this many card types.
const MAX_TYPES: usize = 64;
/// Places of a pile that everybody sees are observed one by one up to this capacity; deeper piles by type.
const MAX_PLACES: usize = 6;
/// Counts of a type above this are observed as this.
const MAX_OF_A_TYPE: u8 = 7;
/// Groups of pieces, and pieces outside the largest, are observed up to one less than this.
const MAX_GROUPS: u16 = 12;

/// Pieces that stand on each other are observed up to one less than this many under the top one.
const MAX_UNDER: u16 = 8;

/// The source of one number of an observation vector.
#[derive(Clone, Debug)]
enum Source {
    /// The seat to act, from 1, counted from the observer or from the first seat; 0 when the match is over.
    ToAct { from: usize, seats: usize },
    /// The phase, from 1; 0 when the match is over.
    Phase,
    /// The symbol on a square.
    Cell { offset: usize },
    /// The symbol on a square that the observer doesn't always see: of each cell what it sees of it wherever it stands.
    Shown { offset: usize, shown: Box<[u8]>, lit: Option<Lit> },
    /// The number of pieces under the top one of a square.
    Under { offset: usize },
    /// The class of a number.
    Number { offset: usize, min: i64, max: i64 },
    /// The finer class of a number.
    Finer { offset: usize, min: i64, max: i64 },
    /// A number within narrower bounds.
    Bounded { offset: usize, min: i64, max: i64 },
    /// A seat, from 1, counted from the observer or from the first seat; 0 for nobody.
    Seat { offset: usize, from: usize, seats: usize },
    /// The class of the number of cards of a zone.
    Size { offset: usize, range: i64 },
    /// The number of cards of a type in a bag.
    Count { offset: usize },
    /// The number of cards of a type in a pile.
    InPile { pile: PileLayout, number: u16 },
    /// The card at a place of a pile, from 1, counted from the top where it is negative.
    Place { pile: PileLayout, place: isize },
    /// The class of the sum of a column over the cards of a zone.
    Sum { zone: ZoneLayout, worth: Worth, min: i64, max: i64 },
    /// The seat whose card takes the trick so far, from 1; 0 if no card is played. It is counted back from the seat to act,
    /// since seats play in turn.
    Taker { pile: PileLayout, ranks: Ranks, trump: Suit, from: usize, seats: usize },
    /// The number of a seat's groups of pieces where an ending asks that all of them are one.
    Groups { rules: Arc<BoardRules>, condition: usize, seat: usize },
    /// The number of pieces outside the largest of the groups that were counted last.
    Scattered,
}

/// The card types, by index, whose value in a column isn't 0, with that value.
type Worth = Box<[(usize, i64)]>;
/// For each card type its suit and its rank.
type Ranks = Box<[(i64, i64)]>;

/// The trump suit of a pile in which tricks are played.
#[derive(Clone, Copy, Debug)]
enum Suit {
    None,
    Fixed(i64),
    /// The offset of the variable that holds it.
    Var(usize),
}

/// The mark in the block that shows a square to an observer, whatever stands on it.
#[derive(Clone, Copy, Debug)]
struct Lit {
    offset: usize,
    mask: u16,
}

/// A number of an observation vector: 0 to `levels - 1`.
#[derive(Clone, Debug)]
struct Slot {
    source: Source,
    levels: u16,
}

/// The squares of a board in an observation vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedBoard {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The place in the vector of each square, row by row; `None` for a place without a square.
    pub places: Vec<Option<usize>>,
}

/// The layout of an observation vector.
#[derive(Clone, Debug)]
pub struct Observation {
    slots: Vec<Slot>,
    boards: Vec<ObservedBoard>,
    tracks: Vec<ObservedBoard>,
}

impl Observation {
    /// The number of values that each place of the vector can take.
    pub fn levels(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.slots.iter().map(|slot| slot.levels)
    }

    /// The boards.
    pub fn boards(&self) -> &[ObservedBoard] {
        &self.boards
    }

    /// Lists of numbers as boards of one row, such as the points of a backgammon board.
    pub fn tracks(&self) -> &[ObservedBoard] {
        &self.tracks
    }

    /// For each place of the vector, true if it holds the number of cards of one type.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        self.slots.iter().map(|slot| matches!(slot.source, Source::Count { .. } | Source::InPile { .. }))
    }

    /// Reads the vector from a state; what the observer does not see is not read.
    pub fn read(&self, state: &State, out: &mut Vec<u16>) {
        out.clear();
        let mut scattered = 0;
        out.extend(self.slots.iter().map(|slot| slot.source.read(state, &mut scattered).min(slot.levels - 1)));
    }

    /// A text that is equal for equal layouts, by which a stored evaluation is matched with a game.
    pub fn signature(&self) -> String {
        let mut out = String::new();
        for slot in &self.slots {
            let kind = match slot.source {
                Source::ToAct { .. } => 't',
                Source::Phase => 'p',
                Source::Cell { .. } => 'c',
                Source::Shown { .. } => 'v',
                Source::Under { .. } => 'u',
                Source::Number { .. } => 'n',
                Source::Finer { .. } => 'f',
                Source::Bounded { .. } => 'h',
                Source::Seat { .. } => 'w',
                Source::Size { .. } => 's',
                Source::Count { .. } => 'b',
                Source::InPile { .. } => 'i',
                Source::Place { .. } => 'l',
                Source::Sum { .. } => 'm',
                Source::Taker { .. } => 'k',
                Source::Groups { .. } => 'g',
                Source::Scattered => 'o',
            };
            let _ = write!(out, "{kind}{}", slot.levels);
        }
        out
    }
}

/// The class of a value: itself in a short range, else by the logarithm of its distance from 0, or from the least value of a
/// range without 0.
fn class(value: i64, min: i64, max: i64) -> u16 {
    let value = value.clamp(min, max);
    if max - min < i64::from(CLASSES) {
        return (value - min) as u16;
    }
    let zero = 0.clamp(min, max);
    // Classes 1 to `most` away from 0.
    let away = |distance: i64, farthest: i64, most: u16| match distance {
        0 => 0,
        _ => 1 + ((distance as f64).ln() / (farthest as f64).ln() * f64::from(most - 1)) as u16,
    };
    if min == zero || max == zero {
        let (distance, farthest) = if min == zero { (value - min, max - min) } else { (max - value, max - min) };
        return away(distance, farthest, CLASSES - 1);
    }
    let half = (CLASSES - 1) / 2;
    if value < 0 { half - away(-value, (-min).max(2), half) } else { half + away(value, max.max(2), half) }
}

/// The number of classes of a range.
fn classes(min: i64, max: i64) -> u16 {
    (max - min).saturating_add(1).min(i64::from(CLASSES)) as u16
}

/// The finer class of a distance from 0: the distance itself, or its leading bits.
fn finer(distance: i64) -> u16 {
    if distance < 2 * FINER {
        return distance as u16;
    }
    let doublings = i64::from(distance.ilog2() - FINER.ilog2());
    (FINER * doublings + (distance >> doublings)) as u16
}

/// The finer class of a value: by the distance from 0, or from the least or the greatest value of a range without 0.
fn finer_class(value: i64, min: i64, max: i64) -> u16 {
    let (value, zero) = (value.clamp(min, max), 0.clamp(min, max));
    let below = finer(zero - min);
    if value < zero { below - finer(zero - value) } else { below + finer(value - zero) }
}

/// The number of finer classes of a range.
fn finer_classes(min: i64, max: i64) -> u16 {
    finer_class(max, min, max) + 1
}

/// The place, from 1 at the bottom, of the card that takes a trick: the highest of the suit that is trump, or else of the one
/// that was led; 0 if no card is known.
fn best(cards: impl Iterator<Item = u16>, ranks: &Ranks, trump: i64) -> usize {
    let (mut best, mut found) = (0, (0, 0));
    for (place, card) in (1..).zip(cards) {
        let Some(&(suit, rank)) = usize::from(card).checked_sub(1).and_then(|card| ranks.get(card)) else { continue };
        if best == 0 || suit == found.0 && rank > found.1 || suit == trump && suit != found.0 {
            (best, found) = (place, (suit, rank));
        }
    }
    best
}

impl Source {
    /// `scattered` is passed from [`Source::Groups`] to [`Source::Scattered`].
    fn read(&self, state: &State, scattered: &mut u16) -> u16 {
        match self {
            Self::ToAct { from, seats } => {
                state.decision().map_or(0, |due| ((due.seat.index() + seats - from) % seats + 1) as u16)
            }
            Self::Phase => state.decision().map_or(0, |due| due.phase.index() as u16 + 1),
            Self::Cell { offset } => u16::from(state.bytes()[*offset]),
            Self::Shown { offset, shown, lit } => {
                let cell = state.bytes()[*offset];
                let is_lit = lit.is_some_and(|lit| state.u16(lit.offset) & lit.mask != 0);
                let seen = if is_lit { None } else { shown.get(usize::from(cell)) };
                u16::from(seen.copied().unwrap_or(cell))
            }
            Self::Number { offset, min, max } => class(i64::from(state.i32(*offset)), *min, *max),
            Self::Finer { offset, min, max } => finer_class(i64::from(state.i32(*offset)), *min, *max),
            Self::Bounded { offset, min, max } => (i64::from(state.i32(*offset)).clamp(*min, *max) - min) as u16,
            Self::Seat { offset, from, seats } => match state.i32(*offset) {
                seat @ 1.. => ((seat as usize - 1 + seats - from) % seats + 1) as u16,
                _ => 0,
            },
            Self::Size { offset, range } => class(i64::from(state.u16(*offset)), 0, *range),
            Self::Count { offset } | Self::Under { offset } => u16::from(state.bytes()[*offset]),
            Self::InPile { pile, number } => state.cards(pile).filter(|card| card == number).count() as u16,
            Self::Place { pile, place } => {
                let mut cards = state.cards(pile);
                let at =
                    if *place < 0 { cards.len().checked_sub(place.unsigned_abs()) } else { Some(*place as usize - 1) };
                at.and_then(|at| cards.nth(at)).unwrap_or(0)
            }
            Self::Sum { zone, worth, min, max } => {
                let sum = match zone {
                    ZoneLayout::Bag(bag) => {
                        worth.iter().map(|(card, worth)| worth * i64::from(state.bytes()[bag.counts + card])).sum()
                    }
                    ZoneLayout::Pile(pile) => {
                        let worth_of = |card: u16| {
                            let found = worth.iter().find(|(known, _)| known + 1 == usize::from(card));
                            found.map_or(0, |(_, worth)| *worth)
                        };
                        state.cards(pile).map(worth_of).sum()
                    }
                };
                finer_class(sum, *min, *max)
            }
            Self::Taker { pile, ranks, trump, from, seats } => {
                let trump = match *trump {
                    Suit::None => 0,
                    Suit::Fixed(suit) => suit,
                    Suit::Var(offset) => i64::from(state.i32(offset)),
                };
                let best = best(state.cards(pile), ranks, trump);
                let Some(due) = state.decision().filter(|_| best > 0) else { return 0 };
                let back = (state.cards(pile).len() - best + 1) % seats;
                ((due.seat.index() + 2 * seats - back - from) % seats + 1) as u16
            }
            Self::Groups { rules, condition, seat } => {
                let asked = rules.conditions.get(*condition).and_then(Option::as_ref);
                let (groups, outside) =
                    asked.map_or((0, 0), |asked| rules.groups(asked, rules.cells(state.bytes()), *seat));
                *scattered = outside as u16;
                groups as u16
            }
            Self::Scattered => *scattered,
        }
    }
}

/// True for the condition that all pieces of a seat are one group.
fn is_gathering(condition: &BoardCondition) -> bool {
    condition.kind == FormationKind::Joined && condition.joins.iter().all(Vec::is_empty)
}

impl Game {
    /// The layout of a seat's observation vector. Where `is_relative`, seats are counted from the observer on, so that one
    /// evaluation serves all seats of a game that is the same for each.
    pub fn observation(&self, seat: Seat, is_relative: bool) -> Observation {
        let pack = self.pack();
        let seats = self.seat_count();
        let from = if is_relative { seat.index() } else { 0 };
        let member_of = |per: &Per, n: usize| if *per == Per::Seat { (n + from) % seats } else { n };
        let mut slots = vec![Slot { source: Source::ToAct { from, seats }, levels: seats as u16 + 1 }];
        if pack.phases.len() > 1 {
            slots.push(Slot { source: Source::Phase, levels: pack.phases.len() as u16 + 1 });
        }
        let mut boards = Vec::new();
        for (n, layout) in self.layout().boards.iter().enumerate() {
            let levels = pack.boards[n].symbols.len() as u16 + 1;
            let place = |square: usize| {
                self.has_square(BoardId::from_index(n), Square::from_index(square)).then(|| {
                    let offset = layout.offset + square;
                    let source = self.cell_source((seat, n), (offset, square));
                    slots.push(Slot { source, levels });
                    slots.len() - 1
                })
            };
            let places: Vec<Option<usize>> = (0..layout.squares()).map(place).collect();
            boards.push(ObservedBoard { width: layout.width, height: layout.height, places: places.clone() });
            // Heights are a board of their own, whose patterns are learnt like those of pieces.
            if let Some(stacks) = layout.stacks {
                let levels = MAX_UNDER.min(stacks.capacity as u16);
                let under = |(square, place): (usize, &Option<usize>)| {
                    place.map(|_| {
                        slots.push(Slot { source: Source::Under { offset: stacks.count(square) }, levels });
                        slots.len() - 1
                    })
                };
                let places = places.iter().enumerate().map(under).collect();
                boards.push(ObservedBoard { width: layout.width, height: layout.height, places });
            }
        }
        if let Some(rules) = self.board_rules().filter(|_| !self.hides_squares()) {
            for condition in
                (0..rules.conditions.len()).filter(|&n| rules.conditions[n].as_ref().is_some_and(is_gathering))
            {
                for seat in (0..seats).map(|n| (n + from) % seats) {
                    let groups = Source::Groups { rules: rules.clone(), condition, seat };
                    slots.extend([groups, Source::Scattered].map(|source| Slot { source, levels: MAX_GROUPS }));
                }
            }
        }
        let mut tracks = Vec::new();
        for (n, (spec, layout)) in pack.vars.iter().zip(&self.layout().vars).enumerate() {
            let var = VarId::from_index(n);
            let is_seat = spec.kind == Kind::Seat;
            for member in (0..layout.count).map(|member| member_of(&spec.per, member)) {
                // What follows a board that hides squares tells of them.
                if !self.sees_var(Some(seat), var, member) || spec.follows.is_some() && self.hides_squares() {
                    continue;
                }
                let mut places = vec![None; layout.length];
                for (entry, place) in places.iter_mut().enumerate() {
                    let range = self.var_range(var, member, entry);
                    let (min, max) = (i64::from(range.min), i64::from(range.max));
                    if max <= min {
                        continue;
                    }
                    let offset = layout.offset + 4 * (layout.length * member + entry);
                    if is_seat {
                        slots.push(Slot { source: Source::Seat { offset, from, seats }, levels: seats as u16 + 1 });
                        continue;
                    }
                    slots.push(Slot { source: Source::Number { offset, min, max }, levels: classes(min, max) });
                    if max - min >= i64::from(CLASSES) {
                        let source = Source::Finer { offset, min, max };
                        slots.push(Slot { source, levels: finer_classes(min, max) });
                    }
                    let (low, high) = (min.max(-MAX_ON_A_TRACK), max.min(MAX_ON_A_TRACK));
                    if layout.length >= SHORTEST_TRACK && low < high && spec.dice.is_none() {
                        if (low, high) != (min, max) {
                            let source = Source::Bounded { offset, min: low, max: high };
                            slots.push(Slot { source, levels: (high - low + 1) as u16 });
                        }
                        *place = Some(slots.len() - 1);
                    }
                }
                if places.iter().flatten().count() >= SHORTEST_TRACK {
                    tracks.push(ObservedBoard { width: places.len(), height: 1, places });
                }
            }
        }
        let types = self.card_counts().len();
        for (n, (spec, family)) in pack.zones.iter().zip(&self.layout().zones).enumerate() {
            for member in (0..family.len()).map(|member| member_of(&spec.per, member)) {
                let layout = &family[member];
                let is_seen = self.sees(Some(seat), ZoneId::from_index(n), member);
                self.observe_zone(layout, is_seen && types <= MAX_TYPES, &mut slots);
                if !is_seen {
                    continue;
                }
                slots.extend(spec.sum.and_then(|column| self.sum_of(layout, column)));
                if let (Some(_), ZoneLayout::Pile(pile)) = (spec.trick, layout) {
                    slots.extend(self.taker_of(n, pile, from));
                }
            }
        }
        Observation { slots, boards, tracks }
    }

    /// The source of a square. Where the board hides squares or kinds, it has what the observer sees for certain: its own
    /// pieces, its side, and squares that are shown to it.
    fn cell_source(&self, (seat, board): (Seat, usize), (offset, square): (usize, usize)) -> Source {
        let spec = &self.pack().boards[board];
        let of_cells = |shown: &dyn Fn(u8) -> u8| (0..=spec.symbols.len() as u8).map(shown).collect();
        if let Some(kinds) = &spec.kinds {
            let shown = of_cells(&|cell| kinds.shown(spec, Some(seat), cell));
            return Source::Shown { offset, shown, lit: None };
        }
        let is_of_side = self.sides(BoardId::from_index(board)).get(square) == Some(&(seat.0 + 1));
        let Some(sight) = spec.sight.filter(|_| !is_of_side) else { return Source::Cell { offset } };
        let sees_own = sight.seen != SquaresSeen::None;
        let is_own = |cell: u8| sees_own && spec.seat_of(cell) == Some(seat.index());
        let shown = of_cells(&|cell| if is_own(cell) { cell } else { sight.unseen });
        let lit = self.layout().lit[board].map(|at| Lit { offset: at + 2 * square, mask: 1 << seat.0 });
        Source::Shown { offset, shown, lit }
    }

    /// The value of each card type in a column: a number, or the place of a word in its list, from 1.
    fn column_values(&self, column: usize) -> Vec<i64> {
        let pack = self.pack();
        let Some(table) = pack.tables.first().filter(|_| !pack.cards.is_empty()) else { return Vec::new() };
        let words = match table.columns.get(column).map(|column| &column.kind) {
            Some(ColumnKind::Word(list)) => pack.lists.iter().find(|known| known.name == *list),
            _ => None,
        };
        let value = |cell: &Cell| match cell {
            Cell::Int(number) => *number,
            Cell::Text(word) => {
                let at = words.and_then(|list| list.words.iter().position(|known| known == word));
                at.map_or(0, |at| at as i64 + 1)
            }
            _ => 0,
        };
        table.rows.iter().map(|row| row.cells.get(column).map_or(0, value)).collect()
    }

    /// The sum of a column over the cards of a zone, if it can vary.
    fn sum_of(&self, zone: &ZoneLayout, column: usize) -> Option<Slot> {
        let worth: Worth =
            self.column_values(column).into_iter().enumerate().filter(|(_, worth)| *worth != 0).collect();
        let (mut min, mut max) = (0, 0);
        for &(card, worth) in &worth {
            let all = worth * self.card_counts().get(card).map_or(0, |&count| count as i64);
            (min, max) = (min + all.min(0), max + all.max(0));
        }
        let levels = (min < max).then(|| finer_classes(min, max))?;
        Some(Slot { source: Source::Sum { zone: zone.clone(), worth, min, max }, levels })
    }

    /// The seat that takes the trick in a pile, by the columns of the cards.
    fn taker_of(&self, zone: usize, pile: &PileLayout, from: usize) -> Option<Slot> {
        let pack = self.pack();
        let columns = pack.zones[zone].trick?;
        let [suits, ranks] = [columns.suit, columns.rank].map(|column| self.column_values(column));
        let tricks = pack.tricks.as_ref().filter(|tricks| tricks.pile.index() == zone);
        let trump = match tricks.and_then(|tricks| tricks.trump) {
            None => Suit::None,
            Some(Trump::Word(word)) => Suit::Fixed(word as i64),
            Some(Trump::Var(var)) => Suit::Var(self.layout().vars[var.index()].offset),
        };
        let (ranks, seats) = (suits.into_iter().zip(ranks).collect(), self.seat_count());
        Some(Slot { source: Source::Taker { pile: pile.clone(), ranks, trump, from, seats }, levels: seats as u16 + 1 })
    }

    /// Adds the numbers of a zone.
    fn observe_zone(&self, layout: &ZoneLayout, is_seen: bool, slots: &mut Vec<Slot>) {
        let counts = self.card_counts();
        let levels_of = |count: usize| u16::from(MAX_OF_A_TYPE).min(count as u16) + 1;
        let range = match layout {
            ZoneLayout::Pile(pile) => pile.capacity,
            ZoneLayout::Bag(_) => counts.iter().sum(),
        };
        slots.push(Slot {
            source: Source::Size { offset: layout.size(), range: range as i64 },
            levels: classes(0, range as i64),
        });
        if !is_seen {
            return;
        }
        match layout {
            ZoneLayout::Bag(bag) => slots.extend(counts.iter().enumerate().map(|(card, &count)| Slot {
                source: Source::Count { offset: bag.counts + card },
                levels: levels_of(count),
            })),
            ZoneLayout::Pile(pile) if pile.capacity <= MAX_PLACES => slots.extend((1..=pile.capacity).map(|place| {
                let source = Source::Place { pile: pile.clone(), place: place as isize };
                Slot { source, levels: counts.len() as u16 + 1 }
            })),
            ZoneLayout::Pile(pile) => {
                slots.push(Slot {
                    source: Source::Place { pile: pile.clone(), place: -1 },
                    levels: counts.len() as u16 + 1,
                });
                slots.extend(counts.iter().enumerate().map(|(card, &count)| Slot {
                    source: Source::InPile { pile: pile.clone(), number: card as u16 + 1 },
                    levels: levels_of(count),
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, best, class, classes, finer, finer_class, finer_classes};

    #[test]
    fn finer_classes_tell_numbers_of_three_digits_apart() {
        let all: Vec<u16> = (0..5_000).map(finer).collect();
        assert!(all.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1));
        assert_eq!((finer(31), finer(32), finer(33), finer(34)), (31, 32, 32, 33));
        for (min, max) in [(0, 96), (-96, 0), (-100_000, i64::from(i32::MAX)), (5, 500), (-500, -5)] {
            let all: Vec<u16> = (min.max(-600)..=max.min(600)).map(|value| finer_class(value, min, max)).collect();
            assert!(all.windows(2).all(|pair| pair[0] <= pair[1]), "{min} to {max}");
            assert!(all.iter().all(|&class| class < finer_classes(min, max)), "{min} to {max}");
        }
        let points = |value| finer_class(value, -100_000, i64::from(i32::MAX));
        assert!([0, 5, 26, 31, 50, 57, 90, 99].windows(2).all(|pair| points(pair[0]) < points(pair[1])));
    }

    #[test]
    fn the_highest_trump_or_card_of_the_suit_led_takes_a_trick() {
        let ranks = Box::from([(1, 5), (1, 9), (2, 2), (2, 7), (3, 14)]);
        let taker = |cards: &[u16], trump| best(cards.iter().copied(), &ranks, trump);
        assert_eq!(taker(&[], 0), 0);
        assert_eq!(taker(&[1, 5, 2, 4], 0), 3);
        assert_eq!(taker(&[1, 3, 2, 4], 2), 4);
        assert_eq!(taker(&[0, 5, 1], 0), 2, "a card that isn't known takes nothing");
    }

    #[test]
    fn small_numbers_of_wide_ranges_have_classes_of_their_own() {
        // Fifteen checkers of either side on a point.
        let all: Vec<u16> = (-15..=15).map(|value| class(value, -15, 15)).collect();
        assert_eq!(all, (0..31).collect::<Vec<u16>>());
        for (min, max) in [(0, 1_000_000), (-100_000, 100_000), (-1_000, 0), (5, 500), (-40, 3)] {
            let all: Vec<u16> = (min..=max).map(|value| class(value, min, max)).collect();
            assert!(all.windows(2).all(|pair| pair[0] <= pair[1] || min == -1_000), "{min} to {max}");
            assert!(all.iter().all(|&class| class < classes(min, max)), "{min} to {max}");
            let zero = 0.clamp(min, max);
            for value in (min..=max).filter(|&value| value != zero) {
                assert_ne!(class(value, min, max), class(zero, min, max), "{value} in {min} to {max}");
            }
        }
        assert_eq!(classes(0, i64::from(i32::MAX)), CLASSES);
    }
}
