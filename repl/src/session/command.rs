//! The commands of the session: one table for parsing, help, completion and suggestions.

use parlour_engine::ParseError;
use parlour_engine::diagnostic::did_you_mean;
use parlour_engine::play::ActError;

use super::lobby::Lobby;
use super::sitting::Sitting;
use super::{Next, Session, beginning, completing, records};
use crate::answers::guide;
use crate::context;
use crate::failure::Failure;

/// A command of the session.
pub(super) struct Command {
    /// Its name.
    pub(super) name: &'static str,
    /// Other names for it.
    pub(super) aliases: &'static [&'static str],
    /// Its syntax.
    pub(super) usage: &'static str,
    /// A description in one line.
    pub(super) help: &'static str,
    /// Further help, for `help NAME`.
    pub(super) topic: &'static str,
    /// Its options: syntax and description.
    pub(super) options: fn() -> Vec<(String, String)>,
    /// Completions of its argument.
    pub(super) follows: fn(&Session) -> Vec<String>,
    /// True if file names are completed.
    pub(super) takes_files: bool,
    /// The rule for abbreviations of its name.
    shortening: Shortening,
    /// True if a line means this command although the game has an action of the same name.
    insists: fn(&Session, &str) -> bool,
    run: Run,
}

/// The rule for abbreviations of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shortening {
    /// Allowed, unless an action or another command begins so.
    Always,
    /// Likewise, but only without a match in progress, which the command would leave.
    InLobby,
    /// Never: the command leaves the program or resigns the match.
    Never,
}

/// The implementation of a command; it gets the rest of the line.
enum Run {
    /// On the whole session.
    Session(fn(&mut Session, &str) -> Result<Next, Failure>),
    /// With or without a match.
    Lobby(fn(&mut Lobby, &str) -> Result<(), Failure>),
    /// With a match.
    Match(fn(&mut Sitting, &mut Lobby, &str) -> Result<(), Failure>),
}

impl Command {
    const fn new(name: &'static str, usage: &'static str, help: &'static str, run: Run) -> Self {
        Self {
            name,
            aliases: &[],
            usage,
            help,
            topic: "",
            options: Vec::new,
            follows: completing::nothing,
            takes_files: false,
            shortening: Shortening::Always,
            insists: |_, _| false,
            run,
        }
    }

    const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    const fn topic(mut self, topic: &'static str) -> Self {
        self.topic = topic;
        self
    }

    const fn options(mut self, options: fn() -> Vec<(String, String)>) -> Self {
        self.options = options;
        self
    }

    const fn follows(mut self, follows: fn(&Session) -> Vec<String>) -> Self {
        self.follows = follows;
        self
    }

    const fn files(mut self) -> Self {
        self.takes_files = true;
        self
    }

    const fn written_out(mut self, shortening: Shortening) -> Self {
        self.shortening = shortening;
        self
    }

    const fn insists(mut self, insists: fn(&Session, &str) -> bool) -> Self {
        self.insists = insists;
        self
    }

    /// True if it can be used now.
    pub(super) fn is_usable(&self, session: &Session) -> bool {
        session.sitting.is_some() || !matches!(self.run, Run::Match(_))
    }

