//! Move generation: the legal actions of a position.

use super::attack::Guard;
use super::fit::Fitting;
use super::line_captures::{LineCapturing, squares_in};
use super::precedence::Tier;
use super::push::Pushing;
use super::sink::Sink;
use super::stacks::Roomy;
use super::{BoardRules, DIRECT, Move, NOWHERE, NUMBER, PASSES, Scratch};

/// The state of move generation.
struct Search<'a, S> {
    rules: &'a BoardRules,
    bytes: &'a [u8],
    cells: &'a [u8],
    /// The cells, with those of the boards of walls behind them.
    reach: &'a [u8],
    touched: Option<&'a [u8]>,
    seat: usize,
    /// The possible verbs, by number; all those of steps if `every`.
    verbs: u64,
    every: bool,
    /// The only square from which a piece can act, if there is one.
    only: Option<u16>,
    guard: &'a Guard,
    scratch: &'a mut Scratch,
    sink: &'a mut S,
}

impl BoardRules {
    /// Generates the legal actions of a seat in a phase.
    pub fn search<S: Sink>(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, phase: usize, sink: &mut S) {
        if self.order.is_plain() {
            let tier = Tier { verbs: self.phase_verbs[phase], only: None };
            self.search_tier(scratch, bytes, seat, tier, sink);
        } else {
            self.search_tiers(scratch, bytes, seat, phase, sink);
        }
    }

    /// Generates the legal actions of a seat in a tier.
    #[inline]
    pub fn search_tier<S: Sink>(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, tier: Tier, sink: &mut S) {
        if self.pushes {
            let pushing = &mut Pushing { rules: self, cells: self.cells(bytes), seat, sink };
            self.search_rows(scratch, bytes, seat, tier, pushing);
        } else if let Some(stacks) = self.stacks {
            let fitting = &mut Roomy { rules: self, stacks, bytes, sink };
            self.search_rows(
                scratch,
                bytes,
                seat,
                tier,
                &mut LineCapturing::new(self, self.cells(bytes), seat, fitting),
            );
        } else if self.line_captures.is_empty() {
            self.search_rows(scratch, bytes, seat, tier, sink);
        } else {
            self.search_rows(scratch, bytes, seat, tier, &mut LineCapturing::new(self, self.cells(bytes), seat, sink));
        }
    }

    /// The same, but with a single action for each line completed.
    #[inline]
    fn search_rows<S: Sink>(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, tier: Tier, sink: &mut S) {
        let cells = self.cells(bytes);
        let Tier { verbs, only } = tier;
        if verbs & self.order.precedence.pass != 0 {
            self.search_passes(cells, seat, verbs, sink);
            return;
        }
        if !self.bare.is_empty() && !self.search_bare(bytes, seat, tier, sink) {
            return;
        }
        if self.special.has_moves() && only.is_none() && !self.search_special(scratch, bytes, seat, verbs, true, sink) {
            return;
        }
        let every = self.step_verbs & !verbs == 0;
        let reach = self.reach(bytes);
        let touched = self.touched.map(|at| &bytes[at..at + self.squares()]);
        if every && self.royal[seat] == 0 {
            let guard = &Guard::NONE;
            Search { rules: self, bytes, cells, reach, touched, seat, verbs, every, only, guard, scratch, sink }
                .run::<true>();
            return;
        }
        let guard = &self.guard(cells, seat);
        if guard.royal.is_some() {
            scratch.cells.clear();
            scratch.cells.extend_from_slice(cells);
        }
        Search { rules: self, bytes, cells, reach, touched, seat, verbs, every, only, guard, scratch, sink }
            .run::<false>();
    }

    /// Generates the actions without a square; false if the sink stops. A piece that goes on can only stop.
    fn search_bare<S: Sink>(&self, bytes: &[u8], seat: usize, Tier { verbs, only }: Tier, sink: &mut S) -> bool {
        let verbs = if only.is_some() { verbs & self.order.stop } else { verbs };
        let is_of = |rule: u16| verbs >> self.rules[usize::from(rule)].verb & 1 != 0;
        let mut open = self.bare.iter().filter(|&&rule| is_of(rule) && self.is_open(bytes, seat, rule));
        open.all(|&rule| sink.take_one(rule, NOWHERE, NOWHERE))
    }

