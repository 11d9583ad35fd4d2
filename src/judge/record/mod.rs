//! The record of runs: it saves reruns, and knows which cases fail most submissions.
//!
//! It is a file of lines that is only appended to, a line as soon as a run has ended, so that a crash of the judge loses at most the runs
//! under way. An index is held in memory; a line is read when it is needed. Any number of judges may append at the same time: a line is one
//! write to a file opened for appending. They hold a shared lock; a judge that holds it exclusively may rewrite the file without outdated
//! lines. docs/record.md documents the format.
//!
//! It lies beside a problem and may have come with it. So it holds nothing that decides how programs are run, and it is opened as a folder
//! of the judge's own among untrusted files. The commands that `--resume` continues are kept [elsewhere](session).

mod compact;
mod index;
pub mod inferred;
pub mod key;
pub(super) mod learned;
mod line;
pub(super) mod reuse;
pub mod session;

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use crate::cases;
use crate::events::JudgedCase;
use index::Index;
use inferred::RecordedTimeLimit;
use key::RunKey;
use learned::LearnedCase;
use line::{Line, RecordedRun, Times};
use referee_base::fault::Fault;
use referee_base::files::{For, OwnFolder};
use referee_sandbox::{Limits, Stopped};

/// The name of the folder with a record.
pub const NAME: &str = ".referee";

/// The file of lines.
const RUNS: &str = "runs.jsonl";

/// The lock file, which is empty.
const LOCK: &str = "lock";

/// The file is not compacted up to this size, in bytes.
const SMALL: u64 = 1 << 20;

/// Whether recorded runs are reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// Reuse them as long as nothing has changed.
    Unchanged,
    /// Reuse none: rerun everything.
    Nothing,
}

/// An open record.
#[derive(Debug)]
pub struct Record {
    folder: OwnFolder,
    reuse: Reuse,
    index: Index,
    /// The order that was learned before the record was opened.
    learned: Vec<LearnedCase>,
    /// For reading the lines that the index points to.
    kept: Mutex<File>,
    /// For appending.
    runs: File,
    /// Held shared with all other users of the record.
    lock: File,
    /// The first error in writing a line.
    trouble: OnceLock<io::Error>,
}

/// Returns where the record of a case folder, or of a single case, lies: beside the nearest `problem.toml`, or else in the case folder.
///
/// # Errors
/// The folders above cannot be found.
pub fn folder_of(cases: &Path) -> Result<PathBuf, Fault> {
    let folder = match cases.is_dir() {
        true => cases,
        false => cases.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new(".")),
    };
    let nearest = cases::nearest_problem_file(folder)?;
    let home = nearest.as_deref().and_then(Path::parent).unwrap_or(folder);
    Ok(home.join(NAME))
}

impl Record {
    /// Opens the record in `folder`, which is created if it does not exist, and reads it.
    ///
    /// # Errors
    /// The folder or a file in it cannot be created, read or written, or is a link or of another type than it must be.
    pub fn open(folder: &Path, reuse: Reuse) -> Result<Record, Fault> {
        let folder = OwnFolder::make(folder)?;
        folder.ignored_by_git()?;
        let lock = folder.file(LOCK, For::Appending)?;
        // On file systems without locks the record is never compacted either.
        if let Err(error) = lock.lock_shared()
            && error.kind() != io::ErrorKind::Unsupported
        {
            return Err(Fault::cannot_write(folder.path(), &error));
        }
        // Only after locking: before, another process could have replaced the file.
        let runs = folder.file(RUNS, For::Appending)?;
        let kept = folder.file(RUNS, For::Reading)?;
        let index = Index::read(BufReader::with_capacity(1 << 18, &kept))
            .map_err(|error| Fault::cannot_read(&folder.path().join(RUNS), &error))?;
        let kept = Mutex::new(kept);
        let learned = learned::read(&folder);
        Ok(Record { folder, reuse, index, learned, kept, runs, lock, trouble: OnceLock::new() })
    }

