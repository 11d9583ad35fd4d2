//! The owner of a folder that a program may write to: the program's user while it runs, the caller
//! before and after.
//!
//! The output of a compiler is run as the same user later. If that user still owned it, a
//! submission could rewrite itself and others that are already compiled, unless another layer
//! prevents it.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::Path;

/// Every user may read a file and enter a folder; only the owner may change them.
const SHARED: u32 = 0o755;

/// Gives a folder, with all its content, to a user.
pub(super) fn give(folder: &Path, user: u32) -> io::Result<()> {
    each(folder, |path, _| lchown(path, Some(user), Some(user)))
}

/// Gives it back to the caller, readable by every user. What its owner may execute, every user may:
/// a build script may have given permission to nobody else (`chmod u+x`).
pub(super) fn take_back(folder: &Path) -> io::Result<()> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    each(folder, |path, found| {
        lchown(path, Some(user.as_raw()), Some(group.as_raw()))?;
        let is_program = found.mode() & 0o100 != 0;
        let readable = if found.is_dir() || is_program { 0o755 } else { 0o444 };
        if found.is_symlink() {
            Ok(())
        } else {
            let mode = found.mode() & SHARED | readable;
            fs::set_permissions(path, Permissions::from_mode(mode))
        }
    })
}

/// Changes everything in a folder, and the folder itself. A file with several hard links may be
/// linked elsewhere and belong to another user, so it is not changed. Nor is a file too deep for a
/// path: the caller, who bounds the content of the folder, finds that it exceeds the bounds.
fn each(folder: &Path, change: impl Fn(&Path, &Metadata) -> io::Result<()>) -> io::Result<()> {
    for entry in walkdir::WalkDir::new(folder) {
        let found = entry.and_then(|entry| Ok((entry.metadata()?, entry.into_path())));
        let (found, path) = match found.map_err(io::Error::from) {
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => continue,
            found => found?,
        };
        if found.is_dir() || found.is_symlink() || found.nlink() == 1 {
            change(&path, &found)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};

    use super::*;

    #[test]
    fn what_its_owner_may_execute_every_user_may() {
        let folder = tempfile::tempdir().unwrap();
        for (mode, expected) in
            [(0o700, 0o755), (0o744, 0o755), (0o755, 0o755), (0o600, 0o644), (0o4666, 0o644)]
        {
            let path = folder.path().join("file");
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            take_back(folder.path()).unwrap();
            let found = path.metadata().unwrap().mode() & 0o7777;
            assert_eq!(found, expected, "{mode:o} became {found:o}");
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn what_lies_too_deep_for_a_path_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let name = "d".repeat(200);
        let open = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut at = openat(CWD, folder.path(), open, Mode::empty()).unwrap();
        for _ in 0..40 {
            mkdirat(&at, &name, Mode::RWXU).unwrap();
            at = openat(&at, &name, open, Mode::empty()).unwrap();
        }
        let count = Cell::new(0);
        let counting = |_: &Path, _: &Metadata| {
            count.set(count.get() + 1);
            Ok(())
        };
        each(folder.path(), counting).unwrap();
        assert!((10..40).contains(&count.get()), "{count:?}");
        referee_base::files::remove_all(folder.path()).unwrap();
    }
}
