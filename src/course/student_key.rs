//! Whose row of a table a student's is.

use crate::events::{Platform, Student};

/// What tables may call a student.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StudentKey<'a> {
    student: Option<&'a Student>,
    /// The name of the submission: where no platform says whose it is, it may be the student's.
    submission: &'a str,
}

impl<'a> StudentKey<'a> {
    pub(super) fn new(student: Option<&'a Student>, submission: &'a str) -> StudentKey<'a> {
        StudentKey { student, submission }
    }

    /// Returns whether a cell names the student. Moodle's worksheet has a word before the number: `Participant 1204`. Students who hand in
    /// together have several names.
    pub(super) fn is_named(&self, cell: &str) -> bool {
        let cell = cell.trim();
        if cell.is_empty() {
            return false;
        }
        let Some(student) = self.student else {
            let stem = self.submission.rsplit_once('.').map_or(self.submission, |(stem, _)| stem);
            return cell == self.submission || cell == stem;
        };
        if student.platform == Platform::Moodle {
            let number = cell.trim_start_matches(|c: char| !c.is_ascii_digit());
            return *number == *student.id || *cell == *student.name;
        }
        let of_all = |names: &str| names.split(", ").any(|name| name == cell);
        of_all(&student.id) || of_all(&student.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_number_and_name() {
        let student =
            |name: &str, id: &str, platform| Student { name: name.into(), id: id.into(), platform };
        let moodle = student("Ann Lee", "12", Platform::Moodle);
        let group = student("Bob Ray, Cy Ox", "13, 14", Platform::Gradescope);
        for (student, cell, expected) in [
            (Some(&moodle), "Participant 12", true),
            (Some(&moodle), "Teilnehmer/in12", true),
            (Some(&moodle), "12", true),
            (Some(&moodle), "Participant 112", false),
            (Some(&moodle), "Ann Lee", true),
            (Some(&group), "14", true),
            (Some(&group), "Bob Ray", true),
            (Some(&group), "x14", false),
            (Some(&group), "", false),
            (None, "ann", true),
            (None, "ann.py", true),
            (None, "bob", false),
        ] {
            assert_eq!(StudentKey::new(student, "ann.py").is_named(cell), expected, "{cell}");
        }
    }
}
