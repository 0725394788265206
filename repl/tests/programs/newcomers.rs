//! First steps of a newcomer: finding a game, leaving it, and the results.

use crate::desk::Desk;
use crate::keyboard::Keyboard;

/// A match in progress is left only by a whole word, or `q`, and after a confirmation.
#[test]
fn leaving_a_match_is_asked_about() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "tic-tac-toe", "--seats", "human,human"], 80, 24);
    session.wait_for("x> ");
    for (beginning, told) in
        [("e", "there is no action `e`"), ("exi", "did you mean `exit`?"), ("qui", "did you mean `quit`?")]
    {
        session.enter(beginning);
        session.wait_for(told);
        session.wait_for("x> ");
    }
    session.enter("b2");
    session.wait_for("o> ");
    for leaving in ["q", "exit", "quit"] {
        session.enter(leaving);
        session.wait_for("Leave the match? [y/N] ");
        session.enter("n");
        session.wait_for("o> ");
    }
    session.enter("quit");
    session.wait_for("Leave the match? [y/N] ");
    session.enter("y");
    assert_eq!(session.status(), Some(0));
}

#[test]
fn games_are_found_by_titles_and_synonyms_in_every_command() {
    let desk = Desk::new();
    let game = |words: &[&str]| {
        let ran = desk.parlour(&[&["games", "--json"], words].concat()).json();
        ran["games"][0]["game"].as_str().unwrap().to_owned()
    };
    assert_eq!(game(&["en", "garde"]), "en-garde");
    assert_eq!(game(&["Final", "Card", "Down"]), "final-card-down");
    assert_eq!(game(&["Nine Men's Morris"]), "nine-mens-morris");
    assert_eq!(game(&["poker"]), "holdem");
    assert_eq!(game(&["texas", "hold'em"]), "holdem");
    assert_eq!(game(&["checkers"]), "draughts");
    assert_eq!(game(&["reversi"]), "othello");
    assert_eq!(game(&["uno"]), "final-card-down");
    for arguments in [
        &["guide", "en", "garde"][..],
        &["robots", "reversi"],
        &["trace", "noughts", "and", "crosses", "--games", "1", "--seed", "1"],
        &["play", "en", "garde", "--seats", "random,random", "--seed", "1"],
        &["en", "garde", "--seats", "random,random", "--seed", "1"],
        &["legal", "checkers"],
        &["new", "robot", "Tic-Tac-Toe/mine"],
    ] {
        let ran = desk.parlour(arguments);
        assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
    }
    let told = "parlour: there is no game or command `chek`; did you mean `chess`, or the command `check`?";
    desk.parlour(&["chek"]).refuses(told);
}

/// Every game has a synonym besides its title.
#[test]
fn every_game_has_synonyms() {
    let desk = Desk::new();
    let games = desk.parlour(&["games", "--json"]).json();
    for game in games["games"].as_array().unwrap() {
        assert!(game["synonyms"].as_array().is_some_and(|synonyms| !synonyms.is_empty()), "{game}");
    }
}

#[test]
fn a_synonym_that_two_packs_have_is_a_fault() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "marbles"]);
    let tables = desk.read("rules/marbles/game.toml");
    let with = |synonyms: &str| tables.replacen("[game]\n", &format!("[game]\nsynonyms = {synonyms}\n"), 1);
    desk.put("rules/marbles/game.toml", with("[\"alleys\"]"));
    assert_eq!(desk.parlour(&["check", "alleys"]).status, 0);
    desk.put("rules/marbles/game.toml", with("[\"Checkers\"]"));
    let ran = desk.parlour(&["check", "marbles"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("`Checkers` is what `draughts` is called as well"), "{}", ran.out);
    desk.put("rules/marbles/game.toml", with("[\"alleys\", \"ALLEYS\", \"marbles\", \"--\"]"));
    let ran = desk.parlour(&["check", "marbles"]);
    for told in [
        "the synonym `ALLEYS` stands twice",
        "the game is called `marbles` already",
        "`--` can't be a name of the game",
    ] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
}

#[test]
fn wins_and_losses_are_told_by_game_and_level() {
    let desk = Desk::new();
    let record = |desk: &Desk| desk.parlour(&["saves", "--record", "--json"]).json()["record"].clone();
    assert_eq!(record(&desk), serde_json::json!([]));
    // The person wins the first match, and the second is unfinished.
    desk.play(&["tic-tac-toe", "--seats", "human,optimist", "--seed", "1"], &"hint oracle\nok\n".repeat(9));
    desk.play(&["tic-tac-toe", "--seats", "human,oracle", "--seed", "1"], "b2\n");
    desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "1"], "b2\na1\na2\na3\nc2\n");
    let told = record(&desk);
    let [only] = told.as_array().unwrap().as_slice() else { panic!("{told}") };
    assert_eq!((&only["game"], &only["level"], &only["played"]), (&"tic-tac-toe".into(), &"easy".into(), &1.into()));
    assert_eq!(only["wins"].as_u64().unwrap() + only["draws"].as_u64().unwrap(), 1, "{told}");
    let shown = desk.parlour(&["saves", "--record"]).out;
    assert!(shown.starts_with("game         level  played"), "{shown}");
}

#[test]
fn who_comes_second_of_four_has_not_lost() {
    let desk = Desk::new();
    for seed in ["1", "2", "3", "4"] {
        let ran = desk.play(&["yahtzee", "--seats", "human,random,random,random", "--seed", seed], "auto\n");
        let told = ["You have won.", "You came ", "You share "].iter().any(|told| ran.out.contains(told));
        assert!(told && !ran.out.contains("You have lost."), "{}", ran.out);
    }
    let ran = desk.play(&["tic-tac-toe", "--seats", "human,oracle", "--seed", "1"], "b1\na2\na3\nc1\nc2\nc3\nb2\na1\n");
    assert!(!ran.out.contains("You came"), "{}", ran.out);
}

#[test]
fn a_board_that_was_turned_round_is_not_so_in_the_next_match() {
    let desk = Desk::new();
    let begin = "play chess --seats human,human --seed 1\n";
    let alone = desk.session(&[], begin).out;
    let board: Vec<&str> = alone.lines().skip_while(|line| !line.trim_start().starts_with("8 ")).take(8).collect();
    assert_eq!(board.len(), 8, "{alone}");
    let both = desk.session(&[], &format!("{begin}flip\n{begin}")).out;
    assert_eq!(both.matches(&board.join("\n")).count(), 2, "{both}");
}

#[test]
fn a_long_list_of_actions_is_shown_page_by_page() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "hex", "--seats", "human,human", "--seed", "1"], 80, 8);
    session.wait_for("red> ");
    session.enter("moves");
    session.wait_for("-- more (Space, q) -- ");
    session.press("q");
    session.wait_for("red> ");
    session.quit();
}
