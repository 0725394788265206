//! Random playouts on bitboards.

use super::plan::{Entry, MAX_ENTRIES, MAX_STANDINGS, MAX_VERBS, MAX_WAYS, PieceWay, Plan, SeatPlan, Tier, Watch};
use super::{
    MAX_SQUARES,
    squares::{Eights, Squares, square_numbered},
};
use crate::rules::Playout;
use crate::rules::tables::Tables;
use parlour_board::{BoardRules, CELLS, Move, NOWHERE, Scratch};
use parlour_model::chance::Generator;
use parlour_model::layout::STACK;
use parlour_model::state::State;
use parlour_model::state::playout::AtRandom;
use parlour_pack::pieces::{Effect, Follows};

/// A playout. The state is updated lazily, when other code reads it.
pub(super) struct Playing<'a, W> {
    tables: &'a Tables,
    rules: &'a BoardRules,
    plan: &'a Plan<W>,
    scratch: &'a mut Scratch,
    state: &'a mut State,
    /// The squares with each cell, and the cell on each square.
    cells: [W; CELLS],
    board: [u8; MAX_SQUARES],
    /// The squares of pieces that have moved, as in [`BoardRules::touched`].
    touched: W,
    /// The squares that the last action has changed, and all changed ones.
    changed: W,
    all_changed: W,
    /// The changes of the last action with the previous cells, and their number.
    noted: [(u16, u8); MAX_SQUARES],
    notes: usize,
    /// Plies that aren't in the state yet.
    plies: u32,
    turns: i32,
    last: Option<(u16, u16)>,
    /// The piece that continues.
    only: Option<u16>,
    /// For each variable derived from the pieces, by seat, its difference from a plain count.
    drift: Vec<i32>,
    found: Found<W>,
}

/// The generated actions.
struct Found<W> {
    /// By index in [`Tier::standings`].
    standings: [W; MAX_STANDINGS],
    /// The origins of each way, and the open squares of each placing.
    ways: [W; MAX_WAYS],
    entries: [(W, Eights<W>); MAX_ENTRIES],
    /// Counts of the pieces' actions, by slot.
    counts: [Eights<W>; MAX_VERBS],
    /// Totals of actions, by slot.
    totals: [u32; MAX_VERBS],
    total: u32,
}

/// A chosen action.
enum Picked<'a, W> {
    Way(&'a PieceWay<W>, u16),
    Entry(&'a Entry<W>, u16),
    /// A pass, by its rule.
    Pass(u16),
}

impl<W> Picked<'_, W> {
    /// The chosen move, before a falling piece has landed.
    fn to_move(&self) -> Move {
        match *self {
            Self::Way(way, from) => Move { rule: way.rule, from, to: on_from(from, way.ahead) },
            Self::Entry(entry, square) => Move { rule: entry.rule, from: NOWHERE, to: square },
            Self::Pass(rule) => Move { rule, from: NOWHERE, to: NOWHERE },
        }
    }
}

/// A square at an offset from another.
#[inline]
fn on_from(square: u16, ahead: i32) -> u16 {
    square.wrapping_add(ahead as u16)
}

impl<'a, W: Squares> Playing<'a, W> {
    pub(super) fn new(tables: &'a Tables, plan: &'a Plan<W>, scratch: &'a mut Scratch, state: &'a mut State) -> Self {
        let rules = &*tables.board;
        let mut cells = [W::NONE; CELLS];
        let mut board = [0; MAX_SQUARES];
        for ((square, &cell), copy) in rules.cells(&state.bytes).iter().enumerate().zip(&mut board) {
            cells[usize::from(cell) & (CELLS - 1)] |= W::of(square as u16);
            *copy = cell;
        }
        let touched = rules.touched.map_or(W::NONE, |at| {
            let touched = state.bytes[at..at + rules.squares()].iter().enumerate().filter(|(_, byte)| **byte != 0);
            touched.fold(W::NONE, |set, (square, _)| set | W::of(square as u16))
        });
        let mut playing = Self {
            tables,
            rules,
            plan,
            scratch,
            state,
            cells,
            board,
            touched,
            changed: W::NONE,
            all_changed: W::NONE,
            noted: [(0, 0); MAX_SQUARES],
            notes: 0,
            plies: 0,
            turns: 0,
            last: None,
            only: None,
            drift: Vec::new(),
            found: Found {
                standings: [W::NONE; MAX_STANDINGS],
                ways: [W::NONE; MAX_WAYS],
                entries: [(W::NONE, Eights::ZERO); MAX_ENTRIES],
                counts: [Eights::ZERO; MAX_VERBS],
                totals: [0; MAX_VERBS],
                total: 0,
            },
        };
        if plan.is_counted {
            playing.drift = playing.counted().map(|(at, count)| playing.state.i32(at).wrapping_sub(count)).collect();
        }
        playing
    }

