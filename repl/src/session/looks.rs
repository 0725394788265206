//! Looking at the match: the position, the hand, the legal actions, what was done.

use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Seat, Square, Verb, ZoneId};
use parlour_engine::kind::Kind;
use parlour_engine::pack::spec::{Per, Seen, VarSpec};
use parlour_engine::play::Match;
use parlour_engine::state::State;

use super::Session;
use super::lobby::Lobby;
use super::sitting::Sitting;
use crate::board::{self, Mark};
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::picture;

/// How many actions are listed at once; a filter gets at the others.
const MOST_LISTED: usize = 200;

impl Sitting {
    /// The position, or what can be done from a square.
    pub(super) fn show(&mut self, lobby: &mut Lobby, square: &str) -> Result<(), Failure> {
        let screen = &lobby.context.screen;
        if square.is_empty() {
            return self.audience.show_again(&mut self.table, screen);
        }
        let view = self.audience.view(&self.table);
        let game = self.game().clone();
        if let Some(spec) = game.pack().notation.as_ref().filter(|spec| spec.name.eq_ignore_ascii_case(square)) {
            let text = game.notation(&view).unwrap_or_default();
            return screen.show(&format!("{} {}", escape(&spec.name), escape(&text)));
        }
        let found = game.boards().find_map(|board| game.square_named(board, square).map(|square| (board, square)));
        let Some((board, square)) = found else {
            return Err(Failure::Input(format!("there is no square `{square}`")));
        };
        let reach = reach(&mut self.table.played, board, square)?;
        let mut marks = board::reach_marks(&game, &reach);
        marks.insert(square.index(), Mark::CHOSEN);
        if !screen.is_plain {
            screen.show(&board::grid(&game, &view, board.index(), &marks).join("\n"))?;
        }
        screen.show(&heading(&game, &view, board, square, reach.is_empty()))?;
        let mut verbs: Vec<Verb> = reach.iter().map(|&(verb, _)| verb).collect();
        verbs.dedup();
        for verb in verbs {
            let squares = reach.iter().filter(|&&(other, _)| other == verb);
            let names: Vec<String> = squares.map(|&(_, target)| game.square_name(board, target)).collect();
            let (sign, style) = board::sign(&game, verb);
            let name = escape(&game.pack().verbs[verb.index()].name);
            let sign = if screen.is_plain { String::new() } else { format!("[{style}]{:2}[/] ", escape(&sign)) };
            let line = format!("  {sign}{name}: {}", names.join(" "));
            screen.show(&wrap(&line, screen.width, 5))?;
        }
        Ok(())
    }

    pub(super) fn show_hand(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        let (view, game, screen) = (self.audience.view(&self.table), self.game(), &lobby.context.screen);
        let Some(seat) = self.audience.viewer else {
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
            screen.show(&wrap(&format!("{name}: {text}"), screen.width, 2))?;
        }
        Ok(())
    }

    /// The texts of the legal actions, as far as those at the keyboard may know them.
    pub(super) fn legal_texts(&self) -> Vec<String> {
        if !self.table.due().is_some_and(|seat| self.audience.may_look(&self.table, seat)) {
            return Vec::new();
        }
        let game = self.game();
        self.table.played.legal().iter(game).map(|action| game.action_text(&action)).collect()
    }

    /// The texts of the legal actions that pass a test; those that differ in a number alone are one if all of them do.
    fn legal_runs(&self, test: impl Fn(&str) -> bool) -> Vec<String> {
        let (game, legal, texts) = (self.game(), self.table.played.legal(), self.legal_texts());
        let mut out = Vec::new();
        for run in legal.runs(game).into_iter().filter(|run| run.end <= texts.len()) {
            match texts[run.clone()].iter().all(|text| test(text)) {
                true => out.push(game.run_text(legal, &run).to_string()),
                false => out.extend(texts[run].iter().filter(|text| test(text)).cloned()),
            }
        }
        out
    }

    /// What can be written as an action now: where many differ in a number alone, the first and the last of them, and
    /// these numbers with what stands before them.
    pub(super) fn legal_lines(&self) -> (Vec<String>, Vec<(String, String)>) {
        let (game, legal, texts) = (self.game(), self.table.played.legal(), self.legal_texts());
        let (mut lines, mut ranges) = (Vec::new(), Vec::new());
        for run in legal.runs(game).into_iter().filter(|run| run.end <= texts.len()) {
            lines.push(texts[run.start].clone());
            if run.len() > 1 {
                lines.push(texts[run.end - 1].clone());
                let text = game.run_text(legal, &run);
                ranges.push((text.before, text.numbers + &text.behind));
            }
        }
        (lines, ranges)
    }

    /// The names of the cards that those at the keyboard see anywhere.
    pub(super) fn known_cards(&self) -> Vec<String> {
        let (game, view) = (self.game(), self.audience.view(&self.table));
        let zones = (0..game.pack().zones.len()).map(ZoneId::from_index);
        let members = zones.flat_map(|zone| (0..game.layout().zones[zone.index()].len()).map(move |n| (zone, n)));
        let mut cards: Vec<_> = members.flat_map(|(zone, n)| game.zone_cards(&view, zone, n)).flatten().collect();
        cards.sort_unstable();
        cards.dedup();
        cards.into_iter().map(|card| game.card_name(card).to_owned()).collect()
    }

