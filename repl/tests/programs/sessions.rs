//! Sessions driven by a pipe: actions, slips, undo, saves, hidden information, interruption.

use crate::desk::Desk;

/// The rest of the last line with a prefix.
fn last<'a>(out: &'a str, begin: &str) -> &'a str {
    let found = out.lines().rev().find_map(|line| line.trim_start().strip_prefix(begin));
    found.unwrap_or_else(|| panic!("{begin}: {out}"))
}

const FENCERS: [&str; 6] = ["play", "en-garde", "--seed", "5", "--seats", "human,fencer"];

#[test]
fn a_whole_match_is_played_through_a_pipe() {
    let desk = Desk::new();
    for game in ["archaeology", "en-garde", "final-card-down", "treasure-hunt", "connect-four", "breakthrough"] {
        let ran = desk.session(&["play", game, "--seats", "human,random", "--seed", "2"], "auto\n");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
        assert!(ran.out.contains("The match is over: "), "{game}: {}", ran.out);
        assert!(!ran.out.contains('\u{1b}') && !ran.out.contains("> \n"), "{game}: colour or a prompt in a pipe");
    }
}

#[test]
fn who_has_to_give_cards_up_in_a_storm_is_told_of_their_own_hand() {
    let desk = Desk::new();
    let ran = desk.session(&["play", "archaeology", "--seed", "3", "--seats", "human,digger"], "dig\nend\n");
    assert!(ran.out.contains("a to act: discard 2 of your 5 cards to the market"), "{}", ran.out);
    assert!(last(&ran.out, "> ").starts_with("a (you) "), "{}", ran.out);
}

#[test]
fn the_scores_are_a_ranking() {
    let desk = Desk::new();
    for (game, robot, fewest_first) in [("final-card-down", "first-fit", true), ("archaeology", "random", false)] {
        let ran = desk.session(&["play", game, "--seats", &[robot; 4].join(","), "--seed", "3"], "auto\n");
        let scores = last(&ran.out, "Scores: ").trim_end_matches('.');
        let mut scores: Vec<i32> = scores.split(", ").map(|score| score[2..].parse().unwrap()).collect();
        if !fewest_first {
            scores.reverse();
        }
        assert!(scores.is_sorted() && scores[0] < scores[3], "{game}: {scores:?}");
    }
}

#[test]
fn a_slip_is_answered_in_one_line_and_changes_nothing() {
    let desk = Desk::new();
    let slips = [
        ("advanc 5", "there is no 5 in your hand"),
        ("attack 3", "attack needs a 22: the distance is 22, you hold 1 3 4 4 4"),
        ("advance", "a card is missing: 1, 3 or 4; the form is `advance CARD`"),
        ("adv 9", "there is no card `9`: 1, 3 or 4; the form is `advance CARD`"),
        ("fly", "there is no action or command `fly`; did you mean `play`?"),
        ("undo", "there is nothing to take back"),
        (
            "seat right nobody",
            "en-garde has no robot `nobody` (known here: random, apprentice, cautious, counter, fencer, maestro, pupil, thinker)",
        ),
        ("lua position.set(1, 3)", "there is no `position.set` (did you mean `get`?)"),
    ];
    let lines: Vec<&str> = slips.iter().flat_map(|(slip, _)| [*slip, "inspect"]).collect();
    let ran = desk.session(&FENCERS, &lines.join("\n"));
    assert_eq!(ran.status, 0);
    assert_eq!(ran.err.lines().collect::<Vec<_>>(), slips.map(|(_, answer)| answer));
    let states: Vec<&str> = ran.out.split("zones\n").skip(1).collect();
    assert_eq!(states.len(), slips.len());
    assert!(states.iter().all(|state| state.trim_end() == states[0].trim_end()), "{states:#?}");
    let strict = [&FENCERS[..], &["--strict"]].concat();
    let ran = desk.session(&strict, "advance 3\nfly\nadvance 1\n");
    let refusal = "parlour: line 2: there is no action or command `fly`; did you mean `play`?\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, refusal));
}

