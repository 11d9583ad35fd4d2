//! Reads tasks: recognizes the shape of a record by its fields, and reads it accordingly.

mod adding;
mod contests;
mod functions;
mod own;
mod rewards;

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_problem::limits::LimitOverrides;
use serde_json::Value;

use crate::fields::{self, field, text};
use crate::records::{Fields, RawRecord};
use crate::table::FieldTable;
use crate::task::{Shape, Task};

/// The fields that identify a shape, of which one is enough. A shape with more general fields is
/// chosen only if none before it matches.
const MARKS: [(Shape, &[&str]); 10] = [
    (Shape::LiveCodeBench, &["public_test_cases", "private_test_cases"]),
    (Shape::Apps, &["input_output"]),
    (Shape::OpenR1, &["official_tests"]),
    (Shape::CodeContests, &["public_tests", "private_tests", "generated_tests"]),
    (Shape::Synthetic, &["verification_info"]),
    (Shape::NemoGym, &["verifier_metadata"]),
    (Shape::Verl, &["reward_model"]),
    (Shape::OpenInstruct, &["ground_truth"]),
    (Shape::Mbpp, &["test_list"]),
    (Shape::KodCode, &["test_code"]),
];

/// The names of the field that names a task.
const IDS: [&str; 8] =
    ["task_id", "question_id", "problem_id", "id", "problem", "task", "name", "title"];

/// How tasks are read.
#[derive(Debug, Default)]
pub struct TaskFormat {
    /// Their shape, if it is given.
    pub shape: Option<Shape>,
    /// The fields of records in no known shape.
    pub table: Option<FieldTable>,
}

impl TaskFormat {
    /// Reads a task.
    ///
    /// # Errors
    /// The record is malformed, of no known or of several shapes, or has no tests.
    pub fn read(&self, record: &RawRecord) -> Result<Task, Fault> {
        let own = self.table.as_ref().and_then(|table| table.task(record));
        let shape = if own.is_some() { Some(Shape::Referee) } else { self.shape };
        let record = own.as_ref().unwrap_or(record);
        let fields = record.fields()?;
        let shape = match shape {
            Some(shape) => shape,
            None => recognized(&fields).map_err(|message| {
                let help = "name the shape with --format, or describe the fields with --fields";
                record.fault(message).help(help)
            })?,
        };
        let read = read_as(shape, &fields).and_then(|task| {
            if task.tests.is_empty() {
                Err(format!("task {} has no tests", task.id))
            } else {
                Ok(task)
            }
        });
        read.map_err(|message| record.fault(message))
    }

    /// Returns a hash of the text of a record, and of how it is read.
    pub(crate) fn hash(&self, text: &[u8]) -> ContentHash {
        let mut digest = Digest::new();
        digest.add(text);
        digest.add(format!("{self:?}").as_bytes());
        digest.number()
    }
}

fn recognized(fields: &Fields) -> Result<Shape, String> {
    let has = |names: &[&str]| names.iter().any(|name| fields.contains_key(*name));
    let marked: Vec<Shape> =
        MARKS.iter().filter(|(_, names)| has(names)).map(|(shape, _)| *shape).collect();
    // Data sets made from CodeContests also have its fields, beside their own.
    match marked[..] {
        [one] => Ok(one),
        [] => match fields.get("test").and_then(|test| test.get().chars().next()) {
            Some('[') => Ok(Shape::CommonOj),
            // It may have a `test` beside the others. A table may have null in their columns.
            _ if field(fields, &["tests", "inputs"]).is_some() => Ok(Shape::Referee),
            Some('"') if has(&["entry_point"]) => Ok(Shape::HumanEval),
            Some('"') => Ok(Shape::KodCode),
            _ if has(&["tests", "inputs"]) => Ok(Shape::Referee),
            _ => {
                let names: Vec<&str> = fields.keys().take(12).map(String::as_str).collect();
                Err(format!("no known shape of a task: its fields are {}", names.join(", ")))
            }
        },
        [first, second, ..] => Err(format!("it looks like a task of {first} and of {second}")),
    }
}

