//! The shapes of training environments: the tests are inside of the data for a reward.

use serde_json::value::RawValue;

use super::adding::{add_call, add_object, add_objects, add_pairs, list, object};
use super::contests::InputOutput;
use super::functions::{PYTHON, add_asserts};
use crate::fields::{self, JsonKind, string, string_of, text};
use crate::records::Fields;
use crate::task::{Task, Test};

pub(super) fn synthetic(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let info = object(fields, "verification_info")?;
    task.language = text(&info, &["language"]);
    for test in list(&info, "test_cases")? {
        let test = fields::parts(&test);
        let written = |name: &str| test.get(name).map_or("null", |value| value.get());
        if written("type") != "\"function_call\"" {
            add_object(task, &test)?;
            continue;
        }
        let function = string(&test, "fn_name").ok_or("a test has no `fn_name`")?;
        let [input, output] = ["input", "output"].map(|name| fields::raw(written(name)));
        add_call(task, &function, &input?, vec![output?])?;
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
    if let Some(index) = text(&extra, &["index"]) {
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
fn add_truth(task: &mut Task, truth: &RawValue) -> Result<(), String> {
    match fields::kind(truth)? {
        JsonKind::Object(parts) if parts.contains_key("functional") => {
            let code = text(&parts, &["functional"]).ok_or("`functional` is no text")?;
            task.language = Some(PYTHON.into());
            task.tests.push(Test::Code(code));
            Ok(())
        }
        JsonKind::Object(_) => {
            let tests: InputOutput = fields::decoded(truth).map_err(|error| error.to_string())?;
            tests.add_to(task)
        }
        // Some data sets have one list of tests in another.
        JsonKind::List(all) => match &all[..] {
            [one] if one.get().starts_with(['[', '"']) && !is_statement(one) => {
                add_truth(task, one)
            }
            [first, ..] if first.get().starts_with('"') => {
                task.language = Some(PYTHON.into());
                add_asserts(task, "", &all)
            }
            _ => add_objects(task, &all),
        },
        JsonKind::Null | JsonKind::Other => {
            Err("the tests are neither an object nor a list".into())
        }
    }
}

fn is_statement(value: &RawValue) -> bool {
    string_of(value).is_some_and(|text| !text.trim_start().starts_with(['[', '{']))
}