    /// Generates the pseudo-legal actions of a seat in a tier, with cells other than those of a state.
    pub(super) fn search_cells<S: Sink>(
        &self,
        scratch: &mut Scratch,
        (cells, bytes): (&[u8], &[u8]),
        seat: usize,
        Tier { verbs, only }: Tier,
        sink: &mut S,
    ) {
        let touched = self.touched.map(|at| &bytes[at..at + self.squares()]);
        // The walls stand where the state has them.
        let walls = &self.reach(bytes)[cells.len()..];
        let joined = if walls.is_empty() { Vec::new() } else { [cells, walls].concat() };
        let reach = if walls.is_empty() { cells } else { &joined };
        let guard = &Guard::NONE;
        let sink = &mut LineCapturing::new(self, cells, seat, sink);
        Search { rules: self, bytes, cells, reach, touched, seat, verbs, every: false, only, guard, scratch, sink }
            .run::<false>();
    }

    /// Generates the pseudo-legal actions of a seat in a tier: its royal piece may be left attacked.
    pub fn search_unjudged<S: Sink>(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, tier: Tier, sink: &mut S) {
        match self.stacks {
            _ if self.pushes => {
                let pushing = &mut Pushing { rules: self, cells: self.cells(bytes), seat, sink };
                self.search_all(scratch, bytes, seat, tier, pushing);
            }
            None => self.search_all(scratch, bytes, seat, tier, sink),
            Some(stacks) => {
                let fitting = &mut Roomy { rules: self, stacks, bytes, sink };
                self.search_all(scratch, bytes, seat, tier, fitting);
            }
        }
    }

    /// The same, but on a board of stacks with actions for which there is no room.
    fn search_all<S: Sink>(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, tier: Tier, sink: &mut S) {
        let Tier { verbs, only } = tier;
        let cells = self.cells(bytes);
        let touched = self.touched.map(|at| &bytes[at..at + self.squares()]);
        for &rule in &self.order.passes {
            if verbs >> self.rules[usize::from(rule)].verb & 1 != 0 && !sink.take_one(rule, NOWHERE, NOWHERE) {
                return;
            }
        }
        if !self.bare.is_empty() && !self.search_bare(bytes, seat, tier, sink) {
            return;
        }
        if self.special.has_moves() && only.is_none() && !self.search_special(scratch, bytes, seat, verbs, false, sink)
        {
            return;
        }
        let (guard, reach) = (&Guard::NONE, self.reach(bytes));
        let every = self.step_verbs & !verbs == 0;
        let sink = &mut LineCapturing::new(self, cells, seat, sink);
        Search { rules: self, bytes, cells, reach, touched, seat, verbs, every, only, guard, scratch, sink }
            .run::<false>();
    }
}

