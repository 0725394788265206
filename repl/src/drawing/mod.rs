//! Rendering of positions for a terminal, as drawings or in words.

pub(crate) mod board;
mod cards;
mod joints;
pub(crate) mod picture;
mod seats;
mod shapes;
mod spoken;
mod table;
mod tracks;

#[cfg(test)]
mod tests;
