//! The lines of an earlier run's events, as far as a comparison needs them.
//!
//! Newer versions may add events and fields, so unknown ones are ignored. Strings are borrowed from
//! the line, and output and resource usage are skipped: a file may contain millions of results.

use std::borrow::Cow;

use serde::Deserialize;

use referee_base::fault::Fault;
use referee_events::points::CaseGroup;
use referee_events::{FORMAT, Reason, VERSION};

/// The kind of a line.
#[derive(Debug, Deserialize)]
pub(super) struct ResultHead<'a> {
    #[serde(borrow)]
    pub(super) event: Cow<'a, str>,
}

/// The first line.
#[derive(Debug, Deserialize)]
pub(super) struct StartedLine {
    pub(super) problem: String,
    #[serde(default)]
    pub(super) options: Vec<String>,
    pub(super) cases: Vec<String>,
    pub(super) contestants: Vec<String>,
    pub(super) runs: Option<EarlierLimits>,
    #[serde(default)]
    pub(super) groups: Vec<CaseGroup>,
}

/// The limits of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct EarlierLimits {
    /// The CPU time limit, in milliseconds.
    pub cpu_milliseconds: u64,
    /// The memory limit, in MiB.
    pub memory_mib: u64,
}

/// The judgement of one output.
#[derive(Debug, Deserialize)]
pub(super) struct JudgedLine<'a> {
    #[serde(borrow)]
    pub(super) contestant: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) case: Cow<'a, str>,
    pub(super) reason: Reason,
}

/// Parses the first line.
///
/// # Errors
/// It does not start the events of a run, or their version is not supported.
pub(super) fn started(line: &[u8]) -> Result<StartedLine, Fault> {
    #[derive(Deserialize)]
    struct Form<'a> {
        #[serde(borrow)]
        event: Cow<'a, str>,
        #[serde(borrow)]
        format: Cow<'a, str>,
        version: u64,
    }
    let foreign = || {
        Fault::bad_input("this is not a file of a run's events")
            .help("make one with `--report jsonl=FILE`, and compare a later run with it")
    };
    let form: Form = serde_json::from_slice(line).map_err(|_| foreign())?;
    if form.event != "started" || form.format != FORMAT {
        return Err(foreign());
    }
    if form.version != u64::from(VERSION) {
        let message = format!("unsupported event version {} (supported: {VERSION})", form.version);
        return Err(Fault::bad_input(message).help("judge again with this version of referee"));
    }
    parse(line)
}

/// Parses a line.
///
/// # Errors
/// It is truncated or altered.
pub(super) fn parse<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, Fault> {
    serde_json::from_slice(line).map_err(|error| {
        let error = error.to_string();
        // Each text is a single line, whose number the caller knows.
        let error = error.split(" at line ").next().unwrap_or(&error);
        damaged(&format!("this line is truncated or altered: {error}"))
    })
}

pub(super) fn damaged(message: &str) -> Fault {
    Fault::bad_input(message).help("compare with the complete report of a finished run")
}
