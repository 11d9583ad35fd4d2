//! All segments of a record: those of the folders below it, which are only read, and its own, to
//! which other processes may write.
//!
//! While this process works, it keeps reading what others have appended. So two processes that
//! judge the same share their runs, and a run that another process has announced is waited for
//! instead of made twice. This only saves work: what is seen too late is run again.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::{Duration, Instant};

use super::run::{RecordedRun, RunKey};
use super::segment::{self, Met, Position, Segment};
use super::writer::{Writer, is_left_behind};
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_base::files::{OpenMode, OwnFolder};

/// The name of the folder of the segments.
const SEGMENTS: &str = "runs";

/// The shortest pause before the segments are read again.
const PAUSE: Duration = Duration::from_millis(10);

/// The maximum number of segments that all writers to a record together open per second, to see
/// what others have written.
const OPENED_A_SECOND: u64 = 1000;

/// A process that wrote nothing for this long no longer counts as a concurrent one.
const SILENT: Duration = Duration::from_secs(60);

/// Reading again takes at most one part in this many of the time, on however slow a file system.
const PART_OF_TIME: u32 = 20;

/// The number of segments that are held open: on a network file system, opening one takes far
/// longer than reading a run from it.
const OPEN: usize = 64;

/// Opens the folder of the segments of a record that is only read; `None` if there is none.
///
/// # Errors
/// There is no record, or it is a link.
pub(super) fn open_below(path: &Path) -> Result<Option<OwnFolder>, Fault> {
    OwnFolder::open(path)?;
    let segments = path.join(SEGMENTS);
    segments.symlink_metadata().is_ok().then(|| OwnFolder::open(&segments)).transpose()
}

/// Returns the segments in a folder in order: the runs of later ones take precedence.
pub(super) fn list(folder: &OwnFolder) -> Result<Vec<Segment>, Fault> {
    let names = folder.names()?.into_iter().filter(|name| segment::is_name(name));
    Ok(names.map(|name| Segment::unread(&name)).collect())
}

/// The segments of a record, and the index of their runs.
#[derive(Debug)]
pub(super) struct SegmentSet {
    /// The folders of the segments.
    layers: Vec<OwnFolder>,
    /// The number of the record's own layer, which is the last.
    own: usize,
    /// The segments, each with the number of its layer.
    segments: Vec<(usize, Segment)>,
    /// The names of its own segments that are known, and of the one that this process writes, which
    /// is left out.
    pub(super) known: HashSet<String>,
    /// Where the newest run of each key is: the number of its segment, and the position in it.
    newest: HashMap<RunKey, (u32, Position)>,
    /// The pairs of submission and case that were run, as hashes of their names: only their number
    /// matters.
    pairs: HashSet<u64>,
    /// The number of runs in its own segments, which may be compacted.
    runs: usize,
    /// The runs that other processes have begun, each with the numbers of the segments that
    /// announce it.
    claims: HashMap<RunKey, Vec<usize>>,
    /// What mutants compiled to.
    pub(super) forms: HashMap<ContentHash, Option<ContentHash>>,
    /// The open files of segments that runs were last read from, by number of the segment.
    files: HashMap<usize, File>,
    /// The description of this process as a writer.
    this: Writer,
    /// The number of other processes that may be writing to the record.
    pub(super) company: usize,
    /// The earliest time to read again.
    due: Instant,
}

impl SegmentSet {
    /// Reads the record in a folder, on top of others.
    ///
    /// # Errors
    /// A file cannot be read, or is a link or of another type than it must be.
    pub(super) fn open(path: &Path, below: Vec<OwnFolder>) -> Result<SegmentSet, Fault> {
        let own = OwnFolder::make(&path.join(SEGMENTS))?;
        let mut segment_set = SegmentSet {
            own: below.len(),
            layers: below,
            segments: Vec::new(),
            known: HashSet::new(),
            newest: HashMap::new(),
            pairs: HashSet::new(),
            runs: 0,
            claims: HashMap::new(),
            forms: HashMap::new(),
            files: HashMap::new(),
            this: Writer::this(),
            company: 0,
            due: Instant::now(),
        };
        // Nothing is appended to the layers below while this process works: they are read once.
        for number in 0..segment_set.layers.len() {
            for segment in list(&segment_set.layers[number])? {
                segment_set.segments.push((number, segment));
                let at = segment_set.segments.len() - 1;
                segment_set.read(at)?;
            }
        }
        segment_set.layers.push(own);
        segment_set.look()?;
        Ok(segment_set)
    }

    /// Returns the folder of the record's own segments.
    pub(super) fn own(&self) -> &OwnFolder {
        &self.layers[self.own]
    }

