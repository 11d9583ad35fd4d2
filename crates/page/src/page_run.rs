//! The data collected for a page from the events of a run, and what a page needs besides events.
//!
//! A submission is compressed as soon as it is done; if the run goes case by case, that is at the
//! end. So memory holds a few bytes for each result, and texts only up to the limit of the page.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::case_view::CaseSource;
use super::columns::Alike;
use super::equal_outputs::EqualOutputs;
use super::kinds::MessageKinds;
use super::limit::PageRoom;
use super::refusal::{CollectedRefusal, RefusalContext};
use super::run_block::UncountedFile;
use super::submission::{DoneSubmission, OpenSubmission};
use super::suite_block::SuiteSource;
use referee_display::shell::{again, only};
use referee_events::{JudgedCase, Reason, Started, SubmissionResult};
use referee_report::changes::Changes;
use referee_report::statistics::StatisticsCollector;

/// The maximum number of submissions with statistics: more would take too much memory.
const MAX_COUNTED: usize = 20_000;

/// The inputs of a page besides events.
#[derive(Clone, Copy)]
pub struct PageServices<'a> {
    /// The maximum size of the page, in bytes.
    pub limit: u64,
    /// Reads cases; none if inputs and answers are not shown.
    pub cases: Option<&'a dyn CaseSource>,
    /// Provides what the cases catch; none if that is not shown.
    pub suite: Option<&'a dyn SuiteSource>,
    /// Receives notes for the user of the program.
    pub note: &'a dyn Fn(&str),
}

impl Default for PageServices<'_> {
    fn default() -> Self {
        PageServices { limit: DEFAULT_LIMIT << 20, cases: None, suite: None, note: &|_| () }
    }
}

/// The default maximum size of a page, in MiB.
pub const DEFAULT_LIMIT: u64 = 20;

/// A run as read so far.
pub(crate) struct PageRun {
    pub(crate) started: Started,
    pub(crate) cases: Numbered,
    contestants: Numbered,
    pub(crate) kinds: MessageKinds,
    outputs: EqualOutputs,
    /// For each case, whether some submission fails it.
    pub(crate) is_failed: Vec<bool>,
    open: Vec<Option<OpenSubmission>>,
    pub(crate) submissions: Vec<PageSubmission>,
    pub(crate) faults: Vec<String>,
    pub(crate) extras: Vec<UncountedFile>,
    pub(crate) room: PageRoom,
    /// The statistics, if there are enough submissions.
    pub(crate) statistics: Option<StatisticsCollector>,
    /// The changes since an earlier run, once the run is over.
    pub(crate) changes: Option<Changes>,
}

/// The data kept of a submission.
#[derive(Debug, Default)]
pub(crate) struct PageSubmission {
    /// Its results, once it is done.
    pub(crate) done: Option<DoneSubmission>,
    /// Its final result, if programs are run.
    pub(crate) end: Option<SubmissionResult>,
}

impl PageRun {
    pub(crate) fn begin(started: &Started, services: &PageServices) -> PageRun {
        let (cases, contestants) = (started.cases.len(), started.contestants.len());
        PageRun {
            started: started.clone(),
            cases: Numbered::of(&started.cases),
            contestants: Numbered::of(&started.contestants),
            kinds: MessageKinds::default(),
            outputs: EqualOutputs::of(cases),
            is_failed: vec![false; cases],
            open: (0..contestants).map(|_| None).collect(),
            submissions: (0..contestants).map(|_| PageSubmission::default()).collect(),
            faults: Vec::new(),
            extras: Vec::new(),
            room: PageRoom::of(services.limit),
            statistics: (started.runs.is_some() && (2..=MAX_COUNTED).contains(&contestants))
                .then(StatisticsCollector::default),
            changes: None,
        }
    }

    /// Adds a judgement.
    pub(crate) fn judged(&mut self, judged: &JudgedCase) {
        let case = self.cases.number(&judged.case);
        let Some((case, contestant)) = case.zip(self.contestants.number(&judged.contestant)) else {
            return;
        };
        let alike = match judged.reason {
            Reason::Proved => Alike::default(),
            _ => {
                self.is_failed[case] = true;
                let output = self.outputs.byte_of(case, judged);
                Alike { kind: self.kinds.byte_of(judged), output }
            }
        };
        let open = self.open[contestant].get_or_insert_with(|| {
            let room = self.room.collected(self.started.contestants.len());
            OpenSubmission::new(self.started.cases.len(), room)
        });
        open.add(case, judged, alike);
    }

    /// Adds the final result of a submission, and compresses its results.
    pub(crate) fn ended(
        &mut self,
        end: &SubmissionResult,
        source: Option<&dyn CaseSource>,
    ) -> io::Result<()> {
        let Some(number) = self.contestants.number(&end.contestant) else { return Ok(()) };
        self.submissions[number].end = Some(end.clone());
        self.compress(number, source)
    }

    /// Compresses the results of all submissions still open.
    pub(crate) fn close(&mut self, source: Option<&dyn CaseSource>) -> io::Result<()> {
        let open = |run: &PageRun, number: usize| run.submissions[number].done.is_none();
        for number in 0..self.submissions.len() {
            if open(self, number) {
                self.compress(number, source)?;
            }
        }
        Ok(())
    }

    fn compress(&mut self, number: usize, source: Option<&dyn CaseSource>) -> io::Result<()> {
        let (cases, submissions) = (self.started.cases.len(), self.started.contestants.len());
        let open = self.open[number].take().unwrap_or_else(|| OpenSubmission::new(cases, 0));
        let command = self.again(number);
        let context = |refusal: &CollectedRefusal, has_picture: bool| {
            let CollectedRefusal { case, judged } = refusal;
            let again = |command: &String| only(command, &judged.case);
            let shown = source
                .filter(|_| has_picture)
                .map(|source| source.refusal(*case, &judged.contestant, refusal.whole_output()));
            let (picture, images) = shown.unwrap_or_default();
            RefusalContext { again: command.as_ref().map(again), picture, images }
        };
        let done = open.done(number, self.room.share(submissions), &context)?;
        self.submissions[number].done = Some(done);
        Ok(())
    }

    /// Returns the number of a submission.
    pub(crate) fn submission(&self, name: &str) -> Option<usize> {
        self.contestants.find(name)
    }

    /// Returns the command that reproduces the result of a submission, if there is one.
    pub(crate) fn again(&self, number: usize) -> Option<String> {
        again(self.started.runs.as_ref(), &self.submissions[number].end.as_ref()?.again)
    }

    /// Returns the limit of CPU time, if programs are run.
    pub(crate) fn limit_seconds(&self) -> Option<f64> {
        self.started.runs.as_ref().map(|runs| runs.cpu_milliseconds as f64 / 1000.0)
    }
}

/// Names with their positions.
pub(crate) struct Numbered {
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, usize>,
    /// The position found last: the next name is mostly the same or the one after it.
    last: usize,
}

impl Numbered {
    fn of(names: &[Arc<str>]) -> Numbered {
        let numbers = names.iter().cloned().zip(0..).collect();
        Numbered { names: names.to_vec(), numbers, last: 0 }
    }

    /// Returns the position of a name.
    pub(crate) fn number(&mut self, name: &Arc<str>) -> Option<usize> {
        let is_it = |at: &usize| self.names.get(*at).is_some_and(|known| Arc::ptr_eq(known, name));
        let near = [self.last, self.last + 1].into_iter().find(is_it);
        self.last = near.or_else(|| self.find(name))?;
        Some(self.last)
    }

    /// Returns the position of a name by lookup.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
