//! Runs programs on the files of a temporary folder.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use tempfile::TempDir;

/// The board at the start of Advance.
pub(crate) const START: &str =
    "mjdsgscjm\nbzzzzzzzb\n.........\n.........\n.........\n.........\n.........\nBZZZZZZZB\nMJCSGSDJM\n";

/// The tested program: the one built with the tests, or `PARLOUR_PROGRAM`.
pub(crate) fn program() -> String {
    std::env::var("PARLOUR_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_parlour").to_owned())
}

/// A temporary folder in which the programs run.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and creates its folders.
    pub(crate) fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of the files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn advance(&self, arguments: &[&str]) -> Ran {
        self.run(env!("CARGO_BIN_EXE_advance"), arguments)
    }

    pub(crate) fn parlour(&self, arguments: &[&str]) -> Ran {
        self.run(&program(), arguments)
    }

    /// Plays a match with the given input lines.
    pub(crate) fn play(&self, arguments: &[&str], lines: &str) -> Ran {
        self.session(&[&["play"], arguments].concat(), lines)
    }

    /// Runs a session with the given input lines.
    pub(crate) fn session(&self, arguments: &[&str], lines: &str) -> Ran {
        let mut command = self.command(env!("CARGO_BIN_EXE_parlour"), arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The program may exit before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        Ran::from(child.wait_with_output().unwrap())
    }

    /// A session with interactive input.
    pub(crate) fn open(&self, arguments: &[&str]) -> Open {
        let mut command = self.command(env!("CARGO_BIN_EXE_parlour"), arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = child.stdin.take().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap()).lines();
        Open { child, lines, out }
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Ran {
        Ran::from(self.command(program, arguments).output().unwrap())
    }

    pub(crate) fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.0.path()).env("XDG_DATA_HOME", self.0.path().join("data"));
        command
    }
}

/// A running session.
pub(crate) struct Open {
    pub(crate) child: Child,
    lines: ChildStdin,
    out: Lines<BufReader<ChildStdout>>,
}

impl Open {
    pub(crate) fn types(&mut self, line: &str) {
        writeln!(self.lines, "{line}").unwrap();
        self.lines.flush().unwrap();
    }

    /// Reads its output up to a line with a prefix.
    pub(crate) fn until(&mut self, beginning: &str) {
        assert!(self.out.by_ref().any(|line| line.unwrap().starts_with(beginning)), "no `{beginning}`");
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        // It may have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The result of a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// The output of a command that writes JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{self:?}");
        serde_json::from_str(&self.out).unwrap()
    }

    /// Checks a refusal: status 2, nothing on standard output, and this one line on standard error.
    pub(crate) fn refuses(&self, line: &str) {
        assert_eq!((self.status, self.out.as_str(), self.err.as_str()), (2, "", format!("{line}\n").as_str()));
    }
}
