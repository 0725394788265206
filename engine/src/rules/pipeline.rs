//! The pipeline of listing, checking and applying actions, for tables and scripts alike.
//!
//! A verb's cases are rows of tables (the moves of pieces, placings, passes) or come from a script. Either way, every
//! verb can have the hooks `needs`, `allow` and `after`, and a precedence (`must`, `again`, `pass`). An action passes
//! through the same stages:
//!
//! 1. guard: `needs`, the tier of its verb, the domains of its arguments, `allow`, and that no royal piece of its seat
//!    is left attacked, which is judged on the full effect of the action, hooks included;
//! 2. effect: the row's, or the script's `apply`;
//! 3. `after`;
//! 4. endings and consequences, in the order of [`super::ends`].
//!
//! Simultaneous decisions wait between the guard and the effect ([`super::rounds`]).
//!
//! Board and scripts are both optional; they don't depend on each other or on this order. The pipeline only uses the
//! functions of a verb and the few hooks of a match, as [`ScriptHost`](parlour_script::host::ScriptHost) has them:
//! another way to run scripts would be added there.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Refusal;
use super::domains::against;
use super::ends::{Endings, Moves};
use super::{forbidden, impossible};
use parlour_board::{BoardRules, Changes, Scratch, Threat, Tier};
use parlour_game::words::Words;
use parlour_game::words::board::reason::{endangered, exposed, goes_first, reason};
use parlour_game::{Game, VarStart};
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::event::Event;
use parlour_model::ids::{Seat, Square, Verb};
use parlour_model::state::{Decision, State};
use parlour_pack::order::{Precedence, bit, bits};
use parlour_pack::spec::LIMIT;
use parlour_script::host::{Attacks, SharedHost};

/// Verbs as bits by number.
pub(super) type Verbs = u64;

/// The pipeline over a board and scripts, each of which is optional.
#[derive(Debug)]
pub(super) struct Pipeline {
    pub(super) game: Arc<Game>,
    pub(super) board: Option<Arc<BoardRules>>,
    /// The scripts, if hooks take part in the rules.
    pub(super) host: Option<SharedHost>,
    pub(super) ends: Arc<Endings>,
    pub(super) scratch: Scratch,
    precedence: Precedence,
    /// The verbs of each phase.
    phases: Vec<Verbs>,
    /// The verbs of tables.
    pub(super) rows: Verbs,
    /// Guards on captures of tables, and captures by scripts.
    attacks: Attacks,
    /// The verbs with more effects on the board than their row of tables.
    involved: Verbs,
    /// For each phase, the variables that are reset when the turn is given in it.
    resets: Vec<Vec<VarStart>>,
    /// The ending at the limit of actions, if the rules have no hook for it.
    limit: Option<usize>,
    /// The board changes of the last action.
    pub(super) changed: Changes,
    /// The initial state without its generator, if no script takes part.
    pub(super) opening: Option<State>,
    /// The state before an action, for one that fails.
    kept: Option<State>,
    /// Cache of the last state and its legal actions: applying an action checks if there is a next one, and the caller
    /// lists them all right after.
    listed: Option<(State, ActionList)>,
}

impl Pipeline {
    pub(super) fn new(game: Arc<Game>, host: Option<SharedHost>, ends: Arc<Endings>) -> Self {
        let pack = game.pack().clone();
        let board = game.board_rules().cloned();
        let rows = board.as_ref().map_or(0, |board| board.verbs);
        let attacks = host.as_ref().map_or_else(Attacks::default, |host| host.borrow().attacks().clone());
        let changes_board = |verb: &usize| host.as_ref().is_some_and(|host| host.borrow().changes_board(*verb));
        let involved = bits((0..pack.verbs.len()).filter(changes_board)) | !rows;
        let resets = (0..pack.phases.len()).map(|phase| game.starts_of(|var| var.resets.phases.contains(&phase)));
        Self {
            precedence: Precedence::of(&pack, game.option_values()),
            phases: pack.phases.iter().map(|phase| bits(phase.actions.iter().copied())).collect(),
            rows,
            attacks,
            involved,
            resets: resets.collect(),
            limit: pack.endings.iter().position(|ending| ending.name == LIMIT),
            changed: Changes::default(),
            opening: None,
            kept: None,
            listed: None,
            scratch: Scratch::default(),
            board,
            host,
            ends,
            game,
        }
    }

