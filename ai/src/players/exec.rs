//! An outside program as a player: one JSON object a line in each direction.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
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

use crate::base::player::{Choice, Player, RESIGN, Request, RobotError};
use parlour_engine::Words;

/// How long a program may take to start, which doesn't count as thinking.
const STARTING: Duration = Duration::from_secs(2);
/// How often a wait for an answer looks whether it is to be stopped.
const TICK: Duration = Duration::from_millis(20);
/// The longest line that a program may write.
const LONGEST_LINE: usize = 1 << 20;
/// The longest text of an action that a program may answer, in bytes.
const LONGEST_ACTION: usize = 1 << 12;
/// How much of a text is shown in a message, in characters.
const SHOWN: usize = 200;
/// The longest reason of a program that is kept, in characters.
const LONGEST_REASON: usize = 2_000;
/// How much of what a program writes to its standard error is passed on, in bytes, and the longest line of it.
const MOST_ERRORS: usize = 64 << 10;
const LONGEST_ERROR: usize = 4 << 10;
/// How long is waited for what a program has said last.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How many lines a program may write before they are asked for; then it has to wait.
const LINES_AHEAD: usize = 16;
/// How many messages may wait for a program that does not read them; then it is ended.
const MESSAGES_AHEAD: usize = 256;

/// How outside programs are run.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// Is given what programs write to their standard error, line by line, as it comes: it may hold anything. Without
    /// it nobody hears of it.
    pub errors: Option<fn(&str)>,
    /// Folders that programs aren't told of: nothing in their environment names them, and they don't start there.
    pub hidden: Vec<PathBuf>,
}

impl Outside {
    /// Whether a variable of the environment names a hidden folder.
    fn hides(&self, name: &OsStr, value: &OsStr) -> bool {
        let value = value.to_string_lossy();
        let names_it = |folder: &PathBuf| {
            let folder = folder.to_string_lossy();
            !folder.is_empty() && value.contains(&*folder)
        };
        name == "XDG_DATA_HOME" || self.hidden.iter().any(names_it)
    }

    /// The command with what a program may know.
    ///
    /// # Errors
    /// The current folder is a hidden one.
    fn apply(&self, command: &mut Command) -> Result<(), String> {
        let here = std::env::current_dir().unwrap_or_default();
        let is_hidden = |folder: &PathBuf| here.starts_with(folder.canonicalize().as_ref().unwrap_or(folder));
        if self.hidden.iter().any(is_hidden) {
            return Err("programs are not started in the folder of saved matches".to_owned());
        }
        for (name, _) in std::env::vars_os().filter(|(name, value)| self.hides(name, value)) {
            command.env_remove(name);
        }
        Ok(())
    }
}

/// A program that was started for a seat; it is ended with the player.
#[derive(Debug)]
pub(crate) struct ProgramPlayer {
    game: Arc<Game>,
    seat: Seat,
    command: String,
    child: Child,
    input: Option<SyncSender<String>>,
    lines: Receiver<Result<String, String>>,
    stop: Arc<AtomicBool>,
    /// Passes on what it writes to its standard error.
    errors: Option<JoinHandle<()>>,
    /// When it was started, until it has been asked for the first time.
    starting: Option<Instant>,
    /// Why it can't be asked any more.
    gone: Option<RobotError>,
}

impl ProgramPlayer {
    /// Starts the program, through the shell, and greets it.
    pub(crate) fn start(game: Arc<Game>, seat: Seat, command: &str, outside: &Outside) -> Result<Self, Diagnostic> {
        let fault = |reason: String| {
            Diagnostic::new(Code::BadProgram, format!("the program `{command}` can't be started: {reason}"))
        };
        if command.is_empty() {
            return Err(Diagnostic::new(Code::BadSeat, "`exec:` names no program").help("write `exec:COMMAND`"));
        }
        look_up(command)?;
        let mut shell = shell(command);
        outside.apply(&mut shell).map_err(fault)?;
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if outside.errors.is_some() { Stdio::piped() } else { Stdio::null() })
            .spawn()
            .map_err(|error| fault(error.to_string()))?;
        let input = child.stdin.take().map(writer);
        let errors = child.stderr.take().zip(outside.errors);
        let errors = errors.map(|(from, tell)| std::thread::spawn(move || pass_on(from, tell)));
        let output = child.stdout.take().ok_or_else(|| fault("it has no output".to_owned()))?;
        let (send, lines) = sync_channel(LINES_AHEAD);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = std::io::Read::take(&mut reader, LONGEST_LINE as u64).read_until(b'\n', &mut line);
                let message = match read {
                    Ok(0) => Err("it has ended".to_owned()),
                    Ok(n) if n == LONGEST_LINE => Err("it wrote a line that is too long".to_owned()),
                    Ok(_) => Ok(String::from_utf8_lossy(&line).trim().to_owned()),
                    Err(error) => Err(error.to_string()),
                };
                let ended = message.is_err();
                if send.send(message).is_err() || ended {
                    return;
                }
            }
        });
        let hello = json!({
            "type": "hello",
            "game": game.name(),
            "variant": game.variant(),
            "seat": game.seat_name(seat),
            "options": options(&game),
        });
        let stop = Arc::default();
        let mut player = Self {
            game,
            seat,
            command: command.to_owned(),
            child,
            input,
            lines,
            stop,
            errors,
            starting: Some(Instant::now()),
            gone: None,
        };
        player.tell(&hello);
        Ok(player)
    }

    /// Waits for what it has said last. Something that it has started may keep its standard error open for longer.
    fn hear_out(&mut self) {
        let until = Instant::now() + LAST_WORDS;
        while self.errors.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn tell(&mut self, message: &Value) {
        let Some(input) = &self.input else { return };
        match input.try_send(format!("{message}\n")) {
            Ok(()) => {}
            // A program that is gone is reported when it is asked.
            Err(TrySendError::Disconnected(_)) => self.input = None,
            Err(TrySendError::Full(_)) => {
                let error = self.program_error("it does not read what it is told");
                self.fail(error);
            }
        }
    }

    fn fail(&mut self, error: RobotError) -> RobotError {
        end(&mut self.child);
        self.input = None;
        self.gone = Some(error.clone());
        error
    }

    fn program_error(&self, reason: impl Into<String>) -> RobotError {
        RobotError::Program { command: self.command.clone(), reason: reason.into() }
    }

    /// Waits for an answer for as long as it may think, and what is left of the time to start.
    fn wait(&mut self, limit: Duration, starting: Duration) -> Result<String, RobotError> {
        let deadline = Instant::now() + limit + starting;
        loop {
            if self.stop.swap(false, Ordering::AcqRel) {
                // Its answer would come when nobody waits for it any more.
                let error = RobotError::Stopped { robot: format!("exec:{}", self.command) };
                self.fail(error.clone());
                return Err(error);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(Ok(line)) if line.is_empty() => {}
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(reason)) => {
                    let error = self.program_error(reason);
                    return Err(self.fail(error));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let error = RobotError::Late { command: self.command.clone(), ms: limit.as_millis() };
                    return Err(self.fail(error));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let error = self.program_error("it has ended");
                    return Err(self.fail(error));
                }
            }
        }
    }
}

