//! Judges requests: each has a program and its task, or the key of a task that was sent before.
//!
//! Requests and answers are objects, each in one line; docs/serve.md describes them. Tasks stay
//! prepared: the 64 that were used last are held, with what was compiled for them. `queue.rs`
//! answers requests that are lines, many at a time, and `http/` those of other programs.

use std::path::Path;
use std::sync::{Arc, Mutex};

use referee_base::digest::{ContentHash, to_hex};
use referee_base::fault::Fault;
use referee_base::parallel::lock;
use referee_checker::Position;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::batch_judge::{BatchJudge, BatchSettings, Engine};
use crate::held::{Held, HeldTask, Recent};
use crate::index::TaskIndex;
use crate::outcome::Outcome;
use crate::program::Text;
use crate::records::{Place, RawRecord};
use crate::reward::Reward;
use crate::row::Row;
use crate::task::{Shape, Task};
use crate::tasks::TaskFormat;

/// Judges requests.
pub struct Service<'a> {
    pub(crate) judge: BatchJudge<'a>,
    format: TaskFormat,
    reward: Reward,
    held: Mutex<Recent>,
    /// The tasks that are known by name, if there are any.
    named: Option<Mutex<Held<'a>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The name of the request, which is repeated in the answer.
    pub id: String,
    /// The task, as a record of a data set, or the name of one that is known from the start.
    #[serde(default)]
    task: Option<Box<RawValue>>,
    /// The key of a task that was sent before.
    #[serde(default)]
    task_key: Option<String>,
    /// A whole program.
    #[serde(default)]
    code: Option<String>,
    /// A continuation of the prompt of the task.
    #[serde(default)]
    completion: Option<String>,
    #[serde(default)]
    language: Option<String>,
    /// Whether this cancels the request with this name.
    #[serde(default)]
    pub cancel: bool,
}

impl<'a> Service<'a> {
    /// Creates a service with these tasks known by name, if any, which reads others in this format.
    pub fn new(
        settings: &BatchSettings,
        engine: Engine<'a>,
        format: TaskFormat,
        named: Option<&'a mut TaskIndex>,
        reward: Reward,
    ) -> Service<'a> {
        let judge = BatchJudge::new(settings.clone(), engine);
        let named = named.map(|index| Mutex::new(Held::new(index)));
        Service { judge, format, reward, held: Mutex::default(), named }
    }

    /// Judges the program of a request, and returns the answer.
    ///
    /// # Errors
    /// The answer to a request that cannot be judged as it is.
    pub(crate) fn answer(&self, request: Request) -> Result<String, String> {
        let Request { id, task, task_key, code, completion, language, .. } = request;
        let (code, completes) = match (code, completion) {
            (Some(code), None) => (code, false),
            (None, Some(completion)) => (completion, true),
            _ => return Err(refusal(Some(&id), "a request has either `code` or `completion`")),
        };
        let held = match (task, task_key) {
            (Some(task), None) => match serde_json::from_str::<String>(task.get()) {
                Ok(name) => self.named(&name),
                Err(_) => self.hold(&task),
            },
            (None, Some(key)) => self.known(&key),
            _ => Err("a request has either `task` or `task_key`".into()),
        };
        let held = held.map_err(|message| refusal(Some(&id), &message))?;
        let text = Text { code, language, completes };
        let key = self.judge.key(&held, &text);
        let (outcome, is_new) = self.judge.judge(&held, &text, key);
        let task = held.task.id.clone();
        let mut answer = json!(self.reward.given(Row::of(id, task, &key, &outcome, !is_new)));
        answer["task_key"] = to_hex(&held.content).into();
        Ok(answer.to_string())
    }

    /// Judges a program on all tests of a task that is not held afterwards.
    pub(crate) fn judge_once(
        &self,
        task: &Value,
        shape: Shape,
        code: String,
    ) -> Result<Outcome, String> {
        let format = TaskFormat { shape: Some(shape), table: None };
        let task = read_task(&format, task.to_string().as_bytes())?;
        let held = HeldTask::new(task, 0, ContentHash::default());
        let text = Text { code, language: None, completes: false };
        Ok(self.judge.judge_new(&held, &text, true))
    }

    /// Returns a task, which is held from now on.
    fn hold(&self, task: &RawValue) -> Result<Arc<HeldTask>, String> {
        let text = task.get().as_bytes();
        let content = self.format.hash(text);
        if let Ok(held) = self.known(&to_hex(&content)) {
            return Ok(held);
        }
        let held = Arc::new(HeldTask::new(read_task(&self.format, text)?, 0, content));
        lock(&self.held).add(&held);
        Ok(held)
    }

    /// Returns a task that is known from the start.
    fn named(&self, name: &str) -> Result<Arc<HeldTask>, String> {
        let named = self.named.as_ref().ok_or_else(|| format!("there is no task {name}"))?;
        let task = lock(named).task(name)?;
        let mut held = lock(&self.held);
        if held.find(|held| held.content == task.content).is_none() {
            held.add(&task);
        }
        Ok(task)
    }

    /// Returns the task with a key, which is a hash of its text and of how it is read.
    fn known(&self, key: &str) -> Result<Arc<HeldTask>, String> {
        let found = lock(&self.held).find(|held| to_hex(&held.content) == key);
        found.ok_or_else(|| format!("unknown task key {key}: send the task itself"))
    }
}

fn read_task(format: &TaskFormat, text: &[u8]) -> Result<Task, String> {
    let position = Position { line: 1, column: 1 };
    let place = Place { path: Path::new("task").into(), position, offset: 0, is_plain: false };
    let record = RawRecord { text: text.to_vec(), place };
    format.read(&record).map_err(|fault: Fault| fault.one_line())
}

/// Reads a request.
///
/// # Errors
/// The answer to a malformed request, with its name if it has one.
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
