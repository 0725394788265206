//! Robots' memory, output and errors, as seen at the keyboard.

use crate::desk::Desk;

const BEGUN: [&str; 4] = ["en-garde", "--seats", "human,mine", "--seed=5"];

fn desk_with(robot: &str) -> Desk {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("ai/robots/en-garde")).unwrap();
    desk.put("ai/robots/en-garde/mine.lua", robot);
    desk
}

/// A robot that counts its choices in its memory and draws a random number for each.
const COUNTING: &str = "return {
\tchoose = function(me, legal)
\t\tme.memory.choices = (me.memory.choices or 0) + 1
\t\treturn legal[1], `choice {me.memory.choices}, number {random.below(1000000)}`
\tend,
}
";

#[test]
fn after_an_undo_a_robot_is_as_it_was() {
    let desk = desk_with(COUNTING);
    let reasons = |lines: &str| -> Vec<String> {
        let ran = desk.play(&BEGUN, lines);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
        ran.out.lines().filter(|line| line.contains("number ")).map(str::to_owned).collect()
    };
    let straight = reasons("advance 1\nwhy\nadvance 4\nwhy\n");
    assert!(straight[0].contains("choice 1,") && straight[1].contains("choice 2,"), "{straight:?}");
    let back = reasons("advance 1\nwhy\nadvance 4\nwhy\nundo\nadvance 4\nwhy\nundo 2\nadvance 1\nwhy\n");
    assert_eq!(back, [0, 1, 1, 0].map(|n| straight[n].clone()));
}

#[test]
fn what_a_robot_prints_is_shown() {
    let desk = desk_with("return { choose = function(_me, legal) print(`{#legal} ways`) return legal[1] end }\n");
    let ran = desk.play(&BEGUN, "advance 1\nhint mine\n");
    assert_eq!(ran.err, "");
    assert_eq!(ran.out.matches(" ways\n").count(), 2, "{}", ran.out);
    assert!(ran.out.contains("\nright: "), "{}", ran.out);
}

#[test]
fn a_memory_that_can_not_be_saved_is_told() {
    let desk = desk_with(
        "return {\n\tchoose = function(me, legal)\n\t\tme.memory.f = function() end\n\t\treturn legal[1]\n\tend,\n}\n",
    );
    let ran = desk.play(&BEGUN, "advance 1\nadvance 4\n");
    let expected = "mine.lua:3:3: `me.memory.f` holds a function, which can't be saved (expected numbers, texts, true or \
                    false, and tables of these); `random` moves instead";
    assert!(ran.err.contains(expected), "{}", ran.err);
}

#[test]
fn a_check_finds_what_fails_only_in_play() {
    for (robot, line, message) in [
        (
            "return { choose = function(_, legal) return legal[1] end,\non_event = function() error(\"oops\") end }\n",
            2,
            "oops",
        ),
        ("return { choose = function(me, legal)\nme.memory.f = print\nreturn legal[1] end }\n", 2, "holds a function"),
        (
            "local robot = {}\nfunction robot.choose(_, legal)\n\treturn leagl[1]\nend\nreturn robot\n",
            3,
            "did you mean `legal`?",
        ),
    ] {
        let desk = desk_with(robot);
        let checked = desk.parlour(&["check", "en-garde", "--json"]);
        let faults: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
        let fault = &faults["faults"][0];
        assert_eq!((checked.status, fault["line"].as_u64()), (1, Some(line)), "{faults}");
        assert!(fault.to_string().contains(message), "{faults}");
    }
}

#[test]
fn a_match_goes_on_without_a_robot_that_is_gone() {
    let desk = desk_with(COUNTING);
    desk.play(&BEGUN, "advance 1\nsave kept\n");
    std::fs::remove_file(desk.path("ai/robots/en-garde/mine.lua")).unwrap();
    let ran = desk.session(&[], "load kept\nseats\nadvance 4\n");
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("`random` plays right now, `seat right ROBOT` changes it"), "{}", ran.err);
    assert!(ran.out.contains("  right: random"), "{}", ran.out);
}

#[test]
fn no_unfinished_match_is_lost_to_another_with_its_seed() {
    let desk = Desk::new();
    let seats = ["tic-tac-toe", "--seats", "human,human", "--seed", "8"];
    desk.play(&seats, "b2\na1\n");
    desk.play(&seats, "c3\n");
    let listed = desk.session(&[], "saves\n").out;
    assert!(listed.contains("\ntic-tac-toe-8\n") && listed.contains("\ntic-tac-toe-8-2\n"), "{listed}");
    desk.play(&seats, "b2\nsave mine\n");
    let other = desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "9"], "save mine\n");
    assert!(other.err.contains("is there already and is another match, of tic-tac-toe"), "{}", other.err);
}

