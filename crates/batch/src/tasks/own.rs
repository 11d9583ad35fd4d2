//! The shape of `referee` itself, which has everything that a task can have. docs/batch.md
//! describes it.

use std::slice::from_ref;

use referee_problem::CheckerProtocol;
use serde_json::Value;
use serde_json::value::RawValue;

use super::adding::{add_call, add_exact, add_exact_pairs, list, same_count};
use super::functions::{PYTHON, add_asserts, with_check};
use crate::comparing::Comparing;
use crate::fields::{self, ExactFields, text};
use crate::records::Fields;
use crate::task::{CheckerSource, Protocol, Solution, Task, Test};

pub(super) fn read(fields: &Fields, exact: &ExactFields, task: &mut Task) -> Result<(), String> {
    task.language = text(fields, &["language"]);
    task.prompt = text(fields, &["prompt"]).unwrap_or_default();
    task.entry_point = text(fields, &["entry_point"]);
    if let Some(comparison) = text(fields, &["comparison"]) {
        task.comparing = Some(Comparing::parse(&comparison)?);
    }
    task.checker = match fields.get("checker") {
        Some(Value::Object(checker)) => Some(checker_of(checker)?),
        None | Some(Value::Null) => None,
        Some(_) => return Err("`checker` is no object".into()),
    };
    let tests = list(fields, "tests")?;
    let exact_tests: Vec<Box<RawValue>> = fields::exact(exact, "tests")?;
    for (test, exact) in tests.iter().zip(&exact_tests) {
        add_test(task, fields, test, exact)?;
    }
    let exact_list = |name: &str| -> Result<Vec<Box<RawValue>>, String> {
        // It has the message for what is no list.
        list(fields, name)?;
        fields::exact(exact, name)
    };
    let (inputs, outputs) = (exact_list("inputs")?, exact_list("outputs")?);
    match text(fields, &["function"]) {
        Some(function) => add_calls(task, &function, &inputs, &outputs)?,
        None => add_exact_pairs(task, &inputs, &outputs)?,
    }
    if let Some(Value::String(test)) = fields.get("test") {
        let entry_point = task.entry_point.clone().unwrap_or_default();
        task.tests.push(Test::Code(with_check(test, &entry_point)));
    }
    let setup = text(fields, &["setup"]).unwrap_or_default();
    add_asserts(task, &setup, &list(fields, "asserts")?)?;
    if task.language.is_none() && task.tests.iter().any(|test| !matches!(test, Test::Stdin { .. }))
    {
        task.language = Some(PYTHON.into());
    }
    for solution in list(fields, "solutions")? {
        let Value::Object(parts) = &solution else { continue };
        let code = text(parts, &["code"]).ok_or("a solution has no `code`")?;
        let is_right = parts.get("right").and_then(Value::as_bool).unwrap_or(true);
        let language = text(parts, &["language"]);
        task.solutions.push(Solution { code, language, is_right });
    }
    Ok(())
}

fn add_test(
    task: &mut Task,
    fields: &Fields,
    test: &Value,
    exact: &RawValue,
) -> Result<(), String> {
    let number = task.tests.len() + 1;
    let no_function = || format!("test {number} names no `function`");
    // What is no object has no fields.
    let exact: ExactFields = serde_json::from_str(exact.get()).unwrap_or_default();
    match (test.get("arguments"), test.get("code")) {
        (Some(_), _) => {
            let function = test.get("function").and_then(Value::as_str).map(String::from);
            let function = function.or(text(fields, &["function"])).ok_or_else(no_function)?;
            let no_result = || format!("test {number} has no `result`");
            let result = exact.get("result").ok_or_else(no_result)?;
            add_calls(task, &function, from_ref(&exact["arguments"]), from_ref(result))
        }
        (_, Some(Value::String(code))) => {
            task.tests.push(Test::Code(code.clone()));
            Ok(())
        }
        _ => add_exact(task, &exact),
    }
}

fn add_calls(
    task: &mut Task,
    function: &str,
    inputs: &[Box<RawValue>],
    outputs: &[Box<RawValue>],
) -> Result<(), String> {
    same_count(inputs, outputs)?;
    for (input, output) in inputs.iter().zip(outputs) {
        let number = task.tests.len() + 1;
        let no_list = |_| format!("the arguments of test {number} are no list");
        let arguments = serde_json::from_str(input.get()).map_err(no_list)?;
        add_call(task, function, arguments, output.clone());
    }
    Ok(())
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
