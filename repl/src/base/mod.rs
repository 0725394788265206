//! Foundations: marked text and the screen, failures, keys and Ctrl-C, arguments, embedded packs.

pub(crate) mod arguments;
pub(crate) mod context;
pub mod embedded;
pub(crate) mod excerpt;
pub(crate) mod failure;
pub(crate) mod interrupt;
pub(crate) mod keys;
pub(crate) mod marks;
pub(crate) mod notice;
pub(crate) mod passages;
pub(crate) mod progress;
pub(crate) mod proof;
pub(crate) mod quiet;
