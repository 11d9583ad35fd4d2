//! Submissions: the files of each, and the results expected of it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::events::Student;
use crate::programs::Source;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_package::ExpectedVerdicts;

/// A submission on disk.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Its path below the folder given by the caller, with `/` between parts.
    pub name: Arc<str>,
    /// Its files.
    pub source: Source,
    /// Its path, as the command line takes it; none where it has no path of its own, as in an archive.
    pub path: Option<String>,
    /// The results expected of it, where its folder tells them.
    pub expected: Option<Arc<ExpectedVerdicts>>,
    /// Why it counts as a compile error, whatever a compiler says.
    pub refused: Option<String>,
}

/// The entries found at a path: submissions, and entries that cannot be submissions, with the reason.
#[derive(Debug, Default)]
pub struct FoundSubmissions {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// The entries that cannot be judged, by name: files of no known language, empty folders.
    pub others: Vec<(Arc<str>, Fault)>,
    /// The entries that are no programs and are passed over, by name: files with a description, disabled submissions, empty folders.
    pub passed_over: Vec<Arc<str>>,
    /// The students, by name of the submission, where Moodle tells them.
    pub students: HashMap<Arc<str>, Student>,
    /// The temporary folders of unpacked archives, removed when this value is dropped.
    pub(super) unpacked: Vec<TemporaryFolder>,
}

/// Whether files side by side in a folder belong together, where that is not known otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grouping {
    /// They do; but if they are several programs, that is an error.
    #[default]
    Unsaid,
    /// They do not: each file is a submission.
    EachFile,
    /// They do: everything at the path is one submission.
    OneProgram,
}

impl FoundSubmissions {
    /// Keeps a temporary folder as long as this, since submissions lie in it.
    pub(crate) fn hold(&mut self, folder: TemporaryFolder) {
        self.unpacked.push(folder);
    }

    /// Adds what was found elsewhere.
    pub fn add(&mut self, more: FoundSubmissions) {
        self.submissions.extend(more.submissions);
        self.others.extend(more.others);
        self.passed_over.extend(more.passed_over);
        self.students.extend(more.students);
        self.unpacked.extend(more.unpacked);
    }
}
