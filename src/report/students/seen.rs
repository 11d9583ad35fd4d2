//! What a student may see of a judgement.

use std::fmt::Write as _;

use super::super::submissions;
use crate::events::{Judged, NotJudged, Reason, STDERR, Submission, Verdict};

/// How much a student sees of a case that was not passed. Each shows what those before it show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// The verdict, and a sentence that gives nothing of the input or the answer away.
    Verdict,
    /// What the student's program wrote. A program can write what it reads.
    OwnOutput,
    /// The input, the right answer, and all reasons.
    Full,
}

/// When Gradescope shows something to students.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// At once.
    Visible,
    /// When no one can hand in any more.
    AfterDueDate,
    /// When the assistants publish the grades.
    AfterPublished,
    /// Never.
    Hidden,
}

impl Visibility {
    /// As Gradescope calls it.
    pub fn code(self) -> &'static str {
        match self {
            Visibility::Visible => "visible",
            Visibility::AfterDueDate => "after_due_date",
            Visibility::AfterPublished => "after_published",
            Visibility::Hidden => "hidden",
        }
    }
}

/// What students may see of which cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seeing {
    /// Of cases that students know.
    pub sample: Seen,
    /// Of all others.
    pub secret: Seen,
    /// When Gradescope shows the others.
    pub secret_visibility: Visibility,
}

impl Default for Seeing {
    fn default() -> Seeing {
        Seeing { sample: Seen::Full, secret: Seen::Verdict, secret_visibility: Visibility::Visible }
    }
}

/// Whether students know a case: one in a folder called `sample`, as the ICPC package format has it.
pub(super) fn is_sample(case: &str) -> bool {
    case.rsplit('/').skip(1).any(|folder| folder == "sample")
}

impl Seeing {
    fn of(&self, case: &str) -> Seen {
        if is_sample(case) { self.sample } else { self.secret }
    }

    /// What students call a case, `secret` being its number among the secret ones: the name of one can tell the trap
    /// that is in it.
    pub(super) fn name_of(&self, case: &str, secret: usize) -> String {
        match self.of(case) {
            _ if is_sample(case) => format!("Sample case {case}"),
            Seen::Full => format!("Secret case {case}"),
            Seen::Verdict | Seen::OwnOutput => format!("Secret case {secret}"),
        }
    }

    /// When Gradescope shows a case.
    pub(super) fn visibility(&self, case: &str) -> Visibility {
        if is_sample(case) { Visibility::Visible } else { self.secret_visibility }
    }

    /// The reason in a few words; with the place in the output where that may be seen.
    pub(super) fn headline(&self, judged: &Judged) -> String {
        let words = match judged.reason {
            Reason::JudgeError => "not judged, which counts against nobody",
            reason => reason.words(),
        };
        match judged.place.filter(|_| self.of(&judged.case) >= Seen::OwnOutput) {
            Some(place) => format!("{words}, line {}, column {}", place.line, place.column),
            None => words.into(),
        }
    }

    /// All that may be seen of a judgement, in lines that end; nothing where it was passed.
    pub(super) fn explanation(&self, judged: &Judged) -> String {
        let mut text = String::new();
        if matches!(judged.verdict, Verdict::Accepted | Verdict::JudgeError) {
            return text;
        }
        let seen = self.of(&judged.case);
        let _ = writeln!(text, "{}", judged.public());
        if seen == Seen::Full {
            let is_new = |text: &str| text != judged.public();
            for fact in judged.facts.iter().filter(|f| f.label != STDERR && is_new(&f.text)) {
                let _ = writeln!(text, "{}: {}", fact.label, fact.text);
            }
            quote(&mut text, "drawing", &judged.drawing.join("\n"));
            quote(&mut text, "input", judged.input.as_deref().unwrap_or_default());
            quote(&mut text, "a right answer", judged.answer.as_deref().unwrap_or_default());
        }
        if seen >= Seen::OwnOutput {
            quote(&mut text, "your output", judged.output.as_deref().unwrap_or(&judged.says));
            for fact in judged.facts.iter().filter(|fact| fact.label == STDERR) {
                quote(&mut text, "your standard error", &fact.text);
            }
        }
        text
    }
}

/// What a student is told of why a submission was not judged.
pub(super) fn not_judged(end: &Submission) -> String {
    match &end.not_judged {
        Some(NotJudged::NotAProgram { public }) => {
            format!("What was handed in could not be judged: {public}.")
        }
        Some(NotJudged::NotInstalled { .. }) => {
            "The judge is not prepared for this programming language. That counts against nobody; \
             those who run the judge have been told."
                .into()
        }
        Some(NotJudged::JudgeError) | None => {
            "Something went wrong in the judge, not in the program. That counts against nobody; \
             those who run the judge have been told."
                .into()
        }
    }
}

/// Adds lines under a heading, each behind a bar, so that nobody takes them for ours.
pub(super) fn quote(text: &mut String, heading: &str, lines: &str) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "{heading}:");
    for line in lines.lines() {
        let _ = writeln!(text, "  | {line}");
    }
}

/// A verdict as students read it.
pub(super) fn verdict(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("not judged", submissions::words)
}
