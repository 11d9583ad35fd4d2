//! Temporary folders that say whether the process that made them still lives.
//!
//! A process that is killed leaves its temporary folders behind; the next one removes them. A process number in the name would
//! not tell whether the owner lives: numbers are given again, and mean something else in another namespace. A lock does, since the
//! kernel releases it with its owner, whatever ends that. Without the file that is locked, nothing is ever removed: a
//! folder may be called like one of ours.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::everyone;
use super::remove::remove_all;

/// The file that is locked.
const LOCK: &str = ".held-by-referee";

/// The folder for what is put there.
const FILES: &str = "files";

/// How the names of the working folders of programs begin, where those are not in namespaces of their own.
pub const PROGRAMS: &str = "program-";

/// Where those are: in memory where there is such a file system, by far the faster.
pub fn folder_of_programs() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

/// A temporary folder that is removed by the next process if this one cannot do it.
#[derive(Debug)]
pub struct HeldFolder {
    path: PathBuf,
    /// Held as long as this is there.
    _lock: File,
}

impl HeldFolder {
    /// Makes one, which every user may enter.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(above: &Path, prefix: &str, suffix: &str) -> io::Result<HeldFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(suffix);
        loop {
            let made = builder.tempdir_in(above)?;
            let path = made.path().to_path_buf();
            let lock = File::create_new(path.join(LOCK))?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                // Nobody else is to hold it, nor leave anything in it.
                lock.set_permissions(fs::Permissions::from_mode(0o600))?;
            }
            // Where a file system knows no locks, the others get none either, and leave the folder alone.
            let is_held = !matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock));
            // Another process may have taken it for an abandoned one before it was locked.
            if is_held && path.join(LOCK).symlink_metadata().is_ok() {
                let files = path.join(FILES);
                fs::create_dir(&files)?;
                // Whatever the umask.
                for folder in [&path, &files] {
                    everyone::permit(folder, 0o755)?;
                }
                return Ok(HeldFolder { path: made.keep(), _lock: lock });
            }
        }
    }

    /// The folder itself, for what is to be removed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder for files in it.
    pub fn files(&self) -> PathBuf {
        self.path.join(FILES)
    }
}

impl Drop for HeldFolder {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a held folder. The file that is locked goes last: if this is interrupted, the next process goes on.
pub(super) fn remove(path: &Path) {
    let files = path.join(FILES);
    let _ = remove_all(&files);
    if files.symlink_metadata().is_err() {
        let _ = fs::remove_file(path.join(LOCK));
        let _ = fs::remove_dir(path);
    }
}

/// Whether a folder has been made here, by this process or another one.
pub(super) fn is_held_folder(path: &Path) -> bool {
    path.join(LOCK).symlink_metadata().is_ok()
}

/// Removes the held folders in a folder whose names begin so, which are of this user and whose process is no more.
pub(super) fn remove_abandoned(above: &Path, prefix: &str) {
    abandoned(above, prefix).iter().for_each(Abandoned::remove);
}

/// A held folder whose process is no more. As long as this is there, no other process takes it for one.
pub(super) struct Abandoned {
    path: PathBuf,
    _lock: File,
}

impl Abandoned {
    pub(super) fn remove(&self) {
        remove(&self.path);
    }
}

/// Finds them.
pub(super) fn abandoned(above: &Path, prefix: &str) -> Vec<Abandoned> {
    let mut found = Vec::new();
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let is_named = entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes());
        // Of a link this says that it is no folder.
        if !is_named || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let path = entry.path();
        let Ok(lock) = super::open::open_no_link(&path.join(LOCK)) else { continue };
        if is_own(&path, &lock) && lock.try_lock().is_ok() {
            found.push(Abandoned { path, _lock: lock });
        }
    }
    found
}

/// Whether a folder and a file are of this user.
#[cfg(unix)]
fn is_own(folder: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::geteuid().as_raw();
    folder.symlink_metadata().is_ok_and(|found| found.is_dir() && found.uid() == user)
        && file.metadata().is_ok_and(|found| found.uid() == user)
}

#[cfg(not(unix))]
fn is_own(_folder: &Path, _file: &File) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_whose_owner_is_gone_are_removed() {
        let above = tempfile::tempdir().unwrap();
        let make = || HeldFolder::make(above.path(), "x-", "").unwrap();
        let (alive, dead, other) = (make(), make(), make());
        fs::create_dir(dead.files().join("deep")).unwrap();
        fs::write(dead.files().join("deep/file"), "").unwrap();
        let path = dead.path().to_path_buf();
        // As if the process had been killed: what is locked is released, and nothing is removed.
        let dead = std::mem::ManuallyDrop::new(dead);
        dead._lock.unlock().unwrap();
        let not_ours = above.path().join("x-course");
        fs::create_dir(&not_ours).unwrap();
        fs::write(not_ours.join("grades"), "").unwrap();
        remove_abandoned(above.path(), "x-");
        assert!(!path.exists());
        assert!(alive.files().is_dir() && other.files().is_dir() && not_ours.is_dir());
        drop((alive, other));
        assert_eq!(fs::read_dir(above.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn links_and_folders_of_others_are_left_alone() {
        use std::os::unix::fs::{chown, symlink};
        let above = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let abandoned = |folder: &Path| {
            fs::create_dir_all(folder.join(FILES)).unwrap();
            fs::write(folder.join(LOCK), "").unwrap();
            fs::write(folder.join(FILES).join("kept"), "").unwrap();
        };
        abandoned(elsewhere.path());
        symlink(elsewhere.path(), above.path().join("x-link")).unwrap();
        let inside = above.path().join("x-inside");
        fs::create_dir(&inside).unwrap();
        fs::write(inside.join(LOCK), "").unwrap();
        symlink(elsewhere.path().join(FILES), inside.join(FILES)).unwrap();
        let foreign = above.path().join("x-foreign");
        abandoned(&foreign);
        let is_root = chown(&foreign, Some(1), Some(1)).is_ok();
        remove_abandoned(above.path(), "x-");
        assert!(elsewhere.path().join(FILES).join("kept").exists());
        assert_eq!(foreign.exists(), is_root);
    }
}
