//! Whose a folder is that a program may write: the program's user while it runs, ours before and after.
//!
//! What a compiler has made is run as the same user later. Were it still that user's property, a
//! submission could rewrite itself, and others that are compiled already, wherever no other layer hinders it.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::Path;

/// Everybody may read a file and look into a folder; nobody but the owner may change them.
const SHARED: u32 = 0o755;

/// Gives a folder, and all that is in it, to a user.
pub(super) fn give(folder: &Path, user: u32) -> io::Result<()> {
    each(folder, |path, _| lchown(path, Some(user), Some(user)))
}

/// Takes it back: it is the caller's, and all may read it.
pub(super) fn take_back(folder: &Path) -> io::Result<()> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    each(folder, |path, found| {
        lchown(path, Some(user.as_raw()), Some(group.as_raw()))?;
        let readable = if found.is_dir() { 0o755 } else { 0o444 };
        match found.is_symlink() {
            true => Ok(()),
            false => {
                let mode = found.mode() & SHARED | readable;
                fs::set_permissions(path, Permissions::from_mode(mode))
            }
        }
    })
}

/// Changes all that is in a folder, and the folder. A file of two names may have the other elsewhere, and
/// be somebody's who did not put it here: it stays as it is.
fn each(folder: &Path, change: impl Fn(&Path, &Metadata) -> io::Result<()>) -> io::Result<()> {
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry?;
        let found = entry.metadata()?;
        if found.is_dir() || found.is_symlink() || found.nlink() == 1 {
            change(entry.path(), &found)?;
        }
    }
    Ok(())
}
