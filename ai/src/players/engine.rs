//! An external engine as a player, over its protocol: UCI, USI, UCCI or GTP.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_engine::Words;
use parlour_engine::action::{Action, ActionList};
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, suggest};
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::engines::Protocol;
use parlour_engine::script::StopHandle;
use parlour_engine::state::State;
use parlour_engine::view::View;

use super::exec::short;
use super::process::{NoLine, Outside, Process};
use parlour_search::player::{Choice, History, Player, Request, RobotError, Thinking};
use parlour_search::spec::EngineSeat;

/// The time limit of the start: some engines load large files.
const STARTING: Duration = Duration::from_secs(20);
/// The grace period beyond the time of a move.
const GRACE: Duration = Duration::from_secs(2);
/// The time limit of a move that is limited by nodes, or by nothing.
const WITHOUT_LIMIT: Duration = Duration::from_secs(60);
/// The time limit of the answer to `stop`.
const STOPPING: Duration = Duration::from_secs(1);

/// A running engine of a seat; it is terminated when the player is dropped.
#[derive(Debug)]
pub(crate) struct EnginePlayer {
    game: Arc<Game>,
    seat: Seat,
    spec: EngineSeat,
    process: Process,
    /// The initial position of the match in the pack's notation.
    start: Option<String>,
    /// The moves since in the protocol's notation, each with its seat, or the action that it has no form for.
    moves: Result<Vec<(Seat, String)>, String>,
    /// The moves on a GTP engine's board, by colour; `None` if unknown.
    on_board: Option<Vec<String>>,
    /// The last `info` line of the running search.
    info: Option<String>,
}

impl EnginePlayer {
    /// Starts the engine, sets its options and waits until it is ready.
    ///
    /// # Errors
    /// A game that these engines don't play, a program that can't be started or isn't ready in time, an unknown option.
    pub(crate) fn start(game: Arc<Game>, seat: Seat, spec: EngineSeat, outside: &Outside) -> Result<Self, Diagnostic> {
        let name = game.engine_name(spec.protocol)?.to_owned();
        let process = Process::start(&spec.command, outside)?;
        let mut player =
            Self { game, seat, spec, process, start: None, moves: Ok(Vec::new()), on_board: None, info: None };
        player.greet(&name)?;
        Ok(player)
    }

    /// Configures the engine for the game.
    fn greet(&mut self, name: &str) -> Result<(), Diagnostic> {
        let given = self.spec.options.clone();
        let (hello, done, set) = match self.spec.protocol {
            Protocol::Gtp => {
                for (option, value) in given {
                    self.command(&format!("{option} {value}"))?;
                }
                if let Some(thinking) = self.spec.thinking.filter(|thinking| thinking.nodes.is_none()) {
                    let seconds = thinking.time.as_secs_f64().ceil().max(1.0);
                    // An engine without clocks uses its own time.
                    let _ = self.command(&format!("time_settings 0 {seconds} 1"));
                }
                return self.begin_match();
            }
            Protocol::Uci => ("uci", "uciok", "setoption name NAME value VALUE"),
            Protocol::Usi => ("usi", "usiok", "setoption name NAME value VALUE"),
            Protocol::Ucci => ("ucci", "ucciok", "setoption NAME VALUE"),
        };
        self.process.tell(hello);
        let listed = self.until(done, STARTING)?;
        let names: Vec<String> = listed.iter().filter_map(|line| option_name(line)).collect();
        let named = |wanted: &str| names.iter().find(|name| name.eq_ignore_ascii_case(wanted)).cloned();
        let mut settings = Vec::new();
        // Fairy-Stockfish calls it `UCI_Variant` in USI as well.
        if let Some(option) = VARIANT_OPTIONS.iter().find_map(|option| named(option)) {
            settings.push((option, name.to_owned()));
        }
        for (option, value) in given {
            let Some(option) = named(&option) else {
                let message = format!("the engine `{}` has no option `{option}`", self.spec.command);
                let help = suggest(&option, names.iter().map(String::as_str));
                return Err(Diagnostic::new(Code::BadSeat, message).help(help));
            };
            settings.push((option, value));
        }
        for (option, value) in settings {
            self.process.tell(&set.replacen("NAME", &option, 1).replacen("VALUE", &value, 1));
        }
        self.begin_match()
    }

