//! Findings of user trials: misleading messages, slow commands, and silent ones.

use serde_json::Value;

use crate::desk::Desk;

/// A game with a common face-down pile: no seat has private information.
fn desk_with_a_common_pile() -> Desk {
    let desk = Desk::new();
    desk.put(
        "rules/heap/game.toml",
        "[game]\ntitle = \"Heap\"\n[seats]\nmin = 2\nmax = 2\n[[card]]\nname = \"stone\"\ncount = 6\n[zones]\n\
         deck = { kind = \"pile\", seen = \"none\" }\nrow = { kind = \"pile\", seen = \"all\" }\n\
         [setup]\nsource = \"deck\"\ndeal = []\n[phases]\nturn = { actions = [\"take\"] }\n[actions]\ntake = {}\n\
         [endings]\nempty = \"{winner} wins\"\n",
    );
    desk.put(
        "rules/heap/rules.lua",
        "local take = {}\nfunction take.apply(seat)\n\tdeck.to_row()\n\tif deck.size() == 0 then\n\t\tending.empty(seat)\n\
         \telse\n\t\tturn.turn(seats.next(seat))\n\tend\nend\nreturn { actions = { take = take } }\n",
    );
    desk
}

/// A script line that isn't compiled is reported as a note, not as a fault.
#[test]
fn what_stays_in_luau_is_a_note_of_check() {
    let desk = desk_with_a_common_pile();
    let rules = desk.read("rules/heap/rules.lua");
    let slow = rules.replace("\tdeck.to_row()\n", "\tdeck.to_row()\n\tlocal _all = table.pack(seat)\n");
    desk.put("rules/heap/rules.lua", slow);
    let ran = desk.parlour(&["check", "heap"]);
    let note = "    rules/heap/rules.lua:4 stays in Luau: `pack` of the library\n";
    assert_eq!((ran.status, ran.out.as_str()), (0, format!("ok  heap\n{note}").as_str()));
    assert_eq!(desk.parlour(&["-q", "check", "heap"]).out, "ok  heap\n");
    let told = serde_json::json!([{ "file": "rules/heap/rules.lua", "line": 4, "reason": "`pack` of the library" }]);
    assert_eq!(desk.parlour(&["check", "heap", "--json"]).json()["in_luau"], told);
    // If the top level of a file isn't compiled, nothing in it is.
    desk.put("rules/heap/rules.lua", format!("local _n = table.pack(1)\n{rules}"));
    let note =
        "    rules/heap/rules.lua:1 stays in Luau: `pack` of the library; and so does everything else of the scripts\n";
    assert_eq!(desk.parlour(&["check", "heap"]).out, format!("ok  heap\n{note}"));
    // Compiled code that falls back to Luau in play.
    let sparse = "\tdeck.to_row()\n\tlocal seen = {}\n\tseen[deck.size() - 3] = true\n";
    desk.put("rules/heap/rules.lua", rules.replace("\tdeck.to_row()\n", sparse));
    let note = "    rules/heap/rules.lua:5 stays in Luau: a list grows too long, or has a number below 1\n";
    assert_eq!(desk.parlour(&["check", "heap"]).out, format!("ok  heap\n{note}"));
    desk.put("rules/heap/rules.lua", rules);
    assert_eq!(desk.parlour(&["check", "heap"]).out, "ok  heap\n");
}

#[test]
fn the_keyboard_is_not_handed_over_where_only_a_common_pile_is_hidden() {
    let desk = desk_with_a_common_pile();
    let ran = desk.play(&["heap", "--seats", "human,human", "--seed", "1"], "take\ntake\nquit\n");
    assert!(!ran.out.contains("is at the keyboard now"), "{}", ran.out);
    let ran = desk.play(&["goofspiel", "--seats", "human,human", "--seed", "1"], "bid 1\nquit\n");
    assert!(ran.out.contains("is at the keyboard now"), "{}", ran.out);
}

