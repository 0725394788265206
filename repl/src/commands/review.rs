//! `parlour review`: every decision of a match, with the best alternative.

use crate::answers::looking::{load, numbered};
use crate::answers::review::Depth;
use crate::context::Context;
use crate::failure::Failure;

/// Looks at every decision of a saved match by what its seat knew, and names the worst ones, with what would have been
/// better and by how much.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file, or the name under which the match was saved.
    file: String,
    /// Which match of a file with several, from 1.
    number: Option<usize>,
    #[command(flatten)]
    depth: Depth,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let mut table = load(context, &numbered(&self.file, self.number))?;
        let reader = table.reader();
        self.depth.look(context, &mut table, reader)?;
        Ok(0)
    }
}
