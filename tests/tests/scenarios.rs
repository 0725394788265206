//! Faulty scenario files: each is refused with the line, the column and the expected form.

use std::sync::Arc;

use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::Config;
use parlour_engine::play::Match;
use parlour_engine::play::prove;
use parlour_engine::scenario::Scenario;

use crate::packs::{library, load};
use parlour_engine::Words;

/// Begins a match in a scenario, as `parlour play --scenario` does.
fn begin(game: &str, text: &str) -> Result<Match, Faults> {
    let pack = load(game);
    let scenario = Arc::new(Scenario::read(SourceFile::new("scene.toml", text.to_owned()), &pack)?);
    let game = pack.configure(&scenario.config())?;
    let players = vec!["random".to_owned(); game.seat_count()];
    Match::new(game, 1, players)
}

/// Scenarios have tables that are called like those of packs, whatever their files are called.
#[test]
fn the_scenarios_of_every_pack_hold() {
    for name in library().names() {
        let pack = load(&name);
        for file in pack.scenarios() {
            let proved = Scenario::read(file, &pack).and_then(|scenario| prove(&Arc::new(scenario), &pack));
            proved.unwrap_or_else(|faults| panic!("{name}: {faults}"));
        }
    }
}

/// Checks the fault of each text after the line that names the game.
#[track_caller]
fn refuses(game: &str, cases: &[(&str, &str)]) {
    let said: Vec<(&str, String)> = cases
        .iter()
        .map(|(text, _)| match begin(game, &format!("game = \"{game}\"\n{text}\n")) {
            Err(faults) => (*text, faults.to_string()),
            Ok(_) => (*text, "no fault".to_owned()),
        })
        .collect();
    let expected: Vec<(&str, String)> =
        cases.iter().map(|(text, says)| (*text, format!("scene.toml:{says}"))).collect();
    assert_eq!(said, expected);
}

#[test]
fn what_no_game_knows_is_refused() {
    refuses(
        "advance",
        &[
            (
                "bogus = 3",
                "2:1: there is no key `bogus` (known here: boards, chance, deck, expect, game, options, phase, players, ply, to_act, variant, vars, zones)",
            ),
            ("to_act = \"green\"", "2:10: there is no seat `green` (known here: white, black)"),
            ("to_act = 5", "2:10: `to_act` must be a text, but is a whole number"),
            ("players = 3", "2:11: `players` is 3 (expected 2 to 2)"),
            ("variant = \"x\"", "2:11: Advance has no variant `x` (it has no variants)"),
            ("options = [1]", "2:11: `options` must be a table, but is a list"),
            ("options = { turn_limt = 1 }", "2:13: Advance has no option `turn_limt` (did you mean `turn_limit`?)"),
            (
                "options = { turn_limit = 0 }",
                "2:26: the option `turn_limit` can't be `0` (expected a whole number from 1 to 10000)",
            ),
            ("options = { turn_limit = 1.5 }", "2:26: the option `turn_limit` can't be a number with a fraction"),
            ("zones = 3", "2:9: `zones` must be a table, but is a whole number"),
            ("[zones]\nhand = []", "3:1: there is no zone `hand` (none is known here)"),
            ("deck = [\"x\"]", "2:9: there is no card `x` (none is known here)"),
            ("[chance]\ndie = [1]", "3:1: there is no chance `die` (none is known here)"),
            ("[vars]\nturns = 1", "3:1: there is no variable `turns` (did you mean `turn`?)"),
            ("[vars]\nturn = -1", "3:8: `turn` is -1 (expected 0 to 2147483647)"),
            ("[vars]\nturn = 99999999999", "3:8: `turn` is 99999999999 (expected 0 to 2147483647)"),
            ("[vars]\nturn = \"1\"", "3:8: `turn` can't be this (expected a whole number)"),
            (
                "[vars]\n\"material.white\" = 7",
                "3:20: `material.white` follows from the board and can't be this (expected 48)",
            ),
        ],
    );
    refuses(
        "archaeology",
        &[(
            "[options]\nplayers = 3",
            "3:1: how many seats there are is not an option (expected `players = 3` at the top of the file, before all tables)",
        )],
    );
    let other = begin("advance", "game = \"advanc\"").unwrap_err().to_string();
    assert_eq!(other, "scene.toml:1:8: this scenario is for `advanc`, not for `advance`");
    let none = begin("advance", "to_act = \"white\"").unwrap_err().to_string();
    assert_eq!(none, "scene.toml:1:1: `game` is missing (expected the name of the game)");
}

