//! How much may lie in a folder that programs fill.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// What a folder may hold. Looking stops at the first thing too many, so that no program makes it long.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Bytes in all files together.
    pub bytes: u64,
    /// Files and folders.
    pub entries: u64,
    /// Folders in each other.
    pub depth: usize,
}

impl Bounds {
    /// So many bytes, in as many files and folders as compilers need, and some more.
    pub fn of(bytes: u64) -> Bounds {
        Bounds { bytes, entries: 20_000, depth: 100 }
    }

    /// Whether a folder holds no more than that. One that cannot be looked into, since it is closed or its path too long, may hold
    /// anything.
    pub fn hold(&self, folder: &Path) -> bool {
        let (mut bytes, mut entries) = (0_u64, 0);
        for entry in walkdir::WalkDir::new(folder).min_depth(1) {
            let found = entry.and_then(|entry| Ok((entry.depth(), entry.metadata()?)));
            let (depth, found) = match found {
                Ok(found) => found,
                // Gone meanwhile.
                Err(error) if is_gone(&error) => continue,
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

fn is_gone(error: &walkdir::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// What a file takes, or takes when it is copied: a file with holes is larger than its place.
fn size(found: &Metadata) -> u64 {
    if !found.is_file() {
        return 0;
    }
    #[cfg(unix)]
    let place = std::os::unix::fs::MetadataExt::blocks(found) * 512;
    #[cfg(not(unix))]
    let place = 0;
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
        let holds = |bytes, entries, depth| Bounds { bytes, entries, depth }.hold(folder.path());
        assert!(holds(100_000, 4, 3));
        assert!(!holds(9_999, 4, 3));
        assert!(!holds(100_000, 3, 3));
        assert!(!holds(100_000, 4, 2));
        let sparse = fs::File::create(folder.path().join("sparse")).unwrap();
        sparse.set_len(1 << 30).unwrap();
        assert!(!holds(1 << 20, 5, 3));
    }

    #[cfg(target_os = "linux")]
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
        assert!(!Bounds::of(1 << 30).hold(&top));
        crate::files::remove_all(&top).unwrap();
    }
}
