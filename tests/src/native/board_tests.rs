//! The handwritten board games count and play the same as the packs.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::pack::Library;
use parlour_engine::rules::{Playout, Rules};

use super::advance::Advance;
use super::breakthrough::Breakthrough;
use super::connect_four::ConnectFour;

fn host(name: &str) -> Rules {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    Rules::new(library.load(name).unwrap().configure(&Config::default()).unwrap()).unwrap()
}

trait Native: Default {
    fn step(&mut self, policy: &mut Generator);
    fn is_over(&self) -> bool;
    fn winner(&self) -> Option<usize>;
    fn rows(&self) -> Vec<String>;
    fn playout(&mut self, policy: &mut Generator) -> u32;
}

macro_rules! native {
    ($game:ty) => {
        impl Native for $game {
            fn step(&mut self, policy: &mut Generator) {
                self.step(policy);
            }
            fn is_over(&self) -> bool {
                self.is_over()
            }
            fn winner(&self) -> Option<usize> {
                self.winner()
            }
            fn rows(&self) -> Vec<String> {
                self.rows()
            }
            fn playout(&mut self, policy: &mut Generator) -> u32 {
                self.playout(policy)
            }
        }
    };
}

native!(ConnectFour);
native!(Breakthrough);

fn play_both<T: Native>(name: &str) {
    let mut host = host(name);
    let game = host.game().clone();
    for seed in 0..100 {
        let mut policy = Generator::from_seed(seed);
        let (mut by_hand, mut at_once) = (policy.clone(), policy.clone());
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        let mut native = T::default();
        while !native.is_over() {
            assert_eq!(host.playout(&mut state, &mut policy, Playout::ByVerb, 1).unwrap(), 1);
            native.step(&mut by_hand);
            let at = format!("{name}, seed {seed}, ply {}", state.ply());
            assert_eq!(game.board_rows(&state, BoardId(0)), native.rows(), "{at}");
            assert_eq!(policy, by_hand, "{at}: the generator");
            assert_eq!(state.is_over(), native.is_over(), "{at}: whether it is over");
        }
        let winner = (0..2).find(|&seat| state.has_won(Seat::from_index(seat)));
        assert_eq!(winner, native.winner(), "{name}, seed {seed}");
        assert_eq!(T::default().playout(&mut at_once), state.ply(), "{name}, seed {seed}");
    }
}

#[test]
fn connect_four_plays_the_same_matches() {
    play_both::<ConnectFour>("connect-four");
}

#[test]
fn breakthrough_plays_the_same_matches() {
    play_both::<Breakthrough>("breakthrough");
}

#[test]
fn advance_counts_the_same_rows_of_moves() {
    let mut host = host("advance");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let rows: Vec<&str> = text.lines().skip(1).take(9).collect();
        let cells = host.game().read_board(&SourceFile::new("board", rows.join("\n"))).unwrap();
        for side in 0..2 {
            let state = host.position(Some(&cells), Some(Seat::from_index(side))).unwrap();
            let expected = if state.is_over() { 0 } else { host.perft(&state, 3).unwrap().nodes[2] };
            assert_eq!(Advance::from_rows(&rows).perft(side, 3), expected, "{}, side {side}", path.display());
        }
    }
    let start = host.position(None, None).unwrap();
    let rows = host.game().board_rows(&start, BoardId(0));
    assert_eq!(Advance::from_rows(&rows).perft(0, 3), host.perft(&start, 3).unwrap().nodes[2]);
}
