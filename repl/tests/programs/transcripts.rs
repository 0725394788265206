//! Transcripts in the documentation equal the programs' output.
//!
//! A block with lines that begin with `$ ` is a transcript: `$ parlour ...` or `$ cargo run --release -- ...`, and its
//! output on a terminal of 80 columns. Lines that begin with a prompt, as `a> ` or `parlour> `, are input of its
//! session. A line `...` stands for any number of lines. `PARLOUR_BLESS=1 cargo test -p parlour --test programs
//! transcripts` updates the others.

use std::path::{Path, PathBuf};

use crate::desk::Desk;
use crate::keyboard::Keyboard;

/// Pages with transcripts or commands, besides the games' guides.
const PAGES: &[&str] = &[
    "README.md",
    "rules/README.md",
    "rules/TUTORIAL.md",
    "ai/robots/README.md",
    "ai/robots/LEVELS.md",
    "ai/robots/FIGURES.md",
    "engine/EMBEDDING.md",
    "repl/server/README.md",
    "repl/table/README.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages and the guides, by their paths from the root.
fn pages() -> Vec<String> {
    let games = std::fs::read_dir(root().join("rules")).unwrap().map(|entry| entry.unwrap().file_name());
    let guides = games.map(|game| format!("rules/{}/guide.md", game.to_string_lossy()));
    let mut guides: Vec<String> = guides.filter(|guide| root().join(guide).is_file()).collect();
    guides.sort();
    PAGES.iter().map(|page| (*page).to_owned()).chain(guides).collect()
}

/// The program's arguments in a shell command.
fn arguments(line: &str) -> Option<Vec<String>> {
    let rest = ["cargo run --release -- ", "parlour "].iter().find_map(|program| line.strip_prefix(program))?;
    Some(rest.split_whitespace().map(|word| word.trim_matches('"').to_owned()).collect())
}

/// A command of a transcript, with its output.
struct Shown<'a> {
    command: &'a str,
    lines: Vec<&'a str>,
}

/// The commands of a block; `None` unless it is a transcript.
fn transcript(block: &str) -> Option<Vec<Shown<'_>>> {
    let mut shown: Vec<Shown<'_>> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => shown.push(Shown { command, lines: Vec::new() }),
            (None, Some(last)) => last.lines.push(line),
            (None, None) => return None,
        }
    }
    (!shown.is_empty()).then_some(shown)
}

/// A text without terminal escape codes.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, code)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = code.trim_start_matches(|c: char| "[?;".contains(c) || c.is_ascii_digit());
        rest = rest.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    // Text overwritten by a later part of the line is dropped.
    let last = |line: &str| line.rsplit('\r').find(|part| !part.is_empty()).unwrap_or_default().trim_end().to_owned();
    out.replace("\r\n", "\n").split('\n').map(last).collect::<Vec<_>>().join("\n")
}

/// The prompt and the input of a transcript's line.
fn typed(line: &str) -> Option<(&str, &str)> {
    let (prompt, line) = line.split_once("> ")?;
    (!prompt.is_empty() && prompt.chars().all(char::is_alphanumeric)).then_some((prompt, line))
}

