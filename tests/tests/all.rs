//! One test binary; each module holds one kind of check.
