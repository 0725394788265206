//! The turns of a playout by compiled code: the state stays in its memory from one action to the next.

use smallvec::SmallVec;

use super::compiled::{Blocks, Code};
use super::{Lowered, ScriptHost};
use crate::compiling::{ACTIONS, CONTROL, STATE, WORK};
use crate::prelude::control;
use parlour_game::Game;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::Seat;
use parlour_model::layout::STACK;
use parlour_model::state::State;
use parlour_model::state::action::blank_rests;

/// Compiled code that takes and lists the actions of a state, turn by turn.
pub struct Turns<'a> {
    code: &'a mut Code,
    game: &'a Game,
    /// Addresses of the state, of the list of actions and of the control block.
    state: usize,
    list: usize,
    control: usize,
    /// Bytes of the state that hold its ply and pending decisions.
    head: usize,
    /// True if records are read as a whole, so that the bytes behind their arguments must be blank.
    are_read: bool,
    /// The remaining work budget, which all turns share.
    left: u32,
}

/// The legal actions, by verb.
pub struct Listed<'a> {
    /// The records, and bytes behind them.
    records: &'a [u8],
    width: usize,
    /// The offset of the first record as the starts count it.
    base: u32,
    starts: &'a [u8],
    /// The number of verbs with actions.
    pub verbs: usize,
    /// True if half of the work budget is left: otherwise the stop flag must be checked before another turn.
    pub may_go_on: bool,
}

impl ScriptHost {
    /// Lets `play` take turns, the scratch card sets being reset; `None` if there is no code, or it bails out too often.
    /// With `are_read` the bytes behind the arguments of records are blank.
    ///
    /// # Errors
    /// The call was stopped.
    pub fn turns<T>(
        &mut self,
        are_read: bool,
        play: impl FnOnce(&mut Turns<'_>) -> T,
    ) -> Result<Option<T>, Diagnostic> {
        if matches!(self.lowered, Lowered::Interpreted(_) | Lowered::Queued(_)) {
            self.lower_soon();
        }
        let game = self.game.clone();
        self.run_lowered(&[], |code, blocks| Some(play(&mut Turns::new(code, blocks, &game, are_read)?)))
    }
}

impl<'a> Turns<'a> {
    fn new(code: &'a mut Code, blocks: &Blocks<'_>, game: &'a Game, are_read: bool) -> Option<Self> {
        code.turn.filter(|entry| !entry.is_worthless())?;
        code.reset_sets();
        code.fill(blocks);
        let [state, actions, control] = [STATE, ACTIONS, CONTROL].map(|block| code.machine.module().block(block).start);
        let (list, head) = (actions + code.list_start, STACK + 2 * game.layout().stack);
        Some(Self { code, game, state, list, control, head, are_read, left: WORK })
    }

    /// Lists the legal actions of a state; `None` if Luau has to.
    pub fn list(&mut self, state: &State) -> Option<Listed<'_>> {
        self.call(&state.bytes, Seat(0), 0, true).then(|| self.listed(None))
    }

    /// Takes an action of a seat, by its index in the list, with the steps that follow it, and `lists` the legal actions
    /// then; the list is meaningless otherwise, or if the match is over. `None` if Luau has to: the state is unchanged
    /// then.
    pub fn take(&mut self, state: &mut State, seat: Seat, action: usize, lists: bool) -> Option<Listed<'_>> {
        let head: SmallVec<[u8; 64]> = SmallVec::from_slice(&state.bytes[..self.head]);
        state.begin_action();
        let at = self.code.list_start + action * self.game.action_width();
        if !self.call(&state.bytes[..self.head], seat, at, lists) {
            state.bytes[..self.head].copy_from_slice(&head);
            return None;
        }
        Some(self.listed(Some(state)))
    }

    /// Calls the driver's `turn` with the first bytes of a state.
    #[inline]
    fn call(&mut self, head: &[u8], seat: Seat, at: usize, lists: bool) -> bool {
        let Some(entry) = self.code.turn else { return false };
        let state = self.state;
        let arguments = [i64::from(seat.number()), at as i64, i64::from(lists)];
        let is_done = self.code.call_on(entry, &arguments, self.left, |memory| {
            memory[state..][..head.len()].copy_from_slice(head);
        });
        self.code.turn = Some(entry.after(is_done));
        if is_done {
            self.left = self.code.machine.work_left();
        }
        if self.are_read && is_done && lists {
            let len = self.listed(None).end();
            let list = &mut self.code.machine.memory_mut()[self.list..][..len];
            blank_rests(list, self.game.action_width(), self.game);
        }
        is_done
    }

    /// The list that the last call has left; copies out the state.
    #[inline]
    fn listed(&self, state: Option<&mut State>) -> Listed<'_> {
        let memory = self.code.machine.memory();
        if let Some(state) = state {
            let len = state.bytes.len();
            state.bytes.copy_from_slice(&memory[self.state..][..len]);
        }
        let verbs = word(memory, self.control + control::VERBS) as usize;
        Listed {
            records: &memory[self.list..],
            width: self.game.action_width(),
            base: self.code.list_start as u32,
            starts: &memory[self.control + control::STARTS..][..4 * (verbs + 1)],
            verbs,
            may_go_on: self.left > WORK / 2,
        }
    }
}

impl Listed<'_> {
    /// Bytes of all records.
    fn end(&self) -> usize {
        (word(self.starts, 4 * self.verbs) - self.base) as usize
    }

    /// The index of the first action of a verb, counted from 0; for the number of verbs the number of all actions.
    #[inline]
    pub fn start(&self, verb: usize) -> usize {
        ((word(self.starts, 4 * verb) - self.base) / self.width as u32) as usize
    }

    /// The record of an action, by its index.
    #[inline]
    pub fn record(&self, action: usize) -> &[u8] {
        &self.records[action * self.width..][..self.width]
    }
}

/// The number of four bytes at an offset.
fn word(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}
