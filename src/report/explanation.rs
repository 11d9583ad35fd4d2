//! The explanation of one refusal, for people: what the output says, what speaks against it, a drawing.

use std::fmt::Write as _;

use super::diff;
use super::paint::{self, LABEL, ODD, painted};
use crate::events::{Judged, Reason};

/// The explanation of a refusal, in colour.
pub(super) fn coloured(judged: &Judged) -> String {
    let mut text = String::new();
    let place =
        judged.place.map_or(String::new(), |p| format!(", line {}, column {}", p.line, p.column));
    let verdict = painted(paint::of(judged.verdict), judged.reason.words());
    let _ = writeln!(text, "{}  {}   {verdict}{place}", judged.contestant, judged.case);
    let mut row = |label: &str, words: &str| {
        let words = words.replace('\n', "\n            ");
        let _ = writeln!(text, "  {}", labelled(label, &words));
    };
    match &judged.answer {
        // The text itself differs: show where.
        Some(answer) if judged.reason == Reason::Malformed => {
            let marked = diff::mark(&judged.says, answer);
            for (label, (line, marks)) in [("says", marked.left), ("jury", marked.right)] {
                row(label, &line);
                if !marks.is_empty() {
                    row("", &painted(ODD, &marks));
                }
            }
        }
        _ if !judged.says.is_empty() => row("says", &judged.says),
        _ => {}
    }
    for fact in &judged.facts {
        row(&fact.label, &fact.text);
    }
    if judged.facts.is_empty() {
        row("but", &judged.message);
    }
    for line in &judged.drawing {
        let _ = writeln!(text, "            {line}");
    }
    if let Some(used) = judged.used {
        let mebibytes = used.memory_bytes.div_ceil(1 << 20);
        let (cpu, wall) = (used.cpu_seconds, used.wall_seconds);
        let words = format!("{cpu:.2} s of CPU time, {wall:.2} s on the clock, {mebibytes} MiB");
        let _ = writeln!(text, "  {}", labelled("used", &words));
    }
    text
}

/// A label in its column, and what it says.
pub(super) fn labelled(label: &str, words: &str) -> String {
    format!("{} {words}", painted(LABEL, &format!("{label:<9}")))
}

/// The explanation of a judgement without colour, for reports that carry it as text.
pub(super) fn plain(judged: &Judged) -> String {
    anstream::adapter::strip_str(&coloured(judged)).to_string()
}