    /// Tells the engine that another match begins, and waits until it is ready.
    fn begin_match(&mut self) -> Result<(), Diagnostic> {
        (self.start, self.moves) = (None, Ok(Vec::new()));
        match self.spec.protocol {
            Protocol::Gtp => return self.clear_board(),
            Protocol::Uci => self.process.tell("ucinewgame"),
            Protocol::Usi | Protocol::Ucci => {}
        }
        self.process.tell("isready");
        self.until("readyok", STARTING)?;
        match self.spec.protocol {
            Protocol::Usi => self.process.tell("usinewgame"),
            Protocol::Ucci => self.process.tell("setoption newgame"),
            Protocol::Uci | Protocol::Gtp => {}
        }
        Ok(())
    }

    /// Sets up the empty board of a GTP engine.
    fn clear_board(&mut self) -> Result<(), Diagnostic> {
        self.on_board = None;
        let size = self.game.board_size();
        if let Some((width, height)) = size {
            let size = if width == height { width.to_string() } else { format!("{width} {height}") };
            self.command(&format!("boardsize {size}"))?;
        }
        self.command("clear_board")?;
        if let Some(komi) = self.game.option("komi") {
            self.command(&format!("komi {komi}"))?;
        }
        self.on_board = Some(Vec::new());
        Ok(())
    }

