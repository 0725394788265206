//! Board games on one thread: the engine with the packs compared with handwritten Rust.
//!
//! `perft` counts the sequences of four moves of Advance from the start and from a middlegame position, both sides with
//! bulk counting at the last ply; items are nodes. `connect_four` and `breakthrough` play random matches with the same
//! random numbers; items are plies.
#![allow(clippy::panic, missing_docs)]

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
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

/// One iteration: counts nodes or plays matches; returns the nodes or plies.
type Round = Box<dyn FnMut() -> u64>;

/// Times iterations in which both sides count the same number of items.
fn time(bencher: Bencher, mut round: Round, mut other: Round) {
    let items = round();
    assert_eq!(other(), items, "both sides do the same");
    bencher.counter(ItemsCount::new(items)).bench_local(round);
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

mod perft {
    use super::*;

    const FROM: [&str; 2] = ["start", "middle"];

    fn both(from: &str) -> (Round, Round) {
        let mut host = host("advance");
        let (state, depth) = if from == "start" {
            (host.position(None, None), 4)
        } else {
            match host.game().read_board(&SourceFile::new("board", MIDDLE.join("\n"))) {
                Ok(cells) => (host.position(Some(&cells), Some(Seat::from_index(0))), 3),
                Err(fault) => panic!("{fault}"),
            }
        };
        let state = match state {
            Ok(state) => state,
            Err(fault) => panic!("{fault}"),
        };
        let mut by_hand = Advance::from_rows(&host.game().board_rows(&state, BoardId(0)));
        let engine = move || match host.count(&state, depth) {
            Ok(nodes) => nodes,
            Err(fault) => panic!("{fault}"),
        };
        (Box::new(engine), Box::new(move || by_hand.perft(0, depth)))
    }

    #[divan::bench(args = FROM)]
    fn engine(bencher: Bencher, from: &str) {
        let (engine, native) = both(from);
        time(bencher, engine, native);
    }

    #[divan::bench(args = FROM)]
    fn native(bencher: Bencher, from: &str) {
        let (engine, native) = both(from);
        time(bencher, native, engine);
    }
}

const MATCHES: u64 = 500;

fn engine_round(name: &str) -> Round {
    let mut host = host(name);
    Box::new(move || {
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
    })
}

fn native_round<T: Default>(play: impl Fn(&mut T, &mut Generator) -> u32 + 'static) -> Round {
    Box::new(move || {
        let mut policy = Generator::from_seed(1);
        let mut plies = 0;
        for _ in 0..MATCHES {
            let mut game = T::default();
            plies += u64::from(play(&mut game, &mut policy));
            black_box(game);
        }
        plies
    })
}

mod connect_four {
    use super::*;

    #[divan::bench]
    fn engine(bencher: Bencher) {
        time(bencher, engine_round("connect-four"), native_round(ConnectFour::playout));
    }

    #[divan::bench]
    fn native(bencher: Bencher) {
        time(bencher, native_round(ConnectFour::playout), engine_round("connect-four"));
    }
}

mod breakthrough {
    use super::*;

    #[divan::bench]
    fn engine(bencher: Bencher) {
        time(bencher, engine_round("breakthrough"), native_round(Breakthrough::playout));
    }

    #[divan::bench]
    fn native(bencher: Bencher) {
        time(bencher, native_round(Breakthrough::playout), engine_round("breakthrough"));
    }
}

fn main() {
    divan::main();
}
