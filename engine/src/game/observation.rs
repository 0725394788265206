//! Observation vectors: what a seat can see of a state, as small whole numbers at fixed places, for evaluations that are
//! learnt (compare the observation tensors of OpenSpiel: Lanctot et al., "OpenSpiel: A Framework for Reinforcement
//! Learning in Games", 2019).

use std::fmt::Write as _;

use crate::game::Game;
use crate::ids::{BoardId, Seat, Square, VarId, ZoneId};
use crate::kind::Kind;
use crate::layout::{PileLayout, ZoneLayout};
use crate::pack::boards::SquaresSeen;
use crate::pack::spec::Per;
use crate::state::State;

/// Ranges of up to this many values are observed value by value; wider ones in as many classes, narrow near 0 or the least.
const CLASSES: u16 = 32;
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
    /// The class of a number.
    Number { offset: usize, min: i64, max: i64 },
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

    /// Reads the vector from a state; what the observer does not see is not read.
    pub fn read(&self, state: &State, out: &mut Vec<u16>) {
        out.clear();
        out.extend(self.slots.iter().map(|slot| slot.source.read(state).min(slot.levels - 1)));
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
                Source::Number { .. } => 'n',
                Source::Bounded { .. } => 'h',
                Source::Seat { .. } => 'w',
                Source::Size { .. } => 's',
                Source::Count { .. } => 'b',
                Source::InPile { .. } => 'i',
                Source::Place { .. } => 'l',
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

impl Source {
    fn read(&self, state: &State) -> u16 {
        match self {
            Self::ToAct { from, seats } => {
                state.decision().map_or(0, |due| ((due.seat.index() + seats - from) % seats + 1) as u16)
            }
            Self::Phase => state.decision().map_or(0, |due| due.phase.index() as u16 + 1),
            Self::Cell { offset } => u16::from(state.bytes()[*offset] & 63),
            Self::Shown { offset, shown, lit } => {
                let cell = state.bytes()[*offset] & 63;
                let is_lit = lit.is_some_and(|lit| state.u16(lit.offset) & lit.mask != 0);
                let seen = if is_lit { None } else { shown.get(usize::from(cell)) };
                u16::from(seen.copied().unwrap_or(cell))
            }
            Self::Number { offset, min, max } => class(i64::from(state.i32(*offset)), *min, *max),
            Self::Bounded { offset, min, max } => (i64::from(state.i32(*offset)).clamp(*min, *max) - min) as u16,
            Self::Seat { offset, from, seats } => match state.i32(*offset) {
                seat @ 1.. => ((seat as usize - 1 + seats - from) % seats + 1) as u16,
                _ => 0,
            },
            Self::Size { offset, range } => class(i64::from(state.u16(*offset)), 0, *range),
            Self::Count { offset } => u16::from(state.bytes()[*offset]),
            Self::InPile { pile, number } => state.cards(pile).filter(|card| card == number).count() as u16,
            Self::Place { pile, place } => {
                let mut cards = state.cards(pile);
                let at =
                    if *place < 0 { cards.len().checked_sub(place.unsigned_abs()) } else { Some(*place as usize - 1) };
                at.and_then(|at| cards.nth(at)).unwrap_or(0)
            }
        }
    }
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
            let places = (0..layout.squares()).map(place).collect();
            boards.push(ObservedBoard { width: layout.width, height: layout.height, places });
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
                let is_seen = self.sees(Some(seat), ZoneId::from_index(n), member) && types <= MAX_TYPES;
                self.observe_zone(layout, is_seen, &mut slots);
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
    use super::{CLASSES, class, classes};

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
