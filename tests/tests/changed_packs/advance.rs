//! Advance with other scores, limits, boards and moves.

use parlour_engine::game::Config;
use parlour_engine::rules::Rules;
use serde_json::json;

use super::{Edit, act, changed, configured, judge, legal, plays_whole_matches, refused, scene, sound, state};
use crate::packs::{begin, load};

#[test]
fn scores_can_be_changed() {
    let pack = sound("advance", &[("glyph = \"Z\"\nscore = 1", "glyph = \"Z\"\nscore = 10")]);
    let mut played = scene(&pack, "");
    // 48 points at the start, 7 of them for zombies.
    assert_eq!(state(&played)["vars"]["material.white"], 111);
    act(&mut played, "a2-a3");
    assert_eq!(state(&played)["vars"]["material.black"], 111);
    plays_whole_matches(&configured(&pack, None));
}

#[test]
fn the_turn_limit_can_be_changed() {
    let pack = sound("advance", &[("turn_limit = { default = 100", "turn_limit = { default = 2")]);
    judge(&configured(&pack, None), 20);
    let mut played = scene(&pack, "");
    for action in ["a2-a3", "a8-a7", "a3-a4", "a7-a6"] {
        assert!(played.decision().is_some());
        act(&mut played, action);
    }
    let end = played.end_json();
    assert_eq!((&end["reason"], &end["winners"]), (&json!("a draw: material is even"), &json!([])));
}

const DRAGON: &str = "{ do = \"capture\", slide = \"all\", least = 2 },\n]";

