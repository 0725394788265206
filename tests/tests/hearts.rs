//! Rulings of Hearts that no random match is sure to meet.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::boards::library;
use crate::packs::load;
use parlour_engine::Words;

fn scenario(to_act: &str, text: &str) -> Match {
    let pack = load("hearts");
    let file = SourceFile::new("scenario.toml", format!("game = \"hearts\"\nto_act = \"{to_act}\"\n{text}"));
    let scenario = Scenario::read(file, &pack).unwrap_or_else(|faults| panic!("{faults}"));
    let config = Config { set: scenario.options.clone(), scenario: Some(Arc::new(scenario)), ..Config::default() };
    let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    Match::new(game, 1, vec!["random".to_owned(); 4]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// All cards except some.
fn others(but: &[&str]) -> String {
    let deck = "CDSH".chars().flat_map(|suit| "23456789TJQKA".chars().map(move |rank| format!("{rank}{suit}")));
    let cards = deck.filter(|card| !but.contains(&card.as_str())).map(|card| format!("\"{card}\""));
    cards.collect::<Vec<_>>().join(", ")
}

/// The scores after a last trick in which north takes a heart, having taken all other cards except south's.
fn last_trick(options: &str, south: &str) -> Value {
    let last = ["AH", "2C", "3C", "4C"];
    let but: Vec<&str> = last.into_iter().chain(Some(south).filter(|card| !card.is_empty())).collect();
    let south = if south.is_empty() { String::new() } else { format!("\"{south}\"") };
    let mut played = scenario(
        "north",
        &format!(
            "[options]\nlimit = 20\n{options}\n[vars]\nleader = \"north\"\nbroken = 1\n[zones]\n\"hand.north\" = [\"AH\"]\n\
         \"hand.east\" = [\"2C\"]\n\"hand.south\" = [\"3C\"]\n\"hand.west\" = [\"4C\"]\n\"taken.north\" = [{}]\n\
         \"taken.south\" = [{south}]\n",
            others(&but)
        ),
    );
    for card in last {
        let action = played.parse(&format!("play {card}")).unwrap_or_else(|error| panic!("{card}: {error}"));
        played.act(&action).unwrap_or_else(|error| panic!("{card}: {error}"));
    }
    if played.decision().is_some() { Value::Null } else { played.end_json()["scores"].clone() }
}

#[test]
fn who_takes_all_points_shoots_the_moon() {
    assert_eq!(last_trick("", ""), json!({ "north": 0, "east": -26, "south": -26, "west": -26 }));
    assert_eq!(last_trick("", "2D"), json!({ "north": 0, "east": -26, "south": -26, "west": -26 }));
    assert_eq!(last_trick("", "2H"), json!({ "north": -25, "east": 0, "south": -1, "west": 0 }));
}

#[test]
fn the_moon_can_take_points_from_who_shoots_it() {
    // No seat has reached the limit then, and the next deal begins.
    assert_eq!(last_trick("moon = \"subtracts\"", ""), Value::Null);
}

#[test]
fn the_jack_takes_points_away_where_it_counts() {
    assert_eq!(last_trick("jack = true", ""), json!({ "north": 10, "east": -26, "south": -26, "west": -26 }));
    assert_eq!(last_trick("jack = true", "JD"), json!({ "north": 0, "east": -26, "south": -16, "west": -26 }));
}

#[test]
fn no_points_are_played_to_the_first_trick_but_where_nothing_else_is_held() {
    let legal = |options: &str, east: &str| -> Vec<String> {
        let hand = |text: &str| text.split(' ').map(|card| format!("\"{card}\"")).collect::<Vec<_>>().join(", ");
        let played = scenario(
            "east",
            &format!(
                "[options]\n{options}\n[vars]\nleader = \"north\"\n[zones]\n\"hand.east\" = [{}]\ntrick = \
             [\"2C\"]\n",
                hand(east)
            ),
        );
        let game = played.game().clone();
        played.legal().iter(&game).map(|action| game.action_text(&action)).collect()
    };
    let hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH";
    assert_eq!(legal("", &format!("{hearts} 5D")), ["play 5D"]);
    assert_eq!(legal("", &format!("{hearts} QS")).len(), 13);
    assert_eq!(legal("points_first = true", &format!("{hearts} 5D")).len(), 13);
}

/// `[synonyms]`: colloquial names of cards.
#[test]
fn cards_are_read_by_other_words_for_ranks_and_suits() {
    let played = scenario("north", "[vars]\nleader = \"north\"\n[zones]\n\"hand.north\" = [\"TC\", \"QS\", \"3D\"]\n");
    for (text, action) in [
        ("10C", "TC"),
        ("10c", "TC"),
        ("ten of clubs", "TC"),
        ("queen of spades", "QS"),
        ("3 diamonds", "3D"),
        ("10", "TC"),
    ] {
        let read = played.parse(&format!("play {text}")).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(played.game().action_text(&read), format!("play {action}"));
    }
}

#[test]
fn a_trump_takes_a_trick_from_the_suit_that_was_led() {
    let mut files = library().files("hearts").unwrap();
    let tables = files.texts["game.toml"].replacen("[trick]\n", "[trick]\ntrump = \"D\"\n", 1);
    files.texts.insert("game.toml".to_owned(), tables.into());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    let taker = |east: &str, west: &str| {
        let text = format!(
            "game = \"hearts\"\nto_act = \"north\"\n[vars]\nleader = \"north\"\nbroken = 1\n[zones]\n\
             \"hand.north\" = [\"3C\", \"2S\"]\n\"hand.east\" = [\"{east}\", \"3S\"]\n\"hand.south\" = [\"KC\", \"4S\"]\n\
             \"hand.west\" = [\"{west}\", \"5S\"]\n\"taken.north\" = [{}]\n",
            others(&["3C", east, "KC", west, "2S", "3S", "4S", "5S"])
        );
        let scenario = Arc::new(Scenario::read(SourceFile::new("scenario.toml", text), &pack).unwrap());
        let game = pack.configure(&Config { scenario: Some(scenario), ..Config::default() }).unwrap();
        let mut played = Match::new(game, 1, vec!["random".to_owned(); 4]).unwrap();
        for card in ["3C", east, "KC", west] {
            let action = played.parse(&format!("play {card}")).unwrap();
            played.act(&action).unwrap_or_else(|error| panic!("{card}: {error}"));
        }
        played.game().seat_name(played.decision().unwrap().seat).to_owned()
    };
    assert_eq!(taker("2D", "2H"), "east", "the only trump");
    assert_eq!(taker("2D", "9D"), "west", "the higher trump");
    assert_eq!(taker("AH", "AS"), "south", "no trump: the suit that was led");
}