    /// Plays until the match is over or `most` plies were played.
    pub(super) fn play(&mut self, random: AtRandom<'_>) -> u32 {
        let AtRandom { generator, policy, most, mut taken, .. } = random;
        let Some(first) = self.state.decision() else {
            return 0;
        };
        let (rules, plan) = (self.rules, self.plan);
        let mut seat = first.seat.index();
        let mut actor = (seat + rules.seats - 1) % rules.seats;
        self.only = rules.going_on(&self.state.bytes, seat);
        let mut plies = 0;
        loop {
            let tier = self.find(seat);
            if tier.is_none() && plies > 0 && rules.order.has_passes() && !self.can_another_act(seat) {
                self.write(seat);
                self.tables.conclude(self.scratch, self.state, actor);
                if self.state.is_over() {
                    return plies;
                }
            }
            let picked = match (tier, rules.order.passes.first()) {
                (None, None) => {
                    self.write(seat);
                    self.tables.end_stuck(self.scratch, self.state, actor);
                    return plies;
                }
                // Only now it is known that the final state has a legal action.
                _ if plies >= most => break,
                (Some(tier), _) => self.found.pick(tier, generator, policy),
                (None, Some(&rule)) => {
                    generator.below(1);
                    Some(Picked::Pass(rule))
                }
            };
            let Some(picked) = picked else {
                break;
            };
            if let Some(taken) = &mut taken {
                taken.push(picked.to_move().taken_by(seat));
            }
            let goes_on = self.enact(&plan.seats[seat], seat, picked);
            plies += 1;
            actor = seat;
            if !goes_on {
                seat += 1;
                if seat == rules.seats {
                    seat = 0;
                    self.turns += 1;
                }
            }
            if self.may_be_over(actor) {
                self.write(seat);
                self.tables.conclude(self.scratch, self.state, actor);
                if self.state.is_over() {
                    return plies;
                }
            }
        }
        self.write(seat);
        plies
    }

