//! The strength of a set of cases: which wrong programs it catches, which of its cases are needed
//! for that, and how few would suffice.
//!
//! All of that follows from one matrix (`matrix`): a row for each wrong program, a column for each
//! case, and a mark if the case catches the program. What a class reveals about cases without known
//! wrong programs is in `suspicions`.

mod analysis;
pub mod cover;
mod matrix;
mod order;
mod rank;
pub mod suspicions;

pub use analysis::{Needs, SuiteAnalysis, Weight};
pub use matrix::{KillMatrix, MatrixCase};
pub use order::CaseOrder;
