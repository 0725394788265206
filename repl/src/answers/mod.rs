//! Requests shared by commands and the session: each defines its options, and prints the answer.

pub(crate) mod check;
pub(crate) mod editor;
pub(crate) mod ending;
pub(crate) mod games;
pub(crate) mod guide;
pub(crate) mod impact;
pub(crate) mod judged;
pub(crate) mod looking;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod robots;
pub(crate) mod saves;
pub(crate) mod score;
pub(crate) mod thoughts;
