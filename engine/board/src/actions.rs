//! Conversion of actions between their binary form and moves, and their application to the state.

use super::precedence::Tier;
use super::sink::List;
use super::{Arguments, BoardRules, DIRECT, Followed, MANY, Move, NONE, NOWHERE, NUMBER, PASSES, Scratch};
use parlour_model::action::ActionList;
use parlour_model::event::{Blanks, Event, EventSpec};
use parlour_model::ids::{EventKind, Phase, Seat};
use parlour_model::kind::Kind;
use parlour_model::layout::{DEPTH, STACK};
use parlour_model::state::{Decision, State};
use parlour_pack::Pack;
use parlour_pack::pieces::{Effect, Follows};

/// The sort key of actions: verb, squares from 1 and choice, the verb highest.
#[inline]
pub(super) fn key_of(verb: u8, from: u16, to: u16, take: u16, choice: u8) -> u64 {
    u64::from(verb) << 56 | u64::from(from) << 40 | u64::from(to) << 24 | u64::from(take) << 8 | u64::from(choice)
}

impl BoardRules {
    /// Sets up the board and gives the turn to the seat that acts first.
    pub fn start(&self, state: &mut State) {
        self.cells_mut(&mut state.bytes).copy_from_slice(&self.start);
        self.stock_hands(state);
        self.refresh(state);
        self.record_board(state);
        state.set_decision(Decision { seat: Seat::from_index(self.first), phase: Phase::from_index(0) });
    }

    /// Resumes a board set up elsewhere, with a seat to act.
    pub fn resume(&self, state: &mut State, seat: u8) {
        self.cover_ground(self.cells_mut(&mut state.bytes));
        self.refresh(state);
        self.settle_rights(state);
        let seat = Seat::from_number(seat).unwrap_or(Seat::from_index(0));
        // A piece that has acted already acts once more.
        let is_second = self.going_on(&state.bytes, seat.index()).is_some() && self.order.second != 0;
        let second = self.order.then.iter().copied().find(|phase| *phase > 0).filter(|_| is_second);
        let phase = second.and_then(Phase::from_number).unwrap_or(Phase::from_index(0));
        state.set_decision(Decision { seat, phase });
    }

