//! How strong cases are: hunts and mutants search for wrong programs that pass, and time limits are
//! recommended.
//!
//! All of it judges programs with the engine of `judge`, and counts the results.

pub mod chance;
mod failure;
pub mod growth;
pub mod hunt;
mod jury;
pub mod limits;
pub mod mutate;
pub mod shrink;
pub mod time;
pub mod trial;
