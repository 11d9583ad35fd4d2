//! Makes a program from the code of a candidate: alone, or with the driver that calls its
//! functions.

use std::path::Path;

use referee_base::fault::Fault;
use referee_programs::language::Language;
use serde_json::json;
use serde_json::value::RawValue;

use crate::held::write_all;
use crate::task::{Task, Test};

/// Calls functions of a candidate in the sandbox.
const DRIVER: &str =
    concat!(include_str!("values.py"), include_str!("sharing.py"), include_str!("driver.py"));

/// The modules that it imports first.
const IMPORTS: &[&str] = &["builtins", "copy", "io", "json", "operator", "os", "sys"];

/// The text of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    /// The code, or a text with code in it.
    pub code: String,
    /// Its language, if it names one.
    pub language: Option<String>,
    /// Whether it may continue from the end of its task's prompt.
    pub completes: bool,
}

/// How a program is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As a whole, with standard input.
    Plain,
    /// By a driver that calls its functions.
    Called,
}

impl Kind {
    /// Returns how a test runs programs.
    pub(crate) fn of(test: &Test) -> Kind {
        match test {
            Test::Stdin { .. } | Test::Case(_) => Kind::Plain,
            Test::Call { .. } | Test::Code(_) => Kind::Called,
        }
    }

    /// Returns the modules of Python that its main file imports first, if that is ours.
    pub(crate) fn imports(self) -> &'static [&'static str] {
        match self {
            Kind::Plain => &[],
            Kind::Called => IMPORTS,
        }
    }
}

/// Writes the files of a program into a folder.
///
/// # Errors
/// The language has no driver, or the disk is full.
pub(crate) fn write(
    folder: &Path,
    code: &str,
    language: &Language,
    kind: Kind,
) -> Result<(), Fault> {
    let extension = language.extensions.first().map_or("", String::as_str);
    // Not `main`, which is the name of the file that calls it, here and in packages.
    let solution = format!("solution.{extension}");
    match kind {
        Kind::Plain => write_all(folder, &[(&solution, code)]),
        Kind::Called if language.name == "python" => {
            write_all(folder, &[("main.py", DRIVER), (&solution, code)])
        }
        Kind::Called => {
            let title = &language.title;
            Err(Fault::bad_input(format!("functions in {title} cannot be called, only in Python")))
        }
    }
}

/// Returns the call of a function as the line that the driver reads.
pub(crate) fn question(function: &str, arguments: &[Box<RawValue>]) -> String {
    // As a `Value`, a large integer would become a float.
    let arguments: Vec<&str> = arguments.iter().map(|argument| argument.get()).collect();
    let arguments = arguments.join(",");
    let question = format!(r#"{{"arguments":[{arguments}],"function":{}}}"#, json!(function));
    // A record may have line breaks between values; in strings, they are escaped.
    question.replace(['\n', '\r'], " ") + "\n"
}

/// Returns the program that results from a prompt and its completion: both together, unless the
/// completion contains the whole function.
pub(crate) fn completed(task: &Task, completion: &str) -> String {
    let prompt = &task.prompt;
    let head = task.entry_point.as_ref().map(|entry_point| format!("def {entry_point}("));
    let Some(head) = head else { return format!("{prompt}{completion}") };
    let begins = |text: &str| {
        let mut at = 0;
        let mut lines = text.split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len(), line)
        });
        lines.find(|(_, line)| line.starts_with(&head)).map(|(at, _)| at)
    };
    match begins(completion) {
        // The imports and helpers of the prompt stay.
        Some(_) => format!("{}{completion}", &prompt[..begins(prompt).unwrap_or(0)]),
        None => format!("{prompt}{completion}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_a_line_in_which_numbers_stay_as_they_are_written() {
        let large = "9".repeat(400);
        let arguments = [format!("[\n1,\r\n{large}]"), "\"a\\n\"".into(), "1.50".into()];
        let arguments = arguments.map(|text| crate::fields::raw(&text).unwrap());
        let expected =
            format!("{{\"arguments\":[[ 1,  {large}],\"a\\n\",1.50],\"function\":\"f\"}}\n");
        assert_eq!(question("f", &arguments), expected);
    }
}
