//! An evening at a keyboard: the lobby, levels, hints, and the commands after the end.

use std::path::Path;
use std::time::Duration;

use crate::desk::Desk;
use crate::keyboard::Keyboard;

/// A text without terminal escape codes.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, code)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = code.trim_start_matches(|c: char| c == '[' || c == '?' || c == ';' || c.is_ascii_digit());
        rest = rest.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.replace('\r', "").lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Compares the screen with the snapshot in `screens/`.
fn keep(name: &str, shown: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/screens").join(name);
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::write(&file, shown).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    assert_eq!(kept, shown, "if that is meant, write {} anew with PARLOUR_BLESS=1", file.display());
}

fn is_narrow(shown: &str) -> bool {
    shown.lines().all(|line| line.chars().count() <= 80)
}

/// The last line of the menu.
const MENU: &str = "Esc leads to the plain prompt";

#[test]
fn the_lobby_is_a_menu_with_a_line_for_each_game_by_families() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &[], 80, 24);
    let shown = bare(&session.wait_for(MENU));
    assert!(is_narrow(&shown) && shown.lines().count() <= 24, "{shown}");
    keep("lobby.txt", &shown);
    // Down, up, down, Enter: the second game.
    session.press("\u{1b}[B");
    session.press("\u{1b}[A");
    session.press("\u{1b}[B");
    session.press("\r");
    session.wait_for("How strong should your opponents be?");
    session.press("\u{1b}");
    session.wait_for("parlour> ");
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn the_unfinished_match_is_on_top_of_the_menu_and_letters_find_games_and_commands() {
    let desk = Desk::new();
    desk.play(&["tic-tac-toe", "--seed", "5", "--seats", "human,human"], "b2\n");
    let mut session = Keyboard::new(&desk, &[], 80, 24);
    let shown = bare(&session.wait_for(MENU));
    let first = shown.lines().find(|line| line.starts_with("> Go on")).unwrap();
    assert!(first.contains("tic-tac-toe-5") && first.contains("after 1 action"), "{shown}");
    session.press("\r");
    session.wait_for("o> ");
    session.enter("lobby");
    session.wait_for(MENU);
    // Letters filter names and titles by prefix: the third row is a command, and doesn't match.
    session.enter("connect-four --seats human,human");
    session.wait_for("red> ");
    session.enter("lobby");
    session.wait_for(MENU);
    session.enter("saves");
    session.wait_for("`load NAME` goes on with one");
    session.wait_for("parlour> ");
    session.enter("");
    session.wait_for(MENU);
    session.press("hex");
    session.press("\r");
    session.wait_for("How strong should your opponents be?");
    session.press("\r");
    session.wait_for("red is human, blue is ");
    session.wait_for("red> ");
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn the_level_of_the_others_is_asked_for_by_a_key() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "chess", "--seed", "1"], 80, 24);
    let mut shown = bare(&session.wait_for("[medium] "));
    session.press("xh");
    shown += &bare(&session.wait_for("white> ")).replace("\nwhite>", "");
    assert!(is_narrow(&shown), "{shown}");
    // The position below is irrelevant here.
    let asked = shown.split_once("\n\n").map_or(shown.as_str(), |(asked, _)| asked);
    // A terminal echoes a key pressed before it is read.
    let asked =
        ["\nxhhard", "\nxhard", "\nhhard"].iter().fold(asked.to_owned(), |asked, echo| asked.replace(echo, "\nhard"));
    keep("level.txt", &format!("{asked}\n"));
    assert!(shown.contains("black is regent@"), "{shown}");
    // The level lasts for the session; a match with all seats named, such as a rematch, doesn't ask for it.
    session.enter("play chess");
    session.wait_for("[hard] ");
    session.press("\r");
    session.wait_for("white> ");
    session.enter("play chess --level easy");
    session.wait_for("black is squabbler");
    session.enter("again");
    session.wait_for("black is squabbler");
    session.quit();
    assert_eq!(session.status(), Some(0));
    for arguments in [&["play", "chess", "--seats", "human,human"][..], &["play", "treasure-hunt"]] {
        let mut session = Keyboard::new(&desk, arguments, 80, 24);
        let shown = session.wait_for("> ");
        assert!(!shown.contains("How well"), "{shown}");
        session.quit();
    }
}

#[test]
fn seats_for_which_nobody_is_named_get_robots_of_the_level() {
    let desk = Desk::new();
    for (arguments, seats) in [
        (&["chess", "--level", "easy"][..], "white is human, black is squabbler."),
        (&["chess", "--seats", "human", "--level", "hard"], "white is human, black is regent@20000."),
        (&["hearts", "--seats", "human,random", "--level", "hard"], "east is random, south is "),
        (&["chess"], "white is human, black is regent."),
        (&["chess", "--seats", "easy,human"], "white is squabbler, black is human."),
    ] {
        let ran = desk.play(arguments, "quit\n");
        assert!(ran.out.contains(seats), "{arguments:?}: {}", ran.out);
    }
    let hearts = desk.parlour(&["games", "hearts", "--json"]).json()["games"][0].clone();
    let hard = hearts["levels"]["hard"].as_str().unwrap();
    let ran = desk.play(&["hearts", "--seats", "human,random", "--level", "hard"], "quit\n");
    assert!(ran.out.contains(&format!("south is {hard}, west is {hard}.")), "{}", ran.out);
    desk.parlour(&["play", "chess", "--level", "fair"]).refuses("parlour: --level fair: expected easy, medium, hard");
}

