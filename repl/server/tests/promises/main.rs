//! What a server promises, held for all packs and under everything that is sent to it, over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod acts;
#[path = "../common/mod.rs"]
mod common;
mod frames;
mod limits;
mod pairs;
mod worlds;
