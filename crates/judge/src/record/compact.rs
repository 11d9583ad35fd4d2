//! Compacts a record by merging finished segments into one.
//!
//! This needs no lock. The merged segment is written like any other, and the segments whose runs it
//! holds are removed only after it has ended and reached the disk. A process that reads in between
//! finds runs twice, which is harmless. A crash leaves a segment without an end, of a process that
//! is gone, which the next merge includes. Two processes that merge the same segments at the same
//! time write the same runs twice, which the next merge combines too.

use std::collections::{BTreeMap, HashMap};
use std::io;

use super::run::RunKey;
use super::segment::{Met, OwnSegment, Position, Segment};
use super::segment_set::{SegmentSet, list, pair};
use referee_base::fault::Fault;
use referee_base::files::{OpenMode, OwnFolder};

/// A record below this many bytes keeps outdated runs, and a segment below it is merged with
/// others.
pub(super) const SMALL: u64 = 1 << 20;

/// This many small segments are merged into one.
pub(super) const MANY: usize = 16;

/// The group of runs of which only the newest is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Newest {
    /// The runs with the same key.
    OfKey,
    /// The runs of a submission on a case.
    OfPair,
}

#[derive(Debug)]
pub(super) struct Merge {
    pub(super) names: Vec<String>,
    newest: Newest,
}

/// The common property of several runs of which only the newest is kept.
#[derive(PartialEq, Eq, Hash)]
enum Same {
    Key(RunKey),
    Pair(u64),
}

impl Merge {
    /// Chooses the segments to merge now, if any.
    pub(super) fn choose(segment_set: &SegmentSet) -> Option<Merge> {
        let own = segment_set.own_segments();
        let finished: Vec<&Segment> = own.filter(|one| segment_set.is_finished(one)).collect();
        let size: u64 = finished.iter().map(|segment| segment.read).sum();
        let names = |segments: &[&Segment]| segments.iter().map(|one| one.name.clone()).collect();
        if size > SMALL && segment_set.is_mostly_old() {
            return Some(Merge { names: names(&finished), newest: Newest::OfPair });
        }
        let small: Vec<&Segment> =
            finished.into_iter().filter(|segment| segment.read < SMALL).collect();
        (small.len() >= MANY).then(|| Merge { names: names(&small), newest: Newest::OfKey })
    }

    #[cfg(test)]
    pub(super) fn of(names: Vec<String>) -> Merge {
        Merge { names, newest: Newest::OfKey }
    }

    pub(super) fn carry_out(&self, folder: &OwnFolder) -> Result<(), Fault> {
        let read = self.write(folder)?;
        read.iter().try_for_each(|segment| folder.remove(&segment.name))
    }

    /// Writes the merged segment, and returns the segments that it replaces. None of them is
    /// removed yet.
    pub(super) fn write(&self, folder: &OwnFolder) -> Result<Vec<Segment>, Fault> {
        let cannot_write = |error: io::Error| Fault::cannot_write(folder.path(), &error);
        let mut segments = Vec::new();
        // The newest run of each: its place, or `None` if a segment that stays has it.
        let mut newest: HashMap<Same, Option<(usize, Position)>> = HashMap::new();
        let mut forms = BTreeMap::new();
        // All segments, because an older run of a merged one must not count after a newer run of
        // one that stays: the merged segment counts as new as its newest part.
        for mut segment in list(folder)? {
            let is_merged = self.names.contains(&segment.name);
            // Another process may have merged and removed it.
            let Ok(file) = folder.file(&segment.name, OpenMode::Reading) else { continue };
            let read = segment.read_on(&file, |met| match met {
                Met::Run { position, key, names } => {
                    let same = match self.newest {
                        Newest::OfKey => Same::Key(key),
                        Newest::OfPair => Same::Pair(pair(names)),
                    };
                    newest.insert(same, is_merged.then_some((segments.len(), position)));
                }
                Met::Mutant { key, form } if is_merged => {
                    forms.insert(key, form);
                }
                Met::Mutant { key, .. } => {
                    forms.remove(&key);
                }
                Met::Claim(_) | Met::Release(_) => {}
            });
            // One that stays may vanish while it is read, as on NFS, if another process merges it.
            if let Err(error) = read
                && is_merged
            {
                return Err(Fault::cannot_read(folder.path(), &error));
            }
            segments.extend(is_merged.then_some((segment, file)));
        }
        let mut places: Vec<(usize, Position)> = newest.into_values().flatten().collect();
        // Reads each segment from front to back.
        places.sort_unstable_by_key(|(at, position)| (*at, position.offset()));
        let mut merged = OwnSegment::begin(folder, self.time())?;
        for (at, position) in places {
            let (segment, file) = &segments[at];
            // A run that is damaged is dropped; it could not be reused anyway.
            if let Some(run) = segment.run_at(file, position) {
                merged.keep(&run).map_err(cannot_write)?;
            }
        }
        for (key, form) in &forms {
            merged.keep_form(key, form.as_ref()).map_err(cannot_write)?;
        }
        merged.end().map_err(cannot_write)?;
        Ok(segments.into_iter().map(|(segment, _)| segment).collect())
    }

    /// Returns the time of the newest of the segments: segments newer than that still count after
    /// the merged one.
    fn time(&self) -> &str {
        let last = self.names.iter().max();
        last.and_then(|name| name.split('-').next()).unwrap_or("0000000000000000")
    }
}
