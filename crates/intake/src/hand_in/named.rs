//! Groups entries by what their names show: all that are of one attempt of one student belong
//! together.

use std::collections::BTreeMap;

use super::alike::KnownStudents;
use super::content::Content;
use super::handed::HandIn;
use super::moment::Moment;
use referee_events::Student;

/// What the name of an entry shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    pub(super) student: Student,
    pub(super) attempt: u64,
    pub(super) time: Option<Moment>,
    pub(super) is_marked_late: bool,
}

/// Entries in groups.
#[derive(Debug, Default)]
pub(super) struct Groups {
    students: KnownStudents,
    groups: BTreeMap<(Student, u64, Option<Moment>), HandIn>,
}

impl Groups {
    /// Adds an entry.
    pub(super) fn add(&mut self, named: Named, content: Content) {
        let Named { student, attempt, time, is_marked_late } = named;
        let student = self.students.first(student);
        let key = (student.clone(), attempt, time);
        let new = HandIn { student, attempt, time, is_marked_late, content: Content::TypedText };
        let group = self.groups.entry(key).or_insert(new);
        group.is_marked_late |= is_marked_late;
        group.content.add(content);
    }

    /// Returns the groups, ordered by student, attempt and time.
    pub(super) fn into_hand_ins(self) -> Vec<HandIn> {
        self.groups.into_values().collect()
    }
}
