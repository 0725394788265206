//! Parlour engine.
