//! How strong a set of cases is: which wrong programs it catches, which of its cases are needed for that, and how few would do.
//!
//! Everything here follows from one matrix (`matrix`): a row for each wrong program, a column for each case, and a mark where the
//! case catches the program.

mod analysis;
pub mod cover;
mod matrix;
mod order;
mod rank;
mod strength;

pub use analysis::{Needs, SuiteAnalysis, Weight};
pub use matrix::{KillMatrix, MatrixCase};
pub use order::CaseOrder;
pub use strength::Strength;
