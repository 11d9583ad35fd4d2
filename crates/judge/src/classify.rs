//! Maps the outcome of a run, and of the check of its output, to a verdict.
//!
//! The precedence is that of other judges: time first, since the output of a stopped program is
//! incomplete; then memory and output limits, then the exit of the program, and last its output.

use std::sync::Arc;
use std::time::Duration;

use referee_checker::{CheckError, CheckVerdict as Checked};

use referee_events::{JudgedCase, LabelledFact, Reason, STDERR, Used, Verdict};
use referee_problem::cases::excerpts;
use referee_sandbox::{Ended, Limits, ProcessExit, Stopped};

/// The shortest wait for a processor that is reported.
const MIN_REPORTED_WAITING: Duration = Duration::from_millis(10);

/// The part of a program's standard error that is shown, in bytes and in lines: enough for a short
/// stack trace.
const STDERR_SHOWN: (usize, usize) = (1000, 20);

/// Returns the judgement of a run that failed, whatever its output; `None` if it did not fail.
pub(crate) fn failed(
    contestant: &Arc<str>,
    case: &Arc<str>,
    ended: &Ended,
    limits: &Limits,
) -> Option<JudgedCase> {
    let (reason, message) = failure(ended, limits)?;
    let mut judged = for_reason(contestant, case, reason, message, Some(used(ended)));
    judged.facts.extend(stderr(ended));
    Some(judged)
}

/// Returns the judgement of a run whose output does not matter, for this reason.
pub(crate) fn for_reason(
    contestant: &Arc<str>,
    case: &Arc<str>,
    reason: Reason,
    message: String,
    used: Option<Used>,
) -> JudgedCase {
    let facts = vec![LabelledFact { label: "but".into(), text: message.clone() }];
    JudgedCase { facts, used, ..JudgedCase::plain(contestant, case, reason, message) }
}

/// Returns the judgement of a run that the checker decides.
pub(crate) fn checked(
    contestant: &Arc<str>,
    case: &Arc<str>,
    ended: &Ended,
    checked: Result<Checked, CheckError>,
) -> JudgedCase {
    let mut judged = match checked {
        Ok(checked) => JudgedCase::checked(contestant, case, checked),
        Err(error) => JudgedCase::plain(contestant, case, Reason::JudgeError, error.to_string()),
    };
    if !matches!(judged.verdict, Verdict::Accepted | Verdict::JudgeError) {
        judged.facts.extend(stderr(ended));
    }
    JudgedCase { used: Some(used(ended)), ..judged }
}

/// Returns the end of a program's standard error, if there is any.
fn stderr(ended: &Ended) -> Option<LabelledFact> {
    let written = ended.stderr.trim_ascii();
    let text = || excerpts::shown(last_lines(written));
    (!written.is_empty()).then(|| LabelledFact { label: STDERR.into(), text: text() })
}

/// Returns why a run failed, whatever its output.
fn failure(ended: &Ended, limits: &Limits) -> Option<(Reason, String)> {
    let time = ended.time();
    // A program may also end by itself between two measurements, after the limit.
    if ended.stopped == Some(Stopped::Cpu) || time > limits.cpu {
        let end = if ended.stopped.is_some() { "stopped after" } else { "took" };
        let (took, limit) = (seconds(time), seconds(limits.cpu));
        let of = match ended.counted() {
            Some(count) => format!(", counted by {count} instructions"),
            None => " of CPU time".to_string(),
        };
        let message = format!("{end} {took}{of}; the limit is {limit}");
        return Some((Reason::TimeLimit, message));
    }
    match (ended.stopped, ended.exit) {
        (Some(Stopped::Cpu | Stopped::Wall), _) => {
            let (wall, cpu) = (seconds(ended.wall), seconds(ended.cpu));
            let waited = if ended.waited_much() {
                format!(" and waited {} for a processor", seconds(ended.waited))
            } else {
                String::new()
            };
            let message = format!("stopped after {wall} of wall time: it worked {cpu}{waited}");
            Some((Reason::TimeLimit, message))
        }
        (Some(Stopped::Memory), _) => {
            Some((Reason::MemoryLimit, format!("more than {} MiB of memory", limits.memory >> 20)))
        }
        (Some(Stopped::Output), _) => {
            Some((Reason::OutputLimit, format!("more than {} MiB of output", limits.output >> 20)))
        }
        (None, ProcessExit::Exited(0)) => None,
        (None, exit) => {
            let end = match exit {
                ProcessExit::Exited(code) => format!("ended with exit code {code}"),
                ProcessExit::Killed(signal) => format!("ended by {}", signal_name(signal)),
            };
            Some(match refused_memory(ended, limits) {
                Some((reason, why)) => (reason, format!("{end}: {why}")),
                None => (Reason::RunTimeError, end),
            })
        }
    }
}

