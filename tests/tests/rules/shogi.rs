//! Shogi: captured pieces change sides and can be dropped. The counts are the published ones.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::scenario_of_notation;
use parlour_engine::state::State;

use super::{act, moment, nodes, rules, texts, why};
use crate::boards::faults;
use crate::packs::load;
use parlour_engine::Words;

fn variant(name: &str) -> Rules {
    let config = Config { variant: Some(name.to_owned()), ..Config::default() };
    Rules::new(load("shogi").configure(&config).unwrap()).unwrap()
}

/// The fault of an invalid moment.
fn fault(text: &str) -> String {
    let pack = load("shogi");
    let file = SourceFile::new("moment.toml", format!("game = \"shogi\"\n{text}"));
    let scenario = Scenario::read(file, &pack).unwrap();
    let config = Config { scenario: Some(Arc::new(scenario)), ..Config::default() };
    let mut host = Rules::new(pack.configure(&config).unwrap()).unwrap();
    host.begin(1, &mut Vec::new()).unwrap_err().0.iter().map(ToString::to_string).collect()
}

#[test]
fn the_start_has_its_known_counts() {
    let mut host = rules("shogi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 3), [30, 900, 25_470]);
}

/// `cargo test --release -p parlour-tests rules::shogi -- --ignored`
#[test]
#[ignore = "takes a minute without optimisation"]
fn the_start_has_its_known_counts_to_depth_4() {
    let mut host = rules("shogi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 4), [30, 900, 25_470, 719_731]);
}

#[test]
fn minishogi_has_its_known_counts() {
    let mut host = variant("mini");
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 4), [14, 181, 2_512, 35_401]);
}

const MAX_MOVES: &str = r#"
to_act = "black"
[vars]
hand.black = { rook = 1, bishop = 1, gold = 1, silver = 1, knight = 1, lance = 1, pawn = 1 }
hand.white = { gold = 3, knight = 3, pawn = 17 }
[boards]
main = ["R........", "..K.S.SSk", "....B....", ".........", ".........", ".........", ".........", ".........", ".L.L.L..."]
"#;

#[test]
fn the_position_with_the_most_moves_has_593() {
    let (mut host, state) = moment(&load("shogi"), MAX_MOVES);
    assert_eq!(nodes(&mut host, &state, 2), [593, 105_677]);
}

