//! A file under a temporary name in its own folder, renamed when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::temporary::temporary;
use crate::fault::Fault;

/// What becomes of a file that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and writing fails.
    Keep,
    /// It is replaced.
    Replace,
}

/// A file that appears under its name only when it is complete; what is written to it is buffered.
pub struct WholeFile {
    path: PathBuf,
    existing: Existing,
    /// Under its temporary name; none once it is finished.
    file: Option<(BufWriter<File>, TempPath)>,
}

impl WholeFile {
    /// Begins a file. Its folder is made with it, where there is none.
    ///
    /// # Errors
    /// There is such a file already and it is to be kept; there is something else than a file; the folder
    /// cannot be written to.
    pub fn begin(path: &Path, existing: Existing) -> Result<WholeFile, Fault> {
        if let Ok(there) = path.symlink_metadata() {
            // Nor is a link to a device such as `/dev/stdout` ever replaced.
            let leads_to_none = || path.metadata().is_ok_and(|target| !target.is_file());
            if !there.is_file() && !there.is_symlink() || leads_to_none() {
                return Err(Fault::no_file(path));
            }
            if existing == Existing::Keep {
                return Err(Fault::would_overwrite(path));
            }
        }
        let folder = nearest_folder(folder_of(path))?;
        let mut live = temporary();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".referee-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any other new file: the umask takes away from it what it takes away.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder).map_err(|error| {
            // The kind alone: the whole error tells the temporary name as well, which helps nobody.
            Fault::cannot_write(path, &error.kind().into())
        })?;
        live.paths.insert(file.path().to_path_buf());
        let (file, name) = file.into_parts();
        let file = Some((BufWriter::new(file), name));
        Ok(WholeFile { path: path.to_path_buf(), existing, file })
    }

    /// Whether nothing has been written to it.
    pub fn is_empty(&self) -> bool {
        self.file.as_ref().is_none_or(|(file, _)| {
            let is_empty = |metadata: fs::Metadata| metadata.len() == 0;
            file.buffer().is_empty() && file.get_ref().metadata().is_ok_and(is_empty)
        })
    }

    /// Gives the file its name. Until then, and if this fails, the old one is untouched.
    ///
    /// # Errors
    /// The system cannot write the rest of it, or cannot rename it.
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
            // It was not there when this file was begun.
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
            // What is buffered is not wanted any more.
            drop(file.into_parts());
            let mut live = temporary();
            live.paths.remove::<Path>(&name);
            drop(name);
        }
    }
}

/// The folder that a file lies in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The folder, or the nearest above it that is there: what is temporary lies there until the folder is made, so that nothing of it
/// is left if it never is.
pub(super) fn nearest_folder(folder: &Path) -> Result<&Path, Fault> {
    let mut above = folder.ancestors();
    let nearest = above.find(|above| above.symlink_metadata().is_ok()).unwrap_or(Path::new(""));
    match nearest {
        nearest if nearest == Path::new("") => Ok(Path::new(".")),
        nearest if nearest.is_dir() => Ok(nearest),
        // It cannot be made, and the system says why.
        _ => match fs::create_dir_all(folder) {
            Ok(()) => Ok(folder),
            Err(error) => Err(Fault::cannot_write(folder, &error)),
        },
    }
}

/// Writes a whole file at once.
///
/// # Errors
/// Those of [`WholeFile`], and a full disk.
pub fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Fault> {
    let mut file = WholeFile::begin(path, existing)?;
    file.write_all(bytes).map_err(|error| Fault::cannot_write(path, &error))?;
    file.finish()
}

/// Writes a whole file with what `content` holds from its start on.
///
/// # Errors
/// Those of [`WholeFile`], a full disk, content that cannot be read.
pub fn copy_whole<C>(path: &Path, content: &mut C, existing: Existing) -> Result<(), Fault>
where
    C: Read + Seek + ?Sized,
{
    let mut file = WholeFile::begin(path, existing)?;
    content
        .rewind()
        .and_then(|()| io::copy(content, &mut file))
        .map_err(|error| Fault::cannot_write(path, &error))?;
    file.finish()
}
