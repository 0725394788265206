//! Invariants of every pack, in every variant and with every number of seats: a pack is tested because it exists.
//!
//! `cargo test` plays a few matches of each; `PARLOUR_MATCHES=1000` sets their number, played on all processors, and
//! `PARLOUR_GAMES=advance` selects games.

mod actions;
mod ends;
mod events;
mod history;
mod refusals;
mod seeds;
mod speed;
mod views;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::ZoneId;
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;
use parlour_tests::work::processor_time;

use crate::packs::{begin, choose, games, matches, title};
use parlour_engine::Words;

/// Ply limit of a random match; a longer one is endless.
const ENDLESS: usize = 20_000;

/// An invariant of matches, checked at each decision, and at the end.
struct Check {
    name: &'static str,
    look: fn(&mut Match, &mut Generator),
    end: fn(&mut Match),
    /// True if it replays whole matches, so that it is checked only in some of many.
    is_long: bool,
}

impl Check {
    const fn look(name: &'static str, look: fn(&mut Match, &mut Generator)) -> Self {
        Self { name, look, end: |_| {}, is_long: false }
    }

    const fn end(name: &'static str, end: fn(&mut Match)) -> Self {
        Self { name, look: |_, _| {}, end, is_long: false }
    }

    const fn long(self) -> Self {
        Self { is_long: true, ..self }
    }
}

/// The checks of the test with a configurable number of matches.
const CHECKS: &[&Check] = &[
    &actions::ACCEPTED,
    &actions::LISTED,
    &actions::READ_BACK,
    &actions::CONSERVED,
    &ends::RESULTS,
    &events::TOLD,
    &history::UNDONE,
    &history::REPLAYED,
    &history::TAMPERED,
    &refusals::REFUSED,
    &refusals::OVER,
    &speed::STEPPED,
    &views::SAME_VIEW,
    &views::KNOWN,
    &views::ONLY_EVENTS,
];

/// Plays random matches of every game, with a check at each decision, and one at the end.
#[track_caller]
fn watch(count: u64, check: &Check) {
    each_game(|game| {
        for seed in 0..count {
            play(game, seed, &mut |played, rng| (check.look)(played, rng), &mut |played| (check.end)(played));
        }
    });
}

/// Plays a random match. Prints the position in the run to standard output for failures.
fn play(
    game: &Arc<Game>,
    seed: u64,
    look: &mut dyn FnMut(&mut Match, &mut Generator),
    end: &mut dyn FnMut(&mut Match),
) {
    let host = host(game);
    play_with(host, seed, look, end);
}

/// Plays a random match with a host, and returns it.
fn play_with(
    host: Rules,
    seed: u64,
    look: &mut dyn FnMut(&mut Match, &mut Generator),
    end: &mut dyn FnMut(&mut Match),
) -> Rules {
    println!("{}, seed {seed}", title(host.game()));
    let mut rng = Generator::from_seed(seed + 1);
    let mut played = begin(host, seed);
    let game = played.game().clone();
    while played.decision().is_some() {
        look(&mut played, &mut rng);
        let action = choose(&game, played.legal(), &mut rng);
        if let Err(error) = played.act(&action) {
            panic!("`{}`, which is listed: {error}", game.action_text(&action));
        }
        assert!(played.steps().len() < ENDLESS, "the match goes on and on");
    }
    end(&mut played);
    played.into_host()
}

/// Calls a function for every game, in parallel for long runs.
#[track_caller]
fn each_game(job: impl Fn(&Arc<Game>) + Sync) {
    let games = games();
    side_by_side(games.len(), |n| job(&games[n]));
}

/// Runs the jobs of all numbers below `count`, in parallel for long runs.
#[track_caller]
fn side_by_side(count: usize, job: impl Fn(usize) + Sync) {
    let threads = match std::env::var_os("PARLOUR_MATCHES") {
        Some(_) => std::thread::available_parallelism().map_or(1, usize::from),
        None => 1,
    };
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            for n in std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&n| n < count) {
                job(n);
            }
        };
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Consecutive matches of a worker.
const AT_ONCE: u64 = 20;

/// From this number of matches on each moment gets only one of the checks, and every tenth match the long ones: other
/// matches cover the rest.
const MANY: u64 = 50;

/// All checks on `PARLOUR_MATCHES` matches of every game.
#[test]
fn everything_holds_together() {
    let (games, count) = (games(), matches(1));
    let chunks = count.div_ceil(AT_ONCE) as usize;
    let times = Mutex::new(vec![(Duration::ZERO, 0_usize); CHECKS.len()]);
    let played = Mutex::new(vec![(Duration::ZERO, 0_usize); games.len()]);
    side_by_side(games.len() * chunks, |job| {
        let (game, first) = (job / chunks, (job % chunks) as u64 * AT_ONCE);
        let (begun, mut moments) = (processor_time(), 0);
        let mut spent = vec![(Duration::ZERO, 0_usize); CHECKS.len()];
        let mut host = host(&games[game]);
        for seed in first..(first + AT_ONCE).min(count) {
            let ends = std::cell::RefCell::new(&mut spent);
            let timed = |n: usize, check: &mut dyn FnMut()| {
                let begun = processor_time();
                check();
                let spent = &mut ends.borrow_mut()[n];
                *spent = (spent.0 + (processor_time() - begun), spent.1 + 1);
            };
            let mut look = |played: &mut Match, rng: &mut Generator| {
                moments += 1;
                let one = rng.below(CHECKS.len() as u32) as usize;
                for (n, check) in CHECKS.iter().enumerate().filter(|(n, _)| count < MANY || *n == one) {
                    timed(n, &mut || (check.look)(played, rng));
                }
            };
            let mut end = |played: &mut Match| {
                for (n, check) in CHECKS.iter().enumerate() {
                    if !check.is_long || count < MANY || seed % 10 == 0 {
                        timed(n, &mut || (check.end)(played));
                    }
                }
            };
            host = play_with(host, seed, &mut look, &mut end);
        }
        for (all, mine) in times.lock().unwrap().iter_mut().zip(&spent) {
            *all = (all.0 + mine.0, all.1 + mine.1);
        }
        let all = &mut played.lock().unwrap()[game];
        *all = (all.0 + (processor_time() - begun), all.1 + moments);
    });
    for (game, (time, moments)) in games.iter().zip(played.into_inner().unwrap()) {
        println!("{:40} {count:6} matches {moments:8} moments {:8.1} s", title(game), time.as_secs_f64());
    }
    for (check, (time, times)) in CHECKS.iter().zip(times.into_inner().unwrap()) {
        println!("{:40} {times:8} times {:8.1} s", check.name, time.as_secs_f64());
    }
}

#[track_caller]
fn host(game: &Arc<Game>) -> Rules {
    Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The number of cards of each type in a state, all of which must be visible.
#[track_caller]
pub(crate) fn cards_of(game: &Game, state: &State) -> Vec<usize> {
    let mut counts = vec![0; game.pack().card_types()];
    for (n, spec) in game.pack().zones.iter().enumerate() {
        let (zone, holds) = (ZoneId::from_index(n), &spec.holds);
        for member in 0..game.zone_count(zone) {
            for card in game.zone_cards(state, zone, member) {
                let card = card.expect("a state knows all its cards").index();
                assert!(holds.allows(member, card), "a card lies where it can't");
                counts[card] += 1;
            }
        }
    }
    counts
}