    pub(super) fn show_moves(&mut self, lobby: &mut Lobby, filter: &str) -> Result<(), Failure> {
        self.own_turn()?;
        let screen = &lobby.context.screen;
        let words: Vec<String> = filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let texts = self.legal_runs(|text| words.iter().all(|word| text.to_lowercase().contains(word)));
        if texts.is_empty() {
            return Err(Failure::Input(format!("no legal action has `{filter}` in it")));
        }
        let listed = &texts[..texts.len().min(MOST_LISTED)];
        screen.show(&columns(listed, screen.width))?;
        if texts.len() > listed.len() {
            let more = texts.len() - listed.len();
            screen.tell(&format!("... and {more} more: `moves WORD` lists those with a word in them."))?;
        }
        if !self.table.played.legal().is_complete() {
            screen.tell("These are the sensible ones; whatever else the rules allow is accepted as well.")?;
        }
        Ok(())
    }

    /// Shows the actions so far.
    pub(super) fn history(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        let (game, steps) = (self.game(), self.table.played.steps());
        let (viewer, everything) = (self.audience.viewer, self.audience.knows_all(&self.table));
        if steps.is_empty() {
            return lobby.page(format!(
                "Nothing was done yet.\n{}",
                self.branches(&lobby.context.saves, lobby.context.screen.width)
            ));
        }
        let mut out = String::new();
        let width = steps.len().to_string().len();
        for (n, step) in steps.iter().enumerate() {
            let seat = escape(game.seat_name(step.decision.seat));
            let action = escape(&game.step_text(step, viewer, everything));
            let line = format!("{:>width$}  {seat}: {action}\n", n + 1);
            out.push_str(&wrap(&line, lobby.context.screen.width, width + 4));
        }
        out.push_str(&self.branches(&lobby.context.saves, lobby.context.screen.width));
        lobby.page(out)
    }
}

impl Session {
    /// The texts of the legal actions, as far as those at the keyboard may know them.
    pub(super) fn legal_texts(&self) -> Vec<String> {
        self.sitting.as_ref().map_or_else(Vec::new, |sitting| sitting.legal_lines().0)
    }
}

/// What can be done from a square: kinds of actions and the squares that they lead to, sorted.
///
/// # Errors
/// Rules that fail.
fn reach(played: &mut Match, board: BoardId, square: Square) -> Result<Vec<(Verb, Square)>, Diagnostic> {
    let game = played.game().clone();
    if game.piece_board() == Some(board) {
        let state = played.state().clone();
        let targets = played.host().targets(&state, square)?;
        if !targets.is_empty() {
            let mut reach: Vec<(Verb, Square)> =
                targets.into_iter().map(|target| (target.verb, target.square)).collect();
            reach.sort_unstable();
            return Ok(reach);
        }
    }
    let mut reach: Vec<(Verb, Square)> = Vec::new();
    for action in played.legal().iter(&game) {
        let args = game.pack().verbs[action.verb().index()].args.iter();
        let squares = args.filter(|arg| arg.kind == Kind::Square(board));
        let squares: Vec<Square> = squares.filter_map(|arg| Square::from_number(action.number(arg))).collect();
        if squares.first() == Some(&square) {
            reach.push((action.verb(), squares.get(1).copied().unwrap_or(square)));
        }
    }
    reach.sort_unstable();
    reach.dedup();
    Ok(reach)
}

/// What is said above the squares that something leads to.
fn heading(game: &Game, view: &State, board: BoardId, square: Square, is_idle: bool) -> String {
    let layout = game.layout().boards[board.index()];
    let name = game.square_name(board, square);
    let symbols = &game.pack().boards[board.index()].symbols;
    let cell = usize::from(view.bytes()[layout.offset + square.index()]);
    let Some((n, symbol)) = cell.checked_sub(1).and_then(|n| Some((n, symbols.get(n)?))) else {
        let what = match seats_on(game, view, board, square).as_slice() {
            [] => format!("{name} is empty"),
            seats => format!("On {name}: {}", seats.join(", ")),
        };
        return format!("{what}{}", if is_idle { "." } else { ":" });
    };
    let title = escape(&game.symbol_title(board, n));
    let Some(owner) = symbol.piece.map(|(_, seat)| Seat::from_index(seat)) else {
        let all: Vec<String> = std::iter::once(title).chain(seats_on(game, view, board, square)).collect();
        return format!("On {name}: {}.", all.join(", "));
    };
    let seat = escape(game.seat_name(owner));
    let is_due = view.decision().is_some_and(|decision| decision.seat == owner);
    let can = match (is_due, is_idle) {
        (true, true) => "can do nothing now.".to_owned(),
        (true, false) => "can:".to_owned(),
        (false, true) => "could do nothing.".to_owned(),
        (false, false) => format!("could, if {seat} were to act:"),
    };
    format!("The {title} of {seat} on {name} {can}")
}

/// The seats that stand on a square by a variable of theirs.
fn seats_on(game: &Game, view: &State, board: BoardId, square: Square) -> Vec<String> {
    let name = game.square_name(board, square);
    let is_place = |spec: &VarSpec| spec.kind == Kind::Square(board) && spec.per == Per::Seat && !spec.internal;
    let places: Vec<usize> = (0..game.pack().vars.len()).filter(|&var| is_place(&game.pack().vars[var])).collect();
    let is_there = |seat: &Seat| places.iter().any(|&var| board::value_text(game, view, var, seat.index()) == name);
    game.seats().filter(is_there).map(|seat| escape(game.seat_name(seat))).collect()
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
