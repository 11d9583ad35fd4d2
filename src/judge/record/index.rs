//! The index of a record, in little memory: the position of the newest run of each key, and how many runs of each case failed.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::io::{self, BufRead};

use super::key::RunKey;
use super::line;
use crate::events::Verdict;

/// The position of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinePosition {
    pub(super) offset: u64,
    pub(super) length: u32,
}

/// The contents of a record when it was read.
#[derive(Debug, Default)]
pub(super) struct Index {
    newest: HashMap<RunKey, (LinePosition, Caught)>,
    /// The numbers of the cases, by name.
    cases: HashMap<Box<str>, u32>,
    /// How many runs were not accepted, by the number of the case.
    caught: Vec<usize>,
    /// The pairs of submission and case that were run, as hashes of their names: only the number of pairs counts.
    pairs: HashSet<u64>,
    /// How many lines hold runs.
    runs: usize,
    /// How many lines could not be read: torn, of another version, no lines of a record at all.
    pub(super) passed_over: usize,
}

/// The case of a run that was not accepted.
type Caught = Option<u32>;

impl Index {
    /// Reads a whole record.
    ///
    /// # Errors
    /// Those of the reader. Invalid lines are never an error.
    pub(super) fn read(reader: impl BufRead) -> io::Result<Index> {
        let mut index = Index::default();
        line::each(reader, |offset, bytes| {
            let place = LinePosition { offset, length: bytes.len() as u32 };
            match line::head(bytes) {
                Some(line::Head { key: Some(key), judged: Some(judged), .. }) => {
                    index.add(key, place, &judged);
                }
                _ => index.passed_over += 1,
            }
            Ok(())
        })?;
        Ok(index)
    }

    fn add(&mut self, key: RunKey, place: LinePosition, judged: &line::JudgementHead) {
        self.runs += 1;
        self.pairs.insert(pair(judged));
        let case = (judged.verdict != Verdict::Accepted).then(|| self.case(&judged.case));
        let older = self.newest.insert(key, (place, case));
        if let Some((_, Some(case))) = older {
            self.caught[case as usize] -= 1;
        }
        if let Some(case) = case {
            self.caught[case as usize] += 1;
        }
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
    pub(super) fn find(&self, key: &RunKey) -> Option<LinePosition> {
        self.newest.get(key).map(|(place, _)| *place)
    }

    /// Returns how many recorded runs of a case were not accepted.
    pub(super) fn caught(&self, case: &str) -> usize {
        self.cases.get(case).map_or(0, |&number| self.caught[number as usize])
    }

    /// Returns whether most of the record is outdated: changed or rerun since.
    pub(super) fn is_mostly_old(&self) -> bool {
        self.runs + self.passed_over > 2 * self.pairs.len()
    }
}

/// Returns a hash of the names of a submission and a case.
pub(super) fn pair(judged: &line::JudgementHead) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&judged.contestant, &judged.case).hash(&mut hasher);
    hasher.finish()
}
