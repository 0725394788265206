//! Removed robots free their memory. It is measured for the whole process, so that no other test shares the binary.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{ask, game, robots_of};
use parlour_engine::ids::Seat;

/// The resident memory of the process, in kilobytes.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn robots_that_leave_take_their_memory_with_them() {
    let (_folder, library) =
        robots_of(&[("en-garde/mine.lua", "local t = require(\"lib/t\") return t"), ("en-garde/lib/t.lua", T)]);
    let game = game("en-garde", None, None);
    let sit = |times: u64| {
        for seed in 0..times {
            ask(&game, library.seat(&game, Seat(0), "mine", seed).unwrap().as_mut(), 100).unwrap();
        }
    };
    sit(50);
    let before = resident();
    sit(400);
    // A machine takes more than 100 kB.
    let more = resident().saturating_sub(before);
    assert!(more < 20_000, "400 robots left {more} kB behind");
}

#[cfg(target_os = "linux")]
const T: &str = "return { choose = function(_, legal) return legal[1] end }";
