//! `parlour perft` and `parlour legal`: counts, lists, and refused positions.

use serde_json::{Value, json};

use crate::desk::{Desk, START};

fn nodes(counted: &Value) -> Vec<u64> {
    counted["depths"].as_array().unwrap().iter().map(|entry| entry["nodes"].as_u64().unwrap()).collect()
}

#[test]
fn every_depth_is_listed() {
    let desk = Desk::new();
    let counted = desk.parlour(&["perft", "advance", "--depth", "2", "--json"]).json();
    let depths = json!([{ "depth": 1, "nodes": 43 }, { "depth": 2, "nodes": 1849 }]);
    assert_eq!(counted, json!({ "game": "advance", "depths": depths }));
    let text = desk.parlour(&["perft", "advance", "--depth", "2", "--to-move", "black"]).out;
    assert_eq!(text, "depth 1    43\ndepth 2  1849\n");
}

#[test]
fn the_division_adds_up_to_the_greatest_depth() {
    let desk = Desk::new();
    let counted = desk.parlour(&["perft", "breakthrough", "--depth", "3", "--divide", "--json"]).json();
    assert_eq!(nodes(&counted), [22, 484, 11132]);
    let divide = counted["divide"].as_array().unwrap();
    assert_eq!((divide.len(), divide[0]["action"].as_str()), (22, Some("a2-a3")));
    assert_eq!(divide.iter().map(|entry| entry["nodes"].as_u64().unwrap()).sum::<u64>(), 11132);
    let text = desk.parlour(&["perft", "breakthrough", "--depth", "1", "--divide"]).out;
    assert_eq!(text.lines().last(), Some("depth 1  22"));
    assert_eq!(text.lines().count(), 23);
}

#[test]
fn chains_of_jumps_are_one_turn() {
    let desk = Desk::new();
    desk.put("chain", "........\n......m.\n..m.....\n........\n..m.....\n.M......\n........\n........\n");
    let count = |more: &[&str]| {
        let board = ["perft", "draughts", "--position", "chain", "--to-move", "black", "--depth", "2", "--json"];
        desk.parlour(&[&board, more].concat()).json()
    };
    assert_eq!(nodes(&count(&[])), [1, 1], "b3xd5, d5xb7");
    let counted = count(&["--turns", "--divide"]);
    assert_eq!(nodes(&counted), [1, 2], "both jumps, then g7-f6 or g7-h6");
    assert_eq!(counted["divide"], json!([{ "action": "b3xd5", "nodes": 2 }]));
}

#[test]
fn options_are_set() {
    let desk = Desk::new();
    let counted = desk.parlour(&["perft", "chess", "--set", "quiet_limit=1", "--depth", "2", "--json"]).json();
    assert_eq!(nodes(&counted), [20, 16 * 20], "a knight's move is a draw at once");
}

#[test]
fn tic_tac_toe_has_255168_complete_games() {
    let desk = Desk::new();
    let counted = desk.parlour(&["perft", "tic-tac-toe", "--depth", "9", "--json"]).json();
    let nodes = nodes(&counted);
    assert_eq!(nodes, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    // After n marks an unfinished match has 9 - n continuations; the others have ended.
    let ended: u64 = (1..9).map(|n| nodes[n - 1] - nodes[n] / (9 - n as u64)).sum();
    assert_eq!(ended + nodes[8], 255_168);
}

#[test]
fn mirrored_boards_have_equal_counts() {
    let desk = Desk::new();
    let board = "....g....\n.#.z.b...\n..S.c....\n...J.....\nm..Z#..D.\n.....j...\n..B...d..\n...C.Z...\n....GS..M\n";
    let mirrored: String = board
        .lines()
        .rev()
        .map(|line| {
            let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            line.chars().map(swap).collect::<String>() + "\n"
        })
        .collect();
    desk.put("board", board);
    desk.put("mirrored", mirrored);
    let count = |file, seat| {
        desk.parlour(&["perft", "advance", "--position", file, "--to-move", seat, "--depth", "3", "--json"]).json()
    };
    for (seat, other) in [("white", "black"), ("black", "white")] {
        assert_eq!(count("board", seat), count("mirrored", other));
    }
}

/// A heap of five, of which one to three are taken in turn; the last one wins. Entirely in Lua.
const HEAP: [(&str, &str); 2] = [
    (
        "game.toml",
        r#"
[game]
title = "Heap"
[seats]
names = ["a", "b"]
[vars]
heap = { min = 0, max = 5, start = 5 }
[phases]
turn = { actions = ["take"], text = "take one to three" }
[actions]
take = { usage = "take {n:number}", help = "Take so many." }
[endings]
last = "{winner} takes the last"
"#,
    ),
    (
        "rules.lua",
        r#"
local take = {}
function take.legal(_seat)
	for n = 1, math.min(3, heap.get()) do
		offer.take(n)
	end
end
function take.apply(seat, n)
	if heap.add(-n) == 0 then
		ending.last(seat)
	else
		turn.turn(seats.next(seat))
	end
end
return { setup = function() turn.turn(seats.a) end, resume = function(seat) turn.turn(seat) end, actions = { take = take } }
"#,
    ),
];

#[test]
fn games_in_lua_are_counted_too() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("rules/heap")).unwrap();
    for (file, text) in HEAP {
        desk.put(&format!("rules/heap/{file}"), text);
    }
    // Sequences of ones, twos and threes with a sum of at most five.
    let counted = desk.parlour(&["perft", "heap", "--depth", "6", "--divide", "--json"]).json();
    assert_eq!(nodes(&counted), [3, 8, 10, 5, 1, 0]);
    let counted = desk.parlour(&["perft", "heap", "--depth", "3", "--divide", "--json"]).json();
    let divide = json!([
        { "action": "take 1", "nodes": 6 },
        { "action": "take 2", "nodes": 3 },
        { "action": "take 3", "nodes": 1 },
    ]);
    assert_eq!(counted["divide"], divide);
    desk.put("late.toml", "game = \"heap\"\nto_act = \"b\"\n[vars]\nheap = 2\n");
    let counted = desk.parlour(&["perft", "heap", "--position", "late.toml", "--depth", "2", "--json"]).json();
    assert_eq!(nodes(&counted), [2, 1]);
}

