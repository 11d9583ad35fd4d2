//! The result of a program: verdict, points and the first failing case, from the events of a
//! report.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::behaviours::{CASES, Expected};
use crate::problems::Problem;

/// The parts that may depend only on program, cases and limits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    verdict: Option<String>,
    points: Option<f64>,
    first_failure: Option<String>,
}

impl Outcome {
    /// Returns the expected result of a program.
    pub(crate) fn expected(expected: &Expected, problem: &Problem) -> Outcome {
        Outcome {
            verdict: Some(problem.verdict(expected).to_string()),
            points: problem.points(expected),
            first_failure: expected.failures.first().map(|&case| CASES[case].0.to_string()),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict.as_deref().unwrap_or("not judged"))?;
        self.first_failure.iter().try_for_each(|case| write!(f, " on {case}"))?;
        self.points.iter().try_for_each(|points| write!(f, ", {points} points"))
    }
}

/// Returns the result of each program in a report by the number in the name of its submission, with
/// the reasons that the report gives.
pub(crate) fn outcomes(report: &str) -> BTreeMap<usize, (Outcome, String)> {
    let events: Vec<Value> =
        report.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let submissions = events.iter().filter(|event| event["event"] == "submission");
    submissions
        .filter_map(|submission| {
            let number = number(submission["contestant"].as_str()?)?;
            let failures = events.iter().filter(|event| {
                event["event"] == "judged"
                    && event["contestant"] == submission["contestant"]
                    && event["verdict"] != "AC"
            });
            let first = failures.min_by_key(|event| event["case"].as_str());
            let text = |value: &Value| value.as_str().map(String::from);
            let outcome = Outcome {
                verdict: text(&submission["verdict"]),
                points: submission["points"].as_f64(),
                first_failure: first.and_then(|event| text(&event["case"])),
            };
            let why = [
                &submission["message"],
                &first.unwrap_or(&Value::Null)["message"],
                &submission["not_judged"],
            ];
            let why = why.iter().filter(|value| !value.is_null()).map(ToString::to_string);
            Some((number, (outcome, why.collect::<Vec<_>>().join("; "))))
        })
        .collect()
}

/// Returns the first three adjacent digits in a name.
fn number(name: &str) -> Option<usize> {
    let digits = |at: &usize| {
        name.get(*at..at + 3).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let at = (0..name.len()).find(|at| digits(at).is_some())?;
    digits(&at)?.parse().ok()
}
