//! The commands of the session, and how a line is taken for one of them or for an action.

use parlour_engine::diagnostic::did_you_mean;

use super::{Next, Session};
use crate::commands::{check, games, guide, robots};
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
    anywhere("help", "help [TOPIC]", "what can be done, or about one command or action"),
    anywhere("games", "games", "the games"),
    anywhere("play", "play [GAME ...]", "begins a match, with the options of `parlour play`; alone, the same again"),
    anywhere("guide", "guide [GAME]", "how a game is played"),
    in_match("show", "show [SQUARE]", "the position; with a square, what can be done from there"),
    in_match("hand", "hand", "what you hold"),
    in_match("moves", "moves [WORD]...", "the legal actions, or those with these words in them"),
    in_match("why", "why [ACTION]", "why an action is allowed or not; alone, why the robot did what it did"),
    in_match("hint", "hint [ROBOT]", "what a robot would do in your place"),
    in_match("undo", "undo [N]", "takes back your last action and the answers to it"),
    in_match("redo", "redo [N]", "does again what was undone"),
    in_match("history", "history", "the actions so far"),
    in_match("save", "save [FILE]", "saves the match, under a name or in a file"),
    anywhere("load", "load FILE", "goes on with a saved match"),
    anywhere("saves", "saves", "the saved matches"),
    anywhere("replay", "replay [FILE]", "the match from the beginning, or a saved one"),
    in_match("seats", "seats", "who plays"),
    in_match("seat", "seat SEAT ROBOT", "puts a robot, or `human`, on a seat"),
    in_match("auto", "auto [N]", "robots play on for all seats, N actions or to the end"),
    in_match("watch", "watch [N]", "the same, showing every position"),
    anywhere("speed", "speed [slow|normal|fast|MS]", "how long `watch` rests after an action"),
    in_match("inspect", "inspect [PATH]", "zones, boards, vars and options, or one of them"),
    in_match("reveal", "reveal on|off", "shows hidden things; the match is marked for it"),
    in_match("lua", "lua EXPR", "a Lua expression over what you may see"),
    in_match("set", "set [KEY VALUE]", "an option for the next match; alone, all options"),
    anywhere("reload", "reload", "reads packs and robots again, and goes on with the match if it still plays"),
    anywhere("robots", "robots [GAME]", "the robots"),
    anywhere("check", "check [GAME|DIR]...", "looks for faults in packs and robots"),
    in_match("trace", "trace on|off", "every step as a line of JSON"),
    anywhere("quit", "quit", "leaves; `q` for short"),
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
        // A colon tells a command from an action of the same name.
        let (is_forced, line) = line.strip_prefix(':').map_or((false, line), |rest| (true, rest.trim()));
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = match word.to_lowercase().as_str() {
            "?" => "help".to_owned(),
            "exit" | "q" if !self.is_action(word, rest) => "quit".to_owned(),
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
            _ if self.table.is_some() && !is_forced => {
                self.action(line).map_err(|failure| self.suggest(&word, failure))
            }
            _ => Err(Failure::Input(self.unknown(&word))),
        }
    }

    /// Whether a line that begins like a command is meant as an action of the game.
    fn is_action(&self, word: &str, rest: &str) -> bool {
        let Some(table) = &self.table else { return false };
        let verbs = &table.played.game().pack().verbs;
        let is_verb = verbs.iter().any(|verb| verb.first_word().is_some_and(|first| first.eq_ignore_ascii_case(word)));
        let names_game = || {
            let game = rest.split_whitespace().next().unwrap_or_default();
            // The beginning of a name may be a card as well, but options are only those of the command.
            self.context.game(game).is_ok_and(|name| name == game || rest.contains(" --"))
        };
        // Alone it is an action that lacks something, as long as there is one to take.
        let begins_again = || rest.is_empty() && self.due().is_none();
        is_verb && !(word == "play" && (begins_again() || names_game()))
    }

    /// What begins the same match again, also where the game has an action of that name.
    pub(super) fn play_again(&self) -> &'static str {
        if self.is_action("play", "") { ":play" } else { "play" }
    }

    fn unknown(&self, word: &str) -> String {
        match did_you_mean(word, COMMANDS.iter().map(|command| command.name)) {
            Some(near) => format!("there is no command `{word}`; did you mean `{near}`?"),
            None => format!("there is no command `{word}`: `help` lists them, `games` the games"),
        }
    }

    /// A word that is no action may be a slip of a command.
    fn suggest(&self, word: &str, failure: Failure) -> Failure {
        use parlour_engine::action::ParseError;
        use parlour_engine::play::ActError;
        let Failure::Action(ActError::Parse(ParseError::UnknownAction { help, .. })) = &failure else {
            return failure;
        };
        match did_you_mean(word, COMMANDS.iter().map(|command| command.name)) {
            Some(near) if !help.contains("did you mean") => {
                Failure::Input(format!("there is no action or command `{word}`; did you mean `{near}`?"))
            }
            _ => failure,
        }
    }

    fn command(&mut self, name: &str, rest: &str) -> Result<Next, Failure> {
        match name {
            "help" => self.page(self.help(rest)?)?,
            "games" => self.context.screen.show(&games::list(self.context))?,
            "play" => self.play(rest)?,
            "guide" => self.page(guide::text(self.context, &self.game_or(rest)?)?)?,
            "show" => self.show(rest)?,
            "hand" => self.show_hand()?,
            "moves" => self.show_moves(rest)?,
            "why" => self.why(rest)?,
            "hint" => self.hint(rest)?,
            "undo" => self.undo(rest)?,
            "redo" => self.redo(rest)?,
            "history" => self.page(self.history())?,
            "save" => self.save(rest)?,
            "load" => self.load(rest)?,
            "saves" => self.list_saves()?,
            "replay" => self.replay(rest)?,
            "seats" => self.show_seats()?,
            "seat" => self.change_seat(rest)?,
            "auto" => self.auto(rest)?,
            "watch" => self.watch(rest)?,
            "speed" => self.set_speed(rest)?,
            "inspect" => self.inspect(rest)?,
            "reveal" => self.reveal(rest)?,
            "lua" => self.evaluate(rest)?,
            "set" => self.set_option(rest)?,
            "reload" => self.reload()?,
            "robots" => match (&self.table, rest) {
                (None, "") => robots::show(self.context, None)?,
                _ => robots::show(self.context, Some(&self.game_or(rest)?))?,
            },
            "check" => {
                let games = if rest.is_empty() { self.game_or("").into_iter().collect() } else { words(rest) };
                check::show(self.context, &games)?;
            }
            "trace" => self.traces = on_off(rest)?,
            "quit" => return Ok(Next::Quit),
            _ => return Err(Failure::Input(self.unknown(name))),
        }
        Ok(Next::GoOn)
    }

    /// The game that is named, or else the one that is played.
    fn game_or(&self, named: &str) -> Result<String, Failure> {
        match (&self.table, named) {
            (Some(table), "") => Ok(table.played.game().name().to_owned()),
            (None, "") => Err(Failure::Input("which game? `games` lists them".to_owned())),
            (_, name) => self.context.game(name),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// # Errors
/// Neither `on` nor `off`.
pub(super) fn on_off(text: &str) -> Result<bool, Failure> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(Failure::Input(format!("expected `on` or `off`, not `{other}`"))),
    }
}
