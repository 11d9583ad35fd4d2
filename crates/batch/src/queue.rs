//! Answers lines, several at a time, each as soon as it is judged.
//!
//! One thread reads, and may still be blocked in a read at the end. What it reads goes through a
//! queue of bounded length, so that a client that sends faster than programs run has to wait. A
//! signal ends the reading; running programs are finished, and waiting lines are rejected.

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use referee_base::files;
use referee_base::parallel::lock;
use serde_json::json;

use crate::service::{Request, Service, read, refusal};

/// The maximum size of a request, in bytes: a line, or a body over HTTP.
pub(crate) const MAX_REQUEST: u64 = 64 << 20;

/// The number of requests that may wait for each running one.
pub(crate) const WAITING: usize = 4;

/// The interval between checks for a signal.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The requests that wait or run, and whether they were cancelled.
type Pending = Mutex<HashMap<String, bool>>;

/// The writer of the answers. A worker holds it for a whole line, since workers that share a bare
/// writer would mix the pieces of their lines.
struct Answers<W>(Mutex<W>);

impl<W: Write> Answers<W> {
    fn write(&self, answer: &str) -> io::Result<()> {
        let mut writer = lock(&self.0);
        writer.write_all(format!("{answer}\n").as_bytes())?;
        writer.flush()
    }
}

/// Answers the lines of a reader, `jobs` at a time, until it ends or a signal arrives.
///
/// # Errors
/// Lines cannot be read, or an answer cannot be written.
pub fn answer_lines(
    service: &Service,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    jobs: usize,
) -> io::Result<()> {
    // From now on, the first signal is a request to stop.
    files::is_to_stop();
    let lines = lines_of(input);
    let answers = Answers(Mutex::new(output));
    let pending = Pending::default();
    let (send, waiting) = mpsc::sync_channel(WAITING * jobs);
    let waiting = Arc::new(Mutex::new(waiting));
    thread::scope(|scope| {
        let (pending, answers) = (&pending, &answers);
        let worker = |_| {
            let waiting = Arc::clone(&waiting);
            scope.spawn(move || answer_all(service, &waiting, pending, answers))
        };
        let workers: Vec<_> = (0..jobs.max(1)).map(worker).collect();
        // Only workers keep the receiver, so that nothing waits for them when all have failed.
        drop(waiting);
        let read = enqueue(&lines, &send, pending, answers);
        // The workers end when the queue is closed.
        drop(send);
        let results = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
        results.fold(read, io::Result::and)
    })
}

/// Reads lines in a thread of its own.
fn lines_of(mut input: impl BufRead + Send + 'static) -> Receiver<io::Result<Line>> {
    let (send, lines) = mpsc::sync_channel(1);
    thread::spawn(move || {
        while let Some(line) = next_line(&mut input).transpose() {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// A line; `None` if it has more bytes than a request.
type Line = Option<Vec<u8>>;

fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_REQUEST).read_until(b'\n', &mut line)?;
    if read as u64 == MAX_REQUEST && line.last() != Some(&b'\n') {
        drop(line);
        input.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok((read > 0).then_some(Some(line)))
}

/// Puts requests into the queue until there are no more, or a signal arrives.
fn enqueue(
    lines: &Receiver<io::Result<Line>>,
    queue: &SyncSender<Request>,
    pending: &Pending,
    answers: &Answers<impl Write>,
) -> io::Result<()> {
    while !files::is_stopped() {
        let line = match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let Some(line) = line else {
            let message = format!("a line has at most {} MiB", MAX_REQUEST >> 20);
            answers.write(&refusal(None, &message))?;
            continue;
        };
        if line.trim_ascii().is_empty() {
            continue;
        }
        let request = match read(&line) {
            Ok(request) => request,
            Err(answer) => {
                answers.write(&answer)?;
                continue;
            }
        };
        let is_new = {
            let mut pending = lock(pending);
            match (pending.get_mut(&request.id), request.cancel) {
                (Some(is_cancelled), true) => {
                    *is_cancelled = true;
                    continue;
                }
                // It has already been answered.
                (None, true) => continue,
                (Some(_), false) => false,
                (None, false) => pending.insert(request.id.clone(), false).is_none(),
            }
        };
        if !is_new {
            answers
                .write(&refusal(Some(&request.id), "a request of this id is not answered yet"))?;
        } else if queue.send(request).is_err() {
            // No worker is left, because each has failed to write.
            break;
        }
    }
    Ok(())
}

/// Answers requests of the queue until it is closed.
fn answer_all(
    service: &Service,
    queue: &Mutex<Receiver<Request>>,
    pending: &Pending,
    answers: &Answers<impl Write>,
) -> io::Result<()> {
    loop {
        let next = lock(queue).recv();
        let Ok(request) = next else { return Ok(()) };
        let id = request.id.clone();
        let is_cancelled = lock(pending).get(&id).copied().unwrap_or(false);
        let answer = if is_cancelled {
            json!({ "id": id, "cancelled": true }).to_string()
        } else if files::is_stopped() {
            refusal(Some(&id), "not judged: the service stops")
        } else {
            // A rejection is an answer, too.
            service.answer(request).unwrap_or_else(|refused| refused)
        };
        lock(pending).remove(&id);
        answers.write(&answer)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that takes one byte at a time and lets other threads go first.
    struct Slow(Vec<u8>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.extend(bytes.first());
            thread::yield_now();
            Ok(bytes.len().min(1))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_not_kept() {
        let all = [(MAX_REQUEST - 1, true), (MAX_REQUEST, false), (MAX_REQUEST + 9, false)];
        for (bytes, is_whole) in all {
            let long = io::repeat(b'x').take(bytes).chain(&b"\nnext"[..]);
            let mut input = io::BufReader::new(long);
            let line = next_line(&mut input).unwrap().unwrap();
            assert_eq!(line.is_some(), is_whole, "{bytes}");
            assert_eq!(next_line(&mut input).unwrap().unwrap().unwrap(), b"next");
            assert!(next_line(&mut input).unwrap().is_none());
        }
        let (lines, queue) = (mpsc::channel(), mpsc::sync_channel(1));
        lines.0.send(Ok(None)).unwrap();
        drop(lines.0);
        let answers = Answers(Mutex::new(Vec::new()));
        enqueue(&lines.1, &queue.0, &Pending::default(), &answers).unwrap();
        let answer = String::from_utf8(answers.0.into_inner().unwrap()).unwrap();
        assert!(answer.contains("a line has at most 64 MiB"), "{answer}");
    }

    #[test]
    fn answers_of_several_workers_are_whole_lines() {
        let answers = Answers(Mutex::new(Slow(Vec::new())));
        thread::scope(|scope| {
            for worker in ["a", "b", "c", "d"] {
                let answers = &answers;
                scope
                    .spawn(move || (0..50).for_each(|_| answers.write(&worker.repeat(9)).unwrap()));
            }
        });
        let written = String::from_utf8(answers.0.into_inner().unwrap().0).unwrap();
        let mut lines: Vec<&str> = written.lines().collect();
        lines.sort_unstable();
        let expected: Vec<String> =
            ["a", "b", "c", "d"].iter().flat_map(|w| vec![w.repeat(9); 50]).collect();
        assert_eq!(lines, expected);
    }
}
