//! Help: commands and actions of the game.

use parlour_engine::Pack;
use parlour_engine::diagnostic::did_you_mean;
use parlour_engine::grammar::{Arg, VerbSpec};
use parlour_engine::pack::spec::{Cell, Column};

use super::command::{COMMANDS, Command, named};
use super::{Next, Session};
use crate::answers::guide;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// The maximum number of cards whose columns are shown.
const MAX_CARDS: usize = 6;

/// The syntax of an action; a lone square argument is called one.
pub(super) fn usage(verb: &VerbSpec) -> String {
    let is_square = |arg: &Arg| arg.kind.is_square();
    let is_alone = verb.args.iter().filter(|arg| is_square(arg)).count() == 1;
    verb.usage_by(|arg| if is_alone && is_square(arg) { "SQUARE".to_owned() } else { arg.name.to_uppercase() })
}

/// Syntax and description, line by line.
fn list(entries: &[(String, String)], width: usize) -> String {
    let label = entries.iter().map(|(usage, _)| usage.chars().count()).max().unwrap_or(0).min(28);
    let line = |(usage, help): &(String, String)| {
        let line = format!("  [bold]{}[/]  {}", escape(&format!("{usage:label$}")), escape(help));
        wrap(&line, width, label + 4) + "\n"
    };
    entries.iter().map(line).collect()
}

/// The column values of the cards matching a topic, except values common to most cards and the card's name.
fn card_facts(pack: &Pack, topic: &str, width: usize) -> String {
    let is_meant =
        |n: &usize| pack.cards[*n].plain_names.iter().any(|name| name == topic || name.split(' ').any(|w| w == topic));
    let meant: Vec<usize> = (0..pack.cards.len()).filter(is_meant).collect();
    let (Some(table), true) = (pack.tables.first(), meant.len() <= MAX_CARDS) else { return String::new() };
    let cell = |cell: &Cell| match cell {
        Cell::Int(n) => n.to_string(),
        Cell::Ints(list) => list.iter().map(i64::to_string).collect::<Vec<_>>().join(" "),
        Cell::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Text(text) => text.clone(),
    };
    let line = |n: usize| {
        let row = &table.rows[n];
        let is_told = |column: &Column, value: &Cell| {
            let is_usual = column.default.as_ref() == Some(value);
            !is_usual && !matches!(value, Cell::Text(text) if *text == row.name)
        };
        let cells = table.columns.iter().zip(&row.cells).filter(|(column, value)| is_told(column, value));
        let cells = cells.map(|(column, value)| (&column.name, cell(value)));
        let facts: Vec<String> =
            cells.filter(|(_, text)| !text.is_empty()).map(|(name, text)| format!("{name} {text}")).collect();
        let told = format!("[bold]{}[/]: {}.", escape(&row.title), escape(&facts.join(", ")));
        (!facts.is_empty()).then(|| wrap(&told, width, 2) + "\n")
    };
    meant.into_iter().filter_map(line).collect()
}

impl Session {
    pub(super) fn show_help(&mut self, topic: &str) -> Result<Next, Failure> {
        let text = self.help(topic)?;
        self.lobby.page(text)?;
        Ok(Next::GoOn)
    }

