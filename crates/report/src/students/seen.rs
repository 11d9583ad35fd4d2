//! What a student may see of a judgement.

use serde::{Deserialize, Serialize};

use std::fmt::Write as _;
use std::sync::Arc;

use super::super::statistics::COMMENT;
use super::super::submissions;
use referee_course::FeedbackLevel;
use referee_events::{
    ALONE, CAUSE, JudgedCase, LabelledFact, NotJudged, Reason, STDERR, SubmissionResult, Verdict,
};
use referee_package::is_sample;

/// What students read of a judge error.
const NOT_JUDGED: &str = "not judged, which counts against nobody";

/// When Gradescope shows something to students.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// At once.
    Visible,
    /// After the due date.
    AfterDueDate,
    /// When the grades are published.
    AfterPublished,
    /// Never.
    Hidden,
}

impl Visibility {
    /// Returns Gradescope's name for it.
    pub fn code(self) -> &'static str {
        match self {
            Visibility::Visible => "visible",
            Visibility::AfterDueDate => "after_due_date",
            Visibility::AfterPublished => "after_published",
            Visibility::Hidden => "hidden",
        }
    }
}

/// What students may see of sample and of secret cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeing {
    /// What they see of sample cases.
    pub sample: FeedbackLevel,
    /// What they see of all other cases.
    pub secret: FeedbackLevel,
    /// When Gradescope shows the other cases.
    pub secret_visibility: Visibility,
}

impl Default for Seeing {
    fn default() -> Seeing {
        Seeing::DEFAULT
    }
}

impl Seeing {
    /// All of the sample cases, and the verdict of others.
    pub const DEFAULT: Seeing = Seeing {
        sample: FeedbackLevel::Full,
        secret: FeedbackLevel::Verdict,
        secret_visibility: Visibility::Visible,
    };

    fn of(&self, case: &str) -> FeedbackLevel {
        if is_sample(case) { self.sample } else { self.secret }
    }

    /// Returns the name of a case for students. `secret` is its number among the secret cases: the real name could reveal
    /// what the case tests.
    pub(super) fn name_of(&self, case: &str, secret: usize) -> String {
        match self.of(case) {
            _ if is_sample(case) => format!("Sample case {case}"),
            FeedbackLevel::Full => format!("Secret case {case}"),
            FeedbackLevel::Verdict | FeedbackLevel::OwnOutput => format!("Secret case {secret}"),
        }
    }

    /// Returns whether everything of a case is shown.
    pub(super) fn is_full(&self, case: &str) -> bool {
        self.of(case) == FeedbackLevel::Full
    }

    /// Returns the name of a case without words around it where that may be seen; `name` is the one that [`Seeing::name_of`] gives.
    pub(super) fn short_name_of(&self, case: &Arc<str>, name: String) -> Arc<str> {
        match is_sample(case) || self.is_full(case) {
            true => Arc::clone(case),
            false => name.into(),
        }
    }

    /// Returns what may be seen of a judgement, and nothing else; the name of the case is still there.
    pub(super) fn visible(&self, judged: &JudgedCase) -> JudgedCase {
        let JudgedCase { contestant, case, verdict, .. } = judged;
        let seen = self.of(case);
        // Reasons are more exact than verdicts.
        let reason =
            if seen == FeedbackLevel::Verdict { Reason::of(*verdict) } else { judged.reason };
        let message = match verdict {
            Verdict::JudgeError => NOT_JUDGED.to_string(),
            Verdict::Accepted => reason.words().to_string(),
            _ if seen == FeedbackLevel::Verdict => reason.words().to_string(),
            _ => judged.public().to_string(),
        };
        let mut visible = JudgedCase::plain(contestant, case, reason, message);
        if seen == FeedbackLevel::Full {
            (visible.used, visible.near_limit) = (judged.used, judged.near_limit);
        }
        if matches!(verdict, Verdict::Accepted | Verdict::JudgeError) {
            return visible;
        }
        if seen >= FeedbackLevel::OwnOutput {
            (visible.place, visible.says) = (judged.place, judged.says.clone());
            // The program has read what its checker says.
            (visible.output, visible.dialogue) = (judged.output.clone(), judged.dialogue.clone());
        }
        let is_shown = |fact: &&LabelledFact| match &*fact.label {
            // Whoever wrote a comment wrote it for everybody who reads this.
            COMMENT => true,
            ALONE | STDERR | CAUSE => seen >= FeedbackLevel::OwnOutput,
            _ => seen == FeedbackLevel::Full,
        };
        visible.facts = judged.facts.iter().filter(is_shown).cloned().collect();
        if seen == FeedbackLevel::Full {
            visible.drawing = judged.drawing.clone();
            (visible.input, visible.answer) = (judged.input.clone(), judged.answer.clone());
        }
        visible
    }

