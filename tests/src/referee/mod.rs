//! Referees: each reads the trace of a game and reports every violation of its rules.

pub mod advance_moves;
#[cfg(test)]
mod testing;
