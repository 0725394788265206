//! What the machine does is what Luau does: small scripts, and programs that are made up.

#[path = "same/compare.rs"]
mod compare;
#[path = "same/scripts.rs"]
mod scripts;

use compare::{Call, Dice, compare};
use scripts::{Lowered, SCRIPTS};

/// The calls that each script is asked for.
fn calls() -> Vec<Call> {
    let mut dice = Dice(7);
    let small = [
        [0, 0],
        [1, 2],
        [5, 3],
        [-1, 1],
        [3, -7],
        [9, 9],
        [-4, -4],
        [12, 5],
        [7, -3],
        [2, 0],
        [1000, -1000],
        [999, 77],
    ];
    let mut calls: Vec<Call> =
        small.iter().enumerate().map(|(n, arguments)| Call { arguments: *arguments, content: n as u64 }).collect();
    for content in 20..40 {
        let range = if content % 2 == 0 { 30 } else { 2001 };
        let mut number = || dice.below(range) as i64 - range as i64 / 2;
        calls.push(Call { arguments: [number(), number()], content });
    }
    calls
}

/// How much of a script has become code.
fn found(text: &str, calls: &[Call], is_native: bool) -> Result<(Lowered, String), String> {
    let text = format!("local B, C = ... {text}");
    let found = compare(&text, calls, is_native)?;
    let why = found.gap.clone().or(found.site.clone()).unwrap_or_default();
    let lowered = match (&found.gap, found.given_up) {
        (Some(_), _) => Lowered::Never,
        (None, 0) => Lowered::Wholly,
        (None, given_up) if given_up == found.done => Lowered::Never,
        (None, _) => Lowered::Partly,
    };
    Ok((lowered, why))
}

#[test]
fn small_scripts_do_the_same() {
    let calls = calls();
    let mut faults = Vec::new();
    for (name, expected, text) in SCRIPTS {
        for is_native in [false, true] {
            match found(text, &calls, is_native) {
                Err(fault) => faults.push(format!("{name}: {fault}")),
                Ok((lowered, why)) if lowered != *expected => {
                    faults.push(format!("{name}: {lowered:?} instead of {expected:?}: {why}"));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
