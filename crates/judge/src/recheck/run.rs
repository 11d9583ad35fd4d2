//! Makes the runs of a recheck, and decides which of all runs on a case counts.

use super::policy::{is_beyond_doubt, part};
use crate::case_run::{CaseRun, Subject};
use crate::inputs::{Judge, Policy, Shared};
use crate::limit::MARGIN;
use crate::record::run::RunKey;
use crate::retrial::{Alongside, is_evidence};
use referee_base::plural;
use referee_events::{ALONE, JudgedCase, LabelledFact, Reason, Recheck, Verdict};
use referee_programs::Program;
use referee_sandbox::{Limits, Stopped};

pub(crate) struct RecheckRuns {
    /// The position of the case.
    pub(crate) at: usize,
    key: Option<RunKey>,
    stopped_at: Limits,
    /// The number of runs that it may still make.
    pub(crate) left: usize,
    first: JudgedCase,
    /// Whether the last run was too slow beyond doubt.
    pub(crate) is_far: bool,
    /// The runs that are evidence: the first run, then those that were made alone.
    runs: Vec<CaseRun>,
}

impl RecheckRuns {
    /// Returns whether another run could decide the recheck.
    pub(crate) fn is_open(&self) -> bool {
        self.left > 0
    }

    /// Ends a recheck that has made no run yet, if its first judgement is far over the limit:
    /// another case was too slow beyond doubt.
    pub(crate) fn give_up(&mut self, policy: &Policy) {
        if self.runs.len() == 1 && part(&self.first, policy) > 1.0 + MARGIN {
            self.left = 0;
        }
    }

    /// Returns the title of its runs, for progress reports.
    pub(crate) fn title(&self) -> String {
        format!("{} on {}, again and alone", self.first.contestant, self.first.case)
    }

    /// Begins a recheck of the judgement of a case, given by position. It may make `left`
    /// runs, and its result is recorded under `key`.
    pub(crate) fn begin(
        at: usize,
        key: Option<RunKey>,
        first: JudgedCase,
        must_be_slow: bool,
        left: usize,
        policy: &Policy,
    ) -> RecheckRuns {
        // Derived from the judgement, because the run itself may come from the record.
        let was_stopped = first.used.is_some_and(|used| used.exit.is_none());
        let is_slow = first.reason == Reason::TimeLimit;
        let stopped = (is_slow && was_stopped).then_some(Stopped::Cpu);
        let kept = Some((policy.limits, stopped));
        let runs = vec![CaseRun { judged: first.clone(), kept }];
        // Sooner than a first run, because a run alone keeps other cores idle.
        let stopped_at = policy.stopped_at(must_be_slow);
        RecheckRuns { at, key, stopped_at, left, first, is_far: false, runs }
    }

    /// Runs the program once more; the caller ensures that nothing else of this judge runs. The
    /// recheck ends with a run that keeps the limit, or with one that is too slow beyond doubt.
    pub(crate) fn rerun(&mut self, judge: &Judge, program: &Program, shared: &Shared) {
        self.left -= 1;
        let (name, stopped_at) = (&self.first.contestant, &self.stopped_at);
        let subject = Subject { name, program, stopped_at };
        let run = judge.run_one(subject, self.at, shared, Alongside::Nobody);
        // Such a run still uses up an attempt, so every recheck ends.
        if !is_evidence(&run.judged, run.kept.and_then(|(_, stopped)| stopped)) {
            return;
        }
        self.is_far = is_beyond_doubt(&run.judged, &judge.policy);
        if self.is_far || run.judged.reason != Reason::TimeLimit {
            self.left = 0;
        }
        self.runs.push(run);
    }

    /// Returns the judgement after the recheck, and records it.
    pub(crate) fn decided(self, judge: &Judge, shared: &Shared) -> JudgedCase {
        let RecheckRuns { at, key, first, mut runs, .. } = self;
        if runs.len() == 1 {
            // No run was evidence, so the first judgement stands.
            return first;
        }
        let new = runs[1..].iter().map(|run| run.judged.cpu_seconds());
        // A recheck that was recorded earlier is continued.
        let mut recheck = first.recheck.unwrap_or_else(|| Recheck {
            limit_seconds: judge.policy.limits.cpu.as_secs_f64(),
            cpu_seconds: vec![runs[0].judged.cpu_seconds()],
            before: first.verdict,
        });
        recheck.cpu_seconds.extend(new);
        let CaseRun { judged, kept } = runs.swap_remove(decisive(&runs));
        let mut facts = judged.facts;
        facts.retain(|fact| fact.label != ALONE);
        if judged.verdict != Verdict::Accepted {
            facts.push(LabelledFact { label: ALONE.into(), text: described(&recheck) });
        }
        let judged = JudgedCase {
            facts,
            // New runs were made for it, even if the first one was recorded.
            kept: false,
            repeats: first.repeats,
            retried: first.retried,
            recheck: Some(recheck),
            ..judged
        };
        // If the files of the case have changed, the first run was not recorded either.
        let key = key.filter(|_| shared.cases.is_current(at));
        if let (Some(record), Some(key), Some((limits, stopped))) =
            (judge.services.record, key, kept)
        {
            record.keep(key, &limits, stopped, &judged);
        }
        judged
    }
}

/// Returns the position of the run that counts. If a run kept the limit, it is the fastest with the
/// result of the first such run; otherwise it is the fastest of all.
fn decisive(runs: &[CaseRun]) -> usize {
    let kept_limit = runs.iter().find(|run| run.judged.reason != Reason::TimeLimit);
    let JudgedCase { verdict, score, .. } = &kept_limit.unwrap_or(&runs[0]).judged;
    let is_alike = |run: &CaseRun| run.judged.verdict == *verdict && run.judged.score == *score;
    let alike = runs.iter().enumerate().filter(|(_, run)| is_alike(run));
    let fastest =
        alike.min_by(|(_, a), (_, b)| a.judged.cpu_seconds().total_cmp(&b.judged.cpu_seconds()));
    fastest.map_or(0, |(at, _)| at)
}

/// Describes the times of the runs that were made alone.
fn described(recheck: &Recheck) -> String {
    let decimals = if recheck.limit_seconds < 1.0 { 3 } else { 2 };
    let times: Vec<String> =
        recheck.alone().iter().map(|seconds| format!("{seconds:.decimals$} s")).collect();
    let more = plural(times.len(), "more run", "more runs");
    format!("{} in {more}, each alone; the shortest time counts", times.join(", "))
}