#[test]
fn undo_and_redo_are_exact() {
    let desk = Desk::new();
    let ran = desk.session(&FENCERS, "inspect\nadvance 3\ninspect\nundo\ninspect\nredo\ninspect\nhistory\nredo\n");
    let states: Vec<&str> =
        ran.out.split("zones\n").skip(1).map(|rest| rest.split("options\n").next().unwrap()).collect();
    assert_eq!((states[0], states[1]), (states[2], states[3]));
    assert_ne!(states[0], states[1]);
    assert!(ran.out.contains("1  left: advance 3\n2  right: "), "{}", ran.out);
    assert_eq!(ran.err, "there is nothing to do again\n");
}

#[test]
fn hidden_things_are_shown_only_when_revealed_and_the_match_is_marked() {
    let desk = Desk::new();
    let hidden = r#""?", "?", "?", "?", "?""#;
    let ran = desk.session(&FENCERS, "inspect hand.right\ntrace on\nadvance 3\ntrace off\ninspect hand.right\n");
    assert_eq!(last(&ran.out, "hand.right = "), hidden);
    let line = ran.out.lines().find(|line| line.starts_with('{')).unwrap();
    let step: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!(step["state"]["zones"]["hand.right"], serde_json::json!(["?", "?", "?", "?", "?"]));
    let ran = desk.session(&["play", "en-garde", "--resume"], "reveal on\ninspect hand.right\nreveal off\n");
    assert!(!last(&ran.out, "hand.right = ").contains('?'), "{}", ran.out);
    assert!(desk.session(&["play", "en-garde", "--resume"], "quit\n").out.contains("Hidden things are"));
}

#[test]
fn two_people_do_not_see_each_others_cards() {
    let desk = Desk::new();
    let ran = desk.session(&["play", "en-garde", "--seed", "5", "--seats", "human,human"], "hand\nadvance 3\nhand\n");
    let (mine, yours) = ran.out.split_once("-- right is at the keyboard now").unwrap();
    assert!(mine.contains("Your hand: 1 3 4 4 4"), "{mine}");
    assert!(yours.contains("hand.right: ") && !yours.contains("hand.left"), "{yours}");
    assert!(!yours.contains("You draw a"), "{yours}");
}

#[test]
fn a_saved_match_goes_on_and_a_broken_one_is_refused() {
    let desk = Desk::new();
    let ran = desk.session(&FENCERS, "advance 3\nsave there.json\ninspect vars\n");
    let vars = ran.out.split("vars\n").nth(1).unwrap().to_owned();
    let ran = desk.session(&[], "load there.json\ninspect vars\n");
    assert_eq!((ran.err.as_str(), ran.out.split("vars\n").nth(1)), ("", Some(vars.as_str())));
    let text = desk.read("there.json");
    desk.put("cut.json", &text[..text.len() / 2]);
    desk.put("other.json", text.replacen("advance 3", "advance 4", 1));
    desk.put("illegal.json", text.replacen("advance 3", "advance 5", 1));
    for file in ["cut.json", "other.json", "illegal.json", "no.json"] {
        let ran = desk.session(&[], &format!("load {file}\n"));
        assert_eq!((ran.status, ran.err.lines().count()), (0, 1), "{file}: {}", ran.err);
        assert!(ran.err.contains(file), "{file}: {}", ran.err);
        assert_eq!(desk.parlour(&["replay", file]).status, 2, "{file}");
    }
    assert_eq!(desk.parlour(&["replay", "there.json"]).status, 0);
}

