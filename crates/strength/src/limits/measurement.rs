//! Measures submissions: the times of all runs that decide under which limits an expectation holds.
//!
//! Submissions are judged as `judge` judges them, isolated, in parallel and with the same record,
//! but under a much too long limit, and on every case that would be run under some limit. Then the
//! runs that bound the limits are repeated several times, one at a time, and the shortest time of
//! each counts: other work on the machine can only lengthen a run.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_events::calibration::{Calibration, CalibrationFigures, MachineSpeed};
use referee_events::{Event, ExpectationResult, JudgedCase, NotJudged, Reason, SubmissionResult};
use referee_intake::submission::{FoundSubmissions, Submission};
use referee_judge::limit_ranges::{Edge, LimitRange, LimitRanges};
use referee_judge::{Inputs, Judge, Policy, Services, StopPolicy};
use referee_package::expected::LimitBound;
use referee_problem::cases::CaseFile;
use referee_sandbox::{Limits, are_runs_ended};

/// Why a submission was not measured when the command was interrupted.
const INTERRUPTED: &str = "interrupted before it was measured";

/// A submission, and the limits under which its expectation holds.
#[derive(Debug, Clone)]
pub struct MeasuredSubmission {
    /// Its name.
    pub name: Arc<str>,
    /// The title of its language.
    pub language: String,
    /// Its expected result, in words.
    pub expected: String,
    /// Ranges that cover all limits, in order, each with its result compared with the expectation.
    pub ranges: Vec<LimitRange>,
    /// The slowest run that must keep the limit, if the format counts this submission.
    pub must_keep: Option<Edge>,
    /// The slowest of the runs of which one must exceed the limit, if the format counts this
    /// submission.
    pub must_exceed: Option<Edge>,
    /// Why it could not be judged, and whether that is allowed.
    pub not_judged: Option<(String, bool)>,
    /// Its result apart from the time limit: the first failure, or acceptance.
    pub got: String,
}

impl MeasuredSubmission {
    /// Returns the limits under which its expectation holds.
    pub fn suitable(&self) -> impl Iterator<Item = &LimitRange> {
        self.ranges.iter().filter(|range| range.met == ExpectationResult::AsExpected)
    }

    /// Treats its expectation as unmet if it is met only by stopping it before `limit`, and it need
    /// not be too slow: the cases do not catch it, and no limit should.
    pub(super) fn ignore_limits_up_to(&mut self, limit: f64) {
        let is_about_time = self.must_keep.is_some() || self.must_exceed.is_some();
        if is_about_time || self.suitable().any(|range| range.below.seconds > limit) {
            return;
        }
        let met = self.ranges.iter_mut().filter(|one| one.met == ExpectationResult::AsExpected);
        met.for_each(|range| range.met = ExpectationResult::NotCaught);
    }

    /// Returns whether its expectation holds under a limit.
    pub(super) fn suits(&self, limit: f64) -> bool {
        self.suitable().any(|range| range.from.seconds <= limit && limit < range.below.seconds)
    }
}

/// Runs of submissions under a much too long time limit.
pub struct Measurement<'a> {
    judge: Judge<'a>,
    /// The results of each submission, by name.
    known: BTreeMap<Arc<str>, Known>,
    /// The runs that were repeated: submission and case.
    refined: BTreeSet<(Arc<str>, usize)>,
}

/// The results of a submission.
#[derive(Default)]
struct Known {
    /// The result of each case that was run, by position.
    runs: BTreeMap<usize, JudgedCase>,
    end: Option<SubmissionResult>,
}

