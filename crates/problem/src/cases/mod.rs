//! Case folders: every `.in` file is a case, named by its path without the extension.

pub mod case_fault;
pub mod excerpts;
pub mod manifest;
pub mod outputs;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;
use walkdir::{DirEntry, WalkDir};

use referee_base::fault::Fault;
use referee_base::files::walk_fault;
use referee_package::{CaseFileKind, Package, PackageCase, by_name, or_of_polygon};

/// The name of the file that names or describes the problem of the cases.
pub const PROBLEM_FILE: &str = "problem.toml";

const INPUT: &str = CaseFileKind::Input.extension();
const ANSWER: &str = CaseFileKind::Answer.extension();

/// A case on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFile {
    /// Its path below the case folder, without extension: `secret/05-trap`.
    pub name: Arc<str>,
    /// The path of its input.
    pub input: PathBuf,
    /// Whether an answer exists beside it.
    pub has_answer: bool,
}

impl CaseFile {
    /// Returns the case file of a package's case.
    pub fn of_package(package: &Package, case: &PackageCase) -> CaseFile {
        CaseFile {
            name: Arc::clone(&case.name),
            input: package.path(&case.file(CaseFileKind::Input)),
            has_answer: case.has(CaseFileKind::Answer),
        }
    }

    /// Returns the static validations of a package as cases; their input is what requests them.
    pub fn static_validations(package: &Package) -> impl Iterator<Item = CaseFile> {
        package.static_validations().map(|(name, path)| CaseFile {
            name: name.into(),
            input: package.path(&path),
            has_answer: false,
        })
    }

    /// Returns the path of its answer, which may not exist yet.
    pub fn answer(&self) -> PathBuf {
        self.input.with_extension(ANSWER)
    }
}

/// The contents of a case folder.
#[derive(Debug, Default)]
pub struct CaseFolder {
    /// The cases, by name.
    pub cases: Vec<CaseFile>,
    /// Faults of the folder itself: unreadable entries, cyclic links, names that are not UTF-8,
    /// answers without an input.
    pub faults: Vec<Fault>,
}

/// Finds the cases below `root`, or the single case if it is an input. Skips hidden entries.
///
/// # Errors
/// There is no such folder, or it contains no case.
pub fn find(root: &Path) -> Result<CaseFolder, Fault> {
    let metadata = root.metadata().map_err(|error| Fault::cannot_read(root, &error))?;
    let mut found = CaseFolder::default();
    if !metadata.is_dir() {
        if root.extension() != Some(OsStr::new(INPUT)) {
            return Err(Fault::bad_input("a case is a file that ends in .in").at(root));
        }
        let folder = root.parent().unwrap_or(Path::new(""));
        check_file(root, metadata.is_file(), folder)?;
        let name = name_below(folder, root).unwrap_or_default();
        let has_answer = root.with_extension(ANSWER).is_file();
        let (name, input) = (name.into(), root.to_path_buf());
        found.cases.push(CaseFile { name, input, has_answer });
        return Ok(found);
    }
    let mut answers = BTreeSet::new();
    let home = home(root)?;
    // Sorted by name, so that faults do not depend on the order of the file system.
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
    let mut walk = walk.into_iter().filter_entry(is_shown);
    while let Some(entry) = walk.next() {
        match entry {
            Ok(entry) if entry.depth() > 0 && leads_out(&entry, &home) => {
                found.faults.push(leads_out_fault(&entry));
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
            }
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => sort(root, &entry, &mut found, &mut answers),
            Err(error) => found.faults.push(walk_fault(root, &error)),
        }
    }
    found.cases.sort_by(|a, b| by_name(&a.name, &b.name));
    for case in &mut found.cases {
        case.has_answer = answers.remove(&*case.name);
    }
    for name in answers {
        let path = root.join(CaseFileKind::Answer.file_of(&name));
        let fault = Fault::bad_input("an answer without an input").at(path);
        found.faults.push(
            fault.help(format!("add {} or remove the answer", CaseFileKind::Input.file_of(&name))),
        );
    }
    if found.cases.is_empty() && found.faults.is_empty() {
        let fault = Fault::bad_input("there are no cases here: no file ends in .in").at(root);
        return Err(or_of_polygon(fault, root));
    }
    Ok(found)
}

