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

/// Plays a few matches at random to their ends.
#[track_caller]
fn plays_whole_matches(pack: &Arc<Pack>) {
    let game = pack.configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = parlour_engine::chance::Generator::from_seed(3);
    for seed in 0..3 {
        let mut played = Match::new(game.clone(), seed, vec!["random".to_owned(); game.seat_count()]).unwrap();
        while played.decision().is_some() {
            let action = crate::packs::choose(&game, played.legal(), &mut rng);
            played.act(&action).unwrap();
        }
    }
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
    let captures = |pack: &Arc<Pack>| {
        let text = format!("game = \"advance\"\nto_act = \"white\"\n[boards]\nmain = {rows:?}\n");
        let file = parlour_engine::diagnostic::SourceFile::new("board", text);
        let scenario = Arc::new(parlour_engine::scenario::Scenario::read(file, pack).unwrap());
        let played = begin(pack, &Config { scenario: Some(scenario), ..Config::default() }).unwrap();
        let game = played.game();
        played.legal().iter(game).any(|action| game.action_text(&action) == "d5xd6")
    };
    assert!(!captures(&changed("advance", &[]).unwrap()));
    let pack = changed("advance", &[(DRAGON, "{ do = \"capture\", slide = \"all\" },\n]")]).unwrap();
    assert!(captures(&pack));
    plays_whole_matches(&pack);
}

#[test]
fn advance_can_be_played_on_seven_by_seven() {
    let start = [
        ("    \"mjdsgscjm\",\n", "    \"mdsgscj\",\n"),
        ("    \"bzzzzzzzb\",\n", "    \"bzzzzzb\",\n"),
        ("    \"BZZZZZZZB\",\n", "    \"BZZZZZB\",\n"),
        ("    \"MJCSGSDJM\",\n", "    \"JCSGSDM\",\n"),
        ("width = 9\nheight = 9", "width = 7\nheight = 7"),
    ];
    let faults = begin(&changed("advance", &start).unwrap(), &Config::default()).unwrap_err();
    assert!(faults.contains("game.toml:"), "{faults}");
    let five = "    \".........\",\n".repeat(5);
    let three = "    \".......\",\n".repeat(3);
    let mut edits = start.to_vec();
    edits.push((&five, &three));
    plays_whole_matches(&changed("advance", &edits).unwrap());
}

#[test]
fn a_wrong_move_is_refused_with_its_line() {
    for (new, expected) in [
        ("{ do = \"captrue\", slide = \"all\", least = 2 },\n]", "capture"),
        ("{ do = \"capture\", slied = \"all\", least = 2 },\n]", "slide"),
        ("{ do = \"capture\", slide = \"every\", least = 2 },\n]", "all"),
        ("{ do = \"capture\", slide = \"all\", least = 0 },\n]", "1"),
    ] {
        let faults = changed("advance", &[(DRAGON, new)]).unwrap_err();
        let place = faults.find("game.toml:").map(|at| &faults[at + "game.toml:".len()..]).unwrap();
        let numbers: Vec<&str> = place.split(':').take(2).collect();
        assert!(numbers.iter().all(|number| number.trim().parse::<u32>().is_ok()), "{faults}");
        assert!(faults.contains(expected), "{faults}");
    }
}

#[test]
fn pieces_that_would_begin_on_one_square_are_refused_with_their_place() {
    let pack = changed("breakthrough", &[("start = { rows = [1, 2] }", "start = { rows = [1, 2, 3, 4, 5] }")]).unwrap();
    let message = begin(&pack, &Config::default()).unwrap_err();
    let place = message.split(": ").next().unwrap_or_default();
    assert!(place.ends_with("breakthrough/game.toml:19:1"), "{message}");
    assert!(message.contains("a pawn would stand on a5 at the start, where something stands already"), "{message}");
}
