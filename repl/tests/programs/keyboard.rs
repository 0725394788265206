//! Sessions at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};

use crate::desk::{Desk, program};

/// A program at a pseudoterminal.
pub(crate) struct Keyboard {
    child: Child,
    keys: File,
    shown: Arc<Mutex<String>>,
    /// The thread that reads the screen until the program exits.
    reader: JoinHandle<()>,
    /// The length of the output that was already matched.
    seen: usize,
}

impl Keyboard {
    pub(crate) fn new(desk: &Desk, arguments: &[&str], columns: u16, rows: u16) -> Self {
        Self::with(desk, arguments, (columns, rows), &[("TERM", "xterm"), ("NO_COLOR", "1")])
    }

    /// A terminal of a given size, also set in the environment.
    pub(crate) fn with(desk: &Desk, arguments: &[&str], (columns, rows): (u16, u16), env: &[(&str, &str)]) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let terminal = openpty(&size, None).unwrap();
        let mut command = desk.command(&program(), arguments);
        let end = || terminal.slave.try_clone().unwrap();
        command.stdin(end()).stdout(end()).stderr(end()).env_remove("NO_COLOR");
        command.envs(env.iter().copied());
        let child = command.spawn().unwrap();
        let mut screen = File::from(terminal.master.try_clone().unwrap());
        let shown = Arc::new(Mutex::new(String::new()));
        let writes = shown.clone();
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = screen.read(&mut bytes) {
                writes.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..n]));
            }
        });
        Self { child, keys: File::from(terminal.master), shown, reader, seen: 0 }
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let size = ["cols".to_owned(), columns.to_string(), "rows".to_owned(), rows.to_string()];
        let terminal = self.keys.try_clone().unwrap();
        assert!(Command::new("stty").args(size).stdin(terminal).status().unwrap().success());
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Sends raw bytes.
    pub(crate) fn press_bytes(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
    }

    /// Waits for a text, and returns all output up to it.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        self.wait_for_any(&[text])
    }

    /// Waits for one of several texts, and returns all output up to it.
    pub(crate) fn wait_for_any<T: AsRef<str>>(&mut self, texts: &[T]) -> String {
        let until = Instant::now() + Duration::from_secs(60);
        let end = |shown: &str, text: &T| shown.find(text.as_ref()).map(|at| at + text.as_ref().len());
        loop {
            let has_ended = self.reader.is_finished();
            let shown = self.shown.lock().unwrap().clone();
            let new = &shown[self.seen..];
            if let Some(end) = texts.iter().filter_map(|text| end(new, text)).min() {
                self.seen += end;
                return new[..end].to_owned();
            }
            let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
            assert!(!has_ended, "it has ended before {texts:?}: {shown}");
            assert!(Instant::now() < until, "no {texts:?}: {shown}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the prompt of the line editor.
    pub(crate) fn prompt(&mut self) {
        self.wait_for("\u{1b}[?2004h");
    }

    /// Cancels a line.
    fn cancel(&mut self) {
        self.press("\u{3}");
        self.prompt();
    }

    /// Types a line at the prompt.
    pub(crate) fn enter(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Leaves the session, with or without a match.
    pub(crate) fn quit(&mut self) {
        self.enter("quit");
        let until = Instant::now() + Duration::from_secs(60);
        while !self.reader.is_finished() {
            if self.shown.lock().unwrap()[self.seen..].contains("Leave the match? [y/N]") {
                return self.enter("y");
            }
            assert!(Instant::now() < until, "it neither ends nor asks: {}", self.shown.lock().unwrap());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends the signal of Ctrl-C outside the line editor.
    fn interrupt(&self) {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
    }

    /// The output from now on to the end of the program.
    pub(crate) fn rest(mut self) -> String {
        self.child.wait().unwrap();
        while !self.reader.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.shown.lock().unwrap()[self.seen..].to_owned()
    }

    /// The CPU time of the main thread, which answers keys, and true if it is waiting.
    #[cfg(target_os = "linux")]
    fn processor_time(&self) -> (Duration, bool) {
        let read =
            |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default();
        let nanoseconds = read("schedstat").split(' ').next().and_then(|time| time.parse().ok());
        let waits = read("stat").rsplit(')').next().is_some_and(|rest| rest.starts_with(" S"));
        (Duration::from_nanos(nanoseconds.unwrap_or(0)), waits)
    }

    /// Waits until the program waits for the next key. Returns its CPU time so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn settle(&mut self) -> Duration {
        const PAUSE: Duration = Duration::from_millis(10);
        let (mut before, mut rests) = (Duration::ZERO, 0);
        // It may not have begun to handle a key that was just pressed.
        while rests < 3 {
            std::thread::sleep(PAUSE);
            let (time, waits) = self.processor_time();
            rests = if waits && time == before { rests + 1 } else { 0 };
            before = time;
        }
        before
    }

    /// The CPU time from pressing keys, and optionally from an output, to waiting for the next one.
    #[cfg(target_os = "linux")]
    pub(crate) fn time_of(&mut self, keys: &str, until: Option<&str>) -> Duration {
        self.seen = self.shown.lock().unwrap().len();
        let (before, _) = self.processor_time();
        self.press(keys);
        if let Some(until) = until {
            self.wait_for(until);
        }
        self.settle() - before
    }

    /// True if the last prompt asks the next person to come.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_asked_to_come(&self) -> bool {
        self.shown.lock().unwrap()[self.seen..].to_lowercase().contains("press enter")
    }

    /// The exit status of the program.
    pub(crate) fn status(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        // It may have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn ctrl_c_never_ends_a_session() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "en-garde", "--seats", "human,fencer", "--seed", "5"], 80, 24);
    session.wait_for("left> ");
    for delay in [0, 1, 3, 10, 30, 100] {
        for line in ["hint", "inspect", "advance 9"] {
            session.enter(line);
            std::thread::sleep(Duration::from_millis(delay));
            session.interrupt();
            session.interrupt();
            std::thread::sleep(Duration::from_millis(20));
            session.press("\u{3}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    // Input right after the last Ctrl-C may be discarded with its line.
    while !session.shown.lock().unwrap().contains("`watch` rests 700 ms.") {
        session.enter("speed");
        std::thread::sleep(Duration::from_millis(200));
    }
    session.wait_for("`watch` rests 700 ms.");
    session.prompt();
    session.enter("check advance archaeology treasure-hunt");
    std::thread::sleep(Duration::from_millis(100));
    session.interrupt();
    // A bar may be in the line before.
    session.wait_for("stopped\r\n");
    session.prompt();
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn lines_typed_while_the_keyboard_is_handed_over_are_done_and_show_nothing() {
    let desk = Desk::new();
    let seats = ["play", "en-garde", "--seed", "5", "--seats", "human,human"];
    let mut session = Keyboard::new(&desk, &seats, 80, 24);
    session.wait_for("left> ");
    session.enter("advance 3");
    session.wait_for("give the keyboard to right. ");
    session.enter("");
    session.wait_for("right: press Enter to see your cards. ");
    for (line, answer) in [
        ("speed", "`watch` rests 700 ms."),
        ("advance", "it is the turn of right: press Enter first"),
        ("moves", "it is the turn of right: press Enter first"),
        ("hand", "you look on: nobody at the keyboard has a hand"),
        ("save here.json", "Saved: here.json"),
    ] {
        session.enter(line);
        session.wait_for(answer);
        session.prompt();
    }
    session.cancel();
    session.wait_for("right: press Enter to see your cards. ");
    session.enter("inspect hand");
    let hands = session.wait_for("hand.right = ") + &session.wait_for("\n");
    assert!(hands.contains("hand.left = \"?\", ") && hands.contains("hand.right = \"?\", "), "{hands}");
    session.enter("undo");
    session.wait_for("left: press Enter to see your cards. ");
    session.enter("");
    session.wait_for("hand");
    session.wait_for("left> ");
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn a_text_that_is_longer_than_the_terminal_is_shown_by_pages() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "tic-tac-toe", "--level", "hard"], 80, 12);
    session.wait_for("x> ");
    for (last, shown) in [("q", "x> "), ("speed", "`watch` rests 700 ms."), ("\u{3}", "x> ")] {
        session.enter("help");
        let first = session.wait_for("-- more (Space, q) -- ");
        assert!(first.contains("Commands") && !first.contains("Mark an empty square."), "{first}");
        session.enter("");
        session.wait_for("-- more (Space, q) -- ");
        session.enter(last);
        let rest = session.wait_for(shown);
        assert!(!rest.contains("Mark an empty square."), "{rest}");
    }
    session.enter("help");
    let mut pages = 0;
    while session.wait_for_any(&["-- more (Space, q) -- ", "SQUARE  Mark an empty square."]).ends_with("-- ") {
        session.enter("");
        pages += 1;
    }
    assert!(pages >= 4, "{pages}");
    session.enter("history");
    session.wait_for("Nothing was done yet.");
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn lines_are_not_longer_than_the_terminal_is_wide() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "tic-tac-toe", "--seats", "random,random"], 60, 60);
    for line in ["auto 1", "help play", "auto 1"] {
        session.prompt();
        session.enter(line);
    }
    session.prompt();
    session.press("\u{4}");
    session.wait_for("Leave the match? [y/N] ");
    session.enter("y");
    let shown = session.shown.clone();
    assert_eq!(session.status(), Some(0));
    let text = shown.lock().unwrap().clone();
    for line in text.split("\r\n").filter(|line| !line.contains('\u{1b}')) {
        assert!(line.chars().count() <= 60, "{line}");
    }
    assert!(text.contains("to act. Robots only: `watch`"), "{text}");
}

#[test]
fn completion_offers_cards_before_games_options_squares_and_autosaves() {
    let desk = Desk::new();
    let cards = ["play", "final-card-down", "--seed", "11", "--seats", "human,human"];
    desk.session(&cards, "draw\n");
    let mut session = Keyboard::new(&desk, &cards, 120, 60);
    session.prompt();
    session.press("play \t\t");
    let offered = session.wait_for("\u{7}") + &session.wait_for("archaeology") + &session.wait_for("a> play ");
    let (card, game) = (offered.find("\n0 ").unwrap(), offered.find("archaeology").unwrap());
    assert!(offered.contains("xiangqi"), "{offered}");
    assert!(card < game, "{offered}");
    session.cancel();
    session.press("play advance --se\t\t");
    for option in ["--seats", "--set", "--seed"] {
        session.wait_for(option);
    }
    session.cancel();
    session.press("load final\t");
    session.wait_for("-card-down-11");
    session.cancel();
    session.enter("play tic-tac-toe --seats human,human");
    session.prompt();
    session.press("show \t\t");
    session.wait_for("b2");
    session.cancel();
    session.quit();
    assert_eq!(session.status(), Some(0));
}

#[test]
fn a_program_that_a_save_names_is_asked_about() {
    let desk = Desk::new();
    let ran =
        desk.play(&["connect-four", "--seed", "5", "--seats", "human,exec:touch pwned; cat"], "undo\nsave sent\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    for (answer, starts) in [("\r", false), ("\u{3}", false), ("\u{4}", false), ("n\r", false), ("y\r", true)] {
        let _ = std::fs::remove_file(desk.path("pwned"));
        let mut session = Keyboard::new(&desk, &[], 100, 30);
        session.wait_for("Esc leads to the plain prompt");
        session.press("\u{1b}");
        session.wait_for("parlour> ");
        session.enter("load sent");
        let asked = session.wait_for("Start it? [y/N] ");
        assert!(
            asked.contains("names a program for yellow.") && asked.contains("\n    touch pwned; cat\r\n"),
            "{asked}"
        );
        session.press(answer);
        if !starts {
            session.wait_for("Not started: yellow is played by a human");
        }
        session.wait_for("red> ");
        session.enter("seats");
        session.wait_for(if starts { "yellow: exec:touch pwned; cat" } else { "yellow: human" });
        // A newly started program needs its own time.
        let until = Instant::now() + Duration::from_secs(60);
        while starts && !desk.path("pwned").exists() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(desk.path("pwned").exists(), starts, "{answer:?}");
        session.quit();
        assert_eq!(session.status(), Some(0));
    }
}

#[test]
fn a_session_that_is_asked_to_end_leaves_the_terminal_as_it_was() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "tic-tac-toe", "--seed", "7", "--seats", "human,human"], 80, 24);
    session.wait_for("x> ");
    session.enter("b2");
    session.wait_for("o> ");
    Command::new("kill").args(["-TERM", &session.child.id().to_string()]).status().unwrap();
    assert_eq!(session.child.wait().unwrap().code(), Some(143));
    while !session.reader.is_finished() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let shown = session.shown.lock().unwrap().clone();
    assert!(shown.rfind("\u{1b}[?2004l") > shown.rfind("\u{1b}[?2004h"), "{shown:?}");
    assert!(desk.parlour(&["replay", "tic-tac-toe-7"]).out.contains("1. x: b2"));
}

/// Between two full pictures only changes are shown, so that a whole match takes less than 600 lines.
#[test]
fn a_match_of_archaeology_is_told_in_few_lines() {
    let desk = Desk::new();
    let trace = desk.parlour(&["trace", "archaeology", "--seats", "digger,digger", "--seed", "3"]).out;
    let steps = trace.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let own = steps.filter(|step| step["to_act"] == "a").map(|step| step["action"].as_str().unwrap().to_owned());
    let mut session = Keyboard::new(&desk, &["play", "archaeology", "--seats", "human,digger", "--seed", "3"], 80, 24);
    for action in own.collect::<Vec<String>>() {
        session.prompt();
        session.enter(&action);
    }
    session.wait_for("(over)> ");
    let shown = session.shown.lock().unwrap().clone();
    assert!(shown.contains("The match is over: a wins with the most money"), "{shown}");
    let lines = shown.lines().count();
    assert!(lines < 600, "{lines} lines");
    session.quit();
    assert_eq!(session.status(), Some(0));
}

/// A change within a picture is shown with its heading.
#[test]
fn clues_are_told_with_the_hand_that_they_are_about() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "hanabi", "--level", "medium", "--seed", "3"], 80, 24);
    session.prompt();
    session.enter("tell b 1");
    session.prompt();
    let shown = session.shown.lock().unwrap().replace('\r', "");
    let told = shown.rsplit("\u{1b}[?2004l").next().unwrap();
    let hand = "  b        blue 3    green 5   yellow 4  red 4     blue 1\n           \
                ygbw2345  ygbw2345  ygbw2345  red2345   ygbw\n";
    let told: String = told.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    assert!(told.contains(hand) && !told.contains("\n  c   "), "{told}");
}

#[test]
fn a_line_fits_the_terminal_as_it_was_made_smaller() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "gin-rummy", "--level", "easy", "--seed", "4"], 80, 24);
    session.prompt();
    session.resize(40, 20);
    session.enter("hand");
    session.prompt();
    let shown = session.shown.lock().unwrap().replace('\r', "");
    let answer = shown.rsplit("\u{1b}[?2004l\n").next().unwrap();
    let hand: Vec<&str> = answer.lines().take_while(|line| !line.contains('\u{1b}')).collect();
    assert!(hand.len() > 1 && hand.iter().all(|line| line.chars().count() <= 40), "{answer:?}");
}

/// Runs of numbers are shown as a range, and a typed number isn't completed.
#[test]
fn amounts_are_told_as_a_range() {
    let desk = Desk::new();
    let mut session = Keyboard::new(&desk, &["play", "holdem", "--level", "easy", "--seed", "1"], 80, 24);
    session.wait_for("a> ");
    session.enter("moves");
    session.wait_for("raise to 4..100");
    session.prompt();
    session.press("raise\t");
    session.wait_for("raise to 4..100");
    session.press("1");
    session.enter("2");
    session.wait_for("You raise to 12.");
}
