//! An outside program as a player: one JSON object per line in each direction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_engine::action::ActionList;
use parlour_engine::diagnostic::{Code, Diagnostic};
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::script::StopHandle;
use parlour_engine::trace::options;
use parlour_engine::view::View;
use serde_json::{Map, Value, json};

use super::process::{NoLine, Outside, Process};
use parlour_engine::Words;
use parlour_search::player::{Choice, History, Player, RESIGN, Request, RobotError};

/// The time limit for starting a program, which doesn't count as thinking.
const STARTING: Duration = Duration::from_secs(2);
/// The longest text of an action that a program may answer, in bytes.
const LONGEST_ACTION: usize = 1 << 12;
/// Maximum length of a quoted text in a message, in characters.
const SHOWN: usize = 200;
/// Maximum length of a program's reason, in characters; the rest is cut off.
const LONGEST_REASON: usize = 2_000;

/// A running program of a seat; it is terminated when the player is dropped.
#[derive(Debug)]
pub(crate) struct ProgramPlayer {
    game: Arc<Game>,
    seat: Seat,
    process: Process,
    /// The start time, until the first request.
    starting: Option<Instant>,
    /// The course of the match, in games of open information.
    actions: Option<Vec<String>>,
}

impl ProgramPlayer {
    /// Starts the program, through the shell, and greets it.
    pub(crate) fn start(game: Arc<Game>, seat: Seat, command: &str, outside: &Outside) -> Result<Self, Diagnostic> {
        if command.is_empty() {
            return Err(Diagnostic::new(Code::BadSeat, "`exec:` names no program").help("write `exec:COMMAND`"));
        }
        let process = Process::start(command, outside)?;
        let hello = json!({
            "type": "hello",
            "game": game.name(),
            "variant": game.variant(),
            "seat": game.seat_name(seat),
            "options": options(&game),
        });
        let mut player = Self { game, seat, process, starting: Some(Instant::now()), actions: None };
        player.tell(&hello);
        Ok(player)
    }

    fn tell(&mut self, message: &Value) {
        self.process.tell(&message.to_string());
    }

    /// Waits for an answer for the thinking time plus the rest of the starting time.
    fn wait(&mut self, limit: Duration, starting: Duration) -> Result<String, RobotError> {
        let deadline = Instant::now() + limit + starting;
        loop {
            let error = match self.process.line(deadline) {
                Ok(line) if line.is_empty() => continue,
                Ok(line) => return Ok(line),
                Err(NoLine::Gone(error)) => return Err(error),
                // A late answer would arrive when nothing waits for it.
                Err(NoLine::Stopped) => RobotError::Stopped { robot: format!("exec:{}", self.process.command) },
                Err(NoLine::Late) => RobotError::Late { command: self.process.command.clone(), ms: limit.as_millis() },
            };
            return Err(self.process.fail(error));
        }
    }
}

/// Parses a program's answer to a request with the given legal actions.
///
/// # Errors
/// Anything that isn't a valid answer.
pub fn read_answer(game: &Game, legal: &ActionList, command: &str, line: &str) -> Result<Choice, RobotError> {
    let nonsense = |expected: String| RobotError::Nonsense {
        robot: "exec".to_owned(),
        place: command.to_owned(),
        answer: format!("`{}`", short(line)),
        expected: short(&expected),
    };
    let answer: Value = serde_json::from_str(line)
        .map_err(|error| nonsense(format!("one JSON object a line, as in {{\"action\":\"...\"}} ({error})")))?;
    let text = answer
        .get("action")
        .and_then(Value::as_str)
        .ok_or_else(|| nonsense("a text under the key `action`".to_owned()))?;
    if text.len() > LONGEST_ACTION {
        return Err(nonsense(format!("an action: this is a text of {} bytes", text.len())));
    }
    let action = game.parse_action(text, Some(legal)).map_err(|error| match text.trim() {
        RESIGN => RobotError::Resigned { robot: format!("exec:{command}") },
        _ => nonsense(format!("an action: {error}")),
    })?;
    if legal.is_complete() && legal.position(game, &action).is_none() {
        return Err(nonsense("one of the legal actions".to_owned()));
    }
    let reason = answer.get("reason").and_then(Value::as_str);
    Ok(Choice { action, reason: reason.map(|reason| reason.chars().take(LONGEST_REASON).collect()) })
}

/// The beginning of a text, for messages.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

impl Player for ProgramPlayer {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        if let Some(error) = self.process.gone() {
            return Err(error);
        }
        let legal: Vec<String> = request.legal.iter(&self.game).map(|action| self.game.action_text(&action)).collect();
        let mut act = json!({
            "type": "act",
            "view": self.game.state_json(request.view.state()),
            "legal": legal,
            "legal_complete": request.legal.is_complete(),
            "time_ms": u64::try_from(request.time.as_millis()).unwrap_or(u64::MAX),
        });
        if let Some(actions) = &self.actions {
            act["actions"] = json!(actions);
        }
        self.tell(&act);
        if let Some(error) = self.process.gone() {
            return Err(error);
        }
        let starting = self.starting.take().map(|since| STARTING.saturating_sub(since.elapsed()));
        let line = self.wait(request.time, starting.unwrap_or_default())?;
        match read_answer(&self.game, request.legal, &self.process.command, &line) {
            Ok(choice) => Ok(choice),
            Err(error) => Err(self.process.fail(error)),
        }
    }

    fn follow(&mut self, history: &History<'_>) {
        self.actions = Some(history.texts());
    }

    fn observe(&mut self, events: &[Event], _after: &dyn Fn() -> View) {
        if !self.process.hears() || events.is_empty() {
            return;
        }
        let events = events.iter().filter(|event| !event.is_unseen(Some(self.seat)));
        let events: Vec<Value> = events.map(|event| self.game.event_json(event, Some(self.seat), false)).collect();
        self.tell(&json!({ "type": "events", "events": events }));
    }

    fn end(&mut self, view: &View) {
        let game = self.game.clone();
        let state = view.state();
        let winners: Vec<&str> =
            game.seats().filter(|&seat| state.has_won(seat)).map(|seat| game.seat_name(seat)).collect();
        let scores: Map<String, Value> =
            game.seats().map(|seat| (game.seat_name(seat).to_owned(), json!(game.score(state, seat)))).collect();
        self.tell(&json!({
            "type": "end",
            "winners": winners,
            "scores": scores,
            "reason": game.ending_text(state),
            "view": game.state_json(state),
        }));
        self.process.hang_up();
    }

    fn stop_handle(&self) -> Option<StopHandle> {
        Some(self.process.stop_handle())
    }
}
