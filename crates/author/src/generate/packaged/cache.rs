//! The cache of program results, addressed by the content of all their inputs, in
//! `.referee/generated` of the package.
//!
//! An entry is a folder named by the hash of its key; it contains files, and a list of them with
//! their hashes. It is renamed into place when complete, so a crash leaves no partial entry. Its
//! files are hashed again before use, and an entry that was changed or truncated is made again. The
//! acceptance of an input by a validator is an entry without files.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use serde::{Deserialize, Serialize};

use referee_base::digest::{self, Digest, to_hex};
use referee_base::fault::Fault;
use referee_base::files::{self, OwnFolder, TemporaryFolder};
use referee_base::parallel::lock;
use referee_programs::RECORD;

/// The name of the cache folder, within that of the record.
const NAME: &str = "generated";

/// The name of the file that lists the files of an entry.
const LIST: &str = "entry.json";

/// The maximum size of the list, in bytes.
const MAX_LIST: u64 = 1 << 20;

/// The format version of entries. Changing it invalidates all entries.
const FORMAT: u32 = 1;

/// A hash of everything that an entry depends on.
pub(super) struct CacheKey(Digest);

impl CacheKey {
    /// Starts the key of an operation, such as `generate`.
    pub(super) fn new(what: &str) -> CacheKey {
        let mut digest = Digest::new();
        digest.add(what.as_bytes());
        CacheKey(digest)
    }

    /// Extends the key by another input.
    pub(super) fn with(mut self, bytes: impl AsRef<[u8]>) -> CacheKey {
        self.0.add(bytes.as_ref());
        self
    }

    fn name(self) -> String {
        to_hex(&self.0.number())
    }
}

/// A file of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Listed {
    /// Its name.
    pub(super) name: String,
    /// Its length in bytes.
    pub(super) bytes: u64,
    /// The hash of its content.
    pub(super) sha256: String,
}

#[derive(Serialize, Deserialize)]
struct List {
    format: u32,
    files: Vec<Listed>,
}

/// The cached or new result of a program.
#[derive(Debug)]
pub(super) struct CacheEntry {
    folder: PathBuf,
    /// Its files.
    pub(super) files: Vec<Listed>,
    /// Removes the files of an entry that is not cached.
    _temporary: Option<TemporaryFolder>,
}

impl CacheEntry {
    /// Returns the path of one of its files.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The cache of a package.
pub(super) struct Cache {
    /// `None` if the cache is neither read nor written.
    folder: Option<PathBuf>,
    is_written: bool,
    used: Mutex<HashSet<String>>,
    trouble: OnceLock<Fault>,
}

impl Cache {
    /// Opens the cache of a package. Without `is_written`, existing entries are still used.
    pub(super) fn open(folder: &Path, is_written: bool) -> Cache {
        let above = folder.join(RECORD);
        let folder = above.join(NAME);
        // Links could lead out of the package.
        let is_own = !above.is_symlink() && !folder.is_symlink();
        let used = Mutex::default();
        let trouble = OnceLock::new();
        if is_own && is_written {
            let begun = OwnFolder::make(&above)
                .and_then(|above| above.ignored_by_git())
                .and_then(|()| OwnFolder::make(&folder));
            match begun {
                Ok(_) => TemporaryFolder::remove_what_was_left_in(&folder),
                Err(fault) => drop(trouble.set(fault)),
            }
        }
        Cache { folder: is_own.then_some(folder), is_written, used, trouble }
    }

    /// Returns the reason why nothing could be cached, if so.
    pub(super) fn trouble(&self) -> Option<&Fault> {
        self.trouble.get()
    }

    /// Returns the entry of a key. If it is missing, `make` fills a folder for it.
    ///
    /// # Errors
    /// Those of `make`; or its files cannot be read.
    pub(super) fn entry(
        &self,
        key: CacheKey,
        make: impl FnOnce(&Path) -> Result<(), Fault>,
    ) -> Result<CacheEntry, Fault> {
        let name = key.name();
        lock(&self.used).insert(name.clone());
        if let Some(folder) = &self.folder
            && let Some(entry) = read(&folder.join(&name))
        {
            return Ok(entry);
        }
        let made = self.begin()?;
        make(made.path())?;
        let files = list(made.path())?;
        if let Some(folder) = self.written() {
            let folder = folder.join(&name);
            keep(made, &folder, &files)?;
            return Ok(CacheEntry { folder, files, _temporary: None });
        }
        Ok(CacheEntry { folder: made.path().to_path_buf(), files, _temporary: Some(made) })
    }

    /// Returns the folder to write entries to; `None` after a first failure.
    fn written(&self) -> Option<&Path> {
        self.folder.as_deref().filter(|_| self.is_written && self.trouble.get().is_none())
    }

