//! Groups of commands and options in help texts.

use std::fmt::Write;

use clap::Command;
use clap::builder::StyledStr;

use crate::marks;

/// The commands by purpose.
const COMMANDS: &[(&str, &[&str])] = &[
    ("Playing", &["play", "serve", "games", "guide", "saves"]),
    ("Studying", &["replay", "review", "verify", "picture", "analyse", "legal", "perft", "trace"]),
    ("Robots", &["robots", "engine", "arena", "tune", "learn"]),
    ("Writing games and robots", &["new", "check", "schema", "impact", "coverage", "profile", "bench"]),
    ("Setting up", &["completions", "man", "help"]),
];

/// The options shared by commands, by subject.
const OPTIONS: &[(&str, &[&str])] = &[
    ("The match", &["seats", "variant", "set", "seed", "scenario", "script", "position", "to_move"]),
    ("How robots think", &["robot", "nodes", "time"]),
    ("How much is played", &["games", "jobs", "seconds"]),
    ("Results", &["json", "svg", "lcov", "log", "out"]),
    ("Everywhere", &["rules", "robots", "color", "quiet", "plain"]),
];

/// Columns of command names.
const NAMES: usize = 15;

/// Groups the commands and options of a program under headings; `width` is that of the screen.
pub(crate) fn grouped(program: Command, width: usize) -> Command {
    let commands = list(&program, width);
    let template =
        format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{commands}{{options}}{{after-help}}");
    let title = program.get_styles().get_header();
    let template = template.replace("{options}", &format!("{title}Options:{title:#}\n{{options}}"));
    with_headings(program).help_template(StyledStr::from(template))
}

fn with_headings(command: Command) -> Command {
    let heading = |name: &str| OPTIONS.iter().find(|(_, names)| names.contains(&name)).map(|(heading, _)| *heading);
    let command = command.mut_args(|arg| {
        let heading = heading(arg.get_id().as_str()).filter(|_| arg.get_long().is_some());
        if heading.is_some() { arg.help_heading(heading) } else { arg }
    });
    command.mut_subcommands(with_headings)
}

/// The commands of a program, with descriptions.
fn list(program: &Command, width: usize) -> String {
    let title = program.get_styles().get_header();
    let literal = program.get_styles().get_literal();
    let mut out = String::new();
    for (heading, names) in COMMANDS {
        // Writing to a `String` doesn't fail.
        let _ = writeln!(out, "{title}{heading}:{title:#}");
        for name in *names {
            let command = program.find_subcommand(name);
            let about = command.and_then(Command::get_about).map_or_else(|| HELP.to_owned(), ToString::to_string);
            // Details are in the command's own help.
            let about = about.split_once(": ").map_or(about.as_str(), |(what, _)| what);
            let blanks = " ".repeat(NAMES.saturating_sub(name.len() + 2));
            // The name replaces the first spaces.
            let about = marks::wrap(&format!("{}{about}", " ".repeat(NAMES)), width, NAMES);
            let _ = writeln!(out, "  {literal}{name}{literal:#}{blanks}{}", about.trim_start());
        }
        out.push('\n');
    }
    out
}

/// The description of the help command.
const HELP: &str = "Tells what a command does, and its options";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    #[test]
    fn every_command_stands_in_one_group() {
        let program = cli::grammar();
        let mut known: Vec<&str> = program.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        let mut listed: Vec<&str> = COMMANDS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn every_name_of_an_option_is_one_of_some_command() {
        let program = cli::grammar();
        let commands = || program.get_subcommands().chain([&program]);
        for name in OPTIONS.iter().flat_map(|(_, names)| names.iter()) {
            let has_it = |command: &Command| command.get_arguments().any(|arg| arg.get_id() == *name);
            assert!(commands().any(has_it), "{name}");
        }
    }
}
