//! The shapes of training environments: the tests are inside of the data for a reward.

use serde_json::Value;

use super::adding::{add_call, add_exact, add_objects, add_pairs, list, object};
use super::contests::InputOutput;
use super::functions::{PYTHON, add_asserts};
use crate::fields::{self, ExactFields, text, text_of};
use crate::records::Fields;
use crate::task::{Task, Test};

pub(super) fn synthetic(
    fields: &Fields,
    exact: &ExactFields,
    task: &mut Task,
) -> Result<(), String> {
    let info = object(fields, "verification_info")?;
    task.language = text(&info, &["language"]);
    let exact: ExactFields = fields::exact(exact, "verification_info")?;
    let exact: Vec<ExactFields> = fields::exact(&exact, "test_cases")?;
    for (test, exact) in list(&info, "test_cases")?.iter().zip(&exact) {
        if test["type"] != "function_call" {
            add_exact(task, exact)?;
            continue;
        }
        let function = test["fn_name"].as_str().ok_or("a test has no `fn_name`")?;
        let written = |name: &str| exact.get(name).map_or("null", |value| value.get());
        let no_list = |_| "the input of a test is no list".to_string();
        let arguments = serde_json::from_str(written("input")).map_err(no_list)?;
        add_call(task, function, arguments, fields::raw(written("output"))?);
    }
    Ok(())
}

pub(super) fn nemo_gym(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let metadata = object(fields, "verifier_metadata")?;
    let tests = object(&metadata, "unit_tests")?;
    if let Some(id) = text(&metadata, &["problem_id"]) {
        task.id = id;
    }
    add_pairs(task, &list(&tests, "inputs")?, &list(&tests, "outputs")?)
}

pub(super) fn verl(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let extra = object(fields, "extra_info").unwrap_or_default();
    if let Some(index) = extra.get("index").and_then(text_of) {
        let split = text(&extra, &["split"]);
        task.id = split.map_or(index.clone(), |split| format!("{split}/{index}"));
    }
    let model = object(fields, "reward_model")?;
    let truth = model.get("ground_truth").ok_or("`reward_model` has no `ground_truth`")?;
    add_truth(task, truth)
}

pub(super) fn open_instruct(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let truth = fields.get("ground_truth").ok_or("it has no `ground_truth`")?;
    add_truth(task, truth)
}

/// Adds tests of any kind: lists of inputs and outputs, objects of an input and an output, or
/// statements.
fn add_truth(task: &mut Task, truth: &Value) -> Result<(), String> {
    match fields::decoded(truth)? {
        Value::Object(parts) if parts.contains_key("functional") => {
            let code = text(&parts, &["functional"]).ok_or("`functional` is no text")?;
            task.language = Some(PYTHON.into());
            task.tests.push(Test::Code(code));
            Ok(())
        }
        Value::Object(parts) => {
            // In a text, numbers stay as they are written.
            let text = truth.as_str().map(String::from);
            let text = text.unwrap_or_else(|| Value::Object(parts).to_string());
            let tests: InputOutput =
                serde_json::from_str(&text).map_err(|error| error.to_string())?;
            tests.add_to(task)
        }
        // Some data sets have one list of tests in another.
        Value::Array(all) => match &all[..] {
            [Value::Array(_) | Value::String(_)] if !is_statement(&all[0]) => {
                add_truth(task, &all[0])
            }
            [Value::String(_), ..] => {
                task.language = Some(PYTHON.into());
                add_asserts(task, "", &all)
            }
            _ => add_objects(task, &all),
        },
        _ => Err("the tests are neither an object nor a list".into()),
    }
}

fn is_statement(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim_start().starts_with(['[', '{']))
}
