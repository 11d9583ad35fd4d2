//! Adds tests and solutions to a task, and finds them in its record. Errors are fragments for a
//! message.

use std::fmt::Display;

use serde_json::value::RawValue;

use crate::fields::{self, JsonKind, field};
use crate::records::Fields;
use crate::task::{Solution, Task, Test};

/// Adds tests of standard input from two lists of equal length.
pub(super) fn add_pairs(
    task: &mut Task,
    inputs: &[Box<RawValue>],
    outputs: &[Box<RawValue>],
) -> Result<(), String> {
    same_count(inputs, outputs)?;
    let mut pairs = inputs.iter().zip(outputs);
    pairs.try_for_each(|(input, output)| add_pair(task, Some(input), Some(output)))
}

/// Adds a test of standard input from an input and an output, which must be texts.
pub(super) fn add_pair(
    task: &mut Task,
    input: Option<&RawValue>,
    output: Option<&RawValue>,
) -> Result<(), String> {
    let number = task.tests.len() + 1;
    let wrong = |what| move || format!("the {what} of test {number} is no text");
    let input = input.and_then(fields::lines).ok_or_else(wrong("input"))?;
    let output = output.and_then(fields::lines).ok_or_else(wrong("output"))?;
    task.tests.push(Test::Stdin { input, output });
    Ok(())
}

/// Adds tests of standard input from a list of objects with `input` and `output`.
pub(super) fn add_objects(task: &mut Task, tests: &[Box<RawValue>]) -> Result<(), String> {
    tests.iter().try_for_each(|test| add_object(task, &fields::parts(test)))
}

pub(super) fn add_object(task: &mut Task, test: &Fields) -> Result<(), String> {
    add_pair(task, field(test, &["input"]), field(test, &["output"]))
}

/// Adds a test that calls a function, from the JSON of its arguments and of the right results.
pub(super) fn add_call(
    task: &mut Task,
    function: &str,
    arguments: &RawValue,
    results: Vec<Box<RawValue>>,
) -> Result<(), String> {
    let number = task.tests.len() + 1;
    let no_list = |_| format!("the arguments of test {number} are no list");
    let arguments = serde_json::from_str(arguments.get()).map_err(no_list)?;
    task.tests.push(Test::Call { function: function.to_string(), arguments, results });
    Ok(())
}

/// Checks that there is an output for each input, so that nothing is dropped silently.
pub(super) fn same_count<A, B>(inputs: &[A], outputs: &[B]) -> Result<(), String> {
    match (inputs.len(), outputs.len()) {
        (inputs, outputs) if inputs == outputs => Ok(()),
        (inputs, outputs) => Err(format!("it has {inputs} inputs and {outputs} outputs")),
    }
}

/// Returns a value that may be encoded as JSON in a string, by its kind; null if it does not exist.
pub(super) fn kind(fields: &Fields, name: &str) -> Result<JsonKind, String> {
    field(fields, &[name]).map_or(Ok(JsonKind::Null), fields::kind).map_err(in_field(name))
}

/// Returns a list that may be encoded as JSON in a string.
pub(super) fn list(fields: &Fields, name: &str) -> Result<Vec<Box<RawValue>>, String> {
    match kind(fields, name)? {
        JsonKind::Null => Ok(Vec::new()),
        JsonKind::List(list) => Ok(list),
        JsonKind::Object(_) | JsonKind::Other => Err(format!("`{name}` is no list")),
    }
}

/// Returns an object that may be encoded as JSON in a string.
pub(super) fn object(fields: &Fields, name: &str) -> Result<Fields, String> {
    match kind(fields, name)? {
        JsonKind::Object(object) => Ok(object),
        JsonKind::Null | JsonKind::List(_) | JsonKind::Other => {
            Err(format!("`{name}` is no object"))
        }
    }
}

pub(super) fn in_field<E: Display>(name: &str) -> impl Fn(E) -> String + '_ {
    move |error| format!("`{name}`: {error}")
}

/// Adds right solutions, in the language of the task unless one is given.
pub(super) fn add_solutions(
    task: &mut Task,
    language: Option<&str>,
    codes: impl IntoIterator<Item = String>,
) {
    let language = language.map(String::from);
    let solution = |code| Solution { code, language: language.clone(), is_right: true };
    task.solutions.extend(codes.into_iter().map(solution));
}
