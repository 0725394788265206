//! Saved matches: the header, the actions, the robots' memory, and hashes of every part.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_64;

use crate::play::{Conclusion, Match};
use crate::rules::Rules;
use parlour_game::Config;
use parlour_game::scenario::Scenario;
use parlour_model::diagnostic::{Faults, SourceFile, debug_as_display, did_you_mean};
use parlour_model::english::listed;
use parlour_pack::{Library, Pack};
use parlour_script::clipped;

/// A saved match: the header and the actions. Loading replays them and checks the hash.
///
/// ```
/// use parlour_engine::play::Record;
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let mut played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// let action = played.parse("b2")?;
/// played.act(&action)?;
/// let text = played.record().write();
///
/// let record = Record::read("kept.json", &text)?;
/// assert_eq!(record.actions, ["b2"]);
/// assert_eq!(record.replay(&library, None)?.state(), played.state());
/// assert!(Record::read("kept.json", &text.replace("b2", "a1")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format.
    pub parlour: u32,
    /// The game's name.
    pub game: String,
    /// The fingerprint of its rules.
    pub fingerprint: String,
    /// The versions of its rules, file by file; empty in a save from before this was stored.
    #[serde(default, skip_serializing_if = "PlayedBy::is_unknown")]
    pub rules: PlayedBy,
    /// The variant.
    pub variant: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The player of each seat.
    pub players: Vec<String>,
    /// Every option.
    pub options: Vec<(String, String)>,
    /// The text of the scenario, if it began at one.
    pub scenario: Option<String>,
    /// True if hidden information was revealed.
    #[serde(default)]
    pub revealed: bool,
    /// Tags from the file that it was read from, by name: its players, and its result if not by the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// The actions in their canonical text.
    pub actions: Vec<String>,
    /// A hash of the last state.
    pub hash: String,
    /// The number of actions after which the match was left, if its players had gone back from the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The players' conclusion of the match, if no rule ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Conclusion<String>>,
    /// The memory of the robots, by seat.
    #[serde(default)]
    pub memory: Map<String, Value>,
}

/// The key of the hashes that verify a record.
const PROOF: &str = "proof";

/// The keys of a record.
const KEYS: [&str; 17] = [
    "parlour",
    "game",
    "fingerprint",
    "rules",
    "variant",
    "seed",
    "players",
    "options",
    "scenario",
    "revealed",
    "tags",
    "actions",
    "hash",
    "at",
    "ended",
    "memory",
    PROOF,
];

/// The rules of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedBy {
    /// The version of Parlour.
    pub parlour: String,
    /// The pack's own version.
    pub version: Option<String>,
    /// A hash of each file that can change the game's rules, by its path in the pack.
    pub files: BTreeMap<String, String>,
}

impl PlayedBy {
    /// The rules of a pack.
    pub fn of(pack: &Pack) -> Self {
        let hash = |(path, text): (&str, &str)| (path.to_owned(), format!("{:016x}", xxh3_64(text.as_bytes())));
        Self {
            parlour: env!("CARGO_PKG_VERSION").to_owned(),
            version: pack.version.clone(),
            files: pack.files.rules().map(hash).collect(),
        }
    }

    fn is_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// Changes of the rules since a match was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Changed, new and removed files of the pack.
    pub files: Vec<String>,
    /// True if the pack's files differ from the record's, which doesn't tell which.
    pub unknown: bool,
    /// The version of the pack or else of Parlour, then and now.
    pub version: Option<Box<(String, String)>>,
}

impl Changes {
    /// True if the pack's files are the same.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && !self.unknown
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.files.as_slice() {
            [] if self.unknown => write!(f, "the rules have changed since this match was played")?,
            [] => return Ok(()),
            [one] => write!(f, "{one} has changed since this match was played")?,
            several => write!(f, "{} have changed since this match was played", listed(several, "and"))?,
        }
        match &self.version {
            Some(version) => write!(f, " (by {}, now {})", version.0, version.1),
            None => Ok(()),
        }
    }
}

/// The changes, if there are any, as the beginning of a sentence.
struct Since<'a>(&'a Changes);

impl fmt::Display for Since<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "{}; ", self.0) }
    }
}

/// The reason that a record can't be replayed.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file isn't a record.
    #[error("{file} is not a saved match: {message}")]
    Malformed {
        /// The file.
        file: String,
        /// The fault.
        message: String,
    },
    /// A part of the file differs from what was saved.
    #[error("{file} is damaged: {part} isn't as it was saved")]
    Damaged {
        /// The file.
        file: String,
        /// The part, in words.
        part: String,
    },
    /// The file is of a later version.
    #[error("{file} was saved by a later version of Parlour (format {version})")]
    Version {
        /// The file.
        file: String,
        /// Its version.
        version: u32,
    },
    /// The game can't be set up as the record says.
    #[error("{}the match can't be set up: {faults}", Since(.changes))]
    Setup {
        /// The changes of the rules.
        changes: Changes,
        /// The faults.
        faults: Faults,
    },
    /// An action isn't possible any more.
    #[error("{}action {number}, `{action}`, isn't possible: {reason}", Since(.changes))]
    Action {
        /// Its number from 1.
        number: usize,
        /// Its text.
        action: String,
        /// The reason.
        reason: String,
        /// The changes of the rules.
        changes: Changes,
    },
    /// The players can't have ended it this way.
    #[error("{}the end that its players made isn't possible: {reason}", Since(.changes))]
    End {
        /// The reason.
        reason: String,
        /// The changes of the rules.
        changes: Changes,
    },
    /// The last state differs.
    #[error("{}the match doesn't come out as recorded", Since(.changes))]
    Hash {
        /// The changes of the rules.
        changes: Changes,
    },
}

