//! The format of `.interaction` files, which `generate` writes and `validate` checks.

/// The line between two passes.
pub const NEXT_PASS: &str = "---";

/// The maximum size of a file, in bytes: it is meant for human readers.
pub const MAX_BYTES: usize = 1 << 20;
