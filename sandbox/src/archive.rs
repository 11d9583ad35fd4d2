//! Archives of files, as they go over to where a program runs.

use std::fs::File;
use std::io;
use std::path::Path;

/// Lays the files of an archive out in an empty folder. They become property of the user of that id, if it is not our own.
pub(super) fn lay_out(archive: File, folder: &Path, owner: Option<u32>) -> io::Result<()> {
    let mut archive = tar::Archive::new(archive);
    archive.set_preserve_mtime(false);
    archive.unpack(folder)?;
    #[cfg(unix)]
    if owner.is_some() {
        for entry in walkdir::WalkDir::new(folder).min_depth(1) {
            std::os::unix::fs::lchown(entry?.path(), owner, owner)?;
        }
    }
    #[cfg(not(unix))]
    let _ = owner;
    Ok(())
}
