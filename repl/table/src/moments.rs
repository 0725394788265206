//! Going back and forth in a match, and what going back leaves in people's heads.

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

/// So many worlds in which a viewer could have been are compared with the one that is played.
const WORLDS: u64 = 8;

/// Takes a match to the moment after so many actions.
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

/// Who would know more than they may after a match has gone back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Learnt {
    /// The seats that have learnt something since that would be hidden then.
    pub seats: Vec<Seat>,
    /// Somebody who looks on has.
    pub onlookers: bool,
}

impl Learnt {
    /// Whether nobody has: to go back is free.
    pub fn is_nothing(&self) -> bool {
        self.seats.is_empty() && !self.onlookers
    }
}

/// Who has learnt something since the moment after so many actions that would be hidden from them if the match went back
/// there: a card that they saw, what a die would show.
///
/// A viewer has learnt nothing if what happened since looks the same in every world in which, by what it knew then, it
/// could have been. Some of these worlds are drawn and compared. What others have chosen to do is not counted, as long as
/// that shows nothing else.
pub(crate) fn learnt(played: &mut Match, from: usize) -> Learnt {
    let seats: Vec<Seat> = played.game().seats().collect();
    let seats = seats.into_iter().filter(|&seat| has_learnt(played, from, Some(seat))).collect();
    Learnt { seats, onlookers: has_learnt(played, from, None) }
}

/// Whether a viewer has.
pub(crate) fn has_learnt(played: &mut Match, from: usize, viewer: Option<Seat>) -> bool {
    let game = played.game().clone();
    let steps: Vec<Step> = played.steps().get(from..).unwrap_or_default().to_vec();
    if steps.is_empty() || game.is_open() {
        return false;
    }
    // Where the rules fail nothing is known of what the viewer could have thought.
    Since { game: &game, steps: &steps, from, viewer }.is_told(played).unwrap_or(true)
}

/// What a viewer saw happen.
struct Since<'a> {
    game: &'a Game,
    steps: &'a [Step],
    /// The place of the first of them.
    from: usize,
    viewer: Option<Seat>,
}

impl Since<'_> {
    /// What the viewer saw after so many of the steps.
    fn seen_after(&self, played: &Match, steps: usize) -> Result<View, Diagnostic> {
        Ok(self.game.view(&*played.state_before(self.from + steps)?, self.viewer))
    }

    fn events(&self, events: &[Event]) -> Vec<Value> {
        events.iter().map(|event| self.game.event_json(event, self.viewer, false)).collect()
    }

    /// Whether the viewer would have seen something else in another world.
    fn is_told(&self, played: &mut Match) -> Result<bool, Diagnostic> {
        let view = self.seen_after(played, 0)?;
        // Where no world can be made nothing is known of what the viewer could have thought.
        let Ok(worlds) = played.host().worlds(&view) else { return Ok(true) };
        // The same worlds whatever the viewer can't see, so that the answer tells nothing of it.
        let seen = self.seen_after(played, self.steps.len())?.state().position_hash();
        let answers = (0..WORLDS).map(|n| self.is_same_in_a_world(played, &worlds, seen.wrapping_add(n)));
        let mut answers = answers.flatten().peekable();
        Ok(answers.peek().is_none() || !answers.all(|is_same| is_same))
    }

    /// An action that the viewer could take for that of a step, and that is legal in a world; of an action that the viewer
    /// knows only that one.
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

    /// Whether the viewer would have seen the same in a world; `None` for one that can't be, in which the rules fail.
    fn is_same_in_a_world(&self, played: &mut Match, worlds: &Worlds, seed: u64) -> Option<bool> {
        let mut world = played.host().draw(worlds, &mut Generator::from_seed(seed)).ok()?;
        for (n, step) in self.steps.iter().enumerate() {
            let seen = self.seen_after(played, n + 1).ok()?;
            let rules = played.host();
            let Some(action) = self.alike(rules, &world, step).ok()? else { return Some(false) };
            let mut events = Vec::new();
            rules.apply(&mut world, &action, Some(&mut events)).ok()?;
            let is_same =
                self.game.view(&world, self.viewer) == seen && self.events(&events) == self.events(&step.events);
            if !is_same {
                return Some(false);
            }
        }
        Some(true)
    }
}