#[test]
fn a_promoted_piece_goes_to_the_hand_as_what_it_was() {
    let (mut host, mut state) = moment(
        &load("shogi"),
        r#"
to_act = "white"
[boards]
main = ["k........", ".........", ".........", "....g....", "....T....", ".........", ".........", ".........", "........K"]
"#,
    );
    act(&mut host, &mut state, "5d5e");
    assert_eq!(host.game().state_json(&state)["vars"]["hand.white"].to_string(), r#"{"pawn":1}"#);
    act(&mut host, &mut state, "1i1h");
    act(&mut host, &mut state, "P*5d");
    assert_eq!(host.game().state_json(&state)["vars"]["hand.white"].to_string(), "{}");
    assert_eq!(host.game().state_json(&state)["boards"]["main"][3], "....p....");
}

#[test]
fn what_may_not_be_dropped_is_told() {
    let (mut host, state) = moment(
        &load("shogi"),
        r#"
to_act = "black"
[vars]
hand.black = { pawn = 1, knight = 1, lance = 1 }
[boards]
main = ["k........", "R........", ".........", "....P...T", ".........", ".........", ".........", ".........", "........K"]
"#,
    );
    for (text, reason) in [
        ("P*5e", "another pawn of yours stands on the same line of the board"),
        ("P*1e", "allowed"),
        ("P*2a", "a pawn could never move from 2a"),
        ("L*2a", "a lance could never move from 2a"),
        ("N*2b", "a knight could never move from 2b"),
        ("N*2c", "allowed"),
        ("P*5d", "5d is taken"),
        ("G*5e", "you have no gold in hand"),
    ] {
        let said = why(&mut host, &state, text);
        assert!(said.ends_with(reason), "{text}: {said}");
    }
}

#[test]
fn a_dropped_pawn_may_not_mate_but_may_check() {
    // A gold protects the pawn's square; the king's other squares are occupied by its own pieces or attacked.
    let position = |flight: &str, last: &str| {
        format!(
            r#"
to_act = "black"
[vars]
hand.black = {{ pawn = 1 }}
[boards]
main = ["lk{flight}......", "n........", ".G.......", ".........", ".........", ".........", ".........", ".........", "{last}"]
"#
        )
    };
    let (mut host, state) = moment(&load("shogi"), &position(".", "R.......K"));
    assert_eq!(why(&mut host, &state, "P*8b"), "allowed", "the king can go to 7a");
    let (mut host, state) = moment(&load("shogi"), &position(".", "R.R.....K"));
    let legal = texts(&mut host, &state);
    assert!(!legal.contains(&"P*8b".to_owned()) && legal.contains(&"P*7b".to_owned()), "{legal:?}");
    let said = why(&mut host, &state, "P*8b");
    assert!(said.ends_with("a pawn that is put onto the board may not mate"), "{said}");
}

#[test]
fn a_piece_that_could_never_move_again_must_promote() {
    let (mut host, state) = moment(
        &load("shogi"),
        r#"
to_act = "black"
[boards]
main = ["........k", "P.P......", "....N....", ".........", ".........", ".........", ".........", ".........", "........K"]
"#,
    );
    let legal = texts(&mut host, &state);
    let has = |text: &str| legal.iter().any(|legal| legal == text);
    assert!(has("9b9a+") && !has("9b9a") && has("5c6a+") && !has("5c6a"), "{legal:?}");
}

#[test]
fn a_piece_that_leaves_the_far_rows_may_promote() {
    let (mut host, state) = moment(
        &load("shogi"),
        r#"
to_act = "black"
[boards]
main = ["........k", ".........", "S........", ".........", ".........", ".........", ".........", ".........", "........K"]
"#,
    );
    let legal = texts(&mut host, &state);
    assert!(["9c8d", "9c8d+"].iter().all(|text| legal.contains(&(*text).to_owned())), "{legal:?}");
}

fn repeat(variant: &str, rows: &str, moves: [&str; 4]) -> (Rules, State) {
    let text = format!("variant = \"{variant}\"\nto_act = \"black\"\n[boards]\nmain = [{rows}]\n");
    let (mut host, mut state) = moment(&load("shogi"), &text);
    for _ in 0..4 {
        for text in moves {
            act(&mut host, &mut state, text);
            if state.is_over() {
                return (host, state);
            }
        }
    }
    panic!("the match goes on")
}

#[test]
fn perpetual_check_loses_with_the_fourth_repetition() {
    let rows = r#""........k", ".R.......", ".........", ".........", ".........", ".........", ".........", ".........", "K........""#;
    let (host, state) = repeat("standard", rows, ["8b8a", "1a1b", "8a8b", "1b1a"]);
    assert_eq!(host.game().ending_text(&state).unwrap(), "white wins: perpetual check is not allowed");
    let (host, state) = repeat("standard", rows, ["8b8c", "1a2a", "8c8b", "2a1a"]);
    assert_eq!(host.game().ending_text(&state).unwrap(), "a draw: the same position for the fourth time");
}

/// In minishogi the first player loses by the fourth repetition, unless the other gave perpetual check.
#[test]
fn in_minishogi_the_first_player_has_to_vary() {
    let rows = r#""....k", ".R...", ".....", ".....", "K....""#;
    let ending = |rows, moves| {
        let (host, state) = repeat("mini", rows, moves);
        host.game().ending_text(&state).unwrap()
    };
    assert!(ending(rows, ["4b4c", "1a2a", "4c4b", "2a1a"]).starts_with("white wins: "));
    assert_eq!(ending(rows, ["4b4a", "1a1b", "4a4b", "1b1a"]), "white wins: perpetual check is not allowed");
    let checked = r#""r...k", ".....", ".....", ".....", "K....""#;
    assert_eq!(ending(checked, ["5e4e", "5a4a", "4e5e", "4a5a"]), "black wins: perpetual check is not allowed");
}

#[test]
fn hands_of_scenarios_are_checked() {
    for (hand, message) in [
        ("hand.black = { prawn = 1 }", "there is no piece `prawn`"),
        ("hand.black = { pawn = -1 }", "`hand.black.pawn` is -1"),
        ("hand.black = { pawn = \"two\" }", "`hand.black.pawn` can't be this"),
        ("hand.black = 3", "`hand.black` can't be this"),
        ("hand.green = { pawn = 1 }", "there is no variable `hand.green.pawn`"),
    ] {
        let told = fault(&format!("[vars]\n{hand}\n"));
        assert!(told.contains(message), "{hand}: {told}");
    }
}

/// The 27-point rule: a king in the far rows that isn't in check wins with ten other pieces there and 28 points for
/// black, 27 for white; rooks and bishops count 5, promoted or not, and pieces in hand count too.
#[test]
fn a_king_that_has_entered_with_enough_wins() {
    const NO: Option<&str> = None;
    const FIRST: &str = "+R+R+B+B5/4K4/PPPPPP3/9/9/9/9/4k4/9 w 2P 1";
    let pack = load("shogi");
    let entered = Some("black wins: the king has entered, with pieces enough");
    for (position, ending) in [
        (FIRST, entered),
        ("RRBB5/4K4/PPPPPP3/9/9/9/9/4k4/9 w P2p 1", NO),
        ("RR7/4K4/PPPPPPPP1/9/9/9/9/4k4/9 w BB 1", entered),
        ("+R+R+B+B5/9/PPPPPP3/4K4/9/9/9/4k4/9 w 2P 1", NO),
        ("+R+R+B+B5/4K4/PPPPP1P2/9/9/9/7P1/4k4/9 w P 1", NO),
        ("+R+R+B+B5/4K4/PPPPP4/9/9/9/6P2/4k4/9 w 3P 1", NO),
        ("+R1+B+B5/4K4/PPPP1PPP1/9/9/9/9/4k4/4r4 w 6P 1", NO),
        ("+R1+B+B5/4K4/PPPP1PPP1/9/9/9/9/4k4/3r5 w 6P 1", entered),
        ("9/9/9/4K4/9/9/pppppp3/4k4/+r+r+b+b5 b p 1", Some("white wins: the king has entered, with pieces enough")),
    ] {
        for impasse in if position == FIRST { vec![true, false] } else { vec![true] } {
            let config = Config { set: vec![("impasse".to_owned(), impasse.to_string())], ..Config::default() };
            let scenario = scenario_of_notation(position, &pack, &config).unwrap();
            let config = Config { scenario: Some(Arc::new(scenario)), ..config };
            let mut host = Rules::new(pack.configure(&config).unwrap()).unwrap();
            let mut state = host.begin(1, &mut Vec::new()).unwrap_or_else(|faults| panic!("{position}: {faults}"));
            assert_eq!(host.game().ending_text(&state), None, "{position}: the other side is to act");
            act(&mut host, &mut state, if position.contains(" w ") { "5h4h" } else { "5d4d" });
            let expected = ending.filter(|_| impasse);
            assert_eq!(host.game().ending_text(&state).as_deref(), expected, "{position}");
        }
    }
}

#[test]
fn an_ending_that_no_piece_can_bring_about_is_a_fault() {
    let row =
        |to: &str| format!("[[end]]\nwhen = \"entered\"\n{to}result = \"win\"\nending = \"through\"\n\n[endings]\n");
    let told = |to: &str| faults("breakthrough", &[("game.toml", "[endings]\n", &row(to))]).join("\n");
    assert!(told("").contains("`end[3].to` is missing"), "{}", told(""));
    let royal = told("to = { rows = [-1] }\nworth = { pown = 2 }\n");
    assert!(royal.contains("no piece is royal, so that none can enter"), "{royal}");
    assert!(royal.contains("pown"), "{royal}");
    let row = "[[end]]\nwhen = \"bare\"\nresult = \"draw\"\nending = \"through\"\n\n[endings]\n";
    let bare = faults("breakthrough", &[("game.toml", "[endings]\n", row)]).join("\n");
    assert!(bare.contains("no piece is royal, so that nothing could be left"), "{bare}");
}

#[test]
fn signs_that_read_like_two_others_are_a_fault() {
    let told = faults("shogi", &[("game.toml", "sign = \"+B\"", "sign = \"GB\"")]).join("\n");
    assert!(told.contains("`GB` stands for a piece, and so do `G` and `B`"), "{told}");
}
