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

use serde::Serialize;

pub use shown_case::shown_case;

/// Formats a document as one line of JSON.
fn json_line(document: &impl Serialize) -> String {
    // Cannot fail: all documents consist of strings, numbers, and lists and maps of these.
    serde_json::to_string(document).map_or(String::new(), |line| line + "\n")
}
