//! A million random matches, over all packs with all variants and numbers of seats:
//!
//! ```sh
//! cargo test --release -p parlour-tests --test all -- --ignored --nocapture a_million_matches
//! ```
//!
//! All settings begin with equal shares of them. A setting that exceeds its share of time leaves the rest of its
//! matches to faster ones, so that all end at about the same time. `PARLOUR_MATCHES` sets another number,
//! `PARLOUR_GAMES` selects packs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::rules::{Playout, Rules};
use parlour_tests::work::processor_time;

use crate::battery::cards_of;
use crate::packs::{begin, games, matches, title};

/// Ply limit of a match; a longer one is endless.
const ENDLESS: u32 = 100_000;
/// Consecutive matches of a setting.
const AT_ONCE: u64 = 50;
/// The time after which a setting leaves its matches to others.
const SHARE: Duration = Duration::from_secs(12);

/// Statistics of a setting.
struct Played {
    game: Arc<Game>,
    host: Rules,
    policy: Generator,
    matches: u64,
    plies: u64,
    time: Duration,
}

impl Played {
    fn new(game: Arc<Game>) -> Self {
        let host = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{}: {faults}", title(&game)));
        Self { game, host, policy: Generator::from_seed(7), matches: 0, plies: 0, time: Duration::ZERO }
    }

    /// Plays a match to its end and checks the ending.
    fn play(&mut self) {
        let (seed, name) = (self.matches, title(&self.game));
        let mut state =
            self.host.start(seed, &mut Vec::new()).unwrap_or_else(|fault| panic!("{name}, {seed}: {fault}"));
        let cards = (seed % 100 == 0).then(|| cards_of(&self.game, &state));
        // Half of them by kinds of action, half by actions.
        let policy = if seed % 2 == 0 { Playout::ByVerb } else { Playout::ByAction };
        let plies = self.host.playout(&mut state, &mut self.policy, policy, ENDLESS);
        let plies = plies.unwrap_or_else(|fault| panic!("{name}, {seed}: {fault}"));
        assert!(state.is_over(), "{name}, {seed}: no end after {plies} actions");
        assert_eq!(state.decision(), None, "{name}, {seed}: somebody is to act at the end");
        assert!(cards.is_none_or(|cards| cards == cards_of(&self.game, &state)), "{name}, {seed}: cards were lost");
        self.matches += 1;
        self.plies += u64::from(plies);
    }

    /// Plays a batch of the remaining matches, up to a limit; false if there were none.
    fn play_some(&mut self, left: &AtomicU64, most: u64) -> bool {
        let most = most.min(AT_ONCE);
        let take = |left: u64| left.checked_sub(most.min(left.max(1)));
        let Ok(before) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) else { return false };
        let begun = processor_time();
        for _ in 0..most.min(before) {
            self.play();
        }
        self.time += processor_time() - begun;
        true
    }
}

#[test]
#[ignore = "takes some ten minutes"]
fn a_million_matches_end_as_they_should() {
    let (settings, count) = (games(), matches(1_000_000));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let total = AtomicU64::new(count);
    let part = count / settings.len() as u64;
    let play = |first: usize| {
        let mut mine: Vec<Played> = settings.iter().skip(first).step_by(threads).cloned().map(Played::new).collect();
        // Equal shares, within the time limit.
        for played in &mut mine {
            while played.matches < part && played.time < SHARE && played.play_some(&total, part - played.matches) {}
        }
        // The rest goes to the faster half.
        mine.sort_by(|a, b| a.time.mul_f64(b.matches as f64).cmp(&b.time.mul_f64(a.matches as f64)));
        let quick = mine.len().div_ceil(2);
        while mine[..quick]
            .iter_mut()
            .map(|played| played.play_some(&total, AT_ONCE))
            .fold(false, |any, some| any | some)
        {}
        mine.into_iter().map(|played| (title(&played.game), played.matches, played.plies, played.time)).collect()
    };
    let play = &play;
    let mut all: Vec<(String, u64, u64, Duration)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.min(settings.len())).map(|n| scope.spawn(move || play(n))).collect();
        threads.into_iter().flat_map(|thread| -> Vec<_> { thread.join().unwrap() }).collect()
    });
    all.sort();
    for (name, matches, plies, time) in &all {
        println!("{name:44} {matches:8} matches {plies:11} plies {:7.1} s", time.as_secs_f64());
    }
    let sums = all
        .iter()
        .fold((0, 0, Duration::ZERO), |sum, (_, matches, plies, time)| (sum.0 + matches, sum.1 + plies, sum.2 + *time));
    println!("{} matches, {} plies, {:.0} s of processor time", sums.0, sums.1, sums.2.as_secs_f64());
    assert_eq!(sums.0, count);
}

/// The cost of fresh script environments for every match, compared with a random match.
#[test]
#[ignore = "measures"]
fn fresh_beginnings_have_a_price() {
    const TIMES: u32 = 2_000;
    for game in games() {
        let (mut played, mut fresh) = (Played::new(game.clone()), Duration::ZERO);
        let mut start = Duration::ZERO;
        for seed in 0..u64::from(TIMES) {
            let begun = processor_time();
            played.host.start(seed, &mut Vec::new()).unwrap();
            start += processor_time() - begun;
        }
        while played.time < Duration::from_millis(300) {
            played.play_some(&AtomicU64::new(u64::MAX), AT_ONCE);
        }
        let match_time = played.time.div_f64(played.matches as f64);
        let mut host = played.host;
        for seed in 0..u64::from(TIMES) {
            let begun = processor_time();
            let begin = begin(host, seed);
            fresh += processor_time() - begun;
            host = begin.into_host();
        }
        println!(
            "{:44} start {:6.1} us, fresh {:6.1} us, a match at random {:8.1} us",
            title(&game),
            (start / TIMES).as_secs_f64() * 1e6,
            (fresh / TIMES).as_secs_f64() * 1e6,
            match_time.as_secs_f64() * 1e6
        );
    }
}
