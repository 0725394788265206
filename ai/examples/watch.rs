//! Prints the actions of one match: `watch GAME SEATS SEED MOST`.
use std::time::Duration;

use parlour_ai::{Player, Request, RobotLibrary, spec::split_seats};
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::Match;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let mut packs = Library::default();
    packs.add_folder("rules");
    let mut library = RobotLibrary::new();
    library.add_folder("ai/robots");
    let robots = split_seats(&arguments[2]);
    let pack = packs.load(&arguments[1])?;
    let game = pack.configure(&Config { seats: Some(robots.len()), ..Config::default() })?;
    let seed: u64 = arguments[3].parse()?;
    let most: usize = arguments[4].parse()?;
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for (n, robot) in robots.iter().enumerate() {
        players.push(library.seat(&game, Seat::from_index(n), robot, seed)?);
    }
    let mut played = Match::new(game.clone(), seed, robots.clone())?;
    while let Some(decision) = played.decision() {
        if played.steps().len() > most {
            break;
        }
        let view = played.view(Some(decision.seat));
        let time = Duration::from_millis(500);
        let choice =
            players[decision.seat.index()].choose(&Request { view: &view, legal: played.legal(), time, nodes: None })?;
        let reason = choice.reason.unwrap_or_default();
        println!("{} {}: {} ({reason})", played.steps().len(), robots[decision.seat.index()], game.action_text(&choice.action));
        let step = played.act(&choice.action)?;
        for player in &mut players {
            player.observe(&step.events);
        }
    }
    Ok(())
}
