//! The reasons for verdicts.

use serde::{Deserialize, Serialize};

use referee_package::Verdict;

/// The reason for a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The claim was proved.
    Proved,
    /// The claim was refuted.
    Refuted,
    /// The output is text, but malformed.
    Malformed,
    /// The output is not text.
    NotText,
    /// The output exists, but is empty.
    Empty,
    /// There is no output.
    Missing,
    /// The program took too much time.
    TimeLimit,
    /// The program took too much memory.
    MemoryLimit,
    /// The program wrote too much.
    OutputLimit,
    /// The program ended with a signal or an exit code other than 0.
    RunTimeError,
    /// The program does not compile.
    CompileError,
    /// The case or the judge is at fault.
    JudgeError,
}

impl Reason {
    /// Returns the verdict that it leads to.
    pub fn verdict(self) -> Verdict {
        match self {
            Reason::Proved => Verdict::Accepted,
            Reason::Refuted => Verdict::WrongAnswer,
            Reason::Malformed | Reason::NotText => Verdict::Malformed,
            Reason::Empty | Reason::Missing => Verdict::NoOutput,
            Reason::TimeLimit => Verdict::TimeLimit,
            Reason::MemoryLimit => Verdict::MemoryLimit,
            Reason::OutputLimit => Verdict::OutputLimit,
            Reason::RunTimeError => Verdict::RunTimeError,
            Reason::CompileError => Verdict::CompileError,
            Reason::JudgeError => Verdict::JudgeError,
        }
    }

    /// Returns the reason that represents all those leading to a verdict.
    pub fn of(verdict: Verdict) -> Reason {
        match verdict {
            Verdict::Accepted => Reason::Proved,
            Verdict::WrongAnswer => Reason::Refuted,
            Verdict::Malformed => Reason::Malformed,
            Verdict::NoOutput => Reason::Empty,
            Verdict::TimeLimit => Reason::TimeLimit,
            Verdict::MemoryLimit => Reason::MemoryLimit,
            Verdict::OutputLimit => Reason::OutputLimit,
            Verdict::RunTimeError => Reason::RunTimeError,
            Verdict::CompileError => Reason::CompileError,
            Verdict::JudgeError => Reason::JudgeError,
        }
    }

    /// Returns the name for programs, as in the JSON form.
    pub fn code(self) -> &'static str {
        match self {
            Reason::Proved => "proved",
            Reason::Refuted => "refuted",
            Reason::Malformed => "malformed",
            Reason::NotText => "not-text",
            Reason::Empty => "empty",
            Reason::Missing => "missing",
            Reason::TimeLimit => "time-limit",
            Reason::MemoryLimit => "memory-limit",
            Reason::OutputLimit => "output-limit",
            Reason::RunTimeError => "run-time-error",
            Reason::CompileError => "compile-error",
            Reason::JudgeError => "judge-error",
        }
    }

    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Proved => "accepted",
            Reason::Refuted => "wrong answer",
            Reason::Malformed => "malformed output",
            Reason::NotText => "output is not text",
            Reason::Empty => "empty output",
            Reason::Missing => "missing output",
            Reason::TimeLimit => "time limit exceeded",
            Reason::MemoryLimit => "memory limit exceeded",
            Reason::OutputLimit => "output limit exceeded",
            Reason::RunTimeError => "run-time error",
            Reason::CompileError => "compile error",
            Reason::JudgeError => "judge error",
        }
    }
}
