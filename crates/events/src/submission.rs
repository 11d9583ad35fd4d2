//! The final result of a submission.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::handed_in::{Decision, JudgedProgram, Lateness, Platform, Untouched};
use crate::points::Points;
use crate::scoring::Scores;
use referee_package::{ExpectationResult, ExpectedVerdicts, Verdict};

/// The final result of a submission.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Submission"))]
pub struct SubmissionResult {
    /// The submission.
    pub contestant: Arc<str>,
    /// The first verdict of its cases that is neither `AC` nor `JE`, or `AC` if all are `AC`;
    /// absent if it was not judged.
    pub verdict: Option<Verdict>,
    /// The expected result, if its folder defines one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// How the result compares with the expected one.
    pub met: ExpectationResult,
    /// The case with the longest CPU time, and that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowest: Option<Slowest>,
    /// Its path for the command line; absent if it has none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The words to append to the command `again` of the run to judge it again; a case follows
    /// them. Empty if the run does not provide them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<String>,
    /// The reason why it was not judged, or the message of the compiler.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// What prevented it from being judged, if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<NotJudged>,
    /// The cases on which its verdict differed between runs, with `--repeat`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsteady: Vec<Arc<str>>,
    /// How every run ended, if all ended in the same run-time error: the environment may be the
    /// cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_failure: Option<String>,
    /// Whether it is a folder: a dot in its name begins no extension.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_folder: bool,
    /// Its student, if a learning platform identifies one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
    /// The program that was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<JudgedProgram>,
    /// Set if nobody has worked on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untouched: Option<Untouched>,
    /// Its lateness, if it was late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lateness: Option<Lateness>,
    /// The decision about it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The points or the score that it earns, if there are any to earn; absent if it or a case was
    /// not judged.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::scoring::ScoreFields"))]
    pub scores: Scores,
}

impl SubmissionResult {
    /// Returns the expected result in words; `None` if there is no expectation.
    pub fn expectation(&self) -> Option<&str> {
        self.expected.as_deref().filter(|words| *words != ExpectedVerdicts::NOTHING)
    }

    /// Returns whose submission it is.
    pub fn of_student(&self) -> OfStudent {
        OfStudent {
            name: Arc::clone(&self.contestant),
            student: self.student.clone(),
            is_folder: self.is_folder,
        }
    }

    /// Creates the result of a submission of which only the name is known.
    pub fn unjudged(contestant: &Arc<str>) -> SubmissionResult {
        SubmissionResult { contestant: Arc::clone(contestant), ..SubmissionResult::default() }
    }

    /// Computes the points after the penalty for lateness.
    pub fn apply_lateness(&mut self) {
        let points = self.scores.points();
        if let Some(lateness) = &mut self.lateness {
            lateness.points = points.map(|points| points.less_percent(lateness.percent));
        }
    }

    /// Returns whether a decision gives its points or excuses it.
    pub fn is_settled(&self) -> bool {
        self.decision.as_ref().is_some_and(Decision::settles)
    }

    /// Returns the points that a decision gives, if any.
    pub fn decided(&self) -> Option<Points> {
        self.decision.as_ref()?.points
    }

    /// Returns the points that count: those of a decision, or those that it earned, after the
    /// penalty for lateness. An excused submission has none.
    pub fn grade(&self) -> Option<Points> {
        if let Some(decision) = self.decision.as_ref().filter(|decision| decision.settles()) {
            return decision.points;
        }
        let points = self.scores.points()?;
        Some(self.lateness.as_ref().and_then(|lateness| lateness.points).unwrap_or(points))
    }
}

/// The obstacle that prevented a submission from being judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum NotJudged {
    /// What was handed in is not a program that can be judged.
    NotAProgram {
        /// The reason, without anything that its author must not see.
        public: String,
    },
    /// Its compiler or interpreter is not installed.
    NotInstalled {
        /// The missing command.
        program: String,
        /// Whether that is allowed (`--missing-compilers skip`).
        allowed: bool,
    },
    /// A case or the judge is at fault.
    JudgeError,
}

impl NotJudged {
    /// Returns whether the caller allows it.
    pub fn is_allowed(&self) -> bool {
        matches!(self, NotJudged::NotInstalled { allowed: true, .. })
    }
}

/// A submission, with its student if a platform identifies one.
#[derive(Debug, Clone)]
pub struct OfStudent {
    /// The name of the submission.
    pub name: Arc<str>,
    /// The student.
    pub student: Option<Student>,
    /// Whether it is a folder: a dot in its name begins no extension.
    pub is_folder: bool,
}

/// A student, as a learning platform names them in folders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Student {
    /// The full name, escaped. It may not be unique.
    pub name: Arc<str>,
    /// The unique id.
    pub id: Arc<str>,
    /// The platform.
    pub platform: Platform,
}

impl Student {
    /// Returns a name or ID for a list of students who hand in together, in which commas separate
    /// them: as in `Lee, Ann`, it may contain one.
    pub fn listed(text: &str) -> String {
        text.replace(", ", " ")
    }

    /// Returns the name and the id of each person who handed in: one, or several if they handed in
    /// together.
    pub fn people(&self) -> Vec<(&str, &str)> {
        let names: Vec<&str> = self.name.split(", ").collect();
        let ids: Vec<&str> = self.id.split(", ").collect();
        if names.len() == ids.len() {
            return names.into_iter().zip(ids).collect();
        }
        vec![(&self.name, &self.id)]
    }
}

/// The case with the longest CPU time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slowest {
    /// The case.
    pub case: Arc<str>,
    /// CPU time, in seconds.
    pub cpu_seconds: f64,
}
