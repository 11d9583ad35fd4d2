//! The final result of a submission.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::handed_in::{Decision, JudgedProgram, Lateness, Untouched};
use super::platform::Platform;
use crate::points::Points;
use crate::scoring::{ScoreFields, Scores};
use referee_package::{ExpectationResult, ExpectedVerdicts, Verdict};

/// The final result of a submission.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "Submission")]
pub struct SubmissionResult {
    /// The submission.
    pub contestant: Arc<str>,
    /// The first verdict of its cases that is neither `AC` nor `JE`, or `AC` if all are `AC`; none if it was not judged.
    pub verdict: Option<Verdict>,
    /// What it was meant to get, where its folder says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// How the two compare.
    pub met: ExpectationResult,
    /// The most CPU time that a case took, in seconds, and the case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowest: Option<Slowest>,
    /// Its path, as the command line takes it; none where it has no place of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The words that follow the command `again` of the run to judge it again; a case goes after them. None where it was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<String>,
    /// Why it was not judged, or what the compiler says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// What kept it from being judged, where it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<NotJudged>,
    /// The cases on which its verdict differed between runs, with `--repeat`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsteady: Vec<Arc<str>>,
    /// How every run ended, where all of them ended in the same run-time error: the environment may be the cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_failure: Option<String>,
    /// Whose it is, where a learning platform says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
    /// The program that was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<JudgedProgram>,
    /// That nobody has worked on it, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untouched: Option<Untouched>,
    /// What it loses for being late, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lateness: Option<Lateness>,
    /// What was decided about it by hand, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// What it earns, where there is something to earn; nothing where it was not judged, or a case was not.
    #[serde(flatten)]
    #[schemars(with = "ScoreFields")]
    pub scores: Scores,
}

impl SubmissionResult {
    /// Returns what is expected of it in words; none where that is nothing, or nothing is said.
    pub fn expectation(&self) -> Option<&str> {
        self.expected.as_deref().filter(|words| *words != ExpectedVerdicts::NOTHING)
    }

    /// Returns the result of a submission of which only the name is known.
    pub fn unjudged(contestant: &Arc<str>) -> SubmissionResult {
        SubmissionResult {
            contestant: Arc::clone(contestant),
            verdict: None,
            expected: None,
            met: ExpectationResult::NotJudged,
            slowest: None,
            path: None,
            again: Vec::new(),
            message: String::new(),
            not_judged: None,
            unsteady: Vec::new(),
            same_failure: None,
            student: None,
            program: None,
            untouched: None,
            lateness: None,
            decision: None,
            scores: Scores::None,
        }
    }

    /// Computes the points that are left of those that it earned.
    pub fn apply_lateness(&mut self) {
        let points = self.scores.points();
        if let Some(lateness) = &mut self.lateness {
            lateness.points = points.map(|points| points.less_percent(lateness.percent));
        }
    }

    /// Returns whether its points were decided by hand, or it is excused.
    pub fn is_settled(&self) -> bool {
        self.decision.as_ref().is_some_and(Decision::settles)
    }

    /// Returns the points that were decided by hand, if any were.
    pub fn decided(&self) -> Option<Points> {
        self.decision.as_ref()?.points
    }

    /// Returns the points that count: those that were decided, or those that it earned, or what is left of them because it was late. There
    /// are none where it is excused.
    pub fn grade(&self) -> Option<Points> {
        if let Some(decision) = self.decision.as_ref().filter(|decision| decision.settles()) {
            return decision.points;
        }
        let points = self.scores.points()?;
        Some(self.lateness.as_ref().and_then(|lateness| lateness.points).unwrap_or(points))
    }
}

/// What kept a submission from being judged.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum NotJudged {
    /// What was handed in is not a program that can be judged.
    NotAProgram {
        /// Why, without anything that its author should not know.
        public: String,
    },
    /// Its compiler or interpreter is not installed.
    NotInstalled {
        /// The command that is missing.
        program: String,
        /// Whether that is allowed (`--missing-compilers skip`).
        allowed: bool,
    },
    /// A case or the judge is at fault.
    JudgeError,
}

impl NotJudged {
    /// Whether the caller has allowed it.
    pub fn is_allowed(&self) -> bool {
        matches!(self, NotJudged::NotInstalled { allowed: true, .. })
    }
}

/// The name of a submission, with its student where a platform says whose it is.
pub type OfStudent = (Arc<str>, Option<Student>);

/// A student, as a learning platform writes it into the names of folders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize, Deserialize)]
pub struct Student {
    /// The full name, escaped. Two students can have one name.
    pub name: Arc<str>,
    /// What tells them apart.
    pub id: Arc<str>,
    /// What says so.
    pub platform: Platform,
}

impl Student {
    /// Returns a name or id as it stands in a list of those who hand in together: as in `Lee, Ann`, a comma would begin another one.
    pub fn listed(text: &str) -> String {
        text.replace(", ", " ")
    }

    /// Returns name and id of everybody who has handed in together: one, or as many as both lists name.
    pub fn people(&self) -> Vec<(&str, &str)> {
        let names: Vec<&str> = self.name.split(", ").collect();
        let ids: Vec<&str> = self.id.split(", ").collect();
        if names.len() == ids.len() {
            return names.into_iter().zip(ids).collect();
        }
        vec![(&self.name, &self.id)]
    }
}

/// The case that took most CPU time.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Slowest {
    /// The case.
    pub case: Arc<str>,
    /// CPU time, in seconds.
    pub cpu_seconds: f64,
}