    /// Generates the actions of a seat except passes, in the first tier that has any; `None` if there are none.
    #[inline]
    fn find(&mut self, seat: usize) -> Option<&'a Tier<W>> {
        let plan = &self.plan.seats[seat];
        if let (Some(square), Some(again)) = (self.only, &plan.again) {
            self.found.find(again, &self.cells, self.touched, Some(square));
            if self.found.total > 0 {
                return Some(again);
            }
        }
        plan.tiers.iter().find(|tier| {
            self.found.find(tier, &self.cells, self.touched, None);
            self.found.total > 0
        })
    }

    /// True if a seat other than one has an action besides passing.
    #[cold]
    fn can_another_act(&mut self, seat: usize) -> bool {
        let mut others = self.plan.seats.iter().enumerate().filter(|(other, _)| *other != seat);
        others.any(|(_, plan)| {
            plan.tiers.iter().any(|tier| {
                self.found.find(tier, &self.cells, self.touched, None);
                self.found.total > 0
            })
        })
    }

    /// Applies the chosen action; returns true if the same piece continues.
    #[inline]
    fn enact(&mut self, plan: &'a SeatPlan<W>, seat: usize, picked: Picked<'a, W>) -> bool {
        let rules = self.rules;
        self.notes = 0;
        self.changed = W::NONE;
        self.plies += 1;
        let mut goes_on = None;
        match picked {
            Picked::Way(way, from) => {
                let to = on_from(from, way.ahead);
                let has_gone = self.go(seat, way, from, to);
                self.last = Some((from, to));
                if rules.order.again != 0 {
                    goes_on = self.goes_on(plan, way, if has_gone { to } else { from });
                }
            }
            Picked::Entry(entry, square) => {
                let square = match &entry.falls {
                    Some(falls) => falls.landing(square, self.cells[0]),
                    None => square,
                };
                if let Some(ways) = &entry.encloses {
                    let (own, enemies) = (entry.own.squares(&self.cells), entry.enemies.squares(&self.cells));
                    ways.enclosed(square, own, enemies).each(|square| self.convert(seat, square));
                }
                self.put(square, rules.rules[usize::from(entry.rule)].puts);
                self.last = Some((NOWHERE, square));
            }
            Picked::Pass(_) => self.last = Some((NOWHERE, NOWHERE)),
        }
        // Without a variable the continuing piece isn't recorded.
        self.only = goes_on.filter(|_| rules.order.goes_on.is_some());
        self.touched |= self.changed;
        self.all_changed |= self.changed;
        goes_on.is_some()
    }

    /// Applies a piece's action; returns true if the piece has moved to the target.
    #[inline]
    fn go(&mut self, seat: usize, way: &PieceWay<W>, from: u16, to: u16) -> bool {
        let rule = &self.rules.rules[usize::from(way.rule)];
        let piece = if rule.becomes == 0 { way.cell } else { rule.becomes };
        match rule.effect {
            Effect::Move | Effect::Capture => {
                self.put(from, 0);
                self.put(to, piece);
                return true;
            }
            Effect::Jump => {
                self.put(from, 0);
                for &ahead in &way.cleared {
                    self.put(on_from(from, ahead), 0);
                }
                self.put(to, piece);
                return true;
            }
            Effect::Swap => {
                let other = *self.at(to);
                self.put(from, other);
                self.put(to, piece);
                return true;
            }
            Effect::Shoot => self.put(to, 0),
            Effect::Build => self.put(to, rule.puts),
            Effect::Convert => self.convert(seat, to),
            Effect::Place | Effect::Pass | Effect::Stop | Effect::TakeOver | Effect::Overtake | Effect::Castle => {}
        }
        false
    }

    /// The cell on a square.
    #[inline]
    fn at(&mut self, square: u16) -> &mut u8 {
        &mut self.board[usize::from(square) & (MAX_SQUARES - 1)]
    }

    /// Writes a cell on a square.
    #[inline]
    fn put(&mut self, square: u16, cell: u8) {
        let before = std::mem::replace(self.at(square), cell);
        if let Some(note) = self.noted.get_mut(self.notes) {
            *note = (square, before);
            self.notes += 1;
        }
        let set = W::of(square);
        self.cells[usize::from(before) & (CELLS - 1)] ^= set;
        self.cells[usize::from(cell) & (CELLS - 1)] ^= set;
        self.changed |= set;
    }

    /// Converts the piece on a square to the seat.
    #[inline]
    fn convert(&mut self, seat: usize, square: u16) {
        let cell = *self.at(square);
        self.put(square, self.rules.converted[seat][usize::from(cell) & (CELLS - 1)]);
    }

    /// The square of a piece that has acted, if it continues.
    fn goes_on(&mut self, plan: &'a SeatPlan<W>, way: &PieceWay<W>, square: u16) -> Option<u16> {
        let order = &self.rules.order;
        let is_of = |verbs: u64| verbs >> self.rules.rules[usize::from(way.rule)].verb & 1 != 0;
        if !is_of(order.again) {
            return None;
        }
        let cell = *self.at(square);
        if cell != way.cell && is_of(order.unchanged) {
            return None;
        }
        self.found.find(plan.again.as_ref()?, &self.cells, self.touched, Some(square));
        (self.found.total > 0).then_some(square)
    }

    /// True if the last action, of a seat, may have ended the match; if false, no ending applies except one for lack of
    /// moves.
    #[inline]
    fn may_be_over(&self, actor: usize) -> bool {
        self.plan.watches.iter().any(|watch| match watch {
            Watch::Turns(at, limit) => self.state.i32(*at).wrapping_add(self.turns) >= *limit,
            Watch::Reach(goals) => {
                goals.iter().any(|(cells, area)| !(cells.squares(&self.cells) & self.changed & *area).is_none())
            }
            Watch::Line(cells, folds) => {
                let has_line = |own: W| {
                    // In the end these are the first squares of own lines.
                    let mut lines = [own; 4];
                    for fold in folds {
                        for (line, fold) in lines.iter_mut().zip(fold) {
                            *line &= line.behind(fold.by) & fold.from;
                        }
                    }
                    let [one, two, three, four] = lines;
                    !(one | two | three | four).is_none()
                };
                cells.iter().enumerate().any(|(seat, cells)| {
                    let own = cells.squares(&self.cells);
                    (seat == actor || !(own & self.changed).is_none()) && has_line(own)
                })
            }
            Watch::Captured(seats) => seats.iter().any(|cells| cells.squares(&self.cells).is_none()),
        })
    }

    /// The offsets of the variables derived from the pieces, with their plain counts.
    fn counted(&self) -> impl Iterator<Item = (usize, i32)> {
        let (rules, bytes) = (self.rules, &self.state.bytes);
        let followed = rules.followed.iter().filter(|f| matches!(f.follows, Follows::Score | Follows::Pieces));
        followed.flat_map(move |followed| {
            (0..rules.seats).map(move |seat| {
                let count = match followed.follows {
                    Follows::Score => rules.material(bytes, seat),
                    _ => rules.cells(bytes).iter().filter(|cell| rules.own[seat] >> (**cell & 63) & 1 != 0).count()
                        as i32,
                };
                (followed.offset + followed.stride * seat, count)
            })
        })
    }

    /// Updates the state; a seat is to act.
    fn write(&mut self, seat: usize) {
        let rules = self.rules;
        self.state.bytes[STACK + 1] = seat as u8 + 1;
        if self.plies == 0 {
            return;
        }
        let cells = rules.cells_mut(&mut self.state.bytes);
        cells.copy_from_slice(&self.board[..cells.len()]);
        let changes = &mut self.scratch.changes;
        changes.clear();
        self.noted[..self.notes].iter().for_each(|&(square, before)| changes.note(square, before));
        self.state.set_ply(self.state.ply() + self.plies);
        let (from, to) = self.last.unwrap_or((NOWHERE, NOWHERE));
        let number = |square: u16| if square == NOWHERE { 0 } else { i32::from(square) + 1 };
        for followed in &rules.followed {
            let value = match followed.follows {
                Follows::Turns => self.state.i32(followed.offset) + self.turns,
                Follows::LastFrom => number(from),
                Follows::LastTo => number(to),
                Follows::GoesOn
                | Follows::Score
                | Follows::Pieces
                | Follows::Checks
                | Follows::Passes
                | Follows::Area
                | Follows::Hand
                | Follows::Unmoved
                | Follows::Passed
                | Follows::Quiet
                | Follows::Material => continue,
            };
            self.state.set_i32(followed.offset, value);
        }
        (self.plies, self.turns) = (0, 0);
        if self.plan.is_counted {
            let counted: Vec<(usize, i32)> = self.counted().collect();
            for ((at, count), drift) in counted.into_iter().zip(&self.drift) {
                self.state.set_i32(at, count.wrapping_add(*drift));
            }
        }
        if let Some(at) = rules.order.goes_on.filter(|_| rules.order.again != 0) {
            self.state.set_i32(at, self.only.map_or(0, |square| i32::from(square) + 1));
        }
        if let Some(touched) = rules.touched {
            self.all_changed.each(|square| self.state.bytes[touched + usize::from(square)] = 1);
        }
    }
}

