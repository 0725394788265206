//! Plays robots against each other and prints the figures: `measure GAME[:VARIANT] SEATS GAMES [MS|Nn] [SEED] [JOBS]`.
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parlour_ai::{RobotLibrary, arena::Arena, spec::split_seats};
use parlour_engine::game::Config;
use parlour_engine::pack::Library;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let at = |n: usize| arguments.get(n).cloned().unwrap_or_default();
    let mut packs = Library::default();
    packs.add_folder("rules");
    let mut library = RobotLibrary::new();
    library.add_folder("ai/robots");
    let (name, variant) = at(1).split_once(':').map_or((at(1), None), |(n, v)| (n.to_owned(), Some(v.to_owned())));
    let robots = split_seats(&at(2));
    let pack = packs.load(&name)?;
    let seats = if robots.len() > pack.seats.max { pack.seats.min } else { robots.len() };
    let game = pack.configure(&Config { variant, seats: Some(seats), ..Config::default() })?;
    let limit = at(4);
    let nodes = limit.strip_suffix('n').and_then(|n| n.parse().ok());
    let time = Duration::from_millis(limit.parse().unwrap_or(800));
    let (games, seed, jobs) = (at(3).parse().unwrap_or(100), at(5).parse().unwrap_or(1), at(6).parse().unwrap_or(2));
    let arena = Arena { game, robots, games, seed, time, nodes, shard: (1, 1), jobs };
    let started = Instant::now();
    let tally = arena.run(&library, None, &AtomicBool::new(false), &mut |_| {})?;
    let json = tally.to_json();
    println!("{} games in {:.1} s", json["games"], started.elapsed().as_secs_f64());
    for robot in json["robots"].as_array().into_iter().flatten() {
        println!(
            "{:24} {:5}-{}-{} rate {} {} elo {} score {} ms {} errors {} {}",
            robot["name"].as_str().unwrap_or_default(),
            robot["wins"],
            robot["draws"],
            robot["losses"],
            robot["rate"],
            robot["ci95"],
            robot["elo"],
            robot["mean_score"],
            robot["ms_per_move"],
            robot["errors"],
            robot["actions"],
        );
        if let Some(error) = robot["error"].as_str() {
            println!("    {error}");
        }
    }
    Ok(())
}