    /// Closes the record. If most of the file is outdated, it is compacted.
    ///
    /// # Errors
    /// The first error in recording a run. All other runs are recorded.
    pub fn end(self) -> Result<(), Fault> {
        let size = self.runs.metadata().map_or(0, |metadata| metadata.len());
        let Record { folder, index, kept, runs, lock, trouble, .. } = self;
        drop((kept, runs));
        if let Some(error) = trouble.into_inner() {
            return Err(Fault::cannot_write(&folder.path().join(RUNS), &error));
        }
        if size > SMALL && index.is_mostly_old() {
            drop(index);
            // Other users of the record are no error: the last of them compacts it.
            let _ = lock.unlock();
            if lock.try_lock().is_ok() {
                compact::compact(&folder, RUNS)?;
            }
        }
        Ok(())
    }

    /// Returns the folder of the record.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns what a recorded run of this key means under these limits.
    pub(super) fn find(&self, key: &RunKey, limits: &Limits) -> Option<JudgedCase> {
        match self.reuse {
            Reuse::Unchanged => self.kept(key, limits),
            Reuse::Nothing => None,
        }
    }

    /// Returns what a recorded run of this key means under these limits, where it is rerun nevertheless.
    pub(super) fn before(&self, key: &RunKey, limits: &Limits) -> Option<JudgedCase> {
        match self.reuse {
            Reuse::Unchanged => None,
            Reuse::Nothing => self.kept(key, limits),
        }
    }

    fn kept(&self, key: &RunKey, limits: &Limits) -> Option<JudgedCase> {
        let place = self.index.find(key)?;
        let mut bytes = vec![0; place.length as usize];
        {
            let mut file = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            file.seek(SeekFrom::Start(place.offset)).ok()?;
            file.read_exact(&mut bytes).ok()?;
        }
        match line::parse(&bytes)? {
            Line::Run(run) if run.key == *key => reuse::judged(*run, limits),
            _ => None,
        }
    }

    /// Records a run.
    pub(super) fn keep(
        &self,
        key: RunKey,
        limits: &Limits,
        stopped: Option<Stopped>,
        judged: &JudgedCase,
    ) {
        let limits = Times::of(limits);
        self.append(&Line::Run(Box::new(RecordedRun {
            key,
            limits,
            stopped,
            judged: judged.clone(),
        })));
    }

    /// Returns how many recorded runs of a case were not accepted, as of when the record was opened.
    pub(super) fn caught(&self, case: &str) -> usize {
        self.index.caught(case)
    }

    /// Returns the cases on which wrong programs fail soonest, in that order, as of when the record was opened.
    pub(super) fn learned(&self) -> &[LearnedCase] {
        &self.learned
    }

    /// Records the cases on which wrong programs fail soonest, in that order.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn learn(&self, learned: &[LearnedCase]) -> Result<(), Fault> {
        learned::write(&self.folder, learned)
    }

    /// Records a time limit that was inferred from what is in these folders.
    ///
    /// # Errors
    /// A file in them cannot be read, or the limit cannot be written.
    pub fn keep_time_limit(
        &self,
        limit: &RecordedTimeLimit,
        folders: &[PathBuf],
    ) -> Result<(), Fault> {
        limit.write(&self.folder, folders)
    }

    /// Returns how many lines were skipped: torn, of another version, or no lines of a record.
    pub fn passed_over(&self) -> usize {
        self.index.passed_over
    }

    fn append(&self, line: &Line) {
        let written = line::bytes(line).and_then(|bytes| match bytes {
            // One write: the lines of several judges do not mix.
            Some(bytes) => match (&self.runs).write(&bytes)? {
                count if count == bytes.len() => Ok(()),
                _ => Err(io::ErrorKind::StorageFull.into()),
            },
            None => Ok(()),
        });
        if let Err(error) = written {
            let _ = self.trouble.set(error);
        }
    }
}

/// Returns an error while another command uses the record in `folder`.
///
/// # Errors
/// A command is under way there, or the folder is no record.
fn refuse_in_use(folder: &Path) -> Result<(), Fault> {
    if folder.join(LOCK).symlink_metadata().is_err() {
        return Ok(());
    }
    let lock = OwnFolder::open(folder)?.file(LOCK, For::Reading)?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Fault::bad_input("a run is under way that uses this record")
                .at(folder)
                .help("wait for its end, or name cases and submissions to run beside it"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
