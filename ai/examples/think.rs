//! Runs a robot on a few positions and prints its reasons: `think GAME ROBOT PLIES[,PLIES...] [MS|Nn]`. The positions
//! are those after the given numbers of plies of a match of the game's default robots.
use std::time::{Duration, Instant};

use parlour_ai::{Request, RobotLibrary};
use parlour_engine::Words;
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::Match;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let at = |n: usize| arguments.get(n).cloned().unwrap_or_default();
    let mut packs = Library::default();
    packs.add_folder("rules");
    let mut library = RobotLibrary::new();
    library.add_folder("ai/robots");
    let game = packs.load(&at(1))?.configure(&Config::default())?;
    let limit = at(4);
    let nodes = limit.strip_suffix('n').and_then(|n| n.parse().ok());
    let time = Duration::from_millis(limit.parse().unwrap_or(1000));
    let seats = game.seat_count();
    let usual = game.pack().seats.robots.first().map_or("random", |(name, _)| name).to_owned();
    for plies in at(3).split(',').filter_map(|n| n.parse::<usize>().ok()) {
        let mut played = Match::new(game.clone(), 1, vec![String::new(); seats])?;
        let mut players =
            (0..seats).map(|n| library.seat(&game, Seat::from_index(n), &usual, 1)).collect::<Result<Vec<_>, _>>()?;
        while let Some(decision) = played.decision() {
            let view = played.view(Some(decision.seat));
            if played.steps().len() >= plies {
                let mut robot = library.seat(&game, decision.seat, &at(2), 1)?;
                let request = Request { view: &view, legal: played.legal(), time, nodes };
                let started = Instant::now();
                let choice = robot.choose(&request)?;
                let text = game.action_text(&choice.action);
                let ms = started.elapsed().as_millis();
                println!("{plies:4}: {text:8} {ms:5} ms  {}", choice.reason.unwrap_or_default());
                break;
            }
            let quick = Request { view: &view, legal: played.legal(), time: Duration::from_millis(50), nodes: None };
            let choice = players[decision.seat.index()].choose(&quick)?;
            played.act(&choice.action)?;
        }
    }
    Ok(())
}
