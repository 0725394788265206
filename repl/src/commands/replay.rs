//! `parlour replay`: a saved match from the beginning.

use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

use crate::board;
use crate::context::{Context, Screen};
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::picture;
use crate::saves;
use crate::seats::HUMAN;
use crate::session::telling::{actions, has_secrets, sentences, step_sentences};

/// Shows a saved match, action by action, or the position after some of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file, or the name under which the match was saved.
    file: String,
    /// Shows the position after so many actions.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::whole::<usize>)]
    step: Option<usize>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        show(context, &self.file, self.step)?;
        Ok(0)
    }
}

/// Shows a saved match. One that is not over is shown as its first person saw it, one that is over with all cards.
///
/// # Errors
/// A file that is not a saved match, or can't be played again.
pub(crate) fn show(context: &Context, file: &str, step: Option<usize>) -> Result<(), Failure> {
    let (path, record) = saves::load(file)?;
    if let Some(step) = step.filter(|&step| step > record.actions.len()) {
        return Err(Failure::Input(format!("--step {step}: the match has {} actions", record.actions.len())));
    }
    let whole = record.replay(&context.library, None);
    let whole = whole.map_err(|error| Failure::Replay { path: path.clone(), error })?;
    let everything = whole.decision().is_none() || record.revealed;
    let viewer = whole.game().seats().find(|seat| record.players.get(seat.index()).is_some_and(|who| who == HUMAN));
    let knows_seed = everything || !has_secrets(whole.game());
    let Some(step) = step else {
        return tell_all(&context.screen, &whole, viewer, everything, knows_seed);
    };
    let mut played = record.replay(&context.library, Some(step)).map_err(|error| Failure::Replay { path, error })?;
    let view = if everything { played.state().clone() } else { played.view(viewer).state().clone() };
    let last = board::last_squares(&played, viewer, everything);
    let text = picture::of(played.host(), &view, viewer, &last, context.screen.width)?;
    header(&context.screen, &played, step, knows_seed)?;
    context.screen.show(&text)?;
    if let Some(next) = whole.steps().get(step) {
        let seat = played.game().seat_name(next.decision.seat);
        let action = played.game().step_text(next, viewer, everything);
        context.screen.show(&escape(&format!("Then {seat}: {action}")))?;
    }
    Ok(())
}

/// Tells a match from the beginning.
///
/// # Errors
/// Output that can't be written.
pub(crate) fn tell_all(
    screen: &Screen,
    played: &Match,
    viewer: Option<Seat>,
    everything: bool,
    knows_seed: bool,
) -> Result<(), Failure> {
    let game = played.game();
    header(screen, played, played.steps().len(), knows_seed)?;
    for line in sentences(game, played.opening(), viewer, everything) {
        screen.show(&wrap(&line, screen.width, 2))?;
    }
    for (n, step) in played.steps().iter().enumerate() {
        let seat = escape(game.seat_name(step.decision.seat));
        screen.show(&format!("[bold]{}. {seat}: {}[/]", n + 1, escape(&game.step_text(step, viewer, everything))))?;
        if !step.events.is_empty() {
            for line in step_sentences(game, step, viewer, everything) {
                screen.show(&wrap(&format!("   {line}"), screen.width, 5))?;
            }
        }
    }
    match game.ending_text(played.state()) {
        Some(text) => screen.show(&format!("[bold]The match is over: {}.[/]", escape(&text))),
        None => screen.show("The match is not over."),
    }
}

fn header(screen: &Screen, played: &Match, steps: usize, knows_seed: bool) -> Result<(), Failure> {
    let game = played.game();
    let variant = game.variant().map_or_else(String::new, |variant| format!(", {variant}"));
    let seed = if knows_seed { format!(" Seed {}.", played.seed()) } else { String::new() };
    let text =
        format!("{}{variant}: {}.{seed} After {}.", game.pack().title, played.players().join(" - "), actions(steps));
    screen.show(&wrap(&escape(&text), screen.width, 2))
}
