//! The time limits under which all expectations hold: measured, intersected, and compared with the
//! limit in use.
//!
//! Whether an expectation holds depends on the limit: an accepted submission needs the time of its
//! slowest run; one that must be too slow must be stopped before its slowest run ends. The limits
//! under which all expectations hold form an interval, or two submissions conflict and there are
//! none. The recommended limit follows the rule of the problem's format, applied to the submissions
//! that the format counts, and may lie outside the interval.

mod interval;
mod measurement;
mod rule;
pub mod written;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub use interval::{Bound, Interval, Suitable};
pub use measurement::{MeasuredSubmission, Measurement};
pub use rule::{LimitRule, Recommended};

use referee_base::fault::Fault;
use referee_events::calibration::{CalibrationFigures, MachineSpeed};
use referee_judge::time_limit::MAX_LIMIT;
use referee_problem::limits::LimitOverrides;
use referee_sandbox::are_runs_ended;

/// Submissions that need not keep the limit are stopped at this multiple of the longest limit
/// considered.
const ROOM: f64 = 4.0;

/// The options of a search for limits.
pub struct LimitsQuestion {
    /// Overrides of all limits except the time limit.
    pub given: LimitOverrides,
    /// The time limit in use, in seconds, and its source, if there is one.
    pub present: Option<(f64, String)>,
    /// The time limit for submissions that need not keep the limit. By default, a multiple of the
    /// limits considered.
    pub upto: Option<Duration>,
    /// How often each run that bounds the limits is made.
    pub repeat: usize,
    /// The rule for recommending a limit.
    pub rule: LimitRule,
}

/// The time limits that suit the submissions of a problem.
pub struct LimitsFindings {
    /// The problem.
    pub problem: String,
    /// The names of its cases, by position.
    pub cases: Vec<Arc<str>>,
    /// The measured submissions.
    pub submissions: Vec<MeasuredSubmission>,
    /// How often each run that bounds the limits was made.
    pub repeat: usize,
    /// The time limit in seconds for submissions that need not keep the limit.
    pub upto: f64,
    /// The time limit in use, in seconds, and its source, if there is one.
    pub present: Option<(f64, String)>,
    /// The limits under which all expectations hold.
    pub all: Suitable,
    /// The same for the submissions of each language.
    pub languages: BTreeMap<String, Suitable>,
    /// The rule for recommending a limit.
    pub rule: LimitRule,
    /// The recommended limit; none if no submission that must meet it is accepted.
    pub recommended: Option<Recommended>,
    /// The speed of the machine, if measured.
    pub machine: Option<(CalibrationFigures, MachineSpeed)>,
    /// Whether the search ended before all submissions were measured. No limit is recommended then.
    pub is_interrupted: bool,
}

impl LimitsFindings {
    /// Measures the submissions, and finds the limits that suit them.
    ///
    /// # Errors
    /// The case groups of a submission cannot be graded.
    pub fn find(
        mut measurement: Measurement,
        question: LimitsQuestion,
    ) -> Result<LimitsFindings, Fault> {
        let LimitsQuestion { given, present, upto, repeat, rule } = question;
        let under = |time: Duration| LimitOverrides { time: Some(time), ..given }.limits();
        measurement.run(true, under(MAX_LIMIT));
        let recommended = rule.recommend(&measurement.submissions()?);
        let present_limit = present.as_ref().map_or(0.0, |(seconds, _)| *seconds);
        let longest = recommended.map_or(0.0, |one| one.seconds).max(present_limit);
        let longest = if longest > 0.0 { longest } else { 1.0 };
        let upto = upto.unwrap_or(
            Duration::from_secs_f64(longest * ROOM)
                .min(MAX_LIMIT.max(Duration::from_secs_f64(longest * rule.time_limit_to_tle))),
        );
        measurement.run(false, under(upto));
        loop {
            let mut submissions = measurement.submissions()?;
            let recommended = rule.recommend(&submissions);
            if let Some(one) = &recommended {
                submissions.iter_mut().for_each(|it| it.ignore_limits_up_to(one.seconds));
            }
            let is_interrupted = are_runs_ended();
            let findings = LimitsFindings {
                problem: measurement.problem(),
                cases: measurement.cases(),
                repeat,
                upto: upto.as_secs_f64(),
                present: present.clone(),
                all: Suitable::of(submissions.iter().enumerate()),
                languages: by_language(&submissions),
                recommended: recommended.filter(|_| !is_interrupted),
                is_interrupted,
                rule: rule.clone(),
                machine: measurement.machine(),
                submissions,
            };
            let limits = |must_keep: bool| under(if must_keep { MAX_LIMIT } else { upto });
            if is_interrupted || !measurement.refine(&findings.bounding(), repeat, &limits) {
                return Ok(findings);
            }
        }
    }

    /// Returns the runs that bound the limits, each a submission and a case by position. These
    /// include runs that must be too slow and would bound the limits at half their time.
    fn bounding(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let all = self.languages.values().chain([&self.all]);
        runs.extend(all.flat_map(Suitable::bounds).filter_map(|bound| bound.by));
        runs.extend(
            self.recommended
                .iter()
                .flat_map(|one| [Some(one.slowest), one.too_slow])
                .flatten()
                .filter_map(|bound| bound.by),
        );
        let first = self.all.first_below();
        for (at, one) in self.submissions.iter().enumerate() {
            let edges = one.suitable().map(|range| range.below);
            let near = edges.filter(|edge| edge.seconds.is_finite() && edge.seconds < 2.0 * first);
            runs.extend(near.filter_map(|edge| Some((at, edge.case?))));
        }
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    /// Returns the judged submissions whose expectation holds under no limit.
    pub fn failing_always(&self) -> impl Iterator<Item = &MeasuredSubmission> {
        let fails =
            |one: &&MeasuredSubmission| one.not_judged.is_none() && one.suitable().next().is_none();
        self.submissions.iter().filter(fails)
    }

    /// Returns the submissions whose expectation holds under some limit, but not under this one on
    /// a machine that is slower by the factor `slower`.
    pub fn failing(&self, limit: f64, slower: f64) -> Vec<&MeasuredSubmission> {
        let fails = |one: &&MeasuredSubmission| {
            one.suitable().next().is_some() && !one.suits(limit / slower)
        };
        self.submissions.iter().filter(fails).collect()
    }
}

fn by_language(submissions: &[MeasuredSubmission]) -> BTreeMap<String, Suitable> {
    let languages = submissions.iter().filter(|one| one.suitable().next().is_some());
    let languages = languages.map(|one| one.language.clone());
    let of = |language: &String| {
        let own = submissions.iter().enumerate().filter(|(_, one)| one.language == *language);
        Suitable::of(own)
    };
    languages.map(|language| (language.clone(), of(&language))).collect()
}