debug_as_display!(RecordError);

impl Record {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// Parses a record from a file's text. If it has hashes, every part is verified; older saves are read without.
    ///
    /// # Errors
    /// A text that isn't a record, or was changed after it was written.
    pub fn read(file: &str, text: &str) -> Result<Self, RecordError> {
        let malformed = |message: String| RecordError::Malformed { file: file.to_owned(), message };
        let unreadable = |error: serde_json::Error| {
            let part = part_at(text, error.line()).map_or_else(String::new, |key| format!(", in `{key}`"));
            malformed(format!("{error}{part}"))
        };
        let record: Self = serde_json::from_str(text).map_err(unreadable)?;
        if record.parlour > Self::VERSION {
            return Err(RecordError::Version { file: file.to_owned(), version: record.parlour });
        }
        let mut parts: Map<String, Value> = serde_json::from_str(text).map_err(unreadable)?;
        let proof = parts.remove(PROOF);
        if let Some(key) = parts.keys().find(|key| !KEYS.contains(&key.as_str())) {
            let near = did_you_mean(key, KEYS).map_or_else(String::new, |near| format!(" (was it `{near}`?)"));
            return Err(malformed(format!("`{key}` isn't a part of one{near}")));
        }
        if let Some(proof) = proof {
            let same_text = || {
                let solid = |c: &u8| !c.is_ascii_whitespace();
                record.write().bytes().filter(|c| solid(c)).eq(text.bytes().filter(|c| solid(c)))
            };
            let part = record.wrong_part(&proof);
            let part = part.or_else(|| (!same_text()).then(|| "the way a number or a text is written".to_owned()));
            if let Some(part) = part {
                return Err(RecordError::Damaged { file: file.to_owned(), part });
            }
        }
        Ok(record)
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(parts) = &mut text {
            parts.insert(PROOF.to_owned(), self.proof());
        }
        // A record has only texts, numbers and lists, which can always be written.
        serde_json::to_string_pretty(&text).unwrap_or_default() + "\n"
    }

    /// The hashed content of each part, by its name among the hashes, with its description.
    fn parts(&self) -> [(&'static str, &'static str, Value); 8] {
        let without = |key: &str, memory: &Value| {
            let mut memory = memory.clone();
            memory.as_object_mut().map(|parts| parts.remove(key));
            memory
        };
        let memories: Map<String, Value> =
            self.memory.iter().map(|(seat, memory)| (seat.clone(), without(GENERATOR, memory))).collect();
        let generators: Map<String, Value> = self
            .memory
            .iter()
            .filter_map(|(seat, memory)| Some((seat.clone(), memory.get(GENERATOR)?.clone())))
            .collect();
        let mut header = json!([self.parlour, self.game, self.variant, self.options, self.scenario]);
        if let (Some(header), false) = (header.as_array_mut(), self.tags.is_empty()) {
            header.push(json!(self.tags));
        }
        let mut course = json!([self.actions, self.hash]);
        if let (Some(course), Some(ended)) = (course.as_array_mut(), &self.ended) {
            course.push(json!(ended));
        }
        if let (Some(course), Some(at)) = (course.as_array_mut(), self.at) {
            course.push(json!({ "at": at }));
        }
        [
            ("header", "the header (game, variant, options, scenario)", header),
            ("rules", "the mark of its rules", json!([self.fingerprint, self.rules])),
            ("seed", "the seed", json!(self.seed)),
            ("players", "the list of players", json!(self.players)),
            ("revealed", "the mark of revealed things", json!(self.revealed)),
            ("course", "the list of actions", course),
            ("memory", "what a robot remembers", Value::Object(memories)),
            ("generators", "the generator of a robot", Value::Object(generators)),
        ]
    }

    fn proof(&self) -> Value {
        let mut proof: Map<String, Value> =
            self.parts().into_iter().map(|(name, _, part)| (name.to_owned(), hash_of(&part).into())).collect();
        let whole = hash_of(&Value::Object(proof.clone()));
        proof.insert(WHOLE.to_owned(), whole.into());
        Value::Object(proof)
    }

    /// The part that differs from its hash.
    fn wrong_part(&self, proof: &Value) -> Option<String> {
        let real = self.proof();
        if *proof == real {
            return None;
        }
        let sum = |proof: &Value| {
            let mut parts = proof.as_object().cloned().unwrap_or_default();
            let whole = parts.remove(WHOLE);
            (hash_of(&Value::Object(parts)), whole)
        };
        let (computed, whole) = sum(proof);
        let wrong = self.parts().into_iter().find(|(name, ..)| proof.get(name) != real.get(name));
        match wrong {
            Some((_, part, _)) if whole.is_some_and(|whole| whole == computed.as_str()) => Some(part.to_owned()),
            _ => Some("the proof itself".to_owned()),
        }
    }

