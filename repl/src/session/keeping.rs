//! Keeping a match while it is played: autosaves, and what robots remembered at each moment.

use std::sync::Arc;

use parlour_ai::Table;
use parlour_ai::table::{Memories, Memory};

use crate::context::Screen;
use crate::marks::escape;
use parlour_table::Saves;
use parlour_table::lock::Lock;
use parlour_table::saves::Place;

/// Longer matches are saved less often while robots play.
const LONG: usize = 500;

/// What is kept of a match while it is played.
pub(super) struct Keeping {
    /// The folder of saved matches.
    saves: Saves,
    /// Where it is kept.
    place: Place,
    /// How many actions it had when a person saved it.
    saved: usize,
    /// The autosave has failed, and that was said.
    has_failed: bool,
    /// What the robots remembered after so many actions.
    memories: Vec<Memories>,
    /// The actions that the file keeps whatever is done. Who goes back and plays on otherwise begins a branch.
    kept: Vec<String>,
}

impl Keeping {
    pub(super) fn new(table: &Table, saves: Saves, place: Place) -> Self {
        let kept = actions(table);
        let mut keeping = Self { saves, place, saved: kept.len(), has_failed: false, memories: Vec::new(), kept };
        keeping.remember(table);
        keeping
    }

    /// The name of the autosave.
    pub(super) fn name(&self) -> &str {
        &self.place.name
    }

    /// The name of the autosave, if it could be written.
    pub(super) fn saved_name(&self) -> Option<&str> {
        (!self.has_failed).then_some(self.place.name.as_str())
    }

    /// What the match came from, if it is kept nowhere else.
    pub(super) fn source(&self) -> Option<&str> {
        self.place.source.as_deref()
    }

    /// Whether a match is as a person has saved it, or as it began.
    pub(super) fn is_saved(&self, table: &Table) -> bool {
        table.played.steps().len() == self.saved
    }

    /// A person has saved a match as it is now.
    pub(super) fn note_saved(&mut self, table: &Table, lock: Arc<Lock>) {
        if !self.place.locks.iter().any(|held| Arc::ptr_eq(held, &lock)) {
            self.place.locks.push(lock);
        }
        self.saved = table.played.steps().len();
        self.kept = actions(table);
    }

    /// What the robots remembered when a match stood where it stands now.
    pub(super) fn memories(&self, table: &Table) -> &[Memory] {
        self.memories.get(table.played.steps().len()).map_or(&[], Vec::as_slice)
    }

    /// The players have changed: what those before them remembered is forgotten.
    pub(super) fn start_over(&mut self, table: &Table) {
        self.memories.clear();
        self.remember(table);
    }

    /// Keeps what the robots remember now, for when the match comes back to this moment.
    fn remember(&mut self, table: &Table) {
        self.memories.resize_with(table.played.steps().len(), Vec::new);
        self.memories.push(table.memories());
    }

    /// Keeps the match after an action.
    pub(super) fn acted(&mut self, table: &Table, screen: &Screen) {
        self.remember(table);
        let steps = table.played.steps();
        let by_robot = steps.last().is_some_and(|step| !table.is_human(step.decision.seat));
        if steps.len() < LONG || !by_robot || steps.len().is_multiple_of(LONG) || table.due().is_none() {
            self.autosave(table, screen);
        }
    }

    /// Saves the match without being asked; that it can't be saved is said once. An earlier moment is not saved in the place
    /// of what came after it, and what goes on from one in another way is saved as a branch.
    pub(super) fn autosave(&mut self, table: &Table, screen: &Screen) {
        let record = table.record();
        let done = &record.actions;
        let common = self.kept.iter().zip(done).take_while(|(kept, done)| kept == done).count();
        // The line of a match that came from a file stays in the file.
        if common < self.kept.len() && self.place.source.is_none() {
            if common == done.len() {
                return;
            }
            self.branch(common, screen);
        }
        let is_over = table.due().is_none();
        let result = self.saves.autosave(&record, &self.place.name, is_over);
        self.kept = record.actions;
        if let (Err(failure), false) = (&result, self.has_failed) {
            screen.fault(format!("the match can't be saved on the way: {failure}"));
        }
        self.has_failed = result.is_err();
        if result.is_ok() {
            self.place.source = None;
        }
    }

    /// Goes on under a name of its own, from after so many actions of what is kept.
    fn branch(&mut self, common: usize, screen: &Screen) {
        let branch = self.saves.new_branch(&self.place);
        let parent = std::mem::replace(&mut self.place, branch);
        self.kept.clear();
        let from = if common == 0 { "its beginning".to_owned() } else { format!("action {common}") };
        let (parent, name) = (escape(&parent.name), escape(&self.place.name));
        let text = format!("[dim]A branch from {from} of `{parent}`, which stays as it is: `{name}`.[/]");
        // What can't be told is seen in `history`.
        let _ = screen.tell(&text);
    }
}

/// The actions of a match in their canonical text.
fn actions(table: &Table) -> Vec<String> {
    table.played.record().actions
}
