//! Carries the plan of a package's `generators.yaml` out: makes its cases, and puts them into `data/`.
//!
//! From the plan to files it goes through `programs` (what runs), `make` (one case) and `settle` (into `data/`). Nothing is made
//! before all programs are found, and no file that is there is lost: one that differs from what is made is left alone unless it
//! is asked for.

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
mod sync;

pub use generation::{Findings, Generation};
pub use run::{End, Options, Told};
