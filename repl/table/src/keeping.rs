//! Keeping a match while it is played: autosaves, branches, and what robots remembered at each moment.

use std::path::PathBuf;
use std::sync::Arc;

use parlour_ai::SeatedMatch;
use parlour_ai::seated::Memories;
use parlour_engine::play::Record;
use serde_json::Value;

use crate::lock::Lock;
use crate::saves::{Place, SaveError, Saves};

/// Longer matches are saved less often while robots play.
const LONG: usize = 500;

/// What is to be said of how a match is kept.
#[derive(Debug)]
#[non_exhaustive]
pub enum Note {
    /// The match goes on under another name, since it has gone another way than what is kept.
    Branch {
        /// After so many actions of the match that it was.
        from: usize,
        /// The name of that match, which stays as it is.
        parent: String,
        /// The name of the branch.
        name: String,
    },
    /// The match can't be saved; it is said once.
    Unsaved(SaveError),
    /// Somebody may know what is hidden, and the match is marked for it.
    Marked(Known),
}

/// How somebody has come to know what is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// People have changed seats with robots: who sat on one seat may know what another holds.
    Seats,
    /// The match has gone back over what showed hidden things, and goes on from there.
    Back,
    /// The match goes on by other rules, which may have shown more.
    Rules,
    /// Another saved line of the match was revealed or is over.
    Lines,
}

/// What is kept of a match while it is played.
#[derive(Debug)]
pub(crate) struct Keeping {
    /// The folder of saved matches.
    saves: Saves,
    /// Where it is kept.
    place: Place,
    /// How many actions it had when a person saved it.
    saved: usize,
    /// The autosave has failed, and that was said.
    has_failed: bool,
    /// The actions that the file keeps whatever is done. Who goes back and plays on otherwise begins a branch.
    kept: Vec<String>,
    /// How many of them a person has saved or loaded: these are never given up.
    fixed: usize,
    /// The file keeps a match that is over.
    is_over: bool,
    /// The moment to which a person has just taken back the last turn: another action there corrects a slip.
    slip: Option<usize>,
    /// What is still to be said.
    pub(crate) notes: Vec<Note>,
}

impl Keeping {
    pub(crate) fn new(seated: &SeatedMatch, saves: Saves, place: Place) -> Self {
        let kept = actions(seated);
        let (saved, is_over) = (kept.len(), seated.due().is_none());
        let (has_failed, slip, notes) = (false, None, Vec::new());
        Self { saves, place, saved, has_failed, kept, fixed: saved, is_over, slip, notes }
    }

    /// The name of the autosave.
    pub(crate) fn name(&self) -> &str {
        &self.place.name
    }

    /// The name of the autosave, if it could be written.
    pub(crate) fn saved_name(&self) -> Option<&str> {
        (!self.has_failed).then_some(self.place.name.as_str())
    }

    /// Whether the autosave has every action of a match.
    pub(crate) fn has_all(&self, seated: &SeatedMatch) -> bool {
        !self.has_failed && self.kept.len() >= length(seated)
    }

    /// What the match came from, if it is kept nowhere else.
    pub(crate) fn source(&self) -> Option<&str> {
        self.place.source.as_deref()
    }

    /// Whether a match is as a person has saved it, or as it began.
    pub(crate) fn is_saved(&self, seated: &SeatedMatch) -> bool {
        length(seated) == self.saved
    }

    /// Saves a match where a person wants it.
    pub(crate) fn save(&mut self, seated: &SeatedMatch, file: &str) -> Result<PathBuf, SaveError> {
        let (path, lock) = self.saves.save(&seated.record(), file)?;
        self.note_saved(seated, lock);
        Ok(path)
    }

    /// A person has saved a match as it is now.
    fn note_saved(&mut self, seated: &SeatedMatch, lock: Option<Arc<Lock>>) {
        let held = &mut self.place.locks;
        held.extend(lock.filter(|lock| !held.iter().any(|other| Arc::ptr_eq(other, lock))));
        self.kept = actions(seated);
        self.saved = self.kept.len();
        self.fixed = self.saved;
    }

