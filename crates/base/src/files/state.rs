//! The state of a file, which shows a change without reading the file; and the folder for state
//! that outlives a command.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

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
    let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let state = named.filter(|folder| folder.is_absolute());
    let state = state.or_else(|| Some(std::env::home_dir()?.join(".local/state")));
    Some(state.filter(|folder| folder.is_absolute())?.join("referee"))
}

/// Creates a folder that no other user may read.
///
/// # Errors
/// The folder cannot be created.
pub fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}
