//! What has changed since an earlier run, computed while the events of this run are read.
//!
//! A verdict has changed if both runs have one for the case and their letters in the table differ.
//! A submission that now stops at an earlier case has therefore changed on that case, and on none
//! after it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::earlier::{EarlierRun, FinalResult};
use referee_display::table;
use referee_events::{Event, JudgedCase, Reason, Started, Student};

/// The maximum number of changed cases named for each submission; the rest is counted.
pub(super) const NAMED_CASES: usize = 3;

/// The differences between an earlier run and this one.
#[derive(Default)]
pub struct Changes {
    /// The earlier run.
    pub earlier: Arc<EarlierRun>,
    /// The changed submissions, in the order of this run; complete once it has ended.
    pub submissions: Vec<SubmissionChange>,
    /// The number of submissions in both runs.
    pub compared: usize,
    /// The submissions that are only in this run.
    pub new: Vec<Arc<str>>,
    /// The submissions that are only in the earlier run.
    pub gone: Vec<Arc<str>>,
    /// The cases that are only in this run.
    pub new_cases: Vec<Arc<str>>,
    /// The cases that are only in the earlier run, sorted.
    pub gone_cases: Vec<Arc<str>>,
    /// The changed verdicts of each case.
    pub by_case: BTreeMap<Arc<str>, BTreeMap<ReasonChange, usize>>,
    /// The start of this run, until it has ended.
    started: Option<Started>,
    /// The results so far of each submission in this run.
    current: HashMap<Arc<str>, SubmissionChange>,
}

/// The reasons of a verdict in both runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReasonChange {
    /// The reason in the earlier run.
    pub before: Reason,
    /// The reason in this run.
    pub now: Reason,
}

/// A submission that has changed.
#[derive(Debug, Clone, Default)]
pub struct SubmissionChange {
    /// The name of the submission, or of the contestant.
    pub name: Arc<str>,
    /// The student, if a learning platform names one.
    pub student: Option<Student>,
    /// Whether its folder or its package states an expected result.
    pub is_expected: bool,
    /// Its final results, if both runs have one.
    pub ends: Option<ResultChange>,
    /// The number of its accepted cases, before and now.
    pub accepted: (usize, usize),
    /// The number of its cases with changed verdicts.
    pub cases: usize,
    /// The first of them.
    pub first_cases: Vec<(Arc<str>, ReasonChange)>,
}

/// The final results in both runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ResultChange {
    /// The result in the earlier run.
    pub before: FinalResult,
    /// The result in this run.
    pub now: FinalResult,
}

impl Changes {
    /// Starts a comparison with an earlier run.
    pub fn new(earlier: &Arc<EarlierRun>) -> Changes {
        Changes { earlier: Arc::clone(earlier), ..Changes::default() }
    }

    /// Processes the next event.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Judged(judged) => self.judged(judged),
            Event::Submission(end) => {
                let earlier = self.earlier.submission(&end.contestant);
                let before = earlier.and_then(|earlier| earlier.end);
                let current = self.current.entry(Arc::clone(&end.contestant)).or_default();
                current.ends =
                    before.map(|before| ResultChange { before, now: FinalResult::of(end) });
                current.is_expected = end.expectation().is_some();
                current.student = end.student.clone();
            }
            Event::Finished(_) => self.finish(),
            Event::Extra { .. } | Event::Fault { .. } | Event::Block(_) => {}
        }
    }

    fn judged(&mut self, judged: &JudgedCase) {
        let current = self.current.entry(Arc::clone(&judged.contestant)).or_default();
        current.accepted.1 += usize::from(judged.reason == Reason::Proved);
        let Some(earlier) = self.earlier.submission(&judged.contestant) else { return };
        let Some(before) = self.earlier.reason(earlier, &judged.case) else { return };
        let change = ReasonChange { before, now: judged.reason };
        if !change.is_one() {
            return;
        }
        current.cases += 1;
        if current.first_cases.len() < NAMED_CASES {
            current.first_cases.push((Arc::clone(&judged.case), change));
        }
        let of_case = self.by_case.entry(Arc::clone(&judged.case)).or_default();
        *of_case.entry(change).or_default() += 1;
    }

    fn finish(&mut self) {
        let Some(started) = self.started.take() else { return };
        let known: HashSet<&Arc<str>> = started.contestants.iter().collect();
        for name in &started.contestants {
            let mut current = self.current.remove(name).unwrap_or_default();
            let Some(earlier) = self.earlier.submission(name) else {
                self.new.push(Arc::clone(name));
                continue;
            };
            self.compared += 1;
            current.name = Arc::clone(name);
            current.accepted.0 = earlier.accepted();
            self.submissions.extend(Some(current).filter(SubmissionChange::is_one));
        }
        let earlier = self.earlier.submissions.iter().map(|earlier| &earlier.name);
        self.gone = earlier.filter(|name| !known.contains(name)).cloned().collect();
        let cases: HashSet<&Arc<str>> = started.cases.iter().collect();
        let gone = self.earlier.cases.keys().filter(|case| !cases.contains(case));
        self.gone_cases = gone.cloned().collect();
        self.gone_cases.sort();
        let new = started.cases.iter().filter(|case| !self.earlier.cases.contains_key(*case));
        self.new_cases = new.cloned().collect();
        self.started = Some(started);
    }

    /// Returns the start of this run, if it has started.
    pub fn started(&self) -> Option<&Started> {
        self.started.as_ref()
    }

    /// Returns the number of changed verdicts.
    pub fn verdicts(&self) -> usize {
        self.submissions.iter().map(|change| change.cases).sum()
    }
}

