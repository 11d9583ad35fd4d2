//! The outcome of a candidate, test by test.

use referee_events::{JudgedCase, Verdict};

#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The language, by its name for programs.
    pub language: String,
    /// The judgements of the tests that were run.
    pub tests: Vec<TestResult>,
    /// The number of tests of the task.
    pub total: usize,
    /// Why it could not be built or judged, in one line.
    pub message: Option<String>,
    /// Whether it does not compile.
    pub is_refused: bool,
    /// How its code was found, if it was searched for.
    pub extracted: Option<String>,
}

#[derive(Debug)]
pub(crate) struct TestResult {
    /// The judgement.
    pub judged: JudgedCase,
    /// Whether an idle machine would give the same verdict.
    pub confirmed: bool,
}

impl Outcome {
    /// Returns the verdict: that of the first failure. A judge error on any test makes the whole a
    /// judge error.
    pub(crate) fn verdict(&self) -> Verdict {
        let verdicts = || self.tests.iter().map(|test| test.judged.verdict);
        let failure = verdicts().find(|verdict| *verdict != Verdict::Accepted);
        match failure {
            _ if self.is_refused => Verdict::CompileError,
            _ if self.message.is_some() => Verdict::JudgeError,
            _ if verdicts().any(|verdict| verdict == Verdict::JudgeError) => Verdict::JudgeError,
            Some(verdict) => verdict,
            // An outcome without tests is not an acceptance, because nothing was judged.
            None if self.tests.is_empty() => Verdict::JudgeError,
            None => Verdict::Accepted,
        }
    }

    pub(crate) fn passed(&self) -> usize {
        self.tests.iter().filter(|test| test.judged.verdict == Verdict::Accepted).count()
    }

    /// Returns the first test that it failed, by number from 1.
    pub(crate) fn first_failed(&self) -> Option<(usize, &TestResult)> {
        let wanted = match self.verdict() {
            Verdict::JudgeError => |verdict| verdict == Verdict::JudgeError,
            _ => |verdict| verdict != Verdict::Accepted,
        };
        let failed = self.tests.iter().enumerate().find(|(_, test)| wanted(test.judged.verdict));
        failed.map(|(at, test)| (at + 1, test))
    }

    /// Returns why there is no verdict, or the compiler's output.
    pub(crate) fn why(&self) -> Option<String> {
        let of_test = |test: &TestResult| test.judged.message.to_string();
        let is_failure = |test: &&TestResult| test.judged.verdict == Verdict::JudgeError;
        self.message.clone().or_else(|| self.tests.iter().find(is_failure).map(of_test))
    }

    /// Returns the outcome of a candidate that could not be judged.
    pub(crate) fn failed(total: usize, message: String) -> Outcome {
        Outcome { total, message: Some(message), ..Outcome::default() }
    }
}