#[test]
fn what_is_hidden_or_left_to_chance_is_named() {
    let desk = Desk::new();
    for (game, why) in [
        ("archaeology", "`dig_site` is hidden"),
        ("final-card-down", "`draw_pile` is hidden"),
        ("goofspiel", "`prizes` is hidden"),
        ("backgammon", "what comes of `24/22` is left to chance"),
    ] {
        let told = format!("parlour: the actions of {game} can't be counted: {why}");
        desk.parlour(&["perft", game, "--depth", "4"]).refuses(&told);
    }
}

/// In card games without hidden cards and draws actions can be counted.
#[test]
fn a_position_of_a_game_of_cards_is_counted_where_nothing_is_hidden() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("rules/heap")).unwrap();
    for (file, text) in HEAP {
        let dealt = "[columns.card]\nworth = { type = \"int\" }\n[[card]]\nname = \"stone\"\nworth = 1\ncount = 3\n\n\
                     [zones]\nstock = { kind = \"pile\", seen = \"none\" }\nopen = { kind = \"pile\", seen = \"all\" }\n\n\
                     [setup]\nsource = \"stock\"\ndeal = [{ to = \"open\", count = 1 }]\n\n[vars]";
        let text = if file == "game.toml" { text.replace("[vars]", dealt) } else { text.to_owned() };
        desk.put(&format!("rules/heap/{file}"), text);
    }
    desk.parlour(&["perft", "heap", "--depth", "2"])
        .refuses("parlour: the actions of heap can't be counted: `stock` is hidden");
    let open = "game = \"heap\"\n[vars]\nheap = 5\n[zones]\nstock = []\nopen = [\"stone\", \"stone\", \"stone\"]\n";
    desk.put("open.toml", open);
    let counted = desk.parlour(&["perft", "heap", "--position", "open.toml", "--depth", "6", "--json"]).json();
    assert_eq!(nodes(&counted), [3, 8, 10, 5, 1, 0]);
}

/// A viewer who doesn't see a number still sees if it is 0: a number from 0 to 1 isn't hidden.
#[test]
fn what_hides_nothing_is_told() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("rules/heap")).unwrap();
    for (file, text) in HEAP {
        let hidden = "[vars]\ncoin = { per = \"seat\", max = 1, seen = \"owner\" }\n";
        let apply = "function take.apply(seat, n)\n\tcoin.set(seat, 1)\n";
        let text = text.replace("[vars]\n", hidden).replace("function take.apply(seat, n)\n", apply);
        desk.put(&format!("rules/heap/{file}"), text);
    }
    let told = desk.parlour(&["check", "heap"]);
    assert!(
        told.out.contains("`coin` hides nothing: it can be 0 or 1") || told.err.contains("`coin` hides nothing"),
        "{}",
        told.out
    );
    let tables = desk.read("rules/heap/game.toml").replace("max = 1,", "max = 2,");
    desk.put("rules/heap/game.toml", tables);
    assert!(!desk.parlour(&["check", "heap"]).out.contains("hides nothing"));
}

