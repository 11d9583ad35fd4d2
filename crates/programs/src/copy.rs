//! Copies a program's files with permissions of their own: it may run as another user than the
//! owner of the files or the caller.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use referee_base::fault::Fault;
use referee_base::files::{self, everyone};
use referee_package::constants::{Constants, substitute};

/// Copies a file of a program into a folder, under a name that may contain folders, with constants
/// substituted. Every user may read the copy, and run it if it is a program by its contents, its
/// mode or `is_program`.
pub(super) fn copy(
    path: &Path,
    folder: &Path,
    name: &str,
    is_program: bool,
    constants: &Constants,
) -> Result<(), Fault> {
    let to = folder.join(name);
    make_folders(folder, name)?;
    let from = files::open(path)?;
    let was_program = is_marked(&from);
    let mut start = Vec::new();
    let cannot_read = |error| Fault::cannot_read(path, &error);
    (&from).take(4).read_to_end(&mut start).map_err(cannot_read)?;
    let is_program = is_program || was_program || looks_like_a_program(&start);
    let mut content = (&*start).chain(from);
    let cannot_write = |error| Fault::cannot_write(&to, &error);
    let mut copy = File::create(&to).map_err(cannot_write)?;
    if constants.is_empty() {
        pour(&mut content, &mut copy, &cannot_read, &cannot_write)?;
    } else {
        let mut text = Vec::new();
        content.read_to_end(&mut text).map_err(cannot_read)?;
        copy.write_all(&substitute(&text, constants)).map_err(cannot_write)?;
    }
    everyone::permit(&to, if is_program { 0o755 } else { 0o644 }).map_err(cannot_write)
}

/// Creates the folders that a name contains, if they do not exist.
pub(super) fn make_folders(folder: &Path, name: &str) -> Result<(), Fault> {
    let mut at = folder.to_path_buf();
    let (above, _) = name.rsplit_once('/').unwrap_or_default();
    for part in above.split('/').filter(|part| !part.is_empty()) {
        at.push(part);
        let made = match fs::create_dir(&at) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && at.is_dir() => continue,
            made => made.and_then(|()| everyone::permit(&at, 0o755)),
        };
        made.map_err(|error| Fault::cannot_write(&at, &error))?;
    }
    Ok(())
}

/// Copies a whole reader; the error shows on which side it occurred.
fn pour(
    from: &mut dyn Read,
    to: &mut dyn Write,
    cannot_read: &dyn Fn(io::Error) -> Fault,
    cannot_write: &dyn Fn(io::Error) -> Fault,
) -> Result<(), Fault> {
    let mut block = vec![0; 64 << 10];
    loop {
        match from.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(count) => to.write_all(&block[..count]).map_err(cannot_write)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot_read(error)),
        }
    }
}

/// The access time given to everything in a folder, as far as the file system allows: in 2038, the
/// last year that all file systems can store.
const READ_LAST: rustix::fs::Timespec = rustix::fs::Timespec { tv_sec: 0x7fff_ffff, tv_nsec: 0 };

/// Sets access times in a folder that reading does not change: a file system updates an access time
/// only if it is before the last change, or a day old. Otherwise a run could pass information to
/// the next one by the files that it reads, wherever the folder is not mounted anew.
pub(super) fn keep_no_access_times(folder: &Path) -> Result<(), Fault> {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_OMIT, utimensat};
    let unchanged = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    let times = Timestamps { last_access: READ_LAST, last_modification: unchanged };
    // A folder comes after its contents, because listing it counts as reading it.
    for entry in walkdir::WalkDir::new(folder).contents_first(true) {
        let entry = entry.map_err(|error| referee_base::files::walk_fault(folder, &error))?;
        utimensat(CWD, entry.path(), &times, AtFlags::SYMLINK_NOFOLLOW)
            .map_err(|error| Fault::cannot_write(entry.path(), &error.into()))?;
    }
    Ok(())
}

/// Returns whether a file starts like a program: many archives lose the executable bit.
pub(super) fn looks_like_a_program(start: &[u8]) -> bool {
    start.starts_with(b"#!") || start.starts_with(b"\x7fELF")
}

fn is_marked(file: &File) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
