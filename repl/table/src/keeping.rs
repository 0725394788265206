//! Persistence of a match in progress: autosaves, branches, and robots' memories at earlier moments.

use std::path::PathBuf;
use std::sync::Arc;

use parlour_ai::SeatedMatch;
use parlour_ai::seated::Memories;
use parlour_engine::play::Record;
use serde_json::Value;

use crate::lock::Lock;
use crate::saves::{Place, SaveError, Saves};

/// The length from which a match is saved less often while robots play.
const LONG: usize = 500;

/// A notification about a match's persistence.
#[derive(Debug)]
#[non_exhaustive]
pub enum Note {
    /// The match continues under another name, since it has diverged from the saved one.
    Branch {
        /// The number of common actions.
        from: usize,
        /// The name of the saved match, which is unchanged.
        parent: String,
        /// The name of the branch.
        name: String,
    },
    /// The match can't be saved; reported once.
    Unsaved(SaveError),
    /// Somebody may know hidden information, and the match is marked for it.
    Marked(Known),
}

/// The way in which somebody may have learned hidden information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// A person and a robot changed seats: the person may know what another seat holds.
    Seats,
    /// An undo over revealed information.
    Back,
    /// A reload of rules, which may show more than before.
    Rules,
    /// Another saved line of the match that was revealed or is over.
    Lines,
}

/// The persistence of a match in progress.
#[derive(Debug)]
pub(crate) struct Keeping {
    /// The folder of saved matches.
    saves: Saves,
    /// Its autosave.
    place: Place,
    /// The number of actions when a person last saved it.
    saved: usize,
    /// True if the autosave has failed, and that was reported.
    has_failed: bool,
    /// The match in the autosave, with the actions that were taken back. Playing on differently after an undo begins a
    /// branch.
    kept: Record,
    /// True if the autosave says that it was left at an earlier moment.
    is_left: bool,
    /// The number of its actions that a person has saved or loaded, which are never discarded.
    fixed: usize,
    /// True if the saved match is over.
    is_over: bool,
    /// The moment to which a person has just undone the last turn: another action there is a correction, not a branch.
    slip: Option<usize>,
    /// Pending notifications.
    pub(crate) notes: Vec<Note>,
}

impl Keeping {
    /// The persistence of a match of which a record, if there is one, has more actions than were played so far.
    pub(crate) fn new(seated: &SeatedMatch, kept: Option<Record>, saves: Saves, place: Place) -> Self {
        let mut kept = kept.unwrap_or_else(|| seated.record());
        let is_left = kept.at.take().is_some();
        if is_left {
            // The memories are those of that moment: at the end the robots see all that has happened again.
            kept.memory.clear();
        }
        let (saved, fixed, is_over) = (length(seated), course(&kept).len(), seated.due().is_none());
        let (has_failed, slip, notes) = (false, None, Vec::new());
        Self { saves, place, saved, has_failed, kept, is_left, fixed, is_over, slip, notes }
    }

    /// The name of the autosave.
    pub(crate) fn name(&self) -> &str {
        &self.place.name
    }

    /// The name of the autosave, if it could be written.
    pub(crate) fn saved_name(&self) -> Option<&str> {
        (!self.has_failed).then_some(self.place.name.as_str())
    }

    /// True if the autosave has every action of a match.
    pub(crate) fn has_all(&self, seated: &SeatedMatch) -> bool {
        !self.has_failed && course(&self.kept).len() >= length(seated)
    }

    /// The source of the match, if it is saved nowhere else.
    pub(crate) fn source(&self) -> Option<&str> {
        self.place.source.as_deref()
    }

    /// True if a match is unchanged since a person saved it or it began.
    pub(crate) fn is_saved(&self, seated: &SeatedMatch) -> bool {
        length(seated) == self.saved
    }

    /// True if the match in the autosave is over.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// The name for a match that a person saves without one.
    pub(crate) fn name_to_save(&self, seated: &SeatedMatch) -> String {
        self.saves.name_to_save(&seated.record(), self.name())
    }

    /// Saves a match to a place that a person has named.
    pub(crate) fn save(&mut self, seated: &SeatedMatch, file: &str) -> Result<PathBuf, SaveError> {
        let (path, lock) = self.saves.save(&seated.record(), file, self.name())?;
        self.note_saved(seated, lock);
        Ok(path)
    }

    /// Records that a person has saved a match in its current state.
    fn note_saved(&mut self, seated: &SeatedMatch, lock: Option<Arc<Lock>>) {
        let held = &mut self.place.locks;
        held.extend(lock.filter(|lock| !held.iter().any(|other| Arc::ptr_eq(other, lock))));
        let record = seated.record();
        let done = course(&record);
        self.saved = done.len();
        // Actions that were taken back stay in the autosave.
        if course(&self.kept).starts_with(&done) {
            self.fixed = self.fixed.max(self.saved);
        } else {
            (self.kept, self.fixed) = (record, self.saved);
        }
    }

    /// Records an undo by a person: `is_turn` if it undoes just the last turn. Actions that a person has saved, loaded
    /// or played to the end aren't slips.
    pub(crate) fn goes_back(&mut self, now: usize, to: usize, is_turn: bool) {
        let is_last = is_turn && now >= course(&self.kept).len() && !self.is_over;
        self.slip = Some(to).filter(|&to| is_last && to >= self.fixed);
    }

