//! Beginning a match while another runs, and getting back to one by its name.

use crate::desk::Desk;

const CARDS: [&str; 5] = ["final-card-down", "--seed", "11", "--seats", "human,human"];

#[test]
fn a_bare_play_is_the_action_of_a_game_that_has_one() {
    let desk = Desk::new();
    let ran = desk.play(&CARDS, "play\nplay advanc\nhistory\n");
    let slips: Vec<&str> = ran.err.lines().collect();
    assert!(slips[0].starts_with("a card is missing: ") && slips[0].ends_with("the form is `play CARD [as COLOUR]`"));
    assert!(slips[1].starts_with("there is no card `advanc`"), "{}", ran.err);
    assert!(ran.out.ends_with("Nothing was done yet.\n") && ran.out.matches("Seed").count() == 1, "{}", ran.out);
    let ran = desk.play(&CARDS, ":play\nplay advance\n");
    assert_eq!((ran.err.as_str(), ran.out.matches("Seed").count()), ("", 3), "{}", ran.out);
    assert!(desk.play(&["en-garde"], "play\n").out.matches("Seed").count() == 2);
}

#[test]
fn a_match_that_is_left_for_another_can_be_got_back() {
    let desk = Desk::new();
    let kept = "The match before is kept: `load final-card-down-11` goes on with it.";
    let ran =
        desk.play(&CARDS, "draw\nplay tic-tac-toe\nload final-card-down-11\nhistory\nplay en-garde\nplay advance\n");
    assert_eq!((ran.err.as_str(), ran.out.matches(kept).count()), ("", 2), "{}", ran.out);
    assert!(ran.out.contains("1  a: draw"), "{}", ran.out);
    // Where nothing was done, or all is done, nothing is lost.
    assert_eq!(ran.out.matches("The match before").count(), 2);
    let over = desk.play(&["tic-tac-toe", "--seats", "random,random"], "auto\nplay advance\n");
    assert!(!over.out.contains("The match before"), "{}", over.out);
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
    // A name that a person has given goes before that of an autosave.
    desk.play(&["en-garde", "--seed", "2"], "save tic-tac-toe-3\n");
    assert!(desk.session(&[], "load tic-tac-toe-3\n").out.contains("En Garde"));
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
    // Seats that are named say how many there are.
    let ran = desk.play(&CARDS, "set players 4\nplay final-card-down --seats human,random,random\nseats\n");
    assert!(ran.err.is_empty() && ran.out.contains("  c: random") && !ran.out.contains("  d: "), "{ran:?}");
    let ran = desk.play(&["en-garde"], "set players 2\nset\n");
    assert!(ran.err.starts_with("there is no option `players`") && !ran.out.contains("players ="), "{ran:?}");
}
