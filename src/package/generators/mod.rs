//! The cases of a package by its `generators/generators.yaml`: which there are, what they are called, and making them.
//!
//! The format is that of BAPCtools, and the same file makes the same names, seeds and bytes here. From text to files it goes
//! through `read` (a tree), `planner` (names, numbers, seeds, settings of groups), `programs` (what runs), `make` (one case) and
//! `settle` (into `data/`). Nothing is made before all of the first three is right, and no file that is there is lost: one that
//! differs from what is made is left alone unless it is asked for.
//!
//! Of this, all up to the [`Plan`] follows from the text and the [`Package`](super::Package) alone.

pub mod command;
mod count;
mod emit;
mod plan;
mod planner;
mod read;
mod tree;

// What runs programs and writes files.
mod beside;
mod cache;
mod generated;
mod generation;
mod interaction;
mod made;
mod make;
mod outputs;
mod programs;
mod run;
mod settle;

pub use plan::{Link, Plan, Planned, Rule};
pub use planner::plan;
pub use tree::{Ending, Text, endings};

pub use generation::{Findings, Generation};
pub use run::{End, Options, Told};

/// The file with the rules, below a package.
pub const RULES: &str = "generators/generators.yaml";

/// The most bytes of it.
pub const MOST_BYTES: u64 = 16 << 20;
