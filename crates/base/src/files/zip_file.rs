//! Files in a zip archive that appears when all of them are complete.

use std::io::{self, Cursor, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::whole::{Existing, WholeFile};
use crate::fault::Fault;

/// A zip archive that appears under its name only when it is complete. Equal files give equal
/// bytes.
pub struct WholeZip {
    file: WholeFile,
    /// The archive, in memory until it is complete: a writer whose output failed prints an error
    /// when it is dropped.
    writer: ZipWriter<Cursor<Vec<u8>>>,
}

impl WholeZip {
    /// Begins an archive.
    ///
    /// # Errors
    /// The same as for [`WholeFile::begin`].
    pub fn begin(path: &Path, existing: Existing) -> Result<WholeZip, Fault> {
        let file = WholeFile::begin(path, existing)?;
        let writer = ZipWriter::new(Cursor::new(Vec::new()));
        Ok(WholeZip { file, writer })
    }

    /// Adds a file.
    ///
    /// # Errors
    /// A file has that name already, or the system cannot write it.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        self.writer.start_file(name, options)?;
        self.writer.write_all(bytes)
    }

    /// Finishes the archive, and renames it to its final name.
    ///
    /// # Errors
    /// The same as for [`WholeFile::finish`].
    pub fn finish(self) -> Result<(), Fault> {
        match self.writer.finish() {
            Ok(archive) => self.file.finish_with(archive.get_ref()),
            Err(error) => self.file.finish_if(Err(error.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn an_archive_is_there_when_it_is_complete_and_always_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("texts.zip");
        let made = |existing| {
            let mut zip = WholeZip::begin(&place, existing)?;
            zip.write("Ann Lee_12_assignsubmission_file_feedback.txt", b"accepted\n").unwrap();
            zip.write("Zoë_13_assignsubmission_file_feedback.txt", b"").unwrap();
            assert!(existing == Existing::Replace || !place.exists());
            zip.finish()?;
            Ok::<Vec<u8>, Fault>(std::fs::read(&place).unwrap())
        };
        let first = made(Existing::Keep).unwrap();
        assert!(made(Existing::Keep).is_err());
        assert_eq!(made(Existing::Replace).unwrap(), first);
        let mut archive = zip::ZipArchive::new(io::Cursor::new(first)).unwrap();
        let names: Vec<String> =
            archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names.len(), 2);
        let mut text = String::new();
        archive.by_name(&names[0]).unwrap().read_to_string(&mut text).unwrap();
        assert!(names[1].starts_with("Zoë") && text == "accepted\n", "{names:?}");
    }
}