impl<W: Squares> Found<W> {
    /// Generates the actions of a tier, by the piece on one square or by all.
    #[inline]
    fn find(&mut self, tier: &Tier<W>, cells: &[W; CELLS], touched: W, only: Option<u16>) {
        self.total = 0;
        if tier.ways.is_empty() {
            for total in self.totals.iter_mut().take(tier.verbs.len()) {
                *total = 0;
            }
        } else {
            self.find_ways(tier, cells, touched, only);
        }
        for (entry, found) in tier.entries.iter().zip(&mut self.entries) {
            let open = entry.open(cells);
            let eights = open.in_eights();
            let total = eights.total();
            *found = (open, eights);
            self.totals[usize::from(entry.slot) & (MAX_VERBS - 1)] += total;
            self.total += total;
        }
    }

    /// Generates the actions of pieces.
    fn find_ways(&mut self, tier: &Tier<W>, cells: &[W; CELLS], touched: W, only: Option<u16>) {
        for (set, standing) in self.standings.iter_mut().zip(&tier.standings) {
            *set = standing.squares(cells);
        }
        let standings = &self.standings;
        let standing = |place: u8| standings[usize::from(place) & (MAX_STANDINGS - 1)];
        let among = only.map_or(!W::NONE, W::of);
        let mut found = self.ways.iter_mut();
        for ((range, count), total) in tier.slots.iter().zip(&mut self.counts).zip(&mut self.totals) {
            *count = Eights::ZERO;
            for (way, found) in tier.ways[range.clone()].iter().zip(&mut found) {
                let mut from = cells[usize::from(way.cell) & (CELLS - 1)] & way.from & among;
                from &= standing(way.target.standing).behind(way.target.by);
                for look in &way.passing {
                    from &= standing(look.standing).behind(look.by);
                }
                if way.unmoved {
                    from &= !touched;
                }
                *found = from;
                *count = count.plus(from.in_eights());
            }
            *total = count.total();
            self.total += *total;
        }
    }

