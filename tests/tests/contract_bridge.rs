//! Contract bridge: the score of known contracts (Laws of Duplicate Bridge 2017, Law 77), who declares, and what worlds know.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::ids::Seat;
use serde_json::json;

use crate::packs::{load, play, scene};

/// The points of both sides after a single deal in which south plays a contract and takes a number of tricks.
fn score(contract: &str, is_vulnerable: bool, tricks: usize) -> [i64; 2] {
    let bid = contract.trim_end_matches('x');
    let double = match contract.len() - bid.len() {
        0 => "",
        1 => "doubled = \"doubled\"\n",
        _ => "doubled = \"redoubled\"\n",
    };
    // South takes the last trick, unless it takes none.
    let (before, ace) = if tricks == 0 { (0, "2C") } else { (tricks - 1, "AC") };
    let other = 12 - before;
    let text = format!(
        "to_act = \"south\"\n[options]\ndeals = 1\n[zones]\n\"hand.south\" = [\"{ace}\"]\n\"hand.west\" = [\"3C\"]\n\
         \"hand.north\" = []\ndummy = [\"4D\"]\n\"hand.east\" = [\"5C\"]\n[vars]\ncontract = \"{bid}\"\n{double}\
         declarer = \"south\"\nleader = \"south\"\n\"vulnerable.north+south\" = {}\n\"won.north+south\" = {before}\n\
         \"won.east+west\" = {other}\n",
        u8::from(is_vulnerable)
    );
    let mut played = scene(&load("contract-bridge"), &text);
    play(&mut played, &[&format!("play {ace}"), "play 3C", "dummy 4D", "play 5C"]);
    let scores = played.end_json()["scores"].clone();
    ["south", "west"].map(|seat| scores[seat].as_i64().unwrap())
}

/// Contracts, `x` for doubled and `xx` for redoubled; whether they are vulnerable, how many tricks, and the points of the
/// declarer's side.
const SCORES: &[(&str, bool, usize, i64)] = &[
    ("1C", false, 7, 70),
    ("1NT", false, 7, 90),
    ("1NT", false, 9, 150),
    ("2H", true, 9, 140),
    ("3D", false, 9, 110),
    ("3NT", false, 9, 400),
    ("3NT", true, 9, 600),
    ("3NT", true, 11, 660),
    ("4S", false, 10, 420),
    ("4S", true, 11, 650),
    ("5C", false, 11, 400),
    ("5D", true, 11, 600),
    ("6C", false, 12, 920),
    ("6H", false, 12, 980),
    ("6H", true, 12, 1430),
    ("6NT", true, 12, 1440),
    ("7S", false, 13, 1510),
    ("7NT", true, 13, 2220),
    ("2Dx", false, 8, 180),
    ("2Sx", false, 8, 470),
    ("2Sx", true, 9, 870),
    ("3NTx", true, 11, 1150),
    ("7NTx", false, 13, 1790),
    ("1NTxx", false, 7, 560),
    ("1Cxx", true, 13, 2630),
    ("7NTxx", true, 13, 2980),
    ("3NT", false, 8, -50),
    ("3NT", true, 6, -300),
    ("4Sx", false, 9, -100),
    ("4Sx", false, 8, -300),
    ("4Sx", false, 7, -500),
    ("4Sx", false, 6, -800),
    ("4Sx", true, 9, -200),
    ("4Sx", true, 8, -500),
    ("4Sx", true, 7, -800),
    ("2Hxx", true, 7, -400),
    ("2Hxx", false, 4, -1600),
    ("7NTxx", true, 0, -7600),
];

#[test]
fn known_contracts_count_what_the_laws_say() {
    for &(contract, is_vulnerable, tricks, points) in SCORES {
        let expected = if points > 0 { [points, 0] } else { [0, -points] };
        assert_eq!(score(contract, is_vulnerable, tricks), expected, "{contract}, {is_vulnerable}, {tricks} tricks");
    }
}

#[test]
fn even_points_are_a_draw() {
    let mut played = scene(&load("contract-bridge"), "to_act = \"north\"\n[options]\ndeals = 1\n");
    play(&mut played, &["pass", "pass", "pass", "pass"]);
    assert_eq!(played.end_json()["winners"], json!(["north", "east", "south", "west"]));
}

/// In every world of a defender the dummy holds what it shows, and nobody has a suit that they couldn't follow.
#[test]
fn worlds_know_the_dummy_and_who_is_void() {
    let text = "to_act = \"west\"\n[vars]\ncontract = \"3NT\"\ndeclarer = \"south\"\nleader = \"west\"\n[zones]\n\
                \"hand.west\" = [\"KC\", \"QC\", \"2H\", \"3H\"]\n\"hand.north\" = []\n\
                dummy = [\"AD\", \"KD\", \"2C\", \"4H\"]\n\"hand.east\" = [\"2D\", \"3D\", \"4D\", \"5H\"]\n\
                \"hand.south\" = [\"AC\", \"5D\", \"6D\", \"7H\"]\n";
    let mut played = scene(&load("contract-bridge"), text);
    play(&mut played, &["play KC", "dummy 2C", "play 2D", "play AC"]);
    let (game, mut rng) = (played.game().clone(), Generator::from_seed(7));
    let view = game.view(played.state(), Some(Seat(3)));
    let mut hands = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let world = played.host().determinize(&view, &mut rng).unwrap();
        let zones = game.state_json(&world)["zones"].clone();
        assert_eq!(zones["dummy"].as_array().map(Vec::len), Some(3));
        assert_eq!(zones["dummy"], game.state_json(played.state())["zones"]["dummy"]);
        let east: Vec<String> = serde_json::from_value(zones["hand.east"].clone()).unwrap();
        assert!(east.iter().all(|card| !card.ends_with('C')), "{east:?}");
        hands.insert(east);
    }
    assert!(hands.len() > 20, "only {} hands", hands.len());
}
