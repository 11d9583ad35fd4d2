//! The record of runs. It saves reruns, and remembers on which cases wrong programs fail soonest.
//!
//! It is a folder of segments. Each process appends to one of its own, and adds a run as soon as it
//! has ended, so a crash of the judge loses at most the runs in progress. All segments are read
//! together, those of other processes and machines repeatedly, and merged when there are many. No
//! lock is needed, so this works on network file systems. An index is held in memory; a run is read
//! when it is needed. docs/record.md documents the format.
//!
//! A record lies beside a problem and may have come with it. So it holds nothing that decides how
//! programs are run, and it is opened as a folder of the judge's own among untrusted files. The
//! commands that `--resume` continues are kept [elsewhere](session).

pub(crate) mod case_key;
mod compact;
mod dense;
mod frame;
pub mod inferred;
pub(super) mod learned;
pub(super) mod reuse;
pub mod run;
mod segment;
mod segment_set;
pub mod session;
mod writer;

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use compact::Merge;
use frame::Kind;
use inferred::RecordedTimeLimit;
use learned::LearnedCase;
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_base::files::{OpenMode, OwnFolder};
use referee_base::parallel::{lock, unpoisoned};
use referee_events::JudgedCase;
use referee_problem::cases;
use referee_sandbox::{Limits, Stopped, are_runs_ended};
use run::{RecordedRun, RunKey, Times};
use segment::OwnSegment;
use segment_set::{SegmentSet, open_below};

/// The name of the folder with a record.
pub use referee_programs::RECORD as NAME;

/// The lock file, which is empty. It shows whether a command is running, where the file system has
/// locks; no run depends on it.
const LOCK: &str = "lock";

/// The time beyond its wall time limit for which a run of another process is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The interval at which the record is searched for such a run.
const POLL: Duration = Duration::from_millis(10);

/// Whether recorded runs are reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// Reuse them as long as nothing has changed.
    Unchanged,
    /// Reuse none: rerun everything.
    Nothing,
}

/// Records that are only read.
#[derive(Debug, Default)]
pub struct Layers(Vec<OwnFolder>);

impl Layers {
    /// Opens records; the runs of later ones take precedence over those of earlier ones.
    ///
    /// # Errors
    /// One of the folders does not exist, or is a link or no folder.
    pub fn open(folders: &[PathBuf]) -> Result<Layers, Fault> {
        let layers = folders.iter().filter_map(|folder| open_below(folder).transpose());
        layers.collect::<Result<_, _>>().map(Layers)
    }
}

/// An open record.
#[derive(Debug)]
pub struct Record {
    folder: OwnFolder,
    reuse: Reuse,
    /// The cases on which wrong programs fail soonest, in that order, as learned before the record
    /// was opened.
    pub(super) learned: Vec<LearnedCase>,
    /// The segments, as far as they were read.
    segment_set: Mutex<SegmentSet>,
    /// The segment of this process, once there is something to write.
    own: Mutex<Option<OwnSegment>>,
    /// Held shared with all other users of the record.
    _lock: File,
    /// The first error in writing a run. No run is recorded after it.
    trouble: OnceLock<Fault>,
}

/// Returns the path of the record for a case folder or a single case: beside the nearest
/// `problem.toml`, or else in the case folder.
///
/// # Errors
/// The folders above cannot be found.
pub fn folder_of(cases: &Path) -> Result<PathBuf, Fault> {
    let folder = if cases.is_dir() {
        cases
    } else {
        cases.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new("."))
    };
    let nearest = cases::nearest_problem_file(folder)?;
    let home = nearest.as_deref().and_then(Path::parent).unwrap_or(folder);
    Ok(home.join(NAME))
}

impl Record {
    /// Opens the record in `folder`, which is created if it does not exist, and reads it.
    ///
    /// # Errors
    /// The folder or a file in it cannot be created, read or written, or is a link or of another
    /// type than it must be.
    pub fn open(folder: &Path, reuse: Reuse) -> Result<Record, Fault> {
        Record::open_over(folder, Layers::default(), reuse)
    }

