//! The shape of `referee` itself, which has everything that a task can have. docs/batch.md
//! describes it.

use referee_problem::CheckerProtocol;
use serde_json::value::RawValue;

use super::adding::{add_call, add_object, add_pairs, list, same_count};
use super::functions::{PYTHON, add_asserts, with_check};
use crate::comparing::Comparing;
use crate::fields::{self, field, string, text};
use crate::records::Fields;
use crate::task::{CheckerSource, Protocol, Solution, Task, Test};

pub(super) fn read(fields: &Fields, task: &mut Task) -> Result<(), String> {
    task.language = text(fields, &["language"]);
    task.prompt = text(fields, &["prompt"]).unwrap_or_default();
    task.entry_point = text(fields, &["entry_point"]);
    if let Some(comparison) = text(fields, &["comparison"]) {
        task.comparing = Some(Comparing::parse(&comparison)?);
    }
    if let Some(checker) = field(fields, &["checker"]) {
        let parts = serde_json::from_str::<Fields>(checker.get());
        task.checker = Some(checker_of(&parts.map_err(|_| "`checker` is no object")?)?);
    }
    for test in list(fields, "tests")? {
        add_test(task, fields, &fields::parts(&test))?;
    }
    let (inputs, outputs) = (list(fields, "inputs")?, list(fields, "outputs")?);
    match text(fields, &["function"]) {
        Some(function) => add_calls(task, &function, &inputs, &outputs)?,
        None => add_pairs(task, &inputs, &outputs)?,
    }
    if let Some(test) = string(fields, "test") {
        let entry_point = task.entry_point.clone().unwrap_or_default();
        task.tests.push(Test::Code(with_check(&test, &entry_point)));
    }
    let setup = text(fields, &["setup"]).unwrap_or_default();
    add_asserts(task, &setup, &list(fields, "asserts")?)?;
    if task.language.is_none() && task.tests.iter().any(|test| !matches!(test, Test::Stdin { .. }))
    {
        task.language = Some(PYTHON.into());
    }
    for solution in list(fields, "solutions")? {
        let Ok(parts) = serde_json::from_str::<Fields>(solution.get()) else { continue };
        let code = text(&parts, &["code"]).ok_or("a solution has no `code`")?;
        let is_right = parts.get("right").is_none_or(|right| right.get() != "false");
        let language = text(&parts, &["language"]);
        task.solutions.push(Solution { code, language, is_right });
    }
    Ok(())
}

fn add_test(task: &mut Task, fields: &Fields, test: &Fields) -> Result<(), String> {
    let number = task.tests.len() + 1;
    let no_function = || format!("test {number} names no `function`");
    match (test.get("arguments"), string(test, "code")) {
        (Some(arguments), _) => {
            let function = string(test, "function").or(text(fields, &["function"]));
            let function = function.ok_or_else(no_function)?;
            let no_result = || format!("test {number} has no `result`");
            let result = test.get("result").ok_or_else(no_result)?;
            add_call(task, &function, arguments, vec![result.clone()])
        }
        (None, Some(code)) => {
            task.tests.push(Test::Code(code));
            Ok(())
        }
        (None, None) => add_object(task, test),
    }
}

fn add_calls(
    task: &mut Task,
    function: &str,
    inputs: &[Box<RawValue>],
    outputs: &[Box<RawValue>],
) -> Result<(), String> {
    same_count(inputs, outputs)?;
    let mut calls = inputs.iter().zip(outputs);
    calls.try_for_each(|(input, output)| add_call(task, function, input, vec![output.clone()]))
}

fn checker_of(checker: &Fields) -> Result<CheckerSource, String> {
    let source = text(checker, &["source"]).ok_or("the checker has no `source`")?;
    let language = text(checker, &["language"]).unwrap_or_else(|| PYTHON.into());
    let protocol = text(checker, &["protocol"]).unwrap_or_else(|| "icpc".into());
    let protocol = match (CheckerProtocol::of_name(&protocol), &*protocol) {
        (Some(protocol), _) => Protocol::Contest(protocol),
        (None, "prints") => Protocol::Prints,
        (None, other) => return Err(format!("no protocol of checkers: `{other}`")),
    };
    Ok(CheckerSource { source, language, protocol })
}
