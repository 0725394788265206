//! A pack with thousands of types of card: piles take two bytes a card, and everything goes as in a small pack.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{CardType, ZoneId};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
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

/// Every card that is in the match lies in just one place.
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
