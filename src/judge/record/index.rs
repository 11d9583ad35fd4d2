//! The index of a record, in little memory: the position of the newest run of each key, and how many runs of each case failed.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use super::key::RunKey;
use super::segment::Position;
use crate::events::Verdict;

/// Where the newest run of a key is.
#[derive(Debug, Clone, Copy)]
struct Entry {
    position: Position,
    /// The number of the segment.
    segment: u32,
    /// The number of the case of a run that was not accepted.
    caught: Option<NonZeroU32>,
}

/// The runs of all segments, as far as these have been read.
#[derive(Debug, Default)]
pub(super) struct Index {
    newest: HashMap<RunKey, Entry>,
    /// The numbers of the cases, from 1, by name.
    cases: HashMap<Box<str>, NonZeroU32>,
    /// How many runs were not accepted, by the number of the case; the first is of no case.
    caught: Vec<usize>,
    /// The pairs of submission and case that were run, as hashes of their names: only the number of pairs counts.
    pairs: HashSet<u64>,
    /// How many runs there are in segments that may be compacted.
    runs: usize,
}

impl Index {
    /// Adds a run of a segment, given by number, which is newer than those added before.
    pub(super) fn add(
        &mut self,
        key: RunKey,
        (segment, position): (usize, Position),
        names: [&str; 2],
        verdict: Verdict,
    ) {
        let is_caught = verdict != Verdict::Accepted;
        let caught = is_caught.then(|| self.case(names[1])).flatten();
        let entry = Entry { position, segment: segment as u32, caught };
        let older = self.newest.insert(key, entry);
        if let Some(case) = older.and_then(|older| older.caught) {
            self.caught[case.get() as usize] -= 1;
        }
        if let Some(case) = caught {
            self.caught[case.get() as usize] += 1;
        }
    }

    /// Counts a run that may be compacted.
    pub(super) fn count(&mut self, names: [&str; 2]) {
        self.runs += 1;
        self.pairs.insert(pair(names));
    }

    /// Returns the number of a case, unless there are too many.
    fn case(&mut self, name: &str) -> Option<NonZeroU32> {
        if let Some(&number) = self.cases.get(name) {
            return Some(number);
        }
        self.caught.resize(self.caught.len().max(1) + 1, 0);
        let number = NonZeroU32::new(u32::try_from(self.caught.len() - 1).ok()?)?;
        self.cases.insert(name.into(), number);
        Some(number)
    }

    /// Returns the number of the segment with the newest run of a key, and where it is there.
    pub(super) fn find(&self, key: &RunKey) -> Option<(usize, Position)> {
        self.newest.get(key).map(|entry| (entry.segment as usize, entry.position))
    }

    /// Returns how many recorded runs of a case were not accepted.
    pub(super) fn caught(&self, case: &str) -> usize {
        self.cases.get(case).map_or(0, |number| self.caught[number.get() as usize])
    }

    /// Returns whether most of the record is outdated: changed or rerun since.
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
