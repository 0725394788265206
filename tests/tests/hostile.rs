//! Malicious scripts are stopped, and their output is limited.
//!
//! [`scripts`] are attacks on a host, [`sites`] the places of a pack or a robot: the top of a file and every hook. Each
//! attack is made at each place. It must end within its budget plus half a second of CPU time, with any result, and the
//! process must stay small. Some run with the other tests. Every fifth of all pairs, each in a process of its own, in
//! parallel, with a line for each and one for each place, by
//!
//! ```sh
//! cargo test --release -p parlour-tests --test all -- --ignored --nocapture hostile_scripts_are_stopped_and_stay_small
//! ```
//!
//! All pairs with `PARLOUR_HOSTILE=all`; `PARLOUR_SITES` selects places, as in `PARLOUR_SITES=choose,APPLY`.

mod scripts;
mod sites;

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_ai::{Choice, Player, Request, RobotError, RobotLibrary};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Code;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_tests::work::processor_time;

use scripts::{Script, scripts};
use sites::{HOOK, SITES, Site};

/// Memory limit of the process, in kilobytes.
const MAX_MEMORY: u64 = 300_000;

/// CPU time allowed beyond the budget. Without optimisation Rust code takes longer.
const BEYOND: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1500 } else { 500 });

/// The outcome of an attack.
struct Outcome {
    said: String,
    took: Duration,
    /// The peak memory of the process, in kilobytes; 0 if unknown.
    peak: u64,
}

fn run(site: &Site, script: &Script) -> Outcome {
    let begun = processor_time();
    let said = (site.run)(&script.text);
    Outcome { said, took: processor_time().saturating_sub(begun), peak: peak() }
}

/// The peak memory of the process.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// The fault in an outcome, if any.
fn fault(site: &Site, script: &Script, outcome: &Outcome) -> Option<String> {
    let most = site.budget + BEYOND;
    let slow = (outcome.took > most).then(|| format!("took {:?}, more than {most:?}", outcome.took));
    let silent = (script.is_endless && !outcome.said.contains("too long")).then(|| format!("said: {}", outcome.said));
    slow.or(silent).map(|what| format!("{} in {}: {what}", script.name, site.name))
}

