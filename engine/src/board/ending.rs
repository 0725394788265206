//! The endings that a board game declares.

use super::change::Changes;
use super::entering::Entering;
use super::generate::Any;
use super::geometry::SquareSet;
use super::{BoardRules, Scratch};
use crate::layout::{DEPTH, HistoryLayout, STACK};
use crate::pack::pieces::{EndSpec, Follows, Verdict, When};
use crate::pack::spec::{Per, ScoreRule, VarSpec};
use crate::state::State;

/// A declared ending with what is needed to notice it.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(super) kind: Kind,
    verdict: Verdict,
    ending: usize,
    even: usize,
    /// Turns, pieces in a row, the value of a counter, or times of a repetition.
    pub(crate) limit: i32,
    /// Where the variable that counts is.
    pub(crate) counter: usize,
    /// Where the sizes of the zones are that must be empty.
    pub(crate) sizes: Vec<usize>,
    /// For each seat, the cells that matter.
    pub(crate) masks: Vec<u64>,
    /// For each seat, the squares that matter.
    pub(crate) areas: Vec<SquareSet>,
    /// For each square and each line through it, the squares on one side and on the other, the nearest first: on each
    /// side one less than a full line has, with [`NOWHERE`] for those off the board.
    pub(crate) lines: Vec<u16>,
    /// For each seat, the areas that one group must reach.
    pub(crate) joins: Vec<Vec<SquareSet>>,
    /// What each seat has besides its area.
    pub(crate) bonus: Vec<i32>,
    pub(crate) history: Option<HistoryLayout>,
    /// What it takes to have entered.
    pub(crate) entering: Option<Entering>,
}

/// Whether a test is true of a square that has changed; of any square if it is not known which have.
#[inline]
fn any_changed(changes: Option<&Changes>, cells: &[u8], test: impl Fn(u16) -> bool) -> bool {
    match changes {
        Some(changes) => changes.as_slice().iter().any(|&(square, _)| test(square)),
        None => (0..cells.len() as u16).any(test),
    }
}

/// What brings an ending about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    NoMove(Option<bool>),
    Turns,
    Reach,
    Line,
    Joined,
    Captured,
    Bare,
    Entered,
    Counter { per_seat: bool, at_least: bool },
    Empty { per_seat: bool },
    Last,
    Repetition { by_danger: bool },
}

impl End {
    pub(crate) fn new(spec: &EndSpec, vars: &[VarSpec]) -> Self {
        let kind = match spec.when {
            When::NoMove(danger) => Kind::NoMove(danger),
            When::Turns(_) => Kind::Turns,
            When::Reach(..) => Kind::Reach,
            When::Line(_) => Kind::Line,
            When::Joined(_) => Kind::Joined,
            When::Captured(_) => Kind::Captured,
            When::Bare { .. } => Kind::Bare,
            When::Entered { .. } => Kind::Entered,
            When::Counter { var, at_least, .. } => Kind::Counter { per_seat: vars[var].per == Per::Seat, at_least },
            When::Empty { per_seat, .. } => Kind::Empty { per_seat },
            When::Last => Kind::Last,
            When::Repetition { danger, .. } => Kind::Repetition { by_danger: danger },
        };
        Self {
            kind,
            verdict: spec.verdict,
            ending: spec.ending,
            even: spec.even,
            limit: 0,
            counter: 0,
            sizes: Vec::new(),
            masks: Vec::new(),
            areas: Vec::new(),
            lines: Vec::new(),
            joins: Vec::new(),
            bonus: Vec::new(),
            history: None,
            entering: None,
        }
    }

    /// Whether a full line of some cells goes through a square, on which one of them stands.
    #[inline]
    fn is_in_line(&self, cells: &[u8], own: u64, square: usize) -> bool {
        match self.limit {
            ..=1 => true,
            3 => self.is_in_line_of::<2>(cells, own, square),
            4 => self.is_in_line_of::<3>(cells, own, square),
            5 => self.is_in_line_of::<4>(cells, own, square),
            _ => {
                let beside = self.limit as usize - 1;
                let lines = &self.lines[square * WAYS * beside..(square + 1) * WAYS * beside];
                lines.chunks_exact(2 * beside).any(|line| {
                    let (one, other) = line.split_at(beside);
                    run(one, cells, own) + run(other, cells, own) >= beside
                })
            }
        }
    }

