//! The state of a file, which shows a change without reading the file; and the folders for what
//! outlives a command.

use std::fs::{DirBuilder, Metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::everyone::is_own;

/// The properties of a file that change when it is written or replaced: device, inode number, size,
/// and the times of the last modification and status change, in nanoseconds. Only root can set the
/// last one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileState([i128; 5]);

/// After a change this recent, in nanoseconds, another change may have the same time: clocks of
/// file systems tick every ten milliseconds, and some every two seconds.
const RECENT: i128 = 3_000_000_000;

impl FileState {
    /// Returns the state of a file, or `None` if there is no such file.
    pub fn of(path: &Path) -> Option<FileState> {
        let found = path.metadata().ok()?;
        let nanoseconds =
            |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Some(FileState([
            found.dev().into(),
            found.ino().into(),
            found.size().into(),
            nanoseconds(found.mtime(), found.mtime_nsec()),
            nanoseconds(found.ctime(), found.ctime_nsec()),
        ]))
    }

    /// Returns the size of the file, in bytes.
    pub fn size(&self) -> i128 {
        self.0[2]
    }

    /// Returns whether the last change is so long ago that every further change shows in the state.
    pub fn is_settled(&self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
        let now = i128::try_from(now).unwrap_or(0);
        self.0[3..].iter().all(|changed| changed + RECENT < now)
    }

    /// Formats the state as a single word.
    pub fn in_a_word(&self) -> String {
        self.0.map(|number| format!("{number:x}")).join("-")
    }
}

/// Returns the folder for state that outlives a command: `$XDG_STATE_HOME/referee`, or else
/// `~/.local/state/referee`.
pub fn state_folder() -> Option<PathBuf> {
    own_folder("XDG_STATE_HOME", ".local/state")
}

/// Returns the folder for what can be made again: `$XDG_CACHE_HOME/referee`, or else
/// `~/.cache/referee`.
pub fn cache_folder() -> Option<PathBuf> {
    own_folder("XDG_CACHE_HOME", ".cache")
}

fn own_folder(variable: &str, in_home: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let folder = named.filter(|folder| folder.is_absolute());
    let folder = folder.or_else(|| Some(std::env::home_dir()?.join(in_home)));
    Some(folder.filter(|folder| folder.is_absolute())?.join("referee"))
}

/// Creates a folder that no other user may read.
///
/// # Errors
/// The folder cannot be created.
pub fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Returns whether a folder belongs to this user, and no other may write to it.
pub fn is_private(folder: &Path) -> bool {
    let is_safe = |found: Metadata| found.is_dir() && is_own(&found) && found.mode() & 0o022 == 0;
    folder.symlink_metadata().is_ok_and(is_safe)
}
