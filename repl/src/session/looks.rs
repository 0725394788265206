//! Looking at the match: the position, the hand, the legal actions, what was done.

use parlour_engine::game::Game;
use parlour_engine::grammar::ArgKind;
use parlour_engine::pack::spec::{Per, Seen};
use parlour_engine::state::State;

use super::Session;
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

    /// The position, or what can be done from a square.
    pub(super) fn show(&mut self, square: &str) -> Result<(), Failure> {
        if square.is_empty() {
            self.show_position()?;
            return self.show_status();
        }
        let (Some(table), Some(view)) = (&self.table, self.visible()) else { return Ok(()) };
        let game = table.played.game();
        let found = (0..game.pack().boards.len())
            .find_map(|board| game.square_named(board, square).map(|square| (board, square)));
        let Some((board, square)) = found else {
            return Err(Failure::Input(format!("there is no square `{square}`")));
        };
        let reach = self.reach(game, board, square)?;
        let marked: Vec<usize> = reach.iter().flat_map(|(_, squares)| squares).copied().collect();
        let screen = &self.context.screen;
        screen.show(&picture::board_text(game, &view, board, &marked))?;
        if reach.is_empty() {
            screen.show(&format!("From {} nothing can be done now.", game.square_name(board, square)))?;
        }
        for (verb, squares) in &reach {
            let names: Vec<String> = squares.iter().map(|&square| game.square_name(board, square)).collect();
            screen.show(&wrap(&format!("  [bold]{}[/]: {}", escape(verb), names.join(" ")), screen.width, 4))?;
        }
        Ok(())
    }

    /// The squares that the legal actions beginning at a square lead to, by verb.
    fn reach(&self, game: &Game, board: usize, square: usize) -> Result<Vec<(String, Vec<usize>)>, Failure> {
        let Some(table) = &self.table else { return Ok(Vec::new()) };
        let mut reach: Vec<(String, Vec<usize>)> = Vec::new();
        for action in table.played.legal().iter(game) {
            let verb = &game.pack().verbs[action.verb().index()];
            let squares: Vec<usize> = verb
                .args
                .iter()
                .filter(|arg| arg.kind == ArgKind::Square(board))
                .filter_map(|arg| usize::from(action.number(arg)).checked_sub(1))
                .collect();
            let Some((&first, others)) = squares.split_first() else { continue };
            if first != square {
                continue;
            }
            let target = others.first().copied().unwrap_or(first);
            match reach.iter_mut().find(|(name, _)| *name == verb.name) {
                Some((_, targets)) => targets.push(target),
                None => reach.push((verb.name.clone(), vec![target])),
            }
        }
        Ok(reach)
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
        let hands: Vec<usize> = (0..game.pack().zones.len())
            .filter(|&zone| game.pack().zones[zone].per == Per::Seat && game.pack().zones[zone].seen == Seen::Owner)
            .collect();
        if hands.is_empty() {
            return Err(Failure::Input("nobody holds cards in this game".to_owned()));
        }
        for zone in hands {
            let spec = &game.pack().zones[zone];
            let name = escape(&game.member_name(&spec.label, &spec.per, seat.index()));
            let text = picture::zone_text(game, &view, zone, seat.index());
            self.context.screen.show(&wrap(&format!("{name}: {text}"), self.context.screen.width, 2))?;
        }
        Ok(())
    }

    /// The texts of the legal actions, as far as those at the keyboard may know them.
    pub(super) fn legal_texts(&self) -> Vec<String> {
        let Some(table) = &self.table else { return Vec::new() };
        if !self.due().is_some_and(|seat| self.may_look(seat)) {
            return Vec::new();
        }
        let game = table.played.game();
        table.played.legal().iter(game).map(|action| game.action_text(&action)).collect()
    }

    /// # Errors
    /// The match is over, or the seat to act is another's.
    pub(super) fn needs_own_turn(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let Some(seat) = self.due() else {
            return Err(Failure::Input("the match is over: `play` begins another, `undo` takes back".to_owned()));
        };
        if self.may_look(seat) {
            return Ok(());
        }
        let (name, player) = (table.played.game().seat_name(seat), &table.played.players()[seat.index()]);
        Err(Failure::Input(format!("it is the turn of {name}, played by {player}: `auto 1` lets it act")))
    }

    pub(super) fn show_moves(&self, filter: &str) -> Result<(), Failure> {
        self.needs_own_turn()?;
        let Some(table) = &self.table else { return Ok(()) };
        let screen = &self.context.screen;
        let words: Vec<String> = filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let mut texts = self.legal_texts();
        texts.retain(|text| words.iter().all(|word| text.to_lowercase().contains(word)));
        if texts.is_empty() {
            return Err(Failure::Input(format!("no legal action has `{filter}` in it")));
        }
        let listed = &texts[..texts.len().min(MOST_LISTED)];
        screen.show(&columns(listed, screen.width))?;
        if texts.len() > listed.len() {
            let more = texts.len() - listed.len();
            screen.show(&format!("... and {more} more: `moves WORD` lists those with a word in them."))?;
        }
        if !table.played.legal().is_complete() {
            screen.show("These are the sensible ones; whatever else the rules allow is accepted as well.")?;
        }
        Ok(())
    }

    /// The actions so far.
    pub(super) fn show_history(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let (played, screen) = (&table.played, &self.context.screen);
        let game = played.game();
        if played.steps().is_empty() {
            return screen.show("Nothing was done yet.");
        }
        let width = played.steps().len().to_string().len();
        for (n, step) in played.steps().iter().enumerate() {
            let seat = escape(game.seat_name(step.decision.seat));
            let action = escape(&game.action_text(&step.action));
            screen.show(&wrap(&format!("{:>width$}  {seat}: {action}", n + 1), screen.width, width + 4))?;
        }
        Ok(())
    }
}

/// Texts in columns, read from top to bottom, with marks escaped; a text that is too long goes on in the next line.
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
        out.push_str(&wrap(&format!("  {}\n", escape(line.trim_end())), width, 4));
    }
    out
}