    /// Reads lines up to one that begins with a word.
    fn until(&mut self, word: &str, limit: Duration) -> Result<Vec<String>, Diagnostic> {
        let deadline = Instant::now() + limit;
        let mut lines = Vec::new();
        loop {
            let error = match self.process.line(deadline) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(lines),
                Ok(line) => {
                    lines.push(line);
                    continue;
                }
                Err(NoLine::Gone(error)) => error,
                Err(NoLine::Stopped) => RobotError::Stopped { robot: self.spec.to_string() },
                Err(NoLine::Late) => self.process.error(format!(
                    "it did not say `{word}` within {} s, as an engine of the protocol `{}` does",
                    limit.as_secs(),
                    self.spec.protocol
                )),
            };
            self.process.fail(error.clone());
            return Err(Diagnostic::new(Code::BadProgram, error.to_string()));
        }
    }

    /// Sends a command to a GTP engine and returns its answer.
    fn command(&mut self, command: &str) -> Result<String, Diagnostic> {
        let deadline = Instant::now() + STARTING;
        let answered = self.asked(command, deadline).map_err(|why| match why {
            NoLine::Gone(error) => error,
            NoLine::Stopped => RobotError::Stopped { robot: self.spec.to_string() },
            NoLine::Late => self.process.error(format!("it did not answer `{command}`")),
        });
        let refused = |text: &str| {
            let message = format!("the engine `{}` refuses `{command}`: {}", self.spec.command, short(text));
            Diagnostic::new(Code::BadProgram, message)
        };
        match answered {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(text)) => Err(refused(&text)),
            Err(error) => {
                self.process.fail(error.clone());
                Err(Diagnostic::new(Code::BadProgram, error.to_string()))
            }
        }
    }

    /// The response to a GTP command: the text after `=`, or after `?` for a failure, up to an empty line.
    fn asked(&mut self, command: &str, deadline: Instant) -> Result<Result<String, String>, NoLine> {
        self.process.tell(command);
        let mut answer: Option<Result<String, String>> = None;
        loop {
            let line = self.process.line(deadline)?;
            match (&mut answer, line.chars().next()) {
                (None, Some('=')) => answer = Some(Ok(line[1..].trim().to_owned())),
                (None, Some('?')) => answer = Some(Err(line[1..].trim().to_owned())),
                (None, _) => {}
                (Some(_), None) => return Ok(answer.unwrap_or_else(|| Ok(String::new()))),
                (Some(Ok(text) | Err(text)), Some(_)) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
    }

    fn moves(&self) -> Result<&[(Seat, String)], RobotError> {
        let error = |action: &String| {
            self.process.error(format!("the protocol `{}` has no form for `{action}`", self.spec.protocol))
        };
        self.moves.as_deref().map_err(error)
    }

    /// The `position` command for the match's current position.
    fn position(&self) -> Result<String, RobotError> {
        let moves: Vec<&str> = self.moves()?.iter().map(|(_, text)| text.as_str()).collect();
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let word = if self.spec.protocol == Protocol::Usi { "sfen" } else { "fen" };
        match &self.start {
            Some(start) => Ok(format!("position {word} {start}{moves}")),
            None if self.game.is_usual() => Ok(format!("position startpos{moves}")),
            None => Err(self
                .process
                .error("it can't be told the position in which the match began: the pack has no `[notation]`")),
        }
    }

    /// The `go` command for a thinking budget.
    fn go(&self, thinking: Thinking) -> String {
        let ms = thinking.time.as_millis().max(1);
        match (self.spec.protocol, thinking.nodes) {
            (_, Some(nodes)) => format!("go nodes {nodes}"),
            (Protocol::Usi, None) => format!("go btime 0 wtime 0 byoyomi {ms}"),
            (Protocol::Ucci, None) => format!("go time {ms} movestogo 1"),
            (Protocol::Uci | Protocol::Gtp, None) => format!("go movetime {ms}"),
        }
    }

    fn colour(&self, seat: Seat) -> &'static str {
        match (self.game.seat_name(seat), seat.index()) {
            ("white", _) => "white",
            ("black", _) | (_, 0) => "black",
            _ => "white",
        }
    }

    /// Plays the moves of the match on a GTP engine's board.
    fn catch_up(&mut self) -> Result<(), RobotError> {
        if self.game.scenario().is_some() {
            return Err(self
                .process
                .error("GTP tells no position but by its moves, and the match began in a scenario"));
        }
        let moves = self.moves()?.iter();
        let plays: Vec<String> = moves.map(|(seat, text)| format!("{} {text}", self.colour(*seat))).collect();
        let is_behind = |known: &Vec<String>| plays.starts_with(known);
        let told = |fault: Diagnostic, process: &Process| process.error(fault.message);
        if !self.on_board.as_ref().is_some_and(is_behind) {
            self.clear_board().map_err(|fault| told(fault, &self.process))?;
        }
        let known = self.on_board.take().map_or(0, |known| known.len());
        for play in &plays[known.min(plays.len())..] {
            self.command(&format!("play {play}")).map_err(|fault| told(fault, &self.process))?;
        }
        self.on_board = Some(plays);
        Ok(())
    }

    /// Asks a GTP engine for its move.
    fn generate(&mut self, deadline: Instant) -> Result<String, NoLine> {
        let colour = self.colour(self.seat);
        let answer = self.asked(&format!("genmove {colour}"), deadline)?;
        let on_board = self.on_board.take();
        match answer {
            Ok(text) => {
                let play = |mut known: Vec<String>| {
                    known.push(format!("{colour} {}", text.to_uppercase().replace("PASS", "pass")));
                    known
                };
                self.on_board = on_board.map(play);
                Ok(text)
            }
            Err(text) => Err(NoLine::Gone(self.process.error(format!("it refuses `genmove`: {}", short(&text))))),
        }
    }

    /// The engine's answer to `go`; stores its `info` lines.
    fn best(&mut self, deadline: Instant) -> Result<String, NoLine> {
        loop {
            let line = self.process.line(deadline)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => return Ok(words.next().unwrap_or_default().to_owned()),
                Some("nobestmove") => return Ok(String::new()),
                Some("info") if words.any(|word| word == "pv") => self.info = Some(line),
                _ => {}
            }
        }
    }

    /// The legal action that an engine's answer denotes.
    fn meant(&self, state: &State, legal: &ActionList, answer: &str) -> Result<Action, RobotError> {
        let found = self.game.protocol_action(self.spec.protocol, state, self.seat, legal, answer);
        found.ok_or_else(|| RobotError::Nonsense {
            robot: self.spec.protocol.name().to_owned(),
            place: self.spec.command.clone(),
            answer: format!("`{}`", short(answer)),
            expected: "one of the legal moves".to_owned(),
        })
    }
}

/// The names of the option that chooses among the variants of an engine.
const VARIANT_OPTIONS: [&str; 2] = ["UCI_Variant", "USI_Variant"];

/// The name in an option line of an engine: `option name Skill Level type spin ...`, in UCCI without `name`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option ")?.trim_start();
    let rest = rest.strip_prefix("name ").unwrap_or(rest);
    Some(rest.split(" type ").next().unwrap_or(rest).trim().to_owned())
}

