//! Fuzzing of input lines: every line of a session is answered, with its result or a message of limited length.
//!
//! `PARLOUR_FUZZ=20000` sets the number of lines, and `PARLOUR_FUZZ_SEED=5` the seed.

use parlour_engine::chance::Generator;
use parlour_tests::fuzz::{Words, mutate};

use crate::desk::Desk;

/// Seed lines, which are mutated.
const LINES: &str = "
help
help dig
help why
guide
show
show b2
hand
moves
moves trade 2
why
why dig
why trade 2 coin for talisman
why e2-e4
undo
undo 3
redo
redo 2
history
save
save mine
save mine.json
load mine
load archaeology-1
saves
replay
replay mine
seats
seat b random
seat b human
auto 3
watch 2
inspect
inspect vars
inspect hand.a
inspect zones.hand.b
reveal on
reveal off
lua 1 + 1
lua hand.count(1, 1)
lua string.rep('x', 100)
lua {1, {2, 3}}
set
set turn_limit 40
set players 3
trace on
trace off
play archaeology
play final-card-down --seats human,random
play advance --seed 3
play treasure-hunt --variant grid --set players=2
play chess --scenario mine.toml
:play
# a remark
dig
end
trade 2 coins for talisman
sell 2 coin
explore small
play red 4
b2
e2-e4
Nf3
move 3
attack 2 with 3
";

/// The fuzzed games, each in a session of its own.
const GAMES: &[&str] = &["archaeology", "final-card-down", "advance", "treasure-hunt", "en-garde", "chess"];
/// Lines per session.
const SESSION: usize = 30;
/// Maximum output of a session, in bytes: a few hundred rows per line.
const MOST: usize = SESSION * (64 << 10);

/// True if a line is safe in a test: it starts no program, leaves the folder alone, and is fast.
fn is_tame(line: &str) -> bool {
    !["exec", "/", "~", "..", "check", "hint", "speed", "script", "reload", "robots"]
        .iter()
        .any(|word| line.contains(word))
}

/// Replaces slow robots.
fn with_quick_robots(line: String) -> String {
    let is_play = line.trim_start().trim_start_matches(':').trim_start().starts_with("play ");
    if is_play && !line.contains("--seats") { line + " --seats human,random" } else { line }
}

fn number(name: &str, usually: usize) -> usize {
    std::env::var(name).map_or(usually, |text| text.parse().unwrap())
}

#[test]
fn any_line_that_is_typed_is_answered() {
    let texts: Vec<String> = LINES.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let words = Words::of(&texts);
    let count = number("PARLOUR_FUZZ", SESSION * GAMES.len());
    let mut rng = Generator::from_seed(number("PARLOUR_FUZZ_SEED", 1) as u64);
    let mut typed = 0;
    for session in 0.. {
        if typed >= count {
            break;
        }
        let game = GAMES[session % GAMES.len()];
        let mut lines = vec!["speed 0".to_owned()];
        while lines.len() < SESSION {
            let text = mutate(&texts, &words, &mut rng);
            let text = text.split(['\n', '\r']).next().unwrap_or_default().to_owned();
            lines.extend(Some(with_quick_robots(text)).filter(|line| is_tame(line) && line.trim() != "quit"));
        }
        typed += lines.len();
        let desk = Desk::new();
        let ran = desk.play(&[game, "--seats", "human,random"], &(lines.join("\n") + "\n"));
        let said = |what: &str| format!("{what}, {game}:\n{}\n{:.3000}", lines.join("\n"), ran.err);
        assert_eq!(ran.status, 0, "{}", said("a status"));
        assert!(!ran.err.contains("panicked"), "{}", said("a panic"));
        assert!(ran.out.len() + ran.err.len() < MOST, "{}", said("too much"));
        let longest = ran.err.lines().map(str::len).max().unwrap_or_default();
        assert!(longest < 8 << 10, "{}", said(&format!("a line of {longest} bytes")));
    }
    eprintln!("lines: {typed} lines");
}
