//! The commands, one module each.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod coverage;
pub(crate) mod games;
pub(crate) mod guide;
pub(crate) mod impact;
pub(crate) mod learn;
pub(crate) mod legal;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod picture;
pub(crate) mod play;
mod png;
pub(crate) mod profile;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod robots;
pub(crate) mod saves;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod trace;
pub(crate) mod tune;
pub(crate) mod verify;
