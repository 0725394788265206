//! What a command and a session answer alike: each has the options of its question, and shows the answer.

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
