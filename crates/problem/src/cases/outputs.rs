//! Contestants' outputs on disk, laid out like the case folder: `<case>.out`, `.ans` or `.txt`.
//!
//! Contestants are untrusted. Their links are not followed, their pipes and devices are not opened,
//! and their file names only serve to find the case of an output.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;
use walkdir::WalkDir;

use crate::cases::{CaseFile, name_below};
use referee_base::fault::Fault;
use referee_base::files::walk_fault;
use referee_package::CaseFileKind;

/// The extensions of outputs. If a case has several files, the first of these extensions counts.
const EXTENSIONS: [&str; 3] =
    [CaseFileKind::Output.extension(), CaseFileKind::Answer.extension(), "txt"];

/// The outputs of one contestant.
#[derive(Debug)]
pub struct Contestant {
    /// The name in reports: the name of the folder, escaped.
    pub name: Arc<str>,
    folder: PathBuf,
    /// For the index of each case, the extension of its output, as an index into `EXTENSIONS`.
    extensions: Vec<Option<u8>>,
    /// Files that look like outputs of no case, and entries that cannot be read; by path.
    pub extras: Vec<Extra>,
}

/// A file in a contestant's folder that is not the output of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    /// Its path below the contestant's folder, escaped.
    pub path: String,
    /// The reason why it does not count.
    pub why: String,
}

impl Contestant {
    /// Returns the path of the output of a case, if it exists.
    pub fn output(&self, case: usize, name: &str) -> Option<PathBuf> {
        let extension = EXTENSIONS[usize::from(self.extensions[case]?)];
        Some(self.folder.join(format!("{name}.{extension}")))
    }

    fn has_output(&self) -> bool {
        self.extensions.iter().any(Option::is_some)
    }
}

/// Finds the contestants in `roots`, each of which is either the folder of one contestant or
/// contains a folder for each contestant. It is the former if it has an output of any case at the
/// path where a single contestant would have it, or no folders.
///
/// # Errors
/// There is no such folder, or nobody has an output of any case: nobody is to blame if the folders
/// contain something else, such as programs.
pub fn find(roots: &[PathBuf], cases: &[CaseFile], jobs: usize) -> Result<Vec<Contestant>, Fault> {
    let numbers: HashMap<&str, usize> =
        cases.iter().enumerate().map(|(number, case)| (&*case.name, number)).collect();
    let mut folders = Vec::new();
    for root in roots {
        let cannot_read = |error| Fault::cannot_read(root, &error);
        if !root.metadata().map_err(cannot_read)?.is_dir() {
            return Err(Fault::bad_input("outputs are given as a folder").at(root));
        }
        folders.extend(contestant_folders(root, cases).map_err(cannot_read)?);
    }
    let mut contestants = Vec::with_capacity(folders.len());
    referee_base::parallel::ordered(
        jobs,
        folders.len(),
        |index| read_folder(&folders[index], &numbers),
        |_, contestant| {
            contestants.push(contestant);
            Ok::<(), Fault>(())
        },
    )?;
    match cases.first() {
        Some(case) if !contestants.iter().any(Contestant::has_output) => {
            Err(no_outputs(roots, case, &contestants))
        }
        _ => Ok(contestants),
    }
}

fn no_outputs(roots: &[PathBuf], case: &CaseFile, contestants: &[Contestant]) -> Fault {
    let help = format!("an output is named after its case, such as {}.out", case.name);
    let help = match contestants.iter().flat_map(|one| &one.extras).next() {
        Some(Extra { path, why }) => format!("{help}; {path} does not count: {why}"),
        None => help,
    };
    let others = if roots.len() > 1 { ", nor in the other folders" } else { "" };
    let fault = Fault::bad_input(format!("there are no outputs here{others}")).help(help);
    match roots.first() {
        Some(root) => fault.at(root),
        None => fault,
    }
}

