//! The files of a package, found in one walk. Forbidden links and names are reported.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use referee_checker::text::excerpt;
use walkdir::{DirEntry, WalkDir};

use super::case_file_kind::CaseFileKind;
use super::diagnostic::{Diagnostics, Work};
use super::names;
use referee_base::files::{LinkBoundary, NotFollowed, walk_fault};
use referee_base::plural;

/// The file with a time limit: the only hidden file that counts.
pub const TIME_LIMIT: &str = ".timelimit";

/// The maximum number of files and folders of a package.
const MAX_ENTRIES: usize = 2_000_000;

/// The size, in bytes, above which a file is too large for many systems.
const LARGE: u64 = 100 << 20;

/// The files and folders of a package. Paths are relative to the package, with `/` between parts.
#[derive(Debug)]
pub(super) struct Tree {
    root: PathBuf,
    /// The boundary for links.
    pub(super) links: LinkBoundary,
    /// All files, sorted.
    pub(super) files: Vec<String>,
    /// All folders, sorted.
    folders: Vec<String>,
    /// All broken links, sorted.
    pub(super) dangling: Vec<String>,
    /// The number of followed links that lead out of the package.
    followed: usize,
}

/// The folders of programs that verdicts depend on.
const JUDGING: [&str; 4] = ["output_validators", "output_validator", "graders", "static_validator"];

impl Tree {
    /// Walks through a package.
    pub(super) fn walk(root: &Path, links: LinkBoundary, diagnostics: &mut Diagnostics) -> Tree {
        let mut tree = Tree {
            root: root.to_path_buf(),
            links,
            files: Vec::new(),
            folders: Vec::new(),
            dangling: Vec::new(),
            followed: 0,
        };
        let mut walk = WalkDir::new(root).follow_links(true).into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) if entry.depth() == 0 => continue,
                Ok(entry) => entry,
                Err(error) => {
                    tree.cannot_walk(&error, diagnostics);
                    continue;
                }
            };
            if !tree.add(&entry, diagnostics) && entry.file_type().is_dir() {
                walk.skip_current_dir();
            }
            if tree.files.len() + tree.folders.len() > MAX_ENTRIES {
                let message = format!("there are more than {MAX_ENTRIES} files and folders");
                diagnostics.error("", message).blocking(Work::Converting);
                break;
            }
        }
        tree.files.sort_unstable();
        tree.folders.sort_unstable();
        tree.dangling.sort_unstable();
        if tree.followed > 0 {
            let lead = if tree.followed == 1 { "leads" } else { "lead" };
            let links = plural(tree.followed, "link", "links");
            let message =
                format!("{links} {lead} out of the package and into its repository; followed");
            let help = "`referee export` writes a package with copies in their place";
            diagnostics.warning("", message).help(help);
        }
        tree
    }

    /// Reports entries that the walk could not enter.
    fn cannot_walk(&mut self, error: &walkdir::Error, diagnostics: &mut Diagnostics) {
        let at = error.path().unwrap_or(&self.root);
        let path = shown_below(&self.root, at);
        if error.loop_ancestor().is_some() {
            diagnostics.error(path, "a cycle of links");
        } else if at.is_symlink() && !is_denied(error) {
            let is_hidden = path.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
            if !is_hidden {
                self.not_followed(&path, NotFollowed::Nowhere, diagnostics);
                self.dangling.push(path);
            }
        } else {
            diagnostics.error(path, walk_fault(&self.root, error).message);
        }
    }

    /// Reports a link that is not followed. A broken link blocks only work that needs it.
    fn not_followed(&self, path: &str, why: NotFollowed, diagnostics: &mut Diagnostics) {
        let message = match why {
            NotFollowed::Nowhere => "this link leads nowhere",
            NotFollowed::Outside if self.links.is_wider() => {
                "this link leads out of the package and of its repository; it is ignored"
            }
            NotFollowed::Outside => "this link leads out of the package; it is ignored",
            NotFollowed::Hidden => {
                "this link leads to a hidden file outside of the package; it is ignored"
            }
            NotFollowed::Around => "this link leads to a folder around the package; it is ignored",
        };
        let (folder, below) = path.split_once('/').unwrap_or((path, ""));
        let diagnostic = match why {
            // Without it, outputs would be judged by something else.
            _ if JUDGING.contains(&folder) && !below.contains('/') => {
                diagnostics.error(path, message).blocking(Work::Converting)
            }
            NotFollowed::Nowhere if folder != "data" => diagnostics.warning(path, message),
            _ => diagnostics.error(path, message),
        };
        match why {
            NotFollowed::Nowhere => {}
            NotFollowed::Outside if !self.links.is_wider() => {
                diagnostic.help("replace it with a copy of its target, or name a folder around both with --root");
            }
            _ => {
                diagnostic.help("replace it with a copy of its target");
            }
        }
    }

    /// Adds an entry and returns whether it is part of the package.
    fn add(&mut self, entry: &DirEntry, diagnostics: &mut Diagnostics) -> bool {
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
            match self.links.follow(entry.path()) {
                Ok(target) => self.followed += usize::from(target.is_beyond),
                Err(why) => {
                    self.not_followed(&path, why, diagnostics);
                    return false;
                }
            }
        }
        if !is_special && !name.to_str().is_some_and(names::counts) {
            note_name(&path, diagnostics);
            return false;
        }
        match entry.file_type() {
            kind if kind.is_dir() => self.folders.push(path),
            kind if kind.is_file() => {
                // Only inputs are measured: the sizes of all files would dominate the walk.
                let is_input = || {
                    CaseFileKind::split(&path).is_some_and(|(_, kind)| kind == CaseFileKind::Input)
                };
                let may_be_large = !path.starts_with("data/") || is_input();
                let size =
                    if may_be_large { entry.metadata().map_or(0, |found| found.len()) } else { 0 };
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
    Some(path.strip_prefix(root).ok()?.to_str()?.to_string())
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

/// Returns whether the walk lacked permission.
fn is_denied(error: &walkdir::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

fn note_name(path: &str, diagnostics: &mut Diagnostics) {
    diagnostics
        .warning(path, "it is ignored because of its name")
        .help("names consist of letters, digits, `_`, `.` and `-` in ASCII, and begin with a letter, a digit or `_`");
}
