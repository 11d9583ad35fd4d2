//! Reads and writes the files of a control group, by the descriptor of its folder: the launcher
//! moves to another root, where no path leads to them.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, openat};

/// Opens a folder.
pub(super) fn folder(parent: Option<&OwnedFd>, path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    let parent = parent.map_or(CWD, |parent| parent.as_fd());
    Ok(openat(parent, path, flags, Mode::empty())?)
}

/// Opens a file of a group for repeated reading.
pub(super) fn to_read(folder: &OwnedFd, name: &str) -> io::Result<File> {
    Ok(openat(folder, name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?.into())
}

/// Opens a file of a group to write to it.
pub(super) fn to_write(folder: &OwnedFd, name: &str) -> io::Result<File> {
    Ok(openat(folder, name, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?.into())
}

/// Opens a file of a group to read and write it.
pub(super) fn to_change(folder: &OwnedFd, name: &str) -> io::Result<File> {
    Ok(openat(folder, name, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?.into())
}

/// Writes to a file of a group.
pub(super) fn write(folder: &OwnedFd, name: &str, text: &str) -> io::Result<()> {
    to_write(folder, name)?.write_all_at(text.as_bytes(), 0)
}

/// Returns the content of an open file of a group, from its beginning.
pub(super) fn content(file: &File) -> Option<String> {
    let mut bytes = vec![0; 8 << 10];
    let length = file.read_at(&mut bytes, 0).ok()?;
    bytes.truncate(length);
    String::from_utf8(bytes).ok()
}

/// Returns the number in a file that contains nothing else.
pub(super) fn number(file: &File) -> Option<u64> {
    content(file)?.trim().parse().ok()
}

/// Returns the number behind a key, in a file with a key and a number in each line.
pub(super) fn value(text: &str, key: &str) -> Option<u64> {
    let line = |line: &str| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok();
    text.lines().find_map(line)
}
