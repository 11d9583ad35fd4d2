//! Rows in the forms of other harnesses, for the programs that read these.

use std::iter::repeat;

use referee_events::Verdict;
use serde_json::{Value, json};

use crate::row::{Row, RowTest};

/// The time of a test that was not run, in the form of open-instruct.
pub(crate) const NOT_RUN: f64 = -1.0;

/// The form of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// The whole row.
    Whole,
    /// LiveCodeBench: for each test `true`, or -2 for a wrong answer, -3 for too slow, -4 for a
    /// run-time or compile error, -5 for a judge error.
    LiveCodeBench,
    /// verl: for each test `true` or `false`, or -1 for a judge error, -2 for a run-time error, -3
    /// for too slow, -4 for a compile error.
    Verl,
    /// open-instruct: for each test 0 or 1, and its time; 0 and -1 for a test that was not run.
    OpenInstruct,
}

impl RowForm {
    /// Returns a row in this form, as one line.
    pub fn written(self, row: &Row) -> String {
        match self {
            RowForm::Whole => {
                // This cannot fail: its keys are strings, and its numbers finite.
                serde_json::to_string(row).unwrap_or_default()
            }
            RowForm::LiveCodeBench => {
                let results = results(row, |verdict| numbered(verdict).0);
                json!({ "question_id": row.task, "id": row.id, "results": results }).to_string()
            }
            RowForm::Verl => {
                let results = results(row, |verdict| numbered(verdict).1);
                let score = row.reward;
                json!({ "task": row.task, "id": row.id, "score": score, "results": results })
                    .to_string()
            }
            RowForm::OpenInstruct => {
                let is_passed = |test: &RowTest| test.verdict == Verdict::Accepted;
                let passed = row.tests.iter().map(|test| u8::from(is_passed(test)));
                let passed = passed.chain(repeat(0)).take(row.total);
                // A judge error is not a 0.
                let results = row.verdict.map(|_| passed.collect::<Vec<_>>());
                let times = row.tests.iter().map(|test| test.cpu_s);
                let times = times.chain(row.verdict.into_iter().flat_map(|_| repeat(NOT_RUN)));
                let times: Vec<f64> = times.take(row.total).collect();
                json!({ "task": row.task, "id": row.id, "results": results, "runtimes": times })
                    .to_string()
            }
        }
    }
}

/// Returns the results of all tests that were run; of a program without runs, one for all.
fn results(row: &Row, of: fn(Verdict) -> Value) -> Vec<Value> {
    if row.tests.is_empty() {
        vec![of(row.verdict.unwrap_or(Verdict::JudgeError))]
    } else {
        row.tests.iter().map(|test| of(test.verdict)).collect()
    }
}

/// Returns how LiveCodeBench and verl write a verdict.
fn numbered(verdict: Verdict) -> (Value, Value) {
    match verdict {
        Verdict::Accepted => (json!(true), json!(true)),
        Verdict::WrongAnswer | Verdict::Malformed | Verdict::NoOutput => (json!(-2), json!(false)),
        Verdict::TimeLimit => (json!(-3), json!(-3)),
        Verdict::RunTimeError | Verdict::MemoryLimit | Verdict::OutputLimit => {
            (json!(-4), json!(-2))
        }
        Verdict::CompileError => (json!(-4), json!(-4)),
        Verdict::JudgeError => (json!(-5), json!(-1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(verdict: Option<Verdict>, tests: &[Verdict]) -> Row {
        let row = Row::not_judged("c".into(), "t".into(), String::new());
        let tests = tests.iter().map(|verdict| RowTest { verdict: *verdict, cpu_s: 0.5 });
        let tests: Vec<RowTest> = tests.collect();
        let total = tests.len();
        Row { verdict, tests, total, reward: verdict.map(|_| 0.0), ..row }
    }

    #[test]
    fn verdicts_have_the_numbers_of_each_harness() {
        use Verdict::*;
        let failed = row(Some(WrongAnswer), &[Accepted, WrongAnswer, TimeLimit, RunTimeError]);
        for (form, expected) in [
            (RowForm::LiveCodeBench, json!([true, -2, -3, -4])),
            (RowForm::Verl, json!([true, false, -3, -2])),
            (RowForm::OpenInstruct, json!([1, 0, 0, 0])),
        ] {
            let written: Value = serde_json::from_str(&form.written(&failed)).unwrap();
            assert_eq!(written["results"], expected);
        }
        let refused = row(Some(CompileError), &[]);
        assert!(RowForm::LiveCodeBench.written(&refused).contains("\"results\":[-4]"));
        assert!(RowForm::Verl.written(&refused).contains("\"results\":[-4]"));
    }

    #[test]
    fn open_instruct_has_a_result_for_each_test() {
        use Verdict::*;
        for (row, results, times) in [
            (row(Some(CompileError), &[]), json!([0, 0, 0]), json!([-1.0, -1.0, -1.0])),
            (
                row(Some(WrongAnswer), &[Accepted, WrongAnswer]),
                json!([1, 0, 0]),
                json!([0.5, 0.5, -1.0]),
            ),
            (row(None, &[Accepted]), Value::Null, json!([0.5])),
        ] {
            let row = Row { total: 3, ..row };
            let written = RowForm::OpenInstruct.written(&row);
            let written: Value = serde_json::from_str(&written).unwrap();
            assert_eq!((&written["results"], &written["runtimes"]), (&results, &times));
        }
    }

    #[test]
    fn a_failure_of_the_judge_is_no_result() {
        let lost = row(None, &[]);
        assert!(RowForm::LiveCodeBench.written(&lost).contains("\"results\":[-5]"));
        let verl = RowForm::Verl.written(&lost);
        assert!(verl.contains("\"results\":[-1]") && verl.contains("\"score\":null"), "{verl}");
        assert!(RowForm::OpenInstruct.written(&lost).contains("\"results\":null"));
    }
}