impl<S: Sink> Search<'_, S> {
    /// Generates; with `FREE` every verb is possible and there is no royal piece to guard.
    #[inline]
    fn run<const FREE: bool>(&mut self) {
        if self.pieces::<FREE>() && self.only.is_none() {
            self.placings::<FREE>();
        }
    }

    /// The moves of the pieces; false if the sink stops.
    #[inline]
    fn pieces<const FREE: bool>(&mut self) -> bool {
        let rules = self.rules;
        if rules.steps.is_empty() || rules.step_verbs & self.verbs == 0 {
            return true;
        }
        let goes_on = if rules.gaits.is_empty() {
            self.steps::<FREE>(&rules.starts)
        } else {
            rules.gaits(self.cells, self.bytes, self.seat).all(|starts| self.steps::<FREE>(starts))
        };
        goes_on && (rules.chains.is_empty() || self.chains())
    }

    /// The chains in one action; false if the sink stops.
    #[inline(never)]
    fn chains(&mut self) -> bool {
        let (rules, cells) = (self.rules, self.cells);
        let (own, verbs) = (&rules.own[self.seat], self.verbs);
        let mut reached = std::mem::take(&mut self.scratch.reached);
        let mut goes_on = true;
        'all: for chains in rules.chains.iter().filter(|chains| verbs >> chains.verb & 1 != 0) {
            for (from, &cell) in (0..).zip(cells) {
                if !own[cell] || self.only.is_some_and(|only| only != from) {
                    continue;
                }
                rules.follow_chains(chains, (cells, self.bytes), from, &mut reached);
                for &(to, rule) in &reached.found {
                    let guard = self.guard;
                    let guarded = guard.all
                        || guard.royal.is_some() && (guard.squares.contains(from) || guard.squares.contains(to));
                    goes_on =
                        if guarded { self.look(&[rule], from, to, true) } else { self.sink.take_one(rule, from, to) };
                    if !goes_on {
                        break 'all;
                    }
                }
            }
        }
        self.scratch.reached = reached;
        goes_on
    }

    /// The moves of the pieces with the given starts of steps; false if the sink stops.
    #[inline]
    fn steps<const FREE: bool>(&mut self, starts: &[u32]) -> bool {
        match self.only {
            Some(only) => {
                let cell = self.cells[usize::from(only)];
                !self.rules.own[self.seat][cell] || self.steps_from::<FREE>(starts, only)
            }
            // The squares with own pieces as a set first: one mispredicted branch for each piece, not for each square.
            None => {
                let squares = self.rules.squares_of(self.cells, self.seat);
                squares_in(&squares).all(|from| self.steps_from::<FREE>(starts, from))
            }
        }
    }

    /// The moves of the piece on a square; false if the sink stops.
    #[inline(always)]
    fn steps_from<const FREE: bool>(&mut self, starts: &[u32], from: u16) -> bool {
        let (rules, cells, reach, guard) = (self.rules, self.cells, self.reach, self.guard);
        let royal = !FREE && guard.royal.is_some();
        let place = usize::from(cells[usize::from(from)]) * cells.len() + usize::from(from);
        let (mut at, end) = (starts[place] as usize, starts[place + 1] as usize);
        let (steps, gates) = (&rules.steps[..end], &rules.gates);
        let alert = !FREE && (guard.all || (royal && guard.squares.contains(from)));
        let swift = FREE || (self.every && !alert);
        while let Some(step) = steps.get(at) {
            let target = reach[usize::from(step.square)];
            let entry = gates.get(step.gate, target);
            at = if entry & PASSES != 0 { at + 1 } else { step.next as usize };
            if entry & DIRECT != 0 {
                if swift && (!royal || !guard.squares.contains(step.square)) {
                    if !self.sink.take_one(entry & NUMBER, from, step.square) {
                        return false;
                    }
                    continue;
                }
            } else if entry & NUMBER == 0 {
                continue;
            }
            if !self.emit(entry, from, step.square, target, alert) {
                return false;
            }
        }
        true
    }

    /// Emits the actions of a gate's entry.
    #[inline]
    fn emit(&mut self, entry: u16, from: u16, to: u16, target: u8, alert: bool) -> bool {
        let rules = self.rules;
        if entry & DIRECT != 0 {
            let guarded = alert || (self.guard.royal.is_some() && self.guard.squares.contains(to));
            return self.look(&[entry & NUMBER], from, to, guarded);
        }
        let emission = &rules.emissions[usize::from(entry & NUMBER)];
        let start = emission.start as usize;
        let mut len = usize::from(emission.len);
        if emission.guarded > 0 && rules.has_shields {
            let owner = usize::from(rules.owner[target]) - 1;
            if rules.is_protected(self.cells, owner, to) {
                len -= usize::from(emission.guarded);
            }
        }
        let listed = &rules.listed[start..start + len];
        let look = alert || (self.guard.royal.is_some() && self.guard.squares.contains(to));
        if !look && emission.plain && self.every {
            return self.sink.take(listed, from, to);
        }
        self.look(listed, from, to, look)
    }

    /// Emits those of some rules that are possible.
    #[cold]
    #[inline(never)]
    fn look(&mut self, listed: &[u16], from: u16, to: u16, guarded: bool) -> bool {
        for &n in listed {
            let rule = &self.rules.rules[usize::from(n)];
            if self.verbs >> rule.verb & 1 == 0 {
                continue;
            }
            let moved = |touched: &[u8]| touched[usize::from(from)] != 0;
            if rule.unmoved && self.touched.is_some_and(moved) {
                continue;
            }
            let taken = Move { rule: n, from, to };
            let safe = match self.guard.royal {
                Some(royal) if guarded => self.rules.leaves_safe(self.scratch, self.seat, royal, taken),
                _ => true,
            };
            if safe && !self.sink.take(&[n], from, to) {
                return false;
            }
        }
        true
    }

    /// The placings.
    #[inline]
    fn placings<const FREE: bool>(&mut self) {
        if self.rules.fits.is_empty() {
            return self.placings_with::<FREE>(&mut Fitting::default());
        }
        let mut fitting = std::mem::take(&mut self.scratch.fitting);
        fitting.clear();
        self.placings_with::<FREE>(&mut fitting);
        self.scratch.fitting = fitting;
    }

    /// The placings, with room for the sets of those with conditions on what is around them.
    #[inline]
    fn placings_with<const FREE: bool>(&mut self, fitting: &mut Fitting) {
        let (rules, cells) = (self.rules, self.cells);
        for &n in &rules.placings_of[self.seat] {
            let placing = &rules.placings[usize::from(n)];
            if self.verbs >> rules.rules[usize::from(placing.rule)].verb & 1 == 0 {
                continue;
            }
            if placing.limit.is_some_and(|limit| rules.is_used_up(cells, limit)) {
                continue;
            }
            let squares = match placing.fit {
                None => placing.squares.as_slice(),
                Some(row) => match rules.fitting_squares(fitting, (placing, row), (cells, self.bytes), self.seat) {
                    [] => continue,
                    squares => squares,
                },
            };
            let on = &placing.on;
            let encloses = placing.rays.as_ref().map(|rays| (rays, rules.sides(self.seat)));
            if placing.surrounds.is_some() {
                rules.find_groups(&mut self.scratch.groups, self.bytes, self.seat);
            }
            let puts = rules.rules[usize::from(placing.rule)].puts;
            let drop = placing.drop.as_ref();
            if drop.is_some_and(|drop| !drop.is_there(self.bytes)) {
                continue;
            }
            let taken = drop.map_or([0; 4], |drop| drop.taken_lines(cells, puts));
            let mating = match drop {
                Some(drop) if !drop.mates => rules.mating_squares(cells, self.seat, puts),
                _ => Vec::new(),
            };
            for &square in squares {
                if !on[cells[usize::from(square)]] {
                    continue;
                }
                if encloses.is_some_and(|(rays, sides)| !sides.enclose(cells, rays, square)) {
                    continue;
                }
                if let Some(surrounds) = placing.surrounds
                    && !rules.can_surround(&self.scratch.groups, self.bytes, self.seat, surrounds, puts, square)
                {
                    continue;
                }
                if drop.is_some_and(|drop| drop.is_taken(&taken, square)) {
                    continue;
                }
                if mating.contains(&square) && rules.mates(self.bytes, self.seat, placing, square) {
                    continue;
                }
                let guard = self.guard;
                let wanted = if !FREE && guard.royal.is_some() && (guard.all || guard.squares.contains(square)) {
                    self.look(&[placing.rule], NOWHERE, square, true)
                } else {
                    self.sink.take_one(placing.rule, NOWHERE, square)
                };
                if !wanted {
                    return;
                }
            }
        }
    }
}
