//! What is told: the sentences of events, greetings, endings.

use std::cmp::Reverse;

use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::spec::{ScoreRule, Seen};
use parlour_engine::play::Step;
use parlour_engine::state::State;

use super::Session;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

impl Session<'_> {
    /// The first words in the lobby.
    pub(super) fn welcome(&self) -> Result<(), Failure> {
        let screen = &self.context.screen;
        screen.tell("[bold]Parlour[/]: card and board games, against robots or with friends.")?;
        let games = escape(&self.context.library.names().join(", "));
        screen.show(&wrap(&format!("Games: {games}."), screen.width, 2))?;
        screen.tell("`play GAME` begins a match, `guide GAME` explains one, `help` tells the rest.")
    }

    /// Says what begins.
    pub(super) fn announce(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let played = &table.played;
        let game = played.game();
        let mut text = format!("[bold]{}[/]", escape(&game.pack().title));
        if let Some(variant) = game.variant() {
            text.push_str(&format!(", {}", escape(variant)));
        }
        let seats: Vec<String> = game
            .seats()
            .zip(played.players())
            .map(|(seat, player)| format!("{} is {}", escape(game.seat_name(seat)), escape(player)))
            .collect();
        text.push_str(&format!(": {}. [dim]Seed {}.[/]", seats.join(", "), played.seed()));
        if played.is_revealed() {
            text.push_str(" Hidden things are shown.");
        }
        self.context.screen.tell(&text)
    }

    /// Tells the viewer what has happened since the last time.
    pub(super) fn tell(&mut self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let game = table.played.game();
        let steps = table.played.steps();
        let told = &mut self.told[self.viewer.map_or(0, |seat| seat.index() + 1)];
        let mut lines = Vec::new();
        if *told == 0 {
            lines.extend(sentences(game, table.played.opening(), self.viewer, self.reveals));
        }
        // What one action brings about is told in one go, so that a small terminal holds it beside the picture.
        let steps_told = steps.iter().skip(told.saturating_sub(1));
        lines.extend(steps_told.map(|step| step_sentences(game, step, self.viewer, self.reveals).join(" ")));
        lines.retain(|line| !line.is_empty());
        *told = steps.len() + 1;
        let screen = &self.context.screen;
        lines.iter().try_for_each(|line| screen.show(&wrap(line, screen.width, 2)))
    }

    /// How the match ended.
    pub(super) fn show_ending(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let played = &table.played;
        let game = played.game();
        let Some(text) = game.ending_text(played.state()) else { return Ok(()) };
        let screen = &self.context.screen;
        screen.show(&wrap(&format!("[bold]The match is over: {}.[/]", escape(&text)), screen.width, 2))?;
        if !matches!(game.pack().scores, ScoreRule::Wins) {
            let scores: Vec<String> = ranking(game, played.state())
                .into_iter()
                .map(|seat| format!("{} {}", escape(game.seat_name(seat)), played.state().score(game.layout(), seat)))
                .collect();
            screen.show(&wrap(&format!("Scores: {}.", scores.join(", ")), screen.width, 2))?;
        }
        let anybody = game.seats().any(|seat| played.state().has_won(seat));
        match table.humans().as_slice() {
            [one] if played.state().has_won(*one) => screen.show("[green bold]You have won.[/]"),
            [_] if anybody => screen.show("You have lost."),
            _ => Ok(()),
        }
    }
}

/// The winners, then the others from the best score to the worst: whether more or less is better is told by the scores of
/// the winners, and without winners the seats are in their order.
fn ranking(game: &Game, state: &State) -> Vec<Seat> {
    let score = |seat: Seat| state.score(game.layout(), seat);
    let (mut ranked, mut others): (Vec<Seat>, Vec<Seat>) = game.seats().partition(|&seat| state.has_won(seat));
    let won = |seat: &Seat| score(*seat);
    if let (Some(least), Some(most)) = (ranked.iter().map(won).min(), ranked.iter().map(won).max()) {
        if others.iter().all(|&seat| score(seat) >= most) {
            others.sort_by_key(|&seat| score(seat));
        } else if others.iter().all(|&seat| score(seat) <= least) {
            others.sort_by_key(|&seat| Reverse(score(seat)));
        }
    }
    ranked.extend(others);
    ranked
}

/// What a step tells a viewer: a sentence for each event that has one, or the action itself if another took it.
pub(crate) fn step_sentences(game: &Game, step: &Step, viewer: Option<Seat>, reveals: bool) -> Vec<String> {
    let mut lines = sentences(game, &step.events, viewer, reveals);
    if lines.is_empty() && viewer != Some(step.decision.seat) {
        let seat = game.seat_name(step.decision.seat);
        lines.push(format!("{}: {}", escape(seat), escape(&game.action_text(&step.action))));
    }
    lines
}

/// The sentences of events that have one.
pub(crate) fn sentences(game: &Game, events: &[Event], viewer: Option<Seat>, reveals: bool) -> Vec<String> {
    let told = events.iter().filter_map(|event| game.event_sentence(event, viewer, reveals));
    told.filter(|line| !line.is_empty()).map(|line| escape(&line)).collect()
}

/// Whether a game hides anything from anybody.
pub(super) fn has_secrets(game: &Game) -> bool {
    game.pack().zones.iter().any(|zone| zone.seen != Seen::All)
}

/// A number of actions in words.
pub(crate) fn actions(n: usize) -> String {
    if n == 1 { "1 action".to_owned() } else { format!("{n} actions") }
}
