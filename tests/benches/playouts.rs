//! Random playouts on one thread: the engine with the packs beside the same games written by hand in Rust.
//!
//! Both play the same matches: the same seeds and the same policy, first a kind of action, then one of its cases.
//! A round is a number of matches from the shuffle to the end; what is reported as elements are plies.
#![allow(clippy::panic, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::pack::Library;
use parlour_engine::rules::{Playout, Rules};
use parlour_tests::native::archaeology::{Archaeology, Workspace};
use parlour_tests::native::en_garde::EnGarde;

/// A round of matches by hand; returns the plies.
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

fn compare(criterion: &mut Criterion, name: &str, mut engine: Round, mut native: Round) {
    let mut group = criterion.benchmark_group(name);
    let plies = native();
    assert_eq!(engine(), plies, "both sides play the same matches");
    group.throughput(Throughput::Elements(plies));
    group.bench_function("engine", |bencher| bencher.iter(&mut engine));
    group.bench_function("native", |bencher| bencher.iter(&mut native));
    group.finish();
}

fn en_garde(criterion: &mut Criterion) {
    const MATCHES: u64 = 1_000;
    for (variant, parries) in [("basic", false), ("standard", true)] {
        let host = host("en-garde", &Config { variant: Some(variant.to_owned()), ..Config::default() });
        let name = format!("en-garde {variant}");
        compare(criterion, &name, engine_round(host, MATCHES), en_garde_round(parries, MATCHES));
    }
}

fn archaeology(criterion: &mut Criterion) {
    const MATCHES: u64 = 20;
    for seats in [2, 4] {
        let host = host("archaeology", &Config { seats: Some(seats), ..Config::default() });
        let name = format!("archaeology {seats} seats");
        compare(criterion, &name, engine_round(host, MATCHES), archaeology_round(seats, MATCHES));
    }
}

criterion_group!(playouts, en_garde, archaeology);
criterion_main!(playouts);