#[test]
fn a_hand_that_its_owner_does_not_see_is_no_missing_hand() {
    let desk = Desk::new();
    let ran = desk.play(&["hanabi", "--seats", "human,random", "--seed", "1"], "hand\nquit\n");
    let told = "You don't see your own cards; `show` tells what is known of them.\nhand.a: 5 cards\n";
    assert!(ran.out.contains(told), "{}", ran.out);
}

#[test]
fn small_words_between_arguments_can_be_left_out() {
    let desk = Desk::new();
    desk.put(
        "eights.toml",
        "game = \"crazy-eights\"\nto_act = \"a\"\n[zones]\n\"hand.a\" = [\"8 clubs\", \"K diamonds\", \"2 spades\"]\n",
    );
    for typed in ["play 8 clubs hearts", "play 8c hearts"] {
        let ran = desk.play(
            &["crazy-eights", "--scenario", "eights.toml", "--seats", "human,human", "--seed", "1"],
            &format!("{typed}\nhistory\nquit\n"),
        );
        assert!(ran.out.contains("play 8 clubs as hearts"), "{typed}: {}", ran.out);
    }
}

/// A card's whole name denotes that card, even if a part of it is ambiguous.
#[test]
fn what_is_written_as_an_action_is_written_is_that_action() {
    let desk = Desk::new();
    let ran = desk.play(&["crazy-eights", "--seats", "human,human,human,human", "--seed", "1"], "play 8 clubs\nquit\n");
    assert!(ran.err.contains("name the suit that comes next"), "{ran:?}");
}

#[test]
fn squares_alone_are_answered_with_the_actions_that_have_them() {
    let desk = Desk::new();
    desk.put(
        "rules/cards/game.toml",
        "[game]\ntitle = \"Cards\"\n[seats]\nnames = [\"a\", \"b\"]\n[[card]]\nname = \"tiger\"\ncount = 2\n\
         [zones]\nhand = { kind = \"bag\", per = \"seat\", seen = \"all\" }\ndeck = { kind = \"pile\", seen = \"all\" }\n\
         [setup]\nsource = \"deck\"\ndeal = [{ to = \"hand\", count = 1 }]\n[boards.main]\nwidth = 4\nheight = 4\n\
         [[boards.main.symbol]]\nname = \"man\"\nglyph = \"M\"\n[phases]\nturn = { actions = [\"move\"] }\n\
         [actions]\nmove = { usage = \"{card:card of hand} {from:square}-{to:empty square}\" }\n\
         [endings]\nover = \"nobody wins\"\n",
    );
    desk.put(
        "rules/cards/rules.lua",
        "local move = {}\nfunction move.allow(_seat, _c, from, _to)\n\treturn from == 15 or \"only from c1\"\nend\n\
         function move.apply(_seat, _c, _from, to)\n\tmain.set(to, main.man)\n\tending.over()\nend\n\
         return { actions = { move = move } }\n",
    );
    let ran = desk.play(&["cards", "--seats", "human,human", "--seed", "1"], "c1d2\nc1 d2\nquit\n");
    assert_eq!(ran.err.matches("can mean `tiger c1-d2`").count(), 2, "{ran:?}");
}

#[test]
fn refusals_are_shown_in_words_where_a_hook_is_asked_by_hand() {
    let desk = Desk::new();
    let ran = desk
        .play(&["en-garde", "--seats", "human,human", "--seed", "1"], "lua rules.actions.attack.allow(1, 1)\nquit\n");
    assert!(ran.out.contains("refusal.") && !ran.out.contains("10995116"), "{}", ran.out);
}

#[test]
fn a_folder_of_rules_that_is_named_is_what_is_checked() {
    let desk = desk_with_a_common_pile();
    let ran = desk.parlour(&["check", "--rules", "rules"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "ok  heap\n"));
    desk.parlour(&["--rules", "rules/heap", "check"])
        .refuses("parlour: --rules: rules/heap is the folder of one game; name the one that it lies in: --rules rules");
    desk.put("empty/README", "");
    desk.parlour(&["check", "--rules", "empty"])
        .refuses("parlour: empty: no pack is in this folder (expected one with a `game.toml`)");
    // Beside the current folder it only takes precedence.
    assert!(desk.parlour(&["check", "heap", "tic-tac-toe"]).out.ends_with("ok  tic-tac-toe\n"));
}

