//! Beginning a match during another one, and returning to one by name.

use crate::desk::Desk;

const CARDS: [&str; 5] = ["final-card-down", "--seed", "11", "--seats", "human,human"];

#[test]
fn a_bare_play_is_the_action_of_a_game_that_has_one() {
    let desk = Desk::new();
    let ran = desk.play(&CARDS, "play\nplay advanc\nhistory\n");
    let slips: Vec<&str> = ran.err.lines().collect();
    assert!(slips[0].starts_with("a card is missing: ") && slips[0].ends_with("the form is `play CARD [as COLOUR]`"));
    assert!(slips[1].starts_with("there is no card `advanc`"), "{}", ran.err);
    assert!(desk.play(&CARDS, "help play\n").out.contains("\n  :play [GAME ...]  begins a match"));
    assert!(ran.out.ends_with("Nothing was done yet.\n") && ran.out.matches("Seed").count() == 1, "{}", ran.out);
    let ran = desk.play(&CARDS, ":play\nplay advance\nplay final --seed 11\nplay adv --seed 1\n");
    assert_eq!((ran.err.as_str(), ran.out.matches("Seed").count()), ("", 4), "{}", ran.out);
    assert!(desk.play(&["en-garde"], "play\n").out.matches("En Garde, ").count() == 2);
}

#[test]
fn a_match_that_is_left_for_another_can_be_got_back() {
    let desk = Desk::new();
    let kept = "Your previous match is saved: `load final-card-down-11` goes on with it.";
    let ran =
        desk.play(&CARDS, "draw\nplay tic-tac-toe\nload final-card-down-11\nhistory\nplay en-garde\nplay advance\n");
    assert_eq!((ran.err.as_str(), ran.out.matches(kept).count()), ("", 2), "{}", ran.out);
    assert!(ran.out.contains("1  a: draw"), "{}", ran.out);
    // A match without actions, or a finished one, isn't lost.
    assert_eq!(ran.out.matches("Your previous match").count(), 2);
    let over = desk.play(&["tic-tac-toe", "--seats", "random,random"], "auto\nplay advance\n");
    assert!(!over.out.contains("Your previous match"), "{}", over.out);
}

#[test]
fn an_autosave_is_loaded_by_the_name_that_is_listed() {
    let desk = Desk::new();
    desk.play(&CARDS, "draw\n");
    desk.play(&["tic-tac-toe", "--seed", "3", "--seats", "random,random"], "auto\n");
    let listed = desk.session(&[], "saves\n").out;
    for name in ["final-card-down-11", "tic-tac-toe-3"] {
        assert!(listed.contains(&format!("\n{name}\n")), "{listed}");
        for name in [name, &format!("{name}.json"), &format!("\"{name}\"")] {
            let ran = desk.session(&[], &format!("load {name}\nhistory\n"));
            assert!(ran.err.is_empty() && ran.out.contains("\n1  "), "{name}: {ran:?}");
        }
        assert_eq!(desk.parlour(&["replay", name]).status, 0);
    }
    // No other match can be saved under the name of an autosave.
    let ran = desk.play(&["en-garde", "--seed", "2"], "save tic-tac-toe-3\n");
    assert!(ran.err.contains("choose another"), "{ran:?}");
    assert!(desk.session(&[], "load tic-tac-toe-3\n").out.contains("Tic-tac-toe"));
}

#[test]
fn the_number_of_players_is_an_option_like_others() {
    let desk = Desk::new();
    let ran = desk.play(&CARDS, "set players 4\nset\nset players 99\nset player 3\n:play\nseats\n");
    assert!(ran.out.contains("players will be 4 in the next match: `:play` begins it."), "{}", ran.out);
    assert!(ran.out.contains("  players = 2, 4 in the next match  (2 to 10)"), "{}", ran.out);
    assert!(ran.out.contains("  c: first-fit") && ran.out.contains("  d: first-fit"), "{}", ran.out);
    let slips = [
        "`players` can't be `99`; expected a whole number from 2 to 10",
        "there is no option `player`; did you mean `players`?",
    ];
    assert_eq!(ran.err.lines().collect::<Vec<_>>(), slips);
    // Named seats determine their number.
    let ran = desk.play(&CARDS, "set players 4\nplay final-card-down --seats human,random,random\nseats\n");
    assert!(ran.err.is_empty() && ran.out.contains("  c: random") && !ran.out.contains("  d: "), "{ran:?}");
    let ran = desk.play(&["en-garde"], "set players 2\nset\n");
    assert!(ran.err.starts_with("there is no option `players`") && !ran.out.contains("players ="), "{ran:?}");
}

