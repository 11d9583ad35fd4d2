//! A file that is written under a temporary name in its own folder and renamed when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::held_file;
use super::temporary::temporary;
use crate::fault::Fault;

/// What to do with a file that exists already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Keep it, and fail.
    Keep,
    /// Replace it.
    Replace,
}

/// A file that appears under its name only when it is complete. Writes to it are buffered.
pub struct WholeFile {
    path: PathBuf,
    existing: Existing,
    /// The file under its temporary name; `None` once it is finished.
    file: Option<(BufWriter<File>, TempPath)>,
}

impl WholeFile {
    /// Begins a file. Its folder is created with it if it does not exist.
    ///
    /// # Errors
    /// The file exists and is to be kept; the path is not a regular file; the folder
    /// cannot be written to.
    pub fn begin(path: &Path, existing: Existing) -> Result<WholeFile, Fault> {
        let mut replaced = None;
        if let Ok(there) = path.symlink_metadata() {
            // A link to a device such as `/dev/stdout` is never replaced either.
            let leads_to_none = || path.metadata().is_ok_and(|target| !target.is_file());
            if !there.is_file() && !there.is_symlink() || leads_to_none() {
                return Err(Fault::no_file(path));
            }
            if existing == Existing::Keep {
                return Err(Fault::would_overwrite(path));
            }
            replaced = there.is_file().then(|| there.permissions().mode() & 0o777);
        }
        let folder = nearest_folder(folder_of(path))?;
        held_file::remove_abandoned(folder);
        let mut live = temporary();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".referee-").suffix(".tmp");
        // As for any other new file: the umask removes further bits.
        builder.permissions(fs::Permissions::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|error| {
            // Only the kind: the full error also contains the temporary name, which does not help
            // the user.
            Fault::cannot_write(path, &error.kind().into())
        })?;
        let (file, name) = file.into_parts();
        if let Some(mode) = replaced {
            // What only its owner may read stays so.
            let permissions = fs::Permissions::from_mode(mode);
            file.set_permissions(permissions).map_err(|error| Fault::cannot_write(path, &error))?;
        }
        let name = held_file::hold(&file, name);
        live.paths.insert(name.to_path_buf());
        let file = Some((BufWriter::new(file), name));
        Ok(WholeFile { path: path.to_path_buf(), existing, file })
    }

    /// Finishes the file if anything was written. Otherwise there is none: one that it would have
    /// replaced is removed.
    ///
    /// # Errors
    /// Those of [`finish`](Self::finish); the system cannot remove the file.
    pub fn finish_unless_empty(self) -> Result<(), Fault> {
        let is_empty = self.file.as_ref().is_none_or(|(file, _)| {
            let is_empty = |metadata: fs::Metadata| metadata.len() == 0;
            file.buffer().is_empty() && file.get_ref().metadata().is_ok_and(is_empty)
        });
        if !is_empty {
            return self.finish();
        }
        if self.existing == Existing::Replace && self.path.symlink_metadata().is_ok() {
            fs::remove_file(&self.path).map_err(|error| Fault::cannot_write(&self.path, &error))?;
        }
        Ok(())
    }

    /// Returns its path, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Finishes the file if everything was written to it.
    ///
    /// # Errors
    /// `written` is an error; those of [`finish`](Self::finish).
    pub fn finish_if(self, written: io::Result<()>) -> Result<(), Fault> {
        written.map_err(|error| Fault::cannot_write(&self.path, &error))?;
        self.finish()
    }

    /// Writes the rest of the file, and finishes it.
    ///
    /// # Errors
    /// The bytes cannot be written; those of [`finish`](Self::finish).
    pub fn finish_with(mut self, rest: &[u8]) -> Result<(), Fault> {
        let written = self.write_all(rest);
        self.finish_if(written)
    }

    /// Renames the file to its final name. Until then, and if this fails, an existing file is
    /// unchanged.
    ///
    /// # Errors
    /// The system cannot write the rest of the file, or cannot rename it.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.flush().map_err(|error| Fault::cannot_write(&self.path, &error))?;
        let Some((file, name)) = self.file.take() else { return Ok(()) };
        drop(file);
        let folder = folder_of(&self.path);
        fs::create_dir_all(folder).map_err(|error| Fault::cannot_write(folder, &error))?;
        let mut live = temporary();
        live.paths.remove::<Path>(&name);
        let renamed = match self.existing {
            Existing::Keep => name.persist_noclobber(&self.path),
            Existing::Replace => name.persist(&self.path),
        };
        renamed.map(drop).map_err(|error| match error.error.kind() {
            // It did not exist when this file was begun.
            io::ErrorKind::AlreadyExists => Fault::would_overwrite(&self.path),
            _ => Fault::cannot_write(&self.path, &error.error),
        })
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some((file, _)) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |(file, _)| file.flush())
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.as_mut().map_or(Ok(0), |(file, _)| file.seek(to))
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((file, name)) = self.file.take() {
            // The buffer is discarded, not flushed.
            drop(file.into_parts());
            let mut live = temporary();
            live.paths.remove::<Path>(&name);
            drop(name);
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Returns the folder, or its nearest existing parent: temporary files lie there until the folder
/// is created, so nothing is left behind if it never is.
pub(super) fn nearest_folder(folder: &Path) -> Result<&Path, Fault> {
    let mut above = folder.ancestors();
    let nearest = above.find(|above| above.symlink_metadata().is_ok()).unwrap_or(Path::new(""));
    match nearest {
        nearest if nearest == Path::new("") => Ok(Path::new(".")),
        nearest if nearest.is_dir() => Ok(nearest),
        nearest if nearest.exists() => Err(Fault::no_folder(nearest)),
        // The folder cannot be created. Trying it anyway yields the system's reason.
        _ => match fs::create_dir_all(folder) {
            Ok(()) => Ok(folder),
            Err(error) => Err(Fault::cannot_write(folder, &error)),
        },
    }
}

/// Writes a file as a whole.
///
/// # Errors
/// The same as for [`WholeFile`], and a full disk.
pub fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Fault> {
    WholeFile::begin(path, existing)?.finish_with(bytes)
}

/// Writes a file as a whole, with all of `content` from its start.
///
/// # Errors
/// The same as for [`WholeFile`], a full disk, and content that cannot be read.
pub fn copy_whole<C>(path: &Path, content: &mut C, existing: Existing) -> Result<(), Fault>
where
    C: Read + Seek + ?Sized,
{
    let mut file = WholeFile::begin(path, existing)?;
    let written = content.rewind().and_then(|()| io::copy(content, &mut file));
    file.finish_if(written.map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultClass;

    #[test]
    fn what_replaces_a_file_has_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.csv");
        for mode in [0o600, 0o777] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_whole(&path, b"new", Existing::Replace).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"new");
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_file_in_place_of_a_folder_is_bad_input() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let begun = WholeFile::begin(&file.join("a/b"), Existing::Keep);
        let fault = begun.map(drop).unwrap_err();
        assert_eq!(fault.class, FaultClass::BadInput);
        assert_eq!(fault.path.as_deref(), Some(&*file));
    }

    #[test]
    fn what_cannot_be_written_is_named_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        let mut file = WholeFile::begin(&path, Existing::Keep).unwrap();
        file.write_all(b"a part").unwrap();
        let fault = file.finish_if(Err(io::ErrorKind::StorageFull.into())).unwrap_err();
        assert_eq!(fault.path.as_deref(), Some(&*path));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