/// Reads a record of a known shape. Errors are fragments for a message.
fn read_as(shape: Shape, fields: &Fields) -> Result<Task, String> {
    let mut task = bare(shape, fields)?;
    match shape {
        Shape::Referee => own::read(fields, &mut task)?,
        Shape::LiveCodeBench => functions::live_code_bench(fields, &mut task)?,
        Shape::Apps => contests::apps(fields, &mut task)?,
        Shape::CodeContests => contests::code_contests(fields, &mut task)?,
        Shape::OpenR1 => contests::open_r1(fields, &mut task)?,
        Shape::CommonOj => contests::common_oj(fields, &mut task)?,
        Shape::Synthetic => rewards::synthetic(fields, &mut task)?,
        Shape::NemoGym => rewards::nemo_gym(fields, &mut task)?,
        Shape::Verl => rewards::verl(fields, &mut task)?,
        Shape::OpenInstruct => rewards::open_instruct(fields, &mut task)?,
        Shape::HumanEval => functions::human_eval(fields, &mut task)?,
        Shape::Mbpp => functions::mbpp(fields, &mut task)?,
        Shape::KodCode => functions::kod_code(fields, &mut task)?,
        Shape::Problem => return Err("a problem is not a record".into()),
    }
    if task.id.is_empty() {
        Err(format!("the task has no name in {}", IDS.join(", ")))
    } else {
        Ok(task)
    }
}

/// Reads what all shapes have in common.
fn bare(shape: Shape, fields: &Fields) -> Result<Task, String> {
    let value = |names| {
        field(fields, names).map_or(Ok(Value::Null), |value| {
            serde_json::from_str(value.get()).map_err(|error| error.to_string())
        })
    };
    let time = fields::time(&value(&["time_limit"][..])?)?;
    let memory = fields::memory(&value(&["memory_limit", "memory_limit_bytes"])?)?;
    let limits = LimitOverrides { time, memory, ..LimitOverrides::default() };
    Ok(Task::bare(text(fields, &IDS).unwrap_or_default(), shape, limits))
}

#[cfg(test)]
mod tests {
    use referee_checker::Position;

    use super::*;
    use crate::records::Place;
    use crate::task::Test;

    fn task_of(record: &str) -> Result<Task, Fault> {
        let place = Place {
            path: std::path::Path::new("t").into(),
            position: Position { line: 1, column: 1 },
            offset: 0,
            is_plain: true,
        };
        TaskFormat::default().read(&RawRecord { text: record.into(), place })
    }

    #[test]
    fn what_is_no_task_is_rejected() {
        for (record, message) in [
            (r#"{"id": "f", "tests": {}}"#, "`tests` is no list"),
            (r#"{"id": "f", "ground_truth": 5}"#, "the tests are neither an object nor a list"),
            (
                r#"{"id": "f", "ground_truth": [], "test_list": []}"#,
                "it looks like a task of open-instruct and of MBPP",
            ),
            (
                r#"{"id": "f", "tests": [], "checker": {"source": "", "protocol": "smoke"}}"#,
                "no protocol of checkers: `smoke`",
            ),
        ] {
            assert_eq!(task_of(record).unwrap_err().message, message);
        }
    }

    #[test]
    fn large_numbers_stay_as_they_are_written() {
        let large = "51090942171709440000";
        for record in [
            format!(r#"{{"id": "f", "inputs": [{large}], "outputs": [[{large}]]}}"#),
            format!(r#"{{"id": "f", "tests": [{{"input": {large}, "output": [{large}]}}]}}"#),
            format!(
                r#"{{"id": "f", "input_output": "{{\"inputs\": [{large}], \"outputs\": [[{large}]]}}"}}"#
            ),
            format!(
                r#"{{"id": "f", "verification_info":
                {{"test_cases": [{{"input": {large}, "output": [{large}]}}]}}}}"#
            ),
            format!(
                r#"{{"id": "f", "official_tests": [{{"input": {large}, "output": [{large}]}}]}}"#
            ),
            format!(
                r#"{{"id": "f", "test":
                [{{"input": {{"stdin": {large}}}, "output": {{"stdout": [{large}]}}}}]}}"#
            ),
            format!(
                r#"{{"verifier_metadata": {{"problem_id": "f",
                "unit_tests": {{"inputs": [{large}], "outputs": [[{large}]]}}}}}}"#
            ),
            format!(
                r#"{{"id": "f", "ground_truth": [{{"input": {large}, "output": [{large}]}}]}}"#
            ),
        ] {
            let task = task_of(&record).unwrap();
            let [Test::Stdin { input, output }] = &task.tests[..] else { panic!("{record}") };
            assert_eq!((&**input, &**output), (large, &*format!("{large}\n")), "{record}");
        }
    }
}
