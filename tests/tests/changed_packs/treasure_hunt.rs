//! Treasure Hunt with other boards, dice, lives and effects.

use parlour_engine::game::Config;

use super::{Edit, act, configured, judge, plays_whole_matches, refused, scene, sound, state};

const LINE: &str = "set = { sets = 1, max_per_line = 250 }";
const GRID: &str = "set = { sets = 4, max_per_line = 4 }";

#[test]
fn numbers_can_be_changed() {
    let cases: [(&str, &[Edit<'_>]); 9] = [
        ("line", &[("board.length = { default = 25", "board.length = { default = 40")]),
        ("line", &[("board.length = { default = 25", "board.length = { default = 10")]),
        ("line", &[(LINE, "set = { sets = 2, max_per_line = 250 }")]),
        ("grid", &[("board.width = { default = 12", "board.width = { default = 20")]),
        (
            "grid",
            &[
                ("board.height = { default = 12", "board.height = { default = 15"),
                (GRID, "set = { sets = 3, max_per_line = 5 }"),
            ],
        ),
        ("grid", &[(GRID, "set = { sets = 0, max_per_line = 4 }")]),
        ("grid", &[("die.sides = { default = 6", "die.sides = { default = 2")]),
        (
            "line",
            &[
                ("die.sides = { default = 6", "die.sides = { default = 20"),
                ("lives = { default = 1", "lives = { default = 5"),
            ],
        ),
        (
            "grid",
            &[
                ("lives = { default = 1", "lives = { default = 3"),
                ("max_chain = { default = 20", "max_chain = { default = 1"),
            ],
        ),
    ];
    for (variant, edits) in cases {
        judge(&configured(&sound("treasure-hunt", edits), Some(variant)), 20);
    }
}

/// A line after P's first roll, from the lounge.
fn after_roll(edits: &[Edit<'_>], board: &str, die: u8) -> serde_json::Value {
    let text = format!(
        "variant = \"line\"\nto_act = \"P\"\n[vars]\n\"lives.P\" = 3\n[boards]\nmain = [\"{board}\"]\n[chance]\ndie = [{die}, 1]\n"
    );
    let mut played = scene(&sound("treasure-hunt", edits), &text);
    act(&mut played, "roll");
    state(&played)["vars"].clone()
}

#[test]
fn the_step_of_an_effect_can_be_changed() {
    let right: Edit<'_> = ("way = \"right\"\nstep = 3", "way = \"right\"\nstep = 5");
    let left: Edit<'_> = ("way = \"left\"\nstep = 3", "way = \"left\"\nstep = 1");
    let wait: Edit<'_> = ("does = \"wait\"\nstep = 1", "does = \"wait\"\nstep = 2");
    let gain: Edit<'_> = ("does = \"gain\"\nstep = 1", "does = \"gain\"\nstep = 4");
    let lose: Edit<'_> = ("does = \"lose\"\nstep = 1", "does = \"lose\"\nstep = 2");
    let board = "#L►.◄X..................T";
    assert_eq!(after_roll(&[], board, 3)["square.P"], 6);
    assert_eq!(after_roll(&[right], board, 3)["square.P"], 8);
    assert_eq!(after_roll(&[left], board, 5)["square.P"], 4);
    assert_eq!(after_roll(&[wait], board, 1)["wait.P"], 2);
    assert_eq!(after_roll(&[gain], board, 2)["lives.P"], 7);
    assert_eq!(after_roll(&[lose], board, 6)["lives.P"], 1);
    let all = sound("treasure-hunt", &[right, left, wait, gain, lose]);
    // The legend has the new numbers.
    let titles: Vec<&str> =
        all.tables.iter().find(|t| t.name == "effect").unwrap().rows.iter().map(|row| row.title.as_str()).collect();
    for title in ["wait 2 turns", "5 squares to the right", "1 square to the left", "gives 4 lives", "costs 2 lives"] {
        assert!(titles.contains(&title), "{titles:?}");
    }
    for variant in ["line", "grid"] {
        plays_whole_matches(&configured(&all, Some(variant)));
    }
}

#[test]
fn an_effect_can_be_added_from_what_there_is() {
    let bridge: Edit<'_> = (
        "# ---- the board",
        "[[effect]]\nname = \"bridge\"\nglyph = \"=\"\ndoes = \"go\"\nway = \"right\"\nstep = 7\ngrid = 2\n\n# ---- the board",
    );
    assert_eq!(after_roll(&[bridge], "..=.....................T", 3)["square.P"], 10);
    let pack = sound("treasure-hunt", &[bridge]);
    for (variant, count) in [("line", 1), ("grid", 8)] {
        let played = scene(&pack, &format!("variant = \"{variant}\"\n"));
        let board = state(&played)["boards"]["main"].to_string();
        assert_eq!(board.matches('=').count(), count, "{board}");
        plays_whole_matches(&configured(&pack, Some(variant)));
    }
    let twice = [("glyph = \"#\"", "glyph = \"@\"")];
    let both = "@: `@` stands for two symbols of `boards.main` (the other one stands at treasure-hunt/game.toml:54:9)";
    refused("treasure-hunt", None, &twice, "\"@\"", both);
    refused(
        "treasure-hunt",
        None,
        &[("glyph = \"#\"", "glyph = \".\"")],
        "\".\"",
        "`.` can't stand for a symbol (expected one character that is neither blank nor a full stop)",
    );
    refused(
        "treasure-hunt",
        None,
        &[("does = \"gain\"", "does = \"fly\"")],
        "\"fly\"",
        "`effect[8].does` can't be `fly` (known here: lounge, wait, go, again, gain, lose, nearest)",
    );
    refused(
        "treasure-hunt",
        None,
        &[("way = \"up\"", "way = \"north\"")],
        "\"north\"",
        "`effect[6].way` can't be `north` (known here: right, down, left, up)",
    );
    refused(
        "treasure-hunt",
        None,
        &[("way = \"up\"\nstep = 3", "way = \"up\"\nstep = -3")],
        "-3",
        "`effect[6].step` is -3 (expected 1 to 99)",
    );
    refused(
        "treasure-hunt",
        None,
        &[("way = \"up\"\nstep = 3", "way = \"up\"\nstpe = 3")],
        "stpe",
        "there is no key `effect[6].stpe` (did you mean `step`?)",
    );
}

#[test]
fn how_many_of_an_effect_are_in_a_set_can_be_changed() {
    let gain: Edit<'_> = ("does = \"gain\"\n", "does = \"gain\"\nline = 5\ngrid = 0\n");
    let pack = sound("treasure-hunt", &[gain]);
    for (variant, count) in [("line", 5), ("grid", 0)] {
        let played = scene(&pack, &format!("variant = \"{variant}\"\n"));
        let board = state(&played)["boards"]["main"].clone();
        let lives = board.as_array().unwrap().iter().map(|row| row.as_str().unwrap().matches('L').count());
        assert_eq!(lives.sum::<usize>(), count, "{board}");
        plays_whole_matches(&configured(&pack, Some(variant)));
    }
}

#[test]
fn numbers_that_leave_no_room_are_refused_with_their_keys() {
    let cases: [(&str, Edit<'_>, &str); 8] = [
        (
            "grid",
            (GRID, "set = { sets = 5, max_per_line = 4 }"),
            "50 symbols can't be placed on the board `main` of 12 x 12 with at most 4 in any row and column: there is room for 48",
        ),
        (
            "grid",
            (GRID, "set = { sets = 4, max_per_line = 3 }"),
            "40 symbols can't be placed on the board `main` of 12 x 12 with at most 3 in any row and column: there is room for 36",
        ),
        (
            "grid",
            (GRID, "set = { sets = 50, max_per_line = 250 }"),
            "500 symbols can't be placed on the board `main` of 12 x 12: there is room for 143",
        ),
        (
            "grid",
            ("board.width = { default = 12", "board.width = { default = 2"),
            "40 symbols can't be placed on the board `main` of 2 x 12 with at most 4 in any row and column: there is room for 8",
        ),
        (
            "line",
            (LINE, "set = { sets = 4, max_per_line = 250 }"),
            "32 symbols can't be placed on the board `main` of 25 x 1: there is room for 24",
        ),
        (
            "line",
            (LINE, "set = { sets = 1, max_per_line = 7 }"),
            "8 symbols can't be placed on the board `main` of 25 x 1 with at most 7 in any row and column: there is room for 7",
        ),
        (
            "line",
            ("board.length = { default = 25", "board.length = { default = 8"),
            "8 symbols can't be placed on the board `main` of 8 x 1: there is room for 7",
        ),
        (
            "line",
            ("glyph = \"N\"\n", "glyph = \"N\"\nline = 99\n"),
            "106 symbols can't be placed on the board `main` of 25 x 1: there is room for 24",
        ),
    ];
    for (variant, edit, message) in cases {
        let keys = match variant {
            "grid" => "`grid`, `sets`, `board.width`, `board.height`, `max_per_line`",
            _ => "`line`, `sets`, `board.length`, `max_per_line`",
        };
        let message = format!("{message} (it depends on {keys})");
        refused("treasure-hunt", Some(variant), &[edit, SCATTER], SCATTER.1, &message);
    }
    // An exactly full board is valid.
    let full = sound("treasure-hunt", &[("board.length = { default = 25", "board.length = { default = 9")]);
    assert!(!state(&scene(&full, ""))["boards"]["main"][0].as_str().unwrap().contains('.'));
    let pack = sound("treasure-hunt", &[]);
    let set = vec![("sets".to_owned(), "14".to_owned()), ("max_per_line".to_owned(), "12".to_owned())];
    assert!(pack.configure(&Config { variant: Some("grid".to_owned()), set, ..Config::default() }).is_ok());
}

/// The table of scattered effects; the edit changes nothing.
const SCATTER: Edit<'_> = ("[boards.main.scatter]", "[boards.main.scatter]");
