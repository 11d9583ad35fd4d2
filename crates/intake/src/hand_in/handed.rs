//! What was found in a folder of a platform.

use std::path::PathBuf;

use super::content::Content;
use super::moment::Moment;
use referee_events::Student;

/// What a student has handed in at one time.
#[derive(Debug)]
pub struct HandIn {
    /// Whose it is; several students together have one name, with `, ` between theirs.
    pub student: Student,
    /// Which attempt of the student it is: a later one has a larger number.
    pub attempt: u64,
    /// When it was handed in, where that is known.
    pub time: Option<Moment>,
    /// Whether the platform marks it as late.
    pub is_marked_late: bool,
    /// The files.
    pub content: Content,
}

/// What a folder of a platform holds.
#[derive(Debug)]
pub struct HandIns {
    /// What students have handed in.
    pub all: Vec<HandIn>,
    /// The entries that are of no student.
    pub others: Vec<PathBuf>,
}