/// Runs some of the attacks at each of some places, and others at the next one.
#[track_caller]
fn stops(sites: &[&Site], each: usize) {
    let scripts = scripts();
    let mut faults = Vec::new();
    for (n, site) in sites.iter().enumerate() {
        for k in 0..each {
            // A prime stride, for a variety of kinds.
            let script = &scripts[(n * each + k) * 7 % scripts.len()];
            faults.extend(fault(site, script, &run(site, script)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn hostile_hooks_of_rules_are_stopped() {
    let sites: Vec<&Site> = SITES.iter().filter(|site| site.budget == HOOK).collect();
    stops(&sites, 4);
}

#[test]
fn hostile_files_and_robots_are_stopped() {
    let sites: Vec<&Site> = SITES.iter().filter(|site| site.budget != HOOK).collect();
    stops(&sites, 1);
}

/// A precondition of the other tests.
#[test]
fn scripts_come_to_every_place() {
    for site in SITES {
        let said = (site.run)("error('here')");
        assert!(said.contains("here") || said.ends_with("an error"), "{}: {said}", site.name);
    }
}

/// Runs an attack in a process of its own, so that its memory is measured separately.
fn run_alone(site: usize, script: usize) -> Result<Outcome, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let ran = Command::new(program)
        .args(["--exact", "hostile::one_hostile_script", "--ignored", "--nocapture", "--test-threads", "1"])
        .env("PARLOUR_PAIR", format!("{site} {script}"))
        .output()
        .map_err(|error| error.to_string())?;
    let out = String::from_utf8_lossy(&ran.stdout);
    let line = out.lines().find_map(|line| line.split_once("OUTCOME ")).map(|(_, line)| line);
    let mut parts = line.unwrap_or_default().splitn(3, ' ');
    let mut number = || parts.next().and_then(|part| part.parse().ok());
    match (number(), number()) {
        (Some(took), Some(peak)) => {
            Ok(Outcome { said: parts.next().unwrap_or_default().to_owned(), took: Duration::from_nanos(took), peak })
        }
        _ => Err(format!("it ended with {}: {}", ran.status, String::from_utf8_lossy(&ran.stderr))),
    }
}

#[test]
#[ignore = "is run by the other one"]
fn one_hostile_script() {
    let wanted = std::env::var("PARLOUR_PAIR").unwrap_or_default();
    let Some((site, script)) = wanted.split_once(' ') else { return };
    let outcome = run(&SITES[site.parse::<usize>().unwrap()], &scripts()[script.parse::<usize>().unwrap()]);
    let said: String = outcome.said.chars().filter(|c| *c != '\n').take(200).collect();
    println!("OUTCOME {} {} {said}", outcome.took.as_nanos(), outcome.peak);
}

/// The outcomes at a place.
#[derive(Clone, Default)]
struct Summary {
    count: usize,
    /// The maximum time beyond the budget.
    beyond: Duration,
    took: Duration,
    peak: u64,
}

impl Summary {
    fn note(&mut self, site: &Site, outcome: &Outcome) {
        self.count += 1;
        self.beyond = self.beyond.max(outcome.took.saturating_sub(site.budget));
        self.took = self.took.max(outcome.took);
        self.peak = self.peak.max(outcome.peak);
    }

    fn line(&self, name: &str) -> String {
        let Self { count, beyond, took, peak } = self;
        let (beyond, took, peak) = (beyond.as_millis(), took.as_millis(), peak / 1000);
        format!("{name:14} {count:5} scripts, at most {took:5} ms, {beyond:4} ms beyond the budget, {peak:4} MB")
    }
}

#[test]
#[ignore = "takes some ten minutes"]
fn hostile_scripts_are_stopped_and_stay_small() {
    let scripts = scripts();
    let is_every = std::env::var("PARLOUR_HOSTILE").is_ok_and(|wanted| wanted == "all");
    let wanted = std::env::var("PARLOUR_SITES").ok();
    let is_wanted = |site: &Site| wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|name| name == site.name));
    let pairs = SITES.iter().enumerate().filter(|(_, site)| is_wanted(site));
    let pairs = pairs.flat_map(|(n, _)| (0..scripts.len()).map(move |k| (n, k)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|(n, k)| is_every || (n + k) % 5 == 0).collect();
    let found = Mutex::new((Vec::new(), vec![Summary::default(); SITES.len()]));
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&(n, k)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (site, script) = (&SITES[n], &scripts[k]);
            let outcome = match run_alone(n, k) {
                Ok(outcome) => outcome,
                Err(error) => {
                    found.lock().unwrap().0.push(format!("{} in {}: {error}", script.name, site.name));
                    continue;
                }
            };
            println!(
                "{:14} {:26} {:5} ms {:4} ms beyond {:4} MB  {}",
                site.name,
                script.name,
                outcome.took.as_millis(),
                outcome.took.saturating_sub(site.budget).as_millis(),
                outcome.peak / 1000,
                outcome.said
            );
            let (faults, summaries) = &mut *found.lock().unwrap();
            summaries[n].note(site, &outcome);
            faults.extend(fault(site, script, &outcome));
            if outcome.peak > MAX_MEMORY {
                faults.push(format!("{} in {}: {} kB", script.name, site.name, outcome.peak));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let (faults, summaries) = found.into_inner().unwrap();
    let mut all = Summary::default();
    for (site, summary) in SITES.iter().zip(&summaries).filter(|(_, summary)| summary.count > 0) {
        println!("{}", summary.line(site.name));
        all.count += summary.count;
        (all.beyond, all.took) = (all.beyond.max(summary.beyond), all.took.max(summary.took));
        all.peak = all.peak.max(summary.peak);
    }
    println!("{}", all.line("all"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(all.count >= 500 || wanted.is_some(), "{}", all.count);
}

#[test]
fn memory_that_runs_out_is_told_where_the_script_was() {
    let hunger = "local t = {} while true do t[#t + 1] = string.rep('x', 1e5) .. #t end";
    let cases = [
        (format!("local x = 1\n{hunger}\nreturn {{}}"), "mine.lua:2:1: the script needs too much memory"),
        (format!("local x = 1\nreturn {{ choose = function()\n{hunger} end }}"), ": the script needs too much memory"),
        (
            "\n\nlocal function choose() local _ = buffer.create(1e9) end\nreturn { choose = choose }".to_owned(),
            "mine.lua:3:1: the script needs too much memory",
        ),
    ];
    for (text, expected) in cases {
        let said = message(&text);
        assert!(said.contains(expected) && !said.contains(":1:1"), "{said}");
    }
}

/// A robot's search runs its rules in a separate machine, which stops with the robot.
#[test]
fn a_stop_reaches_the_rules_inside_a_search() {
    let pack = Pack::load(sites::pack("APPLY", "while true do end")).unwrap().into_shared();
    let game = pack.configure(&Config::default()).unwrap();
    let (folder, library) = robots("");
    std::fs::create_dir_all(folder.path().join("duel")).unwrap();
    let robot = "return { choose = function() return (search.uct { nodes = 100 }) end }";
    std::fs::write(folder.path().join("duel/mine.lua"), robot).unwrap();
    let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap();
    let handle = player.stop_handle().unwrap();
    let (begun, answered) = (processor_time(), AtomicBool::new(false));
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            // A stop just before the choice begins is lost, so it is repeated.
            while !answered.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(300));
                handle.stop();
            }
        });
        let answer = ask(&game, player.as_mut());
        answered.store(true, Ordering::Relaxed);
        answer
    });
    let took = processor_time() - begun;
    assert_eq!(answer.unwrap_err(), RobotError::Stopped { robot: "mine".to_owned() });
    // The rules alone would have two seconds.
    assert!(took < Duration::from_millis(1900), "{took:?}");
}

