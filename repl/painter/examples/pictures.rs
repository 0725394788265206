//! Pictures of all games, for inspection: `cargo run --workspace --example pictures -- DIR [--rules FOLDER] [--size
//! WxH]... [--day] [--svg] [GAME...]` writes a PNG of each game's start, middle and end into a folder, at the sizes of
//! two windows and of a phone in portrait and landscape, in light and dark themes. Matches are random with a fixed
//! seed. `--rules` selects another folder of games; `--svg` writes SVG.

use std::error::Error;
use std::path::{Path, PathBuf};

use parlour_engine::{Config, Library};
use parlour_painter::{Frame, paint_alone};
use parlour_table::scene::Scene;
use parlour_table::{Robots, Seed, Table, Viewer};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The default sizes of pictures.
const SIZES: [(u32, u32); 4] = [(1280, 800), (1920, 1080), (360, 740), (740, 360)];
/// Ply limit of matches.
const PLIES: usize = 240;

struct Asked {
    out: PathBuf,
    rules: PathBuf,
    sizes: Vec<(u32, u32)>,
    is_svg: bool,
    nights: Vec<bool>,
    games: Vec<String>,
}

fn asked() -> Result<Asked, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("expected a folder for the pictures")?.into();
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut asked =
        Asked { out, rules, sizes: Vec::new(), is_svg: false, nights: vec![false, true], games: Vec::new() };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rules" => asked.rules = arguments.next().ok_or("--rules: expected a folder")?.into(),
            "--size" => {
                let size = arguments.next().ok_or("--size: expected a size such as 1280x800")?;
                let (width, height) = size.split_once('x').ok_or("--size: expected a size such as 1280x800")?;
                asked.sizes.push((width.parse()?, height.parse()?));
            }
            "--svg" => asked.is_svg = true,
            "--day" => asked.nights = vec![false],
            game => asked.games.push(game.to_owned()),
        }
    }
    if asked.sizes.is_empty() {
        asked.sizes = SIZES.to_vec();
    }
    Ok(asked)
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked = asked()?;
    std::fs::create_dir_all(&asked.out)?;
    let mut library = Library::default();
    library.add_folder(&asked.rules);
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
    for name in library.names() {
        let is_there = asked.rules.join(&name).join("game.toml").exists();
        if !is_there || !asked.games.is_empty() && !asked.games.contains(&name) {
            continue;
        }
        for (moment, scene) in moments(&library, &name)? {
            for &(width, height) in &asked.sizes {
                for &night in &asked.nights {
                    let picture = paint_alone(&scene, Frame::new(width, height), night);
                    let light = if night { "-night" } else { "" };
                    let file = asked.out.join(format!("{name}-{moment}-{width}x{height}{light}"));
                    if asked.is_svg {
                        std::fs::write(file.with_extension("svg"), picture)?;
                        continue;
                    }
                    let tree = Tree::from_str(&picture, &options)?;
                    let mut pixels = Pixmap::new(width, height).ok_or("expected a size")?;
                    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
                    pixels.save_png(file.with_extension("png"))?;
                }
            }
        }
    }
    Ok(())
}

/// The start, the middle and the end of a match, as the seat to move sees them.
fn moments(library: &Library, name: &str) -> Result<Vec<(&'static str, Scene)>, Box<dyn Error>> {
    let game = library.load(name)?.configure(&Config::default())?;
    let players = vec!["human".to_owned(); game.seat_count()];
    let mut table = Table::begin(game, players, Seed::Chosen(11), &Robots::new())?;
    let mut last = parlour_engine::Seat(0);
    let mut scenes = Vec::new();
    while let Some(seat) = table.due().filter(|_| scenes.len() < PLIES) {
        last = seat;
        scenes.push(table.scene(Viewer::of(seat))?);
        let legal = table.legal(Viewer::of(seat)).actions;
        // Deterministic pseudorandom numbers.
        let chosen = (scenes.len().wrapping_mul(2_654_435_761) >> 7) % legal.len();
        let action = legal[chosen].action.clone();
        table.act(seat, &action)?;
    }
    let end = table.scene(Viewer::of(last))?;
    let middle = scenes.len() / 2;
    let first = scenes.first().cloned().unwrap_or_else(|| end.clone());
    let middle = scenes.get(middle).cloned().unwrap_or_else(|| end.clone());
    Ok(vec![("start", first), ("middle", middle), ("end", end)])
}