/// Reads what an outside program has answered for one of some legal actions.
///
/// # Errors
/// Anything that isn't such an answer.
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

/// The beginning of a text, as messages show it.
fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Passes on what a program writes to its standard error, as far as it is not too much; the rest is read and dropped, so
/// that the program need not wait.
fn pass_on(from: ChildStderr, tell: fn(&str)) {
    let mut reader = BufReader::new(from);
    let mut left = MOST_ERRORS;
    loop {
        let mut line = Vec::new();
        match std::io::Read::take(&mut reader, LONGEST_ERROR as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(n) if left > 0 => {
                left = left.saturating_sub(n);
                tell(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']));
                if left == 0 {
                    tell("(what the program says further on is left out)");
                }
            }
            Ok(_) => {}
        }
    }
}

/// Writes messages to a program, in a thread of its own: one that does not read would hold up the match.
fn writer(mut input: ChildStdin) -> SyncSender<String> {
    let (send, messages) = sync_channel::<String>(MESSAGES_AHEAD);
    std::thread::spawn(move || {
        for message in messages {
            if input.write_all(message.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    send
}

/// Whether the shell knows the program that a command begins with. A command that begins with more than a plain word,
/// an assignment or a bracket say, is left to the shell.
///
/// # Errors
/// A program that is not there.
pub(crate) fn look_up(command: &str) -> Result<(), Diagnostic> {
    let word = command.split_whitespace().next().unwrap_or_default();
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || "_-./+@%,:".contains(c));
    if !cfg!(unix) || !is_plain {
        return Ok(());
    }
    let mut shell = Command::new("sh");
    let is_there = r#"case $1 in */*) test -f "$1" && test -x "$1";; *) command -v -- "$1";; esac"#;
    shell.args(["-c", is_there, "sh", word]).stdin(Stdio::null()).stdout(Stdio::null());
    match shell.stderr(Stdio::null()).status() {
        Ok(status) if !status.success() => {
            let help = format!("expected a program that can be run from here, as in `exec:./{word}`");
            let help =
                if word.contains('/') { "expected the path of a program that can be run".to_owned() } else { help };
            Err(Diagnostic::new(Code::BadProgram, format!("there is no program `{word}`")).help(help))
        }
        // Without a shell nothing starts, which is told when it is tried.
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    // A group of its own: Ctrl-C at the terminal is the player's, not the program's.
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.arg("-c").arg(command);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

/// Ends a program and what it has started.
fn end(child: &mut Child) {
    end_group(child);
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends what a program has started, itself too, as far as that stays in its group.
fn end_group(child: &Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let kill = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        // Without the command the program itself is ended all the same.
        drop(kill);
    }
    #[cfg(not(unix))]
    let _ = child;
}

impl Player for ProgramPlayer {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        if let Some(error) = &self.gone {
            return Err(error.clone());
        }
        let legal: Vec<String> = request.legal.iter(&self.game).map(|action| self.game.action_text(&action)).collect();
        self.tell(&json!({
            "type": "act",
            "view": self.game.state_json(request.view.state()),
            "legal": legal,
            "legal_complete": request.legal.is_complete(),
            "time_ms": u64::try_from(request.time.as_millis()).unwrap_or(u64::MAX),
        }));
        if let Some(error) = &self.gone {
            return Err(error.clone());
        }
        let starting = self.starting.take().map(|since| STARTING.saturating_sub(since.elapsed()));
        let line = self.wait(request.time, starting.unwrap_or_default())?;
        match read_answer(&self.game, request.legal, &self.command, &line) {
            Ok(choice) => Ok(choice),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn observe(&mut self, events: &[Event], _after: &dyn Fn() -> View) {
        if self.input.is_none() || events.is_empty() {
            return;
        }
        let events: Vec<Value> =
            events.iter().map(|event| self.game.event_json(event, Some(self.seat), false)).collect();
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
        self.input = None;
    }

    fn stop_handle(&self) -> Option<StopHandle> {
        Some(StopHandle::for_flag(&self.stop))
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        // Without its input a program ends by itself; one that doesn't is ended.
        self.input = None;
        let deadline = Instant::now() + Duration::from_millis(200);
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(_)) => {
                    // It may have left something behind that it has started.
                    end_group(&self.child);
                    return self.hear_out();
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        end(&mut self.child);
        self.hear_out();
    }
}
