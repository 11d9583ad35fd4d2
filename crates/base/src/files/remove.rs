//! Removal of folders that programs filled: of any depth, whatever their permissions, and never
//! through links.
//!
//! If folders are nested thousands deep, recursion would overflow the stack, paths would exceed
//! 4096 bytes, and a descriptor for each level would be too many. So folders that are not empty are
//! moved up until they lie directly below the folder to remove: only that folder and one folder in
//! it are ever open.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, fchmod, openat, renameat, unlinkat};
use rustix::io::{Errno, Result};
use rustix::path::Arg;

/// The number of names read at a time.
const BATCH: usize = 1024;

/// Removes a folder with all its content, or a file, or a link. An entry that cannot be removed
/// does not stop the removal of the rest.
///
/// # Errors
/// The first entry that could not be removed. A path that does not exist is not an error.
pub fn remove_all(path: &Path) -> io::Result<()> {
    Ok(remove(path)?)
}

fn remove(path: &Path) -> Result<()> {
    if is_removed(CWD, path)? {
        return Ok(());
    }
    match open(CWD, path) {
        Err(Errno::NOENT) => return Ok(()),
        folder => empty(folder?.as_fd())?,
    }
    is_removed(CWD, path)?.then_some(()).ok_or(Errno::NOTEMPTY)
}

/// Removes a file, a link or an empty folder; returns whether that was possible, `false` for a
/// folder with content.
fn is_removed(folder: BorrowedFd, name: impl Arg + Copy) -> Result<bool> {
    let as_file = unlinkat(folder, name, AtFlags::empty());
    let removed = match as_file {
        // The errors with which systems refuse to unlink a folder.
        Err(Errno::ISDIR | Errno::PERM) => unlinkat(folder, name, AtFlags::REMOVEDIR),
        removed => removed,
    };
    match removed {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
        Err(Errno::NOTDIR) => as_file.map(|()| true),
        Err(error) => Err(error),
    }
}

/// Opens a folder and makes it writable for this process.
fn open(folder: BorrowedFd, name: impl Arg + Copy) -> Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = match openat(folder, name, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            open_up(folder, name)?;
            openat(folder, name, flags, Mode::empty())?
        }
        opened => opened?,
    };
    // If it belongs to another user, the next step reports that.
    let _ = fchmod(&opened, Mode::RWXU);
    Ok(opened)
}

/// Makes a folder accessible to this process if its permissions forbid that. A link that
/// replaced it must not be followed.
fn open_up(folder: BorrowedFd, name: impl Arg + Copy) -> Result<()> {
    use std::os::fd::AsRawFd;
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let closed = openat(folder, name, flags, Mode::empty())?;
    rustix::fs::chmod(format!("/proc/self/fd/{}", closed.as_raw_fd()), Mode::RWXU)
}

fn empty(top: BorrowedFd) -> Result<()> {
    let mut moved = 0;
    loop {
        let names = names(top)?;
        if names.is_empty() {
            return Ok(());
        }
        let outcomes: Vec<Result<()>> =
            names.iter().map(|name| dissolve(top, name, &mut moved)).collect();
        if outcomes.iter().all(Result::is_err) {
            return outcomes.into_iter().collect();
        }
    }
}

/// Removes an entry of a folder. If it is a folder itself, the non-empty folders in it are
/// moved up first. Another thread may be doing the same: an entry that has disappeared is not
/// an error.
fn dissolve(top: BorrowedFd, name: &CString, moved: &mut u64) -> Result<()> {
    if is_removed(top, &**name)? {
        return Ok(());
    }
    let folder = match open(top, &**name) {
        Err(Errno::NOENT) => return Ok(()),
        folder => folder?,
    };
    loop {
        let names = names(folder.as_fd())?;
        if names.is_empty() {
            return is_removed(top, &**name).map(drop);
        }
        for below in &names {
            if !is_removed(folder.as_fd(), &**below)? {
                move_up(folder.as_fd(), below, top, moved)?;
            }
        }
    }
}

fn move_up(folder: BorrowedFd, name: &CString, top: BorrowedFd, moved: &mut u64) -> Result<()> {
    loop {
        *moved += 1;
        let free = format!(".removed-{moved}");
        match renameat(folder, &**name, top, &free) {
            // An entry of that name exists already.
            Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR | Errno::ISDIR) => {}
            Err(Errno::NOENT) => return Ok(()),
            // Moving a folder writes to it, since its `..` changes.
            Err(Errno::ACCESS) => {
                open(folder, &**name)?;
                return renameat(folder, &**name, top, &free);
            }
            moved => return moved,
        }
    }
}

/// Returns some of the names in a folder; none if it is empty.
fn names(folder: BorrowedFd) -> Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_owned();
        if !matches!(name.as_bytes(), b"." | b"..") {
            names.push(name);
        }
        if names.len() == BATCH {
            break;
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests;
