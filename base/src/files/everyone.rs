//! What every user of the machine may read: if root calls, programs run as another user than the files belong to.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Whether programs may run as another user than we do: root has them run as nobody.
pub fn are_of_another() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    return false;
}

/// Whether every user may read a file, if only they get to it.
pub fn may_read(file: &Path) -> bool {
    has_mode(file, 0o004)
}

/// Whether every user gets to a folder, and into it.
pub fn may_enter(folder: &Path) -> bool {
    folder.canonicalize().is_ok_and(|folder| folder.ancestors().all(|part| has_mode(part, 0o001)))
}

#[cfg(unix)]
fn has_mode(path: &Path, mode: u32) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & mode == mode)
}

#[cfg(not(unix))]
fn has_mode(path: &Path, _: u32) -> bool {
    fs::metadata(path).is_ok()
}

/// Gives a file or folder the permissions of a mode, whatever the umask.
///
/// # Errors
/// It is not ours.
pub fn permit(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))?;
    let _ = (path, mode);
    Ok(())
}

/// The same for a file that is open.
///
/// # Errors
/// It is not ours.
pub fn permit_open(file: &File, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))?;
    let _ = (file, mode);
    Ok(())
}
