//! Hashes of large files, kept from command to command by the state of each file, so that a command
//! whose results are all recorded does not read hundreds of megabytes to find that nothing has
//! changed.
//!
//! This works as in git, with one more guard: no hash is kept of a file that changed only just now,
//! because a second change may have the same time. If the kept hashes are unusable, the files are
//! read. Small files always are.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, io};

use referee_base::digest::{ContentHash, from_hex, to_hex};
use referee_base::files::{Existing, FileState, make_private, write_whole};
use referee_base::parallel::lock;

/// Smaller files, in bytes, are read each time.
const LARGE: i128 = 1 << 20;

/// The maximum number of hashes that are kept.
const MAX_ENTRIES: usize = 10_000;

/// Hashes by the states of files.
#[derive(Debug, Default)]
pub(super) struct KnownHashes {
    /// Where they are kept, if anywhere.
    path: Option<PathBuf>,
    /// `None` until they are read.
    known: Mutex<Option<Known>>,
}

#[derive(Debug)]
struct Known {
    has_changed: bool,
    by_state: HashMap<String, ContentHash>,
}

impl KnownHashes {
    pub(super) fn kept_in(folder: &Path) -> KnownHashes {
        KnownHashes { path: Some(folder.join("hashes")), ..KnownHashes::default() }
    }

    /// Returns the hash of a file, calling `read` unless it is known.
    pub(super) fn of(
        &self,
        file: &Path,
        read: impl FnOnce() -> io::Result<ContentHash>,
    ) -> io::Result<ContentHash> {
        let before = FileState::of(file).filter(|state| state.size() >= LARGE);
        let (Some(path), Some(before)) = (&self.path, before) else { return read() };
        let key = before.in_a_word();
        let mut known = lock(&self.known);
        let known = known.get_or_insert_with(|| Known::read(path));
        if let Some(hash) = known.by_state.get(&key) {
            return Ok(*hash);
        }
        let hash = read()?;
        if before.is_settled() && FileState::of(file) == Some(before) {
            known.by_state.insert(key, hash);
            known.has_changed = true;
        }
        Ok(hash)
    }

    /// Keeps the new hashes. If that fails, it only costs time.
    pub(super) fn keep(&self) {
        let mut known = lock(&self.known);
        let known = known.as_mut().filter(|known| known.has_changed);
        let (Some(path), Some(known)) = (&self.path, known) else { return };
        let lines = known.by_state.iter().take(MAX_ENTRIES);
        let text: String =
            lines.map(|(state, hash)| format!("{state} {}\n", to_hex(hash))).collect();
        if path.parent().is_some_and(|folder| make_private(folder).is_ok()) {
            let _ = write_whole(path, text.as_bytes(), Existing::Replace);
        }
        known.has_changed = false;
    }
}

impl Known {
    fn read(path: &Path) -> Known {
        let text = fs::read_to_string(path).unwrap_or_default();
        let known = text.lines().filter_map(|line| {
            let (state, hash) = line.split_once(' ')?;
            Some((state.to_string(), from_hex(hash)?))
        });
        Known { has_changed: false, by_state: known.collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{File, FileTimes};
    use std::time::{Duration, SystemTime};

    use referee_base::digest::hash_of;

    use super::*;

    /// Writes a file of this many bytes.
    fn write(path: &Path, byte: u8, size: i128) {
        fs::write(path, vec![byte; size as usize]).unwrap();
    }

    #[test]
    fn a_file_is_read_again_unless_it_is_large_and_long_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let of =
            |known: &KnownHashes| known.of(&path, || hash_of(&mut File::open(&path)?)).unwrap();
        let unread =
            |known: &KnownHashes| known.of(&path, || Err(io::Error::other("it was read"))).is_ok();
        for (size, is_kept) in [(LARGE - 1, false), (LARGE, false)] {
            write(&path, 1, size);
            let known = KnownHashes::kept_in(folder.path());
            of(&known);
            assert_eq!(unread(&known), is_kept, "{size}: it was written just now");
        }
        let state = FileState::of(&path).unwrap();
        let hash = hash_of(&mut File::open(&path).unwrap()).unwrap();
        fs::write(
            folder.path().join("hashes"),
            format!("no state\n{} {}\n", state.in_a_word(), to_hex(&hash)),
        )
        .unwrap();
        let known = KnownHashes::kept_in(folder.path());
        assert!(unread(&known));
        assert!(!unread(&KnownHashes::default()));
        // The same size, and a modification time that was set back.
        let earlier = SystemTime::now() - Duration::from_secs(1000);
        write(&path, 2, LARGE);
        File::open(&path).unwrap().set_times(FileTimes::new().set_modified(earlier)).unwrap();
        assert!(!unread(&known));
        assert_ne!(of(&known), hash);
    }
}
