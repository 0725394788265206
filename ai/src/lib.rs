//! Parlour AI.