/// Runs a command with the input lines of its session, each after its prompt.
fn run(command: &str, typed: &[(&str, &str)]) -> Vec<String> {
    let arguments = arguments(command).unwrap_or_else(|| panic!("`{command}` is not a command of the program"));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let desk = Desk::new();
    let mut out = String::new();
    if typed.is_empty() {
        let ran = desk.parlour(&arguments);
        out = format!("{}{}", ran.out, ran.err);
    } else {
        let mut keyboard = Keyboard::new(&desk, &arguments, 80, 24);
        for (prompt, line) in typed {
            let before = keyboard.wait_for("\u{1b}[?2004h");
            out += bare(before.strip_suffix("\u{1b}[?2004h").unwrap_or(&before)).trim_end();
            keyboard.wait_for(&format!("{prompt}> "));
            out += &format!("\n{prompt}> {line}\n");
            keyboard.enter(line);
            keyboard.wait_for("\u{1b}[?2004l");
            keyboard.wait_for("\n");
        }
        let before = keyboard.wait_for("\u{1b}[?2004h");
        out += bare(before.strip_suffix("\u{1b}[?2004h").unwrap_or(&before)).trim_end();
        keyboard.quit();
        keyboard.rest();
    }
    out.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// True if lines match the output, with `...` for any number of lines.
fn fits(lines: &[&str], shown: &[String]) -> bool {
    match lines {
        [] => shown.is_empty(),
        ["...", rest @ ..] => (0..=shown.len()).any(|at| fits(rest, &shown[at..])),
        [line, rest @ ..] => shown.first().is_some_and(|first| first == line) && fits(rest, &shown[1..]),
    }
}

/// The blocks of a page: start and end of each, without the fences.
fn blocks(page: &str) -> Vec<(usize, usize)> {
    let (mut blocks, mut begun, mut at) = (Vec::new(), None, 0);
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            match begun.take() {
                Some(from) => blocks.push((from, at)),
                None => begun = Some(at + line.len()),
            }
        }
        at += line.len();
    }
    blocks
}

#[test]
fn transcripts_show_what_the_program_shows() {
    let is_blessed = std::env::var_os("PARLOUR_BLESS").is_some();
    let mut count = 0;
    for name in pages() {
        let path = root().join(&name);
        let page = std::fs::read_to_string(&path).unwrap();
        let mut written = page.clone();
        for (from, to) in blocks(&page).into_iter().rev() {
            let Some(transcript) = transcript(&page[from..to]) else { continue };
            let mut anew = String::new();
            for Shown { command, lines } in transcript {
                count += 1;
                let typed: Vec<(&str, &str)> = lines.iter().filter_map(|line| typed(line)).collect();
                let shown = run(command, &typed);
                let fits = fits(&lines, &shown);
                assert!(
                    fits || is_blessed && !lines.contains(&"..."),
                    "{name}: `{command}` shows otherwise; PARLOUR_BLESS=1 writes it anew:\n{}",
                    shown.join("\n")
                );
                let kept = if fits { lines.join("\n") } else { shown.join("\n") };
                anew += &format!("$ {command}\n{kept}\n");
            }
            written.replace_range(from..to, &anew);
        }
        if is_blessed && written != page {
            std::fs::write(&path, written).unwrap();
        }
    }
    assert!(count > 0, "no page has a transcript");
}

/// True for a word in capitals, a placeholder.
fn is_placeholder(word: &str) -> bool {
    word.len() > 1 && word.chars().any(|c| c.is_ascii_uppercase()) && !word.chars().any(|c| c.is_ascii_lowercase())
}

/// Each command line in a block of a page is accepted by the program.
#[test]
fn commands_of_the_pages_are_commands_of_the_program() {
    let desk = Desk::new();
    let mut count = 0;
    for name in pages() {
        let page = std::fs::read_to_string(root().join(&name)).unwrap();
        for line in page.lines().filter_map(|line| line.strip_prefix("    ").or_else(|| line.strip_prefix("$ "))) {
            let line = line.split("  ").next().unwrap_or_default().trim();
            let Some(mut words) = arguments(line) else { continue };
            let is_plain = |word: &String| !is_placeholder(word) && !word.contains(['>', '|', '[', '\\']);
            if !words.iter().all(is_plain) {
                continue;
            }
            words.push("--help".to_owned());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ran = desk.parlour(&words);
            assert_eq!(ran.status, 0, "{name}: `{line}`: {}", ran.err);
            count += 1;
        }
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn an_ellipsis_stands_for_any_number_of_lines() {
    let shown = ["a", "b", "c"].map(str::to_owned);
    for (lines, is_fit) in [
        (&["a", "b", "c"][..], true),
        (&["a", "...", "c"], true),
        (&["..."], true),
        (&["a", "..."], true),
        (&["a", "c"], false),
        (&["...", "b"], false),
    ] {
        assert_eq!(fits(lines, &shown), is_fit, "{lines:?}");
    }
}
