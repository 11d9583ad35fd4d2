//! Inputs of programs: files in memory with bytes that cannot be changed.
//!
//! The metadata of a file can be changed by its owner, which is the user of the programs unless the
//! caller is root: times, permissions, attributes. A program could use them to leave a message for
//! the next one, or make the input unreadable. So no two programs share a file at the same time,
//! and a file is used again only if it was merely read. Copying an input for each run would take
//! longer than many runs do; checking that a file is untouched takes a microsecond.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::sync::Mutex;

use referee_base::parallel::lock;
use rustix::fs::{
    MemfdFlags, Mode, OFlags, SealFlags, fcntl_add_seals, ioctl_getflags, memfd_create, sendfile,
};

use super::raw;

/// The number of unused copies that are kept of an input of at most this size, in bytes. Each takes
/// a file descriptor, and a judge has few for each case. Of a larger input, one is kept.
const COPIES: usize = 3;
const SMALL: u64 = 1 << 20;

/// Prepared bytes for the standard input of any number of runs, in files without a name.
#[derive(Debug)]
pub struct Input {
    /// The bytes, for further copies.
    bytes: File,
    size: u64,
    /// Unchanged files that no program is reading at the moment.
    free: Mutex<Vec<InputCopy>>,
}

/// A file with the bytes, and its state as long as it is merely read.
#[derive(Debug)]
pub(super) struct InputCopy {
    file: File,
    untouched: FileState,
}

impl Input {
    /// Copies the bytes into memory that cannot be changed any more.
    pub fn new(bytes: &[u8]) -> io::Result<Input> {
        let copy = InputCopy::new(|file| file.write_all(bytes))?;
        let kept = copy.file.try_clone()?;
        Ok(Input { bytes: kept, size: bytes.len() as u64, free: Mutex::new(vec![copy]) })
    }

    /// Returns a file for one run, to be given back once no process reads it, and the same file,
    /// open for reading, from the start.
    pub(super) fn lend(&self) -> io::Result<(InputCopy, OwnedFd)> {
        let free = lock(&self.free).pop();
        let copy = match free {
            Some(copy) => copy,
            None => InputCopy::new(|file| {
                let (mut at, size) = (0, self.size as usize);
                while (at as usize) < size
                    && sendfile(&*file, &self.bytes, Some(&mut at), size)? > 0
                {}
                Ok(())
            })?,
        };
        // This process owns the file, so it may open it with `O_NOATIME`: reading then leaves no
        // access time.
        let opened = open(&copy.file, OFlags::NOATIME)?;
        Ok((copy, opened))
    }

    /// Takes a file back. A file that was changed is not used again.
    pub(super) fn give_back(&self, copy: InputCopy) {
        if FileState::of(&copy.file).is_ok_and(|state| state == copy.untouched) {
            let most = if self.size <= SMALL { COPIES } else { 1 };
            let mut free = lock(&self.free);
            if free.len() < most {
                free.push(copy);
            }
        }
    }

    /// Returns the bytes, from their start, for this process alone.
    pub(crate) fn reopen(&self) -> io::Result<OwnedFd> {
        open(&self.bytes, OFlags::empty())
    }
}

impl InputCopy {
    fn new(fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<InputCopy> {
        let memory = memfd_create("input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        let mut file = File::from(memory);
        fill(&mut file)?;
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        fcntl_add_seals(&file, seals)?;
        // Only the owner can do more than read it.
        rustix::fs::fchmod(&file, Mode::from_raw_mode(0o444))?;
        let untouched = FileState::of(&file)?;
        Ok(InputCopy { file, untouched })
    }
}

/// Opens a file anew, for reading, with an offset of its own.
fn open(file: &File, flags: OFlags) -> io::Result<OwnedFd> {
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC | flags, Mode::empty())?)
}

/// The changeable state of a file with fixed bytes.
#[derive(Debug, PartialEq)]
struct FileState {
    owner: (u32, u32, u32),
    /// The last access, the last modification, and the last change of any of this.
    times: [(i64, i64); 3],
    flags: Option<u32>,
    /// The length of the list of extended attributes.
    attributes: Option<usize>,
    /// The expected lifetime of written data (`F_GET_RW_HINT`).
    hint: Option<u64>,
}

impl FileState {
    fn of(file: &File) -> io::Result<FileState> {
        let found = file.metadata()?;
        Ok(FileState {
            owner: (found.mode(), found.uid(), found.gid()),
            times: [
                (found.atime(), found.atime_nsec()),
                (found.mtime(), found.mtime_nsec()),
                (found.ctime(), found.ctime_nsec()),
            ],
            flags: ioctl_getflags(file).ok().map(|flags| flags.bits()),
            attributes: rustix::fs::flistxattr(file, &mut [0_u8; 0]).ok(),
            hint: raw::write_hint(file.as_fd()).ok(),
        })
    }
}

#[cfg(test)]
mod tests;
