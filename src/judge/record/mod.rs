//! The record of runs: what is not run again, what an interrupted command goes on with, which cases catch mistakes.
//!
//! It is a file of lines that is only appended to, a line as soon as a run has ended, so that whatever ends the judge loses at
//! most the runs under way. In memory is an index; a line is read when it is needed. Any number of judges may append at
//! a time: a line is one write to a file opened for appending. They hold a lock together, and whoever holds it alone may
//! write the file anew without what is out of date. docs/record.md documents the format.

mod compact;
mod index;
pub mod key;
mod line;
pub(super) mod reuse;

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::SystemTime;

use crate::events::Judged;
use crate::fault::Fault;
use crate::problem;
use crate::sandbox::{Limits, Stopped};
use index::Index;
use key::Key;
pub use line::Command;
use line::{Line, Run, Times};

/// The name of the folder with a record.
pub const NAME: &str = ".referee";

/// The file of lines.
const RUNS: &str = "runs.jsonl";

/// The file that is locked; there is nothing in it.
const LOCK: &str = "lock";

/// Up to this size nothing is cleared away.
const SMALL: u64 = 1 << 20;

/// Whether runs that were kept are run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// They are not, as long as nothing has changed.
    Unchanged,
    /// They are.
    Nothing,
}

/// A record that is open.
#[derive(Debug)]
pub struct Record {
    folder: PathBuf,
    reuse: Reuse,
    index: Index,
    /// For reading what the index knows.
    kept: Mutex<File>,
    /// For appending.
    runs: File,
    /// Held together with all who use the record.
    lock: File,
    session: String,
    /// The first reason for which a line could not be written.
    trouble: OnceLock<io::Error>,
}

/// Where the record of a case folder, or of a single case, lies: beside the nearest `problem.toml`, or else in the
/// case folder.
///
/// # Errors
/// The folders above cannot be found.
pub fn folder_of(cases: &Path) -> Result<PathBuf, Fault> {
    let folder = match cases.is_dir() {
        true => cases,
        false => cases.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new(".")),
    };
    let nearest = problem::file::nearest_file(folder)?;
    let home = nearest.as_deref().and_then(Path::parent).unwrap_or(folder);
    Ok(home.join(NAME))
}

impl Record {
    /// Opens the record in `folder`, which is made if it is not there, and reads what it holds.
    ///
    /// # Errors
    /// The folder or a file in it cannot be made, read or written.
    pub fn open(folder: &Path, reuse: Reuse) -> Result<Record, Fault> {
        let begin = |path: &Path| -> io::Result<File> {
            File::options().read(true).append(true).create(true).open(path)
        };
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |error| Fault::cannot_write(&path, &error)
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let ignored = folder.join(".gitignore");
        if !ignored.exists() {
            fs::write(&ignored, "*\n").map_err(at(&ignored))?;
        }
        let lock = begin(&folder.join(LOCK)).map_err(at(folder))?;
        // Where a file system knows no locks, nothing is ever written anew either.
        if let Err(error) = lock.lock_shared()
            && error.kind() != io::ErrorKind::Unsupported
        {
            return Err(at(folder)(error));
        }
        // Only now: before it was locked, somebody could have put another file in its place.
        let path = folder.join(RUNS);
        let runs = begin(&path).map_err(at(&path))?;
        let kept = File::open(&path).map_err(at(&path))?;
        let index = Index::read(BufReader::with_capacity(1 << 18, &kept)).map_err(at(&path))?;
        let kept = Mutex::new(kept);
        let folder = folder.to_path_buf();
        let session = session();
        Ok(Record { folder, reuse, index, kept, runs, lock, session, trouble: OnceLock::new() })
    }

    /// Says which command begins, for [`interrupted`] to know if it does not come to its end.
    pub fn begin(&self, command: Command) {
        self.append(&Line::Began { session: self.session.clone(), command });
    }

    /// Says that the command has come to its end. If most of the file is out of date, it is written anew.
    ///
    /// # Errors
    /// The first reason for which something could not be kept. All that could be is.
    pub fn end(self) -> Result<(), Fault> {
        self.append(&Line::Ended { session: self.session.clone() });
        let path = self.folder.join(RUNS);
        let size = self.runs.metadata().map_or(0, |metadata| metadata.len());
        let Record { index, kept, runs, lock, trouble, .. } = self;
        drop((kept, runs));
        if let Some(error) = trouble.into_inner() {
            return Err(Fault::cannot_write(&path, &error));
        }
        if size > SMALL && index.is_mostly_old() {
            drop(index);
            // Others who use it are no trouble: the last of them clears it away.
            let _ = lock.unlock();
            if lock.try_lock().is_ok() {
                compact::compact(&path)?;
            }
        }
        Ok(())
    }

    /// What a kept run of this key means under these limits.
    pub(super) fn find(&self, key: &Key, limits: &Limits) -> Option<Judged> {
        if self.reuse == Reuse::Nothing {
            return None;
        }
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

    /// Keeps a run.
    pub(super) fn keep(
        &self,
        key: Key,
        limits: &Limits,
        stopped: Option<Stopped>,
        judged: &Judged,
    ) {
        let limits = Times::of(limits);
        self.append(&Line::Run(Box::new(Run { key, limits, stopped, judged: judged.clone() })));
    }

    /// How many kept runs of a case were not accepted, as of when the record was opened.
    pub(super) fn caught(&self, case: &str) -> usize {
        self.index.caught(case)
    }

    /// How many lines were passed over: torn, of another version, or no lines of a record.
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

/// A name that no other session of the same record has.
fn session() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    format!("{:x}-{:x}", now.map_or(0, |now| now.as_nanos()), std::process::id())
}

/// The last command of the record in `folder`, if it did not come to its end.
///
/// # Errors
/// The record cannot be read, or a command is under way there.
pub fn interrupted(folder: &Path) -> Result<Option<Command>, Fault> {
    let path = folder.join(RUNS);
    let cannot_read = |error: io::Error| Fault::cannot_read(&path, &error);
    let file = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(cannot_read)?,
    };
    let lock = File::open(folder.join(LOCK)).map_err(cannot_read)?;
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(Fault::bad_input("a run is under way that uses this record")
            .at(folder)
            .help("wait for its end, or name cases and submissions to run beside it"));
    }
    let mut last: Option<(String, Command)> = None;
    let each = line::each(BufReader::new(file), |_, bytes| {
        let is_session = line::head(bytes).is_some_and(|head| head.line != "run");
        match is_session.then(|| line::parse(bytes)).flatten() {
            Some(Line::Began { session, command }) => last = Some((session, command)),
            Some(Line::Ended { session: ended }) => {
                last.take_if(|(session, _)| *session == ended);
            }
            Some(Line::Run(_)) | None => {}
        }
        Ok(())
    });
    each.map_err(cannot_read)?;
    Ok(last.map(|(_, command)| command))
}

#[cfg(test)]
mod tests;
