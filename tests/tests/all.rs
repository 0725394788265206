//! One test binary; each module holds one kind of check.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod battery;
mod boards;
mod broken;
mod packs;
mod playthroughs;
mod referees;
