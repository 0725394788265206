//! Undo and redo, and the information that viewers keep after an undo.

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Step};
use parlour_engine::rules::Rules;
use parlour_engine::state::State;
use parlour_engine::view::View;
use parlour_engine::worlds::Worlds;
use parlour_engine::{CheckError, Words};
use serde_json::Value;

use crate::error::Error;

/// The number of sampled worlds that are compared with the actual one.
const WORLDS: u64 = 8;

/// Moves a match to the moment after a number of actions.
///
/// # Errors
/// Rules that fail.
pub(crate) fn go(played: &mut Match, to: usize) -> Result<(), Error> {
    let now = played.steps().len();
    if to < now {
        played.undo(now - to)?;
    } else {
        played.redo(to - now)?;
    }
    Ok(())
}

/// The viewers that would know more than they may after an undo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Learnt {
    /// The seats that learned something since that would be hidden again.
    pub seats: Vec<Seat>,
    /// True if onlookers did.
    pub onlookers: bool,
}

impl Learnt {
    /// True if no viewer did, so that an undo is harmless.
    pub fn is_nothing(&self) -> bool {
        self.seats.is_empty() && !self.onlookers
    }
}

/// Finds the viewers that have learned something since a number of actions that would be hidden again after an undo: a
/// card that they saw, the result of a die.
///
/// A viewer has learned nothing if the later events look the same in every world that fits its view at that moment. A
/// sample of these worlds is compared. Other seats' choices don't count, as long as they reveal nothing else.
pub(crate) fn learnt(played: &mut Match, from: usize) -> Learnt {
    let seats: Vec<Seat> = played.game().seats().collect();
    let seats = seats.into_iter().filter(|&seat| has_learnt(played, from, Some(seat))).collect();
    Learnt { seats, onlookers: has_learnt(played, from, None) }
}

/// True if a viewer has learned something.
pub(crate) fn has_learnt(played: &mut Match, from: usize, viewer: Option<Seat>) -> bool {
    let game = played.game().clone();
    let steps: Vec<Step> = played.steps().get(from..).unwrap_or_default().to_vec();
    if steps.is_empty() || game.is_open() {
        return false;
    }
    // If the rules fail, assume that it has.
    Since { game: &game, steps: &steps, from, viewer }.is_told(played).unwrap_or(true)
}

/// A viewer's observations since a moment.
struct Since<'a> {
    game: &'a Game,
    steps: &'a [Step],
    /// The index of the first of them.
    from: usize,
    viewer: Option<Seat>,
}

impl Since<'_> {
    /// The viewer's view after a number of the steps.
    fn seen_after(&self, played: &Match, steps: usize) -> Result<View, Diagnostic> {
        Ok(self.game.view(&*played.state_before(self.from + steps)?, self.viewer))
    }

    fn events(&self, events: &[Event]) -> Vec<Value> {
        let seen = events.iter().filter(|event| !event.is_unseen(self.viewer));
        seen.map(|event| self.game.event_json(event, self.viewer, false)).collect()
    }

    /// True if the viewer would have observed something else in another world.
    fn is_told(&self, played: &mut Match) -> Result<bool, Diagnostic> {
        let view = self.seen_after(played, 0)?;
        // Without a world, assume that it would.
        let Ok(worlds) = played.host().worlds(&view) else { return Ok(true) };
        // Worlds are sampled independently of hidden information, so that the answer doesn't leak any.
        let seen = self.seen_after(played, self.steps.len())?.state().position_hash();
        let answers = (0..WORLDS).map(|n| self.is_same_in_a_world(played, &worlds, seen.wrapping_add(n)));
        let mut answers = answers.flatten().peekable();
        Ok(answers.peek().is_none() || !answers.all(|is_same| is_same))
    }

    /// A legal action of a world that the viewer can't distinguish from a step's; a fully visible action is taken as it
    /// is.
    fn alike(&self, rules: &mut Rules, world: &State, step: &Step) -> Result<Option<Action>, CheckError> {
        match rules.check(world, &step.action) {
            Ok(()) => return Ok(Some(step.action.clone())),
            Err(error) => _ = error.refusal()?,
        }
        if self.game.may_know_all(step, self.viewer) {
            return Ok(None);
        }
        let mut legal = ActionList::new();
        rules.legal(world, &mut legal)?;
        let told = |step: &Step| self.game.step_text(step, self.viewer, false);
        let is_alike = |action: &Action| {
            let mut other = step.clone();
            other.action = action.clone();
            told(&other) == told(step)
        };
        let found = legal.iter(self.game).find(is_alike);
        Ok(found)
    }

    /// True if the viewer would have observed the same in a world; `None` for an impossible world, in which the rules
    /// fail.
    fn is_same_in_a_world(&self, played: &mut Match, worlds: &Worlds, seed: u64) -> Option<bool> {
        let mut world = played.host().draw(worlds, &mut Generator::from_seed(seed)).ok()?;
        for (n, step) in self.steps.iter().enumerate() {
            let seen = self.seen_after(played, n + 1).ok()?;
            let rules = played.host();
            let Some(action) = self.alike(rules, &world, step).ok()? else { return Some(false) };
            let mut events = Vec::new();
            let before = world.clone();
            rules.apply(&mut world, &action, Some(&mut events)).ok()?;
            self.game.blank_events(Some(&action), [&before, &world], &mut events);
            let is_same =
                self.game.view(&world, self.viewer) == seen && self.events(&events) == self.events(&step.events);
            if !is_same {
                return Some(false);
            }
        }
        Some(true)
    }
}
