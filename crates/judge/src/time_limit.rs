//! Infers a time limit from the submissions that must keep it.
//!
//! They run on all cases on which they must not be too slow, with a minute for each. These runs are
//! returned, because they need not be repeated. A submission that fails does not count; if none
//! counts, the limit is a default, so that all can be judged and the report shows what is wrong
//! with them.
//!
//! Source: the ICPC problem package format, `time_multipliers` and `time_resolution`.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::inputs::{Inputs, Judge, Policy, Services, StopPolicy};
use crate::limit::Timed;
use referee_base::digest::ContentHash;
use referee_base::plural;
use referee_events::{Event, Inferred, NotJudged, Slowest, SubmissionResult as SubmissionEnd};
use referee_intake::submission::{FoundSubmissions, Submission};
use referee_package::ExpectationResult;
use referee_package::expected::LimitBound;
use referee_problem::limits::{MAX_SECONDS, MIN_SECONDS};
use referee_sandbox::{Limits, are_runs_ended};

/// The CPU time limit of a run that is timed.
pub const MAX_LIMIT: Duration = Duration::from_secs(60);

/// The time limit if no submission determines one: that of DOMjudge for packages without a limit.
const DEFAULT: Duration = Duration::from_secs(10);

/// Why the limit is the default one.
const NONE_COUNTS: &str = "no submission that must meet it is accepted";

/// The reason if not all of them could be timed.
const INTERRUPTED: &str = "the timing of submissions was interrupted";

/// How a limit follows from the slowest run.
#[derive(Debug, Clone, Copy)]
pub struct Multiple {
    /// The minimum ratio of the limit to the slowest run.
    pub factor: f64,
    /// The unit, in seconds, of which the limit is a multiple.
    pub resolution: f64,
}

impl Multiple {
    /// Returns the limit, in seconds, that follows from the time of the slowest run. It is one that
    /// could be set.
    pub fn limit(&self, slowest: f64) -> f64 {
        let multiple = (slowest * self.factor / self.resolution).ceil().max(1.0);
        (multiple * self.resolution).clamp(MIN_SECONDS, MAX_SECONDS)
    }
}

/// A time limit that follows from submissions.
#[derive(Debug)]
pub struct InferredLimit {
    /// The time limit.
    pub time: Duration,
    /// The run from which it was inferred, or why it is the default one.
    pub from: Result<Inferred, &'static str>,
    /// All runs that were made to infer it.
    pub timed: Timed,
    /// The submissions that would have counted, but could not be run for lack of a compiler, in a
    /// sentence.
    pub not_timed: Option<String>,
}

/// Infers the time limit from the slowest of the submissions that must not be too slow, except
/// those that fail.
pub fn infer(judge: &Judge, multiple: Multiple) -> InferredLimit {
    let bounds = |one: &&Submission| {
        one.expected.as_ref().is_some_and(|expected| expected.bounds_time(LimitBound::Lower))
    };
    let submissions = judge.inputs.found.submissions.iter().filter(bounds).cloned().collect();
    let found = FoundSubmissions { submissions, ..FoundSubmissions::default() };
    let mut watch = Stopwatch::new(&found);
    let Ok(_) = timing(judge, &found).run(&mut |event| watch.event(event));
    let not_timed = watch.not_timed();
    let Stopwatch { slowest, timed, .. } = watch;
    if are_runs_ended() {
        // The submissions that have ended by then may be the faster ones.
        return InferredLimit { time: DEFAULT, from: Err(INTERRUPTED), timed, not_timed };
    }
    let Some((contestant, Slowest { case, cpu_seconds })) = slowest else {
        return InferredLimit { time: DEFAULT, from: Err(NONE_COUNTS), timed, not_timed };
    };
    let Multiple { factor, .. } = multiple;
    let time = multiple.limit(cpu_seconds);
    let from = Inferred { factor, contestant, case, cpu_seconds };
    InferredLimit { time: Duration::from_secs_f64(time), from: Ok(from), timed, not_timed }
}

/// Returns the judge for runs that are only timed.
fn timing<'a>(judge: &Judge<'a>, found: &'a FoundSubmissions) -> Judge<'a> {
    let Judge { inputs, policy, services } = judge.clone();
    let wall = policy.limits.wall.saturating_sub(policy.limits.cpu * 2) + MAX_LIMIT * 2;
    let limits = Limits { cpu: MAX_LIMIT, wall, ..policy.limits };
    let is_graded =
        |one: &Submission| one.expected.as_ref().is_some_and(|expected| expected.is_of_groups());
    // Where groups decide what is accepted, they also decide which cases are run. Otherwise only
    // some may be run, so there is no score.
    let scoring = inputs.scoring.filter(|_| found.submissions.iter().all(is_graded));
    Judge {
        inputs: Inputs { found, scoring, ..inputs },
        policy: Policy {
            limits,
            time_limit_to_tle: None,
            mode: StopPolicy::Timing,
            rechecks: 0,
            ..policy
        },
        services: Services { timed: None, builds: None, outputs: None, ..services },
    }
}

/// Collects the times of submissions while they are judged.
struct Stopwatch<'a> {
    /// The content hash of each submission.
    known: HashMap<&'a str, ContentHash>,
    timed: Timed,
    /// The slowest submission, with its case.
    slowest: Option<(Arc<str>, Slowest)>,
    /// The submissions that were not run for lack of a compiler, and the compilers.
    missing: Vec<(Arc<str>, String)>,
}

impl<'a> Stopwatch<'a> {
    fn new(found: &'a FoundSubmissions) -> Stopwatch<'a> {
        let known = |one: &'a Submission| Some((&*one.name, one.source.content().ok()?));
        let known = found.submissions.iter().filter_map(known).collect();
        Stopwatch { known, timed: Timed::default(), slowest: None, missing: Vec::new() }
    }

    fn event(&mut self, event: &Event) -> Result<(), Infallible> {
        match event {
            Event::Judged(judged) => {
                if let Some(content) = self.known.get(&*judged.contestant) {
                    self.timed.add(*content, judged);
                }
            }
            Event::Submission(end) => self.ended(end),
            _ => {}
        }
        Ok(())
    }

    /// Describes the submissions that could not be timed for lack of a compiler.
    fn not_timed(&self) -> Option<String> {
        let (first, _) = self.missing.first()?;
        let others = match self.missing.len() - 1 {
            0 => String::new(),
            count => format!(" and {}", plural(count, "other", "others")),
        };
        let programs: BTreeSet<&str> = self.missing.iter().map(|(_, program)| &**program).collect();
        let verb = if programs.len() == 1 { "is" } else { "are" };
        let programs = Vec::from_iter(programs).join(", ");
        Some(format!(
            "the time limit is inferred without {first}{others}: {programs} {verb} not installed"
        ))
    }

    /// Records the time of a submission, unless it failed or could not be judged, which is reported
    /// when it is judged under the limit.
    fn ended(&mut self, end: &SubmissionEnd) {
        if let Some(NotJudged::NotInstalled { program, .. }) = &end.not_judged {
            self.missing.push((Arc::clone(&end.contestant), program.clone()));
        }
        // A verdict that is required on some case may occur on one that is not timed.
        let counts = [ExpectationResult::AsExpected, ExpectationResult::NotCaught];
        if let Some(took) = end.slowest.as_ref().filter(|_| counts.contains(&end.met))
            && self.slowest.as_ref().is_none_or(|(_, known)| known.cpu_seconds < took.cpu_seconds)
        {
            self.slowest = Some((Arc::clone(&end.contestant), took.clone()));
        }
    }
}
