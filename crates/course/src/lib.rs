//! What a course adds to judging: worksheets of grades, due times, extensions, grades that are held back, and programs that are alike.
//!
//! All of it works on what is known of students by their ids. Nothing here judges, and no points are made here but those that lateness
//! leaves.

pub mod due;
mod encoding;
mod extensions;
pub mod hold;
pub mod late;
mod sheet;
pub mod similar;
mod student_key;
mod titles;
pub mod worksheet;

pub use titles::ColumnNames;
