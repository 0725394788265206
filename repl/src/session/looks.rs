//! Looking at the match: the position, the hand, the legal actions.

use parlour_engine::pack::spec::{Per, Seen};
use parlour_engine::state::State;

use super::Session;
use super::command::COMMANDS;
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::picture;

/// So many actions are listed at once; a filter gets at the others.
const MOST_LISTED: usize = 200;

impl Session<'_> {
    /// The state as the viewer may see it.
    pub(super) fn visible(&self) -> Option<State> {
        let played = &self.table.as_ref()?.played;
        Some(if self.reveals { played.state().clone() } else { played.view(self.viewer).state().clone() })
    }

    pub(super) fn show_position(&mut self) -> Result<(), Failure> {
        let (Some(view), viewer) = (self.visible(), self.viewer) else { return Ok(()) };
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let width = self.context.screen.width;
        let text = match picture::of(table.played.host(), &view, viewer, width) {
            Ok(text) => text,
            Err(fault) => {
                self.context.screen.fault(fault);
                picture::plain(table.played.game(), &view, viewer, width)
            }
        };
        self.context.screen.gap()?;
        self.context.screen.show(&text)
    }

    pub(super) fn show_hand(&self) -> Result<(), Failure> {
        let (Some(table), Some(view)) = (&self.table, self.visible()) else { return Ok(()) };
        let game = table.played.game();
        let Some(seat) = self.viewer else {
            return Err(Failure::Input("you look on: nobody at the keyboard has a hand".to_owned()));
        };
        let mut is_any = false;
        for (zone, spec) in game.pack().zones.iter().enumerate() {
            if spec.per == Per::Seat && spec.seen == Seen::Owner {
                is_any = true;
                let name = game.member_name(&spec.name, &spec.per, seat.index());
                let text = picture::zone_text(game, &view, zone, seat.index());
                self.context.screen.show(&wrap(&format!("{}: {text}", escape(&name)), self.context.screen.width, 2))?;
            }
        }
        if is_any { Ok(()) } else { Err(Failure::Input("nobody holds cards in this game".to_owned())) }
    }

    pub(super) fn show_moves(&self, filter: &str) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let (played, screen) = (&table.played, &self.context.screen);
        let game = played.game();
        if played.decision().is_none() {
            return Err(Failure::Input("the match is over".to_owned()));
        }
        let words: Vec<String> = filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let texts: Vec<String> = played
            .legal()
            .iter(game)
            .map(|action| game.action_text(&action))
            .filter(|text| words.iter().all(|word| text.to_lowercase().contains(word)))
            .collect();
        if texts.is_empty() {
            return Err(Failure::Input(format!("no legal action has `{filter}` in it")));
        }
        let listed = &texts[..texts.len().min(MOST_LISTED)];
        screen.show(&escape(&columns(listed, screen.width)))?;
        if texts.len() > listed.len() {
            let more = texts.len() - listed.len();
            screen.show(&format!("... and {more} more: `moves WORD` lists those with a word in them"))?;
        }
        if !played.legal().is_complete() {
            screen.show("Others are accepted as well: these are the sensible ones.")?;
        }
        Ok(())
    }

    pub(super) fn help(&self, topic: &str) -> Result<(), Failure> {
        let screen = &self.context.screen;
        let topic = topic.to_lowercase();
        let commands = COMMANDS.iter().filter(|command| topic.is_empty() || command.name == topic);
        let mut lines: Vec<(String, String)> =
            commands.map(|command| (command.usage.to_owned(), command.help.to_owned())).collect();
        if let Some(table) = &self.table {
            let verbs = table.played.game().pack().verbs.iter();
            let wanted = verbs.filter(|verb| topic.is_empty() || verb.first_word() == Some(topic.as_str()));
            let actions: Vec<_> = wanted.map(|verb| (verb.usage(), verb.help.clone())).collect();
            lines.splice(0..0, actions);
        }
        if lines.is_empty() {
            return Err(Failure::Input(format!("there is no help about `{topic}`: `help` lists everything")));
        }
        let label = lines.iter().map(|(usage, _)| usage.chars().count()).max().unwrap_or(0).min(26);
        for (usage, help) in lines {
            let line = format!("  [bold]{}[/]  {}", escape(&format!("{usage:label$}")), escape(&help));
            screen.show(&wrap(&line, screen.width, label + 4))?;
        }
        Ok(())
    }
}

/// Texts in columns, read from top to bottom.
fn columns(texts: &[String], width: usize) -> String {
    let wide = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1) + 2;
    let across = (width.saturating_sub(2) / wide).max(1);
    let down = texts.len().div_ceil(across);
    let mut out = String::new();
    for row in 0..down {
        let line: String = (0..across)
            .filter_map(|column| texts.get(column * down + row))
            .map(|text| format!("{text:wide$}"))
            .collect();
        out.push_str(&format!("  {}\n", line.trim_end()));
    }
    out
}
