//! The files of a package, and how they come onto disk.

use std::borrow::Cow;
use std::io::{self, Seek, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{Content, File, LeftOut};
use crate::fault::Fault;
use crate::files::{Existing, WholeFile, WholeFolder, read_at_most};

/// A package: files in order, and what is to be said about them.
#[derive(Debug, Clone, Default)]
pub struct Package {
    /// The folder that is around all files in an archive.
    pub folder: Option<String>,
    /// The files, by their paths, in byte order.
    pub files: Vec<File>,
    /// What of the problem is not in it.
    pub left_out: Vec<LeftOut>,
    /// What whoever uses the package must know.
    pub notes: Vec<String>,
}

/// How hard bytes are pressed. Another level would change the bytes of all packages.
const LEVEL: i64 = 6;

impl Content {
    /// The bytes.
    ///
    /// # Errors
    /// A file on disk cannot be read.
    pub fn read(&self) -> Result<Cow<'_, [u8]>, Fault> {
        match self {
            Content::Embedded(bytes) => Ok(Cow::Borrowed(bytes)),
            Content::Made(text) => Ok(Cow::Borrowed(text.as_bytes())),
            Content::OnDisk(path) => read_at_most(path, u64::MAX).map(Cow::Owned),
        }
    }
}

impl Package {
    /// Writes the package as a ZIP archive, whole or not at all.
    ///
    /// # Errors
    /// There is such a file and it is to be kept; a file of the package cannot be read; the archive cannot be written.
    pub fn write_archive(&self, path: &Path, existing: Existing) -> Result<(), Fault> {
        let mut file = WholeFile::begin(path, existing)?;
        let bytes = self.archive()?;
        file.write_all(&bytes).map_err(|error| Fault::cannot_write(path, &error))?;
        file.finish()
    }

    /// The package as a ZIP archive.
    ///
    /// # Errors
    /// A file of the package cannot be read.
    pub fn archive(&self) -> Result<Vec<u8>, Fault> {
        let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
        for file in &self.files {
            let bytes = file.content.read()?;
            put(&mut zip, &self.path_in_archive(file), file.is_executable, &bytes)
                .map_err(|error| Fault::judge(format!("cannot archive {}: {error}", file.path)))?;
        }
        let finished = zip.finish();
        let finished =
            finished.map_err(|error| Fault::judge(format!("cannot end the archive: {error}")))?;
        Ok(finished.into_inner())
    }

    /// Writes the package as a folder, whole or not at all, without the one around the files.
    ///
    /// # Errors
    /// There is something in the folder and it is to be kept; a file of the package cannot be read or written.
    pub fn write_folder(&self, path: &Path, existing: Existing) -> Result<(), Fault> {
        let folder = WholeFolder::begin(path, existing)?;
        for file in &self.files {
            let bytes = file.content.read()?;
            let written = match file.is_executable {
                true => folder.write_script(&file.path, &bytes),
                false => folder.write(&file.path, &bytes),
            };
            written.map_err(|error| Fault::cannot_write(&path.join(&file.path), &error))?;
        }
        folder.finish()
    }

    fn path_in_archive(&self, file: &File) -> String {
        match &self.folder {
            Some(folder) => format!("{folder}/{}", file.path),
            None => file.path.clone(),
        }
    }
}

fn put<W: Write + Seek>(
    zip: &mut ZipWriter<W>,
    path: &str,
    is_executable: bool,
    bytes: &[u8],
) -> Result<(), zip::result::ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(if is_executable { 0o755 } else { 0o644 });
    zip.start_file(path, options)?;
    zip.write_all(bytes)?;
    Ok(())
}
