//! A table driven by commands on standard input: `SEAT ACTION` acts, `why SEAT ACTION` explains, `view SEAT` shows the
//! view of a seat. After each action every seat gets its observation.
//!
//! `cargo run -p parlour-table --example lines -- 7` plays gin rummy from the seed 7.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use parlour_engine::{Config, Library, Seat};
use parlour_table::{Robots, Seed, Table, Viewer, fresh_seed};

/// A match of gin rummy for two people, limited to a single deal.
pub(crate) fn gin_rummy(seed: Seed) -> Result<Table, parlour_table::Error> {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    let set = [("target", "0"), ("ply_limit", "200")];
    let set = set.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    let game = library.load("gin-rummy")?.configure(&Config { set, ..Config::default() })?;
    Table::begin(game, vec!["human".to_owned(); 2], seed, &Robots::new())
}

/// Runs a table on the lines of an input until its end or the end of the match.
pub(crate) fn drive(table: &mut Table, input: impl BufRead, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut version = 0;
    tell(table, &mut version, output)?;
    for line in input.lines() {
        let line = line?;
        let words: Vec<&str> = line.splitn(2, ' ').collect();
        let (word, rest) = (words[0], words.get(1).copied().unwrap_or_default());
        let (name, text) = match word {
            "why" | "view" => rest.split_once(' ').unwrap_or((rest, "")),
            name => (name, rest),
        };
        let Some(seat) = table.game().seat_named(name) else {
            writeln!(output, "there is no seat `{name}`")?;
            continue;
        };
        let refused = match word {
            "view" => writeln!(output, "{}", table.view(Viewer::of(seat)).to_json()).map(|()| None)?,
            "why" => match table.why(Viewer::of(seat), text) {
                Ok(why) => writeln!(output, "{}", why.text).map(|()| None)?,
                Err(error) => Some(error),
            },
            _ => table.act(seat, text).err(),
        };
        if let Some(error) = refused {
            writeln!(output, "{name}: {error}")?;
        }
        tell(table, &mut version, output)?;
        if table.is_over() {
            break;
        }
    }
    Ok(())
}

/// Prints every seat's observations since a version, and the ending of the match.
fn tell(table: &Table, version: &mut u64, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for seat in table.game().seats() {
        for change in table.since(*version, Viewer::of(seat))? {
            for text in change.events().iter().filter_map(|event| event.text.as_deref()) {
                writeln!(output, "to {}: {text}", table.game().seat_name(seat))?;
            }
        }
    }
    if *version < table.version() {
        *version = table.version();
        match (table.ending(), table.due()) {
            (Some(ending), _) => writeln!(output, "over: {}", serde_json::to_string(&ending)?)?,
            (None, Some(seat)) => prompt(table, seat, output)?,
            (None, None) => {}
        }
    }
    Ok(())
}

/// Prints the decision that is due.
fn prompt(table: &Table, seat: Seat, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let due = table.due_text(Viewer::of(seat)).unwrap_or_default();
    Ok(writeln!(output, "{} to act: {due}", table.game().seat_name(seat))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map(|seed| seed.parse()).transpose()?;
    let mut table = gin_rummy(seed.map_or_else(|| Seed::Fresh(fresh_seed()), Seed::Chosen))?;
    drive(&mut table, stdin().lock(), &mut stdout().lock())
}
