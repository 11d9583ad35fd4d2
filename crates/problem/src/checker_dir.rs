//! The folders of a checker: one for its case, one for its feedback; both are used again.
//!
//! Making a file visible inside a sandbox and hiding it again changes mounts, and unmounting waits
//! for all processors: on a busy machine that takes longer than many checkers run. A sandbox that
//! gets the folders of the previous run has nothing to mount. So small files of a case are copied
//! into the folder, and only large ones are mounted. After each case both folders are emptied, or
//! removed if that fails.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use referee_base::fault::Fault;
use referee_base::files::{TemporaryFolder, everyone};
use referee_base::parallel::lock;

/// The maximum size of a file that is copied, in bytes.
const SMALL: u64 = 256 << 10;

/// The name of the files of any case, without extension.
const CASE: &str = "case";

/// The pool of unused folders, all empty.
#[derive(Debug, Default)]
pub(super) struct CheckerDirPool(Mutex<Vec<Folders>>);

#[derive(Debug)]
struct Folders {
    /// The folder that the checker only reads.
    case: TemporaryFolder,
    /// The folder that the checker works in and writes its feedback to.
    feedback: TemporaryFolder,
}

/// A pair of folders in use.
#[derive(Debug)]
pub(super) struct CheckerDir<'a> {
    checker_dirs: &'a CheckerDirPool,
    /// `None` only while it is dropped.
    folders: Option<Folders>,
    /// The paths to make readable inside a sandbox.
    readable: Vec<PathBuf>,
}

impl CheckerDirPool {
    /// Returns a pair of empty folders. Error: they cannot be created.
    pub(super) fn take(&self) -> Result<CheckerDir<'_>, Fault> {
        let free = lock(&self.0).pop();
        let folders = match free {
            Some(folders) => folders,
            None => Folders { case: TemporaryFolder::new()?, feedback: TemporaryFolder::new()? },
        };
        let readable = vec![folders.case.path().to_path_buf()];
        Ok(CheckerDir { checker_dirs: self, folders: Some(folders), readable })
    }
}

impl CheckerDir<'_> {
    /// Returns the folder for feedback.
    pub(super) fn feedback(&self) -> &Path {
        self.folders().feedback.path()
    }

    /// Returns all paths to make readable inside a sandbox.
    pub(super) fn readable(&self) -> &[PathBuf] {
        &self.readable
    }

    /// Makes a file readable for the checker, and returns its path there, which does not contain
    /// its name: that is the name of the case. A file that the checker's user may not read is
    /// copied whatever its size. Error: the file cannot be read, or the disk is full.
    pub(super) fn lay_out(&mut self, file: &Path) -> io::Result<PathBuf> {
        let above = file.parent().unwrap_or(Path::new("/"));
        let is_closed =
            everyone::are_of_another() && !(everyone::may_read(file) && everyone::may_enter(above));
        let name = Path::new(CASE).with_extension(file.extension().unwrap_or_default());
        let name = self.unused(name.as_os_str());
        if is_closed || file.metadata()?.len() <= SMALL {
            return self.copy(&name, &mut File::open(file)?);
        }
        let path = self.folders().case.path().join(name);
        symlink(file, &path)?;
        self.readable.push(file.to_path_buf());
        Ok(path)
    }

    /// Writes a file for the checker, replacing one of the same name, and returns its path there.
    /// Error: the disk is full.
    pub(super) fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        self.copy(name, &mut &*bytes)
    }

    /// Returns a name that no file there has yet: input and answer may have the same extension.
    fn unused(&self, name: &OsStr) -> PathBuf {
        let mut unused = name.to_os_string();
        while self.folders().case.path().join(&unused).exists() {
            unused.push("_");
        }
        unused.into()
    }

    fn copy(&self, name: &Path, content: &mut dyn Read) -> io::Result<PathBuf> {
        let path = self.folders().case.path().join(name);
        io::copy(content, &mut File::create(&path)?)?;
        // The checker may run as a user other than the file's owner.
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
            lock(&self.checker_dirs.0).push(folders);
        }
    }
}

/// Empties a folder. A subfolder is an error: checkers have no reason to create one.
fn clear(folder: &Path) -> io::Result<()> {
    everyone::permit(folder, 0o755)?;
    for entry in fs::read_dir(folder)? {
        fs::remove_file(entry?.path())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_same_name_stay_apart() {
        let folder = tempfile::tempdir().unwrap();
        let places = ["in", "ans"].map(|name| folder.path().join(name));
        for place in &places {
            fs::create_dir(place).unwrap();
            fs::write(place.join("1"), place.to_str().unwrap()).unwrap();
        }
        let pool = CheckerDirPool::default();
        let mut desk = pool.take().unwrap();
        let laid_out = places.each_ref().map(|place| desk.lay_out(&place.join("1")).unwrap());
        let read = laid_out.map(|path| PathBuf::from(fs::read_to_string(path).unwrap()));
        assert_eq!(read, places);
    }

    #[test]
    fn no_path_contains_the_name_of_a_case() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret-1.in");
        let pool = CheckerDirPool::default();
        for size in [SMALL, SMALL + 1] {
            fs::write(&file, vec![b'1'; size as usize]).unwrap();
            let mut desk = pool.take().unwrap();
            let path = desk.lay_out(&file).unwrap();
            assert_eq!(path, desk.folders().case.path().join("case.in"));
            assert_eq!(fs::read(path).unwrap().len() as u64, size);
        }
    }
}
