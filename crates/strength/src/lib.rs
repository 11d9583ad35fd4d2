//! How strong cases are: hunts and mutants look for wrong programs that pass, matrices tell which case kills which program, smallest
//! suites leave out what is not needed, and time limits are recommended.
//!
//! All of it judges programs with the engine of `judge`, and counts what comes of it.

pub mod chance;
mod failure;
pub mod growth;
pub mod hunt;
pub mod limits;
pub mod mutate;
pub mod shrink;
pub mod time;
pub mod trial;
