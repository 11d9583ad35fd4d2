//! All segments of a record: those of the folders below it, which are only read, and its own, which other processes may write.
//!
//! While this process works, it looks again for what others have appended. So two that judge the same share their runs, and each run that
//! another process says it has begun is waited for instead of run twice. All of this only saves work: what is seen late is run again.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use super::index::Index;
use super::key::RunKey;
use super::line::RecordedRun;
use super::segment::{self, Met, RUNS, Segment};
use super::writer::{Writer, is_left_behind};
use referee_base::fault::Fault;
use referee_base::files::{For, OwnFolder};

/// The folder of the segments.
const SEGMENTS: &str = "runs";

/// How soon it is looked again: beside other processes that write, and without.
const SOON: Duration = Duration::from_millis(10);
const LATER: Duration = Duration::from_millis(500);

/// Looking may take this part of the time, on however slow a file system.
const PART_OF_TIME: u32 = 20;

/// A folder with segments, and perhaps with the lines of an earlier version.
#[derive(Debug)]
pub(super) struct Layer {
    top: OwnFolder,
    /// The folder of the segments; none where there are none.
    pub(super) segments: Option<OwnFolder>,
}

impl Layer {
    /// Opens a record that is not written.
    ///
    /// # Errors
    /// There is none, or it is a link.
    pub(super) fn below(path: &Path) -> Result<Layer, Fault> {
        let top = OwnFolder::open(path)?;
        let segments = path.join(SEGMENTS);
        let is_there = segments.symlink_metadata().is_ok();
        let segments = is_there.then(|| OwnFolder::open(&segments)).transpose()?;
        Ok(Layer { top, segments })
    }

    /// Opens the record that is written.
    ///
    /// # Errors
    /// The folder of the segments cannot be created, or is a link.
    pub(super) fn own(path: &Path) -> Result<Layer, Fault> {
        let segments = OwnFolder::make(&path.join(SEGMENTS))?;
        Ok(Layer { top: OwnFolder::open(path)?, segments: Some(segments) })
    }

    /// Opens one of its segments.
    pub(super) fn open(&self, segment: &Segment) -> Result<File, Fault> {
        match &self.segments {
            Some(folder) if !segment.is_lines => folder.file(&segment.name, For::Reading),
            _ => self.top.file(&segment.name, For::Reading),
        }
    }

    /// Removes one of its segments.
    pub(super) fn remove(&self, segment: &Segment) -> Result<(), Fault> {
        match &self.segments {
            Some(folder) if !segment.is_lines => folder.remove(&segment.name),
            _ => self.top.remove(&segment.name),
        }
    }

    /// Returns whether a segment is no longer there.
    fn is_without(&self, segment: &Segment) -> bool {
        let folder = match &self.segments {
            Some(folder) if !segment.is_lines => folder.path(),
            _ => self.top.path(),
        };
        folder.join(&segment.name).symlink_metadata().is_err()
    }

    /// Returns its segments, in the order in which they count.
    fn list(&self) -> Result<Vec<Segment>, Fault> {
        let has_lines = self.top.path().join(RUNS).symlink_metadata().is_ok();
        let mut list: Vec<Segment> =
            has_lines.then(|| Segment::unread(RUNS, true)).into_iter().collect();
        if let Some(folder) = &self.segments {
            let names = folder.names()?.into_iter().filter(|name| segment::is_name(name));
            list.extend(names.map(|name| Segment::unread(&name, false)));
        }
        Ok(list)
    }
}

/// The segments of a record, and the index of their runs.
#[derive(Debug)]
pub(super) struct Shelf {
    layers: Vec<Layer>,
    /// The number of the record's own layer, which is the last.
    own: usize,
    /// With the number of the layer.
    segments: Vec<(usize, Segment)>,
    /// The names of the own segments that are known.
    known: HashSet<String>,
    pub(super) index: Index,
    /// The runs that other processes have begun, with the number of the segment that says so.
    claims: HashMap<RunKey, usize>,
    /// Whether others may write to the record.
    pub(super) has_company: bool,
    /// When to look again at the soonest.
    due: Instant,
}

impl Shelf {
    /// Reads the record in a folder, over others.
    ///
    /// # Errors
    /// A file cannot be read, or is a link or of another type than it must be.
    pub(super) fn open(below: Vec<Layer>, own: Layer) -> Result<Shelf, Fault> {
        let mut shelf = Shelf {
            own: below.len(),
            layers: below,
            segments: Vec::new(),
            known: HashSet::new(),
            index: Index::default(),
            claims: HashMap::new(),
            has_company: false,
            due: Instant::now(),
        };
        for number in 0..shelf.layers.len() {
            for segment in shelf.layers[number].list()? {
                shelf.segments.push((number, segment));
                let at = shelf.segments.len() - 1;
                shelf.read(at)?;
            }
        }
        shelf.layers.push(own);
        shelf.look()?;
        Ok(shelf)
    }

