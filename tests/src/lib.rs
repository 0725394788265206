//! What the test binary and the benchmarks share: referees that know the rules independently of the packs, and
//! games written by hand to measure the engine against.

pub mod floors;
pub mod fuzz;
pub mod native;
pub mod referee;
pub mod solver;
pub mod work;