    /// The same for the usual lengths, so that the steps along a line are counted out beforehand.
    #[inline]
    fn is_in_line_of<const BESIDE: usize>(&self, cells: &[u8], own: u64, square: usize) -> bool {
        let (sides, _) = self.lines.as_chunks::<BESIDE>();
        let (through, _) = sides.as_chunks::<WAYS>();
        let (lines, _) = through[square].as_chunks::<2>();
        lines.iter().any(|[one, other]| run(one, cells, own) + run(other, cells, own) >= BESIDE)
    }
}

/// From a square, lines go this many ways.
pub(super) const WAYS: usize = 8;

/// How many of some squares one after the other hold one of some cells.
#[inline]
fn run(squares: &[u16], cells: &[u8], own: u64) -> usize {
    let is_own = |square: &&u16| cells.get(usize::from(**square)).is_some_and(|&cell| own >> (cell & 63) & 1 != 0);
    squares.iter().take_while(is_own).count()
}

/// The bits of what is remembered of a position that tell who acted before it, and whether that put a royal piece in
/// danger, where endings ask for it.
const MARKS: u64 = 0b1_1111;

/// Whether the seat to act has something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Options {
    /// It has.
    Some,
    /// It has nothing.
    None,
    /// It has nothing, and it is known whether its royal piece is in danger.
    Stuck { in_danger: bool },
    /// That is still to be found out, and is found out if it matters.
    Unknown,
    /// The caller will find out and comes back if there is nothing.
    Later,
}

impl BoardRules {
    /// Looks whether the match is over after an action of a seat, and ends it then. `changes` are those of the
    /// action; none if the whole board is to be looked at.
    pub(crate) fn settle(
        &self,
        scratch: &mut Scratch,
        state: &mut State,
        actor: usize,
        changes: Option<&Changes>,
        options: Options,
    ) {
        self.settle_rows(scratch, state, actor, changes, options);
        if self.rows < self.ends.len() && !state.is_over() {
            self.settle_repetition(state, actor);
        }
    }

    /// Ends the match if the position has been there often enough.
    pub(crate) fn settle_repetition(&self, state: &mut State, actor: usize) {
        for end in &self.ends[self.rows..] {
            if let Some(seat) = self.happened(end, state, actor, None) {
                self.finish(state, end, seat);
                return;
            }
        }
    }

    /// Whether an ending asks whether the seat to act can do anything.
    pub(crate) fn asks_for_moves(&self) -> bool {
        self.ends.iter().any(|end| matches!(end.kind, Kind::NoMove(_)))
    }

    /// As [`BoardRules::settle`], but without repetition.
    pub(crate) fn settle_rows(
        &self,
        scratch: &mut Scratch,
        state: &mut State,
        actor: usize,
        changes: Option<&Changes>,
        options: Options,
    ) {
        let mut options = match options {
            // Whoever lists the actions finds a pass, even where no seat can do anything else.
            Options::Later if self.turning.has_passes() => Options::Unknown,
            options => options,
        };
        let rows = &self.ends[..self.rows];
        for (n, end) in rows.iter().enumerate() {
            let seat = match end.kind {
                Kind::NoMove(_) => {
                    if options == Options::Later {
                        // Whoever lists the actions sees it; unless a later ending comes true and this one goes first.
                        let later = rows[n + 1..].iter().any(|later| {
                            !matches!(later.kind, Kind::NoMove(_))
                                && self.happened(later, state, actor, changes).is_some()
                        });
                        if !later {
                            continue;
                        }
                        options = Options::Unknown;
                    }
                    if options == Options::Unknown {
                        options = if self.has_options(scratch, state) { Options::Some } else { Options::None };
                    }
                    self.stuck(end, state, options)
                }
                _ => self.happened(end, state, actor, changes),
            };
            if let Some(seat) = seat {
                self.finish(state, end, seat);
                return;
            }
        }
    }

    /// After how many full turns the match ends, if there is such an ending.
    pub(crate) fn turn_limit(&self) -> Option<i32> {
        self.ends.iter().find(|end| end.kind == Kind::Turns).map(|end| end.limit)
    }

    /// As [`BoardRules::settle`] with [`Options::Later`], where no ending follows one that asks for a move.
    #[inline]
    pub(crate) fn settle_simply(&self, state: &mut State, actor: usize, changes: &Changes) {
        for end in &self.ends {
            if let Some(seat) = self.happened(end, state, actor, Some(changes)) {
                self.finish(state, end, seat);
                return;
            }
        }
    }

    /// Whether no ending follows one that asks for a move.
    pub(crate) fn are_simple(ends: &[End]) -> bool {
        let stuck = |end: &End| matches!(end.kind, Kind::NoMove(_));
        let first = ends.iter().position(stuck).unwrap_or(ends.len());
        ends[first..].iter().all(stuck)
    }

