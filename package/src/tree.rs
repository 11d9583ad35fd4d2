//! The files of a package, found in one walk; links that lead out of the package and forbidden names are reported and left out.

use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use referee_checker::text::excerpt;
use walkdir::{DirEntry, WalkDir};

use super::case_file_kind::CaseFileKind;
use super::diagnostic::Diagnostics;
use super::names;
use referee_base::files::walk_fault;

/// The file with a time limit: the only hidden file that counts.
pub(super) const TIME_LIMIT: &str = ".timelimit";

/// The maximum number of files and folders of a package.
const MAX_ENTRIES: usize = 2_000_000;

/// The size, in bytes, above which a file is too large for many systems.
const LARGE: u64 = 100 << 20;

/// The files and folders of a package. Paths are relative to the package, with `/` between parts.
#[derive(Debug)]
pub(super) struct Tree {
    root: PathBuf,
    /// All files, sorted.
    files: Vec<String>,
    /// All folders, sorted.
    folders: Vec<String>,
}

impl Tree {
    /// Walks through a package.
    pub(super) fn walk(root: &Path, diagnostics: &mut Diagnostics) -> Tree {
        let mut tree = Tree { root: root.to_path_buf(), files: Vec::new(), folders: Vec::new() };
        let inside = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let mut walk = WalkDir::new(root).follow_links(true).into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) if entry.depth() == 0 => continue,
                Ok(entry) => entry,
                Err(error) => {
                    let path = shown_below(root, error.path().unwrap_or(root));
                    let mut message = walk_fault(root, &error).message;
                    if error.loop_ancestor().is_some() {
                        message = "a link in a circle".into();
                    }
                    diagnostics.error(path, message);
                    continue;
                }
            };
            if !tree.add(&entry, &inside, diagnostics) && entry.file_type().is_dir() {
                walk.skip_current_dir();
            }
            if tree.files.len() + tree.folders.len() > MAX_ENTRIES {
                let message = format!("there are more than {MAX_ENTRIES} files and folders");
                diagnostics.blocking_error("", message);
                break;
            }
        }
        tree.files.sort_unstable();
        tree.folders.sort_unstable();
        tree
    }

    /// Adds an entry and returns whether it is part of the package.
    fn add(&mut self, entry: &DirEntry, inside: &Path, diagnostics: &mut Diagnostics) -> bool {
        let name = entry.file_name();
        let is_special = name == OsStr::new(TIME_LIMIT);
        if name.as_encoded_bytes().starts_with(b".") && !is_special {
            if looks_like_case(name) {
                note_name(&shown_below(&self.root, entry.path()), diagnostics);
            }
            return false;
        }
        let Some(path) = below(&self.root, entry.path()) else {
            note_name(&shown_below(&self.root, entry.path()), diagnostics);
            return false;
        };
        if entry.path_is_symlink() {
            let target = entry.path().canonicalize();
            if !target.is_ok_and(|target| target.starts_with(inside)) {
                diagnostics
                    .error(path, "this link leads out of the package; it is passed over")
                    .help("put a copy of what it leads to in its place");
                return false;
            }
        }
        if !is_special && !name.to_str().is_some_and(names::counts) {
            note_name(&path, diagnostics);
            return false;
        }
        match entry.file_type() {
            kind if kind.is_dir() => self.folders.push(path),
            kind if kind.is_file() => {
                // Only inputs are measured: asking for the size of every file of many thousand cases would dominate the walk.
                let is_input = || {
                    CaseFileKind::split(&path).is_some_and(|(_, kind)| kind == CaseFileKind::Input)
                };
                let may_be_large = !path.starts_with("data/") || is_input();
                let size = match may_be_large {
                    true => entry.metadata().map_or(0, |found| found.len()),
                    false => 0,
                };
                if size > LARGE {
                    diagnostics.warning(&path, format!("it has {} MiB, more than 100", size >> 20));
                }
                self.files.push(path);
            }
            _ => {
                diagnostics.error(path, "this is a pipe or a device, not a file");
                return false;
            }
        }
        true
    }

    /// Returns the path of a file of the package.
    pub(super) fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Returns whether this file exists.
    pub(super) fn has_file(&self, path: &str) -> bool {
        self.files.binary_search_by(|known| known.as_str().cmp(path)).is_ok()
    }

    /// Returns whether this folder exists.
    pub(super) fn has_folder(&self, path: &str) -> bool {
        self.folders.binary_search_by(|known| known.as_str().cmp(path)).is_ok()
    }

    /// Returns all files, sorted.
    pub(super) fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns all files at any depth below a folder, sorted.
    pub(super) fn files_below(&self, folder: &str) -> &[String] {
        all_below(&self.files, folder)
    }

    /// Returns all folders at any depth below a folder, sorted.
    pub(super) fn folders_below(&self, folder: &str) -> &[String] {
        all_below(&self.folders, folder)
    }

    /// Returns the names of the direct entries of a folder, files and folders, sorted.
    pub(super) fn entries(&self, folder: &str) -> Vec<&str> {
        let depth = folder.len() + 1;
        let all = self.files_below(folder).iter().chain(self.folders_below(folder));
        let mut entries: Vec<&str> =
            all.map(|path| &path[depth..]).filter(|name| !name.contains('/')).collect();
        entries.sort_unstable();
        entries
    }
}

/// Returns the part of sorted paths that begins with `folder/`.
fn all_below<'a>(paths: &'a [String], folder: &str) -> &'a [String] {
    // `0` follows `/` in ASCII, so all paths below the folder lie between these two bounds.
    let start = paths.partition_point(|path| path.as_str() < &*format!("{folder}/"));
    let end = paths.partition_point(|path| path.as_str() < &*format!("{folder}0"));
    &paths[start..end]
}

fn below(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?.to_str()?;
    Some(if MAIN_SEPARATOR == '/' { below.into() } else { below.replace(MAIN_SEPARATOR, "/") })
}

fn shown_below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    match below.to_str() {
        Some(below) => below.to_string(),
        None => excerpt(below.as_os_str().as_encoded_bytes(), 400),
    }
}

fn looks_like_case(name: &OsStr) -> bool {
    let extension = Path::new(name).extension().and_then(OsStr::to_str);
    let kind = extension.and_then(CaseFileKind::of_extension);
    matches!(kind, Some(CaseFileKind::Input | CaseFileKind::Answer))
}

fn note_name(path: &str, diagnostics: &mut Diagnostics) {
    diagnostics
        .warning(path, "it is passed over for its name")
        .help("names consist of letters, digits, `_`, `.` and `-` of ASCII, and begin with a letter, a digit or `_`");
}
