//! Packs with a table changed, as somebody who tinkers would change it.

use std::sync::Arc;

use parlour_engine::game::Config;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;

use crate::packs::{library, rules_folder};

/// A pack of the repository with parts of its `game.toml` replaced.
#[track_caller]
fn changed(name: &str, replace: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    let mut files: PackFiles = library().files(name).unwrap();
    let mut text = files.texts["game.toml"].to_string();
    for (old, new) in replace {
        assert_eq!(text.matches(old).count(), 1, "`{old}` in {}/{name}", rules_folder().display());
        text = text.replace(old, new);
    }
    files.texts.insert("game.toml".to_owned(), text.into());
    Pack::load(files).map(Pack::into_shared).map_err(|faults| faults.to_string())
}

#[track_caller]
fn begin(pack: &Arc<Pack>, config: &Config) -> Result<Match, String> {
    let game = pack.configure(config).map_err(|faults| faults.to_string())?;
    let players = vec!["random".to_owned(); game.seat_count()];
    Match::new(game, 1, players).map_err(|faults| faults.to_string())
}

#[test]
fn a_deck_can_be_a_list_of_cards() {
    let card = |value: &str, colour: &str, suit: &str, count: usize| {
        format!(
            "[[card]]\nname = \"{value} {colour} {suit}\"\nvalue = \"{value}\"\ncolour = \"{colour}\"\n\
             suit = \"{suit}\"\npoints = 1\ncount = {count}\n"
        )
    };
    let list = card("7", "red", "clubs", 30) + &card("2", "blue", "spades", 10) + "[[card]]\nname = \"1 {colour}\"";
    let pack = changed(
        "final-card-down",
        &[
            ("[[card]]\nname = \"{value} {colour} {suit}\"", &list),
            (
                "each = { value = \"all\", colour = \"all\" }",
                "each = { value = [\"1\"], colour = [\"red\", \"blue\"] }",
            ),
        ],
    )
    .unwrap();
    let played = begin(&pack, &Config::default()).unwrap();
    let names: Vec<&str> = pack.card_rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["7 red clubs", "2 blue spades", "1 red", "1 blue"]);
    assert_eq!(played.game().card_counts(), [30, 10, 1, 1]);
}

#[test]
fn a_product_names_what_is_wrong_with_it() {
    let each = "each = { value = \"all\", colour = \"all\" }";
    for (new, message) in [
        ("each = { value = \"all\", colours = \"all\" }", "the table `card` has no column `colours`"),
        ("each = { value = \"all\", colour = [\"rde\"] }", "`card[1].each.colour` can't be `rde`"),
        ("each = { value = \"all\", colour = \"all\", suit = \"all\" }", "`card[1]` stands for 400 rows"),
        ("each = { value = [\"1\", \"1\"], colour = \"all\" }", "`1 red diamonds` stands twice"),
    ] {
        let faults = changed("final-card-down", &[(each, new)]).unwrap_err();
        assert!(faults.contains(message) && faults.contains("game.toml:"), "{faults}");
    }
}

#[test]
fn special_values_can_be_moved_and_left_out() {
    let specials = [("skip = \"A\"", "skip = \"\""), ("wild = \"0\"", "wild = \"F\"")];
    let pack = changed("final-card-down", &specials).unwrap();
    assert!(begin(&pack, &Config::default()).is_ok());
    let faults = changed("final-card-down", &[("skip = \"A\"", "skip = \"G\"")]).unwrap_err();
    assert!(faults.contains("`special.skip` can't be `G`"), "{faults}");
}

#[test]
fn a_deck_too_small_is_refused_with_the_numbers() {
    let pack = changed("final-card-down", &[]).unwrap();
    let set = vec![("hand_size".to_owned(), "8".to_owned())];
    let faults = begin(&pack, &Config { seats: Some(10), set, ..Config::default() }).unwrap_err();
    assert!(faults.contains("81 cards are needed with 10 seats, 80 are there"), "{faults}");
}

#[test]
fn effects_that_cannot_be_placed_are_refused_with_the_keys() {
    let pack =
        changed("treasure-hunt", &[("set = { sets = 4, max_per_line = 4 }", "set = { sets = 5, max_per_line = 4 }")]);
    let config = Config { variant: Some("grid".to_owned()), ..Config::default() };
    let faults = begin(&pack.unwrap(), &config).unwrap_err();
    for part in ["50 symbols", "12 x 12 with at most 4", "room for 48", "`sets`", "`board.width`", "`max_per_line`"] {
        assert!(faults.contains(part), "{faults}");
    }
}

#[test]
fn an_effect_can_be_changed_and_added() {
    let bridge =
        "[[effect]]\nname = \"bridge\"\nglyph = \"=\"\ndoes = \"go\"\nway = \"right\"\nstep = 7\n\n# ---- the board";
    let pack = changed("treasure-hunt", &[("# ---- the board", bridge)]).unwrap();
    let played = begin(&pack, &Config::default()).unwrap();
    let board = &played.game().state_json(played.state())["boards"]["main"][0];
    assert_eq!(board.as_str().unwrap().matches('=').count(), 1);
    let twice = changed("treasure-hunt", &[("glyph = \"#\"", "glyph = \"@\"")]).unwrap_err();
    assert!(twice.contains("`@` stands for two symbols"), "{twice}");
}