    /// The help, or that on a topic.
    ///
    /// # Errors
    /// There is no help on the topic.
    fn help(&self, topic: &str) -> Result<String, Failure> {
        let width = self.lobby.context.screen.width;
        let topic = topic.trim_start_matches(':').to_lowercase();
        let asked = named(&topic);
        let usable = COMMANDS.iter().filter(|command| command.is_usable(self));
        let wanted: Vec<&Command> = usable
            .filter(|command| topic.is_empty() || asked.is_some_and(|asked| asked.name == command.name))
            .collect();
        let actions = self.actions(&topic);
        if actions.is_empty() && wanted.is_empty() {
            return self.about(&topic);
        }
        // The actions last, where they are still visible.
        let mut out = String::new();
        if !wanted.is_empty() {
            out.push_str("[underline]Commands[/]\n");
            let usages: Vec<(String, String)> =
                wanted.iter().map(|command| (self.usage(command), command.help.to_owned())).collect();
            out.push_str(&list(&usages, width));
        }
        for command in wanted.iter().filter(|_| !topic.is_empty()) {
            if !command.topic.is_empty() {
                out.push_str(&format!("{}\n", wrap(&escape(command.topic), width, 0)));
            }
            let options = (command.options)();
            if !options.is_empty() {
                out.push_str("[underline]Options[/]\n");
                out.push_str(&list(&options, width));
            }
        }
        if !actions.is_empty() {
            let heading = "[underline]Actions[/] (names can be shortened, upper and lower case are alike)";
            out.push_str(&format!("{}\n", wrap(heading, width, 2)));
            out.push_str(&list(&actions, width));
        }
        if topic.is_empty() && self.sitting.is_some() {
            let more = "Tab completes what is legal. A colon in front, as in `:play`, makes a line a command.";
            out.push_str(&wrap(more, width, 0));
        }
        Ok(out)
    }

    /// The guides' passages on a topic: of the current game, or of all.
    fn about(&self, topic: &str) -> Result<String, Failure> {
        let context = &self.lobby.context;
        if let Some(sitting) = &self.sitting {
            let game = sitting.game().name();
            let said = guide::about(context, game, topic)?;
            let text =
                card_facts(sitting.game().pack(), topic, context.screen.width) + said.as_deref().unwrap_or_default();
            if !text.is_empty() {
                return Ok(text + "\n[dim]`guide` tells all of it.[/]");
            }
        }
        let is_game = || {
            let begins = |name: &String| name.starts_with(&topic.to_lowercase());
            context.library.catalogue().has(topic) || context.library.names().iter().any(begins)
        };
        if let Ok(game) = context.game(topic)
            && is_game()
        {
            return guide::text(context, &game);
        }
        let mut found = Vec::new();
        for game in context.library.names() {
            found.extend(guide::about(context, &game, topic)?.map(|text| (game, text)));
        }
        match found.as_slice() {
            [] => {
                let verbs = self.sitting.iter().flat_map(|sitting| &sitting.game().pack().verbs);
                let verbs = verbs.filter_map(VerbSpec::first_word);
                let words = match &self.sitting {
                    Some(sitting) => guide::words(context, sitting.game().name())?,
                    None => context.library.names(),
                };
                let commands = COMMANDS.iter().map(|command| command.name);
                // Of those that are equally near the first is named.
                let near = did_you_mean(topic, verbs.chain(commands).chain(words.iter().map(String::as_str)));
                let near = near.map_or("`help` lists everything".to_owned(), |near| format!("did you mean `{near}`?"));
                Err(Failure::Input(format!("there is no help about `{topic}`: {near}")))
            }
            [(game, text)] => Ok(format!("{text}\n[dim]From the guide of {}.[/]", escape(game))),
            several => {
                let games: Vec<&str> = several.iter().map(|(game, _)| game.as_str()).collect();
                let text = format!("Guides that speak of `{topic}`: {}. `guide GAME` shows one.", games.join(", "));
                Ok(wrap(&escape(&text), context.screen.width, 2))
            }
        }
    }

    /// The syntax of a command; with a colon if its name alone is an action of the game.
    fn usage(&self, command: &Command) -> String {
        let colon = if self.is_action(command, command.name, "") { ":" } else { "" };
        format!("{colon}{}", command.usage)
    }

    /// The actions of the game, or those with a name: syntax and description.
    fn actions(&self, topic: &str) -> Vec<(String, String)> {
        let Some(sitting) = &self.sitting else { return Vec::new() };
        let named = |verb: &&VerbSpec| topic.is_empty() || verb.name == topic || verb.first_word() == Some(topic);
        let entry = |verb: &VerbSpec| {
            let others =
                if verb.aliases.is_empty() { String::new() } else { format!(" (or {})", verb.aliases.join(", ")) };
            (usage(verb), format!("{}{others}", verb.help))
        };
        sitting.game().pack().verbs.iter().filter(named).map(entry).collect()
    }
}
