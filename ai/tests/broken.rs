//! Robots that are broken say where and why, and the match can go on.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::Duration;

use common::{game, robots_of};
use parlour_ai::{Request, RobotError};
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

/// What a robot's file says when it is seated, or when it is asked for its first action.
fn message(text: &str) -> String {
    let (folder, library) = robots_of(&[("en-garde/mine.lua", text)]);
    let game = game("en-garde", None, None);
    let out = match library.seat(&game, Seat(0), "mine", 1) {
        Err(faults) => faults.to_string(),
        Ok(mut player) => ask(&game, player.as_mut(), 100).unwrap_err().to_string(),
    };
    out.replace(&format!("{}/", folder.path().display()), "")
}

fn ask(
    game: &std::sync::Arc<parlour_engine::game::Game>,
    player: &mut dyn parlour_ai::Player,
    ms: u64,
) -> Result<parlour_ai::Choice, RobotError> {
    let played = Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    player.observe(played.opening());
    let view = played.view(Some(Seat(0)));
    let time = Duration::from_millis(ms);
    player.choose(&Request { view: &view, legal: played.legal(), time, nodes: None })
}

#[test]
fn a_broken_file_is_refused_with_its_place() {
    let cases = [
        ("return {", "en-garde/mine.lua:1:1:"),
        ("return 5", "en-garde/mine.lua:1:1: the file must return a table with a function `choose`"),
        ("return {}", "en-garde/mine.lua:1:1: the robot has no function `choose`"),
        ("return {\n\tchose = 1 }", "en-garde/mine.lua:2:2: a robot has no hook `chose` (did you mean `choose`?)"),
        ("return { choose = 1 }", "en-garde/mine.lua:1:1: `choose` is a "),
        ("\nlocal x = hand.cuont(1)", "en-garde/mine.lua:2:16: there is no `hand.cuont` (did you mean `count`?)"),
        ("local x = deck.to_hand(1)", "there is no `deck.to_hand`"),
        ("x = 1 return { choose = print }", "sets the global variable `x`"),
        ("return { params = { a = { min = 1 } }, choose = print }", "the parameter `a` needs a `default`"),
        ("while true do end", "the script ran too long"),
        ("os.exit()", "en-garde/mine.lua:1:1: scripts have no `os`"),
        (
            "return { choose = function(me)\n\treturn hand.count(me.seat) end }",
            "en-garde/mine.lua:2:9: `hand.count` takes 2 (seat, card), but 1 is given",
        ),
        (
            "\nlocal _ = require('lib/card')",
            "en-garde/mine.lua:2:1: there is no file `lib/card.lua` to require (known here: mine)",
        ),
    ];
    for (text, expected) in cases {
        let message = message(text);
        assert!(message.contains(expected), "{text}\n got: {message}\nwant: {expected}");
    }
}

#[test]
fn a_failing_choice_names_file_line_and_reason() {
    let choose =
        |body: &str| message(&format!("local function choose(me, legal)\n{body}\nend\nreturn {{ choose = choose }}"));
    let cases = [
        ("error('no idea')", "the robot `mine` failed: en-garde/mine.lua:2:1: no idea"),
        ("return nil", "the robot `mine` (en-garde/mine.lua:1) answered nothing; expected an action of the list"),
        ("return 99", "answered the index 99 of"),
        ("return 'attack 5'", "answered \"attack 5\", which is not legal"),
        ("return 'dance'", "answered \"dance\" (there is no action `dance`"),
        ("return { verb = 'advance' }", "answered a table that is not an action of the list"),
        ("while true do end", "the script ran too long and was stopped"),
        ("while true do pcall(function() while true do end end) end", "the script ran too long and was stopped"),
        ("local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end", "needs too much memory"),
        ("return legal:of('dance')", "en-garde/mine.lua:2:1: legal:of: this game has no action \"dance\""),
        ("return legal:best(function() return 'x' end)", "legal:best: expected a number for"),
        ("return random.pick({})", "random.pick: the list is empty"),
        ("return hand.count(7, 1)", "expected a number from 1 to 2, got 7"),
        ("return hand.size(me.seet)", "en-garde/mine.lua:2:1: `me` has no `seet` (did you mean `seat`?)"),
        ("return me.params.lst", "en-garde/mine.lua:2:1: `me.params` has no `lst` (none is known here)"),
        ("return legal[1].crad < 1", "en-garde/mine.lua:2:1: an action has no `crad` (did you mean `card`?)"),
        (
            "return legal:wher(function() return true end)",
            "en-garde/mine.lua:2:1: a list of actions has no `wher` (did you mean `where`?)",
        ),
        ("return legal.best1", "en-garde/mine.lua:2:1: a list of actions has no `best1` (did you mean `best`?)"),
        // What may be absent is nil.
        ("return me.nodes or me.memory.any or legal:where(function() return false end)[1]", "answered nothing"),
    ];
    for (body, expected) in cases {
        let message = choose(body);
        assert!(message.contains(expected), "{body}\n got: {message}\nwant: {expected}");
    }
}

