//! The verdict on a case, and the score that an output validator may add to it.

use serde::{Deserialize, Serialize};

/// A verdict, by its usual abbreviation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// Accepted.
    #[serde(rename = "AC")]
    Accepted,
    /// Wrong answer.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// Not even a well-formed output.
    #[serde(rename = "PE")]
    Malformed,
    /// No output.
    #[serde(rename = "NO")]
    NoOutput,
    /// Time limit exceeded.
    #[serde(rename = "TLE")]
    TimeLimit,
    /// Memory limit exceeded.
    #[serde(rename = "MLE")]
    MemoryLimit,
    /// Output limit exceeded.
    #[serde(rename = "OLE")]
    OutputLimit,
    /// The program ended in an error.
    #[serde(rename = "RTE")]
    RunTimeError,
    /// The program does not compile.
    #[serde(rename = "CE")]
    CompileError,
    /// The judge is at fault, not the contestant.
    #[default]
    #[serde(rename = "JE")]
    JudgeError,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 10] = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::Malformed,
        Verdict::NoOutput,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::OutputLimit,
        Verdict::RunTimeError,
        Verdict::CompileError,
        Verdict::JudgeError,
    ];

    /// Returns the usual abbreviation.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer => "WA",
            Verdict::Malformed => "PE",
            Verdict::NoOutput => "NO",
            Verdict::TimeLimit => "TLE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit => "OLE",
            Verdict::RunTimeError => "RTE",
            Verdict::CompileError => "CE",
            Verdict::JudgeError => "JE",
        }
    }
}

/// The score of an accepted output, according to its checker.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// A number of points.
    Points(f64),
    /// A fraction, from 0 to 1, of the score of the case.
    Multiplier(f64),
}
