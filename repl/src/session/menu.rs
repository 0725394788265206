//! The menu of the lobby: the unfinished match, the games, and free input.

use std::cell::RefCell;
use std::fmt;

use inquire::ui::{Attributes, Color, RenderConfig, StyleSheet, Styled};
use inquire::{InquireError, Select};

use super::command::named;
use crate::answers::ending::actions;
use crate::answers::games::{self, Listed};
use crate::answers::thoughts::cut;
use crate::context::{Context, Screen};
use crate::interrupt;

/// The user's choice or input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// A line, as if typed at the prompt.
    Line(String),
    /// No choice yet: the prompt, with this text on it.
    Prompt(String),
}

/// A row of the menu.
#[derive(Clone, Debug)]
struct Row {
    text: String,
    /// The search terms, matched by prefix.
    words: Vec<String>,
    /// The line it enters; `None` for the typed text.
    line: Option<String>,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Rows of the terminal besides the menu: the greeting, the input, the keys, and the prompt after it.
const OTHER_ROWS: usize = 5;
/// The minimum number of rows of a menu.
const LEAST_ROWS: usize = 3;
/// The columns before a row, and of the families' names.
const MARK: usize = 2;
const FAMILY: usize = 9;

/// Shows the menu at a terminal until a choice.
pub(super) fn choose(context: &Context) -> Chosen {
    let screen = &context.screen;
    let typed = RefCell::new(String::new());
    let score = |input: &str, row: &Row, _: &str, _: usize| {
        typed.replace(input.to_owned());
        row.score(input)
    };
    let answer = |row: inquire::list_option::ListOption<&Row>| match &row.value.line {
        Some(line) => line.clone(),
        None => typed.borrow().clone(),
    };
    let menu = Select::new("Choose", rows(context))
        .with_page_size(screen.height.saturating_sub(OTHER_ROWS).max(LEAST_ROWS))
        .with_help_message("Arrows or letters choose, Enter begins; Esc leads to the plain prompt")
        .with_scorer(&score)
        .with_formatter(&answer)
        .with_render_config(looks(screen));
    let chosen = menu.prompt();
    let is_interrupted = interrupt::is_pressed();
    interrupt::forget();
    let typed = typed.borrow().clone();
    match chosen {
        Ok(Row { line: Some(line), .. }) => Chosen::Line(line),
        Ok(Row { line: None, .. }) => Chosen::Line(typed),
        Err(InquireError::OperationCanceled) if !is_interrupted => Chosen::Prompt(typed),
        // Ctrl-C cancels what was typed; or a terminal without support for menus.
        Err(_) => Chosen::Prompt(String::new()),
    }
}

/// The unfinished match, the games by family, and other commands.
fn rows(context: &Context) -> Vec<Row> {
    let games = games::listed(context);
    let width = context.screen.width.saturating_sub(MARK + 1);
    let titles = games.iter().map(|game| game.title.chars().count()).max().unwrap_or(0) + 2;
    let row = |family: &str, title: &str, rest: &str| {
        cut(&format!("{family:FAMILY$}{title:titles$}{rest}"), width).trim_end().to_owned()
    };
    let waiting = context.saves.waiting().map(|(name, done)| Row {
        text: row("Go on", &name, &format!("the match that waits, after {}", actions(done))),
        words: vec!["load".to_owned(), "resume".to_owned()],
        line: Some(format!("load {name}")),
    });
    let is_first = |n: usize| n == 0 || games[n - 1].family != games[n].family;
    let of_game = |(n, game): (usize, &Listed)| Row {
        text: row(if is_first(n) { &game.heading } else { "" }, &game.title, &game.summary),
        words: game.words(),
        line: Some(format!("play {}", game.name)),
    };
    let typed = Row {
        text: row("Others", "any command", "`help` lists them, `saves` the matches"),
        words: Vec::new(),
        line: None,
    };
    waiting.into_iter().chain(games.iter().enumerate().map(of_game)).chain([typed]).collect()
}

impl Row {
    /// The score of a row for the input; `None` if it doesn't match.
    fn score(&self, input: &str) -> Option<i64> {
        let input = input.trim().to_lowercase();
        let is_command = || input.split(' ').next().is_some_and(|word| named(word.trim_start_matches(':')).is_some());
        let begins = |word: &String| word.starts_with(&input);
        match &self.line {
            _ if input.is_empty() => Some(0),
            // The typed text stays available, after the rows it is a prefix of.
            None => Some(if is_command() { i64::MAX } else { -1 }),
            Some(_) if self.words.first() == Some(&input) => Some(3),
            Some(_) if self.words.first().is_some_and(begins) => Some(2),
            Some(_) => self.words.iter().any(begins).then_some(1),
        }
    }
}

/// The style of the menu: the chosen row in reverse video, which is visible without colours.
fn looks(screen: &Screen) -> RenderConfig<'static> {
    let plain = RenderConfig::empty()
        .with_prompt_prefix(Styled::new(">"))
        .with_answered_prompt_prefix(Styled::new(">"))
        .with_canceled_prompt_indicator(Styled::new(""));
    if !screen.has_color() {
        return plain;
    }
    let bold = StyleSheet::empty().with_attr(Attributes::BOLD);
    plain.with_selected_option(Some(bold)).with_help_message(StyleSheet::empty().with_fg(Color::DarkCyan))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(words: &[&str], line: Option<&str>) -> Row {
        Row {
            text: String::new(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            line: line.map(str::to_owned),
        }
    }

    #[test]
    fn what_is_typed_finds_games_by_their_words_and_commands_by_their_names() {
        let (chess, xiangqi) = (row(&["chess"], Some("play chess")), row(&["xiangqi", "chess"], Some("play xiangqi")));
        let typed = row(&[], None);
        let best = |input: &str| {
            let scored = [&chess, &xiangqi, &typed].map(|row| row.score(input));
            let most = scored.iter().flatten().max().copied();
            (scored.iter().position(|score| *score == most).unwrap(), scored.iter().flatten().count())
        };
        assert_eq!(best(""), (0, 3));
        assert_eq!(best("che"), (0, 3));
        assert_eq!(best("Chess"), (0, 3));
        assert_eq!(best("xi"), (1, 2));
        assert_eq!(best("help"), (2, 1));
        assert_eq!(best("play chess --level hard"), (2, 1));
        assert_eq!(best("nonsense"), (2, 1));
    }
}
