//! A table as a client is sent it: one message with all that its viewer may know.

use serde::Serialize;
use serde_json::Value;

use crate::choices::{Legal, LegalAction};
use crate::table::Table;
use crate::told::{Ending, EventTold};
use crate::viewer::Viewer;

/// A table as a viewer may know it, to be written as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Snapshot {
    /// The number of the last change.
    pub version: u64,
    /// The viewer's own seat.
    pub seat: Option<String>,
    /// The position: zones, boards and variables.
    pub view: Value,
    /// The seats that are to act.
    pub to_act: Vec<String>,
    /// What kind of decision is due.
    pub phase: Option<String>,
    /// What is to be done, in words.
    pub due: Option<String>,
    /// The legal actions, for who is to act.
    pub legal: Vec<LegalAction>,
    /// Whether these are all; else whatever the rules allow is accepted.
    pub legal_complete: bool,
    /// What happened since the version that the client had.
    pub events: Vec<EventTold>,
    /// How the match ended; `None` while it goes on.
    pub over: Option<Ending>,
}

impl Table {
    /// The table as a viewer may know it, with what happened after a version: of a client that has none, everything.
    pub fn snapshot(&self, viewer: Viewer, since: Option<u64>) -> Snapshot {
        let game = self.game();
        let name = |seat| game.seat_name(seat).to_owned();
        let own_turn = self.due().filter(|seat| viewer.seat() == Some(*seat));
        let legal = own_turn.map_or_else(Legal::none, |_| self.legal(viewer));
        // A client with a version that the table hasn't come to is told everything.
        let changes = self.since(since.unwrap_or(0), viewer).or_else(|_| self.since(0, viewer)).unwrap_or_default();
        let phase = self.decision().map(|decision| &game.pack().phases[decision.phase.index()]);
        Snapshot {
            version: self.version(),
            seat: self.view(viewer).seat().map(name),
            view: self.view(viewer).to_json(),
            to_act: self.due().map(name).into_iter().collect(),
            phase: phase.map(|phase| phase.name.clone()),
            due: self.due_text(viewer).map(str::to_owned),
            legal: legal.actions,
            legal_complete: legal.complete,
            events: changes.iter().flat_map(|change| change.events().to_vec()).collect(),
            over: self.ending(),
        }
    }
}
