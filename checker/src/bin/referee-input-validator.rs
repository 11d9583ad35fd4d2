//! `referee-input-validator`: the strict grammar of inputs as a stand-alone input validator, under
//! the ICPC protocol.
//!
//! Exported packages need it besides the output validator. It, too, depends only on the library and
//! the standard library.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use referee_checker::protocol::{ICPC_ACCEPTED, ICPC_REFUSED, JUDGE_ERROR};
use referee_checker::{ProblemRules, Settings, Strictness, problem, problems, read_input};

const USAGE: &str = "\
Holds one input against the strict grammar.

Usage:
  referee-input-validator [--problem NAME] < INPUT
      ends with 42 (valid), 43 (not valid, with the reason on standard error) or 3 (wrong usage);
      without --problem it validates for the problem that REFEREE_PROBLEM named when it was built
";

/// The problem of a program built for a single one, as in exported packages.
const BUILT_FOR: Option<&str> = option_env!("REFEREE_PROBLEM");

fn main() -> ExitCode {
    let rules = match named_problem(std::env::args_os().skip(1)) {
        Ok(rules) => rules,
        Err(message) => {
            eprint!("error: {message}\n\n{USAGE}");
            return ExitCode::from(JUDGE_ERROR);
        }
    };
    let input = match read_input(rules, &mut io::stdin().lock(), 0) {
        Ok(input) => input,
        Err(error) => {
            eprintln!("judge error: cannot read the input: {error}");
            return ExitCode::from(JUDGE_ERROR);
        }
    };
    match rules.prepare(&input, Strictness::Strict, Settings::default()) {
        Ok(_) => ExitCode::from(ICPC_ACCEPTED),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(ICPC_REFUSED)
        }
    }
}

/// Returns the problem named last. As the protocol requires, unknown flags are ignored.
fn named_problem(
    mut arguments: impl Iterator<Item = OsString>,
) -> Result<&'static dyn ProblemRules, String> {
    let mut name = BUILT_FOR.map(String::from);
    while let Some(argument) = arguments.next() {
        if argument == "--problem" {
            let given = arguments.next().ok_or("--problem needs a name")?;
            name = Some(given.to_string_lossy().into_owned());
        }
    }
    let known: Vec<&str> = problems().iter().map(|problem| problem.name()).collect();
    let known = known.join(", ");
    let name = name.ok_or(format!("--problem is missing; known are: {known}"))?;
    problem(&name).ok_or(format!("unknown problem {name:?}; known are: {known}"))
}
