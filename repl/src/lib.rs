//! Parlour REPL.