    /// Chooses an action with the numbering of move generation on the cells: all actions of pieces, from the first
    /// square to the last, then one placing after the other.
    #[inline]
    fn pick<'a>(&self, tier: &'a Tier<W>, generator: &mut Generator, policy: Playout) -> Option<Picked<'a, W>> {
        let totals = &self.totals[..tier.verbs.len().min(MAX_VERBS)];
        let mut slot = None;
        if policy != Playout::ByAction && totals.len() > 1 {
            let kinds = totals.iter().filter(|total| **total > 0).count() as u32;
            let kind = if policy == Playout::ByVerb && kinds > 1 { generator.below(kinds) } else { 0 };
            slot = (0..totals.len()).filter(|n| totals[*n] > 0).nth(kind as usize);
        }
        let mut left = generator.below(slot.map_or(self.total, |slot| totals[slot]));
        if !tier.ways.is_empty() {
            let all =
                || self.counts[..totals.len()].iter().fold(Eights::ZERO, |all: Eights<W>, &count| all.plus(count));
            let counts = slot.map_or_else(all, |slot| self.counts[slot]);
            let total = if tier.entries.is_empty() { u32::MAX } else { counts.total() };
            if left < total {
                let (eight, number) = counts.find(left);
                return match slot {
                    Some(slot) => self.pick_way(tier, tier.slots[slot].clone(), eight, number),
                    None => self.pick_way(tier, tier.order.iter().map(|n| usize::from(*n)), eight, number),
                };
            }
            left -= total;
        }
        for (entry, &(open, eights)) in tier.entries.iter().zip(&self.entries) {
            if slot.is_some_and(|slot| slot != usize::from(entry.slot)) {
                continue;
            }
            // The last one needs no count.
            let total = if tier.entries.len() == 1 { u32::MAX } else { eights.total() };
            if left < total {
                return Some(Picked::Entry(entry, square_numbered(open, eights, left)));
            }
            left -= total;
        }
        None
    }

    /// Chooses, among some ways, the one with a number from those that start in a byte of squares.
    #[inline]
    fn pick_way<'a>(
        &self,
        tier: &'a Tier<W>,
        among: impl Iterator<Item = usize> + Clone,
        eight: u32,
        number: u32,
    ) -> Option<Picked<'a, W>> {
        let starts = |n: usize| self.ways[n & (MAX_WAYS - 1)].byte(eight);
        let mut squares = among.clone().fold(0, |squares, n| squares | starts(n));
        let mut left = number;
        while squares != 0 {
            let bit = squares & squares.wrapping_neg();
            for n in among.clone().filter(|n| starts(*n) & bit != 0) {
                if left == 0 {
                    return Some(Picked::Way(&tier.ways[n], (8 * eight + bit.trailing_zeros()) as u16));
                }
                left -= 1;
            }
            squares ^= bit;
        }
        None
    }
}

impl<W: Squares> Entry<W> {
    /// The open squares of a placing.
    #[inline]
    fn open(&self, cells: &[W; CELLS]) -> W {
        let is_used_up =
            |(cell, most): (u8, usize)| cells[usize::from(cell) & (CELLS - 1)].in_eights().total() as usize >= most;
        if self.limit.is_some_and(is_used_up) {
            return W::NONE;
        }
        let mut open = self.squares & self.on.squares(cells);
        if let Some(ways) = &self.encloses {
            open &= ways.enclosing(self.own.squares(cells), self.enemies.squares(cells));
        }
        open
    }
}
