//! The command line of Parlour: plays, shows, checks and traces the packs of the engine with the robots of the AI.
//!
//! The programs in `src/bin` only call [`main`]. The modules, each of which uses only those before it: `base`,
//! `drawing`, `settings`, `answers`, `session`, `commands`, and the command line itself. Visibility, persistence and
//! legality are the business of the table library below all of them.

// Errors on standard error are ignored; these macros would panic.
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
