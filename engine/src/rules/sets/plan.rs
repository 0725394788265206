//! Compiles the tables of a game for playouts on bitboards.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::encloses::{Way, Ways};
use super::squares::Squares;
use crate::rules::ends::{Endings, Row, Trigger};
use parlour_board::{BoardRules, CELLS, Kind, Net, PASSES, Placing};
use parlour_pack::pieces::{Effect, Follows};

/// A set of cells, by their bytes. Mostly a single one, which is looked up without a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    first: u8,
    more: Box<[u8]>,
}

impl Cells {
    /// A cell that is never on a board with bitboards.
    const NEVER: u8 = CELLS as u8 - 1;

    fn new(mask: u64) -> Self {
        let mut cells = bits(mask);
        Self { first: cells.next().unwrap_or(Self::NEVER), more: cells.collect() }
    }

    /// The squares with one of the cells.
    #[inline]
    pub(super) fn squares<W: Squares>(&self, sets: &[W; CELLS]) -> W {
        let one = sets[usize::from(self.first) & (CELLS - 1)];
        self.more.iter().fold(one, |union, &cell| union | sets[usize::from(cell) & (CELLS - 1)])
    }
}

/// Limit of the ways of one kind of piece: counts of squares are bytes, one for each eight squares.
const MAX_OF_PIECE: usize = 31;
/// Limit of the ways of all pieces of a seat. With more, such as with many kinds of pieces or long slides, move
/// generation piece by piece on the cells is as fast.
pub(super) const MAX_WAYS: usize = 64;
/// Limit of placings.
pub(super) const MAX_ENTRIES: usize = 8;
/// Limit of the distinct conditions on squares.
pub(super) const MAX_STANDINGS: usize = 16;
/// Limit of verbs.
pub(super) const MAX_VERBS: usize = 16;

/// The compiled plan of a game.
#[derive(Debug)]
pub(crate) struct Plan<W> {
    pub(super) seats: Vec<SeatPlan<W>>,
    pub(super) watches: Vec<Watch<W>>,
    /// True if some variable is derived from the pieces on the board.
    pub(super) is_counted: bool,
}

/// The actions of a seat.
#[derive(Debug)]
pub(super) struct SeatPlan<W> {
    /// The mandatory actions, and the others.
    pub(super) tiers: Vec<Tier<W>>,
    /// The actions with which a piece continues.
    pub(super) again: Option<Tier<W>>,
}

/// Actions of equal precedence.
#[derive(Debug)]
pub(super) struct Tier<W> {
    /// The verbs, ascending; a verb's index here is its slot.
    pub verbs: Vec<u8>,
    /// The conditions on squares.
    pub(super) standings: Vec<Cells>,
    /// The moves of pieces, slot by slot; within a slot, for each square, in the order of move generation.
    pub(super) ways: Vec<PieceWay<W>>,
    /// The range of the ways of each slot.
    pub(super) slots: Vec<Range<usize>>,
    /// The ways in the order of move generation for all slots together.
    pub(super) order: Vec<u8>,
    pub(super) entries: Vec<Entry<W>>,
}

/// A condition on a square relative to a piece, by index in [`Tier::standings`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) by: u32,
    pub(super) standing: u8,
}

/// A way: one rule with one relative target, for all pieces of a kind on some squares.
#[derive(Debug)]
pub(super) struct PieceWay<W> {
    pub(super) cell: u8,
    pub(super) slot: u8,
    pub(super) rule: u16,
    pub(super) unmoved: bool,
    pub(super) from: W,
    pub(super) target: Look,
    /// The squares on the way, which the piece must be able to pass.
    pub(super) passing: Vec<Look>,
    /// The offset of the target.
    pub(super) ahead: i32,
    /// The offsets of the squares that a jump clears.
    pub(super) cleared: Vec<i32>,
}

/// A placing.
#[derive(Debug)]
pub(super) struct Entry<W> {
    pub(super) slot: u8,
    pub(super) rule: u16,
    pub(super) squares: W,
    pub(super) on: Cells,
    /// The cell and its maximum number on the board, if there is a limit.
    pub(super) limit: Option<(u8, usize)>,
    pub(super) falls: Option<Fall<W>>,
    pub(super) encloses: Option<Ways<W>>,
    /// The cells of the seat, and those of all others.
    pub(super) own: Cells,
    pub(super) enemies: Cells,
}