/// The start of Advance with another middle row.
fn with_row(row: &str) -> String {
    let rows =
        ["mjdsgscjm", "bzzzzzzzb", ".........", ".........", row, ".........", ".........", "BZZZZZZZB", "MJCSGSDJM"];
    let rows: String = rows.iter().map(|row| format!("\"{row}\",\n")).collect();
    format!("[boards]\nmain = [\n{rows}]")
}

#[test]
fn boards_that_are_none_are_refused() {
    refuses(
        "advance",
        &[
            ("[boards]\nman = []", "3:1: there is no board `man` (did you mean `main`?)"),
            ("[boards]\nmain = 5", "3:8: `main` must be a list of rows"),
            ("[boards]\nmain = [\".........\"]", "3:8: the board `main` has 9 rows, not 1"),
            (&with_row("........"), "8:1: a row of `main` has 9 squares, not 8"),
            (&with_row("......é?"), "8:1: a row of `main` has 9 squares, not 8"),
            (&with_row("....?...."), "8:6: `?` can't stand on `main`"),
            (&with_row("\\u00e9........"), "8:1: `é` can't stand on `main`"),
            (&with_row("....G...."), "12:6: white has 2 pieces `general` on the board; at most 1 can be there"),
            (&with_row("...g.G.G."), "8:9: white has 3 pieces `general` on the board; at most 1 can be there"),
        ],
    );
    refuses("tic-tac-toe", &[("[boards]\nmain = [\"XO.\", \"...\", \"..Z\"]", "3:26: `Z` can't stand on `main`")]);
    refuses("archaeology", &[("[boards]\nmain = []", "3:1: there is no board `main` (none is known here)")]);
}

