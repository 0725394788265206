//! Help, and what can follow a command on its line.

use parlour_engine::grammar::VerbSpec;
use parlour_engine::pack::spec::{OptionKind, OptionSpec};

use super::Session;
use super::command::COMMANDS;
use super::inspect::PLAYERS;
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::saves;
use crate::seats::HUMAN;

impl Session<'_> {
    pub(super) fn help(&self, topic: &str) -> Result<(), Failure> {
        let screen = &self.context.screen;
        let topic = topic.to_lowercase();
        let mut actions: Vec<(String, String)> = Vec::new();
        if let Some(table) = &self.table {
            let verbs = table.played.game().pack().verbs.iter();
            let named = |verb: &VerbSpec| verb.name == topic || verb.first_word() == Some(topic.as_str());
            let wanted = verbs.filter(|verb| topic.is_empty() || named(verb));
            actions.extend(wanted.map(|verb| {
                let others =
                    if verb.aliases.is_empty() { String::new() } else { format!(" (or {})", verb.aliases.join(", ")) };
                (verb.usage(), format!("{}{others}", verb.help))
            }));
        }
        let usable = COMMANDS.iter().filter(|command| !command.in_match || self.table.is_some());
        let wanted: Vec<(String, String)> = usable
            .filter(|command| topic.is_empty() || command.name == topic)
            .map(|command| (command.usage.to_owned(), command.help.to_owned()))
            .collect();
        if actions.is_empty() && wanted.is_empty() {
            return Err(Failure::Input(format!("there is no help about `{topic}`: `help` lists everything")));
        }
        // The actions last, where they are still in sight.
        if !wanted.is_empty() {
            screen.show("[underline]Commands[/]")?;
            self.list(&wanted)?;
        }
        if !actions.is_empty() {
            screen.show("[underline]Actions[/] (names can be shortened, upper and lower case are alike)")?;
            self.list(&actions)?;
        }
        if topic.is_empty() && self.table.is_some() {
            let more = "Tab completes what is legal. A colon in front, as in `:play`, makes a line a command.";
            screen.show(&wrap(more, screen.width, 0))?;
        }
        Ok(())
    }

    fn list(&self, entries: &[(String, String)]) -> Result<(), Failure> {
        let screen = &self.context.screen;
        let label = entries.iter().map(|(usage, _)| usage.chars().count()).max().unwrap_or(0).min(28);
        for (usage, help) in entries {
            let line = format!("  [bold]{}[/]  {}", escape(&format!("{usage:label$}")), escape(help));
            screen.show(&wrap(&line, screen.width, label + 4))?;
        }
        Ok(())
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