#[test]
fn a_seat_that_cannot_be_is_refused_in_words() {
    let (_folder, library) = robots_of(&[(
        "en-garde/mine.lua",
        "return { params = { zeal = 3 }, choose = function(_, l) return l[1] end }",
    )]);
    let game = game("en-garde", None, None);
    let message = |spec: &str| library.seat(&game, Seat(0), spec, 1).err().map(|f| f.to_string()).unwrap_or_default();
    assert_eq!(message("mnie"), "en-garde has no robot `mnie` (did you mean `mine`?)");
    assert_eq!(message("mine(zael=1)"), "the robot `mine` has no parameter `zael` (did you mean `zeal`?)");
    assert_eq!(message("mine(zeal=x)"), "the parameter `zeal` of `mine` can't be `x` (expected a number)");
    assert_eq!(
        message("mine(zeal=1"),
        "`mine(zeal=1` has no closing parenthesis (expected a robot's name, with parameters if any: `name(key=value)`)"
    );
    assert_eq!(message("random(a=1)"), "the robot `random` has no parameter `a` (it has no parameters)");
    assert_eq!(message("mine(zeal=4)"), "");
}

#[test]
fn a_robot_that_thinks_can_be_stopped() {
    let (_folder, library) =
        robots_of(&[("en-garde/mine.lua", "return { choose = function() while true do end end }")]);
    let game = game("en-garde", None, None);
    let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap();
    let handle = player.stop_handle().unwrap();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        handle.stop();
    });
    let error = ask(&game, player.as_mut(), 20_000).unwrap_err();
    stopper.join().unwrap();
    assert_eq!(error, RobotError::Stopped { robot: "mine".to_owned() });
}

#[test]
#[cfg(unix)]
fn an_outside_program_plays_or_is_ended() {
    let (folder, library) = robots_of(&[(
        "first.sh",
        "while read -r line; do case \"$line\" in *'\"act\"'*) echo \"$line\" | sed 's/.*\"legal\":\\[\\(\"[^\"]*\"\\).*/{\"action\":\\1,\"reason\":\"first\"}/';; esac; done",
    )]);
    let game = game("en-garde", None, None);
    let ask = |command: &str, ms| {
        let mut player = library.seat(&game, Seat(0), &format!("exec:{command}"), 1).unwrap();
        ask(&game, player.as_mut(), ms)
    };
    let choice = ask(&format!("sh {}/first.sh", folder.path().display()), 5000).unwrap();
    assert_eq!(choice.reason.as_deref(), Some("first"));
    let error = |command: &str, ms| ask(command, ms).unwrap_err().to_string();
    assert_eq!(error("sleep 20", 50), "the program `sleep 20` gave no answer within 50 ms and was ended");
    assert_eq!(error("true", 5000), "the program `true`: it has ended");
    assert!(error("echo '{\"action\":\"dance\"}'; sleep 9", 5000).contains("there is no action `dance`"));
    assert!(error("echo hello; sleep 9", 5000).contains("expected one JSON object a line"));
}

/// How much memory the process has, in kilobytes.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn robots_that_leave_take_their_memory_with_them() {
    let (_folder, library) =
        robots_of(&[("en-garde/mine.lua", "local t = require(\"lib/t\") return t"), ("en-garde/lib/t.lua", T)]);
    let game = game("en-garde", None, None);
    let sit = |times: u64| {
        for seed in 0..times {
            ask(&game, library.seat(&game, Seat(0), "mine", seed).unwrap().as_mut(), 100).unwrap();
        }
    };
    sit(50);
    let before = resident();
    sit(400);
    // A machine takes more than 100 kB.
    let more = resident().saturating_sub(before);
    assert!(more < 20_000, "400 robots left {more} kB behind");
}

#[cfg(target_os = "linux")]
const T: &str = "return { choose = function(_, legal) return legal[1] end }";

#[test]
fn a_program_that_is_late_is_ended_and_not_asked_again() {
    let game = game("en-garde", None, None);
    let (_folder, library) = robots_of(&[]);
    let begun = std::time::Instant::now();
    let mut player = library.seat(&game, Seat(0), "exec:read hello; exec sleep 600", 1).unwrap();
    let error = ask(&game, player.as_mut(), 150).unwrap_err();
    assert!(matches!(error, RobotError::Late { ms: 150, .. }), "{error}");
    assert_eq!(ask(&game, player.as_mut(), 150).unwrap_err(), error);
    drop(player);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

/// A program that is always ready with an answer, but never takes what it is told, would fill every pipe.
#[test]
#[cfg(unix)]
fn a_program_that_does_not_read_is_ended() {
    let game = game("treasure-hunt", None, None);
    let (_folder, library) = robots_of(&[]);
    let mut player = library.seat(&game, Seat(0), "exec:yes '{\"action\": \"roll\"}'", 1).unwrap();
    let played = Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let view = played.view(Some(Seat(0)));
    let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(5), nodes: None };
    let begun = std::time::Instant::now();
    let error = (0..10_000).find_map(|_| player.choose(&request).err()).unwrap();
    assert!(error.to_string().ends_with("it does not read what it is told"), "{error}");
    drop(player);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
