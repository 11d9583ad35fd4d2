//! Requests in the form of SandboxFusion: a program is run once, and its output is the reply.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use referee_base::fault::guarded;
use referee_problem::limits::LimitOverrides;
use referee_sandbox::{ProcessExit, Stopped};
use serde::Deserialize;
use serde_json::{Value, json};

use super::message::Reply;
use crate::fields;
use crate::once::{Once, RanOnce};
use crate::service::Service;

#[derive(Deserialize)]
struct Request {
    code: String,
    language: String,
    #[serde(default)]
    stdin: Option<String>,
    #[serde(default = "ten_seconds")]
    run_timeout: Value,
    #[serde(default, rename = "memory_limit_MB")]
    memory_limit: Option<i64>,
    /// Contents in Base64, by path.
    #[serde(default)]
    files: BTreeMap<String, Option<String>>,
    /// Files that the program writes and that the reply contains, if they exist.
    #[serde(default)]
    fetch_files: Vec<String>,
}

fn ten_seconds() -> Value {
    json!(10)
}

/// Runs a program. A judge error becomes `SandboxError`, which clients do not count as a result.
pub(super) fn run_code(service: &Service, body: &[u8]) -> Reply {
    let read = serde_json::from_slice(body).map_err(|error| format!("malformed request: {error}"));
    match read.and_then(|request: Request| run(service, &request)) {
        Ok(answer) => Reply::json(200, answer.to_string()),
        Err(message) => Reply::error(400, &message),
    }
}

fn run(service: &Service, request: &Request) -> Result<Value, String> {
    let language = service.judge.named(&request.language)?;
    let files = request.files.iter().filter_map(|(path, content)| Some((path, content.as_ref()?)));
    let files = files.map(|(path, content)| Ok((plain(path)?, decoded(path, content)?)));
    let files = files.collect::<Result<_, String>>()?;
    // Neither 0 nor a negative number is a limit.
    let memory = request.memory_limit.filter(|limit| *limit > 0).map(i64::unsigned_abs);
    let time = fields::time(&request.run_timeout)?;
    let limits = LimitOverrides { time, memory, ..LimitOverrides::default() };
    let limits = service.judge.limits(limits);
    let input = request.stdin.as_deref().unwrap_or("").as_bytes();
    let fetched = request.fetch_files.iter().map(|path| plain(path));
    let fetched = &*fetched.collect::<Result<Vec<_>, _>>()?;
    let once = Once { code: &request.code, language, files, input, limits, fetched };
    let ran = guarded(|| service.judge.run_once(&once)).and_then(|ran| ran);
    Ok(match ran {
        Ok(Ok(ran)) => answer_of(&ran),
        Ok(Err(said)) => {
            let compiled =
                json!({ "status": "Finished", "return_code": 1, "stdout": "", "stderr": said });
            answer("Failed", "it does not compile", [compiled, Value::Null])
        }
        Err(fault) => answer("SandboxError", &fault.one_line(), [Value::Null, Value::Null]),
    })
}

fn answer(status: &str, message: &str, [compiled, ran]: [Value; 2]) -> Value {
    json!({
        "status": status, "message": message, "compile_result": compiled, "run_result": ran,
        "executor_pod_name": null, "files": {},
    })
}

fn answer_of(RanOnce { ended, output, files }: &RanOnce) -> Value {
    let is_timeout = matches!(ended.stopped, Some(Stopped::Cpu | Stopped::Wall));
    let code = match ended.exit {
        _ if is_timeout => None,
        ProcessExit::Exited(code) => Some(code),
        ProcessExit::Killed(signal) => Some(-signal),
    };
    let message = match ended.stopped {
        Some(Stopped::Memory) => "the memory limit is exceeded",
        Some(Stopped::Output) => "the output limit is exceeded",
        Some(Stopped::Cpu | Stopped::Wall) => "the time limit is exceeded",
        None => "",
    };
    let ran = json!({
        "status": if is_timeout { "TimeLimitExceeded" } else { "Finished" },
        "execution_time": ended.wall.as_secs_f64(), "cpu_time": ended.cpu.as_secs_f64(),
        "return_code": code,
        "stdout": String::from_utf8_lossy(output), "stderr": String::from_utf8_lossy(&ended.stderr),
    });
    let status = if ended.succeeded() { "Success" } else { "Failed" };
    let named = |(path, content): (&PathBuf, _)| {
        (path.to_string_lossy().into_owned(), STANDARD.encode(content).into())
    };
    let mut answer = answer(status, message, [Value::Null, ran]);
    answer["files"] = Value::Object(files.iter().map(named).collect());
    answer
}

/// Returns a path below the folder of the program.
fn plain(path: &str) -> Result<PathBuf, String> {
    let is_plain = |part| matches!(part, Component::Normal(_));
    match Path::new(path) {
        plain if !path.is_empty() && plain.components().all(is_plain) => Ok(plain.into()),
        _ => Err(format!("no relative path of a file: {path}")),
    }
}

fn decoded(path: &str, content: &str) -> Result<Vec<u8>, String> {
    STANDARD.decode(content).map_err(|error| format!("no Base64 in {path}: {error}"))
}