    /// The tiers of a seat, in order of precedence.
    pub(super) fn tiers(&self, state: &State, decision: Decision) -> SmallVec<[Tier; 4]> {
        let (seat, verbs) = (decision.seat.index(), self.phases[decision.phase.index()]);
        match &self.board {
            Some(board) => board.tiers_of(&state.bytes, seat, verbs).collect(),
            None => self.precedence.tiers(verbs).map(|verbs| Tier { verbs, only: None }).collect(),
        }
    }

    /// Lists the legal actions of the seat to act; an empty list isn't an error here.
    pub(super) fn list(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(());
        };
        for tier in self.tiers(state, decision) {
            self.cases(state, decision, tier, list)?;
            if !list.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The possible actions of a tier: rows and offers of scripts, without those that a guard refuses or that leave a
    /// royal piece attacked.
    pub(super) fn cases(
        &mut self,
        state: &State,
        decision: Decision,
        tier: Tier,
        list: &mut ActionList,
    ) -> Result<(), Diagnostic> {
        self.possible(state, decision, tier, list)?;
        let Some(board) = self.board.clone() else { return Ok(()) };
        self.keep_safe(&board, state, decision.seat.index(), list)?;
        if tier.verbs & board.order.longest != 0 {
            board.keep_longest_records(&mut self.scratch, state, decision, list);
        }
        Ok(())
    }

    /// The same, including actions that leave a royal piece attacked; some of those may be missing.
    fn possible(
        &mut self,
        state: &State,
        decision: Decision,
        tier: Tier,
        list: &mut ActionList,
    ) -> Result<(), Diagnostic> {
        list.clear();
        list.width = self.game.action_width();
        let rows = tier.verbs & self.rows;
        if let Some(board) = self.board.as_ref().filter(|_| rows != 0) {
            let tier = Tier { verbs: rows, ..tier };
            board.list_unjudged(&mut self.scratch, state, decision.seat.index(), tier, list);
        }
        let (scripted, guarded) = (tier.verbs & !self.rows, tier.verbs & self.attacks.guarded);
        if let Some(host) = self.host.as_ref().filter(|_| scripted | guarded != 0) {
            host.borrow_mut().gather(state, decision, scripted, guarded, list)?;
        }
        if let Some((board, only)) = self.board.as_ref().zip(tier.only).filter(|_| scripted != 0) {
            list.retain(|record| board.origin(record) == Some(only));
        }
        Ok(())
    }

    /// Drops the actions that leave the royal piece of a seat attacked.
    ///
    /// Tables alone judge a row whose hook `after` can't change a board: if no row captures the piece then, no guarded
    /// row does either.
    fn keep_safe(
        &mut self,
        board: &BoardRules,
        state: &State,
        seat: usize,
        list: &mut ActionList,
    ) -> Result<(), Diagnostic> {
        if list.is_empty() || !board.has_royal() {
            return Ok(());
        }
        let width = list.width;
        let by_tables = if self.attacks.takers == 0 { board.verbs & !self.involved } else { 0 };
        let mut judge = board.judge(&mut self.scratch, state, seat);
        let mut is_safe = |record: &[u8]| judge.is_safe(record) && board.is_crossing_safe(state, seat, record);
        let doubtful: Vec<bool> =
            list.bytes.chunks_exact(width).map(|record| by_tables >> record[0] & 1 == 0 || !is_safe(record)).collect();
        let mut at = 0;
        for (n, is_doubtful) in doubtful.into_iter().enumerate() {
            let record = n * width..(n + 1) * width;
            if is_doubtful {
                let is_sure = self.attacks.are_plain() && by_tables >> list.bytes[record.start] & 1 != 0;
                let action = &list.bytes[record.clone()];
                if is_sure
                    || self.danger_on_way(board, state, action)?.is_some()
                    || self.exposes(state, seat, action)?
                {
                    continue;
                }
            }
            list.bytes.copy_within(record, at);
            at += width;
        }
        list.bytes.truncate(at);
        Ok(())
    }

    /// The first square on the way of the acting seat's royal piece where it could be captured, as in castling.
    fn danger_on_way(&mut self, board: &BoardRules, state: &State, record: &[u8]) -> Result<Option<u16>, Diagnostic> {
        let seat = state.decision().map_or(0, |decision| decision.seat.index());
        let Some(castle) = board.special.castle(board, seat, record[0]) else { return Ok(None) };
        let [from, to] = castle.royal;
        for &square in castle.safe.iter().filter(|&&square| square != to) {
            let is_taken = match square == from {
                true => self.could_be_taken(state, seat, square)?,
                false => self.could_be_taken(&board.on_way(state, castle, square), seat, square)?,
            };
            if is_taken {
                return Ok(Some(square));
            }
        }
        Ok(None)
    }

    /// The refusal of an action because the royal piece of its seat could be captured on its way or after it.
    fn reason_of_danger(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        let Some(board) = self.board.clone() else { return Ok(None) };
        let seat = state.decision().map_or(0, |decision| decision.seat.index());
        let castle = board.special.castle(&board, seat, action.verb().number());
        let on_way = self.danger_on_way(&board, state, action.bytes())?;
        if on_way.is_none() && !self.exposes(state, seat, action.bytes())? {
            return Ok(None);
        }
        Ok(Some(match castle {
            Some(castle) => endangered(&board, &self.game, castle, on_way.unwrap_or(castle.royal[1])),
            None => exposed(&board, &self.game, seat),
        }))
    }

    /// True if an action leaves the acting seat's royal piece attacked.
    fn exposes(&mut self, state: &State, seat: usize, record: &[u8]) -> Result<bool, Diagnostic> {
        let Some(board) = self.board.clone().filter(|board| board.has_royal()) else {
            return Ok(false);
        };
        let mut after = state.clone();
        self.set_tried(true);
        let tried = self.take(&mut after, record, None);
        self.set_tried(false);
        tried?;
        // A hook has ended the match, or removed the royal piece with which a row ends it: there are no further
        // captures.
        if after.is_over() || self.ends.is_royal_gone(&after, seat, &self.scratch.changes) {
            return Ok(false);
        }
        board.refresh_numbers(&mut after);
        self.in_danger(&after, seat)
    }

    /// Sets if scripts only try actions from now on.
    fn set_tried(&self, tried: bool) {
        if let Some(host) = &self.host {
            host.borrow_mut().set_tried(tried);
        }
    }

    /// True if a seat's royal piece is attacked: by a row that no guard refuses, or by an action of a script that
    /// captures on its square.
    pub(super) fn in_danger(&mut self, state: &State, seat: usize) -> Result<bool, Diagnostic> {
        let Some(board) = &self.board else { return Ok(false) };
        match board.royal_square(board.cells(&state.bytes), seat) {
            Some(square) => self.could_be_taken(state, seat, square),
            None => Ok(false),
        }
    }

    /// The same, with the piece on another square.
    fn could_be_taken(&self, state: &State, seat: usize, square: u16) -> Result<bool, Diagnostic> {
        let Some(board) = &self.board else { return Ok(false) };
        match (board.threat(board.cells(&state.bytes), seat, square, self.attacks.guarded), &self.host) {
            (Threat::Certain, _) => Ok(true),
            (Threat::None, _) if self.attacks.takers == 0 => Ok(false),
            (_, Some(host)) => host.borrow_mut().is_attacked(state, Seat::from_index(seat), Square(square)),
            (_, None) => Ok(false),
        }
    }

    /// Applies the effect of an action of the seat to act, up to its hook `after`, without consequences. The board
    /// changes are in the scratch then.
    fn take(&mut self, state: &mut State, record: &[u8], events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        let Some(decision) = state.decision() else {
            return Err(impossible(&self.game, record));
        };
        if self.rows & bit(verb_of(record).index()) == 0 {
            state.begin_action();
        }
        self.effect(state, decision, record, events)
    }

    /// The effect of an action and its hook `after`, after a script's action was counted and its decision popped.
    pub(super) fn effect(
        &mut self,
        state: &mut State,
        decision: Decision,
        record: &[u8],
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let (verb, seat) = (verb_of(record), decision.seat);
        let (game, board, host) = (self.game.clone(), self.board.clone(), self.host.clone());
        let by_tables = self.rows & bit(verb.index()) != 0;
        let has_after = host.as_ref().is_some_and(|host| host.borrow().has_after(verb.index()));
        let before = board.as_ref().filter(|_| has_after || !by_tables).map(|_| state.clone());
        if let Some(board) = board.as_ref().filter(|_| by_tables) {
            let done = board.apply(game.pack(), &mut self.scratch, state, record, events.as_deref_mut());
            done.ok_or_else(|| impossible(&game, record))?;
            self.reset(state, decision, board.seats);
        } else if let Some(host) = &host {
            host.borrow_mut().effect(state, seat, record, events.as_deref_mut())?;
            if let Some((board, before)) = board.as_ref().zip(before.as_ref()) {
                board.note_changes(&mut self.scratch, before, state);
                let goes_on = self.go_on(board, state, decision, record)?;
                let is_done = !goes_on && state.decision().is_none_or(|due| due.seat != seat);
                board.follow_script(&self.scratch, state, record, seat.index(), is_done);
            }
        }
        if let Some(host) = host.filter(|_| has_after) {
            let met = |(board, before): (&Arc<BoardRules>, &State)| board.met_by(before, seat.index(), record);
            let target = board.as_ref().zip(before.as_ref()).filter(|_| by_tables).map(met);
            host.borrow_mut().after(state, (seat, target), record, events)?;
            if let Some((board, before)) = board.as_ref().zip(before.as_ref()) {
                board.note_changes(&mut self.scratch, before, state);
                board.follow_hook(&self.scratch, state);
            }
        }
        Ok(())
    }

    /// Resets the variables that are reset when a seat is given the turn, after a row of tables that may have given it.
    fn reset(&self, state: &mut State, before: Decision, seats: usize) {
        if let Some(due) = state.decision().filter(|due| due.seat != before.seat || seats == 1) {
            self.resets[due.phase.index()].iter().for_each(|start| start.put(state));
        }
    }

    /// Lets the piece of a script's action continue, if its verb says so and it can; returns true if it does.
    fn go_on(
        &mut self,
        board: &BoardRules,
        state: &mut State,
        decision: Decision,
        record: &[u8],
    ) -> Result<bool, Diagnostic> {
        let order = &board.order;
        let is_of = |verbs: Verbs| verbs >> record[0] & 1 != 0;
        let Some(at) = order.goes_on else {
            return Ok(false);
        };
        state.set_i32(at, 0);
        let again = order.again;
        let square = board.target_of(record).filter(|_| is_of(again) && !state.is_over());
        let Some(square) =
            square.filter(|_| !(is_of(order.unchanged) && board.has_become(&self.scratch, state, record)))
        else {
            return Ok(false);
        };
        let mut asked = state.clone();
        asked.set_i32(at, i32::from(square) + 1);
        asked.set_decision(decision);
        let tier = Tier { verbs: self.phases[decision.phase.index()] & again, only: Some(square) };
        let changes = self.scratch.changes.clone();
        let mut list = ActionList::new();
        self.cases(&asked, decision, tier, &mut list)?;
        self.scratch.changes = changes;
        if !list.is_empty() {
            state.copy_from(&asked);
        }
        Ok(!list.is_empty())
    }

    /// Passes the turn on if guards refuse everything that the continuing piece could do.
    fn stop_going_on(&mut self, state: &mut State) -> Result<(), Diagnostic> {
        let Some((decision, board)) = state.decision().zip(self.board.clone()) else {
            return Ok(());
        };
        if let Some(&tier) = self.tiers(state, decision).iter().find(|tier| tier.only.is_some()) {
            let tier = Tier { verbs: tier.verbs & !board.order.stop, ..tier };
            let mut list = ActionList::new();
            self.cases(state, decision, tier, &mut list)?;
            if list.is_empty() {
                board.stop_going_on(&mut self.scratch, state, decision.seat.index());
            }
        }
        Ok(())
    }

    /// True if the seat to act has an action; a pass counts only while another seat has more than that.
    fn has_moves(&mut self, state: &State) -> Result<bool, Diagnostic> {
        if let (Some(board), None) = (&self.board, &self.host) {
            return Ok(board.has_options(&mut self.scratch, state));
        }
        let (mut kept, mut list) = self.listed.take().unwrap_or_else(|| (state.clone(), ActionList::new()));
        list.clear();
        self.list(state, &mut list)?;
        kept.copy_from(state);
        let is_pass = |list: &ActionList| !list.is_empty() && self.precedence.pass >> list.record(0)[0] & 1 != 0;
        let (is_empty, only_passes) = (list.is_empty(), is_pass(&list));
        self.listed = Some((kept, list));
        if !only_passes {
            return Ok(!is_empty);
        }
        let mut list = ActionList::new();
        let mut asked = state.clone();
        for seat in self.game.clone().seats() {
            let Some(decision) = state.decision().filter(|decision| decision.seat != seat) else {
                continue;
            };
            asked.set_decision(Decision { seat, ..decision });
            self.list(&asked, &mut list)?;
            if !list.is_empty() && self.precedence.pass >> list.record(0)[0] & 1 == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The refusal of an action that is possible in its own tier: an earlier tier has actions.
    fn reason_of_order(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        let Some((decision, board)) = state.decision().zip(self.board.clone()) else {
            return Ok(None);
        };
        for tier in self.tiers(state, decision) {
            let is_of = tier.verbs & bit(action.verb().index()) != 0;
            if is_of && tier.only.is_none_or(|only| board.origin(action.bytes()) == Some(only)) {
                return Ok(None);
            }
            let mut list = ActionList::new();
            self.cases(state, decision, tier, &mut list)?;
            if let Some(n) = (!list.is_empty()).then(|| list.record(0)[0]) {
                let verb = &self.game.pack().verbs[usize::from(n) - 1].name;
                return Ok(Some(goes_first(&board, &self.game, state, tier, verb)));
            }
        }
        Ok(None)
    }

    /// The legal actions, by verb; an empty list is for the caller to judge.
    pub(super) fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        match (&self.board, &self.host, &self.listed) {
            (Some(board), None, _) => {
                board.list(&mut self.scratch, state, list);
                Ok(())
            }
            (_, _, Some((known, listed))) if known == state => {
                list.clone_from(listed);
                Ok(())
            }
            _ => self.list(state, list),
        }
    }

    /// The refusal of an action of a verb of this phase; `None` if it is legal.
    pub(super) fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic> {
        let game = self.game.clone();
        let by_tables = self.rows & bit(action.verb().index()) != 0;
        if let Some(board) = self.board.clone().filter(|_| by_tables)
            && !self.is_row(&board, state, action)
        {
            return Ok(Some(match reason(&board, &game, &mut self.scratch, state, action) {
                Some(reason) => forbidden(&game, action, &reason),
                None => Refusal::NotLegal(game.action_phrase(action)),
            }));
        }
        // A reason given by the scripts is used unchanged.
        let against = match &self.host {
            Some(host) => against(&game, &mut host.borrow_mut(), state, action)?,
            None => None,
        };
        if let Some(reason) = against.as_ref().filter(|reason| !reason.is_empty()) {
            return Ok(Some(Refusal::Rules(reason.clone())));
        }
        let mut list = ActionList::new();
        list.width = game.action_width();
        self.list(state, &mut list)?;
        if against.is_none() && list.position(&game, action).is_some() {
            return Ok(None);
        }
        if let Some(reason) = self.reason_of_order(state, action)? {
            return Ok(Some(forbidden(&game, action, &reason)));
        }
        if against.is_some() {
            return Ok(Some(Refusal::NotLegal(game.action_phrase(action))));
        }
        if let Some(reason) = self.reason_of_danger(state, action)? {
            return Ok(Some(forbidden(&game, action, &reason)));
        }
        // If the list is incomplete, the guard decides.
        let has_last_word = |host: &SharedHost| host.borrow().has_last_word(action.verb());
        let is_left_out = list.incomplete && !by_tables && self.host.as_ref().is_some_and(has_last_word);
        Ok(if is_left_out { None } else { Some(Refusal::NotLegal(game.action_phrase(action))) })
    }

    /// True if an action is a pseudo-legal one of the tables, in any tier; without scripts, true if it is legal.
    fn is_row(&mut self, board: &BoardRules, state: &State, action: &Action) -> bool {
        if self.host.is_some() {
            return board.is_row(&mut self.scratch, state, action.bytes());
        }
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        board.list(&mut self.scratch, state, &mut list);
        list.position(&self.game, action).is_some()
    }

    /// Applies a legal action with all its consequences. If something fails, the state is unchanged.
    pub(super) fn apply(
        &mut self,
        state: &mut State,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        if self.host.is_none() {
            return self.apply_here(state, record, events);
        }
        let mut kept = self.kept.take().unwrap_or_else(|| state.clone());
        kept.copy_from(state);
        let applied = self.apply_here(state, record, events);
        if applied.is_err() {
            state.copy_from(&kept);
        }
        self.kept = Some(kept);
        applied
    }

    /// Restores the state before the last action, if scripts take part.
    pub(super) fn take_back(&self, state: &mut State) {
        if let Some(kept) = &self.kept {
            state.copy_from(kept);
        }
    }

    fn apply_here(
        &mut self,
        state: &mut State,
        record: &[u8],
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        if self.game.decides_unseen(state) {
            return self.commit(state, record, events);
        }
        let actor = state.decision().map_or(0, |decision| decision.seat.index());
        let verb = record.first().map_or(0, |&verb| 1_u64.checked_shl(verb.into()).unwrap_or(0));
        self.take(state, record, events.as_deref_mut())?;
        self.changed.clone_from(&self.scratch.changes);
        if self.host.is_some() {
            self.stop_going_on(state)?;
        }
        self.run_steps(state, events.as_deref_mut())?;
        self.conclude(state, actor, self.rows & verb != 0, events)
    }

    /// Runs the steps that are next on the stack of decisions.
    pub(super) fn run_steps(&self, state: &mut State, events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        self.host.as_ref().map_or(Ok(()), |host| host.borrow_mut().run_steps(state, events))
    }

    /// Determines the consequences of an action of a seat after its hooks; `by_tables` if it is a row's. The order is
    /// that of [`super::ends`].
    pub(super) fn conclude(
        &mut self,
        state: &mut State,
        actor: usize,
        by_tables: bool,
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let ends = self.ends.clone();
        if let Some(board) = &self.board {
            if self.host.is_some() {
                board.refresh_numbers(state);
            }
            if by_tables {
                board.pass_over(state);
            }
            board.record_board(state);
        }
        self.settle_passing(state)?;
        ends.remember(state, actor);
        let called = state.reopen();
        self.end_by_rows(state, actor, true)?;
        if !state.is_over() {
            match called {
                Some(called) => state.close(called),
                None => ends.by_repetition(state, actor),
            }
        }
        if !state.is_over() && self.game.ply_limit().is_some_and(|limit| state.ply() >= limit) {
            self.end_at_limit(state, events)?;
        }
        self.finish(state)
    }

    /// Clears the square passed over if no legal action captures there, before the position is stored.
    pub(super) fn settle_passing(&mut self, state: &mut State) -> Result<(), Diagnostic> {
        let Some(board) = self.board.clone().filter(|board| board.notes_passing(state)) else {
            return Ok(());
        };
        let changes = std::mem::take(&mut self.scratch.changes);
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        let listed = match self.host {
            Some(_) => self.list(state, &mut list),
            None => {
                board.list(&mut self.scratch, state, &mut list);
                Ok(())
            }
        };
        self.scratch.changes = changes;
        listed?;
        board.keep_passing(state, &list);
        Ok(())
    }

    /// Ends the match by the first row that applies, after an action of a seat with its changes, or in a position
    /// without a last action.
    pub(super) fn end_by_rows(&mut self, state: &mut State, actor: usize, has_acted: bool) -> Result<(), Diagnostic> {
        let ends = self.ends.clone();
        if ends.rows.is_empty() {
            return Ok(());
        }
        let changes = std::mem::take(&mut self.changed);
        let ended = ends.by_rows(state, actor, has_acted.then_some(&changes), self);
        self.changed = changes;
        ended
    }

    /// Checks that matches end at a limit of plies: by an ending, or by the rules' hook.
    ///
    /// # Errors
    /// They don't.
    pub(super) fn demand_limit(&self) -> Result<(), Diagnostic> {
        if self.game.ply_limit().is_none() || self.host.is_some() || self.limit.is_some() {
            return Ok(());
        }
        let fault = Diagnostic::new(Code::MissingHook, "there is a `ply_limit`, but no ending called `limit`");
        Err(fault.at(self.game.pack().table_file.line_place(1)).help("add `[endings.limit]`, by which the match ends"))
    }

    /// Ends a match that has reached its limit of actions.
    fn end_at_limit(&self, state: &mut State, events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        match (&self.host, self.limit) {
            (Some(host), _) if host.borrow().has_on_limit() => host.borrow_mut().on_limit(state, events),
            (_, Some(limit)) => {
                state.finish(limit, 0);
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// Computes the winners and the scores of a match that has ended.
    pub(super) fn finish(&self, state: &mut State) -> Result<(), Diagnostic> {
        if !state.is_over() {
            return Ok(());
        }
        self.ends.score(state);
        match &self.host {
            Some(host) if self.ends.are_scored_by_script() => host.borrow_mut().scores(state),
            _ => Ok(()),
        }
    }

    /// Ends a match by decision of its players: they name the winners, and the scores are the current ones. If a script
    /// can't compute scores in the middle of a match, they stay as they are: players can always give up.
    pub(super) fn end_by_players(&self, state: &mut State, winners: u16) {
        state.finish_by_players(winners);
        self.ends.count(state);
        if let Some(host) = self.host.as_ref().filter(|_| self.ends.are_scored_by_script()) {
            let _ = host.borrow_mut().scores(state);
        }
        state.set_winners(winners);
    }

    /// The square of a seat's royal piece if it is attacked.
    pub(super) fn endangered(&mut self, state: &State, seat: Seat) -> Result<Option<Square>, Diagnostic> {
        let Some(board) = self.board.clone() else { return Ok(None) };
        let square = board.royal_square(board.cells(&state.bytes), seat.index());
        Ok(if self.in_danger(state, seat.index())? { square.map(Square) } else { None })
    }

    /// The fault of a state without a legal action though the match isn't over.
    pub(super) fn no_action(&self, state: &State) -> Diagnostic {
        match &self.host {
            Some(host) => host.borrow().no_action(state),
            None => Diagnostic::new(Code::NoAction, "no legal action is offered, and the match is not over"),
        }
    }
}

impl Moves for Pipeline {
    type Error = Diagnostic;

    fn is_stuck(&mut self, state: &State) -> Result<bool, Diagnostic> {
        Ok(state.decision().is_some() && !self.has_moves(state)?)
    }

    fn is_in_danger(&mut self, state: &State, seat: usize) -> Result<bool, Diagnostic> {
        self.in_danger(state, seat)
    }
}

/// The verb of an action's record.
pub(super) fn verb_of(record: &[u8]) -> Verb {
    Verb(record.first().map_or(0, |verb| verb.saturating_sub(1)))
}
