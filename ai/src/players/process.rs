//! An outside program: started through the shell, written to and read line by line, and terminated.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parlour_engine::diagnostic::{Code, Diagnostic};
use parlour_engine::script::StopHandle;

use parlour_search::player::RobotError;

/// The polling interval of a wait for an answer.
const TICK: Duration = Duration::from_millis(20);
/// The longest line that a program may write.
const LONGEST_LINE: usize = 1 << 20;
/// Maximum number of bytes that are forwarded of a program's standard error, and the maximum length of a line.
const MAX_ERRORS: usize = 64 << 10;
const LONGEST_ERROR: usize = 4 << 10;
/// Time limit for a program's last output.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// Lines that a program may write ahead; after that it blocks.
const LINES_AHEAD: usize = 16;
/// Messages queued for a program that doesn't read them; beyond that it is terminated.
const MESSAGES_AHEAD: usize = 256;

/// Options for running outside programs.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// Receives the lines that programs write to their standard error, untrusted text. Without it they are discarded.
    pub errors: Option<fn(&str)>,
    /// Folders hidden from programs: nothing in their environment names them, and they don't start there.
    pub hidden: Vec<PathBuf>,
}

impl Outside {
    /// True if a variable of the environment names a hidden folder.
    fn hides(&self, name: &OsStr, value: &OsStr) -> bool {
        let value = value.to_string_lossy();
        let names_it = |folder: &PathBuf| {
            let folder = folder.to_string_lossy();
            !folder.is_empty() && value.contains(&*folder)
        };
        name == "XDG_DATA_HOME" || self.hidden.iter().any(names_it)
    }

    /// Applies the options to a command: its environment and working directory.
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

/// The reason why no line was read.
#[derive(Clone, Debug)]
pub(super) enum NoLine {
    /// The wait was stopped. The program still runs.
    Stopped,
    /// The time limit passed. The program still runs.
    Late,
    /// The program can't be asked any more.
    Gone(RobotError),
}

/// A running program; it is terminated on drop.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) command: String,
    child: Child,
    input: Option<SyncSender<String>>,
    lines: Receiver<Result<String, String>>,
    stop: Arc<AtomicBool>,
    /// Forwards its standard error.
    errors: Option<JoinHandle<()>>,
    /// The reason why it can't be asked any more.
    gone: Option<RobotError>,
}

impl Process {
    /// Starts a program through the shell.
    pub(super) fn start(command: &str, outside: &Outside) -> Result<Self, Diagnostic> {
        let fault = |reason: String| {
            Diagnostic::new(Code::BadProgram, format!("the program `{command}` can't be started: {reason}"))
        };
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
        let command = command.to_owned();
        Ok(Self { command, child, input, lines, stop: Arc::default(), errors, gone: None })
    }

    /// The reason why it can't be asked any more, if any.
    pub(super) fn gone(&self) -> Option<RobotError> {
        self.gone.clone()
    }

    /// True while its input is open.
    pub(super) fn hears(&self) -> bool {
        self.input.is_some()
    }

    /// Closes its input, so that it can end by itself.
    pub(super) fn hang_up(&mut self) {
        self.input = None;
    }

    /// A handle that stops a wait, from any thread.
    pub(super) fn stop_handle(&self) -> StopHandle {
        StopHandle::for_flag(&self.stop)
    }

    /// Waits for its last output, with a time limit: a child process of it may keep its standard error open.
    fn hear_out(&mut self) {
        let until = Instant::now() + LAST_WORDS;
        while self.errors.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Writes a line to it.
    pub(super) fn tell(&mut self, line: &str) {
        let Some(input) = &self.input else { return };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => {}
            // A terminated program is reported at the next request.
            Err(TrySendError::Disconnected(_)) => self.input = None,
            Err(TrySendError::Full(_)) => {
                let error = self.error("it does not read what it is told");
                self.fail(error);
            }
        }
    }

    /// Terminates it for a reason, which later requests report.
    pub(super) fn fail(&mut self, error: RobotError) -> RobotError {
        end(&mut self.child);
        self.input = None;
        self.gone = Some(error.clone());
        error
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> RobotError {
        RobotError::Program { command: self.command.clone(), reason: reason.into() }
    }

    /// Reads the next line, which may be empty, until a deadline.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, NoLine> {
        if let Some(error) = self.gone() {
            return Err(NoLine::Gone(error));
        }
        loop {
            if self.stop.swap(false, Ordering::AcqRel) {
                return Err(NoLine::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let reason = match self.lines.recv_timeout(left.min(TICK)) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(reason)) => reason,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::Late),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => "it has ended".to_owned(),
            };
            let error = self.error(reason);
            return Err(NoLine::Gone(self.fail(error)));
        }
    }
}

/// Forwards a program's standard error up to a limit; the rest is read and discarded, so that the program doesn't
/// block.
fn pass_on(from: ChildStderr, tell: fn(&str)) {
    let mut reader = BufReader::new(from);
    let mut left = MAX_ERRORS;
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

/// Writes messages to a program from a thread of its own, since a program that doesn't read would block the match.
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

/// Checks that the shell finds the program that a command begins with. A command that begins with more than a plain
/// word, such as an assignment or a bracket, is left to the shell.
///
/// # Errors
/// The program isn't found.
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
        // A missing shell is reported when the program is started.
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    // A process group of its own: Ctrl-C at the terminal is meant for Parlour, not for the program.
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

/// Terminates a program and its child processes.
fn end(child: &mut Child) {
    end_group(child);
    // It may have exited already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Kills the process group of a program: the program and its child processes, unless they left the group.
fn end_group(child: &Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let kill = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        // Without the `kill` command the program itself is still killed.
        drop(kill);
    }
    #[cfg(not(unix))]
    let _ = child;
}

impl Drop for Process {
    fn drop(&mut self) {
        // A program normally exits when its input closes; others are killed.
        self.input = None;
        let deadline = Instant::now() + Duration::from_millis(200);
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(_)) => {
                    // It may have left child processes behind.
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
