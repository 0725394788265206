//! Guarantees of a server, for all packs and any input, over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod acts;
mod attacks;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod ends;
mod failing;
mod fair;
mod frames;
mod lasting;
mod limits;
mod onlookers;
mod pairs;
mod present;
mod seats;
#[cfg(target_os = "linux")]
mod soak;
mod worlds;

/// The allocator of the program `parlour`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