    /// True if it may be abbreviated now.
    fn is_shortened(&self, session: &Session) -> bool {
        self.is_usable(session)
            && match self.shortening {
                Shortening::Always => true,
                Shortening::InLobby => !session.is_under_way(),
                Shortening::Never => false,
            }
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

const fn session(
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    run: fn(&mut Session, &str) -> Result<Next, Failure>,
) -> Command {
    Command::new(name, usage, help, Run::Session(run))
}

const fn anywhere(
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    run: fn(&mut Lobby, &str) -> Result<(), Failure>,
) -> Command {
    Command::new(name, usage, help, Run::Lobby(run))
}

const fn in_match(
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    run: fn(&mut Sitting, &mut Lobby, &str) -> Result<(), Failure>,
) -> Command {
    Command::new(name, usage, help, Run::Match(run))
}

/// All commands, in the order of `help`.
pub(super) static COMMANDS: &[Command] = &[
    session("help", "help [TOPIC]", "what can be done, or about one command or action", Session::show_help)
        .aliases(&["?"])
        .follows(completing::topics),
    anywhere("games", "games", "the games, by families", Lobby::games),
    session("lobby", "lobby", "leaves the match, which is kept, and shows the games", Session::leave_for_lobby)
        .written_out(Shortening::InLobby),
    session(
        "play",
        "play [GAME ...]",
        "begins a match, with the options of `parlour play`; alone, the same again",
        Session::play,
    )
    .topic("In the lobby the name of a game does the same, without `play`.")
    .options(beginning::options)
    .follows(completing::games)
    .written_out(Shortening::InLobby)
    .insists(Session::means_play),
    session(
        "again",
        "again [SEAT] [LEVEL]",
        "the same match again; on another seat, or against robots of another level",
        Session::again,
    )
    .follows(completing::again)
    .written_out(Shortening::InLobby),
    session("guide", "guide [GAME]", "how a game is played; `rules` as well", Session::guide)
        .aliases(&["rules", "how"])
        .topic("`help WORD` shows what the guide says about a word.")
        .follows(completing::games),
    in_match("show", "show [SQUARE]", "the position; with a square, what can be done from there", Sitting::show)
        .topic("`show shapes` draws the shapes that are put onto a board, `show NAME` one of them, in all the ways in which it can lie.")
        .follows(completing::squares),
    in_match("flip", "flip", "turns the board round, to be seen from the other side", Sitting::flip),
    in_match("hand", "hand", "what you hold", Sitting::show_hand),
    in_match("moves", "moves [WORD]...", "the legal actions, or those with these words in them", Sitting::show_moves),
    in_match(
        "why",
        "why [ACTION]",
        "why an action is allowed or not; alone, why the robot did what it did",
        Sitting::why,
    )
    .follows(Session::legal_texts),
    in_match(
        "hint",
        "hint [-v] [ROBOT]",
        "what a robot would do in your place; `ok` does it",
        Sitting::hint,
    )
    .topic("The best robot of the game is asked unless another or a level is named. It looks at what you may know, and nothing \
         is done. With -v it shows what its search has found: the odds of each action, and the line that it expects. Ctrl-C \
         stops a robot that thinks for too long.",
   )
    .follows(completing::robots),
    in_match("ok", "ok", "does what `hint` has just said", Sitting::take_hint),
    in_match("undo", "undo [N]", "takes back your last action and the answers to it", Sitting::undo).topic(
        "A match that is over, was saved under a name or was played before stays as it is: what goes on from an earlier \
         moment in another way is a branch with a name of its own. `history` shows all of them.",
    ),
    in_match("resign", "resign", "gives the match up: the other side has won", Sitting::resign)
        .topic("Written out, never shortened. With more than two sides all others win; where all play together nobody does. `undo` \
         takes it back.")
        .written_out(Shortening::Never),
    in_match("offer", "offer draw", "offers a draw to the other side; a robot answers by how it stands", Sitting::offer_draw)
        .aliases(&["draw"])
        .topic("In games that can be drawn, between two sides. Another person answers `accept` or `decline`; who plays on \
         declines."),
    in_match("accept", "accept", "agrees to the draw that is offered", Sitting::accept),
    in_match("decline", "decline", "turns down the draw that is offered", Sitting::decline),
    in_match("redo", "redo [N]", "does again what was undone", Sitting::redo),
    in_match("history", "history", "the actions so far, and the branches of the match", Sitting::history),
    in_match("save", "save [FILE]", "saves the match, under a name or in a file", Sitting::save)
        .topic("A name alone is a match in the folder of saves; without a name one is made up. With an ending or a folder in it, it is a file. In chess `save FILE.pgn` writes PGN.")
        .files(),
    session("load", "load FILE [N]", "goes on with a saved match, or with one in PGN", Session::load)
        .topic("Of a file with several matches in PGN a number chooses one; without it they are listed.")
        .follows(completing::saves)
        .written_out(Shortening::InLobby)
        .files(),
    anywhere("saves", "saves", "the saved matches", Lobby::saves),
    session("replay", "replay [FILE]", "goes through the match, or a saved one, action by action", Session::replay)
        .topic(
            "At a terminal single keys go forward and back, to an action, to the next mistake, ask for hints, and play \
             on from any moment as a branch; `?` shows the keys.",
        )
        .options(records::replay_options)
        .follows(completing::saves)
        .files(),
    session("review", "review [FILE]", "names the worst decisions of the match, or of a saved one", Session::review)
        .topic("A search looks at every decision by what its seat knew, and draws how the odds went.")
        .options(records::review_options)
        .follows(completing::saves)
        .files(),
    in_match("seats", "seats", "who plays", Sitting::show_seats),
    in_match("seat", "seat SEAT ROBOT", "puts a robot, or `human`, on a seat", Sitting::change_seat)
        .follows(completing::seats),
    in_match("auto", "auto [N]", "robots play on for all seats, N actions or to the end", Sitting::auto),
    in_match("watch", "watch [N]", "the same, showing every position", Sitting::watch)
        .topic("Ctrl-C stops the robots. `speed` says how long each position stays."),
    anywhere("speed", "speed [slow|normal|fast|MS]", "how long `watch` rests after an action", Lobby::set_speed)
        .follows(completing::speeds),
    in_match("inspect", "inspect [PATH]", "zones, boards, vars and options, or one of them", Sitting::inspect)
        .topic("`known` are the cards that lie in zones that aren't seen whole, by all that was observed; `inspect world` shows what a search might imagine in place of all that you don't see, each time something else. As in `inspect vars`, or, of one zone or variable, `inspect vars.NAME` or just `inspect NAME`.")
        .follows(completing::paths),
    in_match("reveal", "reveal on|off", "shows hidden things; the match is marked for it", Sitting::reveal)
        .follows(completing::on_off),
    in_match("lua", "lua EXPR", "a Lua expression over what you may see", Sitting::evaluate)
        .topic(
            "It has the words of the game that only read and what robots have: `legal`, when it is your turn, `me`, \
             `random` and `search`, as in `lua search.think()` or `lua #legal:of('play')`. With `rules`, which is what \
             `rules.lua` returns, it runs on a copy and tells what has changed there: `lua rules.actions.dig.apply(1)`. Tab \
             completes its words.",
        )
        .follows(completing::lua),
    in_match("step", "step [ACTION]", "an action, each of its events, and what it has changed", Sitting::step)
        .topic("Alone it lets a robot act. `undo` takes it back. Names are those of `inspect`."),
    in_match("set", "set [KEY VALUE]", "an option for the next match; alone, all options", Sitting::set_option)
        .follows(completing::settings),
    session(
        "reload",
        "reload [again]",
        "reads packs and robots again, and goes on with the match by them if it stays the same",
        Session::reload,
    )
    .topic(
        "A match that would have gone another way by the new rules goes on by the old ones, and what would differ is told; \
         `reload again` takes its actions by the new rules all the same.",
    ),
    session(
        "impact",
        "impact [GAME] [OPTION]...",
        "what a change of the game does, as `parlour impact` tells it; alone, after `reload`, what that has changed",
        Session::impact,
    )
    .options(records::impact_options)
    .follows(completing::games),
    session("robots", "robots [GAME]", "the robots", Session::robots).follows(completing::games),
    session("check", "check [GAME|DIR]...", "looks for faults in packs and robots", Session::check)
        .follows(completing::games),
    in_match("trace", "trace on|off", "every step as a line of JSON", Sitting::trace).follows(completing::on_off),
    session("quit", "quit", "leaves; `q` for short", Session::quit)
        .aliases(&["q", "exit"])
        .topic("Where a match is under way it asks first, at a terminal. No other beginning of its name stands for it.")
        .written_out(Shortening::Never),
];

/// The command with a name or alias.
pub(super) fn named(word: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.names().any(|name| name == word))
}

/// The name of a command similar to a word, or one that must be written in full.
fn near(word: &str) -> Option<&'static str> {
    let names = || COMMANDS.iter().flat_map(Command::names);
    let longer = |name: &&str| word.len() > 1 && name.len() > word.len() && name.starts_with(word);
    names().find(longer).or_else(|| did_you_mean(word, names()))
}