    /// Returns the record's own layer.
    pub(super) fn own(&self) -> &Layer {
        &self.layers[self.own]
    }

    /// Returns the record's own segments.
    pub(super) fn own_segments(&self) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(|(layer, _)| *layer == self.own).map(|(_, segment)| segment)
    }

    /// Returns how much was passed over in all segments.
    pub(super) fn passed_over(&self) -> usize {
        self.segments.iter().map(|(_, segment)| segment.passed_over).sum()
    }

    /// Leaves a segment out: that which this process writes.
    pub(super) fn leave_out(&mut self, name: &str) {
        self.known.insert(name.into());
    }

    /// Reads a segment that had been left out.
    pub(super) fn take_in(&mut self, name: &str) {
        self.known.remove(name);
    }

    /// Looks for what was appended since, if it is time to. Returns whether it has looked.
    pub(super) fn look_again(&mut self) -> bool {
        let begin = Instant::now();
        if begin < self.due {
            return false;
        }
        // What can no longer be read was read when the record was opened, or is run again.
        let _ = self.look();
        let pause = if self.has_company { SOON } else { LATER };
        self.due = Instant::now() + pause.max(begin.elapsed() * PART_OF_TIME);
        true
    }

    /// Reads what was appended to the record since it was read last.
    ///
    /// # Errors
    /// A file cannot be read, or is a link or of another type than it must be.
    pub(super) fn look(&mut self) -> Result<(), Fault> {
        for segment in self.own().list()? {
            if self.known.insert(segment.name.clone()) {
                self.segments.push((self.own, segment));
            }
        }
        self.has_company = false;
        for at in 0..self.segments.len() {
            let (layer, segment) = &self.segments[at];
            if *layer == self.own && !segment.is_ended {
                self.read(at)?;
                let segment = &self.segments[at].1;
                self.has_company |= !segment.is_ended && !segment.is_lines && !self.is_gone(at);
            }
        }
        Ok(())
    }

    /// Returns whether the writer of a segment is known to be gone.
    fn is_gone(&self, at: usize) -> bool {
        self.segments[at].1.writer.as_ref().is_some_and(Writer::is_gone)
    }

    /// Reads on in a segment. One that is gone has been merged into another by its process.
    fn read(&mut self, at: usize) -> Result<(), Fault> {
        let Shelf { layers, segments, index, claims, .. } = self;
        let (number, segment) = &mut segments[at];
        let (layer, is_own) = (&layers[*number], *number == self.own);
        let file = match layer.open(segment) {
            Ok(file) => file,
            Err(_) if layer.is_without(segment) => {
                segment.is_ended = true;
                return Ok(());
            }
            Err(fault) => return Err(fault),
        };
        let read = segment.read_on(&file, |met| match met {
            Met::Run { position, key, names, verdict } => {
                claims.remove(&key);
                index.add(key, (at as u32, position), names, verdict);
                if is_own {
                    index.count(names);
                }
            }
            Met::Claim(key) => {
                claims.insert(key, at);
            }
            Met::Release(key) => {
                claims.remove(&key);
            }
        });
        read.map_err(|error| Fault::cannot_read(layer.top.path(), &error))
    }

    /// Returns the newest run of a key.
    pub(super) fn run(&self, key: &RunKey) -> Option<RecordedRun> {
        let (at, position) = self.index.find(key)?;
        let (layer, segment) = &self.segments[at as usize];
        let file = self.layers[*layer].open(segment).ok()?;
        segment.run_at(&file, position).filter(|run| run.key == *key)
    }

    /// Returns whether another process runs what has this key, as far as is known.
    pub(super) fn is_claimed(&self, key: &RunKey) -> bool {
        self.claims.get(key).is_some_and(|&at| {
            let (layer, segment) = &self.segments[at];
            *layer == self.own && !segment.is_ended && !self.is_gone(at)
        })
    }

    /// Returns whether nobody writes to a segment of the record any more.
    pub(super) fn is_finished(&self, segment: &Segment) -> bool {
        let is_left = || self.own().open(segment).is_ok_and(|file| is_left_behind(&file));
        match segment.is_known() {
            true => {
                let is_gone = segment.writer.as_ref().is_some_and(Writer::is_gone);
                segment.is_ended || is_gone || is_left()
            }
            // What can be read is of a later version, and not ours to remove.
            false => segment.read == 0 && is_left(),
        }
    }
}