/// Compiled rules with an endless loop in an action; by work count alone it would take minutes.
fn endless_machine_code(budget: Duration) -> Rules {
    let endless =
        "local s = 0 for i = 1, 4096 do for j = 1, 4096 do for k = 1, 4096 do s += (i + j * k) % 7 end end end";
    let pack = Pack::load(sites::pack("APPLY", endless)).unwrap().into_shared();
    let rules = Rules::new(pack.configure(&Config::default()).unwrap()).unwrap();
    // Compiled by now.
    let in_luau = rules.in_luau();
    assert!(in_luau.iter().all(|gap| !gap.reason.contains("everything")), "{in_luau:?}");
    rules.set_budget(budget);
    rules
}

/// Compiled code is limited by its work count, and Luau by its budget; each limit is reported.
#[test]
fn endless_machine_code_is_stopped_and_told() {
    for budget in [HOOK, Duration::from_secs(2)] {
        let mut rules = endless_machine_code(budget);
        let before = rules.start(1, &mut Vec::new()).unwrap();
        let (mut state, begun) = (before.clone(), processor_time());
        let fault = rules.playout(&mut state, &mut Generator::from_seed(1), Playout::ByAction, 10).unwrap_err();
        assert_eq!(fault.code, Code::ScriptBudget, "{fault}");
        assert!(state == before);
        // Two compiled runs, with and without the stuck action; then Luau.
        assert!(processor_time() - begun < 3 * budget + 4 * BEYOND, "{:?}", processor_time() - begun);
    }
}

#[test]
fn a_stop_reaches_machine_code() {
    let mut rules = endless_machine_code(Duration::from_secs(600));
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    let (handle, answered) = (rules.stop_handle(), AtomicBool::new(false));
    let fault = std::thread::scope(|scope| {
        scope.spawn(|| {
            // A stop just before the choice begins is lost, so it is repeated.
            while !answered.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                handle.stop();
            }
        });
        let fault = rules.playout(&mut state, &mut Generator::from_seed(1), Playout::ByAction, 10);
        answered.store(true, Ordering::Relaxed);
        fault.unwrap_err()
    });
    assert_eq!(fault.code, Code::ScriptStopped, "{fault}");
}

