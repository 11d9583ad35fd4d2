//! The parts of a course beyond judging: its file, worksheets of grades, due times, extensions,
//! withheld grades, and similar programs.
//!
//! All of it identifies students by their ids. Nothing here judges, and the only points computed
//! here are those after the penalty for lateness.

pub mod class;
pub mod course_file;
pub mod course_sheet;
pub mod decisions;
pub mod due;
mod encoding;
mod extensions;
pub mod feedback;
pub mod given;
pub mod hold;
pub mod late;
pub mod past_runs;
mod sheet;
pub mod similar;
pub mod spread;
mod student_key;
mod titles;
pub mod worksheet;

pub use course_file::FeedbackLevel;
pub use titles::ColumnNames;
pub use worksheet::GradeScale;