#[test]
fn seats_that_are_not_named_are_filled_everywhere() {
    let desk = Desk::new();
    for command in [
        &["play", "en-garde", "--seats", "human"][..],
        &["trace", "en-garde", "--seats", "random"],
        &["arena", "en-garde", "--seats", "fencer", "--games", "2"],
    ] {
        let ran = desk.session(&[command, &["--seed", "1"]].concat(), "quit\n");
        assert!(ran.status == 0 && !ran.err.contains("can't be played by"), "{command:?}: {ran:?}");
    }
    let ran = desk.session(&[], "play en-garde --seats human --seed 1\nquit\n");
    assert!(!format!("{ran:?}").contains("can't be played by"), "{ran:?}");
}

/// The uncovered items of a run of `coverage`, by name.
fn never(ran: &Value) -> Vec<String> {
    ran["never"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn coverage_counts_what_searches_and_tests_reach() {
    let desk = desk_with_a_common_pile();
    let rules = desk.read("rules/heap/rules.lua");
    let possible = "possible = { deck = function(_place, c)\n\tlocal known = c\n\treturn known > 0\nend },";
    let test = "function take.needs()\n\tif row.size() == 5 and deck.size() == 1 then\n\t\tlocal last = 1\n\t\treturn last == 1\n\
                \tend\n\treturn true\nend\n";
    let rules = rules.replace("return { actions", &format!("{test}return {{ {possible} actions"));
    desk.put("rules/heap/rules.lua", rules.replace("if row.size() == 5", "if row.size() == 0"));
    let coverage = ["coverage", "heap", "--games", "2", "--json"];
    let ran = desk.parlour(&coverage).json();
    assert!(!never(&ran).contains(&"local known = c".to_owned()), "{ran}");
    assert!(never(&ran).contains(&"local last = 1".to_owned()), "{ran}");
    let moment = "game = \"heap\"\nto_act = \"a\"\n[zones]\ndeck = [\"stone\"]\nrow = []\n[expect]\nplay = [\"take\"]\n\
                  ending = \"empty\"\n";
    desk.put("rules/heap/scenarios/last.toml", moment);
    let ran = desk.parlour(&coverage).json();
    assert!(!never(&ran).contains(&"local last = 1".to_owned()), "{ran}");
}

#[test]
fn a_limit_of_plies_that_is_too_large_is_told_as_such() {
    let desk = desk_with_a_common_pile();
    let tables = desk.read("rules/heap/game.toml");
    let limit = "limit = \"nobody wins\"\n";
    desk.put("rules/heap/game.toml", format!("ply_limit = 50000\n{tables}{limit}"));
    let rules = desk.read("rules/heap/rules.lua");
    let rules = rules.replace("deck.size() == 0", "deck.size() == 7").replace("\tdeck.to_row()\n", "");
    desk.put("rules/heap/rules.lua", rules.replace("ending.empty(seat)", "deck.to_row() ending.empty(seat)"));
    let told = "its `ply_limit` is 50000: a smaller one ends such matches";
    let ran = desk.parlour(&["coverage", "heap", "--games", "1"]);
    assert!(ran.out.contains(told), "{ran:?}");
}

#[test]
fn impact_ends_after_the_time_that_it_is_given() {
    let desk = Desk::new();
    let begun = std::time::Instant::now();
    let impact = ["impact", "crazy-eights", "--set", "target=50", "--seats", "random,random", "--games", "1000000"];
    let ran = desk.parlour(&[&impact[..], &["--seconds", "2", "--json"]].concat());
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    let games = found["games"].as_u64().unwrap();
    assert!(games > 0 && games < 1_000_000 && begun.elapsed().as_secs() < 60, "{found}");
}

#[test]
fn a_robot_that_fails_at_some_size_of_the_board_is_told_once() {
    let desk = Desk::new();
    desk.put(
        "robots/hex/narrow.lua",
        "local PLACES = { [121] = true }\nreturn { choose = function(_me, legal)\n\
         \tassert(PLACES[main.squares], \"made for eleven rows\")\n\treturn legal[1]\nend }\n",
    );
    let ran = desk.parlour(&["--robots", "robots", "check", "hex"]);
    assert!(ran.status == 1 && ran.out.contains("1 fault  hex"), "{}", ran.out);
}

#[test]
fn where_no_deal_differs_a_comparison_says_so() {
    let desk = Desk::new();
    let compare = ["arena", "tic-tac-toe", "--compare", "optimist", "optimist", "--against", "oracle"];
    let ran = desk.parlour(&[&compare[..], &["--games", "8", "--seed", "1", "--nodes", "50"]].concat());
    assert!(ran.status == 0 && ran.out.contains("; no deal came out differently\n"), "{ran:?}");
}

/// Small numbers are words, and nouns and verbs agree with them.
#[test]
fn sentences_agree_with_their_numbers() {
    let desk = Desk::new();
    let said = |game: &str, seats: &str, lines: &str| {
        let ran = desk.play(&[game, "--seats", seats, "--seed", "1"], lines);
        ran.out + &ran.err
    };
    let dice = said("liars-dice", "human,random,random", "bid 1x5\nbid 40x5\n");
    assert!(dice.contains("You bid one 5."), "{dice}");
    let board = said("chess", "human,human", "show\n");
    assert!(board.contains("moves without a capture or pawn move: 0"), "{board}");
    let squares = said("chess", "human,human", "e2e5\nd1 d3\n");
    assert!(squares.contains("the pawn on e2 can't move to e5; it can reach e4 e3"), "{squares}");
    assert!(squares.contains("`d1-d3` is not allowed: "), "{squares}");
}

/// The board of a file belongs to the seat that begins: white in international draughts.
#[test]
fn a_board_file_is_for_the_seat_that_begins() {
    let desk = Desk::new();
    let two = |glyph: &str| vec![format!(".{glyph}").repeat(5), format!("{glyph}.").repeat(5)];
    let men = |glyph: &str| [two(glyph), two(glyph)].concat();
    let rows = [men("m"), vec![".".repeat(10); 2], men("M")].concat();
    desk.put("board.txt", rows.join("\n"));
    let ran = desk.parlour(&["legal", "draughts", "--variant", "international", "--position", "board.txt", "--json"]);
    assert!(ran.out.contains("\"to_move\":\"white\""), "{ran:?}");
}

#[test]
fn a_folder_gets_pictures_of_the_games_that_are_named() {
    let desk = Desk::new();
    let folder = desk.path("pictures/");
    let out = format!("{}/", folder.to_str().unwrap());
    let window = ["--width", "360", "--height", "740"];
    let asked = [&["picture", "tic-tac-toe", "goofspiel", "--out", &out][..], &window].concat();
    let ran = desk.parlour(&asked);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("12 pictures are in"), "{}", ran.err);
    for moment in ["start", "middle", "end"] {
        for light in ["", "-night"] {
            let path = folder.join(format!("goofspiel-{moment}-360x740{light}.png"));
            assert!(path.is_file(), "{}", path.display());
        }
    }
    let later = desk.path("later.svg");
    let ran = desk.parlour(&["picture", "tic-tac-toe", "--step", "4", "--seed", "2", "--out", later.to_str().unwrap()]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = desk.parlour(&["picture", "tic-tac-toe", "--step", "40", "--out", later.to_str().unwrap()]);
    assert!(ran.status != 0 && ran.err.contains("--step 40: the match has"), "{}", ran.err);
    let ran = desk.parlour(&["picture", "chess", "hex", "--out", later.to_str().unwrap()]);
    assert!(ran.status != 0 && ran.err.contains("or a folder: `--out FOLDER/`"), "{}", ran.err);
}
