//! The form of `.interaction` files, which are made here and there and looked at elsewhere.

/// What stands in a line between passes.
pub const NEXT_PASS: &str = "---";

/// The most bytes of one: it is there to be read by people.
pub const MAX_BYTES: usize = 1 << 20;
