//! Failures of rules and robots: details for the host, a notice for the others, and one entry in the log.

use std::time::{Duration, Instant};

use parlour_engine::diagnostic::Faults;
use parlour_engine::{Diagnostic, Seat};
use parlour_table::Error;
use serde_json::{Value, json};

use super::Desk;
use crate::error::Refused;
use crate::faults::{self, RULES_FAIL};
use crate::message;

/// The time for which a display script is disabled after it exceeded its time limit.
const SHOWS_AFTER: Duration = Duration::from_secs(60);

/// A match that is stuck.
pub(super) struct Stuck {
    /// The version at which it is stuck; it is retried at any other.
    version: u64,
    /// The seat whose robot was to act.
    seat: Option<Seat>,
    faults: Faults,
}

impl Desk {
    /// True if nothing has changed since the rules failed.
    pub(super) fn is_stuck(&self) -> bool {
        self.fault.as_ref().is_some_and(|stuck| stuck.version == self.table.version())
    }

    /// Marks the match as stuck after a failure of the rules, until something changes.
    pub(super) fn get_stuck(&mut self, seat: Option<Seat>, error: &Error) {
        let faults = self.log_fault(error);
        self.fault = Some(Stuck { version: self.table.version(), seat, faults });
        self.tell_faults(|desk, is_host| desk.fault_told(is_host).unwrap_or_default());
    }

    /// Reports that a robot has erred, and an action was picked at random in its place.
    pub(super) fn say_erred(&mut self, seat: Seat, robot: &str, faults: &Faults) {
        let seat = self.table.game().seat_name(seat).to_owned();
        self.log(&format!("the robot {robot} of {seat} has failed: {faults}"));
        let text = format!("the robot {robot} of {seat} has failed; an action was picked at random");
        self.tell_faults(|desk, is_host| {
            let faults = if is_host { faults::told(&desk.shared, faults) } else { Vec::new() };
            json!({ "type": "fault", "seat": seat, "text": text, "faults": faults, "is_stuck": false })
        });
    }

    /// The current fault, for a client.
    pub(super) fn fault_told(&self, is_host: bool) -> Option<Value> {
        let stuck = self.fault.as_ref().filter(|_| self.is_stuck());
        let (faults, seat) = match (stuck, &self.unshown) {
            (Some(stuck), _) => (&stuck.faults, stuck.seat.map(|seat| self.table.game().seat_name(seat))),
            (None, Some(faults)) => (faults, None),
            (None, None) => return None,
        };
        let what = match (stuck, seat) {
            (Some(_), Some(seat)) => format!("the rules failed when {seat} was to act"),
            (Some(_), None) => "the rules failed when the match was to begin".to_owned(),
            (None, _) => "the rules failed when they were to describe the table".to_owned(),
        };
        let then = match (is_host, stuck) {
            (true, Some(_)) => {
                "; the match waits until an action is taken back, somebody else sits there, or the rules are mended"
            }
            (true, None) => "",
            (false, _) => "; whoever made the table can see where",
        };
        let told = if is_host { faults::told(&self.shared, faults) } else { Vec::new() };
        let (text, is_stuck) = (what + then, stuck.is_some());
        Some(json!({ "type": "fault", "seat": seat, "text": text, "faults": told, "is_stuck": is_stuck }))
    }

    fn tell_faults(&mut self, frame: impl Fn(&Self, bool) -> Value) {
        let clients: Vec<_> = self.clients.iter().map(|(&number, client)| (number, client.is_host)).collect();
        for (client, is_host) in clients {
            let frame = frame(self, is_host);
            self.send(client, &frame);
        }
    }

    /// The reason of a refusal, for a client: failing rules with their place for the host, a notice for the others.
    pub(super) fn why_not(&self, client: u64, error: &Error) -> String {
        if error.faults().is_none() {
            return self.shared.without_folders(&error.to_string());
        }
        self.log_fault(error);
        match self.clients.get(&client).is_some_and(|client| client.is_host) {
            true => self.shared.without_folders(&error.to_string()),
            false => RULES_FAIL.to_owned(),
        }
    }

    /// Logs the faults of an error, and returns them.
    pub(super) fn log_fault(&self, error: &Error) -> Faults {
        let faults = error.faults().unwrap_or_default();
        self.log(&error.to_string());
        faults
    }

    fn log(&self, what: &str) {
        self.shared.log(&format!("table {} ({}): {what}", self.id, self.table.game().name()));
    }

    /// True if the display script is enabled.
    pub(super) fn asks_pack(&self) -> bool {
        self.shows_from.is_none_or(|from| Instant::now() >= from)
    }

    /// Records the fault of the display script, if it was run.
    pub(super) fn note_unshown(&mut self, fault: Option<Diagnostic>) {
        if fault.is_none() && !self.asks_pack() {
            return;
        }
        self.unshown = fault.map(Faults::from);
        let Some(faults) = self.unshown.clone() else { return };
        if faults::is_endless(&faults) {
            self.shows_from = Some(Instant::now() + SHOWS_AFTER);
        }
        self.log_fault(&Error::from(faults));
    }

    /// Notifies everybody that the table is suspended.
    pub(crate) fn say_rest(&mut self, rest: Duration) {
        self.log("the rules take too long; the table rests");
        let frame = message::error(&Refused::rests(rest).why);
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.send(client, &frame);
        }
    }
}
