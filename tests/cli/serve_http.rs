//! `referee serve --listen`: requests over HTTP.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::{Child, Stdio};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::support::{Folder, REFEREE};

const SUM: &str = "a, b = map(int, input().split())\nprint(a + b)\n";

const ENDLESS: &str = "while True: pass";

/// A running server.
struct Server {
    process: Child,
    address: String,
    folder: Folder,
}

/// A reply of a server.
struct Reply {
    status: u16,
    body: String,
}

impl Reply {
    fn value(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }
}

fn sum() -> Value {
    json!({"id": "sum", "tests": [
        {"input": "1 2\n", "output": "3\n"}, {"input": "5 7\n", "output": "12\n"}]})
}

impl Server {
    fn start(more: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", Folder::new(), more)
    }

    fn start_at(address: &str, folder: Folder, more: &[&str]) -> Server {
        let mut command = folder.command(REFEREE);
        command.args(["serve", "--jobs", "1", "--listen", address]).args(more);
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Server { process, address: line.trim().to_string(), folder }
    }

    fn host(&self) -> &str {
        self.address.strip_prefix("http://").unwrap()
    }

    fn connect(&self) -> BufReader<TcpStream> {
        BufReader::new(TcpStream::connect(self.host()).unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        let mut stream = self.connect();
        ask(&mut stream, &post(path, self.host(), "", body))
    }

    fn get(&self, path: &str) -> Reply {
        let mut stream = self.connect();
        ask(&mut stream, &format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host()))
    }

    /// Waits until the metrics contain a line.
    fn wait_for(&self, line: &str) {
        while !self.get("/metrics").body.lines().any(|other| other == line) {}
    }

