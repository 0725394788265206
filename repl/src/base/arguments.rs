//! Errors in the arguments of a command, as one line in people's words; and parsers of numbers.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use parlour_engine::diagnostic::did_you_mean;

/// The error in the arguments, in one line.
pub(crate) fn fault(error: &clap::Error) -> String {
    let names = |kind: ContextKind| -> Vec<String> {
        match error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    };
    let name = |kind: ContextKind| names(kind).into_iter().next().unwrap_or_default();
    // `--depth <N>` is shown as `--depth`, and `<GAME>` as `GAME`.
    let argument = || plain(&name(ContextKind::InvalidArg));
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let written = name(ContextKind::InvalidSubcommand);
            let known = names(ContextKind::SuggestedSubcommand);
            let near = did_you_mean(&written, known.iter().map(String::as_str));
            format!("there is no command `{written}`; {}", advice(near, "`--help` lists them"))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "the command is not complete; `--help` tells how it goes on".to_owned()
        }
        ErrorKind::UnknownArgument => {
            let written = argument();
            let known = names(ContextKind::SuggestedArg);
            let near = did_you_mean(&written, known.iter().map(String::as_str));
            let what = if written.starts_with('-') { "there is no option" } else { "there is no place for" };
            format!("{what} `{written}`; {}", advice(near, "`--help` lists what can be given"))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = names(ContextKind::InvalidArg).iter().map(|name| plain(name)).collect();
            let are = if missing.len() == 1 { "is" } else { "are" };
            format!("{} {are} missing{}", missing.join(" and "), form(error))
        }
        ErrorKind::ArgumentConflict => {
            let others: Vec<String> = names(ContextKind::PriorArg).iter().map(|name| plain(name)).collect();
            match others.as_slice() {
                [] => first_lines(error),
                [same] if *same == argument() => format!("{same} can't be given twice"),
                others => format!("{} can't be given with {}", argument(), others.join(" and ")),
            }
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let expected = match error.source() {
                Some(reason) => reason.to_string(),
                None => format!("expected {}", names(ContextKind::ValidValue).join(", ")),
            };
            match name(ContextKind::InvalidValue) {
                written if written.is_empty() && error.source().is_none() => {
                    format!("{}: a value is missing", argument())
                }
                written => format!("{} {written}: {expected}", argument()),
            }
        }
        _ => first_lines(error),
    }
}

/// The same at the prompt of a session, for one of its commands.
pub(crate) fn fault_at_prompt(error: &clap::Error, command: &str) -> String {
    fault(error).replace("`--help`", &format!("`help {command}`"))
}

/// The command most similar to a word that isn't one.
pub(crate) fn command_near(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let known = match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(text)) => std::slice::from_ref(text),
        Some(ContextValue::Strings(texts)) => texts.as_slice(),
        _ => &[],
    };
    did_you_mean(written, known.iter().map(String::as_str)).map(str::to_owned)
}

fn plain(name: &str) -> String {
    name.split([' ', '=']).next().unwrap_or_default().trim_matches(['<', '>', '[', ']', '.']).to_owned()
}

fn advice(near: Option<&str>, otherwise: &str) -> String {
    near.map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// The syntax of the command.
fn form(error: &clap::Error) -> String {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return String::new() };
    let usage = usage.to_string();
    let usage = usage.trim_start_matches("Usage:").split_whitespace().collect::<Vec<_>>().join(" ");
    format!("; the form is `{}`", usage.replace(['<', '>'], ""))
}

/// The first paragraph of a message.
fn first_lines(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let said = said.join(" ");
    said.strip_prefix("error: ").unwrap_or(&said).to_owned()
}

/// Parses a whole number.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_whole = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    match text.parse().ok().and_then(|n: u64| T::try_from(n).ok()) {
        Some(n) => Ok(n),
        None if is_whole && text.starts_with('-') => Err("expected 0 or more".to_owned()),
        None if is_whole => Err("expected a smaller number".to_owned()),
        None => Err("expected a whole number".to_owned()),
    }
}

/// Parses a whole number from 1.
pub(crate) fn from_one<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    match whole::<u64>(text) {
        Ok(0) => Err("expected 1 or more".to_owned()),
        Ok(_) => whole(text),
        Err(_) if text.starts_with('-') && whole::<u64>(&text[1..]).is_ok() => Err("expected 1 or more".to_owned()),
        Err(fault) => Err(fault),
    }
}

/// Parses a whole number from 1 to a maximum.
pub(crate) fn up_to<T: TryFrom<u64>, const MOST: u64>(text: &str) -> Result<T, String> {
    // A number too large for the type gets the usual message.
    let number = from_one::<T>(text)?;
    match from_one::<u64>(text) {
        Ok(n) if n > MOST => Err(format!("expected at most {MOST}")),
        _ => Ok(number),
    }
}

/// Maximum number of games; more are probably a slip.
pub(crate) const MAX_GAMES: u64 = 1_000_000_000;
/// Maximum time limit, in milliseconds: a day.
pub(crate) const MAX_TIME: u64 = 86_400_000;
/// Maximum number of threads.
pub(crate) const MAX_JOBS: u64 = 1_024;
/// Maximum time limit, in seconds: a day.
pub(crate) const MAX_SECONDS: u64 = MAX_TIME / 1_000;
/// Maximum depth of counting action sequences.
pub(crate) const MAX_DEPTH: u64 = 100;
/// Maximum number of nodes per action.
pub(crate) const MAX_NODES: u64 = 1_000_000_000_000;

/// Parses the seed of a generator.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Parses a number, with an optional fraction.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_number_must_be_is_said() {
        for (text, answer) in [
            ("3", Ok(3)),
            ("0", Err("expected 1 or more")),
            ("-1", Err("expected 1 or more")),
            ("x", Err("expected a whole number")),
            ("1.5", Err("expected a whole number")),
            ("-", Err("expected a whole number")),
            ("", Err("expected a whole number")),
            ("70000", Err("expected a smaller number")),
            ("99999999999999999999", Err("expected a smaller number")),
        ] {
            assert_eq!(from_one::<u16>(text), answer.map_err(str::to_owned), "{text}");
        }
    }
}