#[test]
fn a_killed_program_has_lost_nothing() {
    let desk = Desk::new();
    let mut session = desk.open(&FENCERS);
    for action in ["advance 3", "advance 1"] {
        session.types(action);
        // The confirmation implies acceptance.
        session.until("You go from");
    }
    session.child.kill().unwrap();
    session.child.wait().unwrap();
    let ran = desk.session(&["play", "en-garde", "--resume"], "history\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("1  left: advance 3\n2  right: "), "{}", ran.out);
    assert!(ran.out.contains("3  left: advance 1\n"), "{}", ran.out);
}

#[test]
fn options_seats_and_helpers_work_in_a_session() {
    let desk = Desk::new();
    let ran = desk.session(
        &FENCERS,
        "set hand_size 6\nset hand_size 99\nplay\nhand\nmoves advance\nwhy retreat 1\nhint\nseats\nquit\nfly\n",
    );
    assert_eq!(ran.err, "`hand_size` can't be `99`; expected a whole number from 1 to 12\n");
    assert!(ran.out.contains("hand_size will be 6 in the next match"), "{}", ran.out);
    assert!(last(&ran.out, "hand.left: ").ends_with("(6 cards)"), "{}", ran.out);
    assert!(ran.out.contains("`retreat 1` is not allowed: "), "{}", ran.out);
    assert!(ran.out.contains("would choose "), "{}", ran.out);
    let ran = desk.session(
        &["play", "en-garde", "--seats", "random,random", "--seed", "1"],
        "auto 2\nhistory\nseat left human\nmoves\n",
    );
    assert_eq!(ran.err, "");
    assert!(ran.out.contains("2  right: ") && !ran.out.contains("3  left: "), "{}", ran.out);
}

#[test]
fn options_that_do_not_fit_together_are_refused_before_a_match_begins() {
    let desk = Desk::new();
    let ran = desk.session(
        &["play", "holdem", "--seats", "random,random", "--seed", "1"],
        "set small_blind 9\nset big_blind 20\nset small_blind 9\nset\n",
    );
    let refusal = "the option `small_blind` is 9 (expected at most `big_blind`, which is 2)\n";
    assert_eq!(ran.err, refusal);
    assert!(ran.out.contains("small_blind = 1, 9 in the next match  (1 to big_blind)"), "{}", ran.out);
    desk.parlour(&["play", "holdem", "--set", "small_blind=9"]).refuses(&format!("parlour: {}", refusal.trim_end()));
}

#[test]
fn seats_for_which_nobody_is_named_are_filled() {
    let desk = Desk::new();
    let ran = desk.parlour(&["play", "hearts", "--seats", "human,random", "--seed", "3"]);
    assert!(
        ran.out.starts_with("Hearts: north is human, east is random, south is ducker, west is ducker."),
        "{}",
        ran.out
    );
    let ran = desk.parlour(&["trace", "hearts", "--seats", "ducker", "--seed", "3"]);
    assert!(ran.out.contains(r#""robots":["ducker","random","random","random"]"#), "{}", ran.out);
    // A level is replaced by a robot, which the save names.
    let ran = desk.parlour(&["play", "hearts", "--seats", "human,easy,medium,hard", "--seed", "3"]);
    assert!(
        ran.out.starts_with("Hearts: north is human, east is greenhorn, south is ducker(slips=0.08), west is\nducker."),
        "{}",
        ran.out
    );
}

#[test]
fn what_can_not_begin_is_refused_with_one_message() {
    let desk = Desk::new();
    desk.put("moves", "advance 3\nadvance 9\n");
    desk.put("scene.toml", "game = \"en-garde\"\n[vars]\n\"position.left\" = 99\n");
    for (arguments, line) in [
        (&["play", "enguarde"][..], "parlour: there is no game `enguarde` (did you mean `en-garde`?)"),
        (&["play", "en-garde", "--seats", "a,b,c"], "parlour: En Garde can't be played by 3 (expected 2 seats)"),
        (&["play", "en-garde", "--variant", "x"], "parlour: En Garde has no variant `x` (known here: basic, standard)"),
        (
            &["play", "en-garde", "--set", "hand_siz=3"],
            "parlour: En Garde has no option `hand_siz` (did you mean `hand_size`?)",
        ),
        (
            &["play", "en-garde", "--scenario", "none.toml"],
            "parlour: none.toml: No such file or directory (os error 2)",
        ),
        (&["play", "en-garde", "--resume"], "parlour: --resume: there is no match of en-garde that could go on"),
        (&["replay", "nothing"], "parlour: there is no file and no saved match `nothing`"),
    ] {
        desk.parlour(arguments).refuses(line);
    }
    let ran = desk.parlour(&["trace", "en-garde", "--seed", "5", "--script", "moves"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("parlour: moves:2: `advance 9`: "), "{}", ran.err);
    desk.put("rolls", "roll\n# the match is over by now\nroll\n");
    desk.put("last.toml", "game = \"treasure-hunt\"\n[vars]\n\"square.P\" = 24\n[chance]\ndie = [1]\n");
    for command in ["trace", "play"] {
        let ran = desk.parlour(&[command, "treasure-hunt", "--scenario", "last.toml", "--script", "rolls"]);
        assert_eq!(ran.status, 2);
        assert!(ran.err.ends_with("parlour: rolls:3: `roll`: the match is over\n"), "{}", ran.err);
        assert!(ran.out.contains("P finds the treasure and wins"), "{}", ran.out);
    }
    let ran = desk.parlour(&["play", "en-garde", "--scenario", "scene.toml"]);
    assert_eq!((ran.status, ran.err.lines().count()), (2, 3));
    assert!(ran.err.starts_with("parlour: scene.toml:3:"), "{}", ran.err);
    assert!(ran.err.ends_with("  3 | \"position.left\" = 99\n    |                   ^\n"), "{}", ran.err);
}

#[test]
fn a_position_is_drawn_once_by_the_action_that_changed_it() {
    let desk = Desk::new();
    let drawn = |lines: &str| {
        let ran = desk.play(&["tic-tac-toe", "--seed", "4", "--seats", "human,human"], lines);
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.out.matches("\n     a  b  c").count()
    };
    let first = drawn("");
    assert_eq!(first, 1);
    for (lines, more) in [
        ("b2\n", 1),
        ("speed 0\nwatch 1\n", 1),
        ("speed 0\nwatch 3\n", 3),
        ("auto 3\n", 1),
        ("b2\nundo\n", 2),
        ("b2\nundo\nredo\n", 3),
        // Commands without effect draw nothing.
        ("fly\nmoves\nb9\nundo\nseats\n", 0),
        // A change of players doesn't change the picture for those who stay.
        ("seat o random\n", 0),
        ("show\n", 1),
        ("reload\n", 1),
    ] {
        assert_eq!(drawn(lines), first + more, "{lines:?}");
    }
}

#[test]
fn help_of_a_command_comes_from_its_entry_under_any_of_its_names() {
    let desk = Desk::new();
    let ran = desk.play(&["en-garde", "--seed", "5"], "help q\nhelp quit\nhelp :hint\n? save\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.matches("\n  quit  leaves; `q` for short").count(), 2, "{}", ran.out);
    assert!(ran.out.contains(
        "\n  hint [-v] [ROBOT]  what a robot would do in your place; `ok` does it\nThe best robot of the game is asked"
    ));
    assert!(ran.out.contains("\n  save [FILE]  saves the match, under a name or in a file\nA name alone is a match"));
}

#[test]
fn words_that_people_try_first_are_answered() {
    let desk = Desk::new();
    let lines = "help talisman\nhelp sandstorm\nrules sandstorms\nhow to play\nhist\nh\nplay --help\nhelp sandstrm\nok\nhint\nok\nmov\nquit\n";
    let ran = desk.play(&["archaeology", "--seed", "3"], lines);
    let refusals = [
        "`h` can be the command `help` or `how` or `hand` or `hint` or `history`",
        "there is no help about `sandstrm`: did you mean `sandstorm`?",
        "`ok` does what `hint` says: ask for a hint first",
    ];
    assert_eq!(ran.err.lines().collect::<Vec<_>>(), refusals);
    for told in [
        "`guide` explains the game, `help` lists what can be typed",
        "talisman: trade 3, sets 3 7 14 24 40.",
        "A sandstorm blows half of every hand",
        "Nothing was done yet.",
        "  play [GAME ...]  begins a match",
        "curator (hard) would choose dig",
        "\ndig\nYou dig up a parchment scrap.\n",
        "\n  sell 2 coins\n",
        "The match is kept as `archaeology-3`: ",
    ] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
    let ran = desk.session(&[], "help zombie\nload arch\nquit\n");
    assert!(ran.err.is_empty() && ran.out.contains("From the guide of advance."), "{ran:?}");
    assert!(ran.out.contains("A match waits: `load archaeology-3` goes on with it, after 1 action."), "{ran:?}");
    let cards = ["final-card-down", "--seed", "11", "--seats", "human,human"];
    let ran = desk.play(&cards, "play clubs green\nwhy play A\nplay --help\n");
    assert!(ran.err.is_empty() && ran.out.contains("You play 0 green clubs."), "{ran:?}");
    assert!(ran.out.contains("`play A yellow spades` is not allowed: "), "{ran:?}");
}
