//! The rows of a batch for its page, collected as they arrive: for each task the results of its
//! candidates and how they fail, and a line for each candidate, as far as there is space.

use std::collections::{BTreeMap, HashMap};

use referee_base::digest::{ContentHash, Digest};
use referee_batch::{FirstFailed, Row};
use referee_events::Verdict;

/// The estimated size of a task in the page besides its name and its candidates, in bytes.
const FOR_TASK: usize = 900;

/// The size of a candidate besides its name, in bytes.
const FOR_CANDIDATE: usize = 180;

/// The size of a kind of failure besides its texts, in bytes.
const FOR_FAILURE: usize = 500;

/// The rows of a batch.
pub struct PageRows {
    /// The tasks, in the order of their first candidates.
    pub(super) tasks: Vec<PageTask>,
    numbers: HashMap<String, usize>,
    room_for_tasks: usize,
    /// The bytes left for candidates.
    room: usize,
    room_for_failures: usize,
    pub(super) left_out: LeftOut,
}

/// The numbers of items left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// Candidates of tasks that did not fit.
    pub of_tasks: usize,
    /// Candidates of other tasks.
    pub candidates: usize,
    /// Candidates whose failures are not shown.
    pub failures: usize,
}

/// The results of a task's candidates.
#[derive(Default)]
pub(super) struct PageTask {
    pub name: String,
    pub verdicts: BTreeMap<Verdict, usize>,
    pub not_judged: usize,
    /// The sum of rewards.
    pub reward: f64,
    pub candidates: Vec<PageCandidate>,
    /// The kinds of failure, in the order of their first candidates.
    pub failures: Vec<PageFailure>,
    kinds: HashMap<ContentHash, usize>,
}

pub(super) struct PageCandidate {
    pub id: String,
    pub verdict: Option<Verdict>,
    pub passed: usize,
    pub total: usize,
    pub cpu_s: f64,
    /// The number of its kind of failure in the task, from 0.
    pub failure: Option<usize>,
}

/// A kind of failure shared by candidates of a task: on the same test, with the same output.
pub(super) struct PageFailure {
    /// The failed test, or a message if there is none.
    pub first: Option<FirstFailed>,
    pub message: Option<String>,
    pub verdict: Option<Verdict>,
    pub count: usize,
    /// The number of different programs among them.
    pub different: usize,
}

impl PageRows {
    /// Starts a page of at most `limit` bytes, of which at most half are reserved for the tasks
    /// with these names.
    pub fn new<'n>(limit: usize, names: impl Iterator<Item = &'n str>) -> PageRows {
        let room_for_tasks = names.map(size_of_task).sum::<usize>().min(limit / 2);
        let room = (limit - room_for_tasks) / 2;
        let (tasks, numbers, left_out) = (Vec::new(), HashMap::new(), LeftOut::default());
        PageRows { tasks, numbers, room_for_tasks, room, room_for_failures: room, left_out }
    }

    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        let number = match self.numbers.get(&row.task) {
            Some(number) => *number,
            None if !take(&mut self.room_for_tasks, size_of_task(&row.task)) => {
                self.left_out.of_tasks += 1;
                return;
            }
            None => {
                self.tasks.push(PageTask { name: row.task.clone(), ..PageTask::default() });
                self.numbers.insert(row.task.clone(), self.tasks.len() - 1);
                self.tasks.len() - 1
            }
        };
        let task = &mut self.tasks[number];
        match row.verdict {
            Some(verdict) => *task.verdicts.entry(verdict).or_default() += 1,
            None => task.not_judged += 1,
        }
        task.reward += row.reward.unwrap_or(0.0);
        let is_failed = row.verdict != Some(Verdict::Accepted);
        let failure = if is_failed { task.failure(row, &mut self.room_for_failures) } else { None };
        self.left_out.failures += usize::from(is_failed && failure.is_none());
        if !take(&mut self.room, FOR_CANDIDATE + row.id.len()) {
            self.left_out.candidates += 1;
            return;
        }
        let Row { id, verdict, passed, total, cpu_s, .. } = row.clone();
        task.candidates.push(PageCandidate { id, verdict, passed, total, cpu_s, failure });
    }
}

/// Returns the size of a task in the page. Its name is shown twice.
fn size_of_task(name: &str) -> usize {
    FOR_TASK + 2 * name.len()
}

