//! Board games on one thread: the engine with the packs beside the same games written by hand in Rust.
//!
//! `perft` counts the rows of four moves of Advance from the start and from a board in the middle of a match, both
//! sides counting the last moves without playing them; elements are nodes. `playouts` plays random matches of connect
//! four and breakthrough with the same random numbers; elements are plies.
#![allow(clippy::panic, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::pack::Library;
use parlour_engine::rules::{Playout, Rules};
use parlour_tests::native::advance::Advance;
use parlour_tests::native::breakthrough::Breakthrough;
use parlour_tests::native::connect_four::ConnectFour;

fn host(name: &str) -> Rules {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    let game = library.load(name).and_then(|pack| pack.configure(&Config::default()));
    match game.and_then(Rules::new) {
        Ok(host) => host,
        Err(faults) => panic!("{faults}"),
    }
}

fn compare(criterion: &mut Criterion, name: &str, mut engine: impl FnMut() -> u64, mut native: impl FnMut() -> u64) {
    let mut group = criterion.benchmark_group(name);
    let elements = native();
    assert_eq!(engine(), elements, "both sides do the same");
    group.throughput(Throughput::Elements(elements));
    group.bench_function("engine", |bencher| bencher.iter(&mut engine));
    group.bench_function("native", |bencher| bencher.iter(&mut native));
    group.finish();
}

/// After 40 plies of a match between robots.
const MIDDLE: [&str; 9] = [
    "m..sg.c.m",
    "b.zzzj.zb",
    ".zd...s..",
    "..z.z.D..",
    ".....z...",
    "Z..Zz....",
    "..S...Z.B",
    "BZ.JZZ.Z.",
    "M.C.GS.JM",
];

fn perft(criterion: &mut Criterion) {
    for (name, rows) in [("advance start", None), ("advance middle", Some(MIDDLE))] {
        let mut host = host("advance");
        let state = match rows {
            None => host.position(None, None),
            Some(rows) => match host.game().read_board(&SourceFile::new("board", rows.join("\n"))) {
                Ok(cells) => host.position(Some(&cells), Some(Seat::from_index(0))),
                Err(fault) => panic!("{fault}"),
            },
        };
        let state = match state {
            Ok(state) => state,
            Err(fault) => panic!("{fault}"),
        };
        let mut native = Advance::from_rows(&host.game().board_rows(&state, BoardId(0)));
        let depth = if rows.is_some() { 3 } else { 4 };
        let engine = move || match host.count(&state, depth) {
            Ok(nodes) => nodes,
            Err(fault) => panic!("{fault}"),
        };
        compare(criterion, name, engine, move || native.perft(0, depth));
    }
}

fn playouts<T: Default>(criterion: &mut Criterion, name: &str, play: impl Fn(&mut T, &mut Generator) -> u32) {
    const MATCHES: u64 = 500;
    let mut host = host(name);
    let engine = move || {
        let mut policy = Generator::from_seed(1);
        let mut plies = 0;
        for seed in 0..MATCHES {
            let played = host.start(seed, &mut Vec::new()).and_then(|mut state| {
                host.playout(&mut state, &mut policy, Playout::ByVerb, u32::MAX).map(|plies| (state, plies))
            });
            match played {
                Ok((state, n)) => {
                    black_box(state);
                    plies += u64::from(n);
                }
                Err(fault) => panic!("{fault}"),
            }
        }
        plies
    };
    let native = move || {
        let mut policy = Generator::from_seed(1);
        let mut plies = 0;
        for _ in 0..MATCHES {
            let mut game = T::default();
            plies += u64::from(play(&mut game, &mut policy));
            black_box(game);
        }
        plies
    };
    compare(criterion, name, engine, native);
}

fn matches(criterion: &mut Criterion) {
    playouts(criterion, "connect-four", ConnectFour::playout);
    playouts(criterion, "breakthrough", Breakthrough::playout);
}

criterion_group!(boards, perft, matches);
criterion_main!(boards);
