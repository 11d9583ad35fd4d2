//! The files of a package, written as an archive or a folder.

use std::borrow::Cow;
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::steady::Steady;
use super::{File, FileContent, OmittedPart};
use referee_base::fault::Fault;
use referee_base::files::{self, Existing, WholeFile, WholeFolder, read_at_most};
use referee_package::constants::substitute;

/// A package: files in order, with notes about them.
#[derive(Debug, Clone, Default)]
pub struct ExportedPackage {
    /// The folder in an archive that contains all files, if any.
    pub folder: Option<String>,
    /// The files, by their paths, in byte order.
    pub files: Vec<File>,
    /// The parts of the problem that are left out.
    pub left_out: Vec<OmittedPart>,
    /// Notes for users of the package.
    pub notes: Vec<String>,
    /// Tasks for a person, in the imperative: what other tools require and no converter can make.
    pub by_hand: Vec<String>,
}

/// The compression level. Another level would change the bytes of all packages.
const LEVEL: i64 = 6;

/// The size of the compressed pieces, in bytes. Another one would change the bytes of packages.
const AT_ONCE: u64 = 1 << 20;

/// The size of an entry, in bytes, from which an archive needs ZIP64.
const LARGE: u64 = u32::MAX as u64;

impl FileContent {
    /// Reads the content.
    ///
    /// # Errors
    /// A file on disk cannot be read.
    pub fn read(&self) -> Result<Cow<'_, [u8]>, Fault> {
        match self {
            FileContent::Embedded(bytes) => Ok(Cow::Borrowed(bytes)),
            FileContent::Made(text) => Ok(Cow::Borrowed(text.as_bytes())),
            FileContent::OnDisk(path) => read_at_most(path, u64::MAX).map(Cow::Owned),
            FileContent::Filled(path, constants) => {
                let bytes = read_at_most(path, u64::MAX)?;
                Ok(Cow::Owned(substitute(&bytes, constants)))
            }
        }
    }

    /// Opens the content as a stream, without holding files in memory. Also returns its length.
    fn open(&self) -> Result<(Box<dyn Read + '_>, u64), Fault> {
        if let FileContent::OnDisk(path) = self {
            let file = files::open(path)?;
            let size = file.metadata().map_err(|error| Fault::cannot_read(path, &error))?.len();
            return Ok((Box::new(file), size));
        }
        let bytes = self.read()?;
        let size = bytes.len() as u64;
        Ok((Box::new(Cursor::new(bytes)), size))
    }
}

impl ExportedPackage {
    /// Writes the package as a ZIP archive, completely or not at all.
    ///
    /// # Errors
    /// The path exists and must not be replaced, a file of the package cannot be read, or the
    /// archive cannot be written.
    pub fn write_archive(&self, path: &Path, existing: Existing) -> Result<(), Fault> {
        let mut file = WholeFile::begin(path, existing)?;
        let mut steady = Steady::new(&mut file);
        self.put_into(&mut steady)?;
        match steady.take_error() {
            Some(error) => Err(Fault::cannot_write(path, &error)),
            None => file.finish(),
        }
    }

    /// Returns the package as a ZIP archive.
    ///
    /// # Errors
    /// A file of the package cannot be read.
    pub fn archive(&self) -> Result<Vec<u8>, Fault> {
        let mut bytes = Cursor::new(Vec::new());
        self.put_into(&mut Steady::new(&mut bytes))?;
        Ok(bytes.into_inner())
    }

    fn put_into<W: Write + Seek>(&self, archive: &mut Steady<W>) -> Result<(), Fault> {
        let mut zip = ZipWriter::new(archive);
        let folder: String = self.folder.iter().map(|folder| format!("{folder}/")).collect();
        for file in &self.files {
            if zip.get_ref().is_some_and(|archive| archive.has_failed()) {
                break;
            }
            let (mut content, size) = file.content.open()?;
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .compression_level(Some(LEVEL))
                .last_modified_time(DateTime::default())
                .large_file(size >= LARGE)
                .unix_permissions(if file.is_executable { 0o755 } else { 0o644 });
            let begun = zip.start_file(format!("{folder}{}", file.path), options);
            begun
                .map_err(io::Error::from)
                .and_then(|()| copy(&mut content, &mut zip))
                .map_err(|error| Fault::judge(format!("cannot archive {}: {error}", file.path)))?;
        }
        let finished = zip.finish();
        finished.map_err(|error| Fault::judge(format!("cannot end the archive: {error}")))?;
        Ok(())
    }

    /// Writes the package as a folder, completely or not at all, without the enclosing folder of an
    /// archive.
    ///
    /// # Errors
    /// The folder is not empty and must not be replaced, or a file of the package cannot be read or
    /// written.
    pub fn write_folder(&self, path: &Path, existing: Existing) -> Result<(), Fault> {
        let folder = WholeFolder::begin(path, existing)?;
        for file in &self.files {
            let (mut content, _) = file.content.open()?;
            let written = if file.is_executable {
                folder.copy_script(&file.path, &mut content)
            } else {
                folder.copy(&file.path, &mut content)
            };
            written.map_err(|error| Fault::cannot_write(&path.join(&file.path), &error))?;
        }
        folder.finish()
    }
}

/// Copies all bytes in pieces of fixed size, since the compressed bytes depend on the pieces.
fn copy(content: &mut impl Read, archive: &mut impl Write) -> io::Result<()> {
    let mut piece = Vec::new();
    loop {
        piece.clear();
        if content.take(AT_ONCE).read_to_end(&mut piece)? == 0 {
            return Ok(());
        }
        archive.write_all(&piece)?;
    }
}
