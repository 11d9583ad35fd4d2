//! The limit of CPU time: what hangs on it, and what it could be.
//!
//! A program that is over the limit runs on for a fifth of it before it is stopped. So it is known of each verdict whether
//! a limit a fifth shorter or longer would give another one: chance may do so as well, on the day.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::events::{Event, Inferred, Judged, Met, NearLimit, Reason};
use crate::fault::Fault;
use crate::programs::Number;
use crate::sandbox::Limits;

use super::record::reuse::is_clearly_within;
use super::submission::{Found, Submission};
use super::{Judge, Mode};
use crate::package::expected::TimeBound;

/// Which part of the limit is near to it.
const MARGIN: f64 = 0.2;

/// How long a program may take whose time is to make the limit.
const MOST: Duration = Duration::from_secs(60);

/// Limits at which programs are stopped, of which these are those they are judged by.
pub(super) fn with_margin(limits: Limits) -> Limits {
    let margin = limits.cpu.mul_f64(MARGIN);
    Limits { cpu: limits.cpu + margin, wall: limits.wall + margin, ..limits }
}

/// Whether a limit a fifth shorter or longer would give another verdict.
pub(super) fn near(judged: &Judged, limits: &Limits) -> Option<NearLimit> {
    let used = judged.used?;
    let ended_by_itself = used.exit.is_some();
    let part = used.cpu_seconds / limits.cpu.as_secs_f64();
    match judged.reason {
        Reason::JudgeError => None,
        Reason::TimeLimit if ended_by_itself && part <= 1.0 + MARGIN => Some(NearLimit::Longer),
        Reason::TimeLimit => None,
        _ if part > 1.0 - MARGIN => Some(NearLimit::Shorter),
        _ => None,
    }
}

/// Runs that were made to find the limit.
#[derive(Debug, Default)]
pub struct Timed(HashMap<(Number, Arc<str>), Judged>);

impl Timed {
    /// The run of what has this content on a case, if under these limits it would have been the same.
    pub(super) fn find(
        &self,
        content: &Number,
        case: &Arc<str>,
        limits: &Limits,
    ) -> Option<&Judged> {
        let judged = self.0.get(&(*content, Arc::clone(case)))?;
        is_clearly_within(judged, limits).then_some(judged)
    }
}

/// The limit that the slowest of those submissions suggests that may not be too slow: `factor` times what it took, up to the next
/// multiple of `resolution`, in seconds. They are run for that on all cases on which they may not, with a minute each; those runs are
/// given back, for they need not be made again.
///
/// Source: the ICPC problem package format, `time_multipliers` and `time_resolution`.
///
/// # Errors
/// There is no such submission, or one of them is to be accepted and is not.
pub fn infer(
    judge: &Judge,
    factor: f64,
    resolution: f64,
) -> Result<(Duration, Inferred, Timed), Fault> {
    let submissions = judge.found.submissions.iter();
    let submissions = submissions
        .filter(|one| one.expected.as_ref().is_some_and(|all| all.bounds_time(TimeBound::Lower)));
    let found = Found { submissions: submissions.cloned().collect(), ..Found::default() };
    if found.submissions.is_empty() {
        return Err(Fault::bad_input(
            "no submission is in a folder `accepted`, from which to infer a time limit",
        )
        .help("give one with --time"));
    }
    let wall = judge.limits.wall.saturating_sub(judge.limits.cpu * 2) + MOST * 2;
    let limits = Limits { cpu: MOST, wall, ..judge.limits };
    let measured = Judge {
        found: &found,
        limits,
        time_limit_to_tle: None,
        timed: None,
        mode: Mode::Timing,
        on_run: &|_| (),
        ..judge.clone()
    };
    let known = |one: &Submission| {
        let is_accepted = one.expected.as_ref().is_some_and(|expected| expected.is_accepted());
        Some((one.name.clone(), (one.source.content().ok()?, is_accepted)))
    };
    let known: HashMap<_, _> = found.submissions.iter().filter_map(known).collect();
    let mut timed = Timed::default();
    let mut slowest: Option<Inferred> = None;
    measured.run(&mut |event| {
        let end = match event {
            Event::Submission(end) => end,
            Event::Judged(judged) if judged.reason == Reason::JudgeError => {
                return Err(Fault::judge(format!("{}: {}", judged.case, judged.message)));
            }
            Event::Judged(judged) => {
                if let Some((content, _)) = known.get(&judged.contestant) {
                    timed.0.insert((*content, Arc::clone(&judged.case)), judged.clone());
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        // What others get is said when they are judged.
        let is_accepted = known.get(&end.contestant).is_some_and(|&(_, is_accepted)| is_accepted);
        if end.met == Met::NotPermitted && is_accepted {
            return Err(not_accepted(&end.contestant));
        }
        if let Some(took) = &end.slowest
            && slowest.as_ref().is_none_or(|known| known.cpu_seconds < took.cpu_seconds)
        {
            let (contestant, case) = (Arc::clone(&end.contestant), Arc::clone(&took.case));
            let cpu_seconds = took.cpu_seconds;
            slowest = Some(Inferred { factor, contestant, case, cpu_seconds });
        }
        Ok(())
    })?;
    let slowest = slowest.ok_or_else(|| {
        Fault::judge(
            "no submission in a folder `accepted` could be judged, so there is no time limit",
        )
    })?;
    let multiple = (slowest.cpu_seconds * factor / resolution).ceil().max(1.0);
    let seconds = multiple * resolution;
    Ok((Duration::from_secs_f64(seconds), slowest, timed))
}

fn not_accepted(name: &str) -> Fault {
    Fault::bad_input(format!("{name} is not accepted, so its time makes no limit")).help(
        "judge it with --time to see why; then mend it or take it out of the folder `accepted`",
    )
}