/// Returns the folders of the contestants: `root` alone if it is laid out like the case folder or
/// has no folders, or else the folders in it.
fn contestant_folders(root: &Path, cases: &[CaseFile]) -> io::Result<Vec<PathBuf>> {
    // Probing for the output of every case costs more than reading the outputs. So first check
    // whether any name in the folder begins like the name of a case.
    let beginnings: HashSet<&str> =
        cases.iter().filter_map(|case| case.name.split('/').next()).collect();
    let mut folders = Vec::new();
    let mut may_be_one = false;
    for entry in root.read_dir()? {
        let entry = entry?;
        let path = entry.path();
        let is_beginning = |name: &OsStr| name.to_str().is_some_and(|n| beginnings.contains(n));
        may_be_one |= path.file_name().is_some_and(is_beginning);
        may_be_one |= path.file_stem().is_some_and(is_beginning);
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.file_type()?.is_dir() && !is_hidden {
            folders.push(path);
        }
    }
    folders.sort();
    let is_output = |case: &CaseFile| {
        EXTENSIONS.iter().any(|extension| root.join(format!("{}.{extension}", case.name)).is_file())
    };
    // The folder of a contestant without outputs may still have the subfolders of the case folder.
    let tops: HashSet<&OsStr> =
        cases.iter().filter_map(|case| Some(OsStr::new(case.name.split_once('/')?.0))).collect();
    let is_top = |folder: &PathBuf| folder.file_name().is_some_and(|name| tops.contains(name));
    let has_tops_only = !folders.is_empty() && folders.iter().all(is_top);
    let is_one = may_be_one && (has_tops_only || cases.iter().any(is_output));
    Ok(if is_one || folders.is_empty() { vec![root.to_path_buf()] } else { folders })
}

fn read_folder(folder: &Path, numbers: &HashMap<&str, usize>) -> Contestant {
    let name = match folder.file_name() {
        Some(name) => escape(name.as_encoded_bytes()),
        // The name of a folder such as `.` or `..` is only known from its absolute path.
        None => folder.canonicalize().ok().as_deref().and_then(Path::file_name).map_or_else(
            || escape(folder.as_os_str().as_encoded_bytes()),
            |name| escape(name.as_encoded_bytes()),
        ),
    };
    let mut contestant = Contestant {
        name: name.into(),
        folder: folder.to_path_buf(),
        extensions: vec![None; numbers.len()],
        extras: Vec::new(),
    };
    // Sorted by name: which of several outputs of a case counts must not depend on the file system.
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => contestant.take(entry.path(), entry.file_type(), numbers),
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_path_buf();
                contestant.extra(&path, walk_fault(folder, &error).message);
            }
        }
    }
    contestant.extras.sort_by(|a, b| a.path.cmp(&b.path));
    contestant
}

impl Contestant {
    fn take(&mut self, path: &Path, kind: std::fs::FileType, numbers: &HashMap<&str, usize>) {
        let extension = path.extension().and_then(OsStr::to_str);
        let Some(extension) = EXTENSIONS.iter().position(|&known| Some(known) == extension) else {
            return;
        };
        let number = name_below(&self.folder, path).and_then(|n| numbers.get(n.as_str()).copied());
        let Some(number) = number else {
            return self.extra(path, "there is no such case".into());
        };
        if !kind.is_file() {
            let what = if kind.is_symlink() { "a link" } else { "a pipe or a device" };
            return self.extra(path, format!("{what}; an output must be a regular file"));
        }
        let extension = extension as u8;
        let counts = self.extensions[number].map_or(extension, |other| other.min(extension));
        let unused = self.extensions[number].map(|other| other.max(extension));
        self.extensions[number] = Some(counts);
        if let Some(unused) = unused {
            let path = path.with_extension(EXTENSIONS[usize::from(unused)]);
            self.extra(
                &path,
                format!("the .{} next to it counts", EXTENSIONS[usize::from(counts)]),
            );
        }
    }

    fn extra(&mut self, path: &Path, why: String) {
        let below = path.strip_prefix(&self.folder).unwrap_or(path);
        let path = escape(below.as_os_str().as_encoded_bytes());
        self.extras.push(Extra { path, why });
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_folder_without_outputs_is_a_contestant_beside_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["all/ann", "all/bob", "programs/accepted"] {
            fs::create_dir_all(path(name)).unwrap();
        }
        fs::write(path("all/ann/1.out"), "").unwrap();
        fs::write(path("programs/accepted/a.py"), "").unwrap();
        let case = CaseFile { name: "1".into(), input: path("1.in"), has_answer: true };
        let found = |names: &[&str]| {
            let roots: Vec<PathBuf> = names.iter().map(|name| path(name)).collect();
            find(&roots, std::slice::from_ref(&case), 1).map_err(|fault| fault.message)
        };
        for names in [&["all"][..], &["all/ann", "all/bob"]] {
            let names = found(names).unwrap().into_iter().map(|one| one.name.to_string());
            assert_eq!(names.collect::<Vec<_>>(), ["ann", "bob"]);
        }
        for names in [&["all/bob"][..], &["programs"], &["programs", "all/bob"]] {
            let fault = found(names).unwrap_err();
            assert!(fault.starts_with("there are no outputs here"), "{fault}");
        }
    }
}