#[test]
fn a_board_on_which_the_match_is_decided_begins_at_its_end() {
    let end = |game: &str, text: &str| {
        let played = begin(game, &format!("game = \"{game}\"\n{text}")).unwrap_or_else(|faults| panic!("{faults}"));
        played.decision().is_none().then(|| played.game().ending_text(played.state()).unwrap_or_default())
    };
    let tic = |to_act: &str, rows: &str| end("tic-tac-toe", &format!("to_act = \"{to_act}\"\n[boards]\nmain = {rows}"));
    for to_act in ["x", "o"] {
        let line = tic(to_act, r#"["XXX", "OO.", "..."]"#);
        assert_eq!(line.as_deref(), Some("x has three in a row"), "{to_act} to act");
        assert_eq!(tic(to_act, r#"["XX.", "OO.", "..."]"#), None, "{to_act} to act");
    }
    // Boards may be incomplete, and no seat needs a piece.
    assert_eq!(tic("o", r#"["...", "...", "..."]"#), None);
    // White is to move, upwards.
    let pawns = |first: &str, last: &str| {
        let rows = ["........"; 6].map(|row| format!("\"{row}\"")).join(", ");
        end("breakthrough", &format!("[boards]\nmain = [\"{first}\", {rows}, \"{last}\"]"))
    };
    assert_eq!(pawns("p......P", "p......P").as_deref(), Some("black has broken through"));
    assert_eq!(pawns("p......P", ".......P").as_deref(), Some("white has broken through"));
    assert_eq!(pawns("p.......", ".......P"), None);
}

#[test]
fn hunts_that_cannot_be_are_refused() {
    refuses(
        "treasure-hunt",
        &[
            ("variant = \"lin\"", "2:11: Treasure Hunt has no variant `lin` (did you mean `line`?)"),
            ("[chance]\ndie = [2, 7]", "3:11: `die` can't come out as 7 (expected 1 to 6)"),
            ("[chance]\ndie = [0]", "3:8: this is not an outcome of `die` (expected a whole number from 1 to 65535)"),
            ("[chance]\ndie = 3", "3:7: `chance.die` must be a list"),
            ("[chance]\ndice = [1]", "3:1: there is no chance `dice` (did you mean `die`?)"),
            (
                "[chance]\ndirection = [\"left\"]",
                "3:14: this is not an outcome of `direction` (expected one of right, down)",
            ),
            ("[vars]\n\"lives.P\" = 0", "3:13: P has no life left"),
            ("[vars]\n\"square.P\" = 25", "3:14: P stands on the treasure already"),
            ("[vars]\n\"square.C\" = 26", "3:14: `square.C` is 26 (expected 0 to 25)"),
            ("[vars]\n\"square.P\" = 3\n\"square.C\" = 3", "4:14: both players stand on one square"),
            (
                "[vars]\n\"square.P\" = \"1,3\"",
                "3:14: `square.P` can't be this (expected the number of a square, 0 for off the board)",
            ),
            (
                "variant = \"grid\"\n[vars]\n\"square.P\" = 3",
                "4:14: `square.P` can't be this (expected \"row,column\", \"0,0\" for off the board)",
            ),
            (
                "variant = \"grid\"\n[vars]\n\"square.P\" = \"13,1\"",
                "4:14: `square.P` can't be this (expected \"row,column\", \"0,0\" for off the board)",
            ),
            ("[boards]\nmain = [\".@.L..X.◄....N..►*...#..\"]", "3:9: a row of `main` has 25 squares, not 24"),
            ("[boards]\nmain = [\".@.L..X.◄..y.N..►*...#..T\"]", "3:21: `y` can't stand on `main`"),
            ("[boards]\nmain = [\".@.L..X.◄....N..►*...#..X\"]", "3:34: `T` always lies on 25"),
            ("[boards]\nmain = [\".@.T..X.◄....N..►*...#..T\"]", "3:13: `T` never lies on 4"),
        ],
    );
}

#[test]
fn cards_that_cannot_lie_there_are_refused() {
    refuses(
        "final-card-down",
        &[
            ("players = 2\nto_act = \"c\"", "3:10: there is no seat `c` (known here: a, b)"),
            ("[zones]\n\"hand.z\" = []", "3:1: there is no zone `hand.z` (did you mean `hand.a`?)"),
            (
                "[zones]\n\"hand.a\" = [\"7 red hearts\"]",
                "3:13: there is no card `7 red hearts` (did you mean `0 red hearts`?)",
            ),
            (
                "[zones]\n\"hand.a\" = [\"7 red clubs\", \"7 red clubs\"]",
                "3:28: too many `7 red clubs`: the match has 1",
            ),
            ("[zones]\n\"hand.a\" = \"7 red clubs\"", "3:12: `hand.a` must be a list of cards"),
            ("[zones]\n\"hand.a\" = [7]", "3:13: a card must be a text, but is a whole number"),
            ("[zones]\ndiscard = []", "3:11: the discard pile needs a card to match"),
            ("[zones]\n\"hand.a\" = []", "3:12: a has no card left, and so the match would be over"),
            (
                "[vars]\ndeclared = \"pink\"",
                "3:12: `declared` can't be this (expected \"\" or one of red, blue, green, yellow, purple)",
            ),
            ("[vars]\ndrawn = 1", "3:9: nobody can have drawn and still be to play here: `drawn` must be 0"),
            (
                "deck = [\"7 red clubs\"]",
                "2:8: the deck is too small to deal: 29 cards are needed with 4 seats, 1 is there (name more cards, or name `[zones]`)",
            ),
            (
                &format!("deck = [{}]", "\"7 red clubs\", ".repeat(256)),
                "2:8: there can't be 256 cards `7 red clubs` (expected 0 to 255)",
            ),
            ("deck = [5]", "2:9: `deck` must be a list of texts, but is a whole number"),
        ],
    );
    refuses(
        "en-garde",
        &[
            (
                "[vars]\n\"position.left\" = 9\n\"position.right\" = 9",
                "4:20: the left fencer must stand to the left of the right one",
            ),
            ("[vars]\n\"position.left\" = 99", "3:19: `position.left` is 99 (expected 1 to 23)"),
            ("[zones]\n\"hand.left\" = [6]", "3:16: a card must be a text, but is a whole number"),
            ("[zones]\n\"hand.left\" = [\"6\"]", "3:16: there is no card `6` (known here: 1, 2, 3, 4, 5)"),
            ("[zones]\n\"hand.left\" = [\"1\",\"1\",\"1\",\"1\",\"1\",\"1\"]", "3:36: too many `1`: the match has 5"),
        ],
    );
    refuses(
        "archaeology",
        &[
            ("[zones]\n\"hand.a\" = [\"sandstorm\"]", "3:13: `sandstorm` can't be in `hand.a`"),
            ("[zones]\nmarkt = []", "3:1: there is no zone `markt` (did you mean `market`?)"),
            (
                "[zones]\nmarket = [\"gold\"]",
                "3:11: there is no card `gold` (known here: pot_shard, parchment_scrap, coin, talisman, broken_cup, map, pharaohs_mask, thief, sandstorm)",
            ),
            ("[vars]\n\"money.a\" = -1", "3:13: `money.a` is -1 (expected 0 to 1000000)"),
            ("[vars]\n\"money.f\" = 1", "3:1: there is no variable `money.f` (did you mean `money.a`?)"),
            (
                "options = { dig = \"never\" }",
                "2:19: the option `dig` can't be `never` (expected one of required, optional)",
            ),
        ],
    );
}

/// Named seats determine their number if they are the first ones; else it is the default, or the minimum for the last
/// named seat.
#[test]
fn seats_that_are_named_say_how_many_play() {
    let pack = load("final-card-down");
    for (text, seats) in [
        ("", None),
        ("to_act = \"a\"", Some(4)),
        ("[zones]\n\"hand.a\" = [\"7 red clubs\"]", Some(4)),
        ("[zones]\n\"hand.c\" = [\"7 red clubs\"]", Some(4)),
        ("[zones]\n\"hand.f\" = [\"7 red clubs\"]", Some(6)),
        ("[zones]\n\"hand.a\" = [\"7 red clubs\"]\n\"hand.b\" = [\"8 red spades\"]", Some(2)),
        ("to_act = \"e\"\n[zones]\n\"hand.a\" = [\"7 red clubs\"]\n\"hand.b\" = [\"8 red spades\"]", Some(5)),
        ("players = 3\n[zones]\n\"hand.a\" = [\"7 red clubs\"]\n\"hand.b\" = [\"8 red spades\"]", Some(3)),
    ] {
        let file = SourceFile::new("scene.toml", format!("game = \"final-card-down\"\n{text}\n"));
        let scenario = Scenario::read(file, &pack).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(scenario.players, seats, "{text}");
    }
}

/// A dotted name may be unquoted, and is equivalent to a table of its own.
#[test]
fn names_with_dots_need_no_quotes() {
    let quoted = "game = \"en-garde\"\n[options]\n\"mat.spaces\" = 30\n[vars]\n\"position.left\" = 4\n[zones]\n\
                  \"hand.left\" = [\"2\", \"3\"]\n";
    let bare = "game = \"en-garde\"\n[options]\nmat.spaces = 30\n[vars]\nposition.left = 4\n[zones]\nhand.left = [\"2\", \"3\"]\n";
    let tables = "game = \"en-garde\"\n[options.mat]\nspaces = 30\n[vars.position]\nleft = 4\n[zones.hand]\nleft = [\"2\", \"3\"]\n";
    let expected = begin("en-garde", quoted).unwrap();
    for text in [bare, tables] {
        let begun = begin("en-garde", text).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(begun.state().bytes(), expected.state().bytes(), "{text}");
    }
    refuses(
        "en-garde",
        &[(
            "[zones]\nhand.middle = []",
            "3:6: there is no zone `hand.middle` (known here: deck, hand.left, hand.right, discard)",
        )],
    );
}

/// A scenario with expectations is a test: a failure is reported at its line, with the actual value.
#[test]
fn what_does_not_come_out_as_expected_is_told() {
    let begin = "game = \"tic-tac-toe\"\nto_act = \"x\"\n[boards]\nmain = [\"X.O\", \"XO.\", \"...\"]\n[expect]\n";
    let pack = load("tic-tac-toe");
    let proven = |expect: &str| {
        let text = format!("{begin}{expect}\n");
        let read = Scenario::read(SourceFile::new("scene.toml", text), &pack);
        match read.map(Arc::new).and_then(|scenario| prove(&scenario, &pack)) {
            Ok(()) => "as expected".to_owned(),
            Err(faults) => faults.to_string().replace("scene.toml:", ""),
        }
    };
    for (expect, says) in [
        ("play = \"a1\"\nending = \"line\"\nwinners = \"x\"", "as expected"),
        (
            "play = [\"b1\"]\nto_act = \"o\"\nallowed = [\"a1\"]\n[expect.boards]\nmain = [\"X.O\", \"XO.\", \".X.\"]",
            "as expected",
        ),
        ("refused = { a3 = \"\" }", "as expected"),
        ("plya = []", "6:1: there is no key `expect.plya` (did you mean `play`?)"),
        ("ending = \"lien\"", "6:10: there is no ending `lien` (did you mean `line`?)"),
        ("ending = \"line\"", "6:10: the match has not ended with `line` (it goes on)"),
        ("play = \"a1\"\nending = \"full\"", "7:10: the match has not ended with `full` (it has ended with `line`)"),
        ("winners = \"x\"", "6:11: nobody has won (the match goes on)"),
        ("play = \"a1\"\nwinners = [\"o\"]", "7:11: these are not the winners (the winners are [\"x\"])"),
        ("to_act = \"o\"", "6:10: o is not to act (x is)"),
        ("to_act = \"z\"", "6:10: there is no seat `z` (known here: x, o)"),
        ("[expect.boards]\nmain = []", "7:8: `main` is not this (it is [\"X.O\",\"XO.\",\"...\"])"),
        ("[expect.vars]\npoints = 1", "7:1: there is no var `points` (none is known here)"),
        ("refused = { a1 = \"\" }", "6:13: `a1` is allowed (expected a refusal)"),
    ] {
        assert_eq!(proven(expect), says, "{expect}");
    }
    for (expect, says) in [
        ("play = [\"a1\", \"a2\"]", "6:15: `a2` can't be taken ("),
        ("allowed = [\"a3\"]", "6:12: `a3` is refused ("),
        ("refused = { a3 = \"the moon\" }", "6:18: `a3` is refused for another reason (the reason is \""),
    ] {
        assert!(proven(expect).starts_with(says), "{expect}: {}", proven(expect));
    }
    // Bags are unordered.
    let pack = load("archaeology");
    let text = "game = \"archaeology\"\n[zones]\n\"hand.a\" = [\"map\", \"coin\"]\n[expect.zones]\n\"hand.a\" = [\"map\", \"coin\"]\n";
    for text in [text.to_owned(), text.replace("[\"map\", \"coin\"]\n[e", "[\"coin\", \"map\"]\n[e")] {
        prove(&Arc::new(Scenario::read(SourceFile::new("scene.toml", text), &pack).unwrap()), &pack).unwrap();
    }
}

/// A scenario for a number of seats can't begin with another number.
#[test]
fn a_scenario_for_three_is_not_begun_with_two() {
    let pack = load("archaeology");
    let text = "game = \"archaeology\"\nplayers = 3\n";
    let scenario = Arc::new(Scenario::read(SourceFile::new("scene.toml", text), &pack).unwrap());
    assert_eq!(pack.configure(&scenario.config()).unwrap().seat_count(), 3);
    let two = pack.configure(&Config { seats: Some(2), ..scenario.config() }).unwrap_err().to_string();
    assert_eq!(two, "scene.toml:2:11: the scenario is for 3 seats, not for 2 (begin it with 3, or change `players`)");
}

/// Sorted dice are normalized to the order of their faces.
#[test]
fn dice_of_a_scenario_are_sorted() {
    let legal = |game: &str, text: &str| {
        let played = begin(game, &format!("game = \"{game}\"\n{text}\n")).unwrap_or_else(|faults| panic!("{faults}"));
        let texts = played.legal().iter(played.game()).map(|action| played.game().action_text(&action));
        texts.collect::<Vec<_>>()
    };
    let home = "points = [0,1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,-2,0,0,0,0,0]";
    let backgammon = |cup: &str| legal("backgammon", &format!("to_act = \"white\"\n[vars]\n{home}\ncup = {cup}"));
    assert!(backgammon("[2, 4]").contains(&"2/off".to_owned()));
    assert_eq!(backgammon("[4, 2]"), backgammon("[2, 4]"));
    let rolled = |cup: &str| {
        let text = format!("game = \"yahtzee\"\nplayers = 1\nto_act = \"a\"\n[vars]\ncup = {cup}\nrolls = 0");
        let played = begin("yahtzee", &text).unwrap_or_else(|faults| panic!("{faults}"));
        played.game().state_json(played.state())["vars"]["cup"].clone()
    };
    assert_eq!(rolled("[3, 5, 5, 5, 3]"), serde_json::json!([3, 3, 5, 5, 5]));
}
