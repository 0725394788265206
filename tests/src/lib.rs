//! What the test binary shares: referees that know the rules independently of the packs.

pub mod referee;
