//! Runs every snippet of the tutorial.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::AtomicBool;

use common::{game, play, robots_of, seat};
use parlour_ai::arena::Arena;

const TUTORIAL: &str = include_str!("../robots/README.md");

/// The snippets, each with the file that it names.
fn snippets() -> Vec<(String, String)> {
    TUTORIAL
        .split("```lua\n")
        .skip(1)
        .map(|rest| {
            let text = rest.split("```").next().unwrap().to_owned();
            let file = text.lines().find_map(|line| line.strip_prefix("-- file: ")).expect("a file for the snippet");
            (file.to_owned(), text)
        })
        .collect()
}

#[test]
fn every_snippet_plays() {
    let snippets = snippets();
    assert!(snippets.len() >= 3);
    let (shared, robots): (Vec<_>, Vec<_>) = snippets.into_iter().partition(|(file, _)| file.contains("/lib/"));
    for (file, text) in &robots {
        let mut files: Vec<(&str, &str)> = shared.iter().map(|(file, text)| (&**file, &**text)).collect();
        files.push((file, text));
        let (_folder, library) = robots_of(&files);
        let (name, robot) = file.trim_end_matches(".lua").split_once('/').unwrap();
        let game = game(name, None, None);
        for seed in 0..5 {
            let mut players: Vec<_> = (0..game.seat_count()).map(|n| seat(&library, &game, n, robot, seed)).collect();
            play(&game, &mut players, seed, 30, 200);
        }
    }
}

#[test]
fn the_first_robot_has_fifteen_lines_and_beats_random() {
    let (file, text) = snippets().remove(0);
    let code = text.lines().filter(|line| !line.trim_start().starts_with("--") && !line.trim().is_empty());
    assert!(code.count() <= 15);
    let (_folder, library) = robots_of(&[(&file, &text)]);
    let robots = vec!["lunge".to_owned(), "random".to_owned()];
    let arena = Arena { games: 200, seed: 5, jobs: 2, ..Arena::new(game("en-garde", None, None), robots) };
    let json = arena.run(&library, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap().to_json();
    let low = json["robots"][0]["ci95"][0].as_f64().unwrap();
    assert!(low > 0.5, "{json}");
}
