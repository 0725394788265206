//! `parlour completions`: what a shell needs to complete a line.

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
    /// Writes the script for the whole command line, whose grammar is given.
    pub(crate) fn run(&self, mut grammar: clap::Command) -> Result<u8, Failure> {
        // Written at once: what is generated into a closed pipe would panic.
        let mut script = Vec::new();
        generate(self.shell, &mut grammar, "parlour", &mut script);
        stdout().lock().write_all(&script)?;
        Ok(0)
    }
}