/// What language runtimes print when an allocation fails.
const OUT_OF_MEMORY: [&[u8]; 6] = [
    b"std::bad_alloc",
    b"MemoryError",
    b"memory allocation of ",
    b"OutOfMemoryError",
    b"heap out of memory",
    b"annot allocate memory",
];

/// Returns whether a program may have failed because it was refused memory, with the evidence. A
/// measurement makes a verdict; the program's own output does not, since it can print anything.
fn refused_memory(ended: &Ended, limits: &Limits) -> Option<(Reason, String)> {
    let limit = limits.memory >> 20;
    let reserved =
        [(ended.data, limits.data()), (ended.address_space, limits.address_space())].into_iter();
    let mut reserved = reserved.filter_map(|(reserved, most)| Some((reserved, most?)));
    // The allocation that was refused is not part of what was reserved.
    if let Some((reserved, most)) = reserved.find(|(reserved, most)| *reserved >= most - most / 16)
    {
        let (reserved, most) = (reserved >> 20, most >> 20);
        let why = format!(
            "it had reserved {reserved} MiB of memory; it may reserve {most} MiB with a limit of {limit} MiB"
        );
        return Some((Reason::MemoryLimit, why));
    }
    if ended.memory >= limits.memory - limits.memory / 10 {
        let used = ended.memory >> 20;
        let why = format!(
            "perhaps it ran out of memory: it had used {used} MiB; the limit is {limit} MiB"
        );
        return Some((Reason::RunTimeError, why));
    }
    let says_so = |words: &&[u8]| ended.stderr.windows(words.len()).any(|part| part == *words);
    OUT_OF_MEMORY.iter().any(says_so).then(|| {
        let why = format!("it reports a failed allocation; the limit is {limit} MiB");
        (Reason::RunTimeError, why)
    })
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

fn used(ended: &Ended) -> Used {
    let (exit, signal) = match ended.exit {
        ProcessExit::Exited(code) => (Some(code), None),
        ProcessExit::Killed(signal) => (None, Some(signal)),
    };
    Used {
        cpu_seconds: ended.time().as_secs_f64(),
        instructions: ended.instructions,
        worked_seconds: ended.counted().map(|_| ended.cpu.as_secs_f64()),
        wall_seconds: ended.wall.as_secs_f64(),
        waited_seconds: (ended.waited >= MIN_REPORTED_WAITING)
            .then_some(ended.waited.as_secs_f64()),
        memory_bytes: ended.memory,
        exit,
        signal,
    }
}

/// Returns the last lines of a text: an interpreter names the error in the last one.
fn last_lines(text: &[u8]) -> &[u8] {
    let (bytes, lines) = STDERR_SHOWN;
    let start = text.len().saturating_sub(bytes);
    let breaks = text.iter().enumerate().rev().filter(|&(_, &byte)| byte == b'\n');
    let from = breaks.map(|(at, _)| at + 1).take_while(|&from| from >= start).take(lines).last();
    match from {
        _ if start == 0 && text.iter().filter(|&&byte| byte == b'\n').count() < lines => text,
        Some(from) => &text[from..],
        None => &text[start..],
    }
}

/// Returns the usual name of a signal. The numbers are the same on all systems that programs are
/// run on.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL (illegal instruction)",
        6 => "SIGABRT (a failed assertion or allocation)",
        7 => "SIGBUS (bad memory access)",
        8 => "SIGFPE (division by zero)",
        9 => "SIGKILL",
        11 => "SIGSEGV (bad memory access, or too deep a recursion)",
        13 => "SIGPIPE (it wrote to a closed pipe)",
        15 => "SIGTERM",
        25 => "SIGXFSZ (too large a file)",
        31 => "SIGSYS (a forbidden system call)",
        other => return format!("signal {other}"),
    };
    name.into()
}
