//! Rules of tables and scripts together, verb by verb: what happens when an action is listed, checked and taken.
//!
//! A verb's cases are rows of tables (the moves of pieces, placings, passes) or come from a script. Whatever they come
//! from, every verb can have the hooks `needs`, `allow` and `after`, and a place among the others (`must`, `again`,
//! `pass`). An action goes through the same stages:
//!
//! 1. guard: `needs`, the tier of its verb, `allow`, and that no royal piece of its seat is left in danger, which is
//!    judged on what the action really does, hooks included;
//! 2. effect: the row's, or the script's `apply`;
//! 3. `after`;
//! 4. what follows, in the order of [`super::ends`].

use std::sync::Arc;

use super::branches::{Branch, id_of, on_board};
use super::domains::against;
use super::way::Way;
use super::{Refusal, forbidden, impossible};
use crate::action::{Action, ActionList};
use crate::board::{BoardRules, Changes, Options, Scratch, Threat, Tier};
use crate::chance::Generator;
use crate::diagnostic::Diagnostic;
use crate::event::Event;
use crate::game::{Game, VarStart};
use crate::ids::{Seat, Square, Verb};
use crate::script::host::{Attacks, SharedHost};
use crate::state::{Decision, State};

/// Verbs as bits by number.
type Verbs = u64;

/// A game of tables and scripts.
#[derive(Debug)]
pub(super) struct Both {
    pub(super) game: Arc<Game>,
    pub(super) board: Arc<BoardRules>,
    pub(super) host: SharedHost,
    pub(super) scratch: Scratch,
    /// The verbs of each phase.
    phases: Vec<Verbs>,
    /// What can be against the captures of tables, and what captures besides.
    attacks: Attacks,
    /// The verbs whose actions do more to the board than a row of tables says.
    involved: Verbs,
    /// For each phase, what falls back to its start when the turn is given in it.
    resets: Vec<Vec<VarStart>>,
    /// What the last action has changed on the board.
    changed: Changes,
    /// A state with what is legal in it, as it was worked out last: who applies an action has looked whether there is
    /// any next one, and is asked for all of them at once.
    listed: Option<(State, ActionList)>,
}

impl Both {
    pub(super) fn new(game: Arc<Game>, board: Arc<BoardRules>, host: SharedHost) -> Self {
        let pack = game.pack().clone();
        let bit = |verb: usize| 1_u64 << Verb::from_index(verb).number();
        let with = |test: &dyn Fn(usize) -> bool| {
            (0..pack.verbs.len()).filter(|&verb| test(verb)).fold(0, |mask, verb| mask | bit(verb))
        };
        let attacks = host.borrow().attacks().clone();
        let involved = with(&|verb| host.borrow().changes_board(verb)) | !board.verbs;
        let phases = pack.phases.iter().map(|phase| phase.actions.iter().fold(0, |mask, &verb| mask | bit(verb)));
        Self {
            attacks,
            phases: phases.collect(),
            involved,
            resets: (0..pack.phases.len())
                .map(|phase| game.starts_of(|var| var.resets.phases.contains(&phase)))
                .collect(),
            changed: Changes::default(),
            listed: None,
            scratch: Scratch::default(),
            game,
            board,
            host,
        }
    }

    /// The actions of a seat, those first that leave no later ones legal.
    fn tiers(&self, state: &State, decision: Decision) -> impl Iterator<Item = Tier> + use<> {
        let (seat, verbs) = (decision.seat.index(), self.phases[decision.phase.index()]);
        self.board.tiers_of(&state.bytes, seat, verbs)
    }

    /// The legal actions of the seat that a state has to act; an empty list is not an error here.
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

    /// The actions of a tier that can be taken: rows and what scripts offer, without what a guard is against or what
    /// leaves a royal piece in danger.
    fn cases(
        &mut self,
        state: &State,
        decision: Decision,
        tier: Tier,
        list: &mut ActionList,
    ) -> Result<(), Diagnostic> {
        self.possible(state, decision, tier, list)?;
        self.keep_safe(state, decision.seat.index(), list)?;
        if tier.verbs & self.board.turning.longest != 0 {
            self.board.keep_longest_records(&mut self.scratch, state, decision, list);
        }
        Ok(())
    }

