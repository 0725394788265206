//! Going back and forth in a match, and what going back leaves in people's heads.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Step};
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;
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
    let last = played.state().clone();
    Since { game: &game, steps: &steps, last: &last, viewer }.is_told(played)
}

/// What a viewer saw happen.
struct Since<'a> {
    game: &'a Game,
    steps: &'a [Step],
    /// The state after the last step.
    last: &'a State,
    viewer: Option<Seat>,
}

impl Since<'_> {
    fn after(&self, n: usize) -> &State {
        self.steps.get(n + 1).map_or(self.last, |next| &next.before)
    }

    fn events(&self, events: &[Event]) -> Vec<Value> {
        events.iter().map(|event| self.game.event_json(event, self.viewer, false)).collect()
    }

    /// Whether the viewer would have seen something else in another world.
    fn is_told(&self, played: &mut Match) -> bool {
        let view = self.game.view(&self.steps[0].before, self.viewer);
        // Where no world can be made nothing is known of what the viewer could have thought.
        let Ok(worlds) = played.host().worlds(&view) else { return true };
        // The same worlds whatever the viewer can't see, so that the answer tells nothing of it.
        let seen = self.game.view(self.last, self.viewer).state().position_hash();
        let answers = (0..WORLDS).map(|n| self.is_same_in_a_world(played, &worlds, seen.wrapping_add(n)));
        let mut answers = answers.flatten().peekable();
        answers.peek().is_none() || !answers.all(|is_same| is_same)
    }

    /// Whether the viewer would have seen the same in a world; `None` for one that can't be, in which the rules fail.
    fn is_same_in_a_world(&self, played: &mut Match, worlds: &Worlds, seed: u64) -> Option<bool> {
        let rules = played.host();
        let mut world = rules.draw(worlds, &mut Generator::from_seed(seed)).ok()?;
        for (n, step) in self.steps.iter().enumerate() {
            if let Err(error) = rules.check(&world, &step.action) {
                return error.refusal().ok().map(|_| false);
            }
            let mut events = Vec::new();
            rules.apply(&mut world, &step.action, Some(&mut events)).ok()?;
            let is_same = self.game.view(&world, self.viewer) == self.game.view(self.after(n), self.viewer)
                && self.events(&events) == self.events(&step.events);
            if !is_same {
                return Some(false);
            }
        }
        Some(true)
    }
}
