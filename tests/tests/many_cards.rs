//! A pack with thousands of card types: piles take two bytes per card, and everything else works as in a small pack.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{CardType, ZoneId};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::scenario::Scenario;
use parlour_tests::work::processor_time;

use crate::packs::choose;
use parlour_engine::Words;

const RULES: &str = r#"
local _noted = chance.found_from_hand -- which only scenarios have
local play = {}
function play.legal(seat)
	for c in hand.next, seat, 0 do
		offer.play(c)
	end
end
function play.apply(seat, c)
	event.play(seat, c)
	hand.to_heap(seat, c)
	last.set(c)
	points.add(seat, card.worth(c))
	if heap.size() % 7 == 0 then
		heap.shuffle()
	elseif heap.size() % 11 == 0 then
		heap.turn_over_to_aside(2)
	end
	if deck.size() > 0 then
		deck.to_hand(seat)
	end
	local following = seats.next(seat)
	if hand.size(following) == 0 or match.ply() >= 60 then
		ending.out(seat)
	else
		turn.turn(following)
	end
end
function play.allow(seat, c)
	return hand.count(seat, c) > 0 or `you hold no {card.name(c)}`
end
return { setup = function() setup.deal() turn.turn(1) end, actions = { play = play } }
"#;

fn files(kinds: usize) -> PackFiles {
    let mut tables = String::from(
        "[game]\ntitle = \"Many\"\n[seats]\nmin = 2\nmax = 3\n\
         [columns.card]\nworth = { type = \"int\", min = 0, max = 100000 }\n\
         [zones]\ndeck = { kind = \"pile\", seen = \"none\" }\nhand = { kind = \"bag\", per = \"seat\", seen = \"owner\" }\n\
         heap = { kind = \"pile\", seen = \"all\" }\naside = { kind = \"pile\", seen = \"all\" }\n\
         [vars]\npoints = { per = \"seat\" }\nlast = { type = \"card\" }\n\
         [setup]\nsource = \"deck\"\ndeal = [{ to = \"hand\", count = 5 }]\nrest = [\"deck\"]\n\
         [chance]\nfound = { of = \"card\" }\n\
         [phases]\nturn = { actions = [\"play\"] }\n[actions]\nplay = { usage = \"play {c:card of hand}\" }\n\
         [events.play]\nfields = [\"seat: seat\", \"card: card\"]\n[endings]\nout = \"over\"\n",
    );
    for n in 1..=kinds {
        let _ = write!(tables, "[[card]]\nname = \"card {n}\"\nworth = {n}\ncount = 1\n");
    }
    let texts = [("game.toml", tables.as_str()), ("rules.lua", RULES)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    PackFiles { name: "many".to_owned(), texts, ..PackFiles::default() }
}

#[track_caller]
fn load(kinds: usize) -> Arc<Pack> {
    Pack::load(files(kinds)).unwrap_or_else(|faults| panic!("{faults}")).into_shared()
}

fn game(kinds: usize, config: &Config) -> Arc<Game> {
    load(kinds).configure(config).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Asserts that every card of the match is in exactly one place.
fn assert_conserved(game: &Game, state: &parlour_engine::state::State) {
    let mut counts = vec![0; game.pack().card_types()];
    for zone in 0..game.pack().zones.len() {
        for member in 0..game.zone_count(ZoneId::from_index(zone)) {
            for card in game.zone_cards(state, ZoneId::from_index(zone), member) {
                counts[card.expect("nothing is hidden in a state").index()] += 1;
            }
        }
    }
    assert_eq!(counts, game.card_counts());
}

#[test]
fn thousands_of_types_are_played_seen_and_determinized() {
    let game = game(3000, &Config::default());
    let mut rng = Generator::from_seed(5);
    let mut played = Match::new(game.clone(), 11, vec!["random".to_owned(); 2]).unwrap();
    let mut highest = 0;
    while played.decision().is_some() {
        assert_conserved(&game, played.state());
        let seat = played.decision().unwrap().seat;
        let view = played.view(Some(seat));
        let full = played.host().determinize(&view, &mut rng).unwrap();
        assert_conserved(&game, &full);
        assert_eq!(game.view(&full, Some(seat)).state(), view.state(), "a determinized state gives the same view");
        let action = choose(&game, played.legal(), &mut rng);
        assert_eq!(game.parse_action(&game.action_text(&action), Some(played.legal())).unwrap(), action);
        highest = highest.max(action.number(&game.pack().verbs[0].args[0]));
        played.act(&action).unwrap();
    }
    assert!(highest > 255, "cards beyond a byte were played");
    assert_eq!(played.state().ply(), 60);
}

/// With any number of card types scripts are compiled, and agree with Luau.
#[test]
fn machine_code_does_not_depend_on_how_many_kinds_there_are() {
    for kinds in [50, 127, 128, 150, 500, 2000, 8000] {
        let game = game(kinds, &Config::default());
        let (mut fast, mut plain) = (Rules::new(game.clone()).unwrap(), Rules::new(game).unwrap());
        assert!(fast.in_luau().is_empty(), "{kinds} kinds: {:?}", fast.in_luau());
        plain.keep_in_luau();
        let start = fast.start(3, &mut Vec::new()).unwrap();
        let ends = [&mut fast, &mut plain].map(|rules| {
            let (mut state, mut generator) = (start.clone(), Generator::from_seed(4));
            let plies = rules.playout(&mut state, &mut generator, Playout::ByAction, 1000).unwrap();
            (plies, state)
        });
        assert!(ends[0].0 >= 50 && ends[0] == ends[1], "{kinds} kinds");
    }
}

#[test]
fn a_scenario_names_cards_beyond_a_byte() {
    let pack = load(3000);
    let text = "game = \"many\"\n[zones]\n\"hand.a\" = [\"card 2999\"]\n\"hand.b\" = [\"card 300\"]\n\
                heap = [\"card 7\", \"card 2500\"]\n[vars]\nlast = \"card 2500\"\n[chance]\nfound = [\"card 2999\"]\n";
    let scenario = Scenario::read(SourceFile::new("s.toml", text), &pack).unwrap_or_else(|faults| panic!("{faults}"));
    let config = Config { scenario: Some(Arc::new(scenario)), ..Config::default() };
    let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let played = Match::new(game.clone(), 3, vec!["random".to_owned(); 2]).unwrap();
    let heap = game.zone_cards(played.state(), ZoneId(2), 0);
    assert_eq!(heap, [Some(CardType(6)), Some(CardType(2499))]);
    assert_eq!(game.state_json(played.state())["vars"]["last"], "card 2500");
    assert_eq!(
        played.legal().iter(&game).map(|action| game.action_text(&action)).collect::<Vec<_>>(),
        ["play card 2999"]
    );
    assert_conserved(&game, played.state());
}

#[test]
fn small_packs_keep_one_byte_a_card() {
    let size = |kinds| {
        let played = Match::new(game(kinds, &Config::default()), 1, vec!["random".to_owned(); 2]).unwrap();
        played.state().bytes().len()
    };
    let (smaller, small, large) = (size(253), size(254), size(255));
    assert!(small - smaller < 50, "{smaller} {small}");
    assert!(large - small > 254, "{small} {large}");
}

#[test]
fn loading_is_not_quadratic() {
    let time = |kinds| {
        let begun = processor_time();
        Match::new(game(kinds, &Config::default()), 1, vec!["random".to_owned(); 2]).unwrap();
        processor_time() - begun
    };
    time(10);
    let (few, many) = (time(1000), time(4000));
    assert!(many < few * 10 + Duration::from_millis(200), "1000 types take {few:?}, 4000 take {many:?}");
}

/// A pack with a number of card types of 255 cards each, and the given zones.
fn large(kinds: usize, zones: &str) -> PackFiles {
    let mut tables = format!(
        "[game]\ntitle = \"Large\"\n[seats]\nmin = 2\nmax = 2\n[zones]\n{zones}\n[setup]\nsource = \"deck\"\n\
         [phases]\nturn = {{ actions = [\"go\"], text = \"x\" }}\n[actions]\ngo = {{}}\n[endings]\ndone = \"over\"\n"
    );
    (0..kinds).for_each(|n| write!(tables, "[[card]]\nname = \"c{n}\"\ncount = 255\n").unwrap());
    let rules = "local go = { apply = function() ending.done() end }\n\
                 return { setup = function() turn.turn(1) end, actions = { go = go } }";
    let texts = [("game.toml", tables.as_str()), ("rules.lua", rules), ("guide.md", "# Large\nplay\n")];
    let texts = texts.map(|(name, text)| (name.to_owned(), text.into()));
    PackFiles { name: "large".to_owned(), texts: texts.into(), ..PackFiles::default() }
}

/// The faults of a pack when it is configured.
fn said(files: PackFiles) -> Vec<String> {
    let pack = Pack::load(files).unwrap().into_shared();
    let faults = pack.configure(&Config::default()).map(|_| ()).unwrap_err();
    faults.0.iter().map(|fault| format!("{}: {fault}", fault.code)).collect()
}

#[test]
fn a_zone_that_can_not_count_its_cards_is_refused() {
    let deck = "deck = { kind = \"pile\", seen = \"none\" }";
    let expected = "many-cards: game.toml:7:8: `deck` can hold 2040000 cards \
                    (expected at most 65535: fewer cards, or `holds` with fewer kinds)";
    assert_eq!(said(large(8000, deck))[0], expected);
    assert!(Pack::load(large(257, deck)).unwrap().into_shared().configure(&Config::default()).is_ok());
    assert!(said(large(258, deck))[0].starts_with("many-cards: "));
}

#[test]
fn a_state_that_is_too_large_is_refused_and_names_what_takes_most() {
    let zones: String = (0..50).map(|n| format!("z{n} = {{ kind = \"pile\", seen = \"none\" }}\n")).collect();
    let zones = format!("deck = {{ kind = \"pile\", seen = \"none\" }}\n{zones}");
    let told = said(large(250, &zones));
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("large-state: game.toml:"), "{told:?}");
    assert!(told[0].contains("expected at most 8388608; the zone `z49` takes 19"), "{told:?}");
}
