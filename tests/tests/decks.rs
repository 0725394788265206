//! Cards of several piles, each placed at first in the first pile that may hold it and dealt from there; and arguments
//! with several source zones.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{Seat, Verb, ZoneId};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;

use crate::packs::{self, choose, library};
use parlour_engine::Words;

/// The fixture with some of its tables replaced.
fn stalls(edits: &[(&str, &str)]) -> Result<Arc<Pack>, Faults> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/stalls");
    let mut files = PackFiles::read(&folder).unwrap();
    files.prefix = String::new();
    let mut tables = files.texts["game.toml"].to_string();
    for (from, to) in edits {
        assert_eq!(tables.matches(from).count(), 1, "`{from}`");
        tables = tables.replace(from, to);
    }
    files.texts.insert("game.toml".to_owned(), tables.into());
    Pack::load(files).map(Pack::into_shared)
}

fn game(seats: usize) -> Arc<Game> {
    let config = Config { seats: Some(seats), ..Config::default() };
    stalls(&[]).unwrap().configure(&config).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The cards of a zone, with `?` for unknown ones.
fn cards(game: &Game, state: &State, label: &str) -> Vec<String> {
    for (zone, spec) in game.pack().zones.iter().enumerate() {
        for member in 0..game.zone_count(ZoneId::from_index(zone)) {
            if game.member_name(&spec.label, &spec.per, member) == label {
                let cards = game.zone_cards(state, ZoneId::from_index(zone), member);
                return cards.into_iter().map(|c| c.map_or("?".to_owned(), |c| game.card_name(c).to_owned())).collect();
            }
        }
    }
    panic!("no zone {label}")
}

const CHEAP: &[&str] = &["apple", "cheese"];
const DEAR: &[&str] = &["ring", "crown"];
const EVENTS: &[&str] = &["feast", "storm"];

#[track_caller]
fn only(cards: &[String], known: &[&str]) {
    assert!(cards.iter().all(|card| known.contains(&card.as_str())), "{cards:?}");
}

#[test]
fn each_card_begins_in_its_own_pile_and_is_dealt_from_there() {
    let mut orders = BTreeSet::new();
    for seats in 2..=4 {
        let game = game(seats);
        let mut rules = Rules::new(game.clone()).unwrap();
        for seed in 0..20 {
            let state = rules.start(seed, &mut Vec::new()).unwrap();
            let zone = |label: &str| cards(&game, &state, label);
            for (pile, stall, known) in [("goods.cheap", "stall.cheap", CHEAP), ("goods.dear", "stall.dear", DEAR)] {
                only(&zone(pile), known);
                only(&zone(stall), known);
                assert_eq!(zone(stall).len(), 3);
            }
            for seat in ["a", "b", "c", "d"].iter().take(seats) {
                only(&zone(&format!("hand.{seat}")), CHEAP);
                assert_eq!(zone(&format!("hand.{seat}")).len(), 2);
            }
            assert_eq!(zone("goods.cheap").len(), 14 - 3 - 2 * seats);
            assert_eq!(zone("goods.dear").len(), 8 - 3);
            // The storms are shuffled in after the first weather.
            assert_eq!(zone("weather"), ["feast"]);
            only(&zone("events"), EVENTS);
            assert_eq!(zone("events").iter().filter(|card| *card == "storm").count(), 2);
            orders.insert((zone("goods.dear"), zone("events")));
        }
    }
    assert!(orders.len() > 15, "each pile is shuffled: {}", orders.len());
}

#[test]
fn all_columns_of_holds_count_together() {
    let pack = stalls(&[
        ("price = [\"cheap\", \"dear\"]", "price = [\"cheap\", \"dear\"]\nmood = [\"fair\", \"foul\"]"),
        ("sort = { type = \"sort\" }", "sort = { type = \"sort\" }\nmood = { type = \"mood\", default = \"fair\" }"),
        ("worth = 9\ncount = 3", "worth = 9\nmood = \"foul\"\ncount = 3"),
        ("holds = { sort = \"price\" }", "holds = { mood = [\"fair\"], sort = \"price\" }"),
        (", holds = { sort = [\"event\"] }", ""),
        ("to = \"weather\", count = 1", "to = \"weather\", count = 1, from = \"events\""),
    ]);
    let config = Config { seats: Some(2), ..Config::default() };
    let game = pack.unwrap().configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let state = Rules::new(game.clone()).unwrap().start(1, &mut Vec::new()).unwrap();
    only(&[cards(&game, &state, "goods.dear"), cards(&game, &state, "stall.dear")].concat(), &["ring"]);
    let others = [cards(&game, &state, "events"), cards(&game, &state, "weather")].concat();
    assert_eq!(others.iter().filter(|card| *card == "crown").count(), 3, "{others:?}");
}

#[test]
fn hidden_cards_of_a_pile_are_only_ever_those_that_it_holds() {
    let game = game(3);
    let mut rng = Generator::from_seed(11);
    for seed in 0..6 {
        let mut played = Match::new(game.clone(), seed, vec!["random".to_owned(); 3]).unwrap();
        while played.decision().is_some() {
            let viewer = Seat(rng.below(3) as u8);
            let view = game.view(played.state(), Some(viewer));
            only(&cards(&game, view.state(), "goods.dear"), &["?"]);
            let mut seen = BTreeSet::new();
            for _ in 0..4 {
                let world = played.host().determinize(&view, &mut rng).unwrap();
                only(&cards(&game, &world, "goods.cheap"), CHEAP);
                only(&cards(&game, &world, "goods.dear"), DEAR);
                for seat in 0..3 {
                    only(&cards(&game, &world, &format!("hand.{}", ["a", "b", "c"][seat])), &[CHEAP, DEAR].concat());
                }
                assert_eq!(game.view(&world, Some(viewer)), view);
                seen.insert(cards(&game, &world, "goods.cheap"));
            }
            let action = choose(&game, played.legal(), &mut rng);
            played.act(&action).unwrap();
        }
        // The record replays to the same match.
        let again = played.record().replay_by(Rules::new(game.clone()).unwrap(), None).unwrap();
        assert_eq!(again.state(), played.state());
    }
}

fn begin(text: &str) -> Match {
    let pack = stalls(&[]).unwrap();
    let file = SourceFile::new("scene.toml", format!("game = \"stalls\"\nplayers = 2\n{text}"));
    let scenario = Arc::new(Scenario::read(file, &pack).unwrap_or_else(|faults| panic!("{faults}")));
    let game = pack.configure(&scenario.config()).unwrap_or_else(|faults| panic!("{faults}"));
    Match::new(game, 1, vec!["random".to_owned(); 2]).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn a_scenario_leaves_each_card_to_its_own_pile() {
    let played = begin("[zones]\n\"stall.dear\" = [\"crown\"]\nweather = [\"storm\"]\n");
    let zone = |label: &str| cards(played.game(), played.state(), label);
    assert_eq!(zone("stall.dear"), ["crown"]);
    assert_eq!(zone("goods.dear").len(), 7);
    only(&zone("goods.dear"), DEAR);
    assert_eq!(zone("stall.cheap").len(), 3);
    assert_eq!(zone("goods.cheap").len(), 14 - 3 - 4);
    only(&zone("hand.a"), CHEAP);
    let mut events = zone("events");
    events.sort();
    assert_eq!(events, ["feast", "feast", "feast", "storm"]);
    // A named pile has exactly these cards, and its rest goes to nobody else.
    let played = begin("[zones]\n\"goods.cheap\" = [\"apple\"]\n");
    let zone = |label: &str| cards(played.game(), played.state(), label);
    assert_eq!(zone("goods.cheap"), ["apple"]);
    only(&zone("goods.dear"), DEAR);
}

#[test]
fn cards_that_lie_in_order_lie_so_in_each_pile() {
    let deck = r#"deck = ["ring", "apple", "storm", "crown", "cheese", "apple", "ring", "apple", "feast", "apple", "crown",
        "cheese", "cheese", "apple", "ring", "feast"]"#;
    let played = begin(deck);
    let zone = |label: &str| cards(played.game(), played.state(), label);
    // From the top: three to each stall, then one to each hand, and one more.
    assert_eq!(zone("stall.dear"), ["ring", "ring", "crown"]);
    assert_eq!(zone("stall.cheap"), ["apple", "cheese", "cheese"]);
    assert_eq!(
        (zone("hand.a"), zone("hand.b")),
        (vec!["apple".to_owned(); 2], vec!["apple".to_owned(), "cheese".to_owned()])
    );
    assert_eq!(zone("goods.dear"), ["ring", "crown"]);
    assert_eq!(zone("goods.cheap"), ["apple"]);
    assert_eq!(zone("events"), ["storm", "feast"]);
    assert_eq!(zone("weather"), ["feast"]);
}

#[test]
fn what_can_come_from_nowhere_is_refused() {
    let faults = |edits: &[(&str, &str)]| match stalls(edits) {
        Ok(pack) => {
            let config = |seats| Config { seats: Some(seats), ..Config::default() };
            let answers = [2, 4].map(|seats| pack.configure(&config(seats)).err().map(|faults| faults.to_string()));
            answers.into_iter().flatten().collect::<Vec<_>>().join("\n")
        }
        Err(faults) => faults.to_string(),
    };
    let cases: &[(&[(&str, &str)], &str)] = &[
        (
            &[(
                "events = { kind = \"pile\", seen = \"none\" }",
                "events = { kind = \"pile\", seen = \"none\", holds = [\"feast\"] }",
            )],
            "game.toml:53:8: the card `storm` has no pile to come from (expected that one of `goods.cheap`, `goods.dear`, `events` may hold it: see `holds`)",
        ),
        (
            &[("source = [\"goods\", \"events\"]", "source = [\"events\", \"goods\"]")],
            "game.toml:66:10: no card comes from `goods` (each card begins in the first of the sources that may hold it: `holds` says which these are)",
        ),
        (
            &[("source = [\"goods\", \"events\"]", "source = [\"goods\", \"goods\", \"events\"]")],
            "game.toml:66:20: `goods` stands twice among the sources (the other one stands at game.toml:66:11)",
        ),
        (
            &[("source = [\"goods\", \"events\"]", "source = [\"goods\", \"stall\", \"events\"]")],
            "game.toml:66:20: `stall` must be a pile to deal from (expected a single pile, or one for each seat or each entry of a table or list)",
        ),
        (
            &[("source = [\"goods\", \"events\"]", "source = [\"goods\", \"evens\"]")],
            "game.toml:66:20: there is no zone `evens` (did you mean `events`?)",
        ),
        (
            &[("source = [\"goods\", \"events\"]\n", "")],
            "game.toml:65:1: `setup.source` is missing (expected the pile that the cards are dealt from, or a list of piles)",
        ),
        (
            &[("source = [\"goods\", \"events\"]", "source = 3")],
            "game.toml:66:10: `setup.source` must be a list of texts, but is a whole number",
        ),
        (
            &[(", from = \"goods.cheap\"", "")],
            "game.toml:69:5: where the cards for `hand` come from is not clear (expected `from`, one of `goods.cheap`, `goods.dear`)",
        ),
        (
            &[(", from = \"goods.cheap\"", ", from = \"goods\"")],
            "game.toml:69:38: `goods` is several piles, and which of them `hand` gets is not said (expected one of `goods.cheap`, `goods.dear`)",
        ),
        (
            &[(", from = \"goods.cheap\"", ", from = \"goods.chaep\"")],
            "game.toml:69:38: there is no pile `goods.chaep` among the sources (did you mean `goods.cheap`?)",
        ),
        (
            &[(", from = \"goods.cheap\"", ", from = \"events\"")],
            "game.toml:69:38: `hand` can't hold `feast`, which comes from `events` (expected a pile whose cards it may hold)",
        ),
        (
            &[("to = \"weather\", count = 1", "to = \"weather\", count = 4")],
            "game.toml:70:31: `events` is too small to deal: 4 cards are needed with 2 seats, 3 are there (2 more are kept out of the deal) (deal fewer cards or raise a `count`)\ngame.toml:70:31: `events` is too small to deal: 4 cards are needed with 4 seats, 3 are there (2 more are kept out of the deal) (deal fewer cards or raise a `count`)",
        ),
        (
            &[("to = \"hand\", count = 2", "to = \"hand\", count = 4")],
            "game.toml:69:28: `goods.cheap` is too small to deal: 19 cards are needed with 4 seats, 14 are there (deal fewer cards or raise a `count`)",
        ),
        (
            &[("holds = { sort = \"price\" }", "holds = { worth = \"price\" }")],
            "game.toml:58:66: the cards have no column `worth` with the words of a list (expected one of which each price has a word of its own, the first price the first)",
        ),
        (
            &[("price = [\"cheap\", \"dear\"]", "price = [\"cheap\", \"dear\", \"odd\", \"more\"]")],
            "game.toml:58:73: a word of `sort` for each price: 3 words for 4 entries of `price` (expected a zone with `per = \"price\"` and a list with at least as many words as there are entries of `price`)",
        ),
        (
            &[
                ("per = \"price\", seen = \"none\"", "per = \"seat\", seen = \"none\""),
                ("holds = { sort = \"price\" }", "holds = { sort = \"seat\" }"),
            ],
            "game.toml:58:72: a word of `sort` for each seat: 3 words for 4 seats (expected a zone with `per = \"seat\"` and a list with at least as many words as there are seats)",
        ),
    ];
    let said: Vec<(&[(&str, &str)], String)> = cases.iter().map(|(edits, _)| (*edits, faults(edits))).collect();
    let expected: Vec<(&[(&str, &str)], String)> =
        cases.iter().map(|(edits, says)| (*edits, (*says).to_owned())).collect();
    assert_eq!(said, expected);
}

/// The texts of the legal actions that sell a card.
fn sales(played: &Match) -> Vec<String> {
    let game = played.game();
    let texts = played.legal().iter(game).map(|action| game.action_text(&action));
    texts.filter(|text| text.starts_with("sell")).collect()
}

const TWO_PLACES: &str = "to_act = \"a\"\n[zones]\n\"stall.cheap\" = [\"cheese\"]\n\"stall.dear\" = [\"ring\"]\n\
     \"hand.a\" = [\"apple\", \"ring\"]\n\"hand.b\" = [\"crown\"]\n";

#[test]
fn a_card_may_come_from_one_of_several_zones() {
    let mut played = begin(TWO_PLACES);
    let game = played.game().clone();
    assert_eq!(sales(&played), ["sell apple", "sell cheese", "sell ring"], "of any stall, or of the own hand");
    let verb = Verb::from_index(game.pack().verbs.iter().position(|verb| verb.name == "sell").unwrap());
    let state = played.state().clone();
    assert_eq!(game.domain_values(&state, Seat(0), verb, 0), Some(vec![1, 2, 3]));
    assert_eq!(game.domain_values(&state, Seat(1), verb, 0), Some(vec![2, 3, 4]));
    let crown = game.parse_action("sell crown", None).unwrap();
    let refusal = played.host().check(&state, &crown).unwrap_err().refusal().unwrap();
    assert_eq!(refusal.to_string(), "there is no crown in any stall or your hand");
    for text in ["sell ring", "wait", "sell apple"] {
        let action = game.parse_action(text, None).unwrap();
        played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let state = played.state();
    assert_eq!(cards(&game, state, "sold.a"), ["apple", "ring"]);
    assert_eq!(cards(&game, state, "hand.a"), ["ring"], "what lay on the stall went first");
}

/// Other seats' knowledge of a hand comes only from cards that they saw leave it.
#[test]
fn what_can_come_from_a_hidden_hand_or_a_stall_is_hidden_as_the_hand_is() {
    let mut played = begin(TWO_PLACES);
    let game = played.game().clone();
    let views = |played: &Match| game.view(played.state(), Some(Seat(1)));
    let other = begin(&TWO_PLACES.replace("\"hand.a\" = [\"apple\"", "\"hand.a\" = [\"cheese\""));
    let label = "hand.a";
    assert_eq!(cards(&game, views(&played).state(), label), ["?", "?"]);
    assert_eq!(cards(&game, views(&other).state(), label), ["?", "?"]);
    // In every world a seat that can sell is to move: what lies on the stalls, and what the world has in the hand.
    let view = views(&played);
    let mut rng = Generator::from_seed(4);
    let mut seen = BTreeSet::new();
    for _ in 0..40 {
        let world = played.host().determinize(&view, &mut rng).unwrap();
        let held = cards(&game, &world, label);
        let mut legal = ActionList::new();
        played.host().legal(&world, &mut legal).unwrap();
        let texts: BTreeSet<String> = legal.iter(&game).map(|action| game.action_text(&action)).collect();
        let expected = held.iter().map(String::as_str).chain(["cheese", "ring"]).map(|card| format!("sell {card}"));
        let expected: BTreeSet<String> =
            expected.chain(["draw cheap", "draw dear", "wait"].map(str::to_owned)).collect();
        assert_eq!(texts, expected);
        seen.insert(held);
    }
    assert!(seen.len() > 3, "{seen:?}");
    // A card of the stall reveals nothing about the hand; one of the hand is removed from it.
    let act = |played: &mut Match, text: &str| played.act(&game.parse_action(text, None).unwrap()).map(|_| ()).unwrap();
    act(&mut played, "sell ring");
    assert_eq!(cards(&game, views(&played).state(), label), ["?", "?"]);
    act(&mut played, "wait");
    act(&mut played, "sell apple");
    let view = views(&played);
    assert_eq!(cards(&game, view.state(), label), ["?"]);
    assert_eq!(cards(&game, view.state(), "sold.a"), ["apple", "ring"]);
}

#[test]
fn a_zone_that_no_card_fits_is_refused() {
    let sold = "sold = { kind = \"bag\", per = \"seat\", seen = \"all\", holds = ";
    let edit = (format!("{sold}{{ sort = [\"cheap\", \"dear\"] }}"), format!("{sold}{{ sort = [] }}"));
    let said = stalls(&[(&edit.0, &edit.1)]).unwrap_err().to_string();
    let wanted =
        "game.toml:62:60: no card can be here (expected what some cards are: each of them must fit every column)";
    assert_eq!(said, wanted);
}

#[test]
fn zones_of_an_argument_that_can_not_be_meant_are_refused() {
    let said = |usage: &str| {
        let edit = ("{c:card of stall or hand}", usage);
        stalls(&[edit]).err().map_or_else(|| "no fault".to_owned(), |faults| faults.to_string())
    };
    let cases = [
        ("{c:card of stall or}", "after `card of` stands a zone, or zones with `or` between them"),
        ("{c:card of stall hand}", "after `card of` stands a zone, or zones with `or` between them"),
        ("{c:card of stall or stall}", "`stall` stands twice: expected each zone once"),
        ("{c:card of stall or hnad}", "there is no zone `hnad`: did you mean `hand`?"),
        ("{c:card of goods or hand}", "nobody sees the cards of `goods`, so that none can be named"),
        (
            "{c:cards of stall or hand}",
            "cards come from one zone, since nothing says which of several each of them comes from: expected `cards of ZONE`, or an argument for each zone",
        ),
        ("{c:cards of stall}", "there is one `stall` for each row of a table, and it is not clear which is meant"),
        ("{c:card of}", "after `card of` stands a zone, or zones with `or` between them"),
    ];
    for (usage, says) in cases {
        let all = format!("game.toml:82:18: the usage of `sell` can't be read: {says}");
        assert_eq!(said(usage), all, "{usage}");
    }
}

/// `holds` is an invariant: a script that moves another card there fails at its line, and nothing is changed.
#[test]
fn a_script_moves_no_card_to_where_it_is_never_held() {
    for (moved, told) in [
        ("events.to_hand(seat)", "events.to_hand: `hand` never holds "),
        ("events.take_to_hand(1, seat)", "events.to_hand: `hand` never holds "),
        ("events.all_to_goods(price.dear)", "events.to_goods: `goods` never holds "),
        ("stall.all_to_weather(price.dear)", "stall.to_weather: `weather` never holds "),
        ("goods.put_to_goods(price.dear, price.cheap, 1)", "goods.put_to_goods: `goods` never holds "),
    ] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/stalls");
        let mut files = PackFiles::read(&folder).unwrap();
        let rules = files.texts["rules.lua"].replace("goods.to_hand(p, seat)", moved);
        files.texts.insert("rules.lua".to_owned(), rules.into());
        let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
        let mut played = Match::new(game, 1, vec!["random".to_owned(); 2]).unwrap();
        let (action, before) = (played.parse("draw cheap").unwrap(), played.state().clone());
        let error = played.act(&action).unwrap_err().to_string();
        assert!(error.contains(told) && error.contains("rules.lua:24:2"), "{moved}: {error}");
        assert_eq!(played.state(), &before, "{moved}");
    }
}

/// The guide's recipe for pieces of hidden kind: the card at index `n` of a pile is on square `n`.
#[test]
fn hidden_pieces_are_cards_at_the_places_of_their_squares() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/README.md")).unwrap();
    let block = |begin: &str| {
        let at = guide.find(begin).unwrap();
        guide[at..at + guide[at..].find("\n```").unwrap()].to_owned()
    };
    let tables = format!(
        "[game]\ntitle = \"Field\"\n[seats]\nmin = 2\nmax = 2\n\
         [lists]\nowner = [\"first\", \"second\"]\n[columns.card]\nowner = {{ type = \"owner\" }}\n\
         [[card]]\nname = \"{{owner}} blank\"\neach = {{ owner = \"all\" }}\ncount = 11\n\
         [[card]]\nname = \"{{owner}} marshal\"\neach = {{ owner = \"all\" }}\ncount = 1\n{}\n\
         [setup]\nsource = \"field\"\n[phases]\nturn = {{ actions = [\"go\"] }}\n\
         [actions]\ngo = {{ usage = \"{{from:square}}-{{to:square}}\" }}\n[endings]\ndone = \"over\"\nlost = \"lost\"\n",
        block("[boards.main]\nwidth = 4\nheight = 3")
            .replace("look = \"hidden\" }", "look = \"hidden\", holds = { owner = \"seat\" } }")
    );
    let rules = format!(
        "{}\nlocal function marshal(seat)\n\tfor n = 1, 12 do\n\t\tif card.name(field.at(seat, n)) ~= `{{owner.name(seat)}} blank` then return n end\n\tend\n\treturn 0\nend\n\
         local go = {{}}\nfunction go.legal(seat)\n\tlocal from = marshal(seat)\n\tfor to = 1, 12 do if to ~= from then offer.go(from, to) end end\nend\n\
         function go.allow() return true end\n\
         function go.apply(seat, from, to)\n\tmove(seat, from, to)\n\tif marshal(seat) ~= to or field.size(seat) ~= 12 then ending.lost() return end\n\
         \tif match.ply() > 40 then ending.done() else turn.turn(3 - seat) end\nend\n\
         return {{ setup = function() turn.turn(1) end, actions = {{ go = go }} }}\n",
        block("-- A piece goes from one square to another")
    );
    let texts = [("game.toml", tables), ("rules.lua", rules)];
    let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect();
    let files = PackFiles { name: "field".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    let game = pack.configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut played = Match::new(game.clone(), 3, vec!["random".to_owned(); 2]).unwrap();
    let mut rng = Generator::from_seed(3);
    while played.decision().is_some() {
        let action = played.legal().get(&game, rng.below(played.legal().len() as u32) as usize);
        played.act(&action).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(played.end_json()["reason"], "over");
}

/// Archaeology with some rows of its card table, and all pictures and words as they are.
fn archaeology_of(kept: &[&str]) -> Arc<Game> {
    let mut files = library().files("archaeology").unwrap();
    let text = files.texts["game.toml"].replace("count = 18", "count = 60");
    let mut parts = text.split("[[card]]\n");
    let mut tables = parts.next().unwrap().to_owned();
    for part in parts {
        let (row, rest) = part.split_at(part.find("\n\n").unwrap() + 2);
        if kept.iter().any(|name| row.starts_with(&format!("name = \"{name}\"\n"))) {
            tables += &format!("[[card]]\n{row}");
        }
        tables += rest;
    }
    files.texts.insert("game.toml".to_owned(), tables.into());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{kept:?}: {faults}"));
    pack.into_shared().configure(&Config::default()).unwrap_or_else(|faults| panic!("{kept:?}: {faults}"))
}

/// Rows of a card table can be taken away: what is said of their words elsewhere holds for no card.
#[test]
fn a_deck_without_some_of_its_cards_can_be_played() {
    let all = [
        "pot_shard",
        "parchment_scrap",
        "coin",
        "talisman",
        "broken_cup",
        "map",
        "pharaohs_mask",
        "thief",
        "sandstorm",
    ];
    let without = |name: &str| all.iter().copied().filter(|other| *other != name).collect::<Vec<_>>();
    let mut decks: Vec<Vec<&str>> = all[1..].iter().map(|name| without(name)).collect();
    decks.extend([vec!["pot_shard"], vec!["pot_shard", "map", "thief", "sandstorm"]]);
    for kept in decks {
        let game = archaeology_of(&kept);
        let mut rng = Generator::from_seed(1);
        let mut played = packs::begin(Rules::new(game.clone()).unwrap(), 1);
        for _ in 0..400 {
            if played.decision().is_none() {
                break;
            }
            let action = choose(&game, played.legal(), &mut rng);
            played.act(&action).unwrap_or_else(|error| panic!("{kept:?}: {error}"));
        }
    }
}
