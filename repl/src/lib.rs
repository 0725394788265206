//! The command line of Parlour: plays, shows, checks and traces the packs of the engine with the robots of the AI.
//!
//! The programs in `src/bin` only call [`main`]; each command has a module of its own under `commands`.

mod arguments;
mod board;
mod cli;
mod commands;
mod context;
mod editor;
pub mod embedded;
mod excerpt;
mod failure;
mod headings;
mod interrupt;
mod judged;
mod keys;
mod marks;
pub mod one_move;
mod partners;
mod passages;
mod picture;
mod position;
mod script_file;
mod session;
mod setup;
mod shapes;
mod spoken;
mod telling;
mod thoughts;

pub use cli::main;