    /// The number of actions after which the match was left.
    pub fn left_at(&self) -> usize {
        self.at.map_or(self.actions.len(), |at| at.min(self.actions.len()))
    }

    /// The configuration of the record.
    ///
    /// # Errors
    /// A scenario that the pack doesn't support any more.
    pub fn config(&self, pack: &Pack) -> Result<Config, Faults> {
        let scenario = match &self.scenario {
            Some(text) => Some(Arc::new(Scenario::read(SourceFile::new("scenario", text.as_str()), pack)?)),
            None => None,
        };
        Ok(Config {
            variant: self.variant.clone(),
            seats: Some(self.players.len()),
            set: self.options.clone(),
            scenario,
        })
    }

    /// The changes of a pack's rules since the match was played.
    pub fn changes(&self, pack: &Pack) -> Changes {
        if format!("{:016x}", pack.fingerprint) == self.fingerprint {
            return Changes::default();
        }
        let now = PlayedBy::of(pack);
        if self.rules.is_unknown() {
            return Changes { unknown: true, ..Changes::default() };
        }
        let (old, new) = (&self.rules.files, &now.files);
        let mut files: Vec<String> =
            old.keys().chain(new.keys()).filter(|path| old.get(*path) != new.get(*path)).cloned().collect();
        files.sort();
        files.dedup();
        let named = |version: &Option<String>| version.as_ref().map(|version| format!("version {version}"));
        let of_pack = named(&self.rules.version).zip(named(&now.version));
        let of_parlour = || Some((format!("Parlour {}", self.rules.parlour), format!("Parlour {}", now.parlour)));
        let version = of_pack.filter(|(then, now)| then != now);
        let version = version.or_else(|| of_parlour().filter(|(then, now)| then != now));
        Changes { unknown: files.is_empty(), files, version: version.map(Box::new) }
    }

    /// Replays the match, up to `most` actions, by the rules of a library.
    ///
    /// # Errors
    /// Changed rules that don't allow a replay, or a record that was tampered with.
    pub fn replay(&self, library: &Library, most: Option<usize>) -> Result<Match, RecordError> {
        let set_up = |changes: Changes| |faults: Faults| RecordError::Setup { changes, faults };
        let pack = library.load(&self.game).map_err(set_up(Changes::default()))?;
        let game = self.config(&pack).and_then(|config| pack.configure(&config));
        let rules = game.and_then(Rules::new).map_err(set_up(self.changes(&pack)))?;
        self.replay_by(rules, most)
    }

    /// As [`Record::replay`], by loaded rules that are configured as [`Record::config`] says: [`Match::into_host`]
    /// returns them.
    ///
    /// # Errors
    /// As for [`Record::replay`].
    pub fn replay_by(&self, rules: Rules, most: Option<usize>) -> Result<Match, RecordError> {
        let changes = self.changes(rules.game().pack());
        let begun = Match::with_host(rules, self.seed, self.players.clone());
        let mut played = begun.map_err(|faults| RecordError::Setup { changes: changes.clone(), faults })?;
        let most = most.unwrap_or(usize::MAX);
        for (n, text) in self.actions.iter().take(most).enumerate() {
            let fault = |reason: String| {
                let changes = changes.clone();
                RecordError::Action { number: n + 1, action: clipped(text), reason, changes }
            };
            let action = played.parse(text).map_err(|error| fault(error.to_string()))?;
            played.act(&action).map_err(|error| fault(error.to_string()))?;
        }
        if let Some(ended) = self.ended.as_ref().filter(|_| most >= self.actions.len()) {
            let fault = |reason: String| RecordError::End { reason, changes: changes.clone() };
            let seat = |name: &String| played.game().seat_named(name);
            let unknown = || fault(format!("there is no seat `{}`", ended.loser().map_or("", String::as_str)));
            let conclusion = ended.with_seats(seat).ok_or_else(unknown)?;
            played.conclude(conclusion).map_err(|error| fault(error.to_string()))?;
        }
        if most >= self.actions.len() && format!("{:016x}", played.hash()) != self.hash {
            return Err(RecordError::Hash { changes });
        }
        if self.revealed {
            played.mark_revealed();
        }
        played.set_tags(self.tags.clone(), self.actions.len());
        Ok(played)
    }
}

/// The key of a robot's generator in its memory.
const GENERATOR: &str = "generator";
/// The hash over the other hashes.
const WHOLE: &str = "whole";

fn hash_of(value: &Value) -> String {
    format!("{:016x}", xxh3_64(value.to_string().as_bytes()))
}

/// The key of a record that a line of its text belongs to.
fn part_at(text: &str, line: usize) -> Option<&str> {
    let before: Vec<&str> = text.lines().take(line).collect();
    before.iter().rev().find_map(|line| line.strip_prefix("  \"")?.split_once("\": ").map(|(key, _)| key))
}
