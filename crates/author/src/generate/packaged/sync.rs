//! Syncs generated files with `data/`: writes missing ones, compares existing ones.
//!
//! Nothing outside of `data/` is modified: folders in it that are links are rejected, and files
//! that are links are replaced, not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, ErrorKind};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::made::{MadeContent, with_extension};
use crate::generate::{GenerateMode, Generated, OnDisk, compare};
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};
use referee_package::case_beside;
use referee_package::generators::Extension;
use referee_problem::cases::is_shown;

/// The `data/` folder of a package.
pub(super) struct Data<'a> {
    pub(super) folder: &'a Path,
    pub(super) mode: GenerateMode,
}

impl Data<'_> {
    /// Syncs the files of one case, or of one group, given by its path below `data/` without
    /// extension. Links lead to the files of the case `target`, which has the form of `name`.
    ///
    /// # Errors
    /// A file cannot be read or written, or a link is in place of its folder.
    pub(super) fn sync(
        &self,
        name: &str,
        target: &str,
        files: &BTreeMap<Extension, MadeContent>,
    ) -> Result<Generated, Fault> {
        let target = relative(name, target);
        let (mut missing, mut differing, mut differences) = (Vec::new(), Vec::new(), Vec::new());
        for (extension, content) in files {
            let below = format!("{name}.{extension}");
            self.refuse_linked_folders(&below)?;
            let path = self.folder.join(&below);
            match look(&path, content, &target)? {
                OnDisk::Same => {}
                OnDisk::Missing => missing.push((path, content)),
                OnDisk::Other(how) => {
                    differences.push(format!("{} differs: {how}", show(Path::new(&below))));
                    differing.push((path, content));
                }
            }
        }
        if self.mode == GenerateMode::Check {
            let below =
                |path: &Path| path.strip_prefix(self.folder).map_or(path.into(), Path::to_path_buf);
            let missing = missing.iter().map(|(path, _)| below(path));
            differences.extend(missing.map(|path| format!("{} is missing", show(&path))));
        }
        if !differences.is_empty() && self.mode != GenerateMode::Replace {
            return Ok(Generated::Different(differences));
        }
        Generated::written(missing, differing, |(path, content), existing| {
            write(&path, content, &target, existing)
        })
    }

    /// Creates the folder of a group.
    ///
    /// # Errors
    /// It cannot be created, or is a link.
    pub(super) fn make_folder(&self, below: &str) -> Result<(), Fault> {
        self.refuse_linked_folders(&format!("{below}/."))?;
        let path = self.folder.join(below);
        match self.mode {
            GenerateMode::Check => Ok(()),
            _ => fs::create_dir_all(&path).map_err(|error| Fault::cannot_write(&path, &error)),
        }
    }

    fn refuse_linked_folders(&self, below: &str) -> Result<(), Fault> {
        let ends = below.match_indices('/').map(|(at, _)| self.folder.join(&below[..at]));
        let mut folders = std::iter::once(self.folder.to_path_buf()).chain(ends);
        match folders.find(|folder| folder.is_symlink()) {
            None => Ok(()),
            Some(link) => Err(Fault::bad_input("a folder of data/ is a link")
                .at(link)
                .help("cases can only be written into the package itself")),
        }
    }

    /// Returns the files below `data/` that are neither in `known` nor extra files of a case in
    /// `known`, by their path below it. Names with a leading dot are skipped, and links to folders
    /// are not followed.
    pub(super) fn orphans(&self, known: &BTreeSet<String>) -> Vec<PathBuf> {
        let walk = walkdir::WalkDir::new(self.folder).sort_by_file_name().into_iter();
        let files = walk.filter_entry(is_shown).filter_map(Result::ok);
        let files = files.filter(|entry| !entry.file_type().is_dir());
        let below = |entry: &walkdir::DirEntry| {
            entry.path().strip_prefix(self.folder).ok().map(Path::to_path_buf)
        };
        let is_known = |path: &PathBuf| {
            let path = path.to_str().unwrap_or_default();
            // A link to a folder of extra files ends with its name.
            let is_beside = || case_beside(&format!("{path}/")).map(|case| format!("{case}.in"));
            known.contains(path) || is_beside().is_some_and(|input| known.contains(&input))
        };
        files.filter_map(|entry| below(&entry)).filter(|path| !is_known(path)).collect()
    }
}

/// Compares a path with its desired content; links lead to files of the case `target`.
fn look(path: &Path, wanted: &MadeContent, target: &Path) -> Result<OnDisk, Fault> {
    let found = match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(OnDisk::Missing),
        found => found.map_err(|error| Fault::cannot_read(path, &error))?,
    };
    match wanted {
        MadeContent::Link(extension) => {
            let target = with_extension(target, extension);
            let is_same = found.is_symlink() && path.read_link().is_ok_and(|link| link == target);
            let how = || OnDisk::Other(format!("it is not a link to {}", show(&target)));
            Ok(if is_same { OnDisk::Same } else { how() })
        }
        _ if found.is_symlink() => Ok(OnDisk::Other("it is a link".into())),
        MadeContent::Text(text) => compare(path, &mut Cursor::new(text.as_bytes())),
        MadeContent::File(from) => compare(path, &mut files::open(from)?),
    }
}

fn write(
    path: &Path,
    wanted: &MadeContent,
    target: &Path,
    existing: Existing,
) -> Result<(), Fault> {
    match wanted {
        MadeContent::Text(text) => files::write_whole(path, text.as_bytes(), existing),
        MadeContent::File(from) => files::copy_whole(path, &mut files::open(from)?, existing),
        MadeContent::Link(extension) => {
            let target = with_extension(target, extension);
            let cannot_write = |error| Fault::cannot_write(path, &error);
            if existing == Existing::Replace && !path.is_dir() {
                fs::remove_file(path).map_err(cannot_write)?;
            }
            let folder = path.parent().unwrap_or(path);
            fs::create_dir_all(folder).and_then(|()| symlink(target, path)).map_err(cannot_write)
        }
    }
}

/// Returns the path of a case relative to the folder of another one.
fn relative(from: &str, to: &str) -> PathBuf {
    let folders = |path: &'_ str| -> Vec<String> {
        let mut parts: Vec<String> = path.split('/').map(String::from).collect();
        parts.pop();
        parts
    };
    let (from_folders, to_folders) = (folders(from), folders(to));
    let common = from_folders.iter().zip(&to_folders).take_while(|(a, b)| a == b).count();
    let mut path: PathBuf = from_folders[common..].iter().map(|_| "..").collect();
    path.extend(&to_folders[common..]);
    path.push(to.rsplit('/').next().unwrap_or(to));
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_separates_no_folders() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret\\1.in"), "").unwrap();
        let data = Data { folder: folder.path(), mode: GenerateMode::Check };
        let known = BTreeSet::from(["secret/1.in".to_string()]);
        assert_eq!(data.orphans(&known), [Path::new("secret\\1.in")]);
    }

    #[test]
    fn links_begin_in_their_folder() {
        for (from, to, expected) in [
            ("secret/a", "secret/b", "b"),
            ("secret/x/a", "sample/b", "../../sample/b"),
            ("secret/a", "secret/x/y/b", "x/y/b"),
            ("secret/x/y/a", "secret/x/z/b", "../z/b"),
        ] {
            assert_eq!(relative(from, to), Path::new(expected));
        }
    }
}
