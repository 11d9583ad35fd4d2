//! What was handed in: the program that was judged, and whether it came late.

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
