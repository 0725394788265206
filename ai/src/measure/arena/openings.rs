//! Openings of an arena's games: the start, a few random actions, or the openings of a file.
//!
//! In a deterministic game two deterministic robots always play the same game. Games from different openings, each
//! played once from every seat, are distinct.

use std::sync::Arc;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::scenario::Scenario;
use xxhash_rust::xxh3::xxh3_64;

use crate::players::Pool;
use crate::players::seated::rules_failed;

/// The default number of plies of a random opening.
pub const PLIES: u32 = 4;
/// Attempts to find an opening that doesn't end the game; after that it begins at the start.
const TRIES: u32 = 50;
/// Random matches, and their ply limit, that test whether a game has randomness.
const PROBES: u64 = 3;
const LONGEST: u32 = 500;
/// The separator of the scenarios of a file.
const RULE: &str = "---";

/// The openings of games.
#[derive(Clone, Debug, Default)]
pub enum Openings {
    /// The start of the game.
    #[default]
    Start,
    /// A number of random plies, the same for all games of a deal.
    Plies(u32),
    /// The openings of a file, in turn over the deals, cyclically.
    Listed(Arc<Listed>),
}

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct Listed {
    file: String,
    /// A hash of the text.
    hash: u64,
    openings: Vec<Opening>,
}

/// An opening of a file.
#[derive(Clone, Debug)]
enum Opening {
    /// The game with the scenario in which it begins.
    Scenario(Arc<Game>),
    /// Actions from the start.
    Actions(Vec<String>),
}

