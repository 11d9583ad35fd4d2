//! The explanation of one rejection: the claim of the output, its refutation, and a drawing; also
//! the quantity that the time limit bounds.

use std::fmt::Write as _;

use crate::paint::{self, LABEL, ODD, painted};
use referee_base::diff;
use referee_events::{
    ByInstructions, CAUSE, INSTALLED, Inferred, JudgedCase, LINE, Reason, Runs, STDERR, Used,
};

/// Formats the explanation of a rejection, in colour.
pub fn coloured(judged: &JudgedCase) -> String {
    let mut text = String::new();
    let place =
        judged.place.map_or(String::new(), |p| format!(", line {}, column {}", p.line, p.column));
    let verdict = painted(paint::of(judged.verdict), judged.reason.words());
    let _ = writeln!(text, "{}  {}   {verdict}{place}", judged.contestant, judged.case);
    match &judged.answer {
        // The text itself differs, so the difference is marked.
        Some(answer) if judged.reason == Reason::Malformed => {
            // The output is shown in one line, with one space between words.
            let words: Vec<&str> = answer.split_whitespace().collect();
            let marked = diff::mark(&judged.says, &words.join(" "));
            for (label, (line, marks)) in [("says", marked.left), ("jury", marked.right)] {
                row(&mut text, label, &line);
                if !marks.is_empty() {
                    row(&mut text, "", &painted(ODD, &marks));
                }
            }
        }
        _ if !judged.says.is_empty() => row(&mut text, "says", &judged.says),
        _ => {}
    }
    let (stderr, facts): (Vec<_>, Vec<_>) =
        judged.facts.iter().partition(|fact| fact.label == STDERR);
    if facts.iter().all(|fact| [CAUSE, INSTALLED, LINE].contains(&&*fact.label)) {
        row(&mut text, "but", &judged.message);
    }
    for fact in facts {
        row(&mut text, &fact.label, &fact.text);
    }
    for line in &judged.drawing {
        let _ = writeln!(text, "            {line}");
    }
    for fact in stderr {
        row(&mut text, &fact.label, &fact.text);
    }
    if let Some(used) = judged.used {
        row(&mut text, "used", &used_in_words(used));
    }
    text
}

/// Formats the resources that a run used.
pub fn used_in_words(used: Used) -> String {
    let mebibytes = used.memory_bytes.div_ceil(1 << 20);
    let (cpu, wall) = (used.cpu_seconds, used.wall_seconds);
    let time = match used.worked_seconds {
        Some(worked) => format!("{cpu:.2} s by instructions, {worked:.2} s of CPU time"),
        None => format!("{cpu:.2} s of CPU time"),
    };
    let count = used.instructions.map(|count| format!(", {count} instructions"));
    format!("{time}, {wall:.2} s of wall time, {mebibytes} MiB{}", count.unwrap_or_default())
}

/// Appends a labelled text of one or more lines.
pub fn row(text: &mut String, label: &str, words: &str) {
    let words = words.replace('\n', "\n            ");
    let _ = writeln!(text, "  {}", labelled(label, &words));
}

/// Formats a label in its column, followed by its text.
pub fn labelled(label: &str, words: &str) -> String {
    format!("{} {words}", painted(LABEL, &format!("{label:<9}")))
}

/// Formats the explanation of a judgement without colour, for reports that contain it as text.
pub fn plain(judged: &JudgedCase) -> String {
    anstream::adapter::strip_str(&coloured(judged)).to_string()
}

/// Formats the time limit and what it bounds, such as `2 s of CPU time`.
pub fn limit_in_words(runs: &Runs) -> String {
    let seconds = runs.limit_seconds();
    let Some(ByInstructions { per_second, not_for }) = &runs.by_instructions else {
        return format!("{seconds} s of CPU time");
    };
    let billions = per_second / 1_000_000_000;
    let others = match &**not_for {
        [] => String::new(),
        others => format!(", of CPU time for {}", others.join(", ")),
    };
    format!("{seconds} s of instructions ({billions} * 10^9 a second){others}")
}

/// Formats where the time limit comes from, in parentheses, if the user did not give it.
pub fn limit_origin(runs: &Runs) -> String {
    match (&runs.inferred, &runs.not_inferred) {
        (Some(Inferred { factor, contestant, case, cpu_seconds }), _) => {
            format!(" ({factor} x {cpu_seconds:.2} s of {contestant} on {case}, rounded up)")
        }
        (None, Some(why)) => format!(" (the default, since {why})"),
        (None, None) => String::new(),
    }
}
