//! Installed software besides compilers and interpreters that any program can read: libraries
//! that are linked, modules that are imported. Results depend on it, so it is hashed, by properties
//! that are cheap to read and change with every installation and removal.
//!
//! The packages of the system are identified by their names and versions; folders beside them, such
//! as `/usr/local` and those of interpreters in a home folder, by the names and sizes of their
//! files and by the targets of links.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::{Arc, Mutex, OnceLock};

use referee_base::digest::{ContentHash, Digest};
use referee_base::parallel::lock;

/// The lists of installed packages, of dpkg and of apk, with the prefixes of the lines that count.
const LISTS: [(&str, &[&str]); 3] = [
    ("/var/lib/dpkg/status", &["Package: ", "Status: ", "Architecture: ", "Version: "]),
    ("/lib/apk/db/installed", &["P:", "V:", "C:"]),
    ("/usr/lib/apk/db/installed", &["P:", "V:", "C:"]),
];

/// Folders that show the installed software: those of pacman and rpm, and those for software that
/// is not a package of the system.
const FOLDERS: [&str; 11] = [
    // The choices among several programs for one purpose.
    "/etc/alternatives",
    "/var/lib/pacman/local",
    "/var/lib/rpm",
    "/usr/lib/sysimage/rpm",
    "/usr/lib/node_modules",
    "/usr/local/bin",
    "/usr/local/include",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/usr/local/libexec",
    "/usr/local/share",
];

/// Names that do not count: files that interpreters write when they run, and this program, whose
/// sources count wherever it is installed.
const NOT_COUNTED: [&str; 3] = ["__pycache__", "referee", "referee-checker"];

/// The maximum number of entries of a folder that count, those of the first levels first: the
/// modules in a folder are on its first levels.
const MAX_ENTRIES: usize = 1000;

/// The hash of the system's packages, read once for the programs of the jury and all others.
static SYSTEM: OnceLock<ContentHash> = OnceLock::new();

/// Hashes of the installed software, computed when they are needed: each folder is read once.
#[derive(Debug, Default)]
pub(super) struct Installed {
    folders: Mutex<HashMap<PathBuf, Arc<OnceLock<ContentHash>>>>,
}

impl Installed {
    /// Returns a hash of the installed software, for programs that see these folders besides the
    /// system's.
    pub(super) fn number(&self, folders: impl Iterator<Item = PathBuf>) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(SYSTEM.get_or_init(system));
        for folder in folders {
            let place = Arc::clone(lock(&self.folders).entry(folder.clone()).or_default());
            digest.add(place.get_or_init(|| listing(&folder)));
        }
        digest.number()
    }
}

fn system() -> ContentHash {
    let mut digest = Digest::new();
    for (list, starts) in LISTS {
        // Most systems have one of them.
        let Ok(text) = fs::read(list) else { continue };
        // As a string, because line breaks are then found many bytes at a time: the list may have
        // megabytes, and every command reads it.
        let lossy = |error: FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
        let text = String::from_utf8(text).unwrap_or_else(lossy);
        let counts = |line: &&str| starts.iter().any(|start| line.starts_with(start));
        text.split('\n').filter(counts).for_each(|line| digest.add(line.as_bytes()));
    }
    FOLDERS.iter().for_each(|folder| digest.add(&listing(Path::new(folder))));
    digest.number()
}

/// Returns a hash of the names, sizes and link targets in a folder, level by level; of a file, of
/// its size.
fn listing(folder: &Path) -> ContentHash {
    let mut digest = Digest::new();
    let mut left = MAX_ENTRIES;
    let mut folders = VecDeque::from([folder.to_path_buf()]);
    if let Ok(found) = folder.metadata()
        && found.is_file()
    {
        digest.add(&found.len().to_le_bytes());
    }
    while let Some(folder) = folders.pop_front() {
        let mut entries: Vec<_> = fs::read_dir(&folder).into_iter().flatten().flatten().collect();
        entries.sort_by_cached_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            if NOT_COUNTED.iter().any(|left_out| name == *left_out) {
                continue;
            }
            let Some(now) = left.checked_sub(1) else { return digest.number() };
            left = now;
            // The folder itself holds what is needed of most entries: asking for each takes longer
            // than everything else here.
            let Ok(kind) = entry.file_type() else { continue };
            digest.add(name.as_encoded_bytes());
            if kind.is_dir() {
                folders.push_back(entry.path());
            } else if kind.is_symlink() {
                let target = fs::read_link(entry.path()).unwrap_or_default();
                digest.add(target.as_os_str().as_encoded_bytes());
            } else {
                let size = entry.metadata().map_or(0, |found| found.len());
                digest.add(&size.to_le_bytes());
            }
        }
        digest.add(b"the end of a folder");
    }
    digest.number()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_removed_or_replaced_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let number = || Installed::default().number([folder.path().to_path_buf()].into_iter());
        let mut before = number();
        let mut is_other = |what: &str| {
            let now = number();
            assert_ne!(now, before, "{what}");
            assert_eq!(now, number(), "{what}");
            before = now;
        };
        let path = |below: &str| folder.path().join(below);
        fs::create_dir_all(path("lib/modules/a-1.0.info")).unwrap();
        is_other("a folder");
        fs::write(path("lib/modules/a.py"), "1").unwrap();
        is_other("a module");
        fs::write(path("lib/modules/a.py"), "12").unwrap();
        is_other("its size");
        fs::rename(path("lib/modules/a-1.0.info"), path("lib/modules/a-1.1.info")).unwrap();
        is_other("a version");
        fs::rename(path("lib/modules/a.py"), path("lib/a.py")).unwrap();
        is_other("its place");
        std::os::unix::fs::symlink("python3.11", path("lib/python3")).unwrap();
        is_other("a link");
        fs::remove_file(path("lib/python3")).unwrap();
        std::os::unix::fs::symlink("python3.12", path("lib/python3")).unwrap();
        is_other("where it leads");
        fs::remove_file(path("lib/a.py")).unwrap();
        is_other("without it");
        fs::create_dir_all(path("lib/__pycache__/b")).unwrap();
        assert_eq!(number(), before);
    }

    #[test]
    fn of_a_large_folder_the_first_levels_count() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        (0..MAX_ENTRIES).for_each(|number| fs::write(deep.join(number.to_string()), "").unwrap());
        let before = listing(folder.path());
        fs::write(folder.path().join("z"), "").unwrap();
        assert_ne!(listing(folder.path()), before);
    }
}
