//! Delayed onlookers, who are shown a past moment. Their versions count the actions that they were shown.

use parlour_table::{Table, Viewer};
use serde_json::{Value, json};

use super::{Client, Desk};

/// Updates of delayed onlookers are sent at multiples of the robots' time grid, by this factor.
const SHOWN_EVERY: u64 = 8;

impl Desk {
    /// True if onlookers are delayed.
    pub(super) fn is_delayed(&self) -> bool {
        self.metadata.order.delay > 0
    }

    /// The moment that onlookers are shown: at the end, the last one.
    fn shown_moment(&self) -> usize {
        let steps = self.table.step_count();
        if self.is_over() { steps } else { steps.saturating_sub(self.metadata.order.delay) }
    }

    /// True if a client is delayed and isn't notified now, since the time of the notification would reveal when others
    /// act. Its updates are sent on the time grid.
    pub(super) fn waits_to_see(&mut self, client: u64) -> bool {
        let Some(known) = self.clients.get(&client) else { return false };
        if known.seat.is_some() || !self.is_delayed() || self.is_over() || known.has == 0 {
            return false;
        }
        if known.has != self.onlookers_version() && self.shows_at.is_none() {
            let every = u64::try_from(self.shared.limits.grid.as_millis()).unwrap_or(u64::MAX).max(1) * SHOWN_EVERY;
            self.shows_at = Some((self.shared.time.now() / every + 1) * every);
        }
        true
    }

    /// Sends due updates to delayed onlookers.
    pub(super) fn show_onlookers(&mut self) {
        if self.shows_at.is_none_or(|at| self.shared.time.now() < at) {
            return;
        }
        self.shows_at = None;
        let shown = self.onlookers_version();
        let is_new = |client: &Client| client.seat.is_none() && client.has != shown;
        let behind = self.clients.iter().filter(|(_, client)| is_new(client)).map(|(&number, _)| number);
        for client in behind.collect::<Vec<_>>() {
            self.tell(client);
        }
    }

    /// The version of onlookers.
    pub(super) fn onlookers_version(&self) -> u64 {
        self.shown_moment() as u64 + 1
    }

    /// The past state for onlookers, with the events since a version of theirs; `None` if the rules fail.
    pub(super) fn behind(&mut self, since: u64) -> Option<(Value, parlour_table::scene::Scene)> {
        let (moment, over) = (self.shown_moment(), self.ending_told());
        let viewer = self.viewer(None);
        let seen = usize::try_from(since).ok().and_then(|since| since.checked_sub(1)).filter(|&seen| seen <= moment);
        shown(&mut self.table, viewer, moment, seen, over)
    }
}

/// A moment of a match with the events since another one, or since the beginning.
fn shown(
    table: &mut Table,
    viewer: Viewer,
    moment: usize,
    seen: Option<usize>,
    over: Value,
) -> Option<(Value, parlour_table::scene::Scene)> {
    let mut past = table.past(viewer);
    let mut events = if seen.is_none() { past.opening() } else { Vec::new() };
    for at in seen.unwrap_or(0)..moment {
        past.go(at + 1).ok()?;
        events.extend(past.last().into_iter().flat_map(|step| step.events));
    }
    past.go(moment).ok()?;
    let due = past.due().filter(|_| over.is_null());
    let game = past.game().clone();
    let phase = due.map(|due| &game.pack().phases[due.phase.index()]);
    let frame = json!({
        "version": moment + 1,
        "whole": seen.is_none(),
        "seat": null,
        "view": past.view().to_json(),
        "to_act": due.map(|due| game.seat_name(due.seat)).into_iter().collect::<Vec<_>>(),
        "phase": phase.map(|phase| &phase.name),
        "due": phase.map(|phase| &phase.text),
        "legal": [],
        "legal_complete": true,
        "events": events,
        "over": over,
    });
    Some((frame, past.scene().ok()?))
}
