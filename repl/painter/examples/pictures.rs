//! Pictures of all games after some actions, for looking at: `cargo run -p parlour-painter --example pictures -- DIR [GAME...]`
//! writes an SVG for a desktop and one for a phone of each game into a folder.

use std::error::Error;
use std::path::Path;

use parlour_engine::{Config, Library};
use parlour_painter::{Frame, paint_alone};
use parlour_table::{Robots, Seed, Table, Viewer};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("expected a folder for the pictures")?;
    let asked: Vec<String> = arguments.collect();
    std::fs::create_dir_all(&out)?;
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut library = Library::default();
    library.add_folder(&rules);
    for entry in std::fs::read_dir(&rules)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.path().join("game.toml").exists() || !asked.is_empty() && !asked.contains(&name) {
            continue;
        }
        let game = library.load(&name)?.configure(&Config::default())?;
        let mut table =
            Table::begin(game.clone(), vec!["human".to_owned(); game.seat_count()], Seed::Chosen(11), &Robots::new())?;
        for n in 0..16 {
            let Some(seat) = table.due() else { break };
            let legal = table.legal(Viewer::of(seat)).actions;
            let action = legal[(n * 11 + 5) % legal.len()].action.clone();
            table.act(seat, &action)?;
        }
        let viewer = table.due().map_or(Viewer::ONLOOKER, Viewer::of);
        let scene = table.scene(viewer)?;
        for (kind, frame) in [("desktop", Frame::new(930, 730)), ("phone", Frame::new(344, 560))] {
            std::fs::write(format!("{out}/{name}-{kind}.svg"), paint_alone(&scene, frame, false))?;
        }
    }
    Ok(())
}