    /// Whether the seat to act can do something; a pass is something only as long as another seat can do more.
    pub(crate) fn has_options(&self, scratch: &mut Scratch, state: &State) -> bool {
        let Some(decision) = state.decision() else {
            return false;
        };
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        let mut any = Any::default();
        self.search(scratch, &state.bytes, seat, phase, &mut any);
        if !any.0 || !self.turning.has_passes() {
            return any.0;
        }
        (0..self.seats).any(|n| self.can_act(scratch, &state.bytes, (seat + n) % self.seats, phase))
    }

    /// The seat that has nothing to do, if this ending is about it.
    fn stuck(&self, end: &End, state: &State, options: Options) -> Option<usize> {
        let Kind::NoMove(danger) = end.kind else {
            return None;
        };
        let seat = state.decision()?.seat.index();
        let in_danger = || match options {
            Options::Stuck { in_danger } => in_danger,
            _ => self.in_danger(self.cells(&state.bytes), seat),
        };
        let is_stuck = matches!(options, Options::None | Options::Stuck { .. });
        (is_stuck && danger.is_none_or(|danger| danger == in_danger())).then_some(seat)
    }

    /// The seat to which an ending has happened.
    fn happened(&self, end: &End, state: &State, actor: usize, changes: Option<&Changes>) -> Option<usize> {
        let cells = self.cells(&state.bytes);
        // An action may change what another seat has as well; who has acted goes first.
        let from_actor = || (0..self.seats).map(|n| (actor + n) % self.seats);
        match end.kind {
            Kind::NoMove(_) => None,
            Kind::Turns => {
                let turns = self.followed.iter().find(|followed| followed.follows == Follows::Turns)?;
                (self.is_last_in_turn(state, actor) && state.i32(turns.offset) >= end.limit).then_some(actor)
            }
            Kind::Reach => from_actor().find(|&seat| {
                let (mask, area) = (end.masks[seat], &end.areas[seat]);
                let reached = |square: u16| area.contains(square) && mask >> cells[usize::from(square)] & 1 != 0;
                any_changed(changes, cells, reached)
            }),
            Kind::Line => from_actor().find(|&seat| {
                let own = end.masks[seat];
                any_changed(changes, cells, |square| {
                    own >> cells[usize::from(square)] & 1 != 0 && end.is_in_line(cells, own, usize::from(square))
                })
            }),
            Kind::Joined => from_actor().find(|&seat| {
                let own = end.masks[seat];
                any_changed(changes, cells, |square| {
                    own >> cells[usize::from(square)] & 1 != 0 && self.joins(cells, own, square, &end.joins[seat])
                })
            }),
            Kind::Captured => (0..self.seats).map(|n| (actor + 1 + n) % self.seats).find(|&seat| {
                let mask = end.masks[seat];
                let lost = changes.is_none_or(|changes| {
                    changes
                        .as_slice()
                        .iter()
                        .any(|&(square, before)| mask >> before & 1 != 0 && mask >> cells[usize::from(square)] & 1 == 0)
                });
                let mut held = self.hands.iter().flat_map(|hands| hands.held(&state.bytes, seat));
                lost && !cells.iter().any(|&cell| mask >> cell & 1 != 0) && !held.any(|(cell, _)| mask >> cell & 1 != 0)
            }),
            Kind::Bare => {
                let changes = changes.filter(|changes| self.takes_or_turns(cells, changes, actor))?;
                (!changes.as_slice().is_empty() && self.is_bare(end, cells)).then_some(actor)
            }
            Kind::Entered => {
                let due = state.decision()?.seat.index();
                end.entering.as_ref().is_some_and(|entering| self.has_entered(entering, state, due)).then_some(due)
            }
            Kind::Counter { per_seat, at_least } => {
                let seats = if per_seat { self.seats } else { 1 };
                from_actor().take(seats).find(|seat| {
                    let value = state.i32(end.counter + if per_seat { 4 * seat } else { 0 });
                    if at_least { value >= end.limit } else { value <= end.limit }
                })
            }
            Kind::Empty { per_seat: true } => from_actor().find(|&seat| state.u16(end.sizes[seat]) == 0),
            Kind::Empty { per_seat: false } => end.sizes.iter().all(|&size| state.u16(size) == 0).then_some(actor),
            Kind::Last => {
                let alive = self.alive?;
                let mut standing = (0..self.seats).filter(|&seat| alive.is_alive(state, seat));
                match standing.next() {
                    Some(first) if self.teams.iter().all(|team| *team == self.teams[first]) => None,
                    Some(first) => standing.all(|seat| self.teams[seat] == self.teams[first]).then_some(first),
                    None => Some(actor),
                }
            }
            Kind::Repetition { by_danger } => {
                let history = end.history?;
                let is_there = self.times(state, history) >= end.limit;
                match by_danger {
                    false => is_there.then_some(actor),
                    true if is_there => self.pursuer(state, history, end.limit),
                    true => None,
                }
            }
        }
    }

