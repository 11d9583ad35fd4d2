//! Keeps the outputs of submissions for people to look at: a folder for each submission, with the
//! standard output and standard error of each case.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFolder, plain_name};
use referee_base::parallel::{lock, unpoisoned};

/// The maximum number of bytes of standard error that are kept.
pub(crate) const STDERR: usize = 1 << 20;

/// The folder in which outputs are kept. It appears when all are complete.
pub struct KeptOutputs {
    path: PathBuf,
    folder: WholeFolder,
    submissions: HashMap<Arc<str>, String>,
    cases: HashMap<Arc<str>, String>,
    /// The first output that could not be written.
    trouble: Mutex<Option<io::Error>>,
}

/// Where the output of one run is kept.
pub(crate) struct KeptRun<'a> {
    outputs: &'a KeptOutputs,
    /// The path in the folder, without extension.
    below: String,
}

impl KeptOutputs {
    /// Begins a folder for these submissions and cases. Names that are no plain paths are changed.
    ///
    /// # Errors
    /// The folder is not empty and must be kept, or it cannot be written to.
    pub fn begin(
        path: &Path,
        existing: Existing,
        submissions: impl Iterator<Item = Arc<str>>,
        cases: impl Iterator<Item = Arc<str>>,
    ) -> Result<KeptOutputs, Fault> {
        Ok(KeptOutputs {
            path: path.to_path_buf(),
            folder: WholeFolder::begin(path, existing)?,
            submissions: distinct_paths(submissions),
            cases: distinct_paths(cases),
            trouble: Mutex::new(None),
        })
    }

    /// Returns where the output of a submission on a case is kept, without extension.
    fn below(&self, submission: &str, case: &str) -> String {
        let name = |names: &HashMap<Arc<str>, String>, name: &str| {
            names.get(name).cloned().unwrap_or_else(|| plain_name(name))
        };
        format!("{}/{}", name(&self.submissions, submission), name(&self.cases, case))
    }

    /// Begins to keep a run, in place of an earlier one.
    pub(crate) fn run(&self, submission: &str, case: &str) -> KeptRun<'_> {
        let run = KeptRun { outputs: self, below: self.below(submission, case) };
        run.discard();
        run
    }

    /// Removes the output of a run that does not count.
    pub(crate) fn discard(&self, submission: &str, case: &str) {
        KeptRun { outputs: self, below: self.below(submission, case) }.discard();
    }

    fn note(&self, result: io::Result<()>) {
        if let Err(error) = result {
            lock(&self.trouble).get_or_insert(error);
        }
    }

    /// Moves all outputs to their final place.
    ///
    /// # Errors
    /// An output could not be written.
    pub fn finish(self) -> Result<(), Fault> {
        match unpoisoned(self.trouble.into_inner()) {
            Some(error) => Err(Fault::cannot_write(&self.path, &error)),
            None => self.folder.finish(),
        }
    }
}

impl KeptRun<'_> {
    fn discard(&self) {
        ["out", "err"]
            .iter()
            .for_each(|kind| self.outputs.folder.discard(&format!("{}.{kind}", self.below)));
    }

    /// Returns a reader that keeps everything that is read from an output, after that of an earlier
    /// pass.
    pub(crate) fn keeping<'a>(&'a self, output: &'a mut dyn Read) -> KeepingReader<'a> {
        let file = self.outputs.folder.append(&format!("{}.out", self.below));
        let file = file.map_err(|error| self.outputs.note(Err(error))).ok();
        KeepingReader { output, file, outputs: self.outputs }
    }

    /// Keeps standard error, if it is not empty.
    pub(crate) fn keep_errors(&self, stderr: &[u8]) {
        if !stderr.is_empty() {
            self.outputs.note(self.outputs.folder.write(&format!("{}.err", self.below), stderr));
        }
    }
}

/// Reads an output and keeps it.
pub(crate) struct KeepingReader<'a> {
    output: &'a mut dyn Read,
    /// `None` once it cannot be written.
    file: Option<File>,
    outputs: &'a KeptOutputs,
}

impl KeepingReader<'_> {
    /// Keeps the rest of the output, which the checker has not read.
    pub(crate) fn keep_rest(&mut self) {
        // An error of the output belongs to the run.
        let _ = io::copy(self, &mut io::sink());
    }
}

impl Read for KeepingReader<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.output.read(bytes)?;
        if let Some(Err(error)) = self.file.as_mut().map(|file| file.write_all(&bytes[..count])) {
            self.outputs.note(Err(error));
            self.file = None;
        }
        Ok(count)
    }
}

/// Returns distinct paths in a folder, none of which leads through another, for names with `/`
/// between parts. A name that needs no change is kept, unless it differs from another in case or
/// leads through it.
fn distinct_paths(names: impl Iterator<Item = Arc<str>>) -> HashMap<Arc<str>, String> {
    // In lower case: some file systems do not distinguish case.
    let mut taken: HashSet<String> = HashSet::new();
    let mut folders: HashSet<String> = HashSet::new();
    let plain = names.map(|name| {
        let parts: Vec<String> = name.split('/').map(plain_name).collect();
        (name, parts.join("/"))
    });
    let (kept, changed): (Vec<_>, Vec<_>) = plain.partition(|(name, path)| **name == **path);
    let paths = kept.into_iter().chain(changed).map(|(name, path)| {
        let above = |path: &str| {
            let ends = path.match_indices('/').map(|(end, _)| path[..end].to_string());
            ends.collect::<Vec<String>>()
        };
        let is_free = |path: &String| {
            let path = path.to_lowercase();
            !taken.contains(&path)
                && !folders.contains(&path)
                && above(&path).iter().all(|folder| !taken.contains(folder))
        };
        let numbered = (2..).map(|number| match path.split_once('/') {
            Some((first, rest)) => format!("{first} {number}/{rest}"),
            None => format!("{path} {number}"),
        });
        let mut candidates = std::iter::once(path.clone()).chain(numbered);
        let path = candidates.find(is_free).unwrap_or(path.clone());
        taken.insert(path.to_lowercase());
        folders.extend(above(&path.to_lowercase()));
        (name, path)
    });
    paths.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<String> {
        let names: Vec<Arc<str>> = names.iter().map(|&name| Arc::from(name)).collect();
        let paths = distinct_paths(names.iter().cloned());
        names.iter().map(|name| paths[name].clone()).collect()
    }

    #[test]
    fn no_path_leads_out_of_the_folder_or_through_another() {
        assert_eq!(
            paths(&["../../etc/x", "/y", "a/./b"]),
            ["unnamed/unnamed/etc/x", "unnamed/y", "a/unnamed/b"]
        );
        assert_eq!(paths(&["a", "A", "a/b", "c/d", "c"]), ["a", "A 2", "a 3/b", "c/d", "c 2"]);
        assert_eq!(
            paths(&["accepted/a?.py", "accepted/a*.py"]),
            ["accepted/a-.py", "accepted 2/a-.py"]
        );
        assert_eq!(paths(&["-good.py", "good.py"]), ["good.py 2", "good.py"]);
    }
}
