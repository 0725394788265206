//! Random playouts on one thread: the engine with the packs compared with handwritten Rust.
//!
//! Both play the same matches: the same seeds and the same policy, a random kind of action, then a random case of it.
//! An iteration is a number of matches from the shuffle to the end; items are plies.
#![allow(clippy::panic, missing_docs)]

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::pack::Library;
use parlour_engine::rules::{Playout, Rules};
use parlour_tests::native::archaeology::{Archaeology, Workspace};
use parlour_tests::native::en_garde::EnGarde;

/// One iteration of handwritten matches; returns the plies.
type Round = Box<dyn FnMut() -> u64>;

fn host(name: &str, config: &Config) -> Rules {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    let game = library.load(name).and_then(|pack| pack.configure(config));
    match game.and_then(Rules::new) {
        Ok(host) => host,
        Err(faults) => panic!("{faults}"),
    }
}

fn engine_round(mut host: Rules, matches: u64) -> Round {
    let mut events = Vec::new();
    Box::new(move || {
        let mut policy = Generator::from_seed(1);
        let mut plies = 0;
        for seed in 0..matches {
            events.clear();
            let played = host.start(seed, &mut events).and_then(|mut state| {
                host.playout(&mut state, &mut policy, Playout::ByVerb, u32::MAX).map(|plies| (state, plies))
            });
            match played {
                Ok((state, n)) => {
                    black_box(state);
                    plies += u64::from(n);
                }
                Err(error) => panic!("{error}"),
            }
        }
        plies
    })
}

fn en_garde_round(parries: bool, matches: u64) -> Round {
    Box::new(move || {
        let mut policy = Generator::from_seed(1);
        let mut plies = 0;
        for seed in 0..matches {
            let mut game = EnGarde::start(seed, parries);
            plies += u64::from(game.playout(&mut policy));
            black_box(&game);
        }
        plies
    })
}

fn archaeology_round(seats: usize, matches: u64) -> Round {
    let mut work = Workspace::default();
    Box::new(move || {
        let mut policy = Generator::from_seed(1);
        let mut plies = 0;
        for seed in 0..matches {
            let mut game = Archaeology::start(seed, seats);
            plies += u64::from(game.playout(&mut work, &mut policy));
            black_box(&game);
        }
        plies
    })
}

/// Times iterations in which both sides play the same number of plies.
fn time(bencher: Bencher, mut round: Round, other: impl FnOnce() -> Round) {
    let plies = round();
    assert_eq!(other()(), plies, "both sides play the same matches");
    bencher.counter(ItemsCount::new(plies)).bench_local(round);
}

mod en_garde {
    use super::*;

    const MATCHES: u64 = 1_000;
    const VARIANTS: [&str; 2] = ["basic", "standard"];

    fn scripted(variant: &str) -> Round {
        let host = host("en-garde", &Config { variant: Some(variant.to_owned()), ..Config::default() });
        engine_round(host, MATCHES)
    }

    fn by_hand(variant: &str) -> Round {
        en_garde_round(variant == "standard", MATCHES)
    }

    #[divan::bench(args = VARIANTS)]
    fn engine(bencher: Bencher, variant: &str) {
        time(bencher, scripted(variant), || by_hand(variant));
    }

    #[divan::bench(args = VARIANTS)]
    fn native(bencher: Bencher, variant: &str) {
        time(bencher, by_hand(variant), || scripted(variant));
    }
}

mod archaeology {
    use super::*;

    const MATCHES: u64 = 20;
    const SEATS: [usize; 2] = [2, 4];

    fn scripted(seats: usize) -> Round {
        engine_round(host("archaeology", &Config { seats: Some(seats), ..Config::default() }), MATCHES)
    }

    #[divan::bench(args = SEATS)]
    fn engine(bencher: Bencher, seats: usize) {
        time(bencher, scripted(seats), || archaeology_round(seats, MATCHES));
    }

    #[divan::bench(args = SEATS)]
    fn native(bencher: Bencher, seats: usize) {
        time(bencher, archaeology_round(seats, MATCHES), || scripted(seats));
    }
}

fn main() {
    divan::main();
}
