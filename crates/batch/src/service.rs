//! Judges what is asked: a request has a program and its task, or the key of a task that was sent before.
//!
//! Requests and answers are objects in a line each; docs/serve.md describes them. Tasks stay prepared: the 64 that were used last are
//! held, with what was compiled for them. `queue.rs` answers many requests at a time.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use referee_base::digest::{Digest, to_hex};
use referee_base::fault::Fault;
use referee_checker::Position;
use referee_programs::language::Languages;
use referee_programs::{Sandboxes, Toolchains};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::bench::{Bench, Settings};
use crate::held::{HeldTask, Recent};
use crate::program::Text;
use crate::records::{Place, Record};
use crate::reward::Reward;
use crate::row::Row;
use crate::tasks::TaskFormat;

/// Judges what is asked.
pub struct Service<'a> {
    bench: Bench<'a>,
    format: TaskFormat,
    reward: Reward,
    held: Mutex<Recent>,
}

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// Its name, which stands in the answer.
    pub id: String,
    /// The task, as a record of a data set.
    #[serde(default)]
    task: Option<Box<RawValue>>,
    /// The key of a task that was sent before.
    #[serde(default)]
    task_key: Option<String>,
    /// A whole program.
    #[serde(default)]
    code: Option<String>,
    /// What follows the prompt of the task.
    #[serde(default)]
    completion: Option<String>,
    /// The language.
    #[serde(default)]
    language: Option<String>,
    /// Takes back the request of this name.
    #[serde(default)]
    pub cancel: bool,
}

impl<'a> Service<'a> {
    /// Creates a service that holds no task yet.
    pub fn new(
        settings: (&'a Settings, &'a Languages),
        programs: (&'a Sandboxes, &'a Toolchains),
        format: TaskFormat,
        reward: Reward,
    ) -> Service<'a> {
        let bench = Bench::new(settings.0, settings.1, programs);
        Service { bench, format, reward, held: Mutex::default() }
    }

    /// Judges the program of a request, and returns the answer.
    pub(crate) fn answer(&self, request: Request) -> String {
        let Request { id, task, task_key, code, completion, language, .. } = request;
        let (code, completes) = match (code, completion) {
            (Some(code), None) => (code, false),
            (None, Some(completion)) => (completion, true),
            _ => return refusal(Some(&id), "a request has either `code` or `completion`"),
        };
        let held = match (task, task_key) {
            (Some(task), None) => self.hold(&task),
            (None, Some(key)) => self.known(&key),
            _ => Err("a request has either `task` or `task_key`".into()),
        };
        let held = match held {
            Ok(held) => held,
            Err(message) => return refusal(Some(&id), &message),
        };
        let text = Text { code, language, completes };
        let key = self.bench.key(&held, &text);
        let (outcome, is_new) = self.bench.judge(&held, &text, key);
        let names = (id, held.task.id.clone());
        let mut answer = json!(Row::of(names, &key, (&outcome, !is_new), &self.reward));
        answer["task_key"] = to_hex(&held.content).into();
        answer.to_string()
    }

    /// Returns a task that is held from now on.
    fn hold(&self, task: &RawValue) -> Result<Arc<HeldTask>, String> {
        let text = task.get().as_bytes();
        let mut digest = Digest::new();
        digest.add(text);
        let content = digest.number();
        if let Ok(held) = self.known(&to_hex(&content)) {
            return Ok(held);
        }
        let position = Position { line: 1, column: 1 };
        let place = Place { path: Path::new("task").into(), position, offset: 0, is_plain: false };
        let record = Record { text: text.to_vec(), place };
        let task = self.format.read(&record).map_err(|fault: Fault| fault.one_line())?;
        let held = Arc::new(HeldTask::new(task, 0, content));
        self.held.lock().unwrap_or_else(PoisonError::into_inner).add(&held);
        Ok(held)
    }

    /// Returns the task of a key, which is a hash of its text.
    fn known(&self, key: &str) -> Result<Arc<HeldTask>, String> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let found = held.find(|held| to_hex(&held.content) == key);
        found.ok_or_else(|| format!("no task with the key {key} is held: send the task itself"))
    }
}

/// Reads a request.
///
/// # Errors
/// The answer to one that is malformed, with its name if it has one.
pub(crate) fn read(line: &[u8]) -> Result<Request, String> {
    serde_json::from_slice(line).map_err(|error| {
        let value: Option<Value> = serde_json::from_slice(line).ok();
        let id = value.as_ref().and_then(|value| value["id"].as_str());
        refusal(id, &format!("malformed request: {error}"))
    })
}

/// Returns the answer to a request that is not judged.
pub(crate) fn refusal(id: Option<&str>, message: &str) -> String {
    json!({ "id": id, "error": message }).to_string()
}