/// Gravity of a placing.
#[derive(Debug)]
pub(super) struct Fall<W> {
    /// The squares from each entry on.
    lanes: Vec<W>,
    /// True if squares farther down have higher numbers.
    ascends: bool,
}

/// A quick check that an ending doesn't apply.
#[derive(Debug)]
pub(super) enum Watch<W> {
    /// A number of turns, counted in a variable at an offset.
    Turns(usize, i32),
    /// For each seat, its cells and their target squares.
    Reach(Vec<(Cells, W)>),
    /// For each seat, its cells; the folds for lines, in each of the four directions.
    Line(Vec<Cells>, Vec<[Fold<W>; 4]>),
    /// For each seat, the cells of which one must be left.
    Captured(Vec<Cells>),
}

/// A step of line detection: intersects the starts of lines of some length with those of their continuations.
#[derive(Debug)]
pub(super) struct Fold<W> {
    pub(super) by: u32,
    /// The squares from which the step stays on the board.
    pub(super) from: W,
}

/// A move of a piece, before it is ordered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    rule: u16,
    ahead: i32,
    target: u64,
    passing: Vec<(i32, u64)>,
    cleared: Vec<i32>,
}

/// The indices of the bits of a mask.
fn bits(mask: u64) -> impl Iterator<Item = u8> {
    (0..CELLS as u8).filter(move |cell| mask >> cell & 1 != 0)
}

/// An offset of squares, modulo the bits of the word.
fn turns<W: Squares>(ahead: i32) -> u32 {
    ahead.rem_euclid(W::BITS as i32) as u32
}

fn set_of<W: Squares>(squares: impl IntoIterator<Item = usize>) -> W {
    squares.into_iter().fold(W::NONE, |set, square| set | W::of(square as u16))
}

impl<W: Squares> Plan<W> {
    /// Prepares a game; `None` if it has unsupported features: attacks and protection, histories and counters, or too
    /// many ways.
    pub(super) fn new(rules: &BoardRules, ends: &Endings) -> Option<Self> {
        let order = &rules.order;
        let is_served = rules.royal.iter().all(|cell| *cell == 0)
            && !rules.has_shields
            && !rules.forks
            && rules.hands.is_none()
            && rules.gaits.is_empty()
            && !rules.has_chains()
            && rules.line_captures.is_empty()
            && !rules.custody.is_any()
            && !rules.special.has_moves()
            && rules.followed.iter().all(|f| !matches!(f.follows, Follows::Unmoved | Follows::Passed | Follows::Quiet))
            && rules.materials.is_empty()
            && rules.first == 0
            && rules.rules.iter().all(|rule| rule.leaves == 0 && !rule.stopping)
            && order.then.is_empty()
            && order.passes.len() <= 1
            && order.again & order.precedence.pass == 0
            && rules.has_no_free_pass()
            && rules.followed.iter().all(|followed| followed.follows != Follows::Passes)
            && rules.placings.iter().all(|placing| placing.surrounds.is_none())
            && rules.converted.iter().all(|cells| cells[usize::from(Cells::NEVER)] == 0);
        if !is_served {
            return None;
        }
        // Move generation detects a missing action.
        let is_watched = |row: &&Row| !matches!(row.trigger, Trigger::NoMove(_));
        let rows = ends.rows.iter().chain(&ends.repetitions);
        let watches: Option<Vec<_>> = rows.filter(is_watched).map(|row| watch(rules, row)).collect();
        let others = rules.verbs & !order.precedence.pass;
        let seats: Option<Vec<_>> = (0..rules.seats)
            .map(|seat| {
                let tier = |verbs: u64, with_entries: bool| Tier::new(rules, seat, verbs, with_entries);
                let again = rules.verbs & order.again;
                Some(SeatPlan {
                    tiers: [others & order.precedence.must, others & !order.precedence.must]
                        .into_iter()
                        .filter(|verbs| *verbs != 0)
                        .map(|verbs| tier(verbs, true))
                        .collect::<Option<_>>()?,
                    again: if again == 0 { None } else { Some(tier(again, false)?) },
                })
            })
            .collect();
        let is_counted = rules.followed.iter().any(|f| matches!(f.follows, Follows::Score | Follows::Pieces));
        Some(Self { seats: seats?, watches: watches?, is_counted })
    }
}