impl Session {
    /// Executes a line.
    pub(super) fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let line = line.trim();
        if line.starts_with('#') {
            return Ok(Next::GoOn);
        }
        if line.is_empty() {
            self.lobby.wants_menu = self.sitting.is_none() && self.lobby.context.screen.has_menus();
            return self.with_match(Sitting::empty_line);
        }
        // A colon distinguishes a command from an action of the same name.
        let (is_forced, line) = line.strip_prefix(':').map_or((false, line), |rest| (true, rest.trim()));
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_lowercase();
        match named(&word) {
            Some(command) if asks_for_help(rest) => self.show_help(command.name),
            Some(command) if is_forced || !self.is_action(command, &word, rest) => self.call(command, rest),
            _ if let Some((game, rest)) = self.game_alone(line, is_forced)? => self.play(&format!("{game} {rest}")),
            _ if let Some(command) = self.shortened(&word, line, is_forced)? => self.call(command, rest),
            _ if !is_forced && self.sitting.is_some() => {
                let done = self.with_match(|sitting, lobby| sitting.action(lobby, line));
                done.map_err(|failure| self.not_even_a_command(&word, failure))
            }
            _ if is_forced || self.sitting.is_some() => Err(Failure::Input(match near(&word) {
                Some(near) => format!("there is no command `{word}`; did you mean `{near}`?"),
                None => format!("there is no command `{word}`: `help` lists them, `games` the games"),
            })),
            _ => {
                // All words before the options may be a name, or the first one alone.
                let (context, named) = (&self.lobby.context, self.lobby.name_of_game(line).0);
                let is_near = context.game_near(&named).is_some();
                let named = if is_near { &named } else { &word };
                Err(Failure::Input(match (context.game_near(named), near(&word)) {
                    (Some(game), near) => {
                        let meant = context::game_or_command(&game, near);
                        format!("there is no game or command `{named}`; {meant}")
                    }
                    (None, Some(near)) => format!("there is no command `{word}`; did you mean `{near}`?"),
                    (None, None) => format!("there is no game or command `{word}`: `games` and `help` list them"),
                }))
            }
        }
    }

    fn call(&mut self, command: &Command, rest: &str) -> Result<Next, Failure> {
        match (&command.run, &mut self.sitting) {
            (Run::Session(run), _) => return run(self, rest),
            (Run::Lobby(run), _) => run(&mut self.lobby, rest)?,
            (Run::Match(run), Some(sitting)) => run(sitting, &mut self.lobby, rest)?,
            (Run::Match(_), None) => {
                let name = command.name;
                return Err(Failure::Input(format!("`{name}` needs a match: `play GAME` begins one")));
            }
        }
        Ok(Next::GoOn)
    }

    /// The game named by the first words of a line in the lobby, or by a prefix, and the rest of the line.
    ///
    /// # Errors
    /// An ambiguous prefix of several games, or of a command as well.
    fn game_alone(&self, line: &str, is_forced: bool) -> Result<Option<(String, String)>, Failure> {
        if self.sitting.is_some() || is_forced {
            return Ok(None);
        }
        let (named, rest) = self.lobby.name_of_game(line);
        let word = named.to_lowercase();
        let games = self.lobby.context.games_named(&word);
        let begun =
            |command: &&Command| command.is_shortened(self) && command.names().any(|name| name.starts_with(&word));
        let commands: Vec<&str> = COMMANDS.iter().filter(begun).map(|command| command.name).collect();
        match (games.as_slice(), commands.as_slice()) {
            ([], _) => Ok(None),
            ([game], _) if *game == word => Ok(Some((game.clone(), rest))),
            ([game], []) => Ok(Some((game.clone(), rest))),
            _ => {
                let quoted = |name: &str| format!("`{name}`");
                let games: Vec<String> = games.iter().map(|name| quoted(name)).collect();
                let commands: Vec<String> = commands.iter().map(|name| quoted(name)).collect();
                let mut meant = format!("`{word}` can be the game {}", games.join(" or "));
                if !commands.is_empty() {
                    meant.push_str(&format!(", or the command {}", commands.join(" or ")));
                }
                Err(Failure::Input(meant))
            }
        }
    }

    /// The command abbreviated by a word, unless the line can be an action.
    ///
    /// # Errors
    /// An ambiguous abbreviation.
    fn shortened(&self, word: &str, line: &str, is_forced: bool) -> Result<Option<&'static Command>, Failure> {
        // A word that is an action isn't an abbreviation either.
        if named(word).is_some_and(|command| !is_forced && self.is_action(command, word, "")) {
            return Ok(None);
        }
        if let Some(sitting) = self.sitting.as_ref().filter(|_| !is_forced)
            && !sitting.audience.is_handed_over(&sitting.table)
            && sitting.table.is_like_an_action(line)
        {
            return Ok(None);
        }
        let begun = |command: &&Command| command.names().any(|name| name.starts_with(word));
        let found: Vec<&'static Command> =
            COMMANDS.iter().filter(begun).filter(|command| command.is_shortened(self)).collect();
        match found.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            several => {
                let begun = |command: &&Command| command.names().find(|name| name.starts_with(word));
                let names: Vec<String> = several.iter().filter_map(begun).map(|name| format!("`{name}`")).collect();
                Err(Failure::Input(format!("`{word}` can be the command {}", names.join(" or "))))
            }
        }
    }

    /// Calls a function with the match, if there is one.
    fn with_match(
        &mut self,
        act: impl FnOnce(&mut Sitting, &mut Lobby) -> Result<(), Failure>,
    ) -> Result<Next, Failure> {
        if let Some(sitting) = &mut self.sitting {
            act(sitting, &mut self.lobby)?;
        }
        Ok(Next::GoOn)
    }

    /// The error for a word that isn't an action: it may be a topic of the guide, or a misspelled command.
    fn not_even_a_command(&self, word: &str, failure: Failure) -> Failure {
        let Failure::Action(ActError::Parse(ParseError::UnknownAction { help, .. })) = &failure else {
            return failure;
        };
        let Some(near) = near(word) else { return failure };
        if help.contains("did you mean") {
            let action = help.split('`').nth(1).unwrap_or_default();
            // The command goes before an action that isn't nearer.
            let is_as_near = did_you_mean(word, [near, action]) == Some(near) && near != action;
            let meant = format!("there is no action `{word}`; did you mean `{action}`, or the command `{near}`?");
            return if is_as_near { Failure::Input(meant) } else { failure };
        }
        let game = self.sitting.as_ref().map(|sitting| sitting.game().name());
        let context = &self.lobby.context;
        Failure::Input(if game.is_some_and(|game| guide::about(context, game, word).is_ok_and(|text| text.is_some())) {
            format!("there is no action `{word}`; {help}; `help {word}` shows what the guide says of it")
        } else {
            format!("there is no action or command `{word}`; did you mean `{near}`?")
        })
    }

    /// True if a line that begins like a command means an action of the game.
    pub(super) fn is_action(&self, command: &Command, word: &str, rest: &str) -> bool {
        let Some(sitting) = &self.sitting else { return false };
        // `draw` alone offers a draw only in games with draws.
        let is_of_cards = word == "draw" && !sitting.game().has_draws();
        let is_known = is_of_cards || sitting.has_action(word) || sitting.has_action(command.name);
        is_known && !(command.insists)(self, rest)
    }
}

