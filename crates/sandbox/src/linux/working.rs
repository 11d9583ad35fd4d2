//! Working folders on the host, for programs without namespaces.
//!
//! They are in memory if there is room, and otherwise on the disk: a container may have a small
//! `/dev/shm`, or one that is full or read-only. A program would fail if it found its folder full
//! through no fault of its own, so it is not run, or its run does not count.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use referee_base::files::{HeldFolder, PROGRAMS, everyone, remove_all};
use rustix::fs::statvfs;

/// The most free space that a run requires, in bytes: few programs write more, whatever their
/// limit.
const ENOUGH: u64 = 256 << 20;

/// A file system with less free space counts as full, in bytes.
const FULL: u64 = 1 << 16;

/// Where working folders are created, the fastest first; or why there is none.
pub(super) struct WorkingFolders {
    homes: Vec<Result<HeldFolder, String>>,
    user: Option<u32>,
}

impl WorkingFolders {
    /// Creates a folder for them in each of these places that the user of the programs can reach.
    pub(super) fn new(folders: &[PathBuf], user: Option<u32>) -> WorkingFolders {
        let make = |folder: &PathBuf| {
            if user.is_some() && !everyone::may_enter(folder) {
                return Err(format!("other users cannot enter {}", folder.display()));
            }
            let made = HeldFolder::make(folder, PROGRAMS, "");
            made.map_err(|error| format!("{}: {error}", folder.display()))
        };
        WorkingFolders { homes: folders.iter().map(make).collect(), user }
    }

    /// Creates a working folder with room for this many bytes. An error says what is wrong with
    /// each place.
    pub(super) fn make(&self, room: u64) -> Result<WorkingFolder, String> {
        let mut reasons = Vec::new();
        for home in &self.homes {
            match home.as_ref().map_err(String::clone).and_then(|home| self.make_in(home, room)) {
                Ok(made) => return Ok(made),
                Err(reason) => reasons.push(reason),
            }
        }
        let reasons = reasons.join("; ");
        Err(format!("there is no place for a working folder ({reasons}); set TMPDIR to one"))
    }

    fn make_in(&self, home: &HeldFolder, room: u64) -> Result<WorkingFolder, String> {
        let files = home.files();
        let needed = room.min(ENOUGH);
        if let Some(free) = free(&files).filter(|&free| free < needed) {
            let (free, needed) = (free >> 20, needed.div_ceil(1 << 20));
            return Err(format!("{}: {free} MiB are free of {needed} MiB", files.display()));
        }
        WorkingFolder::new(&files, self.user)
            .map_err(|error| format!("{}: {error}", files.display()))
    }
}

/// A working folder on the host, removed with all its content.
pub(super) struct WorkingFolder(PathBuf);

impl WorkingFolder {
    fn new(home: &Path, id: Option<u32>) -> std::io::Result<WorkingFolder> {
        let made = tempfile::Builder::new().prefix("run-").tempdir_in(home)?;
        // No other user may read the folder, nor the files that the program leaves there.
        std::fs::set_permissions(made.path(), std::fs::Permissions::from_mode(0o700))?;
        if id.is_some() {
            std::os::unix::fs::chown(made.path(), id, id)?;
        }
        Ok(WorkingFolder(made.keep()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Fails if its file system became full: the program may have been refused what its limits
    /// allow.
    pub(super) fn is_not_full(&self) -> Result<(), String> {
        match free(&self.0).filter(|&free| free < FULL) {
            None => Ok(()),
            Some(_) => Err(format!(
                "the file system of {} became full; set TMPDIR to a larger one",
                self.0.display()
            )),
        }
    }
}

impl Drop for WorkingFolder {
    fn drop(&mut self) {
        // If this fails, the folder is removed together with the launcher's own.
        let _ = remove_all(&self.0);
    }
}

/// Returns how many bytes of a file system are free for every user, if known.
fn free(path: &Path) -> Option<u64> {
    let system = statvfs(path).ok()?;
    (system.f_blocks > 0).then(|| system.f_bavail.saturating_mul(system.f_frsize))
}