/// The quick check of an ending; `None` if there is none.
fn watch<W: Squares>(rules: &BoardRules, row: &Row) -> Option<Watch<W>> {
    let asked = match &row.trigger {
        Trigger::Turns { at, limit } => return Some(Watch::Turns(*at, *limit)),
        Trigger::Board(asked) => asked,
        _ => return None,
    };
    let masks = || asked.masks.iter().map(|mask| Cells::new(*mask)).collect();
    let squares = 0..rules.squares();
    Some(match asked.kind {
        Kind::Reach => {
            let area = |seat: usize| set_of(squares.clone().filter(|&n| asked.areas[seat].contains(n as u16)));
            Watch::Reach((0..rules.seats).map(|seat| (Cells::new(asked.masks[seat]), area(seat))).collect())
        }
        Kind::Line => {
            let mut folds = Vec::new();
            let mut length = 1;
            while length < asked.length {
                let more = length.min(asked.length - length);
                // Hexes have no lines in the fourth direction.
                let ways = match rules.grid.net {
                    Net::Squares => [Some((1, 0)), Some((0, 1)), Some((-1, 1)), Some((1, 1))],
                    Net::Hexes => [Some((1, 0)), Some((0, 1)), Some((-1, 1)), None],
                    Net::Lines(_) => return None,
                };
                folds.push(ways.map(|way| {
                    let Some(way) = way else {
                        return Fold { by: 0, from: W::NONE };
                    };
                    let ahead = more * (way.1 * rules.grid.width as i32 + way.0);
                    let from = set_of(squares.clone().filter(|&n| rules.grid.step(n, way, more).is_some()));
                    Fold { by: turns::<W>(ahead), from }
                }));
                length += more;
            }
            Watch::Line(masks(), folds)
        }
        Kind::Captured => Watch::Captured(masks()),
        _ => return None,
    })
}

impl<W: Squares> Tier<W> {
    fn new(rules: &BoardRules, seat: usize, verbs: u64, with_entries: bool) -> Option<Self> {
        let verb_list: Vec<u8> = bits(verbs).collect();
        if verb_list.len() > MAX_VERBS {
            return None;
        }
        let mut ways: Vec<PieceWay<W>> = Vec::new();
        let mut tier = Self {
            verbs: verb_list,
            standings: Vec::new(),
            ways: Vec::new(),
            slots: Vec::new(),
            order: Vec::new(),
            entries: Vec::new(),
        };
        for cell in bits(rules.own[seat]) {
            for (key, from) in ways_of(rules, cell, verbs)? {
                let rule = &rules.rules[usize::from(key.rule)];
                let mut look = |ahead: i32, mask: u64| {
                    let cells = Cells::new(mask);
                    let known = tier.standings.iter().position(|standing| *standing == cells);
                    let standing = known.unwrap_or(tier.standings.len());
                    if known.is_none() {
                        tier.standings.push(cells);
                    }
                    Look { by: turns::<W>(ahead), standing: standing as u8 }
                };
                let way = PieceWay {
                    cell,
                    slot: tier.verbs.iter().position(|verb| *verb == rule.verb)? as u8,
                    rule: key.rule,
                    unmoved: rule.unmoved,
                    from: set_of(from),
                    target: look(key.ahead, key.target),
                    passing: key.passing.iter().map(|&(ahead, mask)| look(ahead, mask)).collect(),
                    ahead: key.ahead,
                    cleared: key.cleared,
                };
                ways.push(way);
            }
        }
        // Sorting is stable, so a slot keeps the order of move generation.
        let mut places: Vec<usize> = (0..ways.len()).collect();
        places.sort_by_key(|&n| ways[n].slot);
        tier.order = (0..ways.len()).filter_map(|n| places.iter().position(|&m| m == n)).map(|n| n as u8).collect();
        ways.sort_by_key(|way| way.slot);
        let begin = |slot: usize| ways.partition_point(|way| usize::from(way.slot) < slot);
        tier.slots = (0..tier.verbs.len()).map(|slot| begin(slot)..begin(slot + 1)).collect();
        tier.ways = ways;
        if with_entries {
            for &n in &rules.placings_of[seat] {
                let placing = &rules.placings[usize::from(n)];
                let verb = rules.rules[usize::from(placing.rule)].verb;
                if let Some(slot) = tier.verbs.iter().position(|other| *other == verb) {
                    tier.entries.push(Entry::new(rules, seat, placing, slot as u8)?);
                }
            }
        } else if rules.placings.iter().any(|placing| verbs >> rules.rules[usize::from(placing.rule)].verb & 1 != 0) {
            return None;
        }
        let fits =
            tier.ways.len() <= MAX_WAYS && tier.entries.len() <= MAX_ENTRIES && tier.standings.len() <= MAX_STANDINGS;
        fits.then_some(tier)
    }
}

