//! What is there for a while only: it is gone when it is not needed any more, or with Ctrl-C.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use crate::exit::INTERRUPTED;
use crate::fault::Fault;

/// The temporary files and folders that exist now. Whoever holds the lock keeps Ctrl-C waiting.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

pub(super) fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// From now on Ctrl-C (and SIGTERM, SIGHUP) removes half-written files and temporary folders before it ends the
/// process.
///
/// # Errors
/// The system refuses to install the handler.
pub fn clean_up_when_interrupted() -> Result<(), Fault> {
    ctrlc::set_handler(|| {
        let left = temporary();
        for path in left.iter() {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        // The lock is held until the end: no thread can begin another file now.
        std::process::exit(INTERRUPTED);
    })
    .map_err(|error| Fault::judge(format!("cannot handle Ctrl-C: {error}")))
}

/// An empty folder among the temporary ones, gone with this value, or with Ctrl-C.
#[derive(Debug)]
pub struct TemporaryFolder(tempfile::TempDir);

impl TemporaryFolder {
    /// Makes one. Every user of the machine can look into it: whoever runs a program there need not be who made it.
    ///
    /// # Errors
    /// There is no place for temporary folders, or no room.
    pub fn new() -> Result<TemporaryFolder, Fault> {
        TemporaryFolder::begin(&std::env::temp_dir(), "referee-", "")
    }

    /// Makes one in a folder, under a name that starts with a dot: what is in it may [get a name](Self::rename) there.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new_in(folder: &Path) -> Result<TemporaryFolder, Fault> {
        TemporaryFolder::begin(folder, ".referee-", ".tmp")
    }

    fn begin(above: &Path, prefix: &str, suffix: &str) -> Result<TemporaryFolder, Fault> {
        let mut live = temporary();
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(suffix);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o755));
        }
        let folder = builder.tempdir_in(above);
        let folder = folder.map_err(|error| Fault::cannot_write(above, &error))?;
        live.insert(folder.path().to_path_buf());
        Ok(TemporaryFolder(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Gives it another name, under which it remains.
    ///
    /// # Errors
    /// There is something else of that name, or the system refuses.
    pub fn rename(self, to: &Path) -> Result<(), Fault> {
        fs::rename(self.path(), to).map_err(|error| Fault::cannot_write(to, &error))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // It is gone before it is forgotten: Ctrl-C in between would leave it behind.
        let mut live = temporary();
        #[cfg(unix)]
        open_up(self.0.path());
        let _ = fs::remove_dir_all(self.0.path());
        live.remove(self.0.path());
    }
}

/// Opens folders that a program has closed even to us, so that they can be removed. Links are not followed.
#[cfg(unix)]
pub(crate) fn open_up(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
