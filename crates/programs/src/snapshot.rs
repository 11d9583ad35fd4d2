//! The files that a jury program may read, as they were when it was first needed: hashed, because
//! results depend on them, and copied as soon as the program is to run, so that nothing that
//! changes later can mix with them. If all results are recorded, nothing is copied.
//!
//! There is no way to know what a command of the system reads: a script runs another, imports a
//! module, opens a table. So if its words name the folder of the problem, it sees a copy of all
//! files there, except for what is judged and what it is judged with.

use std::collections::HashMap;
use std::path::{Path, PathBuf, absolute};
use std::sync::{Arc, Mutex, OnceLock};
use std::{fs, io, mem};

use walkdir::{DirEntry, WalkDir};

use super::copy;
use super::known_hashes::KnownHashes;
use super::source::Source;
use referee_base::digest::{ContentHash, Digest, hash_of};
use referee_base::fault::Fault;
use referee_base::files::{self, LinkBoundary, TemporaryFolder};
use referee_base::parallel::lock;
use referee_package::constants::Constants;

/// The total size in bytes up to which files are copied. Larger ones stay where they are, and are
/// hashed again at the end.
const MAX_COPIED: u64 = 256 << 20;

/// Folders at any place that are not part of a problem: leftovers of tools.
const NO_PARTS: [&str; 2] = [".git", "__pycache__"];

/// The name of the folder of a record. The names of incomplete reports begin in the same way.
pub const RECORD: &str = ".referee";

/// The extensions of the files of cases, if these have no folder of their own.
const OF_CASES: [&str; 2] = ["in", "ans"];

/// The files of a problem that its commands may read.
#[derive(Debug, Clone)]
pub struct ProblemFiles {
    /// The folder of the problem.
    pub folder: PathBuf,
    /// The folder of its cases, unless that is the folder of the problem.
    pub cases: Option<PathBuf>,
    /// The folder of its submissions.
    pub submissions: PathBuf,
}

/// Some files of a folder as they were at one time: hashed then, and copied once a program that
/// reads them is to run.
#[derive(Debug)]
pub struct Snapshot {
    /// The folder in which they were found.
    found: PathBuf,
    /// The files, relative to the folder.
    pub files: Vec<String>,
    /// The programs among them, which are made executable even if they are not.
    programs: Vec<String>,
    /// The hash of their names and contents, and of which are programs.
    pub content: ContentHash,
    /// The hash of their names and contents alone.
    texts: ContentHash,
    /// The copy, unless they are too large for one.
    copy: OnceLock<Result<Option<TemporaryFolder>, Fault>>,
}

/// The path of the main file of a program, and its files. Several programs in a folder may be
/// started by the same file of their package.
type ProgramPaths = (PathBuf, Vec<String>);

/// The snapshots that a command has taken: of each program one.
#[derive(Debug, Default)]
pub struct Snapshots {
    taken: Mutex<HashMap<ProgramPaths, Arc<Snapshot>>>,
    hashes: KnownHashes,
}

impl Snapshots {
    /// Takes snapshots with the hashes that earlier commands have kept in a folder.
    pub fn with_hashes_in(folder: &Path) -> Snapshots {
        Snapshots { taken: Mutex::default(), hashes: KnownHashes::kept_in(folder) }
    }

    /// Returns the files of a program as they were at the first call.
    pub fn of(&self, source: &Source) -> Result<Arc<Snapshot>, Fault> {
        let mut taken = lock(&self.taken);
        let key = (source.folder.join(&source.main), source.files.clone());
        if let Some(known) = taken.get(&key) {
            return Ok(Arc::clone(known));
        }
        let files = source.files.clone();
        let new = Snapshot::of(&source.folder, files, &source.programs, &self.hashes)?;
        Ok(Arc::clone(taken.entry(key).or_insert(Arc::new(new))))
    }

    /// Returns the hash of a file that a program may read by its absolute path; the same for all
    /// that cannot be read.
    pub fn content_of(&self, path: &Path) -> ContentHash {
        let read = || hash_of(&mut files::open(path).map_err(io::Error::other)?);
        self.hashes.of(path, read).unwrap_or_default()
    }

    /// Checks that the files that programs have read are unchanged, and forgets them: a change is
    /// reported once.
    ///
    /// # Errors
    /// Some have changed, and are too large to be copied.
    pub fn verify(&self) -> Result<(), Fault> {
        self.hashes.keep();
        let taken = mem::take(&mut *lock(&self.taken));
        taken.values().try_for_each(|snapshot| snapshot.verify())
    }
}

