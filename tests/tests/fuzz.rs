//! Every fuzz target, with its regression corpus and a fixed set of mutations.
//!
//! `PARLOUR_FUZZ=100000` sets their number, and `PARLOUR_FUZZ_SEED=5` the seed. Longer, coverage-guided runs:
//! `tests/fuzz/README.md`.

use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_tests::fuzz::{Target, Words, mutate};
use parlour_tests::work::processor_time;

/// Time limit of a text. Scripts of packs have a budget of two seconds for each hook.
const LONGEST: Duration = Duration::from_secs(10);

fn number(name: &str, usually: u64) -> u64 {
    std::env::var(name).map_or(usually, |text| text.parse().unwrap())
}

/// Prints the failing text to standard output.
#[track_caller]
fn run(target: &Target, text: &str) -> Duration {
    let begun = processor_time();
    (target.run)(text);
    let took = processor_time() - begun;
    assert!(took < LONGEST, "{took:?}");
    took
}

#[track_caller]
fn holds(name: &str, usually: u64) {
    let target = Target::named(name).unwrap();
    for (n, text) in target.kept().iter().enumerate() {
        println!("kept text {n}");
        run(target, text);
    }
    let texts = target.texts();
    let words = Words::of(&texts);
    let (count, first) = (number("PARLOUR_FUZZ", usually), number("PARLOUR_FUZZ_SEED", 1));
    let (mut longest, mut sum) = (Duration::ZERO, Duration::ZERO);
    for n in 0..count {
        let mut rng = Generator::from_seed(first.wrapping_mul(1 << 32).wrapping_add(n));
        let text = mutate(&texts, &words, &mut rng);
        println!("text {n}:\n{text:.2000}");
        let took = run(target, &text);
        (longest, sum) = (longest.max(took), sum + took);
    }
    eprintln!("{name}: {count} executions in {sum:?}, {longest:?} at most");
}

#[test]
fn any_table_of_a_pack_is_read_or_refused() {
    holds("packs", 60);
}

/// An unclosed bracket on a long line is found in linear time.
#[test]
fn long_lines_are_read_at_once() {
    let target = Target::named("packs").unwrap();
    for long in ["\"", "'", " ", "[", "{", "\"\" ", "x = "] {
        run(target, &format!("# connect-four\nhand = {}", long.repeat(200_000 / long.len())));
    }
}

#[test]
fn any_script_is_read_or_refused() {
    holds("scripts", 60);
}

#[test]
fn any_script_does_as_machine_code_what_it_does_in_luau() {
    holds("lowered", 40);
}

#[test]
fn any_scenario_is_read_or_refused() {
    holds("scenarios", 80);
}

#[test]
fn any_save_is_read_or_refused() {
    holds("saves", 30);
}

#[test]
fn any_action_is_read_or_refused() {
    holds("actions", 500);
}

#[test]
fn any_board_is_read_or_refused() {
    holds("boards", 80);
}

#[test]
fn any_answer_of_a_program_is_read_or_refused() {
    holds("answers", 500);
}

/// The seed corpus is accepted: otherwise little would be tested.
#[test]
fn texts_to_begin_with_are_there() {
    for target in parlour_tests::fuzz::TARGETS {
        let texts = (target.seeds)();
        assert!(texts.len() >= 10, "{}: {}", target.name, texts.len());
    }
}
