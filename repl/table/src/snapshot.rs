//! Snapshot of a table: one message with everything its viewer may know.

use serde::Serialize;
use serde_json::Value;

use crate::choices::{Legal, LegalAction};
use crate::table::Table;
use crate::told::{Ending, EventTold};
use crate::viewer::Viewer;

/// A table as a viewer may know it, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Snapshot {
    /// The version of the table.
    pub version: u64,
    /// The viewer's own seat.
    pub seat: Option<String>,
    /// The position: zones, boards and variables.
    pub view: Value,
    /// The seats to move.
    pub to_act: Vec<String>,
    /// The phase.
    pub phase: Option<String>,
    /// The pending decision in words.
    pub due: Option<String>,
    /// The legal actions of the viewer's seat, if it is to move.
    pub legal: Vec<LegalAction>,
    /// True if the list is complete; otherwise the rules accept further actions.
    pub legal_complete: bool,
    /// The events since the client's version.
    pub events: Vec<EventTold>,
    /// The ending; `None` while it goes on.
    pub over: Option<Ending>,
}

impl Table {
    /// The snapshot for a viewer, with the events after a version; a client without a version gets all of them.
    pub fn snapshot(&self, viewer: Viewer, since: Option<u64>) -> Snapshot {
        let game = self.game();
        let name = |seat| game.seat_name(seat).to_owned();
        let own_turn = self.due().filter(|seat| viewer.seat() == Some(*seat));
        let legal = own_turn.map_or_else(Legal::none, |_| self.legal(viewer));
        // A version that the table hasn't reached counts as none.
        let changes = self.since(since.unwrap_or(0), viewer).or_else(|_| self.since(0, viewer)).unwrap_or_default();
        let phase = self.decision().map(|decision| &game.pack().phases[decision.phase.index()]);
        Snapshot {
            version: self.version(),
            seat: self.view(viewer).seat().map(name),
            view: self.view(viewer).to_json(),
            to_act: self.due().map(name).into_iter().collect(),
            phase: phase.map(|phase| phase.name.clone()),
            due: self.due_text(viewer),
            legal: legal.actions,
            legal_complete: legal.complete,
            events: changes.iter().flat_map(|change| change.events().to_vec()).collect(),
            over: self.ending(),
        }
    }
}