#[test]
fn a_dragon_may_capture_beside_itself() {
    let rows = [
        ".........",
        ".........",
        ".........",
        "...z.....",
        "...D.....",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let text = format!("to_act = \"white\"\n[boards]\nmain = {rows:?}\n");
    let captures = |edits: &[Edit<'_>]| legal(&scene(&sound("advance", edits), &text)).contains(&"d5xd6".to_owned());
    assert!(!captures(&[]));
    let changed = [(DRAGON, "{ do = \"capture\", slide = \"all\" },\n]")];
    assert!(captures(&changed));
    plays_whole_matches(&configured(&sound("advance", &changed), None));
}

#[test]
fn any_move_can_be_changed() {
    // A catapult with a range of exactly two squares that can't shoot over walls, a builder with a longer range.
    let pack = sound(
        "advance",
        &[
            (
                "{ do = \"shoot\", leap = [[0, 3], [2, 2]] }",
                "{ do = \"shoot\", slide = \"orthogonal\", least = 2, most = 2 }",
            ),
            (
                "{ do = \"build\", step = \"all\", puts = \"wall\" }",
                "{ do = \"build\", ray = \"diagonal\", least = 3, most = 3, puts = \"wall\" }",
            ),
        ],
    );
    let rows = [
        "g........",
        ".........",
        ".........",
        "z........",
        ".........",
        "C#z..B...",
        ".........",
        ".........",
        "........G",
    ];
    let played = scene(&pack, &format!("to_act = \"white\"\n[boards]\nmain = {rows:?}\n"));
    let special: Vec<String> = legal(&played).into_iter().filter(|action| action.contains(['*', '#'])).collect();
    assert_eq!(special, ["f4#c7", "f4#i7", "f4#c1", "a4*a6"]);
    plays_whole_matches(&configured(&pack, None));
}

const SEVEN: [Edit<'_>; 4] = [
    ("    \"mjdsgscjm\",\n", "    \"mdsgscj\",\n"),
    ("    \"bzzzzzzzb\",\n", "    \"bzzzzzb\",\n"),
    ("    \"BZZZZZZZB\",\n", "    \"BZZZZZB\",\n"),
    ("    \"MJCSGSDJM\",\n", "    \"JCSGSDM\",\n"),
];

#[test]
fn the_board_can_have_another_size_and_start() {
    let (five, three) = ("    \".........\",\n".repeat(5), "    \".......\",\n".repeat(3));
    let mut edits = SEVEN.to_vec();
    edits.extend([("width = 9\nheight = 9", "width = 7\nheight = 7"), (&five, &three)]);
    let pack = sound("advance", &edits);
    assert_eq!(state(&scene(&pack, ""))["boards"]["main"][6], "JCSGSDM");
    plays_whole_matches(&configured(&pack, None));
    // An option selects others.
    for (size, last) in [("7", "JCSGSDJ"), ("8", "MJCGSDJM"), ("9", "MJCSGSDJM")] {
        let set = vec![("size".to_owned(), size.to_owned())];
        let game = load("advance").configure(&Config { set, ..Config::default() }).unwrap();
        let played = begin(Rules::new(game.clone()).unwrap(), 1);
        assert_eq!(state(&played)["boards"]["main"].as_array().unwrap().last().unwrap(), last);
        plays_whole_matches(&game);
    }
    refused(
        "advance",
        None,
        &[("option = \"size\"", "option = \"sise\"")],
        "\"sise\"",
        "there is no option `sise` that holds a whole number (did you mean `size`?)",
    );
    refused(
        "advance",
        None,
        &[("\n7 = [", "\nseven = [")],
        "seven",
        "`seven` is not a value of `size` (expected a whole number with rows, as in `8 = [\"...\"]`)",
    );
    // Eleven by four: wider than it is high.
    let first = ("    \"mjdsgscjm\",\n", "    \"#mjdsgscjm#\",\n");
    let wide = [
        ("width = 9\nheight = 9", "width = 11\nheight = 4"),
        first,
        ("    \"bzzzzzzzb\",\n", ""),
        ("    \"BZZZZZZZB\",\n", ""),
        (&five, "    \"...........\",\n    \"...........\",\n"),
        ("    \"MJCSGSDJM\",\n", "    \"#MJCSGSDJM#\",\n"),
    ];
    plays_whole_matches(&configured(&sound("advance", &wide), None));
}

#[test]
fn a_start_that_does_not_fit_is_refused_at_its_row() {
    let width = ("width = 9\nheight = 9", "width = 7\nheight = 9");
    let faults = changed("advance", &[width])
        .and_then(|pack| pack.configure(&Config::default()).map_err(|faults| faults.to_string()));
    assert!(faults.is_err_and(|faults| faults.starts_with("advance/game.toml:2")));
    let row = |new| [("    \"BZZZZZZZB\",\n", new)];
    refused("advance", None, &row("    \"BZZZ?ZZZB\",\n"), "?", "`?` can't stand on `main`");
    refused("advance", None, &row("    \"BZZZZZZZ\",\n"), "\"", "a row of `main` has 9 squares, not 8");
    let twice = "    \"BZZGGZZZB\",\n";
    let surplus = "white has 3 pieces `general` on the board; at most 1 can be there";
    refused("advance", None, &row(twice), "\"", surplus);
    let start = [("    \"mjdsgscjm\",\n", ""), ("    \"bzzzzzzzb\",\n", "    \"bzzzzzzzb\",\n")];
    refused("advance", None, &start, "\"", "the board `main` has 9 rows, not 8");
}

#[test]
fn a_wrong_move_is_refused_at_its_line_and_column() {
    for (new, wrong, message) in [
        (
            "{ do = \"captrue\", slide = \"all\", least = 2 },\n]",
            "\"captrue\"",
            "a piece can't `captrue` (did you mean `capture`?)",
        ),
        (
            "{ do = \"capture\", slied = \"all\", least = 2 },\n]",
            "slied",
            "there is no key `piece[7].moves[2].slied` (did you mean `slide`?)",
        ),
        (
            "{ do = \"capture\", slide = \"every\", least = 2 },\n]",
            "\"every\"",
            "there is no direction `every` (known here: forward, back, left, right, forward-left, forward-right, back-left, back-right, ahead, sideways, forward-diagonal, back-diagonal, orthogonal, diagonal, all)",
        ),
        (
            "{ do = \"capture\", slide = \"all\", least = 0 },\n]",
            "0",
            "`piece[7].moves[2].least` is 0 (expected 1 to 64)",
        ),
        (
            "{ do = \"capture\", slide = \"all\", least = 4, most = 2 },\n]",
            "2 }",
            "advance/game.toml:95:46: at least 4 and at most 2 steps are impossible (expected `least` to be no more than `most`)",
        ),
        (
            "{ do = \"capture\", slide = \"all\", step = \"all\" },\n]",
            "step",
            "advance/game.toml:95:31: a move has one pattern, not `step` and this",
        ),
        (
            "{ do = \"capture\", slide = \"all\", except = \"dargon\" },\n]",
            "\"dargon\"",
            "nothing called `dargon` can stand on a square (did you mean `dragon`?)",
        ),
        (
            "{ do = \"build\", slide = \"all\" },\n]",
            "{",
            "`piece[7].moves[2].puts` is missing (expected what is put on the square: a piece or a symbol of the board)",
        ),
        (
            "{ do = \"build\", step = \"all\", puts = \"wal\" },\n]",
            "\"wal\"",
            "nothing called `wal` can stand on a square (did you mean `wall`?)",
        ),
        (
            "{ slide = \"all\" },\n]",
            "{",
            "`piece[7].moves[2].do` is missing (expected what the piece does: \"move\", \"capture\", \"shoot\", \"build\", \"swap\", ...)",
        ),
        (
            "{ do = \"capture\", leap = [[1, 2, 3]] },\n]",
            "[1",
            "this is not a direction (expected a name, a pair such as `[1, 2]`, or a table such as `{ forward = 2, left = 1 }`)",
        ),
        (
            "{ do = \"capture\", slide = \"all\", least = \"2\" },\n]",
            "\"2\"",
            "`piece[7].moves[2].least` must be a whole number, but is a text (write it without quotes: `2`)",
        ),
        (
            "{ do = \"capture\", slide = \"all\", to = { rows = [20] } },\n]",
            "{ do",
            "@: this move of `dragon` leads nowhere on a board of 9 x 9 (expected a target on the board that may be there)\nadvance/game.toml:95:43: a board of 9 x 9 doesn't have a row or column 20",
        ),
    ] {
        refused("advance", None, &[(DRAGON, new)], wrong, message);
    }
}

#[test]
fn a_wrong_piece_is_refused_at_its_line_and_column() {
    for (old, new, wrong, message) in [
        (
            "glyph = \"D\"\nscore = 7",
            "glyph = \"D\"\nscore = -7",
            "-7",
            "`piece[7].score` is -7 (expected 0 to 1000000)",
        ),
        (
            "glyph = \"D\"\nscore = 7",
            "glyph = \"D\"\nscroe = 7",
            "scroe",
            "there is no key `piece[7].scroe` (did you mean `score`?)",
        ),
        (
            "glyph = \"D\"\nscore = 7",
            "glyph = \"Z\"\nscore = 7",
            "\"Z\"",
            "@: `Z` stands for `zombie_white` already (the other one stands at advance/game.toml:38:9)\nadvance/game.toml:91:9: `z` stands for `zombie_black` already (the other one stands at advance/game.toml:38:9)",
        ),
        (
            "glyph = \"D\"\nscore = 7",
            "glyph = \"DD\"\nscore = 7",
            "\"DD\"",
            "@: this can't stand for anything on a board (expected one character that is neither `.` nor a blank)\nadvance/game.toml:91:9: upper and lower case of this can't tell the seats apart (expected a letter for two seats, or a list `glyphs` with a character for each)",
        ),
        (
            "protects = \"orthogonal\"",
            "protects = \"orthogonl\"",
            "\"orthogonl\"",
            "there is no direction `orthogonl` (did you mean `orthogonal`?)",
        ),
        (
            "name = \"dragon\"",
            "name = \"miner\"",
            "\"miner\"",
            "@: `miner` stands twice (the other one stands at advance/game.toml:65:8)",
        ),
        ("royal = true", "royal = \"yes\"", "\"yes\"", "`piece[8].royal` must be true or false, but is a text"),
        (
            "limit = \"turn_limit\"",
            "limit = \"turn_limt\"",
            "\"turn_limt\"",
            "there is no option `turn_limt` that holds a whole number (did you mean `turn_limit`?)",
        ),
        ("limit = \"turn_limit\"", "limit = 0", "0", "`end[2].limit` is 0 (expected 1 or more)"),
        (
            "when = \"no_move\"\nresult = \"lose\"",
            "when = \"no_move\"\nresult = \"loose\"",
            "\"loose\"",
            "`end[1].result` can't be `loose` (did you mean `lose`?)",
        ),
    ] {
        refused("advance", None, &[(old, new)], wrong, message);
    }
}