/// Takes this many bytes, if available. Returns whether they were.
fn take(room: &mut usize, bytes: usize) -> bool {
    let left = room.checked_sub(bytes);
    *room = left.unwrap_or(*room);
    left.is_some()
}

impl PageTask {
    pub(super) fn judged(&self) -> usize {
        self.verdicts.values().sum()
    }

    pub(super) fn accepted(&self) -> usize {
        self.verdicts.get(&Verdict::Accepted).copied().unwrap_or(0)
    }

    pub(super) fn share(&self) -> f64 {
        self.accepted() as f64 / self.judged().max(1) as f64
    }

    pub(super) fn most_frequent(&self) -> Option<&PageFailure> {
        // Of equally frequent ones, the first.
        self.failures.iter().rev().max_by_key(|failure| failure.count)
    }

    /// Returns a failure in which at least three programs write the same output to the same test,
    /// if these are at least half of the candidates and more than are accepted: that output may be
    /// right.
    pub(super) fn doubtful(&self) -> Option<&PageFailure> {
        let gives_output = |failure: &&PageFailure| failure.verdict == Some(Verdict::WrongAnswer);
        let is_frequent = |failure: &&PageFailure| {
            let count = failure.count;
            failure.different >= 3 && 2 * count >= self.judged() && count > self.accepted()
        };
        self.failures.iter().filter(gives_output).filter(is_frequent).max_by_key(|one| one.count)
    }

    /// Counts the failure of a row. Returns the number of its kind; `None` if it is a new kind that
    /// does not fit.
    fn failure(&mut self, row: &Row, room: &mut usize) -> Option<usize> {
        let first = row.first_failed.as_ref();
        let message = if first.is_none() { row.message.as_deref() } else { None };
        let kind = kind_of(row);
        let known = self.kinds.get(&kind).copied();
        let number = known.unwrap_or(self.failures.len());
        if known.is_none() {
            let (first, message) = (first.cloned(), message.map(str::to_string));
            let failure =
                PageFailure { first, message, verdict: row.verdict, count: 0, different: 0 };
            if !take(room, FOR_FAILURE + failure.size()) {
                return None;
            }
            self.kinds.insert(kind, number);
            self.failures.push(failure);
        }
        let failure = &mut self.failures[number];
        failure.count += 1;
        failure.different += usize::from(!row.repeated);
        Some(number)
    }
}

/// Returns a hash that is equal for equal failures: of the test and the output, or else of the
/// message.
fn kind_of(row: &Row) -> ContentHash {
    let mut digest = Digest::new();
    digest.add(format!("{:?}", row.verdict).as_bytes());
    let Some(first) = &row.first_failed else {
        digest.add(row.message.as_deref().unwrap_or("").as_bytes());
        return digest.number();
    };
    digest.add(first.test.to_string().as_bytes());
    let output = first.output.as_deref().filter(|output| !output.is_empty());
    let error = first.stderr.as_deref().and_then(|stderr| stderr.lines().last());
    for text in
        [output, output.is_none().then_some(&*first.message), error.filter(|_| output.is_none())]
    {
        digest.add(text.unwrap_or("").as_bytes());
    }
    digest.number()
}

impl PageFailure {
    pub(super) fn test(&self) -> Option<usize> {
        self.first.as_ref().map(|first| first.test)
    }

    pub(super) fn texts(&self) -> Vec<(&'static str, &str)> {
        let of = |text: fn(&FirstFailed) -> &Option<String>| {
            self.first.as_ref().and_then(|f| text(f).as_deref())
        };
        let texts = [
            ("Input", of(|first| &first.input)),
            ("Output", of(|first| &first.output)),
            ("Expected", of(|first| &first.expected)),
            ("Standard error", of(|first| &first.stderr)),
        ];
        texts
            .into_iter()
            .filter_map(|(heading, text)| Some((heading, text.filter(|text| !text.is_empty())?)))
            .collect()
    }

    pub(super) fn why(&self) -> &str {
        let message = self.first.as_ref().map(|first| first.message.as_str());
        message.or(self.message.as_deref()).unwrap_or("")
    }

    fn size(&self) -> usize {
        self.texts().iter().map(|(_, text)| text.len()).sum::<usize>() + self.why().len()
    }
}

#[cfg(test)]
mod tests;
