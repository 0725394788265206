//! Scripts that mean harm are stopped, and what they give away has limits.

use std::sync::Arc;
use std::time::Duration;

use parlour_ai::{Choice, Player, Request, RobotError, RobotLibrary};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

/// A game of the packs.
fn game(name: &str) -> Arc<Game> {
    crate::packs::library().load(name).unwrap().configure(&Config::default()).unwrap()
}

/// A library with one robot, `mine`, for En Garde.
fn robots(text: &str) -> (tempfile::TempDir, RobotLibrary) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("en-garde")).unwrap();
    std::fs::write(folder.path().join("en-garde/mine.lua"), text).unwrap();
    let mut library = RobotLibrary::new();
    library.add_folder(folder.path());
    (folder, library)
}

fn ask(game: &Arc<Game>, player: &mut dyn Player) -> Result<Choice, RobotError> {
    let played = Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let view = played.view(Some(Seat(0)));
    player.choose(&Request { view: &view, legal: played.legal(), time: Duration::from_millis(100), nodes: None })
}

/// What a robot's file says when it is seated, or when it is asked for its first action.
fn message(text: &str) -> String {
    let (_folder, library) = robots(text);
    let game = game("en-garde");
    match library.seat(&game, Seat(0), "mine", 1) {
        Err(faults) => faults.to_string(),
        Ok(mut player) => ask(&game, player.as_mut()).unwrap_err().to_string(),
    }
}

#[test]
fn what_a_robot_gives_away_is_measured() {
    let cases = [
        ("local t = {} for _ = 1, 30 do t = { t, t } end me.memory = t", "holds more than 100000 values, which can't"),
        ("me.memory = me", ".memory.mem...` holds tables more than 32 deep, which can't be saved"),
        ("me.memory.a = { 1, { string.rep('x', 2e6) } }", "`me.memory.a[2][1]` holds more than 1048576 bytes of text"),
    ];
    let game = game("en-garde");
    for (body, expected) in cases {
        let text = format!("return {{ choose = function(me, legal)\n{body}\nreturn legal[1] end }}");
        let (_folder, library) = robots(&text);
        let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap();
        ask(&game, player.as_mut()).unwrap();
        assert_eq!(player.memory().unwrap()["memory"], serde_json::Value::Null, "{body}");
        let error = ask(&game, player.as_mut()).unwrap_err().to_string();
        assert!(error.contains(expected), "{body}\n got: {error}\nwant: {expected}");
    }
    let reason = message("return { choose = function(_, legal) return legal[1], string.rep('x', 5000) end }");
    assert!(reason.contains("mine.lua:1:1: the reason holds more than 4096 bytes of text"), "{reason}");
    let answer = message("return { choose = function() return string.rep('x', 5e7) end }");
    assert!(answer.contains("answered more than 4096 bytes of text; expected"), "{answer}");
    let keys = message("return setmetatable({}, { __index = function() while true do end end })");
    assert!(keys.contains("the robot's table has a metatable"), "{keys}");
}
