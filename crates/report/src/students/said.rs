//! What a student is told, independent of its form: sentences, and quotations under a heading.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::statistics::COMMENT;
use super::super::submissions::words;
use referee_course::feedback::{Texts, of_compiler, of_program};
use referee_events::{
    ALONE, INSTALLED, JudgedCase, JudgedProgram, LINE, LabelledFact, NotJudged, STDERR,
    SubmissionResult, Verdict,
};
use referee_package::is_sample;

/// Formats the reason of a visible judgement in a few words, with the position in the output.
pub(super) fn headline(visible: &JudgedCase, texts: &Texts) -> String {
    let reason = texts.of("reason", visible.reason.code());
    match visible.place {
        Some(place) => {
            let (line, column) = (place.line.to_string(), place.column.to_string());
            texts.fill("case", "at", &[("reason", reason), ("line", &line), ("column", &column)])
        }
        None => reason.into(),
    }
}

/// A statement about a failure.
pub enum Said {
    /// A sentence, or a label with a few words.
    Line(String),
    /// A quotation of a program, the jury or a person.
    Quote {
        /// The heading.
        heading: String,
        /// The quoted lines.
        lines: String,
    },
}

/// Returns the details of a visible judgement; empty if the case was passed. Recognized mistakes
/// are explained once: `told` contains the sentences already written.
pub(super) fn explanation(
    visible: &JudgedCase,
    program: Option<&JudgedProgram>,
    texts: &Texts,
    already_said: &mut BTreeSet<String>,
) -> Vec<Said> {
    if matches!(visible.verdict, Verdict::Accepted | Verdict::JudgeError) {
        return Vec::new();
    }
    let mut said = sentences(visible, program, texts, already_said);
    let fact = |label| visible.facts.iter().find(move |fact| fact.label == label);
    if let Some(alone) = fact(ALONE) {
        said.push(Said::Line(format!("{ALONE}: {}", alone.text)));
    }
    let heading = |key| texts.of("case", key);
    said.extend(comments(visible).filter_map(|comment| quote(heading("comment"), &comment.text)));
    let is_apart =
        |fact: &LabelledFact| [STDERR, COMMENT, ALONE, INSTALLED, LINE].contains(&&*fact.label);
    let is_new = |text: &str| text != visible.message;
    let facts = visible.facts.iter().filter(|fact| !is_apart(fact) && is_new(&fact.text));
    said.extend(facts.map(|fact| {
        Said::Line(format!("{}: {}", texts.translated(&fact.label), texts.translated(&fact.text)))
    }));
    let drawing = (!visible.drawing.is_empty()).then(|| visible.drawing.join("\n"));
    let JudgedCase { input, answer, dialogue, .. } = visible;
    let quotes =
        [("drawing", &drawing), ("input", input), ("answer", answer), ("dialogue", dialogue)];
    said.extend(
        quotes.into_iter().filter_map(|(key, lines)| quote(heading(key), lines.as_deref()?)),
    );
    let stderr = fact(STDERR).map_or("", |fact| &fact.text);
    let output = visible.output.as_deref().unwrap_or(&visible.says);
    for (heading, lines) in [(heading("output"), output), (heading("stderr"), stderr)] {
        if is_sample(&visible.case) && visible.output.is_some() && lines.is_empty() {
            // Students who debug a sample need to know that nothing was left out.
            said.push(Said::Line(texts.fill("case", "nothing", &[("what", heading)])));
        } else {
            said.extend(quote(heading, lines));
        }
    }
    said
}

/// Returns sentences on why a case failed, as far as the headline does not say it, and on
/// recognized mistakes.
fn sentences(
    visible: &JudgedCase,
    program: Option<&JudgedProgram>,
    texts: &Texts,
    already_said: &mut BTreeSet<String>,
) -> Vec<Said> {
    let mistakes = of_program(visible, program.and_then(|program| program.writes.as_ref()));
    // The headline states the position, and an exception is more specific than its exit code.
    let is_exception = mistakes.iter().any(|mistake| mistake.key.starts_with("exception"));
    let is_told = visible.says_only_where() || is_exception;
    let message = (!is_told).then(|| texts.translated(&visible.message));
    let words = mistakes.iter().map(|mistake| mistake.words(texts));
    let new = words.filter(|sentence| already_said.insert(sentence.clone()));
    message.into_iter().chain(new).map(Said::Line).collect()
}

pub(super) fn comments(judged: &JudgedCase) -> impl Iterator<Item = &LabelledFact> {
    judged.facts.iter().filter(|fact| fact.label == COMMENT)
}

/// Formats for students why a submission was not judged.
pub fn not_judged(end: &SubmissionResult, texts: &Texts) -> String {
    match &end.not_judged {
        Some(NotJudged::NotAProgram { public }) => {
            texts.fill("result", "no-program", &[("why", &texts.translated(public))])
        }
        Some(NotJudged::NotInstalled { .. }) => texts.of("result", "not-installed").into(),
        Some(NotJudged::JudgeError) | None => texts.of("result", "judge-fault").into(),
    }
}

/// Returns the recognized mistakes in the compiler's output, then the output.
pub fn compiler(end: &SubmissionResult, texts: &Texts) -> Vec<Said> {
    let mistakes = of_compiler(&end.message);
    let words = mistakes.iter().map(|mistake| Said::Line(mistake.words(texts)));
    words.chain(quote(texts.of("result", "compiler"), &end.message)).collect()
}

/// Returns a quotation, unless it is empty.
fn quote(heading: &str, lines: &str) -> Option<Said> {
    let quote = || Said::Quote { heading: heading.into(), lines: lines.into() };
    (!lines.is_empty()).then(quote)
}

/// Formats statements as text. Quoted lines are marked by a bar, so that they cannot pass for text
/// of the judge.
pub(super) fn as_text(said: &[Said]) -> String {
    let mut text = String::new();
    for part in said {
        let _ = match part {
            Said::Line(line) => writeln!(text, "{line}"),
            Said::Quote { heading, .. } => writeln!(text, "{heading}:"),
        };
        if let Said::Quote { lines, .. } = part {
            lines.lines().for_each(|line| text.extend(["  | ", line, "\n"]));
        }
    }
    text
}

/// Returns a verdict in words for students. The keys of these texts are the words of other reports,
/// with hyphens.
pub(super) fn verdict(verdict: Option<Verdict>, texts: &Texts) -> &str {
    let key = verdict.map_or("not-judged".into(), |verdict| words(verdict).replace(' ', "-"));
    texts.of("verdict", &key)
}
