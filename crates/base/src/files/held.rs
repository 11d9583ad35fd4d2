//! Temporary folders that show whether the process that made them is still alive.
//!
//! A process that is killed leaves its temporary folders behind; the next process removes them. A
//! process ID in the name would not show whether the owner is alive: IDs are reused, and mean
//! something else in another namespace. A lock does, because the kernel releases it when its owner
//! ends, in whatever way. A folder without the lock file is never removed, since a folder of the
//! user may have the same prefix. Some network file systems show a lock only on the machine that
//! took it, so the lock file names this machine, and others leave its folders alone.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::everyone;
use super::remove::remove_all;
use crate::machine::host_name;

const LOCK: &str = ".held-by-referee";

/// The name of the lock file until it is locked.
const UNLOCKED: &str = ".to-be-held-by-referee";

const FILES: &str = "files";

/// After this time without a change, another machine has abandoned what it held.
const LEFT_BEHIND: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The maximum length of a machine's name that is read, in bytes.
const MAX_NAME: u64 = 256;

/// The prefix of the working folders of programs that run without namespaces of their own.
pub const PROGRAMS: &str = "program-";

/// Returns the folders that may contain them: the file system in memory first, if there is one,
/// since it is far faster, then the system's folder for temporary files.
pub fn folders_of_programs() -> Vec<PathBuf> {
    let memory = PathBuf::from("/dev/shm");
    let folders = [memory, temp_dir()];
    folders.into_iter().filter(|folder| folder.is_dir()).collect()
}

/// Returns the system's folder for temporary files. Commands contain its path, some in a list that
/// colons separate: `/tmp` replaces one that no command could contain, and one without a name.
pub(super) fn temp_dir() -> PathBuf {
    let folder = std::env::temp_dir();
    let is_plain = folder.to_str().is_some_and(|path| !path.is_empty() && !path.contains(':'));
    if is_plain { folder } else { PathBuf::from("/tmp") }
}

/// A temporary folder that the next process removes if this one cannot.
#[derive(Debug)]
pub struct HeldFolder {
    path: PathBuf,
    /// Held as long as this value exists.
    _lock: File,
}

impl HeldFolder {
    /// Makes a held folder, which every user may enter.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn make(above: &Path, prefix: &str, suffix: &str) -> io::Result<HeldFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(suffix);
        let made = builder.tempdir_in(above)?;
        let path = made.path().to_path_buf();
        let unlocked = path.join(UNLOCKED);
        let lock = File::create_new(&unlocked)?;
        // Otherwise, another user could take the lock or write to the file.
        lock.set_permissions(fs::Permissions::from_mode(0o600))?;
        // A file system without locks gives none to other processes either, so they leave the
        // folder alone.
        let _ = lock.try_lock();
        // On a full disk, the lock alone has to do.
        let _ = (&lock).write_all(machine().as_bytes());
        // The file is renamed only once it is locked, so no process ever finds it unlocked. If a
        // held lock can be taken again, locks are only simulated, as under the filter of a sandbox:
        // other processes would consider the folder abandoned.
        match File::open(&unlocked)?.try_lock() {
            Ok(()) => fs::remove_file(&unlocked)?,
            Err(_) => fs::rename(&unlocked, path.join(LOCK))?,
        }
        let files = path.join(FILES);
        fs::create_dir(&files)?;
        // Set explicitly, since the umask may have removed permissions.
        for folder in [&path, &files] {
            everyone::permit(folder, 0o755)?;
        }
        Ok(HeldFolder { path: made.keep(), _lock: lock })
    }

    /// Returns the folder itself, which is to be removed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the folder for files in it.
    pub fn files(&self) -> PathBuf {
        self.path.join(FILES)
    }
}

impl Drop for HeldFolder {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a held folder. The lock file goes last: if the removal is interrupted, the next process
/// continues it.
pub(super) fn remove(path: &Path) {
    let files = path.join(FILES);
    let _ = remove_all(&files);
    if files.symlink_metadata().is_err() {
        let _ = fs::remove_file(path.join(LOCK));
        let _ = fs::remove_dir(path);
    }
}

/// Returns whether a folder was made by this module, in this process or another one.
pub(super) fn is_held_folder(path: &Path) -> bool {
    path.join(LOCK).symlink_metadata().is_ok()
}

/// Removes the held folders with this prefix in a folder that belong to this user and whose process
/// has ended.
pub(super) fn remove_abandoned(above: &Path, prefix: &str) {
    drop(abandoned(above, prefix));
}

/// Returns the abandoned held folders with this prefix in a folder, now held by this process:
/// dropping one removes it.
pub(super) fn abandoned(above: &Path, prefix: &str) -> Vec<HeldFolder> {
    let mut found = Vec::new();
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let is_named = entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes());
        // A link could lead to any folder.
        if !is_named || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let path = entry.path();
        let Ok(lock) = super::open::open_no_link(&path.join(LOCK)) else { continue };
        let mut machine = String::new();
        let _ = (&lock).take(MAX_NAME).read_to_string(&mut machine);
        if is_own(&path, &lock) && is_abandoned(&lock, &machine) {
            found.push(HeldFolder { path, _lock: lock });
        }
    }
    found
}

fn is_own(folder: &Path, file: &File) -> bool {
    folder.symlink_metadata().is_ok_and(|found| found.is_dir() && everyone::is_own(&found))
        && is_of_user(file)
}

/// Returns the name of this machine, as far as it can be part of the name of a file.
pub(super) fn machine() -> String {
    let name = host_name().unwrap_or_default();
    name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

/// Returns whether a file is no longer locked, and locks it then. `machine` is the one that locked
/// it, if known: whether another one still does may not be visible here.
pub(super) fn is_abandoned(file: &File, machine: &str) -> bool {
    let is_old = || {
        let changed = file.metadata().and_then(|found| found.modified()).ok();
        changed.and_then(|changed| changed.elapsed().ok()).is_some_and(|age| age > LEFT_BEHIND)
    };
    let is_visible = machine.is_empty() || machine == self::machine();
    (is_visible || is_old()) && file.try_lock().is_ok()
}

pub(super) fn is_of_user(file: &File) -> bool {
    file.metadata().is_ok_and(|found| everyone::is_own(&found))
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
        // As if the process had been killed: the lock is released, and nothing is removed.
        let dead = std::mem::ManuallyDrop::new(dead);
        dead._lock.unlock().unwrap();
        let not_ours = above.path().join("x-course");
        fs::create_dir(&not_ours).unwrap();
        fs::write(not_ours.join("grades"), "").unwrap();
        let elsewhere = above.path().join("x-elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join(LOCK), "another-machine").unwrap();
        remove_abandoned(above.path(), "x-");
        assert!(!path.exists() && elsewhere.exists());
        let lock = File::options().write(true).open(elsewhere.join(LOCK)).unwrap();
        lock.set_modified(std::time::SystemTime::now() - 2 * LEFT_BEHIND).unwrap();
        remove_abandoned(above.path(), "x-");
        assert!(!elsewhere.exists());
        assert!(alive.files().is_dir() && other.files().is_dir() && not_ours.is_dir());
        drop((alive, other));
        assert_eq!(fs::read_dir(above.path()).unwrap().count(), 1);
    }

    #[test]
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