#[test]
fn an_error_that_says_so_stops_nothing() {
    let robot = |body: &str| message(&format!("return {{ choose = function(_, legal)\n{body}\nreturn legal[1] end }}"));
    for text in ["stopped by the watchdog", "the script sets the global variable `x`"] {
        let said = robot(&format!("error('{text}')"));
        assert!(said.ends_with(&format!("mine.lua:2:1: {text}")), "{said}");
    }
    // An error of a library function is reported at the script's call.
    let said = robot("local _ = string.find(string.rep('a', 1e6), string.rep('a', 1e4) .. 'b', 1, true)");
    let refused = "mine.lua:2:1: string.find: 1000000 bytes are too many to look through for 10001";
    assert!(said.ends_with(refused), "{said}");
    let said = robot("table.move({}, 1, 2e9, 2)");
    assert!(said.ends_with("mine.lua:2:1: table.move: 2000000000 values are too many to move"), "{said}");
}

/// A game of the packs.
fn game(name: &str) -> Arc<Game> {
    crate::packs::library().load(name).unwrap().configure(&Config::default()).unwrap()
}

/// A library with one robot, `mine`, for En Garde.
fn robots(text: &str) -> (tempfile::TempDir, RobotLibrary) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("en-garde")).unwrap();
    std::fs::write(folder.path().join("en-garde/mine.lua"), text).unwrap();
    let mut library = RobotLibrary::new();
    library.add_folder(folder.path());
    (folder, library)
}

fn ask(game: &Arc<Game>, player: &mut dyn Player) -> Result<Choice, RobotError> {
    let played = Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let view = played.view(Some(Seat(0)));
    player.choose(&Request { view: &view, legal: played.legal(), time: Duration::from_millis(100), nodes: None })
}

/// The error of a robot's file when it is seated, or when it is asked for its first action.
fn message(text: &str) -> String {
    let (_folder, library) = robots(text);
    let game = game("en-garde");
    match library.seat(&game, Seat(0), "mine", 1) {
        Err(faults) => faults.to_string(),
        Ok(mut player) => ask(&game, player.as_mut()).unwrap_err().to_string(),
    }
}

#[test]
fn what_a_robot_gives_away_is_measured() {
    let cases = [
        ("local t = {} for _ = 1, 30 do t = { t, t } end me.memory = t", "holds more than 100000 values, which can't"),
        ("me.memory = me", ".memory.mem...` holds tables more than 32 deep, which can't be saved"),
        ("me.memory.a = { 1, { string.rep('x', 2e6) } }", "`me.memory.a[2][1]` holds more than 1048576 bytes of text"),
    ];
    let game = game("en-garde");
    for (body, expected) in cases {
        let text = format!("return {{ choose = function(me, legal)\n{body}\nreturn legal[1] end }}");
        let (_folder, library) = robots(&text);
        let mut player = library.seat(&game, Seat(0), "mine", 1).unwrap();
        let before = player.memory().unwrap();
        let error = ask(&game, player.as_mut()).unwrap_err().to_string();
        assert_eq!(player.memory().unwrap()["memory"], before["memory"], "{body}");
        assert!(error.contains(expected), "{body}\n got: {error}\nwant: {expected}");
    }
    let reason = message("return { choose = function(_, legal) return legal[1], string.rep('x', 5000) end }");
    assert!(reason.contains("mine.lua:1:1: the reason holds more than 4096 bytes of text"), "{reason}");
    let answer = message("return { choose = function() return string.rep('x', 5e7) end }");
    assert!(answer.contains("answered more than 4096 bytes of text; expected"), "{answer}");
    let keys = message("return setmetatable({}, { __index = function() while true do end end })");
    assert!(keys.contains("the robot's table has a metatable"), "{keys}");
}
