//! Files that are in the working folder of a program from the start, as copies of its own.
//!
//! The launcher neither sees their original folder nor needs permission to read there, so they are
//! passed to it as one archive.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::Input;

/// The unit of space in a file system in memory; the sizes of files are rounded up to multiples of
/// it.
const PAGE: u64 = 4096;

/// A file for working folders.
#[derive(Debug, Clone, Copy)]
pub struct WorkingFile<'a> {
    /// Its name inside, with `/` between folders.
    pub name: &'a str,
    /// Its path on the host.
    pub path: &'a Path,
}

/// Files for the working folders of any number of runs, each of which gets its own copies.
#[derive(Debug)]
pub struct WorkingFiles {
    archive: Input,
    /// The space that they take, in bytes.
    room: u64,
}

impl WorkingFiles {
    /// Reads files into memory.
    pub fn read<'a>(files: impl IntoIterator<Item = WorkingFile<'a>>) -> io::Result<WorkingFiles> {
        let mut archive = tar::Builder::new(Vec::new());
        let mut room = 0;
        for WorkingFile { name, path } in files {
            let file = File::open(path)?;
            let size = file.metadata()?.len();
            let mut header = tar::Header::new_gnu();
            header.set_size(size);
            header.set_mode(0o644);
            archive.append_data(&mut header, name, file.take(size))?;
            let parts = name.split('/').count() as u64;
            room += size.next_multiple_of(PAGE) + parts * PAGE;
        }
        Ok(WorkingFiles { archive: Input::new(&archive.into_inner()?)?, room })
    }

    /// Returns the archive, from its start.
    pub(super) fn open(&self) -> io::Result<File> {
        self.archive.reopen().map(File::from)
    }

    pub(super) fn room(&self) -> u64 {
        self.room
    }
}
