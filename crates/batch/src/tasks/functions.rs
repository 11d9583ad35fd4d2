//! The shapes of tasks whose tests call functions.

use serde_json::value::RawValue;

use super::adding::{add_object, add_solutions, in_field, list, object};
use crate::fields::{self, string, string_of, text};
use crate::pickle;
use crate::records::Fields;
use crate::task::{Task, Test};

/// The language of all tests that call functions.
pub(super) const PYTHON: &str = "python";

pub(super) fn live_code_bench(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let metadata = object(fields, "metadata").unwrap_or_default();
    let function = text(&metadata, &["func_name"]);
    for name in ["public_test_cases", "private_test_cases"] {
        for test in cases(fields, name)? {
            let test = fields::parts(&test);
            if string(&test, "testtype").as_deref() == Some("functional") {
                let number = task.tests.len() + 1;
                let wrong = |message: String| format!("test {number}: {message}");
                let function = function.as_deref().ok_or("`metadata` has no `func_name`")?;
                let input = string(&test, "input").ok_or_else(|| wrong("no input".into()))?;
                let lines = input.lines().filter(|line| !line.trim().is_empty());
                let arguments = lines.map(fields::raw).collect::<Result<_, _>>().map_err(wrong)?;
                let output = string(&test, "output").ok_or_else(|| wrong("no output".into()))?;
                let results = vec![fields::raw(&output).map_err(wrong)?];
                let function = function.to_string();
                task.tests.push(Test::Call { function, arguments, results });
            } else {
                add_object(task, &test)?;
            }
        }
    }
    Ok(())
}

/// Returns the test cases in a field: JSON in a string, or such a string pickled, compressed and
/// encoded.
fn cases(fields: &Fields, name: &str) -> Result<Vec<Box<RawValue>>, String> {
    let packed = string(fields, name);
    let packed = packed.filter(|text| !text.trim_start().starts_with(['[', '{']));
    let Some(packed) = packed else { return list(fields, name) };
    if packed.trim().is_empty() {
        return Ok(Vec::new());
    }
    let text = pickle::decode(&packed).map_err(in_field(name))?;
    serde_json::from_str(&text).map_err(in_field(name))
}

pub(super) fn human_eval(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let entry_point = text(fields, &["entry_point"]).ok_or("it has no `entry_point`")?;
    let test = text(fields, &["test"]).ok_or("it has no `test`")?;
    task.prompt = text(fields, &["prompt"]).unwrap_or_default();
    task.tests.push(Test::Code(with_check(&test, &entry_point)));
    task.entry_point = Some(entry_point);
    task.language = Some(PYTHON.into());
    let body = text(fields, &["canonical_solution"]);
    let solution = body.map(|body| format!("{}{body}", task.prompt));
    add_solutions(task, None, solution);
    Ok(())
}

/// Adds the call of the function `check` that a test defines, if it is known what to check.
pub(super) fn with_check(test: &str, entry_point: &str) -> String {
    if !entry_point.is_empty() && test.lines().any(|line| line.starts_with("def check(")) {
        format!("{test}\n\ncheck({entry_point})\n")
    } else {
        test.to_string()
    }
}

pub(super) fn mbpp(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let mut setup = texts(&list(fields, "test_imports")?)?.join("\n");
    setup = setup + "\n" + &text(fields, &["test_setup_code"]).unwrap_or_default();
    add_asserts(task, &setup, &list(fields, "test_list")?)?;
    task.language = Some(PYTHON.into());
    add_solutions(task, None, text(fields, &["code"]));
    Ok(())
}

/// Adds a test for each of several statements, before each of which the same setup is run.
pub(super) fn add_asserts(
    task: &mut Task,
    setup: &str,
    asserts: &[Box<RawValue>],
) -> Result<(), String> {
    let code = |assert: String| match setup.trim() {
        "" => Test::Code(assert),
        setup => Test::Code(format!("{setup}\n{assert}")),
    };
    task.tests.extend(texts(asserts)?.into_iter().map(code));
    Ok(())
}

fn texts(values: &[Box<RawValue>]) -> Result<Vec<String>, String> {
    let texts = values.iter().map(|value| string_of(value)).collect::<Option<_>>();
    texts.ok_or_else(|| "a statement of the tests is no text".into())
}

pub(super) fn kod_code(fields: &Fields, task: &mut Task) -> Result<(), String> {
    let test = text(fields, &["test_code", "test"]).ok_or("it has no `test`")?;
    task.entry_point = text(fields, &["test_entry_point", "entry_point"]);
    task.language = Some(PYTHON.into());
    task.tests.push(Test::Code(test));
    add_solutions(task, None, text(fields, &["solution", "reference_solution"]));
    Ok(())
}