#[test]
fn every_game_has_levels_and_a_family() {
    let desk = Desk::new();
    let games = desk.parlour(&["games", "--json"]).json();
    let games = games["games"].as_array().unwrap();
    let packs = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/rules")).unwrap();
    assert_eq!(games.len(), packs.filter(|entry| entry.as_ref().unwrap().path().join("game.toml").exists()).count());
    for game in games {
        let levels = game["levels"].as_object().unwrap();
        assert!(["easy", "medium", "hard"].iter().all(|level| levels[*level].is_string()), "{game}");
        assert!(game["family"].as_str().is_some_and(|family| family != "others"), "{game}");
    }
    let listed = desk.parlour(&["games"]).out;
    assert_eq!(listed.lines().filter(|line| line.starts_with("  ")).count(), games.len(), "{listed}");
    assert!(listed.contains("\nCards\n") && listed.contains("\nChess\n"), "{listed}");
    // A pack that declares no levels has them as well.
    desk.parlour(&["new", "game", "mine"]);
    let mine = desk.parlour(&["games", "mine", "--json"]).json()["games"][0].clone();
    assert_eq!(mine["levels"]["easy"], "thinker@30", "{mine}");
    assert_ne!(mine["levels"]["medium"], mine["levels"]["hard"], "{mine}");
}

#[test]
fn levels_name_robots_that_are_there_and_take_what_they_are_given() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "mine"]);
    let table = desk.read("rules/mine/game.toml");
    for (levels, fault) in [
        ("hard = \"regnt\"", "there is no robot `regnt` of this game"),
        ("hard = \"thinker(depth=3)@20\"", "the robot `thinker` has no parameter `depth`"),
        ("hard = \"thinker@fast\"", "should say after `@` how much the robot may think"),
        ("harder = \"thinker\"", "harder"),
    ] {
        desk.put("rules/mine/game.toml", format!("{table}\n[levels]\n{levels}\n"));
        let ran = desk.parlour(&["check", "mine"]);
        assert_eq!(ran.status, 1, "{levels}: {ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains(fault) && said.contains("game.toml:"), "{levels}: {said}");
    }
}

#[test]
fn a_name_alone_begins_a_game() {
    let desk = Desk::new();
    let ran = desk.session(&[], "ches --seats human,human --seed 1\nquit\n");
    assert!(ran.err.is_empty() && ran.out.contains("Chess: white is human, black is human."), "{ran:?}");
    for arguments in [&["ches", "--seats", "human,human"][..], &["chess"], &["--plain", "che", "--level", "easy"]] {
        let ran = desk.session(arguments, "quit\n");
        assert!((ran.status, ran.err.as_str()) == (0, "") && ran.out.starts_with("Chess: "), "{arguments:?}: {ran:?}");
    }
    let ran = desk.session(&[], "hol\nquit\nhe\nche\nchss\ngo\n");
    assert!(ran.err.is_empty() && ran.out.contains("Texas Hold'em"), "{ran:?}");
    let ran = desk.session(&[], "he\nche\nchss\nnonsense\n:chess\n");
    let refusals = [
        "`he` can be the game `hearts` or `hex`, or the command `help`",
        "`che` can be the game `chess`, or the command `check`",
        "there is no game or command `chss`; did you mean `chess`?",
        "there is no game or command `nonsense`: `games` and `help` list them",
        "there is no command `chess`; did you mean `check`?",
    ];
    assert_eq!(ran.err.lines().collect::<Vec<_>>(), refusals);
    desk.parlour(&["he"]).refuses("parlour: `he` can be the game `hearts` or `hex`");
    desk.parlour(&["chss"]).refuses("parlour: there is no game or command `chss`; did you mean `chess`?");
    let told = "parlour: there is no game or command `chek`; did you mean `chess`, or the command `check`?";
    desk.parlour(&["chek"]).refuses(told);
    desk.parlour(&["chess", "--seet", "1"]).refuses("parlour: there is no option `--seet`; did you mean `--set`?");
}