impl<'a> Measurement<'a> {
    /// Prepares a measurement of a judge's submissions.
    pub fn new(judge: &Judge<'a>) -> Measurement<'a> {
        let policy = Policy {
            mode: StopPolicy::Measuring,
            time_limit_to_tle: None,
            repeat: 1,
            // Being near this artificial limit decides nothing.
            rechecks: 0,
            ..judge.policy.clone()
        };
        let judge = Judge { policy, ..judge.clone() };
        Measurement { judge, known: BTreeMap::new(), refined: BTreeSet::new() }
    }

    pub(super) fn problem(&self) -> String {
        self.judge.inputs.problem.name().to_string()
    }

    /// Returns the speed of the machine so far, if measured.
    pub(super) fn machine(&self) -> Option<(CalibrationFigures, MachineSpeed)> {
        self.judge.services.calibration.and_then(Calibration::measure)
    }

    pub(super) fn cases(&self) -> Vec<Arc<str>> {
        self.judge.inputs.cases.iter().map(|case| Arc::clone(&case.name)).collect()
    }

    /// Runs either the submissions that must be accepted, or all others.
    pub fn run(&mut self, must_be_accepted: bool, limits: Limits) {
        let submissions = &self.judge.inputs.found.submissions;
        let chosen = submissions.iter().filter(|one| must_keep(one) == must_be_accepted).cloned();
        let found = FoundSubmissions::of(chosen.collect());
        let inputs = Inputs { found: &found, ..self.judge.inputs.clone() };
        let policy = Policy { limits, ..self.judge.policy.clone() };
        let judge = Judge { inputs, policy, services: self.judge.services.clone() };
        record(&mut self.known, &judge, self.judge.inputs.cases, true);
    }

    /// Repeats these runs, each a submission and a case by position, unless they were repeated
    /// before. Returns whether any was.
    pub(super) fn refine(
        &mut self,
        runs: &[(usize, usize)],
        repeat: usize,
        limits: &dyn Fn(bool) -> Limits,
    ) -> bool {
        let submissions = &self.judge.inputs.found.submissions;
        let mut wanted: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &(at, case) in runs {
            let name = &submissions[at].name;
            let is_stopped = self.known[name].runs[&case].reason == Reason::TimeLimit;
            if repeat > 1 && !is_stopped && self.refined.insert((Arc::clone(name), case)) {
                wanted.entry(at).or_default().push(case);
            }
        }
        for (&at, cases) in &wanted {
            self.repeat(&submissions[at], cases, repeat, limits(must_keep(&submissions[at])));
        }
        !wanted.is_empty()
    }

    /// Runs a submission several times on these cases, with nothing else in parallel.
    fn repeat(&mut self, submission: &Submission, cases: &[usize], repeat: usize, limits: Limits) {
        let Judge { inputs, policy, services } = self.judge.clone();
        let found = FoundSubmissions::of(vec![submission.clone()]);
        let files: Vec<CaseFile> = cases.iter().map(|&case| inputs.cases[case].clone()).collect();
        let machine = Machine { jobs: 1, ..services.machine };
        let judge = Judge {
            inputs: Inputs { found: &found, cases: &files, scoring: None, ..inputs },
            policy: Policy { limits, repeat, ..policy },
            services: Services { machine, ..services },
        };
        record(&mut self.known, &judge, self.judge.inputs.cases, false);
    }

    /// Returns the measurements of all submissions, in order. A submission that was not run has no
    /// ranges.
    ///
    /// # Errors
    /// The case groups of a submission cannot be graded.
    pub fn submissions(&self) -> Result<Vec<MeasuredSubmission>, Fault> {
        self.judge.inputs.found.submissions.iter().map(|one| self.measured(one)).collect()
    }

    fn measured(&self, submission: &Submission) -> Result<MeasuredSubmission, Fault> {
        let Submission { name, source, expected, .. } = submission;
        let empty = Known::default();
        let Known { runs, end } = self.known.get(name).unwrap_or(&empty);
        let mut ranges = LimitRanges::new(&self.judge, submission);
        runs.iter().for_each(|(&at, judged)| ranges.add(at, judged));
        let not_judged = end.as_ref().filter(|end| end.not_judged.is_some());
        let is_interrupted = end.is_none() && are_runs_ended();
        let ranges = match end {
            _ if not_judged.is_some() => Vec::new(),
            Some(end) if runs.is_empty() => vec![LimitRange::all(end.met)],
            Some(_) => ranges.end()?,
            None => Vec::new(),
        };
        let bounds = |case: usize, bound| match expected {
            Some(expected) => expected.bounds_time_on(&self.judge.inputs.cases[case].name, bound),
            None => bound == LimitBound::Lower,
        };
        let slowest = |bound| {
            // Of equal times, the first.
            let times = runs.iter().rev().filter(|(case, _)| bounds(**case, bound));
            let times =
                times.map(|(&case, judged)| Edge { seconds: seconds(judged), case: Some(case) });
            times.max_by(|a, b| a.seconds.total_cmp(&b.seconds))
        };
        let failure = runs.values().find(|judged| judged.reason != Reason::Proved);
        let got = match failure {
            Some(judged) => format!("{} on {}", judged.reason.words(), judged.case),
            None if runs.is_empty() => "it does not compile".into(),
            None => "accepted on all cases".into(),
        };
        Ok(MeasuredSubmission {
            name: Arc::clone(name),
            language: source.language.title.clone(),
            expected: expected.as_ref().map_or("accepted".into(), |expected| expected.words()),
            must_keep: slowest(LimitBound::Lower),
            must_exceed: slowest(LimitBound::Upper),
            not_judged: not_judged
                .map(|end| {
                    let is_allowed = end.not_judged.as_ref().is_some_and(NotJudged::is_allowed);
                    (end.message.clone(), is_allowed)
                })
                .or_else(|| is_interrupted.then(|| (INTERRUPTED.into(), false))),
            got,
            ranges,
        })
    }
}

/// Returns whether a submission must be accepted, and so must keep every limit.
fn must_keep(submission: &Submission) -> bool {
    let expected = submission.expected.as_ref();
    submission.is_expected_right() || expected.is_some_and(|one| one.bounds_time(LimitBound::Lower))
}

/// Returns the CPU time of a run in seconds; infinite if it was stopped.
fn seconds(judged: &JudgedCase) -> f64 {
    if judged.reason == Reason::TimeLimit { f64::INFINITY } else { judged.cpu_seconds() }
}

/// Runs a judge and records the results by the positions of cases among all. Those of submissions
/// count only if they are judged on all cases.
fn record(
    known: &mut BTreeMap<Arc<str>, Known>,
    judge: &Judge,
    cases: &[CaseFile],
    is_on_all: bool,
) {
    let positions: BTreeMap<&str, usize> =
        cases.iter().enumerate().map(|(at, case)| (&*case.name, at)).collect();
    let Ok(_) = judge.run(&mut |event| {
        match event {
            Event::Judged(judged) => {
                let known = known.entry(Arc::clone(&judged.contestant)).or_default();
                known.runs.insert(positions[&*judged.case], judged.without_excerpts());
            }
            Event::Submission(end) if is_on_all => {
                known.entry(Arc::clone(&end.contestant)).or_default().end = Some(end.clone());
            }
            _ => {}
        }
        Ok::<(), Infallible>(())
    });
}
