//! Resource limits: numbers, long lists, long matches, file size limits; and termination requests.

use std::time::{Duration, Instant};

use crate::desk::Desk;

const HUGE: &str = "18446744073709551615";

#[test]
fn no_number_that_a_person_can_type_hangs() {
    let desk = Desk::new();
    let lines =
        ["undo", "redo", "b2", "undo", "redo", "undo", "auto", "undo", "watch", "speed", "redo", "moves", "inspect"];
    let lines: String = lines.iter().map(|word| format!("{word} {HUGE}\n")).collect();
    let ran = desk.play(&["tic-tac-toe", "--seed", "1", "--seats", "human,random"], &format!("b2\n{lines}speed 0\n"));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("Taken back: ") && ran.out.contains("Done again: "), "{}", ran.out);
    for (arguments, expected) in [
        (&["trace", "tic-tac-toe", "--games", HUGE][..], "--games 18446744073709551615: expected at most 1000000000"),
        (&["arena", "tic-tac-toe", "--games", HUGE], "--games 18446744073709551615: expected at most 1000000000"),
        (&["arena", "tic-tac-toe", "--jobs", HUGE], "--jobs 18446744073709551615: expected at most 1024"),
        (&["arena", "tic-tac-toe", "--time", HUGE], "--time 18446744073709551615: expected at most 86400000"),
        (&["perft", "tic-tac-toe", "--depth", "4000000000"], "--depth 4000000000: expected at most 100"),
        (
            &["bench", "tic-tac-toe", "--seconds", "1e30"],
            "--seconds 1000000000000000000000000000000: expected a number of seconds above 0, up to a day",
        ),
    ] {
        desk.parlour(arguments).refuses(&format!("parlour: {expected}"));
    }
}