/// The error in a file of openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file lists none.
    #[error("{file} lists no openings")]
    Nothing {
        /// The file.
        file: String,
    },
    /// A line that can't be played.
    #[error("{file}:{line}: `{action}` can't be played here: {reason}")]
    Action {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The action.
        action: String,
        /// The reason.
        reason: String,
    },
    /// An opening after which the game is over.
    #[error("{file}:{line}: the game is over here; an opening leaves something to play")]
    Over {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// A scenario of another game than the arena's.
    #[error("{file}:{line}: the scenario is for {what}, unlike the games of this run")]
    Other {
        /// The file.
        file: String,
        /// The line at which the scenario begins, from 1.
        line: usize,
        /// The fields that differ.
        what: String,
    },
    /// A faulty scenario, or rules that fail.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl Openings {
    /// The openings that fit a game and the robots: random actions if the game and the robots are otherwise
    /// deterministic.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn fitting(game: &Arc<Game>, has_random: bool) -> Result<Self, Faults> {
        let is_fixed = !has_random && !leaves_to_chance(game)?;
        Ok(if is_fixed { Self::Plies(PLIES) } else { Self::Start })
    }

    /// Parses openings: a `.toml` file holds scenarios, separated by lines of `---`; any other file a line of actions
    /// for each opening, separated by semicolons. In lines of actions empty lines and comments after `#` are skipped.
    ///
    /// # Errors
    /// A text that lists nothing, a scenario that doesn't fit the game, an action that can't be played.
    pub fn read(file: &str, text: &str, game: &Arc<Game>) -> Result<Self, OpeningsError> {
        let is_toml = file.ends_with(".toml");
        let openings = if is_toml { scenarios(file, text, game)? } else { lines(file, text, game)? };
        if openings.is_empty() {
            return Err(OpeningsError::Nothing { file: file.to_owned() });
        }
        Ok(Self::Listed(Arc::new(Listed { file: file.to_owned(), hash: xxh3_64(text.as_bytes()), openings })))
    }

    /// The identity of the openings in the header of a run.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Start => "the start".to_owned(),
            Self::Plies(plies) => format!("{plies} plies at random"),
            Self::Listed(listed) => {
                format!("{} of {} ({:016x})", listed.openings.len(), listed.file, listed.hash)
            }
        }
    }

    /// The match of a deal of a run with a seed, after its opening.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn deal(
        &self,
        pool: &mut Pool,
        (seed, deal): (u64, u64),
        players: Vec<String>,
    ) -> Result<Match, Faults> {
        let mut mixer = Generator::numbered(seed, deal);
        let scenario = match self.listed(deal) {
            Some(Opening::Scenario(game)) => Some(game),
            _ => None,
        };
        let mut played = pool.begin_in(scenario, mixer.seed(), players)?;
        self.play(&mut played, deal, &mut mixer)?;
        Ok(played)
    }

    /// Plays the opening of a deal.
    fn play(&self, played: &mut Match, deal: u64, generator: &mut Generator) -> Result<(), Faults> {
        match (self, self.listed(deal)) {
            (Self::Plies(plies), _) => {
                for _ in 0..TRIES {
                    for _ in 0..*plies {
                        let Some(n) = Playout::ByVerb.choose(played.legal(), generator) else { break };
                        let action = played.legal().get(played.game(), n);
                        played.act(&action).map_err(|error| rules_failed(&error))?;
                    }
                    if played.decision().is_some() {
                        return Ok(());
                    }
                    played.undo(usize::MAX)?;
                }
                Ok(())
            }
            (_, Some(Opening::Actions(actions))) => {
                for text in actions {
                    let fault = |reason: String| {
                        Faults::from(Diagnostic::new(Code::RulesFailed, format!("`{text}` of an opening: {reason}")))
                    };
                    let action = played.parse(text).map_err(|error| fault(error.to_string()))?;
                    played.act(&action).map_err(|error| fault(error.to_string()))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn listed(&self, deal: u64) -> Option<&Opening> {
        let Self::Listed(listed) = self else { return None };
        listed.openings.get((deal % listed.openings.len() as u64) as usize)
    }
}

/// True if a game has randomness, tested by random matches.
fn leaves_to_chance(game: &Arc<Game>) -> Result<bool, Faults> {
    let mut rules = Rules::new(game.clone())?;
    for seed in 0..PROBES {
        let mut state = rules.begin(seed, &mut Vec::new())?;
        rules.playout(&mut state, &mut Generator::from_seed(seed), Playout::ByVerb, LONGEST)?;
        if state.has_drawn(seed) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Parses scenarios, each with the preceding text as empty lines, so that faults have the right line numbers.
fn scenarios(file: &str, text: &str, game: &Arc<Game>) -> Result<Vec<Opening>, OpeningsError> {
    let mut out = Vec::new();
    let (mut part, mut begins) = (String::new(), 1);
    let lines: Vec<&str> = text.lines().chain([RULE]).collect();
    for (n, line) in lines.iter().enumerate() {
        if line.trim_end() != RULE {
            part.push_str(line);
            part.push('\n');
            continue;
        }
        if !part.trim().is_empty() {
            out.push(Opening::Scenario(scenario(file, part, begins, game)?));
        }
        part = "\n".repeat(n + 1);
        begins = n + 2;
    }
    Ok(out)
}

fn scenario(file: &str, text: String, line: usize, game: &Arc<Game>) -> Result<Arc<Game>, OpeningsError> {
    let scenario = Scenario::read(SourceFile::new(file, text), game.pack())?;
    let other = |what: String| OpeningsError::Other { file: file.to_owned(), line, what };
    if scenario.players.is_some_and(|players| players != game.seat_count()) {
        return Err(other(format!("{} seats", scenario.players.unwrap_or_default())));
    }
    let variant = scenario.variant.as_deref();
    if variant.is_some() && variant != game.variant() {
        return Err(other(format!("the variant `{}`", variant.unwrap_or_default())));
    }
    let options: Vec<(String, String)> =
        game.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect();
    for (key, value) in &scenario.options {
        if options.iter().any(|(name, own)| name == key && own != value) {
            return Err(other(format!("{key} = {value}")));
        }
    }
    let config = Config {
        variant: game.variant().map(str::to_owned),
        seats: Some(game.seat_count()),
        set: options,
        scenario: Some(Arc::new(scenario)),
    };
    let game = game.pack().configure(&config)?;
    // Beginning a match reports whatever doesn't fit the game.
    let played = Match::new(game.clone(), 0, vec![String::new(); game.seat_count()])?;
    if played.decision().is_none() {
        return Err(OpeningsError::Over { file: file.to_owned(), line });
    }
    Ok(game)
}

fn lines(file: &str, text: &str, game: &Arc<Game>) -> Result<Vec<Opening>, OpeningsError> {
    let mut out = Vec::new();
    let mut rules = Some(Rules::new(game.clone())?);
    for (n, line) in text.lines().enumerate() {
        let actions: Vec<String> = line
            .split_once('#')
            .map_or(line, |(actions, _)| actions)
            .split(';')
            .map(|action| action.trim().to_owned())
            .filter(|action| !action.is_empty())
            .collect();
        if actions.is_empty() {
            continue;
        }
        let host = match rules.take() {
            Some(host) => host,
            None => Rules::new(game.clone())?,
        };
        let mut played = Match::with_host(host, 0, vec![String::new(); game.seat_count()])?;
        for text in &actions {
            let fault = |reason: String| OpeningsError::Action {
                file: file.to_owned(),
                line: n + 1,
                action: text.clone(),
                reason,
            };
            let action = played.parse(text).map_err(|error| fault(error.to_string()))?;
            played.act(&action).map_err(|error| fault(error.to_string()))?;
        }
        if played.decision().is_none() {
            return Err(OpeningsError::Over { file: file.to_owned(), line: n + 1 });
        }
        rules = Some(played.into_host());
        out.push(Opening::Actions(actions));
    }
    Ok(out)
}
