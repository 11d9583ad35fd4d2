//! Adds tests and solutions to a task, and finds them in its record. Errors are fragments for a
//! message.

use std::fmt::Display;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::fields::{self, ExactFields};
use crate::records::Fields;
use crate::task::{Solution, Task, Test};

/// Adds tests of standard input from two lists of equal length.
pub(super) fn add_pairs(
    task: &mut Task,
    inputs: &[Value],
    outputs: &[Value],
) -> Result<(), String> {
    same_count(inputs, outputs)?;
    inputs.iter().zip(outputs).try_for_each(|(input, output)| add_pair(task, input, output))
}

/// Adds the same from values in which numbers stay as they are written.
pub(super) fn add_exact_pairs(
    task: &mut Task,
    inputs: &[Box<RawValue>],
    outputs: &[Box<RawValue>],
) -> Result<(), String> {
    same_count(inputs, outputs)?;
    let text = |value: &RawValue| fields::exact_lines(value);
    let mut pairs = inputs.iter().zip(outputs);
    pairs.try_for_each(|(input, output)| add_texts(task, text(input), text(output)))
}

pub(super) fn add_pair(task: &mut Task, input: &Value, output: &Value) -> Result<(), String> {
    add_texts(task, fields::lines(input), fields::lines(output))
}

/// Adds a test of standard input from texts, if its input and output are any.
fn add_texts(task: &mut Task, input: Option<String>, output: Option<String>) -> Result<(), String> {
    let number = task.tests.len() + 1;
    let wrong = |what| move || format!("the {what} of test {number} is no text");
    let input = input.ok_or_else(wrong("input"))?;
    let output = output.ok_or_else(wrong("output"))?;
    task.tests.push(Test::Stdin { input, output });
    Ok(())
}

/// Adds tests of standard input from a list of objects with `input` and `output`.
pub(super) fn add_objects(task: &mut Task, tests: &[Value]) -> Result<(), String> {
    tests.iter().try_for_each(|test| add_pair(task, &test["input"], &test["output"]))
}

/// Adds a test of standard input from an object in which numbers stay as they are written.
pub(super) fn add_exact(task: &mut Task, test: &ExactFields) -> Result<(), String> {
    let text = |name: &str| test.get(name).and_then(|value| fields::exact_lines(value));
    add_texts(task, text("input"), text("output"))
}

/// Adds tests that call a function, from the JSON of arguments and of results.
pub(super) fn add_call(
    task: &mut Task,
    function: &str,
    arguments: Vec<Box<RawValue>>,
    result: Box<RawValue>,
) {
    let function = function.to_string();
    task.tests.push(Test::Call { function, arguments, results: vec![result] });
}

/// Checks that there is an output for each input, so that nothing is dropped silently.
pub(super) fn same_count<A, B>(inputs: &[A], outputs: &[B]) -> Result<(), String> {
    match (inputs.len(), outputs.len()) {
        (inputs, outputs) if inputs == outputs => Ok(()),
        (inputs, outputs) => Err(format!("it has {inputs} inputs and {outputs} outputs")),
    }
}

/// Returns a list that may be encoded as JSON in a string.
pub(super) fn list(fields: &Fields, name: &str) -> Result<Vec<Value>, String> {
    match fields.get(name).map(fields::decoded).transpose().map_err(in_field(name))? {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(format!("`{name}` is no list")),
    }
}

/// Returns an object that may be encoded as JSON in a string.
pub(super) fn object(fields: &Fields, name: &str) -> Result<Fields, String> {
    match fields.get(name).map(fields::decoded).transpose().map_err(in_field(name))? {
        Some(Value::Object(object)) => Ok(object),
        _ => Err(format!("`{name}` is no object")),
    }
}

pub(super) fn in_field<E: Display>(name: &str) -> impl Fn(E) -> String + '_ {
    move |error| format!("`{name}`: {error}")
}

/// Adds solutions from a list of strings.
pub(super) fn add_solutions(
    task: &mut Task,
    texts: &[Value],
    language: Option<&str>,
    is_right: bool,
) {
    let codes = texts.iter().filter_map(Value::as_str);
    let language = language.map(String::from);
    task.solutions.extend(codes.map(|code| {
        let (code, language) = (code.to_string(), language.clone());
        Solution { code, language, is_right }
    }));
}