    /// Opens the record in `folder` as [`Record::open`] does, on top of others that are only read:
    /// a run that it does not hold is looked up there.
    ///
    /// # Errors
    /// Those of [`Record::open`], for each of the records.
    pub fn open_over(folder: &Path, below: Layers, reuse: Reuse) -> Result<Record, Fault> {
        // Another folder that exists may have files of the user, which git must not ignore.
        let is_ignored = folder.ends_with(NAME) || folder.symlink_metadata().is_err();
        let folder = OwnFolder::make(folder)?;
        if is_ignored {
            folder.ignored_by_git()?;
        }
        let lock = folder.file(LOCK, OpenMode::Appending)?;
        // Network file systems may have no locks, or lose the holder of one: nothing waits here.
        let _ = lock.try_lock_shared();
        let segment_set = Mutex::new(SegmentSet::open(folder.path(), below.0)?);
        let learned = learned::read(&folder);
        let (own, trouble) = (Mutex::default(), OnceLock::new());
        Ok(Record { folder, reuse, learned, segment_set, own, _lock: lock, trouble })
    }

    /// Closes the record. If there are many segments, or most of what they hold is outdated, they
    /// are compacted if possible.
    ///
    /// # Errors
    /// The first error in recording a run; the runs before it are recorded.
    pub fn end(self) -> Result<(), Fault> {
        let Record { folder, segment_set, own, trouble, .. } = self;
        if let Some(fault) = trouble.into_inner() {
            return Err(fault);
        }
        let mut segment_set = unpoisoned(segment_set.into_inner());
        if let Some(own) = unpoisoned(own.into_inner()) {
            // No run follows, so this segment may be merged as well.
            segment_set.known.remove(&own.name);
            own.end().map_err(|error| Fault::cannot_write(folder.path(), &error))?;
        }
        // This only saves space. If it fails, all results are recorded, and the next command tries.
        if let Err(fault) = merge_segments(&mut segment_set) {
            log::info!(target: "kept", "the record is not compacted: {fault}");
        }
        Ok(())
    }

    /// Closes the record and removes what this process has recorded, which may be wrong.
    ///
    /// # Errors
    /// A segment cannot be removed.
    pub fn discard(self) -> Result<(), Fault> {
        let Record { segment_set, own, .. } = self;
        let segment_set = unpoisoned(segment_set.into_inner());
        let own = unpoisoned(own.into_inner());
        let Some(own) = own else { return Ok(()) };
        segment_set.own().remove(&own.name)
    }

    /// Returns the folder of the record.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the result of a recorded run of this key under these limits. If another process has
    /// begun such a run, waits for it.
    pub fn find(&self, key: &RunKey, limits: &Limits) -> Option<JudgedCase> {
        if self.reuse == Reuse::Nothing {
            return None;
        }
        let (begin, longest) = (Instant::now(), limits.wall.saturating_add(PATIENCE));
        loop {
            if let Some(judged) = self.kept(key, limits) {
                return Some(judged);
            }
            let mut segment_set = self.segment_set();
            // Nothing new was read, and no other process has begun this run.
            if !segment_set.look_again() && !segment_set.is_claimed(key, longest) {
                return None;
            }
            let is_claimed = segment_set.is_claimed(key, longest);
            let is_new = segment_set.has(key);
            drop(segment_set);
            // No other run is to come: the new one decides, or the caller has to run it.
            if is_new && !is_claimed {
                return self.kept(key, limits);
            }
            if !is_claimed || are_runs_ended() || begin.elapsed() > longest {
                return None;
            }
            std::thread::sleep(POLL);
        }
    }

