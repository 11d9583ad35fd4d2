//! Collects the facts for suspicions about each submission: how much it passed, its first failures,
//! its language and its time.

use std::collections::HashMap;
use std::sync::Arc;

use referee_events::{
    Event, JudgedCase, NearLimit, Reason, Runs, Started, SubmissionResult, Untouched, Verdict,
};

use super::{CLASS, CaseFailure, ClassRow, Suspicion, SuspicionKind, about, cases, languages};

/// The number of failures stored per submission: with more, it passes no rest.
const FAILURES: usize = 16;

/// Collects the facts from which suspicions follow, event by event.
#[derive(Debug, Clone, Default)]
pub struct SuspicionCollector {
    started: Option<Started>,
    numbers: HashMap<Arc<str>, usize>,
    /// The submissions that are still being judged.
    open: HashMap<Arc<str>, ClassRow>,
    rows: Vec<ClassRow>,
    /// The number of submissions that fail each case.
    failed: Vec<usize>,
}

impl SuspicionCollector {
    /// Processes an event.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => {
                self.numbers = started.cases.iter().cloned().zip(0..).collect();
                self.failed = vec![0; started.cases.len()];
                self.started = Some(started.clone());
            }
            Event::Judged(judged) => self.judged(judged),
            Event::Submission(end) => self.ended(end),
            Event::Extra { .. } | Event::Fault { .. } | Event::Block(_) | Event::Finished(_) => {}
        }
    }

    fn judged(&mut self, judged: &JudgedCase) {
        let Some(&case) = self.numbers.get(&judged.case) else { return };
        if judged.verdict == Verdict::JudgeError {
            return;
        }
        let open = self.open.entry(Arc::clone(&judged.contestant)).or_default();
        open.run += 1;
        if judged.reason != Reason::Proved {
            let digest = judged.output_digest.as_deref();
            let output = digest.and_then(|digest| u64::from_str_radix(digest, 16).ok());
            open.failures.push(CaseFailure { case, reason: judged.reason, output });
        }
        if judged.reason == Reason::TimeLimit && judged.near_limit == Some(NearLimit::Longer) {
            open.just_too_slow.get_or_insert(case);
        }
    }

    fn ended(&mut self, end: &SubmissionResult) {
        let mut row = self.open.remove(&end.contestant).unwrap_or_default();
        if end.expectation().is_some() {
            return;
        }
        row.failures.iter().for_each(|failure| self.failed[failure.case] += 1);
        row.failed = row.failures.len();
        row.failures.truncate(FAILURES);
        self.rows.push(ClassRow {
            name: Arc::clone(&end.contestant),
            again: end.again.clone(),
            language: end.program.as_ref().map(|program| program.language.as_str().into()),
            verdict: end.verdict,
            seconds: end.slowest.as_ref().map(|slowest| slowest.cpu_seconds),
            untouched: end.untouched,
            ..row
        });
    }

    /// Returns what looks odd, the most urgent first; empty if there are too few submissions for a
    /// class.
    pub fn suspicions(&self) -> Vec<Suspicion> {
        let Some(started) = &self.started else { return Vec::new() };
        if self.rows.len() < CLASS {
            return Vec::new();
        }
        let judged: Vec<&ClassRow> = self.rows.iter().filter(|row| row.verdict.is_some()).collect();
        let mut all = cases::failed_alone(&judged, &started.cases);
        all.extend(languages::failing(&judged));
        all.extend(languages::too_slow(&judged, started.cases.len()));
        all.extend(languages::slower_than_twins(&judged));
        let limit = started.runs.as_ref().map(Runs::limit_seconds);
        all.extend(limit.and_then(|limit| cases::just_too_slow(&judged, &started.cases, limit)));
        all.extend(self.untouched());
        all.extend(cases::failed_by_nobody(&judged, &started.cases, &self.failed));
        all
    }

    fn untouched(&self) -> impl Iterator<Item = Suspicion> {
        [Untouched::Empty, Untouched::AsGiven].into_iter().filter_map(|content| {
            let rows = self.rows.iter().filter(|row| row.untouched == Some(content));
            about(SuspicionKind::Untouched { content }, rows)
        })
    }
}