    pub(super) fn own_segments(&self) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(|(layer, _)| *layer == self.own).map(|(_, segment)| segment)
    }

    /// Returns the number of segments that were skipped, or whose end was.
    pub(super) fn passed_over(&self) -> usize {
        self.segments.iter().filter(|(_, segment)| segment.is_passed_over).count()
    }

    /// Returns whether most of the record is outdated, because something was changed or rerun
    /// since.
    pub(super) fn is_mostly_old(&self) -> bool {
        self.runs + self.passed_over() > 2 * self.pairs.len()
    }

    /// Returns whether there is a run of a key.
    pub(super) fn has(&self, key: &RunKey) -> bool {
        self.newest.contains_key(key)
    }

    /// Reads what was appended since, if it is time to. Returns whether it did.
    pub(super) fn look_again(&mut self) -> bool {
        let begin = Instant::now();
        if begin < self.due {
            return false;
        }
        // An error only costs time: what cannot be read is run again.
        let _ = self.look();
        // Each of these processes opens the segments of all others.
        let all = (self.company as u64).saturating_add(1);
        let pause = Duration::from_millis(all.saturating_mul(all) * 1000 / OPENED_A_SECOND);
        self.due = Instant::now() + PAUSE.max(pause).max(begin.elapsed() * PART_OF_TIME);
        true
    }

    /// Reads what was appended to the record since it was read last.
    pub(super) fn look(&mut self) -> Result<(), Fault> {
        for segment in list(self.own())? {
            if self.known.insert(segment.name.clone()) {
                self.segments.push((self.own, segment));
            }
        }
        // Counted anew, because writers may have ended or gone silent.
        self.company = 0;
        // A segment that cannot be read hides none after it.
        let mut read = Ok(());
        for at in 0..self.segments.len() {
            let (layer, segment) = &self.segments[at];
            // An ended segment never changes, so it is not opened again.
            if *layer == self.own && !segment.is_ended {
                read = read.and(self.read(at));
                self.company += usize::from(self.is_written(at, SILENT));
            }
        }
        read
    }

    /// Returns whether a segment of the own record may still have a writer, as far as is known: one
    /// that was last_seen of within this time.
    fn is_written(&self, at: usize, within: Duration) -> bool {
        let (layer, segment) = &self.segments[at];
        *layer == self.own
            && !segment.is_ended
            && segment.last_seen.elapsed() <= within
            && !self.is_gone(segment)
    }

    fn is_gone(&self, segment: &Segment) -> bool {
        segment.writer.as_ref().is_some_and(|writer| writer.is_gone(&self.this))
    }

    /// Reads on in a segment. A segment that is gone, even during the read, was merged into
    /// another.
    fn read(&mut self, at: usize) -> Result<(), Fault> {
        let read = self.read_on(at);
        let (layer, segment) = &mut self.segments[at];
        let path = || self.layers[*layer].path().join(&segment.name);
        if read.is_err() && path().symlink_metadata().is_err() {
            segment.is_ended = true;
            return Ok(());
        }
        read
    }

    fn read_on(&mut self, at: usize) -> Result<(), Fault> {
        let SegmentSet { layers, segments, newest, pairs, runs, claims, forms, .. } = self;
        let (number, segment) = &mut segments[at];
        let (layer, is_own) = (&layers[*number], *number == self.own);
        let file = layer.file(&segment.name, OpenMode::Reading)?;
        let read = segment.read_on(&file, |met| match met {
            Met::Run { position, key, names } => {
                // A recorded run settles its announcement, whichever process made it.
                claims.remove(&key);
                newest.insert(key, (at as u32, position));
                // Segments of other layers are never compacted, so their runs do not count.
                if is_own {
                    *runs += 1;
                    pairs.insert(pair(names));
                }
            }
            Met::Claim(key) => {
                claims.entry(key).or_default().push(at);
            }
            Met::Release(key) => {
                if let Some(announced) = claims.get_mut(&key) {
                    announced.retain(|&other| other != at);
                }
            }
            Met::Mutant { key, form } => {
                forms.insert(key, form);
            }
        });
        read.map_err(|error| Fault::cannot_read(layer.path(), &error))
    }

    /// Returns the newest run of a key.
    pub(super) fn run(&mut self, key: &RunKey) -> Option<RecordedRun> {
        let &(at, position) = self.newest.get(key)?;
        let at = at as usize;
        let (layer, segment) = &self.segments[at];
        // The file may have changed since it was indexed.
        let run = |file: &File| segment.run_at(file, position).filter(|run| run.key == *key);
        if let Some(run) = self.files.get(&at).and_then(run) {
            return Some(run);
        }
        // Not open yet, or changed since it was opened.
        let file = self.layers[*layer].file(&segment.name, OpenMode::Reading).ok()?;
        let run = run(&file);
        if self.files.len() >= OPEN {
            self.files.clear();
        }
        self.files.insert(at, file);
        run
    }

    /// Returns whether another process is making the run with this key, as far as is known. A
    /// process that has written nothing for longer than a run may take has vanished.
    pub(super) fn is_claimed(&self, key: &RunKey, longest: Duration) -> bool {
        let claims = self.claims.get(key).into_iter().flatten();
        claims.copied().any(|at| self.is_written(at, longest))
    }

    /// Returns whether no process writes to a segment of the record any more.
    pub(super) fn is_finished(&self, segment: &Segment) -> bool {
        let open = || self.own().file(&segment.name, OpenMode::Reading);
        let is_left = || open().is_ok_and(|file| is_left_behind(&file));
        if segment.is_known() {
            segment.is_ended || self.is_gone(segment) || is_left()
        } else {
            // A segment that can be read is of a later version, and not ours to remove.
            segment.read == 0 && is_left()
        }
    }
}

/// Returns a hash of the names of a submission and a case.
pub(super) fn pair(names: [&str; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    names.hash(&mut hasher);
    hasher.finish()
}
