//! Boards in a match, and answers to lines about them.

use crate::desk::{Desk, Ran};

/// A scenario of Advance with a piece for each kind of action.
const MIDDLE: &str = r##"
game = "advance"
to_act = "white"
[boards]
main = [
    "....g....",
    ".#.z.b...",
    "..S.c....",
    "...J.....",
    "m..Z#..D.",
    ".....j...",
    "..B...d..",
    "...C.Z...",
    "..m.GS..M",
]
"##;

fn middle(lines: &str) -> Ran {
    let desk = Desk::new();
    desk.put("middle.toml", MIDDLE);
    desk.play(&["advance", "--scenario", "middle.toml", "--seats", "human,human"], lines)
}

/// The text from the last line with a prefix, to the end.
fn after<'a>(text: &'a str, beginning: &str) -> &'a str {
    &text[text.rfind(beginning).unwrap_or_else(|| panic!("no `{beginning}` in\n{text}"))..]
}

#[test]
fn a_board_shows_coordinates_sides_material_and_turn() {
    let ran = middle("");
    let board = "
  9  .  .  .  .  g  .  .  .  .    turn 1 of 100
  8  .  #  .  z  .  b  .  .  .
  7  .  .  S  .  c  .  .  .  .    > white (you)  upper case  material 34
  6  .  .  .  J  .  .  .  .  .      black        lower case  material 27
  5  m  .  .  Z  #  .  .  D  .
  4  .  .  .  .  .  j  .  .  .    Z zombie  B builder  J jester  M miner
  3  .  .  B  .  .  .  d  .  .    S sentinel  C catapult  D dragon  G general
  2  .  .  .  C  .  Z  .  .  .    # wall
  1  .  .  m  .  G  S  .  .  M
     a  b  c  d  e  f  g  h  i
white to act: move a piece
";
    assert!(ran.out.ends_with(board), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn the_last_move_and_a_general_in_danger_are_marked() {
    let ran = middle("i1-i9\n");
    let told = "\
Your miner goes from i1 to i9.

  9  .  .  .  . !g! .  .  . (M)   turn 1 of 100
  8  .  #  .  z  .  b  .  .  .
  7  .  .  S  .  c  .  .  .  .      white        upper case  material 34
  6  .  .  .  J  .  .  .  .  .    > black (you)  lower case  material 27
  5  m  .  .  Z  #  .  .  D  .      general in danger!
";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert!(ran.out.contains("  1  .  .  m  .  G  S  .  . (.)"), "{}", ran.out);
}

#[test]
fn show_marks_what_a_piece_can_do_by_kind() {
    let builder = middle("show c3\n").out;
    assert!(builder.contains("  4  . -.#-.#-.# .  j"), "{builder}");
    assert!(builder.contains("  3  . -.#[B]-.# .  .  d"), "{builder}");
    let answer = "\
The builder of white on c3 can:
  -  move: b4 c4 d4 b3 d3 b2 c2
  #  build: b4 c4 d4 b3 d3 b2 c2
";
    assert!(builder.ends_with(answer), "{builder}");
    let jester = middle("show d6\n").out;
    assert!(jester.contains("  7  .  . <S>-. !c  .  .  .  ."), "{jester}");
    assert!(jester.ends_with("  -  move: d7 c6 e6 c5\n  <> swap: c7 d5\n  !  convert: e7\n"), "{jester}");
    let catapult = middle("show d2\n").out;
    assert!(catapult.ends_with("  -  move: d3 c2 e2 d1\n  *  shoot: f4\n"), "{catapult}");
    let enemy = middle("show a5\n").out;
    assert!(after(&enemy, "The miner").starts_with("The miner of black on a5 could, if black were to act:\n"));
    assert!(middle("show e6\nshow e5\n").out.ends_with("On e5: wall.\n"));
}

#[test]
fn a_slip_is_answered_in_one_sentence() {
    let lines = [
        ("d9-d8", "`d9-d8` is not allowed: there is nothing on d9"),
        ("e9-e8", "`e9-e8` is not allowed: what stands on e9 is not yours"),
        ("e1-f1", "`e1-f1` is not allowed: your own sentinel stands on f1"),
        ("e1-d1", "`e1-d1` is not allowed: it would leave your general in danger"),
        ("d5#d4", "`d5#d4` is not allowed: a zombie can't build"),
        ("d5-d9", "`d5-d9` is not allowed: the zombie on d5 can't move like that"),
        ("d6!e6", "`d6!e6` is not allowed: e6 is empty"),
        ("c3 c9", "`c3-c9` is not allowed: the builder on c3 can't move like that"),
        ("d5-x9", "`x9` is not a square; the form is `FROM-TO`"),
        ("moev", "there is no action or command `moev`; did you mean `moves`?"),
        ("show j4", "there is no square `j4`"),
    ];
    for (line, answer) in lines {
        let ran = middle(&format!("{line}\n"));
        assert_eq!((ran.status, ran.err.as_str()), (0, format!("{answer}\n").as_str()));
    }
}

#[test]
fn squares_alone_are_enough_where_one_action_fits() {
    for line in ["i1-i9", "i1 i9", "I1I9"] {
        assert!(middle(&format!("{line}\n")).out.contains("Your miner goes from i1 to i9."), "{line}");
    }
    let both = middle("c3d3\n").err;
    assert_eq!(both, "`c3d3` can mean `c3-d3` or `c3#d3`\n");
}

#[test]
fn columns_that_discs_fall_into_have_numbers() {
    let desk = Desk::new();
    let ran = desk.play(&["connect-four", "--seats", "human,human"], "4\ndrop 4\ndrop 8\n8\n");
    let board = "
     .  .  .  .  .  .  .    > red (you)  X
     .  .  .  .  .  .  .      yellow     O
     .  .  .  .  .  .  .
     .  .  .  .  .  .  .
     .  .  . (O) .  .  .
     .  .  .  X  .  .  .
     1  2  3  4  5  6  7
red to act: drop a disc into a column
";
    assert!(ran.out.ends_with(board), "{}", ran.out);
    assert_eq!(ran.err, "`drop 8` is not allowed: there is no column 8\n".repeat(2));
}

#[test]
fn an_empty_line_is_an_action_only_where_the_game_says_so() {
    let desk = Desk::new();
    let ran = desk.play(&["treasure-hunt", "--seats", "human,human", "--seed", "5"], "\n\n");
    assert_eq!(ran.out.matches(" roll a ").count(), 2);
    for game in ["advance", "tic-tac-toe", "archaeology", "en-garde", "final-card-down"] {
        let [with, without] = ["\n\n\n", ""].map(|lines| desk.play(&[game, "--seed", "5"], lines));
        assert_eq!((with.status, with), (0, without), "{game}");
    }
}

#[test]
fn a_square_that_is_an_action_is_called_one() {
    let desk = Desk::new();
    let ran = desk.play(&["tic-tac-toe"], "help place\n");
    assert!(ran.out.ends_with("  SQUARE  Mark an empty square.\n"), "{}", ran.out);
    assert!(middle("help move\n").out.contains("  FROM-TO  "));
}

#[test]
fn show_names_the_seats_that_stand_on_a_square() {
    let desk = Desk::new();
    desk.put("hunt.toml", "game = \"treasure-hunt\"\nvariant = \"line\"\nboards.main = [\"........................T\"]\n[vars]\n\"square.P\" = 5\n\"square.C\" = 2\n");
    let ran = desk.play(&["treasure-hunt", "--scenario", "hunt.toml"], "show 5\nshow 6\nshow 2\n");
    assert_eq!(ran.err, "");
    for line in ["\nOn 5: P.\n", "\n6 is empty.\n", "\nOn 2: C.\n"] {
        assert!(ran.out.contains(line), "{line}: {}", ran.out);
    }
}

#[test]
fn legal_names_the_side_that_the_position_says_also_where_it_can_do_nothing() {
    let desk = Desk::new();
    let rows = "boards.main = [\"........\", \"........\", \"........\", \"P.......\", \"........\", \"........\"]";
    let rows = rows.replacen("[\"", "[\"........\", \"........\", \"", 1);
    desk.put("stuck.toml", format!("{rows}\ngame = \"breakthrough\"\nto_act = \"black\"\n"));
    let position = ["legal", "breakthrough", "--position", "stuck.toml"];
    let ran = desk.parlour(&position);
    let answer = "black has no legal action: white wins: the other side has nothing to move\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "", answer));
    let ran = desk.parlour(&[&position[..], &["--json"]].concat());
    assert!(ran.out.contains("\"to_move\":\"black\""), "{}", ran.out);
}

/// Each row is half a hex to the right of the one above, and so are the columns' labels before the first.
#[test]
fn hexes_stand_in_slanted_rows_with_marks_on_both_sides() {
    let desk = Desk::new();
    let ran = desk.play(&["hex", "--set", "size=4", "--seats", "human,human"], "c2\nswap\n");
    let board = "
   a   b   c   d           > red (you)  X
  1  .   .   .   .           blue       O
    2  .   .  (.)  .
      3  .  (O)  .   .
        4  .   .   .   .
";
    assert!(ran.out.contains(board), "{}", ran.out);
}

/// A placement game on a given board.
fn stones(desk: &Desk, board: &str) {
    let table = format!(
        r#"
[game]
title = "Stones"
[seats]
names = ["red", "blue"]
[boards.main]
{board}
[[piece]]
name = "stone"
glyphs = ["X", "O"]
[[place]]
puts = "stone"
[[end]]
when = "no_move"
result = "draw"
ending = "full"
[endings]
full = "full"
[phases.turn]
actions = ["place"]
text = "place a stone"
[actions]
place = {{ usage = "{{to:square}}" }}
"#
    );
    std::fs::create_dir_all(desk.path("packs/stones")).unwrap();
    desk.put("packs/stones/game.toml", table);
}

/// Gaps are blank. On hexes a row's label is before its first hex, and a column's where its next one would be.
#[test]
fn places_without_a_square_are_blank() {
    let desk = Desk::new();
    let play = |board: &str, plain: &[&str], lines: &str| {
        stones(&desk, board);
        let ran = desk.play(&[&["stones", "--rules", "packs", "--seats", "human,human"], plain].concat(), lines);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran
    };
    let cross = "width = 5\nheight = 5\nstart = [\" ... \", \".....\", \".. ..\", \".....\", \" ... \"]";
    let ran = play(cross, &[], "b3\na1\nd5\n");
    let board = "
  5     .  . (O)      > red (you)  X
  4  .  .  .  .  .      blue       O
  3  .  X     .  .
  2  .  .  .  .  .
  1     .  .  .
     a  b  c  d  e
";
    assert!(ran.out.contains(board), "{}", ran.out);
    assert!(ran.err.contains("there is no action `a1`"), "{}", ran.err);
    let spoken = play(cross, &["--plain"], "b3\nshow\n").out;
    assert!(spoken.contains("red: stone b3"), "{spoken}");

    let hexagon =
        "width = 5\nheight = 5\nshape = \"hex\"\nstart = [\"  ...\", \" ....\", \".....\", \".... \", \"...  \"]";
    let board = "
      5  .   .   .         > red (you)  X
    4  .   .   .   .         blue       O
  3  .   .   X   .   .
    2  .   .   .   .   e
      1  .   .  (O)  d
           a   b   c
";
    let ran = play(hexagon, &[], "c3\nc1\n");
    assert!(ran.out.contains(board), "{}", ran.out);
    let board = "
        c   d   e         > red (you)  X
    1 b   .   .   .         blue       O
  2 a   .   .   .   .
   3  .   .   X   .   .
     4  .   .   .   .
       5  .   .  (O)
";
    let ran = play(&format!("{hexagon}\nsquares = \"a1-down\""), &[], "c3\nc5\n");
    assert!(ran.out.contains(board), "{}", ran.out);
}

#[test]
fn the_largest_boards_of_hexes_and_of_go_fit_the_screen() {
    for game in ["hex", "go"] {
        let desk = Desk::new();
        let lines = if game == "hex" { "s1\nr1\nc2\n" } else { "sa\nra\ncb\n" };
        let ran = desk.play(&[game, "--set", "size=19", "--seats", "human,human"], lines);
        assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
        let row = if game == "hex" { "   2 . .(X). ." } else { "  b  . .(X). ." };
        assert!(ran.out.contains(row), "{}", ran.out);
    }
}

/// Every game at its start and after 30 random actions, as an onlooker and as each seat sees it.
#[test]
fn boards_and_hands_of_every_game_fit_80_columns() {
    let desk = Desk::new();
    let of_game = |game: &serde_json::Value| {
        let name = game["game"].as_str().unwrap();
        let count = |of: &str| game["seats"][of].as_u64().unwrap() as usize;
        let count = count("min").max(2).min(count("max"));
        let seats = vec!["random"; count].join(",");
        let names = game["seats"]["names"].as_array().unwrap().iter().take(count);
        let sits = names.map(|seat| {
            let seat = seat.as_str().unwrap();
            format!("seat {seat} human\nshow\nseat {seat} random\n")
        });
        format!(":play {name} --seats {seats} --seed 1\nshow\nauto 30\n{}", sits.collect::<String>())
    };
    let games = desk.parlour(&["games", "--json"]).json();
    let lines: String = games["games"].as_array().unwrap().iter().map(of_game).collect();
    let ran = desk.session(&["--strict"], &lines);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in ran.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// A stack that the last move made has a sign before it and its height after it: no half of a pair of brackets.
#[test]
fn a_marked_stack_has_no_lone_bracket() {
    let desk = Desk::new();
    let ran = desk.play(&["tak", "--seats", "human,human"], "a1\nb1\nc1\nd1\nc1>\n");
    let last = after(&ran.out, "\n  1 ");
    assert!(last.contains(">F2") && !last.contains("(F2"), "{last}");
}
