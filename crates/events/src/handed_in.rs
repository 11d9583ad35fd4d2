//! Hand-ins: their platforms, the program that was judged, its lateness, and decisions about it.

use serde::{Deserialize, Serialize};

use crate::points::Points;

/// The source of the information to whom a submission belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// Moodle's folder of all submissions.
    Moodle,
    /// Canvas' folder of all submissions.
    Canvas,
    /// Gradescope's export.
    Gradescope,
    /// Artemis' export of repositories.
    Artemis,
    /// Repositories of GitHub Classroom.
    Classroom,
    /// Names in a format that the course defines.
    Template,
}

/// The program that was judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedProgram {
    /// The file that was started, or all sources if the compiler finds the entry point.
    pub file: String,
    /// The name of its language.
    pub language: String,
    /// The file that was handed in, if the program was made from it: a notebook, or a source that
    /// was called `main.py.txt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_as: Option<String>,
    /// The first line that opens a file for writing, if the program printed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<SourceLine>,
}

/// A line of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourceLine {
    /// Its number, from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
}

/// A hand-in without any work in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Untouched {
    /// It is blank.
    Empty,
    /// It is what students were given, apart from white space.
    AsGiven,
}

/// The lateness of a submission, and its cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lateness {
    /// The time of the hand-in, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The lateness in seconds; absent if only the platform marks it as late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// The penalty in percent of its points.
    pub percent: f64,
    /// The points after the penalty, if it earned any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
}

/// A decision about a submission, made by hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decision {
    /// The points that count, regardless of those earned; absent if the decision is not about
    /// points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Whether it counts neither for nor against the student.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_excused: bool,
    /// The reason, for the judges only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The person who decided it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
}

impl Decision {
    /// Returns whether the decision overrides the points that the submission earned.
    pub fn settles(&self) -> bool {
        self.is_excused || self.points.is_some()
    }
}
