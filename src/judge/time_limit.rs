//! Infers a time limit from the submissions that must keep it.
//!
//! They run on all cases on which they must not be too slow, with a minute each. These runs are returned, since they need not be repeated.
//!
//! Source: the ICPC problem package format, `time_multipliers` and `time_resolution`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::inputs::{Inputs, Judge, Policy, Services, StopPolicy};
use super::limit::Timed;
use super::submission::{FoundSubmissions, Submission};
use crate::events::{
    Event, Inferred, JudgedCase, Reason, Slowest, SubmissionResult as SubmissionEnd,
};
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_package::ExpectationResult;
use referee_package::expected::TimeBound;
use referee_sandbox::Limits;

/// The CPU time of a run that is timed.
const MOST: Duration = Duration::from_secs(60);

/// How a limit follows from the slowest run.
#[derive(Debug, Clone, Copy)]
pub struct Multiple {
    /// The least ratio of the limit to the slowest run.
    pub factor: f64,
    /// The unit, in seconds, of which the limit is a multiple.
    pub resolution: f64,
}

/// An inferred time limit.
#[derive(Debug)]
pub struct InferredLimit {
    /// The time limit.
    pub time: Duration,
    /// The run from which it was inferred.
    pub from: Inferred,
    /// All runs that were made to infer it.
    pub timed: Timed,
}

/// Infers the time limit from the slowest of the submissions that must not be too slow.
///
/// # Errors
/// There is no such submission, or one of them must be accepted and is not.
pub fn infer(judge: &Judge, multiple: Multiple) -> Result<InferredLimit, Fault> {
    let bounds = |one: &&Submission| {
        one.expected.as_ref().is_some_and(|expected| expected.bounds_time(TimeBound::Lower))
    };
    let submissions = judge.inputs.found.submissions.iter().filter(bounds).cloned().collect();
    let found = FoundSubmissions { submissions, ..FoundSubmissions::default() };
    if found.submissions.is_empty() {
        let message = "no submission is in a folder `accepted`, from which to infer a time limit";
        return Err(Fault::bad_input(message).help("give one with --time"));
    }
    let mut watch = Stopwatch::new(&found);
    timing(judge, &found).run(&mut |event| watch.event(event))?;
    let Stopwatch { slowest, timed, .. } = watch;
    let (contestant, Slowest { case, cpu_seconds }) = slowest.ok_or_else(|| {
        Fault::judge(
            "no submission in a folder `accepted` could be judged, so there is no time limit",
        )
    })?;
    let Multiple { factor, resolution } = multiple;
    let time = (cpu_seconds * factor / resolution).ceil().max(1.0) * resolution;
    let from = Inferred { factor, contestant, case, cpu_seconds };
    Ok(InferredLimit { time: Duration::from_secs_f64(time), from, timed })
}

/// Returns the judge for runs that are only timed.
fn timing<'a>(judge: &Judge<'a>, found: &'a FoundSubmissions) -> Judge<'a> {
    let Judge { inputs, policy, services } = judge.clone();
    let wall = policy.limits.wall.saturating_sub(policy.limits.cpu * 2) + MOST * 2;
    let limits = Limits { cpu: MOST, wall, ..policy.limits };
    Judge {
        inputs: Inputs { found, ..inputs },
        policy: Policy { limits, time_limit_to_tle: None, mode: StopPolicy::Timing, ..policy },
        services: Services { timed: None, on_run: &|_| (), ..services },
    }
}

/// Collects the times of submissions while they are judged.
struct Stopwatch<'a> {
    /// The content hash of each submission, and whether all cases must accept it.
    known: HashMap<&'a str, (ContentHash, bool)>,
    timed: Timed,
    /// The slowest submission, with its case.
    slowest: Option<(Arc<str>, Slowest)>,
}

impl<'a> Stopwatch<'a> {
    fn new(found: &'a FoundSubmissions) -> Stopwatch<'a> {
        let known = |one: &'a Submission| {
            let is_accepted = one.expected.as_ref().is_some_and(|expected| expected.is_accepted());
            Some((&*one.name, (one.source.content().ok()?, is_accepted)))
        };
        let known = found.submissions.iter().filter_map(known).collect();
        Stopwatch { known, timed: Timed::default(), slowest: None }
    }

    fn event(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::Judged(judged) => self.judged(judged),
            Event::Submission(end) => self.ended(end),
            _ => Ok(()),
        }
    }

    fn judged(&mut self, judged: &JudgedCase) -> Result<(), Fault> {
        if judged.reason == Reason::JudgeError {
            return Err(Fault::judge(format!("{}: {}", judged.case, judged.message)));
        }
        if let Some((content, _)) = self.known.get(&*judged.contestant) {
            self.timed.add(*content, judged);
        }
        Ok(())
    }

    fn ended(&mut self, end: &SubmissionEnd) -> Result<(), Fault> {
        // The verdicts of other submissions are reported when they are judged.
        let is_accepted = self.known.get(&*end.contestant).is_some_and(|&(_, accepted)| accepted);
        if end.met == ExpectationResult::NotPermitted && is_accepted {
            return Err(not_accepted(&end.contestant));
        }
        if let Some(took) = &end.slowest
            && self.slowest.as_ref().is_none_or(|(_, known)| known.cpu_seconds < took.cpu_seconds)
        {
            self.slowest = Some((Arc::clone(&end.contestant), took.clone()));
        }
        Ok(())
    }
}

fn not_accepted(name: &str) -> Fault {
    Fault::bad_input(format!("{name} is not accepted, so its time makes no limit")).help(
        "judge it with --time to see why; then mend it or take it out of the folder `accepted`",
    )
}
