//! The data collected for a page from the events of a run, and what a page needs besides events.
//!
//! A submission is compressed as soon as it is done; if the run goes case by case, that is at the
//! end. So memory holds a few bytes for each result, and texts only up to the limit of the page.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::block::DataBlock;
use super::case_view::{CaseSource, ShownCases};
use super::columns::Alike;
use super::equal_outputs::EqualOutputs;
use super::kinds::MessageKinds;
use super::limit::PageRoom;
use super::refusal::{CollectedRefusal, RefusalContext};
use super::run_block::UncountedFile;
use super::submission::{DoneSubmission, OpenSubmission};
use super::suite_block::{SuiteFindings, SuiteSource};
use referee_display::shell::{again, only};
use referee_events::{JudgedCase, Reason, Started, SubmissionResult, Totals};
use referee_report::changes::Changes;
use referee_report::earlier::EarlierRun;
use referee_report::statistics::{Statistics, StatisticsCollector};

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

/// A page whose content is settled.
pub(crate) struct PageDocument<'a> {
    pub(crate) run: PageRun,
    pub(crate) totals: &'a Totals,
    pub(crate) statistics: Option<Statistics>,
    pub(crate) sizes: Vec<Option<u64>>,
    /// The letters of the earlier run.
    pub(crate) before: Vec<DataBlock>,
    /// What the cases catch, and the matrix if it fits.
    pub(crate) suite: Option<SuiteFindings<'a>>,
    pub(crate) caught: Option<DataBlock>,
    pub(crate) shown: ShownCases,
    /// Sentences on what is left out.
    pub(crate) left_out: Vec<String>,
}

/// A run as read so far.
pub(crate) struct PageRun {
    pub(crate) started: Started,
    pub(crate) cases: HashMap<Arc<str>, usize>,
    contestants: HashMap<Arc<str>, usize>,
    pub(crate) kinds: MessageKinds,
    outputs: EqualOutputs,
    /// For each case, whether some submission fails it.
    pub(crate) is_failed: Vec<bool>,
    pub(crate) submissions: Vec<PageSubmission>,
    pub(crate) faults: Vec<String>,
    pub(crate) extras: Vec<UncountedFile>,
    pub(crate) room: PageRoom,
    /// The statistics, if there are enough submissions.
    pub(crate) statistics: Option<StatisticsCollector>,
    /// The changes since an earlier run, if there is one.
    pub(crate) changes: Option<Changes>,
}

/// The data kept of a submission.
#[derive(Debug, Default)]
pub(crate) struct PageSubmission {
    open: Option<OpenSubmission>,
    pub(crate) done: Option<DoneSubmission>,
    pub(crate) end: Option<SubmissionResult>,
}

impl PageRun {
    pub(crate) fn begin(
        started: &Started,
        earlier: Option<&Arc<EarlierRun>>,
        services: &PageServices,
    ) -> PageRun {
        let (cases, contestants) = (started.cases.len(), started.contestants.len());
        PageRun {
            started: started.clone(),
            cases: started.cases.iter().cloned().zip(0..).collect(),
            contestants: started.contestants.iter().cloned().zip(0..).collect(),
            kinds: MessageKinds::default(),
            outputs: EqualOutputs::of(cases),
            is_failed: vec![false; cases],
            submissions: (0..contestants).map(|_| PageSubmission::default()).collect(),
            faults: Vec::new(),
            extras: Vec::new(),
            room: PageRoom::of(services.limit),
            statistics: (started.runs.is_some() && (2..=MAX_COUNTED).contains(&contestants))
                .then(StatisticsCollector::default),
            changes: earlier.map(Changes::new),
        }
    }

    pub(crate) fn judged(&mut self, judged: &JudgedCase) {
        let case = self.cases.get(&judged.case).copied();
        let Some((case, contestant)) = case.zip(self.submission(&judged.contestant)) else {
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
        let open = self.submissions[contestant].open.get_or_insert_with(|| {
            let room = self.room.collected(self.started.contestants.len());
            OpenSubmission::new(self.started.cases.len(), room)
        });
        open.add(case, judged, alike);
    }

    pub(crate) fn ended(
        &mut self,
        end: &SubmissionResult,
        source: Option<&dyn CaseSource>,
    ) -> io::Result<()> {
        let Some(number) = self.submission(&end.contestant) else { return Ok(()) };
        self.submissions[number].end = Some(end.clone());
        self.compress(number, source)
    }

    pub(crate) fn close(&mut self, source: Option<&dyn CaseSource>) -> io::Result<()> {
        for number in 0..self.submissions.len() {
            if self.submissions[number].done.is_none() {
                self.compress(number, source)?;
            }
        }
        Ok(())
    }

    fn compress(&mut self, number: usize, source: Option<&dyn CaseSource>) -> io::Result<()> {
        let (cases, submissions) = (self.started.cases.len(), self.started.contestants.len());
        let open = self.submissions[number].open.take();
        let open = open.unwrap_or_else(|| OpenSubmission::new(cases, 0));
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

    pub(crate) fn submission(&self, name: &str) -> Option<usize> {
        self.contestants.get(name).copied()
    }

    /// Returns the command that reproduces the result of a submission, if there is one.
    pub(crate) fn again(&self, number: usize) -> Option<String> {
        again(self.started.runs.as_ref(), &self.submissions[number].end.as_ref()?.again)
    }
}
