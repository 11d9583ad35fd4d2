//! Files that lie in the working folder of a program when it starts, as copies of its own.
//!
//! The launcher neither sees the folder that they come from nor need it be allowed to read there. So they go over to it as one archive.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use crate::Input;

/// What a file takes at least of a file system in memory, and what its size is rounded up to.
const PAGE: u64 = 4096;

/// Files for the working folders of any number of runs, each of which gets copies.
#[derive(Debug)]
pub struct WorkingFiles {
    archive: Input,
    /// How much room they take, in bytes.
    room: u64,
}

impl WorkingFiles {
    /// Reads files into memory: what they are to be called, with `/` between folders, and where they are.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub fn read(files: &[(String, PathBuf)]) -> io::Result<WorkingFiles> {
        let mut archive = tar::Builder::new(Vec::new());
        let mut room = 0;
        for (name, path) in files {
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

    /// The archive, from its start.
    pub(super) fn open(&self) -> io::Result<File> {
        self.archive.reopen().map(File::from)
    }

    /// How much room they take, in bytes.
    pub(super) fn room(&self) -> u64 {
        self.room
    }
}
