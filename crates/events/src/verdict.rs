//! The reasons for verdicts.

use serde::{Deserialize, Serialize};

use referee_package::Verdict;

/// The reason for a verdict.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
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
    #[default]
    JudgeError,
}

/// Each reason with the verdict that it leads to, its name in the JSON form, and the reason in
/// words; in the order of the reasons. The first reason of a verdict represents all those leading
/// to it.
const TABLE: [(Reason, Verdict, &str, &str); Reason::JudgeError as usize + 1] = [
    (Reason::Proved, Verdict::Accepted, "proved", "accepted"),
    (Reason::Refuted, Verdict::WrongAnswer, "refuted", "wrong answer"),
    (Reason::Malformed, Verdict::Malformed, "malformed", "malformed output"),
    (Reason::NotText, Verdict::Malformed, "not-text", "output is not text"),
    (Reason::Empty, Verdict::NoOutput, "empty", "empty output"),
    (Reason::Missing, Verdict::NoOutput, "missing", "missing output"),
    (Reason::TimeLimit, Verdict::TimeLimit, "time-limit", "time limit exceeded"),
    (Reason::MemoryLimit, Verdict::MemoryLimit, "memory-limit", "memory limit exceeded"),
    (Reason::OutputLimit, Verdict::OutputLimit, "output-limit", "output limit exceeded"),
    (Reason::RunTimeError, Verdict::RunTimeError, "run-time-error", "run-time error"),
    (Reason::CompileError, Verdict::CompileError, "compile-error", "compile error"),
    (Reason::JudgeError, Verdict::JudgeError, "judge-error", "judge error"),
];

impl Reason {
    /// Returns the verdict that it leads to.
    pub fn verdict(self) -> Verdict {
        let (_, leads_to, ..) = TABLE[self as usize];
        leads_to
    }

    /// Returns the reason that represents all those leading to a verdict.
    pub fn of(verdict: Verdict) -> Reason {
        let row = TABLE.iter().find(|(_, leads_to, ..)| *leads_to == verdict);
        row.map_or(Reason::JudgeError, |(reason, ..)| *reason)
    }

    /// Returns the name for programs, as in the JSON form.
    pub fn code(self) -> &'static str {
        let (_, _, code, _) = TABLE[self as usize];
        code
    }

    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        let (.., words) = TABLE[self as usize];
        words
    }

    /// Returns the reason in words and a message, which may already begin with them.
    pub fn with(self, message: &str) -> String {
        match self.words() {
            words if message.starts_with(words) => message.into(),
            words => format!("{words}: {message}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_said_once() {
        let nothing = "empty output: expected an answer";
        assert_eq!(Reason::Empty.with(nothing), nothing);
        assert_eq!(Reason::Empty.with("nothing"), "empty output: nothing");
    }

    #[test]
    fn the_table_has_the_order_of_the_reasons_and_the_names_of_the_json_form() {
        for (at, (reason, _, code, _)) in TABLE.into_iter().enumerate() {
            assert_eq!(reason as usize, at);
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("{code:?}"));
        }
        assert!(Verdict::ALL.iter().all(|verdict| Reason::of(*verdict).verdict() == *verdict));
    }
}
