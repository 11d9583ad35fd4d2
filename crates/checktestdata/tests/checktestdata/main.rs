//! Parses and executes descriptions: each construct, each error, the bounds, and properties of all
//! descriptions.

mod bounds;
mod commands;
mod expressions;
mod properties;
mod regexes;
mod syntax;
mod writing;

use referee_checktestdata::{CheckError, Description, Limits};

/// Returns the result of a check in one line: `ok`, the first difference, or why the description
/// fails.
fn check(description: &str, input: &str) -> String {
    let description = Description::parse(description.as_bytes())
        .unwrap_or_else(|error| panic!("{description}: {error}"));
    match description.check(input.as_bytes(), Limits::default()) {
        Ok(()) => "ok".into(),
        Err(CheckError::Mismatch(mismatch)) => format!(
            "{}:{} {}, not {}",
            mismatch.place.line, mismatch.place.column, mismatch.expected, mismatch.found
        ),
        Err(CheckError::Failed(error)) => {
            format!("fails at {}:{} {}", error.place.line, error.place.column, error.message)
        }
    }
}

/// Asserts the results of checks with one description.
#[track_caller]
fn assert_checks(description: &str, expected: &[(&str, &str)]) {
    for (input, expected) in expected {
        assert_eq!(check(description, input), *expected, "{description} on {input:?}");
    }
}
