//! Broken robots report the error with its place, and the match can continue.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{ask, game, robots_of};
use parlour_ai::{Request, RobotError};
use parlour_engine::Words;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

/// The error of a robot's file when it is seated, or when it is asked for its first action.
fn message(text: &str) -> String {
    let (folder, library) = robots_of(&[("en-garde/mine.lua", text)]);
    let game = game("en-garde", None, None);
    let out = match library.seat(&game, Seat(0), "mine", 1) {
        Err(faults) => faults.to_string(),
        Ok(mut player) => ask(&game, player.as_mut(), 100).unwrap_err().to_string(),
    };
    out.replace(&format!("{}/", folder.path().display()), "")
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
        (
            "\nlocal _ = require('@game/strip')",
            "en-garde/mine.lua:2:1: there is no file `@game/strip.lua` to require (known here: display, rules)",
        ),
        // Required files of the game see the API of a view, as robots do.
        ("\nlocal _ = require('@game/rules')", "/rules/en-garde/rules.lua:23:28: there is no `touches.add`"),
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
        ("return legal:of('dance')", "en-garde/mine.lua:2:1: legal:of: the game has no `dance`"),
        ("return legal:of('advnce')", "legal:of: the game has no `advnce` (did you mean `advance`?)"),
        ("return legal:best(function() return 0 / 0 end)", "legal:best: expected a number for \"advance 2\", got"),
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
        // An absent value is nil.
        ("return me.nodes or me.memory.any or legal:where(function() return false end)[1]", "answered nothing"),
    ];
    for (body, expected) in cases {
        let message = choose(body);
        assert!(message.contains(expected), "{body}\n got: {message}\nwant: {expected}");
    }
}

#[test]
fn parameters_that_are_not_written_out_are_told() {
    let choose = "choose = function(_, l) return l[1] end";
    for (params, expected) in [
        ("require(\"lib/shared\")", "`params` has `zeal`, which its text does not declare"),
        ("3", "`params` is a number"),
    ] {
        let text = format!("return {{ params = {params}, {choose} }}");
        let (_folder, library) = robots_of(&[
            ("en-garde/mine.lua", &text),
            ("en-garde/lib/shared.lua", "return { zeal = { default = 3 } }"),
        ]);
        let told = library.seat(&game("en-garde", None, None), Seat(0), "mine", 1).err().unwrap().to_string();
        assert!(told.contains(expected) && told.contains("mine.lua:1"), "{params}: {told}");
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
    let answered = AtomicBool::new(false);
    let error = std::thread::scope(|scope| {
        scope.spawn(|| {
            // A stop just before the choice begins is lost, so it is repeated.
            while !answered.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(100));
                handle.stop();
            }
        });
        let error = ask(&game, player.as_mut(), 20_000).unwrap_err();
        answered.store(true, Ordering::Relaxed);
        error
    });
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
    // Long before the program would have ended by itself.
    assert!(begun.elapsed() < Duration::from_secs(300), "{:?}", begun.elapsed());
}

/// A program that always has an answer ready but never reads its input would fill every pipe.
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

/// The error of a robot's `choose` at the start of a game.
fn said(name: &str, text: &str) -> String {
    let (folder, library) = robots_of(&[(&format!("{name}/mine.lua"), text)]);
    let game = game(name, None, None);
    let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap_or_else(|faults| panic!("{faults}"));
    let out = ask(&game, player.as_mut(), 5_000).map(|choice| game.action_text(&choice.action));
    out.unwrap_or_else(|error| error.to_string()).replace(&format!("{}/", folder.path().display()), "")
}