    /// Applies the row of a record, without its consequences; `None` if it isn't possible.
    pub fn apply(
        &self,
        pack: &Pack,
        scratch: &mut Scratch,
        state: &mut State,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Option<()> {
        let seat = state.decision()?.seat.index();
        let taken = self.read(state, seat, record)?;
        if let Some(events) = events {
            events.extend(self.event(pack, state, seat, taken));
            events.extend(self.events_of_custody(pack, state, seat, taken));
        }
        self.enact(scratch, state, seat, taken);
        Some(())
    }

    /// Adds the legal actions to a list, sorted by verb and squares, each once.
    pub fn list(&self, scratch: &mut Scratch, state: &State, list: &mut ActionList) {
        let Some(decision) = state.decision() else {
            return;
        };
        self.find(scratch, state, decision.seat.index(), decision.phase.index());
        self.write_all(scratch, state, list);
    }

    /// Adds the pseudo-legal actions of a seat's tier, sorted in the same way: those that leave a royal piece attacked
    /// are included.
    pub fn list_unjudged(&self, scratch: &mut Scratch, state: &State, seat: usize, tier: Tier, list: &mut ActionList) {
        let mut moves = std::mem::take(&mut scratch.moves);
        moves.clear();
        self.search_unjudged(scratch, &state.bytes, seat, tier, &mut List(&mut moves));
        scratch.moves = moves;
        self.write_all(scratch, state, list);
    }

    /// True if a record is a pseudo-legal action of the seat to act by the tables, even one of a later tier or one that
    /// leaves its royal piece attacked.
    pub fn is_row(&self, scratch: &mut Scratch, state: &State, record: &[u8]) -> bool {
        let Some(decision) = state.decision() else {
            return false;
        };
        let mut list = ActionList::new();
        list.width = self.action_width;
        let verbs = 1 << record[0] & self.verbs;
        let tier = Tier { verbs, only: None };
        self.list_unjudged(scratch, state, decision.seat.index(), tier, &mut list);
        (0..list.len()).any(|n| list.record(n).starts_with(record))
    }

    /// Keeps those records of a list of a seat that begin the longest chains; actions of scripts don't make chains.
    pub fn keep_longest_records(
        &self,
        scratch: &mut Scratch,
        state: &State,
        decision: Decision,
        list: &mut ActionList,
    ) {
        let seat = decision.seat.index();
        let nothing = Move { rule: 0, from: NOWHERE, to: NOWHERE };
        let read = |n: usize| self.read(state, seat, list.record(n)).unwrap_or(nothing);
        let all: Vec<Move> = (0..list.len()).map(read).collect();
        let mut kept = all.clone();
        self.keep_longest(scratch, &state.bytes, seat, self.phase_verbs[decision.phase.index()], &mut kept);
        let mut place = 0;
        list.retain(|_| {
            place += 1;
            kept.contains(&all[place - 1])
        });
    }

    /// The square, from 0, in an argument of a record.
    fn square_in(&self, record: &[u8], at: impl Fn(&Arguments) -> usize) -> Option<u16> {
        let at = self.arguments.get(usize::from(record[0])).map(at).filter(|&at| at > 0)?;
        u16::from_le_bytes([*record.get(at)?, *record.get(at + 1)?]).checked_sub(1)
    }

    /// The origin of the action of a record, from 0.
    pub fn origin(&self, record: &[u8]) -> Option<u16> {
        self.square_in(record, |arguments| arguments.from)
    }

    /// The target of the action of a record, from 0.
    pub fn target_of(&self, record: &[u8]) -> Option<u16> {
        self.square_in(record, |arguments| arguments.to)
    }

    /// Records the changes of the board between two states.
    pub fn note_changes(&self, scratch: &mut Scratch, before: &State, after: &State) {
        let (before, after) = (self.cells(&before.bytes), self.cells(&after.bytes));
        let changed = before.iter().zip(after).zip(0..).filter(|((before, after), _)| before != after);
        scratch.changes.replace(changed.map(|((&before, _), square)| (square, before)));
    }

    /// Updates the engine's variables after an action of a script that has changed the board.
    pub fn follow_script(&self, scratch: &Scratch, state: &mut State, record: &[u8], seat: usize, is_done: bool) {
        self.note_touched(scratch, state);
        self.keep_rights(scratch, state);
        if self.loses_pieces(scratch, state) {
            self.begin_quiet_anew(state);
        }
        if let Some(at) = self.special.passed {
            state.set_i32(at, 0);
        }
        self.keep_material(&scratch.changes, state, 1);
        for followed in &self.followed {
            let square = |square: Option<u16>| square.map_or(0, |square| i32::from(square) + 1);
            match followed.follows {
                Follows::Turns if is_done && self.is_last_in_turn(state, seat) => {
                    let turns = state.i32(followed.offset);
                    state.set_i32(followed.offset, turns + 1);
                }
                Follows::LastFrom => state.set_i32(followed.offset, square(self.origin(record))),
                Follows::LastTo => state.set_i32(followed.offset, square(self.target_of(record))),
                Follows::Passes => state.set_i32(followed.offset, 0),
                Follows::Checks => self.count_check(state, followed, seat),
                _ => {}
            }
        }
    }

    /// Counts an action of a seat that attacks a royal piece of another.
    fn count_check(&self, state: &mut State, followed: &Followed, seat: usize) {
        let cells = self.cells(&state.bytes);
        if (0..self.seats).any(|other| other != seat && self.in_danger(cells, other)) {
            let at = followed.offset + followed.stride * seat;
            state.set_i32(at, state.i32(at) + 1);
        }
    }

    /// Updates the engine's variables for the changes of a hook on top of an action of tables; the changes of both are
    /// in the scratch.
    pub fn follow_hook(&self, scratch: &Scratch, state: &mut State) {
        self.note_touched(scratch, state);
        self.keep_rights(scratch, state);
        if self.loses_pieces(scratch, state) {
            self.begin_quiet_anew(state);
        }
        self.keep_material(&scratch.changes, state, 0);
    }

    /// Marks changed squares as touched.
    fn note_touched(&self, scratch: &Scratch, state: &mut State) {
        if let Some(touched) = self.touched {
            for &(square, _) in scratch.changes.as_slice() {
                state.bytes[touched + usize::from(square)] = 1;
            }
        }
    }

    /// True if the changes in the scratch reduce the number of pieces.
    fn loses_pieces(&self, scratch: &Scratch, state: &State) -> bool {
        let is_piece = |cell: u8| i32::from(self.owner[cell] != 0);
        let cells = self.cells(&state.bytes);
        let changes = scratch.changes.as_slice().iter();
        changes.map(|&(square, before)| is_piece(cells[usize::from(square)]) - is_piece(before)).sum::<i32>() < 0
    }

    /// Resets the count of quiet actions.
    fn begin_quiet_anew(&self, state: &mut State) {
        let counts = self.followed.iter().filter(|followed| followed.follows == Follows::Quiet);
        counts.for_each(|followed| state.set_i32(followed.offset, 0));
    }

    /// Writes the moves found.
    #[inline]
    fn write_all(&self, scratch: &mut Scratch, state: &State, list: &mut ActionList) {
        self.sort(scratch, self.cells(&state.bytes));
        let at = list.bytes.len();
        list.bytes.resize(at + scratch.keys.len() * self.action_width, 0);
        for (record, &key) in list.bytes[at..].chunks_exact_mut(self.action_width).zip(&scratch.keys) {
            self.put(key, record);
        }
    }

    /// Fills the scratch with the legal moves, in no particular order.
    #[inline]
    pub fn find(&self, scratch: &mut Scratch, state: &State, seat: usize, phase: usize) {
        let mut moves = std::mem::take(&mut scratch.moves);
        moves.clear();
        self.search(scratch, &state.bytes, seat, phase, &mut List(&mut moves));
        scratch.moves = moves;
    }

    /// Makes sorted unique keys of the moves: verb, squares and choice, the verb highest.
    pub fn sort(&self, scratch: &mut Scratch, cells: &[u8]) {
        scratch.keys.clear();
        for &taken in &scratch.moves {
            let rule = &self.rules[usize::from(taken.rule)];
            let taken = if rule.placing > 0 { self.landing(cells, taken) } else { taken };
            // A placing with gravity is sorted by its column.
            let arguments = self.arguments[usize::from(rule.verb)];
            let column = arguments.column > 0 && arguments.from == 0;
            let from = match taken.from {
                NOWHERE if column => taken.to % self.grid.width as u16 + 1,
                NOWHERE => 0,
                from => from + 1,
            };
            let to = if taken.to == NOWHERE { 0 } else { taken.to + 1 };
            scratch.keys.push(key_of(rule.verb, from, to, rule.takes, rule.choice));
        }
        scratch.keys.sort_unstable();
        scratch.keys.dedup();
    }

    /// Writes the record of a key.
    #[inline]
    pub(crate) fn write(&self, key: u64, out: &mut Vec<u8>) {
        let at = out.len();
        out.resize(at + self.action_width, 0);
        self.put(key, &mut out[at..]);
    }

    /// Writes a key into a blank record.
    #[inline]
    fn put(&self, key: u64, record: &mut [u8]) {
        let verb = (key >> 56) as u8;
        record[0] = verb;
        let arguments = self.arguments[usize::from(verb)];
        let mut put = |at: usize, number: u16| {
            if at > 0 {
                record[at..at + 2].copy_from_slice(&number.to_le_bytes());
            }
        };
        let to = (key >> 24) as u16;
        put(arguments.from, (key >> 40) as u16);
        put(arguments.to, to);
        put(arguments.choice, u16::from(key as u8));
        put(arguments.take, (key >> 8) as u16);
        if arguments.column > 0 {
            put(arguments.column, to.saturating_sub(1) % self.grid.width as u16 + 1);
        }
    }

    /// The move of a record; `None` if no such move is possible.
    pub fn read(&self, state: &State, seat: usize, record: &[u8]) -> Option<Move> {
        let verb = *record.first()?;
        let arguments = self.arguments.get(usize::from(verb)).filter(|_| self.verbs >> verb & 1 != 0)?;
        let squares = self.squares();
        let number = |at: usize| {
            let bytes = record.get(at..at + 2).filter(|_| at > 0)?;
            Some(u16::from_le_bytes([bytes[0], bytes[1]]))
        };
        let square = |at: usize| number(at).and_then(|n| n.checked_sub(1)).filter(|&n| usize::from(n) < squares);
        let taking = |rule: u16| match number(arguments.take) {
            None | Some(0) => Some(rule),
            Some(take) => self.rule_capturing(rule, take - 1),
        };
        let cells = self.cells(&state.bytes);
        if let Some(castle) = self.special.castle(self, seat, verb) {
            return Some(Move { rule: castle.rule, from: castle.royal[0], to: castle.royal[1] });
        }
        if let (Some(from), Some(to)) = (square(arguments.from), square(arguments.to)) {
            let cell = usize::from(cells[usize::from(from)]);
            let rule = match self.rule_of[cell][usize::from(verb)] {
                NONE => return None,
                MANY => self.rule_between(state, from, to, verb, number(arguments.choice).unwrap_or(0))?,
                rule => rule,
            };
            return Some(Move { rule: taking(rule)?, from, to });
        }
        if self.order.precedence.pass >> verb & 1 != 0 {
            let rule = self.order.passes.iter().find(|&&rule| self.rules[usize::from(rule)].verb == verb);
            return rule.map(|&rule| Move { rule, from: NOWHERE, to: NOWHERE });
        }
        if self.bare.iter().any(|&rule| self.rules[usize::from(rule)].verb == verb) {
            return self.bare_move(&state.bytes, seat, verb);
        }
        self.placings_of[seat].iter().find_map(|&n| {
            let placing = &self.placings[usize::from(n)];
            let rule = &self.rules[usize::from(placing.rule)];
            let is_chosen = rule.choice == 0 || number(arguments.choice) == Some(u16::from(rule.choice));
            if rule.verb != verb || !is_chosen {
                return None;
            }
            let to = match square(arguments.to) {
                Some(to) => to,
                None => {
                    let column = number(arguments.column)?.checked_sub(1)?;
                    let entry = placing.squares.iter().find(|entry| **entry % self.grid.width as u16 == column)?;
                    self.landing(cells, Move { rule: placing.rule, from: NOWHERE, to: *entry }).to
                }
            };
            self.covered(placing, to)?;
            Some(Move { rule: taking(placing.rule)?, from: NOWHERE, to })
        })
    }

    /// The rule by which the piece on a square acts on another, if it has several.
    pub(super) fn rule_between(&self, state: &State, from: u16, to: u16, verb: u8, choice: u16) -> Option<u16> {
        let cells = self.cells(&state.bytes);
        let place = usize::from(cells[usize::from(from)]) * cells.len() + usize::from(from);
        let seat = usize::from(self.owner[cells[usize::from(from)]]).saturating_sub(1);
        let found = self.gaits(cells, &state.bytes, seat).find_map(|starts| {
            let range = starts[place] as usize..starts[place + 1] as usize;
            self.rule_on(&state.bytes, range, to, verb, choice)
        });
        found.or_else(|| self.rule_chained(&state.bytes, from, to, verb))
    }

    /// The same in a range of steps.
    fn rule_on(&self, bytes: &[u8], range: std::ops::Range<usize>, to: u16, verb: u8, choice: u16) -> Option<u16> {
        let cells = self.cells(bytes);
        let (mut at, end) = (range.start, range.end);
        while at < end {
            let step = &self.steps[at];
            let target = self.cell_at(cells, bytes, step.square);
            let entry = self.gates.get(step.gate, target);
            if step.square == to {
                let found = self.listed_in(entry).find(|&n| {
                    let rule = &self.rules[usize::from(n)];
                    rule.verb == verb && u16::from(rule.choice) == choice
                });
                if found.is_some() {
                    return found;
                }
            }
            at = if entry & PASSES != 0 { at + 1 } else { step.next as usize };
        }
        None
    }

    /// The rules of an entry of a gate.
    pub fn listed_in(&self, entry: u16) -> impl Iterator<Item = u16> {
        let number = entry & NUMBER;
        let is_direct = entry & DIRECT != 0;
        let listed = if is_direct {
            &[]
        } else {
            let emission = &self.emissions[usize::from(number)];
            let start = emission.start as usize;
            &self.listed[start..start + usize::from(emission.len)]
        };
        is_direct.then_some(number).into_iter().chain(listed.iter().copied())
    }

    /// Applies a move, gives the turn to the next seat, and updates tracked variables. The changes of the cells stay in
    /// the scratch.
    #[inline]
    pub fn enact(&self, scratch: &mut Scratch, state: &mut State, seat: usize, taken: Move) {
        if self.counts_captives() {
            self.count_captives(state, seat, taken);
        }
        let is_stop = self.rules[usize::from(taken.rule)].effect == Effect::Stop;
        let stops = if is_stop { self.going_on(&state.bytes, seat).unwrap_or(NOWHERE) } else { taken.to };
        let Scratch { changes, groups, .. } = &mut *scratch;
        changes.clear();
        self.change_with(groups.kept(), self.cells_mut(&mut state.bytes), seat, taken, changes);
        if let Some(stacks) = self.stacks {
            self.restack(stacks, state, taken, changes);
        }
        if let Some(hands) = &self.hands {
            self.keep_hands(hands, state, seat, taken.rule, &scratch.changes);
        }
        self.take_from_stock(state, taken);
        self.keep_special(scratch, state, seat, taken);
        let goes_on = self.order.chains != 0 && self.go_on(scratch, state, seat, taken);
        if !goes_on && self.has_late_changes() {
            self.clear_up(scratch, state, stops);
        }
        if scratch.groups.are_kept() {
            scratch.groups.follow(self, self.cells(&state.bytes), &scratch.changes);
        }
        let changes = &scratch.changes;
        if let Some(touched) = self.touched {
            for &(square, _) in changes.as_slice() {
                state.bytes[touched + usize::from(square)] = 1;
            }
        }
        for followed in &self.followed {
            match followed.follows {
                Follows::Turns => {
                    if (seat + 1) % self.seats == self.first && !goes_on {
                        let turns = state.i32(followed.offset);
                        state.set_i32(followed.offset, turns + 1);
                    }
                }
                // The last action stays that of the piece that stops.
                Follows::LastFrom | Follows::LastTo if is_stop => {}
                Follows::LastFrom => {
                    let from = if taken.from == NOWHERE { 0 } else { i32::from(taken.from) + 1 };
                    state.set_i32(followed.offset, from);
                }
                Follows::LastTo => {
                    let to = if taken.to == NOWHERE { 0 } else { i32::from(taken.to) + 1 };
                    state.set_i32(followed.offset, to);
                }
                Follows::GoesOn
                | Follows::Area
                | Follows::Hand
                | Follows::Unmoved
                | Follows::Passed
                | Follows::Material => {}
                Follows::Checks => self.count_check(state, followed, seat),
                Follows::Quiet => {
                    let quiet = if self.is_loud(scratch, taken) { 0 } else { state.i32(followed.offset) + 1 };
                    state.set_i32(followed.offset, quiet);
                }
                Follows::Passes => {
                    let is_pass = self.rules[usize::from(taken.rule)].effect == Effect::Pass;
                    let passes = if is_pass { state.i32(followed.offset) + 1 } else { 0 };
                    state.set_i32(followed.offset, passes);
                }
                Follows::Score | Follows::Pieces => {
                    for n in 0..changes.as_slice().len() {
                        let (square, before) = changes.as_slice()[n];
                        let after = state.bytes[self.offset + usize::from(square)];
                        for (cell, sign) in [(before, -1), (after, 1)] {
                            let owner = self.owner[cell];
                            if owner != 0 {
                                let worth = if followed.follows == Follows::Score { self.score[cell] } else { 1 };
                                let at = followed.offset + followed.stride * (usize::from(owner) - 1);
                                let value = state.i32(at) + sign * worth;
                                state.set_i32(at, value);
                            }
                        }
                    }
                }
            }
        }
        if !self.materials.is_empty() {
            self.keep_material(changes, state, 1);
        }
        let ply = state.ply() + 1;
        state.set_ply(ply);
        if !goes_on {
            self.hand_on(state, seat);
        }
    }

    /// True if a full turn ends with a seat: no later one is still in.
    pub fn is_last_in_turn(&self, state: &State, seat: usize) -> bool {
        let place = |seat: usize| (seat + self.seats - self.first) % self.seats;
        match self.alive {
            None => place(seat) + 1 == self.seats,
            Some(alive) => (0..self.seats).all(|other| place(other) <= place(seat) || !alive.is_alive(state, other)),
        }
    }

    /// Gives the turn to the next seat that is still in, if the seat to act is out.
    pub fn pass_over(&self, state: &mut State) {
        let Some(alive) = self.alive.filter(|_| state.bytes[DEPTH] == 1) else { return };
        let seat = usize::from(state.bytes[STACK + 1]).saturating_sub(1);
        let next = (0..self.seats).map(|n| (seat + n) % self.seats).find(|&seat| alive.is_alive(state, seat));
        if let Some(next) = next {
            state.bytes[STACK + 1] = next as u8 + 1;
        }
    }

    /// Pops a decision of a seat, or gives the turn to the next seat.
    #[inline]
    pub(super) fn hand_on(&self, state: &mut State, seat: usize) {
        let depth = usize::from(state.bytes[DEPTH]);
        if depth > 1 {
            // The answer to a decision in the middle of a turn; the decisions below it stay.
            state.set_u16(STACK + 2 * depth - 2, 0);
            state.bytes[DEPTH] -= 1;
        } else {
            state.bytes[STACK + 1] = ((seat + 1) % self.seats) as u8 + 1;
            if let Some(&home) = self.order.home.get(usize::from(state.bytes[STACK]).wrapping_sub(1)) {
                state.bytes[STACK] = home;
            }
        }
    }

    /// The event of a move; `state` is the one before it.
    pub(crate) fn event(&self, pack: &Pack, state: &State, seat: usize, taken: Move) -> Option<Event> {
        let rule = &self.rules[usize::from(taken.rule)];
        let n = self.events[usize::from(rule.verb)]?;
        let spec: &EventSpec = &pack.events[n];
        let cells = self.cells(&state.bytes);
        let mut record = smallvec::smallvec![0_u8; spec.width];
        record[0] = EventKind::from_index(n).number();
        for field in &spec.fields {
            let square = |square: u16| (square != NOWHERE).then_some(usize::from(square));
            let (from, to) = (square(taken.from), square(taken.to));
            let number = |square: Option<usize>| square.map_or(0, |square| square as i32 + 1);
            let value = match field.name.as_str() {
                _ if matches!(field.kind, Kind::Word(_)) => i32::from(rule.choice),
                "seat" => seat as i32 + 1,
                "from" => number(from),
                "to" => number(to),
                "piece" => i32::from(from.map_or(rule.puts, |from| cells[from])),
                "target" => i32::from(self.target(cells, taken)),
                "take" => i32::from(rule.takes),
                "off" => i32::from(self.pushed_off(cells, seat, taken)),
                "column" => number(to.map(|to| to % self.grid.width)),
                _ => 0,
            };
            record[field.offset..field.offset + 4].copy_from_slice(&value.to_le_bytes());
        }
        Some(Event { kind: EventKind::from_index(n), record, blanks: Blanks::default() })
    }

    /// The cell that the action of a record meets in the state before it, if it is one of tables; 0 if none.
    pub fn met_by(&self, before: &State, seat: usize, record: &[u8]) -> u8 {
        self.read(before, seat, record).map_or(0, |taken| self.target(self.cells(&before.bytes), taken))
    }

    /// The cell that a move meets: the one on its target, the one that it captures elsewhere, or for a jump the first
    /// that it passes over.
    fn target(&self, cells: &[u8], taken: Move) -> u8 {
        let cell = |square: u16| cells.get(usize::from(square)).copied().unwrap_or(0);
        if let Some(square) = self.rules[usize::from(taken.rule)].takes.checked_sub(1) {
            return cell(square);
        }
        if self.rules[usize::from(taken.rule)].effect == Effect::Jump {
            let passed = self.between(taken.from, taken.to).into_iter().map(cell);
            return passed.into_iter().find(|&cell| cell != 0).unwrap_or(0);
        }
        cell(taken.to)
    }

    /// Computes everything derived from the board: at the start, and after it was set up elsewhere.
    pub(crate) fn refresh(&self, state: &mut State) {
        self.refresh_numbers(state);
        if let Some(touched) = self.touched {
            for (square, &cell) in self.start.iter().enumerate() {
                let moved = state.bytes[self.offset + square] != cell;
                state.bytes[touched + square] = u8::from(moved);
            }
        }
    }

    /// Computes the variables derived from the board.
    pub fn refresh_numbers(&self, state: &mut State) {
        for followed in &self.followed {
            for seat in 0..self.seats {
                let value = match followed.follows {
                    Follows::Score => self.material(&state.bytes, seat),
                    Follows::Pieces => {
                        let own = |cell: &&u8| usize::from(self.owner[**cell]) == seat + 1;
                        let standing = self.cells(&state.bytes).iter().filter(own).count() as i32;
                        standing + self.sum_in_hand(&state.bytes, seat, |_| 1)
                    }
                    _ => continue,
                };
                state.set_i32(followed.offset + followed.stride * seat, value);
            }
        }
    }
}
