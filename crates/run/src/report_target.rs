//! The destination of a report.

use std::path::PathBuf;

use referee_report::ReportKind;

/// A kind of report and its destination: standard output if there is no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportTarget<K = ReportKind> {
    /// The kind.
    pub kind: K,
    /// The file.
    pub file: Option<PathBuf>,
}

impl ReportTarget {
    /// Returns whether it goes to a folder, with a file for each student, unless a single file is
    /// named.
    pub fn is_folder(&self) -> bool {
        let is_file = |path: &PathBuf| {
            path.extension().is_some_and(|e| e == "txt" || e == "json" || e == "html")
        };
        matches!(self.kind, ReportKind::Students(_))
            && self.file.as_ref().is_some_and(|p| !is_file(p))
    }

    /// Returns whether the files go into a zip archive instead of a folder.
    pub fn is_archive(&self) -> bool {
        let is_zip = |path: &PathBuf| path.extension().is_some_and(|e| e == "zip");
        self.is_folder() && self.file.as_ref().is_some_and(is_zip)
    }
}

impl<K: Copy> ReportTarget<K> {
    /// Parses `KIND` or `KIND=FILE`, where the kind is one of `kinds`.
    ///
    /// # Errors
    /// There is no such kind, or the file name after `=` is missing.
    pub fn parse(text: &str, kinds: &[(&str, K)]) -> Result<ReportTarget<K>, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err("the file name after `=` is missing".into()),
            Some((name, "-")) => (name, None),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        match kinds.iter().find(|(known, _)| *known == name) {
            Some(&(_, kind)) => Ok(ReportTarget { kind, file }),
            None => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.0).collect();
                Err(referee_problem::unknown("kind of report", name, &names).one_line())
            }
        }
    }
}
