//! Reads the names in Moodle's "download all submissions": each student's files, under names that identify the student.
//!
//! With folders, `Full Name_ID_assignsubmission_file/main.py`, where versions before 4.1 add a `_` at the end; without,
//! `Full Name_ID_assignsubmission_file_main.py`. A text typed into the page is `..._onlinetext/onlinetext.html`. The ID identifies the
//! student within the assignment. A `_` in a full name has become a space.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use referee_checker::text::escape;

use crate::events::Student;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;

/// The parts of a file or folder name.
#[derive(Debug, PartialEq, Eq)]
struct Named<'a> {
    name: &'a str,
    id: &'a str,
    plugin: &'a str,
    /// The student's own name of the file, where there are no folders.
    file: &'a str,
}

impl Named<'_> {
    fn student(&self) -> Student {
        Student { name: escape(self.name.trim().as_bytes()).into(), id: self.id.into() }
    }
}

/// Returns the student that a name identifies.
pub(super) fn student(name: &str) -> Option<Student> {
    named(name).map(|named| named.student())
}

fn named(entry: &str) -> Option<Named<'_>> {
    let mut parts = entry.splitn(5, '_');
    let (name, id) = (parts.next()?, parts.next()?);
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    if name.trim().is_empty() || !is_number || parts.next()? != "assignsubmission" {
        return None;
    }
    Some(Named { name, id, plugin: parts.next()?, file: parts.next().unwrap_or("") })
}

fn named_path(path: &Path) -> Option<Named<'_>> {
    named(path.file_name()?.to_str()?)
}

/// Returns whether the name of a file or folder has Moodle's form.
pub(super) fn is_of_student(path: &Path) -> bool {
    named_path(path).is_some()
}

/// The files of one student.
#[derive(Debug, Default)]
pub(super) struct StudentFiles {
    /// A folder with the files.
    folder: Option<PathBuf>,
    /// Or the files themselves, with the student's names for them.
    files: Vec<(PathBuf, String)>,
}

/// Groups the entries of a folder by student; all other entries are ignored.
pub(super) fn by_student(entries: &[PathBuf]) -> BTreeMap<Student, StudentFiles> {
    let mut students: BTreeMap<Student, StudentFiles> = BTreeMap::new();
    for path in entries {
        let Some(named) = named_path(path) else { continue };
        let student = named.student();
        let handed = students.entry(student).or_default();
        if named.plugin != "file" {
            continue;
        }
        if path.is_dir() && handed.folder.is_none() {
            handed.folder = Some(path.clone());
        } else {
            handed.files.push((path.clone(), named.file.into()));
        }
    }
    students
}

impl StudentFiles {
    /// Returns a folder with the files. Where Moodle has made none, it is a temporary one, added to `unpacked`, which keeps it.
    pub(super) fn folder(&self, unpacked: &mut Vec<TemporaryFolder>) -> Result<PathBuf, Fault> {
        if let Some(folder) = &self.folder {
            return Ok(folder.clone());
        }
        if self.files.is_empty() {
            let fault = Fault::bad_input("a text typed into the page, and no file");
            return Err(fault.help("judge it by hand"));
        }
        let folder = TemporaryFolder::new()?;
        for (from, name) in &self.files {
            let is_name = !matches!(name.as_str(), "" | "." | "..") && !name.contains('/');
            if !is_name || from.is_symlink() || !from.is_file() {
                return Err(Fault::bad_input("this is no file that a student has named").at(from));
            }
            let to = folder.path().join(name);
            fs::copy(from, &to).map_err(|error| Fault::cannot_read(from, &error))?;
        }
        let path = folder.path().to_path_buf();
        unpacked.push(folder);
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let of = |name, id, plugin, file| Some(Named { name, id, plugin, file });
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
