//! Opens files that another user or program may have put there: regular files only, and without
//! ever waiting.
//!
//! A pipe can make its reader wait forever, and a device can yield bytes without end. So a file is
//! opened without blocking, and its type is checked again once it is open: a file that was replaced
//! in between is never read.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::fault::Fault;

/// Opens a regular file for reading. Symbolic links are followed.
///
/// # Errors
/// The file cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> Result<File, Fault> {
    let cannot_read = |error| Fault::cannot_read(path, &error);
    // Checked before opening, because opening some devices already has an effect.
    if !path.metadata().map_err(cannot_read)?.is_file() {
        return Err(Fault::no_file(path));
    }
    let file = read_only(path, true).map_err(cannot_read)?;
    regular(file, path)
}

/// Opens a regular file that a program wrote, for reading. Symbolic links are rejected.
///
/// # Errors
/// The file cannot be opened, or is not a regular file.
pub fn open_no_link(path: &Path) -> Result<File, Fault> {
    match read_only(path, false) {
        Ok(file) => regular(file, path),
        Err(_) if path.is_symlink() => {
            Err(Fault::bad_input("this is a link; expected a regular file").at(path))
        }
        Err(error) => Err(Fault::cannot_read(path, &error)),
    }
}

/// Opens a file that the caller named: a regular file, or a pipe that another process of the caller
/// writes to, such as that of `<(command)` in a shell. A pipe in a folder might never have a
/// writer.
pub(super) fn open_named(path: &Path) -> Result<File, Fault> {
    let is_handed_over = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];
    if is_handed_over.iter().any(|folder| path.starts_with(folder)) {
        File::open(path).map_err(|error| Fault::cannot_read(path, &error))
    } else {
        open(path)
    }
}

fn regular(file: File, path: &Path) -> Result<File, Fault> {
    if file.metadata().map_err(|error| Fault::cannot_read(path, &error))?.is_file() {
        Ok(file)
    } else {
        Err(Fault::no_file(path))
    }
}

fn read_only(path: &Path, follows_links: bool) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    let mut flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    flags.set(OFlags::NOFOLLOW, !follows_links);
    Ok(openat(CWD, path, flags, Mode::empty())?.into())
}