/// The actions of a gate with some verbs.
struct Passage {
    /// The rules by the contents of the square, in the order of move generation.
    lists: Vec<Vec<u16>>,
    /// Each of these rules, with the contents that it applies to.
    rules: Vec<(u16, u64)>,
    /// The cells that a piece passes.
    passes: u64,
}

impl Passage {
    fn new(rules: &BoardRules, gate: u16, verbs: u64) -> Self {
        let gate = &rules.gates[usize::from(gate)];
        let has_verb = |rule: &u16| verbs >> rules.rules[usize::from(*rule)].verb & 1 != 0;
        let lists: Vec<Vec<u16>> =
            gate.iter().map(|&entry| rules.listed_in(entry).filter(has_verb).collect()).collect();
        let mask = |test: &dyn Fn(usize) -> bool| (0..CELLS).filter(|&n| test(n)).fold(0, |mask, n| mask | 1_u64 << n);
        let mut all: Vec<u16> = lists.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let rules = all.into_iter().map(|rule| (rule, mask(&|n| lists[n].contains(&rule)))).collect();
        let passes = mask(&|n| gate[n] & PASSES != 0);
        Self { lists, rules, passes }
    }
}

/// The ways of a kind of piece with some verbs, with their origins; ordered so that, for each square, the order is that
/// of move generation on the cells. `None` if there is no such order, or too many ways.
fn ways_of(rules: &BoardRules, cell: u8, verbs: u64) -> Option<Vec<(Key, Vec<usize>)>> {
    let squares = rules.squares();
    let mut passages: HashMap<u16, Passage> = HashMap::new();
    let mut ways: Vec<(Key, Vec<usize>)> = Vec::new();
    let mut numbers: HashMap<Key, usize> = HashMap::new();
    // Order constraints.
    let mut before: HashSet<(usize, usize)> = HashSet::new();
    for from in 0..squares {
        let place = usize::from(cell) * squares + from;
        let range = rules.starts[place] as usize..rules.starts[place + 1] as usize;
        let mut passing: Vec<(i32, u64)> = Vec::new();
        let mut end = range.start;
        // The ways of the last square that has any.
        let mut last: Vec<usize> = Vec::new();
        for at in range {
            let step = &rules.steps[at];
            if at == end {
                passing.clear();
                end = step.next as usize;
            }
            let ahead = i32::from(step.square) - from as i32;
            let passage = passages.entry(step.gate).or_insert_with(|| Passage::new(rules, step.gate, verbs));
            let mut here: Vec<(u16, usize)> = Vec::new();
            for &(rule, target) in &passage.rules {
                let cleared = match rules.rules[usize::from(rule)].effect {
                    Effect::Jump => {
                        let between = rules.between(from as u16, step.square);
                        between.into_iter().map(|square| i32::from(square) - from as i32).collect()
                    }
                    _ => Vec::new(),
                };
                let key = Key { rule, ahead, target, passing: passing.clone(), cleared };
                let number = *numbers.entry(key.clone()).or_insert_with(|| {
                    ways.push((key, Vec::new()));
                    ways.len() - 1
                });
                if ways.len() > MAX_OF_PIECE || ways[number].1.last() == Some(&from) {
                    return None;
                }
                ways[number].1.push(from);
                here.push((rule, number));
            }
            if !here.is_empty() {
                let number = |rule: u16| here.iter().find(|(other, _)| *other == rule).map(|(_, number)| *number);
                for pair in passage.lists.iter().flat_map(|list| list.windows(2)) {
                    before.insert((number(pair[0])?, number(pair[1])?));
                }
                let here: Vec<usize> = here.into_iter().map(|(_, number)| number).collect();
                before.extend(last.iter().flat_map(|&one| here.iter().map(move |&other| (one, other))));
                last = here;
            }
            passing.push((ahead, passage.passes));
        }
    }
    let order = ordered(ways.len(), &before)?;
    let mut ways: Vec<Option<(Key, Vec<usize>)>> = ways.into_iter().map(Some).collect();
    order.into_iter().map(|n| ways[n].take()).collect()
}

