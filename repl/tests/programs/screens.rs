//! Snapshots of whole sessions at several kinds of terminals, in `screens/`.
//!
//! `PARLOUR_BLESS=1 cargo test -p parlour --test programs screens` updates them.

use std::path::Path;

use crate::desk::Desk;
use crate::keyboard::Keyboard;

/// A kind of terminal: its name, its width, the values of `TERM` and `NO_COLOR`, and options.
struct Kind {
    name: &'static str,
    columns: u16,
    term: &'static str,
    no_color: bool,
    options: &'static [&'static str],
}

const fn kind(name: &'static str, columns: u16) -> Kind {
    Kind { name, columns, term: "xterm", no_color: true, options: &[] }
}

/// A match with its input lines.
struct Session {
    arguments: &'static [&'static str],
    seats: &'static [&'static str],
    lines: &'static [&'static str],
}

const SESSIONS: &[Session] = &[
    Session {
        arguments: &["archaeology", "--seats", "human,digger", "--seed", "3"],
        seats: &["a"],
        lines: &["dig", "why sell 2 coin", "trade 1 coin for 2 parchment", "sell 4 parchment", "end", "discard coin"],
    },
    Session {
        arguments: &["chess", "--seats", "human,human", "--seed", "1"],
        seats: &["white", "black"],
        lines: &["e2-e4", "show b8", "b8-c6", "flip", "f1-b5"],
    },
    Session {
        arguments: &["go", "--seats", "human,human", "--seed", "1"],
        seats: &["black", "white"],
        lines: &["D4", "gb"],
    },
    Session { arguments: &["hanabi", "--seats", "human,random", "--seed", "7"], seats: &["a"], lines: &["tell b 1"] },
    Session {
        arguments: &["yahtzee", "--seats", "human,human", "--seed", "7"],
        seats: &["a", "b"],
        lines: &["score threes"],
    },
    Session {
        arguments: &["backgammon", "--seats", "random,human", "--seed", "7"],
        seats: &["black"],
        lines: &["show"],
    },
    Session {
        arguments: &["shogi", "--seats", "human,human", "--seed", "1"],
        seats: &["black", "white"],
        lines: &["7g7f", "3c3d", "8h2b+"],
    },
    Session {
        arguments: &["hearts", "--seats", "human,ducker,ducker,ducker", "--seed", "3"],
        seats: &["north"],
        lines: &["pass AH", "pass TH", "pass JD", "moves"],
    },
];

/// The screen, line by line, without the line editor's redraws while typing, and with escape codes spelled out.
fn screen(kind: &Kind, session: &Session) -> String {
    let desk = Desk::new();
    let arguments = ["play"].iter().chain(session.arguments).chain(kind.options);
    let arguments: Vec<&str> = arguments.copied().collect();
    let color = kind.no_color.then_some(("NO_COLOR", "1"));
    let env: Vec<(&str, &str)> = color.into_iter().chain([("TERM", kind.term)]).collect();
    let has_editor = kind.term != "dumb" && kind.options.is_empty();
    let (prompts, end): (Vec<String>, _) = match has_editor {
        true => (vec!["\u{1b}[?2004h".to_owned()], "\u{1b}[?2004l"),
        false => (session.seats.iter().map(|seat| format!("\n{seat}> ")).collect(), "\n"),
    };
    let mut keyboard = Keyboard::with(&desk, &arguments, (kind.columns, 24), &env);
    let mut shown = String::new();
    for line in session.lines.iter().chain(&["quit"]) {
        let before = keyboard.wait_for_any(&prompts);
        let prompt = prompts.iter().find(|prompt| before.ends_with(*prompt)).unwrap();
        shown += before.strip_suffix(prompt).unwrap().trim_end();
        shown += &format!("\n> {line}\n");
        keyboard.enter(line);
        keyboard.wait_for(end);
        if has_editor {
            keyboard.wait_for("\n");
        }
    }
    let asked = keyboard.wait_for("Leave the match? [y/N] ");
    shown +=
        asked.split("\u{1b}[?2004h").next().unwrap_or_default().split("Leave the match?").next().unwrap_or_default();
    keyboard.enter("y");
    keyboard.rest();
    shown.replace('\r', "").replace('\u{1b}', "\\e").lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn look_at(kind: &Kind) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/screens");
    let shown = SESSIONS.iter().map(|session| format!("# {}\n{}", session.arguments.join(" "), screen(kind, session)));
    let shown: Vec<String> = shown.collect();
    let shown = shown.join("\n");
    let file = folder.join(format!("{}.txt", kind.name));
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(&file, &shown).unwrap();
        return shown;
    }
    let kept = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    for (kept, shown) in kept.lines().zip(shown.lines()) {
        assert_eq!(kept, shown, "if that is meant, write {} anew with PARLOUR_BLESS=1", file.display());
    }
    assert_eq!(kept.lines().count(), shown.lines().count(), "lines at the end of {}", file.display());
    shown
}

/// True for an input line, in contrast to board lines with the same prefix.
fn is_typed(line: &str) -> bool {
    SESSIONS.iter().flat_map(|session| session.lines).any(|typed| line.strip_prefix("> ") == Some(typed))
}

fn widest(shown: &str) -> usize {
    let lines = shown.lines().filter(|line| !line.starts_with("# ") && !is_typed(line));
    lines.map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn a_narrow_one_holds_every_line() {
    assert!(widest(&look_at(&kind("narrow", 40))) <= 40);
}

#[test]
fn one_without_colour_gets_no_codes() {
    let shown = look_at(&kind("no-color", 80));
    assert!(widest(&shown) <= 80 && !shown.contains("\\e["), "{shown}");
}

#[test]
fn a_wide_one_is_not_filled_to_its_edge() {
    assert!(widest(&look_at(&kind("wide", 120))) <= 100);
}

/// Colours adapt to the terminal's theme, and none is the background's; squares of a board set both foreground and
/// background.
#[test]
fn colours_can_be_read_on_light_and_on_dark_ground() {
    let shown = look_at(&Kind { no_color: false, ..kind("colour", 80) });
    for code in shown.split("\\e[").skip(1).filter_map(|rest| rest.split_once('m')) {
        let known = ["0", "1", "2", "4", "7", "31", "32", "33", "34", "35", "36", "38;5;16", "48;5;187", "48;5;137"];
        assert!(!code.0.chars().all(|c| c.is_ascii_digit() || c == ';') || known.contains(&code.0), "{}", code.0);
    }
    assert_eq!(shown.matches("\\e[38;5;16m").count(), shown.matches("\\e[48;5;").count());
    assert!(shown.contains("\\e[1m"));
}

#[test]
fn a_dumb_one_gets_no_codes() {
    let shown = look_at(&Kind { term: "dumb", no_color: false, ..kind("dumb", 80) });
    assert!(!shown.contains("\\e"), "{shown}");
}

#[test]
fn plain_is_words_without_codes_and_drawings() {
    let shown = look_at(&Kind { no_color: false, options: &["--plain"], ..kind("plain", 80) });
    assert!(!shown.contains("\\e"), "{shown}");
    assert!(shown.contains("white: pawn a2 b2"), "{shown}");
}
