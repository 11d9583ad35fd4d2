//! Formats the result of shrinking a case: for people, and as part of the JSON form of a hunt.

use std::fmt::Write as _;

use serde::Serialize;

use referee_base::plural;
use referee_checker::text::escape;
use referee_counterexamples::shrink::{ShrinkEnd, ShrinkProgress};
use referee_display::explanation::labelled;
use referee_display::paint::{GOOD, ODD, painted};
use referee_strength::shrink::{InputSize, NotCompared, ShrunkCase, Slowness};

/// The maximum number of lines of an input shown, and of bytes of a line.
const MAX_LINES: usize = 30;
const MAX_LINE: usize = 120;

/// Formats the progress of a search.
pub fn progress(now: &ShrinkProgress) -> String {
    let size = size(InputSize { tokens: now.tokens, bytes: now.bytes });
    format!("shrinking: {size} after {}", candidates(now.tried))
}

pub(crate) fn candidates(tries: u64) -> String {
    plural(usize::try_from(tries).unwrap_or(usize::MAX), "candidate", "candidates")
}

/// Appends the input and the answer.
pub fn files(text: &mut String, shrunk: &ShrunkCase) {
    bytes(text, "input", &shrunk.shrunk.input);
    if let Some(answer) = &shrunk.answer {
        bytes(text, "answer", answer);
    }
}

/// Formats the sizes before and after.
pub fn sizes(shrunk: &ShrunkCase) -> String {
    format!("{} to {}, {}", size(shrunk.before), size(shrunk.after), ended(&shrunk.shrunk.end))
}

/// Appends restrictions of the result.
pub fn notes(text: &mut String, shrunk: &ShrunkCase) {
    if let Some(slowness) = &shrunk.slowness {
        row(text, "slow", &criterion(slowness));
    }
}

/// Returns when a program counts as too slow, and why so.
fn criterion(slowness: &Slowness) -> String {
    let name = |name: &str| escape(name.as_bytes());
    let why = match slowness {
        Slowness::Ratio(right, ratio) => {
            return format!("if it takes {ratio:.1} times the CPU time of {}", name(right));
        }
        Slowness::Limit(NotCompared::NoOther) => {
            "there is no accepted submission to compare with".to_string()
        }
        Slowness::Limit(NotCompared::NotJudged(right)) => {
            format!("{} could not be judged on the case found", name(right))
        }
        Slowness::Limit(NotCompared::Near(right, ratio)) => {
            format!("it takes only {ratio:.1} times the CPU time of {}", name(right))
        }
    };
    format!("if it exceeds the time limit: {why}")
}

fn ended(end: &ShrinkEnd) -> String {
    match end {
        ShrinkEnd::Minimal => {
            painted(GOOD, "1-minimal")
                + ": no single element can be removed, and no number lowered by one"
        }
        ShrinkEnd::Stopped => painted(ODD, "stopped early") + ": it may not be minimal",
        ShrinkEnd::Fault(_) => painted(ODD, "ended by an error") + ": it may not be minimal",
    }
}

fn size(size: InputSize) -> String {
    let tokens = plural(size.tokens, "token", "tokens");
    format!("{tokens}, {}", plural(size.bytes, "byte", "bytes"))
}

fn bytes(text: &mut String, label: &str, content: &[u8]) {
    let mut lines: Vec<&[u8]> = content.split(|&byte| byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    let shown = lines.iter().take(MAX_LINES).map(|line| match line.get(..MAX_LINE) {
        Some(start) if line.len() > MAX_LINE => escape(start) + " ...",
        _ => escape(line),
    });
    let mut labels = std::iter::once(label).chain(std::iter::repeat(""));
    for line in shown {
        row(text, labels.next().unwrap_or_default(), &line);
    }
    match lines.len() {
        0 => row(text, label, "empty"),
        all if all > MAX_LINES => {
            row(text, "", &format!("... {}", plural(all - MAX_LINES, "more line", "more lines")));
        }
        _ => {}
    }
}

/// Adds a row with a label.
pub fn row(text: &mut String, label: &str, words: &str) {
    let _ = writeln!(text, "  {}", labelled(label, words).trim_end());
}

/// The report as JSON.
#[derive(Serialize)]
pub struct ShrinkReport<'a> {
    format: &'a str,
    version: u32,
    problem: &'a str,
    case: &'a str,
    submission: &'a str,
    /// The verdict and the kind of failure that every candidate had to have.
    verdict: &'a str,
    kind: &'a str,
    message: &'a str,
    before: SizeReport,
    after: SizeReport,
    /// `minimal`, `stopped` or `error`.
    end: &'a str,
    candidates: u64,
    steps: u64,
    /// Whether input validators accepted the input.
    is_validated: bool,
    /// If time is compared: the submission is too slow at this multiple of the time of an accepted
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    slower: Option<f64>,
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    again: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
}

#[derive(Serialize)]
struct SizeReport {
    tokens: usize,
    bytes: usize,
}

impl<'a> ShrinkReport<'a> {
    /// Describes a case: `again` is the command that reproduces it, `written` the path of its
    /// input.
    pub fn of(shrunk: &'a ShrunkCase, again: String, written: Option<&'a str>) -> ShrinkReport<'a> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let size = |InputSize { tokens, bytes }| SizeReport { tokens, bytes };
        ShrinkReport {
            format: "referee-shrink",
            version: 1,
            problem: &shrunk.problem,
            case: &shrunk.case,
            submission: &shrunk.judged.contestant,
            verdict: shrunk.judged.reason.code(),
            kind: &shrunk.shrunk.failure.kind,
            message: &shrunk.shrunk.failure.message,
            before: size(shrunk.before),
            after: size(shrunk.after),
            end: match &shrunk.shrunk.end {
                ShrinkEnd::Minimal => "minimal",
                ShrinkEnd::Stopped => "stopped",
                ShrinkEnd::Fault(_) => "error",
            },
            candidates: shrunk.shrunk.tried,
            steps: shrunk.shrunk.steps,
            is_validated: !shrunk.is_unvalidated,
            slower: match &shrunk.slowness {
                Some(Slowness::Ratio(_, ratio)) => Some(*ratio),
                Some(Slowness::Limit(_)) | None => None,
            },
            input: text(&shrunk.shrunk.input),
            answer: shrunk.answer.as_deref().map(text),
            again,
            written,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_why_a_slow_program_is_not_compared_with_another() {
        let right = || "accepted/sum.cpp".into();
        let said = [
            Slowness::Ratio(right(), 10.0),
            Slowness::Limit(NotCompared::NoOther),
            Slowness::Limit(NotCompared::NotJudged(right())),
            Slowness::Limit(NotCompared::Near(right(), 3.62)),
        ];
        insta::assert_snapshot!(said.each_ref().map(criterion).join("\n"), @r"
        if it takes 10.0 times the CPU time of accepted/sum.cpp
        if it exceeds the time limit: there is no accepted submission to compare with
        if it exceeds the time limit: accepted/sum.cpp could not be judged on the case found
        if it exceeds the time limit: it takes only 3.6 times the CPU time of accepted/sum.cpp
        ");
    }
}
