//! Draw offers, and a robot's decision on them.

use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Faults;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::rules::Playout;

use super::RobotLibrary;
use super::seated::{share_of, thought_of};
use parlour_search::Analyst;
use parlour_search::player::Thinking;

/// Below these odds a robot always accepts a draw.
const WORSE: f64 = 0.45;
/// Up to these odds it accepts one late in a match.
const EVEN: f64 = 0.53;
/// The number of actions after which a match is late: thirty turns of two sides.
const LATE: usize = 60;
/// Budget of the search that evaluates the position.
const THINKING: Thinking = Thinking { time: Duration::from_millis(800), nodes: Some(2_000) };
/// Worlds sampled in games of hidden information, and the ply limit of their playouts.
const WORLDS: u64 = 100;
const MAX_PLIES: u32 = 2_000;

/// True if a draw is acceptable at these odds after this many actions.
pub fn is_drawish(odds: f64, actions: usize) -> bool {
    odds < WORSE || odds <= EVEN && actions >= LATE
}

/// True if the robot on a seat accepts a draw: it stands worse, or even in a long match.
///
/// # Errors
/// Rules that fail.
pub fn accepts_draw(robots: &RobotLibrary, played: &mut Match, seat: Seat, robot: &str) -> Result<bool, Faults> {
    Ok(is_drawish(odds(robots, played, seat, robot)?, played.steps().len()))
}

/// The odds of a seat given its view: by the robot's search, if it has one and the game has open information.
fn odds(robots: &RobotLibrary, played: &mut Match, seat: Seat, robot: &str) -> Result<f64, Faults> {
    let game = played.game().clone();
    let Some(decision) = played.decision() else { return Ok(share_of(&game, played.state(), seat)) };
    let is_same_side = game.team_of(decision.seat) == game.team_of(seat);
    let of_seat = |odds: f64| if is_same_side { odds } else { 1.0 - odds };
    if !game.is_open() {
        return played_on(played, seat);
    }
    let thought = thought_of(robots, played, decision.seat, robot, THINKING)?;
    let best = thought.report.and_then(|report| report.actions.first().map(|judged| judged.value));
    if let Some(best) = best {
        return Ok(of_seat(best));
    }
    let mut analyst = Analyst::new(game, played.seed())?;
    let report = analyst.analyse(&played.view(Some(decision.seat)), played.legal(), THINKING);
    Ok(of_seat(report.ok().and_then(|report| report.actions.first().map(|judged| judged.value)).unwrap_or(0.5)))
}

/// The odds of a seat by random playouts from sampled worlds.
fn played_on(played: &mut Match, seat: Seat) -> Result<f64, Faults> {
    let game = played.game().clone();
    let view = played.view(Some(seat));
    let mut generator = Generator::from_seed(view.state().position_hash());
    let worlds = played.host().worlds(&view)?;
    let mut sum = 0.0;
    for _ in 0..WORLDS {
        let mut world = played.host().draw(&worlds, &mut generator)?;
        played.host().playout(&mut world, &mut generator, Playout::ByVerb, MAX_PLIES)?;
        sum += share_of(&game, &world, seat);
    }
    Ok(sum / WORLDS as f64)
}

#[cfg(test)]
mod tests {
    use super::is_drawish;

    #[test]
    fn a_draw_is_welcome_to_who_stands_worse_or_even_for_long() {
        assert!(is_drawish(0.2, 0) && is_drawish(0.5, 80));
        assert!(!is_drawish(0.5, 0) && !is_drawish(0.8, 200));
    }
}
