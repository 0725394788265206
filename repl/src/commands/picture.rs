//! `parlour picture`: a table as an SVG or a PNG.

use std::path::{Path, PathBuf};

use parlour_engine::Seat;
use parlour_painter::{Frame, paint_alone};
use parlour_table::whole_file::WholeFile;
use parlour_table::{Seed, Table, Viewer};

use super::png::png;
use crate::answers::looking::load;
use crate::context::{Context, complain};
use crate::failure::Failure;
use crate::setup::{Default as Unnamed, SetupArgs, key_value, seat_named};

/// The seed for the picture of a game's start.
const SEED: u64 = 0;

/// Writes a picture of a table: of a game as it begins, as its first seat sees it, or of a saved match as `replay` shows
/// it. The name of the file says whether it is an SVG or a PNG.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A game, or a saved match: its file or its name.
    #[arg(value_name = "GAME|FILE")]
    what: String,
    /// Of a game: its variant.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Of a game: one of its options; can be given several times.
    #[arg(long, value_name = "K=V", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// Of a game: begins at the moment that a scenario file describes, or at a position in the game's own notation.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Of a saved match: the position after so many actions.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// As this seat sees it.
    #[arg(long, value_name = "SEAT", conflicts_with = "open")]
    seat: Option<String>,
    /// With everything that is hidden, where it may be shown.
    #[arg(long)]
    open: bool,
    /// Where it is written.
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    out: PathBuf,
    /// Its width in pixels.
    #[arg(long, value_name = "N", default_value_t = 930)]
    width: u32,
    /// Its height in pixels.
    #[arg(long, value_name = "N", default_value_t = 730)]
    height: u32,
    /// In the colours of night.
    #[arg(long)]
    night: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        for (side, option) in [(self.width, "--width"), (self.height, "--height")] {
            if !Frame::SIDES.contains(&side) {
                let (least, most) = (Frame::SIDES.start(), Frame::SIDES.end());
                return Err(Failure::Input(format!("{option} {side}: expected {least} to {most}")));
            }
        }
        let file = WholeFile::open(&self.out)?;
        let (mut table, viewer) = self.table(context)?;
        let mut past = table.past(viewer);
        if let Some(name) = &self.seat {
            let seat = seat_named(past.game(), name)?;
            past.look_as(seat)?;
        } else if self.open {
            past.open()?;
        }
        if let Some(step) = self.step {
            if step > past.total() {
                return Err(Failure::Input(format!(
                    "--step {step}: the match has {}",
                    parlour_engine::english::count(past.total(), "action")
                )));
            }
            past.go(step)?;
        }
        let picture = paint_alone(&past.scene()?, Frame::new(self.width, self.height), self.night);
        write(file, &self.out, picture)?;
        complain(&format!("The picture is in {}.", self.out.display()));
        Ok(0)
    }

    /// The table of the picture, and its viewer.
    fn table(&self, context: &Context) -> Result<(Table, Viewer), Failure> {
        let library = &context.library;
        let is_saved = || Path::new(&self.what).is_file() || context.saves.names().contains(&self.what);
        if library.has(&self.what) || !is_saved() && library.catalogue().has(&self.what) {
            if self.step.is_some() {
                return Err(Failure::Input("--step is for saved matches; a game is shown as it begins".to_owned()));
            }
            let asked = SetupArgs {
                scenario: self.scenario.clone(),
                variant: self.variant.clone(),
                set: self.set.clone(),
                ..SetupArgs::default()
            };
            let game = asked.settle(context, &self.what, Unnamed::Random)?.game;
            let players = vec![parlour_ai::HUMAN.to_owned(); game.seat_count()];
            let mut table = Table::begin(game, players, Seed::Chosen(SEED), &context.robots)?;
            // Nobody plays it, so nothing needs to be hidden.
            table.reveal();
            return Ok((table, Viewer::of(Seat::from_index(0))));
        }
        if self.variant.is_some() || !self.set.is_empty() {
            return Err(Failure::Input("--variant and --set are for games; a saved match has its own".to_owned()));
        }
        if self.scenario.is_some() {
            return Err(Failure::Input("--scenario is for games; a saved match has its own".to_owned()));
        }
        let table = load(context, &self.what)?;
        let viewer = table.reader();
        Ok((table, viewer))
    }
}

/// Writes a picture in the format of its file name's extension.
fn write(file: WholeFile, path: &Path, picture: String) -> Result<(), Failure> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let bytes = match end.to_ascii_lowercase().as_str() {
        "svg" => picture.into_bytes(),
        "png" => png(&picture)?,
        _ => {
            let message = format!("--out {}: expected a file that ends in `.svg` or `.png`", path.display());
            return Err(Failure::Input(message));
        }
    };
    Ok(file.write(bytes)?)
}
