//! Updates the tables of `ai/robots/FIGURES.md` by the commands before them: of all games, or of the named ones.
//!
//! `cargo run -p parlour-tests --example figures -- tic-tac-toe othello`; the program is `PARLOUR_PROGRAM`, or
//! `target/release/parlour`.
//!
//! A command of a block is `parlour arena GAME ... --statistics`. The tables of its output are below the block, those
//! of its first command first. A further command of the same game adds its robots to the previous tables.

#![allow(clippy::print_stderr)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

type Failed = Box<dyn std::error::Error>;

/// The prefix of a command.
const ARENA: &str = "parlour arena ";

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let games: Vec<String> = std::env::args().skip(1).collect();
    match renew(&root, &games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("figures: {error}");
            ExitCode::FAILURE
        }
    }
}

fn renew(root: &Path, games: &[String]) -> Result<(), Failed> {
    let program =
        std::env::var_os("PARLOUR_PROGRAM").map_or_else(|| root.join("target/release/parlour"), PathBuf::from);
    let page = root.join("ai/robots/FIGURES.md");
    let text = std::fs::read_to_string(&page)?;
    let lines: Vec<&str> = text.lines().collect();
    are_known(&lines, games)?;
    let (mut out, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        if !lines[at].trim_start().starts_with(ARENA) || !lines[at].starts_with("    ") {
            out.push(lines[at].to_owned());
            at += 1;
            continue;
        }
        let block = lines[at..].iter().take_while(|line| line.starts_with("    ")).count();
        let tables = end_of_tables(&lines, at + block);
        let commands = commands(&lines[at..at + block]);
        let is_wanted = |command: &Vec<String>| games.is_empty() || games.contains(&command[0]);
        if !make_tables(&commands) || !commands.iter().all(is_wanted) {
            out.extend(lines[at..tables].iter().map(|line| (*line).to_owned()));
        } else {
            out.extend(lines[at..at + block].iter().map(|line| (*line).to_owned()));
            for table in figures(root, &program, &commands)? {
                out.push(String::new());
                out.extend(table);
            }
        }
        at = tables;
    }
    std::fs::write(page, out.join("\n") + "\n")?;
    Ok(())
}

/// Refuses a name without tables on the page, and lists the known ones.
fn are_known(lines: &[&str], games: &[String]) -> Result<(), Failed> {
    let blocks = lines.split(|line| !line.starts_with("    ")).map(commands).filter(|commands| make_tables(commands));
    let known: BTreeSet<String> = blocks.flatten().map(|command| command[0].clone()).collect();
    match games.iter().find(|game| !known.contains(*game)) {
        Some(game) => {
            let known: Vec<String> = known.into_iter().collect();
            Err(format!("ai/robots/FIGURES.md has no tables of `{game}`; it has those of {}", known.join(", ")).into())
        }
        None => Ok(()),
    }
}

/// True if the commands of a block produce tables.
fn make_tables(commands: &[Vec<String>]) -> bool {
    !commands.is_empty() && commands.iter().all(|command| command.iter().any(|word| word == "--statistics"))
}

/// The end of the tables that begin at a line, with empty lines between them.
fn end_of_tables(lines: &[&str], from: usize) -> usize {
    let rest = lines[from..].iter().take_while(|line| line.is_empty() || line.starts_with('|'));
    let end = from + rest.count();
    // The empty line after them stays.
    (from..end).rev().find(|&n| lines[n].starts_with('|')).map_or(from, |n| n + 1)
}

/// The arguments of each command of a block, after `parlour arena`; a backslash at the end of a line continues it.
fn commands(block: &[&str]) -> Vec<Vec<String>> {
    let joined = block.join("\n").replace("\\\n", " ");
    let commands = joined.lines().filter_map(|line| line.trim().strip_prefix(ARENA));
    commands.map(|command| command.split_whitespace().map(|word| word.trim_matches('"').to_owned()).collect()).collect()
}

/// The tables in the output of some commands.
fn figures(root: &Path, program: &Path, commands: &[Vec<String>]) -> Result<Vec<Vec<String>>, Failed> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let (mut last, mut first) = ("", 0);
    for command in commands {
        eprintln!("{ARENA}{}", command.join(" "));
        let ran = Command::new(program).current_dir(root).arg("arena").args(command).output()?;
        if !ran.status.success() {
            return Err(String::from_utf8_lossy(&ran.stderr).into_owned().into());
        }
        let told = String::from_utf8(ran.stdout)?;
        let tables = tables(&told, &seated(command));
        if command[0] == last {
            for (table, more) in all[first..].iter_mut().zip(tables) {
                add_lines(table, &more);
            }
        } else {
            first = all.len();
            all.extend(tables);
        }
        last = &command[0];
    }
    all.iter_mut().for_each(|table| align(table));
    Ok(all)
}

/// The robots of a command.
fn seated(command: &[String]) -> Vec<&str> {
    let list = command.iter().skip_while(|word| *word != "--seats").nth(1);
    list.map(|list| list.split(',').collect()).unwrap_or_default()
}

/// The tables of a text, restricted to some robots; that of the seats is omitted if robots rotate.
fn tables(text: &str, robots: &[&str]) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.split(|line| !line.starts_with('|')).filter(|part| !part.is_empty());
    let wanted = parts.filter(|part| !part[0].contains("seat"));
    let is_of = |line: &str| robots.contains(&line.trim_matches('|').split('|').next().unwrap_or_default().trim());
    let kept = |part: &[&str]| {
        let lines = part.iter().enumerate().filter(|(n, line)| *n < 2 || is_of(line));
        lines.map(|(_, line)| (*line).to_owned()).collect()
    };
    wanted.map(kept).collect()
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// Adds the rows of a table to another by column names; missing values are 0.
fn add_lines(table: &mut Vec<String>, more: &[String]) {
    let head: Vec<String> =
        table.first().map(|line| cells(line).into_iter().map(str::to_owned).collect()).unwrap_or_default();
    let own = more.first().map(|line| cells(line)).unwrap_or_default();
    for line in more.iter().skip(2) {
        let line = cells(line);
        let cell = |name: &String| own.iter().position(|known| known == name).and_then(|n| line.get(n)).unwrap_or(&"0");
        table.push(format!("|{}|", head.iter().map(|name| *cell(name)).collect::<Vec<_>>().join("|")));
    }
}

/// Aligns the columns of a table.
fn align(table: &mut [String]) {
    let cells: Vec<Vec<String>> = table
        .iter()
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect();
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let is_rule = |cell: &str| cell.starts_with('-');
    let width = |column: usize| {
        let texts = cells.iter().filter_map(|row| row.get(column)).filter(|cell| !is_rule(cell));
        texts.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    for (line, row) in table.iter_mut().zip(&cells) {
        let cell = |column: usize| {
            let (text, wide) = (row.get(column).map_or("", String::as_str), width(column));
            match (is_rule(text), text.ends_with(':') || column > 0) {
                (true, true) => format!("{}:", "-".repeat(wide + 1)),
                (true, false) => "-".repeat(wide + 2),
                (false, true) => format!(" {text:>wide$} "),
                (false, false) => format!(" {text:wide$} "),
            }
        };
        *line = format!("|{}|", (0..columns).map(cell).collect::<Vec<_>>().join("|"));
    }
}
