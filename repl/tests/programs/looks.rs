//! The look of matches: conventional boards, and descriptions of events.

use crate::desk::Desk;
use crate::keyboard::Keyboard;

const TWO: [&str; 4] = ["--seats", "human,human", "--seed", "7"];

fn play(game: &str, options: &[&str], lines: &str) -> String {
    let desk = Desk::new();
    let arguments: Vec<&str> = [game].iter().chain(options).copied().collect();
    let ran = desk.play(&arguments, lines);
    assert_eq!(ran.err, "");
    ran.out
}

#[test]
fn a_chequered_board_shows_figures_and_turns_round() {
    let shown = play("chess", &TWO, "e2-e4\nflip\n");
    let above = "\n  8  ♜ ░♞░ ♝ ░♛░ ♚ ░♝░ ♞ ░♜░   en passant -\n";
    assert!(shown.contains(above), "{shown}");
    assert!(shown.contains("\n  4    ░░░   ░░░(♙)░░░   ░░░"), "{shown}");
    let flipped = &shown[shown.rfind("\n  1  ♖ ░♘░ ♗ ░♔░ ♕ ").unwrap()..];
    assert!(flipped.contains("\n  4 ░░░   ░░░(♙)░░░   ░░░"), "{flipped}");
    assert!(flipped.contains("\n     h  g  f  e  d  c  b  a\n"), "{flipped}");
    // A position's notation is the same from either side.
    let fen = "FEN rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(play("chess", &TWO, "e2-e4\nflip\nshow fen\n").contains(fen));
}

#[test]
fn a_board_of_points_has_stars_and_the_names_of_players() {
    let shown = play("go", &["--seats", "human,human", "--seed", "7"], "D4\ngb\nmoves dg\n");
    assert!(shown.contains("\n  c  .  .  +  .  .  .  +  .  .  7    > black (you)  X\n"), "{shown}");
    assert!(shown.contains("\n     A  B  C  D  E  F  G  H  J\n"), "{shown}");
    assert!(shown.contains("You place a stone on df (D4)."), "{shown}");
    assert!(shown.contains("You place a stone on gb (G8)."), "{shown}");
    assert!(shown.contains("\n  f  .  .  . (X) .  .  .  .  .  4"), "{shown}");
}

#[test]
fn points_are_counted_from_the_side_of_who_looks() {
    let shown = play("backgammon", &["--seats", "random,human", "--seed", "7"], "");
    assert!(shown.contains("White plays 1/4.") && shown.contains("White plays 17/19."), "{shown}");
    let spoken = play("backgammon", &["--seats", "random,human", "--seed", "7", "--plain"], "");
    assert!(spoken.contains("White points: 6 on 19, 2 on 17"), "{spoken}");
}

#[test]
fn a_sheet_shows_what_each_open_box_would_give() {
    let shown = play("yahtzee", &TWO, "score threes\n");
    for line in ["threes              (3)      .", "three of a kind     (8)      .", "full house          (0)      ."] {
        assert!(shown.contains(&format!("\n{line}")), "{line}\n{shown}");
    }
    assert!(shown.contains("Threes: 3 points for you."), "{shown}");
    assert!(play("yahtzee", &TWO, "score three\n").contains("Three of a kind: 8 points for you."));
}

#[test]
fn who_acts_is_told_so() {
    let shown = play("hanabi", &TWO, "tell b 1\n");
    assert!(shown.contains("You tell b which cards are 1s."), "{shown}");
    let shown = play("treasure-hunt", &TWO, "roll\n");
    assert!(shown.contains("You roll a "), "{shown}");
}

#[test]
fn the_end_of_a_turn_is_not_told_by_itself() {
    let shown = play("archaeology", &["--seats", "random,human", "--seed", "7"], "");
    assert!(!shown.contains("a: end"), "{shown}");
}

#[test]
fn the_end_of_a_deal_has_a_line_for_each_thing() {
    let shown = play("gin-rummy", &["--seats", "collector,collector", "--seed", "40"], "auto 60\n");
    let at = shown.find(" lays down ").unwrap_or_else(|| panic!("{shown}"));
    let begin = shown[..at].rfind('\n').unwrap();
    assert_eq!(&shown[begin + 1..at].len(), &1, "{shown}");
    assert!(shown[at..].contains("\na scores ") || shown[at..].contains("\nb scores "), "{shown}");
}

/// If the prompt shows the pending decision, the line above doesn't.
#[test]
fn what_is_to_be_done_is_told_once() {
    let desk = Desk::new();
    let mut keyboard = Keyboard::with(&desk, &["play", "chess", "--seats", "human,human"], (80, 24), &[]);
    keyboard.prompt();
    keyboard.quit();
    let shown = keyboard.rest();
    assert!(!shown.contains("to act: move a piece"), "{shown}");
}

#[test]
fn saves_fit_the_line() {
    let desk = Desk::new();
    desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "5"], "a1\nb1\na2\nb2\na3\n");
    let other = ["play", "tic-tac-toe", "--seats", "human,human", "--seed", "6"];
    let mut keyboard = Keyboard::with(&desk, &other, (40, 24), &[("NO_COLOR", "1"), ("TERM", "xterm")]);
    keyboard.prompt();
    keyboard.enter("saves");
    let shown = keyboard.wait_for("\u{1b}[?2004h");
    let listed = &shown[shown.rfind("tic-tac-toe-5").unwrap()..];
    let mut lines = listed.lines().filter(|line| !line.contains('\u{1b}'));
    assert!(lines.all(|line| line.trim_end().chars().count() <= 40), "{listed}");
}

/// A position of chess with white to move, with these lower rows.
fn castling(rows: [&str; 8]) -> String {
    let desk = Desk::new();
    desk.put("moment.toml", format!("game = \"chess\"\nto_act = \"white\"\n[boards]\nmain = {rows:?}\n"));
    desk.play(&["chess", "--scenario", "moment.toml", "--seats", "human,human"], "why O-O\n").out
}

#[test]
fn castling_says_what_is_against_it() {
    let after = |moves: &str| play("chess", &TWO, &format!("{moves}why O-O\n"));
    for (moves, reason) in [
        ("", "the bishop on f1 is in the way"),
        ("e2-e4\ne7-e5\ne1-e2\na7-a6\n", "your king has moved"),
        ("g1-f3\na7-a6\nh1-g1\na6-a5\n", "your rook isn't on h1 any more"),
        ("g1-f3\na7-a6\nh1-g1\na6-a5\ng1-h1\na5-a4\n", "your rook on h1 has moved before"),
    ] {
        assert!(after(moves).contains(reason), "{reason}\n{}", after(moves));
    }
    let with = |upper: &'static str| {
        [upper, "........", "........", "........", "........", "........", "........", "R...K..R"]
    };
    for (upper, reason) in [
        ("k...r...", "your king is in danger on e1"),
        ("k....r..", "your king would go over f1, where it would be in danger"),
        ("k.....r.", "your king would be in danger on g1"),
    ] {
        let shown = castling(with(upper));
        assert!(shown.contains(reason), "{reason}\n{shown}");
    }
}
