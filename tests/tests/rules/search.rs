//! Searches over any rules: an additional script beside tables changes nothing.

use super::act;
use super::beside::ways;
use parlour_ai::{Request, RobotLibrary};
use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::rules::Rules;
use std::path::Path;
use std::time::Duration;

/// A robot's choice after some actions, with its reason.
fn choice(robots: &RobotLibrary, robot: &str, host: &mut Rules, actions: &[&str]) -> (String, Option<String>) {
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    actions.iter().for_each(|text| act(host, &mut state, text));
    let game = host.game().clone();
    let seat = state.decision().unwrap().seat;
    let mut player = robots.seat(&game, seat, robot, 1).unwrap_or_else(|faults| panic!("{faults}"));
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    let view = game.view(&state, Some(seat));
    let request = Request { view: &view, legal: &legal, time: Duration::from_secs(60), nodes: Some(3_000) };
    let choice = player.choose(&request).unwrap_or_else(|error| panic!("{error}"));
    (game.action_text(&choice.action), choice.reason)
}

#[test]
fn alpha_beta_finds_the_same_action_and_value() {
    let text = "return { choose = function()
        local action, found = search.alphabeta({ depth = 2, WEIGHTS })
        return action, `{found.value}`
    end }";
    let cases = [
        ("breakthrough", "evaluate = { worth = { pawn = 1 }, forward = { pawn = 0.1 } }", &["b2-b3", "g7-g6"][..]),
        ("othello", "evaluate = { score = 1 }", &["d3"]),
        ("draughts", "evaluate = { worth = { man = 1, king = 2 } }", &["c3-d4", "f6-e5"]),
        ("connect-four", "", &["drop 4", "drop 4"]),
        ("advance", "evaluate = { score = 1 }", &[]),
    ];
    for (name, weights, actions) in cases {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join("mine.lua"), text.replace("WEIGHTS", weights)).unwrap();
        let mut robots = RobotLibrary::new();
        robots.add_folder(folder.path());
        let [alone, empty, idle] = ways(name).map(|(_, mut host)| choice(&robots, "mine", &mut host, actions));
        assert_eq!(empty, alone, "{name}");
        assert_eq!(idle, alone, "{name}");
    }
}

#[test]
fn a_robot_of_the_repository_plays_on_when_its_pack_gets_a_script() {
    let mut robots = RobotLibrary::new();
    robots.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ai/robots"));
    let [alone, empty, idle] = ways("breakthrough")
        .map(|(_, mut host)| choice(&robots, "marshal", &mut host, &["b2-b3", "g7-g6", "b3-b4", "g6-g5"]));
    assert_eq!(empty, alone);
    let value = |said: &Option<String>| said.clone().is_some_and(|said| said.contains("moves ahead"));
    assert!(value(&alone.1) && value(&idle.1), "{alone:?} {idle:?}");
}
