//! A person and a robot play Archaeology, a game of hidden cards: `cargo run -p parlour-table --example
//! person_and_robot`.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::ops::ControlFlow;

use parlour_engine::{Config, Library, Seat};
use parlour_table::{Robots, Seed, Table, Viewer, fresh_seed};

/// The seat of the person.
const ME: Seat = Seat(0);

/// Makes a table with a person and a robot.
pub(crate) fn begin(seed: Seed) -> Result<Table, Box<dyn Error>> {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    let game = library.load("archaeology")?.configure(&Config::default())?;
    let players = vec!["human".to_owned(), "digger".to_owned()];
    Ok(Table::begin(game, players, seed, &Robots::new())?)
}

/// Plays until the match is over or the input ends. An empty line takes the first of the legal actions.
pub(crate) fn play(table: &mut Table, input: impl BufRead, output: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let me = Viewer::of(ME);
    let (mut lines, mut seen) = (input.lines(), 0);
    loop {
        table.let_robots_act(|_| ControlFlow::Continue(()))?;
        for change in table.since(seen, me)? {
            let mut told = change.events().iter().filter_map(|event| event.text.as_deref());
            told.try_for_each(|text| writeln!(output, "{text}"))?;
        }
        seen = table.version();
        if let Some(ending) = table.ending() {
            return Ok(writeln!(output, "{} {}", ending.reason, ending.ranking.unwrap_or_default())?);
        }
        for zone in table.view(me).zones() {
            // A card that is hidden from the person has no name here.
            let cards: Vec<&str> = zone.cards.iter().map(|card| card.as_deref().unwrap_or("?")).collect();
            writeln!(output, "{}: {}", zone.name, cards.join(", "))?;
        }
        let legal: Vec<String> = table.legal(me).actions.into_iter().map(|legal| legal.action).collect();
        writeln!(output, "You can: {}", legal.join(", "))?;
        let Some(line) = lines.next().transpose()? else { return Ok(()) };
        let action = if line.is_empty() { &legal[0] } else { &line };
        if let Err(refused) = table.act(ME, action) {
            writeln!(output, "{refused}")?;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    play(&mut begin(Seed::Fresh(fresh_seed()))?, stdin().lock(), &mut stdout().lock())
}
