//! The cases of the `generators/generators.yaml` of a package: how each is named and generated.
//!
//! The format is that of BAPCtools, and the same file produces the same names, seeds and bytes.
//! `read` parses the text to a tree, and `planner` turns the tree into a [`GenerationPlan`] (names,
//! numbers, seeds, settings of groups), which depends only on the text and the
//! [`Package`](super::Package). This crate runs no programs: the caller carries out the plan.

pub mod command;
mod count;
mod insert;
mod plan;
mod planner;
mod read;
pub mod tree;

pub use insert::insert;
pub use plan::{GenerationPlan, Link, Planned, PlannedCase};
pub use planner::plan;
pub use tree::{Extension, SolutionRule, Text, extensions};

/// The file with the rules, below a package.
pub const RULES: &str = "generators/generators.yaml";

/// The maximum size of the file, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;