    /// The same, with those that leave a royal piece in danger; some of these may be left out.
    fn possible(
        &mut self,
        state: &State,
        decision: Decision,
        tier: Tier,
        list: &mut ActionList,
    ) -> Result<(), Diagnostic> {
        list.clear();
        list.width = self.game.action_width();
        let rows = tier.verbs & self.board.verbs;
        if rows != 0 {
            let tier = Tier { verbs: rows, ..tier };
            self.board.list_unjudged(&mut self.scratch, state, decision.seat.index(), tier, list);
        }
        let scripted = tier.verbs & !self.board.verbs;
        if scripted != 0 || tier.verbs & self.attacks.guarded != 0 {
            self.host.borrow_mut().gather(state, decision, scripted, tier.verbs & self.attacks.guarded, list)?;
        }
        if let Some(only) = tier.only.filter(|_| scripted != 0) {
            let from = |record: &[u8]| self.board.origin(record);
            list.retain(|record| from(record) == Some(only));
        }
        Ok(())
    }

    /// Drops the actions that leave the royal piece of a seat in danger.
    ///
    /// Tables alone judge a row whose hook `after` can't change a board: where no row takes the piece then, none that a
    /// guard narrows does.
    fn keep_safe(&mut self, state: &State, seat: usize, list: &mut ActionList) -> Result<(), Diagnostic> {
        if list.is_empty() || !self.board.has_royal() {
            return Ok(());
        }
        let board = self.board.clone();
        let width = list.width;
        let by_tables = if self.attacks.takers == 0 { board.verbs & !self.involved } else { 0 };
        let mut judge = board.judge(&mut self.scratch, state, seat);
        let doubtful: Vec<bool> = list
            .bytes
            .chunks_exact(width)
            .map(|record| by_tables >> record[0] & 1 == 0 || !judge.is_safe(record))
            .collect();
        let mut at = 0;
        for (n, is_doubtful) in doubtful.into_iter().enumerate() {
            let record = n * width..(n + 1) * width;
            if is_doubtful {
                let is_sure = self.attacks.are_plain() && by_tables >> list.bytes[record.start] & 1 != 0;
                if is_sure || self.exposes(state, seat, &list.bytes[record.clone()])? {
                    continue;
                }
            }
            list.bytes.copy_within(record, at);
            at += width;
        }
        list.bytes.truncate(at);
        Ok(())
    }

    /// Whether an action leaves the royal piece of the seat that acts where it could be taken.
    fn exposes(&mut self, state: &State, seat: usize, record: &[u8]) -> Result<bool, Diagnostic> {
        if !self.board.has_royal() {
            return Ok(false);
        }
        let mut after = state.clone();
        self.host.borrow_mut().set_tried(true);
        let tried = self.take(&mut after, record, None);
        self.host.borrow_mut().set_tried(false);
        tried?;
        self.board.refresh_numbers(&mut after);
        self.in_danger(&after, seat)
    }

    /// Whether a seat's royal piece could be taken: by a row that no guard is against, or by an action of a script that
    /// takes what stands on its square.
    pub(super) fn in_danger(&mut self, state: &State, seat: usize) -> Result<bool, Diagnostic> {
        let board = self.board.clone();
        let cells = board.cells(&state.bytes);
        let Some(square) = board.royal_square(cells, seat) else {
            return Ok(false);
        };
        match board.threat(cells, seat, square, self.attacks.guarded) {
            Threat::Certain => Ok(true),
            Threat::None if self.attacks.takers == 0 => Ok(false),
            _ => self.host.borrow_mut().is_attacked(state, Seat::from_index(seat), Square(square)),
        }
    }

    /// Does what an action does, up to its hook `after`; what follows from it is left. What has changed on the board is
    /// in the scratch then.
    fn take(
        &mut self,
        state: &mut State,
        record: &[u8],
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let Some(decision) = state.decision() else {
            return Err(impossible(&self.game, record));
        };
        let verb = Verb(record[0].saturating_sub(1));
        let before = state.clone();
        if self.board.has_verb(verb) {
            let actor = self.board.apply(&self.game, &mut self.scratch, state, record, events.as_deref_mut());
            actor.ok_or_else(|| impossible(&self.game, record))?;
            self.reset(state, decision);
        } else {
            self.host.borrow_mut().effect(state, record, events.as_deref_mut())?;
            self.board.note_changes(&mut self.scratch, &before, state);
            let goes_on = self.go_on(state, decision, record)?;
            let is_done = !goes_on && state.decision().is_none_or(|due| due.seat != decision.seat);
            self.board.follow_script(&self.scratch, state, record, decision.seat.index(), is_done);
        }
        if self.host.borrow().has_after(verb.index()) {
            let target = self.board.met_by(&before, decision.seat.index(), record);
            self.host.borrow_mut().after(state, (decision.seat, target), record, events)?;
            self.board.note_changes(&mut self.scratch, &before, state);
        }
        Ok(())
    }