    fn begin(&self) -> Result<TemporaryFolder, Fault> {
        if let Some(folder) = self.written() {
            match TemporaryFolder::new_in(folder) {
                Ok(begun) => return Ok(begun),
                Err(fault) => drop(self.trouble.set(fault)),
            }
        }
        TemporaryFolder::new()
    }

    /// Removes all entries that were not requested in this run.
    pub(super) fn forget_unused(&self) {
        let Some(folder) = self.written() else { return };
        let used = lock(&self.used);
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            let is_entry = name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_entry && !used.contains(&name) {
                let _ = files::remove_all(&entry.path());
            }
        }
    }
}

/// Reads an entry, if it is complete and unchanged.
fn read(folder: &Path) -> Option<CacheEntry> {
    let mut text = Vec::new();
    let list = files::open_no_link(&folder.join(LIST)).ok()?;
    list.take(MAX_LIST).read_to_end(&mut text).ok()?;
    let list: List =
        serde_json::from_slice(&text).ok().filter(|list: &List| list.format == FORMAT)?;
    let is_whole = |file: &Listed| {
        let is_name = !file.name.contains(['/', '\\']);
        is_name && digest(&folder.join(&file.name), &file.name).is_ok_and(|found| found == *file)
    };
    let is_whole = list.files.iter().all(is_whole);
    let folder = folder.to_path_buf();
    is_whole.then_some(CacheEntry { folder, files: list.files, _temporary: None })
}

fn digest(path: &Path, name: &str) -> io::Result<Listed> {
    let mut file = files::open_no_link(path).map_err(|_| io::ErrorKind::NotFound)?;
    let (bytes, sha256) = digest::sha256_of(&mut file)?;
    Ok(Listed { name: name.to_string(), bytes, sha256 })
}

/// Lists the regular files in a folder, which an untrusted program wrote; skips other entries.
fn list(folder: &Path) -> Result<Vec<Listed>, Fault> {
    let cannot_read = |error| Fault::cannot_read(folder, &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        let name = entry.file_name().into_string();
        if let (true, Ok(name)) = (entry.file_type().is_ok_and(|kind| kind.is_file()), name) {
            let path = entry.path();
            files.push(digest(&path, &name).map_err(|error| Fault::cannot_read(&path, &error))?);
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Moves a folder into the cache as an entry.
fn keep(made: TemporaryFolder, entry: &Path, files: &[Listed]) -> Result<(), Fault> {
    let path = made.path().join(LIST);
    let list = List { format: FORMAT, files: files.to_vec() };
    let list = serde_json::to_vec(&list).map_err(io::Error::from);
    let written = list.and_then(|list| fs::write(&path, list));
    written.map_err(|error| Fault::cannot_write(&path, &error))?;
    // Another thread or process may have made the entry meanwhile; a complete one is never removed.
    if entry.exists() && read(entry).is_none() {
        let _ = files::remove_all(entry);
    }
    made.rename(entry).or_else(|fault| match read(entry) {
        Some(same) if same.files == files => Ok(()),
        _ => Err(fault),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_makes_the_same_at_the_same_time_finds_it() {
        let package = TemporaryFolder::new().unwrap();
        let cache = Cache::open(package.path(), true);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let make = |folder: &Path| {
                        fs::write(folder.join("a"), "made").unwrap();
                        Ok(())
                    };
                    let entry = cache.entry(CacheKey::new("test").with("x"), make).unwrap();
                    assert_eq!(fs::read(entry.path("a")).unwrap(), b"made");
                    assert_eq!((entry.files.len(), entry.files[0].bytes), (1, 4));
                });
            }
        });
        let folder = package.path().join(".referee/generated");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        cache.forget_unused();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        Cache::open(package.path(), true).forget_unused();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_process_has_left_goes_and_what_is_being_made_stays() {
        let package = TemporaryFolder::new().unwrap();
        let folder = package.path().join(".referee/generated");
        Cache::open(package.path(), true);
        let being_made = TemporaryFolder::new_in(&folder).unwrap();
        let left = folder.join(".referee-left.tmp");
        fs::create_dir_all(left.join("files")).unwrap();
        fs::write(left.join(".held-by-referee"), "").unwrap();
        Cache::open(package.path(), false);
        assert!(left.exists(), "where nothing is written, nothing is removed");
        Cache::open(package.path(), true);
        assert!(!left.exists() && being_made.path().is_dir());
        drop(being_made);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn keys_of_other_parts_are_other_keys() {
        let key = |parts: &[&str]| {
            parts.iter().fold(CacheKey::new("a"), |key, part| key.with(part)).name()
        };
        assert_ne!(key(&["b", "c"]), key(&["bc"]));
        assert_ne!(key(&["b"]), key(&[]));
        assert_eq!(key(&["b", "c"]), key(&["b", "c"]));
    }
}