/// A file may hold a position in the game's own notation.
#[test]
fn a_position_is_read_from_a_file_in_its_notation() {
    let desk = Desk::new();
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for text in [position.to_owned(), format!("{position}\n")] {
        desk.put("kiwipete.fen", text);
        let counted = desk.parlour(&["perft", "chess", "--position", "kiwipete.fen", "--depth", "2", "--json"]).json();
        assert_eq!(nodes(&counted), [48, 2_039]);
    }
    desk.put("wrong.fen", "8/8/8 w - - 0 1\n");
    let wrong = desk.parlour(&["perft", "chess", "--position", "wrong.fen", "--depth", "2"]);
    assert!(wrong.err.contains("FEN:1:1: the board has 3 rows"), "{}", wrong.err);
    let out = desk.parlour(&["legal", "chess", "--position", "kiwipete.fen"]);
    assert!(out.out.contains("O-O-O"), "{}", out.out);
}

#[test]
fn bad_positions_are_refused_with_file_and_line() {
    let desk = Desk::new();
    desk.put("short", START.trim_end().rsplit_once('\n').unwrap().0);
    desk.put("odd", START.replace("BZZZ", "BZ?Z"));
    desk.put("two", START.replacen(".........", "....g....", 1));
    desk.put("seat.toml", "game = \"advance\"\n\nto_act = \"green\"\n");
    desk.put("row.toml", "game = \"advance\"\n[boards]\nmain = [\n  \"....\",\n]\n");
    let rows: String = START.replacen(".........", "....g....", 1).lines().map(|row| format!("\"{row}\",\n")).collect();
    desk.put("two.toml", format!("game = \"advance\"\n[boards]\nmain = [\n{rows}]\n"));
    desk.put("other.toml", "game = \"breakthrough\"\n");
    let cases = [
        ("short", "short:8:1: the board has 8 lines; expected 9"),
        ("two", "two:3:5: black has 2 pieces `general` on the board; at most 1 can be there"),
        ("none", "none: No such file or directory (os error 2)"),
        ("seat.toml", "seat.toml:3:10: "),
        ("row.toml", "row.toml:3:"),
        ("two.toml", "two.toml:6:6: black has 2 pieces `general` on the board; at most 1 can be there"),
        ("other.toml", "other.toml:1:"),
        ("odd", "odd:8:3: `?` doesn't stand for anything on a board"),
    ];
    for (file, says) in cases {
        for command in ["perft", "legal"] {
            let depth: &[&str] = if command == "perft" { &["--depth", "1"] } else { &[] };
            let ran = desk.parlour(&[&[command, "advance", "--position", file], depth].concat());
            assert!(ran.err.starts_with(&format!("parlour: {says}")), "{ran:?}");
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran:?}");
        }
    }
    desk.parlour(&["perft", "advance", "--to-move", "whit", "--depth", "1"])
        .refuses("parlour: --to-move whit: there is no such seat; did you mean `white`?");
}

#[test]
fn the_board_after_each_action_is_listed() {
    let desk = Desk::new();
    let after = |game: &str, arguments: &[&str], text: &str| {
        let listed = desk.parlour(&[&["legal", game, "--json"], arguments].concat()).json();
        let actions = listed["actions"].as_array().unwrap();
        let action = actions.iter().find(|entry| entry["action"] == text).unwrap();
        action["boards"]["main"].clone()
    };
    assert_eq!(after("tic-tac-toe", &[], "b3"), json!([".X.", "...", "..."]));
    assert_eq!(after("tic-tac-toe", &["--to-move", "o"], "a1"), json!(["...", "...", "O.."]));
    assert_eq!(after("connect-four", &[], "drop 7")[5], "......X");
    assert_eq!(after("breakthrough", &["--to-move", "black"], "a7-b6")[2], ".p......");
    desk.put(
        "board",
        ".........\n....c....\n....m....\n.........\n....D....\n...zJB...\n..S......\n.........\n....G....\n",
    );
    let position = ["--position", "board", "--to-move", "white"];
    for (action, row, text) in [
        ("e5xe7", 2, "....D...."),
        ("f4#g5", 4, "....D.#.."),
        ("e4!d4", 5, "...ZJB..."),
        ("e4<>f4", 5, "...zBJ..."),
        ("c3-d5", 4, "...SD...."),
        ("c3-e2", 7, "....S...."),
    ] {
        assert_eq!(after("advance", &position, action)[row], text, "{action}");
    }
    let shot = after("advance", &["--position", "board", "--to-move", "black"], "e8*e5");
    assert_eq!((&shot[1], &shot[4]), (&json!("....c...."), &json!(".........")));
}

#[test]
fn a_side_without_a_legal_action_is_a_negative_answer() {
    let desk = Desk::new();
    desk.put("board", ".........\n".repeat(9));
    let ran = desk.parlour(&["legal", "advance", "--position", "board", "--to-move", "black", "--json"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "{\"game\":\"advance\",\"to_move\":\"black\",\"actions\":[]}\n"));
    let counted = desk.parlour(&["perft", "advance", "--position", "board", "--depth", "2", "--json"]).json();
    assert_eq!(nodes(&counted), [0, 0]);
}