/// A topological order of the numbers below `count` under pairs of constraints; `None` if there is a cycle.
fn ordered(count: usize, before: &HashSet<(usize, usize)>) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < count {
        let is_free =
            |n: &usize| !order.contains(n) && before.iter().all(|(one, other)| other != n || order.contains(one));
        order.push((0..count).find(is_free)?);
    }
    Some(order)
}

impl<W: Squares> Entry<W> {
    fn new(rules: &BoardRules, seat: usize, placing: &Placing, slot: u8) -> Option<Self> {
        let owned: u64 = rules.own.iter().fold(0, |all, own| all | own);
        if !placing.squares.is_sorted() || (!placing.lanes.is_empty() && !placing.rays.is_empty()) {
            return None;
        }
        Some(Self {
            slot,
            rule: placing.rule,
            squares: set_of(placing.squares.iter().map(|&n| usize::from(n))),
            on: Cells::new(placing.on),
            limit: placing.limit,
            falls: if placing.lanes.is_empty() { None } else { Some(Fall::new(rules, placing)?) },
            encloses: if placing.rays.is_empty() { None } else { Some(Ways::new(placing)?) },
            own: Cells::new(rules.own[seat]),
            enemies: Cells::new(owned & !rules.own[seat]),
        })
    }
}

impl<W: Squares> Fall<W> {
    fn new(rules: &BoardRules, placing: &Placing) -> Option<Self> {
        let ascends = placing.lanes.iter().all(|lane| lane.is_sorted());
        let descends = placing.lanes.iter().all(|lane| lane.is_sorted_by(|one, other| one > other));
        if !ascends && !descends {
            return None;
        }
        let mut lanes = vec![W::NONE; rules.squares()];
        for (&entry, lane) in placing.squares.iter().zip(&placing.lanes) {
            lanes[usize::from(entry)] = set_of(lane.iter().map(|&n| usize::from(n)));
        }
        Some(Self { lanes, ascends })
    }

    /// The landing square of a piece that enters on a square: the last one before an occupied square of its lane.
    #[inline]
    pub(super) fn landing(&self, entry: u16, empty: W) -> u16 {
        let lane = self.lanes[usize::from(entry)];
        let blocked = lane & !empty;
        let landing = if self.ascends {
            (lane & blocked.below_first()).last()
        } else {
            let free =
                blocked.last().map_or(lane, |last| lane & !W::of(last as u16) & !W::of(last as u16).below_first());
            (!free.is_none()).then(|| free.first())
        };
        landing.map_or(entry, |square| square as u16)
    }
}

impl<W: Squares> Ways<W> {
    fn new(placing: &Placing) -> Option<Self> {
        let count = placing.rays.iter().map(Vec::len).max().unwrap_or(0);
        let mut ways = Vec::new();
        for n in 0..count {
            // Each direction is identified by the first squares of its rays.
            let firsts = placing
                .rays
                .iter()
                .enumerate()
                .filter_map(|(square, rays)| rays.get(n)?.first().map(|&first| (square, usize::from(first))));
            let steps: Vec<(usize, usize)> = firsts.collect();
            let Some(&(square, first)) = steps.first() else {
                continue;
            };
            let ahead = first as i32 - square as i32;
            if steps.iter().any(|&(square, first)| first as i32 - square as i32 != ahead) {
                return None;
            }
            ways.push(Way {
                by: turns::<W>(ahead),
                ahead: set_of(steps.iter().map(|step| step.0)),
                back: set_of(steps.iter().map(|step| step.1)),
            });
        }
        let longest = placing.rays.iter().flatten().map(Vec::len).max().unwrap_or(0);
        // `n` doublings fill 2^n - 1 squares; the last square of a ray only closes it.
        Some(Self { ways, doublings: usize::BITS - longest.saturating_sub(1).leading_zeros() })
    }
}