impl ReasonChange {
    /// Returns whether there is a change: the letters in the table or the verdicts differ.
    fn is_one(self) -> bool {
        table::letter(self.before) != table::letter(self.now)
            || self.before.verdict() != self.now.verdict()
    }
}

impl SubmissionChange {
    fn is_one(&self) -> bool {
        self.cases > 0 || self.ends.is_some_and(ResultChange::is_one)
    }

    /// Returns its final results, if they differ. Where a case ended in a judge error, a failure
    /// on another one determines the verdict, but the points are unknown.
    pub fn changed_ends(&self) -> Option<ResultChange> {
        let has_points = |end: FinalResult| end.points.is_some();
        self.ends.filter(|ends| {
            ends.is_one() || self.cases > 0 && has_points(ends.before) != has_points(ends.now)
        })
    }

    /// Returns how many more points the submission earns now, if both runs have points.
    pub fn more_points(&self) -> Option<f64> {
        self.ends.and_then(ResultChange::more_points)
    }
}

impl ResultChange {
    /// Returns whether the verdict, the outcome or the points have changed. Points in only one of
    /// the runs count only if they were decided by hand: otherwise, they come with another verdict,
    /// or the other run awarded none.
    pub fn is_one(self) -> bool {
        let ResultChange { before, now } = self;
        before.verdict != now.verdict
            || before.met != now.met
            || self.more_points().is_some_and(|more| more != 0.0)
            || (before.is_settled || now.is_settled) && before.points != now.points
            || before.is_excused() != now.is_excused()
    }

    /// Returns how many more points are earned now, to two decimal places.
    pub fn more_points(self) -> Option<f64> {
        let more = self.now.points? - self.before.points?;
        // Adding 0.0 turns a negative zero into a positive one.
        Some((more * 100.0).round() / 100.0 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::Totals;

    #[test]
    fn nothing_is_no_expectation() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.jsonl");
        let started = r#"{"event":"started","format":"referee-events","version":1,"referee":"0",
            "problem":"p","cases":[],"contestants":["a"],"not_on_disk":[]}"#;
        let started = started.replace('\n', "");
        let before =
            r#"{"event":"submission","contestant":"a","verdict":"AC","met":"as-expected"}"#;
        let text = format!("{started}\n{before}\n{{\"event\":\"finished\"}}\n");
        std::fs::write(&path, text).unwrap();
        let earlier = Arc::new(EarlierRun::read(&path).unwrap());
        for (expected, is_expected) in [("nothing", false), ("AC", true)] {
            let now = format!(
                r#"{{"event":"submission","contestant":"a","verdict":"WA","met":"not-permitted",
                    "expected":"{expected}"}}"#
            );
            let mut changes = Changes::new(&earlier);
            for line in [&started, &now] {
                changes.event(&Event::parse(line.as_bytes()).unwrap().unwrap());
            }
            changes.event(&Event::Finished(Totals::default()));
            assert_eq!(changes.submissions[0].is_expected, is_expected, "{expected}");
        }
    }
}
