//! Bounds on the content of a folder that programs write to.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// The maximum content of a folder. Counting stops once a bound is exceeded, so no program can make
/// it take long.
#[derive(Debug, Clone, Copy)]
pub struct FolderBounds {
    /// The size of all files together in bytes.
    pub bytes: u64,
    /// The number of files and folders.
    pub entries: u64,
    /// The depth of nested folders.
    pub depth: usize,
}

impl FolderBounds {
    /// The usual depth of nested folders: more than compilers need.
    pub const DEPTH: usize = 100;

    /// Returns bounds with this many bytes, and with more files and folders than compilers need.
    pub fn of(bytes: u64) -> FolderBounds {
        FolderBounds { bytes, entries: 20_000, depth: FolderBounds::DEPTH }
    }

    /// Returns whether a folder stays within the bounds. A folder that cannot be read, because of
    /// its permissions or a path that is too long, does not.
    pub fn hold(&self, folder: &Path) -> bool {
        let (mut bytes, mut entries) = (0_u64, 0);
        for entry in walkdir::WalkDir::new(folder).min_depth(1) {
            let found = entry.and_then(|entry| Ok((entry.depth(), entry.metadata()?)));
            let (depth, found) = match found {
                Ok(found) => found,
                // Removed in the meantime.
                Err(error) if is_missing(&error) => continue,
                Err(_) => return false,
            };
            entries += 1;
            bytes = bytes.saturating_add(size(&found));
            if depth > self.depth || entries > self.entries || bytes > self.bytes {
                return false;
            }
        }
        true
    }
}

/// Returns whether a directory walk failed because something does not exist.
pub fn is_missing(error: &walkdir::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Returns the size of a file on disk, or of a copy of it if that is larger: a sparse file grows
/// when it is copied.
fn size(found: &Metadata) -> u64 {
    if !found.is_file() {
        return 0;
    }
    let place = std::os::unix::fs::MetadataExt::blocks(found) * 512;
    found.len().max(place)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn bytes_entries_and_depth_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b/c")).unwrap();
        fs::write(folder.path().join("a/b/file"), vec![1; 10_000]).unwrap();
        let holds =
            |bytes, entries, depth| FolderBounds { bytes, entries, depth }.hold(folder.path());
        assert!(holds(100_000, 4, 3));
        assert!(!holds(9_999, 4, 3));
        assert!(!holds(100_000, 3, 3));
        assert!(!holds(100_000, 4, 2));
        let sparse = fs::File::create(folder.path().join("sparse")).unwrap();
        sparse.set_len(1 << 30).unwrap();
        assert!(!holds(1 << 20, 5, 3));
    }

    #[test]
    fn a_path_too_long_to_look_at_is_too_much() {
        use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
        let above = tempfile::tempdir().unwrap();
        let top = above.path().join("top");
        fs::create_dir(&top).unwrap();
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let mut at = openat(CWD, &top, flags, Mode::empty()).unwrap();
        let name = "n".repeat(200);
        for _ in 0..40 {
            mkdirat(&at, &*name, Mode::RWXU).unwrap();
            at = openat(&at, &*name, flags, Mode::empty()).unwrap();
        }
        assert!(!FolderBounds::of(1 << 30).hold(&top));
        crate::files::remove_all(&top).unwrap();
    }
}