    /// Ends the server, and returns its exit code and the rest of its output.
    fn end(mut self) -> (Option<i32>, String) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        let mut printed = String::new();
        self.process.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        self.process.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
        (self.process.wait().unwrap().code(), printed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A failing test leaves no server behind.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn post(path: &str, host: &str, headers: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
}

/// Sends a request, and reads the reply.
fn ask<S: Read + Write>(stream: &mut BufReader<S>, request: &str) -> Reply {
    stream.get_mut().write_all(request.as_bytes()).unwrap();
    reply_of(stream)
}

fn reply_of(stream: &mut impl BufRead) -> Reply {
    let mut lines = stream.by_ref().lines().map(Result::unwrap).take_while(|line| !line.is_empty());
    let status =
        lines.next().expect("there is a reply").split(' ').nth(1).unwrap().parse().unwrap();
    let headers: BTreeMap<String, String> = lines
        .map(|line| line.split_once(": ").map(|(name, value)| (name.into(), value.into())).unwrap())
        .collect();
    let mut body = vec![0; headers["Content-Length"].parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    Reply { status, body: String::from_utf8(body).unwrap() }
}

#[test]
fn a_connection_has_many_requests() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    let request = json!({"id": "1", "task": sum(), "code": SUM});
    let first = ask(&mut stream, &post("/judge", server.host(), "", &request));
    assert_eq!((first.status, &first.value()["verdict"]), (200, &json!("AC")));
    let key = first.value()["task_key"].clone();
    let request = json!({"id": "2", "task_key": key, "code": "print(3)"});
    let second = ask(&mut stream, &post("/judge", server.host(), "", &request)).value();
    assert_eq!(
        (&second["id"], &second["passed"], &second["verdict"]),
        (&json!("2"), &json!(1), &json!("WA"))
    );
    let request = json!({"id": "3", "task_key": "0", "code": "print(3)"});
    let third = ask(&mut stream, &post("/judge", server.host(), "", &request));
    assert_eq!(third.status, 400);
    assert_eq!(third.value()["error"], "unknown task key 0: send the task itself");
    let cancel = json!({"id": "1", "cancel": true});
    let fourth = ask(&mut stream, &post("/judge", server.host(), "", &cancel)).value();
    assert_eq!(fourth["error"], "requests over HTTP cannot be cancelled");
    let health = server.get("/health");
    assert_eq!((health.status, &*health.body), (200, r#"{"status":"ok"}"#));
    let metrics = server.get("/metrics").body;
    for line in [
        "referee_replies_total{path=\"/judge\",status=\"200\"} 2",
        "referee_replies_total{path=\"/judge\",status=\"400\"} 2",
        "referee_running 0",
    ] {
        assert!(metrics.lines().any(|other| other == line), "{line}: {metrics}");
    }
    assert_eq!(server.end(), (Some(130), String::new()));
}

#[test]
fn whoever_sends_more_than_can_wait_has_to_wait() {
    let server = Server::start(&[]);
    let verdicts: Vec<Value> = thread::scope(|scope| {
        let ask = |number: usize| {
            let code = format!("{SUM}# {number}");
            let request = json!({"id": number.to_string(), "task": sum(), "code": code});
            server.post("/judge", &request).value()
        };
        let asked: Vec<_> = (0..20).map(|number| scope.spawn(move || ask(number))).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()["verdict"].clone()).collect()
    });
    assert_eq!(verdicts, vec![json!("AC"); 20]);
}

/// Runs a program in the shape of SandboxFusion.
fn run_code(server: &Server, more: Value) -> Reply {
    let mut request = json!({"language": "python", "compile_timeout": 10, "run_timeout": 10.0});
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    server.post("/run_code", &request)
}

#[test]
fn files_beside_a_program_may_have_its_usual_name() {
    let server = Server::start(&[]);
    for (file, module) in [("solution.py", "solution"), ("lib/solution.py", "lib.solution")] {
        let code = format!("from {module} import f\nprint(f())");
        let files = json!({file: "ZGVmIGYoKTogcmV0dXJuIDcK"});
        let named = run_code(&server, json!({"code": code, "files": files}));
        assert_eq!(named.value()["run_result"]["stdout"], "7\n", "{}", named.body);
    }
    let unlimited = json!({"code": "print(7)", "memory_limit_MB": 0});
    assert_eq!(run_code(&server, unlimited).value()["run_result"]["stdout"], "7\n");
}

#[test]
fn programs_run_in_the_shape_of_sandbox_fusion() {
    let server = Server::start(&[]);
    let run = |more| run_code(&server, more);
    let well =
        run(json!({"code": "import sys\nprint(input())\nsys.exit('no')", "stdin": "ä\n"})).value();
    let ran = &well["run_result"];
    assert_eq!(
        (&well["status"], &ran["status"], &ran["return_code"]),
        (&json!("Failed"), &json!("Finished"), &json!(1))
    );
    assert_eq!((&ran["stdout"], &ran["stderr"]), (&json!("ä\n"), &json!("no\n")));
    assert!(ran["execution_time"].as_f64().unwrap() > 0.0, "{ran}");

    let files = json!({"helper.py": "biA9IDE=", "data/n.txt": "NDI=", "nothing": null});
    let code = "import helper\nprint(helper.n, open('data/n.txt').read())";
    let beside = run(json!({"code": code, "files": files})).value();
    assert_eq!(
        (&beside["status"], &beside["run_result"]["stdout"]),
        (&json!("Success"), &json!("1 42\n"))
    );

    // No file of the host, however it is requested.
    let code = "import os\nopen('out.txt', 'w').write(open('in.txt').read() + '!')\nos.mkdir('sub')\nos.symlink('/etc/passwd', 'link')\n\
                os.symlink('../out.txt', 'sub/inner')\nos.mkfifo('pipe')\nos.symlink('/', 'root')\n";
    let fetched = ["out.txt", "link", "sub", "sub/inner", "pipe", "none", "root/etc/passwd"];
    let written =
        run(json!({"code": code, "files": {"in.txt": "NDI="}, "fetch_files": fetched})).value();
    assert_eq!(written["files"], json!({"out.txt": "NDIh", "sub/inner": "NDIh"}), "{written}");
    assert_eq!(written["status"], "Success", "{written}");
    let much = json!({"code": "open('a', 'wb').truncate(17 << 20)", "fetch_files": ["a"]});
    let much = run(much).value();
    assert_eq!(much["status"], "SandboxError", "{much}");

    let endless = run(json!({"code": ENDLESS, "run_timeout": 0.3})).value();
    assert_eq!(endless["run_result"]["status"], "TimeLimitExceeded");
    assert_eq!(endless["run_result"]["return_code"], Value::Null);

    let compiled = run(json!({"code": "int main() { return x; }", "language": "cpp"})).value();
    assert_eq!(
        (&compiled["status"], &compiled["compile_result"]["return_code"]),
        (&json!("Failed"), &json!(1))
    );
    assert!(
        compiled["compile_result"]["stderr"].as_str().unwrap().contains("solution.cpp:1"),
        "{compiled}"
    );

    for (more, message) in [
        (json!({"code": "", "fetch_files": ["/a"]}), "no relative path of a file: /a"),
        (json!({"code": "", "files": {"../a": ""}}), "no relative path of a file: ../a"),
        (json!({"code": "", "files": {"a": "?"}}), "no Base64 in a"),
        (json!({"code": "", "language": "no such"}), "unknown language `no such`"),
        (json!({}), "missing field `code`"),
    ] {
        let refused = run(more);
        assert_eq!(refused.status, 400);
        assert!(refused.body.contains(message), "{}", refused.body);
    }
    let code = "open('a', 'wb').truncate(1 + (16 << 20))";
    let large = run(json!({"code": code, "fetch_files": ["a"]})).value();
    assert_eq!(large["message"], "the requested files exceed 16777216 bytes");
}

#[test]
fn programs_are_tested_in_the_shape_of_open_instruct() {
    let server = Server::start(&[]);
    let tests = json!([{"input": "1 2", "output": "3"}, {"input": "1 2", "output": "4"}, {"input": "2 2\n", "output": "4\n"}]);
    let ask = |path: &str, program: &str, tests: &Value| {
        server.post(path, &json!({"program": program, "tests": tests, "max_execution_time": 5}))
    };
    let judged = ask("/test_program_stdio", SUM, &tests).value();
    assert_eq!(judged["results"], json!([1, 0, 1]));
    assert!(judged["runtimes"].as_array().unwrap().iter().all(|time| time.as_f64().unwrap() > 0.0));
    let asserts = json!(["assert f(1) == 2", "assert f(1) == 3"]);
    assert_eq!(
        ask("/test_program", "def f(n): return n + 1", &asserts).value()["results"],
        json!([1, 0])
    );
    assert_eq!(ask("/test_program_stdio", SUM, &json!([])).status, 400);
    // A failure of the judge is not a reward of 0.
    let other = Server::start(&["--default-language", "no such"]);
    let request = json!({"program": SUM, "tests": tests});
    let failed = other.post("/test_program_stdio", &request);
    assert_eq!(
        (failed.status, &failed.value()["error"]),
        (500, &json!("unknown language `no such`"))
    );
}

#[test]
fn only_those_on_this_machine_are_answered_and_no_page() {
    let server = Server::start(&[]);
    let status = |host: &str, headers: &str| {
        ask(&mut server.connect(), &post("/judge", host, headers, &json!({}))).status
    };
    // The status 400 of a malformed request shows that it was read.
    assert_eq!(status("localhost:1", ""), 400);
    assert_eq!(status("example.org", ""), 403);
    assert_eq!(status("localhost", "Origin: http://localhost\r\n"), 403);
    let folder = Folder::new();
    folder
        .referee(&["serve", "--listen", "0.0.0.0:0"])
        .ends_with(2)
        .says("other machines reach this address");
}

#[test]
fn a_token_is_asked_for() {
    let folder = Folder::new();
    folder.write("token", "correct horse battery\n");
    folder.write("short", "horse\n");
    folder
        .referee(&["serve", "--listen", "127.0.0.1:0", "--token-file", "short"])
        .ends_with(2)
        .says("16 characters");
    let server = Server::start_at("0.0.0.0:0", folder, &["--token-file", "token"]);
    let port = server.host().rsplit(':').next().unwrap().to_string();
    let mut stream = BufReader::new(TcpStream::connect(format!("127.0.0.1:{port}")).unwrap());
    let mut status = |headers: &str| {
        ask(&mut stream, &format!("GET /metrics HTTP/1.1\r\nHost: example.org\r\n{headers}\r\n"))
            .status
    };
    assert_eq!(status(""), 401);
    assert_eq!(status("Authorization: Bearer correct horse\r\n"), 401);
    assert_eq!(status("Authorization: bearer correct horse battery\r\n"), 200);
    assert_eq!(status("Authorization: Bearer correct horse battery\r\nOrigin: null\r\n"), 403);
    let health = ask(&mut stream, "GET /health HTTP/1.1\r\nHost: example.org\r\n\r\n");
    assert_eq!(health.status, 200);
}

#[test]
fn requests_are_bounded_and_malformed_ones_are_refused() {
    let server = Server::start(&[]);
    let host = format!("Host: {}\r\n", server.host());
    let long = "x".repeat(20_000);
    for (request, status) in [
        (format!("POST /judge HTTP/1.1\r\n{host}Content-Length: 99999999999\r\n\r\n"), 413),
        (format!("POST /judge HTTP/1.1\r\n{host}\r\n"), 411),
        (format!("POST /judge HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 411),
        (
            format!(
                "POST /judge HTTP/1.1\r\n{host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"
            ),
            400,
        ),
        (format!("POST /judge HTTP/1.1\r\n{host}Content-Length: +2\r\n\r\n{{}}"), 400),
        (format!("GET /health HTTP/1.1\r\n{host}X: {long}\r\n\r\n"), 431),
        ("nonsense\r\n\r\n".into(), 400),
        (format!("GET /judge HTTP/1.1\r\n{host}\r\n"), 405),
        (format!("GET /other HTTP/1.1\r\n{host}\r\n"), 404),
    ] {
        let reply = ask(&mut server.connect(), &request);
        assert_eq!(reply.status, status, "{request:.100}: {}", reply.body);
    }
    // A client that waits for permission is told to send the body.
    let mut stream = server.connect();
    let head =
        format!("POST /judge HTTP/1.1\r\n{host}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    stream.get_mut().write_all(head.as_bytes()).unwrap();
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    stream.read_line(&mut line).unwrap();
    assert_eq!(line, "HTTP/1.1 100 Continue\r\n\r\n");
    assert_eq!(ask(&mut stream, "{}").status, 400);
}

#[test]
fn so_many_connections_are_open_at_a_time() {
    let server = Server::start(&[]);
    let open: Vec<_> = (0..256).map(|_| server.connect()).collect();
    assert_eq!(reply_of(&mut server.connect()).status, 503);
    assert_eq!(open.len(), 256);
}

#[test]
fn after_a_signal_what_runs_is_finished() {
    let server = Server::start(&["--time-limit", "2"]);
    // This connection is open and sends nothing.
    let idle = server.connect();
    let mut running = server.connect();
    let secret = "correct horse battery";
    // It waits rather than works, until its time is up.
    let code = format!("import signal\nsignal.pause() # {secret}");
    let request = json!({"id": "1", "task": sum(), "code": code});
    let request = post("/judge", server.host(), "", &request);
    running.get_mut().write_all(request.as_bytes()).unwrap();
    server.wait_for("referee_running 1");
    let mut waiting = server.connect();
    waiting.get_mut().write_all(request.as_bytes()).unwrap();
    server.wait_for("referee_waiting 1");
    let ended = thread::spawn(move || server.end());
    assert_eq!(reply_of(&mut waiting).status, 503);
    assert_eq!(reply_of(&mut running).value()["verdict"], "TLE");
    let (exit, printed) = ended.join().unwrap();
    assert_eq!(exit, Some(130));
    assert!(!printed.contains(secret), "{printed}");
    drop(idle);
}

#[test]
fn a_socket_belongs_to_its_owner() {
    let folder = Folder::new();
    let path = folder.path("socket");
    // The stale socket of an earlier server.
    drop(UnixListener::bind(&path).unwrap());
    let server = Server::start_at("unix:socket", folder, &[]);
    assert_eq!(server.address, "unix:socket");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o077, 0);
    let mut stream = BufReader::new(UnixStream::connect(&path).unwrap());
    let request = json!({"id": "1", "task": sum(), "code": SUM});
    let reply = ask(&mut stream, &post("/judge", "", "", &request));
    assert_eq!(reply.value()["verdict"], "AC");
    server
        .folder
        .referee(&["serve", "--listen", "unix:socket"])
        .ends_with(2)
        .says("cannot listen on socket");
    let exit = server.end();
    assert_eq!(exit, (Some(130), String::new()));
    assert!(!path.exists());
}

/// Replaces times, which are the numbers that are not integers.
fn without_times(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => *value = json!("time"),
        Value::Array(values) => values.iter_mut().for_each(without_times),
        Value::Object(fields) => fields.values_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn the_examples_of_the_page_are_true() {
    let page = include_str!("../../docs/serve.md");
    let blocks: Vec<Value> = page
        .split("```json\n")
        .skip(1)
        .map(|text| serde_json::from_str(text.split("```").next().unwrap()).unwrap())
        .collect();
    let [judge, run, ran, test, tested] = &blocks[..] else { panic!("other examples: {blocks:?}") };
    let server = Server::start(&[]);
    assert_eq!(server.post("/judge", judge).value()["verdict"], "AC");
    for (path, request, expected) in
        [("/run_code", run, ran), ("/test_program_stdio", test, tested)]
    {
        let (mut answer, mut expected) = (server.post(path, request).value(), expected.clone());
        without_times(&mut answer);
        without_times(&mut expected);
        assert_eq!(answer, expected);
    }
}
