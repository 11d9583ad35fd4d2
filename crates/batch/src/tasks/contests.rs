//! The shapes of contest problems: programs that read standard input.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::adding::{
    add_call, add_objects, add_pair, add_pairs, add_solutions, in_field, kind, list, same_count,
};
use crate::fields::{self, JsonKind, field, string, string_of, text, text_of};
use crate::records::Fields;
use crate::task::{CheckerSource, Protocol, Solution, Task};
use referee_problem::CheckerProtocol;

/// The tests of APPS and TACO.
#[derive(Deserialize)]
pub(super) struct InputOutput {
    #[serde(default)]
    inputs: Vec<Box<RawValue>>,
    #[serde(default)]
    outputs: Vec<Box<RawValue>>,
    #[serde(default)]
    fn_name: Option<String>,
}

impl InputOutput {
    /// Adds its tests, which call a function or read standard input.
    pub(super) fn add_to(self, task: &mut Task) -> Result<(), String> {
        let Some(function) = self.fn_name.filter(|name| !name.is_empty()) else {
            return add_pairs(task, &self.inputs, &self.outputs);
        };
        same_count(&self.inputs, &self.outputs)?;
        self.inputs.iter().zip(self.outputs).try_for_each(|(input, output)| {
            // Most results are in a list of their own, but some are not.
            let inner: Option<[Box<RawValue>; 1]> = serde_json::from_str(output.get()).ok();
            let results = [output].into_iter().chain(inner.into_iter().flatten()).collect();
            add_call(task, &function, input, results)
        })
    }
}

pub(super) fn apps(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let name = "input_output";
    let tests = fields.get(name).ok_or("it has no `input_output`")?;
    let tests: InputOutput = fields::decoded(tests).map_err(in_field(name))?;
    tests.add_to(task)?;
    // All solutions are in Python.
    let solutions = list(fields, "solutions").unwrap_or_default();
    add_solutions(task, Some("python"), solutions.iter().filter_map(|code| string_of(code)));
    Ok(())
}

pub(super) fn code_contests(fields: &Fields, task: &mut Task) -> Result<(), String> {
    refuse_files(text(fields, &["input_file"]))?;
    for name in ["public_tests", "private_tests", "generated_tests"] {
        match kind(fields, name)? {
            JsonKind::Null => {}
            JsonKind::List(tests) => add_objects(task, &tests)?,
            JsonKind::Object(columns) => {
                add_pairs(task, &list(&columns, "input")?, &list(&columns, "output")?)?;
            }
            JsonKind::Other => return Err(format!("`{name}` is neither a list nor columns")),
        }
    }
    if let Some(source) = text(fields, &["checker"]).filter(|source| !source.trim().is_empty()) {
        let protocol = Protocol::Contest(CheckerProtocol::Testlib);
        task.checker = Some(CheckerSource { source, language: "cpp".into(), protocol });
    }
    for (name, is_right) in [("solutions", true), ("incorrect_solutions", false)] {
        if let Some(value) = fields.get(name) {
            add_with_languages(task, value, is_right);
        }
    }
    Ok(())
}

/// Adds solutions with their languages, from a list of objects or from columns.
fn add_with_languages(task: &mut Task, value: &RawValue, is_right: bool) {
    let mut add = |code: Option<&RawValue>, language: Option<&RawValue>| {
        let language = language.and_then(text_of).and_then(|name| named(&name));
        if let (Some(code), Some(language)) = (code.and_then(string_of), language) {
            task.solutions.push(Solution { code, language: Some(language.into()), is_right });
        }
    };
    if let Ok(all) = serde_json::from_str::<Vec<Box<RawValue>>>(value.get()) {
        for one in all.iter().map(|one| fields::parts(one)) {
            add(field(&one, &["solution"]), field(&one, &["language"]));
        }
        return;
    }
    let columns = fields::parts(value);
    let column = |name: &str| -> Vec<Box<RawValue>> {
        let column = columns.get(name).and_then(|column| serde_json::from_str(column.get()).ok());
        column.unwrap_or_default()
    };
    let languages = column("language");
    for (at, code) in column("solution").iter().enumerate() {
        add(Some(code), languages.get(at).map(|language| &**language));
    }
}

/// Returns the language with a number or name in CodeContests.
fn named(language: &str) -> Option<&'static str> {
    match language {
        "2" | "CPP" => Some("cpp"),
        "3" | "PYTHON3" => Some("python"),
        "4" | "JAVA" => Some("java"),
        _ => None,
    }
}

pub(super) fn open_r1(fields: &Fields, task: &mut Task) -> Result<(), String> {
    if text(fields, &["input_mode"]).is_some_and(|mode| mode != "stdio") {
        refuse_files(Some("a file".into()))?;
    }
    add_objects(task, &list(fields, "official_tests")?)?;
    if let Some(source) = text(fields, &["generated_checker"]) {
        let (language, protocol) = ("python".into(), Protocol::Prints);
        task.checker = Some(CheckerSource { source, language, protocol });
    }
    Ok(())
}

pub(super) fn common_oj(fields: &Fields, task: &mut Task) -> Result<(), String> {
    for test in list(fields, "test")? {
        let test = fields::parts(&test);
        let (input, output) =
            (fields::at(&test, "input.stdin"), fields::at(&test, "output.stdout"));
        add_pair(task, input.as_deref(), output.as_deref())?;
    }
    let language = fields::at(fields, "labels.programming_language");
    let language = language.or_else(|| fields::at(fields, "labels.language"));
    task.language = language.and_then(|language| string_of(&language));
    add_solutions(task, None, string(fields, "canonical_solution"));
    Ok(())
}

/// Rejects a task whose programs read a file: in a test they would read nothing.
fn refuse_files(file: Option<String>) -> Result<(), String> {
    match file.filter(|file| !file.is_empty()) {
        Some(file) => Err(format!("its programs read {file} instead of standard input")),
        None => Ok(()),
    }
}