/// A folder of rules with tic-tac-toe, changed.
fn changed(desk: &Desk, from: &str, to: &str) {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tic-tac-toe");
    std::fs::create_dir_all(desk.path("rules/tic-tac-toe")).unwrap();
    let text = std::fs::read_to_string(format!("{pack}/game.toml")).unwrap();
    assert!(text.contains(from), "{text}");
    desk.put("rules/tic-tac-toe/game.toml", text.replace(from, to));
}

#[test]
fn a_reload_says_first_what_is_wrong_with_a_pack() {
    let desk = Desk::new();
    changed(&desk, "width = 3", "width = \"w\"");
    let fault = "\
tic-tac-toe has a fault:
rules/tic-tac-toe/game.toml:12:9: unknown-option: there is no option `w` that holds a whole number
  12 | width = \"w\"
     |         ^
  help: none is known here
";
    let ran = desk.session(&[], "reload\n");
    assert_eq!(ran.err, fault);
    assert!(ran.out.ends_with("The other packs and the robots were read again.\n"), "{}", ran.out);
    let ran = desk.play(&["connect-four", "--seats", "human,human"], "reload\n4\n");
    assert!(
        ran.err == fault && ran.out.contains("The other packs and the robots were read again, and the match goes on.")
    );
}

#[test]
fn a_match_goes_on_by_the_old_rules_where_the_new_ones_are_broken() {
    let desk = Desk::new();
    changed(&desk, "width = 3", "width = 3");
    let mut session = desk.open(&["play", "tic-tac-toe", "--seats", "human,human"]);
    session.until("x to act");
    changed(&desk, "width = 3", "width = \"w\"");
    session.types("reload");
    session.until("The match goes on by the rules as they were.");
    session.types("b2");
    session.until("You mark b2.");
}

#[test]
fn a_match_that_would_have_gone_another_way_goes_on_by_the_old_rules() {
    let desk = Desk::new();
    changed(&desk, "width = 3", "width = 3");
    let mut session = desk.open(&["play", "tic-tac-toe", "--seats", "human,human"]);
    session.until("x to act");
    session.types("b2");
    session.until("o to act");
    // Nothing has changed.
    session.types("reload");
    session.until("Packs and robots were read again, and the match goes on.");
    changed(&desk, "width = 3", "width = 4");
    session.types("reload");
    session.until("Packs and robots were read again. By the new rules it would have begun otherwise");
    session.until("(main), so the match goes on by the old ones.");
    session.types("reload again");
    session.until("Packs and robots were read again, and the match goes on.");
    session.types("d1");
    session.until("You mark d1.");
}

#[test]
fn a_reload_gives_no_action_to_another_seat() {
    let desk = Desk::new();
    assert_eq!(desk.parlour(&["new", "game", "mine"]).status, 0);
    let mut session = desk.open(&["play", "mine", "--seats", "human,human", "--seed", "3"]);
    session.until("a to act");
    session.types("take");
    session.types("stop");
    session.until("You stop");
    let rules = desk.read("rules/mine/rules.lua");
    let setup = "\tsetup = function()\n\t\tturn.draw(1)\n";
    assert!(rules.contains(setup), "{rules}");
    desk.put("rules/mine/rules.lua", rules.replace(setup, &setup.replace("(1)", "(2)")));
    for line in ["reload", "reload again"] {
        session.types(line);
        session.until("(action 1, `take`, was a's and would be b's), so it goes on by the old ones");
    }
    let refused = "`reload now` can't be read; expected `reload` or `reload again`\n";
    assert_eq!(desk.session(&[], "reload now\n").err, refused);
}

#[test]
fn a_default_robot_that_is_not_there_is_told() {
    let desk = Desk::new();
    changed(&desk, "oracle", "oracel");
    let ran = desk.play(&["tic-tac-toe"], "seats\n");
    let message = "tic-tac-toe has no robot `oracel`, which its `[seats]` name (did you mean `oracle`?); \
                   `thinker` plays instead\n";
    assert_eq!(ran.err, message);
    assert!(ran.out.contains("  o: thinker\n"), "{}", ran.out);
    assert_eq!(desk.play(&["tic-tac-toe", "--seats", "human,oracle"], "").err, "");
}

#[test]
fn a_refusal_says_once_what_is_refused() {
    let desk = Desk::new();
    desk.put("moves", "drop 4\ndrop 9\n");
    let ran = desk.parlour(&["trace", "connect-four", "--script", "moves"]);
    assert_eq!(ran.err, "parlour: moves:2: `drop 9` is not allowed: there is no column 9\n");
}