    /// Lets the variables fall back to their starts that do so when a seat is given the turn, after a row of tables by
    /// which it may have been.
    fn reset(&self, state: &mut State, before: Decision) {
        if let Some(due) = state.decision().filter(|due| due.seat != before.seat || self.board.seats == 1) {
            self.resets[due.phase.index()].iter().for_each(|start| start.put(state));
        }
    }

    /// Lets the piece of a script's action go on, if its verb says so and it can; returns whether it does.
    fn go_on(&mut self, state: &mut State, decision: Decision, record: &[u8]) -> Result<bool, Diagnostic> {
        let turning = &self.board.turning;
        let is_of = |verbs: Verbs| verbs >> record[0] & 1 != 0;
        let Some(at) = turning.goes_on else {
            return Ok(false);
        };
        state.set_i32(at, 0);
        let again = turning.again;
        let square = self.board.target_of(record).filter(|_| is_of(again) && !state.is_over());
        let Some(square) =
            square.filter(|_| !(is_of(turning.unchanged) && self.board.has_become(&self.scratch, state, record)))
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

    /// Gives the turn on where the piece that has to go on may not, because guards are against all that it could do.
    fn stop_going_on(&mut self, state: &mut State) -> Result<(), Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(());
        };
        if let Some(tier) = self.tiers(state, decision).find(|tier| tier.only.is_some()) {
            let mut list = ActionList::new();
            self.cases(state, decision, tier, &mut list)?;
            if list.is_empty() {
                self.board.stop_going_on(&mut self.scratch, state, decision.seat.index());
            }
        }
        Ok(())
    }

    /// Whether the seat to act has anything to do; a pass is something only as long as another seat can do more.
    pub(super) fn has_options(&mut self, state: &State) -> Result<bool, Diagnostic> {
        let (mut kept, mut list) = self.listed.take().unwrap_or_else(|| (state.clone(), ActionList::new()));
        list.clear();
        self.list(state, &mut list)?;
        kept.copy_from(state);
        let (is_empty, is_pass) = (list.is_empty(), !list.is_empty() && self.board.is_pass(list.record(0)));
        self.listed = Some((kept, list));
        if !is_pass {
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
            if !list.is_empty() && !self.board.is_pass(list.record(0)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the seat to act has anything to do, and if not, whether its royal piece is in danger.
    pub(super) fn options(&mut self, state: &State) -> Result<Options, Diagnostic> {
        match state.decision() {
            _ if self.has_options(state)? => Ok(Options::Some),
            Some(decision) => Ok(Options::Stuck { in_danger: self.in_danger(state, decision.seat.index())? }),
            None => Ok(Options::None),
        }
    }

    /// Why an action that can be taken in its own tier is not legal: an earlier tier has some.
    fn reason_of_order(&mut self, state: &State, action: &Action) -> Result<Option<String>, Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(None);
        };
        for tier in self.tiers(state, decision) {
            let is_of = tier.verbs >> action.verb().number() & 1 != 0;
            if is_of && tier.only.is_none_or(|only| self.board.origin(action.bytes()) == Some(only)) {
                return Ok(None);
            }
            let mut list = ActionList::new();
            self.cases(state, decision, tier, &mut list)?;
            if let Some(n) = (!list.is_empty()).then(|| list.record(0)[0]) {
                let verb = &self.game.pack().verbs[usize::from(n) - 1].name;
                return Ok(Some(self.board.goes_first(&self.game, state, tier, verb)));
            }
        }
        Ok(None)
    }
}

