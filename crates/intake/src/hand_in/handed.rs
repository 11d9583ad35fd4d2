//! The findings in a folder of a platform: all entries of one attempt of one student belong
//! together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::alike::KnownStudents;
use super::timestamp::Timestamp;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_events::Student;

/// The files of one student.
#[derive(Debug)]
pub enum Content {
    /// All files in a folder.
    Folder(PathBuf),
    /// These files, with the student's names for them.
    Files(Vec<(PathBuf, String)>),
    /// A text typed into a page, without a file.
    TypedText,
    /// Several folders, so that it is unclear which counts.
    Several(Vec<PathBuf>),
}

impl Content {
    /// Creates the content that consists of one entry; `name` is the student's own name of a file.
    pub(super) fn of(path: &Path, name: &str) -> Content {
        if path.is_dir() && !path.is_symlink() {
            Content::Folder(path.to_path_buf())
        } else {
            Content::Files(vec![(path.to_path_buf(), name.to_string())])
        }
    }

    /// Adds another entry of the same student.
    pub(super) fn add(&mut self, other: Content) {
        let this = std::mem::replace(self, Content::TypedText);
        *self = match (this, other) {
            (Content::TypedText, other) => other,
            (this, Content::TypedText) => this,
            (Content::Files(mut files), Content::Files(more)) => {
                files.extend(more);
                Content::Files(files)
            }
            (this, other) => Content::Several([this.paths(), other.paths()].concat()),
        };
    }

    fn paths(self) -> Vec<PathBuf> {
        match self {
            Content::Folder(path) => vec![path],
            Content::Files(files) => files.into_iter().map(|(path, _)| path).collect(),
            Content::TypedText => Vec::new(),
            Content::Several(paths) => paths,
        }
    }

    /// Returns a folder with the files. If the platform made none, it is a temporary one, which
    /// is added to `unpacked` and kept there.
    ///
    /// # Errors
    /// There is no file, or one whose name is not a student's; or a file cannot be copied.
    pub fn folder(&self, unpacked: &mut Vec<TemporaryFolder>) -> Result<PathBuf, Fault> {
        let files = match self {
            Content::Folder(folder) => return Ok(folder.clone()),
            Content::Files(files) => files,
            Content::TypedText => {
                let message =
                    "text typed into the page instead of a file; hand in the program as a file";
                return Err(Fault::bad_input(message).help("judge it by hand"));
            }
            Content::Several(paths) => {
                let names: Vec<_> =
                    paths.iter().filter_map(|path| path.file_name()?.to_str()).collect();
                let message = format!("several folders are of this student: {}", names.join(", "));
                return Err(Fault::bad_input(message)
                    .help("keep only one of them, or judge them separately"));
            }
        };
        let folder = TemporaryFolder::new()?;
        for (from, name) in files {
            let is_name = !matches!(name.as_str(), "" | "." | "..") && !name.contains('/');
            if !is_name || from.is_symlink() || !from.is_file() {
                let message = "this is not an ordinary file with a valid name";
                return Err(Fault::bad_input(message).at(from));
            }
            let to = folder.path().join(name);
            if to.exists() {
                let message = format!("two files of this student are called {name}");
                return Err(Fault::bad_input(message).at(from));
            }
            fs::copy(from, &to).map_err(|error| Fault::cannot_read(from, &error))?;
        }
        let path = folder.path().to_path_buf();
        unpacked.push(folder);
        Ok(path)
    }
}

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
