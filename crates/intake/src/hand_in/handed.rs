//! The findings in a folder of a platform: all entries of one attempt of one student belong
//! together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::alike::KnownStudents;
use super::content::Content;
use super::timestamp::Timestamp;
use referee_events::Student;

/// One attempt of a student.
#[derive(Debug)]
pub struct HandIn {
    /// The student; several students together have one name, separated by `, `.
    pub student: Student,
    /// The number of the attempt; a later one has a larger number.
    pub attempt: u64,
    /// When it was handed in, if known.
    pub time: Option<Timestamp>,
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

/// Entries in groups.
#[derive(Debug, Default)]
pub(super) struct Groups {
    students: KnownStudents,
    groups: BTreeMap<(Student, u64, Option<Timestamp>), HandIn>,
}

impl Groups {
    /// Adds an entry, given what its name shows.
    pub(super) fn add(&mut self, entry: HandIn) {
        let HandIn { student, attempt, time, is_marked_late, content } = entry;
        let student = self.students.first(student);
        let key = (student.clone(), attempt, time);
        let new = HandIn { student, attempt, time, is_marked_late, content: Content::TypedText };
        let group = self.groups.entry(key).or_insert(new);
        group.is_marked_late |= is_marked_late;
        group.content.add(content);
    }

    /// Returns the groups, ordered by student, attempt and time, and the other entries.
    pub(super) fn with(self, others: Vec<PathBuf>) -> HandIns {
        HandIns { all: self.groups.into_values().collect(), others }
    }
}

/// Returns whether a part of a name is a number.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
