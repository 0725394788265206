//! `parlour new`: what it writes can be checked and played as it is.

use crate::desk::Desk;

#[test]
fn a_new_game_is_sound_and_plays_to_its_end() {
    let desk = Desk::new();
    let made = desk.parlour(&["new", "game", "twenty-one"]);
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    assert!(made.out.contains("`parlour play twenty-one` plays it"), "{}", made.out);
    let checked = desk.parlour(&["check", "twenty-one"]);
    assert_eq!((checked.status, checked.out.as_str()), (0, "ok  twenty-one\n"), "{}", checked.err);
    for seats in ["random,random", "random,random,random,random"] {
        let traced = desk.parlour(&["trace", "twenty-one", "--seats", seats, "--games", "5", "--seed", "1"]);
        assert_eq!((traced.status, traced.err.as_str()), (0, ""));
        assert_eq!(traced.out.matches("\"type\":\"end\"").count(), 5);
    }
    let played = desk.play(&["twenty-one", "--seats", "human,random", "--seed", "2", "--strict"], "take\nstop\n");
    assert_eq!((played.status, played.err.as_str()), (0, ""), "{}", played.out);
}

#[test]
fn a_new_robot_is_sound_and_plays() {
    let desk = Desk::new();
    for game in ["en-garde", "advance", "final-card-down"] {
        let made = desk.parlour(&["new", "robot", &format!("{game}/mine")]);
        assert_eq!((made.status, made.err.as_str()), (0, ""));
        assert!(made.out.contains(&format!("`parlour play {game} --seats human,mine`")), "{}", made.out);
        let checked = desk.parlour(&["check", game]);
        assert_eq!((checked.status, checked.out), (0, format!("ok  {game}\n")), "{}", checked.err);
        let traced = desk.parlour(&["trace", game, "--seats", "mine,random", "--seed", "1"]);
        assert_eq!((traced.status, traced.err.as_str()), (0, ""));
    }
}

#[test]
fn what_is_there_already_is_kept() {
    let desk = Desk::new();
    for (arguments, message) in [
        (["new", "game", "advance"], "there is a game `advance` already\n"),
        (
            ["new", "game", "Two Words"],
            "`Two Words` is no name; expected small letters, digits and dashes, a letter first\n",
        ),
        (["new", "robot", "advance/random"], "`random` is a player of every game already; choose another name\n"),
        (["new", "robot", "advance/human"], "`human` is a player of every game already; choose another name\n"),
        (["new", "robot", "advance"], "`advance`: expected GAME/NAME, as in `en-garde/mine`\n"),
    ] {
        let ran = desk.parlour(&arguments);
        assert_eq!((ran.status, ran.err), (2, format!("parlour: {message}")));
    }
    assert_eq!(desk.parlour(&["new", "robot", "advance/mine"]).status, 0);
    desk.put("ai/robots/advance/mine.lua", "-- Changed.\n");
    let again = desk.parlour(&["new", "robot", "advance/mine"]);
    assert_eq!((again.status, desk.read("ai/robots/advance/mine.lua").as_str()), (2, "-- Changed.\n"));
}
