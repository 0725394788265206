//! The programs, run from outside: output, messages, exit statuses, files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod beginnings;
mod boards;
mod branches;
mod counts;
mod desk;
mod engines;
mod evening;
#[cfg(unix)]
mod hidden;
#[cfg(unix)]
mod intake;
mod keyboard;
#[cfg(unix)]
mod killed;
mod known;
mod learn;
mod limits;
mod lines;
mod looks;
mod matches;
mod minds;
mod names;
mod newcomers;
mod one_move;
mod paces;
mod screens;
mod sessions;
mod shelf;
mod slips;
mod strangers;
mod studies;
mod study;
mod together;
mod told;
mod traces;
#[cfg(unix)]
mod transcripts;
mod tutorial;
mod usage;
mod verify;
mod walks;
