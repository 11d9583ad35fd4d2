//! From how a run ended and what its output was found to be, to a verdict.
//!
//! The order is that of the peers: time first, since what a program that was stopped has written is only a part; then
//! memory and output, then how it ended, and last what it wrote.

use std::sync::Arc;

use referee_checker::{CheckError, Verdict as Checked};

use super::excerpts;
use crate::events::{Judged, LabelledFact, Reason, Used};
use crate::sandbox::{Ended, Exit, Limits, Stopped};

/// How much of the standard error of a program is shown.
const STDERR_SHOWN: usize = 300;

/// The judgement of a run; `checked` is what the checker made of its output.
pub(super) fn judged(
    contestant: &Arc<str>,
    case: &Arc<str>,
    ended: &Ended,
    limits: &Limits,
    checked: Result<Checked, CheckError>,
) -> Judged {
    match failed(contestant, case, ended, limits) {
        Some(judged) => judged,
        None => self::checked(contestant, case, ended, checked),
    }
}

/// The judgement of a run that failed, whatever it has written; none if it did not.
pub(super) fn failed(
    contestant: &Arc<str>,
    case: &Arc<str>,
    ended: &Ended,
    limits: &Limits,
) -> Option<Judged> {
    let (reason, message) = failure(ended, limits)?;
    let mut judged = Judged::plain(contestant, case, reason, message.clone());
    judged.facts.push(LabelledFact { label: "but".into(), text: message });
    if !ended.stderr.trim_ascii().is_empty() {
        let text = excerpts::shown(last_lines(ended.stderr.trim_ascii()));
        judged.facts.push(LabelledFact { label: "stderr".into(), text });
    }
    Some(Judged { used: Some(used(ended)), ..judged })
}

/// The judgement of a run that the checker decides.
pub(super) fn checked(
    contestant: &Arc<str>,
    case: &Arc<str>,
    ended: &Ended,
    checked: Result<Checked, CheckError>,
) -> Judged {
    let judged = match checked {
        Ok(checked) => Judged::checked(contestant, case, checked),
        Err(error) => Judged::plain(contestant, case, Reason::JudgeError, error.to_string()),
    };
    Judged { used: Some(used(ended)), ..judged }
}

/// Why a run failed, whatever it has written.
fn failure(ended: &Ended, limits: &Limits) -> Option<(Reason, String)> {
    let seconds = |time: std::time::Duration| format!("{:.2} s", time.as_secs_f64());
    if ended.stopped == Some(Stopped::Cpu) || ended.cpu > limits.cpu {
        let end = if ended.stopped.is_some() { "stopped after" } else { "took" };
        let (took, limit) = (seconds(ended.cpu), seconds(limits.cpu));
        let message = format!("{end} {took} of CPU time; the limit is {limit}");
        return Some((Reason::TimeLimit, message));
    }
    match (ended.stopped, ended.exit) {
        (Some(Stopped::Cpu | Stopped::Wall), _) => {
            let message = format!(
                "stopped after {} on the clock, of which it worked {}",
                seconds(ended.wall),
                seconds(ended.cpu)
            );
            Some((Reason::TimeLimit, message))
        }
        (Some(Stopped::Memory), _) => {
            Some((Reason::MemoryLimit, format!("more than {} MiB of memory", limits.memory >> 20)))
        }
        (Some(Stopped::Output), _) => {
            Some((Reason::OutputLimit, format!("more than {} MiB of output", limits.output >> 20)))
        }
        (None, Exit::Exited(0)) => None,
        (None, Exit::Exited(code)) => {
            Some((Reason::RunTimeError, format!("ended with exit code {code}")))
        }
        (None, Exit::Killed(signal)) => {
            Some((Reason::RunTimeError, format!("ended by {}", signal_name(signal))))
        }
    }
}

fn used(ended: &Ended) -> Used {
    let (exit, signal) = match ended.exit {
        Exit::Exited(code) => (Some(code), None),
        Exit::Killed(signal) => (None, Some(signal)),
    };
    Used {
        cpu_seconds: ended.cpu.as_secs_f64(),
        wall_seconds: ended.wall.as_secs_f64(),
        memory_bytes: ended.memory,
        exit,
        signal,
    }
}

/// The end of a text: an interpreter says what happened in the last line.
fn last_lines(text: &[u8]) -> &[u8] {
    let start = text.len().saturating_sub(STDERR_SHOWN);
    match text[start..].iter().position(|&byte| byte == b'\n') {
        Some(line) if start > 0 => &text[start + line + 1..],
        _ => &text[start..],
    }
}

/// A signal as people call it. The numbers are the same on all systems that we run programs on.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL (illegal instruction)",
        6 => "SIGABRT (it gave up: a failed assertion, or memory that was not given)",
        7 => "SIGBUS (bad memory access)",
        8 => "SIGFPE (division by zero)",
        9 => "SIGKILL",
        11 => "SIGSEGV (bad memory access, or too deep a recursion)",
        13 => "SIGPIPE (it wrote where nobody reads)",
        15 => "SIGTERM",
        25 => "SIGXFSZ (too large a file)",
        31 => "SIGSYS (a forbidden system call)",
        other => return format!("signal {other}"),
    };
    name.into()
}
