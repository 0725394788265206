//! The handwritten games play the same matches as the packs.

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;
use serde_json::Value;

use super::archaeology::{Archaeology, Workspace};
use super::en_garde::EnGarde;
use super::pick;

/// A handwritten match, for the comparison.
trait Native {
    fn step(&mut self, policy: &mut Generator) -> String;
    fn is_over(&self) -> bool;
    fn generator(&self) -> &Generator;
    fn state(&self) -> Value;
    fn winners(&self) -> u16;
}

impl Native for EnGarde {
    fn step(&mut self, policy: &mut Generator) -> String {
        self.step(policy).text()
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn generator(&self) -> &Generator {
        self.generator()
    }

    fn state(&self) -> Value {
        self.state()
    }

    fn winners(&self) -> u16 {
        self.winner().map_or(0, |seat| 1 << seat)
    }
}

impl Native for (Archaeology, Workspace) {
    fn step(&mut self, policy: &mut Generator) -> String {
        self.0.step(&mut self.1, policy).text()
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn generator(&self) -> &Generator {
        self.0.generator()
    }

    fn state(&self) -> Value {
        self.0.state()
    }

    fn winners(&self) -> u16 {
        self.0.winners()
    }
}

fn host(name: &str, config: &Config) -> Rules {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    Rules::new(library.load(name).unwrap().configure(config).unwrap()).unwrap()
}

/// The choice that the policy makes among the listed actions.
fn chosen(game: &Game, list: &ActionList, policy: &mut Generator) -> String {
    let verb = |n: usize| list.get(game, n).verb();
    let ends: Vec<usize> = (1..=list.len()).filter(|&n| n == list.len() || verb(n) != verb(n - 1)).collect();
    game.action_text(&list.get(game, pick(&ends, policy)))
}

fn assert_same(game: &Game, state: &State, native: &dyn Native, seed: u64) {
    let at = format!("seed {seed}, ply {}", state.ply());
    assert_eq!(game.state_json(state), native.state(), "{at}");
    assert_eq!(state.generator(), *native.generator(), "{at}: the generator");
    assert_eq!(state.is_over(), native.is_over(), "{at}: whether it is over");
    let winners = (0..game.seat_count()).filter(|&n| state.has_won(Seat(n as u8))).fold(0, |mask, n| mask | 1 << n);
    assert_eq!(winners, native.winners(), "{at}: the winners");
}

/// Plays the same seeds on both sides and compares the action, the state and both generators after every action.
fn play_both(host: &mut Rules, seeds: u64, start: impl Fn(u64) -> Box<dyn Native>) {
    let game = host.game().clone();
    let mut list = ActionList::new();
    for seed in 0..seeds {
        let mut policy = Generator::from_seed(seed ^ 0x5eed);
        let (mut by_hand, mut listed) = (policy.clone(), policy.clone());
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        let whole = state.clone();
        let mut native = start(seed);
        assert_same(&game, &state, &*native, seed);
        while !native.is_over() {
            host.legal(&state, &mut list).unwrap();
            let text = chosen(&game, &list, &mut listed);
            assert_eq!(host.playout(&mut state, &mut policy, Playout::ByVerb, 1).unwrap(), 1);
            assert_eq!(native.step(&mut by_hand), text, "seed {seed}, ply {}", state.ply());
            assert_same(&game, &state, &*native, seed);
            assert_eq!(policy, by_hand, "seed {seed}: the generator of the policy");
        }
        let mut at_once = whole;
        let mut again = Generator::from_seed(seed ^ 0x5eed);
        let plies = host.playout(&mut at_once, &mut again, Playout::ByVerb, u32::MAX).unwrap();
        assert_eq!((plies, at_once), (state.ply(), state), "seed {seed}: a playout in one go");
    }
}

#[test]
fn en_garde_plays_the_same_matches_in_both_variants() {
    for (variant, parries) in [("basic", false), ("standard", true)] {
        let mut host = host("en-garde", &Config { variant: Some(variant.to_owned()), ..Config::default() });
        play_both(&mut host, 200, |seed| Box::new(EnGarde::start(seed, parries)));
    }
}

#[test]
fn archaeology_plays_the_same_matches_with_every_number_of_seats() {
    for seats in 2..=5 {
        let mut host = host("archaeology", &Config { seats: Some(seats), ..Config::default() });
        play_both(&mut host, 10, |seed| Box::new((Archaeology::start(seed, seats), Workspace::default())));
    }
}
