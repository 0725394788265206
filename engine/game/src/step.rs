//! A step: one action of a match, and its visibility.

use super::Game;
use parlour_model::action::Action;
use parlour_model::event::{Blanks, Event};
use parlour_model::grammar::{Arg, SeenBy};
use parlour_model::ids::Seat;
use parlour_model::state::Decision;

/// One action of a match.
#[derive(Clone, Debug)]
pub struct Step {
    /// The seat that acted, and the phase.
    pub decision: Decision,
    /// The action.
    pub action: Action,
    /// Its events.
    pub events: Vec<Event>,
    /// True if the action waits for simultaneous decisions of others: until then only its seat knows it.
    pub sealed: bool,
    /// The move in piece notation, in a game whose matches are written so.
    pub written: Option<String>,
    /// The viewers that don't observe the action, or some of its arguments, by what they see on boards.
    pub blanks: Blanks,
}

impl Step {
    /// True if a viewer doesn't observe the action at all, because it happens on squares that the viewer doesn't see.
    pub fn is_unseen(&self, viewer: Option<Seat>) -> bool {
        self.blanks.hides(viewer)
    }

    /// True if a viewer isn't told the action at all: it doesn't observe it, or the action waits for others.
    pub fn is_hidden(&self, viewer: Option<Seat>) -> bool {
        self.sealed && viewer != Some(self.decision.seat) || self.is_unseen(viewer)
    }
}

impl Game {
    /// True if a viewer may know all arguments of a step's action.
    pub fn may_know_all(&self, step: &Step, viewer: Option<Seat>) -> bool {
        if step.is_hidden(viewer) {
            return false;
        }
        let verb = &self.pack().verbs[step.action.verb().index()];
        verb.args.iter().all(|arg| self.may_know(step, arg, viewer))
    }

    /// True if a viewer may know an argument of a step's action.
    pub fn may_know(&self, step: &Step, arg: &Arg, viewer: Option<Seat>) -> bool {
        if step.sealed && viewer != Some(step.decision.seat) {
            return false;
        }
        if step.blanks.hides_part(arg.offset, viewer) {
            return false;
        }
        let SeenBy::Actor(others) = &arg.seen_by else { return true };
        let Some(viewer) = viewer else { return false };
        let args = &self.pack().verbs[step.action.verb().index()].args;
        viewer == step.decision.seat
            || others.iter().any(|&n| step.action.number(&args[n]) == u16::from(viewer.number()))
    }
}
