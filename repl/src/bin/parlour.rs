//! The program `parlour`.

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::main()
}
