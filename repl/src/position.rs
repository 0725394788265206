//! A position that a command begins at: a scenario, or the rows of a board.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use parlour_engine::diagnostic::{Diagnostic, SourceFile, suggest};
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;

use crate::context::{Context, read_text};
use crate::failure::Failure;
use crate::seats::RANDOM;

/// A game at a position, as given on the command line.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The game.
    pub(crate) game: String,
    /// A scenario (TOML), or the rows of the board as plain text; without it, the start.
    #[arg(long, value_name = "FILE")]
    pub(crate) position: Option<PathBuf>,
    /// Who is to act; without it, as the position says, or the first seat.
    #[arg(long, value_name = "SEAT")]
    pub(crate) to_move: Option<String>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,
}

impl PositionArgs {
    /// A match that stands at the position.
    ///
    /// # Errors
    /// Everything that is wrong with the position.
    pub(crate) fn begin(&self, context: &Context) -> Result<Match, Failure> {
        let pack = context.library.load(&self.game)?;
        if let Some(seat) = &self.to_move
            && !pack.seats.names.contains(seat)
        {
            let known = suggest(seat, pack.seats.names.iter().map(String::as_str));
            return Err(Failure::Input(format!("--to-move {seat}: there is no such seat; {known}")));
        }
        let scenario = match self.source(&pack)? {
            Some(file) => Some(Arc::new(Scenario::read(file, &pack)?)),
            None => None,
        };
        let from = scenario.as_deref();
        let config = Config {
            variant: self.variant.clone().or_else(|| from.and_then(|scenario| scenario.variant.clone())),
            seats: from.and_then(|scenario| scenario.players),
            set: from.map_or_else(Vec::new, |scenario| scenario.options.clone()),
            scenario: scenario.clone(),
        };
        let game = pack.configure(&config)?;
        let players = vec![RANDOM.to_owned(); game.seat_count()];
        Ok(Match::new(game, 0, players)?)
    }

    /// The name of the seat that is to act in a match that was begun here, also if it is over.
    pub(crate) fn seat_to_move(&self, played: &Match) -> String {
        let due = played.decision().map(|decision| played.game().seat_name(decision.seat).to_owned());
        due.or_else(|| self.to_move.clone())
            .or_else(|| played.game().pack().seats.names.first().cloned())
            .unwrap_or_default()
    }

    /// The position as a scenario; `None` for the start.
    fn source(&self, pack: &Pack) -> Result<Option<SourceFile>, Failure> {
        let Some(path) = &self.position else {
            return Ok(self
                .to_move
                .as_ref()
                .map(|seat| SourceFile::new("--to-move", format!("game = \"{}\"\nto_act = \"{seat}\"\n", self.game))));
        };
        let name = path.display().to_string();
        let text = read_text(path)?;
        if text.lines().any(|line| line.trim_start().starts_with("game")) {
            let text = match &self.to_move {
                Some(seat) => with_seat(&text, seat),
                None => text,
            };
            return Ok(Some(SourceFile::new(name, text)));
        }
        let seat = self.to_move.as_ref().or(pack.seats.names.first()).map_or("", String::as_str);
        Ok(Some(SourceFile::new(name.clone(), board_scenario(pack, &name, &text, seat)?)))
    }
}

/// A scenario with another seat to act; its lines stay where they are.
fn with_seat(text: &str, seat: &str) -> String {
    let is_to_act = |line: &str| line.split('=').next().is_some_and(|key| key.trim() == "to_act");
    if text.lines().any(is_to_act) {
        let line = |line: &str| if is_to_act(line) { format!("to_act = \"{seat}\"") } else { line.to_owned() };
        return text.lines().map(line).collect::<Vec<_>>().join("\n");
    }
    // Before the first table: behind the line that names the game.
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

/// The rows of a board as a scenario in which every row stands on its own line of the file.
fn board_scenario(pack: &Pack, name: &str, text: &str, seat: &str) -> Result<String, Failure> {
    let Some(board) = pack.boards.first() else {
        let fault = format!("{name}: {} has no board; expected a scenario with `game = \"{}\"`", pack.title, pack.name);
        return Err(Diagnostic::new("no-board", fault).into());
    };
    let mut out = format!("boards.{} = [", board.name);
    for line in text.trim_end().lines() {
        let row = line.trim_end_matches('\r').replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "\"{row}\",");
    }
    let _ = write!(out, "]\ngame = \"{}\"\nto_act = \"{seat}\"\n", pack.name);
    Ok(out)
}
