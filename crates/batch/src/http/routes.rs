//! The replies by path, and how many there were of each.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::sync::{Condvar, Mutex};

use referee_base::parallel::{lock, unpoisoned};

use super::access::Access;
use super::message::{Head, Reply};
use super::{open_instruct, sandbox_fusion};
use crate::queue::WAITING;
use crate::service::{self, Service, refusal};

/// Judges the request in a body.
type Work = fn(&Service, &[u8]) -> Reply;

const WORK: [(&str, Work); 4] = [
    ("/judge", judge),
    ("/run_code", sandbox_fusion::run_code),
    ("/test_program", open_instruct::test_program),
    ("/test_program_stdio", open_instruct::test_program),
];

pub(super) struct Routes<'r, 's> {
    service: &'r Service<'s>,
    access: &'r Access,
    /// The requests that have been read: those that wait, and those that run.
    read: Gate,
    running: Gate,
    metrics: Metrics,
}

impl<'r, 's> Routes<'r, 's> {
    pub(super) fn new(service: &'r Service<'s>, access: &'r Access, jobs: usize) -> Self {
        let jobs = jobs.max(1);
        let (read, running) = (Gate::new((1 + WAITING) * jobs), Gate::new(jobs));
        Routes { service, access, read, running, metrics: Metrics::default() }
    }

    /// Answers a request whose body has not been read. Returns whether it was read.
    pub(super) fn answer(
        &self,
        head: &Head,
        reader: &mut impl BufRead,
        writer: &mut impl Write,
    ) -> io::Result<(Reply, bool)> {
        let known = ["/health", "/metrics"].into_iter().chain(WORK.map(|(path, _)| path));
        let path = known.into_iter().find(|path| *path == head.path);
        let work = WORK.iter().find(|(path, _)| *path == head.path);
        let (reply, is_read) = match (self.access.refusal(head), &*head.method, path, work) {
            // Monitoring needs no token.
            (Some(reply), ..) if path != Some("/health") || head.has_origin => (reply, false),
            (_, "POST", _, Some((_, work))) => self.judged(*work, head, reader, writer)?,
            (_, "GET", Some("/health"), _) => {
                (Reply::json(200, r#"{"status":"ok"}"#.into()), false)
            }
            (_, "GET", Some("/metrics"), _) => {
                let (read, running) = (self.read.inside(), self.running.inside());
                let text = self.metrics.text(running, read.saturating_sub(running));
                (Reply::text("text/plain; version=0.0.4", text), false)
            }
            (_, _, None, _) => (Reply::error(404, "there is nothing at this path"), false),
            _ => (Reply::error(405, "this path has another method"), false),
        };
        self.metrics.count(path.unwrap_or("other"), reply.status);
        let is_read = is_read || head.ignore_body(reader);
        Ok((reply, is_read))
    }

    fn judged(
        &self,
        work: Work,
        head: &Head,
        reader: &mut impl BufRead,
        writer: &mut impl Write,
    ) -> io::Result<(Reply, bool)> {
        let stops = || Ok((Reply::error(503, "not judged: the service stops"), false));
        let Some(_read) = self.read.enter() else { return stops() };
        let body = match head.body(reader, writer)? {
            Ok(body) => body,
            Err(reply) => return Ok((reply, false)),
        };
        let Some(_running) = self.running.enter() else { return stops() };
        Ok((work(self.service, &body), true))
    }

    /// Rejects waiting requests from now on, once nothing more is read.
    pub(super) fn stop(&self, end_reading: impl FnOnce()) {
        self.read.close();
        self.running.close();
        end_reading();
    }
}

/// Lets a limited number of threads through at a time; the others wait.
struct Gate {
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    inside: usize,
    is_closed: bool,
}

struct Pass<'g>(&'g Gate);

impl Gate {
    fn new(most: usize) -> Gate {
        Gate { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until there is room; `None` if the gate is closed.
    fn enter(&self) -> Option<Pass<'_>> {
        let waits = |state: &mut State| state.inside == self.most && !state.is_closed;
        let mut state = unpoisoned(self.changed.wait_while(lock(&self.state), waits));
        if state.is_closed {
            return None;
        }
        state.inside += 1;
        Some(Pass(self))
    }

    fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    fn inside(&self) -> usize {
        lock(&self.state).inside
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).inside -= 1;
        self.0.changed.notify_one();
    }
}

/// Counts replies by path and status, for Prometheus.
#[derive(Default)]
struct Metrics(Mutex<BTreeMap<(&'static str, u16), u64>>);

impl Metrics {
    fn count(&self, path: &'static str, status: u16) {
        *lock(&self.0).entry((path, status)).or_default() += 1;
    }

    /// Returns all figures as text.
    fn text(&self, running: usize, waiting: usize) -> String {
        let mut text = String::from(
            "# HELP referee_replies_total Replies, by path and status.\n\
             # TYPE referee_replies_total counter\n",
        );
        for ((path, status), count) in lock(&self.0).iter() {
            let labels = format!("path=\"{path}\",status=\"{status}\"");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "referee_replies_total{{{labels}}} {count}");
        }
        for (name, what, value) in [
            ("running", "Requests that are judged.", running),
            ("waiting", "Requests that are read, and wait.", waiting),
        ] {
            let _ = writeln!(text, "# HELP referee_{name} {what}\n# TYPE referee_{name} gauge");
            let _ = writeln!(text, "referee_{name} {value}");
        }
        text
    }
}

/// Answers a request as on standard input.
fn judge(service: &Service, body: &[u8]) -> Reply {
    let answered = service::read(body).and_then(|request| {
        if request.cancel {
            Err(refusal(Some(&request.id), "requests over HTTP cannot be cancelled"))
        } else {
            service.answer(request)
        }
    });
    match answered {
        Ok(answer) => Reply::json(200, answer),
        Err(refused) => Reply::json(400, refused),
    }
}
