//! Help, and what can follow a command on its line.

use parlour_engine::grammar::{Arg, Piece, VerbSpec};
use parlour_engine::pack::spec::{OptionKind, OptionSpec};

use super::Session;
use super::command::COMMANDS;
use super::inspect::PLAYERS;
use super::playing::options;
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::saves;
use crate::seats::HUMAN;

/// How an action is written; a square that stands for itself is called one.
pub(super) fn usage(verb: &VerbSpec) -> String {
    let is_square = |arg: &Arg| arg.kind.is_square();
    let is_alone = verb.args.iter().filter(|arg| is_square(arg)).count() == 1;
    let piece = |piece: &Piece| match piece {
        Piece::Literal(text) => text.clone(),
        Piece::Arg(n) if is_alone && is_square(&verb.args[*n]) => "SQUARE".to_owned(),
        Piece::Arg(n) => verb.args[*n].name.to_uppercase(),
        Piece::Open => "[".to_owned(),
        Piece::Close => "]".to_owned(),
    };
    verb.pieces.iter().map(piece).collect()
}

/// What is written, and what it does, line by line.
fn list(entries: &[(String, String)], width: usize) -> String {
    let label = entries.iter().map(|(usage, _)| usage.chars().count()).max().unwrap_or(0).min(28);
    let line = |(usage, help): &(String, String)| {
        let line = format!("  [bold]{}[/]  {}", escape(&format!("{usage:label$}")), escape(help));
        wrap(&line, width, label + 4) + "\n"
    };
    entries.iter().map(line).collect()
}

impl Session<'_> {
    /// What can be done, or what there is to say about a topic.
    ///
    /// # Errors
    /// A topic that is none.
    pub(super) fn help(&self, topic: &str) -> Result<String, Failure> {
        let width = self.context.screen.width;
        let topic = topic.to_lowercase();
        let mut actions: Vec<(String, String)> = Vec::new();
        if let Some(table) = &self.table {
            let verbs = table.played.game().pack().verbs.iter();
            let named = |verb: &VerbSpec| verb.name == topic || verb.first_word() == Some(topic.as_str());
            let wanted = verbs.filter(|verb| topic.is_empty() || named(verb));
            actions.extend(wanted.map(|verb| {
                let others =
                    if verb.aliases.is_empty() { String::new() } else { format!(" (or {})", verb.aliases.join(", ")) };
                (usage(verb), format!("{}{others}", verb.help))
            }));
        }
        let usable = COMMANDS.iter().filter(|command| !command.in_match || self.table.is_some());
        let wanted: Vec<(String, String)> = usable
            .filter(|command| topic.is_empty() || command.name == topic)
            .map(|command| {
                // Alone, the word is an action where the game has one of that name.
                let usage = if command.name == "play" {
                    command.usage.replacen("play", self.play_again(), 1)
                } else {
                    command.usage.to_owned()
                };
                (usage, command.help.to_owned())
            })
            .collect();
        if actions.is_empty() && wanted.is_empty() {
            return Err(Failure::Input(format!("there is no help about `{topic}`: `help` lists everything")));
        }
        // The actions last, where they are still in sight.
        let mut out = String::new();
        if !wanted.is_empty() {
            out.push_str("[underline]Commands[/]\n");
            out.push_str(&list(&wanted, width));
        }
        if topic == "play" {
            out.push_str("[underline]Options[/] behind the name of the game\n");
            out.push_str(&list(&options(), width));
        }
        if !actions.is_empty() {
            let heading = "[underline]Actions[/] (names can be shortened, upper and lower case are alike)";
            out.push_str(&format!("{}\n", wrap(heading, width, 2)));
            out.push_str(&list(&actions, width));
        }
        if topic.is_empty() && self.table.is_some() {
            let more = "Tab completes what is legal. A colon in front, as in `:play`, makes a line a command.";
            out.push_str(&wrap(more, width, 0));
        }
        Ok(out)
    }

    /// What can stand behind a command.
    pub(super) fn follows(&self, command: &str, legal: &[String]) -> Vec<String> {
        let games = || self.context.library.names();
        let robots = || {
            let name = self.table.as_ref().map(|table| table.played.game().name().to_owned());
            name.map_or_else(Vec::new, |name| self.context.robots.names(&name))
        };
        match command {
            "play" | "guide" | "robots" | "check" => games(),
            "help" => {
                let verbs = self.table.iter().flat_map(|table| &table.played.game().pack().verbs);
                let commands = COMMANDS.iter().map(|command| command.name.to_owned());
                commands.chain(verbs.map(|verb| verb.name.clone())).collect()
            }
            "load" | "replay" => saves::names(),
            "show" => self.table.as_ref().map_or_else(Vec::new, |table| {
                let game = table.played.game();
                let boards = game.layout().boards.iter().enumerate();
                let squares = boards.flat_map(|(board, layout)| {
                    (0..layout.width * layout.height).map(move |square| game.square_name(board, square))
                });
                squares.collect()
            }),
            "why" => legal.to_vec(),
            "hint" => robots(),
            "reveal" | "trace" => vec!["on".to_owned(), "off".to_owned()],
            "speed" => ["slow", "normal", "fast"].map(str::to_owned).to_vec(),
            "seat" => self.table.as_ref().map_or_else(Vec::new, |table| {
                let game = table.played.game();
                let players: Vec<String> = std::iter::once(HUMAN.to_owned()).chain(robots()).collect();
                game.seats()
                    .flat_map(|seat| {
                        players
                            .iter()
                            .map(move |player| (seat, player))
                            .map(|(seat, player)| format!("{} {player}", game.seat_name(seat)))
                    })
                    .collect()
            }),
            "set" => self.table.as_ref().map_or_else(Vec::new, |table| {
                let game = table.played.game();
                let values = |spec: &OptionSpec, value: String| match &spec.kind {
                    OptionKind::Int { .. } => vec![value],
                    OptionKind::Bool => vec!["true".to_owned(), "false".to_owned()],
                    OptionKind::Word(words) => words.clone(),
                };
                let options = game.pack().options.iter().zip(game.options());
                let seats = &game.pack().seats;
                let players = (seats.min < seats.max).then(|| format!("{PLAYERS} {}", game.seat_count()));
                let options = options.flat_map(|(spec, (key, value))| {
                    values(spec, value.to_string()).into_iter().map(move |value| format!("{key} {value}"))
                });
                options.chain(players).collect()
            }),
            "inspect" => self.paths(),
            _ => Vec::new(),
        }
    }
}