    /// Saves the match after an action.
    pub(crate) fn acted(&mut self, seated: &SeatedMatch) {
        let steps = seated.played.steps();
        let by_robot = steps.last().is_some_and(|step| !seated.is_human(step.decision.seat));
        if steps.len() < LONG || !by_robot || steps.len().is_multiple_of(LONG) || seated.due().is_none() {
            self.autosave(seated);
        }
    }

    /// Autosaves a match; a failure is reported once. An earlier moment never discards the actions after it, and a
    /// diverging line is saved as a branch.
    pub(crate) fn autosave(&mut self, seated: &SeatedMatch) {
        let record = seated.record();
        let (kept, done) = (course(&self.kept), course(&record));
        let common = kept.iter().zip(&done).take_while(|(kept, done)| kept == done).count();
        // A match loaded from a file never discards actions of that file.
        if common < kept.len() && self.place.source.is_none() {
            if common == done.len() {
                // A match that is over never changes.
                if !self.is_over {
                    self.write(&self.left(record), false);
                    self.is_left = true;
                }
                return;
            }
            if self.slip != Some(common) {
                self.branch(common);
            }
        }
        self.slip = None;
        let is_over = seated.due().is_none();
        self.write(&record, is_over);
        (self.kept, self.is_over, self.is_left) = (record, is_over, false);
    }

    /// The match in the autosave, left at an earlier moment of it.
    fn left(&self, now: Record) -> Record {
        let Record { players, revealed, mut tags, memory, actions, .. } = now;
        let is_new = |(name, _): &&(String, String)| !tags.iter().any(|(other, _)| other == name);
        let old: Vec<_> = self.kept.tags.iter().filter(is_new).cloned().collect();
        tags.extend(old);
        Record { players, revealed, tags, memory, at: Some(actions.len()), ..self.kept.clone() }
    }

    fn write(&mut self, record: &Record, is_over: bool) {
        let result = self.saves.autosave(record, &self.place.name, is_over);
        let had_failed = std::mem::replace(&mut self.has_failed, result.is_err());
        match result {
            Ok(()) => self.place.source = None,
            Err(error) if !had_failed => self.notes.push(Note::Unsaved(error)),
            Err(_) => {}
        }
    }

    /// Continues under a new name, as a branch after a number of saved actions.
    fn branch(&mut self, from: usize) {
        if self.is_left {
            // If it can't be written, it stays left at that moment.
            let _ = self.saves.restore(&self.kept, &self.place.name);
        }
        let branch = self.saves.new_branch(&self.place);
        let parent = std::mem::replace(&mut self.place, branch).name;
        self.fixed = 0;
        self.notes.push(Note::Branch { from, parent, name: self.place.name.clone() });
    }
}

/// Memories of a table's robots by number of actions.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// Indexed by the number of actions; empty where nothing is stored.
    all: Vec<Memories>,
    /// Size of the stored memories as JSON, in bytes.
    bytes: usize,
}

/// Maximum size of stored memories. Beyond it memories are kept for only some moments, and a robot is restored from the
/// last one before and replays the later events.
const MAX_REMEMBERED: usize = 16 << 20;

/// The key in a robot's memory for the number of actions before it was saved.
const AT: &str = "at";

impl Remembered {
    /// The memories at the current moment, or at the last stored one before it.
    pub(crate) fn now(&self, seated: &SeatedMatch) -> Memories {
        let steps = seated.played.steps().len();
        let kept = self.all.iter().enumerate().take(steps + 1).rev().find(|(_, memories)| !memories.is_empty());
        let Some((at, memories)) = kept else { return Vec::new() };
        let mut memories = memories.clone();
        for (_, memory) in memories.iter_mut().flatten().filter(|_| at < steps) {
            if let Value::Object(parts) = memory {
                parts.entry(AT).or_insert(at.into());
            }
        }
        memories
    }

    /// Stores the current memories, for a later return to this moment.
    pub(crate) fn keep(&mut self, seated: &SeatedMatch) {
        let steps = seated.played.steps().len();
        let gone = self.all.iter().skip(steps).map(size).sum::<usize>();
        self.bytes -= gone;
        self.all.resize_with(steps, Vec::new);
        let memories = seated.memories();
        self.bytes += size(&memories);
        self.all.push(memories);
        let mut distance = 2;
        while self.bytes > MAX_REMEMBERED && distance < steps {
            let old = self.all[..steps].iter_mut().enumerate().filter(|(n, _)| n % distance != 0);
            old.for_each(|(_, memories)| memories.clear());
            self.bytes = self.all.iter().map(size).sum();
            distance *= 2;
        }
    }
}

/// The size of memories as JSON, in bytes.
fn size(memories: &Memories) -> usize {
    memories.iter().flatten().map(|(robot, memory)| robot.len() + memory.to_string().len()).sum()
}

/// The number of a match's actions, with the conclusion by its players.
fn length(seated: &SeatedMatch) -> usize {
    seated.played.steps().len() + usize::from(seated.played.conclusion().is_some())
}

/// The canonical texts of a record's actions, with the conclusion by its players.
fn course(record: &Record) -> Vec<String> {
    let end = record.ended.as_ref().and_then(|end| serde_json::to_string(end).ok());
    record.actions.iter().cloned().chain(end).collect()
}
