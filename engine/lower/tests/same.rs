//! Differential tests against Luau: small scripts and random programs.

#[path = "same/bounded.rs"]
mod bounded;
#[path = "same/compare.rs"]
mod compare;
/// The machine that the script host gives the compiler.
#[path = "../../script/src/library.rs"]
mod library;
#[path = "same/odd.rs"]
mod odd;
#[path = "same/programs.rs"]
mod programs;
#[path = "same/scripts.rs"]
mod scripts;

use compare::{Call, Dice, Found, compare};
use scripts::{Lowered, SCRIPTS};

/// The calls of each script.
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

/// The extent to which a script is compiled.
fn found(text: &str, calls: &[Call]) -> Result<(Lowered, String), String> {
    let text = format!("local B, C = ... {text}");
    let found = compare(&text, calls)?;
    let why = found.unsupported.clone().or(found.site.clone()).unwrap_or_default();
    let lowered = match (&found.unsupported, found.given_up) {
        (Some(_), _) => Lowered::Never,
        (None, 0) => Lowered::Wholly,
        (None, given_up) if given_up == found.done => Lowered::Never,
        (None, _) => Lowered::Partly,
    };
    Ok((lowered, why))
}

/// `ONLY` is a part of the names of the scripts to compare.
#[test]
fn small_scripts_do_the_same() {
    let calls = calls();
    let mut faults = Vec::new();
    for (name, expected, text) in SCRIPTS {
        match found(text, &calls) {
            Err(fault) => faults.push(format!("{name}: {fault}")),
            Ok((lowered, why)) if lowered != *expected => {
                faults.push(format!("{name}: {lowered:?} instead of {expected:?}: {why}"));
            }
            Ok(_) => {}
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Fields with arbitrary names are iterated in Luau's order.
#[test]
fn fields_are_gone_over_in_the_same_order() {
    let mut dice = Dice(5);
    let mut faults = Vec::new();
    for count in 0..120 {
        let mut names: Vec<String> = Vec::new();
        for _ in 0..1 + count % 32 {
            let letters = 1 + dice.below(if count % 3 == 0 { 2 } else { 9 });
            let name: String = (0..letters).map(|_| char::from(b'a' + dice.below(26) as u8)).collect();
            // Keywords aren't names, and names are unique.
            if !names.contains(&name) && !["or", "if", "do", "in", "and", "not", "end", "for", "nil"].contains(&&*name)
            {
                names.push(name);
            }
        }
        let fields: Vec<String> = (1..).zip(&names).map(|(n, name)| format!("{name} = {n}")).collect();
        let text = format!(
            "local T = {{ {} }} return function(a, b) local s = a for _, n in pairs(T) do s = (s * 37 + n) % 100003 end return s end",
            fields.join(", ")
        );
        match found(&text, &calls()[..2]) {
            Ok((Lowered::Wholly, _)) => {}
            other => faults.push(format!("{other:?}: {text}")),
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Number of random programs per test; the exhaustive tests take their own.
const FEW: u64 = 300;
const MANY: u64 = 20_000;

/// Results of a batch of programs.
#[derive(Debug, Default)]
struct Count {
    programs: u64,
    lowered: u64,
    calls: usize,
    given_up: usize,
}

/// The calls of a program.
fn few_calls(seed: u64) -> Vec<Call> {
    let mut dice = Dice(!seed);
    let mut call = |n: u64| {
        let range = if n < 3 { 12 } else { 2001 };
        let mut number = || dice.below(range) as i64 - range as i64 / 3;
        Call { arguments: [number(), number()], content: seed * 8 + n }
    };
    (0..6)
        .map(&mut call)
        .filter(|call| (-1000..=1000).contains(&call.arguments[0]))
        .filter(|call| call.arguments[1] <= 1000)
        .collect()
}

/// Compares a program.
fn compare_made(text: &str, seed: u64) -> Result<Found, String> {
    compare(text, &few_calls(seed))
}

/// A generator of programs from a seed.
type Maker = fn(u64) -> String;

/// Generates a program and compares it.
fn compare_program(make: Maker, seed: u64, count: &mut Count) -> Result<(), String> {
    let found = compare_made(&make(seed), seed)?;
    count.programs += 1;
    count.lowered += u64::from(found.unsupported.is_none());
    count.calls += found.done;
    count.given_up += found.given_up;
    Ok(())
}

/// Delta debugging: removes lines as long as the program still fails.
fn reduced(make: Maker, seed: u64) -> String {
    let text = make(seed);
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut length = lines.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at + length <= lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..at + length);
            if compare_made(&fewer.join("\n"), seed).is_err() {
                lines = fewer;
            } else {
                at += 1;
            }
        }
        length = if length > 1 { length / 2 } else { 0 };
    }
    lines.join("\n")
}

fn compare_programs(make: Maker, seeds: std::ops::Range<u64>) -> Count {
    let mut count = Count::default();
    let mut faults = Vec::new();
    let most = number_from("FAULTS").unwrap_or(5) as usize;
    for seed in seeds {
        if let Err(fault) = compare_program(make, seed, &mut count) {
            let text = reduced(make, seed);
            let why = compare_made(&text, seed).err().unwrap_or_default();
            faults.push(format!("program {seed}: {fault}\n{text}\n{why}\n"));
            if faults.len() > most {
                break;
            }
        }
    }
    assert!(faults.is_empty(), "{} programs\n{}", count.programs, faults.join("\n"));
    count
}

/// A number from an environment variable.
fn number_from(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

#[test]
fn programs_do_the_same() {
    let count = compare_programs(programs::program, 0..FEW);
    assert!(count.lowered * 10 > count.programs * 6, "{count:?}");
    assert!(count.given_up * 3 < count.calls, "{count:?}");
}

#[test]
fn odd_calls_of_the_library_do_the_same() {
    let count = compare_programs(odd::program, 0..FEW);
    assert!(count.lowered * 10 > count.programs * 3, "{count:?}");
}

/// `SEED` is the first seed, `COUNT` the number of programs, `FAULTS` the number of faults collected.
#[test]
#[ignore = "it takes many minutes"]
fn very_many_programs_do_the_same() {
    let (first, count) = (number_from("SEED").unwrap_or(FEW), number_from("COUNT").unwrap_or(MANY));
    println!("{:?}", compare_programs(programs::program, first..first + count));
}

/// As `very_many_programs_do_the_same`, for calls of the library.
#[test]
#[ignore = "it takes many minutes"]
fn very_many_odd_calls_do_the_same() {
    let (first, count) = (number_from("SEED").unwrap_or(FEW), number_from("COUNT").unwrap_or(MANY));
    println!("{:?}", compare_programs(odd::program, first..first + count));
}

/// Nesting up to the limit, on a stack as large as the engine's.
#[test]
fn what_is_nested_too_deeply_is_left_out() {
    let lower = || {
        let mut text = "local B = ... local function f0(x) return buffer.readu8(B, x) end ".to_owned();
        for n in 1..=150 {
            let (open, close) = ("(".repeat(150), ")".repeat(150));
            text += &format!(
                "local function f{n}(x) if x > 0 then return {open}f{}(x - 1){close} + 1 end return x end ",
                n - 1
            );
        }
        text += "return f150";
        let mut lowering = parlour_lower::Lowering::new(crate::library::Library::default());
        let block = lowering.add_block(64);
        let script = lowering.load("deep", &text).unwrap();
        let function = lowering.run(&script, vec![block]).unwrap().remove(0);
        let done = lowering.entry("f", &function, &[parlour_lower::Parameter::Integer(0, 60)]);
        done.is_ok() && parlour_lower::Module::new(&lowering).is_ok() || done.is_err()
    };
    let thread = std::thread::Builder::new().stack_size(128 << 20).spawn(lower).unwrap();
    assert!(thread.join().unwrap());
}
