//! The block `run`: everything of a run but the results of single cases.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::against::AgainstBlock;
use super::kinds::MessageKind;
use super::planes::{FIRST_TIME, TIME_STEP};
use super::suite_block::SuiteBlock;
use referee_events::points::{PointRule, Points};
use referee_events::scoring::Scores;
use referee_events::{Decision, ExpectationResult, NotJudged, Runs, Student, Totals, Verdict};

/// The name of the form, and its version.
pub(super) const FORMAT: &str = "referee-page";
pub(super) const VERSION: u32 = 1;

/// A run as the page has it. Cases and submissions are numbers: positions in `cases` and `submissions`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RunBlock<'a> {
    pub(super) format: &'static str,
    pub(super) version: u32,
    pub(super) command: &'static str,
    pub(super) referee: &'a str,
    pub(super) problem: &'a str,
    pub(super) options: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) runs: Option<&'a Runs>,
    pub(super) cases: &'a [Arc<str>],
    pub(super) case_groups: Vec<Stretch>,
    /// The sizes of the inputs, in bytes.
    pub(super) sizes: &'a [Option<u64>],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) not_on_disk: &'a [String],
    pub(super) score_groups: Vec<ScoreGroup<'a>>,
    pub(super) kinds: &'a [MessageKind],
    pub(super) submissions: Vec<SubmissionRow<'a>>,
    pub(super) time: TimeScale,
    /// The cases in each block of cases.
    pub(super) case_blocks: &'a [Vec<usize>],
    pub(super) totals: Totals,
    pub(super) faults: &'a [String],
    pub(super) extras: &'a [UncountedFile],
    pub(super) left_out: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suite: Option<SuiteBlock<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<AgainstBlock<'a>>,
}

/// Cases that follow each other in one folder.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Stretch {
    pub(super) name: String,
    pub(super) first: usize,
    pub(super) count: usize,
}

/// A group of cases that is worth points.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ScoreGroup<'a> {
    pub(super) title: &'a str,
    pub(super) most_points: Points,
    pub(super) rule: PointRule,
    pub(super) cases: Vec<usize>,
}

/// How the bytes of times are to be read: byte b > 0 is about `first * step ^ (b - 1)` seconds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TimeScale {
    first: f64,
    step: f64,
}

impl TimeScale {
    pub(super) const OF_PLANES: TimeScale = TimeScale { first: FIRST_TIME, step: TIME_STEP };
}

/// A submission.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SubmissionRow<'a> {
    /// The whole name, which no other submission has.
    pub(super) name: &'a str,
    /// The part of the name before its last `/`.
    pub(super) folder: Option<&'a str>,
    pub(super) verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) met: Option<ExpectationResult>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "referee_events::scoring::ScoreFields"))]
    pub(super) scores: Scores,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) most_points: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) slowest: Option<SlowestRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<&'a str>,
    pub(super) message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_judged: Option<&'a NotJudged>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unsteady: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) same_failure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) student: Option<&'a Student>,
    /// The points that count, where these are not those that it earned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) grade: Option<Points>,
    /// What was decided about it by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<&'a Decision>,
    /// The number of cases with each letter.
    pub(super) counts: Option<&'a BTreeMap<char, usize>>,
    /// The number of refusals with details.
    pub(super) details: usize,
    /// The command that judges it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) again: Option<String>,
}

/// The slowest run of a submission.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SlowestRun {
    pub(super) case: usize,
    pub(super) cpu_seconds: f64,
}

/// A file of a contestant that does not count.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct UncountedFile {
    pub(super) contestant: Arc<str>,
    pub(super) path: String,
    pub(super) message: String,
}
