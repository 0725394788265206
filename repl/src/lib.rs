//! The command line of Parlour: plays, shows, checks and traces the packs of the engine with the robots of the AI.
//!
//! The programs in `src/bin` only call [`main`]. The floors, each of which knows only those before it: `base`, `drawing`,
//! `settings`, `answers`, `session`, `commands`, and the command line itself. Who may see what, what is kept and what can
//! be done are the business of the library of tables, which stands below all of them.

// What can't be written to standard error is left out; these macros would end the program.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod answers;
mod base;
mod cli;
mod commands;
mod drawing;
pub mod one_move;
mod session;
mod settings;

pub use base::embedded;
pub use cli::main;

use base::{arguments, context, excerpt, failure, interrupt, keys, marks, notice, passages, progress, proof, quiet};
use drawing::{board, picture};
use settings::{partners, position, script_file, setup};
