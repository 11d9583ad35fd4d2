//! What a submission is meant to get, by the folder it lies in.
//!
//! Source: the ICPC problem package format, 2025-09, where these are the defaults of `submissions.yaml`. Deviations:
//! our more exact verdicts count as the format's four (`PE` and `NO` are wrong answers, `MLE` and `OLE` run-time
//! errors), and there are folders for those and for programs that do not compile.

use crate::events::Met;
use crate::events::Verdict::{self, *};

/// Which verdicts a submission may get, and which of them it must get at least once.
#[derive(Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of the folder.
    pub folder: &'static str,
    /// What each case may give.
    permitted: &'static [Verdict],
    /// Of which some case must give one; anything goes where it is empty.
    required: &'static [Verdict],
}

/// All folders that mean something.
const FOLDERS: &[Expected] = &[
    Expected { folder: "accepted", permitted: &[Accepted], required: &[] },
    Expected { folder: "rejected", permitted: ALL, required: REJECTED },
    Expected {
        folder: "wrong_answer",
        permitted: &[Accepted, WrongAnswer, Malformed, NoOutput],
        required: &[WrongAnswer, Malformed, NoOutput],
    },
    Expected {
        folder: "time_limit_exceeded",
        permitted: &[Accepted, TimeLimit],
        required: &[TimeLimit],
    },
    Expected {
        folder: "run_time_error",
        permitted: &[Accepted, RunTimeError, MemoryLimit, OutputLimit],
        required: &[RunTimeError, MemoryLimit, OutputLimit],
    },
    Expected {
        folder: "brute_force",
        permitted: &[Accepted, TimeLimit, RunTimeError, MemoryLimit, OutputLimit],
        required: &[TimeLimit, RunTimeError, MemoryLimit, OutputLimit],
    },
    Expected {
        folder: "memory_limit_exceeded",
        permitted: &[Accepted, MemoryLimit],
        required: &[MemoryLimit],
    },
    Expected {
        folder: "output_limit_exceeded",
        permitted: &[Accepted, OutputLimit],
        required: &[OutputLimit],
    },
    Expected { folder: "compile_error", permitted: &[CompileError], required: &[CompileError] },
];

const REJECTED: &[Verdict] =
    &[WrongAnswer, Malformed, NoOutput, TimeLimit, RunTimeError, MemoryLimit, OutputLimit];

const ALL: &[Verdict] = &[
    Accepted,
    WrongAnswer,
    Malformed,
    NoOutput,
    TimeLimit,
    RunTimeError,
    MemoryLimit,
    OutputLimit,
];

impl Expected {
    /// What a folder of that name means.
    pub fn of_folder(name: &str) -> Option<&'static Expected> {
        FOLDERS.iter().find(|expected| expected.folder == name)
    }

    /// The folder's name in words, such as `wrong answer`.
    pub fn words(&self) -> String {
        self.folder.replace('_', " ")
    }

    /// Compares with what the cases gave. Judge errors are no verdicts and do not belong here.
    pub fn compare(&self, got: &[Verdict]) -> Met {
        if got.iter().any(|verdict| !self.permitted.contains(verdict)) {
            return Met::NotPermitted;
        }
        match self.required.is_empty() || got.iter().any(|verdict| self.required.contains(verdict))
        {
            true => Met::AsExpected,
            false => Met::NotCaught,
        }
    }
}