/// True if a command's argument asks for help.
fn asks_for_help(rest: &str) -> bool {
    matches!(rest, "--help" | "-h")
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use parlour_engine::grammar::VerbSpec;
    use parlour_table::Saves;

    use super::*;
    use crate::answers::play;
    use crate::context::{ColorChoice, Context, Folders};

    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Line {
        #[command(flatten)]
        args: play::Args,
    }

    /// A session in the lobby, without saves.
    fn lobby() -> Session {
        let mut context = Context::new(Folders::default(), ColorChoice::Never, true, true);
        context.saves = Saves::default();
        Session { lobby: Lobby::new(context, false), sitting: None, is_strict: false }
    }

    /// A session in a match of a game against robots.
    fn at(game: &str) -> Session {
        let mut session = lobby();
        let args = Line::try_parse_from([game, "--seats", "human", "--seed", "1"]).unwrap().args;
        session.begin(&args).unwrap();
        session
    }

    /// Commands that leave aren't abbreviated, except as `q`, in the lobby and in every game.
    #[test]
    fn leaving_is_never_abbreviated() {
        let mut sessions = vec![lobby()];
        sessions.extend(lobby().lobby.context.library.names().iter().map(|game| at(game)));
        assert!(sessions.len() > 20);
        for session in &sessions {
            for word in ["e", "ex", "exi", "qu", "qui"] {
                let found = session.shortened(word, word, false).unwrap().map(|command| command.name);
                assert_eq!(found, None, "{word}");
            }
            assert_eq!(named("q").map(|command| command.name), Some("quit"));
        }
        for session in &sessions[1..] {
            for word in ["pl", "pla", "ag", "aga", "lob", "loa"] {
                let found = session.shortened(word, word, false).unwrap().map(|command| command.name);
                assert!(!["play", "again", "lobby", "load"].map(Some).contains(&found), "{word}");
            }
        }
    }

    /// A possible action of the game is never taken for an abbreviated command.
    #[test]
    fn beginnings_of_actions_go_before_beginnings_of_commands() {
        let mut count = 0;
        for game in lobby().lobby.context.library.names() {
            let session = at(&game);
            let verbs = session.sitting.as_ref().unwrap().game().pack().verbs.clone();
            let words = |verb: &VerbSpec| -> Vec<String> {
                verb.first_word().map(str::to_owned).into_iter().chain(verb.aliases.clone()).collect()
            };
            for word in verbs.iter().flat_map(words) {
                let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
                for beginning in ends.map(|end| &word[..end]) {
                    let found = session.shortened(beginning, beginning, false).unwrap();
                    assert!(found.is_none(), "{game}: `{beginning}` of `{word}` is taken for a command");
                    count += 1;
                }
                if let Some(command) = named(&word) {
                    assert!(session.is_action(command, &word, ""), "{game}: `{word}` is taken for a command");
                }
            }
        }
        assert!(count > 200, "{count} beginnings");
    }

    #[test]
    fn games_are_found_by_what_people_call_them() {
        let session = lobby();
        for (line, game, rest) in [
            ("en garde", "en-garde", ""),
            ("final card down --level hard", "final-card-down", "--level hard"),
            ("morris", "nine-mens-morris", ""),
            ("Nine Men's Morris", "nine-mens-morris", ""),
            ("poker", "holdem", ""),
            ("texas hold'em", "holdem", ""),
            ("checkers", "draughts", ""),
            ("Reversi", "othello", ""),
            ("uno", "final-card-down", ""),
            ("tictactoe", "tic-tac-toe", ""),
            ("noughts and crosses", "tic-tac-toe", ""),
            ("chess", "chess", ""),
        ] {
            let found = session.game_alone(line, false).unwrap();
            assert_eq!(found, Some((game.to_owned(), rest.to_owned())), "{line}");
        }
        let mut session = session;
        for (line, told) in [
            ("chek", "there is no game or command `chek`; did you mean `chess`, or the command `check`?"),
            (
                "chekers",
                "there is no game or command `chekers`; did you mean `checkers`, which is the game `draughts`?",
            ),
            ("hlep", "there is no command `hlep`; did you mean `help`?"),
        ] {
            let Err(Failure::Input(message)) = session.obey(line) else { panic!("{line} is obeyed") };
            assert_eq!(message, told);
        }
    }

    #[test]
    fn a_name_stands_for_one_command_and_begins_its_usage() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(Command::names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for command in COMMANDS {
            assert_eq!(command.usage.split(' ').next(), Some(command.name));
            assert!(!command.help.is_empty() && named(command.name).is_some_and(|found| found.name == command.name));
        }
    }
}
