//! The commands of the session, and how a line is taken for one of them or for an action.

use parlour_engine::diagnostic::did_you_mean;

use super::{Next, Session};
use crate::failure::Failure;

/// A command of the session.
#[derive(Debug)]
pub(super) struct CommandSpec {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
    /// It needs a match.
    pub(super) in_match: bool,
}

const fn anywhere(name: &'static str, usage: &'static str, help: &'static str) -> CommandSpec {
    CommandSpec { name, usage, help, in_match: false }
}

const fn in_match(name: &'static str, usage: &'static str, help: &'static str) -> CommandSpec {
    CommandSpec { name, usage, help, in_match: true }
}

/// All commands, in the order of `help`.
pub(super) const COMMANDS: &[CommandSpec] = &[
    anywhere("help", "help [TOPIC]", "what can be done, or about a command or an action"),
    anywhere("games", "games", "the games"),
    anywhere("play", "play GAME [OPTION]...", "begins a match; the options are those of `parlour play`"),
    in_match("show", "show", "the position"),
    in_match("hand", "hand", "what you hold"),
    in_match("moves", "moves [FILTER]", "the actions that are legal now"),
    in_match("undo", "undo [N]", "takes back your last action, or several"),
    in_match("redo", "redo [N]", "takes back an undo"),
    anywhere("quit", "quit", "leaves"),
];

impl Session<'_> {
    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let line = line.trim();
        if line.starts_with('#') {
            return Ok(Next::GoOn);
        }
        if line.is_empty() {
            return self.empty_line();
        }
        let (is_forced, line) = line.strip_prefix(':').map_or((false, line), |rest| (true, rest.trim()));
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = match word.to_lowercase().as_str() {
            "?" => "help".to_owned(),
            "exit" | "q" => "quit".to_owned(),
            other => other.to_owned(),
        };
        let command = COMMANDS.iter().find(|command| command.name == word);
        match command {
            Some(command) if is_forced || !self.is_action(&word, rest) => {
                if command.in_match && self.table.is_none() {
                    return Err(Failure::Input(format!("`{word}` needs a match: `play GAME` begins one")));
                }
                self.command(command.name, rest)
            }
            _ if self.table.is_some() && !is_forced => self.action(line),
            _ => Err(Failure::Input(self.unknown(&word))),
        }
    }

    /// Whether a line that begins like a command is meant as an action of the game.
    fn is_action(&self, word: &str, rest: &str) -> bool {
        let Some(table) = &self.table else { return false };
        let verbs = &table.played.game().pack().verbs;
        let is_verb = verbs.iter().any(|verb| verb.first_word().is_some_and(|first| first.eq_ignore_ascii_case(word)));
        let names_game = || rest.split_whitespace().next().is_some_and(|game| self.context.library.files(game).is_ok());
        is_verb && !(word == "play" && names_game())
    }

    fn unknown(&self, word: &str) -> String {
        match did_you_mean(word, COMMANDS.iter().map(|command| command.name)) {
            Some(near) => format!("there is no command `{word}`; did you mean `{near}`?"),
            None => format!("there is no command `{word}`: `help` lists them, `games` the games"),
        }
    }

    fn command(&mut self, name: &str, rest: &str) -> Result<Next, Failure> {
        match name {
            "help" => self.help(rest)?,
            "games" => self.context.screen.show(&crate::commands::games::list(self.context))?,
            "play" => self.play(rest)?,
            "show" => self.show_position()?,
            "hand" => self.show_hand()?,
            "moves" => self.show_moves(rest)?,
            "undo" => self.undo(rest)?,
            "redo" => self.redo(rest)?,
            "quit" => return Ok(Next::Quit),
            _ => return Err(Failure::Input(self.unknown(name))),
        }
        Ok(Next::GoOn)
    }
}
