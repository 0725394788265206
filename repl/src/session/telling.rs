//! What is told: the sentences of events, and endings.

use parlour_ai::Table;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::play::Step;
use parlour_engine::state::State;

use crate::context::Screen;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// How the match ended.
pub(super) fn show_ending(table: &Table, screen: &Screen) -> Result<(), Failure> {
    let played = &table.played;
    let game = played.game();
    let Some(text) = game.ending_text(played.state()) else { return Ok(()) };
    screen.show(&wrap(&format!("[bold]The match is over: {}.[/]", escape(&text)), screen.width, 2))?;
    if !matches!(game.pack().scores, ScoreRule::Wins) {
        screen.show(&wrap(&scores(game, played.state()), screen.width, 2))?;
    }
    let anybody = game.seats().any(|seat| played.state().has_won(seat));
    match table.humans().as_slice() {
        [one] if played.state().has_won(*one) => screen.show("[green bold]You have won.[/]"),
        [_] if anybody => screen.show("You have lost."),
        _ => Ok(()),
    }
}

/// The scores from the first place to the last; seats that play together with the same score are told as one.
fn scores(game: &Game, state: &State) -> String {
    let score = |seat: Seat| state.score(game.layout(), seat);
    let is_even = |team: usize| game.members(team).map(score).is_sorted_by(|a, b| a == b);
    let ranking = game.ranking(state);
    if game.is_together() && is_even(0) {
        return format!("Score: {}.", ranking.first().map_or(0, |&(seat, _)| score(seat)));
    }
    let mut told = Vec::new();
    let mut scores = Vec::new();
    for (seat, _) in ranking {
        let team = game.team_of(seat);
        if !is_even(team) {
            scores.push(format!("{} {}", escape(game.seat_name(seat)), score(seat)));
        } else if !told.contains(&team) {
            told.push(team);
            scores.push(format!("{} {}", escape(&game.team_name(team)), score(seat)));
        }
    }
    format!("Scores: {}.", scores.join(", "))
}

/// What a step tells a viewer: a sentence for each event that has one, or the action itself if another took it.
pub(crate) fn step_sentences(game: &Game, step: &Step, viewer: Option<Seat>, reveals: bool) -> Vec<String> {
    let mut lines = sentences(game, &step.events, viewer, reveals);
    if lines.is_empty() && viewer != Some(step.decision.seat) {
        let seat = game.seat_name(step.decision.seat);
        lines.push(if step.sealed && !reveals {
            format!("{} has decided.", escape(seat))
        } else {
            format!("{}: {}", escape(seat), escape(&game.step_text(step, viewer, reveals)))
        });
    }
    lines
}

/// The sentences of events that have one.
pub(crate) fn sentences(game: &Game, events: &[Event], viewer: Option<Seat>, reveals: bool) -> Vec<String> {
    let told = events.iter().filter_map(|event| game.event_sentence(event, viewer, reveals));
    told.filter(|line| !line.is_empty()).map(|line| escape(&line)).collect()
}

/// Whether a game hides anything from anybody.
pub(crate) fn has_secrets(game: &Game) -> bool {
    game.has_secrets()
}

/// A number of actions in words.
pub(crate) fn actions(n: usize) -> String {
    if n == 1 { "1 action".to_owned() } else { format!("{n} actions") }
}