/// Each of these once crashed the program.
#[test]
fn searches_that_cannot_be_are_refused_at_their_line() {
    let cases = [
        (
            "return search.flat({ nodes = 50, depth = 1, evaluate = function() search.flat({ nodes = 9 }) return 1 end })",
            "search.flat: a search is running; its `evaluate` and `rollout` can't search or look ahead",
        ),
        (
            "return search.uct({ nodes = 50, rollout = function(l) search.look(l[1], print) end })",
            "search.look: a search is running",
        ),
        (
            "return search.alphabeta({ nodes = 50, evaluate = function() return search.peek(legal[1], type) and 1 end })",
            "search.peek: a search is running",
        ),
        (
            "return search.flat({ nodes = 50, depth = 1, evaluate = function() return search.suppose('turns', 1, type) and 1 end })",
            "search.suppose: a search is running",
        ),
        ("return search.flat({ among = { { index = 0 } } })", "`among[1]` isn't an action of the list"),
        ("return search.flat({ among = { { index = 1 } } })", "`among[1]` isn't an action of the list"),
        ("return search.flat({ among = { legal[1], { index = 0/0 } } })", "`among[2]` isn't an action of the list"),
        (
            "return search.flat({ nodes = 50, depth = 1, evaluate = function() end })",
            "`evaluate` returned nothing; expected a number",
        ),
        (
            "return search.flat({ nodes = 50, depth = 1, evaluate = function() return 'much' end })",
            "`evaluate` returned a string; expected a number",
        ),
        (
            "return search.flat({ nodes = 50, rollout = function() return 'a text' end })",
            "`rollout` returned what isn't",
        ),
        ("return search.flat({ among = 5 })", "`among` is a number; expected a list of actions"),
        ("return search.flat({ among = {} })", "there is no action to choose among"),
        ("search.look({ record = '' }, print)", "search.look: expected an action of a list and a function"),
        ("search.look({ record = '', index = 1 }, print)", "search.look: the action is not legal in the moment"),
        ("search.peek({ record = ('x'):rep(999), index = 1 }, print)", "search.peek: the action is not legal"),
        (
            "return search.look(legal[1], function() return search.look(legal[1], print) end)",
            "search.look: the action is not legal in the moment that is shown",
        ),
        ("legal[1].index = 99 return legal[1].text", "an action's `index` is its place in its list"),
        ("legal[1].index = 1.5 return legal[1].text", "an action's `index` is its place in its list"),
        ("return { index = 1 }", "answered a table that is not an action of the list"),
        (
            "return search.look(legal[1], function(answers) return answers[1] end)",
            "answered a table that is not an action of the list",
        ),
        (
            "return search.uct({ nodes = 50, rollout = function() return legal[1] end })",
            "`rollout` returned what isn't an action of its list",
        ),
        ("return search.uct({ nodes = 50, rollout = function() return 7 end })", "`rollout` returned what isn't"),
        ("return search.uct({ rollout = 7 })", "`rollout` is a number; expected a function"),
        ("return random.pick(setmetatable({}, { __len = function() return 0 / 0 end }))", "the list is empty"),
        ("return random.pick()", "random.pick: expected a list, got nil"),
        ("return random.shuffle('abc')", "random.shuffle: expected a list, got string"),
        ("return random.chance('x')", "random.chance: expected a number from 0 to 1, got string"),
    ];
    for (body, expected) in cases {
        let said = said("advance", &format!("return {{ choose = function(me, legal)\n{body}\nend }}"));
        assert!(said.contains(expected), "{body}\n got: {said}\nwant: {expected}");
        assert!(said.contains("advance/mine.lua:2:") || said.contains("answered"), "{body}\n got: {said}");
    }
}

/// An action from an earlier decision belongs to another list.
#[test]
fn actions_of_another_list_are_not_taken_for_those_of_this_one() {
    let game = game("breakthrough", None, None);
    for (body, expected) in [
        ("return kept[1]", "answered a table that is not an action of the list"),
        ("return search.alphabeta({ nodes = 50, among = kept })", "`among[1]` isn't an action"),
        ("search.look(kept[1], print) return legal[1]", "the action is not legal in the moment"),
    ] {
        let keep = "local kept search.look(legal[1], function(later) kept = later end)";
        let text = format!("return {{ choose = function(me, legal)\n{keep}\n{body}\nend }}");
        let (_folder, library) = robots_of(&[("breakthrough/mine.lua", &text)]);
        let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap();
        let said = ask(&game, player.as_mut(), 5000).unwrap_err().to_string();
        assert!(said.contains(expected), "{body}\n got: {said}\nwant: {expected}");
    }
}

#[test]
fn a_fault_tells_the_calls_that_led_to_it() {
    let text = "local function inner(x)\n\treturn x.y.z\nend\nlocal function outer()\n\tlocal v = inner({})\n\treturn v\n\
                end\nlocal function choose(_, legal)\n\tlocal v = outer()\n\treturn legal[v]\nend\nreturn { choose = choose }";
    let (folder, library) = robots_of(&[("en-garde/mine.lua", text)]);
    let game = game("en-garde", None, None);
    let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap();
    let RobotError::Script { fault, .. } = ask(&game, player.as_mut(), 100).unwrap_err() else { panic!() };
    let calls: Vec<String> = fault.calls.iter().map(ToString::to_string).collect();
    let file = format!("called at {}/en-garde/mine.lua", folder.path().display());
    assert_eq!(fault.place.unwrap().line, 2);
    assert_eq!(calls, [format!("{file}:5 in `outer`"), format!("{file}:9 in `choose`")]);
}

#[test]
fn events_are_heard_in_the_moment_after_them() {
    let text = "local robot = {}\nfunction robot.on_event(me, told)\n\tif told.kind == \"move\" then\n\
                \t\tassert(position.get(told.seat) == told.to)\n\t\tme.memory.heard = (me.memory.heard or 0) + 1\n\tend\nend\n\
                function robot.choose(_, legal)\n\treturn legal:random()\nend\nreturn robot";
    let (_folder, library) = robots_of(&[("en-garde/mine.lua", text)]);
    let game = game("en-garde", None, None);
    let mut players = [0, 1].map(|n| common::seat(&library, &game, n, "mine", 1));
    common::play(&game, &mut players, 1, 10, 8);
    let heard = players[0].memory().unwrap()["memory"]["heard"].as_u64();
    assert!(heard.is_some_and(|n| n >= 4), "{heard:?}");
}
