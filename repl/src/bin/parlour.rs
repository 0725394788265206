//! The program `parlour`.

use std::process::ExitCode;

/// A server makes and drops tables on many threads for weeks; the arenas of glibc's allocator grow with each of them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    parlour::main()
}
