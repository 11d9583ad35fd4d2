//! How much of a failed case students see.

use serde::{Deserialize, Serialize};

/// How much a student sees of a failed case. Each level includes the previous ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedbackLevel {
    /// The verdict, and nothing else.
    Verdict,
    /// The output of the student's program, which may contain parts of the input, and where and how
    /// it fails.
    OwnOutput,
    /// The input, the right answer, and all reasons.
    Full,
}

impl FeedbackLevel {
    /// All levels, with their names.
    pub const NAMES: [(&str, FeedbackLevel); 3] = [
        ("verdict", FeedbackLevel::Verdict),
        ("own-output", FeedbackLevel::OwnOutput),
        ("full", FeedbackLevel::Full),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, level)| *level == self).map_or("", |(name, _)| name)
    }
}
