//! `parlour picture`: a table as an SVG.

use std::path::PathBuf;

use parlour_engine::{Config, Seat};
use parlour_painter::{Frame, paint_alone};
use parlour_table::{Seed, Table, Viewer};

use crate::answers::looking::load;
use crate::context::{Context, complain};
use crate::failure::Failure;

/// The seed of a game that is pictured as it begins.
const SEED: u64 = 0;

/// Writes a picture of a table as SVG: of a game as it begins, as its first seat sees it, or of a saved match as `replay`
/// shows it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A game, or a saved match: its file or its name.
    #[arg(value_name = "GAME|FILE")]
    what: String,
    /// Of a saved match: the position after so many actions.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Where it is written.
    #[arg(long, value_name = "FILE.svg")]
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
        let (mut table, viewer) = self.table(context)?;
        let picture = paint_alone(&table.scene(viewer)?, Frame::new(self.width, self.height), self.night);
        let written = std::fs::write(&self.out, picture);
        written.map_err(|error| Failure::Input(format!("{} can't be written: {error}", self.out.display())))?;
        complain(&format!("The picture is in {}.", self.out.display()));
        Ok(0)
    }

    /// The table that is pictured, and who looks at it.
    fn table(&self, context: &Context) -> Result<(Table, Viewer), Failure> {
        if context.library.names().contains(&self.what) {
            if self.step.is_some() {
                return Err(Failure::Input("--step is for saved matches; a game is shown as it begins".to_owned()));
            }
            let game = context.library.load(&self.what)?.configure(&Config::default())?;
            let players = vec![parlour_ai::HUMAN.to_owned(); game.seat_count()];
            let table = Table::begin(game, players, Seed::Chosen(SEED), &context.robots)?;
            return Ok((table, Viewer::of(Seat::from_index(0))));
        }
        let mut table = load(context, &self.what)?;
        let viewer = table.reader();
        if let Some(step) = self.step {
            if step > table.step_count() {
                return Err(Failure::Input(format!("--step {step}: the match has {} actions", table.step_count())));
            }
            table.go_back(&context.robots, step)?;
        }
        Ok((table, viewer))
    }
}
