//! Where a checker finds its case and leaves its feedback: two folders, used again and again.
//!
//! To show a file inside a sandbox and to take it away again are changes of mounts, of which the last waits for all processors: on a busy
//! machine that takes longer than many a checker. A sandbox that gets the folders of the run before has nothing to mount. So
//! small files of a case are copied, and only large ones are shown where they are. After each case both folders are emptied;
//! where that cannot be, they go.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use referee_base::fault::Fault;
use referee_base::files::{TemporaryFolder, everyone};

/// The largest file that is copied, in bytes.
const SMALL: u64 = 256 << 10;

/// Desks that are free, all empty.
#[derive(Debug, Default)]
pub(super) struct Desks(Mutex<Vec<Folders>>);

#[derive(Debug)]
struct Folders {
    /// What the checker only reads.
    case: TemporaryFolder,
    /// Where it works and leaves its feedback.
    feedback: TemporaryFolder,
}

/// A desk in use.
#[derive(Debug)]
pub(super) struct CheckerDir<'a> {
    desks: &'a Desks,
    /// Always there, until they are given back.
    folders: Option<Folders>,
    /// What is to be shown inside a sandbox to read.
    readable: Vec<PathBuf>,
}

impl Desks {
    /// An empty desk.
    ///
    /// # Errors
    /// There is no place for temporary folders, or no room.
    pub(super) fn take(&self) -> Result<CheckerDir<'_>, Fault> {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let folders = match free {
            Some(folders) => folders,
            None => Folders { case: TemporaryFolder::new()?, feedback: TemporaryFolder::new()? },
        };
        let readable = vec![folders.case.path().to_path_buf()];
        Ok(CheckerDir { desks: self, folders: Some(folders), readable })
    }
}

impl CheckerDir<'_> {
    /// The folder for feedback.
    pub(super) fn feedback(&self) -> &Path {
        self.folders().feedback.path()
    }

    /// All that is to be shown inside a sandbox to read.
    pub(super) fn readable(&self) -> &[PathBuf] {
        &self.readable
    }

    /// Lays a file out to read, and says where the checker finds it. A large one that is closed to the user as which the checker may
    /// run is copied as well.
    ///
    /// # Errors
    /// It cannot be read, or there is no room.
    pub(super) fn lay_out(&mut self, file: &Path) -> io::Result<PathBuf> {
        let above = file.parent().unwrap_or(Path::new("/"));
        let is_closed =
            everyone::are_of_another() && !(everyone::may_read(file) && everyone::may_enter(above));
        match file.file_name() {
            Some(name) if is_closed || file.metadata()?.len() <= SMALL => {
                self.copy(name.as_ref(), &mut File::open(file)?)
            }
            _ => {
                self.readable.push(file.to_path_buf());
                Ok(file.to_path_buf())
            }
        }
    }

    /// Writes a file to read, in place of one of the same name, and says where the checker finds it.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        self.copy(name, &mut &*bytes)
    }

    fn copy(&self, name: &Path, content: &mut dyn Read) -> io::Result<PathBuf> {
        let path = self.folders().case.path().join(name);
        io::copy(content, &mut File::create(&path)?)?;
        // Whoever runs the checker need not be who made the file.
        everyone::permit(&path, 0o644)?;
        Ok(path)
    }

    fn folders(&self) -> &Folders {
        self.folders.as_ref().expect("they are in use")
    }
}

impl Drop for CheckerDir<'_> {
    fn drop(&mut self) {
        if let Some(folders) = self.folders.take()
            && clear(folders.case.path()).is_ok()
            && clear(folders.feedback.path()).is_ok()
        {
            self.desks.0.lock().unwrap_or_else(PoisonError::into_inner).push(folders);
        }
    }
}

/// Makes a folder as good as new. Another folder in it is an error: checkers have no business with such.
fn clear(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    }
    for entry in fs::read_dir(folder)? {
        fs::remove_file(entry?.path())?;
    }
    Ok(())
}
