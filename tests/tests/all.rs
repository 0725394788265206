//! One test binary; each module holds one kind of check.

mod battery;
mod packs;
mod referees;
