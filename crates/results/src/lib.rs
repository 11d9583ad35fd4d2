//! The findings of commands other than judging, for people and for programs: hunts, mutants, time
//! limits, matrices, similar programs, games, and the machine.
//!
//! Each report is one file, and a function of the result that its engine returns.

pub mod batch;
pub mod catalogue;
pub mod cluster;
pub mod comparison;
pub mod doctor;
pub mod evaluation;
pub mod grading;
pub mod hunt;
pub mod limits;
pub mod limits_csv;
pub mod mutate;
mod shown_case;
pub mod shrink;
pub mod similar;

pub use shown_case::shown_case;
