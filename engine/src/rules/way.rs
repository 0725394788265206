//! The interface of a game's rules, with what every way of writing them does alike.

use std::fmt::Debug;

use super::Refusal;
use super::branches::{Branch, Branches, id_of};
use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::Event;
use crate::ids::{Seat, Square};
use crate::state::{Decision, State};

/// How a playout chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Playout {
    /// First the verb, then one of its cases, each equally likely.
    ByVerb,
    /// Every legal action equally likely.
    ByAction,
    /// The cases of the first verb that has some, each equally likely; verbs as the rules list them.
    FirstVerb,
}

impl Playout {
    /// Picks one of a list of actions, in which those of a verb stand together. `None` if there is none.
    pub fn choose(self, list: &ActionList, generator: &mut Generator) -> Option<usize> {
        let mut range = 0..list.len();
        if self != Self::ByAction {
            let verb = |n: usize| list.record(n)[0];
            let starts: Vec<usize> =
                range.clone().filter(|&n| n == 0 || verb(n) != verb(n - 1)).chain([range.end]).collect();
            let kind = match self {
                Self::FirstVerb => 0,
                _ => generator.below(starts.len() as u32 - 1) as usize,
            };
            range = starts[kind]..*starts.get(kind + 1)?;
        }
        (!range.is_empty()).then(|| range.start + generator.below(range.len() as u32) as usize)
    }
}

/// The interface of a game's rules.
///
/// The state that is given is one in which the match goes on, unless a method says otherwise. If a method fails, the
/// state is as it was.
pub(super) trait Way: Debug {
    /// A fresh match: set up, dealt and ready for the first action.
    fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic>;

    /// Works out who decides what in a state that a scenario has set up; `seat` is to act.
    fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic>;

    /// The legal actions, by verb; none is for the caller to judge.
    fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic>;

    /// What is against an action of a verb of this phase; `None` if it is legal.
    fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic>;

    /// Applies a legal action, with all that follows from it.
    fn apply(&mut self, state: &mut State, record: &[u8], events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic>;

    /// Applies a legal action and lists what is legal then; the list is empty when the match is over.
    fn step(&mut self, state: &mut State, record: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        let mut after = state.clone();
        self.apply(&mut after, record, None)?;
        list.clear();
        if !after.is_over() {
            self.legal(&after, list)?;
        }
        state.copy_from(&after);
        Ok(())
    }

    /// Plays at random until the match is over or `most` plies were played; returns the number of plies.
    fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        let mut played = state.clone();
        let mut list = ActionList::new();
        let mut record = Vec::new();
        let mut plies = 0;
        while plies < most && !played.is_over() {
            self.legal(&played, &mut list)?;
            if list.is_empty() {
                return Err(self.no_action(&played));
            }
            record.clear();
            record.extend_from_slice(list.record(policy.choose(&list, generator).unwrap_or(0)));
            self.apply(&mut played, &record, None)?;
            plies += 1;
        }
        state.copy_from(&played);
        Ok(plies)
    }

    /// The number of sequences of so many legal actions, at least one.
    fn leaves(&mut self, state: &State, depth: u32) -> Result<u64, Diagnostic> {
        if state.is_over() {
            return Ok(0);
        }
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        if depth <= 1 {
            return Ok(list.len() as u64);
        }
        let mut nodes = 0;
        let mut child = state.clone();
        for n in 0..list.len() {
            child.copy_from(state);
            self.apply(&mut child, list.record(n), None)?;
            nodes += self.leaves(&child, depth - 1)?;
        }
        Ok(nodes)
    }

    /// Whether an action surely ends the turn of its seat, whatever comes of it; where that is not known it is false.
    fn ends_turn(&self, _record: &[u8]) -> bool {
        false
    }

    /// That nothing is legal though the match goes on.
    fn no_action(&self, _state: &State) -> Diagnostic {
        Diagnostic::new(Code::NoAction, "no legal action is offered, and the match is not over")
    }

    /// The legal actions as a search takes them, or only those that gain something as far as that is known.
    fn branches(&mut self, state: &mut State, only_gains: bool, branches: &mut Branches) -> Result<(), Diagnostic> {
        let Branches { list, records } = branches;
        records.clear();
        self.legal(state, records)?;
        if records.is_empty() {
            return Err(self.no_action(state));
        }
        let valued = (0..records.len()).map(|n| self.valued(state, records.record(n), n));
        list.extend(valued.filter(|branch| !only_gains || branch.gain > 0));
        Ok(())
    }

    /// An action, the `n`th of a list, with what it gains, as far as that is known.
    fn valued(&mut self, _state: &State, record: &[u8], n: usize) -> Branch {
        Branch { id: id_of(record), gain: 0, worth: 0, place: n as u32 }
    }

    /// Takes an action of [`Way::branches`]; whether the seat to act then has anything to do may be left to
    /// [`Way::is_stuck`].
    fn follow(&mut self, state: &mut State, branches: &Branches, branch: Branch) -> Result<(), Diagnostic> {
        self.apply(state, branches.record(branch), None)
    }

    /// Whether the seat to act has nothing to do, where [`Way::follow`] has not looked at that.
    fn is_stuck(&mut self, _state: &State) -> bool {
        false
    }

    /// Gives the turn to the next seat without an action; false if that can't be.
    fn pass(&mut self, _state: &mut State) -> bool {
        false
    }

    /// How many actions a seat would have if it were to act in the phase of a decision.
    fn mobility(&mut self, state: &State, decision: Decision, list: &mut ActionList) -> Result<u32, Diagnostic> {
        let mut asked = state.clone();
        asked.set_decision(decision);
        self.legal(&asked, list)?;
        Ok(list.len() as u32)
    }

    /// A number for what matters of a position to what can still happen in the next `plies`.
    fn position_key(&self, state: &State, _plies: u32) -> u64 {
        state.position_hash()
    }

    /// The squares of the board that the last action has changed, with what stood there before; `None` if not known.
    fn changes(&self) -> Option<&[(u16, u8)]> {
        None
    }

    /// The square of a seat's royal piece if it could be captured there.
    fn endangered(&mut self, _state: &State, _seat: Seat) -> Result<Option<Square>, Diagnostic> {
        Ok(None)
    }
}
