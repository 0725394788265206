//! `parlour completions`: shell completion scripts.

use std::io::{Write, stdout};

use clap_complete::{Shell, generate};

use crate::failure::Failure;

/// Prints what a shell needs to complete the commands and options of `parlour`.
///
/// In bash: `parlour completions bash > ~/.local/share/bash-completion/completions/parlour`; in zsh: into a file
/// `_parlour` in a folder of `$fpath`; in fish: `parlour completions fish > ~/.config/fish/completions/parlour.fish`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    /// Writes the script for the given grammar of the command line.
    pub(crate) fn run(&self, mut grammar: clap::Command) -> Result<u8, Failure> {
        // Buffered: the generator would panic on a closed pipe.
        let mut script = Vec::new();
        generate(self.shell, &mut grammar, "parlour", &mut script);
        stdout().lock().write_all(&script)?;
        Ok(0)
    }
}
