//! The row of a candidate: a JSON object in one line. docs/batch.schema.json is made from it.

use referee_base::digest::{ContentHash, to_hex};
use referee_events::{JudgedCase, Verdict};
use serde::{Deserialize, Serialize};

use crate::outcome::Outcome;

/// The number of digits of a hash in a row.
const KEY: usize = 16;

/// The outcome of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The name of the candidate.
    pub id: String,
    /// The name of its task.
    pub task: String,
    /// The verdict; null if the judge failed or something that it needs is missing.
    pub verdict: Option<Verdict>,
    /// The number of tests that it passed.
    pub passed: usize,
    /// The number of tests that were run: up to the first failure, unless all are.
    pub run: usize,
    /// The number of tests of the task.
    pub total: usize,
    /// The reward: 0 to 1 unless a sum's weights say otherwise; null exactly if the verdict is.
    pub reward: Option<f64>,
    /// Whether an idle machine would give the same verdict, as far as is known.
    pub confirmed: bool,
    /// The language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The CPU time of all tests, in seconds.
    pub cpu_s: f64,
    /// The CPU time of the slowest test, in seconds.
    pub slowest_s: f64,
    /// The maximum memory use, in KiB.
    pub memory_kib: u64,
    /// Why there is no verdict, or the compiler's output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The first test that it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_failed: Option<FirstFailed>,
    /// The tests that were run.
    pub tests: Vec<RowTest>,
    /// Where its code was found in its text, if it was searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extracted: Option<String>,
    /// Whether an equal program for the same task was judged before, and this is its result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
    /// Identifies the program, its task and all settings: equal ones have equal keys.
    pub key: String,
}

/// A test that was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowTest {
    /// The verdict.
    pub verdict: Verdict,
    /// The CPU time, in seconds.
    pub cpu_s: f64,
}

/// The first test that a candidate failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstFailed {
    /// The number of the test, from 1.
    pub test: usize,
    /// The name of the test, if it is a case of a problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for the verdict, in one line.
    pub message: String,
    /// The start of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The start of the candidate's output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The start of the expected output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The end of the candidate's standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// Returns the JSON Schema (draft 2020-12) of a row.
#[cfg(feature = "schema")]
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.for_serialize().into_generator().into_root_schema_for::<Row>()
}

pub(crate) fn key_text(key: &ContentHash) -> String {
    to_hex(key)[..KEY].to_string()
}

impl Row {
    /// Creates the row of the outcome of a candidate of a task, without a reward.
    pub(crate) fn of(
        id: String,
        task: String,
        key: &ContentHash,
        outcome: &Outcome,
        repeated: bool,
    ) -> Row {
        let verdict = outcome.verdict();
        let used = || outcome.tests.iter().filter_map(|test| test.judged.used);
        let times = || used().map(|used| used.cpu_seconds);
        let first_failed = outcome.first_failed();
        let first_failed = first_failed.map(|(at, test)| FirstFailed::of(at, &test.judged));
        Row {
            id,
            task,
            verdict: (verdict != Verdict::JudgeError).then_some(verdict),
            passed: outcome.passed(),
            run: outcome.tests.len(),
            total: outcome.total,
            reward: None,
            confirmed: verdict != Verdict::JudgeError
                && outcome.tests.iter().all(|test| test.confirmed),
            language: Some(outcome.language.clone()).filter(|language| !language.is_empty()),
            cpu_s: rounded(times().fold(0.0, |sum, seconds| sum + seconds)),
            slowest_s: rounded(times().fold(0.0, f64::max)),
            memory_kib: used().map(|used| used.memory_bytes >> 10).max().unwrap_or(0),
            message: outcome.why(),
            first_failed,
            tests: outcome.tests.iter().map(|test| RowTest::of(&test.judged)).collect(),
            extracted: outcome.extracted.clone(),
            repeated,
            key: key_text(key),
        }
    }

    /// Creates the row of a candidate that could not be judged.
    pub(crate) fn not_judged(id: String, task: String, message: String) -> Row {
        let nothing = Outcome { message: Some(message), ..Outcome::default() };
        let row = Row::of(id, task, &ContentHash::default(), &nothing, false);
        Row { key: String::new(), ..row }
    }
}

impl RowTest {
    fn of(judged: &JudgedCase) -> RowTest {
        let cpu_s = rounded(judged.used.map_or(0.0, |used| used.cpu_seconds));
        RowTest { verdict: judged.verdict, cpu_s }
    }
}

/// Rounds seconds to tenths of a millisecond: nothing finer is measured.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e4).round() / 1e4
}

impl FirstFailed {
    fn of(test: usize, judged: &JudgedCase) -> FirstFailed {
        let is_stderr = |label: &str| label == referee_events::STDERR;
        let stderr = judged.facts.iter().find(|fact| is_stderr(&fact.label));
        let facts = judged.facts.iter().filter(|fact| !is_stderr(&fact.label));
        let facts: Vec<&str> = facts.map(|fact| fact.text.as_str()).collect();
        let message = match (judged.verdict, &*judged.says, &facts[..]) {
            (Verdict::JudgeError, ..) | (_, "", []) => judged.message.to_string(),
            (_, "", facts) => facts.join("; "),
            (_, says, []) => format!("{}: {says}", judged.reason.words()),
            (_, says, facts) => format!("{says}; expected {}", facts.join("; ")),
        };
        // Other tests are named by their number.
        let case = Some(judged.case.to_string()).filter(|name| *name != test.to_string());
        FirstFailed {
            test,
            case,
            verdict: judged.verdict,
            message,
            input: judged.input.clone(),
            output: judged.output.clone(),
            expected: judged.answer.clone().filter(|answer| !answer.is_empty()),
            stderr: stderr.map(|fact| fact.text.clone()),
        }
    }
}
