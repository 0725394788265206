//! `parlour verify`: verification of fair deals.

use parlour_table::Table;
use parlour_table::deal::Deal;

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;

/// Works a match out again whose deal can be proved fair, and says whether everything agrees.
///
/// Before a match with a fair deal the server shows the hash of a secret, and every seat says a word. The save of the match
/// has the secret and the words. What is looked at: whether the secret has that hash, whether the seed follows from the
/// secret and the words, and whether the actions lead to the end that the save has. Compare the hash and your own word with
/// what you were shown and have said. The status is 1 if something doesn't agree.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file, or the name under which the match was saved.
    file: String,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let (path, record) = context.saves.load(&context.library, &self.file)?;
        let Some(deal) = Deal::of(&record) else {
            let why =
                "there is no proof of its deal; only the save of a match with a fair deal has one, when it is over";
            return Err(Failure::Input(format!("{}: {why}", path.display())));
        };
        let played = Table::study(&context.library, &context.saves, &path, &record);
        let words: Vec<String> =
            deal.words.iter().map(|(seat, word)| format!("{seat} \u{201c}{word}\u{201d}")).collect();
        let (is_committed, is_seed) = (deal.is_as_committed(), deal.true_seed() == deal.seed);
        let said = [
            format!("hash    {}", deal.commitment),
            line(is_committed, "secret", "it has this hash", "it has another hash"),
            format!("words   {}", if words.is_empty() { "none".to_owned() } else { words.join(", ") }),
            line(
                is_seed,
                "seed",
                "it follows from the secret and the words",
                "another one follows from secret and words",
            ),
            match &played {
                Ok(table) => line(true, "match", &end(table), ""),
                Err(error) => line(false, "match", "", &error.to_string()),
            },
        ];
        let agrees = is_committed && is_seed && played.is_ok();
        let verdict = if agrees { "Everything agrees." } else { "The match was not dealt or played as its save says." };
        context.screen.show(&escape(&said.join("\n")))?;
        context.screen.show(verdict)?;
        Ok(u8::from(!agrees))
    }
}

/// The result of a check.
fn line(agrees: bool, what: &str, yes: &str, no: &str) -> String {
    if agrees { format!("{what:<7} agrees: {yes}") } else { format!("{what:<7} does not agree: {no}") }
}

/// The ending of a match.
fn end(table: &Table) -> String {
    let by_rules = table.ending().map(|ending| ending.reason);
    by_rules.or_else(|| table.told_end()).unwrap_or_else(|| "it isn't over".to_owned())
}
