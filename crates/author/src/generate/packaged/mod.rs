//! Executes the plan of a package's `generators.yaml`: makes its cases, and writes them into `data/`.
//!
//! The steps are `programs` (finds the programs), `make` (one case) and `sync` (writes into `data/`). Nothing is made before all
//! programs are found, and no existing file is lost: one that differs from what is made is kept unless replacing it is
//! requested.

mod cache;
mod draft;
mod generated;
mod generation;
mod interaction;
mod made;
mod make;
mod outputs;
mod programs;
mod run;
mod sync;

pub use generation::{Findings, Generation};
pub use run::{GenerationSummary, Options, Told};