impl Way for Both {
    fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        let mut state = self.game.blank_state();
        state.set_generator(&Generator::from_seed(seed));
        self.host.borrow_mut().start(&mut state, events)?;
        self.host.borrow().demand_decision(&state)?;
        self.settle_start(&mut state, self.board.seats - 1)?;
        Ok(state)
    }

    fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.board.resume(state, seat);
        self.host.borrow_mut().resume(state, seat, events)?;
        self.host.borrow().demand_decision(state)?;
        self.settle_start(state, (usize::from(seat) + self.board.seats - 2) % self.board.seats)
    }

    fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        match &self.listed {
            Some((known, listed)) if known == state => {
                list.clone_from(listed);
                Ok(())
            }
            _ => self.list(state, list),
        }
    }

    fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic> {
        let game = self.game.clone();
        let by_tables = self.board.has_verb(action.verb());
        if by_tables && !self.board.is_row(&mut self.scratch, state, action.bytes()) {
            return Ok(Some(match self.board.reason(&game, &mut self.scratch, state, action) {
                Some(reason) => forbidden(&game, action, &reason),
                None => Refusal::NotLegal(game.action_text(action)),
            }));
        }
        // A reason that the scripts give stands as it is.
        let against = against(&game, &mut self.host.borrow_mut(), state, action)?;
        if let Some(reason) = against.as_ref().filter(|reason| !reason.is_empty()) {
            return Ok(Some(Refusal::Rules(reason.clone())));
        }
        let mut list = ActionList::new();
        self.list(state, &mut list)?;
        if against.is_none() && list.position(&game, action).is_some() {
            return Ok(None);
        }
        if let Some(reason) = self.reason_of_order(state, action)? {
            return Ok(Some(forbidden(&game, action, &reason)));
        }
        if against.is_some() {
            return Ok(Some(Refusal::NotLegal(game.action_text(action))));
        }
        let seat = state.decision().map_or(0, |decision| decision.seat.index());
        if self.exposes(state, seat, action.bytes())? {
            return Ok(Some(forbidden(&game, action, &self.board.exposed(&game, seat))));
        }
        // A list that is not complete leaves the last word to the guard.
        let is_left_out = list.incomplete && !by_tables && self.host.borrow().has_last_word(action.verb());
        Ok(if is_left_out { None } else { Some(Refusal::NotLegal(game.action_text(action))) })
    }

    fn apply(
        &mut self,
        state: &mut State,
        record: &[u8],
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let actor = state.decision().map_or(0, |decision| decision.seat.index());
        let mut after = state.clone();
        self.take(&mut after, record, events.as_deref_mut())?;
        let changes = self.scratch.changes.clone();
        self.stop_going_on(&mut after)?;
        let by_tables = record.first().is_some_and(|&verb| self.board.verbs >> verb & 1 != 0);
        self.conclude(&mut after, actor, &changes, by_tables, events)?;
        state.copy_from(&after);
        self.changed = changes;
        Ok(())
    }

    fn ends_turn(&self, record: &[u8]) -> bool {
        !self.game.pack().turns_by_script && self.board.ends_turn(record[0])
    }

    fn valued(&mut self, state: &State, record: &[u8], n: usize) -> Branch {
        Branch { id: id_of(record), ..on_board(&self.game, &self.board, &mut self.scratch, state, record, n) }
    }

    fn endangered(&mut self, state: &State, seat: Seat) -> Result<Option<Square>, Diagnostic> {
        let square = self.board.royal_square(self.board.cells(&state.bytes), seat.index());
        Ok(if self.in_danger(state, seat.index())? { square.map(Square) } else { None })
    }

    fn changes(&self) -> Option<&[(u16, u8)]> {
        Some(self.changed.as_slice())
    }

    fn no_action(&self, state: &State) -> Diagnostic {
        self.host.borrow().no_action(state)
    }
}

impl Both {
    /// What can be said of a fresh or composed position: an ending that has come about already.
    fn settle_start(&mut self, state: &mut State, actor: usize) -> Result<(), Diagnostic> {
        self.board.refresh_numbers(state);
        self.board.forget(state);
        self.board.remember(state, actor);
        if state.is_over() {
            return Ok(());
        }
        let options = self.options(state)?;
        self.board.settle(&mut self.scratch, state, actor, None, options);
        if state.is_over() { self.host.borrow_mut().finish(state) } else { Ok(()) }
    }
}