impl ProblemFiles {
    /// Returns the files, relative to the folder and sorted, without those of `others` that lie in
    /// it. Links are followed within the folder.
    pub fn list(&self, others: &[PathBuf]) -> Result<Vec<String>, Fault> {
        let links = LinkBoundary::of_folder(&self.folder);
        let whole = self.folder.canonicalize().ok();
        let left_out = self.cases.iter().chain([&self.submissions]).chain(others);
        let left_out = left_out.filter_map(|one| one.canonicalize().ok());
        let left_out: Vec<PathBuf> = left_out
            .filter(|one| !whole.as_ref().is_some_and(|whole| whole.starts_with(one)))
            .collect();
        let is_part = |path: &Path| !left_out.iter().any(|folder| path.starts_with(folder));
        let is_taken = |entry: &DirEntry| {
            let name = entry.file_name();
            entry.depth() == 0
                || !NO_PARTS.iter().any(|no_part| name == *no_part)
                    && !name.as_encoded_bytes().starts_with(RECORD.as_bytes())
                    && links.follow(entry.path()).is_ok_and(|target| is_part(&target.path))
        };
        let mut found = Vec::new();
        let walk = WalkDir::new(&self.folder).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_taken) {
            let entry = match entry {
                Ok(entry) => entry,
                // A cycle of links.
                Err(error) if error.path().is_some_and(Path::is_symlink) => continue,
                Err(error) => return Err(files::walk_fault(&self.folder, &error)),
            };
            let below = entry.path().strip_prefix(&self.folder).ok().and_then(Path::to_str);
            if let Some(below) = below.filter(|_| entry.file_type().is_file())
                && !self.is_of_case(entry.path())
            {
                found.push(below.to_string());
            }
        }
        Ok(found)
    }

    fn is_of_case(&self, path: &Path) -> bool {
        let extension = path.extension().and_then(|extension| extension.to_str());
        self.cases.is_none() && extension.is_some_and(|extension| OF_CASES.contains(&extension))
    }
}

impl Snapshot {
    /// Takes these files of a folder. The `programs` among them are made executable.
    fn of(
        folder: &Path,
        files: Vec<String>,
        programs: &[&str],
        hashes: &KnownHashes,
    ) -> Result<Snapshot, Fault> {
        // A relative path may be wrong where a program runs. A command of the system has neither
        // files nor a folder.
        let found = if files.is_empty() {
            folder.to_path_buf()
        } else {
            absolute(folder).map_err(|error| Fault::cannot_read(folder, &error))?
        };
        let texts = texts_of(&found, &files, hashes)?;
        let mut digest = Digest::new();
        digest.add(&texts);
        for file in &files {
            digest.add(&[u8::from(files::is_executable(&found.join(file)))]);
        }
        let programs = programs.iter().map(ToString::to_string).collect();
        Ok(Snapshot {
            found,
            files,
            programs,
            content: digest.number(),
            texts,
            copy: OnceLock::new(),
        })
    }

    /// Returns the folder that holds the files for a program that runs.
    ///
    /// # Errors
    /// They have changed since they were hashed, one cannot be read, or the disk is full.
    pub fn folder(&self) -> Result<&Path, Fault> {
        let copy = self.copy.get_or_init(|| self.copied()).as_ref().map_err(Clone::clone)?;
        Ok(copy.as_ref().map_or(&self.found, TemporaryFolder::path))
    }

    fn copied(&self) -> Result<Option<TemporaryFolder>, Fault> {
        let sizes = self.files.iter().filter_map(|file| self.found.join(file).metadata().ok());
        if sizes.map(|found| found.len()).sum::<u64>() > MAX_COPIED {
            return Ok(None);
        }
        let copy = TemporaryFolder::new()?;
        for name in &self.files {
            let (from, is_program) = (self.found.join(name), self.programs.contains(name));
            copy::copy(&from, copy.path(), name, is_program, &Constants::new())?;
        }
        if texts_of(copy.path(), &self.files, &KnownHashes::default())? == self.texts {
            Ok(Some(copy))
        } else {
            Err(self.changed("files of the problem changed since the command started"))
        }
    }

    /// Checks that files which were not copied are as they were.
    ///
    /// # Errors
    /// They have changed.
    pub fn verify(&self) -> Result<(), Fault> {
        let Some(Ok(None)) = self.copy.get() else { return Ok(()) };
        let read = KnownHashes::default();
        if texts_of(&self.found, &self.files, &read).is_ok_and(|texts| texts == self.texts) {
            return Ok(());
        }
        let size = MAX_COPIED >> 20;
        Err(self.changed(&format!(
            "files of the problem changed during the command; they are not copied beyond {size} MiB"
        )))
    }

    fn changed(&self, message: &str) -> Fault {
        Fault::judge(message).at(&self.found).help("run it again with --rerun")
    }
}

fn texts_of(folder: &Path, names: &[String], hashes: &KnownHashes) -> Result<ContentHash, Fault> {
    let mut digest = Digest::new();
    for name in names {
        let path = folder.join(name);
        let cannot_read = |error| Fault::cannot_read(&path, &error);
        digest.add(name.as_bytes());
        let read = || hash_of(&mut fs::File::open(&path)?);
        digest.add(&hashes.of(&path, read).map_err(cannot_read)?);
    }
    Ok(digest.number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_have_changed_before_they_are_copied_are_not_taken_for_those_that_were_hashed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("check.sh");
        let taken = || {
            let files = vec!["check.sh".into()];
            Snapshot::of(folder.path(), files, &[], &KnownHashes::default()).unwrap()
        };
        fs::write(&path, "exit 42\n").unwrap();
        let (before, late) = (taken(), taken());
        let copied = before.folder().unwrap().join("check.sh");
        fs::write(&path, "exit 43\n").unwrap();
        assert_eq!(fs::read_to_string(copied).unwrap(), "exit 42\n");
        let fault = late.folder().unwrap_err().to_string();
        assert!(fault.contains("changed since the command started"), "{fault}");
        assert_ne!(taken().content, before.content);
    }
}
