//! Executes the plan of a package's `generators.yaml`: makes its cases, and writes them to `data/`.
//!
//! The steps are `programs` (finds the programs), `make` (makes one case) and `sync` (writes to
//! `data/`). All programs are found before anything is made, and no existing file is lost: a file
//! that differs from the generated one is kept unless replacing it is requested.

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
pub use run::{GeneratedFile, GenerationSummary, Options};