    /// Returns why [`Record::find`] finds no run of this key, in words.
    pub(super) fn why_not(&self, key: &RunKey) -> &'static str {
        match self.reuse {
            Reuse::Nothing => "everything is run again",
            Reuse::Unchanged if self.segment_set().has(key) => {
                "the recorded result does not determine the outcome under these limits"
            }
            Reuse::Unchanged => {
                "no result is recorded for this program, case, checker, compiler and these limits"
            }
        }
    }

    /// Returns the result of a recorded run of this key under these limits, if it is rerun anyway.
    pub(super) fn before(&self, key: &RunKey, limits: &Limits) -> Option<JudgedCase> {
        match self.reuse {
            Reuse::Unchanged => None,
            Reuse::Nothing => self.kept(key, limits),
        }
    }

    fn kept(&self, key: &RunKey, limits: &Limits) -> Option<JudgedCase> {
        let mut segment_set = self.segment_set();
        if !segment_set.has(key) {
            return None;
        }
        let run = segment_set.run(key).or_else(|| {
            // Another process may have merged its segment.
            segment_set.look().ok()?;
            segment_set.run(key)
        });
        reuse::judged(run?, limits)
    }

    fn segment_set(&self) -> MutexGuard<'_, SegmentSet> {
        lock(&self.segment_set)
    }

    /// Announces to other processes, if there are any, that a run begins. Those that come later at
    /// least see that this process exists.
    pub(super) fn begin(&self, key: &RunKey) {
        self.announce(Kind::Claim, key);
    }

    /// Announces to other processes that a run has ended and is not recorded.
    pub(super) fn release(&self, key: &RunKey) {
        self.announce(Kind::Release, key);
    }

    fn announce(&self, kind: Kind, key: &RunKey) {
        let has_company = self.segment_set().company > 0;
        // Even if nothing is written, this begins the segment.
        self.write(|own| if has_company { own.announce(kind, key) } else { Ok(()) });
    }

    /// Records a run.
    pub fn keep(
        &self,
        key: RunKey,
        limits: &Limits,
        stopped: Option<Stopped>,
        judged: &JudgedCase,
    ) {
        let (limits, judged) = (Times::of(limits), judged.clone());
        let run = RecordedRun { key, limits, stopped, judged };
        self.write(|own| own.keep(&run));
    }

    /// Returns what a mutant compiled to, if that is recorded: `Some(None)` if it does not compile.
    pub fn form(&self, key: &ContentHash) -> Option<Option<ContentHash>> {
        self.segment_set().forms.get(key).copied()
    }

    /// Records what a mutant compiled to.
    pub fn keep_form(&self, key: ContentHash, form: Option<ContentHash>) {
        self.write(|own| own.keep_form(&key, form.as_ref()));
        // The segment_set does not read the segment of this process.
        self.segment_set().forms.insert(key, form);
    }

    /// Writes to the segment of this process, which is begun if there is none.
    fn write(&self, write: impl FnOnce(&mut OwnSegment) -> io::Result<()>) {
        let mut own = lock(&self.own);
        // A failed write may leave a torn frame, which hides everything written after it.
        if self.trouble.get().is_some() {
            return;
        }
        let written = match &mut *own {
            Some(own) => write(own),
            None => match self.new_segment() {
                Ok(new) => write(own.insert(new)),
                Err(fault) => {
                    let _ = self.trouble.set(fault);
                    return;
                }
            },
        };
        if let Err(error) = written {
            let _ = self.trouble.set(Fault::cannot_write(self.folder.path(), &error));
        }
    }

    fn new_segment(&self) -> Result<OwnSegment, Fault> {
        // Held until the name is known: otherwise this process could mistake the segment for that
        // of another process.
        let mut segment_set = self.segment_set();
        let others = segment_set.own_segments().map(|other| &*other.name);
        let time = segment::time_after(others);
        let own = OwnSegment::begin(segment_set.own(), &time)?;
        segment_set.known.insert(own.name.clone());
        Ok(own)
    }

    /// Records the cases on which wrong programs fail soonest, in that order.
    pub(super) fn learn(&self, learned: &[LearnedCase]) -> Result<(), Fault> {
        learned::write(&self.folder, learned)
    }

    /// Records a time limit that was inferred from the content of these folders.
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
}

/// Merges segments if there are many, or if most of what they hold is outdated.
fn merge_segments(segment_set: &mut SegmentSet) -> Result<(), Fault> {
    // Other processes may have finished segments since.
    segment_set.look()?;
    match Merge::choose(segment_set) {
        Some(merge) => merge.carry_out(segment_set.own()),
        None => Ok(()),
    }
}

/// Returns an error if another command uses the record in `folder`.
///
/// # Errors
/// A command uses the record, or the folder is not a record.
fn refuse_in_use(folder: &Path) -> Result<(), Fault> {
    if folder.join(LOCK).symlink_metadata().is_err() {
        return Ok(());
    }
    let lock = OwnFolder::open(folder)?.file(LOCK, OpenMode::Reading)?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Fault::bad_input("another run is using this record")
            .at(folder)
            .help("wait until it ends, or name cases and submissions to run at the same time")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