    /// Whether changes took a piece of another seat from the board, or made one of a seat's own another.
    fn takes_or_turns(&self, cells: &[u8], changes: &Changes, actor: usize) -> bool {
        let changed = changes.as_slice();
        changed.iter().any(|&(_, before)| {
            let owner = usize::from(self.owner[usize::from(before) & 63]);
            owner != 0 && (owner != actor + 1 || !changed.iter().any(|&(to, _)| cells[usize::from(to)] == before))
        })
    }

    /// Whether royal pieces and others that don't count are left, and beside them a single piece, or some all on squares of
    /// one colour.
    fn is_bare(&self, end: &End, cells: &[u8]) -> bool {
        let &[ignored, single, one_colour] = end.masks.as_slice() else {
            return false;
        };
        let (mut singles, mut colours) = (0, [0; 2]);
        for (square, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            let is_of = |mask: u64| mask >> (cell & 63) & 1 != 0;
            if is_of(single) {
                singles += 1;
            } else if is_of(one_colour) {
                colours[(square / self.grid.width + square % self.grid.width) % 2] += 1;
            } else if !is_of(ignored) {
                return false;
            }
        }
        if singles > 0 { singles + colours[0] + colours[1] == 1 } else { colours.contains(&0) }
    }

    /// Ends the match.
    pub(super) fn finish(&self, state: &mut State, end: &End, seat: usize) {
        let all = ((1_u32 << self.seats) - 1) as u16;
        let area = self.followed.iter().find(|followed| followed.follows == Follows::Area);
        let mut areas = Vec::new();
        if end.verdict == Verdict::Area || area.is_some() {
            areas = self.areas(self.cells(&state.bytes));
            areas.iter_mut().zip(&end.bonus).for_each(|(area, bonus)| *area = area.saturating_add(*bonus));
        }
        if let Some(area) = area {
            areas.iter().enumerate().for_each(|(seat, &n)| state.set_i32(area.offset + area.stride * seat, n));
        }
        let is_nobody = || self.alive.is_some_and(|alive| (0..self.seats).all(|seat| !alive.is_alive(state, seat)));
        let (ending, winners) = match end.verdict {
            _ if end.kind == Kind::Last && is_nobody() => (end.even, 0),
            Verdict::Win => (end.ending, self.teams[seat]),
            Verdict::Lose => (end.ending, all & !self.teams[seat]),
            // Who wins by the pack's rules is found out when the scripts are asked for the scores.
            Verdict::Draw | Verdict::Winners => (end.ending, 0),
            Verdict::Forbidden => return,
            Verdict::Score | Verdict::Area => {
                let own: Vec<i32> = match end.verdict {
                    Verdict::Area => areas.clone(),
                    _ => (0..self.seats).map(|seat| self.material(&state.bytes, seat)).collect(),
                };
                let of_team = |team: &u16| (0..self.seats).filter(|n| team >> n & 1 != 0).map(|n| own[n]).sum();
                let scores: Vec<i32> = self.teams.iter().map(of_team).collect();
                let best = scores.iter().copied().max().unwrap_or(0);
                if scores.iter().all(|score| *score == best) {
                    (end.even, 0)
                } else {
                    let winners = scores.iter().enumerate().filter(|(_, score)| **score == best);
                    (end.ending, winners.fold(0, |mask, (seat, _)| mask | 1 << seat))
                }
            }
        };
        state.finish(ending, winners);
        match self.score_rule {
            ScoreRule::Wins => {
                for seat in 0..self.seats {
                    state.set_i32(self.scores + 4 * seat, i32::from(winners >> seat & 1));
                }
            }
            ScoreRule::Var(_) => {
                for (seat, &from) in self.score_vars.iter().enumerate() {
                    state.set_i32(self.scores + 4 * seat, state.i32(from));
                }
            }
            ScoreRule::Held { .. } | ScoreRule::Script => {}
        }
    }

