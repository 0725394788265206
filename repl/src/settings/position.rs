//! The initial position of a command: a scenario, or the rows of a board.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_ai::RANDOM;
use parlour_engine::diagnostic::{SourceFile, suggest};
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::scenario_of_board;
use parlour_engine::scenario_of_notation;

use crate::context::{Context, read_text};
use crate::failure::Failure;

/// A game at a position, as given on the command line.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The game.
    pub(crate) game: String,
    /// A scenario (TOML), the rows of the board as plain text, or a position in the game's own notation, such as FEN;
    /// without it, the start.
    #[arg(long, value_name = "FILE")]
    pub(crate) position: Option<PathBuf>,
    /// Who is to act; without it, as the position says, or the seat that begins a match.
    #[arg(long, value_name = "SEAT")]
    pub(crate) to_move: Option<String>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,
    /// Options of the game.
    #[arg(long, value_name = "KEY=VALUE", value_parser = crate::setup::key_value)]
    pub(crate) set: Vec<(String, String)>,
}

impl PositionArgs {
    /// A match in the position; unspecified parts are sampled by the seed.
    ///
    /// # Errors
    /// All faults of the position.
    pub(crate) fn begin(&self, context: &Context, seed: u64) -> Result<Match, Failure> {
        let pack = context.library.load(&context.game(&self.game)?)?;
        if let Some(seat) = &self.to_move
            && !pack.seats.names.contains(seat)
        {
            let known = suggest(seat, pack.seats.names.iter().map(String::as_str));
            return Err(Failure::Input(format!("--to-move {seat}: there is no such seat; {known}")));
        }
        let scenario = self.scenario(&pack)?.map(Arc::new);
        begin(&pack, scenario, self.variant.clone(), &self.set, seed)
    }

    /// The name of the seat to move in the position, also if the match is over.
    pub(crate) fn seat_to_move(&self, played: &Match) -> String {
        let game = played.game();
        let due = played.decision().map(|decision| game.seat_name(decision.seat));
        // In a finished match it is the seat to move of the scenario.
        let asked = due.or(self.to_move.as_deref()).or_else(|| game.scenario().and_then(|scenario| scenario.to_act()));
        asked.or(game.pack().seats.names.first().map(String::as_str)).unwrap_or_default().to_owned()
    }

    /// The position as a scenario; `None` for the start.
    fn scenario(&self, pack: &Arc<Pack>) -> Result<Option<Scenario>, Failure> {
        let Some(path) = &self.position else {
            let Some(seat) = &self.to_move else { return Ok(None) };
            let text = format!("game = \"{}\"\nto_act = \"{seat}\"\n", pack.name);
            return Ok(Some(Scenario::read(SourceFile::new("--to-move", text), pack)?));
        };
        let name = path.display().to_string();
        let config = Config { variant: self.variant.clone(), set: self.set.clone(), ..Config::default() };
        if let Some(scenario) = in_notation(path, pack, &config)? {
            return Ok(Some(scenario));
        }
        let text = read_text(path)?;
        if let Some(scenario) = written_in(&text, pack, &config)? {
            return Ok(Some(scenario));
        }
        if text.lines().any(|line| line.split_once('=').is_some_and(|(key, _)| key.trim() == "game")) {
            let text = match &self.to_move {
                Some(seat) => with_seat(&text, seat),
                None => text,
            };
            return Ok(Some(Scenario::read(SourceFile::new(name, text), pack)?));
        }
        let first = pack.configure(&config)?.first_seat();
        let seat = self.to_move.as_ref().or(pack.seats.names.get(first.index())).map_or("", String::as_str);
        Ok(Some(scenario_of_board(SourceFile::new(name, text), pack, &config, seat)?))
    }
}

/// A position given in place of a file name, in the notation of the pack's positions, such as FEN; `None` if it is a
/// file name, or the pack has no notation.
///
/// # Errors
/// The fault in it.
pub(crate) fn in_notation(path: &Path, pack: &Arc<Pack>, config: &Config) -> Result<Option<Scenario>, Failure> {
    let text = path.to_str().filter(|text| text.contains('/') && pack.notation.is_some() && !path.exists());
    // A missing file is reported as such.
    let is_path = |text: &str| text.starts_with(['/', '.', '~']) || text.ends_with(".toml") || text.ends_with(".txt");
    let text = text.filter(|text| !is_path(text));
    Ok(text.map(|text| scenario_of_notation(text, pack, config)).transpose()?)
}

/// The position in a file in the notation of the pack's positions; `None` for other files.
///
/// # Errors
/// The fault in it.
pub(crate) fn written_in(text: &str, pack: &Arc<Pack>, config: &Config) -> Result<Option<Scenario>, Failure> {
    let line = text.trim();
    // Neither a table nor a board of several rows.
    let is_one = pack.notation.is_some() && line.contains('/') && !line.contains(['\n', '=', '#']);
    Ok(is_one.then(|| scenario_of_notation(line, pack, config)).transpose()?)
}

/// A match in the position of a file of rows.
///
/// # Errors
/// All faults of the file, with lines.
pub(crate) fn on_board(context: &Context, game: &str, path: &Path, seat: &str, seed: u64) -> Result<Match, Failure> {
    let pack = context.library.load(game)?;
    let file = SourceFile::new(path.display().to_string(), read_text(path)?);
    let scenario = scenario_of_board(file, &pack, &Config::default(), seat)?;
    begin(&pack, Some(Arc::new(scenario)), None, &[], seed)
}

fn begin(
    pack: &Arc<Pack>,
    scenario: Option<Arc<Scenario>>,
    variant: Option<String>,
    set: &[(String, String)],
    seed: u64,
) -> Result<Match, Failure> {
    let from = scenario.as_deref();
    let mut options = from.map_or_else(Vec::new, |scenario| scenario.options.clone());
    options.extend_from_slice(set);
    let config = Config {
        variant: variant.or_else(|| from.and_then(|scenario| scenario.variant.clone())),
        seats: from.and_then(|scenario| scenario.players),
        set: options,
        scenario: scenario.clone(),
    };
    let game = pack.configure(&config)?;
    let players = vec![RANDOM.to_owned(); game.seat_count()];
    // Counting and searching run the rules many times.
    Ok(Match::with_host(Rules::new(game)?, seed, players)?)
}

/// A scenario with another seat to move; line numbers don't change.
fn with_seat(text: &str, seat: &str) -> String {
    let is_to_act = |line: &str| line.split('=').next().is_some_and(|key| key.trim() == "to_act");
    if text.lines().any(is_to_act) {
        let line = |line: &str| if is_to_act(line) { format!("to_act = \"{seat}\"") } else { line.to_owned() };
        return text.lines().map(line).collect::<Vec<_>>().join("\n");
    }
    // Before the first table: after the line that names the game.
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(line);
        out.push('\n');
        if line.split('=').next().is_some_and(|key| key.trim() == "game") {
            out.push_str(&format!("to_act = \"{seat}\"\n"));
        }
    }
    out
}
