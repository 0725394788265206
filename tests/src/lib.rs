//! Shared by the test binary and the benchmarks: referees, which implement the rules independently of the packs, and
//! handwritten games, by which the engine's speed is measured.

pub mod fuzz;
pub mod native;
pub mod referee;
pub mod solver;
pub mod work;
