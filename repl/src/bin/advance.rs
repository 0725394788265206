//! The program `advance`: plays one move of the game of that name on a board from a file.

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::one_move::main("advance", &["scholar", "level7"])
}