#[test]
fn what_rules_print_is_shown_and_a_fault_tells_its_calls() {
    let desk = Desk::new();
    assert_eq!(desk.parlour(&["new", "game", "mine"]).status, 0);
    let file = "rules/mine/rules.lua";
    let text = desk.read(file);
    let (head, tail) = text.split_once(".apply(seat").unwrap();
    let (line, tail) = tail.split_once('\n').unwrap();
    desk.put(file, format!("{head}.apply(seat{line}\n\tprint(\"taken by\", seat)\n{tail}"));
    let ran = desk.session(&["play", "mine", "--seats", "human,random", "--seed", "2"], "take\n");
    assert!(ran.out.contains("rules: taken by 1") || ran.out.contains("rules: taken by\t1"), "{} {}", ran.out, ran.err);
    let fails = "\tlocal function inner()\n\t\treturn deck.top() .. {}\n\tend\n\tlocal x = inner()\n\tprint(x)\n";
    desk.put(file, format!("{head}.apply(seat{line}\n{fails}{tail}"));
    let ran = desk.session(&["play", "mine", "--seats", "human,random", "--seed", "2"], "take\n");
    assert!(ran.err.contains("called at rules/mine/rules.lua:") && ran.err.contains("in `apply`"), "{}", ran.err);
}

/// An unreadable robot file doesn't affect other robots, and is reported in every list.
#[test]
fn robots_whose_files_can_not_be_used_are_named() {
    let desk = desk_with("return { choose = function(_me, legal) return legal[1] end }\n");
    desk.put("ai/robots/en-garde/zz.lua", [0xff, 0xfe]);
    desk.put("ai/robots/en-garde/human.lua", "return {}");
    desk.put("ai/robots/en-garde/a,b.lua", "return {}");
    let unread = "not-utf8: ai/robots/en-garde/zz.lua is not UTF-8";
    let listed = desk.parlour(&["robots", "en-garde"]);
    assert!(listed.out.contains("\n  mine") && !listed.out.contains("\n  human"), "{}", listed.out);
    assert!(listed.err.contains(unread), "{}", listed.err);
    let checked = desk.parlour(&["check", "en-garde"]);
    assert!(checked.status == 1 && checked.out.contains(unread), "{}", checked.out);
    for name in ["human", "a,b"] {
        let expected = format!("bad-name: ai/robots/en-garde/{name}.lua can't be a robot by its name");
        assert!(checked.out.contains(&expected), "{}", checked.out);
    }
    assert_eq!(desk.play(&["en-garde", "--seats", "mine,mine", "--seed=5"], "quit\n").err, "");
    let seated = desk.play(&["en-garde", "--seats", "human,zz"], "");
    assert!(seated.status == 2 && seated.err.contains("ai/robots/en-garde/zz.lua is not UTF-8"), "{}", seated.err);
}

/// With all clue tokens available nothing can be discarded; the cautious robot of Hanabi still plays no card that is
/// known not to fit.
#[test]
fn a_card_that_is_known_not_to_fit_is_not_played() {
    let trace = Desk::new().parlour(&[
        "trace",
        "hanabi",
        "--seats",
        "pyrotechnist,pyrotechnist",
        "--games",
        "30",
        "--seed",
        "1",
    ]);
    let mut played = 0;
    for line in trace.out.lines() {
        let step: serde_json::Value = serde_json::from_str(line).unwrap();
        let (vars, seat) = (&step["state"]["vars"], step["to_act"].as_str().unwrap_or_default());
        let Some(place) = step["action"].as_str().and_then(|action| action.strip_prefix("play ")) else { continue };
        let place = place.parse::<usize>().unwrap() - 1;
        let left = |of: &str| vars[format!("{of}.{seat}")][place].as_u64().unwrap();
        let (colours, numbers) = (left("colours"), left("numbers"));
        let fits = |colour: usize| numbers >> vars["height"][colour].as_u64().unwrap() & 1 == 1;
        assert!((0..5).any(|colour| colours >> colour & 1 == 1 && fits(colour)), "{line}");
        played += 1;
    }
    assert!(played > 300, "{played}");
}
