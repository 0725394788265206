//! `parlour man`: manual pages.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use parlour_table::whole_file::write_in_folder;

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::one_move;

/// Writes manual pages into a folder: one for each program and each command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder; it is made if it is missing. `man -M` and MANPATH look in its folder `man1`.
    dir: PathBuf,
}

impl Args {
    /// Writes the pages of the given grammar of the command line, and of `advance`.
    pub(crate) fn run(&self, context: &Context, grammar: Command) -> Result<u8, Failure> {
        if self.dir.exists() && !self.dir.is_dir() {
            return Err(Failure::Input(format!("{} is not a folder", self.dir.display())));
        }
        let folder = self.dir.join("man1");
        let mut count = 0;
        for program in [grammar.disable_help_subcommand(true), one_move::grammar("advance")] {
            let mut program = program;
            program.build();
            count += pages(&program, &folder)?;
        }
        let told = format!("{count} pages in {}: `man -M {} parlour` shows one.", folder.display(), self.dir.display());
        context.screen.show(&escape(&told))?;
        Ok(0)
    }
}

/// Writes the page of a command and those of its subcommands; returns their number.
fn pages(command: &Command, folder: &Path) -> Result<usize, Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    Man::new(command.clone()).title(name.clone()).render(&mut page)?;
    write_in_folder(&folder.join(format!("{name}.1")), &page)?;
    let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    inner.map(|inner| pages(inner, folder)).try_fold(1, |count, inner| Ok(count + inner?))
}
