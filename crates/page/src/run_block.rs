//! The block `run`: everything about a run except the results of single cases.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::against::AgainstBlock;
use super::kinds::MessageKind;
use super::suite_block::SuiteBlock;
use referee_events::points::{PointRule, Points};
use referee_events::scoring::Scores;
use referee_events::{Decision, ExpectationResult, NotJudged, Student, Totals, Verdict};

/// The name of the format, and its version.
pub(crate) const FORMAT: &str = "referee-page";
pub(crate) const VERSION: u32 = 1;

/// A run, as stored in the page. Cases and submissions are numbers: positions in `cases` and
/// `submissions`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunBlock<'a> {
    pub(crate) format: &'static str,
    pub(crate) version: u32,
    pub(crate) command: &'static str,
    pub(crate) problem: &'a str,
    /// The limit of CPU time, if programs were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit_seconds: Option<f64>,
    pub(crate) cases: &'a [Arc<str>],
    pub(crate) case_groups: Vec<Stretch>,
    /// The sizes of the inputs, in bytes.
    pub(crate) sizes: &'a [Option<u64>],
    pub(crate) score_groups: Vec<ScoreGroup<'a>>,
    pub(crate) kinds: &'a [MessageKind],
    pub(crate) submissions: Vec<SubmissionRow<'a>>,
    pub(crate) time: TimeScale,
    /// The cases in each block of cases.
    pub(crate) case_blocks: &'a [Vec<usize>],
    pub(crate) totals: Totals,
    pub(crate) extras: &'a [UncountedFile],
    pub(crate) left_out: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suite: Option<SuiteBlock<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) against: Option<AgainstBlock<'a>>,
}

/// Consecutive cases in one folder.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Stretch {
    pub(crate) name: String,
    pub(crate) first: usize,
    pub(crate) count: usize,
}

/// A group of cases that is worth points.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ScoreGroup<'a> {
    pub(crate) title: &'a str,
    pub(crate) most_points: Points,
    pub(crate) rule: PointRule,
    pub(crate) cases: Vec<usize>,
}

/// How to decode the bytes of times: byte b > 0 is about `first * step ^ (b - 1)` seconds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TimeScale {
    pub(crate) first: f64,
    pub(crate) step: f64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SubmissionRow<'a> {
    /// The full name, unique among submissions.
    pub(crate) name: &'a str,
    /// The part of the name before its last `/`.
    pub(crate) folder: Option<&'a str>,
    pub(crate) verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) met: Option<ExpectationResult>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "referee_events::scoring::ScoreFields"))]
    pub(crate) scores: Scores,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) most_points: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) slowest: Option<SlowestRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<&'a str>,
    pub(crate) message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_judged: Option<&'a NotJudged>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) unsteady: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_failure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) student: Option<&'a Student>,
    /// The points that count, if they differ from those earned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) grade: Option<Points>,
    /// The manual decision about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decision: Option<&'a Decision>,
    /// The number of cases with each letter.
    pub(crate) counts: Option<&'a BTreeMap<char, usize>>,
    /// The number of refusals with details.
    pub(crate) details: usize,
    /// The command that reproduces its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) again: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SlowestRun {
    pub(crate) case: usize,
    pub(crate) cpu_seconds: f64,
}

/// An ignored file of a contestant.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UncountedFile {
    pub(crate) contestant: Arc<str>,
    pub(crate) path: String,
    pub(crate) message: String,
}