    /// The scores of a seat's pieces together.
    pub(crate) fn material(&self, bytes: &[u8], seat: usize) -> i32 {
        let own = seat as u8 + 1;
        let standing: i32 = self
            .cells(bytes)
            .iter()
            .map(|&cell| if self.owner[usize::from(cell) & 63] == own { self.score[usize::from(cell) & 63] } else { 0 })
            .sum();
        standing + self.sum_in_hand(bytes, seat, |cell| self.score[usize::from(cell) & 63])
    }

    /// A position's number for the history: what lies on the boards and in the zones, the variables that count for it,
    /// and who is to act.
    fn position_hash(&self, state: &State) -> u64 {
        let depth = usize::from(state.bytes[DEPTH].max(1));
        let mut hash = xxhash_rust::xxh3::xxh3_64(&state.bytes[DEPTH..STACK + 2 * depth]);
        for part in &self.lasting {
            hash = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[part.clone()], hash);
        }
        if let Some(touched) = self.touched {
            let cells = self.cells(&state.bytes);
            let matters = |square: usize| self.minds_touch >> (cells[square] & 63) & 1 != 0;
            let moved = (0..cells.len()).filter(|&n| state.bytes[touched + n] != 0 && matters(n));
            hash = moved
                .fold(hash, |hash, square| hash.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ square as u64);
        }
        hash
    }

    /// How many times the present position is in the history.
    fn times(&self, state: &State, history: HistoryLayout) -> i32 {
        let wanted = self.position_hash(state) & self.history_mask();
        let wanted = wanted.to_le_bytes();
        let all = &state.bytes[history.offset + 2..history.offset + 2 + 8 * history.capacity];
        // As long as the last place is empty, so are all from the next one on.
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let all = if all.ends_with(&[0; 8]) { &all[..8 * next] } else { all };
        if !self.marks_danger {
            return all.chunks_exact(8).filter(|entry| **entry == wanted).count() as i32;
        }
        let is_same = |entry: &&[u8]| entry[1..] == wanted[1..] && entry[0] & !MARKS as u8 == wanted[0];
        all.chunks_exact(8).filter(is_same).count() as i32
    }

    /// The bits of what is remembered that tell positions apart.
    fn history_mask(&self) -> u64 {
        if self.marks_danger { !MARKS } else { u64::MAX }
    }

    /// The one seat each of whose actions since the present position came up for the first of so many times has put
    /// another's royal piece in danger; where several seats have done so, none is to blame.
    fn pursuer(&self, state: &State, history: HistoryLayout, times: i32) -> Option<usize> {
        let wanted = self.position_hash(state) & !MARKS;
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let entry = |back: usize| {
            let at = history.offset + 2 + 8 * ((next + 2 * history.capacity - 1 - back) % history.capacity);
            u64::from_le_bytes(std::array::from_fn(|n| state.bytes[at + n]))
        };
        let mut seen = 0;
        let mut acted = [false; 16];
        let mut let_go = [false; 16];
        for entry in (0..history.capacity).map(entry) {
            if entry & !MARKS == wanted {
                seen += 1;
                if seen == times {
                    let mut pursuers = (0..self.seats).filter(|&seat| acted[seat] && !let_go[seat]);
                    return pursuers.next().filter(|_| pursuers.next().is_none());
                }
            }
            let actor = (entry >> 1 & 15) as usize;
            acted[actor] = true;
            let_go[actor] |= entry & 1 == 0;
        }
        None
    }

    /// Forgets all positions.
    pub(crate) fn forget(&self, state: &mut State) {
        if let Some(history) = self.forbidden.or(self.ends.iter().find_map(|end| end.history)) {
            state.bytes[history.offset..history.offset + 2 + 8 * history.capacity].fill(0);
        }
    }

    /// Adds the present position to the history, in place of the oldest.
    pub(crate) fn remember(&self, state: &mut State, actor: usize) {
        self.remember_board(state);
        self.remember_position(state, actor);
    }

    /// The same, where boards are remembered already.
    pub(super) fn remember_position(&self, state: &mut State, actor: usize) {
        for end in &self.ends {
            let Some(history) = end.history else {
                continue;
            };
            let next = usize::from(state.u16(history.offset)) % history.capacity;
            let mut hash = self.position_hash(state);
            if self.marks_danger {
                let due = state.decision().map(|decision| decision.seat.index());
                let in_danger = due.is_some_and(|seat| self.in_danger(self.cells(&state.bytes), seat));
                hash = hash & !MARKS | (actor as u64 & 15) << 1 | u64::from(in_danger);
            }
            let at = history.offset + 2 + 8 * next;
            state.bytes[at..at + 8].copy_from_slice(&hash.to_le_bytes());
            state.set_u16(history.offset, ((next + 1) % history.capacity) as u16);
            return;
        }
    }
}
