//! How strong a set of cases is: which wrong programs it catches, which of its cases are needed for that, and how few would do.
//!
//! All of that follows from one matrix (`matrix`): a row for each wrong program, a column for each case, and a mark where the
//! case catches the program. What a class says about cases without knowing which programs are wrong is in `suspicions`.

mod analysis;
pub mod cover;
mod matrix;
mod order;
mod rank;
mod strength;
pub mod suspicions;

pub use analysis::{Needs, SuiteAnalysis, Weight};
pub use matrix::{KillMatrix, MatrixCase};
pub use order::CaseOrder;
pub use strength::Strength;
