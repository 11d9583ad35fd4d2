//! What was handed in: the program that was judged, whether it came late, and what was decided about it by hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::points::Points;

/// The program that was judged.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct JudgedProgram {
    /// The file that was started, or all sources where the compiler finds out where the program starts.
    pub file: String,
    /// Its language, as people call it.
    pub language: String,
    /// The file that was handed in, where the program is made of it: a notebook, or a source that was called `main.py.txt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_as: Option<String>,
    /// The first line in which it opens a file to write into it, where it printed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<SourceLine>,
}

/// A line of a program.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct SourceLine {
    /// Its number, from 1.
    pub line: u32,
    /// What stands in it.
    pub text: String,
}

/// What was handed in without any work in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Untouched {
    /// Nothing but blanks.
    Empty,
    /// What students were given, apart from blanks.
    AsGiven,
}

/// What a submission loses because it was handed in late.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Lateness {
    /// When it was handed in, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// How late it was, in seconds; none where only the platform's mark says that it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// What it loses of its points, in percent.
    pub percent: f64,
    /// The points that are left, where it earned any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
}

/// What was decided by hand about a submission.
#[derive(Debug, Clone, Default, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Decision {
    /// The points that count, whatever it earned; none where nothing was decided about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Whether it counts neither for nor against the student.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_excused: bool,
    /// Why, for the judges only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Who has decided it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
}

impl Decision {
    /// Returns whether the points that the submission earned do not matter.
    pub fn settles(&self) -> bool {
        self.is_excused || self.points.is_some()
    }
}
