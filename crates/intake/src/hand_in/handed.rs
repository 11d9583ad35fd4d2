//! The findings in a folder of a platform.

use std::path::PathBuf;

use super::content::Content;
use super::moment::Moment;
use referee_events::Student;

/// One attempt of a student.
#[derive(Debug)]
pub struct HandIn {
    /// The student; several students together have one name, separated by `, `.
    pub student: Student,
    /// The number of the attempt; a later one has a larger number.
    pub attempt: u64,
    /// When it was handed in, if known.
    pub time: Option<Moment>,
    /// Whether the platform marks it as late.
    pub is_marked_late: bool,
    /// The files.
    pub content: Content,
}

/// The content of a platform's folder.
#[derive(Debug)]
pub struct HandIns {
    /// The attempts of students.
    pub all: Vec<HandIn>,
    /// The entries that belong to no student.
    pub others: Vec<PathBuf>,
}
