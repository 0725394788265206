//! Prints the floors of each crate and every upward reference; status 1 if there is one. `cargo run -p parlour-tests
//! --example floors [CRATE]`

use std::path::Path;
use std::process::ExitCode;

use parlour_tests::floors::{Crate, figure::figure, hold, read_table};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let wanted = std::env::args().nth(1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(folder.join("floors.toml"))?;
    let mut is_straight = true;
    for table in read_table(&text, &folder.join(".."))? {
        if wanted.as_ref().is_some_and(|wanted| *wanted != table.name) {
            continue;
        }
        let read = Crate::read(&table.root)?;
        let held = hold(&read, &table);
        println!("{}\n\n{}", table.name, figure(&read, &table));
        println!(
            "{} modules, {} names from module to module, {} upward{}\n",
            read.modules.len(),
            held.names,
            held.arrows.len(),
            if held.known > 0 { format!(" and {} that are known", held.known) } else { String::new() },
        );
        eprint!("{held}");
        is_straight &= held.is_straight();
    }
    Ok(if is_straight { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