    /// Returns when Gradescope shows a case.
    pub(super) fn visibility(&self, case: &str) -> Visibility {
        if is_sample(case) { Visibility::Visible } else { self.secret_visibility }
    }
}

/// Formats the reason of a judgement that may be seen in a few words, with the position in the output.
pub(super) fn headline(visible: &JudgedCase) -> String {
    let words = match visible.reason {
        Reason::JudgeError => NOT_JUDGED,
        reason => reason.words(),
    };
    match visible.place {
        Some(place) => format!("{words}, line {}, column {}", place.line, place.column),
        None => words.into(),
    }
}

/// Formats the rest of a judgement that may be seen, in complete lines; empty where the case was passed.
pub(super) fn explanation(visible: &JudgedCase) -> String {
    let mut text = String::new();
    if matches!(visible.verdict, Verdict::Accepted | Verdict::JudgeError) {
        return text;
    }
    if visible.message != visible.reason.words() {
        let _ = writeln!(text, "{}", visible.message);
    }
    let fact = |label| visible.facts.iter().find(move |fact| fact.label == label);
    if let Some(alone) = fact(ALONE) {
        let _ = writeln!(text, "{ALONE}: {}", alone.text);
    }
    for comment in comments(visible) {
        quote(&mut text, COMMENT, &comment.text);
    }
    let is_apart = |fact: &LabelledFact| [STDERR, COMMENT, ALONE].contains(&&*fact.label);
    let is_new = |text: &str| text != visible.message;
    for fact in visible.facts.iter().filter(|fact| !is_apart(fact) && is_new(&fact.text)) {
        let _ = writeln!(text, "{}: {}", fact.label, fact.text);
    }
    quote(&mut text, "drawing", &visible.drawing.join("\n"));
    quote(&mut text, "input", visible.input.as_deref().unwrap_or_default());
    quote(&mut text, "a right answer", visible.answer.as_deref().unwrap_or_default());
    quote(&mut text, "the interaction", visible.dialogue.as_deref().unwrap_or_default());
    let stderr = fact(STDERR).map_or("", |fact| &fact.text);
    let output = visible.output.as_deref().unwrap_or(&visible.says);
    for (heading, lines) in [("your output", output), ("your standard error", stderr)] {
        match is_sample(&visible.case) && visible.output.is_some() && lines.is_empty() {
            // Whoever looks for a mistake in a sample wants to know that nothing was left out.
            true => text.push_str(&format!("{heading}: nothing\n")),
            false => quote(&mut text, heading, lines),
        }
    }
    text
}

/// Returns the comments on a failure.
pub(super) fn comments(judged: &JudgedCase) -> impl Iterator<Item = &LabelledFact> {
    judged.facts.iter().filter(|fact| fact.label == COMMENT)
}

/// Formats for students why a submission was not judged.
pub(super) fn not_judged(end: &SubmissionResult) -> String {
    match &end.not_judged {
        Some(NotJudged::NotAProgram { public }) => {
            format!("The submission could not be judged: {public}.")
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

/// Appends lines under a heading, each behind a bar, so that they cannot be taken for text of the judge.
pub(super) fn quote(text: &mut String, heading: &str, lines: &str) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "{heading}:");
    for line in lines.lines() {
        let _ = writeln!(text, "  | {line}");
    }
}

/// Returns a verdict as students read it.
pub(super) fn verdict(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("not judged", submissions::words)
}