/// Returns the folder that links of cases must stay in, that of the problem or of the cases: they
/// may come from an untrusted author, and answers are written where they lead.
fn home(root: &Path) -> Result<PathBuf, Fault> {
    let nearest = nearest_problem_file(root)?;
    let home = nearest.as_deref().and_then(Path::parent).unwrap_or(root);
    let home = if home == Path::new("") { Path::new(".") } else { home };
    home.canonicalize().map_err(|error| Fault::cannot_read(home, &error))
}

fn leads_out(entry: &DirEntry, home: &Path) -> bool {
    let target = || entry.path().canonicalize();
    entry.path_is_symlink() && target().is_ok_and(|target| !target.starts_with(home))
}

fn leads_out_fault(entry: &DirEntry) -> Fault {
    Fault::bad_input("this link leads out of the folder of the cases")
        .at(entry.path())
        .help("replace it with a copy of its target, or name the folder that it leads to")
}

/// Returns whether an entry of a walk is its root, or not hidden.
pub fn is_shown(entry: &DirEntry) -> bool {
    entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Adds a file to the cases or to the answers, or ignores it.
fn sort(root: &Path, entry: &DirEntry, found: &mut CaseFolder, answers: &mut BTreeSet<String>) {
    let path = entry.path();
    let extension = path.extension().and_then(OsStr::to_str);
    if !matches!(extension, Some(INPUT | ANSWER)) {
        return;
    }
    if let Err(fault) = check_file(path, entry.file_type().is_file(), root) {
        return found.faults.push(fault);
    }
    let name = name_below(root, path).unwrap_or_default();
    if extension == Some(ANSWER) {
        answers.insert(name);
    } else {
        found.cases.push(CaseFile {
            name: name.into(),
            input: path.to_path_buf(),
            has_answer: false,
        });
    }
}

/// Checks that a case is a file whose name can be printed.
fn check_file(path: &Path, is_file: bool, root: &Path) -> Result<(), Fault> {
    let why = match name_below(root, path) {
        None => "the name of this file is not UTF-8",
        Some(name) if escape(name.as_bytes()) != name => {
            "the name of this file has characters that cannot be printed"
        }
        Some(_) if !is_file => return Err(Fault::no_file(path)),
        Some(_) => return Ok(()),
    };
    let help = "rename it; names of cases appear in reports and recipes";
    Err(Fault::bad_input(why).at(path).help(help))
}

/// Returns the path of a file that a walk of `root` found, below it and without extension.
pub fn name_below(root: &Path, path: &Path) -> Option<String> {
    // Paths of a walk begin with `root` byte by byte; comparing component by component is slow.
    let below = path.as_os_str().as_encoded_bytes().get(root.as_os_str().len()..)?;
    let relative = std::str::from_utf8(below).ok()?.trim_start_matches('/');
    let extension = path.extension().map_or(0, |extension| extension.len() + 1);
    Some(relative[..relative.len() - extension].into())
}

/// Returns whether a folder has a `problem.toml`, which precedes a `problem.yaml`.
pub fn has_problem_file(folder: &Path) -> bool {
    folder.join(PROBLEM_FILE).is_file()
}

/// Returns the nearest `problem.toml` at or above a folder.
///
/// # Errors
/// The folder cannot be read.
pub fn nearest_problem_file(folder: &Path) -> Result<Option<PathBuf>, Fault> {
    // Without `..`, the ancestors of the path as written are its parent folders.
    let goes_up = folder.components().any(|part| part == Component::ParentDir);
    let written = if goes_up { None } else { Some(folder) };
    let written = written.into_iter().flat_map(Path::ancestors);
    if let Some(path) = written.map(|above| above.join(PROBLEM_FILE)).find(|path| path.is_file()) {
        return Ok(Some(path));
    }
    // The parents of a relative path, and those above `..`, are only known from the absolute path.
    let absolute = if goes_up { folder.canonicalize() } else { std::path::absolute(folder) };
    let absolute = absolute.map_err(|error| Fault::cannot_read(folder, &error))?;
    Ok(absolute.ancestors().map(|above| above.join(PROBLEM_FILE)).find(|path| path.is_file()))
}
