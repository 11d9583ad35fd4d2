//! The index of a record, in little memory: the position of the newest run of each key, and how many runs of each case failed.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use super::key::RunKey;
use super::segment::Position;
use crate::events::Verdict;

/// The position of a run: the number of its segment, and where it is there.
pub(super) type Place = (u32, Position);

/// The runs of all segments, as far as these have been read.
#[derive(Debug, Default)]
pub(super) struct Index {
    newest: HashMap<RunKey, (Place, Caught)>,
    /// The numbers of the cases, by name.
    cases: HashMap<Box<str>, u32>,
    /// How many runs were not accepted, by the number of the case.
    caught: Vec<usize>,
    /// The pairs of submission and case that were run, as hashes of their names: only the number of pairs counts.
    pairs: HashSet<u64>,
    /// How many runs there are in segments that may be compacted.
    runs: usize,
}

/// The case of a run that was not accepted.
type Caught = Option<u32>;

impl Index {
    /// Adds a run, which is newer than those added before.
    pub(super) fn add(&mut self, key: RunKey, place: Place, names: [&str; 2], verdict: Verdict) {
        let case = (verdict != Verdict::Accepted).then(|| self.case(names[1]));
        let older = self.newest.insert(key, (place, case));
        if let Some((_, Some(case))) = older {
            self.caught[case as usize] -= 1;
        }
        if let Some(case) = case {
            self.caught[case as usize] += 1;
        }
    }

    /// Counts a run that may be compacted.
    pub(super) fn count(&mut self, names: [&str; 2]) {
        self.runs += 1;
        self.pairs.insert(pair(names));
    }

    /// Returns the number of a case.
    fn case(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.cases.get(name) {
            return number;
        }
        let number = self.caught.len() as u32;
        self.cases.insert(name.into(), number);
        self.caught.push(0);
        number
    }

    /// Returns the position of the newest run of a key.
    pub(super) fn find(&self, key: &RunKey) -> Option<Place> {
        self.newest.get(key).map(|(place, _)| *place)
    }

    /// Returns how many recorded runs of a case were not accepted.
    pub(super) fn caught(&self, case: &str) -> usize {
        self.cases.get(case).map_or(0, |&number| self.caught[number as usize])
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
