//! The cases of a package by its `generators/generators.yaml`: which there are, what they are called, and making them.
//!
//! The format is that of BAPCtools, and the same file makes the same names, seeds and bytes here. From text to files it goes
//! through `read` (a tree) and `planner` (names, numbers, seeds, settings of groups) to a [`Plan`], which follows from the text
//! and the [`Package`](super::Package) alone. Whoever carries it out runs programs, and so is not here.

pub mod command;
mod count;
mod plan;
mod planner;
mod read;
pub mod tree;

pub use plan::{Link, Plan, Planned, Rule};
pub use planner::plan;
pub use tree::{Ending, SolutionRule, Text, endings};

/// The file with the rules, below a package.
pub const RULES: &str = "generators/generators.yaml";

/// The most bytes of it.
pub const MAX_BYTES: u64 = 16 << 20;
