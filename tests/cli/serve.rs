//! `referee serve`: requests on standard input, answers as they become available.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::json_schema::JsonSchema;
use crate::support::{Folder, REFEREE, skip};

const SUM: &str = "a, b = map(int, input().split())\nprint(a + b)\n";

fn task() -> Value {
    json!({"id": "sum", "tests": [
        {"input": "1 2\n", "output": "3\n"}, {"input": "5 7\n", "output": "12\n"}]})
}

/// A running service.
struct Service {
    process: Child,
    requests: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    _folder: Folder,
}

impl Service {
    fn start(more: &[&str]) -> Service {
        let folder = Folder::new();
        let mut command = folder.command(REFEREE);
        command.args(["serve", "--jobs", "1"]).args(more);
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let requests = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap()).lines();
        Service { process, requests, answers, _folder: folder }
    }

    fn ask(&mut self, requests: &[Value]) {
        let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
        self.requests.write_all(lines.as_bytes()).unwrap();
    }

    fn answer(&mut self) -> Value {
        serde_json::from_str(&self.answers.next().unwrap().unwrap()).unwrap()
    }

    /// Closes its input, waits for its end, and returns the remaining answers by the id of their
    /// requests.
    fn rest(mut self) -> BTreeMap<String, Value> {
        drop(self.requests);
        let answers = self.answers.map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        let by_id = |answer: Value| (answer["id"].as_str().unwrap_or("").to_string(), answer);
        let rest = answers.map(by_id).collect();
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
        rest
    }
}

#[test]
fn each_request_gets_an_answer_by_its_name() {
    let mut service = Service::start(&[]);
    service.ask(&[
        json!({"id": "right", "task": task(), "code": SUM}),
        json!({"id": "wrong", "task": task(), "code": "print(3)"}),
        json!({"id": "again", "task": task(), "code": SUM}),
        json!({"id": "c", "task": task(), "code": "int main() { return 0; }", "language": "c"}),
    ]);
    let answers = service.rest();
    let verdicts: Vec<&Value> = answers.values().map(|answer| &answer["verdict"]).collect();
    assert_eq!(verdicts, ["AC", "NO", "AC", "WA"]);
    assert_eq!(answers["again"]["repeated"], true);
    let schema = JsonSchema::new(referee_batch::schema().as_value()).unwrap();
    for answer in answers.values() {
        let mut row = answer.clone();
        assert!(row.as_object_mut().unwrap().remove("task_key").is_some(), "{answer}");
        assert_eq!(schema.errors(&row), Vec::<String>::new(), "{row}");
    }
}

#[test]
fn a_task_is_sent_once_and_named_by_its_key() {
    let mut service = Service::start(&[]);
    service.ask(&[json!({"id": "1", "task": task(), "code": SUM})]);
    let key = service.answer()["task_key"].clone();
    service.ask(&[
        json!({"id": "2", "task_key": key, "code": "print(12)"}),
        json!({"id": "3", "task_key": "0", "code": SUM}),
    ]);
    let answers = service.rest();
    assert_eq!(answers["2"]["verdict"], "WA");
    assert_eq!(answers["3"]["error"], "unknown task key 0: send the task itself");
}

#[test]
fn what_is_malformed_is_answered_and_the_next_request_is_judged() {
    let mut service = Service::start(&[]);
    service.ask(&[
        json!({"id": "field", "tusk": task(), "code": SUM}),
        json!({"id": "no program", "task": task()}),
        json!({"id": "no task", "code": SUM}),
        json!({"id": "no tests", "task": {"id": "x", "tests": []}, "code": SUM}),
        json!({"id": "language", "task": task(), "code": SUM, "language": "no such"}),
    ]);
    service.requests.write_all(b"nonsense\n\n").unwrap();
    service.ask(&[json!({"id": "right", "task": task(), "code": SUM})]);
    let answers = service.rest();
    let error = |id: &str| answers[id]["error"].as_str().unwrap_or_default();
    assert!(error("field").contains("unknown field `tusk`"), "{answers:?}");
    assert!(error("").starts_with("malformed request: "), "{answers:?}");
    assert_eq!(error("no program"), "a request has either `code` or `completion`");
    assert_eq!(error("no task"), "a request has either `task` or `task_key`");
    assert!(error("no tests").contains("has no tests"), "{answers:?}");
    // A failure of the judge is no verdict.
    assert_eq!(
        (&answers["language"]["verdict"], &answers["language"]["reward"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(answers["right"]["verdict"], "AC");
}

#[test]
fn what_waits_can_be_taken_back() {
    let mut service = Service::start(&["--time-limit", "2"]);
    // It waits rather than works, for as long.
    let code = "import signal\nsignal.pause()";
    let endless = json!({"id": "endless", "task": task(), "code": code});
    service.ask(&[
        endless.clone(),
        json!({"id": "waits", "task": task(), "code": SUM}),
        endless,
        json!({"id": "waits", "cancel": true}),
        json!({"id": "unknown", "cancel": true}),
    ]);
    assert_eq!(service.answer()["error"], "a request of this id is not answered yet");
    let answers = service.rest();
    assert_eq!(answers["endless"]["verdict"], "TLE");
    assert_eq!(answers["waits"], json!({"id": "waits", "cancelled": true}));
    assert_eq!(answers.len(), 2);
}

#[test]
fn a_signal_ends_it_while_more_could_come() {
    let mut service = Service::start(&[]);
    service.ask(&[json!({"id": "1", "task": task(), "code": SUM})]);
    assert_eq!(service.answer()["verdict"], "AC");
    let pid = Pid::from_child(&service.process);
    kill_process(pid, Signal::TERM).unwrap();
    assert_eq!(service.process.wait().unwrap().code(), Some(130));
}

/// More requests than may wait: the reader of requests must not wait for workers that have ended.
#[test]
fn a_full_disk_behind_the_answers_ends_it() {
    if !std::path::Path::new("/dev/full").exists() {
        return skip("a_full_disk_behind_the_answers_ends_it", "no /dev/full here");
    }
    let folder = Folder::new();
    let requests = (0..20).map(|id| json!({"id": id.to_string(), "task": task(), "code": SUM}));
    folder.write("r.jsonl", requests.map(|request| format!("{request}\n")).collect::<String>());
    let call = "timeout 60 \"$referee\" serve --jobs 1 < r.jsonl > /dev/full";
    let run = folder.shell(call);
    assert!(run.code != Some(0) && run.code != Some(124), "{run}");
}
