//! Latency of the next prompt and of completion by Tab.

use std::time::Duration;

use serde_json::Value;

use crate::desk::Desk;
use crate::keyboard::Keyboard;

/// The control sequence of the line editor before a prompt.
const PROMPT: &str = "\u{1b}[?2004h";

/// Maximum latency of a key.
#[cfg(target_os = "linux")]
const MOST: Duration = Duration::from_millis(20);

/// A setting of a game between people, with their input.
struct Setting {
    name: String,
    arguments: Vec<String>,
    actions: Vec<String>,
}

impl Setting {
    /// A variant of a game with its minimum number of seats, at least two, and the beginning of a random match.
    fn new(desk: &Desk, game: &Value, variant: Option<&str>, most: usize) -> Self {
        let name = game["game"].as_str().unwrap();
        let (least, most_seats) = (game["seats"]["min"].as_u64().unwrap(), game["seats"]["max"].as_u64().unwrap());
        let seats = |who: &str| vec![who; least.max(2).min(most_seats) as usize].join(",");
        let mut arguments = vec![name, "--seed", "3"];
        arguments.extend(variant.iter().flat_map(|variant| ["--variant", variant]));
        let random = seats("random");
        let trace = desk.parlour(&[&["trace"], arguments.as_slice(), &["--seats", &random]].concat()).out;
        let steps = trace.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let actions = steps.filter_map(|step| step["action"].as_str().map(str::to_owned)).take(most).collect();
        let human = seats("human");
        let arguments = [&["play"], arguments.as_slice(), &["--seats", &human]].concat();
        Self {
            name: format!("{name} {}", variant.unwrap_or_default()),
            arguments: arguments.into_iter().map(str::to_owned).collect(),
            actions,
        }
    }

    fn sit_down(&self, desk: &Desk) -> Keyboard {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        Keyboard::with(desk, &arguments, (80, 24), &[("TERM", "xterm")])
    }
}

/// All variants of all games.
#[cfg(target_os = "linux")]
fn settings(desk: &Desk, most: usize) -> Vec<Setting> {
    let games = desk.parlour(&["games", "--json"]).json();
    let of_game = |game: &Value| {
        let variants: Vec<Value> = game["variants"].as_array().cloned().unwrap_or_default();
        let names: Vec<Option<&str>> = variants.iter().map(|variant| variant["name"].as_str()).collect();
        let names = if names.is_empty() { vec![None] } else { names };
        names.into_iter().map(|variant| Setting::new(desk, game, variant, most)).collect::<Vec<_>>()
    };
    let wanted = std::env::var("PARLOUR_GAMES").unwrap_or_default();
    let is_wanted = |game: &&Value| wanted.is_empty() || wanted.split(',').any(|name| game["game"] == name);
    games["games"].as_array().unwrap().iter().filter(is_wanted).flat_map(of_game).collect()
}

/// For all games and variants: CPU time from Enter to the next prompt, and from a key or Tab to the completions.
///
/// `PARLOUR_PROGRAM=target/release/parlour cargo test -p parlour --test programs -- --ignored --nocapture paces`
/// measures an existing program; `PARLOUR_GAMES=advance,hex` selects games.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "measures processor time of a release for minutes"]
fn every_key_is_answered_at_once() {
    let desk = Desk::new();
    let mut late = Vec::new();
    println!("{:32} {:>9} {:>9} {:>9}", "milliseconds at most", "Enter", "Tab", "key");
    for setting in settings(&desk, 40) {
        let mut session = setting.sit_down(&desk);
        session.prompt();
        session.settle();
        let mut worst = [Duration::ZERO; 3];
        for (n, action) in setting.actions.iter().enumerate() {
            if n % 4 == 0 {
                let first: String = action.chars().take(1).collect();
                worst[2] = worst[2].max(session.time_of(&first, None));
                worst[1] = worst[1].max(session.time_of("\t", None));
                // Cancels a list longer than the screen, and clears the line.
                session.time_of("n", None);
                session.time_of("\u{15}", None);
            }
            worst[0] = worst[0].max(session.time_of(&format!("{action}\r"), Some(PROMPT)));
            while session.is_asked_to_come() {
                worst[0] = worst[0].max(session.time_of("\r", Some(PROMPT)));
            }
        }
        let [enter, tab, key] = worst.map(|time| time.as_secs_f64() * 1e3);
        println!("{:32} {enter:>9.1} {tab:>9.1} {key:>9.1}", setting.name);
        late.extend(worst.iter().any(|time| *time > MOST).then_some(setting.name));
    }
    assert!(late.is_empty(), "more than {MOST:?}: {late:?}");
}

/// The output of an action or a Tab is at most a few screens, with any number of legal actions.
#[test]
fn a_key_writes_no_more_than_a_few_screens() {
    let desk = Desk::new();
    for game in ["go", "archaeology"] {
        let listed = desk.parlour(&["games", game, "--json"]).json();
        let game = listed["games"].as_array().map_or(&listed, |games| &games[0]);
        let setting = Setting::new(&desk, game, None, 3);
        let mut session = setting.sit_down(&desk);
        session.prompt();
        for action in &setting.actions {
            session.enter(action);
            let shown = session.wait_for(PROMPT);
            assert!(shown.len() < 3 * 80 * 24, "{}: {action}: {} bytes", setting.name, shown.len());
            session.enter("");
            session.prompt();
        }
        session.quit();
        assert_eq!(session.status(), Some(0));
    }
}

/// An expired clock loses at any input; clocks are shown and saved.
#[test]
fn whose_clock_has_run_out_has_lost() {
    let desk = Desk::new();
    let mut session = desk.open(&["play", "tic-tac-toe", "--seats", "human,human", "--seed", "1", "--clock", "1s"]);
    session.until("People have 1 second for each action.");
    session.types("seats");
    std::thread::sleep(std::time::Duration::from_millis(1200));
    session.types("b2");
    session.until("The match is over: o wins: x ran out of time.");
    drop(session);
    let ran = desk.session(&[], "load tic-tac-toe-1\nseats\n");
    assert!(ran.out.contains("x ran out of time"), "{}", ran.out);
    let begin = ["play", "chess", "--seats", "human,human", "--seed", "1", "--clock", "5+3"];
    let ran = desk.session(&begin, "e4\nseats\n");
    assert!(
        ran.out.contains("People have 5 minutes for the match, and 3 seconds more after each turn."),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("black: human, to act, ") && ran.out.contains(" left\n"), "{}", ran.out);
    let ran = desk.session(&["play", "chess", "--resume"], "seats\n");
    assert!(ran.out.contains(" left"), "{}", ran.out);
    let told = "parlour: --clock soon: expected `5+3`, minutes for each and seconds more after each turn, or `30s`, seconds for each action; a day at most";
    desk.parlour(&["play", "chess", "--clock", "soon"]).refuses(told);
}
