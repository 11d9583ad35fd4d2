//! Temporary files that show whether the process that writes them is still alive.
//!
//! As with [folders](super::held), a lock shows it, which the kernel releases when its owner ends.
//! A file gets a name that marks it as held, and by which machine, only once it is locked, so no
//! other file, and none that is just being created, is ever removed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::TempPath;

use crate::parallel::lock;

use super::held::{is_abandoned, is_of_user, machine};

/// How the names of held files start and end.
const PREFIX: &str = ".referee-";
const SUFFIX: &str = ".held.tmp";

/// Locks a file and gives it a name that says so. Without locks, it keeps its name.
pub(super) fn hold(file: &File, name: TempPath) -> TempPath {
    // If a held lock can be taken again, locks are only simulated, and other processes would
    // consider the file abandoned.
    let is_held =
        file.try_lock().is_ok() && File::open(&name).is_ok_and(|again| again.try_lock().is_err());
    let start = name.to_string_lossy();
    let held = format!("{}.{}{SUFFIX}", start.trim_end_matches(".tmp"), machine());
    let held = PathBuf::from(held);
    if !is_held || held.symlink_metadata().is_ok() {
        return name;
    }
    match TempPath::try_from_path(held) {
        Ok(held) if fs::rename(&name, &held).is_ok() => held,
        _ => name,
    }
}

/// Removes the held files in a folder that belong to this user and whose process has ended. Only
/// the first call for a folder has an effect.
pub(super) fn remove_abandoned(folder: &Path) {
    static LOOKED_AT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut looked_at = lock(&LOOKED_AT);
    if looked_at.insert(folder.to_path_buf()) {
        remove_now(folder);
    }
}

fn remove_now(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        // A link could lead to any file.
        let Some(name) = name.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_file())) else {
            continue;
        };
        let machine = name.split_once('.').map_or("", |(_, machine)| machine);
        let path = entry.path();
        let Ok(file) = super::open::open_no_link(&path) else { continue };
        if is_of_user(&file) && is_abandoned(&file, machine) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(folder: &Path) -> (File, TempPath) {
        let file = tempfile::Builder::new().prefix(PREFIX).suffix(".tmp").tempfile_in(folder);
        let (file, name) = file.unwrap().into_parts();
        let name = hold(&file, name);
        (file, name)
    }

    #[test]
    fn only_files_whose_owner_is_gone_are_removed() {
        use std::os::unix::fs::{chown, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (_alive, name) = held(folder.path());
        assert!(name.to_string_lossy().ends_with(SUFFIX));
        let (dead, left) = held(folder.path());
        let left = left.keep().unwrap();
        drop(dead);
        let at = |name: &str| folder.path().join(name);
        let others = [".referee-a.tmp", ".referee-b.held.tmp.txt", "referee-c.held.tmp"];
        others.iter().for_each(|other| fs::write(at(other), "").unwrap());
        fs::write(at("mine"), "").unwrap();
        symlink(at("mine"), at(".referee-link.held.tmp")).unwrap();
        fs::create_dir(at(".referee-folder.held.tmp")).unwrap();
        fs::write(at(".referee-d.another-machine.held.tmp"), "").unwrap();
        fs::write(at(".referee-foreign.held.tmp"), "").unwrap();
        let is_root = chown(at(".referee-foreign.held.tmp"), Some(1), Some(1)).is_ok();
        remove_now(folder.path());
        assert!(!left.exists() && name.exists() && at("mine").exists());
        assert!(others.iter().all(|other| at(other).exists()));
        assert!(at(".referee-link.held.tmp").is_symlink());
        assert!(at(".referee-folder.held.tmp").is_dir());
        assert!(at(".referee-d.another-machine.held.tmp").exists());
        assert_eq!(at(".referee-foreign.held.tmp").exists(), is_root);
    }
}
