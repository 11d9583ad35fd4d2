//! Submissions: the files of each, and what it is meant to get.

use std::collections::HashMap;
use std::sync::Arc;

use crate::events::Student;
use crate::programs::Source;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_package::Expected;

/// A submission on disk.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Its path below the folder that was asked for, with `/` between parts.
    pub name: Arc<str>,
    /// Its files.
    pub source: Source,
    /// Its path, as the command line takes it; none where it has no place of its own.
    pub path: Option<String>,
    /// What it is meant to get, where its folder says so.
    pub expected: Option<Arc<Expected>>,
    /// Why it counts as one that does not compile, whatever a compiler says.
    pub refused: Option<String>,
}

/// What was found: submissions, and what cannot be one, with the reason.
#[derive(Debug, Default)]
pub struct Found {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// What cannot be judged, by name: files of no known language, empty folders.
    pub others: Vec<(Arc<str>, Fault)>,
    /// Whose they are, by name of the submission, where Moodle says so.
    pub students: HashMap<Arc<str>, Student>,
    /// Where archives have been unpacked. What is found there is gone with this.
    pub(super) unpacked: Vec<TemporaryFolder>,
}

/// Whether files that lie side by side in a folder belong together, where that is not known otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grouping {
    /// They do, unless they are several programs: then that is refused.
    #[default]
    Unsaid,
    /// They do not: each is a submission.
    EachFile,
    /// They do: all that lies at the path is one submission.
    OneProgram,
}

impl Found {
    /// Adds what was found elsewhere.
    pub fn add(&mut self, more: Found) {
        self.submissions.extend(more.submissions);
        self.others.extend(more.others);
        self.students.extend(more.students);
        self.unpacked.extend(more.unpacked);
    }
}