/// Faults are reported up to a limit, and long lists are parsed in linear time.
#[test]
fn packs_with_long_lists_are_read_and_faulted_at_once() {
    let desk = Desk::new();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tic-tac-toe");
    let table = std::fs::read_to_string(repository.join("game.toml")).unwrap();
    let words: String = (0..20_000).map(|n| format!("\"w{n}\", ")).collect();
    let lines = |line: &dyn Fn(usize) -> String| (0..20_000).map(line).collect::<String>();
    for (name, text, told) in [
        ("places", format!("{table}\n[[place]]\nputs = \"mark\"\non = [{words}]\n"), "more faults are not listed"),
        (
            "robots",
            table.replace("robots = [\"oracle\"]", &format!("robots = [{words}]")),
            "20000 robots; 250 are possible",
        ),
        ("keys", table.clone() + &lines(&|n| format!("z{n} = 1\n")), "more faults are not listed"),
        ("constants", format!("{table}\n[constants]\n{}", lines(&|n| format!("k{n} = {n}\n"))), "faults"),
        (
            "events",
            table.replace(
                "[events]\n",
                &format!("[events]\n{}", lines(&|n| format!("e{n} = {{ fields = [\"x\"] }}\n"))),
            ),
            "faults",
        ),
        (
            "pieces",
            table.clone() + &lines(&|n| format!("[[piece]]\nname = \"p{n}\"\nglyphs = [\"x\", \"y\"]\n")),
            "fault",
        ),
    ] {
        std::fs::create_dir_all(desk.path(name)).unwrap();
        desk.put(&format!("{name}/game.toml"), text);
        let ran = desk.parlour(&["check", name]);
        assert_eq!(ran.status, 1, "{name}: {}", ran.err);
        assert!(ran.out.contains(told), "{name}: {}", ran.out.lines().last().unwrap_or_default());
        assert!(ran.out.matches("\n").count() < 2_000, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_can_not_grow_is_an_error_and_nothing_is_left() {
    let desk = Desk::new();
    let program = env!("CARGO_BIN_EXE_parlour");
    let limited = format!("ulimit -f 1; exec {program} play archaeology --seed 3 --seats random,random,random");
    let mut command = desk.command("sh", &["-c", &limited]);
    command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"auto 60\nsave mine\nhistory\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("File too large"), "{said}");
    let left = |folder: &str| {
        let entries = std::fs::read_dir(desk.path(folder)).into_iter().flatten();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(left("data/parlour/saves"), Vec::<String>::new());
    assert!(
        left("data/parlour/autosave").iter().all(|name| name.starts_with("archaeology-3")),
        "{:?}",
        left("data/parlour/autosave")
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_is_asked_to_end_saves_the_match_and_ends() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("robots/tic-tac-toe")).unwrap();
    let slow = "return { choose = function(me, legal) while true do local x = 1 end end }";
    desk.put("robots/tic-tac-toe/slow.lua", slow);
    for waits in ["", "b2\n"] {
        let seats = ["play", "tic-tac-toe", "--seed", "7", "--seats", "human,slow", "--robots", "robots"];
        let mut command = desk.command(env!("CARGO_BIN_EXE_parlour"), &seats);
        command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut lines, waits.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().unwrap().is_none(), "it waits or thinks");
        std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(143), "{waits:?}");
    }
    let saved = desk.parlour(&["replay", "tic-tac-toe-7"]);
    assert!(saved.out.contains("1. x: b2"), "{saved:?}");
}

/// Endless matches for 2 to 9 seats don't multiply the time of a check: they share one ply limit. A loop over addresses
/// is detected as well.
#[test]
fn a_check_takes_so_many_actions_and_no_more() {
    let desk = Desk::new();
    let table = "[game]\ntitle = \"Endless\"\n[seats]\nmin = 2\nmax = 9\n[phases]\nturn = { actions = [\"go\"] }\n\
         [actions]\ngo = {}\n[endings]\ndone = \"over\"\n";
    let rules = |setup: &str| {
        format!(
            "return {{\n\tsetup = function()\n{setup} turn.turn(1) end,\n\tactions = {{ go = {{ apply = function(seat)\n\
             \t\tif seat > 9 then ending.done() end\n\t\tturn.turn(seats.next(seat))\n\tend }} }},\n}}\n"
        )
    };
    std::fs::create_dir(desk.path("endless")).unwrap();
    desk.put("endless/game.toml", table);
    desk.put("endless/rules.lua", rules(""));
    let ran = desk.parlour(&["check", "endless"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let told = "ok  endless (its matches are long: not all were played to the end, 20000 actions in all)";
    assert_eq!(ran.out.trim(), told);
    desk.put("endless/rules.lua", rules("for _ in { [{}] = 1 } do end"));
    let ran = desk.parlour(&["check", "endless"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    let told = "a table with a table as a key can't be gone over: its order differs from run to run";
    assert!(ran.out.contains(told) && ran.out.contains("rules.lua:3:1"), "{}", ran.out);
}

/// Checks beyond the time limit are skipped, which is reported; a game that is over before its first action is a fault.
#[test]
fn a_check_stops_by_time_and_tells_of_a_game_that_is_over_at_once() {
    let desk = Desk::new();
    let table = "[game]\ntitle = \"Slow\"\n[seats]\nmin = 2\nmax = 9\n[phases]\nturn = { actions = [\"go\"] }\n\
         [actions]\ngo = {}\n[endings]\ndone = \"nobody wins\"\n";
    let rules = |setup: &str| {
        format!(
            "return {{\n\tsetup = function() {setup} end,\n\tactions = {{ go = {{ apply = function(seat)\n\t\tlocal n = 0\n\
             \t\tfor i = 1, 1000000 do n = (n * 7 + i) % 13 end\n\t\tif n > 13 then ending.done() end\n\
             \t\tturn.turn(seats.next(seat))\n\tend }} }},\n}}\n"
        )
    };
    std::fs::create_dir(desk.path("slow")).unwrap();
    desk.put("slow/game.toml", table);
    desk.put("slow/rules.lua", rules("turn.turn(1)"));
    let ran = desk.parlour(&["check", "slow", "--seconds", "1"]);
    let told = "ok  slow (not everything was checked in 1 s: see `--seconds`)";
    assert_eq!((ran.status, ran.out.trim()), (0, told), "{}", ran.err);
    desk.put("slow/rules.lua", rules("ending.done()"));
    let ran = desk.parlour(&["check", "slow"]);
    let told = "slow/rules.lua:2:2: over-at-once: the match is over before its first action: nobody wins";
    assert!(ran.status == 1 && ran.out.contains(told), "{}", ran.out);
    desk.put("slow/rules.lua", rules("turn.turn(1)"));
    let packs = &desk.parlour(&["check", "slow", "--seconds", "1", "--json"]).json()["packs"];
    assert!(packs[0]["game"] == "slow" && packs[0]["state_bytes"].as_u64() > Some(30), "{packs}");
}

/// A game that never ends, one that lists actions it refuses, and one that needs no `allow`.
#[test]
fn what_never_ends_or_is_offered_and_refused_is_told() {
    let desk = Desk::new();
    let table = "[game]\ntitle = \"Bid\"\n[seats]\nmin = 2\nmax = 2\n[vars]\nbid = { max = 99 }\n[phases]\n\
         turn = { actions = [\"bid\"] }\n[actions]\nbid = { usage = \"bid {n:number 0 to 3}\" }\n[endings]\ndone = \"over\"\n";
    let rules = |hooks: &str, end: &str| {
        format!(
            "return {{ actions = {{ bid = {{\n{hooks}\napply = function(seat, n)\n{end}\nturn.turn(seats.next(seat))\nend }} }} }}\n"
        )
    };
    std::fs::create_dir(desk.path("bids")).unwrap();
    desk.put("bids/game.toml", table);
    desk.put("bids/rules.lua", rules("", "if n > 99 then ending.done() end bid.set(n)"));
    let ran = desk.parlour(&["bench", "bids", "--rules", "."]);
    let told = "bids: a match at random has no ending after 100000 actions; a `ply_limit` ends such matches";
    assert!(ran.status != 0 && ran.err.contains(told), "{ran:?}");
    // Without `allow` every number from 0 to 3 is legal.
    let ending = "if n == 3 then ending.done() end bid.set(n)";
    desk.put("bids/rules.lua", rules("", ending));
    assert_eq!(desk.parlour(&["check", "bids"]).out.trim(), "ok  bids");
    let ran = desk.parlour(&["legal", "bids", "--rules", "."]);
    assert_eq!(ran.out.split_whitespace().collect::<Vec<_>>().join(" "), "bid 0 bid 1 bid 2 bid 3");
    let hooks =
        "legal = function() offer.bid(1) offer.bid(3) end,\nallow = function(_, n) return n > 2 or \"too low\" end,";
    desk.put("bids/rules.lua", rules(hooks, ending));
    let ran = desk.parlour(&["check", "bids"]);
    assert!(ran.out.contains("rules.lua:3:1: refused: `legal` offers `bid 1`, but it is refused: too low"), "{ran:?}");
}
