//! The index of a record: the position of the newest run of each key, in little memory.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use super::key::RunKey;
use super::segment::Position;

/// Where the newest run of a key is: the number of its segment, and the position in it.
type Entry = (u32, Position);

/// The runs of all segments, as far as these have been read.
#[derive(Debug, Default)]
pub(super) struct Index {
    newest: HashMap<RunKey, Entry>,
    /// The pairs of submission and case that were run, as hashes of their names: only their number
    /// matters.
    pairs: HashSet<u64>,
    /// The number of runs in segments that may be compacted.
    runs: usize,
}

impl Index {
    /// Adds a run of a segment, given by number. It must be newer than those added before.
    pub(super) fn add(&mut self, key: RunKey, (segment, position): (usize, Position)) {
        self.newest.insert(key, (segment as u32, position));
    }

    /// Counts a run that may be compacted.
    pub(super) fn count(&mut self, names: [&str; 2]) {
        self.runs += 1;
        self.pairs.insert(pair(names));
    }

    /// Returns the number of the segment with the newest run of a key, and the position in it.
    pub(super) fn find(&self, key: &RunKey) -> Option<(usize, Position)> {
        self.newest.get(key).map(|&(segment, position)| (segment as usize, position))
    }

    /// Returns whether most of the record is outdated, because something was changed or rerun
    /// since.
    pub(super) fn is_mostly_old(&self, passed_over: usize) -> bool {
        self.runs + passed_over > 2 * self.pairs.len()
    }
}

/// Returns a hash of the names of a submission and a case.
pub(super) fn pair(names: [&str; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    names.hash(&mut hasher);
    hasher.finish()
}