#[test]
fn what_hint_shows_and_what_ok_does_is_one_thing() {
    let desk = Desk::new();
    for (game, robot) in [("archaeology", "curator"), ("en-garde", "maestro"), ("chess", "regent")] {
        let ran = desk.play(&[game, "--seats", "human,random", "--seed", "3"], "hint\nhint -v\nok\nquit\n");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
        let begin = format!("{robot} (hard) would choose ");
        let hints: Vec<&str> = ran.out.split(&begin).skip(1).collect();
        let [first, second] = hints[..] else { panic!("{game}: {}", ran.out) };
        let action = |hint: &str| hint.split([':', '\n']).next().unwrap().trim_end_matches('.').to_owned();
        assert_eq!(action(first), action(second), "{game}: {}", ran.out);
        // The table of -v precedes the conclusion.
        assert!(first.contains(" then\n") != first.contains("has no search of single actions"), "{game}: {}", ran.out);
        let done = second.lines().find(|line| **line == action(second));
        assert!(done.is_some(), "{game}: {}", ran.out);
    }
    let hearts = ["hearts", "--seats", "human,random,random,random", "--seed", "3"];
    let ran = desk.play(&hearts, "hint -v ducker\nhint -v thinker@50\nhint easy\nquit\n");
    assert!(
        ran.out.contains("ducker has no search of single actions to show; `hint -v thinker` shows one."),
        "{}",
        ran.out
    );
    assert!(ran.out.contains(" then\n") && ran.out.contains("(easy) would choose "), "{}", ran.out);
}

#[test]
fn while_a_robot_thinks_it_is_said_who_and_keys_are_kept_for_the_next_line() {
    let desk = Desk::new();
    let arguments = ["play", "chess", "--seats", "human,regent@1500ms", "--seed", "1"];
    let mut session = Keyboard::new(&desk, &arguments, 80, 24);
    session.wait_for("white> ");
    session.enter("e2-e4");
    session.wait_for("black (regent@1500ms) thinks ...");
    session.press("history\r");
    let thinking = session.wait_for("\u{1b}[2K");
    assert!(!thinking.contains("history"), "{thinking}");
    session.wait_for("1  1. e4");
    session.wait_for("white> ");
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn after_the_end_it_is_said_what_can_be_done_and_that_works() {
    let desk = Desk::new();
    let arguments = ["play", "tic-tac-toe", "--seats", "human,random", "--seed", "5"];
    let mut session = Keyboard::new(&desk, &arguments, 80, 24);
    session.wait_for("x> ");
    session.enter("auto");
    let shown = bare(&session.wait_for("(over)> "));
    let end = &shown[shown.find("The match is over").unwrap()..];
    assert!(
        is_narrow(end) && end.contains("Next: `review`, `again`, `again o` on another seat, or the `lobby`."),
        "{end}"
    );
    keep("end.txt", end);
    session.enter("review");
    session.wait_for("decisions were the best");
    session.wait_for("(over)> ");
    session.enter("again o hard");
    session.wait_for("x is oracle, o is human.");
    session.wait_for("o> ");
    session.enter("again");
    session.wait_for("x is oracle, o is human.");
    session.wait_for("o> ");
    session.enter("lobby");
    session.wait_for(MENU);
    std::thread::sleep(Duration::from_millis(50));
    session.press("\u{1b}");
    session.wait_for("parlour> ");
    session.enter("again");
    session.wait_for("`again` needs a match");
    session.quit();
    assert_eq!(session.status(), Some(0));
    let ran = desk.play(&["chess", "--seats", "human,human"], "again white\nagain best\nquit\n");
    let refusals = [
        "again white: 2 people play; `play` with `--seats` says who sits where",
        "again best: expected a seat (white, black) or a level (easy, medium, hard)",
    ];
    assert_eq!(ran.err.lines().collect::<Vec<_>>(), refusals);
}

#[test]
fn an_arena_plays_each_level_against_the_one_below() {
    let desk = Desk::new();
    let levels = ["arena", "tic-tac-toe", "--levels", "--games", "20", "--seed", "1", "--jobs", "1"];
    let ran = desk.parlour(&levels);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let rows: Vec<Vec<&str>> =
        ran.out.lines().map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert_eq!(rows[0], ["game", "level", "robot", "ms", "against the one below", "95%"]);
    let named: Vec<&[&str]> = rows[2..].iter().map(|row| &row[..3]).collect();
    let expected = [("easy", "optimist"), ("medium", "sentry"), ("hard", "oracle")];
    assert_eq!(named, expected.map(|(level, robot)| ["tic-tac-toe", level, robot]));
    assert!(rows[2][4].is_empty() && rows[3][4].ends_with('%') && rows[4][5].contains('-'), "{}", ran.out);
    // A game without choices has nothing to measure, and levels are replaced by robots in lists.
    let ran = desk.parlour(&["arena", "treasure-hunt", "--levels", "--games", "4", "--seed", "1"]);
    assert_eq!(ran.out.lines().count(), 5, "{}", ran.out);
    let ran = desk.parlour(&["arena", "tic-tac-toe", "--seats", "hard,easy", "--games", "4", "--seed", "1", "--json"]);
    let ran = ran.json();
    let names = ran["robots"].as_array().unwrap().iter().map(|robot| robot["name"].as_str().unwrap());
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["oracle", "optimist"]);
}
