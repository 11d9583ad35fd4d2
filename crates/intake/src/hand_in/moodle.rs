//! Reads the names in Moodle's "download all submissions": each student's files, under names that
//! identify the student.
//!
//! With folders, `Full Name_ID_assignsubmission_file/main.py`, where versions before 4.1 add a `_`
//! at the end; without, `Full Name_ID_assignsubmission_file_main.py`. A text typed into the page is
//! `..._onlinetext/onlinetext.html`. The ID identifies the student within the assignment. A `_` in
//! a full name is replaced by a space.

use std::path::{Path, PathBuf};

use referee_checker::text::escape;

use super::handed::{Content, Groups, HandIn, HandIns, is_number};
use referee_events::{Platform, Student};

/// The parts of a file or folder name.
#[derive(Debug, PartialEq, Eq)]
struct Parts<'a> {
    name: &'a str,
    id: &'a str,
    plugin: &'a str,
    /// The student's own name of the file, if there are no folders.
    file: &'a str,
}

impl Parts<'_> {
    fn student(&self) -> Student {
        Student {
            name: escape(self.name.trim().as_bytes()).into(),
            id: self.id.into(),
            platform: Platform::Moodle,
        }
    }
}

fn named(entry: &str) -> Option<Parts<'_>> {
    let mut parts = entry.splitn(5, '_');
    let (name, id) = (parts.next()?, parts.next()?);
    if name.trim().is_empty() || !is_number(id) || parts.next()? != "assignsubmission" {
        return None;
    }
    Some(Parts { name, id, plugin: parts.next()?, file: parts.next().unwrap_or("") })
}

fn named_path(path: &Path) -> Option<Parts<'_>> {
    named(path.file_name()?.to_str()?)
}

/// Returns whether the name of a file or folder has Moodle's form.
pub(super) fn is_of_student(path: &Path) -> bool {
    named_path(path).is_some()
}

/// Reads the entries of a folder: the files of each student are one submission.
pub(super) fn read(entries: &[PathBuf]) -> HandIns {
    let (mut groups, mut others) = (Groups::default(), Vec::new());
    for path in entries {
        let Some(named) = named_path(path) else {
            others.push(path.clone());
            continue;
        };
        let content = match named.plugin {
            "file" => Content::of(path, named.file),
            _ => Content::TypedText,
        };
        let (student, is_marked_late) = (named.student(), false);
        groups.add(HandIn { student, attempt: 1, time: None, is_marked_late, content });
    }
    groups.with(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let of = |name, id, plugin, file| Some(Parts { name, id, plugin, file });
        for (entry, expected) in [
            ("Ann Lee_12_assignsubmission_file", of("Ann Lee", "12", "file", "")),
            ("Ann Lee_12_assignsubmission_file_", of("Ann Lee", "12", "file", "")),
            ("Ann Lee_12_assignsubmission_file_a_b.py", of("Ann Lee", "12", "file", "a_b.py")),
            ("Ann_12_assignsubmission_onlinetext_", of("Ann", "12", "onlinetext", "")),
            ("Participant_9_assignsubmission_file", of("Participant", "9", "file", "")),
            ("Ann_12_assignfeedback_file_x", None),
            ("Ann_x_assignsubmission_file", None),
            ("_12_assignsubmission_file", None),
            ("Ann_12_assignsubmission", None),
            ("Ann_12", None),
            ("main.py", None),
        ] {
            assert_eq!(named(entry), expected, "{entry}");
        }
    }
}