    /// A person goes back from a moment to another: `is_turn` if that takes back just the last turn. What was saved by a person, loaded
    /// or played to its end isn't a slip.
    pub(crate) fn goes_back(&mut self, now: usize, to: usize, is_turn: bool) {
        let is_last = is_turn && now >= self.kept.len() && !self.is_over;
        self.slip = Some(to).filter(|&to| is_last && to >= self.fixed);
    }

    /// Keeps the match after an action.
    pub(crate) fn acted(&mut self, seated: &SeatedMatch) {
        let steps = seated.played.steps();
        let by_robot = steps.last().is_some_and(|step| !seated.is_human(step.decision.seat));
        if steps.len() < LONG || !by_robot || steps.len().is_multiple_of(LONG) || seated.due().is_none() {
            self.autosave(seated);
        }
    }

    /// Saves the match without being asked; that it can't be saved is said once. An earlier moment is not saved in the place
    /// of what came after it, and what goes on from one in another way is saved as a branch.
    pub(crate) fn autosave(&mut self, seated: &SeatedMatch) {
        let record = seated.record();
        let done = &course(&record);
        let common = self.kept.iter().zip(done).take_while(|(kept, done)| kept == done).count();
        // The line of a match that came from a file stays in the file.
        if common < self.kept.len() && self.place.source.is_none() {
            if common == done.len() {
                return;
            }
            if self.slip != Some(common) {
                self.branch(common);
            }
        }
        self.slip = None;
        let is_over = seated.due().is_none();
        let result = self.saves.autosave(&record, &self.place.name, is_over);
        (self.kept, self.is_over) = (course(&record), is_over);
        let had_failed = std::mem::replace(&mut self.has_failed, result.is_err());
        match result {
            Ok(()) => self.place.source = None,
            Err(error) if !had_failed => self.notes.push(Note::Unsaved(error)),
            Err(_) => {}
        }
    }

    /// Goes on under a name of its own, from after so many actions of what is kept.
    fn branch(&mut self, from: usize) {
        let branch = self.saves.new_branch(&self.place);
        let parent = std::mem::replace(&mut self.place, branch).name;
        self.kept.clear();
        self.fixed = 0;
        self.notes.push(Note::Branch { from, parent, name: self.place.name.clone() });
    }
}

/// What the robots of a table remembered after so many actions.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// By the number of actions; empty where it isn't kept.
    all: Vec<Memories>,
    /// Bytes of what is kept, written as JSON.
    bytes: usize,
}

/// Bytes that may be kept of what robots remembered at earlier moments. Beyond that only some of the moments are kept, and
/// a robot goes on from the last one before, having heard what came since.
const MOST_REMEMBERED: usize = 16 << 20;

/// The key in what a robot remembers that says after how many actions that was.
const AT: &str = "at";

impl Remembered {
    /// What they remembered when the match stood where it stands now, or last before.
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

    /// Keeps what they remember now, for when the match comes back to this moment.
    pub(crate) fn keep(&mut self, seated: &SeatedMatch) {
        let steps = seated.played.steps().len();
        let gone = self.all.iter().skip(steps).map(size).sum::<usize>();
        self.bytes -= gone;
        self.all.resize_with(steps, Vec::new);
        let memories = seated.memories();
        self.bytes += size(&memories);
        self.all.push(memories);
        let mut distance = 2;
        while self.bytes > MOST_REMEMBERED && distance < steps {
            let old = self.all[..steps].iter_mut().enumerate().filter(|(n, _)| n % distance != 0);
            old.for_each(|(_, memories)| memories.clear());
            self.bytes = self.all.iter().map(size).sum();
            distance *= 2;
        }
    }
}

/// Bytes of what robots remember, written as JSON.
fn size(memories: &Memories) -> usize {
    memories.iter().flatten().map(|(robot, memory)| robot.len() + memory.to_string().len()).sum()
}

/// The actions of a match in their canonical text, with the end that its players made.
fn actions(seated: &SeatedMatch) -> Vec<String> {
    course(&seated.played.record())
}

/// How many entries that list has.
fn length(seated: &SeatedMatch) -> usize {
    seated.played.steps().len() + usize::from(seated.played.conclusion().is_some())
}

fn course(record: &Record) -> Vec<String> {
    let end = record.ended.as_ref().and_then(|end| serde_json::to_string(end).ok());
    record.actions.iter().cloned().chain(end).collect()
}
