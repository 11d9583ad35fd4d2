//! Requests in the form of open-instruct: a program and its tests; the reply has a result and a
//! time for each test.

use referee_events::Verdict;
use serde::Deserialize;
use serde_json::{Value, json};

use super::message::Reply;
use crate::forms::NOT_RUN;
use crate::service::Service;
use crate::task::Shape;

#[derive(Deserialize)]
struct Request {
    program: String,
    /// Statements, or objects of an input and an output.
    tests: Vec<Value>,
    /// The time limit of each, in seconds.
    #[serde(default = "a_second")]
    max_execution_time: f64,
}

fn a_second() -> f64 {
    1.0
}

/// Judges a program on all tests. On a judge error, there are no results.
pub(super) fn test_program(service: &Service, body: &[u8]) -> Reply {
    let Request { program, tests, max_execution_time } = match serde_json::from_slice(body) {
        Ok(request) => request,
        Err(error) => return Reply::error(400, &format!("malformed request: {error}")),
    };
    let task = json!({ "id": "program", "ground_truth": tests, "time_limit": max_execution_time });
    let outcome = match service.judge_once(&task, Shape::OpenInstruct, program) {
        Ok(outcome) => outcome,
        Err(message) => return Reply::error(400, &message),
    };
    if outcome.verdict() == Verdict::JudgeError {
        return Reply::error(500, &outcome.why().unwrap_or_default());
    }
    let results = (0..outcome.total).map(|at| {
        let run = outcome.tests.get(at).map(|test| &test.judged);
        u8::from(run.is_some_and(|judged| judged.verdict == Verdict::Accepted))
    });
    let runtimes = (0..outcome.total).map(|at| {
        let used = outcome.tests.get(at).and_then(|test| test.judged.used);
        used.map_or(NOT_RUN, |used| used.cpu_seconds)
    });
    let (results, runtimes): (Vec<u8>, Vec<f64>) = (results.collect(), runtimes.collect());
    Reply::json(200, json!({ "results": results, "runtimes": runtimes }).to_string())
}
