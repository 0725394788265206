//! Views of the match: the position, the hand, the legal actions, the history.

use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Seat, Square, Verb, ZoneId};
use parlour_engine::kind::Kind;
use parlour_engine::pack::spec::{Per, Seen, VarSpec, ZoneSpec};
use parlour_table::{Run, SeatView};

use super::Session;
use super::lobby::Lobby;
use super::sitting::Sitting;
use crate::board::{self, Mark};
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::picture;

/// The maximum number of listed actions; a filter selects others.
const MAX_LISTED: usize = 200;

impl Sitting {
    /// Shows the position, or the actions from a square.
    pub(super) fn show(&mut self, lobby: &mut Lobby, square: &str) -> Result<(), Failure> {
        let screen = &lobby.context.screen;
        if square.is_empty() {
            return self.audience.show_again(&mut self.table, screen);
        }
        let view = self.audience.view(&self.table);
        let game = self.game().clone();
        if let Some(spec) = game.pack().notation.as_ref().filter(|spec| spec.name.eq_ignore_ascii_case(square)) {
            let text = view.notation().unwrap_or_default();
            return screen.show(&format!("{} {}", escape(&spec.name), escape(&text)));
        }
        if let Some(drawing) = board::drawn_shapes(&game, square, screen.width) {
            return screen.show(&drawing);
        }
        let found = game.boards().find_map(|board| game.square_named(board, square).map(|square| (board, square)));
        let Some((board, square)) = found else {
            return Err(Failure::Input(format!("there is no square `{square}`")));
        };
        let reach = self.table.look(self.audience.looker()).reach(board, square)?;
        let mut marks = board::reach_marks(&game, &reach);
        marks.insert(square.index(), Mark::CHOSEN);
        if !screen.is_plain {
            screen.show(&board::grid(&game, &view, board.index(), &marks, screen.style()).join("\n"))?;
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

    /// Turns boards round, or back.
    pub(super) fn flip(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        if self.game().pack().boards.is_empty() {
            return Err(Failure::Input("there is no board to turn round in this game".to_owned()));
        }
        lobby.context.screen.is_flipped ^= true;
        self.audience.show_again(&mut self.table, &lobby.context.screen)
    }

    pub(super) fn show_hand(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        let (view, game, screen) = (self.audience.view(&self.table), self.game(), &lobby.context.screen);
        let Some(seat) = self.audience.viewer else {
            return Err(Failure::Input("you look on: nobody at the keyboard has a hand".to_owned()));
        };
        let zones = |seen: &[Seen]| -> Vec<usize> {
            let zones = game.pack().zones.iter().enumerate();
            let is_hand = |zone: &ZoneSpec| zone.per == Per::Seat && seen.contains(&zone.seen);
            zones.filter(|(_, zone)| is_hand(zone)).map(|(n, _)| n).collect()
        };
        let mut hands = zones(&[Seen::Owner]);
        if hands.is_empty() {
            hands = zones(&[Seen::Others, Seen::None]);
            match hands.is_empty() {
                true => return Err(Failure::Input("nobody holds cards in this game".to_owned())),
                false => screen.show("You don't see your own cards; `show` tells what is known of them.")?,
            }
        }
        for zone in hands {
            let spec = &game.pack().zones[zone];
            let name = escape(&game.member_name(&spec.label, &spec.per, seat.index()));
            let text = picture::zone_text(game, &view, zone, seat.index());
            screen.show(&wrap(&format!("{name}: {text}"), screen.width, 2))?;
        }
        Ok(())
    }

    /// The legal actions that the viewer may know, grouped into runs.
    fn runs(&self) -> Vec<Run> {
        match self.table.due().is_some_and(|seat| self.audience.may_look(&self.table, seat)) {
            true => self.table.legal_runs(self.audience.looker()),
            false => Vec::new(),
        }
    }

    /// The texts of the legal actions that pass a test; a run is one text if all its actions pass.
    fn legal_runs(&self, test: impl Fn(&str) -> bool) -> Vec<String> {
        let mut out = Vec::new();
        for run in self.runs() {
            // Both the syntax and people's words are searched.
            let found = |(text, told): (&String, &String)| test(text) || test(told);
            match run.texts.iter().zip(&run.told_texts).all(found) {
                true => out.push(run.told.to_string()),
                false => {
                    let both = run.texts.iter().zip(&run.told_texts).filter(|&both| found(both));
                    out.extend(both.map(|(_, told)| told.clone()));
                }
            }
        }
        out
    }

    /// The lines of legal actions: the first and the last of a long run, and its range with the prefix before it.
    pub(super) fn legal_lines(&self) -> (Vec<String>, Vec<(String, String)>) {
        let (mut lines, mut ranges) = (Vec::new(), Vec::new());
        for Run { mut texts, text, .. } in self.runs() {
            let last = if texts.len() > 1 { texts.pop() } else { None };
            lines.extend(texts.into_iter().next());
            if let Some(last) = last {
                lines.push(last);
                ranges.push((text.before, text.numbers + &text.behind));
            }
        }
        (lines, ranges)
    }

    /// The names of the cards visible to the viewer.
    pub(super) fn known_cards(&self) -> Vec<String> {
        let (game, view) = (self.game(), self.audience.view(&self.table));
        let zones = (0..game.pack().zones.len()).map(ZoneId::from_index);
        let members = zones.flat_map(|zone| (0..game.zone_count(zone)).map(move |n| (zone, n)));
        let mut cards: Vec<_> = members.flat_map(|(zone, n)| view.cards(zone, n)).flatten().collect();
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
        let listed = &texts[..texts.len().min(MAX_LISTED)];
        let mut out = columns(listed, screen.width);
        if texts.len() > listed.len() {
            let more = texts.len() - listed.len();
            let text = format!("... and {more} more: `moves WORD` lists those with a word in them.");
            out.push_str(&format!("{}\n", wrap(&text, screen.width, 0)));
        }
        if !self.table.is_legal_complete() {
            let text = "These are the sensible ones; whatever else the rules allow is accepted as well.";
            out.push_str(&format!("{}\n", wrap(text, screen.width, 0)));
        }
        lobby.page(out)
    }

    /// Shows the past actions.
    pub(super) fn history(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        let count = self.table.step_count();
        if count == 0 {
            return lobby.page(format!(
                "Nothing was done yet.\n{}",
                self.branches(&lobby.context.saves, lobby.context.screen.width)
            ));
        }
        let game = self.game().clone();
        let mut out = String::new();
        let width = count.to_string().len();
        for step in self.table.steps(self.audience.looker_back(&self.table)) {
            let (n, told) = (step.n, escape(&step.told));
            let place = if game.writes_moves() { escape(&step.place) } else { format!("{}:", escape(&step.seat_name)) };
            let line = format!("{n:>width$}  {place} {told}\n");
            out.push_str(&wrap(&line, lobby.context.screen.width, width + 4));
        }
        if let Some(conclusion) = self.table.conclusion() {
            out.push_str(&format!("{:>width$}  {}\n", "", escape(&conclusion.told(self.game()))));
        }
        out.push_str(&self.branches(&lobby.context.saves, lobby.context.screen.width));
        lobby.page(out)
    }
}

impl Session {
    /// The texts of the legal actions that the viewer may know.
    pub(super) fn legal_texts(&self) -> Vec<String> {
        self.sitting.as_ref().map_or_else(Vec::new, |sitting| sitting.legal_lines().0)
    }
}

/// The heading above the target squares of an action.
fn heading(game: &Game, view: &SeatView, board: BoardId, square: Square, is_idle: bool) -> String {
    let name = game.square_name(board, square);
    let symbols = &game.pack().boards[board.index()].symbols;
    let Some((n, symbol)) = view.symbol(board, square).and_then(|n| Some((n, symbols.get(n)?))) else {
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
    let is_due = view.due().is_some_and(|due| due.seat == owner);
    let can = match (is_due, is_idle) {
        (true, true) => "can do nothing now.".to_owned(),
        (true, false) => "can:".to_owned(),
        (false, true) => "could do nothing.".to_owned(),
        (false, false) => format!("could, if {seat} were to act:"),
    };
    format!("The {title} of {seat} on {name} {can}")
}

/// The seats with a variable at a square.
fn seats_on(game: &Game, view: &SeatView, board: BoardId, square: Square) -> Vec<String> {
    let name = game.square_name(board, square);
    let is_place = |spec: &VarSpec| spec.kind == Kind::Square(board) && spec.per == Per::Seat && !spec.internal;
    let places: Vec<usize> = (0..game.pack().vars.len()).filter(|&var| is_place(&game.pack().vars[var])).collect();
    let is_there = |seat: &Seat| places.iter().any(|&var| board::value_text(game, view, var, seat.index()) == name);
    game.seats().filter(is_there).map(|seat| escape(game.seat_name(seat))).collect()
}

/// Texts in columns, read from top to bottom, with marks escaped; a text that is too long is wrapped.
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