/// An `info` line in words: `depth 12, score 0.34, 20000 nodes; e2e4 e7e5`.
fn in_words(info: &str) -> Option<String> {
    let words: Vec<&str> = info.split_whitespace().collect();
    let after = |key: &str| words.iter().position(|word| *word == key).map(|at| &words[at + 1..]);
    let number = |key: &str| after(key)?.first().copied();
    let score = after("score").and_then(|rest| match rest {
        ["cp", value, ..] => Some(format!("score {:+.2}", value.parse::<f64>().ok()? / 100.0)),
        ["mate", value, ..] => Some(format!("mate in {value}")),
        _ => None,
    });
    let told = [
        number("depth").map(|depth| format!("depth {depth}")),
        score,
        number("nodes").map(|nodes| format!("{nodes} nodes")),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    let line = after("pv").map(|line| line[..line.len().min(8)].join(" "))?;
    Some(format!("{}; {line}", told.join(", ")))
}

impl Player for EnginePlayer {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        if let Some(error) = self.process.gone() {
            return Err(error);
        }
        self.info = None;
        let thinking = Thinking { time: request.time, nodes: request.nodes };
        let is_gtp = self.spec.protocol == Protocol::Gtp;
        if is_gtp {
            self.catch_up()?;
        } else {
            let position = self.position()?;
            self.process.tell(&position);
            self.process.tell(&self.go(thinking));
        }
        let limit = match request.nodes {
            Some(_) => WITHOUT_LIMIT.max(request.time),
            None if is_gtp => WITHOUT_LIMIT.max(request.time + GRACE),
            None => request.time + GRACE,
        };
        let deadline = Instant::now() + limit;
        let answer = if is_gtp { self.generate(deadline) } else { self.best(deadline) };
        let answer = match answer {
            Ok(answer) => answer,
            Err(NoLine::Gone(error)) => return Err(error),
            Err(NoLine::Late) => {
                let error = RobotError::Late { command: self.spec.to_string(), ms: limit.as_millis() };
                return Err(self.process.fail(error));
            }
            Err(NoLine::Stopped) => {
                let error = RobotError::Stopped { robot: self.spec.to_string() };
                self.process.tell("stop");
                // The engine continues only after its obsolete answer was read.
                if is_gtp || self.best(Instant::now() + STOPPING).is_err() {
                    self.process.fail(error.clone());
                }
                return Err(error);
            }
        };
        if answer.eq_ignore_ascii_case("resign") {
            self.on_board = None;
            return Err(RobotError::Resigned { robot: self.spec.to_string() });
        }
        match self.meant(request.view.state(), request.legal, &answer) {
            Ok(action) => Ok(Choice { action, reason: self.info.as_deref().and_then(in_words) }),
            Err(error) => {
                self.on_board = None;
                Err(error)
            }
        }
    }

    fn thinking(&self) -> Option<Thinking> {
        self.spec.thinking
    }

    fn follow(&mut self, history: &History<'_>) {
        (self.start, self.moves) = (history.start(), history.moves(self.spec.protocol));
    }

    fn observe(&mut self, _events: &[Event], _after: &dyn Fn() -> View) {}

    fn begin(&mut self, seat: Seat, _seed: u64) -> Result<bool, Faults> {
        self.seat = seat;
        Ok(self.process.gone().is_none() && self.begin_match().is_ok())
    }

    fn stop_handle(&self) -> Option<StopHandle> {
        Some(self.process.stop_handle())
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.process.tell("quit");
        self.process.hang_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_searches_are_read() {
        assert_eq!(option_name("option name Skill Level type spin default 20").as_deref(), Some("Skill Level"));
        assert_eq!(option_name("option hashsize type spin min 0").as_deref(), Some("hashsize"));
        assert_eq!(option_name("id name Engine"), None);
        let told = in_words("info depth 12 seldepth 15 score cp 34 nodes 2000 nps 1 pv e2e4 e7e5").unwrap();
        assert_eq!(told, "depth 12, score +0.34, 2000 nodes; e2e4 e7e5");
        assert_eq!(in_words("info depth 3 score mate -2 pv a1a2").unwrap(), "depth 3, mate in -2; a1a2");
        assert_eq!(in_words("info string nothing"), None);
    }
}
