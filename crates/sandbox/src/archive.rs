//! Archives of files for the working folder of a program.

use std::fs::File;
use std::io;
use std::path::Path;

/// Extracts an archive into an empty folder. The files will belong to the user with the ID `owner`,
/// or to this process's user if `None`.
pub(super) fn lay_out(archive: File, folder: &Path, owner: Option<u32>) -> io::Result<()> {
    let mut archive = tar::Archive::new(archive);
    archive.set_preserve_mtime(false);
    archive.unpack(folder)?;
    if owner.is_some() {
        for entry in walkdir::WalkDir::new(folder).min_depth(1) {
            std::os::unix::fs::lchown(entry?.path(), owner, owner)?;
        }
    }
    Ok(())
}
