//! The program `parlour`.

use std::process::ExitCode;

/// A server creates and drops tables on many threads for weeks; glibc's allocator arenas grow with each of them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    parlour::main()
}
