//! Permissions for every user of the machine: if the caller is root, programs run as a user that
//! does not own the files.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// Returns whether programs may run as a user other than the caller: for root they run as `nobody`.
pub fn are_of_another() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns whether every user may read a file, provided that its folder can be reached.
pub fn may_read(file: &Path) -> bool {
    has_mode(file, 0o004)
}

/// Returns whether every user can reach and enter a folder.
pub fn may_enter(folder: &Path) -> bool {
    folder.canonicalize().is_ok_and(|folder| folder.ancestors().all(|part| has_mode(part, 0o001)))
}

/// Returns whether another user may have put a file or folder where it is: into a folder that
/// everybody can write to.
pub fn may_have_planted(path: &Path) -> bool {
    let is_trusted = |found: Metadata| is_own(&found) || found.uid() == 0;
    path.parent().is_some_and(|folder| has_mode(folder, 0o002))
        && !path.symlink_metadata().is_ok_and(is_trusted)
}

/// Returns whether a file or folder belongs to the caller.
pub fn is_own(found: &Metadata) -> bool {
    found.uid() == rustix::process::geteuid().as_raw()
}

fn has_mode(path: &Path, mode: u32) -> bool {
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & mode == mode)
}

/// Sets the permissions of a file or folder, whatever the umask.
///
/// # Errors
/// The file or folder belongs to another user.
pub fn permit(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, PermissionsExt::from_mode(mode))
}

/// Sets the permissions of an open file, whatever the umask.
///
/// # Errors
/// The file belongs to another user.
pub fn permit_open(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(PermissionsExt::from_mode(mode))
}
